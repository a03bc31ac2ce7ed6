/* wt_cuda_image.c - takes the cubin for this device out of a fat binary: plain, LZ4 or zstd, among other architectures. Nothing is believed. */
#include <lz4.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

#include "cuda/wt_cuda.h"

enum { BOX = 16, ENTRY = 0x40, PTX = 1, ELF = 2, SM = 75, LZ4 = 0x2000, ZSTD = 0x8000 };
#define BOX_MAX (UINT64_C(1) << 30)
#define IMAGE_MAX (UINT64_C(256) << 20)

static uint32_t le32(const uint8_t *p) { return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24; }
static uint64_t le64(const uint8_t *p) { return le32(p) | (uint64_t)le32(p + 4) << 32; }

size_t wt_cuda_image_size(const unsigned char h[16]) {
  uint32_t head = h[6] | (uint32_t)h[7] << 8;
  uint64_t size = le64(h + 8);
  if (le32(h) != 0xba55ed50 || (h[4] | h[5] << 8) != 1 || head < BOX || size > BOX_MAX) return 0;
  return (size_t)(head + size);
}

static wt_cuda_error unpack(const uint8_t *p, size_t n, size_t size, uint64_t flags, uint8_t *out) {
  if (flags & ZSTD) return ZSTD_decompress(out, size, p, n) == size ? CUDA_OK : CUDA_IMAGE;
  return LZ4_decompress_safe((const char *)p, (char *)out, (int)n, (int)size) == (int)size ? CUDA_OK : CUDA_IMAGE;
}

/* One entry that fits: its cubin. */
static wt_cuda_error take(const uint8_t *e, const uint8_t *payload, uint64_t bytes, void **image, size_t *size, char *err, size_t errn) {
  uint64_t flags = le64(e + 0x28), packed = le32(e + 0x10), plain = le64(e + 0x38);
  int is_packed = (flags & (LZ4 | ZSTD)) != 0;
  if (!is_packed) plain = bytes;
  if (is_packed && (!packed || packed > bytes || !plain || plain > IMAGE_MAX || (flags & LZ4 && flags & ZSTD))) {
    snprintf(err, errn, "a packed cubin has sizes that cannot be, compile the program again");
    return CUDA_IMAGE;
  }
  if (!(*image = malloc(plain ? plain : 1))) return snprintf(err, errn, "out of memory"), CUDA_NO_MEMORY;
  *size = plain;
  if (!is_packed) memcpy(*image, payload, plain);
  else if (unpack(payload, packed, plain, flags, *image)) {
    free(*image);
    *image = NULL;
    snprintf(err, errn, "a cubin that is packed with %s does not unpack to its size, compile the program again", flags & ZSTD ? "zstd" : "LZ4");
    return CUDA_IMAGE;
  }
  return CUDA_OK;
}

wt_cuda_error wt_cuda_image(const void *data, size_t room, void **image, size_t *bytes, char *err, size_t errn) {
  const uint8_t *p = data;
  char others[100] = "";
  int ptx = 0;
  size_t all = room >= BOX ? wt_cuda_image_size(p) : 0, used = 0;
  *image = NULL, *bytes = 0;
  if (!all || all > room) return snprintf(err, errn, "the fat binary is damaged, compile the program again"), CUDA_IMAGE;
  for (size_t at = p[6] | (size_t)p[7] << 8; all - at >= ENTRY;) {
    const uint8_t *e = p + at;
    uint64_t head = le32(e + 4), size = le64(e + 8), left = all - at;
    unsigned kind = e[0] | (unsigned)e[1] << 8, sm = le32(e + 0x1c);
    if (head < ENTRY || head > left || size > left - head)
      return snprintf(err, errn, "the fat binary is damaged, compile the program again"), CUDA_IMAGE;
    if (kind == ELF && sm == SM) return take(e, e + head, size, image, bytes, err, errn);
    if (kind == PTX) ptx = 1;
    if (kind == ELF) { /* as many as have room */
      size_t room_left = sizeof others - used, n = (size_t)snprintf(others + used, room_left, " sm_%u", sm);
      if (n < room_left) used += n;
      else others[used] = 0;
    }
    at += head + size;
  }
  snprintf(err, errn, "no code for sm_75 in the program (%s%s%s), compile with -arch=sm_75",
           others[0] ? "it has code for"
           : ptx     ? "it has PTX only"
                     : "it has none",
           others, others[0] && ptx ? " and PTX" : "");
  return CUDA_NO_IMAGE;
}
