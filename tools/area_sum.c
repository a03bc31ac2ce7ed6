/* area_sum.c - the part of area_check that reads netlists and compares them with the rows of a block. */
#include "area_check.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

/* A Yosys parameter is a number or a string of binary digits. */
static uint64_t param(json_t *cell, const char *name) {
  json_t *p = json_object_get(json_object_get(cell, "parameters"), name);
  return json_is_integer(p) ? (uint64_t)json_integer_value(p) : json_is_string(p) ? strtoull(json_string_value(p), NULL, 2) : 0;
}

/* Different addresses among the n ports of a memory cell. */
static unsigned addresses(json_t *cell, const char *pin, uint64_t n, uint64_t abits) {
  json_t *a = json_object_get(json_object_get(cell, "connections"), pin);
  unsigned count = 0;
  for (uint64_t i = 0; i < n; i++) {
    int fresh = 1;
    for (uint64_t j = 0; j < i && fresh; j++) {
      uint64_t k = 0;
      while (k < abits && json_equal(json_array_get(a, i * abits + k), json_array_get(a, j * abits + k))) k++;
      fresh = k < abits;
    }
    count += (unsigned)fresh;
  }
  return count;
}

typedef struct {
  FILE *f;
  uint64_t ff, mem, latch;
} totals;

/* The row of a wire: "x_q" is row x. A part of rtl/lib holds rows under names of its own: of a memory "u_x.mem_q" is row x, "u_x.out_q" row x_out; of a
 * queue, of which there may be several, "u_x.word_q" is row x, "u_x.count_q" row x_n. */
static void row_name(const char *wire, const char *prefix, char out[128]) {
  static const char *const parts[][2] = {{"mem_q", ""}, {"mem", ""}, {"out_q", "_out"}, {"out", "_out"}, {"word_q", ""}, {"count_q", "_n"}};
  size_t n = strlen(wire), p = strlen(prefix);
  const char *scope = prefix + p;
  while (scope > prefix && (scope == prefix + p || scope[-1] != '.')) scope--;
  for (size_t i = 0; p && !strncmp(scope, "u_", 2) && i < sizeof parts / sizeof *parts; i++)
    if (!strcmp(wire, parts[i][0])) {
      snprintf(out, 128, "%.*s%s", (int)(prefix + p - scope - 3 > 60 ? 60 : prefix + p - scope - 3), scope + 2, parts[i][1]);
      return;
    }
  if (n > 2 && !strcmp(wire + n - 2, "_q")) n -= 2;
  snprintf(out, 128, "%.60s%.*s", prefix, (int)(n > 60 ? 60 : n), wire);
}

/* Flip-flop bits by the wire they drive: which bit numbers of the module are outputs of flip-flops? */
static void registers(json_t *m, const char *prefix, totals *t) {
  const char *key, *best;
  json_t *cell, *net, *names = json_object_get(m, "netnames");
  uint64_t n = 0, left;
  size_t i, max = 0;
  json_t *bit;
  json_object_foreach(json_object_get(m, "cells"), key, cell) {
    const char *type = json_string_value(json_object_get(cell, "type"));
    if (!strncmp(type, "$mem", 4) || !strstr(type, "ff")) continue;
    json_array_foreach(json_object_get(json_object_get(cell, "connections"), "Q"), i,
                       bit) if (json_is_integer(bit) && (size_t)json_integer_value(bit) > max) max = (size_t)json_integer_value(bit);
  }
  unsigned char *is_ff = calloc(max + 1, 1);
  if (!is_ff) abort();
  json_object_foreach(json_object_get(m, "cells"), key, cell) {
    const char *type = json_string_value(json_object_get(cell, "type"));
    if (!strncmp(type, "$mem", 4) || !strstr(type, "ff")) continue;
    json_array_foreach(json_object_get(json_object_get(cell, "connections"), "Q"), i, bit) n++, is_ff[json_integer_value(bit)] = 1;
  }
  t->ff += left = n;
  /* Several nets may be the same: names of the module itself that end in _q come first, names inside generate blocks last. */
  for (int pass = 0; pass < 3 && left; pass++) json_object_foreach(names, best, net) {
      size_t len = strlen(best);
      char row[128];
      uint64_t hit = 0;
      int rank = strchr(best, '.') ? 2 : len > 2 && !strcmp(best + len - 2, "_q") ? 0 : 1;
      if (rank != pass) continue;
      json_array_foreach(json_object_get(net, "bits"), i, bit) if (json_is_integer(bit) && (size_t)json_integer_value(bit) <= max &&
                                                                   is_ff[json_integer_value(bit)]) is_ff[json_integer_value(bit)] = 0,
                                                                                                   hit++;
      if (!hit) continue;
      row_name(best, prefix, row);
      fprintf(t->f, "reg %s %" PRIu64 "\n", row, hit), left -= hit;
    }
  if (left) fprintf(t->f, "reg %s(unnamed) %" PRIu64 "\n", prefix, left);
  free(is_ff);
}

static void module(json_t *modules, const char *name, const char *prefix, totals *t) {
  const char *inst;
  json_t *cell, *m = json_object_get(modules, name);
  registers(m, prefix, t);
  json_object_foreach(json_object_get(m, "cells"), inst, cell) {
    const char *type = json_string_value(json_object_get(cell, "type"));
    if (json_object_get(modules, type)) {
      char path[128];
      snprintf(path, sizeof path, "%.60s%.60s.", prefix, inst);
      module(modules, type, path, t);
    } else if (!strncmp(type, "$mem", 4)) {
      const char *id = json_string_value(json_object_get(json_object_get(cell, "parameters"), "MEMID"));
      char row[128];
      row_name(*id == '\\' ? id + 1 : id, prefix, row);
      fprintf(t->f, "ram %s %" PRIu64 " %" PRIu64 " %u %u\n", row, param(cell, "WIDTH"), param(cell, "SIZE"),
              addresses(cell, "RD_ADDR", param(cell, "RD_PORTS"), param(cell, "ABITS")),
              addresses(cell, "WR_ADDR", param(cell, "WR_PORTS"), param(cell, "ABITS")));
      t->mem += param(cell, "WIDTH") * param(cell, "SIZE");
    } else if (strstr(type, "latch") || !strcmp(type, "$sr")) {
      t->latch++;
    }
  }
}

int wt_area_summarise(const char *dir, const char *top, const char *path) {
  char file[1000];
  json_error_t e;
  snprintf(file, sizeof file, "%s/n.json", dir);
  json_t *j = json_load_file(file, 0, &e), *modules = json_object_get(j, "modules"), *m = json_object_get(modules, top), *port;
  totals t = {fopen(path, "w"), 0, 0, 0};
  if (!m || !t.f) return fprintf(stderr, "area_check: %s: no module %s in the netlist, or no place for %s\n", dir, top, path), -1;
  module(modules, top, "", &t);
  const char *key;
  json_object_foreach(json_object_get(m, "ports"), key, port)
    fprintf(t.f, "%s %s %zu\n", json_string_value(json_object_get(port, "direction")), key, json_array_size(json_object_get(port, "bits")));
  fprintf(t.f, "total %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", t.ff, t.mem, t.latch);
  json_decref(j);
  return fclose(t.f) ? -1 : 0;
}

int wt_area_load(const char *path, wt_area_sum *s) {
  FILE *f = fopen(path, "r");
  char line[400], a[16], b[64];
  uint64_t w;
  int whole = 0;
  memset(s, 0, sizeof *s);
  if (!f) return -1;
  while (fgets(line, sizeof line, f)) {
    if (sscanf(line, "total %" SCNu64 " %" SCNu64 " %" SCNu64, &s->ff, &s->mem, &s->latch) == 3) whole = 1;
    else if (!strncmp(line, "ram ", 4) && s->nmem < WT_AREA_ROWS &&
             sscanf(line, "ram %63s %u %u %u %u", s->ram[s->nmem].name, &s->ram[s->nmem].width, &s->ram[s->nmem].depth, &s->ram[s->nmem].rd,
                    &s->ram[s->nmem].wr) == 5)
      s->nmem++;
    else if (!strncmp(line, "reg ", 4) && sscanf(line, "reg %63s %" SCNu64, b, &w) == 2) {
      unsigned i = 0; /* parts of several queues are one row */
      while (i < s->nff && strcmp(s->reg[i].name, b) != 0) i++;
      if (i == WT_AREA_ROWS) continue;
      if (i == s->nff) snprintf(s->reg[s->nff++].name, sizeof s->reg[0].name, "%s", b), s->reg[i].bits = 0;
      s->reg[i].bits += w;
    } else if (s->nsig < WT_AREA_SIGNALS && sscanf(line, "%15s %63s %" SCNu64, a, b, &w) == 3) {
      snprintf(s->sig[s->nsig].dir, 8, "%.7s", a), snprintf(s->sig[s->nsig].name, 64, "%s", b);
      s->sig[s->nsig++].width = w;
    }
  }
  fclose(f);
  return whole ? 0 : -1;
}

/* ---- comparison ---- */

static int quiet; /* while the comparison is tested */
#define SAY(...) (quiet ? 0 : printf(__VA_ARGS__))

static int signal_is(wt_area_sum *s, const char *dir, const char *drv, const char *sig, uint64_t width) {
  char name[128];
  snprintf(name, sizeof name, "%s%s%s", drv, *drv ? "_" : "", sig);
  for (unsigned i = 0; i < s->nsig; i++)
    if (!strcmp(s->sig[i].name, name)) {
      s->sig[i].seen = 1;
      if (!strcmp(s->sig[i].dir, dir) && s->sig[i].width == width) return 1;
      SAY("    signal %s is %s, %" PRIu64 " bits; the rows say %s, %" PRIu64 " bits\n", name, s->sig[i].dir, s->sig[i].width, dir, width);
      return 0;
    }
  SAY("    signal %s (%s, %" PRIu64 " bits) is missing\n", name, dir, width);
  return 0;
}

static int row_signal(const wt_blks *all, const wt_blk *b, const wt_row *r, wt_area_sum *s) {
  const wt_blk *owner;
  if (r->kind == WT_ROW_OUT || r->kind == WT_ROW_OUTQ) return signal_is(s, "output", b->drv, r->name, (uint64_t)r->elemw * r->n);
  if (r->kind != WT_ROW_IN) return 1;
  const wt_row *o = wt_row_signal(all, r->drv, r->name, &owner);
  if (!o) return SAY("    nobody drives %s_%s\n", r->drv, r->name), 0;
  return signal_is(s, "input", r->drv, r->name, r->elemw);
}

static int signals_equal(const wt_blks *all, const wt_blk *b, wt_area_sum *s) {
  int ok = signal_is(s, "input", "", "clk", 1);
  ok &= signal_is(s, "input", "", "rst_n", 1);
  for (unsigned r = 0; r < b->nrows; r++) ok &= row_signal(all, b, &b->rows[r], s);
  for (unsigned i = 0; i < s->nsig; i++)
    if (!s->sig[i].seen) ok = 0, SAY("    signal %s is in no row\n", s->sig[i].name);
  return ok;
}

static const wt_size_row *structure_of(const wt_blk *b, const char *row) {
  size_t n = strlen(row);
  for (unsigned i = 0; i < b->nsizes; i++)
    for (const char *p = b->sizes[i].rows; (p = strstr(p, row)); p += n)
      if ((p == b->sizes[i].rows || p[-1] == ' ') && (!p[n] || p[n] == ' ')) return &b->sizes[i];
  return NULL;
}

static int registers_equal(const wt_blk *b, const wt_area_sum *s) {
  int ok = 1;
  for (unsigned i = 0; i < s->nff; i++) {
    const wt_row *r = wt_row_state(b, s->reg[i].name);
    if (!r || r->kind != WT_ROW_FF) ok = 0, SAY("    %" PRIu64 " flip-flops of %s are in no row\n", s->reg[i].bits, s->reg[i].name);
    else if (wt_row_bits(r) != s->reg[i].bits)
      ok = 0, SAY("    %s: %" PRIu64 " flip-flops, its row has %" PRIu64 " bits\n", r->name, s->reg[i].bits, wt_row_bits(r));
  }
  for (unsigned k = 0; k < b->nrows; k++) {
    unsigned i = 0;
    while (i < s->nff && strcmp(s->reg[i].name, b->rows[k].name)) i++;
    if (b->rows[k].kind == WT_ROW_FF && i == s->nff) ok = 0, SAY("    row %s has no flip-flops\n", b->rows[k].name);
  }
  return ok;
}

/* Ports of a memory of one word cannot be told apart by their addresses. */
static int memories_equal(const wt_blk *b, const wt_area_sum *s) {
  int ok = 1;
  for (unsigned i = 0; i < s->nmem; i++) {
    const wt_row *r = wt_row_state(b, s->ram[i].name);
    const wt_size_row *z = r ? structure_of(b, r->name) : NULL;
    if (!r || r->kind != WT_ROW_MEM || !z) {
      ok = 0, SAY("    memory %s is in no row\n", s->ram[i].name);
      continue;
    }
    if (r->elemw != s->ram[i].width || r->depth != s->ram[i].depth)
      ok = 0, SAY("    memory %s is %u x %u, its row %u x %u\n", r->name, s->ram[i].depth, s->ram[i].width, r->depth, r->elemw);
    if (r->depth > 1 && (z->rd != s->ram[i].rd || z->wr != s->ram[i].wr))
      ok = 0,
      SAY("    memory %s has %u read and %u write addresses, structure %s %u and %u\n", r->name, s->ram[i].rd, s->ram[i].wr, z->name, z->rd, z->wr);
  }
  for (unsigned k = 0; k < b->nrows; k++) {
    unsigned i = 0;
    while (i < s->nmem && strcmp(s->ram[i].name, b->rows[k].name)) i++;
    if (b->rows[k].kind == WT_ROW_MEM && i == s->nmem) ok = 0, SAY("    row %s has no memory\n", b->rows[k].name);
  }
  return ok;
}

static void bits_of(const wt_blk *b, uint64_t *ff, uint64_t *mem) {
  *ff = *mem = 0;
  for (unsigned r = 0; r < b->nrows; r++) {
    if (b->rows[r].kind == WT_ROW_FF) *ff += wt_row_bits(&b->rows[r]);
    if (b->rows[r].kind == WT_ROW_MEM) *mem += wt_row_bits(&b->rows[r]);
  }
}

void wt_area_row(FILE *f, const wt_blk *b, const wt_area_sum *s) {
  uint64_t ff, mem;
  bits_of(b, &ff, &mem);
  fprintf(f, "%-10s %8" PRIu64 " %8" PRIu64 " %9" PRIu64 " %9" PRIu64 "  %s", b->stem, ff, s->ff, mem, s->mem,
          ff == s->ff && mem == s->mem && !s->latch ? "equal"
          : s->latch                                ? "LATCH"
                                                    : "DIFFERENT");
  for (unsigned i = 0; i < s->nmem; i++)
    fprintf(f, "  %s %ux%u %ur%uw", s->ram[i].name, s->ram[i].depth, s->ram[i].width, s->ram[i].rd, s->ram[i].wr);
  fprintf(f, "\n");
}

int wt_area_compare(const wt_blks *all, const wt_blk *b, wt_area_sum *s, const char *label, FILE *table) {
  uint64_t ff, mem;
  bits_of(b, &ff, &mem);
  int same = ff == s->ff && mem == s->mem && !s->latch;
  if (table) fprintf(table, "%-60s ", label), wt_area_row(table, b, s);
  /* the findings follow the block they belong to, so look first and say after */
  quiet++;
  int ok = same & registers_equal(b, s) & memories_equal(b, s) & signals_equal(all, b, s);
  quiet--;
  if (ok || quiet) return ok;
  printf("%s, shape %s: rows %" PRIu64 " FF and %" PRIu64 " MEM bits, RTL %" PRIu64 " and %" PRIu64 "%s\n", b->stem, label, ff, mem, s->ff, s->mem,
         s->latch ? ", and latches" : "");
  registers_equal(b, s), memories_equal(b, s), signals_equal(all, b, s);
  return 0;
}

int wt_area_self_test(const wt_blks *all, const char *cache, char (*key)[40]) {
  static wt_area_sum s, bad;
  char path[700];
  const char *missed = NULL;
  for (unsigned b = 0; b < all->n && !missed; b++) {
    const wt_blk *x = &all->blk[b];
    if (x->outside || !x->chosen) continue;
    snprintf(path, sizeof path, "%s/%s.sum", cache, key[b]);
    quiet = 1;
    if (!wt_area_load(path, &s) && (bad = s, wt_area_compare(all, x, &bad, "", NULL))) {
      bad = s, strcpy(bad.reg[bad.nff].name, "extra"), bad.reg[bad.nff++].bits = 0;
      if (wt_area_compare(all, x, &bad, "", NULL)) missed = "a register that is in no row";
      bad = s, bad.ff++;
      if (wt_area_compare(all, x, &bad, "", NULL)) missed = "a flip-flop more";
      bad = s, bad.latch++;
      if (wt_area_compare(all, x, &bad, "", NULL)) missed = "a latch";
      bad = s, bad.nsig--;
      if (wt_area_compare(all, x, &bad, "", NULL)) missed = "a missing signal";
      if (s.nff && (bad = s, bad.reg[0].bits--, wt_area_compare(all, x, &bad, "", NULL))) missed = "a register that is a bit short";
      if (s.nmem && s.ram[0].depth > 1 && (bad = s, bad.ram[0].rd++, wt_area_compare(all, x, &bad, "", NULL))) missed = "a read port more";
      if (s.nmem && s.ram[0].depth > 1 && (bad = s, bad.ram[0].wr++, wt_area_compare(all, x, &bad, "", NULL))) missed = "a write port more";
      if (s.nmem && (bad = s, bad.ram[0].depth--, wt_area_compare(all, x, &bad, "", NULL))) missed = "a word less";
    }
    quiet = 0;
    if (missed) fprintf(stderr, "area-check: %s of %s was not noticed; the comparison is blind\n", missed, x->stem);
  }
  return missed ? 1 : 0;
}

int wt_area_unnamed(const wt_key *k, unsigned v) {
  wt_shape S;
  char buf[16], a[80], err[300];
  if (wt_shape_preset(&S, "tiny", err, sizeof err)) return 1;
  snprintf(a, sizeof a, "%s=%s", k->name, wt_key_text(k, v, buf));
  return wt_shape_set(&S, a, err, sizeof err) != 0;
}
