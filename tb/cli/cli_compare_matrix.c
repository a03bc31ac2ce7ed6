/* cli_compare_matrix.c - warptwin compare over two keys as tables: cycles, IPC, ratio, area. */
#include <stdarg.h>
#include <stdio.h>

#include "cli/cli_compare.h"
#include "cli/wt_table.h"
#include "files/wt_xml.h"

enum { CYCLES, IPC, RATIO, MM2, TABLES };
static const char *const names[TABLES] = {"cycles", "IPC", "ratio", "mm2 at " WT_UNIT_NODE " nm"};

static double mm2(const wt_compare *w, unsigned v) { return (double)w->size[v]->core.um2 * 1e-6; }
static unsigned first_shape(const wt_compare *w) {
  unsigned v = 0;
  while (!w->size[v]) v++;
  return v;
}
static int one_area(const wt_compare *w) {
  for (unsigned v = 0; v < w->n_values; v++)
    if (w->size[v] && w->size[v]->core.um2 != w->size[first_shape(w)]->core.um2) return 0;
  return 1;
}

static void head(const wt_compare *w, int what, wt_table *t) {
  wt_table_next(t, NULL);
  wt_table_word(t, "%s", names[what]);
  wt_table_word(t, "%s", w->side[0].key);
  for (unsigned c = 0; c < w->side[1].n; c++) wt_table_word(t, "%s", w->side[1].assign[c]);
}

static void cell(const wt_compare *w, int what, size_t k, unsigned v, wt_table *t) {
  const wt_cell *c = wt_cell_at(w, k, v);
  if (!w->size[v]) wt_table_word(t, "-");
  else if (!wt_cell_ok(c)) wt_table_word(t, "%s", c->verdict);
  else if (what == CYCLES) wt_table_number(t, c->c.cycles);
  else wt_table_word(t, "%.3f", what == IPC ? wt_cell_ipc(c) : wt_cell_ratio(w, k, v));
}

static void mean(const wt_compare *w, int what, unsigned v, wt_table *t) {
  size_t n;
  if (!w->size[v]) wt_table_word(t, "-");
  else if (what == MM2) wt_table_word(t, "%.6f", mm2(w, v));
  else wt_table_word(t, "%.3f", wt_compare_mean(w, v, &n));
}

/* Rows of one kernel, or of all (k = n_kernels). */
static void rows(const wt_compare *w, int what, size_t k, const char *name, int form, wt_table *t) {
  for (unsigned r = 0; r < w->side[0].n; r++) {
    wt_table_next(t, NULL);
    wt_table_word(t, "%s", r && form != WT_TABLE_MARKDOWN ? "" : name);
    wt_table_word(t, "%s", w->side[0].value[r]);
    for (unsigned c = 0; c < w->side[1].n; c++) {
      const unsigned v = r * w->side[1].n + c;
      if (k < w->grid.n_kernels) cell(w, what, k, v, t);
      else mean(w, what, v, t);
    }
  }
}

/* A line of text, or a paragraph. */
__attribute__((format(printf, 3, 4))) static void say(int form, FILE *f, const char *fmt, ...) {
  char line[700];
  va_list ap;
  va_start(ap, fmt);
  vsnprintf(line, sizeof line, fmt, ap);
  va_end(ap);
  if (form == WT_TABLE_HTML) fputs("<p>", f), wt_xml(f, line), fputs("</p>\n", f);
  else fprintf(f, form == WT_TABLE_MARKDOWN ? "\n%s\n" : "%s\n", line);
}

/* The fewest cycles of all, where there is something to say it of. */
static void best(const wt_compare *w, int form, FILE *f) {
  size_t n = 0;
  unsigned at = first_shape(w);
  for (unsigned v = 0; v < w->n_values; v++)
    if (w->size[v] && wt_compare_mean(w, v, &n) < wt_compare_mean(w, at, &n)) at = v;
  if (!n) say(form, f, "no kernel finished in every cell: there is no mean");
  else if (at == first_shape(w)) say(form, f, "no cell has fewer cycles than %s", w->assign[at]);
  else
    say(form, f, "fewest cycles: %s, %.3f of %s (%s%zu kernel%s)", w->assign[at], wt_compare_mean(w, at, &n), w->assign[first_shape(w)],
        n > 1 ? "geometric mean of " : "", n, n > 1 ? "s" : "");
}

void wt_compare_tables(const wt_compare *w, int form, FILE *f) {
  size_t n;
  wt_compare_mean(w, 0, &n);
  for (int what = CYCLES; what < TABLES; what++) {
    wt_table t = {.left = 3u};
    if (what == MM2 && one_area(w)) break;
    if (what != CYCLES && form != WT_TABLE_HTML) fputc('\n', f);
    head(w, what, &t);
    for (size_t k = 0; what != MM2 && k < w->grid.n_kernels; k++) rows(w, what, k, w->grid.kernel[k]->name, form, &t);
    if (what == MM2) rows(w, what, w->grid.n_kernels, "", form, &t);
    else if (what == RATIO && n > 1) rows(w, what, w->grid.n_kernels, "mean", form, &t);
    wt_table_print(&t, form, f);
  }
  if (form == WT_TABLE_TEXT) fputc('\n', f);
  say(form, f, "ratio: cycles relative to the first cell of the kernel that finished; mean: geometric, of the kernels that finished in every cell");
  best(w, form, f);
  if (one_area(w)) say(form, f, "every cell has %.6f mm2 at " WT_UNIT_NODE " nm, modelled", mm2(w, first_shape(w)));
  for (unsigned v = 0; v < w->n_values; v++)
    if (!w->size[v]) say(form, f, "no shape: %s: %s", w->assign[v], w->point[v].why);
}
