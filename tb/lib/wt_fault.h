/* wt_fault.h - errors of the program in words: which thread, where in the source, which bytes, and what lies there. */
#ifndef WT_FAULT_H
#define WT_FAULT_H
#include "lib/wt_checks.h"

typedef struct {
  unsigned warp;
  uint64_t lanes; /* one; or several, when nobody knows any more which of them it was */
  uint32_t pc;
  int space; /* WT_SPACE_... */
  int misaligned;
  unsigned bytes, bank;
  uint64_t addr; /* in shared, local and constant memory from their beginning */
} wt_fault;
/* The report of a memory fault; WT_FAULT. */
wt_status wt_fault_report(wt_report *r, const wt_fault *f, const wt_mem *mem);
/* From what the environment saw. Non-zero: no such instruction. */
int wt_fault_of(const wt_shape *S, const wt_launch_desc *L, const wt_env_fault *e, wt_fault *f);
/* What the oracle found wrong in the program, as a report; WT_PROGRAM. */
wt_status wt_fault_program(wt_report *r, const wt_oracle_place *at);
#endif
