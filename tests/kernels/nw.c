/* nw.c - host reference of nw.cu: one launch per anti-diagonal of tiles. */
#include "warptwin_host.h"

enum { TILE = 16, TILES = 3, N = TILE * TILES, W = N + 1, PENALTY = 3 };

static int32_t max2(int32_t a, int32_t b) { return a > b ? a : b; }

static void expected(const int32_t *sim, int32_t *score) {
  for (int y = 1; y <= N; y++)
    for (int x = 1; x <= N; x++) {
      int32_t gap = max2(score[y * W + x - 1], score[(y - 1) * W + x]) - PENALTY;
      score[y * W + x] = max2(score[(y - 1) * W + x - 1] + sim[(y - 1) * N + x - 1], gap);
    }
}

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  int32_t sim[N * N], score[W * W] = {0}, n = N, penalty = PENALTY;
  uint64_t rng = ctx->seed;
  wt_module *m;
  wt_addr dscore, dsim;
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));
  wt_host_fill(&rng, sim, N * N, -6, 16);
  for (int i = 0; i <= N; i++) score[i] = score[i * W] = -PENALTY * i;
  WT_HOST_TRY(wt_host_in(s, score, sizeof score, &dscore));
  WT_HOST_TRY(wt_host_in(s, sim, sizeof sim, &dsim));
  expected(sim, score);
  for (int32_t diag = 0; diag < 2 * TILES - 1; diag++) {
    int32_t first = max2(0, diag - TILES + 1), last = diag < TILES ? diag : TILES - 1;
    wt_dims dims = {{(unsigned)(last - first + 1), 1, 1}, {TILE, 1, 1}, 0};
    wt_arg args[] = {WT_HOST_ARG(dscore), WT_HOST_ARG(dsim), WT_HOST_ARG(n), WT_HOST_ARG(penalty), WT_HOST_ARG(diag), WT_HOST_ARG(first)};
    WT_HOST_TRY(wt_launch(s, m, "nw", &dims, args, WT_HOST_COUNT(args)));
  }
  return wt_host_expect(s, ctx, "score", dscore, score, W * W);
}
