/* block_suite.h - what every block's Check suite starts from: open, reset, random lock-step on the usual shapes, with a model of the document's rules
 * beside the twins. WT_C_ONLY=1 leaves the RTL out: then only what a suite knows of itself can fail (make rule-mutants). */
#ifndef WT_BLOCK_SUITE_H
#define WT_BLOCK_SUITE_H
#include <string.h>

#include "tests/suite.h"
#include "bench/wt_bench.h"

static inline wt_bench *suite_open_as(int alone, const char *stem, const char *preset, const char *const *set, uint64_t seed) {
  char err[400];
  wt_bench *b = (alone || getenv("WT_C_ONLY") ? wt_bench_open_model : wt_bench_open)(stem, preset, set, seed, err, sizeof err);
  ck_assert_msg(b != NULL, "%s", err);
  ck_assert_msg(wt_bench_reset(b) == 0, "%s", b->report);
  return b;
}
static inline wt_bench *suite_open(const char *stem, const char *preset, const char *const *set, uint64_t seed) {
  return suite_open_as(0, stem, preset, set, seed);
}

/* The warp of the SM in a slot of a sub-core, counted out: large warp g (GROUPING=dwr; else each warp is one) lies whole in sub-core g mod SUBCORES, and
 * those of a sub-core have its slots one after the other. */
static inline unsigned suite_warp(const wt_shape *S, unsigned subcore, unsigned slot) {
  const unsigned large = S->GROUPING == WT_GROUPING_dwr ? S->DWR_SUBWARPS : 1;
  unsigned w = 0;
  for (unsigned before = 0;; w++)
    if (w / large % S->SUBCORES == subcore && before++ == slot) return w;
}

/* Bits of state that a block declares for the shape of a bench. */
static inline uint64_t suite_state_bits(const wt_bench *b) {
  const wt_blk *blk = wt_bench_rows_blk(b->rows);
  uint64_t bits = 0;
  for (unsigned r = 0; r < blk->nrows; r++)
    if (blk->rows[r].kind == WT_ROW_FF || blk->rows[r].kind == WT_ROW_MEM) bits += wt_row_bits(&blk->rows[r]);
  return bits;
}

static inline void suite_random(const char *stem, const char *preset, const char *const *set, uint64_t cycles) {
  if (getenv("WT_C_ONLY")) cycles /= 4; /* nothing is compared: what every row keeps to (bench/wt_bench_rows.h) shows sooner */
  for (uint64_t seed = 1; seed <= 2; seed++) {
    wt_bench *b = suite_open(stem, preset, set, seed);
    ck_assert_msg(wt_bench_random(b, cycles) == 0, "%s seed %llu: %s", preset, (unsigned long long)seed, b->report);
    wt_bench_close(b);
  }
}

/* A model of a block, written from the numbered rules of its document alone. `rules` sees the inputs of a cycle before the clock edge, keeps what
 * the outputs of this cycle must be, and takes its own step; `look` compares after the edge: combinational outputs still show this cycle, the
 * others and the state the next. `start` follows the reset and may take over rows that the document does not reset. */
typedef struct {
  const char *stem;
  void (*start)(const wt_bench *b);
  void (*rules)(const wt_bench *b);
  void (*look)(const wt_bench *b);
} suite_model;

/* Without RTL a row that is not reset comes up with anything, as it does in the RTL. */
static inline void suite_unset(const wt_bench *b) {
  wt_rng r = {b->rng.state ^ 77};
  const wt_blk *blk = wt_bench_rows_blk(b->rows);
  for (unsigned i = 0; i < blk->nrows; i++) {
    const wt_row *row = &blk->rows[i];
    if (row->kind != WT_ROW_MEM && (row->kind != WT_ROW_FF || row->flag)) continue;
    uint32_t words[MAX_WS * 64];
    uint8_t *p = wt_row_ptr(b->m, blk, row, 0);
    for (unsigned j = 0; j < (row->kind == WT_ROW_MEM ? row->depth : 1) && row->elemw * row->n <= 32 * MAX_WS * 64; j++) {
      for (unsigned k = 0; k < (row->elemw * row->n + 31) / 32; k++) words[k] = (uint32_t)wt_rand(&r);
      if (row->elemw * row->n % 32) words[row->elemw * row->n / 32] &= (1u << row->elemw * row->n % 32) - 1;
      wt_row_unpack(row, p + j * wt_row_stride(row), words);
    }
  }
  if (b->fns->moore) b->fns->moore(b->m);
}

static inline void suite_rules_as(int alone, const suite_model *k, const char *preset, const char *const *set, uint64_t cycles) {
  for (uint64_t seed = 1; seed <= 2; seed++) {
    wt_bench *b = suite_open_as(alone, k->stem, preset, set, seed);
    if (b->alone) suite_unset(b);
    k->start(b);
    for (uint64_t i = 0; i < cycles; i++) {
      b->fns->stim(b->m, &b->rng, b->cycle);
      k->rules(b);
      if (wt_bench_cycle(b)) ck_abort_msg("%s seed %llu: %s", preset, (unsigned long long)seed, b->report);
      k->look(b);
    }
    ck_assert_msg(wt_bench_random(b, 1) == 0, "%s seed %llu: %s", preset, (unsigned long long)seed, b->report); /* and every row of every memory */
    wt_bench_close(b);
  }
}
static inline void suite_rules(const suite_model *k, const char *preset, const char *const *set, uint64_t cycles) {
  suite_rules_as(0, k, preset, set, cycles);
}
/* ... the C twin without RTL, where the lock-step of the shape is another test's, or no RTL of that shape is wanted. */
static inline void suite_rules_alone(const suite_model *k, const char *preset, const char *const *set, uint64_t cycles) {
  suite_rules_as(1, k, preset, set, cycles);
}
/* A rule of the model does not hold. (An assertion of Check tells its parent where it is each time; this one only when it fails.) */
#define SUITE_RULE(b, n, what, have, want)                                                                                                          \
  do {                                                                                                                                              \
    uint64_t have_ = (uint64_t)(have), want_ = (uint64_t)(want);                                                                                    \
    if (have_ != want_)                                                                                                                             \
      ck_abort_msg("rule %s, cycle %llu, %s: 0x%llx, the rule says 0x%llx", n, (unsigned long long)(b)->cycle - 1, what, (unsigned long long)have_, \
                   (unsigned long long)want_);                                                                                                      \
  } while (0)

/* The three presets, one beat per instruction, and warp counts that are no power of two. */
static inline void suite_random_all(const char *stem, uint64_t cycles) {
  static const char *const wide[] = {"LANES=32", NULL}, *const odd[] = {"WARPS=3", NULL};
  suite_random(stem, "tiny", NULL, cycles);
  suite_random(stem, "small", NULL, cycles);
  suite_random(stem, "default", NULL, cycles);
  suite_random(stem, "default", wide, cycles);
  suite_random(stem, "tiny", odd, cycles);
}

static inline void suite_rules_all(const suite_model *k, uint64_t cycles) {
  static const char *const wide[] = {"LANES=32", NULL}, *const odd[] = {"WARPS=3", NULL};
  static const char *const most[] = {"WARPS=64", NULL}; /* a step too far leaves the arrays */
  suite_rules(k, "tiny", NULL, cycles);
  suite_rules(k, "small", NULL, cycles);
  suite_rules(k, "default", NULL, cycles);
  suite_rules(k, "default", wide, cycles);
  suite_rules(k, "tiny", odd, cycles);
  suite_rules_alone(k, "default", most, cycles / 4);
}

/* One clock with the inputs that are set; fails the test when the twins differ. */
#define SUITE_CYCLE(b) ck_assert_msg(wt_bench_cycle(b) == 0, "%s", (b)->report)

static inline int suite_main(const char *name, void (*add)(TCase *tc)) {
  Suite *s = suite_create(name);
  TCase *tc = tcase_create(name);
  tcase_set_timeout(tc, 900);
  add(tc);
  suite_add_tcase(s, tc);
  return suite_run(s);
}
#endif
