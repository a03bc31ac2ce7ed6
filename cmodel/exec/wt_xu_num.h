/* wt_xu_num.h - what the stages of the unit for special functions and conversions hand on: a number, or why it is none.
 * Contract: docs/blocks/exec/wt_xu.md. */
#ifndef WT_XU_NUM_H
#define WT_XU_NUM_H
#include <stdint.h>

/* NUM: sig * 2^exp. POLY: sig = row * 2^17 + h, a look-up of MUFU; exp belongs to the result. NAN: sig = its fraction, left-aligned in 52 bits. */
enum { WT_XU_NUM, WT_XU_INF, WT_XU_NAN, WT_XU_POLY };
/* Kinds of instructions. */
enum { WT_XU_MUFU, WT_XU_I2F, WT_XU_F2I, WT_XU_F2F, WT_XU_FRND };
/* Functions of MUFU. */
enum { WT_XU_COS, WT_XU_SIN, WT_XU_EX2, WT_XU_LG2, WT_XU_RCP, WT_XU_RSQ, WT_XU_RCP64H, WT_XU_RSQ64H, WT_XU_SQRT, WT_XU_TANH };

typedef struct {
  uint8_t cls, sign;
  int16_t exp;
  uint64_t sig;
} wt_xu_num;

/* Fields of an instruction word that the unit needs. st, dt: log2 of the bytes of source and result. */
typedef struct {
  uint8_t kind, func, st, dt, rnd, sgn, ftz, ntz, sel, neg, abs;
} wt_xu_ctl;
#endif
