/* wt_sem_float.c - floating point by the host's IEEE 754 arithmetic: the twins do it on bits, this does it with the processor's own
 * additions, products and fused multiply-adds under its rounding modes. Only the choice of NaN, the flushing of subnormal numbers and
 * saturation are done here, because IEEE 754 leaves them open. */
#ifndef __clang__
#pragma GCC optimize("rounding-math") /* nothing is computed ahead of fesetround */
#endif
#include "oracle/wt_sem_float.h"
#include <fenv.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "oracle/wt_sem_operand.h"

/* What an instruction has besides the operands A and B: a third, numbers of 64 bits, a predicate operand, a result in a register, in Pu, in
 * Pv; HIGH: its second operand is in bits 71:64 when it is a register. */
enum { C = 1, W64 = 2, PP = 4, D = 8, PU = 16, PV = 32, HIGH = 64 };

static const struct {
  uint8_t id, use;
} float_rows[] = {
  {WT_I_FADD, D},
  {WT_I_FMUL, D},
  {WT_I_FFMA, C | D},
  {WT_I_FSEL, PP | D},
  {WT_I_FMNMX, PP | D},
  {WT_I_FSET, PP | D},
  {WT_I_FSETP, PP | PU | PV},
  {WT_I_FCHK, PU},
  {WT_I_DADD, HIGH | D | W64},
  {WT_I_DMUL, D | W64},
  {WT_I_DFMA, C | D | W64},
  {WT_I_DSETP, PP | PU | PV | W64},
};

static unsigned use_of(unsigned id) {
  for (size_t k = 0; k < sizeof float_rows / sizeof *float_rows; k++)
    if (float_rows[k].id == id) return float_rows[k].use;
  return 0;
}

int wt_sem_is_float(unsigned id) { return use_of(id) != 0; }

static int odd_pair(const wt_sem_src *s) {
  return s->wide && ((s->kind == WT_SRC_REG && s->reg != WT_SEM_RZ && s->reg % 2) || (s->kind == WT_SRC_UREG && s->reg != WT_SEM_URZ && s->reg % 2) ||
                     (s->kind == WT_SRC_CONST && s->lo % 8));
}

wt_status wt_sem_float_decode(wt_sem_insn *i) {
  wt_word w = i->w;
  unsigned use = use_of(i->id), form = wt_isa_form(w), swapped = form == 2 || form == 3 || form == 7;
  int wide = (use & W64) != 0;
  wt_sem_src reg64 = wt_sem_signed(w, 64, 75, 74, wide), low = wt_sem_slot32(w, wide);
  i->cls = WT_CL_ALU;
  i->src[0] = wt_sem_signed(w, 24, 72, 73, wide);
  if (use & C) {
    i->src[1] = swapped ? reg64 : low;
    i->src[2] = swapped ? low : reg64;
  } else {
    i->src[1] = use & HIGH && form == 1 ? reg64 : low;
  }
  if (use & PP) i->pp = (wt_sem_psrc){(uint8_t)wt_bits(w, 89, 87), (uint8_t)wt_bit(w, 90), 0};
  if (use & D) i->rd = (uint8_t)wt_bits(w, 23, 16), i->nrd = wide ? 2 : 1;
  if (use & PU) i->pu = (uint8_t)wt_bits(w, 83, 81);
  if (use & PV) i->pv = (uint8_t)wt_bits(w, 86, 84);
  i->rnd = (uint8_t)wt_bits(w, 79, 78);
  i->ftz = (uint8_t)(!wide && wt_bit(w, 80));
  i->sat = (uint8_t)wt_bit(w, 77);
  i->cmp = (uint8_t)wt_bits(w, 79, 76);
  i->bop = (uint8_t)wt_bits(w, 75, 74);
  if (i->id == WT_I_FMUL) i->mode = (uint8_t)wt_bits(w, 86, 84);
  if ((i->id == WT_I_FMUL || i->id == WT_I_FFMA) && wt_bit(w, 76)) return wt_sem_refuse(i, "FMZ, products with zero that ignore NaN");
  if (i->id == WT_I_FMUL && !i->mode) return wt_sem_refuse(i, "FMUL with a reserved scale");
  if (use & PP && i->id != WT_I_FSEL && i->id != WT_I_FMNMX && i->bop == 3) return wt_sem_refuse(i, "comparison with a reserved combination");
  if (odd_pair(&i->src[0]) || odd_pair(&i->src[1]) || odd_pair(&i->src[2]) || (wide && i->nrd && i->rd != WT_SEM_RZ && i->rd % 2))
    return wt_sem_refuse(i, "64-bit operand that does not start at an even register");
  return WT_OK;
}

/* ---- values ---- */
static inline float to_f(uint32_t u) {
  float f;
  memcpy(&f, &u, sizeof f);
  return f;
}
static inline uint32_t of_f(float f) {
  uint32_t u;
  memcpy(&u, &f, sizeof u);
  return u;
}
static double to_d(uint64_t u) {
  double d;
  memcpy(&d, &u, sizeof d);
  return d;
}
static uint64_t of_d(double d) {
  uint64_t u;
  memcpy(&u, &d, sizeof u);
  return u;
}

/* A subnormal number becomes the zero of its sign, if the instruction says so. */
static inline uint32_t flush(const wt_sem_insn *i, uint32_t u) { return u & ~((i->ftz & !(u & 0x7f800000)) * UINT32_C(0x7fffffff)); }

/* |x| and -x change the sign bit only, also of a NaN; a selection must keep all other bits of one. */
static inline uint32_t signs(const wt_sem_src *s, uint32_t high) { return (high & ~((uint32_t)s->abs << 31)) ^ (uint32_t)s->inv << 31; }
static inline float single(const wt_sem_insn *i, unsigned k, uint32_t v) { return to_f(flush(i, signs(&i->src[k], v))); }
static double pair(const wt_sem_insn *i, unsigned k, uint32_t lo, uint32_t hi) { return to_d((uint64_t)signs(&i->src[k], hi) << 32 | lo); }

static inline uint32_t finish(const wt_sem_insn *i, float f) {
  uint32_t u = flush(i, of_f(f));
  return (u & 0x7fffffff) > 0x7f800000 ? 0x7fffffff : u;
}
/* Of what finish has left: at least 0 and at most 1; NaN counts as 0. */
static inline uint32_t saturate(uint32_t u) { return u >= 0x7f800001 ? 0 : u > 0x3f800000 ? 0x3f800000 : u; }

/* One rounding: the product of two singles is exact in double, and so is its scaling. */
static inline float scaled_product(unsigned mode, float a, float b) {
  static const double scale[8] = {1, 0.125, 0.25, 0.5, 1, 2, 4, 8};
  return (float)((double)a * (double)b * scale[mode]);
}

static int holds(unsigned cmp, int less, int equal, int greater, int unordered) {
  switch (cmp) {
    case 0: return 0;
    case 1: return less;
    case 2: return equal;
    case 3: return less || equal;
    case 4: return greater;
    case 5: return less || greater;
    case 6: return greater || equal;
    case 7: return !unordered;
    case 8: return unordered;
    case 9: return less || unordered;
    case 10: return equal || unordered;
    case 11: return less || equal || unordered;
    case 12: return greater || unordered;
    case 13: return less || greater || unordered;
    case 14: return greater || equal || unordered;
    default: return 1;
  }
}

static uint64_t combine(unsigned bop, uint64_t t, uint64_t p) { return bop == 0 ? t & p : bop == 1 ? t | p : t ^ p; }

static uint32_t min_max(float a, float b, int min) {
  if (isnan(a) && isnan(b)) return 0x7fffffff;
  if (isnan(a)) return of_f(b);
  if (isnan(b)) return of_f(a);
  if (a == b) return of_f((signbit(a) != 0) == min ? a : b); /* of two zeros the one with the sign is the smaller */
  return of_f((a < b) == min ? a : b);
}

/* The short sequence of a / b is exact when both operands and all that comes up on the way stay normal, with room to spare. */
static int needs_slow_division(float a, float b) {
  if (!isnormal(a) || !isnormal(b) || fabsf(a) < 0x1p-95f || fabsf(b) >= 0x1p124f) return 1;
  return abs(ilogbf(a) - ilogbf(b)) > 120;
}

/* fmin and fmax of two doubles: Pu takes the first, Pv says that both are NaN and the second is to be made quiet. */
static int picks_first(double a, double b, int min) {
  if (isnan(a)) return 0;
  if (isnan(b)) return 1;
  if (a == b) return min ? signbit(a) && !signbit(b) : !signbit(a) && signbit(b);
  return min ? a < b : a > b;
}

static void compare(const wt_sem_insn *i, const wt_sem_in *in, wt_sem_out *restrict out, double a, double b, unsigned l) {
  uint64_t pp = in->pp >> l & 1, t = (uint64_t)holds(i->cmp, a<b, a == b, a> b, isnan(a) || isnan(b)), v = !t;
  if (i->id == WT_I_DSETP && (i->cmp == 0 || i->cmp == 15)) t = (uint64_t)picks_first(a, b, i->cmp == 0), v = isnan(a) && isnan(b);
  out->pu |= (combine(i->bop, t, pp) & 1) << l;
  out->pv |= (combine(i->bop, v, pp) & 1) << l;
  out->d[l] = combine(i->bop, t, pp) & 1 ? of_f(1) : 0;
}

/* Compiled a second time for processors with vectors of 256 bits and fused multiply-adds: the same text, so the same results. */
#if defined __x86_64__
#define WIDE __attribute__((target("avx2,fma")))
static int is_wide(void) { return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"); }
#else
#define WIDE
static int is_wide(void) { return 0; }
#endif
static inline __attribute__((always_inline)) void arithmetic(const wt_sem_insn *i, const wt_sem_in *in, wt_sem_out *restrict out) {
#define EACH(result)                                              \
  for (unsigned l = 0, n = in->n; l < n; l++) {                   \
    float a = single(i, 0, in->a[l]), b = single(i, 1, in->b[l]); \
    out->d[l] = finish(i, result);                                \
  }
  if (i->id == WT_I_FADD) EACH(a + b)
  else if (i->id == WT_I_FMUL) EACH(scaled_product(i->mode, a, b))
  else EACH(fmaf(a, b, single(i, 2, in->c[l])))
#undef EACH
  if (!i->sat) return;
  for (unsigned l = 0, n = in->n; l < n; l++) out->d[l] = saturate(out->d[l]);
}
WIDE static void arithmetic_wide(const wt_sem_insn *i, const wt_sem_in *in, wt_sem_out *restrict out) { arithmetic(i, in, out); }
static void arithmetic_plain(const wt_sem_insn *i, const wt_sem_in *in, wt_sem_out *restrict out) { arithmetic(i, in, out); }

static void fp32(const wt_sem_insn *i, const wt_sem_in *in, wt_sem_out *restrict out) {
  if (i->id == WT_I_FADD || i->id == WT_I_FMUL || i->id == WT_I_FFMA) return (is_wide() ? arithmetic_wide : arithmetic_plain)(i, in, out);
  for (unsigned l = 0; l < in->n; l++) {
    float a = single(i, 0, in->a[l]), b = single(i, 1, in->b[l]);
    int p = (int)(in->pp >> l & 1);
    switch (i->id) {
      case WT_I_FSEL: out->d[l] = of_f(p ? a : b); break;
      case WT_I_FMNMX: out->d[l] = min_max(a, b, p); break;
      case WT_I_FCHK: out->pu |= (uint64_t)needs_slow_division(a, b) << l; break;
      default: compare(i, in, out, a, b, l); break;
    }
  }
}

static void fp64(const wt_sem_insn *i, const wt_sem_in *in, wt_sem_out *restrict out) {
  for (unsigned l = 0; l < in->n; l++) {
    double a = pair(i, 0, in->a[l], in->a_hi[l]), b = pair(i, 1, in->b[l], in->b_hi[l]), c = pair(i, 2, in->c[l], in->c_hi[l]), r = 0;
    switch (i->id) {
      case WT_I_DADD: r = a + b; break;
      case WT_I_DMUL: r = a * b; break;
      case WT_I_DFMA: r = fma(a, b, c); break;
      default: compare(i, in, out, a, b, l); continue;
    }
    uint64_t u = isnan(r) ? UINT64_C(0x7ff8000000000000) : of_d(r);
    out->d[l] = (uint32_t)u, out->d_hi[l] = (uint32_t)(u >> 32);
  }
}

uint64_t wt_sem_float_sum(int wide, uint64_t a, uint64_t b) {
  static const wt_sem_insn flushing = {.ftz = 1};
  double d = to_d(a) + to_d(b);
  if (wide) return isnan(d) ? UINT64_C(0x7ff8000000000000) : of_d(d);
  return finish(&flushing, to_f(flush(&flushing, (uint32_t)a)) + to_f(flush(&flushing, (uint32_t)b)));
}

void wt_sem_float(const wt_sem_insn *i, const wt_sem_in *in, wt_sem_out *restrict out) {
  static const int modes[4] = {FE_TONEAREST, FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO};
  unsigned use = use_of(i->id), rounds = use & D && !(use & PP) ? i->rnd : 0;
  if (rounds) fesetround(modes[rounds]);
  if (use & W64) fp64(i, in, out);
  else fp32(i, in, out);
  if (rounds) fesetround(FE_TONEAREST);
}
