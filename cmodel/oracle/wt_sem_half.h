/* wt_sem_half.h - half precision of the oracle: fields of the words, and what they mean by arithmetic on the host's doubles. */
#ifndef WT_SEM_HALF_H
#define WT_SEM_HALF_H
#include "oracle/wt_sem.h"

/* True for the instructions of this file. */
int wt_sem_is_half(unsigned id);
/* Operands and modifiers of i->w; guard and lists are the caller's. */
wt_status wt_sem_half_decode(wt_sem_insn *i);
/* All in->n elements. */
void wt_sem_half(const wt_sem_insn *i, const wt_sem_in *in, wt_sem_out *out);

/* What an atomic addition leaves: the sums of both halves. */
uint32_t wt_sem_half_sums(uint32_t a, uint32_t b);
/* The number of a half, and the half nearest to a number, of two the even one. */
double wt_sem_half_value(uint32_t half);
uint32_t wt_sem_half_nearest(double x);
#endif
