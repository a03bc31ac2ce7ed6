/* dct.c - host reference of dct.cu: the double sum of the definition. */
#define _GNU_SOURCE
#include <math.h>

#include "warptwin_host.h"

enum { BLOCK = 32, GRID = 1, N = 4 * 64 * GRID };

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  uint64_t rng = ctx->seed;
  wt_module *m;
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));

  static float in[N];
  static float out[N];
  wt_addr din, dout;
  for (int i = 0; i < N; i++) in[i] = (float)wt_host_below(&rng, 256) - 128;
  for (int b = 0; b < N; b += 64)
    for (int u = 0; u < 64; u++) {
      double v = 0;
      for (int p = 0; p < 64; p++) v += in[b + p] * cos((2 * (p / 8) + 1) * (u / 8) * M_PI / 16) * cos((2 * (p % 8) + 1) * (u % 8) * M_PI / 16);
      out[b + u] = (float)(v * (u / 8 ? 0.5 : sqrt(0.125)) * (u % 8 ? 0.5 : sqrt(0.125)));
    }
  WT_HOST_TRY(wt_host_in(s, in, sizeof in, &din));
  WT_HOST_TRY(wt_alloc(s, sizeof out, &dout));
  wt_arg args[] = {WT_HOST_ARG(din), WT_HOST_ARG(dout)};
  WT_HOST_TRY(wt_host_launch(s, m, "dct", GRID, BLOCK, args, WT_HOST_COUNT(args)));
  return wt_host_near(s, ctx, "out", dout, out, N, 1e-3, 1e-5);
}
