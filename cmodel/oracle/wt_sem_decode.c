/* wt_sem_decode.c - fields of the raw word to wt_sem_insn. */
#include "oracle/wt_sem.h"
#include <string.h>

#include "oracle/wt_sem_float.h"
#include "oracle/wt_sem_half.h"
#include "oracle/wt_sem_operand.h"

/* Operands an arithmetic instruction reads and destinations it has. */
enum { A = 1, B = 2, C = 4, CW = 8, PP = 16, PQ = 32, D1 = 64, D2 = 128, PU = 256, PV = 512 };

typedef struct {
  uint8_t id, op, uniform;
  uint16_t use;
} alu_row;

static const alu_row alu_rows[] = {
  {WT_I_MOV, WT_I_MOV, 0, B | D1},
  {WT_I_P2R, WT_I_P2R, 0, A | B | D1},
  {WT_I_SEL, WT_I_SEL, 0, A | B | PP | D1},
  {WT_I_ISETP, WT_I_ISETP, 0, A | B | PP | PU | PV},
  {WT_I_IADD3, WT_I_IADD3, 0, A | B | C | D1 | PU | PV},
  {WT_I_LEA, WT_I_LEA, 0, A | B | C | D1 | PU},
  {WT_I_LOP3, WT_I_LOP3, 0, A | B | C | PP | D1 | PU},
  {WT_I_IABS, WT_I_IABS, 0, B | D1},
  {WT_I_VABSDIFF, WT_I_VABSDIFF, 0, A | B | C | D1},
  {WT_I_VABSDIFF4, WT_I_VABSDIFF4, 0, A | B | C | D1},
  {WT_I_PRMT, WT_I_PRMT, 0, A | B | C | D1},
  {WT_I_IMNMX, WT_I_IMNMX, 0, A | B | PP | D1},
  {WT_I_SHF, WT_I_SHF, 0, A | B | C | D1},
  {WT_I_SGXT, WT_I_SGXT, 0, A | B | D1},
  {WT_I_BMSK, WT_I_BMSK, 0, A | B | D1},
  {WT_I_IDP, WT_I_IDP, 0, A | B | C | D1},
  {WT_I_I2I, WT_I_I2I, 0, B | D1},
  {WT_I_I2IP, WT_I_I2IP, 0, A | B | C | D1},
  {WT_I_IMAD, WT_I_IMAD, 0, A | B | C | D1},
  {WT_I_IMAD_WIDE, WT_I_IMAD_WIDE, 0, A | B | C | CW | D2 | PU},
  {WT_I_IMAD_HI, WT_I_IMAD_HI, 0, A | B | C | CW | D1 | PU},
  {WT_I_FLO, WT_I_FLO, 0, B | D1},
  {WT_I_BREV, WT_I_BREV, 0, B | D1},
  {WT_I_POPC, WT_I_POPC, 0, B | D1},
  {WT_I_USEL, WT_I_SEL, 1, A | B | PP | D1},
  {WT_I_UISETP, WT_I_ISETP, 1, A | B | PP | PU | PV},
  {WT_I_UIADD3, WT_I_IADD3, 1, A | B | C | D1 | PU | PV},
  {WT_I_ULEA, WT_I_LEA, 1, A | B | C | D1 | PU},
  {WT_I_ULOP3, WT_I_LOP3, 1, A | B | C | PP | D1 | PU},
  {WT_I_UPRMT, WT_I_PRMT, 1, A | B | C | D1},
  {WT_I_USHF, WT_I_SHF, 1, A | B | C | D1},
  {WT_I_USGXT, WT_I_SGXT, 1, A | B | D1},
  {WT_I_UP2UR, WT_I_P2R, 1, A | B | D1},
  {WT_I_UIMAD, WT_I_IMAD, 1, A | B | C | D1},
  {WT_I_UIMAD_WIDE, WT_I_IMAD_WIDE, 1, A | B | C | CW | D2 | PU},
  {WT_I_UFLO, WT_I_FLO, 1, B | D1},
  {WT_I_UBREV, WT_I_BREV, 1, B | D1},
  {WT_I_UPOPC, WT_I_POPC, 1, B | D1},
};

/* Operations whose word has a place for a predicate that the twins leave alone; nvcc writes PT there. */
static int silent(unsigned op) { return op == WT_I_VABSDIFF || op == WT_I_VABSDIFF4 || op == WT_I_FLO || op == WT_I_IMAD; }

static wt_sem_src reg(wt_word w, unsigned hi, unsigned lo) { return (wt_sem_src){.kind = WT_SRC_REG, .reg = (uint8_t)wt_bits(w, hi, lo)}; }
static wt_sem_src ureg(wt_word w, unsigned lo) { return (wt_sem_src){.kind = WT_SRC_UREG, .reg = (uint8_t)wt_bits(w, lo + 5, lo)}; }
static wt_sem_src imm(wt_word w) { return (wt_sem_src){.kind = WT_SRC_IMM, .lo = (uint32_t)wt_bits(w, 63, 32)}; }
static wt_sem_src bank(wt_word w) {
  return (wt_sem_src){.kind = WT_SRC_CONST, .reg = (uint8_t)wt_bits(w, 58, 54), .lo = (uint32_t)wt_bits(w, 53, 40) * 4};
}

static wt_sem_psrc pred(wt_word w, unsigned lo, unsigned neg, int uni) {
  return (wt_sem_psrc){(uint8_t)wt_bits(w, lo + 2, lo), (uint8_t)wt_bit(w, neg), (uint8_t)uni};
}

/* A, B, C by operand form. Returns the index (1 = B, 2 = C) of the operand that sits in bits 63:32. */
static unsigned abc(wt_sem_insn *i, int uniform) {
  wt_word w = i->w;
  unsigned form = wt_isa_form(w), slot = form == 2 || form == 3 || form == 7 ? 2 : 1;
  wt_sem_src in32;
  switch (form) {
    case 2:
    case 4: in32 = imm(w); break;
    case 3:
    case 5: in32 = bank(w); break;
    case 6:
    case 7: in32 = ureg(w, 32); break;
    default: in32 = uniform ? ureg(w, 32) : reg(w, 39, 32); break;
  }
  i->src[0] = uniform ? ureg(w, 24) : reg(w, 31, 24);
  i->src[slot] = in32;
  i->src[3 - slot] = uniform ? ureg(w, 64) : reg(w, 71, 64);
  return slot;
}

/* Negation flags of the operands; an immediate has none, its 32 bits are all value. */
static void inversions(wt_sem_insn *i, unsigned slot, unsigned which) {
  wt_word w = i->w;
  if (which & A) i->src[0].inv = (uint8_t)wt_bit(w, 72);
  for (unsigned k = 1; k < 3; k++) {
    if (!(which & (k == 1 ? B : C))) continue;
    unsigned bit = k == slot ? 63 : 75;
    i->src[k].inv = i->src[k].kind == WT_SRC_IMM ? 0 : (uint8_t)wt_bit(w, bit);
  }
}

static wt_status alu_modifiers(wt_sem_insn *i, unsigned slot, int uni) {
  wt_word w = i->w;
  i->sgn = (uint8_t)wt_bit(w, 73);
  switch (i->op) {
    case WT_I_MOV: return wt_bits(w, 75, 72) == 15 ? WT_OK : wt_sem_refuse(i, "MOV with a lane mask other than 0xf");
    case WT_I_IADD3:
      i->x = (uint8_t)wt_bit(w, 74);
      inversions(i, slot, A | B | C);
      if (i->x) i->pq = pred(w, 77, 80, uni);
      break;
    case WT_I_LEA:
      i->x = (uint8_t)wt_bit(w, 74);
      i->hi = (uint8_t)wt_bit(w, 80);
      i->sx32 = i->hi && wt_bit(w, 73);
      i->shift = (uint8_t)wt_bits(w, 79, 75);
      inversions(i, slot, slot == 2 ? A : A | B); /* with an immediate C bit 75 belongs to the shift */
      if (!i->hi || i->sx32) i->src[2] = (wt_sem_src){0};
      break;
    case WT_I_IMAD:
    case WT_I_IMAD_WIDE:
    case WT_I_IMAD_HI:
      i->x = (uint8_t)wt_bit(w, 74);
      inversions(i, slot, C);
      break;
    case WT_I_ISETP:
      i->cmp = (uint8_t)wt_bits(w, 78, 76);
      i->bop = (uint8_t)wt_bits(w, 75, 74);
      i->ex = (uint8_t)wt_bit(w, 72);
      if (i->bop == 3) return wt_sem_refuse(i, "ISETP with a reserved combination");
      if (i->ex) i->pr = pred(w, 68, 71, uni);
      break;
    case WT_I_LOP3:
      i->lut = (uint8_t)wt_bits(w, 79, 72);
      i->pand = (uint8_t)wt_bit(w, 80);
      break;
    case WT_I_SHF:
      i->right = (uint8_t)wt_bit(w, 76);
      i->wrap = (uint8_t)wt_bit(w, 75);
      i->t64 = wt_bits(w, 74, 73) < 2;
      i->sgn = !wt_bit(w, 73);
      i->hi = (uint8_t)wt_bit(w, 80);
      break;
    case WT_I_FLO:
      i->sh = (uint8_t)wt_bit(w, 74);
      inversions(i, slot, B);
      break;
    case WT_I_POPC: inversions(i, slot, B); break;
    case WT_I_SGXT:
    case WT_I_BMSK: i->wrap = (uint8_t)wt_bit(w, 75); break;
    case WT_I_PRMT:
      i->mode = (uint8_t)wt_bits(w, 74, 72);
      if (i->mode == 7) return wt_sem_refuse(i, "PRMT with a reserved mode");
      break;
    case WT_I_VABSDIFF4:
      i->pand = (uint8_t)wt_bit(w, 75);
      if (i->sgn) return wt_sem_refuse(i, "VABSDIFF4 of signed bytes");
      break;
    case WT_I_IDP:
      i->ex = (uint8_t)wt_bit(w, 74);
      i->mode = (uint8_t)wt_bits(w, 77, 76);
      if (i->mode == 2) return wt_sem_refuse(i, "IDP.4A of the upper half");
      break;
    case WT_I_I2I:
    case WT_I_I2IP: i->mode = (uint8_t)wt_bits(w, 77, 76); break;
    case WT_I_P2R: i->mode = (uint8_t)wt_bits(w, 77, 76); break;
    default: break;
  }
  return WT_OK;
}

static wt_status dec_alu(wt_sem_insn *i, const alu_row *r) {
  wt_word w = i->w;
  unsigned use = r->use, slot = abc(i, r->uniform);
  i->cls = r->uniform ? WT_CL_UALU : WT_CL_ALU;
  i->op = r->op;
  i->udst = r->uniform;
  for (unsigned k = 0; k < 3; k++)
    if (!(use & (A << k))) i->src[k] = (wt_sem_src){0};
  if (use & CW) {
    i->src[2].wide = 1;
    if (i->src[2].kind == WT_SRC_IMM && i->src[2].lo >> 31) return wt_sem_refuse(i, "negative immediate as a 64-bit addend");
  }
  wt_status st = alu_modifiers(i, slot, r->uniform);
  if (st) return st;
  if (i->op == WT_I_P2R) i->src[2] = (wt_sem_src){.kind = WT_SRC_PREDS};
  if (use & PP || i->x) i->pp = pred(w, 87, 90, r->uniform);
  i->nrd = use & D2 ? 2 : use & D1 ? 1 : 0;
  i->rd = (uint8_t)(r->uniform ? wt_bits(w, 21, 16) : wt_bits(w, 23, 16));
  if (use & PU) i->pu = (uint8_t)wt_bits(w, 83, 81);
  else if (silent(i->op) && wt_bits(w, 83, 81) != WT_SEM_PT)
    return wt_sem_refuse(i, "a result in a predicate, which this instruction does not give here");
  if (use & PV) i->pv = (uint8_t)wt_bits(w, 86, 84);
  return WT_OK;
}

static wt_status dec_plop3(wt_sem_insn *i, int uni) {
  wt_word w = i->w;
  i->cls = uni ? WT_CL_UALU : WT_CL_ALU;
  i->op = WT_I_PLOP3;
  i->udst = (uint8_t)uni;
  i->pp = pred(w, 87, 90, uni);
  i->pq = pred(w, 77, 80, uni);
  i->pr = pred(w, 68, 71, uni || wt_bit(w, 67));
  i->lut = (uint8_t)(wt_bits(w, 76, 72) << 3 | wt_bits(w, 66, 64));
  i->lut2 = (uint8_t)wt_bits(w, 23, 16);
  i->pu = (uint8_t)wt_bits(w, 83, 81);
  i->pv = (uint8_t)wt_bits(w, 86, 84);
  return WT_OK;
}

/* One to three of the inputs are signs of operands; both tables lie in one piece. */
static wt_status dec_plop3_signs(wt_sem_insn *i) {
  wt_word w = i->w;
  abc(i, 0);
  i->cls = WT_CL_ALU;
  i->op = i->id;
  if (i->id != WT_I_PLOP3_S3) i->src[0] = (wt_sem_src){0}, i->pp = pred(w, 87, 90, 0);
  if (i->id == WT_I_PLOP3_S1) i->src[2] = (wt_sem_src){0}, i->pr = pred(w, 68, 71, 0);
  i->lut = (uint8_t)wt_bits(w, 79, 72);
  i->lut2 = (uint8_t)wt_bits(w, 23, 16);
  i->pu = (uint8_t)wt_bits(w, 83, 81);
  i->pv = (uint8_t)wt_bits(w, 86, 84);
  return WT_OK;
}

/* UMOV has its source in bits 63:32 for both of its opcodes and no lane mask. */
static wt_status dec_umov(wt_sem_insn *i) {
  i->cls = WT_CL_UALU;
  i->op = WT_I_MOV;
  i->udst = 1;
  i->src[1] = i->id == WT_I_UMOV_I ? imm(i->w) : ureg(i->w, 32);
  i->rd = (uint8_t)wt_bits(i->w, 21, 16);
  i->nrd = 1;
  return WT_OK;
}

static int known_sreg(unsigned s) {
  static const uint8_t known[] = {0, 1, 3, 33, 34, 35, 37, 38, 39, 50, 55, 56, 57, 58, 59, 60, 67, 80, 81, 82, 83, 255};
  return memchr(known, (int)s, sizeof known) != NULL;
}

static wt_status dec_sreg(wt_sem_insn *i) {
  wt_word w = i->w;
  i->cls = WT_CL_SREG;
  i->sreg = (uint8_t)wt_bits(w, 79, 72);
  i->udst = i->id == WT_I_S2UR;
  i->rd = (uint8_t)(i->udst ? wt_bits(w, 21, 16) : wt_bits(w, 23, 16));
  i->nrd = i->id == WT_I_CS2R && wt_bit(w, 80) ? 2 : 1;
  return known_sreg(i->sreg) ? WT_OK : wt_sem_refuse(i, "special register that is not modelled");
}

static wt_status dec_r2p(wt_sem_insn *i) {
  i->cls = WT_CL_R2P;
  i->src[0] = reg(i->w, 31, 24);
  unsigned form = wt_isa_form(i->w);
  i->src[1] = form == 4 ? imm(i->w) : form == 5 ? bank(i->w) : form == 6 ? ureg(i->w, 32) : reg(i->w, 39, 32);
  i->mode = (uint8_t)wt_bits(i->w, 77, 76);
  i->dp = i->src[1].kind == WT_SRC_IMM ? i->src[1].lo & 0x7f : 0x7f;
  return WT_OK;
}

/* Its own address, as a pair; code lies below 4 GiB. */
static wt_status dec_lepc(wt_sem_insn *i) {
  i->cls = WT_CL_LEPC;
  i->rd = (uint8_t)wt_bits(i->w, 23, 16);
  i->nrd = 2;
  return WT_OK;
}

/* mode: 0 ALL, 1 ANY */
static wt_status dec_match(wt_sem_insn *i) {
  i->cls = WT_CL_MATCH;
  i->mode = (uint8_t)wt_bit(i->w, 79);
  i->src[0] = reg(i->w, 31, 24);
  i->src[0].wide = (uint8_t)wt_bit(i->w, 73);
  i->rd = (uint8_t)wt_bits(i->w, 23, 16);
  i->nrd = 1;
  i->pu = (uint8_t)wt_bits(i->w, 83, 81);
  if (i->src[0].wide && i->src[0].reg != WT_SEM_RZ && i->src[0].reg % 2) return wt_sem_refuse(i, "odd register pair");
  return i->mode && i->pu != WT_SEM_PT ? wt_sem_refuse(i, "MATCH.ANY with a predicate result") : WT_OK;
}

static wt_status dec_b2r(wt_sem_insn *i) {
  i->cls = WT_CL_B2R;
  i->rd = (uint8_t)wt_bits(i->w, 23, 16);
  i->nrd = 1;
  i->pu = (uint8_t)wt_bits(i->w, 83, 81);
  return wt_bits(i->w, 79, 78) == 1 ? WT_OK : wt_sem_refuse(i, "B2R other than RESULT");
}

static wt_status dec_qspc(wt_sem_insn *i) {
  i->cls = WT_CL_QSPC;
  i->src[0] = reg(i->w, 31, 24);
  i->src[0].wide = 1;
  i->imm = wt_sext(wt_bits(i->w, 63, 40), 24);
  i->mode = (uint8_t)wt_bits(i->w, 74, 73);
  i->pu = (uint8_t)wt_bits(i->w, 83, 81);
  if (!wt_bit(i->w, 72)) return wt_sem_refuse(i, "QSPC of a 32-bit address");
  if (i->mode == 3) return wt_sem_refuse(i, "QSPC of a cluster's shared memory");
  return wt_bits(i->w, 23, 16) == WT_SEM_RZ ? WT_OK : wt_sem_refuse(i, "QSPC with a register result");
}

static wt_status dec_r2ur(wt_sem_insn *i) {
  i->cls = WT_CL_R2UR;
  i->src[0] = reg(i->w, 31, 24);
  i->udst = 1;
  i->rd = (uint8_t)wt_bits(i->w, 21, 16);
  i->nrd = 1;
  return WT_OK;
}

static wt_status dec_vote(wt_sem_insn *i) {
  wt_word w = i->w;
  i->cls = WT_CL_VOTE;
  i->udst = i->id == WT_I_VOTEU;
  i->pp = pred(w, 87, 90, 0);
  i->mode = (uint8_t)wt_bits(w, 73, 72);
  i->rd = (uint8_t)(i->udst ? wt_bits(w, 21, 16) : wt_bits(w, 23, 16));
  i->nrd = 1;
  i->pu = (uint8_t)wt_bits(w, 83, 81);
  return i->mode == 3 ? wt_sem_refuse(i, "VOTE with a reserved mode") : WT_OK;
}

static wt_status dec_shfl(wt_sem_insn *i) {
  wt_word w = i->w;
  i->cls = WT_CL_SHFL;
  i->mode = (uint8_t)wt_bits(w, 59, 58);
  i->src[0] = reg(w, 31, 24);
  i->imm = (int64_t)wt_bits(w, 57, 53);
  i->mask = (uint32_t)wt_bits(w, 52, 40);
  if (i->id == WT_I_SHFL_RR || i->id == WT_I_SHFL_RI) i->src[1] = reg(w, 39, 32);
  if (i->id == WT_I_SHFL_RR || i->id == WT_I_SHFL_IR) i->src[2] = reg(w, 71, 64);
  i->rd = (uint8_t)wt_bits(w, 23, 16);
  i->nrd = 1;
  i->pu = (uint8_t)wt_bits(w, 83, 81);
  return WT_OK;
}

static wt_status access_size(wt_sem_insn *i) {
  static const uint8_t size[8] = {1, 1, 2, 2, 4, 8, 16, 0};
  unsigned s = (unsigned)wt_bits(i->w, 75, 73);
  i->bytes = size[s];
  i->sext = s == 1 || s == 3;
  return i->bytes ? WT_OK : wt_sem_refuse(i, "access size 7");
}

/* Registers of an access of `bytes`. Wide ones start at a multiple of their number. */
static wt_status reg_range(wt_sem_insn *i, unsigned r) {
  unsigned n = wt_sem_words(i);
  return r == WT_SEM_RZ || r % n == 0 ? WT_OK : wt_sem_refuse(i, "register range that is not aligned to its size");
}

static void address(wt_sem_insn *i, int is_load) {
  wt_word w = i->w;
  i->cls = WT_CL_MEM;
  i->imm = wt_sext(wt_bits(w, 63, 40), 24);
  i->src[0] = reg(w, 31, 24);
  i->has_ur = (uint8_t)wt_bit(w, 91);
  i->ur = (uint8_t)(is_load ? wt_bits(w, 37, 32) : wt_bits(w, 69, 64));
  unsigned pair = i->id == WT_I_ATOMG_U || i->id == WT_I_ATOM_U ? 70 : 90; /* bit 90 of ATOMG belongs to its operation */
  if (i->id == WT_I_ST || (i->id == WT_I_LD && !i->has_ur)) i->imm = wt_sext(wt_bits(w, 63, 32), 32);
  if (i->space == WT_SPACE_GLOBAL || i->space == WT_SPACE_GENERIC) i->src[0].wide = (uint8_t)(i->has_ur ? wt_bit(w, pair) : wt_bit(w, 72));
  i->a64 = i->has_ur || i->src[0].wide;
}

static wt_status dec_load_store(wt_sem_insn *i, int space, int load) {
  static const uint8_t scale[4] = {0, 2, 3, 4};
  wt_word w = i->w;
  i->space = (uint8_t)space;
  i->mop = load ? WT_MOP_LD : WT_MOP_ST;
  i->strong = (space == WT_SPACE_GLOBAL || space == WT_SPACE_GENERIC) && wt_bits(w, 80, 79) >= 2;
  i->within = load && i->strong && wt_bits(w, 80, 79) == 2 && wt_bits(w, 78, 77) < 2;
  address(i, load);
  wt_status st = access_size(i);
  if (st) return st;
  if (space == WT_SPACE_LOCAL && wt_bits(w, 79, 78)) return wt_sem_refuse(i, "local access with a scale");
  if (i->id == WT_I_STL && i->has_ur) return wt_sem_refuse(i, "STL with a uniform register in this opcode");
  if (space == WT_SPACE_SHARED) i->shift = scale[wt_bits(w, 79, 78)];
  if (load) {
    i->rd = (uint8_t)wt_bits(w, 23, 16);
    i->nrd = (uint8_t)wt_sem_words(i);
    return reg_range(i, i->rd);
  }
  i->src[1] = i->id == WT_I_ST ? reg(w, 71, 64) : reg(w, 39, 32);
  if (i->id == WT_I_ST && i->has_ur) return wt_sem_refuse(i, "ST with a uniform register in this opcode");
  return reg_range(i, i->src[1].reg);
}

static wt_status dec_atomic(wt_sem_insn *i) {
  wt_word w = i->w;
  unsigned type = (unsigned)wt_bits(w, 75, 73);
  int red = i->id == WT_I_RED, shared = i->id == WT_I_ATOMS || i->id == WT_I_ATOMS_U || i->id == WT_I_ATOMS_CAS;
  int generic = i->id == WT_I_ATOM || i->id == WT_I_ATOM_U || i->id == WT_I_ATOM_CAS;
  int cas = i->id == WT_I_ATOMG_CAS || i->id == WT_I_ATOM_CAS || i->id == WT_I_ATOMS_CAS;
  i->space = shared ? WT_SPACE_SHARED : generic ? WT_SPACE_GENERIC : WT_SPACE_GLOBAL;
  i->mop = red ? WT_MOP_REDUCE : WT_MOP_ATOM;
  i->strong = 1;
  address(i, 0);
  if (cas) {
    i->has_ur = 0; /* bits 69:64 belong to the new value */
    i->src[0].wide = i->a64 = (uint8_t)(!shared && wt_bit(w, 72));
  }
  if (shared) i->shift = (uint8_t)(wt_bits(w, 79, 78) ? wt_bits(w, 79, 78) + 1 : 0);
  if (type == 7) return wt_sem_refuse(i, "atomic on a type that is not known");
  i->number = type == 4 ? WT_NUM_HALVES : type == 3 || type == 6 ? WT_NUM_FLOAT : WT_NUM_NONE;
  i->bytes = type == 2 || type == 5 || type == 6 ? 8 : 4;
  i->sgn = type == 1 || type == 5;
  i->aop = cas ? (shared && wt_bits(w, 88, 87) == 3 ? WT_AOP_CAST : WT_AOP_CAS) : (uint8_t)(red ? wt_bits(w, 89, 87) : wt_bits(w, 90, 87));
  if (!cas && i->aop >= WT_AOP_CAS) return wt_sem_refuse(i, "atomic operation");
  if (i->number && (i->aop != WT_AOP_ADD || shared))
    return wt_sem_refuse(i, "atomic on a floating point type other than an addition in global memory");
  if (generic) i->pu = (uint8_t)wt_bits(w, 83, 81);
  if (generic && i->number && i->pu == WT_SEM_PT) return wt_sem_refuse(i, "generic floating point atomic whose predicate nobody sees");
  if ((i->aop == WT_AOP_INC || i->aop == WT_AOP_DEC) && type != 0) return wt_sem_refuse(i, "INC or DEC on a type other than U32");
  i->src[1] = reg(w, 39, 32);
  if (cas) i->src[2] = reg(w, 71, 64);
  if (!red) {
    i->rd = (uint8_t)wt_bits(w, 23, 16);
    i->nrd = i->bytes / 4;
  }
  if (reg_range(i, i->rd) || reg_range(i, i->src[1].reg) || (cas && reg_range(i, i->src[2].reg))) return WT_UNSUPPORTED;
  return WT_OK;
}

/* LDC: per-lane index; ULDC: into uniform registers, at a fixed offset or with an index in one of them. Offsets are bytes, signed behind a
 * register that is read: code reaches the upper half of a bank with a register above the bank, or from below with a negative offset. */
static wt_status dec_ldc(wt_sem_insn *i) {
  wt_word w = i->w;
  i->cls = WT_CL_LDC;
  i->udst = i->id != WT_I_LDC;
  i->imm = (int64_t)wt_bits(w, 53, 38);
  i->bx = (uint8_t)wt_bits(w, 58, 54);
  wt_status st = access_size(i);
  if (st) return st;
  if (!i->udst) i->src[0] = reg(w, 31, 24);
  if (i->id == WT_I_ULDC_U) i->src[0] = ureg(w, 24);
  if ((i->src[0].kind == WT_SRC_REG && i->src[0].reg != WT_SEM_RZ) || (i->src[0].kind == WT_SRC_UREG && i->src[0].reg != WT_SEM_URZ))
    i->imm = wt_sext((uint64_t)i->imm, 16);
  if (!i->udst && wt_bits(w, 79, 78)) return wt_sem_refuse(i, "LDC with an address mode");
  i->rd = (uint8_t)(i->udst ? wt_bits(w, 21, 16) : wt_bits(w, 23, 16));
  i->nrd = (uint8_t)wt_sem_words(i);
  if (i->udst && i->nrd > 2) return wt_sem_refuse(i, "ULDC of 128 bits");
  if (i->udst) return i->rd == WT_SEM_URZ || i->rd % i->nrd == 0 ? WT_OK : wt_sem_refuse(i, "odd uniform register pair");
  return reg_range(i, i->rd);
}

static wt_status dec_bar(wt_sem_insn *i) {
  i->mode = (uint8_t)wt_bits(i->w, 79, 77);
  i->bx = (uint8_t)wt_bits(i->w, 57, 54);
  i->count = (uint16_t)wt_bits(i->w, 53, 42);
  if (i->mode > WT_BAR_RED) return wt_sem_refuse(i, "BAR.SCAN or BAR.SYNCALL");
  if (i->mode != WT_BAR_RED) return WT_OK;
  i->bop = (uint8_t)wt_bits(i->w, 75, 74);
  i->pp = pred(i->w, 87, 90, 0);
  return i->bop < 3 ? WT_OK : wt_sem_refuse(i, "BAR.RED with a reserved operation");
}

static wt_status dec_bmov(wt_sem_insn *i) {
  unsigned state = (unsigned)wt_bits(i->w, 29, 24);
  i->bx = (uint8_t)(state & 15);
  i->clear = (uint8_t)wt_bit(i->w, 84);
  if (i->id == WT_I_BMOV_BR) {
    i->src[1] = reg(i->w, 39, 32);
  } else {
    i->rd = (uint8_t)wt_bits(i->w, 23, 16);
    i->nrd = 1;
  }
  return state < 16 ? WT_OK : wt_sem_refuse(i, "BMOV of a state other than B0-B15");
}

static int64_t branch_offset(wt_word w) { return wt_sext(wt_bits(w, 81, 34), 48) * 4; }

/* Targets by thread: the pair Ra + 1, Ra. Only the low word is an operand to wait for; the high word is 0 in all code. */
static wt_status dec_indirect(wt_sem_insn *i) {
  i->src[0] = reg(i->w, 31, 24);
  i->imm = branch_offset(i->w);
  i->pp = pred(i->w, 87, 90, 0);
  return WT_OK;
}

static wt_status dec_ctl(wt_sem_insn *i) {
  wt_word w = i->w;
  i->cls = WT_CL_CTL;
  switch (i->id) {
    case WT_I_BRA:
      i->imm = branch_offset(w);
      i->mode = (uint8_t)wt_bits(w, 33, 32);
      i->pp = pred(w, 87, 90, 0);
      return WT_OK;
    case WT_I_EXIT: i->pp = pred(w, 87, 90, 0); return WT_OK;
    case WT_I_RET: i->absolute = (uint8_t)wt_bit(w, 85); return dec_indirect(i);
    case WT_I_CALL_ABS_R: i->absolute = 1; return dec_indirect(i);
    case WT_I_CALL_REL_R:
    case WT_I_BRX: return dec_indirect(i);
    case WT_I_CALL_REL:
      i->imm = branch_offset(w);
      i->pp = pred(w, 87, 90, 0);
      return WT_OK;
    case WT_I_BSYNC:
    case WT_I_BREAK:
      i->bx = (uint8_t)wt_bits(w, 19, 16);
      i->pp = pred(w, 87, 90, 0);
      return WT_OK;
    case WT_I_BSSY:
      i->bx = (uint8_t)wt_bits(w, 19, 16);
      i->imm = wt_sext(wt_bits(w, 63, 34), 30) * 4;
      return WT_OK;
    case WT_I_BMOV_RB:
    case WT_I_BMOV_BR: return dec_bmov(i);
    case WT_I_BAR_RR:
    case WT_I_BAR_RI:
    case WT_I_BAR_IR: i->src[1] = reg(w, 39, 32); return dec_bar(i);
    case WT_I_BAR_II: return dec_bar(i);
    case WT_I_WARPSYNC_I: i->src[1] = imm(w); return WT_OK;
    case WT_I_WARPSYNC_C:
    case WT_I_NANOSLEEP_C: i->src[1] = bank(w); return WT_OK;
    case WT_I_WARPSYNC_R:
    case WT_I_NANOSLEEP_R: i->src[1] = reg(w, 39, 32); return WT_OK;
    case WT_I_CCTL:
      i->mode = (uint8_t)wt_bits(w, 90, 87);
      i->src[0] = reg(w, 31, 24), i->src[0].wide = (uint8_t)wt_bit(w, 72);
      return WT_OK;
    case WT_I_NANOSLEEP_I:
    case WT_I_YIELD:
    case WT_I_MEMBAR:
    case WT_I_ERRBAR:
    case WT_I_NOP:
    case WT_I_DEPBAR: return WT_OK;
    default: return wt_sem_refuse(i, "not in the supported set");
  }
}

/* MUFU and conversions: operand B alone. A double has the pair of a register, of a bank or of uniform registers, or the upper word as immediate. */
static wt_status dec_xu(wt_sem_insn *i) {
  abc(i, 0);
  i->cls = WT_CL_ALU;
  i->src[0] = i->src[2] = (wt_sem_src){0};
  wt_sem_src *b = &i->src[1];
  int mufu = i->id == WT_I_MUFU;
  b->wide = !mufu && wt_bits(i->w, 85, 84) == 3;
  i->rd = (uint8_t)wt_bits(i->w, 23, 16);
  i->nrd = !mufu && wt_bits(i->w, 76, 75) == 3 ? 2 : 1;
  if (b->wide && b->kind == WT_SRC_IMM) b->hi = b->lo, b->lo = 0;
  if (b->wide && b->kind == WT_SRC_REG && b->reg != WT_SEM_RZ && b->reg % 2) return wt_sem_refuse(i, "odd register pair");
  if (i->nrd == 2 && i->rd != WT_SEM_RZ && i->rd % 2) return wt_sem_refuse(i, "odd register pair");
  const char *why = wt_sem_xu_refuse(i);
  return why ? wt_sem_refuse(i, why) : WT_OK;
}

static wt_status dec_by_id(wt_sem_insn *i) {
  for (size_t k = 0; k < sizeof alu_rows / sizeof alu_rows[0]; k++)
    if (alu_rows[k].id == i->id) return dec_alu(i, &alu_rows[k]);
  if (wt_sem_is_float(i->id)) return wt_sem_float_decode(i);
  if (wt_sem_is_half(i->id)) return wt_sem_half_decode(i);
  switch (i->id) {
    case WT_I_PLOP3: return dec_plop3(i, 0);
    case WT_I_PLOP3_S1:
    case WT_I_PLOP3_S2:
    case WT_I_PLOP3_S3: return dec_plop3_signs(i);
    case WT_I_UPLOP3: return dec_plop3(i, 1);
    case WT_I_UMOV_I:
    case WT_I_UMOV_U: return dec_umov(i);
    case WT_I_S2R:
    case WT_I_CS2R:
    case WT_I_S2UR: return dec_sreg(i);
    case WT_I_MUFU:
    case WT_I_I2F:
    case WT_I_I2F_64:
    case WT_I_F2I:
    case WT_I_F2I_64:
    case WT_I_F2F:
    case WT_I_F2F_64:
    case WT_I_FRND:
    case WT_I_FRND_64: return dec_xu(i);
    case WT_I_R2P: return dec_r2p(i);
    case WT_I_LEPC: return dec_lepc(i);
    case WT_I_QSPC: return dec_qspc(i);
    case WT_I_B2R: return dec_b2r(i);
    case WT_I_MATCH: return dec_match(i);
    case WT_I_R2UR: return dec_r2ur(i);
    case WT_I_VOTE:
    case WT_I_VOTEU: return dec_vote(i);
    case WT_I_SHFL_RR:
    case WT_I_SHFL_RI:
    case WT_I_SHFL_IR:
    case WT_I_SHFL_II: return dec_shfl(i);
    case WT_I_LDG:
    case WT_I_LDG_U: return dec_load_store(i, WT_SPACE_GLOBAL, 1);
    case WT_I_STG:
    case WT_I_STG_U: return dec_load_store(i, WT_SPACE_GLOBAL, 0);
    case WT_I_LDS: return dec_load_store(i, WT_SPACE_SHARED, 1);
    case WT_I_STS:
    case WT_I_STS_U: return dec_load_store(i, WT_SPACE_SHARED, 0);
    case WT_I_LD: return dec_load_store(i, WT_SPACE_GENERIC, 1);
    case WT_I_ST:
    case WT_I_ST_U: return dec_load_store(i, WT_SPACE_GENERIC, 0);
    case WT_I_ATOM:
    case WT_I_ATOM_U:
    case WT_I_ATOM_CAS:
    case WT_I_ATOMS:
    case WT_I_ATOMS_U:
    case WT_I_ATOMS_CAS: return dec_atomic(i);
    case WT_I_LDL: return dec_load_store(i, WT_SPACE_LOCAL, 1);
    case WT_I_STL:
    case WT_I_STL_U: return dec_load_store(i, WT_SPACE_LOCAL, 0);
    case WT_I_ATOMG:
    case WT_I_ATOMG_U:
    case WT_I_ATOMG_CAS:
    case WT_I_RED: return dec_atomic(i);
    case WT_I_LDC:
    case WT_I_ULDC:
    case WT_I_ULDC_U: return dec_ldc(i);
    default: return dec_ctl(i);
  }
}

static void add_reg(wt_sem_insn *i, unsigned r, unsigned n) {
  if (r == WT_SEM_RZ) return;
  for (unsigned k = 0; k < n && r + k < WT_SEM_RZ; k++) i->sr[i->nsr++] = (uint8_t)(r + k);
}
static void add_ureg(wt_sem_insn *i, unsigned r, unsigned n) {
  for (unsigned k = 0; k < n && r + k < WT_SEM_URZ; k++) i->su[i->nsu++] = (uint8_t)(r + k);
}
static void add_pred(wt_sem_insn *i, wt_sem_psrc p) {
  if (p.reg == WT_SEM_PT) return;
  if (p.uni) i->sup |= (uint8_t)(1u << p.reg);
  else i->sp |= (uint8_t)(1u << p.reg);
}

/* Lists of everything that is read, and predicate destinations as masks. */
static void lists(wt_sem_insn *i) {
  for (unsigned k = 0; k < 3; k++) {
    const wt_sem_src *s = &i->src[k];
    unsigned n = s->wide ? 2 : 1;
    if (i->cls == WT_CL_MEM && k > 0) n = wt_sem_words(i);
    if (s->kind == WT_SRC_REG) add_reg(i, s->reg, n);
    if (s->kind == WT_SRC_UREG) add_ureg(i, s->reg, n);
    if (s->kind == WT_SRC_PREDS && i->udst) i->sup = 0x7f;
    if (s->kind == WT_SRC_PREDS && !i->udst) i->sp = 0x7f;
  }
  if (i->cls == WT_CL_MEM && i->has_ur) add_ureg(i, i->ur, i->space == WT_SPACE_GLOBAL || i->space == WT_SPACE_GENERIC ? 2 : 1);
  add_pred(i, i->guard);
  add_pred(i, i->pp);
  add_pred(i, i->pq);
  add_pred(i, i->pr);
  uint8_t d = (uint8_t)((1u << i->pu | 1u << i->pv) & 0x7f);
  if (i->udst) i->dup |= d;
  else i->dp |= d;
  if (i->rd == (i->udst ? WT_SEM_URZ : WT_SEM_RZ)) i->nrd = 0;
  if (i->rd + i->nrd > (i->udst ? WT_SEM_URZ : WT_SEM_RZ)) i->nrd = (uint8_t)((i->udst ? WT_SEM_URZ : WT_SEM_RZ) - i->rd);
}

wt_status wt_sem_decode(wt_word w, wt_sem_insn *i) {
  *i = (wt_sem_insn){.w = w, .pu = WT_SEM_PT, .pv = WT_SEM_PT};
  i->id = i->op = (uint8_t)wt_isa_find(w);
  i->pp = i->pq = i->pr = (wt_sem_psrc){WT_SEM_PT, 1, 0};
  if (i->id == WT_I_INVALID) return wt_sem_refuse(i, "unknown opcode");
  wt_status st = dec_by_id(i);
  if (st) return st;
  /* VOTEU and R2UR are issued to lanes and have a per-lane guard although they write uniform registers. */
  int uni_guard = i->udst && i->id != WT_I_VOTEU && i->id != WT_I_R2UR;
  i->guard = pred(w, 12, 15, uni_guard);
  lists(i);
  return WT_OK;
}
