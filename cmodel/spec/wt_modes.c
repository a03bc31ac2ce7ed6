/* wt_modes.c - mode keys on the wire. */
#include "spec/wt_modes.h"

void wt_cfg_modes(wt_m *m) {
  const wt_shape *S = m->S;
#define MKEY(name, lo, hi, t, s, d, wire, text) m->gpu->cfg.wire = (uint16_t)S->name;
#include "spec/keys.def"
}
