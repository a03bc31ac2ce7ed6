/* wt_status.h - what every call that can fail returns; the values are the exit codes of the command line. */
#ifndef WT_STATUS_H
#define WT_STATUS_H
typedef enum {
  WT_OK = 0,          /* done */
  WT_DIFF = 1,        /* the check that was asked for failed: twins, oracle or host reference differ */
  WT_USAGE = 2,       /* bad usage or unreadable input */
  WT_UNSUPPORTED = 3, /* unsupported instruction or feature, or a table of this shape overflows */
  WT_NO_END = 4,      /* deadlock, livelock or max-cycles */
  WT_FAULT = 5,       /* memory fault: out of bounds or misaligned */
  WT_PROGRAM = 6      /* another error of the program; the first line says hazard, barrier or jump */
} wt_status;

/* What ended a launch, or kept it from beginning: for programs that choose by it. wt_verdict() is its word, wt_error() a text for people. */
typedef enum {
  WT_CAUSE_NONE,       /* ended well, or by none of these */
  WT_CAUSE_SHAPE,      /* WT_USAGE: more threads, registers, shared memory or blocks at a time than the shape has; another shape may do */
  WT_CAUSE_DIFF,       /* WT_DIFF: the twins, or an invariant of the machine */
  WT_CAUSE_VALUE,      /* WT_DIFF: a value is not the one that the oracle expects */
  WT_CAUSE_ORDER,      /* WT_DIFF: the oracle found an instruction that issued, or a result that came, when it must not */
  WT_CAUSE_BOUNDS,     /* WT_FAULT: an access of what is nobody's */
  WT_CAUSE_MISALIGNED, /* WT_FAULT */
  WT_CAUSE_HAZARD,     /* WT_PROGRAM: control codes come too early for the shape */
  WT_CAUSE_BARRIER,    /* WT_PROGRAM: a barrier waits for a wrong number of threads */
  WT_CAUSE_JUMP,       /* WT_PROGRAM: to no instruction */
  WT_CAUSE_UNSUPPORTED,
  WT_CAUSE_DEADLOCK,
  WT_CAUSE_LIVELOCK,
  WT_CAUSE_MAX_CYCLES,
  WT_CAUSE_ASSERT, /* WT_DIFF: assert() of the kernel */
  WT_CAUSE_TRAP,   /* WT_DIFF: trap of the kernel */
  WT_CAUSE_PATHS   /* WT_DIFF: the oracle's rules for paths, slots and accesses */
} wt_cause;
#endif
