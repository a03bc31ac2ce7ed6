/* xu_mufu_model.h - numbers of MUFU behind stages A and B, by rules 12 to 20 of docs/blocks/exec/wt_xu.md in the host's doubles. */
#ifndef XU_MUFU_MODEL_H
#define XU_MUFU_MODEL_H

#include <math.h>

#include "exec/wt_xu_cvt.h"

#define MUFU_SECTION(name, first, rows, text) AT_##name = first,
enum {
#include "spec/mufu.def"
};
#define MUFU_ROW(c0, c1, c2) {c0, c1, c2},
static const int64_t mufu_rows[][3] = {
#include "spec/mufu.def"
};

static wt_xu_num mufu_num(int sign, uint64_t sig, int exp) {
  return (wt_xu_num){.cls = WT_XU_NUM, .sign = (uint8_t)sign, .exp = (int16_t)exp, .sig = sig};
}
static wt_xu_num mufu_inf(int sign) { return (wt_xu_num){.cls = WT_XU_INF, .sign = (uint8_t)sign}; }

/* 12: row and h of u in [0, 1), in a section of 2^k rows */
static wt_xu_num mufu_look(int sign, int first, int k, double u, int exp) {
  double row = floor(ldexp(u, k)), h = floor(ldexp(ldexp(u, k) - row, 17));
  return (wt_xu_num){.cls = WT_XU_POLY, .sign = (uint8_t)sign, .exp = (int16_t)exp, .sig = (uint64_t)((first + row) * 0x20000 + h)};
}

/* Of the number v, a single or a double without lower word. */
static wt_xu_num mufu_after_a(unsigned func, double v, int is_double) {
  const wt_xu_num none = {.cls = WT_XU_NAN};
  int neg = !!signbit(v), sin_cos = func < 2 || func > 9, e;
  double x = fabs(v);
  frexp(x, &e), e--;
  int zero = x == 0 || (e < (is_double ? -1022 : -126)), inf = !!isinf(v);
  if (isnan(v)) return none;
  if (func == WT_XU_TANH) { /* 20 */
    if (zero) return mufu_num(neg, (uint64_t)ldexp(x, 149), -149);
    if (inf || e >= 3) return mufu_num(neg, 1, 0);
    if (e < -5) return mufu_num(neg, (uint64_t)ldexp(x, 23 - e), e - 23);
    return mufu_look(neg, AT_TANH + 16 * (e + 5), 4, ldexp(x, -e) - 1, (e < 0 ? e + 1 : 0) - 32);
  }
  if (func == WT_XU_SIN && zero) return mufu_num(neg, 0, 0);
  if (sin_cos && inf) return none;
  if (zero && (sin_cos || func == WT_XU_EX2)) x = 0, e = -1000;
  if (func == WT_XU_EX2) { /* 17 */
    if (inf || e >= 8) return neg ? mufu_num(0, 0, 0) : mufu_inf(0);
    double t = floor(ldexp(x, 23) + 0.5), whole;
    t = neg ? -t : t, whole = floor(ldexp(t, -23));
    return mufu_look(0, AT_EX2, 6, ldexp(t, -23) - whole, (int)whole - 32);
  }
  if (func == WT_XU_SIN && e < -12) return mufu_look(neg, AT_TURN, 6, ldexp(x, -e) - 1, e + 3 - 32); /* 18 */
  if (sin_cos) {                                                                                     /* 19 */
    int cosine = func != WT_XU_SIN;
    double t = fmod(floor(ldexp(x, 25) + 0.5), 0x1p25), quarter = floor(ldexp(t, -23)), r = t - ldexp(quarter, 23);
    int q = ((int)quarter + cosine) % 4, sign = (q >= 2) != (!cosine && neg);
    if (q % 2) r = 0x1p23 - r;
    return r == 0x1p23 ? mufu_num(sign, 1, 0) : mufu_look(sign, AT_SIN, 6, ldexp(r, -23), -32);
  }
  int odd = abs(e % 2), half = (e - odd) / 2, is_rcp = func == WT_XU_RCP || func == WT_XU_RCP64H, is_root = func == WT_XU_SQRT;
  double m = zero || inf ? 0 : ldexp(x, -e) - 1;
  if (zero) return is_root ? mufu_num(neg, 0, 0) : func == WT_XU_LG2 ? mufu_inf(1) : mufu_inf(neg);
  if (neg && !is_rcp) return none;
  if (inf) return is_root || func == WT_XU_LG2 ? mufu_inf(0) : mufu_num(neg, 0, 0);
  if (is_rcp) return mufu_look(neg, AT_RCP, 7, m, -e - 32);              /* 13 */
  if (is_root) return mufu_look(0, AT_SQRT + 64 * odd, 6, m, half - 32); /* 15 */
  if (func == WT_XU_LG2) return mufu_look(0, AT_LG2, 7, m, e);           /* 16 */
  return mufu_look(0, AT_RSQ + 128 * odd, 7, m, -half - 32);             /* 14 */
}

static int64_t mufu_floor(int64_t x, int64_t by) { return x / by - (x % by < 0); }
static wt_xu_num mufu_after_b(unsigned func, wt_xu_num a) { /* 12, 16 */
  if (a.cls != WT_XU_POLY) return a;
  const int64_t *c = mufu_rows[a.sig / 0x20000], h = (int64_t)(a.sig % 0x20000), square = h * h / 0x80000;
  int64_t v = c[0] * 32 + mufu_floor(c[1] * h, 2048) + mufu_floor(c[2] * square, 64);
  if (func != WT_XU_LG2) return mufu_num(a.sign, (uint64_t)v, a.exp);
  v += a.exp * (INT64_C(1) << 32);
  return mufu_num(v < 0, (uint64_t)(v < 0 ? -v : v), -32);
}

#endif
