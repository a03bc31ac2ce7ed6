/* wt_fatbin.c - finds the cubins in a fat binary. Nothing of the file is believed, as in wt_cubin.c. */
#include "isa/wt_fatbin.h"
#include "isa/wt_bytes.h"

#include <elf.h>
#include <stdio.h>
#include <string.h>

enum { BOX = 16, ENTRY = 0x40, KIND_ELF = 2, SM = 75, MACHINE_CUDA = 190, PACKED = 0x2000 | 0x8000 };
enum { DAMAGED }; /* no bytes of a box */

static int is_box(const uint8_t *p, size_t n) { return n >= BOX && le32(p) == 0xba55ed50; }

/* The section .nv_fatbin of an ELF64 file and its *bytes; NULL if it has none. */
static const uint8_t *section(const uint8_t *p, size_t n, size_t *bytes) {
  if (!inside(0, sizeof(Elf64_Ehdr), n) || memcmp(p, ELFMAG, 4) || p[EI_CLASS] != ELFCLASS64 || p[EI_DATA] != ELFDATA2LSB ||
      le16(p + 18) == MACHINE_CUDA)
    return NULL;
  uint64_t table = le64(p + 40), each = sizeof(Elf64_Shdr);
  unsigned many = le16(p + 60), names = le16(p + 62);
  if (!inside(table, many * each, n) || names >= many) return NULL;
  const uint8_t *text = p + table + names * each;
  uint64_t text_at = le64(text + 24), text_size = le64(text + 32);
  if (!inside(text_at, text_size, n)) return NULL;
  for (unsigned i = 1; i < many; i++) { /* the first is none */
    const uint8_t *s = p + table + i * each;
    uint64_t name = le32(s), at = le64(s + 24), size = le64(s + 32);
    static const char want[] = ".nv_fatbin";
    if (!inside(name, sizeof want, text_size) || memcmp(p + text_at + name, want, sizeof want)) continue;
    if (le32(s + 4) == SHT_NOBITS || !inside(at, size, n)) continue;
    *bytes = (size_t)size;
    return p + at;
  }
  return NULL;
}

int wt_fatbin_is(const uint8_t *p, size_t n) {
  size_t bytes;
  return is_box(p, n) || section(p, n, &bytes) != NULL;
}

typedef struct {
  const char *path;
  wt_cubin *out;
  char *err;
  size_t errn;
  unsigned others[4], n_others; /* architectures that are there and not ours */
  unsigned found;               /* for sm_75, with kernels */
  int packed;                   /* one for sm_75 is compressed */
  char why[400];                /* the first that could not be read */
} search;

static void take(search *f, const uint8_t *p, size_t n, unsigned sm, uint64_t flags) {
  char why[400];
  wt_cubin c;
  if (sm != SM) {
    if (f->n_others < 4) f->others[f->n_others++] = sm;
    return;
  }
  if (flags & PACKED) {
    f->packed = 1;
    return;
  }
  if (wt_cubin_parse(p, n, f->path, &c, why, sizeof why)) {
    /* what device linking leaves behind holds no kernel */
    if (!f->why[0] && !strstr(why, "has no kernel")) snprintf(f->why, sizeof f->why, "%s", why);
    return;
  }
  if (!c.nkernels || f->found++) wt_cubin_free(&c);
  else *f->out = c;
}

/* The entries of one fat binary; its bytes, or DAMAGED. */
static size_t open_box(search *f, const uint8_t *p, size_t n) {
  uint64_t head = le16(p + 6), size = le64(p + 8);
  if (head < BOX || !inside(head, size, n)) return DAMAGED;
  const uint8_t *e = p + head, *end = e + size;
  while ((size_t)(end - e) >= ENTRY) {
    uint64_t skip = le32(e + 4), bytes = le64(e + 8), room = (uint64_t)(end - e);
    if (skip < ENTRY || !inside(skip, bytes, room)) return DAMAGED;
    if (le16(e) == KIND_ELF) take(f, e + skip, (size_t)bytes, le32(e + 0x1c), le64(e + 0x28));
    e += skip + bytes;
  }
  return (size_t)(head + size);
}

static wt_status verdict(const search *f) {
  if (f->found == 1) return WT_OK;
  if (f->found) wt_cubin_free(f->out);
  if (!f->errn) return WT_USAGE;
  if (f->found) {
    snprintf(f->err, f->errn, "%s: holds %u cubins with kernels for sm_75, one a source file; compile the one you want with nvcc -arch=sm_75 -cubin",
             f->path, f->found);
  } else if (f->why[0]) {
    snprintf(f->err, f->errn, "%s", f->why);
  } else if (f->packed) {
    snprintf(f->err, f->errn, "%s: its cubin for sm_75 is compressed, compile with nvcc -arch=sm_75 -cubin", f->path);
  } else if (f->n_others) {
    char others[sizeof f->others / sizeof *f->others * sizeof " sm_4294967295"] = "";
    for (unsigned i = 0, k = 0; i < f->n_others; i++) k += (unsigned)sprintf(others + k, " sm_%u", f->others[i]);
    snprintf(f->err, f->errn, "%s: holds cubins for%s and none for sm_75, compile with nvcc -arch=sm_75", f->path, others);
  } else {
    snprintf(f->err, f->errn, "%s: is a fat binary without a cubin that has kernels, compile with nvcc -arch=sm_75 -cubin", f->path);
  }
  return WT_USAGE;
}

wt_status wt_fatbin_load(const uint8_t *p, size_t n, const char *path, wt_cubin *out, char *err, size_t errn) {
  search f = {.path = path, .out = out, .err = err, .errn = errn};
  memset(out, 0, sizeof *out);
  if (!is_box(p, n)) p = section(p, n, &n);
  while (p && n >= BOX) { /* several stand in a row, with zeroes up to a multiple of 8 between them */
    size_t used = is_box(p, n) ? open_box(&f, p, n) : !le64(p) ? 8 : DAMAGED;
    if (used == DAMAGED) {
      snprintf(f.why, sizeof f.why, "%s: its fat binary is damaged, compile it again", path);
      break;
    }
    used = (used + 7) / 8 * 8;
    if (used >= n) break;
    p += used, n -= used;
  }
  return verdict(&f);
}
