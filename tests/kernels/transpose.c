/* transpose.c - host reference of transpose.cu. */
#include "warptwin_host.h"

enum { W = 37, H = 50, MOST = W * H * WT_HOST_SCALE_MAX * WT_HOST_SCALE_MAX, TILE = 16 };

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  static uint32_t in[MOST], want[MOST];
  int32_t w = W * wt_host_scale(ctx), h = H * wt_host_scale(ctx);
  size_t n = (size_t)(w * h);
  uint64_t rng = ctx->seed;
  wt_module *m;
  wt_addr din, dout;
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));
  wt_host_fill_any(&rng, in, n);
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) want[x * h + y] = in[y * w + x];
  WT_HOST_TRY(wt_host_in(s, in, 4 * n, &din));
  WT_HOST_TRY(wt_alloc(s, 4 * n, &dout));
  wt_dims dims = {{(unsigned)(w + TILE - 1) / TILE, (unsigned)(h + TILE - 1) / TILE, 1}, {TILE, TILE, 1}, 0};
  wt_arg args[] = {WT_HOST_ARG(din), WT_HOST_ARG(dout), WT_HOST_ARG(w), WT_HOST_ARG(h)};
  WT_HOST_TRY(wt_launch(s, m, "transpose", &dims, args, WT_HOST_COUNT(args)));
  return wt_host_expect(s, ctx, "out", dout, want, n);
}
