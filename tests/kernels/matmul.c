/* matmul.c - host reference of matmul.cu. */
#include "warptwin_host.h"

enum { M = 18, N = 22, K = 20, TILE = 8 };

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  int32_t a[M * K], b[K * N], want[M * N] = {0}, mm = M, n = N, k = K;
  uint64_t rng = ctx->seed;
  wt_module *m;
  wt_addr da, db, dc;
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));
  wt_host_fill(&rng, a, M * K, -1000, 2001);
  wt_host_fill(&rng, b, K * N, -1000, 2001);
  for (int y = 0; y < M; y++)
    for (int x = 0; x < N; x++)
      for (int i = 0; i < K; i++) want[y * N + x] += a[y * K + i] * b[i * N + x];
  WT_HOST_TRY(wt_host_in(s, a, sizeof a, &da));
  WT_HOST_TRY(wt_host_in(s, b, sizeof b, &db));
  WT_HOST_TRY(wt_alloc(s, sizeof want, &dc));
  wt_dims dims = {{(N + TILE - 1) / TILE, (M + TILE - 1) / TILE, 1}, {TILE, TILE, 1}, 0};
  wt_arg args[] = {WT_HOST_ARG(da), WT_HOST_ARG(db), WT_HOST_ARG(dc), WT_HOST_ARG(mm), WT_HOST_ARG(n), WT_HOST_ARG(k)};
  WT_HOST_TRY(wt_launch(s, m, "matmul", &dims, args, WT_HOST_COUNT(args)));
  return wt_host_expect(s, ctx, "c", dc, want, M * N);
}
