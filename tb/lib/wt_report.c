/* wt_report.c - a run as one page of HTML that needs nothing else: its numbers as JSON, and a script that draws them (wt_report_page.c). */
#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "isa/wt_dis.h"
#include "lib/wt_draw.h"
#include "lib/wt_source.h"

extern const char wt_report_head[], wt_report_tail[];
enum { HOT = 64 };

static json_t *count(uint64_t n) { return json_integer((json_int_t)n); }
static json_t *numbers(const uint32_t *v, size_t n) {
  json_t *a = json_array();
  for (size_t i = 0; i < n; i++) json_array_append_new(a, count(v[i]));
  return a;
}

/* Per warp slot the counts of every bin, reason by reason. */
static json_t *timeline(const wt_draw_bins *b, size_t bins) {
  json_t *all = json_array();
  for (unsigned w = 0; w < b->slots; w++) json_array_append_new(all, numbers(b->why[w * b->most], bins * WT_WHY_COUNT));
  return all;
}
static json_t *lanes(const wt_draw_bins *b, size_t bins) {
  json_t *all = json_array();
  for (unsigned w = 0; w < b->slots; w++) {
    const size_t first = w * (b->most / WT_DRAW_LANE_PART);
    json_t *one = json_object(), *rows = json_array();
    json_object_set_new(one, "issued", numbers(&b->issues[first], bins));
    for (unsigned l = 0; l < b->S->SLOT_LANES; l++) {
      json_t *row = json_array();
      for (size_t i = 0; i < bins; i++) json_array_append_new(row, count(b->lanes[first + i][l]));
      json_array_append_new(rows, row);
    }
    json_object_set_new(one, "lanes", rows);
    json_array_append_new(all, one);
  }
  return all;
}

typedef struct {
  uint32_t pc;
  const wt_draw_pc *x;
} place;
static int hotter(const void *a, const void *b) {
  const place *x = a, *y = b;
  uint64_t p = x->x->issued + x->x->stalled, q = y->x->issued + y->x->stalled;
  return p != q ? (p < q) - (p > q) : (x->pc > y->pc) - (x->pc < y->pc);
}
static json_t *hot(const wt_draw_bins *b) {
  place *v = calloc(b->L->n_insns, sizeof *v);
  json_t *all = json_array();
  size_t n = 0;
  for (size_t i = 0; v && i < b->L->n_insns; i++)
    if (b->pc[i].issued || b->pc[i].stalled) v[n++] = (place){(uint32_t)i * 16, &b->pc[i]};
  if (v) qsort(v, n, sizeof *v, hotter);
  for (size_t i = 0; i < n && i < HOT; i++) {
    char text[WT_DIS_MAX];
    json_t *one = json_object();
    wt_dis_short(b->L->code[v[i].pc / 16], v[i].pc, text, sizeof text);
    json_object_set_new(one, "pc", count(v[i].pc));
    json_object_set_new(one, "text", json_string(text));
    json_object_set_new(one, "issued", count(v[i].x->issued));
    json_object_set_new(one, "waited", count(v[i].x->stalled));
    json_object_set_new(one, "lanes", count(v[i].x->lanes));
    wt_source_json(one, b->L, v[i].pc);
    json_array_append_new(all, one);
  }
  free(v);
  return all;
}

static json_t *shape(const wt_shape *S) {
  json_t *all = json_object();
  for (unsigned i = 0; i < wt_nkeys; i++) {
    char buf[16];
    json_object_set_new(all, wt_keys[i].name, json_string(wt_key_text(&wt_keys[i], wt_key_get(S, &wt_keys[i]), buf)));
  }
  return all;
}

/* "<" would end the element of the page that the numbers stand in. */
static void put(FILE *f, const char *s) {
  for (; *s; s++)
    if (*s == '<') fputs("\\u003c", f);
    else fputc(*s, f);
}

/* Lines of the page that are for this machine: wt_report_page.c. */
static void page(FILE *f, const char *text, int several) {
  for (size_t n; *text; text += n) {
    const int marked = *text == '+' || *text == '-';
    n = strcspn(text, "\n");
    n += text[n] != 0;
    if (!marked || (*text == '+') == several) fwrite(text + marked, 1, n - (size_t)marked, f);
  }
}

static json_t *of_each(const wt_shape *S, const wt_tandem t[]) {
  json_t *all = json_array();
  for (unsigned i = 0; i < S->SMS; i++) {
    json_t *one = json_object();
    json_object_set_new(one, "warp_instructions", count(t[i].tally.warp_instructions));
    json_object_set_new(one, "idle_cycles", count(t[i].tally.idle_cycles));
    json_array_append_new(all, one);
  }
  return all;
}

void wt_report_html(FILE *f, const wt_draw_bins *b, const wt_tandem t[], const char *verdict) {
  const size_t each = WT_DRAW_LANE_PART, bins = (size_t)((b->cycles + b->bin - 1) / b->bin), lbins = (bins + each - 1) / each;
  const int several = b->S->SMS * b->S->SUBCORES > 1;
  json_t *j = json_object(), *why = json_array(), *sums = json_array();
  char label[300];
  wt_tally sum = {.cycles = t->tally.cycles}, *const total = &sum;
  for (unsigned i = 0; i < b->S->SMS; i++) wt_tally_add(total, &t[i].tally);
  for (unsigned i = 0; i < WT_WHY_COUNT; i++) {
    json_array_append_new(why, json_string(wt_why_names[i]));
    json_array_append_new(sums, count(total->why[i]));
  }
  json_object_set_new(j, "kernel", json_string(b->L->kernel));
  json_object_set_new(j, "verdict", json_string(verdict));
  json_object_set_new(j, "shape_label", json_string(wt_shape_label(b->S, label, sizeof label)));
  json_object_set_new(j, "shape", shape(b->S));
  json_object_set_new(j, "grid", json_pack("[i,i,i]", (int)b->L->grid[0], (int)b->L->grid[1], (int)b->L->grid[2]));
  json_object_set_new(j, "block", json_pack("[i,i,i]", (int)b->L->block[0], (int)b->L->block[1], (int)b->L->block[2]));
  json_object_set_new(j, "cycles", count(total->cycles));
  json_object_set_new(j, "warp_instructions", count(total->warp_instructions));
  json_object_set_new(j, "thread_instructions", count(total->thread_instructions));
  json_object_set_new(j, "idle_cycles", count(total->idle_cycles));
  json_object_set_new(j, "warps", count(b->S->SM_SLOTS));
  json_object_set_new(j, "warp_size", count(b->S->SLOT_LANES));
  if (several) {
    json_object_set_new(j, "sms", count(b->S->SMS));
    json_object_set_new(j, "subcores", count(b->S->SUBCORES));
    json_object_set_new(j, "sm", of_each(b->S, t));
  }
  json_object_set_new(j, "bin", count(b->bin));
  json_object_set_new(j, "lane_bin", count(b->bin * each));
  json_object_set_new(j, "reasons", why);
  json_object_set_new(j, "slots", sums);
  json_object_set_new(j, "timeline", timeline(b, bins));
  json_object_set_new(j, "resident", numbers(b->resident, bins));
  json_object_set_new(j, "activity", lanes(b, lbins));
  json_object_set_new(j, "hot", hot(b));
  char *text = json_dumps(j, JSON_COMPACT | JSON_PRESERVE_ORDER | JSON_ENSURE_ASCII);
  page(f, wt_report_head, several);
  if (text) put(f, text);
  page(f, wt_report_tail, several);
  free(text);
  json_decref(j);
}
