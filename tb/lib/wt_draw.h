/* wt_draw.h - pictures of a run: looks at the C twin in every cycle and writes what it saw. docs/user/pictures.md describes the files. */
#ifndef WT_DRAW_H
#define WT_DRAW_H
#include "lib/wt_pipe.h"

/* Where to; NULL: not wanted. */
typedef struct {
  const char *report, *kanata, *perfetto;
} wt_draw_files;

/* Columns at most, so many of lanes in one of them, and warp slots x columns at most: a machine with many slots has fewer columns. */
enum { WT_DRAW_BINS = 1024, WT_DRAW_LANE_PART = 4, WT_DRAW_CELLS = 1 << 18 };
typedef struct {
  uint64_t cycles, issued, stalled, lanes; /* of one instruction: issued, cycles at the head of an I-buffer without issuing, active lanes */
} wt_draw_pc;
/* Cycles in bins of equal length, a power of two that grows with the run: `most` of them for each warp slot, those of all SMs numbered through. */
typedef struct {
  const wt_shape *S;
  const wt_launch_desc *L;
  unsigned slots, most;
  uint64_t cycles, bin;          /* cycles of a bin */
  uint32_t (*why)[WT_WHY_COUNT]; /* slot by slot, those of its bins */
  uint32_t *issues;              /* likewise, in bins WT_DRAW_LANE_PART times as long */
  uint32_t (*lanes)[MAX_WS];     /* ... of them with this lane */
  uint32_t *resident;            /* warps of all SMs, summed over the cycles of a bin */
  wt_draw_pc *pc;
} wt_draw_bins;

typedef struct wt_draw wt_draw;
/* NULL with one line in err. */
wt_draw *wt_draw_new(const wt_shape *S, const wt_launch_desc *L, const wt_draw_files *files, char *err, size_t errn);
/* In every settled cycle, after it was counted. t: of every SM. */
void wt_draw_cycle(wt_draw *w, const wt_m *m, const wt_tandem t[]);
/* Writes the files and frees. keep = 0: none is left. 0, or -1 with one line in err. */
int wt_draw_end(wt_draw *w, const wt_tandem t[], const char *verdict, int keep, char *err, size_t errn);

/* wt_report.c: the page. */
void wt_report_html(FILE *f, const wt_draw_bins *b, const wt_tandem t[], const char *verdict);
#endif
