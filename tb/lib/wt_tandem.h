/* wt_tandem.h - runs the oracle beside the twins: reports what the C twin does in each cycle and counts metrics on the way. */
#ifndef WT_TANDEM_H
#define WT_TANDEM_H
#include "oracle/wt_oracle_meet.h"
#include "warptwin.h"
#include "spec/wt_gpu.h"
#include "lib/wt_env.h"
#include "lib/wt_hazard.h"
#include "lib/wt_l1_watch.h"
#include "lib/wt_lanes.h"

/* Why a warp slot did not issue in a cycle; the counts of all reasons add up to cycles x warp slots. */
typedef enum {
  WT_WHY_ISSUED,     /* it did: the first beat of an instruction */
  WT_WHY_EMPTY,      /* no warp in the slot */
  WT_WHY_PATH,       /* no path can run: at a barrier, at reconvergence, or its control flow is being worked on */
  WT_WHY_FETCH,      /* nothing buffered, or its constant is not there */
  WT_WHY_DEPENDENCE, /* scoreboard */
  WT_WHY_WAR,        /* WAR fix */
  WT_WHY_BEATS,      /* the issue slot is taken by further beats of an instruction */
  WT_WHY_UNIT,       /* no collector, control-flow unit busy, the warp must drain first, or its load is held */
  WT_WHY_LOST,       /* ready, but another warp was picked */
  WT_WHY_COUNT
} wt_why;
extern const char *const wt_why_names[WT_WHY_COUNT];
/* The warp slots by reason, each in exactly one set; of a settled cycle. */
void wt_why_slots(const wt_m *m, wt_warps resident, wt_warps set[WT_WHY_COUNT]);
/* Slots with a launched warp, those that start in this cycle among them and those that end in it not. */
wt_warps wt_resident(const wt_m *m);

typedef struct {
  uint64_t cycles, warp_instructions, thread_instructions, idle_cycles;
  uint64_t why[WT_WHY_COUNT];
  wt_lanes lanes;           /* idle states only when they are asked for */
  uint64_t l1[4], l1_again; /* loads of the first-level cache by perf_kind; lookups of loads that had been parked */
  uint64_t replays[6];      /* REPLAY=replay: instructions that left the load/store unit unfinished, by WT_RP_... */
} wt_tally;
/* All but the cycles, which are the same of every SM. */
void wt_tally_add(wt_tally *a, const wt_tally *of);

/* The last instructions of every warp slot, for reports. */
enum { WT_HISTORY = 8 };
typedef struct {
  uint64_t cycle, mask;
  uint32_t pc;
} wt_issued;

typedef struct {
  const wt_shape *S;
  const wt_launch_desc *L;
  wt_oracle *oracle;             /* NULL: metrics only */
  const wt_hazard *hazard;       /* HAZARDS=run: what the oracle is told of it; NULL: nothing is let through */
  uint64_t unsure[MAX_SUBCORES]; /* HAZARDS=run: lanes of the instruction that issues of which a later beat tells whether they execute it */
  wt_tally tally;
  wt_issued hist[MAX_WARPS][WT_HISTORY];
  unsigned hist_n[MAX_WARPS];
  wt_warps resident;                                                       /* warp slots with a launched warp */
  wt_warps slots[WT_WHY_COUNT];                                            /* of the cycle that was counted last, by reason */
  unsigned cta[MAX_WARPS][3], cta_slot[MAX_WARPS], warp_in_cta[MAX_WARPS]; /* as the dispatcher launched it: ctaid, slot, number in it */
  int count_idle;                                                          /* what threads do in cycles without issue is counted */
  uint64_t could_since[MAX_WARPS]; /* wt_starve.h: the look from which on a warp could have issued, 0: not at the last */
  unsigned starved;                /* number of the first that was passed over for long, plus 1 */
  wt_l1_watch l1;                  /* what the first-level cache holds, for the oracle */
  wt_status performed;             /* what the oracle said to operations on memory; its words are in error */
  char error[400];
  wt_oracle_place where; /* of the program's error in it */
} wt_tandem;

void wt_tandem_init(wt_tandem *t, const wt_shape *S, const wt_launch_desc *L, wt_oracle *oracle);
/* After evaluation of a cycle, before wt_env_sample. WT_OK, or the oracle's verdict with t->error. */
wt_status wt_tandem_cycle(wt_tandem *t, const wt_m *m);
/* Its SM runs apart (wt_env.h): what the oracle is told of global memory takes effect when memory has performed it. together: all that is performed at the ports
 * has; back: the state before is loaded. */
void wt_tandem_apart(wt_tandem *t);
wt_status wt_tandem_together(wt_tandem *t);
void wt_tandem_back(wt_tandem *t);
/* n cycles of an SM without a warp. */
void wt_tandem_idle(wt_tandem *t, uint64_t n);
/* Its rows; those of the oracle are wt_oracle_saved. */
/* Warp instructions of all SMs so far; t of every SM. */
uint64_t wt_tandem_issued(const wt_tandem t[]);
void wt_tandem_saved(wt_tandem *t, wt_saved *l);
/* A wt_performed_fn: performs the operation in the oracle, whichever level did it in the machine. ctx = wt_tandem. What the oracle says to it
 * stays in t->error. wt_tandem_cycle() calls it for the levels inside of the machine. */
wt_performed_fn wt_tandem_performed;
#endif
