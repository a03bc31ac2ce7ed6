/* wt_unit_size.c - storage bits from the row tables, area from the size model. */
#include "cli/wt_unit_size.h"

#include <stdio.h>
#include <string.h>

#include "size/wt_size.h"

static void add(const wt_blk *b, wt_unit_size *out) {
  for (unsigned r = 0; r < b->nrows; r++) {
    uint64_t bits = wt_row_bits(&b->rows[r]) * b->count;
    if (b->rows[r].kind == WT_ROW_FF) out->ff += bits;
    if (b->rows[r].kind == WT_ROW_MEM) out->mem += bits;
  }
}

/* The structure of the block that takes most area. */
static void largest(const wt_shape *S, const wt_size_opt *o, const char *stem, wt_unit_size *out) {
  char err[200];
  wt_size *z = wt_size_new(S, o, err, sizeof err);
  const wt_size_item *top = NULL;
  for (unsigned i = 0; z && i < z->n; i++)
    if (!strcmp(z->item[i].blk, stem) && !z->item[i].declared && (!top || z->item[i].um2 > top->um2)) top = &z->item[i];
  if (top) {
    snprintf(out->top, sizeof out->top, "%s", top->id);
    out->macros = top->impl == WT_IM_SRAM ? top->split * top->count : 0;
    out->top_mm2 = (double)top->um2 * 1e-6;
  }
  wt_size_free(z);
}

/* Gate equivalents and area of the same blocks, as `warptwin size` models them; unknown when it cannot. */
static void area(const wt_shape *S, const char *stem, wt_unit_size *out) {
  wt_size_opt o;
  wt_size_sum sum = {0};
  char err[200];
  out->gates = out->mm2 = -1;
  wt_size_defaults(&o);
  if (stem) {
    if (wt_size_block(S, stem, WT_UNIT_NODE, &sum, err, sizeof err) || wt_node_find(WT_UNIT_NODE, 0, &o.node, err, sizeof err)) return;
    largest(S, &o, stem, out);
  } else {
    if (wt_node_find(WT_UNIT_NODE, 0, &o.node, err, sizeof err)) return;
    wt_size *z = wt_size_new(S, &o, err, sizeof err);
    if (!z) return;
    sum = z->core;
    wt_size_free(z);
  }
  out->gates = (double)sum.ge, out->mm2 = (double)sum.um2 * 1e-6;
}

int wt_unit_size_of(const wt_shape *S, const char *drv, wt_unit_size *out) {
  wt_blks *all = wt_blks_new(S);
  memset(out, 0, sizeof *out);
  if (!all) return -1;
  const wt_blk *b = drv ? wt_blk_driver(all, drv) : NULL;
  out->stem = b ? b->stem : "sm";
  for (unsigned i = 0; i < all->n; i++)
    if (all->blk[i].chosen && !all->blk[i].outside && (!drv || &all->blk[i] == b)) add(&all->blk[i], out);
  area(S, b ? b->stem : NULL, out);
  wt_blks_free(all);
  return drv && !b ? -1 : 0;
}
