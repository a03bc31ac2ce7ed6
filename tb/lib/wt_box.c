/* wt_box.c - parts in an ELF file. */
#define _GNU_SOURCE
#include "lib/wt_box.h"

#include <errno.h>
#include <gelf.h>
#include <nettle/sha2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <zstd.h>

#include "files/wt_infile.h"
#include "files/wt_outfile.h"

enum { LEVEL = 1, TRAIL = 8 + WT_SHA, PREFIX = 4 };
static const char trail[8] = "WTWHOLE1", prefix[] = ".wt.", sums[] = "Sum"; /* what stands behind the ELF file: this, and the hash of all before */

void wt_sha(const void *data, size_t n, uint8_t out[WT_SHA]) {
  struct sha256_ctx c;
  sha256_init(&c);
  sha256_update(&c, n, data);
  sha256_digest(&c, WT_SHA, out);
}
void wt_sha_text(const uint8_t sha[WT_SHA], char text[2 * WT_SHA + 1]) {
  for (int i = 0; i < WT_SHA; i++) snprintf(text + 2 * i, 3, "%02x", sha[i]);
}

void *wt_box_add(wt_box *b, const char *name, size_t n) {
  if (b->n == WT_BOX_PARTS || strlen(name) >= WT_BOX_NAME) return NULL;
  void *p = calloc(1, n ? n : 1);
  if (!p) return NULL;
  wt_part *x = &b->part[b->n++];
  *x = (wt_part){.data = p, .n = n};
  strcpy(x->name, name);
  return p;
}
const wt_part *wt_box_find(const wt_box *b, const char *name) {
  for (unsigned i = 0; i < b->n; i++)
    if (!strcmp(b->part[i].name, name)) return &b->part[i];
  return NULL;
}
void wt_box_free(wt_box *b) {
  for (unsigned i = 0; i < b->n; i++) free(b->part[i].data);
  b->n = 0;
}

static int plain(const char *name) { return *name >= 'A' && *name <= 'Z'; }

/* ---- writing ---- */

/* What goes into the file, in the order of the sections; sums come last. */
typedef struct {
  void *data[WT_BOX_PARTS + 1];
  size_t n[WT_BOX_PARTS + 1];
  char names[(WT_BOX_PARTS + 3) * (WT_BOX_NAME + PREFIX)];
  size_t name_at[WT_BOX_PARTS + 2], names_n;
  unsigned parts;
} image;

static int compress_part(image *m, const wt_part *p) {
  unsigned i = m->parts++;
  size_t room = plain(p->name) ? p->n : ZSTD_compressBound(p->n);
  if (!(m->data[i] = malloc(room ? room : 1))) return -1;
  if (plain(p->name)) memcpy(m->data[i], p->data, m->n[i] = p->n);
  else if (ZSTD_isError(m->n[i] = ZSTD_compress(m->data[i], room, p->data, p->n, LEVEL))) return -1;
  return 0;
}
static size_t name_section(image *m, const char *name) {
  size_t at = m->names_n;
  m->names_n += (size_t)snprintf(m->names + at, sizeof m->names - at, "%s%s", *name == '.' ? "" : prefix, name) + 1;
  return at;
}

static int make_image(image *m, const wt_box *b) {
  m->names_n = 1;
  char *text = NULL;
  size_t n;
  FILE *f = open_memstream(&text, &n);
  for (unsigned i = 0; f && i < b->n; i++) {
    uint8_t sha[WT_SHA];
    char hex[2 * WT_SHA + 1];
    m->name_at[i] = name_section(m, b->part[i].name);
    if (compress_part(m, &b->part[i])) return fclose(f), free(text), -1;
    wt_sha(b->part[i].data, b->part[i].n, sha);
    wt_sha_text(sha, hex);
    fprintf(f, "%s  %s\n", hex, b->part[i].name);
  }
  if (!f || fclose(f)) return -1;
  m->name_at[m->parts] = name_section(m, sums);
  m->data[m->parts] = text, m->n[m->parts++] = n;
  m->name_at[m->parts] = name_section(m, ".shstrtab");
  return 0;
}

static int section(Elf *e, size_t name, unsigned type, void *data, size_t n) {
  Elf_Scn *s = elf_newscn(e);
  Elf_Data *d = s ? elf_newdata(s) : NULL;
  GElf_Shdr h;
  if (!d || !gelf_getshdr(s, &h)) return -1;
  *d = (Elf_Data){.d_buf = data, .d_size = n, .d_align = type == SHT_STRTAB ? 1 : 64, .d_type = ELF_T_BYTE, .d_version = EV_CURRENT};
  h.sh_name = (GElf_Word)name, h.sh_type = type;
  return gelf_update_shdr(s, &h) ? 0 : -1;
}

static int put_elf(int fd, image *m) {
  elf_version(EV_CURRENT);
  Elf *e = elf_begin(fd, ELF_C_WRITE, NULL);
  GElf_Ehdr h;
  int bad = !e || !gelf_newehdr(e, ELFCLASS64);
  for (unsigned i = 0; !bad && i < m->parts; i++) bad = section(e, m->name_at[i], SHT_PROGBITS, m->data[i], m->n[i]);
  if (!bad) bad = section(e, m->name_at[m->parts], SHT_STRTAB, m->names, m->names_n);
  if (!bad) {
    gelf_getehdr(e, &h);
    h.e_ident[EI_DATA] = ELFDATA2LSB, h.e_type = ET_NONE, h.e_machine = EM_NONE, h.e_version = EV_CURRENT, h.e_shstrndx = (GElf_Half)(m->parts + 1);
    bad = !gelf_update_ehdr(e, &h) || elf_update(e, ELF_C_WRITE) < 0;
  }
  if (e) elf_end(e);
  return bad ? -1 : 0;
}

/* The ELF file, made in memory: on a full disk a write fails, a mapped page would be a signal. */
static uint8_t *elf_bytes(image *m, size_t *n) {
  int fd = memfd_create("checkpoint", MFD_CLOEXEC);
  uint8_t *p = NULL;
  if (fd < 0) return NULL;
  off_t end = put_elf(fd, m) ? -1 : lseek(fd, 0, SEEK_END);
  if (end > 0 && (p = malloc((size_t)end + TRAIL))) {
    size_t got = 0;
    for (ssize_t k; (k = pread(fd, p + got, (size_t)end - got, (off_t)got)) > 0;) got += (size_t)k;
    if (got < (size_t)end) free(p), p = NULL;
    *n = got;
  }
  close(fd);
  return p;
}

static int put_file(const uint8_t *p, size_t n, const char *path, char *err, size_t errn) {
  wt_outfile o;
  if (wt_outfile_begin(&o, path)) return snprintf(err, errn, "%s: cannot write: %s", path, strerror(errno)), -1;
  FILE *f = fopen(o.part, "wb");
  int bad = !f || fwrite(p, 1, n, f) != n || fflush(f) || (!o.straight && fsync(fileno(f)));
  int e = errno;
  if (f && fclose(f) && !bad) bad = 1, e = errno;
  if (wt_outfile_end(&o, !bad) && !bad) bad = 1, e = errno;
  return bad ? snprintf(err, errn, "%s: cannot write: %s", path, strerror(e)), -1 : 0;
}

int wt_box_write(const wt_box *b, const char *path, char *err, size_t errn) {
  image *m = calloc(1, sizeof *m);
  size_t n = 0;
  errno = ENOMEM;
  uint8_t *p = m && !make_image(m, b) ? elf_bytes(m, &n) : NULL;
  int rc = p ? 0 : (snprintf(err, errn, "%s: cannot write: %s", path, strerror(errno)), -1);
  if (p) {
    memcpy(p + n, trail, sizeof trail);
    wt_sha(p, n + sizeof trail, p + n + sizeof trail);
    rc = put_file(p, n + TRAIL, path, err, errn);
  }
  free(p);
  for (unsigned i = 0; m && i < m->parts; i++) free(m->data[i]);
  free(m);
  return rc;
}

/* ---- reading ---- */

static int take_part(wt_box *b, const char *name, const Elf_Data *d) {
  size_t n = d->d_size;
  if (!plain(name)) {
    unsigned long long raw = ZSTD_getFrameContentSize(d->d_buf, n);
    if (raw == ZSTD_CONTENTSIZE_ERROR || raw == ZSTD_CONTENTSIZE_UNKNOWN) return -1;
    n = (size_t)raw;
  }
  void *p = wt_box_add(b, name, n);
  if (!p) return -1;
  if (!plain(name)) return ZSTD_decompress(p, n, d->d_buf, d->d_size) == n ? 0 : -1;
  if (n) memcpy(p, d->d_buf, n);
  return 0;
}

static int take_parts(wt_box *b, Elf *e) {
  size_t names;
  Elf_Scn *s = NULL;
  if (elf_getshdrstrndx(e, &names)) return -1;
  while ((s = elf_nextscn(e, s))) {
    GElf_Shdr h;
    const char *name = gelf_getshdr(s, &h) ? elf_strptr(e, names, h.sh_name) : NULL;
    const Elf_Data *d = elf_getdata(s, NULL);
    if (!name) return -1;
    if (strncmp(name, prefix, PREFIX)) continue;
    static const Elf_Data nothing = {.d_buf = NULL};
    if (take_part(b, name + PREFIX, d ? d : &nothing)) return -1;
  }
  return 0;
}

/* The parts are as their writer hashed them. */
static int sums_fit(const wt_box *b) {
  const wt_part *s = wt_box_find(b, sums);
  const char *p = s ? s->data : NULL, *end = p ? p + s->n : NULL;
  for (unsigned i = 0; i + 1 < b->n; i++) {
    uint8_t sha[WT_SHA];
    char line[2 * WT_SHA + WT_BOX_NAME + 4], hex[2 * WT_SHA + 1];
    wt_sha(b->part[i].data, b->part[i].n, sha);
    wt_sha_text(sha, hex);
    size_t k = (size_t)snprintf(line, sizeof line, "%s  %s\n", hex, b->part[i].name);
    if ((size_t)(end - p) < k || memcmp(p, line, k)) return 0;
    p += k;
  }
  return p && p == end;
}

int wt_box_read(wt_box *b, const char *path, char *err, size_t errn) {
  size_t n;
  uint8_t *p = wt_infile_read(path, &n, err, errn), sha[WT_SHA];
  int bad = 0;
  if (!p) return -1;
  if (n < 64 + TRAIL || memcmp(p, ELFMAG, SELFMAG) || memcmp(p + n - TRAIL, trail, sizeof trail)) {
    snprintf(err, errn, "%s: %s", path,
             n >= 64 && !memcmp(p, ELFMAG, SELFMAG) && p[EI_CLASS] == ELFCLASS64 && p[EI_OSABI] == 0
               ? "is cut short or no file of warptwin, make it again"
               : "is no checkpoint, take a file that --checkpoint-dir or a difference left");
    bad = 1;
  } else {
    wt_sha(p, n - WT_SHA, sha);
    if (memcmp(sha, p + n - WT_SHA, WT_SHA)) bad = 1, snprintf(err, errn, "%s: is damaged, its checksum does not fit, make it again", path);
  }
  if (!bad) {
    elf_version(EV_CURRENT);
    Elf *e = elf_memory((char *)p, n - TRAIL);
    bad = !e || take_parts(b, e) || !sums_fit(b);
    if (e) elf_end(e);
    if (bad) snprintf(err, errn, "%s: a part of it is damaged, or memory is short", path);
  }
  free(p);
  if (bad) wt_box_free(b);
  return bad ? -1 : 0;
}
