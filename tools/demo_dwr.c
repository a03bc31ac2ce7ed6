/* demo_dwr.c - the thesis' example of dynamic warp resizing: three machines, one program, as text and as a picture.
 *
 * Usage: demo_dwr FILE.svg. Runs scheduler, combiner, ignore list and partner table on both twins; 1 when they differ or a count is not the
 * thesis'.
 */
#include <stdio.h>
#include <string.h>

#include "bench/wt_dwr_example.h"

static const struct {
  const char *name, *text;
  unsigned cycles; /* of the thesis */
} machines[WT_DWR_MACHINES] = {
  {"small warps", "A, B and C are warps of their own: each load is a request, and the second one waits for the port", 51},
  {"one large warp", "A, B and C are one warp of three beats: one request, but B's slots are lost in 8 to 14 (-)", 52},
  {"dynamic warp resizing", "sub-warps run alone; P = bar.synch_partner; W = A and C combined for the load", 48},
};

static unsigned idle(const wt_dwr_run *r) { return r->cycles - r->issues; }

static void as_text(const wt_dwr_run *r, unsigned m) {
  enum { HALF = 26 };
  printf("%s: %u cycles (thesis: %u), %u slots issue%s, %u idle, %u memory request%s\n", machines[m].name, r->cycles, machines[m].cycles, r->issues,
         r->masked ? ", some for nobody" : "", idle(r), r->requests, r->requests == 1 ? "" : "s");
  printf("  %s\n", machines[m].text);
  for (unsigned from = 1; from <= r->cycles; from += HALF) {
    printf("  cycle");
    for (unsigned t = from; t < from + HALF && t <= r->cycles; t++) printf("%4u", t);
    for (unsigned s = 0; s < WT_DWR_SUBS; s++) {
      printf("\n  %c    ", 'A' + s);
      for (unsigned t = from; t < from + HALF && t <= r->cycles; t++) {
        int beat = m == WT_DWR_LARGE && *r->exec[t] == '-' && s == 1;
        printf("%4s", r->subs[t] >> s & 1 ? (*r->exec[t] == 'W' ? r->exec[t] : r->exec[t] + 1) : beat ? "-" : ".");
      }
    }
    printf("\n  port ");
    for (unsigned t = from; t < from + HALF && t <= r->cycles; t++) printf("%4c", r->mem[t] ? r->mem[t] : '.');
    printf("\n\n");
  }
}

enum { LEFT = 96, CELL = 18, ROW = 20, PANEL = 150, TOP = 58 };
static const char *const colour[] = {"#0072b2", "#e69f00", "#009e73"}; /* told apart without red and green */
static const char together[] = "#cc79a7", masked[] = "#cccccc";

static void box(FILE *f, unsigned t, double y, const char *fill, const char *label) {
  double x = LEFT + (double)(t - 1) * CELL;
  fprintf(f, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%d\" height=\"%d\" fill=\"%s\"/>", x + 0.5, y + 0.5, CELL - 1, ROW - 2, fill);
  fprintf(f, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\" font-size=\"10\" fill=\"%s\">%s</text>\n", x + CELL / 2.0, y + 13,
          fill == masked ? "#444444" : "white", label);
}

static void panel(FILE *f, const wt_dwr_run *r, unsigned m, unsigned longest) {
  double y = TOP + (double)m * PANEL;
  fprintf(f, "<text x=\"12\" y=\"%.1f\" font-size=\"14\" font-weight=\"bold\">%s: %u cycles</text>\n", y, machines[m].name, r->cycles);
  fprintf(f, "<text x=\"12\" y=\"%.1f\">%u slots, %u idle, %u request%s to memory. %s</text>\n", y + 15, r->issues, idle(r), r->requests,
          r->requests == 1 ? "" : "s", machines[m].text);
  y += 24;
  for (unsigned s = 0; s <= WT_DWR_SUBS; s++) {
    fprintf(f, "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">", LEFT - 8, y + s * ROW + 13);
    fprintf(f, s < WT_DWR_SUBS ? "sub-warp %c</text>\n" : "memory port</text>\n", 'A' + s);
    fprintf(f, "<rect x=\"%d\" y=\"%.1f\" width=\"%u\" height=\"%d\" fill=\"#f4f4f4\"/>\n", LEFT, y + s * ROW, longest * CELL, ROW - 1);
  }
  for (unsigned t = 1; t <= r->cycles; t++) {
    const char *what = r->exec[t];
    for (unsigned s = 0; s < WT_DWR_SUBS; s++)
      if (r->subs[t] >> s & 1) box(f, t, y + s * ROW, *what == 'W' ? together : colour[s], what + 1);
    if (*what == '-') box(f, t, y + ROW, masked, "-"); /* only B is ever masked off */
    char who[2] = {r->mem[t], 0};
    if (*who) box(f, t, y + WT_DWR_SUBS * ROW, *who == 'W' ? together : colour[*who - 'A'], who);
  }
  for (unsigned t = 5; t <= longest; t += 5)
    fprintf(f, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\" font-size=\"9\" fill=\"#666666\">%u</text>\n", LEFT + (t - 0.5) * CELL,
            y + (WT_DWR_SUBS + 1) * ROW + 9, t);
  fprintf(f, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"#d55e00\" stroke-width=\"2\"/>\n", LEFT + (double)r->cycles * CELL,
          y - 3, LEFT + (double)r->cycles * CELL, y + (WT_DWR_SUBS + 1) * ROW);
}

static int as_picture(const char *path, const wt_dwr_run *r) {
  FILE *f = fopen(path, "w");
  unsigned longest = 0;
  if (!f) return fprintf(stderr, "demo_dwr: %s: cannot write; check that the folder exists\n", path), 2;
  for (unsigned m = 0; m < WT_DWR_MACHINES; m++)
    if (r[m].cycles > longest) longest = r[m].cycles;
  fprintf(f, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%u\" height=\"%d\" font-family=\"sans-serif\" font-size=\"12\">\n",
          LEFT + longest * CELL + 20, TOP + WT_DWR_MACHINES * PANEL);
  fprintf(f, "<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n");
  fprintf(f, "<text x=\"12\" y=\"20\" font-size=\"15\">Fifteen instructions on three machines: B leaves at 7 for 15, 11 is a load</text>\n");
  fprintf(f, "<text x=\"12\" y=\"36\" fill=\"#444444\">A box is an issue slot with the number of the instruction; the load keeps the port for nine "
             "cycles.</text>\n");
  for (unsigned m = 0; m < WT_DWR_MACHINES; m++) panel(f, &r[m], m, longest);
  fprintf(f, "</svg>\n");
  if (fclose(f)) return fprintf(stderr, "demo_dwr: %s: cannot write; make room on the disk\n", path), 2;
  return 0;
}

int main(int argc, char **argv) {
  static wt_dwr_run r[WT_DWR_MACHINES];
  char err[600] = "";
  if (argc != 2) return fprintf(stderr, "usage: demo_dwr FILE.svg\n"), 2;
  for (unsigned m = 0; m < WT_DWR_MACHINES; m++) {
    if (wt_dwr_example((enum wt_dwr_machine)m, &wt_dwr_figure, WT_DWR_RIGHT, &r[m], err, sizeof err))
      return fprintf(stderr, "demo_dwr: %s: %s\n", machines[m].name, err), 1;
    as_text(&r[m], m);
  }
  int rc = as_picture(argv[1], r);
  if (rc) return rc;
  printf("both twins agree in every cycle; picture: %s\n", argv[1]);
  for (unsigned m = 0; m < WT_DWR_MACHINES; m++)
    if (r[m].cycles != machines[m].cycles)
      return fprintf(stderr, "demo_dwr: %s: %u cycles, the thesis has %u\n", machines[m].name, r[m].cycles, machines[m].cycles), 1;
  return 0;
}
