/* wt_cuda_jump.c - the functions of a runtime inside, found by name in the symbol table of the object's file. */
#define _GNU_SOURCE
#include "cuda/wt_cuda_jump.h"

#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { JUMP = 14, PAGE = 4096 };

/* jmp [rip]; the 8 bytes behind it are the address. Entries are 16-byte aligned, so it fits even where a function is shorter, and into its page. */
static int write_jump(uintptr_t at, uintptr_t to) {
  unsigned char code[JUMP] = {0xff, 0x25, 0, 0, 0, 0};
  void *page = (void *)(at / PAGE * PAGE);
  memcpy(code + 6, &to, 8);
  if (at % 16 || mprotect(page, PAGE, PROT_READ | PROT_WRITE | PROT_EXEC)) return -1;
  memcpy((void *)at, code, JUMP);
  return mprotect(page, PAGE, PROT_READ | PROT_EXEC);
}

static int inside(const ElfW(Ehdr) * h, size_t n, uintptr_t at, size_t bytes) {
  const ElfW(Phdr) *p = (const void *)((const char *)h + h->e_phoff);
  if (h->e_phoff > n || h->e_phnum > (n - h->e_phoff) / sizeof *p) return 0;
  for (unsigned i = 0; i < h->e_phnum; i++)
    if (p[i].p_type == PT_LOAD && p[i].p_flags & PF_X && at >= p[i].p_vaddr && at - p[i].p_vaddr + bytes <= p[i].p_memsz) return 1;
  return 0;
}

static const ElfW(Shdr) * table(const ElfW(Ehdr) * h, size_t n, unsigned type, const ElfW(Shdr) * all) {
  for (unsigned i = 1; i < h->e_shnum; i++) /* 0 is no section */
    if (all[i].sh_type == type && all[i].sh_offset <= n && all[i].sh_size <= n - all[i].sh_offset && all[i].sh_link < h->e_shnum) return &all[i];
  return NULL;
}

/* The symbols of this kind and their names; NULL = none, or they cannot be. */
static const ElfW(Sym) * symbols(const unsigned char *file, size_t n, unsigned type, size_t *count, const char **names, size_t *names_n) {
  const ElfW(Ehdr) *h = (const void *)file;
  if (n < sizeof *h || memcmp(file, ELFMAG, 4) || h->e_ident[EI_CLASS] != ELFCLASS64 || h->e_shoff > n ||
      h->e_shnum > (n - h->e_shoff) / sizeof(ElfW(Shdr)))
    return NULL;
  const ElfW(Shdr) *all = (const void *)(file + h->e_shoff), *t = table(h, n, type, all);
  if (!t) return NULL;
  const ElfW(Shdr) *text = &all[t->sh_link];
  if (text->sh_offset > n || text->sh_size > n - text->sh_offset || !text->sh_size || file[text->sh_offset + text->sh_size - 1]) return NULL;
  *count = t->sh_size / sizeof(ElfW(Sym));
  *names = (const char *)file + text->sh_offset, *names_n = text->sh_size;
  return (const void *)(file + t->sh_offset);
}

static int is_function(const ElfW(Sym) * y, size_t names_n) { return ELF64_ST_TYPE(y->st_info) == STT_FUNC && y->st_shndx && y->st_name < names_n; }

uintptr_t wt_cuda_symbol_in(const unsigned char *file, size_t n, const char *name) {
  const char *names;
  size_t count, names_n;
  const ElfW(Sym) *y = symbols(file, n, SHT_DYNSYM, &count, &names, &names_n);
  for (size_t i = 0; y && i < count; i++)
    if (is_function(&y[i], names_n) && !strcmp(names + y[i].st_name, name)) return y[i].st_value;
  return 0;
}

unsigned char *wt_cuda_map_file(const char *path, size_t *n) {
  struct stat st;
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return NULL;
  unsigned char *file = !fstat(fd, &st) && st.st_size > 0 ? mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0) : MAP_FAILED;
  close(fd);
  *n = (size_t)st.st_size;
  return file == MAP_FAILED ? NULL : file;
}

int wt_cuda_jumps(const char *path, uintptr_t bias, wt_cuda_where *where) {
  const char *names;
  size_t n, count, names_n;
  int done = 0;
  unsigned char *file = wt_cuda_map_file(path, &n);
  const ElfW(Sym) *y = file ? symbols(file, n, SHT_SYMTAB, &count, &names, &names_n) : NULL;
  for (size_t i = 0; y && done >= 0 && i < count; i++) {
    const char *name = is_function(&y[i], names_n) ? names + y[i].st_name : "";
    uintptr_t to = strncmp(name, "cuda", 4) && strncmp(name, "__cuda", 6) ? 0 : where(name);
    if (!to || to == bias + y[i].st_value) continue; /* or it is that one already */
    done = inside((const void *)file, n, y[i].st_value, JUMP) && !write_jump(bias + y[i].st_value, to) ? done + 1 : -1;
  }
  if (file) munmap(file, n);
  return done;
}
