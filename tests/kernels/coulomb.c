/* coulomb.c - host reference of coulomb.cu: the same sum in double. */
#include <math.h>

#include "warptwin_host.h"

enum { BLOCK = 32, GRID = 4, CHARGES = 20, N = 4 * CHARGES };

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  uint64_t rng = ctx->seed;
  wt_module *m;
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));

  static float in[N];
  static float out[BLOCK * GRID];
  int32_t n = CHARGES;
  wt_addr din, dout;
  for (int i = 0; i < N; i++) in[i] = 0.1f + (float)wt_host_below(&rng, 10000) / 1000;
  for (int i = 0; i < BLOCK * GRID; i++) {
    double v = 0;
    for (int k = 0; k < CHARGES; k++) {
      const float *c = in + 4 * k;
      double dx = c[0] - i % BLOCK * 0.5, dy = c[1] - i / BLOCK * 0.5;
      v += c[3] / sqrt(dx * dx + dy * dy + (double)c[2] * c[2]);
    }
    out[i] = (float)v;
  }
  WT_HOST_TRY(wt_host_in(s, in, sizeof in, &din));
  WT_HOST_TRY(wt_alloc(s, sizeof out, &dout));
  wt_arg args[] = {WT_HOST_ARG(din), WT_HOST_ARG(dout), WT_HOST_ARG(n)};
  WT_HOST_TRY(wt_host_launch(s, m, "coulomb", GRID, BLOCK, args, WT_HOST_COUNT(args)));
  return wt_host_near(s, ctx, "out", dout, out, BLOCK * GRID, 1e-5, 1e-5);
}
