/* wt_pairs.h - quick answer to "does any of these rows differ?": nearly always no, several hundred times in every cycle. */
#ifndef WT_PAIRS_H
#define WT_PAIRS_H
#include <stdint.h>
#include <string.h>

/* One value in both twins. Kinds 0 to 15: at most 8 bytes wide, and the twins may take different numbers of bytes; 16 and 17: parts of wide values. */
typedef struct {
  const void *c, *rtl;
} wt_pair;
enum { WT_PAIRS_16 = 16, WT_PAIRS_32, WT_PAIRS_KINDS };

typedef struct {
  wt_pair *pair;                   /* sorted by their kinds */
  unsigned n, end[WT_PAIRS_KINDS]; /* where the next kind begins */
} wt_pairs;

/* Is there a place for a value of these sizes? */
static inline int wt_pairs_fit(unsigned c_bytes, unsigned rtl_bytes) {
  return c_bytes && rtl_bytes && c_bytes <= 8 && rtl_bytes <= 8 && !(c_bytes & (c_bytes - 1)) && !(rtl_bytes & (rtl_bytes - 1));
}
/* 0, or -1 when there is no memory. */
int wt_pairs_add(wt_pairs *p, const void *c, unsigned c_bytes, const void *rtl, unsigned rtl_bytes);
/* A value that takes the same bytes in both twins, of any number. */
int wt_pairs_add_bytes(wt_pairs *p, const void *c, const void *rtl, unsigned bytes);
/* After the last one: puts them in the order of the RTL's addresses, and neighbours together. 0, or -1 when there is no memory. */
int wt_pairs_join(wt_pairs *p);
void wt_pairs_free(wt_pairs *p);
int wt_pairs_differ(const wt_pairs *p);

static inline uint64_t wt_bytes_word(const char *p) {
  uint64_t v;
  memcpy(&v, p, sizeof v);
  return v;
}
/* Do n > 0 bytes differ? Rows are short: a call of memcmp costs more than the comparison. The last look may overlap the one before. */
static inline int wt_bytes_differ(const char *a, const char *b, uint32_t n) {
  typedef uint64_t part __attribute__((vector_size(16)));
  if (n >= 16) {
    part bad = {0}, x, y;
    for (uint32_t i = 0;; i = i + 32 > n ? n - 16 : i + 16) {
      memcpy(&x, a + i, 16), memcpy(&y, b + i, 16);
      bad |= x ^ y;
      if (i + 16 == n) return (bad[0] | bad[1]) != 0;
    }
  }
  if (n >= 8) return ((wt_bytes_word(a) ^ wt_bytes_word(b)) | (wt_bytes_word(a + n - 8) ^ wt_bytes_word(b + n - 8))) != 0;
  if (n >= 4) {
    uint32_t v[4];
    memcpy(&v[0], a, 4), memcpy(&v[1], b, 4), memcpy(&v[2], a + n - 4, 4), memcpy(&v[3], b + n - 4, 4);
    return ((v[0] ^ v[1]) | (v[2] ^ v[3])) != 0;
  }
  return ((a[0] ^ b[0]) | (a[n / 2] ^ b[n / 2]) | (a[n - 1] ^ b[n - 1])) != 0;
}
#endif
