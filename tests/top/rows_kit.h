/* rows_kit.h - the tables of blocks as another order of the rows in spec/blocks would make them: what walks over rows may not count on where one stands. */
#ifndef ROWS_KIT_H
#define ROWS_KIT_H
#include "spec/wt_rows.h"

static inline wt_blks *turned_round(wt_blks *blks) {
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
