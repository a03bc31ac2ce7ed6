/* wt_oracle_meet.h - what threads of a warp promise each other: who waits for whom, and who goes on together.
 *
 * The books are the oracle's own: they follow the issued instructions by the rules of the ISA, thread by thread, and know a
 * control-flow unit only by the licences below. Rules and licences: docs/isa/oracle.md.
 */
#ifndef WT_ORACLE_MEET_H
#define WT_ORACLE_MEET_H
#include "oracle/wt_oracle.h"

/* Where threads promise to meet. */
enum {
  WT_MEET_OFF,   /* nothing is checked */
  WT_MEET_MASKS, /* at the BSYNC of a B register, by the masks of BSSY, BREAK and BMOV */
  WT_MEET_POINTS /* at the reconvergence points of the branches, or at the ends of BSSY regions */
};

typedef struct {
  int kind;
  int yields;          /* licence: yielded lanes count as arrived */
  int force;           /* licence, masks: a wait is cut when nothing else can run (wt_oracle_forced) */
  unsigned bx_regs;    /* masks: registers B0 to bx_regs - 1 exist */
  int per_lane;        /* masks: every lane sees its own Bn; else licence: one mask a warp, which siblings overwrite */
  int whole;           /* masks: lanes that came to a BSYNC together leave it together, whoever of them the mask holds */
  int alone;           /* masks, with bx_regs = 0: lanes promise to stay together only, also at a WARPSYNC */
  int late;            /* masks: a complete wait may go on later; what BMOV reads meanwhile is the unit's */
  int regions;         /* points: meetings are made by BSSY, not by branches */
  int returns;         /* points: a RET meets where rpc says; else where its function returns, if some lanes stay */
  const uint32_t *rpc; /* points: byte offset by instruction, WT_CFG_NO_RPC or WT_CFG_RPC_RET; lives as long as the rules */
} wt_oracle_rules;

/* For warps that start from now on; NULL: WT_MEET_OFF. WT_USAGE: out of memory. */
wt_status wt_oracle_set_rules(wt_oracle *o, const wt_oracle_rules *r);

/* The control-flow unit of that sub-core cuts a wait at a B register, after the last instruction that was issued to it: checks that nothing else of that
 * warp can run. */
wt_status wt_oracle_forced(wt_oracle *o, unsigned subcore);
#endif
