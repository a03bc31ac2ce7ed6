/* wt_ualu.c - C twin of the uniform datapath: the per-lane operations on one element, and the uniform moves. */
#include "exec/wt_ualu.h"

#include "exec/wt_alu_ops.h"

/* R4: Per-lane operation of a uniform row, or WT_I_INVALID. */
static unsigned lane_op(unsigned op) {
  switch (op) {
    case WT_I_UMOV_I: /* R5 */
    case WT_I_UMOV_U: return WT_I_MOV;
    case WT_I_USEL: return WT_I_SEL;
    case WT_I_UISETP: return WT_I_ISETP;
    case WT_I_UIADD3: return WT_I_IADD3;
    case WT_I_ULEA: return WT_I_LEA;
    case WT_I_ULOP3: return WT_I_LOP3;
    case WT_I_UPRMT: return WT_I_PRMT;
    case WT_I_USHF: return WT_I_SHF;
    case WT_I_USGXT: return WT_I_SGXT;
    case WT_I_UP2UR: return WT_I_P2R;
    case WT_I_UPLOP3: return WT_I_PLOP3;
    case WT_I_UIMAD: return WT_I_IMAD;
    case WT_I_UIMAD_WIDE: return WT_I_IMAD_WIDE;
    case WT_I_UFLO: return WT_I_FLO;
    case WT_I_UBREV: return WT_I_BREV;
    case WT_I_UPOPC: return WT_I_POPC;
    default: return WT_I_INVALID;
  }
}

/* R3: Uniform predicate selector at bits at+2:at with its negate bit; 7 = true. */
static uint32_t upred(const wt_ualu *self, wt_word w, unsigned at, unsigned neg) {
  unsigned p = (unsigned)wt_bits(w, at + 2, at);
  return ((self->in.ureg->up | 0x80u) >> p & 1u) ^ wt_bit(w, neg);
}

static void write_regs(wt_ualu_out *o, wt_word w, unsigned n, uint64_t v) {
  unsigned d = (unsigned)wt_bits(w, 21, 16);
  /* R8 */
  if (d == 63) return; /* URZ */
  o->w_n = (uint8_t)n, o->w_idx = (uint8_t)d, o->w_lo = (uint32_t)v;
  o->w_hi = (uint32_t)(v >> 32);
}
/* R9 */
static void write_pu(wt_ualu_out *o, wt_word w, unsigned v) {
  unsigned p = (unsigned)wt_bits(w, 83, 81);
  if (p != 7) o->p0_valid = 1, o->p0_idx = (uint8_t)p, o->p0_val = (uint8_t)v;
}
/* R9 */
static void write_pv(wt_ualu_out *o, wt_word w, unsigned v) {
  unsigned p = (unsigned)wt_bits(w, 86, 84);
  if (p != 7) o->p1_valid = 1, o->p1_idx = (uint8_t)p, o->p1_val = (uint8_t)v;
}

/* R4 */
static void arithmetic(wt_ualu *self, unsigned op, wt_word w) {
  const wt_ualu_in_ureg *u = self->in.ureg;
  uint32_t imm = (uint32_t)wt_bits(w, 63, 32), a = (uint32_t)u->a, b = (uint32_t)u->b;
  uint32_t c = (uint32_t)u->c, ch = (uint32_t)(u->c >> 32);
  uint32_t out[2] = {0};
  unsigned form = wt_isa_form(w), preds = wt_alu_preds(op);
  if (form == 2) b = c, c = imm, ch = 0; /* R2 */
  if (form == 4) b = imm;                /* R2 */
  if (op == WT_I_P2R) c = a, a = u->up;  /* R4 */
  wt_alu_in in = {.op = op, .w = w, .n = 1, .a = &a, .b = &b, .c = &c, .ch = &ch};
  wt_alu_res r = {.lo = out, .hi = out + 1};
  in.pp = upred(self, w, 87, 90), in.pq = upred(self, w, 77, 80), in.pr = upred(self, w, 68, 71);
  wt_alu_compute(&in, &r);
  if (op != WT_I_ISETP && op != WT_I_PLOP3) write_regs(&self->o, w, op == WT_I_IMAD_WIDE ? 2 : 1, (uint64_t)out[1] << 32 | out[0]); /* R8 */
  if (preds & 1) write_pu(&self->o, w, r.pu & 1);
  if (preds & 2) write_pv(&self->o, w, r.pv & 1);
}

/* R6 */
static void load_constant(wt_ualu *self, wt_word w) {
  uint64_t v = self->in.ibuffer->cval;
  unsigned size = (unsigned)wt_bits(w, 75, 73);
  static const uint8_t width[4] = {8, 8, 16, 16};
  uint32_t lo = size > 3 ? (uint32_t)v : (uint32_t)(v & wt_mask64(width[size]));
  if (size == 1 || size == 3) lo = (uint32_t)wt_sext(lo, width[size]); /* R6 */
  write_regs(&self->o, w, size == 5 ? 2 : 1, size == 5 ? v : lo);      /* R8 */
}

void wt_ualu_eval(wt_ualu *self) {
  wt_ualu_out *o = &self->o;
  wt_ualu_idle(o);
  if (!self->in.issue->uni_valid) return; /* R1 */
  const uint32_t *u = self->in.ibuffer->uop;
  wt_word w = {uop_get_lo(u), uop_get_hi(u)};
  unsigned op = (unsigned)uop_get_op(u), lane = lane_op(op);
  if (lane != WT_I_INVALID) {
    arithmetic(self, lane, w);
  } else if (op == WT_I_ULDC || op == WT_I_ULDC_U) {
    load_constant(self, w);
  } else if (op == WT_I_S2UR) { /* R7 */
    write_regs(o, w, 1, self->in.sreg->s);
  } else if (op == WT_I_VOTEU) { /* R7 */
    write_regs(o, w, 1, (uint32_t)self->in.issue->ballot);
    write_pu(o, w, self->in.issue->votep);
  }
}
