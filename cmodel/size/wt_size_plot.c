/* wt_size_plot.c - SVG bar chart and treemap of the modelled area; SVG is written directly, no library needed. */
#include <stdlib.h>
#include <string.h>

#include "size/wt_size.h"

static const struct {
  const char *group, *colour;
} colours[] = {{"front", "#4e79a7"}, {"control", "#e15759"}, {"issue", "#edc948"}, {"operand", "#59a14f"},
               {"exec", "#b07aa1"},  {"mem", "#76b7b2"},     {"cta", "#ff9da7"},   {"declared", "#bab0ac"}};
static const char *colour_of(const char *group) {
  for (size_t i = 0; i < sizeof colours / sizeof *colours; i++)
    if (!strcmp(colours[i].group, group)) return colours[i].colour;
  return "#888888";
}

static int larger(const void *a, const void *b) {
  const wt_size_item *x = *(const wt_size_item *const *)a, *y = *(const wt_size_item *const *)b;
  const int order = (y->um2 > x->um2) - (x->um2 > y->um2);
  return order ? order : strcmp(x->id, y->id);
}

/* What the view shows and has an area, largest first; *sum is their area. */
static const wt_size_item **sorted(const wt_size *z, const wt_size_view *v, unsigned *n, double *sum) {
  const wt_size_item **list = malloc(z->n * sizeof *list);
  *n = 0, *sum = 0;
  if (!list) return NULL;
  for (unsigned i = 0; i < z->n; i++)
    if (wt_size_in_view(v, &z->item[i]) && z->item[i].um2 > 0) list[(*n)++] = &z->item[i], *sum += (double)z->item[i].um2;
  qsort(list, *n, sizeof *list, larger);
  return list;
}

/* Characters that XML reserves do not occur in names, but in what users type. */
static void text(FILE *f, const char *s) {
  for (; *s; s++) {
    if (*s == '<') fputs("&lt;", f);
    else if (*s == '&') fputs("&amp;", f);
    else fputc((unsigned char)*s < 32 ? ' ' : *s, f);
  }
}

static void head(FILE *f, const wt_size *z, const wt_size_view *v, double w, double h, double sum) {
  fprintf(f,
          "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\" font-family=\"sans-serif\" "
          "font-size=\"11\">\n",
          w, h, w, h);
  fprintf(f, "<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n<text x=\"12\" y=\"20\" font-size=\"15\">");
  text(f, v->label);
  fprintf(f, "</text>\n<text x=\"12\" y=\"38\">%.4f mm2 at %g nm, modelled</text>\n", sum * 1e-6, z->opt.node.nm);
  double x = 12;
  for (size_t i = 0; i < sizeof colours / sizeof *colours; i++) {
    int used = 0;
    for (unsigned k = 0; k < z->n; k++) used |= wt_size_in_view(v, &z->item[k]) && z->item[k].um2 > 0 && !strcmp(z->item[k].group, colours[i].group);
    if (!used) continue;
    fprintf(f, "<rect x=\"%.1f\" y=\"46\" width=\"11\" height=\"11\" fill=\"%s\"/><text x=\"%.1f\" y=\"56\">%s</text>\n", x, colours[i].colour,
            x + 15, colours[i].group);
    x += 30 + 6.2 * (double)strlen(colours[i].group);
  }
}

enum { BARS = 30, BAR_H = 18, BAR_X = 170, BAR_W = 560 };
void wt_size_bars(FILE *f, const wt_size *z, const wt_size_view *v) {
  unsigned n, shown;
  double sum, top = 0, rest = 0;
  const wt_size_item **list = sorted(z, v, &n, &sum);
  if (!list) return;
  shown = n > BARS ? BARS : n;
  for (unsigned i = 0; i < shown; i++)
    if ((double)list[i]->um2_hi > top) top = (double)list[i]->um2_hi;
  for (unsigned i = shown; i < n; i++) rest += (double)list[i]->um2;
  head(f, z, v, BAR_X + BAR_W + 130, 84 + BAR_H * (double)(shown + (n > shown)), sum);
  for (unsigned i = 0; i < shown; i++) {
    double y = 68 + (double)i * BAR_H, w = BAR_W * (double)list[i]->um2 / top, lo = BAR_X + BAR_W * (double)list[i]->um2_lo / top,
           hi = BAR_X + BAR_W * (double)list[i]->um2_hi / top;
    fprintf(f, "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>\n", BAR_X - 6, y + 12, list[i]->id);
    fprintf(f, "<rect x=\"%d\" y=\"%.1f\" width=\"%.2f\" height=\"%d\" fill=\"%s\"/>\n", BAR_X, y + 1, w, BAR_H - 4, colour_of(list[i]->group));
    fprintf(f, "<path d=\"M%.2f %.1fV%.1fM%.2f %.1fH%.2fM%.2f %.1fV%.1f\" stroke=\"#333333\" fill=\"none\"/>\n", lo, y + 4, y + BAR_H - 6, lo, y + 8,
            hi, hi, y + 4, y + BAR_H - 6);
    fprintf(f, "<text x=\"%.2f\" y=\"%.1f\">%.4f  (%.1f %%)</text>\n", (hi > BAR_X + w ? hi : BAR_X + w) + 6, y + 12, (double)list[i]->um2 * 1e-6,
            100 * (double)list[i]->um2 / sum);
  }
  if (n > shown)
    fprintf(f, "<text x=\"%d\" y=\"%.1f\">and %u smaller structures: %.4f (%.1f %%)</text>\n", BAR_X, 80 + (double)shown * BAR_H, n - shown,
            rest * 1e-6, 100 * rest / sum);
  fprintf(f, "</svg>\n");
  free(list);
}

/* ---- treemap: rows of rectangles whose worst aspect ratio no further rectangle would improve ---- */

typedef struct {
  double x, y, w, h;
} box;

static double worst(double row, double smallest, double largest, double side) {
  double a = side * side * largest / (row * row), b = row * row / (side * side * smallest);
  return a > b ? a : b;
}

/* Gives out[i] to every area of a descending list, behind which stands 0: no row takes that. The areas fill b. */
static void squarify(const double *area, box b, box *out) {
  while (*area > 0) {
    double side = b.w < b.h ? b.w : b.h, row = area[0];
    unsigned k = 1;
    while (worst(row + area[k], area[k], area[0], side) < worst(row, area[k - 1], area[0], side)) row += area[k++];
    double thick = row / side, at = 0;
    for (unsigned j = 0; j < k; j++) {
      double along = area[j] / thick;
      out[j] = b.w < b.h ? (box){b.x + at, b.y, along, thick} : (box){b.x, b.y + at, thick, along};
      at += along;
    }
    if (b.w < b.h) b.y += thick, b.h -= thick;
    else b.x += thick, b.w -= thick;
    area += k, out += k;
  }
}

/* A label where it fits: name, and the area below it. */
static void label(FILE *f, const wt_size_item *i, box b) {
  double need = 6.4 * (double)strlen(i->id) + 8;
  if (b.h < 16) return;
  if (need <= b.w) {
    fprintf(f, "<text x=\"%.1f\" y=\"%.1f\">%s</text>\n", b.x + 4, b.y + 13, i->id);
    if (b.h >= 30) fprintf(f, "<text x=\"%.1f\" y=\"%.1f\" font-size=\"10\">%.4f</text>\n", b.x + 4, b.y + 26, (double)i->um2 * 1e-6);
  } else if (b.w >= 14 && need <= b.h) {
    fprintf(f, "<text transform=\"translate(%.1f %.1f) rotate(90)\">%s</text>\n", b.x + 4, b.y + 4, i->id);
  }
}

void wt_size_treemap(FILE *f, const wt_size *z, const wt_size_view *v) {
  enum { NG = sizeof colours / sizeof *colours };
  const double width = 1000, height = 640, top = 64;
  unsigned n, ng = 0;
  double sum, group_area[NG + 1] = {0};
  const char *group[NG];
  box group_box[NG];
  const wt_size_item **list = sorted(z, v, &n, &sum);
  double *area = calloc(n + 1, sizeof *area); /* with the 0 behind them */
  box *b = malloc(n * sizeof *b);
  const wt_size_item **part = malloc(n * sizeof *part);
  if (list && area && b && part && n) {
    double scale = width * height / sum;
    head(f, z, v, width + 24, top + height + 12, sum);
    /* groups, largest first */
    for (size_t g = 0; g < NG; g++) {
      double a = 0;
      for (unsigned i = 0; i < n; i++)
        if (!strcmp(list[i]->group, colours[g].group)) a += (double)list[i]->um2 * scale;
      if (!(a > 0)) continue;
      unsigned at = ng++;
      while (at && group_area[at - 1] < a) group_area[at] = group_area[at - 1], group[at] = group[at - 1], at--;
      group_area[at] = a, group[at] = colours[g].group;
    }
    squarify(group_area, (box){12, top, width, height}, group_box);
    for (unsigned g = 0; g < ng; g++) {
      unsigned k = 0;
      for (unsigned i = 0; i < n; i++)
        if (!strcmp(list[i]->group, group[g])) part[k] = list[i], area[k++] = (double)list[i]->um2 * scale;
      area[k] = 0;
      squarify(area, group_box[g], b);
      for (unsigned i = 0; i < k; i++) {
        fprintf(f,
                "<rect x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\" fill=\"%s\" fill-opacity=\"0.75\" stroke=\"white\"><title>%s: %s, %llu "
                "bits, %.6f mm2</title></rect>\n",
                b[i].x, b[i].y, b[i].w, b[i].h, colour_of(group[g]), part[i]->id, part[i]->text, (unsigned long long)part[i]->bits,
                (double)part[i]->um2 * 1e-6);
        label(f, part[i], b[i]);
      }
      fprintf(f, "<rect x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\" fill=\"none\" stroke=\"black\" stroke-width=\"1.5\"/>\n", group_box[g].x,
              group_box[g].y, group_box[g].w, group_box[g].h);
    }
    fprintf(f, "</svg>\n");
  }
  free(list), free(area), free(b), free(part);
}
