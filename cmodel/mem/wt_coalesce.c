/* wt_coalesce.c - C twin of the coalescer. */
#include "mem/wt_coalesce.h"

#include <string.h>

/* R4 */
static unsigned access_bytes(unsigned sz) { return sz < 2 ? 1 : sz < 4 ? 2 : sz == 4 ? 4 : sz == 5 ? 8 : 16; }

/* Lanes of pend whose address lies in the segment of 2^shift bytes. */
static uint64_t lanes_in_segment(const uint64_t *addr, unsigned n, uint64_t pend, unsigned shift, uint64_t segment) {
  uint64_t eq = 0;
  for (unsigned l = 0; l < n; l++) eq |= (uint64_t)(addr[l] >> shift == segment) << l;
  return eq & pend;
}

/* R4: Bytes of the lanes in the line; an aligned access never leaves its 16 bytes. */
static void byte_mask(uint32_t *bmask, const uint64_t *addr, uint64_t lanes, unsigned bytes) {
  uint32_t be = (uint32_t)wt_mask64(bytes);
  for (; lanes; lanes &= lanes - 1) {
    unsigned off = addr[wt_lowest(lanes)] & (127u & ~(bytes - 1));
    bmask[off / 32] |= be << off % 32;
  }
}

/* R6 */
static void place(uint32_t *line, const uint32_t *data, unsigned ws, const uint64_t *addr, uint64_t lanes, unsigned bytes) {
  for (; lanes; lanes &= lanes - 1) {
    unsigned l = wt_lowest(lanes), off = addr[l] & (127u & ~(bytes - 1));
    uint32_t x[4] = {data[l], data[ws + l], data[2 * ws + l], data[3 * ws + l]};
    memcpy((char *)line + off, x, bytes); /* little-endian host */
  }
}

void wt_coalesce_eval(wt_coalesce *self) {
  wt_coal_out *o = &self->o;
  const wt_coalesce_in_lsu *q = self->in.lsu;
  int ready = self->in.S->L1_BYTES ? self->in.l1d->ready : self->in.env->mem_ready;
  if (!self->in.lsu->cq || (self->in.lsu->req_valid && !ready)) { /* R1 */
    if (o->valid) wt_coal_idle(o);                                /* R1 */
    return;
  }
  unsigned ws = self->in.S->ACC_LANES, bytes = access_bytes(q->sz), low = q->pend ? wt_lowest(q->pend) : 0;
  unsigned shift = 7u - self->in.cfg->seg; /* R3 */
  uint64_t may = q->pend;
  if (self->in.cfg->beat) may &= wt_mask64(self->in.S->LANES) << low / self->in.S->LANES * self->in.S->LANES; /* R3 */
  int atomic = q->mop == WT_MEM_ATOM || q->mop == WT_MEM_RED;                                                 /* R5 */
  o->valid = 1;
  o->line = q->addr[low] >> 7; /* R2 */
  /* R3 */
  o->lanes = atomic ? q->pend & (~q->pend + 1) : lanes_in_segment(q->addr, ws, may, shift, q->addr[low] >> shift);
  memset(o->bmask, 0, sizeof o->bmask);
  memset(o->data, 0, sizeof o->data);
  byte_mask(o->bmask, q->addr, o->lanes, bytes);
  if (q->mop == WT_MEM_STORE) place(o->data, q->data, ws, q->addr, o->lanes, bytes); /* R6 */
  if (!atomic) return;                                                               /* R5 */
  int wide = bytes == 8, cas = q->aop == 9;
  o->data[0] = q->data[low];
  o->data[1] = wide ? q->data[ws + low] : 0;
  o->data[2] = cas ? q->data[2 * ws + low] : 0;
  o->data[3] = cas && wide ? q->data[3 * ws + low] : 0;
}
