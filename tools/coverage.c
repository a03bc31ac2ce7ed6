/* coverage.c - every block's C twin alone under its random stimulus, for make coverage: the three presets, shapes with mode keys drawn at random
 * (policies, orders and latencies that a shape leaves to the launch), and shapes with small structural keys drawn besides. What is drawn comes from the number of the run, so that two runs count the same.
 * Prints the blocks that ran and how many cycles. coverage [BLOCK].
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/wt_bench_draw.h"
#include "spec/wt_paths.h"

enum { CYCLES = 20000, DRAWN = 24, SHAPES = 24, MOST = WT_BENCH_MOST };

/* What a block needs to be there at all. */
static const struct {
  const char *stem, *set[3];
} wants[] = {{"l1d", {"L1_BYTES=1024"}},
             {"sco", {"GROUPING=dwr"}},
             {"ilt", {"GROUPING=dwr"}},
             {"pst", {"GROUPING=dwr"}},
             {"brx", {NULL}},
             {"hanoi_yr", {"DIVERGENCE=hanoi_yr"}},
             {"hanoi", {"DIVERGENCE=hanoi"}},
             {"barrier", {"DIVERGENCE=barrier"}},
             {"multipath", {"DIVERGENCE=multipath"}},
             {"simt_stack", {"DIVERGENCE=simt_stack"}}};

/* Options of a shape that random values seldom make. */
static const struct {
  const char *preset, *set[3];
} options[] = {{"small", {"GROUPING=dwr"}},
               {"small", {"GROUPING=dwr", "PST_LATENCY=0"}},
               {"small", {"SCOREBOARD=coon", "SB_SPLIT=1"}},
               {"small", {"L1_BYTES=1024"}},
               {"small", {"FP_LAT=7", "FP64_LAT=7"}}};

static int unit(const char *stem) {
  for (size_t i = 0; i < sizeof wants / sizeof *wants; i++)
    if (!strcmp(stem, wants[i].stem)) return wants[i].set[0] && !strncmp(wants[i].set[0], "DIVERGENCE=", 11);
  return 0;
}
/* Control-flow units answer the harness, too: what paths a warp has, and how full its tables are. */
static int asked(const wt_bench *b) {
  wt_path p[WT_MAX_PATHS];
  unsigned used[2];
  if (!unit(b->fns->stem)) return 0; /* run() was given its DIVERGENCE */
  for (unsigned w = 0; w < b->shape.SLOTS; w++) wt_paths(b->m, w, p), wt_occupancy(b->m, w, used);
  return 0;
}

/* 0: no such shape. */
static uint64_t run(const char *stem, const char *preset, const char *const *set, uint64_t seed) {
  char err[600];
  wt_bench *b = wt_bench_open_model(stem, preset, set, seed, err, sizeof err);
  if (!b) return 0;
  int bad = wt_bench_reset(b);
  for (uint64_t c = 0; c < CYCLES && !bad; c += 16) bad = wt_bench_random(b, 16) || asked(b);
  wt_bench_close(b);
  if (bad) fprintf(stderr, "coverage: %s has no stimulus\n", stem), exit(1);
  return CYCLES;
}

int main(int argc, char **argv) {
  static const char *const presets[] = {"tiny", "small", "default"};
  for (const wt_block_fns *f = wt_block_table; f->stem; f++) {
    if (argc > 1 && strcmp(argv[1], f->stem)) continue;
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
      wt_bench_draw(presets[seed % 2], seed > DRAWN, &r, text, set, own);
      cycles += run(f->stem, presets[seed % 2], set, seed);
    }
    printf("%s %llu\n", f->stem, (unsigned long long)cycles);
    if (!cycles) fprintf(stderr, "coverage: no shape has %s\n", f->stem), exit(1);
  }
  return 0;
}
