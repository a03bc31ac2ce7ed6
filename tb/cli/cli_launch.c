/* cli_launch.c - warptwin run and warptwin cosim: one kernel from the command line. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "isa/wt_outfile.h"
#include "cli/wt_cli.h"

enum {
  MAX_ARGS = 64, OPT_KERNEL = 300, OPT_GRID, OPT_BLOCK, OPT_SMEM, OPT_ARG, OPT_SYMBOL, OPT_MAX, OPT_STATS, OPT_TRACE,
  OPT_NOORACLE, OPT_WAVE, OPT_FROM, OPT_TO, OPT_WARP
};

typedef struct {
  wt_cli_shape shape; /* first: the shape parser's input */
  const char *file, *kernel, *stats, *trace, *wave;
  wt_dims dims;
  int have_grid, have_block, no_oracle;
  const char *args[MAX_ARGS], *symbols[MAX_ARGS];
  unsigned n_args, n_symbols;
  uint64_t max_cycles, from, to, warp;
  int have_warp;
} launch_opts;

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

static error_t parse(int key, char *arg, struct argp_state *st) {
  launch_opts *o = st->input;
  uint64_t v;
  switch (key) {
    case OPT_KERNEL: o->kernel = arg; return 0;
    case OPT_GRID:
      if (dims(arg, o->dims.grid)) argp_error(st, "--grid %s: expected X[,Y[,Z]], each from 1 to 2147483647", arg);
      o->have_grid = 1;
      return 0;
    case OPT_BLOCK:
      if (dims(arg, o->dims.block)) argp_error(st, "--block %s: expected X[,Y[,Z]], each from 1 to 2147483647", arg);
      o->have_block = 1;
      return 0;
    case OPT_SMEM:
      if (!wt_cli_number(arg, &v) || v > 1u << 20) argp_error(st, "--smem %s: expected a number of bytes", arg);
      o->dims.dyn_smem = (unsigned)v;
      return 0;
    case OPT_ARG:
      if (o->n_args == MAX_ARGS) argp_error(st, "more than %d --arg options", MAX_ARGS);
      o->args[o->n_args++] = arg;
      return 0;
    case OPT_SYMBOL:
      if (o->n_symbols == MAX_ARGS) argp_error(st, "more than %d --symbol options", MAX_ARGS);
      o->symbols[o->n_symbols++] = arg;
      return 0;
    case OPT_MAX:
      if (!wt_cli_number(arg, &o->max_cycles)) argp_error(st, "--max-cycles %s: expected a number", arg);
      return 0;
    case OPT_STATS: o->stats = arg; return 0;
    case OPT_TRACE: o->trace = arg; return 0;
    case OPT_NOORACLE: o->no_oracle = 1; return 0;
    case OPT_WAVE: o->wave = arg; return 0;
    case OPT_FROM:
      if (!wt_cli_number(arg, &o->from)) argp_error(st, "--from %s: expected a cycle", arg);
      return 0;
    case OPT_TO:
      if (!wt_cli_number(arg, &o->to)) argp_error(st, "--to %s: expected a cycle", arg);
      return 0;
    case OPT_WARP:
      if (!wt_cli_number(arg, &o->warp) || o->warp >= MAX_WARPS) argp_error(st, "--warp %s: expected a warp slot", arg);
      o->have_warp = 1;
      return 0;
    case ARGP_KEY_ARG:
      if (o->file) argp_error(st, "one KERNEL file, not also '%s'", arg);
      o->file = arg;
      return 0;
    case ARGP_KEY_END:
      if (!o->file) argp_error(st, "which KERNEL? give a cubin file");
      if (o->from > o->to) argp_error(st, "--from is behind --to");
      if (!o->wave && (o->from || o->to != UINT64_MAX || o->have_warp))
        argp_error(st, "--from, --to and --warp need --wave");
      return 0;
    case ARGP_KEY_INIT: st->child_inputs[0] = &o->shape; return 0;
    default: return ARGP_ERR_UNKNOWN;
  }
}

static const struct argp_option options[] = {
    {"kernel", OPT_KERNEL, "NAME", 0, "kernel of the cubin (default: the only one)", 0},
    {"grid", OPT_GRID, "X[,Y[,Z]]", 0, "CTAs (default 1)", 0},
    {"block", OPT_BLOCK, "X[,Y[,Z]]", 0, "threads of a CTA (default 1)", 0},
    {"smem", OPT_SMEM, "BYTES", 0, "dynamic shared memory", 0},
    {"arg", OPT_ARG, "SPEC", 0, "next parameter: i8 u8 i16 u16 i32 u32 i64 u64 f32 f64:VALUE, raw:FILE, in:FILE, out:BYTES:FILE, inout:FILE:OUTFILE", 0},
    {"symbol", OPT_SYMBOL, "NAME:in:FILE", 0, "contents of a __device__ or __constant__ variable", 0},
    {"max-cycles", OPT_MAX, "N", 0, "give up after N cycles (exit 4)", 0},
    {"stats", OPT_STATS, "FILE", 0, "metrics as JSON", 0},
    {"trace", OPT_TRACE, "FILE", 0, "one line per issued warp instruction: cycle slot cta warp pc mask exec", 0},
    {"no-oracle", OPT_NOORACLE, NULL, 0, "without the oracle in tandem (speed)", 0},
    {"wave", OPT_WAVE, "FILE", 0, "signals as FST", 0},
    {"from", OPT_FROM, "CYCLE", 0, "first cycle of --wave (default 0)", 0},
    {"to", OPT_TO, "CYCLE", 0, "last cycle of --wave (default: the end)", 0},
    {"warp", OPT_WARP, "N", 0, "--wave: of rows with one element a warp slot only this one", 0},
    {0}};

/* A parameter of the launch: its bytes, and the file that its buffer goes to. */
typedef struct {
  void *data;
  size_t size;
  wt_addr addr;
  size_t bytes;
  const char *out;
} param;

static int scalar(const char *spec, param *p) {
  static const struct {
    const char *name;
    unsigned size;
    char kind;
  } types[] = {{"i8", 1, 'i'}, {"u8", 1, 'u'}, {"i16", 2, 'i'}, {"u16", 2, 'u'}, {"i32", 4, 'i'}, {"u32", 4, 'u'}, {"i64", 8, 'i'}, {"u64", 8, 'u'}, {"f32", 4, 'f'}, {"f64", 8, 'f'}};
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
static int buffer(wt_session *s, param *p, const void *init, size_t bytes) {
  p->bytes = bytes;
  if (wt_alloc(s, bytes, &p->addr) || (init && wt_copy_in(s, p->addr, init, bytes))) return wt_cli_error(2, "%s", wt_error(s));
  p->size = 8;
  if (!(p->data = malloc(8))) return wt_cli_error(2, "out of memory");
  memcpy(p->data, &p->addr, 8);
  return 0;
}

/* 0 or an exit code. */
static int make_param(wt_session *s, const char *spec, param *p) {
  size_t n;
  int k = scalar(spec, p);
  if (k == 1) return 0;
  if (k < 0) return wt_cli_error(2, "--arg %s: the value does not fit its type", spec);
  if (!strncmp(spec, "raw:", 4)) {
    p->data = wt_cli_read(spec + 4, &p->size);
    return p->data ? 0 : 2;
  }
  if (!strncmp(spec, "in:", 3) || !strncmp(spec, "inout:", 6)) {
    int io = spec[2] != ':';
    char path[4096];
    snprintf(path, sizeof path, "%s", spec + (io ? 6 : 3));
    if (io) {
      char *c = strchr(path, ':');
      if (!c || !c[1]) return wt_cli_error(2, "--arg %s: expected inout:FILE:OUTFILE", spec);
      *c = 0;
      p->out = strchr(spec + 6, ':') + 1;
    }
    void *data = wt_cli_read(path, &n);
    if (!data) return 2;
    int rc = buffer(s, p, data, n);
    free(data);
    return rc;
  }
  if (!strncmp(spec, "out:", 4)) {
    char num[32];
    const char *c = strchr(spec + 4, ':');
    uint64_t bytes;
    snprintf(num, sizeof num, "%.*s", c ? (int)(c - spec - 4) : 0, spec + 4);
    if (!c || !c[1] || !wt_cli_number(num, &bytes) || !bytes || bytes > UINT64_C(4) << 30)
      return wt_cli_error(2, "--arg %s: expected out:BYTES:FILE", spec);
    p->out = c + 1;
    return buffer(s, p, NULL, bytes);
  }
  return wt_cli_error(2, "--arg %s: unknown kind; use i32:V, in:FILE, out:BYTES:FILE, inout:FILE:OUTFILE, raw:FILE ...", spec);
}

static int set_symbols(wt_session *s, wt_module *m, const launch_opts *o) {
  for (unsigned i = 0; i < o->n_symbols; i++) {
    char name[512];
    const char *in = strstr(o->symbols[i], ":in:");
    size_t n;
    if (!in || in == o->symbols[i] || (size_t)(in - o->symbols[i]) >= sizeof name)
      return wt_cli_error(2, "--symbol %s: expected NAME:in:FILE", o->symbols[i]);
    snprintf(name, sizeof name, "%.*s", (int)(in - o->symbols[i]), o->symbols[i]);
    void *data = wt_cli_read(in + 4, &n);
    if (!data) return 2;
    wt_status st = wt_symbol_write(s, m, name, data, n);
    free(data);
    if (st) return wt_cli_error(st, "%s", wt_error(s));
  }
  return 0;
}

static void print_metrics(const wt_session *s, wt_backend b, const launch_opts *o) {
  const wt_counters *c = wt_stats(s);
  printf("cycles %llu  warp instructions %llu  IPC %.3f  lane activity %.1f %%  idle cycles %llu\n", (unsigned long long)c->cycles,
         (unsigned long long)c->warp_instructions, c->cycles ? (double)c->warp_instructions / (double)c->cycles : 0,
         c->lane_slots ? 100.0 * (double)c->thread_instructions / (double)c->lane_slots : 0, (unsigned long long)c->idle_cycles);
  printf("off-chip requests %llu  coalescing rate %.2f thread accesses per request\n", (unsigned long long)c->offchip_requests,
         c->offchip_requests ? (double)c->mem_thread_accesses / (double)c->offchip_requests : 0);
  printf("warp slots not issuing:");
  for (unsigned i = WT_ISSUED + 1; i < WT_REASONS; i++) printf(" %s %llu", wt_reason(i), (unsigned long long)c->slots[i]);
  printf("\n");
  if (b == WT_BACKEND_COSIM)
    printf("0 differences: %llu flip-flop and %llu memory bits compared, seed %llu\n", (unsigned long long)c->ff_bits,
           (unsigned long long)c->mem_bits, (unsigned long long)o->shape.seed);
  if (!o->no_oracle) printf("oracle: agrees\n");
}

static int write_stats(wt_session *s, const char *path) {
  char *text = NULL;
  size_t n = 0;
  FILE *f = open_memstream(&text, &n);
  if (!f) return wt_cli_error(2, "out of memory");
  wt_stats_json(s, f);
  fclose(f);
  int rc = wt_cli_write(path, text, n) ? 2 : 0;
  free(text);
  return rc;
}

static int run_session(wt_session *s, const launch_opts *o, wt_backend backend) {
  param p[MAX_ARGS] = {{0}};
  wt_arg args[MAX_ARGS];
  wt_module *m;
  int rc = 0;
  wt_status st = wt_module_load(s, o->file, &m);
  if (st) return wt_cli_error(st, "%s", wt_error(s));
  if ((rc = set_symbols(s, m, o))) return rc;
  for (unsigned i = 0; !rc && i < o->n_args; i++) {
    rc = make_param(s, o->args[i], &p[i]);
    args[i] = (wt_arg){p[i].data, p[i].size};
  }
  wt_outfile trace;
  FILE *lines = NULL;
  if (!rc && o->trace) {
    if (wt_outfile_begin(&trace, o->trace) || !(lines = fopen(trace.part, "w")))
      rc = wt_cli_error(2, "%s: cannot write: %s", o->trace, strerror(errno));
  }
  if (!rc) {
    wt_set_trace(s, lines);
    st = wt_launch(s, m, o->kernel, &o->dims, args, o->n_args);
    if (st) rc = wt_cli_error(st, "%s", wt_error(s));
  }
  if (lines) {
    int ran = rc == 0 || rc == WT_DIFF || rc == WT_NO_END || rc == WT_FAULT; /* else nothing was executed: leave no file behind */
    int bad = ferror(lines) | fclose(lines);
    wt_set_trace(s, NULL);
    if (wt_outfile_end(&trace, ran && !bad) || (ran && bad)) rc = rc ? rc : wt_cli_error(2, "%s: cannot write: %s", o->trace, strerror(errno));
  }
  if ((!rc || rc == WT_NO_END || rc == WT_DIFF || rc == WT_FAULT) && o->stats && write_stats(s, o->stats)) rc = rc ? rc : 2;
  for (unsigned i = 0; !rc && i < o->n_args; i++) {
    if (!p[i].out) continue;
    void *buf = malloc(p[i].bytes ? p[i].bytes : 1);
    if (!buf || wt_copy_out(s, buf, p[i].addr, p[i].bytes))
      rc = wt_cli_error(2, "%s", buf ? wt_error(s) : "out of memory");
    else if (wt_cli_write(p[i].out, buf, p[i].bytes))
      rc = 2;
    free(buf);
  }
  if (!rc) print_metrics(s, backend, o);
  for (unsigned i = 0; i < o->n_args; i++) free(p[i].data);
  return rc;
}

static int launch(int argc, char **argv, wt_backend backend) {
  static const struct argp_child children[] = {{&wt_cli_shape_argp, 0, "Shape", 1}, {0}};
  static const struct argp a = {options, parse, "KERNEL", "Runs one kernel of a cubin (sm_75).", children, NULL, NULL};
  launch_opts o = {.dims = {.grid = {1, 1, 1}, .block = {1, 1, 1}}, .to = UINT64_MAX};
  wt_session *s;
  wt_cli_parse(&a, argc, argv, &o);
  const char *files[MAX_ARGS + 4] = {o.file, o.trace, o.stats, o.wave};
  unsigned n_files = 4;
  for (unsigned i = 0; i < o.n_args; i++)
    if (!strncmp(o.args[i], "out:", 4) || !strncmp(o.args[i], "inout:", 6)) {
      const char *second = strchr(strchr(o.args[i], ':') + 1, ':');
      if (second) files[n_files++] = second + 1;
    }
  if (wt_cli_distinct(files, n_files)) return 2;
  wt_options so = {backend, o.shape.preset, o.shape.set, o.shape.seed, o.max_cycles, o.no_oracle};
  wt_status st = wt_session_open(&so, &s);
  if (st) return wt_cli_error(st, "%s", wt_error(NULL));
  unsigned warps;
  if (o.have_warp && !wt_shape_key(s, "WARPS", &warps) && o.warp >= warps) {
    wt_session_close(s);
    return wt_cli_error(2, "--warp %u: this shape has warp slots 0 to %u", (unsigned)o.warp, warps - 1);
  }
  wt_set_wave(s, o.wave, o.from, o.to, o.have_warp ? (int)o.warp : -1);
  if (backend == WT_BACKEND_COSIM) wt_set_mismatch(s, "mismatch.fst");
  int rc = run_session(s, &o, backend);
  wt_session_close(s);
  return rc;
}
int wt_cmd_run(int argc, char **argv) { return launch(argc, argv, WT_BACKEND_C); }
int wt_cmd_cosim(int argc, char **argv) { return launch(argc, argv, WT_BACKEND_COSIM); }
