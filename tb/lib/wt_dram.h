/* wt_dram.h - one DRAM channel behind the L2: banks with one open row each, a queue, a command a clock. Rules: docs/blocks/top/wt_memory.md.
 *
 * No data: what memory holds is known elsewhere; this says when. Times are clocks of the DRAM.
 */
#ifndef WT_DRAM_H
#define WT_DRAM_H
#include "state/wt_saved.h"
#include "spec/wt_shape.h"

enum { WT_DRAM_BANKS = 32, WT_DRAM_QUEUE = 64, WT_DRAM_SECTOR = 32, WT_DRAM_FLIGHT = 128 }; /* FLIGHT: a read a clock at most, T_CL + 32 of them */

/* No padding in these: they are compared as bytes. */
typedef struct {
  uint64_t row;
  uint32_t who; /* of a read: comes back with its data */
  uint8_t bank, write;
  uint8_t did; /* commands that it needed before its own: 1 activate, 2 precharge */
  uint8_t zero;
} wt_dram_req;
typedef struct {
  uint64_t row;
  uint64_t open;                  /* a row is */
  uint64_t act_at, pre_at, rw_at; /* the earliest activate, precharge, read or write */
} wt_dram_bank;
typedef struct {
  uint64_t due;
  uint64_t who;
} wt_dram_answer;

#define WT_DRAM_COUNTS(X) X(clocks) X(reads) X(writes) X(hits) X(misses) X(conflicts) X(bus) X(queued) X(overtaken)
typedef struct {
#define X(name) uint64_t name;
  WT_DRAM_COUNTS(X)
#undef X
} wt_dram_counts;

typedef struct {
  const wt_shape *S;
  uint64_t now, act_at, bus_at; /* act_at, bus_at: the earliest activate of any bank, the first free clock of the data bus */
  uint32_t n, n_answers;
  uint64_t passed; /* requests that have overtaken the oldest one */
  wt_dram_bank bank[WT_DRAM_BANKS];
  wt_dram_req q[WT_DRAM_QUEUE];          /* oldest first */
  wt_dram_answer answer[WT_DRAM_FLIGHT]; /* reads whose data is on its way, in the order of the bus */
  wt_dram_counts count;
} wt_dram;

void wt_dram_init(wt_dram *d, const wt_shape *S);
static inline unsigned wt_dram_room(const wt_dram *d) { return d->S->DRAM_QUEUE - d->n; }
/* local: byte address in the channel. The queue has room. */
void wt_dram_ask(wt_dram *d, uint64_t local, int write, uint32_t who);
/* One clock: data that arrives in it goes to arrived(), then at most one command leaves. */
typedef void wt_dram_arrived(void *ctx, uint32_t who);
void wt_dram_clock(wt_dram *d, wt_dram_arrived *arrived, void *ctx);
/* Makes times relative to now and clips those that are over, in a copy: copies that are equal but for now and the counts have the same future. */
void wt_dram_normal(wt_dram *d);
void wt_dram_saved(wt_dram *d, wt_saved *l, const char *of, unsigned channel);
#endif
