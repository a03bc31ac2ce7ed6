/* wt_decode.c - C twin of the decoder. One table row says what an instruction reads and writes; the functions below
 * only know where the fields of a word are. */
#include "front/wt_decode.h"

#include "isa/wt_isa.h"

/* How the operands of a row are found. */
enum { K_NONE, K_ARITH, K_CVT, K_PAIR, K_MEM, K_SHFL, K_RA, K_RB, K_SPACE };
/* What a row uses. X = only when bit 74 (.X) is set. */
/* clang-format off */
enum {
  A = 1 << 0, B = 1 << 1, C = 1 << 2, CC = 1 << 3, /* operands; CC = 64-bit C */
  PP = 1 << 4, PPX = 1 << 5, PQ = 1 << 6, PQX = 1 << 7, PR = 1 << 8, PREX = 1 << 9, /* source predicates */
  PU = 1 << 10, PV = 1 << 11, /* predicate destinations */
  D = 1 << 12, D2 = 1 << 13, D80 = 1 << 14, /* Rd: 1, 2, 2 when bit 80 is set */
  LD = 1 << 15, ST = 1 << 16, AT = 1 << 17, CAS = 1 << 18, A64 = 1 << 19, E70 = 1 << 20, /* memory */
  GU = 1 << 21, UR = 1 << 22, P7 = 1 << 23, BSEL = 1 << 24, KC = 1 << 25, KL = 1 << 26, /* others, see describe */
  CW = 1 << 27, DR = 1 << 28, QT = 1 << 29, /* what issue waits for: cfwait, drain, quiet */
  W = 1 << 30, /* A and B of 64 bits */
};
/* clang-format on */

typedef struct {
  uint8_t listed, unit, kind;
  uint32_t use;
} row;

/* clang-format off */
#define ROW(u, k, ...) {1, WT_U_##u, K_##k, __VA_ARGS__}
#define UROW ROW(UNI, NONE, GU | UR)
/* clang-format on */
/* R3: A row that is not listed (unknown or unsupported) goes to no unit and has no fields at all. */
static const row rows[256] = {
  /* R4 */
  [WT_I_MOV] = ROW(ALU, ARITH, B | D),
  [WT_I_P2R] = ROW(ALU, ARITH, B | D | P7),
  [WT_I_R2P] = ROW(ALU, ARITH, A | B),
  [WT_I_CS2R] = ROW(ALU, NONE, D | D80),
  [WT_I_SEL] = ROW(ALU, ARITH, A | B | PP | D),
  [WT_I_ISETP] = ROW(ALU, ARITH, A | B | PP | PREX | PU | PV),
  [WT_I_IADD3] = ROW(ALU, ARITH, A | B | C | PPX | PQX | D | PU | PV),
  [WT_I_LEA] = ROW(ALU, ARITH, A | B | C | PPX | D | PU),
  [WT_I_LOP3] = ROW(ALU, ARITH, A | B | C | PP | D | PU),
  [WT_I_IABS] = ROW(ALU, ARITH, B | D),
  [WT_I_VABSDIFF] = ROW(ALU, ARITH, A | B | C | D),
  [WT_I_VABSDIFF4] = ROW(ALU, ARITH, A | B | C | D),
  [WT_I_PRMT] = ROW(ALU, ARITH, A | B | C | D),
  [WT_I_IMNMX] = ROW(ALU, ARITH, A | B | PP | D),
  [WT_I_SHF] = ROW(ALU, ARITH, A | B | C | D),
  [WT_I_SGXT] = ROW(ALU, ARITH, A | B | D),
  [WT_I_BMSK] = ROW(ALU, ARITH, A | B | D),
  [WT_I_IDP] = ROW(ALU, ARITH, A | B | C | D),
  [WT_I_I2I] = ROW(ALU, ARITH, B | D),
  [WT_I_I2IP] = ROW(ALU, ARITH, A | B | C | D),
  [WT_I_PLOP3] = ROW(ALU, NONE, PP | PQ | PR | PU | PV),
  [WT_I_PLOP3_S1] = ROW(ALU, ARITH, B | PP | PR | PU | PV),
  [WT_I_PLOP3_S2] = ROW(ALU, ARITH, B | C | PP | PU | PV),
  [WT_I_PLOP3_S3] = ROW(ALU, ARITH, A | B | C | PU | PV),
  [WT_I_HADD2_C] = ROW(FPU, PAIR, A | D),
  [WT_I_HADD2] = ROW(FPU, PAIR, A | B | D),
  [WT_I_HMUL2] = ROW(FPU, ARITH, A | B | D),
  [WT_I_HSET2] = ROW(ALU, PAIR, A | B | PP | D),
  [WT_I_HSETP2] = ROW(ALU, PAIR, A | B | PP | PU | PV),
  [WT_I_HFMA2] = ROW(FPU, ARITH, A | B | C | D),
  [WT_I_IMAD] = ROW(ALU, ARITH, A | B | C | PPX | D),
  [WT_I_IMAD_WIDE] = ROW(ALU, ARITH, A | B | CC | PPX | D2 | PU),
  [WT_I_IMAD_HI] = ROW(ALU, ARITH, A | B | CC | PPX | D | PU),
  [WT_I_FLO] = ROW(ALU, ARITH, B | D),
  [WT_I_BREV] = ROW(ALU, ARITH, B | D),
  [WT_I_POPC] = ROW(ALU, ARITH, B | D),
  [WT_I_MUFU] = ROW(XU, ARITH, B | D),
  [WT_I_I2F] = ROW(XU, CVT, B),
  [WT_I_I2F_64] = ROW(XU, CVT, B),
  [WT_I_F2I] = ROW(XU, CVT, B),
  [WT_I_F2I_64] = ROW(XU, CVT, B),
  [WT_I_F2F] = ROW(XU, CVT, B),
  [WT_I_F2F_64] = ROW(XU, CVT, B),
  [WT_I_FRND] = ROW(XU, CVT, B),
  [WT_I_FRND_64] = ROW(XU, CVT, B),
  [WT_I_FADD] = ROW(FPU, PAIR, A | B | D),
  [WT_I_FMUL] = ROW(FPU, ARITH, A | B | D),
  [WT_I_FFMA] = ROW(FPU, ARITH, A | B | C | D),
  [WT_I_DADD] = ROW(DPU, PAIR, A | C | D2 | W),
  [WT_I_DMUL] = ROW(DPU, ARITH, A | B | D2 | W),
  [WT_I_DFMA] = ROW(DPU, ARITH, A | B | CC | D2 | W),
  [WT_I_DSETP] = ROW(DPU, PAIR, A | B | PP | PU | PV | W),
  [WT_I_FSEL] = ROW(ALU, ARITH, A | B | PP | D),
  [WT_I_FMNMX] = ROW(ALU, ARITH, A | B | PP | D),
  [WT_I_FSET] = ROW(ALU, ARITH, A | B | PP | D),
  [WT_I_FSETP] = ROW(ALU, ARITH, A | B | PP | PU | PV),
  [WT_I_FCHK] = ROW(ALU, ARITH, A | B | PU),
  [WT_I_S2R] = ROW(ALU, NONE, D),
  [WT_I_LEPC] = ROW(ALU, NONE, D2),
  [WT_I_VOTE] = ROW(ALU, NONE, PP | PU | D | BSEL),
  [WT_I_QSPC] = ROW(ALU, SPACE, PU),
  [WT_I_B2R] = ROW(ALU, NONE, PU | D | BSEL),
  [WT_I_R2UR] = ROW(ALU, RA, UR),
  [WT_I_BMOV_RB] = ROW(ALU, NONE, D | BSEL),
  [WT_I_LDG] = ROW(LSU, MEM, LD | A64),
  [WT_I_LDG_U] = ROW(LSU, MEM, LD | A64),
  [WT_I_STG] = ROW(LSU, MEM, ST | A64),
  [WT_I_STG_U] = ROW(LSU, MEM, ST | A64),
  [WT_I_LDS] = ROW(LSU, MEM, LD),
  [WT_I_STS] = ROW(LSU, MEM, ST),
  [WT_I_STS_U] = ROW(LSU, MEM, ST),
  [WT_I_LD] = ROW(LSU, MEM, LD | A64),
  [WT_I_ST] = ROW(LSU, MEM, ST | A64),
  [WT_I_ST_U] = ROW(LSU, MEM, ST | A64),
  [WT_I_ATOM] = ROW(LSU, MEM, AT | D | A64 | E70 | PU),
  [WT_I_ATOM_U] = ROW(LSU, MEM, AT | D | A64 | E70 | PU),
  [WT_I_ATOM_CAS] = ROW(LSU, MEM, AT | D | CAS | A64 | KL | PU),
  [WT_I_ATOMS] = ROW(LSU, MEM, AT | D),
  [WT_I_ATOMS_U] = ROW(LSU, MEM, AT | D),
  [WT_I_ATOMS_CAS] = ROW(LSU, MEM, AT | D | CAS | KL),
  [WT_I_LDL] = ROW(LSU, MEM, LD),
  [WT_I_STL] = ROW(LSU, MEM, ST),
  [WT_I_STL_U] = ROW(LSU, MEM, ST),
  [WT_I_LDC] = ROW(LSU, MEM, LD | KL),
  [WT_I_ATOMG] = ROW(LSU, MEM, AT | D | A64 | E70),
  [WT_I_ATOMG_U] = ROW(LSU, MEM, AT | D | A64 | E70),
  [WT_I_ATOMG_CAS] = ROW(LSU, MEM, AT | D | CAS | A64 | KL),
  [WT_I_RED] = ROW(LSU, MEM, AT | A64),
  [WT_I_SHFL_RR] = ROW(SHFL, SHFL, B | C | D | PU),
  [WT_I_SHFL_RI] = ROW(SHFL, SHFL, B | D | PU),
  [WT_I_SHFL_IR] = ROW(SHFL, SHFL, C | D | PU),
  [WT_I_SHFL_II] = ROW(SHFL, SHFL, D | PU),
  [WT_I_MATCH] = ROW(SHFL, SHFL, D | PU),
  [WT_I_NOP] = ROW(NONE, NONE, 0),
  [WT_I_ERRBAR] = ROW(NONE, NONE, 0),
  [WT_I_CCTL] = ROW(NONE, RA, 0),
  [WT_I_DEPBAR] = ROW(NONE, NONE, 0),
  [WT_I_BSSY] = ROW(NONE, NONE, PP),
  [WT_I_BRA] = ROW(NONE, NONE, PP | CW),
  [WT_I_BSYNC] = ROW(NONE, NONE, PP | CW),
  [WT_I_BREAK] = ROW(NONE, NONE, PP | CW),
  [WT_I_WARPSYNC_I] = ROW(NONE, NONE, PP | CW),
  [WT_I_WARPSYNC_R] = ROW(ALU, RB, PP | CW),
  [WT_I_WARPSYNC_C] = ROW(NONE, NONE, PP | KC | CW),
  [WT_I_YIELD] = ROW(NONE, NONE, PP | CW),
  [WT_I_NANOSLEEP_R] = ROW(NONE, RB, PP | CW),
  [WT_I_NANOSLEEP_I] = ROW(NONE, NONE, PP | CW),
  [WT_I_NANOSLEEP_C] = ROW(NONE, NONE, PP | CW),
  [WT_I_BMOV_BR] = ROW(ALU, RB, CW),
  [WT_I_CALL_REL] = ROW(NONE, NONE, PP | CW),
  [WT_I_CALL_REL_R] = ROW(ALU, RA, PP | CW | DR),
  [WT_I_CALL_ABS_R] = ROW(ALU, RA, PP | CW | DR),
  [WT_I_RET] = ROW(ALU, RA, PP | CW | DR),
  [WT_I_BRX] = ROW(ALU, RA, PP | CW | DR),
  [WT_I_EXIT] = ROW(NONE, NONE, PP | CW | DR | QT),
  [WT_I_MEMBAR] = ROW(NONE, NONE, CW | DR | QT),
  [WT_I_BAR_II] = ROW(NONE, NONE, PP | CW | DR),
  [WT_I_BAR_RR] = ROW(ALU, RB, PP | CW | DR),
  [WT_I_BAR_RI] = ROW(ALU, RB, PP | CW | DR),
  [WT_I_BAR_IR] = ROW(ALU, RB, PP | CW | DR),
  [WT_I_VOTEU] = ROW(UNI, NONE, PP | UR),
  [WT_I_ULDC] = ROW(UNI, NONE, GU | UR | KC | KL),
  [WT_I_ULDC_U] = ROW(UNI, NONE, GU | UR | KC | KL),
  [WT_I_S2UR] = UROW,
  [WT_I_UMOV_I] = UROW,
  [WT_I_UMOV_U] = UROW,
  [WT_I_USEL] = UROW,
  [WT_I_UISETP] = UROW,
  [WT_I_UIADD3] = UROW,
  [WT_I_ULEA] = UROW,
  [WT_I_ULOP3] = UROW,
  [WT_I_UPRMT] = UROW,
  [WT_I_USHF] = UROW,
  [WT_I_USGXT] = UROW,
  [WT_I_UP2UR] = UROW,
  [WT_I_UPLOP3] = UROW,
  [WT_I_UIMAD] = UROW,
  [WT_I_UIMAD_WIDE] = UROW,
  [WT_I_UFLO] = UROW,
  [WT_I_UBREV] = UROW,
  [WT_I_UPOPC] = UROW,
};

typedef struct {
  uint8_t s[6], need, dst, ndst, bcsel, bcpos, pmask, pw, u;
  uint32_t caddr;
} desc;

/* R6: n registers from r on go to the words from slot i on; RZ and what would follow register 254 is not read. */
static void read_regs(desc *d, unsigned i, unsigned r, unsigned n) {
  for (unsigned k = 0; k < n && r + k < 255; k++) {
    d->s[i + k] = (uint8_t)(r + k);
    d->need |= (uint8_t)(1u << (i + k));
  }
}

/* A register into word i, the second one of 64 bits into word high. */
static void read_wide(desc *d, unsigned i, unsigned high, unsigned r, uint32_t use) {
  read_regs(d, i, r, 1);
  if (use & W) read_regs(d, high, r + 1, 1);
}

static void scalar(desc *d, unsigned sel, unsigned pos) {
  d->bcsel = (uint8_t)sel;
  d->bcpos = (uint8_t)pos;
  if (sel == WT_BC_UREG) d->u = 1; /* R12 */
}

/* R5: Forms 2, 3 and 7 put C into bits 63:32 and B into bits 71:64; the others the other way round. */
static void operands(desc *d, wt_word w, unsigned id, uint32_t use) {
  static const uint8_t sel[8] = {0, WT_BC_NONE, WT_BC_IMM, WT_BC_CONST, WT_BC_IMM, WT_BC_CONST, WT_BC_UREG, WT_BC_UREG};
  unsigned form = wt_isa_form(w), swapped = form == 2 || form == 3 || form == 7;
  unsigned ra = (unsigned)wt_bits(w, 31, 24), rb = (unsigned)wt_bits(w, 39, 32), rc = (unsigned)wt_bits(w, 71, 64);
  unsigned has_c = (use & (C | CC)) != 0, nc = use & CC ? 2 : 1;
  if (id == WT_I_LEA) has_c = wt_bit(w, 80) && !wt_bit(w, 73);
  if (use & A) read_wide(d, 0, 4, ra, use);
  if (id == WT_I_P2R) read_regs(d, 2, ra, 1);
  if (swapped || form == 1) read_wide(d, 1, 5, swapped ? rc : rb, use);
  if (has_c && !swapped) read_regs(d, 2, rc, nc);
  if (form != 1) scalar(d, sel[form], swapped ? WT_BP_C : WT_BP_B);
}

/* R4: A conversion is an arithmetic instruction with B alone, of which size codes of 3 make pairs: 85:84 of B, 76:75 of Rd. */
static void conversion(desc *d, wt_word w, unsigned id, uint32_t use) {
  operands(d, w, id, use);
  if (wt_isa_form(w) == 1 && wt_bits(w, 85, 84) == 3) read_regs(d, 1, (unsigned)wt_bits(w, 39, 32), 2);
  d->ndst = wt_bits(w, 76, 75) == 3 ? 2 : 1;
}

/* R5: A, if the row has it, and one more operand: a register (form 1) in bits 39:32, as C in 71:64, or a scalar in bits 63:32. */
static void pair(desc *d, wt_word w, uint32_t use) {
  unsigned form = wt_isa_form(w), second = (unsigned)(use & C ? wt_bits(w, 71, 64) : wt_bits(w, 39, 32));
  if (use & A) read_wide(d, 0, 4, (unsigned)wt_bits(w, 31, 24), use);
  if (form == 1) read_wide(d, 1, 5, second, use);
  else scalar(d, form == 2 ? WT_BC_IMM : form == 3 ? WT_BC_CONST : WT_BC_UREG, WT_BP_C);
}

/* R7: Words of an access of size code 0..7. */
static unsigned access_words(wt_word w) {
  unsigned size = (unsigned)wt_bits(w, 75, 73);
  return size == 5 ? 2 : size == 6 ? 4 : 1;
}

static void memory(desc *d, wt_word w, unsigned id, uint32_t use) {
  unsigned type = (unsigned)wt_bits(w, 75, 73), ur = !(use & KL) && wt_bit(w, 91);         /* R9 */
  unsigned n = use & AT ? (type == 2 || type == 5 || type == 6 ? 2 : 1) : access_words(w); /* R7 */
  unsigned pair = (use & A64) && wt_bit(w, 72) && (!ur || wt_bit(w, use & E70 ? 70 : 90)); /* R8 */
  read_regs(d, 0, (unsigned)wt_bits(w, 31, 24), pair ? 2 : 1);
  /* ST has a 32-bit offset where the others have their data */
  if (use & (ST | AT)) read_regs(d, 2, (unsigned)(id == WT_I_ST ? wt_bits(w, 71, 64) : wt_bits(w, 39, 32)), n);
  if (use & CAS) read_regs(d, 4, (unsigned)wt_bits(w, 71, 64), n);
  if (use & (LD | D)) d->ndst = (uint8_t)n;
  if (ur) scalar(d, WT_BC_UREG, WT_BP_ADDR); /* R9 */
}

/* R11 */
static void predicates(desc *d, wt_word w, unsigned id, uint32_t use) {
  unsigned x = wt_bit(w, 74), read = 0, written = 0;
  unsigned pr_uniform = id == WT_I_PLOP3 && wt_bit(w, 67);
  if (!(use & GU)) read |= 1u << wt_bits(w, 14, 12);
  int no_red = id >= WT_I_BAR_II && id <= WT_I_BAR_IR && wt_bits(w, 79, 77) != 2; /* the field means nothing there */
  if (((use & PP) && !no_red) || ((use & PPX) && x)) read |= 1u << wt_bits(w, 89, 87);
  if ((use & PQ) || ((use & PQX) && x)) read |= 1u << wt_bits(w, 79, 77);
  if (((use & PR) && !pr_uniform) || ((use & PREX) && wt_bit(w, 72))) read |= 1u << wt_bits(w, 70, 68);
  if (use & P7) read = 0x7f;
  if (use & PU) written |= 1u << wt_bits(w, 83, 81);
  if (use & PV) written |= 1u << wt_bits(w, 86, 84);
  /* a mask in a register may name any of them */
  if (id == WT_I_R2P) written = wt_isa_form(w) == 4 ? (unsigned)wt_bits(w, 38, 32) : 0x7f;
  d->pw = written & 0x7f;
  d->pmask = (read | written) & 0x7f;
  if (pr_uniform) d->u = 1; /* R12 */
}

/* R13 */
static void constant(desc *d, wt_word w, uint32_t use) {
  if (use & KC) scalar(d, WT_BC_CONST, WT_BP_B);
  if (d->bcsel != WT_BC_CONST) return;
  uint32_t off = use & KL ? (uint32_t)wt_bits(w, 53, 38) : (uint32_t)wt_bits(w, 53, 40) << 2;
  d->caddr = (uint32_t)wt_bits(w, 58, 54) << 16 | off;
}

/* without: what this word does not use of its row */
static void describe(desc *d, wt_word w, unsigned id, const row *r, uint32_t without) {
  uint32_t use = r->use & ~without;
  switch (r->kind) {
    case K_ARITH: operands(d, w, id, use); break;
    case K_CVT: conversion(d, w, id, use); break;
    case K_PAIR: pair(d, w, use); break;
    case K_MEM: memory(d, w, id, use); break;
    case K_SHFL:
      read_regs(d, 0, (unsigned)wt_bits(w, 31, 24), id == WT_I_MATCH && wt_bit(w, 73) ? 2 : 1);
      if (use & B) read_regs(d, 1, (unsigned)wt_bits(w, 39, 32), 1);
      if (use & C) read_regs(d, 2, (unsigned)wt_bits(w, 71, 64), 1);
      break;
    case K_RA: read_regs(d, 0, (unsigned)wt_bits(w, 31, 24), id == WT_I_CCTL && wt_bit(w, 72) ? 2 : 1); break;
    case K_RB: read_regs(d, 0, (unsigned)wt_bits(w, 39, 32), 1); break;
    case K_SPACE: /* a generic address: the pair, and the offset in the upper 24 bits of the scalar */
      read_regs(d, 0, (unsigned)wt_bits(w, 31, 24), 2);
      scalar(d, WT_BC_IMM, WT_BP_C);
      break;
    default: break;
  }
  if (r->kind != K_MEM && (use & (D | D2))) d->ndst = (use & D2) || ((use & D80) && wt_bit(w, 80)) ? 2 : 1;
  if (d->ndst) d->dst = (uint8_t)wt_bits(w, 23, 16); /* R10 */
  if (d->dst == 255) d->dst = d->ndst = 0;           /* R10 */
  if (use & BSEL) d->bcpos = WT_BP_B;
  if (use & UR) d->u = 1; /* R12 */
  predicates(d, w, id, use);
  constant(d, w, use);
}

/* With what wt_decode_eval puts, every field: nothing is left of the instruction before. */
static void pack(uint32_t *u, const desc *d) {
  uop_put_s5(u, d->s[5]);
  uop_put_s4(u, d->s[4]);
  uop_put_s3(u, d->s[3]);
  uop_put_s2(u, d->s[2]);
  uop_put_s1(u, d->s[1]);
  uop_put_s0(u, d->s[0]);
  uop_put_need(u, d->need);
  uop_put_dst(u, d->dst);
  uop_put_ndst(u, d->ndst);
  uop_put_bcsel(u, d->bcsel);
  uop_put_bcpos(u, d->bcpos);
  uop_put_pmask(u, d->pmask);
  uop_put_pw(u, d->pw);
  uop_put_u_use(u, d->u);
}

void wt_decode_eval(wt_decode *self) {
  wt_decode_out *o = &self->o;
  const wt_decode_in_imem *e = self->in.imem;
  unsigned warp = e->warp;
  int redirected = self->in.cfu->redir_valid && self->in.cfu->redir_warp == warp;
  if (!e->valid || redirected || e->epoch != self->in.fetch->epoch[warp]) { /* R1 */
    if (o->valid) wt_decode_idle(o);
    return;
  }
  wt_word w = {e->insn[0] | (uint64_t)e->insn[1] << 32, e->insn[2] | (uint64_t)e->insn[3] << 32};
  unsigned id = wt_isa_find(w); /* R2 */
  const row *r = &rows[id];
  desc d = {.need = 0};
  int single = id == WT_I_HADD2_C && wt_bits(w, 61, 60) == 1; /* R4: a number of 32 bits, which the ALU makes a half of */
  if (r->listed) describe(&d, w, id, r, single ? A : 0);
  uop_put_hi(o->uop, w.hi);
  uop_put_lo(o->uop, w.lo);
  uop_put_pc(o->uop, e->pc);
  uop_put_rpc(o->uop, e->rpc);
  uop_put_op(o->uop, id);
  unsigned unit = !r->listed ? WT_U_NONE : id == WT_I_CCTL && self->in.S->L1_BYTES ? WT_U_LSU : single ? WT_U_ALU : r->unit;
  uop_put_unit(o->uop, unit); /* R3 */
  uop_put_cfwait(o->uop, (r->use & CW) != 0);
  uop_put_drain(o->uop, (r->use & DR) != 0);
  uop_put_quiet(o->uop, (r->use & QT) != 0);
  uop_put_sens(o->uop, e->sens);
  pack(o->uop, &d);
  o->valid = 1;
  o->warp = e->warp;
  /* R13 */
  o->cvalid = d.bcsel == WT_BC_CONST && id != WT_I_ULDC_U; /* with an index the address is not known yet */
  o->caddr = o->cvalid ? d.caddr : 0;
}
