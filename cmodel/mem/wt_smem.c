/* wt_smem.c - C twin of the shared memory arbiter. */
#include "mem/wt_smem.h"

/* R4: Merges the bytes of a lane's store into the word of its bank. */
static void merge(wt_smem_out *o, unsigned bank, uint32_t data, unsigned sz, unsigned byte) {
  unsigned be = sz < 2 ? 1u << byte : sz < 4 ? 3u << (byte & 2) : 15u;
  uint32_t x = sz < 2 ? data << 8 * byte : sz < 4 ? data << 8 * (byte & 2) : data;
  uint32_t bits = (be & 1 ? 0xffu : 0) | (be & 2 ? 0xff00u : 0) | (be & 4 ? 0xff0000u : 0) | (be & 8 ? 0xff000000u : 0);
  o->wbe[bank] |= (uint8_t)be;
  o->wdata[bank] = (o->wdata[bank] & ~bits) | (x & bits);
}

void wt_smem_eval(wt_smem *self) {
  wt_smem_out *o = &self->o;
  const wt_smem_in_lsu *q = self->in.lsu;
  if (o->en) wt_smem_idle(o);
  if (!self->in.lsu->sq) return;
  const wt_shape *S = self->in.S;
  unsigned shift = wt_lowest(S->SMEM_BANKS), rows = (unsigned)wt_mask64(S->SMROW_W);
  int store = q->mop == WT_MEM_STORE;
  uint64_t pend = q->mop == WT_MEM_ATOM ? q->pend & (~q->pend + 1) : q->pend; /* R2: atomics: one lane at a time */
  for (uint64_t p = pend; p; p &= p - 1) {
    unsigned l = wt_lowest(p);
    uint32_t word = ((uint32_t)q->addr[l] >> 2) + q->k;                                    /* R1 */
    unsigned bank = word & (S->SMEM_BANKS - 1), row = ((word >> shift) + q->sbase) & rows; /* R1 */
    if (!(o->en >> bank & 1)) {                                                            /* R2 */
      o->en |= 1u << bank;
      o->row[bank] = (uint16_t)row;
    }
    if (o->row[bank] != row) continue; /* R2 */
    o->lanes |= UINT64_C(1) << l;
    if (q->swr) merge(o, bank, q->sval, 4, 0);                                          /* R3 */
    if (store) merge(o, bank, q->data[q->k * S->ACC_LANES + l], q->sz, q->addr[l] & 3); /* R4 */
  }
}
