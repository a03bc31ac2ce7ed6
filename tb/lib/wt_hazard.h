/* wt_hazard.h - results on their way, for a shape that issues by control codes (SCOREBOARD=codes): who reads or writes too early? It knows what instructions
 * read and write from the oracle's decoder and what the machine has written from its write-backs, and nothing of the codes.
 */
#ifndef WT_HAZARD_H
#define WT_HAZARD_H
#include "warptwin.h"
#include "spec/wt_gpu.h"
#include "state/wt_saved.h"
#include "lib/wt_env.h"

/* Kinds of what comes too early: a read before the result is written, a write before an older result is there, and an operand that a result replaces before it is read. */
typedef enum { WT_EARLY_READ, WT_EARLY_ORDER, WT_EARLY_OVERWRITE } wt_early_kind;
/* What is read or written: register 0 to 254, or one of these and more. */
enum { WT_EARLY_PRED = 256, WT_EARLY_UREG = 264 };
typedef struct {
  uint64_t lanes; /* in which it comes too early; of a uniform register all that execute */
  uint32_t pc;    /* of who is too early: of WT_EARLY_OVERWRITE the instruction that has not read yet */
  uint16_t what;
  uint8_t warp, kind;
} wt_early;

/* HAZARDS=run, of a shape that has them. */
static inline int wt_hazard_let(const wt_shape *S) { return S->SCOREBOARD == WT_SCOREBOARD_codes && S->HAZARDS == WT_HAZARDS_run; }

typedef struct wt_hazard wt_hazard;
/* NULL without memory. */
wt_hazard *wt_hazard_new(const wt_shape *S, const wt_launch_desc *L);
void wt_hazard_free(wt_hazard *h);
/* A settled cycle. 1: a hazard is complete, its report is in text. With HAZARDS=run only one that cannot be let through. */
int wt_hazard_cycle(wt_hazard *h, const wt_m *m, uint64_t cycle, char *text, size_t size);
/* A hazard has been seen that ends the run, and whose result is still missing. */
int wt_hazard_open(const wt_hazard *h);
/* HAZARDS=run: what came too early in the cycle that was looked at last; of the launch, how many were let through, and the report of the first behind its word "hazard: ". */
unsigned wt_hazard_early(const wt_hazard *h, const wt_early **list);
uint64_t wt_hazard_through(const wt_hazard *h);
const char *wt_hazard_first(const wt_hazard *h, uint64_t *cycle);
void wt_hazard_saved(wt_hazard *h, wt_saved *l);
#endif
