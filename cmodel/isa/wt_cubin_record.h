/* wt_cubin_record.h - records of the .nv.info sections, for the loader. */
#ifndef WT_CUBIN_RECORD_H
#define WT_CUBIN_RECORD_H
#include "isa/wt_bytes.h"

/* One record of .nv.info: the value of a short one, or the payload of a long one. */
typedef struct {
  unsigned attr, value;
  const uint8_t *data;
  uint32_t size;
} record;

/* Takes the record at *at. Returns 1, 0 at the end, -1 when it does not fit. */
static inline int next_record(const uint8_t *data, uint64_t size, uint64_t *at, record *r) {
  if (*at == size) return 0;
  if (!inside(*at, 4, size)) return -1;
  const uint8_t *p = data + *at;
  *r = (record){p[1], le16(p + 2), p + 4, 0};
  *at += 4;
  if (p[0] == 2) r->value &= 0xff;
  if (p[0] == 4) {
    r->size = r->value;
    if (!inside(*at, r->size, size)) return -1;
    *at += r->size;
  }
  return p[0] >= 1 && p[0] <= 4 ? 1 : -1;
}

static inline uint32_t *words(const record *r) {
  uint32_t *w = malloc(r->size ? r->size : 4);
  for (uint32_t i = 0; w && i < r->size / 4; i++) w[i] = le32(r->data + 4 * i);
  return w;
}
#endif
