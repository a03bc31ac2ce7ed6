/* test_wt_sb_bit.c - bit scoreboard. Rules: docs/blocks/issue/wt_sb_bit.md. */
#include "tests/block_suite.h"

/* Results on their way: registers, predicates 256 .. 262 and the uniform registers (263) of every warp. */
enum { PREDS = 256, UNIFORM = 263, THINGS = 264 };
static struct {
  char busy[MAX_WARPS][THINGS];
  uint64_t ok;
} ref;

static void start(const wt_bench *b) {
  (void)b;
  memset(&ref, 0, sizeof ref);
}
static int waits(unsigned w, uint64_t src, uint32_t ctl) { /* 1 */
  const char *busy = ref.busy[w];
  int bad = 0;
  for (unsigned i = 0; i < 6; i++) bad |= (src >> (48 + i) & 1) && busy[src >> (8 * i) & 255];
  for (unsigned r = ctl & 255, n = ctl >> 8 & 7; n && r <= 254; r++, n--) bad |= busy[r];
  for (unsigned p = 0; p < 7; p++) bad |= (WT_FIELD(ctl, hctl, pmask) >> p & 1) && busy[PREDS + p];
  return bad | (WT_FIELD(ctl, hctl, u_use) && busy[UNIFORM]);
}
static void mark(unsigned w, unsigned dst, unsigned n, unsigned preds, unsigned u, char value) {
  char *busy = ref.busy[w];
  for (; n && dst <= 254; dst++, n--) busy[dst] = value;
  for (unsigned p = 0; p < 7; p++)
    if (preds >> p & 1) busy[PREDS + p] = value;
  if (u) busy[UNIFORM] = value;
}
static void rules(const wt_bench *b) {
  const wt_subcore *c = b->m->subcore;
  const wt_alu_out *a = &c->alu.o;
  const wt_wb_out *o = &c->wb.o;
  const wt_issue_out *s = &c->issue.o;
  ref.ok = 0;
  for (unsigned w = 0; w < b->shape.SLOTS; w++) ref.ok |= (uint64_t)!waits(w, c->ibuffer.o.head_src[w], c->ibuffer.o.head_ctl[w]) << w;
  if (a->rel_valid) mark(a->wb_warp, a->wb_reg, a->rel_ndst, a->rel_pw, a->rel_u, 0); /* 3 */
  if (o->rel_valid) mark(o->rel_warp, o->rel_dst, o->rel_ndst, o->rel_pw, 0, 0);
  if (s->set_valid) mark(s->set_warp, s->set_dst, s->set_ndst, s->set_pw, s->set_u, 1); /* 4 */
}
static void look(const wt_bench *b) {
  uint64_t clear = 0; /* 2 */
  for (unsigned w = 0; w < b->shape.SLOTS; w++) clear |= (uint64_t)!memchr(ref.busy[w], 1, THINGS) << w;
  SUITE_RULE(b, "1", "sb_ok", b->m->subcore->sb->ok, ref.ok);
  SUITE_RULE(b, "2-4", "sb_clear", b->m->subcore->sb->clear, clear);
}
static const suite_model model = {"sb_bit", start, rules, look};

START_TEST(rules_hold_on_random_traffic) { suite_rules_all(&model, 20000); }
END_TEST

/* Head of warp 0 reads src (need bit 0) and writes dst. */
static void head(wt_bench *b, unsigned src, unsigned dst) {
  b->m->subcore->ibuffer.o.head_src[0] = UINT64_C(1) << 48 | src;
  b->m->subcore->ibuffer.o.head_ctl[0] = 1u << 8 | dst;
}

START_TEST(raw_and_waw_wait_for_the_write_back) {
  wt_bench *b = suite_open("sb_bit", "tiny", NULL, 1);
  wt_issue_out *s = &b->m->subcore->issue.o;
  head(b, 1, 9);
  s->set_valid = 1, s->set_dst = 1, s->set_ndst = 2; /* i0: r1, r2 <- load */
  SUITE_CYCLE(b);
  ck_assert_uint_eq(b->m->subcore->sb->ok & 1, 1); /* counts from the next cycle */
  s->set_valid = 0;
  SUITE_CYCLE(b);
  ck_assert_uint_eq(b->m->subcore->sb->ok & 1, 0); /* RAW on r1 */
  head(b, 5, 2);
  SUITE_CYCLE(b);
  ck_assert_uint_eq(b->m->subcore->sb->ok & 1, 0); /* WAW on r2 */
  head(b, 5, 6);
  SUITE_CYCLE(b);
  ck_assert_uint_eq(b->m->subcore->sb->ok & 1, 1);
  ck_assert_uint_eq(b->m->subcore->sb->clear & 1, 0);
  head(b, 1, 9);
  b->m->subcore->wb.o.rel_valid = 1, b->m->subcore->wb.o.rel_dst = 1, b->m->subcore->wb.o.rel_ndst = 2;
  SUITE_CYCLE(b);
  b->m->subcore->wb.o.rel_valid = 0;
  SUITE_CYCLE(b);
  ck_assert_uint_eq(b->m->subcore->sb->ok & 1, 1);
  ck_assert_uint_eq(b->m->subcore->sb->clear & 1, 1);
  wt_bench_close(b);
}
END_TEST

START_TEST(predicates_and_uniform_registers_are_tracked) {
  wt_bench *b = suite_open("sb_bit", "tiny", NULL, 1);
  wt_issue_out *s = &b->m->subcore->issue.o;
  s->set_valid = 1, s->set_pw = 4, s->set_u = 1;
  SUITE_CYCLE(b);
  s->set_valid = 0;
  b->m->subcore->ibuffer.o.head_ctl[0] = 4u << 11;
  SUITE_CYCLE(b);
  ck_assert_uint_eq(b->m->subcore->sb->ok & 1, 0);
  b->m->subcore->ibuffer.o.head_ctl[0] = 8u << 11;
  SUITE_CYCLE(b);
  ck_assert_uint_eq(b->m->subcore->sb->ok & 1, 1);
  b->m->subcore->ibuffer.o.head_ctl[0] = 1u << 18;
  SUITE_CYCLE(b);
  ck_assert_uint_eq(b->m->subcore->sb->ok & 1, 0);
  b->m->subcore->alu.o.rel_valid = b->m->subcore->alu.o.rel_u = 1;
  SUITE_CYCLE(b);
  b->m->subcore->alu.o.rel_valid = 0;
  SUITE_CYCLE(b);
  ck_assert_uint_eq(b->m->subcore->sb->ok & 1, 1);
  wt_bench_close(b);
}
END_TEST

/* Whatever is on its way alone: the warp is not clear, the others are, and it is again after the release. */
START_TEST(one_result_on_its_way_is_enough_rule_2) {
  wt_bench *b = suite_open("sb_bit", "tiny", NULL, 1);
  wt_issue_out *s = &b->m->subcore->issue.o;
  wt_alu_out *a = &b->m->subcore->alu.o;
  for (unsigned i = 0; i < 255 + 8; i++) {
    unsigned w = i % b->shape.SLOTS, reg = i < 255, pw = !reg && i < 262 ? 1u << (i - 255) : 0, u = i == 262;
    s->set_valid = 1, s->set_warp = a->wb_warp = (uint8_t)w, s->set_dst = a->wb_reg = (uint8_t)(reg ? i : 0);
    s->set_ndst = a->rel_ndst = (uint8_t)reg, s->set_pw = a->rel_pw = (uint8_t)pw, s->set_u = a->rel_u = (uint8_t)u;
    SUITE_CYCLE(b);
    s->set_valid = 0;
    ck_assert_uint_eq(b->m->subcore->sb->clear, wt_mask64(b->shape.SLOTS) & ~(UINT64_C(1) << w));
    a->rel_valid = 1;
    SUITE_CYCLE(b);
    a->rel_valid = 0;
    ck_assert_uint_eq(b->m->subcore->sb->clear, wt_mask64(b->shape.SLOTS));
  }
  wt_bench_close(b);
}
END_TEST

static void add(TCase *tc) {
  tcase_add_test(tc, one_result_on_its_way_is_enough_rule_2);
  tcase_add_test(tc, raw_and_waw_wait_for_the_write_back);
  tcase_add_test(tc, predicates_and_uniform_registers_are_tracked);
  tcase_add_test(tc, rules_hold_on_random_traffic);
}
int main(void) { return suite_main("wt_sb_bit", add); }
