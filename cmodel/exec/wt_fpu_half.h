/* wt_fpu_half.h - what wt_fpu does with pairs of halves: their operands, and the stages of the two halves of a lane.
 *
 * The registers of a lane behind each stage hold two halves side by side: their windows, numbers and exponents are narrow enough. Rules:
 * docs/blocks/exec/wt_fpu.md.
 */
#ifndef WT_FPU_HALF_H
#define WT_FPU_HALF_H
#include "exec/wt_fpu_fma.h"
#include "exec/wt_exec_half.h"
#include "isa/wt_isa.h"
#include "spec/wt_gpu.h"

enum { WT_HALF_E = 5, WT_HALF_F = 10 };

/* a * b + c of a lane. */
typedef struct {
  uint32_t a, b, c;
} wt_fpu_product;

/* What operands a beat of halves has, by its word. */
typedef struct {
  wt_word w;
  unsigned op, form, swapped, plain, flush, fmz, f32;
} wt_fpu_half;

static inline int wt_fpu_is_half(unsigned op) { return op == WT_I_HADD2 || op == WT_I_HADD2_C || op == WT_I_HMUL2 || op == WT_I_HFMA2; }

/* R10 */
static inline wt_fpu_half wt_fpu_half_kind(unsigned op, wt_word w) {
  unsigned form = wt_isa_form(w), add = op == WT_I_HADD2 || op == WT_I_HADD2_C, fmz = !add && wt_bit(w, 76);
  unsigned swapped = op == WT_I_HFMA2 && (form == 2 || form == 3 || form == 7);
  return (wt_fpu_half){w, add ? WT_I_HADD2 : op, form, swapped, form == 2 || form == 4, wt_bit(w, 80) || fmz, fmz, add && wt_bit(w, 78)};
}

/* R10: FMZ: a factor of 0 makes the product +0, whatever the other one is. */
static inline wt_fpu_product wt_fpu_zeroed(wt_fpu_product p) {
  for (unsigned k = 0; k <= 16; k += 16)
    if (!(p.a >> k & 0x7fff) || !(p.b >> k & 0x7fff)) p.a &= ~(0xffffu << k), p.b &= ~(0xffffu << k);
  return p;
}

/* R10: The operand in bits 63:32 and the one in bits 71:64; an immediate is two halves as they are. */
static inline uint32_t wt_fpu_half_low(const wt_fpu_half *k, uint32_t v) {
  wt_fp_sign s = {wt_bit(k->w, 63), wt_bit(k->w, 62)};
  return k->plain ? wt_half_operand(v, (wt_fp_sign){0, 0}, 0, k->flush) : wt_half_operand(v, s, (unsigned)wt_bits(k->w, 61, 60), k->flush);
}
static inline uint32_t wt_fpu_half_high(const wt_fpu_half *k, uint32_t v) {
  return wt_half_operand(v, (wt_fp_sign){wt_bit(k->w, 84), wt_bit(k->w, 83)}, (unsigned)wt_bits(k->w, 82, 81), k->flush);
}

/* R10 */
static inline wt_fpu_product wt_fpu_half_operands(const wt_fpu_half *k, const uint32_t v[3], uint32_t bc) {
  wt_fp_sign s = {wt_bit(k->w, 72), wt_bit(k->w, 73)};
  wt_fpu_product p = {wt_half_operand(v[0], s, (unsigned)wt_bits(k->w, 75, 74), k->flush), 0x3c003c00, 0};
  uint32_t second = k->form == 1 ? v[1] : bc;
  if (k->op == WT_I_HADD2) {
    p.c = wt_fpu_half_low(k, second);
  } else if (k->op == WT_I_HMUL2) {
    p.b = wt_fpu_half_low(k, second);
  } else {
    p.b = k->swapped ? wt_fpu_half_high(k, v[1]) : wt_fpu_half_low(k, second);
    p.c = k->swapped ? wt_fpu_half_low(k, bc) : wt_fpu_half_high(k, v[2]);
  }
  if (k->fmz) p = wt_fpu_zeroed(p);
  if (k->op == WT_I_HMUL2) p.c = (p.a ^ p.b) & 0x80008000;
  if (k->f32) p = (wt_fpu_product){wt_half_single(p.a & 0xffff), 0x3f800000, wt_half_single(p.c & 0xffff)}; /* R11 */
  return p;
}

/* R12: Two halves of a lane, each in its part of every register. */
static inline void wt_fpu_half_mul(wt_fpu_state *q, unsigned l, uint32_t a, uint32_t b, uint32_t c) {
  q->mul_prod[l] = q->mul_c[l] = q->mul_d[l] = q->mul_ex[l] = q->mul_f[l] = 0;
  for (unsigned k = 0; k < 2; k++) {
    wt_fma_mul m = wt_fma_stage_mul(WT_HALF_E, WT_HALF_F, a >> 16 * k & 0xffff, b >> 16 * k & 0xffff, c >> 16 * k & 0xffff, 0);
    q->mul_prod[l] |= m.prod[0] << 22 * k, q->mul_c[l] |= (uint32_t)m.c << 11 * k, q->mul_d[l] |= (uint16_t)(m.d << 6 * k);
    q->mul_ex[l] |= (uint16_t)(m.ex << 6 * k), q->mul_f[l] |= (uint8_t)((unsigned)(m.kind << 2 | m.sub << 1 | m.neg) << 4 * k);
  }
}
static inline void wt_fpu_half_add(wt_fpu_state *q, unsigned l) {
  wt_fma_u128 mag = 0;
  q->add_ex[l] = q->mul_ex[l], q->add_f[l] = 0;
  for (unsigned k = 0; k < 2; k++) {
    unsigned f = q->mul_f[l] >> 4 * k & 15;
    wt_fma_mul m = {.prod = {q->mul_prod[l] >> 22 * k & 0x3fffff, 0},
                    .c = q->mul_c[l] >> 11 * k & 0x7ff,
                    .d = (uint8_t)(q->mul_d[l] >> 6 * k & 63),
                    .neg = f & 1,
                    .sub = f >> 1 & 1,
                    .kind = (uint8_t)(f >> 2)};
    wt_fma_sum r = wt_fma_stage_add(WT_HALF_F, m, WT_FMA_RN);
    mag |= (wt_fma_u128)r.mag[0] << 39 * k, q->add_f[l] |= (uint8_t)((unsigned)(r.kind << 1 | r.neg) << 3 * k);
  }
  q->add_lo[l] = (uint64_t)mag, q->add_hi[l] = (uint16_t)(mag >> 64);
}
static inline void wt_fpu_half_norm(wt_fpu_state *q, unsigned l) {
  wt_fma_u128 mag = (wt_fma_u128)q->add_hi[l] << 64 | q->add_lo[l];
  q->norm_sig[l] = q->norm_e[l] = 0, q->norm_f[l] = q->add_f[l];
  for (unsigned k = 0; k < 2; k++) {
    wt_fma_sum s = {.mag = {(uint64_t)(mag >> 39 * k) & ((UINT64_C(1) << 39) - 1)}, .ex = q->add_ex[l] >> 6 * k & 63};
    wt_fma_norm r = wt_fma_stage_norm(WT_HALF_F, s);
    q->norm_sig[l] |= (uint32_t)(r.sig << 2 | r.low) << 13 * k, q->norm_e[l] |= (uint16_t)(r.e << 6 * k);
  }
}
static inline uint32_t wt_fpu_half_round(const wt_fpu_state *q, unsigned l, unsigned k, unsigned mode) {
  unsigned sig = q->norm_sig[l] >> 13 * k & 0x1fff, f = q->norm_f[l] >> 3 * k & 7;
  wt_fma_norm v = {.sig = sig >> 2, .low = sig & 3, .e = q->norm_e[l] >> 6 * k & 63, .neg = f & 1, .kind = (uint8_t)(f >> 1)};
  return (uint32_t)wt_fma_stage_round(WT_HALF_E, WT_HALF_F, v, WT_FMA_RN, mode >> 2 & 1, mode >> 3 & 1); /* R12 */
}
#endif
