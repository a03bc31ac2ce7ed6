/* wt_starve.c - warps that the scheduler passes over. */
#include "lib/wt_starve.h"

#include <stdio.h>

static uint64_t last_issue(const wt_tandem *t, unsigned w) { return t->hist_n[w] ? t->hist[w][(t->hist_n[w] - 1) % WT_HISTORY].cycle : 0; }

/* Their heads wait for nothing of their own; sub-warps of dynamic warps that wait for partners do. */
static wt_warps could_in(const wt_m *m) {
  const wt_subcore *c = m->subcore;
  wt_warps set = c->ibuffer.o.head_valid & c->cfu->run & c->sb->ok & c->war.o.ok;
  if (m->S->GROUPING != WT_GROUPING_dwr) return set;
  for (unsigned i = 0; i < m->S->LARGE; i++) set &= ~((wt_warps)(c->sco.o.lock[i] | c->sco.o.comb[i]) << i * m->S->DWR_SUBWARPS);
  return set;
}

static wt_warps could_issue(const wt_m *m) {
  wt_warps set = 0;
  WT_EACH_SUBCORE(at, m) { set |= wt_sm_warps(at, could_in(at)); }
  return set;
}

int wt_starve_look(wt_tandem *t, const wt_m *m) {
  uint64_t now = t->tally.cycles;
  if (!now || now % WT_STARVE_EVERY || m->S->SCHED_AGE) return 0;
  wt_warps could = could_issue(m) & t->resident;
  int first = 0;
  for (unsigned w = 0; w < m->S->SM_SLOTS; w++) {
    uint64_t *since = &t->could_since[w];
    if (!(could >> w & 1)) *since = 0;
    else if (!*since || last_issue(t, w) >= *since) *since = now;
    else if (now - *since >= WT_STARVE_CYCLES && !t->starved) t->starved = w + 1, first = 1;
  }
  return first;
}

const char *wt_starve_text(const wt_tandem *t, char *buf, size_t n) {
  unsigned w = t->starved - 1u;
  const char *sep = " warp";
  *buf = 0;
  if (!t->starved || !t->could_since[w] || last_issue(t, w) >= t->could_since[w]) return buf; /* nobody, or it is over */
  int at = snprintf(buf, n, "warp %u could issue and has not since cycle %llu, because of", w, (unsigned long long)t->could_since[w]);
  for (unsigned v = 0, shown = 0; v < t->S->SM_SLOTS && shown < 4; v++)
    if (v != w && t->resident >> v & 1 && last_issue(t, v) + WT_STARVE_EVERY > t->tally.cycles)
      at += snprintf(buf + at, n - (size_t)at, "%s %u", sep, v), sep = ",", shown++;
  snprintf(buf + at, n - (size_t)at, ": --set SCHED_AGE=4096 or --set SCHED=lrr lets every warp go on");
  return buf;
}
