/* warptwin.h - libwarptwin: run kernels on the twins from a C program.
 *
 * One session is one device: memory, modules, caches and metrics carry over from launch to launch. Every call returns
 * a wt_status (the exit codes of the command line); wt_error() then holds one line that says what, where and what to do.
 * Addresses are device addresses (bytes). A session belongs to one thread at a time; two sessions share nothing, so each may run
 * in a thread of its own. docs/user/library.md has examples and says how to link.
 */
#ifndef WARPTWIN_H
#define WARPTWIN_H
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "wt_status.h"

#define WARPTWIN_VERSION "0.2.0"
/* Major number: programs built against another one do not run with this library. */
#define WARPTWIN_ABI 0

#if defined __GNUC__
#define WT_API __attribute__((visibility("default")))
#else
#define WT_API
#endif
#ifdef __cplusplus
extern "C" {
#endif

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
  uint64_t max_cycles; /* 0 = no limit */
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

/* WARPTWIN_VERSION of the library that runs. */
WT_API const char *wt_version(void);

WT_API wt_status wt_session_open(const wt_options *opt, wt_session **out);
WT_API void wt_session_close(wt_session *s);
/* Makes the machine now (both twins: builds the RTL of the shape, once) instead of at the first launch. */
WT_API wt_status wt_session_start(wt_session *s);
/* The last error of this session (s = NULL: of this thread's last wt_session_open). Never NULL; the first line says it all. */
WT_API const char *wt_error(const wt_session *s);

/* Device memory. wt_alloc gives 256-byte aligned, zeroed memory; an access outside all allocations is a fault. */
WT_API wt_status wt_alloc(wt_session *s, size_t bytes, wt_addr *out);
/* At a multiple of align, a power of two up to 1 MiB: for memory that a host maps in pages. */
WT_API wt_status wt_alloc_aligned(wt_session *s, size_t bytes, size_t align, wt_addr *out);
/* Gives an allocation back; afterwards it is outside all allocations. Its addresses are not used again. */
WT_API wt_status wt_free(wt_session *s, wt_addr addr);
/* What reports call an allocation, cut to 63 characters (default: "allocation N", the Nth of the session). */
WT_API wt_status wt_name(wt_session *s, wt_addr addr, const char *name);
/* Where the addresses of allocations begin, before the first one: a multiple of 1 MiB up to 0x7f0000000000 (default), whose gigabytes behind it
 * do not meet the shared and local windows (0x7e0000000000, 8 GiB). For programs that map host memory at device addresses. */
WT_API wt_status wt_set_base(wt_session *s, wt_addr base);
/* The allocation that holds addr; base and size may be NULL. */
WT_API wt_status wt_alloc_at(wt_session *s, wt_addr addr, wt_addr *base, size_t *size);
/* Bytes that wt_alloc can still give, and bytes of all memory. */
WT_API void wt_memory_left(const wt_session *s, size_t *left, size_t *all);
/* A copy or fill must lie inside one allocation, else it is a fault without effect. wt_copy may overlap. */
WT_API wt_status wt_fill(wt_session *s, wt_addr dst, int value, size_t bytes);
WT_API wt_status wt_copy(wt_session *s, wt_addr dst, wt_addr src, size_t bytes);
WT_API wt_status wt_copy_in(wt_session *s, wt_addr dst, const void *src, size_t bytes);
WT_API wt_status wt_copy_out(wt_session *s, void *dst, wt_addr src, size_t bytes);

/* A module is one cubin (sm_75), from a file or from memory (copied; name is what reports call it). Symbols are its __device__ and
 * __constant__ variables. Modules live as long as their session. */
WT_API wt_status wt_module_load(wt_session *s, const char *path, wt_module **out);
WT_API wt_status wt_module_load_image(wt_session *s, const void *image, size_t bytes, const char *name, wt_module **out);
WT_API wt_status wt_module_symbol(wt_session *s, wt_module *m, const char *name, wt_addr *addr, size_t *size);
WT_API wt_status wt_symbol_write(wt_session *s, wt_module *m, const char *name, const void *src, size_t bytes);
WT_API wt_status wt_symbol_read(wt_session *s, wt_module *m, const char *name, void *dst, size_t bytes);

/* What a kernel wants. A cubin has no names of parameters, only their places. */
typedef struct {
  const char *name;
  unsigned n_params;
  unsigned regs;        /* of a thread */
  unsigned static_smem; /* bytes of a CTA */
  unsigned local_bytes; /* local memory of a thread */
} wt_kernel_info;
typedef struct {
  size_t offset, size; /* bytes from the start of the parameters */
} wt_param;
WT_API size_t wt_module_kernels(const wt_module *m);
WT_API wt_status wt_kernel_get(wt_session *s, const wt_module *m, size_t i, wt_kernel_info *out);
/* Whether all code that the kernel can reach is executed: WT_OK, else what wt_launch would return; wt_error then names every
 * instruction that is refused. kernel = NULL: the only one. */
WT_API wt_status wt_kernel_check(wt_session *s, const wt_module *m, const char *kernel);
/* More of it, by name (NULL: the only one). max_threads: most threads of a CTA on this shape, 0 = none fits. */
typedef struct {
  unsigned regs, static_smem, local_bytes, const_bytes; /* const_bytes: __constant__ variables and constants of the compiler */
  unsigned param_bytes, n_params, max_threads;
} wt_kernel_attributes;
WT_API wt_status wt_kernel_attribute(wt_session *s, const wt_module *m, const char *kernel, wt_kernel_attributes *out);
/* How many CTAs of this size run at a time; 0 = none fits. */
WT_API wt_status wt_kernel_occupancy(wt_session *s, const wt_module *m, const char *kernel, unsigned threads, size_t dyn_smem, unsigned *ctas);
/* Whether a CTA of this size fits: WT_OK, or WT_USAGE; wt_error then says all that it asks for, what the shape has, and the key that would help. */
WT_API wt_status wt_kernel_fits(wt_session *s, const wt_module *m, const char *kernel, unsigned threads, size_t dyn_smem);
/* The same for a cooperative grid of so many CTAs, which run at a time or not at all. */
WT_API wt_status wt_kernel_grid_fits(wt_session *s, const wt_module *m, const char *kernel, unsigned threads, size_t dyn_smem, uint64_t ctas);
/* Parameter i in the order of the source; kernel = NULL: the only one. */
WT_API wt_status wt_kernel_param(wt_session *s, const wt_module *m, const char *kernel, unsigned i, wt_param *out);

/* Runs one kernel to its end. kernel = NULL: the only kernel of the module. */
WT_API wt_status wt_launch(wt_session *s, wt_module *m, const char *kernel, const wt_dims *dims, const wt_arg *args, size_t nargs);
/* Words of wt_error() after WT_CAUSE_SHAPE. Deprecated: ask wt_cause_of(). */
#define WT_SHAPE_TOO_SMALL "the shape has"

/* Why a warp slot did not issue in a cycle. Over all reasons, WT_ISSUED too, the counts add up to cycles x warp slots. */
enum { WT_ISSUED = 0, WT_REASONS = 9 };
/* "issued", "empty", "path" ...; NULL from WT_REASONS on. */
WT_API const char *wt_reason(unsigned i);

/* What a shape has a number of: key of the shape, or PST_ROWS, the large warps of GROUPING=dwr; NULL from WT_PEAKS on. Some are per warp (entries of an
 * I-buffer): peak and mean are then of one. L1_WAYS and ILT_WAYS are of the fullest set, L1_MERGES of the request that most loads have joined,
 * DWR_SUBWARPS partners that are locked in a row, and the mean is that of the rows in use. */
enum { WT_PEAKS = 26 };
WT_API const char *wt_peak_key(unsigned i);
WT_API int wt_peak_per_warp(unsigned i);
/* Structures of the size table that the key sizes, "block" or "block.name", with spaces between; "" = none that has a price. */
WT_API const char *wt_peak_structures(unsigned i);
/* Memory behind the SM (MEM_MODEL=l2dram), summed over slices and channels. Latency: cycles from port to port, of all requests together; queues:
 * their entries, summed over the clocks of network (port, slices) or DRAM. */
typedef struct {
  uint64_t net_clocks, requests, request_bytes, answer_bytes, latency, port_full_cycles, port_queued, slices_queued;
  uint64_t sectors, sector_hits, requests_hit, merged, evictions, stalls_pending, stalls_dram, stalls_set;
  uint64_t dram_clocks, dram_reads, dram_writes, row_hits, row_misses, row_conflicts, bus_clocks, dram_queued, overtaken;
  uint64_t bytes_offered; /* what the SM's share of the DRAM buses could have moved in these clocks */
} wt_memory_counters;

typedef struct {
  uint64_t cycles, warp_instructions, thread_instructions, lane_slots; /* lane_slots: issued warp instructions x WARP_SIZE */
  uint64_t idle_cycles, mem_thread_accesses, offchip_requests;
  uint64_t slots[WT_REASONS]; /* by wt_reason */
  uint64_t ff_bits, mem_bits; /* state that is compared at every clock edge; 0 unless both twins run */
  unsigned occupancy[2];      /* most entries in use of the control-flow unit's tables, see wt_set_occupancy */
  unsigned peak[WT_PEAKS];    /* most of it in use in one cycle, by wt_peak_key; wt_set_occupancy as well */
  uint64_t use[WT_PEAKS];     /* the same, summed over counted_cycles; per warp: over all resident warps too */
  uint64_t counted_cycles;    /* cycles of launches that ran with wt_set_occupancy */
  unsigned room[WT_PEAKS];    /* how much of it the shape has, of one warp where it is per warp; 0: nothing of the kind */
  uint8_t full[WT_PEAKS];     /* a launch met the end of it; what CTAs take in pieces: there was no room for one more */
  wt_memory_counters memory;
  unsigned sms; /* that use is summed over; peak: of any of them; L2_PENDING and DRAM_QUEUE are those of all SMs together */
} wt_counters;
/* Mean in use over these cycles, of one warp where it is per warp. */
WT_API double wt_mean_use(const wt_counters *c, unsigned i);
/* Sums over all launches of the session. */
WT_API const wt_counters *wt_stats(const wt_session *s);
/* All of it, the shape and the verdict as JSON (docs/user/guide.md). */
WT_API wt_status wt_stats_json(wt_session *s, FILE *f);
/* How the last launch that ran ended: "ok", "deadlock", "livelock", "max-cycles", "diff", "fault", "hazard", "barrier", "jump",
 * "unsupported", "assert", "trap". */
WT_API const char *wt_verdict(const wt_session *s);
/* The same as a number, and why the last launch, wt_kernel_fits or wt_kernel_grid_fits did not begin. */
WT_API wt_cause wt_cause_of(const wt_session *s);
/* HAZARDS=run: reads and writes that came too early and were let through, in all launches; what follows from them is not judged. A launch that comes to its end with
 * some returns WT_PROGRAM, with WT_CAUSE_HAZARD; wt_ended() is 1 for it, as for one that ended well: its results are there. */
WT_API uint64_t wt_hazards(const wt_session *s);
WT_API int wt_ended(const wt_session *s);
/* Value of a key of the shape (warptwin --keys). */
WT_API wt_status wt_shape_key(wt_session *s, const char *key, unsigned *out);

/* Settings, before a launch; they hold until they are changed. Strings and streams stay the caller's and must stay alive. */
/* As wt_options.max_cycles. */
WT_API void wt_set_cycle_limit(wt_session *s, uint64_t cycles);
/* The next launches are cooperative: the barrier of the whole grid (grid.sync of cooperative groups) works in them. All CTAs have to be resident at
 * a time, else WT_USAGE. */
WT_API void wt_set_cooperative(wt_session *s, int on);
/* Bytes of stack that a thread of the next launches has beyond what the file asks for, where the file cannot know: recursion, calls, alloca (default
 * 1024). Rounded up to 16; with what the file asks for at most 512 KiB, more is WT_USAGE. wt_stack: what is in force. */
WT_API wt_status wt_set_stack(wt_session *s, size_t bytes);
WT_API size_t wt_stack(const wt_session *s);
/* No lines on standard error that say how far a launch is: on a terminal one that moves on every second, else one every ten (default: quiet unless
 * standard error is a terminal). */
WT_API void wt_set_quiet(wt_session *s, int quiet);
/* How far the launch is that runs: fn is called at its start and about every thousand cycles, in this process only. NULL = nobody asks. */
typedef struct {
  const char *kernel;
  uint64_t cycles;     /* of this launch */
  uint64_t ctas, grid; /* CTAs that are done, and all of them; WT_BACKEND_RTL: as they were up to a second ago */
  uint64_t warp_instructions;
} wt_progress;
WT_API void wt_set_progress(wt_session *s, void (*fn)(void *ctx, const wt_progress *now), void *ctx);
/* One line per issued warp instruction; NULL = none. */
WT_API void wt_set_trace(wt_session *s, FILE *f);
/* One line per CTA when it starts: cycle, coordinates, SM, slot in the SM; NULL = none. */
WT_API void wt_set_dispatch(wt_session *s, FILE *f);
/* Waves (FST) of cycles from to to; warp: -1 = of all, or the number of one, those of several SMs numbered through; -2 - k = of all warps of SM k; file = NULL: none. A later launch writes the file again. Beside it lies a
 * save file of GTKWave, with the ending .gtkw; one that was not made here stays as it is. */
WT_API void wt_set_wave(wt_session *s, const char *file, uint64_t from, uint64_t to, int warp);
/* Where the waves around a difference of the twins or of the oracle go, NULL = nowhere. The run is then repeated from a fork() of the process. */
WT_API void wt_set_mismatch(wt_session *s, const char *file);
/* The oracle looks for reads of registers, predicates and memory that nobody has written (default 1; it needs the oracle). What the last launch has
 * read of these stands in wt_warnings(), a line for each place, "" when there is none. It changes no status. Memory of wt_alloc counts as not written
 * although it is zero: a real device gives anything. */
WT_API void wt_set_initcheck(wt_session *s, int on);
WT_API const char *wt_warnings(const wt_session *s);
/* Where the text of printf in kernels goes, at the end of each launch (default stdout); NULL = nowhere. An assertion that fails ends its thread, a
 * trap too; the launch then returns WT_DIFF, and wt_verdict() is "assert" or "trap". */
WT_API void wt_set_output(wt_session *s, FILE *f);
/* Both twins: the C twin runs ahead and so many forked workers verify segments of so many cycles each (0: a good length); jobs = 0: all in this process
 * (default). The verdict is the same. all: goes on behind a difference and names every segment that has one. */
#define WT_JOBS_AUTO (~0u) /* as many as there are processors, but only when the run turns out to be long enough to gain */
WT_API void wt_set_jobs(wt_session *s, unsigned jobs, uint64_t segment, int all);
/* The SMs of the C twin run in so many threads, where there are several SMs (default 1; never more threads than SMs). Everything is the same for every number.
 * 0: all SMs cycle by cycle. */
#define WT_THREADS_AUTO (~0u) /* as many as there are processors */
WT_API void wt_set_threads(wt_session *s, unsigned threads);
/* Lock-step of several SMs: each is an object of its own of one verilated SM. on: the RTL of the whole machine with its wiring is verilated instead, which takes
 * longer with every SM. Before the session starts. */
WT_API void wt_set_whole(wt_session *s, int on);
/* With workers, when several processes share a limit: *left of them may be started beyond the one that each process has, *taken counts those of this one.
 * Both lie in shared memory and change by atomic operations. */
WT_API void wt_set_worker_places(wt_session *s, int *left, int *taken);
/* Both twins, with wt_set_mismatch: a checkpoint of the first of those cycles goes there when they differ, with what was seen; NULL = nowhere. */
WT_API void wt_set_bundle(wt_session *s, const char *file);
/* What the twins of a started session are made of: the name of the RTL's plug-in ("" without), the hash of this program. */
WT_API void wt_made_of(const wt_session *s, char rtl[80], char program[65]);
/* Pictures of a launch on the C twin, alone or in lock-step: a page of HTML, a log for Kanata viewers (Konata), a trace for Perfetto and Chrome
 * (docs/user/pictures.md); NULL: not that one. A later launch writes the files again. */
WT_API void wt_set_pictures(wt_session *s, const char *report, const char *kanata, const char *perfetto);
/* A page of HTML on the lines of global memory that a launch on the C twin, alone or in lock-step, uses again: who, and how far apart
 * (docs/user/pictures.md); NULL = none. A later launch writes the file again. */
WT_API void wt_set_reuse(wt_session *s, const char *file);
/* Before the first launch, once a block: "BLOCK=FILE.so" or "BLOCK=FILE.sv[:MODULE]" drives the C twin in the place of ours. A shared object is made against
 * warptwin_block.h, a module has the block's ports. WT_BACKEND_C, or WT_BACKEND_COSIM with other blocks beside the C twin. What the object does wrong
 * ends a launch with WT_DIFF; one that crashes takes this process with it. */
WT_API wt_status wt_set_use(wt_session *s, const char *use);
/* Before the first launch, after wt_set_use: how often each net of that block changes in a launch goes into a file, as Tcl for OpenSTA (docs/user/size.md).
 * The block is one of wt_set_use with Verilog, or one of ours, whose RTL then runs in the C twin. WT_BACKEND_C. A later launch writes the file again. */
WT_API wt_status wt_set_activity(wt_session *s, const char *block, const char *file);
/* What such a block is doing, in memory of the caller's, for whoever waits for this process from outside: a call that does not come back, or ends it. */
typedef struct {
  volatile uint64_t calls; /* one more at the beginning of each call */
  volatile uint64_t cycle; /* clock edges since the machine was made */
  volatile int in;         /* wt_use_call; 0: in none */
  char block[32], file[300];
} wt_use_watch;
/* Of all sessions of this process; NULL: nobody waits. */
WT_API void wt_watch_use(wt_use_watch *w);
/* "open", "reset", "moore", "eval", "tick", "read", "save", "close"; "" for 0. Verilog is built in open. */
WT_API const char *wt_use_call(int in);
/* After the machine is made: 1, the control-flow unit is one of these, and does not tell what its paths are (no `read`), so its invariants are not checked. */
WT_API int wt_guest_paths_hidden(const wt_session *s);
/* WT_BACKEND_COSIM, before the first launch, once a block: "BLOCK", or "BLOCK=FILE.sv[:MODULE]" with a module of yours in the place of ours in the RTL. Of this
 * block outputs alone are compared, payload only where its valid says that it means something; its state is its own, so there are neither segments nor
 * checkpoints to go on from in lock-step. */
WT_API wt_status wt_set_opaque(wt_session *s, const char *block);
/* WT_BACKEND_COSIM, before the first launch: instead of the whole machine's RTL only that of these blocks, "stem,stem" or "all", each verilated by itself,
 * runs beside the C twin, gets its inputs from it and is compared with it at every clock edge. NULL: the whole machine. */
WT_API wt_status wt_set_beside(wt_session *s, const char *blocks);
/* Invariants of the control-flow unit in every cycle: 1 = of the C twin, 2 = of both, 0 = not (default). */
WT_API void wt_set_invariants(wt_session *s, int twins);
/* A checkpoint at every multiple of `every` cycles of a launch, in the folder dir: DIR/KERNEL-CYCLE.wtck. every = 0: none. full: with the oracle and the
 * proof of no end, else what decides how the machine goes on. note: a text of yours to be found again, may be NULL. */
WT_API void wt_set_checkpoints(wt_session *s, uint64_t every, const char *dir, int full, const char *note);
/* With it: one of cycle 0, too (default: not), so that the checkpoints cover the whole run. */
WT_API void wt_set_checkpoint_start(wt_session *s, int on);
/* The file of the last one, "" = none yet. */
WT_API const char *wt_checkpoint_last(const wt_session *s);

/* A session in the middle of the launch of a checkpoint. Of opt count backend, max_cycles and no_oracle; a segment runs without oracle. */
WT_API wt_status wt_session_resume(const char *file, const wt_options *opt, wt_session **out);
typedef struct {
  uint64_t cycle; /* where it goes on */
  uint64_t seed;
  int oracle; /* it goes on with it */
  const char *kernel, *note;
  const char *expect; /* JSON of the difference that comes after it (wt_set_bundle), or NULL */
} wt_resumed;
WT_API wt_resumed wt_resume_what(const wt_session *s);
/* Runs the launch to its end, once. The counters are those of the whole run. */
WT_API wt_status wt_resume(wt_session *s);
/* Count what threads wait for in cycles without issue: member idle_threads of wt_stats_json. */
WT_API void wt_set_idle(wt_session *s, int on);
/* Keep wt_counters.occupancy and peak. */
WT_API void wt_set_occupancy(wt_session *s, int on);
#ifdef __cplusplus
}
#endif
#endif
