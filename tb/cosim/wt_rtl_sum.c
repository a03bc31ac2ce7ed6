/* wt_rtl_sum.c - checksums of plug-ins. A sum of 5 MB takes some milliseconds, at every start of a machine. */
#define _GNU_SOURCE
#include "cosim/wt_rtl_sum.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

enum { PATH = 1400 };
typedef struct {
  unsigned long crc;
  unsigned long long bytes;
} sum;

static void beside(const char *path, char name[PATH]) {
  size_t n = strlen(path), stem = n > 3 && !strcmp(path + n - 3, ".so") ? n - 3 : n;
  snprintf(name, PATH, "%.*s.sum", (int)stem, path);
}
void wt_rtl_sum_gone(const char *path) {
  char name[PATH];
  beside(path, name);
  unlink(name);
}

/* -1: it cannot be read. */
static int of(const char *path, sum *s) {
  struct stat st;
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return -1;
  if (fstat(fd, &st)) return close(fd), -1;
  *s = (sum){.bytes = (unsigned long long)st.st_size};
  void *p = st.st_size ? mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE | MAP_POPULATE, fd, 0) : MAP_FAILED;
  close(fd);
  if (p == MAP_FAILED) return st.st_size ? -1 : 0;
  s->crc = crc32_z(s->crc, p, (size_t)st.st_size);
  munmap(p, (size_t)st.st_size);
  return 0;
}

/* NULL: it is as it was made. Else what is wrong. */
static const char *look(const char *path) {
  char name[PATH];
  sum now, then;
  if (of(path, &now)) return NULL; /* loading it says why */
  beside(path, name);
  FILE *f = fopen(name, "r");
  int known = f && fscanf(f, "%lx %llu", &then.crc, &then.bytes) == 2;
  if (f) fclose(f);
  if (!known) return "its checksum is lost";
  return now.crc == then.crc && now.bytes == then.bytes ? NULL : "it is not what was built";
}

int wt_rtl_sum(const char *cache, const char *path) {
  char lock[PATH];
  if (!look(path)) return WT_RTL_WHOLE;
  snprintf(lock, sizeof lock, "%.1000s/.lock-damaged", cache);
  int fd = open(lock, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (fd >= 0) flock(fd, LOCK_EX);
  const char *bad = look(path); /* somebody else may have made it again meanwhile */
  if (bad) {
    const char *slash = strrchr(path, '/');
    fprintf(stderr, "warptwin: %s in the RTL cache is damaged (%s); it is built again\n", slash ? slash + 1 : path, bad);
    unlink(path);
    wt_rtl_sum_gone(path);
  }
  if (fd >= 0) close(fd);
  return bad ? WT_RTL_DAMAGED : WT_RTL_WHOLE;
}
