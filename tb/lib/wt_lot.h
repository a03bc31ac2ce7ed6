/* wt_lot.h - a number of a name (FNV-1a): a sample that is drawn by it moves by at most one place when something is added elsewhere. */
#ifndef WT_LOT_H
#define WT_LOT_H
#include <stdint.h>

/* Goes on from the number h. */
static inline uint64_t wt_lot_on(uint64_t h, const char *name) {
  for (; *name; name++) h = (h ^ (unsigned char)*name) * UINT64_C(1099511628211);
  return h;
}
/* from: another number, another draw. */
static inline uint64_t wt_lot(const char *name, uint64_t from) { return wt_lot_on(UINT64_C(1469598103934665603) + from, name); }
#endif
