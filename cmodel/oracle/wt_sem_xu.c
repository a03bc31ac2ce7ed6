/* wt_sem_xu.c - MUFU and conversions, on the host's numbers: conversions are its IEEE operations under fesetround, MUFU is the table and the
 * formulas of docs/blocks/exec/wt_xu.md in exact doubles. */
#include <fenv.h>
#include <math.h>
#include <string.h>

#include "oracle/wt_sem.h"
#include "oracle/wt_sem_half.h"

#define MUFU_SECTION(name, first, rows, text) FIRST_##name = first,
enum {
#include "spec/mufu.def"
};
#define MUFU_ROW(c0, c1, c2) {c0, c1, c2},
static const double coeff[][3] = {
#include "spec/mufu.def"
};

enum { COS, SIN, EX2, LG2, RCP, RSQ, RCP64H, RSQ64H, SQRT, TANH };
enum { RN, RM, RP, RZ };

static const uint32_t NAN32 = 0x7fffffff;

static float to_float(uint32_t u) {
  float f;
  memcpy(&f, &u, sizeof f);
  return f;
}
static uint32_t float_bits(float f) {
  uint32_t u;
  memcpy(&u, &f, sizeof u);
  return u;
}
static double to_double(uint64_t u) {
  double d;
  memcpy(&d, &u, sizeof d);
  return d;
}
static uint64_t double_bits(double d) {
  uint64_t u;
  memcpy(&u, &d, sizeof u);
  return u;
}

/* ---- host operations in a rounding mode; volatile keeps them between the changes of the mode ---- */
static void set_mode(unsigned rnd) {
  static const int mode[4] = {FE_TONEAREST, FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO};
  fesetround(mode[rnd]);
}

static double whole(double x, unsigned rnd) {
  volatile double v = x, r;
  set_mode(rnd);
  r = nearbyint(v);
  set_mode(RN);
  return r;
}

static float narrow(double x, unsigned rnd) {
  volatile double v = x;
  volatile float r;
  set_mode(rnd);
  r = (float)v;
  set_mode(RN);
  return r;
}

static double from_int(uint64_t v, int sgn, unsigned rnd, int single) {
  volatile uint64_t u = v;
  volatile int64_t s = (int64_t)v;
  volatile float f;
  volatile double d;
  if (v == 0) return 0;
  set_mode(rnd);
  if (single) {
    f = sgn ? (float)s : (float)u;
    d = (double)f;
  } else {
    d = sgn ? (double)s : (double)u;
  }
  set_mode(RN);
  return d;
}

/* ---- 16 bits: the value is scaled so that its last place is 1 ---- */
static double half_value(uint32_t h) {
  unsigned e = h >> 10 & 31, m = h & 1023;
  double v = e == 31 ? (m ? NAN : INFINITY) : ldexp(e ? m + 1024 : m, (int)(e ? e : 1) - 25);
  return h & 0x8000 ? -v : v;
}

static uint32_t half_bits(double x, unsigned rnd) {
  uint32_t sign = signbit(x) ? 0x8000 : 0;
  if (isnan(x)) return 0x7fff;
  if (x == 0 || isinf(x)) return sign | (x == 0 ? 0 : 0x7c00);
  int e = ilogb(x) < -14 ? -14 : ilogb(x);
  double last = fabs(whole(ldexp(x, 10 - e), rnd)), v = ldexp(last, e - 10);
  if (v >= 65536) return sign | (rnd == RN || rnd == (sign ? RM : RP) ? 0x7c00 : 0x7bff);
  if (last < 1024) return sign | (uint32_t)last;
  e = ilogb(v);
  return sign | (((uint32_t)(e + 15) << 10) + (uint32_t)ldexp(v, 10 - e) - 1024);
}

double wt_sem_half_value(uint32_t half) { return half_value(half); }
uint32_t wt_sem_half_nearest(double x) { return half_bits(x, RN); }

/* ---- MUFU ---- */
static double quadratic(int row, double h) {
  const double *c = coeff[row];
  return ldexp(c[0], 5) + floor(ldexp(c[1] * h, -11)) + floor(ldexp(c[2] * floor(ldexp(h * h, -19)), -6));
}

/* Value of the table of `rows` rows an interval at u in [0, 1), in 2^-32; argument bits below h are cut off. */
static double look(int first, int rows, double u) {
  double place = u * rows, row = floor(place);
  return quadratic(first + (int)row, floor(ldexp(place - row, 17)));
}

static double flush(float f) { return fpclassify(f) == FP_SUBNORMAL ? copysign(0, f) : f; }

/* Significand in [1, 2) and exponent of a positive number. */
static double parts(double x, int *e) {
  double m = 2 * frexp(x, e);
  --*e;
  return m;
}

static double reciprocal(double x) {
  int e;
  double m = parts(fabs(x), &e);
  return copysign(ldexp(look(FIRST_RCP, 128, m - 1), -e - 32), x);
}

static double root(double x, int inverse) {
  int e;
  double m = parts(x, &e), half = floor(e / 2.0), odd = e - 2 * half;
  if (inverse) return ldexp(look(FIRST_RSQ + (odd != 0 ? 128 : 0), 128, m - 1), -(int)half - 32);
  return ldexp(look(FIRST_SQRT + (odd != 0 ? 64 : 0), 64, m - 1), (int)half - 32);
}

static double sine(double x, int cosine) {
  int e;
  double m;
  if (!cosine && fabs(x) < 0x1p-12) {
    m = parts(fabs(x), &e);
    return copysign(ldexp(look(FIRST_TURN, 64, m - 1), e + 3 - 32), x);
  }
  double turn = fmod(floor(ldexp(fabs(x), 25) + 0.5), 0x1p25), sign = cosine ? 1 : copysign(1, x);
  double quarter = fmod(floor(turn / 0x1p23) + cosine, 4), r = fmod(turn, 0x1p23);
  if (quarter >= 2) sign = -sign;
  if (fmod(quarter, 2) != 0) r = 0x1p23 - r;
  return sign * (r == 0x1p23 ? 1 : ldexp(look(FIRST_SIN, 64, ldexp(r, -23)), -32));
}

static double exp2_(double x) {
  if (fabs(x) >= 256) return x < 0 ? 0 : INFINITY;
  double f = copysign(floor(ldexp(fabs(x), 23) + 0.5), x), k = floor(ldexp(f, -23));
  return ldexp(look(FIRST_EX2, 64, ldexp(f, -23) - k), (int)k - 32);
}

static double tanh_(double x) {
  int e;
  double m = parts(fabs(x), &e);
  if (e >= 3) return copysign(1, x);
  if (e < -5) return x;
  return copysign(ldexp(look(FIRST_TANH + (e + 5) * 16, 16, m - 1), (e < 0 ? e + 1 : 0) - 32), x);
}

static double mufu_finite(unsigned func, double x) {
  int e;
  switch (func) {
    case RCP:
    case RCP64H: return x == 0 ? copysign(INFINITY, x) : reciprocal(x);
    case RSQ:
    case RSQ64H: return x == 0 ? copysign(INFINITY, x) : x < 0 ? NAN : root(x, 1);
    case SQRT: return x == 0 ? x : x < 0 ? NAN : root(x, 0);
    case LG2:
      if (x <= 0) return x < 0 ? NAN : -INFINITY;
      x = parts(x, &e);
      return ldexp(ldexp(e, 32) + look(FIRST_LG2, 128, x - 1), -32);
    case EX2: return exp2_(x);
    case TANH: return x == 0 ? x : tanh_(x);
    case SIN: return x == 0 ? x : sine(x, 0);
    default: return x == 0 ? 1 : sine(x, 1);
  }
}

static double mufu_infinite(unsigned func, double x) {
  switch (func) {
    case RCP:
    case RCP64H: return copysign(0, x);
    case RSQ:
    case RSQ64H: return x < 0 ? NAN : 0;
    case EX2: return x < 0 ? 0 : INFINITY;
    case TANH: return copysign(1, x);
    case SIN:
    case COS: return NAN;
    default: return x < 0 ? NAN : INFINITY;
  }
}

/* Upper word of a double rounded to 21 bits; numbers below 2^-1022 are zeros. */
static uint32_t upper_word(double x) {
  int e;
  if (isnan(x)) return NAN32;
  if (x == 0 || isinf(x)) return (uint32_t)(double_bits(x) >> 32);
  double m = whole(ldexp(frexp(fabs(x), &e), 21), RN);
  x = copysign(ldexp(m, e - 21), x);
  return (uint32_t)(double_bits(fabs(x) < 0x1p-1022 ? copysign(0, x) : x) >> 32);
}

static uint32_t mufu(unsigned func, uint32_t w) {
  int is_double = func == RCP64H || func == RSQ64H;
  double x = is_double ? to_double((uint64_t)w << 32) : (double)to_float(w), r;
  int tiny = is_double ? (w >> 20 & 0x7ff) == 0 : (w >> 23 & 0xff) == 0;
  if (isnan(x)) return NAN32;
  if (func == TANH && tiny) return w;
  if (tiny) x = copysign(0, x);
  r = isinf(x) ? mufu_infinite(func, x) : mufu_finite(func, x);
  if (is_double) return upper_word(r);
  if (isnan(r)) return NAN32;
  return float_bits((float)flush(narrow(r, RN)));
}

/* EX2 and TANH of a half: the value of the table, rounded once, to a half. */
static uint32_t mufu_half(unsigned func, double x) { return half_bits(isnan(x) ? x : isinf(x) ? mufu_infinite(func, x) : mufu_finite(func, x), RN); }

/* ---- conversions ---- */
typedef struct {
  unsigned st, dt, rnd, sel;
  int sgn, ftz, ntz;
} cvt;

static uint64_t int_operand(const cvt *c, uint32_t lo, uint32_t hi) {
  switch (c->st) {
    case 0: lo = lo >> 8 * c->sel & 0xff; return c->sgn ? (uint64_t)(int64_t)(int8_t)lo : lo;
    case 1: lo = lo >> 16 * c->sel & 0xffff; return c->sgn ? (uint64_t)(int64_t)(int16_t)lo : lo;
    case 2: return c->sgn ? (uint64_t)(int64_t)(int32_t)lo : lo;
    default: return (uint64_t)hi << 32 | lo;
  }
}

/* Result of a value that needs no more than the rounding to the format itself; NaN: nan64 is its pattern for 64 bits. */
static uint64_t to_format(const cvt *c, double v, uint64_t nan64) {
  if (c->dt == 3) return isnan(v) ? nan64 : double_bits(v);
  if (c->dt == 1) return half_bits(v, c->rnd);
  if (isnan(v)) return NAN32;
  float f = narrow(v, c->rnd);
  return float_bits(c->ftz ? (float)flush(f) : f);
}

static uint64_t to_int(const cvt *c, double x) {
  unsigned bits = 8u << c->dt;
  uint64_t all = bits == 64 ? ~UINT64_C(0) : (UINT64_C(1) << bits) - 1, v;
  double low = c->sgn ? -ldexp(1, (int)bits - 1) : 0, high = ldexp(1, (int)bits - c->sgn);
  if (isnan(x)) {
    v = c->ntz ? 0 : UINT64_C(1) << (bits - 1);
  } else {
    double r = whole(x, c->rnd);
    if (r <= low) v = c->sgn ? UINT64_C(1) << (bits - 1) : 0;
    else if (r >= high) v = c->sgn ? all >> 1 : all;
    else v = c->sgn ? (uint64_t)(int64_t)r : (uint64_t)r;
  }
  v &= all;
  if (c->sgn && v >> (bits - 1)) v |= ~all;
  return bits == 64 ? v : (uint32_t)v;
}

static uint64_t convert(const wt_sem_insn *i, const cvt *c, uint32_t lo, uint32_t hi) {
  if (i->op == WT_I_I2F || i->op == WT_I_I2F_64) {
    uint64_t v = int_operand(c, lo, hi);
    cvt whole_value = *c; /* 16 bits: every integer that does not overflow is exact in a double */
    double d = from_int(v, c->sgn, c->rnd, c->dt == 2);
    return to_format(&whole_value, d, 0);
  }
  double x;
  uint64_t nan64;
  int neg = (int)wt_bit(i->w, 63), abs = (int)wt_bit(i->w, 62), imm = wt_isa_form(i->w) == 4;
  if (c->st == 3) {
    x = to_double((uint64_t)hi << 32 | lo);
    nan64 = double_bits(x) | UINT64_C(1) << 51;
  } else if (c->st == 1) {
    uint32_t h = lo >> 16 * c->sel & 0xffff;
    x = half_value(h);
    nan64 = (uint64_t)(h >> 15) << 63 | UINT64_C(0x7ff8) << 48 | (uint64_t)(h & 1023) << 42;
  } else {
    x = to_float(lo);
    if (c->ftz) x = flush((float)x);
    nan64 = (uint64_t)(lo >> 31) << 63 | UINT64_C(0x7ff8) << 48 | (uint64_t)(lo & 0x7fffff) << 29;
  }
  if (!imm && abs) x = fabs(x), nan64 &= ~(UINT64_C(1) << 63);
  if (!imm && neg) x = -x, nan64 ^= UINT64_C(1) << 63;
  if (i->op == WT_I_F2I || i->op == WT_I_F2I_64) return to_int(c, x);
  if ((i->op == WT_I_FRND || i->op == WT_I_FRND_64) && !isnan(x)) x = copysign(whole(x, c->rnd), x);
  return to_format(c, x, nan64);
}

static cvt fields(const wt_sem_insn *i) {
  wt_word w = i->w;
  int f2i = i->op == WT_I_F2I || i->op == WT_I_F2I_64;
  return (cvt){.st = (unsigned)wt_bits(w, 85, 84),
               .dt = (unsigned)wt_bits(w, 76, 75),
               .rnd = (unsigned)wt_bits(w, 79, 78),
               .sel = (unsigned)wt_bits(w, 61, 60) * (i->src[1].kind == WT_SRC_REG),
               .sgn = (int)wt_bit(w, f2i ? 72 : 74),
               .ftz = (int)wt_bit(w, 80),
               .ntz = (int)wt_bit(w, 77)};
}

void wt_sem_xu(const wt_sem_insn *i, const wt_sem_in *in, wt_sem_out *out) {
  cvt c = fields(i);
  for (unsigned l = 0; l < in->n; l++) {
    uint32_t lo = in->b[l];
    int is_half = i->op == WT_I_MUFU && wt_bit(i->w, 73);
    if (is_half) lo = float_bits((float)half_value(lo >> 16 * c.sel & 0xffff));
    if (i->op == WT_I_MUFU) {
      if (wt_isa_form(i->w) != 4) {
        if (wt_bit(i->w, 62)) lo &= 0x7fffffff;
        lo ^= (uint32_t)wt_bit(i->w, 63) << 31;
      }
      out->d[l] = is_half ? mufu_half((unsigned)wt_bits(i->w, 77, 74), to_float(lo)) : mufu((unsigned)wt_bits(i->w, 77, 74), lo);
      continue;
    }
    uint64_t v = convert(i, &c, lo, in->b_hi[l]);
    out->d[l] = (uint32_t)v;
    out->d_hi[l] = (uint32_t)(v >> 32);
  }
}

/* Why the word is not executed, or NULL: only modifiers that are known, in combinations that exist. */
const char *wt_sem_xu_refuse(const wt_sem_insn *i) {
  wt_word w = i->w;
  unsigned st = (unsigned)wt_bits(w, 85, 84), dt = (unsigned)wt_bits(w, 76, 75), sel = (unsigned)wt_bits(w, 61, 60), form = wt_isa_form(w);
  int is64 = i->id == WT_I_I2F_64 || i->id == WT_I_F2I_64 || i->id == WT_I_F2F_64 || i->id == WT_I_FRND_64;
  uint64_t known; /* of bits 90:72 */
  switch (i->op) {
    case WT_I_MUFU: known = 0x3e; break;
    case WT_I_I2F:
    case WT_I_I2F_64: known = 0x30dc; break;
    case WT_I_F2I:
    case WT_I_F2I_64: known = 0x31f9; break;
    default: known = 0x31d8; break;
  }
  if (wt_bits(w, 90, 72) & ~known) return "modifier that is not modelled";
  if (i->op == WT_I_MUFU) {
    unsigned func = (unsigned)wt_bits(w, 77, 74), is_half = wt_bit(w, 73);
    if (func > 9) return "MUFU function that is not modelled";
    if (is_half && func != EX2 && func != TANH) return "MUFU of a half other than EX2 and TANH";
    return form == 1 && sel > is_half ? "part of a register" : NULL;
  }
  int from_float = i->op != WT_I_I2F && i->op != WT_I_I2F_64, to_float_ = i->op != WT_I_F2I && i->op != WT_I_F2I_64;
  if ((from_float && st == 0) || (to_float_ && dt == 0)) return "floating point format of 8 bits";
  if (is64 != (st == 3 || dt == 3)) return "sizes that the opcode does not have";
  if ((i->op == WT_I_FRND || i->op == WT_I_FRND_64) && st != dt) return "FRND between formats";
  if (!from_float && form != 4 && wt_bits(w, 63, 62)) return "I2F of a negated operand";
  if (form == 1 && sel > (st == 0 ? 3u : st == 1 ? 1u : 0u)) return "part of a register that the size does not have";
  if (!from_float && form == 4 && st == 3) return "I2F of a 64-bit immediate";
  return NULL;
}
