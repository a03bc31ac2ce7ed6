/* dreduce.c - host reference of dreduce.cu: the same tree. */
#include <math.h>

#include "warptwin_host.h"

enum { BLOCK = 64, GRID = 2, N = BLOCK * GRID };

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  uint64_t rng = ctx->seed;
  wt_module *m;
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));

  static double in[N];
  static double out[3 * GRID];
  wt_addr din, dout;
  for (int i = 0; i < N; i++) in[i] = (double)(int64_t)wt_host_next(&rng) / 1e15;
  for (int g = 0; g < GRID; g++) {
    double sum[BLOCK], most = in[g * BLOCK], norm[BLOCK];
    for (int t = 0; t < BLOCK; t++) {
      double v = in[g * BLOCK + t];
      sum[t] = v, norm[t] = v * v, most = fmax(most, v);
    }
    for (int d = BLOCK / 2; d; d /= 2)
      for (int t = 0; t < d; t++) sum[t] += sum[t + d], norm[t] += norm[t + d];
    out[3 * g] = sum[0], out[3 * g + 1] = most, out[3 * g + 2] = sqrt(norm[0]);
  }
  WT_HOST_TRY(wt_host_in(s, in, sizeof in, &din));
  WT_HOST_TRY(wt_alloc(s, sizeof out, &dout));
  wt_arg args[] = {WT_HOST_ARG(din), WT_HOST_ARG(dout)};
  WT_HOST_TRY(wt_host_launch(s, m, "dreduce", GRID, BLOCK, args, WT_HOST_COUNT(args)));
  return wt_host_expect(s, ctx, "out", dout, out, 2 * (3 * GRID));
}
