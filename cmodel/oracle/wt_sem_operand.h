/* wt_sem_operand.h - what the decoders of the oracle share: a refusal, and operands of instructions with numbers, which carry signs. */
#ifndef WT_SEM_OPERAND_H
#define WT_SEM_OPERAND_H
#include "oracle/wt_sem.h"

static inline wt_status wt_sem_refuse(wt_sem_insn *i, const char *why) {
  i->why = why;
  return WT_UNSUPPORTED;
}

/* The register at lo with the sign bits that belong to its place. */
static inline wt_sem_src wt_sem_signed(wt_word w, unsigned lo, unsigned neg, unsigned abs, int wide) {
  return (wt_sem_src){.kind = WT_SRC_REG,
                      .reg = (uint8_t)wt_bits(w, lo + 7, lo),
                      .wide = (uint8_t)wide,
                      .inv = (uint8_t)wt_bit(w, neg),
                      .abs = (uint8_t)wt_bit(w, abs)};
}

/* What bits 63:32 hold in this operand form. An immediate of 64 bits is given by its upper half. */
static inline wt_sem_src wt_sem_slot32(wt_word w, int wide) {
  wt_sem_src s = wt_sem_signed(w, 32, 63, 62, wide);
  const uint32_t v = (uint32_t)wt_bits(w, 63, 32);
  switch (wt_isa_form(w)) {
    case 2:
    case 4: return (wt_sem_src){.kind = WT_SRC_IMM, .wide = (uint8_t)wide, .lo = wide ? 0 : v, .hi = v};
    case 3:
    case 5:
      s.kind = WT_SRC_CONST;
      s.reg = (uint8_t)wt_bits(w, 58, 54);
      s.lo = (uint32_t)wt_bits(w, 53, 40) * 4;
      return s;
    case 6:
    case 7:
      s.kind = WT_SRC_UREG;
      s.reg &= 63;
      return s;
    default: return s;
  }
}
#endif
