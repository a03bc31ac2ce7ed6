/* wt_unit_size.h - storage of the block that a shape uses for one task: the control-flow unit, the scoreboard ... */
#ifndef WT_UNIT_SIZE_H
#define WT_UNIT_SIZE_H
#include "spec/wt_shape.h"

typedef struct {
  const char *stem;  /* of the block */
  uint64_t ff, mem;  /* bits of its FF and MEM rows, all instances */
  double gates, mm2; /* gate equivalents and area at WT_UNIT_NODE nm, modelled; below 0: not known */
  char top[64];      /* the block's structure with the largest area, "" when it is not known */
  unsigned macros;   /* memories that it is split into, all instances; 0: gates */
  double top_mm2;
} wt_unit_size;
#define WT_UNIT_NODE "45"
static inline uint64_t wt_unit_bits(const wt_unit_size *u) { return u->ff + u->mem; }

/* drv: signal prefix of the block ("cfu"); NULL: all blocks of the SM together. 0, or -1 without memory or without such a block. */
int wt_unit_size_of(const wt_shape *S, const char *drv, wt_unit_size *out);
#endif
