/* alu_scalar_ref.h - what the ALU hands to the control-flow unit, issue and the uniform registers. Rule 7 of docs/blocks/exec/wt_alu.md. */
#ifndef ALU_SCALAR_REF_H
#define ALU_SCALAR_REF_H
#include "isa/wt_isa.h"
#include "tests/block_suite.h"

/* Scalar outputs after the edge against the beat d that they are of; places: 0, or with cfg_places in its cycle 1 and the number of the sub-core. */
static inline void check_scalar(const wt_bench *b, const wt_disp_out *d, unsigned op, wt_word w, unsigned places) {
  const wt_alu_out *q = &b->m->subcore->alu.o;
  int bar = op == WT_I_BAR_RR || op == WT_I_BAR_RI || op == WT_I_BAR_IR;
  int sc = d->lead && (op == WT_I_R2UR || op == WT_I_BMOV_BR || op == WT_I_WARPSYNC_R || bar);
  ck_assert_int_eq(q->sc_valid, sc && op != WT_I_R2UR);
  ck_assert_int_eq(q->sc_ur, sc && op == WT_I_R2UR);
  if (!sc || op == WT_I_R2UR || !d->mask) return;
  uint32_t v = d->data[wt_lowest(d->mask)];
  if (bar) {
    uint32_t threads = (uint32_t)(op == WT_I_BAR_RR ? v >> 16 : op == WT_I_BAR_RI ? wt_bits(w, 53, 42) : v) % 4096;
    ck_assert_uint_eq(q->sc_val, threads * 65536 + (op == WT_I_BAR_IR ? (uint32_t)wt_bits(w, 57, 54) : v % 16));
  } else { /* masks of a part of a warp of 32 */
    unsigned ws = b->shape.SLOT_LANES, place = places && ws < 32 ? suite_warp(&b->shape, places - 1, d->warp) * ws % 32 : 0;
    ck_assert_uint_eq(q->sc_val, v >> place);
  }
}

/* 2, 6: whose beat it is, what is written and what is released. */
static void check_goes(const wt_alu_out *q, const wt_disp_out *d, unsigned op) {
  ck_assert(q->wb_warp == d->warp && q->wb_beat == d->beat && q->wb_mask == d->mask);
  ck_assert(q->wb_reg == uop_get_dst(d->uop) && q->wb_n == uop_get_ndst(d->uop) % 4);
  ck_assert(q->rel_valid == d->last && q->rel_u == (d->last && op == WT_I_R2UR));
  ck_assert(d->last ? q->rel_ndst == uop_get_ndst(d->uop) && q->rel_pw == uop_get_pw(d->uop) : !q->rel_ndst && !q->rel_pw);
}

/* Rule 5 of docs/blocks/front/wt_decode.md: the form says where the scalar is, of stimuli as of decoded instructions. */
static inline void check_place(const wt_disp_out *d) {
  static const uint8_t place[8] = {WT_BP_NONE, WT_BP_NONE, WT_BP_C, WT_BP_C, WT_BP_B, WT_BP_B, WT_BP_B, WT_BP_C};
  ck_assert_uint_eq(uop_get_bcpos(d->uop), place[uop_get_lo(d->uop) >> 9 & 7]);
}

/* 5: who has predicate results. */
static inline int signs(unsigned op) { return op == WT_I_PLOP3_S1 || op == WT_I_PLOP3_S2 || op == WT_I_PLOP3_S3; }
static inline int has_pu(unsigned op) {
  return op == WT_I_ISETP || op == WT_I_FSETP || op == WT_I_HSETP2 || op == WT_I_FCHK || op == WT_I_IADD3 || op == WT_I_PLOP3 || op == WT_I_LEA ||
         op == WT_I_LOP3 || op == WT_I_IMAD_WIDE || op == WT_I_IMAD_HI || op == WT_I_VOTE || op == WT_I_QSPC || op == WT_I_B2R || signs(op);
}
static inline int has_pv(unsigned op) {
  return op == WT_I_ISETP || op == WT_I_FSETP || op == WT_I_HSETP2 || op == WT_I_IADD3 || op == WT_I_PLOP3 || signs(op);
}
#endif
