/* test_wt_ccws.c - cache-conscious warp scheduling: a model of its rules beside random lock-step, the cutoff table of the page that describes the policy, victims,
 * division and decay one by one. Numbers in names of tests are rules of docs/blocks/issue/wt_ccws.md. */
#include <stdlib.h>

#include "tests/block_suite.h"

#define ON "CCWS=on", "L1_BYTES=1024"
enum { BASE = 100, THROTTLE = 8, SETS = 2, WAYS = 8, FULL = 65535 };

/* ---- the rules, with queues, whole numbers and a sort ---- */

typedef struct {
  uint64_t line;
  int there;
} victim;
static struct {
  victim lost[MAX_WARPS][SETS][WAYS];
  unsigned next[MAX_WARPS][SETS];
  unsigned points[MAX_WARPS];
  char waits[MAX_WARPS], held[MAX_WARPS];
  unsigned hits, issued, after, raise; /* after: cycles until the quotient counts, 0 = no division */
} ref;
static unsigned n_hits, n_held, n_most, n_halved, n_twice;

static void start(const wt_bench *b) { (void)b, memset(&ref, 0, sizeof ref); }

/* Warp w of the SM is slot w / SUBCORES of sub-core w mod SUBCORES. */
static int is_there(const wt_bench *b, unsigned w) {
  const unsigned n = b->shape.SUBCORES;
  return (int)(b->m->sm->subcore[w % n].sched.o.resident >> w / n & 1);
}
static unsigned bits_for(unsigned most) {
  unsigned n = 1;
  while (most >> n) n++;
  return n;
}
static unsigned most_points(const wt_bench *b) { return BASE * (b->shape.SM_SLOTS - 1); }
static unsigned quotient_bits(const wt_bench *b) { return bits_for(most_points(b)); }

static int further_ahead(const void *p, const void *q) {
  const unsigned a = *(const unsigned *)p, b = *(const unsigned *)q;
  if (ref.points[a] != ref.points[b]) return ref.points[a] < ref.points[b] ? 1 : -1;
  return a < b ? -1 : 1;
}
static void cut(const wt_bench *b) { /* 6, 7 */
  unsigned row[MAX_WARPS], n = 0, sum = 0;
  memset(ref.held, 0, sizeof ref.held);
  for (unsigned w = 0; w < b->shape.SM_SLOTS; w++)
    if (is_there(b, w)) row[n++] = w;
  qsort(row, n, sizeof *row, further_ahead);
  for (unsigned i = 0; i < n; i++) {
    sum += BASE + ref.points[row[i]];
    ref.held[row[i]] = i && sum > n * BASE;
    n_held += (unsigned)ref.held[row[i]];
  }
}
/* 4, 5: the warps that get points at this edge */
static void divide(const wt_bench *b, char up[MAX_WARPS]) {
  unsigned any = 0, n = 0;
  memset(up, 0, MAX_WARPS);
  for (unsigned w = 0; w < b->shape.SM_SLOTS; w++) any |= (unsigned)ref.waits[w], n += (unsigned)is_there(b, w);
  if (ref.after && !--ref.after) {
    memcpy(up, ref.waits, MAX_WARPS), memset(ref.waits, 0, sizeof ref.waits);
  } else if (!ref.after && any) {
    const uint64_t part = (uint64_t)ref.hits * THROTTLE * BASE * n;
    const unsigned most = most_points(b);
    ref.raise = !ref.issued || part / ref.issued > most ? most : (unsigned)(part / ref.issued);
    n_most += ref.raise == most;
    ref.after = quotient_bits(b) + 1;
  }
}
static void rules(const wt_bench *b) {
  const wt_l1event_out *l = &b->m->sm->l1d.o.l1event;
  const wt_dispatch_out *d = &b->m->sm->dispatch.o;
  char up[MAX_WARPS];
  int hit = 0;
  cut(b);
  divide(b, up);
  for (unsigned w = 0; w < b->shape.SM_SLOTS; w++) { /* 5 */
    if (ref.points[w]) ref.points[w]--;
    if (up[w] && ref.points[w] < ref.raise) ref.points[w] = ref.raise;
  }
  for (unsigned k = 0; k < WAYS && l->perf_valid && l->perf_kind == 2; k++) { /* 2 */
    victim *v = &ref.lost[l->perf_warp][l->perf_line % SETS][k];
    if (!v->there || v->line != l->perf_line) continue;
    n_twice += (unsigned)hit;
    v->there = 0, hit = 1;
  }
  if (l->evict_valid) { /* 1 */
    unsigned *k = &ref.next[l->evict_warp][l->evict_line % SETS];
    ref.lost[l->evict_warp][l->evict_line % SETS][*k] = (victim){l->evict_line, 1};
    *k = (*k + 1) % WAYS;
  }
  if (hit) ref.waits[l->perf_warp] = 1, n_hits++;
  ref.hits += (unsigned)hit; /* 3 */
  for (unsigned i = 0; i < b->shape.SUBCORES; i++) ref.issued += b->m->sm->subcore[i].issue.o.valid;
  if (ref.hits > FULL || ref.issued > FULL) ref.hits /= 2, ref.issued /= 2, n_halved++;
  for (unsigned w = 0; w < b->shape.SM_SLOTS; w++) { /* 8 */
    if (!b->m->gpu->cfg.start && !(d->launch_valid && d->launch_warp == w)) continue;
    ref.points[w] = 0, ref.waits[w] = 0;
    for (unsigned k = 0; k < SETS * WAYS; k++) ref.lost[w][k / WAYS][k % WAYS].there = 0;
    for (unsigned k = 0; k < SETS && b->m->gpu->cfg.start; k++) ref.next[w][k] = 0;
  }
  if (b->m->gpu->cfg.start) ref.hits = ref.issued = ref.after = 0;
}
static void look(const wt_bench *b) {
  const wt_ccws *c = &b->m->sm->ccws;
  SUITE_RULE(b, "2, 3, 8", "hits", c->q.hits, ref.hits);
  SUITE_RULE(b, "3, 8", "issued", c->q.issued, ref.issued);
  for (unsigned w = 0; w < b->shape.SM_SLOTS; w++) {
    SUITE_RULE(b, "6, 7", "ccws_held", c->o.held >> w & 1, ref.held[w]);
    SUITE_RULE(b, "4, 5, 8", "points", c->q.points[w], ref.points[w]);
    SUITE_RULE(b, "2, 5, 8", "lost", c->q.lost >> w & 1, ref.waits[w]);
    for (unsigned k = 0; k < SETS * WAYS; k++) SUITE_RULE(b, "1, 2, 8", "there", c->q.there[w] >> k & 1, ref.lost[w][k / WAYS][k % WAYS].there);
  }
}
static const suite_model model = {"ccws", start, rules, look};

START_TEST(rules_hold_on_random_traffic) {
  static const char *const on[] = {ON, NULL}, *const odd[] = {ON, "WARPS=3", NULL}, *const one[] = {ON, "WARPS=1", NULL};
  static const char *const four[] = {ON, "SUBCORES=4", NULL}, *const most[] = {ON, "WARPS=64", NULL};
  static const char *const lines[] = {"CCWS=on", "L1_BYTES=768", "L1_WAYS=3", "L1_LINE=64", "COAL_BYTES=64", "SUBCORES=2", NULL};
  suite_rules(&model, "tiny", on, 8000);
  suite_rules(&model, "small", on, 8000);
  suite_rules(&model, "tiny", odd, 8000);
  suite_rules(&model, "tiny", one, 3000);
  suite_rules(&model, "small", four, 22000);
  suite_rules(&model, "tiny", lines, 8000);
  suite_rules_alone(&model, "default", most, 4000);
  ck_assert_msg(n_hits > 1000 && n_held > 1000 && n_most > 20 && n_halved && n_twice, "%u %u %u %u %u", n_hits, n_held, n_most, n_halved, n_twice);
}
END_TEST

/* ---- the table of the page: four warps, base 100, cutoff 400 ---- */

/* May load after a cycle with these scores, a digit a warp. Scores are put into the C twin: they are what the table is about. */
static const char *may_load(wt_bench *b, unsigned warps, const unsigned *score, unsigned resident) {
  static char text[MAX_WARPS + 1];
  wt_ccws *c = &b->m->sm->ccws;
  for (unsigned w = 0; w < warps; w++) c->q.points[w] = (uint16_t)(score[w] - BASE);
  b->m->subcore->sched.o.resident = resident;
  SUITE_CYCLE(b);
  for (unsigned w = 0; w < warps; w++) text[w] = (char)('1' - (c->q.held >> w & 1));
  text[warps] = 0;
  return text;
}
START_TEST(the_cutoff_table_of_the_page_rules_6_7) {
  static const char *const set[] = {ON, "WARPS=4", NULL};
  static const struct {
    unsigned score[4];
    const char *may;
  } table[] = {{{100, 100, 100, 100}, "1111"}, {{140, 100, 100, 100}, "1110"}, {{201, 100, 100, 100}, "1100"}, {{300, 100, 100, 100}, "1100"},
               {{301, 100, 100, 100}, "1000"}, {{100, 100, 180, 100}, "1110"}, {{200, 150, 100, 100}, "1100"}};
  wt_bench *b = suite_open_as(1, "ccws", "tiny", set, 1);
  for (unsigned i = 0; i < sizeof table / sizeof *table; i++) {
    const char *got = may_load(b, 4, table[i].score, 15);
    ck_assert_msg(!strcmp(got, table[i].may), "row %u: %s, not %s", i, got, table[i].may);
  }
  wt_bench_close(b);
}
END_TEST

/* Beside the table: the order among equals, warps that are not there, the first one with more than the cutoff. */
START_TEST(the_cutoff_is_that_of_the_warps_that_are_there_rules_6_7) {
  static const char *const set[] = {ON, "WARPS=4", NULL};
  static const struct {
    unsigned score[4], resident;
    const char *may;
  } rows[] = {{{100, 140, 140, 100}, 15, "1110"}, {{100, 100, 100, 140}, 15, "1101"}, {{100, 100, 140, 140}, 15, "1011"},
              {{150, 100, 100, 100}, 3, "1011"},  {{150, 400, 100, 100}, 5, "1101"},  {{400, 100, 100, 100}, 15, "1000"},
              {{400, 100, 100, 100}, 1, "1111"},  {{400, 400, 400, 400}, 12, "1110"}, {{400, 400, 400, 400}, 0, "1111"}};
  wt_bench *b = suite_open_as(1, "ccws", "tiny", set, 1);
  for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
    const char *got = may_load(b, 4, rows[i].score, rows[i].resident);
    ck_assert_msg(!strcmp(got, rows[i].may), "row %u: %s, not %s", i, got, rows[i].may);
  }
  wt_bench_close(b);
}
END_TEST

/* ---- both twins, event by event ---- */

static wt_bench *four_warps(void) {
  static const char *const set[] = {ON, "WARPS=4", NULL};
  wt_bench *b = suite_open("ccws", "tiny", set, 1);
  b->m->subcore->sched.o.resident = 15;
  return b;
}
static void quiet(wt_bench *b) {
  memset(&b->m->sm->l1d.o.l1event, 0, sizeof b->m->sm->l1d.o.l1event);
  b->m->subcore->issue.o.valid = b->m->gpu->cfg.start = b->m->sm->dispatch.o.launch_valid = 0;
}
static void cycles(wt_bench *b, unsigned n) {
  for (; n; n--) SUITE_CYCLE(b);
}
static void issues(wt_bench *b, unsigned n) {
  quiet(b), b->m->subcore->issue.o.valid = 1;
  cycles(b, n);
  quiet(b);
}
static void evicts(wt_bench *b, unsigned w, uint64_t line) {
  wt_l1event_out *l = &b->m->sm->l1d.o.l1event;
  l->evict_valid = 1, l->evict_warp = (uint8_t)w, l->evict_line = line;
  cycles(b, 1);
  quiet(b);
}
/* Whether it was a loss. */
static int looks_up(wt_bench *b, unsigned w, uint64_t line, unsigned kind) {
  wt_l1event_out *l = &b->m->sm->l1d.o.l1event;
  const unsigned before = b->m->sm->ccws.q.hits;
  l->perf_valid = 1, l->perf_kind = (uint8_t)kind, l->perf_warp = (uint8_t)w, l->perf_line = line;
  cycles(b, 1);
  quiet(b);
  return b->m->sm->ccws.q.hits != before;
}
static int misses(wt_bench *b, unsigned w, uint64_t line) { return looks_up(b, w, line, 2); }
static void starts(wt_bench *b) {
  quiet(b), b->m->gpu->cfg.start = 1;
  cycles(b, 1);
  quiet(b);
}

/* One loss after 80 instructions, 1 * 8 * 400 / 80 = 40 points: warp 0 has 140 and warp 3 is held, for the 40 cycles in which the score goes back to 100. */
START_TEST(a_loss_holds_the_last_warp_until_it_is_forgotten_rules_4_5_6) {
  wt_bench *b = four_warps();
  const wt_ccws *c = &b->m->sm->ccws;
  issues(b, 80);
  evicts(b, 0, 0x1234);
  ck_assert(misses(b, 0, 0x1234));
  ck_assert(c->q.lost == 1 && c->q.issued == 80);
  cycles(b, 10); /* the division begins, and takes 9 cycles for a quotient of up to 300 */
  ck_assert_uint_eq(c->q.points[0], 0);
  cycles(b, 1);
  for (unsigned p = 40; p; p--) {
    ck_assert_uint_eq(c->q.points[0], p);
    ck_assert_uint_eq(c->o.held, p == 40 ? 0 : 8);
    cycles(b, 1);
  }
  ck_assert_uint_eq(c->q.points[0], 0);
  ck_assert_uint_eq(c->o.held, 8); /* of the cycle with 1 point */
  cycles(b, 1);
  ck_assert_uint_eq(c->o.held, 0);
  wt_bench_close(b);
}
END_TEST

/* A second loss does not add to the points of the first; a smaller one changes nothing. */
START_TEST(points_are_the_greater_of_both_rule_5) {
  wt_bench *b = four_warps();
  const wt_ccws *c = &b->m->sm->ccws;
  issues(b, 20);
  evicts(b, 1, 8), evicts(b, 1, 10);
  ck_assert(misses(b, 1, 8));
  cycles(b, 11);
  ck_assert_uint_eq(c->q.points[1], 160); /* 1 * 8 * 400 / 20 */
  issues(b, 140);
  ck_assert_uint_eq(c->q.points[1], 20);
  evicts(b, 2, 8);
  ck_assert(misses(b, 1, 10) && misses(b, 2, 8));
  cycles(b, 10);
  ck_assert_uint_eq(c->q.points[1], 40); /* 2 * 8 * 400 / 160: when it began the second was not there yet */
  ck_assert_uint_eq(c->q.points[2], 40);
  starts(b), issues(b, 10);
  evicts(b, 1, 8), evicts(b, 1, 10);
  ck_assert(misses(b, 1, 8));
  cycles(b, 11);
  ck_assert_uint_eq(c->q.points[1], 300); /* 320, were there no end */
  issues(b, 30);
  ck_assert(misses(b, 1, 10)); /* worth 2 * 8 * 400 / 40 = 160 */
  cycles(b, 11);
  ck_assert_uint_eq(c->q.points[1], 300 - 30 - 1 - 11);
  wt_bench_close(b);
}
END_TEST

/* Nobody has issued: all that a warp may have. Nor is a score above the cutoff of all. */
START_TEST(points_have_an_end_rules_4_5) {
  wt_bench *b = four_warps();
  evicts(b, 3, 8);
  ck_assert(misses(b, 3, 8));
  cycles(b, 11);
  ck_assert_uint_eq(b->m->sm->ccws.q.points[3], 300);
  cycles(b, 1);
  ck_assert_uint_eq(b->m->sm->ccws.o.held, 7);
  starts(b); /* 8 */
  ck_assert_uint_eq(b->m->sm->ccws.q.points[3], 0);
  wt_bench_close(b);
}
END_TEST

/* Nothing of a division comes of it in the next launch, and one of that begins at once. */
START_TEST(a_start_ends_the_division_rule_8) {
  wt_bench *b = four_warps();
  issues(b, 80);
  evicts(b, 0, 8);
  ck_assert(misses(b, 0, 8));
  cycles(b, 2);
  starts(b);
  evicts(b, 0, 8);
  ck_assert(misses(b, 0, 8));
  cycles(b, 10);
  ck_assert_uint_eq(b->m->sm->ccws.q.points[0], 0);
  cycles(b, 1);
  ck_assert_uint_eq(b->m->sm->ccws.q.points[0], 300); /* one loss by no instruction */
  wt_bench_close(b);
}
END_TEST

/* Eight lines of each set, of each warp its own; only a miss asks, and what it finds is there no more. */
START_TEST(victims_rules_1_2_8) {
  wt_bench *b = four_warps();
  for (unsigned i = 0; i < 9; i++) evicts(b, 1, 2 * i);
  ck_assert(!misses(b, 1, 0) && !misses(b, 2, 2) && !misses(b, 1, 3)); /* too long ago; another's; in the other set */
  for (unsigned kind = 0; kind < 4; kind++) ck_assert(looks_up(b, 1, 2, kind) == (kind == 2));
  for (unsigned i = 1; i < 9; i++) ck_assert_int_eq(misses(b, 1, 2 * i), i > 1);
  evicts(b, 1, 100), evicts(b, 1, 100); /* it came back by another's miss and went again */
  ck_assert(misses(b, 1, 100) && !misses(b, 1, 100));
  evicts(b, 1, UINT64_C(1) << 56 | 7), evicts(b, 2, 7);
  ck_assert(!misses(b, 1, 7) && misses(b, 1, UINT64_C(1) << 56 | 7));
  evicts(b, 1, 9);
  b->m->sm->dispatch.o.launch_valid = 1, b->m->sm->dispatch.o.launch_warp = 1; /* 8: a new warp has lost nothing, the others have */
  cycles(b, 1);
  quiet(b);
  ck_assert(!misses(b, 1, 9) && misses(b, 2, 7));
  evicts(b, 2, 7);
  starts(b);
  ck_assert(!misses(b, 2, 7));
  wt_bench_close(b);
}
END_TEST

/* The line that leaves in the cycle of a miss is a victim from the next one on. */
START_TEST(a_miss_sees_the_victims_before_it_rule_2) {
  wt_bench *b = four_warps();
  wt_l1event_out *l = &b->m->sm->l1d.o.l1event;
  l->evict_valid = 1, l->evict_warp = 1, l->evict_line = 8;
  ck_assert(!misses(b, 1, 8) && misses(b, 1, 8));
  wt_bench_close(b);
}
END_TEST

/* 65535 instructions fit, with the next one both counts are halved. */
START_TEST(full_counts_are_halved_rule_3) {
  wt_bench *b = four_warps();
  const wt_ccws *c = &b->m->sm->ccws;
  for (unsigned i = 0; i < 3; i++) evicts(b, 0, i), ck_assert(misses(b, 0, i));
  issues(b, FULL);
  ck_assert(c->q.issued == FULL && c->q.hits == 3);
  issues(b, 1);
  ck_assert(c->q.issued == 32768 && c->q.hits == 1);
  wt_bench_close(b);
}
END_TEST

static void add(TCase *tc) {
  tcase_add_test(tc, rules_hold_on_random_traffic);
  tcase_add_test(tc, the_cutoff_table_of_the_page_rules_6_7);
  tcase_add_test(tc, the_cutoff_is_that_of_the_warps_that_are_there_rules_6_7);
  tcase_add_test(tc, a_loss_holds_the_last_warp_until_it_is_forgotten_rules_4_5_6);
  tcase_add_test(tc, points_are_the_greater_of_both_rule_5);
  tcase_add_test(tc, points_have_an_end_rules_4_5);
  tcase_add_test(tc, a_start_ends_the_division_rule_8);
  tcase_add_test(tc, victims_rules_1_2_8);
  tcase_add_test(tc, a_miss_sees_the_victims_before_it_rule_2);
  tcase_add_test(tc, full_counts_are_halved_rule_3);
}
int main(void) { return suite_main("wt_ccws", add); }
