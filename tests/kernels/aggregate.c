/* aggregate.c - host reference of aggregate.cu: the elements that stay, in any order: both sides are sorted. */
#include <stdlib.h>

#include "warptwin_host.h"

enum { N = 150, BLOCK = 64, GRID = 3 };

static int less(const void *a, const void *b) {
  int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
  return (x > y) - (x < y);
}

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  uint64_t rng = ctx->seed;
  wt_module *m;
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));

  int32_t in[N], want[N] = {0}, got[N], zero = 0, kept = 0, n = N;
  wt_addr din, dout, dn;
  wt_host_fill(&rng, in, N, -1000, 2000);
  for (int i = 0; i < N; i++)
    if (in[i] > 0) want[kept++] = in[i];
  WT_HOST_TRY(wt_host_in(s, in, sizeof in, &din));
  WT_HOST_TRY(wt_alloc(s, sizeof got, &dout));
  WT_HOST_TRY(wt_host_in(s, &zero, sizeof zero, &dn));
  wt_arg args[] = {WT_HOST_ARG(din), WT_HOST_ARG(dout), WT_HOST_ARG(dn), WT_HOST_ARG(n)};
  WT_HOST_TRY(wt_host_launch(s, m, "aggregate", GRID, BLOCK, args, WT_HOST_COUNT(args)));
  WT_HOST_TRY(wt_host_expect(s, ctx, "count", dn, &kept, 1));
  WT_HOST_TRY(wt_copy_out(s, got, dout, sizeof got));
  qsort(want, (size_t)kept, sizeof *want, less);
  qsort(got, (size_t)kept, sizeof *got, less);
  return wt_host_same(ctx, "out", got, want, (size_t)kept);
}
