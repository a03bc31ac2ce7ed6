/* wt_hazard.h - results on their way, for a shape that issues by control codes (SCOREBOARD=codes): who reads or writes too early? It knows what instructions
 * read and write from the oracle's decoder and what the machine has written from its write-backs, and nothing of the codes.
 */
#ifndef WT_HAZARD_H
#define WT_HAZARD_H
#include "warptwin.h"
#include "spec/wt_gpu.h"
#include "state/wt_saved.h"
#include "lib/wt_env.h"

typedef struct wt_hazard wt_hazard;
/* NULL without memory. */
wt_hazard *wt_hazard_new(const wt_shape *S, const wt_launch_desc *L);
void wt_hazard_free(wt_hazard *h);
/* A settled cycle. 1: a hazard is complete, its report is in text. */
int wt_hazard_cycle(wt_hazard *h, const wt_m *m, uint64_t cycle, char *text, size_t size);
/* A hazard has been seen whose result is still missing. */
int wt_hazard_open(const wt_hazard *h);
void wt_hazard_saved(wt_hazard *h, wt_saved *l);
#endif
