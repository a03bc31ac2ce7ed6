/* wt_l1_watch.h - which lines the first-level cache holds, and which request a load has joined, as its state rows say; for the oracle, which knows what
 * is in them. */
#ifndef WT_L1_WATCH_H
#define WT_L1_WATCH_H
#include "oracle/wt_oracle_l1.h"
#include "spec/wt_gpu.h"

/* Rows of the cycle before. */
typedef struct {
  uint64_t sect[MAX_L1_SETS];
  uint64_t valid, wait[MAX_L1_PRT]; /* table of requests */
  uint64_t line;                    /* a line that came: its number, and the tag of the load that asked */
  uint8_t came, tag;                /* came: 0 none, 1 for those who wait, 2 to be installed as well */
} wt_l1_watch;

/* The request that the load at the port of the cache has joined or made, by its tag; -1: none. */
int wt_l1_watch_joined(const wt_l1_watch *w, const wt_m *m);
/* After what the port of the cache shows: the lines of this cycle. */
wt_status wt_l1_watch_lines(wt_l1_watch *w, const wt_m *m, wt_oracle *o);
void wt_l1_watch_saved(wt_l1_watch *w, const wt_shape *S, wt_saved *l);
#endif
