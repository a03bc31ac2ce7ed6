/* wt_issue.h - issue packet builder. Contract: spec/blocks/issue.def, docs/blocks/issue/wt_issue.md. */
#ifndef WT_ISSUE_H
#define WT_ISSUE_H
#include "spec/wt_gpu.h"
void wt_issue_eval(wt_issue *self);
void wt_issue_tick(wt_issue *self);
#endif
