/* cli_sweep.h - the points of warptwin sweep and their renderings. */
#ifndef WT_CLI_SWEEP_H
#define WT_CLI_SWEEP_H
#include "cli/wt_grid.h"

enum { WT_SWEEP_KEYS = 2, WT_SWEEP_POINTS = 256, WT_SWEEP_VALUES = 64 };

typedef struct {
  unsigned at[WT_SWEEP_KEYS]; /* number of the value of each key */
  char own[WT_SWEEP_KEYS][64];
  wt_point p;
  wt_size *z;   /* NULL: no such shape, p.why says so */
  double ratio; /* cycles: geometric mean over the kernels, relative to the first point that has them; 0: not all of them ended */
  int front;    /* no other point has fewer mm2 and fewer cycles */
  wt_cli_used use[WT_PEAKS];
} wt_sweep_point;

typedef struct {
  wt_point base; /* without the swept keys */
  unsigned n_keys, n_values[WT_SWEEP_KEYS];
  char key[WT_SWEEP_KEYS][32], value[WT_SWEEP_KEYS][WT_SWEEP_VALUES][24];
  wt_sweep_point *point;
  unsigned n;
  wt_grid grid; /* point by point, kernels one behind the other */
} wt_sweep;

static inline const wt_cell *wt_sweep_at(const wt_sweep *w, unsigned p, size_t k) { return wt_grid_cell(&w->grid, p * w->grid.n_kernels + k); }
static inline double wt_sweep_mm2(const wt_sweep_point *p) { return (double)p->z->core.um2 * 1e-6; }
/* "WARPS=8 LANES=4"; buf is returned. */
const char *wt_sweep_name(const wt_sweep *w, const wt_sweep_point *p, char *buf, size_t n);
/* 1: the structure that the key sizes was full at no point that ended; *i is its number. */
int wt_sweep_never_full(const wt_sweep *w, unsigned key, unsigned *i);

/* Of a wt_sweep. */
wt_cli_print wt_sweep_text, wt_sweep_markdown, wt_sweep_csv, wt_sweep_json, wt_sweep_svg;
#endif
