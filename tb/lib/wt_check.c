/* wt_check.c - invariants of the control-flow unit. */
#include "lib/wt_check.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "spec/wt_paths.h"
#include "state/wt_rows.h"

enum { SEEN, LATER }; /* what a look at a warp gives, or -1 */

static int add_row(wt_check *c, wt_m *m, const wt_blk *b, const wt_row *row, unsigned inst) {
  int mem = row->kind == WT_ROW_MEM;
  unsigned n = c->n_all + c->n_warp;
  if (mem && row->depth % m->S->SLOTS) return -1; /* every table of these units has the same number of rows for each warp */
  wt_check_rows *more = realloc(c->row, (n + 1) * sizeof *more);
  if (!more) return -1;
  c->row = more;
  more[n] = (wt_check_rows){wt_row_ptr(m, b, row, inst), calloc(wt_row_bytes(row), sizeof *more->old),
                            mem ? row->depth / m->S->SLOTS * wt_row_stride(row) : wt_row_value_bytes(row), (unsigned)wt_blk_subcore(b, inst)};
  if (!more[n].old) return -1;
  if (mem) c->n_warp++;
  else c->n_all++;
  return 0;
}

int wt_check_init(wt_check *c, wt_m *m) {
  wt_blks *blks = wt_blks_bare(m->S);
  int bad = !blks;
  memset(c, 0, sizeof *c);
  for (int kind = WT_ROW_FF; kind <= WT_ROW_MEM; kind++)
    for (unsigned k = 0; !bad && k < blks->n; k++) {
      const wt_blk *b = &blks->blk[k];
      for (unsigned r = 0; !bad && r < b->nrows && b->chosen && !strcmp(b->drv, "cfu"); r++)
        for (unsigned i = 0; !bad && i < b->count && (int)b->rows[r].kind == kind; i++)
          if (m->S->SMS == 1 || wt_blk_sm(b, i) == (int)(m->sm - m->gpu->sm)) bad = add_row(c, m, b, &b->rows[r], i);
    }
  wt_blks_free(blks);
  if (bad) wt_check_free(c);
  return bad ? -1 : 0;
}

void wt_check_free(wt_check *c) {
  for (unsigned i = 0; i < c->n_all + c->n_warp; i++) free(c->row[i].old);
  free(c->row);
  c->row = NULL;
  c->n_all = c->n_warp = 0;
}

void wt_check_idle(wt_check *c, uint64_t n) {
  for (unsigned i = 0; i < MAX_WARPS; i++) c->looked += c->launched[i] ? n : 0;
}
void wt_check_back(wt_check *c, const wt_check *was) {
  memcpy(c->launched, was->launched, sizeof c->launched), memcpy(c->exited, was->exited, sizeof c->exited);
  c->looked = was->looked;
  c->known = 0;
}

/* Of n parts of a row, those that have changed; from now on they are as they are. */
static wt_warps changed(const wt_check_rows *r, unsigned n) {
  wt_warps set = 0;
  if (!memcmp(r->old, r->now, n * r->bytes)) return 0; /* most often: all parts at once */
  for (unsigned i = 0; i < n; i++)
    if (memcmp(r->old + i * r->bytes, r->now + i * r->bytes, r->bytes)) set |= wt_warp(i);
  memcpy(r->old, r->now, n * r->bytes);
  return set;
}
/* Warps of whose state in the unit something has changed. */
static wt_warps moved(wt_check *c, const wt_m *m) {
  wt_warps set = 0;
  for (unsigned i = 0; i < c->n_all; i++)
    if (changed(&c->row[i], 1)) set = ~(wt_warps)0;
  for (unsigned i = c->n_all; i < c->n_all + c->n_warp; i++) {
    const wt_warps slots = changed(&c->row[i], m->S->SLOTS);
    if (slots) set |= wt_sm_warps(wt_m_subcore(m, c->row[i].subcore), slots);
  }
  return set;
}

static int broken(wt_check *c, unsigned w, const char *what, uint64_t seen, uint64_t want) {
  snprintf(c->why, sizeof c->why, "control-flow unit, warp slot %u: %s (seen %llx, expected %llx)", w, what, (unsigned long long)seen,
           (unsigned long long)want);
  return -1;
}

/* Works out the paths of the warp. LATER: the unit works on this warp. */
static int look(wt_check *c, const wt_m *m, unsigned w) {
  wt_path p[WT_MAX_PATHS];
  uint64_t live = c->launched[w] & ~c->exited[w], all = 0;
  int n = wt_paths(m, w, p), running = 0;
  if (n < 0) return LATER;
  for (int i = 0; i < n; i++) {
    if (!p[i].mask) return broken(c, w, "a path without lanes", 0, live);
    if (p[i].mask & all) return broken(c, w, "lanes in two paths", p[i].mask & all, 0);
    all |= p[i].mask;
    running += p[i].kind == WT_PATH_RUN;
  }
  if (all != live) return broken(c, w, "lanes of all paths are not those launched and not exited", all, live);
  if (running > 1) return broken(c, w, "two paths run", (uint64_t)running, 1);
  c->runs[w] = running && p[0].kind == WT_PATH_RUN ? p[0].mask : 0;
  return SEEN;
}

static int check_warp(wt_check *c, const wt_m *m, unsigned w, int selected) {
  wt_warps bit = wt_warp(w);
  if (!(c->known & bit)) {
    int what = look(c, m, w);
    if (what == LATER) return 0;
    if (what) return what;
    c->known |= bit;
  }
  c->looked++;
  if (!selected) return 0;
  const wt_subcore *u = wt_m_of_warp(m, w)->subcore;
  uint64_t live = c->launched[w] & ~c->exited[w];
  if (!c->runs[w]) return broken(c, w, "issues although no path runs", u->cfu->mask, 0);
  if (u->cfu->mask != c->runs[w]) return broken(c, w, "does not issue the lanes of the path that runs", u->cfu->mask, c->runs[w]);
  if (u->cfu->live != live) return broken(c, w, "cfu_live is not the lanes launched and not exited", u->cfu->live, live);
  return 0;
}

int wt_check_cycle(wt_check *c, const wt_m *m) {
  const wt_dispatch_out *d = &m->sm->dispatch.o;
  wt_warps selected = 0;
  wt_paths_told(m);
  c->known &= ~moved(c, m);
  WT_EACH_SUBCORE(at, m) {
    if (!at->subcore->sched.o.sel_valid) continue;
    unsigned w = wt_sm_warp(at, at->subcore->sched.o.sel_warp);
    if (!at->subcore->cfu->mask) return broken(c, w, "issues for no lane", 0, c->launched[w] & ~c->exited[w]);
    selected |= wt_warp(w);
  }
  const wt_warps quiet = c->known & ~selected; /* nothing of them has changed, and nothing can be seen */
  for (unsigned i = 0; i < m->S->SM_SLOTS; i++) {
    if (!c->launched[i]) continue;
    if (quiet >> i & 1) c->looked++;
    else if (check_warp(c, m, i, selected >> i & 1)) return -1;
  }
  /* what this clock edge will do */
  if (d->launch_valid && d->launch_last && wt_m_of_warp(m, d->launch_warp)->subcore->cfu->launch_ack) {
    c->launched[d->launch_warp] = d->launch_mask;
    c->exited[d->launch_warp] = 0;
    c->known &= ~wt_warp(d->launch_warp);
  }
  WT_EACH_SUBCORE(at, m) {
    const wt_issue_out *ev = &at->subcore->issue.o;
    if (!ev->ev_valid || ev->ev_kind != WT_EV_EXIT) continue;
    c->exited[wt_sm_warp(at, ev->ev_warp)] |= ev->ev_mask;
    c->known &= ~wt_warp(wt_sm_warp(at, ev->ev_warp));
  }
  return 0;
}
