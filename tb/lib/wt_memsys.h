/* wt_memsys.h - MEM_MODEL=l2dram: network, L2 slices and DRAM channels behind the memory ports of the SMs. Rules: docs/blocks/top/wt_memory.md.
 *
 * It says when and in which order; what memory holds is the caller's, who performs a request when its slice does. State is in arrays of fixed size
 * without pointers into them, so that it can be saved, and compared as bytes once its times are relative (wt_memsys_same).
 */
#ifndef WT_MEMSYS_H
#define WT_MEMSYS_H
#include "lib/wt_dram.h"
#include "lib/wt_l2.h"

/* At most WT_MEM_EACH requests of an SM are on their way, and as many of agents as the SMs leave places. */
enum { WT_MEM_EACH = 512, WT_MEM_REQS = 2048, WT_MEM_SLICES = 32, WT_MEM_CHANNELS = 16, WT_MEM_INTERLEAVE = 256, WT_MEM_HEADER = 8 };

/* A request, from the port of its SM until its answer is back there. No padding. */
typedef struct {
  uint64_t line, lanes; /* line: bytes / 128; other address spaces than device memory have bits that it has not */
  uint64_t due;         /* network clock at which the stage that it is in ends */
  uint64_t asked;       /* cycle of the core in which it came */
  uint32_t bmask[4], data[32];
  uint32_t pc;
  uint8_t used, op, space, warp, tag, aop, atype;
  uint8_t from;   /* 0: an SM; else an agent */
  uint8_t need;   /* sectors that it waits for */
  uint8_t early;  /* performed before it left (memory that only its threads see) */
  uint8_t answer; /* it brings data back; else an acknowledgement */
  uint8_t strong; /* what its warp asks for later stays behind it */
  uint8_t sm;     /* whose warp it is */
  uint8_t zero[7];
} wt_mem_req;

/* Sectors that it touches, a bit each. */
static inline unsigned wt_mem_sectors(const wt_mem_req *r) {
  unsigned m = 0;
  for (unsigned s = 0; s < 4; s++) m |= (unsigned)(r->bmask[s] != 0) << s;
  return m;
}

typedef struct {
  uint32_t n;
  uint16_t at[WT_MEM_REQS]; /* numbers of requests, oldest first */
} wt_mem_list;

/* clang-format off */
#define WT_MEM_COUNTS(X) \
  X(clocks) X(requests) X(request_bytes) X(answer_bytes) X(latency) X(port_full) X(at_port) X(at_slices) \
  X(sectors) X(sector_hits) X(requests_hit) X(merged) X(evictions) X(stall_pending) X(stall_dram) X(stall_set)
/* clang-format on */
typedef struct {
#define X(name) uint64_t name;
  WT_MEM_COUNTS(X)
#undef X
} wt_mem_counts;

typedef struct {
  wt_l2 l2;
  uint64_t free_at;
  wt_mem_list in, wait; /* to be looked up; waiting for sectors */
} wt_mem_slice;

/* The interface of an SM, and the link of its own. */
typedef struct {
  uint64_t out_at, back_at; /* first network clock at which the link is free: towards the L2, from it */
  uint32_t here;            /* its requests on their way */
  wt_mem_list port, out, ret, back;
} wt_mem_port;

typedef struct wt_memsys {
  const wt_shape *S;
  uint64_t now, cycle;        /* network clocks, cycles of the core */
  uint32_t net_acc, dram_acc; /* what a clock owes to the core's */
  uint32_t first;             /* slice that is looked at first */
  uint32_t turn;              /* SM whose interface may send first */
  uint32_t high;              /* requests from this number on are not used */
  wt_mem_list pipe, agents;
  wt_mem_slice slice[WT_MEM_SLICES];
  wt_dram channel[WT_MEM_CHANNELS];
  wt_mem_req req[WT_MEM_REQS];
  wt_mem_counts count;
  /* performs a request in memory and puts what it loads into its data */
  void (*perform)(void *ctx, wt_mem_req *r);
  /* its answer is back at the port; the request is gone afterwards */
  void (*arrived)(void *ctx, const wt_mem_req *r);
  void *ctx;
  wt_mem_port sm[]; /* of every SM */
} wt_memsys;

wt_memsys *wt_memsys_new(const wt_shape *S);
void wt_memsys_free(wt_memsys *m);
/* The port of that SM takes a request in this cycle. */
int wt_memsys_ready(const wt_memsys *m, unsigned sm);
/* from = 0: a copy of r enters the network interface of its SM. Else it reaches its slice after `delay` network clocks, whatever others do. 0, or -1: full. */
int wt_memsys_ask(wt_memsys *m, const wt_mem_req *r, unsigned delay);
/* One cycle of the core. */
void wt_memsys_cycle(wt_memsys *m);
/* For so many cycles of the core, whatever is asked for meanwhile, is all known that comes back to the SMs, and no table is full but the queues of the network
 * interfaces. 0: none. */
uint64_t wt_memsys_lookahead(const wt_memsys *m);
/* What comes back to that SM in the next `cycles`, at most those, in its order; after: cycles from now, 0 = in the next one. */
typedef void wt_memsys_told(void *ctx, const wt_mem_req *r, uint64_t after);
void wt_memsys_foretell(const wt_memsys *m, unsigned sm, uint64_t cycles, wt_memsys_told *told, void *ctx);
/* Places in the network interface of the SM; without others no request is taken from it, with them perhaps none. */
unsigned wt_memsys_room(const wt_memsys *m, unsigned sm);
/* No request of an SM or an agent is on its way; DRAM may still write. */
int wt_memsys_quiet(const wt_memsys *m);
unsigned wt_memsys_slice(const wt_shape *S, uint64_t line);
/* The future of both is the same. */
int wt_memsys_same(const wt_memsys *a, const wt_memsys *b);
wt_memsys *wt_memsys_copy(const wt_memsys *m);
/* Copies everything into *to, which was made for the same shape. */
void wt_memsys_put(wt_memsys *to, const wt_memsys *m);
/* Rows NAME.... */
void wt_memsys_saved(wt_memsys *m, wt_saved *l, const char *name);

/* Sums over slices and channels, for statistics. */
typedef struct {
  wt_mem_counts net;
  wt_dram_counts dram;
} wt_mem_sum;
/* In use now: requests at the port of the SM, waiting for DRAM at the slices, sectors at the channels. */
void wt_memsys_use(const wt_memsys *m, unsigned sm, unsigned use[3]);
void wt_memsys_sum(const wt_memsys *m, wt_mem_sum *to);
#endif
