/* test_wt_sco.c - sub-warp combiner: each rule by an example, and random lock-step against sub-warps that are simulated one by one.
 * Numbers are the rules of docs/blocks/issue/wt_sco.md. */
#include <stdlib.h>

#include "isa/wt_isa.h"
#include "tests/block_suite.h"

enum { A, B, C, D };
static const char *const now[] = {"GROUPING=dwr", "WARPS=32", "WARP_SIZE=8", "DWR_SUBWARPS=4", "PST_LATENCY=0", NULL};
static const char *const later[] = {"GROUPING=dwr", "WARPS=32", "WARP_SIZE=8", "DWR_SUBWARPS=4", "PST_LATENCY=3", NULL};

/* Everything around it is still again after the edge. */
static void cycle(wt_bench *b) {
  wt_subcore *c = b->m->subcore;
  SUITE_CYCLE(b);
  c->sched.o.sel_valid = c->sched.o.sel_warp = c->sched.o.sync = c->sched.o.whole = 0;
  c->pst.o.rel_valid = c->pst.o.rel_row = c->pst.o.rel_mask = c->ilt.o.hit = 0;
  c->issue.o.ev_valid = c->issue.o.ev_warp = c->issue.o.ev_kind = 0;
  c->cfu->redir_valid = c->cfu->redir_warp = c->cfu->redir_stop = c->cfu->done_valid = c->cfu->done_warp = 0;
}
static void barrier(wt_bench *b, unsigned s, uint32_t index) {
  wt_sched_out *d = &b->m->subcore->sched.o;
  d->sel_valid = d->sync = 1, d->sel_warp = (uint8_t)s;
  uop_put_pc(b->m->subcore->ibuffer.o.uop, 16 * index);
}
static void issues(wt_bench *b, unsigned s, unsigned whole) {
  wt_sched_out *d = &b->m->subcore->sched.o;
  d->sel_valid = 1, d->sync = 0, d->whole = (uint8_t)whole, d->sel_warp = (uint8_t)s;
}
static void released(wt_bench *b, unsigned row, unsigned mask) {
  wt_pst_out *p = &b->m->subcore->pst.o;
  p->rel_valid = 1, p->rel_row = (uint8_t)row, p->rel_mask = (uint8_t)mask;
}
static void arrived(const wt_bench *b, int s, uint32_t index) {
  const wt_sco_out *o = &b->m->subcore->sco.o;
  ck_assert_int_eq(o->arr_valid ? o->arr_sub : -1, s);
  ck_assert_uint_eq(o->arr_pc, index);
}
static void states(const wt_bench *b, unsigned row, unsigned lock, unsigned comb, unsigned alone, unsigned grp) {
  const wt_sco_out *o = &b->m->subcore->sco.o;
  ck_assert_uint_eq(o->lock[row], lock);
  ck_assert_uint_eq(o->comb[row], comb);
  ck_assert_uint_eq(o->alone[row], alone);
  ck_assert_uint_eq(o->group[row], grp);
}

START_TEST(r1_r2_r4_without_delay_the_last_lock_and_the_group_are_one_cycle_apart) {
  wt_bench *b = suite_open("sco", "small", now, 1);
  barrier(b, 4 + A, 11);
  cycle(b);
  arrived(b, 4 + A, 11);
  states(b, 1, 1, 0, 0, 0);
  barrier(b, 4 + C, 11), released(b, 1, 1 << A | 1 << C);
  cycle(b);
  arrived(b, 4 + C, 11);
  states(b, 1, 0, 5, 0, 5);
  issues(b, 4 + A, 1);
  cycle(b);
  arrived(b, -1, 0);
  states(b, 1, 0, 0, 0, 0);
  wt_bench_close(b);
}
END_TEST

START_TEST(r2_the_micro_op_takes_effect_after_its_latency) {
  wt_bench *b = suite_open("sco", "small", later, 1);
  barrier(b, B, 40);
  cycle(b);
  barrier(b, D, 41);
  cycle(b);
  states(b, 0, 1 << B | 1 << D, 0, 0, 0);
  cycle(b);
  arrived(b, -1, 0);
  cycle(b);
  arrived(b, B, 40); /* three cycles behind its issue */
  cycle(b);
  arrived(b, D, 41);
  cycle(b);
  arrived(b, -1, 0);
  wt_bench_close(b);
}
END_TEST

START_TEST(r3_an_ignored_pc_lets_the_sub_warp_go_alone) {
  wt_bench *b = suite_open("sco", "small", now, 1);
  barrier(b, C, 11), b->m->subcore->ilt.o.hit = 1;
  cycle(b);
  states(b, 0, 0, 0, 1 << C, 0);
  cycle(b);
  issues(b, C, 0);
  cycle(b);
  states(b, 0, 0, 0, 0, 0);
  wt_bench_close(b);
}
END_TEST

/* A and D at 11, B and C at 20, released together: two groups, by their lowest member, beat by beat. */
START_TEST(r4_r5_r6_groups_of_equal_pcs_one_after_the_other) {
  wt_bench *b = suite_open("sco", "small", now, 1);
  barrier(b, B, 20);
  cycle(b);
  barrier(b, C, 20);
  cycle(b);
  barrier(b, A, 11);
  cycle(b);
  barrier(b, D, 11), released(b, 0, 15);
  cycle(b);
  states(b, 0, 0, 15, 0, 1 << A | 1 << D);
  issues(b, A, 0);
  cycle(b);
  states(b, 0, 0, 14, 0, 1 << D);
  issues(b, 9, 0); /* another large warp in between */
  cycle(b);
  states(b, 0, 0, 14, 0, 1 << D);
  issues(b, D, 0);
  cycle(b);
  states(b, 0, 0, 6, 0, 0);
  cycle(b);
  states(b, 0, 0, 6, 0, 6);
  issues(b, B, 1);
  cycle(b);
  states(b, 0, 0, 0, 0, 0);
  wt_bench_close(b);
}
END_TEST

START_TEST(r5_a_release_has_the_compare_unit_first) {
  wt_bench *b = suite_open("sco", "small", now, 1);
  barrier(b, A, 1);
  cycle(b);
  barrier(b, B, 2), released(b, 0, 3);
  cycle(b);
  barrier(b, 4, 7);
  cycle(b);
  barrier(b, 5, 7);
  cycle(b);
  issues(b, A, 0);
  cycle(b);
  states(b, 0, 0, 2, 0, 0);
  released(b, 1, 3);
  cycle(b);
  states(b, 0, 0, 2, 0, 0);
  states(b, 1, 0, 3, 0, 3);
  cycle(b);
  states(b, 0, 0, 2, 0, 2);
  wt_bench_close(b);
}
END_TEST

START_TEST(r1_r7_r8_who_sleeps_or_stops_is_away) {
  wt_bench *b = suite_open("sco", "small", now, 1);
  const uint8_t *away = b->m->subcore->sco.o.away;
  wt_subcore *c = b->m->subcore;
  c->issue.o.ev_valid = 1, c->issue.o.ev_warp = B, c->issue.o.ev_kind = WT_EV_BAR;
  cycle(b);
  ck_assert_uint_eq(away[0], 0); /* not the arrival at a CTA barrier, but the end of its paths */
  c->issue.o.ev_valid = 1, c->issue.o.ev_warp = B, c->issue.o.ev_kind = WT_EV_YIELD;
  cycle(b);
  ck_assert_uint_eq(away[0], 1 << B);
  c->cfu->redir_valid = 1, c->cfu->redir_warp = C, c->cfu->redir_stop = 1;
  cycle(b);
  ck_assert_uint_eq(away[0], 1 << B | 1 << C);
  c->cfu->redir_valid = 1, c->cfu->redir_warp = B; /* the yield's own redirect wakes nobody */
  cycle(b);
  ck_assert_uint_eq(away[0], 1 << B | 1 << C);
  c->cfu->redir_valid = 1, c->cfu->redir_warp = C;
  cycle(b);
  ck_assert_uint_eq(away[0], 1 << B);
  barrier(b, B, 11);
  cycle(b);
  ck_assert_uint_eq(away[0], 0);
  c->issue.o.ev_valid = 1, c->issue.o.ev_warp = D, c->issue.o.ev_kind = WT_EV_YIELD;
  c->cfu->redir_valid = 1, c->cfu->redir_warp = D, c->cfu->redir_stop = 1;
  cycle(b);
  c->cfu->done_valid = 1, c->cfu->done_warp = D;
  cycle(b);
  ck_assert_uint_eq(away[0], 0);
  wt_bench_close(b);
}
END_TEST

/* ---- sub-warps one by one ---- */
typedef struct {
  enum { RUN, WAIT, READY, EXCUSED } st;
  uint32_t pc;
  int slept, stopped, in_group;
} sub;
typedef struct {
  sub s[MAX_SUBS];
  struct {
    int sub;
    uint64_t due;
  } way[40];
  unsigned ways;
} world;

/* The lowest ready member of a large warp and all with its pc are the group. */
static void group(world *w, unsigned at, unsigned n) {
  int first = -1;
  for (unsigned i = at; i < at + n; i++) {
    if (w->s[i].st != READY) continue;
    if (first < 0) first = (int)i;
    w->s[i].in_group = w->s[i].pc == w->s[first].pc;
  }
}
static int open_group(const world *w, unsigned at, unsigned n) {
  int ready = 0;
  for (unsigned i = at; i < at + n; i++) {
    if (w->s[i].in_group) return 0;
    ready |= w->s[i].st == READY;
  }
  return ready;
}

static void after_edge(world *w, const wt_m *m, int arrives, unsigned open) {
  const wt_subcore *c = m->subcore;
  const wt_sched_out *d = &c->sched.o;
  unsigned n = m->S->DWR_SUBWARPS;
  if (d->sel_valid && d->sync) {
    sub *s = &w->s[d->sel_warp];
    s->st = WAIT, s->slept = 0, s->pc = (uint32_t)uop_get_pc(c->ibuffer.o.uop) / 16;
  } else if (d->sel_valid) {
    unsigned at = d->sel_warp / n * n;
    for (unsigned i = at; i < at + n; i++)
      if (i == d->sel_warp ? w->s[i].st != WAIT : d->whole && w->s[i].in_group) w->s[i].st = RUN, w->s[i].in_group = 0;
  }
  if (arrives >= 0 && c->ilt.o.hit) w->s[arrives].st = EXCUSED;
  if (c->pst.o.rel_valid) {
    unsigned at = c->pst.o.rel_row * n;
    for (unsigned i = 0; i < n; i++)
      if (c->pst.o.rel_mask >> i & 1) w->s[at + i].st = READY;
    group(w, at, n);
  } else if (open < m->S->SUBS) {
    group(w, open, n);
  }
  if (c->issue.o.ev_valid && c->issue.o.ev_kind == WT_EV_YIELD) w->s[c->issue.o.ev_warp].slept = 1;
  if (c->cfu->redir_valid) w->s[c->cfu->redir_warp].stopped = c->cfu->redir_stop;
  if (c->cfu->done_valid) w->s[c->cfu->done_warp].slept = w->s[c->cfu->done_warp].stopped = 0;
}

static void compare(const world *w, const wt_bench *b) {
  const wt_sco_out *o = &b->m->subcore->sco.o;
  unsigned n = b->shape.DWR_SUBWARPS;
  for (unsigned i = 0; i < b->shape.SUBS; i++) {
    const sub *s = &w->s[i];
    ck_assert_int_eq(o->lock[i / n] >> i % n & 1, s->st == WAIT);
    ck_assert_int_eq(o->comb[i / n] >> i % n & 1, s->st == READY);
    ck_assert_int_eq(o->alone[i / n] >> i % n & 1, s->st == EXCUSED);
    ck_assert_int_eq(o->group[i / n] >> i % n & 1, s->in_group);
    ck_assert_int_eq(o->away[i / n] >> i % n & 1, s->slept || s->stopped);
  }
}

static void random_run(const char *preset, const char *const *set, unsigned cycles) {
  wt_bench *b = suite_open("sco", preset, set, 31);
  world *w = calloc(1, sizeof *w);
  const wt_sched_out *d = &b->m->subcore->sched.o;
  unsigned n = b->shape.DWR_SUBWARPS, groups = 0, mixed = 0;
  for (unsigned t = 0; t < cycles; t++) {
    b->fns->stim(b->m, &b->rng, b->cycle);
    if (d->sel_valid && d->sync) w->way[w->ways].sub = d->sel_warp, w->way[w->ways++].due = t + b->shape.PST_LATENCY;
    int arrives = w->ways && w->way[0].due == t ? w->way[0].sub : -1;
    unsigned open = 0;
    while (open < b->shape.SUBS && !open_group(w, open, n)) open += n;
    uint32_t pc = arrives < 0 ? 0 : b->shape.PST_LATENCY ? w->s[arrives].pc : (uint32_t)uop_get_pc(b->m->subcore->ibuffer.o.uop) / 16;
    SUITE_CYCLE(b);
    arrived(b, arrives, pc);
    if (arrives >= 0) memmove(w->way, w->way + 1, --w->ways * sizeof *w->way);
    after_edge(w, b->m, arrives, open);
    compare(w, b);
    groups += b->m->subcore->pst.o.rel_valid, mixed += open < b->shape.SUBS;
  }
  ck_assert_uint_gt(groups, cycles / 100);
  ck_assert_uint_gt(mixed, cycles / 200);
  free(w);
  wt_bench_close(b);
}

START_TEST(random_traffic) {
  static const char *const half[] = {"GROUPING=dwr", "WARPS=16", NULL}, *const subs[] = {"GROUPING=dwr", "WARPS=64", "WARP_SIZE=8", NULL};
  static const char *const none[] = {"GROUPING=dwr", "WARPS=6", "PST_LATENCY=0", NULL};
  static const char *const one[] = {"GROUPING=dwr", "WARPS=4", "WARP_SIZE=4", "DWR_SUBWARPS=4", "PST_LATENCY=1", NULL};
  random_run("small", now, 20000);
  random_run("tiny", none, 20000);
  random_run("tiny", one, 20000);
  random_run("small", subs, 15000);
  random_run("thesis-tesla", half, 10000);
}
END_TEST

static void add(TCase *tc) {
  tcase_add_test(tc, r1_r2_r4_without_delay_the_last_lock_and_the_group_are_one_cycle_apart);
  tcase_add_test(tc, r2_the_micro_op_takes_effect_after_its_latency);
  tcase_add_test(tc, r3_an_ignored_pc_lets_the_sub_warp_go_alone);
  tcase_add_test(tc, r4_r5_r6_groups_of_equal_pcs_one_after_the_other);
  tcase_add_test(tc, r5_a_release_has_the_compare_unit_first);
  tcase_add_test(tc, r1_r7_r8_who_sleeps_or_stops_is_away);
  tcase_add_test(tc, random_traffic);
}
int main(void) { return suite_main("wt_sco", add); }
