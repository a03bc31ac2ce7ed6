/* cli_sweep_out.c - warptwin sweep as text, Markdown, CSV, JSON and as a scatter. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cli/cli_sweep.h"
#include "cli/wt_table.h"

const char *wt_sweep_name(const wt_sweep *w, const wt_sweep_point *p, char *buf, size_t n) {
  snprintf(buf, n, "%s=%s", w->key[0], w->value[0][p->at[0]]);
  size_t k = strlen(buf);
  if (w->n_keys > 1) snprintf(buf + k, n - k, " %s=%s", w->key[1], w->value[1][p->at[1]]);
  return buf;
}

/* The number of the structure that the key sizes, or WT_PEAKS. */
static unsigned structure(const char *key) {
  unsigned i = 0;
  while (i < WT_PEAKS && strcmp(wt_peak_key(i), key) != 0) i++;
  return i;
}

int wt_sweep_never_full(const wt_sweep *w, unsigned key, unsigned *i) {
  unsigned seen = 0;
  if ((*i = structure(w->key[key])) == WT_PEAKS) return 0;
  for (unsigned p = 0; p < w->n; p++) {
    const wt_sweep_point *x = &w->point[p];
    if (!(x->ratio > 0) || !x->use[*i].room) continue;
    if (x->use[*i].full) return 0;
    seen++;
  }
  return seen > 0;
}

/* ---- text and Markdown ---- */

static void head(const wt_sweep *w, wt_table *t) {
  static const char *const words[] = {"bits", "mm2 at 45 nm", "+-", "cycles", "front"};
  wt_table_next(t, NULL);
  for (unsigned k = 0; k < w->n_keys; k++) wt_table_word(t, "%s", w->key[k]);
  for (unsigned i = 0; i < sizeof words / sizeof *words; i++) wt_table_word(t, "%s", words[i]);
  for (unsigned k = 0; k < w->n_keys; k++)
    if (structure(w->key[k]) < WT_PEAKS) wt_table_word(t, "%.14s used", w->key[k]);
}

static double first_mm2(const wt_sweep *w) {
  unsigned p = 0;
  while (!w->point[p].z) p++;
  return wt_sweep_mm2(&w->point[p]);
}

static void price(const wt_sweep *w, const wt_sweep_point *x, wt_table *t) {
  wt_table_number(t, x->z->core.bits);
  wt_table_word(t, "%.6f", wt_sweep_mm2(x));
  wt_table_word(t, "%+.1f %%", 100 * (wt_sweep_mm2(x) / first_mm2(w) - 1));
}

static void row(const wt_sweep *w, const wt_sweep_point *x, wt_table *t) {
  for (unsigned k = 0; k < w->n_keys; k++) wt_table_word(t, "%s", w->value[k][x->at[k]]);
  for (int i = 0; !x->z && i < 3; i++) wt_table_word(t, "-");
  if (x->z) price(w, x, t);
  if (x->ratio > 0) wt_table_word(t, "%+.1f %%", 100 * (x->ratio - 1));
  else wt_table_word(t, "-");
  wt_table_word(t, "%s", x->front ? "*" : "");
  for (unsigned k = 0; k < w->n_keys; k++) {
    unsigned i = structure(w->key[k]);
    if (i == WT_PEAKS) continue;
    if (x->ratio > 0 && x->use[i].room) wt_table_word(t, "%u, %.2f%s", x->use[i].peak, x->use[i].mean, x->use[i].full ? " full" : "");
    else wt_table_word(t, "-");
  }
}

static void kernels(const wt_sweep *w, FILE *f, int md) {
  char name[80];
  if (md) {
    fputs("\n| point |", f);
    for (size_t k = 0; k < w->grid.n_kernels; k++) fprintf(f, " %s |", w->grid.kernel[k]->name);
    fputs("\n|---|", f);
    for (size_t k = 0; k < w->grid.n_kernels; k++) fputs("---|", f);
    fputc('\n', f);
  } else {
    fputs("\ncycles of the kernels\n", f);
  }
  for (unsigned p = 0; p < w->n; p++) {
    const wt_sweep_point *x = &w->point[p];
    if (!x->z) continue;
    fprintf(f, md ? "| %s |" : "  %-32s", wt_sweep_name(w, x, name, sizeof name));
    for (size_t k = 0; k < w->grid.n_kernels; k++) {
      const wt_cell *c = wt_sweep_at(w, p, k);
      if (c->status) fprintf(f, md ? " %s |" : "  %s %s", md ? c->verdict : w->grid.kernel[k]->name, md ? "" : c->verdict);
      else if (md) fprintf(f, " %llu |", (unsigned long long)c->c.cycles);
      else fprintf(f, "  %s %llu", w->grid.kernel[k]->name, (unsigned long long)c->c.cycles);
    }
    fputc('\n', f);
  }
}

static void table(const wt_sweep *w, FILE *f, int md) {
  wt_table t = {.before = "  ", .after = " ", .plain = 1};
  head(w, &t);
  for (unsigned p = 0; p < w->n; p++) {
    wt_table_next(&t, w->point[p].z ? NULL : w->point[p].p.why);
    row(w, &w->point[p], &t);
  }
  wt_table_print(&t, md, f);
}

static void text(const wt_sweep *w, FILE *f, int md) {
  char name[80], label[WT_POINT_LABEL];
  unsigned i;
  fprintf(f, "%s; cycles: geometric mean of %zu kernel%s, measured on the C twin, relative to the first point; mm2: modelled\n%s",
          wt_point_label(&w->base, label, sizeof label), w->grid.n_kernels, w->grid.n_kernels == 1 ? "" : "s", md ? "\n" : "");
  table(w, f, md);
  for (unsigned p = 0; md && p < w->n; p++)
    if (!w->point[p].z) fprintf(f, "\n%s: %s\n", wt_sweep_name(w, &w->point[p], name, sizeof name), w->point[p].p.why);
  for (unsigned k = 0; k < w->n_keys; k++)
    if (wt_sweep_never_full(w, k, &i)) fprintf(f, "%s%s: " WT_CLI_NEVER_FULL "\n", md ? "\n" : "", w->key[k]);
  kernels(w, f, md);
  for (unsigned p = 0; p < w->n; p++)
    for (size_t k = 0; k < w->grid.n_kernels; k++) {
      const wt_cell *c = wt_sweep_at(w, p, k);
      if (!c->status || !w->point[p].z) continue;
      fprintf(f, "%s%s, %s: %s: %.*s\n", md ? "\n" : "", wt_sweep_name(w, &w->point[p], name, sizeof name), w->grid.kernel[k]->name, c->verdict,
              (int)strcspn(c->report, "\n"), c->report);
    }
}

void wt_sweep_text(const void *w, FILE *f) { text(w, f, 0); }
void wt_sweep_markdown(const void *w, FILE *f) { text(w, f, 1); }

/* ---- CSV and JSON ---- */

void wt_sweep_csv(const void *what, FILE *f) {
  const wt_sweep *w = what;
  for (unsigned k = 0; k < w->n_keys; k++) fprintf(f, "%s,", w->key[k]);
  fputs("kernel,verdict,cycles,warp_instructions,bits,ge,mm2,cycles_ratio,front", f);
  for (unsigned k = 0; k < w->n_keys; k++)
    if (structure(w->key[k]) < WT_PEAKS) fprintf(f, ",%s_peak,%s_mean", w->key[k], w->key[k]);
  fputc('\n', f);
  for (unsigned p = 0; p < w->n; p++)
    for (size_t n = 0; n < w->grid.n_kernels; n++) {
      const wt_sweep_point *x = &w->point[p];
      const wt_cell *c = wt_sweep_at(w, p, n);
      for (unsigned k = 0; k < w->n_keys; k++) fprintf(f, "%s,", w->value[k][x->at[k]]);
      fprintf(f, "%s,%s,%llu,%llu,", w->grid.kernel[n]->name, c->verdict, (unsigned long long)c->c.cycles,
              (unsigned long long)c->c.warp_instructions);
      if (x->z) fprintf(f, "%llu,%lld,%.6f,", (unsigned long long)x->z->core.bits, (long long)x->z->core.ge, wt_sweep_mm2(x));
      else fputs(",,,", f);
      if (x->ratio > 0) fprintf(f, "%.6f,%d", x->ratio, x->front);
      else fputs(",0", f);
      for (unsigned k = 0; k < w->n_keys; k++) {
        unsigned i = structure(w->key[k]);
        if (i < WT_PEAKS) fprintf(f, ",%u,%.4f", c->c.peak[i], wt_mean_use(&c->c, i));
      }
      fputc('\n', f);
    }
}

static json_t *point_json(const wt_sweep *w, unsigned p) {
  const wt_sweep_point *x = &w->point[p];
  json_t *j = json_object(), *values = json_object(), *list = json_array();
  for (unsigned k = 0; k < w->n_keys; k++) json_object_set_new(values, w->key[k], json_string(w->value[k][x->at[k]]));
  json_object_set_new(j, "values", values);
  if (!x->z) json_object_set_new(j, "illegal", json_string(x->p.why));
  json_object_set_new(j, "bits", x->z ? json_integer((json_int_t)x->z->core.bits) : json_null());
  json_object_set_new(j, "ge", x->z ? json_integer((json_int_t)x->z->core.ge) : json_null());
  json_object_set_new(j, "mm2", x->z ? json_real(wt_sweep_mm2(x)) : json_null());
  json_object_set_new(j, "cycles_ratio", x->ratio > 0 ? json_real(x->ratio) : json_null());
  json_object_set_new(j, "front", json_boolean(x->front));
  if (x->ratio > 0) json_object_set_new(j, "occupancy", wt_cli_use_json(x->use));
  for (size_t k = 0; k < w->grid.n_kernels; k++) {
    const wt_cell *c = wt_sweep_at(w, p, k);
    json_t *o = json_pack("{s:s,s:s,s:i,s:I,s:I}", "name", w->grid.kernel[k]->name, "verdict", c->verdict, "status", c->status, "cycles",
                          (json_int_t)c->c.cycles, "warp_instructions", (json_int_t)c->c.warp_instructions);
    if (c->status) json_object_set_new(o, "report", json_string(c->report));
    json_array_append_new(list, o);
  }
  json_object_set_new(j, "kernels", list);
  return j;
}

void wt_sweep_json(const void *what, FILE *f) {
  const wt_sweep *w = what;
  json_t *keys = json_array(), *points = json_array(), *never = json_array();
  unsigned i;
  for (unsigned k = 0; k < w->n_keys; k++) {
    json_array_append_new(keys, json_string(w->key[k]));
    if (wt_sweep_never_full(w, k, &i)) json_array_append_new(never, json_string(w->key[k]));
  }
  for (unsigned p = 0; p < w->n; p++) json_array_append_new(points, point_json(w, p));
  wt_json_print(json_pack("{s:s, s:s, s:o, s:I, s:i, s:o, s:o, s:o}", "schema", "warptwin-sweep-1", "config", w->base.preset, "set",
                          wt_words_json(w->base.set), "seed", (json_int_t)w->grid.shape.seed, "node_nm", 45, "keys", keys, "never_full", never,
                          "points", points),
                f);
}

/* ---- the scatter ---- */

enum { LEFT = 76, TOP = 64, WIDTH = 560, HEIGHT = 360, BOTTOM = 52, RIGHT = 150 };
/* Okabe and Ito's colours, told apart without red and green. */
static const char *const colour[] = {"#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#999999"};

typedef struct {
  double lo, hi, step;
} axis;
/* Bounds around the values, with 4 to 8 round steps. */
static axis around(double lo, double hi) {
  double span = hi > lo ? hi - lo : hi * 0.1 + 1e-9, step = pow(10, floor(log10(span / 4)));
  if (span / step > 20) step *= 5;
  else if (span / step > 8) step *= 2.5;
  axis a = {step * floor((lo - span * 0.06) / step), step * ceil((hi + span * 0.06) / step), step};
  if (a.lo < 0) a.lo = 0;
  return a;
}
static double at(const axis *a, double v, double length) { return (v - a->lo) / (a->hi - a->lo) * length; }

typedef struct {
  const wt_sweep *w;
  FILE *f;
  axis x, y;
} scatter;
static double px(const scatter *s, const wt_sweep_point *p) { return LEFT + at(&s->x, wt_sweep_mm2(p), WIDTH); }
static double py(const scatter *s, const wt_sweep_point *p) { return TOP + HEIGHT - at(&s->y, p->ratio, HEIGHT); }

static void grid(const scatter *s) {
  FILE *f = s->f;
  for (int i = 0; s->x.lo + i * s->x.step <= s->x.hi * (1 + 1e-9); i++) {
    double v = s->x.lo + i * s->x.step, x = LEFT + at(&s->x, v, WIDTH);
    fprintf(f, "<line x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\" stroke=\"#e4e4e4\"/><text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%.6g</text>\n",
            x, TOP, x, TOP + HEIGHT, x, TOP + HEIGHT + 16, v);
  }
  for (int i = 0; s->y.lo + i * s->y.step <= s->y.hi * (1 + 1e-9); i++) {
    double v = s->y.lo + i * s->y.step, y = TOP + HEIGHT - at(&s->y, v, HEIGHT);
    fprintf(f, "<line x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\" stroke=\"#e4e4e4\"/><text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%.5g</text>\n",
            LEFT, y, LEFT + WIDTH, y, LEFT - 8, y + 4, v);
  }
  fprintf(f, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"none\" stroke=\"#444444\"/>\n", LEFT, TOP, WIDTH, HEIGHT);
  fprintf(f, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">mm2 at 45 nm, modelled</text>\n", LEFT + WIDTH / 2, TOP + HEIGHT + 38);
  fprintf(f, "<text text-anchor=\"middle\" transform=\"translate(18,%d) rotate(-90)\">cycles, relative to the first point</text>\n",
          TOP + HEIGHT / 2);
}

/* The front from the smallest shape on: stairs, because between two points there is none. */
static void front(const scatter *s) {
  const wt_sweep *w = s->w;
  double from = -1, last = -1;
  fputs("<path fill=\"none\" stroke=\"#888888\" stroke-width=\"1.5\" stroke-dasharray=\"5 3\" d=\"", s->f);
  for (;;) {
    const wt_sweep_point *next = NULL;
    for (unsigned p = 0; p < w->n; p++) {
      const wt_sweep_point *x = &w->point[p];
      if (x->front && wt_sweep_mm2(x) > from && (!next || wt_sweep_mm2(x) < wt_sweep_mm2(next))) next = x;
    }
    if (!next) break;
    if (last < 0) fprintf(s->f, "M%.1f %d V%.1f", px(s, next), TOP, py(s, next));
    else fprintf(s->f, " H%.1f V%.1f", px(s, next), py(s, next));
    from = wt_sweep_mm2(next), last = py(s, next);
  }
  fprintf(s->f, " H%d\"/>\n", LEFT + WIDTH);
}

/* A label stands right of its point, or left at the edge, moved up or down while it would lie on another one. */
static void points(const scatter *s) {
  const wt_sweep *w = s->w;
  double lx[WT_SWEEP_POINTS], ly[WT_SWEEP_POINTS];
  unsigned n = 0;
  char name[80];
  for (unsigned p = 0; p < w->n; p++) {
    const wt_sweep_point *x = &w->point[p];
    if (!(x->ratio > 0)) continue;
    const char *label = w->value[w->n_keys - 1][x->at[w->n_keys - 1]], *c = colour[w->n_keys > 1 ? x->at[0] % 7 : 0];
    double cx = px(s, x), cy = py(s, x), tx = cx + 8, ty = cy - 6;
    int tries = 0;
    for (unsigned k = 0; k < n && tries < 24; k++)
      if (fabs(lx[k] - tx) < 8.0 * (double)strlen(label) + 6 && fabs(ly[k] - ty) < 12)
        ty = cy - 6 + (tries % 2 ? -12.0 : 12.0) * (tries / 2 + 1), tries++, k = 0;
    lx[n] = tx, ly[n++] = ty;
    fprintf(
      s->f,
      "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"5\" fill=\"%s\" stroke=\"%s\" stroke-width=\"1.5\"><title>%s: %.6f mm2, cycles x %.4f%s</title></circle>",
      cx, cy, x->front ? c : "#ffffff", c, wt_sweep_name(w, x, name, sizeof name), wt_sweep_mm2(x), x->ratio, x->front ? ", on the front" : "");
    fprintf(s->f, "<text x=\"%.1f\" y=\"%.1f\">%s</text>\n", tx, ty, label);
  }
}

static void legend(const scatter *s) {
  const wt_sweep *w = s->w;
  int x = LEFT + WIDTH + 18, y = TOP + 10;
  if (w->n_keys > 1) {
    fprintf(s->f, "<text x=\"%d\" y=\"%d\" font-weight=\"bold\">%s</text>\n", x, y, w->key[0]);
    for (unsigned v = 0; v < w->n_values[0]; v++)
      fprintf(s->f, "<circle cx=\"%d\" cy=\"%d\" r=\"5\" fill=\"%s\"/><text x=\"%d\" y=\"%d\">%s</text>\n", x + 6, y + 16 * ((int)v + 1) - 4,
              colour[v % 7], x + 18, y + 16 * ((int)v + 1), w->value[0][v]);
    y += 16 * ((int)w->n_values[0] + 2);
  }
  fprintf(s->f, "<text x=\"%d\" y=\"%d\">labels: %s</text>\n", x, y, w->key[w->n_keys - 1]);
  fprintf(s->f, "<circle cx=\"%d\" cy=\"%d\" r=\"5\" fill=\"#666666\"/><text x=\"%d\" y=\"%d\">on the front</text>\n", x + 6, y + 16, x + 18, y + 20);
  fprintf(s->f, "<circle cx=\"%d\" cy=\"%d\" r=\"5\" fill=\"#ffffff\" stroke=\"#666666\"/><text x=\"%d\" y=\"%d\">not</text>\n", x + 6, y + 34,
          x + 18, y + 38);
}

void wt_sweep_svg(const void *what, FILE *f) {
  const wt_sweep *w = what;
  char label[WT_POINT_LABEL];
  double lo[2] = {0, 0}, hi[2] = {0, 0};
  unsigned n = 0, i;
  for (unsigned p = 0; p < w->n; p++) {
    if (!(w->point[p].ratio > 0)) continue;
    double v[2] = {wt_sweep_mm2(&w->point[p]), w->point[p].ratio};
    for (int k = 0; k < 2; k++) lo[k] = !n || v[k] < lo[k] ? v[k] : lo[k], hi[k] = !n || v[k] > hi[k] ? v[k] : hi[k];
    n++;
  }
  scatter s = {w, f, around(lo[0], hi[0]), around(lo[1], hi[1])};
  int width = LEFT + WIDTH + RIGHT, height = TOP + HEIGHT + BOTTOM;
  fprintf(f,
          "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" font-family=\"Helvetica, Arial, sans-serif\" "
          "font-size=\"12\">\n<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>\n<text x=\"%d\" y=\"22\" font-size=\"14\" "
          "font-weight=\"bold\">",
          width, height, width, height, LEFT);
  for (unsigned k = 0; k < w->n_keys; k++) fprintf(f, "%s%s", k ? " and " : "", w->key[k]);
  fprintf(f, " on %s</text>\n<text x=\"%d\" y=\"40\">%zu kernel%s on the C twin, geometric mean of cycles</text>\n",
          wt_point_label(&w->base, label, sizeof label), LEFT, w->grid.n_kernels, w->grid.n_kernels == 1 ? "" : "s");
  for (unsigned k = 0, y = 55; k < w->n_keys; k++)
    if (wt_sweep_never_full(w, k, &i))
      fprintf(f, "<text x=\"%d\" y=\"%u\" fill=\"#d55e00\">%s: " WT_CLI_NEVER_FULL "</text>\n", LEFT, y, w->key[k]), y += 13;
  if (!n) {
    fprintf(f, "<text x=\"%d\" y=\"%d\">no point has all its kernels</text>\n</svg>\n", LEFT, TOP + 30);
    return;
  }
  grid(&s);
  front(&s);
  points(&s);
  legend(&s);
  fputs("</svg>\n", f);
}
