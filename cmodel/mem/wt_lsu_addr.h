/* wt_lsu_addr.h - part of wt_lsu.c: addresses of the lanes of a beat, as rtl/mem/wt_lsu_addr.sv has them. Rules: docs/blocks/mem/wt_lsu.md. */
#ifndef WT_LSU_ADDR_H
#define WT_LSU_ADDR_H

/* R2: Where byte `off` of a lane's local memory lies: pieces of 16 bytes, those of a warp's (GROUPING=dwr: large warp's) lanes side by side. */
static uint64_t local_address(const wt_shape *S, unsigned warp, unsigned lane, uint32_t off) {
  return UINT64_C(1) << 63 | (uint64_t)warp << 40 | (uint64_t)(off >> 4) << (S->ACC_LANE_W + 4) | lane << 4 | (off & 15);
}
static uint32_t local_offset(const wt_shape *S, uint64_t addr) { return (uint32_t)(addr >> (S->ACC_LANE_W + 4)) << 4 | (addr & 15); }

/* R14: A generic address: which memory it names, and where there. */
static uint64_t generic_address(const wt_shape *S, unsigned warp, unsigned lane, uint64_t a) {
  if (a >> 32 == WT_GEN_SHARED) return UINT64_C(1) << 62 | (uint32_t)a;
  if (a >> 32 == WT_GEN_LOCAL) return local_address(S, warp, lane, (uint32_t)a);
  return a >> 61 ? (a & wt_mask64(61)) | UINT64_C(1) << 61 : a; /* nothing lies up there: it stays wrong */
}

static unsigned lane_of(const wt_shape *S, const wt_lsu_beat *d, unsigned l) { /* of the access */
  return (ganged(S) ? d->warp % S->GANG : wt_beat_row(S, d->beat, l)) * S->LANES + l;
}

static void addresses(const wt_shape *S, uint64_t *addr, const wt_lsu_beat *d, unsigned lanes) { /* R2 */
  static const uint8_t scales[4] = {0, 2, 3, 4};
  uint64_t lo = uop_get_lo(d->uop), hi = uop_get_hi(d->uop);
  unsigned op = (unsigned)uop_get_op(d->uop);
  int wide_off = op == WT_I_ST || (op == WT_I_LD && !(hi >> 27 & 1));
  uint64_t off = (uint64_t)((int64_t)lo >> (wide_off ? 32 : 40)), base = off + d->bc;
  int shared = op == WT_I_LDS || op == WT_I_STS || op == WT_I_STS_U || op == WT_I_ATOMS || op == WT_I_ATOMS_U || op == WT_I_ATOMS_CAS;
  int gen = op == WT_I_LD || op == WT_I_ST || op == WT_I_ST_U || op == WT_I_ATOM || op == WT_I_ATOM_U || op == WT_I_ATOM_CAS;
  const uint32_t *s0 = d->data, *s1 = d->data + lanes;
  if (op == WT_I_LDC) {
    uint64_t bank = (lo >> 54 & 31) << 16;
    uint32_t disp = (uint32_t)(lo >> 38);
    for (unsigned l = 0; l < lanes; l++) addr[l] = bank | ((s0[l] + disp) & 0xffff);
  } else if (op == WT_I_LDL || op == WT_I_STL || op == WT_I_STL_U) {
    for (unsigned l = 0; l < lanes; l++) addr[l] = local_address(S, d->warp / S->GANG, lane_of(S, d, l), s0[l] + (uint32_t)base);
  } else if (shared) {
    unsigned scale = scales[hi >> 14 & 3];
    for (unsigned l = 0; l < lanes; l++) addr[l] = (uint32_t)(((uint32_t)s0[l] << scale) + (uint32_t)base);
  } else {
    int ur = (hi >> 27 & 1) && op != WT_I_ATOMG_CAS && op != WT_I_ATOM_CAS;
    unsigned pair = op == WT_I_ATOMG || op == WT_I_ATOMG_U || op == WT_I_ATOM || op == WT_I_ATOM_U ? 6 : 26;
    int wide = (int)(ur ? hi >> pair & 1 : hi >> 8 & 1);
    uint64_t keep = wide ? ~UINT64_C(0) : 0xffffffffu;
    for (unsigned l = 0; l < lanes; l++) addr[l] = (((uint64_t)s1[l] << 32 | s0[l]) & keep) + base;
    for (unsigned l = 0; gen && l < lanes; l++) addr[l] = generic_address(S, d->warp / S->GANG, lane_of(S, d, l), addr[l]);
  }
}
#endif
