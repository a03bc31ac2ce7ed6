/* radixsort.c - host reference of radixsort.cu: qsort. */
#include <stdlib.h>

#include "warptwin_host.h"

enum { BLOCK = 64, GRID = 2, N = BLOCK * GRID };

static int less(const void *a, const void *b) {
  int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
  return (x > y) - (x < y);
}

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  uint64_t rng = ctx->seed;
  wt_module *m;
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));

  static int32_t in[N];
  static int32_t out[N];
  wt_addr din, dout;
  wt_host_fill(&rng, in, N, 0, 65536);
  memcpy(out, in, sizeof out);
  for (int g = 0; g < GRID; g++) qsort(out + g * BLOCK, BLOCK, sizeof *out, less);
  WT_HOST_TRY(wt_host_in(s, in, sizeof in, &din));
  WT_HOST_TRY(wt_alloc(s, sizeof out, &dout));
  wt_arg args[] = {WT_HOST_ARG(din), WT_HOST_ARG(dout)};
  WT_HOST_TRY(wt_host_launch(s, m, "radixsort", GRID, BLOCK, args, WT_HOST_COUNT(args)));
  return wt_host_expect(s, ctx, "out", dout, out, N);
}
