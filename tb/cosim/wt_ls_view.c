/* wt_ls_view.c - the RTL's control-flow unit read into a machine. */
#include "cosim/wt_ls_view.h"

#include <stdlib.h>
#include <string.h>

/* What wt_check looks at besides the unit's state. */
static const char *const outs[][2] = {{"sched", "sel_valid"},
                                      {"sched", "sel_warp"},
                                      {"cfu", "mask"},
                                      {"cfu", "live"},
                                      {"cfu", "launch_ack"},
                                      {"dispatch", "launch_valid"},
                                      {"dispatch", "launch_last"},
                                      {"dispatch", "launch_warp"},
                                      {"dispatch", "launch_mask"},
                                      {"issue", "ev_valid"},
                                      {"issue", "ev_kind"},
                                      {"issue", "ev_warp"},
                                      {"issue", "ev_mask"},
                                      {NULL, NULL}};

static void add(wt_ls_view *v, const wt_bind *b) {
  v->row[v->n] = *b;
  v->row[v->n++].c = wt_row_ptr(v->m, b->blk, b->row, b->inst);
}

static int is_cfu(const wt_bind *b) { return !strcmp(b->blk->drv, "cfu"); }

int wt_ls_view_open(wt_ls_view *v, const wt_ls *l) {
  unsigned found = 0, want = 0;
  v->n = 0;
  v->row = malloc((l->n_ff + l->n_mem + l->n_out) * sizeof *v->row);
  v->m = wt_m_new(l->m->S);
  if (!v->row || !v->m) return wt_ls_view_close(v), -1;
  for (unsigned i = 0; i < l->n_ff; i++)
    if (is_cfu(&l->ff[i])) add(v, &l->ff[i]);
  for (unsigned i = 0; i < l->n_out; i++)
    for (unsigned k = 0; *outs[k]; k++)
      if (!strcmp(l->out[i].blk->drv, outs[k][0]) && !strcmp(l->out[i].row->name, outs[k][1])) add(v, &l->out[i]), found++;
  for (unsigned i = 0; i < l->n_mem; i++)
    if (is_cfu(&l->mem[i])) add(v, &l->mem[i]);
  for (unsigned k = 0; *outs[k]; k++) want += l->m->S->SMS * (strcmp(outs[k][0], "dispatch") ? l->m->S->SUBCORES : 1);
  if (found == want) return 0;
  wt_ls_view_close(v);
  return -1;
}

void wt_ls_view_read(wt_ls_view *v) {
  for (unsigned i = 0; i < v->n; i++)
    if (v->row[i].row->kind == WT_ROW_MEM) wt_ls_adopt_mem(&v->row[i]);
    else wt_ls_adopt(&v->row[i]);
}

void wt_ls_view_close(wt_ls_view *v) {
  free(v->row);
  wt_m_free(v->m);
  *v = (wt_ls_view){NULL, NULL, 0};
}
