/* walsh.c - host reference of walsh.cu: the sum with signs by parity. */
#include "warptwin_host.h"

enum { P = 128, BLOCK = P / 2, GRID = 2, N = P * GRID };

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  uint64_t rng = ctx->seed;
  wt_module *m;
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));

  static int32_t in[N];
  static int32_t out[N];
  wt_addr din, dout;
  wt_host_fill(&rng, in, N, -1000, 2000);
  for (int i = 0; i < N; i++) {
    out[i] = 0;
    for (int k = 0; k < P; k++) out[i] += __builtin_parity((unsigned)(i % P & k)) ? -in[i / P * P + k] : in[i / P * P + k];
  }
  WT_HOST_TRY(wt_host_in(s, in, sizeof in, &din));
  WT_HOST_TRY(wt_alloc(s, sizeof out, &dout));
  wt_arg args[] = {WT_HOST_ARG(din), WT_HOST_ARG(dout)};
  WT_HOST_TRY(wt_host_launch(s, m, "walsh", GRID, BLOCK, args, WT_HOST_COUNT(args)));
  return wt_host_expect(s, ctx, "out", dout, out, N);
}
