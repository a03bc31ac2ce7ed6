/* wt_sb_coon.c - C twin of the scoreboard with dependence vectors. */
#include "issue/wt_sb_coon.h"

#include <string.h>

/* What the table is asked about: an instruction's source fields (layout hsrc) and its destinations (n = 0: none). */
typedef struct {
  uint64_t src;
  unsigned dst, n;
} regs;

/* The outcome of entering an instruction: entries it waits for, and the one it takes (0: none needed). */
typedef struct {
  unsigned dep, own;
} entry;

/* R2 */
void wt_sb_coon_moore(wt_sb_coon *self) {
  const wt_sb_coon_state *q = &self->q;
  wt_warps clear = 0;
  for (unsigned w = 0; w < self->in.S->SLOTS; w++) clear |= (wt_warps) !(q->issued[w] | q->pbusy[w]) << w;
  self->o.clear = clear & ~q->ubusy;
}

/* R10: entries of w whose missing lanes are all lanes of other paths. A shuffle reads lanes that do not execute: it waits for all. */
static unsigned elsewhere(const wt_sb_coon *self, unsigned w, uint32_t head) {
  const wt_sb_coon_state *q = &self->q;
  return !self->in.S->SB_SPLIT || WT_FIELD(head, hctl, unit) == WT_U_SHFL ? 0 : (unsigned)q->issued[w] & ~(unsigned)q->here_count[w];
}

void wt_sb_coon_eval(wt_sb_coon *self) {
  const wt_sb_coon_state *q = &self->q;
  wt_warps ok = 0;
  for (unsigned w = self->in.S->SLOTS; w--;) {
    unsigned slot = q->head[w];
    uint32_t c = self->in.ibuffer->head_ctl[w];
    if (!(q->compared[w] >> slot & 1) || (q->waits_for[w * self->in.S->IBUF_DEPTH + slot] & ~elsewhere(self, w, c))) continue; /* R1 */
    /* R1 */
    int bad = (q->pbusy[w] & WT_FIELD(c, hctl, pmask)) != 0 || (WT_FIELD(c, hctl, u_use) && (q->ubusy >> w & 1));
    ok |= (wt_warps)!bad << w;
  }
  self->o.ok = ok;
}

/* R4: Issued entries of the warp that a release of n registers from dst on frees. */
static unsigned freed_by(const wt_sb_coon *self, unsigned w, unsigned dst, unsigned n) {
  const wt_sb_coon_state *q = &self->q;
  unsigned mask = 0;
  if (!n) return 0;
  for (unsigned x = q->issued[w]; x; x &= x - 1) {
    unsigned e = wt_lowest(x);
    if (q->ent_reg[w * self->in.S->SB_ENTRIES + e] == dst) mask |= 1u << e;
  }
  return mask;
}

/* R11: results that are written in this cycle leave the masks of their entries. */
static void written(wt_sb_coon *self, unsigned w, unsigned reg, uint64_t lanes, unsigned last_word) {
  wt_sb_coon_state *q = &self->q;
  for (unsigned x = q->issued[w]; x; x &= x - 1) {
    unsigned e = w * self->in.S->SB_ENTRIES + wt_lowest(x);
    if (q->ent_reg[e] + last_word * q->ent_len[e] == reg) q->ent_lanes[e] &= ~lanes;
  }
}
static void write_backs(wt_sb_coon *self) {
  const wt_sb_coon_in_alu *a = self->in.alu;
  const wt_sb_coon_in_wb *b = self->in.wb;
  if (a->wb_valid && a->wb_n) written(self, a->wb_warp, a->wb_reg, wt_beat_spread(self->in.S, a->wb_beat, a->wb_mask), 0);
  if (b->reg_valid) written(self, b->warp, b->reg, wt_beat_spread(self->in.S, b->beat, b->mask), 1);
}
/* R12: issued entries of w that miss no lane. */
static unsigned complete(const wt_sb_coon *self, unsigned w) {
  const wt_sb_coon_state *q = &self->q;
  unsigned f = 0;
  for (unsigned x = q->issued[w]; x; x &= x - 1)
    if (!q->ent_lanes[w * self->in.S->SB_ENTRIES + wt_lowest(x)]) f |= x & -x;
  return f;
}

/* R3 */
static int overlaps(regs r, unsigned first, unsigned len) {
  for (unsigned need = (unsigned)WT_FIELD(r.src, hsrc, need); need; need &= need - 1) {
    unsigned s = (unsigned)(r.src >> (8 * wt_lowest(need))) & 255;
    if (s != 255 && s >= first && s <= first + len) return 1;
  }
  return r.n && r.dst <= first + len && first <= r.dst + r.n - 1;
}

/* R3: Compares an instruction of warp w with the entries that stay (not in freed) and chooses the lowest free entry.
 * 0: no room. */
static int look_up(const wt_sb_coon *self, unsigned w, unsigned freed, regs r, entry *out) {
  const wt_sb_coon_state *q = &self->q;
  unsigned base = w * self->in.S->SB_ENTRIES, vacant = ~(unsigned)q->valid[w] & (unsigned)wt_mask64(self->in.S->SB_ENTRIES);
  *out = (entry){0, 0};
  if (r.n && !vacant) return 0;
  for (unsigned x = q->valid[w] & ~freed; x; x &= x - 1) {
    unsigned e = wt_lowest(x);
    if (overlaps(r, q->ent_reg[base + e], q->ent_len[base + e])) out->dep |= 1u << e;
  }
  if (r.n) out->own = vacant & -vacant;
  return 1;
}

static regs regs_of_uop(const uint32_t *u) {
  uint64_t s = uop_get_need(u);
  s = s << 8 | uop_get_s5(u);
  s = s << 8 | uop_get_s4(u);
  s = s << 8 | uop_get_s3(u);
  s = s << 8 | uop_get_s2(u);
  s = s << 8 | uop_get_s1(u);
  s = s << 8 | uop_get_s0(u);
  regs r = {s, (unsigned)uop_get_dst(u), (unsigned)uop_get_ndst(u)};
  if (r.dst == 255) r.n = 0;
  return r;
}
static regs regs_of_head(const wt_sb_coon *self, unsigned w) {
  uint32_t c = self->in.ibuffer->head_ctl[w];
  regs r = {self->in.ibuffer->head_src[w], (unsigned)WT_FIELD(c, hctl, dst), (unsigned)WT_FIELD(c, hctl, ndst)};
  if (r.dst == 255) r.n = 0;
  return r;
}

/* R8: Warps whose head has not entered and could. */
static wt_warps late_heads(const wt_sb_coon *self) {
  const wt_sb_coon_state *q = &self->q;
  unsigned full = (unsigned)wt_mask64(self->in.S->SB_ENTRIES);
  wt_warps mask = 0;
  for (unsigned w = 0; w < self->in.S->SLOTS; w++)
    if (q->late[w] >> q->head[w] & 1) mask |= (wt_warps)(q->valid[w] != full || regs_of_head(self, w).n == 0) << w;
  return mask;
}

/* R7 */
static void enter(wt_sb_coon *self, unsigned w, unsigned slot, regs r, entry e) {
  wt_sb_coon_state *q = &self->q;
  q->compared[w] |= (uint8_t)(1u << slot);
  q->late[w] &= (uint8_t) ~(1u << slot);
  q->waits_for[w * self->in.S->IBUF_DEPTH + slot] = (uint16_t)e.dep;
  q->own_entry[w * self->in.S->IBUF_DEPTH + slot] = (uint16_t)e.own;
  if (!e.own) return;
  unsigned i = w * self->in.S->SB_ENTRIES + wt_lowest(e.own);
  q->valid[w] |= (uint16_t)e.own;
  q->ent_reg[i] = (uint8_t)r.dst;
  q->ent_len[i] = (uint8_t)((r.n - 1) & 3);
}

static void free_entries(wt_sb_coon *self, unsigned w, unsigned freed) {
  wt_sb_coon_state *q = &self->q;
  if (!freed) return;
  q->valid[w] &= (uint16_t)~freed;
  q->issued[w] &= (uint16_t)~freed;
  if (self->in.S->SB_SPLIT) q->here_count[w] &= (uint16_t)~freed;
  for (unsigned s = 0; s < self->in.S->IBUF_DEPTH; s++) q->waits_for[w * self->in.S->IBUF_DEPTH + s] &= (uint16_t)~freed;
}

/* R13 */
static void path_changes(wt_sb_coon *self) {
  wt_sb_coon_state *q = &self->q;
  unsigned w = self->in.cfu->upd_warp;
  q->here_count[w] = 0;
  for (unsigned x = q->issued[w]; x; x &= x - 1)
    if (q->ent_lanes[w * self->in.S->SB_ENTRIES + wt_lowest(x)] & self->in.cfu->upd_mask) q->here_count[w] |= (uint16_t)(x & -x);
}

/* R9 */
static void flush(wt_sb_coon *self, unsigned w) {
  wt_sb_coon_state *q = &self->q;
  unsigned d = self->in.S->IBUF_DEPTH;
  q->valid[w] &= q->issued[w];
  q->head[w] = q->compared[w] = q->late[w] = 0;
  memset(q->waits_for + w * d, 0, d * sizeof *q->waits_for);
  memset(q->own_entry + w * d, 0, d * sizeof *q->own_entry);
}

/* R5 */
static void issued(wt_sb_coon *self) {
  wt_sb_coon_state *q = &self->q;
  const wt_sb_coon_in_issue *s = self->in.issue;
  unsigned w = s->set_warp;
  uint16_t *own = &q->own_entry[w * self->in.S->IBUF_DEPTH + q->head[w]];
  q->issued[w] |= *own;
  if (self->in.S->SB_SPLIT && *own) q->here_count[w] |= *own, q->ent_lanes[w * self->in.S->SB_ENTRIES + wt_lowest(*own)] = s->exec; /* R14 */
  *own = 0;
  q->pbusy[w] |= s->set_pw;
  if (s->set_u) q->ubusy |= wt_warp(w);
}

/* R6 */
static void pop(wt_sb_coon *self) {
  wt_sb_coon_state *q = &self->q;
  unsigned w = self->in.sched->sel_warp, slot = q->head[w];
  q->compared[w] &= (uint8_t) ~(1u << slot);
  q->head[w] = (uint8_t)(slot + 1 == self->in.S->IBUF_DEPTH ? 0 : slot + 1);
}

void wt_sb_coon_tick(wt_sb_coon *self) {
  wt_sb_coon_state *q = &self->q;
  const wt_sb_coon_in_alu *a = self->in.alu;
  const wt_sb_coon_in_wb *b = self->in.wb;
  unsigned aw = a->wb_warp, bw = b->rel_warp, fa = 0, fb = 0;
  unsigned split = self->in.S->SB_SPLIT, fs[MAX_WARPS];
  if (split) {
    write_backs(self);
    for (unsigned w = self->in.S->SLOTS; w--;) fs[w] = complete(self, w);
  } else {
    if (a->rel_valid) fa = freed_by(self, aw, a->wb_reg, a->rel_ndst); /* R4 */
    if (b->rel_valid) fb = freed_by(self, bw, b->rel_dst, b->rel_ndst);
  }

  /* The table is asked before anything of this cycle changes it. */
  int redir = self->in.cfu->redir_valid;
  unsigned rw = self->in.cfu->redir_warp, dw = self->in.decode->warp, lw = dw;
  int insert = self->in.decode->valid && !(redir && dw == rw), insert_in = 0; /* R7 */
  regs dr = {0}, lr = {0};
  entry de = {0}, le = {0};
  if (insert) {
    dr = regs_of_uop(self->in.decode->uop);
    insert_in = !q->late[dw] && look_up(self, dw, split ? fs[dw] : (aw == dw ? fa : 0) | (bw == dw ? fb : 0), dr, &de);
  }
  wt_warps late = late_heads(self);
  if (redir) late &= ~wt_warp(rw);
  if (late) { /* R8 */
    lw = wt_warps_after(late, q->last_late);
    lr = regs_of_head(self, lw);
    (void)look_up(self, lw, split ? fs[lw] : (aw == lw ? fa : 0) | (bw == lw ? fb : 0), lr, &le);
  }

  if (split) {
    for (unsigned w = self->in.S->SLOTS; w--;) free_entries(self, w, fs[w]);
    if (self->in.cfu->upd_valid) path_changes(self);
  } else {
    free_entries(self, aw, fa);
    free_entries(self, bw, fb);
  }
  if (a->rel_valid) { /* R4 */
    q->pbusy[aw] &= (uint8_t)~a->rel_pw;
    if (a->rel_u) q->ubusy &= ~wt_warp(aw);
  }
  if (b->rel_valid) q->pbusy[bw] &= (uint8_t)~b->rel_pw;
  unsigned late_slot = q->head[lw];
  if (self->in.issue->set_valid) issued(self);
  if (self->in.sched->sel_pop | self->in.pack->pop) pop(self);
  /* R7 */
  if (insert) {
    unsigned slot = self->in.ibuffer->tail[dw];
    if (insert_in) enter(self, dw, slot, dr, de);
    else q->late[dw] |= (uint8_t)(1u << slot);
  }
  if (late) { /* R8 */
    enter(self, lw, late_slot, lr, le);
    q->last_late = (uint8_t)lw;
  }
  if (redir) flush(self, rw);
}
