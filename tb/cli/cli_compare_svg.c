/* cli_compare_svg.c - the bar chart of warptwin compare: cycles relative to the first value that finished, and lane activity. */
#include <stdio.h>
#include <string.h>

#include "cli/cli_compare.h"
#include "files/wt_xml.h"

enum { MIN_BAR = 11, MAX_BAR = 36, GAP = 16, PANEL_WIDTH = 440, TOP = 76, PANEL = 190, BETWEEN = 42, CHAR = 7, HEAD_CHAR = 9 };
static const double CAP = 4; /* a longer bar is cut and carries its value */

/* Okabe and Ito's colours, told apart without red and green. */
static const char *const colour[] = {"#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#f0e442", "#999999"};
static const char *colour_of(unsigned v) { return colour[v % (sizeof colour / sizeof *colour)]; }

typedef struct {
  const wt_compare *w;
  FILE *f;
  double left, width; /* of the panels */
  int bar;            /* width of a bar; of few kernels they are wide */
} chart;

static double group_width(const chart *c) { return (double)((int)c->w->n_values * c->bar + GAP); }
static double bar_x(const chart *c, size_t k, unsigned v) { return c->left + (double)k * group_width(c) + GAP / 2.0 + (double)((int)v * c->bar); }

static void axis(const chart *c, double y, double max, double tick, const char *unit, const char *title) {
  FILE *f = c->f;
  fprintf(f, "<text x=\"%.1f\" y=\"%.1f\" font-weight=\"bold\">", c->left, y - 10);
  wt_xml(f, title);
  fputs("</text>\n", f);
  for (int i = 0; i * tick <= max + 1e-9; i++) {
    double t = i * tick, ty = y + PANEL - t / max * PANEL;
    fprintf(f, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\"/>\n", c->left, ty, c->left + c->width, ty,
            t == 0 ? "#444444" : "#dddddd");
    fprintf(f, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"end\">%g%s</text>\n", c->left - 6, ty + 4, t, unit);
  }
}

static void bar(const chart *c, double x, double y, double h, unsigned v, const wt_cell *cell, const char *value) {
  fprintf(c->f, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%d\" height=\"%.2f\" fill=\"%s\"><title>", x, y + PANEL - h, c->bar - 1, h, colour_of(v));
  wt_xml(c->f, c->w->assign[v]);
  fprintf(c->f, ": %llu cycles, %llu warp instructions, %.1f %% lanes</title></rect>\n", (unsigned long long)cell->c.cycles,
          (unsigned long long)cell->c.warp_instructions, 100 * wt_cell_activity(cell));
  if (value)
    fprintf(c->f, "<text class=\"cut\" transform=\"translate(%.1f,%.1f) rotate(-90)\">%s</text>\n", x + c->bar / 2.0 + 3, y + PANEL - h + 30, value);
}

/* Where a bar would stand: why there is none. */
static void missing(const chart *c, double x, double y, unsigned v, const char *why) {
  fprintf(c->f, "<text class=\"why\" fill=\"%s\" transform=\"translate(%.1f,%.1f) rotate(-90)\">", v == 6 ? "#888800" : colour_of(v),
          x + c->bar / 2.0 + 3, y + PANEL - 4);
  wt_xml(c->f, why);
  fputs("</text>\n", c->f);
}

enum { TITLE = 256 };
static void cycles_title(const wt_compare *w, char title[TITLE]) {
  snprintf(title, TITLE, "cycles, relative to %s (or the first value that finished)", w->assign[0]);
}
/* Letters of the first line of the picture. */
static size_t head_letters(const wt_compare *w) {
  size_t n = strlen(w->key) + strlen(", shape ") + strlen(w->base.preset);
  for (unsigned i = 0; i < w->base.n_set; i++) n += 1 + strlen(w->base.set[i]);
  return n;
}

static void cycles_panel(const chart *c, double y) {
  const wt_compare *w = c->w;
  double max = 1;
  char title[TITLE], value[16];
  for (size_t k = 0; k < w->grid.n_kernels; k++)
    for (unsigned v = 0; v < w->n_values; v++) {
      const double r = wt_cell_ratio(w, k, v);
      if (r > max) max = r;
    }
  max = max > CAP ? CAP : max > 2 ? CAP : max > 1.25 ? 2 : 1.25;
  cycles_title(w, title);
  axis(c, y, max, max > 2 ? 1 : max > 1.25 ? 0.5 : 0.25, "", title);
  for (size_t k = 0; k < w->grid.n_kernels; k++)
    for (unsigned v = 0; v < w->n_values; v++) {
      const wt_cell *x = wt_cell_at(w, k, v);
      if (!wt_cell_ok(x)) {
        missing(c, bar_x(c, k, v), y, v, x->verdict);
        continue;
      }
      double r = wt_cell_ratio(w, k, v);
      snprintf(value, sizeof value, "%.1f", r);
      bar(c, bar_x(c, k, v), y, (r > max ? max : r) / max * PANEL, v, x, r > max ? value : NULL);
    }
}

static void lanes_panel(const chart *c, double y) {
  const wt_compare *w = c->w;
  axis(c, y, 100, 25, " %", "lane activity");
  for (size_t k = 0; k < w->grid.n_kernels; k++)
    for (unsigned v = 0; v < w->n_values; v++) {
      const wt_cell *x = wt_cell_at(w, k, v);
      if (wt_cell_ok(x)) bar(c, bar_x(c, k, v), y, wt_cell_activity(x) * PANEL, v, x, NULL);
    }
}

static void legend(const chart *c) {
  const wt_compare *w = c->w;
  double x = c->left;
  fprintf(c->f, "<text x=\"%.1f\" y=\"20\" font-size=\"14\" font-weight=\"bold\">", x);
  wt_xml(c->f, w->key);
  fputs(", shape ", c->f);
  wt_xml(c->f, w->base.preset);
  for (unsigned i = 0; i < w->base.n_set; i++) fputc(' ', c->f), wt_xml(c->f, w->base.set[i]);
  fputs("</text>\n", c->f);
  for (unsigned v = 0; v < w->n_values; v++) {
    fprintf(c->f, "<rect x=\"%.1f\" y=\"32\" width=\"10\" height=\"10\" fill=\"%s\"/><text x=\"%.1f\" y=\"41\">", x, colour_of(v), x + 15);
    wt_xml(c->f, w->value[v]);
    fputs("</text>\n", c->f);
    x += 15 + (double)(strlen(w->value[v]) * CHAR) + 16;
  }
}

void wt_compare_svg(const void *what, FILE *f) {
  const wt_compare *w = what;
  size_t longest = 0, legend_width = 0;
  for (size_t k = 0; k < w->grid.n_kernels; k++)
    if (strlen(w->grid.kernel[k]->name) > longest) longest = strlen(w->grid.kernel[k]->name);
  for (unsigned v = 0; v < w->n_values; v++) legend_width += 31 + strlen(w->value[v]) * CHAR;
  /* names hang down to the left at 35 degrees */
  double slope_x = 0.82 * (double)(longest * CHAR), slope_y = 0.57 * (double)(longest * CHAR);
  chart c = {w, f, 56, 0, (PANEL_WIDTH / (int)w->grid.n_kernels - GAP) / (int)w->n_values};
  c.bar = c.bar < MIN_BAR ? MIN_BAR : c.bar > MAX_BAR ? MAX_BAR : c.bar;
  c.width = (double)w->grid.n_kernels * group_width(&c);
  if (slope_x + 8 > c.left + group_width(&c) / 2) c.left = slope_x + 8 - group_width(&c) / 2;
  double bottom = TOP + 2 * PANEL + BETWEEN, width = c.left + c.width + 16, height = bottom + slope_y + 26;
  if (width < c.left + (double)legend_width + 16) width = c.left + (double)legend_width + 16;
  char title[TITLE];
  cycles_title(w, title);
  size_t wide = strlen(title) * CHAR, head = head_letters(w) * HEAD_CHAR; /* no text is cut off */
  if (wide < head) wide = head;
  if (width < c.left + (double)wide + 16) width = c.left + (double)wide + 16;
  fprintf(
    f,
    "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\" font-family=\"Helvetica, Arial, sans-serif\" "
    "font-size=\"12\">\n<style>.cut { font-size: 10px; fill: #000000; } .why { font-size: 10px; }</style>\n<rect width=\"100%%\" height=\"100%%\" "
    "fill=\"#ffffff\"/>\n",
    width, height, width, height);
  legend(&c);
  cycles_panel(&c, TOP);
  lanes_panel(&c, TOP + PANEL + BETWEEN);
  for (size_t k = 0; k < w->grid.n_kernels; k++) {
    double x = c.left + ((double)k + 0.5) * group_width(&c);
    fprintf(f, "<text text-anchor=\"end\" transform=\"translate(%.1f,%.1f) rotate(-35)\">", x + 4, bottom + 14);
    wt_xml(f, w->grid.kernel[k]->name);
    fputs("</text>\n", f);
  }
  fputs("</svg>\n", f);
}
