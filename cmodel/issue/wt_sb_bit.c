/* wt_sb_bit.c - C twin of the bit scoreboard. */
#include "issue/wt_sb_bit.h"

#include <string.h>

static unsigned busy(const uint32_t *b, unsigned r) { return b[r / 32] >> (r % 32) & 1; }

/* R1: Does any source or destination of the head wait for a write-back? */
static int hazard(const uint32_t *b, uint64_t src, uint32_t ctl) {
  unsigned need = (unsigned)WT_FIELD(src, hsrc, need);
  while (need) {
    unsigned i = wt_lowest(need);
    need &= need - 1;
    if (busy(b, (unsigned)(src >> (8 * i)) & 255)) return 1;
  }
  unsigned dst = (unsigned)WT_FIELD(ctl, hctl, dst), n = (unsigned)WT_FIELD(ctl, hctl, ndst);
  for (unsigned i = 0; i < n; i++)
    if (dst + i < 255 && busy(b, dst + i)) return 1;
  return 0;
}

/* R2 */
void wt_sb_bit_moore(wt_sb_bit *self) {
  const wt_sb_bit_state *q = &self->q;
  wt_warps clear = 0;
  for (unsigned w = 0; w < self->in.S->SLOTS; w++) {
    uint64_t b[4];
    memcpy(b, q->busy + w * 8, sizeof b);
    uint64_t any = b[0] | b[1] | b[2] | b[3] | q->pbusy[w];
    clear |= (wt_warps)!any << w;
  }
  self->o.clear = clear & ~q->ubusy;
}

void wt_sb_bit_eval(wt_sb_bit *self) {
  const wt_sb_bit_state *q = &self->q;
  wt_warps look = ~self->o.clear & wt_warps_upto(self->in.S->SLOTS), ok = self->o.clear;
  for (; look; look &= look - 1) {
    unsigned w = wt_warps_first(look);
    uint32_t ctl = self->in.ibuffer->head_ctl[w];
    /* R1 */
    int bad = (WT_FIELD(ctl, hctl, pmask) & q->pbusy[w]) != 0 || (WT_FIELD(ctl, hctl, u_use) && (q->ubusy >> w & 1));
    if (!bad) bad = hazard(q->busy + w * 8, self->in.ibuffer->head_src[w], ctl);
    ok |= (wt_warps)!bad << w;
  }
  self->o.ok = ok;
}

static void mark(uint32_t *b, unsigned dst, unsigned n, int value) {
  for (unsigned i = 0; i < n; i++) {
    unsigned r = dst + i;
    if (r >= 255) break;
    if (value) b[r / 32] |= 1u << (r % 32);
    else b[r / 32] &= ~(1u << (r % 32));
  }
}

void wt_sb_bit_tick(wt_sb_bit *self) {
  wt_sb_bit_state *q = &self->q;
  const wt_sb_bit_in_alu *a = self->in.alu;
  const wt_sb_bit_in_issue *s = self->in.issue;
  if (a->rel_valid) { /* R3 */
    mark(q->busy + a->rel_warp * 8u, a->rel_dst, a->rel_ndst, 0);
    q->pbusy[a->rel_warp] &= (uint8_t)~a->rel_pw;
    if (a->rel_u) q->ubusy &= ~wt_warp(a->rel_warp);
  }
  if (self->in.wb->rel_valid) { /* R3 */
    mark(q->busy + self->in.wb->rel_warp * 8u, self->in.wb->rel_dst, self->in.wb->rel_ndst, 0);
    q->pbusy[self->in.wb->rel_warp] &= (uint8_t)~self->in.wb->rel_pw;
  }
  if (s->set_valid) { /* R4 */
    mark(q->busy + s->set_warp * 8u, s->set_dst, s->set_ndst, 1);
    q->pbusy[s->set_warp] |= s->set_pw;
    if (s->set_u) q->ubusy |= wt_warp(s->set_warp);
  }
}
