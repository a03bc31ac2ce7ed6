/* check_bits.c - host tool: compares the state bits and ports of the rows with what Yosys built.
 *
 *   check_bits emit DIR PRESET [KEY=VALUE...]             package and Verilator configuration of the shape, DIR/blocks = its stems
 *   check_bits sum FILE.json TOP                          flip-flop bits, memory bits and ports of module TOP, one line each
 *   check_bits compare LABEL DIR PRESET [KEY=VALUE...]    table of the shape against DIR/<module>.sum
 *   check_bits expect FF MEM FILE.sum                     the same comparison with given numbers
 * The netlist is Yosys' JSON after proc, opt_clean and memory_collect: nothing is optimised away, so equality is exact.
 * Exit: 0 equal, 1 different, 2 bad usage or unreadable input.
 */
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "wt_gen.h"

typedef struct {
  uint64_t ff, mem, latch;
} bits;

static int usage(const char *what) {
  fprintf(stderr, "check_bits: %s\n", what);
  return 2;
}

/* A Yosys parameter is a number or a string of binary digits. */
static uint64_t param(json_t *cell, const char *name) {
  json_t *p = json_object_get(json_object_get(cell, "parameters"), name);
  return json_is_integer(p) ? (uint64_t)json_integer_value(p) : json_is_string(p) ? strtoull(json_string_value(p), NULL, 2) : 0;
}

/* Sum over a module and everything it instantiates. */
static bits sum_module(json_t *modules, const char *name) {
  bits s = {0, 0, 0};
  const char *key;
  json_t *cell;
  json_object_foreach(json_object_get(json_object_get(modules, name), "cells"), key, cell) {
    const char *type = json_string_value(json_object_get(cell, "type"));
    if (json_object_get(modules, type)) {
      bits in = sum_module(modules, type);
      s.ff += in.ff, s.mem += in.mem, s.latch += in.latch;
    } else if (!strncmp(type, "$mem", 4)) {
      s.mem += param(cell, "WIDTH") * param(cell, "SIZE");
    } else if (strstr(type, "latch") || !strcmp(type, "$sr")) {
      s.latch++;
    } else if (strstr(type, "ff")) {
      s.ff += json_array_size(json_object_get(json_object_get(cell, "connections"), "Q"));
    }
  }
  return s;
}

static int cmd_sum(const char *file, const char *top) {
  json_error_t e;
  json_t *j = json_load_file(file, 0, &e), *modules = json_object_get(j, "modules"), *m = json_object_get(modules, top), *port;
  if (!m) return fprintf(stderr, "check_bits: %s: no module %s (%s)\n", file, top, j ? "not in the netlist" : e.text), 2;
  bits s = sum_module(modules, top);
  printf("ff %" PRIu64 "\nmem %" PRIu64 "\nlatch %" PRIu64 "\n", s.ff, s.mem, s.latch);
  const char *key;
  json_object_foreach(json_object_get(m, "ports"), key, port)
    printf("%s %s %zu\n", json_string_value(json_object_get(port, "direction")), key, json_array_size(json_object_get(port, "bits")));
  json_decref(j);
  return 0;
}

/* ---- comparison ---- */

enum { MAX_PORTS = 400 };
typedef struct {
  bits b;
  unsigned n;
  struct {
    char dir[8], name[64];
    uint64_t width;
    int seen;
  } port[MAX_PORTS];
} summary;

static int load_sum(const char *file, summary *s) {
  FILE *f = fopen(file, "r");
  char a[64], b[64];
  uint64_t w;
  memset(s, 0, sizeof *s);
  if (!f) return -1;
  if (fscanf(f, "ff %" SCNu64 " mem %" SCNu64 " latch %" SCNu64, &s->b.ff, &s->b.mem, &s->b.latch) != 3) return fclose(f), -1;
  while (s->n < MAX_PORTS && fscanf(f, "%63s %63s %" SCNu64, a, b, &w) == 3) {
    snprintf(s->port[s->n].dir, 8, "%.7s", a);
    snprintf(s->port[s->n].name, 64, "%s", b);
    s->port[s->n++].width = w;
  }
  return fclose(f);
}

/* The rule of the whole check: exact equality, and no latch. */
static int equal(const bits *rows, const bits *rtl) { return rows->ff == rtl->ff && rows->mem == rtl->mem && !rtl->latch; }

static int port_is(summary *s, const char *dir, const char *drv, const char *sig, uint64_t width) {
  char name[128];
  snprintf(name, sizeof name, "%s%s%s", drv, *drv ? "_" : "", sig);
  for (unsigned i = 0; i < s->n; i++)
    if (!strcmp(s->port[i].name, name)) {
      s->port[i].seen = 1;
      if (!strcmp(s->port[i].dir, dir) && s->port[i].width == width) return 1;
      printf("    port %s is %s, %" PRIu64 " bits; the rows say %s, %" PRIu64 " bits\n", name, s->port[i].dir, s->port[i].width, dir, width);
      return 0;
    }
  printf("    port %s (%s, %" PRIu64 " bits) is missing\n", name, dir, width);
  return 0;
}

static int row_port(const wt_blks *all, const wt_blk *b, const wt_row *r, summary *s) {
  const wt_blk *owner;
  if (r->kind == WT_ROW_OUT) return port_is(s, "output", b->drv, r->name, (uint64_t)r->elemw * r->n);
  if (r->kind == WT_ROW_OUTQ) {
    const wt_row *ff = wt_row_state(b, r->drv);
    return ff && port_is(s, "output", b->drv, r->name, (uint64_t)ff->elemw * ff->n);
  }
  if (r->kind != WT_ROW_IN) return 1;
  const wt_row *o = wt_row_signal(all, r->drv, r->name, &owner);
  if (!o) return printf("    nobody drives %s_%s\n", r->drv, r->name), 0;
  return port_is(s, "input", r->drv, r->name, (uint64_t)o->elemw * o->n * owner->count);
}

static int ports_equal(const wt_blks *all, const wt_blk *b, summary *s) {
  int ok = port_is(s, "input", "", "clk", 1);
  ok &= port_is(s, "input", "", "rst_n", 1);
  for (unsigned r = 0; r < b->nrows; r++) ok &= row_port(all, b, &b->rows[r], s);
  for (unsigned i = 0; i < s->n; i++)
    if (!s->port[i].seen) ok = 0, printf("    port %s is in no row\n", s->port[i].name);
  return ok;
}

static int compare_block(const wt_blks *all, const wt_blk *b, const char *label, const char *dir) {
  static summary s;
  char file[1024];
  bits rows = {0, 0, 0};
  for (unsigned r = 0; r < b->nrows; r++) {
    if (b->rows[r].kind == WT_ROW_FF) rows.ff += wt_row_bits(&b->rows[r]);
    if (b->rows[r].kind == WT_ROW_MEM) rows.mem += wt_row_bits(&b->rows[r]);
  }
  snprintf(file, sizeof file, "%s/wt_%s.sum", dir, b->stem);
  if (load_sum(file, &s)) return printf("%-22s %-10s %8" PRIu64 " %8s %9" PRIu64 " %9s  no netlist\n", label, b->stem, rows.ff, "-", rows.mem, "-"), 0;
  int same = equal(&rows, &s.b);
  printf("%-22s %-10s %8" PRIu64 " %8" PRIu64 " %9" PRIu64 " %9" PRIu64 "  %s\n", label, b->stem, rows.ff, s.b.ff, rows.mem, s.b.mem,
         same ? "equal" : s.b.latch ? "LATCH" : "DIFFERENT");
  return ports_equal(all, b, &s) && same;
}

static int make_shape(wt_shape *S, char **arg) {
  char err[400];
  if (wt_shape_preset(S, *arg, err, sizeof err)) return usage(err);
  for (arg++; *arg; arg++)
    if (wt_shape_set(S, *arg, err, sizeof err)) return usage(err);
  return wt_shape_check(S, err, sizeof err) ? usage(err) : 0;
}

static int cmd_compare(const char *label, const char *dir, char **arg) {
  wt_shape S;
  if (make_shape(&S, arg)) return 2;
  wt_blks *b = wt_blks_new(&S);
  if (!b) return usage("out of memory");
  int ok = 1;
  for (unsigned i = 0; i < b->n; i++)
    if (!b->blk[i].pseudo && b->blk[i].chosen) ok &= compare_block(b, &b->blk[i], label, dir);
  wt_blks_free(b);
  return !ok;
}

static int cmd_emit(const char *dir, char **arg) {
  wt_shape S;
  char err[400], path[1024];
  if (make_shape(&S, arg)) return 2;
  if (wt_gen_dir(dir, &S, NULL, err, sizeof err)) return usage(err);
  snprintf(path, sizeof path, "%s/blocks", dir);
  FILE *f = fopen(path, "w");
  wt_blks *b = wt_blks_new(&S);
  if (!f || !b) return usage("cannot write the list of blocks");
  for (unsigned i = 0; i < b->n; i++)
    if (!b->blk[i].pseudo && b->blk[i].chosen) fprintf(f, "wt_%s\n", b->blk[i].stem);
  wt_blks_free(b);
  return fclose(f) ? 2 : 0;
}

static int cmd_expect(const char *ff, const char *mem, const char *file) {
  static summary s;
  bits rows = {strtoull(ff, NULL, 10), strtoull(mem, NULL, 10), 0};
  if (load_sum(file, &s)) return usage("unreadable summary");
  return !equal(&rows, &s.b);
}

int main(int argc, char **argv) {
  if (argc == 4 && !strcmp(argv[1], "sum")) return cmd_sum(argv[2], argv[3]);
  if (argc >= 4 && !strcmp(argv[1], "emit")) return cmd_emit(argv[2], argv + 3);
  if (argc >= 5 && !strcmp(argv[1], "compare")) return cmd_compare(argv[2], argv[3], argv + 4);
  if (argc == 5 && !strcmp(argv[1], "expect")) return cmd_expect(argv[2], argv[3], argv[4]);
  return usage("usage: check_bits emit|sum|compare|expect ... (see the head of its source)");
}
