/* test_wt_brx.c - branch targets by thread: a model of the rules beside random lock-step, directed cases. Rules: docs/blocks/control/wt_brx.md. */
#include "tests/block_suite.h"

#include "control/wt_brx.h"
#include "isa/wt_isa.h"

/* A model of the rules. Groups are found when they are shown: of the lanes that are left, those that go where a lane goes. */
static struct {
  unsigned state, w, count; /* state: 0 idle, 1 gather, 2 count, 3 show */
  uint64_t path, exec, left, shown;
  uint32_t to[MAX_WS];
} ref;

static void start(const wt_bench *b) {
  (void)b;
  memset(&ref, 0, sizeof ref);
}
static uint64_t with(unsigned k, uint64_t set, unsigned n) { /* 4 */
  uint64_t g = 0;
  for (unsigned l = 0; l < n; l++) g |= (uint64_t)((set >> l & 1) && ref.to[l] == ref.to[k] && (ref.exec >> l & 1) == (ref.exec >> k & 1)) << l;
  return g;
}
static int before(unsigned a, unsigned c, uint64_t ga, uint64_t gc, unsigned order) { /* 6: the group of a is shown before that of c */
  unsigned na = wt_popcount(ga), nc = wt_popcount(gc), ea = ref.exec >> a & 1, ec = ref.exec >> c & 1;
  int less = na != nc ? na < nc : a > c;
  if (order == WT_PATH_ORDER_taken) return ea != ec ? ea < ec : a > c;
  return order == WT_PATH_ORDER_minority ? !less : less;
}
static uint64_t next_group(const wt_bench *b) {
  unsigned n = b->shape.SLOT_LANES, best = 64;
  for (unsigned l = 0; l < n; l++) {
    if (!(ref.left >> l & 1)) continue;
    uint64_t g = with(l, ref.left, n);
    if (wt_lowest(g) == l && (best == 64 || before(l, best, g, with(best, ref.left, n), b->m->gpu->cfg.order))) best = l;
  }
  return with(best, ref.left, n);
}
static void rules(const wt_bench *b) {
  const wt_issue_out *e = &b->m->subcore->issue.o;
  const wt_disp_out *d = &b->m->subcore->disp.o;
  unsigned op = (unsigned)uop_get_op(d->uop), n = b->shape.LANES;
  if (ref.state == 0 && e->ev_valid && (e->ev_kind == WT_EV_BRX || e->ev_kind == WT_EV_RET || e->ev_kind == WT_EV_CALLX)) { /* 2 */
    ref.state = 1, ref.w = e->ev_warp, ref.path = e->ev_val, ref.exec = e->ev_mask;
    for (unsigned l = 0; l < b->shape.SLOT_LANES; l++) ref.to[l] = e->ev_pc + 16;
  } else if (ref.state == 1 && d->valid && d->warp == ref.w && (op == WT_I_BRX || op == WT_I_RET || op == WT_I_CALL_REL_R || op == WT_I_CALL_ABS_R)) {
    int absolute = op == WT_I_CALL_ABS_R || (op == WT_I_RET && (uop_get_hi(d->uop) >> 21 & 1)); /* 3 */
    uint32_t by = 4 * (uint32_t)(uop_get_lo(d->uop) >> 34) + (absolute ? 0 : (uint32_t)uop_get_pc(d->uop) + 16);
    for (unsigned l = 0; l < n; l++) {
      const unsigned row = b->shape.PACK ? d->beat >> l * b->shape.BEAT_W & (b->shape.BEATS - 1) : d->beat;
      if ((d->mask >> l & 1) && (ref.exec >> (row * n + l) & 1)) ref.to[row * n + l] = d->data[l] + by;
    }
    if (d->last) ref.state = 2, ref.left = ref.path, ref.count = 0;
  } else if (ref.state == 2) { /* 5: a cycle a group */
    uint64_t rest = ref.path;
    for (unsigned k = 0; k <= ref.count; k++) rest &= ~with(wt_lowest(rest), rest, b->shape.SLOT_LANES);
    ref.count++;
    if (!rest) ref.state = 3;
  } else if (ref.state == 3 && b->m->subcore->cfu->tgt_take) { /* 7 */
    ref.left &= ~ref.shown;
    if (!ref.left) ref.state = 0;
  }
  ref.shown = ref.state == 3 ? next_group(b) : 0;
}
static void look(const wt_bench *b) {
  const wt_tgt_out *o = &b->m->subcore->brx.o;
  unsigned k = ref.shown ? wt_lowest(ref.shown) : 0;
  SUITE_RULE(b, "1, 2, 5, 7", "tgt_valid", o->valid, ref.shown != 0);
  SUITE_RULE(b, "4, 6", "tgt_mask", o->mask, ref.shown);
  SUITE_RULE(b, "2", "tgt_taken", o->taken, ref.shown && (ref.exec >> k & 1));
  SUITE_RULE(b, "2, 3", "tgt_pc", o->pc, ref.shown ? ref.to[k] : 0);
  SUITE_RULE(b, "7", "tgt_last", o->last, ref.shown && ref.shown == ref.left);
}
static const suite_model model = {"brx", start, rules, look};

START_TEST(rules_hold_on_random_traffic) {
  static const char *const modes[] = {"PATH_ORDER=minority", "PATH_ORDER=taken"};
  static const char *const packed[] = {"PACK=on", "WARP_SIZE=8", "LANES=2", NULL};
  suite_rules_all(&model, 20000);
  suite_rules(&model, "tiny", packed, 20000);
  for (unsigned k = 0; k < 2; k++) {
    const char *const set[] = {modes[k], NULL};
    suite_rules(&model, "small", set, 10000);
  }
}
END_TEST

static void quiet(wt_m *m) {
  m->subcore->issue.o = (wt_issue_out){0};
  m->subcore->disp.o = (wt_disp_out){0};
  *m->subcore->cfu = (wt_cfu_out){0};
}

typedef struct {
  unsigned n;
  uint64_t mask[8];
  uint32_t pc[8];
  unsigned taken[8];
} groups;

/* RET of the path with a packet of the lanes `packet`, lane i goes to target[i]; returns the groups in the order in which they are
 * handed out. */
static groups ret_of(wt_bench *b, uint32_t pc, uint64_t path, uint64_t packet, uint64_t exec, const uint32_t *target) {
  wt_m *m = b->m;
  const wt_shape *S = m->S;
  quiet(m);
  m->subcore->issue.o.ev_valid = 1, m->subcore->issue.o.ev_kind = WT_EV_RET, m->subcore->issue.o.ev_pc = pc;
  m->subcore->issue.o.ev_mask = exec, m->subcore->issue.o.ev_val = path;
  SUITE_CYCLE(b);
  for (unsigned beat = 0; beat < S->BEATS; beat++) {
    quiet(m);
    m->subcore->disp.o.valid = 1, m->subcore->disp.o.beat = (uint8_t)beat, m->subcore->disp.o.last = beat == S->BEATS - 1;
    m->subcore->disp.o.mask = (uint32_t)(packet >> beat * S->LANES & wt_mask64(S->LANES));
    uop_put_op(m->subcore->disp.o.uop, WT_I_RET), uop_put_pc(m->subcore->disp.o.uop, pc);
    for (unsigned l = 0; l < S->LANES; l++) m->subcore->disp.o.data[l] = target[beat * S->LANES + l] - pc - 16;
    SUITE_CYCLE(b);
  }
  quiet(m);
  groups g = {0};
  m->subcore->cfu->tgt_take = 1;
  for (unsigned i = 0; i < 200 && m->subcore->brx.q.state != WT_BRX_IDLE; i++) {
    if (m->subcore->brx.o.valid) g.mask[g.n] = m->subcore->brx.o.mask, g.pc[g.n] = m->subcore->brx.o.pc, g.taken[g.n++] = m->subcore->brx.o.taken;
    SUITE_CYCLE(b);
  }
  ck_assert_uint_eq(m->subcore->brx.q.state, WT_BRX_IDLE);
  return g;
}

static groups ret(wt_bench *b, uint32_t pc, uint64_t path, uint64_t exec, const uint32_t *target) { return ret_of(b, pc, path, exec, exec, target); }

START_TEST(equal_targets_are_one_group) {
  wt_bench *b = suite_open("brx", "small", NULL, 1);
  uint32_t t[32];
  for (unsigned i = 0; i < 32; i++) t[i] = 0x340;
  groups g = ret(b, 0x100, 0xffffffff, 0xffffffff, t);
  ck_assert_uint_eq(g.n, 1);
  ck_assert_uint_eq(g.mask[0], 0xffffffff);
  ck_assert_uint_eq(g.pc[0], 0x340);
  wt_bench_close(b);
}
END_TEST

/* Sizes 1, 2, 2, 3: the larger ones later; of the equal ones the one with lane 1 counts as larger. */
START_TEST(groups_come_in_the_order_of_the_mode) {
  static const char *const modes[] = {"PATH_ORDER=majority", "PATH_ORDER=minority", "PATH_ORDER=taken"};
  static const uint64_t want[3][4] = {{0x40, 0x90, 0x06, 0x29}, {0x29, 0x06, 0x90, 0x40}, {0x40, 0x90, 0x06, 0x29}};
  uint32_t t[32] = {0x200, 0x300, 0x300, 0x200, 0x400, 0x200, 0x500, 0x400};
  for (unsigned k = 0; k < 3; k++) {
    const char *const set[] = {modes[k], NULL};
    wt_bench *b = suite_open("brx", "small", set, 1);
    groups g = ret(b, 0x100, 0xff, 0xff, t);
    ck_assert_uint_eq(g.n, 4);
    for (unsigned i = 0; i < 4; i++) ck_assert_uint_eq(g.mask[i], want[k][i]);
    wt_bench_close(b);
  }
}
END_TEST

START_TEST(lanes_that_do_not_execute_fall_through_in_a_group_of_their_own) {
  wt_bench *b = suite_open("brx", "small", NULL, 1);
  uint32_t t[32];
  for (unsigned i = 0; i < 32; i++) t[i] = 0x110; /* a jump to the next instruction */
  groups g = ret(b, 0x100, 0xff, 0x0f, t);
  ck_assert_uint_eq(g.n, 2);
  ck_assert_uint_eq(g.mask[0], 0xf0);
  ck_assert_uint_eq(g.taken[0], 0);
  ck_assert_uint_eq(g.mask[1], 0x0f);
  ck_assert_uint_eq(g.taken[1], 1);
  ck_assert_uint_eq(g.pc[0], 0x110);
  ck_assert_uint_eq(g.pc[1], 0x110);
  wt_bench_close(b);
}
END_TEST

/* The guard decides about the packet, the second predicate only about the event. */
START_TEST(the_second_predicate_keeps_lanes_of_the_packet_from_going) {
  wt_bench *b = suite_open("brx", "small", NULL, 1);
  uint32_t t[32];
  for (unsigned i = 0; i < 32; i++) t[i] = 0x400;
  groups g = ret_of(b, 0x100, 0xff, 0x3f, 0x0f, t);
  ck_assert_uint_eq(g.n, 2);
  ck_assert_uint_eq(g.mask[0], 0xf0);
  ck_assert_uint_eq(g.pc[0], 0x110);
  ck_assert_uint_eq(g.mask[1], 0x0f);
  ck_assert_uint_eq(g.pc[1], 0x400);
  wt_bench_close(b);
}
END_TEST

static void add(TCase *tc) {
  tcase_add_test(tc, the_second_predicate_keeps_lanes_of_the_packet_from_going);
  tcase_add_test(tc, rules_hold_on_random_traffic);
  tcase_add_test(tc, equal_targets_are_one_group);
  tcase_add_test(tc, groups_come_in_the_order_of_the_mode);
  tcase_add_test(tc, lanes_that_do_not_execute_fall_through_in_a_group_of_their_own);
}
int main(void) { return suite_main("brx", add); }
