/* coverage.c - every block's C twin alone under its random stimulus, for make coverage: the three presets, shapes with mode keys drawn at random
 * (policies, orders and latencies that a shape leaves to the launch), and shapes with small structural keys drawn besides. What is drawn comes from the number of the run, so that two runs count the same.
 * Prints the blocks that ran and how many cycles.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/wt_bench.h"

enum { CYCLES = 20000, DRAWN = 24, SHAPES = 24, MOST = 60 };

/* What a block needs to be there at all. */
static const struct {
  const char *stem, *set[3];
} wants[] = {{"l1d", {"L1_BYTES=1024"}}, {"sco", {"GROUPING=dwr"}}, {"ilt", {"GROUPING=dwr"}}, {"pst", {"GROUPING=dwr"}}, {"brx", {NULL}}};

/* Options of a shape that random values seldom make. */
static const struct {
  const char *preset, *set[3];
} options[] = {{"small", {"GROUPING=dwr"}}, {"small", {"SCOREBOARD=coon", "SB_SPLIT=1"}}, {"small", {"L1_BYTES=1024"}}};

/* 0: no such shape. */
static uint64_t run(const char *stem, const char *preset, const char *const *set, uint64_t seed) {
  char err[600];
  wt_bench *b = wt_bench_open_model(stem, preset, set, seed, err, sizeof err);
  if (!b) return 0;
  int bad = wt_bench_reset(b) || wt_bench_random(b, CYCLES);
  wt_bench_close(b);
  if (bad) fprintf(stderr, "coverage: %s has no stimulus\n", stem), exit(1);
  return CYCLES;
}

/* Mode keys at random, as many as make a shape; with structural also the keys that choose among two to four things. */
static unsigned draw(const char *preset, int structural, wt_rng *r, char text[MOST][60], const char **set, unsigned n) {
  wt_shape S;
  char err[300];
  if (wt_shape_preset(&S, preset, err, sizeof err)) abort();
  for (unsigned i = 0; i < n; i++) wt_shape_set(&S, set[i], err, sizeof err);
  for (unsigned i = 0; i < wt_nkeys && n < MOST - 1; i++) {
    const wt_key *k = &wt_keys[i];
    if (k->kind != 'M' && (!structural || k->kind != 'S' || k->max - k->min > 3)) continue;
    unsigned hi = k->max < 16 ? k->max : k->min + 16;
    snprintf(text[n], 60, "%s=%u", k->name, k->min + wt_below(r, hi - k->min + 1));
    wt_shape with = S;
    if (wt_shape_set(&with, text[n], err, sizeof err) || wt_shape_check(&with, err, sizeof err)) continue;
    S = with;
    set[n] = text[n];
    n++;
  }
  return n;
}

int main(void) {
  static const char *const presets[] = {"tiny", "small", "default"};
  for (const wt_block_fns *f = wt_block_table; f->stem; f++) {
    char text[MOST][60];
    const char *set[MOST] = {NULL};
    uint64_t cycles = 0;
    unsigned own = 0;
    for (size_t i = 0; i < sizeof wants / sizeof *wants; i++)
      for (unsigned j = 0; !strcmp(wants[i].stem, f->stem) && wants[i].set[j]; j++) set[own++] = wants[i].set[j];
    for (int p = 0; p < 3; p++) cycles += run(f->stem, presets[p], set, 1);
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) cycles += run(f->stem, options[i].preset, options[i].set, 1);
    for (uint64_t seed = 1; seed <= DRAWN + SHAPES; seed++) {
      wt_rng r = {seed};
      memset(set + own, 0, sizeof set - own * sizeof *set);
      draw(presets[seed % 2], seed > DRAWN, &r, text, set, own);
      cycles += run(f->stem, presets[seed % 2], set, seed);
    }
    printf("%s %llu\n", f->stem, (unsigned long long)cycles);
    if (!cycles) fprintf(stderr, "coverage: no shape has %s\n", f->stem), exit(1);
  }
  return 0;
}
