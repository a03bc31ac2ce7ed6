/* wt_cli_kernel.c - launch options, the parameters they describe, and the files they name. */
#include "cli/wt_cli_kernel.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "warptwin_host.h"

enum { OPT_KERNEL = 600, OPT_GRID, OPT_BLOCK, OPT_SMEM, OPT_ARG, OPT_SYMBOL, OPT_STACK };

static int fail(char *err, size_t errn, int status, const char *fmt, ...) __attribute__((format(printf, 4, 5)));
static int fail(char *err, size_t errn, int status, const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  vsnprintf(err, errn, fmt, ap);
  va_end(ap);
  return status;
}

/* ---- options ---- */

static int dims(const char *s, unsigned d[3]) {
  d[0] = d[1] = d[2] = 1;
  for (int i = 0; i < 3; i++) {
    char *end;
    if (*s < '0' || *s > '9') return -1;
    unsigned long v = strtoul(s, &end, 10);
    if (!v || v > 0x7fffffff) return -1;
    d[i] = (unsigned)v;
    if (!*end) return 0;
    if (*end != ',') return -1;
    s = end + 1;
  }
  return -1;
}

static const struct argp_option options[] = {
  {"kernel", OPT_KERNEL, "NAME", 0, "kernel of the cubin (default: the only one)", 0},
  {"grid", OPT_GRID, "X[,Y[,Z]]", 0, "CTAs (default 1)", 0},
  {"block", OPT_BLOCK, "X[,Y[,Z]]", 0, "threads of a CTA (default 1)", 0},
  {"smem", OPT_SMEM, "BYTES", 0, "dynamic shared memory", 0},
  {"stack", OPT_STACK, "BYTES", 0, "stack of a thread for recursion, calls and alloca, beyond what the cubin asks for (default 1024)", 0},
  {"arg", OPT_ARG, "SPEC", 0, "next parameter: i8 u8 i16 u16 i32 u32 i64 u64 f32 f64:VALUE, raw:FILE, in:FILE, out:BYTES:FILE, inout:FILE:OUTFILE",
   0},
  {"symbol", OPT_SYMBOL, "NAME:in:FILE", 0, "contents of a __device__ or __constant__ variable", 0},
  {0}};

/* Takes one option; 0, or 2 with one line in err. */
static int take(wt_cli_kernel *k, int key, const char *arg, char *err, size_t errn) {
  uint64_t v;
  k->given = key == OPT_KERNEL  ? "--kernel"
             : key == OPT_GRID  ? "--grid"
             : key == OPT_BLOCK ? "--block"
             : key == OPT_SMEM  ? "--smem"
             : key == OPT_STACK ? "--stack"
             : key == OPT_ARG   ? "--arg"
                                : "--symbol";
  switch (key) {
    case OPT_KERNEL: k->kernel = arg; return 0;
    case OPT_GRID: return dims(arg, k->dims.grid) ? fail(err, errn, 2, "--grid %s: expected X[,Y[,Z]], each from 1 to 2147483647", arg) : 0;
    case OPT_BLOCK: return dims(arg, k->dims.block) ? fail(err, errn, 2, "--block %s: expected X[,Y[,Z]], each from 1 to 2147483647", arg) : 0;
    case OPT_SMEM:
      if (!wt_cli_number(arg, &v) || v > 1u << 20) return fail(err, errn, 2, "--smem %s: expected a number of bytes", arg);
      k->dims.dyn_smem = (unsigned)v;
      return 0;
    case OPT_STACK:
      if (!wt_cli_stack(arg, &k->stack)) return fail(err, errn, 2, "--stack %s: expected a number of bytes, 0 to 524288", arg);
      k->has_stack = 1;
      return 0;
    case OPT_ARG:
      if (k->n_args == WT_CLI_MAX_ARGS) return fail(err, errn, 2, "more than %d --arg options", WT_CLI_MAX_ARGS);
      k->args[k->n_args++] = arg;
      return 0;
    default:
      if (k->n_symbols == WT_CLI_MAX_ARGS) return fail(err, errn, 2, "more than %d --symbol options", WT_CLI_MAX_ARGS);
      k->symbols[k->n_symbols++] = arg;
      return 0;
  }
}

static error_t parse(int key, char *arg, struct argp_state *st) {
  wt_cli_kernel *k = st->input;
  char err[300];
  if (key == ARGP_KEY_INIT) {
    k->dims = (wt_dims){.grid = {1, 1, 1}, .block = {1, 1, 1}};
    return 0;
  }
  if (key < OPT_KERNEL || key > OPT_STACK) return ARGP_ERR_UNKNOWN;
  if (take(k, key, arg, err, sizeof err)) argp_error(st, "%s", err);
  return 0;
}
const struct argp wt_cli_kernel_argp = {options, parse, NULL, NULL, NULL, NULL, NULL};

int wt_cli_kernel_read(wt_cli_kernel *k, const char *text, char *err, size_t errn) {
  char *save = NULL;
  *k = (wt_cli_kernel){.dims = {.grid = {1, 1, 1}, .block = {1, 1, 1}}, .text = strdup(text)};
  if (!k->text) return fail(err, errn, 2, "out of memory");
  for (char *w = strtok_r(k->text, " ", &save); w; w = strtok_r(NULL, " ", &save)) {
    const struct argp_option *o = options;
    while (o->name && (strncmp(w, "--", 2) || strcmp(w + 2, o->name))) o++;
    char *value = o->name ? strtok_r(NULL, " ", &save) : NULL;
    if (!o->name) return fail(err, errn, 2, "'%s' is no option of a launch; use --kernel, --grid, --block, --smem, --stack, --arg, --symbol", w);
    if (!value) return fail(err, errn, 2, "%s needs a value", w);
    if (take(k, o->key, value, err, errn)) return 2;
  }
  return 0;
}
void wt_cli_kernel_free(wt_cli_kernel *k) {
  free(k->text);
  k->text = NULL;
}

/* ---- parameters ---- */

static int scalar(const char *spec, wt_cli_param *p) {
  static const struct {
    const char *name;
    unsigned size;
    char kind;
  } types[] = {{"i8", 1, 'i'},  {"u8", 1, 'u'},  {"i16", 2, 'i'}, {"u16", 2, 'u'}, {"i32", 4, 'i'},
               {"u32", 4, 'u'}, {"i64", 8, 'i'}, {"u64", 8, 'u'}, {"f32", 4, 'f'}, {"f64", 8, 'f'}};
  const char *colon = strchr(spec, ':');
  for (size_t i = 0; colon && i < sizeof types / sizeof *types; i++) {
    if (strlen(types[i].name) != (size_t)(colon - spec) || strncmp(types[i].name, spec, (size_t)(colon - spec))) continue;
    const char *v = colon + 1;
    char *end = NULL;
    unsigned n = types[i].size;
    uint64_t bits = 0;
    errno = 0;
    if (types[i].kind == 'f') {
      double d = strtod(v, &end);
      float f = (float)d;
      memcpy(&bits, n == 4 ? (void *)&f : (void *)&d, n);
    } else if (types[i].kind == 'u') {
      if (*v == '-') return -1;
      bits = strtoull(v, &end, 0);
      if (n < 8 && bits >> (8 * n)) return -1;
    } else {
      long long s = strtoll(v, &end, 0);
      bits = (uint64_t)s;
      if (n < 8 && (s < -(1LL << (8 * n - 1)) || s >= 1LL << (8 * n))) return -1;
    }
    if (!*v || *end || (errno == ERANGE && types[i].kind != 'f')) return -1;
    p->size = n;
    if (!(p->data = malloc(8))) return -1;
    memcpy(p->data, &bits, 8);
    return 1;
  }
  return 0;
}

/* Device buffer as a pointer parameter. */
static int buffer(wt_session *s, wt_cli_param *p, const void *init, size_t bytes, char *err, size_t errn) {
  p->bytes = bytes;
  if (wt_alloc(s, bytes, &p->addr) || (init && wt_copy_in(s, p->addr, init, bytes))) return fail(err, errn, 2, "%s", wt_error(s));
  p->size = 8;
  if (!(p->data = malloc(8))) return fail(err, errn, 2, "out of memory");
  memcpy(p->data, &p->addr, 8);
  return 0;
}

static char *in_folder(const wt_cli_kernel *k, const char *name) {
  size_t n = (k->folder ? strlen(k->folder) : 0) + strlen(name) + 2;
  char *path = malloc(n);
  if (path) snprintf(path, n, "%s%s%s", k->folder && *name != '/' ? k->folder : "", k->folder && *name != '/' ? "/" : "", name);
  return path;
}

/* Contents of an input: the file, or numbers from the seed where the manifest says how many bytes. NULL with one line in err. */
static void *contents(const wt_cli_kernel *k, const char *name, uint64_t seed, size_t *n, char *err, size_t errn) {
  char *path = in_folder(k, name);
  const json_t *bytes = json_object_get(k->made, name);
  void *data = path ? wt_cli_slurp(path, n, err, errn) : NULL;
  free(path);
  if (data || !json_is_integer(bytes) || json_integer_value(bytes) < 0) return data;
  *n = (size_t)json_integer_value(bytes);
  for (const char *c = name; *c; c++) seed = seed * 31 + (unsigned char)*c;
  unsigned char *made = malloc(*n + 1);
  if (!made) return fail(err, errn, 2, "out of memory"), NULL;
  for (size_t i = 0; i < *n; i++) made[i] = (unsigned char)wt_host_next(&seed);
  return made;
}

static int make_param(wt_session *s, const wt_cli_kernel *k, const char *spec, uint64_t seed, wt_cli_param *p, char *err, size_t errn) {
  size_t n;
  int got = scalar(spec, p);
  if (got == 1) return 0;
  if (got < 0) return fail(err, errn, 2, "--arg %s: the value does not fit its type", spec);
  if (!strcmp(spec, "in:") || !strcmp(spec, "raw:")) return fail(err, errn, 2, "--arg %s: expected %sFILE", spec, spec);
  if (!strncmp(spec, "raw:", 4)) return (p->data = contents(k, spec + 4, seed, &p->size, err, errn)) ? 0 : 2;
  if (!strncmp(spec, "in:", 3) || !strncmp(spec, "inout:", 6)) {
    int io = spec[2] != ':';
    char path[4096];
    snprintf(path, sizeof path, "%s", spec + (io ? 6 : 3));
    if (io) {
      char *c = strchr(path, ':');
      if (!c || c == path || !c[1]) return fail(err, errn, 2, "--arg %s: expected inout:FILE:OUTFILE", spec);
      *c = 0;
      p->out = strchr(spec + 6, ':') + 1;
    }
    void *data = contents(k, path, seed, &n, err, errn);
    if (!data) return 2;
    int rc = buffer(s, p, data, n, err, errn);
    free(data);
    return rc;
  }
  if (!strncmp(spec, "out:", 4)) {
    char num[32];
    const char *c = strchr(spec + 4, ':');
    uint64_t bytes;
    snprintf(num, sizeof num, "%.*s", c ? (int)(c - spec - 4) : 0, spec + 4);
    if (!c || !c[1] || !wt_cli_number(num, &bytes) || !bytes || bytes > UINT64_C(4) << 30)
      return fail(err, errn, 2, "--arg %s: expected out:BYTES:FILE", spec);
    p->out = c + 1;
    return buffer(s, p, NULL, bytes, err, errn);
  }
  return fail(err, errn, 2, "--arg %s: unknown kind; use i32:V, in:FILE, out:BYTES:FILE, inout:FILE:OUTFILE, raw:FILE ...", spec);
}

static int set_symbol(wt_session *s, wt_module *m, const wt_cli_kernel *k, const char *spec, uint64_t seed, char *err, size_t errn) {
  char name[512];
  const char *in = strstr(spec, ":in:");
  size_t n;
  if (!in || in == spec || !in[4] || (size_t)(in - spec) >= sizeof name) return fail(err, errn, 2, "--symbol %s: expected NAME:in:FILE", spec);
  snprintf(name, sizeof name, "%.*s", (int)(in - spec), spec);
  void *data = contents(k, in + 4, seed, &n, err, errn);
  if (!data) return 2;
  wt_status st = wt_symbol_write(s, m, name, data, n);
  free(data);
  return st ? fail(err, errn, (int)st, "%s", wt_error(s)) : 0;
}

int wt_cli_kernel_load(wt_session *s, const char *cubin, const wt_cli_kernel *k, uint64_t seed, wt_module **m, wt_cli_param *p, char *err,
                       size_t errn) {
  int rc = (int)wt_module_load(s, cubin, m);
  if (rc) return fail(err, errn, rc, "%s", wt_error(s));
  for (unsigned i = 0; !rc && i < k->n_symbols; i++) rc = set_symbol(s, *m, k, k->symbols[i], seed, err, errn);
  for (unsigned i = 0; !rc && i < k->n_args; i++) {
    char name[32];
    rc = make_param(s, k, k->args[i], seed, &p[i], err, errn);
    snprintf(name, sizeof name, "--arg %u", i + 1);
    if (!rc && p[i].addr) wt_name(s, p[i].addr, name);
  }
  return rc;
}

wt_status wt_cli_kernel_launch(wt_session *s, wt_module *m, const wt_cli_kernel *k, const wt_cli_param *p) {
  wt_arg args[WT_CLI_MAX_ARGS];
  for (unsigned i = 0; i < k->n_args; i++) args[i] = (wt_arg){p[i].data, p[i].size};
  wt_status st = k->has_stack ? wt_set_stack(s, k->stack) : WT_OK;
  return st ? st : wt_launch(s, m, k->kernel, &k->dims, args, k->n_args);
}

void wt_cli_params_free(wt_cli_param *p) {
  for (unsigned i = 0; i < WT_CLI_MAX_ARGS; i++) free(p[i].data);
}

/* ---- files ---- */

void wt_cli_kernel_files(const wt_cli_kernel *k, wt_cli_files *f) {
  memset(f, 0, sizeof *f);
  for (unsigned i = 0; i < k->n_args; i++) {
    const char *a = k->args[i], *first = strchr(a, ':'), *second = first ? strchr(first + 1, ':') : NULL;
    int in = !strncmp(a, "in:", 3) || !strncmp(a, "raw:", 4), io = !strncmp(a, "inout:", 6), out = !strncmp(a, "out:", 4);
    if (in) f->in[f->n_in++] = strdup(first + 1);
    if (io && second) f->in[f->n_in++] = strndup(first + 1, (size_t)(second - first - 1));
    if ((io || out) && second) f->out[f->n_out++] = second + 1;
  }
  for (unsigned i = 0; i < k->n_symbols; i++) {
    const char *in = strstr(k->symbols[i], ":in:");
    if (in) f->in[f->n_in++] = strdup(in + 4);
  }
}
void wt_cli_files_free(wt_cli_files *f) {
  for (unsigned i = 0; i < f->n_in; i++) free(f->in[i]);
}
