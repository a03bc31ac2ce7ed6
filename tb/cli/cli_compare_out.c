/* cli_compare_out.c - the tables of warptwin compare over one key, what text and Markdown have around tables, and JSON. */
#include "cli/cli_compare.h"
#include "cli/wt_table.h"
#include "spec/wt_paths.h"

/* ---- text and Markdown ---- */

static void cells(const wt_compare *w, int form, FILE *f) {
  wt_table t = {.left = 1u | 2u | 32u | 128u};
  static const char *const head[] = {"kernel", "", "cycles", "warp insns", "lanes", "max occupancy", "unit bits", "result", "discrepancy"};
  char occupancy[WT_TABLE_WORD];
  wt_table_next(&t, NULL);
  for (unsigned c = 0; c < (w->apart ? 9 : 8); c++) wt_table_word(&t, "%s", c == 1 ? w->key : head[c]);
  for (size_t k = 0; k < w->grid.n_kernels; k++)
    for (unsigned v = 0; v < w->n_values; v++) {
      const wt_cell *c = wt_cell_at(w, k, v);
      wt_table_next(&t, NULL);
      wt_table_word(&t, "%s", v && form != WT_TABLE_MARKDOWN ? "" : w->grid.kernel[k]->name);
      wt_table_word(&t, "%s", w->value[v]);
      for (int i = 0; !c->c.cycles && i < 3; i++) wt_table_word(&t, "-");
      if (c->c.cycles) {
        wt_table_number(&t, c->c.cycles);
        wt_table_number(&t, c->c.warp_instructions);
        wt_table_word(&t, "%.1f %%", 100 * wt_cell_activity(c));
      }
      wt_table_word(&t, "%s", wt_cell_occupancy(w, c, v, occupancy, sizeof occupancy));
      wt_table_number(&t, wt_unit_bits(&w->unit[v]));
      wt_table_word(&t, "%s", c->verdict);
      if (wt_cell_apart(w, k, v) >= 0) wt_table_word(&t, "%.2f %%", 100 * wt_cell_apart(w, k, v));
      else wt_table_word(&t, "-");
    }
  wt_table_print(&t, form, f);
}

static void units(const wt_compare *w, int form, FILE *f) {
  wt_table t = {.left = 3u};
  static const char *const head[] = {"", "unit", "FF bits", "MEM bits", "unit bits", "bits of the SM", "GE", "mm2 at " WT_UNIT_NODE " nm"};
  wt_table_next(&t, NULL);
  for (unsigned c = 0; c < 8; c++) wt_table_word(&t, "%s", c ? head[c] : w->key);
  for (unsigned v = 0; v < w->n_values; v++) {
    const wt_unit_size *u = &w->unit[v];
    wt_table_next(&t, NULL);
    wt_table_word(&t, "%s", w->value[v]);
    wt_table_word(&t, "%s", u->stem);
    const uint64_t bits[] = {u->ff, u->mem, wt_unit_bits(u), wt_unit_bits(&w->sm[v])};
    for (int i = 0; i < 4; i++) wt_table_number(&t, bits[i]);
    if (u->gates < 0) wt_table_word(&t, "-"), wt_table_word(&t, "-");
    else wt_table_word(&t, "%.0f", u->gates), wt_table_word(&t, "%.4f", u->mm2);
  }
  wt_table_print(&t, form, f);
}

/* What the model prices is ours, whoever drives the machine. */
static void whose_sizes(const wt_compare *w, FILE *f) {
  if (w->use || w->grid.guests.n) fputs("sizes are those of our block; `warptwin size --rtl` prices yours\n", f);
}

/* What was in use of every sized structure, and what it costs. */
static void uses(const wt_compare *w, int form, FILE *f) {
  static wt_cli_used u[WT_MAX_VALUES][WT_PEAKS];
  wt_table t = {.left = 3u | 64u};
  static const char *const head[] = {"in use", "", "of", "peak", "mean", "mm2 at " WT_UNIT_NODE " nm", ""};
  wt_table_next(&t, NULL);
  for (unsigned c = 0; c < sizeof head / sizeof *head; c++) wt_table_word(&t, "%s", c == 1 ? w->key : head[c]);
  for (unsigned v = 0; v < w->n_values; v++) wt_grid_used(&w->grid, &w->point[v], w->size[v], u[v]);
  for (unsigned i = 0; i < WT_PEAKS; i++) {
    int full = 0, first = 1;
    for (unsigned v = 0; v < w->n_values; v++) full |= u[v][i].full;
    for (unsigned v = 0; v < w->n_values; v++) {
      const wt_cli_used *x = &u[v][i];
      if (!x->room) continue;
      wt_table_next(&t, NULL);
      wt_table_word(&t, "%s", first || form == WT_TABLE_MARKDOWN ? wt_peak_key(i) : "");
      wt_table_word(&t, "%s", w->value[v]);
      wt_table_number(&t, x->room);
      wt_table_number(&t, x->peak);
      wt_table_word(&t, "%.2f", x->mean);
      if (x->priced) wt_table_word(&t, "%.6f", x->mm2);
      else wt_table_word(&t, "-");
      wt_table_word(&t, "%s", first && !full ? WT_CLI_NEVER_FULL : "");
      first = 0;
    }
  }
  wt_table_print(&t, form, f);
}

/* One unit has fewer bits than another and more area: what its area goes into. */
static void why_larger(const wt_compare *w, FILE *f) {
  for (unsigned v = 0; v < w->n_values; v++)
    for (unsigned than = 0; than < w->n_values; than++) {
      const wt_unit_size *u = &w->unit[v], *t = &w->unit[than];
      char what[40] = "gates and flip-flops";
      if (u->mm2 <= t->mm2 || t->mm2 < 0 || wt_unit_bits(u) >= wt_unit_bits(t) || !u->top[0]) continue;
      if (u->macros) snprintf(what, sizeof what, "%u memory macro%s", u->macros, u->macros > 1 ? "s" : "");
      fprintf(f,
              "%s has fewer bits than %s and more mm2: %.4f of them are %s, %s (words and ports decide, not bits alone: warptwin size explain %s)\n",
              u->stem, t->stem, u->top_mm2, u->top, what, u->top);
      break;
    }
}

void wt_compare_conditions(const wt_compare *w, FILE *f) {
  char label[WT_POINT_LABEL], with[1300];
  fprintf(f, "C twin with the oracle in tandem; shape %s%s; seed %llu; at most %llu cycles a launch\n", wt_point_label(&w->base, label, sizeof label),
          wt_cli_guests_words(&w->grid.guests, with, sizeof with), (unsigned long long)w->grid.shape.seed, (unsigned long long)w->grid.max_cycles);
}

/* Runs that did not come to their end; a hole of a matrix is none. */
static int is_unfinished(const wt_compare *w, size_t k, unsigned v) { return w->size[v] && !wt_cell_ok(wt_cell_at(w, k, v)); }
size_t wt_compare_unfinished(const wt_compare *w) {
  size_t n = 0;
  for (size_t i = 0; i < w->grid.n; i++) n += (size_t)is_unfinished(w, i / w->n_values, (unsigned)(i % w->n_values));
  return n;
}
static int none_finished(const wt_compare *w) {
  for (size_t i = 0; i < w->grid.n; i++)
    if (wt_cell_ok(wt_grid_cell(&w->grid, i))) return 0;
  return 1;
}

static void indented(const char *s, FILE *f) {
  fputs("  ", f);
  for (; *s; s++) {
    fputc(*s, f);
    if (*s == '\n') fputs("  ", f);
  }
  fputc('\n', f);
}

void wt_compare_values(const wt_compare *w, int form, FILE *f) {
  const char *gap = form == WT_TABLE_HTML ? "" : "\n";
  cells(w, form, f);
  fputs(gap, f);
  units(w, form, f);
  if (form == WT_TABLE_TEXT) whose_sizes(w, f), why_larger(w, f);
  else if (form == WT_TABLE_MARKDOWN && (w->use || w->grid.guests.n)) fputs(gap, f), whose_sizes(w, f);
  if (!none_finished(w)) fputs(gap, f), uses(w, form, f);
}

void wt_compare_text(const void *what, FILE *f) {
  const wt_compare *w = what;
  wt_compare_conditions(w, f);
  (wt_compare_matrix(w) ? wt_compare_tables : wt_compare_values)(w, WT_TABLE_TEXT, f);
  if (wt_compare_unfinished(w)) fputs("\nnot finished:\n", f);
  for (size_t k = 0; k < w->grid.n_kernels; k++)
    for (unsigned v = 0; v < w->n_values; v++)
      if (is_unfinished(w, k, v)) {
        fprintf(f, "%s, %s:\n", w->grid.kernel[k]->name, w->assign[v]);
        indented(wt_cell_at(w, k, v)->report, f);
      }
}

void wt_compare_markdown(const void *what, FILE *f) {
  const wt_compare *w = what;
  wt_compare_conditions(w, f);
  fputc('\n', f);
  (wt_compare_matrix(w) ? wt_compare_tables : wt_compare_values)(w, WT_TABLE_MARKDOWN, f);
  if (!wt_compare_unfinished(w)) return;
  fputs("\nNot finished:\n", f);
  for (size_t k = 0; k < w->grid.n_kernels; k++)
    for (unsigned v = 0; v < w->n_values; v++)
      if (is_unfinished(w, k, v)) fprintf(f, "\n%s, `%s`:\n\n```\n%s\n```\n", w->grid.kernel[k]->name, w->assign[v], wt_cell_at(w, k, v)->report);
}

/* ---- JSON ---- */

static json_t *size_json(const wt_unit_size *u) {
  json_t *j = json_pack("{s:s, s:I, s:I, s:I}", "block", u->stem, "ff_bits", (json_int_t)u->ff, "mem_bits", (json_int_t)u->mem, "bits",
                        (json_int_t)wt_unit_bits(u));
  json_object_set_new(j, "gates", u->gates < 0 ? json_null() : json_real(u->gates));
  json_object_set_new(j, "mm2", u->mm2 < 0 ? json_null() : json_real(u->mm2));
  return j;
}

static json_t *pair_json(const wt_compare *w, unsigned v) {
  const unsigned n = w->side[1].n;
  return json_pack("[s,s]", w->side[0].value[v / n], w->side[1].value[v % n]);
}

static json_t *cell_json(const wt_compare *w, size_t k, unsigned v) {
  const wt_cell *c = wt_cell_at(w, k, v);
  const char *const *name = wt_occupancy_names(&w->point[v].S);
  json_t *occ = json_object(), *j = json_object();
  for (int i = 0; i < 2; i++)
    if (*name[i]) json_object_set_new(occ, name[i], c->c.cycles ? json_integer(c->c.occupancy[i]) : json_null());
  json_object_set_new(j, "kernel", json_string(w->grid.kernel[k]->name));
  json_object_set_new(j, "value", json_string(w->value[v]));
  if (wt_compare_matrix(w)) {
    const double ratio = wt_cell_ratio(w, k, v);
    json_object_set_new(j, "values", pair_json(w, v));
    json_object_set_new(j, "ipc", json_real(wt_cell_ipc(c)));
    json_object_set_new(j, "ratio", ratio > 0 ? json_real(ratio) : json_null());
  }
  json_object_update_new(j, json_pack("{s:s, s:i, s:I, s:I, s:I, s:f, s:o, s:I}", "verdict", c->verdict, "status", c->status, "cycles",
                                      (json_int_t)c->c.cycles, "warp_instructions", (json_int_t)c->c.warp_instructions, "thread_instructions",
                                      (json_int_t)c->c.thread_instructions, "lane_activity", wt_cell_activity(c), "max_occupancy", occ, "unit_bits",
                                      (json_int_t)wt_unit_bits(&w->unit[v])));
  if (w->apart) json_object_set_new(j, "discrepancy", wt_cell_apart(w, k, v) < 0 ? json_null() : json_real(wt_cell_apart(w, k, v)));
  json_object_set_new(j, "report", json_string(wt_cell_ok(c) ? "" : c->report));
  return j;
}

/* Keys with their values, and a line a cell: means over the kernels, area, why it is no shape. */
static void matrix_json(const wt_compare *w, json_t *j) {
  json_t *keys = json_array(), *cells = json_array();
  for (unsigned k = 0; k < w->n_keys; k++) {
    json_t *values = json_array();
    for (unsigned v = 0; v < w->side[k].n; v++) json_array_append_new(values, json_string(w->side[k].value[v]));
    json_array_append_new(keys, json_pack("{s:s, s:o}", "key", w->side[k].key, "values", values));
  }
  for (unsigned v = 0; v < w->n_values; v++) {
    size_t n;
    const double mean = wt_compare_mean(w, v, &n);
    json_t *one = json_pack("{s:o, s:I}", "values", pair_json(w, v), "kernels", (json_int_t)(w->size[v] ? n : 0));
    json_object_set_new(one, "ratio", mean > 0 ? json_real(mean) : json_null());
    json_object_set_new(one, "mm2", w->size[v] ? json_real((double)w->size[v]->core.um2 * 1e-6) : json_null());
    json_object_set_new(one, "why", json_string(w->point[v].why));
    json_array_append_new(cells, one);
  }
  json_object_set_new(j, "keys", keys), json_object_set_new(j, "matrix", cells);
}

void wt_compare_json(const void *what, FILE *f) {
  const wt_compare *w = what;
  const wt_cli_guests *guests = &w->grid.guests;
  json_t *j = json_object(), *sizes = json_array(), *list = json_array(), *use = json_array();
  for (unsigned i = 0; i < guests->n; i++) json_array_append_new(use, json_string(guests->use[i]));
  for (unsigned v = 0; v < w->n_values; v++) {
    wt_cli_used u[WT_PEAKS];
    if (!w->size[v]) continue;
    wt_grid_used(&w->grid, &w->point[v], w->size[v], u);
    json_array_append_new(sizes, json_pack("{s:s, s:o, s:o, s:o}", "value", w->value[v], "unit", size_json(&w->unit[v]), "sm", size_json(&w->sm[v]),
                                           "occupancy", wt_cli_use_json(u)));
  }
  for (size_t k = 0; k < w->grid.n_kernels; k++)
    for (unsigned v = 0; v < w->n_values; v++) json_array_append_new(list, cell_json(w, k, v));
  json_object_set_new(j, "over", json_string(w->key));
  json_object_update_new(j, json_pack("{s:s, s:o}", "config", w->base.preset, "set", wt_words_json(w->base.set)));
  if (guests->n) json_object_set(j, "use", use);
  json_decref(use);
  if (wt_compare_matrix(w)) matrix_json(w, j);
  json_object_update_new(j, json_pack("{s:I, s:I, s:o, s:o}", "seed", (json_int_t)w->grid.shape.seed, "max_cycles", (json_int_t)w->grid.max_cycles,
                                      "sizes", sizes, "cells", list));
  wt_json_print(j, f);
}
