/* stencil.c - host reference of stencil.cu: one launch of each kernel. */
#include "warptwin_host.h"

enum { N = 500, BLOCK = 128, W = 40, H = 27, BX = 16, BY = 4 };

static wt_status run_1d(wt_session *s, const wt_host_ctx *ctx, wt_module *m, uint64_t *rng) {
  static const int32_t weight[7] = {1, 2, 3, 4, 3, 2, 1};
  int32_t in[N], want[N], n = N;
  wt_addr din, dout;
  wt_host_fill(rng, in, N, -1000, 2001);
  for (int i = 0; i < N; i++) {
    want[i] = 0;
    for (int k = 0; k < 7; k++) want[i] += i + k >= 3 && i + k - 3 < N ? weight[k] * in[i + k - 3] : 0;
  }
  WT_HOST_TRY(wt_host_in(s, in, sizeof in, &din));
  WT_HOST_TRY(wt_alloc(s, sizeof want, &dout));
  wt_dims dims = {{(N + BLOCK - 1) / BLOCK, 1, 1}, {BLOCK, 1, 1}, 0};
  wt_arg args[] = {WT_HOST_ARG(din), WT_HOST_ARG(dout), WT_HOST_ARG(n)};
  WT_HOST_TRY(wt_launch(s, m, "stencil1d", &dims, args, WT_HOST_COUNT(args)));
  return wt_host_expect(s, ctx, "out1d", dout, want, N);
}

static wt_status run_2d(wt_session *s, const wt_host_ctx *ctx, wt_module *m, uint64_t *rng) {
  int32_t in[W * H], want[W * H], w = W, h = H;
  wt_addr din, dout;
  wt_host_fill(rng, in, W * H, -1000, 2001);
  for (int i = 0; i < W * H; i++) {
    int x = i % W, y = i / W, inside = x > 0 && x < W - 1 && y > 0 && y < H - 1;
    want[i] = inside ? 4 * in[i] - in[i - 1] - in[i + 1] - in[i - W] - in[i + W] : in[i];
  }
  WT_HOST_TRY(wt_host_in(s, in, sizeof in, &din));
  WT_HOST_TRY(wt_alloc(s, sizeof want, &dout));
  wt_dims dims = {{(W + BX - 1) / BX, (H + BY - 1) / BY, 1}, {BX, BY, 1}, 0};
  wt_arg args[] = {WT_HOST_ARG(din), WT_HOST_ARG(dout), WT_HOST_ARG(w), WT_HOST_ARG(h)};
  WT_HOST_TRY(wt_launch(s, m, "stencil2d", &dims, args, WT_HOST_COUNT(args)));
  return wt_host_expect(s, ctx, "out2d", dout, want, W * H);
}

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  uint64_t rng = ctx->seed;
  wt_module *m;
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));
  WT_HOST_TRY(run_1d(s, ctx, m, &rng));
  return run_2d(s, ctx, m, &rng);
}
