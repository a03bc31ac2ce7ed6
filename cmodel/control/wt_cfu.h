/* wt_cfu.h - outputs that every control-flow unit derives alike from its machine's registers. */
#ifndef WT_CFU_H
#define WT_CFU_H
#include "spec/wt_gpu.h"

/* Threads of the path in the machine that arrive at a CTA barrier or end, in the state that executes the event. */
static inline void wt_cfu_arrivals(wt_cfu_out *o, unsigned executes, unsigned kind, unsigned warp, unsigned id, uint64_t mask) {
  unsigned bar = executes && kind == WT_EV_BAR, ex = executes && kind == WT_EV_EXIT, n = wt_popcount(mask);
  o->bar_valid = (uint8_t)bar, o->exit_valid = (uint8_t)ex;
  o->bar_warp = (uint8_t)(bar ? warp : 0), o->bar_id = (uint8_t)(bar ? id : 0), o->bar_count = (uint8_t)(bar ? n : 0);
  o->exit_warp = (uint8_t)(ex ? warp : 0), o->exit_count = (uint8_t)(ex ? n : 0);
}

/* Redirect of the front end and end of a warp: payload 0 when not valid. */
static inline void wt_cfu_next(wt_cfu_out *o, unsigned valid, unsigned stop, uint32_t pc, unsigned done, unsigned warp) {
  o->redir_valid = (uint8_t)valid, o->redir_stop = (uint8_t)stop, o->redir_pc = pc, o->redir_warp = (uint8_t)(valid ? warp : 0);
  o->done_valid = (uint8_t)done, o->done_warp = (uint8_t)(done ? warp : 0);
}
#endif
