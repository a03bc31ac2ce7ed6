/* cli_shrink.c - warptwin shrink: a smaller run in which the same field goes wrong first. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/wt_bench_events.h"
#include "cli/wt_cli.h"
#include "lib/wt_shrink.h"

enum { OPT_ATTEMPTS = 300, OPT_LATER };
typedef struct {
  const char *file, *out;
  uint64_t attempts;
  int later;
} shrink_opts;

static error_t parse(int key, char *arg, struct argp_state *st) {
  shrink_opts *o = st->input;
  switch (key) {
    case 'o': o->out = arg; return 0;
    case OPT_ATTEMPTS:
      if (!wt_cli_number(arg, &o->attempts) || !o->attempts || o->attempts > 100000) argp_error(st, "--attempts %s: expected 1 to 100000", arg);
      return 0;
    case OPT_LATER: o->later = 1; return 0;
    case ARGP_KEY_ARG:
      if (o->file) argp_error(st, "one FILE, not also '%s'", arg);
      o->file = arg;
      return 0;
    case ARGP_KEY_END:
      if (!o->file) argp_error(st, "which FILE? cosim writes mismatch.wtck when the twins differ, bench mismatch.bench");
      return 0;
    default: return ARGP_ERR_UNKNOWN;
  }
}

static void say(void *ctx, const char *text) {
  (void)ctx;
  fprintf(stderr, "warptwin: %s\n", text);
}

/* Of a block alone. */
static int stimulus(const shrink_opts *o) {
  wt_bench_shrunk r;
  char err[1500];
  const wt_bench_shrink_opts w = {.file = o->file, .out = o->out, .attempts = (unsigned)o->attempts};
  int st = wt_bench_shrink(&w, &r, err, sizeof err);
  if (!st) {
    printf("%s\n\n%s: %llu of %llu cycles, %u of %u inputs that are not 0, %u attempts\n", r.report, o->out, (unsigned long long)r.cycles,
           (unsigned long long)r.cycles_before, r.events, r.events_before, r.attempts);
    printf("stimulus that is left (cycle, inputs as bytes from the lowest on; all others are 0):\n%sto see it: warptwin replay %s\n", r.listing,
           o->out);
  }
  free(r.listing);
  return st ? wt_cli_error(st, "%s", err) : 0;
}

int wt_cmd_shrink(int argc, char **argv) {
  static const struct argp_option options[] = {
    {"output", 'o', "OUT", 0, "where the smaller file goes (default: FILE with -small before its .wtck or .bench)", 0},
    {"attempts", OPT_ATTEMPTS, "N", 0, "at most N runs (default 400; of a bench 2000)", 0},
    {"later-only", OPT_LATER, NULL, 0, "only a later start; the launch stays as it is", 0},
    {0}};
  static const char doc[] = "Makes a smaller file from one that cosim wrote when the twins differed: fewer CTAs, threads and instructions (those "
                            "left out are NOP), and a later start; from one of bench: fewer cycles of stimulus and fewer inputs; "
                            "as long as the same field of the same block goes wrong first. Prints what is left; warptwin replay OUT shows it.";
  const struct argp a = {options, parse, "FILE", doc, NULL, NULL, NULL};
  shrink_opts o = {0};
  char name[1200], err[1500];
  wt_cli_parse(&a, argc, argv, &o);
  const int bench = wt_cli_is_bench(o.file);
  if (!o.out) {
    size_t n = strlen(o.file), k = n > 5 && !strcmp(o.file + n - 5, ".wtck") ? n - 5 : bench ? n - 6 : n;
    if (k > 1000) return wt_cli_error(2, "%s: the name is too long, give another one with -o", o.file);
    snprintf(name, sizeof name, "%.*s-small%s", (int)k, o.file, bench ? ".bench" : ".wtck");
    o.out = name;
  }
  const char *const out[] = {o.out}, *const in[] = {o.file};
  int rc = wt_cli_outputs(out, 1, in, 1);
  if (rc) return rc;
  if (bench && o.later) return wt_cli_error(2, "--later-only: a file of a bench has no launch, its start is moved in any case");
  if (bench) return stimulus(&o);
  wt_shrunk r;
  wt_shrink_opts w = {.file = o.file, .out = o.out, .attempts = (unsigned)o.attempts, .later_only = o.later, .say = say};
  wt_status st = wt_shrink(&w, &r, err, sizeof err);
  if (st) return free(r.listing), wt_cli_error(st, "%s", err);
  printf("%s\n\n", r.report);
  printf("%s: grid %u,%u,%u, block %u,%u,%u, %u of %u instructions, %llu of %llu cycles, %u attempts\n", o.out, r.grid[0], r.grid[1], r.grid[2],
         r.block[0], r.block[1], r.block[2], r.insns, r.insns_before, (unsigned long long)r.cycles, (unsigned long long)r.cycles_before, r.attempts);
  if (r.anew && !o.later) printf("instructions that are left:\n%s", r.listing);
  printf("to see it: warptwin replay %s\n", o.out);
  free(r.listing);
  return 0;
}
