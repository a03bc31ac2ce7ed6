/* wt_reuse.c - observer: reuse of the lines of global memory. */
#include "lib/wt_reuse.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "files/wt_outfile.h"
#include "lib/wt_observers.h"

const char *const wt_from_names[WT_FROM_N] = {"same warp", "other warp of the CTA", "other CTA of the SM", "other SM", "nobody"};

/* ---- counts ---- */

wt_reuse *wt_reuse_new(const wt_shape *S, const wt_launch_desc *L) {
  wt_reuse *r = calloc(1, sizeof *r);
  if (!r) return NULL;
  r->S = S, r->L = L, r->bytes = wt_performed_line_bytes(S);
  r->l1 = S->L1_BYTES / r->bytes;
  r->l2 = S->MEM_MODEL == WT_MEM_MODEL_l2dram ? S->L2_BYTES / r->bytes : 0;
  r->sm = calloc(S->SMS, sizeof *r->sm), r->pc = calloc(L->n_insns + 1, sizeof *r->pc);
  if (r->sm && r->pc) return r;
  wt_reuse_free(r);
  return NULL;
}

static void stream_free(wt_reuse_stream *s) { wt_lru_free(&s->lru), free(s->who); }
void wt_reuse_free(wt_reuse *r) {
  if (!r) return;
  for (unsigned i = 0; r->sm && i < r->S->SMS; i++) stream_free(&r->sm[i]);
  stream_free(&r->all), wt_places_free(&r->shared);
  free(r->sm), free(r->ctas), free(r->touches), free(r->pc);
  free(r);
}

/* The place of the line in this stream, its distance, and who had it; who is the last one now. */
static int touch(wt_reuse_stream *s, uint64_t line, wt_reuse_who who, uint32_t *place, uint64_t *distance, wt_reuse_who *had) {
  if (wt_lru_touch(&s->lru, line, place, distance)) return -1;
  if (s->most < s->lru.most) {
    wt_reuse_who *more = realloc(s->who, s->lru.most * sizeof *more);
    if (!more) return -1;
    s->who = more, s->most = s->lru.most;
  }
  *had = s->who[*place];
  s->who[*place] = who;
  return 0;
}

static wt_from from(wt_reuse_who had, wt_reuse_who who) {
  if (had.cta == who.cta) return had.warp == who.warp ? WT_FROM_WARP : WT_FROM_CTA;
  return had.sm == who.sm ? WT_FROM_CTAS : WT_FROM_SMS;
}

static unsigned bin_of(uint64_t distance) { return distance ? 64 - (unsigned)__builtin_clzll(distance) : 0; }
static int count(wt_reuse_view *v, wt_from f, uint64_t distance, uint32_t lines, int load) {
  const int held = distance < lines; /* the first touch is farther than any */
  v->n[f]++, v->loads[f] += (unsigned)load;
  if (distance != WT_LRU_FIRST) v->bin[f][bin_of(distance)]++, v->load_bin[f][bin_of(distance)] += (unsigned)load;
  v->held[f] += (unsigned)held, v->load_held[f] += (unsigned)(held && load);
  return held;
}

/* One more touch of the line at this place among all. fresh: its last one was another CTA's, or nobody's. */
static int share(wt_reuse *r, uint32_t place, uint32_t cta, int fresh) {
  if (r->most < r->all.lru.most) {
    const uint32_t most = r->all.lru.most;
    uint32_t *ctas = realloc(r->ctas, most * sizeof *ctas);
    if (ctas) r->ctas = ctas;
    uint64_t *touches = ctas ? realloc(r->touches, most * sizeof *touches) : NULL;
    if (!touches) return -1;
    memset(ctas + r->most, 0, (most - r->most) * sizeof *ctas), memset(touches + r->most, 0, (most - r->most) * sizeof *touches);
    r->touches = touches, r->most = most;
  }
  r->touches[place]++;
  if (!fresh) return 0;
  const uint32_t had = r->shared.n;
  if (wt_places_of(&r->shared, (uint64_t)place << 32 | cta) == WT_PLACES_NONE) return -1;
  r->ctas[place] += r->shared.n != had;
  return 0;
}

int wt_reuse_touch(wt_reuse *r, wt_reuse_who who, wt_reuse_kind kind, uint32_t pc, uint64_t line) {
  uint32_t here, place;
  uint64_t near, distance;
  wt_reuse_who had, before;
  if (touch(&r->sm[who.sm], line, who, &here, &near, &before) || touch(&r->all, line, who, &place, &distance, &had)) return -1;
  const int first = distance == WT_LRU_FIRST, load = kind == WT_REUSE_LOAD;
  const wt_from of_all = first ? WT_FROM_NOBODY : from(had, who);
  const wt_from of_sm = first ? WT_FROM_NOBODY : near == WT_LRU_FIRST ? WT_FROM_SMS : from(before, who);
  count(&r->in_all, of_all, distance, r->l2, load);
  const int held = count(&r->in_sm, of_sm, near, r->l1, load);
  r->kind[kind]++;
  if (pc / 16 < r->L->n_insns) {
    wt_reuse_pc *p = &r->pc[pc / 16];
    p->n++, p->from[of_sm]++, p->held += (unsigned)held, p->kind = kind;
  }
  return share(r, place, who.cta, first || had.cta != who.cta);
}

/* ---- observer ---- */

static wt_status bad(wt_running *u, const char *why) {
  snprintf(u->x->error, sizeof u->x->error, "%s", why);
  return WT_USAGE;
}
static wt_status unwritten(wt_running *u) {
  snprintf(u->x->error, sizeof u->x->error, "%s: cannot write: %s", u->x->reuse_file, strerror(errno));
  return WT_USAGE;
}

typedef struct wt_reuse_look {
  wt_reuse *r;
  wt_outfile out;
  FILE *f;
} look;

static wt_status begin(wt_running *u) {
  const char *name = u->x->reuse_file;
  look *l = NULL;
  if (u->resumed || u->x->parallel.jobs)
    return bad(u, u->resumed ? "the page of --reuse shows a run from its start in one process: leave it out, or run from the start"
                             : "the page of --reuse shows a run from its start in one process: leave out --reuse, or --jobs");
  if (u->L->ctas > UINT32_MAX) return bad(u, "the CTAs of a grid of more than 4294967295 are not told apart: leave out --reuse");
  if (!(l = calloc(1, sizeof *l)) || !(l->r = wt_reuse_new(u->m->S, u->L))) return free(l), bad(u, "out of memory");
  if (wt_outfile_begin(&l->out, name) || !(l->f = fopen(l->out.part, "w"))) {
    wt_reuse_free(l->r), free(l);
    return unwritten(u);
  }
  u->reuse = l;
  return WT_OK;
}

static const signed char kind_of[] = {
  [WT_MEM_LOAD] = WT_REUSE_LOAD, [WT_MEM_STORE] = WT_REUSE_STORE, [WT_MEM_ATOM] = WT_REUSE_ATOMIC, [WT_MEM_RED] = WT_REUSE_ATOMIC};
static wt_status settled(wt_running *u) {
  const look *l = u->reuse;
  for (unsigned k = 0; k < u->m->S->SMS; k++) {
    const wt_m *m = &u->sm[k].m;
    const wt_tandem *t = u->sm[k].t;
    const wt_lsu_out *o = &m->sm->lsu.o;
    if (!o->req_valid || o->req_space != WT_SP_GLOBAL || o->req_op > WT_MEM_RED) continue;
    if (!(m->S->L1_BYTES ? m->sm->l1d.o.ready : m->sm->env.mem_ready)) continue;
    const unsigned w = o->req_warp; /* of a large warp its first; it stays in its slot while the request is not answered */
    const wt_reuse_who who = {(uint32_t)(t->cta[w][0] + (uint64_t)u->L->grid[0] * (t->cta[w][1] + (uint64_t)u->L->grid[1] * t->cta[w][2])),
                              (uint16_t)t->warp_in_cta[w], (uint16_t)k};
    if (wt_reuse_touch(l->r, who, (wt_reuse_kind)kind_of[o->req_op], o->req_pc, wt_performed_line(m->S, o->req_line, o->req_bmask)))
      return bad(u, "out of memory for the lines of --reuse; give a smaller grid");
  }
  return WT_OK;
}

/* Of a run that stopped the page shows what there was. */
static wt_status end(wt_running *u, wt_status s) {
  look *l = u->reuse;
  const int keep = s != WT_USAGE;
  if (keep) wt_reuse_html(l->f, l->r, wt_cause_word(u->r.cause));
  const int cut = wt_outfile_close(l->f);
  if ((wt_outfile_end(&l->out, keep && !cut) || cut) && keep && !s) s = unwritten(u);
  wt_reuse_free(l->r), free(l);
  u->reuse = NULL;
  return s;
}
const wt_observer wt_observer_reuse = {"reuse", begin, {[WT_AT_SETTLED] = settled}, NULL, end};
