/* wt_steps.h - what the threads of a launch execute, as the issue model of cmodel/bound takes it, and how few slots the run's own warps could issue in. */
#ifndef WT_STEPS_H
#define WT_STEPS_H
#include "bound/wt_bound.h"
#include "warptwin.h"

/* Issues of the run's own warps, which have so many threads, on the path that they were on. */
typedef struct {
  uint64_t issues;              /* instructions of warps */
  uint64_t beats, packed;       /* ... in beats of all their rows; in as many as their fullest lane has threads on the path */
  uint64_t slots, slots_packed; /* issue slots: instructions without a unit take one; packed by guard, SHFL not */
} wt_steps_own;

typedef struct wt_steps {
  unsigned lanes; /* of a row of the model */
  /* At the end of every launch that ended well. What is not WT_OK ends the run with the line in err. */
  wt_status (*done)(struct wt_steps *s, char *err, size_t errn);
  void *ctx;
  wt_bound_input in; /* of the launch, when done is called */
  wt_steps_own own;
  uint8_t *unit; /* the observer's */
} wt_steps;
/* Every launch of the session from now on, on the C twin; s is the caller's. */
void wt_session_steps(wt_session *session, wt_steps *s);
/* After the session is closed. */
void wt_steps_free(wt_steps *s);
#endif
