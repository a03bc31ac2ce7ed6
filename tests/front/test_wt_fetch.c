/* test_wt_fetch.c - fetch: order of picks, credits, redirects, a model of the rules beside random lock-step. Numbers are the rules of
 * docs/blocks/front/wt_fetch.md. */
#include <stdlib.h>

#include "tests/block_suite.h"

static void cycle(wt_bench *b) {
  if (wt_bench_cycle(b)) ck_abort_msg("%s", b->report);
  b->m->subcore->cfu->redir_valid = b->m->subcore->cfu->redir_warp = b->m->subcore->cfu->redir_stop = 0;
  b->m->subcore->cfu->redir_pc = 0;
  b->m->subcore->sched.o.sel_valid = b->m->subcore->sched.o.sel_pop = b->m->subcore->sched.o.sel_warp = 0;
}
static void redirect(wt_bench *b, unsigned warp, uint32_t pc, int stop) {
  b->m->subcore->cfu->redir_valid = 1;
  b->m->subcore->cfu->redir_warp = (uint8_t)warp;
  b->m->subcore->cfu->redir_pc = pc;
  b->m->subcore->cfu->redir_stop = (uint8_t)stop;
}
static void pop(wt_bench *b, unsigned warp) {
  b->m->subcore->sched.o.sel_valid = b->m->subcore->sched.o.sel_pop = 1;
  b->m->subcore->sched.o.sel_warp = (uint8_t)warp;
}
static void expect(const wt_bench *b, unsigned warp, uint32_t pc, unsigned epoch) {
  ck_assert_uint_eq(b->m->subcore->fetch.o.req_valid, 1);
  ck_assert_uint_eq(b->m->subcore->fetch.o.req_warp, warp);
  ck_assert_uint_eq(b->m->subcore->fetch.o.req_pc, pc);
  ck_assert_uint_eq(b->m->subcore->fetch.o.req_epoch, epoch);
}
static void expect_none(const wt_bench *b) {
  ck_assert_uint_eq(b->m->subcore->fetch.o.req_valid + b->m->subcore->fetch.o.req_warp + b->m->subcore->fetch.o.req_epoch, 0);
  ck_assert_uint_eq(b->m->subcore->fetch.o.req_pc, 0);
}

/* rules 1, 2, 3: nothing is fetched before a redirect; then pc, pc + 16 until the credits are used; a pop gives one
 * back */
START_TEST(credits) {
  wt_bench *b = suite_open("fetch", "tiny", NULL, 1);
  cycle(b);
  expect_none(b);
  redirect(b, 1, 0x40, 0);
  cycle(b);
  expect_none(b);
  cycle(b);
  expect(b, 1, 0x40, 1);
  cycle(b);
  expect(b, 1, 0x50, 1);
  cycle(b);
  expect_none(b);
  pop(b, 1);
  cycle(b);
  expect_none(b);
  cycle(b);
  expect(b, 1, 0x60, 1);
  cycle(b);
  expect_none(b);
  ck_assert_uint_eq(b->m->subcore->fetch.q.buffered[1], 2);
  wt_bench_close(b);
}
END_TEST

/* rule 2: round robin from the last picked warp */
START_TEST(round_robin) {
  static const char *const set[] = {"WARPS=3", "IBUF_DEPTH=3", NULL};
  wt_bench *b = suite_open("fetch", "tiny", set, 2);
  for (unsigned w = 0; w < 3; w++) {
    redirect(b, w, 0x100 * (w + 1), 0);
    cycle(b);
  }
  /* warp 0 was picked alone, then 1 */
  expect(b, 1, 0x200, 1);
  cycle(b);
  expect(b, 2, 0x300, 1);
  cycle(b);
  expect(b, 0, 0x110, 1);
  cycle(b);
  expect(b, 1, 0x210, 1);
  wt_bench_close(b);
}
END_TEST

/* rules 2, 4, 5: a redirect wins over the pick and the pop of its warp; a stop disables; epochs wrap */
START_TEST(redirect_wins) {
  wt_bench *b = suite_open("fetch", "tiny", NULL, 3);
  redirect(b, 0, 0x100, 0);
  cycle(b);
  cycle(b);
  expect(b, 0, 0x100, 1);
  redirect(b, 0, 0x800, 0);
  pop(b, 0);
  cycle(b);
  expect_none(b);
  ck_assert_uint_eq(b->m->subcore->fetch.q.buffered[0], 0);
  cycle(b);
  expect(b, 0, 0x800, 2);
  redirect(b, 0, 0, 1);
  cycle(b);
  expect_none(b);
  cycle(b);
  expect_none(b);
  ck_assert_uint_eq(b->m->subcore->fetch.o.epoch[0], 3);
  redirect(b, 0, 0x900, 0);
  cycle(b);
  cycle(b);
  expect(b, 0, 0x900, 0);
  wt_bench_close(b);
}
END_TEST

/* rule 3: a pick and a pop of one warp in the same cycle leave its count */
START_TEST(pick_and_pop) {
  wt_bench *b = suite_open("fetch", "tiny", NULL, 4);
  redirect(b, 0, 0, 0);
  cycle(b);
  cycle(b);
  pop(b, 0);
  cycle(b);
  expect(b, 0, 0x10, 1);
  ck_assert_uint_eq(b->m->subcore->fetch.q.buffered[0], 1);
  wt_bench_close(b);
}
END_TEST

/* A model of the rules: what fetch keeps for every warp, and the request at the port. pc counts only where a redirect has come. */
static struct {
  unsigned en, epoch, cnt;
  uint32_t pc;
} ref[MAX_WARPS];
static struct {
  unsigned rr, valid, warp, epoch;
  uint32_t pc;
} req;

static void start(const wt_bench *b) { /* 1 */
  (void)b;
  memset(ref, 0, sizeof ref), memset(&req, 0, sizeof req);
}
static void rules(const wt_bench *b) {
  const wt_cfu_out *c = b->m->subcore->cfu;
  const wt_sched_out *s = &b->m->subcore->sched.o;
  unsigned n = b->shape.SLOTS, w = 0, k;
  for (k = 1; k <= n; k++) { /* 2 */
    w = (req.rr + k) % n;
    if (ref[w].en && ref[w].cnt < b->shape.IBUF_DEPTH && !(c->redir_valid && c->redir_warp == w)) break;
  }
  unsigned pick = k <= n;
  req.valid = pick, req.warp = pick ? w : 0, req.pc = pick ? ref[w].pc : 0, req.epoch = pick ? ref[w].epoch : 0; /* 5: the epoch of now */
  if (pick) req.rr = w, ref[w].pc += 16, ref[w].cnt++;
  if (s->sel_pop | b->m->subcore->pack.o.pop) ref[s->sel_warp].cnt--; /* 3 */
  if (!c->redir_valid) return;
  w = c->redir_warp; /* 4, 6 */
  ref[w].pc = c->redir_pc, ref[w].en = !c->redir_stop, ref[w].epoch = (ref[w].epoch + 1) % 4, ref[w].cnt = 0;
}
static void look(const wt_bench *b) {
  const wt_fetch_out *o = &b->m->subcore->fetch.o;
  SUITE_RULE(b, "1, 2, 4", "fetch_req_valid", o->req_valid, req.valid);
  SUITE_RULE(b, "2, 3", "fetch_req_warp", o->req_warp, req.warp);
  SUITE_RULE(b, "2, 4", "fetch_req_pc", o->req_pc, req.pc);
  SUITE_RULE(b, "4, 5", "fetch_req_epoch", o->req_epoch, req.epoch);
  for (unsigned w = 0; w < b->shape.SLOTS; w++) {
    SUITE_RULE(b, "4", "fetch_epoch", o->epoch[w], ref[w].epoch);
    SUITE_RULE(b, "1 to 4", "buffered", b->m->subcore->fetch.q.buffered[w], ref[w].cnt);
    if (ref[w].epoch) SUITE_RULE(b, "2, 4, 6", "pc", b->m->subcore->fetch.q.pc[w], ref[w].pc);
  }
}
static const suite_model model = {"fetch", start, rules, look};

static const struct {
  const char *preset;
  const char *set[4];
} shapes[] = {
  {"tiny", {NULL}},
  {"tiny", {"PACK=on", "WARP_SIZE=8", "LANES=2", NULL}},
  {"small", {NULL}},
  {"default", {NULL}},
  {"tiny", {"WARPS=3", "IBUF_DEPTH=3", NULL}},
  {"tiny", {"WARPS=1", "IBUF_DEPTH=1", NULL}},
  {"small", {"WARPS=48", "IBUF_DEPTH=8", NULL}},
  {"default", {"WARPS=64", "IBUF_DEPTH=4", NULL}},
};

START_TEST(rules_hold_on_random_traffic) { suite_rules(&model, shapes[_i].preset, shapes[_i].set, 25000); }
END_TEST

int main(void) {
  Suite *s = suite_create("wt_fetch");
  TCase *t = tcase_create("all");
  tcase_set_timeout(t, 600);
  tcase_add_test(t, credits);
  tcase_add_test(t, round_robin);
  tcase_add_test(t, redirect_wins);
  tcase_add_test(t, pick_and_pop);
  tcase_add_loop_test(t, rules_hold_on_random_traffic, 0, sizeof shapes / sizeof shapes[0]);
  suite_add_tcase(s, t);
  return suite_run(s);
}
