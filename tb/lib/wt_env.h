/* wt_env.h - the environment of the SMs: instruction, constant and data memory with their latencies. Both twins share it; it serves a
 * request only after the twins' requests compared equal.
 *
 * Cycle protocol: wt_env_sample(e, m) after evaluation reads the requests of this cycle and performs memory operations (SM by SM, request order,
 * lanes ascending); wt_env_present(e, m) after the clock edge puts the answers of the next cycle into the env of every SM.
 */
#ifndef WT_ENV_H
#define WT_ENV_H
#include "spec/wt_gpu.h"
#include "lib/wt_agents.h"
#include "lib/wt_launch.h"
#include "lib/wt_mem.h"
#include "lib/wt_memsys.h"
#include "lib/wt_performed.h"
#include "state/wt_saved.h"

typedef struct wt_env wt_env;

/* RANGE: in the CTA's shared or the thread's local memory. */
enum { WT_FAULT_NONE, WT_FAULT_MEMORY, WT_FAULT_ALIGN, WT_FAULT_RANGE };
typedef struct {
  int kind;
  unsigned sm, warp; /* warp: of that SM */
  uint64_t lanes;    /* of the warp; several when nobody knows any more which of them it was */
  uint32_t pc;
  uint64_t addr; /* as the load/store unit has it */
} wt_env_fault;

wt_env *wt_env_new(const wt_shape *S, const wt_launch_desc *L, wt_mem *mem);
void wt_env_free(wt_env *e);
/* Bytes that it takes, without network, L2 and DRAM and without local memory. */
size_t wt_env_bytes(const wt_shape *S);
/* Who is told of every operation of that SM on global memory when it has been performed. */
void wt_env_on_performed(wt_env *e, unsigned sm, wt_performed_sink sink);
/* Threads of other SMs, the caller's; written() is told what one of them has written, when it has. NULL: none. */
typedef void wt_env_written(void *ctx, uint64_t addr, const void *bytes, size_t n);
void wt_env_agents(wt_env *e, wt_agents *a, wt_env_written *written, void *ctx);
/* What the machine sees of the environment in this cycle. */
typedef struct {
  wt_env_out env;
  wt_imem_out imem[MAX_SUBCORES];
  wt_cmem_out cmem[MAX_SUBCORES];
} wt_env_shown; /* of an SM */
void wt_env_get(const wt_m *m, wt_env_shown to[]);
void wt_env_put(wt_m *m, const wt_env_shown from[]);
/* What the machine sees before the first cycle of an environment. */
void wt_env_reset(wt_m *m);
void wt_env_sample(wt_env *e, const wt_m *m);
void wt_env_present(wt_env *e, wt_m *m);

/* For some cycles the SMs may run apart, each in a thread of its own if one likes: what an SM asks of memory that all share is kept, and memory does its part
 * when all have come to the same cycle, in the order of cycle and SM. Its answer is not due before that: wt_env_lookahead is how many cycles this is true of,
 * at most WT_ENV_APART, 0 = none. wt_env_apart for as many cycles or fewer, then for each SM wt_env_sample_sm and wt_env_present_sm in the places of
 * wt_env_sample and wt_env_present, then wt_env_together. -1: a fault in one of these cycles (apart: no memory); nobody knows what came first, and some of
 * what is behind it may have happened. */
enum { WT_ENV_APART = 256 };
typedef struct wt_env_flight wt_env_flight;
unsigned wt_env_lookahead(const wt_env *e);
/* looked_for: NULL, or what wt_env_was_same then tells of. */
int wt_env_apart(wt_env *e, uint64_t cycles, const wt_env_flight *looked_for);
int wt_env_sample_sm(wt_env *e, unsigned sm, const wt_m *m);
void wt_env_present_sm(wt_env *e, unsigned sm, wt_m *m);
/* The SM has come to a cycle before which memory has to do its part: whether its port is ready depends on what the others ask. */
int wt_env_waits(const wt_env *e, unsigned sm);
/* No SM is before that cycle (counted from where they began), and nobody asks for anything in an earlier one: then memory does its part before it, and who
 * waits there waits no more. -1 as above. */
int wt_env_serve(wt_env *e, uint64_t cycle, const wt_m *m);
int wt_env_together(wt_env *e, const wt_m *m);
/* 64 cycles a word, from where the SMs began: behind which of them the memory that all share was as in looked_for; MEM_MODEL=fixed: all,
 * as it keeps nothing besides the answers of each SM. */
uint64_t wt_env_was_same(const wt_env *e, unsigned word);
/* Instead of that: its rows are loaded anew. */
void wt_env_back(wt_env *e);
/* n cycles at once of an SM to which nothing is on its way, and that asks for nothing. */
void wt_env_skip_sm(wt_env *e, unsigned sm, uint64_t n);
/* Nothing is on its way to the SM, and nothing from it. */
int wt_env_still(const wt_env *e, unsigned sm);
/* Cycles of the SM since then. */
uint64_t wt_env_ahead(const wt_env *e, unsigned sm);
/* Nothing is in flight. */
int wt_env_quiet(const wt_env *e);
/* Everything in flight, with its times counted from now: together with o.env the whole state of the environment but for the
 * memory. save keeps a copy; same: what is in flight now will arrive exactly as what was saved did. */
wt_env_flight *wt_env_flight_new(const wt_env *e);
void wt_env_flight_free(wt_env_flight *f);
void wt_env_flight_save(wt_env_flight *f, const wt_env *e);
int wt_env_flight_same(const wt_env_flight *f, const wt_env *e);
/* The same of the memory that all share (l2dram); of what an SM that runs apart waits for, but for data. */
int wt_env_flight_memory(const wt_env_flight *f, const wt_env *e);
int wt_env_flight_alike(const wt_env_flight *f, const wt_env *e, unsigned sm);
void wt_env_flight_saved(wt_env_flight *f, wt_saved *l);
const wt_env_fault *wt_env_faulted(const wt_env *e);
/* Performed so far: line requests, thread-level accesses, writes (a number that changes with every store or atomic). */
uint64_t wt_env_requests(const wt_env *e);
uint64_t wt_env_lane_accesses(const wt_env *e);
uint64_t wt_env_writes(const wt_env *e);
/* MEM_MODEL=l2dram: what network, L2 and DRAM did; else zeros. */
void wt_env_memory(const wt_env *e, wt_mem_sum *to);
/* What is in use now: of the SM's network interface, of the tables of the slices, of the DRAM queues. */
void wt_env_use(const wt_env *e, unsigned sm, unsigned use[3]);
/* 64 bits over the local memories of all warp slots. */
uint64_t wt_env_local_digest(const wt_env *e);
/* Rows of all that it holds besides the memory it was given: what is on its way, local memories, counters. */
void wt_env_saved(wt_env *e, wt_saved *l);
#endif
