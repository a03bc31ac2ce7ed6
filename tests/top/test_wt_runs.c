/* test_wt_runs.c - what goes on around the twins of a launch (tb/lib/wt_run.h): how many CTAs fit, differences and the waves before them, waves of chosen cycles,
 * traces, counters of several launches, memory at the end, who looks in, and hashes of the state. The other twin is a fake: tests/top/fake_twin_kit.h.
 */
#define _DEFAULT_SOURCE
#include <limits.h>
#include <unistd.h>

#include "lib/wt_use.h"

#include "tests/top/fails_kit.h"
#include "tests/top/fake_twin_kit.h"

void *__real_malloc(size_t n);
void *__wrap_malloc(size_t n);
void *__wrap_malloc(size_t n) { return fails() ? NULL : __real_malloc(n); }

static wt_session *s;
static wt_module *m;
static wt_addr buf;
static char dir[40], wave[60], bundle[60];

/* 32 threads count to 60 and write it: about a thousand cycles. */
#define LOOP                                                                                                                                      \
  ".kernel k\n.regs 16\n.params 8\nMOV R2, c[0x0][0x160]\nMOV R3, c[0x0][0x164]\nMOV R4, RZ\nL: IADD3 R4, R4, 0x1, RZ\nISETP.LT.AND P0, PT, R4, " \
  "0x3c, "                                                                                                                                        \
  "PT\n@P0 BRA L\nSTG.E.SYS [R2], R4\nEXIT\n.end\n"

static void opened(wt_backend backend, const char *const *set, uint64_t max_cycles, int no_oracle, const char *text) {
  if (s) wt_session_close(s);
  s = fake_session(backend, set, max_cycles, no_oracle);
  m = kit_text(s, text, "k.sass");
  buf = kit_alloc(s, 64, NULL);
}
static void begin(void) {
  s = NULL;
  strcpy(dir, "/tmp/wt_runs_XXXXXX");
  ck_assert_ptr_nonnull(mkdtemp(dir));
  snprintf(wave, sizeof wave, "%s/w.fst", dir), snprintf(bundle, sizeof bundle, "%s/b.wtck", dir);
  opened(WT_BACKEND_COSIM, NULL, 100000, 0, LOOP);
}
static void end(void) {
  if (s) wt_session_close(s);
  remove(wave), remove(bundle);
  ck_assert_msg(rmdir(dir) == 0, "files are left in %s", dir);
}
static wt_status launch(void) {
  fake.cycle = 0;
  return kit_launch(s, m, 1, 4, &buf, 1);
}
static void ck_launch(void) { ck_assert_msg(launch() == WT_OK, "%s", wt_error(s)); }
static unsigned long long cycles(void) { return (unsigned long long)wt_stats(s)->cycles; }
/* The error of the session begins, or has something in it. */
static void begins(const char *what) { ck_assert_msg(!strncmp(wt_error(s), what, strlen(what)), "not '%s': %s", what, wt_error(s)); }
static void has(const char *what) { ck_assert_msg(strstr(wt_error(s), what) != NULL, "no '%s': %s", what, wt_error(s)); }

/* ---- room ---- */

START_TEST(as_many_ctas_as_fit) {
  wt_shape S;
  char err[300];
  ck_assert(!wt_shape_preset(&S, "small", err, sizeof err));
  S.CTAS = 8, S.WARPS = 16, S.RF_BANKS = 4, S.BEATS = 2, S.RF_ROWS = 200, S.SMEM_BANKS = 32, S.SMEM_ROWS = 100;
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
  ck_assert_uint_eq(c->wpc, (6 + S->WARP_SIZE - 1) / S->WARP_SIZE);
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
  fake.outputs_at = 300, fake.warp = 3;
  ck_assert_int_eq(launch(), WT_DIFF);
  snprintf(want, sizeof want, "\nwaves of both twins, cycles 236 to 332: %s\nto look at it: gtkwave %s/w.gtkw", wave, dir);
  has(want);
  has("\ninputs of wt_alu in cycle 300, both twins");
  ck_waves("open -1 both", 236, 332, 300, "mark 300 3", "");
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
  if (cycle > 305) abort();
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
  fake.outputs_at = 300, fake.warp = 2;
  ck_assert_int_eq(launch(), WT_DIFF);
  snprintf(want, sizeof want, "\nwaves of both twins up to the difference: %s\nto look at it: gtkwave ", wave);
  has(want);
  ck_waves("open -1 both", 0, 300, 300, "mark 300 2\nedge 300", "");
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

/* ---- the oracle ---- */

static wt_addr flip_addr;
static void flip(void *ctx, wt_machine *x, uint64_t cycle) {
  (void)ctx;
  if (cycle == 100) *wt_mem_ptr(x->mem, flip_addr, 1) ^= 0x40;
}
START_TEST(memory_at_the_end_is_that_of_the_oracle) {
  char want[300];
  fake.edge = flip, flip_addr = buf + 40;
  ck_assert_int_eq(launch(), WT_DIFF);
  snprintf(want, sizeof want,
           "kernel k: final memory differs from the oracle's at 0x%llx (40 bytes into allocation 1 (64 bytes at 0x%llx)): 0x40, oracle 0x00",
           (unsigned long long)buf + 40, (unsigned long long)buf);
  ck_assert_str_eq(wt_error(s), want);
  ck_assert_str_eq(wt_verdict(s), "diff");
  opened(WT_BACKEND_COSIM, NULL, 100000, 1, LOOP); /* without an oracle nobody knows */
  fake.edge = flip, flip_addr = buf + 40;
  ck_launch();
}
END_TEST

/* ---- traces and counters ---- */

/* A line an issue: cycle, slot, CTA, warp in it, pc, lanes of the path, lanes that execute. */
START_TEST(a_trace_has_every_issue) {
  char *text = NULL;
  size_t n = 0;
  opened(WT_BACKEND_C, NULL, 100000, 0,
         ".kernel k\n.regs 16\n.params 8\nS2R R0, SR_TID.X\nISETP.LT.AND P0, PT, R0, 0x2, PT\n@P0 MOV R1, R0\n@!P0 EXIT\nMOV R2, R0\nEXIT\n.end\n");
  s->x.trace = open_memstream(&text, &n);
  ck_launch();
  fclose(s->x.trace);
  s->x.trace = NULL;
  static const struct {
    unsigned pc, mask, exec;
  } issues[] = {{0x00, 0xf, 0xf}, {0x10, 0xf, 0xf}, {0x20, 0xf, 0x3}, {0x30, 0xf, 0xc}, {0x40, 0x3, 0x3}, {0x50, 0x3, 0x3}};
  unsigned k = 0, before = 0;
  for (const char *p = text; *p; p = strchr(p, '\n') + 1, k++) {
    unsigned cycle, slot, cta[3], warp, pc, mask, exec;
    ck_assert_uint_lt(k, 6);
    ck_assert_msg(sscanf(p, "%u %u %u,%u,%u %u 0x%x %x %x", &cycle, &slot, &cta[0], &cta[1], &cta[2], &warp, &pc, &mask, &exec) == 9, "%s", p);
    ck_assert(cycle > before && !slot && !cta[0] && !cta[1] && !cta[2] && !warp);
    ck_assert_msg(pc == issues[k].pc && mask == issues[k].mask && exec == issues[k].exec, "%s", p);
    before = cycle;
  }
  ck_assert_uint_eq(k, 6);
  free(text);
}
END_TEST

/* What the session has counted is the sum of its launches. */
static struct {
  wt_tally t;
  uint64_t requests, accesses;
  wt_mem_sum memory;
  unsigned launches;
  wt_status last;
} sum;
static void launch_ends(void *ctx, wt_running *u, wt_status st) {
  (void)ctx;
  uint64_t *to = (uint64_t *)(void *)&sum.t;
  const uint64_t *from = (const uint64_t *)(const void *)&u->t->tally;
  for (unsigned i = 0; i < sizeof sum.t / 8; i++) to[i] += from[i];
  sum.requests += wt_env_requests(u->e), sum.accesses += wt_env_lane_accesses(u->e);
  wt_mem_sum one;
  wt_env_memory(u->e, &one);
  to = (uint64_t *)(void *)&sum.memory, from = (const uint64_t *)(const void *)&one;
  for (unsigned i = 0; i < sizeof one / 8; i++) to[i] += from[i];
  sum.launches++, sum.last = st;
}
START_TEST(counters_are_those_of_all_launches) {
  static const char *const set[] = {"MEM_MODEL=l2dram", "L1_BYTES=1024", "REPLAY=replay", NULL};
  opened(WT_BACKEND_C, set, 100000, 0,
         ".kernel k\n.regs 16\n.params 8\nMOV R2, c[0x0][0x160]\nMOV R3, c[0x0][0x164]\nS2R R0, SR_TID.X\nISETP.LT.AND P0, PT, R0, 0x2, PT\n"
         "LDG.E.SYS R4, [R2]\nLDG.E.SYS R5, [R2+0x20]\n@P0 STG.E.SYS [R2], R0\nEXIT\n.end\n");
  memset(&sum, 0, sizeof sum);
  s->x.on_end = launch_ends, s->x.count_idle = 1;
  for (unsigned i = 0; i < 3; i++) {
    ck_launch();
    ck_assert_mem_eq(&s->x.total, &sum.t, sizeof sum.t);
    ck_assert(s->x.requests == sum.requests && s->x.lane_accesses == sum.accesses && sum.launches == i + 1 && sum.last == WT_OK);
    ck_assert_mem_eq(&s->x.memory, &sum.memory, sizeof sum.memory);
  }
  ck_assert(sum.t.warp_instructions && sum.t.thread_instructions && sum.t.idle_cycles && sum.requests && sum.accesses);
}
END_TEST

/* Peaks and sums over the cycles, as the tables tell at each edge. */
static struct {
  unsigned peak[WT_PEAKS], occupancy[2];
  uint64_t use[WT_PEAKS], cycles;
} most;
static void use_now(wt_running *u) {
  wt_use now;
  wt_use_now(u->t, u->m, u->e, &now);
  most.cycles++;
  for (unsigned i = 0; i < WT_PEAKS; i++) {
    most.use[i] += now.sum[i];
    if (now.most[i] > most.peak[i]) most.peak[i] = now.most[i];
  }
  for (unsigned w = 0; w < u->m->S->WARPS; w++) {
    unsigned used[2] = {0, 0};
    if (!(u->t->resident >> w & 1)) continue;
    wt_occupancy(u->m, w, used);
    for (unsigned i = 0; i < 2; i++)
      if (used[i] > most.occupancy[i]) most.occupancy[i] = used[i];
  }
}
static wt_status look_at_use(void *ctx, wt_running *u) {
  (void)ctx;
  u->x->visit.next = u->t->tally.cycles + 1;
  if (u->t->tally.cycles) use_now(u);
  return WT_OK;
}
static void last_use(void *ctx, wt_running *u, wt_status st) { (void)ctx, (void)st, use_now(u); }
START_TEST(use_is_counted_at_every_edge) {
  opened(
    WT_BACKEND_C, NULL, 100000, 0,
    ".kernel k\n.regs 16\n.params 8\nMOV R2, c[0x0][0x160]\nMOV R3, c[0x0][0x164]\nS2R R0, SR_TID.X\nBSSY B0, J\nISETP.LT.AND P0, PT, R0, 0x2, PT\n"
    "BSSY B1, K\n@P0 BRA K\nLDG.E.SYS R4, [R2]\nK: BSYNC B1\nSTG.E.SYS [R2], R0\nJ: BSYNC B0\nEXIT\n.end\n");
  ck_assert_int_eq(wt_session_start(s), WT_OK);
  memset(&most, 0, sizeof most);
  wt_set_occupancy(s, 1);
  s->x.visit = (wt_visit){0, look_at_use, NULL}, s->x.on_end = last_use;
  fake.cycle = 0;
  ck_assert_msg(kit_launch(s, m, 3, 8, &buf, 1) == WT_OK, "%s", wt_error(s));
  ck_assert_uint_eq(s->x.counted_cycles, most.cycles);
  ck_assert_uint_eq(most.cycles, cycles());
  ck_assert_mem_eq(s->x.peak, most.peak, sizeof most.peak);
  ck_assert_mem_eq(s->x.use, most.use, sizeof most.use);
  ck_assert_mem_eq(s->x.occupancy, most.occupancy, sizeof most.occupancy);
  ck_assert(most.occupancy[0] > 1);
  uint64_t before = s->x.counted_cycles;
  wt_set_occupancy(s, 0);
  ck_launch();
  ck_assert_uint_eq(s->x.counted_cycles, before);
}
END_TEST

/* ---- who looks in ---- */

static struct {
  unsigned n;
  uint64_t at[8], stop;
  uint8_t sha[8][3][32];
} looked;
static wt_status look(void *ctx, wt_running *u) {
  (void)ctx;
  uint64_t c = u->t->tally.cycles;
  ck_assert_uint_lt(looked.n, 8);
  for (int what = 0; what < 3; what++) ck_assert(!wt_running_hash(u, what, looked.sha[looked.n][what]));
  looked.at[looked.n++] = c;
  u->x->visit.next = c + 100;
  if (c < looked.stop) return WT_OK;
  wt_report_begin(&u->r, "ok", "somebody stops it");
  return WT_USAGE;
}
START_TEST(somebody_looks_at_the_start_of_cycles) {
  memset(&looked, 0, sizeof looked);
  looked.stop = 350;
  s->x.visit = (wt_visit){50, look, NULL};
  ck_assert_int_eq(launch(), WT_USAGE);
  ck_assert_str_eq(wt_error(s), "somebody stops it");
  ck_assert(looked.n == 4 && looked.at[0] == 50 && looked.at[1] == 150 && looked.at[3] == 350);
  ck_assert_uint_eq(cycles(), 350);
}
END_TEST

/* Equal runs have equal hashes in every cycle; the state goes on, memory counts, and what does not decide how the machine goes on does not. */
START_TEST(hashes_of_the_state) {
  uint8_t first[8][3][32];
  memset(&looked, 0, sizeof looked);
  looked.stop = 350;
  for (unsigned k = 0; k < 3; k++) {
    opened(WT_BACKEND_C, NULL, 100000, 0, LOOP);
    if (k == 2) *wt_mem_ptr(s->x.mem, buf + 60, 1) = 1;
    looked.n = 0;
    s->x.visit = (wt_visit){50, look, NULL};
    ck_assert_int_eq(launch(), WT_USAGE);
    if (k == 0) memcpy(first, looked.sha, sizeof first);
    if (k == 1) ck_assert_mem_eq(first, looked.sha, sizeof first);
    for (unsigned i = 0; i < 4; i++)
      for (unsigned j = 0; k == 2 && j < 3; j++) ck_assert(memcmp(first[i][j], looked.sha[i][j], 32));
  }
  for (unsigned i = 0; i < 4; i++)
    for (unsigned k = 0; k < 4; k++)
      for (unsigned a = 0; a < 3; a++)
        for (unsigned b = 0; b < 3; b++) ck_assert((i == k && a == b) == !memcmp(first[i][a], first[k][b], 32));
}
END_TEST

/* The counters of the session belong to what a segment takes along, not to the machine. */
START_TEST(counters_are_no_state_of_the_machine) {
  uint8_t before[3][32];
  opened(WT_BACKEND_C, NULL, 100000, 0, LOOP);
  memset(&looked, 0, sizeof looked);
  s->x.visit = (wt_visit){50, look, NULL};
  ck_assert_int_eq(launch(), WT_USAGE);
  memcpy(before, looked.sha[0], sizeof before);
  uint64_t *const counters[] = {&s->x.total.cycles,
                                &s->x.total.warp_instructions,
                                &s->x.total.thread_instructions,
                                &s->x.total.idle_cycles,
                                &s->x.total.lanes.beats,
                                &s->x.total.lanes.active,
                                &s->x.total.lanes.idle[0],
                                &s->x.total.why[WT_WHY_COUNT - 1],
                                &s->x.total.l1[3],
                                &s->x.total.l1_again,
                                &s->x.total.replays[5],
                                &s->x.requests,
                                &s->x.lane_accesses,
                                &s->x.use[WT_PEAKS - 1],
                                &s->x.counted_cycles,
                                (uint64_t *)(void *)&s->x.memory};
  for (unsigned i = 0; i <= sizeof counters / sizeof *counters; i++) {
    opened(WT_BACKEND_C, NULL, 100000, 0, LOOP);
    memset(&looked, 0, sizeof looked);
    s->x.visit = (wt_visit){50, look, NULL};
    if (i) *(uint64_t *)(void *)((char *)&s->x + ((char *)counters[i - 1] - (char *)counters[0]) + offsetof(wt_machine, total.cycles)) = 77;
    else s->x.occupancy[1] = s->x.peak[WT_PEAKS - 1] = 3;
    ck_assert_int_eq(launch(), WT_USAGE);
    ck_assert_mem_eq(looked.sha[0][WT_STATE_MACHINE], before[WT_STATE_MACHINE], 32);
    ck_assert_msg(memcmp(looked.sha[0][WT_STATE_SEGMENT], before[WT_STATE_SEGMENT], 32), "counter %u", i);
    ck_assert(memcmp(looked.sha[0][WT_STATE_FULL], before[WT_STATE_FULL], 32));
  }
}
END_TEST

/* ---- pictures ---- */

START_TEST(pictures_of_a_run_in_one_process) {
  wt_set_pictures(s, wave, NULL, NULL);
  ck_launch();
  ck_assert_int_eq(access(wave, F_OK), 0);
  wt_set_jobs(s, 2, 500, 0);
  ck_assert_int_eq(launch(), WT_USAGE);
  ck_assert_str_eq(wt_error(s), "pictures show a run from its start in one process: leave out --report, --kanata and --perfetto, or --jobs");
  wt_set_pictures(s, NULL, NULL, NULL);
  ck_launch();
  opened(WT_BACKEND_C, NULL, 100000, 0, LOOP);
  wt_set_pictures(s, NULL, "/nowhere/at/all", NULL);
  ck_assert_int_eq(launch(), WT_USAGE);
  has("/nowhere/at/all");
}
END_TEST

/* ---- workers, when they are worth it ---- */

START_TEST(workers_from_the_second_segment_on) {
  ck_launch();
  unsigned long long all = cycles();
  opened(WT_BACKEND_COSIM, NULL, 100000, 0, LOOP);
  s->x.parallel.later = 2, s->x.parallel.segment = all; /* a short run */
  ck_launch();
  ck_assert(calls->load == 0 && calls->drive == all);
  opened(WT_BACKEND_COSIM, NULL, 100000, 0, LOOP);
  s->x.parallel.later = 2, s->x.parallel.segment = 300;
  ck_launch();
  ck_assert(calls->load > 1 && cycles() == all && !s->x.parallel.jobs && s->x.parallel.later == 2);
  ck_launch(); /* the next one finds both twins where it left them */
  opened(WT_BACKEND_COSIM, NULL, 100000, 0, LOOP);
  s->x.parallel.later = 1, s->x.parallel.segment = 300; /* one is no gain */
  ck_launch();
  ck_assert_uint_eq(calls->load, 0);
  opened(WT_BACKEND_C, NULL, 100000, 0, LOOP);
  wt_set_jobs(s, 2, 300, 0); /* there is nothing to verify */
  ck_launch();
  ck_assert_uint_eq(calls->load, 0);
  opened(WT_BACKEND_COSIM, NULL, 100000, 0, LOOP);
  wt_set_jobs(s, 2, 300, 0);
  wt_set_wave(s, wave, 0, 5, -1); /* of one process */
  ck_launch();
  ck_assert_uint_eq(calls->load, 0);
}
END_TEST

/* ---- the RTL alone ---- */

START_TEST(no_end_of_the_rtl_alone) {
  opened(WT_BACKEND_RTL, NULL, 500, 0, LOOP);
  memset(&sum, 0, sizeof sum);
  s->x.on_end = launch_ends;
  ck_assert_int_eq(launch(), WT_NO_END);
  ck_assert(calls->fetch == 500 && calls->clock == calls->fetch && calls->store == 1 && !calls->drive && sum.launches == 1 && sum.last == WT_NO_END);
  ck_assert_str_eq(wt_verdict(s), "max-cycles");
  opened(WT_BACKEND_RTL, NULL, 500, 0, LOOP);
  fake.idle_at = 77;
  ck_launch();
  ck_assert(calls->fetch == 77 && calls->clock == 77 && cycles() == 77);
  ck_launch(); /* idle from the start on: it ends when the launch has come in; one clock brings it */
  ck_assert(calls->fetch == 80 && calls->clock == 81 && calls->reset == 1);
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
  tcase_add_test(t, equal_twins_end_well);
  tcase_add_test(t, differences_by_when_they_show);
  tcase_add_test(t, the_warp_of_a_difference_is_told);
  tcase_add_test(t, waves_around_a_difference);
  tcase_add_test(t, waves_around_a_difference_near_the_end);
  tcase_add_test(t, waves_up_to_a_difference_that_kills);
  tcase_add_test(t, a_difference_that_does_not_come_again);
  tcase_add_test(t, waves_that_are_being_written);
  tcase_add_test(t, a_bundle_is_left_with_the_waves);
  tcase_add_test(t, waves_of_chosen_cycles);
  tcase_add_test(t, waves_that_cannot_be_written);
  tcase_add_test(t, memory_at_the_end_is_that_of_the_oracle);
  tcase_add_test(t, a_trace_has_every_issue);
  tcase_add_test(t, counters_are_those_of_all_launches);
  tcase_add_test(t, use_is_counted_at_every_edge);
  tcase_add_test(t, somebody_looks_at_the_start_of_cycles);
  tcase_add_test(t, hashes_of_the_state);
  tcase_add_test(t, counters_are_no_state_of_the_machine);
  tcase_add_test(t, pictures_of_a_run_in_one_process);
  tcase_add_test(t, workers_from_the_second_segment_on);
  tcase_add_test(t, no_end_of_the_rtl_alone);
  suite_add_tcase(suite, t);
  return suite_run(suite);
}
