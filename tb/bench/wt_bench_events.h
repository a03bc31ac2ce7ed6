/* wt_bench_events.h - a bench that has failed as a file, and a smaller one: fewer cycles of stimulus, fewer inputs, while the same field goes wrong first.
 *
 * The file is JSON: block, shape, seed, what differed; and either "cycles", so many of the stimulus of the seed, or "events": a cycle each, an object of the inputs that
 * are not 0, hexadecimal. An input of several instances stands as INPUT[i].
 */
#ifndef WT_BENCH_EVENTS_H
#define WT_BENCH_EVENTS_H
#include <stdint.h>

#include "bench/wt_bench.h"

/* Of a bench that has failed. 0, or -1 with one line in err. */
int wt_bench_keep(const wt_bench *b, const char *preset, const char *const *set, uint64_t seed, const char *file, char *err, size_t errn);

typedef struct {
  uint64_t cycles, cycles_before; /* with the one that differs */
  unsigned events, events_before; /* inputs that are not 0 */
  unsigned attempts;
  char report[1200];
  char *listing; /* the events that are left, a line a cycle; free it */
} wt_bench_shrunk;
typedef struct {
  const char *file, *out;
  unsigned attempts;                     /* at most; 0 = 2000 */
  void (*begin)(void *ctx, wt_bench *b); /* before every run, or NULL */
  void *ctx;
} wt_bench_shrink_opts;
/* 0; 1: the difference does not come again; 2: bad input. Else one line in err. */
int wt_bench_shrink(const wt_bench_shrink_opts *o, wt_bench_shrunk *r, char *err, size_t errn);
/* Runs a file. 0: the same field differs; 1: not so, what happens is in report; 2 with one line in err. expect: what the file says. */
int wt_bench_again(const wt_bench_shrink_opts *o, char report[1200], char expect[1200], char *err, size_t errn);
#endif
