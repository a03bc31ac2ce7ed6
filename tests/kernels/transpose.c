/* transpose.c - host reference of transpose.cu. */
#include "warptwin_host.h"

enum { W = 37, H = 50, TILE = 16 };

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  uint32_t in[W * H], want[W * H];
  int32_t w = W, h = H;
  uint64_t rng = ctx->seed;
  wt_module *m;
  wt_addr din, dout;
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));
  wt_host_fill_any(&rng, in, W * H);
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++) want[x * H + y] = in[y * W + x];
  WT_HOST_TRY(wt_host_in(s, in, sizeof in, &din));
  WT_HOST_TRY(wt_alloc(s, sizeof want, &dout));
  wt_dims dims = {{(W + TILE - 1) / TILE, (H + TILE - 1) / TILE, 1}, {TILE, TILE, 1}, 0};
  wt_arg args[] = {WT_HOST_ARG(din), WT_HOST_ARG(dout), WT_HOST_ARG(w), WT_HOST_ARG(h)};
  WT_HOST_TRY(wt_launch(s, m, "transpose", &dims, args, WT_HOST_COUNT(args)));
  return wt_host_expect(s, ctx, "out", dout, want, W * H);
}
