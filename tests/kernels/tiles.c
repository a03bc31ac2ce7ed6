/* tiles.c - host reference of tiles.cu. */
#include "warptwin_host.h"

enum { BLOCK = 64, GRID = 1, N = BLOCK * GRID, TILE = 8, ROUNDS = 6 };

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  int32_t in[N], want[N], rounds = ROUNDS;
  uint64_t rng = ctx->seed;
  wt_module *m;
  wt_addr din, dout;
  wt_host_fill(&rng, in, N, 0, 1000);
  for (unsigned t = 0; t < N; t += TILE) {
    uint32_t v[TILE], sum[TILE] = {0}, old[TILE];
    for (unsigned l = 0; l < TILE; l++) v[l] = (uint32_t)in[t + l];
    for (uint32_t k = 0, turns = v[0] % ROUNDS; k <= turns; k++) {
      for (unsigned l = 0; l < TILE; l++) sum[l] = (v[l] + k) & 1 ? sum[l] + v[l] * k : sum[l] ^ (v[l] + k);
      for (unsigned d = TILE / 2; d; d >>= 1) {
        memcpy(old, sum, sizeof old);
        for (unsigned l = 0; l < TILE; l++) sum[l] += old[l ^ d];
      }
      for (unsigned l = 0; l < TILE; l++) v[l] = v[l] * 5 + (t + l) % 32;
    }
    memcpy(want + t, sum, sizeof sum);
  }
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));
  WT_HOST_TRY(wt_host_in(s, in, sizeof in, &din));
  WT_HOST_TRY(wt_alloc(s, sizeof want, &dout));
  wt_arg args[] = {WT_HOST_ARG(din), WT_HOST_ARG(dout), WT_HOST_ARG(rounds)};
  WT_HOST_TRY(wt_host_launch(s, m, "tiles", GRID, BLOCK, args, WT_HOST_COUNT(args)));
  return wt_host_expect(s, ctx, "out", dout, want, N);
}
