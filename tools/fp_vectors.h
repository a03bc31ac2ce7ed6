/* fp_vectors.h - what fp_vectors.c runs: operations of a unit, a row an operation and mode, with operands and what the host makes of them. */
#ifndef WT_FP_VECTORS_H
#define WT_FP_VECTORS_H
#include "bench/stim_float.h"
#include "isa/wt_isa.h"

/* Groups of operations: what `fp_vectors` calls them. */
enum { FPV_FPU, FPV_DPU, FPV_CVT, FPV_MUFU, FPV_ALU, FPV_DSETP, FPV_GROUPS };

/* Operands and results of a lane are numbers of 64 bits, of which 32-bit operations use the lower half; predicates are masks of lanes. */
typedef struct {
  wt_word w;
  uint64_t in[MAX_LANES][3], want[MAX_LANES], got[MAX_LANES];
  uint32_t pp, want_p[2], got_p[2]; /* Pu and Pv; 0 of what writes none */
  unsigned lanes;                   /* that execute: the lowest */
  unsigned second;                  /* lanes that have a second vector, in the upper half */
} fpv_beat;

typedef struct fpv_row {
  char name[48];
  unsigned id, mode, ndst; /* row of isa.def; the operation's own; registers of the result */
  uint64_t every;          /* this many vectors see every operand and modifier, 0: there is no such number */
  /* Fills w, in, pp and what the host makes of them. n: number of the beat's first vector, of `count`. */
  void (*make)(const struct fpv_row *r, wt_rng *rng, uint64_t n, uint64_t count, unsigned lanes, fpv_beat *b);
  /* NULL: got equals want. Else 0 when got is good for in, and *worst, which the row prints, is not below its error in units of the bound. */
  int (*judge)(const struct fpv_row *r, const fpv_beat *b, unsigned lane, double *worst);
  int (*over)(void); /* NULL: `count` vectors. Else whether `make` has no more */
} fpv_row;

/* Row n of a group, 0 behind the last one. */
int fpv_arith_row(int wide, unsigned n, fpv_row *r); /* FADD, FMUL, FFMA; wide: DADD, DMUL, DFMA */
int fpv_cvt_row(unsigned n, fpv_row *r);             /* I2F, F2I, F2F, FRND: sizes and rounding mode */
int fpv_mufu_row(unsigned n, fpv_row *r);
int fpv_alu_row(unsigned n, fpv_row *r); /* FSETP and FSET by comparison, FMNMX, FSEL, FCHK */
int fpv_dsetp_row(unsigned n, fpv_row *r);
/* Vectors of a function of TestFloat in a rounding mode (RN, RM, RP, RZ) from standard input. Its group, -1: there is none for it. */
int fpv_file_row(const char *function, const char *rounding, fpv_row *r);
int fpv_file_wrong(void); /* a line was no vector of this function */

static inline float fpv_single(uint64_t u) {
  uint32_t v = (uint32_t)u;
  float f;
  memcpy(&f, &v, sizeof f);
  return f;
}
static inline double fpv_double(uint64_t u) {
  double d;
  memcpy(&d, &u, sizeof d);
  return d;
}
static inline uint64_t fpv_bits32(float f) {
  uint32_t u;
  memcpy(&u, &f, sizeof u);
  return u;
}
static inline uint64_t fpv_bits64(double d) {
  uint64_t u;
  memcpy(&u, &d, sizeof u);
  return u;
}

/* The word in the form of registers, with fields of bits 127:64 and of the signs of B. */
static inline wt_word fpv_word(unsigned id, uint64_t lo, uint64_t hi) {
  return (wt_word){wt_isa_rows[id].code | 0x7200 | UINT64_C(4) << 16 | UINT64_C(6) << 24 | UINT64_C(8) << 32 | lo, hi};
}
#endif
