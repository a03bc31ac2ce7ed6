/* test_wt_collector.c - operand collector: random lock-step, register layouts, timing of one beat.
 * Rules: docs/blocks/operand/wt_collector.md.
 */
#include "operand/wt_collector.h"
#include "tests/block_suite.h"

START_TEST(twins_agree_on_random_traffic) { suite_random_all("collector", 8000); }
END_TEST
START_TEST(twins_agree_when_all_words_are_asked_for_at_once) {
  static const char *const set[] = {"OPREAD=naive", NULL};
  static const char *const one[] = {"OPREAD=naive", "COLLECTORS=2", "WARPS=1", NULL};
  suite_random("collector", "tiny", one, 8000);
  suite_random("collector", "small", set, 8000);
}
END_TEST

static void quiet(wt_m *m) {
  wt_issue_idle(&m->subcore->issue.o);
  wt_disp_idle(&m->subcore->disp.o);
  wt_bankarb_idle(&m->subcore->bankarb.o);
}
static void allocate(wt_bench *b, unsigned warp, unsigned beat, unsigned need, const unsigned *src) {
  wt_m *m = b->m;
  quiet(m);
  memset(m->subcore->ibuffer.o.uop, 0, sizeof m->subcore->ibuffer.o.uop);
  uop_put_need(m->subcore->ibuffer.o.uop, need);
  uop_put_s0(m->subcore->ibuffer.o.uop, src[0]), uop_put_s1(m->subcore->ibuffer.o.uop, src[1]), uop_put_s2(m->subcore->ibuffer.o.uop, src[2]);
  m->subcore->sched.o.sel_warp = (uint8_t)warp, m->subcore->sched.o.sel_beat = (uint8_t)beat;
  m->subcore->issue.o.alloc_valid = 1, m->subcore->issue.o.alloc_mask = 1;
  SUITE_CYCLE(b);
  quiet(m);
}
static void dispatch(wt_bench *b) {
  quiet(b->m);
  b->m->subcore->disp.o.valid = 1;
  SUITE_CYCLE(b);
  quiet(b->m);
}

/* Where register reg of the warp is asked for. */
static void probe(wt_bench *b, unsigned warp, unsigned reg, unsigned beat, unsigned *bank, unsigned *row) {
  unsigned src[3] = {reg, 0, 0};
  wt_m *m = b->m;
  allocate(b, warp, beat, 1, src);
  m->subcore->bankarb.o.grant[0] = 1;
  SUITE_CYCLE(b);
  *bank = m->subcore->collector[0].o.bank[0], *row = m->subcore->collector[0].o.row[0];
  ck_assert_uint_eq(m->subcore->collector[0].o.full, 1);
  dispatch(b);
}

START_TEST(layouts_are_those_of_the_figures) {
  for (unsigned layout = 0; layout < 2; layout++) {
    wt_bench *b = suite_open("collector", "tiny", NULL, 1);
    b->m->gpu->cfg.layout = (uint8_t)layout, b->m->gpu->cfg.rpw = 2;
    for (unsigned w = 0; w < 2; w++)
      for (unsigned r = 0; r < 8; r++) {
        unsigned bank, row;
        probe(b, w, r, 0, &bank, &row);
        ck_assert_uint_eq(bank, (r + layout * w) % 4);
        ck_assert_uint_eq(row, 2 * w + r / 4);
      }
    wt_bench_close(b);
  }
}
END_TEST

/* No two registers of any warps and beats share a place. */
static void bijective(const char *banks, const char *lanes, unsigned layout) {
  const char *const set[] = {banks, lanes, NULL};
  static uint8_t used[MAX_BANKS][MAX_RFROWS];
  wt_bench *b = suite_open("collector", "tiny", set, 1);
  const wt_shape *S = &b->shape;
  unsigned rpw = S->RF_ROWS / S->WARPS, regs = rpw / S->BEATS * S->RF_BANKS, places = 0;
  memset(used, 0, sizeof used);
  b->m->gpu->cfg.layout = (uint8_t)layout, b->m->gpu->cfg.rpw = (uint16_t)rpw;
  for (unsigned w = 0; w < S->WARPS; w++)
    for (unsigned r = 0; r < regs; r++)
      for (unsigned beat = 0; beat < S->BEATS; beat++) {
        unsigned bank, row;
        probe(b, w, r, beat, &bank, &row);
        ck_assert_uint_lt(bank, S->RF_BANKS);
        ck_assert_uint_lt(row, S->RF_ROWS);
        ck_assert_uint_eq(used[bank][row]++, 0);
        places++;
      }
  ck_assert_uint_eq(places, S->RF_BANKS * S->RF_ROWS);
  wt_bench_close(b);
}
START_TEST(both_layouts_are_bijective) {
  static const char *const banks[] = {"RF_BANKS=4", "RF_BANKS=8", "RF_BANKS=16", "RF_BANKS=32"};
  for (unsigned i = 0; i < 4; i++)
    for (unsigned layout = 0; layout < 2; layout++) bijective(banks[i], "LANES=4", layout);
  bijective("RF_BANKS=4", "LANES=2", 1);
}
END_TEST

START_TEST(words_are_asked_for_one_by_one_in_operand_order) {
  static const unsigned src[3] = {5, 9, 5};
  wt_bench *b = suite_open("collector", "tiny", NULL, 1);
  wt_m *m = b->m;
  m->gpu->cfg.layout = 0, m->gpu->cfg.rpw = 8;
  for (unsigned l = 0; l < 4; l++) m->subcore->sreg.o.v0[l] = 0xaa;
  allocate(b, 1, 0, 7, src);
  for (unsigned w = 0; w < 3; w++) {
    SUITE_CYCLE(b); /* not granted: asks again */
    ck_assert_uint_eq(m->subcore->collector[0].o.req, 1u << w);
    for (unsigned l = 0; l < 4; l++) m->subcore->rfbank[1].o.rdata[l] = 100 * w + l;
    m->subcore->bankarb.o.grant[0] = (uint8_t)(1u << w);
    SUITE_CYCLE(b);
    ck_assert_uint_eq(m->subcore->collector[0].o.req, 1u << w);
    ck_assert_uint_eq(m->subcore->collector[0].o.bank[w], 1);
    ck_assert_uint_eq(m->subcore->collector[0].o.row[w], 8 + src[w] / 4);
    m->subcore->bankarb.o.grant[0] = 0;
    ck_assert_uint_eq(m->subcore->collector[0].o.full, w == 2);
  }
  SUITE_CYCLE(b);
  ck_assert_uint_eq(m->subcore->collector[0].o.req, 0);
  for (unsigned w = 0; w < 6; w++)
    for (unsigned l = 0; l < 4; l++) ck_assert_uint_eq(m->subcore->collector[0].o.data[w * 4 + l], w < 3 ? 100 * w + l : 0);
  dispatch(b);
  ck_assert_uint_eq(m->subcore->collector[0].o.v, 0);
  ck_assert_uint_eq(m->subcore->collector[0].o.full, 0);
  wt_bench_close(b);
}
END_TEST

START_TEST(a_beat_without_register_sources_is_full_at_once) {
  static const unsigned src[3] = {255, 255, 255};
  wt_bench *b = suite_open("collector", "tiny", NULL, 1);
  wt_m *m = b->m;
  for (unsigned l = 0; l < 4; l++) m->subcore->sreg.o.v0[l] = 7 + l;
  allocate(b, 0, 0, 0, src);
  ck_assert_uint_eq(m->subcore->collector[0].o.full, 1);
  SUITE_CYCLE(b);
  ck_assert_uint_eq(m->subcore->collector[0].o.req, 0);
  for (unsigned l = 0; l < 4; l++) ck_assert_uint_eq(m->subcore->collector[0].o.data[l], 7 + l);
  dispatch(b);
  wt_bench_close(b);
}
END_TEST

START_TEST(naive_staging_asks_for_all_missing_words) {
  static const char *const set[] = {"OPREAD=naive", NULL};
  static const unsigned src[3] = {5, 4, 9};
  wt_bench *b = suite_open("collector", "tiny", set, 1);
  wt_m *m = b->m;
  m->gpu->cfg.layout = 0, m->gpu->cfg.rpw = 8;
  allocate(b, 1, 0, 7, src);
  m->subcore->bankarb.o.grant[0] = 3;
  SUITE_CYCLE(b);
  ck_assert_uint_eq(m->subcore->collector[0].o.req, 7);
  ck_assert_uint_eq(m->subcore->collector[0].o.bank[0], 1);
  ck_assert_uint_eq(m->subcore->collector[0].o.bank[1], 0);
  ck_assert_uint_eq(m->subcore->collector[0].o.bank[2], 1);
  m->subcore->bankarb.o.grant[0] = 4;
  SUITE_CYCLE(b);
  ck_assert_uint_eq(m->subcore->collector[0].o.req, 4);
  ck_assert_uint_eq(m->subcore->collector[0].o.full, 1);
  wt_bench_close(b);
}
END_TEST

static void add(TCase *tc) {
  tcase_add_test(tc, layouts_are_those_of_the_figures);
  tcase_add_test(tc, both_layouts_are_bijective);
  tcase_add_test(tc, words_are_asked_for_one_by_one_in_operand_order);
  tcase_add_test(tc, a_beat_without_register_sources_is_full_at_once);
  tcase_add_test(tc, naive_staging_asks_for_all_missing_words);
  tcase_add_test(tc, twins_agree_on_random_traffic);
  tcase_add_test(tc, twins_agree_when_all_words_are_asked_for_at_once);
}
int main(void) { return suite_main("wt_collector", add); }
