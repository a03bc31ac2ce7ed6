/* wt_watch.h - pictures of a run: looks at the C twin in every cycle and writes what it saw. docs/user/pictures.md describes the files. */
#ifndef WT_WATCH_H
#define WT_WATCH_H
#include "lib/wt_pipe.h"

/* Where to; NULL: not wanted. */
typedef struct {
  const char *report, *kanata, *perfetto;
} wt_watch_files;

enum { WT_WATCH_BINS = 1024, WT_WATCH_LANE_BINS = 256 };
/* Cycles in bins of equal length, a power of two that grows with the run. */
typedef struct {
  uint64_t cycles, issued, stalled, lanes; /* of one instruction: issued, cycles at the head of an I-buffer without issuing, active lanes */
} wt_watch_pc;
typedef struct {
  const wt_shape *S;
  const wt_launch_desc *L;
  uint64_t cycles, bin;                          /* cycles of a bin */
  uint32_t (*why)[WT_WATCH_BINS][WT_WHY_COUNT];  /* per warp slot */
  uint32_t (*issues)[WT_WATCH_LANE_BINS];        /* per warp slot, in bins four times as long */
  uint32_t (*lanes)[WT_WATCH_LANE_BINS][MAX_WS]; /* ... of them with this lane */
  uint32_t resident[WT_WATCH_BINS];              /* warps, summed over the cycles of a bin */
  wt_watch_pc *pc;
} wt_watch_bins;

typedef struct wt_watch wt_watch;
/* NULL with one line in err. */
wt_watch *wt_watch_new(const wt_shape *S, const wt_launch_desc *L, const wt_watch_files *files, char *err, size_t errn);
/* In every settled cycle, after it was counted. */
void wt_watch_cycle(wt_watch *w, const wt_m *m, const wt_tandem *t);
/* Writes the files and frees. keep = 0: none is left. 0, or -1 with one line in err. */
int wt_watch_end(wt_watch *w, const wt_tandem *t, const char *verdict, int keep, char *err, size_t errn);

/* wt_report.c: the page. */
void wt_report_html(FILE *f, const wt_watch_bins *b, const wt_tally *total, const char *verdict);
#endif
