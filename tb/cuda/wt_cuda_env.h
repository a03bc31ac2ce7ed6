/* wt_cuda_env.h - settings that `warptwin exec` hands to the runtime library in the program's environment, and what comes back. */
#ifndef WT_CUDA_ENV_H
#define WT_CUDA_ENV_H
#include "warptwin.h"

#define WT_ENV_BACKEND "WARPTWIN_CUDA_BACKEND" /* c, cosim, rtl */
#define WT_ENV_CONFIG "WARPTWIN_CUDA_CONFIG"   /* preset */
#define WT_ENV_SET "WARPTWIN_CUDA_SET"         /* KEY=VALUE, one a line */
#define WT_ENV_SEED "WARPTWIN_CUDA_SEED"
#define WT_ENV_MAX_CYCLES "WARPTWIN_CUDA_MAX_CYCLES" /* of a launch */
#define WT_ENV_STACK "WARPTWIN_CUDA_STACK"           /* cudaLimitStackSize at the start, plus 1 */
#define WT_ENV_NO_ORACLE "WARPTWIN_CUDA_NO_ORACLE"
#define WT_ENV_QUIET "WARPTWIN_CUDA_QUIET"
#define WT_ENV_VERBOSE "WARPTWIN_CUDA_VERBOSE"
#define WT_ENV_KEEP_GOING "WARPTWIN_CUDA_KEEP_GOING"
#define WT_ENV_TRACE "WARPTWIN_CUDA_TRACE"     /* file, or folder: a file for each launch */
#define WT_ENV_WAVE "WARPTWIN_CUDA_WAVE"       /* the same */
#define WT_ENV_PAGE "WARPTWIN_CUDA_PAGE"       /* the same: page of HTML */
#define WT_ENV_BESIDE "WARPTWIN_CUDA_BESIDE"   /* blocks of the RTL beside the C machine */
#define WT_ENV_USE "WARPTWIN_CUDA_USE"         /* blocks of the user's, BLOCK=FILE, one a line */
#define WT_ENV_THREADS "WARPTWIN_CUDA_THREADS" /* of SMs, and one; 0: as many as there are processors */
#define WT_ENV_JOBS "WARPTWIN_CUDA_JOBS"       /* workers of lock-step */
#define WT_ENV_REPORT "WARPTWIN_CUDA_REPORT"   /* file descriptor, see below */
#define WT_ENV_PRELOAD "WARPTWIN_CUDA_PRELOAD" /* what LD_PRELOAD was before */
#define WT_ENV_AUDIT "WARPTWIN_CUDA_AUDIT"     /* LD_AUDIT */

/* The file of WT_ENV_REPORT begins with this, shared in memory: it tells of a program that had no time to say goodbye. */
enum { WT_CUDA_TRACE, WT_CUDA_WAVE, WT_CUDA_PAGE, WT_CUDA_FILES };
typedef struct wt_cuda_live {
  int32_t running; /* a launch, which got as far as this */
  char kernel[256];
  uint64_t cycles, ctas, grid;    /* of a launch: wt_progress */
  char file[WT_CUDA_FILES][4096]; /* that are being written */
  uint64_t trace_at;              /* length of the trace before that launch */
  uint32_t asked;                 /* how many of the program's objects looked for the driver */
  wt_use_watch use;
  int32_t stopped;  /* the program, before its first instruction, with this exit code */
  uint64_t insns;   /* of warps, of that launch */
  uint64_t hazards; /* HAZARDS=run: let through by launches that came to their end */
} wt_cuda_live;
/* Behind it: "STATUS LAUNCHES REFUSED NOT-LAUNCHED TOO-LARGE CYCLES WARP-INSTRUCTIONS", reason, calls, metrics, each in lines of its own. */
enum { WT_CUDA_REPORT = 16384 };
_Static_assert(sizeof(wt_cuda_live) <= WT_CUDA_REPORT, "the report begins behind it");
#endif
