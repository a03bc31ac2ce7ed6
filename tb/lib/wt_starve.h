/* wt_starve.h - a warp that could issue and that the scheduler passes over, which gto and oldest may do for ever with SCHED_AGE=0. */
#ifndef WT_STARVE_H
#define WT_STARVE_H
#include "lib/wt_tandem.h"

enum { WT_STARVE_EVERY = 1024, WT_STARVE_CYCLES = 100000 };
/* Looks at the machine once in WT_STARVE_EVERY cycles, when all of a cycle has settled: 1 for the first warp that could issue at each look of
 * WT_STARVE_CYCLES and did not, once a run. */
int wt_starve_look(wt_tandem *t, const wt_m *m);
/* Who, since when, who issues instead, and what helps; "" as long as nobody is passed over. */
const char *wt_starve_text(const wt_tandem *t, char *buf, size_t n);
#endif
