/* rows_kit.h - the tables of blocks as another order of the blocks and of their rows in spec would make them: what walks over them may not count on where one
 * stands. */
#ifndef ROWS_KIT_H
#define ROWS_KIT_H
#include <string.h>

#include "state/wt_rows.h"

static inline wt_blks *turned_round(wt_blks *blks) {
  for (unsigned k = 0; blks && k < blks->n; k++) /* a block of the machine is first */
    if (blks->blk[k].chosen && !strcmp(blks->blk[k].drv, "cfu")) {
      const wt_blk x = blks->blk[0];
      blks->blk[0] = blks->blk[k], blks->blk[k] = x;
    }
  for (unsigned k = 0; blks && k < blks->n; k++) {
    const wt_blk *b = &blks->blk[k];
    for (unsigned r = 0; r < b->nrows / 2; r++) {
      const wt_row x = b->rows[r];
      b->rows[r] = b->rows[b->nrows - 1 - r], b->rows[b->nrows - 1 - r] = x;
    }
  }
  return blks;
}
#endif
