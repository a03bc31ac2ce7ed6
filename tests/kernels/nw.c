/* nw.c - host reference of nw.cu: one launch per anti-diagonal of tiles. */
#include "warptwin_host.h"

enum { TILE = 16, TILES = 3, MOST = TILE * TILES * WT_HOST_SCALE_MAX, PENALTY = 3 };

static int32_t max2(int32_t a, int32_t b) { return a > b ? a : b; }

static void expected(const int32_t *sim, int32_t *score, int n) {
  int w = n + 1;
  for (int y = 1; y <= n; y++)
    for (int x = 1; x <= n; x++) {
      int32_t gap = max2(score[y * w + x - 1], score[(y - 1) * w + x]) - PENALTY;
      score[y * w + x] = max2(score[(y - 1) * w + x - 1] + sim[(y - 1) * n + x - 1], gap);
    }
}

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  static int32_t sim[MOST * MOST], score[(MOST + 1) * (MOST + 1)];
  int32_t tiles = TILES * wt_host_scale(ctx), n = TILE * tiles, w = n + 1, penalty = PENALTY;
  size_t cells = (size_t)n * (size_t)n, places = (size_t)w * (size_t)w;
  uint64_t rng = ctx->seed;
  wt_module *m;
  wt_addr dscore, dsim;
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));
  wt_host_fill(&rng, sim, cells, -6, 16);
  memset(score, 0, 4 * places);
  for (int i = 0; i <= n; i++) score[i] = score[i * w] = -PENALTY * i;
  WT_HOST_TRY(wt_host_in(s, score, 4 * places, &dscore));
  WT_HOST_TRY(wt_host_in(s, sim, 4 * cells, &dsim));
  expected(sim, score, n);
  for (int32_t diag = 0; diag < 2 * tiles - 1; diag++) {
    int32_t first = max2(0, diag - tiles + 1), last = diag < tiles ? diag : tiles - 1;
    wt_dims dims = {{(unsigned)(last - first + 1), 1, 1}, {TILE, 1, 1}, 0};
    wt_arg args[] = {WT_HOST_ARG(dscore), WT_HOST_ARG(dsim), WT_HOST_ARG(n), WT_HOST_ARG(penalty), WT_HOST_ARG(diag), WT_HOST_ARG(first)};
    WT_HOST_TRY(wt_launch(s, m, "nw", &dims, args, WT_HOST_COUNT(args)));
  }
  return wt_host_expect(s, ctx, "score", dscore, score, places);
}
