/* wt_room.h - why a CTA does not fit a shape, and what would help. */
#ifndef WT_ROOM_H
#define WT_ROOM_H
#include <stddef.h>

#include "spec/wt_shape.h"

typedef struct {
  unsigned regs, threads; /* of a thread; of the CTA */
  size_t smem, dyn_smem;  /* bytes */
} wt_room;
/* One line about a CTA that does not fit. */
void wt_room_text(const wt_shape *S, const wt_room *want, char *buf, size_t n);
/* One about a grid of so many of them that must all be resident, of which `fit` are. */
void wt_room_grid_text(const wt_shape *S, const wt_room *want, uint64_t ctas, uint64_t fit, char *buf, size_t n);
#endif
