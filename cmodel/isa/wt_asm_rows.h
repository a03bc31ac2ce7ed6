/* wt_asm_rows.h - how each row of spec/isa.def is written: the one table that printer and parser share.
 *
 * A row is a list of tokens in text order: modifiers first, then operands. A token names the bits it stands for and
 * the value these bits have when the text leaves the token out.
 */
#ifndef WT_ASM_ROWS_H
#define WT_ASM_ROWS_H
#include "isa/wt_isa.h"

enum wt_tok_kind {
  WT_TOK_END,
  WT_TOK_MOD,   /* .NAME by value; names are separated by '|', an empty name is printed as nothing, '?' has no name. def: place of its top bit
                 * when that lies apart; force without OPT: place of a second copy */
  WT_TOK_ALIAS, /* .MOV .IADD .SHL of IMAD: follows from the operands, has no bits */
  WT_TOK_FIX,   /* bits that are always def, no text */
  WT_TOK_WORD,  /* fixed text in names, no bits */
  WT_TOK_REG,   /* R0..R254 RZ */
  WT_TOK_UREG,  /* UR0..UR62 URZ */
  WT_TOK_PDST,  /* P0..P6 PT */
  WT_TOK_PSRC,  /* the same with ! in bit lo + 3 */
  WT_TOK_UPDST,
  WT_TOK_UPSRC,
  WT_TOK_A, /* ALU operand A: register 31:24 */
  WT_TOK_B, /* ALU operands B and C: place and kind follow from the operand form. names of A, B, C: what is written behind them; def 0: always the
             * one name; def 1: a pair of halves, by the two bits of its place (wt_half_bits) */
  WT_TOK_C,
  WT_TOK_IMM,    /* unsigned, hexadecimal */
  WT_TOK_LUT,    /* first table of PLOP3: bits 76:72 and 66:64 */
  WT_TOK_PUSRC,  /* PSRC that is a uniform predicate when bit 67 is set */
  WT_TOK_CONST,  /* c[bank][offset] in 63:32 */
  WT_TOK_LDC,    /* c[bank][Ra + offset] of LDC */
  WT_TOK_ULDC,   /* c[bank][offset], offset unscaled */
  WT_TOK_ULDCU,  /* c[bank][URa + offset] of ULDC with an index */
  WT_TOK_ADDR,   /* [Ra + offset], global: lo = bit of .64, n = low bit of the uniform register field */
  WT_TOK_ADDR32, /* [Ra + offset], generic: as ADDR; without a uniform register the offset is 63:32 */
  WT_TOK_SADDR,  /* [Ra.Xn + offset], shared: n = low bit of the uniform register field */
  WT_TOK_BRA,    /* target, lo = low bit and n = width of the relative field */
  WT_TOK_SREG,   /* special register */
  WT_TOK_BREG,   /* convergence barrier B0..B15 */
  WT_TOK_STATE   /* B0..B15 and the other warp states of BMOV */
};

enum wt_tok_flag {
  WT_TF_OPT = 1,    /* left out of the text when the bits equal def */
  WT_TF_NEG = 2,    /* '-' by the negate bit of the operand's place */
  WT_TF_INV = 4,    /* '~' by the same bit */
  WT_TF_ABS = 8,    /* |x| by the absolute bit */
  WT_TF_NEGX = 16,  /* '-', or '~' when bit 74 (.X) is set */
  WT_TF_SGN = 32,   /* immediates with the top bit set print as negative numbers */
  WT_TF_SGN73 = 64, /* the same, when bit 73 is set */
  WT_TF_LOW = 128   /* operand C that lies in 63:32 in all forms */
};

typedef struct {
  uint8_t kind, lo, n, flags;
  uint8_t force, unless; /* bit that forces printing; bit that takes the force back; 0 = none */
  uint32_t def;
  const char *names;
} wt_tok;

enum { WT_ROW_TOKENS = 16 };

typedef struct {
  const char *base; /* mnemonic; NULL = written generically */
  wt_tok tok[WT_ROW_TOKENS];
} wt_row_text;

/* Text of row id (0 <= id < WT_I_COUNT). */
const wt_row_text *wt_row_text_get(unsigned id);

/* True if row id belongs to the uniform datapath: its registers are UR and its ALU predicates UP. */
int wt_row_uniform(unsigned id);
/* True if the guard of row id is a uniform predicate. */
int wt_row_uniform_guard(unsigned id);
/* Where an operand that is a pair of halves and lies at lo (24, 32, 64) has its swizzle, of two bits, its negation and its absolute value. */
typedef struct {
  uint8_t swizzle, neg, abs;
} wt_half_bits;
wt_half_bits wt_half_bits_at(unsigned lo);
/* Which of IMAD's aliases the operands make: "MOV", "IADD", "SHL" or "". */
const char *wt_imad_alias(wt_word w);
/* Replaces bits lo + n - 1 : lo (n <= 64). */
void wt_word_set(wt_word *w, unsigned lo, unsigned n, uint64_t v);
/* Name of special register n as S2R prints it; buf holds at least 16 bytes. */
const char *wt_sreg_name(unsigned n, char *buf);
/* Length of the name at value v in a '|' separated list, -1 when there is none; *name = its start. */
int wt_mod_name(const char *names, unsigned v, const char **name);
#endif
