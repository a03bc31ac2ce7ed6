/* compact.c - host reference of compact.cu: the order of the output is free, so both sides are sorted. */
#include "warptwin_host.h"
#include <stdlib.h>

enum { N = 2000, BLOCK = 80, LIMIT = 300 };

static int by_value(const void *a, const void *b) {
  int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
  return (x > y) - (x < y);
}

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  int32_t in[N], want[N] = {0}, got[N], n = N, limit = LIMIT, count = 0;
  uint64_t rng = ctx->seed;
  wt_module *m;
  wt_addr din, dout, dcount;
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));
  wt_host_fill(&rng, in, N, 1, 1000);
  for (int i = 0; i < N; i++)
    if (in[i] > LIMIT) want[count++] = in[i];
  WT_HOST_TRY(wt_host_in(s, in, sizeof in, &din));
  WT_HOST_TRY(wt_alloc(s, sizeof got, &dout));
  WT_HOST_TRY(wt_alloc(s, sizeof count, &dcount));
  wt_dims dims = {{(N + BLOCK - 1) / BLOCK, 1, 1}, {BLOCK, 1, 1}, 0};
  wt_arg args[] = {WT_HOST_ARG(din), WT_HOST_ARG(dout), WT_HOST_ARG(dcount), WT_HOST_ARG(n), WT_HOST_ARG(limit)};
  WT_HOST_TRY(wt_launch(s, m, "compact", &dims, args, WT_HOST_COUNT(args)));
  WT_HOST_TRY(wt_host_expect(s, ctx, "count", dcount, &count, 1));
  WT_HOST_TRY(wt_copy_out(s, got, dout, sizeof got));
  qsort(want, (size_t)count, sizeof *want, by_value);
  qsort(got, (size_t)count, sizeof *got, by_value);
  return wt_host_same(ctx, "sorted out", got, want, N);
}
