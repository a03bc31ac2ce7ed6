/* wt_twin_rtl.c - lock-step behind the library's interface of a twin. */
#include "cosim/wt_twin_rtl.h"

#include "cosim/wt_ls_warp.h"

#include <stdio.h>
#include <stdlib.h>

/* Bare RTL: what leaves the machine comes from the RTL. */
static int pick_ports(wt_twin *t) {
  wt_ls *l = &t->ls;
  if (!(t->pick = calloc(l->n_out, sizeof *t->pick))) return -1;
  for (unsigned k = 0; k < wt_nports; k++) {
    const wt_row *r = wt_row_signal(l->blks, wt_ports[k][0], wt_ports[k][1], NULL);
    for (unsigned i = 0; i < l->n_out; i++)
      if (l->out[i].row == r) t->pick[t->n_pick++] = &l->out[i];
  }
  return 0;
}

static void twin_close(wt_twin *t) {
  if (!t) return;
  wt_ls_view_close(&t->view);
  wt_ls_close(&t->ls);
  free(t->pick);
  free(t);
}
static wt_twin *twin_open(wt_m *m, const wt_twin_how *how, char *err, size_t errn) {
  wt_twin *t = calloc(1, sizeof *t);
  if (!t) return snprintf(err, errn, "out of memory"), NULL;
  const wt_ls_how all = {NULL, how->beside, how->opaque, how->n_opaque, how->seed};
  if (wt_ls_open_how(&t->ls, m, &all, err, errn)) return twin_close(t), NULL;
  if (pick_ports(t)) return snprintf(err, errn, "out of memory"), twin_close(t), NULL;
  return t;
}

static int reset(wt_twin *t) { return wt_ls_reset(&t->ls); }
static void drive(wt_twin *t) { wt_ls_drive(&t->ls); }
static int outputs(wt_twin *t) { return wt_ls_outputs(&t->ls); }
static int edge(wt_twin *t) { return wt_ls_edge(&t->ls); }
static int sweep(wt_twin *t) { return wt_ls_sweep(&t->ls); }
static void describe(const wt_twin *t, char *buf, size_t n) { wt_ls_describe(&t->ls, buf, n); }
static int warp(const wt_twin *t) { return wt_ls_warp(&t->ls); }
static void entry(const wt_twin *t, char *buf, size_t n) { wt_ls_entry(&t->ls, buf, n); }
static void clock_edge(wt_twin *t) { wt_ls_clock(&t->ls); }
static void fetch(wt_twin *t) {
  for (unsigned i = 0; i < t->n_pick; i++) wt_ls_adopt(t->pick[i]);
}
static wt_m *look(wt_twin *t) {
  if (!t->view.m && wt_ls_view_open(&t->view, &t->ls)) return NULL;
  wt_ls_view_read(&t->view);
  return t->view.m;
}
static int load(wt_twin *t) { return wt_ls_load(&t->ls); }
static void store(wt_twin *t) { wt_ls_store(&t->ls); }
static char *own(wt_twin *t) { return wt_ls_own(&t->ls); }
static int adopt_own(wt_twin *t, const char *text) { return wt_ls_adopt_own(&t->ls, text); }
static int where(const wt_twin *t, const char **stem, unsigned *inst) {
  const wt_ls *l = &t->ls;
  if (!l->diff && !l->failed_blk) return -1;
  *stem = l->diff ? l->diff->blk->stem : l->failed_blk->stem, *inst = l->diff ? l->diff->inst : l->failed_inst;
  return 0;
}
static const char *failed(const wt_twin *t) { return t->ls.diff ? t->ls.failed : ""; }
static const char *made_of(const wt_twin *t) { return t->ls.made_of; }
static void bits(const wt_twin *t, uint64_t *ff, uint64_t *mem) { *ff = t->ls.bits_ff, *mem = t->ls.bits_mem; }

const wt_twin_ops wt_twin_rtl = {.open = twin_open,
                                 .close = twin_close,
                                 .reset = reset,
                                 .drive = drive,
                                 .outputs = outputs,
                                 .edge = edge,
                                 .sweep = sweep,
                                 .describe = describe,
                                 .where = where,
                                 .failed = failed,
                                 .warp = warp,
                                 .entry = entry,
                                 .clock = clock_edge,
                                 .fetch = fetch,
                                 .look = look,
                                 .load = load,
                                 .store = store,
                                 .own = own,
                                 .adopt_own = adopt_own,
                                 .made_of = made_of,
                                 .bits = bits};
