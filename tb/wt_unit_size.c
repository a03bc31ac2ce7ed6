/* wt_unit_size.c - storage bits from the row tables. */
#include "wt_unit_size.h"

#include <string.h>

#include "spec/wt_rows.h"

static void add(const wt_blk *b, wt_unit_size *out) {
  for (unsigned r = 0; r < b->nrows; r++) {
    uint64_t bits = wt_row_bits(&b->rows[r]) * b->count;
    if (b->rows[r].kind == WT_ROW_FF) out->ff += bits;
    if (b->rows[r].kind == WT_ROW_MEM) out->mem += bits;
  }
}

/* Logic of a block is not estimated by anything in this tree: gates and area stay unknown, and tables leave them out. */
static void area(const wt_shape *S, const wt_blk *b, wt_unit_size *out) {
  (void)S, (void)b;
  out->gates = out->mm2 = -1;
}

int wt_unit_size_of(const wt_shape *S, const char *drv, wt_unit_size *out) {
  wt_blks *all = wt_blks_new(S);
  memset(out, 0, sizeof *out);
  if (!all) return -1;
  const wt_blk *b = drv ? wt_blk_driver(all, drv) : NULL;
  out->stem = b ? b->stem : "sm";
  for (unsigned i = 0; i < all->n; i++)
    if (all->blk[i].chosen && !all->blk[i].pseudo && (!drv || &all->blk[i] == b)) add(&all->blk[i], out);
  area(S, b, out);
  wt_blks_free(all);
  return drv && !b ? -1 : 0;
}
