/* nearest.c - host reference of nearest.cu: the same roots. */
#include <math.h>

#include "warptwin_host.h"

enum { BLOCK = 128, GRID = 2, MOST = BLOCK * GRID * WT_HOST_SCALE_MAX };

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  uint64_t rng = ctx->seed;
  wt_module *m;
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));

  static float in[2 * MOST];
  static float out[MOST];
  int scale = wt_host_scale(ctx), block = scale > 1 ? BLOCK : 64, n = block * GRID * scale;
  wt_addr din, dout;
  for (int i = 0; i < 2 * n; i++) in[i] = (float)wt_host_below(&rng, 1u << 20) / 1024;
  for (int w = 0; w < n; w += 32) {
    float least = 3e38f;
    for (int i = w; i < w + 32; i++) {
      volatile float dx = in[2 * i] - in[0], dy = in[2 * i + 1] - in[1], a = dx * dx, b = dy * dy, q = a + b;
      least = fminf(least, sqrtf(q));
    }
    for (int i = w; i < w + 32; i++) out[i] = least;
  }
  WT_HOST_TRY(wt_host_in(s, in, 8 * (size_t)n, &din));
  WT_HOST_TRY(wt_alloc(s, 4 * (size_t)n, &dout));
  wt_arg args[] = {WT_HOST_ARG(din), WT_HOST_ARG(dout)};
  WT_HOST_TRY(wt_host_launch(s, m, "nearest", (unsigned)(n / block), (unsigned)block, args, WT_HOST_COUNT(args)));
  return wt_host_expect(s, ctx, "out", dout, out, (size_t)n);
}
