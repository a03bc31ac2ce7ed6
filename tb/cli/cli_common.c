/* cli_common.c - what the subcommands share: errors, options of a shape, whole files, numbers. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "files/wt_infile.h"
#include "files/wt_outfile.h"
#include "cli/wt_cli.h"

int wt_cli_error(int status, const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  fputs("warptwin: ", stderr);
  vfprintf(stderr, fmt, ap);
  fputc('\n', stderr);
  va_end(ap);
  return status;
}

static error_t parse_shape(int key, char *arg, struct argp_state *state) {
  wt_cli_shape *s = state->input;
  switch (key) {
    case 'c': s->preset = arg; return 0;
    case 's':
      if (s->n_set == WT_MAX_SET) argp_error(state, "more than %d --set options", WT_MAX_SET);
      s->set[s->n_set++] = arg;
      return 0;
    case 'S':
      if (!wt_cli_number(arg, &s->seed)) argp_error(state, "--seed %s: expected a number", arg);
      return 0;
    case 'q':
      s->quiet = 1;
      setenv("WT_QUIET", "1", 1); /* for build_rtl.sh */
      return 0;
    case ARGP_KEY_INIT:
      if (!s->preset) s->preset = "default";
      return 0;
    default: return ARGP_ERR_UNKNOWN;
  }
}
static const struct argp_option shape_options[] = {
  {"config", 'c', "PRESET", 0, "shape preset: tiny, small, small-cc, default, quad or thesis-tesla", 1},
  {"set", 's', "KEY=VALUE", 0, "change one key of the shape (warptwin --keys lists them)", 1},
  {"seed", 'S', "N", 0, "seed of everything random", 1},
  {"quiet", 'q', NULL, 0, "no progress and no notes", 1},
  {0}};
const struct argp wt_cli_shape_argp = {shape_options, parse_shape, NULL, NULL, NULL, NULL, NULL};

int wt_cli_shape_of(const wt_cli_shape *o, wt_shape *S, char *err, size_t errn) {
  int bad = wt_shape_preset(S, o->preset, err, errn);
  for (unsigned i = 0; !bad && i < o->n_set; i++) bad = wt_shape_set(S, o->set[i], err, errn);
  return bad ? -1 : wt_shape_check(S, err, errn);
}

/* argp follows every usage error with a hint on --help. Its messages go to memory, and only the first line, or the line
 * that getopt has already written, is shown: one error, one line. */
static struct {
  error_t (*parser)(int, char *, struct argp_state *);
  FILE *f;
  char *text;
  size_t n;
} usage_error;

static void show_usage_error(void) {
  if (!usage_error.f) return;
  fclose(usage_error.f);
  usage_error.f = NULL;
  if (usage_error.n && strncmp(usage_error.text, "Try ", 4)) fprintf(stderr, "%.*s\n", (int)strcspn(usage_error.text, "\n"), usage_error.text);
}
static error_t parse_quietly(int key, char *arg, struct argp_state *st) {
  if (key == ARGP_KEY_INIT && usage_error.f) st->err_stream = usage_error.f;
  return usage_error.parser(key, arg, st);
}

void wt_cli_parse(const struct argp *a, int argc, char **argv, void *input) {
  struct argp quiet = *a;
  for (int i = 1; i < argc && strcmp(argv[i], "--"); i++) {
    if (!strcmp(argv[i], "-h")) argv[i] = (char *)(uintptr_t) "--help";
    if (!strncmp(argv[i], "--H", 3)) exit(wt_cli_error(2, "unrecognized option '%s'", argv[i])); /* argp's own --HANG sleeps an hour */
  }
  argp_err_exit_status = 2;
  usage_error.parser = a->parser;
  usage_error.f = open_memstream(&usage_error.text, &usage_error.n);
  quiet.parser = parse_quietly;
  atexit(show_usage_error);
  const error_t bad = argp_parse(&quiet, argc, argv, 0, NULL, input);
  if (usage_error.f) fclose(usage_error.f);
  usage_error.f = NULL;
  free(usage_error.text);
  if (bad) exit(wt_cli_error(2, "%s", strerror(bad))); /* what a parser of ours finds wrong it has said, and the program has ended */
}

void *wt_cli_slurp(const char *path, size_t *n, char *err, size_t errn) { return wt_infile_read(path, n, err, errn); }
FILE *wt_cli_open(const char *path) {
  const char *why;
  return wt_infile_open(path, &why);
}

int wt_cli_write(const char *path, const void *data, size_t n) {
  wt_outfile o;
  if (wt_outfile_begin(&o, path)) return wt_cli_error(2, "%s: cannot write: %s", path, strerror(errno)), -1;
  FILE *f = fopen(o.part, "wb");
  int bad = !f || fwrite(data, 1, n, f) != n;
  if (f && fclose(f)) bad = 1;
  int e = errno;
  if (!wt_outfile_end(&o, !bad) && !bad) return 0;
  return wt_cli_error(2, "%s: cannot write: %s", path, strerror(bad ? e : errno)), -1;
}

int wt_cli_put(const char *path, wt_cli_print *print, const void *what) {
  char *text = NULL;
  size_t n = 0;
  if (!path) return 0;
  FILE *f = open_memstream(&text, &n);
  if (!f) return wt_cli_error(2, "out of memory");
  print(what, f);
  fclose(f);
  int rc = wt_cli_write(path, text, n) ? 2 : 0;
  free(text);
  return rc;
}
int wt_cli_show(const char *path, wt_cli_print *print, const void *what) {
  if (!path || strcmp(path, "-") != 0) return wt_cli_put(path, print, what);
  print(what, stdout);
  return 0;
}

int wt_cli_number(const char *s, uint64_t *out) {
  char *end;
  errno = 0;
  if (!*s || *s == '-' || *s == '+' || *s == ' ') return 0;
  unsigned long long v = strtoull(s, &end, 0);
  if (*end || errno) return 0;
  *out = v;
  return 1;
}
void wt_cli_threads(const char *arg, struct argp_state *st, uint64_t *out) {
  if (!wt_cli_number(arg, out) || *out > 128) argp_error(st, "--threads %s: expected a number of threads, 0 to 128", arg);
}
int wt_cli_stack(const char *s, uint64_t *out) { return wt_cli_number(s, out) && *out <= 512 << 10; }
