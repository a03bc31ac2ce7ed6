/* wt_oracle_saved.c - the oracle's state as rows. */
#include <stdlib.h>

#include "oracle/wt_oracle_int.h"

/* Entry 0 comes first; without memory the list says so. */
static void straighten(wt_o_fifo *f, wt_saved *l) {
  if (!f->head || !f->cap) return;
  wt_o_access *e = calloc(f->cap, sizeof *e);
  if (!e) {
    l->no_memory = 1;
    return;
  }
  for (uint32_t k = 0; k < f->n; k++) e[k] = f->e[(f->head + k) % f->cap];
  free(f->e);
  f->e = e, f->head = 0;
}

void wt_o_saved_access(wt_saved *l, wt_oracle *o, unsigned warp, unsigned space, size_t off, size_t bytes, const char *name) {
  wt_o_fifo *f = &o->warp[warp].fifo[space];
  wt_saved_row *r = wt_saved_add(l, (void *)off, bytes, 1u << 16, "oracle.warp[%u].fifo[%u].%s", warp, space, name);
  r->stride = sizeof(wt_o_access), r->count = &f->n, r->own = (void **)&f->e, r->room = &f->cap;
}

static void memory_of(wt_oracle *o, wt_saved *l, unsigned k) {
  wt_o_warp *w = &o->warp[k];
  for (unsigned s = 0; s < WT_SPACES; s++) {
    wt_o_fifo *f = &w->fifo[s];
    straighten(f, l);
    wt_saved_add(l, &f->n, sizeof f->n, 1, "oracle.warp[%u].fifo[%u].n", k, s);
#define ROW(field) wt_o_saved_access(l, o, k, s, offsetof(wt_o_access, field), sizeof((wt_o_access *)0)->field, #field)
    ROW(pc), ROW(todo), ROW(addr), ROW(data);
    if (o->l1) ROW(born);
    if (o->marks) ROW(base), ROW(unread), ROW(unknown), ROW(serial);
#undef ROW
  }
  if (!o->local_bytes) return;
  wt_saved_row *r = wt_saved_add(l, NULL, o->ws * o->local_bytes, 1, "oracle.warp[%u].local", k);
  r->count = &w->has_local, r->own = (void **)&w->local, r->room = &w->local_room;
}

static void ctas(wt_oracle *o, wt_saved *l) {
  wt_o_cta *c = o->cta;
#define ROW(field) wt_saved_add(l, &c->field, sizeof c->field, o->ctas, "oracle.cta." #field)->stride = sizeof *c
  ROW(used), ROW(ctaid), ROW(ntid), ROW(threads), ROW(exited), ROW(smem_bytes), ROW(bar);
#undef ROW
  wt_saved_row *r = wt_saved_add(l, &c->smem, o->smem_bytes, o->ctas, "oracle.cta.smem");
  r->stride = sizeof *c, r->through = 1;
}

static void meetings(wt_oracle *o, wt_saved *l) {
  wt_o_warp *w = o->warp;
  size_t views = o->rules.kind == WT_MEET_MASKS ? WT_O_BX * (o->rules.per_lane ? o->ws : 1u) : 0;
#define ROW(field) wt_saved_add(l, &w->meet.field, sizeof w->meet.field, o->warps, "oracle.meet." #field)->stride = sizeof *w
  ROW(mate), ROW(why), ROW(off), ROW(held), ROW(waiting), ROW(yielded), ROW(barred), ROW(fresh), ROW(synced), ROW(at), ROW(in_use);
  ROW(path), ROW(next), ROW(depth), ROW(top), ROW(npt), ROW(born), ROW(region), ROW(region_born);
#undef ROW
  wt_saved_row *r;
  if (views) r = wt_saved_add(l, &w->meet.view, views * sizeof *w->meet.view, o->warps, "oracle.meet.view"), r->stride = sizeof *w, r->through = 1;
  if (o->rules.kind != WT_MEET_POINTS) return;
  for (unsigned k = 0; k < o->warps; k++) {
    wt_o_point *p = w[k].meet.pt;
#define ROW(field) wt_saved_add(l, &p->field, sizeof p->field, WT_O_POINTS, "oracle.meet[%u].pt." #field, k)->stride = sizeof *p
    ROW(pc), ROW(born), ROW(full), ROW(arrived), ROW(up), ROW(depth), ROW(used), ROW(ret);
#undef ROW
  }
}

void wt_oracle_saved(wt_oracle *o, wt_saved *l) {
  wt_o_warp *w = o->warp;
  l->section = "oracle";
  wt_saved_add(l, o->last_stop, sizeof *o->last_stop, MAX_SUBCORES, "oracle.last_stop");
#define ROW(field) wt_saved_add(l, &w->field, sizeof w->field, o->warps, "oracle.warp." #field)->stride = sizeof *w
  ROW(cta), ROW(used), ROW(launched), ROW(live), ROW(in_bar), ROW(in_ws), ROW(bar), ROW(ws_mask), ROW(pc), ROW(tid), ROW(p), ROW(ur), ROW(up);
  ROW(r_pend), ROW(r_adopt), ROW(p_pend), ROW(ur_pend), ROW(ur_adopt), ROW(up_pend), ROW(has_local), ROW(result);
#undef ROW
  wt_saved_row *r = wt_saved_add(l, &w->r, (size_t)WT_O_REGS * o->ws * sizeof *w->r, o->warps, "oracle.warp.r");
  r->stride = sizeof *w, r->through = 1;
  for (unsigned k = 0; k < o->warps; k++) memory_of(o, l, k);
  ctas(o, l);
  meetings(o, l);
  if (o->l1) wt_o_l1_saved(o, l);
  if (o->marks) wt_o_marks_saved(o, l);
  if (o->later.on == WT_LATER_LINES) wt_o_later_saved(o, l);
}

/* Its place in the warp of 32 is that of its first thread. */
static unsigned place_of(const wt_oracle *o, const wt_o_warp *w) {
  const unsigned *n = o->cta[w->cta].ntid;
  return !w->used || !o->places ? 0 : ((w->tid[2][0] * n[1] + w->tid[1][0]) * n[0] + w->tid[0][0]) % 32;
}

wt_status wt_oracle_loaded(wt_oracle *o) {
  wt_status st = WT_OK;
  o->regs = WT_SEM_RZ;
  for (unsigned k = 0; k < o->warps; k++) {
    wt_o_warp *w = &o->warp[k];
    memset(w->r_owed, 0, sizeof w->r_owed);
    w->together = 0;
    w->place = place_of(o, w);
    for (unsigned s = 0; s < WT_SPACES; s++) {
      wt_o_fifo *f = &w->fifo[s];
      f->head = 0;
      for (uint32_t i = 0; i < f->n && !st; i++) {
        wt_o_access *e = &f->e[i];
        st = wt_o_fetch(o, k, e->pc, &e->i);
        e->stored = 1;
        for (unsigned r = 0; r < e->i->nrd && !st; r++) w->r_owed[e->i->rd + r] |= e->todo;
      }
    }
  }
  if (o->l1) wt_o_l1_loaded(o);
  return st ? st : wt_o_later_loaded(o);
}
