/* wt_shape.c - presets, --set, derived numbers and legality of shapes. */
#include "spec/wt_shape.h"

#include "spec/wt_bits.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const wt_key wt_keys[] = {
#define SKEY(name, lo, hi, t, s, d, text) {#name, 'S', lo, MAX_##name, 0, offsetof(wt_shape, name), text},
#define PKEY(name, lo, hi, t, s, d, text) {#name, 'S', lo, MAX_##name, 1, offsetof(wt_shape, name), text},
#define MKEY(name, lo, hi, t, s, d, wire, text) {#name, 'M', lo, hi, 0, offsetof(wt_shape, name), text},
#define EKEY(name, lo, hi, t, s, d, text) {#name, 'E', lo, hi, 0, offsetof(wt_shape, name), text},
#include "spec/keys.def"
};
const unsigned wt_nkeys = sizeof wt_keys / sizeof *wt_keys;

static const struct {
  const char *key, *name;
  unsigned value;
} named[] = {
#define NAMED(key, name, value) {#key, #name, value},
#include "spec/keys.def"
};

static const struct {
  const char *name, *base, *set;
} derived_presets[] = {
#define PRESET(name, base, set) {name, base, set},
#include "spec/presets.def"
};
const char *const wt_presets[] = {"tiny", "small", "default",
#define PRESET(name, base, set) name,
#include "spec/presets.def"
                                  NULL};

static const unsigned preset_values[][3] = {
#define SKEY(name, lo, hi, t, s, d, text) {t, s, d},
#define MKEY(name, lo, hi, t, s, d, wire, text) {t, s, d},
#define EKEY(name, lo, hi, t, s, d, text) {t, s, d},
#include "spec/keys.def"
};

unsigned wt_clog2(unsigned n) {
  unsigned b = 1;
  while (b < 31 && (1u << b) < n) b++;
  return b;
}

static unsigned *slot(wt_shape *s, const wt_key *k) { return (unsigned *)((char *)s + k->off); }
unsigned wt_key_get(const wt_shape *s, const wt_key *k) { return *(const unsigned *)((const char *)s + k->off); }

/* A preset of presets.def. */
static int derived_preset(wt_shape *s, size_t p, char *err, size_t errn) {
  char set[400];
  if (wt_shape_preset(s, derived_presets[p].base, err, errn)) return -1;
  snprintf(set, sizeof set, "%s", derived_presets[p].set);
  for (char *a = strtok(set, " "); a; a = strtok(NULL, " "))
    if (wt_shape_set(s, a, err, errn)) return -1;
  return wt_shape_check(s, err, errn);
}

int wt_shape_preset(wt_shape *s, const char *preset, char *err, size_t errn) {
  for (size_t p = 0; p < sizeof derived_presets / sizeof *derived_presets; p++)
    if (!strcmp(preset, derived_presets[p].name)) return derived_preset(s, p, err, errn);
  for (unsigned p = 0; p < sizeof *preset_values / sizeof **preset_values; p++)
    if (!strcmp(preset, wt_presets[p])) {
      memset(s, 0, sizeof *s);
      for (unsigned i = 0; i < wt_nkeys; i++) *slot(s, &wt_keys[i]) = preset_values[i][p];
      return wt_shape_check(s, err, errn);
    }
  int n = snprintf(err, errn, "unknown preset '%s'; presets are", preset);
  for (unsigned p = 0; wt_presets[p] && n > 0 && (size_t)n < errn; p++)
    n += snprintf(err + n, errn - (size_t)n, "%s %s", p ? "," : "", wt_presets[p]);
  return -1;
}

const char *wt_key_text(const wt_key *k, unsigned value, char *buf) {
  for (size_t i = 0; i < sizeof named / sizeof *named; i++)
    if (!strcmp(named[i].key, k->name) && named[i].value == value) return named[i].name;
  snprintf(buf, 16, "%u", value);
  return buf;
}

static int value_of(const wt_key *k, const char *v, unsigned *out, char *err, size_t errn) {
  char names[160] = "";
  for (size_t i = 0; i < sizeof named / sizeof *named; i++)
    if (!strcmp(named[i].key, k->name)) {
      if (!strcmp(named[i].name, v)) return *out = named[i].value, 0;
      snprintf(names + strlen(names), sizeof names - strlen(names), "%s%s", *names ? ", " : "", named[i].name);
    }
  char *end;
  unsigned long x = *v >= '0' && *v <= '9' ? strtoul(v, &end, 0) : 0;
  int fits = *v >= '0' && *v <= '9' && !*end && x >= k->min && x <= k->max && !(k->pow2 && x & (x - 1));
  if (fits && !*names) return *out = (unsigned)x, 0;
  if (*names) snprintf(err, errn, "--set %s=%s: illegal value; use one of: %s", k->name, v, names);
  else snprintf(err, errn, "--set %s=%s: illegal value; use a %s from %u to %u", k->name, v, k->pow2 ? "power of two" : "number", k->min, k->max);
  return -1;
}

int wt_shape_set(wt_shape *s, const char *assign, char *err, size_t errn) {
  const char *eq = strchr(assign, '=');
  if (!eq || eq == assign) {
    snprintf(err, errn, "--set %s: expected KEY=VALUE", assign);
    return -1;
  }
  for (unsigned i = 0; i < wt_nkeys; i++)
    if (strlen(wt_keys[i].name) == (size_t)(eq - assign) && !strncmp(wt_keys[i].name, assign, (size_t)(eq - assign)))
      return value_of(&wt_keys[i], eq + 1, slot(s, &wt_keys[i]), err, errn);
  /* not an alias: which of the two scoreboards DEPS=scoreboard means is the preset's matter */
  if (!strncmp(assign, "DEPS=", 5))
    snprintf(err, errn, "--set %s: unknown key; say SCOREBOARD=codes for control codes (preset small-cc), SCOREBOARD=bit or coon for a scoreboard",
             assign);
  else snprintf(err, errn, "--set %s: unknown key; 'warptwin --keys' lists the keys", assign);
  return -1;
}

static void derive(wt_shape *S) {
#define CLOG2(n) wt_clog2(n)
#define SKEY(name, ...)          \
  const unsigned name = S->name; \
  (void)name;
#include "spec/keys.def"
#define DERIVED(name, expr)     \
  const unsigned name = (expr); \
  S->name = name;
#include "spec/derived.def"
}

/* "illegal shape: MESSAGE (KEY=VALUE, ...)": the values of the keys that the rule is about. */
static int bad(const wt_shape *s, char *err, size_t errn, const char *msg, const char *keys) {
  char text[16];
  size_t at = (size_t)snprintf(err, errn, "illegal shape: %s", msg), first = at;
  for (const char *k = keys; *k; k += strspn(k, " ")) {
    size_t n = strcspn(k, " ");
    for (unsigned i = 0; i < wt_nkeys; i++)
      if (strlen(wt_keys[i].name) == n && !strncmp(wt_keys[i].name, k, n) && at < errn)
        at += (size_t)snprintf(err + at, errn - at, "%s%s=%s", at > first ? ", " : " (", wt_keys[i].name,
                               wt_key_text(&wt_keys[i], wt_key_get(s, &wt_keys[i]), text));
    k += n;
  }
  if (at < errn) snprintf(err + at, errn - at, ")");
  return -1;
}
static int pow2(unsigned n) { return n && !(n & (n - 1)); }

/* GROUPING=dwr: sub-warps and the tables of their partners. */
static int check_dwr(const wt_shape *s, char *err, size_t errn) {
  unsigned subs = s->WARPS * s->WARP_SIZE / s->LANES;
  if (!pow2(s->DWR_SUBWARPS)) return bad(s, err, errn, "DWR_SUBWARPS must be 2, 4 or 8", "DWR_SUBWARPS");
  if (s->DWR_SUBWARPS * s->LANES > 64)
    return bad(s, err, errn, "a large warp has at most 64 threads: make DWR_SUBWARPS * LANES smaller", "DWR_SUBWARPS LANES");
  if (subs > MAX_SUBS) return bad(s, err, errn, "at most 128 sub-warps: make WARPS * WARP_SIZE / LANES smaller", "WARPS WARP_SIZE LANES");
  if (subs % s->DWR_SUBWARPS)
    return bad(s, err, errn, "the WARPS * WARP_SIZE / LANES sub-warps must fill large warps of DWR_SUBWARPS", "WARPS WARP_SIZE LANES DWR_SUBWARPS");
  if (subs / s->DWR_SUBWARPS % s->SUBCORES)
    return bad(s, err, errn, "the large warps must be a multiple of SUBCORES: each lies whole in one sub-core, and the sub-cores share them evenly",
               "SUBCORES WARPS WARP_SIZE LANES DWR_SUBWARPS");
  if (!pow2(s->ILT_SETS)) return bad(s, err, errn, "ILT_SETS must be a power of two", "ILT_SETS");
  return 0;
}

/* L1_BYTES > 0: geometry of the first-level data cache. */
static int check_l1(const wt_shape *s, char *err, size_t errn) {
  if (s->L1_BYTES % (s->L1_LINE * s->L1_WAYS) || !pow2(s->L1_BYTES / (s->L1_LINE * s->L1_WAYS)))
    return bad(s, err, errn, "L1_BYTES must be a power of two times L1_LINE * L1_WAYS: the number of sets is a power of two",
               "L1_BYTES L1_LINE L1_WAYS");
  if (s->L1_SECTOR > s->L1_LINE) return bad(s, err, errn, "L1_SECTOR is at most L1_LINE: sectors are parts of a line", "L1_SECTOR L1_LINE");
  if (128u >> s->COAL_BYTES > s->L1_LINE)
    return bad(s, err, errn, "L1_LINE is at least COAL_BYTES: a request lies in one line of the cache", "L1_LINE COAL_BYTES");
  return 0;
}

/* MEM_MODEL=l2dram: slices, sets, rows and timings. */
static int check_memory(const wt_shape *s, char *err, size_t errn) {
  if (s->L2_SLICES % s->DRAM_CHANNELS) return bad(s, err, errn, "L2_SLICES must be a multiple of DRAM_CHANNELS", "L2_SLICES DRAM_CHANNELS");
  if (s->L2_BYTES % (128 * s->L2_WAYS * s->L2_SLICES))
    return bad(s, err, errn, "L2_BYTES must be a multiple of 128 * L2_WAYS * L2_SLICES", "L2_BYTES L2_WAYS L2_SLICES");
  if (s->DRAM_ROW % 256) return bad(s, err, errn, "DRAM_ROW must be a multiple of 256", "DRAM_ROW");
  if (!pow2(s->DRAM_BUS)) return bad(s, err, errn, "DRAM_BUS must be a power of two", "DRAM_BUS");
  if (s->T_RC < s->T_RAS + s->T_RP) return bad(s, err, errn, "T_RC must be at least T_RAS + T_RP", "T_RC T_RAS T_RP");
  if (s->T_RAS < s->T_RCD) return bad(s, err, errn, "T_RAS must be at least T_RCD", "T_RAS T_RCD");
  return 0;
}

static int check_subcores(wt_shape *s, char *err, size_t errn) {
  const unsigned n = s->SUBCORES, row = n * s->LANES * s->RF_BANKS, rows = s->REGS / row;
  if (!pow2(n)) return bad(s, err, errn, "SUBCORES must be 1, 2 or 4", "SUBCORES");
  if (s->REGS % row || rows < 2) {
    if (n == 1) return bad(s, err, errn, "REGS must be a multiple of LANES * RF_BANKS and give every bank at least 2 rows", "REGS LANES RF_BANKS");
    return bad(s, err, errn, "REGS must be a multiple of SUBCORES * LANES * RF_BANKS and give every bank at least 2 rows",
               "SUBCORES REGS LANES RF_BANKS");
  }
  if (rows > MAX_RFROWS) return bad(s, err, errn, "more than 4096 rows in a register bank", "REGS LANES RF_BANKS");
  if (s->GROUPING != WT_GROUPING_dwr && s->WARPS % n)
    return bad(s, err, errn, "WARPS must be a multiple of SUBCORES: the sub-cores share the warps evenly", "SUBCORES WARPS");
  return 0;
}

int wt_shape_check(wt_shape *s, char *err, size_t errn) {
  if (!pow2(s->WARP_SIZE) || !pow2(s->LANES) || s->WARP_SIZE % s->LANES)
    return bad(s, err, errn, "WARP_SIZE and LANES must be powers of two and LANES at most WARP_SIZE", "WARP_SIZE LANES");
  if (!pow2(s->XU_LANES)) return bad(s, err, errn, "XU_LANES must be a power of two", "XU_LANES");
  if (!pow2(s->FP_LANES) || !pow2(s->FP64_LANES)) return bad(s, err, errn, "FP_LANES and FP64_LANES must be powers of two", "FP_LANES FP64_LANES");
  if (!s->OPREAD && s->COLLECTORS < 2)
    return bad(s, err, errn, "OPREAD=naive needs COLLECTORS of 2 or more: one staging, one executing", "OPREAD COLLECTORS");
  if (!pow2(s->RF_BANKS) || !pow2(s->SMEM_BANKS)) return bad(s, err, errn, "RF_BANKS and SMEM_BANKS must be powers of two", "RF_BANKS SMEM_BANKS");
  if (check_subcores(s, err, errn)) return -1;
  if (s->SMEM_BYTES % (4 * s->SMEM_BANKS) || s->SMEM_BYTES / (4 * s->SMEM_BANKS) > MAX_SMROWS)
    return bad(s, err, errn, "SMEM_BYTES must be a multiple of 4 * SMEM_BANKS with at most 4096 rows", "SMEM_BYTES SMEM_BANKS");
  if (s->SB_SPLIT && s->SCOREBOARD != WT_SCOREBOARD_coon)
    return bad(s, err, errn, "SB_SPLIT=1 needs SCOREBOARD=coon: the bit scoreboard has no entry to keep lanes in", "SB_SPLIT SCOREBOARD");
  if (s->SB_SPLIT && s->DIVERGENCE != WT_DIVERGENCE_hanoi_yr && s->DIVERGENCE != WT_DIVERGENCE_multipath)
    return bad(s, err, errn, "SB_SPLIT=1 needs DIVERGENCE=hanoi_yr or multipath: the others do not tell the scoreboard which lanes run",
               "SB_SPLIT DIVERGENCE");
  if (s->SCOREBOARD == WT_SCOREBOARD_codes && s->GROUPING == WT_GROUPING_dwr)
    return bad(s, err, errn, "SCOREBOARD=codes needs GROUPING=fixed: a sub-warp that waits for its partners has no stall count",
               "SCOREBOARD GROUPING");
  if (s->PACK && s->GROUPING == WT_GROUPING_dwr)
    return bad(s, err, errn, "PACK=on needs GROUPING=fixed: a sub-warp has one beat, there is nothing to pack", "PACK GROUPING");
  if (s->PACK && s->WARP_SIZE == s->LANES)
    return bad(s, err, errn, "PACK=on needs LANES below WARP_SIZE: an instruction has one beat as it is", "PACK WARP_SIZE LANES");
  if (s->WARPS * s->WARP_SIZE > 2048) return bad(s, err, errn, "WARPS * WARP_SIZE is at most 2048", "WARPS WARP_SIZE");
  if (s->GROUPING == WT_GROUPING_dwr && check_dwr(s, err, errn)) return -1;
  if (s->L1_BYTES && check_l1(s, err, errn)) return -1;
  if (s->CCWS && !s->L1_BYTES) return bad(s, err, errn, "CCWS=on needs L1_BYTES above 0: it counts what a first-level cache loses", "CCWS L1_BYTES");
  if (s->CCWS && s->GROUPING == WT_GROUPING_dwr)
    return bad(s, err, errn, "CCWS=on needs GROUPING=fixed: a line that sub-warps bring together is nobody's own", "CCWS GROUPING");
  if (s->REPLAY && s->GROUPING == WT_GROUPING_dwr)
    return bad(s, err, errn, "REPLAY=replay needs GROUPING=fixed: an access of several sub-warps cannot leave the unit", "REPLAY GROUPING");
  if (s->CTA_UNIT == WT_CTA_UNIT_turns && s->CTA_SCHED != WT_CTA_SCHED_rr && s->CTA_SCHED != WT_CTA_SCHED_demand)
    return bad(s, err, errn, "CTA_SCHED other than rr and demand needs CTA_UNIT=policies: they have state", "CTA_SCHED CTA_UNIT");
  if (s->LCS && s->SCHED != WT_SCHED_gto)
    return bad(s, err, errn, "LCS=on needs SCHED=gto: which CTA issues most says how many are enough only where the oldest warps go first",
               "LCS SCHED");
  if (s->MEM_MODEL == WT_MEM_MODEL_l2dram && check_memory(s, err, errn)) return -1;
  derive(s);
  return 0;
}

int wt_shape_runs(const wt_shape *s, char *err, size_t errn) {
  if (s->SM_SLOTS <= MAX_WARPS) return 0;
  snprintf(err, errn,
           "this shape has %u warp slots, and this program is built for %d: make them fewer (WARPS), or build it with GENFLAGS=\"--max WARPS=%u\"",
           s->SM_SLOTS, MAX_WARPS, s->SM_SLOTS);
  return -1;
}

uint64_t wt_shape_hash(const wt_shape *s) {
  uint64_t h = 1469598103934665603u;
  for (unsigned i = 0; i < wt_nkeys; i++)
    if (wt_keys[i].kind == 'S') h = (h ^ wt_key_get(s, &wt_keys[i])) * 1099511628211u;
  return h;
}
