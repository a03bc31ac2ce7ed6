/* chain.c - host reference of chain.cu. */
#include "warptwin_host.h"

enum { N = 96, BLOCK = 48, GROUP = 4, ROUNDS = 3 };

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  int32_t zero[N] = {0}, end[N], want[N], rounds = ROUNDS;
  wt_module *m;
  wt_addr dflag, dout;
  for (int i = 0; i < N; i++) {
    end[i] = ROUNDS;
    want[i] = 0;
    for (int r = 1; r <= ROUNDS; r++) want[i] = want[i] * 3 + r - !(i % GROUP) + i % GROUP;
  }
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));
  WT_HOST_TRY(wt_host_in(s, zero, sizeof zero, &dflag));
  WT_HOST_TRY(wt_alloc(s, sizeof want, &dout));
  wt_dims dims = {{N / BLOCK, 1, 1}, {BLOCK, 1, 1}, 0};
  wt_arg args[] = {WT_HOST_ARG(dflag), WT_HOST_ARG(dout), WT_HOST_ARG(rounds)};
  WT_HOST_TRY(wt_launch(s, m, "chain", &dims, args, WT_HOST_COUNT(args)));
  WT_HOST_TRY(wt_host_expect(s, ctx, "flag", dflag, end, N));
  return wt_host_expect(s, ctx, "out", dout, want, N);
}
