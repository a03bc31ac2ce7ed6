/* wt_bytes.h - numbers out of a file of which nothing is believed, and lists that grow. */
#ifndef WT_BYTES_H
#define WT_BYTES_H
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

static inline uint32_t le16(const uint8_t *p) { return p[0] | (uint32_t)p[1] << 8; }
static inline uint32_t le32(const uint8_t *p) { return le16(p) | le16(p + 2) << 16; }
static inline uint64_t le64(const uint8_t *p) { return le32(p) | (uint64_t)le32(p + 4) << 32; }

/* off + n lies within size, without overflow. */
static inline int inside(uint64_t off, uint64_t n, uint64_t size) { return off <= size && n <= size - off; }

/* Room for one more element, doubling at powers of two. */
static inline void *grow(void *p, size_t n, size_t each) {
  if (n & (n - 1)) return p;
  return realloc(p, (n ? 2 * n : 1) * each);
}
#endif
