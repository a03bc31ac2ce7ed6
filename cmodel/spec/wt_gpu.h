/* wt_gpu.h - the C twin of the machine: modules inside each other, and in them the blocks, as machine.def says and the rows declare them.
 *
 *   wt_gpu > sm[] > subcore[]       modules
 *   <module>->alu, collector[i]     blocks; of the choices of a socket all are there, <module>->cfu points to the outputs of the one in use
 * A block wt_<stem> is
 *   o   its outputs; registers that are outputs have their place here and nowhere else (all readers tick before the owner)
 *   q   the rest of its state: flip-flops; memories are pointers, row-major, wide rows in 32-bit words
 *   in  what it reads: the shape, its number among several, and per driver a view of the outputs that its rows declare: in.disp->valid. The
 *       view lies on the driver's outputs; what the rows do not declare has no name in it.
 * Contract of a block:
 *   wt_<stem>_moore(self)   outputs that depend on state (and cfg) only; called after reset and after every clock edge
 *   wt_<stem>_eval(self)    outputs that depend on other blocks' outputs, called in an order in which those are final; no state changes
 *   wt_<stem>_tick(self)    one clock edge: changes only its own state, reads its own state and final outputs
 * ACTIVE(eval, tick): C expressions, on the block (self->...) of one that is alone, on its module (subcore->...) of an array, for the instances
 * that a cycle has to visit. Outside the first the outputs are idle: the same whatever state and inputs are; outside the second an edge changes
 * nothing. 0 for a function that the block does not have. test_wt_visits calls those that are not visited, too, and finds them as they were.
 * A block leaves out the functions it does not need (see wt_order.c, made from the rows).
 * A write to a memory row is reported with WT_TOUCH so that lock-step can compare that row. Nothing allocates in a cycle.
 */
#ifndef WT_GPU_H
#define WT_GPU_H
#include <stddef.h>
#include <string.h>

#include "spec/wt_bits.h"
#include "spec/wt_shape.h"

/* Rows written in this cycle, one list per memory; only lock-step reads and clears it. n counts on when the list is full. */
enum { WT_MLOG = 128 };
typedef struct {
  uint32_t n, row[WT_MLOG];
} wt_mlog;
/* Row i of a memory of state *q, to be written: lock-step compares it after the edge. Memories are read by their name, written only by this. */
#define WT_PUT(q, row, i) (*(WT_TOUCH((q)->row##_log, i), (q)->row##_w + (i)))
/* The same of a memory whose rows are several words: the first of them. */
#define WT_PUT_WORDS(q, row, i, words) (WT_TOUCH((q)->row##_log, i), (q)->row##_w + (size_t)(i) * (words))
#define WT_TOUCH(log, r) ((log).n < WT_MLOG ? (void)((log).row[(log).n] = (uint32_t)(r)) : (void)0, (log).n++)

/* Blocks of somebody else that drive in the place of ours: number k of the rows' list (wt_rows.h) with is[k], all its instances in all SMs. Our functions
 * of such a block are not called, and its state here is nobody's. */
enum { WT_MAX_BLOCKS = 96 };
typedef struct wt_guests {
  uint8_t is[WT_MAX_BLOCKS];
  /* at the block's place in the order of evaluation, in each copy of its module: at is the first instance there */
  void (*eval)(struct wt_guests *g, unsigned block, const void *at);
  void (*tick)(struct wt_guests *g);                /* all of them, before any other block has its edge */
  void (*moore)(struct wt_guests *g);               /* all of them, when every other block has had its own */
  void (*reset)(struct wt_guests *g);               /* all of them, as wt_m_reset */
  int (*look)(struct wt_guests *g, unsigned block); /* see wt_look */
} wt_guests;

#include "spec/wt_blocks.h"

/* Collectors that ask for words; empty and full ones do not. */
static inline uint64_t wt_collectors_asking(const wt_subcore *c) {
  uint64_t set = 0;
  for (unsigned i = 0; i < c->disp.in.S->COLLECTORS; i++) set |= (uint64_t)(c->collector[i].o.v & !c->collector[i].o.full) << i;
  return set;
}
/* Collectors that an edge changes: a word is granted or arrives, or an instruction leaves or enters. */
static inline uint64_t wt_collectors_moving(const wt_subcore *c) {
  uint64_t set = (uint64_t)c->disp.o.valid << c->disp.o.idx | (uint64_t)c->issue.o.alloc_valid << c->disp.o.alloc_idx;
  for (unsigned i = 0; i < c->disp.in.S->COLLECTORS; i++) set |= (uint64_t)((c->bankarb.o.grant[i] | c->collector[i].o.taken) != 0) << i;
  return set;
}

/* Banks that an edge reads or writes. */
static inline uint64_t wt_banks(const wt_subcore *c) {
  uint64_t used = c->bankarb.o.re;
  if (!c->alu.o.wb_n && !c->wb.o.reg_valid) return used;
  for (unsigned i = 0; i < c->bankarb.in.S->RF_BANKS; i++) used |= (uint64_t)(c->bankarb.o.wsel[i] != 0) << i;
  return used;
}

/* The warp of the SM in a slot of the sub-core in which block self lies. */
#define WT_WARP_OF(self, slot) wt_warp_at((self)->in.S, (self)->in.place->subcore, slot)

/* True if any unit offers a result to the slow write-back channel. */
static inline int wt_any_result(const wt_wb *b) {
  int any = 0;
  for (unsigned k = 0; k < WT_SLOW_UNITS; k++) any |= b->in.result[k]->wb_valid;
  return any;
}

/* True if the load/store unit has work, or a neighbour offers it some. */
static inline int wt_lsu_busy(const wt_lsu *u) {
  return u->q.state || u->q.line_valid || u->q.rq_valid || u->q.perf_valid || u->q.fault_valid || u->in.env->rsp_valid || u->in.l1d->rsp_valid ||
         u->in.env->ack_valid || u->in.dispatch->launch_valid || u->in.replay->resume || u->in.share->valid ||
         (u->in.S->SUBCORES == 1 && u->in.disp[0]->valid && uop_get_unit(u->in.disp[0]->uop) == WT_U_LSU);
}

/* True if a warp of any sub-core has ended. */
static inline int wt_any_done(const wt_dispatch *b) {
  int any = 0;
  for (unsigned i = 0; i < b->in.S->SUBCORES; i++) any |= b->in.cfu[i]->done_valid;
  return any;
}

/* True if barriers are told of arrivals or exits. */
static inline int wt_ctabar_told(const wt_ctabar *b) {
  if (b->in.S->SUBCORES > 1) return b->in.share->bar_valid | b->in.share->exit_valid;
  return b->in.cfu[0]->bar_valid | b->in.cfu[0]->exit_valid | b->in.issue[0]->bar_valid;
}

/* A beat names the row of the warp in which its lanes' threads lie: one of all, with PACK one a lane. Of a row, the beat that names it for all lanes; of
 * lane l, its row; of lanes of the beat, lanes of the warp; of lanes of the warp, those of the beat. */
static inline uint32_t wt_beat_all(const wt_shape *S, unsigned row) {
  return S->PACK ? (uint32_t)(row * (wt_mask64(S->BROWS_W) / wt_mask64(S->BEAT_W))) : row;
}
static inline unsigned wt_beat_row(const wt_shape *S, uint32_t beat, unsigned l) {
  return S->PACK ? beat >> l * S->BEAT_W & (uint32_t)wt_mask64(S->BEAT_W) : beat;
}
static inline uint64_t wt_beat_spread(const wt_shape *S, uint32_t beat, uint32_t lanes) {
  uint64_t set = 0;
  if (!S->PACK) return (uint64_t)lanes << beat * S->LANES;
  for (; lanes; lanes &= lanes - 1) set |= UINT64_C(1) << (wt_beat_row(S, beat, wt_lowest(lanes)) * S->LANES + wt_lowest(lanes));
  return set;
}
static inline uint32_t wt_beat_gather(const wt_shape *S, uint32_t beat, uint64_t set) {
  uint32_t lanes = 0;
  if (!S->PACK) return (uint32_t)(set >> beat * S->LANES & wt_mask64(S->LANES));
  for (unsigned l = 0; l < S->LANES; l++) lanes |= (uint32_t)(set >> (wt_beat_row(S, beat, l) * S->LANES + l) & 1) << l;
  return lanes;
}

/* Warp of the SM whose beat is entry e of the queues of wt_share. */
static inline unsigned wt_queued_warp(const wt_share *b, unsigned e) {
  const wt_shape *S = b->in.S;
  return wt_warp_at(S, e / S->SHARE_QUEUE, (unsigned)wt_words_get(b->q.queue, e * S->SHARE_W + 6 * 32 * S->LANES, S->WARP_W));
}
/* Warp of an entry of the load/store unit, and of the entry that a line's tag belongs to: from bit 14 of what is kept of the instruction. */
static inline unsigned wt_entry_warp(const wt_lsu *u, unsigned ent) { return u->q.ent_meta[ent] >> 14 & ((1u << u->in.S->SM_WARP_W) - 1); }
static inline unsigned wt_tag_warp(const wt_lsu *u, unsigned tag) { return wt_entry_warp(u, u->q.tag_ent[tag]); }

/* Before somebody outside of block WT_B_<stem> looks at state of it that its SEEN rows name: 1, it is there; 0, nobody knows it, the block is a guest that
 * does not tell. */
static inline int wt_look(const wt_gpu *gpu, unsigned block) {
  return !gpu->guests || !gpu->guests->is[block] || gpu->guests->look(gpu->guests, block);
}

/* Bytes of the machine of a shape; its SMs come last. */
static inline size_t wt_gpu_bytes(const wt_shape *S) { return offsetof(wt_gpu, sm) + S->SMS * sizeof(wt_sm); }
/* Places, of which wt_m_new makes one a sub-core: SM i, seen at its first sub-core; sub-core i of the SM of m; where warp w of the SM lies, in slot wt_slot_of. */
static inline const wt_m *wt_m_sm(const wt_m *m, unsigned i) { return &m->all[i * m->S->SUBCORES]; }
static inline const wt_m *wt_m_subcore(const wt_m *m, unsigned i) { return &m->at[i]; }
static inline const wt_m *wt_m_of_warp(const wt_m *m, unsigned w) { return wt_m_subcore(m, wt_subcore_of(m->S, w)); }
/* For each sub-core of the SM of m, as place p. */
#define WT_EACH_SUBCORE(p, m) for (const wt_m *p = (m)->at, *p##_end = p + (m)->S->SUBCORES; p != p##_end; p++)
/* For each SM. */
#define WT_EACH_SM(p, m) for (const wt_m *p = (m)->all, *p##_end = p + (m)->S->SMS * (m)->S->SUBCORES; p != p##_end; p += (m)->S->SUBCORES)
/* Of a slot of the place's sub-core, of a set of them: the warps of the SM. */
static inline unsigned wt_sm_warp(const wt_m *m, unsigned slot) { return wt_warp_at(m->S, m->subcore->place.subcore, slot); }
static inline wt_warps wt_sm_warps(const wt_m *m, wt_warps slots) {
  wt_warps set = 0;
  if (m->S->SUBCORES == 1) return slots;
  for (; slots; slots &= slots - 1) set |= wt_warp(wt_sm_warp(m, wt_warps_first(slots)));
  return set;
}
/* True if any sub-core issues the first beat of an instruction. */
static inline int wt_any_issue(const wt_m *m) {
  int any = 0;
  for (unsigned i = 0; i < m->S->SUBCORES; i++) any |= m->sm->subcore[i].issue.o.valid;
  return any;
}

/* A machine of the shape with all memories zeroed, seen at its first sub-core. NULL when out of memory. */
wt_m *wt_m_new(const wt_shape *S);
/* Bytes that it takes; 0 when out of memory. */
size_t wt_m_bytes(const wt_shape *S);
void wt_m_free(wt_m *m);
/* The flip-flops that reset sets, as they are after reset. */
void wt_m_reset(wt_m *m);
/* Points the views of every block at its neighbours. use: a choice of a socket that takes the place of the shape's, or NULL. */
void wt_gpu_bind(wt_gpu *gpu, const char *use);
/* Order of evaluation, generated from the rows: all combinational outputs; one clock edge, and the moore outputs behind it. */
void wt_gpu_eval(wt_gpu *gpu);
void wt_gpu_tick(wt_gpu *gpu);
/* The same of SM i alone, in threads of their own if one likes, and of what lies around the SMs, whose evaluation comes behind theirs; no guests. */
void wt_gpu_eval_sm(wt_gpu *gpu, unsigned i);
void wt_gpu_tick_sm(wt_gpu *gpu, unsigned i);
void wt_gpu_eval_top(wt_gpu *gpu);
void wt_gpu_tick_top(wt_gpu *gpu);
/* After reset, and when state or cfg have been written from outside: all moore outputs; the next evaluation and edge show every instance. */
void wt_gpu_moore(wt_gpu *gpu);
/* The same without the moore outputs of now. */
void wt_gpu_wake(wt_gpu *gpu);
#endif
