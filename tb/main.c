/* main.c - warptwin: subcommand dispatch and what the subcommands share. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "wt_cli.h"

static const struct {
  const char *name;
  int (*fn)(int, char **);
  const char *text;
} commands[] = {
    {"run", wt_cmd_run, "KERNEL [launch]   C twin, oracle in tandem; prints the metrics"},
    {"cosim", wt_cmd_cosim, "KERNEL [launch]   both twins in lock-step, oracle in tandem"},
    {"bench", wt_cmd_bench, "[BLOCK]           one block in lock-step under random stimulus; no BLOCK: list"},
    {"regress", wt_cmd_regress, "[SUITE]           many kernels, shapes and policies; a table"},
    {"compare", wt_cmd_compare, "KERNEL...         kernels under two or more values of a key; a table"},
    {"tracediff", wt_cmd_tracediff, "A B               how far two control-flow traces are apart"},
    {"size", wt_cmd_size, "                  what the structures of a shape cost, or the difference of two"},
    {"build-rtl", wt_cmd_build_rtl, "                  verilate the shape now"},
    {"asm", wt_cmd_asm, "FILE.sass -o OUT  assemble to a cubin"},
    {"dis", wt_cmd_dis, "FILE.cubin        disassemble"},
};

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
    case ARGP_KEY_INIT:
      if (!s->preset) s->preset = "default";
      return 0;
    default: return ARGP_ERR_UNKNOWN;
  }
}
static const struct argp_option shape_options[] = {
    {"config", 'c', "PRESET", 0, "shape preset: tiny, small, default or thesis-tesla", 1},
    {"set", 's', "KEY=VALUE", 0, "change one key of the shape (warptwin --keys lists them)", 1},
    {"seed", 'S', "N", 0, "seed of everything random", 1},
    {0}};
const struct argp wt_cli_shape_argp = {shape_options, parse_shape, NULL, NULL, NULL, NULL, NULL};

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

int wt_cli_parse(const struct argp *a, int argc, char **argv, void *input) {
  struct argp quiet = *a;
  argp_err_exit_status = 2;
  usage_error.parser = a->parser;
  usage_error.f = open_memstream(&usage_error.text, &usage_error.n);
  quiet.parser = parse_quietly;
  atexit(show_usage_error);
  int rc = argp_parse(&quiet, argc, argv, 0, NULL, input);
  if (usage_error.f) fclose(usage_error.f);
  usage_error.f = NULL;
  free(usage_error.text);
  usage_error.text = NULL;
  return rc;
}

void *wt_cli_read(const char *path, size_t *n) {
  FILE *f = fopen(path, "rb");
  char *buf = NULL;
  size_t cap = 0;
  *n = 0;
  if (!f) return wt_cli_error(2, "%s: cannot read: %s", path, strerror(errno)), NULL;
  for (;;) {
    if (*n == cap) {
      char *p = realloc(buf, cap = cap ? 2 * cap : 65536);
      if (!p) break;
      buf = p;
    }
    size_t k = fread(buf + *n, 1, cap - *n, f);
    *n += k;
    if (!k) break;
  }
  int bad = ferror(f);
  fclose(f);
  if (bad || !buf) return free(buf), wt_cli_error(2, "%s: cannot read: %s", path, bad ? strerror(errno) : "out of memory"), NULL;
  return buf;
}

int wt_cli_write(const char *path, const void *data, size_t n) {
  char tmp[4096];
  snprintf(tmp, sizeof tmp, "%s.part%d", path, (int)getpid());
  FILE *f = fopen(tmp, "wb");
  if (!f) return wt_cli_error(2, "%s: cannot write: %s", path, strerror(errno)), -1;
  int bad = fwrite(data, 1, n, f) != n;
  if (fclose(f) || bad || rename(tmp, path)) {
    wt_cli_error(2, "%s: cannot write: %s", path, strerror(errno));
    remove(tmp);
    return -1;
  }
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

static void keys(void) {
  for (unsigned i = 0; i < wt_nkeys; i++) {
    const wt_key *k = &wt_keys[i];
    printf("%-14s %s  %u..%u", k->name, k->kind == 'S' ? "structural " : k->kind == 'M' ? "mode       " : "environment", k->min, k->max);
    for (int p = 0; wt_presets[p]; p++) {
      wt_shape s;
      char err[200], buf[16];
      if (!wt_shape_preset(&s, wt_presets[p], err, sizeof err)) printf("  %s=%s", wt_presets[p], wt_key_text(k, wt_key_get(&s, k), buf));
    }
    printf("  %s\n", k->text);
  }
}

static int usage(FILE *f) {
  fputs("usage: warptwin COMMAND ...   (warptwin COMMAND --help)\n", f);
  for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) fprintf(f, "  %-10s %s\n", commands[i].name, commands[i].text);
  fputs("  --keys     the keys of a shape\nexit: 0 ok, 1 check failed, 2 usage or input, 3 unsupported, 4 no end, 5 memory fault\n", f);
  return f == stderr ? 2 : 0;
}

int main(int argc, char **argv) {
  if (argc < 2) return usage(stderr);
  if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "help")) return usage(stdout);
  if (!strcmp(argv[1], "--keys")) return keys(), 0;
  for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
    if (!strcmp(argv[1], commands[i].name)) {
      static char name[64];
      snprintf(name, sizeof name, "warptwin %s", argv[1]);
      argv[1] = name;
      int rc = commands[i].fn(argc - 1, argv + 1);
      if (fflush(stdout) && !rc) rc = wt_cli_error(2, "cannot write the output: %s", strerror(errno));
      return rc;
    }
  return wt_cli_error(2, "unknown command '%s'; 'warptwin --help' lists the commands", argv[1]);
}
