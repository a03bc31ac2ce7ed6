/* wt_pairs.c - one loop without branches for each pair of sizes. */
#include "cosim/wt_pairs.h"

#include <stdlib.h>

static int add(wt_pairs *p, unsigned kind, const void *c, const void *rtl) {
  unsigned at = p->end[kind];
  wt_pair *more = realloc(p->pair, (p->n + 1) * sizeof *more);
  if (!more) return -1;
  p->pair = more;
  memmove(more + at + 1, more + at, (p->n - at) * sizeof *more);
  more[at] = (wt_pair){c, rtl};
  p->n++;
  for (unsigned k = kind; k < WT_PAIRS_KINDS; k++) p->end[k]++;
  return 0;
}

int wt_pairs_add(wt_pairs *p, const void *c, unsigned c_bytes, const void *rtl, unsigned rtl_bytes) {
  return add(p, 4 * (unsigned)__builtin_ctz(c_bytes) + (unsigned)__builtin_ctz(rtl_bytes), c, rtl);
}

int wt_pairs_add_bytes(wt_pairs *p, const void *c, const void *rtl, unsigned bytes) {
  static const unsigned sizes[] = {32, 16, 8, 4, 2, 1};
  const char *a = c, *b = rtl;
  for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++)
    for (unsigned n = sizes[k]; bytes >= n; a += n, b += n, bytes -= n)
      if (n > 8 ? add(p, n == 32 ? WT_PAIRS_32 : WT_PAIRS_16, a, b) : wt_pairs_add(p, a, n, b, n)) return -1;
  return 0;
}

static int by_rtl(const void *a, const void *b) {
  uintptr_t x = (uintptr_t)((const wt_pair *)a)->rtl, y = (uintptr_t)((const wt_pair *)b)->rtl;
  return x < y ? -1 : x > y;
}
/* Values that lie behind each other in both twins are compared together. */
int wt_pairs_join(wt_pairs *p) {
  wt_pairs to = {0};
  int bad = 0;
  for (unsigned k = 0, at = 0; k < WT_PAIRS_KINDS; at = p->end[k++]) {
    unsigned n = p->end[k] - at, bytes = k < WT_PAIRS_16 ? 1u << k % 4 : 16u << (k - WT_PAIRS_16);
    if (!n) continue;
    wt_pair *x = p->pair + at;
    qsort(x, n, sizeof *x, by_rtl);
    for (unsigned i = 0, run; i < n; i += run) {
      run = 1;
      if (k < WT_PAIRS_16 && k / 4 != k % 4) {
        bad |= add(&to, k, x[i].c, x[i].rtl);
        continue;
      }
      while (i + run < n && (const char *)x[i + run].c == (const char *)x[i].c + run * bytes &&
             (const char *)x[i + run].rtl == (const char *)x[i].rtl + run * bytes)
        run++;
      bad |= wt_pairs_add_bytes(&to, x[i].c, x[i].rtl, run * bytes);
    }
  }
  wt_pairs_free(p);
  *p = to;
  return bad;
}

void wt_pairs_free(wt_pairs *p) {
  free(p->pair);
  *p = (wt_pairs){0};
}

typedef uint64_t part __attribute__((vector_size(32)));
static inline uint64_t halves(const void *a, const void *b, unsigned k) {
  return wt_bytes_word((const char *)a + 8 * k) ^ wt_bytes_word((const char *)b + 8 * k);
}

/* The same text for processors with and without vectors of 32 bytes; the loader chooses. Static: gcc would export the name of the choice. */
__attribute__((target_clones("avx2", "default"))) static int differ(const wt_pairs *p) {
  uint64_t bad = 0;
  const wt_pair *x = p->pair;
#define KIND(ci, C, ri, R)                                                     \
  for (const wt_pair *end = p->pair + p->end[4 * (ci) + (ri)]; x < end; x++) { \
    C c;                                                                       \
    R r;                                                                       \
    memcpy(&c, x->c, sizeof c);                                                \
    memcpy(&r, x->rtl, sizeof r);                                              \
    bad |= (uint64_t)c ^ (uint64_t)r;                                          \
  }
#define KINDS(ci, C)                                                                                                                                \
  _Pragma("GCC unroll 4") KIND(ci, C, 0, uint8_t) _Pragma("GCC unroll 4") KIND(ci, C, 1, uint16_t) _Pragma("GCC unroll 4") KIND(ci, C, 2, uint32_t) \
    _Pragma("GCC unroll 4") KIND(ci, C, 3, uint64_t)
  KINDS(0, uint8_t)
  KINDS(1, uint16_t)
  KINDS(2, uint32_t)
  KINDS(3, uint64_t)
#undef KINDS
#undef KIND
  for (const wt_pair *end = p->pair + p->end[WT_PAIRS_16]; x < end; x++) bad |= halves(x->c, x->rtl, 0) | halves(x->c, x->rtl, 1);
  part wide = {0};
#pragma GCC unroll 4
  for (const wt_pair *end = p->pair + p->end[WT_PAIRS_32]; x < end; x++) {
    part c, r;
    memcpy(&c, x->c, sizeof c);
    memcpy(&r, x->rtl, sizeof r);
    wide |= c ^ r;
  }
  return (bad | wide[0] | wide[1] | wide[2] | wide[3]) != 0;
}

int wt_pairs_differ(const wt_pairs *p) { return differ(p); }
