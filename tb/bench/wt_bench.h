/* wt_bench.h - one block, both twins, cycle by cycle: the base of the block benches and of their Check suites. */
#ifndef WT_BENCH_H
#define WT_BENCH_H
#include "bench/stim.h"
#include "bench/wt_bench_rows.h"
#include "cosim/wt_lockstep.h"

/* C functions of a block (instance 0); a missing one is NULL. */
typedef struct {
  const char *stem;
  void (*moore)(wt_m *m);
  void (*eval)(wt_m *m);
  void (*tick)(wt_m *m);
  wt_stim_fn stim;
} wt_block_fns;
extern const wt_block_fns wt_block_table[]; /* ends with stem = NULL */

typedef struct wt_bench {
  wt_m *m; /* inputs go into m->o.<driver> and m->q.<driver>; outputs and state of the block are there too */
  wt_shape shape;
  wt_ls ls;
  wt_rng rng;
  uint64_t cycle; /* since reset */
  const wt_block_fns *fns;
  char use[1200]; /* a user's module or object in the place of our RTL, "FILE[:MODULE]"; "": ours */
  int alone;      /* the C twin without RTL: nothing is compared */
  wt_bench_rows *rows;
  char report[1200]; /* after a failure: cycle, field, both values */
  /* in every cycle before its outputs are compared, or NULL */
  void (*on_settled)(void *ctx, const struct wt_bench *b);
  void *on_settled_ctx;
  int on; /* a difference does not end it */
} wt_bench;

/* set: NULL-terminated KEY=VALUE list or NULL. Mode keys are put into m->gpu->cfg. NULL on error with one line in err. */
wt_bench *wt_bench_open(const char *stem, const char *preset, const char *const *set, uint64_t seed, char *err, size_t errn);
/* Against our C block: the outputs of FILE[:MODULE], a user's module or object with the block's ports. NULL: as wt_bench_open. */
wt_bench *wt_bench_open_use(const char *stem, const char *use, const char *preset, const char *const *set, uint64_t seed, char *err, size_t errn);
/* The C twin alone, for suites that ask what they know of themselves: a mistake in it is then one in both twins. */
wt_bench *wt_bench_open_model(const char *stem, const char *preset, const char *const *set, uint64_t seed, char *err, size_t errn);
void wt_bench_close(wt_bench *b);
/* 0, or -1 with b->report. */
int wt_bench_reset(wt_bench *b);
int wt_bench_cycle(wt_bench *b);
/* stimulus + cycle, n times. */
int wt_bench_random(wt_bench *b, uint64_t n);
/* After b has failed: the same bench again from its seed, with waves of the cycles around the difference. first and last: which. 0, or -1 with one
 * line in err. */
int wt_bench_waves(const wt_bench *b, const char *preset, const char *const *set, uint64_t seed, const char *file, uint64_t *first, uint64_t *last,
                   char *err, size_t errn);
#endif
