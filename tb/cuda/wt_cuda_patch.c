/* wt_cuda_patch.c - programs that hold the runtime inside (nvcc's default): every function of it that the symbol table names becomes a jump to ours,
 * before the program's own constructors run.
 */
#define _GNU_SOURCE
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cuda/wt_cuda_names.h"

enum { JUMP = 14, PAGE = 4096 };

static int compare(const void *a, const void *b) { return strcmp(((const wt_cuda_name *)a)->name, ((const wt_cuda_name *)b)->name); }

/* jmp [rip]; the 8 bytes behind it are the address. Entries are 16-byte aligned, so it fits even where a function is shorter. */
static int write_jump(uintptr_t at, void (*to)(void)) {
  unsigned char code[JUMP] = {0xff, 0x25, 0, 0, 0, 0};
  uintptr_t from = at / PAGE * PAGE;
  size_t bytes = (at + JUMP + PAGE - 1) / PAGE * PAGE - from;
  memcpy(code + 6, &to, 8);
  if (at % 16 || mprotect((void *)from, bytes, PROT_READ | PROT_WRITE | PROT_EXEC)) return -1;
  memcpy((void *)at, code, JUMP);
  return mprotect((void *)from, bytes, PROT_READ | PROT_EXEC);
}

static int inside(const ElfW(Ehdr) * h, size_t n, uintptr_t at, size_t bytes) {
  const ElfW(Phdr) *p = (const void *)((const char *)h + h->e_phoff);
  if (h->e_phoff > n || h->e_phnum > (n - h->e_phoff) / sizeof *p) return 0;
  for (unsigned i = 0; i < h->e_phnum; i++)
    if (p[i].p_type == PT_LOAD && p[i].p_flags & PF_X && at >= p[i].p_vaddr && at - p[i].p_vaddr + bytes <= p[i].p_memsz) return 1;
  return 0;
}

static const ElfW(Shdr) * table(const ElfW(Ehdr) * h, size_t n, unsigned type, const ElfW(Shdr) * all) {
  for (unsigned i = 0; i < h->e_shnum; i++)
    if (all[i].sh_type == type && all[i].sh_offset <= n && all[i].sh_size <= n - all[i].sh_offset && all[i].sh_link < h->e_shnum) return &all[i];
  return NULL;
}

/* How many were patched; -1: one could not be. */
static int patch(const unsigned char *file, size_t n, uintptr_t bias) {
  const ElfW(Ehdr) *h = (const void *)file;
  if (n < sizeof *h || memcmp(file, ELFMAG, 4) || h->e_ident[EI_CLASS] != ELFCLASS64 || h->e_shoff > n ||
      h->e_shnum > (n - h->e_shoff) / sizeof(ElfW(Shdr)))
    return 0;
  const ElfW(Shdr) *all = (const void *)(file + h->e_shoff), *t = table(h, n, SHT_SYMTAB, all);
  if (!t) return 0;
  const ElfW(Shdr) *text = &all[t->sh_link];
  const ElfW(Sym) *y = (const void *)(file + t->sh_offset);
  if (text->sh_offset > n || text->sh_size > n - text->sh_offset || !text->sh_size || file[text->sh_offset + text->sh_size - 1]) return 0;
  int done = 0;
  for (size_t i = 0; i < t->sh_size / sizeof *y; i++) {
    if (ELF64_ST_TYPE(y[i].st_info) != STT_FUNC || !y[i].st_shndx || y[i].st_name >= text->sh_size) continue;
    wt_cuda_name key = {(const char *)file + text->sh_offset + y[i].st_name, NULL};
    if (strncmp(key.name, "cuda", 4) && strncmp(key.name, "__cuda", 6)) continue;
    const wt_cuda_name *ours = bsearch(&key, wt_cuda_names, wt_cuda_n_names, sizeof key, compare);
    if (!ours) continue;
    if (!inside(h, n, y[i].st_value, JUMP) || write_jump(bias + y[i].st_value, ours->code)) return -1;
    done++;
  }
  return done;
}

static uintptr_t bias_of_program(void) { return _r_debug.r_map ? _r_debug.r_map->l_addr : 0; }

/* After the settings, before everything of the program. */
__attribute__((constructor(102))) static void patch_program(void) {
  struct stat st;
  int fd = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
  if (fd < 0 || fstat(fd, &st) || st.st_size <= 0) return;
  unsigned char *file = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
  close(fd);
  if (file == MAP_FAILED) return;
  if (patch(file, (size_t)st.st_size, bias_of_program()) < 0) {
    wt_cuda_say("the runtime inside of this program cannot be replaced (its code cannot be written), link it with -cudart shared");
    _exit(WT_UNSUPPORTED);
  }
  munmap(file, (size_t)st.st_size);
}
