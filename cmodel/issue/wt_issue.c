/* wt_issue.c - C twin of the issue packet builder. The caller owns everything. */
#include "issue/wt_issue.h"

#include <string.h>

#include "isa/wt_isa.h"

/* Place of lane 0 in the warp of 32 that masks of lanes are about. */
static unsigned place(const wt_issue *self) { return wt_place(self->in.cfg->places, self->in.S->PER_32, WT_WARP_OF(self, self->in.sched->sel_warp)); }

/* Per-lane value of a 3-bit predicate selector with its negate bit. */
static inline uint64_t lanes_of(const wt_issue *self, wt_word w, unsigned at, unsigned neg) {
  unsigned p = (unsigned)wt_bits(w, at + 2, at);
  uint64_t all = wt_mask64(self->in.S->SLOT_LANES), v = p == 7 ? all : self->in.pred->p[p];
  return wt_bit(w, neg) ? ~v & all : v;
}
static unsigned uniform_of(const wt_issue *self, wt_word w, unsigned at, unsigned neg) {
  unsigned p = (unsigned)wt_bits(w, at + 2, at);
  return (p == 7 ? 1u : self->in.ureg->up >> p & 1u) ^ wt_bit(w, neg);
}

/* The last beat of an instruction. */
static int pops(const wt_issue *self) { return self->in.sched->sel_pop | self->in.pack->pop; }

enum { BAR_ARV = 1, BAR_RED = 2 };

static unsigned op_of(wt_word w) { return wt_bits(w, 79, 77) == BAR_RED ? (unsigned)wt_bits(w, 75, 74) : 3; }
static unsigned yes_of(wt_word w, uint64_t exec, uint64_t pp) { return wt_bits(w, 79, 77) == BAR_RED ? wt_popcount(exec & pp) : 0; }

/* R11 */
static void arrive(wt_issue_out *o, wt_word w, uint64_t exec, uint64_t pp) {
  if (!exec) return;
  o->bar_valid = 1;
  o->bar_arv = wt_bits(w, 79, 77) == BAR_ARV;
  o->bar_id = (uint8_t)wt_bits(w, 57, 54);
  o->bar_count = (uint8_t)wt_popcount(exec);
  o->bar_red = (uint8_t)yes_of(w, exec, pp);
  o->bar_op = (uint8_t)op_of(w);
  o->bar_need = (uint16_t)wt_bits(w, 53, 42);
}

/* R12: event and arrival of the BAR whose register is known. */
static void late_event(wt_issue *self) {
  wt_issue_out *o = &self->o;
  const wt_issue_state *q = &self->q;
  o->ev_valid = 1, o->ev_warp = q->late_warp, o->ev_pc = q->late_pc;
  o->ev_kind = q->late_waits ? WT_EV_BAR : WT_EV_ADV;
  if (q->late_waits) o->ev_mask = q->late_mask, o->ev_bx = q->late_id;
  if (!q->late_count) return; /* nobody arrives */
  o->bar_valid = 1, o->bar_arv = !q->late_waits, o->bar_id = q->late_id, o->bar_count = q->late_count;
  o->bar_red = q->late_yes, o->bar_op = q->late_op, o->bar_need = q->late_need;
}
/* R12 */
static int late_comes(const wt_issue *self) {
  return self->o.hold && self->q.late_sent && self->q.late_known && !self->in.sched->sel_valid && self->in.cfu->idle;
}

/* R9: Control-flow event of the instruction for the lanes that execute it. */
static void event(wt_issue *self, const uint32_t *u, wt_word w, uint64_t exec, uint64_t pp) {
  wt_issue_out *o = &self->o;
  uint32_t pc = (uint32_t)uop_get_pc(u);
  uint64_t all = wt_mask64(self->in.S->SLOT_LANES), e = exec;
  unsigned kind = WT_EV_ADV, bx = 0;
  uint32_t target = 0, rpc = 0;
  uint64_t val = 0;
  switch (uop_get_op(u)) {
    case WT_I_BRA: {
      unsigned mode = (unsigned)wt_bits(w, 33, 32);
      int converged = self->in.cfu->mask == self->in.cfu->live;
      e &= pp;
      if ((mode == 3 && !converged) || (mode == 2 && converged)) e = 0;
      kind = WT_EV_BRA, target = wt_isa_bra_target(w, pc), rpc = (uint32_t)uop_get_rpc(u);
      break;
    }
    case WT_I_CALL_REL: kind = WT_EV_CALL, e &= pp, target = wt_isa_bra_target(w, pc), rpc = pc + 16; break;
    case WT_I_CALL_REL_R:
    case WT_I_CALL_ABS_R: kind = WT_EV_CALLX, e &= pp, rpc = pc + 16, val = self->in.cfu->mask; break;
    case WT_I_RET: kind = WT_EV_RET, e &= pp, rpc = (uint32_t)uop_get_rpc(u), val = self->in.cfu->mask; break;
    case WT_I_BRX: kind = WT_EV_BRX, e &= pp, rpc = (uint32_t)uop_get_rpc(u), val = self->in.cfu->mask; break;
    case WT_I_BSSY: kind = WT_EV_BSSY, bx = (unsigned)wt_bits(w, 19, 16), rpc = wt_isa_bssy_target(w, pc); break;
    case WT_I_BSYNC: kind = WT_EV_BSYNC, bx = (unsigned)wt_bits(w, 19, 16), e &= pp; break;
    case WT_I_BREAK: kind = WT_EV_BREAK, bx = (unsigned)wt_bits(w, 19, 16), e &= pp; break;
    case WT_I_BMOV_RB: kind = WT_EV_BMOVR, bx = (unsigned)wt_bits(w, 27, 24), val = wt_bit(w, 84); break;
    case WT_I_BMOV_BR: kind = WT_EV_BMOVW, bx = (unsigned)wt_bits(w, 27, 24); break;
    case WT_I_WARPSYNC_I: kind = WT_EV_WSYNC, val = wt_bits(w, 63, 32) >> place(self) & all; break;
    case WT_I_WARPSYNC_C: kind = WT_EV_WSYNC, val = (uint32_t)self->in.ibuffer->cval >> place(self) & all; break;
    case WT_I_WARPSYNC_R: kind = WT_EV_WSYNCR; break;
    case WT_I_YIELD: kind = WT_EV_YIELD; break;
    case WT_I_NANOSLEEP_R:
    case WT_I_NANOSLEEP_I:
    case WT_I_NANOSLEEP_C: kind = WT_EV_YIELD, val = 1; break;
    case WT_I_EXIT: kind = WT_EV_EXIT, e &= pp; break;
    case WT_I_BAR_II:
      if (wt_bits(w, 79, 77) != BAR_ARV) kind = WT_EV_BAR, bx = (unsigned)wt_bits(w, 57, 54);
      arrive(o, w, exec, pp);
      break;
    default: break;
  }
  if (!e) kind = WT_EV_ADV; /* R10 */
  o->ev_valid = 1;
  o->ev_warp = self->in.sched->sel_warp;
  o->ev_kind = (uint8_t)kind;
  o->ev_pc = pc;
  if (kind != WT_EV_ADV) o->ev_mask = e, o->ev_target = target, o->ev_rpc = rpc, o->ev_bx = (uint8_t)bx, o->ev_val = val; /* R10 */
}

/* R7: The first beat is the event: with .CLEAR the register is gone for the others. */
static uint64_t bx_value(const wt_issue *self) { return self->in.sched->sel_first ? self->in.cfu->bx_val : self->q.bx; }

/* R7 */
static uint64_t scalar(const wt_issue *self, const uint32_t *u, wt_word w, unsigned op) {
  switch (uop_get_bcsel(u)) {
    case WT_BC_IMM: return wt_bits(w, 63, 32);
    case WT_BC_CONST: return self->in.ibuffer->cval;
    case WT_BC_UREG: return self->in.ureg->b;
    default:
      return op == WT_I_B2R       ? self->in.ctabar->result[self->in.sched->sel_warp]
             : op == WT_I_VOTE    ? (uint32_t)self->o.ballot
             : op == WT_I_BMOV_RB ? bx_value(self) << place(self)
                                  : 0;
  }
}

/* R5: the rest of the packet, as it comes. */
static void pass_on(wt_issue *self) {
  wt_issue_out *o = &self->o;
  o->alloc_iid = self->q.iid, o->alloc_warp = self->in.sched->sel_warp;
  memcpy(o->alloc_uop, self->in.ibuffer->uop, sizeof o->alloc_uop);
  memcpy(o->alloc_v0, self->in.sreg->v0, self->in.S->LANES * sizeof *o->alloc_v0);
}

void wt_issue_eval(wt_issue *self) {
  wt_issue_out *o = &self->o;
  /* R1 */
  wt_issue_idle(o);
  pass_on(self);
  if (late_comes(self)) late_event(self);
  if (!self->in.sched->sel_valid || self->in.sched->sync || self->in.sched->index) return; /* R1: micro-ops are no instructions */
  const uint32_t *u = self->in.ibuffer->uop;
  wt_word w = {uop_get_lo(u), uop_get_hi(u)};
  unsigned op = (unsigned)uop_get_op(u), unit = (unsigned)uop_get_unit(u);
  int uni_guard = unit == WT_U_UNI && op != WT_I_VOTEU;                                                      /* R2 */
  uint64_t guard = uni_guard ? (uniform_of(self, w, 12, 15) ? ~UINT64_C(0) : 0) : lanes_of(self, w, 12, 15); /* R2 */
  uint64_t exec = self->in.cfu->mask & guard, pp = lanes_of(self, w, 87, 90);
  o->exec = exec;
  o->valid = self->in.sched->sel_first;      /* R2 */
  if (op == WT_I_VOTE || op == WT_I_VOTEU) { /* R3 */
    unsigned mode = (unsigned)wt_bits(w, 73, 72);
    uint64_t yes = exec & pp;
    o->ballot = yes << place(self);
    o->votep = mode == 0 ? yes == exec : mode == 1 ? yes != 0 : yes == 0 || yes == exec;
    /* Pu of the first beat may be written by now, and be Pp or the guard. */
    if (!self->in.sched->sel_first) o->ballot = self->q.ballot, o->votep = self->q.votep; /* R3 */
  }
  o->uni_valid = unit == WT_U_UNI && exec != 0; /* R4 */
  if (unit < WT_UNITS) {                        /* R5: a packet for a collector */
    const wt_shape *S = self->in.S;
    const uint32_t beat = S->PACK ? self->in.pack->beat : self->in.sched->sel_beat;                                                 /* R13 */
    uint64_t pr = op == WT_I_PLOP3 && wt_bit(w, 67) ? (uniform_of(self, w, 68, 71) ? ~UINT64_C(0) : 0) : lanes_of(self, w, 68, 71); /* R6 */
    o->alloc_valid = 1;
    o->alloc_beat = beat;
    o->alloc_mask = S->PACK ? self->in.pack->mask : wt_beat_gather(S, beat, exec);                          /* R13 */
    o->alloc_lead = exec && wt_beat_row(S, beat, wt_lowest(exec) % S->LANES) == wt_lowest(exec) / S->LANES; /* R5 */
    o->alloc_last = pops(self) && !self->in.sched->more;
    o->alloc_pp = op == WT_I_VOTE ? (o->votep ? (uint32_t)wt_mask64(S->LANES) : 0) : wt_beat_gather(S, beat, pp); /* R6 */
    o->alloc_pq = wt_beat_gather(S, beat, lanes_of(self, w, 77, 80));
    o->alloc_pr = wt_beat_gather(S, beat, pr);
    o->alloc_bc = scalar(self, u, w, op);
    o->alloc_split = self->in.cfu->split;
    /* R8 */
    if (self->in.sched->sel_first) {
      o->set_valid = 1;
      o->set_warp = self->in.sched->sel_warp;
      o->set_dst = (uint8_t)uop_get_dst(u);
      o->set_ndst = (uint8_t)uop_get_ndst(u);
      o->set_pw = (uint8_t)uop_get_pw(u);
      o->set_u = op == WT_I_R2UR;
    }
  }
  if (self->in.sched->sel_first && !wt_isa_bar_register(op)) event(self, u, w, exec, pp);
}

/* R12: The instruction leaves the I-buffer with its last beat; what its event says is kept here. */
static void late_begins(wt_issue *self) {
  wt_issue_state *q = &self->q;
  const uint32_t *u = self->in.ibuffer->uop;
  wt_word w = {uop_get_lo(u), uop_get_hi(u)};
  self->o.hold = 1, q->late_known = !self->o.exec, q->late_sent = (uint8_t)pops(self);
  q->late_warp = self->in.sched->sel_warp, q->late_pc = (uint32_t)uop_get_pc(u), q->late_mask = self->o.exec;
  q->late_yes = (uint8_t)yes_of(w, self->o.exec, lanes_of(self, w, 87, 90));
  q->late_op = (uint8_t)op_of(w), q->late_count = (uint8_t)wt_popcount(self->o.exec);
  q->late_waits = self->o.exec && wt_bits(w, 79, 77) != BAR_ARV;
}

void wt_issue_tick(wt_issue *self) {
  const wt_issue_in_alu *a = self->in.alu;
  if (late_comes(self)) self->o.hold = 0; /* R12 */
  if (self->in.sched->sel_valid && pops(self)) self->q.late_sent = 1;
  if (self->o.hold && a->sc_valid && a->sc_warp == self->q.late_warp) /* R12 */
    self->q.late_known = 1, self->q.late_need = (uint16_t)(a->sc_val >> 16 & 0xfff), self->q.late_id = (uint8_t)(a->sc_val & 15);
  if (self->in.sched->sel_valid && pops(self) && !self->in.sched->more) self->q.iid = (self->q.iid + 1) & 15;
  if (!self->in.sched->sel_valid || !self->in.sched->sel_first) return;
  unsigned op = (unsigned)uop_get_op(self->in.ibuffer->uop);
  if (wt_isa_bar_register(op)) late_begins(self);
  if (op == WT_I_BMOV_RB) self->q.bx = self->in.cfu->bx_val;
  if (op == WT_I_VOTE) self->q.ballot = self->o.ballot, self->q.votep = self->o.votep;
}
