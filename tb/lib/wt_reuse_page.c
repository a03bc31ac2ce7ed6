/* wt_reuse_page.c - the page of wt_reuse.h: sentences, charts as SVG, tables, and the numbers as JSON. It loads nothing and runs no script. */
#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "files/wt_xml.h"
#include "isa/wt_dis.h"
#include "lib/wt_reuse.h"
#include "lib/wt_source.h"

enum { HOT = 32, WIDE = 1080, LEFT = 56, HIGH = 220, TOP = 74, BOTTOM = 44, FIRSTS = 2 };

/* Okabe and Ito's, told apart without red and green. */
static const char *const colour[WT_FROM_N] = {"#0072b2", "#56b4e9", "#e69f00", "#d55e00", "#999999"};
static const char *const kinds[WT_REUSE_KINDS] = {"load", "store", "atomic"};

static uint64_t sum(const uint64_t *v, unsigned n) {
  uint64_t all = 0;
  for (unsigned i = 0; i < n; i++) all += v[i];
  return all;
}
static double share(uint64_t a, uint64_t of) { return of ? 100.0 * (double)a / (double)of : 0; }

/* 4096: "4K" */
static const char *brief(uint64_t n, char to[24]) {
  static const char unit[] = " KMGT";
  unsigned u = 0;
  while (u < 4 && n >= 1024 && n % 1024 == 0) n /= 1024, u++;
  snprintf(to, 24, u ? "%" PRIu64 "%c" : "%" PRIu64, n, unit[u]);
  return to;
}

/* ---- lines by the number of CTAs ---- */

typedef struct {
  uint64_t lines[WT_REUSE_SHARED], requests[WT_REUSE_SHARED]; /* of 1, 2, 3 to 4, 5 to 8 ... CTAs */
  unsigned n;
} sharing;
static sharing sharing_of(const wt_reuse *r) {
  sharing s = {.n = 1};
  for (uint32_t i = 0; i < r->all.lru.line.n; i++) {
    const unsigned at = r->ctas[i] > 1 ? 32 - (unsigned)__builtin_clz(r->ctas[i] - 1) : 0;
    s.lines[at]++, s.requests[at] += r->touches[i];
    if (at >= s.n) s.n = at + 1;
  }
  return s;
}
static const char *ctas_text(unsigned at, char to[50]) {
  char a[24], b[24];
  if (at < 2) snprintf(to, 50, "%u", at + 1);
  else snprintf(to, 50, "%s-%s", brief((UINT64_C(1) << (at - 1)) + 1, a), brief(UINT64_C(1) << at, b));
  return to;
}

/* ---- instructions ---- */

typedef struct {
  uint32_t pc;
  const wt_reuse_pc *x;
} place;
static int hotter(const void *a, const void *b) {
  const place *x = a, *y = b;
  return x->x->n != y->x->n ? (x->x->n < y->x->n) - (x->x->n > y->x->n) : (x->pc > y->pc) - (x->pc < y->pc);
}
static const char *class_of(const wt_reuse_pc *p) {
  const uint64_t stream = p->from[WT_FROM_NOBODY], intra = p->from[WT_FROM_WARP] + p->from[WT_FROM_CTA],
                 inter = p->from[WT_FROM_CTAS] + p->from[WT_FROM_SMS];
  return stream >= intra && stream >= inter ? "streaming" : intra >= inter ? "intra-CTA" : "inter-CTA";
}

/* ---- numbers ---- */

static json_t *numbers(const uint64_t *v, unsigned n) {
  json_t *a = json_array();
  for (unsigned i = 0; i < n; i++) json_array_append_new(a, json_integer((json_int_t)v[i]));
  return a;
}
static unsigned bins_of(const wt_reuse_view *v) {
  unsigned n = 0;
  for (unsigned f = 0; f < WT_FROM_N; f++)
    for (unsigned b = n; b < WT_REUSE_BINS; b++)
      if (v->bin[f][b]) n = b + 1;
  return n;
}
static json_t *view_json(const wt_reuse_view *v) {
  json_t *bins = json_array();
  for (unsigned f = 0; f < WT_FROM_N; f++) json_array_append_new(bins, numbers(v->bin[f], bins_of(v)));
  return json_pack("{s:o,s:o,s:o,s:o,s:o}", "requests", numbers(v->n, WT_FROM_N), "held", numbers(v->held, WT_FROM_N), "loads",
                   numbers(v->loads, WT_FROM_N), "loads_held", numbers(v->load_held, WT_FROM_N), "distance", bins);
}
static json_t *hot_json(const wt_reuse *r) {
  place *v = calloc(r->L->n_insns + 1, sizeof *v);
  json_t *all = json_array();
  size_t n = 0;
  for (size_t i = 0; v && i < r->L->n_insns; i++)
    if (r->pc[i].n) v[n++] = (place){(uint32_t)i * 16, &r->pc[i]};
  if (v) qsort(v, n, sizeof *v, hotter);
  for (size_t i = 0; i < n && i < HOT; i++) {
    char text[WT_DIS_MAX];
    const wt_reuse_pc *p = v[i].x;
    wt_dis_short(r->L->code[v[i].pc / 16], v[i].pc, text, sizeof text);
    json_t *one = json_pack("{s:i,s:s,s:s,s:s,s:I,s:o,s:I}", "pc", (int)v[i].pc, "text", text, "kind", kinds[p->kind], "class", class_of(p),
                            "requests", (json_int_t)p->n, "from", numbers(p->from, WT_FROM_N), "held", (json_int_t)p->held);
    wt_source_json(one, r->L, v[i].pc);
    json_array_append_new(all, one);
  }
  free(v);
  return all;
}
static uint64_t brought(const wt_reuse *r) {
  uint64_t n = 0;
  for (unsigned i = 0; i < r->S->SMS; i++) n += r->sm[i].lru.line.n;
  return n;
}
static json_t *all_json(const wt_reuse *r, const sharing *s, const char *verdict) {
  char label[300], say[WT_REUSE_SAYS][WT_REUSE_SAY];
  json_t *from = json_array(), *says = json_array();
  uint64_t misses[WT_REUSE_GROUPS];
  for (unsigned f = 0; f < WT_FROM_N; f++) json_array_append_new(from, json_string(wt_from_names[f]));
  for (unsigned i = 0, n = wt_reuse_says(r, say); i < n; i++) json_array_append_new(says, json_string(say[i]));
  wt_reuse_misses(r, misses);
  json_t *j = json_pack("{s:s,s:s,s:s,s:[iii],s:[iii]}", "kernel", r->L->kernel, "verdict", verdict, "shape_label",
                        wt_shape_label(r->S, label, sizeof label), "grid", (int)r->L->grid[0], (int)r->L->grid[1], (int)r->L->grid[2], "block",
                        (int)r->L->block[0], (int)r->L->block[1], (int)r->L->block[2]);
  json_object_update_new(j, json_pack("{s:i,s:I,s:I,s:I,s:I,s:o,s:o}", "line_bytes", (int)r->bytes, "l1_lines", (json_int_t)r->l1, "l2_lines",
                                      (json_int_t)r->l2, "lines", (json_int_t)r->all.lru.line.n, "lines_of_sms", (json_int_t)brought(r), "kinds",
                                      numbers(r->kind, WT_REUSE_KINDS), "from", from));
  json_object_update_new(j, json_pack("{s:o,s:o,s:o,s:o}", "in_sm", view_json(&r->in_sm), "in_all", view_json(&r->in_all), "lines_by_ctas",
                                      numbers(s->lines, s->n), "requests_by_ctas", numbers(s->requests, s->n)));
  json_object_update_new(j, json_pack("{s:{s:I,s:I,s:I,s:I,s:I},s:I,s:o,s:o}", "loads", "held", (json_int_t)misses[WT_REUSE_FITS], "streaming",
                                      (json_int_t)misses[WT_REUSE_STREAM], "inter_cta", (json_int_t)misses[WT_REUSE_INTER], "intra_warp",
                                      (json_int_t)misses[WT_REUSE_INTRA_WARP], "intra_cta", (json_int_t)misses[WT_REUSE_INTRA_CTA], "enough_bytes",
                                      (json_int_t)wt_reuse_enough(r), "says", says, "instructions", hot_json(r)));
  return j;
}

/* ---- charts ---- */

static void text_at(FILE *f, double x, double y, const char *anchor, const char *text) {
  fprintf(f, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">", x, y, anchor);
  wt_xml(f, text);
  fputs("</text>\n", f);
}
static double axis(FILE *f, double most, double right) {
  static const double tops[] = {5, 10, 20, 40, 60, 80, 100};
  unsigned i = 0;
  char text[16];
  while (i < 6 && tops[i] < most) i++;
  for (int k = 0; k <= 4; k++) {
    const double y = TOP + HIGH - k / 4.0 * HIGH;
    fprintf(f, "<line x1=\"%d\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\"/>\n", LEFT, y, right, y, k ? "#dddddd" : "#444444");
    snprintf(text, sizeof text, "%g %%", tops[i] * k / 4);
    text_at(f, LEFT - 6, y + 4, "end", text);
  }
  return tops[i];
}
static void svg(FILE *f, double width) {
  fprintf(
    f,
    "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%d\" viewBox=\"0 0 %.0f %d\" font-family=\"Helvetica, Arial, sans-serif\" "
    "font-size=\"12\">\n",
    width, TOP + HIGH + BOTTOM, width, TOP + HIGH + BOTTOM);
}
static void box(FILE *f, double x, double y, double w, double h, const char *fill, const char *what, double percent, uint64_t n) {
  fprintf(f, "<rect x=\"%.1f\" y=\"%.2f\" width=\"%.1f\" height=\"%.2f\" fill=\"%s\"><title>", x, y, w, h, fill);
  wt_xml(f, what);
  fprintf(f, ": %.2f %%, %" PRIu64 "</title></rect>\n", percent, n);
}

typedef struct {
  const char *name;
  uint32_t lines;
} cache;
/* The line of a cache crosses the axis at its lines: what is left of it hits. Their names stand in two rows. */
static void capacity(FILE *f, const wt_reuse *r, const cache *c, unsigned row, double step, double right) {
  char text[100], a[24], b[24];
  const double x = LEFT + step * (1 + log2(c->lines)), y = TOP - 26 + 15.0 * row;
  snprintf(text, sizeof text, "%s: %s lines, %s bytes", c->name, brief(c->lines, a), brief((uint64_t)c->lines * r->bytes, b));
  fprintf(f, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%d\" stroke=\"#222222\" stroke-dasharray=\"5 3\"/>\n", x, y - 9, x, TOP + HIGH);
  if (x + 6.5 * (double)strlen(text) > right) text_at(f, x - 5, y, "end", text);
  else text_at(f, x + 5, y, "start", text);
}

static void legend(FILE *f, const unsigned *of, unsigned n) {
  double x = LEFT;
  for (unsigned i = 0; i < n; i++) {
    fprintf(f, "<rect x=\"%.1f\" y=\"8\" width=\"11\" height=\"11\" fill=\"%s\"/>\n", x, colour[of[i]]);
    text_at(f, x + 16, 18, "start", wt_from_names[of[i]]);
    x += 16 + 6.6 * (double)strlen(wt_from_names[of[i]]) + 22;
  }
}

/* Distances by who had the line; behind them the touches without one, each in a column of its own. */
static void distances(FILE *f, const wt_reuse *r, const wt_reuse_view *v, int within) {
  static const unsigned order[] = {WT_FROM_WARP, WT_FROM_CTA, WT_FROM_CTAS, WT_FROM_SMS, WT_FROM_NOBODY};
  static const char *const under[FIRSTS] = {"other SM", "first"};
  const cache caches[] = {{"L1", within ? r->l1 : 0}, {"L2", r->l2}};
  const uint64_t all = sum(v->n, WT_FROM_N);
  const unsigned firsts = within && r->S->SMS > 1 ? 2 : 1;
  unsigned cols = bins_of(v);
  double most = 0;
  char what[80], text[24];
  for (unsigned c = 0; c < 2; c++)
    while (caches[c].lines && (UINT64_C(1) << cols >> 1) <= caches[c].lines) cols++; /* its line is in the picture */
  if (cols < 6) cols = 6;
  for (unsigned b = 0; b < cols && b < WT_REUSE_BINS; b++) {
    uint64_t n = 0;
    for (unsigned k = 0; k < WT_FROM_N; k++) n += v->bin[k][b];
    if (share(n, all) > most) most = share(n, all);
  }
  for (unsigned k = 0; k < firsts; k++)
    if (share(v->n[WT_FROM_NOBODY - k], all) > most) most = share(v->n[WT_FROM_NOBODY - k], all);
  double step = (WIDE - LEFT - 40) / (double)(cols + 2 * firsts);
  if (step > 56) step = 56;
  const double behind = LEFT + step * cols + 24, wide = step < 50 ? 50 : step, right = behind + firsts * (wide + 6);
  svg(f, right + 10 < 700 ? 700 : right + 10);
  legend(f, order, r->S->SMS > 1 ? 5 : 3);
  if (r->S->SMS == 1)
    fprintf(f, "<rect x=\"%d\" y=\"8\" width=\"11\" height=\"11\" fill=\"%s\"/>\n", LEFT + 440, colour[WT_FROM_NOBODY]),
      text_at(f, LEFT + 456, 18, "start", "nobody");
  const double top = axis(f, most, right);
  for (unsigned b = 0; b < cols && b < WT_REUSE_BINS; b++) {
    double y = TOP + HIGH;
    for (unsigned k = 0; k < WT_FROM_N; k++) {
      const double h = share(v->bin[k][b], all) / top * HIGH;
      if (!v->bin[k][b]) continue;
      snprintf(what, sizeof what, b > 1 ? "%s, distance %" PRIu64 " to %" PRIu64 : "%s, distance %" PRIu64, wt_from_names[k],
               b ? UINT64_C(1) << (b - 1) : 0, (UINT64_C(1) << b) - 1);
      box(f, LEFT + step * b + 1, y -= h, step - 2, h, colour[k], what, share(v->bin[k][b], all), v->bin[k][b]);
    }
    if (b) text_at(f, LEFT + step * b, TOP + HIGH + 16, "middle", brief(UINT64_C(1) << (b - 1), text));
    else text_at(f, LEFT + step / 2, TOP + HIGH + 16, "middle", "0");
  }
  text_at(f, LEFT + step * cols, TOP + HIGH + 16, "middle", brief(UINT64_C(1) << (cols - 1), text));
  text_at(f, LEFT + step * cols / 2, TOP + HIGH + 36, "middle", "different lines in between");
  for (unsigned i = 0; i < firsts; i++) {
    const unsigned k = firsts == 2 && !i ? WT_FROM_SMS : WT_FROM_NOBODY;
    const double h = share(v->n[k], all) / top * HIGH, x = behind + i * (wide + 6);
    box(f, x, TOP + HIGH - h, wide, h, colour[k], wt_from_names[k], share(v->n[k], all), v->n[k]);
    text_at(f, x + wide / 2, TOP + HIGH + 16, "middle", under[k == WT_FROM_NOBODY]);
  }
  text_at(f, (behind + right - 6) / 2, TOP + HIGH + 36, "middle", within && firsts == 2 ? "new to the SM" : "new");
  for (unsigned c = 0; c < 2; c++)
    if (caches[c].lines) capacity(f, r, &caches[c], c, step, right);
  fputs("</svg>\n", f);
}

static void shared_lines(FILE *f, const wt_reuse *r, const sharing *s) {
  static const char *const fill[] = {"#0072b2", "#56b4e9"}, *const name[] = {"share of the lines", "share of the requests"};
  const uint64_t all[] = {r->all.lru.line.n, sum(r->kind, WT_REUSE_KINDS)};
  double most = 0, step = (WIDE - LEFT - 40) / (double)s->n;
  char text[50], what[90];
  if (step > 84) step = 84;
  for (unsigned i = 0; i < s->n; i++) {
    if (share(s->lines[i], all[0]) > most) most = share(s->lines[i], all[0]);
    if (share(s->requests[i], all[1]) > most) most = share(s->requests[i], all[1]);
  }
  const double right = LEFT + step * s->n;
  svg(f, right + 10 < 420 ? 420 : right + 10);
  for (int k = 0; k < 2; k++) {
    fprintf(f, "<rect x=\"%d\" y=\"8\" width=\"11\" height=\"11\" fill=\"%s\"/>\n", LEFT + 160 * k, fill[k]);
    text_at(f, LEFT + 160 * k + 16, 18, "start", name[k]);
  }
  const double top = axis(f, most, right);
  for (unsigned i = 0; i < s->n; i++) {
    const uint64_t n[] = {s->lines[i], s->requests[i]};
    for (int k = 0; k < 2; k++) {
      const double h = share(n[k], all[k]) / top * HIGH;
      snprintf(what, sizeof what, "lines of %s CTAs, %s", ctas_text(i, text), name[k]);
      if (n[k]) box(f, LEFT + step * i + 4 + k * (step - 8) / 2, TOP + HIGH - h, (step - 8) / 2, h, fill[k], what, share(n[k], all[k]), n[k]);
    }
    text_at(f, LEFT + step * (i + 0.5), TOP + HIGH + 16, "middle", ctas_text(i, text));
  }
  text_at(f, LEFT + step * s->n / 2, TOP + HIGH + 36, "middle", "CTAs that touch a line");
  fputs("</svg>\n", f);
}

/* ---- tables ---- */

static void view_table(FILE *f, const wt_reuse *r, const wt_reuse_view *v, const char *name, uint32_t lines) {
  const uint64_t all = sum(v->n, WT_FROM_N);
  fputs("<table><tr><th class=\"l\">had the line before</th><th>requests</th><th>share</th><th>loads</th>", f);
  if (lines) fprintf(f, "<th>loads within %s</th>", name);
  fputs("</tr>\n", f);
  for (unsigned k = 0; k < WT_FROM_N; k++) {
    if (k == WT_FROM_SMS && r->S->SMS == 1) continue;
    fprintf(f, "<tr><td class=\"l\">%s</td><td>%" PRIu64 "</td><td>%.1f %%</td><td>%" PRIu64 "</td>", wt_from_names[k], v->n[k], share(v->n[k], all),
            v->loads[k]);
    if (lines) fprintf(f, "<td>%" PRIu64 "</td>", v->load_held[k]);
    fputs("</tr>\n", f);
  }
  fputs("</table>\n", f);
}

static void hot_table(FILE *f, const wt_reuse *r, const json_t *hot) {
  const size_t n = json_array_size(hot);
  int source = 0;
  for (size_t i = 0; i < n; i++) source |= json_object_get(json_array_get(hot, i), "line") != NULL;
  fputs("<table><tr><th>pc</th><th class=\"l\">instruction</th><th class=\"l\">class</th><th>requests</th>", f);
  for (unsigned k = 0; k < WT_FROM_N; k++)
    if (k != WT_FROM_SMS || r->S->SMS > 1) fprintf(f, "<th>%s</th>", wt_from_names[k]);
  if (r->l1) fputs("<th>within L1</th>", f);
  fputs(source ? "<th class=\"l\">source</th></tr>\n" : "</tr>\n", f);
  for (size_t i = 0; i < n; i++) {
    const json_t *one = json_array_get(hot, i), *from = json_object_get(one, "from");
    const char *line = json_string_value(json_object_get(one, "line")), *text = json_string_value(json_object_get(one, "source"));
    const uint64_t requests = (uint64_t)json_integer_value(json_object_get(one, "requests"));
    fprintf(f, "<tr><td><code>0x%04x</code></td><td class=\"l\"><code>", (unsigned)json_integer_value(json_object_get(one, "pc")));
    wt_xml(f, json_string_value(json_object_get(one, "text")));
    fprintf(f, "</code></td><td class=\"l\">%s</td><td>%" PRIu64 "</td>", json_string_value(json_object_get(one, "class")), requests);
    for (unsigned k = 0; k < WT_FROM_N; k++)
      if (k != WT_FROM_SMS || r->S->SMS > 1) fprintf(f, "<td>%.1f %%</td>", share((uint64_t)json_integer_value(json_array_get(from, k)), requests));
    if (r->l1) fprintf(f, "<td>%.1f %%</td>", share((uint64_t)json_integer_value(json_object_get(one, "held")), requests));
    if (source) {
      fputs("<td class=\"l s\"><code>", f);
      if (line) wt_xml(f, line), fputs("  ", f), wt_xml(f, text ? text : "");
      fputs("</code></td>", f);
    }
    fputs("</tr>\n", f);
  }
  fputs("</table>\n", f);
}

/* ---- the page ---- */

static const char head[] =
  "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>warptwin: reuse of lines</title>\n<style>\n"
  "body{font:14px/1.4 sans-serif;margin:24px auto;max-width:1120px;color:#222;background:#fff}\n"
  "h1{font-size:22px;margin:0 0 4px}h2{font-size:16px;margin:26px 0 6px}p{margin:4px 0;color:#555}p.say{color:#222;margin:8px 0}\n"
  "table{border-collapse:collapse;margin-top:6px}td,th{padding:2px 12px 2px 0;text-align:right;vertical-align:top;white-space:nowrap}\n"
  "th{font-weight:600;border-bottom:1px solid #bbb;white-space:normal;vertical-align:bottom}td.l,th.l{text-align:left}\n"
  "td.s{max-width:420px;overflow:hidden;text-overflow:ellipsis}code{font-family:monospace;font-size:13px}svg{display:block;max-width:100%;height:"
  "auto}\n"
  "</style></head><body>\n";

void wt_reuse_html(FILE *f, const wt_reuse *r, const char *verdict) {
  const sharing s = sharing_of(r);
  json_t *j = all_json(r, &s, verdict), *says = json_object_get(j, "says"), *hot = json_object_get(j, "instructions");
  const uint64_t all = sum(r->kind, WT_REUSE_KINDS);
  fputs(head, f);
  fputs("<h1>Reuse of lines: ", f), wt_xml(f, r->L->kernel), fputs(", ", f), wt_xml(f, verdict), fputs("</h1>\n<p>shape ", f);
  wt_xml(f, json_string_value(json_object_get(j, "shape_label")));
  fprintf(f,
          ", grid %u x %u x %u, block %u x %u x %u. %" PRIu64 " requests of global memory (%" PRIu64 " loads, %" PRIu64 " stores, %" PRIu64
          " atomics) to %u lines of %u bytes",
          r->L->grid[0], r->L->grid[1], r->L->grid[2], r->L->block[0], r->L->block[1], r->L->block[2], all, r->kind[WT_REUSE_LOAD],
          r->kind[WT_REUSE_STORE], r->kind[WT_REUSE_ATOMIC], r->all.lru.line.n, r->bytes);
  if (r->S->SMS > 1 && r->all.lru.line.n) fprintf(f, "; a line comes to %.2f of the %u SMs", (double)brought(r) / r->all.lru.line.n, r->S->SMS);
  fputs(".</p>\n<h2>What may help</h2>\n", f);
  for (size_t i = 0; i < json_array_size(says); i++)
    fputs("<p class=\"say\">", f), wt_xml(f, json_string_value(json_array_get(says, i))), fputs("</p>\n", f);
  fprintf(
    f,
    "<h2>Reuse distance within %s</h2>\n<p>Requests by the number of different lines that the SM touched since it touched this one, coloured by who "
    "had it before. A cache that holds more lines than that hits, if it replaces the least recently used one%s.</p>\n",
    r->S->SMS > 1 ? "an SM" : "the SM",
    r->l1 && r->l2 ? ""
    : r->l1        ? "; this shape has no L2"
    : r->l2        ? "; this shape has no L1"
                   : "; this shape has neither L1 nor L2");
  distances(f, r, &r->in_sm, 1);
  view_table(f, r, &r->in_sm, "L1", r->l1);
  if (r->S->SMS > 1) {
    fputs("<h2>Reuse distance over all SMs</h2>\n<p>The same for the requests of all SMs in one order, as a cache behind them sees them if there is "
          "no L1.</p>\n",
          f);
    distances(f, r, &r->in_all, 0);
    view_table(f, r, &r->in_all, "L2", r->l2);
  }
  fputs("<h2>Sharing between CTAs</h2>\n<p>Lines by the number of CTAs that touch them, and the requests that go to these lines.</p>\n", f);
  shared_lines(f, r, &s);
  fprintf(f,
          "<h2>Instructions</h2>\n<p>The %d with the most requests, by who had their lines before%s; the class is the largest of streaming (nobody "
          "had it), "
          "intra-CTA and inter-CTA.</p>\n",
          HOT, r->S->SMS > 1 ? ", seen from their SM" : "");
  hot_table(f, r, hot);
  fputs("<script type=\"application/json\" id=\"data\">", f);
  char *text = json_dumps(j, JSON_COMPACT | JSON_PRESERVE_ORDER | JSON_ENSURE_ASCII);
  for (const char *p = text ? text : ""; *p; p++) /* "<" would end the element */
    if (*p == '<') fputs("\\u003c", f);
    else fputc(*p, f);
  fputs("</script>\n</body></html>\n", f);
  free(text);
  json_decref(j);
}
