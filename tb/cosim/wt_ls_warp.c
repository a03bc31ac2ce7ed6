/* wt_ls_warp.c - from the row that differs to a warp slot. */
#include "cosim/wt_ls_warp.h"

#include <stdio.h>
#include <string.h>

wt_blks *wt_other_warps(const wt_shape *S, wt_shape *other) {
  char set[32], err[300];
  for (unsigned k = 0; k < 2; k++) {
    *other = *S;
    snprintf(set, sizeof set, "WARPS=%u", k ? S->WARPS / 2 : S->WARPS * 2);
    if (!wt_shape_set(other, set, err, sizeof err) && !wt_shape_check(other, err, sizeof err)) return wt_blks_new(other);
  }
  return NULL;
}

static uint64_t bits_at(const uint8_t *v, unsigned lo, unsigned w) {
  uint64_t x = 0;
  for (unsigned i = 0; i < w; i++) x |= (uint64_t)(v[(lo + i) / 8] >> (lo + i) % 8 & 1) << i;
  return x;
}

/* First element that differs of a row that is no memory. */
static unsigned element(const wt_bind *b, unsigned w) {
  enum { WORDS = 4200 };
  uint32_t c[WORDS] = {0};
  const wt_row *r = b->row;
  unsigned bits = r->elemw * r->n;
  if (bits / 32 >= WORDS - 4) return 0;
  wt_row_pack(r, b->c, c);
  for (unsigned i = 0; i < bits; i++)
    if ((c[i / 32] >> i % 32 & 1) != bits_at(b->rtl, i, 1)) return i / w;
  return 0;
}

/* The one register of the block that holds a slot and is called after the warp; more than one: which of them counts is not known. */
static int own_warp(const wt_ls *l, const wt_blk *b, unsigned inst, const wt_blk *twin) {
  const wt_bind *found = NULL;
  for (unsigned i = 0; i < l->n_ff; i++) {
    const wt_bind *f = &l->ff[i];
    if (f->blk != b || f->inst != inst || f->row->n != 1) continue;
    const char *name = f->row->name;
    const wt_row *t = wt_row_state(twin, name);
    size_t n = strlen(name);
    int called = !strcmp(name, "at_warp") || (n >= 4 && !strcmp(name + n - 4, "warp"));
    if (!called || !t || t->elemw == f->row->elemw || f->row->elemw != wt_clog2(l->m->S->WARPS)) continue;
    if (found) return -1;
    found = f;
  }
  return found ? (int)bits_at(found->rtl, 0, found->row->elemw) : -1;
}

int wt_ls_warp(const wt_ls *l) {
  const wt_bind *b = l->diff;
  wt_shape S;
  if (!b) return -1;
  wt_blks *other = wt_other_warps(l->m->S, &S);
  const wt_blk *twin = other ? wt_blk_find(other, b->blk->stem) : NULL;
  const wt_row *r = b->row, *t = twin ? &twin->rows[r - b->blk->rows] : NULL;
  const unsigned warps = l->m->S->WARPS;
  int warp = -1;
  if (t && r->kind == WT_ROW_MEM && r->depth % warps == 0 && t->depth == r->depth / warps * S.WARPS) warp = (int)(l->diff_row / (r->depth / warps));
  else if (t && r->n == warps && t->n == S.WARPS) warp = (int)element(b, r->elemw);
  else if (t && r->n == 1 && r->elemw == warps && t->elemw == S.WARPS) warp = (int)element(b, 1);
  else if (t && r->kind != WT_ROW_MEM) warp = own_warp(l, b->blk, b->inst, twin);
  wt_blks_free(other);
  return warp >= 0 && warp < (int)warps ? warp : -1;
}
