/* cli_compare.h - the grid of warptwin compare and its four renderings. */
#ifndef WT_CLI_COMPARE_H
#define WT_CLI_COMPARE_H
#include "cli/wt_grid.h"
#include "cli/wt_unit_size.h"

enum { WT_MAX_VALUES = 16 };
typedef struct {
  const char *key;
  wt_point base; /* without the compared key */
  unsigned n_values;
  const char *value[WT_MAX_VALUES];
  char assign[WT_MAX_VALUES][96]; /* KEY=VALUE */
  char spec[WT_MAX_VALUES][1200]; /* of a block of the user's BLOCK=FILE; "": it is ours */
  int use;                        /* these are compared: values "-" (ours) and files */
  wt_point point[WT_MAX_VALUES];
  wt_unit_size unit[WT_MAX_VALUES], sm[WT_MAX_VALUES];
  wt_size *size[WT_MAX_VALUES];
  wt_grid grid;       /* kernel by kernel, values one behind the other */
  const char *traces; /* folder of the control-flow traces, or NULL */
  FILE *trace;        /* in a child */
  double *apart;      /* per cell: discrepancy from the first value that finished; below 0: none */
} wt_compare;

static inline const wt_cell *wt_cell_at(const wt_compare *w, size_t kernel, unsigned value) {
  return wt_grid_cell(&w->grid, kernel * w->n_values + value);
}
static inline double wt_cell_apart(const wt_compare *w, size_t kernel, unsigned value) {
  return w->apart ? w->apart[kernel * w->n_values + value] : -1;
}
static inline int wt_cell_ok(const wt_cell *c) { return c->verdict[0] == 'o'; }
/* "pool 3, waiting 2" */
const char *wt_cell_occupancy(const wt_compare *w, const wt_cell *c, unsigned value, char *buf, size_t n);

/* Of a wt_compare. */
wt_cli_print wt_compare_text, wt_compare_markdown, wt_compare_json, wt_compare_svg;
#endif
