/* coulomb.c - host reference of coulomb.cu: the same sum in double. */
#include <math.h>

#include "warptwin_host.h"

enum { WIDTH = 128, GRID = 4, CHARGES = 20, N = 4 * CHARGES };

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  uint64_t rng = ctx->seed;
  wt_module *m;
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));

  static float in[N];
  static float out[WIDTH * GRID * WT_HOST_SCALE_MAX];
  int32_t n = CHARGES, scale = wt_host_scale(ctx), block = scale > 1 ? WIDTH : 32, grid = GRID * scale;
  wt_addr din, dout;
  for (int i = 0; i < N; i++) in[i] = 0.1f + (float)wt_host_below(&rng, 10000) / 1000;
  for (int i = 0; i < block * grid; i++) {
    double v = 0;
    for (int k = 0; k < CHARGES; k++) {
      const float *c = in + 4 * k;
      double dx = c[0] - i % block * 0.5, dy = c[1] - i / block * 0.5;
      v += c[3] / sqrt(dx * dx + dy * dy + (double)c[2] * c[2]);
    }
    out[i] = (float)v;
  }
  WT_HOST_TRY(wt_host_in(s, in, sizeof in, &din));
  WT_HOST_TRY(wt_alloc(s, 4 * (size_t)(block * grid), &dout));
  wt_arg args[] = {WT_HOST_ARG(din), WT_HOST_ARG(dout), WT_HOST_ARG(n)};
  WT_HOST_TRY(wt_host_launch(s, m, "coulomb", (unsigned)grid, (unsigned)block, args, WT_HOST_COUNT(args)));
  return wt_host_near(s, ctx, "out", dout, out, (size_t)(block * grid), 1e-5, 1e-5);
}
