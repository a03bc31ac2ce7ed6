/* life.c - host reference of life.cu: the same rule. */
#include "warptwin_host.h"

enum { S = 16, GRID = 1, N = GRID * S * S, STEPS = 3 };

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  uint64_t rng = ctx->seed;
  wt_module *m;
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));

  static uint8_t c[2][GRID][S][S];
  int32_t steps = STEPS;
  wt_addr din, dout;
  for (int i = 0; i < N; i++) c[0][i / (S * S)][i / S % S][i % S] = (uint8_t)wt_host_below(&rng, 2);
  WT_HOST_TRY(wt_host_in(s, c[0], N, &din));
  WT_HOST_TRY(wt_alloc(s, N, &dout));
  for (int k = 0; k < STEPS; k++)
    for (int i = 0; i < N; i++) {
      int g = i / (S * S), y = i / S % S, x = i % S, n = 0;
      for (int d = 0; d < 9; d++) n += c[k & 1][g][(y + d / 3 + S - 1) % S][(x + d % 3 + S - 1) % S];
      c[~k & 1][g][y][x] = n == 3 || (n == 4 && c[k & 1][g][y][x]);
    }
  wt_dims dims = {{GRID, 1, 1}, {S, S, 1}, 0};
  wt_arg args[] = {WT_HOST_ARG(din), WT_HOST_ARG(dout), WT_HOST_ARG(steps)};
  WT_HOST_TRY(wt_launch(s, m, "life", &dims, args, WT_HOST_COUNT(args)));
  return wt_host_expect(s, ctx, "cells", dout, c[STEPS & 1], N / 4);
}
