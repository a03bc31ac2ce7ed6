/* localsort.c - host reference of localsort.cu. */
#include "warptwin_host.h"
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 32, GRID = 2, T = BLOCK * GRID };

static int less(const void *a, const void *b) {
  int x = *(const int32_t *)a, y = *(const int32_t *)b;
  return (x > y) - (x < y);
}

static uint32_t depth_sum(const int32_t *a, int n) {
  if (n <= 0) return 0;
  return depth_sum(a, n / 2) * 3u + (uint32_t)a[n / 2] + depth_sum(a + n / 2 + 1, n - n / 2 - 1);
}

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  int32_t in[T * 16], out[T * 16], pick = 1;
  uint32_t sums[T];
  uint64_t rng = ctx->seed;
  wt_module *m;
  wt_addr din, dout, dsums;
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));
  wt_host_fill(&rng, in, T * 16, -1000, 2000);
  memcpy(out, in, sizeof out);
  for (int t = 0; t < T; t++) {
    int32_t *a = out + t * 16;
    qsort(a, 16, sizeof *a, less);
    sums[t] = depth_sum(a, 16) + (uint32_t)((a[0] ^ pick) & 1 ? a[t & 15] : a[t % 7]);
  }
  WT_HOST_TRY(wt_host_in(s, in, sizeof in, &din));
  WT_HOST_TRY(wt_alloc(s, sizeof out, &dout));
  WT_HOST_TRY(wt_alloc(s, sizeof sums, &dsums));
  wt_dims dims = {{GRID, 1, 1}, {BLOCK, 1, 1}, 0};
  wt_arg args[] = {WT_HOST_ARG(din), WT_HOST_ARG(dout), WT_HOST_ARG(dsums), WT_HOST_ARG(pick)};
  WT_HOST_TRY(wt_launch(s, m, "localsort", &dims, args, WT_HOST_COUNT(args)));
  wt_status st = wt_host_expect(s, ctx, "out", dout, out, T * 16);
  return st ? st : wt_host_expect(s, ctx, "sums", dsums, sums, T);
}
