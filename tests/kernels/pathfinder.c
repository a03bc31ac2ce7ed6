/* pathfinder.c - host reference of pathfinder.cu: row after row. */
#include "warptwin_host.h"

enum { BLOCK = 64, GRID = 2, MOST = GRID * WT_HOST_SCALE_MAX, ROWS = 8 };

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  uint64_t rng = ctx->seed;
  wt_module *m;
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));

  static int32_t in[BLOCK * MOST * ROWS];
  static int32_t out[BLOCK * MOST];
  int32_t rows = ROWS, grid = GRID * wt_host_scale(ctx);
  size_t n = BLOCK * (size_t)grid;
  wt_addr din, dout;
  wt_host_fill(&rng, in, n * ROWS, -1000, 2000);
  for (int g = 0; g < grid; g++) {
    int32_t *o = out + g * BLOCK, old[BLOCK];
    memcpy(o, in + g * BLOCK * ROWS, sizeof old);
    for (int r = 1; r < ROWS; r++) {
      memcpy(old, o, sizeof old);
      for (int x = 0; x < BLOCK; x++) {
        int best = old[x];
        if (x && old[x - 1] < best) best = old[x - 1];
        if (x < BLOCK - 1 && old[x + 1] < best) best = old[x + 1];
        o[x] = best + in[(g * ROWS + r) * BLOCK + x];
      }
    }
  }
  WT_HOST_TRY(wt_host_in(s, in, 4 * n * ROWS, &din));
  WT_HOST_TRY(wt_alloc(s, 4 * n, &dout));
  wt_arg args[] = {WT_HOST_ARG(din), WT_HOST_ARG(dout), WT_HOST_ARG(rows)};
  WT_HOST_TRY(wt_host_launch(s, m, "pathfinder", (unsigned)grid, BLOCK, args, WT_HOST_COUNT(args)));
  return wt_host_expect(s, ctx, "out", dout, out, n);
}
