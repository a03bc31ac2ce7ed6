/* wt_min.h - the smaller of two numbers. */
#ifndef WT_MIN_H
#define WT_MIN_H
static inline unsigned wt_min(unsigned a, unsigned b) { return a < b ? a : b; }
#endif
