/* wt_cubin_in.h - what the parts of the cubin reader share: wt_cubin.c takes a file apart, wt_cubin_link.c joins and relocates its code. */
#ifndef WT_CUBIN_IN_H
#define WT_CUBIN_IN_H
#include "isa/wt_bytes.h"
#include "isa/wt_cubin.h"
#include "isa/wt_service.h"
#include <gelf.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  const char *name;
  GElf_Shdr h;
  const uint8_t *data; /* NULL for NOBITS */
} section;

typedef struct {
  wt_cubin *c;
  section *sec;
  size_t nsec;
  const section *symtab, *strtab;
  size_t nsym;
  int framed;       /* a function that is no entry has a frame of its own */
  uint8_t *claimed; /* [nsym] a kernel or a function says that it needs this symbol, which is not in the file */
  char *err;
  size_t errn;
} loader;

enum { STO_KERNEL = 0x10, SYM_ENTRY = 24 }; /* SYM_ENTRY: bytes in the file */

/* Appends the functions that lie in sections of their own to every kernel, and reads the relocations. After the kernels. */
wt_status wt_cubin_link(loader *l);
/* The attributes of .nv.info.K. */
wt_status wt_cubin_info(loader *l, wt_cubin_kernel *k, const section *s);
/* Kernel k alone cannot run: the first reason is kept. */
void wt_cubin_refuse(wt_cubin_kernel *k, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* k calls that function, which is not in the file. */
wt_status wt_cubin_need(loader *l, wt_cubin_kernel *k, const char *name);
/* Whether k may call it: there is a routine for it, or k is a function, of which nobody knows whether it runs at all. */
static inline int wt_cubin_can_do_without(const wt_cubin_kernel *k, const char *name) { return k->shared || wt_service_known(name); }
void wt_cubin_kernel_free(wt_cubin_kernel *k);

static inline wt_status fail(loader *l, const char *fmt, ...) {
  va_list ap;
  int n = l->errn ? snprintf(l->err, l->errn, "%s: ", l->c->path) : 0;
  va_start(ap, fmt);
  if (n >= 0 && (size_t)n < l->errn) vsnprintf(l->err + n, l->errn - (size_t)n, fmt, ap);
  va_end(ap);
  for (char *p = l->err; l->errn && *p; p++) { /* names come from the file: keep the message one printable line */
    if ((unsigned char)*p < 32 || (unsigned char)*p > 126) *p = '?';
  }
  return WT_USAGE;
}

static inline wt_status no_memory(loader *l) { return fail(l, "out of memory, free some"); }

/* A string of a string table, or NULL when it does not end inside it. */
static inline const char *string_at(const section *tab, uint64_t off) {
  if (!tab->data || off >= tab->h.sh_size || !memchr(tab->data + off, 0, tab->h.sh_size - off)) return NULL;
  return (const char *)tab->data + off;
}

static inline GElf_Sym symbol_at(const loader *l, size_t i) {
  const uint8_t *p = l->symtab->data + i * SYM_ENTRY;
  GElf_Sym s = {
    .st_name = le32(p), .st_info = p[4], .st_other = p[5], .st_shndx = (Elf64_Section)le16(p + 6), .st_value = le64(p + 8), .st_size = le64(p + 16)};
  return s;
}

static inline const char *symbol_name(const loader *l, const GElf_Sym *s) {
  const char *n = string_at(l->strtab, s->st_name);
  return n ? n : "?";
}

static inline int place_of(const section *s, wt_cubin_place *out) {
  static const char *const names[WT_CUBIN_PLACES] = {".nv.global", ".nv.global.init", ".nv.constant3", ".nv.constant4"};
  for (unsigned i = 0; i < WT_CUBIN_PLACES; i++) {
    if (strcmp(s->name, names[i])) continue;
    *out = (wt_cubin_place)i;
    return 1;
  }
  return 0;
}

/* st_other of a symbol marks entry points; other functions of the file are only reached from kernels. */
static inline int is_kernel(const GElf_Sym *s) { return GELF_ST_TYPE(s->st_info) == STT_FUNC && (s->st_other & STO_KERNEL); }

#endif
