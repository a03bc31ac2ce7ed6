/* wt_verdict.c - deadlock and livelock reports.
 *
 * Paths of a warp that do the same at the same place make one node. A node waits for other nodes:
 *   at a convergence barrier, WARPSYNC or below the top of a stack: for the paths that hold the lanes it needs;
 *   at a CTA barrier: for every path of the CTA that is not at that barrier;
 *   able to run, but never chosen in the loop: for the path of its warp that is current;
 *   current, but its warp is never scheduled in the loop: for the warps that are;
 *   running in the loop: memory is the same whenever the loop comes round, so only a thread outside the loop can end it.
 * A cycle of these is the reason why nothing goes on.
 */
#include "lib/wt_verdict.h"
#include "lib/wt_checks.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_SHOWN_WARPS = 8, MAX_SHOWN_NODES = 12, MAX_RANGES = 8, PCS = 240, TEXT = PCS + 120 }; /* PCS: of so many ranges */

typedef struct {
  unsigned warp;
  uint64_t mask, need;
  uint32_t pc;
  uint8_t kind, x;
  uint8_t loops; /* some of its lanes issue in the loop */
} node;

typedef struct {
  const wt_loop *l;
  const wt_m *m;
  const wt_tandem *t;
  node *v;
  unsigned n;
  unsigned *chain, depth; /* of the search */
  uint8_t *mark;          /* 0 new, 1 on the chain, 2 done */
  int points;             /* the unit has a table of reconvergence points where others have B registers */
  char *buf;
  size_t len, size;
} report;

static void put(report *r, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static void put(report *r, const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  vsnprintf(r->buf + r->len, r->size - r->len, fmt, ap);
  va_end(ap);
  r->len += strlen(r->buf + r->len);
}

static const char *lanes(const report *r, uint64_t mask, char buf[20]) {
  snprintf(buf, 20, "%0*llx", (int)(r->m->S->SLOT_LANES + 3) / 4, (unsigned long long)mask);
  return buf;
}

/* ---- nodes ---- */

static uint64_t loop_lanes(const report *r, unsigned w) {
  uint64_t any = 0;
  for (size_t i = 0; i < r->t->L->n_insns; i++) any |= r->l->lanes[w * r->t->L->n_insns + i];
  return any;
}

static void add_node(report *r, const node *x) {
  for (unsigned i = 0; i < r->n; i++) {
    node *y = &r->v[i];
    if (y->warp != x->warp || y->kind != x->kind || y->x != x->x || y->pc != x->pc || y->loops != x->loops) continue;
    y->mask |= x->mask, y->need |= x->need;
    return;
  }
  r->v[r->n++] = *x;
}

static void add_nodes(report *r) {
  for (wt_warps s = r->t->resident; s; s &= s - 1) {
    unsigned w = wt_warps_first(s);
    uint64_t in_loop = loop_lanes(r, w);
    for (int i = 0; i < r->l->warp[w].n; i++) {
      const wt_path *p = &r->l->warp[w].path[i];
      node x = {w, p->mask, p->need, p->kind == WT_PATH_RUN ? r->l->warp[w].next : p->pc, p->kind, p->x, (p->mask & in_loop) != 0};
      add_node(r, &x);
    }
  }
}

static int can_run(const node *x) { return x->kind == WT_PATH_RUN || x->kind == WT_PATH_READY; }

/* pcs that lanes of the node issue in the loop, as ranges. */
static void loop_pcs(const report *r, const node *x, char buf[PCS]) {
  size_t len = 0, insns = r->t->L->n_insns;
  const uint64_t *at = r->l->lanes + x->warp * insns;
  unsigned ranges = 0;
  *buf = 0;
  for (size_t i = 0; i < insns; i++) {
    if (!(at[i] & x->mask)) continue;
    size_t first = i;
    while (i + 1 < insns && (at[i + 1] & x->mask)) i++;
    if (++ranges > MAX_RANGES) {
      sprintf(buf + len, ", ...");
      return;
    }
    len += (size_t)sprintf(buf + len, "%s0x%04zx", len ? ", " : "", first * 16);
    if (i > first) len += (size_t)sprintf(buf + len, "..0x%04zx", i * 16);
  }
}

/* Why a warp that has a path to run does not issue, in the words of the metrics. */
static const char *stuck(const report *r, unsigned w) {
  const wt_m *m = r->m;
  const wt_subcore *c = wt_m_of_warp(m, w)->subcore;
  wt_warps b = wt_warp(wt_slot_of(m->S, w));
  return !(c->ibuffer.o.head_valid & b) ? "fetch" : !(c->sb->ok & b) ? "dependence" : !(c->war.o.ok & b) ? "war" : "unit";
}

/* Where paths meet: "convergence barrier B0", short "B0". */
static const char *meeting(const report *r, unsigned x, int brief, char buf[40]) {
  if (r->points) snprintf(buf, 40, brief ? "point %u" : "reconvergence point %u", x);
  else snprintf(buf, 40, brief ? "B%u" : "convergence barrier B%u", x);
  return buf;
}

static void waits(const report *r, const node *x, char *buf, size_t n) {
  char need[20], where[40], pcs[PCS];
  lanes(r, x->need, need);
  switch (x->kind) {
    case WT_PATH_BSYNC:
      meeting(r, x->x, 0, where);
      if (x->need) snprintf(buf, n, "waits at %s for lanes %s", where, need);
      else snprintf(buf, n, "waits at %s, which no longer names it: nobody will release it", where);
      break;
    case WT_PATH_WSYNC: snprintf(buf, n, "waits at WARPSYNC for lanes %s", need); break;
    case WT_PATH_BAR: snprintf(buf, n, "waits at CTA barrier %u", x->x); break;
    case WT_PATH_BELOW:
      if (x->need) snprintf(buf, n, "waits in the table of paths for lanes %s", need);
      else snprintf(buf, n, "waits in the table of paths for those above it");
      break;
    default:
      if (x->loops) {
        loop_pcs(r, x, pcs);
        snprintf(buf, n, "spins at %s", pcs);
      } else if (!r->l->issued) {
        snprintf(buf, n, "could run but does not issue (%s)", stuck(r, x->warp));
      } else {
        snprintf(buf, n, x->kind == WT_PATH_RUN ? "could issue but its warp is never scheduled" : "could run but is never chosen");
      }
      return;
  }
  if (x->loops) {
    size_t len = strlen(buf);
    loop_pcs(r, x, pcs);
    snprintf(buf + len, n - len, ", comes by %s in the loop", pcs);
  }
}

static void put_node(report *r, const node *x) {
  char text[TEXT], mask[20];
  waits(r, x, text, sizeof text);
  put(r, "\n  0x%04x  lanes %s  %s", x->pc, lanes(r, x->mask, mask), text);
}

/* ---- who waits for whom ---- */

static unsigned cta_of(const report *r, unsigned w) { return r->t->cta_slot[w]; }

static int waits_for(const report *r, const node *a, const node *b) {
  int same = a->warp == b->warp;
  switch (a->kind) {
    case WT_PATH_BSYNC:
    case WT_PATH_WSYNC: return same && (a->need & b->mask);
    case WT_PATH_BELOW: return same && a != b && (a->need ? (a->need & b->mask) != 0 : b->kind != WT_PATH_BELOW);
    case WT_PATH_BAR: return cta_of(r, a->warp) == cta_of(r, b->warp) && !(b->kind == WT_PATH_BAR && b->x == a->x);
    default:
      if (a->loops) return a != b && !b->loops;
      if (a->kind == WT_PATH_RUN) return !same && b->kind == WT_PATH_RUN && b->loops;
      return same && b->kind == WT_PATH_RUN;
  }
}

/* A cycle through the chain's last node; its first node's place in the chain, or -1. Paths that stand still are looked at before
 * those that only the scheduler passes by: they say more. */
static int find_cycle(report *r) {
  unsigned at = r->chain[r->depth - 1];
  r->mark[at] = 1;
  for (unsigned n = 0; n < 2 * r->n; n++) {
    unsigned i = n % r->n;
    if (can_run(&r->v[i]) != (n >= r->n) || r->mark[i] == 2 || !waits_for(r, &r->v[at], &r->v[i])) continue;
    if (r->mark[i] == 1) {
      int k = 0;
      while (r->chain[k] != i) k++;
      return k;
    }
    r->chain[r->depth++] = i;
    int k = find_cycle(r);
    if (k >= 0) return k;
    r->depth--;
  }
  r->mark[at] = 2;
  return -1;
}

static void put_step(report *r, const node *x) {
  char mask[20], where[40], pcs[PCS];
  put(r, "warp %u lanes %s", x->warp, lanes(r, x->mask, mask));
  if (x->kind == WT_PATH_BSYNC) {
    put(r, " (%s)", meeting(r, x->x, 1, where));
  } else if (x->kind == WT_PATH_WSYNC) {
    put(r, " (WARPSYNC)");
  } else if (x->kind == WT_PATH_BAR) {
    put(r, " (CTA barrier %u)", x->x);
  } else if (can_run(x) && x->loops) {
    loop_pcs(r, x, pcs);
    put(r, " (spin at %s until another thread changes memory)", pcs);
  } else if (can_run(x)) {
    put(r, x->kind == WT_PATH_RUN ? " (0x%04x, its warp is never scheduled)" : " (0x%04x, never chosen)", x->pc);
  } else {
    put(r, " (0x%04x)", x->pc);
  }
}

static void put_cycle(report *r) {
  r->chain = calloc(r->n + 1u, sizeof *r->chain);
  r->mark = calloc(r->n + 1u, 1);
  int from = -1;
  for (unsigned n = 0; r->chain && r->mark && from < 0 && n < 2 * r->n; n++) {
    unsigned i = n % r->n;
    if (can_run(&r->v[i]) != (n >= r->n) || r->mark[i]) continue;
    r->chain[0] = i, r->depth = 1;
    from = find_cycle(r);
  }
  if (from >= 0) {
    put(r, "\ncyclic wait: ");
    unsigned shown = 0;
    for (unsigned k = (unsigned)from; k < r->depth; k++) {
      if (++shown > MAX_SHOWN_NODES) {
        put(r, "... -> ");
        break;
      }
      put_step(r, &r->v[r->chain[k]]);
      put(r, " -> ");
    }
    put_step(r, &r->v[r->chain[from]]);
  } else if (r->l->issued) {
    put(r, "\nno cyclic wait: every thread that is left takes part in the loop");
  } else {
    put(r, "\nno cyclic wait: what is missing above belongs to no thread that is left");
  }
  free(r->chain), free(r->mark);
}

/* ---- all of it ---- */

static int has_points(const wt_shape *S) { return S->DIVERGENCE == WT_DIVERGENCE_multipath; }

static unsigned first_node(const report *r, unsigned w) {
  unsigned i = 0;
  while (i < r->n && r->v[i].warp != w) i++;
  return i;
}
/* The same paths in the same places. */
static int same_warp(const report *r, unsigned a, unsigned b) {
  unsigned i = first_node(r, a), k = first_node(r, b);
  for (; i < r->n && r->v[i].warp == a; i++, k++) {
    if (k >= r->n || r->v[k].warp != b) return 0;
    node x = r->v[k];
    x.warp = a;
    if (x.mask != r->v[i].mask || x.need != r->v[i].need || x.pc != r->v[i].pc || x.kind != r->v[i].kind || x.x != r->v[i].x ||
        x.loops != r->v[i].loops)
      return 0;
  }
  return k >= r->n || r->v[k].warp != b;
}

static void put_warp(report *r, unsigned w, wt_warps *left) {
  const unsigned *cta = r->t->cta[w];
  put(r, "\nwarp %u (cta %u,%u,%u warp %u)", w, cta[0], cta[1], cta[2], r->t->warp_in_cta[w]);
  *left &= ~wt_warp(w);
  if (r->l->warp[w].n < 0) {
    put(r, ": the control-flow unit is at work on it all the time");
    return;
  }
  const char *sep = ", and the same in warp";
  for (wt_warps s = *left; s; s &= s - 1) {
    unsigned v = wt_warps_first(s);
    if (r->l->warp[v].n < 0 || !same_warp(r, w, v)) continue;
    put(r, "%s %u", sep, v);
    sep = ",";
    *left &= ~wt_warp(v);
  }
  put(r, ":");
  unsigned shown = 0, i = first_node(r, w), of = 0;
  for (unsigned k = i; k < r->n && r->v[k].warp == w; k++) of++;
  for (; i < r->n && r->v[i].warp == w && shown < MAX_SHOWN_NODES; i++, shown++) put_node(r, &r->v[i]);
  if (of > shown) put(r, "\n  and %u more paths", of - shown);
}

/* The scheduler may be why: then it says so, and what helps. */
static void put_starved(report *r) {
  for (unsigned i = 0; i < r->n && r->l->issued && !r->m->S->SCHED_AGE; i++) {
    const node *x = &r->v[i];
    if (x->kind != WT_PATH_RUN || x->loops) continue;
    put(r, "\nwarp %u could issue and is passed over: --set SCHED_AGE=4096 or --set SCHED=lrr lets every warp go on", x->warp);
    return;
  }
}

const char *wt_verdict_report(const wt_loop *l, const wt_m *m, const wt_tandem *t, char *buf, size_t n) {
  unsigned max = 1;
  for (wt_warps s = t->resident; s; s &= s - 1)
    if (l->warp[wt_warps_first(s)].n > 0) max += (unsigned)l->warp[wt_warps_first(s)].n;
  report r = {.l = l, .m = m, .t = t, .v = calloc(max, sizeof(node)), .buf = buf, .size = n, .points = has_points(m->S)};
  *buf = 0;
  put(&r, "%s: kernel %s after %llu cycles: ", wt_cause_word(l->cause), t->L->kernel, (unsigned long long)t->tally.cycles);
  if (!r.v) return buf;
  if (l->issued)
    put(&r, "the whole state of cycle %llu came again in cycle %llu, %llu warp instructions later", (unsigned long long)l->first,
        (unsigned long long)l->again, (unsigned long long)l->issued);
  else put(&r, "no warp can issue, and nothing is on its way that could change that");
  add_nodes(&r);
  put_starved(&r);
  wt_warps left = t->resident;
  for (unsigned shown = 0; left && shown < MAX_SHOWN_WARPS; shown++) put_warp(&r, wt_warps_first(left), &left);
  if (left) put(&r, "\nand %u more warps", wt_warps_count(left));
  if (!t->resident) put(&r, "\nno warp is resident, and the dispatcher starts none");
  put_cycle(&r);
  free(r.v);
  return buf;
}
