/* test_wt_lcs.c - lazy CTA scheduling: a model of its rules beside random lock-step, the worked counts of the page that describes the policy, halving. Numbers
 * in names of tests are rules of docs/blocks/cta/wt_lcs.md. */
#include "tests/block_suite.h"

/* What the CTAs have issued, and since when there is a limit. */
static struct {
  unsigned count[MAX_CTAS], before, since,
    shows; /* before: slots with a CTA a cycle ago; since: cycles with a limit, 0 = none yet; shows: the limit of this cycle */
} ref;
static unsigned limits[MAX_CTAS + 1], halvings; /* how often a limit was found; cycles in which counts were halved */

static void start(const wt_bench *b) { (void)b, memset(&ref, 0, sizeof ref); }

/* All that they issued by the greediest, rounded up, and at least 1. */
static unsigned enough(unsigned ctas, const unsigned *count) {
  unsigned most = 0, all = 0;
  for (unsigned k = 0; k < ctas; k++) all += count[k], most = count[k] > most ? count[k] : most;
  return most ? (all + most - 1) / most : 1;
}
/* 5: it is found one CTA after the other. */
static unsigned limit(const wt_bench *b) {
  const unsigned last = enough(b->shape.CTAS, ref.count);
  return ref.since < last ? ref.since : last;
}

static void rules(const wt_bench *b) {
  const wt_cfg_out *c = &b->m->gpu->cfg;
  const unsigned now = b->m->sm->dispatch.o.resident, ended = ref.before & ~now;
  ref.before = now;
  ref.shows = ref.since ? limit(b) : ended != 0; /* 6 */
  if (c->start) {                                /* 1 */
    memset(ref.count, 0, sizeof ref.count), ref.since = 0;
    return;
  }
  if (ref.since || ended) { /* 4, 5 */
    limits[enough(b->shape.CTAS, ref.count)] += !ref.since;
    ref.since++;
    return;
  }
  unsigned full = 0;
  for (unsigned i = 0; i < b->shape.SUBCORES; i++) { /* 2 */
    const wt_subcore *s = &b->m->sm->subcore[i];
    const unsigned k = suite_warp(&b->shape, i, s->sched.o.sel_warp) / c->stride;
    if (s->issue.o.valid && k < b->shape.CTAS) ref.count[k]++;
  }
  for (unsigned k = 0; k < b->shape.CTAS; k++) full |= ref.count[k] > 65535; /* 3 */
  for (unsigned k = 0; k < b->shape.CTAS; k++) ref.count[k] /= 1 + full;
  halvings += full;
}
static void look(const wt_bench *b) {
  const wt_lcs *l = &b->m->sm->lcs;
  SUITE_RULE(b, "4, 6", "lcs_limit", l->o.limit, ref.shows);
  SUITE_RULE(b, "1, 4, 5", "found", l->q.found, limit(b));
  for (unsigned k = 0; k < b->shape.CTAS; k++) SUITE_RULE(b, "1, 2, 3, 4", "count", l->q.count[k], ref.count[k]);
}
static const suite_model model = {"lcs", start, rules, look};

#define ON "LCS=on", "SCHED=gto"
START_TEST(rules_hold_on_random_launches) {
  static const char *const on[] = {ON, NULL}, *const six[] = {ON, "WARPS=6", "CTAS=6", NULL}, *const one[] = {ON, "CTAS=1", NULL},
                           *const four[] = {ON, "SUBCORES=4", NULL}, *const large[] = {ON, "SUBCORES=2", "GROUPING=dwr", "DWR_SUBWARPS=2", NULL},
                           *const most[] = {ON, "WARPS=64", "CTAS=32", NULL};
  suite_rules(&model, "tiny", six, 8000);
  suite_rules(&model, "small", on, 8000);
  suite_rules(&model, "small", one, 3000);
  suite_rules(&model, "small", four, 20000);
  suite_rules(&model, "small", large, 10000);
  suite_rules_alone(&model, "default", most, 8000);
  for (unsigned n = 1; n < 5; n++) ck_assert_msg(limits[n] > 5, "a limit of %u was found %u times", n, limits[n]);
  ck_assert_uint_gt(halvings, 0);
}
END_TEST

/* Six CTAs of one warp issue so often, then that in slot `ends` ends. The limit that comes of it, after more cycles than there are CTAs. */
static unsigned limit_of(wt_bench *b, const unsigned issued[6], unsigned ends) {
  wt_m *m = b->m;
  wt_cfg_out *c = &m->gpu->cfg;
  unsigned all = 0;
  for (unsigned k = 0; k < 6; k++) all |= (issued[k] != 0) << k;
  m->sm->dispatch.o.resident = 0, c->stride = 1, c->start = 1;
  SUITE_CYCLE(b);
  c->start = 0, m->sm->dispatch.o.resident = all;
  for (unsigned k = 0; k < 6; k++)
    for (unsigned n = 0; n < issued[k]; n++) {
      m->subcore->issue.o.valid = 1, m->subcore->sched.o.sel_warp = (uint8_t)k;
      SUITE_CYCLE(b);
      ck_assert_uint_eq(m->sm->lcs.o.limit, 0);
    }
  m->subcore->issue.o.valid = 0;
  m->sm->dispatch.o.resident &= ~(1u << ends);
  for (unsigned n = 1; n <= 8; n++) {
    SUITE_CYCLE(b);
    ck_assert_uint_ge(m->sm->lcs.o.limit, 1);
    ck_assert_uint_le(m->sm->lcs.o.limit, n);
    m->subcore->issue.o.valid = 1, m->subcore->sched.o.sel_warp = 5; /* counts no more */
  }
  m->subcore->issue.o.valid = 0;
  return m->sm->lcs.o.limit;
}
static wt_bench *six_ctas(void) {
  static const char *const set[] = {ON, "WARPS=6", "CTAS=6", NULL};
  return suite_open("lcs", "tiny", set, 1);
}
/* 1000, 400, 250 and 150 instructions are 1.8 CTAs like the greediest: 2. Equal CTAs are all needed. 1200, 900 and 60 of six slots: 1.8, too. */
START_TEST(the_counts_of_the_page_rules_4_5) {
  static const unsigned counts[][6] = {{1000, 400, 250, 150}, {1000, 1000, 1000, 1000}, {1200, 900, 60}};
  static const unsigned want[] = {2, 4, 2};
  wt_bench *b = six_ctas();
  for (unsigned i = 0; i < 3; i++) ck_assert_uint_eq(limit_of(b, counts[i], 0), want[i]);
  for (unsigned ends = 1; ends < 4; ends++) ck_assert_uint_eq(limit_of(b, counts[0], ends), 2); /* whichever ends first */
  wt_bench_close(b);
}
END_TEST

/* Around whole numbers: the sum is 1, a multiple of the greediest, one more, one less. */
START_TEST(the_quotient_is_rounded_up_rule_5) {
  static const unsigned counts[][6] = {{1}, {7}, {7, 1}, {7, 6}, {7, 7}, {7, 7, 1}, {1, 7, 6}, {3, 3, 3, 3, 3, 3}, {1, 1, 1, 1, 1, 2}, {0, 5, 0, 5}};
  static const unsigned want[] = {1, 1, 2, 2, 2, 3, 2, 6, 4, 2};
  wt_bench *b = six_ctas();
  for (unsigned i = 0; i < sizeof want / sizeof *want; i++) {
    const unsigned got = limit_of(b, counts[i], counts[i][0] ? 0 : 1);
    ck_assert_msg(got == want[i], "counts %u: a limit of %u, not %u", i, got, want[i]);
  }
  wt_bench_close(b);
}
END_TEST

/* Nobody has issued when the first CTA ends: one CTA may run. */
START_TEST(the_limit_is_never_0_rule_4) {
  wt_bench *b = six_ctas();
  wt_m *m = b->m;
  m->gpu->cfg.stride = 1, m->gpu->cfg.start = 1;
  SUITE_CYCLE(b);
  m->gpu->cfg.start = 0, m->sm->dispatch.o.resident = 3;
  SUITE_CYCLE(b);
  m->sm->dispatch.o.resident = 2;
  for (unsigned n = 0; n < 10; n++) {
    SUITE_CYCLE(b);
    ck_assert_uint_eq(m->sm->lcs.o.limit, 1);
    m->sm->dispatch.o.resident = n % 4; /* others come and go, one of them may be the first again */
  }
  wt_bench_close(b);
}
END_TEST

/* 65535 instructions fit; with the next one every count is halved, and the ratio stays. Counts that are full twice are quartered. */
START_TEST(full_counts_are_halved_rule_3) {
  wt_bench *b = six_ctas();
  wt_m *m = b->m;
  const uint16_t *count = m->sm->lcs.q.count;
  m->gpu->cfg.stride = 1, m->sm->dispatch.o.resident = 3, m->subcore->issue.o.valid = 1;
  for (unsigned n = 0; n < 65535 + 7; n++) {
    m->subcore->sched.o.sel_warp = n < 7;
    SUITE_CYCLE(b);
  }
  ck_assert(count[0] == 65535 && count[1] == 7);
  SUITE_CYCLE(b);
  ck_assert(count[0] == 32768 && count[1] == 3);
  for (unsigned n = 0; n < 32768; n++) SUITE_CYCLE(b);
  ck_assert(count[0] == 32768 && count[1] == 1);
  m->subcore->issue.o.valid = 0, m->sm->dispatch.o.resident = 1;
  for (unsigned n = 0; n < 5; n++) SUITE_CYCLE(b);
  ck_assert_uint_eq(m->sm->lcs.o.limit, 2);
  wt_bench_close(b);
}
END_TEST

static void add(TCase *tc) {
  tcase_add_test(tc, rules_hold_on_random_launches);
  tcase_add_test(tc, the_counts_of_the_page_rules_4_5);
  tcase_add_test(tc, the_quotient_is_rounded_up_rule_5);
  tcase_add_test(tc, the_limit_is_never_0_rule_4);
  tcase_add_test(tc, full_counts_are_halved_rule_3);
}
int main(void) { return suite_main("wt_lcs", add); }
