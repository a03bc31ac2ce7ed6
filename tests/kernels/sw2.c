/* sw2.c - host reference of sw2.cu. */
#include "warptwin_host.h"

enum { BLOCK = 64, GRID = 1, N = BLOCK * GRID, ROUNDS = 4 };

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  int32_t in[N], want[N], mid[N], rounds = ROUNDS;
  uint64_t rng = ctx->seed;
  wt_module *m;
  wt_addr din, dmid, dout;
  wt_host_fill(&rng, in, N, 0, 1 << 16);
  memcpy(want, in, sizeof in);
  for (int k = 0; k < ROUNDS; k++) {
    for (int i = 0; i < N; i++) mid[i] = want[i] >> k & 1 ? want[i] * 3 + k : want[i] - k;
    for (int i = 0; i < N; i++) want[i] = want[i] >> k & 1 ? want[i] + (mid[i ^ 1] & 0xff) : want[i] ^ (mid[i ^ 3] & 0xff00);
  }
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));
  WT_HOST_TRY(wt_host_in(s, in, sizeof in, &din));
  WT_HOST_TRY(wt_alloc(s, sizeof mid, &dmid));
  WT_HOST_TRY(wt_alloc(s, sizeof want, &dout));
  wt_arg args[] = {WT_HOST_ARG(din), WT_HOST_ARG(dmid), WT_HOST_ARG(dout), WT_HOST_ARG(rounds)};
  WT_HOST_TRY(wt_host_launch(s, m, "sw2", GRID, BLOCK, args, WT_HOST_COUNT(args)));
  return wt_host_expect(s, ctx, "out", dout, want, N);
}
