/* wt_size.c - the table of structures: bits from the state rows, then gates and mm2 of the chosen implementation. */
#include "size/wt_size.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const wt_size_kinds[] = {"reg", "ram", "ram1", "cam", "logic", "fa", "tag", "data"};
const char *const wt_size_impls[] = {"auto", "flop", "sram", "cam", "logic"};

void wt_size_defaults(wt_size_opt *o) {
  char err[8];
  memset(o, 0, sizeof *o);
  wt_node_find("45", 0, &o->node, err, sizeof err);
  o->utilisation = 0.8, o->macro_width = 128;
  for (unsigned i = 0; i < wt_size_ndpars; i++) o->dpar[i] = wt_size_dpars[i].def;
}

int wt_size_set_impl(wt_size_opt *o, char *assign, char *err, size_t errn) {
  char *eq = strchr(assign, '=');
  for (unsigned k = WT_IM_FLOP; eq && eq > assign && k <= WT_IM_CAM; k++)
    if (!strcmp(eq + 1, wt_size_impls[k])) {
      if (o->n_impl == WT_MAX_IMPL) return snprintf(err, errn, "--impl: more than %d of them", WT_MAX_IMPL), -1;
      *eq = 0;
      o->impl[o->n_impl].id = assign;
      o->impl[o->n_impl++].impl = (enum wt_size_impl)k;
      return 0;
    }
  snprintf(err, errn, "--impl %s: expected NAME=flop, NAME=sram or NAME=cam", assign);
  return -1;
}

int wt_size_set_declared(wt_size_opt *o, const char *assign, char *err, size_t errn) {
  const char *eq = strchr(assign, '=');
  for (unsigned i = 0; eq && i < wt_size_ndpars; i++) {
    const wt_size_dpar *d = &wt_size_dpars[i];
    if (strlen(d->name) != (size_t)(eq - assign) || strncmp(d->name, assign, (size_t)(eq - assign))) continue;
    char *end;
    unsigned long v = strtoul(eq + 1, &end, 10);
    if (eq[1] < '0' || eq[1] > '9' || *end || v < d->min || v > d->max)
      return snprintf(err, errn, "--set %s: illegal value; use a number from %u to %u", assign, d->min, d->max), -1;
    o->dpar[i] = (unsigned)v;
    return 0;
  }
  return 1;
}

/* ---- price of one structure ---- */

static int is_search(unsigned kind) { return kind == WT_SZ_CAM || kind == WT_SZ_FA; }

static int64_t rounded(double x) { return (int64_t)floor(x + 0.5); }

/* Error of a macro equation against the cache model: nine of ten shapes are inside. */
static double macro_error(unsigned kind) {
  switch (kind) {
    case WT_SZ_TAG: return 0.35;
    case WT_SZ_DATA: return 0.24;
    case WT_SZ_CAM: return 0.10;
    case WT_SZ_FA: return 0.07;
    default: return 0.20;
  }
}

/* Memories side by side, of which each has addresses of its own: more entries than words, and a port for each. Ports are counted in all of them. */
static unsigned parts_of(const wt_size_item *i) {
  const int plain = i->kind == WT_SZ_RAM || i->kind == WT_SZ_RAM1;
  const unsigned n = plain && i->depth && i->entries % i->depth == 0 ? i->entries / i->depth : 1;
  return n > 1 && (i->wr >= n || i->rd >= n) ? n : 1;
}
/* Of ports in all, those of one of them: a port that all share is in each. */
static unsigned ports_of(unsigned all, unsigned parts) { return all < parts ? all : (all + parts - 1) / parts; }

static wt_f2 macro_f2(const wt_size_item *i, double cols) {
  const unsigned n = parts_of(i), p = i->kind == WT_SZ_RAM1 ? 1 : ports_of(i->rd, n) + ports_of(i->wr, n);
  switch (i->kind) {
    case WT_SZ_CAM: return wt_f2_cam(i->depth, cols, p, i->srch);
    case WT_SZ_FA: return wt_f2_fa(i->depth, i->tag, i->data, p, i->srch);
    case WT_SZ_TAG: return wt_f2_tag(i->depth, (double)i->ways * i->tag, p);
    case WT_SZ_DATA: return wt_f2_setdata(i->depth, (double)i->ways * i->data, i->data, p);
    default: return wt_f2_ram(i->depth, cols, p);
  }
}

static void price_macro(const wt_size_opt *o, wt_size_item *i) {
  unsigned cols = i->tag + i->data, n = parts_of(i);
  int plain = i->kind == WT_SZ_RAM || i->kind == WT_SZ_RAM1;
  double f2 = 0, cell = 0;
  if (plain && o->macro_width && cols > n * o->macro_width) n = (cols + o->macro_width - 1) / o->macro_width;
  /* the bits are spread evenly: the first macros are one bit wider when the width is no multiple */
  for (unsigned k = 0; k < 2; k++) {
    unsigned wide = cols % n, count = k ? n - wide : wide, w = cols / n + (k ? 0 : 1);
    if (!count) continue;
    wt_f2 a = macro_f2(i, w);
    f2 += count * fmax(wt_f2_sum(&a), WT_MACRO_FLOOR), cell += count * a.cell;
  }
  double um2 = f2 * o->node.nm * o->node.nm * 1e-6;
  if (o->bitcell > 0) um2 += cell * o->node.nm * o->node.nm * 1e-6 * (o->bitcell / (146e-6 * o->node.nm * o->node.nm) - 1);
  um2 *= i->count;
  i->split = n;
  i->um2 = rounded(um2);
  i->um2_lo = rounded(um2 * (1 - macro_error(i->kind)));
  i->um2_hi = rounded(um2 * 1.4 * (1 + macro_error(i->kind))); /* foundry macros are about 1.4 times the cache model */
}

static void price_gates(const wt_size_opt *o, wt_size_item *i) {
  double um2 = (double)i->ge * o->node.nand2 / o->utilisation;
  i->split = 1;
  i->um2 = rounded(um2), i->um2_lo = rounded(um2 * 0.9 * o->node.lo), i->um2_hi = rounded(um2 * 1.1);
}

void wt_size_price(const wt_size_opt *o, wt_size_item *i, enum wt_size_impl impl) {
  double ge;
  if (i->kind == WT_SZ_LOGIC) ge = i->row->ge;
  else if (i->kind == WT_SZ_REG) ge = wt_ge_reg((double)i->entries * i->width);
  else if (is_search(i->kind)) ge = wt_ge_cam(i->depth, i->tag, i->data, i->srch);
  else if (i->kind == WT_SZ_TAG) ge = wt_ge_cam((double)i->depth * i->ways, 0, i->tag, i->srch) + 2.6 * i->ways * i->tag; /* one comparator a way */
  else if (parts_of(i) > 1) {
    const unsigned n = parts_of(i);
    ge = n * wt_ge_array(i->depth, (double)i->data / n, ports_of(i->rd, n), ports_of(i->wr, n));
  } else ge = wt_ge_array(i->depth, (double)(i->ways ? i->ways : 1) * (i->tag + i->data), i->rd, i->wr);
  i->ge = rounded(ge * i->count);
  i->impl = impl;
  if (impl == WT_IM_SRAM || impl == WT_IM_CAM) price_macro(o, i);
  else price_gates(o, i);
}

/* Registers are flip-flops. A memory is whatever the model says is smaller, flip-flops or macros. */
static enum wt_size_impl choose(const wt_size_opt *o, const wt_size_item *i) {
  if (i->kind == WT_SZ_LOGIC) return WT_IM_LOGIC;
  if (i->kind == WT_SZ_REG) return WT_IM_FLOP;
  for (unsigned k = o->n_impl; k-- > 0;)
    if (!strcmp(o->impl[k].id, i->id) || !strcmp(o->impl[k].id, i->blk)) return o->impl[k].impl;
  if (i->impl != WT_IM_AUTO) return i->impl;
  wt_size_item as_flops = *i, as_macro = *i;
  enum wt_size_impl macro = is_search(i->kind) ? WT_IM_CAM : WT_IM_SRAM;
  wt_size_price(o, &as_flops, WT_IM_FLOP);
  wt_size_price(o, &as_macro, macro);
  return as_flops.um2 < as_macro.um2 ? WT_IM_FLOP : macro;
}

/* ---- the table ---- */

const char *wt_size_named(const char *list, const char *name) {
  size_t n = strlen(name);
  for (const char *p = list; (p = strstr(p, name)); p += n)
    if ((p == list || p[-1] == ' ') && (!p[n] || p[n] == ' ')) return p;
  return NULL;
}

static int from_row(wt_size_item *i, const wt_blk *b, const wt_size_row *s, char *err, size_t errn) {
  uint64_t one = 0;
  snprintf(i->id, sizeof i->id, "%s.%s", b->stem, s->name);
  i->blk = b->stem, i->group = b->group, i->name = s->name, i->text = s->text, i->kind = s->kind, i->row = s, i->block = b;
  i->entries = s->entries, i->count = b->count, i->rd = s->rd, i->wr = s->wr, i->srch = s->srch;
  for (unsigned r = 0; r < b->nrows; r++) {
    const wt_row *w = &b->rows[r];
    if ((w->kind != WT_ROW_FF && w->kind != WT_ROW_MEM) || !wt_size_named(s->rows, w->name)) continue;
    uint64_t bits = wt_row_bits(w);
    int mem = w->kind == WT_ROW_MEM;
    one += bits;
    *(mem ? &i->mem : &i->ff) += bits * b->count;
    if (mem && i->depth && w->depth != i->depth)
      return snprintf(err, errn, "%s: row %s has %u words, the rows before it %u: they are not one memory", i->id, w->name, w->depth, i->depth), -1;
    if (mem != (s->kind != WT_SZ_REG))
      return snprintf(err, errn, "%s: row %s is %s, which does not fit kind %s", i->id, w->name, mem ? "MEM" : "FF", wt_size_kinds[s->kind]), -1;
    if (mem) i->depth = w->depth, i->data += w->elemw;
  }
  i->bits = i->ff + i->mem;
  if (s->kind == WT_SZ_LOGIC) return i->entries = 0, 0;
  if (!i->entries || one % i->entries)
    return snprintf(err, errn, "%s: %llu bits are not a multiple of its %u entries", i->id, (unsigned long long)one, i->entries), -1;
  i->width = (unsigned)(one / i->entries);
  if (s->kind == WT_SZ_REG) i->depth = i->entries, i->data = i->width;
  if (s->kind == WT_SZ_CAM) i->tag = i->data, i->data = 0;
  return 0;
}

void wt_size_add_item(wt_size_sum *t, const wt_size_item *i) {
  t->ff += i->ff, t->mem += i->mem, t->bits += i->bits, t->ge += i->ge, t->n++;
  t->um2 += i->um2, t->um2_lo += i->um2_lo, t->um2_hi += i->um2_hi;
}

enum { MAX_DECLARED = 64 };
static const char *const groups[] = {"front", "control", "issue", "operand", "exec", "mem", "cta", NULL};
wt_size *wt_size_new(const wt_shape *S, const wt_size_opt *o, char *err, size_t errn) {
  wt_size *z = calloc(1, sizeof *z);
  unsigned max = MAX_DECLARED;
  if (z) z->S = *S, z->opt = *o, z->blks = wt_blks_new(&z->S);
  for (unsigned k = 0; z && z->blks && k < z->blks->n; k++) max += z->blks->blk[k].nsizes;
  if (!z || !z->blks || !(z->item = calloc(max, sizeof *z->item))) {
    snprintf(err, errn, "out of memory");
    return wt_size_free(z), NULL;
  }
  for (const char *const *g = groups; *g; g++)
    for (unsigned k = 0; k < z->blks->n; k++) {
      const wt_blk *b = &z->blks->blk[k];
      for (unsigned r = 0; !b->outside && b->chosen && !strcmp(b->group, *g) && r < b->nsizes; r++)
        if (from_row(&z->item[z->n++], b, &b->sizes[r], err, errn)) return wt_size_free(z), NULL;
    }
  if (o->declared) z->n += wt_size_declared(z, z->item + z->n, MAX_DECLARED);
  for (unsigned i = 0; i < z->n; i++) {
    wt_size_price(o, &z->item[i], choose(o, &z->item[i]));
    wt_size_add_item(z->item[i].declared ? &z->declared : &z->core, &z->item[i]);
  }
  for (unsigned k = 0; k < o->n_impl; k++) {
    int hit = 0;
    for (unsigned i = 0; i < z->n; i++) hit |= !strcmp(o->impl[k].id, z->item[i].id) || !strcmp(o->impl[k].id, z->item[i].blk);
    if (hit) continue;
    snprintf(err, errn, "--impl %s: no such structure or block in this shape; 'warptwin size' lists them", o->impl[k].id);
    return wt_size_free(z), NULL;
  }
  return z;
}

void wt_size_free(wt_size *z) {
  if (!z) return;
  json_decref(z->json);
  wt_blks_free(z->blks);
  free(z->item);
  free(z);
}

const wt_size_item *wt_size_find(const wt_size *z, const char *name, char *err, size_t errn) {
  const wt_size_item *hit = NULL;
  unsigned n = 0;
  for (unsigned i = 0; i < z->n; i++) {
    if (!strcmp(z->item[i].id, name)) return &z->item[i];
    if (!strcmp(z->item[i].name, name)) hit = &z->item[i], n++;
  }
  if (n == 1) return hit;
  if (n) snprintf(err, errn, "%s: %u structures have this name; give BLOCK.%s, as in %s", name, n, name, hit->id);
  else snprintf(err, errn, "%s: no such structure in this shape; 'warptwin size' lists them (declared ones with --declared)", name);
  return NULL;
}

int wt_size_block(const wt_shape *S, const char *stem, const char *node, wt_size_sum *out, char *err, size_t errn) {
  wt_size_opt o;
  wt_size_defaults(&o);
  memset(out, 0, sizeof *out);
  if (node && wt_node_find(node, 0, &o.node, err, errn)) return -1;
  wt_size *z = wt_size_new(S, &o, err, errn);
  if (!z) return -1;
  for (unsigned i = 0; i < z->n; i++)
    if (!strcmp(z->item[i].blk, stem)) wt_size_add_item(out, &z->item[i]);
  wt_size_free(z);
  if (out->n) return 0;
  snprintf(err, errn, "%s: no such block in this shape", stem);
  return -1;
}

const char *wt_size_ports(const wt_size_item *i, char buf[24]) {
  if (i->kind == WT_SZ_REG || i->kind == WT_SZ_LOGIC) return "-";
  if (i->kind == WT_SZ_RAM1) return "1rw";
  int n = i->rd ? snprintf(buf, 24, "%ur", i->rd) : 0;
  n += snprintf(buf + n, 24 - (size_t)n, "%uw", i->wr);
  if (i->srch) snprintf(buf + n, 24 - (size_t)n, "%us", i->srch);
  return buf;
}
