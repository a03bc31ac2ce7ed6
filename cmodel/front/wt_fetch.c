/* wt_fetch.c - C twin of instruction fetch. */
#include "front/wt_fetch.h"

#include <string.h>

/* Bit w: cnt[w] is below the depth. Eight warps at a time: a byte of x is 0 exactly where the count equals the depth
 * (counts never pass it). */
static uint64_t with_credit(const uint8_t *cnt, unsigned depth, unsigned warps) {
  uint64_t mask = 0;
  for (unsigned i = 0; i < warps; i += 8) {
    uint64_t x;
    memcpy(&x, cnt + i, 8);
    x ^= depth * UINT64_C(0x0101010101010101);
    x = (x + UINT64_C(0x7f7f7f7f7f7f7f7f)) >> 7 & UINT64_C(0x0101010101010101);
    mask |= (x * UINT64_C(0x0102040810204080) >> 56) << i;
  }
  return mask & wt_mask64(warps);
}

void wt_fetch_tick(wt_m *m) {
  wt_fetch_state *q = &m->q.fetch;
  const wt_cfu_out *c = &m->o.cfu;
  uint64_t ready = q->en;
  unsigned redir = c->redir_warp;
  if (ready) ready &= with_credit(q->cnt, m->S->IBUF_DEPTH, m->S->WARPS);
  if (c->redir_valid) ready &= ~(UINT64_C(1) << redir);
  if (m->o.sched.sel_pop && !(c->redir_valid && redir == m->o.sched.sel_warp)) q->cnt[m->o.sched.sel_warp]--;
  if (ready) {
    uint64_t after = ready & ~(UINT64_C(1) << q->rr) & ~wt_mask64(q->rr);
    unsigned w = wt_lowest(after ? after : ready);
    q->rr = (uint8_t)w;
    q->req_valid = 1;
    q->req_warp = (uint8_t)w;
    q->req_pc = q->pc[w];
    q->req_epoch = q->epoch[w];
    q->pc[w] += 16;
    WT_TOUCH(q->pc_log, w);
    q->cnt[w]++;
  } else {
    q->req_valid = q->req_warp = q->req_epoch = 0;
    q->req_pc = 0;
  }
  if (c->redir_valid) {
    q->en = (q->en & ~(UINT64_C(1) << redir)) | (uint64_t)!c->redir_stop << redir;
    q->epoch[redir] = (q->epoch[redir] + 1) & 3;
    q->cnt[redir] = 0;
    q->pc[redir] = c->redir_pc;
    WT_TOUCH(q->pc_log, redir);
  }
}
