/* wt_infile.c - input files that end. */
#include "files/wt_infile.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char too_large[] = "it is larger than 4 GiB";

static int held_open(const char *path) { return !strncmp(path, "/dev/", 5) || !strncmp(path, "/proc/", 6); }

const char *wt_infile_look(const char *path) {
  struct stat st;
  if (stat(path, &st)) return NULL;
  if (S_ISREG(st.st_mode)) return (uintmax_t)st.st_size > WT_INFILE_MOST ? too_large : NULL;
  if (S_ISFIFO(st.st_mode)) return held_open(path) ? NULL : "it is a named pipe, give a file";
  return S_ISDIR(st.st_mode) ? "it is a folder, give a file" : S_ISSOCK(st.st_mode) ? "it is a socket, give a file" : "it is a device, give a file";
}

FILE *wt_infile_open(const char *path, const char **why) {
  if ((*why = wt_infile_look(path))) return NULL;
  FILE *f = fopen(path, "rb");
  if (!f) *why = strerror(errno);
  return f;
}

void *wt_infile_read(const char *path, size_t *n, char *err, size_t errn) {
  const char *why;
  FILE *f = wt_infile_open(path, &why);
  char *buf = NULL;
  size_t cap = 0, got = 1;
  *n = 0;
  while (f && got && !why) {
    if (cap - *n < 2) {
      char *p = realloc(buf, cap = cap ? 2 * cap : 65536);
      if (!p) why = "out of memory";
      else buf = p;
    }
    got = why ? 0 : fread(buf + *n, 1, cap - *n - 1, f);
    if ((*n += got) > WT_INFILE_MOST) why = too_large;
  }
  if (f && !why && ferror(f)) why = strerror(errno);
  if (f) fclose(f);
  if (why) return free(buf), snprintf(err, errn, "%s: cannot read: %s", path, why), NULL;
  buf[*n] = 0;
  return buf;
}
