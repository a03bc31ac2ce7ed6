/* cli_cache.c - warptwin cache: what is kept of verilated shapes, and what may go. */
#define _GNU_SOURCE
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "cli/wt_cli.h"
#include "cosim/wt_rtl_known.h"
#include "cosim/wt_rtl_proc.h"
#include "cosim/wt_rtl_sum.h"
#include "lib/wt_home.h"

enum { OPT_OLDER = 700, OPT_ALL, OPT_DRY, DAY = 86400 };

typedef struct {
  const char *word;
  uint64_t older;
  int all, dry;
} cache_opts;

typedef struct {
  char name[256], label[300];
  unsigned long long bytes;
  time_t used;
} kept;

static error_t parse(int key, char *arg, struct argp_state *st) {
  cache_opts *o = st->input;
  switch (key) {
    case OPT_OLDER:
      if (!wt_cli_number(arg, &o->older) || o->older > 100000) argp_error(st, "--older %s: expected a number of days", arg);
      return 0;
    case OPT_ALL: o->all = 1; return 0;
    case OPT_DRY: o->dry = 1; return 0;
    case ARGP_KEY_ARG:
      if (o->word) argp_error(st, "'%s' is a word too many", arg);
      if (strcmp(arg, "list") && strcmp(arg, "prune")) argp_error(st, "'%s': expected list or prune", arg);
      o->word = arg;
      return 0;
    case ARGP_KEY_END:
      if ((o->all || o->dry || o->older != UINT64_MAX) && (!o->word || strcmp(o->word, "prune")))
        argp_error(st, "--older, --all and --dry-run belong to prune");
      if (o->all && o->older != UINT64_MAX) argp_error(st, "--all and --older exclude each other");
      return 0;
    default: return ARGP_ERR_UNKNOWN;
  }
}

/* What the shape of a plug-in was; older ones have no such file. */
static void read_label(const char *cache, kept *k) {
  char path[1400];
  snprintf(path, sizeof path, "%.1000s/%.*s.txt", cache, (int)(strlen(k->name) - 3), k->name);
  FILE *f = fopen(path, "r");
  if (!f || !fgets(k->label, sizeof k->label, f)) strcpy(k->label, "-");
  k->label[strcspn(k->label, "\n")] = 0;
  if (f) fclose(f);
}

static int later(const void *a, const void *b) {
  const kept *x = a, *y = b;
  return x->used != y->used ? (x->used < y->used ? 1 : -1) : strcmp(x->name, y->name);
}

/* Plug-ins, the compiled runtime and kept syntheses, the last used first. */
static kept *collect(const char *cache, size_t *n) {
  kept *list = NULL;
  *n = 0;
  DIR *d = opendir(cache);
  for (struct dirent *e; d && (e = readdir(d));) {
    char path[1400];
    struct stat st;
    size_t len = strlen(e->d_name);
    int so = len > 3 && !strcmp(e->d_name + len - 3, ".so"), runtime = !strncmp(e->d_name, "runtime-", 8);
    int headers = !strncmp(e->d_name, "headers-", 8), counts = !strncmp(e->d_name, "counts-", 7);
    int folder = runtime || headers || counts || !strcmp(e->d_name, "synth");
    snprintf(path, sizeof path, "%.1000s/%s", cache, e->d_name);
    if ((!so && !folder) || stat(path, &st)) continue;
    kept *more = realloc(list, (*n + 1) * sizeof *list);
    if (!more) break;
    list = more;
    kept *k = &list[(*n)++];
    memset(k, 0, sizeof *k);
    snprintf(k->name, sizeof k->name, "%s", e->d_name);
    k->bytes = folder ? wt_rtl_remove(path, 1) : (unsigned long long)st.st_size, k->used = st.st_mtime;
    if (so) read_label(cache, k);
    else
      strcpy(k->label, runtime   ? "the runtime of Verilator, compiled"
                       : headers ? "the headers of Verilator's runtime, compiled"
                       : counts  ? "counts for WT_RTL_SPEED=profile"
                                 : "syntheses of size --synth and area-gates");
  }
  if (d) closedir(d);
  if (list) qsort(list, *n, sizeof *list, later);
  return list;
}

static double mb(unsigned long long bytes) { return (double)bytes / (1 << 20); }

static int show(const char *cache, const kept *list, size_t n) {
  unsigned long long sum = 0, left;
  unsigned abandoned = wt_rtl_sweep(cache, 1, &left);
  printf("%s\n%-38s %9s  %-16s  %s\n", cache, "file", "MB", "last used", "shape");
  for (size_t i = 0; i < n; i++) {
    char when[40];
    struct tm t;
    localtime_r(&list[i].used, &t);
    strftime(when, sizeof when, "%Y-%m-%d %H:%M", &t);
    printf("%-38s %9.1f  %-16s  %s\n", list[i].name, mb(list[i].bytes), when, list[i].label);
    sum += list[i].bytes;
  }
  printf("%zu kept, %.1f MB", n, mb(sum));
  if (abandoned) printf("; %u folders of builds that were killed, %.1f MB", abandoned, mb(left));
  printf("\n");
  return 0;
}

static int prune(const char *cache, const kept *list, size_t n, const cache_opts *o) {
  unsigned long long sum = 0, left;
  unsigned abandoned = wt_rtl_sweep(cache, o->dry, &left);
  time_t limit = time(NULL) - (time_t)(o->older == UINT64_MAX ? 14 : o->older) * DAY;
  size_t gone = 0;
  for (size_t i = 0; i < n; i++) {
    char path[1400];
    if (!o->all && list[i].used > limit) continue;
    snprintf(path, sizeof path, "%.1000s/%s", cache, list[i].name);
    wt_rtl_remove(path, o->dry);
    if (!o->dry && strlen(path) > 3 && !strcmp(path + strlen(path) - 3, ".so")) {
      wt_rtl_sum_gone(path);
      strcpy(path + strlen(path) - 3, ".txt"), unlink(path);
    }
    sum += list[i].bytes, gone++;
  }
  if (!o->dry) wt_rtl_known_sweep(cache);
  printf("%s%zu of %zu removed, %.1f MB", o->dry ? "would be " : "", gone, n, mb(sum));
  if (abandoned) printf("; %u folders of builds that were killed, %.1f MB", abandoned, mb(left));
  printf("\n");
  return 0;
}

int wt_cmd_cache(int argc, char **argv) {
  static const struct argp_option options[] = {{"older", OPT_OLDER, "DAYS", 0, "prune: what was not used for so long (default 14)", 0},
                                               {"all", OPT_ALL, NULL, 0, "prune: everything", 0},
                                               {"dry-run", OPT_DRY, NULL, 0, "prune: only say what would go", 0},
                                               {0}};
  static const struct argp a = {
    options,
    parse,
    "[list|prune]",
    "Lists what is kept of verilated shapes and of syntheses, or removes what was not used for a while. What is missing is "
    "made again when it is needed; a running simulation keeps what it has loaded.",
    NULL,
    NULL,
    NULL};
  cache_opts o = {.older = UINT64_MAX};
  char cache[1024], err[600];
  size_t n;
  wt_cli_parse(&a, argc, argv, &o);
  if (wt_cache_dir(cache, sizeof cache, err, sizeof err)) return wt_cli_error(2, "%s", err);
  kept *list = collect(cache, &n);
  int rc = o.word && !strcmp(o.word, "prune") ? prune(cache, list, n, &o) : show(cache, list, n);
  free(list);
  return rc;
}
