/* wt_ls_warp.c - from the row that differs to a warp slot, by the rows that say whose it is. */
#include "cosim/wt_ls_warp.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* First bit of the row that differs. */
static unsigned first_bit(const wt_bind *b, uint32_t row) {
  const wt_row *r = b->row;
  unsigned bits = r->elemw * r->n, i = 0;
  uint32_t *c = calloc(bits / 32 + 4, sizeof *c);
  if (!c) return 0;
  wt_row_pack(r, b->c + row * wt_row_stride(r), c);
  while (i + 1 < bits && (c[i / 32] >> i % 32 & 1) == (unsigned)(b->rtl[(size_t)row * b->bytes + i / 8] >> i % 8 & 1)) i++;
  free(c);
  return i;
}

/* The block's registers and ports as the RTL has them, in a machine of its own; its memories and its inputs are those of the C twin. */
static wt_gpu *as_rtl(const wt_ls *l, wt_m *m) {
  const wt_bind *lists[] = {l->ff, l->out};
  const unsigned n[] = {l->n_ff, l->n_out};
  *m = *l->m;
  if (!(m->gpu = malloc(wt_gpu_bytes(l->m->S)))) return NULL;
  memcpy(m->gpu, l->m->gpu, wt_gpu_bytes(l->m->S));
  for (int k = 0; k < 2; k++)
    for (unsigned i = 0; i < n[k]; i++) {
      wt_bind b = lists[k][i];
      if (b.blk != l->diff->blk || b.inst != l->diff->inst) continue;
      b.c = wt_row_ptr(m, b.blk, b.row, b.inst);
      wt_ls_adopt(&b);
    }
  return m->gpu;
}

typedef struct {
  unsigned e, bit;
} place;
static place where(const wt_ls *l) {
  const wt_row *r = l->diff->row;
  unsigned at = first_bit(l->diff, r->kind == WT_ROW_MEM ? l->diff_row : 0);
  return (place){r->kind == WT_ROW_MEM ? l->diff_row : at / r->elemw, at % r->elemw};
}

int wt_ls_warp(const wt_ls *l) {
  const wt_bind *b = l->diff;
  wt_m m;
  if (!b) return -1;
  place p = where(l);
  int w = wt_row_warp(l->m, b->blk, b->row, b->inst, p.e, p.bit);
  if (w >= 0 || !b->row->whose) return w;
  wt_gpu *rtl = as_rtl(l, &m); /* the entry is in use there alone */
  if (rtl) w = wt_row_warp(&m, b->blk, b->row, b->inst, p.e, p.bit);
  free(rtl);
  return w;
}

void wt_ls_entry(const wt_ls *l, char *buf, size_t n) {
  const wt_bind *d = l->diff;
  size_t k = 0;
  *buf = 0;
  if (!d || !d->row->whose || wt_ls_warp(l) < 0) return;
  place p = where(l);
  for (unsigned i = 0; i < l->n_ff; i++) {
    const wt_bind *b = &l->ff[i];
    const wt_row *r = b->row;
    uint32_t words[4] = {0};
    int same = d->row->kind != WT_ROW_MEM && r->n == d->row->n; /* the same place in each; else of those that the entry has once */
    if (b->blk != d->blk || b->inst != d->inst || r->whose != d->row->whose || r->elemw > 64 || !r->csize || (r->n > 1 && !same)) continue;
    wt_row one = *r;
    one.n = 1;
    wt_row_pack(&one, b->c + (r->n > 1 ? p.e : 0) * r->csize, words);
    if (k + 60 >= n) return;
    if (!words[0] && !words[1]) continue;
    char at[16] = "";
    if (r->n > 1) snprintf(at, sizeof at, "[%u]", p.e);
    k += (size_t)snprintf(buf + k, n - k, "%s%.30s%s=%llx", k ? " " : "", r->name, at, (unsigned long long)(words[0] | (uint64_t)words[1] << 32));
  }
}
