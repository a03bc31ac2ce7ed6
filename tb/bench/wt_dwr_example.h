/* wt_dwr_example.h - the three machines of the thesis' example on the twins of scheduler, combiner, ignore list and partner table.
 *
 * Around the blocks stands a stimulus that knows the instructions of a small program and how long they take, no more: every instruction
 * one cycle, a load one cycle and then LOAD_CYCLES on the one memory port. All that decides who issues when comes out of the blocks.
 */
#ifndef WT_DWR_EXAMPLE_H
#define WT_DWR_EXAMPLE_H
#include "spec/wt_shape.h"

enum { WT_DWR_SUBS = 3, WT_DWR_CODE = 16, WT_DWR_LIMIT = 160, WT_DWR_LOAD_CYCLES = 9 };

/* Sub-warps A, B, C each for itself; one warp of three beats; sub-warps that combine. */
enum wt_dwr_machine { WT_DWR_SMALL, WT_DWR_LARGE, WT_DWR_COMBINED, WT_DWR_MACHINES };

/* Rules of the partner table that are wrong, made by what the table is told: all slots exist; who has ended still exists; every pc is the same. */
enum wt_dwr_wrong { WT_DWR_RIGHT, WT_DWR_ALL_SLOTS, WT_DWR_NO_EXIT, WT_DWR_NO_PC };

typedef struct {
  unsigned to, takers, times; /* a branch: where to; the sub-warps that take it; how often each does, 0 = always */
  int load, end;
} wt_dwr_insn;

typedef struct {
  const char *name;
  unsigned n;
  wt_dwr_insn code[WT_DWR_CODE]; /* instruction 1 is code[1] */
} wt_dwr_program;

/* The thesis' 15 instructions; partners that end while others wait; partners that wait at different instructions. */
extern const wt_dwr_program wt_dwr_figure, wt_dwr_exit, wt_dwr_paths;

typedef struct {
  unsigned cycles;                      /* the last one that issues; 0 = somebody waits for ever */
  char exec[WT_DWR_LIMIT + 1][8];       /* who issues what in a cycle: A11, W11 = all that wait, AP = barrier of A, -8 = masked off; "" = nobody */
  unsigned char subs[WT_DWR_LIMIT + 1]; /* the sub-warps that it is for, a bit each; 0: nobody, or masked off */
  char mem[WT_DWR_LIMIT + 1];           /* whose request the port works on, 0 = none */
  unsigned issues, masked, requests;    /* slots, those without active lanes, memory requests */
} wt_dwr_run;

/* Runs the program on both twins, which are compared in every cycle. 0, or -1 with one line in err: a difference, or no RTL. */
int wt_dwr_example(enum wt_dwr_machine machine, const wt_dwr_program *p, enum wt_dwr_wrong wrong, wt_dwr_run *r, char *err, size_t errn);
#endif
