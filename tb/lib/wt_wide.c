/* wt_wide.c - the command line once more, as this process was given it, in build/wide/warptwin. */
#include "lib/wt_wide.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/wt_home.h"

static pid_t allowed;
void wt_wide_allow(void) { allowed = getpid(); }

/* The words of /proc/self/cmdline, each ended by a zero byte; NULL: none. */
static char **words(void) {
  char *text = NULL, **argv = NULL;
  size_t n = 0, room = 0, got, k = 0;
  FILE *f = fopen("/proc/self/cmdline", "r");
  do {
    char *more = n == room ? realloc(text, (room = 2 * room + 4096) + 1) : text;
    if (!more) break;
    text = more;
    got = f ? fread(text + n, 1, room - n, f) : 0;
    n += got;
  } while (got);
  if (f) fclose(f);
  for (size_t i = 0; i < n; i++) k += !text[i];
  if (!k || !(argv = calloc(k + 1, sizeof *argv))) return free(text), NULL;
  text[n] = 0;
  for (size_t i = 0; i < k; i++, text += strlen(text) + 1) argv[i] = text;
  return argv;
}

int wt_wide_runs(const wt_shape *S, char *err, size_t errn) {
  char path[1100];
  if (!wt_shape_runs(S, err, errn)) return 0;
  snprintf(path, sizeof path, "%s/wide/warptwin", wt_build_dir());
  if (getpid() != allowed || access(path, X_OK)) return -1;
  char **argv = words();
  if (argv) execv(path, argv);
  return -1; /* the shape's own message says enough */
}
