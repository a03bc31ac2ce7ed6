/* wt_depth_path.c - the longest path over several blocks: an input takes the levels of the output of the same name, whichever block drives it. */
#include "size/wt_depth.h"

#include <stdlib.h>
#include <string.h>

/* an output port of a block */
typedef struct {
  unsigned blk, port;
  int at, state; /* levels from a register; 0 new, 1 being looked at, 2 known */
  int from, via; /* the output before it (-1: a register of its own block) and the input that takes it */
} node;
typedef struct {
  const wt_depth_inst *b;
  unsigned n, nodes;
  node *v;
  char *err;
  size_t errn;
} graph;

static int driver(const graph *g, const char *name) {
  for (unsigned i = 0; i < g->nodes; i++)
    if (!strcmp(g->b[g->v[i].blk].d->port[g->v[i].port].name, name)) return (int)i;
  return -1;
}

static int look(graph *g, unsigned i) {
  node *x = &g->v[i];
  const wt_depth *d = g->b[x->blk].d;
  if (x->state == 2) return 0;
  if (x->state == 1) return snprintf(g->err, g->errn, "%s %s depends on itself over the wiring", g->b[x->blk].blk, d->port[x->port].name), -1;
  x->state = 1, x->at = d->port[x->port].reg, x->from = -1;
  for (unsigned p = 0; p < d->nports; p++) {
    const int own = d->io[p * d->nports + x->port], k = own == WT_DEPTH_NONE ? -1 : driver(g, d->port[p].name);
    if (k < 0) continue;
    if (look(g, (unsigned)k)) return -1;
    if (g->v[k].at != WT_DEPTH_NONE && g->v[k].at + own > x->at) x->at = g->v[k].at + own, x->from = k, x->via = (int)p;
  }
  x->state = 2;
  return 0;
}

/* Steps of the path that ends in block `blk`, from output `k` through its input `via`. */
static int trace(const graph *g, unsigned blk, int k, int via, int own, wt_depth_step *step, unsigned max) {
  unsigned n = 1;
  for (int i = k; i >= 0; i = g->v[i].from) n++;
  if (n > max) return snprintf(g->err, g->errn, "a path of %u blocks does not fit", n), -1;
  unsigned at = n - 1;
  const wt_depth *d = g->b[blk].d;
  step[at] = (wt_depth_step){g->b[blk].blk, d->port[via].name, NULL, own, own + g->v[k].at};
  for (int i = k; i >= 0; i = g->v[i].from) {
    const node *x = &g->v[i];
    d = g->b[x->blk].d;
    step[--at] = (wt_depth_step){g->b[x->blk].blk, x->from < 0 ? NULL : d->port[x->via].name, d->port[x->port].name,
                                 x->at - (x->from < 0 ? 0 : g->v[x->from].at), x->at};
  }
  return (int)n;
}

int wt_depth_path(const wt_depth_inst *b, unsigned n, wt_depth_step *step, unsigned max, char *err, size_t errn) {
  graph g = {.b = b, .n = n, .err = err, .errn = errn};
  int most = WT_DEPTH_NONE, rc = 0;
  struct {
    unsigned blk;
    int out, via, own;
  } end = {0};
  for (unsigned i = 0; i < n; i++) g.nodes += b[i].d->nports;
  if (!(g.v = calloc(g.nodes, sizeof *g.v)) && g.nodes) return snprintf(err, errn, "out of memory"), -1;
  g.nodes = 0;
  for (unsigned i = 0; i < n; i++)
    for (unsigned p = 0; p < b[i].d->nports; p++)
      if (b[i].d->port[p].out) g.v[g.nodes++] = (node){.blk = i, .port = p};
  for (unsigned i = 0; !rc && i < g.nodes; i++) rc = look(&g, i);
  for (unsigned i = 0; !rc && i < n; i++) {
    const wt_depth *d = b[i].d;
    for (unsigned p = 0; p < d->nports; p++) {
      const int k = d->port[p].out || d->port[p].reg == WT_DEPTH_NONE ? -1 : driver(&g, d->port[p].name);
      if (k < 0 || g.v[k].at == WT_DEPTH_NONE || g.v[k].at + d->port[p].reg <= most) continue;
      most = g.v[k].at + d->port[p].reg;
      end.blk = i, end.out = k, end.via = (int)p, end.own = d->port[p].reg;
    }
  }
  if (!rc && most == WT_DEPTH_NONE) rc = (snprintf(err, errn, "no path from a register of one block to one of another"), -1);
  if (!rc) rc = trace(&g, end.blk, end.out, end.via, end.own, step, max);
  free(g.v);
  return rc;
}
