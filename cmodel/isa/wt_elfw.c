/* wt_elfw.c - cubin writer on libelf. */
#define _GNU_SOURCE
#include "isa/wt_elfw.h"
#include "files/wt_outfile.h"
#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
  EM_CUDA_ = 190,
  OSABI_CUDA = 0x41,
  ABI_VERSION = 8,
  FLAGS_SM75 = 0x06004b04,
  SHT_NV_INFO = 0x70000000,
  STO_KERNEL = 0x10,
  CODE_ALIGN = 128,
  KERNEL_SECTIONS = 5
};

/* Bytes that grow; bad is set when memory ran out, and stays. */
typedef struct {
  unsigned char *p;
  size_t n, cap;
  int bad;
} bytes;

typedef struct {
  Elf *elf;
  bytes shstr, str, sym, info;
  bytes *kernel; /* KERNEL_SECTIONS buffers a kernel; libelf refers to them until the file is written */
  size_t symtab, strtab;
} writer;

static void put(bytes *b, const void *data, size_t n) {
  if (b->n + n > b->cap && !b->bad) {
    size_t cap = (b->n + n) * 2 + 64;
    unsigned char *p = realloc(b->p, cap);
    b->bad = !p;
    if (p) {
      b->p = p;
      b->cap = cap;
    }
  }
  if (b->bad || !n) return;
  if (data) memcpy(b->p + b->n, data, n);
  else memset(b->p + b->n, 0, n);
  b->n += n;
}

static void put_le(bytes *b, uint64_t v, unsigned n) {
  for (unsigned i = 0; i < n; i++) {
    unsigned char c = (unsigned char)(v >> (8 * i));
    put(b, &c, 1);
  }
}

static size_t put_str(bytes *b, const char *prefix, const char *s) {
  size_t at = b->n;
  put(b, prefix, strlen(prefix));
  put(b, s, strlen(s) + 1);
  return at;
}

/* One .nv.info record with 32-bit words of payload. */
static void record(bytes *b, unsigned attr, const uint32_t *v, unsigned n) {
  put_le(b, 4, 1);
  put_le(b, attr, 1);
  put_le(b, n * 4, 2);
  for (unsigned i = 0; i < n; i++) put_le(b, v[i], 4);
}

static void record16(bytes *b, unsigned fmt, unsigned attr, unsigned v) {
  put_le(b, fmt, 1);
  put_le(b, attr, 1);
  put_le(b, v, 2);
}

/* CTA barriers a kernel can name: a barrier number in a register means all 16. */
static unsigned barriers(const wt_asm_kernel *k) {
  unsigned n = 0;
  for (size_t i = 0; i < k->ncode; i++) {
    unsigned id = wt_isa_find(k->code[i]), b = 0;
    if (id == WT_I_BAR_II || id == WT_I_BAR_IR) b = (unsigned)wt_bits(k->code[i], 57, 54) + 1;
    else if (id == WT_I_BAR_RR || id == WT_I_BAR_RI) b = 16;
    if (b > n) n = b;
  }
  return n;
}

static void exit_offsets(bytes *b, const wt_asm_kernel *k) {
  unsigned n = 0;
  for (size_t i = 0; i < k->ncode; i++) n += wt_isa_find(k->code[i]) == WT_I_EXIT;
  if (!n || n > 0xffff / 4) return;
  put_le(b, 4, 1);
  put_le(b, 0x1c, 1);
  put_le(b, n * 4, 2);
  for (size_t i = 0; i < k->ncode; i++)
    if (wt_isa_find(k->code[i]) == WT_I_EXIT) put_le(b, i * 16, 4);
}

static void kernel_info(bytes *b, const wt_asm_kernel *k, uint32_t sym0) {
  uint32_t cbank[2] = {sym0, WT_ASM_PARAM_BASE | k->param_bytes << 16};
  record(b, 0x0a, cbank, 2);
  record16(b, 3, 0x19, k->param_bytes);
  for (unsigned i = k->nparams; i-- > 0;) {
    /* the low bits are what nvcc writes for every plain parameter */
    uint32_t v[3] = {0, i | (uint32_t)k->param_off[i] << 16, (uint32_t)k->param_size[i] << 18 | 0x1f000};
    record(b, 0x17, v, 3);
  }
  record16(b, 3, 0x1b, 0xff);
  if (barriers(k)) record16(b, 2, 0x4c, barriers(k));
  exit_offsets(b, k);
  /* one record a list, because the size of a record has 16 bits */
  for (size_t i = 0; i < k->ntargets; i += 3 + k->targets[i + 2]) record(b, 0x34, &k->targets[i], 3 + k->targets[i + 2]);
}

static size_t section(writer *w, const char *prefix, const char *name, const GElf_Shdr *like, bytes *data, size_t size) {
  Elf_Scn *s = elf_newscn(w->elf);
  GElf_Shdr h;
  Elf_Data *d = s ? elf_newdata(s) : NULL;
  if (!d || !gelf_getshdr(s, &h)) return 0;
  d->d_buf = data ? data->p : NULL;
  d->d_size = data ? data->n : size;
  d->d_align = like->sh_addralign;
  d->d_type = ELF_T_BYTE;
  h.sh_name = (GElf_Word)put_str(&w->shstr, prefix, name);
  h.sh_type = like->sh_type;
  h.sh_flags = like->sh_flags;
  h.sh_link = like->sh_link;
  h.sh_info = like->sh_info;
  h.sh_addralign = like->sh_addralign;
  h.sh_entsize = like->sh_entsize;
  return gelf_update_shdr(s, &h) ? elf_ndxscn(s) : 0;
}

static void symbol(writer *w, size_t name, unsigned info, unsigned other, size_t shndx, uint64_t size) {
  put_le(&w->sym, name, 4);
  put_le(&w->sym, info, 1);
  put_le(&w->sym, other, 1);
  put_le(&w->sym, shndx, 2);
  put_le(&w->sym, 0, 8);
  put_le(&w->sym, size, 8);
}

/* The section numbers follow from this order: the four of the file, then per kernel text, info, constant0, and
 * constant2 and shared when there are any. */
static size_t sections_of(const wt_asm_kernel *k) { return 3u + (k->nconst2 != 0) + (k->smem != 0); }

static void build_symbols(writer *w, const wt_asm_out *a) {
  size_t at = 5;
  put_le(&w->str, 0, 1);
  symbol(w, 0, 0, 0, 0, 0);
  for (size_t i = 0; i < a->n; i++) {
    size_t name = put_str(&w->str, ".nv.constant0.", a->kernel[i].name);
    symbol(w, name, GELF_ST_INFO(STB_LOCAL, STT_SECTION), 0, at + 2, 0);
    at += sections_of(&a->kernel[i]);
  }
  at = 5;
  for (size_t i = 0; i < a->n; i++) {
    const wt_asm_kernel *k = &a->kernel[i];
    symbol(w, put_str(&w->str, "", k->name), GELF_ST_INFO(STB_GLOBAL, STT_FUNC), STO_KERNEL, at, k->ncode * 16);
    at += sections_of(k);
  }
}

static void build_info(writer *w, const wt_asm_out *a) {
  for (size_t i = 0; i < a->n; i++) {
    uint32_t sym = (uint32_t)(1 + a->n + i), regs[2] = {sym, a->kernel[i].regs}, local[2] = {sym, a->kernel[i].local};
    record(&w->info, 0x2f, regs, 2);
    record(&w->info, 0x11, local, 2);
    record(&w->info, 0x12, local, 2);
  }
}

static int file_sections(writer *w, const wt_asm_out *a) {
  GElf_Shdr str = {.sh_type = SHT_STRTAB, .sh_addralign = 1};
  GElf_Shdr sym = {.sh_type = SHT_SYMTAB, .sh_addralign = 8, .sh_entsize = 24, .sh_link = 2, .sh_info = (GElf_Word)(1 + a->n)};
  GElf_Shdr info = {.sh_type = SHT_NV_INFO, .sh_addralign = 4, .sh_link = 3};
  /* section 1's data is set last, when all names are known */
  if (section(w, "", ".shstrtab", &str, NULL, 0) != 1) return 0;
  w->strtab = section(w, "", ".strtab", &str, &w->str, 0);
  w->symtab = section(w, "", ".symtab", &sym, &w->sym, 0);
  return w->strtab == 2 && w->symtab == 3 && section(w, "", ".nv.info", &info, &w->info, 0) == 4;
}

static int kernel_sections(writer *w, const wt_asm_out *a, size_t i, size_t text) {
  const wt_asm_kernel *k = &a->kernel[i];
  bytes *b = &w->kernel[i * KERNEL_SECTIONS];
  GElf_Shdr code = {.sh_type = SHT_PROGBITS,
                    .sh_flags = SHF_ALLOC | SHF_EXECINSTR,
                    .sh_addralign = CODE_ALIGN,
                    .sh_link = 3,
                    .sh_info = (GElf_Word)((GElf_Word)k->regs << 24 | (GElf_Word)(1 + a->n + i))};
  GElf_Shdr info = {.sh_type = SHT_NV_INFO, .sh_flags = SHF_INFO_LINK, .sh_addralign = 4, .sh_link = 3, .sh_info = (GElf_Word)text};
  GElf_Shdr cbank = {.sh_type = SHT_PROGBITS, .sh_flags = SHF_ALLOC | SHF_INFO_LINK, .sh_addralign = 4, .sh_info = (GElf_Word)text};
  GElf_Shdr shared = {.sh_type = SHT_NOBITS, .sh_flags = SHF_ALLOC | SHF_WRITE | SHF_INFO_LINK, .sh_addralign = 16, .sh_info = (GElf_Word)text};
  for (size_t j = 0; j < k->ncode; j++) {
    put_le(&b[0], k->code[j].lo, 8);
    put_le(&b[0], k->code[j].hi, 8);
  }
  kernel_info(&b[1], k, (uint32_t)(1 + i));
  put(&b[2], NULL, WT_ASM_PARAM_BASE + k->param_bytes);
  for (size_t j = 0; j < k->nconst2; j++) put_le(&b[3], k->const2[j], 4);
  if (section(w, ".text.", k->name, &code, &b[0], 0) != text) return 0;
  if (!section(w, ".nv.info.", k->name, &info, &b[1], 0)) return 0;
  if (!section(w, ".nv.constant0.", k->name, &cbank, &b[2], 0)) return 0;
  if (k->nconst2 && !section(w, ".nv.constant2.", k->name, &cbank, &b[3], 0)) return 0;
  return !k->smem || section(w, ".nv.shared.", k->name, &shared, NULL, k->smem);
}

static int header(writer *w) {
  GElf_Ehdr h;
  if (!gelf_newehdr(w->elf, ELFCLASS64) || !gelf_getehdr(w->elf, &h)) return 0;
  h.e_ident[EI_DATA] = ELFDATA2LSB;
  h.e_ident[EI_OSABI] = OSABI_CUDA;
  h.e_ident[EI_ABIVERSION] = ABI_VERSION;
  h.e_type = ET_EXEC;
  h.e_machine = EM_CUDA_;
  h.e_version = EV_CURRENT;
  h.e_flags = FLAGS_SM75;
  h.e_shstrndx = 1;
  return gelf_update_ehdr(w->elf, &h) != 0;
}

static int memory_ok(const writer *w, const wt_asm_out *a) {
  int bad = w->shstr.bad | w->str.bad | w->sym.bad | w->info.bad;
  for (size_t i = 0; i < a->n * KERNEL_SECTIONS; i++) bad |= w->kernel[i].bad;
  return !bad;
}

static int names(writer *w) {
  Elf_Scn *s = elf_getscn(w->elf, 1);
  Elf_Data *d = s ? elf_getdata(s, NULL) : NULL;
  if (!d) return 0;
  d->d_buf = w->shstr.p;
  d->d_size = w->shstr.n;
  return 1;
}

static int build(writer *w, const wt_asm_out *a) {
  size_t at = 5;
  put_le(&w->shstr, 0, 1);
  build_symbols(w, a);
  build_info(w, a);
  if (!header(w) || !file_sections(w, a)) return 0;
  for (size_t i = 0; i < a->n; i++) {
    if (!kernel_sections(w, a, i, at)) return 0;
    at += sections_of(&a->kernel[i]);
  }
  return names(w) && memory_ok(w, a) && elf_update(w->elf, ELF_C_WRITE) > 0;
}

static wt_status fail(const char *path, const char *what, char *err, size_t errn) {
  if (errn) snprintf(err, errn, "%s: %s", path, what);
  return WT_USAGE;
}

static wt_status write_fd(const wt_asm_out *a, int fd, const char *path, char *err, size_t errn) {
  writer w;
  memset(&w, 0, sizeof w);
  if (elf_version(EV_CURRENT) == EV_NONE) return fail(path, "libelf is too old, install libelf-dev", err, errn);
  w.kernel = calloc(a->n * KERNEL_SECTIONS, sizeof *w.kernel);
  w.elf = elf_begin(fd, ELF_C_WRITE, NULL);
  int ok = w.kernel && w.elf && build(&w, a);
  if (w.elf) elf_end(w.elf);
  for (size_t i = 0; w.kernel && i < a->n * KERNEL_SECTIONS; i++) free(w.kernel[i].p);
  free(w.kernel);
  free(w.shstr.p);
  free(w.str.p);
  free(w.sym.p);
  free(w.info.p);
  return ok ? WT_OK : fail(path, "cannot be written, check the free space", err, errn);
}

wt_status wt_elfw_write(const wt_asm_out *a, const char *path, char *err, size_t errn) {
  wt_outfile o;
  if (!a->n) return fail(path, "there is no kernel to write, assemble one", err, errn);
  if (wt_outfile_begin(&o, path)) return fail(path, "cannot be created, check the directory", err, errn);
  if (o.straight) return fail(path, "a cubin needs a regular file", err, errn);
  int fd = open(o.part, O_RDWR | O_CREAT | O_TRUNC, 0666);
  wt_status st = fd < 0 ? fail(path, "cannot be created, check the directory", err, errn) : write_fd(a, fd, path, err, errn);
  int bad = fd >= 0 && close(fd);
  if (wt_outfile_end(&o, st == WT_OK && !bad) || (st == WT_OK && bad)) st = fail(path, "cannot be written, check the directory", err, errn);
  return st;
}

wt_status wt_elfw_image(const wt_asm_out *a, const char *name, void **image, size_t *bytes, char *err, size_t errn) {
  struct stat is;
  *image = NULL;
  if (!a->n) return fail(name, "there is no kernel to write, assemble one", err, errn);
  int fd = memfd_create("cubin", MFD_CLOEXEC); /* libelf wants a file */
  wt_status st = fd < 0 ? fail(name, "out of memory", err, errn) : write_fd(a, fd, name, err, errn);
  if (!st && (fstat(fd, &is) || !(*image = malloc((size_t)is.st_size)) || pread(fd, *image, (size_t)is.st_size, 0) != is.st_size)) {
    free(*image);
    *image = NULL;
    st = fail(name, "out of memory", err, errn);
  }
  if (!st) *bytes = (size_t)is.st_size;
  if (fd >= 0) close(fd);
  return st;
}
