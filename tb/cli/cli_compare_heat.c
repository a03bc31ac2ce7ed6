/* cli_compare_heat.c - the heat map of warptwin compare over two keys: a panel a kernel, cells coloured by their cycles relative to the first. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cli/cli_compare.h"
#include "files/wt_xml.h"

/* CHAR: of a letter; MEAN: number of the panel of all kernels. */
enum { CHAR = 7, HEAD_CHAR = 9, LEAST = 66, HIGH = 36, GAP = 28, TOP = 92, HEAD = 44, LEFT = 16, WIDE = 1100, STEPS = 24, LEGEND = 240 };
#define MEAN w->grid.n_kernels

typedef struct {
  const wt_compare *w;
  FILE *f;
  double wide, names, most; /* of a cell; of the names of rows; the ratio, or one over it, that has the full colour */
} map;

static double panel_width(const map *m) { return m->names + m->wide * m->w->side[1].n; }
static double panel_height(const map *m) { return HEAD + (double)(HIGH * (int)m->w->side[0].n); }

static double ratio(const wt_compare *w, size_t k, unsigned v) {
  size_t n;
  return k == MEAN ? wt_compare_mean(w, v, &n) : wt_cell_ratio(w, k, v);
}

/* From -1, far fewer cycles, to 1, far more. */
static double place(const map *m, double r) {
  const double t = log(r) / log(m->most);
  return t < -1 ? -1 : t > 1 ? 1 : t;
}
/* White at 1; blue below and orange above, which everybody tells apart. */
static void colour(double t, char to[8]) {
  static const int few[] = {0, 114, 178}, many[] = {213, 94, 0};
  int c[3];
  for (int i = 0; i < 3; i++) c[i] = (int)lround(255 + ((t < 0 ? few : many)[i] - 255) * fabs(t));
  snprintf(to, 8, "#%02x%02x%02x", c[0] & 255, c[1] & 255, c[2] & 255);
}

static void text(const map *m, double x, double y, const char *how, const char *s) {
  fprintf(m->f, "<text x=\"%.1f\" y=\"%.1f\" %s>", x, y, how);
  wt_xml(m->f, s);
  fputs("</text>\n", m->f);
}

static void cell(const map *m, size_t k, unsigned v, double x, double y) {
  const wt_compare *w = m->w;
  const wt_cell *c = k == MEAN ? NULL : wt_cell_at(w, k, v);
  const double r = ratio(w, k, v), middle = x + m->wide / 2;
  char fill[8] = "#eeeeee", what[40];
  const char *dark = "";
  if (r > 0) colour(place(m, r), fill);
  if (r > 0 && place(m, r) < -0.8) dark = " fill=\"#ffffff\"";
  fprintf(m->f, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%d\" fill=\"%s\" stroke=\"#dddddd\"><title>", x, y, m->wide, HIGH, fill);
  wt_xml(m->f, w->assign[v]);
  if (!w->size[v]) fputs(": ", m->f), wt_xml(m->f, w->point[v].why);
  else if (c) fprintf(m->f, ": %s, %llu cycles, IPC %.3f", c->verdict, (unsigned long long)c->c.cycles, wt_cell_ipc(c));
  fputs("</title></rect>\n", m->f);
  if (!(r > 0)) {
    text(m, middle, y + HIGH / 2.0 + 4, "text-anchor=\"middle\" fill=\"#666666\"", w->size[v] && c ? c->verdict : "-");
    return;
  }
  char how[60];
  snprintf(how, sizeof how, "text-anchor=\"middle\"%s", dark);
  snprintf(what, sizeof what, "%.3f", r);
  text(m, middle, y + (c ? 16 : HIGH / 2.0 + 4), how, what);
  if (!c) return;
  snprintf(how, sizeof how, "text-anchor=\"middle\" font-size=\"10\"%s", dark);
  snprintf(what, sizeof what, "%llu", (unsigned long long)c->c.cycles);
  text(m, middle, y + 29, how, what);
}

static void panel(const map *m, size_t k, double x, double y) {
  const wt_compare *w = m->w;
  const double left = x + m->names;
  text(m, x, y + 12, "font-weight=\"bold\"", k == MEAN ? "geometric mean" : w->grid.kernel[k]->name);
  for (unsigned c = 0; c < w->side[1].n; c++) text(m, left + (c + 0.5) * m->wide, y + HEAD - 6, "text-anchor=\"middle\"", w->side[1].value[c]);
  for (unsigned r = 0; r < w->side[0].n; r++) {
    text(m, left - 8, y + HEAD + (r + 0.5) * HIGH + 4, "text-anchor=\"end\"", w->side[0].value[r]);
    for (unsigned c = 0; c < w->side[1].n; c++) cell(m, k, r * w->side[1].n + c, left + c * m->wide, y + HEAD + r * HIGH);
  }
}

/* From one over the most to the most, even in the logarithm. */
static void legend(const map *m, double y) {
  static const char *const anchor[] = {"text-anchor=\"start\"", "text-anchor=\"middle\"", "text-anchor=\"end\""};
  const double ends[] = {1 / m->most, 1, m->most};
  char fill[8], what[24];
  for (int i = 0; i < STEPS; i++) {
    colour((2 * i + 1.0) / STEPS - 1, fill);
    fprintf(m->f, "<rect x=\"%d\" y=\"%.1f\" width=\"%d\" height=\"10\" fill=\"%s\"/>\n", LEFT + i * LEGEND / STEPS, y, LEGEND / STEPS, fill);
  }
  for (int i = 0; i < 3; i++) {
    snprintf(what, sizeof what, "%.2f", ends[i]);
    text(m, LEFT + i * LEGEND / 2.0, y + 23, anchor[i], what);
  }
}

void wt_compare_heat(const void *what, FILE *f) {
  const wt_compare *w = what;
  map m = {w, f, LEAST, 0, 1.05};
  size_t finished;
  char line[400], label[WT_POINT_LABEL];
  wt_compare_mean(w, 0, &finished);
  const size_t panels = w->grid.n_kernels + (finished > 1);
  for (unsigned c = 0; c < w->side[1].n; c++)
    if (CHAR * (double)strlen(w->side[1].value[c]) + 14 > m.wide) m.wide = CHAR * (double)strlen(w->side[1].value[c]) + 14;
  for (unsigned r = 0; r < w->side[0].n; r++)
    if (CHAR * (double)strlen(w->side[0].value[r]) + 12 > m.names) m.names = CHAR * (double)strlen(w->side[0].value[r]) + 12;
  for (size_t k = 0; k < w->grid.n_kernels; k++) {
    if (HEAD_CHAR * (double)strlen(w->grid.kernel[k]->name) - m.wide * w->side[1].n > m.names)
      m.names = HEAD_CHAR * (double)strlen(w->grid.kernel[k]->name) - m.wide * w->side[1].n;
    for (unsigned v = 0; v < w->n_values; v++) {
      const double r = wt_cell_ratio(w, k, v), away = r > 1 ? r : r > 0 ? 1 / r : 1;
      if (away > m.most) m.most = away > 4 ? 4 : away;
    }
  }
  size_t across = (size_t)((WIDE - LEFT + GAP) / (panel_width(&m) + GAP));
  across = across < 1 ? 1 : across > panels ? panels : across;
  const size_t down = (panels + across - 1) / across;
  snprintf(line, sizeof line, "rows %s, columns %s, shape %s", w->side[0].key, w->side[1].key, wt_point_label(&w->base, label, sizeof label));
  char relative[300];
  unsigned base = 0;
  while (!w->size[base]) base++;
  snprintf(relative, sizeof relative, "cycles, relative to %s (or the first cell that finished)", w->assign[base]);
  double width = LEFT + (double)across * (panel_width(&m) + GAP) - GAP + 16, height = TOP + (double)down * (panel_height(&m) + GAP);
  const double words =
    HEAD_CHAR * (double)strlen(line) > CHAR * (double)strlen(relative) ? HEAD_CHAR * (double)strlen(line) : CHAR * (double)strlen(relative);
  if (width < LEFT + words + 16) width = LEFT + words + 16;
  fprintf(f,
          "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\" font-family=\"Helvetica, Arial, "
          "sans-serif\" font-size=\"12\">\n<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>\n",
          width, height, width, height);
  text(&m, LEFT, 20, "font-size=\"14\" font-weight=\"bold\"", line);
  text(&m, LEFT, 40, "fill=\"#222222\"", relative);
  legend(&m, 50);
  for (size_t i = 0; i < panels; i++)
    panel(&m, i, LEFT + (double)(i % across) * (panel_width(&m) + GAP), TOP + (double)(i / across) * (panel_height(&m) + GAP));
  fputs("</svg>\n", f);
}
