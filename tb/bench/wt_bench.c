/* wt_bench.c - block benches. */
#include "bench/wt_bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/wt_wide.h"
#include "spec/wt_modes.h"

static wt_bench *open_bench(const char *stem, const char *use, const char *preset, const char *const *set, uint64_t seed, int alone, char *err,
                            size_t errn) {
  wt_bench *b = calloc(1, sizeof *b);
  if (!b) return snprintf(err, errn, "out of memory"), NULL;
  if (wt_shape_preset(&b->shape, preset, err, errn)) return free(b), NULL;
  for (; set && *set; set++)
    if (wt_shape_set(&b->shape, *set, err, errn)) return free(b), NULL;
  if (wt_shape_check(&b->shape, err, errn) || wt_wide_runs(&b->shape, err, errn)) return free(b), NULL;
  for (b->fns = wt_block_table; b->fns->stem && strcmp(b->fns->stem, stem);) b->fns++;
  if (!b->fns->stem) return snprintf(err, errn, "no block '%s'", stem), free(b), NULL;
  if (!(b->m = wt_m_new(&b->shape))) return snprintf(err, errn, "out of memory"), free(b), NULL;
  b->m->gpu->alone = 1;
  wt_gpu_bind(b->m->gpu, stem);
  b->rng.state = seed;
  wt_cfg_modes(b->m);
  b->alone = alone;
  if (!(b->rows = wt_bench_rows_new(b->m, stem))) return snprintf(err, errn, "out of memory"), wt_bench_close(b), NULL;
  char hide[1300];
  const char *const opaque[] = {hide};
  snprintf(b->use, sizeof b->use, "%s", use ? use : "");
  snprintf(hide, sizeof hide, "%s=%s", stem, b->use);
  const wt_ls_how how = {.stem = stem, .opaque = opaque, .n_opaque = use != NULL, .seed = seed};
  if (!alone && wt_ls_open_how(&b->ls, b->m, &how, err, errn)) return wt_bench_close(b), NULL;
  return b;
}

wt_bench *wt_bench_open(const char *stem, const char *preset, const char *const *set, uint64_t seed, char *err, size_t errn) {
  return open_bench(stem, NULL, preset, set, seed, 0, err, errn);
}
wt_bench *wt_bench_open_use(const char *stem, const char *use, const char *preset, const char *const *set, uint64_t seed, char *err, size_t errn) {
  return open_bench(stem, use, preset, set, seed, 0, err, errn);
}
wt_bench *wt_bench_open_model(const char *stem, const char *preset, const char *const *set, uint64_t seed, char *err, size_t errn) {
  return open_bench(stem, NULL, preset, set, seed, 1, err, errn);
}

void wt_bench_close(wt_bench *b) {
  if (!b) return;
  wt_ls_close(&b->ls);
  wt_bench_rows_free(b->rows);
  wt_m_free(b->m);
  free(b);
}

static int failed(wt_bench *b, const char *when) {
  int n = snprintf(b->report, sizeof b->report, "cycle %llu, %s: ", (unsigned long long)b->cycle, when);
  wt_ls_describe(&b->ls, b->report + n, sizeof b->report - (size_t)n);
  return -1;
}

int wt_bench_reset(wt_bench *b) {
  b->cycle = 0;
  if (b->alone) wt_m_reset(b->m);
  else if (wt_ls_reset(&b->ls)) return failed(b, "reset value");
  if (b->fns->moore) b->fns->moore(b->m);
  return 0;
}

/* Beside the RTL, which compares what it can, in some of the cycles. */
static int misfit(wt_bench *b) {
  char why[300];
  if (!b->alone && b->cycle % 64) return 0;
  if (!(b->alone && wt_bench_rows_noted(b->rows, why, sizeof why)) && !wt_bench_rows_fit(b->rows, why, sizeof why)) return 0;
  snprintf(b->report, sizeof b->report, "cycle %llu: %s", (unsigned long long)b->cycle - 1, why);
  return -1;
}

int wt_bench_cycle(wt_bench *b) {
  if (b->fns->eval) b->fns->eval(b->m);
  if (!b->alone) wt_ls_drive(&b->ls);
  if (b->on_settled) b->on_settled(b->on_settled_ctx, b);
  if (!b->alone && wt_ls_outputs(&b->ls) && !b->on) return failed(b, "before the clock edge");
  if (b->alone) wt_bench_rows_start(b->rows);
  if (b->fns->tick) b->fns->tick(b->m);
  if (!b->alone && wt_ls_edge(&b->ls) && !b->on) return failed(b, "after the clock edge");
  if (b->fns->moore) b->fns->moore(b->m);
  b->cycle++;
  return b->on ? 0 : misfit(b);
}

int wt_bench_random(wt_bench *b, uint64_t n) {
  if (!b->fns->stim) return snprintf(b->report, sizeof b->report, "block %s has no stimulus", b->fns->stem), -1;
  for (uint64_t i = 0; i < n; i++) {
    b->fns->stim(b->m, &b->rng, b->cycle);
    if (wt_bench_cycle(b)) return -1;
  }
  return !b->alone && wt_ls_sweep(&b->ls) ? failed(b, "memory sweep") : 0;
}
