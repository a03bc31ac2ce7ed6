/* cli_compare_out.c - the table of warptwin compare as text, Markdown and JSON. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli_compare.h"
#include "spec/wt_paths.h"

static int estimated(const wt_grid *g) {
  for (unsigned v = 0; v < g->n_values; v++)
    if (g->unit[v].gates >= 0) return 1;
  return 0;
}

/* ---- text and Markdown: rows of words, then widths ---- */

enum { MAX_COLUMNS = 10, WORD = 64 };
typedef struct {
  char w[MAX_COLUMNS][WORD];
} line;
typedef struct {
  line *l;
  size_t n;
  unsigned columns;
  unsigned left; /* bit c: column c is flush left */
} words;

static void print_words(const words *t, int markdown, FILE *f) {
  size_t width[MAX_COLUMNS] = {0};
  for (size_t i = 0; i < t->n; i++)
    for (unsigned c = 0; c < t->columns; c++)
      if (strlen(t->l[i].w[c]) > width[c]) width[c] = strlen(t->l[i].w[c]);
  for (size_t i = 0; i < t->n; i++) {
    if (markdown) fputs("|", f);
    for (unsigned c = 0; c < t->columns; c++) {
      int left = t->left >> c & 1, last = c + 1 == t->columns && !markdown;
      if (markdown) fputc(' ', f);
      fprintf(f, left ? "%-*s" : "%*s", last && left ? 0 : (int)width[c], t->l[i].w[c]);
      fputs(markdown ? " |" : last ? "" : "  ", f);
    }
    fputc('\n', f);
    if (!markdown || i) continue;
    fputs("|", f);
    for (unsigned c = 0; c < t->columns; c++) fputs(t->left >> c & 1 ? "---|" : "---:|", f);
    fputc('\n', f);
  }
}

static void number(char *w, uint64_t v) { snprintf(w, WORD, "%llu", (unsigned long long)v); }

static void cells(const wt_grid *g, int markdown, FILE *f) {
  words t = {calloc(g->n_kernels * g->n_values + 1, sizeof(line)), 1, g->apart ? 9 : 8, 1u | 2u | 32u | 128u};
  static const char *const head[] = {"kernel", "", "cycles", "warp insns", "lanes", "max occupancy", "unit bits", "result", "discrepancy"};
  if (!t.l) return;
  for (unsigned c = 0; c < t.columns; c++) snprintf(t.l[0].w[c], WORD, "%s", c == 1 ? g->key : head[c]);
  for (size_t k = 0; k < g->n_kernels; k++)
    for (unsigned v = 0; v < g->n_values; v++) {
      const wt_cell *c = wt_cell_at(g, k, v);
      line *l = &t.l[t.n++];
      snprintf(l->w[0], WORD, "%s", v && !markdown ? "" : g->kernel[k]->name);
      snprintf(l->w[1], WORD, "%s", g->value[v]);
      for (int i = 2; i < 5; i++) strcpy(l->w[i], "-");
      if (c->cycles) {
        number(l->w[2], c->cycles);
        number(l->w[3], c->insns);
        snprintf(l->w[4], WORD, "%.1f %%", 100 * wt_cell_activity(c));
      }
      wt_cell_occupancy(g, c, v, l->w[5], WORD);
      number(l->w[6], wt_unit_bits(&g->unit[v]));
      snprintf(l->w[7], WORD, "%s", c->verdict);
      if (wt_cell_apart(g, k, v) >= 0) snprintf(l->w[8], WORD, "%.2f %%", 100 * wt_cell_apart(g, k, v));
      else strcpy(l->w[8], "-");
    }
  print_words(&t, markdown, f);
  free(t.l);
}

static void units(const wt_grid *g, int markdown, FILE *f) {
  int est = estimated(g);
  words t = {calloc(g->n_values + 1u, sizeof(line)), 1, est ? 8 : 6, 3u};
  static const char *const head[] = {"", "unit", "FF bits", "MEM bits", "unit bits", "bits of the SM", "GE", "mm2 at " WT_UNIT_NODE " nm"};
  if (!t.l) return;
  for (unsigned c = 0; c < t.columns; c++) snprintf(t.l[0].w[c], WORD, "%s", c ? head[c] : g->key);
  for (unsigned v = 0; v < g->n_values; v++) {
    const wt_unit_size *u = &g->unit[v];
    line *l = &t.l[t.n++];
    snprintf(l->w[0], WORD, "%s", g->value[v]);
    snprintf(l->w[1], WORD, "%s", u->stem);
    number(l->w[2], u->ff);
    number(l->w[3], u->mem);
    number(l->w[4], wt_unit_bits(u));
    number(l->w[5], wt_unit_bits(&g->sm[v]));
    if (u->gates >= 0) snprintf(l->w[6], WORD, "%.0f", u->gates), snprintf(l->w[7], WORD, "%.4f", u->mm2);
    else strcpy(l->w[6], "-"), strcpy(l->w[7], "-");
  }
  print_words(&t, markdown, f);
  free(t.l);
}

/* What the model prices is ours, whoever drives the machine. */
static void whose_sizes(const wt_grid *g, FILE *f) {
  if (g->use || g->guests.n) fputs("sizes are those of our block; `warptwin size --rtl` prices yours\n", f);
}

/* What was in use of every sized structure, and what it costs. */
static void uses(const wt_grid *g, int markdown, FILE *f) {
  static wt_cli_used u[WT_MAX_VALUES][WT_PEAKS];
  words t = {calloc(WT_PEAKS * g->n_values + 1u, sizeof(line)), 1, 7, 3u | 64u};
  static const char *const head[] = {"in use", "", "of", "peak", "mean", "mm2 at " WT_UNIT_NODE " nm", ""};
  if (!t.l) return;
  for (unsigned c = 0; c < t.columns; c++) snprintf(t.l[0].w[c], WORD, "%s", c == 1 ? g->key : head[c]);
  for (unsigned v = 0; v < g->n_values; v++) wt_compare_use(g, v, u[v]);
  for (unsigned i = 0; i < WT_PEAKS; i++) {
    int full = 0, first = 1;
    for (unsigned v = 0; v < g->n_values; v++) full |= u[v][i].full;
    for (unsigned v = 0; v < g->n_values; v++) {
      const wt_cli_used *x = &u[v][i];
      if (!x->room) continue;
      line *l = &t.l[t.n++];
      snprintf(l->w[0], WORD, "%s", first || markdown ? wt_peak_key(i) : "");
      snprintf(l->w[1], WORD, "%s", g->value[v]);
      number(l->w[2], x->room), number(l->w[3], x->peak);
      snprintf(l->w[4], WORD, "%.2f", x->mean);
      if (x->priced) snprintf(l->w[5], WORD, "%.6f", x->mm2);
      else strcpy(l->w[5], "-");
      snprintf(l->w[6], WORD, "%s", first && !full ? WT_CLI_NEVER_FULL : "");
      first = 0;
    }
  }
  print_words(&t, markdown, f);
  free(t.l);
}

/* One unit has fewer bits than another and more area: what its area goes into. */
static void why_larger(const wt_grid *g, FILE *f) {
  for (unsigned v = 0; v < g->n_values; v++)
    for (unsigned w = 0; w < g->n_values; w++) {
      const wt_unit_size *u = &g->unit[v], *t = &g->unit[w];
      char what[40] = "gates and flip-flops";
      if (u->mm2 <= t->mm2 || t->mm2 < 0 || wt_unit_bits(u) >= wt_unit_bits(t) || !u->top[0]) continue;
      if (u->macros) snprintf(what, sizeof what, "%u memory macro%s", u->macros, u->macros > 1 ? "s" : "");
      fprintf(f,
              "%s has fewer bits than %s and more mm2: %.4f of them are %s, %s (words and ports decide, not bits alone: warptwin size explain %s)\n",
              u->stem, t->stem, u->top_mm2, u->top, what, u->top);
      break;
    }
}

static void conditions(const wt_grid *g, FILE *f) {
  fprintf(f, "C twin with the oracle in tandem; shape %s", g->preset);
  for (unsigned i = 0; i < g->n_set; i++) fprintf(f, " %s", g->set[i]);
  char with[1300];
  fprintf(f, "%s; seed %llu; at most %llu cycles a launch\n", wt_cli_guests_words(&g->guests, with, sizeof with), (unsigned long long)g->seed,
          (unsigned long long)g->max_cycles);
}

static size_t unfinished(const wt_grid *g) {
  size_t n = 0;
  for (size_t i = 0; i < g->n_kernels * g->n_values; i++) n += !wt_cell_ok(&g->cell[i]);
  return n;
}

static void indented(const char *s, FILE *f) {
  fputs("  ", f);
  for (; *s; s++) {
    fputc(*s, f);
    if (*s == '\n') fputs("  ", f);
  }
  fputc('\n', f);
}

void wt_compare_text(const wt_grid *g, FILE *f) {
  conditions(g, f);
  cells(g, 0, f);
  fputc('\n', f);
  units(g, 0, f);
  whose_sizes(g, f);
  why_larger(g, f);
  if (unfinished(g) < g->n_kernels * g->n_values) fputc('\n', f), uses(g, 0, f);
  if (unfinished(g)) fputs("\nnot finished:\n", f);
  for (size_t k = 0; k < g->n_kernels; k++)
    for (unsigned v = 0; v < g->n_values; v++)
      if (!wt_cell_ok(wt_cell_at(g, k, v))) {
        fprintf(f, "%s, %s:\n", g->kernel[k]->name, g->assign[v]);
        indented(wt_cell_at(g, k, v)->report, f);
      }
}

void wt_compare_markdown(const wt_grid *g, FILE *f) {
  conditions(g, f);
  fputc('\n', f);
  cells(g, 1, f);
  fputc('\n', f);
  units(g, 1, f);
  if (g->use || g->guests.n) fputc('\n', f), whose_sizes(g, f);
  if (unfinished(g) < g->n_kernels * g->n_values) fputc('\n', f), uses(g, 1, f);
  if (!unfinished(g)) return;
  fputs("\nNot finished:\n", f);
  for (size_t k = 0; k < g->n_kernels; k++)
    for (unsigned v = 0; v < g->n_values; v++) {
      const wt_cell *c = wt_cell_at(g, k, v);
      if (!wt_cell_ok(c)) fprintf(f, "\n%s, `%s`:\n\n```\n%s\n```\n", g->kernel[k]->name, g->assign[v], c->report);
    }
}

/* ---- JSON ---- */

static json_t *size_json(const wt_unit_size *u) {
  json_t *j = json_pack("{s:s, s:I, s:I, s:I}", "block", u->stem, "ff_bits", (json_int_t)u->ff, "mem_bits", (json_int_t)u->mem, "bits",
                        (json_int_t)wt_unit_bits(u));
  json_object_set_new(j, "gates", u->gates < 0 ? json_null() : json_real(u->gates));
  json_object_set_new(j, "mm2", u->mm2 < 0 ? json_null() : json_real(u->mm2));
  return j;
}

static json_t *cell_json(const wt_grid *g, size_t k, unsigned v) {
  const wt_cell *c = wt_cell_at(g, k, v);
  const char *const *name = wt_occupancy_names(&g->shape[v]);
  json_t *occ = json_object(), *j = json_object();
  for (int i = 0; i < 2; i++)
    if (*name[i]) json_object_set_new(occ, name[i], c->cycles ? json_integer(c->occ[i]) : json_null());
  json_object_set_new(j, "kernel", json_string(g->kernel[k]->name));
  json_object_set_new(j, "value", json_string(g->value[v]));
  json_object_set_new(j, "verdict", json_string(c->verdict));
  json_object_set_new(j, "status", json_integer(c->status));
  json_object_set_new(j, "cycles", json_integer((json_int_t)c->cycles));
  json_object_set_new(j, "warp_instructions", json_integer((json_int_t)c->insns));
  json_object_set_new(j, "thread_instructions", json_integer((json_int_t)c->threads));
  json_object_set_new(j, "lane_activity", json_real(wt_cell_activity(c)));
  json_object_set_new(j, "max_occupancy", occ);
  json_object_set_new(j, "unit_bits", json_integer((json_int_t)wt_unit_bits(&g->unit[v])));
  if (g->apart) json_object_set_new(j, "discrepancy", wt_cell_apart(g, k, v) < 0 ? json_null() : json_real(wt_cell_apart(g, k, v)));
  json_object_set_new(j, "report", json_string(wt_cell_ok(c) ? "" : c->report));
  return j;
}

void wt_compare_json(const wt_grid *g, FILE *f) {
  json_t *j = json_object(), *set = json_array(), *sizes = json_array(), *list = json_array(), *use = json_array();
  for (unsigned i = 0; i < g->guests.n; i++) json_array_append_new(use, json_string(g->guests.use[i]));
  for (unsigned i = 0; i < g->n_set; i++) json_array_append_new(set, json_string(g->set[i]));
  for (unsigned v = 0; v < g->n_values; v++) {
    wt_cli_used u[WT_PEAKS];
    wt_compare_use(g, v, u);
    json_array_append_new(sizes, json_pack("{s:s, s:o, s:o, s:o}", "value", g->value[v], "unit", size_json(&g->unit[v]), "sm", size_json(&g->sm[v]),
                                           "occupancy", wt_cli_use_json(u)));
  }
  for (size_t k = 0; k < g->n_kernels; k++)
    for (unsigned v = 0; v < g->n_values; v++) json_array_append_new(list, cell_json(g, k, v));
  json_object_set_new(j, "over", json_string(g->key));
  json_object_set_new(j, "config", json_string(g->preset));
  json_object_set_new(j, "set", set);
  if (g->guests.n) json_object_set_new(j, "use", use);
  else json_decref(use);
  json_object_set_new(j, "seed", json_integer((json_int_t)g->seed));
  json_object_set_new(j, "max_cycles", json_integer((json_int_t)g->max_cycles));
  json_object_set_new(j, "sizes", sizes);
  json_object_set_new(j, "cells", list);
  json_dumpf(j, f, JSON_INDENT(2) | JSON_PRESERVE_ORDER);
  fputc('\n', f);
  json_decref(j);
}
