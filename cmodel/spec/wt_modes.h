/* wt_modes.h - mode keys of a shape as the inputs that both twins see. */
#ifndef WT_MODES_H
#define WT_MODES_H
#include "spec/wt_gpu.h"

/* Mode keys of the shape -> m->gpu->cfg (the launch constants are not touched). */
void wt_cfg_modes(wt_m *m);
#endif
