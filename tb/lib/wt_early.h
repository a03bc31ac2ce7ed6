/* wt_early.h - tells the oracle what HAZARDS=run lets through: who is too early, and what the machine reads then. */
#ifndef WT_EARLY_H
#define WT_EARLY_H
#include "lib/wt_hazard.h"
#include "oracle/wt_oracle.h"
#include "oracle/wt_oracle_marks.h"

/* Of a settled cycle of one SM, before anything issues: operands that have been overwritten, and those that memory instructions take with them. */
void wt_early_operands(const wt_hazard *h, wt_oracle *o, const wt_m *m);
/* An instruction issues in the place's sub-core, for warp of the SM; e is in use until the oracle has been told of it. Every beat asks whether the guard is there:
 * the lanes for which that changes nothing any more are known with their beat. The others, which count as guarded off until then. */
uint64_t wt_early_issue(const wt_hazard *h, wt_oracle *o, const wt_m *m, unsigned warp, wt_oracle_early *e);
/* Of these the lanes that the beat at hand, which is not the first of its instruction, executes. */
uint64_t wt_early_beat(const wt_m *m, uint64_t lanes);
#endif
