/* backprop.c - host reference of backprop.cu: the same sums in double. */
#include <math.h>

#include "warptwin_host.h"

enum { IN = 16, N = 48, MOST = N * WT_HOST_SCALE_MAX };

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  uint64_t rng = ctx->seed;
  wt_module *m;
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));

  static float in[IN + MOST * (IN + 1)];
  static float out[MOST];
  int32_t scale = wt_host_scale(ctx), n = N * scale;
  unsigned block = scale > 1 ? 128 : 32;
  wt_addr din, dout;
  for (int i = 0; i < IN + n * (IN + 1); i++) in[i] = (float)wt_host_below(&rng, 2000) / 1000 - 1;
  for (int j = 0; j < n; j++) {
    const float *w = in + IN + j * (IN + 1);
    double sum = w[IN];
    for (int k = 0; k < IN; k++) sum += (double)in[k] * w[k];
    out[j] = (float)(1 / (1 + exp(-sum)));
  }
  WT_HOST_TRY(wt_host_in(s, in, 4 * (size_t)(IN + n * (IN + 1)), &din));
  WT_HOST_TRY(wt_alloc(s, 4 * (size_t)n, &dout));
  wt_arg args[] = {WT_HOST_ARG(din), WT_HOST_ARG(dout), WT_HOST_ARG(n)};
  WT_HOST_TRY(wt_host_launch(s, m, "backprop", ((unsigned)n + block - 1) / block, block, args, WT_HOST_COUNT(args)));
  return wt_host_near(s, ctx, "out", dout, out, (size_t)n, 1e-5, 1e-5);
}
