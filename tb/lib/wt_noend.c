/* wt_noend.c - detection of repeated states. */
#include "lib/wt_noend.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/wt_guest.h"
#include "state/wt_rows.h"

enum { FIRST_SNAPSHOT = 4096, QUIET_CYCLES = 256, CAPTURE_CYCLES = 4096 };

typedef struct {
  const char *live; /* in the machine; MEM: rows of the memory */
  char *copy;
  size_t bytes;
  unsigned id; /* they change places */
  bool guest;  /* made anew before each look */
} piece;

/* Of an SM, or of all that is around them. */
typedef struct {
  piece *p;
  unsigned n;
  int same; /* of an SM that runs apart: at its last edge, and nothing has happened in it since */
} pieces;

struct wt_noend {
  wt_blks *blks;
  wt_guest_list *guests;
  pieces *of;        /* every SM's, and behind them the others */
  unsigned n;        /* all together */
  bool clocked;      /* the kernel reads the clock */
  uint64_t at, next; /* cycle of the snapshot, of the next one */
  uint64_t issued, writes, digest;
  uint64_t digest_next; /* memory is not digested again before this cycle */
  uint64_t last_issue;
  wt_env_flight *flight;
  uint64_t *lanes; /* see wt_loop */
  size_t n_insns, n_lanes;
  wt_path *paths;  /* WT_MAX_PATHS a warp */
  wt_loop *loop;   /* of every SM */
  uint32_t proved; /* of the loop: 0 nothing, 1 deadlock, 2 livelock */
};

static bool reads_clock(const wt_launch_desc *L) {
  for (size_t i = 0; i < L->n_insns; i++) {
    unsigned op = wt_isa_find(L->code[i]), sr = (unsigned)wt_bits(L->code[i], 79, 72);
    if ((op == WT_I_S2R || op == WT_I_CS2R || op == WT_I_S2UR) && (sr == 1 || (sr >= 80 && sr < 255)) && (!L->reach || L->reach[i])) return true;
  }
  return false;
}

/* sm: -1 = of none */
static int add_piece(wt_noend *n, int sm, const void *live, size_t bytes, bool guest) {
  pieces *to = &n->of[sm < 0 ? n->blks->S->SMS : (unsigned)sm];
  piece *more = realloc(to->p, (to->n + 1) * sizeof *more);
  if (!more) return -1;
  to->p = more;
  more[to->n] = (piece){live, calloc(bytes, sizeof *more->copy), bytes, n->n++, guest};
  return more[to->n++].copy ? 0 : -1;
}
/* The state rows of one kind; flip-flops come first because they tell most states apart. */
static int add_rows(wt_noend *n, wt_m *m, enum wt_row_kind kind) {
  for (unsigned k = 0; k < n->blks->n; k++) {
    const wt_blk *b = &n->blks->blk[k];
    if (!b->chosen || b->outside || (n->guests && n->guests->hooks.is[k])) continue;
    for (unsigned i = 0; i < b->count; i++)
      for (unsigned r = 0; r < b->nrows; r++) {
        const wt_row *w = &b->rows[r];
        if (w->kind != kind || (!strcmp(b->stem, "sreg") && !strcmp(w->name, "clock"))) continue;
        if (add_piece(n, wt_blk_sm(b, i), wt_row_ptr(m, b, w, i), wt_row_bytes(w), false)) return -1;
      }
  }
  return 0;
}

/* The guests have memory of their own for their state; whoever wants a proof has asked whether it can be saved. */
static int add_guests(wt_noend *n) {
  for (unsigned i = 0; n->guests && i < n->guests->n; i++) {
    size_t bytes;
    const void *state = wt_guests_state(n->guests, i, &bytes);
    if (add_piece(n, -1, state, bytes, true)) return -1;
  }
  return 0;
}

wt_noend *wt_noend_new(wt_m *m, const wt_launch_desc *L, const wt_env *e) {
  wt_noend *n = calloc(1, sizeof *n);
  if (!n || !(n->blks = wt_blks_bare(m->S))) return free(n), NULL;
  n->guests = wt_guests_of(m);
  n->next = FIRST_SNAPSHOT;
  n->clocked = reads_clock(L);
  n->n_insns = L->n_insns;
  const size_t warps = (size_t)m->S->SMS * m->S->SM_SLOTS;
  n->n_lanes = warps * L->n_insns;
  n->lanes = calloc(n->n_lanes, sizeof *n->lanes);
  n->paths = calloc(warps * WT_MAX_PATHS, sizeof *n->paths);
  n->loop = calloc(m->S->SMS, sizeof *n->loop);
  n->flight = wt_env_flight_new(e);
  n->of = calloc(m->S->SMS + 1, sizeof *n->of);
  /* first the answers that the machine sees now */
  int bad = !n->lanes || !n->paths || !n->loop || !n->flight || !n->of;
  for (unsigned k = 0; k < m->S->SMS; k++) {
    wt_sm *sm = &m->gpu->sm[k];
    bad = bad || add_piece(n, (int)k, &sm->env, sizeof sm->env, false);
    for (unsigned i = 0; !bad && i < m->S->SUBCORES; i++) {
      wt_subcore *c = &sm->subcore[i];
      bad = add_piece(n, (int)k, &c->imem, sizeof c->imem, false) || add_piece(n, (int)k, &c->cmem, sizeof c->cmem, false);
    }
  }
  if (bad || add_rows(n, m, WT_ROW_FF) || add_rows(n, m, WT_ROW_MEM) || add_guests(n)) return wt_noend_free(n), NULL;
  for (size_t w = 0; w < warps; w++) n->loop[w / m->S->SM_SLOTS].warp[w % m->S->SM_SLOTS].path = n->paths + w * WT_MAX_PATHS;
  return n;
}

void wt_noend_free(wt_noend *n) {
  if (!n) return;
  for (unsigned k = 0; n->of && k <= n->blks->S->SMS; k++) {
    for (unsigned i = 0; i < n->of[k].n; i++) free(n->of[k].p[i].copy);
    free(n->of[k].p);
  }
  wt_env_flight_free(n->flight);
  free(n->of), free(n->lanes), free(n->paths), free(n->loop);
  wt_blks_free(n->blks);
  free(n);
}

static void forget_same(wt_noend *n) {
  for (unsigned k = 0; k < n->blks->S->SMS; k++) n->of[k].same = 0;
}

static void snapshot(wt_noend *n, uint64_t c, const wt_tandem *t, const wt_env *e, const wt_mem *mem) {
  if (n->guests) wt_guests_now(n->guests);
  for (unsigned k = 0; k <= n->blks->S->SMS; k++)
    for (unsigned i = 0; i < n->of[k].n; i++) wt_saved_copy(n->of[k].p[i].copy, n->of[k].p[i].live, n->of[k].p[i].bytes);
  wt_env_flight_save(n->flight, e);
  memset(n->lanes, 0, n->n_lanes * sizeof *n->lanes);
  n->at = c;
  while (n->next <= c) n->next *= 2;
  n->issued = wt_tandem_issued(t);
  n->writes = wt_env_writes(e);
  n->digest = wt_mem_digest(mem) ^ wt_env_local_digest(e);
  n->digest_next = c;
}

/* Memory may be large: after a digest that differed the next one waits as long again, which a true loop outlasts. */
static int memory_same(wt_noend *n, uint64_t c, const wt_env *e, const wt_mem *mem) {
  if (n->writes == wt_env_writes(e)) return 1;
  if (c < n->digest_next) return 0;
  n->digest_next = c + (c - n->at);
  return n->digest == (wt_mem_digest(mem) ^ wt_env_local_digest(e));
}

static int same_pieces(const wt_noend *n, pieces *of) {
  for (unsigned i = 0; i < of->n; i++) {
    if (of->p[i].guest) wt_guests_now(n->guests);
    if (!memcmp(of->p[i].live, of->p[i].copy, of->p[i].bytes)) continue;
    piece x = of->p[i]; /* what told two states apart will do so again: look at it earlier */
    of->p[i] = of->p[i / 2], of->p[i / 2] = x;
    return 0;
  }
  return 1;
}
static int same(wt_noend *n, uint64_t c, const wt_env *e, const wt_mem *mem) {
  for (unsigned k = 0; k <= n->blks->S->SMS; k++)
    if (!same_pieces(n, &n->of[k])) return 0;
  return wt_env_flight_same(n->flight, e) && memory_same(n, c, e, mem);
}

static void record_issue(wt_noend *n, const wt_m *m, uint64_t c, uint64_t *last) {
  if (!m->subcore->issue.o.valid) return;
  uint64_t i = (uint64_t)uop_get_pc(m->subcore->ibuffer.o.uop) / 16;
  if (i < n->n_insns)
    n->lanes[(m->sm->smid.sm * m->S->SM_SLOTS + wt_sm_warp(m, m->subcore->sched.o.sel_warp)) * n->n_insns + i] |= m->subcore->cfu->mask;
  *last = c;
}

/* pc of the instruction that a warp would issue next: the head of its I-buffer; else the one it issued last. */
static uint32_t next_pc(const wt_m *m, const wt_tandem *t, unsigned w) {
  const wt_ibuffer_state *q = &wt_m_of_warp(m, w)->subcore->ibuffer.q;
  const unsigned slot = wt_slot_of(m->S, w);
  if (wt_look(m->gpu, WT_B_ibuffer) && q->count[slot])
    return (uint32_t)uop_get_pc(q->entries + (size_t)(slot * m->S->IBUF_DEPTH + q->head[slot]) * UOP_WORDS);
  return t->hist_n[w] ? t->hist[w][(t->hist_n[w] - 1) % WT_HISTORY].pc : 0;
}

/* Looks at warps of the SM that have not been seen yet; 1 when none is left. */
static int capture(wt_noend *n, const wt_m *m, const wt_tandem *t) {
  wt_loop *l = &n->loop[m->sm->smid.sm];
  wt_path *paths = n->paths + (size_t)m->sm->smid.sm * m->S->SM_SLOTS * WT_MAX_PATHS;
  for (wt_warps left = t->resident & ~l->seen; left; left &= left - 1) {
    unsigned w = wt_warps_first(left);
    int k = wt_paths(m, w, paths + (size_t)w * WT_MAX_PATHS);
    l->warp[w].n = k;
    l->warp[w].next = next_pc(m, t, w);
    if (k >= 0) l->seen |= wt_warp(w);
  }
  return !(t->resident & ~l->seen);
}
static int captured(wt_noend *n, const wt_m *m, const wt_tandem *t) {
  int all = 1;
  for (unsigned i = 0; i < m->S->SMS; i++) all &= capture(n, wt_m_sm(m, i), &t[i]);
  return all;
}

void wt_noend_loaded(wt_noend *n) {
  static const wt_cause causes[] = {WT_CAUSE_NONE, WT_CAUSE_DEADLOCK, WT_CAUSE_LIVELOCK};
  forget_same(n);
  for (unsigned i = 0; i < n->blks->S->SMS; i++) {
    n->loop[i].lanes = n->lanes + (size_t)i * n->blks->S->SM_SLOTS * n->n_insns;
    n->loop[i].cause = causes[n->proved % 3];
    n->loop[i].first = n->loop->first, n->loop[i].again = n->loop->again, n->loop[i].issued = n->loop->issued;
  }
}

void wt_noend_saved(wt_noend *n, wt_saved *l) {
  const wt_shape *S = n->blks->S;
  l->section = "noend";
#define ROW(field) wt_saved_add(l, &n->field, sizeof n->field, 1, "noend." #field)
  ROW(at), ROW(next), ROW(issued), ROW(writes), ROW(digest), ROW(digest_next), ROW(last_issue), ROW(loop->seen), ROW(proved);
  ROW(loop->first), ROW(loop->again), ROW(loop->issued);
  for (unsigned i = 0; i < S->SMS; i++) {
    wt_loop *x = &n->loop[i];
    wt_saved_of_sm(l, i);
    if (i) ROW(loop[i].seen);
    wt_saved_add(l, &x->warp[0].n, sizeof x->warp[0].n, S->SM_SLOTS, "noend.loop.n")->stride = sizeof x->warp[0];
    wt_saved_add(l, &x->warp[0].next, sizeof x->warp[0].next, S->SM_SLOTS, "noend.loop.next")->stride = sizeof x->warp[0];
  }
  wt_saved_of_sm(l, 0);
#undef ROW
  wt_saved_add(l, n->paths, sizeof *n->paths, S->SMS * S->SM_SLOTS * WT_MAX_PATHS, "noend.paths");
  wt_saved_add(l, n->lanes, sizeof *n->lanes, (uint32_t)n->n_lanes, "noend.lanes");
  wt_env_flight_saved(n->flight, l);
  const piece **by_id = calloc(n->n + 1, sizeof *by_id);
  if (!by_id) l->no_memory = 1;
  for (unsigned k = 0; by_id && k <= S->SMS; k++)
    for (unsigned i = 0; i < n->of[k].n; i++) by_id[n->of[k].p[i].id] = &n->of[k].p[i];
  for (unsigned id = 0; by_id && id < n->n; id++) wt_saved_add(l, by_id[id]->copy, by_id[id]->bytes, 1, "noend.copy[%u]", id)->base = by_id[id]->live;
  free(by_id);
}

wt_cause wt_noend_cycle(wt_noend *n, wt_m *m, const wt_tandem t[], const wt_env *e, const wt_mem *mem) {
  uint64_t c = t->tally.cycles;
  wt_loop *l = n->loop;
  WT_EACH_SM(sm, m)
  WT_EACH_SUBCORE(at, sm) record_issue(n, at, c, &n->last_issue);
  if (!l->cause) {
    int idle = c - n->last_issue >= QUIET_CYCLES && n->at <= n->last_issue && wt_env_quiet(e);
    if (c >= n->next || idle) return snapshot(n, c, t, e, mem), WT_CAUSE_NONE;
    if (!n->at || (n->clocked && n->issued != wt_tandem_issued(t)) || !same(n, c, e, mem)) return WT_CAUSE_NONE;
    l->first = n->at, l->again = c, l->issued = wt_tandem_issued(t) - n->issued;
    n->proved = l->issued ? 2 : 1;
    wt_noend_loaded(n);
  }
  return captured(n, m, t) || c - l->again > CAPTURE_CYCLES ? l->cause : WT_CAUSE_NONE;
}

/* ---- SMs that run apart ---- */

const wt_env_flight *wt_noend_flight(const wt_noend *n) { return n->at ? n->flight : NULL; }

uint64_t wt_noend_lookahead(const wt_noend *n, uint64_t c) {
  if (n->loop->cause || c + 1 >= n->next) return 0;
  const uint64_t until = n->next - 1, quiet = n->last_issue + QUIET_CYCLES - 1;
  if (n->at > n->last_issue || until <= quiet) return until - c;
  return quiet > c ? quiet - c : 0;
}

int wt_noend_apart(wt_noend *n, const wt_m *m, const wt_env *e, uint64_t c, uint64_t *last_issue) {
  const unsigned sm = m->sm->smid.sm;
  pieces *of = &n->of[sm];
  WT_EACH_SUBCORE(at, m) record_issue(n, at, c, last_issue);
  of->same &= *last_issue != c && wt_env_still(e, sm); /* to look at all of an SM without a CTA takes longer than its cycle */
  if (n->at && !of->same) of->same = same_pieces(n, of);
  return n->at && of->same && wt_env_flight_alike(n->flight, e, sm);
}

int wt_noend_together(wt_noend *n, const wt_tandem t[], const wt_env *e, uint64_t last_issue, int same_once) {
  if (last_issue > n->last_issue) n->last_issue = last_issue;
  forget_same(n);
  if (!same_once || (n->clocked && n->issued != wt_tandem_issued(t)) || !same_pieces(n, &n->of[n->blks->S->SMS])) return 0;
  return n->writes == wt_env_writes(e) || t->tally.cycles >= n->digest_next;
}

const wt_loop *wt_noend_loop(const wt_noend *n, unsigned sm) { return &n->loop[sm]; }
