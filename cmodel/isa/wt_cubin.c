/* wt_cubin.c - cubin reader. libelf takes the headers apart; section contents are read from the image by offsets that
 * were checked against its size. */
#include "isa/wt_cubin_in.h"
#include "isa/wt_cubin_record.h"
#include "isa/wt_service.h"
#include "isa/wt_fatbin.h"
#include "files/wt_infile.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum {
  A_MAX_THREADS = 0x05,
  A_PARAM_CBANK = 0x0a,
  A_EXTERNS = 0x0f,
  A_REQNTID = 0x10,
  A_FRAME_SIZE = 0x11,
  A_MIN_STACK = 0x12,
  A_KPARAM = 0x17,
  A_PARAM_BYTES = 0x19,
  A_EXITS = 0x1c,
  A_MAX_STACK = 0x23,
  A_REGCOUNT = 0x2f,
  A_BRX = 0x34,
  A_KPARAM2 = 0x45,
  A_BARRIERS = 0x4c
};

enum { EM_CUDA_SM = 190, SM = 75, ABI_SM_HIGH = 8 };
enum { HEADER = 64, SH_ENTRY = 64, PH_ENTRY = 56 }; /* sizes in the file, bytes */

/* ---- the file and its headers ---- */

static wt_status read_all(loader *l, FILE *f) {
  wt_cubin *c = l->c;
  size_t cap = 0;
  for (;;) {
    if (c->image_size == cap) {
      uint8_t *p = cap > WT_CUBIN_FILE_MAX ? NULL : realloc(c->image, cap = cap ? 2 * cap : 65536);
      if (!p) return fail(l, "is larger than 256 MiB or than the free memory, give one cubin");
      c->image = p;
    }
    size_t got = fread(c->image + c->image_size, 1, cap - c->image_size, f);
    c->image_size += got;
    if (!got) break;
  }
  return ferror(f) ? fail(l, "cannot be read: %s", strerror(errno)) : WT_OK;
}

static wt_status read_file(loader *l) {
  const char *why;
  if (wt_infile_look(l->c->path)) return fail(l, "is not a file, give a cubin");
  FILE *f = wt_infile_open(l->c->path, &why);
  if (!f) return fail(l, "cannot be opened: %s, check the path", why);
  wt_status s = read_all(l, f);
  fclose(f);
  return s;
}

static wt_status not_elf(loader *l) {
  const uint8_t *p = l->c->image;
  size_t n = l->c->image_size;
  if (n < 4 && !memcmp(p, ELFMAG, n)) return fail(l, "is truncated (%zu bytes), compile it again", n);
  if (n >= 8 && (!memcmp(p, ".version", 8) || !memcmp(p, "//\n// Ge", 8))) {
    return fail(l, "is PTX text, compile with nvcc -arch=sm_75 -cubin");
  }
  return fail(l, "is not an ELF file, give a cubin made by nvcc -arch=sm_75 -cubin");
}

static wt_status check_target(loader *l, const GElf_Ehdr *h) {
  unsigned high = h->e_flags >> 8 & 0xff, low = h->e_flags & 0xff;
  unsigned sm = h->e_ident[EI_ABIVERSION] >= ABI_SM_HIGH ? high : low;
  if (sm != SM) return fail(l, "is for sm_%u, compile with nvcc -arch=sm_75", sm);
  if (h->e_type == ET_REL) return fail(l, "is a relocatable object, compile without -dc and -rdc=true");
  if (h->e_type != ET_EXEC) return fail(l, "has ELF type %u, compile with nvcc -arch=sm_75 -cubin", h->e_type);
  return WT_OK;
}

/* The part of the header that needs no libelf, so that libelf only sees a file it can take. */
static wt_status check_ident(loader *l) {
  const uint8_t *p = l->c->image;
  size_t n = l->c->image_size;
  if (!n) return fail(l, "is empty, compile it again");
  if (n < 4 || memcmp(p, ELFMAG, 4)) return not_elf(l);
  if (n < HEADER) return fail(l, "is truncated: %zu bytes do not hold an ELF header, compile it again", n);
  if (le16(p + 18) != EM_CUDA_SM) {
    return fail(l, "is an ELF file for machine %u, not a cubin (190), compile with nvcc -arch=sm_75 -cubin", (unsigned)le16(p + 18));
  }
  if (p[EI_CLASS] != ELFCLASS64 || p[EI_DATA] != ELFDATA2LSB || p[EI_VERSION] != EV_CURRENT || le32(p + 20) != EV_CURRENT) {
    return fail(l, "is not a 64-bit little-endian ELF file of version 1, compile with nvcc -arch=sm_75 -cubin");
  }
  return WT_OK;
}

static wt_status check_header(loader *l, const GElf_Ehdr *h) {
  size_t n = l->c->image_size;
  wt_status s = check_target(l, h);
  if (s) return s;
  if (!h->e_shnum || h->e_shnum >= SHN_LORESERVE || h->e_shentsize != SH_ENTRY || h->e_ehsize != HEADER) {
    return fail(l, "has a damaged ELF header (no usable section table), compile it again");
  }
  if (!inside(h->e_shoff, (uint64_t)h->e_shnum * SH_ENTRY, n)) {
    return fail(l, "is truncated: its section table ends at byte %llu of %zu, compile it again",
                (unsigned long long)(h->e_shoff + (uint64_t)h->e_shnum * SH_ENTRY), n);
  }
  if (h->e_phnum && (h->e_phentsize != PH_ENTRY || !inside(h->e_phoff, (uint64_t)h->e_phnum * PH_ENTRY, n))) {
    return fail(l, "is truncated: its program headers lie outside its %zu bytes, compile it again", n);
  }
  return WT_OK;
}

/* ---- sections ---- */

static wt_status name_sections(loader *l, size_t names) {
  if (names >= l->nsec || l->sec[names].h.sh_type != SHT_STRTAB) {
    return fail(l, "has no table of section names (section %zu), compile it again", names);
  }
  for (size_t i = 0; i < l->nsec; i++) {
    l->sec[i].name = string_at(&l->sec[names], l->sec[i].h.sh_name);
    if (!l->sec[i].name) return fail(l, "section %zu has its name outside the file, compile it again", i);
  }
  return WT_OK;
}

static wt_status read_section(loader *l, Elf *elf, size_t i) {
  section *s = &l->sec[i];
  Elf_Scn *scn = elf_getscn(elf, i);
  if (!scn || !gelf_getshdr(scn, &s->h)) return fail(l, "section %zu cannot be read, compile the file again", i);
  if (s->h.sh_type == SHT_NOBITS || s->h.sh_type == SHT_NULL) return WT_OK;
  if (!inside(s->h.sh_offset, s->h.sh_size, l->c->image_size)) {
    return fail(l, "section %zu (%llu bytes at 0x%llx) lies outside the file of %zu bytes, compile it again", i, (unsigned long long)s->h.sh_size,
                (unsigned long long)s->h.sh_offset, l->c->image_size);
  }
  s->data = l->c->image + s->h.sh_offset;
  return WT_OK;
}

static wt_status read_elf(loader *l, Elf *elf) {
  GElf_Ehdr h;
  if (!elf || elf_kind(elf) != ELF_K_ELF || !gelf_getehdr(elf, &h)) {
    return fail(l, "has a damaged ELF header, compile it again");
  }
  wt_status s = check_header(l, &h);
  if (s) return s;
  l->nsec = h.e_shnum;
  l->sec = calloc(l->nsec, sizeof *l->sec);
  if (!l->sec) return no_memory(l);
  for (size_t i = 0; !s && i < l->nsec; i++) s = read_section(l, elf, i);
  return s ? s : name_sections(l, h.e_shstrndx);
}

static wt_status read_headers(loader *l) {
  wt_status s = check_ident(l);
  if (s) return s;
  if (elf_version(EV_CURRENT) == EV_NONE) return fail(l, "cannot be read: libelf is too old, install libelf-dev");
  Elf *elf = elf_memory((char *)l->c->image, l->c->image_size);
  s = read_elf(l, elf);
  elf_end(elf);
  return s;
}

/* ---- symbols ---- */

static wt_status find_symtab(loader *l) {
  for (size_t i = 0; i < l->nsec; i++) {
    if (l->sec[i].h.sh_type != SHT_SYMTAB) continue;
    if (l->symtab) return fail(l, "has two symbol tables, compile it again");
    l->symtab = &l->sec[i];
  }
  if (!l->symtab) return fail(l, "has no symbol table, do not strip it");
  if (l->symtab->h.sh_link >= l->nsec || l->symtab->h.sh_entsize != SYM_ENTRY || l->symtab->h.sh_size % SYM_ENTRY ||
      l->sec[l->symtab->h.sh_link].h.sh_type != SHT_STRTAB) {
    return fail(l, "has a damaged symbol table, compile it again");
  }
  l->strtab = &l->sec[l->symtab->h.sh_link];
  l->nsym = l->symtab->h.sh_size / SYM_ENTRY;
  l->claimed = calloc(l->nsym ? l->nsym : 1, 1);
  if (!l->claimed) return no_memory(l);
  for (size_t i = 0; i < l->nsym; i++) {
    GElf_Sym s = symbol_at(l, i);
    if (!string_at(l->strtab, s.st_name)) {
      return fail(l, "symbol %zu has its name outside the file, compile it again", i);
    }
  }
  return WT_OK;
}

static wt_status read_places(loader *l) {
  for (size_t i = 0; i < l->nsec; i++) {
    const section *s = &l->sec[i];
    wt_cubin_place p;
    if (!place_of(s, &p)) continue;
    uint64_t max = p >= WT_CUBIN_CONST3 ? WT_CUBIN_BANK_MAX : WT_CUBIN_GLOBAL_MAX;
    if (l->c->place[p].size) return fail(l, "has two sections %s, compile it again", s->name);
    if (s->h.sh_type != SHT_PROGBITS && !(s->h.sh_type == SHT_NOBITS && p == WT_CUBIN_GLOBAL)) {
      return fail(l, "section %s has type %u, compile the file again", s->name, s->h.sh_type);
    }
    if (s->h.sh_size > max) {
      return fail(l, "section %s has %llu bytes, the limit is %llu, make its variables smaller", s->name, (unsigned long long)s->h.sh_size,
                  (unsigned long long)max);
    }
    if (s->h.sh_addralign > WT_CUBIN_ALIGN_MAX) {
      return fail(l, "section %s wants alignment %llu, the limit is %d, align its variables less", s->name, (unsigned long long)s->h.sh_addralign,
                  WT_CUBIN_ALIGN_MAX);
    }
    l->c->place[p] = (wt_cubin_bytes){s->data, s->h.sh_size};
  }
  return WT_OK;
}

static wt_status read_variables(loader *l) {
  wt_cubin *c = l->c;
  for (size_t i = 0; i < l->nsym; i++) {
    GElf_Sym s = symbol_at(l, i);
    wt_cubin_place p;
    if (GELF_ST_TYPE(s.st_info) != STT_OBJECT || s.st_shndx >= l->nsec) continue;
    if (!place_of(&l->sec[s.st_shndx], &p) || p == WT_CUBIN_CONST4) continue;
    if (!inside(s.st_value, s.st_size, c->place[p].size)) {
      return fail(l, "variable %s lies outside its section, compile the file again", symbol_name(l, &s));
    }
    wt_cubin_symbol *v = grow(c->symbol, c->nsymbols, sizeof *v);
    if (!v) return no_memory(l);
    c->symbol = v;
    v[c->nsymbols++] = (wt_cubin_symbol){symbol_name(l, &s), p, s.st_value, s.st_size};
  }
  return WT_OK;
}

/* ---- .nv.info ---- */

static wt_status bad_record(loader *l, const wt_cubin_kernel *k, const record *r) {
  return fail(l, "attribute 0x%02x of kernel %s is damaged, compile the file again", r->attr, k->name);
}

static wt_status read_exits(loader *l, wt_cubin_kernel *k, const record *r) {
  if (r->size % 4 || k->exits) return bad_record(l, k, r);
  k->exits = words(r);
  k->nexits = r->size / 4;
  for (uint32_t i = 0; k->exits && i < k->nexits; i++) {
    if (k->exits[i] % 16 || k->exits[i] / 16 >= k->n) return bad_record(l, k, r);
  }
  return k->exits ? WT_OK : no_memory(l);
}

/* Repeated {pc of the branch, 0, n, n targets}. */
static wt_status read_brx(loader *l, wt_cubin_kernel *k, const record *r) {
  if (r->size % 4) return bad_record(l, k, r);
  for (uint32_t i = 0, n = 0; i < r->size; i += 12 + 4 * n) {
    if (r->size - i < 12) return bad_record(l, k, r);
    uint32_t pc = le32(r->data + i);
    n = le32(r->data + i + 8);
    if (n > (r->size - i - 12) / 4 || pc % 16 || pc / 16 >= k->n) return bad_record(l, k, r);
    record part = {.data = r->data + i + 12, .size = 4 * n};
    wt_cfg_targets *t = grow(k->brx, k->nbrx, sizeof *t);
    if (!t) return no_memory(l);
    k->brx = t;
    uint32_t *w = words(&part);
    if (!w) return no_memory(l);
    t[k->nbrx++] = (wt_cfg_targets){pc, w, n};
    for (uint32_t j = 0; j < n; j++) {
      if (w[j] % 16 || w[j] / 16 >= k->n) return bad_record(l, k, r);
    }
  }
  return WT_OK;
}

/* A parameter; the list grows to hold its ordinal, missing ones have size 0. */
static wt_status read_param(loader *l, wt_cubin_kernel *k, const record *r) {
  if (r->size != 12) return bad_record(l, k, r);
  uint32_t ordinal = le16(r->data + 4), off = le16(r->data + 6), size = le32(r->data + 8);
  if (r->attr == A_KPARAM) size >>= 18;
  if (ordinal >= WT_CUBIN_BANK_MAX / 4 || !size || size > WT_CUBIN_BANK_MAX) return bad_record(l, k, r);
  if (ordinal >= k->nparams) {
    wt_cubin_param *p = realloc(k->param, (ordinal + 1) * sizeof *p);
    if (!p) return no_memory(l);
    memset(p + k->nparams, 0, (ordinal + 1 - k->nparams) * sizeof *p);
    k->param = p;
    k->nparams = ordinal + 1;
  }
  if (k->param[ordinal].size) return bad_record(l, k, r);
  k->param[ordinal] = (wt_cubin_param){off, size};
  return WT_OK;
}

static wt_status read_dims(loader *l, wt_cubin_kernel *k, const record *r, uint32_t d[3]) {
  if (r->size != 12) return bad_record(l, k, r);
  for (unsigned i = 0; i < 3; i++) {
    d[i] = le32(r->data + 4 * i);
    if (!d[i] || d[i] > 1024) return bad_record(l, k, r);
  }
  return WT_OK;
}

void wt_cubin_refuse(wt_cubin_kernel *k, const char *fmt, ...) {
  va_list ap;
  if (k->why[0]) return;
  va_start(ap, fmt);
  vsnprintf(k->why, sizeof k->why, fmt, ap);
  va_end(ap);
  for (char *p = k->why; *p; p++)
    if ((unsigned char)*p < 32 || (unsigned char)*p > 126) *p = '?';
}

wt_status wt_cubin_need(loader *l, wt_cubin_kernel *k, const char *name) {
  const char **needs = grow(k->needs, k->nneeds, sizeof *needs);
  if (!needs) return no_memory(l);
  k->needs = needs, needs[k->nneeds++] = name;
  return WT_OK;
}

/* Functions that the code calls and that the file does not hold: those of the device's runtime. Nobody writes the names by which kernels launch kernels. */
#define LAUNCHES "__cuda_syscall_cnp"
static wt_status read_externs(loader *l, wt_cubin_kernel *k, const record *r) {
  if (r->size % 4) return bad_record(l, k, r);
  for (uint32_t i = 0; i < r->size; i += 4) {
    uint32_t sym = le32(r->data + i);
    if (sym >= l->nsym) return bad_record(l, k, r);
    GElf_Sym s = symbol_at(l, sym);
    if (s.st_shndx != SHN_UNDEF) continue;
    l->claimed[sym] = 1;
    const char *name = symbol_name(l, &s);
    if (wt_cubin_can_do_without(k, name)) {
      wt_status st = wt_cubin_need(l, k, name);
      if (st) return st;
    } else if (!strncmp(name, LAUNCHES, sizeof LAUNCHES - 1)) {
      wt_cubin_refuse(k, "launches kernels itself, which this device does not do, launch them from the host");
    } else wt_cubin_refuse(k, "needs %s, a function that is not in the file and not of this machine's runtime, remove its use from the source", name);
  }
  return WT_OK;
}

static wt_status kernel_record(loader *l, wt_cubin_kernel *k, const record *r) {
  switch (r->attr) {
    case A_MAX_THREADS: return read_dims(l, k, r, k->max_threads);
    case A_REQNTID: return read_dims(l, k, r, k->reqntid);
    case A_KPARAM:
    case A_KPARAM2: return read_param(l, k, r);
    case A_EXTERNS: return read_externs(l, k, r);
    case A_EXITS: return read_exits(l, k, r);
    case A_BRX: return read_brx(l, k, r);
    case A_PARAM_BYTES: k->param_bytes = r->value; return WT_OK;
    case A_BARRIERS: k->barriers = r->value; return WT_OK;
    case A_PARAM_CBANK:
      if (r->size != 8) return bad_record(l, k, r);
      k->param_base = le32(r->data + 4) & 0xffff;
      return WT_OK;
    default: return WT_OK;
  }
}

/* {symbol, value} records of the whole file. */
static void file_record(loader *l, const record *r) {
  int entry = 0;
  if (r->size != 8) return;
  uint32_t sym = le32(r->data), v = le32(r->data + 4);
  for (size_t i = 0; i < l->c->nkernels; i++) {
    wt_cubin_kernel *k = &l->c->kernel[i];
    if (k->sym != sym) continue;
    entry = 1;
    if (r->attr == A_REGCOUNT && v > k->regs) k->regs = v;
    int is_stack = r->attr == A_FRAME_SIZE || r->attr == A_MIN_STACK || r->attr == A_MAX_STACK;
    if (is_stack && v != UINT32_MAX && v > k->stack) k->stack = v; /* all ones stands for "unknown" */
  }
  if (!entry && r->attr == A_FRAME_SIZE && v) l->framed = 1;
}

/* k = NULL: the section of the whole file. */
wt_status wt_cubin_info(loader *l, wt_cubin_kernel *k, const section *s) {
  uint64_t at = 0;
  record r;
  int more = s->data ? 1 : -1;
  wt_status st = WT_OK;
  while (!st && more > 0 && (more = next_record(s->data, s->h.sh_size, &at, &r)) > 0) {
    if (k) st = kernel_record(l, k, &r);
    else file_record(l, &r);
  }
  return st ? st : more < 0 ? fail(l, "section %s is damaged, compile the file again", s->name) : WT_OK;
}

/* ---- kernels ---- */

/* The section PREFIXkernel, or NULL. */
static const section *section_of(const loader *l, const char *prefix, const char *kernel) {
  size_t n = strlen(prefix);
  for (size_t i = 0; i < l->nsec; i++) {
    if (!strncmp(l->sec[i].name, prefix, n) && !strcmp(l->sec[i].name + n, kernel)) return &l->sec[i];
  }
  return NULL;
}

static wt_status read_code(loader *l, wt_cubin_kernel *k, const section *s) {
  if (s->h.sh_type != SHT_PROGBITS || !s->h.sh_size) {
    return fail(l, "kernel %s has no code, compile the file again", k->name);
  }
  if (s->h.sh_size % 16) {
    return fail(l, "section %s has %llu bytes, not a multiple of 16, compile the file again", s->name, (unsigned long long)s->h.sh_size);
  }
  k->n = (uint32_t)(s->h.sh_size / 16);
  k->regs = s->h.sh_info >> 24;
  k->code = malloc(k->n * sizeof *k->code);
  if (!k->code) return no_memory(l);
  for (uint32_t i = 0; i < k->n; i++) k->code[i] = (wt_word){le64(s->data + 16 * i), le64(s->data + 16 * i + 8)};
  return WT_OK;
}

static wt_status read_banks(loader *l, wt_cubin_kernel *k) {
  const section *c0 = section_of(l, ".nv.constant0.", k->name), *c2 = section_of(l, ".nv.constant2.", k->name);
  const section *sm = section_of(l, ".nv.shared.", k->name);
  if (!c0 || !c0->data || c0->h.sh_size > WT_CUBIN_BANK_MAX) {
    return fail(l, "kernel %s has no usable constant bank 0, compile the file again", k->name);
  }
  if (c2 && (!c2->data || c2->h.sh_size > WT_CUBIN_BANK_MAX)) {
    return fail(l, "constant bank 2 of kernel %s is damaged or over 64 KiB, compile the file again", k->name);
  }
  if (sm && sm->h.sh_size > WT_CUBIN_SMEM_MAX) {
    return fail(l, "kernel %s wants %llu bytes of shared memory, which cannot be, compile the file again", k->name,
                (unsigned long long)sm->h.sh_size);
  }
  k->const0_size = (uint32_t)c0->h.sh_size;
  if (c2) k->const2 = (wt_cubin_bytes){c2->data, c2->h.sh_size};
  if (sm) k->smem = (uint32_t)sm->h.sh_size;
  return WT_OK;
}

static wt_status check_params(loader *l, const wt_cubin_kernel *k) {
  if (k->param_base < 0x30 || !inside(k->param_base, k->param_bytes, k->const0_size)) {
    return fail(l, "parameters of kernel %s lie outside constant bank 0, compile the file again", k->name);
  }
  if (k->param_bytes && !k->nparams) {
    return fail(l, "kernel %s has no parameter table, compile the file again", k->name);
  }
  for (uint32_t i = 0; i < k->nparams; i++) {
    if (!k->param[i].size || !inside(k->param[i].offset, k->param[i].size, k->param_bytes)) {
      return fail(l, "parameter %u of kernel %s is missing or out of place, compile the file again", i, k->name);
    }
  }
  return WT_OK;
}

static wt_status finish_kernel(loader *l, wt_cubin_kernel *k) {
  const section *info = section_of(l, ".nv.info.", k->name);
  for (size_t i = 0; i < l->nsec; i++) k->compiled |= !strncmp(l->sec[i].name, ".note.nv.", 9) || !strcmp(l->sec[i].name, ".nv.callgraph");
  if (!info) return fail(l, "kernel %s has no .nv.info section, compile the file again", k->name);
  wt_status s = wt_cubin_info(l, k, info);
  if (!s) s = check_params(l, k);
  if (s) return s;
  if (!k->regs || k->regs > 255) return fail(l, "kernel %s wants %u registers, which cannot be, compile the file again", k->name, k->regs);
  if (l->framed && wt_isa_calls(k->code, k->n)) wt_cubin_open_stack(k);
  if (k->stack > WT_CUBIN_STACK_MAX)
    return fail(l, "kernel %s wants %u bytes of local memory a thread, the limit is %d, use less", k->name, k->stack, WT_CUBIN_STACK_MAX);
  return WT_OK;
}

void wt_cubin_open_stack(wt_cubin_kernel *k) {
  if (!k->open) k->stack += WT_CUBIN_STACK_OPEN;
  k->open = 1;
}

/* Functions that lie in section shndx behind the kernel. */
static wt_status read_functions(loader *l, wt_cubin_kernel *k, size_t shndx) {
  for (size_t i = 0; i < l->nsym; i++) {
    GElf_Sym y = symbol_at(l, i);
    if (GELF_ST_TYPE(y.st_info) != STT_FUNC || is_kernel(&y) || y.st_shndx != shndx) continue;
    if (y.st_value % 16 || y.st_value / 16 >= k->n) {
      return fail(l, "function %s does not start at an instruction of kernel %s, compile the file again", symbol_name(l, &y), k->name);
    }
    uint32_t *f = grow(k->func, k->nfunc, sizeof *f);
    if (!f) return no_memory(l);
    k->func = f;
    f[k->nfunc++] = (uint32_t)y.st_value;
  }
  return WT_OK;
}

static wt_status add_kernel(loader *l, size_t sym) {
  wt_cubin *c = l->c;
  GElf_Sym s = symbol_at(l, sym);
  const char *name = symbol_name(l, &s);
  const section *text = s.st_shndx < l->nsec ? &l->sec[s.st_shndx] : NULL;
  if (!text || strncmp(text->name, ".text.", 6) || strcmp(text->name + 6, name) || s.st_value) {
    return fail(l, "kernel %s does not start section .text.%s, compile the file again", name, name);
  }
  for (size_t i = 0; i < c->nkernels; i++) {
    if (!strcmp(c->kernel[i].name, name)) return fail(l, "has two kernels %s, compile it again", name);
  }
  wt_cubin_kernel *k = grow(c->kernel, c->nkernels, sizeof *k);
  if (!k) return no_memory(l);
  c->kernel = k;
  k += c->nkernels++;
  *k = (wt_cubin_kernel){.name = name, .sym = (uint32_t)sym, .param_base = 0x160};
  wt_status st = read_code(l, k, text);
  if (!st) st = read_functions(l, k, s.st_shndx);
  return st ? st : read_banks(l, k);
}

static wt_status read_kernels(loader *l) {
  wt_status s = WT_OK;
  for (size_t i = 0; !s && i < l->nsym; i++) {
    GElf_Sym y = symbol_at(l, i);
    if (is_kernel(&y)) s = add_kernel(l, i);
  }
  if (!s && !l->c->nkernels && !l->c->nsymbols) return fail(l, "has no kernel, add a __global__ function");
  for (size_t i = 0; !s && i < l->nsec; i++) {
    if (!strcmp(l->sec[i].name, ".nv.info")) s = wt_cubin_info(l, NULL, &l->sec[i]);
  }
  for (size_t i = 0; !s && i < l->c->nkernels; i++) s = finish_kernel(l, &l->c->kernel[i]);
  return s;
}

/* ---- entry points ---- */

static wt_status parse(loader *l) {
  wt_status s = read_headers(l);
  if (!s) s = find_symtab(l);
  if (!s) s = read_places(l);
  if (!s) s = read_variables(l);
  if (!s) s = read_kernels(l);
  if (!s) s = wt_cubin_link(l);
  return s;
}

static wt_status load(const void *data, size_t size, const char *path, wt_cubin *out, char *err, size_t errn) {
  loader l = {.c = out, .err = err, .errn = errn};
  memset(out, 0, sizeof *out);
  out->path = malloc(strlen(path) + 1);
  if (!out->path) {
    if (errn) snprintf(err, errn, "%s: out of memory, free some", path);
    return WT_USAGE;
  }
  strcpy(out->path, path);
  wt_status s = WT_OK;
  if (data) {
    out->image = malloc(size ? size : 1);
    if (!out->image) s = no_memory(&l);
    else memcpy(out->image, data, out->image_size = size);
  } else {
    s = read_file(&l);
  }
  if (!s && wt_fatbin_is(out->image, out->image_size)) {
    wt_cubin box = *out;
    s = wt_fatbin_load(box.image, box.image_size, path, out, err, errn);
    free(box.image), free(box.path);
    return s;
  }
  if (!s) s = parse(&l);
  free(l.sec);
  free(l.claimed);
  if (s) wt_cubin_free(out);
  return s;
}

wt_status wt_cubin_load(const char *path, wt_cubin *out, char *err, size_t errn) { return load(NULL, 0, path, out, err, errn); }

wt_status wt_cubin_parse(const void *data, size_t size, const char *path, wt_cubin *out, char *err, size_t errn) {
  return load(data ? data : "", data ? size : 0, path, out, err, errn);
}

void wt_cubin_kernel_free(wt_cubin_kernel *k) {
  for (uint32_t j = 0; j < k->nbrx; j++) free((void *)k->brx[j].target);
  free(k->brx);
  free(k->func);
  free(k->exits);
  free(k->needs), free(k->needed), free(k->use);
  free(k->param);
  free(k->code);
}

void wt_cubin_free(wt_cubin *c) {
  for (size_t i = 0; i < c->nkernels; i++) wt_cubin_kernel_free(&c->kernel[i]);
  free(c->kernel);
  free(c->symbol);
  free(c->reloc);
  free(c->code_reloc);
  free(c->externs);
  free(c->image);
  free(c->path);
  memset(c, 0, sizeof *c);
}
