/* wt_cfg.h - control-flow graph of a kernel and the reconvergence point of every branch.
 *
 * Works on the code that can be reached from the entry. Edges: BRA to its target and, when it can fall through, to the
 * next instruction; BRX to the targets given; CALL to the instruction after it (the callee is a further root); RET to a
 * virtual return, KILL and EXIT to one virtual exit, and when predicated to the next instruction too. The return leads
 * to the exit. Functions are not connected, so a post-dominator never lies in another function.
 */
#ifndef WT_CFG_H
#define WT_CFG_H
#include "isa/wt_isa.h"
#include "wt_status.h"

#define WT_CFG_NO_RPC UINT32_C(0xffffffff)  /* the paths meet nowhere or at the end of the program */
#define WT_CFG_RPC_RET UINT32_C(0xfffffffe) /* they meet where the function returns to */

enum { WT_CFG_IGNORE_EXIT = 1 }; /* a predicated EXIT has no edge to the virtual exit */

/* Targets of an indirect branch, or entries of an indirect call, at pc; all in bytes. */
typedef struct {
  uint32_t pc;
  const uint32_t *target;
  uint32_t n;
} wt_cfg_targets;

typedef struct {
  const wt_word *code; /* the whole section */
  uint32_t n;          /* in instructions */
  uint32_t entry;      /* byte offset */
  const wt_cfg_targets *targets;
  uint32_t ntargets;
  unsigned flags;
  const uint32_t *funcs; /* byte offsets of the functions that a register call without a table may enter */
  uint32_t nfuncs;
} wt_cfg_in;

typedef struct {
  uint32_t first, last; /* instructions of the block, both included */
  uint32_t succ, nsucc; /* successors: edge[succ .. succ + nsucc - 1] */
  uint32_t ipdom;       /* block, nblocks = the virtual exit, nblocks + 1 = the return, or WT_CFG_NO_RPC when neither is reached */
} wt_cfg_block;

typedef struct {
  uint32_t *rpc;   /* per instruction: reconvergence byte offset of BRA, BRX or RET, WT_CFG_RPC_RET or WT_CFG_NO_RPC; others: WT_CFG_NO_RPC */
  uint32_t *reach; /* reachable instructions, ascending */
  uint32_t nreach;
  wt_cfg_block *block; /* ascending; block numbers nblocks and nblocks + 1 are the virtual exit and the return */
  uint32_t nblocks;
  uint32_t *edge; /* block numbers, nblocks = the virtual exit, nblocks + 1 = the return */
  uint32_t nedges;
} wt_cfg;

/* WT_OK; WT_UNSUPPORTED with one line in err when control flow leaves the section or an indirect branch has no
 * targets; WT_USAGE for a bad entry or no memory. Free *out with wt_cfg_free. */
wt_status wt_cfg_build(const wt_cfg_in *in, wt_cfg *out, char *err, size_t errn);
void wt_cfg_free(wt_cfg *c);
#endif
