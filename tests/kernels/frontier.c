/* frontier.c - host reference of frontier.cu: relaxation until nothing changes. */
#include "warptwin_host.h"

enum { BLOCK = 64, GRID = 1, N = BLOCK };

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  uint64_t rng = ctx->seed;
  wt_module *m;
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));

  static int32_t in[3 * N];
  static int32_t out[N];
  wt_addr din, dout;
  wt_host_fill(&rng, in, 3 * N, 0, N);
  for (int i = 0; i < N; i++) out[i] = i ? -1 : 0;
  for (int d = 0; d < N; d++)
    for (int v = 0; v < N; v++)
      for (int e = 0; e < 3 && out[v] == d; e++)
        if (out[in[3 * v + e]] < 0) out[in[3 * v + e]] = d + 1;
  WT_HOST_TRY(wt_host_in(s, in, sizeof in, &din));
  WT_HOST_TRY(wt_alloc(s, sizeof out, &dout));
  wt_arg args[] = {WT_HOST_ARG(din), WT_HOST_ARG(dout)};
  WT_HOST_TRY(wt_host_launch(s, m, "frontier", GRID, BLOCK, args, WT_HOST_COUNT(args)));
  return wt_host_expect(s, ctx, "out", dout, out, N);
}
