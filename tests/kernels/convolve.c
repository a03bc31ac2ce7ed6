/* convolve.c - host reference of convolve.cu: the same sum. */
#include "warptwin_host.h"

enum { BLOCK = 64, GRID = 2, N = BLOCK * GRID };

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  uint64_t rng = ctx->seed;
  wt_module *m;
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));

  static int32_t in[N];
  static int32_t out[N];
  int32_t n = N;
  wt_addr din, dout;
  wt_host_fill(&rng, in, N, -1000, 2000);
  static const int taps[7] = {1, 6, 15, 20, 15, 6, 1};
  for (int i = 0; i < N; i++) {
    out[i] = 0;
    for (int k = -3; k <= 3; k++) out[i] += taps[k + 3] * in[i + k < 0 ? 0 : i + k >= N ? N - 1 : i + k];
  }
  WT_HOST_TRY(wt_host_in(s, in, sizeof in, &din));
  WT_HOST_TRY(wt_alloc(s, sizeof out, &dout));
  wt_arg args[] = {WT_HOST_ARG(din), WT_HOST_ARG(dout), WT_HOST_ARG(n)};
  WT_HOST_TRY(wt_host_launch(s, m, "convolve", GRID, BLOCK, args, WT_HOST_COUNT(args)));
  return wt_host_expect(s, ctx, "out", dout, out, N);
}
