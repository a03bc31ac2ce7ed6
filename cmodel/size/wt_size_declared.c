/* wt_size_declared.c - structures without RTL (declared.def), and the figures that publications print, recomputed. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "size/wt_size.h"

const wt_size_dpar wt_size_dpars[] = {
#define DPAR(name, lo, hi, v, text) {#name, #v, lo, hi, v, text},
#define DECL(...)
#include "size/declared.def"
#undef DPAR
#undef DECL
};
const unsigned wt_size_ndpars = sizeof wt_size_dpars / sizeof *wt_size_dpars;

enum {
#define DPAR(name, ...) DP_##name,
#define DECL(...)
#include "size/declared.def"
#undef DPAR
#undef DECL
};

/* what WT_SZ_... does not name: the kinds that only declared structures have share its numbering */
enum { K_REG = WT_SZ_REG, K_RAM = WT_SZ_RAM, K_RAM1 = WT_SZ_RAM1, K_CAM = WT_SZ_CAM, K_FA = WT_SZ_FA, K_TAG = WT_SZ_TAG, K_DATA = WT_SZ_DATA };

unsigned wt_size_declared(wt_size *z, wt_size_item *out, unsigned max) {
  unsigned n = 0;
#define DPAR(name, ...)                         \
  const unsigned name = z->opt.dpar[DP_##name]; \
  (void)name;
#define DECL(b, nm, words, k, d, w, t, x, r, wp, s, cnt, im, src) \
  if (n < max)                                                    \
    out[n++] = (wt_size_item){.id = #b "." #nm,                   \
                              .blk = #b,                          \
                              .group = "declared",                \
                              .name = #nm,                        \
                              .text = words,                      \
                              .kind = K_##k,                      \
                              .entries = (d) * (w),               \
                              .width = (t) + (x),                 \
                              .count = (cnt),                     \
                              .rd = (r),                          \
                              .wr = (wp),                         \
                              .srch = (s),                        \
                              .ways = (w),                        \
                              .depth = (d),                       \
                              .tag = (t),                         \
                              .data = (x),                        \
                              .impl = WT_IM_##im,                 \
                              .declared = 1,                      \
                              .source = src};
#include "size/declared.def"
#undef DPAR
#undef DECL
  for (unsigned i = 0; i < n; i++) {
    wt_size_item *e = &out[i];
    e->bits = (uint64_t)e->entries * e->width * e->count;
    *(e->kind == WT_SZ_REG ? &e->ff : &e->mem) = e->bits;
  }
  return n;
}

/* ---- published figures ---- */

typedef struct {
  const wt_size *z90, *z45;
} ctx;

static wt_size_sum sum_of(const wt_size *z, const char *blk, const char *name) {
  wt_size_sum t = {0};
  for (unsigned i = z->core.n; i < z->n; i++) /* declared ones come last */
    if (!strcmp(z->item[i].blk, blk) && (!name || !strcmp(z->item[i].name, name))) wt_size_add_item(&t, &z->item[i]);
  return t;
}
static double bits_of(const wt_size *z, const char *blk, const char *name) { return (double)sum_of(z, blk, name).bits; }
static double bytes_of(const wt_size *z, const char *blk, const char *name) { return floor(bits_of(z, blk, name) / 8); }
static double mm2_of(const wt_size *z, const char *blk, const char *name) { return (double)sum_of(z, blk, name).um2 * 1e-6; }

/* A SIMT stack of n entries of pc, reconvergence pc and 32 lanes. */
static double stack_bits(double n) { return n * 96; }
static double percent_less(double ours, double base) { return 100 * (1 - ours / base); }

/* The table of the published figures, at 90 nm where an area was printed. */
unsigned wt_size_published(FILE *f, char *err, size_t errn) {
  wt_size_opt o;
  wt_shape S;
  ctx c = {0};
  wt_size_defaults(&o);
  o.declared = 1;
  if (wt_shape_preset(&S, "default", err, errn) || !(c.z45 = wt_size_new(&S, &o, err, errn)) || wt_node_find("90", 0, &o.node, err, errn) ||
      !(c.z90 = wt_size_new(&S, &o, err, errn))) {
    wt_size_free((wt_size *)(uintptr_t)c.z45);
    return 1;
  }
  const wt_size *z = c.z45, *a = c.z90;
  double hanoi = bits_of(z, "pub_hanoi", NULL), dwr = mm2_of(z, "dwr", NULL), sm = mm2_of(z, "dwr_sm", NULL);
  double dwr_bits = bits_of(z, "dwr", NULL), sm_bits = bits_of(z, "dwr_sm", NULL);
  const struct {
    const char *what, *unit;
    double published, ours, tolerance; /* percent of the published figure; 0: equal; below 0: ours must stay below it */
    const char *remark;
  } fig[] = {
    {"Hanoi-YR, one warp", "bits", 3210, bits_of(z, "pub_yr", NULL), 0, "the design's count; its RTL is hanoi_yr in the core table"},
    {"Hanoi-YR, one warp", "bytes", 401, bytes_of(z, "pub_yr", NULL), 0, "rounded down"},
    {"Hanoi, one warp", "bits", 3461, hanoi, 0, "8 Bx, without the 11 bits of its two stack pointers"},
    {"Hanoi, one warp", "bytes", 432, bytes_of(z, "pub_hanoi", NULL), 0, "rounded down"},
    {"SIMT stack, one warp", "bytes", 756, bytes_of(z, "pub_stack", NULL), 0, "63 entries"},
    {"Hanoi below the SIMT stack", "%", 42.8, percent_less(hanoi, stack_bits(63)), 0.1, "baseline: 63 entries, 6048 bits"},
    {"Hanoi above the SIMT stack", "%", 12.7, -percent_less(hanoi, stack_bits(32)), 0.3, "baseline: 32 entries, 3072 bits"},
    {"DWR partner-synch table", "bytes", 82, bytes_of(z, "dwr", "pst"), 0, "16 x 41"},
    {"DWR ignore list", "bytes", 124, bytes_of(z, "dwr", "ilt"), 0, "4 sets x 8 ways x 31"},
    {"DWR tables in the bits of their SM", "%", 1, 100 * dwr_bits / sm_bits, -1, "64 KB registers, 16 KB shared, 48 KB L1D"},
    {"DWR tables in the area of their SM", "%", 1, 100 * dwr / sm, -1, "45 nm; these three memories stand for the SM"},
    {"CROWN tables", "bits", 72448, bits_of(z, "crown", NULL), 0, "largest configuration"},
    {"CROWN barriers, tag", "mm2", 0.035, mm2_of(a, "crown", "rbt_tag"), 1000, "90 nm; the source's tag cell ignores write ports"},
    {"CROWN barriers, data", "mm2", 0.137, mm2_of(a, "crown", "rbt_data"), 1000, "90 nm"},
    {"CROWN second level", "mm2", 0.123, mm2_of(a, "crown", "level2"), 1000, "90 nm, 1 read and 1 write port"},
    {"CROWN Ready Lookup", "mm2", 0.111, mm2_of(a, "crown", "ready"), 1000, "90 nm; published as 0.020 tag and 0.091 data"},
    {"CROWN Waiting Lookup", "mm2", 0.111, mm2_of(a, "crown", "waiting"), 1000, "90 nm"},
    {"CROWN tables", "mm2", 0.5185, mm2_of(a, "crown", NULL), 15, "90 nm, one setting for all tables"},
    {"bit scoreboard, 64 warps", "bits", 8192, bits_of(z, "pub_sb", "naive"), 0, "128 registers a warp, 256 probes"},
    {"entry scoreboard, 64 warps", "bits", 2048, bits_of(z, "pub_coon", "entries"), 0, "4 entries a warp; 512 bits of dependence vectors beside it"},
    {"entry in the bits of the bit scoreboard", "%", 31.25, 100 * bits_of(z, "pub_coon", NULL) / bits_of(z, "pub_sb", NULL), 0, "2560 of 8192"},
  };
  unsigned bad = 0;
  fprintf(f, "%-40s %-6s %10s %10s %9s  %s\n", "figure", "unit", "published", "ours", "deviation", "remark");
  for (size_t i = 0; i < sizeof fig / sizeof *fig; i++) {
    double dev = 100 * (fig[i].ours / fig[i].published - 1);
    int ok = fig[i].tolerance < 0 ? fig[i].ours < fig[i].published : fabs(dev) <= fig[i].tolerance + 1e-9;
    int dec = !strcmp(fig[i].unit, "mm2") ? 4 : fig[i].unit[0] == '%' ? 2 : 0;
    char limit[16];
    snprintf(limit, sizeof limit, "%s%.*f", fig[i].tolerance < 0 ? "< " : "", dec, fig[i].published);
    fprintf(f, "%-40s %-6s %10s %10.*f %+8.1f%%  %s%s\n", fig[i].what, fig[i].unit, limit, dec, fig[i].ours, dev,
            ok ? "" : "OUTSIDE: ", fig[i].remark);
    bad += !ok;
  }
  wt_size_free((wt_size *)(uintptr_t)c.z45);
  wt_size_free((wt_size *)(uintptr_t)c.z90);
  return bad;
}
