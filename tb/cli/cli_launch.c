/* cli_launch.c - warptwin run and warptwin cosim: one kernel from the command line. */
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "files/wt_outfile.h"
#include "cli/cli_recheck.h"
#include "cli/wt_cli_guest.h"
#include "cli/wt_cli_kernel.h"
#include "cli/wt_cli_say.h"

enum {
  OPT_MAX = 300,
  OPT_STATS,
  OPT_TRACE,
  OPT_DISPATCH,
  OPT_NOORACLE,
  OPT_WAVE,
  OPT_FROM,
  OPT_TO,
  OPT_WARP,
  OPT_WAVE_SM,
  OPT_INIT,
  OPT_NOINIT,
  OPT_REPORT,
  OPT_KANATA,
  OPT_PERFETTO,
  OPT_ACTIVITY,
  OPT_REUSE
};
enum { OPT_CKPT_EVERY = 340, OPT_CKPT_DIR, OPT_CKPT_KIND, OPT_RESUME, OPT_JOBS, OPT_SEGMENT, OPT_ALL, OPT_CKPTS, OPT_BESIDE, OPT_THREADS, OPT_WHOLE };

typedef struct {
  wt_cli_shape shape; /* first: the shape parser's input */
  wt_cli_kernel launch;
  const char *file, *stats, *trace, *dispatch, *wave, *report, *kanata, *perfetto, *reuse;
  uint64_t max_cycles, from, to, warp;
  int have_warp, have_sm, have_threads, no_oracle, no_init;
  uint64_t sm, threads;
  uint64_t ckpt_every;
  const char *ckpt_dir, *resume;
  int ckpt_segment, all_failures, whole, both; /* both: of cosim */
  uint64_t jobs, segment;
  const char *stored; /* folder of checkpoints to check again */
  const char *beside;
  wt_cli_guests guests;
  const char *activity; /* [BLOCK=]FILE */
} launch_opts;

static error_t parse_parallel(int key, char *arg, struct argp_state *st) {
  launch_opts *o = st->input;
  switch (key) {
    case OPT_JOBS:
      if (!wt_cli_number(arg, &o->jobs) || !o->jobs || o->jobs > 256) argp_error(st, "--jobs %s: expected a number of workers, 1 to 256", arg);
      return 0;
    case OPT_SEGMENT:
      if (!wt_cli_number(arg, &o->segment) || o->segment < 16) argp_error(st, "--segment %s: expected a number of cycles, 16 or more", arg);
      return 0;
    case OPT_ALL: o->all_failures = 1; return 0;
    case OPT_CKPTS: o->stored = arg; return 0;
    case OPT_BESIDE: o->beside = arg; return 0;
    case OPT_WHOLE: o->whole = 1; return 0;
    default: return ARGP_ERR_UNKNOWN;
  }
}

static void wave_options(const launch_opts *o, struct argp_state *st) {
  if (o->from > o->to) argp_error(st, "--from is behind --to");
  if (!o->wave && (o->from || o->to != UINT64_MAX || o->have_warp || o->have_sm)) argp_error(st, "--from, --to, --warp and --wave-sm need --wave");
}

static error_t parse(int key, char *arg, struct argp_state *st) {
  launch_opts *o = st->input;
  switch (key) {
    case OPT_MAX:
      if (!wt_cli_number(arg, &o->max_cycles)) argp_error(st, "--max-cycles %s: expected a number", arg);
      return 0;
    case OPT_STATS: o->stats = arg; return 0;
    case OPT_TRACE: o->trace = arg; return 0;
    case OPT_DISPATCH: o->dispatch = arg; return 0;
    case OPT_THREADS: return wt_cli_threads(arg, st, &o->threads), o->have_threads = 1, 0;
    case OPT_NOORACLE: o->no_oracle = 1; return 0;
    case OPT_INIT: o->no_init = 0; return 0;
    case OPT_NOINIT: o->no_init = 1; return 0;
    case OPT_WAVE: o->wave = arg; return 0;
    case OPT_REPORT: o->report = arg; return 0;
    case OPT_KANATA: o->kanata = arg; return 0;
    case OPT_PERFETTO: o->perfetto = arg; return 0;
    case OPT_REUSE: o->reuse = arg; return 0;
    case OPT_ACTIVITY: o->activity = arg; return 0;
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
    case OPT_WAVE_SM:
      if (!wt_cli_number(arg, &o->sm) || o->sm > INT_MAX) argp_error(st, "--wave-sm %s: expected an SM, 0 to SMS - 1 of the shape", arg);
      o->have_sm = 1;
      return 0;
    case OPT_CKPT_EVERY:
      if (!wt_cli_number(arg, &o->ckpt_every) || !o->ckpt_every) argp_error(st, "--checkpoint-every %s: expected a number of cycles", arg);
      return 0;
    case OPT_CKPT_DIR: o->ckpt_dir = arg; return 0;
    case OPT_CKPT_KIND:
      if (strcmp(arg, "segment") && strcmp(arg, "full")) argp_error(st, "--checkpoint-kind %s: expected segment or full", arg);
      o->ckpt_segment = *arg == 's';
      return 0;
    case OPT_RESUME: o->resume = arg; return 0;
    case ARGP_KEY_ARG:
      if (o->file) argp_error(st, "one KERNEL file, not also '%s'", arg);
      o->file = arg;
      return 0;
    case ARGP_KEY_END:
      if (o->stored) {
        if (o->file || o->resume || o->launch.given || o->shape.n_set || o->shape.seed || strcmp(o->shape.preset, "default") || o->max_cycles ||
            o->ckpt_every || o->ckpt_dir || o->stats || o->trace || o->dispatch || o->report || o->kanata || o->perfetto || o->reuse || o->activity ||
            o->no_oracle || o->beside || o->have_sm || o->guests.n || o->guests.n_opaque || o->segment || (o->wave && (o->jobs || o->all_failures)))
          argp_error(st, "--checkpoints takes all of the run from the folder; besides it only --jobs and --all-failures, or --wave with its options");
        wave_options(o, st);
        return 0;
      }
      if (!o->file && !o->resume) argp_error(st, "which KERNEL? give a cubin file");
      if (o->resume && (o->file || o->launch.given || o->shape.n_set || o->shape.seed || strcmp(o->shape.preset, "default")))
        argp_error(st, "--resume takes kernel, launch, shape and seed from the checkpoint; leave them out");
      if ((o->segment || o->all_failures) && !o->jobs) argp_error(st, "--segment and --all-failures need --jobs");
      if (o->jobs && o->wave) argp_error(st, "--wave needs the whole run in one process; leave --jobs out");
      if (!o->ckpt_every != !o->ckpt_dir) argp_error(st, "--checkpoint-every and --checkpoint-dir belong together");
      wave_options(o, st);
      if (o->activity && o->both) argp_error(st, "--activity belongs to run");
      if (o->activity && o->resume) argp_error(st, "--activity counts from the first cycle; leave --resume out");
      if (o->activity && !strchr(o->activity, '=') && o->guests.n != 1) argp_error(st, "--activity %s: of which block? give BLOCK=FILE", o->activity);
      return 0;
    case ARGP_KEY_INIT:
      st->child_inputs[0] = &o->launch, st->child_inputs[1] = &o->shape, st->child_inputs[2] = &o->guests;
      if (o->both) st->child_inputs[3] = o;
      return 0;
    default: return ARGP_ERR_UNKNOWN;
  }
}

static const struct argp_option parallel_options[] = {
  {"jobs", OPT_JOBS, "N", 0,
   "N workers verify segments of the run while the C twin runs ahead (default: as many as there are processors, once a run has been longer than a "
   "segment)",
   0},
  {"segment", OPT_SEGMENT, "CYCLES", 0, "--jobs: length of a segment (default 60000)", 0},
  {"all-failures", OPT_ALL, NULL, 0, "--jobs: go on behind a difference and list every segment that has one", 0},
  {"beside", OPT_BESIDE, "BLOCK[,BLOCK]", 0,
   "instead of the whole machine's RTL only that of these blocks (all: of every block, each by itself), beside the C machine, which drives them", 0},
  {"whole", OPT_WHOLE, NULL, 0, "several SMs: the whole machine's RTL with its wiring, instead of one SM's that is there as often as there are SMs",
   0},
  {"checkpoints", OPT_CKPTS, "DIR", 0,
   "instead of KERNEL: check the stored checkpoints of a run again, each to the next, after a change of the RTL; with --wave: the waves from --from "
   "to --to, from the nearest of them",
   0},
  {0}};
static const struct argp_option options[] = {
  {"max-cycles", OPT_MAX, "N", 0, "give up after N cycles (exit 4); 0: without a limit", 0},
  {"stats", OPT_STATS, "FILE", 0, "metrics as JSON", 0},
  {"trace", OPT_TRACE, "FILE", 0, "one line per issued warp instruction: cycle slot cta warp pc mask exec", 0},
  {"dispatch", OPT_DISPATCH, "FILE", 0, "one line per CTA when it starts: cycle cta SM slot", 0},
  {"report", OPT_REPORT, "FILE", 0, "the run as a page of HTML: every warp over time, divergence, hot instructions", 0},
  {"kanata", OPT_KANATA, "FILE", 0, "every instruction's way through the pipeline, for Konata", 0},
  {"perfetto", OPT_PERFETTO, "FILE", 0, "the same and the reasons of every slot, for ui.perfetto.dev and chrome://tracing", 0},
  {"reuse", OPT_REUSE, "FILE", 0, "a page of HTML: reuse distances of lines, sharing between CTAs, and which policy may help", 0},
  {"activity", OPT_ACTIVITY, "[BLOCK=]FILE", 0,
   "run: how often each net of BLOCK's RTL changes, as Tcl for OpenSTA; BLOCK: one of --use, or one of ours", 0},
  {"threads", OPT_THREADS, "N", 0, WT_CLI_THREADS("as many as there are processors"), 0},
  {"no-oracle", OPT_NOORACLE, NULL, 0, "without the oracle in tandem (speed)", 0},
  {"initcheck", OPT_INIT, NULL, 0, "warn of reads of registers and memory that nobody wrote (default with the oracle)", 0},
  {"no-initcheck", OPT_NOINIT, NULL, 0, "do not", 0},
  {"wave", OPT_WAVE, "FILE", 0, "signals as FST", 0},
  {"from", OPT_FROM, "CYCLE", 0, "first cycle of --wave (default 0)", 0},
  {"to", OPT_TO, "CYCLE", 0, "last cycle of --wave (default: the end)", 0},
  {"warp", OPT_WARP, "N", 0, "--wave: of what belongs to warp slots only what belongs to this one, and its registers", 0},
  {"wave-sm", OPT_WAVE_SM, "N", 0, "--wave: of several SMs only this one; with --warp the one that the warp is of (else SM 0)", 0},
  {"checkpoint-every", OPT_CKPT_EVERY, "N", 0, "a checkpoint at every multiple of N cycles", 0},
  {"checkpoint-dir", OPT_CKPT_DIR, "DIR", 0, "where they go: DIR/KERNEL-CYCLE.wtck", 0},
  {"checkpoint-kind", OPT_CKPT_KIND, "KIND", 0, "full (default) or segment: without the oracle's state", 0},
  {"resume", OPT_RESUME, "FILE", 0, "go on from a checkpoint, instead of KERNEL and its launch", 0},
  {0}};

static void print_metrics(const wt_session *s, wt_backend b, const launch_opts *o) {
  const wt_counters *c = wt_stats(s);
  printf("cycles %llu  warp instructions %llu  IPC %.3f  lane activity %.1f %%  idle cycles %llu\n", (unsigned long long)c->cycles,
         (unsigned long long)c->warp_instructions, c->cycles ? (double)c->warp_instructions / (double)c->cycles : 0,
         c->lane_slots ? 100.0 * (double)c->thread_instructions / (double)c->lane_slots : 0, (unsigned long long)c->idle_cycles);
  printf("off-chip requests %llu  coalescing rate %.2f thread accesses per request\n", (unsigned long long)c->offchip_requests,
         c->offchip_requests ? (double)c->mem_thread_accesses / (double)c->offchip_requests : 0);
  const wt_memory_counters *m = &c->memory;
  if (m->requests)
    printf("L2 sector hits %.1f %%  DRAM row hits %.1f %%  DRAM bandwidth used %.1f %%  mean memory latency %.0f cycles\n",
           m->sectors ? 100.0 * (double)m->sector_hits / (double)m->sectors : 0,
           m->dram_reads + m->dram_writes ? 100.0 * (double)m->row_hits / (double)(m->dram_reads + m->dram_writes) : 0,
           m->bytes_offered ? 3200.0 * (double)(m->dram_reads + m->dram_writes) / (double)m->bytes_offered : 0,
           (double)m->latency / (double)m->requests);
  printf("warp slots not issuing:");
  for (unsigned i = WT_ISSUED + 1; i < WT_REASONS; i++) printf(" %s %llu", wt_reason(i), (unsigned long long)c->slots[i]);
  printf("\n");
  if (b == WT_BACKEND_COSIM)
    printf("0 differences: %llu flip-flop and %llu memory bits compared, seed %llu\n", (unsigned long long)c->ff_bits,
           (unsigned long long)c->mem_bits, (unsigned long long)(o->resume ? wt_resume_what(s).seed : o->shape.seed));
  if (o->resume ? wt_resume_what(s).oracle : !o->no_oracle) printf("oracle: agrees%s\n", wt_hazards(s) ? " in what it judges" : "");
}

static void print_stats(const void *s, FILE *f) { wt_stats_json((wt_session *)(uintptr_t)s, f); }

/* ---- ended by a signal: the launch that runs is counted ---- */

/* Written where nobody reads, then shown. */
static struct {
  char text[2][300];
  volatile sig_atomic_t shown;
} far;
static void how_far(void *ctx, const wt_progress *p) {
  int to = !far.shown;
  (void)ctx;
  snprintf(far.text[to], sizeof far.text[to], " in kernel %.150s after %llu cycles, %llu of %llu CTAs done", p->kernel, (unsigned long long)p->cycles,
           (unsigned long long)p->ctas, (unsigned long long)p->grid);
  far.shown = to;
}
static void last_words(int sig) {
  char line[400];
  size_t n = 0;
  const char *const parts[] = {isatty(2) ? "\r\033[K" : "", "warptwin: ended by ", wt_cli_signal(sig), far.text[far.shown], "\n"};
  for (unsigned i = 0; i < sizeof parts / sizeof *parts; i++)
    for (const char *p = parts[i]; *p && n < sizeof line; p++) line[n++] = *p;
  ssize_t said = write(2, line, n);
  (void)said; /* nobody is left to hear of it */
}

static void warnings(const wt_session *s) {
  for (const char *p = wt_warnings(s), *end; *p; p = *end ? end + 1 : end) {
    end = p + strcspn(p, "\n");
    fprintf(stderr, "warptwin: warning: %.*s\n", (int)(end - p), p);
  }
}

/* A run that is resumed writes the same files: where their bytes lie goes into its checkpoints. */
static char *outputs_note(const wt_cli_param *p, unsigned n) {
  json_t *list = json_array();
  for (unsigned i = 0; i < n; i++)
    if (p[i].out)
      json_array_append_new(list, json_pack("{s:s,s:I,s:I}", "file", p[i].out, "at", (json_int_t)p[i].addr, "bytes", (json_int_t)p[i].bytes));
  char *text = json_dumps(list, JSON_COMPACT);
  json_decref(list);
  return text;
}
static void noted_outputs(const char *note, wt_cli_param *p, unsigned *n, json_t **keep) {
  json_t *list = *keep = json_loads(note ? note : "", 0, NULL);
  for (size_t i = 0; i < json_array_size(list) && i < WT_CLI_MAX_ARGS; i++) {
    json_int_t at, bytes;
    const char *file;
    if (json_unpack(json_array_get(list, i), "{s:s,s:I,s:I}", "file", &file, "at", &at, "bytes", &bytes)) continue;
    p[(*n)++] = (wt_cli_param){.out = file, .addr = (wt_addr)at, .bytes = (size_t)bytes};
  }
}

/* A file of lines that a run writes; its name NULL: none. */
typedef struct {
  const char *name;
  wt_outfile out;
  FILE *f;
} lines_file;
static int lines_begin(lines_file *l) {
  if (!l->name || (!wt_outfile_begin(&l->out, l->name) && (l->f = fopen(l->out.part, "w")))) return 0;
  return wt_cli_error(2, "%s: cannot write: %s", l->name, strerror(errno));
}
/* kept: of a run that was one. */
static int lines_end(lines_file *l, int kept, int rc) {
  if (!l->f) return rc;
  const int bad = wt_outfile_close(l->f);
  if (wt_outfile_end(&l->out, kept && !bad) || (kept && bad)) return rc ? rc : wt_cli_error(2, "%s: cannot write: %s", l->name, strerror(errno));
  return rc;
}

static int run_session(wt_session *s, const launch_opts *o, wt_backend backend) {
  wt_cli_param p[WT_CLI_MAX_ARGS] = {{0}};
  char err[WT_CLI_ERROR], *note = NULL;
  wt_module *m;
  wt_status st;
  unsigned n = o->launch.n_args;
  json_t *keep = NULL;
  int rc = o->resume ? 0 : wt_cli_kernel_load(s, o->file, &o->launch, o->shape.seed, &m, p, err, sizeof err);
  if (rc) wt_cli_error(rc, "%s", err);
  if (o->resume) noted_outputs(wt_resume_what(s).note, p, &n, &keep);
  if (o->ckpt_every) wt_set_checkpoints(s, o->ckpt_every, o->ckpt_dir, !o->ckpt_segment, note = outputs_note(p, n)), wt_set_checkpoint_start(s, 1);
  lines_file trace = {.name = o->trace}, ctas = {.name = o->dispatch};
  if (!rc) rc = lines_begin(&trace);
  if (!rc) rc = lines_begin(&ctas);
  if (!rc) {
    wt_set_trace(s, trace.f), wt_set_dispatch(s, ctas.f);
    wt_set_progress(s, how_far, NULL);
    wt_outfile_last(last_words);
    st = o->resume ? wt_resume(s) : wt_cli_kernel_launch(s, m, &o->launch, p);
    wt_outfile_last(NULL);
    warnings(s);
    if (st) rc = wt_cli_error(st, "%s", wt_error(s));
  }
  const int ran = !rc || rc == WT_DIFF || rc == WT_NO_END || rc == WT_FAULT || rc == WT_PROGRAM; /* else nothing was executed: leave no file behind */
  wt_set_trace(s, NULL), wt_set_dispatch(s, NULL);
  rc = lines_end(&trace, ran, rc), rc = lines_end(&ctas, ran, rc);
  if (ran && wt_cli_put(o->stats, print_stats, s)) rc = rc ? rc : 2;
  const int ended = !rc || (rc == WT_PROGRAM && wt_ended(s)); /* hazards that were let through: what came out is there to look at */
  int bad = 0;
  for (unsigned i = 0; ended && !bad && i < n; i++) {
    if (!p[i].out) continue;
    void *buf = malloc(p[i].bytes ? p[i].bytes : 1);
    if (!buf || wt_copy_out(s, buf, p[i].addr, p[i].bytes)) bad = wt_cli_error(2, "%s", buf ? wt_error(s) : "out of memory");
    else if (wt_cli_write(p[i].out, buf, p[i].bytes)) bad = 2;
    free(buf);
  }
  if (bad) rc = bad;
  if (ended && !bad) print_metrics(s, backend, o);
  wt_cli_params_free(p);
  json_decref(keep);
  free(note);
  return rc;
}

static const char *const says[] = {"", "the check failed", "", "not supported", "no end", "memory fault"};

static void not_passed(const wt_session *s, int rc) {
  if (rc == WT_PROGRAM && wt_ended(s)) wt_cli_verdict(0, "hazards %llu (exit %d)", (unsigned long long)wt_hazards(s), rc);
  else wt_cli_verdict(0, "%s (exit %d)", rc == WT_PROGRAM ? wt_verdict(s) : says[rc], rc);
}

/* What a run that ended well has shown. */
static void passed(wt_session *s, const launch_opts *o, wt_backend backend) {
  char with[400], opaque[400];
  const int both = backend == WT_BACKEND_COSIM;
  const char *unchecked = wt_cli_guests_unchecked(s, &o->guests);
  wt_cli_guests_words(&o->guests, with, sizeof with), wt_cli_opaque_words(&o->guests, opaque, sizeof opaque);
  if (o->resume) {
    const wt_resumed r = wt_resume_what(s);
    const char *who = !both      ? r.oracle ? "the C twin and the oracle agree" : "the run ended"
                      : r.oracle ? "both twins and the oracle agree"
                                 : "both twins agree";
    wt_cli_verdict(1, "%s%s from cycle %llu on%s", who, with, (unsigned long long)r.cycle, r.oracle ? "" : "; without the oracle");
  } else if (o->beside) {
    wt_cli_verdict(1, "the C machine%s and the RTL of %s beside it agree%s%s%s%s" WT_CLI_BESIDE, with, wt_cli_beside(o->beside),
                   o->no_oracle ? "" : ", and the oracle", opaque, wt_guest_paths_hidden(s) ? WT_CLI_HIDDEN : "", unchecked);
  } else if (both) {
    wt_cli_verdict(1, o->no_oracle ? "both twins agree%s" : "both twins and the oracle agree%s", opaque);
  } else {
    wt_cli_verdict(1, o->no_oracle ? "the run ended%s; nothing was checked%s%s" : "the C twin%s and the oracle agree%s%s", with,
                   wt_guest_paths_hidden(s) ? WT_CLI_HIDDEN : "", o->no_oracle ? "" : unchecked);
  }
}

/* "[BLOCK=]FILE": without a block that of --use. */
static wt_status set_activity(wt_session *s, const launch_opts *o) {
  const char *eq = strchr(o->activity, '='), *block = eq ? o->activity : o->guests.use[0];
  char name[64];
  snprintf(name, sizeof name, "%.*s", (int)strcspn(block, "="), block);
  return wt_set_activity(s, name, eq ? eq + 1 : o->activity);
}

static int launched(void *ctx) {
  const launch_opts *o = ctx;
  const wt_backend backend = o->both ? WT_BACKEND_COSIM : WT_BACKEND_C;
  wt_session *s;
  int rc;
  wt_options so = {backend, o->shape.preset, o->shape.set, o->shape.seed, o->max_cycles, o->no_oracle};
  wt_status st = o->resume ? wt_session_resume(o->resume, &so, &s) : wt_session_open(&so, &s);
  if (st) return wt_cli_error(st, "%s", wt_error(NULL));
  unsigned warps = wt_cli_slots(s);
  if (o->have_warp && o->warp >= warps) {
    wt_session_close(s);
    return wt_cli_error(2, "--warp %u: this shape has warp slots 0 to %u", (unsigned)o->warp, warps - 1);
  }
  unsigned sms = 1;
  wt_shape_key(s, "SMS", &sms);
  if (o->sm >= sms) {
    wt_session_close(s);
    return wt_cli_error(2, "--wave-sm %u: this shape has SMs 0 to %u", (unsigned)o->sm, sms - 1);
  }
  wt_shape S;
  char err[500];
  if (!o->resume && !wt_cli_shape_of(&o->shape, &S, err, sizeof err)) wt_cli_note_keys(&o->shape, &S, 1);
  wt_set_quiet(s, o->shape.quiet);
  if (o->beside) wt_set_beside(s, o->beside);
  if ((st = wt_cli_guests_set(s, &o->guests))) {
    rc = wt_cli_error(st, "%s", wt_error(s));
    return wt_session_close(s), rc;
  }
  if (o->activity && (st = set_activity(s, o))) {
    rc = wt_cli_error(st, "%s", wt_error(s));
    return wt_session_close(s), rc;
  }
  if (o->stats) wt_set_idle(s, 1);
  wt_set_whole(s, o->whole);
  wt_set_threads(s, o->have_threads ? (unsigned)o->threads : WT_THREADS_AUTO);
  wt_set_initcheck(s, !o->no_init && !o->no_oracle);
  wt_set_wave(s, o->wave, o->from, o->to, o->have_warp ? (int)(o->sm * warps + o->warp) : o->have_sm ? -2 - (int)o->sm : -1);
  wt_set_mismatch(s, "mismatch.fst");
  if (backend == WT_BACKEND_COSIM) wt_set_bundle(s, "mismatch.wtck");
  wt_set_occupancy(s, o->stats != NULL);
  if (o->jobs || backend == WT_BACKEND_COSIM) wt_set_jobs(s, o->jobs ? (unsigned)o->jobs : WT_JOBS_AUTO, o->segment, o->all_failures);
  wt_set_pictures(s, o->report, o->kanata, o->perfetto), wt_set_reuse(s, o->reuse);
  rc = run_session(s, o, backend);
  if (o->wave && (!rc || rc == WT_NO_END) && o->from >= wt_stats(s)->cycles)
    wt_cli_note(&o->shape, "--from %llu is behind the end of the run (%llu cycles): %s has no cycle in it", (unsigned long long)o->from,
                (unsigned long long)wt_stats(s)->cycles, o->wave);
  if (!rc) passed(s, o, backend);
  if (rc && rc != WT_USAGE && rc <= WT_PROGRAM) not_passed(s, rc);
  wt_session_close(s);
  return rc;
}

static int launch(int argc, char **argv, wt_backend backend) {
  static const struct argp parallel_argp = {parallel_options, parse_parallel, NULL, NULL, NULL, NULL, NULL};
  static const struct argp_child both[] = {{&wt_cli_kernel_argp, 0, NULL, 0},
                                           {&wt_cli_shape_argp, 0, "Shape", 1},
                                           {&wt_cli_guest_both_argp, 0, "Blocks of yours", 2},
                                           {&parallel_argp, 0, "Lock-step in parallel", 3},
                                           {0}};
  static const struct argp_child one[] = {
    {&wt_cli_kernel_argp, 0, NULL, 0}, {&wt_cli_shape_argp, 0, "Shape", 1}, {&wt_cli_guest_argp, 0, "Blocks of yours", 2}, {0}};
  const struct argp_child *children = backend == WT_BACKEND_COSIM ? both : one;
  static const char *const doc[] = {
    "Runs one kernel of a cubin (sm_75) on the C twin, with the oracle in tandem, and prints the metrics. When the oracle "
    "differs, mismatch.fst holds the cycles around it.",
    "Runs one kernel of a cubin (sm_75) on both twins in lock-step, with the oracle in tandem: every output and "
    "every state bit of every block is compared at every clock edge. The first difference stops the run, and "
    "mismatch.fst holds the cycles around it; gtkwave mismatch.gtkw shows them."};
  const struct argp a = {options, parse, "KERNEL", doc[backend == WT_BACKEND_COSIM], children, NULL, NULL};
  launch_opts o = {.to = UINT64_MAX, .both = backend == WT_BACKEND_COSIM};
  wt_cli_parse(&a, argc, argv, &o);
  long cpus = sysconf(_SC_NPROCESSORS_ONLN);
  if (o.stored && o.wave) {
    const char *const stored_out[] = {o.wave};
    int bad = wt_cli_outputs(stored_out, 1, NULL, 0);
    return bad ? bad : wt_cli_window(o.stored, o.wave, o.from, o.to, o.have_warp ? (int)o.warp : -1, &o.shape);
  }
  if (o.stored) return wt_cli_recheck(o.stored, o.jobs ? (unsigned)o.jobs : cpus > 0 ? (unsigned)cpus : 1, o.all_failures, o.shape.quiet);
  wt_cli_files f;
  wt_cli_kernel_files(&o.launch, &f);
  const char *eq = o.activity ? strchr(o.activity, '=') : NULL;
  const char *more[] = {o.trace, o.dispatch, o.stats, o.wave, o.report, o.kanata, o.perfetto, o.reuse, eq ? eq + 1 : o.activity};
  for (unsigned i = 0; i < sizeof more / sizeof *more; i++) f.out[f.n_out++] = more[i];
  f.in[f.n_in++] = strdup(o.resume ? o.resume : o.file);
  int rc = wt_cli_outputs(f.out, f.n_out, (const char *const *)f.in, f.n_in);
  wt_cli_files_free(&f);
  if (rc) return rc;
  int made = o.ckpt_dir && !mkdir(o.ckpt_dir, 0777), ended = 0;
  if (o.ckpt_dir && !made && errno != EEXIST) return wt_cli_error(2, "--checkpoint-dir %s: cannot make the folder: %s", o.ckpt_dir, strerror(errno));
  struct stat dir;
  if (o.ckpt_dir && !stat(o.ckpt_dir, &dir) && !S_ISDIR(dir.st_mode)) return wt_cli_error(2, "--checkpoint-dir %s: is not a folder", o.ckpt_dir);
  if (o.ckpt_dir && access(o.ckpt_dir, W_OK | X_OK))
    return wt_cli_error(2, "--checkpoint-dir %s: cannot write there: %s", o.ckpt_dir, strerror(errno));
  rc = wt_cli_guarded(&o.guests, launched, &o, &ended);
  if (ended) wt_cli_verdict(0, "%s (exit %d)", says[rc], rc);
  if (made && rc == WT_USAGE) rmdir(o.ckpt_dir); /* nothing is in it */
  return rc;
}
int wt_cmd_run(int argc, char **argv) { return launch(argc, argv, WT_BACKEND_C); }
int wt_cmd_cosim(int argc, char **argv) { return launch(argc, argv, WT_BACKEND_COSIM); }
