/* test_wt_disp.c - allocation and dispatch of collectors: a model of the rules beside random lock-step, order checks.
 * Rules: docs/blocks/operand/wt_disp.md.
 */
#include "isa/wt_isa.h"
#include "tests/block_suite.h"

/* A model of the rules: when every collector was allocated, and the instruction that a unit takes whole. */
static struct {
  uint64_t since[MAX_COLL], now;
  unsigned older[MAX_COLL];
  struct {
    unsigned open, warp, iid;
  } unit[WT_UNITS];
  int sent;
  unsigned free, alloc;
} ref;

static void start(const wt_bench *b) {
  (void)b;
  memset(&ref, 0, sizeof ref);
}
static int one_piece(unsigned unit) { return unit == WT_U_SHFL || unit == WT_U_LSU; } /* WHOLE, STRICT of units.def */
static int may_go(const wt_bench *b, unsigned i) {
  const wt_subcore *s = b->m->subcore;
  const wt_collector_out *c = &s->collector[i].o;
  unsigned unit = (unsigned)uop_get_unit(c->uop);
  if (!c->full) return 0;
  for (unsigned j = 0; j < b->shape.COLLECTORS; j++) { /* 2 */
    const wt_collector_out *o = &s->collector[j].o;
    if (!o->v || j == i || ref.since[j] >= ref.since[i] || o->warp != c->warp) continue;
    if (o->iid == c->iid || b->m->gpu->cfg.war == WT_WAR_inorder || (unit == WT_U_LSU && uop_get_unit(o->uop) == WT_U_LSU)) return 0;
  }
  const int waits = b->shape.SUBCORES > 1 && b->shape.SHARE_QUEUE; /* for the unit, in a queue */
  int ready = unit == WT_U_ALU ? s->alu.o.ready
              : unit == WT_U_LSU
                ? (waits || (b->m->sm->lsu.o.ready && !b->m->sm->replay.o.hold)) && (b->shape.SUBCORES == 1 || b->m->sm->share.o.takes)
              : unit == WT_U_SHFL ? s->shfl.o.ready
              : unit == WT_U_DPU  ? (b->shape.DP_SHARED ? b->m->sm->fp64.o.takes : s->dpu.o.ready)
                                  : 0; /* 3 */
  return ready && (!one_piece(unit) || !ref.unit[unit].open || (ref.unit[unit].warp == c->warp && ref.unit[unit].iid == c->iid));
}
static void rules(const wt_bench *b) {
  const wt_subcore *s = b->m->subcore;
  ref.sent = -1, ref.free = 0, ref.alloc = 0;
  for (unsigned i = b->shape.COLLECTORS; i--;) {
    if (!s->collector[i].o.v) ref.free = 1, ref.alloc = i;                                       /* 1 */
    if (may_go(b, i) && (ref.sent < 0 || ref.since[i] < ref.since[ref.sent])) ref.sent = (int)i; /* 4 */
  }
  if (ref.sent >= 0) { /* 5, 7 */
    const wt_collector_out *c = &s->collector[ref.sent].o;
    unsigned unit = (unsigned)uop_get_unit(c->uop);
    ref.unit[unit].open = !c->last, ref.unit[unit].warp = c->last ? 0 : c->warp, ref.unit[unit].iid = c->last ? 0 : c->iid;
    for (unsigned i = 0; i < b->shape.COLLECTORS; i++) ref.older[i] &= ~(1u << ref.sent);
    ref.older[ref.sent] = 0;
  }
  if (!s->issue.o.alloc_valid) return;
  ref.since[ref.alloc] = ++ref.now; /* 6 */
  ref.older[ref.alloc] = 0;
  for (unsigned i = 0; i < b->shape.COLLECTORS; i++) ref.older[ref.alloc] |= (unsigned)(s->collector[i].o.v && (int)i != ref.sent) << i;
}
static void look(const wt_bench *b) {
  const wt_disp_out *o = &b->m->subcore->disp.o;
  static const wt_collector_out none;
  const wt_disp_state *q = &b->m->subcore->disp.q;
  for (unsigned i = 0; i < b->shape.COLLECTORS; i++) SUITE_RULE(b, "5, 6", "older", o->older[i], ref.older[i]);
  for (unsigned u = 0; u < WT_WHOLE_UNITS; u++) {
    SUITE_RULE(b, "7", "open", q->open[u], one_piece(u) && ref.unit[u].open);
    SUITE_RULE(b, "7", "open_warp", q->open_warp[u], one_piece(u) ? ref.unit[u].warp : 0);
    SUITE_RULE(b, "7", "open_iid", q->open_iid[u], one_piece(u) ? ref.unit[u].iid : 0);
  }
  const wt_collector_out *c = ref.sent >= 0 ? &b->m->subcore->collector[ref.sent].o : &none;
  SUITE_RULE(b, "1", "disp_free", o->free, ref.free);
  SUITE_RULE(b, "1", "disp_alloc_idx", o->alloc_idx, ref.alloc);
  SUITE_RULE(b, "2-4", "disp_valid", o->valid, ref.sent >= 0);
  SUITE_RULE(b, "2-7", "disp_idx", o->idx, ref.sent >= 0 ? ref.sent : 0);
  SUITE_RULE(b, "4", "disp_warp", o->warp, c->warp);
  SUITE_RULE(b, "4", "disp_beat", o->beat, c->beat);
  SUITE_RULE(b, "4", "disp_mask", o->mask, c->mask);
  SUITE_RULE(b, "4", "disp_lead", o->lead, c->lead);
  SUITE_RULE(b, "4", "disp_last", o->last, c->last);
  SUITE_RULE(b, "4", "disp_split", o->split, c->split);
  unsigned barrier = (unsigned)(uop_get_hi(c->uop) >> 46) & 7, result = uop_get_ndst(c->uop) || uop_get_pw(c->uop) || uop_get_op(c->uop) == WT_I_R2UR;
  SUITE_RULE(b, "9", "disp_ends", o->ends, !b->shape.CODES || !o->valid ? 0 : !result ? 7 : barrier < 6 ? barrier : 6);
  SUITE_RULE(b, "4", "disp_pp", o->pp, c->pp);
  SUITE_RULE(b, "4", "disp_pq", o->pq, c->pq);
  SUITE_RULE(b, "4", "disp_pr", o->pr, c->pr);
  SUITE_RULE(b, "4", "disp_bc", o->bc, c->bc);
  SUITE_RULE(b, "4", "disp_uop", memcmp(o->uop, c->uop, sizeof o->uop), 0);
  for (unsigned w = 0; w < 6; w++) {
    unsigned lanes = b->shape.LANES;
    const uint32_t *word = c->taken >> w & 1 ? b->m->subcore->rfbank[c->from[w]].o.rdata : c->data + w * lanes;
    SUITE_RULE(b, "4", "disp_data", memcmp(o->data + w * lanes, word, lanes * sizeof *o->data), 0);
  }
}
static const suite_model model = {"disp", start, rules, look};

START_TEST(rules_hold_on_random_traffic) {
  static const char *const again[] = {"REPLAY=replay", NULL};
  suite_rules_all(&model, 6000);
  suite_rules(&model, "tiny", again, 6000);
  static const char *const codes[] = {"SCOREBOARD=codes", NULL}, *const two[] = {"SUBCORES=2", "WARPS=6", NULL};
  static const char *const queues[] = {"SUBCORES=2", "WARPS=6", "SHARE_QUEUE=1", "REPLAY=replay", NULL};
  suite_rules(&model, "tiny", two, 6000);
  suite_rules(&model, "tiny", queues, 6000);
  suite_rules(&model, "tiny", codes, 6000);
  static const char *const fp64[] = {"SUBCORES=2", "WARPS=6", "FP64_AT=sm", NULL};
  suite_rules(&model, "tiny", fp64, 6000);
}
END_TEST

/* Observer of one unit that takes whole instructions. */
typedef struct {
  unsigned open, warp, next;
} watch;

static void observe(const wt_m *m, watch *u, unsigned unit) {
  const wt_disp_out *d = &m->subcore->disp.o;
  if (!d->valid || uop_get_unit(d->uop) != unit) return;
  ck_assert_uint_eq(d->beat, u->next);
  if (u->open) ck_assert_uint_eq(d->warp, u->warp);
  u->warp = d->warp, u->next = d->last ? 0 : u->next + 1, u->open = !d->last;
}

/* Random traffic: beats of an instruction arrive at the LSU and the shuffle unit in order and together; none sticks. */
static void whole_instructions(const char *preset, const char *const *set, unsigned cycles) {
  wt_bench *b = suite_open("disp", preset, set, 7);
  watch lsu = {0, 0, 0}, shfl = {0, 0, 0};
  unsigned sent = 0, silent = 0;
  for (unsigned c = 0; c < cycles; c++) {
    ck_assert_msg(wt_bench_random(b, 1) == 0, "%s", b->report);
    observe(b->m, &lsu, WT_U_LSU);
    observe(b->m, &shfl, WT_U_SHFL);
    sent += b->m->subcore->disp.o.valid;
    silent = b->m->subcore->disp.o.valid ? 0 : silent + 1;
    ck_assert_uint_lt(silent, 400);
  }
  ck_assert_uint_gt(sent, cycles / 20);
  wt_bench_close(b);
}
START_TEST(a_unit_gets_the_beats_of_one_instruction_together) {
  static const char *const one[] = {"COLLECTORS=1", NULL}, *const three[] = {"COLLECTORS=3", NULL};
  static const char *const wide[] = {"COLLECTORS=16", NULL};
  whole_instructions("small", NULL, 6000);
  whole_instructions("small", one, 6000); /* four beats through one collector */
  whole_instructions("small", three, 6000);
  whole_instructions("default", wide, 6000);
}
END_TEST

static wt_bench *open_four(void) {
  static const char *const set[] = {"COLLECTORS=4", "WARPS=4", NULL};
  wt_bench *b = suite_open("disp", "tiny", set, 1);
  b->m->sm->lsu.o.ready = b->m->subcore->shfl.o.ready = b->m->subcore->alu.o.ready = 1;
  b->m->gpu->cfg.war = WT_WAR_none;
  return b;
}
/* One cycle; a dispatched beat leaves its collector. Returns the collector or -1. */
static int step(wt_bench *b) {
  wt_m *m = b->m;
  SUITE_CYCLE(b);
  int idx = m->subcore->disp.o.valid ? m->subcore->disp.o.idx : -1;
  if (idx >= 0) m->subcore->collector[idx].o.v = 0, m->subcore->collector[idx].o.full = 0;
  return idx;
}
static unsigned put(wt_bench *b, unsigned warp, unsigned iid, unsigned unit, unsigned last) {
  wt_m *m = b->m;
  m->subcore->issue.o.alloc_valid = 1;
  SUITE_CYCLE(b);
  ck_assert_uint_eq(m->subcore->disp.o.valid, 0);
  m->subcore->issue.o.alloc_valid = 0;
  unsigned i = m->subcore->disp.o.alloc_idx;
  wt_collector_out *c = &m->subcore->collector[i].o;
  memset(c, 0, sizeof *c);
  c->v = 1, c->warp = (uint8_t)warp, c->iid = (uint8_t)iid, c->last = (uint8_t)last;
  uop_put_unit(c->uop, unit);
  return i;
}
static void fill(wt_bench *b, unsigned i) { b->m->subcore->collector[i].o.full = 1; }

START_TEST(oldest_full_collector_goes_first) {
  wt_bench *b = open_four();
  for (unsigned i = 0; i < 4; i++) ck_assert_uint_eq(put(b, i, i, WT_U_ALU, 1), i);
  SUITE_CYCLE(b);
  ck_assert_uint_eq(b->m->subcore->disp.o.free, 0);
  ck_assert_uint_eq(b->m->subcore->disp.o.older[3], 7);
  fill(b, 0);
  ck_assert_int_eq(step(b), 0);
  ck_assert_uint_eq(put(b, 0, 4, WT_U_ALU, 1), 0); /* collector 0 is now the youngest */
  fill(b, 0), fill(b, 2), fill(b, 3);
  ck_assert_int_eq(step(b), 2);
  ck_assert_int_eq(step(b), 3);
  ck_assert_int_eq(step(b), 0);
  fill(b, 1);
  ck_assert_int_eq(step(b), 1);
  ck_assert_int_eq(step(b), -1);
  wt_bench_close(b);
}
END_TEST

START_TEST(alloc_and_dispatch_in_one_cycle_keep_the_ages) {
  wt_bench *b = open_four();
  put(b, 0, 0, WT_U_ALU, 1), put(b, 1, 1, WT_U_ALU, 1);
  fill(b, 0);
  b->m->subcore->issue.o.alloc_valid = 1;
  ck_assert_int_eq(step(b), 0);
  b->m->subcore->issue.o.alloc_valid = 0;
  ck_assert_uint_eq(b->m->subcore->disp.o.older[2], 2); /* collector 1 only: 0 has just left */
  ck_assert_uint_eq(b->m->subcore->disp.o.older[1], 0);
  wt_bench_close(b);
}
END_TEST

START_TEST(a_warp_leaves_in_order_only_where_it_must) {
  wt_bench *b = open_four();
  put(b, 1, 1, WT_U_ALU, 1), put(b, 1, 2, WT_U_ALU, 1);
  fill(b, 1);
  b->m->gpu->cfg.war = WT_WAR_inorder;
  ck_assert_int_eq(step(b), -1);
  b->m->gpu->cfg.war = WT_WAR_none;
  ck_assert_int_eq(step(b), 1);
  put(b, 1, 1, WT_U_ALU, 1); /* same instruction as collector 0 */
  fill(b, 1);
  ck_assert_int_eq(step(b), -1);
  fill(b, 0);
  ck_assert_int_eq(step(b), 0);
  ck_assert_int_eq(step(b), 1);
  put(b, 1, 3, WT_U_LSU, 1), put(b, 1, 4, WT_U_LSU, 1), put(b, 2, 5, WT_U_LSU, 1);
  fill(b, 1), fill(b, 2);
  ck_assert_int_eq(step(b), 2); /* another warp may pass */
  ck_assert_int_eq(step(b), -1);
  fill(b, 0);
  ck_assert_int_eq(step(b), 0);
  ck_assert_int_eq(step(b), 1);
  wt_bench_close(b);
}
END_TEST

/* Rule 3: an instruction on its way into the shuffle unit holds back no other unit: not one whose beats may alternate. */
START_TEST(an_open_instruction_holds_its_own_unit_only) {
  wt_bench *b = open_four();
  wt_subcore *c = b->m->subcore;
  c->xu.o.ready = c->fpu.o.ready = c->dpu.o.ready = 1;
  static const unsigned unit[] = {WT_U_XU, WT_U_FPU, WT_U_DPU, WT_U_ALU, WT_U_LSU};
  put(b, 3, 3, WT_U_SHFL, 0);
  fill(b, 0);
  ck_assert_int_eq(step(b), 0);
  for (unsigned i = 0; i < sizeof unit / sizeof *unit; i++)
    for (unsigned last = 0; last < 2; last++) {
      ck_assert_uint_eq(put(b, 2, 2, unit[i], last), 0);
      fill(b, 0);
      ck_assert_int_eq(step(b), 0);
    }
  put(b, 2, 4, WT_U_SHFL, 1);
  fill(b, 0);
  ck_assert_int_eq(step(b), -1);
  fill(b, put(b, 2, 3, WT_U_SHFL, 1)); /* another warp's with the same number, and another one of the same warp */
  ck_assert_int_eq(step(b), -1);
  fill(b, put(b, 3, 4, WT_U_SHFL, 1));
  ck_assert_int_eq(step(b), -1);
  wt_bench_close(b);
}
END_TEST

START_TEST(a_unit_stays_with_an_instruction_until_its_last_beat) {
  wt_bench *b = open_four();
  put(b, 1, 1, WT_U_LSU, 0);
  fill(b, 0);
  ck_assert_int_eq(step(b), 0);
  ck_assert_uint_eq(b->m->subcore->disp.q.open[WT_U_LSU], 1);
  put(b, 2, 2, WT_U_LSU, 1), put(b, 3, 3, WT_U_SHFL, 0), put(b, 3, 4, WT_U_ALU, 1);
  fill(b, 0);
  ck_assert_int_eq(step(b), -1);
  fill(b, 1), fill(b, 2);
  b->m->subcore->shfl.o.ready = 0;
  ck_assert_int_eq(step(b), 2); /* the ALU is always ready */
  b->m->subcore->shfl.o.ready = 1;
  ck_assert_int_eq(step(b), 1);
  ck_assert_uint_eq(b->m->subcore->disp.q.open[WT_U_SHFL], 1);
  ck_assert_uint_eq(b->m->subcore->disp.q.open_warp[WT_U_SHFL], 3);
  put(b, 1, 1, WT_U_LSU, 1);
  fill(b, 1);
  ck_assert_int_eq(step(b), 1);
  ck_assert_uint_eq(b->m->subcore->disp.q.open[WT_U_LSU], 0);
  ck_assert_int_eq(step(b), 0);
  wt_bench_close(b);
}
END_TEST

static void add(TCase *tc) {
  tcase_add_test(tc, oldest_full_collector_goes_first);
  tcase_add_test(tc, alloc_and_dispatch_in_one_cycle_keep_the_ages);
  tcase_add_test(tc, a_warp_leaves_in_order_only_where_it_must);
  tcase_add_test(tc, an_open_instruction_holds_its_own_unit_only);
  tcase_add_test(tc, a_unit_stays_with_an_instruction_until_its_last_beat);
  tcase_add_test(tc, a_unit_gets_the_beats_of_one_instruction_together);
  tcase_add_test(tc, rules_hold_on_random_traffic);
}
int main(void) { return suite_main("wt_disp", add); }
