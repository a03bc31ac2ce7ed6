/* wt_sb_codes.c - C twin of the dependence check by control codes. Rules: docs/blocks/issue/wt_sb_codes.md. */
#include "issue/wt_sb_codes.h"

#include <string.h>

#include "isa/wt_isa.h"

enum { NONE = 6, COUNT = 63, FULL = 60, LATE = 2, LIMITED = 1 << 9 };

/* The control codes of a uop: bits of the upper half of its word. */
static unsigned code(const uint32_t *u, unsigned at, unsigned n) { return (unsigned)(uop_get_hi(u) >> (at - 64) & wt_mask64(n)); }
static unsigned stall_of(const uint32_t *u) { return code(u, 105, 4); }
static unsigned write_barrier(const uint32_t *u) { return code(u, 110, 3); }
static unsigned read_barrier(const uint32_t *u) { return code(u, 113, 3); }

static unsigned counter(uint64_t barriers, unsigned b) { return (unsigned)(barriers >> (6 * b)) & COUNT; }
static void count(uint64_t *barriers, unsigned b, unsigned by) {
  uint64_t v = (counter(*barriers, b) + by) & COUNT;
  *barriers = (*barriers & ~((uint64_t)COUNT << (6 * b))) | v << (6 * b);
}

void wt_sb_codes_moore(wt_sb_codes *self) {
  self->o.clear = 0;
  for (unsigned w = 0; w < self->in.S->SLOTS; w++) self->o.clear |= (wt_warps)!self->q.results[w] << w; /* R1 */
}

/* R8 */
static int late(const wt_sb_codes *self) {
  const wt_sb_codes_state *q = &self->q;
  if (q->kept) return 1;
  for (unsigned i = 0; i < self->in.S->COLLECTORS; i++)
    if (self->in.collector[i].v && (q->fixed >> i & 1) && q->age[i] == LATE) return 1;
  return 0;
}

/* R1: Does the mask of the head of w name a barrier that is not 0, is one above its limit, or might one of the counters overflow? */
static int waits(const wt_sb_codes *self, unsigned w) {
  const wt_sb_codes_state *q = &self->q;
  unsigned slot = w * self->in.S->IBUF_DEPTH + q->head[w], mask = q->waits[slot], limit = q->limits[slot];
  if (limit && (limit >> 6 & 7) < NONE && counter(q->barrier[w], limit >> 6 & 7) > (limit & COUNT)) return 1;
  for (unsigned b = 0; b < NONE; b++)
    if (counter(q->barrier[w], b) >= FULL || ((mask >> b & 1) && counter(q->barrier[w], b))) return 1;
  return 0;
}

/* R1 */
void wt_sb_codes_eval(wt_sb_codes *self) {
  self->o.ok = 0;
  if (late(self)) return;
  for (unsigned w = 0; w < self->in.S->SLOTS; w++)
    if (!self->q.stall[w] && !waits(self, w)) self->o.ok |= wt_warp(w);
}

/* R5 */
static void release(wt_sb_codes *self, unsigned w, unsigned ends) {
  if (ends == WT_END_NOTHING) return;
  self->q.results[w]--;
  if (ends < NONE) count(&self->q.barrier[w], ends, COUNT);
}

/* R3: Barriers of the instruction that issued in the cycle before go up; those of this cycle's are kept for the next. */
static void issue(wt_sb_codes *self) {
  wt_sb_codes_state *q = &self->q;
  const wt_sb_codes_in_issue *s = self->in.issue;
  unsigned w = s->set_warp, b = write_barrier(self->in.ibuffer->uop), r = read_barrier(self->in.ibuffer->uop);
  if (q->adds & 1) count(&q->barrier[q->add_warp], q->add_write, 1);
  if (q->adds & 2) count(&q->barrier[q->add_warp], q->add_read, 1);
  q->adds = q->add_warp = q->add_write = q->add_read = 0;
  if (!s->set_valid) return;
  int result = s->set_ndst || s->set_pw || s->set_u;
  q->results[w] = (uint8_t)(q->results[w] + result);
  if (result && b < NONE) q->adds |= 1, q->add_write = (uint8_t)b;
  if (r < NONE) q->adds |= 2, q->add_read = (uint8_t)r;
  if (q->adds) q->add_warp = (uint8_t)w;
}

/* R4: How many cycles later the next instruction of the warp may issue. */
static unsigned distance(const uint32_t *u) {
  unsigned s = stall_of(u);
  if (!code(u, 109, 1)) return s == 0 ? 45 : s == 1 ? 2 : s;
  return s == 0 ? 1 : s > 11 ? 2 : s;
}
/* R4 */
static void stalls(wt_sb_codes *self, int held) {
  wt_sb_codes_state *q = &self->q;
  const uint32_t *u = self->in.ibuffer->uop;
  for (unsigned w = self->in.S->SLOTS; w--;)
    if (q->stall[w] && !held) q->stall[w]--;
  if (!(self->in.sched->sel_pop | self->in.pack->pop)) return;
  unsigned w = self->in.sched->sel_warp, s = distance(u);
  if (uop_get_unit(u) == WT_U_FPU) s += self->in.S->FP_EXTRA;
  q->stall[w] = (uint8_t)(s - 1);
  q->head[w] = (uint8_t)(q->head[w] + 1u == self->in.S->IBUF_DEPTH ? 0 : q->head[w] + 1);
}

/* R2 */
static void insert(wt_sb_codes *self, unsigned slot) {
  const uint32_t *u = self->in.decode->uop;
  const unsigned fields = (unsigned)(uop_get_lo(u) >> 32), depbar = uop_get_op(u) == WT_I_DEPBAR;
  self->q.waits[slot] = (uint8_t)(code(u, 116, 6) | (depbar ? fields & 63 : 0));
  self->q.limits[slot] = (uint16_t)(depbar && fields >> 15 & 1 ? LIMITED | (fields >> 6 & 511) : 0);
}

/* R8 */
static void ages(wt_sb_codes *self) {
  wt_sb_codes_state *q = &self->q;
  for (unsigned i = self->in.S->COLLECTORS; i--;) q->age[i] += q->age[i] < LATE;
  q->kept = self->in.fpu->wb_valid && !self->in.wb->ack[WT_U_FPU];
  if (!self->in.issue->alloc_valid) return;
  const uint32_t *u = self->in.ibuffer->uop;
  unsigned i = self->in.disp->alloc_idx, unit = (unsigned)uop_get_unit(u);
  int fixed = (unit == WT_U_ALU || unit == WT_U_FPU) && write_barrier(u) >= NONE;
  q->fixed = (uint16_t)((q->fixed & ~(1u << i)) | (unsigned)fixed << i);
  q->age[i] = 0;
}

void wt_sb_codes_tick(wt_sb_codes *self) {
  wt_sb_codes_state *q = &self->q;
  const wt_sb_codes_in_alu *a = self->in.alu;
  const wt_sb_codes_in_wb *b = self->in.wb;
  const wt_sb_codes_in_disp *d = self->in.disp;
  const wt_sb_codes_in_decode *f = self->in.decode;
  unsigned depth = self->in.S->IBUF_DEPTH, redir = self->in.cfu->redir_valid, rw = self->in.cfu->redir_warp;
  int held = late(self);
  if (a->rel_valid) release(self, a->rel_warp, a->rel_ends);
  if (b->rel_valid) release(self, b->rel_warp, b->rel_ends);
  /* R6 */
  if (d->valid && d->last && read_barrier(d->uop) < NONE) count(&q->barrier[d->warp], read_barrier(d->uop), COUNT);
  issue(self);
  stalls(self, held);
  ages(self);
  if (f->valid) insert(self, f->warp * depth + self->in.ibuffer->tail[f->warp]);
  if (!redir) return; /* R7 */
  q->head[rw] = 0;
  memset(q->waits + rw * depth, 0, depth * sizeof *q->waits);
  memset(q->limits + rw * depth, 0, depth * sizeof *q->limits);
}
