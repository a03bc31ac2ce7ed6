/* wt_numbers.h - the numbers of a shape by the names that they have in the RTL's package wt_pkg. */
#ifndef WT_NUMBERS_H
#define WT_NUMBERS_H
#include "spec/wt_shape.h"

/* A structural key, a value of a key that has a name ("SCHED_gto"), a derived number, a constant, a state of a block's machine or a place in a packed
 * layout. 0, or -1: there is none of that name. */
int wt_number(const wt_shape *S, const char *name, uint32_t *value);
#endif
