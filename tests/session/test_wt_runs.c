/* test_wt_runs.c - what goes on around the twins of a launch (tb/lib/wt_run.h): how many CTAs fit, what the machine is told, differences and the waves before
 * them, waves of chosen cycles. The other twin is a fake: tests/session/fake_twin_kit.h.
 */
#define _DEFAULT_SOURCE
#include <limits.h>
#include <unistd.h>

#include "files/wt_outfile.h"
#include "tests/fails_kit.h"
#include "fake_runs_kit.h"

void *__real_malloc(size_t n);
void *__wrap_malloc(size_t n);
void *__wrap_malloc(size_t n) { return fails() ? NULL : __real_malloc(n); }

/* ---- room ---- */

START_TEST(as_many_ctas_as_fit) {
  wt_shape S;
  char err[300];
  ck_assert(!wt_shape_preset(&S, "small", err, sizeof err));
  S.CTAS = 8, S.SM_SLOTS = 16, S.RF_BANKS = 4, S.BEATS = 2, S.RF_ROWS = 200, S.SMEM_BANKS = 32, S.SMEM_ROWS = 100;
  static const struct {
    unsigned regs, warps, stride, smem, n;
  } t[] = {{0, 1, 1, 0, 8},    {8, 2, 2, 0, 8},    {8, 3, 3, 0, 5},     {8, 4, 4, 0, 4},     {8, 3, 4, 0, 4},   {8, 16, 16, 0, 1}, {8, 17, 17, 0, 0},
           {8, 9, 16, 0, 1},   {8, 1, 4, 0, 4},    {8, 4, 6, 0, 3}, /* slots 0, 6 and 12 to 15 */
           {40, 1, 1, 0, 8},   {48, 1, 1, 0, 8},   {50, 1, 1, 0, 7},    {50, 2, 2, 0, 3},    {100, 4, 4, 0, 1}, {100, 5, 5, 0, 0}, {97, 1, 1, 0, 4},
           {8, 1, 1, 1600, 7}, {8, 1, 1, 1536, 8}, {8, 1, 1, 12800, 1}, {8, 1, 1, 12801, 0}, {8, 1, 1, 1, 8},   {8, 1, 1, 6400, 2}};
  for (unsigned i = 0; i < sizeof t / sizeof *t; i++)
    ck_assert_msg(wt_run_resident(&S, t[i].regs, t[i].warps, t[i].stride, t[i].smem) == t[i].n, "%u: %u", i,
                  wt_run_resident(&S, t[i].regs, t[i].warps, t[i].stride, t[i].smem));
}
END_TEST

START_TEST(a_cta_that_never_fits_is_refused) {
  wt_launch_desc L = {.kernel = "k", .regs = 8, .warps_per_cta = 99, .slots_per_cta = 99, .smem = 4, .grid = {1, 1, 1}, .block = {1, 1, 1}};
  ck_assert_int_eq(wt_session_start(s), WT_OK);
  ck_assert_int_eq(wt_run(&s->x, &L), WT_USAGE);
  ck_assert_str_eq(s->x.error,
                   "k: impossible grid/block: a CTA of 99 warps with 8 registers a thread and 4 bytes of shared memory is more than the shape has");
}
END_TEST

/* What the dispatcher is told. tiny: 4 lanes a warp, 4 banks of registers, 4 banks of shared memory. */
START_TEST(the_machine_is_told_the_launch) {
  static const char *const set[] = {"FORCE=0", NULL};
  opened(WT_BACKEND_C, set, 100000, 0, ".kernel k\n.regs 13\n.smem 20\n.local 40\n.params 8\nEXIT\n.end\n");
  wt_arg arg = {&buf, sizeof buf};
  wt_dims d = {{5, 3, 2}, {3, 2, 1}, 30};
  ck_assert_msg(wt_launch(s, m, NULL, &d, &arg, 1) == WT_OK, "%s", wt_error(s));
  const wt_cfg_out *c = &s->x.m->gpu->cfg;
  const wt_shape *S = &s->shape;
  ck_assert_uint_eq(c->rpw, 4 * S->BEATS); /* 13 registers are four rows of four banks */
  ck_assert_uint_eq(c->smem, 50);
  ck_assert_uint_eq(c->smrows, 4); /* of 16 bytes */
  ck_assert_uint_eq(c->local, 48);
  ck_assert(c->grid_x == 5 && c->grid_y == 3 && c->grid_z == 2 && c->block_x == 3 && c->block_y == 2 && c->block_z == 1);
  ck_assert_uint_eq(c->threads, 6);
  ck_assert_uint_eq(c->wpc, (6 + S->SLOT_LANES - 1) / S->SLOT_LANES);
  ck_assert(c->stride == c->wpc && !c->places && c->force == 0);
  ck_assert_uint_eq(c->maxcta, wt_run_resident(S, 13, c->wpc, c->wpc, 50));
}
END_TEST

/* Lanes of narrow warps have their places in warps of 32, for the oracle too. */
START_TEST(lanes_have_their_places) {
  static const char *const set[] = {"WARP_SIZE=8", "LANES=4", NULL};
  uint32_t lanes[32];
  opened(WT_BACKEND_C, set, 100000, 0,
         ".kernel k\n.regs 16\n.params 8\nMOV R2, c[0x0][0x160]\nMOV R3, c[0x0][0x164]\nS2R R0, SR_TID.X\nMOV R6, 0x4\nIMAD.WIDE R2, R0, R6, R2\n"
         "S2R R0, SR_LANEID\nSTG.E.SYS [R2], R0\nEXIT\n.end\n");
  buf = kit_alloc(s, sizeof lanes, NULL);
  s->mods[0]->cubin.kernel[0].compiled = 1;
  ck_assert_msg(kit_launch(s, m, 1, 16, &buf, 1) == WT_OK, "%s", wt_error(s));
  ck_assert_int_eq(wt_copy_out(s, lanes, buf, sizeof lanes), WT_OK);
  for (unsigned i = 0; i < 16; i++) ck_assert_uint_eq(lanes[i], i);
}
END_TEST

/* Whatever allocation fails before the first cycle, the launch says so. Tables of rows are many of them. */
START_TEST(without_memory_there_is_no_run) {
  unsigned n = 0, failed = 0;
  for (;; n += n < 40 ? 1 : 23) {
    opened(WT_BACKEND_C, NULL, 100000, 0, LOOP);
    ck_assert_int_eq(wt_session_start(s), WT_OK);
    const wt_arg arg = {&buf, sizeof buf};
    const wt_dims d = {{1, 1, 1}, {4, 1, 1}, 0};
    before_it_fails = n, fails_once = 1; /* Check itself is not to be asked meanwhile */
    wt_status st = wt_launch(s, m, NULL, &d, &arg, 1);
    int over = fails_once || (st != WT_OK && st != WT_USAGE); /* none failed, or one in the first cycle */
    fails_once = 0;
    if (over) break;
    ck_assert_msg(st == WT_OK || (st == WT_USAGE && strstr(wt_error(s), "out of memory")), "%u: %d, %s", n, st, wt_error(s));
    failed += st != WT_OK;
  }
  ck_assert_uint_ge(failed, 10);
}
END_TEST

/* A session may launch as often as it likes: what a launch needs beside the machine is given back at its end. The C library fills its own shelves in the first
 * launches, and cuts pieces of 16 bytes more or less. */
START_TEST(launches_leave_nothing_in_memory) {
  static const char *const shapes[][3] = {{"SCHED=lrr", NULL}, {"SCOREBOARD=codes", NULL}, {"MEM_MODEL=l2dram", "L1_BYTES=1024", NULL}};
  enum { FIRST = 16, MORE = 30 };
  for (unsigned i = 0; i < 4; i++) {
    const int both = i == 3;
    opened(both ? WT_BACKEND_COSIM : WT_BACKEND_C, shapes[i % 3], 100, 0, LOOP);
    wt_set_invariants(s, both ? 2 : 1), wt_set_occupancy(s, 1), wt_set_idle(s, 1);
    for (unsigned k = 0; k < FIRST; k++) launch();
    size_t before = suite_heap();
    for (unsigned k = 0; k < MORE; k++) launch();
    ck_assert_msg(suite_heap() < before + 16 * MORE, "%s: %zu of %zu", shapes[i % 3][0], suite_heap(), before);
  }
}
END_TEST

/* ---- differences ---- */

START_TEST(equal_twins_end_well) {
  ck_launch();
  ck_assert_str_eq(wt_verdict(s), "ok");
  ck_assert(calls->reset == 1 && calls->drive == cycles() && calls->outputs == cycles() && calls->edge == cycles() && calls->sweep == 1 &&
            !calls->load);
  ck_launch(); /* goes on: no reset, one step from the launch before */
  ck_assert(calls->reset == 1 && calls->drive == cycles() + 1 && calls->outputs == cycles() + 1 && calls->edge == cycles() + 1 && calls->sweep == 2);
}
END_TEST

START_TEST(differences_by_when_they_show) {
  fake.outputs_at = 50;
  ck_assert_int_eq(launch(), WT_DIFF);
  begins("FIRST DIFFERENCE  cycle 50 (before the clock edge), kernel k\nblock wt_fake, state x: 1, 0\nroot: wt_alu: its inputs agree in this cycle");
  ck_assert_str_eq(wt_verdict(s), "diff");
  opened(WT_BACKEND_COSIM, NULL, 100000, 0, LOOP);
  fake.edge_at = 50;
  ck_assert_int_eq(launch(), WT_DIFF);
  begins("FIRST DIFFERENCE  cycle 51 (after the clock edge), kernel k\nblock wt_fake, state x: 1, 0\nroot: wt_alu: its inputs agree in this cycle");
  opened(WT_BACKEND_COSIM, NULL, 100000, 0, LOOP);
  fake.reset = 1;
  ck_assert_int_eq(launch(), WT_DIFF);
  begins("FIRST DIFFERENCE  cycle 0 (reset values), kernel k\nblock wt_fake, state x: 1, 0");
  ck_assert_ptr_null(strstr(wt_error(s), "root:"));
  opened(WT_BACKEND_COSIM, NULL, 100000, 0, LOOP);
  ck_launch();
  const uint64_t all = cycles();
  opened(WT_BACKEND_COSIM, NULL, 100000, 0, LOOP);
  fake.sweep_at = all;
  ck_assert_int_eq(launch(), WT_DIFF);
  has("(final sweep of the memories), kernel k\n");
  opened(WT_BACKEND_COSIM, NULL, 100000, 0, LOOP);
  ck_launch();
  fake.outputs_at = 0;
  ck_assert_int_eq(launch(), WT_DIFF);
  begins("FIRST DIFFERENCE  cycle 0 (between two launches), kernel k\n");
  opened(WT_BACKEND_COSIM, NULL, 100000, 0, LOOP);
  ck_launch();
  fake.edge_at = 0;
  ck_assert_int_eq(launch(), WT_DIFF);
  begins("FIRST DIFFERENCE  cycle 0 (between two launches), kernel k\n");
}
END_TEST

/* Invariants of the other twin's paths: asked for, of a whole machine, whose control-flow unit shows them. */
START_TEST(paths_of_the_other_twin_are_looked_at) {
  static const struct {
    wt_backend backend;
    int invariants;
    char *beside, *opaque; /* UNIT: that of the shape */
    int looks;
  } t[] = {{WT_BACKEND_COSIM, 2, NULL, NULL, 1},         {WT_BACKEND_COSIM, 1, NULL, NULL, 0},
           {WT_BACKEND_COSIM, 0, NULL, NULL, 0},         {WT_BACKEND_C, 2, NULL, NULL, 0},
           {WT_BACKEND_COSIM, 2, "all", NULL, 1},        {WT_BACKEND_COSIM, 2, "sched", NULL, 0},
           {WT_BACKEND_COSIM, 2, NULL, "UNIT", 0},       {WT_BACKEND_COSIM, 2, NULL, "UNIT=a.sv", 0},
           {WT_BACKEND_COSIM, 2, NULL, "sched=a.sv", 1}, {WT_BACKEND_COSIM, 2, NULL, "UNITs=a.sv", 1},
           {WT_BACKEND_COSIM, 2, NULL, "a=UNIT", 1}};
  for (size_t i = 0; i < 2 * sizeof t / sizeof *t; i++) {
    const size_t k = i / 2, first = i % 2; /* of two blocks, whichever is named first */
    char name[16], opaque[60] = "";
    opened(t[k].backend, NULL, 100000, 0, LOOP);
    const wt_key *key = wt_keys;
    while (strcmp(key->name, "DIVERGENCE")) key++;
    const char *unit = wt_key_text(key, s->shape.DIVERGENCE, name), *at = t[k].opaque ? strstr(t[k].opaque, "UNIT") : NULL;
    if (at) snprintf(opaque, sizeof opaque, "%.*s%s%s", (int)(at - t[k].opaque), t[k].opaque, unit, at + 4);
    wt_set_invariants(s, t[k].invariants);
    s->x.beside = t[k].beside;
    if (t[k].opaque) s->x.opaque[first] = strdup("rfbank"), s->x.opaque[!first] = strdup(at ? opaque : t[k].opaque), s->x.n_opaque = 2;
    ck_launch();
    ck_assert_msg(calls->look == (t[k].looks ? 1 + cycles() : 0), "case %zu: %u looks in %llu cycles", k, calls->look, cycles());
    s->x.beside = NULL;
  }
}
END_TEST

/* And of the C twin's, before anybody asks the oracle. */
static void lane_lost(void *ctx, wt_machine *x, uint64_t cycle) {
  (void)ctx, (void)cycle;
  wt_hanoi_yr_state *q = &x->m->subcore->hanoi_yr.q;
  if (q->has_path & 1 && q->cur_mask[0] == 15) q->cur_mask_w[0] = 7;
}
START_TEST(paths_of_the_c_twin_are_looked_at) {
  for (int invariants = 0; invariants < 2; invariants++) {
    opened(WT_BACKEND_C, NULL, 100000, 0, LOOP);
    fake.edge = lane_lost;
    wt_set_invariants(s, invariants);
    ck_assert_int_eq(launch(), WT_DIFF);
    ck_assert_msg(!strstr(wt_error(s), "invariant broken: control-flow unit, warp slot 0") == !invariants, "%s", wt_error(s));
  }
}
END_TEST

START_TEST(the_warp_of_a_difference_is_told) {
  fake.outputs_at = 50, fake.warp = 0;
  ck_assert_int_eq(launch(), WT_DIFF);
  has("\nwarp 0 (cta 0,0,0 warp 0)");
  has("\nlast instructions of warp 0 (cycle, pc, active mask):");
}
END_TEST

/* ---- waves before a difference ---- */

/* The file has these cycles, all of them once, and between "open" and "close" what `more` says before line `cycle at`. */
static void ck_waves(const char *open, uint64_t from, uint64_t to, uint64_t at, const char *mark, const char *behind) {
  static char want[1 << 16], got[1 << 16];
  size_t n = (size_t)snprintf(want, sizeof want, "%s\n", open);
  for (uint64_t c = from; c <= to; c++) {
    n += (size_t)snprintf(want + n, sizeof want - n, "cycle %llu\n", (unsigned long long)c);
    if (c == at) n += (size_t)snprintf(want + n, sizeof want - n, "%s\n", mark);
  }
  snprintf(want + n, sizeof want - n, "%sclose\n", behind);
  FILE *f = fopen(wave, "r");
  ck_assert_msg(f != NULL, "no waves: %s", wt_error(s));
  got[fread(got, 1, sizeof got - 1, f)] = 0;
  fclose(f);
  ck_assert_str_eq(got, want);
}

START_TEST(waves_around_a_difference) {
  char want[300];
  wt_set_mismatch(s, wave);
  fake.outputs_at = 300, fake.warp = 1;
  ck_assert_int_eq(launch(), WT_DIFF);
  snprintf(want, sizeof want, "\nwaves of both twins, cycles 236 to 332: %s\nto look at it: gtkwave %s/w.gtkw", wave, dir);
  has(want);
  has("\ninputs of wt_alu in cycle 300, both twins");
  ck_waves("open -1 both", 236, 332, 300, "mark 300 1", "");
  opened(WT_BACKEND_COSIM, NULL, 100000, 0, LOOP);
  wt_set_mismatch(s, wave);
  fake.edge_at = 300;
  ck_assert_int_eq(launch(), WT_DIFF);
  has("\nwaves of both twins, cycles 237 to 333: ");
  ck_waves("open -1 both", 237, 333, 300, "mark 301 -1", "");
  opened(WT_BACKEND_COSIM, NULL, 100000, 0, LOOP);
  wt_set_mismatch(s, wave);
  fake.outputs_at = 20; /* soon after the beginning */
  ck_assert_int_eq(launch(), WT_DIFF);
  has("\nwaves of both twins, cycles 0 to 52: ");
  ck_waves("open -1 both", 0, 52, 20, "mark 20 -1", "");
}
END_TEST

/* The launch ends before as many cycles more as are shown. */
/* Snapshots hold a file each while there may be a difference. */
START_TEST(snapshots_leave_no_files) {
  for (int differs = 0; differs < 2; differs++) {
    opened(WT_BACKEND_COSIM, NULL, 100000, 0, LOOP);
    ck_assert_int_eq(wt_session_start(s), WT_OK);
    const unsigned before = open_files();
    wt_set_mismatch(s, wave);
    fake.outputs_at = differs ? 600 : NEVER;
    ck_assert_int_eq(launch(), differs ? WT_DIFF : WT_OK);
    ck_assert_uint_eq(open_files(), before);
  }
}
END_TEST

START_TEST(waves_around_a_difference_near_the_end) {
  char want[300];
  ck_launch();
  uint64_t last = cycles() - 1;
  opened(WT_BACKEND_COSIM, NULL, 100000, 0, LOOP);
  wt_set_mismatch(s, wave);
  fake.outputs_at = last - 5;
  ck_assert_int_eq(launch(), WT_DIFF);
  snprintf(want, sizeof want, "\nwaves of both twins, cycles %llu to %llu: ", (unsigned long long)last - 69, (unsigned long long)last);
  has(want);
  snprintf(want, sizeof want, "mark %llu -1", (unsigned long long)last - 5);
  ck_waves("open -1 both", last - 69, last, last - 5, want, "");
  opened(WT_BACKEND_COSIM, NULL, 100000, 0, LOOP);
  wt_set_mismatch(s, wave);
  fake.sweep_at = last + 1; /* when all is over */
  ck_assert_int_eq(launch(), WT_DIFF);
  snprintf(want, sizeof want, "\nwaves of both twins, cycles %llu to %llu: ", (unsigned long long)last + 1 - 64, (unsigned long long)last + 1);
  has(want);
}
END_TEST

/* A machine that failed may end the process when it runs on: then the waves end with the difference. */
static void dies(void *ctx, wt_machine *x, uint64_t cycle) {
  (void)ctx, (void)x;
  if (cycle <= 305) return;
  wt_outfile half; /* of a writer that keeps its file beside the place until it is whole: nobody else would take it away */
  ck_assert(!wt_outfile_begin(&half, wave) && fclose(fopen(half.part, "w")) == 0);
  abort();
}
START_TEST(waves_up_to_a_difference_that_kills) {
  wt_set_mismatch(s, wave);
  fake.outputs_at = 300, fake.edge = dies;
  ck_assert_int_eq(launch(), WT_DIFF);
  has("\nwaves of both twins, cycles 236 to 300: ");
  ck_waves("open -1 both", 236, 300, 300, "mark 300 -1\nedge 300", "");
}
END_TEST

START_TEST(a_difference_that_does_not_come_again) {
  FILE *f = fopen(bundle, "w"); /* of another difference */
  fclose(f);
  wt_set_mismatch(s, wave);
  s->x.bundle_file = bundle;
  fake.outputs_at = 300;
  waves_fail = "open"; /* in the repeated run */
  ck_assert_int_eq(launch(), WT_DIFF);
  has("\nno waves in /tmp/wt_runs_");
  has(": the repeated run did not write it");
  ck_assert_ptr_null(strstr(wt_error(s), "to see it again"));
  ck_assert_int_ne(access(bundle, F_OK), 0);
  opened(WT_BACKEND_COSIM, NULL, 100000, 0, LOOP);
  wt_set_mismatch(s, wave);
  waves_fail = "close";
  fake.outputs_at = 300;
  ck_assert_int_eq(launch(), WT_DIFF);
  has(": the repeated run did not write it");
}
END_TEST

/* A file that is being written has the window already, or what of it was asked for. */
START_TEST(waves_that_are_being_written) {
  char want[300];
  wt_set_wave(s, wave, 0, UINT64_MAX, -1);
  fake.outputs_at = 300, fake.warp = 0;
  ck_assert_int_eq(launch(), WT_DIFF);
  snprintf(want, sizeof want, "\nwaves of both twins up to the difference: %s\nto look at it: gtkwave ", wave);
  has(want);
  ck_waves("open -1 both", 0, 300, 300, "mark 300 0\nedge 300", "");
  for (unsigned i = 0; i < 4; i++) { /* the window is 236 to 300 */
    static const struct {
      uint64_t from, to;
      int there, edge;
    } t[] = {{236, 300, 1, 1}, {237, 300, 0, 1}, {236, 299, 0, 0}, {301, 310, 0, 0}};
    opened(WT_BACKEND_COSIM, NULL, 100000, 0, LOOP);
    wt_set_wave(s, wave, t[i].from, t[i].to, 1);
    fake.outputs_at = 300;
    ck_assert_int_eq(launch(), WT_DIFF);
    ck_assert_int_eq(strstr(wt_error(s), "up to the difference") != NULL, t[i].there);
    uint64_t to = t[i].to < 300 ? t[i].to : 300;
    ck_waves("open 1 both", t[i].from, to, NEVER, "", t[i].edge ? "mark 300 -1\nedge 300\n" : "mark 300 -1\n");
  }
}
END_TEST

START_TEST(a_bundle_is_left_with_the_waves) {
  char want[300];
  FILE *f = fopen(bundle, "w"); /* of another difference */
  fclose(f);
  wt_set_mismatch(s, wave);
  s->x.bundle_file = bundle;
  ck_launch();
  ck_assert_int_eq(access(bundle, F_OK), 0); /* while all is well it stays */
  fake.outputs_at = 300, fake.own = "alu/0 wb_n=3\n";
  ck_assert_int_eq(launch(), WT_DIFF);
  snprintf(want, sizeof want, "\nto see it again: warptwin replay %s\nto look at it: gtkwave ", bundle);
  has(want);
  has("\nrows that differed already when the cycles that are shown began, and nobody had looked at since: alu/0 wb_n");
  ck_assert_int_eq(access(bundle, F_OK), 0);
  wt_ckpt c;
  ck_assert_msg(!wt_ckpt_open(&c, bundle), "%s", c.error);
  ck_assert_uint_eq(c.cycle, 236);
  wt_ckpt_close(&c);
}
END_TEST

/* What is told of a run is told once: the copy that repeats it is silent. Nothing is kept in a buffer that ends with the copy. */
static unsigned *visits; /* in all processes */
static wt_status visit(void *ctx, wt_running *u) {
  (void)ctx;
  __atomic_add_fetch(visits, 1, __ATOMIC_SEQ_CST);
  u->x->visit.next = u->t->tally.cycles + 1;
  return WT_OK;
}
static size_t text_of(FILE *f, char *buf, size_t n) {
  ck_assert_ptr_nonnull(f);
  rewind(f);
  n = fread(buf, 1, n, f);
  fclose(f);
  return n;
}
START_TEST(a_run_that_is_repeated_tells_nobody) {
  enum { AT = 800, SIZE = 1 << 18 };
  static char traces[2][SIZE], pictures[2][SIZE];
  size_t n[2], k[2];
  visits = mmap(NULL, sizeof *visits, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  for (unsigned i = 0; i < 2; i++) {
    opened(WT_BACKEND_COSIM, NULL, 100000, 0, LOOP);
    fake.outputs_at = AT;
    if (i) wt_set_mismatch(s, wave);
    FILE *f = tmpfile();
    setvbuf(f, NULL, _IONBF, 0);
    wt_set_trace(s, f);
    wt_set_pictures(s, NULL, bundle, NULL);
    s->x.visit = (wt_visit){0, visit, NULL};
    *visits = 0;
    ck_assert_int_eq(launch(), WT_DIFF);
    ck_assert_int_eq(strstr(wt_error(s), "\nwaves of both twins, cycles 736 to ") != NULL, i);
    ck_assert_uint_eq(*visits, AT + 1);
    n[i] = text_of(f, traces[i], SIZE), k[i] = text_of(fopen(bundle, "r"), pictures[i], SIZE);
    s->x.trace = NULL;
  }
  ck_assert(n[0] > 1000 && k[0] > 20000 && n[0] == n[1] && k[0] == k[1]);
  ck_assert_mem_eq(traces[0], traces[1], n[0]);
  ck_assert_mem_eq(pictures[0], pictures[1], k[0]);
  munmap(visits, sizeof *visits);
}
END_TEST

/* ---- waves of a run ---- */

START_TEST(waves_of_chosen_cycles) {
  wt_set_wave(s, wave, 10, 20, 2);
  ck_launch();
  ck_waves("open 2 both", 10, 20, NEVER, "", "");
  uint64_t last = cycles() - 1;
  opened(WT_BACKEND_C, NULL, 100000, 0, LOOP);
  wt_set_wave(s, wave, 3, UINT64_MAX, -1);
  ck_launch();
  ck_waves("open -1", 3, last, NEVER, "", "");
  ck_launch(); /* the next one writes it again */
  FILE *f = fopen(wave, "r");
  char line[30];
  ck_assert(f && fgets(line, sizeof line, f) && fgets(line, sizeof line, f));
  ck_assert_str_eq(line, "cycle 3\n");
  fclose(f);
}
END_TEST

START_TEST(waves_that_cannot_be_written) {
  wt_set_wave(s, wave, 0, 5, -1);
  waves_fail = "open";
  ck_assert_int_eq(launch(), WT_USAGE);
  begins(wave);
  has("w.fst: cannot be opened");
  waves_fail = "close";
  ck_assert_int_eq(launch(), WT_USAGE);
  ck_assert_str_eq(wt_error(s), "the disk is full");
  fake.outputs_at = 300; /* what the run came to says more */
  ck_assert_int_eq(launch(), WT_DIFF);
  begins("FIRST DIFFERENCE");
}
END_TEST

int main(void) {
  Suite *suite = suite_create("runs");
  TCase *t = tcase_create("runs");
  tcase_set_timeout(t, 120);
  tcase_add_checked_fixture(t, begin, end);
  tcase_add_test(t, as_many_ctas_as_fit);
  tcase_add_test(t, a_cta_that_never_fits_is_refused);
  tcase_add_test(t, the_machine_is_told_the_launch);
  tcase_add_test(t, lanes_have_their_places);
  tcase_add_test(t, without_memory_there_is_no_run);
  tcase_add_test(t, launches_leave_nothing_in_memory);
  tcase_add_test(t, equal_twins_end_well);
  tcase_add_test(t, differences_by_when_they_show);
  tcase_add_test(t, paths_of_the_other_twin_are_looked_at);
  tcase_add_test(t, paths_of_the_c_twin_are_looked_at);
  tcase_add_test(t, the_warp_of_a_difference_is_told);
  tcase_add_test(t, waves_around_a_difference);
  tcase_add_test(t, waves_around_a_difference_near_the_end);
  tcase_add_test(t, snapshots_leave_no_files);
  tcase_add_test(t, waves_up_to_a_difference_that_kills);
  tcase_add_test(t, a_difference_that_does_not_come_again);
  tcase_add_test(t, waves_that_are_being_written);
  tcase_add_test(t, a_bundle_is_left_with_the_waves);
  tcase_add_test(t, a_run_that_is_repeated_tells_nobody);
  tcase_add_test(t, waves_of_chosen_cycles);
  tcase_add_test(t, waves_that_cannot_be_written);
  suite_add_tcase(suite, t);
  return suite_run(suite);
}
