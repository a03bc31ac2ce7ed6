/* wt_bench_rows.h - what the C value of every row of a block keeps to, whatever the block does. A bench without RTL has nothing else that looks at all
 * rows; beside the RTL a row of several elements is packed before it is compared, and what is not packed nobody sees. */
#ifndef WT_BENCH_ROWS_H
#define WT_BENCH_ROWS_H
#include "state/wt_rows.h"

typedef struct wt_bench_rows wt_bench_rows;

/* Instance 0 of a block. NULL when out of memory. */
wt_bench_rows *wt_bench_rows_new(wt_m *m, const char *stem);
void wt_bench_rows_free(wt_bench_rows *r);
/* The block as its rows declare it for the shape of the machine; it lives as long as r. */
const wt_blk *wt_bench_rows_blk(const wt_bench_rows *r);
/* Before a clock edge that nobody else follows: the lists of written rows start anew, memories are as they should be. */
void wt_bench_rows_start(wt_bench_rows *r);
/* No element has bits above its width, there is nothing behind the last element that the shape has. 0, or -1 with a line in err. */
int wt_bench_rows_fit(const wt_bench_rows *r, char *err, size_t errn);
/* After the edge: a row of a memory that is not what it was is in the list of written rows, and the list names rows that there are. */
int wt_bench_rows_noted(wt_bench_rows *r, char *err, size_t errn);
#endif
