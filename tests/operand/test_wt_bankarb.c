/* test_wt_bankarb.c - register bank arbiter: a model of its rules beside random lock-step, priorities. Rules: docs/blocks/operand/wt_bankarb.md. */
#include "tests/block_suite.h"

/* A model of the rules: who writes and who reads every bank. */
static struct { unsigned sel, reads, row[MAX_LANES]; } bank[MAX_BANKS];
static unsigned grant[MAX_COLL];

static void start(const wt_bench *b) { (void)b; }
static void put(const wt_bench *b, unsigned sel, unsigned warp, uint32_t beat, unsigned reg) { /* 1, 2 */
  const wt_cfg_out *c = &b->m->gpu->cfg;
  unsigned n = b->shape.RF_BANKS, k = (reg + (c->layout ? warp : 0)) % n;
  bank[k].sel = sel;
  for (unsigned l = 0; l < b->shape.BROWS; l++) {
    const unsigned row = b->shape.PACK ? beat >> l * b->shape.BEAT_W & (b->shape.BEATS - 1) : beat;
    bank[k].row[l] = (warp * c->rpw + reg / n * b->shape.BEATS + row) % (1u << b->shape.ROW_W);
  }
}
static int wants(const wt_bench *b, unsigned i, unsigned k) {
  const wt_collector_out *c = &b->m->subcore->collector[i].o;
  for (unsigned w = 0; w < 6; w++)
    if ((c->req >> w & 1) && (k == MAX_BANKS || c->bank[w] == k)) return 1;
  return 0;
}
/* Nobody older wants bank k (or any bank). */
static int first_for(const wt_bench *b, unsigned i, unsigned k) {
  for (unsigned j = 0; j < b->shape.COLLECTORS; j++)
    if (j != i && wants(b, j, k) && (b->m->subcore->disp.o.older[i] >> j & 1)) return 0;
  return 1;
}
static void rules(const wt_bench *b) {
  const wt_alu_out *a = &b->m->subcore->alu.o;
  const wt_wb_out *o = &b->m->subcore->wb.o;
  memset(bank, 0, sizeof bank), memset(grant, 0, sizeof grant);
  if (a->wb_n >= 1) put(b, 1, a->wb_warp, a->wb_beat, a->wb_reg);
  if (a->wb_n == 2) put(b, 2, a->wb_warp, a->wb_beat, (a->wb_reg + 1u) % 256);
  if (o->reg_valid) put(b, 3, o->warp, o->beat, o->reg);
  for (unsigned i = 0; i < b->shape.COLLECTORS; i++)
    for (unsigned w = 0; w < 6; w++) { /* 3, 4, 5 */
      const wt_collector_out *c = &b->m->subcore->collector[i].o;
      unsigned k = c->bank[w], lower = 0;
      for (unsigned v = 0; v < w; v++) lower |= (c->req >> v & 1) && c->bank[v] == k;
      int mine = b->shape.OPREAD ? first_for(b, i, k) : first_for(b, i, MAX_BANKS) && !lower;
      if (!(c->req >> w & 1) || bank[k].sel || !mine) continue;
      grant[i] |= 1u << w, bank[k].reads = 1;
      for (unsigned l = 0; l < b->shape.BROWS; l++) bank[k].row[l] = c->row[w * b->shape.BROWS + l];
    }
}
static void look(const wt_bench *b) {
  const wt_bankarb_out *o = &b->m->subcore->bankarb.o;
  for (unsigned i = 0; i < b->shape.COLLECTORS; i++) SUITE_RULE(b, "3-5", "bankarb_grant", o->grant[i], grant[i]);
  for (unsigned k = 0; k < b->shape.RF_BANKS; k++) {
    SUITE_RULE(b, "6", "bankarb_re", o->re >> k & 1, bank[k].reads);
    SUITE_RULE(b, "2, 6", "bankarb_wsel", o->wsel[k], bank[k].sel);
    for (unsigned l = 0; l < b->shape.BROWS; l++) SUITE_RULE(b, "1, 6", "bankarb_row", o->row[k * b->shape.BROWS + l], bank[k].row[l]);
  }
}
static const suite_model model = {"bankarb", start, rules, look};

START_TEST(rules_hold_on_random_traffic) {
  static const char *const packed[] = {"PACK=on", "WARP_SIZE=8", "LANES=2", NULL};
  suite_rules_all(&model, 10000);
  suite_rules(&model, "tiny", packed, 10000);
}
END_TEST
START_TEST(rules_hold_with_naive_staging) {
  static const char *const set[] = {"OPREAD=naive", NULL};
  static const char *const one[] = {"OPREAD=naive", "COLLECTORS=2", "WARPS=1", NULL};
  suite_rules(&model, "tiny", one, 10000);
  suite_rules(&model, "small", set, 10000);
}
END_TEST
START_TEST(rules_hold_on_odd_shapes) {
  static const char *const set[] = {"WARPS=48", "COLLECTORS=5", NULL};
  static const char *const big[] = {"COLLECTORS=16", "RF_BANKS=32", NULL};
  suite_rules(&model, "default", set, 5000);
  suite_rules(&model, "default", big, 5000);
}
END_TEST

/* 2: the register above 255 is 0. */
START_TEST(a_pair_at_255_ends_at_0) {
  wt_bench *b = suite_open("bankarb", "tiny", NULL, 1);
  wt_m *m = b->m;
  m->gpu->cfg.rpw = 64;
  m->subcore->alu.o.wb_n = 2, m->subcore->alu.o.wb_reg = 255;
  SUITE_CYCLE(b);
  ck_assert_uint_eq(m->subcore->bankarb.o.wsel[3], 1);
  ck_assert_uint_eq(m->subcore->bankarb.o.row[3], 63u % (1u << b->shape.ROW_W));
  ck_assert_uint_eq(m->subcore->bankarb.o.wsel[0], 2);
  ck_assert_uint_eq(m->subcore->bankarb.o.row[0], 0);
  wt_bench_close(b);
}
END_TEST

static void ask(wt_m *m, unsigned i, unsigned w, unsigned bank, unsigned row) {
  m->subcore->collector[i].o.req |= (uint8_t)(1u << w);
  m->subcore->collector[i].o.bank[w] = (uint8_t)bank, m->subcore->collector[i].o.row[w] = (uint16_t)row;
}

START_TEST(oldest_collector_wins_a_bank_and_other_banks_work_in_parallel) {
  static const char *const set[] = {"COLLECTORS=4", NULL};
  wt_bench *b = suite_open("bankarb", "tiny", set, 1);
  wt_m *m = b->m;
  m->gpu->cfg.rpw = 16;
  m->subcore->disp.o.older[0] = 4, m->subcore->disp.o.older[1] = 5, m->subcore->disp.o.older[3] = 7; /* oldest first: 2, 0, 1, 3 */
  ask(m, 0, 0, 1, 10), ask(m, 1, 1, 1, 11), ask(m, 2, 5, 1, 12), ask(m, 3, 0, 3, 13);
  SUITE_CYCLE(b);
  ck_assert_uint_eq(m->subcore->bankarb.o.grant[0], 0);
  ck_assert_uint_eq(m->subcore->bankarb.o.grant[1], 0);
  ck_assert_uint_eq(m->subcore->bankarb.o.grant[2], 32);
  ck_assert_uint_eq(m->subcore->bankarb.o.grant[3], 1);
  ck_assert_uint_eq(m->subcore->bankarb.o.re, 10);
  ck_assert_uint_eq(m->subcore->bankarb.o.row[1], 12);
  ck_assert_uint_eq(m->subcore->bankarb.o.row[3], 13);
  wt_bench_close(b);
}
END_TEST

START_TEST(writes_go_before_reads) {
  wt_bench *b = suite_open("bankarb", "tiny", NULL, 1);
  wt_m *m = b->m;
  m->gpu->cfg.layout = 1, m->gpu->cfg.rpw = 16;
  m->subcore->alu.o.wb_n = 2, m->subcore->alu.o.wb_warp = 1, m->subcore->alu.o.wb_reg = 6; /* r6, r7 of warp 1: banks 3 and 0 */
  m->subcore->wb.o.reg_valid = 1, m->subcore->wb.o.warp = 0, m->subcore->wb.o.reg = 13;    /* bank 1 */
  m->subcore->disp.o.older[1] = 1;
  ask(m, 0, 0, 3, 5), ask(m, 1, 0, 2, 6);
  SUITE_CYCLE(b);
  ck_assert_uint_eq(m->subcore->bankarb.o.wsel[3], 1);
  ck_assert_uint_eq(m->subcore->bankarb.o.wsel[0], 2);
  ck_assert_uint_eq(m->subcore->bankarb.o.wsel[1], 3);
  ck_assert_uint_eq(m->subcore->bankarb.o.wsel[2], 0);
  ck_assert_uint_eq(m->subcore->bankarb.o.row[3], 17);
  ck_assert_uint_eq(m->subcore->bankarb.o.row[0], 17);
  ck_assert_uint_eq(m->subcore->bankarb.o.row[1], 3);
  ck_assert_uint_eq(m->subcore->bankarb.o.grant[0], 0);
  ck_assert_uint_eq(m->subcore->bankarb.o.grant[1], 1);
  ck_assert_uint_eq(m->subcore->bankarb.o.re, 4);
  wt_bench_close(b);
}
END_TEST

START_TEST(naive_staging_reads_for_one_instruction_lower_word_first) {
  static const char *const set[] = {"OPREAD=naive", NULL};
  wt_bench *b = suite_open("bankarb", "tiny", set, 1);
  wt_m *m = b->m;
  m->subcore->disp.o.older[0] = 2; /* collector 1 is older */
  ask(m, 0, 0, 3, 5), ask(m, 1, 0, 1, 6), ask(m, 1, 1, 1, 7), ask(m, 1, 2, 0, 8);
  SUITE_CYCLE(b);
  ck_assert_uint_eq(m->subcore->bankarb.o.grant[0], 0);
  ck_assert_uint_eq(m->subcore->bankarb.o.grant[1], 5);
  ck_assert_uint_eq(m->subcore->bankarb.o.re, 3);
  ck_assert_uint_eq(m->subcore->bankarb.o.row[1], 6);
  wt_bench_close(b);
}
END_TEST

static void add(TCase *tc) {
  tcase_add_test(tc, oldest_collector_wins_a_bank_and_other_banks_work_in_parallel);
  tcase_add_test(tc, writes_go_before_reads);
  tcase_add_test(tc, naive_staging_reads_for_one_instruction_lower_word_first);
  tcase_add_test(tc, rules_hold_on_random_traffic);
  tcase_add_test(tc, rules_hold_with_naive_staging);
  tcase_add_test(tc, rules_hold_on_odd_shapes);
  tcase_add_test(tc, a_pair_at_255_ends_at_0);
}
int main(void) { return suite_main("wt_bankarb", add); }
