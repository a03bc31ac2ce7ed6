/* wt_box.h - a file of named parts: an ELF file, so that readelf lists them, with a checksum of every part and of the whole.
 *
 * Parts are compressed (zstd) but for those whose name begins with a capital: they are text to look at (readelf -p .wt.Id). The file appears whole
 * or not at all. Reading checks everything before a byte is used.
 */
#ifndef WT_BOX_H
#define WT_BOX_H
#include <stddef.h>
#include <stdint.h>

enum { WT_BOX_PARTS = 128, WT_BOX_NAME = 32, WT_SHA = 32 };
typedef struct {
  char name[WT_BOX_NAME];
  void *data;
  size_t n;
} wt_part;
typedef struct {
  wt_part part[WT_BOX_PARTS];
  unsigned n;
} wt_box;

/* A new part of n bytes, zeroed; NULL: no memory, or too many parts. */
void *wt_box_add(wt_box *b, const char *name, size_t n);
const wt_part *wt_box_find(const wt_box *b, const char *name);
void wt_box_free(wt_box *b);
/* 0, or -1 with one line in err. read: b is empty before, and after a failure. */
int wt_box_write(const wt_box *b, const char *path, char *err, size_t errn);
int wt_box_read(wt_box *b, const char *path, char *err, size_t errn);

void wt_sha(const void *data, size_t n, uint8_t out[WT_SHA]);
/* 64 digits and a zero. */
void wt_sha_text(const uint8_t sha[WT_SHA], char text[2 * WT_SHA + 1]);
#endif
