/* wt_wide.c - the command line once more, as this process was given it, in build/wide/warptwin. */
#include "lib/wt_wide.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/wt_home.h"

static pid_t allowed;
void wt_wide_allow(void) { allowed = getpid(); }

/* The words of /proc/self/cmdline, each ended by a zero byte; NULL: they cannot all be had. */
static char **words(void) {
  char *text = malloc(1), **argv = NULL;
  size_t n = 0, got = 1, k = 0;
  FILE *f = fopen("/proc/self/cmdline", "r");
  while (f && text && got) {
    char *more = realloc(text, n + 4096);
    if (!more) free(text);
    text = more;
    got = text ? fread(text + n, 1, 4096, f) : 0;
    n += got;
  }
  const int bad = !f || ferror(f) || !text || !n || text[n - 1];
  if (f) fclose(f);
  for (size_t i = 0; !bad && i < n; i++) k += !text[i];
  if (!bad) argv = calloc(k + 1, sizeof *argv);
  if (!argv) return free(text), NULL;
  for (char *p = text, **a = argv; a < argv + k; p += strlen(p) + 1) *a++ = p;
  return argv;
}

int wt_wide_runs(const wt_shape *S, char *err, size_t errn) {
  char path[1100];
  if (!wt_shape_runs(S, err, errn)) return 0;
  snprintf(path, sizeof path, "%s/wide/warptwin", wt_build_dir());
  if (getpid() != allowed || access(path, X_OK)) return -1;
  char **argv = words();
  if (!argv) return -1; /* the shape's own message says enough */
  execv(path, argv);
  free(*argv), free(argv);
  return -1;
}
