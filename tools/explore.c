/* explore.c - every state that a small block can reach on a tiny shape, breadth first: in each of them every input of its alphabet, the invariants of its
 * document, and, where it is asked, that a goal can be reached from it. --rtl: the RTL takes every one of these steps too, from the same state, which is
 * loaded into it, and must agree. explore [--rtl] [--states N] [NAME...]
 */
#include "explore.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "state/wt_rows.h"

typedef struct {
  char *at;
  unsigned elems, csize, bytes; /* bytes that are kept of an element of csize bytes */
  int zero;                     /* not reset: starts as 0 */
} part;
static struct {
  wt_bench *b;
  part part[160];
  unsigned parts;
  size_t bytes; /* of a state */
  uint8_t *state;
  uint32_t *table, *parent, *edge, *edges_end; /* edge: targets, state by state */
  uint16_t *letter;
  size_t n, room, slots, n_edge, edge_room;
  size_t limit;
  uint64_t transitions;
} g;

void explore_eval(wt_m *m) {
  if (g.b->fns->eval) g.b->fns->eval(m);
}

void explore_moore(wt_m *m) {
  if (g.b->fns->moore) g.b->fns->moore(m);
}

static void *more(void *p, size_t bytes) {
  if (!(p = realloc(p, bytes))) fputs("explore: out of memory\n", stderr), exit(2);
  return p;
}

static void parts_of(const char *stem) {
  wt_blks *blks = wt_blks_new(&g.b->shape);
  const wt_blk *blk = blks ? wt_blk_find(blks, stem) : NULL;
  if (!blk) fprintf(stderr, "explore: no block %s\n", stem), exit(2);
  g.parts = 0, g.bytes = ENV_BYTES;
  for (unsigned i = 0; i < blk->nrows; i++) {
    const wt_row *r = &blk->rows[i];
    if (r->kind != WT_ROW_FF && r->kind != WT_ROW_MEM) continue;
    int mem = r->kind == WT_ROW_MEM;
    part *p = &g.part[g.parts++];
    *p = (part){
      .at = wt_row_ptr(g.b->m, blk, r, 0), .elems = mem ? r->depth : r->n, .csize = r->csize, .bytes = (r->elemw + 7) / 8, .zero = mem || !r->flag};
    if (!r->csize) p->csize = mem ? (unsigned)wt_row_stride(r) : (r->elemw + 31) / 32 * 4;
    g.bytes += (size_t)p->elems * p->bytes;
  }
  wt_blks_free(blks);
}
static void take(uint8_t *to, const uint8_t *env) {
  for (unsigned i = 0; i < g.parts; i++)
    for (unsigned e = 0; e < g.part[i].elems; e++, to += g.part[i].bytes) memcpy(to, g.part[i].at + (size_t)e * g.part[i].csize, g.part[i].bytes);
  memcpy(to, env, ENV_BYTES);
}
static void put(const uint8_t *from, uint8_t *env) {
  for (unsigned i = 0; i < g.parts; i++)
    for (unsigned e = 0; e < g.part[i].elems; e++, from += g.part[i].bytes) memcpy(g.part[i].at + (size_t)e * g.part[i].csize, from, g.part[i].bytes);
  memcpy(env, from, ENV_BYTES);
}

/* FNV over words is enough here. */
static uint64_t hash(const uint8_t *s) {
  uint64_t h = 0xcbf29ce484222325u, w;
  size_t i = 0;
  for (; i + 8 <= g.bytes; i += 8) memcpy(&w, s + i, 8), h = (h ^ w) * 0x9e3779b97f4a7c15u, h ^= h >> 29;
  for (; i < g.bytes; i++) h = (h ^ s[i]) * 0x100000001b3u;
  return h ^ h >> 32;
}
static void grow_table(void) {
  g.slots = g.slots ? 2 * g.slots : 1 << 16;
  free(g.table);
  g.table = more(NULL, g.slots * sizeof *g.table);
  memset(g.table, 0xff, g.slots * sizeof *g.table);
  for (size_t i = 0; i < g.n; i++) {
    size_t k = hash(g.state + i * g.bytes) & (g.slots - 1);
    while (g.table[k] != UINT32_MAX) k = (k + 1) & (g.slots - 1);
    g.table[k] = (uint32_t)i;
  }
}
/* Number of the state; a new one is the last. */
static uint32_t number(const uint8_t *s, uint32_t from, unsigned l) {
  if (2 * g.n >= g.slots) grow_table();
  size_t k = hash(s) & (g.slots - 1);
  for (; g.table[k] != UINT32_MAX; k = (k + 1) & (g.slots - 1))
    if (!memcmp(g.state + g.table[k] * g.bytes, s, g.bytes)) return g.table[k];
  if (g.n == g.room) {
    g.room = g.room ? 2 * g.room : 1 << 12;
    g.state = more(g.state, g.room * g.bytes);
    g.parent = more(g.parent, g.room * sizeof *g.parent);
    g.letter = more(g.letter, g.room * sizeof *g.letter);
    g.edges_end = more(g.edges_end, g.room * sizeof *g.edges_end);
  }
  memcpy(g.state + g.n * g.bytes, s, g.bytes);
  g.parent[g.n] = from, g.letter[g.n] = (uint16_t)l;
  g.table[k] = (uint32_t)g.n;
  return (uint32_t)g.n++;
}

static void way_to(const explorer *x, uint32_t i) {
  if (g.parent[i] == UINT32_MAX) return;
  char text[120];
  way_to(x, g.parent[i]);
  x->say(g.letter[i], text, sizeof text);
  printf("    %s\n", text);
}
static int wrong(const explorer *x, uint32_t from, unsigned l, const char *what) {
  char text[120];
  printf("%s: WRONG: %s. From reset:\n", x->name, what);
  way_to(x, from);
  x->say(l, text, sizeof text);
  printf("    %s\n", text);
  return 1;
}

static int step(const explorer *x, uint32_t from, unsigned l, uint8_t *next) {
  uint8_t env[ENV_BYTES];
  wt_bench *b = g.b;
  put(g.state + from * g.bytes, env);
  if (b->fns->moore) b->fns->moore(b->m);
  if (!x->drive(b->m, env, l)) return -1;
  g.transitions++;
  if (!b->alone && wt_ls_load(&b->ls)) {
    wt_ls_describe(&b->ls, b->report, sizeof b->report);
    return wrong(x, from, l, b->report);
  }
  if (wt_bench_cycle(b)) return wrong(x, from, l, b->report);
  const char *what = x->look(b->m, env);
  if (what) return wrong(x, from, l, what);
  take(next, env);
  return 0;
}

static int goals(const explorer *x) {
  uint8_t env[ENV_BYTES], *can = more(NULL, g.n);
  size_t left = 0, was;
  for (size_t i = 0; i < g.n; i++) {
    put(g.state + i * g.bytes, env);
    if (g.b->fns->moore) g.b->fns->moore(g.b->m);
    left += !(can[i] = (uint8_t)(x->goal(g.b->m, env) != 0));
  }
  printf(", %zu goals", g.n - left);
  do { /* backwards mostly: late states lead to earlier ones */
    was = left;
    for (size_t i = g.n; i--;)
      for (size_t e = i ? g.edges_end[i - 1] : 0; e < g.edges_end[i] && !can[i]; e++)
        if (can[g.edge[e]]) can[i] = 1, left--;
    for (size_t i = 0; i < g.n; i++)
      for (size_t e = i ? g.edges_end[i - 1] : 0; e < g.edges_end[i] && !can[i]; e++)
        if (can[g.edge[e]]) can[i] = 1, left--;
  } while (left && left != was);
  if (left) {
    size_t i = 0;
    while (can[i]) i++;
    printf("\n%s: WRONG: from %zu states no goal can be reached, from this one:\n", x->name, left);
    way_to(x, (uint32_t)i);
  }
  free(can);
  return left != 0;
}

static int explore(const explorer *x, int rtl, size_t limit) {
  char err[400];
  uint8_t env[ENV_BYTES] = {0};
  g.limit = limit, g.n = g.room = g.n_edge = 0, g.transitions = 0;
  g.b = (rtl ? wt_bench_open : wt_bench_open_model)(x->stem, "tiny", x->set, 1, err, sizeof err);
  if (!g.b || wt_bench_reset(g.b)) return printf("%s: %s\n", x->name, g.b ? g.b->report : err), 1;
  parts_of(x->stem);
  for (unsigned i = 0; i < g.parts; i++)
    if (g.part[i].zero) memset(g.part[i].at, 0, (size_t)g.part[i].elems * g.part[i].csize);
  if (g.b->fns->moore) g.b->fns->moore(g.b->m);
  uint8_t *next = more(NULL, g.bytes);
  g.slots = 0, grow_table();
  take(next, env);
  number(next, UINT32_MAX, 0);
  int bad = 0, cut = 0;
  unsigned depth = 0;
  size_t level_end = 1;
  for (size_t i = 0; i < g.n && !bad && !cut; i++) {
    if (i == level_end) depth++, level_end = g.n;
    uint32_t last = UINT32_MAX;
    for (unsigned l = 0; l < x->letters && !bad; l++) {
      int st = step(x, (uint32_t)i, l, next);
      if (st < 0) continue;
      if ((bad = st)) break;
      uint32_t to = number(next, (uint32_t)i, l);
      if (to == last || to == i) continue;
      last = to;
      if (g.n_edge == g.edge_room) g.edge_room = g.edge_room ? 2 * g.edge_room : 1 << 16, g.edge = more(g.edge, g.edge_room * sizeof *g.edge);
      g.edge[g.n_edge++] = to;
    }
    g.edges_end[i] = (uint32_t)g.n_edge;
    cut = g.n > g.limit;
  }
  if (!bad) {
    printf("%-12s %s%zu states, %llu transitions, %s %u", x->name, rtl ? "RTL too, " : "", g.n, (unsigned long long)g.transitions,
           cut ? "not closed, complete to depth" : "closed at depth", depth);
    if (!cut && x->goal) bad = goals(x);
    if (!bad) puts("");
  }
  free(next);
  wt_bench_close(g.b);
  fflush(stdout);
  return bad;
}

int main(int argc, char **argv) {
  int rtl = 0, bad = 0, any = 0;
  size_t limit = 1000000;
  for (; argc > 1 && argv[1][0] == '-'; argc--, argv++) {
    if (!strcmp(argv[1], "--rtl")) rtl = 1;
    else if (!strcmp(argv[1], "--states") && argc > 2) limit = strtoull(argv[2], NULL, 10), argc--, argv++;
    else if (!strcmp(argv[1], "--list")) {
      for (const explorer *x = explorers; x->name; x++) printf("%s: %s; %u inputs\n", x->name, x->alphabet, x->letters);
      return 0;
    } else return fputs("usage: explore [--rtl] [--states N] [--list] [NAME...]\n", stderr), 2;
  }
  for (const explorer *x = explorers; x->name; x++) {
    int want = argc == 1;
    for (int i = 1; i < argc; i++) want |= !strcmp(argv[i], x->name);
    if (want) bad |= explore(x, rtl, limit), any = 1;
  }
  if (!any) fputs("explore: no such block; --list shows them\n", stderr);
  return bad || !any;
}
