/* wt_cli_say.c - notes, verdicts and progress. */
#include "cli/wt_cli_say.h"
#include "lib/wt_seconds.h"

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { LINE_EVERY = 5 }; /* seconds between two lines of progress off a terminal */

void wt_cli_note(const wt_cli_shape *o, const char *fmt, ...) {
  va_list ap;
  if (o->quiet) return;
  va_start(ap, fmt);
  fputs("warptwin: note: ", stderr);
  vfprintf(stderr, fmt, ap);
  fputc('\n', stderr);
  va_end(ap);
}

/* A unit that is slower than compiled code assumes. */
static void note_hazards(const wt_cli_shape *o, const wt_shape *shapes, size_t n) {
  for (size_t k = 0; k < n; k++) {
    unsigned lacks = wt_shape_fp_lacks(&shapes[k]);
    const char *becomes = shapes[k].HAZARDS == WT_HAZARDS_run ? "be let through, and the run is not ok" : "end the run";
    if (shapes[k].SCOREBOARD == WT_SCOREBOARD_codes && shapes[k].ALU_STAGES > 1) {
      wt_cli_note(o, "SCOREBOARD=codes: with ALU_STAGES=%u predicates come later than stall counts of nvcc allow: a hazard may %s",
                  shapes[k].ALU_STAGES, becomes);
      return;
    }
    if (!lacks) continue;
    wt_cli_note(
      o,
      "SCOREBOARD=codes: results of the fp32 unit come later than stall counts of nvcc allow; FP_EXTRA=%u makes up for it%s, %u is too few: "
      "hazards will %s",
      shapes[k].FP_EXTRA + lacks, shapes[k].FP_EXTRA + lacks > MAX_FP_EXTRA ? ", which is more than it may be" : "", shapes[k].FP_EXTRA, becomes);
    return;
  }
}

/* Nothing guards a register until it has been read. */
static void note_war(const wt_cli_shape *o, const wt_shape *shapes, size_t n) {
  for (size_t k = 0; k < n; k++)
    if (shapes[k].WAR == WT_WAR_none) {
      wt_cli_note(o, "WAR=none: a register may be overwritten before it has been read, which shows the hazard: results may be wrong; inorder, read "
                     "and bloom guard it");
      return;
    }
}

void wt_cli_note_keys(const wt_cli_shape *o, const wt_shape *shapes, size_t n) {
  note_hazards(o, shapes, n);
  note_war(o, shapes, n);
  for (unsigned i = 0; i < o->n_set; i++) {
    char why[200];
    size_t len = strcspn(o->set[i], "="), idle = 0;
    for (size_t k = 0; k < n; k++) idle += wt_shape_idle_key(&shapes[k], o->set[i], len, why, sizeof why) != 0;
    if (n && idle == n) wt_cli_note(o, "--set %s has no effect here: %s", o->set[i], why);
  }
}

const char *wt_cli_colour(int colour, const char *text, char *buf, size_t n) {
  const char *no = getenv("NO_COLOR"), *term = getenv("TERM");
  int plain = !isatty(1) || (no && *no) || !term || !strcmp(term, "dumb");
  snprintf(buf, n, plain ? "%.0d%s%.0s" : "\033[%dm%s%s", plain ? 0 : colour, text, "\033[0m");
  return buf;
}

const char *wt_cli_beside(const char *list) { return strcmp(list, "all") ? list : "every block"; }

void wt_cli_verdict(int pass, const char *fmt, ...) {
  char word[40];
  va_list ap;
  va_start(ap, fmt);
  printf("%s: ", wt_cli_colour(pass ? 32 : 31, pass ? "PASS" : "FAIL", word, sizeof word));
  vprintf(fmt, ap);
  putchar('\n');
  va_end(ap);
}

const char *wt_cli_signal(int sig) {
  static const struct {
    int sig;
    const char *name;
  } names[] = {{SIGINT, "SIGINT"},   {SIGTERM, "SIGTERM"}, {SIGHUP, "SIGHUP"}, {SIGQUIT, "SIGQUIT"}, {SIGKILL, "SIGKILL"},
               {SIGSEGV, "SIGSEGV"}, {SIGABRT, "SIGABRT"}, {SIGBUS, "SIGBUS"}, {SIGFPE, "SIGFPE"},   {SIGPIPE, "SIGPIPE"}};
  for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
    if (names[i].sig == sig) return names[i].name;
  return "a signal";
}

void wt_cli_progress_begin(wt_cli_progress *p, const char *what, size_t n, int quiet) {
  double t = wt_seconds();
  *p = (wt_cli_progress){what, n, quiet, t, t};
}

static double between(void) {
  const char *own = getenv("WARPTWIN_PROGRESS");
  double s = own ? atof(own) : 0;
  return s > 0 ? s : LINE_EVERY;
}

void wt_cli_progress_step(wt_cli_progress *p, size_t done, const char *item) {
  double t = wt_seconds();
  if (p->quiet) return;
  if (isatty(2)) fprintf(stderr, "\r\033[K%zu of %zu %s: %s, %.0f s", done, p->n, p->what, item, t - p->start);
  else if (t - p->said >= between()) p->said = t, fprintf(stderr, "%zu of %zu %s: %s, %.0f s\n", done, p->n, p->what, item, t - p->start);
}

void wt_cli_progress_end(wt_cli_progress *p) {
  if (!p->quiet && isatty(2)) fputs("\r\033[K", stderr);
}

unsigned wt_cli_slots(wt_session *s) {
  unsigned warps = 0, size = 1, lanes = 1, dwr = 0;
  if (wt_shape_key(s, "WARPS", &warps) || wt_shape_key(s, "WARP_SIZE", &size) || wt_shape_key(s, "LANES", &lanes)) return 0;
  if (wt_shape_key(s, "GROUPING", &dwr) || dwr != WT_GROUPING_dwr) return warps;
  return warps * size / lanes;
}
