/* cli_sweep.h - the points of warptwin sweep and their renderings. */
#ifndef WT_CLI_SWEEP_H
#define WT_CLI_SWEEP_H
#include "cli/wt_cli_runs.h"
#include "cli/wt_cli_use.h"

enum { WT_SWEEP_KEYS = 2, WT_SWEEP_POINTS = 256, WT_SWEEP_VALUES = 64 };

/* One kernel on one shape. */
typedef struct {
  int status;
  wt_counters c;
  char verdict[24], report[400];
} wt_sweep_cell;

typedef struct {
  unsigned at[WT_SWEEP_KEYS]; /* number of the value of each key */
  wt_shape S;
  wt_size *z; /* NULL: no such shape, why says so */
  char why[300];
  double ratio; /* cycles: geometric mean over the kernels, relative to the first point that has them; 0: not all of them ended */
  int front;    /* no other point has fewer mm2 and fewer cycles */
  wt_cli_used use[WT_PEAKS];
} wt_sweep_point;

typedef struct {
  const char *preset, *const *set;
  unsigned n_keys, n_values[WT_SWEEP_KEYS];
  char key[WT_SWEEP_KEYS][32], value[WT_SWEEP_KEYS][WT_SWEEP_VALUES][24];
  wt_sweep_point *point;
  unsigned n;
  const wt_case **kernel;
  size_t n_kernels;
  wt_sweep_cell *cell; /* [point * n_kernels + kernel] */
  uint64_t seed;
} wt_sweep;

static inline const wt_sweep_cell *wt_sweep_at(const wt_sweep *w, unsigned p, size_t k) { return &w->cell[p * w->n_kernels + k]; }
static inline double wt_sweep_mm2(const wt_sweep_point *p) { return (double)p->z->core.um2 * 1e-6; }
/* "WARPS=8 LANES=4"; buf is returned. */
const char *wt_sweep_name(const wt_sweep *w, const wt_sweep_point *p, char *buf, size_t n);
/* 1: the structure that the key sizes was full at no point that ended; *i is its number. */
int wt_sweep_never_full(const wt_sweep *w, unsigned key, unsigned *i);

void wt_sweep_text(const wt_sweep *w, FILE *f, int markdown);
void wt_sweep_csv(const wt_sweep *w, FILE *f);
void wt_sweep_json(const wt_sweep *w, FILE *f);
void wt_sweep_svg(const wt_sweep *w, FILE *f);
#endif
