/* wt_early.c - what the oracle cannot know where an instruction is too early: the values that the machine finds. */
#include "lib/wt_early.h"

#include <string.h>

/* The beat that leaves the collectors for the load/store unit. */
static void as_read(wt_oracle *o, const wt_m *m) {
  const wt_shape *S = m->S;
  const wt_disp_out *d = &m->subcore->disp.o;
  uint32_t data[WT_NUM_OPS][WT_SEM_LANES];
  uint8_t reg[WT_NUM_OPS];
  unsigned n = 0;
  if (!d->valid || uop_get_unit(d->uop) != WT_U_LSU) return;
  for (unsigned need = (unsigned)uop_get_need(d->uop); need; need &= need - 1, n++) {
    const unsigned k = wt_lowest(need);
    reg[n] = (uint8_t)wt_uop_source(d->uop, k);
    for (uint32_t l = d->mask; l; l &= l - 1)
      data[n][wt_beat_row(S, d->beat, wt_lowest(l)) * S->LANES + wt_lowest(l)] = d->data[k * S->LANES + wt_lowest(l)];
  }
  wt_oracle_as_read(o, wt_sm_warp(m, d->warp), (uint32_t)uop_get_pc(d->uop), wt_beat_spread(S, d->beat, d->mask), n, reg, data);
}

void wt_early_operands(const wt_hazard *h, wt_oracle *o, const wt_m *m) {
  const wt_early *e;
  const unsigned n = wt_hazard_early(h, &e);
  for (unsigned i = 0; i < n; i++)
    if (e[i].kind == WT_EARLY_OVERWRITE) wt_oracle_overwritten(o, e[i].warp, e[i].pc, e[i].lanes);
  WT_EACH_SUBCORE(at, m) as_read(o, at);
}

_Static_assert(WT_EARLY_PRED % 8 == 0, "the number of a predicate");
static void add(const wt_m *m, const wt_early *x, wt_oracle_early *e) {
  const wt_subcore *c = m->subcore;
  if (x->kind == WT_EARLY_ORDER) return; /* it reads nothing */
  const unsigned p = x->what % 8u;
  if (x->what < WT_EARLY_PRED) {
    e->r |= x->lanes;
  } else if (x->what >= WT_EARLY_UREG) {
    const unsigned u = (x->what - WT_EARLY_UREG) % 64u;
    wt_look(m->gpu, WT_B_ureg);
    e->ur |= UINT64_C(1) << u, e->ur_value[u] = c->ureg.q.regs[c->sched.o.sel_warp * 64u + u];
  } else if (p < WT_SEM_PT) {
    e->p[p] |= x->lanes, e->p_value[p] = c->pred.o.p[p];
  }
}

uint64_t wt_early_beat(const wt_m *m, uint64_t lanes) {
  const wt_issue_out *s = &m->subcore->issue.o;
  return s->alloc_valid ? lanes & wt_beat_spread(m->S, s->alloc_beat, s->alloc_mask) : 0;
}

/* Of the lanes whose guard comes too early those of the first beat alone execute by now. */
static uint64_t first_beat(const wt_m *m, wt_oracle_early *e) {
  const uint64_t word = uop_get_lo(m->subcore->ibuffer.o.uop);
  const unsigned guard = word >> 12 & 7, negated = word >> 15 & 1;
  if (guard == WT_SEM_PT || !e->p[guard] || !m->subcore->issue.o.alloc_valid) return 0;
  const uint64_t now = wt_early_beat(m, e->p[guard]);
  e->p_value[guard] = negated ? ~now : now;
  return e->p[guard] & ~now;
}

uint64_t wt_early_issue(const wt_hazard *h, wt_oracle *o, const wt_m *m, unsigned warp, wt_oracle_early *e) {
  const wt_early *x;
  const unsigned n = wt_hazard_early(h, &x);
  int any = 0;
  for (unsigned i = 0; i < n; i++) {
    if (x[i].kind == WT_EARLY_OVERWRITE || x[i].warp != warp) continue;
    if (!any++) memset(e, 0, sizeof *e);
    add(m, &x[i], e);
  }
  wt_oracle_set_early(o, any ? e : NULL);
  return any ? first_beat(m, e) : 0;
}
