/* wt_seconds.h - a clock for how long something takes. */
#ifndef WT_SECONDS_H
#define WT_SECONDS_H
#include <time.h>

/* Since some moment; unlike the time of day it is never set. */
static inline double wt_seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}
#endif
