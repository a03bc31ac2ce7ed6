/* stim_decode.c - instruction words: mostly of known rows with random fields, registers near RZ and predicates near
 * PT more often than chance. */
#include "bench/stim.h"

#include <string.h>

#include "isa/wt_isa.h"

static void field(wt_word *w, unsigned hi, unsigned lo, uint64_t v) {
  uint64_t mask = wt_mask64(hi - lo + 1);
  uint64_t *half = lo < 64 ? &w->lo : &w->hi;
  *half = (*half & ~(mask << lo % 64)) | (v & mask) << lo % 64;
}

static uint64_t reg(wt_rng *r) { return wt_chance(r, 40) ? 248 + wt_below(r, 8) : wt_rand(r); }

static unsigned opcode(wt_rng *r) {
  const wt_insn_row *row = &wt_isa_rows[wt_below(r, WT_I_COUNT)];
  if (row->key == WT_KEY_FIX) return row->code;
  unsigned form = wt_below(r, 8);
  while (!(row->forms >> form & 1)) form = wt_below(r, 8);
  return row->code | form << 9;
}

static wt_word word(wt_rng *r) {
  static const uint8_t preds[] = {12, 68, 77, 81, 84, 87};
  wt_word w = {wt_rand(r), wt_rand(r)};
  if (wt_chance(r, 95)) field(&w, 11, 0, opcode(r));
  field(&w, 23, 16, reg(r));
  field(&w, 31, 24, reg(r));
  if (wt_chance(r, 70)) field(&w, 39, 32, reg(r));
  if (wt_chance(r, 70)) field(&w, 71, 64, reg(r));
  for (unsigned i = 0; i < sizeof preds; i++)
    if (wt_chance(r, 30)) field(&w, preds[i] + 2u, preds[i], 7);
  return w;
}

void stim_decode(wt_m *m, wt_rng *r, uint64_t cycle);
void stim_decode(wt_m *m, wt_rng *r, uint64_t cycle) {
  wt_imem_out *e = &m->subcore->imem;
  wt_cfu_out *c = m->subcore->cfu;
  (void)cycle;
  m->subcore->fetch.o.epoch[wt_below(r, m->S->SLOTS)] = (uint8_t)wt_below(r, 4);
  c->redir_valid = (uint8_t)wt_chance(r, 10);
  c->redir_warp = c->redir_valid ? (uint8_t)wt_below(r, m->S->SLOTS) : 0;
  e->valid = (uint8_t)wt_chance(r, 90);
  if (!e->valid) {
    e->warp = e->epoch = e->sens = 0;
    e->pc = e->rpc = 0;
    memset(e->insn, 0, sizeof e->insn);
    return;
  }
  wt_word w = word(r);
  unsigned warp = c->redir_valid && wt_chance(r, 50) ? c->redir_warp : wt_below(r, m->S->SLOTS);
  e->warp = (uint8_t)warp;
  e->epoch = wt_chance(r, 90) ? m->subcore->fetch.o.epoch[warp] : (uint8_t)wt_below(r, 4);
  e->pc = (uint32_t)wt_rand(r) & ~15u;
  e->rpc = wt_chance(r, 50) ? 0xffffffff : (uint32_t)wt_rand(r) & ~15u;
  e->sens = (uint8_t)wt_chance(r, 30);
  e->insn[0] = (uint32_t)w.lo, e->insn[1] = (uint32_t)(w.lo >> 32);
  e->insn[2] = (uint32_t)w.hi, e->insn[3] = (uint32_t)(w.hi >> 32);
}
