/* kmeans.c - host reference of kmeans.cu: the same assignment and sums. */
#include "warptwin_host.h"

enum { N = 100, K = 5, BLOCK = 64 };

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  uint64_t rng = ctx->seed;
  wt_module *m;
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));

  int32_t p[3 * N], centre[3 * K], member[N], sum[3 * K] = {0}, count[K] = {0}, zero[3 * K] = {0}, n = N, k = K;
  wt_addr dp, dc, dm, ds, dn;
  wt_host_fill(&rng, p, 3 * N, -1000, 2000);
  wt_host_fill(&rng, centre, 3 * K, -1000, 2000);
  for (int i = 0; i < N; i++) {
    float best = 3e38f;
    for (int c = 0; c < K; c++) {
      volatile float d = 0, q;
      for (int j = 0; j < 3; j++) {
        float t = (float)(p[3 * i + j] - centre[3 * c + j]);
        q = t * t, d = d + q;
      }
      if (d < best) best = d, member[i] = c;
    }
    count[member[i]]++;
    for (int j = 0; j < 3; j++) sum[3 * member[i] + j] += p[3 * i + j];
  }
  WT_HOST_TRY(wt_host_in(s, p, sizeof p, &dp));
  WT_HOST_TRY(wt_host_in(s, centre, sizeof centre, &dc));
  WT_HOST_TRY(wt_alloc(s, sizeof member, &dm));
  WT_HOST_TRY(wt_host_in(s, zero, sizeof sum, &ds));
  WT_HOST_TRY(wt_host_in(s, zero, sizeof count, &dn));
  wt_arg args[] = {WT_HOST_ARG(dp), WT_HOST_ARG(dc), WT_HOST_ARG(dm), WT_HOST_ARG(ds), WT_HOST_ARG(dn), WT_HOST_ARG(n), WT_HOST_ARG(k)};
  WT_HOST_TRY(wt_host_launch(s, m, "kmeans", (N + BLOCK - 1) / BLOCK, BLOCK, args, WT_HOST_COUNT(args)));
  WT_HOST_TRY(wt_host_expect(s, ctx, "member", dm, member, N));
  WT_HOST_TRY(wt_host_expect(s, ctx, "sum", ds, sum, 3 * K));
  return wt_host_expect(s, ctx, "count", dn, count, K);
}
