/* cli_compare_html.c - warptwin compare as a page that needs nothing else: the chart of --svg and all tables. */
#include <stdio.h>
#include <stdlib.h>

#include "cli/cli_compare.h"
#include "cli/wt_table.h"
#include "files/wt_xml.h"

static const char style[] =
  "body{font:14px/1.4 sans-serif;margin:24px auto;max-width:1180px;color:#222;background:#fff}\n"
  "h1{font-size:22px;margin:0 0 4px}h2{font-size:16px;margin:26px 0 6px}p{margin:6px 0;color:#555}\n"
  "table{border-collapse:collapse;margin:12px 0}td,th{padding:2px 14px 2px "
  "0;text-align:right;white-space:nowrap}th{font-weight:600;border-bottom:1px "
  "solid #bbb}\n"
  "td.l,th.l{text-align:left}pre{font:13px/1.35 monospace;background:#f4f4f4;padding:8px;overflow:auto}svg{max-width:100%;height:auto}\n";

static void heading(FILE *f, const char *before, const char *s, const char *after) { fputs(before, f), wt_xml(f, s), fputs(after, f); }

static void conditions(const wt_compare *w, FILE *f) {
  char *text = NULL;
  size_t n;
  FILE *m = open_memstream(&text, &n);
  if (!m) return;
  wt_compare_conditions(w, m);
  fclose(m);
  if (n) text[n - 1] = 0; /* the newline */
  heading(f, "<p>", text, "</p>\n");
  free(text);
}

void wt_compare_html(const void *what, FILE *f) {
  const wt_compare *w = what;
  heading(f, "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>", w->key, " on warptwin</title>\n<style>\n");
  fputs(style, f);
  heading(f, "</style></head><body>\n<h1>Compared: ", w->key, "</h1>\n");
  conditions(w, f);
  (wt_compare_matrix(w) ? wt_compare_heat : wt_compare_svg)(w, f);
  (wt_compare_matrix(w) ? wt_compare_tables : wt_compare_values)(w, WT_TABLE_HTML, f);
  if (wt_compare_unfinished(w)) fputs("<h2>Not finished</h2>\n", f);
  for (size_t k = 0; k < w->grid.n_kernels; k++)
    for (unsigned v = 0; v < w->n_values; v++) {
      const wt_cell *c = wt_cell_at(w, k, v);
      if (!w->size[v] || wt_cell_ok(c)) continue;
      heading(f, "<p>", w->grid.kernel[k]->name, ", "), heading(f, "", w->assign[v], "</p>\n"), heading(f, "<pre>", c->report, "</pre>\n");
    }
  fputs("</body></html>\n", f);
}
