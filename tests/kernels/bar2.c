/* bar2.c - host reference of bar2.cu. */
#include "warptwin_host.h"

enum { GRID = 3, BLOCK = 64, N = GRID * BLOCK };

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  int32_t in[N], want[N], n = BLOCK;
  uint64_t rng = ctx->seed;
  wt_module *m;
  wt_addr din, dout;
  wt_host_fill(&rng, in, N, -500, 1000);
  for (int i = 0; i < N; i++) {
    int from = in[i / BLOCK * BLOCK + BLOCK - 1 - i % BLOCK], shared = from & 1 ? from * 3 : from + 100;
    want[i] = in[i] & 1 ? shared + 1 : shared - 1;
  }
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));
  WT_HOST_TRY(wt_host_in(s, in, sizeof in, &din));
  WT_HOST_TRY(wt_alloc(s, sizeof want, &dout));
  wt_dims dims = {{GRID, 1, 1}, {BLOCK, 1, 1}, BLOCK * sizeof(int32_t)};
  wt_arg args[] = {WT_HOST_ARG(din), WT_HOST_ARG(dout), WT_HOST_ARG(n)};
  WT_HOST_TRY(wt_launch(s, m, "bar2", &dims, args, WT_HOST_COUNT(args)));
  return wt_host_expect(s, ctx, "out", dout, want, N);
}
