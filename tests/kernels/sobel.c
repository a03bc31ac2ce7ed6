/* sobel.c - host reference of sobel.cu: the two sums as matrices. */
#include "warptwin_host.h"

enum { W = 32, H = 12, BLOCK = W, GRID = H, N = W * H };

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  uint64_t rng = ctx->seed;
  wt_module *m;
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));

  static uint8_t in[N];
  static uint8_t out[N];
  int32_t w = W, h = H;
  wt_addr din, dout;
  for (int i = 0; i < N; i++) in[i] = (uint8_t)wt_host_next(&rng);
  static const int g[9] = {-1, 0, 1, -2, 0, 2, -1, 0, 1};
  for (int y = 1; y < H - 1; y++)
    for (int x = 1; x < W - 1; x++) {
      int gx = 0, gy = 0;
      for (int k = 0; k < 9; k++) {
        int v = in[(y + k / 3 - 1) * W + x + k % 3 - 1];
        gx += g[k] * v, gy += g[k % 3 * 3 + k / 3] * v;
      }
      int v = (gx < 0 ? -gx : gx) + (gy < 0 ? -gy : gy);
      out[y * W + x] = (uint8_t)(v > 255 ? 255 : v);
    }
  WT_HOST_TRY(wt_host_in(s, in, sizeof in, &din));
  WT_HOST_TRY(wt_alloc(s, sizeof out, &dout));
  wt_arg args[] = {WT_HOST_ARG(din), WT_HOST_ARG(dout), WT_HOST_ARG(w), WT_HOST_ARG(h)};
  WT_HOST_TRY(wt_host_launch(s, m, "sobel", GRID, BLOCK, args, WT_HOST_COUNT(args)));
  return wt_host_expect(s, ctx, "out", dout, out, N / 4);
}
