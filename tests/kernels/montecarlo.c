/* montecarlo.c - host reference of montecarlo.cu: the same generators and points. */
#include "warptwin_host.h"

enum { BLOCK = 64, GRID = 2, N = BLOCK * GRID, TRIALS = 20 };

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  uint64_t rng = ctx->seed;
  wt_module *m;
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));

  uint64_t seed[N];
  int32_t hits = 0, zero = 0, trials = TRIALS;
  wt_addr ds, dh;
  for (int i = 0; i < N; i++) {
    uint64_t x = seed[i] = wt_host_next(&rng);
    for (int k = 0; k < TRIALS; k++) {
      x = x * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
      uint64_t a = x >> 48, b = x >> 32 & 0xffff;
      hits += a * a + b * b < UINT64_C(1) << 32;
    }
  }
  WT_HOST_TRY(wt_host_in(s, seed, sizeof seed, &ds));
  WT_HOST_TRY(wt_host_in(s, &zero, sizeof zero, &dh));
  wt_arg args[] = {WT_HOST_ARG(ds), WT_HOST_ARG(dh), WT_HOST_ARG(trials)};
  WT_HOST_TRY(wt_host_launch(s, m, "montecarlo", GRID, BLOCK, args, WT_HOST_COUNT(args)));
  return wt_host_expect(s, ctx, "hits", dh, &hits, 1);
}
