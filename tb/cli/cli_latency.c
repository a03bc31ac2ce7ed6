/* cli_latency.c - warptwin latency: how many cycles must lie between two instructions of a warp; the machine is asked. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/wt_grid.h"
#include "cli/wt_table.h"
#include "lib/wt_distance.h"

enum { OPT_RTL = 300, OPT_JSON };

typedef struct {
  wt_cli_shape shape;
  const char *insn[2], *json;
  int rtl;
} latency_opts;

static error_t parse(int key, char *arg, struct argp_state *st) {
  latency_opts *o = st->input;
  switch (key) {
    case OPT_RTL: o->rtl = 1; return 0;
    case OPT_JSON: o->json = arg; return 0;
    case ARGP_KEY_ARG:
      if (o->insn[1]) argp_error(st, "two instructions, not also '%s'; each is one argument, in quotes", arg);
      o->insn[o->insn[0] ? 1 : 0] = arg;
      return 0;
    case ARGP_KEY_END:
      if (!o->insn[1]) argp_error(st, "which two instructions? for example 'IADD3 R4, R2, R3, RZ' 'FFMA R6, R4, R5, R5'");
      return 0;
    case ARGP_KEY_INIT: st->child_inputs[0] = &o->shape; return 0;
    default: return ARGP_ERR_UNKNOWN;
  }
}

static const char *const relation[] = {[WT_DEP_READ] = "reads", [WT_DEP_ORDER] = "writes", [WT_DEP_OVERWRITE] = "overwrites"};
static const char *const dependence[] = {[WT_DEP_READ] = "RAW", [WT_DEP_ORDER] = "WAW", [WT_DEP_OVERWRITE] = "WAR"};

static const char *plural(unsigned n) { return n == 1 ? "" : "s"; }

static void say_codes(const wt_distance *d) {
  if (!d->need) printf("a stall count alone: more than %d are not enough\n", WT_DISTANCE_MOST);
  else printf("a stall count of %u: B issues %u cycle%s after A", d->need, d->cycles, plural(d->cycles));
  if (d->need > 1) printf("; with %u it comes too early (hazards: %u)", d->need - 1, d->hazards);
  if (d->need) putchar('\n');
  if (d->variable) printf("compiled code does not count on this time: A has a barrier there\n");
  if (d->waited) printf("behind a barrier of A: B issues %u cycle%s after A\n", d->waited, plural(d->waited));
}

typedef struct {
  const wt_distance *d;
  const char *shape;
  int lockstep;
} answer;
static void write_json(const void *what, FILE *f) {
  const answer *a = what;
  const wt_distance *d = a->d;
  json_t *j = json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:b}", "schema", "warptwin-latency-1", "shape", a->shape, "first", d->text[0], "second",
                        d->text[1], "dependence", dependence[d->dep], "on", d->on, "lockstep", a->lockstep);
  if (d->codes && d->need)
    json_object_update_new(j,
                           json_pack("{s:i, s:i, s:i}", "stall", (int)d->need, "cycles", (int)d->cycles, "hazards_with_one_less", (int)d->hazards));
  if (d->codes) json_object_set_new(j, "variable", json_boolean(d->variable));
  if (d->waited) json_object_set_new(j, d->codes ? "barrier_cycles" : "scoreboard_cycles", json_integer(d->waited));
  wt_json_print(j, f);
}
static void write_text(const wt_distance *d) {
  printf("A  %s\nB  %s   %s %s%s\n", d->text[0], d->text[1], relation[d->dep], d->on, d->dep == WT_DEP_ORDER ? ", too" : "");
  if (d->codes) say_codes(d);
  else printf("the scoreboard holds B back: it issues %u cycle%s after A\n", d->waited, plural(d->waited));
}

int wt_cmd_latency(int argc, char **argv) {
  static const struct argp_option options[] = {{"rtl", OPT_RTL, NULL, 0, "ask both twins, in lock-step", 0},
                                               {"json", OPT_JSON, "FILE", 0, "also as JSON (- = only that, to the terminal)", 0},
                                               {0}};
  static const struct argp_child children[] = {{&wt_cli_shape_argp, 0, "Shape", 1}, {0}};
  static const struct argp argp = {
    options,
    parse,
    "A B",
    "How many cycles must lie between two instructions of a warp, so that B finds what A leaves: programs of the two run with every "
    "distance. A and B are SASS, in quotes, without control codes; a branch goes to `over`.",
    children,
    NULL,
    NULL};
  latency_opts o = {0};
  wt_distance d;
  static char err[WT_CLI_ERROR], label[WT_POINT_LABEL];
  static wt_point point;
  wt_cli_parse(&argp, argc, argv, &o);
  if (wt_cli_outputs(&o.json, 1, NULL, 0)) return 2;
  if (wt_point_begin(&point, o.shape.preset, o.shape.set, err, sizeof err)) return wt_cli_error(2, "%s", err);
  if (wt_point_runs(&point)) return wt_cli_error(2, "%s", point.why);
  const wt_distance_shape shape = {o.shape.preset, o.shape.set, o.shape.seed, o.rtl};
  const wt_status st = wt_distance_find(&shape, o.insn[0], o.insn[1], &d, err, sizeof err);
  if (st) return wt_cli_error((int)st, "%s", err);
  const answer a = {&d, wt_point_label(&point, label, sizeof label), o.rtl};
  if (!o.json || strcmp(o.json, "-")) write_text(&d);
  return o.json ? wt_cli_show(o.json, write_json, &a) : 0;
}
