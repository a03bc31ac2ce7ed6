/* pathfinder.c - host reference of pathfinder.cu: row after row. */
#include "warptwin_host.h"

enum { BLOCK = 64, GRID = 2, ROWS = 8, N = BLOCK * GRID * ROWS };

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  uint64_t rng = ctx->seed;
  wt_module *m;
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));

  static int32_t in[N];
  static int32_t out[BLOCK * GRID];
  int32_t rows = ROWS;
  wt_addr din, dout;
  wt_host_fill(&rng, in, N, -1000, 2000);
  for (int g = 0; g < GRID; g++) {
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
  WT_HOST_TRY(wt_host_in(s, in, sizeof in, &din));
  WT_HOST_TRY(wt_alloc(s, sizeof out, &dout));
  wt_arg args[] = {WT_HOST_ARG(din), WT_HOST_ARG(dout), WT_HOST_ARG(rows)};
  WT_HOST_TRY(wt_host_launch(s, m, "pathfinder", GRID, BLOCK, args, WT_HOST_COUNT(args)));
  return wt_host_expect(s, ctx, "out", dout, out, BLOCK * GRID);
}
