/* wt_bound_int.h - what the engines share: groups, time, CTAs. Each engine is a table of functions, as sockets of the machine are. */
#ifndef WT_BOUND_INT_H
#define WT_BOUND_INT_H
#include "bound/wt_bound.h"

#define WT_BOUND_END UINT32_C(0xfffffffd) /* the next pc of a thread that has ended */

typedef struct wt_bound_sim wt_bound_sim;
typedef struct wt_bound_group wt_bound_group;
struct wt_bound_group {
  uint32_t pc;
  size_t cta;
  unsigned n;     /* threads */
  unsigned state; /* the engine's */
  unsigned depth; /* calls, when it issued */
  unsigned prio;  /* DWF-pdom */
  uint64_t order; /* of groups by when they were made */
  uint64_t last;  /* cycle of the last issue; 0: none */
  uint64_t since; /* CROWN: when a thread joined, or when it is ready */
  size_t owner;   /* TBC, LWM: the warp */
  wt_bound_group *next;
  int32_t lane[WT_BOUND_LANES]; /* number of the thread in the input, -1 = none */
};

typedef struct {
  const char *name;
  int (*begin)(wt_bound_sim *s); /* 0, or -1 without memory */
  void (*launch)(wt_bound_sim *s, size_t cta);
  void (*commit)(wt_bound_sim *s, wt_bound_group *g);
  int (*loads)(wt_bound_sim *s);                    /* results that it brings itself; 1: something moved. NULL: there are none */
  void (*release)(wt_bound_sim *s, size_t cta);     /* all its threads are at the barrier */
  int (*settle)(wt_bound_sim *s);                   /* the rest of a cycle before the issue; 1: something moved. NULL: nothing to do */
  wt_bound_group *(*pick)(wt_bound_sim *s);         /* the group that issues, NULL = none */
  int (*keeps)(wt_bound_sim *s, wt_bound_group *g); /* 1: it is among the loads. NULL: never */
  void (*end)(wt_bound_sim *s);
} wt_bound_ops;
extern const wt_bound_ops wt_bound_ops_lwm, wt_bound_ops_tbc, wt_bound_ops_dwf, wt_bound_ops_crown;

typedef struct {
  wt_bound_group *first, *last;
  unsigned n;
} wt_bound_fifo;
void wt_bound_put(wt_bound_fifo *f, wt_bound_group *g);
wt_bound_group *wt_bound_take(wt_bound_fifo *f);
wt_bound_group *wt_bound_remove(wt_bound_fifo *f, wt_bound_group *g);

typedef struct {
  unsigned alive, arrived; /* threads that have not ended; of them at the barrier */
} wt_bound_alive;

struct wt_bound_sim {
  const wt_bound_input *in;
  const wt_bound_opt *opt;
  wt_bound_kind kind;
  wt_bound_run *r;
  const wt_bound_ops *ops;
  uint64_t now, groups_made;
  unsigned groups; /* alive */
  size_t *at;      /* of every thread: its place in its path */
  unsigned *depth; /* ... calls */
  uint8_t *is_rpc; /* of every instruction: a branch meets there */
  size_t *cta_of;  /* of every thread */
  wt_bound_alive *cta;
  size_t next_cta, running; /* CTAs that have begun and not ended */
  unsigned resident;        /* places */
  wt_bound_fifo flight[2];  /* of latency, of load_latency */
  unsigned waiting_loads;   /* the engine's */
  wt_bound_group *pool;     /* all groups */
  wt_bound_fifo unused;
  void *own;
};

static inline uint32_t wt_bound_pc(const wt_bound_sim *s, int32_t t) {
  const wt_bound_thread *p = &s->in->thread[t];
  return s->at[t] < p->n ? p->pc[s->at[t]] : WT_BOUND_END;
}
static inline unsigned wt_bound_flags(const wt_bound_sim *s, uint32_t pc) { return s->in->insn[pc].flags; }
/* The thread has executed its instruction; its next pc. */
uint32_t wt_bound_step(wt_bound_sim *s, int32_t t);
/* So many threads of a CTA wait at its barrier; counted once. */
void wt_bound_arrive(wt_bound_sim *s, size_t cta, unsigned threads);
/* A new, empty group. */
wt_bound_group *wt_bound_new(wt_bound_sim *s, size_t cta, uint32_t pc);
/* A home row of a CTA, at its first pc; empty where no thread has a path. */
wt_bound_group *wt_bound_home(wt_bound_sim *s, size_t cta, unsigned row);
void wt_bound_drop(wt_bound_sim *s, wt_bound_group *g);
/* Puts the thread of a lane into a group whose lane is free; 1 = done. */
static inline int wt_bound_join(wt_bound_group *g, unsigned lane, int32_t t) {
  if (g->lane[lane] >= 0) return 0;
  g->lane[lane] = t, g->n++;
  return 1;
}
static inline unsigned wt_bound_lane(const wt_bound_sim *s, int32_t t) {
  return (unsigned)(((size_t)t - s->in->cta[s->cta_of[t]].first) % s->in->lanes);
}
/* A thread of a group, -1 of an empty one. */
int32_t wt_bound_any(const wt_bound_sim *s, const wt_bound_group *g);
/* The threads of a group by their next pcs, ascending; who has ended is in none. Their number. */
typedef struct {
  uint32_t pc;
  unsigned n;
  int32_t lane[WT_BOUND_LANES];
} wt_bound_path;
unsigned wt_bound_paths(const wt_bound_sim *s, const wt_bound_group *g, wt_bound_path path[WT_BOUND_LANES]);
/* Where the paths behind a branch meet, executed at a depth of calls: a pc, or WT_BOUND_NO_RPC; and the depth there. t: a thread behind it. */
uint32_t wt_bound_meet(const wt_bound_sim *s, uint32_t branch, int32_t t, unsigned depth, unsigned *at);
static inline void wt_bound_peak(wt_bound_table *t, unsigned n) {
  if (n > t->peak) t->peak = n;
}
#endif
