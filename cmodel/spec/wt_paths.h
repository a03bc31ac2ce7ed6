/* wt_paths.h - what every control-flow unit tells about a warp, for reports, checks and metrics; not part of the machine.
 *
 * Each unit has wt_<stem>_paths and wt_<stem>_occupancy beside its twin; the functions here call those of the shape's unit.
 */
#ifndef WT_PATHS_H
#define WT_PATHS_H
#include "spec/wt_gpu.h"

enum {
  WT_PATH_RUN,   /* the path that issues */
  WT_PATH_READY, /* may run when it is chosen */
  WT_PATH_BSYNC, /* waits at convergence barrier or reconvergence point x */
  WT_PATH_WSYNC, /* waits at WARPSYNC */
  WT_PATH_BAR,   /* waits at CTA barrier x */
  WT_PATH_BELOW  /* entry below the top of a stack, or a table's entry that others still have to reach */
};
typedef struct {
  uint32_t pc;   /* where the lanes go on */
  uint64_t mask; /* lanes that are here and nowhere else: masks of a warp's paths are disjoint, their union is launched and not exited */
  uint64_t need; /* lanes it waits for; 0 when it can run */
  uint8_t kind, x;
} wt_path;
enum { WT_MAX_PATHS = 2 * MAX_WS + 2 };

/* Does the unit tell what its paths are? Its rows of state are those of now then: see wt_look. */
int wt_paths_told(const wt_m *m);
/* The paths of warp w, the running one first; -1 while the unit works on this warp (its tables are between two states), and of a unit of somebody else that
 * does not tell. */
int wt_paths(const wt_m *m, unsigned w, wt_path *p);
/* Entries in use of the unit's tables (at most two, in the order of wt_occupancy_names). */
void wt_occupancy(const wt_m *m, unsigned w, unsigned used[2]);
/* Names of the two tables; the second is "" when there is one. */
const char *const *wt_occupancy_names(const wt_shape *S);

/* the units; a function may be called for any warp slot, launched or not */
int wt_hanoi_yr_paths(const wt_hanoi_yr *self, unsigned w, wt_path *p);
void wt_hanoi_yr_occupancy(const wt_hanoi_yr *self, unsigned w, unsigned used[2]);
int wt_barrier_paths(const wt_barrier *self, unsigned w, wt_path *p);
void wt_barrier_occupancy(const wt_barrier *self, unsigned w, unsigned used[2]);
int wt_multipath_paths(const wt_multipath *self, unsigned w, wt_path *p);
void wt_multipath_occupancy(const wt_multipath *self, unsigned w, unsigned used[2]);
int wt_simt_stack_paths(const wt_simt_stack *self, unsigned w, wt_path *p);
void wt_simt_stack_occupancy(const wt_simt_stack *self, unsigned w, unsigned used[2]);
int wt_hanoi_paths(const wt_hanoi *self, unsigned w, wt_path *p);
void wt_hanoi_occupancy(const wt_hanoi *self, unsigned w, unsigned used[2]);
#endif
