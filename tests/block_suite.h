/* block_suite.h - what every block's Check suite starts from: open, reset, random lock-step on the usual shapes. */
#ifndef WT_BLOCK_SUITE_H
#define WT_BLOCK_SUITE_H
#include <string.h>

#include "tests/suite.h"
#include "bench/wt_bench.h"

static inline wt_bench *suite_open(const char *stem, const char *preset, const char *const *set, uint64_t seed) {
  char err[400];
  wt_bench *b = wt_bench_open(stem, preset, set, seed, err, sizeof err);
  ck_assert_msg(b != NULL, "%s", err);
  ck_assert_msg(wt_bench_reset(b) == 0, "%s", b->report);
  return b;
}

static inline void suite_random(const char *stem, const char *preset, const char *const *set, uint64_t cycles) {
  for (uint64_t seed = 1; seed <= 2; seed++) {
    wt_bench *b = suite_open(stem, preset, set, seed);
    ck_assert_msg(wt_bench_random(b, cycles) == 0, "%s seed %llu: %s", preset, (unsigned long long)seed, b->report);
    wt_bench_close(b);
  }
}

/* The three presets, one beat per instruction, and warp counts that are no power of two. */
static inline void suite_random_all(const char *stem, uint64_t cycles) {
  static const char *const wide[] = {"LANES=32", NULL}, *const odd[] = {"WARPS=3", NULL};
  suite_random(stem, "tiny", NULL, cycles);
  suite_random(stem, "small", NULL, cycles);
  suite_random(stem, "default", NULL, cycles);
  suite_random(stem, "default", wide, cycles);
  suite_random(stem, "tiny", odd, cycles);
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
