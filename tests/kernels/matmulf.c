/* matmulf.c - host reference of matmulf.cu: sums in the order of the tiles, every step fused. */
#include <math.h>

#include "warptwin_host.h"

enum { M = 18, N = 22, K = 20, TILE = 8 };

static void numbers(uint64_t *rng, float *v, int n) {
  int32_t t[M * K > K * N ? M * K : K * N];
  wt_host_fill(rng, t, (size_t)n, -100000, 200001);
  for (int i = 0; i < n; i++) v[i] = (float)t[i] * 0.0137f;
}

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  float a[M * K], b[K * N], c[M * N];
  int32_t want[M * N], mm = M, n = N, k = K;
  uint64_t rng = ctx->seed;
  wt_module *m;
  wt_addr da, db, dc;
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));
  numbers(&rng, a, M * K);
  numbers(&rng, b, K * N);
  for (int y = 0; y < M; y++)
    for (int x = 0; x < N; x++) {
      float sum = 0;
      for (int i = 0; i < (K + TILE - 1) / TILE * TILE; i++) sum = i < K ? fmaf(a[y * K + i], b[i * N + x], sum) : fmaf(0, 0, sum);
      c[y * N + x] = sum;
    }
  memcpy(want, c, sizeof want);
  WT_HOST_TRY(wt_host_in(s, a, sizeof a, &da));
  WT_HOST_TRY(wt_host_in(s, b, sizeof b, &db));
  WT_HOST_TRY(wt_alloc(s, sizeof want, &dc));
  wt_dims dims = {{(N + TILE - 1) / TILE, (M + TILE - 1) / TILE, 1}, {TILE, TILE, 1}, 0};
  wt_arg args[] = {WT_HOST_ARG(da), WT_HOST_ARG(db), WT_HOST_ARG(dc), WT_HOST_ARG(mm), WT_HOST_ARG(n), WT_HOST_ARG(k)};
  WT_HOST_TRY(wt_launch(s, m, "matmulf", &dims, args, WT_HOST_COUNT(args)));
  return wt_host_expect(s, ctx, "c", dc, want, M * N);
}
