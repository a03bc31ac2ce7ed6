/* dwr_fetches.c - windows over the instruction fetches. */
#include "dwr_fetches.h"

static const unsigned width[FETCH_WINDOWS] = {16, 32, 64};

void dwr_fetches_edge(void *ctx, wt_machine *x, uint64_t cycle) {
  dwr_fetches *f = ctx;
  const wt_fetch_out *o = &x->m->subcore->fetch.o;
  unsigned others = 0, w = 0;
  (void)cycle;
  if (!o->req_valid) return;
  uint64_t now = ++f->fetches, *newest = &f->newest[o->req_pc / 16 % 65536];
  f->last[now % FETCH_LONGEST].before = *newest, f->last[now % FETCH_LONGEST].pc = o->req_pc, f->last[now % FETCH_LONGEST].warp = o->req_warp;
  *newest = now;
  for (uint64_t back = 0; back < FETCH_LONGEST && back < now; back++) {
    others |= f->last[(now - back) % FETCH_LONGEST].pc == o->req_pc && f->last[(now - back) % FETCH_LONGEST].warp != o->req_warp;
    if (back + 1 != width[w]) continue;
    uint64_t first = now - back; /* of the window */
    unsigned distinct = 0;
    for (uint64_t i = first; i <= now; i++) distinct += f->last[i % FETCH_LONGEST].before < first;
    f->counted[w]++, f->distinct[w] += distinct, f->repeated[w] += others;
    w++;
  }
}
