/* test_wt_wb.c - slow write-back channel: a model of its rules beside random lock-step, conflicts, releases.
 * Rules: docs/blocks/operand/wt_wb.md.
 */
#include "tests/block_suite.h"

/* A model of the rules: the unit that is taken, and what is shown of it. */
static int taken;

static unsigned bank(const wt_bench *b, unsigned warp, unsigned reg) { return (reg % 256 + (b->m->gpu->cfg.layout ? warp : 0)) % b->shape.RF_BANKS; }
static void start(const wt_bench *b) { (void)b; }
static void rules(const wt_bench *b) {
  const wt_alu_out *a = &b->m->subcore->alu.o;
  taken = -1;
  for (int k = 0; k < WT_SLOW_UNITS && taken < 0; k++) { /* 3 */
    const wt_result_out *r = b->m->subcore->wb.in.result[k];
    unsigned mine = bank(b, r->wb_warp, r->wb_reg), hit = 0;
    for (unsigned i = 0; i < a->wb_n; i++) hit |= mine == bank(b, a->wb_warp, a->wb_reg + i); /* 1 */
    if (r->wb_valid && !(r->wb_regv && hit)) taken = k;                                       /* 2 */
  }
}
static void look(const wt_bench *b) {
  static const wt_result_out none;
  const wt_wb_out *o = &b->m->subcore->wb.o;
  const wt_result_out *r = taken < 0 ? &none : b->m->subcore->wb.in.result[taken]; /* 7 */
  for (int k = 0; k < WT_SLOW_UNITS; k++) SUITE_RULE(b, "1-3", "wb_ack", o->ack[k], k == taken);
  SUITE_RULE(b, "4", "wb_reg_valid", o->reg_valid, r->wb_regv);
  SUITE_RULE(b, "4", "wb_warp", o->warp, r->wb_warp);
  SUITE_RULE(b, "4", "wb_beat", o->beat, r->wb_beat);
  SUITE_RULE(b, "4", "wb_reg", o->reg, r->wb_reg);
  SUITE_RULE(b, "4", "wb_mask", o->mask, r->wb_mask);
  SUITE_RULE(b, "4", "wb_data", memcmp(o->data, r->wb_data, b->shape.LANES * sizeof *o->data), 0);
  SUITE_RULE(b, "5", "wb_pw_valid", o->pw_valid, r->wb_pwv);
  SUITE_RULE(b, "5", "wb_pw_p", o->pw_p, r->wb_pwv ? r->wb_p : 0);
  SUITE_RULE(b, "5", "wb_pw_bits", o->pw_bits, r->wb_pwv ? r->wb_pbits : 0);
  SUITE_RULE(b, "6", "wb_rel_valid", o->rel_valid, r->wb_last);
  SUITE_RULE(b, "6", "wb_rel_warp", o->rel_warp, r->wb_last ? r->wb_warp : 0);
  SUITE_RULE(b, "6", "wb_rel_dst", o->rel_dst, r->wb_last ? r->wb_dst : 0);
  SUITE_RULE(b, "6", "wb_rel_ndst", o->rel_ndst, r->wb_last ? r->wb_ndst : 0);
  SUITE_RULE(b, "6", "wb_rel_ends", o->rel_ends, r->wb_last ? r->wb_ends : 0);
  SUITE_RULE(b, "6", "wb_rel_pw", o->rel_pw, r->wb_last && r->wb_pwv && r->wb_p < 7 ? 1u << r->wb_p : 0);
}
static const suite_model model = {"wb", start, rules, look};

START_TEST(rules_hold_on_random_traffic) {
  static const char *const codes[] = {"SCOREBOARD=codes", NULL};
  suite_rules_all(&model, 15000);
  static const char *const fp64[] = {"SUBCORES=2", "WARPS=6", "FP64_AT=sm", NULL};
  suite_rules(&model, "tiny", codes, 15000);
  suite_rules(&model, "tiny", fp64, 15000);
}
END_TEST

static wt_bench *open_both(void) {
  wt_bench *b = suite_open("wb", "tiny", NULL, 1);
  wt_shfl_out *s = &b->m->subcore->shfl.o;
  wt_lsu_out *u = &b->m->sm->lsu.o;
  b->m->gpu->cfg.layout = 1;
  s->wb_valid = s->wb_regv = s->wb_last = s->wb_pwv = 1, s->wb_warp = 1, s->wb_reg = 4, s->wb_dst = 4, s->wb_ndst = 1;
  s->wb_p = 6, s->wb_mask = 9, s->wb_pbits = 8;
  u->wb_valid = u->wb_regv = u->wb_last = 1, u->wb_warp = 0, u->wb_reg = 7;
  u->wb_mask = 6, u->wb_dst = 6, u->wb_ndst = 2;
  for (unsigned l = 0; l < 4; l++) s->wb_data[l] = 10 + l, u->wb_data[l] = 20 + l;
  return b;
}

START_TEST(shuffle_goes_first_and_releases_its_destinations) {
  wt_bench *b = open_both();
  const wt_wb_out *o = &b->m->subcore->wb.o;
  SUITE_CYCLE(b);
  ck_assert_uint_eq(o->ack[WT_U_SHFL], 1);
  ck_assert_uint_eq(o->ack[WT_U_LSU], 0);
  ck_assert_uint_eq(o->reg_valid, 1);
  ck_assert_uint_eq(o->reg, 4);
  ck_assert_uint_eq(o->data[3], 13);
  ck_assert_uint_eq(o->pw_valid, 1);
  ck_assert_uint_eq(o->rel_dst, 4);
  ck_assert_uint_eq(o->rel_ndst, 1);
  ck_assert_uint_eq(o->rel_pw, 64);
  b->m->subcore->shfl.o.wb_valid = 0;
  SUITE_CYCLE(b);
  ck_assert_uint_eq(o->ack[WT_U_LSU], 1);
  ck_assert_uint_eq(o->pw_valid, 0);
  ck_assert_uint_eq(o->rel_dst, 6);
  ck_assert_uint_eq(o->rel_ndst, 2);
  ck_assert_uint_eq(o->rel_pw, 0);
  wt_bench_close(b);
}
END_TEST

START_TEST(a_beat_waits_for_the_bank_that_the_alu_writes) {
  wt_bench *b = open_both();
  wt_m *m = b->m;
  /* banks: shuffle (4 + 1) mod 4 = 1, LSU 7 mod 4 = 3 */
  m->subcore->alu.o.wb_n = 1, m->subcore->alu.o.wb_warp = 0, m->subcore->alu.o.wb_reg = 1;
  SUITE_CYCLE(b);
  ck_assert_uint_eq(m->subcore->wb.o.ack[WT_U_SHFL], 0);
  ck_assert_uint_eq(m->subcore->wb.o.ack[WT_U_LSU], 1);
  m->subcore->alu.o.wb_warp = 1, m->subcore->alu.o.wb_reg = 2, m->subcore->alu.o.wb_n = 1; /* bank 3 */
  m->subcore->shfl.o.wb_valid = 0;
  SUITE_CYCLE(b);
  ck_assert_uint_eq(m->subcore->wb.o.ack[WT_U_LSU], 0);
  ck_assert_uint_eq(m->subcore->wb.o.warp + m->subcore->wb.o.reg + m->subcore->wb.o.mask + m->subcore->wb.o.data[1], 0);
  m->subcore->alu.o.wb_reg = 1, m->subcore->alu.o.wb_n = 2; /* banks 2 and 3 */
  SUITE_CYCLE(b);
  ck_assert_uint_eq(m->subcore->wb.o.ack[WT_U_LSU], 0);
  m->sm->lsu.o.wb_regv = 0; /* a release alone needs no bank */
  SUITE_CYCLE(b);
  ck_assert_uint_eq(m->subcore->wb.o.ack[WT_U_LSU], 1);
  ck_assert_uint_eq(m->subcore->wb.o.reg_valid, 0);
  ck_assert_uint_eq(m->subcore->wb.o.rel_valid, 1);
  wt_bench_close(b);
}
END_TEST

static void add(TCase *tc) {
  tcase_add_test(tc, shuffle_goes_first_and_releases_its_destinations);
  tcase_add_test(tc, a_beat_waits_for_the_bank_that_the_alu_writes);
  tcase_add_test(tc, rules_hold_on_random_traffic);
}
int main(void) { return suite_main("wt_wb", add); }
