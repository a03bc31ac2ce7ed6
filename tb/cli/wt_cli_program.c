/* wt_cli_program.c - how a program on disk holds the CUDA runtime. */
#include "cli/wt_cli_program.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "wt_status.h"

static int fail(char *err, size_t errn, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
static int fail(char *err, size_t errn, const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  vsnprintf(err, errn, fmt, ap);
  va_end(ap);
  return -1;
}

int wt_cli_program_find(const char *name, char path[4096], char *err, size_t errn) {
  const char *dirs = getenv("PATH");
  if (strchr(name, '/')) {
    snprintf(path, 4096, "%s", name);
    return access(path, F_OK) ? fail(err, errn, "%s: cannot be opened: %s", name, strerror(errno)) : 0;
  }
  for (const char *d = dirs ? dirs : "/bin:/usr/bin"; *d;) {
    size_t n = strcspn(d, ":");
    snprintf(path, 4096, "%.*s/%s", n ? (int)n : 1, n ? d : ".", name);
    if (!access(path, X_OK)) return 0;
    d += n + (d[n] == ':');
  }
  return fail(err, errn, "%s: no such program in PATH (a file of this folder is ./%s)", name, name);
}

/* ---- the file ---- */

typedef struct {
  const unsigned char *p;
  size_t n;
} file;

static const void *at(const file *f, uint64_t off, uint64_t bytes) { return off <= f->n && bytes <= f->n - off ? f->p + off : NULL; }
static const char *text(const file *f, const Elf64_Shdr *tab, uint64_t off) {
  const char *t = tab ? at(f, tab->sh_offset, tab->sh_size) : NULL;
  return t && off < tab->sh_size && memchr(t + off, 0, tab->sh_size - off) ? t + off : NULL;
}
static const Elf64_Shdr *sections(const file *f, unsigned *n) {
  const Elf64_Ehdr *h = at(f, 0, sizeof *h);
  *n = h->e_shnum;
  return at(f, h->e_shoff, (uint64_t)h->e_shnum * sizeof(Elf64_Shdr));
}
static const Elf64_Shdr *named(const file *f, const char *name) {
  const Elf64_Ehdr *h = at(f, 0, sizeof *h);
  unsigned n;
  const Elf64_Shdr *s = sections(f, &n);
  for (unsigned i = 0; s && h->e_shstrndx < n && i < n; i++) {
    const char *t = text(f, &s[h->e_shstrndx], s[i].sh_name);
    if (t && !strcmp(t, name)) return &s[i];
  }
  return NULL;
}
static const Elf64_Shdr *typed(const file *f, unsigned type) {
  unsigned n;
  const Elf64_Shdr *s = sections(f, &n);
  for (unsigned i = 0; s && i < n; i++)
    if (s[i].sh_type == type && s[i].sh_link < n) return &s[i];
  return NULL;
}

/* The library whose name begins so among those that the program needs; NULL = none. */
static const char *needed(const file *f, const char *begin) {
  unsigned n;
  const Elf64_Shdr *all = sections(f, &n), *d = typed(f, SHT_DYNAMIC);
  const Elf64_Dyn *dyn = d ? at(f, d->sh_offset, d->sh_size) : NULL;
  for (uint64_t i = 0; dyn && i < d->sh_size / sizeof *dyn; i++) {
    const char *t = dyn[i].d_tag == DT_NEEDED ? text(f, &all[d->sh_link], dyn[i].d_un.d_val) : NULL;
    if (t && !strncmp(t, begin, strlen(begin))) return t;
  }
  return NULL;
}

static int has_runtime_inside(const file *f) {
  unsigned n;
  const Elf64_Shdr *all = sections(f, &n), *t = typed(f, SHT_SYMTAB);
  const Elf64_Sym *y = t ? at(f, t->sh_offset, t->sh_size) : NULL;
  for (uint64_t i = 0; y && i < t->sh_size / sizeof *y; i++) {
    const char *name = ELF64_ST_TYPE(y[i].st_info) == STT_FUNC && y[i].st_shndx ? text(f, &all[t->sh_link], y[i].st_name) : NULL;
    if (name && !strcmp(name, "__cudaRegisterFatBinary")) return 1;
  }
  return 0;
}

static int has_interpreter(const file *f) {
  const Elf64_Ehdr *h = at(f, 0, sizeof *h);
  const Elf64_Phdr *p = at(f, h->e_phoff, (uint64_t)h->e_phnum * sizeof *p);
  for (unsigned i = 0; p && i < h->e_phnum; i++)
    if (p[i].p_type == PT_INTERP) return 1;
  return 0;
}

static int map_file(const char *path, file *f) {
  struct stat st;
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return -1;
  int bad = fstat(fd, &st) || !S_ISREG(st.st_mode) || !st.st_size;
  if (!bad) *f = (file){mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0), (size_t)st.st_size};
  close(fd);
  return bad || f->p == MAP_FAILED ? -1 : 0;
}

typedef struct {
  int runtime, inside;     /* libraries that need the shared one; that hold it and name its functions */
  char nameless[PATH_MAX]; /* one that holds it and does not */
} libraries;

static void judge_library(const char *path, libraries *l) {
  file f;
  if (map_file(path, &f)) return;
  const Elf64_Ehdr *h = at(&f, 0, sizeof *h);
  if (h && !memcmp(f.p, ELFMAG, 4) && h->e_ident[EI_CLASS] == ELFCLASS64) {
    if (needed(&f, "libcudart.so")) l->runtime++;
    else if (has_runtime_inside(&f)) l->inside++;
    else if (named(&f, ".nv_fatbin")) snprintf(l->nameless, sizeof l->nameless, "%s", path);
  }
  munmap((void *)(uintptr_t)f.p, f.n);
}

/* The dynamic linker says what it would load, and runs nothing of the program: "NAME => PATH (ADDRESS)" a line. */
static void ask_linker(const char *path, libraries *l) {
  int ends[2], status;
  char line[PATH_MAX + 300];
  memset(l, 0, sizeof *l);
  if (pipe(ends)) return;
  fflush(NULL);
  pid_t child = fork();
  if (!child) {
    setenv("LD_TRACE_LOADED_OBJECTS", "1", 1);
    dup2(ends[1], 1), dup2(ends[1], 2);
    close(ends[0]), close(ends[1]);
    execl(path, path, (char *)NULL);
    _exit(127);
  }
  close(ends[1]);
  FILE *f = fdopen(ends[0], "r");
  while (f && fgets(line, sizeof line, f)) {
    char *name = strstr(line, "=> /"), *end = name ? strstr(name, " (0x") : NULL;
    if (end) *end = 0, judge_library(name + 3, l);
  }
  if (f) fclose(f);
  while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) {}
}

static int judge(const char *path, const file *f, int late, char *err, size_t errn) {
  const Elf64_Ehdr *h = at(f, 0, sizeof *h);
  if (f->n >= 2 && !memcmp(f->p, "#!", 2)) return fail(err, errn, "%s: is a script, give the CUDA program itself", path);
  if (!h || memcmp(f->p, ELFMAG, 4)) return fail(err, errn, "%s: is not a program of this machine, give an executable made by nvcc", path);
  if (h->e_ident[EI_CLASS] != ELFCLASS64) return fail(err, errn, "%s: is a 32-bit program, compile it for 64 bits", path);
  if (h->e_machine != EM_X86_64) return fail(err, errn, "%s: is a program for machine %u, compile it for x86-64", path, h->e_machine);
  if (h->e_type != ET_EXEC && h->e_type != ET_DYN) return fail(err, errn, "%s: is an object file, link it", path);
  if (!has_interpreter(f)) return fail(err, errn, "%s: is a library, or linked without any shared one; link it with nvcc -cudart shared", path);
  const char *lib = needed(f, "libcudart.so");
  if (needed(f, "libcuda.so"))
    return fail(err, errn, "%s: is linked with the driver interface (libcuda.so), which this device does not have; use the runtime interface", path),
           WT_UNSUPPORTED;
  if (lib && strcmp(lib, "libcudart.so.13")) return fail(err, errn, "%s: wants %s; compile it with CUDA 13", path, lib);
  if (lib || has_runtime_inside(f) || late) return 0;
  libraries l = {0};
  if (!named(f, ".nv_fatbin")) ask_linker(path, &l);
  if (l.nameless[0])
    return fail(err, errn,
                "%s: its library %s holds the CUDA runtime inside and names no functions; link that with nvcc -cudart shared, or do not strip it",
                path, l.nameless);
  if (l.runtime || l.inside) return 0;
  if (!named(f, ".nv_fatbin"))
    return fail(
      err, errn,
      "%s: is no CUDA program (no code for a device in it or its libraries), compile it with nvcc; --late if it opens such code when it runs", path);
  return fail(err, errn, "%s: holds the CUDA runtime inside and names no functions; link it with nvcc -cudart shared, or do not strip it", path);
}

static int check(const char *path, int late, char *err, size_t errn) {
  struct stat st;
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return fail(err, errn, "%s: cannot be opened: %s", path, strerror(errno));
  if (fstat(fd, &st) || !S_ISREG(st.st_mode)) return close(fd), fail(err, errn, "%s: is not a file", path);
  if (!st.st_size) return close(fd), fail(err, errn, "%s: is empty", path);
  file f = {mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0), (size_t)st.st_size};
  close(fd);
  if (f.p == MAP_FAILED) return fail(err, errn, "%s: cannot be read: %s", path, strerror(errno));
  int rc = judge(path, &f, late, err, errn);
  munmap((void *)(uintptr_t)f.p, f.n);
  if (!rc && access(path, X_OK)) return fail(err, errn, "%s: may not be executed: chmod +x", path);
  return rc;
}

int wt_cli_program_check(const char *path, int late, char *err, size_t errn) {
  int rc = check(path, late, err, errn);
  return rc < 0 ? WT_USAGE : rc;
}
