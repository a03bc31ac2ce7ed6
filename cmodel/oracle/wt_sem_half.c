/* wt_sem_half.c - half precision on the host's doubles: the twins do it on bits. A double holds every sum and every product of two halves; a sum that it
 * does not hold is taken to the neighbour whose last bit is 1, so that the one rounding to a half sees on which side of it the sum lies. */
#include "oracle/wt_sem_half.h"
#include <math.h>
#include <string.h>

#include "oracle/wt_sem_operand.h"

enum { AS_IS, SINGLE, LOW, HIGH }; /* what a swizzle takes */

static int compares(unsigned id) { return id == WT_I_HSET2 || id == WT_I_HSETP2; }
int wt_sem_is_half(unsigned id) { return id == WT_I_HADD2 || id == WT_I_HADD2_C || id == WT_I_HMUL2 || id == WT_I_HFMA2 || compares(id); }

static int is_add(unsigned id) { return id == WT_I_HADD2 || id == WT_I_HADD2_C; }

/* Which operand lies in bits 71:64: 1 or 2 of HFMA2, 0 of the others, which have none there. */
static unsigned high_operand(const wt_sem_insn *i) {
  unsigned form = wt_isa_form(i->w);
  return i->id != WT_I_HFMA2 ? 0 : form == 2 || form == 3 || form == 7 ? 1 : 2;
}

/* The form says it, not the source: a constant that the launch knows has become a number there. */
static int immediate(const wt_sem_insn *i, unsigned k) {
  const unsigned form = wt_isa_form(i->w);
  return k && k != high_operand(i) && (form == 2 || form == 4);
}

static unsigned swizzle_of(const wt_sem_insn *i, unsigned k) {
  if (immediate(i, k)) return AS_IS;
  return (unsigned)(k == 0 ? wt_bits(i->w, 75, 74) : k == high_operand(i) ? wt_bits(i->w, 82, 81) : wt_bits(i->w, 61, 60));
}

/* Both halves that an operand gives are the same, whatever the register holds. */
static int one_half(const wt_sem_insn *i, unsigned k) {
  const wt_sem_src *s = &i->src[k];
  if (s->kind == WT_SRC_IMM) return s->lo >> 16 == (s->lo & 0xffff);
  return swizzle_of(i, k) >= LOW || (s->kind == WT_SRC_REG && s->reg == WT_SEM_RZ);
}

/* A number of 32 bits as a source: only as the constant that is moved, -0 + constant.F32. */
static int moves(const wt_sem_insn *i) { return i->id == WT_I_HADD2_C && swizzle_of(i, 1) == SINGLE; }

/* Comparisons: code in 79:76, combination in 70:69, bit 71 .BF or .H_AND. */
static wt_status decode_comparison(wt_sem_insn *i) {
  wt_word w = i->w;
  i->cmp = (uint8_t)wt_bits(w, 79, 76);
  i->bop = (uint8_t)wt_bits(w, 70, 69);
  i->pand = (uint8_t)wt_bit(w, 71);
  i->pp = (wt_sem_psrc){(uint8_t)wt_bits(w, 89, 87), (uint8_t)wt_bit(w, 90), 0};
  if (i->id == WT_I_HSET2) i->rd = (uint8_t)wt_bits(w, 23, 16), i->nrd = 1;
  else i->pu = (uint8_t)wt_bits(w, 83, 81), i->pv = (uint8_t)wt_bits(w, 86, 84);
  if (wt_bit(w, 65)) return wt_sem_refuse(i, "bfloat16, which sm_75 has no arithmetic of");
  if (wt_bits(w, 68, 64) || (i->id == WT_I_HSET2 && wt_bits(w, 86, 81))) return wt_sem_refuse(i, "modifier that is not modelled");
  if (i->bop == 3) return wt_sem_refuse(i, "comparison with a reserved combination");
  if (i->id == WT_I_HSETP2 && i->pand && i->pv != WT_SEM_PT) return wt_sem_refuse(i, "a second predicate of H_AND");
  for (unsigned k = 0; k < 2; k++)
    if (swizzle_of(i, k) == SINGLE) return wt_sem_refuse(i, "a source of 32 bits other than in the move of a constant");
  return WT_OK;
}

wt_status wt_sem_half_decode(wt_sem_insn *i) {
  wt_word w = i->w;
  unsigned add = is_add(i->id), n = i->id == WT_I_HFMA2 ? 3 : 2;
  wt_sem_src low = wt_sem_slot32(w, 0), high = wt_sem_signed(w, 64, 84, 83, 0);
  i->cls = WT_CL_ALU;
  i->src[0] = wt_sem_signed(w, 24, 72, 73, 0);
  i->src[1] = high_operand(i) == 1 ? high : low;
  if (n == 3) i->src[2] = high_operand(i) == 1 ? low : high;
  i->ftz = (uint8_t)wt_bit(w, 80);
  if (compares(i->id)) return decode_comparison(i);
  i->rd = (uint8_t)wt_bits(w, 23, 16), i->nrd = 1;
  i->sat = (uint8_t)wt_bit(w, 77);
  i->mode = (uint8_t)(!add && wt_bit(w, 76));
  if (i->mode) i->ftz = 1;
  i->t64 = (uint8_t)wt_bit(w, 78); /* the result is a number of 32 bits */
  if (wt_bit(w, 85)) return wt_sem_refuse(i, "bfloat16, which sm_75 has no arithmetic of");
  if (wt_bit(w, 79)) return wt_sem_refuse(i, "RELU, which sm_75 does not have");
  if (wt_bits(w, 90, n == 3 ? 85 : 81) || (add && wt_bit(w, 76))) return wt_sem_refuse(i, "modifier that is not modelled");
  if (moves(i)) {
    if (wt_bits(w, 31, 24) != WT_SEM_RZ || wt_bits(w, 80, 72) != 9 || wt_bits(w, 63, 59) != 2)
      return wt_sem_refuse(i, "a source of 32 bits other than in the move of a constant");
    return WT_OK;
  }
  for (unsigned k = 0; k < n; k++)
    if (swizzle_of(i, k) == SINGLE) return wt_sem_refuse(i, "a source of 32 bits other than in the move of a constant");
  if (i->t64 && !add) return wt_sem_refuse(i, "a product of halves as a number of 32 bits");
  if (i->t64 && !(one_half(i, 0) && one_half(i, 1))) return wt_sem_refuse(i, "a number of 32 bits of two different halves");
  if (i->mode && wt_bit(w, 80)) return wt_sem_refuse(i, "FTZ and FMZ together");
  return WT_OK;
}

/* ---- values ---- */

static double flushed(const wt_sem_insn *i, double x) { return i->ftz && fabs(x) < 0x1p-14 ? copysign(0, x) : x; }

/* Half `place` (0: low) of operand k. */
static double operand(const wt_sem_insn *i, unsigned k, unsigned place, uint32_t v) {
  unsigned swizzle = swizzle_of(i, k), take = swizzle == LOW ? 0 : swizzle == HIGH ? 1 : place;
  double x = wt_sem_half_value(v >> 16 * take & 0xffff);
  if (isnan(x)) return x;
  if (i->src[k].abs) x = fabs(x);
  return flushed(i, i->src[k].inv ? -x : x);
}

/* The sum, or, if that is no double, of its two neighbours the one whose last bit is 1. */
static double sum(double x, double y) {
  double s = x + y, part = s - x, rest = (x - (s - part)) + (y - part);
  uint64_t bits;
  if (!isfinite(s) || rest == 0) return s;
  memcpy(&bits, &s, sizeof bits);
  return bits & 1 ? s : nextafter(s, rest > 0 ? INFINITY : -INFINITY);
}

static uint32_t finish(const wt_sem_insn *i, double x) {
  uint32_t h = wt_sem_half_nearest(x);
  if (i->ftz && !(h & 0x7c00)) h &= 0x8000;
  if (!i->sat) return h;
  return h > 0x7c00 ? 0 : h > 0x3c00 ? 0x3c00 : h; /* a sign and NaN are above infinity */
}

static uint32_t finish_single(const wt_sem_insn *i, double x) {
  float f = (float)x;
  uint32_t u;
  if (i->sat) f = f > 1 ? 1 : f > 0 ? f : 0;
  if (isnan(f)) return 0x7fffffff;
  memcpy(&u, &f, sizeof u);
  return u;
}

static double result(const wt_sem_insn *i, double a, double b, double c) {
  if (is_add(i->id)) return a + b;
  double product = i->mode && (a == 0 || b == 0) ? 0 : a * b;
  return i->id == WT_I_HMUL2 ? product : sum(product, c);
}

uint32_t wt_sem_half_sums(uint32_t a, uint32_t b) {
  return wt_sem_half_nearest(wt_sem_half_value(a & 0xffff) + wt_sem_half_value(b & 0xffff)) |
         wt_sem_half_nearest(wt_sem_half_value(a >> 16) + wt_sem_half_value(b >> 16)) << 16;
}

/* The outcomes that a code is for, in its bits: less, equal, greater, unordered. */
static uint64_t holds(unsigned cmp, double a, double b) {
  return isunordered(a, b) ? cmp >= 8 : isless(a, b) ? cmp % 2 : a == b ? cmp / 2 % 2 : cmp / 4 % 2;
}

static void comparison(const wt_sem_insn *i, const wt_sem_in *in, wt_sem_out *out) {
  uint64_t t[2] = {0, 0};
  for (unsigned place = 0; place < 2; place++)
    for (unsigned l = 0; l < in->n; l++) t[place] |= holds(i->cmp, operand(i, 0, place, in->a[l]), operand(i, 1, place, in->b[l])) << l;
  if (i->id == WT_I_HSETP2 && i->pand) t[0] &= t[1];
  for (unsigned place = 0; place < 2; place++) t[place] = i->bop == 0 ? t[place] & in->pp : i->bop == 1 ? t[place] | in->pp : t[place] ^ in->pp;
  out->pu = t[0], out->pv = t[1];
  for (unsigned l = 0; l < in->n; l++)
    for (unsigned place = 0; place < 2; place++) out->d[l] |= (t[place] >> l & 1 ? (i->pand ? 0x3c00u : 0xffffu) : 0) << 16 * place;
}

void wt_sem_half(const wt_sem_insn *i, const wt_sem_in *in, wt_sem_out *out) {
  float f;
  memset(out->d, 0, in->n * sizeof *out->d);
  if (compares(i->id)) return comparison(i, in, out);
  for (unsigned l = 0; l < in->n; l++) {
    if (moves(i)) {
      memcpy(&f, &in->b[l], sizeof f);
      out->d[l] = wt_sem_half_nearest(f) * 0x10001u;
      continue;
    }
    for (unsigned place = 0; place < (i->t64 ? 1 : 2); place++) {
      double c = i->id == WT_I_HFMA2 ? operand(i, 2, place, in->c[l]) : 0;
      double r = result(i, operand(i, 0, place, in->a[l]), operand(i, 1, place, in->b[l]), c);
      out->d[l] |= i->t64 ? finish_single(i, r) : finish(i, r) << 16 * place;
    }
  }
}
