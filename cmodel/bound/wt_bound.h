/* wt_bound.h - how few issues a run could need: bounds from what its threads executed, and the engines that regroup threads, modelled issue by issue.
 *
 * One instruction issues a cycle, of one group: threads at one pc, at most one a lane, each in the lane of its home row. What issues in cycle t has its
 * result at the start of t + latency (a load: t + load_latency); until then its threads do nothing. Nothing else takes time: no banks, no coalescing, no
 * fetch. Every thread executes what it executed in the run, so this shows what grouping alone is worth. Rules: docs/results/bounds.md.
 */
#ifndef WT_BOUND_H
#define WT_BOUND_H
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { WT_BOUND_LANES = 64 };
/* Reconvergence points: none, or where the function returns to. */
#define WT_BOUND_NO_RPC UINT32_C(0xffffffff)
#define WT_BOUND_RPC_RET UINT32_C(0xfffffffe)

/* What an instruction does, by flags; EXIT is the end of a thread's path and needs none. */
enum {
  WT_BOUND_LOAD = 1,     /* takes load_latency */
  WT_BOUND_BRANCH = 2,   /* may send threads to different places; rpc says where they meet again */
  WT_BOUND_CALL = 4,     /* whoever does not go on behind it is one call deeper */
  WT_BOUND_RET = 8,      /* ... one call higher */
  WT_BOUND_BARRIER = 16, /* waits for all threads of the CTA */
  WT_BOUND_YIELD = 32    /* CROWN: its threads leave their barriers of reconvergence */
};
typedef struct {
  unsigned flags;
  uint32_t rpc; /* of a BRANCH */
} wt_bound_insn;
typedef struct {
  uint32_t *pc; /* numbers of instructions, in the order in which it executed them */
  size_t n, size;
} wt_bound_thread;
typedef struct {
  size_t first; /* its threads in wt_bound_input.thread, by their places: home row after home row */
  unsigned n;   /* places; a place without a thread has an empty path */
} wt_bound_cta;
typedef struct {
  unsigned lanes; /* of a row */
  unsigned bytes; /* of an instruction: what its number is multiplied with to print a pc; 16, or 1 */
  wt_bound_insn *insn;
  uint32_t n_insns;
  wt_bound_thread *thread;
  size_t n_threads, threads_size;
  wt_bound_cta *cta;
  size_t n_ctas, ctas_size;
} wt_bound_input;

/* A new CTA with so many places behind the others; one more step of a thread. 0, or -1 without memory. */
int wt_bound_add_cta(wt_bound_input *in, unsigned places);
int wt_bound_add_step(wt_bound_input *in, size_t thread, uint32_t pc);
void wt_bound_free(wt_bound_input *in);
/* From a file of paths (docs/user/bound.md). 0, or -1 with one line in err; free it in either case. */
int wt_bound_read(const char *path, wt_bound_input *in, char *err, size_t errn);

/* ---- bounds ---- */

typedef struct {
  uint64_t threads;    /* instructions of threads */
  uint64_t bound;      /* no engine with a thread's lane fixed and one pc an issue issues less */
  uint64_t free_lanes; /* the same where a thread may take any lane */
  uint64_t greedy;     /* always the instruction that fills most lanes: a schedule, and no bound */
} wt_bound_numbers;
/* Lane activity in percent. */
static inline double wt_bound_activity(uint64_t threads, uint64_t issues, unsigned lanes) {
  return issues ? 100.0 * (double)threads / ((double)issues * lanes) : 0;
}
/* 0, or -1 without memory. */
int wt_bound_count(const wt_bound_input *in, wt_bound_numbers *out);

/* ---- engines ---- */

typedef enum {
  WT_BOUND_STACK, /* a reconvergence stack a home row */
  WT_BOUND_LWM,   /* ... a warp of several rows, the beats of an instruction packed */
  WT_BOUND_TBC,   /* ... a CTA, its groups compacted at branches */
  WT_BOUND_CAPRI, /* TBC with a predictor that says where not to compact */
  WT_BOUND_DWF_MAJ,
  WT_BOUND_DWF_MIN,
  WT_BOUND_DWF_TIME,
  WT_BOUND_DWF_PDOM,
  WT_BOUND_DWF_PC,
  WT_BOUND_CROWN,
  WT_BOUND_ENGINES
} wt_bound_engine;

typedef struct {
  wt_bound_engine engine;
  unsigned warp; /* LWM: threads of a warp; 0: all of a CTA */
} wt_bound_kind;
enum { WT_BOUND_KIND_NAME = 24 };
/* "LWM-64"; buf is returned. */
const char *wt_bound_name(wt_bound_kind k, char buf[WT_BOUND_KIND_NAME]);

/* crown_barriers 0: one a home row of the resident threads. crown_age 0: there is no bound on age. */
typedef struct {
  unsigned latency, load_latency; /* at least 1 */
  unsigned resident;              /* places of CTAs at a time; one CTA always fits */
  unsigned dwf_table;
  unsigned crown_low, crown_age, crown_ready, crown_wait, crown_barriers, crown_yield, crown_depth;
  /* Every issue: its cycle, the CTA, and the thread of each lane as its place in the CTA, -1 for none. NULL: nobody is told. */
  void (*issued)(void *ctx, uint64_t cycle, size_t cta, uint32_t pc, const int32_t *lane);
  void *ctx;
} wt_bound_opt;
wt_bound_opt wt_bound_defaults(void);

typedef struct {
  unsigned peak;
  uint64_t full; /* times when something found no room */
} wt_bound_table;
typedef struct {
  uint64_t issues, lanes; /* lanes: threads of all issues */
  uint64_t cycles;        /* until the last issue */
  uint64_t groups;        /* alive, summed over the cycles */
  unsigned groups_peak;
  uint64_t merges;              /* threads that joined a group that was there */
  uint64_t waits;               /* TBC, CAPRI: times when a group stopped before the last one of its entry */
  uint64_t divergent, adequate; /* TBC, CAPRI: branches with several targets; those where compaction made fewer groups */
  uint64_t right;               /* ... where the predictor said so before */
  uint64_t loads, load_rows;    /* load_rows: different home rows, summed over the loads */
  uint64_t at_barrier;          /* thread cycles at barriers of the CTA */
  wt_bound_table table, ready, wait, barriers;
  int deadlock; /* threads are left and none can go on */
} wt_bound_run;
/* 0, or -1 without memory. */
int wt_bound_simulate(const wt_bound_input *in, wt_bound_kind kind, const wt_bound_opt *opt, wt_bound_run *out);

/* ---- issues, one by one ---- */

typedef struct {
  uint64_t cycle;
  size_t cta;
  uint32_t pc;
} wt_bound_issue;
typedef struct {
  unsigned lanes;
  wt_bound_issue *v;
  int32_t *place; /* lanes of them an issue */
  size_t n, size;
  size_t skip, most; /* issues before the first one that is kept; how many are, 0: no limit */
  int failed;        /* memory ran out */
} wt_bound_log;
/* For wt_bound_opt.issued, ctx a wt_bound_log with its lanes. */
void wt_bound_keep(void *ctx, uint64_t cycle, size_t cta, uint32_t pc, const int32_t *lane);
void wt_bound_log_free(wt_bound_log *l);

/* "thread instructions 48; bound 12 (100.0 %), free 12, greedy 12" */
void wt_bound_heading(const wt_bound_input *in, const wt_bound_numbers *n, FILE *f);
/* Every engine's issues, a line each: "pc:" and the row of the thread in each lane, "@cycle" before it where a cycle without issue was before; engines that
 * do the same share a line. 0, or -1 without memory. */
int wt_bound_text(const wt_bound_input *in, const wt_bound_kind *kind, unsigned n, const wt_bound_opt *opt, FILE *f);
#endif
