/* wt_performed.h - "a memory operation is performed": one kind of event, whichever level of memory drives it.
 *
 * From this moment the operation has happened: a load has its value, a store and an atomic have taken effect, for these lanes, in ascending
 * order, and before every event that is reported later. A level outside of the machine (the environment) reports to a sink in the cycle in
 * which it performs. A level inside of it drives ports; wt_performed_levels() turns them into events, in the cycle in which the ports show them.
 */
#ifndef WT_PERFORMED_H
#define WT_PERFORMED_H
#include "spec/wt_gpu.h"

/* perf_kind of the first-level cache. */
enum { WT_L1_HIT, WT_L1_MERGE, WT_L1_MISS, WT_L1_PARKED };

typedef struct {
  const char *level; /* who performed it, in words */
  unsigned warp;     /* slot */
  int space;         /* WT_SPACE_GLOBAL or WT_SPACE_SHARED of the oracle */
  uint64_t lanes;    /* of the warp's oldest instruction that still owes them in this space, at this line */
  uint64_t line;     /* byte address / wt_performed_line_bytes of all these accesses; WT_PERFORMED_ANY: wherever they are */
  int source;        /* of loads of global memory: WT_SOURCE_... of the oracle */
  int tag;           /* WT_SOURCE_JOINED and ASKED: of the load that asked memory for the line */
  unsigned sectors;  /* not 0: nobody's operation, memory is read for that tag and line; of its 128 bytes these pieces of 32 */
  int phase;         /* WT_PERFORMED_... */
  uint64_t past;     /* so many cycles ago, of an SM that runs apart; 0: now */
} wt_performed;
/* At once; or first as far as the SM is concerned, when nothing is known yet of what memory holds, and then in memory. Of an SM that runs apart: THEN comes in the
 * order of FIRST. Where slices perform what has passed a cache (wt_performed_passes): in the order of FIRST among the requests of one line of 128 bytes. */
enum { WT_PERFORMED_WHOLE, WT_PERFORMED_FIRST, WT_PERFORMED_THEN };
#define WT_PERFORMED_ANY UINT64_MAX

typedef void wt_performed_fn(void *ctx, const wt_performed *p);
typedef struct {
  wt_performed_fn *fn; /* NULL: nobody listens */
  void *ctx;
} wt_performed_sink;
static inline void wt_performed_tell(const wt_performed_sink *s, const wt_performed *p) {
  if (s->fn) s->fn(s->ctx, p);
}

/* What the levels inside of the machine show in this cycle, in the order in which it happened; at most WT_PERFORMED_MAX. */
enum { WT_PERFORMED_MAX = 2 };
/* Bytes in which memory keeps the order of a thread's accesses: a line of the first-level cache, or the 128 of a request. */
unsigned wt_performed_line_bytes(const wt_shape *S);
/* Requests to global memory pass the first-level cache and take effect later, in slices, where those of other SMs do. */
int wt_performed_passes(const wt_shape *S);
/* Number of the line of 128 bytes of an event of global memory. */
uint64_t wt_performed_frame(const wt_shape *S, const wt_performed *p);
/* Line of a request, given its 128 bytes' number and which of them it asks for; in local memory that of the warp's own. */
uint64_t wt_performed_line(const wt_shape *S, uint64_t line, const uint32_t *bmask);
unsigned wt_performed_levels(const wt_m *m, wt_performed out[WT_PERFORMED_MAX]);
#endif
