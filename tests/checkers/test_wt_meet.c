/* test_wt_meet.c - the oracle's books of meetings (wt_oracle_meet.h): faults that both twins share, which lock-step cannot see.
 *
 * One machine, the C twin, with the oracle in tandem, stands for both (the last case runs both). A fault is either an instruction that the machine takes for another
 * one (the oracle executes the program as it is), or a change of the control-flow unit's state at a clock edge. Without the oracle most of
 * these runs end well: results are right, only who runs with whom is wrong.
 */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "control/wt_barrier_rows.h"
#include "control/wt_hanoi_yr.h"
#include "control/wt_multipath_tab.h"
#include "isa/wt_asm.h"
#include "isa/wt_elfw.h"
#include "lib/wt_session.h"
#include "tests/suite.h"
#include "meet_progs.h"

enum { BLOCK = 64, STRIDE = 256, LANES = 32 };

typedef struct injection {
  void (*fault)(struct injection *, wt_machine *, wt_hanoi_yr_state *);
  const wt_word *code; /* what the oracle executes instead of the machine's code, or NULL */
  size_t n;
  unsigned done;
  uint64_t later;
} injection;

static void on_edge(void *ctx, wt_machine *x, uint64_t cycle) {
  injection *f = ctx;
  (void)cycle;
  if (f->code && x->oracle) ck_assert_int_eq(wt_oracle_set_code(x->oracle[0], f->code, f->n), WT_OK); /* nothing runs yet */
  f->code = NULL;
  if (!f->fault) return;
  f->fault(f, x, &x->m->subcore->hanoi_yr.q);
  wt_gpu_moore(x->m->gpu);
}

/* ---- faults in wt_hanoi_yr, warp 0 ---- */
static uint64_t yr_mask(const wt_machine *x, unsigned i) { return wt_words_get(x->m->subcore->hanoi_yr.q.pool_mask, i * LANES, LANES); }
static void yr_put_mask(wt_machine *x, unsigned i, uint64_t v) { wt_words_put(x->m->subcore->hanoi_yr.q.pool_mask_w, i * LANES, LANES, v); }
static unsigned yr_queued(const wt_machine *x, unsigned pos) {
  const wt_hanoi_yr_state *q = &x->m->subcore->hanoi_yr.q;
  return (unsigned)wt_words_get(q->ring, ((q->ring_head[0] + pos) % x->m->S->PATHS) * x->m->S->PATH_W, x->m->S->PATH_W);
}
static uint64_t top_lane(uint64_t m) { return UINT64_C(1) << (63 - __builtin_clzll(m)); }

static void mask_loses_a_lane(injection *f, wt_machine *x, wt_hanoi_yr_state *q) {
  (void)x;
  if (f->done || !(q->b_valid[0] & 1)) return;
  f->done = 1;
  q->b_mask_w[0] &= ~top_lane(q->b_mask_w[0]);
}
static void mask_gets_lost(injection *f, wt_machine *x, wt_hanoi_yr_state *q) {
  (void)x;
  if (f->done || !(q->b_valid[0] & 2)) return;
  f->done = 1;
  q->b_valid_w[0] &= (uint16_t)~2u;
}
/* The next CHECK counts paths as yielded that only wait for their turn. */
static void queued_is_yielded(injection *f, wt_machine *x, wt_hanoi_yr_state *q) {
  if (f->done || q->at_warp || q->state != WT_YR_CHECK) return;
  for (unsigned k = 0; k < q->ring_count_w[0]; k++) q->pool_yield_w[0] |= UINT64_C(1) << yr_queued(x, k), f->done = 1;
}
static void finished_too_early(injection *f, wt_machine *x, wt_hanoi_yr_state *q) {
  if (f->done || q->at_warp || q->state != WT_YR_CHECK || !q->ring_count[0]) return;
  f->done = 1;
  q->finished_w[0] |= yr_mask(x, yr_queued(x, 0));
}
static void yields_release(injection *f, wt_machine *x, wt_hanoi_yr_state *q) {
  (void)q;
  f->done = x->m->gpu->cfg.yrel = 1;
}
static void force_is_on(injection *f, wt_machine *x, wt_hanoi_yr_state *q) {
  (void)q;
  f->done = x->m->gpu->cfg.force = 1;
}
static void force_too_early(injection *f, wt_machine *x, wt_hanoi_yr_state *q) {
  (void)x;
  if (f->done || q->at_warp || q->state != WT_YR_SELECT || q->e_kind != WT_EV_BSYNC || !q->ring_count[0]) return;
  f->done = 1;
  q->state = WT_YR_FORCE;
}
static void release_forgets_a_path(injection *f, wt_machine *x, wt_hanoi_yr_state *q) {
  (void)x;
  if (f->done || q->at_warp || q->state != WT_YR_RELEASE || !(q->to_release & (q->to_release - 1))) return;
  f->done = 1;
  q->to_release &= -q->to_release;
}
/* The same, and then that path is released on its own. */
static void release_one_by_one(injection *f, wt_machine *x, wt_hanoi_yr_state *q) {
  (void)x;
  if (f->later) {
    q->to_release = f->later, f->later = 0;
    q->state = WT_YR_RELEASE;
  } else if (!f->done && !q->at_warp && q->state == WT_YR_RELEASE && (q->to_release & (q->to_release - 1))) {
    f->done = 1;
    f->later = q->to_release & (q->to_release - 1);
    q->to_release &= -q->to_release;
  }
}
/* A path in straight-line code loses a lane, which becomes a path of its own. Where it is, the oracle knows. */
static void path_falls_apart(injection *f, wt_machine *x, wt_hanoi_yr_state *q) {
  unsigned c = q->cur_entry[0], i = 0, n = x->m->S->PATHS;
  if (f->done || q->state != WT_YR_IDLE || !(q->has_path & 1) || !x->oracle || wt_oracle_pc(x->oracle[0], 0, 0) != 16 * f->n) return;
  f->done = 1;
  uint64_t l = top_lane(q->cur_mask[0]);
  while (wt_words_get(q->pool_kind, i, 1)) i++;
  q->cur_mask_w[0] &= ~l;
  yr_put_mask(x, c, q->cur_mask[0]);
  yr_put_mask(x, i, l);
  wt_words_put(q->pool_kind_w, i, 1, 1), wt_words_put(q->pool_kind_w, n + i, 1, 0), wt_words_put(q->pool_kind_w, 2 * n + i, 1, 0);
  q->pool_pc_w[i] = (uint32_t)(16 * f->n);
  wt_words_put(q->ring_w, ((q->ring_head_w[0] + q->ring_count_w[0]) % n) * x->m->S->PATH_W, x->m->S->PATH_W, i);
  q->ring_count_w[0]++;
}
static void slot_loses_its_mask(injection *f, wt_machine *x, wt_hanoi_yr_state *q) {
  (void)x;
  if (f->done || q->at_warp || q->state != WT_YR_CHECKW) return;
  f->done = 1;
  wt_words_put(q->slot_mask_w, 0, LANES, 0);
}

/* ---- faults in the other units, warp 0 ---- */
static void view_loses_a_lane(injection *f, wt_machine *x, wt_hanoi_yr_state *q) {
  wt_barrier *m = &x->m->subcore->barrier;
  (void)q;
  if (f->done || !view_used(m, 0, 0, 0)) return;
  f->done = 1;
  for (unsigned l = 0; l < LANES; l++) put_view(m, 0, 0, l, view_of(m, 0, 0, l) & ~UINT64_C(0x80000000));
}
/* Lanes at a B register become ready by themselves. */
static void blocked_lanes_run(injection *f, wt_machine *x, wt_hanoi_yr_state *q) {
  view v = open_view(&x->m->subcore->barrier, 0);
  uint64_t set = of_kind(&v, WT_CB_BLOCKED);
  (void)q;
  if (f->done || !set || v.q->state || !v.q->cur_mask[0]) return;
  f->done = 1;
  push(&v, set, 1);
  set_kind(&v, set, WT_CB_READY);
}
static void hanoi_mask_loses_a_lane(injection *f, wt_machine *x, wt_hanoi_yr_state *q) {
  (void)q;
  if (f->done || !(x->m->subcore->hanoi.q.b_valid[0] & 1)) return;
  f->done = 1;
  x->m->subcore->hanoi.q.b_mask_w[0] &= ~UINT64_C(0x80000000);
}
static void top_passes_its_point(injection *f, wt_machine *x, wt_hanoi_yr_state *q) {
  wt_simt_stack_state *s = &x->m->subcore->simt_stack.q;
  (void)q;
  if (f->done || !s->below[0] || s->state) return;
  f->done = 1;
  s->top_rpc_w[0] = WT_RPC_NONE;
}
static void top_forgets_its_calls(injection *f, wt_machine *x, wt_hanoi_yr_state *q) {
  wt_simt_stack_state *s = &x->m->subcore->simt_stack.q;
  (void)q;
  if (s->state || !s->below[0] || !s->top_depth[0] || s->top_depth[0] == 255) return;
  f->done = 1;
  s->top_depth_w[0] = 0;
}
static void point_loses_lanes(injection *f, wt_machine *x, wt_hanoi_yr_state *q) {
  wt_mp v = wt_mp_open(&x->m->subcore->multipath, 0);
  (void)q;
  if (f->done || !(wt_mp_points(&v) & 1) || v.q->state) return;
  f->done = 1;
  wt_words_put(v.rec_mask, 0, LANES, wt_mp_full(&v, 0) & ~UINT64_C(0x11111111));
}
static void points_follow_yields(injection *f, wt_machine *x, wt_hanoi_yr_state *q) {
  (void)q;
  f->done = 1, x->m->gpu->cfg.delay = WT_RPC_DELAY_yield;
}

/* ---- runs ---- */
static void replace(char *out, size_t n, const char *text, const char *from, const char *to) {
  const char *p = from ? strstr(text, from) : NULL;
  ck_assert_msg(!from || p != NULL, "no '%s' in the program", from);
  snprintf(out, n, "%.*s%s%s", p ? (int)(p - text) : 0, text, p ? to : "", p ? p + strlen(from) : text);
}

/* One launch of a program on small; `from` is read as `to` by the machine. What it said in v. */
static wt_status run_on(wt_backend backend, const char *text, const char *from, const char *to, injection *f, const char *const *set, int no_oracle,
                        char *v, size_t vn) {
  char cubin[] = "/tmp/wt_meet_XXXXXX", err[600], seen[4096];
  wt_asm_out real, read;
  wt_session *s;
  wt_module *m;
  wt_addr buf;
  replace(seen, sizeof seen, text, from, to);
  ck_assert_msg(wt_asm_string(text, "program", &real, err, sizeof err) == WT_OK, "%s", err);
  ck_assert_msg(wt_asm_string(seen, "as read", &read, err, sizeof err) == WT_OK, "%s", err);
  ck_assert_uint_eq(real.kernel[0].ncode, read.kernel[0].ncode);
  int fd = mkstemp(cubin);
  ck_assert_int_ge(fd, 0);
  close(fd);
  ck_assert_msg(wt_elfw_write(&read, cubin, err, sizeof err) == WT_OK, "%s", err);
  wt_options o = {backend, "small", set, 1, 100000, no_oracle};
  ck_assert_msg(wt_session_open(&o, &s) == WT_OK, "%s", wt_error(NULL));
  s->x.progress.quiet = 1;
  if (f) {
    if (from) f->code = real.kernel[0].code, f->n = real.kernel[0].ncode;
    s->x.on_edge = on_edge, s->x.on_edge_ctx = f;
  }
  ck_assert_msg(wt_module_load(s, cubin, &m) == WT_OK, "%s", wt_error(s));
  remove(cubin);
  ck_assert_int_eq(wt_alloc(s, (size_t)BLOCK * STRIDE, &buf), WT_OK);
  wt_arg arg = {&buf, sizeof buf};
  wt_dims d = {{1, 1, 1}, {BLOCK, 1, 1}, 0};
  wt_status st = wt_launch(s, m, NULL, &d, &arg, 1);
  snprintf(v, vn, "%s: %.1500s", wt_verdict(s), st ? wt_error(s) : "");
  wt_session_close(s);
  wt_asm_free(&real);
  wt_asm_free(&read);
  return st;
}

static wt_status run(const char *text, const char *from, const char *to, injection *f, const char *const *set, int no_oracle, char *v, size_t vn) {
  return run_on(WT_BACKEND_C, text, from, to, f, set, no_oracle, v, vn);
}

#define YR "DIVERGENCE=hanoi_yr"
#define CB "DIVERGENCE=barrier"
#define MP "DIVERGENCE=multipath"
#define SS "DIVERGENCE=simt_stack"
#define LEFT " leave behind lanes "
#define POINT "go on from their reconvergence point and leave behind lanes "

/* unseen: without the oracle the run ends as if nothing had happened. pc: path_falls_apart, in instructions. */
static const struct {
  const char *name, *text, *from, *to;
  void (*fault)(injection *, wt_machine *, wt_hanoi_yr_state *);
  const char *set[4], *words[2];
  int unseen, pc;
} faults[] = {
  /* instructions that the machine does not know, or takes for others */
  {"BSSY is a no-operation", meet_nested, "BSSY B0, join", "NOP", NULL, {YR}, {"the BSYNC of B0 and", LEFT}, 1, 0},
  {"BSSY is a no-operation, a view a lane", meet_nested, "BSSY B1, inner", "NOP", NULL, {CB, "CB_MASKS=lane"}, {"the BSYNC of B1 and", LEFT}, 1, 0},
  {"BSYNC is a no-operation", meet_nested, "BSYNC B1", "NOP", NULL, {YR}, {"the BSYNC of B1 and", LEFT}, 1, 0},
  {"BSYNC is a no-operation, rr", meet_nested, "BSYNC B0", "NOP", NULL, {CB, "PATH_POLICY=rr"}, {"the BSYNC of B0 and", LEFT}, 1, 0},
  {"a region writes the register of another", meet_nested, "BSSY B1, inner", "BSSY B0, inner", NULL, {YR}, {LEFT, ""}, 1, 0},
  {"BREAK is a no-operation", meet_break, "@!P1 BREAK B0", "NOP", NULL, {YR}, {"was cut (lanes ", " can run (lane"}, 1, 0},
  {"BREAK is a no-operation, barrier", meet_break, "@!P1 BREAK B0", "NOP", NULL, {CB, "CB_MASKS=lane"}, {"was cut (lanes ", " can run (lane"}, 1, 0},
  {"BREAK takes lanes that do not execute it", meet_break, "@!P1 BREAK B0", "BREAK B0", NULL, {YR, "PATH_ORDER=minority"}, {LEFT, ""}, 1, 0},
  {"a spilled mask is not restored", meet_spill, "BMOV.32 B0, R7", "NOP", NULL, {YR}, {"the BSYNC of B0 and", LEFT}, 1, 0},
  {"a mask is restored from elsewhere",
   meet_spill,
   "BMOV.32 B0, R7",
   "BMOV.32 B0, RZ",
   NULL,
   {CB, "CB_MASKS=lane"},
   {"the BSYNC of B0 and", LEFT},
   1,
   0},
  {"guard of BSYNC turned round", meet_guarded, "@!P0 BSYNC B0", "@P0 BSYNC B0", NULL, {YR}, {"the BSYNC of B0 and", LEFT}, 1, 0},
  {"a no-operation yields", meet_yield, "NOP", "YIELD", NULL, {YR, "PATH_ORDER=minority"}, {"the BSYNC of B0 and", "it has not come"}, 1, 0},
  {"WARPSYNC is a no-operation",
   meet_one_sync,
   "WARPSYNC 0xffffffff",
   "NOP",
   NULL,
   {YR},
   {"waits at WARPSYNC ffffffff, which is not complete", ""},
   1,
   0},
  {"WARPSYNC leaves lanes out", meet_one_sync, "WARPSYNC 0xffffffff", "WARPSYNC 0xeeeeeeee", NULL, {CB}, {"waits at WARPSYNC ffffffff", ""}, 0, 0},
  /* the unit itself */
  {"a mask loses a lane", meet_nested, NULL, NULL, mask_loses_a_lane, {YR}, {"the BSYNC of B0 and", LEFT}, 1, 0},
  {"a mask gets lost", meet_nested, NULL, NULL, mask_gets_lost, {YR}, {"the BSYNC of B1 and", LEFT}, 1, 0},
  {"BMOV reads a mask without a lane", meet_spill, NULL, NULL, mask_loses_a_lane, {YR}, {"R7 expected ffffffff, written 7fffffff", ""}, 1, 0},
  {"paths that wait for their turn count as yielded", meet_nested, NULL, NULL, queued_is_yielded, {YR}, {LEFT, "it has not come"}, 1, 0},
  {"YIELD releases although the mode says no",
   meet_yield,
   NULL,
   NULL,
   yields_release,
   {YR, "YIELD_RELEASE=0", "PATH_ORDER=minority"},
   {LEFT, "it has yielded"},
   1,
   0},
  {"YIELD releases although the mode says no, barrier",
   meet_yield,
   NULL,
   NULL,
   yields_release,
   {CB, "YIELD_RELEASE=0", "PATH_ORDER=minority"},
   {LEFT, "it has yielded"},
   1,
   0},
  {"lanes count as ended before they end", meet_nested, NULL, NULL, finished_too_early, {YR}, {LEFT, ""}, 0, 0},
  {"a wait is cut although the mode says no",
   meet_break,
   "@!P1 BREAK B0",
   "NOP",
   force_is_on,
   {YR, "FORCE=0"},
   {"which this mode does not allow", ""},
   1,
   0},
  {"a wait is cut although others can run", meet_nested, NULL, NULL, force_too_early, {YR}, {"was cut (lanes ", " can run (lane"}, 1, 0},
  {"a release forgets a path",
   meet_nested,
   NULL,
   NULL,
   release_forgets_a_path,
   {YR},
   {" issue without lanes ", "the BSYNC of B1 has released together"},
   1,
   0},
  {"a released group goes on in parts",
   meet_nested,
   NULL,
   NULL,
   release_one_by_one,
   {YR},
   {" issue without lanes ", "the BSYNC of B1 has released together"},
   1,
   0},
  {"lanes of one WARPSYNC go on in parts",
   meet_one_sync,
   NULL,
   NULL,
   release_one_by_one,
   {YR},
   {" issue without lanes ", "their WARPSYNC has released"},
   1,
   0},
  {"a path falls apart between two instructions",
   meet_nested,
   NULL,
   NULL,
   path_falls_apart,
   {YR},
   {" issue without lanes 80000000", "on the same path"},
   0,
   8},
  {"a WARPSYNC slot loses its mask", meet_one_sync, NULL, NULL, slot_loses_its_mask, {YR}, {"waits at WARPSYNC ffffffff", ""}, 0, 0},
  {"a lane's view loses a lane", meet_nested, NULL, NULL, view_loses_a_lane, {CB, "CB_MASKS=lane"}, {"the BSYNC of B0 and", LEFT}, 1, 0},
  {"blocked lanes run", meet_nested, NULL, NULL, blocked_lanes_run, {CB}, {" issue without lanes ", "the BSYNC of B1 has released together"}, 1, 0},
  {"a mask of the paper's unit loses a lane",
   meet_nested,
   NULL,
   NULL,
   hanoi_mask_loses_a_lane,
   {"DIVERGENCE=hanoi"},
   {" issue without lanes 80000000", "the BSYNC of B0 has released together"},
   0,
   0},
  {"the top of the stack passes its point", meet_nested, NULL, NULL, top_passes_its_point, {SS}, {POINT, ""}, 1, 0},
  {"the top of the stack passes the end of its region", meet_nested, NULL, NULL, top_passes_its_point, {SS, "STACK_RPC=bssy"}, {POINT, ""}, 1, 0},
  {"the stack forgets how deep a call is", meet_recurse, NULL, NULL, top_forgets_its_calls, {SS}, {POINT, ""}, 0, 0},
  {"a point of multipath loses lanes", meet_nested, NULL, NULL, point_loses_lanes, {MP}, {POINT, ""}, 1, 0},
  {"points let yielded lanes behind although the mode says no",
   meet_yield,
   NULL,
   NULL,
   points_follow_yields,
   {MP, "PATH_ORDER=minority"},
   {POINT, ""},
   1,
   0},
};
enum { NFAULTS = sizeof faults / sizeof *faults };

START_TEST(shared_fault) {
  char v[2000], quiet[2000];
  injection f = {.fault = faults[_i].fault, .n = (size_t)faults[_i].pc}, g = f;
  wt_status st = run(faults[_i].text, faults[_i].from, faults[_i].to, &f, faults[_i].set, 0, v, sizeof v);
  printf("%-52s %s\n", faults[_i].name, v);
  ck_assert_msg(!f.fault || f.done, "%s: never injected", faults[_i].name);
  ck_assert_msg(st == WT_DIFF && !strncmp(v, "diff: ", 6), "%s: status %d, %s", faults[_i].name, st, v);
  for (int k = 0; k < 2; k++) ck_assert_msg(strstr(v, faults[_i].words[k]) != NULL, "%s: no '%s' in %s", faults[_i].name, faults[_i].words[k], v);
  ck_assert_msg(strstr(v, "oracle: warp slot ") != NULL, "%s: %s", faults[_i].name, v);
  st = run(faults[_i].text, faults[_i].from, faults[_i].to, &g, faults[_i].set, 1, quiet, sizeof quiet);
  if (faults[_i].unseen) ck_assert_msg(st == WT_OK, "%s: seen without the oracle: %s", faults[_i].name, quiet);
}
END_TEST

/* Both twins read the wrong instruction: lock-step has nothing to say, the oracle has. */
START_TEST(lock_step_sees_nothing) {
  char v[2000];
  unsigned n = 0;
  for (int k = 0; k < NFAULTS; k++) {
    if (!faults[k].from || faults[k].fault || strcmp(faults[k].set[0], YR) || !faults[k].unseen) continue;
    injection f = {0};
    wt_status st = run_on(WT_BACKEND_COSIM, faults[k].text, faults[k].from, faults[k].to, &f, faults[k].set, 0, v, sizeof v);
    ck_assert_msg(st == WT_DIFF && strstr(v, "oracle: warp slot ") && strstr(v, faults[k].words[0]), "%s: status %d, %s", faults[k].name, st, v);
    f = (injection){0};
    st = run_on(WT_BACKEND_COSIM, faults[k].text, faults[k].from, faults[k].to, &f, faults[k].set, 1, v, sizeof v);
    ck_assert_msg(st == WT_OK, "%s: seen by lock-step: %s", faults[k].name, v);
    n++;
  }
  ck_assert_uint_ge(n, 6);
}
END_TEST

/* The programs as they are: nothing to report, on every unit that can run them. */
static const struct {
  const char *name, *text;
} programs[] = {{"nested", meet_nested},     {"spill", meet_spill},     {"break", meet_break},     {"yield", meet_yield}, {"sync", meet_sync},
                {"one_sync", meet_one_sync}, {"guarded", meet_guarded}, {"recurse", meet_recurse}, {"loop", meet_loop}};
static const struct {
  const char *set[5], *not_for;
} forms[] = {
  {{YR}, ""},
  {{YR, "PATH_ORDER=minority"}, ""},
  {{YR, "YIELD_RELEASE=0", "FORCE=0", "PATH_ORDER=taken"}, ""},
  {{YR, "SCOREBOARD=coon", "SB_SPLIT=1"}, ""},
  {{CB}, ""},
  {{CB, "PATH_POLICY=rr", "PATH_ORDER=minority"}, ""},
  {{CB, "PATH_POLICY=minpc"}, ""},
  {{CB, "PATH_POLICY=oldest", "PATH_SWITCH=every"}, ""},
  {{CB, "CB_MASKS=lane"}, ""},
  {{CB, "CB_MASKS=lane", "PATH_POLICY=rr", "PATH_SWITCH=every"}, ""},
  {{CB, "CB_MASKS=lane", "PATH_POLICY=minpc", "YIELD_RELEASE=0"}, ""},
  {{MP}, ""},
  {{MP, "PATH_POLICY=rr", "PATH_SWITCH=every"}, ""},
  {{MP, "RPC_DELAY=yield", "PATH_ORDER=minority"}, ""},
  {{MP, "RPC_DELAY=static", "OREC=1"}, ""},
  {{MP, "RPC_DELAY=yield", "OREC=1", "PATH_POLICY=oldest"}, ""},
  {{"DIVERGENCE=hanoi"}, "spill sync recurse"},
  {{"DIVERGENCE=hanoi", "PATH_ORDER=minority"}, "spill sync recurse"},
  {{SS}, "sync one_sync loop"},
  {{SS, "PATH_ORDER=minority"}, "sync one_sync loop"},
  {{SS, "STACK_RPC=bssy"}, "sync one_sync loop"},
};
enum { NFORMS = sizeof forms / sizeof *forms };

START_TEST(nothing_to_report) {
  char v[2000];
  for (unsigned k = 0; k < sizeof programs / sizeof *programs; k++) {
    injection none = {0};
    if (strstr(forms[_i].not_for, programs[k].name)) continue;
    wt_status st = run(programs[k].text, NULL, NULL, &none, forms[_i].set, 0, v, sizeof v);
    ck_assert_msg(st == WT_OK, "%s on %s %s: %s", programs[k].name, forms[_i].set[0], forms[_i].set[1] ? forms[_i].set[1] : "", v);
  }
}
END_TEST

int main(void) {
  Suite *s = suite_create("meet");
  TCase *t = tcase_create("faults"), *p = tcase_create("programs"), *ls = tcase_create("lock_step");
  tcase_set_timeout(t, 600);
  tcase_set_timeout(p, 600);
  tcase_add_loop_test(t, shared_fault, 0, NFAULTS);
  tcase_add_loop_test(p, nothing_to_report, 0, NFORMS);
  tcase_set_timeout(ls, 1800); /* the first user of the shape verilates it */
  tcase_add_test(ls, lock_step_sees_nothing);
  suite_add_tcase(s, t);
  suite_add_tcase(s, p);
  suite_add_tcase(s, ls);
  return suite_run(s);
}
