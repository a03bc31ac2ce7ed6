/* test_wt_war.c - WAR guard: TV-16, and a model of its rules beside random lock-step. Rules: docs/blocks/issue/wt_war.md. */
#include "tests/block_suite.h"

/* Beats in collectors, and the eight counters, of every warp. */
static struct {
  unsigned cnt[MAX_WARPS], bloom[MAX_WARPS][8];
  uint64_t ok;
} ref;

static void start(const wt_bench *b) {
  (void)b;
  memset(&ref, 0, sizeof ref);
}
static void count(unsigned w, const uint32_t *u, unsigned by) {
  const uint64_t s[6] = {uop_get_s0(u), uop_get_s1(u), uop_get_s2(u), uop_get_s3(u), uop_get_s4(u), uop_get_s5(u)};
  for (unsigned i = 0; i < 6; i++)
    if (uop_get_need(u) >> i & 1) ref.bloom[w][s[i] % 8] = (ref.bloom[w][s[i] % 8] + by) % 128; /* 5 */
}
static int may_go(const wt_bench *b, unsigned w) { /* 2 */
  uint32_t c = b->m->subcore->ibuffer.o.head_ctl[w];
  unsigned dst = c & 255, n = c >> 8 & 7;
  if (b->m->gpu->cfg.war == WT_WAR_read) return ref.cnt[w] == 0 || WT_FIELD(c, hctl, unit) >= WT_UNITS || WT_FIELD(c, hctl, cfwait);
  for (unsigned i = 0; b->m->gpu->cfg.war == WT_WAR_bloom && i < n && i < 4; i++)
    if (ref.bloom[w][(dst + i) % 8]) return 0;
  return 1;
}
static void rules(const wt_bench *b) {
  const wt_subcore *s = b->m->subcore;
  ref.ok = 0;
  for (unsigned w = 0; w < b->shape.SLOTS; w++) ref.ok |= (uint64_t)may_go(b, w) << w;
  if (s->issue.o.alloc_valid) { /* 3 */
    unsigned w = s->sched.o.sel_warp;
    ref.cnt[w] = (ref.cnt[w] + 1) % 32;
    if (s->sched.o.sel_first) count(w, s->ibuffer.o.uop, 1);
  }
  if (s->disp.o.valid) { /* 4 */
    unsigned w = s->disp.o.warp;
    ref.cnt[w] = (ref.cnt[w] + 31) % 32;
    if (s->disp.o.last || b->shape.BEATS == 1) count(w, s->disp.o.uop, 127);
  }
}
static void look(const wt_bench *b) {
  const wt_war_state *q = &b->m->subcore->war.q;
  uint64_t empty = 0;
  for (unsigned w = 0; w < b->shape.SLOTS; w++) {
    uint64_t row = 0;
    for (unsigned h = 0; h < 8; h++) row |= (uint64_t)ref.bloom[w][h] << (7 * h);
    empty |= (uint64_t)(ref.cnt[w] == 0) << w;
    SUITE_RULE(b, "3-5", "readers", q->readers[w], ref.cnt[w]);
    SUITE_RULE(b, "3-5", "bloom", q->bloom[w], row);
  }
  SUITE_RULE(b, "2", "war_ok", b->m->subcore->war.o.ok, ref.ok);
  SUITE_RULE(b, "1, 3-5", "war_drained", b->m->subcore->war.o.drained, empty);
}
static const suite_model model = {"war", start, rules, look};

START_TEST(rules_hold_on_random_traffic) { suite_rules_all(&model, 20000); }
END_TEST

static void uop(uint32_t *u, unsigned s0, unsigned s1) {
  memset(u, 0, UOP_WORDS * 4);
  uop_put_need(u, 3), uop_put_s0(u, s0), uop_put_s1(u, s1);
}
static unsigned passes(wt_bench *b, unsigned dst) {
  b->m->subcore->ibuffer.o.head_ctl[0] = 1u << 8 | dst;
  SUITE_CYCLE(b);
  return b->m->subcore->war.o.ok & 1;
}

/* Outstanding reads {r0, r4}: r5 passes, r4 waits, r8 waits as an alias of r0; after the read r8 passes. */
START_TEST(tv16_bloomboard_aliases_and_clears) {
  wt_bench *b = suite_open("war", "tiny", NULL, 1);
  wt_m *m = b->m;
  m->gpu->cfg.war = WT_WAR_bloom;
  uop(m->subcore->ibuffer.o.uop, 0, 4);
  m->subcore->issue.o.alloc_valid = m->subcore->sched.o.sel_first = 1;
  SUITE_CYCLE(b);
  m->subcore->issue.o.alloc_valid = m->subcore->sched.o.sel_first = 0;
  ck_assert_uint_eq(m->subcore->war.o.drained & 1, 0);
  ck_assert_uint_eq(passes(b, 5), 1);
  ck_assert_uint_eq(passes(b, 4), 0);
  ck_assert_uint_eq(passes(b, 8), 0);
  m->subcore->disp.o.valid = m->subcore->disp.o.last = 1;
  uop(m->subcore->disp.o.uop, 0, 4);
  SUITE_CYCLE(b);
  m->subcore->disp.o.valid = m->subcore->disp.o.last = 0;
  memset(m->subcore->disp.o.uop, 0, sizeof m->subcore->disp.o.uop);
  ck_assert_uint_eq(passes(b, 8), 1);
  ck_assert_uint_eq(m->subcore->war.o.drained & 1, 1);
  wt_bench_close(b);
}
END_TEST

START_TEST(release_on_read_holds_only_packets) {
  wt_bench *b = suite_open("war", "tiny", NULL, 1);
  wt_m *m = b->m;
  m->gpu->cfg.war = WT_WAR_read;
  m->subcore->issue.o.alloc_valid = 1;
  SUITE_CYCLE(b);
  m->subcore->issue.o.alloc_valid = 0;
  m->subcore->ibuffer.o.head_ctl[0] = (uint32_t)WT_PLACED(WT_U_ALU, hctl, unit);
  SUITE_CYCLE(b);
  ck_assert_uint_eq(m->subcore->war.o.ok & 1, 0);
  m->subcore->ibuffer.o.head_ctl[0] = (uint32_t)WT_PLACED(WT_U_UNI, hctl, unit);
  SUITE_CYCLE(b);
  ck_assert_uint_eq(m->subcore->war.o.ok & 1, 1);
  m->gpu->cfg.war = WT_WAR_inorder;
  m->subcore->ibuffer.o.head_ctl[0] = (uint32_t)WT_PLACED(WT_U_ALU, hctl, unit);
  SUITE_CYCLE(b);
  ck_assert_uint_eq(m->subcore->war.o.ok & 1, 1);
  wt_bench_close(b);
}
END_TEST

static void add(TCase *tc) {
  tcase_add_test(tc, tv16_bloomboard_aliases_and_clears);
  tcase_add_test(tc, release_on_read_holds_only_packets);
  tcase_add_test(tc, rules_hold_on_random_traffic);
}
int main(void) { return suite_main("wt_war", add); }
