/* wt_depth.h - gate levels: of one block, from its mapped netlist, and of the longest path over the wiring of several blocks.
 *
 * A level is one cell of Yosys' gate library, an inverter too. Registers and memories begin and end paths; a memory that is read without a
 * clock is passed by as many levels as its address has bits, a tree of multiplexers. Clock and reset begin nothing.
 */
#ifndef WT_DEPTH_H
#define WT_DEPTH_H
#include <stddef.h>
#include <stdio.h>

/* register to register, input to register, register to output, input to output */
enum wt_depth_kind { WT_DEPTH_RR, WT_DEPTH_IR, WT_DEPTH_RO, WT_DEPTH_IO, WT_DEPTH_KINDS };
enum { WT_DEPTH_NAME = 96, WT_DEPTH_NONE = -1 };

static inline int wt_depth_larger(int a, int b) { return a > b ? a : b; }

typedef struct {
  char name[WT_DEPTH_NAME];
  int out;
  int reg; /* levels between the port and the registers; WT_DEPTH_NONE: no path */
} wt_depth_port;

typedef struct {
  unsigned cells, dff, mems;
  int levels[WT_DEPTH_KINDS];
  char from[WT_DEPTH_KINDS][WT_DEPTH_NAME], to[WT_DEPTH_KINDS][WT_DEPTH_NAME]; /* the ends of a deepest path, the first of equal ones */
  unsigned nports;
  wt_depth_port *port;
  int *io; /* [input * nports + output]: levels or WT_DEPTH_NONE */
} wt_depth;

/* Reads `write_blif -icells -gates -param` of one flat module. 0, or -1 with one line in err. */
int wt_depth_netlist(FILE *f, wt_depth *d, char *err, size_t errn);
/* The same figures as a text of ours, to keep them. */
int wt_depth_save(FILE *f, const wt_depth *d);
int wt_depth_load(FILE *f, wt_depth *d);
void wt_depth_free(wt_depth *d);
/* The deepest of the four kinds. */
int wt_depth_most(const wt_depth *d);

/* ---- over the wiring (wt_depth_path.c) ---- */

typedef struct {
  const char *blk;
  const wt_depth *d;
} wt_depth_inst;
typedef struct {
  const char *blk, *in, *out; /* ports; NULL: a register of the block */
  int levels, sum;
} wt_depth_step;
/* The longest path from a register of a block through ports of the same name to a register of a block; paths inside one block are its own
 * affair. Number of steps (at most max), or -1 with one line in err: ports that depend on each other in a circle, no path, or too many steps. */
int wt_depth_path(const wt_depth_inst *b, unsigned n, wt_depth_step *step, unsigned max, char *err, size_t errn);

/* ---- the committed figures (levels.def) ---- */

enum { WT_LEVELS_NOT_RUN = -2 };
typedef struct {
  const char *preset, *blk;
  int levels[WT_DEPTH_KINDS]; /* WT_DEPTH_NONE: no such path; WT_LEVELS_NOT_RUN: no result within the limits */
  const char *key;            /* first digits of the hash of what was measured */
} wt_levels;
typedef struct {
  const char *preset, *module;
  int levels;
  unsigned missing; /* blocks without a result */
} wt_levels_path;
/* The deepest of the four kinds; below 0: none. */
int wt_levels_most(const wt_levels *r);
extern const wt_levels wt_levels_rows[];
extern const unsigned wt_nlevels;
const wt_levels *wt_levels_find(const char *preset, const char *blk);
const wt_levels_path *wt_levels_find_path(const char *preset, const char *module);
#endif
