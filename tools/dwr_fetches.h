/* dwr_fetches.h - how often the warps fetch what another one has just fetched (DWR thesis 7.2): of the last 16, 32 and 64 instruction fetches of the
 * sub-core, how many instructions are distinct, and how many fetches find theirs there, brought by another warp.
 */
#ifndef WT_DWR_FETCHES_H
#define WT_DWR_FETCHES_H
#include "lib/wt_session.h"

enum { FETCH_WINDOWS = 3, FETCH_LONGEST = 64 };
typedef struct {
  struct {
    uint64_t before; /* number, from 1, of the fetch of the same instruction before it; 0: none */
    uint32_t pc;
    unsigned warp;
  } last[FETCH_LONGEST];  /* fetch i, counted from 1, stands at i modulo FETCH_LONGEST */
  uint64_t newest[65536]; /* last fetch of the instruction at 16 * i */
  /* of the windows of 16, 32 and 64 fetches that were full: how many, distinct instructions in all of them, newest fetches that repeat another warp's */
  uint64_t fetches, counted[FETCH_WINDOWS], distinct[FETCH_WINDOWS], repeated[FETCH_WINDOWS];
} dwr_fetches;

/* For wt_session_on_edge. */
void dwr_fetches_edge(void *ctx, wt_machine *x, uint64_t cycle);
#endif
