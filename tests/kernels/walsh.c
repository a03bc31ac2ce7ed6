/* walsh.c - host reference of walsh.cu: the sum with signs by parity. */
#include "warptwin_host.h"

enum { P = 128, BLOCK = P / 2, GRID = 2, MOST = P * GRID * WT_HOST_SCALE_MAX };

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  uint64_t rng = ctx->seed;
  wt_module *m;
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));

  static int32_t in[MOST];
  static int32_t out[MOST];
  int n = P * GRID * wt_host_scale(ctx);
  wt_addr din, dout;
  wt_host_fill(&rng, in, (size_t)n, -1000, 2000);
  for (int i = 0; i < n; i++) {
    out[i] = 0;
    for (int k = 0; k < P; k++) out[i] += __builtin_parity((unsigned)(i % P & k)) ? -in[i / P * P + k] : in[i / P * P + k];
  }
  WT_HOST_TRY(wt_host_in(s, in, 4 * (size_t)n, &din));
  WT_HOST_TRY(wt_alloc(s, 4 * (size_t)n, &dout));
  wt_arg args[] = {WT_HOST_ARG(din), WT_HOST_ARG(dout)};
  WT_HOST_TRY(wt_host_launch(s, m, "walsh", (unsigned)n / P, BLOCK, args, WT_HOST_COUNT(args)));
  return wt_host_expect(s, ctx, "out", dout, out, (size_t)n);
}
