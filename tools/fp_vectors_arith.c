/* fp_vectors_arith.c - sums, products and fused multiply-adds in the four rounding modes. One vector in four nearly cancels. */
#pragma GCC optimize("rounding-math")
#include <fenv.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "fp_vectors.h"

enum { ADD, MUL, FMA, OPS };
static const char *const modes[] = {"RN", "RM", "RP", "RZ"};
static const int rounding[] = {FE_TONEAREST, FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO};
static const struct {
  const char *names[OPS];
  unsigned id[OPS], E, F;
} units[] = {{{"FADD", "FMUL", "FFMA"}, {WT_I_FADD, WT_I_FMUL, WT_I_FFMA}, 8, 23},
             {{"DADD", "DMUL", "DFMA"}, {WT_I_DADD, WT_I_DMUL, WT_I_DFMA}, 11, 52}};

/* What the host makes of it; the rounding mode is set. An addition is a + b. */
static uint64_t host32(unsigned op, const uint64_t *in) {
  volatile float x = fpv_single(in[0]), y = fpv_single(in[1]), z = fpv_single(in[2]), r = op == ADD ? x + y : op == MUL ? x * y : fmaf(x, y, z);
  float plain = r;
  return isnan(plain) ? 0x7fffffff : fpv_bits32(plain);
}
static uint64_t host64(unsigned op, const uint64_t *in) {
  volatile double x = fpv_double(in[0]), y = fpv_double(in[1]), z = fpv_double(in[2]), r = op == ADD ? x + y : op == MUL ? x * y : fma(x, y, z);
  double plain = r;
  return isnan(plain) ? UINT64_C(0x7ff8000000000000) : fpv_bits64(plain);
}
static uint64_t host(unsigned u, unsigned op, const uint64_t *in) { return u ? host64(op, in) : host32(op, in); }

static void operands(wt_rng *r, unsigned u, unsigned op, uint64_t *in) {
  unsigned E = units[u].E, F = units[u].F;
  uint64_t sign = UINT64_C(1) << (E + F);
  for (unsigned k = 0; k < 3; k++) in[k] = stim_number(r, E, F);
  if (wt_below(r, 4)) return;
  if (op == ADD) in[1] = in[0] ^ sign ^ wt_below(r, 4);
  if (op == FMA) in[2] = host(u, MUL, in) ^ sign ^ wt_below(r, 4);
}

static void make(const fpv_row *r, wt_rng *rng, uint64_t n, uint64_t count, unsigned lanes, fpv_beat *b) {
  unsigned u = r->ndst - 1, op = 0;
  (void)n, (void)count;
  while (units[u].id[op] != r->id) op++;
  b->w = fpv_word(r->id, 0, (uint64_t)r->mode << 14 | (u == 0 && op == MUL ? UINT64_C(4) << 20 : 0));
  fesetround(rounding[r->mode]);
  for (unsigned l = 0; l < lanes; l++) {
    operands(rng, u, op, b->in[l]);
    b->want[l] = host(u, op, b->in[l]);
  }
  fesetround(FE_TONEAREST);
}

int fpv_arith_row(int wide, unsigned n, fpv_row *r) {
  unsigned op = n / 4, u = wide != 0;
  if (op == OPS) return 0;
  r->id = units[u].id[op], r->mode = n % 4, r->ndst = u + 1, r->make = make;
  snprintf(r->name, sizeof r->name, "%s %s", units[u].names[op], modes[r->mode]);
  return 1;
}
