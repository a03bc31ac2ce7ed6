/* wt_world.c - the ports of a block. */
#include "lib/wt_world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "spec/wt_numbers.h"

static int number(const wt_block_world *w, const char *name, uint32_t *value) {
  return wt_number(((const wt_world *)(const void *)w)->blks->S, name, value);
}

static int add_port(wt_world *x, unsigned kind, const char *drv, const char *sig, wt_row row, const wt_blk *owner, unsigned many) {
  const unsigned i = x->w.ports, bits = row.elemw * row.n * many;
  char name[96];
  snprintf(name, sizeof name, "%s_%s", drv, sig);
  wt_block_port *p = &x->port[i];
  p->name = strdup(name), p->kind = kind, p->bits = bits, p->element = row.elemw, p->elements = row.n * many;
  p->value = calloc(bits / 32 + 3, sizeof *p->value); /* whoever reads a field of 64 bits may look a word or two behind it */
  x->port_row[i] = row, x->owner[i] = owner;
  x->w.ports++;
  return p->name && p->value ? 0 : -1;
}
static int add_ports(wt_world *x) {
  for (int out = 0; out < 2; out++)
    for (unsigned r = 0; r < x->blk->nrows; r++) {
      const wt_row *own = &x->blk->rows[r], *row = own;
      const wt_blk *owner = x->blk;
      if (!out && own->kind == WT_ROW_IN) row = wt_row_signal(x->blks, own->drv, own->name, &owner);
      else if (!out || (own->kind != WT_ROW_OUT && own->kind != WT_ROW_OUTQ)) continue;
      unsigned kind = !out ? own->flag ? WT_PORT_EARLY : WT_PORT_LATE : own->flag ? WT_PORT_MOORE : WT_PORT_MEALY;
      if (!row || (!out && wt_blk_silent(owner))) continue;
      const wt_row seen = out ? *row : wt_row_shape(x->blk, owner, row, own->elemw);
      if (add_port(x, kind, out ? x->blk->drv : own->drv, own->name, seen, owner, out ? x->w.instances : wt_row_views(x->blk, owner))) return -1;
    }
  return 0;
}
static void add_rows(wt_world *x) {
  for (unsigned k = 0; k < x->blk->nrows; k++) {
    const wt_row *r = &x->blk->rows[k];
    if (!r->seen) continue;
    x->row_of[x->w.rows] = r;
    x->row[x->w.rows++] = (wt_block_row){r->name, r->elemw * r->n, r->kind == WT_ROW_MEM ? r->depth : 1};
  }
}

int wt_world_open(wt_world *x, const wt_blks *blks, const wt_blk *blk, unsigned instances) {
  const size_t n = blk->nrows + 1;
  *x = (wt_world){.w = {.abi = WT_BLOCK_ABI, .block = blk->stem, .instances = instances, .number = number}, .blks = blks, .blk = blk};
  x->port = calloc(n, sizeof *x->port), x->row = calloc(n, sizeof *x->row);
  x->port_row = calloc(n, sizeof *x->port_row), x->owner = calloc(n, sizeof *x->owner), x->row_of = calloc(n, sizeof *x->row_of);
  x->w.port = x->port, x->w.row = x->row, x->w.shape = wt_shape_label(blks->S, x->shape, sizeof x->shape);
  if (!x->port || !x->row || !x->port_row || !x->owner || !x->row_of || add_ports(x)) return wt_world_close(x), -1;
  add_rows(x);
  return 0;
}
int wt_world_of_several(const wt_world *x, const char *name) {
  for (unsigned r = 0; r < x->blk->nrows; r++) {
    const wt_row *in = &x->blk->rows[r];
    const wt_blk *owner;
    char full[96];
    if (in->kind != WT_ROW_IN || !wt_row_signal(x->blks, in->drv, in->name, &owner) || !wt_blk_silent(owner)) continue;
    snprintf(full, sizeof full, "%s_%s", in->drv, in->name);
    if (!strcmp(full, name)) return 1;
  }
  return 0;
}
void wt_world_close(wt_world *x) {
  for (unsigned i = 0; i < x->w.ports; i++) free((char *)(uintptr_t)x->port[i].name), free(x->port[i].value);
  free(x->port), free(x->row), free(x->port_row), free(x->owner), free(x->row_of);
  memset(x, 0, sizeof *x);
}

unsigned wt_world_bits(const wt_world *x, unsigned i) { return x->port[i].bits / (wt_port_is_input(&x->port[i]) ? 1 : x->w.instances); }

uint64_t wt_world_hash(const wt_block_world *w) {
  uint64_t h = UINT64_C(1469598103934665603);
  for (uint32_t i = 0; i < w->ports; i++) {
    char text[200];
    snprintf(text, sizeof text, "%s %u %u %u", w->port[i].name, w->port[i].kind, w->port[i].element, w->port[i].elements);
    for (const char *p = text; *p; p++) h = (h ^ (unsigned char)*p) * UINT64_C(1099511628211);
  }
  return h ? h : 1;
}
