/* bfs.c - host reference of bfs.cu: launches until a level changes nothing. */
#include "warptwin_host.h"

enum { N = 700, MOST = N * WT_HOST_SCALE_MAX, DEGREE = 4 };

typedef struct {
  int32_t row[MOST + 1], col[MOST * DEGREE];
} graph;

/* 1 to DEGREE edges a vertex, none longer than reach, so that there are several levels; some vertices may stay unreached. */
static void make_graph(uint64_t *rng, graph *g, int n, uint32_t reach) {
  int32_t e = 0;
  for (int v = 0; v < n; v++) {
    uint32_t d = 1 + wt_host_below(rng, DEGREE);
    g->row[v] = e;
    for (uint32_t k = 0; k < d; k++) g->col[e++] = (int32_t)((uint32_t)v + 1 + wt_host_below(rng, reach)) % n;
  }
  g->row[n] = e;
  for (; e < n * DEGREE; e++) g->col[e] = 0;
}

static void expected(const graph *g, int n, int32_t *level) {
  static int32_t queue[MOST];
  int32_t head = 0, tail = 0;
  for (int v = 0; v < n; v++) level[v] = -1;
  level[0] = 0;
  queue[tail++] = 0;
  while (head < tail) {
    int32_t v = queue[head++];
    for (int32_t e = g->row[v]; e < g->row[v + 1]; e++) {
      int32_t u = g->col[e];
      if (level[u] >= 0) continue;
      level[u] = level[v] + 1;
      queue[tail++] = u;
    }
  }
}

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  static graph g;
  static int32_t level[MOST], want[MOST];
  int32_t scale = wt_host_scale(ctx), n = N * scale, changed = 1;
  unsigned block = scale > 1 ? 128 : 96;
  uint64_t rng = ctx->seed;
  wt_module *m;
  wt_addr drow, dcol, dlevel, dchanged;
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));
  make_graph(&rng, &g, n, 60 * (uint32_t)scale);
  expected(&g, n, want);
  for (int v = 0; v < n; v++) level[v] = v ? -1 : 0;
  WT_HOST_TRY(wt_host_in(s, g.row, 4 * ((size_t)n + 1), &drow));
  WT_HOST_TRY(wt_host_in(s, g.col, 4 * (size_t)n * DEGREE, &dcol));
  WT_HOST_TRY(wt_host_in(s, level, 4 * (size_t)n, &dlevel));
  WT_HOST_TRY(wt_alloc(s, sizeof changed, &dchanged));
  wt_dims dims = {{((unsigned)n + block - 1) / block, 1, 1}, {block, 1, 1}, 0};
  for (int32_t cur = 0; changed && cur < n; cur++) {
    wt_arg args[] = {WT_HOST_ARG(drow), WT_HOST_ARG(dcol), WT_HOST_ARG(dlevel), WT_HOST_ARG(dchanged), WT_HOST_ARG(cur), WT_HOST_ARG(n)};
    changed = 0;
    WT_HOST_TRY(wt_copy_in(s, dchanged, &changed, sizeof changed));
    WT_HOST_TRY(wt_launch(s, m, "bfs", &dims, args, WT_HOST_COUNT(args)));
    WT_HOST_TRY(wt_copy_out(s, &changed, dchanged, sizeof changed));
  }
  return wt_host_expect(s, ctx, "level", dlevel, want, (size_t)n);
}
