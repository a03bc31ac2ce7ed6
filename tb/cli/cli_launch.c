/* cli_launch.c - warptwin run and warptwin cosim: one kernel from the command line. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "isa/wt_outfile.h"
#include "cli/wt_cli_kernel.h"
#include "cli/wt_cli_say.h"

enum {
  OPT_MAX = 300,
  OPT_STATS,
  OPT_TRACE,
  OPT_NOORACLE,
  OPT_WAVE,
  OPT_FROM,
  OPT_TO,
  OPT_WARP,
  OPT_INIT,
  OPT_NOINIT,
  OPT_REPORT,
  OPT_KANATA,
  OPT_PERFETTO
};

typedef struct {
  wt_cli_shape shape; /* first: the shape parser's input */
  wt_cli_kernel launch;
  const char *file, *stats, *trace, *wave, *report, *kanata, *perfetto;
  uint64_t max_cycles, from, to, warp;
  int have_warp, no_oracle, no_init;
} launch_opts;

static error_t parse(int key, char *arg, struct argp_state *st) {
  launch_opts *o = st->input;
  switch (key) {
    case OPT_MAX:
      if (!wt_cli_number(arg, &o->max_cycles)) argp_error(st, "--max-cycles %s: expected a number", arg);
      return 0;
    case OPT_STATS: o->stats = arg; return 0;
    case OPT_TRACE: o->trace = arg; return 0;
    case OPT_NOORACLE: o->no_oracle = 1; return 0;
    case OPT_INIT: o->no_init = 0; return 0;
    case OPT_NOINIT: o->no_init = 1; return 0;
    case OPT_WAVE: o->wave = arg; return 0;
    case OPT_REPORT: o->report = arg; return 0;
    case OPT_KANATA: o->kanata = arg; return 0;
    case OPT_PERFETTO: o->perfetto = arg; return 0;
    case OPT_FROM:
      if (!wt_cli_number(arg, &o->from)) argp_error(st, "--from %s: expected a cycle", arg);
      return 0;
    case OPT_TO:
      if (!wt_cli_number(arg, &o->to)) argp_error(st, "--to %s: expected a cycle", arg);
      return 0;
    case OPT_WARP:
      if (!wt_cli_number(arg, &o->warp) || o->warp > INT_MAX) argp_error(st, "--warp %s: expected a warp slot, 0 to WARPS - 1 of the shape", arg);
      o->have_warp = 1;
      return 0;
    case ARGP_KEY_ARG:
      if (o->file) argp_error(st, "one KERNEL file, not also '%s'", arg);
      o->file = arg;
      return 0;
    case ARGP_KEY_END:
      if (!o->file) argp_error(st, "which KERNEL? give a cubin file");
      if (o->from > o->to) argp_error(st, "--from is behind --to");
      if (!o->wave && (o->from || o->to != UINT64_MAX || o->have_warp)) argp_error(st, "--from, --to and --warp need --wave");
      return 0;
    case ARGP_KEY_INIT: st->child_inputs[0] = &o->launch, st->child_inputs[1] = &o->shape; return 0;
    default: return ARGP_ERR_UNKNOWN;
  }
}

static const struct argp_option options[] = {
  {"max-cycles", OPT_MAX, "N", 0, "give up after N cycles (exit 4)", 0},
  {"stats", OPT_STATS, "FILE", 0, "metrics as JSON", 0},
  {"trace", OPT_TRACE, "FILE", 0, "one line per issued warp instruction: cycle slot cta warp pc mask exec", 0},
  {"report", OPT_REPORT, "FILE", 0, "the run as a page of HTML: every warp over time, divergence, hot instructions", 0},
  {"kanata", OPT_KANATA, "FILE", 0, "every instruction's way through the pipeline, for Konata", 0},
  {"perfetto", OPT_PERFETTO, "FILE", 0, "the same and the reasons of every slot, for ui.perfetto.dev and chrome://tracing", 0},
  {"no-oracle", OPT_NOORACLE, NULL, 0, "without the oracle in tandem (speed)", 0},
  {"initcheck", OPT_INIT, NULL, 0, "warn of reads of registers and memory that nobody wrote (default with the oracle)", 0},
  {"no-initcheck", OPT_NOINIT, NULL, 0, "do not", 0},
  {"wave", OPT_WAVE, "FILE", 0, "signals as FST", 0},
  {"from", OPT_FROM, "CYCLE", 0, "first cycle of --wave (default 0)", 0},
  {"to", OPT_TO, "CYCLE", 0, "last cycle of --wave (default: the end)", 0},
  {"warp", OPT_WARP, "N", 0, "--wave: of what belongs to warp slots only what belongs to this one, and its registers", 0},
  {0}};

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

static void warnings(const wt_session *s) {
  for (const char *p = wt_warnings(s), *end; *p; p = *end ? end + 1 : end) {
    end = p + strcspn(p, "\n");
    fprintf(stderr, "warptwin: warning: %.*s\n", (int)(end - p), p);
  }
}

static int run_session(wt_session *s, const launch_opts *o, wt_backend backend) {
  wt_cli_param p[WT_CLI_MAX_ARGS] = {{0}};
  char err[WT_CLI_ERROR];
  wt_module *m;
  wt_status st;
  int rc = wt_cli_kernel_load(s, o->file, &o->launch, o->shape.seed, &m, p, err, sizeof err);
  if (rc) wt_cli_error(rc, "%s", err);
  wt_outfile trace;
  FILE *lines = NULL;
  if (!rc && o->trace) {
    if (wt_outfile_begin(&trace, o->trace) || !(lines = fopen(trace.part, "w")))
      rc = wt_cli_error(2, "%s: cannot write: %s", o->trace, strerror(errno));
  }
  if (!rc) {
    wt_set_trace(s, lines);
    st = wt_cli_kernel_launch(s, m, &o->launch, p);
    warnings(s);
    if (st) rc = wt_cli_error(st, "%s", wt_error(s));
  }
  if (lines) {
    int ran = rc == 0 || rc == WT_DIFF || rc == WT_NO_END || rc == WT_FAULT; /* else nothing was executed: leave no file behind */
    int bad = ferror(lines) | fclose(lines);
    wt_set_trace(s, NULL);
    if (wt_outfile_end(&trace, ran && !bad) || (ran && bad)) rc = rc ? rc : wt_cli_error(2, "%s: cannot write: %s", o->trace, strerror(errno));
  }
  if ((!rc || rc == WT_NO_END || rc == WT_DIFF || rc == WT_FAULT) && o->stats && write_stats(s, o->stats)) rc = rc ? rc : 2;
  for (unsigned i = 0; !rc && i < o->launch.n_args; i++) {
    if (!p[i].out) continue;
    void *buf = malloc(p[i].bytes ? p[i].bytes : 1);
    if (!buf || wt_copy_out(s, buf, p[i].addr, p[i].bytes)) rc = wt_cli_error(2, "%s", buf ? wt_error(s) : "out of memory");
    else if (wt_cli_write(p[i].out, buf, p[i].bytes)) rc = 2;
    free(buf);
  }
  if (!rc) print_metrics(s, backend, o);
  wt_cli_params_free(p);
  return rc;
}

static const char *const says[] = {"", "the check failed", "", "not supported", "no end", "memory fault"};

static int launch(int argc, char **argv, wt_backend backend) {
  static const struct argp_child children[] = {{&wt_cli_kernel_argp, 0, NULL, 0}, {&wt_cli_shape_argp, 0, "Shape", 1}, {0}};
  static const char *const doc[] = {
    "Runs one kernel of a cubin (sm_75) on the C twin, with the oracle in tandem, and prints the metrics. When the oracle "
    "differs, mismatch.fst holds the cycles around it.",
    "Runs one kernel of a cubin (sm_75) on both twins in lock-step, with the oracle in tandem: every output and "
    "every state bit of every block is compared at every clock edge. The first difference stops the run, and "
    "mismatch.fst holds the cycles around it; gtkwave mismatch.gtkw shows them."};
  const struct argp a = {options, parse, "KERNEL", doc[backend == WT_BACKEND_COSIM], children, NULL, NULL};
  launch_opts o = {.to = UINT64_MAX};
  wt_session *s;
  wt_cli_parse(&a, argc, argv, &o);
  wt_cli_files f;
  wt_cli_kernel_files(&o.launch, &f);
  const char *more[] = {o.trace, o.stats, o.wave, o.report, o.kanata, o.perfetto};
  for (unsigned i = 0; i < sizeof more / sizeof *more; i++) f.out[f.n_out++] = more[i];
  f.in[f.n_in++] = strdup(o.file);
  int rc = wt_cli_outputs(f.out, f.n_out, (const char *const *)f.in, f.n_in);
  wt_cli_files_free(&f);
  if (rc) return rc;
  wt_options so = {backend, o.shape.preset, o.shape.set, o.shape.seed, o.max_cycles, o.no_oracle};
  wt_status st = wt_session_open(&so, &s);
  if (st) return wt_cli_error(st, "%s", wt_error(NULL));
  unsigned warps;
  if (o.have_warp && !wt_shape_key(s, "WARPS", &warps) && o.warp >= warps) {
    wt_session_close(s);
    return wt_cli_error(2, "--warp %u: this shape has warp slots 0 to %u", (unsigned)o.warp, warps - 1);
  }
  wt_shape S;
  char err[500];
  if (!wt_cli_shape_of(&o.shape, &S, err, sizeof err)) wt_cli_note_keys(&o.shape, &S, 1);
  wt_set_quiet(s, o.shape.quiet);
  wt_set_initcheck(s, !o.no_init && !o.no_oracle);
  wt_set_wave(s, o.wave, o.from, o.to, o.have_warp ? (int)o.warp : -1);
  wt_set_mismatch(s, "mismatch.fst");
  wt_set_pictures(s, o.report, o.kanata, o.perfetto);
  rc = run_session(s, &o, backend);
  if (o.wave && (!rc || rc == WT_NO_END) && o.from >= wt_stats(s)->cycles)
    wt_cli_note(&o.shape, "--from %llu is behind the end of the run (%llu cycles): %s has no cycle in it", (unsigned long long)o.from,
                (unsigned long long)wt_stats(s)->cycles, o.wave);
  if (!rc)
    wt_cli_verdict(1, backend == WT_BACKEND_COSIM ? o.no_oracle ? "both twins agree" : "both twins and the oracle agree"
                      : o.no_oracle               ? "the run ended; nothing was checked"
                                                  : "the C twin and the oracle agree");
  else if (rc != WT_USAGE && rc <= WT_FAULT) wt_cli_verdict(0, "%s (exit %d)", says[rc], rc);
  wt_session_close(s);
  return rc;
}
int wt_cmd_run(int argc, char **argv) { return launch(argc, argv, WT_BACKEND_C); }
int wt_cmd_cosim(int argc, char **argv) { return launch(argc, argv, WT_BACKEND_COSIM); }
