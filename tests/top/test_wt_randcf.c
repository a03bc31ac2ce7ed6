/* test_wt_randcf.c - random control-flow programs (randcf_gen.h) on every control-flow unit.
 *
 * Each program runs on the C twin with the oracle in tandem, a share of them on both twins in lock-step, with the
 * invariants of wt_check.h in every cycle, on the state of each twin; then on the oracle alone, which chooses its paths at random. Final memory must be
 * equal, and the words that the locks guard must have counted every pass.
 *
 * WT_RANDCF_COUNT, WT_RANDCF_SEED, WT_RANDCF_UNIT: number of programs a unit, the first one, one unit only. The argument
 * `units` lists the units.
 * A program that fails is left in /tmp/randcf_<unit>_<number>.sass.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "isa/wt_asm.h"
#include "isa/wt_elfw.h"
#include "spec/wt_paths.h"
#include "tests/top/randcf_gen.h"
#include "cosim/wt_twin_rtl.h"
#include "lib/wt_session.h"
#include "tests/beside_kit.h"
#include "tests/suite.h"

enum { GRID = 2, MAX_THREADS = 128, BATCH = 20, MAX_CYCLES = 3000000, NKEYS = 10 };

/* Units and what their programs may hold; overflows: a program may end with a full table of the unit (counted). rtl: 0 = both twins
 * run when the unit is asked for by name only (its RTL is built for nothing else), 1 = also on small, where other suites run this unit, 2 = on tiny, too. */
static const struct {
  const char *name, *unit;
  unsigned may;
  int overflows, rtl;
  const char *set[4];
} units[] = {
  {"hanoi_yr", "hanoi_yr", RCF_ALL, 0, 2, {NULL}},
  /* without its two helps: what compilers make of structured code needs neither */
  {"hanoi_yr_strict", "hanoi_yr", RCF_BREAK | RCF_EXITS | RCF_WSYNC | RCF_BAR, 0, 2, {"YIELD_RELEASE=0", "FORCE=0", NULL}},
  {"barrier", "barrier", RCF_ALL, 0, 1, {"PATH_POLICY=rr", NULL}},
  {"barrier_lane", "barrier", RCF_ALL, 0, 1, {"CB_MASKS=lane", "PATH_POLICY=block", NULL}},
  {"multipath", "multipath", RCF_ALL, 1, 1, {"RPC_DELAY=yield", NULL}},
  /* no promise of progress: no locks; a stack refuses WARPSYNC of threads that are elsewhere */
  {"simt_stack", "simt_stack", RCF_BREAK | RCF_EXITS | RCF_CALLS | RCF_JUMPS | RCF_SPILL | RCF_YIELD, 1, 1, {NULL}},
  {"simt_stack_bssy", "simt_stack", RCF_BREAK | RCF_EXITS | RCF_CALLS, 1, 1, {"STACK_RPC=bssy", NULL}},
  {"hanoi", "hanoi", RCF_BREAK | RCF_EXITS | RCF_WSYNC | RCF_BAR, 1, 1, {"REC_DEPTH=31", NULL}},
  {"multipath_orec", "multipath", RCF_ALL, 1, 0, {"OREC=1", "RPC_DELAY=yield", "PATH_POLICY=rr"}},
  {"multipath_plain", "multipath", RCF_ALL & ~RCF_LOCKS, 1, 1, {"RPC_DELAY=none", "PATH_POLICY=minpc", NULL}},
  {"multipath_static", "multipath", RCF_ALL & ~RCF_LOCKS, 1, 1, {"RPC_DELAY=static", "PATH_POLICY=oldest", NULL}},
  {"multipath_split", "multipath", RCF_ALL, 1, 0, {"SCOREBOARD=coon", "SB_SPLIT=1", "RPC_DELAY=yield"}},
  {"hanoi_yr_split", "hanoi_yr", RCF_ALL, 0, 0, {"SCOREBOARD=coon", "SB_SPLIT=1", NULL}},
};
enum { NUNITS = sizeof units / sizeof *units };

static uint64_t rng;
static unsigned rnd(unsigned n) {
  rng = rng * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (unsigned)(rng >> 33) % n;
}

typedef struct {
  wt_session *twin, *alone;
  unsigned block;
  int unit, lock_step;
  char preset[16], keys[200]; /* keys: what was set */
  wt_addr out[2], shared[2];
  uint64_t looked, looked_rtl, cycles, forced, overflows, starved, events[16];
  uint64_t seed; /* of the open sessions, with their PATH_ORDER, SCHED, WAR and latency */
  const char *mode[4];
} bench;

static wt_session *open_one(wt_backend backend, const char *preset, const char *const *set, uint64_t seed) {
  wt_options o = {backend, preset, set, seed, backend == WT_BACKEND_ORACLE ? 20000000 : MAX_CYCLES, 0};
  wt_session *s;
  ck_assert_msg(wt_session_open(&o, &s) == WT_OK, "%s", wt_error(NULL));
  kit_beside(s, backend, preset);
  return s;
}

/* What the programs made the unit do. */
static void tally(void *ctx, wt_machine *x, uint64_t cycle) {
  bench *b = ctx;
  const wt_m *m = x->m;
  (void)cycle;
  if (m->subcore->issue.o.ev_valid) b->events[m->subcore->issue.o.ev_kind]++;
  b->forced += m->subcore->cfu->forced;
}

/* New sessions with the mode keys of b. */
static void open_again(bench *b) {
  uint64_t seed = b->seed;
  char div[40];
  /* shapes for the C twin alone, which needs no new RTL for them */
  static const char *const shape[][2] = {{NULL},
                                         {"WARP_SIZE=16", "LANES=4"},
                                         {"WARP_SIZE=64", "LANES=16"},
                                         {"WARP_SIZE=8", "LANES=8"},
                                         {"SCOREBOARD=coon", "OPREAD=naive"},
                                         {"COLLECTORS=1", "IBUF_DEPTH=1"},
                                         {"BX_REGS=8", "WSYNC_SLOTS=1"},
                                         {"IBUF_DEPTH=4", "LANES=32"}};
  const char *set[NKEYS + 1] = {div, b->mode[0], b->mode[1], b->mode[2], b->mode[3]};
  snprintf(div, sizeof div, "DIVERGENCE=%s", units[b->unit].unit);
  for (int i = 0; i < 3 && units[b->unit].set[i]; i++) set[5 + i] = units[b->unit].set[i];
  int small = !strcmp(b->preset, "small"), k = small && !b->lock_step ? (int)(seed / BATCH % (sizeof shape / sizeof *shape)) : 0;
  for (int i = 0, at = 5; k && i < 2; i++) {
    while (set[at]) at++;
    set[at] = shape[k][i];
  }
  b->keys[0] = 0;
  for (const char *const *s = set; *s; s++) snprintf(b->keys + strlen(b->keys), sizeof b->keys - strlen(b->keys), " %s", *s);
  b->twin = open_one(b->lock_step ? WT_BACKEND_COSIM : WT_BACKEND_C, b->preset, set, seed);
  b->alone = open_one(WT_BACKEND_ORACLE, b->preset, set, seed);
  wt_set_invariants(b->twin, 2);
  wt_session_on_edge(b->twin, tally, b);
  wt_session *s[2] = {b->twin, b->alone};
  for (int i = 0; i < 2; i++) {
    ck_assert_int_eq(wt_alloc(s[i], GRID * MAX_THREADS * RCF_OUT, &b->out[i]), WT_OK);
    ck_assert_int_eq(wt_alloc(s[i], RCF_SHARED, &b->shared[i]), WT_OK);
  }
}

/* Chooses other mode keys; the shape stays, so that nothing is built again. */
static void open_bench(bench *b, uint64_t seed) {
  static const char *const order[] = {"PATH_ORDER=majority", "PATH_ORDER=minority", "PATH_ORDER=taken"};
  static const char *const sched[] = {"SCHED=lrr", "SCHED=gto", "SCHED=oldest", "SCHED=twolevel", "SCHED=cggty"};
  static const char *const war[] = {"WAR=inorder", "WAR=read", "WAR=bloom"}, *const lat[] = {"MEM_LAT=5", "MEM_LAT=40", "IMEM_LAT=3"};
  b->mode[0] = order[rnd(3)], b->mode[1] = sched[rnd(5)], b->mode[2] = war[rnd(3)], b->mode[3] = lat[rnd(3)];
  b->seed = seed;
  open_again(b);
}

static void close_bench(bench *b) {
  wt_session_close(b->twin);
  wt_session_close(b->alone);
}

/* Status of one run; memory of the threads and the shared words. */
static wt_status run(const bench *b, int which, const char *cubin, uint32_t *out, uint32_t *shared) {
  wt_session *s = which ? b->alone : b->twin;
  wt_module *m;
  wt_arg args[2] = {{&b->out[which], 8}, {&b->shared[which], 8}};
  wt_dims d = {{GRID, 1, 1}, {b->block, 1, 1}, 0};
  memset(out, 0, GRID * MAX_THREADS * RCF_OUT);
  memset(shared, 0, RCF_SHARED);
  ck_assert_int_eq(wt_copy_in(s, b->out[which], out, GRID * MAX_THREADS * RCF_OUT), WT_OK);
  ck_assert_int_eq(wt_copy_in(s, b->shared[which], shared, RCF_SHARED), WT_OK);
  ck_assert_msg(wt_module_load(s, cubin, &m) == WT_OK, "%s", wt_error(s));
  wt_status st = wt_launch(s, m, NULL, &d, args, 2);
  if (st) return st;
  ck_assert_int_eq(wt_copy_out(s, out, b->out[which], GRID * MAX_THREADS * RCF_OUT), WT_OK);
  ck_assert_int_eq(wt_copy_out(s, shared, b->shared[which], RCF_SHARED), WT_OK);
  return st;
}

/* ---- that the checks can fail ---- */
enum { LOSE_LANE, DOUBLE_LANE, WRONG_PC, FAULTS };
typedef struct {
  int kind, done;
} fault;

/* Once, in a warp with a path that is not running: changes its entry of the pool. */
static void inject(void *ctx, wt_machine *x, uint64_t cycle) {
  fault *f = ctx;
  wt_m *m = x->m;
  const wt_shape *S = m->S;
  wt_hanoi_yr_state *q = &m->subcore->hanoi_yr.q;
  wt_path p[WT_MAX_PATHS];
  for (unsigned w = 0; w < S->SLOTS && !f->done && cycle > 200; w++) {
    if (!(q->has_path >> w & 1) || wt_paths(m, w, p) < 2) continue;
    uint32_t *pm = q->pool_mask_w + (size_t)w * ((S->PATHS * S->SLOT_LANES + 31) / 32);
    unsigned i = 0;
    while (i == q->cur_entry[w] || !wt_words_get(pm, i * S->SLOT_LANES, S->SLOT_LANES)) i++;
    uint64_t mask = wt_words_get(pm, i * S->SLOT_LANES, S->SLOT_LANES);
    f->done = 1;
    if (f->kind == LOSE_LANE) wt_words_put(pm, i * S->SLOT_LANES, S->SLOT_LANES, mask & (mask - 1));
    if (f->kind == DOUBLE_LANE) wt_words_put(pm, i * S->SLOT_LANES, S->SLOT_LANES, mask | (q->cur_mask[w] & -q->cur_mask[w]));
    if (f->kind == WRONG_PC) q->pool_pc_w[w * S->PATHS + i] += 16;
  }
}

static const char *compare(uint32_t (*out)[GRID * MAX_THREADS * RCF_OUT / 4], uint32_t (*shared)[RCF_SHARED / 4], char *why, size_t n) {
  uint32_t passes = 0, counted = 0;
  for (unsigned i = 0; i < GRID * MAX_THREADS * RCF_OUT / 4; i++)
    if (out[0][i] != out[1][i]) {
      snprintf(why, n, "thread %u word %u: %08x, the oracle alone has %08x", i / (RCF_OUT / 4), i % (RCF_OUT / 4), out[0][i], out[1][i]);
      return why;
    }
  for (unsigned i = 0; i < RCF_SHARED / 4; i++)
    if (shared[0][i] != shared[1][i]) {
      snprintf(why, n, "shared word %u: %08x, the oracle alone has %08x", i, shared[0][i], shared[1][i]);
      return why;
    }
  for (unsigned t = 0; t < GRID * MAX_THREADS; t++) passes += out[0][t * (RCF_OUT / 4) + 1];
  for (unsigned k = 0; k < RCF_LOCKWORDS; k++) counted += shared[0][4 * k + 1];
  if (passes == counted) return NULL;
  snprintf(why, n, "threads passed locks %u times, the locks counted %u", passes, counted);
  return why;
}

static void one_program(bench *b, uint64_t number, const char *cubin) {
  static uint32_t out[2][GRID * MAX_THREADS * RCF_OUT / 4], shared[2][RCF_SHARED / 4];
  char err[400], why[200] = "", file[200];
  wt_asm_out prog;
  unsigned full = !strcmp(b->preset, "tiny") ? 8 : 64;
  b->block = full - rnd(2) * rnd(full - 1);
  /* a mask in a register names 32 lanes */
  char *text = rcf_program(number, units[b->unit].may & ~(b->twin->shape.SLOT_LANES > 32 ? (unsigned)RCF_WSYNC : 0u), b->twin->shape.BX_REGS);
  ck_assert_ptr_nonnull(text);
  snprintf(file, sizeof file, "/tmp/randcf_%s_%llu.sass", units[b->unit].name, (unsigned long long)number);
  ck_assert_msg(wt_asm_string(text, file, &prog, err, sizeof err) == WT_OK, "%s", err);
  ck_assert_msg(wt_elfw_write(&prog, cubin, err, sizeof err) == WT_OK, "%s", err);
  wt_asm_free(&prog);
  wt_status st = run(b, 0, cubin, out[0], shared[0]), alone = run(b, 1, cubin, out[1], shared[1]);
  b->looked += b->twin->x.looked[0], b->looked_rtl += b->twin->x.looked[1];
  if (units[b->unit].overflows && st == WT_UNSUPPORTED && b->twin->x.m->subcore->cfu->err_valid) {
    b->overflows++;
    free(text);
    b->cycles += wt_stats(b->twin)->cycles;
    close_bench(b); /* the warps of this launch are still in the machine */
    open_bench(b, number);
    return;
  }
  if (st == WT_NO_END && strcmp(b->mode[1], "SCHED=lrr") && strstr(wt_error(b->twin), "its warp is never scheduled")) {
    /* warps that spin keep the owner of the lock from issuing: gto, oldest and twolevel promise nobody a turn, lrr does */
    b->starved++;
    b->cycles += wt_stats(b->twin)->cycles;
    close_bench(b);
    b->mode[1] = "SCHED=lrr";
    open_again(b);
    st = run(b, 0, cubin, out[0], shared[0]);
    b->looked += b->twin->x.looked[0], b->looked_rtl += b->twin->x.looked[1];
  }
  const char *bad = st ? wt_error(b->twin) : alone ? wt_error(b->alone) : compare(out, shared, why, sizeof why);
  if (bad) {
    FILE *f = fopen(file, "w");
    if (f) fputs(text, f), fclose(f);
    ck_abort_msg("program %llu on %s, %s, %s, %u threads,%s (%s): %s", (unsigned long long)number, units[b->unit].name, b->preset,
                 b->lock_step ? "both twins" : "C twin", b->block, b->keys, file, bad);
  }
  free(text);
}

static unsigned long number_of(const char *name, unsigned long otherwise) {
  const char *v = getenv(name);
  return v ? strtoul(v, NULL, 0) : otherwise;
}

/* Events of consts.def, and what programs must be allowed to hold for them to occur. */
static const char *const names[16] = {"adv",        "bra",   "bssy", "bsync", "break", "bmov_r", "bmov_w", "warpsync",
                                      "warpsync_r", "yield", "exit", "bar",   "call",  "brx",    "ret",    "call_r"};
static const unsigned feature[16] = {0,         0,         0, 0,       RCF_BREAK, 0,         RCF_SPILL, RCF_WSYNC,
                                     RCF_WSYNC, RCF_YIELD, 0, RCF_BAR, RCF_CALLS, RCF_CALLS, RCF_CALLS, RCF_CALLS};

static void programs(int unit, const char *preset, int lock_step, unsigned long count) {
  char cubin[] = "/tmp/wt_randcf_XXXXXX";
  const char *only = getenv("WT_RANDCF_UNIT");
  unsigned long first = number_of("WT_RANDCF_SEED", 1);
  bench b = {.unit = unit, .lock_step = lock_step};
  if (only && strcmp(only, units[unit].name)) return;
  snprintf(b.preset, sizeof b.preset, "%s", preset);
  int fd = mkstemp(cubin);
  ck_assert_int_ge(fd, 0);
  close(fd);
  rng = first + (uint64_t)unit;
  for (unsigned long i = 0; i < count; i++) {
    if (i % BATCH == 0) open_bench(&b, first + i);
    one_program(&b, first + i, cubin);
    if (i % BATCH == BATCH - 1 || i + 1 == count) {
      b.cycles += wt_stats(b.twin)->cycles;
      close_bench(&b);
    }
  }
  remove(cubin);
  printf("randcf: %s, %s, %s: %lu programs from %lu, %llu cycles, %llu looks at the paths of a warp, 0 differences", units[unit].name, preset,
         lock_step ? "both twins" : "C twin", count, first, (unsigned long long)b.cycles, (unsigned long long)b.looked);
  if (units[unit].overflows) printf(", %llu with a full table", (unsigned long long)b.overflows);
  if (b.starved) printf(", %llu without an end because of the scheduler, all with an end under lrr", (unsigned long long)b.starved);
  printf("\n  events:");
  for (unsigned k = 1; k < 16; k++) printf(" %s %llu", names[k], (unsigned long long)b.events[k]);
  printf(", waits cut %llu\n", (unsigned long long)b.forced);
  ck_assert_uint_gt(b.looked, count * 100);
  ck_assert_uint_eq(b.looked_rtl, lock_step ? b.looked : 0);
  ck_assert_uint_le(b.overflows, count / 3);
  ck_assert_uint_le(b.starved, 1 + count / 50);
  for (unsigned k = 1; k < 16 && count >= 100; k++)
    if (feature[k] == (units[unit].may & feature[k])) ck_assert_msg(b.events[k] > 0, "no program had the event %s", names[k]);
}

/* A third on 32 lanes, the others on 4; of every twenty programs one also on both twins (one of forty on small alone). */
static unsigned long count(void) { return number_of("WT_RANDCF_COUNT", getenv("LONG") ? 10000 : 240); }

START_TEST(c_twin_and_oracle) {
  programs(_i, "small", 0, (count() + 2) / 3);
  programs(_i, "tiny", 0, count() - (count() + 2) / 3);
}
END_TEST

START_TEST(both_twins) {
  int all = getenv("WT_RANDCF_UNIT") || getenv("LONG");
  if (!units[_i].rtl && !getenv("WT_RANDCF_UNIT")) return;
  int tiny = all || units[_i].rtl == 2;
  programs(_i, "small", 1, tiny ? (count() + 59) / 60 : (count() + 39) / 40);
  if (tiny) programs(_i, "tiny", 1, (count() + 29) / 30);
}
END_TEST

/* The same fault in the RTL alone, in a row that is not compared before it is written again. */
static void inject_rtl(void *ctx, wt_machine *x, uint64_t cycle) {
  fault *f = ctx;
  wt_m *m = x->m;
  wt_path p[WT_MAX_PATHS];
  const wt_bind *pm = wt_ls_find(&x->twin->ls, "hanoi_yr", 0, "pool_mask");
  ck_assert_ptr_nonnull(pm);
  for (unsigned w = 0; w < m->S->SLOTS && !f->done && cycle > 200; w++) {
    if (!(m->subcore->hanoi_yr.q.has_path >> w & 1) || wt_paths(m, w, p) < 2) continue;
    uint32_t *row = (uint32_t *)(void *)(pm->rtl + (size_t)w * pm->bytes);
    unsigned i = 0;
    while (i == m->subcore->hanoi_yr.q.cur_entry[w] || !wt_words_get(row, i * m->S->SLOT_LANES, m->S->SLOT_LANES)) i++;
    uint64_t mask = wt_words_get(row, i * m->S->SLOT_LANES, m->S->SLOT_LANES);
    f->done = 1;
    wt_words_put(row, i * m->S->SLOT_LANES, m->S->SLOT_LANES, mask & (mask - 1));
  }
}

START_TEST(a_lane_lost_in_the_rtl_is_found_in_its_tables) {
  static uint32_t out[GRID * MAX_THREADS * RCF_OUT / 4], shared[RCF_SHARED / 4];
  char cubin[] = "/tmp/wt_randcf_XXXXXX", err[400];
  int fd = mkstemp(cubin), found = 0;
  ck_assert_int_ge(fd, 0);
  close(fd);
  for (uint64_t number = 1; number <= 6; number++) {
    fault f = {LOSE_LANE, 0};
    bench b = {.preset = "small", .block = 64, .lock_step = 1};
    wt_asm_out prog;
    char *text = rcf_program(number, units[0].may, 16);
    ck_assert_msg(wt_asm_string(text, "program", &prog, err, sizeof err) == WT_OK, "%s", err);
    ck_assert_int_eq(wt_elfw_write(&prog, cubin, err, sizeof err), WT_OK);
    wt_asm_free(&prog);
    free(text);
    open_bench(&b, number);
    wt_session_on_edge(b.twin, inject_rtl, &f);
    wt_status st = run(&b, 0, cubin, out, shared);
    if (f.done) {
      ck_assert_int_eq(st, WT_DIFF);
      found += strstr(wt_error(b.twin), "invariant broken in the RTL: control-flow unit") != NULL;
    } else {
      ck_assert_int_eq(st, WT_OK);
    }
    close_bench(&b);
  }
  remove(cubin);
  ck_assert_int_ge(found, 3);
}
END_TEST

/* A lost or doubled lane breaks an invariant before any wrong instruction; a wrong pc is found by the oracle. */
START_TEST(broken_machines_are_found) {
  static uint32_t out[GRID * MAX_THREADS * RCF_OUT / 4], shared[RCF_SHARED / 4];
  static const char *const expected[FAULTS] = {"invariant broken: control-flow unit", "invariant broken: control-flow unit", "its own next pc"};
  char cubin[] = "/tmp/wt_randcf_XXXXXX", err[400];
  int fd = mkstemp(cubin), found = 0;
  ck_assert_int_ge(fd, 0);
  close(fd);
  for (uint64_t number = 1; number <= 12; number++) {
    fault f = {.kind = (int)(number % FAULTS)};
    bench b = {.preset = "small", .block = 64};
    wt_asm_out prog;
    char *text = rcf_program(number, units[0].may, 16);
    ck_assert_msg(wt_asm_string(text, "program", &prog, err, sizeof err) == WT_OK, "%s", err);
    ck_assert_int_eq(wt_elfw_write(&prog, cubin, err, sizeof err), WT_OK);
    wt_asm_free(&prog);
    free(text);
    open_bench(&b, number);
    wt_session_on_edge(b.twin, inject, &f);
    wt_status st = run(&b, 0, cubin, out, shared);
    if (f.done) {
      ck_assert_int_eq(st, WT_DIFF);
      ck_assert_msg(strstr(wt_error(b.twin), expected[f.kind]) != NULL, "%s", wt_error(b.twin));
      found++;
    }
    close_bench(&b);
  }
  remove(cubin);
  ck_assert_int_ge(found, 6);
}
END_TEST

int main(int argc, char **argv) {
  if (argc == 2 && !strcmp(argv[1], "units")) {
    for (int i = 0; i < NUNITS; i++) puts(units[i].name);
    return EXIT_SUCCESS;
  }
  Suite *s = suite_create("randcf");
  TCase *tc = tcase_create("c_twin"), *ls = tcase_create("lock_step");
  tcase_set_timeout(tc, 36000);
  tcase_set_timeout(ls, 36000);
  tcase_add_test(tc, broken_machines_are_found);
  tcase_add_loop_test(tc, c_twin_and_oracle, 0, NUNITS);
  tcase_add_test(ls, a_lane_lost_in_the_rtl_is_found_in_its_tables);
  tcase_add_loop_test(ls, both_twins, 0, NUNITS);
  suite_add_tcase(s, tc);
  suite_add_tcase(s, ls);
  return suite_run(s);
}
