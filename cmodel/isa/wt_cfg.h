/* wt_cfg.h - control-flow graph of a kernel and the reconvergence point of every branch.
 *
 * Works on the code that can be reached from the entry. Edges: BRA to its target and, when it can fall through, to the
 * next instruction; BRX to the targets given; CALL to the instruction after it (the callee is a further root, its
 * returns leave the graph); RET, KILL and EXIT to one virtual exit, and when predicated to the next instruction too.
 */
#ifndef WT_CFG_H
#define WT_CFG_H
#include "isa/wt_isa.h"
#include "tb/warptwin.h"

#define WT_CFG_NO_RPC UINT32_C(0xffffffff)

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
} wt_cfg_in;

typedef struct {
  uint32_t first, last; /* instructions of the block, both included */
  uint32_t succ, nsucc; /* successors: edge[succ .. succ + nsucc - 1] */
  uint32_t ipdom;       /* block, or nblocks = the virtual exit, or WT_CFG_NO_RPC when the exit is not reached */
} wt_cfg_block;

typedef struct {
  uint32_t *rpc;       /* per instruction: reconvergence byte offset of BRA or BRX, else WT_CFG_NO_RPC */
  uint32_t *reach;     /* reachable instructions, ascending */
  uint32_t nreach;
  wt_cfg_block *block; /* ascending; block number nblocks is the virtual exit */
  uint32_t nblocks;
  uint32_t *edge;      /* block numbers, nblocks = the virtual exit */
  uint32_t nedges;
} wt_cfg;

/* WT_OK; WT_UNSUPPORTED with one line in err when control flow leaves the section or an indirect branch has no
 * targets; WT_USAGE for a bad entry or no memory. Free *out with wt_cfg_free. */
wt_status wt_cfg_build(const wt_cfg_in *in, wt_cfg *out, char *err, size_t errn);
void wt_cfg_free(wt_cfg *c);
#endif
