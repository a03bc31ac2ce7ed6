/* wt_ls_bind.c - finds the rows of C machine and RTL in both, and prepares their comparison. */
#include <stdio.h>
#include <stdlib.h>

#include "cosim/wt_gen.h"
#include "cosim/wt_ls_int.h"
#include "lib/wt_min.h"

static int no_memory(char *err, size_t errn) {
  snprintf(err, errn, "out of memory");
  return -1;
}
/* n zeroed elements; where n is 0 there may be no address. */
static int table(void *list, size_t n, size_t size, char *err, size_t errn) {
  void *p = calloc(n, size);
  *(void **)list = p;
  return p || !n ? 0 : no_memory(err, errn);
}
const wt_rtl_var *wt_ls_state(const wt_rtl *rtl, const char *scope, const char *row, const char *suffix) {
  char inner[200], name[96];
  const char *out = strstr(row, "_out");
  snprintf(name, sizeof name, "%s_%s", row, suffix);
  const wt_rtl_var *v = wt_rtl_find(rtl, scope, name);
  if (v) return v;
  snprintf(inner, sizeof inner, "%s.u_%.*s", scope, out ? (int)(out - row) : -1, row); /* -1: all of it */
  snprintf(name, sizeof name, "%s_%s", out ? "out" : "mem", suffix);
  return wt_rtl_find(rtl, inner, name);
}

static int bind(wt_ls *l, const wt_rtl *rtl, wt_bind *b, const wt_blk *blk, const wt_row *row, unsigned inst, const char *scope, const char *name,
                char *err, size_t errn) {
  char full[160];
  int state = row->kind == WT_ROW_FF || row->kind == WT_ROW_MEM;
  snprintf(full, sizeof full, state ? "%s_q" : "%s", name);
  const wt_rtl_var *v = state ? wt_ls_state(rtl, scope, name, "q") : wt_rtl_find(rtl, scope, full);
  if (!v) return snprintf(err, errn, "the RTL has no variable %s.%s; the row in spec/blocks/%s.def needs it", scope, full, blk->stem), -1;
  unsigned width = row->elemw * row->n;
  if (v->width != width || (row->kind == WT_ROW_MEM && v->depth != row->depth))
    return snprintf(err, errn, "%s.%s is %ux%u bits in the RTL, the row in spec/blocks/%s.def says %ux%u", scope, full, v->depth, v->width, blk->stem,
                    row->kind == WT_ROW_MEM ? row->depth : 1, width),
           -1;
  *b = (wt_bind){.blk = blk, .row = row, .inst = inst, .c = wt_row_ptr(l->m, blk, row, inst), .rtl = v->ptr, .bytes = v->row_bytes};
  if (row->kind == WT_ROW_MEM) return 0;
  int dense = row->n == 1 || row->elemw == 8u * row->csize; /* no gaps between its elements */
  if (dense && wt_row_value_bytes(row) == v->row_bytes) b->how = WT_LS_BYTES;
  else if (row->n == 1 && wt_pairs_fit(row->csize, v->row_bytes)) b->how = WT_LS_SCALAR;
  else b->how = WT_LS_PACK;
  if (b->how != WT_LS_PACK) return 0;
  return table(&b->c_seen, wt_row_value_bytes(row), sizeof *b->c_seen, err, errn) ||
         table(&b->packed, wt_ls_words(width), sizeof *b->packed, err, errn);
}

static int bind_mem_ports(wt_ls *l, const wt_rtl *rtl, wt_bind *b, const char *scope, char *err, size_t errn) {
  const wt_rtl_var *we = wt_ls_state(rtl, scope, b->row->name, "we"), *wa = wt_ls_state(rtl, scope, b->row->name, "wa");
  unsigned aw = wt_clog2(b->row->depth);
  if (!we || !wa || we->width != b->row->ports || wa->width != b->row->ports * aw)
    return snprintf(err, errn, "%s: memory %s needs %s_we [%u] and %s_wa [%u] in the RTL", scope, b->row->name, b->row->name, b->row->ports,
                    b->row->name, b->row->ports * aw),
           -1;
  if (we->row_bytes > WT_LS_MAX_WRITE_PORTS / 8 || wa->row_bytes > 4 * WT_LS_WA_WORDS)
    return snprintf(err, errn, "%s: memory %s has %u write ports; the harness follows up to %d with %d address bits in all", scope, b->row->name,
                    b->row->ports, WT_LS_MAX_WRITE_PORTS, 32 * WT_LS_WA_WORDS),
           -1;
  b->we = we->ptr, b->we_bytes = we->row_bytes, b->wa = wa->ptr, b->wa_bytes = wa->row_bytes, b->wa_w = aw;
  b->log = wt_row_log(l->m, b->blk, b->row, b->inst);
  return 0;
}

static void free_bind(wt_bind *b) { free(b->c_seen), free(b->packed), free(b->each), free(b->reader); }

/* Room for entry n; an entry whose binding fails is freed like the others. */
static int more(wt_bind **list, unsigned n, char *err, size_t errn) {
  wt_bind *p = realloc(*list, (n + 1) * sizeof *p);
  if (!p) return no_memory(err, errn);
  p[n] = (wt_bind){0};
  *list = p;
  return 0;
}

/* Where the module of an instance stands in a plug-in: the machine's, one of a block beside the C machine, or one of a block alone. */
static void scope_of(const wt_ls *l, const wt_blk *blk, unsigned inst, char *scope, size_t n) {
  char path[128];
  wt_blk_path(blk, inst, path, sizeof path);
  const char *in_sm = strstr(path, "u_sm.");
  if (l->sm >= 0) snprintf(scope, n, "TOP.wt_tb.%s", in_sm ? in_sm : path);
  else if (!l->registered) snprintf(scope, n, "TOP.wt_%s", blk->stem);
  else if (!l->late) snprintf(scope, n, "TOP.wt_tb.u_gpu.%s", path);
  else if (wt_blk_here(blk) > 1) snprintf(scope, n, "TOP.wt_tb.g_block[%u].u_block", inst % wt_blk_here(blk));
  else snprintf(scope, n, "TOP.wt_tb.u_block");
}

/* The row behind a name in a VALID row: an output of the block, or what it reads, as DRIVER_SIGNAL. */
static const wt_row *named_port(const wt_ls *l, const wt_blk *blk, const char *name, const wt_blk **owner) {
  const wt_row *row = wt_row_signal(l->blks, blk->drv, name, NULL);
  *owner = blk;
  for (unsigned r = 0; !row && r < blk->nrows; r++) {
    const wt_row *in = &blk->rows[r];
    const size_t n = in->kind == WT_ROW_IN ? strlen(in->drv) : 0;
    if (n && !strncmp(in->drv, name, n) && name[n] == '_' && !strcmp(in->name, name + n + 1)) row = wt_row_signal(l->blks, in->drv, in->name, owner);
  }
  return row;
}
/* Where the C values lie without which an output of an opaque block means nothing. */
static void bind_valid(wt_ls *l, wt_bind *b) {
  enum { MOST = sizeof b->valid / sizeof *b->valid };
  char names[200];
  unsigned k = 0;
  snprintf(names, sizeof names, "%s", b->row->valid ? b->row->valid : "");
  for (char *save = NULL, *name = strtok_r(names, " ", &save); name && k < MOST; name = strtok_r(NULL, " ", &save)) {
    const wt_blk *owner;
    const wt_row *row = named_port(l, b->blk, name, &owner);
    if (!row) continue;
    b->valid[k] = owner == b->blk ? wt_row_ptr(l->m, owner, row, b->inst) : wt_row_view(l->m, b->blk, b->inst, owner, row, 0);
    b->valid_bytes[k++] = (uint32_t)wt_row_value_bytes(row);
  }
}

/* State of an opaque block that reset leaves open, if its RTL has it under our name: in our module, or in the user's within. */
static int bind_begin(wt_ls *l, const wt_rtl *rtl, const wt_blk *blk, const wt_row *row, unsigned inst, const char *scope, char *err, size_t errn) {
  char within[2][180], no_such[300];
  snprintf(within[0], sizeof within[0], "%s", scope), snprintf(within[1], sizeof within[1], "%s.u_block", scope);
  for (int i = 0; i < 2; i++) {
    if (!wt_ls_state(rtl, within[i], row->name, "q")) continue;
    if (more(&l->begin, l->n_begin, err, errn)) return -1;
    wt_bind *b = &l->begin[l->n_begin];
    if (!bind(l, rtl, b, blk, row, inst, within[i], row->name, no_such, sizeof no_such)) l->n_begin++;
    else free_bind(b);
  }
  return 0;
}
static int bind_block(wt_ls *l, const wt_rtl *rtl, const wt_blk *blk, unsigned inst, char *err, size_t errn) {
  char scope[160], name[96];
  const int opaque = wt_opaque_of(l->opaque, blk) != NULL;
  scope_of(l, blk, inst, scope, sizeof scope);
  for (unsigned r = 0; r < blk->nrows; r++) {
    const wt_row *row = &blk->rows[r];
    if (opaque && (row->kind == WT_ROW_MEM || (row->kind == WT_ROW_FF && !row->flag)) && bind_begin(l, rtl, blk, row, inst, scope, err, errn))
      return -1;
    if (opaque && row->kind != WT_ROW_OUT && row->kind != WT_ROW_OUTQ) continue;
    if (row->kind == WT_ROW_OUT || row->kind == WT_ROW_OUTQ) {
      snprintf(name, sizeof name, "%s_%s", blk->drv, row->name);
      if (more(&l->out, l->n_out, err, errn)) return -1;
      if (bind(l, rtl, &l->out[l->n_out++], blk, row, inst, scope, name, err, errn)) return -1;
      if (opaque) bind_valid(l, &l->out[l->n_out - 1]);
    } else if (row->kind == WT_ROW_FF) {
      if (more(&l->ff, l->n_ff, err, errn)) return -1;
      if (bind(l, rtl, &l->ff[l->n_ff++], blk, row, inst, scope, row->name, err, errn)) return -1;
      l->bits_ff += wt_row_bits(row);
    } else if (row->kind == WT_ROW_MEM) {
      if (more(&l->mem, l->n_mem, err, errn)) return -1;
      if (bind(l, rtl, &l->mem[l->n_mem++], blk, row, inst, scope, row->name, err, errn)) return -1;
      if (bind_mem_ports(l, rtl, &l->mem[l->n_mem - 1], scope, err, errn)) return -1;
      l->bits_mem += wt_row_bits(row);
    }
  }
  return 0;
}

void wt_ls_sm_path(const wt_ls *l, char *buf, size_t n) {
  *buf = 0;
  for (unsigned k = 0; k < l->blks->n; k++)
    for (unsigned i = 0; !*buf && i < l->blks->blk[k].count; i++) {
      const wt_blk *b = &l->blks->blk[k];
      if (b->outside || wt_blk_sm(b, i) != l->sm) continue;
      wt_blk_path(b, i, buf, n);
      char *end = strstr(buf, "u_sm.");
      if (end) end[strlen("u_sm.")] = 0;
    }
}

/* The row as block b sees it, which is another one where copies of its module share the owner. NULL: no memory. */
static const wt_row *shape_of(wt_ls *l, const wt_blk *b, const wt_blk *owner, const wt_row *row, unsigned bits) {
  const wt_row s = wt_row_shape(b, owner, row, bits);
  if (s.elemw == row->elemw && s.n == row->n) return row;
  for (unsigned i = 0; i < l->n_shape; i++)
    if (!strcmp(l->shape[i]->name, s.name) && l->shape[i]->off == s.off && l->shape[i]->elemw == s.elemw && l->shape[i]->n == s.n) return l->shape[i];
  wt_row **list = realloc(l->shape, (l->n_shape + 1) * sizeof *list), *own = list ? malloc(sizeof *own) : NULL;
  if (list) l->shape = list;
  if (!own) return NULL;
  *own = s;
  return l->shape[l->n_shape++] = own;
}

/* Inputs of the top module: of the machine (reader NULL) what an outside block drives, in all its instances; of a block what an IN row reads, as instance
 * `first` of it sees it; of an SM likewise, as a block of it does. Several drivers are gathered at drive time. */
static int bind_input(wt_ls *l, const wt_rtl *rtl, const wt_blk *reader, unsigned first, const char *drv, const char *sig, unsigned bits, char *err,
                      size_t errn) {
  char name[96];
  snprintf(name, sizeof name, "%s_%s", drv, sig);
  const wt_blk *owner;
  const wt_row *row = wt_row_signal(l->blks, drv, sig, &owner);
  const wt_rtl_var *v = wt_rtl_find(rtl, l->registered ? "TOP.wt_tb" : "TOP.TOP", name), *next = v;
  if (l->registered && wt_rtl_find(rtl, "TOP.TOP", name)) {
    v = next = wt_rtl_find(rtl, "TOP.TOP", name); /* a port, which is written before the edge */
  } else if (l->registered) {
    char full[112];
    snprintf(full, sizeof full, "%s_next", name);
    next = wt_rtl_find(rtl, "TOP.wt_tb", full);
  }
  if (row && !v && wt_blk_silent(owner)) return 0; /* a block of a user's may do without */
  if (!row || !v || !next) return snprintf(err, errn, "the RTL has no input %s", name), -1;
  const unsigned n = reader ? wt_row_views(reader, owner) : owner->count;
  if (reader && !(row = shape_of(l, reader, owner, row, bits))) return no_memory(err, errn);
  const int has_room = l->sm >= 0 && owner->outside == WT_WIRED && v->width >= row->elemw; /* an SM for any number */
  if (!has_room && v->width != row->elemw * row->n * n)
    return snprintf(err, errn, "input %s is %u bits wide in the RTL, the rows say %u", name, v->width, row->elemw * row->n * n), -1;
  if (more(&l->in, l->n_in, err, errn)) return -1;
  wt_bind *b = &l->in[l->n_in++];
  *b = (wt_bind){.blk = owner, .row = row, .bytes = v->row_bytes, .n_reader = 1, .n_each = n};
  /* behind the value itself: room for one of several drivers */
  if (table(&b->c_seen, n * wt_row_value_bytes(row), sizeof *b->c_seen, err, errn) ||
      table(&b->packed, wt_ls_words(v->width) + wt_ls_words(row->elemw * row->n), sizeof *b->packed, err, errn) ||
      table(&b->each, n, sizeof *b->each, err, errn) || table(&b->reader, 1, sizeof *b->reader, err, errn))
    return -1;
  for (unsigned k = 0; k < n; k++) b->each[k] = reader ? wt_row_view(l->m, reader, first, owner, row, k) : wt_row_ptr(l->m, owner, row, k);
  b->c = b->each[0];
  *b->reader = (wt_reader){next->ptr, v->ptr, l->n_part - 1};
  memset(next->ptr, 0, b->bytes);
  return 0;
}

static int by_place(const void *x, const void *y) {
  const wt_bind *a = x, *b = y;
  return a->c != b->c ? (a->c < b->c ? -1 : 1) : a->n_each < b->n_each ? -1 : a->n_each > b->n_each;
}
/* Inputs that several blocks read are looked at once. */
static int join_inputs(wt_ls *l, char *err, size_t errn) {
  unsigned n = 0;
  qsort(l->in, l->n_in, sizeof *l->in, by_place);
  for (unsigned i = 0; i < l->n_in; i++) {
    wt_bind *last = n ? &l->in[n - 1] : NULL, *b = &l->in[i];
    if (!last || last->row != b->row || last->c != b->c || last->n_each != b->n_each) {
      wt_bind own = *b;
      if (n != i) *b = (wt_bind){0};
      l->in[n++] = own;
      continue;
    }
    wt_reader *all = realloc(last->reader, (last->n_reader + 1) * sizeof *all);
    if (!all) return no_memory(err, errn);
    last->reader = all;
    all[last->n_reader++] = *b->reader;
    free_bind(b);
    *b = (wt_bind){0};
  }
  l->n_in = n;
  return 0;
}

static int make_watch(wt_ls *l, char *err, size_t errn) {
  static const uint8_t never_enabled[1];
  static wt_mlog never_written;
  unsigned n = l->n_mem / WT_WATCHED + 1;
  if (table(&l->watch, n, sizeof *l->watch, err, errn)) return -1;
  for (unsigned i = 0; i < n * WT_WATCHED; i++) {
    wt_watch *w = &l->watch[i / WT_WATCHED];
    const wt_bind *b = i < l->n_mem ? &l->mem[i] : NULL;
    w->we[i % WT_WATCHED] = b ? b->we : never_enabled, w->log[i % WT_WATCHED] = b ? b->log : &never_written;
    w->narrow = (!(i % WT_WATCHED) || w->narrow) && (!b || b->we_bytes == 1);
  }
  return 0;
}

/* Inputs in the order of the list, of one driver and not far from each other. An array of drivers is gathered every time: it stands alone, with nothing seen. */
static int make_in_runs(wt_ls *l, char *err, size_t errn) {
  enum { RUN_BYTES = 64 };
  if (table(&l->q_in, l->n_in, sizeof *l->q_in, err, errn)) return -1;
  for (unsigned i = 0; i < l->n_in; i++) {
    const wt_bind *b = &l->in[i], *first = l->n_q_in ? &l->in[l->q_in[l->n_q_in - 1].first] : NULL;
    uint32_t bytes = (uint32_t)wt_row_value_bytes(b->row);
    int joins = first && first->blk == b->blk && first->n_each == 1 && b->n_each == 1 && b->c >= first->c && b->c + bytes <= first->c + RUN_BYTES;
    wt_in_run *r = &l->q_in[joins ? l->n_q_in - 1 : l->n_q_in++];
    if (!joins) *r = (wt_in_run){.c = b->c, .first = i};
    r->n++;
    if (b->c + bytes > r->c + r->bytes) r->bytes = (uint32_t)(b->c + bytes - r->c);
  }
  for (unsigned i = l->n_q_in; i--;)
    if (l->in[l->q_in[i].first].n_each == 1 && table(&l->q_in[i].seen, l->q_in[i].bytes, 1, err, errn)) return -1;
  return 0;
}

/* What may be read: the C twin, which is one object, and all variables of the RTL. */
static int make_readable(wt_ls *l) {
  if (wt_readable_add(&l->readable.c, l->m->gpu, wt_gpu_bytes(l->m->S))) return -1;
  for (unsigned p = 0; p < l->n_part; p++) {
    uint32_t n;
    const wt_rtl_var *v = l->part[p].rtl.api->vars(l->part[p].rtl.h, &n);
    for (uint32_t i = 0; i < n; i++)
      if (wt_readable_add(&l->readable.rtl, v[i].ptr, (size_t)v[i].row_bytes * v[i].depth)) return -1;
  }
  wt_readable_ready(&l->readable);
  return 0;
}
/* A packed row is compared element by element where the processor can; 1: it is. */
static int make_bits(wt_quick *q, const wt_readable *m, const wt_bind *b) {
  return b->how == WT_LS_PACK ? wt_windows_add_bits(&q->windows, m, b->c, b->row->csize, b->row->elemw, b->row->n, b->rtl) : 0;
}
static int make_quick(wt_quick *q, const wt_readable *m, const wt_bind *list, unsigned n) {
  for (unsigned i = 0; i < n; i++) {
    const wt_bind *b = &list[i];
    const void *c = b->how == WT_LS_PACK ? (const void *)b->packed : b->c;
    int bits = make_bits(q, m, b);
    if (bits < 0) return -1;
    if (bits) continue;
    if (b->how == WT_LS_PACK) {
      wt_packed *more = realloc(q->packed, (q->n_packed + 1) * sizeof *more);
      if (!more) return -1;
      q->packed = more;
      more[q->n_packed++] = (wt_packed){b->c, b->c_seen, (uint32_t)wt_row_value_bytes(b->row), i};
    }
    if (b->how == WT_LS_SCALAR ? wt_pairs_add(&q->pairs, c, b->row->csize, b->rtl, b->bytes) : wt_pairs_add_bytes(&q->pairs, c, b->rtl, b->bytes))
      return -1;
  }
  return wt_pairs_join(&q->pairs) || wt_windows_take(&q->windows, m, &q->pairs) ? -1 : 0;
}
static void free_quick(wt_quick *q) {
  wt_pairs_free(&q->pairs);
  wt_windows_free(&q->windows);
  free(q->packed);
}

static int begin(wt_ls *l, wt_m *m, const wt_ls_how *how, char *err, size_t errn) {
  memset(l, 0, sizeof *l);
  l->m = m, l->sm = -1;
  l->blks = how->blks, l->borrowed = how->blks != NULL;
  if (!l->blks && !(l->blks = wt_blks_new(m->S))) return no_memory(err, errn);
  if (!how->n_opaque) return 0;
  if (!(l->opaque = calloc(1, sizeof *l->opaque))) return no_memory(err, errn);
  return wt_opaque_open(l->opaque, l->blks, how->opaque, how->n_opaque, err, errn);
}
/* The plug-in of the machine (stem NULL) or of a block, whose instances begin there; known: where it is, NULL or "": that has to be asked for. */
static int open_part(wt_ls *l, const char *stem, unsigned first, const char *known, uint64_t seed, char *err, size_t errn) {
  char path[WT_RTL_PATH];
  wt_ls_part *more = realloc(l->part, (l->n_part + 1) * sizeof *more);
  if (!more) return no_memory(err, errn);
  l->part = more;
  wt_ls_part *p = &more[l->n_part++];
  *p = (wt_ls_part){.blk = stem ? wt_blk_find(l->blks, stem) : NULL, .first = first};
  const wt_opaque_one *object = p->blk ? wt_opaque_of(l->opaque, p->blk) : NULL;
  if (object && *object->file) {
    snprintf(l->made_of, sizeof l->made_of, "object");
    return wt_rtl_of_object(&p->rtl, l->blks, p->blk, object->file, l->late, err, errn);
  }
  if (known && *known && !wt_opaque_replaces(l->opaque, stem)) snprintf(path, sizeof path, "%s", known);
  else if (wt_rtl_build_with(l->blks, stem, l->late, l->opaque, path, sizeof path, err, errn)) return -1;
  if (wt_rtl_open(&p->rtl, path, seed, err, errn)) return -1;
  const char *file = strrchr(path, '/') + 1;
  if (!l->late) return snprintf(l->made_of, sizeof l->made_of, "%.79s", file), 0;
  uint64_t sum = l->n_part > 1 ? strtoull(l->made_of + strlen("beside-"), NULL, 16) : 0;
  while (*file) sum = sum * 131 + (unsigned char)*file++;
  return snprintf(l->made_of, sizeof l->made_of, "beside-%016llx", (unsigned long long)sum), 0;
}
/* All that follows from the lists of rows. */
static int finish(wt_ls *l, char *err, size_t errn) {
  for (unsigned i = l->n_mem; i--;) l->n_ports += l->mem[i].row->ports;
  if (table(&l->pend_mem, l->n_ports, sizeof *l->pend_mem, err, errn) || table(&l->pend_row, l->n_ports, sizeof *l->pend_row, err, errn)) return -1;
  if (make_watch(l, err, errn) || make_in_runs(l, err, errn)) return -1;
  if (make_readable(l) || make_quick(&l->q_out, &l->readable, l->out, l->n_plain) || make_quick(&l->q_ff, &l->readable, l->ff, l->n_ff))
    return no_memory(err, errn);
  return 0;
}
/* What a block reads. */
static int bind_reads(wt_ls *l, const wt_ls_part *p, char *err, size_t errn) {
  for (unsigned r = 0; r < p->blk->nrows; r++) {
    const wt_row *in = &p->blk->rows[r];
    if (in->kind == WT_ROW_IN && bind_input(l, &p->rtl, p->blk, p->first, in->drv, in->name, in->elemw, err, errn)) return -1;
  }
  return 0;
}

static int open_one(wt_ls *l, const char *stem, uint64_t seed, char *err, size_t errn) {
  l->registered = !stem;
  const wt_blk *one = l->only = stem ? wt_blk_find(l->blks, stem) : NULL;
  if (stem && (!one || one->outside)) return snprintf(err, errn, "no block '%s'; 'warptwin bench' without a block lists them", stem), -1;
  if (stem && l->blks->S->SMS > 1 && strstr(one->path, "u_sm"))
    return snprintf(err, errn, "wt_%s lies in an SM, which is the same in every shape: its bench wants SMS=1", stem), -1;
  if (stem) wt_blks_alone(l->blks, one);
  if (open_part(l, stem, 0, NULL, seed, err, errn)) return -1;
  const wt_rtl *rtl = &l->part->rtl;
  for (unsigned i = 0; !stem && l->opaque && i < l->opaque->n; i++)
    if (*l->opaque->one[i].file)
      return snprintf(err, errn, "%s: a shared object has no place in the RTL of the whole machine: name its block with --beside, or take --use",
                      l->opaque->one[i].file),
             -1;
  for (unsigned at = 0; at < 2 * l->blks->n; at++) { /* opaque blocks last */
    const wt_blk *b = &l->blks->blk[at % l->blks->n];
    if ((at >= l->blks->n) != (wt_opaque_of(l->opaque, b) != NULL)) continue;
    if (b->outside ? stem || b->outside == WT_WIRED : stem ? b != one : !b->chosen) continue;
    for (unsigned r = 0; b->outside && r < b->nrows; r++)
      if (bind_input(l, rtl, NULL, 0, b->drv, b->rows[r].name, 0, err, errn)) return -1;
    for (unsigned i = 0; !b->outside && i < (stem ? 1 : b->count); i++)
      if (bind_block(l, rtl, b, i, err, errn)) return -1;
    if (stem && bind_reads(l, l->part, err, errn)) return -1;
    if (at < l->blks->n) l->n_plain = l->n_out;
  }
  return finish(l, err, errn);
}

int wt_ls_open_sm(wt_ls *l, wt_m *m, wt_blks *blks, unsigned sm, const char *path, uint64_t seed, char *err, size_t errn) {
  if (begin(l, m, &(wt_ls_how){.blks = blks}, err, errn)) return -1;
  l->sm = (int)sm, l->registered = 1;
  if (table(&l->part, 1, sizeof *l->part, err, errn)) return -1;
  l->n_part = 1;
  wt_rtl *rtl = &l->part->rtl;
  if (wt_rtl_open(rtl, path, seed + sm, err, errn)) return -1;
  snprintf(l->made_of, sizeof l->made_of, "%.79s", strrchr(path, '/') + 1);
  const wt_blk *own = blks->blk; /* a block of the SM, which sees what the SM does */
  while (own->outside || own->modules != 1) own++;
  for (unsigned k = 0; k < blks->n; k++) {
    const wt_blk *b = &blks->blk[k];
    for (unsigned r = 0; r < b->nrows; r++) {
      const wt_row *x = &b->rows[r];
      if (!wt_gen_sm_reads(blks, b, x)) continue;
      if (bind_input(l, rtl, own, sm * wt_blk_here(own), b->drv, x->name, x->elemw * x->n, err, errn)) return -1;
    }
    for (unsigned i = 0; b->chosen && !b->outside && i < b->count; i++)
      if (wt_blk_sm(b, i) == l->sm && bind_block(l, rtl, b, i, err, errn)) return -1;
  }
  l->n_plain = l->n_out;
  return finish(l, err, errn);
}

/* A block beside the C machine: an object for each copy of its module. */
static int open_copies(wt_ls *l, const char *stem, const char *known, uint64_t seed, char *err, size_t errn) {
  const wt_blk *b = wt_blk_find(l->blks, stem);
  const unsigned here = wt_blk_here(b);
  int bad = 0;
  for (unsigned first = 0; first < b->count && !bad; first += here) {
    if ((bad = open_part(l, stem, first, known, seed + first / here * l->blks->n, err, errn))) break;
    const wt_ls_part *p = &l->part[l->n_part - 1];
    for (unsigned k = first; k < first + here && !bad; k++) bad = bind_block(l, &p->rtl, b, k, err, errn);
    if (!wt_opaque_of(l->opaque, b)) l->n_plain = l->n_out;
    if (!bad) bad = bind_reads(l, p, err, errn);
  }
  return bad;
}

static int open_list(wt_ls *l, wt_m *m, const char *list, uint64_t seed, char *err, size_t errn) {
  l->registered = l->late = 1;
  const char **stems = calloc(l->blks->n, sizeof *stems);
  int bad = stems ? 0 : no_memory(err, errn), n = bad ? -1 : wt_rtl_stems(l->blks, m->gpu->guests, list, stems, err, errn);
  char(*at)[WT_RTL_PATH] = n < 0 ? NULL : calloc((size_t)n + 1, sizeof *at);
  if (n < 0) bad = -1;
  else if (!at) bad = no_memory(err, errn);
  for (int i = 0; i < n && !bad; i++) /* opaque blocks last */
    for (int k = i + 1; k < n && wt_opaque_of(l->opaque, wt_blk_find(l->blks, stems[i])); k++) {
      const char *last = stems[i];
      if (wt_opaque_of(l->opaque, wt_blk_find(l->blks, stems[k]))) continue;
      stems[i] = stems[k], stems[k] = last;
      break;
    }
  if (!bad) bad = wt_rtl_build_all(l->blks, stems, (unsigned)n, at, err, errn);
  for (int i = 0; i < n && !bad; i++) bad = open_copies(l, stems[i], at[i], seed + (unsigned)i, err, errn);
  free(stems), free(at);
  return bad || join_inputs(l, err, errn) ? -1 : finish(l, err, errn);
}

int wt_ls_open_how(wt_ls *l, wt_m *m, const wt_ls_how *how, char *err, size_t errn) {
  if (begin(l, m, how, err, errn)) return -1;
  return how->beside ? open_list(l, m, how->beside, how->seed, err, errn) : open_one(l, how->stem, how->seed, err, errn);
}

static void free_list(wt_bind *b, unsigned n) {
  while (n--) free_bind(&b[n]);
  free(b);
}
void wt_ls_close(wt_ls *l) {
  free_quick(&l->q_out);
  free_quick(&l->q_ff);
  wt_readable_free(&l->readable);
  for (unsigned i = l->n_q_in; i--;) free(l->q_in[i].seen);
  free(l->q_in);
  free(l->watch);
  free(l->pend_mem);
  free(l->pend_row);
  free_list(l->in, l->n_in);
  free_list(l->out, l->n_out);
  free_list(l->ff, l->n_ff);
  free_list(l->mem, l->n_mem);
  free_list(l->begin, l->n_begin);
  for (unsigned i = l->n_part; i--;) wt_rtl_close(&l->part[i].rtl);
  for (unsigned i = l->n_shape; i--;) free(l->shape[i]);
  free(l->part), free(l->shape), free(l->opaque);
  if (!l->borrowed) wt_blks_free(l->blks);
  memset(l, 0, sizeof *l);
}
