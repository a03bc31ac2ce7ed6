/* wt_bench_wave.c - waves of a bench that has failed. */
#include <stdio.h>

#include "bench/wt_bench.h"
#include "cosim/wt_wave.h"
#include "lib/wt_snap.h"

typedef struct {
  wt_wave *wave;
  uint64_t from;
} recorder;

static void record(void *ctx, const wt_bench *b) {
  const recorder *r = ctx;
  if (b->cycle >= r->from) wt_wave_fst.cycle(r->wave, b->cycle);
}

/* Up to cycle `until`, with the difference at cycle `bad`. */
static void run_again(wt_bench *b, recorder *r, uint64_t bad, uint64_t until) {
  b->on_settled = record, b->on_settled_ctx = r;
  b->on = 1;
  while (b->cycle <= until) {
    b->fns->stim(b->m, &b->rng, b->cycle);
    uint64_t at = b->cycle;
    wt_bench_cycle(b);
    /* a difference of the state is seen in the cycle after the edge, one of the outputs in its own */
    if (b->ls.diff && at <= bad && b->cycle > bad) wt_wave_mark(r->wave, b->ls.diff_is_output ? bad : bad + 1, -1);
  }
}

int wt_bench_waves(const wt_bench *failed, const char *preset, const char *const *set, uint64_t seed, const char *file, uint64_t *first,
                   uint64_t *last, char *err, size_t errn) {
  uint64_t bad = failed->cycle;
  recorder r = {NULL, bad > WT_SNAP_WINDOW ? bad - WT_SNAP_WINDOW : 0};
  wt_bench *b = wt_bench_open_use(failed->fns->stem, *failed->use ? failed->use : NULL, preset, set, seed, err, errn);
  int rc = -1;
  if (!b) return -1;
  if (wt_bench_reset(b)) snprintf(err, errn, "the values of reset differ");
  else if ((r.wave = wt_wave_open(file, b->m, &b->ls, -1, err, errn))) {
    run_again(b, &r, bad, bad + WT_SNAP_AFTER);
    rc = wt_wave_fst.close(r.wave, err, errn);
    *first = r.from, *last = b->cycle - 1;
  }
  wt_bench_close(b);
  return rc;
}
