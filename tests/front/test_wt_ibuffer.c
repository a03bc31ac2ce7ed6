/* test_wt_ibuffer.c - I-buffer: rings, constants, redirects, coincidences, a model of the rules beside random lock-step.
 * Numbers are the rules of docs/blocks/front/wt_ibuffer.md.
 */
#include <stdlib.h>
#include <string.h>

#include "isa/wt_isa.h"
#include "tests/block_suite.h"

static void cycle(wt_bench *b) {
  wt_m *m = b->m;
  if (wt_bench_cycle(b)) ck_abort_msg("%s", b->report);
  wt_sched_idle(&m->subcore->sched.o);
  wt_decode_idle(&m->subcore->decode.o);
  m->subcore->cfu->redir_valid = m->subcore->cfu->redir_warp = 0;
  m->subcore->cmem.valid = m->subcore->cmem.warp = m->subcore->cmem.slot = m->subcore->cmem.epoch = 0;
  m->subcore->cmem.data = 0;
}

/* A uop whose fields are all made from n. */
static void fill(wt_bench *b, unsigned warp, unsigned n, int constant) {
  uint32_t *u = b->m->subcore->decode.o.uop;
  b->m->subcore->decode.o.valid = 1;
  b->m->subcore->decode.o.warp = (uint8_t)warp;
  b->m->subcore->decode.o.cvalid = (uint8_t)constant;
  uop_put_lo(u, n);
  uop_put_op(u, n);
  uop_put_unit(u, n & 7);
  uop_put_cfwait(u, n >> 1 & 1), uop_put_drain(u, n >> 2 & 1), uop_put_quiet(u, n >> 3 & 1);
  uop_put_s0(u, n + 1), uop_put_s1(u, n + 2), uop_put_s2(u, n + 3);
  uop_put_s3(u, n + 4), uop_put_s4(u, n + 5), uop_put_s5(u, n + 6);
  uop_put_need(u, n & 63);
  uop_put_dst(u, n + 7);
  uop_put_ndst(u, n & 3);
  uop_put_pmask(u, n & 127);
  uop_put_u_use(u, n & 1);
  uop_put_bcsel(u, constant ? WT_BC_CONST : WT_BC_NONE);
}
static void constant(wt_bench *b, unsigned warp, unsigned slot, unsigned epoch, uint64_t v) {
  b->m->subcore->cmem.valid = 1;
  b->m->subcore->cmem.warp = (uint8_t)warp;
  b->m->subcore->cmem.slot = (uint8_t)slot;
  b->m->subcore->cmem.epoch = (uint8_t)epoch;
  b->m->subcore->cmem.data = v;
}
static void select_warp(wt_bench *b, unsigned warp, int pop) {
  b->m->subcore->sched.o.sel_valid = 1;
  b->m->subcore->sched.o.sel_warp = (uint8_t)warp;
  b->m->subcore->sched.o.sel_pop = (uint8_t)pop;
}
static void redirect(wt_bench *b, unsigned warp) {
  b->m->subcore->cfu->redir_valid = 1;
  b->m->subcore->cfu->redir_warp = (uint8_t)warp;
}

/* The head of the warp is the uop made from n (0: the ring is empty). */
static void expect_head(const wt_bench *b, unsigned warp, unsigned n, int valid) {
  uint64_t s = b->m->subcore->ibuffer.o.head_src[warp];
  uint32_t c = b->m->subcore->ibuffer.o.head_ctl[warp];
  ck_assert_uint_eq(b->m->subcore->ibuffer.o.head_valid >> warp & 1, (unsigned)valid);
  if (!n) {
    ck_assert_uint_eq(s, 0);
    ck_assert_uint_eq(c, 0);
    return;
  }
  ck_assert_uint_eq(WT_FIELD(s, hsrc, need), n & 63);
  ck_assert_uint_eq(WT_FIELD(s, hsrc, s0), n + 1);
  ck_assert_uint_eq(WT_FIELD(s, hsrc, s1), n + 2);
  ck_assert_uint_eq(WT_FIELD(s, hsrc, s2), n + 3);
  ck_assert_uint_eq(WT_FIELD(s, hsrc, s3), n + 4);
  ck_assert_uint_eq(WT_FIELD(s, hsrc, s4), n + 5);
  ck_assert_uint_eq(WT_FIELD(s, hsrc, s5), n + 6);
  ck_assert_uint_eq(WT_FIELD(c, hctl, unit), n & 7);
  ck_assert_uint_eq(WT_FIELD(c, hctl, cfwait), n >> 1 & 1);
  ck_assert_uint_eq(WT_FIELD(c, hctl, drain), n >> 2 & 1);
  ck_assert_uint_eq(WT_FIELD(c, hctl, quiet), n >> 3 & 1);
  ck_assert_uint_eq(WT_FIELD(c, hctl, u_use), n & 1);
  ck_assert_uint_eq(WT_FIELD(c, hctl, pmask), n & 127);
  ck_assert_uint_eq(WT_FIELD(c, hctl, ndst), n & 3);
  ck_assert_uint_eq(WT_FIELD(c, hctl, dst), n + 7);
}

/* rules 1, 2, 5 */
START_TEST(first_in_first_out) {
  wt_bench *b = suite_open("ibuffer", "tiny", NULL, 1);
  expect_head(b, 0, 0, 0);
  fill(b, 1, 21, 0);
  cycle(b);
  expect_head(b, 1, 21, 1);
  expect_head(b, 0, 0, 0);
  ck_assert_uint_eq(b->m->subcore->ibuffer.o.tail[1], 1);
  fill(b, 1, 22, 0);
  cycle(b);
  expect_head(b, 1, 21, 1);
  ck_assert_uint_eq(b->m->subcore->ibuffer.o.tail[1], 0);
  select_warp(b, 1, 0);
  cycle(b);
  ck_assert_uint_eq(uop_get_lo(b->m->subcore->ibuffer.o.uop), 21);
  ck_assert_uint_eq(b->m->subcore->ibuffer.o.cval, 0);
  select_warp(b, 1, 1);
  cycle(b);
  ck_assert_uint_eq(uop_get_lo(b->m->subcore->ibuffer.o.uop), 21);
  expect_head(b, 1, 22, 1);
  cycle(b);
  ck_assert_uint_eq(uop_get_op(b->m->subcore->ibuffer.o.uop), 0);
  select_warp(b, 1, 1);
  cycle(b);
  ck_assert_uint_eq(uop_get_lo(b->m->subcore->ibuffer.o.uop), 22);
  expect_head(b, 1, 0, 0);
  wt_bench_close(b);
}
END_TEST

/* rules 3, 4, 5: not ready until the constant of the same epoch arrives */
START_TEST(constants) {
  wt_bench *b = suite_open("ibuffer", "tiny", NULL, 2);
  b->m->subcore->fetch.o.epoch[0] = 2;
  fill(b, 0, 31, 0);
  cycle(b);
  fill(b, 0, 32, 1);
  cycle(b);
  expect_head(b, 0, 31, 1);
  select_warp(b, 0, 1);
  cycle(b);
  expect_head(b, 0, 32, 0);
  constant(b, 0, 1, 1, 0x1111);
  cycle(b);
  expect_head(b, 0, 32, 0);
  constant(b, 0, 1, 2, UINT64_C(0x123456789abcdef0));
  cycle(b);
  expect_head(b, 0, 32, 1);
  select_warp(b, 0, 1);
  cycle(b);
  ck_assert_uint_eq(b->m->subcore->ibuffer.o.cval, UINT64_C(0x123456789abcdef0));
  expect_head(b, 0, 0, 0);
  wt_bench_close(b);
}
END_TEST

/* rule 6: pop and fill of one warp in the same cycle both happen, also when the pop empties the ring */
START_TEST(pop_and_fill) {
  static const char *const deep[] = {"IBUF_DEPTH=3", NULL}, *const one[] = {"IBUF_DEPTH=1", NULL};
  wt_bench *b = suite_open("ibuffer", "tiny", deep, 3);
  fill(b, 0, 41, 0);
  cycle(b);
  fill(b, 0, 42, 0);
  select_warp(b, 0, 1);
  cycle(b);
  expect_head(b, 0, 42, 1);
  fill(b, 0, 43, 1);
  cycle(b);
  fill(b, 0, 44, 0);
  select_warp(b, 0, 1);
  cycle(b);
  expect_head(b, 0, 43, 0);
  ck_assert_uint_eq(b->m->subcore->ibuffer.q.count[0], 2);
  wt_bench_close(b);
  b = suite_open("ibuffer", "tiny", one, 4);
  fill(b, 1, 45, 0);
  cycle(b);
  fill(b, 1, 46, 0);
  select_warp(b, 1, 1);
  cycle(b);
  expect_head(b, 1, 46, 1);
  wt_bench_close(b);
}
END_TEST

/* rule 7: a redirect empties its ring and drops what coincides; other warps go on */
START_TEST(redirect_empties) {
  wt_bench *b = suite_open("ibuffer", "tiny", NULL, 5);
  fill(b, 0, 51, 1);
  cycle(b);
  fill(b, 1, 52, 0);
  cycle(b);
  redirect(b, 0);
  constant(b, 0, 0, 0, 7);
  select_warp(b, 1, 0);
  cycle(b);
  expect_head(b, 0, 0, 0);
  expect_head(b, 1, 52, 1);
  ck_assert_uint_eq(b->m->subcore->ibuffer.o.tail[0] + b->m->subcore->ibuffer.q.count[0] + b->m->subcore->ibuffer.q.const_ready[0], 0);
  redirect(b, 1);
  fill(b, 0, 53, 0);
  select_warp(b, 1, 1);
  cycle(b);
  expect_head(b, 1, 0, 0);
  expect_head(b, 0, 53, 1);
  redirect(b, 0);
  fill(b, 0, 54, 0);
  cycle(b);
  expect_head(b, 0, 0, 0);
  wt_bench_close(b);
}
END_TEST

/* rule 7: a constant for a warp that is redirected in the same cycle leaves the memory as it is */
START_TEST(a_redirect_keeps_a_constant_out) {
  wt_bench *b = suite_open("ibuffer", "tiny", NULL, 9);
  fill(b, 0, 33, 1);
  cycle(b);
  constant(b, 0, 0, b->m->subcore->fetch.o.epoch[0], 0x1111);
  cycle(b);
  ck_assert_uint_eq(b->m->subcore->ibuffer.q.const_val[0], 0x1111);
  constant(b, 0, 0, b->m->subcore->fetch.o.epoch[0], 0x2222);
  redirect(b, 0);
  cycle(b);
  ck_assert_uint_eq(b->m->subcore->ibuffer.q.const_val[0], 0x1111);
  wt_bench_close(b);
}
END_TEST

/* rule 8: the head asks for its constant when the port is free, then waits for it */
START_TEST(an_indexed_constant_is_asked_for_by_the_head) {
  wt_bench *b = suite_open("ibuffer", "tiny", NULL, 10);
  wt_subcore *c = b->m->subcore;
  for (unsigned n = 61; n < 63; n++) {
    fill(b, 1, n, 0);
    if (n == 62) uop_put_op(c->decode.o.uop, WT_I_ULDC_U), uop_put_bcsel(c->decode.o.uop, WT_BC_CONST);
    cycle(b);
  }
  ck_assert_uint_eq(c->ibuffer.o.head_index, 0); /* it is not the head */
  select_warp(b, 1, 1);
  cycle(b);
  expect_head(b, 1, 62, 1);
  ck_assert_uint_eq(c->ibuffer.o.head_index, 2);
  fill(b, 0, 63, 1);
  select_warp(b, 1, 0), c->sched.o.index = 1;
  cycle(b);
  ck_assert_uint_eq(c->ibuffer.o.slot, 1); /* 9 */
  expect_head(b, 1, 62, 1);                /* decode had the port */
  ck_assert_uint_eq(c->ibuffer.o.head_index, 2);
  select_warp(b, 1, 0), c->sched.o.index = 1;
  cycle(b);
  expect_head(b, 1, 62, 0);
  ck_assert_uint_eq(c->ibuffer.o.head_index, 0);
  constant(b, 1, 1, c->fetch.o.epoch[1], 0x55);
  cycle(b);
  expect_head(b, 1, 62, 1);
  select_warp(b, 1, 1);
  cycle(b);
  ck_assert_uint_eq(c->ibuffer.o.cval, 0x55);
  ck_assert_uint_eq(c->ibuffer.o.head_index, 0);
  redirect(b, 1);
  cycle(b);
  fill(b, 1, 64, 0), uop_put_op(c->decode.o.uop, WT_I_ULDC_U), uop_put_bcsel(c->decode.o.uop, WT_BC_CONST);
  cycle(b);
  ck_assert_uint_eq(c->ibuffer.o.head_index, 2);
  select_warp(b, 1, 0), c->sched.o.index = 1;
  redirect(b, 1);
  cycle(b);
  expect_head(b, 1, 0, 0);
  ck_assert_uint_eq(c->ibuffer.o.head_index, 0);
  wt_bench_close(b);
}
END_TEST

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
  {"default", {"WARPS=64", "IBUF_DEPTH=5", NULL}},
  {"tiny", {"GROUPING=dwr", "WARPS=6", "IBUF_DEPTH=3", NULL}},
  {"tiny", {"CCWS=on", "L1_BYTES=1024", NULL}},
  {"small", {"CCWS=on", "L1_BYTES=1024", "IBUF_DEPTH=3", NULL}},
};

/* Rule 1: the sensitive heads, which a shape without DWR does not have as state. */
START_TEST(r1_sensitive_heads_are_shown_with_dwr_alone) {
  static const char *const dwr[] = {"GROUPING=dwr", NULL};
  uint64_t bits[2];
  for (int on = 0; on < 2; on++) {
    wt_bench *b = suite_open("ibuffer", "tiny", on ? dwr : NULL, 4);
    const wt_warps *sens = &b->m->subcore->ibuffer.o.head_sens;
    bits[on] = suite_state_bits(b);
    for (unsigned k = 0; k < 2; k++) {
      fill(b, 1, 5, 0);
      uop_put_sens(b->m->subcore->decode.o.uop, k == 0);
      cycle(b);
    }
    ck_assert_uint_eq(*sens, on ? 2 : 0);
    b->m->subcore->sched.o.sel_valid = b->m->subcore->sched.o.sel_pop = 1, b->m->subcore->sched.o.sel_warp = 1;
    cycle(b);
    ck_assert_uint_eq(*sens, 0); /* the next head is not sensitive */
    fill(b, 0, 5, 0);
    uop_put_sens(b->m->subcore->decode.o.uop, 1);
    cycle(b);
    ck_assert_uint_eq(*sens, (wt_warps)on);
    b->m->subcore->cfu->redir_valid = 1;
    cycle(b);
    ck_assert_uint_eq(*sens, 0);
    wt_bench_close(b);
  }
  ck_assert_uint_eq(bits[1], bits[0] + 2);
}
END_TEST

/* A model of the rules: every warp's queue of uops, its first entry is the head. */
typedef struct {
  uint32_t uop[UOP_WORDS];
  uint64_t constant;
  int ready, has, indexed; /* has: its constant came; indexed: it has not been asked for */
  unsigned slot;
} item;
static struct {
  item q[9];
  unsigned n, head, tail;
} ref[MAX_WARPS];
static item shown;
static int any;
static unsigned shown_slot;

static void start(const wt_bench *b) {
  (void)b;
  memset(ref, 0, sizeof ref);
}
static void rules(const wt_bench *b) {
  const wt_subcore *s = b->m->subcore;
  const wt_cmem_out *e = &b->m->subcore->cmem;
  unsigned d = b->shape.IBUF_DEPTH, w = s->sched.o.sel_warp, f = s->decode.o.warp, rw = s->cfu->redir_warp, redir = s->cfu->redir_valid;
  any = s->sched.o.sel_valid, shown = ref[w].q[0], shown_slot = any ? ref[w].head : 0;      /* 2, 9 */
  if (s->sched.o.index && !s->decode.o.cvalid) ref[w].q[0].indexed = ref[w].q[0].ready = 0; /* 8 */
  if ((s->sched.o.sel_pop | s->pack.o.pop) && !(redir && w == rw)) {                        /* 5, 7 */
    memmove(ref[w].q, ref[w].q + 1, sizeof(item) * 8);
    ref[w].n--, ref[w].head = (ref[w].head + 1) % d;
  }
  if (s->decode.o.valid && !(redir && f == rw)) { /* 3, 6 */
    item *i = &ref[f].q[ref[f].n++];
    memset(i, 0, sizeof *i);
    memcpy(i->uop, s->decode.o.uop, sizeof i->uop);
    i->indexed = uop_get_op(i->uop) == WT_I_ULDC_U;
    i->ready = !s->decode.o.cvalid, i->slot = ref[f].tail, ref[f].tail = (ref[f].tail + 1) % d;
  }
  w = e->warp;
  if (e->valid && e->epoch == s->fetch.o.epoch[w] && !(redir && w == rw)) /* 4 */
    for (unsigned k = 0; k < ref[w].n; k++)
      if (ref[w].q[k].slot == e->slot) ref[w].q[k].constant = e->data, ref[w].q[k].ready = ref[w].q[k].has = 1;
  if (redir) memset(&ref[rw], 0, sizeof ref[rw]); /* 7 */
}
/* 10: instructions that a first-level cache serves: LDL, and LDG and LD but those that more than the SM must agree on:
 * MMIO, and STRONG of the GPU or the system (order in bits 80:79, scope in 78:77) */
static int cached_load(const uint32_t *u) {
  switch (uop_get_op(u)) {
    case WT_I_LDL: return 1;
    case WT_I_LDG:
    case WT_I_LDG_U:
    case WT_I_LD: return (uop_get_hi(u) >> (77 - 64) & 15) < 10; /* 8: STRONG.CTA, 9: STRONG.SM, 10: STRONG.GPU */
    default: return 0;
  }
}
static unsigned n_loads;
static void look(const wt_bench *b) {
  const wt_ibuffer_out *o = &b->m->subcore->ibuffer.o;
  static const uint32_t none[UOP_WORDS];
  SUITE_RULE(b, "2", "ibuffer_uop", memcmp(o->uop, any ? shown.uop : none, sizeof none), 0);
  SUITE_RULE(b, "9", "ibuffer_slot", o->slot, shown_slot);
  if (!any || uop_get_bcsel(shown.uop) != WT_BC_CONST || shown.indexed) SUITE_RULE(b, "2", "ibuffer_cval", o->cval, 0);
  else if (shown.has) SUITE_RULE(b, "2, 4", "ibuffer_cval", o->cval, shown.constant);
  for (unsigned w = 0; w < b->shape.SLOTS; w++) { /* 1 */
    const item *i = &ref[w].q[0];
    SUITE_RULE(b, "1, 3-7", "ibuffer_head_valid", o->head_valid >> w & 1, ref[w].n && i->ready);
    SUITE_RULE(b, "8", "ibuffer_head_index", o->head_index >> w & 1, ref[w].n && i->indexed);
    const int load = b->shape.CCWS && ref[w].n && cached_load(i->uop);
    n_loads += (unsigned)load;
    SUITE_RULE(b, "10", "ibuffer_head_load", o->head_load >> w & 1, load);
    SUITE_RULE(b, "1, 3, 7", "ibuffer_tail", o->tail[w], ref[w].tail);
    SUITE_RULE(b, "1, 3, 5", "dst of ibuffer_head_ctl", WT_FIELD(o->head_ctl[w], hctl, dst), ref[w].n ? uop_get_dst(i->uop) : 0);
    SUITE_RULE(b, "1, 3, 5", "pmask of ibuffer_head_ctl", WT_FIELD(o->head_ctl[w], hctl, pmask), ref[w].n ? uop_get_pmask(i->uop) : 0);
    SUITE_RULE(b, "1, 3, 5", "s3 of ibuffer_head_src", WT_FIELD(o->head_src[w], hsrc, s3), ref[w].n ? uop_get_s3(i->uop) : 0);
  }
}
static const suite_model model = {"ibuffer", start, rules, look};

START_TEST(rules_hold_on_random_traffic) {
  suite_rules(&model, shapes[_i].preset, shapes[_i].set, 25000);
  ck_assert_int_eq(n_loads > 1000, shapes[_i].set[0] && !strcmp(shapes[_i].set[0], "CCWS=on"));
}
END_TEST

int main(void) {
  Suite *s = suite_create("wt_ibuffer");
  TCase *t = tcase_create("all");
  tcase_set_timeout(t, 600);
  tcase_add_test(t, first_in_first_out);
  tcase_add_test(t, constants);
  tcase_add_test(t, pop_and_fill);
  tcase_add_test(t, redirect_empties);
  tcase_add_test(t, a_redirect_keeps_a_constant_out);
  tcase_add_test(t, an_indexed_constant_is_asked_for_by_the_head);
  tcase_add_loop_test(t, rules_hold_on_random_traffic, 0, sizeof shapes / sizeof shapes[0]);
  tcase_add_test(t, r1_sensitive_heads_are_shown_with_dwr_alone);
  suite_add_tcase(s, t);
  return suite_run(s);
}
