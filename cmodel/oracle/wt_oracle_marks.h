/* wt_oracle_marks.h - results that are not judged: HAZARDS=run lets an instruction read or write too early, and the machine alone knows which value it found.
 *
 * A register, predicate or uniform register is marked, lane by lane, when its value comes from such an instruction, or is computed from a marked one. What is
 * marked takes over the value that the machine writes. The oracle then goes on with that value, so memory and paths stay what they are in the machine. Whoever
 * writes it next, in time and from operands without a mark, takes the mark away.
 */
#ifndef WT_ORACLE_MARKS_H
#define WT_ORACLE_MARKS_H
#include <stdint.h>

#include "oracle/wt_sem.h"
#include "wt_status.h"

struct wt_oracle;
/* From the next launch on, or not. 0, or -1 without memory. */
int wt_oracle_marks(struct wt_oracle *o, int on);

/* What the instruction that issues next finds too early. Predicates and uniform registers are read at issue, so what the machine reads is known. */
typedef struct {
  uint64_t r;                                /* lanes in which a register is read before it is written */
  uint64_t p[WT_SEM_PT], p_value[WT_SEM_PT]; /* the same of each predicate, and what is read there */
  uint64_t ur;                               /* uniform registers, a bit each */
  uint32_t ur_value[WT_SEM_URZ + 1];
} wt_oracle_early;
/* For the next wt_oracle_issue, which then does not ask whether a result is outstanding; e lives until that has returned. */
void wt_oracle_set_early(struct wt_oracle *o, const wt_oracle_early *e);
/* A later beat of the instruction at pc, which has issued last, goes for these lanes: its guard was not there for the first one, and these were not known to execute. */
wt_status wt_oracle_also(struct wt_oracle *o, unsigned slot, uint32_t pc, uint64_t lanes);
/* A register was overwritten before the instruction at pc, which has issued, has read it in these lanes. */
void wt_oracle_overwritten(struct wt_oracle *o, unsigned slot, uint32_t pc, uint64_t lanes);
/* Registers reg[0..n-1], as these lanes of the memory instruction at pc have read them; data: a word per lane of the warp for each. An access whose operands
 * were not known at issue gets its addresses and data from them. */
void wt_oracle_as_read(struct wt_oracle *o, unsigned slot, uint32_t pc, uint64_t lanes, unsigned n, const uint8_t *reg,
                       uint32_t (*data)[WT_SEM_LANES]);
/* Lanes in which a register is marked. */
uint64_t wt_oracle_marked(const struct wt_oracle *o, unsigned slot, unsigned reg);
#endif
