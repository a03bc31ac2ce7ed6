/* fp_vectors_file.c - vectors of Berkeley TestFloat's generator: a line each, operands, result and flags in hexadecimal, from standard input.
 *
 * A function of TestFloat with its rounding mode (f32_mulAdd RZ) is a row. What the generator leaves to the implementation is as the documents have it: the
 * NaN of a result (wt_fpu.md, wt_xu.md) and what F2I makes of a number that no integer of the size holds, which the flag "invalid" says.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exec/wt_xu_num.h"
#include "fp_vectors.h"

enum { INVALID = 0x10, LINE = 120 };
static const uint8_t E_of[] = {0, 5, 8, 11}, F_of[] = {0, 10, 23, 52}; /* by log2 of the bytes */
static const char *const modes[] = {"RN", "RM", "RP", "RZ"};

/* One function: operands, log2 of the bytes of an operand and of the result, whether they are numbers of floating point. */
static struct {
  unsigned operands, st, dt, from_float, to_float, sgn, cmp, pair; /* pair: a lane has two vectors, one in each half */
  uint64_t lo, hi;
} fn;
static char line[LINE];
static int more, wrong;

static void next_line(void) { more = fgets(line, sizeof line, stdin) != NULL; }
static int over(void) { return !more; }

static int is_nan(unsigned size, uint64_t v) {
  uint64_t top = wt_mask64(E_of[size]) << F_of[size];
  return (v & (wt_mask64(E_of[size] + F_of[size]))) > top;
}

static uint64_t nan_of(unsigned st, unsigned dt, uint64_t v, int conversion) {
  if (dt == 1) return 0x7fff;
  if (dt == 2) return 0x7fffffff;
  if (!conversion) return UINT64_C(0x7ff8) << 48;
  return (v >> (E_of[st] + F_of[st]) & 1) << 63 | UINT64_C(0x7ff8) << 48 | (v & wt_mask64(F_of[st])) << (52 - F_of[st]);
}

/* F2I of what no integer of the size holds: the nearest end of the range, of NaN the highest bit. */
static uint64_t end_of_range(uint64_t v) {
  unsigned bits = 8u << fn.dt, neg = v >> (E_of[fn.st] + F_of[fn.st]) & 1;
  uint64_t top = UINT64_C(1) << (bits - 1);
  if (is_nan(fn.st, v)) return top;
  return fn.sgn ? top - !neg : neg ? 0 : wt_mask64(bits);
}

/* Operands, result and flags of the line. */
static void read_line(uint64_t *v) {
  char *at = line, *end;
  for (unsigned k = 0; k < fn.operands + 2; k++, at = end) {
    v[k] = strtoull(at, &end, 16);
    if (end == at) wrong = 1, end = at;
  }
}

/* The next two vectors, one in each half of a lane; the last one of all is in both if it is alone. */
static void make_pair(fpv_beat *b, unsigned l) {
  uint64_t v[5] = {0};
  for (unsigned half = 0; half < 2; half++) {
    if (more) read_line(v), b->second += half;
    if (more) next_line();
    uint64_t z = v[fn.operands];
    for (unsigned k = 0; k < fn.operands; k++) b->in[l][k] |= v[k] << 16 * half;
    if (fn.cmp) b->want_p[half] |= (uint32_t)z << l;
    else b->want[l] |= (is_nan(1, z) ? 0x7fff : z) << 16 * half;
  }
}

static void make(const fpv_row *r, wt_rng *rng, uint64_t n, uint64_t count, unsigned lanes, fpv_beat *b) {
  (void)rng, (void)n, (void)count;
  b->w = fpv_word(r->id, fn.lo, fn.hi);
  b->pp = (uint32_t)wt_mask64(lanes);
  b->lanes = 0;
  for (unsigned l = 0; l < lanes && more; l++, b->lanes++) {
    if (fn.pair) {
      make_pair(b, l);
      continue;
    }
    uint64_t v[5] = {0};
    read_line(v);
    uint64_t z = v[fn.operands], flags = v[fn.operands + 1];
    for (unsigned k = 0; k < fn.operands; k++) b->in[l][k] = v[k];
    next_line();
    if (fn.cmp) {
      b->want_p[0] |= (uint32_t)z << l, b->want_p[1] |= (uint32_t)!z << l;
      continue;
    }
    if (fn.to_float && is_nan(fn.dt, z)) z = nan_of(fn.st, fn.dt, v[0], fn.operands == 1);
    if (!fn.to_float && flags & INVALID) z = end_of_range(v[0]);
    b->want[l] = z;
  }
}

static unsigned size_of(const char *name, int *is_float, unsigned *sgn) {
  static const struct {
    const char *name;
    unsigned size, is_float, sgn;
  } types[] = {{"f16", 1, 1, 0}, {"f32", 2, 1, 0}, {"f64", 3, 1, 0}, {"ui32", 2, 0, 0}, {"ui64", 3, 0, 0}, {"i32", 2, 0, 1}, {"i64", 3, 0, 1}};
  for (unsigned k = 0; k < sizeof types / sizeof *types; k++)
    if (!strcmp(types[k].name, name)) return *is_float = (int)types[k].is_float, *sgn |= types[k].sgn, types[k].size;
  return 0;
}

static const char *const ops[] = {"add", "mul", "mulAdd", "sub"}, *const cmps[] = {"lt", "eq", "le"};

/* Pairs of halves, which are rounded to nearest. */
static int half_arithmetic(const char *op, fpv_row *r, unsigned mode) {
  static const unsigned id[3] = {WT_I_HADD2, WT_I_HMUL2, WT_I_HFMA2};
  if (mode) return -1;
  fn.pair = 1, r->ndst = 1;
  for (unsigned k = 0; k < 4; k++)
    if (!strcmp(ops[k], op)) {
      r->id = id[k % 3], fn.operands = k == 2 ? 3 : 2, fn.lo = k == 3 ? UINT64_C(1) << 63 : 0;
      return FPV_FPU;
    }
  for (unsigned k = 0; k < 3; k++)
    if (!strcmp(cmps[k], op)) {
      r->id = WT_I_HSETP2, fn.operands = 2, fn.cmp = 1, fn.hi = (uint64_t)(k + 1) << 12 | UINT64_C(1) << 20;
      return FPV_ALU;
    }
  return -1;
}

static int arithmetic(const char *op, fpv_row *r, unsigned mode) {
  static const unsigned id[2][3] = {{WT_I_FADD, WT_I_FMUL, WT_I_FFMA}, {WT_I_DADD, WT_I_DMUL, WT_I_DFMA}};
  unsigned wide = fn.st == 3;
  for (unsigned k = 0; k < 4; k++)
    if (!strcmp(ops[k], op)) {
      r->id = id[wide][k % 3], r->ndst = 1 + wide, fn.operands = k == 2 ? 3 : 2;
      fn.lo = k == 3 && !wide ? UINT64_C(1) << 63 : 0; /* the sign of the second operand: bit 63, of DADD bit 75 */
      fn.hi = (uint64_t)mode << 14 | (k == 1 && !wide ? UINT64_C(4) << 20 : 0) | (k == 3 && wide ? UINT64_C(1) << 11 : 0);
      return wide ? FPV_DPU : FPV_FPU;
    }
  for (unsigned k = 0; k < 3; k++)
    if (!strcmp(cmps[k], op)) {
      r->id = wide ? WT_I_DSETP : WT_I_FSETP, r->ndst = wide ? 0 : 1, fn.operands = 2, fn.cmp = 1;
      fn.hi = (uint64_t)(k + 1) << 12 | UINT64_C(1) << 20;
      return wide ? FPV_DSETP : FPV_ALU;
    }
  return -1;
}

static int conversion(fpv_row *r, unsigned mode, int round) {
  unsigned wide = fn.st == 3 || fn.dt == 3;
  fn.operands = 1, r->ndst = fn.dt == 3 ? 2 : 1;
  fn.hi = (uint64_t)fn.st << 20 | (uint64_t)fn.dt << 11 | (uint64_t)mode << 14;
  if (round) r->id = wide ? WT_I_FRND_64 : WT_I_FRND;
  else if (!fn.from_float) r->id = wide ? WT_I_I2F_64 : WT_I_I2F, fn.hi |= (uint64_t)fn.sgn << 10;
  else if (!fn.to_float) r->id = wide ? WT_I_F2I_64 : WT_I_F2I, fn.hi |= (uint64_t)fn.sgn << 8;
  else r->id = wide ? WT_I_F2F_64 : WT_I_F2F;
  return FPV_CVT;
}

int fpv_file_row(const char *function, const char *rounding, fpv_row *r) {
  char type[8], op[16], to[8];
  int from_float = 0, to_float = 0, group = -1;
  unsigned mode = 0;
  memset(r, 0, sizeof *r), memset(&fn, 0, sizeof fn);
  while (mode < 4 && strcmp(modes[mode], rounding)) mode++;
  if (mode == 4 || sscanf(function, "%7[a-z0-9]_%15s", type, op) != 2 || !(fn.st = fn.dt = size_of(type, &from_float, &fn.sgn))) return -1;
  fn.from_float = fn.to_float = (unsigned)from_float;
  if (sscanf(op, "to_%7s", to) == 1) {
    if (!(fn.dt = size_of(to, &to_float, &fn.sgn)) || !(from_float || to_float)) return -1;
    fn.to_float = (unsigned)to_float;
    group = conversion(r, mode, 0);
  } else if (from_float && !strcmp(op, "roundToInt")) group = conversion(r, mode, 1);
  else if (from_float) group = fn.st > 1 ? arithmetic(op, r, mode) : half_arithmetic(op, r, mode);
  if (group < 0) return -1;
  snprintf(r->name, sizeof r->name, "%s %s", function, rounding);
  r->make = make, r->over = over;
  next_line();
  return group;
}

int fpv_file_wrong(void) { return wrong; }
