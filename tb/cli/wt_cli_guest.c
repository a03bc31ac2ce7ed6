/* wt_cli_guest.c - --use: options, words, and processes that an object may take down. */
#define _GNU_SOURCE
#include "cli/wt_cli_guest.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cli/wt_cli_say.h"
#include "files/wt_outfile.h"
#include "lib/wt_reap.h"
#include "lib/wt_seconds.h"

enum { OPT_USE = 760, OPT_OPAQUE, PATIENCE = 10 }; /* seconds in one call */

static error_t parse(int key, char *arg, struct argp_state *st) {
  wt_cli_guests *g = st->input;
  if (key == OPT_OPAQUE) {
    if (g->n_opaque == WT_GUEST_MOST) argp_error(st, "more than %d --opaque options", WT_GUEST_MOST);
    g->opaque[g->n_opaque++] = arg;
    return 0;
  }
  if (key != OPT_USE) return ARGP_ERR_UNKNOWN;
  if (g->n == WT_GUEST_MOST) argp_error(st, "more than %d --use options", WT_GUEST_MOST);
  g->use[g->n++] = arg;
  return 0;
}
#define USE_OPTION                                                                                                                          \
  {                                                                                                                                         \
    "use", OPT_USE, "BLOCK=FILE", 0,                                                                                                        \
      "your own block drives the C machine in the place of ours: FILE.sv[:MODULE] with the block's ports, or a shared object FILE.so made " \
      "against warptwin_block.h; once a block",                                                                                             \
      0                                                                                                                                     \
  }
static const struct argp_option options[] = {USE_OPTION, {0}};
static const struct argp_option both_options[] = {
  USE_OPTION,
  {"opaque", OPT_OPAQUE, "BLOCK[=FILE]", 0,
   "of this block's RTL outputs alone are compared with our C block, not its state; FILE.sv[:MODULE]: your module stands there in the place of ours",
   0},
  {0}};
const struct argp wt_cli_guest_argp = {options, parse, NULL, NULL, NULL, NULL, NULL};
const struct argp wt_cli_guest_both_argp = {both_options, parse, NULL, NULL, NULL, NULL, NULL};

int wt_cli_guests_check(const wt_cli_guests *g, const wt_shape *S) {
  char err[1500], block[64];
  wt_blks *blks = wt_blks_new(S);
  int rc = blks ? 0 : wt_cli_error(2, "out of memory");
  for (unsigned i = 0; i < g->n && !rc; i++)
    if (wt_guest_check(S, g->use[i], err, sizeof err)) rc = wt_cli_error(2, "%s", err);
  for (unsigned i = 0; i < g->n_opaque && !rc; i++) {
    snprintf(block, sizeof block, "%.*s", (int)strcspn(g->opaque[i], "="), g->opaque[i]);
    const wt_blk *b = wt_blk_find(blks, block);
    if (!b || b->outside) rc = wt_cli_error(2, "--opaque %s: no block '%s'; 'warptwin bench' without a block lists them", g->opaque[i], block);
  }
  wt_blks_free(blks);
  return rc;
}

wt_status wt_cli_guests_set(wt_session *s, const wt_cli_guests *g) {
  wt_status st = WT_OK;
  for (unsigned i = 0; i < g->n && !st; i++) st = wt_set_use(s, g->use[i]);
  for (unsigned i = 0; i < g->n_opaque && !st; i++) st = wt_set_opaque(s, g->opaque[i]);
  return st;
}

const char *wt_cli_guests_words(const wt_cli_guests *g, char *buf, size_t n) {
  *buf = 0;
  for (unsigned i = 0; i < g->n; i++) {
    const char *eq = strchr(g->use[i], '=');
    size_t at = strlen(buf);
    snprintf(buf + at, n - at, "%s%.*s of %s", i ? ", " : " with ", (int)(eq - g->use[i]), g->use[i], eq + 1);
  }
  return buf;
}

const char *wt_cli_opaque_words(const wt_cli_guests *g, char *buf, size_t n) {
  *buf = 0;
  for (unsigned i = 0; i < g->n_opaque; i++) {
    size_t at = strlen(buf);
    snprintf(buf + at, n - at, "%s%.*s", i ? ", " : "; outputs of ", (int)strcspn(g->opaque[i], "="), g->opaque[i]);
  }
  if (g->n_opaque) snprintf(buf + strlen(buf), n - strlen(buf), g->n_opaque == 1 ? " compared, not its state" : " compared, not their state");
  return buf;
}

const char *wt_cli_guests_unchecked(wt_session *s, const wt_cli_guests *g) {
  unsigned grouping, is_sched = 0;
  for (unsigned i = 0; i < g->n; i++) is_sched |= !strncmp(g->use[i], "sched=", 6);
  if (!is_sched || wt_shape_key(s, "GROUPING", &grouping) || grouping != WT_GROUPING_dwr) return "";
  return "; rules of the scheduler were not looked at, as GROUPING=dwr has others";
}

static unsigned patience(void) {
  const char *own = getenv("WARPTWIN_PATIENCE");
  return own && atoi(own) > 0 ? (unsigned)atoi(own) : PATIENCE;
}
int wt_cli_is_stuck(const wt_use_watch *w, wt_cli_stuck *since) {
  const uint64_t calls = w->calls;
  if (w->in == WT_GUEST_IDLE || calls != since->calls) {
    *since = (wt_cli_stuck){calls, wt_seconds()};
    return 0;
  }
  return wt_seconds() - since->start > patience();
}

const char *wt_cli_guest_end(const wt_use_watch *w, int sig, char *buf, size_t n) {
  const char *what = wt_use_call(w->in);
  const unsigned long long cycle = (unsigned long long)w->cycle;
  if (sig > 0) snprintf(buf, n, "block %s of %s crashed (%s) in %s, cycle %llu", w->block, w->file, wt_cli_signal(sig), what, cycle);
  else if (sig == WT_CLI_HUNG)
    snprintf(buf, n, "block %s of %s does not come back from %s for %u s, cycle %llu", w->block, w->file, what, patience(), cycle);
  else snprintf(buf, n, "block %s of %s ended the run (exit of C, $finish of Verilog) in %s, cycle %llu", w->block, w->file, what, cycle);
  return buf;
}

static volatile sig_atomic_t child_of_ours;
static void pass_on(int sig) {
  if (child_of_ours) kill((pid_t)child_of_ours, sig);
}

/* Shared with the process that runs fn. */
typedef struct {
  wt_use_watch use;
  int returned; /* from fn: its exit code is what it wanted */
} guard;

static void run_child(guard *w, pid_t parent, int (*fn)(void *ctx), void *ctx) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);
  wt_watch_use(&w->use);
  int rc = fn(ctx);
  w->returned = 1;
  exit(rc);
}

/* 1: a call of a guest did not come back, and the process was ended for it. */
static int wait_for(pid_t pid, const guard *w, int *st) {
  wt_cli_stuck since = {0, 0};
  int hung = 0;
  for (long pause = 1; waitpid(pid, st, WNOHANG) <= 0; pause = pause < 50 ? pause + 1 : 50) {
    nanosleep(&(struct timespec){0, pause * 1000000}, NULL);
    if (!hung && wt_cli_is_stuck(&w->use, &since)) hung = 1, wt_kill(pid);
  }
  return hung;
}

int wt_cli_guests_any(const wt_cli_guests *g) {
  unsigned n = g->n;
  for (unsigned i = 0; i < g->n_opaque; i++) n += strchr(g->opaque[i], '=') != NULL;
  return n > 0;
}
/* A module beside the machine is called by the comparison, not as a guest: then it is the only one that can have ended the process. */
static const char *end_of(const guard *w, const wt_cli_guests *g, int sig, char *buf, size_t n) {
  if (w->use.in != WT_GUEST_IDLE) return wt_cli_guest_end(&w->use, sig, buf, n);
  const char *spec = g->n ? g->use[0] : g->opaque[0], *eq = strchr(spec, '=');
  snprintf(buf, n, "block %.*s of %s ended the run (exit of C, $finish of Verilog)", eq ? (int)(eq - spec) : 0, spec, eq ? eq + 1 : spec);
  return buf;
}

int wt_cli_guarded(const wt_cli_guests *g, int (*fn)(void *ctx), void *ctx, int *ended) {
  static const int signals[] = {SIGTERM, SIGHUP, SIGINT};
  char text[600];
  int st = 0;
  guard *w = wt_cli_guests_any(g) ? mmap(NULL, sizeof *w, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0) : MAP_FAILED;
  if (w == MAP_FAILED || wt_outfile_share()) return fn(ctx);
  fflush(NULL);
  pid_t me = getpid(), pid = fork();
  if (pid < 0) return fn(ctx);
  if (!pid) run_child(w, me, fn, ctx);
  child_of_ours = pid;
  for (unsigned i = 0; i < 3; i++) /* who ignored one of them goes on doing so */
    if (signal(signals[i], pass_on) == SIG_IGN) signal(signals[i], SIG_IGN);
  const int hung = wait_for(pid, w, &st);
  child_of_ours = 0;
  int rc = WIFEXITED(st) ? WEXITSTATUS(st) : 128 + WTERMSIG(st);
  const int gone = WIFSIGNALED(st) ? w->use.in != WT_GUEST_IDLE : !w->returned;
  if (gone) {
    const int how = WIFEXITED(st) ? WT_CLI_EXITED : hung ? WT_CLI_HUNG : WTERMSIG(st);
    rc = wt_cli_error(WT_DIFF, "%s", end_of(w, g, how, text, sizeof text));
  }
  wt_outfile_sweep();
  if (ended) *ended = gone;
  munmap(w, sizeof *w);
  return rc;
}
