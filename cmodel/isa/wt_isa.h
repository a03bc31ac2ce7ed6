/* wt_isa.h - the sm_75 instruction word: fields, identification, text.
 *
 * Instruction rows come from spec/isa.def; "bit n" counts from bit 0 of the 128-bit little-endian word.
 */
#ifndef WT_ISA_H
#define WT_ISA_H
#include <stddef.h>
#include <stdint.h>

typedef struct {
  uint64_t lo, hi; /* bits 63:0 and 127:64 */
} wt_word;

enum wt_insn_id {
#define INSN(id, mnem, key, code, forms, unit, supp) WT_I_##id,
#include "spec/isa.def"
#undef INSN
  WT_I_COUNT,
  WT_I_INVALID = 255
};

enum wt_isa_key { WT_KEY_ALU, WT_KEY_FIX };
enum wt_isa_unit { WT_UNIT_ALU, WT_UNIT_UNI, WT_UNIT_CTL, WT_UNIT_LSU, WT_UNIT_SHFL, WT_UNIT_XU, WT_UNIT_NOP, WT_UNIT_FPU, WT_UNIT_DPU };

typedef struct {
  const char *id, *mnemonic;
  uint16_t code;
  uint8_t key, forms, unit, supported;
} wt_insn_row;

extern const wt_insn_row wt_isa_rows[WT_I_COUNT];

/* Bits hi:lo of the word, hi - lo < 64. */
static inline uint64_t wt_bits(wt_word w, unsigned hi, unsigned lo) {
  uint64_t v = lo >= 64 ? w.hi >> (lo - 64) : lo == 0 ? w.lo : (w.lo >> lo) | (w.hi << (64 - lo));
  unsigned n = hi - lo + 1;
  return n >= 64 ? v : v & ((UINT64_C(1) << n) - 1);
}
static inline unsigned wt_bit(wt_word w, unsigned n) { return (unsigned)wt_bits(w, n, n); }

/* Sign-extends the low n bits of v. */
static inline int64_t wt_sext(uint64_t v, unsigned n) {
  uint64_t m = UINT64_C(1) << (n - 1);
  return (int64_t)((v ^ m) - m);
}

/* Which row of isa.def this word is: WT_I_..., or WT_I_INVALID. */
unsigned wt_isa_find(wt_word w);
/* Builds the table of rows. It is there before main; constructors of a program may come first and call this. */
void wt_isa_ready(void);

/* The code has a call: it may recurse or go through a pointer. */
int wt_isa_calls(const wt_word *code, size_t n);

/* Operand form (bits 11:9) of an ALU-keyed row. */
static inline unsigned wt_isa_form(wt_word w) { return (unsigned)wt_bits(w, 11, 9); }

/* Target of BRA (pc, target: byte offsets in the kernel's .text section) and of BSSY. */
static inline uint32_t wt_isa_bra_target(wt_word w, uint32_t pc) { return (uint32_t)((int64_t)pc + 16 + wt_sext(wt_bits(w, 81, 34), 48) * 4); }
static inline uint32_t wt_isa_bssy_target(wt_word w, uint32_t pc) { return (uint32_t)((int64_t)pc + 16 + wt_sext(wt_bits(w, 63, 34), 30) * 4); }
/* CALL.ABS and RET.ABS: the target counts from the beginning of the code, not from the next instruction. */
static inline int wt_isa_absolute(unsigned id, wt_word w) { return id == WT_I_CALL_ABS_R || (id == WT_I_RET && wt_bit(w, 85)); }
/* BAR whose number, count of threads or both are in a register. */
static inline int wt_isa_bar_register(unsigned id) { return id == WT_I_BAR_RR || id == WT_I_BAR_RI || id == WT_I_BAR_IR; }
#endif
