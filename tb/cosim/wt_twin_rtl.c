/* wt_twin_rtl.c - lock-step behind the library's interface of a twin. */
#include "cosim/wt_twin_rtl.h"

#include "cosim/wt_ls_int.h"
#include "cosim/wt_ls_warp.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

/* The lists of ls are those of the parts behind each other; what they point to is the parts'. */
static int join(wt_bind **list, unsigned *n, const wt_bind *more, unsigned n_more) {
  if (!n_more) return 0;
  wt_bind *p = realloc(*list, (*n + n_more) * sizeof *p);
  if (!p) return -1;
  *list = p;
  memcpy(p + *n, more, n_more * sizeof *p);
  *n += n_more;
  return 0;
}
static int join_all(wt_twin *t) {
  wt_ls *l = &t->ls;
  for (unsigned i = 0; i < t->n_part; i++) {
    const wt_ls *x = &t->part[i];
    if (join(&l->out, &l->n_out, x->out, x->n_out) || join(&l->ff, &l->n_ff, x->ff, x->n_ff) || join(&l->mem, &l->n_mem, x->mem, x->n_mem)) return -1;
    l->bits_ff += x->bits_ff, l->bits_mem += x->bits_mem;
  }
  memcpy(l->made_of, t->part->made_of, sizeof l->made_of);
  l->registered = 1;
  return 0;
}
/* The difference of part p, as one of ls. */
static int told_by(wt_twin *t, const wt_ls *p) {
  wt_ls *l = &t->ls;
  const wt_bind *d = p->diff;
  l->diff = NULL;
  wt_bind *const lists[] = {l->out, l->ff, l->mem};
  const unsigned n[] = {l->n_out, l->n_ff, l->n_mem};
  for (unsigned k = 0; d && k < 3; k++)
    for (unsigned i = 0; i < n[k]; i++)
      if (lists[k][i].row == d->row && lists[k][i].blk == d->blk && lists[k][i].inst == d->inst) l->diff = &lists[k][i];
  l->diff_is_output = p->diff_is_output, l->diff_row = p->diff_row;
  l->failed_blk = p->failed_blk, l->failed_inst = p->failed_inst;
  memcpy(l->failed, p->failed, sizeof l->failed), memcpy(l->said, p->said, sizeof l->said);
  return -1;
}
static int each(wt_twin *t, int (*what)(wt_ls *l)) {
  if (!t->n_part) return what(&t->ls);
  for (unsigned i = 0; i < t->n_part; i++)
    if (what(&t->part[i])) return told_by(t, &t->part[i]);
  return 0;
}
static void every(wt_twin *t, void (*what)(wt_ls *l)) {
  if (!t->n_part) what(&t->ls);
  for (unsigned i = 0; i < t->n_part; i++) what(&t->part[i]);
}

static void twin_close(wt_twin *t) {
  if (!t) return;
  wt_ls_view_close(&t->view);
  for (unsigned i = 0; i < t->n_part; i++) wt_ls_close(&t->part[i]);
  if (t->part) { /* of ls the lists alone are its own */
    wt_blks_free(t->ls.blks);
    free(t->ls.out), free(t->ls.ff), free(t->ls.mem);
  } else {
    wt_ls_close(&t->ls);
  }
  free(t->pick), free(t->part), free(t);
}

/* Blocks that lie around the SMs are as benches have them, each by itself. */
static int open_around(wt_twin *t, wt_m *m, uint64_t seed, char *err, size_t errn) {
  for (unsigned k = 0; k < t->ls.blks->n; k++) {
    const wt_blk *b = &t->ls.blks->blk[k];
    if (b->outside || !b->chosen || b->modules) continue;
    const wt_ls_how how = {.stem = b->stem, .seed = seed, .blks = t->ls.blks};
    if (wt_ls_open_how(&t->part[t->n_part++], m, &how, err, errn)) return -1;
  }
  return 0;
}
static int open_parts(wt_twin *t, wt_m *m, uint64_t seed, char *err, size_t errn) {
  t->ls.m = m, t->ls.sm = -1;
  t->ls.blks = wt_blks_new(m->S);
  t->part = calloc(m->S->SMS + WT_MAX_BLOCKS, sizeof *t->part);
  if (!t->ls.blks || !t->part) return snprintf(err, errn, "out of memory"), -1;
  char path[WT_RTL_PATH];
  if (wt_rtl_build_sm(m->S, path, sizeof path, err, errn)) return -1;
  for (unsigned i = 0; i < m->S->SMS; i++)
    if (wt_ls_open_sm(&t->part[t->n_part++], m, t->ls.blks, i, path, seed, err, errn)) return -1;
  if (open_around(t, m, seed, err, errn)) return -1;
  return join_all(t) ? snprintf(err, errn, "out of memory"), -1 : 0;
}
static wt_twin *twin_open(wt_m *m, const wt_twin_how *how, char *err, size_t errn) {
  wt_twin *t = calloc(1, sizeof *t);
  if (!t) return snprintf(err, errn, "out of memory"), NULL;
  if (m->S->SMS > 1 && !how->whole && !how->beside && !how->n_opaque) return open_parts(t, m, how->seed, err, errn) ? twin_close(t), NULL : t;
  const wt_ls_how all = {.beside = how->beside, .opaque = how->opaque, .n_opaque = how->n_opaque, .seed = how->seed};
  if (wt_ls_open_how(&t->ls, m, &all, err, errn)) return twin_close(t), NULL;
  if (pick_ports(t)) return snprintf(err, errn, "out of memory"), twin_close(t), NULL;
  return t;
}

static int reset(wt_twin *t) { return each(t, wt_ls_reset); }
static void drive(wt_twin *t) { every(t, wt_ls_drive); }
static int outputs(wt_twin *t) { return each(t, wt_ls_outputs); }
static int edge(wt_twin *t) { return each(t, wt_ls_edge); }
static int sweep(wt_twin *t) { return each(t, wt_ls_sweep); }
static unsigned apart(const wt_twin *t) { return t->n_part ? t->ls.m->S->SMS : 0; }
/* The parts of an SM, of what lies around them: up to which. */
static unsigned parts_to(const wt_twin *t, unsigned i) { return i < t->ls.m->S->SMS ? i + 1 : t->n_part; }
static void drive_one(wt_twin *t, unsigned i) {
  for (const unsigned to = parts_to(t, i); i < to; i++) wt_ls_drive(&t->part[i]);
}
static int outputs_one(wt_twin *t, unsigned i) {
  int bad = 0;
  for (const unsigned to = parts_to(t, i); i < to; i++) bad |= wt_ls_outputs(&t->part[i]);
  return bad;
}
static int edge_one(wt_twin *t, unsigned i) {
  int bad = 0;
  for (const unsigned to = parts_to(t, i); i < to; i++) bad |= wt_ls_edge(&t->part[i]);
  return bad;
}
static void describe(const wt_twin *t, char *buf, size_t n) { wt_ls_describe(&t->ls, buf, n); }
static int warp(const wt_twin *t) { return wt_ls_warp(&t->ls); }
static void entry(const wt_twin *t, char *buf, size_t n) { wt_ls_entry(&t->ls, buf, n); }
static void clock_edge(wt_twin *t) { every(t, wt_ls_clock); }
static void fetch(wt_twin *t) {
  for (unsigned i = 0; i < t->n_pick; i++) wt_ls_adopt(t->pick[i]);
}
static wt_m *look(wt_twin *t) {
  if (!t->view.m && wt_ls_view_open(&t->view, &t->ls)) return NULL;
  wt_ls_view_read(&t->view);
  return t->view.m;
}
static int load(wt_twin *t) { return each(t, wt_ls_load); }
static void store(wt_twin *t) { every(t, wt_ls_store); }
static char *own(wt_twin *t) { return wt_ls_own(&t->ls); }
static int adopt_own(wt_twin *t, const char *text) {
  const int bad = wt_ls_adopt_own(&t->ls, text);
  if (!bad) every(t, wt_ls_settle);
  return bad;
}
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
                                 .apart = apart,
                                 .drive_one = drive_one,
                                 .outputs_one = outputs_one,
                                 .edge_one = edge_one,
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
