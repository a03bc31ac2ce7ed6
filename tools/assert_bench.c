/* assert_bench.c - host tool: one block under the random stimulus of its bench, without any comparison: only the assertions of the RTL look.
 *
 *   assert_bench STEM SEED CYCLES [KEY=VALUE...]   on preset tiny
 * The C twin runs along because the stimulus follows its state. Messages are Verilator's. Exit: 0 no assertion failed, 1 one did, 2 bad usage.
 */
#include <stdio.h>
#include <stdlib.h>

#include "bench/wt_bench.h"

int main(int argc, char **argv) {
  char err[400];
  if (argc < 4) return fprintf(stderr, "usage: assert_bench STEM SEED CYCLES [KEY=VALUE...]\n"), 2;
  uint64_t seed = strtoull(argv[2], NULL, 10), cycles = strtoull(argv[3], NULL, 10);
  wt_bench *b = wt_bench_open(argv[1], "tiny", (const char *const *)(argv + 4), seed, err, sizeof err);
  if (!b || !b->fns->stim) return fprintf(stderr, "assert_bench: %s\n", b ? "no stimulus" : err), 2;
  (void)wt_bench_reset(b); /* whether the twins agree after reset is not the question */
  for (uint64_t i = 0; i < cycles; i++) {
    b->fns->stim(b->m, &b->rng, i);
    if (b->fns->eval) b->fns->eval(b->m);
    wt_ls_drive(&b->ls);
    if (b->fns->tick) b->fns->tick(b->m);
    wt_ls_clock(&b->ls);
    if (b->fns->moore) b->fns->moore(b->m);
  }
  int failed = b->ls.part->rtl.api->failed(b->ls.part->rtl.h);
  wt_bench_close(b);
  return failed;
}
