/* stim_ualu.c - stimulus of wt_ualu: every supported uniform operation and form, random modifiers, operand values lean
 * to the corners. */
#include <string.h>

#include "isa/wt_isa.h"
#include "bench/stim.h"

static const uint8_t ops[] = {WT_I_VOTEU,  WT_I_S2UR,  WT_I_UMOV_I, WT_I_UMOV_U, WT_I_USEL,  WT_I_UISETP,     WT_I_UIADD3,
                              WT_I_ULEA,   WT_I_ULOP3, WT_I_USHF,   WT_I_UPLOP3, WT_I_UIMAD, WT_I_UIMAD_WIDE, WT_I_ULDC,
                              WT_I_ULDC_U, WT_I_UFLO,  WT_I_UBREV,  WT_I_UPOPC,  WT_I_UPRMT, WT_I_USGXT,      WT_I_UP2UR};

static uint32_t value(wt_rng *r) {
  static const uint32_t corner[] = {0, 1, 0xffffffff, 0xfffffffe, 0x80000000, 0x7fffffff};
  switch (wt_below(r, 4)) {
    case 0: return corner[wt_below(r, sizeof corner / sizeof *corner)];
    case 1: return wt_below(r, 68);
    case 2: return 1u << wt_below(r, 32);
    default: return (uint32_t)wt_rand(r);
  }
}
static uint64_t pair(wt_rng *r) { return (uint64_t)value(r) << 32 | value(r); }

static void instruction(uint32_t *u, wt_rng *r) {
  unsigned op = ops[wt_below(r, sizeof ops)], form = 0;
  const wt_insn_row *row = &wt_isa_rows[op];
  for (unsigned i = 0; i < UOP_WORDS; i++) u[i] = (uint32_t)wt_rand(r);
  if (UOP_W % 32) u[UOP_WORDS - 1] &= (1u << UOP_W % 32) - 1;
  uint64_t lo = pair(r), hi = wt_rand(r);
  if (row->key == WT_KEY_ALU)
    for (form = wt_below(r, 8); !(row->forms >> form & 1);) form = (form + 1) & 7;
  if (wt_chance(r, 30)) hi |= UINT64_C(7) << 17; /* no Pu */
  if (wt_chance(r, 30)) hi |= UINT64_C(7) << 20; /* no Pv */
  if (wt_chance(r, 40)) hi &= ~(UINT64_C(1) << 10);
  if (wt_chance(r, 10)) lo |= UINT64_C(63) << 16; /* URZ */
  uop_put_lo(u, (lo & ~UINT64_C(0xfff)) | row->code | form << 9);
  uop_put_hi(u, hi);
  uop_put_op(u, wt_chance(r, 3) ? WT_I_NOP : op);
  uop_put_unit(u, WT_U_UNI);
}

void stim_ualu(wt_m *m, wt_rng *r, uint64_t cycle) {
  (void)cycle;
  m->subcore->issue.o.uni_valid = (uint8_t)wt_chance(r, 90);
  m->subcore->issue.o.ballot = 0, m->subcore->issue.o.votep = 0, m->subcore->sreg.o.s = 0, m->subcore->ibuffer.o.cval = 0;
  memset(m->subcore->ibuffer.o.uop, 0, sizeof m->subcore->ibuffer.o.uop);
  m->subcore->ureg.o.a = m->subcore->ureg.o.b = m->subcore->ureg.o.c = 0, m->subcore->ureg.o.up = 0;
  if (!m->subcore->issue.o.uni_valid && wt_chance(r, 50)) return;
  instruction(m->subcore->ibuffer.o.uop, r); /* also without uni_valid: the head uop is not a uniform instruction or no lane executes it */
  m->subcore->ureg.o.a = pair(r), m->subcore->ureg.o.b = wt_chance(r, 25) ? m->subcore->ureg.o.a : pair(r), m->subcore->ureg.o.c = pair(r);
  m->subcore->ureg.o.up = (uint8_t)wt_below(r, 128);
  m->subcore->ibuffer.o.cval = pair(r);
  m->subcore->sreg.o.s = value(r);
  m->subcore->issue.o.ballot = wt_rand(r) & wt_mask64(m->S->SLOT_LANES);
  m->subcore->issue.o.votep = (uint8_t)wt_below(r, 2);
}
