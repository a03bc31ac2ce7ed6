/* wt_lockstep.c - binding and comparison of rows. */
#include "cosim/wt_lockstep.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/wt_min.h"

enum { HOW_BYTES, HOW_SCALAR, HOW_PACK };
enum { LOW, HIGH };                           /* clock, reset */
enum { MAX_WRITE_PORTS = 64, WA_WORDS = 64 }; /* of one memory: enables in one word, addresses */

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
static unsigned words_of(unsigned bits) { return (bits + 31) / 32; }

static uint64_t load(const uint8_t *p, unsigned bytes) { /* 1 to 8 */
  uint64_t v = *p;
  memcpy(&v, p, bytes); /* little-endian host, as everywhere in this project */
  return v;
}
static uint64_t c_scalar(const wt_bind *b) { return load((const uint8_t *)b->c, b->row->csize); }

/* A row of state and what belongs to it: suffix q, we or wa. Memories that are read through a part of rtl/lib stand in its instance u_<row>, where the
 * array is called mem and the output register (row <row>_out) out. */
static const wt_rtl_var *find_state(const wt_rtl *rtl, const char *scope, const char *row, const char *suffix) {
  char inner[200], name[96];
  const char *out = strstr(row, "_out");
  snprintf(name, sizeof name, "%s_%s", row, suffix);
  const wt_rtl_var *v = wt_rtl_find(rtl, scope, name);
  if (v) return v;
  snprintf(inner, sizeof inner, "%s.u_%.*s", scope, out ? (int)(out - row) : -1, row); /* -1: all of it */
  snprintf(name, sizeof name, "%s_%s", out ? "out" : "mem", suffix);
  return wt_rtl_find(rtl, inner, name);
}

static int bind(wt_ls *l, wt_bind *b, const wt_blk *blk, const wt_row *row, unsigned inst, const char *scope, const char *name, char *err,
                size_t errn) {
  char full[160];
  int state = row->kind == WT_ROW_FF || row->kind == WT_ROW_MEM;
  snprintf(full, sizeof full, state ? "%s_q" : "%s", name);
  const wt_rtl_var *v = state ? find_state(&l->rtl, scope, name, "q") : wt_rtl_find(&l->rtl, scope, full);
  if (!v) return snprintf(err, errn, "the RTL has no variable %s.%s; the row in spec/blocks/%s.def needs it", scope, full, blk->stem), -1;
  unsigned width = row->elemw * row->n;
  if (v->width != width || (row->kind == WT_ROW_MEM && v->depth != row->depth))
    return snprintf(err, errn, "%s.%s is %ux%u bits in the RTL, the row in spec/blocks/%s.def says %ux%u", scope, full, v->depth, v->width, blk->stem,
                    row->kind == WT_ROW_MEM ? row->depth : 1, width),
           -1;
  *b = (wt_bind){.blk = blk, .row = row, .inst = inst, .c = wt_row_ptr(l->m, blk, row, inst), .rtl = v->ptr, .bytes = v->row_bytes};
  if (row->kind == WT_ROW_MEM) return 0;
  int dense = row->n == 1 || row->elemw == 8u * row->csize; /* no gaps between its elements */
  if (dense && wt_row_value_bytes(row) == v->row_bytes) b->how = HOW_BYTES;
  else if (row->n == 1 && wt_pairs_fit(row->csize, v->row_bytes)) b->how = HOW_SCALAR;
  else b->how = HOW_PACK;
  if (b->how != HOW_PACK) return 0;
  return table(&b->c_seen, wt_row_value_bytes(row), sizeof *b->c_seen, err, errn) || table(&b->packed, words_of(width), sizeof *b->packed, err, errn);
}

static int bind_mem_ports(wt_ls *l, wt_bind *b, const char *scope, char *err, size_t errn) {
  const wt_rtl_var *we = find_state(&l->rtl, scope, b->row->name, "we"), *wa = find_state(&l->rtl, scope, b->row->name, "wa");
  unsigned aw = wt_clog2(b->row->depth);
  if (!we || !wa || we->width != b->row->ports || wa->width != b->row->ports * aw)
    return snprintf(err, errn, "%s: memory %s needs %s_we [%u] and %s_wa [%u] in the RTL", scope, b->row->name, b->row->name, b->row->ports,
                    b->row->name, b->row->ports * aw),
           -1;
  if (we->row_bytes > MAX_WRITE_PORTS / 8 || wa->row_bytes > 4 * WA_WORDS)
    return snprintf(err, errn, "%s: memory %s has %u write ports; the harness follows up to %d with %d address bits in all", scope, b->row->name,
                    b->row->ports, MAX_WRITE_PORTS, 32 * WA_WORDS),
           -1;
  b->we = we->ptr, b->we_bytes = we->row_bytes, b->wa = wa->ptr, b->wa_bytes = wa->row_bytes, b->wa_w = aw;
  b->log = wt_row_log(l->m, b->blk, b->row, b->inst);
  return 0;
}

/* Room for entry n; an entry whose binding fails is freed like the others. */
static int more(wt_bind **list, unsigned n, char *err, size_t errn) {
  wt_bind *p = realloc(*list, (n + 1) * sizeof *p);
  if (!p) return no_memory(err, errn);
  p[n] = (wt_bind){0};
  *list = p;
  return 0;
}

static int bind_block(wt_ls *l, const wt_blk *blk, const char *stem, unsigned inst, char *err, size_t errn) {
  char scope[160], path[128], name[96];
  wt_blk_path(blk, inst, path, sizeof path);
  if (stem) snprintf(scope, sizeof scope, "TOP.wt_%s", stem);
  else snprintf(scope, sizeof scope, "TOP.wt_tb.u_gpu.%s", path);
  for (unsigned r = 0; r < blk->nrows; r++) {
    const wt_row *row = &blk->rows[r];
    if (row->kind == WT_ROW_OUT || row->kind == WT_ROW_OUTQ) {
      snprintf(name, sizeof name, "%s_%s", blk->drv, row->name);
      if (more(&l->out, l->n_out, err, errn)) return -1;
      if (bind(l, &l->out[l->n_out++], blk, row, inst, scope, name, err, errn)) return -1;
    } else if (row->kind == WT_ROW_FF) {
      if (more(&l->ff, l->n_ff, err, errn)) return -1;
      if (bind(l, &l->ff[l->n_ff++], blk, row, inst, scope, row->name, err, errn)) return -1;
      l->bits_ff += wt_row_bits(row);
    } else if (row->kind == WT_ROW_MEM) {
      if (more(&l->mem, l->n_mem, err, errn)) return -1;
      if (bind(l, &l->mem[l->n_mem++], blk, row, inst, scope, row->name, err, errn)) return -1;
      if (bind_mem_ports(l, &l->mem[l->n_mem - 1], scope, err, errn)) return -1;
      l->bits_mem += wt_row_bits(row);
    }
  }
  return 0;
}

/* Inputs of the top module: outside blocks for the machine, every IN row for one block. Array drivers are gathered at drive time. */
static int bind_input(wt_ls *l, const char *drv, const char *sig, char *err, size_t errn) {
  char name[96];
  snprintf(name, sizeof name, "%s_%s", drv, sig);
  const wt_blk *owner;
  const wt_row *row = wt_row_signal(l->blks, drv, sig, &owner);
  const wt_rtl_var *v = wt_rtl_find(&l->rtl, l->registered ? "TOP.wt_tb" : "TOP.TOP", name), *next = v;
  if (l->registered) {
    char full[112];
    snprintf(full, sizeof full, "%s_next", name);
    next = wt_rtl_find(&l->rtl, "TOP.wt_tb", full);
  }
  if (!row || !v || !next) return snprintf(err, errn, "the RTL has no input %s", name), -1;
  if (v->width != row->elemw * row->n * owner->count)
    return snprintf(err, errn, "input %s is %u bits wide in the RTL, the rows say %u", name, v->width, row->elemw * row->n * owner->count), -1;
  if (more(&l->in, l->n_in, err, errn)) return -1;
  wt_bind *b = &l->in[l->n_in++];
  *b = (wt_bind){.blk = owner, .row = row, .c = wt_row_ptr(l->m, owner, row, 0), .rtl = v->ptr, .next = next->ptr, .bytes = v->row_bytes};
  /* behind the value itself: room for one of the drivers of an array */
  if (table(&b->c_seen, wt_row_value_bytes(row), sizeof *b->c_seen, err, errn) ||
      table(&b->packed, words_of(v->width) + words_of(row->elemw * row->n), sizeof *b->packed, err, errn))
    return -1;
  memset(b->next, 0, b->bytes);
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
    int joins = first && first->blk == b->blk && b->blk->count == 1 && b->c >= first->c && b->c + bytes <= first->c + RUN_BYTES;
    wt_in_run *r = &l->q_in[joins ? l->n_q_in - 1 : l->n_q_in++];
    if (!joins) *r = (wt_in_run){.c = b->c, .first = i};
    r->n++;
    if (b->c + bytes > r->c + r->bytes) r->bytes = (uint32_t)(b->c + bytes - r->c);
  }
  for (unsigned i = l->n_q_in; i--;)
    if (l->in[l->q_in[i].first].blk->count == 1 && table(&l->q_in[i].seen, l->q_in[i].bytes, 1, err, errn)) return -1;
  return 0;
}

/* What may be read: the C twin, which is one object, and all variables of the RTL. */
static int make_readable(wt_ls *l) {
  uint32_t n;
  const wt_rtl_var *v = l->rtl.api->vars(l->rtl.h, &n);
  if (wt_readable_add(&l->readable.c, l->m->gpu, sizeof *l->m->gpu)) return -1;
  for (uint32_t i = 0; i < n; i++)
    if (wt_readable_add(&l->readable.rtl, v[i].ptr, (size_t)v[i].row_bytes * v[i].depth)) return -1;
  wt_readable_ready(&l->readable);
  return 0;
}
/* A packed row is compared element by element where the processor can; 1: it is. */
static int make_bits(wt_quick *q, const wt_readable *m, const wt_bind *b) {
  return b->how == HOW_PACK ? wt_windows_add_bits(&q->windows, m, b->c, b->row->csize, b->row->elemw, b->row->n, b->rtl) : 0;
}
static int make_quick(wt_quick *q, const wt_readable *m, const wt_bind *list, unsigned n) {
  for (unsigned i = 0; i < n; i++) {
    const wt_bind *b = &list[i];
    const void *c = b->how == HOW_PACK ? (const void *)b->packed : b->c;
    int bits = make_bits(q, m, b);
    if (bits < 0) return -1;
    if (bits) continue;
    if (b->how == HOW_PACK) {
      wt_packed *more = realloc(q->packed, (q->n_packed + 1) * sizeof *more);
      if (!more) return -1;
      q->packed = more;
      more[q->n_packed++] = (wt_packed){b->c, b->c_seen, (uint32_t)wt_row_value_bytes(b->row), i};
    }
    if (b->how == HOW_SCALAR ? wt_pairs_add(&q->pairs, c, b->row->csize, b->rtl, b->bytes) : wt_pairs_add_bytes(&q->pairs, c, b->rtl, b->bytes))
      return -1;
  }
  return wt_pairs_join(&q->pairs) || wt_windows_take(&q->windows, m, &q->pairs) ? -1 : 0;
}
static void free_quick(wt_quick *q) {
  wt_pairs_free(&q->pairs);
  wt_windows_free(&q->windows);
  free(q->packed);
}

int wt_ls_open(wt_ls *l, wt_m *m, const char *stem, uint64_t seed, char *err, size_t errn) {
  char path[1024];
  memset(l, 0, sizeof *l);
  l->m = m;
  l->registered = !stem;
  if (!(l->blks = wt_blks_new(m->S))) return no_memory(err, errn);
  const wt_blk *one = l->only = stem ? wt_blk_find(l->blks, stem) : NULL;
  if (stem && (!one || one->outside)) return snprintf(err, errn, "no block '%s'; 'warptwin bench' without a block lists them", stem), -1;
  if (wt_rtl_build(m->S, stem, path, sizeof path, err, errn) || wt_rtl_open(&l->rtl, path, seed, err, errn)) return -1;
  snprintf(l->made_of, sizeof l->made_of, "%.79s", strrchr(path, '/') + 1);
  for (unsigned k = 0; k < l->blks->n; k++) {
    const wt_blk *b = &l->blks->blk[k];
    if (b->outside ? stem != NULL : stem ? b != one : !b->chosen) continue;
    for (unsigned r = 0; b->outside && r < b->nrows; r++)
      if (bind_input(l, b->drv, b->rows[r].name, err, errn)) return -1;
    for (unsigned i = 0; !b->outside && i < (stem ? 1 : b->count); i++)
      if (bind_block(l, b, stem, i, err, errn)) return -1;
    for (unsigned r = 0; stem && r < b->nrows; r++)
      if (b->rows[r].kind == WT_ROW_IN && bind_input(l, b->rows[r].drv, b->rows[r].name, err, errn)) return -1;
  }
  for (unsigned i = l->n_mem; i--;) l->n_ports += l->mem[i].row->ports;
  if (table(&l->pend_mem, l->n_ports, sizeof *l->pend_mem, err, errn) || table(&l->pend_row, l->n_ports, sizeof *l->pend_row, err, errn)) return -1;
  if (make_watch(l, err, errn) || make_in_runs(l, err, errn)) return -1;
  if (make_readable(l) || make_quick(&l->q_out, &l->readable, l->out, l->n_out) || make_quick(&l->q_ff, &l->readable, l->ff, l->n_ff))
    return no_memory(err, errn);
  return 0;
}

static void free_list(wt_bind *b, unsigned n) {
  while (n--) free(b[n].c_seen), free(b[n].packed);
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
  wt_rtl_close(&l->rtl);
  wt_blks_free(l->blks);
  memset(l, 0, sizeof *l);
}

static void pack(const wt_bind *b, size_t n) {
  memcpy(b->c_seen, b->c, n);
  wt_row_pack(b->row, b->c, b->packed);
}

static void write_input(wt_ls *l, const wt_bind *b) {
  unsigned w = b->row->elemw * b->row->n;
  uint32_t *one = b->packed + words_of(w * b->blk->count);
  if (b->blk->count == 1) pack(b, wt_row_value_bytes(b->row));
  else
    for (unsigned k = b->blk->count; k--;) {
      wt_row_pack(b->row, wt_row_ptr(l->m, b->blk, b->row, k), one);
      for (unsigned j = 0, n; (n = wt_min(w - j, 32)); j += n) wt_words_put(b->packed, k * w + j, n, wt_words_get(one, j, n));
    }
  memcpy(b->next, b->packed, b->bytes);
}
static void write_inputs(wt_ls *l) {
  for (unsigned i = 0; i < l->n_q_in; i++) {
    const wt_in_run *r = &l->q_in[i];
    if (r->seen && !wt_bytes_differ(r->c, r->seen, r->bytes)) continue; /* next still holds them */
    for (unsigned k = r->first; k < r->first + r->n; k++) {
      const wt_bind *b = &l->in[k];
      if (!r->seen || wt_bytes_differ(b->c, b->c_seen, (uint32_t)wt_row_value_bytes(b->row))) write_input(l, b);
    }
    if (r->seen) memcpy(r->seen, r->c, r->bytes);
  }
}

/* The RTL writes into a memory at the next edge: which rows. */
static void note_writes(wt_ls *l, unsigned i) {
  const wt_bind *b = &l->mem[i];
  uint32_t wa[WA_WORDS] = {0};
  uint64_t we = load(b->we, b->we_bytes);
  if (we) memcpy(wa, b->wa, b->wa_bytes);
  for (unsigned p = 0; we; p++, we >>= 1)
    if (we & 1) {
      l->pend_mem[l->n_pend] = i;
      l->pend_row[l->n_pend++] = (uint32_t)wt_words_get(wa, p * b->wa_w, b->wa_w);
    }
}

void wt_ls_drive(wt_ls *l) {
  if (!l->registered) {
    write_inputs(l);
    l->rtl.api->step(l->rtl.h, LOW, HIGH);
  }
  l->n_pend = 0;
  for (unsigned i = 0; i < l->n_mem; i += WT_WATCHED) {
    const wt_watch *w = &l->watch[i / WT_WATCHED];
    if (w->narrow && !(*w->we[0] | *w->we[1] | *w->we[2] | *w->we[3])) continue;
    for (unsigned k = wt_min(i + WT_WATCHED, l->n_mem); k-- > i;) note_writes(l, k);
  }
  if (l->poke_settled) l->poke_settled(l->poke_ctx, l);
}

static int differs(const wt_bind *b) {
  if (b->how == HOW_BYTES) return memcmp(b->c, b->rtl, b->bytes) != 0;
  if (b->how == HOW_SCALAR) return c_scalar(b) != load(b->rtl, b->bytes);
  size_t n = wt_row_value_bytes(b->row);
  if (memcmp(b->c, b->c_seen, n)) pack(b, n);
  return memcmp(b->packed, b->rtl, b->bytes) != 0;
}

static int any_differs(const wt_quick *q, const wt_bind *list) {
  for (unsigned i = q->n_packed; i--;) {
    const wt_packed *p = &q->packed[i];
    if (wt_bytes_differ(p->c, p->seen, p->bytes)) pack(&list[p->bind], p->bytes);
  }
  return wt_pairs_differ(&q->pairs) | wt_windows_differ(&q->windows);
}

/* The C value may take more bytes than the RTL's, never fewer; they are zero. */
static bool mem_row_differs(const wt_bind *b, uint32_t row) {
  size_t stride = wt_row_stride(b->row);
  const char *c = b->c + row * stride;
  if (memcmp(c, b->rtl + (size_t)row * b->bytes, b->bytes)) return true;
  for (size_t i = b->bytes; i < stride; i++)
    if (c[i]) return true;
  return false;
}
/* Of a row that is written: there may be none of that number. */
static bool written_differs(const wt_bind *b, uint32_t row) { return row < b->row->depth && mem_row_differs(b, row); }

static int state_diff(wt_ls *l, const wt_bind *b, uint32_t row) {
  l->diff = b;
  l->diff_is_output = 0;
  l->diff_row = row;
  return -1;
}

static int sweep_mem(wt_ls *l, unsigned i) {
  for (uint32_t r = 0; r < l->mem[i].row->depth; r++)
    if (mem_row_differs(&l->mem[i], r)) return state_diff(l, &l->mem[i], r);
  return 0;
}

static int look_at_ff(wt_ls *l, bool reset_rows_only) {
  for (unsigned i = 0; i < l->n_ff; i++)
    if ((!reset_rows_only || l->ff[i].row->flag) && differs(&l->ff[i])) return state_diff(l, &l->ff[i], 0);
  return 0;
}
static int compare_ff(wt_ls *l) { return any_differs(&l->q_ff, l->ff) ? look_at_ff(l, false) : 0; }

int wt_ls_outputs(wt_ls *l) {
  if (!any_differs(&l->q_out, l->out)) return 0;
  const wt_bind *first = NULL;
  unsigned best = ~0u;
  for (unsigned i = 0; i < l->n_out; i++)
    if (differs(&l->out[i])) {
      const wt_bind *b = &l->out[i];
      unsigned rank = b->row->flag ? 0 : 1 + wt_eval_rank[b->blk - l->blks->blk];
      if (rank < best) best = rank, first = b;
    }
  /* State that differs already is the cause; a register's port that differs although the register is right is not. */
  if (compare_ff(l) || wt_ls_sweep(l)) return -1;
  l->diff = first;
  l->diff_row = 0;
  l->diff_is_output = first != NULL;
  return -1;
}

void wt_ls_clock(wt_ls *l) {
  if (l->registered) write_inputs(l);
  *l->said = 0;
  wt_rtl_says_listen(l->said);
  l->rtl.api->step(l->rtl.h, HIGH, HIGH);
  wt_rtl_says_listen(NULL);
}

/* The block whose instance a path is, or the innermost around it; the path is cut down to it. */
static const wt_blk *block_around(const wt_ls *l, char *path, unsigned *inst) {
  char own[128];
  for (;;) {
    for (unsigned k = l->blks->n; k--;)
      for (*inst = l->blks->blk[k].count; (*inst)--;) {
        wt_blk_path(&l->blks->blk[k], *inst, own, sizeof own);
        if (l->blks->blk[k].chosen && !strcmp(own, path)) return &l->blks->blk[k];
      }
    char *dot = strrchr(path, '.');
    if (!dot) return NULL;
    *dot = 0;
  }
}
static void note_failed(wt_ls *l) {
  char file[80], path[200], cut[200], label[80], where[140] = "";
  static const char top[] = "wt_tb.u_gpu.";
  l->failed_blk = l->only;
  snprintf(l->failed, sizeof l->failed, "an assertion of the RTL failed (its message is above)");
  if (wt_rtl_says_what(l->said, file, path, label)) return;
  const char *from = strncmp(path, top, strlen(top)) ? path : path + strlen(top);
  snprintf(cut, sizeof cut, "%s", from);
  if (l->registered) l->failed_blk = block_around(l, cut, &l->failed_inst);
  const wt_blk *b = l->failed_blk;
  if (b) snprintf(where, sizeof where, b->count > 1 && l->registered ? "block wt_%s[%u], " : "block wt_%s, ", b->stem, l->failed_inst);
  snprintf(l->failed, sizeof l->failed, "%sassertion %s (%s, instance %s) failed", where, label, file, from);
}

/* Rows that the C twin has written. */
static int model_writes(wt_ls *l, unsigned i) {
  wt_mlog *g = l->mem[i].log;
  if (g->n > WT_MLOG && sweep_mem(l, i)) return -1; /* some of the writes are no longer in the list */
  for (unsigned k = 0; k < wt_min(g->n, WT_MLOG); k++)
    if (written_differs(&l->mem[i], g->row[k])) return state_diff(l, &l->mem[i], g->row[k]);
  g->n = 0;
  return 0;
}

int wt_ls_edge(wt_ls *l) {
  wt_ls_clock(l);
  int failed = l->rtl.api->failed(l->rtl.h);
  if (failed) note_failed(l);
  if (l->poke && !failed) l->poke(l->poke_ctx, l);
  if (compare_ff(l)) return -1;
  if (failed) {
    l->diff = NULL;
    return -1;
  }
  for (unsigned i = 0; i < l->n_pend; i++)
    if (written_differs(&l->mem[l->pend_mem[i]], l->pend_row[i])) return state_diff(l, &l->mem[l->pend_mem[i]], l->pend_row[i]);
  for (unsigned i = 0; i < l->n_mem; i += WT_WATCHED) {
    wt_mlog *const *g = l->watch[i / WT_WATCHED].log;
    if (!(g[0]->n | g[1]->n | g[2]->n | g[3]->n)) continue;
    for (unsigned k = i; k < wt_min(i + WT_WATCHED, l->n_mem); k++)
      if (g[k - i]->n && model_writes(l, k)) return -1;
  }
  return 0;
}

int wt_ls_sweep(wt_ls *l) {
  for (unsigned i = 0; i < l->n_mem; i++)
    if (sweep_mem(l, i)) return -1;
  return 0;
}

void wt_ls_adopt(const wt_bind *b) {
  uint32_t word[1] = {0};
  int words = b->bytes % sizeof *word == 0; /* else it is a part of one */
  if (b->how == HOW_BYTES) {
    memcpy(b->c, b->rtl, b->bytes);
    return;
  }
  if (b->how == HOW_SCALAR) {
    uint64_t v = load(b->rtl, b->bytes);
    memcpy(b->c, &v, b->row->csize);
    return;
  }
  if (!words) memcpy(word, b->rtl, b->bytes);
  wt_row_unpack(b->row, b->c, words ? (const uint32_t *)(const void *)b->rtl : word);
}
void wt_ls_adopt_mem(const wt_bind *b) {
  size_t stride = wt_row_stride(b->row);
  for (uint32_t r = 0; r < b->row->depth; r++) {
    memset(b->c + r * stride, 0, stride);
    memcpy(b->c + r * stride, b->rtl + (size_t)r * b->bytes, b->bytes);
  }
}

static void two_clocks_of_reset(wt_ls *l) {
  for (int i = 0; i < 2; i++) {
    l->rtl.api->step(l->rtl.h, LOW, LOW);
    l->rtl.api->step(l->rtl.h, HIGH, LOW);
  }
}

int wt_ls_reset(wt_ls *l) {
  if (l->registered) write_inputs(l);
  two_clocks_of_reset(l);
  wt_m_reset(l->m);
  if (l->poke) l->poke(l->poke_ctx, l);
  if (look_at_ff(l, true)) return -1;
  for (unsigned i = 0; i < l->n_ff; i++)
    if (!l->ff[i].row->flag) wt_ls_adopt(&l->ff[i]);
  for (unsigned i = 0; i < l->n_mem; i++) wt_ls_adopt_mem(&l->mem[i]), l->mem[i].log->n = 0;
  return 0;
}

/* ---- whole states ---- */

static void write_ff(const wt_bind *b) {
  uint64_t v;
  if (b->how == HOW_BYTES) {
    memcpy(b->rtl, b->c, b->bytes);
  } else if (b->how == HOW_SCALAR) {
    v = c_scalar(b);
    memcpy(b->rtl, &v, b->bytes);
  } else {
    pack(b, wt_row_value_bytes(b->row));
    memcpy(b->rtl, b->packed, b->bytes);
  }
}
static void write_mem(const wt_bind *b) {
  for (uint32_t r = 0; r < b->row->depth; r++) memcpy(b->rtl + (size_t)r * b->bytes, b->c + r * wt_row_stride(b->row), b->bytes);
}

/* The reset is for the assertions: they remember the cycle before, and of the one that is loaded they must not say anything. */
int wt_ls_load(wt_ls *l) {
  two_clocks_of_reset(l);
  for (unsigned i = 0; i < l->n_ff; i++) write_ff(&l->ff[i]);
  for (unsigned i = 0; i < l->n_mem; i++) write_mem(&l->mem[i]), l->mem[i].log->n = 0;
  write_inputs(l);
  for (unsigned i = 0; i < l->n_in; i++) memcpy(l->in[i].rtl, l->in[i].packed, l->in[i].bytes);
  l->rtl.api->settle(l->rtl.h);
  return compare_ff(l) || wt_ls_sweep(l) ? -1 : 0;
}

void wt_ls_store(wt_ls *l) {
  for (unsigned i = 0; i < l->n_ff; i++) wt_ls_adopt(&l->ff[i]);
  for (unsigned i = 0; i < l->n_mem; i++) wt_ls_adopt_mem(&l->mem[i]);
}

static int own_row(FILE *f, const wt_bind *b, uint32_t row) {
  const uint8_t *p = b->rtl + (size_t)row * b->bytes;
  fprintf(f, "%s[%u].%s[%u]=", b->blk->stem, b->inst, b->row->name, row);
  for (uint32_t i = 0; i < b->bytes; i++) fprintf(f, "%02x", p[i]);
  return fputc('\n', f);
}

char *wt_ls_own(wt_ls *l) {
  char *text = NULL;
  size_t n = 0;
  FILE *f = open_memstream(&text, &n);
  if (!f) return NULL;
  for (unsigned i = 0; i < l->n_ff; i++)
    if (differs(&l->ff[i])) own_row(f, &l->ff[i], 0);
  for (unsigned i = 0; i < l->n_mem; i++)
    for (uint32_t r = 0; r < l->mem[i].row->depth; r++)
      if (mem_row_differs(&l->mem[i], r)) own_row(f, &l->mem[i], r);
  if (fclose(f) || !n) return free(text), NULL;
  return text;
}

int wt_ls_adopt_own(wt_ls *l, const char *text) {
  for (const char *p = text; *p; p += strcspn(p, "\n") + 1) {
    char stem[40], name[40];
    unsigned inst, row, byte;
    int at = 0;
    if (sscanf(p, "%39[^[][%u].%39[^[][%u]=%n", stem, &inst, name, &row, &at) != 4 || !at) return -1;
    wt_bind *b = wt_ls_find(l, stem, inst, name);
    if (!b || row >= (b->row->kind == WT_ROW_MEM ? b->row->depth : 1)) return -1;
    if (strspn(p + at, "0123456789abcdef") != 2 * (size_t)b->bytes || p[at + 2 * b->bytes] != '\n') return -1;
    for (uint32_t i = 0; i < b->bytes; i++) {
      if (sscanf(p + at + 2 * i, "%2x", &byte) != 1) return -1;
      b->rtl[(size_t)row * b->bytes + i] = (uint8_t)byte;
    }
  }
  l->rtl.api->settle(l->rtl.h);
  return 0;
}

/* Puts more behind a text, as far as there is room. */
__attribute__((format(printf, 3, 4))) static void say(char *buf, size_t n, const char *fmt, ...) {
  size_t at = strlen(buf);
  va_list ap;
  va_start(ap, fmt);
  vsnprintf(buf + at, n - at, fmt, ap);
  va_end(ap);
}
/* Word i of a field. */
static uint32_t word_of(const uint32_t *x, unsigned lsb, unsigned bits, unsigned i) {
  return (uint32_t)wt_words_get(x, lsb + 32 * i, wt_min(bits - 32 * i, 32));
}
/* The highest word first, those in front that are zero left out; of a very wide field its top. */
static void say_field(char *buf, size_t n, const char *what, const uint32_t *x, unsigned lsb, unsigned bits) {
  unsigned i = words_of(bits) - 1, shown = 0;
  while (i && !word_of(x, lsb, bits, i)) i--;
  say(buf, n, "%s0x%x", what, word_of(x, lsb, bits, i));
  for (; i && shown < 20; shown++) i--, say(buf, n, "_%08x", word_of(x, lsb, bits, i));
  if (i) say(buf, n, "...");
}
static bool fields_differ(const uint32_t *x, const uint32_t *y, unsigned lsb, unsigned bits) {
  for (unsigned i = 0; i < words_of(bits); i++)
    if (word_of(x, lsb, bits, i) != word_of(y, lsb, bits, i)) return true;
  return false;
}

void wt_ls_describe(const wt_ls *l, char *buf, size_t n) {
  const wt_bind *b = l->diff;
  if (!b) {
    snprintf(buf, n, "%s", l->failed);
    return;
  }
  const wt_row *r = b->row;
  unsigned words = words_of(r->elemw * r->n), el = 0;
  uint32_t *c, *v;
  if (table(&c, 2 * (size_t)words, sizeof *c, buf, n)) return;
  v = c + words;
  wt_row_pack(r, b->c + l->diff_row * wt_row_stride(r), c);
  memcpy(v, b->rtl + (size_t)l->diff_row * b->bytes, b->bytes);
  while (el + 1 < r->n && !fields_differ(c, v, el * r->elemw, r->elemw)) el++;
  snprintf(buf, n, "block wt_%s", b->blk->stem);
  if (b->blk->count > 1) say(buf, n, "[%u]", b->inst);
  if (l->diff_is_output) say(buf, n, ", output %s_%s", b->blk->drv, r->name);
  else say(buf, n, ", %s %s", r->kind == WT_ROW_MEM ? "memory" : "state", r->name);
  say(buf, n, " (%u bits)", r->elemw);
  say_field(buf, n, ": model ", c, el * r->elemw, r->elemw);
  say_field(buf, n, ", rtl ", v, el * r->elemw, r->elemw);
  for (unsigned i = 0; i < words; i++) c[i] ^= v[i];
  say_field(buf, n, ", xor ", c, el * r->elemw, r->elemw);
  if (r->kind == WT_ROW_MEM) say(buf, n, " at index [%u]", l->diff_row);
  else if (r->n > 1) say(buf, n, " at index [%u]", el);
  free(c);
}

wt_bind *wt_ls_find(wt_ls *l, const char *stem, unsigned inst, const char *row) {
  wt_bind *lists[] = {l->ff, l->mem};
  unsigned ns[] = {l->n_ff, l->n_mem};
  for (int k = 0; k < 2; k++)
    for (unsigned i = 0; i < ns[k]; i++)
      if (lists[k][i].inst == inst && !strcmp(lists[k][i].blk->stem, stem) && !strcmp(lists[k][i].row->name, row)) return &lists[k][i];
  return NULL;
}
