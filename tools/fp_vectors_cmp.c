/* fp_vectors_cmp.c - comparisons and selections: FSETP and FSET by comparison, FMNMX, FSEL, FCHK, DSETP. Signs, .FTZ and the operation with Pp change
 * from beat to beat. Operands are equal, neighbours or of opposite sign in one lane of three. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fp_vectors.h"

/* The outcomes that a comparison takes: less, equal, greater, unordered. */
static const struct {
  const char *name, *takes;
} cmps[16] = {{"F", ""},    {"LT", "<"},   {"EQ", "="},   {"LE", "<="},   {"GT", ">"},   {"NE", "<>"},   {"GE", ">="},   {"NUM", "<=>"},
              {"NAN", "?"}, {"LTU", "<?"}, {"EQU", "=?"}, {"LEU", "<=?"}, {"GTU", ">?"}, {"NEU", "<>?"}, {"GEU", ">=?"}, {"T", "<=>?"}};

static int holds(unsigned cmp, double a, double b) {
  return strchr(cmps[cmp].takes, isunordered(a, b) ? '?' : isless(a, b) ? '<' : isgreater(a, b) ? '>' : '=') != NULL;
}
static unsigned with(unsigned bop, unsigned t, unsigned pp) { return bop == 0 ? t && pp : bop == 1 ? t || pp : t != pp; }

static void two(wt_rng *r, unsigned E, unsigned F, uint64_t *in) {
  for (unsigned k = 0; k < 2; k++) in[k] = stim_number(r, E, F);
  if (wt_below(r, 3) == 0) in[1] = (in[0] ^ (uint64_t)wt_below(r, 2) << (E + F)) + wt_below(r, 3) - 1;
  in[1] &= ~UINT64_C(0) >> (63 - E - F);
}

/* Bits 127:64 but for the operation: registers of the predicates P0 and P1, signs of A, operation with Pp. */
static uint64_t upper(wt_rng *r) { return UINT64_C(1) << 20 | (uint64_t)wt_below(r, 4) << 8 | (uint64_t)wt_below(r, 3) << 10; }
static uint64_t signs_of_b(wt_rng *r) { return (uint64_t)wt_below(r, 4) << 62; }

/* ---- fp32 ---- */

/* Sign and magnitude of the operand as the instruction sees it: NaN are numbers of their own, so this is done on bits. */
static uint32_t seen(uint64_t v, unsigned abs, unsigned neg, unsigned ftz) {
  uint32_t m = (uint32_t)v & 0x7fffffff, s = ((uint32_t)v >> 31 & !abs) ^ neg;
  if (ftz && fpclassify(fpv_single(m)) == FP_SUBNORMAL) m = 0;
  return m | s << 31;
}
static double value(uint32_t v) { return (double)fpv_single(v); }

/* The smaller or greater by value, -0 below +0, a number before NaN. */
static uint32_t extreme(uint32_t a, uint32_t b, int min) {
  double x = value(a), y = value(b);
  if (isnan(x) && isnan(y)) return 0x7fffffff;
  if (x == 0 && y == 0) return min ? a | b : a & b;
  return (uint32_t)fpv_bits32((float)(min ? fmin(x, y) : fmax(x, y)));
}

/* Can nvcc's short sequence of a / b go wrong, by magnitudes: A in [2^-95, 2^128), B in [2^-126, 2^124), quotient about 2^-120 to 2^120. */
static int long_way(double a, double b) {
  if (!(isfinite(a) && isfinite(b)) || fabs(a) < 0x1p-95 || fabs(b) < 0x1p-126 || fabs(b) >= 0x1p124) return 1;
  return abs(ilogb(a) - ilogb(b)) > 120;
}
/* What the answer "cannot" promises: from the rounded reciprocal the sequence gives the rounded quotient. */
static int short_way_is_exact(float a, float b) {
  float r = 1 / b, q;
  r = fmaf(r, fmaf(-b, r, 1), r), q = a * r;
  return fmaf(r, fmaf(-b, q, a), q) == a / b;
}

/* Exponents about the bounds of FCHK: of either operand, or of their distance. */
static void bounds(wt_rng *r, uint64_t *in) {
  unsigned e[2] = {30 + wt_below(r, 4), 1 + wt_below(r, 253)};
  if (wt_below(r, 2)) e[0] = 64 + wt_below(r, 191), e[1] = wt_below(r, 2) ? wt_below(r, 4) : 248 + wt_below(r, 5);
  if (wt_below(r, 2)) e[0] = e[1] + 118 + wt_below(r, 5), e[0] -= e[0] > 254 ? e[0] - e[1] + 118 + wt_below(r, 5) : 0;
  for (unsigned k = 0; k < 2; k++) in[k] = (in[k] & 0x807fffff) | (uint64_t)(e[k] & 255) << 23;
}

static void make32(const fpv_row *r, wt_rng *rng, uint64_t n, uint64_t count, unsigned lanes, fpv_beat *b) {
  unsigned set = r->id == WT_I_FSETP || r->id == WT_I_FSET, ftz = wt_below(rng, 2);
  (void)n, (void)count;
  b->w = fpv_word(r->id, signs_of_b(rng), upper(rng) | (uint64_t)ftz << 16 | (uint64_t)(set ? r->mode : 0) << 12);
  b->pp = (uint32_t)wt_rand(rng) & (uint32_t)wt_mask64(lanes);
  for (unsigned l = 0; l < lanes; l++) {
    uint64_t *in = b->in[l];
    two(rng, 8, 23, in);
    if (r->id == WT_I_FCHK && wt_below(rng, 2)) bounds(rng, in);
    uint32_t x = seen(in[0], wt_bit(b->w, 73), wt_bit(b->w, 72), ftz), y = seen(in[1], wt_bit(b->w, 62), wt_bit(b->w, 63), ftz);
    unsigned pp = b->pp >> l & 1, bop = (unsigned)wt_bits(b->w, 75, 74), t = (unsigned)holds(r->mode, value(x), value(y)), u = 0, v = 0;
    if (r->id == WT_I_FSETP) u = with(bop, t, pp), v = with(bop, !t, pp);
    if (r->id == WT_I_FSET) b->want[l] = with(bop, t, pp) ? 0x3f800000 : 0;
    if (r->id == WT_I_FSEL) b->want[l] = pp ? x : y;
    if (r->id == WT_I_FMNMX) b->want[l] = extreme(x, y, (int)pp);
    if (r->id == WT_I_FCHK) {
      u = (unsigned)long_way(value((uint32_t)in[0]), value((uint32_t)in[1]));
      if (!u && !short_way_is_exact(fpv_single(in[0]), fpv_single(in[1]))) u = 1; /* the rule promises too much: a difference */
    }
    b->want_p[0] |= u << l, b->want_p[1] |= v << l;
  }
}

int fpv_alu_row(unsigned n, fpv_row *r) {
  static const struct {
    const char *name;
    unsigned id;
  } others[] = {{"FMNMX", WT_I_FMNMX}, {"FSEL", WT_I_FSEL}, {"FCHK", WT_I_FCHK}};
  if (n >= 32 + sizeof others / sizeof *others) return 0;
  r->id = n < 16 ? WT_I_FSETP : n < 32 ? WT_I_FSET : others[n - 32].id;
  r->mode = n % 16, r->ndst = 1, r->make = make32;
  if (n < 32) snprintf(r->name, sizeof r->name, "%s.%s", n < 16 ? "FSETP" : "FSET", cmps[n % 16].name);
  else snprintf(r->name, sizeof r->name, "%s", others[n - 32].name);
  return 1;
}

/* ---- fp64 ---- */

/* DSETP.MIN and .MAX: is the first operand the one to take. */
static int first(double a, double b, int max) {
  if (isnan(a) || isnan(b)) return !isnan(a);
  if (a == b) return max ? !signbit(a) && signbit(b) : signbit(a) && !signbit(b);
  return max ? isgreater(a, b) : isless(a, b);
}

static void make64(const fpv_row *r, wt_rng *rng, uint64_t n, uint64_t count, unsigned lanes, fpv_beat *b) {
  (void)n, (void)count;
  b->w = fpv_word(WT_I_DSETP, signs_of_b(rng), upper(rng) | (uint64_t)r->mode << 12);
  b->pp = (uint32_t)wt_rand(rng) & (uint32_t)wt_mask64(lanes);
  for (unsigned l = 0; l < lanes; l++) {
    two(rng, 11, 52, b->in[l]);
    double x = fpv_double(b->in[l][0]), y = fpv_double(b->in[l][1]);
    if (wt_bit(b->w, 73)) x = fabs(x);
    if (wt_bit(b->w, 72)) x = -x;
    if (wt_bit(b->w, 62)) y = fabs(y);
    if (wt_bit(b->w, 63)) y = -y;
    unsigned pp = b->pp >> l & 1, bop = (unsigned)wt_bits(b->w, 75, 74), t = (unsigned)holds(r->mode, x, y), v = !t;
    if (r->mode % 15 == 0) t = (unsigned)first(x, y, r->mode != 0), v = isnan(x) && isnan(y);
    b->want_p[0] |= with(bop, t, pp) << l, b->want_p[1] |= with(bop, v, pp) << l;
  }
}

int fpv_dsetp_row(unsigned n, fpv_row *r) {
  if (n >= 16) return 0;
  r->id = WT_I_DSETP, r->mode = n, r->ndst = 0, r->make = make64;
  snprintf(r->name, sizeof r->name, "DSETP.%s", n == 0 ? "MIN" : n == 15 ? "MAX" : cmps[n].name);
  return 1;
}
