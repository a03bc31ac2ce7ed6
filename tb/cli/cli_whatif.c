/* cli_whatif.c - warptwin whatif: cost (structure sizes) and benefit (cycles of kernels) of a change of the shape, side by side. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli_policies.h"

enum { OPT_BASE = 500, OPT_NODE, OPT_NAND2, OPT_FORMAT, OPT_JSON, OPT_MD, OPT_POLICIES, TOP = 8 };

typedef struct {
  wt_cli_shape shape;
  wt_cli_runs runs;
  const char *base, *node, *json, *md;
  double nand2;
  int policies;
  enum wt_size_format format;
} whatif_opts;

typedef struct {
  const whatif_opts *o;
  wt_point point[2];
  char label[2][300];
  wt_size *z[2];
  wt_size_diff *d;
  wt_grid grid; /* kernel by kernel, both sides one behind the other */
} whatif;

static const wt_cell *side(const whatif *w, size_t kernel, int after) { return wt_grid_cell(&w->grid, 2 * kernel + (size_t)after); }

static const char no_preset[] = "default"; /* told apart from the user's --config default by its address */

static error_t parse(int key, char *arg, struct argp_state *st) {
  static const char *const formats[] = {"text", "json", "", "md"};
  whatif_opts *o = st->input;
  switch (key) {
    case OPT_BASE: o->base = arg; return 0;
    case OPT_NODE: o->node = arg; return 0;
    case OPT_NAND2: {
      char *end;
      o->nand2 = strtod(arg, &end);
      if (end == arg || *end || !(o->nand2 > 0)) argp_error(st, "--nand2-um2 %s: expected a number above 0", arg);
      return 0;
    }
    case OPT_FORMAT:
      for (unsigned i = 0; i < 4; i++)
        if (*formats[i] && !strcmp(arg, formats[i])) return o->format = (enum wt_size_format)i, 0;
      argp_error(st, "--format %s: expected text, json or md", arg);
      return 0;
    case OPT_JSON: o->json = arg; return 0;
    case OPT_MD: o->md = arg; return 0;
    case OPT_POLICIES: o->policies = 1; return 0;
    case ARGP_KEY_END:
      if (o->policies && o->base && o->shape.preset != no_preset)
        argp_error(st, "--policies: --base and --config name the same shape, leave one out");
      if (!o->policies && !o->shape.n_set && o->shape.preset == no_preset)
        argp_error(st, "what changes? give --set KEY=VALUE or --config PRESET, or --policies");
      return 0;
    case ARGP_KEY_INIT:
      o->shape.preset = no_preset;
      st->child_inputs[0] = &o->runs, st->child_inputs[1] = &o->shape;
      return 0;
    default: return ARGP_ERR_UNKNOWN;
  }
}

/* ---- the two shapes ---- */

static int plan_shape(whatif *w, int side, const char *preset, const char *const *set, const wt_size_opt *so) {
  char err[500];
  wt_point *p = &w->point[side];
  if (wt_point_begin(p, preset, set, err, sizeof err)) return wt_cli_error(2, "%s", err);
  if (wt_point_runs(p)) return wt_cli_error(2, "%s", p->why);
  wt_point_label(p, w->label[side], sizeof w->label[side]);
  return (w->z[side] = wt_size_new(&p->S, so, err, sizeof err)) ? 0 : wt_cli_error(2, "%s", err);
}

static int size_opts(const whatif_opts *o, wt_size_opt *so) {
  char err[500];
  wt_size_defaults(so);
  if ((o->node || o->nand2 > 0) && wt_node_find(o->node ? o->node : "45", o->nand2, &so->node, err, sizeof err)) return wt_cli_error(2, "%s", err);
  return 0;
}
static const char *base_of(const whatif_opts *o) { return o->base ? o->base : "default"; }

static int plan_shapes(whatif *w) {
  static const char *const none[] = {NULL};
  const whatif_opts *o = w->o;
  char err[500];
  wt_size_opt so;
  int rc = size_opts(o, &so);
  if (!rc) rc = plan_shape(w, 0, base_of(o), none, &so);
  if (!rc) rc = plan_shape(w, 1, o->shape.preset == no_preset ? base_of(o) : o->shape.preset, o->shape.set, &so);
  if (rc) return rc;
  w->d = wt_size_diff_new(w->z[0], w->z[1], NULL, 0, err, sizeof err); /* its causes are not shown here */
  return w->d ? 0 : wt_cli_error(2, "%s", err);
}

static int plan_grid(whatif *w) {
  const whatif_opts *o = w->o;
  const char *const out[] = {o->json, o->md};
  wt_grid *g = &w->grid;
  int rc = wt_grid_pick(g, &o->shape, &o->runs);
  for (size_t i = 0; !rc && i < 2 * g->n_kernels; i++) rc = wt_grid_add(g, g->kernel[i / 2], &w->point[i % 2]);
  return rc ? rc : wt_grid_ready(g, &w->point[0], out, 2);
}

/* ---- results ---- */

static double coalescing(const wt_cell *c) { return c->c.offchip_requests ? (double)c->c.mem_thread_accesses / (double)c->c.offchip_requests : 0; }
static double percent(double a, double b) { return a > 0 ? 100 * (b / a - 1) : 0; }
static int ended(const wt_cell *c) { return !c->status && c->c.cycles; }
static int both(const whatif *w, size_t kernel) { return ended(side(w, kernel, 0)) && ended(side(w, kernel, 1)); }

/* Geometric mean of cycles after / before over the kernels that ended well on both. */
static double mean_ratio(const whatif *w, size_t *n) {
  double s = 0;
  *n = 0;
  for (size_t k = 0; k < w->grid.n_kernels; k++)
    if (both(w, k)) s += log((double)side(w, k, 1)->c.cycles / (double)side(w, k, 0)->c.cycles), ++*n;
  return *n ? exp(s / (double)*n) : 1;
}

static int larger(const void *a, const void *b) {
  const wt_size_delta *x = *(const wt_size_delta *const *)a, *y = *(const wt_size_delta *const *)b;
  int64_t u = llabs(x->um2), v = llabs(y->um2);
  if (u != v) return u < v ? 1 : -1;
  return strcmp((x->b ? x->b : x->a)->id, (y->b ? y->b : y->a)->id);
}

static unsigned changed(const whatif *w, const wt_size_delta **list) {
  unsigned n = 0;
  for (unsigned i = 0; i < w->d->n; i++)
    if (w->d->d[i].bits || w->d->d[i].ge || w->d->d[i].um2) list[n++] = &w->d->d[i];
  qsort(list, n, sizeof *list, larger);
  return n;
}

/* What the kernels do on the two shapes: four measures, each before, after and the difference. */
static void benefit(const whatif *w, FILE *f, int md) {
  char a[32], b[32];
  if (md)
    fputs("\n| benefit | cycles | after | +- | IPC | after | +- | lanes | after | +- | coalescing | after | +- | warps, peak | after |\n"
          "|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|\n",
          f);
  else
    fprintf(f, "  %-16s %11s %11s %8s %7s %7s %8s %7s %7s %7s %8s %7s %8s %6s %6s\n", "benefit", "cycles", "after", "+-", "IPC", "after", "+-",
            "lanes", "after", "+-", "coalesc.", "after", "+-", "warps", "after");
  for (size_t i = 0; i < w->grid.n_kernels; i++) {
    const wt_cell *p = side(w, i, 0), *q = side(w, i, 1);
    const char *why = p->status ? p->report : q->report;
    if (!both(w, i))
      fprintf(f, md ? "| %s | %s | %s | %.*s | | | | | | | | | | | |\n" : "  %-16s %11s %11s   %.*s\n", w->grid.kernel[i]->name, p->verdict,
              q->verdict, (int)strcspn(why, "\n"), why);
    else
      fprintf(f,
              md ? "| %s | %s | %s | %+.1f %% | %.3f | %.3f | %+.1f %% | %.1f %% | %.1f %% | %+.1f | %.2f | %.2f | %+.1f %% | %u | %u |\n"
                 : "  %-16s %11s %11s %+7.1f%% %7.3f %7.3f %+7.1f%% %6.1f%% %6.1f%% %+7.1f %8.2f %7.2f %+7.1f%% %6u %6u\n",
              w->grid.kernel[i]->name, wt_size_digits((int64_t)p->c.cycles, a), wt_size_digits((int64_t)q->c.cycles, b),
              percent((double)p->c.cycles, (double)q->c.cycles), wt_cell_ipc(p), wt_cell_ipc(q), percent(wt_cell_ipc(p), wt_cell_ipc(q)),
              100 * wt_cell_activity(p), 100 * wt_cell_activity(q), 100 * (wt_cell_activity(q) - wt_cell_activity(p)), coalescing(p), coalescing(q),
              percent(coalescing(p), coalescing(q)), p->c.peak[0], q->c.peak[0]);
  }
}

/* A number that no kernel needed cannot be judged by their cycles: of everything that changed and counts something, how much was in use. */
static void exhausted(const whatif *w, FILE *f, int md) {
  for (unsigned i = 0; i < WT_PEAKS; i++) {
    unsigned v[2] = {0, 0}, peak = 0, n = 0;
    for (size_t k = 0; k < w->grid.n_kernels; k++)
      if (both(w, k)) v[0] = side(w, k, 0)->c.room[i], v[1] = side(w, k, 1)->c.room[i];
    int more = v[1] > v[0];
    for (size_t k = 0; k < w->grid.n_kernels; k++) {
      if (!both(w, k)) continue;
      n++;
      if (side(w, k, more)->c.peak[i] > peak) peak = side(w, k, more)->c.peak[i];
    }
    if (v[0] == v[1] || !v[0] || !v[1] || !n || peak >= v[more]) continue;
    fprintf(f, "%s%s: %s used more than %u of the %u, %s\n", md ? "\n" : "  ", wt_peak_key(i), n == 1 ? "the kernel never" : "no kernel", peak,
            v[more],
            peak <= v[!more] ? "so the change had nothing to act on: its benefit cannot be measured with these kernels"
                             : "so these kernels measure only a part of the change");
  }
}

static void uses(const whatif *w, FILE *f, int md) {
  wt_cli_used a[WT_PEAKS], b[WT_PEAKS];
  char before[80], after[80];
  wt_grid_used(&w->grid, &w->point[0], w->z[0], a);
  wt_grid_used(&w->grid, &w->point[1], w->z[1], b);
  if (md) fputs("\n| in use, peak and mean | before | after | |\n|---|---|---|---|\n", f);
  else fprintf(f, "  %-24s %-48s %s\n", "in use, peak and mean", "before", "after");
  for (unsigned i = 0; i < WT_PEAKS; i++) {
    if (!a[i].room && !b[i].room) continue;
    const char *note = a[i].full || b[i].full ? "" : WT_CLI_NEVER_FULL;
    wt_cli_use_text(&a[i], before, sizeof before), wt_cli_use_text(&b[i], after, sizeof after);
    if (md) fprintf(f, "| %s | %s | %s | %s |\n", wt_peak_key(i), before, after, note);
    else fprintf(f, *note ? "    %-22s %-48s %-48s %s\n" : "    %-22s %-48s %s\n", wt_peak_key(i), before, after, note);
  }
}

static void table(const whatif *w, FILE *f, int md) {
  char a[32], b[32], c[32];
  const wt_size_sum *x = &w->z[0]->core, *y = &w->z[1]->core;
  const double nm = w->z[0]->opt.node.nm;
  const char *row = md ? "| %s | %s | %s | %+.1f %% |\n" : "  %-24s %16s %16s %+9.1f%%\n";
  const wt_size_delta **list = calloc(w->d->n + 1, sizeof *list);
  char m0[32], m1[32], unit[40];
  size_t n;
  double ratio = mean_ratio(w, &n);
  fprintf(f, md ? "**%s -> %s**\n\n| cost | before | after | +- |\n|---|---|---|---|\n" : "%s -> %s\n", w->label[0], w->label[1]);
  if (!md) fprintf(f, "  %-24s %16s %16s %10s\n", "cost", "before", "after", "+-");
  fprintf(f, row, "bits", wt_size_digits((int64_t)x->bits, a), wt_size_digits((int64_t)y->bits, b), percent((double)x->bits, (double)y->bits));
  fprintf(f, row, "GE as gates, modelled", wt_size_digits(x->ge, a), wt_size_digits(y->ge, b), percent((double)x->ge, (double)y->ge));
  snprintf(unit, sizeof unit, "mm2 at %g nm, modelled", nm);
  snprintf(m0, sizeof m0, "%.6f", (double)x->um2 * 1e-6), snprintf(m1, sizeof m1, "%.6f", (double)y->um2 * 1e-6);
  fprintf(f, row, unit, m0, m1, percent((double)x->um2, (double)y->um2));
  unsigned k = list ? changed(w, list) : 0;
  for (unsigned i = 0; i < k && i < TOP; i++) {
    const wt_size_delta *e = list[i];
    fprintf(f, md ? "| %s | %.6f | %.6f | %+.6f mm2 |\n" : "    %-22s %16.6f %16.6f %+10.6f mm2\n", (e->b ? e->b : e->a)->id,
            e->a ? (double)e->a->um2 * 1e-6 : 0, e->b ? (double)e->b->um2 * 1e-6 : 0, (double)e->um2 * 1e-6);
  }
  if (k > TOP)
    fprintf(f, md ? "| and %u smaller changes | | | |\n" : "    and %u smaller changes (warptwin size --base %s ...)\n", k - TOP, w->point[0].preset);
  benefit(w, f, md);
  if (n) uses(w, f, md);
  exhausted(w, f, md);
  if (!n) fprintf(f, "%sno kernel ended on both shapes\n", md ? "\n" : "  ");
  else
    fprintf(f, "%s%s bits, %+.1f %% mm2 for %+.1f %% cycles (geometric mean of %zu kernel%s; measured on the C twin)\n", md ? "\n" : "  ",
            wt_size_digits((int64_t)y->bits - (int64_t)x->bits, c), percent((double)x->um2, (double)y->um2), 100 * (ratio - 1), n, n == 1 ? "" : "s");
  free(list);
}

static void quoted(FILE *f, const char *s) {
  fputc('"', f);
  for (; *s; s++) {
    if (*s == '"' || *s == '\\') fputc('\\', f);
    fputc((unsigned char)*s < 32 ? ' ' : *s, f);
  }
  fputc('"', f);
}

static void text(const void *w, FILE *f) { table(w, f, 0); }
static void markdown(const void *w, FILE *f) { table(w, f, 1); }

static void json(const void *what, FILE *f) {
  const whatif *w = what;
  static const char *const name[] = {"before", "after"};
  size_t n;
  double ratio = mean_ratio(w, &n);
  fprintf(f, "{\n  \"schema\": \"warptwin-whatif-1\",\n  \"node_nm\": %g,\n", w->z[0]->opt.node.nm);
  for (int s = 0; s < 2; s++) {
    const wt_size_sum *t = &w->z[s]->core;
    fprintf(f,
            "  \"%s\": {\"shape\": \"%s\", \"bits\": %llu, \"ge\": %lld, \"mm2\": %.6f, \"mm2_lo\": %.6f, \"mm2_hi\": %.6f, \"ge_src\": \"model\", "
            "\"mm2_src\": \"model\"},\n",
            name[s], w->label[s], (unsigned long long)t->bits, (long long)t->ge, (double)t->um2 * 1e-6, (double)t->um2_lo * 1e-6,
            (double)t->um2_hi * 1e-6);
  }
  fprintf(f, "  \"structures\": [");
  for (unsigned i = 0, k = 0; i < w->d->n; i++) {
    const wt_size_delta *e = &w->d->d[i];
    if (!e->bits && !e->ge && !e->um2) continue;
    fprintf(f, "%s\n    {\"name\": \"%s\", \"bits\": %lld, \"ge\": %lld, \"mm2\": %.6f}", k++ ? "," : "", (e->b ? e->b : e->a)->id,
            (long long)e->bits, (long long)e->ge, (double)e->um2 * 1e-6);
  }
  fprintf(f, "\n  ],\n  \"kernels\": [");
  for (size_t k = 0; k < w->grid.n_kernels; k++) {
    fprintf(f, "%s\n    {\"name\": \"%s\"", k ? "," : "", w->grid.kernel[k]->name);
    for (int s = 0; s < 2; s++) {
      const wt_cell *c = side(w, k, s);
      fprintf(f,
              ", \"%s\": {\"verdict\": \"%s\", \"status\": %d, \"cycles\": %llu, \"warp_instructions\": %llu, \"ipc\": %.6f, \"lane_activity\": "
              "%.6f, \"coalescing_rate\": %.6f",
              name[s], c->verdict, c->status, (unsigned long long)c->c.cycles, (unsigned long long)c->c.warp_instructions, wt_cell_ipc(c),
              wt_cell_activity(c), coalescing(c));
      for (unsigned i = 0; i < WT_PEAKS; i++) fprintf(f, "%s\"%s\": %u", i ? ", " : ", \"peak\": {", wt_peak_key(i), c->c.peak[i]);
      fputc('}', f);
      if (c->status) fprintf(f, ", \"report\": "), quoted(f, c->report);
      fputc('}', f);
    }
    const wt_cell *p = side(w, k, 0), *q = side(w, k, 1);
    if (both(w, k))
      fprintf(f,
              ", \"change\": {\"cycles_percent\": %.3f, \"ipc_percent\": %.3f, \"lane_activity\": %.6f, "
              "\"coalescing_percent\": %.3f}",
              percent((double)p->c.cycles, (double)q->c.cycles), percent(wt_cell_ipc(p), wt_cell_ipc(q)), wt_cell_activity(q) - wt_cell_activity(p),
              percent(coalescing(p), coalescing(q)));
    fputc('}', f);
  }
  fprintf(f, "\n  ],\n  \"occupancy\": {");
  for (int s = 0; s < 2; s++) {
    wt_cli_used u[WT_PEAKS];
    wt_grid_used(&w->grid, &w->point[s], w->z[s], u);
    json_t *j = wt_cli_use_json(u);
    char *words = json_dumps(j, JSON_COMPACT | JSON_PRESERVE_ORDER);
    fprintf(f, "%s\"%s\": %s", s ? ", " : "", name[s], words ? words : "{}");
    free(words);
    json_decref(j);
  }
  fprintf(f, "},\n  \"kernels_compared\": %zu,\n  \"cycles_ratio_geomean\": ", n);
  fprintf(f, n ? "%.6f\n}\n" : "null\n}\n", ratio);
}

static void told(void *ctx, size_t i) {
  whatif *w = ctx;
  if (i % 2) wt_grid_cell(&w->grid, i - 1)->counts = wt_grid_cell(&w->grid, i)->counts = both(w, i / 2);
}

static int is_terminal(const char *path) { return path && !strcmp(path, "-"); }

static int run(whatif *w) {
  static wt_cli_print *const format[] = {[WT_FMT_TEXT] = text, [WT_FMT_JSON] = json, [WT_FMT_MD] = markdown};
  const whatif_opts *o = w->o;
  wt_grid *g = &w->grid;
  g->report = 400, g->what = "runs", g->host_judges = 1, g->told = told, g->ctx = w;
  int rc = wt_grid_run(g);
  if (!rc) rc = wt_cli_show(o->json, json, w);
  if (!rc) rc = wt_cli_show(o->md, markdown, w);
  if (!rc && !is_terminal(o->json) && !is_terminal(o->md)) format[o->format](w, stdout);
  return rc ? rc : wt_grid_bad(g);
}

static int policies(const whatif_opts *o) {
  wt_policies_opts p = {.shape = o->shape, .runs = &o->runs, .json = o->json, .md = o->md, .format = o->format};
  const int rc = size_opts(o, &p.size);
  if (p.shape.preset == no_preset) p.shape.preset = base_of(o);
  return rc ? rc : wt_policies(&p);
}

int wt_cmd_whatif(int argc, char **argv) {
  static const struct argp_option options[] = {
    {"base", OPT_BASE, "PRESET", 0, "the shape before (default: default)", 0},
    {"policies", OPT_POLICIES, NULL, 0, "instead of one change: the policies of warps, CTAs, packing and L1, each by itself", 0},
    {"node", OPT_NODE, "NM", 0, "90, 65, 45 (default), 32, 22, or another one with --nand2-um2", 0},
    {"nand2-um2", OPT_NAND2, "X", 0, "area of a NAND2 at the node", 0},
    {"format", OPT_FORMAT, "F", 0, "text (default), json or md on the terminal", 0},
    {"json", OPT_JSON, "FILE", 0, "also as JSON (- = only that, to the terminal)", 0},
    {"markdown", OPT_MD, "FILE", 0, "also as a Markdown block (- = only that, to the terminal)", 0},
    {"md", OPT_MD, "FILE", OPTION_ALIAS, NULL, 0},
    {0}};
  static const struct argp_child children[] = {
    {&wt_cli_runs_argp, 0, NULL, 0}, {&wt_cli_shape_argp, 0, "Shape after the change (--config: default is the base)", 2}, {0}};
  static const struct argp a = {
    options,
    parse,
    "KERNEL[,KERNEL]...|all|FILE.cubin...",
    "Cost and benefit of a change of the shape: bits, gates and mm2 before and after, and cycles, IPC, lane activity and "
    "coalescing rate of kernels of the manifest, or of one launch of a cubin, on the C twin. Results are checked by the host "
    "references, those of a cubin by the oracle. With --policies: which policy, by itself, helps on a shape (--base or --config, with --set).",
    children,
    NULL,
    NULL};
  whatif_opts o = {0};
  static whatif w;
  wt_cli_parse(&a, argc, argv, &o);
  if (o.policies) return policies(&o);
  w.o = &o;
  int rc = plan_shapes(&w);
  if (!rc) rc = plan_grid(&w);
  if (!rc) wt_cli_note_keys(&o.shape, &w.point[1].S, 1);
  if (!rc) rc = run(&w);
  wt_grid_free(&w.grid);
  wt_size_diff_free(w.d);
  wt_size_free(w.z[0]), wt_size_free(w.z[1]);
  return rc;
}
