/* test_wt_pst.c - partner synchronisation table: each rule by an example, and random lock-step against a table that is kept per sub-warp.
 * Numbers are the rules of docs/blocks/issue/wt_pst.md. */
#include <stdlib.h>

#include "state/wt_rows.h"
#include "tests/block_suite.h"

enum { A, B, C, D, PARTNERS };
static const char *const four[] = {"GROUPING=dwr", "WARPS=32", "WARP_SIZE=8", "DWR_SUBWARPS=4", NULL};

static wt_bench *open_four(wt_warps exist) {
  wt_bench *b = suite_open("pst", "small", four, 5);
  b->m->subcore->sched.o.resident = exist;
  return b;
}

/* One cycle in which sub-warp s arrives at pc (s = -1: none); hit: its pc is in the ignore list. */
static void cycle(wt_bench *b, int s, uint32_t pc, int hit) {
  wt_sco_out *a = &b->m->subcore->sco.o;
  a->arr_valid = s >= 0, a->arr_sub = (uint8_t)(s >= 0 ? s : 0), a->arr_pc = s >= 0 ? pc : 0;
  b->m->subcore->ilt.o.hit = (uint8_t)hit;
  SUITE_CYCLE(b);
}
/* ... and what must come of it: row -1: no release. learnt 0: nothing. */
static void expect(wt_bench *b, int s, uint32_t pc, int row, unsigned mask, uint32_t learnt) {
  const wt_pst_out *o = &b->m->subcore->pst.o;
  cycle(b, s, pc, 0);
  ck_assert_int_eq(o->rel_valid ? o->rel_row : -1, row);
  ck_assert_uint_eq(o->rel_mask, mask);
  ck_assert_uint_eq(o->learn_valid, learnt != 0);
  ck_assert_uint_eq(o->learn_pc, learnt);
}

START_TEST(r1_r5_the_last_partner_releases_all) {
  wt_bench *b = open_four(0xf);
  expect(b, C, 11, -1, 0, 0);
  ck_assert_uint_eq(b->m->subcore->pst.q.pc[0], 11);
  expect(b, A, 11, -1, 0, 0);
  expect(b, -1, 0, -1, 0, 0);
  expect(b, D, 11, -1, 0, 0);
  expect(b, B, 11, 0, 0xf, 0);
  ck_assert_uint_eq(b->m->subcore->pst.q.valid, 0);
  ck_assert_uint_eq(b->m->subcore->pst.q.lock[0], 0);
  expect(b, -1, 0, -1, 0, 0);
  wt_bench_close(b);
}
END_TEST

START_TEST(r2_an_ignored_pc_does_not_lock) {
  wt_bench *b = open_four(0x3);
  cycle(b, A, 11, 1);
  ck_assert_uint_eq(b->m->subcore->pst.q.valid, 0);
  expect(b, B, 11, -1, 0, 0);
  cycle(b, A, 12, 1); /* the other partner waits: neither learned nor released */
  ck_assert_uint_eq(b->m->subcore->pst.o.learn_valid + b->m->subcore->pst.o.rel_valid, 0);
  expect(b, A, 11, 0, 3, 0);
  wt_bench_close(b);
}
END_TEST

START_TEST(r3_another_pc_is_learned_and_locks_all_the_same) {
  wt_bench *b = open_four(0x7);
  expect(b, A, 11, -1, 0, 0);
  expect(b, B, 20, -1, 0, 20);
  ck_assert_uint_eq(b->m->subcore->pst.q.pc[0], 11); /* the first pc alone is compared: 20 again is another one again */
  expect(b, C, 20, 0, 7, 20);
  expect(b, A, 20, -1, 0, 0); /* a new row */
  wt_bench_close(b);
}
END_TEST

START_TEST(r4_only_existing_partners_count_and_an_exit_completes) {
  wt_bench *b = open_four(0x7); /* D does not exist */
  expect(b, A, 11, -1, 0, 0);
  expect(b, C, 11, -1, 0, 0);
  b->m->subcore->sched.o.resident = 0x5; /* B ends: nobody arrives */
  expect(b, -1, 0, 0, 5, 0);
  expect(b, -1, 0, -1, 0, 0);
  b->m->subcore->sched.o.resident = 0x1; /* alone: goes on at once */
  expect(b, A, 12, 0, 1, 0);
  wt_bench_close(b);
}
END_TEST

START_TEST(r4_r6_a_partner_that_is_away_counts_as_locked_and_teaches_only_if_asked) {
  for (unsigned any = 0; any < 2; any++) {
    wt_bench *b = open_four(0xf);
    b->m->gpu->cfg.learn = (uint8_t)any;
    b->m->subcore->sco.o.away[0] = 1 << D;
    expect(b, A, 11, -1, 0, 0);
    expect(b, B, 11, -1, 0, 0);
    b->m->subcore->sco.o.away[0] = 0; /* a level: D is back before the others come */
    expect(b, C, 11, -1, 0, 0);
    b->m->subcore->cfu->at_bar = 1 << D | 1 << 4; /* at the CTA barrier, and so is a sub-warp of another large warp */
    expect(b, -1, 0, 0, 7, any ? 11 : 0);
    b->m->subcore->cfu->at_bar = 0, b->m->subcore->sco.o.away[0] = 1 << D;
    expect(b, A, 30, -1, 0, 0);
    expect(b, B, 31, -1, 0, 31);
    expect(b, C, 32, 0, 7, 32); /* one pc a cycle: the arrival's */
    b->m->subcore->sched.o.resident = 3;
    b->m->subcore->sco.o.away[0] = 1 << B;
    expect(b, A, 40, 0, 1, any ? 40 : 0); /* a row that was never there before */
    wt_bench_close(b);
  }
}
END_TEST

START_TEST(r5_one_row_a_cycle_the_lowest_first) {
  wt_bench *b = open_four(0xffff);
  for (int large = 0; large < 3; large++)
    for (int m = 0; m < 3; m++) expect(b, 4 * large + m, 11, -1, 0, 0);
  b->m->subcore->sched.o.resident = 0x7777;
  expect(b, 12, 50, 0, 7, 0);
  expect(b, -1, 0, 1, 7, 0);
  expect(b, 13, 50, 2, 7, 0);
  expect(b, 14, 50, 3, 7, 0);
  wt_bench_close(b);
}
END_TEST

/* What the rules say, kept per sub-warp: where it waits, and since when (0: not at all). */
typedef struct {
  uint32_t pc[MAX_SUBS];
  uint64_t since[MAX_SUBS];
} waits;

static unsigned first_of_row(const waits *w, unsigned at, unsigned n) {
  unsigned first = at + n;
  for (unsigned s = at; s < at + n; s++)
    if (w->since[s] && (first == at + n || w->since[s] < w->since[first])) first = s;
  return first;
}

static void random_run(const char *preset, const char *const *set, unsigned cycles) {
  wt_bench *b = suite_open("pst", preset, set, 77);
  waits *w = calloc(1, sizeof *w);
  const wt_pst_out *o = &b->m->subcore->pst.o;
  unsigned n = b->shape.DWR_SUBWARPS, releases = 0, lessons = 0;
  for (unsigned t = 1; t <= cycles; t++) {
    const wt_sco_out *a = &b->m->subcore->sco.o;
    uint32_t learnt = 0;
    int learns = 0;
    b->fns->stim(b->m, &b->rng, b->cycle);
    if (a->arr_valid && !b->m->subcore->ilt.o.hit) {
      unsigned at = a->arr_sub / n * n, first = first_of_row(w, at, n);
      if (first < at + n && w->pc[first] != a->arr_pc) learns = 1, learnt = a->arr_pc;
      w->pc[a->arr_sub] = a->arr_pc, w->since[a->arr_sub] = t;
    }
    int row = -1;
    unsigned mask = 0;
    for (unsigned at = 0; at < b->shape.SUBS && row < 0; at += n) {
      unsigned waiting = 0, missing = 0, absent = 0;
      for (unsigned m = 0; m < n; m++) {
        int exists = at + m < b->shape.SLOTS && b->m->subcore->sched.o.resident >> (at + m) & 1, waits_here = w->since[at + m] != 0;
        waiting |= (unsigned)waits_here << m;
        if (exists && !waits_here) a->away[at / n] >> m & 1 || b->m->subcore->cfu->at_bar >> (at + m) & 1 ? absent++ : missing++;
      }
      if (!waiting || missing) continue;
      row = (int)(at / n), mask = waiting;
      if (b->m->gpu->cfg.learn && absent && !learns) learns = 1, learnt = w->pc[first_of_row(w, at, n)];
    }
    SUITE_CYCLE(b);
    ck_assert_int_eq(o->rel_valid ? o->rel_row : -1, row);
    ck_assert_uint_eq(o->rel_mask, mask);
    ck_assert_int_eq(o->learn_valid, learns);
    ck_assert_uint_eq(o->learn_pc, learnt);
    for (unsigned m = 0; row >= 0 && m < n; m++) w->since[(unsigned)row * n + m] = 0;
    releases += row >= 0, lessons += (unsigned)learns;
  }
  ck_assert_uint_gt(releases, cycles / 200);
  ck_assert_uint_gt(lessons, cycles / 400);
  free(w);
  wt_bench_close(b);
}

START_TEST(random_arrivals) {
  static const char *const dwr[] = {"GROUPING=dwr", NULL};
  static const char *const pairs[] = {"GROUPING=dwr", "WARPS=6", NULL}, *const subs[] = {"GROUPING=dwr", "WARPS=64", "WARP_SIZE=8", NULL};
  random_run("tiny", dwr, 20000);
  random_run("tiny", pairs, 20000);
  random_run("small", subs, 20000);
  static const char *const half[] = {"GROUPING=dwr", "WARPS=16", NULL};
  random_run("thesis-tesla", half, 20000);
}
END_TEST

START_TEST(geometry_of_the_thesis_is_82_bytes) {
  wt_shape S;
  char err[200];
  unsigned bits = 0;
  ck_assert_int_eq(wt_shape_preset(&S, "thesis-tesla", err, sizeof err), 0);
  ck_assert_int_eq(wt_shape_set(&S, "GROUPING=dwr", err, sizeof err), 0);
  ck_assert_int_eq(wt_shape_check(&S, err, sizeof err), 0);
  ck_assert_uint_eq(S.SLOTS, 128); /* slots of sub-warps, whatever the key WARPS says */
  ck_assert_uint_eq(S.SLOT_LANES, 8);
  ck_assert_uint_eq(S.LARGE, 16);
  wt_blks *blks = wt_blks_new(&S);
  const wt_blk *pst = wt_blk_find(blks, "pst");
  for (unsigned r = 0; r < pst->nrows; r++)
    if (pst->rows[r].kind == WT_ROW_FF || pst->rows[r].kind == WT_ROW_MEM) bits += (unsigned)wt_row_bits(&pst->rows[r]);
  ck_assert_uint_eq(bits, 82 * 8);
  wt_blks_free(blks);
}
END_TEST

START_TEST(bad_geometry_is_one_clear_line) {
  static const struct {
    const char *set[4], *says;
  } t[] = {
    {{"DWR_SUBWARPS=3"}, "illegal shape: DWR_SUBWARPS must be 2, 4 or 8 (DWR_SUBWARPS=3)"},
    {{"DWR_SUBWARPS=8", "LANES=16"},
     "illegal shape: a large warp has at most 64 threads: make DWR_SUBWARPS * LANES smaller (DWR_SUBWARPS=8, LANES=16)"},
    {{"LANES=2", "WARPS=16"}, "illegal shape: at most 128 sub-warps: make WARPS * WARP_SIZE / LANES smaller (WARPS=16, WARP_SIZE=32, LANES=2)"},
    {{"WARPS=3", "WARP_SIZE=8"},
     "illegal shape: the WARPS * WARP_SIZE / LANES sub-warps must fill large warps of DWR_SUBWARPS (WARPS=3, WARP_SIZE=8, "
     "LANES=8, DWR_SUBWARPS=8)"},
    {{"ILT_SETS=3"}, "illegal shape: ILT_SETS must be a power of two (ILT_SETS=3)"},
    {{"ILT_WAYS=17"}, "--set ILT_WAYS=17: illegal value; use a number from 1 to 16"},
    {{"PST_LATENCY=33"}, "--set PST_LATENCY=33: illegal value; use a number from 0 to 32"},
    {{"ILT_LEARN=all"}, "--set ILT_LEARN=all: illegal value; use one of: differ, any"},
  };
  for (size_t i = 0; i < sizeof t / sizeof *t; i++) {
    wt_shape S;
    char err[400] = "";
    int rc = wt_shape_preset(&S, "small", err, sizeof err);
    if (!rc) rc = wt_shape_set(&S, "GROUPING=dwr", err, sizeof err);
    for (unsigned k = 0; k < 4 && t[i].set[k] && !rc; k++) rc = wt_shape_set(&S, t[i].set[k], err, sizeof err);
    if (!rc) rc = wt_shape_check(&S, err, sizeof err);
    ck_assert_int_eq(rc, -1);
    ck_assert_str_eq(err, t[i].says);
  }
}
END_TEST

static void add(TCase *tc) {
  tcase_add_test(tc, bad_geometry_is_one_clear_line);
  tcase_add_test(tc, r1_r5_the_last_partner_releases_all);
  tcase_add_test(tc, r2_an_ignored_pc_does_not_lock);
  tcase_add_test(tc, r3_another_pc_is_learned_and_locks_all_the_same);
  tcase_add_test(tc, r4_only_existing_partners_count_and_an_exit_completes);
  tcase_add_test(tc, r4_r6_a_partner_that_is_away_counts_as_locked_and_teaches_only_if_asked);
  tcase_add_test(tc, r5_one_row_a_cycle_the_lowest_first);
  tcase_add_test(tc, random_arrivals);
  tcase_add_test(tc, geometry_of_the_thesis_is_82_bytes);
}
int main(void) { return suite_main("wt_pst", add); }
