/* wt_fsm.h - names of the states of the machines (states.def): WT_<TAG>_<NAME>. */
#ifndef WT_FSM_H
#define WT_FSM_H

#define FSM(block, row, tag, bits) enum {
#define STATE(tag, name, value, text) WT_##tag##_##name = (value),
#define END_FSM(block, row) \
  }                         \
  ;
#include "spec/states.def"
#endif
