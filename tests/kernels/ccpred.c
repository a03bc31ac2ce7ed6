/* ccpred.c - host reference of ccpred.cu: bounds below, inside and above the threads. */
#include "warptwin_host.h"

enum { BLOCK = 64 };

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  static const int32_t bounds[] = {0, 17, 64};
  int32_t x[2 * BLOCK], want[BLOCK];
  uint64_t rng = ctx->seed;
  wt_module *m;
  wt_addr dx, dout;
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));
  wt_host_fill(&rng, x, 2 * BLOCK, -1000000, 2000000);
  WT_HOST_TRY(wt_host_in(s, x, sizeof x, &dx));
  WT_HOST_TRY(wt_alloc(s, sizeof want, &dout));
  for (size_t b = 0; b < WT_HOST_COUNT(bounds); b++) {
    int32_t k = bounds[b];
    for (int t = 0; t < BLOCK; t++) want[t] = (k > t ? x[t] : t) * 3 + (k > t + 1 ? x[t + BLOCK] : k);
    wt_arg args[] = {WT_HOST_ARG(dx), WT_HOST_ARG(dout), WT_HOST_ARG(k)};
    WT_HOST_TRY(wt_host_launch(s, m, "ccpred", 1, BLOCK, args, WT_HOST_COUNT(args)));
    WT_HOST_TRY(wt_host_expect(s, ctx, "out", dout, want, BLOCK));
  }
  return WT_OK;
}
