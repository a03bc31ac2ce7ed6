/* stim_shfl.c - stimulus of wt_shfl: whole SHFL packets beat by beat while ready, gaps, uops of other units in between,
 * slow acknowledges. */
#include <string.h>

#include "isa/wt_isa.h"
#include "bench/stim.h"

static const uint8_t ops[] = {WT_I_SHFL_RR, WT_I_SHFL_RI, WT_I_SHFL_IR, WT_I_SHFL_II, WT_I_MATCH, WT_I_MATCH};

/* Clamp and segment words of the usual widths, and any others. */
static uint32_t clamp_word(wt_rng *r) {
  if (wt_chance(r, 30)) return (uint32_t)wt_rand(r);
  uint32_t seg = 32 - (1u << wt_below(r, 6));
  return (seg & 31) << 8 | (wt_chance(r, 50) ? 0x1f : wt_chance(r, 50) ? 0 : wt_below(r, 32));
}

static void new_packet(uint32_t *u, wt_rng *r) {
  unsigned op = ops[wt_below(r, sizeof ops)];
  for (unsigned i = 0; i < UOP_WORDS; i++) u[i] = (uint32_t)wt_rand(r);
  if (UOP_W % 32) u[UOP_WORDS - 1] &= (1u << UOP_W % 32) - 1;
  uint64_t lo = (wt_rand(r) & ~UINT64_C(0x1fff0000000fff)) | wt_isa_rows[op].code, hi = wt_rand(r);
  if (wt_chance(r, 30)) hi |= UINT64_C(7) << 17; /* no Pu */
  lo = (lo & ~(UINT64_C(0x1fff) << 40)) | (uint64_t)(clamp_word(r) & 0x1fff) << 40;
  uop_put_lo(u, lo);
  uop_put_hi(u, hi);
  uop_put_op(u, op);
  uop_put_unit(u, WT_U_SHFL);
  uop_put_ndst(u, wt_chance(r, 90));
}

static void other_unit(wt_m *m, wt_rng *r) {
  wt_disp_out *d = &m->subcore->disp.o;
  d->valid = 1;
  for (unsigned i = 0; i < UOP_WORDS; i++) d->uop[i] = (uint32_t)wt_rand(r);
  if (UOP_W % 32) d->uop[UOP_WORDS - 1] &= (1u << UOP_W % 32) - 1;
  uop_put_unit(d->uop, wt_chance(r, 50) ? WT_U_ALU : WT_U_LSU);
  d->warp = (uint8_t)wt_below(r, m->S->SLOTS);
  d->mask = (uint32_t)(wt_rand(r) & wt_mask64(m->S->LANES));
  d->last = (uint8_t)wt_below(r, 2);
  for (unsigned i = 0; i < 6 * m->S->LANES; i++) d->data[i] = (uint32_t)wt_rand(r);
}

void stim_shfl(wt_m *m, wt_rng *r, uint64_t cycle) {
  static _Thread_local struct {
    unsigned beat, warp; /* of the packet being sent: its next beat, 0 = none */
    int sparse;
    uint32_t uop[UOP_WORDS];
  } p;
  const wt_shape *S = m->S;
  wt_disp_out *d = &m->subcore->disp.o;
  unsigned n = S->LANES;
  if (cycle == 0) p.beat = 0;
  memset(d, 0, sizeof *d);
  m->subcore->wb.o.ack[WT_U_SHFL] = m->subcore->shfl.o.wb_valid && wt_chance(r, cycle / 128 % 2 ? 95 : 40);
  if (wt_chance(r, 15)) return;
  if (wt_chance(r, 10) || !m->subcore->shfl.o.ready) {
    if (wt_chance(r, 50)) other_unit(m, r);
    return;
  }
  if (p.beat == 0) {
    new_packet(p.uop, r);
    p.warp = wt_below(r, S->SLOTS);
    p.sparse = wt_chance(r, 30);
  }
  d->valid = 1;
  memcpy(d->uop, p.uop, sizeof p.uop);
  d->warp = (uint8_t)p.warp;
  d->beat = wt_beat_all(S, p.beat);
  d->mask = (uint32_t)((p.sparse ? wt_rand(r) & wt_rand(r) : wt_chance(r, 60) ? ~UINT64_C(0) : wt_rand(r)) & wt_mask64(n));
  d->last = p.beat == S->BEATS - 1;
  d->ends = stim_ends(m, r);
  for (unsigned i = 0; i < 6 * n; i++) d->data[i] = (uint32_t)wt_rand(r);
  for (unsigned l = 0; l < n; l++) {
    if (wt_chance(r, 70)) d->data[n + l] = wt_below(r, wt_chance(r, 80) ? 33 : 70);
    d->data[2 * n + l] = clamp_word(r);
    if (uop_get_op(p.uop) != WT_I_MATCH) continue; /* few values, often one only, that differ in a bit of either word */
    unsigned kind = p.warp % 3;
    d->data[l] = kind == 0 ? 0x80000000 : (uint32_t)wt_below(r, 3) << 30;
    d->data[n + l] = kind == 0 && !wt_chance(r, 1) ? 5 : wt_below(r, 2) << 31;
  }
  p.beat = d->last ? 0 : p.beat + 1;
}
