/* wt_bankarb.c - C twin of the register bank arbiter. Spec: docs/blocks/operand/wt_bankarb.md. */
#include "operand/wt_bankarb.h"

#include <stddef.h>
#include <string.h>

#include "operand/wt_collector.h"

enum { ALU_LOW = 1, ALU_HIGH = 2, SLOW = 3 };

/* Books the bank of one written register; returns it as a bit. */
static uint32_t write_one(wt_bankarb *self, unsigned sel, unsigned warp, uint32_t beat, unsigned reg) {
  const wt_shape *S = self->in.S;
  unsigned bank = wt_rf_bank(S, self->in.cfg->layout, warp, reg); /* R1 */
  self->o.wsel[bank] = (uint8_t)sel;
  for (unsigned l = 0; l < S->BROWS; l++) /* R1 */
    self->o.row[bank * S->BROWS + l] = (uint16_t)wt_rf_row(S, self->in.cfg->rpw, warp, reg, wt_beat_row(S, beat, l));
  return UINT32_C(1) << bank;
}

/* R2 */
static uint32_t writes(wt_bankarb *self) {
  const wt_bankarb_in_alu *a = self->in.alu;
  uint32_t busy = 0;
  if (a->wb_n) busy |= write_one(self, ALU_LOW, a->wb_warp, a->wb_beat, a->wb_reg);
  if (a->wb_n == 2) busy |= write_one(self, ALU_HIGH, a->wb_warp, a->wb_beat, (a->wb_reg + 1u) & 0xff);
  if (self->in.wb->reg_valid) busy |= write_one(self, SLOW, self->in.wb->warp, self->in.wb->beat, self->in.wb->reg);
  return busy;
}

/* R6 */
static void read_one(wt_bankarb *self, unsigned i, unsigned w) {
  const wt_bankarb_in_collector *c = &self->in.collector[i];
  self->o.grant[i] |= (uint8_t)(1u << w);
  self->o.re |= UINT32_C(1) << c->bank[w];
  const unsigned n = self->in.S->BROWS;
  memcpy(self->o.row + c->bank[w] * n, c->row + w * n, n * sizeof *c->row);
}

/* R4: Every collector asks for at most one word: the oldest one wins its bank. */
static void collect(wt_bankarb *self, uint32_t asking, uint32_t busy) {
  uint8_t best[MAX_BANKS];
  uint32_t wanted = 0;
  for (; asking; asking &= asking - 1) {
    unsigned i = wt_lowest(asking), bank = self->in.collector[i].bank[wt_lowest(self->in.collector[i].req)];
    if (busy >> bank & 1) continue; /* R3 */
    if (!(wanted >> bank & 1) || (self->in.disp->older[best[bank]] >> i & 1)) best[bank] = (uint8_t)i;
    wanted |= UINT32_C(1) << bank;
  }
  for (; wanted; wanted &= wanted - 1) {
    unsigned i = best[wt_lowest(wanted)];
    read_one(self, i, wt_lowest(self->in.collector[i].req));
  }
}

/* R5: Only the oldest collector reads; every word whose bank is free and not wanted by a lower word. */
static void stage(wt_bankarb *self, uint32_t asking, uint32_t busy) {
  unsigned i = wt_lowest(asking);
  for (uint32_t left = asking & (asking - 1); left; left &= left - 1)
    if (self->in.disp->older[i] >> wt_lowest(left) & 1) i = wt_lowest(left);
  for (unsigned req = self->in.collector[i].req; req; req &= req - 1) {
    unsigned w = wt_lowest(req), bank = self->in.collector[i].bank[w];
    if (!(busy >> bank & 1)) read_one(self, i, w);
    busy |= UINT32_C(1) << bank;
  }
}

void wt_bankarb_eval(wt_bankarb *self) {
  wt_bankarb_out *o = &self->o;
  uint32_t asking = 0;
  memset(o, 0, offsetof(wt_bankarb_out, row)); /* R6 */
  memset(o->row, 0, self->in.S->RF_BANKS * self->in.S->BROWS * sizeof *o->row);
  uint32_t busy = writes(self);
  for (unsigned i = self->in.S->COLLECTORS; i--;) asking |= (uint32_t)(self->in.collector[i].req != 0) << i;
  if (!asking) return;
  if (self->in.S->OPREAD) collect(self, asking, busy);
  else stage(self, asking, busy);
}
