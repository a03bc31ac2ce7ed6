/* wt_launch.c - checks a launch against the kernel and the shape and builds its constant banks and side band. */
#include "lib/wt_launch.h"
#include "isa/wt_dis.h"
#include "isa/wt_lines.h"
#include "isa/wt_service.h"
#include "oracle/wt_sem.h"
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Bank 0, byte offsets. */
enum { LISTED = 6 }; /* addresses named of one kind of refused instruction */
enum {
  C0_BLOCK = 0x00,
  C0_GRID = 0x0c,
  C0_SHARED = 0x18,
  C0_LOCAL = 0x20,
  C0_STACK = 0x28,
  C0_DYNAMIC = 0x2c,
  C0_GRIDID = 0x30,
  C0_BANK3 = 0x50,
  C0_SMS = 0x10c
};
enum { BLOCK_Z_MAX = 64, GRID_YZ_MAX = 65535, GRID_X_MAX = 0x7fffffff };

typedef struct {
  wt_launch_desc *L;
  const struct wt_module *m;
  const wt_cubin_kernel *k;
  const wt_launch_limits *lim;
  char *err;
  size_t errn;
} build;

static wt_status fail(const build *b, wt_status st, const char *fmt, ...) {
  va_list ap;
  size_t n = b->errn ? (size_t)snprintf(b->err, b->errn, "%s: kernel %s: ", b->m->cubin.path, b->k->name) : 0;
  va_start(ap, fmt);
  if (n < b->errn) vsnprintf(b->err + n, b->errn - n, fmt, ap);
  va_end(ap);
  return st;
}

static wt_status no_memory(const build *b) { return fail(b, WT_USAGE, "out of memory, free some"); }

/* ---- grid and block ---- */

static wt_status impossible(const build *b, const char *what, const unsigned d[3], const char *why) {
  return fail(b, WT_USAGE, "impossible grid/block: %s %u,%u,%u %s", what, d[0], d[1], d[2], why);
}

static wt_status check_dims(build *b, const wt_dims *d) {
  const unsigned *g = d->grid, *t = d->block;
  const uint32_t *req = b->k->reqntid, *max = b->k->max_threads;
  char why[96];
  if (!g[0] || !g[1] || !g[2]) return impossible(b, "grid", g, "has a zero, give at least 1 each");
  if (!t[0] || !t[1] || !t[2]) return impossible(b, "block", t, "has a zero, give at least 1 each");
  if (g[0] > GRID_X_MAX || g[1] > GRID_YZ_MAX || g[2] > GRID_YZ_MAX) {
    return impossible(b, "grid", g, "is too large, the limit is 2147483647,65535,65535");
  }
  if (t[0] > WT_LAUNCH_BLOCK_MAX || t[1] > WT_LAUNCH_BLOCK_MAX || t[2] > BLOCK_Z_MAX) {
    return impossible(b, "block", t, "is too large, the limit is 1024,1024,64");
  }
  uint64_t threads = (uint64_t)t[0] * t[1] * t[2], most = WT_LAUNCH_BLOCK_MAX;
  if (max[0] && (uint64_t)max[0] * max[1] * max[2] < most) most = (uint64_t)max[0] * max[1] * max[2];
  if (threads > most) {
    snprintf(why, sizeof why, "has %" PRIu64 " threads, the limit of this kernel is %" PRIu64, threads, most);
    return impossible(b, "block", t, why);
  }
  if (req[0] && (t[0] != req[0] || t[1] != req[1] || t[2] != req[2])) {
    snprintf(why, sizeof why, "is not the block the source demands, give %u,%u,%u", req[0], req[1], req[2]);
    return impossible(b, "block", t, why);
  }
  b->L->threads = (unsigned)threads;
  b->L->ctas = (uint64_t)g[0] * g[1] * g[2];
  memcpy(b->L->grid, g, sizeof b->L->grid);
  memcpy(b->L->block, t, sizeof b->L->block);
  return WT_OK;
}

unsigned wt_launch_places(const wt_launch_limits *lim, const wt_cubin_kernel *k) { return lim->warp_size < 32 && (lim->gang > 1 || k->compiled); }
unsigned wt_launch_slots(const wt_launch_limits *lim, unsigned places, unsigned warps) {
  unsigned unit = places && 32 / lim->warp_size > lim->gang ? 32 / lim->warp_size : lim->gang;
  return (warps + unit - 1) / unit * unit;
}

static wt_status check_shape(build *b, const wt_dims *d) {
  wt_launch_desc *L = b->L;
  const wt_launch_limits *lim = b->lim;
  unsigned unit = lim->reg_unit ? lim->reg_unit : 1, regs = (b->k->regs + unit - 1) / unit * unit;
  L->warps_per_cta = (L->threads + lim->warp_size - 1) / lim->warp_size;
  if (L->warps_per_cta > lim->warps) {
    return fail(b, WT_USAGE, "impossible grid/block: %u threads are %u warps, " WT_SHAPE_TOO_SMALL " %u, make the block smaller", L->threads,
                L->warps_per_cta, lim->warps);
  }
  L->places = wt_launch_places(lim, b->k);
  L->slots_per_cta = wt_launch_slots(lim, L->places, L->warps_per_cta);
  uint64_t want = (uint64_t)regs * lim->warp_size * L->warps_per_cta;
  if (want > lim->regs) {
    return fail(b, WT_USAGE,
                "impossible grid/block: a block wants %" PRIu64 " registers (%u a thread), " WT_SHAPE_TOO_SMALL " "
                "%u, make the block smaller",
                want, regs, lim->regs);
  }
  uint64_t smem = (uint64_t)b->k->smem + d->dyn_smem;
  if (smem > lim->smem_bytes) {
    return fail(b, WT_USAGE,
                "wants %" PRIu64 " bytes of shared memory (%u static, %u dynamic), " WT_SHAPE_TOO_SMALL " %u, use "
                "less",
                smem, b->k->smem, d->dyn_smem, lim->smem_bytes);
  }
  L->smem = (unsigned)smem;
  return WT_OK;
}

unsigned wt_launch_most(const wt_cubin_kernel *k, const wt_launch_limits *lim) {
  unsigned unit = lim->reg_unit ? lim->reg_unit : 1, regs = (k->regs + unit - 1) / unit * unit;
  uint64_t most = k->smem > lim->smem_bytes ? 0 : WT_LAUNCH_BLOCK_MAX, bound = (uint64_t)k->max_threads[0] * k->max_threads[1] * k->max_threads[2];
  uint64_t warps = lim->regs / (regs * lim->warp_size);
  if (warps > lim->warps) warps = lim->warps;
  if (bound && bound < most) most = bound;
  return (unsigned)(most < warps * lim->warp_size ? most : warps * lim->warp_size);
}

/* ---- constant banks ---- */

static wt_status check_args(const build *b, const wt_arg *args, size_t nargs) {
  const wt_cubin_kernel *k = b->k;
  for (size_t i = 0; i < nargs && i < k->nparams; i++) {
    if (args[i].size != k->param[i].size) {
      return fail(b, WT_USAGE, "argument %zu has %zu bytes, %u are expected, give a value of that size", i + 1, args[i].size, k->param[i].size);
    }
  }
  if (nargs < k->nparams) {
    return fail(b, WT_USAGE, "takes %u arguments, %zu given: argument %zu (%u bytes) is missing", k->nparams, nargs, nargs + 1, k->param[nargs].size);
  }
  if (nargs > k->nparams) {
    return fail(b, WT_USAGE, "takes %u arguments, %zu given: argument %u is too many, leave it out", k->nparams, nargs, k->nparams + 1);
  }
  return WT_OK;
}

static void put_le(uint8_t *p, uint64_t v, unsigned n) {
  for (unsigned i = 0; i < n; i++) p[i] = (uint8_t)(v >> (8 * i));
}

static wt_status build_bank0(build *b, const wt_arg *args, size_t nargs) {
  wt_launch_desc *L = b->L;
  wt_status s = check_args(b, args, nargs);
  if (s) return s;
  uint8_t *p = calloc(1, b->k->const0_size);
  if (!p) return no_memory(b);
  for (unsigned i = 0; i < 3; i++) {
    put_le(p + C0_BLOCK + 4 * i, L->block[i], 4);
    put_le(p + C0_GRID + 4 * i, L->grid[i], 4);
  }
  put_le(p + C0_SHARED, WT_LAUNCH_SHARED_WINDOW, 8);
  put_le(p + C0_LOCAL, WT_LAUNCH_LOCAL_WINDOW, 8);
  put_le(p + C0_STACK, L->stack, 4);
  put_le(p + C0_DYNAMIC, L->smem - b->k->smem, 4);
  if (b->k->param_base >= C0_GRIDID + 8) put_le(p + C0_GRIDID, b->lim->number, 8);
  if (b->k->param_base >= C0_BANK3 + 8) put_le(p + C0_BANK3, b->m->place[WT_CUBIN_CONST3], 8);
  if (b->k->param_base >= C0_SMS + 4) put_le(p + C0_SMS, b->lim->sms ? b->lim->sms : 1, 4);
  for (size_t i = 0; i < nargs; i++) {
    memcpy(p + b->k->param_base + b->k->param[i].offset, args[i].data, args[i].size);
  }
  L->bank[0] = (wt_launch_bank){p, b->k->const0_size};
  return WT_OK;
}

static wt_status copy_bank(build *b, unsigned bank, const uint8_t *data, size_t size) {
  if (!size) return WT_OK;
  uint8_t *p = malloc(size);
  if (!p) return no_memory(b);
  if (data) memcpy(p, data, size);
  else memset(p, 0, size);
  b->L->bank[bank] = (wt_launch_bank){p, size};
  return WT_OK;
}

/* Banks 3 and 4 are taken from device memory, where the host program may have written to them. */
static wt_status memory_bank(build *b, unsigned bank, wt_cubin_place place) {
  size_t size = (size_t)b->m->cubin.place[place].size;
  return copy_bank(b, bank, size ? wt_mem_ptr(b->m->mem, b->m->place[place], size) : NULL, size);
}

static wt_status build_banks(build *b, const wt_arg *args, size_t nargs) {
  wt_status s = build_bank0(b, args, nargs);
  if (!s) s = copy_bank(b, 2, b->k->const2.data, (size_t)b->k->const2.size);
  if (!s) s = memory_bank(b, 3, WT_CUBIN_CONST3);
  if (!s) s = memory_bank(b, 4, WT_CUBIN_CONST4);
  if (!s) wt_service_fill(&b->m->cubin, b->k, (uint8_t *)(uintptr_t)b->L->bank[4].data, b->L->bank[4].size);
  return s;
}

/* ---- code ---- */

/* Loads and stores of global and local memory (and generic ones, which may be either); atomics do not wait for partners. */
static int is_sensitive(unsigned id) {
  switch (id) {
    case WT_I_LDG:
    case WT_I_LDG_U:
    case WT_I_STG:
    case WT_I_STG_U:
    case WT_I_LD:
    case WT_I_ST:
    case WT_I_ST_U:
    case WT_I_LDL:
    case WT_I_STL:
    case WT_I_STL_U: return 1;
    default: return 0;
  }
}

/* Where control can go from an instruction: to the next one, to targets. BSSY names the point of reconvergence. */
typedef struct {
  int falls, calls; /* calls: through a register */
  int tabled;       /* needs a table */
  uint32_t direct;  /* byte offset, or NOWHERE */
  const wt_cfg_targets *table;
} flow;
#define NOWHERE UINT32_MAX

static const wt_cfg_targets *table_at(const wt_cubin_kernel *k, uint32_t pc) {
  for (uint32_t i = 0; i < k->nbrx; i++) {
    if (k->brx[i].pc == pc) return &k->brx[i];
  }
  return NULL;
}

static flow flow_of(const wt_cubin_kernel *k, uint32_t i) {
  wt_word w = k->code[i];
  unsigned id = wt_isa_find(w), guard = (unsigned)wt_bits(w, 15, 12), extra = (unsigned)wt_bits(w, 90, 87);
  int never = guard == 15 || extra == 15, always = guard == 7 && extra == 7;
  uint32_t pc = i * 16;
  flow f = {.falls = 1, .direct = NOWHERE};
  switch (id) {
    case WT_I_BRA: /* .DIV and .CONV decide by the state of the warp */
      if (!never) f.direct = wt_isa_bra_target(w, pc);
      f.falls = !always || wt_bits(w, 33, 32) >= 2;
      break;
    case WT_I_CALL_REL: f.direct = wt_isa_bra_target(w, pc); break;
    case WT_I_BSSY: f.direct = wt_isa_bssy_target(w, pc); break;
    case WT_I_CALL_REL_R:
    case WT_I_CALL_ABS_R:
      f.table = table_at(k, pc);
      f.calls = !never;
      break;
    case WT_I_BRX:
    case WT_I_BRXU:
    case WT_I_JMP:
    case WT_I_JMX:
      f.table = table_at(k, pc);
      f.tabled = !never;
      f.falls = !always;
      break;
    case WT_I_EXIT:
    case WT_I_RET:
    case WT_I_KILL: f.falls = !always; break;
    default: break;
  }
  return f;
}

typedef struct {
  uint32_t *todo, n;
  uint32_t leaves, to; /* an instruction after which control leaves the code, and where it goes; NOWHERE = none */
  uint32_t blind;      /* an instruction of which nobody says where it goes; NOWHERE = none */
} walk;

static void reach(const build *b, walk *w, uint32_t from, uint64_t pc) {
  uint8_t *mark = b->L->reach;
  if (pc % 16 || pc / 16 >= b->k->n) {
    if (from < w->leaves) {
      w->leaves = from;
      w->to = (uint32_t)pc;
    }
    return;
  }
  if (mark[pc / 16]) return;
  mark[pc / 16] = 1;
  w->todo[w->n++] = (uint32_t)(pc / 16);
}

static wt_status find_reachable(build *b, walk *w) {
  w->todo = malloc(b->k->n * sizeof *w->todo);
  if (!w->todo) return no_memory(b);
  reach(b, w, 0, 0);
  while (w->n) {
    uint32_t i = w->todo[--w->n];
    flow f = flow_of(b->k, i);
    if (f.direct != NOWHERE) reach(b, w, i, f.direct);
    for (uint32_t t = 0; f.table && t < f.table->n; t++) reach(b, w, i, f.table->target[t]);
    for (uint32_t t = 0; f.calls && !f.table && t < b->k->nfunc; t++) reach(b, w, i, b->k->func[t]);
    if (!f.table && (f.tabled || (f.calls && !b->k->nfunc)) && i < w->blind) w->blind = i;
    if (f.falls) reach(b, w, i, ((uint64_t)i + 1) * 16);
  }
  free(w->todo);
  return WT_OK;
}

/* The highest register an instruction names, -1 = none. */
static int top_register(const wt_sem_insn *s) {
  int top = -1;
  for (unsigned i = 0; i < s->nsr; i++) {
    if (s->sr[i] != WT_SEM_RZ && s->sr[i] > top) top = s->sr[i];
  }
  if (!s->udst && s->nrd && s->rd != WT_SEM_RZ && s->rd + s->nrd - 1 > top) top = s->rd + s->nrd - 1;
  return top;
}

/* What of a source brings an instruction that its author did not write. */
static const char *origin(unsigned id) {
  static const char *const quotient[] = {"I2F", "F2I", "MUFU", "I2FP"};
  for (size_t i = 0; id != WT_I_INVALID && i < sizeof quotient / sizeof *quotient; i++)
    if (!strcmp(wt_isa_rows[id].mnemonic, quotient[i])) return " (integers: / and % by a variable compile to this)";
  return "";
}

/* " (k.cu:12)", or nothing where the file has no lines. */
static const char *in_source(const build *b, uint32_t pc, char *buf, size_t n) {
  char line[WT_DIS_MAX];
  const char *at = wt_lines_find(&b->m->cubin, b->k, pc, line, sizeof line);
  snprintf(buf, n, at ? " (%s)" : "", at);
  return buf;
}

/* Does the mask name lanes of more than one warp of n lanes? */
static int leaves(uint32_t mask, unsigned n) {
  for (unsigned at = 0; mask && at < 32; at += n) {
    uint32_t own = ((1u << n) - 1) << at;
    if (mask & own) return (mask & ~own) != 0;
  }
  return 0;
}

/* Code for warps of 32 on narrower ones: what exchanges values between lanes of different ones, or brings them together, is not executed. */
static const char *crosses(const build *b, wt_word w, unsigned id) {
  switch (id) {
    case WT_I_SHFL_RR:
    case WT_I_SHFL_RI:
    case WT_I_SHFL_IR:
    case WT_I_SHFL_II: return "it takes values from lanes of other warps";
    case WT_I_MATCH: return "it compares values with lanes of other warps";
    case WT_I_VOTE:
    case WT_I_VOTEU: return wt_bits(w, 90, 87) == 7 ? NULL : "it asks lanes of other warps";
    case WT_I_WARPSYNC_I: return leaves((uint32_t)wt_bits(w, 63, 32), b->lim->warp_size) ? "it waits for lanes of other warps" : NULL;
    case WT_I_WARPSYNC_C:
    case WT_I_WARPSYNC_R: return b->lim->no_oracle ? "only the oracle sees whether it waits for lanes of other warps" : NULL;
    case WT_I_NOP: return "compiled code means __syncwarp() by it, which waits for lanes of other warps";
    default: return NULL;
  }
}

/* The same code on wider ones, where two of its warps are one: whatever looks at the lanes of "the warp", or at a lane's number. The halves shuffle
 * apart, as they should; what a warp of 32 has in common, by a shuffle for instance, need not be the same in both. */
static const char *joins(wt_word w, unsigned id) {
  unsigned sr = (unsigned)wt_bits(w, 79, 72);
  switch (id) {
    case WT_I_R2UR: return "it takes the value of one lane for that of another warp too";
    case WT_I_MATCH: return "it compares values with lanes of another warp";
    case WT_I_VOTE:
    case WT_I_VOTEU: return "it asks lanes of another warp, and its masks have 32 bits";
    case WT_I_WARPSYNC_I:
    case WT_I_WARPSYNC_C:
    case WT_I_WARPSYNC_R: return "its mask has no lanes above 31";
    case WT_I_S2R:
    case WT_I_CS2R:
    case WT_I_S2UR: return sr == 0 ? "it counts lanes up to 31" : sr >= 56 && sr <= 60 ? "it is a mask of 32 lanes" : NULL;
    default: return NULL;
  }
}

static wt_status check_width(const build *b, uint32_t i, unsigned id) {
  wt_word w = b->k->code[i];
  const char *why = b->L->places ? crosses(b, w, id) : b->lim->warp_size > 32 && b->k->compiled ? joins(w, id) : NULL;
  char text[WT_DIS_MAX], source[WT_DIS_MAX];
  if (!why) return WT_OK;
  wt_dis_short(w, i * 16, text, sizeof text);
  return fail(b, WT_UNSUPPORTED, "0x%04x%s: %s is for warps of 32 threads, those of this shape have %u: %s; use a shape with warps of 32", i * 16,
              in_source(b, i * 16, source, sizeof source), text, b->lim->warp_size, why);
}

static wt_status check_insn(const build *b, uint32_t i) {
  wt_word w = b->k->code[i];
  unsigned id = wt_isa_find(w), pc = i * 16;
  const char *why = id == WT_I_INVALID ? "unknown opcode" : "not in the supported set";
  char text[WT_DIS_MAX], source[WT_DIS_MAX];
  wt_sem_insn s;
  if (id != WT_I_INVALID && wt_isa_rows[id].supported) {
    if (!wt_sem_decode(w, &s)) {
      int top = top_register(&s);
      if (b->lim->every && (s.nsu || s.sup || s.udst)) {
        wt_dis_short(w, pc, text, sizeof text);
        return fail(b, WT_UNSUPPORTED,
                    "0x%04x: %s uses uniform registers, which all paths of a warp share: PATH_SWITCH=every cannot run it, "
                    "set PATH_SWITCH=points",
                    pc, text);
      }
      if (top < (int)b->k->regs) return check_width(b, i, id);
      return fail(b, WT_USAGE, "0x%04x uses R%d, but the kernel declares %u registers, declare more", pc, top, b->k->regs);
    }
    why = s.why ? s.why : "refused by the oracle";
  }
  wt_dis_short(w, pc, text, sizeof text);
  return fail(b, WT_UNSUPPORTED, "0x%04x%s: unsupported instruction %s (%s, raw 0x%016" PRIx64 "%016" PRIx64 "): %s, rewrite the source without it%s",
              pc, in_source(b, pc, source, sizeof source), text, id == WT_I_INVALID ? "no known mnemonic" : wt_isa_rows[id].mnemonic, w.hi, w.lo, why,
              origin(id));
}

/* What is refused besides the first one, by mnemonic: how often and where. */
typedef struct {
  unsigned n, kinds, count[256];
  uint32_t first[256][LISTED];
} refused;

static void count_refused(refused *r, unsigned id, uint32_t pc) {
  if (r->count[id] < LISTED) r->first[id][r->count[id]] = pc;
  if (!r->count[id]++) r->kinds++;
  r->n++;
}

static void list_refused(const build *b, const refused *r) {
  size_t k = b->errn ? strlen(b->err) : 0;
  char text[WT_DIS_MAX], source[WT_DIS_MAX];
#define SAY(...) (k += k < b->errn ? (size_t)snprintf(b->err + k, b->errn - k, __VA_ARGS__) : 0)
  if (r->n < 2) return;
  SAY("\n  %u instructions of %u kinds are refused:", r->n, r->kinds);
  for (unsigned id = 0; id < 256; id++) {
    if (!r->count[id]) continue;
    wt_dis_short(b->k->code[r->first[id][0] / 16], r->first[id][0], text, sizeof text);
    SAY("\n  %5u  %s, at", r->count[id], text);
    for (unsigned i = 0; i < LISTED && i < r->count[id]; i++) SAY(" 0x%04x%s", r->first[id][i], in_source(b, r->first[id][i], source, sizeof source));
    if (r->count[id] > LISTED) SAY(" ...");
  }
#undef SAY
}

/* The first refusal is the message; the others are counted behind it. */
static wt_status check_code(build *b) {
  refused *r = calloc(1, sizeof *r);
  build quiet = *b;
  wt_status s = r ? WT_OK : no_memory(b);
  quiet.errn = 0;
  for (uint32_t i = 0; r && i < b->k->n; i++) {
    if (!b->L->reach[i]) continue;
    wt_status one = check_insn(s ? &quiet : b, i);
    if (one == WT_UNSUPPORTED && s != WT_USAGE) count_refused(r, wt_isa_find(b->k->code[i]), i * 16);
    if (!s) s = one;
  }
  if (s == WT_UNSUPPORTED && r) list_refused(b, r);
  free(r);
  return s;
}

static wt_status build_code(build *b) {
  wt_launch_desc *L = b->L;
  walk w = {NULL, 0, NOWHERE, 0, NOWHERE};
  if (b->k->why[0]) return fail(b, WT_UNSUPPORTED, "%s", b->k->why);
  L->sens = calloc(b->k->n, 1);
  L->reach = calloc(b->k->n, 1);
  if (!L->sens || !L->reach) return no_memory(b);
  wt_status s = find_reachable(b, &w);
  for (uint32_t i = 0; i < b->k->n; i++) {
    L->sens[i] = (uint8_t)is_sensitive(wt_isa_find(b->k->code[i]));
  }
  if (!s) s = check_code(b);
  if (!s && w.blind != NOWHERE) {
    return fail(b, WT_UNSUPPORTED, "0x%04x: the targets of this indirect branch or call are not in the file, name them (.targets)", w.blind * 16);
  }
  if (!s && w.leaves != NOWHERE) {
    return fail(b, WT_UNSUPPORTED, "0x%04x: control flow leaves the code for 0x%x, end every path with EXIT", w.leaves * 16, w.to);
  }
  return s;
}

unsigned wt_launch_local(const wt_launch_limits *lim, const wt_cubin_kernel *k) {
  unsigned bytes = k->stack - (k->open ? WT_CUBIN_STACK_OPEN : 0) + (k->open ? lim->stack : 0);
  return bytes < WT_CUBIN_STACK_MAX ? bytes : WT_CUBIN_STACK_MAX;
}

static void from_kernel(wt_launch_desc *L, const struct wt_module *m, const wt_cubin_kernel *k, const wt_launch_limits *lim) {
  L->file = m->cubin.path;
  L->cubin = &m->cubin;
  L->kernel = k->name;
  L->code = k->code;
  L->n_insns = k->n;
  L->own = k->own;
  L->brx = k->brx;
  L->nbrx = k->nbrx;
  L->func = k->func;
  L->nfunc = k->nfunc;
  L->regs = k->regs;
  L->barriers = k->barriers;
  L->stack = (wt_launch_local(lim, k) + 15) / 16 * 16;
  L->open = (unsigned)k->open;
  L->smem_static = k->smem;
}

wt_status wt_launch_build(wt_launch_desc *L, const struct wt_module *m, const char *kernel, const wt_dims *dims, const wt_arg *args, size_t nargs,
                          const wt_launch_limits *lim, char *err, size_t errn) {
  build b = {L, m, NULL, lim, err, errn};
  memset(L, 0, sizeof *L);
  wt_status s = wt_module_kernel(m, kernel, &b.k, err, errn);
  if (s) return s;
  from_kernel(L, m, b.k, lim);
  s = check_dims(&b, dims);
  const int too_large = !s && (s = check_shape(&b, dims));
  if (!s) s = build_banks(&b, args, nargs);
  if (!s) s = build_code(&b);
  if (!s) return WT_OK;
  wt_launch_free(L);
  L->cause = too_large ? WT_CAUSE_SHAPE : s == WT_UNSUPPORTED ? WT_CAUSE_UNSUPPORTED : WT_CAUSE_NONE;
  return s;
}

wt_status wt_launch_check(const struct wt_module *m, const char *kernel, const wt_launch_limits *lim, char *err, size_t errn) {
  wt_launch_desc L = {0};
  build b = {&L, m, NULL, lim, err, errn};
  wt_status s = wt_module_kernel(m, kernel, &b.k, err, errn);
  if (s) return s;
  L.places = wt_launch_places(lim, b.k);
  s = build_code(&b);
  wt_launch_free(&L);
  return s;
}

void wt_launch_free(wt_launch_desc *L) {
  for (unsigned i = 0; i < WT_LAUNCH_BANKS; i++) free((void *)L->bank[i].data);
  free(L->rpc);
  free(L->sens);
  free(L->reach);
  memset(L, 0, sizeof *L);
}
