/* wt_pairs.h - quick answer to "does any of these rows differ?": nearly always no, several hundred times in every cycle. */
#ifndef WT_PAIRS_H
#define WT_PAIRS_H
#include <stdint.h>

/* One value in both twins, at most 8 bytes wide; they may take different numbers of bytes. */
typedef struct {
  const void *c, *rtl;
} wt_pair;

typedef struct {
  wt_pair *pair;         /* sorted by the two sizes */
  unsigned n, end[4][4]; /* end[log2 of the C bytes][log2 of the RTL bytes]: where the next kind begins */
} wt_pairs;

/* Is there a place for a value of these sizes? */
static inline int wt_pairs_fit(unsigned c_bytes, unsigned rtl_bytes) {
  return c_bytes && rtl_bytes && c_bytes <= 8 && rtl_bytes <= 8 && !(c_bytes & (c_bytes - 1)) && !(rtl_bytes & (rtl_bytes - 1));
}
/* 0, or -1 when there is no memory. */
int wt_pairs_add(wt_pairs *p, const void *c, unsigned c_bytes, const void *rtl, unsigned rtl_bytes);
void wt_pairs_free(wt_pairs *p);
int wt_pairs_differ(const wt_pairs *p);
#endif
