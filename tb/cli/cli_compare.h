/* cli_compare.h - the grid of warptwin compare and its renderings: over one key a table, over two a matrix. */
#ifndef WT_CLI_COMPARE_H
#define WT_CLI_COMPARE_H
#include "cli/wt_grid.h"
#include "cli/wt_unit_size.h"

/* A matrix has two sides; a third key is another run. */
enum { WT_COMPARE_KEYS = 2, WT_MAX_VALUES = 16, WT_MAX_CELLS = WT_MAX_VALUES * WT_MAX_VALUES };
typedef struct {
  const char *key;
  unsigned n;
  const char *value[WT_MAX_VALUES];
  char assign[WT_MAX_VALUES][96]; /* KEY=VALUE */
} wt_compare_side;
typedef struct {
  unsigned n_keys;
  wt_compare_side side[WT_COMPARE_KEYS]; /* of a matrix rows and columns */
  const char *key;                       /* of two "KEY KEY", likewise value and assign */
  wt_point base;                         /* without the compared keys */
  unsigned n_values;                     /* of a matrix row by row */
  const char *value[WT_MAX_CELLS];
  char assign[WT_MAX_CELLS][200];
  char spec[WT_MAX_VALUES][1200]; /* of a block of the user's BLOCK=FILE; "": it is ours */
  int use;                        /* these are compared: values "-" (ours) and files */
  wt_point point[WT_MAX_CELLS];   /* of a matrix some may be no shapes */
  wt_unit_size unit[WT_MAX_CELLS], sm[WT_MAX_CELLS];
  wt_size *size[WT_MAX_CELLS]; /* NULL: it is no shape */
  wt_grid grid;                /* kernel by kernel, values one behind the other */
  const char *traces;          /* folder of the control-flow traces, or NULL */
  FILE *trace;                 /* in a child */
  double *apart;               /* per cell: discrepancy from the first value that finished; below 0: none */
} wt_compare;

static inline const wt_cell *wt_cell_at(const wt_compare *w, size_t kernel, unsigned value) {
  return wt_grid_cell(&w->grid, kernel * w->n_values + value);
}
static inline double wt_cell_apart(const wt_compare *w, size_t kernel, unsigned value) {
  return w->apart ? w->apart[kernel * w->n_values + value] : -1;
}
static inline int wt_cell_ok(const wt_cell *c) { return c->verdict[0] == 'o'; }
static inline int wt_compare_matrix(const wt_compare *w) { return w->n_keys > 1; }
/* Cycles relative to the first value of the kernel that finished; 0: this one did not. */
double wt_cell_ratio(const wt_compare *w, size_t kernel, unsigned value);
/* Geometric mean of that over the kernels that finished under every value that is a shape; 0: there is none, *n of them. */
double wt_compare_mean(const wt_compare *w, unsigned value, size_t *n);
/* "pool 3, waiting 2" */
const char *wt_cell_occupancy(const wt_compare *w, const wt_cell *c, unsigned value, char *buf, size_t n);

/* Of a wt_compare. */
wt_cli_print wt_compare_text, wt_compare_markdown, wt_compare_json, wt_compare_svg, wt_compare_html;
/* cli_compare_matrix.c: the tables of a matrix, in a form of wt_table_print. cli_compare_heat.c: its picture. */
void wt_compare_tables(const wt_compare *w, int form, FILE *f);
wt_cli_print wt_compare_heat;
/* cli_compare_out.c: the first line, and the tables of one key. */
void wt_compare_conditions(const wt_compare *w, FILE *f);
void wt_compare_values(const wt_compare *w, int form, FILE *f);
size_t wt_compare_unfinished(const wt_compare *w);
#endif
