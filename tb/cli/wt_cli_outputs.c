/* wt_cli_outputs.c - before any work: does an output stand in the way of an input, and can it be written at all? */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/wt_cli.h"
#include "files/wt_outfile.h"

/* Folder of a path that may not exist yet. */
static const char *folder_of(const char *path, char *buf, size_t n) {
  const char *slash = strrchr(path, '/');
  if (!slash) return ".";
  snprintf(buf, n, "%.*s", (int)(slash == path ? 1 : slash - path), path);
  return buf;
}

/* One file under two names counts as the same. Devices and pipes may be named as often as one likes. */
static int same(const char *a, const char *b) {
  struct stat x, y;
  char fa[WT_OUTFILE_PATH], fb[WT_OUTFILE_PATH];
  int has_a = !stat(a, &x), has_b = !stat(b, &y);
  if (has_a && !S_ISREG(x.st_mode)) return 0;
  if (!strcmp(a, b)) return 1;
  if (has_a != has_b) return 0;
  if (has_a) return x.st_dev == y.st_dev && x.st_ino == y.st_ino;
  const char *ba = strrchr(a, '/'), *bb = strrchr(b, '/');
  if (strcmp(ba ? ba + 1 : a, bb ? bb + 1 : b)) return 0;
  return !stat(folder_of(a, fa, sizeof fa), &x) && !stat(folder_of(b, fb, sizeof fb), &y) && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

/* A file beside it can be made, as it will be at the end. 0, or -1 with errno. */
static int writable(const char *path) {
  wt_outfile o;
  if (wt_outfile_begin(&o, path)) return -1;
  int fd = o.straight ? -1 : open(o.part, O_WRONLY | O_CREAT | O_EXCL, 0666), bad = o.straight ? access(path, W_OK) : fd < 0;
  if (fd >= 0) close(fd);
  wt_outfile_end(&o, 0); /* leaves errno */
  return bad ? -1 : 0;
}

int wt_cli_outputs(const char *const *out, unsigned n_out, const char *const *in, unsigned n_in) {
  for (unsigned i = 0; i < n_out; i++) {
    if (!out[i] || !strcmp(out[i], "-")) continue;
    for (unsigned k = 0; k < i; k++)
      if (out[k] && same(out[i], out[k])) return wt_cli_error(2, "%s: named for two files, give each its own", out[i]);
    for (unsigned k = 0; k < n_in; k++)
      if (in[k] && same(out[i], in[k])) return wt_cli_error(2, "%s: an output that is also an input, give it another name", out[i]);
    if (writable(out[i])) return wt_cli_error(2, "%s: cannot write: %s", out[i], strerror(errno));
  }
  return 0;
}
