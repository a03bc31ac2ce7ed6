/* warptwin.h - libwarptwin: run kernels on the twins from a C program.
 *
 * One session is one device: memory, modules, caches and metrics carry over from launch to launch. Every call returns
 * a wt_status (the exit codes of the command line); wt_error() then holds one line that says what, where and what to do.
 * Addresses are device addresses (bytes). Nothing here is thread safe; two sessions are independent.
 */
#ifndef WARPTWIN_H
#define WARPTWIN_H
#include <stddef.h>
#include <stdint.h>

#include "wt_status.h"

typedef enum {
  WT_BACKEND_ORACLE, /* scalar oracle alone, no timing */
  WT_BACKEND_C,      /* C twin, oracle in tandem unless no_oracle */
  WT_BACKEND_COSIM,  /* both twins in lock-step, oracle in tandem unless no_oracle */
  WT_BACKEND_RTL     /* bare RTL, no checks: for speed measurements */
} wt_backend;

typedef struct wt_session wt_session;
typedef struct wt_module wt_module;
typedef uint64_t wt_addr;

typedef struct {
  wt_backend backend;
  const char *preset;     /* shape preset, NULL = "default" */
  const char *const *set; /* KEY=VALUE strings, NULL terminated, may be NULL */
  uint64_t seed;
  uint64_t max_cycles;    /* 0 = no limit */
  int no_oracle;
} wt_options;

typedef struct {
  unsigned grid[3], block[3]; /* every component >= 1 */
  unsigned dyn_smem;          /* dynamic shared memory, bytes */
} wt_dims;

/* One kernel parameter: bytes copied to its place in the constant bank. */
typedef struct {
  const void *data;
  size_t size;
} wt_arg;

wt_status wt_session_open(const wt_options *opt, wt_session **out);
void wt_session_close(wt_session *s);
/* The last error of this session (s = NULL: of wt_session_open). Never NULL. */
const char *wt_error(const wt_session *s);

/* Device memory. wt_alloc gives 256-byte aligned, zeroed memory; an access outside all allocations is a fault. */
wt_status wt_alloc(wt_session *s, size_t bytes, wt_addr *out);
wt_status wt_copy_in(wt_session *s, wt_addr dst, const void *src, size_t bytes);
wt_status wt_copy_out(wt_session *s, void *dst, wt_addr src, size_t bytes);

/* A module is one cubin (sm_75). Symbols are its __device__ and __constant__ variables. */
wt_status wt_module_load(wt_session *s, const char *path, wt_module **out);
wt_status wt_module_symbol(wt_session *s, wt_module *m, const char *name, wt_addr *addr, size_t *size);
wt_status wt_symbol_write(wt_session *s, wt_module *m, const char *name, const void *src, size_t bytes);

/* Runs one kernel to its end. kernel = NULL: the only kernel of the module. */
wt_status wt_launch(wt_session *s, wt_module *m, const char *kernel, const wt_dims *dims, const wt_arg *args, size_t nargs);

typedef struct {
  uint64_t cycles, warp_instructions, thread_instructions, lane_slots; /* lane_slots: issued warp instructions x WARP_SIZE */
  uint64_t idle_cycles, mem_thread_accesses, offchip_requests;
} wt_counters;
/* Sums over all launches of the session. */
const wt_counters *wt_stats(const wt_session *s);
#endif
