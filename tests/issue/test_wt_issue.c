/* test_wt_issue.c - issue packet builder: a model of its rules beside random lock-step, directed cases. Rule numbers: docs/blocks/issue/wt_issue.md. */
#include <stdlib.h>
#include <string.h>

#include "isa/wt_isa.h"
#include "spec/wt_modes.h"
#include "tests/block_suite.h"

static wt_bench *bench(const char *preset, const char *const *set) { return suite_open("issue", preset, set, 7); }

/* A model of rules 1 to 11 (targets: 9). Lanes are looked at one by one. */
static wt_issue_out want;
static uint64_t bx; /* of the first beat of the last BMOV Rd,Bn */
static struct {
  uint64_t ballot;
  uint8_t votep;
} vote1; /* of the first beat of the last VOTE */
static unsigned iid;
static struct { /* 12: the BAR whose register is on its way */
  int hold, sent, known, arv;
  unsigned warp, op, yes, need, id;
  uint32_t pc;
  uint64_t lanes;
} late;

static void start(const wt_bench *b) { /* not reset; reset */
  const wt_issue_state *q = &b->m->subcore->issue.q;
  bx = q->bx, vote1.ballot = q->ballot, vote1.votep = q->votep, iid = 0;
  memset(&late, 0, sizeof late);
}
static unsigned field(const uint32_t *u, unsigned at, unsigned n) { /* bits of the instruction word */
  unsigned v = 0;
  for (unsigned k = at; k < at + n; k++) v |= (unsigned)((k < 64 ? uop_get_lo(u) >> k : uop_get_hi(u) >> (k - 64)) & 1) << (k - at);
  return v;
}
static unsigned holds(const wt_bench *b, unsigned at, unsigned neg, unsigned lane) { /* Pk of a lane */
  const uint32_t *u = b->m->subcore->ibuffer.o.uop;
  unsigned k = field(u, at, 3);
  return (k == 7 ? 1 : b->m->subcore->pred.o.p[k] >> lane & 1) ^ field(u, neg, 1);
}
static unsigned up_holds(const wt_bench *b, unsigned at, unsigned neg) { /* UPk */
  const uint32_t *u = b->m->subcore->ibuffer.o.uop;
  unsigned k = field(u, at, 3);
  return (k == 7 ? 1 : b->m->subcore->ureg.o.up >> k & 1) ^ field(u, neg, 1);
}
/* Place of lane 0 in the warp of 32: 12. */
static unsigned place(const wt_bench *b) {
  unsigned n = b->shape.SLOT_LANES;
  return b->m->gpu->cfg.places && n < 32 ? suite_warp(&b->shape, b->m->subcore->place.subcore, b->m->subcore->sched.o.sel_warp) * n % 32 : 0;
}
static void event(const wt_bench *b, const uint32_t *u, unsigned op, uint64_t exec, uint64_t pp) { /* 9, 10 */
  const wt_cfu_out *c = b->m->subcore->cfu;
  uint32_t pc = (uint32_t)uop_get_pc(u), next = pc + 16, side = (uint32_t)uop_get_rpc(u);
  uint64_t all = wt_mask64(b->shape.SLOT_LANES), imm = (uint64_t)field(u, 32, 32);
  uint32_t jump = next + 4 * (uint32_t)((int64_t)((uint64_t)field(u, 64, 18) << 30 | field(u, 34, 30)) << 16 >> 16),
           ssy = next + 4 * (field(u, 34, 30));
  const struct {
    unsigned op, kind, pp, bx;
    uint32_t target, rpc;
    uint64_t val;
  } rows[] = {{WT_I_BRA, WT_EV_BRA, 1, 0, jump, side, 0},
              {WT_I_CALL_REL, WT_EV_CALL, 1, 0, jump, next, 0},
              {WT_I_CALL_REL_R, WT_EV_CALLX, 1, 0, 0, next, c->mask},
              {WT_I_CALL_ABS_R, WT_EV_CALLX, 1, 0, 0, next, c->mask},
              {WT_I_RET, WT_EV_RET, 1, 0, 0, side, c->mask},
              {WT_I_BRX, WT_EV_BRX, 1, 0, 0, side, c->mask},
              {WT_I_BSSY, WT_EV_BSSY, 0, field(u, 16, 4), 0, ssy, 0},
              {WT_I_BSYNC, WT_EV_BSYNC, 1, field(u, 16, 4), 0, 0, 0},
              {WT_I_BREAK, WT_EV_BREAK, 1, field(u, 16, 4), 0, 0, 0},
              {WT_I_BMOV_RB, WT_EV_BMOVR, 0, field(u, 24, 4), 0, 0, field(u, 84, 1)},
              {WT_I_BMOV_BR, WT_EV_BMOVW, 0, field(u, 24, 4), 0, 0, 0},
              {WT_I_WARPSYNC_I, WT_EV_WSYNC, 0, 0, 0, 0, imm >> place(b) & all},
              {WT_I_WARPSYNC_C, WT_EV_WSYNC, 0, 0, 0, 0, (b->m->subcore->ibuffer.o.cval & 0xffffffff) >> place(b) & all},
              {WT_I_WARPSYNC_R, WT_EV_WSYNCR, 0, 0, 0, 0, 0},
              {WT_I_YIELD, WT_EV_YIELD, 0, 0, 0, 0, 0},
              {WT_I_NANOSLEEP_R, WT_EV_YIELD, 0, 0, 0, 0, 1},
              {WT_I_NANOSLEEP_I, WT_EV_YIELD, 0, 0, 0, 0, 1},
              {WT_I_NANOSLEEP_C, WT_EV_YIELD, 0, 0, 0, 0, 1},
              {WT_I_EXIT, WT_EV_EXIT, 1, 0, 0, 0, 0},
              {WT_I_BAR_II, WT_EV_BAR, 0, field(u, 54, 4), 0, 0, 0}};
  want.ev_valid = 1, want.ev_warp = b->m->subcore->sched.o.sel_warp, want.ev_pc = pc, want.ev_kind = WT_EV_ADV;
  for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
    uint64_t e = rows[i].pp ? exec & pp : exec;
    if (op == WT_I_BRA && field(u, 32, 2) == 3 && c->mask != c->live) e = 0;
    if (op == WT_I_BRA && field(u, 32, 2) == 2 && c->mask == c->live) e = 0;
    if (op == WT_I_BAR_II && field(u, 77, 3) == 1) e = 0;
    if (rows[i].op != op || !e) continue;
    want.ev_kind = (uint8_t)rows[i].kind, want.ev_mask = e, want.ev_target = rows[i].target, want.ev_rpc = rows[i].rpc;
    want.ev_bx = (uint8_t)rows[i].bx, want.ev_val = rows[i].val;
  }
}
static unsigned number_of(uint64_t lanes) {
  unsigned n = 0;
  for (unsigned l = 0; l < 64; l++) n += lanes >> l & 1;
  return n;
}
static void late_event(const wt_bench *b) { /* 12 */
  const wt_alu_out *a = &b->m->subcore->alu.o;
  if (late.hold && late.sent && late.known && b->m->subcore->cfu->idle && !b->m->subcore->sched.o.sel_valid) {
    want.ev_valid = 1, want.ev_warp = (uint8_t)late.warp, want.ev_pc = late.pc, want.ev_kind = WT_EV_ADV, late.hold = 0;
    if (!late.lanes) return;
    if (!late.arv) want.ev_kind = WT_EV_BAR, want.ev_mask = late.lanes, want.ev_bx = (uint8_t)late.id;
    want.bar_valid = 1, want.bar_arv = late.arv ? 1 : 0, want.bar_id = (uint8_t)late.id, want.bar_need = (uint16_t)late.need;
    want.bar_op = (uint8_t)late.op, want.bar_red = (uint8_t)late.yes, want.bar_count = (uint8_t)number_of(late.lanes);
  } else if (late.hold && a->sc_valid && a->wb_warp == late.warp) {
    late.known = 1, late.need = a->sc_val >> 16 & 4095, late.id = a->sc_val & 15;
  }
}
static void late_begins(const wt_bench *b, uint64_t exec, uint64_t pp) {
  const uint32_t *u = b->m->subcore->ibuffer.o.uop;
  unsigned mode = field(u, 77, 3);
  memset(&late, 0, sizeof late);
  late.hold = 1, late.known = !exec, late.warp = b->m->subcore->sched.o.sel_warp, late.pc = (uint32_t)uop_get_pc(u), late.lanes = exec,
  late.arv = mode == 1;
  late.op = mode == 2 ? field(u, 74, 2) : 3, late.yes = mode == 2 ? number_of(exec & pp) : 0;
}
static void rules(const wt_bench *b) {
  const wt_subcore *c = b->m->subcore;
  const wt_sched_out *s = &c->sched.o;
  const uint32_t *u = c->ibuffer.o.uop;
  unsigned op = (unsigned)uop_get_op(u), unit = (unsigned)uop_get_unit(u), n = b->shape.LANES, pops = s->sel_pop | c->pack.o.pop,
           vote = op == WT_I_VOTE || op == WT_I_VOTEU;
  memset(&want, 0, sizeof want);                                /* 1 */
  want.alloc_iid = (uint8_t)iid, want.alloc_warp = s->sel_warp; /* 5: these four as they come */
  memcpy(want.alloc_uop, u, sizeof want.alloc_uop), memcpy(want.alloc_v0, c->sreg.o.v0, n * sizeof *want.alloc_v0);
  late_event(b);
  if (!s->sel_valid || s->sync || s->index) return;
  uint64_t exec = 0, pp = 0, first = 0;
  for (unsigned l = 0; l < b->shape.SLOT_LANES; l++) { /* 2 */
    unsigned guard = unit == WT_U_UNI && op != WT_I_VOTEU ? up_holds(b, 12, 15) : holds(b, 12, 15, l);
    exec |= (uint64_t)((c->cfu->mask >> l & 1) && guard) << l, pp |= (uint64_t)holds(b, 87, 90, l) << l;
  }
  want.exec = exec, want.valid = s->sel_first, first = exec & -exec;
  if (vote) { /* 3 */
    unsigned mode = field(u, 72, 2), all = (exec & pp) == exec, any = (exec & pp) != 0;
    want.ballot = (exec & pp) << place(b), want.votep = mode == 0 ? all : mode == 1 ? any : all || !any;
    if (!s->sel_first) want.ballot = vote1.ballot, want.votep = vote1.votep;
    if (s->sel_first && op == WT_I_VOTE) vote1.ballot = want.ballot, vote1.votep = want.votep;
  }
  want.uni_valid = unit == WT_U_UNI && exec; /* 4 */
  if (unit < WT_UNITS) {                     /* 5, 6 */
    want.alloc_valid = 1, want.alloc_last = pops && !s->more, want.alloc_split = c->cfu->split;
    want.alloc_beat = b->shape.PACK ? c->pack.o.beat : s->sel_beat; /* 13 */
    for (unsigned k = 0; k < n; k++) {
      const unsigned row = b->shape.PACK ? (unsigned)wt_words_get(&c->pack.o.beat, k * b->shape.BEAT_W, b->shape.BEAT_W) : s->sel_beat; /* 13 */
      unsigned l = row * n + k, pr = op == WT_I_PLOP3 && field(u, 67, 1) ? up_holds(b, 68, 71) : holds(b, 68, 71, l);
      want.alloc_mask |= (uint32_t)((b->shape.PACK ? c->pack.o.mask >> k : exec >> l) & 1) << k; /* 13 */
      want.alloc_lead |= (uint8_t)(first >> l & 1);
      want.alloc_pp |= (uint32_t)(op == WT_I_VOTE ? want.votep : holds(b, 87, 90, l)) << k;
      want.alloc_pq |= (uint32_t)holds(b, 77, 80, l) << k, want.alloc_pr |= (uint32_t)pr << k;
    }
    unsigned sel = (unsigned)uop_get_bcsel(u); /* 7 */
    uint64_t bmov = s->sel_first ? c->cfu->bx_val : bx;
    want.alloc_bc = sel == WT_BC_IMM     ? field(u, 32, 32)
                    : sel == WT_BC_CONST ? c->ibuffer.o.cval
                    : sel == WT_BC_UREG  ? c->ureg.o.b
                    : op == WT_I_VOTE    ? (want.ballot & 0xffffffff)
                    : op == WT_I_BMOV_RB ? bmov << place(b)
                    : op == WT_I_B2R     ? b->m->sm->ctabar.o.result[s->sel_warp]
                                         : 0;
    if (s->sel_first) { /* 8 */
      want.set_valid = 1, want.set_warp = s->sel_warp, want.set_dst = (uint8_t)uop_get_dst(u), want.set_ndst = (uint8_t)uop_get_ndst(u);
      want.set_pw = (uint8_t)uop_get_pw(u), want.set_u = op == WT_I_R2UR;
    }
  }
  int with_register = op == WT_I_BAR_RR || op == WT_I_BAR_RI || op == WT_I_BAR_IR;
  if (s->sel_first && !with_register) event(b, u, op, exec, pp);
  if (s->sel_first && with_register) late_begins(b, exec, pp);
  if (pops) late.sent = 1;
  if (s->sel_first && op == WT_I_BAR_II && exec) { /* 11 */
    unsigned mode = field(u, 77, 3);
    want.bar_valid = 1, want.bar_arv = mode == 1, want.bar_id = (uint8_t)field(u, 54, 4), want.bar_need = (uint16_t)field(u, 42, 12);
    want.bar_op = (uint8_t)(mode == 2 ? field(u, 74, 2) : 3);
    for (unsigned l = 0; l < b->shape.SLOT_LANES; l++) want.bar_count += exec >> l & 1, want.bar_red += mode == 2 && (exec & pp) >> l & 1;
  }
  if (s->sel_first && op == WT_I_BMOV_RB) bx = c->cfu->bx_val;
  if (pops && !s->more) iid = (iid + 1) % 16;
}
static void look(const wt_bench *b) {
  const wt_issue_out *o = &b->m->subcore->issue.o;
#define SAME(n, name) SUITE_RULE(b, n, #name, o->name, want.name)
  SAME("2", valid);
  SAME("2", exec);
  SAME("3", ballot);
  SAME("3", votep);
  SAME("4", uni_valid);
  SAME("5", alloc_valid);
  SAME("5, 13", alloc_beat);
  SAME("5, 13", alloc_mask);
  SAME("5", alloc_lead);
  SAME("5", alloc_last);
  SAME("5", alloc_split);
  SAME("6", alloc_pp);
  SAME("6", alloc_pq);
  SAME("6", alloc_pr);
  SAME("7", alloc_bc);
  SAME("5", alloc_iid);
  SAME("5", alloc_warp);
  for (unsigned i = 0; i < UOP_WORDS; i++) SAME("5", alloc_uop[i]);
  for (unsigned l = 0; l < b->shape.LANES; l++) SAME("5", alloc_v0[l]);
  SAME("11", bar_valid);
  SAME("11", bar_arv);
  SAME("11", bar_id);
  SAME("11", bar_count);
  SAME("11", bar_red);
  SAME("11", bar_op);
  SAME("11", bar_need);
  SAME("8", set_valid);
  SAME("8", set_warp);
  SAME("8", set_dst);
  SAME("8", set_ndst);
  SAME("8", set_pw);
  SAME("8", set_u);
  SAME("9", ev_valid);
  SAME("9", ev_warp);
  SAME("9", ev_kind);
  SAME("9", ev_pc);
  SAME("9, 10", ev_mask);
  SAME("9", ev_target);
  SAME("9", ev_rpc);
  SAME("9", ev_bx);
  SAME("9", ev_val);
  SUITE_RULE(b, "1", "iid", b->m->subcore->issue.q.iid, iid);
  SUITE_RULE(b, "12", "hold after the edge", o->hold, late.hold);
}
static const suite_model model = {"issue", start, rules, look};

START_TEST(rules_hold_on_random_packets) {
  static const char *const wide[] = {"WARP_SIZE=32", "LANES=32", NULL}, *const odd[] = {"WARPS=3", NULL}, *const dwr[] = {"GROUPING=dwr", NULL};
  suite_rules(&model, "tiny", NULL, 20000);
  suite_rules(&model, "tiny", dwr, 20000);
  suite_rules(&model, "small", NULL, 20000);
  suite_rules(&model, "default", NULL, 20000);
  suite_rules(&model, "default", wide, 20000);
  suite_rules(&model, "tiny", odd, 20000);
  static const char *const packed[] = {"PACK=on", "WARP_SIZE=8", "LANES=2", NULL};
  suite_rules(&model, "tiny", packed, 20000);
  static const char *const four[] = {"SUBCORES=4", "WARPS=12", "WARP_SIZE=8", NULL};
  suite_rules(&model, "tiny", four, 20000);
  static const char *const large[] = {"SUBCORES=2", "WARPS=4", "WARP_SIZE=8", "GROUPING=dwr", "DWR_SUBWARPS=2", NULL};
  suite_rules(&model, "tiny", large, 10000);
  static const char *const most[] = {"WARPS=64", NULL};
  suite_rules_alone(&model, "default", most, 5000);
}
END_TEST

/* Rule 1: with the same head, the barrier of DWR is nothing for the rest of the machine. */
START_TEST(r1_the_barrier_of_dwr_is_no_instruction) {
  static const char *const dwr[] = {"GROUPING=dwr", NULL};
  suite_random("issue", "tiny", dwr, 10000);
  wt_bench *b = bench("tiny", dwr);
  unsigned barriers = 0;
  for (unsigned i = 0; i < 2000; i++) {
    b->fns->stim(b->m, &b->rng, b->cycle);
    unsigned number = b->m->subcore->issue.q.iid, sync = b->m->subcore->sched.o.sync;
    ck_assert_msg(wt_bench_cycle(b) == 0, "%s", b->report);
    if (!sync) continue;
    ck_assert_uint_eq(b->m->subcore->issue.q.iid, number);
    wt_issue_out o = b->m->subcore->issue.o; /* rule 5: these go through; hold is no output of this cycle */
    o.alloc_iid = o.alloc_warp = o.hold = 0, memset(o.alloc_uop, 0, sizeof o.alloc_uop), memset(o.alloc_v0, 0, sizeof o.alloc_v0);
    for (size_t k = 0; k < sizeof o; k++) ck_assert_int_eq(((const uint8_t *)&o)[k], 0);
    barriers++;
  }
  ck_assert_uint_gt(barriers, 200);
  wt_bench_close(b);
}
END_TEST

/* Rule 1: so is the request of an indexed constant. */
START_TEST(r1_the_request_of_a_constant_is_no_instruction) {
  wt_bench *b = bench("small", NULL);
  unsigned asked = 0;
  for (unsigned i = 0; i < 4000; i++) {
    b->fns->stim(b->m, &b->rng, b->cycle);
    unsigned number = b->m->subcore->issue.q.iid, index = b->m->subcore->sched.o.index;
    ck_assert_msg(wt_bench_cycle(b) == 0, "%s", b->report);
    if (!index) continue;
    ck_assert_uint_eq(b->m->subcore->issue.q.iid, number);
    wt_issue_out o = b->m->subcore->issue.o; /* rule 5: these go through; hold is no output of this cycle */
    o.alloc_iid = o.alloc_warp = o.hold = 0, memset(o.alloc_uop, 0, sizeof o.alloc_uop), memset(o.alloc_v0, 0, sizeof o.alloc_v0);
    for (size_t k = 0; k < sizeof o; k++) ck_assert_int_eq(((const uint8_t *)&o)[k], 0);
    asked++;
  }
  ck_assert_uint_gt(asked, 50);
  wt_bench_close(b);
}
END_TEST

/* What the block reads, all 0. */
static void no_inputs(wt_m *m) {
  wt_subcore *c = m->subcore;
  wt_sched_idle(&c->sched.o);
  memset(&c->ibuffer.o, 0, sizeof c->ibuffer.o);
  wt_cfu_idle(c->cfu);
  wt_pred_idle(&c->pred.o);
  memset(&c->ureg.o, 0, sizeof c->ureg.o);
  memset(&m->gpu->cfg, 0, sizeof m->gpu->cfg);
}

/* A uop with no guard and Pp = PT for the lanes of mask. */
static void one(wt_bench *b, unsigned op, unsigned unit, uint64_t lo, uint64_t hi, uint64_t mask, uint64_t live) {
  wt_m *m = b->m;
  no_inputs(m);
  wt_cfg_modes(m);
  m->subcore->sched.o.sel_valid = m->subcore->sched.o.sel_first = m->subcore->sched.o.sel_pop = 1;
  uop_put_lo(m->subcore->ibuffer.o.uop, lo | 0x7000);
  uop_put_hi(m->subcore->ibuffer.o.uop, hi | UINT64_C(7) << 23);
  uop_put_op(m->subcore->ibuffer.o.uop, op);
  uop_put_unit(m->subcore->ibuffer.o.uop, unit);
  uop_put_pc(m->subcore->ibuffer.o.uop, 0x100);
  m->subcore->cfu->mask = mask, m->subcore->cfu->live = live;
  ck_assert_msg(wt_bench_cycle(b) == 0, "%s", b->report);
}

START_TEST(branch_conv_and_div_follow_the_path_mask) {
  wt_bench *b = bench("tiny", NULL);
  one(b, WT_I_BRA, WT_U_NONE, UINT64_C(3) << 32, 0, 0x7, 0xf); /* .CONV, diverged: not taken */
  ck_assert_uint_eq(b->m->subcore->issue.o.ev_kind, WT_EV_ADV);
  one(b, WT_I_BRA, WT_U_NONE, UINT64_C(3) << 32, 0, 0x7, 0x7);
  ck_assert_uint_eq(b->m->subcore->issue.o.ev_kind, WT_EV_BRA);
  ck_assert_uint_eq(b->m->subcore->issue.o.ev_mask, 0x7);
  one(b, WT_I_BRA, WT_U_NONE, UINT64_C(2) << 32, 0, 0x7, 0x7); /* .DIV, converged: not taken */
  ck_assert_uint_eq(b->m->subcore->issue.o.ev_kind, WT_EV_ADV);
  one(b, WT_I_BRA, WT_U_NONE, ~UINT64_C(0) << 34, 0x3ffff, 0x7, 0x7); /* offset -1: -4 bytes */
  ck_assert_uint_eq(b->m->subcore->issue.o.ev_target, 0x100 + 16 - 4);
  wt_bench_close(b);
}
END_TEST

/* Rule 7: BMOV.CLEAR Rd,Bn empties Bn with its first beat; all beats bring the value from before. */
START_TEST(beats_of_bmov_see_one_value) {
  static const char *const two[] = {"WARP_SIZE=8", NULL};
  wt_bench *b = bench("tiny", two);
  wt_m *m = b->m;
  for (unsigned i = 0; i < 4; i++) {
    no_inputs(m);
    wt_cfg_modes(m);
    m->subcore->sched.o.sel_valid = 1, m->subcore->sched.o.sel_first = i == 0, m->subcore->sched.o.sel_beat = (uint8_t)(i & 1),
    m->subcore->sched.o.sel_pop = i & 1;
    uop_put_lo(m->subcore->ibuffer.o.uop, 0x7000);
    uop_put_op(m->subcore->ibuffer.o.uop, i < 3 ? WT_I_BMOV_RB : WT_I_VOTE);
    uop_put_unit(m->subcore->ibuffer.o.uop, WT_U_ALU);
    m->subcore->cfu->mask = m->subcore->cfu->live = 0xff, m->subcore->cfu->bx_val = i == 0 ? 0x5a : 0x11 * i;
    ck_assert_msg(wt_bench_cycle(b) == 0, "%s", b->report);
    if (i < 3) ck_assert_uint_eq(m->subcore->issue.o.alloc_bc, 0x5a);
  }
  wt_bench_close(b);
}
END_TEST

/* Rule 11: who arrives, with what, and who does not wait. */
START_TEST(arrivals_at_barriers) {
  wt_bench *b = bench("tiny", NULL);
  const wt_issue_out *o = &b->m->subcore->issue.o;
  const uint64_t bar5 = UINT64_C(5) << 54 | UINT64_C(0x30) << 42, no = UINT64_C(8) << 23; /* Pp is PT, or !PT */
  one(b, WT_I_BAR_II, WT_U_NONE, bar5, UINT64_C(2) << 13 | UINT64_C(1) << 10, 0x7, 0xf);  /* RED.AND */
  ck_assert(o->ev_kind == WT_EV_BAR && o->ev_bx == 5 && o->bar_valid && !o->bar_arv && o->bar_id == 5);
  ck_assert(o->bar_count == 3 && o->bar_red == 3 && o->bar_op == 1 && o->bar_need == 0x30);
  one(b, WT_I_BAR_II, WT_U_NONE, bar5, no | UINT64_C(2) << 13 | UINT64_C(2) << 10, 0x7, 0xf); /* RED.OR */
  ck_assert(o->bar_valid && o->bar_count == 3 && o->bar_red == 0 && o->bar_op == 2);
  one(b, WT_I_BAR_II, WT_U_NONE, bar5, UINT64_C(1) << 13, 0x7, 0xf); /* ARV */
  ck_assert(o->ev_kind == WT_EV_ADV && o->bar_valid && o->bar_arv && o->bar_id == 5 && o->bar_count == 3 && o->bar_red == 0 && o->bar_op == 3);
  one(b, WT_I_BAR_II, WT_U_NONE, UINT64_C(2) << 54, 0, 0x7, 0xf); /* SYNC */
  ck_assert(o->ev_kind == WT_EV_BAR && o->bar_valid && !o->bar_arv && o->bar_id == 2 && o->bar_op == 3 && o->bar_need == 0);
  one(b, WT_I_BRA, WT_U_NONE, bar5, 0, 0x7, 0xf);
  ck_assert(!o->bar_valid && !o->bar_arv && o->bar_id == 0 && o->bar_count == 0 && o->bar_op == 0 && o->bar_need == 0);
  wt_bench_close(b);
}
END_TEST

/* Rule 12: nothing is told before value, last beat and control-flow unit are there; then all at once. */
START_TEST(a_barrier_in_a_register_is_told_late) {
  static const unsigned ops[] = {WT_I_BAR_RR, WT_I_BAR_RI, WT_I_BAR_IR};
  wt_bench *b = bench("tiny", NULL);
  wt_subcore *c = b->m->subcore;
  const wt_issue_out *o = &c->issue.o;
  for (unsigned i = 0; i < 6; i++) {
    unsigned arv = i & 1;
    one(b, ops[i / 2], WT_U_ALU, 0, arv ? UINT64_C(1) << 13 : UINT64_C(2) << 13 | UINT64_C(1) << 10, 0x7, 0xf); /* ARV, RED.AND */
    ck_assert(!o->ev_valid && !o->bar_valid && o->alloc_valid && o->hold);
    no_inputs(b->m);
    c->alu.o.sc_valid = 1, c->alu.o.sc_val = 0x0fff0000 | i, c->alu.o.wb_warp = 1; /* of another warp */
    SUITE_CYCLE(b);
    c->alu.o.wb_warp = 0, c->alu.o.sc_val = 0x00400009 + i;
    SUITE_CYCLE(b);
    c->alu.o.sc_valid = 0;
    SUITE_CYCLE(b);
    ck_assert(!o->ev_valid && o->hold);
    c->cfu->idle = 1;
    ck_assert_msg(wt_bench_cycle(b) == 0, "%s", b->report);
    ck_assert(o->ev_valid && o->ev_pc == 0x100 && o->ev_kind == (arv ? WT_EV_ADV : WT_EV_BAR) && o->ev_mask == (arv ? 0 : 7));
    ck_assert(o->bar_valid && o->bar_arv == arv && o->bar_id == 9 + i && o->bar_need == 0x40 && o->bar_count == 3);
    ck_assert(o->bar_op == (arv ? 3 : 1) && o->bar_red == (arv ? 0 : 3) && !o->hold);
  }
  one(b, WT_I_BAR_RI, WT_U_ALU, 0, 0, 0x0, 0xf); /* nobody arrives: an advance, without a value */
  ck_assert(!o->ev_valid && o->hold);
  no_inputs(b->m), c->cfu->idle = 1;
  ck_assert_msg(wt_bench_cycle(b) == 0, "%s", b->report);
  ck_assert(o->ev_valid && o->ev_kind == WT_EV_ADV && !o->bar_valid && !o->hold);
  wt_bench_close(b);
}
END_TEST

START_TEST(calls_and_indirect_branches) {
  static const struct {
    unsigned op, unit, kind;
  } t[] = {{WT_I_CALL_REL, WT_U_NONE, WT_EV_CALL},
           {WT_I_CALL_REL_R, WT_U_ALU, WT_EV_CALLX},
           {WT_I_CALL_ABS_R, WT_U_ALU, WT_EV_CALLX},
           {WT_I_RET, WT_U_ALU, WT_EV_RET},
           {WT_I_BRX, WT_U_ALU, WT_EV_BRX}};
  wt_bench *b = bench("tiny", NULL);
  for (unsigned i = 0; i < sizeof t / sizeof *t; i++) {
    const wt_issue_out *o = &b->m->subcore->issue.o;
    int packet = i > 0, call = i < 3;
    /* Pp = !PT first: nobody goes, the packet goes all the same */
    one(b, t[i].op, t[i].unit, 0, UINT64_C(8) << 23, 0x7, 0xf);
    ck_assert_uint_eq(o->ev_kind, WT_EV_ADV);
    ck_assert_uint_eq(o->ev_val, 0);
    ck_assert_uint_eq(o->alloc_valid, packet);
    one(b, t[i].op, t[i].unit, UINT64_C(3) << 34, 0, 0x7, 0xf);
    ck_assert_uint_eq(o->ev_kind, t[i].kind);
    ck_assert_uint_eq(o->ev_mask, 0x7);
    ck_assert_uint_eq(o->ev_val, packet ? 0x7 : 0);
    ck_assert_uint_eq(o->ev_target, packet ? 0 : 0x110 + 12);
    ck_assert_uint_eq(o->ev_rpc, call ? 0x110 : 0); /* the side band of one() is 0 */
    ck_assert_uint_eq(o->alloc_valid, packet);
    ck_assert_uint_eq(o->alloc_mask, packet ? 0x7 : 0);
  }
  one(b, WT_I_YIELD, WT_U_NONE, 0, 0, 0x7, 0xf);
  ck_assert_uint_eq(b->m->subcore->issue.o.ev_val, 0);
  one(b, WT_I_NANOSLEEP_I, WT_U_NONE, 0, 0, 0x7, 0xf);
  ck_assert_uint_eq(b->m->subcore->issue.o.ev_val, 1);
  wt_bench_close(b);
}
END_TEST

/* Rule 3: VOTE.ANY P2, P2 with a stall between its beats: the first beat's write does not change the vote. */
START_TEST(beats_of_vote_see_one_ballot) {
  static const char *const two[] = {"WARP_SIZE=8", NULL};
  wt_bench *b = bench("tiny", two);
  wt_m *m = b->m;
  for (unsigned i = 0; i < 3; i++) {
    no_inputs(m);
    m->subcore->sched.o.sel_valid = i != 1, m->subcore->sched.o.sel_first = i == 0, m->subcore->sched.o.sel_beat = i == 2,
    m->subcore->sched.o.sel_pop = i == 2;
    uop_put_lo(m->subcore->ibuffer.o.uop, 0x7000);
    uop_put_hi(m->subcore->ibuffer.o.uop, UINT64_C(1) << 8 | UINT64_C(2) << 23); /* ANY, Pp = P2 */
    uop_put_op(m->subcore->ibuffer.o.uop, WT_I_VOTE);
    uop_put_unit(m->subcore->ibuffer.o.uop, WT_U_ALU);
    m->subcore->cfu->mask = m->subcore->cfu->live = 0xff, m->subcore->pred.o.p[2] = i ? 0x6f : 0x64;
    ck_assert_msg(wt_bench_cycle(b) == 0, "%s", b->report);
    if (i == 1) continue;
    ck_assert_uint_eq(m->subcore->issue.o.alloc_bc, 0x64);
    ck_assert_uint_eq(m->subcore->issue.o.alloc_pp, 0xf);
  }
  wt_bench_close(b);
}
END_TEST

START_TEST(vote_modes) {
  wt_bench *b = bench("tiny", NULL);
  static const struct {
    unsigned mode;
    uint64_t p, exec;
    unsigned want;
  } t[] = {{0, 7, 7, 1}, {0, 5, 7, 0}, {1, 4, 7, 1}, {1, 8, 7, 0}, {2, 8, 7, 1}, {2, 7, 7, 1}, {2, 3, 7, 0}};
  for (size_t i = 0; i < sizeof t / sizeof *t; i++) {
    wt_m *m = b->m;
    no_inputs(m);
    m->subcore->sched.o.sel_valid = m->subcore->sched.o.sel_first = m->subcore->sched.o.sel_pop = 1;
    uop_put_lo(m->subcore->ibuffer.o.uop, 0x7000);
    uop_put_hi(m->subcore->ibuffer.o.uop, (uint64_t)t[i].mode << 8 | UINT64_C(2) << 23); /* Pp = P2 */
    uop_put_op(m->subcore->ibuffer.o.uop, WT_I_VOTE);
    uop_put_unit(m->subcore->ibuffer.o.uop, WT_U_ALU);
    m->subcore->pred.o.p[2] = t[i].p, m->subcore->cfu->mask = m->subcore->cfu->live = t[i].exec;
    ck_assert_msg(wt_bench_cycle(b) == 0, "%s", b->report);
    ck_assert_uint_eq(m->subcore->issue.o.ballot, t[i].p & t[i].exec);
    ck_assert_uint_eq(m->subcore->issue.o.votep, t[i].want);
    ck_assert_uint_eq(m->subcore->issue.o.alloc_bc, t[i].p & t[i].exec);
    ck_assert_uint_eq(m->subcore->issue.o.alloc_pp, t[i].want ? 0xf : 0);
  }
  wt_bench_close(b);
}
END_TEST

int main(void) {
  Suite *s = suite_create("wt_issue");
  TCase *tc = tcase_create("issue");
  tcase_set_timeout(tc, 600);
  tcase_add_test(tc, branch_conv_and_div_follow_the_path_mask);
  tcase_add_test(tc, beats_of_bmov_see_one_value);
  tcase_add_test(tc, calls_and_indirect_branches);
  tcase_add_test(tc, arrivals_at_barriers);
  tcase_add_test(tc, a_barrier_in_a_register_is_told_late);
  tcase_add_test(tc, beats_of_vote_see_one_ballot);
  tcase_add_test(tc, vote_modes);
  tcase_add_test(tc, rules_hold_on_random_packets);
  tcase_add_test(tc, r1_the_barrier_of_dwr_is_no_instruction);
  tcase_add_test(tc, r1_the_request_of_a_constant_is_no_instruction);
  suite_add_tcase(s, tc);
  return suite_run(s);
}
