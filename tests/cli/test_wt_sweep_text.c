/* test_wt_sweep_text.c - text, Markdown, CSV and picture of sweep, worked out here once more from its JSON. */
#define _GNU_SOURCE
#include <math.h>

#include "tests/cli_kit.h" /* by its name: mutate lays the command line beside a suite that reads it */
#include "tables_kit.h"

static json_t *points_of(json_t *j) { return json_object_get(j, "points"); }
static int sized_by(const char *key) { /* a structure of that name is counted */
  for (unsigned i = 0; i < WT_PEAKS; i++)
    if (!strcmp(peak(i), key)) return 1;
  return 0;
}
static const char *point_name(const json_t *keys, const json_t *p) {
  static char name[200];
  *name = 0;
  for (size_t k = 0; k < json_array_size(keys); k++)
    sprintf(name + strlen(name), "%s%s=%s", k ? " " : "", at(keys, k), str(json_object_get(p, "values"), at(keys, k)));
  return name;
}
static int illegal(const json_t *p) { return json_object_get(p, "illegal") != NULL; }
static int has_ratio(const json_t *p) { return json_is_number(json_object_get(p, "cycles_ratio")); }
static void sweep_rows(json_t *j, int md) {
  json_t *keys = json_object_get(j, "keys"), *p, *first = NULL;
  size_t i;
  char line[1000];
  int n = 0;
  for (size_t k = 0; k < json_array_size(keys); k++) n += sprintf(line + n, "%s|", at(keys, k));
  n += sprintf(line + n, "bits|mm2 at 45 nm|+-|cycles|front");
  for (size_t k = 0; k < json_array_size(keys); k++)
    if (sized_by(at(keys, k))) n += sprintf(line + n, "|%.14s used", at(keys, k));
  row("%s", line);
  json_array_foreach(points_of(j), i, p) {
    n = 0;
    for (size_t k = 0; k < json_array_size(keys); k++) n += sprintf(line + n, "%s|", str(json_object_get(p, "values"), at(keys, k)));
    if (!illegal(p) && !first) first = p;
    if (illegal(p)) n += sprintf(line + n, "-|-|-|");
    else n += sprintf(line + n, "%lld|%.6f|%+.1f %%|", whole(p, "bits"), num(p, "mm2"), 100 * (num(p, "mm2") / num(first, "mm2") - 1));
    if (has_ratio(p)) n += sprintf(line + n, "%+.1f %%|", 100 * (num(p, "cycles_ratio") - 1));
    else n += sprintf(line + n, "-|");
    n += sprintf(line + n, "%s", json_is_true(json_object_get(p, "front")) ? "*" : "");
    for (size_t k = 0; k < json_array_size(keys); k++) {
      json_t *o = json_object_get(json_object_get(p, "occupancy"), at(keys, k));
      if (!sized_by(at(keys, k))) continue;
      if (o) n += sprintf(line + n, "|%lld, %.2f%s", whole(o, "peak"), num(o, "mean"), json_is_true(json_object_get(o, "full")) ? " full" : "");
      else n += sprintf(line + n, "|-");
    }
    row("%s", line);
  }
  size_t width[COLUMNS] = {0};
  for (unsigned r = 0; r < rows; r++)
    for (unsigned c = 0; c < columns; c++) width[c] = strlen(word[r][c]) > width[c] ? strlen(word[r][c]) : width[c];
  for (unsigned r = 0; r < rows; r++) {
    put(md ? "|" : " ");
    for (unsigned c = 0; c < columns; c++) put(" %*s%s", (int)width[c], word[r][c], md ? " |" : " ");
    if (r && !md && illegal(json_array_get(points_of(j), r - 1))) put(" %s", str(json_array_get(points_of(j), r - 1), "illegal"));
    put("\n");
    for (unsigned c = 0; !r && md && c < columns; c++) put("%s---|%s", c ? "" : "|", c + 1 == columns ? "\n" : "");
  }
  rows = 0;
}
static void sweep_text(json_t *j, int md) {
  json_t *keys = json_object_get(j, "keys"), *p, *k, *kernels = json_object_get(json_array_get(points_of(j), 0), "kernels");
  const size_t n = json_array_size(kernels);
  size_t i, m;
  clear();
  put("%s", str(j, "config"));
  for (i = 0; i < json_array_size(json_object_get(j, "set")); i++) put(" %s", at(json_object_get(j, "set"), i));
  put("; cycles: geometric mean of %zu kernel%s, measured on the C twin, relative to the first point; mm2: modelled\n%s", n, n == 1 ? "" : "s",
      md ? "\n" : "");
  sweep_rows(j, md);
  json_array_foreach(points_of(j), i, p) if (md && illegal(p)) put("\n%s: %s\n", point_name(keys, p), str(p, "illegal"));
  for (i = 0; i < json_array_size(json_object_get(j, "never_full")); i++)
    put("%s%s: never full: enlarging it cannot help\n", md ? "\n" : "", at(json_object_get(j, "never_full"), i));
  put(md ? "\n| point |" : "\ncycles of the kernels\n");
  if (md) {
    json_array_foreach(kernels, m, k) put(" %s |", str(k, "name"));
    put("\n|---|");
    for (m = 0; m < n; m++) put("---|");
    put("\n");
  }
  json_array_foreach(points_of(j), i, p) {
    if (illegal(p)) continue;
    put(md ? "| %s |" : "  %-32s", point_name(keys, p));
    json_array_foreach(json_object_get(p, "kernels"), m, k) {
      if (whole(k, "status")) put(md ? " %s |" : "  %s %s", md ? str(k, "verdict") : str(k, "name"), str(k, "verdict"));
      else if (md) put(" %lld |", whole(k, "cycles"));
      else put("  %s %lld", str(k, "name"), whole(k, "cycles"));
    }
    put("\n");
  }
  json_array_foreach(points_of(j), i, p) json_array_foreach(json_object_get(p, "kernels"), m, k) if (whole(k, "status") && !illegal(p))
    put("%s%s, %s: %s: %.*s\n", md ? "\n" : "", point_name(keys, p), str(k, "name"), str(k, "verdict"), (int)strcspn(str(k, "report"), "\n"),
        str(k, "report"));
}
static void sweep_csv(json_t *j, const char *got) {
  json_t *keys = json_object_get(j, "keys"), *p, *k;
  size_t i, m;
  clear();
  for (i = 0; i < json_array_size(keys); i++) put("%s,", at(keys, i));
  put("kernel,verdict,cycles,warp_instructions,bits,ge,mm2,cycles_ratio,front");
  for (i = 0; i < json_array_size(keys); i++)
    if (sized_by(at(keys, i))) put(",%s_peak,%s_mean", at(keys, i), at(keys, i));
  put("\n");
  ck_assert(!strncmp(got, want, want_n));
  got += want_n;
  json_array_foreach(points_of(j), i, p) json_array_foreach(json_object_get(p, "kernels"), m, k) {
    clear();
    for (size_t q = 0; q < json_array_size(keys); q++) put("%s,", str(json_object_get(p, "values"), at(keys, q)));
    put("%s,%s,%lld,%lld,", str(k, "name"), str(k, "verdict"), whole(k, "cycles"), whole(k, "warp_instructions"));
    if (illegal(p)) put(",,,");
    else put("%lld,%lld,%.6f,", whole(p, "bits"), whole(p, "ge"), num(p, "mm2"));
    if (has_ratio(p)) put("%.6f,%d", num(p, "cycles_ratio"), json_is_true(json_object_get(p, "front")));
    else put(",0");
    ck_assert_msg(!strncmp(got, want, want_n), "%.*s instead of %s", (int)strcspn(got, "\n"), got, want);
    got += want_n;
    for (size_t q = 0; q < json_array_size(keys); q++) {
      unsigned long long top;
      double mean;
      int used;
      json_t *o = json_object_get(json_object_get(p, "occupancy"), at(keys, q));
      if (!sized_by(at(keys, q))) continue;
      ck_assert_int_eq(sscanf(got, ",%llu,%lf%n", &top, &mean, &used), 2);
      /* of one kernel it is that of the point */
      if (o && json_array_size(json_object_get(p, "kernels")) == 1)
        ck_assert((long long)top == whole(o, "peak") && fabs(mean - num(o, "mean")) < 6e-5);
      if (o) ck_assert((long long)top <= whole(o, "peak"));
      got += used;
    }
    ck_assert_int_eq(*got++, '\n');
  }
  ck_assert_str_eq(got, "");
}

/* The scatter: circles lie where the ticks of the axes say, within the frame; the front is a stair through its points; labels do not lie on each other. */
typedef struct {
  double a, b;
} scale; /* pixels = a + b * value */
static scale scale_of(const char *svg, int vertical) {
  double first[2] = {0, 0}, last[2] = {0, 0};
  unsigned n = 0;
  for (const char *p = svg; (p = strstr(p, "<line x1=\"")); p++) {
    double x1, y1, x2, y2, v, x, y;
    char anchor[10];
    ck_assert_int_eq(
      sscanf(p, "<line x1=\"%lf\" y1=\"%lf\" x2=\"%lf\" y2=\"%lf\" stroke=\"#e4e4e4\"/><text x=\"%lf\" y=\"%lf\" text-anchor=\"%9[a-z]\">%lf</text>",
             &x1, &y1, &x2, &y2, &x, &y, anchor, &v),
      8);
    ck_assert_int_eq((x1 == x2) == (y1 != y2), 1);
    ck_assert_str_eq(anchor, x1 == x2 ? "middle" : "end");
    if ((x1 == x2) == vertical) continue;
    ck_assert(vertical ? x1 == 76 && x2 == 636 && x == 68 && fabs(y - y1 - 4) < 0.11 : y1 == 64 && y2 == 424 && y == 440 && x == x1);
    double *to = n++ ? last : first;
    to[0] = vertical ? y1 : x1, to[1] = v;
  }
  ck_assert(n >= 2 && n <= 25 && last[1] > first[1]); /* round steps, and the ends of the frame */
  if (first[1] > 0) ck_assert(fabs(first[0] - (vertical ? 424 : 76)) < 0.06);
  scale s = {.b = (last[0] - first[0]) / (last[1] - first[1])};
  s.a = first[0] - s.b * first[1];
  return s;
}
/* A key is never full when its structure was used somewhere and had a free entry in every cycle of every point. */
static void never_full(json_t *j) {
  json_t *keys = json_object_get(j, "keys"), *p;
  size_t k, i, n = 0;
  for (k = 0; k < json_array_size(keys); k++) {
    unsigned used = 0, full = 0;
    json_array_foreach(points_of(j), i, p) {
      json_t *o = json_object_get(json_object_get(p, "occupancy"), at(keys, k));
      if (o) used++, full += json_is_true(json_object_get(o, "full"));
    }
    if (used && !full) ck_assert_str_eq(at(json_object_get(j, "never_full"), n++), at(keys, k));
  }
  ck_assert_uint_eq(json_array_size(json_object_get(j, "never_full")), n);
}
static void scatter(json_t *j, const char *svg) {
  json_t *keys = json_object_get(j, "keys"), *p;
  const size_t two = json_array_size(keys) - 1;
  static const char *const colours[] = {"#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#999999"};
  const json_t *kernels = json_object_get(json_array_get(points_of(j), 0), "kernels");
  const scale sx = scale_of(svg, 0), sy = scale_of(svg, 1);
  size_t i, n = 0, front = 0;
  double lx[100], ly[100], len[100];
  clear();
  put("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"786\" height=\"476\" viewBox=\"0 0 786 476\" font-family=\"Helvetica, Arial, sans-serif\" "
      "font-size=\"12\">\n<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>\n"
      "<text x=\"76\" y=\"22\" font-size=\"14\" font-weight=\"bold\">%s%s%s on %s",
      at(keys, 0), two ? " and " : "", two ? at(keys, 1) : "", str(j, "config"));
  for (i = 0; i < json_array_size(json_object_get(j, "set")); i++) put(" %s", at(json_object_get(j, "set"), i));
  put("</text>\n<text x=\"76\" y=\"40\">%zu kernel%s on the C twin, geometric mean of cycles</text>\n", json_array_size(kernels),
      json_array_size(kernels) == 1 ? "" : "s");
  for (i = 0; i < json_array_size(json_object_get(j, "never_full")); i++)
    put("<text x=\"76\" y=\"%zu\" fill=\"#d55e00\">%s: never full: enlarging it cannot help</text>\n", 55 + 13 * i,
        at(json_object_get(j, "never_full"), i));
  ck_assert_msg(!strncmp(svg, want, want_n), "%s instead of %s", svg, want);
  ck_assert_ptr_nonnull(strstr(svg,
                               "<rect x=\"76\" y=\"64\" width=\"560\" height=\"360\" fill=\"none\" stroke=\"#444444\"/>\n"
                               "<text x=\"356\" y=\"462\" text-anchor=\"middle\">mm2 at 45 nm, modelled</text>\n"
                               "<text text-anchor=\"middle\" transform=\"translate(18,244) rotate(-90)\">cycles, relative to the first point</text>\n"
                               "<path "));
  const char *circle = strstr(svg, "<circle ");
  json_array_foreach(points_of(j), i, p) {
    if (!has_ratio(p)) continue;
    double cx, cy, tx, ty;
    int used = 0;
    ck_assert_int_eq(sscanf(circle, "<circle cx=\"%lf\" cy=\"%lf\" r=\"5\" fill=\"%n", &cx, &cy, &used), 2);
    ck_assert_msg(fabs(cx - sx.a - sx.b * num(p, "mm2")) < 0.3 && fabs(cy - sy.a - sy.b * num(p, "cycles_ratio")) < 0.3, "%s at %g, %g",
                  point_name(keys, p), cx, cy);
    ck_assert(cx > 76 && cx < 636 && cy > 64 && cy < 424);
    const int on = json_is_true(json_object_get(p, "front"));
    unsigned of = 0;
    for (size_t q = 0; two && q < i; q++) /* the first key is the colour */
      of += strcmp(str(json_object_get(json_array_get(points_of(j), q), "values"), at(keys, 0)),
                   str(json_object_get(json_array_get(points_of(j), q + 1), "values"), at(keys, 0))) != 0;
    clear();
    put("%s\" stroke=\"%s\" stroke-width=\"1.5\"><title>%s: %.6f mm2, cycles x %.4f%s</title></circle>", on ? colours[of % 7] : "#ffffff",
        colours[of % 7], point_name(keys, p), num(p, "mm2"), num(p, "cycles_ratio"), on ? ", on the front" : "");
    ck_assert_msg(!strncmp(circle + used, want, want_n), "%.300s instead of %s", circle + used, want);
    circle += used + want_n;
    char label[60];
    ck_assert_int_eq(sscanf(circle, "<text x=\"%lf\" y=\"%lf\">%59[^<]</text>\n", &tx, &ty, label), 3);
    ck_assert_str_eq(label, str(json_object_get(p, "values"), at(keys, two)));
    ck_assert(fabs(tx - cx - 8) < 0.11 && fabs(fmod(fabs(ty - cy + 6) + 0.2, 12) - 0.2) < 0.3);
    for (size_t k = 0; k < n; k++)
      ck_assert_msg(fabs(lx[k] - tx) >= 8.0 * (double)strlen(label) + 5.7 || fabs(ly[k] - ty) >= 11.7, "%s lies on another", label);
    lx[n] = tx, ly[n] = ty, len[n++] = (double)strlen(label);
    front += (size_t)on;
    circle = strstr(circle, "<circle ");
  }
  (void)len;
  /* the stair: down from the top to the first point, then right and down to each */
  const char *path = strstr(svg, " d=\"M");
  ck_assert_ptr_nonnull(path);
  double x, y, last_x = 0, last_y = 1e9;
  int used;
  ck_assert_int_eq(sscanf(path, " d=\"M%lf 64 V%lf%n", &x, &y, &used), 2);
  for (size_t stairs = 0;; stairs++) {
    int hit = 0;
    json_array_foreach(points_of(j), i, p) hit |= json_is_true(json_object_get(p, "front")) && fabs(x - sx.a - sx.b * num(p, "mm2")) < 0.3 &&
                                                  fabs(y - sy.a - sy.b * num(p, "cycles_ratio")) < 0.3;
    ck_assert(hit && x > last_x && (y > last_y || !stairs));
    last_x = x, last_y = y, path += used;
    if (sscanf(path, " H%lf V%lf%n", &x, &y, &used) != 2) {
      ck_assert_uint_eq(stairs + 1, front);
      break;
    }
  }
  ck_assert_int_eq(strncmp(path, " H636\"/>\n", 9), 0);
  /* the legend */
  clear();
  unsigned down = 74;
  if (two) {
    put("<text x=\"654\" y=\"74\" font-weight=\"bold\">%s</text>\n", at(keys, 0));
    const char *before = "";
    unsigned v = 0;
    json_array_foreach(points_of(j), i, p) {
      const char *value = str(json_object_get(p, "values"), at(keys, 0));
      if (!strcmp(value, before)) continue;
      put("<circle cx=\"660\" cy=\"%u\" r=\"5\" fill=\"%s\"/><text x=\"672\" y=\"%u\">%s</text>\n", 74 + 16 * (v + 1) - 4, colours[v % 7],
          74 + 16 * (v + 1), value);
      before = value, v++;
    }
    down += 16 * (v + 2);
  }
  put("<text x=\"654\" y=\"%u\">labels: %s</text>\n<circle cx=\"660\" cy=\"%u\" r=\"5\" fill=\"#666666\"/><text x=\"672\" y=\"%u\">on the "
      "front</text>\n"
      "<circle cx=\"660\" cy=\"%u\" r=\"5\" fill=\"#ffffff\" stroke=\"#666666\"/><text x=\"672\" y=\"%u\">not</text>\n</svg>\n",
      down, at(keys, two), down + 16, down + 20, down + 34, down + 38);
  const size_t all = strlen(svg);
  ck_assert_msg(all > want_n && !strcmp(svg + all - want_n, want), "%s instead of %s", svg + all - want_n, want);
}
static const struct {
  const char *args;
  int code;
} sweeps[] = {{"CTAS=8,16 COLLECTORS=1,2,4 vecadd,reduce --config small", 0},
              {"COLLECTORS=1:3 vecadd --config small --set WARPS=6 --set RF_BANKS=8 --seed 5", 0},
              {"LANES=8,32 WARP_SIZE=16,32 vecadd --config small", 0},
              {"WARPS=2,8,16 vecadd --config small", 1},
              {"L1_WAYS=1,2,4,8 vecadd --config small", 0}, /* all at one place */
              {"FORCE=0,1 backoff,vecadd --config small --set YIELD_RELEASE=0", 0}};
START_TEST(renderings_of_sweep) {
  static char got[1 << 18];
  char args[300];
  snprintf(args, sizeof args, "sweep %s -q --json s.json --csv s.csv --markdown s.md --svg s.svg", sweeps[_i].args);
  snprintf(got, sizeof got, "%s", output(sweeps[_i].code, args));
  json_t *j = json_of("s.json");
  ck_assert_str_eq(str(j, "schema"), "warptwin-sweep-1");
  ck_assert(whole(j, "node_nm") == 45 && whole(j, "seed") == (strstr(sweeps[_i].args, "--seed 5") ? 5 : 0));
  never_full(j);
  sweep_text(j, 0);
  is_wanted(got);
  slurp("s.md", got, sizeof got);
  sweep_text(j, 1);
  is_wanted(got);
  slurp("s.csv", got, sizeof got);
  sweep_csv(j, got);
  slurp("s.svg", got, sizeof got);
  scatter(j, got);
  json_decref(j);
}
END_TEST
START_TEST(sweeps_to_the_terminal) {
  static const char *const kinds[] = {"csv", "json", "markdown", "svg"};
  for (int i = 0; i < 4; i++) {
    static char file_of[1 << 18];
    char args[200];
    snprintf(args, sizeof args, "sweep COLLECTORS=1,2 vecadd --config small -q --%s x", kinds[i]);
    output(0, args);
    slurp("x", file_of, sizeof file_of);
    snprintf(args, sizeof args, "sweep COLLECTORS=1,2 vecadd --config small -q --%s -", kinds[i]);
    ck_assert_str_eq(output(0, args), file_of);
  }
  /* no point has all its kernels: there is no picture of it */
  const char *svg = output(1, "sweep WARPS=1,2 vecadd --config small -q --svg -");
  ck_assert_ptr_nonnull(strstr(svg, "<text x=\"76\" y=\"94\">no point has all its kernels</text>\n</svg>\n"));
  ck_assert_ptr_null(strstr(svg, "<circle"));
}
END_TEST

int main(void) {
  TCase *t = tcase_create("sweep_text");
  tcase_add_loop_test(t, renderings_of_sweep, 0, sizeof sweeps / sizeof *sweeps);
  tcase_add_test(t, sweeps_to_the_terminal);
  return run_suite("sweep_text", t);
}
