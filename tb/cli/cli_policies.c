/* cli_policies.c - warptwin whatif --policies: which policy, by itself, makes kernels on a shape faster, and what it costs. */
#include "cli/cli_policies.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/wt_table.h"

enum { MOST = 48 };
typedef struct {
  char own[WT_POINT_OWN][64], label[200];
  wt_point p;   /* p.why: it is no shape */
  wt_size *z;   /* NULL then */
  double ratio; /* cycles: geometric mean over the kernels that ended here and on the shape as it is; 0: none did */
  size_t n;     /* of these */
} policy;
typedef struct {
  const wt_policies_opts *o;
  policy row[MOST]; /* the first is the shape as it is */
  unsigned n;
  wt_grid grid; /* row by row, kernels one behind the other */
} policies;

/* A key with a value for each row, or one value; what it takes besides: always, or where the shape is none without. */
enum when { EVER, SEVERAL, CACHED };
typedef struct {
  const char *key, *value, *with[WT_POINT_OWN - 1];
  enum when when;
  int always;
} family;
static const family families[] = {{"SCHED", NULL, {NULL}, EVER, 0},
                                  {"CTA_SCHED", NULL, {"CTA_UNIT=policies"}, SEVERAL, 0},
                                  {"CTA_ORDER", NULL, {"CTA_SCHED=cluster", "CTA_UNIT=policies"}, EVER, 1},
                                  {"LCS", "on", {"SCHED=gto"}, EVER, 0},
                                  {"CCWS", "on", {NULL}, CACHED, 0},
                                  {"PACK", "on", {NULL}, EVER, 0},
                                  {"L1_INDEX", NULL, {NULL}, CACHED, 0},
                                  {"L1_ALLOC", NULL, {NULL}, CACHED, 0},
                                  {"L1_WRITE", NULL, {NULL}, CACHED, 0}};

static const wt_cell *at(const policies *w, unsigned row, size_t k) { return wt_grid_cell(&w->grid, row * w->grid.n_kernels + k); }
static int ended(const wt_cell *c) { return !c->status && c->c.cycles; }
static double mm2(const policy *p) { return (double)p->z->core.um2 * 1e-6; }

/* ---- the rows ---- */

static int set(policy *x, unsigned i, const char *assign) {
  char err[300];
  const size_t n = strlen(x->label);
  snprintf(x->own[i], sizeof x->own[i], "%s", assign);
  snprintf(x->label + n, sizeof x->label - n, "%s%s", n ? " " : "", assign);
  return wt_point_set(&x->p, x->own[i], err, sizeof err) ? wt_cli_error(2, "%s", err) : 0;
}

static int add(policies *w, const char *assign, const family *f) {
  char err[300];
  policy *x = &w->row[w->n++];
  int rc = 0;
  x->p = w->row[0].p;
  if (assign) rc = set(x, 0, assign);
  const int alone = !wt_point_legal(&x->p);
  for (unsigned i = 0; f && (f->always || !alone) && !rc && i < WT_POINT_OWN - 1 && f->with[i]; i++) rc = set(x, i + 1, f->with[i]);
  if (rc || wt_point_runs(&x->p)) return rc;
  return (x->z = wt_size_new(&x->p.S, &w->o->size, err, sizeof err)) ? 0 : wt_cli_error(2, "%s", err);
}

static const wt_key *key_of(const char *name) {
  unsigned i = 0;
  while (strcmp(wt_keys[i].name, name) != 0) i++;
  return &wt_keys[i];
}

/* All values but the shape's. */
static int add_family(policies *w, const family *f) {
  const wt_key *k = key_of(f->key);
  const wt_shape *S = &w->row[0].p.S;
  const unsigned has = wt_key_get(S, k);
  int rc = 0;
  if ((f->when == SEVERAL && S->SMS == 1) || (f->when == CACHED && !S->L1_BYTES)) return 0;
  for (unsigned v = k->min; v <= k->max && !rc; v++) {
    char buf[16], assign[64];
    const char *text = wt_key_text(k, v, buf);
    snprintf(assign, sizeof assign, "%s=%s", f->key, text);
    if (v != has && (!f->value || !strcmp(f->value, text))) rc = add(w, assign, f);
  }
  return rc;
}

/* Fewer CTAs: a half and a quarter of those that the shape has slots for. */
static int add_limits(policies *w) {
  const wt_shape *S = &w->row[0].p.S;
  int rc = 0;
  for (unsigned part = 2; part <= 4 && !rc; part *= 2) {
    char assign[64];
    snprintf(assign, sizeof assign, "CTA_LIMIT=%u", S->CTAS / part);
    if (S->CTAS / part && S->CTAS / part != S->CTA_LIMIT) rc = add(w, assign, NULL);
  }
  return rc;
}

static int plan(policies *w) {
  const wt_policies_opts *o = w->o;
  const char *const out[] = {o->json, o->md};
  char err[300];
  wt_grid *g = &w->grid;
  if (wt_point_begin(&w->row[0].p, o->shape.preset, o->shape.set, err, sizeof err)) return wt_cli_error(2, "%s", err);
  int rc = add(w, NULL, NULL);
  if (!rc && !w->row[0].z) rc = wt_cli_error(2, "%s", w->row[0].p.why);
  for (size_t i = 0; !rc && i < sizeof families / sizeof *families; i++) {
    if (!strcmp(families[i].key, "LCS")) rc = add_limits(w);
    if (!rc) rc = add_family(w, &families[i]);
  }
  if (!rc) rc = wt_grid_pick(g, &o->shape, o->runs);
  for (size_t i = 0; !rc && i < w->n * g->n_kernels; i++) rc = wt_grid_add(g, g->kernel[i % g->n_kernels], &w->row[i / g->n_kernels].p);
  return rc ? rc : wt_grid_ready(g, &w->row[0].p, out, 2);
}

/* ---- what follows ---- */

static double ratio_of(const policies *w, unsigned row, size_t k) {
  const wt_cell *a = at(w, 0, k), *b = at(w, row, k);
  return ended(a) && ended(b) ? (double)b->c.cycles / (double)a->c.cycles : 0;
}

static void ratios(policies *w) {
  for (unsigned i = 0; i < w->n; i++) {
    double sum = 0;
    for (size_t k = 0; k < w->grid.n_kernels; k++)
      if (ratio_of(w, i, k) > 0) sum += log(ratio_of(w, i, k)), w->row[i].n++;
    w->row[i].ratio = w->row[i].n ? exp(sum / (double)w->row[i].n) : 0;
  }
}

/* The fewest cycles over as many kernels as the shape as it is has. */
static unsigned best(const policies *w) {
  unsigned b = 0;
  for (unsigned i = 1; i < w->n; i++)
    if (w->row[i].n && w->row[i].n == w->row[0].n && w->row[i].ratio < w->row[b].ratio) b = i;
  return b;
}

/* ---- text and Markdown ---- */

static void extreme(const policies *w, unsigned row, int most, wt_table *t) {
  const char *name = NULL;
  double r = 0;
  for (size_t k = 0; k < w->grid.n_kernels; k++) {
    const double x = ratio_of(w, row, k);
    if (x > 0 && (!name || (most ? x > r : x < r))) r = x, name = w->grid.kernel[k]->name;
  }
  if (name) wt_table_word(t, "%s %+.1f %%", name, 100 * (r - 1));
  else wt_table_word(t, "-");
}

static void costs(const policies *w, const policy *x, wt_table *t) {
  const policy *b = &w->row[0];
  if (x == b) wt_table_number(t, x->z->core.bits), wt_table_word(t, "%.6f mm2", mm2(x));
  else wt_table_word(t, "%+lld", (long long)x->z->core.bits - (long long)b->z->core.bits), wt_table_word(t, "%+.2f %%", 100 * (mm2(x) / mm2(b) - 1));
}

static void table(const policies *w, FILE *f, int form) {
  static const char *const head[] = {"policy", "cycles", "least", "most", "bits"};
  const int several = w->grid.n_kernels > 1;
  wt_table t = {.left = 1u};
  wt_table_next(&t, NULL);
  for (unsigned c = 0; c < sizeof head / sizeof *head; c++)
    if (several || (c != 2 && c != 3)) wt_table_word(&t, "%s", head[c]);
  wt_table_word(&t, "mm2 at %g nm", w->o->size.node.nm);
  for (unsigned i = 0; i < w->n; i++) {
    const policy *x = &w->row[i];
    if (!x->z) continue;
    wt_table_next(&t, NULL);
    wt_table_word(&t, "%s", i ? x->label : "as it is");
    if (x->n < w->row[0].n || !x->n) wt_table_word(&t, "%zu of %zu end", x->n, w->row[0].n);
    else if (i) wt_table_word(&t, "%+.1f %%", 100 * (x->ratio - 1));
    else if (several) wt_table_word(&t, "%s", "");
    else wt_table_number(&t, at(w, 0, 0)->c.cycles);
    for (int most = 0; several && most < 2; most++)
      if (i) extreme(w, i, most, &t);
      else wt_table_word(&t, "%s", "");
    costs(w, x, &t);
  }
  wt_table_print(&t, form, f);
}

static void say(const policies *w, FILE *f, int form) {
  char label[WT_POINT_LABEL];
  const unsigned b = best(w);
  fprintf(f, "policies on %s, each by itself; cycles: %s%zu kernel%s, against the shape as it is, measured on the C twin; mm2: modelled\n%s",
          wt_point_label(&w->row[0].p, label, sizeof label), w->grid.n_kernels > 1 ? "geometric mean of " : "", w->grid.n_kernels,
          w->grid.n_kernels == 1 ? "" : "s", form ? "\n" : "");
  table(w, f, form);
  if (form) fputc('\n', f);
  if (!w->row[0].n) fputs("no kernel ended on the shape as it is\n", f);
  else if (!b) fputs("no policy has fewer cycles than the shape as it is\n", f);
  else
    fprintf(f, "fewest cycles: %s, %+.1f %% for %+.2f %% mm2\n", w->row[b].label, 100 * (w->row[b].ratio - 1),
            100 * (mm2(&w->row[b]) / mm2(&w->row[0]) - 1));
  if (!w->row[0].p.S.L1_BYTES) fprintf(f, "%sthis shape has no L1 (L1_BYTES=0): L1_INDEX, L1_ALLOC and L1_WRITE say nothing\n", form ? "\n" : "");
  if (w->row[0].p.S.SMS == 1)
    fprintf(f, "%sthis shape has one SM (SMS=1), which gets every CTA: CTA_SCHED says nothing but their order\n", form ? "\n" : "");
  for (unsigned i = 1; i < w->n; i++)
    if (!w->row[i].z) fprintf(f, "%s%s: %s\n", form ? "\n" : "", w->row[i].label, w->row[i].p.why);
}
static void text(const void *w, FILE *f) { say(w, f, WT_TABLE_TEXT); }
static void markdown(const void *w, FILE *f) { say(w, f, WT_TABLE_MARKDOWN); }

static json_t *row_json(const policies *w, unsigned i) {
  const policy *x = &w->row[i];
  json_t *j = json_pack("{s:s, s:s}", "policy", i ? x->label : "", "why", x->p.why), *kernels = json_array();
  json_object_set_new(j, "bits", x->z ? json_integer((json_int_t)x->z->core.bits) : json_null());
  json_object_set_new(j, "mm2", x->z ? json_real(mm2(x)) : json_null());
  json_object_set_new(j, "kernels_compared", json_integer((json_int_t)x->n));
  json_object_set_new(j, "cycles_ratio_geomean", x->n ? json_real(x->ratio) : json_null());
  for (size_t k = 0; x->z && k < w->grid.n_kernels; k++) {
    const wt_cell *c = at(w, i, k);
    json_array_append_new(kernels, json_pack("{s:s, s:s, s:i, s:I, s:f, s:I, s:s}", "name", w->grid.kernel[k]->name, "verdict", c->verdict, "status",
                                             c->status, "cycles", (json_int_t)c->c.cycles, "ipc", wt_cell_ipc(c), "offchip_requests",
                                             (json_int_t)c->c.offchip_requests, "report", c->status ? c->report : ""));
  }
  json_object_set_new(j, "kernels", kernels);
  return j;
}
static void json(const void *what, FILE *f) {
  const policies *w = what;
  char label[WT_POINT_LABEL];
  json_t *rows = json_array();
  for (unsigned i = 0; i < w->n; i++) json_array_append_new(rows, row_json(w, i));
  wt_json_print(json_pack("{s:s, s:s, s:f, s:o}", "schema", "warptwin-whatif-policies-1", "shape", wt_point_label(&w->row[0].p, label, sizeof label),
                          "node_nm", w->o->size.node.nm, "policies", rows),
                f);
}

/* ---- the command ---- */

static int is_terminal(const char *path) { return path && !strcmp(path, "-"); }
static int run(policies *w) {
  static wt_cli_print *const format[] = {[WT_FMT_TEXT] = text, [WT_FMT_JSON] = json, [WT_FMT_MD] = markdown};
  const wt_policies_opts *o = w->o;
  wt_grid *g = &w->grid;
  g->report = 400, g->what = "runs", g->host_judges = 1;
  int rc = wt_grid_run(g);
  if (rc) return rc;
  ratios(w);
  rc = wt_cli_show(o->json, json, w);
  if (!rc) rc = wt_cli_show(o->md, markdown, w);
  if (!rc && !is_terminal(o->json) && !is_terminal(o->md)) format[o->format](w, stdout);
  return rc ? rc : wt_grid_bad(g);
}

int wt_policies(const wt_policies_opts *o) {
  static policies w;
  w.o = o;
  int rc = plan(&w);
  if (!rc) wt_cli_note_keys(&o->shape, &w.row[0].p.S, 1);
  if (!rc) rc = run(&w);
  for (unsigned i = 0; i < w.n; i++)
    if (w.row[i].z) wt_size_free(w.row[i].z);
  wt_grid_free(&w.grid);
  return rc;
}
