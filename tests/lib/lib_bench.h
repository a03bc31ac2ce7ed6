/* lib_bench.h - a part of rtl/lib alone, at several sizes at once: a generated module holds one instance a size, and the test sets and reads
 * its ports by name. There is no C twin of a part: every test has its own reference.
 */
#ifndef WT_LIB_BENCH_H
#define WT_LIB_BENCH_H
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cosim/wt_rtl.h"
#include "tests/suite.h"

enum { LIB_SIZES = 16, LIB_PORTS = 8 };

typedef struct {
  char name[24];
  char dir; /* 'i' or 'o' */
  unsigned width;
  const wt_rtl_var *var;
} lib_port;

typedef struct {
  char params[160];
  lib_port port[LIB_PORTS];
  unsigned n;
} lib_size;

typedef struct {
  const char *part; /* module */
  lib_size size[LIB_SIZES];
  unsigned n;
  wt_rtl rtl;
} lib_bench;

/* Adds an instance; params as in SystemVerilog: ".N(5), .W(3)". Its ports follow with lib_port_add. */
static inline unsigned lib_add(lib_bench *b, const char *fmt, ...) {
  va_list ap;
  ck_assert(b->n < LIB_SIZES);
  va_start(ap, fmt);
  vsnprintf(b->size[b->n].params, sizeof b->size[b->n].params, fmt, ap);
  va_end(ap);
  return b->n++;
}
static inline void lib_port_add(lib_bench *b, unsigned s, char dir, const char *name, unsigned width) {
  lib_size *z = &b->size[s];
  ck_assert(z->n < LIB_PORTS);
  lib_port *p = &z->port[z->n++];
  snprintf(p->name, sizeof p->name, "%s", name);
  p->dir = dir, p->width = width;
}

static inline void lib_write_tb(const lib_bench *b, FILE *f, FILE *vlt) {
  fprintf(f, "module wt_tb (input wire logic clk, input wire logic rst_n");
  fprintf(vlt, "`verilator_config\n");
  for (unsigned s = 0; s < b->n; s++)
    for (unsigned i = 0; i < b->size[s].n; i++) {
      const lib_port *p = &b->size[s].port[i];
      fprintf(f, ",\n  %s logic [%u:0] s%u_%s", p->dir == 'i' ? "input wire" : "output", p->width - 1, s, p->name);
      fprintf(vlt, "public_flat_r%c -module \"wt_tb\" -var \"s%u_%s\"\n", p->dir == 'i' ? 'w' : 'd', s, p->name);
    }
  fprintf(f, ");\n");
  for (unsigned s = 0; s < b->n; s++) {
    int clocked = strstr(b->part, "_ram_") != NULL, reset = strstr(b->part, "_fifo") != NULL;
    const char *sep = "";
    fprintf(f, "  %s #(%s) u_%u (", b->part, b->size[s].params, s);
    if (clocked || reset) fprintf(f, ".clk"), sep = ", ";
    if (reset) fprintf(f, ", .rst_n");
    for (unsigned i = 0; i < b->size[s].n; i++, sep = ", ") fprintf(f, "%s.%s(s%u_%s)", sep, b->size[s].port[i].name, s, b->size[s].port[i].name);
    fprintf(f, ");\n");
  }
  fprintf(f, "endmodule\n");
}

/* Verilates the sizes as one module (kept in the RTL cache) and opens it. */
static inline void lib_open(lib_bench *b) {
  const char *env = getenv("WARPTWIN_CACHE");
  char cache[600], gen[700], path[1100], cmd[3200], err[400], name[64];
  snprintf(cache, sizeof cache, "%.500s%s", env && *env ? env : wt_root(), env && *env ? "" : "/build/rtl");
  snprintf(cmd, sizeof cmd, "mkdir -p '%s'", cache);
  ck_assert_int_eq(system(cmd), 0);
  snprintf(gen, sizeof gen, "%s/gen-lib.XXXXXX", cache);
  ck_assert_ptr_nonnull(mkdtemp(gen));
  FILE *out[4];
  static const char *const files[] = {"wt_tb.sv", "wt_public.vlt", "wt_pkg.sv", "unused_modules"};
  for (int i = 0; i < 4; i++) {
    snprintf(path, sizeof path, "%s/%s", gen, files[i]);
    ck_assert_ptr_nonnull(out[i] = fopen(path, "w"));
  }
  fprintf(out[2], "package wt_pkg;\n  parameter int unsigned NONE = 0;\nendpackage\n"); /* parts use no number of a shape */
  lib_write_tb(b, out[0], out[1]);
  for (int i = 0; i < 4; i++) fclose(out[i]);
  snprintf(cmd, sizeof cmd, "'%s/scripts/build_rtl.sh' %s '%s' '%s'", wt_root(), b->part, gen, cache);
  FILE *p = popen(cmd, "r");
  path[0] = 0;
  if (p && fgets(path, sizeof path, p)) path[strcspn(path, "\n")] = 0;
  ck_assert_msg(p && !pclose(p) && path[0], "%s did not build; the tool's messages are above", b->part);
  snprintf(cmd, sizeof cmd, "rm -rf '%s'", gen);
  ck_assert_int_eq(system(cmd), 0);
  ck_assert_msg(!wt_rtl_open(&b->rtl, path, 1, err, sizeof err), "%s", err);
  for (unsigned s = 0; s < b->n; s++)
    for (unsigned i = 0; i < b->size[s].n; i++) {
      lib_port *q = &b->size[s].port[i];
      snprintf(name, sizeof name, "s%u_%s", s, q->name);
      q->var = wt_rtl_find(&b->rtl, "TOP.TOP", name);
      ck_assert_msg(q->var && q->var->width == q->width, "port %s", name);
      if (q->dir == 'i') memset(q->var->ptr, 0, q->var->row_bytes);
    }
}
static inline void lib_close(lib_bench *b) { wt_rtl_close(&b->rtl); }

static inline lib_port *lib_port_of(lib_bench *b, unsigned s, const char *name) {
  for (unsigned i = 0; i < b->size[s].n; i++)
    if (!strcmp(b->size[s].port[i].name, name)) return &b->size[s].port[i];
  ck_abort_msg("%s has no port %s", b->part, name);
  return NULL;
}

/* n <= 64 bits of a port from bit lo on */
static inline void lib_put_at(lib_bench *b, unsigned s, const char *name, unsigned lo, unsigned n, uint64_t v) {
  uint8_t *p = lib_port_of(b, s, name)->var->ptr;
  for (unsigned i = 0; i < n; i++, v >>= 1) {
    unsigned at = lo + i;
    p[at / 8] = (uint8_t)((p[at / 8] & ~(1u << at % 8)) | (unsigned)(v & 1) << at % 8);
  }
}
static inline uint64_t lib_get_at(lib_bench *b, unsigned s, const char *name, unsigned lo, unsigned n) {
  const uint8_t *p = lib_port_of(b, s, name)->var->ptr;
  uint64_t v = 0;
  for (unsigned i = 0; i < n; i++) v |= (uint64_t)(p[(lo + i) / 8] >> (lo + i) % 8 & 1) << i;
  return v;
}
static inline void lib_put(lib_bench *b, unsigned s, const char *name, uint64_t v) { lib_put_at(b, s, name, 0, lib_port_of(b, s, name)->width, v); }
static inline uint64_t lib_get(lib_bench *b, unsigned s, const char *name) { return lib_get_at(b, s, name, 0, lib_port_of(b, s, name)->width); }

/* Settles the outputs; then a clock edge. */
static inline void lib_settle(lib_bench *b) { b->rtl.api->step(b->rtl.h, 0, 1); }
static inline void lib_clock(lib_bench *b) {
  b->rtl.api->step(b->rtl.h, 1, 1);
  b->rtl.api->step(b->rtl.h, 0, 1);
  ck_assert_msg(!b->rtl.api->failed(b->rtl.h), "an assertion of %s failed (its message is above)", b->part);
}
static inline void lib_reset(lib_bench *b) {
  for (int i = 0; i < 2; i++) b->rtl.api->step(b->rtl.h, 0, 0), b->rtl.api->step(b->rtl.h, 1, 0);
  b->rtl.api->step(b->rtl.h, 0, 1);
}

static inline uint64_t lib_random(uint64_t *seed) { /* xorshift64* */
  *seed ^= *seed >> 12, *seed ^= *seed << 25, *seed ^= *seed >> 27;
  return *seed * UINT64_C(2685821657736338717);
}
static inline uint64_t lib_mask(unsigned n) { return n >= 64 ? ~UINT64_C(0) : (UINT64_C(1) << n) - 1; }
static inline unsigned lib_clog2(unsigned n) { /* bits of a position among n, at least 1 */
  unsigned w = 1;
  while (n > 1u << w) w++;
  return w;
}

/* a word with few bits, with many, or any */
static inline uint64_t lib_draw(uint64_t *seed) {
  uint64_t a = lib_random(seed), b = lib_random(seed), c = lib_random(seed);
  return c % 3 == 0 ? a : c % 3 == 1 ? a & b & lib_random(seed) : a | b;
}

static inline int lib_main(const char *part, void (*add)(TCase *)) {
  Suite *s = suite_create(part);
  TCase *tc = tcase_create(part);
  tcase_set_timeout(tc, 300);
  add(tc);
  suite_add_tcase(s, tc);
  return suite_run(s);
}
#endif
