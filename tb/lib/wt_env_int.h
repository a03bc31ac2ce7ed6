/* wt_env_int.h - state of the environment, shared by its files only: wt_env.c serves the SMs, wt_env_flight.c knows what is on its way. */
#ifndef WT_ENV_INT_H
#define WT_ENV_INT_H
#include <string.h>

#include "lib/wt_env.h"

enum { MAX_LAT = 8, ACK_RING = 4096, OWN_RING = 64, FOREIGN = 64, ATOM_F32 = 3, ATOM_F16X2 = 4, ATOM_F64 = 6 };

/* One answer on its way; fixed latencies keep every channel in order. */
typedef struct {
  uint64_t due;
  uint8_t tag, warp, slot, epoch, sens, members, zero[2]; /* no padding: compared as bytes */
  uint32_t pc, rpc;
  uint32_t data[32];
} answer;
typedef struct {
  answer *a;
  uint32_t size, head, n;
} channel;

/* Of an SM that runs apart: a request to the memory that all share. MEM_MODEL=fixed: where its answer waits for its data (an acknowledgement has none). */
typedef struct {
  uint64_t at; /* cycle in which it was at the port */
  int told;    /* it is performed at the port, and who listens has been told so */
  wt_mem_req r;
  answer *to;
} late_request;

/* Of an SM. */
typedef struct {
  uint8_t *local[MAX_WARPS]; /* local memory of a warp slot (GROUPING=dwr: of a large warp), from its first access on; zero when a warp starts */
  uint32_t has_local[MAX_WARPS], local_room[MAX_WARPS];
  channel imem[MAX_SUBCORES], cst[MAX_SUBCORES], rsp, ack;
  wt_performed_sink performed;
  uint64_t requests, lanes, writes;
  uint64_t ahead; /* cycles beyond `now` of all */
  int trouble;    /* apart: something is wrong in a cycle that is not all's yet */
  int waits;      /* apart: whether its port is ready depends on the others */
  unsigned room;  /* l2dram, apart: so many requests its port takes whatever the others do */
  late_request *late;
  uint32_t n_late, done_late;
} sm_side;

struct wt_env {
  const wt_shape *S;
  const wt_launch_desc *L;
  wt_mem *mem;
  sm_side *sm; /* of every SM */
  uint64_t local_bytes;
  uint64_t now;
  int passes;      /* wt_performed_passes */
  int apart;       /* the SMs run each by itself: see wt_env_apart */
  uint64_t served; /* apart: cycles behind `now` in which memory has done its part */
  const wt_env_flight *looked_for;
  uint64_t found[WT_ENV_APART / 64]; /* after these cycles memory was as in looked_for */
  wt_env_fault fault;
  wt_memsys *sys; /* MEM_MODEL=l2dram, else NULL */
  wt_agents *agents;
  wt_env_written *written;
  void *written_ctx;
  wt_mem_req foreign[FOREIGN]; /* MEM_MODEL=fixed: of agents, not performed yet, in their order */
  uint32_t n_foreign;
};

static inline answer *wt_env_push(channel *c, uint64_t due) {
  answer *x = &c->a[(c->head + c->n++) % c->size];
  memset(x, 0, sizeof *x); /* so that two answers can be compared as a whole */
  x->due = due;
  return x;
}
static inline answer *wt_env_front(channel *c, uint64_t now) { return c->n && c->a[c->head].due <= now ? &c->a[c->head] : NULL; }
/* Of its answers those that are here; those that were foretold for a later cycle stand behind them. */
static inline uint32_t wt_env_come(const channel *c, uint64_t now) {
  uint32_t n = c->n;
  while (n && c->a[(c->head + n - 1) % c->size].due > now) n--;
  return n;
}
static inline void wt_env_pop(channel *c) {
  c->head = (c->head + 1) % c->size;
  c->n--;
}
#endif
