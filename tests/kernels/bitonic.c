/* bitonic.c - host reference of bitonic.cu. */
#include "warptwin_host.h"
#include <stdlib.h>

enum { BLOCK = 128, GRID = 3, N = BLOCK * GRID };

static int by_value(const void *a, const void *b) {
  int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
  return (x > y) - (x < y);
}

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  int32_t data[N];
  uint64_t rng = ctx->seed;
  wt_module *m;
  wt_addr ddata;
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));
  wt_host_fill(&rng, data, N, -500, 1000);
  WT_HOST_TRY(wt_host_in(s, data, sizeof data, &ddata));
  for (int i = 0; i < N; i += BLOCK) qsort(data + i, BLOCK, sizeof *data, by_value);
  wt_dims dims = {{GRID, 1, 1}, {BLOCK, 1, 1}, 0};
  wt_arg args[] = {WT_HOST_ARG(ddata)};
  WT_HOST_TRY(wt_launch(s, m, "bitonic", &dims, args, WT_HOST_COUNT(args)));
  return wt_host_expect(s, ctx, "data", ddata, data, N);
}
