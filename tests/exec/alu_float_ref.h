/* alu_float_ref.h - what the ALU's operations on numbers give, by the host's arithmetic. Rules 19 to 22 and 35 of docs/blocks/exec/wt_alu.md. */
#ifndef ALU_FLOAT_REF_H
#define ALU_FLOAT_REF_H
#include <math.h>
#include <string.h>

#include "isa/wt_isa.h"

typedef struct {
  uint32_t lo, hi;
  unsigned pu, pv;
} ref_res;

static unsigned bit(wt_word w, unsigned n) { return wt_bit(w, n); }

/* ---- floating point, by the host's comparisons ---- */
static inline float number(uint32_t u, unsigned abs, unsigned neg, unsigned ftz) {
  float f;
  memcpy(&f, &u, sizeof f);
  if (abs) f = copysignf(f, 1);
  if (neg) f = copysignf(f, signbit(f) ? 1.0f : -1.0f);
  return ftz && fpclassify(f) == FP_SUBNORMAL ? copysignf(0, f) : f;
}
static inline uint32_t bits_of(float f) {
  uint32_t u;
  memcpy(&u, &f, sizeof u);
  return u;
}

static inline unsigned float_cmp(unsigned cmp, float a, float b) {
  static const char *const holds[16] = {"", "<", "=", "<=", ">", "<>", ">=", "<=>", "?", "<?", "=?", "<=?", ">?", "<>?", ">=?", "<=>?"};
  return strchr(holds[cmp], isunordered(a, b) ? '?' : isless(a, b) ? '<' : isgreater(a, b) ? '>' : '=') != NULL;
}

static inline void ref_float(ref_res *r, unsigned op, wt_word w, uint32_t ua, uint32_t ub, unsigned pp, unsigned form) {
  unsigned value = form == 4, ftz = bit(w, 80);
  float a = number(ua, bit(w, 73), bit(w, 72), ftz), b = number(ub, value ? 0 : bit(w, 62), value ? 0 : bit(w, 63), ftz), m;
  unsigned t = float_cmp((unsigned)wt_bits(w, 79, 76), a, b), bop = (unsigned)wt_bits(w, 75, 74);
  unsigned yes = bop == 0 ? t && pp : bop == 1 ? t || pp : t != pp, no = bop == 0 ? !t && pp : bop == 1 ? !t || pp : t == pp;
  switch (op) {
    case WT_I_FSEL: r->lo = bits_of(pp ? a : b); break;
    case WT_I_FMNMX:
      if (a == b) m = !signbit(a) == !!pp ? b : a;      /* two zeros: the smaller has the sign */
      else if (isunordered(a, b)) m = isnan(a) ? b : a; /* fminf differs for signalling NaN */
      else m = pp ? fminf(a, b) : fmaxf(a, b);
      r->lo = isnan(m) ? 0x7fffffff : bits_of(m);
      break;
    case WT_I_FSET: r->lo = yes ? bits_of(1) : 0; break;
    case WT_I_FSETP: r->pu = yes, r->pv = no; break;
    default: {
      float x = fabsf(number(ua, 0, 0, 0)), y = fabsf(number(ub, 0, 0, 0));
      r->pu = 1;
      if (isnormal(x) && isnormal(y) && x >= 0x1p-95f && y < 0x1p124f) r->pu = ilogbf(x) > ilogbf(y) + 120 || ilogbf(y) > ilogbf(x) + 120;
    }
  }
}

/* 35: among all halves the nearest to a number; of two, the one with an even pattern; above the middle between the greatest and 2^16: infinity. */
static inline uint32_t ref_half(uint32_t v) {
  float x = number(v, 1, 0, 0);
  uint32_t sign = v >> 16 & 0x8000, at = 0, above = 0x7c00;
  if (isnan(x)) return 0x7fff;
  while (above - at > 1) { /* value of pattern `at` <= x < value of pattern `above` */
    uint32_t mid = (at + above) / 2;
    double value = ldexp(mid >= 1024 ? mid % 1024 + 1024 : mid, (int)(mid >= 1024 ? mid / 1024 : 1) - 25);
    if (value <= x) at = mid;
    else above = mid;
  }
  double low = ldexp(at >= 1024 ? at % 1024 + 1024 : at, (int)(at >= 1024 ? at / 1024 : 1) - 25),
         step = ldexp(1, (int)(at >= 1024 ? at / 1024 : 1) - 25);
  int up = isinf(x) || x - low > step / 2 || (x - low == step / 2 && at % 2);
  return sign | (at + (uint32_t)up);
}

#endif
