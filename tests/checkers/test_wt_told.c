/* test_wt_told.c - what the oracle is told (tb/lib/wt_tandem.h): every value of the machine is falsified once on its way to it, the rules of meeting that
 * each control-flow unit has by its document, and what a kernel reads that it never wrote. Wrapped: wt_tandem_cycle,
 * wt_oracle_set_rules, wt_oracle_mem_perform_at, wt_oracle_error.
 */
#include <stdio.h>
#include <string.h>

#include "bench/stim.h"
#include "lib/wt_tandem.h"
#include "operand/wt_collector.h"
#include "tests/suite.h"
#include "checks_kit.h"

/* ---- what the oracle is told: each value of the machine is falsified on its way to it, once, the machine itself stays right ---- */
static wt_m *lied; /* the machine for the rest of this cycle; NULL: not yet */
static unsigned lie_now, fill;
typedef int tell(wt_subcore *k, wt_m *m);
static int wb_lo(wt_subcore *k, wt_m *x) {
  return (void)x, k->alu.o.wb_valid && k->alu.o.wb_n && k->alu.o.wb_mask & 8 && (k->alu.o.wb_lo[3] ^= 1u << 31, 1);
}
static int wb_hi(wt_subcore *k, wt_m *x) {
  return (void)x, k->alu.o.wb_valid && k->alu.o.wb_n > 1 && k->alu.o.wb_mask & 1 && (k->alu.o.wb_hi[0] ^= 1, 1);
}
static int wb_reg(wt_subcore *k, wt_m *x) { return (void)x, k->alu.o.wb_valid && k->alu.o.wb_n && k->alu.o.wb_mask && (k->alu.o.wb_reg ^= 1, 1); }
static int wb_mask(wt_subcore *k, wt_m *x) {
  return (void)x, k->alu.o.wb_valid && k->alu.o.wb_n && k->alu.o.wb_mask & 4 && (k->alu.o.wb_mask ^= 4, 1);
}
static int wb_none(wt_subcore *k, wt_m *x) { return (void)x, k->alu.o.wb_valid && k->alu.o.wb_n && k->alu.o.wb_mask && (k->alu.o.wb_valid = 0, 1); }
static int pw0(wt_subcore *k, wt_m *x) {
  return (void)x, k->alu.o.pw0_valid && k->alu.o.pw1_valid && k->alu.o.pw0_p != k->alu.o.pw1_p && (k->alu.o.pw0_bits ^= 1, 1);
}
static int pw1(wt_subcore *k, wt_m *x) { return (void)x, k->alu.o.pw1_valid && (k->alu.o.pw1_bits ^= 8, 1); }
static int pw_twice(wt_subcore *k, wt_m *x) {
  return (void)x, k->alu.o.pw1_valid && k->alu.o.pw0_valid && k->alu.o.pw0_p == k->alu.o.pw1_p && (k->alu.o.pw1_bits ^= 1, 1);
}
static int pw_index(wt_subcore *k, wt_m *x) { return (void)x, k->alu.o.pw0_valid && k->alu.o.wb_mask && (k->alu.o.pw0_p ^= 4, 1); }
static int all_first(wt_subcore *k, wt_m *x) { return (void)x, k->alu.o.pwr_valid && (k->alu.o.wb_lo[0] ^= 1, 1); }
static int all_last(wt_subcore *k, wt_m *x) { return (void)x, k->alu.o.pwr_valid && (k->alu.o.wb_lo[3] ^= 64, 1); }
static int all_lanes(wt_subcore *k, wt_m *x) { return (void)x, k->alu.o.pwr_valid && (k->alu.o.wb_hi[2] ^= 64, 1); }
static int all_mask(wt_subcore *k, wt_m *x) { return (void)x, k->alu.o.pwr_valid && (k->alu.o.wb_mask ^= 2, 1); }
static int scalar(wt_subcore *k, wt_m *x) {
  return (void)x, k->alu.o.wb_valid && k->alu.o.sc_ur && k->alu.o.sc_idx != 63 && (k->alu.o.sc_val ^= 1, 1);
}
static int slow_data(wt_subcore *k, wt_m *x) { return (void)x, k->wb.o.reg_valid && k->wb.o.mask & 2 && (k->wb.o.data[1] ^= 1u << 16, 1); }
static int slow_reg(wt_subcore *k, wt_m *x) { return (void)x, k->wb.o.reg_valid && k->wb.o.mask && (k->wb.o.reg ^= 1, 1); }
static int slow_mask(wt_subcore *k, wt_m *x) { return (void)x, k->wb.o.reg_valid && k->wb.o.mask & 1 && (k->wb.o.mask ^= 1, 1); }
static int slow_pred(wt_subcore *k, wt_m *x) { return (void)x, k->wb.o.pw_valid && k->wb.o.mask & 4 && (k->wb.o.pw_bits ^= 4, 1); }
static int slow_index(wt_subcore *k, wt_m *x) { return (void)x, k->wb.o.pw_valid && k->wb.o.mask && (k->wb.o.pw_p ^= 1, 1); }
static int u_lo(wt_subcore *k, wt_m *x) {
  return (void)x, k->issue.o.uni_valid && k->ualu.o.w_n == 1 && k->ualu.o.w_idx < 62 && (k->ualu.o.w_lo ^= 1, 1);
}
static int u_pair_lo(wt_subcore *k, wt_m *x) { return (void)x, k->issue.o.uni_valid && k->ualu.o.w_n > 1 && (k->ualu.o.w_lo ^= 1, 1); }
static int u_hi(wt_subcore *k, wt_m *x) { return (void)x, k->issue.o.uni_valid && k->ualu.o.w_n > 1 && (k->ualu.o.w_hi ^= 1u << 31, 1); }
static int u_index(wt_subcore *k, wt_m *x) {
  return (void)x, k->issue.o.uni_valid && k->ualu.o.w_n == 1 && k->ualu.o.w_idx < 62 && (k->ualu.o.w_idx ^= 1, 1);
}
static int up0(wt_subcore *k, wt_m *x) {
  return (void)x, k->issue.o.uni_valid && k->ualu.o.p0_valid && k->ualu.o.p0_idx == 0 && (k->ualu.o.p0_val ^= 1, 1);
}
static int up1(wt_subcore *k, wt_m *x) {
  return (void)x, k->issue.o.uni_valid && k->ualu.o.p1_valid && k->ualu.o.p1_idx == 1 && (k->ualu.o.p1_val ^= 1, 1);
}
static int up_twice(wt_subcore *k, wt_m *x) {
  return (void)x,
         k->issue.o.uni_valid && k->ualu.o.p1_valid && k->ualu.o.p0_idx == k->ualu.o.p1_idx && k->ualu.o.p1_idx < 7 && (k->ualu.o.p1_val ^= 1, 1);
}
static int lanes(wt_subcore *k, wt_m *x) { return (void)x, k->issue.o.valid && k->hanoi_yr.o.mask == 15 && (k->hanoi_yr.o.mask = 7, 1); }
static int launched(wt_subcore *k, wt_m *x) {
  return x->sm->dispatch.o.launch_valid && k->hanoi_yr.o.launch_ack && (x->sm->dispatch.o.launch_mask = 7, 1);
}
static int done(wt_subcore *k, wt_m *x) {
  return (void)x, k->wb.o.reg_valid && (k->hanoi_yr.o.done_valid = 1, k->hanoi_yr.o.done_warp = k->wb.o.warp, 1);
}
static tell *const tells[] = {wb_lo,     wb_hi,     wb_reg,   wb_mask, wb_none,   pw0,      pw1,       pw_twice,  pw_index,   all_first,
                              all_last,  all_lanes, all_mask, scalar,  slow_data, slow_reg, slow_mask, slow_pred, slow_index, u_lo,
                              u_pair_lo, u_hi,      u_index,  up0,     up1,       up_twice, lanes,     launched,  done};
/* What is nobody's value: the machine itself does not look at it. */
static int beyond_lanes(wt_subcore *k, wt_m *x) {
  return (void)x, k->alu.o.pwr_valid && (k->alu.o.wb_hi[4] = ~0u, k->alu.o.wb_lo[4] = ~k->alu.o.wb_lo[4], 1);
}
static int column_of_pt(wt_subcore *k, wt_m *x) {
  for (unsigned i = 0; k->alu.o.pwr_valid && i < 4; i++) k->alu.o.wb_hi[i] |= 0x80, k->alu.o.wb_lo[i] &= ~0x80u;
  return (void)x, k->alu.o.pwr_valid;
}
static int first_of_twice(wt_subcore *k, wt_m *x) {
  return (void)x, k->alu.o.pw1_valid && k->alu.o.pw0_valid && k->alu.o.pw0_p == k->alu.o.pw1_p && (k->alu.o.pw0_bits ^= 1, 1);
}
static int no_lanes(wt_subcore *k, wt_m *x) {
  int idle = !k->alu.o.wb_valid;
  if (idle)
    k->alu.o.wb_valid = k->alu.o.wb_n = k->alu.o.pw0_valid = 1, k->alu.o.wb_mask = 0, k->alu.o.pw1_valid = k->alu.o.pwr_valid = k->alu.o.sc_ur = 0;
  return (void)x, idle;
}
static int of_no_result(wt_subcore *k, wt_m *x) {
  return (void)x, !k->alu.o.wb_valid && !k->wb.o.reg_valid && !k->wb.o.pw_valid &&
                    (k->alu.o.wb_n = 2, k->alu.o.wb_mask = 15, k->alu.o.pw0_valid = k->alu.o.pw1_valid = k->alu.o.sc_ur = 1, k->wb.o.mask = 15, 1);
}
static int first_u_of_twice(wt_subcore *k, wt_m *x) {
  return (void)x,
         k->issue.o.uni_valid && k->ualu.o.p1_valid && k->ualu.o.p0_idx == k->ualu.o.p1_idx && k->ualu.o.p1_idx < 7 && (k->ualu.o.p0_val ^= 1, 1);
}
static tell *const nothing[] = {beyond_lanes, column_of_pt, first_of_twice, no_lanes, of_no_result, first_u_of_twice};
/* Which warp of which CTA begins; every register of it is what the machine holds there, each lane of it; registers that it does not have are nothing. */
static unsigned begun, warps; /* warps of a CTA */
static void found(const wt_tandem *t, const wt_m *x) {
  const wt_shape *S = t->S;
  const unsigned w = x->sm->dispatch.o.launch_warp, rpw = x->gpu->cfg.rpw, n = rpw / S->BEATS * S->RF_BANKS;
  const wt_dispatch_out *d = &x->sm->dispatch.o;
  ck_assert(n >= t->L->regs && n < 255);
  ck_assert(t->resident >> w & 1 && t->cta_slot[w] == d->cta_slot && t->warp_in_cta[w] == begun % warps);
  ck_assert(t->cta[w][0] == begun / warps && t->cta[w][0] == d->launch_ctaid_x && !t->cta[w][1] && !t->cta[w][2]);
  for (unsigned reg = 0; reg < 255; reg++)
    for (unsigned lane = 0; lane < S->SLOT_LANES; lane++) {
      uint32_t want = 0;
      if (reg < n)
        want = x->subcore->rfbank[wt_rf_bank(S, x->gpu->cfg.layout, w, reg)]
                 .q.mem[(size_t)wt_rf_row(S, rpw, w, reg, lane / S->LANES) * S->LANES + lane % S->LANES];
      ck_assert_msg(wt_oracle_register(t->oracle, w, reg)[lane] == want, "warp %u R%u lane %u", w, reg, lane);
    }
  begun++;
}
static int unreached, harmless, before; /* before: the oracle has said something already */
wt_status __real_wt_tandem_cycle(wt_tandem *t, const wt_m *x);
wt_status __wrap_wt_tandem_cycle(wt_tandem *t, const wt_m *x);
wt_status __wrap_wt_tandem_cycle(wt_tandem *t, const wt_m *x) {
  wt_m *y = (wt_m *)(uintptr_t)x;
  static wt_launch_desc L;
  static uint8_t reach[16] = {1, 0, 1};
  if (unreached) L = *t->L, L.reach = reach, t->L = &L;
  if (unreached == 2) reach[1] = 1, L.n_insns = 1; /* as the launch says */
  if (!lie_now || lied) {
    wt_status st = __real_wt_tandem_cycle(t, x);
    if (fill && x->sm->dispatch.o.launch_valid && x->sm->dispatch.o.launch_last && x->subcore->hanoi_yr.o.launch_ack) found(t, x);
    return st;
  }
  wt_subcore was = *y->subcore;
  wt_dispatch_out d = y->sm->dispatch.o;
  if ((harmless ? nothing : tells)[lie_now - 1](y->subcore, y)) lied = y;
  if (lied && before) strcpy(t->error, "the first word");
  wt_status st = __real_wt_tandem_cycle(t, x);
  *y->subcore = was, y->sm->dispatch.o = d;
  return st;
}
static const char of_all_kinds[] =
  "  S2R R0, SR_TID.X\n  MOV R1, 0x4\n  IMAD.WIDE R2, R0, R1, c[0x0][0x160]\n  ISETP.LT.AND P0, P1, R0, 0x2, PT\n  ISETP.LT.AND P3, P3, R0, 0x3, PT\n"
  "  MOV R9, 0x2a\n  R2P PR, R9, 0x7f\n  UMOV UR4, 0x5\n  UMOV UR6, 0x9\n  UIMAD.WIDE UR8, UR4, UR6, URZ\n  UISETP.LT.AND UP0, UP1, UR4, UR6, UPT\n"
  "  UISETP.LT.AND UP2, UP2, UR4, UR6, UPT\n  UISETP.LT.AND UP6, UPT, UR4, UR6, UPT\n  UMOV URZ, 0x1\n  R2UR UR10, R9\n  LDG.E.SYS R4, [R2]\n"
  "  SHFL.IDX P2, R7, R4, 0x1, 0x1f\n  IADD3 R8, R7, 0x1, RZ\n  STG.E.SYS [R2], R8\n  EXIT\n.end\n";
START_TEST(every_value_reaches_the_oracle) {
  lie_now = 0;
  ck_assert_msg(run_text(of_all_kinds, 4, 4000, 0, 3) == WT_OK, "nothing falsified: %s", report);
  for (lie_now = 1; lie_now <= sizeof tells / sizeof *tells; lie_now++) {
    lied = NULL;
    wt_status st = run_text(of_all_kinds, 4, 4000, 0, 3);
    ck_assert_msg(lied != NULL, "lie %u was never told", lie_now - 1);
    ck_assert_msg(st == WT_DIFF, "lie %u: status %d, %s", lie_now - 1, st, report);
    before = 1, lied = NULL; /* what the oracle said first stays */
    st = run_text(of_all_kinds, 4, 4000, 0, 3);
    ck_assert_msg(st == WT_DIFF && strstr(report, "the first word"), "lie %u: status %d, %s", lie_now - 1, st, report);
    before = 0;
  }
  harmless = 1;
  for (lie_now = 1; lie_now <= sizeof nothing / sizeof *nothing; lie_now++) {
    lied = NULL;
    wt_status st = run_text(of_all_kinds, 4, 4000, 0, 3);
    ck_assert_msg(lied != NULL, "%u was never there", lie_now - 1);
    ck_assert_msg(st == WT_OK, "what nobody looks at, %u: status %d, %s", lie_now - 1, st, report);
  }
  harmless = 0;
  lie_now = 0;
}
END_TEST

/* What each unit promises about paths that meet, as its document says it. */
static wt_oracle_rules told_rules;
static wt_tandem tandem;
static int asked; /* set_rules is the suite's own */
wt_status __wrap_wt_oracle_set_rules(wt_oracle *o, const wt_oracle_rules *r);
wt_status __real_wt_oracle_set_rules(wt_oracle *o, const wt_oracle_rules *r);
wt_status __wrap_wt_oracle_set_rules(wt_oracle *o, const wt_oracle_rules *r) {
  if (!asked) return __real_wt_oracle_set_rules(o, r);
  told_rules = *r;
  return WT_OK;
}
START_TEST(each_unit_has_its_rules_of_meeting) {
  static uint32_t rpc[] = {1};
  static wt_launch_desc L = {.rpc = rpc};
  static const struct {
    const char *set[4];
    wt_oracle_rules r;
  } t[] = {
    {{"DIVERGENCE=hanoi"}, {.kind = WT_MEET_MASKS, .late = 1}},
    {{"DIVERGENCE=hanoi_yr", "YIELD_RELEASE=0", "FORCE=0"}, {.kind = WT_MEET_MASKS, .whole = 1}},
    {{"DIVERGENCE=hanoi_yr", "YIELD_RELEASE=1", "FORCE=0"}, {.kind = WT_MEET_MASKS, .whole = 1, .yields = 1}},
    {{"DIVERGENCE=hanoi_yr", "YIELD_RELEASE=0", "FORCE=1"}, {.kind = WT_MEET_MASKS, .whole = 1, .force = 1}},
    {{"DIVERGENCE=barrier", "CB_MASKS=warp", "YIELD_RELEASE=1"}, {.kind = WT_MEET_MASKS, .yields = 1, .force = 1}},
    {{"DIVERGENCE=barrier", "CB_MASKS=lane", "FORCE=0"}, {.kind = WT_MEET_MASKS, .per_lane = 1, .yields = 1}},
    {{"DIVERGENCE=multipath", "RPC_DELAY=none", "OREC=1"}, {.kind = WT_MEET_POINTS}},
    {{"DIVERGENCE=multipath", "RPC_DELAY=yield", "OREC=0"}, {.kind = WT_MEET_POINTS, .yields = 1}},
    {{"DIVERGENCE=multipath", "RPC_DELAY=yield", "OREC=1"}, {.kind = WT_MEET_MASKS, .alone = 1}},
    {{"DIVERGENCE=simt_stack", "STACK_RPC=ipdom"}, {.kind = WT_MEET_POINTS, .returns = 1}},
    {{"DIVERGENCE=simt_stack", "STACK_RPC=bssy"}, {.kind = WT_MEET_POINTS, .returns = 1, .regions = 1}},
  };
  for (unsigned i = 0; i < sizeof t / sizeof *t; i++) {
    wt_shape S;
    char err[300];
    ck_assert(!wt_shape_preset(&S, "tiny", err, sizeof err));
    for (unsigned k = 0; k < 4 && t[i].set[k]; k++) ck_assert_msg(!wt_shape_set(&S, t[i].set[k], err, sizeof err), "%s", err);
    wt_oracle *o = wt_oracle_new(S.SLOTS, S.SLOT_LANES, 1, 64);
    ck_assert(o != NULL);
    asked = 1;
    wt_tandem_init(&tandem, &S, &L, o);
    asked = 0;
    wt_oracle_free(o);
    wt_oracle_rules w = t[i].r, *g = &told_rules;
    if (!w.alone) ck_assert(g->bx_regs == S.BX_REGS && g->rpc == rpc);
    ck_assert_msg(g->kind == w.kind && g->yields == w.yields && g->force == w.force && g->per_lane == w.per_lane && g->whole == w.whole &&
                    g->alone == w.alone && g->late == w.late && g->regions == w.regions && g->returns == w.returns,
                  "%s %s", t[i].set[0], t[i].set[1]);
  }
}
END_TEST

/* An operation on memory: of a large warp each sub-warp with lanes of it is told; without large warps the warp is, whatever the lanes are. What the oracle
 * says first stays. */
static int listens;
static unsigned n_performed, performed_by[4];
static uint64_t performed_lanes[4];
static wt_status oracle_answers;
wt_status __real_wt_oracle_mem_perform_at(wt_oracle *o, unsigned slot, int space, uint64_t of, uint64_t line);
wt_status __wrap_wt_oracle_mem_perform_at(wt_oracle *o, unsigned slot, int space, uint64_t of, uint64_t line);
wt_status __wrap_wt_oracle_mem_perform_at(wt_oracle *o, unsigned slot, int space, uint64_t of, uint64_t line) {
  if (!listens) return __real_wt_oracle_mem_perform_at(o, slot, space, of, line);
  ck_assert(n_performed < 4 && space == 1 && line == 77);
  performed_by[n_performed] = slot, performed_lanes[n_performed++] = of;
  return oracle_answers;
}
const char *__real_wt_oracle_error(const wt_oracle *o);
const char *__wrap_wt_oracle_error(const wt_oracle *o);
const char *__wrap_wt_oracle_error(const wt_oracle *o) {
  return !listens ? __real_wt_oracle_error(o) : oracle_answers == WT_DIFF ? "not owed" : "nowhere";
}
static const wt_oracle_place somewhere = {.slot = 3, .lane = 2, .pc = 0x40, .addr = 99};
const wt_oracle_place *__real_wt_oracle_where(const wt_oracle *o);
const wt_oracle_place *__wrap_wt_oracle_where(const wt_oracle *o);
const wt_oracle_place *__wrap_wt_oracle_where(const wt_oracle *o) { return listens ? &somewhere : __real_wt_oracle_where(o); }
START_TEST(each_sub_warp_is_told_of_an_operation) {
  static const struct {
    unsigned gang, warp;
    uint64_t lanes;
    unsigned n, by[4];
    uint64_t of[4];
  } t[] = {
    {1, 3, 0xf5, 1, {3}, {0xf5}}, {1, 0, 0x6, 1, {0}, {0x6}},        {1, 3, 0, 1, {3}, {0}}, {2, 3, 0x50, 1, {3}, {5}},
    {2, 3, 0x0f, 1, {2}, {0xf}},  {2, 2, 0xa5, 2, {2, 3}, {5, 0xa}}, {2, 1, 0, 0, {0}, {0}}, {4, 6, 0xf021, 3, {4, 5, 7}, {1, 2, 0xf}},
  };
  wt_shape S = {.SLOT_LANES = 4};
  static wt_tandem told;
  for (unsigned i = 0; i < sizeof t / sizeof *t; i++) {
    S.GANG = t[i].gang;
    memset(&told, 0, sizeof told);
    told.S = &S, told.oracle = (wt_oracle *)(uintptr_t)8;
    const wt_performed p = {.level = "memory", .warp = t[i].warp, .space = 1, .lanes = t[i].lanes, .line = 77};
    listens = 1, n_performed = 0, oracle_answers = WT_OK;
    wt_tandem_performed(&told, &p);
    ck_assert_msg(n_performed == t[i].n && told.performed == WT_OK && !*told.error, "case %u: %u", i, n_performed);
    for (unsigned k = 0; k < t[i].n; k++) ck_assert(performed_by[k] == t[i].by[k] && performed_lanes[k] == t[i].of[k]);
    if (!t[i].n) continue;
    n_performed = 0, oracle_answers = WT_DIFF;
    wt_tandem_performed(&told, &p);
    ck_assert(n_performed == 1 && told.performed == WT_DIFF && !strcmp(told.error, "not owed (performed by memory)"));
    ck_assert(!memcmp(&told.where, &somewhere, sizeof somewhere));
    n_performed = 0, oracle_answers = WT_FAULT;
    wt_tandem_performed(&told, &p);
    ck_assert(n_performed == 1 && told.performed == WT_DIFF && !strcmp(told.error, "not owed (performed by memory)"));
    told.performed = WT_OK; /* what it said to something else stays, too */
    wt_tandem_performed(&told, &p);
    ck_assert(told.performed == WT_FAULT && !strcmp(told.error, "not owed (performed by memory)"));
    told.oracle = NULL, n_performed = 0;
    wt_tandem_performed(&told, &p);
    ck_assert_uint_eq(n_performed, 0);
  }
  listens = 0;
}
END_TEST

/* What a kernel reads and never wrote is what the memories of the machine held: so it is for the oracle, warp by warp. */
static void full(void *ctx, wt_machine *x, uint64_t cycle) {
  const wt_shape *S = x->m->S;
  wt_subcore *k = x->m->subcore;
  wt_rng r = {77};
  (void)ctx;
  if (cycle != 1 || !fill) return;
  for (unsigned b = 0; b < S->RF_BANKS; b++)
    for (unsigned i = 0; i < S->REGS / S->SLOT_LANES * S->BEATS / S->RF_BANKS * S->LANES; i++) k->rfbank[b].q.mem_w[i] = (uint32_t)wt_rand(&r);
  for (unsigned b = 0; b < S->SMEM_BANKS; b++)
    for (unsigned i = 0; i < S->SMEM_BYTES / 4 / S->SMEM_BANKS; i++) x->m->sm->smbank[b].q.mem_w[i] = (uint32_t)wt_rand(&r);
  for (unsigned i = 0; i < S->SLOTS * 64; i++) k->ureg.q.regs_w[i] = i % 64 == 63 ? 0 : (uint32_t)wt_rand(&r);
  for (unsigned i = 0; i < S->SLOTS; i++) k->ureg.q.preds_w[i] = (uint8_t)(wt_rand(&r) | 0x80) & 0x7f;
}
START_TEST(what_was_never_written_is_what_the_machine_held) {
  static const char program[] =
    ".kernel k\n.regs 16\n.smem 64\n.params 8\n  S2R R0, SR_TID.X\n  S2R R6, SR_CTAID.X\n  IMAD R0, R6, 0x%x, R0\n"
    "  MOV R1, 0x4\n  IMAD.WIDE R2, R0, R1, c[0x0][0x160]\n  IADD3 R8, R9, R10, R11\n  IADD3 R8, R8, R14, RZ\n  MOV R12, UR5\n"
    "  IADD3 R8, R8, R12, RZ\n  MOV R13, 0x10\n  LDS R13, [R13]\n  IADD3 R8, R8, R13, RZ\n  MOV R13, 0x3c\n  LDS R13, [R13]\n"
    "  IADD3 R8, R8, R13, RZ\n  STG.E.SYS [R2], R8\n  EXIT\n.end\n";
  static const char *const two_beats[] = {"LANES=2", NULL};
  char text[sizeof program + 8];
  uint32_t word[2][32];
  warps = _i == 1 ? 1 : 2;
  snprintf(text, sizeof text, program, 4 * warps);
  for (fill = 0; fill < 2; fill++) {
    wt_session *s = kit_open(WT_BACKEND_C, "tiny", _i == 2 ? two_beats : NULL, 1, 20000, 0);
    wt_addr buf = kit_alloc(s, sizeof word[0], NULL);
    wt_session_on_edge(s, full, NULL);
    wt_status st = kit_launch(s, kit_text(s, text, "k.sass"), 8 / warps, 4 * warps, &buf, 1);
    ck_assert_msg(st == WT_OK, "%s", wt_error(s));
    ck_assert_int_eq(wt_copy_out(s, word[fill], buf, sizeof word[0]), WT_OK);
    wt_session_close(s);
  }
  ck_assert_uint_eq(begun, 8); /* four CTAs of two warps, or eight of one */
  begun = 0;
  for (unsigned i = 0; i < 32; i++) ck_assert_msg(word[0][i] != word[1][i], "thread %u read what it found", i);
  fill = 0;
}
END_TEST

/* A pair at UR62 is UR62 alone: its upper word would be URZ. */
START_TEST(the_last_pair_of_uniform_registers_is_one) {
  wt_session *s = kit_open(WT_BACKEND_C, "tiny", NULL, 1, 20000, 0);
  wt_status st = kit_launch(
    s, kit_text(s, ".kernel k\n.regs 16\n  UMOV UR4, 0x30003\n  UIMAD.WIDE.U32 UR62, UR4, UR4, URZ\n  MOV R0, UR62\n  EXIT\n.end\n", "k.sass"), 1, 4,
    NULL, 0);
  ck_assert_msg(st == WT_OK, "%s", wt_error(s));
  wt_session_close(s);
}
END_TEST

/* A uniform instruction whose guard is false is issued and has no result: the oracle is told of none. */
START_TEST(a_uniform_instruction_that_is_off_tells_nothing) {
  wt_session *s = kit_open(WT_BACKEND_C, "tiny", NULL, 1, 20000, 0);
  wt_status st = kit_launch(s,
                            kit_text(s,
                                     ".kernel k\n.regs 16\n  UMOV UR4, 0x3\n  UISETP.LT.AND UP0, UPT, UR4, URZ, UPT\n  @UP0 UMOV UR4, 0x5\n"
                                     "  @!UP0 UMOV UR5, 0x6\n  MOV R0, UR4\n  EXIT\n.end\n",
                                     "k.sass"),
                            1, 4, NULL, 0);
  ck_assert_msg(st == WT_OK, "%s", wt_error(s));
  wt_session_close(s);
}
END_TEST

/* Without an oracle nobody is told what the first-level cache holds. */
START_TEST(a_cache_runs_without_an_oracle) {
  static const char *const cache[] = {"L1_BYTES=1024", NULL};
  static const char text[] = ".kernel k\n.regs 16\n.params 8\n  MOV R2, c[0x0][0x160]\n  MOV R3, c[0x0][0x164]\n  LDG.E.SYS R4, [R2]\n"
                             "  IADD3 R4, R4, 0x1, RZ\n  STG.E.SYS [R2+0x4], R4\n  EXIT\n.end\n";
  const uint32_t words[2] = {7, 0};
  uint32_t got[2];
  wt_session *s = kit_open(WT_BACKEND_C, "tiny", cache, 1, 20000, 1);
  wt_addr buf = kit_alloc(s, sizeof words, words);
  ck_assert_msg(kit_launch(s, kit_text(s, text, "k.sass"), 1, 1, &buf, 1) == WT_OK, "%s", wt_error(s));
  ck_assert_int_eq(wt_copy_out(s, got, buf, sizeof got), WT_OK);
  ck_assert(got[0] == 7 && got[1] == 8);
  wt_session_close(s);
}
END_TEST

/* R2P writes the predicates of its mask alone: of the others the oracle is told nothing, whatever their columns hold. */
START_TEST(predicates_beside_the_mask_of_r2p_are_not_told) {
  wt_session *s = kit_open(WT_BACKEND_C, "tiny", NULL, 1, 20000, 0);
  wt_status st =
    kit_launch(s, kit_text(s, ".kernel k\n.regs 16\n  MOV R9, 0x7f\n  R2P PR, R9, 0x2a\n  R2P PR, R9, 0x14\n  MOV R0, R9\n  EXIT\n.end\n", "k.sass"),
               1, 4, NULL, 0);
  ck_assert_msg(st == WT_OK, "%s", wt_error(s));
  wt_session_close(s);
}
END_TEST

/* Code that the file has, but nothing that was judged leads to; and code that ends before it, whatever is marked behind the end: no instruction at all. */
START_TEST(code_that_nothing_leads_to_is_no_target) {
  wt_session *s = kit_open(WT_BACKEND_C, "tiny", NULL, 1, 20000, 0);
  unreached = 1 + _i;
  wt_status st = kit_launch(s, kit_text(s, ".kernel k\n.regs 16\n  MOV R0, 0x1\n  MOV R1, 0x2\n  EXIT\n.end\n", "k.sass"), 1, 4, NULL, 0);
  unreached = 0;
  if (_i) ck_assert_msg(st == WT_PROGRAM && strstr(wt_error(s), ": no instruction there, the code has 0x10 bytes"), "%s", wt_error(s));
  else
    ck_assert_msg(st == WT_UNSUPPORTED && strstr(wt_error(s), "pc 0x10: an indirect branch, call or return went where the file names no target"),
                  "%s", wt_error(s));
  ck_assert_str_eq(wt_verdict(s), _i ? "jump" : "unsupported");
  wt_session_close(s);
}
END_TEST

/* Of a checkpoint the counters are a part of their own, whatever was added before; what the first-level cache holds is among them where there is one. */
START_TEST(counters_are_a_part_of_a_checkpoint) {
  wt_shape S;
  wt_saved l = {.section = "before"};
  char err[300];
  unsigned watched = 0;
  ck_assert(!wt_shape_preset(&S, "tiny", err, sizeof err));
  if (_i) ck_assert_msg(!wt_shape_set(&S, "L1_BYTES=1024", err, sizeof err), "%s", err);
  tandem.S = &S;
  wt_tandem_saved(&tandem, &l);
  for (unsigned i = 0; i < l.n; i++) {
    ck_assert_msg(!strcmp(l.row[i].section, "counters") && !strncmp(l.row[i].name, "counters.", 9), "%s: %s", l.row[i].section, l.row[i].name);
    watched += !strncmp(l.row[i].name, "counters.l1_watch.", 18);
  }
  ck_assert_uint_eq(watched, _i ? 6 : 0); /* tags, what is awaited by whom, and the line that comes: three rows */
  wt_saved_free(&l);
}
END_TEST

int main(void) {
  Suite *s = suite_create("wt_told");
  TCase *tc = tcase_create("wt_told");
  tcase_set_timeout(tc, 120);
  tcase_add_test(tc, every_value_reaches_the_oracle);
  tcase_add_test(tc, each_unit_has_its_rules_of_meeting);
  tcase_add_test(tc, predicates_beside_the_mask_of_r2p_are_not_told);
  tcase_add_loop_test(tc, code_that_nothing_leads_to_is_no_target, 0, 2);
  tcase_add_test(tc, each_sub_warp_is_told_of_an_operation);
  tcase_add_test(tc, a_uniform_instruction_that_is_off_tells_nothing);
  tcase_add_test(tc, a_cache_runs_without_an_oracle);
  tcase_add_test(tc, the_last_pair_of_uniform_registers_is_one);
  tcase_add_loop_test(tc, what_was_never_written_is_what_the_machine_held, 0, 3);
  tcase_add_loop_test(tc, counters_are_a_part_of_a_checkpoint, 0, 2);
  suite_add_tcase(s, tc);
  return suite_run(s);
}
