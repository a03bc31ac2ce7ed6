/* mandel.c - host reference of mandel.cu: the same operations, each rounded. */
#include "warptwin_host.h"

enum { W = 32, H = 8, MOST = 40 };

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  uint64_t rng = ctx->seed;
  wt_module *m;
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));

  int32_t count[H * W], w = W, h = H, most = MOST;
  wt_addr dc;
  (void)rng;
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++) {
      volatile float cr = (float)x * (3.0f / 32), ci = (float)y * 0.25f, zr = 0, zi = 0, a, b, t;
      int n = 0;
      cr = -2.0f + cr, ci = -1.0f + ci;
      for (; n < MOST; n++) {
        a = zr * zr, b = zi * zi, t = a + b;
        if (t > 4.0f) break;
        t = 2.0f * zr, t = t * zi, zi = t + ci;
        t = a - b, zr = t + cr;
      }
      count[y * W + x] = n;
    }
  WT_HOST_TRY(wt_alloc(s, sizeof count, &dc));
  wt_dims dims = {{1, H, 1}, {W, 1, 1}, 0};
  wt_arg args[] = {WT_HOST_ARG(dc), WT_HOST_ARG(w), WT_HOST_ARG(h), WT_HOST_ARG(most)};
  WT_HOST_TRY(wt_launch(s, m, "mandel", &dims, args, WT_HOST_COUNT(args)));
  return wt_host_expect(s, ctx, "count", dc, count, W * H);
}
