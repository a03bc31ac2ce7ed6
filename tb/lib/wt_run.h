/* wt_run.h - runs one launch on a machine: C twin, both twins in lock-step, or the RTL alone. */
#ifndef WT_RUN_H
#define WT_RUN_H
#include <stdio.h>

#include "lib/wt_checks.h"
#include "lib/wt_guest.h"
#include "lib/wt_progress.h"
#include "lib/wt_draw.h"

struct wt_running;
/* Somebody who looks in at the start of cycles, before anything of them is evaluated. */
typedef struct {
  uint64_t next; /* first cycle at which look is called; UINT64_MAX: none. look sets the one after it. */
  /* What is not WT_OK ends the run; the report is filled in then. */
  wt_status (*look)(void *ctx, struct wt_running *u);
  void *ctx;
} wt_visit;

/* What was counted of one SM, over all launches; cycles: of the machine. */
typedef struct {
  wt_tally tally;
  unsigned peak[WT_PEAKS];
  uint64_t use[WT_PEAKS];
} wt_of_sm;

typedef struct wt_machine {
  wt_backend backend;
  wt_m *m;
  const wt_twin_ops *ops; /* of the other twin */
  wt_twin *twin;          /* lock-step and bare RTL; else NULL */
  const wt_wave_ops *waves;
  wt_oracle **oracle;  /* of every SM; NULL without */
  wt_mem *mem, *omem;  /* memory of the machine and of the oracle */
  uint64_t max_cycles; /* 0 = no limit */
  unsigned threads;    /* several SMs run in so many threads (wt_space.h); 0: all in step */
  struct wt_space *space;
  /* first cycle of a launch's first window: to keep a state takes as long as some hundred cycles; most cycles of one, 0: as many as there can be */
  struct {
    uint64_t first;
    unsigned most;
  } window;
  FILE *trace;            /* one line per issued warp instruction, or NULL */
  FILE *dispatch;         /* one line per CTA that starts, or NULL */
  struct wt_steps *steps; /* what threads execute (wt_steps.h), or NULL */
  wt_progress_to progress;
  /* waves of cycles wave_from to wave_to: file or NULL. A later launch writes the file again. */
  const char *wave_file;
  uint64_t wave_from, wave_to;
  int wave_warp;             /* -1 = all warps */
  const char *mismatch_file; /* lock-step: where the cycles before a difference go, NULL = nowhere */
  /* lock-step: a checkpoint of the start of that window goes there, with what was seen (wt_ckpt.h); NULL = none */
  const char *bundle_file;
  int expected; /* a launch that goes on from such a checkpoint: its report says as much */
  uint64_t seed;
  wt_addr output;    /* of the launch: buffer of what it prints, 0 = none */
  const void *cubin; /* image of the launch, for checkpoints; NULL = not known */
  size_t cubin_bytes;
  /* after every clock edge and its comparison, or NULL; may change state to inject a fault */
  void (*on_edge)(void *ctx, struct wt_machine *x, uint64_t cycle);
  void *on_edge_ctx;
  wt_visit visit; /* checkpoints */
  /* lock-step by workers that verify segments of so many cycles each (wt_segments.h); jobs = 0: in one process. all: every segment that fails is named. */
  struct {
    unsigned jobs;
    uint64_t segment;
    int all;
    unsigned later;    /* as many workers from the first segment's end on: a short run stays in one process; jobs = 0 then */
    int *pool, *taken; /* shared with other processes: workers beyond the first that may be started, those that were; NULL: no such limit */
  } parallel;
  /* at the end of a launch, with everything of it still there; or NULL */
  void (*on_end)(void *ctx, struct wt_running *u, wt_status s);
  void *on_end_ctx;
  int count_idle;      /* what threads do in cycles without issue */
  int count_occupancy; /* keep the most entries in use of the unit's tables */
  unsigned occupancy[2], peak[WT_PEAKS];
  uint64_t use[WT_PEAKS], counted_cycles;
  int initcheck;               /* the oracle looks for reads of values that nobody wrote */
  wt_guest_list *guests;       /* blocks of somebody else that drive, NULL: none */
  char *opaque[WT_GUEST_MOST]; /* lock-step: blocks whose outputs alone are compared (wt_twin_how) */
  unsigned n_opaque;
  int whole;              /* of several SMs one object of the other twin with its wiring, not an object each (wt_twin.h) */
  char *beside;           /* blocks of the other twin beside the C machine (wt_twin.h), NULL: all of it */
  int check_paths;        /* invariants of the control-flow unit in every cycle (wt_check.h): 1 = of the C twin, 2 = of the RTL as well */
  uint64_t looked[2];     /* of the launch before: looks of theirs at a warp */
  wt_agents *agents;      /* threads of other SMs beside the launch, or NULL; the caller's */
  wt_draw_files pictures; /* of the C twin; a later launch writes them again */
  const char *reuse_file; /* page of the reuse of lines, of the C twin; likewise */
  int started;            /* reset has been done; the machine keeps its state from launch to launch */
  int cut;                /* the launch before did not come to its end: the next one begins with a reset */
  int ended;              /* the launch before did, and its results are there, though some of them may not be judged (HAZARDS=run) */
  uint64_t hazards;       /* let through by all launches */
  wt_tally total;
  wt_of_sm *each; /* of every SM where there are several, else NULL */
  uint64_t requests, lane_accesses;
  wt_mem_sum memory; /* MEM_MODEL=l2dram */
  wt_cause cause;    /* of wt_report */
  char error[8000];  /* its text */
} wt_machine;

/* Gives the oracle the code, the constant banks and the memory of a launch. */
wt_status wt_run_oracle_load(wt_oracle *o, const wt_launch_desc *L, wt_mem *mem, int initcheck);
/* Returns the status of design: WT_OK, WT_DIFF, WT_NO_END, WT_FAULT, WT_PROGRAM; x->error explains. */
wt_status wt_run(wt_machine *x, const wt_launch_desc *L);
/* wt_run_config.c: how many CTAs of a launch are resident at a time. */
unsigned wt_run_resident(const wt_shape *S, unsigned regs, unsigned warps_per_cta, unsigned stride, unsigned smem);
/* Resident CTAs, register rows and shared-memory rows of a launch on this shape, into the machine's configuration. 0, or -1 with x->error. */
int wt_run_config(wt_machine *x, const wt_launch_desc *L);
/* Goes on in the middle of a launch: load brings the state of a checkpoint. x->mem and omem hold that moment's memory. */
typedef wt_status wt_run_load(void *ctx, struct wt_running *u);
wt_status wt_run_on(wt_machine *x, const wt_launch_desc *L, wt_run_load *load, void *ctx);
#endif
