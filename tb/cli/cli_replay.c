/* cli_replay.c - warptwin replay: a difference of the twins once more, from the checkpoint before it. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/wt_bench_events.h"
#include "cli/wt_cli.h"
#include "cli/wt_cli_say.h"

enum { BEYOND = 4096 }; /* cycles behind the one of the difference in which another one may come */

enum { OPT_BESIDE = 300 };
typedef struct {
  const char *file, *beside;
} replay_opts;

static error_t parse(int key, char *arg, struct argp_state *st) {
  replay_opts *o = st->input;
  const char **file = &o->file;
  switch (key) {
    case OPT_BESIDE: o->beside = arg; return 0;
    case ARGP_KEY_ARG:
      if (*file) argp_error(st, "one FILE, not also '%s'", arg);
      *file = arg;
      return 0;
    case ARGP_KEY_END:
      if (!*file) argp_error(st, "which FILE? cosim writes mismatch.wtck when the twins differ, bench mismatch.bench");
      return 0;
    default: return ARGP_ERR_UNKNOWN;
  }
}

/* Which of the two twins is not the one of the file. */
static void what_changed(const wt_session *s, const char *rtl, const char *program, char *text, size_t n) {
  char rtl_now[80], program_now[65];
  wt_made_of(s, rtl_now, program_now);
  int r = strcmp(rtl, rtl_now) != 0, p = strcmp(program, program_now) != 0;
  snprintf(text, n, "%s",
           r && p ? "the RTL and this program are other ones"
           : r    ? "the RTL is another one, this program is the same"
           : p    ? "this program is another one, the RTL is the same"
                  : "RTL and program are the same: the difference was not made by them alone (a fault put in by hand?)");
}

static int judge(const wt_session *s, wt_status st, const char *first, const char *what, const char *rtl, const char *program) {
  const char *said = wt_error(s);
  char why[200];
  size_t a = strcspn(said, "\n"), b = said[a] ? strcspn(said + a + 1, "\n") : 0;
  if (st == WT_DIFF && a == strlen(first) && !strncmp(said, first, a) && b == strlen(what) && !strncmp(said + a + 1, what, b)) {
    printf("%s\n", said);
    wt_cli_verdict(1, "the same difference again");
    return 0;
  }
  what_changed(s, rtl, program, why, sizeof why);
  if (st == WT_OK || st == WT_NO_END) fprintf(stderr, "warptwin: the difference does not come again: %s\n%s; %s\n", first, what, why);
  else fprintf(stderr, "warptwin: it ends in another way: %s\nexpected: %s\n%s; %s\n", said, first, what, why);
  wt_cli_verdict(0, "not reproduced (exit 1)");
  return 1;
}

int wt_cli_is_bench(const char *file) {
  size_t n = strlen(file);
  return n > 6 && !strcmp(file + n - 6, ".bench");
}

/* Of a block alone. */
static int stimulus(const char *file) {
  char said[1200], expect[1200], err[1500];
  const wt_bench_shrink_opts o = {.file = file};
  int rc = wt_bench_again(&o, said, expect, err, sizeof err);
  if (rc == 2) return wt_cli_error(2, "%s", err);
  if (rc) fprintf(stderr, "warptwin: it ends in another way: %s\nexpected: %s\n", said, expect);
  else printf("%s\n", said);
  wt_cli_verdict(!rc, rc ? "not reproduced (exit 1)" : "the same difference again");
  return rc;
}

int wt_cmd_replay(int argc, char **argv) {
  static const char doc[] =
    "Runs the cycles before a difference of the twins again, from the file that cosim or bench wrote when they differed. Exit 0 only if the "
    "same cycle, block and field differ in the same way.";
  static const struct argp_option options[] = {
    {"beside", OPT_BESIDE, "BLOCK[,BLOCK]", 0, "only these blocks of the RTL, beside the C machine (default: as in the run that differed)", 0}, {0}};
  const struct argp a = {options, parse, "FILE", doc, NULL, NULL, NULL};
  replay_opts ro = {0};
  const char *file, *first, *what, *rtl, *program;
  json_int_t cycle;
  wt_session *s;
  wt_cli_parse(&a, argc, argv, &ro);
  file = ro.file;
  if (wt_cli_is_bench(file)) return stimulus(file);
  wt_options o = {.backend = WT_BACKEND_COSIM};
  wt_status st = wt_session_resume(file, &o, &s);
  if (st) return wt_cli_error(st, "%s", wt_error(NULL));
  if (ro.beside) wt_set_beside(s, ro.beside);
  const char *expect = wt_resume_what(s).expect;
  json_t *j = json_loads(expect ? expect : "", 0, NULL);
  int rc = 2;
  if (!j || json_unpack(j, "{s:I,s:s,s:s,s:s,s:s}", "cycle", &cycle, "first", &first, "what", &what, "rtl", &rtl, "program", &program)) {
    wt_cli_error(2, "%s: a checkpoint without a difference to see again; use cosim --resume", file);
  } else {
    wt_set_cycle_limit(s, (uint64_t)cycle + BEYOND);
    st = wt_resume(s);
    rc = st == WT_USAGE ? wt_cli_error(st, "%s", wt_error(s)) : judge(s, st, first, what, rtl, program);
  }
  json_decref(j);
  wt_session_close(s);
  return rc;
}
