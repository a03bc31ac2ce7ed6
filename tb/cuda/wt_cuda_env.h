/* wt_cuda_env.h - settings that `warptwin exec` hands to the runtime library in the program's environment. */
#ifndef WT_CUDA_ENV_H
#define WT_CUDA_ENV_H
#define WT_ENV_BACKEND "WARPTWIN_CUDA_BACKEND" /* c, cosim, rtl */
#define WT_ENV_CONFIG "WARPTWIN_CUDA_CONFIG"   /* preset */
#define WT_ENV_SET "WARPTWIN_CUDA_SET"         /* KEY=VALUE, one a line */
#define WT_ENV_SEED "WARPTWIN_CUDA_SEED"
#define WT_ENV_MAX_CYCLES "WARPTWIN_CUDA_MAX_CYCLES" /* of a launch */
#define WT_ENV_NO_ORACLE "WARPTWIN_CUDA_NO_ORACLE"
#define WT_ENV_QUIET "WARPTWIN_CUDA_QUIET"
#define WT_ENV_VERBOSE "WARPTWIN_CUDA_VERBOSE"
#define WT_ENV_KEEP_GOING "WARPTWIN_CUDA_KEEP_GOING"
#define WT_ENV_TRACE "WARPTWIN_CUDA_TRACE"     /* file, or folder: a file for each launch */
#define WT_ENV_WAVE "WARPTWIN_CUDA_WAVE"       /* the same */
#define WT_ENV_PAGE "WARPTWIN_CUDA_PAGE"       /* the same: page of HTML */
#define WT_ENV_JOBS "WARPTWIN_CUDA_JOBS"       /* workers of lock-step */
#define WT_ENV_REPORT "WARPTWIN_CUDA_REPORT"   /* file descriptor: status launches refused cycles warp-instructions, reason, calls, metrics */
#define WT_ENV_PRELOAD "WARPTWIN_CUDA_PRELOAD" /* what LD_PRELOAD was before */
#define WT_ENV_AUDIT "WARPTWIN_CUDA_AUDIT"     /* LD_AUDIT */
#endif
