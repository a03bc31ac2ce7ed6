/* wt_sem_float.h - floating point of the oracle: fields of the words, and what they mean by the host's IEEE 754 arithmetic. */
#ifndef WT_SEM_FLOAT_H
#define WT_SEM_FLOAT_H
#include "oracle/wt_sem.h"

/* True for the instructions of this file. */
int wt_sem_is_float(unsigned id);
/* Operands and modifiers of i->w; guard and lists are the caller's. */
wt_status wt_sem_float_decode(wt_sem_insn *i);
/* The sum that an atomic addition leaves: 64 bits, or 32 with what is subnormal flushed. */
uint64_t wt_sem_float_sum(int wide, uint64_t a, uint64_t b);
/* All in->n elements. */
void wt_sem_float(const wt_sem_insn *i, const wt_sem_in *in, wt_sem_out *out);
#endif
