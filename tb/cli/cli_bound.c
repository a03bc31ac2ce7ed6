/* cli_bound.c - warptwin bound: the fewest issues for what the threads of a run executed, and what engines that regroup threads would need. */
#define _GNU_SOURCE
#include "cli/cli_bound.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum {
  OPT_LANES = 300,
  OPT_LATENCY,
  OPT_LOADS,
  OPT_RESIDENT,
  OPT_LWM,
  OPT_TABLE,
  OPT_LOOKUPS,
  OPT_BARRIERS,
  OPT_AGE,
  OPT_NO_YIELD,
  OPT_DEPTH,
  OPT_JSON,
  OPT_MD,
  OPT_SVG,
  OPT_FROM,
  OPT_ISSUES
};

typedef struct {
  wt_cli_shape shape;
  wt_cli_runs runs;
  wt_bound_opt opt;
  unsigned lanes, lwm[WT_BOUND_LWMS], n_lwm, from, issues; /* from, issues: that --svg draws */
  int latency, load_latency;                               /* they were given */
  const char *json, *md, *svg;
} bound_opts;

static unsigned number(const char *option, const char *arg, struct argp_state *st, unsigned least, unsigned most) {
  uint64_t v;
  if (!wt_cli_number(arg, &v) || v < least || v > most) argp_error(st, "%s %s: expected a number, %u to %u", option, arg, least, most);
  return (unsigned)v;
}

static void lwm(bound_opts *o, const char *arg, struct argp_state *st) {
  size_t n;
  const char **list = wt_cli_list(arg, &n);
  if (!list || !n || n > WT_BOUND_LWMS) argp_error(st, "--lwm %s: expected up to %d numbers of threads with commas between them", arg, WT_BOUND_LWMS);
  o->n_lwm = 0;
  for (size_t i = 0; list && i < n; i++) o->lwm[o->n_lwm++] = number("--lwm", list[i], st, 1, 1024);
  free(list);
}

static error_t parse(int key, char *arg, struct argp_state *st) {
  bound_opts *o = st->input;
  switch (key) {
    case OPT_LANES: o->lanes = number("--lanes", arg, st, 1, WT_BOUND_LANES); return 0;
    case OPT_LATENCY: o->opt.latency = number("--latency", arg, st, 1, 10000), o->latency = 1; return 0;
    case OPT_LOADS: o->opt.load_latency = number("--load-latency", arg, st, 1, 10000), o->load_latency = 1; return 0;
    case OPT_RESIDENT: o->opt.resident = number("--resident", arg, st, 1, 65536); return 0;
    case OPT_LWM: lwm(o, arg, st); return 0;
    case OPT_TABLE: o->opt.dwf_table = number("--dwf-table", arg, st, 0, 65536); return 0;
    case OPT_LOOKUPS: o->opt.crown_ready = o->opt.crown_wait = number("--lookups", arg, st, 1, 65536); return 0;
    case OPT_BARRIERS: o->opt.crown_barriers = number("--barriers", arg, st, 1, 65536); return 0;
    case OPT_AGE: o->opt.crown_age = number("--age", arg, st, 0, 1000000); return 0;
    case OPT_NO_YIELD: o->opt.crown_yield = 0; return 0;
    case OPT_DEPTH: o->opt.crown_depth = 1; return 0;
    case OPT_JSON: o->json = arg; return 0;
    case OPT_MD: o->md = arg; return 0;
    case OPT_SVG: o->svg = arg; return 0;
    case OPT_FROM: o->from = number("--from", arg, st, 1, 1000000000); return 0;
    case OPT_ISSUES: o->issues = number("--issues", arg, st, 1, WT_BOUND_DRAWN); return 0;
    case ARGP_KEY_INIT: st->child_inputs[0] = &o->runs, st->child_inputs[1] = &o->shape; return 0;
    default: return ARGP_ERR_UNKNOWN;
  }
}

/* ---- what is asked ---- */

static void add(wt_bounds *b, wt_bound_engine e, unsigned warp) { b->kind[b->n_kinds++] = (wt_bound_kind){e, warp}; }
static void plan_kinds(wt_bounds *b, const bound_opts *o, unsigned lanes) {
  static const unsigned usual[] = {32, 64, 128};
  add(b, WT_BOUND_STACK, 0);
  if (b->paths && !o->n_lwm) add(b, WT_BOUND_LWM, 0);
  for (unsigned i = 0; i < o->n_lwm; i++) add(b, WT_BOUND_LWM, o->lwm[i]);
  for (unsigned i = 0; !b->paths && !o->n_lwm && i < 3; i++)
    if (usual[i] > lanes) add(b, WT_BOUND_LWM, usual[i]);
  for (unsigned e = WT_BOUND_TBC; e < WT_BOUND_ENGINES; e++)
    if (!b->paths || e != WT_BOUND_CAPRI) add(b, (wt_bound_engine)e, 0);
}

/* The results lie in memory that the processes of the kernels share; so does what --svg draws, of one program. */
static void *shared(size_t bytes) {
  void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  return p == MAP_FAILED ? NULL : p;
}

static int plan_logs(wt_bounds *b, const bound_opts *o, unsigned lanes) {
  if (!o->svg) return 0;
  if (b->n != 1) return wt_cli_error(2, "--svg draws one program, here are %zu", b->n);
  if (!(b->log = shared(b->n_kinds * sizeof *b->log))) return wt_cli_error(2, "out of memory");
  for (unsigned k = 0; k < b->n_kinds; k++) {
    wt_bound_log *l = &b->log[k];
    *l = (wt_bound_log){.lanes = lanes,
                        .skip = o->from - 1,
                        .most = o->issues,
                        .size = o->issues,
                        .v = shared(o->issues * sizeof *l->v),
                        .place = shared((size_t)o->issues * lanes * sizeof *l->place)};
    if (!l->v || !l->place) return wt_cli_error(2, "out of memory");
  }
  return 0;
}

/* ---- the model ---- */

static void add_run(wt_bound_run *to, const wt_bound_run *r) {
#define ADD(member) to->member += r->member
#define PEAK(member) to->member = to->member > r->member ? to->member : r->member
  ADD(issues), ADD(lanes), ADD(cycles), ADD(groups), ADD(merges), ADD(waits), ADD(divergent), ADD(adequate), ADD(right), ADD(loads), ADD(load_rows);
  ADD(at_barrier), ADD(table.full), ADD(ready.full), ADD(wait.full), ADD(barriers.full);
  PEAK(groups_peak), PEAK(table.peak), PEAK(ready.peak), PEAK(wait.peak), PEAK(barriers.peak);
  to->deadlock |= r->deadlock;
}

/* A launch, besides those before it. 0, or -1 without memory. */
static int model(wt_bounds *b, wt_bound_result *to, const wt_bound_input *in) {
  wt_bound_numbers n;
  if (wt_bound_count(in, &n)) return -1;
  to->lanes = in->lanes, to->bytes = in->bytes, to->ctas = in->n_ctas;
  to->n.threads += n.threads, to->n.bound += n.bound, to->n.free_lanes += n.free_lanes, to->n.greedy += n.greedy;
  for (unsigned k = 0; k < b->n_kinds; k++) {
    wt_bound_opt o = b->opt;
    wt_bound_run r;
    if (b->log && !to->launches) o.issued = wt_bound_keep, o.ctx = &b->log[k];
    if (wt_bound_simulate(in, b->kind[k], &o, &r)) return -1;
    add_run(&to->run[k], &r);
  }
  to->launches++;
  return 0;
}

/* ---- files of paths ---- */

static int is_paths(const char *name) {
  const char *dot = strrchr(name, '.');
  return dot && !strcmp(dot, ".paths");
}

static int plan_paths(wt_bounds *b, const bound_opts *o) {
  char err[600];
  const char *out[] = {o->json, o->md, o->svg};
  for (unsigned i = 0; i < o->runs.n_names; i++)
    if (!is_paths(o->runs.names[i])) return wt_cli_error(2, "%s: files of paths and kernels are asked for one after the other", o->runs.names[i]);
  if (o->lanes) return wt_cli_error(2, "--lanes: a file of paths says how many");
  if (o->runs.launch.given) return wt_cli_error(2, "%s: a file of paths is no cubin", o->runs.launch.given);
  if (wt_cli_outputs(out, 3, o->runs.names, o->runs.n_names)) return 2;
  b->n = o->runs.n_names;
  if (!o->latency) b->opt.latency = 1;
  if (!o->load_latency) b->opt.load_latency = 1;
  if (!(b->paths = calloc(b->n, sizeof *b->paths)) || !(b->result = shared(b->n * sizeof *b->result)) || !(b->name = calloc(b->n, sizeof *b->name)))
    return wt_cli_error(2, "out of memory");
  for (size_t i = 0; i < b->n; i++)
    if (b->name[i] = o->runs.names[i], wt_bound_read(b->name[i], &b->paths[i], err, sizeof err)) return wt_cli_error(2, "%s", err);
  plan_kinds(b, o, b->paths->lanes);
  return plan_logs(b, o, b->paths->lanes);
}

static int run_paths(wt_bounds *b) {
  for (size_t i = 0; i < b->n; i++)
    if (model(b, &b->result[i], &b->paths[i])) return wt_cli_error(2, "out of memory");
  return 0;
}

/* ---- kernels ---- */

static int plan_kernels(wt_bounds *b, const bound_opts *o) {
  char err[500], text[16];
  static char label[WT_POINT_LABEL];
  const char *out[] = {o->json, o->md, o->svg};
  for (unsigned i = 0; i < o->runs.n_names; i++)
    if (is_paths(o->runs.names[i])) return wt_cli_error(2, "%s: files of paths and kernels are asked for one after the other", o->runs.names[i]);
  if (wt_point_begin(&b->point, o->shape.preset, o->shape.set, err, sizeof err)) return wt_cli_error(2, "%s", err);
  if (wt_point_runs(&b->point)) return wt_cli_error(2, "%s", b->point.why);
  const wt_shape *S = &b->point.S;
  if (S->GANG > 1)
    return wt_cli_error(
      2, "--set GROUPING=dwr: its warps are no rows of the model; the bound is of what threads execute, so ask it of another GROUPING");
  const unsigned lanes = o->lanes ? o->lanes : S->LANES;
  b->label = wt_point_label(&b->point, label, sizeof label), b->warp_size = S->WARP_SIZE;
  for (unsigned i = 0; i < wt_nkeys; i++)
    if (!strcmp(wt_keys[i].name, "DIVERGENCE")) snprintf(b->unit, sizeof b->unit, "%s", wt_key_text(&wt_keys[i], S->DIVERGENCE, text));
  int rc = wt_grid_pick(&b->grid, &o->shape, &o->runs);
  b->n = b->grid.n_kernels;
  if (!rc && (!(b->result = shared(b->n * sizeof *b->result)) || !(b->name = calloc(b->n, sizeof *b->name)))) rc = wt_cli_error(2, "out of memory");
  for (size_t i = 0; !rc && i < b->n; i++) b->name[i] = b->grid.kernel[i]->name, rc = wt_grid_add(&b->grid, b->grid.kernel[i], &b->point);
  plan_kinds(b, o, lanes);
  for (size_t i = 0; !rc && i < b->n; i++) b->result[i].lanes = lanes;
  if (!rc) rc = plan_logs(b, o, lanes);
  return rc ? rc : wt_grid_ready(&b->grid, &b->point, out, 3);
}

/* In the process of a kernel. */
typedef struct {
  wt_bounds *b;
  size_t i;
  wt_steps steps;
} running;
static running here;

static wt_status launched(wt_steps *s, char *err, size_t errn) {
  const running *r = s->ctx;
  wt_bound_result *to = &r->b->result[r->i];
  if (model(r->b, to, &s->in)) return snprintf(err, errn, "out of memory for the issue model; give a smaller grid"), WT_USAGE;
  to->own.issues += s->own.issues, to->own.beats += s->own.beats, to->own.packed += s->own.packed;
  to->own.slots += s->own.slots, to->own.slots_packed += s->own.slots_packed;
  to->own.off_unit += s->own.off_unit, to->own.off_guard += s->own.off_guard, to->own.guarded += s->own.guarded, to->own.on_rows += s->own.on_rows;
  to->machine.slots += s->machine.slots, to->machine.micro_ops += s->machine.micro_ops;
  to->machine.unit_slots += s->machine.unit_slots, to->machine.lanes += s->machine.lanes, to->machine.bank_conflicts += s->machine.bank_conflicts;
  return WT_OK;
}

static wt_status begins(void *ctx, size_t i, wt_session *s, wt_cell *c) {
  wt_bounds *b = ctx;
  (void)c;
  here = (running){b, i, {.lanes = b->result[i].lanes, .done = launched, .ctx = &here}};
  wt_session_steps(s, &here.steps);
  return WT_OK;
}
static void ends(void *ctx, size_t i, wt_session *s, wt_cell *c) {
  (void)ctx, (void)i, (void)s, (void)c;
  wt_steps_free(&here.steps);
}

static int run_kernels(wt_bounds *b) {
  wt_grid *g = &b->grid;
  g->report = 600, g->what = "kernels", g->host_judges = 1, g->begins = begins, g->ends = ends, g->ctx = b;
  return wt_grid_run(g);
}

/* ---- the command ---- */

const char *wt_bounds_verdict(const wt_bounds *b, size_t i, const char **why) {
  const wt_cell *c = b->paths ? NULL : wt_grid_cell(&b->grid, i);
  *why = c ? c->report : "";
  return c ? c->verdict : "ok";
}

static int is_terminal(const char *path) { return path && !strcmp(path, "-"); }

int wt_cmd_bound(int argc, char **argv) {
  static const struct argp_option options[] = {
    {"lanes", OPT_LANES, "N", 0, "lanes of the model, 1 to 64 (default: LANES of the shape; a file of paths says it)", 0},
    {"lwm", OPT_LWM, "N[,N]...", 0, "threads of LWM's warps (default 32,64,128, those above the lanes; a file of paths: all of a CTA)", 0},
    {"latency", OPT_LATENCY, "CYCLES", 0, "from issue to result (default 8; a file of paths: 1)", 0},
    {"load-latency", OPT_LOADS, "CYCLES", 0, "of loads, and of atomics with a result (default 100; a file of paths: 1)", 0},
    {"resident", OPT_RESIDENT, "THREADS", 0, "of CTAs that are there at a time (default 1024)", 0},
    {"dwf-table", OPT_TABLE, "ROWS", 0, "of DWF's table of open groups (default 256)", 0},
    {"lookups", OPT_LOOKUPS, "ROWS", 0, "of CROWN's Ready and Waiting Lookup (default 8)", 0},
    {"barriers", OPT_BARRIERS, "N", 0, "of CROWN's reconvergence (default: one a row of the resident threads)", 0},
    {"age", OPT_AGE, "CYCLES", 0, "after which CROWN's waiting groups move (default 64; 0: never, the thesis' rules)", 0},
    {"call-depth", OPT_DEPTH, NULL, 0, "CROWN: threads meet at the same depth of calls only, as recursion needs", 0},
    {"no-yield", OPT_NO_YIELD, NULL, 0, "CROWN: YIELD leaves no barrier", 0},
    {"json", OPT_JSON, "FILE", 0, "also as JSON (- = only that, to the terminal)", 0},
    {"markdown", OPT_MD, "FILE", 0, "also as a Markdown block (- = only that, to the terminal)", 0},
    {"md", OPT_MD, "FILE", OPTION_ALIAS, NULL, 0},
    {"svg", OPT_SVG, "FILE", 0, "lanes over issues of every engine, of one program, besides", 0},
    {"from", OPT_FROM, "N", 0, "the first issue that --svg draws (default 1)", 0},
    {"issues", OPT_ISSUES, "N", 0, "how many it draws, 1 to 2000 (default 64)", 0},
    {0}};
  static const struct argp_child children[] = {{&wt_cli_runs_argp, 0, NULL, 0}, {&wt_cli_shape_argp, 0, "Shape of the run", 2}, {0}};
  static const struct argp a = {
    options,
    parse,
    "KERNEL[,KERNEL]...|all|FILE.cubin...|FILE.paths...",
    "Runs kernels of the manifest, or one launch of a cubin, on the C twin, and says of what their threads executed: how few issues could do "
    "(with a thread's lane fixed, with free lanes, and in a greedy order), and how many the engines need that regroup threads: a reconvergence "
    "stack, "
    "LWM, TBC, CAPRI, DWF, CROWN. They are issue models, not blocks of this machine. A file of paths is a worked example: every issue is printed.",
    children,
    NULL,
    NULL};
  static bound_opts o = {.from = 1, .issues = 64};
  static wt_bounds b;
  o.opt = wt_bound_defaults();
  wt_cli_parse(&a, argc, argv, &o);
  b.opt = o.opt, b.from = o.from;
  const int paths = is_paths(o.runs.names[0]);
  int rc = paths ? plan_paths(&b, &o) : plan_kernels(&b, &o);
  if (!rc && !paths) wt_cli_note_keys(&o.shape, &b.point.S, 1);
  if (!rc) rc = paths ? run_paths(&b) : run_kernels(&b);
  if (!rc) rc = wt_cli_show(o.json, wt_bounds_json, &b);
  if (!rc) rc = wt_cli_show(o.md, wt_bounds_markdown, &b);
  if (!rc && !is_terminal(o.json) && !is_terminal(o.md)) wt_bounds_text(&b, stdout);
  if (!rc) rc = wt_cli_put(o.svg, wt_bounds_svg, &b);
  if (!rc && !paths) rc = wt_grid_bad(&b.grid);
  for (size_t i = 0; b.paths && i < b.n; i++) wt_bound_free(&b.paths[i]);
  free(b.paths), free(b.name);
  wt_grid_free(&b.grid);
  return rc;
}
