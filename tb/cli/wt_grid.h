/* wt_grid.h - kernels on shapes, each run in a process of its own: what compare, whatif, sweep and regress are views of. */
#ifndef WT_GRID_H
#define WT_GRID_H
#include "cli/wt_cli_guest.h"
#include "cli/wt_cli_runs.h"
#include "cli/wt_cli_say.h"
#include "cli/wt_cli_use.h"

/* A shape: a preset and what is set on it. */
enum { WT_POINT_OWN = 3, WT_POINT_LABEL = 8192 }; /* OWN: keys that a view sets besides those of --set */
typedef struct {
  const char *preset, *set[WT_MAX_SET + WT_POINT_OWN + 1]; /* set: ends with NULL; the strings are the caller's */
  unsigned n_set;
  wt_shape S;
  char why[300]; /* why it is no shape; "": it is one */
} wt_point;
/* 0, or -1 with one line in err. wt_point_legal: with the line in why. wt_point_runs: here, or it does not come back (wt_wide.h). */
int wt_point_begin(wt_point *p, const char *preset, const char *const *set, char *err, size_t n);
int wt_point_set(wt_point *p, const char *assign, char *err, size_t n);
int wt_point_legal(wt_point *p);
int wt_point_runs(wt_point *p);
/* "small WARPS=8"; buf is returned. */
const char *wt_point_label(const wt_point *p, char *buf, size_t n);
/* What is wrong with a setting that was not given as --set. */
const char *wt_not_as_set(const char *err);
/* "KEY=A,B,C": how many values there are, 0: it is no such thing; and a copy of it with the k-th value alone. */
unsigned wt_set_values(const char *set);
char *wt_set_value(const char *set, unsigned k);

/* A kernel on a shape. */
typedef struct {
  const wt_case *k;
  const wt_point *p;
} wt_grid_place;

/* What became of it. */
typedef struct {
  int status;       /* wt_status */
  char verdict[24]; /* ok deadlock livelock max-cycles unsupported fault diff error crash timeout, or "not run" */
  int stopped;      /* regress: as the manifest says for this shape */
  int counts;       /* for wt_grid_used() */
  uint64_t digest;  /* regress: of the trace and the metrics */
  wt_counters c;
  char report[]; /* the reason of any verdict but ok; several lines */
} wt_cell;

typedef struct {
  wt_cases cases;
  const wt_case **kernel;
  size_t n_kernels;
  wt_grid_place *place;
  size_t n;
  wt_cli_shape shape; /* seed, quiet, and what a note may be about */
  wt_backend backend;
  uint64_t max_cycles; /* of a launch */
  size_t report;       /* bytes of a report */
  int invariants, occupancy;
  int host_judges; /* the oracle is not needed beside a host reference */
  wt_cli_guests guests;
  const char *what; /* for the line of progress; NULL: none */
  wt_jobs pool;     /* parallel, timeout, pool, taken and guests are the view's, as ctx is, which the three get */
  /* in the child: before the kernel runs, not WT_OK ends it with the session's error unless the report says something; and after it. NULL: nothing to do */
  wt_status (*begins)(void *ctx, size_t i, wt_session *s, wt_cell *c);
  void (*ends)(void *ctx, size_t i, wt_session *s, wt_cell *c);
  /* in the parent, in the order of the places; may be NULL */
  void (*told)(void *ctx, size_t i);
  void *ctx;
  wt_cli_progress bar;
} wt_grid;
/* These return 0, or an exit code with one line on stderr. pick: kernels, limits and processes as the options say, on the C twin with occupancy. */
int wt_grid_pick(wt_grid *g, const wt_cli_shape *o, const wt_cli_runs *r);
int wt_grid_add(wt_grid *g, const wt_case *k, const wt_point *p);
/* As wt_cases_ready, on the shape of a point. */
int wt_grid_ready(const wt_grid *g, const wt_point *p, const char *const *out, unsigned n_out);
int wt_grid_run(wt_grid *g);
void wt_grid_free(wt_grid *g);
static inline wt_cell *wt_grid_cell(const wt_grid *g, size_t i) { return (wt_cell *)(void *)((char *)g->pool.results + i * g->pool.size); }

/* 1: a cell is what must not happen on any shape. */
int wt_grid_bad(const wt_grid *g);
/* What the cells of a shape used that count. */
void wt_grid_used(const wt_grid *g, const wt_point *p, const wt_size *z, wt_cli_used u[WT_PEAKS]);
/* Notes on the shapes, once for the whole grid. */
void wt_grid_notes(const wt_grid *g);
static inline double wt_cell_ipc(const wt_cell *c) { return c->c.cycles ? (double)c->c.warp_instructions / (double)c->c.cycles : 0; }
static inline double wt_cell_activity(const wt_cell *c) { return c->c.lane_slots ? (double)c->c.thread_instructions / (double)c->c.lane_slots : 0; }

/* Which launches a shape is too small for, looked at in processes: why says so, "" of the others; room for all places. As wt_grid_run. */
typedef struct {
  int status;
  wt_cause cause;
  char why[600];
} wt_probed;
int wt_grid_probe(wt_grid *g, wt_probed *r);
#endif
