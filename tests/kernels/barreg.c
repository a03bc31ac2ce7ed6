/* barreg.c - host reference of barreg.cu. */
#include "warptwin_host.h"

enum { GRID = 2, BLOCK = 64, ROUNDS = 3, N = GRID * BLOCK, IN = N * ROUNDS };

static void block(const int32_t *in, int32_t *want) {
  int32_t sum[BLOCK] = {0}, both[BLOCK], odd = 0;
  for (int r = 0; r < ROUNDS; r++)
    for (int t = 0; t < BLOCK; t++) sum[t] += in[r * BLOCK + BLOCK - 1 - t] * (r + 1);
  for (int t = 0; t < BLOCK; t++) both[t] = sum[t] + sum[t ^ 1], odd += both[t] & 1;
  for (int t = 0; t < BLOCK; t++) {
    int k = t * 5 % BLOCK;
    want[t] = (both[k] * 3 + odd) ^ (both[BLOCK - 1 - k] * 3 + odd);
  }
}

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  int32_t in[IN], want[N], full = 3, empty = 5, n = BLOCK, rounds = ROUNDS;
  uint64_t rng = ctx->seed;
  wt_module *m;
  wt_addr din, dout;
  wt_host_fill(&rng, in, IN, -500, 1000);
  for (int b = 0; b < GRID; b++) block(in + b * ROUNDS * BLOCK, want + b * BLOCK);
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));
  WT_HOST_TRY(wt_host_in(s, in, sizeof in, &din));
  WT_HOST_TRY(wt_alloc(s, sizeof want, &dout));
  wt_dims dims = {{GRID, 1, 1}, {BLOCK, 1, 1}, 0};
  wt_arg args[] = {WT_HOST_ARG(din), WT_HOST_ARG(dout), WT_HOST_ARG(full), WT_HOST_ARG(empty), WT_HOST_ARG(n), WT_HOST_ARG(rounds)};
  WT_HOST_TRY(wt_launch(s, m, "barreg", &dims, args, WT_HOST_COUNT(args)));
  return wt_host_expect(s, ctx, "out", dout, want, N);
}
