/* wt_l1_watch.c - state rows of the first-level cache, for the oracle. */
#include "lib/wt_l1_watch.h"

#include <string.h>

#include "mem/wt_l1d.h"

int wt_l1_watch_joined(const wt_l1_watch *w, const wt_m *m) {
  const wt_l1d_state *q = &m->sm->l1d.q;
  wt_look(m->gpu, WT_B_l1d);
  for (uint64_t p = q->prt_valid; p; p &= p - 1) {
    unsigned e = wt_lowest(p);
    uint64_t had = w->valid >> e & 1 ? w->wait[e] : 0;
    if (q->prt_line[e] == m->sm->l1d.o.perf_line && q->prt_wait[e] & ~had) return q->prt_tag[e];
  }
  return -1;
}

/* The number of the line in a place of the cache: its tag, and the set, from which the hash is taken out. */
static uint64_t line_of(const wt_m *m, unsigned set, unsigned place) {
  uint64_t high = m->sm->l1d.q.tag[place] * m->S->L1_SETS;
  return high + wt_l1d_set(m->S, m->gpu->cfg.l1_xor, high + set);
}

static wt_status look_at_set(const wt_l1_watch *w, const wt_m *m, wt_oracle *o, unsigned set) {
  const wt_shape *S = m->S;
  wt_status st = WT_OK;
  for (unsigned k = 0; k < S->L1_WAYS && !st; k++) {
    unsigned place = set * S->L1_WAYS + k, have = (unsigned)(m->sm->l1d.q.sect[set] >> k * S->L1_SECTS & wt_mask64(S->L1_SECTS)), sectors = 0;
    uint64_t line = have ? line_of(m, set, place) : 0, base = line * S->L1_LINE;
    for (unsigned i = 0; i < S->L1_LINE / 32; i++) sectors |= (have >> i * 32 / S->L1_SECTOR & 1) << i;
    if (base >> 63) sectors = 0; /* local memory: only its thread sees it, and what that must read is known */
    st = wt_oracle_l1_line(o, place, base, sectors, w->came ? w->tag : -1, w->came == 2 && line == w->line);
  }
  return st;
}

/* A line has come and is not known yet: it will be at the next edge. */
static void see_what_comes(wt_l1_watch *w, const wt_l1d_state *q) {
  w->came = q->fill_valid && q->fill_new;
  w->tag = q->fill_tag;
  for (uint64_t p = w->came ? q->prt_valid : 0; p; p &= p - 1) {
    unsigned e = wt_lowest(p);
    if (q->prt_tag[e] == q->fill_tag) w->line = q->prt_line[e], w->came = q->prt_use >> e & 1 ? 1 : 2;
  }
}

wt_status wt_l1_watch_lines(wt_l1_watch *w, const wt_m *m, wt_oracle *o) {
  const wt_l1d_state *q = &m->sm->l1d.q;
  wt_status st = WT_OK;
  wt_look(m->gpu, WT_B_l1d);
  if (m->gpu->cfg.start) return WT_OK; /* lines of the launch before go at this edge */
  if (w->came == 2) st = look_at_set(w, m, o, wt_l1d_set(m->S, m->gpu->cfg.l1_xor, w->line));
  if (memcmp(w->sect, q->sect, m->S->L1_SETS * sizeof *w->sect) != 0)
    for (unsigned s = 0; s < m->S->L1_SETS && !st; s++) {
      if (w->sect[s] != q->sect[s]) st = look_at_set(w, m, o, s);
      w->sect[s] = q->sect[s];
    }
  if (w->came) wt_oracle_l1_over(o, w->tag);
  w->valid = q->prt_valid;
  for (uint64_t p = q->prt_valid; p; p &= p - 1) w->wait[wt_lowest(p)] = q->prt_wait[wt_lowest(p)];
  see_what_comes(w, q);
  return st;
}

void wt_l1_watch_saved(wt_l1_watch *w, const wt_shape *S, wt_saved *l) {
#define ROW(field, n) wt_saved_add(l, &w->field, sizeof w->field / (n), n, "counters.l1_watch." #field)
  wt_saved_add(l, w->sect, sizeof *w->sect, S->L1_SETS, "counters.l1_watch.sect");
  ROW(valid, 1), ROW(wait, MAX_L1_PRT), ROW(line, 1), ROW(came, 1), ROW(tag, 1);
#undef ROW
}
