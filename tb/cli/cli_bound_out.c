/* cli_bound_out.c - warptwin bound as text, Markdown and JSON. */
#include <jansson.h>
#include <string.h>

#include "cli/cli_bound.h"
#include "cli/wt_table.h"

static double activity(const wt_bound_result *r, uint64_t issues) { return wt_bound_activity(r->n.threads, issues, r->lanes); }

/* ---- a program ---- */

/* What only some engines have to say. */
static void note(const wt_bound_run *r, wt_bound_kind k, char *to, size_t n) {
  char full[80] = "";
  const struct {
    const char *name;
    const wt_bound_table *t;
  } tables[] = {{"table", &r->table}, {"ready", &r->ready}, {"waiting", &r->wait}, {"barriers", &r->barriers}};
  for (unsigned i = 0; i < 4; i++)
    if (tables[i].t->full)
      snprintf(full + strlen(full), sizeof full - strlen(full), "%s%s %llu", *full ? ", " : "full: ", tables[i].name,
               (unsigned long long)tables[i].t->full);
  if (r->deadlock) snprintf(to, n, "deadlock");
  else if (k.engine == WT_BOUND_TBC || k.engine == WT_BOUND_CAPRI)
    snprintf(to, n, "adequate %llu/%llu, foretold %llu", (unsigned long long)r->adequate, (unsigned long long)r->divergent,
             (unsigned long long)r->right);
  else snprintf(to, n, "%s", full);
}

/* A row; the note of a text stands behind it. */
static void row(wt_table *t, int md, const char *name, const wt_bound_result *r, uint64_t issues, double lanes, const wt_bound_run *e,
                const char *note) {
  wt_table_next(t, md || !*note ? NULL : note);
  wt_table_word(t, "%s", name);
  wt_table_number(t, issues);
  wt_table_word(t, "%.1f %%", lanes);
  if (r->n.bound && !(e && e->deadlock)) wt_table_word(t, "%.3f", (double)issues / (double)r->n.bound);
  else wt_table_word(t, "-");
  for (unsigned i = 0; !e && i < 4; i++) wt_table_word(t, "-");
  if (e) {
    wt_table_number(t, e->cycles);
    if (e->loads) wt_table_word(t, "%.2f", (double)e->load_rows / (double)e->loads);
    else wt_table_word(t, "-");
    wt_table_word(t, "%.1f", e->cycles ? (double)e->groups / (double)e->cycles : 0);
    wt_table_number(t, e->groups_peak);
  }
  if (md) wt_table_word(t, "%s", note);
}

static void engines(const wt_bounds *b, const wt_bound_result *r, int md, FILE *f) {
  static const char *const head[] = {"engine", "issues", "lanes", "of bound", "cycles", "rows a load", "groups", "peak", "note"};
  wt_table t = {.left = 1 | 1 << 8, .before = "  "};
  char name[WT_BOUND_KIND_NAME], own[80], said[WT_BOUND_KINDS][100];
  wt_table_next(&t, NULL);
  for (unsigned i = 0; i < sizeof head / sizeof *head - !md; i++) wt_table_word(&t, "%s", head[i]);
  snprintf(own, sizeof own, "%s, warps of %u", b->unit, b->warp_size);
  if (r->own.issues) {
    row(&t, md, "the run", r, r->own.beats, activity(r, r->own.beats), NULL, own);
    row(&t, md, "the run, packed", r, r->own.packed, activity(r, r->own.packed), NULL, "");
  }
  for (unsigned k = 0; k < b->n_kinds; k++) {
    const wt_bound_run *e = &r->run[k];
    note(e, b->kind[k], said[k], sizeof said[k]);
    row(&t, md, wt_bound_name(b->kind[k], name), r, e->issues, wt_bound_activity(e->lanes, e->issues, r->lanes), e, said[k]);
  }
  wt_table_print(&t, md, f);
}

/* Of the machine's lanes in slots for a unit. */
static double unit_activity(const wt_bounds *b, const wt_steps_machine *m) {
  return m->unit_slots ? (double)m->lanes / ((double)m->unit_slots * b->point.S.LANES) : 0;
}

static void program(const wt_bounds *b, size_t i, int md, FILE *f) {
  const wt_bound_result *r = &b->result[i];
  const char *why, *verdict = wt_bounds_verdict(b, i, &why);
  fprintf(f, md ? "\n**%s**: " : "%s: ", b->name[i]);
  if (strcmp(verdict, "ok") != 0) {
    if (strncmp(why, verdict, strlen(verdict)) != 0) fprintf(f, "%s: ", verdict);
    fprintf(f, "%.*s\n", (int)strcspn(why, "\n"), why);
    return;
  }
  fprintf(f, "%u lanes, %u launch%s\n%s", r->lanes, r->launches, r->launches == 1 ? "" : "es", md ? "\n" : "  ");
  wt_bound_heading(&(wt_bound_input){.lanes = r->lanes}, &r->n, f);
  if (md) fputc('\n', f);
  engines(b, r, md, f);
  if (!r->own.slots) return;
  fprintf(f, "%sissue slots of the run: %llu, packed %llu (%.1f %% saved)\n", md ? "\n" : "  ", (unsigned long long)r->own.slots,
          (unsigned long long)r->own.slots_packed, 100.0 * (1 - (double)r->own.slots_packed / (double)r->own.slots));
  fprintf(f, "%sslots the machine took: %llu, lanes %.1f %%, bank conflicts %llu\n", md ? "\n" : "  ", (unsigned long long)r->machine.slots,
          100 * unit_activity(b, &r->machine), (unsigned long long)r->machine.bank_conflicts);
}

static void conditions(const wt_bounds *b, FILE *f) {
  if (b->label) fprintf(f, "issue models of what shape %s executed; ", b->label);
  fprintf(f, "latency %u, loads %u, %u threads resident\n", b->opt.latency, b->opt.load_latency, b->opt.resident);
}

static void both(const wt_bounds *b, int md, FILE *f) {
  if (b->label) conditions(b, f);
  for (size_t i = 0; i < b->n; i++) program(b, i, md, f);
}

void wt_bounds_text(const void *what, FILE *f) {
  const wt_bounds *b = what;
  if (!b->paths) {
    both(b, 0, f);
    return;
  }
  for (size_t i = 0; i < b->n; i++) { /* worked examples: every issue */
    if (b->n > 1) fprintf(f, "%s%s\n", i ? "\n" : "", b->name[i]);
    wt_bound_heading(&b->paths[i], &b->result[i].n, f);
    if (wt_bound_text(&b->paths[i], b->kind, b->n_kinds, &b->opt, f)) wt_cli_error(2, "out of memory");
  }
}
void wt_bounds_markdown(const void *what, FILE *f) { both(what, 1, f); }

/* ---- JSON ---- */

static json_t *whole(uint64_t v) { return json_integer((json_int_t)v); }

static void and_these(json_t *j, json_t *more) {
  json_object_update(j, more);
  json_decref(more);
}

static json_t *table_json(const wt_bound_table *t) { return json_pack("{s:o, s:o}", "peak", whole(t->peak), "full", whole(t->full)); }

static json_t *engine_json(const wt_bounds *b, const wt_bound_result *r, unsigned k) {
  const wt_bound_run *e = &r->run[k];
  char name[WT_BOUND_KIND_NAME];
  const wt_bound_engine of = b->kind[k].engine;
  json_t *j =
    json_pack("{s:s, s:o, s:f, s:o, s:b, s:o, s:o, s:f, s:o, s:o}", "engine", wt_bound_name(b->kind[k], name), "issues", whole(e->issues),
              "lane_activity", wt_bound_activity(e->lanes, e->issues, r->lanes) / 100, "cycles", whole(e->cycles), "deadlock", e->deadlock, "loads",
              whole(e->loads), "load_rows", whole(e->load_rows), "groups_mean", e->cycles ? (double)e->groups / (double)e->cycles : 0, "groups_peak",
              whole(e->groups_peak), "cta_barrier_thread_cycles", whole(e->at_barrier));
  if (of == WT_BOUND_TBC || of == WT_BOUND_CAPRI)
    and_these(j, json_pack("{s:o, s:o, s:o, s:o}", "sync_waits", whole(e->waits), "divergent", whole(e->divergent), "adequate", whole(e->adequate),
                           "foretold", whole(e->right)));
  if (of >= WT_BOUND_DWF_MAJ) json_object_set_new(j, "merges", whole(e->merges));
  if (of >= WT_BOUND_DWF_MAJ && of <= WT_BOUND_DWF_PC) json_object_set_new(j, "table", table_json(&e->table));
  if (of == WT_BOUND_CROWN)
    and_these(j, json_pack("{s:o, s:o, s:o}", "ready", table_json(&e->ready), "waiting", table_json(&e->wait), "barriers", table_json(&e->barriers)));
  return j;
}

static json_t *run_json(const wt_bounds *b, size_t i) {
  const wt_bound_result *r = &b->result[i];
  const wt_steps_machine *m = &r->machine;
  json_t *machine = json_pack("{s:o, s:o, s:o, s:o, s:f, s:o}", "cycles", whole(wt_grid_cell(&b->grid, i)->c.cycles), "slots", whole(m->slots),
                              "micro_ops", whole(m->micro_ops), "unit_slots", whole(m->unit_slots), "lane_activity", unit_activity(b, m),
                              "bank_conflicts", whole(m->bank_conflicts));
  return json_pack("{s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "unit", b->unit, "warp_size", whole(b->warp_size),
                   "warp_instructions", whole(r->own.issues), "beats", whole(r->own.beats), "beats_packed", whole(r->own.packed), "slots",
                   whole(r->own.slots), "slots_packed", whole(r->own.slots_packed), "off_unit", whole(r->own.off_unit), "off_guard",
                   whole(r->own.off_guard), "on_rows", whole(r->own.on_rows), "guarded", whole(r->own.guarded), "machine", machine);
}

static json_t *program_json(const wt_bounds *b, size_t i) {
  const wt_bound_result *r = &b->result[i];
  const char *why, *verdict = wt_bounds_verdict(b, i, &why);
  json_t *j = json_pack("{s:s, s:s, s:o, s:o, s:o, s:o, s:o, s:o}", "name", b->name[i], "verdict", verdict, "lanes", whole(r->lanes), "launches",
                        whole(r->launches), "thread_instructions", whole(r->n.threads), "bound", whole(r->n.bound), "free", whole(r->n.free_lanes),
                        "greedy", whole(r->n.greedy));
  json_t *list = json_array();
  if (*why) json_object_set_new(j, "report", json_string(why));
  if (r->own.issues) json_object_set_new(j, "run", run_json(b, i));
  for (unsigned k = 0; r->launches && k < b->n_kinds; k++) json_array_append_new(list, engine_json(b, r, k));
  json_object_set_new(j, "engines", list);
  return j;
}

void wt_bounds_json(const void *what, FILE *f) {
  const wt_bounds *b = what;
  const wt_bound_opt *o = &b->opt;
  json_t *list = json_array();
  for (size_t i = 0; i < b->n; i++) json_array_append_new(list, program_json(b, i));
  json_t *j = json_pack("{s:s, s:o, s:o, s:o, s:o, s:o}", "schema", "warptwin-bound-1", "shape", b->label ? json_string(b->label) : json_null(),
                        "latency", whole(o->latency), "load_latency", whole(o->load_latency), "resident", whole(o->resident), "programs", list);
  wt_json_print(j, f);
}
