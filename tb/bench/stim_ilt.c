/* stim_ilt.c - stimulus of wt_ilt: pcs of few tags in every set, so that hits, conflicts and replacements are frequent, and any pcs. */
#include "bench/stim.h"

static uint32_t pc(const wt_shape *S, wt_rng *r) {
  if (wt_chance(r, 10)) return (uint32_t)wt_rand(r);
  uint32_t tag = wt_below(r, 2 * S->ILT_WAYS + 1), set = wt_chance(r, 50) ? 1 : wt_below(r, S->ILT_SETS);
  return (wt_chance(r, 5) ? ~tag : tag) * S->ILT_SETS + set;
}

void stim_ilt(wt_m *m, wt_rng *r, uint64_t cycle) {
  wt_sco_out *a = &m->subcore->sco.o;
  wt_pst_out *p = &m->subcore->pst.o;
  unsigned learns = cycle / 256 % 2 ? 50 : 5;
  a->arr_valid = wt_chance(r, 80), a->arr_pc = a->arr_valid ? pc(m->S, r) : 0;
  p->learn_valid = wt_chance(r, learns), p->learn_pc = p->learn_valid ? wt_chance(r, 50) ? a->arr_pc : pc(m->S, r) : 0;
}
