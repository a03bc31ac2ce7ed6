/* bfs.c - host reference of bfs.cu: launches until a level changes nothing. */
#include "warptwin_host.h"

enum { N = 700, DEGREE = 4, BLOCK = 96 };

typedef struct {
  int32_t row[N + 1], col[N * DEGREE];
} graph;

/* 1 to DEGREE edges a vertex, all of them short, so that there are several levels; some vertices may stay unreached. */
static void make_graph(uint64_t *rng, graph *g) {
  int32_t e = 0;
  for (int v = 0; v < N; v++) {
    uint32_t d = 1 + wt_host_below(rng, DEGREE);
    g->row[v] = e;
    for (uint32_t k = 0; k < d; k++) g->col[e++] = (int32_t)((uint32_t)v + 1 + wt_host_below(rng, 60)) % N;
  }
  g->row[N] = e;
  for (; e < N * DEGREE; e++) g->col[e] = 0;
}

static void expected(const graph *g, int32_t *level) {
  int32_t queue[N], head = 0, tail = 0;
  for (int v = 0; v < N; v++) level[v] = -1;
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
  graph g;
  int32_t level[N], want[N], n = N, changed = 1;
  uint64_t rng = ctx->seed;
  wt_module *m;
  wt_addr drow, dcol, dlevel, dchanged;
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));
  make_graph(&rng, &g);
  expected(&g, want);
  for (int v = 0; v < N; v++) level[v] = v ? -1 : 0;
  WT_HOST_TRY(wt_host_in(s, g.row, sizeof g.row, &drow));
  WT_HOST_TRY(wt_host_in(s, g.col, sizeof g.col, &dcol));
  WT_HOST_TRY(wt_host_in(s, level, sizeof level, &dlevel));
  WT_HOST_TRY(wt_alloc(s, sizeof changed, &dchanged));
  wt_dims dims = {{(N + BLOCK - 1) / BLOCK, 1, 1}, {BLOCK, 1, 1}, 0};
  for (int32_t cur = 0; changed && cur < N; cur++) {
    wt_arg args[] = {WT_HOST_ARG(drow), WT_HOST_ARG(dcol), WT_HOST_ARG(dlevel), WT_HOST_ARG(dchanged), WT_HOST_ARG(cur), WT_HOST_ARG(n)};
    changed = 0;
    WT_HOST_TRY(wt_copy_in(s, dchanged, &changed, sizeof changed));
    WT_HOST_TRY(wt_launch(s, m, "bfs", &dims, args, WT_HOST_COUNT(args)));
    WT_HOST_TRY(wt_copy_out(s, &changed, dchanged, sizeof changed));
  }
  return wt_host_expect(s, ctx, "level", dlevel, want, N);
}
