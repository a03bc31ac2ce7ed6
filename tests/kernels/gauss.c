/* gauss.c - host reference of gauss.cu: the same elimination. */
#include <math.h>

#include "warptwin_host.h"

enum { E = 12, GRID = 2, MOST = GRID * WT_HOST_SCALE_MAX, BLOCK = E, CELLS = E * (E + 1) };

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  uint64_t rng = ctx->seed;
  wt_module *m;
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));

  static float in[MOST * CELLS];
  static float out[MOST * E];
  int grid = GRID * wt_host_scale(ctx);
  size_t bytes = 4 * (size_t)grid;
  wt_addr din, dout;
  for (int i = 0; i < grid * CELLS; i++) in[i] = (float)wt_host_below(&rng, 1000) / 250 + (i % CELLS / (E + 1) == i % (E + 1) ? 50 : 0);
  for (int g = 0; g < grid; g++) {
    float a[E][E + 1];
    memcpy(a, in + g * CELLS, sizeof a);
    for (int k = 0; k < E; k++)
      for (int r = k + 1; r < E; r++) {
        float f = a[r][k] / a[k][k];
        for (int j = k; j <= E; j++) a[r][j] = fmaf(-f, a[k][j], a[r][j]);
      }
    for (int k = E - 1; k >= 0; k--) {
      float v = a[k][E];
      for (int j = k + 1; j < E; j++) v = fmaf(-a[k][j], a[j][E], v);
      out[g * E + k] = a[k][E] = v / a[k][k];
    }
  }
  WT_HOST_TRY(wt_host_in(s, in, bytes * CELLS, &din));
  WT_HOST_TRY(wt_alloc(s, bytes * E, &dout));
  wt_arg args[] = {WT_HOST_ARG(din), WT_HOST_ARG(dout)};
  WT_HOST_TRY(wt_host_launch(s, m, "gauss", (unsigned)grid, BLOCK, args, WT_HOST_COUNT(args)));
  return wt_host_expect(s, ctx, "out", dout, out, (size_t)grid * E);
}
