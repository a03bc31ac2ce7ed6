/* wt_verdict.h - the report of a run that was proved to have no end: every path of every warp, and who waits for whom. */
#ifndef WT_VERDICT_H
#define WT_VERDICT_H
#include "lib/wt_noend.h"

/* Several lines without a newline at the end; the first one is the verdict. Returns buf. */
const char *wt_verdict_report(const wt_loop *l, const wt_m *m, const wt_tandem *t, char *buf, size_t n);
#endif
