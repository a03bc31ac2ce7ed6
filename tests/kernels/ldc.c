/* ldc.c - host reference of ldc.cu: the constant tables are written by name. */
#include "warptwin_host.h"

enum { N = 500, BLOCK = 100, ROUNDS = 10 };

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  uint32_t table[64], in[N], want[N];
  uint16_t small[32];
  int32_t n = N, rounds = ROUNDS;
  uint64_t rng = ctx->seed;
  wt_module *m;
  wt_addr din, dout;
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));
  wt_host_fill_any(&rng, table, 64);
  for (int i = 0; i < 32; i++) small[i] = (uint16_t)wt_host_next(&rng);
  wt_host_fill_any(&rng, in, N);
  for (int i = 0; i < N; i++) {
    want[i] = in[i];
    for (int r = 0; r < ROUNDS; r++) want[i] = want[i] * 3 + table[want[i] >> 3 & 63] + small[want[i] & 31];
  }
  WT_HOST_TRY(wt_symbol_write(s, m, "table", table, sizeof table));
  WT_HOST_TRY(wt_symbol_write(s, m, "small", small, sizeof small));
  WT_HOST_TRY(wt_host_in(s, in, sizeof in, &din));
  WT_HOST_TRY(wt_alloc(s, sizeof want, &dout));
  wt_dims dims = {{(N + BLOCK - 1) / BLOCK, 1, 1}, {BLOCK, 1, 1}, 0};
  wt_arg args[] = {WT_HOST_ARG(din), WT_HOST_ARG(dout), WT_HOST_ARG(n), WT_HOST_ARG(rounds)};
  WT_HOST_TRY(wt_launch(s, m, "ldc", &dims, args, WT_HOST_COUNT(args)));
  return wt_host_expect(s, ctx, "out", dout, want, N);
}
