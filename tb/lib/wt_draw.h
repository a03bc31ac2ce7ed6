/* wt_draw.h - pictures of a run: looks at the C twin in every cycle and writes what it saw. docs/user/pictures.md describes the files. */
#ifndef WT_DRAW_H
#define WT_DRAW_H
#include "lib/wt_pipe.h"

/* Where to; NULL: not wanted. */
typedef struct {
  const char *report, *kanata, *perfetto;
} wt_draw_files;

enum { WT_DRAW_BINS = 1024, WT_DRAW_LANE_BINS = 256 };
/* Cycles in bins of equal length, a power of two that grows with the run. */
typedef struct {
  uint64_t cycles, issued, stalled, lanes; /* of one instruction: issued, cycles at the head of an I-buffer without issuing, active lanes */
} wt_draw_pc;
typedef struct {
  const wt_shape *S;
  const wt_launch_desc *L;
  uint64_t cycles, bin;                         /* cycles of a bin */
  uint32_t (*why)[WT_DRAW_BINS][WT_WHY_COUNT];  /* per warp slot */
  uint32_t (*issues)[WT_DRAW_LANE_BINS];        /* per warp slot, in bins four times as long */
  uint32_t (*lanes)[WT_DRAW_LANE_BINS][MAX_WS]; /* ... of them with this lane */
  uint32_t resident[WT_DRAW_BINS];              /* warps, summed over the cycles of a bin */
  wt_draw_pc *pc;
} wt_draw_bins;

typedef struct wt_draw wt_draw;
/* NULL with one line in err. */
wt_draw *wt_draw_new(const wt_shape *S, const wt_launch_desc *L, const wt_draw_files *files, char *err, size_t errn);
/* In every settled cycle, after it was counted. */
void wt_draw_cycle(wt_draw *w, const wt_m *m, const wt_tandem *t);
/* Writes the files and frees. keep = 0: none is left. 0, or -1 with one line in err. */
int wt_draw_end(wt_draw *w, const wt_tandem *t, const char *verdict, int keep, char *err, size_t errn);

/* wt_report.c: the page. */
void wt_report_html(FILE *f, const wt_draw_bins *b, const wt_tally *total, const char *verdict);
#endif
