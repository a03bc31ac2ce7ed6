/* stim_sb_bit.c - stimulus of wt_sb_bit: few registers, so that hazards, releases and boundary registers (253, 254, 255) are common. */
#include <string.h>

#include "bench/stim.h"

static unsigned reg(wt_rng *r) { return wt_chance(r, 15) ? 252 + wt_below(r, 4) : wt_below(r, 12); }
static unsigned ndst(wt_rng *r) {
  static const uint8_t n[] = {0, 1, 1, 2, 4};
  return n[wt_below(r, 5)];
}

void stim_sb_bit(wt_m *m, wt_rng *r, uint64_t cycle) {
  const wt_shape *S = m->S;
  (void)cycle;
  for (unsigned w = 0; w < S->SLOTS; w++) {
    if (wt_chance(r, 60)) continue; /* heads stay for some cycles */
    uint64_t s = (uint64_t)wt_below(r, 64) << 48;
    for (unsigned i = 0; i < 6; i++) s |= (uint64_t)reg(r) << (8 * i);
    m->subcore->ibuffer.o.head_src[w] = wt_chance(r, 10) ? 0 : s;
    m->subcore->ibuffer.o.head_ctl[w] = (uint32_t)(WT_PLACED(wt_below(r, 8 << WT_UNIT_W), hctl, quiet) | (unsigned)wt_chance(r, 20) << 18 |
                                                   (wt_chance(r, 50) ? 0 : wt_below(r, 128)) << 11 | ndst(r) << 8 | reg(r));
  }
  wt_issue_out *s = &m->subcore->issue.o;
  memset(s, 0, sizeof *s);
  if (wt_chance(r, 60)) {
    s->set_valid = 1, s->set_warp = (uint8_t)wt_below(r, S->SLOTS), s->set_dst = (uint8_t)reg(r), s->set_ndst = (uint8_t)ndst(r);
    s->set_pw = wt_chance(r, 70) ? 0 : (uint8_t)wt_below(r, 128), s->set_u = wt_chance(r, 10);
  }
  wt_alu_out *a = &m->subcore->alu.o;
  a->rel_valid = wt_chance(r, 60), a->wb_warp = (uint8_t)wt_below(r, S->SLOTS), a->wb_reg = (uint8_t)reg(r);
  a->rel_ndst = a->rel_valid ? (uint8_t)ndst(r) : 0, a->rel_pw = a->rel_valid ? (uint8_t)wt_below(r, 128) : 0,
  a->rel_u = a->rel_valid && wt_chance(r, 30);
  wt_wb_out *b = &m->subcore->wb.o;
  memset(b, 0, sizeof *b);
  if (wt_chance(r, 40)) {
    b->rel_valid = 1, b->rel_warp = (uint8_t)wt_below(r, S->SLOTS), b->rel_dst = (uint8_t)reg(r), b->rel_ndst = (uint8_t)ndst(r);
    b->rel_pw = (uint8_t)wt_below(r, 128);
  }
}
