/* wt_trace.h - control-flow traces: per warp the sequence of (pc, active mask) that it issued, and how far two of them are apart.
 *
 * Files that are read: what --trace writes ("cycle slot x,y,z warp pc mask exec" a line), and SASS traces of the Accel-Sim tracer
 * for NVBit, as it writes them (.trace) or grouped by CTA (.traceg). Their mask is the one after the guard; ours has both.
 */
#ifndef WT_TRACE_H
#define WT_TRACE_H
#include <stddef.h>
#include <stdint.h>

typedef enum {
  WT_MASK_PATH, /* lanes on the path */
  WT_MASK_EXEC, /* of them those whose guard is true */
  WT_MASK_NONE  /* pcs only */
} wt_trace_mask;

typedef struct {
  uint32_t pc;
  uint64_t path, exec;
} wt_trace_step;

typedef struct {
  uint32_t cta[3], warp; /* warp in its CTA */
  wt_trace_step *step;
  size_t n, size;
} wt_trace_warp;

typedef struct {
  char kernel[256];    /* "" = not named in the file */
  int has_path;        /* masks before the guard are known */
  wt_trace_warp *warp; /* sorted by CTA (z, y, x) and warp */
  size_t n, size;
  uint64_t steps;
} wt_trace;

/* 0, or -1 with one line in err ("FILE:LINE: what is wrong"); free with wt_trace_free in either case. */
int wt_trace_read(const char *path, wt_trace *t, char *err, size_t errn);
void wt_trace_free(wt_trace *t);
/* Order of warps: below 0, 0, above 0. */
int wt_trace_order(const wt_trace_warp *a, const wt_trace_warp *b);

/* Levenshtein distance of two sequences (insert, delete, replace: 1 each). Memory is linear in the lengths; time grows with
 * length x distance / 64. (size_t)-1: out of memory. */
size_t wt_trace_distance(const wt_trace_step *a, size_t na, const wt_trace_step *b, size_t nb, wt_trace_mask mask);
/* Both traces, warp by warp; a warp that only one of them has counts with its length. each (or NULL) is told every warp. 0, or -1: out of memory. */
typedef struct {
  uint64_t distance, length, warps, equal, only[2]; /* length: of the longer sequence of each warp */
} wt_trace_sum;
typedef void (*wt_trace_each)(void *ctx, const wt_trace_warp *w, size_t na, size_t nb, size_t distance);
int wt_trace_compare(const wt_trace *a, const wt_trace *b, wt_trace_mask mask, wt_trace_each each, void *ctx, wt_trace_sum *sum);
/* wt_trace_distance for plain symbols. */
size_t wt_levenshtein(const uint32_t *a, size_t na, const uint32_t *b, size_t nb);
#endif
