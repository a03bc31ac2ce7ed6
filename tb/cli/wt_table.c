/* wt_table.c - what several commands write alike. */
#include "cli/wt_table.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "cli/wt_cli.h"
#include "files/wt_xml.h"

void wt_table_next(wt_table *t, const char *note) {
  wt_table_row *more = realloc(t->row, (t->n + 1) * sizeof *more);
  if (!more) exit(wt_cli_error(2, "out of memory"));
  memset(&more[t->n], 0, sizeof *more);
  more[t->n++].note = note;
  t->row = more;
}

void wt_table_word(wt_table *t, const char *fmt, ...) {
  wt_table_row *r = &t->row[t->n - 1];
  va_list ap;
  va_start(ap, fmt);
  vsnprintf(r->w[r->n++], WT_TABLE_WORD, fmt, ap);
  va_end(ap);
}

static int is_left(const wt_table *t, unsigned c) { return (int)(t->left >> c & 1); }

static void print_row(const wt_table *t, const wt_table_row *r, const size_t *width, FILE *f) {
  const int bare = !t->after; /* then nothing fills up the last column */
  fputs(t->before ? t->before : "", f);
  for (unsigned c = 0; c < t->row->n; c++) {
    int last = c + 1 == t->row->n, left = is_left(t, c);
    fprintf(f, left ? "%-*s" : "%*s", last && left && bare ? 0 : (int)width[c], r->w[c]);
    fputs(!last ? "  " : bare ? "" : t->after, f);
  }
  if (r->note) fprintf(f, " %s", r->note);
  fputc('\n', f);
}

static void print_markdown(const wt_table *t, const wt_table_row *r, const size_t *width, FILE *f) {
  fputc('|', f);
  for (unsigned c = 0; c < t->row->n; c++) fprintf(f, is_left(t, c) ? " %-*s |" : " %*s |", (int)width[c], r->w[c]);
  fputc('\n', f);
}

static void rule(const wt_table *t, FILE *f) {
  fputc('|', f);
  for (unsigned c = 0; c < t->row->n; c++) fputs(t->plain || is_left(t, c) ? "---|" : "---:|", f);
  fputc('\n', f);
}

/* Columns that are flush left have the class l; the page says what it means. */
static void print_html(const wt_table *t, const wt_table_row *r, const char *cell, FILE *f) {
  fputs("<tr>", f);
  for (unsigned c = 0; c < t->row->n; c++) {
    fprintf(f, is_left(t, c) ? "<%s class=\"l\">" : "<%s>", cell);
    wt_xml(f, r->w[c]);
    fprintf(f, "</%s>", cell);
  }
  fputs("</tr>\n", f);
}

void wt_table_print(wt_table *t, int form, FILE *f) {
  size_t width[WT_TABLE_COLUMNS] = {0};
  for (size_t i = 0; i < t->n; i++)
    for (unsigned c = 0; c < t->row->n; c++)
      if (strlen(t->row[i].w[c]) > width[c]) width[c] = strlen(t->row[i].w[c]);
  if (form == WT_TABLE_HTML) fputs("<table>\n", f);
  for (size_t i = 0; i < t->n; i++) {
    if (form == WT_TABLE_TEXT) print_row(t, &t->row[i], width, f);
    else if (form == WT_TABLE_HTML) print_html(t, &t->row[i], i ? "td" : "th", f);
    else print_markdown(t, &t->row[i], width, f);
    if (form == WT_TABLE_MARKDOWN && !i) rule(t, f);
  }
  if (form == WT_TABLE_HTML) fputs("</table>\n", f);
  free(t->row);
}

/* ---- JUnit ---- */

void wt_junit_begin(FILE *f, const char *suite, size_t n, size_t failed) {
  fprintf(f, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"%s\" tests=\"%zu\" failures=\"%zu\">\n", suite, n, failed);
}

void wt_junit_case(FILE *f, const char *class, const char *name, double seconds, const char *failure, const char *text) {
  fputs("  <testcase classname=\"", f);
  wt_xml(f, class);
  fputs("\" name=\"", f);
  wt_xml(f, name);
  fprintf(f, "\" time=\"%.3f\"", seconds);
  if (!failure) {
    fputs("/>\n", f);
    return;
  }
  fprintf(f, "><failure message=\"%s\">", failure);
  wt_xml(f, text);
  fputs("</failure></testcase>\n", f);
}

void wt_junit_end(FILE *f) { fputs("</testsuite>\n", f); }

/* ---- JSON ---- */

json_t *wt_words_json(const char *const *list) {
  json_t *a = json_array();
  for (; *list; list++) json_array_append_new(a, json_string(*list));
  return a;
}

void wt_json_print(json_t *j, FILE *f) {
  json_dumpf(j, f, JSON_INDENT(2) | JSON_PRESERVE_ORDER);
  fputc('\n', f);
  json_decref(j);
}
