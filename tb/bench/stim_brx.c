/* stim_brx.c - stimulus of wt_brx: indirect branches of random paths, their beats after a while and between beats of
 * other warps and instructions, few distinct targets, groups taken late.
 */
#include "control/wt_brx.h"
#include "isa/wt_isa.h"
#include "bench/stim.h"

static struct {
  unsigned beat, op;
  uint32_t pc;
} env;

static void drive_event(wt_m *m, wt_rng *r) {
  static const uint8_t kinds[] = {WT_EV_BRX, WT_EV_RET, WT_EV_CALLX};
  static const uint8_t ops[] = {WT_I_BRX, WT_I_RET, WT_I_CALL_REL_R, WT_I_CALL_ABS_R};
  wt_issue_out *ev = &m->subcore->issue.o;
  *ev = (wt_issue_out){0};
  if (!wt_chance(r, 50)) return;
  ev->ev_valid = 1, ev->ev_warp = (uint8_t)wt_below(r, m->S->SLOTS), ev->ev_pc = 16 * wt_below(r, 6);
  if (m->subcore->brx.q.state != WT_BRX_IDLE || wt_chance(r, 30)) {
    ev->ev_kind = (uint8_t)wt_below(r, WT_EV_BRX); /* other events: not ours */
    ev->ev_mask = wt_rand(r) & wt_mask64(m->S->SLOT_LANES);
    return;
  }
  ev->ev_kind = kinds[wt_below(r, 3)];
  uint64_t path = wt_chance(r, 50) ? wt_mask64(m->S->SLOT_LANES) : wt_rand(r) & wt_mask64(m->S->SLOT_LANES);
  if (!path) path = 1;
  uint64_t e = wt_chance(r, 60) ? path : path & wt_rand(r);
  ev->ev_val = path, ev->ev_mask = e ? e : path;
  env.beat = 0, env.pc = ev->ev_pc, env.op = ops[wt_below(r, 4)];
}

static void drive_beat(wt_m *m, wt_rng *r) {
  const wt_shape *S = m->S;
  wt_disp_out *d = &m->subcore->disp.o;
  int ours = m->subcore->brx.q.state == WT_BRX_GATHER && wt_chance(r, 60);
  d->valid = (uint8_t)(ours || wt_chance(r, 30));
  for (unsigned i = 0; i < UOP_WORDS; i++) d->uop[i] = 0;
  d->mask = 0;
  if (!d->valid) return;
  uop_put_lo(d->uop, wt_rand(r) & (wt_chance(r, 50) ? UINT64_C(0x3ffffffff) : ~UINT64_C(0)));
  uop_put_hi(d->uop, wt_rand(r));
  uop_put_op(d->uop, ours ? env.op : WT_I_IADD3);
  uop_put_pc(d->uop, ours ? env.pc : 16 * wt_below(r, 6));
  unsigned few = 1 + wt_below(r, wt_chance(r, 80) ? 3 : 64);
  for (unsigned l = 0; l < S->LANES; l++) d->data[l] = 16 * wt_below(r, few);
  d->warp = m->subcore->brx.q.at_warp, d->beat = S->PACK ? stim_beat(m, r) : env.beat, d->last = env.beat == S->BEATS - 1;
  if (!ours) {
    if (wt_chance(r, 50)) d->warp = (uint8_t)wt_below(r, S->SLOTS);
    if (d->warp != m->subcore->brx.q.at_warp && wt_chance(r, 50)) uop_put_op(d->uop, env.op), d->last = wt_chance(r, 30);
    d->mask = (uint32_t)(wt_rand(r) & wt_mask64(S->LANES));
    return;
  }
  /* lanes of the packet that the second predicate keeps from executing */
  uint64_t more = wt_chance(r, 30) ? m->subcore->brx.q.path & wt_rand(r) : 0;
  d->mask = wt_beat_gather(S, d->beat, m->subcore->brx.q.exec | more);
  env.beat++;
}

void stim_brx(wt_m *m, wt_rng *r, uint64_t cycle) {
  if (cycle == 0) env.beat = 0, env.op = WT_I_BRX;
  drive_event(m, r);
  drive_beat(m, r);
  m->subcore->cfu->tgt_take = (uint8_t)(m->subcore->brx.q.state == WT_BRX_SHOW && wt_chance(r, 70));
}
