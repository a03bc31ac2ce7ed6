/* wt_check.c - invariants of the control-flow unit. */
#include "wt_check.h"

#include <stdio.h>
#include <string.h>

#include "spec/wt_paths.h"

void wt_check_init(wt_check *c) { memset(c, 0, sizeof *c); }

static int broken(wt_check *c, unsigned w, const char *what, uint64_t seen, uint64_t want) {
  snprintf(c->why, sizeof c->why, "control-flow unit, warp slot %u: %s (seen %llx, expected %llx)", w, what, (unsigned long long)seen,
           (unsigned long long)want);
  return -1;
}

static int check_warp(wt_check *c, const wt_m *m, unsigned w) {
  wt_path p[WT_MAX_PATHS];
  uint64_t live = c->launched[w] & ~c->exited[w], all = 0;
  int n = wt_paths(m, w, p), running = 0;
  int selected = m->o.sched.sel_valid && m->o.sched.sel_warp == w;
  if (n < 0) return 0; /* the unit works on this warp */
  c->looked++;
  for (int i = 0; i < n; i++) {
    if (!p[i].mask) return broken(c, w, "a path without lanes", 0, live);
    if (p[i].mask & all) return broken(c, w, "lanes in two paths", p[i].mask & all, 0);
    all |= p[i].mask;
    running += p[i].kind == WT_PATH_RUN;
  }
  if (all != live) return broken(c, w, "lanes of all paths are not those launched and not exited", all, live);
  if (running > 1) return broken(c, w, "two paths run", (uint64_t)running, 1);
  if (!selected) return 0;
  if (!running || p[0].kind != WT_PATH_RUN) return broken(c, w, "issues although no path runs", m->o.cfu.mask, 0);
  if (m->o.cfu.mask != p[0].mask) return broken(c, w, "does not issue the lanes of the path that runs", m->o.cfu.mask, p[0].mask);
  if (m->o.cfu.live != live) return broken(c, w, "cfu_live is not the lanes launched and not exited", m->o.cfu.live, live);
  return 0;
}

int wt_check_cycle(wt_check *c, const wt_m *m) {
  const wt_dispatch_out *d = &m->o.dispatch;
  const wt_issue_out *ev = &m->o.issue;
  unsigned w = m->o.sched.sel_warp;
  if (m->o.sched.sel_valid && !m->o.cfu.mask) return broken(c, w, "issues for no lane", 0, c->launched[w] & ~c->exited[w]);
  for (uint64_t s = wt_mask64(m->S->WARPS); s; s &= s - 1) {
    unsigned i = wt_lowest(s);
    if (c->launched[i] && check_warp(c, m, i)) return -1;
  }
  /* what this clock edge will do */
  if (d->launch_valid && d->launch_last && m->o.cfu.launch_ack) {
    c->launched[d->launch_warp] = d->launch_mask;
    c->exited[d->launch_warp] = 0;
  }
  if (ev->ev_valid && ev->ev_kind == WT_EV_EXIT) c->exited[ev->ev_warp] |= ev->ev_mask;
  return 0;
}
