/* wt_steps.h - what the threads of a launch execute, as the issue model of cmodel/bound takes it, and how few slots the run's own warps could issue in. */
#ifndef WT_STEPS_H
#define WT_STEPS_H
#include "bound/wt_bound.h"
#include "warptwin.h"

/* Issues of the run's own warps, which have so many threads, on the path that they were on. */
typedef struct {
  uint64_t issues;              /* instructions of warps */
  uint64_t beats, packed;       /* ... in beats of all their rows; in as many as their fullest lane has threads on the path */
  uint64_t slots, slots_packed; /* issue slots: instructions without a unit take one; packed by guard, what wt_pack cuts by rows not */
  /* packed - off_unit - off_guard + on_rows = slots_packed */
  uint64_t off_unit;           /* instructions without a unit take one slot, however full their lanes are */
  uint64_t off_guard, guarded; /* of packed instructions whose guard keeps out threads of the path, and how many these are */
  uint64_t on_rows;            /* of what is cut by rows: beats of all rows, whoever is on the path */
} wt_steps_own;

/* What the machine did in the same run, with as many lanes as its shape has. */
typedef struct {
  uint64_t slots;             /* cycles in which a sub-core's issue slot was used */
  uint64_t micro_ops;         /* ... by a micro-op in front of an instruction */
  uint64_t unit_slots, lanes; /* ... by a beat for a unit, and the lanes that execute in it */
  uint64_t bank_conflicts;    /* operand words x cycles: asked a register bank that was written, or read for another word */
} wt_steps_machine;

typedef struct wt_steps {
  unsigned lanes; /* of a row of the model */
  /* At the end of every launch that ended well. What is not WT_OK ends the run with the line in err. */
  wt_status (*done)(struct wt_steps *s, char *err, size_t errn);
  void *ctx;
  wt_bound_input in; /* of the launch, when done is called, as are these */
  wt_steps_own own;
  wt_steps_machine machine;
} wt_steps;
/* Every launch of the session from now on, on the C twin; s is the caller's. */
void wt_session_steps(wt_session *session, wt_steps *s);
/* After the session is closed. */
void wt_steps_free(wt_steps *s);
#endif
