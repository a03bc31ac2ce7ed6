/* test_wt_ilt.c - ignore list: each rule by an example, and random lock-step against lists of whole pcs in the order of their entry.
 * Numbers are the rules of docs/blocks/issue/wt_ilt.md. */
#include <stdlib.h>

#include "tests/block_suite.h"

static const char *const thesis[] = {"GROUPING=dwr", "ILT_SETS=4", "ILT_WAYS=8", NULL};
static const char *const half[] = {"GROUPING=dwr", "WARPS=16", NULL}; /* 64 slots, what every build has room for */

static void learn(wt_bench *b, uint32_t pc) {
  b->m->subcore->sco.o.arr_valid = 0, b->m->subcore->sco.o.arr_pc = 0;
  b->m->subcore->pst.o.learn_valid = 1, b->m->subcore->pst.o.learn_pc = pc;
  SUITE_CYCLE(b);
  b->m->subcore->pst.o.learn_valid = 0, b->m->subcore->pst.o.learn_pc = 0;
}
static unsigned hit(wt_bench *b, uint32_t pc) {
  b->m->subcore->sco.o.arr_valid = 1, b->m->subcore->sco.o.arr_pc = pc;
  SUITE_CYCLE(b);
  return b->m->subcore->ilt.o.hit;
}

START_TEST(r1_r2_r3_what_was_learned_hits_from_the_next_cycle_on) {
  wt_bench *b = suite_open("ilt", "small", thesis, 3);
  ck_assert_uint_eq(hit(b, 0), 0); /* empty: also tags that stand there by chance */
  b->m->subcore->pst.o.learn_valid = 1, b->m->subcore->pst.o.learn_pc = 0x123;
  ck_assert_uint_eq(hit(b, 0x123), 0);
  b->m->subcore->pst.o.learn_valid = 0, b->m->subcore->pst.o.learn_pc = 0;
  ck_assert_uint_eq(hit(b, 0x123), 1);
  ck_assert_uint_eq(hit(b, 0x122), 0); /* another set */
  ck_assert_uint_eq(hit(b, 0x127), 0); /* another tag */
  ck_assert_uint_eq(hit(b, 0x80000123), 0);
  b->m->subcore->sco.o.arr_valid = 0;
  SUITE_CYCLE(b);
  ck_assert_uint_eq(b->m->subcore->ilt.o.hit, 0);
  wt_bench_close(b);
}
END_TEST

/* Nine pcs of one set: the oldest goes, whatever was hit in between. */
START_TEST(r3_the_oldest_of_a_set_is_replaced) {
  wt_bench *b = suite_open("ilt", "small", thesis, 3);
  for (uint32_t i = 0; i < 8; i++) learn(b, 4 * i + 1);
  learn(b, 2); /* another set */
  for (uint32_t i = 0; i < 8; i++) ck_assert_uint_eq(hit(b, 4 * i + 1), 1);
  for (uint32_t i = 8; i < 20; i++) {
    learn(b, 4 * i + 1);
    ck_assert_uint_eq(hit(b, 4 * (i - 8) + 1), 0);
    for (uint32_t k = i - 7; k <= i; k++) ck_assert_uint_eq(hit(b, 4 * k + 1), 1);
  }
  ck_assert_uint_eq(hit(b, 2), 1);
  wt_bench_close(b);
}
END_TEST

START_TEST(r4_a_pc_is_entered_once) {
  wt_bench *b = suite_open("ilt", "small", thesis, 3);
  for (uint32_t i = 0; i < 7; i++) learn(b, 4 * i);
  for (int k = 0; k < 20; k++) learn(b, 8);
  learn(b, 400);
  ck_assert_uint_eq(hit(b, 0), 1); /* eight pcs: nothing was replaced */
  ck_assert_uint_eq(hit(b, 400), 1);
  wt_bench_close(b);
}
END_TEST

START_TEST(r5_reset_empties_it) {
  wt_bench *b = suite_open("ilt", "small", thesis, 3);
  learn(b, 77);
  ck_assert_uint_eq(hit(b, 77), 1);
  ck_assert_int_eq(wt_bench_reset(b), 0);
  ck_assert_uint_eq(hit(b, 77), 0);
  wt_bench_close(b);
}
END_TEST

/* The pcs that are in the list, oldest first. */
typedef struct {
  uint32_t pc[MAX_ILT_SETS * MAX_ILT_WAYS];
  unsigned n;
} list;

static int in_list(const list *l, uint32_t pc) {
  for (unsigned i = 0; i < l->n; i++)
    if (l->pc[i] == pc) return 1;
  return 0;
}
static void enter(list *l, uint32_t pc, unsigned sets, unsigned ways) {
  unsigned same = 0, oldest = l->n;
  if (in_list(l, pc)) return;
  for (unsigned i = l->n; i--;)
    if (l->pc[i] % sets == pc % sets) same++, oldest = i;
  if (same == ways) {
    l->n--;
    memmove(l->pc + oldest, l->pc + oldest + 1, (l->n - oldest) * sizeof *l->pc);
  }
  l->pc[l->n++] = pc;
}

static void random_run(const char *preset, const char *const *set, unsigned cycles) {
  wt_bench *b = suite_open("ilt", preset, set, 9);
  list *l = calloc(1, sizeof *l);
  unsigned hits = 0;
  for (unsigned t = 0; t < cycles; t++) {
    const wt_sco_out *a = &b->m->subcore->sco.o;
    const wt_pst_out *p = &b->m->subcore->pst.o;
    b->fns->stim(b->m, &b->rng, b->cycle);
    int expected = a->arr_valid && in_list(l, a->arr_pc);
    SUITE_CYCLE(b);
    ck_assert_int_eq(b->m->subcore->ilt.o.hit, expected);
    if (p->learn_valid) enter(l, p->learn_pc, b->shape.ILT_SETS, b->shape.ILT_WAYS);
    hits += (unsigned)expected;
  }
  ck_assert_uint_gt(hits, cycles / 10);
  ck_assert_uint_lt(hits, cycles * 3 / 4);
  free(l);
  wt_bench_close(b);
}

START_TEST(random_pcs) {
  static const char *const dwr[] = {"GROUPING=dwr", NULL}, *const one[] = {"GROUPING=dwr", "ILT_SETS=2", "ILT_WAYS=1", NULL};
  static const char *const odd[] = {"GROUPING=dwr", "ILT_SETS=8", "ILT_WAYS=3", NULL};
  random_run("tiny", dwr, 20000);
  random_run("tiny", one, 20000);
  random_run("tiny", odd, 20000);
  random_run("thesis-tesla", half, 20000);
}
END_TEST

START_TEST(geometry_of_the_thesis_is_124_bytes_and_three_bits_a_set) {
  wt_bench *b = suite_open("ilt", "thesis-tesla", half, 1);
  ck_assert_uint_eq(suite_state_bits(b), 124 * 8 + 4 * 3);
  wt_bench_close(b);
}
END_TEST

static void add(TCase *tc) {
  tcase_add_test(tc, r1_r2_r3_what_was_learned_hits_from_the_next_cycle_on);
  tcase_add_test(tc, r3_the_oldest_of_a_set_is_replaced);
  tcase_add_test(tc, r4_a_pc_is_entered_once);
  tcase_add_test(tc, r5_reset_empties_it);
  tcase_add_test(tc, random_pcs);
  tcase_add_test(tc, geometry_of_the_thesis_is_124_bytes_and_three_bits_a_set);
}
int main(void) { return suite_main("wt_ilt", add); }
