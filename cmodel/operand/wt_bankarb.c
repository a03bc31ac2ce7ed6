/* wt_bankarb.c - C twin of the register bank arbiter. Spec: docs/blocks/operand/wt_bankarb.md. */
#include "operand/wt_bankarb.h"

#include <string.h>

#include "operand/wt_collector.h"

enum { ALU_LOW = 1, ALU_HIGH = 2, SLOW = 3 };

/* Books the bank of one written register; returns it as a bit. */
static uint32_t write_one(wt_m *m, unsigned sel, unsigned warp, unsigned beat, unsigned reg) {
  unsigned bank = wt_rf_bank(m->S, m->o.cfg.layout, warp, reg);
  m->o.bankarb.wsel[bank] = (uint8_t)sel;
  m->o.bankarb.row[bank] = (uint16_t)wt_rf_row(m->S, m->o.cfg.rpw, warp, reg, beat);
  return UINT32_C(1) << bank;
}

static uint32_t writes(wt_m *m) {
  const wt_alu_state *a = &m->q.alu;
  uint32_t busy = 0;
  if (a->wb_n) busy |= write_one(m, ALU_LOW, a->wb_warp, a->wb_beat, a->wb_reg);
  if (a->wb_n == 2) busy |= write_one(m, ALU_HIGH, a->wb_warp, a->wb_beat, (a->wb_reg + 1u) & 0xff);
  if (m->o.wb.reg_valid) busy |= write_one(m, SLOW, m->o.wb.warp, m->o.wb.beat, m->o.wb.reg);
  return busy;
}

static void read_one(wt_m *m, unsigned i, unsigned w) {
  const wt_collector_out *c = &m->o.collector[i];
  m->o.bankarb.grant[i] |= (uint8_t)(1u << w);
  m->o.bankarb.re |= UINT32_C(1) << c->bank[w];
  m->o.bankarb.row[c->bank[w]] = c->row[w];
}

/* Every collector asks for at most one word: the oldest one wins its bank. */
static void collect(wt_m *m, uint32_t asking, uint32_t busy) {
  uint8_t best[MAX_BANKS];
  uint32_t wanted = 0;
  for (; asking; asking &= asking - 1) {
    unsigned i = wt_lowest(asking), bank = m->o.collector[i].bank[wt_lowest(m->o.collector[i].req)];
    if (busy >> bank & 1) continue;
    if (!(wanted >> bank & 1) || (m->q.disp.older[best[bank]] >> i & 1)) best[bank] = (uint8_t)i;
    wanted |= UINT32_C(1) << bank;
  }
  for (; wanted; wanted &= wanted - 1) {
    unsigned i = best[wt_lowest(wanted)];
    read_one(m, i, wt_lowest(m->o.collector[i].req));
  }
}

/* Only the oldest collector reads; every word whose bank is free and not wanted by a lower word. */
static void stage(wt_m *m, uint32_t asking, uint32_t busy) {
  unsigned i = wt_lowest(asking);
  for (uint32_t left = asking & (asking - 1); left; left &= left - 1)
    if (m->q.disp.older[i] >> wt_lowest(left) & 1) i = wt_lowest(left);
  for (unsigned req = m->o.collector[i].req; req; req &= req - 1) {
    unsigned w = wt_lowest(req), bank = m->o.collector[i].bank[w];
    if (!(busy >> bank & 1)) read_one(m, i, w);
    busy |= UINT32_C(1) << bank;
  }
}

void wt_bankarb_eval(wt_m *m) {
  wt_bankarb_out *o = &m->o.bankarb;
  uint32_t asking = 0;
  memset(o, 0, sizeof *o);
  uint32_t busy = writes(m);
  for (unsigned i = 0; i < m->S->COLLECTORS; i++) asking |= (uint32_t)(m->o.collector[i].req != 0) << i;
  if (!asking) return;
  if (m->S->OPREAD)
    collect(m, asking, busy);
  else
    stage(m, asking, busy);
}
