/* wt_dpu.h - fp64 unit. Contract: spec/blocks/dpu.def, docs/blocks/exec/wt_dpu.md. */
#ifndef WT_DPU_H
#define WT_DPU_H
#include "spec/wt_gpu.h"
void wt_dpu_moore(wt_dpu *self);
void wt_dpu_tick(wt_dpu *self);

/* The unit without its ports, for who has its state, too (wt_fp64): a beat for it, what it offers, and a clock edge; beat = NULL: none comes. */
typedef struct {
  const uint32_t *uop, *data;
  uint64_t bc;
  uint32_t mask, pp;
  uint8_t warp;
  uint32_t beat;
  uint8_t last, ends;
} wt_dpu_beat;
void wt_dpu_show(const wt_shape *S, const wt_dpu_state *q, wt_result_out *o);
void wt_dpu_edge(const wt_shape *S, wt_dpu_state *q, const wt_dpu_beat *beat, int ack);
#endif
