/* test_wt_compare_chart.c - the bar chart of compare against its JSON: bars are as high as the ticks of their panel say, stand one behind the other, and no text is cut off. */
#define _GNU_SOURCE
#include <math.h>

#include "tests/cli_kit.h" /* by its name: mutate lays the command line beside a suite that reads it */
#include "tables_kit.h"

static const char *const colours[] = {"#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#f0e442", "#999999"};
enum { PANELS = 2, HIGH = 190 };

static const char *const charts[] = {"--config small --over SCHED=lrr,gto vecadd",
                                     "--config small --over MEM_LAT=40,1000,1 vecadd,reduce", /* one bar is cut */
                                     "--config small --set YIELD_RELEASE=0 --over FORCE=1,0 backoff,vecadd,nested",
                                     "--config small --over MEM_LAT=20,100 vecadd",
                                     "--config small --over MEM_LAT=40,400 vecadd",
                                     "--config small --over WARPS=2,8 vecadd",
                                     "--config small --over WARPS=8,4 producer_consumer", /* a long name */
                                     "--config small --set SCHED=lrr --set LAYOUT=naive --set WAR=read --set WARPS=4 --set MEM_LAT=50 --over "
                                     "COLLECTORS=4,3 vecadd", /* a long head */
                                     "--config small --set SCHED=lrr --set LAYOUT=naive --set WAR=read --over PATH_ORDER=majority,minority,taken "
                                     "vecadd,nested,reduce,matmul,hist,scan,bitonic,shuffle"};

typedef struct {
  double a, b, x1, x2; /* pixels = a + b * value; where the lines begin and end */
} panel;
static const char *take_axis(const char *p, const char *title, double most, double step, const char *unit, panel *to) {
  double y = 0, base = 0;
  int used;
  clear();
  put("\" font-weight=\"bold\">%s</text>\n", title);
  p = strstr(p, want);
  ck_assert_msg(p != NULL, "no %s", want);
  p += want_n;
  for (int i = 0; i * step <= most + 1e-9; i++, p += used) {
    double x1, y1, x2, y2, tx, ty, v;
    char stroke[10], end[10], has[10] = "";
    ck_assert_int_eq(sscanf(p,
                            "<line x1=\"%lf\" y1=\"%lf\" x2=\"%lf\" y2=\"%lf\" stroke=\"%9[#0-9a-f]\"/>\n<text x=\"%lf\" y=\"%lf\" "
                            "text-anchor=\"%9[a-z]\">%lf%9[^<]</text>\n%n",
                            &x1, &y1, &x2, &y2, stroke, &tx, &ty, end, &v, has, &used) >= 9,
                     1);
    used = (int)(strstr(p, "</text>\n") + 8 - p);
    ck_assert(y1 == y2 && fabs(v - i * step) < 1e-9 && fabs(tx - x1 + 6) < 0.11 && fabs(ty - y1 - 4) < 0.11 && !strcmp(end, "end"));
    ck_assert_str_eq(stroke, i ? "#dddddd" : "#444444");
    ck_assert_str_eq(has, unit);
    if (!i) base = y1;
    y = y1, to->x2 = x2, to->x1 = x1;
  }
  to->a = base, to->b = -HIGH / most;
  ck_assert(fabs(y - (base - HIGH * floor(most / step + 1e-9) * step / most)) < 0.11 && strncmp(p, "<line", 5));
  return p;
}

static json_t *cells, *head;
static size_t n_kernels, n_values;
static json_t *cell(size_t k, size_t v) { return json_array_get(cells, k * n_values + v); }
static int ok(const json_t *c) { return !strcmp(str(c, "verdict"), "ok"); }
static double relative(size_t k, size_t v) { /* to the first value that finished */
  for (size_t u = 0; u < n_values; u++)
    if (ok(cell(k, u))) return num(cell(k, v), "cycles") / num(cell(k, u), "cycles");
  return 0;
}

START_TEST(charts_of_compare) {
  static char svg[1 << 18];
  char args[400], text[300];
  double width, height, x, y, bar = 0, group = 0, first = 0, legend = 0;
  int used;
  snprintf(args, sizeof args, "compare %s -q --json --svg c.svg", charts[_i]);
  char err[16384];
  warptwin(args, err, sizeof err);
  head = json_of("out");
  slurp("c.svg", svg, sizeof svg);
  cells = json_object_get(head, "cells"), n_values = json_array_size(json_object_get(head, "sizes")), n_kernels = json_array_size(cells) / n_values;
  ck_assert_int_eq(
    sscanf(svg, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%lf\" height=\"%lf\" viewBox=\"0 0 %lf %lf\"", &width, &height, &x, &y), 4);
  ck_assert(x == width && y == height);
  /* the head, and a colour for each value */
  const char *p = strstr(svg, "<text x=");
  ck_assert_int_eq(sscanf(p, "<text x=\"%lf\" y=\"20\" font-size=\"14\" font-weight=\"bold\">%n", &x, &used), 1);
  clear();
  put("%s, shape %s", str(head, "over"), str(head, "config"));
  for (size_t i = 0; i < json_array_size(json_object_get(head, "set")); i++) put(" %s", at(json_object_get(head, "set"), i));
  const double head_letters = (double)want_n, left = x;
  put("</text>\n");
  ck_assert_msg(!strncmp(p + used, want, want_n), "%.200s instead of %s", p + used, want);
  p += used + want_n;
  for (size_t v = 0; v < n_values; v++) {
    double rx, tx;
    char fill[10];
    ck_assert_int_eq(sscanf(p,
                            "<rect x=\"%lf\" y=\"32\" width=\"10\" height=\"10\" fill=\"%9[#0-9a-f]\"/><text x=\"%lf\" y=\"41\">%299[^<]</text>\n%n",
                            &rx, fill, &tx, text, &used),
                     4);
    ck_assert_str_eq(fill, colours[v % 8]);
    ck_assert_str_eq(text, str(cell(0, v), "value"));
    ck_assert(fabs(rx - x) < 0.11 && fabs(tx - rx - 15) < 0.11);
    x = tx + 7 * (double)strlen(text) + 16;
    p += used;
  }
  legend = x - left;
  /* the panels */
  panel at_[PANELS];
  snprintf(text, sizeof text, "cycles, relative to %s=%s (or the first value that finished)", str(head, "over"), str(cell(0, 0), "value"));
  const double title_letters = (double)strlen(text);
  double longest = 1; /* the axis has room for it, up to 4 */
  for (size_t k = 0; k < n_kernels; k++)
    for (size_t v = 0; v < n_values; v++)
      if (ok(cell(k, v)) && relative(k, v) > longest) longest = relative(k, v);
  const double cycles = longest > 2 ? 4 : longest > 1.25 ? 2 : 1.25;
  const char *bars = take_axis(p, text, cycles, cycles > 2 ? 1 : cycles > 1.25 ? 0.5 : 0.25, "", &at_[0]);
  for (int panels = 0; panels < PANELS; panels++) {
    for (size_t k = 0; k < n_kernels; k++)
      for (size_t v = 0; v < n_values; v++) {
        const json_t *c = cell(k, v);
        double cx, cy, high, value = panels ? 100 * num(c, "lane_activity") : relative(k, v);
        char fill[10];
        const double must = first + (double)k * group + (double)v * bar;
        if (!ok(c)) {
          if (panels) continue;
          ck_assert_int_eq(sscanf(bars, "<text class=\"why\" fill=\"%9[#0-9a-f]\" transform=\"translate(%lf,%lf) rotate(-90)\">%299[^<]</text>\n%n",
                                  fill, &cx, &cy, text, &used),
                           4);
          ck_assert_str_eq(text, str(c, "verdict"));
          ck_assert_str_eq(fill, colours[v]);
          if (bar > 0) ck_assert(fabs(cx - must - bar / 2 - 3) < 0.2);
          ck_assert(fabs(cy - at_[0].a + 4) < 0.11);
          bars += used;
          continue;
        }
        int wide;
        ck_assert_int_eq(
          sscanf(bars, "<rect x=\"%lf\" y=\"%lf\" width=\"%d\" height=\"%lf\" fill=\"%9[#0-9a-f]\"><title>%n", &cx, &cy, &wide, &high, fill, &used),
          5);
        ck_assert_str_eq(fill, colours[v % 8]);
        bar = wide + 1, group = (double)n_values * bar + 16, first = at_[0].x1 + 8;
        ck_assert(bar >= 11 && bar <= 36);
        ck_assert_msg(fabs(cx - first - (double)k * group - (double)v * bar) < 0.11, "bar %zu %zu at %g", k, v, cx);
        const double most = panels ? 100 : cycles, shown = value > most ? most : value;
        ck_assert_msg(fabs(high - shown * HIGH / most) < 0.02 && fabs(cy + high - at_[panels].a) < 0.11, "bar %zu %zu is %g high, not %g", k, v, high,
                      shown * HIGH / most);
        clear();
        put("%s=%s: %lld cycles, %lld warp instructions, %.1f %% lanes</title></rect>\n", str(head, "over"), str(c, "value"), whole(c, "cycles"),
            whole(c, "warp_instructions"), 100 * num(c, "lane_activity"));
        if (value > most) put("<text class=\"cut\" transform=\"translate(%.1f,%.1f) rotate(-90)\">%.1f</text>\n", cx + bar / 2 + 3, cy + 30, value);
        ck_assert_msg(!strncmp(bars + used, want, want_n), "%.200s instead of %s", bars + used, want);
        bars += used + want_n;
      }
    ck_assert((!bar || fabs(at_[panels].x2 - at_[panels].x1 - (double)n_kernels * group) < 0.11));
    if (!panels) bars = take_axis(bars, "lane activity", 100, 25, " %", &at_[1]);
  }
  ck_assert(at_[1].a - HIGH > at_[0].a + 20 && at_[1].x1 == at_[0].x1 && at_[0].x1 == left);
  /* as wide as the widest of panels, legend and texts, and no wider; a name that hangs down has room on the left */
  double widest = at_[0].x2 - left, name = 0;
  widest = fmax(fmax(widest, legend), fmax(7 * title_letters, 9 * head_letters));
  ck_assert_msg(fabs(width - left - widest - 16) < 0.61, "%g wide, not %g", width, left + widest + 16);
  for (size_t k = 0; k < n_kernels; k++) name = fmax(name, 7 * (double)strlen(str(cell(k, 0), "kernel")));
  ck_assert_msg(fabs(left - fmax(56, 0.82 * name + 8 - group / 2)) < 0.11, "panels begin at %g", left);
  /* names hang down from the middle of their bars, and have room */
  for (size_t k = 0; k < n_kernels; k++) {
    ck_assert_int_eq(sscanf(bars, "<text text-anchor=\"end\" transform=\"translate(%lf,%lf) rotate(-35)\">%299[^<]</text>\n%n", &x, &y, text, &used),
                     3);
    ck_assert_str_eq(text, str(cell(k, 0), "kernel"));
    ck_assert(fabs(x - left - ((double)k + 0.5) * group - 4) < 0.11 && y > at_[1].a && y < at_[1].a + 20);
    const double letters = 7 * (double)strlen(text);
    ck_assert_msg(x - 0.82 * letters > 0 && y + 0.57 * letters < height, "%s has no room", text);
    bars += used;
  }
  ck_assert_str_eq(bars, "</svg>\n");
  json_decref(head);
}
END_TEST

int main(void) {
  TCase *t = tcase_create("compare_chart");
  tcase_add_loop_test(t, charts_of_compare, 0, sizeof charts / sizeof *charts);
  return run_suite("compare_chart", t);
}
