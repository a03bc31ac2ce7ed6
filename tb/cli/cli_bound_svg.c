/* cli_bound_svg.c - lanes over issues: of every engine a strip, an issue a column, in it the home row of each lane's thread, below it the pc. */
#include <stdio.h>
#include <string.h>

#include "cli/cli_bound.h"
#include "files/wt_xml.h"

enum { CELL_W = 20, CELL_H = 15, LEFT = 26, HEAD = 40, TITLE = 24, GAP = 14, CHAR = 7, HEAD_CHAR = 9 };

/* Rows by colour: Okabe and Ito's, light enough for a number on them. */
static const char *const colour[] = {"#8ecae6", "#f6c667", "#7fd1ae", "#e6a9cb", "#c3b1e1", "#f4a582", "#eee685", "#cccccc"};
enum { COLOURS = sizeof colour / sizeof *colour };

typedef struct {
  const wt_bounds *b;
  FILE *f;
  const wt_bound_result *r;
  unsigned letters; /* of the longest label */
} picture;

/* "50", of several CTAs "3/50"; its letters. */
static unsigned label(const picture *p, const wt_bound_issue *v, char buf[48]) {
  const int n = p->r->ctas > 1 ? snprintf(buf, 24, "%zu/", v->cta) : 0;
  return (unsigned)(n + snprintf(buf + n, 24, p->r->bytes > 1 ? "%x" : "%u", v->pc * p->r->bytes));
}
static double strip_height(const picture *p) { return TITLE + p->r->lanes * CELL_H + p->letters * CHAR + 8 + GAP; }

static void cell(const picture *p, double x, double y, int32_t place) {
  const unsigned row = place < 0 ? 0 : (unsigned)place / p->r->lanes;
  fprintf(p->f, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%d\" height=\"%d\" class=\"", x + 0.5, y + 0.5, CELL_W - 1, CELL_H - 1);
  if (place < 0) fputs("no\"/>\n", p->f);
  else fprintf(p->f, "c%u\"/><text x=\"%.0f\" y=\"%.0f\" class=\"n\">%u</text>\n", row % COLOURS, x + CELL_W / 2.0, y + CELL_H - 4.0, row);
}

/* A cycle without an issue before it is a red line. */
static void issue(const picture *p, const wt_bound_log *l, size_t i, double y) {
  const double x = LEFT + (double)i * CELL_W, below = y + p->r->lanes * CELL_H;
  const wt_bound_issue *v = &l->v[i];
  char text[48];
  for (unsigned k = 0; k < p->r->lanes; k++) cell(p, x, y + k * CELL_H, l->place[i * p->r->lanes + k]);
  if (i ? v->cycle != l->v[i - 1].cycle + 1 : p->b->from == 1 && v->cycle != 1)
    fprintf(p->f, "<line x1=\"%.0f\" y1=\"%.0f\" x2=\"%.0f\" y2=\"%.0f\" stroke=\"#d00000\" stroke-width=\"2\"/>\n", x, y - 2, x, below + 2);
  label(p, v, text);
  fprintf(p->f, "<text class=\"pc\" transform=\"translate(%.1f,%.1f) rotate(-90)\">%s</text>\n", x + CELL_W / 2.0 + 4, below + 4, text);
}

static void strip(const picture *p, unsigned k, double y) {
  const wt_bound_log *l = &p->b->log[k];
  const wt_bound_run *e = &p->r->run[k];
  char name[WT_BOUND_KIND_NAME];
  fprintf(p->f, "<text x=\"%d\" y=\"%.0f\" font-weight=\"bold\">%s: %llu issues, %.1f %% of lanes%s", LEFT, y + TITLE - 8,
          wt_bound_name(p->b->kind[k], name), (unsigned long long)e->issues, wt_bound_activity(e->lanes, e->issues, p->r->lanes),
          e->deadlock ? ", deadlock" : "");
  if (l->n < e->issues) fprintf(p->f, "; %zu of them from %u on", l->n, p->b->from);
  fputs("</text>\n", p->f);
  for (unsigned i = 0; i < p->r->lanes; i++)
    fprintf(p->f, "<text x=\"%d\" y=\"%.0f\" text-anchor=\"end\" font-size=\"10\">%u</text>\n", LEFT - 6, y + TITLE + (i + 1) * CELL_H - 4, i);
  for (size_t i = 0; i < l->n; i++) issue(p, l, i, y + TITLE);
}

void wt_bounds_svg(const void *what, FILE *f) {
  const wt_bounds *b = what;
  picture p = {b, f, &b->result[0], 1};
  size_t most = 0;
  char text[160];
  for (unsigned k = 0; k < b->n_kinds; k++) {
    if (b->log[k].n > most) most = b->log[k].n;
    for (size_t i = 0; i < b->log[k].n; i++) {
      const unsigned n = label(&p, &b->log[k].v[i], text);
      if (n > p.letters) p.letters = n;
    }
  }
  const int title = snprintf(text, sizeof text, ": home rows in lanes (down), issue by issue; bound %llu, free %llu, greedy %llu",
                             (unsigned long long)p.r->n.bound, (unsigned long long)p.r->n.free_lanes, (unsigned long long)p.r->n.greedy);
  const double drawn = LEFT + (double)most * CELL_W + 16, said = LEFT + (double)(strlen(b->name[0]) + (size_t)title) * HEAD_CHAR + 16;
  const double width = drawn > said ? drawn : said, height = HEAD + b->n_kinds * strip_height(&p);
  fprintf(f,
          "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\" font-family=\"Helvetica, Arial, "
          "sans-serif\" font-size=\"12\">\n<style>.pc { font-size: 10px; text-anchor: end; } .n { font-size: 10px; text-anchor: middle; } "
          ".no { fill: #ffffff; stroke: #dddddd; }",
          width, height, width, height);
  for (unsigned i = 0; i < COLOURS; i++) fprintf(f, " .c%u { fill: %s; stroke: #666666; }", i, colour[i]);
  fputs("</style>\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n", f);
  fprintf(f, "<text x=\"%d\" y=\"20\" font-size=\"14\" font-weight=\"bold\">", LEFT);
  wt_xml(f, b->name[0]);
  fprintf(f, "%s</text>\n", text);
  for (unsigned k = 0; k < b->n_kinds; k++) strip(&p, k, HEAD + k * strip_height(&p));
  fputs("</svg>\n", f);
}
