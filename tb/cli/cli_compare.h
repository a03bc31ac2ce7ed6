/* cli_compare.h - the grid of warptwin compare and its four renderings. */
#ifndef WT_CLI_COMPARE_H
#define WT_CLI_COMPARE_H
#include "cli/wt_cli_guest.h"
#include "cli/wt_cli_runs.h"
#include "cli/wt_cli_use.h"
#include "cli/wt_unit_size.h"

enum { WT_MAX_VALUES = 16 };

/* One kernel under one value. */
typedef struct {
  int status;       /* wt_status */
  char verdict[16]; /* ok deadlock livelock max-cycles unsupported fault diff error crash timeout, or "not run" */
  uint64_t cycles, insns, threads, slots;
  unsigned occ[2];
  wt_counters c;
  char report[6000]; /* the reason of any verdict but ok; several lines */
} wt_cell;

typedef struct {
  const char *key, *preset, *set[WT_MAX_SET + 1]; /* set: without the compared key */
  unsigned n_set, n_values;
  const char *value[WT_MAX_VALUES];
  char assign[WT_MAX_VALUES][96]; /* KEY=VALUE */
  char spec[WT_MAX_VALUES][1200]; /* of a block of the user's BLOCK=FILE; "": it is ours */
  int use;                        /* these are compared: values "-" (ours) and files */
  wt_cli_guests guests;           /* in every cell */
  wt_shape shape[WT_MAX_VALUES];
  wt_unit_size unit[WT_MAX_VALUES], sm[WT_MAX_VALUES];
  wt_size *size[WT_MAX_VALUES];
  const wt_case **kernel;
  size_t n_kernels;
  wt_cell *cell; /* [kernel * n_values + value] */
  uint64_t seed, max_cycles;
  const char *traces; /* folder of the control-flow traces, or NULL */
  double *apart;      /* per cell: discrepancy from the first value that finished; below 0: none */
} wt_grid;

static inline const wt_cell *wt_cell_at(const wt_grid *g, size_t kernel, unsigned value) { return &g->cell[kernel * g->n_values + value]; }
static inline double wt_cell_apart(const wt_grid *g, size_t kernel, unsigned value) { return g->apart ? g->apart[kernel * g->n_values + value] : -1; }
static inline double wt_cell_activity(const wt_cell *c) { return c->slots ? (double)c->threads / (double)c->slots : 0; }
static inline int wt_cell_ok(const wt_cell *c) { return c->verdict[0] == 'o'; }
/* Of all kernels that ended under a value. */
void wt_compare_use(const wt_grid *g, unsigned value, wt_cli_used u[WT_PEAKS]);
/* "pool 3, waiting 2" */
const char *wt_cell_occupancy(const wt_grid *g, const wt_cell *c, unsigned value, char *buf, size_t n);

void wt_compare_text(const wt_grid *g, FILE *f);
void wt_compare_markdown(const wt_grid *g, FILE *f);
void wt_compare_json(const wt_grid *g, FILE *f);
void wt_compare_svg(const wt_grid *g, FILE *f);
#endif
