/* test_wt_shapes.c - shapes in words: what a key takes and what is said when it does not, every rule of a legal shape on both sides of its bound, presets, names of shapes, numbers
 * derived from keys. What is expected is written from keys.def, presets.def and needs.def.
 */
#include <string.h>

#include "spec/wt_bits.h"
#include "spec/wt_numbers.h"
#include "tests/suite.h"

static wt_shape S;
static char err[300];

/* "KEY=VALUE KEY=VALUE" in a preset; 0, or -1 with the line. */
static int shaped(const char *preset, const char *keys) {
  char text[400];
  *err = 0;
  snprintf(text, sizeof text, "%s", keys);
  ck_assert_int_eq(wt_shape_preset(&S, preset, err, sizeof err), 0);
  for (char *a = strtok(text, " "); a; a = strtok(NULL, " "))
    if (wt_shape_set(&S, a, err, sizeof err)) return -1;
  return wt_shape_check(&S, err, sizeof err);
}
static const wt_key *key(const char *name) {
  const wt_key *k = wt_keys;
  while (strcmp(k->name, name)) k++;
  return k;
}

/* ---- what a key takes ---- */

static const struct {
  const char *set, *says;
} wrong[] = {
  {"WARPS=0", "--set WARPS=0: illegal value; use a number from 1 to 64"},
  {"WARPS=65", "--set WARPS=65: illegal value; use a number from 1 to 64"},
  {"WARPS=", "--set WARPS=: illegal value; use a number from 1 to 64"},
  {"WARPS=4x", "--set WARPS=4x: illegal value; use a number from 1 to 64"},
  {"WARPS=+4", "--set WARPS=+4: illegal value; use a number from 1 to 64"},
  {"WARPS=-4", "--set WARPS=-4: illegal value; use a number from 1 to 64"},
  {"WARPS=:", "--set WARPS=:: illegal value; use a number from 1 to 64"},
  {"LANES=12", "--set LANES=12: illegal value; use a power of two from 2 to 32"},
  {"LANES=1", "--set LANES=1: illegal value; use a power of two from 2 to 32"},
  {"LANES=64", "--set LANES=64: illegal value; use a power of two from 2 to 32"},
  {"SCHED=1", "--set SCHED=1: illegal value; use one of: lrr, gto, oldest, twolevel, cggty"},
  {"SCHED=gt", "--set SCHED=gt: illegal value; use one of: lrr, gto, oldest, twolevel, cggty"},
  {"WARP=4", "--set WARP=4: unknown key; 'warptwin --keys' lists the keys"},
  {"WARPSS=4", "--set WARPSS=4: unknown key; 'warptwin --keys' lists the keys"},
  {"DEPS=scoreboard",
   "--set DEPS=scoreboard: unknown key; say SCOREBOARD=codes for control codes (preset small-cc), SCOREBOARD=bit or coon for a scoreboard"},
  {"DEP=bit", "--set DEP=bit: unknown key; 'warptwin --keys' lists the keys"},
  {"WARPS", "--set WARPS: expected KEY=VALUE"},
  {"=4", "--set =4: expected KEY=VALUE"},
};
START_TEST(values_that_a_key_does_not_take) {
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    ck_assert_int_eq(shaped("tiny", wrong[i].set), -1);
    ck_assert_str_eq(err, wrong[i].says);
    ck_assert_uint_eq(S.WARPS, 2); /* nothing has changed */
  }
}
END_TEST
START_TEST(values_that_a_key_takes) {
  ck_assert_int_eq(shaped("tiny", "WARPS=64 LANES=2 WARP_SIZE=32 SCHED=twolevel COAL_BYTES=64 SCHED_AGE=0x10 ALU_STAGES=2"), 0);
  ck_assert(S.SLOTS == 64 && S.LANES == 2 && S.SLOT_LANES == 32 && S.BEATS == 16);
  ck_assert(S.SCHED == WT_SCHED_twolevel && S.COAL_BYTES == 1 && S.SCHED_AGE == 16 && S.ALU_STAGES == 2);
  ck_assert_int_eq(shaped("tiny", "WARPS=1"), 0);
  ck_assert_uint_eq(wt_key_get(&S, key("WARPS")), 1);
  for (const wt_key *k = wt_keys; k < wt_keys + wt_nkeys; k++) { /* the ends of each, by their own text */
    const unsigned ends[] = {k->min, k->max};
    for (int i = 0; i < 2; i++) {
      char set[60], text[16];
      snprintf(set, sizeof set, "%s=%s", k->name, wt_key_text(k, ends[i], text));
      ck_assert_int_eq(wt_shape_preset(&S, "tiny", err, sizeof err), 0);
      ck_assert_msg(!wt_shape_set(&S, set, err, sizeof err), "%s", err);
      ck_assert_msg(wt_key_get(&S, k) == ends[i], "%s", set);
    }
  }
}
END_TEST

/* ---- legal shapes ---- */

static const struct {
  const char *preset, *keys, *says; /* NULL: it is one */
} rules[] = {
  {"tiny", "LANES=8", "WARP_SIZE and LANES must be powers of two and LANES at most WARP_SIZE (WARP_SIZE=4, LANES=8)"},
  {"tiny", "WARP_SIZE=2 LANES=2", NULL},
  {"tiny", "OPREAD=naive COLLECTORS=1", "OPREAD=naive needs COLLECTORS of 2 or more: one staging, one executing (OPREAD=naive, COLLECTORS=1)"},
  {"tiny", "OPREAD=naive COLLECTORS=2", NULL},
  {"tiny", "COLLECTORS=1", NULL},
  {"tiny", "REGS=500", "REGS must be a multiple of LANES * RF_BANKS and give every bank at least 2 rows (REGS=500, LANES=4, RF_BANKS=4)"},
  {"tiny", "REGS=64 RF_BANKS=16", "REGS must be a multiple of LANES * RF_BANKS and give every bank at least 2 rows (REGS=64, LANES=4, RF_BANKS=16)"},
  {"tiny", "REGS=64 RF_BANKS=8", NULL},
  {"tiny", "REGS=65536", NULL},
  {"tiny", "REGS=65552", "more than 4096 rows in a register bank (REGS=65552, LANES=4, RF_BANKS=4)"},
  {"tiny", "SMEM_BYTES=1032", "SMEM_BYTES must be a multiple of 4 * SMEM_BANKS with at most 4096 rows (SMEM_BYTES=1032, SMEM_BANKS=4)"},
  {"tiny", "SMEM_BYTES=65536", NULL},
  {"tiny", "SMEM_BYTES=65552", "SMEM_BYTES must be a multiple of 4 * SMEM_BANKS with at most 4096 rows (SMEM_BYTES=65552, SMEM_BANKS=4)"},
  {"tiny", "SB_SPLIT=1", "SB_SPLIT=1 needs SCOREBOARD=coon: the bit scoreboard has no entry to keep lanes in (SB_SPLIT=1, SCOREBOARD=bit)"},
  {"tiny", "SB_SPLIT=1 SCOREBOARD=coon", NULL},
  {"tiny", "SB_SPLIT=1 SCOREBOARD=coon DIVERGENCE=multipath", NULL},
  {"tiny", "SB_SPLIT=1 SCOREBOARD=coon DIVERGENCE=barrier",
   "SB_SPLIT=1 needs DIVERGENCE=hanoi_yr or multipath: the others do not tell the scoreboard which lanes run (SB_SPLIT=1, DIVERGENCE=barrier)"},
  {"tiny", "DIVERGENCE=barrier", NULL},
  {"tiny", "SCOREBOARD=codes GROUPING=dwr",
   "SCOREBOARD=codes needs GROUPING=fixed: a sub-warp that waits for its partners has no stall count (SCOREBOARD=codes, GROUPING=dwr)"},
  {"tiny", "SCOREBOARD=codes", NULL},
  {"small", "WARPS=64", NULL},
  {"small", "WARPS=64 WARP_SIZE=64", "WARPS * WARP_SIZE is at most 2048 (WARPS=64, WARP_SIZE=64)"},
  {"small", "WARPS=33 WARP_SIZE=64", "WARPS * WARP_SIZE is at most 2048 (WARPS=33, WARP_SIZE=64)"},
  {"tiny", "GROUPING=dwr", NULL},
  {"small", "GROUPING=dwr DWR_SUBWARPS=6", "DWR_SUBWARPS must be 2, 4 or 8 (DWR_SUBWARPS=6)"},
  {"small", "DWR_SUBWARPS=6", NULL},
  {"small", "GROUPING=dwr LANES=16", "a large warp has at most 64 threads: make DWR_SUBWARPS * LANES smaller (DWR_SUBWARPS=8, LANES=16)"},
  {"small", "GROUPING=dwr", NULL},                  /* 64 threads */
  {"small", "GROUPING=dwr LANES=4 WARPS=16", NULL}, /* 128 sub-warps */
  {"small", "GROUPING=dwr LANES=4 WARPS=17", "at most 128 sub-warps: make WARPS * WARP_SIZE / LANES smaller (WARPS=17, WARP_SIZE=32, LANES=4)"},
  {"small", "GROUPING=dwr WARPS=3",
   "the WARPS * WARP_SIZE / LANES sub-warps must fill large warps of DWR_SUBWARPS (WARPS=3, WARP_SIZE=32, LANES=8, DWR_SUBWARPS=8)"},
  {"tiny", "GROUPING=dwr ILT_SETS=3", "ILT_SETS must be a power of two (ILT_SETS=3)"},
  {"tiny", "ILT_SETS=3", NULL},
  {"tiny", "REPLAY=replay GROUPING=dwr",
   "REPLAY=replay needs GROUPING=fixed: an access of several sub-warps cannot leave the unit (REPLAY=replay, GROUPING=dwr)"},
  {"tiny", "REPLAY=replay", NULL},
  {"tiny", "L1_BYTES=512", NULL}, /* lines of 128 bytes, 2 ways, 2 sets */
  {"tiny", "L1_BYTES=256", NULL},
  {"tiny", "L1_BYTES=128",
   "L1_BYTES must be a power of two times L1_LINE * L1_WAYS: the number of sets is a power of two (L1_BYTES=128, L1_LINE=128, L1_WAYS=2)"},
  {"tiny", "L1_BYTES=600",
   "L1_BYTES must be a power of two times L1_LINE * L1_WAYS: the number of sets is a power of two (L1_BYTES=600, L1_LINE=128, L1_WAYS=2)"},
  {"tiny", "L1_BYTES=768",
   "L1_BYTES must be a power of two times L1_LINE * L1_WAYS: the number of sets is a power of two (L1_BYTES=768, L1_LINE=128, L1_WAYS=2)"},
  {"tiny", "L1_BYTES=768 L1_WAYS=3", NULL},
  {"tiny", "L1_BYTES=512 L1_LINE=64 L1_SECTOR=128 COAL_BYTES=64",
   "L1_SECTOR is at most L1_LINE: sectors are parts of a line (L1_SECTOR=128, L1_LINE=64)"},
  {"tiny", "L1_BYTES=512 L1_SECTOR=128", NULL},
  {"tiny", "L1_BYTES=512 L1_LINE=64", "L1_LINE is at least COAL_BYTES: a request lies in one line of the cache (L1_LINE=64, COAL_BYTES=128)"},
  {"tiny", "L1_BYTES=512 L1_LINE=64 COAL_BYTES=64", NULL},
  {"tiny", "L1_BYTES=512 L1_LINE=32 COAL_BYTES=64",
   "L1_LINE is at least COAL_BYTES: a request lies in one line of the cache (L1_LINE=32, COAL_BYTES=64)"},
  {"tiny", "L1_BYTES=512 L1_LINE=32 COAL_BYTES=32", NULL},
  {"tiny", "L1_LINE=32", NULL}, /* nobody reads it */
  {"tiny", "MEM_MODEL=l2dram", NULL},
  {"small", "MEM_MODEL=l2dram L2_SLICES=5", "L2_SLICES must be a multiple of DRAM_CHANNELS (L2_SLICES=5, DRAM_CHANNELS=2)"},
  {"small", "MEM_MODEL=l2dram L2_BYTES=65000", "L2_BYTES must be a multiple of 128 * L2_WAYS * L2_SLICES (L2_BYTES=65000, L2_WAYS=8, L2_SLICES=4)"},
  {"small", "MEM_MODEL=l2dram L2_BYTES=4096", NULL},
  {"tiny", "MEM_MODEL=l2dram DRAM_ROW=384", "DRAM_ROW must be a multiple of 256 (DRAM_ROW=384)"},
  {"tiny", "MEM_MODEL=l2dram DRAM_BUS=6", "DRAM_BUS must be a power of two (DRAM_BUS=6)"},
  {"tiny", "MEM_MODEL=l2dram DRAM_BUS=1", NULL},
  {"tiny", "MEM_MODEL=l2dram T_RC=33", "T_RC must be at least T_RAS + T_RP (T_RC=33, T_RAS=21, T_RP=13)"},
  {"tiny", "MEM_MODEL=l2dram T_RAS=11", "T_RAS must be at least T_RCD (T_RAS=11, T_RCD=12)"},
  {"tiny", "MEM_MODEL=l2dram T_RAS=12", NULL},
  {"tiny", "DRAM_ROW=384 DRAM_BUS=6 T_RC=1", NULL},
};
START_TEST(every_rule_on_both_sides) {
  for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
    const int rc = shaped(rules[i].preset, rules[i].keys);
    ck_assert_msg(rc == (rules[i].says ? -1 : 0), "%s %s: %d %s", rules[i].preset, rules[i].keys, rc, err);
    if (!rules[i].says) continue;
    ck_assert_msg(!strncmp(err, "illegal shape: ", 15), "%s", err);
    ck_assert_str_eq(err + 15, rules[i].says);
  }
  /* as much of it as there is room for */
  for (size_t room = 1; room < 120; room++) {
    char little[140];
    shaped("tiny", "REGS=64 RF_BANKS=16");
    memset(little, 2, sizeof little);
    ck_assert_int_eq(wt_shape_check(&S, little, room), -1);
    ck_assert(strlen(little) == room - 1 && !strncmp(little, err, room - 1) && little[room] == 2);
  }
}
END_TEST
/* The machine is built with sub-warps; the keys say what was asked for, however often it is checked. */
START_TEST(sub_warps_take_the_place_of_warps) {
  ck_assert_int_eq(shaped("small", "GROUPING=dwr"), 0);
  for (int i = 0; i < 2; i++) {
    ck_assert(S.SLOTS == 32 && S.SLOT_LANES == 8 && S.BEATS == 1 && S.SUBS == 32 && S.LARGE == 4);
    ck_assert(wt_key_get(&S, key("WARPS")) == 8 && wt_key_get(&S, key("WARP_SIZE")) == 32);
    ck_assert_int_eq(wt_shape_check(&S, err, sizeof err), 0);
  }
  ck_assert_int_eq(shaped("small", ""), 0);
  ck_assert(S.SLOTS == 8 && S.SLOT_LANES == 32 && S.SUBS == 8);
}
END_TEST
START_TEST(a_shape_that_is_larger_than_the_program) {
  ck_assert_int_eq(shaped("small", "WARPS=16 GROUPING=dwr"), 0);
  ck_assert_int_eq(wt_shape_runs(&S, err, sizeof err), 0); /* 64 slots, as many as there are */
  S.SM_SLOTS = MAX_WARPS + 1;
  ck_assert_int_eq(wt_shape_runs(&S, err, sizeof err), -1);
  char want[200];
  snprintf(want, sizeof want, "this shape has %d warp slots, and this program is built for %d: make them fewer (WARPS), or build it with ",
           MAX_WARPS + 1, MAX_WARPS);
  ck_assert(!strncmp(err, want, strlen(want)));
}
END_TEST

/* ---- presets and names ---- */

START_TEST(presets) {
  static const char *const names[] = {"tiny", "small", "default", "thesis-tesla", "small-cc", "quad", NULL};
  for (int i = 0; names[i] || wt_presets[i]; i++) ck_assert_str_eq(wt_presets[i], names[i]);
  ck_assert_int_eq(wt_shape_preset(&S, "small", err, sizeof err), 0);
  ck_assert(S.SLOTS == 8 && S.REGS == 16384 && S.SCHED == WT_SCHED_gto && S.MEM_LAT == 40);
  ck_assert_int_eq(wt_shape_preset(&S, "default", err, sizeof err), 0);
  ck_assert(S.SLOTS == 32 && S.REGS == 65536 && S.L2_SLICES == 12);
  ck_assert_int_eq(wt_shape_preset(&S, "thesis-tesla", err, sizeof err), 0);
  ck_assert(S.SLOTS == 32 && S.LANES == 8 && S.REGS == 16384 && S.SCHED == WT_SCHED_lrr && S.PST_LATENCY == 24 && !S.DRAM_SCHED && S.BEATS == 4);
  ck_assert_int_eq(wt_shape_preset(&S, "small-cc", err, sizeof err), 0);
  ck_assert(S.CODES && !S.OPREAD && S.SLOTS == 8);
  ck_assert_int_eq(wt_shape_preset(&S, "smal", err, sizeof err), -1);
  ck_assert_str_eq(err, "unknown preset 'smal'; presets are tiny, small, default, thesis-tesla, small-cc, quad");
  char little[24]; /* as much of it as there is room for */
  ck_assert_int_eq(wt_shape_preset(&S, "x", little, sizeof little), -1);
  ck_assert_str_eq(little, "unknown preset 'x'; pre");
}
END_TEST
START_TEST(the_nearest_preset_names_a_shape) {
  static const char *const is[][3] = {{"tiny", "", "tiny"},
                                      {"small", "SCHED=lrr MEM_LAT=7", "small"}, /* no modes, no environment */
                                      {"small", "WARPS=4", "small WARPS=4"},
                                      {"small", "SCOREBOARD=codes OPREAD=naive", "small-cc"},
                                      {"small", "SCOREBOARD=codes", "small SCOREBOARD=codes"},
                                      {"small", "GROUPING=dwr WARPS=4", "small WARPS=4 GROUPING=dwr"},
                                      {"default", "LANES=8 REGS=16384 SMEM_BYTES=16384 DWR_SUBWARPS=8 PST_LATENCY=24", "thesis-tesla"}};
  char label[200];
  for (size_t i = 0; i < sizeof is / sizeof *is; i++) {
    ck_assert_int_eq(shaped(is[i][0], is[i][1]), 0);
    ck_assert_ptr_eq(wt_shape_label(&S, label, sizeof label), label);
    ck_assert_str_eq(label, is[i][2]);
  }
  ck_assert_int_eq(shaped("small", "WARPS=4 CTAS=3"), 0);
  memset(label, 'x', sizeof label);
  wt_shape_label(&S, label, 10);
  ck_assert_str_eq(label, "small WAR");
  ck_assert_int_eq(label[10], 'x');
}
END_TEST
/* Every structural key counts, the first one, too: half of those in which two presets differ are the one's, half the other's. */
START_TEST(each_key_counts) {
  wt_shape small, large;
  unsigned differ = 0, moved = 0;
  char label[900];
  ck_assert(!wt_shape_preset(&small, "small", err, sizeof err) && !wt_shape_preset(&large, "default", err, sizeof err));
  for (const wt_key *k = wt_keys; k < wt_keys + wt_nkeys; k++) differ += k->kind == 'S' && wt_key_get(&small, k) != wt_key_get(&large, k);
  S = small;
  const unsigned odd = differ % 2, most = differ / 2 + odd;
  ck_assert_str_eq(wt_keys[0].name, "WARPS");
  for (const wt_key *k = wt_keys + !odd; k < wt_keys + wt_nkeys && moved < most; k++) { /* of an even number without the first */
    char set[60], text[16];
    if (k->kind != 'S' || wt_key_get(&small, k) == wt_key_get(&large, k)) continue;
    snprintf(set, sizeof set, "%s=%s", k->name, wt_key_text(k, wt_key_get(&large, k), text));
    ck_assert_int_eq(wt_shape_set(&S, set, err, sizeof err), 0);
    moved++;
  }
  wt_shape_label(&S, label, sizeof label);
  ck_assert_msg(!strncmp(label, odd ? "default " : "small ", odd ? 8 : 6), "%s", label); /* of two that are as near the first */
}
END_TEST
START_TEST(what_is_verilated_hangs_on_structural_keys) {
  ck_assert_int_eq(shaped("small", ""), 0);
  const uint64_t h = wt_shape_hash(&S);
  for (const wt_key *k = wt_keys; k < wt_keys + wt_nkeys; k++) {
    wt_shape other = S;
    char set[60], text[16];
    const unsigned now = wt_key_get(&S, k), v = k->pow2 ? (now < k->max ? 2 * now : now / 2) : now < k->max ? now + 1 : now - 1;
    if (k->min == k->max) continue;
    snprintf(set, sizeof set, "%s=%s", k->name, wt_key_text(k, v, text));
    ck_assert_msg(!wt_shape_set(&other, set, err, sizeof err), "%s", err);
    ck_assert_msg((wt_shape_hash(&other) != h) == (k->kind == 'S'), "%s", set);
  }
}
END_TEST
START_TEST(legal_values_in_words) {
  static const char *const is[][2] = {{"WARPS", "1..64"},
                                      {"LANES", "2|4|8|16|32"},
                                      {"SCHED", "lrr|gto|oldest|twolevel|cggty"},
                                      {"OPREAD", "naive|collector"},
                                      {"FORCE", "0..1"},
                                      {"L1_LINE", "32|64|128"},
                                      {"COAL_BYTES", "128|64|32"},
                                      {"IMEM_LAT", "1..8"},
                                      {"DIVERGENCE", "hanoi_yr|hanoi|simt_stack|barrier|multipath"}};
  char text[100];
  for (size_t i = 0; i < sizeof is / sizeof *is; i++) {
    ck_assert_ptr_eq(wt_key_values(key(is[i][0]), text, sizeof text), text);
    ck_assert_str_eq(text, is[i][1]);
  }
  for (int pow2 = 0; pow2 < 2; pow2++) {
    memset(text, 'x', sizeof text);
    wt_key_values(key(pow2 ? "LANES" : "SCHED"), text, 6);
    ck_assert_str_eq(text, pow2 ? "2|4|8" : "lrr|g");
    ck_assert_int_eq(text[6], 'x');
  }
}
END_TEST
START_TEST(keys_that_nothing_reads) {
  static const char *const is[][3] = {
    {"", "SB_ENTRIES", "SCOREBOARD=bit does not read it, SCOREBOARD=coon does"},
    {"", "OREC", "DIVERGENCE=hanoi_yr does not read it, DIVERGENCE=multipath does"},
    {"", "WSYNC_SLOTS", NULL},
    {"DIVERGENCE=hanoi", "WSYNC_SLOTS", "DIVERGENCE=hanoi does not read it, DIVERGENCE=hanoi_yr|barrier|multipath does"},
    {"DIVERGENCE=hanoi", "BX_REGS", NULL},
    {"DIVERGENCE=multipath", "BX_REGS", "DIVERGENCE=multipath does not read it, DIVERGENCE=hanoi_yr|hanoi|simt_stack|barrier does"},
    {"DIVERGENCE=multipath", "WSYNC_SLOTS", NULL},
    {"DIVERGENCE=hanoi", "WS_DEPTH", NULL},
    {"", "WS_DEPTH", "DIVERGENCE=hanoi_yr does not read it, DIVERGENCE=hanoi does"}, /* a part of its name */
    {"", "L1_WAYS", "L1_BYTES=0 does not read it, any number above it does"},
    {"L1_BYTES=512", "L1_WAYS", NULL},
    {"", "WARPS", NULL},
    {"", "NOTHING", NULL},
  };
  char why[200];
  for (size_t i = 0; i < sizeof is / sizeof *is; i++) {
    ck_assert_int_eq(shaped("tiny", is[i][0]), 0);
    strcpy(why, "nothing");
    const int idle = wt_shape_idle_key(&S, is[i][1], strlen(is[i][1]), why, sizeof why);
    ck_assert_msg(idle == (is[i][2] != NULL), "%s, %s: %s", is[i][0], is[i][1], why);
    ck_assert_str_eq(why, is[i][2] ? is[i][2] : "nothing");
  }
  ck_assert_int_eq(wt_shape_idle_key(&S, "ORECX", 4, why, sizeof why), 1); /* of this length */
  ck_assert_int_eq(wt_shape_idle_key(&S, "OREC", 3, why, sizeof why), 0);
}
END_TEST

/* ---- numbers ---- */

START_TEST(bits_for_n_things) {
  static const unsigned is[][2] = {{0, 1}, {1, 1}, {2, 1}, {3, 2}, {4, 2}, {5, 3}, {8, 3}, {9, 4}, {1u << 30, 30}, {(1u << 30) + 1, 31}, {~0u, 31}};
  for (size_t i = 0; i < sizeof is / sizeof *is; i++) ck_assert_uint_eq(wt_clog2(is[i][0]), is[i][1]);
}
END_TEST
/* A pass more is a cycle more; four stages and one to spare are covered by 3. */
START_TEST(stall_counts_that_are_too_small) {
  static const struct {
    const char *keys;
    unsigned lacks;
  } is[] = {{"SCOREBOARD=bit FP_EXTRA=0", 0}, {"FP_EXTRA=3", 0},         {"FP_EXTRA=2", 1}, {"FP_EXTRA=0", 3}, {"FP_EXTRA=3 FP_LANES=4", 1},
            {"FP_EXTRA=4 FP_LANES=4", 0},     {"FP_EXTRA=3 FP_LAT=8", 4}};
  for (size_t i = 0; i < sizeof is / sizeof *is; i++) {
    char keys[100];
    snprintf(keys, sizeof keys, "SCOREBOARD=codes %s", is[i].keys);
    ck_assert_int_eq(shaped("small", keys), 0);
    ck_assert_msg(wt_shape_fp_lacks(&S) == is[i].lacks, "%s: %u", keys, wt_shape_fp_lacks(&S));
  }
}
END_TEST
START_TEST(numbers_by_their_names) {
  static const struct {
    const char *name;
    uint32_t value;
  } is[] = {{"WARPS", 8},       {"BEATS", 4},       {"WARP_W", 3},           {"SCHED_gto", 1},    {"UOP_W", UOP_W},
            {"HSRC_W", HSRC_W}, {"HCTL_W", HCTL_W}, {"MEM_MODEL_l2dram", 1}, {"COAL_BYTES_32", 2}};
  uint32_t v;
  ck_assert_int_eq(shaped("small", ""), 0);
  for (size_t i = 0; i < sizeof is / sizeof *is; i++) {
    ck_assert_int_eq(wt_number(&S, is[i].name, &v), 0);
    ck_assert_msg(v == is[i].value, "%s: %u", is[i].name, v);
  }
  /* where the lowest bit of a field is: the last one of a layout is at 0 */
  uint32_t words[UOP_WORDS] = {0};
  uop_put_op(words, 1);
  ck_assert_int_eq(wt_number(&S, "uop_op_L", &v), 0);
  ck_assert_uint_eq(wt_words_get(words, v, 1), 1);
  for (unsigned i = 0; i < UOP_W; i++) ck_assert_uint_eq(wt_words_get(words, i, 1), i == v);
  v = 77;
  ck_assert_int_eq(wt_number(&S, "WARP", &v), -1);
  ck_assert_int_eq(wt_number(&S, "", &v), -1);
  ck_assert_uint_eq(v, 77);
}
END_TEST

int main(void) {
  Suite *s = suite_create("shapes");
  TCase *t = tcase_create("shapes");
  tcase_add_test(t, values_that_a_key_does_not_take);
  tcase_add_test(t, values_that_a_key_takes);
  tcase_add_test(t, every_rule_on_both_sides);
  tcase_add_test(t, sub_warps_take_the_place_of_warps);
  tcase_add_test(t, a_shape_that_is_larger_than_the_program);
  tcase_add_test(t, presets);
  tcase_add_test(t, the_nearest_preset_names_a_shape);
  tcase_add_test(t, each_key_counts);
  tcase_add_test(t, what_is_verilated_hangs_on_structural_keys);
  tcase_add_test(t, legal_values_in_words);
  tcase_add_test(t, keys_that_nothing_reads);
  tcase_add_test(t, bits_for_n_things);
  tcase_add_test(t, stall_counts_that_are_too_small);
  tcase_add_test(t, numbers_by_their_names);
  suite_add_tcase(s, t);
  return suite_run(s);
}
