/* wt_pipe.h - the way of every instruction through the pipeline of the C twin, and two forms of it: a log for Kanata viewers (Konata) and a trace
 * for Perfetto and Chrome.
 */
#ifndef WT_PIPE_H
#define WT_PIPE_H
#include <stdio.h>

#include "lib/wt_tandem.h"

/* fetch: asked for; buffer: decoded, in the I-buffer; collect: operands; execute: dispatched, until its results are written. */
typedef enum { WT_STAGE_FETCH, WT_STAGE_BUFFER, WT_STAGE_COLLECT, WT_STAGE_EXECUTE, WT_STAGES } wt_stage;

typedef struct {
  uint64_t id, at[WT_STAGES]; /* first cycle of a stage, 0: not reached (no stage starts in cycle 0) */
  uint32_t pc, warp;          /* warp: of its SM */
  uint8_t stage, lane, dst, ndst, pw, beats_left, used;
} wt_pipe_insn;

typedef struct {
  uint64_t fetched, retired, flushed, left; /* left: still on their way when the run ended, or without an end that was seen */
} wt_pipe_counts;

typedef struct wt_pipe wt_pipe;
/* kanata, perfetto: streams or NULL, which stay the caller's. NULL: out of memory. */
wt_pipe *wt_pipe_new(const wt_shape *S, const wt_launch_desc *L, FILE *kanata, FILE *perfetto);
/* t: of every SM. */
void wt_pipe_cycle(wt_pipe *p, const wt_m *m, const wt_tandem t[], uint64_t cycle);
/* Ends the files. */
wt_pipe_counts wt_pipe_end(wt_pipe *p, uint64_t cycles);
void wt_pipe_free(wt_pipe *p);
#endif
