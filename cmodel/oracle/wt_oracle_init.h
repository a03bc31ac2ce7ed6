/* wt_oracle_init.h - finds reads of values that nobody wrote: a shadow of registers, predicates, shared and local memory, and of global memory
 * through the caller. A value is written or not, lane by lane; memory byte by byte.
 *
 * What only moves a value (MOV, SEL, PRMT, a store to local memory and its load) carries "not written" on without a word: compilers save
 * registers that hold nothing yet, and merge a half into one. Any other read is reported, once a place.
 */
#ifndef WT_ORACLE_INIT_H
#define WT_ORACLE_INIT_H
#include <stddef.h>
#include <stdint.h>

#include "state/wt_saved.h"

typedef enum {
  WT_UNWRITTEN_REG,
  WT_UNWRITTEN_PRED,
  WT_UNWRITTEN_UREG,
  WT_UNWRITTEN_UPRED,
  WT_UNWRITTEN_GLOBAL,
  WT_UNWRITTEN_SHARED,
  WT_UNWRITTEN_LOCAL
} wt_unwritten_kind;

/* The first read of its kind at this pc. */
typedef struct {
  wt_unwritten_kind kind;
  uint32_t pc;
  unsigned number;           /* of the register or predicate; bytes of a memory access */
  uint64_t addr;             /* of memory */
  unsigned ctaid[3], tid[3]; /* of the first thread */
  uint64_t threads;          /* reads of threads in all */
} wt_unwritten;

struct wt_oracle;
/* Watch from the next launch on, or do not. Code from instruction `own` on is not judged (0 = all is). unwritten: of n bytes of global memory, does
 * one hold what nobody wrote? NULL: all is written. 0, or -1 without memory. */
int wt_oracle_initcheck(struct wt_oracle *o, int on, size_t own, int (*unwritten)(void *ctx, uint64_t addr, unsigned n));
/* Time of what the oracle is told from now on: places are in its order, however late it is told of some. Without it: in the order in which they are found. */
void wt_oracle_init_now(struct wt_oracle *o, uint64_t when);
/* Rows of the shadow, which checkpoints do not have, behind those of wt_oracle_saved. */
void wt_oracle_init_saved(struct wt_oracle *o, wt_saved *l);
/* What has been found since the code was set; returns how many, and where they are. */
unsigned wt_oracle_unwritten(const struct wt_oracle *o, const wt_unwritten **list);
#endif
