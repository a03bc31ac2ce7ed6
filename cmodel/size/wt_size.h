/* wt_size.h - what the structures of a shape cost: exact bits, gate equivalents by closed forms, mm2 at a node.
 *
 * The structures are the SIZE and LOGIC rows of the blocks (cmodel/spec/blocks) and, on request, declared ones that have no RTL yet
 * (declared.def). Bits are exact. Gate equivalents (GE: a two-input NAND is 1) and mm2 are modelled: docs/user/size.md says how well.
 * GE and um2 of a structure are rounded to integers once, so that totals are exactly the sums of what is printed.
 */
#ifndef WT_SIZE_H
#define WT_SIZE_H
#include <stdint.h>
#include <stdio.h>

#include "state/wt_rows.h"

/* ---- the equations (wt_size_model.c) ---- */

/* Area of one memory macro in F^2, by what it is spent on. */
typedef struct {
  double cell, col, dec, row, wire, fixed; /* cells; sense and precharge; decoder; word lines; wiring that grows with port width; constant */
} wt_f2;
double wt_f2_sum(const wt_f2 *a);
/* Compiled memories have a smallest size, about 3000 um2 at 45 nm. */
#define WT_MACRO_FLOOR 1.5e6
/* p = read-write + read + write ports, s = search ports. R words of C bits; tags: S sets of C = ways * tag bits. */
wt_f2 wt_f2_ram(double R, double C, unsigned p);
wt_f2 wt_f2_tag(double S, double C, unsigned p);
wt_f2 wt_f2_setdata(double S, double C, double L, unsigned p); /* C = ways * L, one way leaves */
wt_f2 wt_f2_cam(double R, double C, unsigned p, unsigned s);
wt_f2 wt_f2_fa(double R, double Ct, double L, unsigned p, unsigned s); /* Ct searched bits, L data bits */

/* GE of registers and of arrays made of flip-flops */
double wt_ge_reg(double bits);
double wt_ge_array(double depth, double width, unsigned rd, unsigned wr);
double wt_ge_cam(double entries, double tag, double data, unsigned srch);

typedef struct {
  double nm, nand2;   /* feature size; um2 of a NAND2 */
  double lo;          /* NAND2 of the lowest estimate as a fraction of nand2: 1 where a library states it */
  const char *source; /* of nand2 */
} wt_node;
/* The node, or the node with the user's NAND2 (> 0). -1 with one line in err. */
int wt_node_find(const char *text, double nand2, wt_node *out, char *err, size_t errn);

/* ---- the table (wt_size.c) ---- */

enum wt_size_impl { WT_IM_AUTO, WT_IM_FLOP, WT_IM_SRAM, WT_IM_CAM, WT_IM_LOGIC };
/* kinds of declared structures beside those of wt_rows.h */
enum { WT_SZ_FA = WT_SZ_LOGIC + 1, WT_SZ_TAG, WT_SZ_DATA, WT_SZ_KINDS };
extern const char *const wt_size_kinds[], *const wt_size_impls[];

enum { WT_MAX_IMPL = 32, WT_MAX_DPAR = 16 };
typedef struct {
  wt_node node;
  double utilisation;   /* of placed gates */
  double bitcell;       /* um2 of a 6T cell of the user's, 0 = the equations' */
  unsigned macro_width; /* widest memory macro in bits, 0 = no split */
  int declared;
  unsigned n_impl;
  struct {
    const char *id; /* block.name or block */
    enum wt_size_impl impl;
  } impl[WT_MAX_IMPL];
  unsigned dpar[WT_MAX_DPAR]; /* parameters of the declared structures */
} wt_size_opt;

typedef struct {
  char id[64]; /* block.name */
  const char *blk, *group, *name, *text;
  unsigned kind;
  unsigned entries, width, count; /* of one instance, as an architect counts them; instances */
  unsigned rd, wr, srch, ways;
  unsigned depth, tag, data; /* as built: words of one instance, searched bits and other bits of a word */
  uint64_t ff, mem, bits;    /* of all instances */
  enum wt_size_impl impl;
  unsigned split;              /* macros that an instance is split into */
  int64_t ge;                  /* as gates and flip-flops, all instances */
  int64_t um2, um2_lo, um2_hi; /* as `impl` at the node, all instances */
  int declared;
  const char *source;     /* declared: where the figures come from */
  const wt_size_row *row; /* NULL when declared */
  const wt_blk *block;
} wt_size_item;

typedef struct {
  uint64_t ff, mem, bits;
  int64_t ge, um2, um2_lo, um2_hi;
  unsigned n;
} wt_size_sum;

typedef struct {
  wt_shape S;
  wt_size_opt opt;
  wt_blks *blks;
  wt_size_item *item; /* order of the machine, declared ones last */
  unsigned n;
  wt_size_sum core, declared;
  const char *label; /* of a loaded table */
  void *json;        /* loaded table: owner of the texts */
} wt_size;

/* Options of the command line's defaults: 45 nm, utilisation 0.8, macros of at most 128 bits. */
void wt_size_defaults(wt_size_opt *o);
/* "flop", "sram" or "cam" for a structure or a whole block: NAME=IMPL. -1 with one line in err. */
int wt_size_set_impl(wt_size_opt *o, char *assign, char *err, size_t errn);
/* KEY=VALUE of a parameter of the declared structures: 0 set, 1 no such parameter, -1 with one line in err. */
int wt_size_set_declared(wt_size_opt *o, const char *assign, char *err, size_t errn);
/* The table of a legal shape. NULL with one line in err. */
wt_size *wt_size_new(const wt_shape *S, const wt_size_opt *o, char *err, size_t errn);
void wt_size_free(wt_size *z);
/* Where a name stands in a list of names with blanks between; NULL: nowhere. */
const char *wt_size_named(const char *list, const char *name);
void wt_size_add_item(wt_size_sum *t, const wt_size_item *i);
/* By block.name, or by name where only one structure has it. NULL with one line in err. */
const wt_size_item *wt_size_find(const wt_size *z, const char *name, char *err, size_t errn);
/* One block of a shape, all its instances. node: "45" and the like. For other commands that put sizes beside other figures. */
int wt_size_block(const wt_shape *S, const char *stem, const char *node, wt_size_sum *out, char *err, size_t errn);
/* Ports of a structure: "2r1w", "1rw", "2s1w", "-". */
const char *wt_size_ports(const wt_size_item *i, char buf[24]);
/* GE and um2 of an item as another implementation; explain and the tests use it. */
void wt_size_price(const wt_size_opt *o, wt_size_item *i, enum wt_size_impl impl);

/* ---- declared structures and published figures (wt_size_declared.c) ---- */

unsigned wt_size_declared(wt_size *z, wt_size_item *out, unsigned max);
typedef struct {
  const char *name, *value;
  unsigned min, max, def;
  const char *text;
} wt_size_dpar;
extern const wt_size_dpar wt_size_dpars[];
extern const unsigned wt_size_ndpars;
/* Figures of publications beside ours. Returns how many are outside their tolerance. */
unsigned wt_size_published(FILE *f, char *err, size_t errn);

/* ---- texts ---- */

enum wt_size_format { WT_FMT_TEXT, WT_FMT_JSON, WT_FMT_CSV, WT_FMT_MD };
/* keep: blk or group restricts the table, NULL = all */
typedef struct {
  const char *blk, *group, *label;
  int no_levels; /* Markdown without the column */
} wt_size_view;
int wt_size_in_view(const wt_size_view *v, const wt_size_item *i);
wt_size_sum wt_size_view_sum(const wt_size *z, const wt_size_view *v, int declared);
void wt_size_print(FILE *f, const wt_size *z, const wt_size_view *v, enum wt_size_format fmt);
void wt_size_explain(FILE *f, const wt_size *z, const wt_size_item *i);
void wt_size_cite(FILE *f);
/* "1 234" digits in groups of three */
const char *wt_size_digits(int64_t v, char buf[32]);

/* ---- measured gate levels of the presets (wt_levels.c) ---- */

/* The preset that the shape is, but for mode keys; NULL: none whose levels were measured. */
const char *wt_levels_preset(const wt_shape *S);
/* Levels of the block of item i, which stand in its last structure; below 0: none to print. */
int wt_size_levels(const wt_size *z, unsigned i);

/* A table that was printed as JSON. same_version: its shape is legal here, so that causes can be recomputed. NULL with one line in err. */
wt_size *wt_size_load(const char *path, int *same_version, char *err, size_t errn);

/* ---- differences (wt_size_diff.c) ---- */

enum { WT_MAX_CAUSES = 16 };
typedef struct {
  const char *key;       /* "WARPS=8" */
  uint64_t legal;        /* alone */
  int64_t bits, ge, um2; /* what it changes alone, all structures */
} wt_size_cause;
typedef struct {
  const wt_size_item *a, *b; /* NULL: not there */
  int64_t bits, ge, um2;
  int64_t by[WT_MAX_CAUSES]; /* um2 of every cause, alone */
  int64_t by_bits[WT_MAX_CAUSES];
} wt_size_delta;
typedef struct {
  const wt_size *a, *b;
  wt_size_delta *d;
  unsigned n, ncause;
  wt_size_cause cause[WT_MAX_CAUSES];
} wt_size_diff;
/* Every structure of a and b; keys: the assignments that lead from a to b, applied one at a time to a. */
wt_size_diff *wt_size_diff_new(const wt_size *a, const wt_size *b, const char *const *keys, unsigned nkeys, char *err, size_t errn);
void wt_size_diff_free(wt_size_diff *d);
void wt_size_diff_print(FILE *f, const wt_size_diff *d, const wt_size_view *v, enum wt_size_format fmt);

/* ---- tests/golden/area.md (wt_size_doc.c) ---- */

int wt_size_doc(FILE *f, char *err, size_t errn);
/* How many figures of the file are more than 3 % off, each with a line on `say`; -1 when it cannot be read. */
int wt_size_ratchet(const char *path, FILE *say, char *err, size_t errn);

/* ---- charts (wt_size_plot.c) ---- */
void wt_size_bars(FILE *f, const wt_size *z, const wt_size_view *v);
void wt_size_treemap(FILE *f, const wt_size *z, const wt_size_view *v);
#endif
