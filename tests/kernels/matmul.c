/* matmul.c - host reference of matmul.cu. */
#include "warptwin_host.h"

enum { M = 18, N = 22, K = 20, TILE = 8, MOST = WT_HOST_SCALE_MAX * WT_HOST_SCALE_MAX };

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  static int32_t a[M * K * MOST], b[K * N * MOST], want[M * N * MOST];
  int32_t scale = wt_host_scale(ctx), mm = M * scale, n = N * scale, k = K * scale;
  uint64_t rng = ctx->seed;
  wt_module *m;
  wt_addr da, db, dc;
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));
  wt_host_fill(&rng, a, (size_t)(mm * k), -1000, 2001);
  wt_host_fill(&rng, b, (size_t)(k * n), -1000, 2001);
  for (int y = 0; y < mm; y++)
    for (int x = 0; x < n; x++) {
      int32_t sum = 0;
      for (int i = 0; i < k; i++) sum += a[y * k + i] * b[i * n + x];
      want[y * n + x] = sum;
    }
  WT_HOST_TRY(wt_host_in(s, a, 4 * (size_t)(mm * k), &da));
  WT_HOST_TRY(wt_host_in(s, b, 4 * (size_t)(k * n), &db));
  WT_HOST_TRY(wt_alloc(s, 4 * (size_t)(mm * n), &dc));
  wt_dims dims = {{(unsigned)(n + TILE - 1) / TILE, (unsigned)(mm + TILE - 1) / TILE, 1}, {TILE, TILE, 1}, 0};
  wt_arg args[] = {WT_HOST_ARG(da), WT_HOST_ARG(db), WT_HOST_ARG(dc), WT_HOST_ARG(mm), WT_HOST_ARG(n), WT_HOST_ARG(k)};
  WT_HOST_TRY(wt_launch(s, m, "matmul", &dims, args, WT_HOST_COUNT(args)));
  return wt_host_expect(s, ctx, "c", dc, want, (size_t)(mm * n));
}
