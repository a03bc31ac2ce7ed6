/* wt_bound_sim.c - the cycle of the issue model: results in the order of issue, CTAs, barriers, what the engine does, one issue. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bound/wt_bound_int.h"

/* ---- groups ---- */

void wt_bound_put(wt_bound_fifo *f, wt_bound_group *g) {
  g->next = NULL;
  if (f->first) f->last->next = g;
  else f->first = g;
  f->last = g, f->n++;
}
wt_bound_group *wt_bound_remove(wt_bound_fifo *f, wt_bound_group *g) {
  wt_bound_group **at = &f->first, *before = NULL;
  for (; *at != g; at = &(*at)->next) before = *at;
  *at = g->next, f->n--;
  if (f->last == g) f->last = before;
  return g;
}
wt_bound_group *wt_bound_take(wt_bound_fifo *f) { return f->first ? wt_bound_remove(f, f->first) : NULL; }

/* Groups are disjoint and not empty, so there are never more than threads; beats of LWM twice as many: those in flight, and the next instruction's. */
wt_bound_group *wt_bound_new(wt_bound_sim *s, size_t cta, uint32_t pc) {
  wt_bound_group *g = wt_bound_take(&s->unused);
  *g = (wt_bound_group){.pc = pc, .cta = cta, .order = ++s->groups_made};
  memset(g->lane, 0xff, sizeof g->lane);
  if (++s->groups > s->r->groups_peak) s->r->groups_peak = s->groups;
  return g;
}
void wt_bound_drop(wt_bound_sim *s, wt_bound_group *g) {
  wt_bound_put(&s->unused, g);
  s->groups--;
}

int32_t wt_bound_any(const wt_bound_sim *s, const wt_bound_group *g) {
  for (unsigned l = 0; l < s->in->lanes; l++)
    if (g->lane[l] >= 0) return g->lane[l];
  return -1;
}

wt_bound_group *wt_bound_home(wt_bound_sim *s, size_t cta, unsigned row) {
  const wt_bound_cta *c = &s->in->cta[cta];
  wt_bound_group *g = wt_bound_new(s, cta, 0);
  for (unsigned l = 0; l < s->in->lanes && row * s->in->lanes + l < c->n; l++) {
    const size_t t = c->first + row * s->in->lanes + l;
    if (s->in->thread[t].n) wt_bound_join(g, l, (int32_t)t);
  }
  if (g->n) g->pc = wt_bound_pc(s, wt_bound_any(s, g));
  return g;
}

unsigned wt_bound_paths(const wt_bound_sim *s, const wt_bound_group *g, wt_bound_path path[WT_BOUND_LANES]) {
  unsigned n = 0;
  for (unsigned l = 0; l < s->in->lanes; l++) {
    const int32_t t = g->lane[l];
    const uint32_t pc = t < 0 ? WT_BOUND_END : wt_bound_pc(s, t);
    unsigned i = 0;
    if (pc == WT_BOUND_END) continue;
    while (i < n && path[i].pc < pc) i++;
    if (i == n || path[i].pc != pc) {
      memmove(&path[i + 1], &path[i], (n++ - i) * sizeof *path);
      path[i].pc = pc, path[i].n = 0;
      memset(path[i].lane, 0xff, sizeof path[i].lane);
    }
    path[i].lane[l] = t, path[i].n++;
  }
  return n;
}

/* ---- threads ---- */

static unsigned deeper(const wt_bound_sim *s, uint32_t pc, uint32_t next, unsigned depth) {
  const unsigned f = wt_bound_flags(s, pc);
  if (next == pc + 1) return depth;
  return f & WT_BOUND_CALL ? depth + 1 : f & WT_BOUND_RET && depth ? depth - 1 : depth;
}

uint32_t wt_bound_step(wt_bound_sim *s, int32_t t) {
  const uint32_t pc = wt_bound_pc(s, t);
  s->at[t]++;
  const uint32_t next = wt_bound_pc(s, t);
  s->depth[t] = deeper(s, pc, next, s->depth[t]);
  if (next == WT_BOUND_END && !--s->cta[s->cta_of[t]].alive) s->running--, s->resident -= s->in->cta[s->cta_of[t]].n;
  return next;
}

uint32_t wt_bound_meet(const wt_bound_sim *s, uint32_t branch, int32_t t, unsigned depth, unsigned *at) {
  const uint32_t rpc = s->in->insn[branch].rpc;
  const wt_bound_thread *p = &s->in->thread[t];
  *at = depth;
  if (rpc != WT_BOUND_RPC_RET || !depth) return rpc == WT_BOUND_RPC_RET ? WT_BOUND_NO_RPC : rpc;
  *at = depth - 1; /* where this function returns to is what its thread does next at that depth */
  unsigned d = s->depth[t];
  for (size_t i = s->at[t]; i < p->n; i++) {
    if (d < depth) return p->pc[i];
    if (i + 1 < p->n) d = deeper(s, p->pc[i], p->pc[i + 1], d);
  }
  return WT_BOUND_NO_RPC;
}

void wt_bound_arrive(wt_bound_sim *s, size_t cta, unsigned threads) { s->cta[cta].arrived += threads; }

/* ---- the cycle ---- */

static void launch(wt_bound_sim *s) {
  while (s->next_cta < s->in->n_ctas) {
    const wt_bound_cta *c = &s->in->cta[s->next_cta];
    if (s->running && s->resident + c->n > s->opt->resident) return;
    const size_t cta = s->next_cta++;
    if (!s->cta[cta].alive) continue;
    s->running++, s->resident += c->n;
    s->ops->launch(s, cta);
  }
}

/* In the order of issue, whatever their latency. */
static int commits(wt_bound_sim *s) {
  const unsigned latency[2] = {s->opt->latency, s->opt->load_latency};
  int moved = 0;
  for (;;) {
    int best = -1;
    for (int q = 0; q < 2; q++) {
      const wt_bound_group *g = s->flight[q].first;
      if (g && g->last + latency[q] <= s->now && (best < 0 || g->last < s->flight[best].first->last)) best = q;
    }
    if (best < 0) return moved;
    s->ops->commit(s, wt_bound_take(&s->flight[best]));
    moved = 1;
  }
}

static int barriers(wt_bound_sim *s) {
  int moved = 0;
  for (size_t c = 0; c < s->next_cta; c++) {
    if (!s->cta[c].arrived) continue;
    if (s->cta[c].arrived != s->cta[c].alive) {
      s->r->at_barrier += s->cta[c].arrived;
      continue;
    }
    s->cta[c].arrived = 0;
    s->ops->release(s, c);
    moved = 1;
  }
  return moved;
}

static void issue(wt_bound_sim *s, wt_bound_group *g) {
  const wt_bound_cta *c = &s->in->cta[g->cta];
  const unsigned load = wt_bound_flags(s, g->pc) & WT_BOUND_LOAD;
  int32_t place[WT_BOUND_LANES];
  size_t rows = 0, row[WT_BOUND_LANES];
  for (unsigned l = 0; l < s->in->lanes; l++) {
    place[l] = g->lane[l] < 0 ? -1 : (int32_t)((size_t)g->lane[l] - c->first);
    if (place[l] < 0) continue;
    size_t k = 0;
    row[rows] = (size_t)place[l] / s->in->lanes;
    while (row[k] != row[rows]) k++;
    rows += k == rows;
  }
  s->r->issues++, s->r->lanes += g->n, s->r->cycles = s->now;
  if (load) s->r->loads++, s->r->load_rows += rows;
  if (s->opt->issued) s->opt->issued(s->opt->ctx, s->now, g->cta, g->pc, place);
  g->last = s->now;
  g->depth = s->depth[wt_bound_any(s, g)];
  if (s->ops->keeps && s->ops->keeps(s, g)) return;
  wt_bound_put(&s->flight[load != 0], g);
}

static void run(wt_bound_sim *s) {
  for (s->now = 1; s->running || s->next_cta < s->in->n_ctas; s->now++) {
    int moved = commits(s);
    if (s->ops->loads) moved |= s->ops->loads(s);
    launch(s);
    if (!s->running) break;
    moved |= barriers(s);
    if (s->ops->settle) moved |= s->ops->settle(s);
    wt_bound_group *g = s->ops->pick(s);
    s->r->groups += s->groups;
    if (g) issue(s, g);
    else if (!moved && !s->flight[0].n && !s->flight[1].n && !s->waiting_loads) {
      s->r->deadlock = 1;
      return;
    }
  }
}

/* ---- begin and end ---- */

static const wt_bound_ops *const ops[WT_BOUND_ENGINES] = {
  [WT_BOUND_STACK] = &wt_bound_ops_lwm,    [WT_BOUND_LWM] = &wt_bound_ops_lwm,      [WT_BOUND_TBC] = &wt_bound_ops_tbc,
  [WT_BOUND_CAPRI] = &wt_bound_ops_tbc,    [WT_BOUND_DWF_MAJ] = &wt_bound_ops_dwf,  [WT_BOUND_DWF_MIN] = &wt_bound_ops_dwf,
  [WT_BOUND_DWF_TIME] = &wt_bound_ops_dwf, [WT_BOUND_DWF_PDOM] = &wt_bound_ops_dwf, [WT_BOUND_DWF_PC] = &wt_bound_ops_dwf,
  [WT_BOUND_CROWN] = &wt_bound_ops_crown,
};

const char *wt_bound_name(wt_bound_kind k, char buf[WT_BOUND_KIND_NAME]) {
  static const char *const name[WT_BOUND_ENGINES] = {"stack", "LWM", "TBC", "CAPRI", "DWF-maj", "DWF-min", "DWF-time", "DWF-pdom", "DWF-pc", "CROWN"};
  snprintf(buf, WT_BOUND_KIND_NAME, k.warp ? "%s-%u" : "%s", name[k.engine], k.warp);
  return buf;
}

wt_bound_opt wt_bound_defaults(void) {
  return (wt_bound_opt){.latency = 8,
                        .load_latency = 100,
                        .resident = 1024,
                        .dwf_table = 256,
                        .crown_low = 2,
                        .crown_age = 64,
                        .crown_ready = 8,
                        .crown_wait = 8,
                        .crown_yield = 1};
}

static int begin(wt_bound_sim *s) {
  const wt_bound_input *in = s->in;
  const size_t groups = 2 * (size_t)s->opt->resident + 1;
  s->at = calloc(in->n_threads + 1, sizeof *s->at), s->depth = calloc(in->n_threads + 1, sizeof *s->depth);
  s->cta_of = calloc(in->n_threads + 1, sizeof *s->cta_of), s->cta = calloc(in->n_ctas + 1, sizeof *s->cta);
  s->is_rpc = calloc(in->n_insns + 1, 1), s->pool = calloc(groups, sizeof *s->pool);
  if (!s->at || !s->depth || !s->cta_of || !s->cta || !s->is_rpc || !s->pool) return -1;
  for (size_t c = 0; c < in->n_ctas; c++)
    for (size_t t = in->cta[c].first; t < in->cta[c].first + in->cta[c].n; t++) s->cta_of[t] = c, s->cta[c].alive += in->thread[t].n > 0;
  for (uint32_t i = 0; i < in->n_insns; i++)
    if (in->insn[i].flags & WT_BOUND_BRANCH && in->insn[i].rpc < in->n_insns) s->is_rpc[in->insn[i].rpc] = 1;
  for (size_t i = 0; i < groups; i++) wt_bound_put(&s->unused, &s->pool[i]);
  return s->ops->begin(s);
}

int wt_bound_simulate(const wt_bound_input *in, wt_bound_kind kind, const wt_bound_opt *opt, wt_bound_run *out) {
  wt_bound_opt o = *opt;
  unsigned places = 0;
  *out = (wt_bound_run){0};
  for (size_t c = 0; c < in->n_ctas; c++)
    if (in->cta[c].n > places) places = in->cta[c].n;
  if (o.resident < places) o.resident = places;
  if (!o.crown_barriers) o.crown_barriers = o.resident / in->lanes;
  wt_bound_sim s = {.in = in, .opt = &o, .kind = kind, .r = out, .ops = ops[kind.engine]};
  const int rc = begin(&s);
  if (!rc) run(&s);
  s.ops->end(&s);
  free(s.at), free(s.depth), free(s.cta_of), free(s.cta), free(s.is_rpc), free(s.pool);
  return rc;
}
