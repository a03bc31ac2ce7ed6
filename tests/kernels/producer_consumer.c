/* producer_consumer.c - host reference of producer_consumer.cu. */
#include "warptwin_host.h"

enum { N = 100, PAIRS = N / 2, BLOCK = 40, ROUNDS = 6 };

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  uint32_t in[PAIRS * ROUNDS], want[PAIRS] = {0}, clear[PAIRS] = {0};
  int32_t n = N, rounds = ROUNDS;
  uint64_t rng = ctx->seed;
  wt_module *m;
  wt_addr din, dslot, dflag, dout;
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));
  wt_host_fill_any(&rng, in, PAIRS * ROUNDS);
  for (int p = 0; p < PAIRS; p++)
    for (int r = 0; r < ROUNDS; r++) want[p] = want[p] * 3 + in[p * ROUNDS + r];
  WT_HOST_TRY(wt_host_in(s, in, sizeof in, &din));
  WT_HOST_TRY(wt_alloc(s, sizeof want, &dslot));
  WT_HOST_TRY(wt_alloc(s, sizeof clear, &dflag));
  WT_HOST_TRY(wt_alloc(s, sizeof want, &dout));
  wt_dims dims = {{(N + BLOCK - 1) / BLOCK, 1, 1}, {BLOCK, 1, 1}, 0};
  wt_arg args[] = {WT_HOST_ARG(din), WT_HOST_ARG(dslot), WT_HOST_ARG(dflag), WT_HOST_ARG(dout), WT_HOST_ARG(n), WT_HOST_ARG(rounds)};
  WT_HOST_TRY(wt_launch(s, m, "producer_consumer", &dims, args, WT_HOST_COUNT(args)));
  WT_HOST_TRY(wt_host_expect(s, ctx, "flag", dflag, clear, PAIRS));
  return wt_host_expect(s, ctx, "out", dout, want, PAIRS);
}
