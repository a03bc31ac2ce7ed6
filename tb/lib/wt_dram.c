/* wt_dram.c - one DRAM channel. Rules: docs/blocks/top/wt_memory.md. */
#include "lib/wt_dram.h"

#include <string.h>

enum { ACTIVATED = 1, PRECHARGED = 2 };

void wt_dram_init(wt_dram *d, const wt_shape *S) {
  memset(d, 0, sizeof *d);
  d->S = S;
}

void wt_dram_ask(wt_dram *d, uint64_t local, int write, uint32_t who) {
  uint64_t rows = local / d->S->DRAM_ROW;
  d->q[d->n++] = (wt_dram_req){.row = rows / d->S->DRAM_BANKS, .who = who, .bank = (uint8_t)(rows % d->S->DRAM_BANKS), .write = write != 0};
}

static uint64_t burst(const wt_dram *d) { return WT_DRAM_SECTOR / d->S->DRAM_BUS; }
static int hits(const wt_dram *d, const wt_dram_req *r) { return d->bank[r->bank].open && d->bank[r->bank].row == r->row; }
static uint64_t later(uint64_t a, uint64_t b) { return a > b ? a : b; }

/* ---- commands: 1 when it has been given ---- */

static int read_or_write(wt_dram *d, unsigned i) {
  wt_dram_req r = d->q[i];
  wt_dram_bank *b = &d->bank[r.bank];
  const wt_shape *S = d->S;
  if (!hits(d, &r) || d->now < b->rw_at || d->now + S->T_CL < d->bus_at) return 0;
  uint64_t data = d->now + S->T_CL, end = data + burst(d);
  d->bus_at = data + burst(d) * S->MEM_SHARE; /* behind the transfer come those of the other SMs */
  b->pre_at = later(b->pre_at, d->now + burst(d));
  if (!r.write) d->answer[d->n_answers++] = (wt_dram_answer){end, r.who};
  d->count.reads += !r.write, d->count.writes += r.write, d->count.bus += burst(d);
  d->count.hits += !r.did, d->count.misses += r.did == ACTIVATED, d->count.conflicts += (r.did & PRECHARGED) != 0;
  d->count.overtaken += i != 0;
  d->passed = i ? d->passed + 1 : 0;
  while (++i != d->n) d->q[i - 1] = d->q[i];
  memset(&d->q[--d->n], 0, sizeof *d->q);
  return 1;
}

static int activate(wt_dram *d, wt_dram_req *r) {
  wt_dram_bank *b = &d->bank[r->bank];
  const wt_shape *S = d->S;
  if (b->open || d->now < b->act_at || d->now < d->act_at) return 0;
  b->open = 1, b->row = r->row;
  b->rw_at = d->now + S->T_RCD, b->pre_at = d->now + S->T_RAS, b->act_at = d->now + S->T_RC;
  d->act_at = d->now + S->T_RRD;
  r->did |= ACTIVATED;
  return 1;
}

static int precharge(wt_dram *d, wt_dram_req *r) {
  wt_dram_bank *b = &d->bank[r->bank];
  if (!b->open || b->row == r->row || d->now < b->pre_at) return 0;
  b->open = 0, b->row = 0;
  b->act_at = later(b->act_at, d->now + d->S->T_RP);
  r->did |= PRECHARGED;
  return 1;
}

/* ---- whose command ---- */

static void oldest_alone(wt_dram *d) {
  if (!read_or_write(d, 0) && !precharge(d, &d->q[0])) activate(d, &d->q[0]);
}

/* Somebody in the queue wants the row that the bank has open. */
static int wanted(const wt_dram *d, unsigned bank) {
  for (unsigned i = d->n; i--;)
    if (d->q[i].bank == bank && hits(d, &d->q[i])) return 1;
  return 0;
}

/* Of a bank the oldest request comes first: what it may not have now, no younger one may. */
static void first_ready(wt_dram *d) {
  for (unsigned i = 0; i < d->n; i++)
    if (read_or_write(d, i)) return;
  for (unsigned i = 0; i < d->n; i++) {
    wt_dram_req *r = &d->q[i];
    if (!wanted(d, r->bank) && (precharge(d, r) || activate(d, r))) return;
  }
}

void wt_dram_clock(wt_dram *d, wt_dram_arrived *arrived, void *ctx) {
  while (d->n_answers && d->answer[0].due <= d->now) {
    uint32_t who = (uint32_t)d->answer[0].who;
    d->n_answers--;
    memmove(&d->answer[0], &d->answer[1], d->n_answers * sizeof *d->answer);
    memset(&d->answer[d->n_answers], 0, sizeof *d->answer);
    arrived(ctx, who);
  }
  d->count.clocks++;
  d->count.queued += d->n;
  if (d->n) {
    if (d->S->DRAM_SCHED == WT_DRAM_SCHED_fifo || (d->S->DRAM_HITS && d->passed >= d->S->DRAM_HITS)) oldest_alone(d);
    else first_ready(d);
  }
  d->now++;
}

void wt_dram_normal(wt_dram *d) {
  uint64_t now = d->now;
#define RELATIVE(t) ((t) = (t) > now ? (t)-now : 0)
  RELATIVE(d->act_at);
  d->bus_at = later(d->bus_at, now + d->S->T_CL) - now; /* before that no transfer can be asked for */
  for (unsigned b = WT_DRAM_BANKS; b--;) RELATIVE(d->bank[b].act_at), RELATIVE(d->bank[b].pre_at), RELATIVE(d->bank[b].rw_at);
  for (unsigned i = d->n_answers; i--;) RELATIVE(d->answer[i].due);
#undef RELATIVE
}

void wt_dram_saved(wt_dram *d, wt_saved *l, const char *of, unsigned c) {
#define ROW(field) wt_saved_add(l, &d->field, sizeof d->field, 1, "%s.dram[%u]." #field, of, c)
  ROW(now), ROW(act_at), ROW(bus_at), ROW(passed), ROW(n), ROW(n_answers);
#undef ROW
  wt_saved_add(l, d->bank, sizeof *d->bank, d->S->DRAM_BANKS, "%s.dram[%u].bank", of, c);
  wt_saved_add(l, d->q, sizeof *d->q, WT_DRAM_QUEUE, "%s.dram[%u].q", of, c)->count = &d->n;
  wt_saved_add(l, d->answer, sizeof *d->answer, WT_DRAM_FLIGHT, "%s.dram[%u].answer", of, c)->count = &d->n_answers;
  wt_saved_add(l, &d->count, sizeof d->count, 1, "%s.dram[%u].count", of, c);
}
