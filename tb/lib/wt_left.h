/* wt_left.h - how much memory there is for this process. */
#ifndef WT_LEFT_H
#define WT_LEFT_H
#include <stdint.h>

/* Bytes that it may still take: what the machine has to give, within its own limit (ulimit -v). UINT64_MAX: nobody says. */
uint64_t wt_left(void);
#endif
