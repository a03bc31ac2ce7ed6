/* wt_bench_draw.h - shapes at random, for benches that count what a stimulus reaches. */
#ifndef WT_BENCH_DRAW_H
#define WT_BENCH_DRAW_H
#include "bench/wt_bench.h"

enum { WT_BENCH_MOST = 60 };
/* Adds to the n settings in set mode keys at random, as many as make a shape with them; with structural also the keys that choose among two to four
 * things. text: room for the words of set. Returns how many there are; set ends with NULL. */
unsigned wt_bench_draw(const char *preset, int structural, const wt_rng *r, char text[WT_BENCH_MOST][60], const char **set, unsigned n);
#endif
