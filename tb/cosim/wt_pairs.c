/* wt_pairs.c - one loop without branches for each pair of sizes. */
#include "cosim/wt_pairs.h"

#include <stdlib.h>
#include <string.h>

int wt_pairs_add(wt_pairs *p, const void *c, unsigned c_bytes, const void *rtl, unsigned rtl_bytes) {
  unsigned ci = (unsigned)__builtin_ctz(c_bytes), ri = (unsigned)__builtin_ctz(rtl_bytes), at = p->end[ci][ri];
  wt_pair *more = realloc(p->pair, (p->n + 1) * sizeof *more);
  if (!more) return -1;
  p->pair = more;
  memmove(more + at + 1, more + at, (p->n - at) * sizeof *more);
  more[at] = (wt_pair){c, rtl};
  p->n++;
  for (unsigned k = 4 * ci + ri; k < 16; k++) p->end[k / 4][k % 4]++;
  return 0;
}

void wt_pairs_free(wt_pairs *p) {
  free(p->pair);
  *p = (wt_pairs){0};
}

int wt_pairs_differ(const wt_pairs *p) {
  uint64_t bad = 0;
  const wt_pair *x = p->pair;
#define KIND(ci, C, ri, R)                                            \
  for (const wt_pair *end = p->pair + p->end[ci][ri]; x < end; x++) { \
    C c;                                                              \
    R r;                                                              \
    memcpy(&c, x->c, sizeof c);                                       \
    memcpy(&r, x->rtl, sizeof r);                                     \
    bad |= (uint64_t)c ^ (uint64_t)r;                                 \
  }
#define KINDS(ci, C) KIND(ci, C, 0, uint8_t) KIND(ci, C, 1, uint16_t) KIND(ci, C, 2, uint32_t) KIND(ci, C, 3, uint64_t)
  KINDS(0, uint8_t)
  KINDS(1, uint16_t)
  KINDS(2, uint32_t)
  KINDS(3, uint64_t)
#undef KINDS
#undef KIND
  return bad != 0;
}
