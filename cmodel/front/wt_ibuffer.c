/* wt_ibuffer.c - C twin of the I-buffer. The fields of the head uops are registers of their own, so a cycle looks at
 * one or two rings only. */
#include "front/wt_ibuffer.h"

#include <string.h>

#include "isa/wt_isa.h"

/* Bit w: slot head[w] of warp w is ready (bits of empty slots are 0). Eight warps at a time, one byte each: the ready
 * bits are shifted right by head, one bit of head after the other. */
static wt_warps ready_heads(const wt_ibuffer_state *q, unsigned warps) {
  const uint64_t one = UINT64_C(0x0101010101010101);
  wt_warps mask = 0;
  for (unsigned i = 0; i < warps; i += 8) {
    uint64_t r, h;
    memcpy(&r, q->const_ready + i, 8);
    if (!r) continue;
    memcpy(&h, q->head + i, 8);
    uint64_t s = (h & one) * 255;
    r = (r & ~s) | (r >> 1 & 0x7f * one & s);
    s = (h >> 1 & one) * 255;
    r = (r & ~s) | (r >> 2 & 0x3f * one & s);
    s = (h >> 2 & one) * 255;
    r = (r & ~s) | (r >> 4 & 0x0f * one & s);
    mask |= (wt_warps)((r & one) * UINT64_C(0x0102040810204080) >> 56) << i;
  }
  return mask;
}

void wt_ibuffer_moore(wt_ibuffer *self) {
  const wt_ibuffer_state *q = &self->q;
  wt_ibuffer_out *o = &self->o;
  unsigned warps = self->in.S->SLOTS;
  o->head_valid = ready_heads(q, warps); /* R1 */
  o->head_sens = q->head_sens;           /* 0 without DWR */
  o->head_load = q->head_load;           /* R10: 0 where no policy holds loads */
  memcpy(o->head_src, q->head_src, warps * sizeof *q->head_src);
  memcpy(o->head_ctl, q->head_ctl, warps * sizeof *q->head_ctl);
}

void wt_ibuffer_eval(wt_ibuffer *self) {
  const wt_ibuffer_state *q = &self->q;
  wt_ibuffer_out *o = &self->o;
  if (!self->in.sched->sel_valid) {
    memset(o->uop, 0, sizeof o->uop);
    o->cval = o->slot = 0;
    return;
  }
  unsigned w = self->in.sched->sel_warp, row = w * self->in.S->IBUF_DEPTH + q->head[w];
  memcpy(o->uop, q->entries + row * UOP_WORDS, sizeof o->uop);                                         /* R2 */
  o->cval = uop_get_bcsel(o->uop) == WT_BC_CONST && !(o->head_index >> w & 1) ? q->const_val[row] : 0; /* R2, R8 */
  o->slot = q->head[w];                                                                                /* R9 */
}

/* R10: What the address will tell, of LD, is not known yet. */
static int is_cached_load(const uint32_t *u) {
  const unsigned op = uop_get_op(u);
  const unsigned order = (unsigned)(uop_get_hi(u) >> 15 & 3), scope = (unsigned)(uop_get_hi(u) >> 13 & 3);
  const int served = order < 2 || (order == 2 && scope < 2);
  return op == WT_I_LDL || (served && (op == WT_I_LDG || op == WT_I_LDG_U || op == WT_I_LD));
}
static void set_head(wt_ibuffer *self, unsigned w, const uint32_t *u) {
  wt_ibuffer_state *q = &self->q;
  uint64_t s = uop_get_need(u);
  s = s << 8 | uop_get_s5(u);
  s = s << 8 | uop_get_s4(u);
  s = s << 8 | uop_get_s3(u);
  s = s << 8 | uop_get_s2(u);
  s = s << 8 | uop_get_s1(u);
  q->head_src[w] = s << 8 | uop_get_s0(u);
  self->o.head_index = (self->o.head_index & ~wt_warp(w)) | (wt_warps)(uop_get_op(u) == WT_I_ULDC_U) << w; /* R8 */
  q->head_ctl[w] =
    (uint32_t)(WT_PLACED(uop_get_unit(u), hctl, unit) | WT_PLACED(uop_get_cfwait(u), hctl, cfwait) | WT_PLACED(uop_get_drain(u), hctl, drain) |
               WT_PLACED(uop_get_quiet(u), hctl, quiet) | WT_PLACED(uop_get_u_use(u), hctl, u_use) | WT_PLACED(uop_get_pmask(u), hctl, pmask) |
               WT_PLACED(uop_get_ndst(u), hctl, ndst) | WT_PLACED(uop_get_dst(u), hctl, dst));
  if (self->in.S->GROUPING == WT_GROUPING_dwr) q->head_sens = (q->head_sens & ~wt_warp(w)) | (wt_warps)uop_get_sens(u) << w;
  if (self->in.S->LOADS_HELD) q->head_load = (q->head_load & ~wt_warp(w)) | (wt_warps)is_cached_load(u) << w;
}
static void no_head(wt_ibuffer *self, unsigned w) {
  wt_ibuffer_state *q = &self->q;
  q->head_src[w] = q->head_ctl[w] = 0;
  self->o.head_index &= ~wt_warp(w);
  q->head_sens &= ~wt_warp(w);
  q->head_load &= ~wt_warp(w);
}

static uint8_t next_slot(const wt_ibuffer *self, unsigned s) { return (uint8_t)(s + 1 == self->in.S->IBUF_DEPTH ? 0 : s + 1); }

/* R5 */
static void pop(wt_ibuffer *self, unsigned w) {
  wt_ibuffer_state *q = &self->q;
  q->const_ready[w] &= (uint8_t) ~(1u << q->head[w]);
  q->head[w] = next_slot(self, q->head[w]);
  q->count[w]--;
  if (q->count[w]) set_head(self, w, q->entries + (w * self->in.S->IBUF_DEPTH + q->head[w]) * UOP_WORDS);
  else no_head(self, w);
}

/* R3 */
static void fill(wt_ibuffer *self, unsigned w) {
  wt_ibuffer_state *q = &self->q;
  unsigned slot = self->o.tail[w], row = w * self->in.S->IBUF_DEPTH + slot;
  memcpy(WT_PUT_WORDS(q, entries, row, UOP_WORDS), self->in.decode->uop, sizeof self->in.decode->uop);
  q->const_ready[w] |= (uint8_t)(!self->in.decode->cvalid << slot); /* of an empty slot it is 0 */
  self->o.tail[w] = next_slot(self, slot);
  if (!q->count[w]) set_head(self, w, self->in.decode->uop); /* R3 */
  q->count[w]++;
}

void wt_ibuffer_tick(wt_ibuffer *self) {
  wt_ibuffer_state *q = &self->q;
  const wt_ibuffer_in_cmem *e = self->in.cmem;
  int redir = self->in.cfu->redir_valid;
  unsigned rw = self->in.cfu->redir_warp;
  unsigned sw = self->in.sched->sel_warp;
  if (self->in.sched->index && !self->in.decode->cvalid && !(redir && sw == rw)) /* R8: its request leaves */
    self->o.head_index &= ~wt_warp(sw), q->const_ready[sw] &= (uint8_t) ~(1u << q->head[sw]);
  if ((self->in.sched->sel_pop | self->in.pack->pop) && !(redir && sw == rw)) pop(self, sw);
  if (self->in.decode->valid && !(redir && self->in.decode->warp == rw)) fill(self, self->in.decode->warp); /* R6 */
  /* R4 */
  if (e->valid && e->epoch == self->in.fetch->epoch[e->warp] && !(redir && e->warp == rw)) {
    unsigned row = e->warp * self->in.S->IBUF_DEPTH + e->slot;
    q->const_ready[e->warp] |= (uint8_t)(1u << e->slot);
    WT_PUT(q, const_val, row) = e->data;
  }
  if (redir) { /* R7 */
    q->head[rw] = self->o.tail[rw] = q->count[rw] = q->const_ready[rw] = 0;
    no_head(self, rw);
  }
}
