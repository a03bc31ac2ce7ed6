/* test_wt_ctasched.c - CTA scheduler: a model of its rules beside random lock-step, and the dispatch figure of the book. Rules: docs/blocks/cta/wt_ctasched.md. */
#include "tests/block_suite.h"

/* A model of the rules. CTAs are numbered through, x fastest; coordinates come from the numbers. */
static struct {
  uint64_t next, total; /* CTAs: the next, all of them */
  unsigned turn;
  unsigned to, idle; /* of this cycle: SM that gets the CTA `at`, SMS: none */
  uint64_t at;
} ref;
static unsigned long_along[3]; /* grids of the stimulus that are long in x, y or z alone */
static unsigned crowds;        /* cycles in which several SMs asked */

static void start(const wt_bench *b) {
  (void)b;
  memset(&ref, 0, sizeof ref);
}
static int asks(const wt_bench *b, unsigned i) { return b->m->gpu->sm[i].dispatch.o.ask; }
/* 2: who gets a CTA; SMS: nobody. */
static unsigned chosen(const wt_bench *b) {
  const unsigned n = b->shape.SMS;
  for (unsigned k = 0; k < n && ref.next < ref.total; k++)
    if (asks(b, (ref.turn + k) % n)) return (ref.turn + k) % n;
  return n;
}
static void rules(const wt_bench *b) {
  const wt_cfg_out *c = &b->m->gpu->cfg;
  const unsigned to = ref.to = chosen(b);
  unsigned n = 0;
  ref.at = ref.next, ref.idle = ref.next >= ref.total; /* 5 */
  for (unsigned i = 0; i < b->shape.SMS; i++) ref.idle &= b->m->gpu->sm[i].dispatch.o.idle;
  for (unsigned i = 0; i < b->shape.SMS; i++) n += (unsigned)asks(b, i);
  crowds += n > 1;
  if (to < b->shape.SMS) ref.next++, ref.turn = (to + 1) % b->shape.SMS; /* 3, 4 */
  if (!c->start) return;
  ref.next = 0, ref.total = (uint64_t)c->grid_x * c->grid_y * c->grid_z, ref.turn = 0; /* 1 */
  if (c->grid_y <= 4 && c->grid_z <= 4) long_along[0] += c->grid_x > 32;
  if (c->grid_x <= 4 && c->grid_z <= 4) long_along[1] += c->grid_y > 32;
  if (c->grid_x <= 4 && c->grid_y <= 4) long_along[2] += c->grid_z > 32;
}
static void look(const wt_bench *b) {
  const wt_ctasched_out *o = &b->m->gpu->ctasched.o;
  const wt_cfg_out *c = &b->m->gpu->cfg;
  const unsigned gives = ref.to < b->shape.SMS;
  SUITE_RULE(b, "2", "ctasched_give_valid", o->give_valid, gives);
  SUITE_RULE(b, "2, 4", "ctasched_give_sm", o->give_sm, gives ? ref.to : 0);
  SUITE_RULE(b, "3, 6", "ctasched_give_x", o->give_x, gives ? ref.at % c->grid_x : 0);
  SUITE_RULE(b, "3, 6", "ctasched_give_y", o->give_y, gives ? ref.at / c->grid_x % c->grid_y : 0);
  SUITE_RULE(b, "3, 6", "ctasched_give_z", o->give_z, gives ? ref.at / c->grid_x / c->grid_y : 0);
  SUITE_RULE(b, "5", "ctasched_idle", o->idle, ref.idle);
}
static const suite_model model = {"ctasched", start, rules, look};

START_TEST(rules_hold_on_random_grids) {
  static const char *const two[] = {"SMS=2", NULL}, *const five[] = {"SMS=5", NULL};
  suite_rules_all(&model, 20000);
  suite_rules(&model, "tiny", two, 20000);
  suite_rules(&model, "tiny", five, 20000);
  ck_assert_msg(long_along[0] && long_along[1] && long_along[2], "%u, %u, %u grids", long_along[0], long_along[1], long_along[2]);
  ck_assert_uint_gt(crowds, 1000);
}
END_TEST

/* The book's figure: 3 SMs of 2 CTA slots, 12 CTAs that take so long; (time, CTA, SM) of what is given after the first round. A tick of the figure is
 * 100 cycles, as here one CTA a cycle is given. */
START_TEST(the_dispatch_figure_of_the_book) {
  static const unsigned takes[12] = {20, 22, 25, 12, 18, 10, 14, 16, 12, 10, 10, 10};
  static const unsigned want[12][2] = {{0, 0}, {0, 1}, {0, 2}, {0, 0}, {0, 1}, {0, 2}, {10, 2}, {12, 0}, {18, 1}, {20, 0}, {22, 1}, {24, 2}};
  static const char *const three[] = {"SMS=3", NULL};
  wt_bench *b = suite_open("ctasched", "tiny", three, 1);
  wt_m *m = b->m;
  unsigned n = 0, ends[3][2] = {{0}}, last = 0;
  m->gpu->cfg.grid_x = 12, m->gpu->cfg.grid_y = m->gpu->cfg.grid_z = 1, m->gpu->cfg.start = 1;
  for (unsigned i = 0; i < 3; i++) m->gpu->sm[i].dispatch.o.ask = 0, m->gpu->sm[i].dispatch.o.idle = 1;
  SUITE_CYCLE(b);
  m->gpu->cfg.start = 0;
  for (unsigned t = 0; t < 4000; t++) {
    const wt_ctasched_out *o = &m->gpu->ctasched.o;
    for (unsigned i = 0; i < 3; i++) {
      for (unsigned k = 0; k < 2; k++)
        if (ends[i][k] == t) ends[i][k] = 0;
      m->gpu->sm[i].dispatch.o.ask = !ends[i][0] || !ends[i][1];
      m->gpu->sm[i].dispatch.o.idle = !ends[i][0] && !ends[i][1];
    }
    SUITE_CYCLE(b); /* o: of this cycle until the next is evaluated */
    if (!o->give_valid) continue;
    ck_assert_uint_lt(n, 12);
    ck_assert_uint_eq(o->give_x, n);
    ck_assert_msg(o->give_sm == want[n][1] && t / 100 == want[n][0], "CTA %u goes to SM %u in cycle %u", n, o->give_sm, t);
    unsigned *slot = ends[o->give_sm];
    slot[slot[0] != 0] = t + 100 * takes[n++];
    last = slot[0] > slot[1] ? slot[0] : slot[1];
  }
  ck_assert_uint_eq(n, 12);
  ck_assert_uint_eq(last / 100, 34);
  ck_assert_uint_eq(m->gpu->ctasched.o.idle, 1);
  wt_bench_close(b);
}
END_TEST

static void add(TCase *tc) {
  tcase_add_test(tc, rules_hold_on_random_grids);
  tcase_add_test(tc, the_dispatch_figure_of_the_book);
}
int main(void) { return suite_main("wt_ctasched", add); }
