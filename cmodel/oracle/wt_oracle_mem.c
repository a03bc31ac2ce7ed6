/* wt_oracle_mem.c - memory instructions: addresses at issue, effects when memory performs them. */
#include "oracle/wt_oracle_int.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static wt_o_access *nth(const wt_o_fifo *f, unsigned k) {
  uint32_t at = f->head + k;
  return &f->e[at < f->cap ? at : at - f->cap];
}

/* A free entry at the end of the ring, which grows when it is full. */
static wt_o_access *append(wt_o_fifo *f) {
  if (f->n == f->cap) {
    unsigned cap = f->cap ? 2 * f->cap : 4;
    wt_o_access *e = calloc(cap, sizeof *e); /* lanes that a warp does not have stay 0 */
    if (!e) return NULL;
    for (unsigned k = 0; k < f->n; k++) e[k] = *nth(f, k);
    free(f->e);
    *f = (wt_o_fifo){.e = e, .cap = cap, .n = f->n};
  }
  return nth(f, f->n++);
}

/* What lanes do not add to an address. */
static uint64_t base_of(const wt_o_warp *w, const wt_sem_insn *i) {
  uint64_t base = (uint64_t)i->imm;
  if (!i->has_ur) return base;
  base += w->ur[i->ur];
  if (i->a64 && i->space != WT_SPACE_SHARED && i->space != WT_SPACE_LOCAL && i->ur != WT_SEM_URZ) base += (uint64_t)w->ur[i->ur + 1] << 32;
  return base;
}
static void addresses(wt_oracle *o, const wt_o_warp *w, wt_o_access *e) {
  const wt_sem_insn *i = e->i;
  uint32_t ta[WT_SEM_LANES], th[WT_SEM_LANES];
  const uint32_t *lo = wt_o_operand(o, w, &i->src[0], 0, ta);
  const uint32_t *hi = i->src[0].wide ? wt_o_operand(o, w, &i->src[0], 1, th) : NULL;
  uint64_t keep = i->a64 && (i->space == WT_SPACE_GLOBAL || i->space == WT_SPACE_GENERIC) ? UINT64_MAX : UINT32_MAX, base = e->base;
  uint64_t *restrict addr = e->addr;
  unsigned n = o->ws, shift = i->shift;
  if (!hi)
    for (unsigned l = 0; l < n; l++) addr[l] = (((uint64_t)lo[l] << shift) + base) & keep;
  else
    for (unsigned l = 0; l < n; l++) addr[l] = (((uint64_t)lo[l] << shift | (uint64_t)hi[l] << 32) + base) & keep;
}

static void operands(wt_oracle *o, const wt_o_warp *w, wt_o_access *e) {
  const wt_sem_insn *i = e->i;
  uint32_t tmp[WT_SEM_LANES];
  unsigned words = wt_sem_words(i);
  for (unsigned k = 0; k < words; k++) {
    const uint32_t *d = wt_o_operand(o, w, &i->src[1], k, tmp);
    for (unsigned l = 0; l < o->ws; l++) e->data[l][k] = d[l];
    if (i->src[2].kind != WT_SRC_REG) continue;
    d = wt_o_operand(o, w, &i->src[2], k, tmp);
    for (unsigned l = 0; l < o->ws; l++) e->data[l][2 + k] = d[l];
  }
  if (i->bytes < 4)
    for (unsigned l = 0; l < o->ws; l++) e->data[l][0] &= (1u << 8 * i->bytes) - 1;
}

/* What lies at a generic address; *addr becomes the address there. */
static unsigned space_of(uint64_t *addr) {
  unsigned s = *addr >> 32 == WT_SEM_SHARED_WINDOW ? WT_SPACE_SHARED : *addr >> 32 == WT_SEM_LOCAL_WINDOW ? WT_SPACE_LOCAL : WT_SPACE_GLOBAL;
  if (s != WT_SPACE_GLOBAL) *addr = (uint32_t)*addr;
  return s;
}

/* HAZARDS=run: none of its lanes has read its registers. */
static void to_read(const wt_oracle *o, unsigned slot, wt_o_access *e) {
  if (o->marks) e->unread = e->todo, e->unknown = o->marks->blind, e->serial = o->marks->warp[slot].serial;
}

static wt_status no_memory(wt_oracle *o) { return wt_o_fail(o, WT_USAGE, "oracle: out of memory for memory accesses"); }

/* A generic access becomes one of every space that lanes of it reach; numbers are added in global memory only, and the predicate tells. */
static wt_status by_space(wt_oracle *o, unsigned slot, wt_o_access *all, uint64_t *exec) {
  wt_o_warp *w = &o->warp[slot];
  const wt_sem_insn *i = all->i;
  uint64_t lanes[WT_SPACES] = {0};
  for (uint64_t m = *exec; m; m &= m - 1) lanes[space_of(&all->addr[lowest(m)])] |= m & -m;
  for (unsigned s = 0; o->marks && s < WT_SPACES; s++) lanes[s] |= o->marks->blind; /* what they read says later which of these it is */
  if (i->number) lanes[WT_SPACE_SHARED] = lanes[WT_SPACE_LOCAL] = 0;
  wt_o_set_pred(w, i->pu, i->number ? lanes[WT_SPACE_GLOBAL] : *exec, *exec);
  if (i->number) *exec = lanes[WT_SPACE_GLOBAL];
  for (unsigned s = 0; s < WT_SPACES; s++) {
    wt_o_access *e = lanes[s] ? append(&w->fifo[s]) : NULL;
    if (lanes[s] && !e) return no_memory(o);
    if (e) *e = *all, e->todo = lanes[s], to_read(o, slot, e);
  }
  return WT_OK;
}

/* Everything of an access but its lanes. */
static void describe(wt_oracle *o, unsigned slot, const wt_sem_insn *i, uint32_t pc, wt_o_access *e) {
  const wt_o_warp *w = &o->warp[slot];
  e->i = i, e->pc = pc, e->base = base_of(w, i);
  e->unread = e->unknown = 0;
  e->born = o->l1 ? wt_o_l1_now(o) : 0;
  addresses(o, w, e);
  if (e->stored) memset(e->data, 0, o->ws * sizeof e->data[0]);
  e->stored = i->mop != WT_MOP_LD;
  if (e->stored) operands(o, w, e);
  if (o->init && i->mop == WT_MOP_ST) wt_o_init_data(o, slot, e);
}

static void owe(wt_o_warp *w, const wt_sem_insn *i, uint64_t lanes) {
  for (unsigned k = 0; k < i->nrd; k++) w->r_pend[i->rd + k] |= lanes, w->r_owed[i->rd + k] |= lanes;
}

wt_status wt_o_mem_issue(wt_oracle *o, unsigned slot, const wt_sem_insn *i, uint32_t pc, uint64_t exec) {
  wt_o_warp *w = &o->warp[slot];
  wt_status st = WT_OK;
  if (i->space == WT_SPACE_GENERIC) {
    wt_o_access all = {0};
    describe(o, slot, i, pc, &all);
    st = by_space(o, slot, &all, &exec);
  } else {
    wt_o_access *e = append(&w->fifo[i->space]);
    if (!e) return no_memory(o);
    describe(o, slot, i, pc, e);
    e->todo = exec, to_read(o, slot, e);
    wt_o_set_pred(w, i->pu, exec, exec);
  }
  owe(w, i, exec);
  return st;
}

uint64_t wt_o_mem_owed(const wt_o_warp *w, unsigned space, uint64_t lanes) {
  uint64_t m = 0;
  for (unsigned k = 0; k < w->fifo[space].n; k++) m |= nth(&w->fifo[space], k)->todo;
  return m & lanes;
}

void wt_oracle_set_lines(wt_oracle *o, unsigned bytes, unsigned warps) { o->line_bytes = bytes, o->side_by_side = warps; }

/* Those of the lanes whose access is in the line. Local memory: pieces of 16 bytes, those of the lanes of warps side by side. */
static uint64_t lanes_at(const wt_oracle *o, unsigned slot, const wt_o_access *e, int space, uint64_t lanes, uint64_t line) {
  uint64_t there = 0, first = line * o->line_bytes, apart = (uint64_t)o->ws * o->side_by_side, place = slot % o->side_by_side * o->ws;
  if (line == WT_ORACLE_ANY_LINE) return lanes;
  if (first / o->line_bytes != line) return 0; /* no address is in it */
  for (uint64_t m = lanes; m; m &= m - 1) {
    unsigned l = lowest(m);
    uint64_t at = space == WT_SPACE_LOCAL ? (e->addr[l] / 16 * apart + place + l) * 16 : e->addr[l];
    there |= (uint64_t)(at - first < o->line_bytes) << l;
  }
  return there;
}

/* The instruction that memory must perform next for any of the lanes, among those that access the line; *found: those of them that it owes. */
static wt_status oldest(wt_oracle *o, unsigned slot, int space, uint64_t lanes, uint64_t line, wt_o_access **out, uint64_t *found) {
  if (slot >= o->warps || !o->warp[slot].used || space < 0 || space >= WT_SPACES || !lanes)
    return wt_o_fail(o, WT_DIFF, AT ": memory access of lanes %" PRIx64 ", the slot holds no warp", slot, lanes);
  const wt_o_fifo *f = &o->warp[slot].fifo[space];
  for (unsigned k = 0; k < f->n; k++) {
    *out = nth(f, k);
    if ((*found = lanes_at(o, slot, *out, space, (*out)->todo & lanes, line))) return WT_OK;
  }
  return wt_o_fail(o, WT_DIFF, AT ": memory access of lanes %" PRIx64 ", which have none to perform", slot, lanes);
}

wt_status wt_oracle_mem_peek(wt_oracle *o, unsigned slot, int space, uint64_t lanes, wt_oracle_access *out) {
  wt_o_access *e = NULL;
  uint64_t found = 0;
  wt_status st = oldest(o, slot, space, lanes, WT_ORACLE_ANY_LINE, &e, &found);
  if (st) return st;
  *out = (wt_oracle_access){e->pc, e->i, e->todo, e->addr, (const uint32_t(*)[4])e->data};
  return WT_OK;
}

/* Bytes of a thread's local memory; NULL: outside, or there is none. */
static uint8_t *local_at(const wt_oracle *o, const wt_o_warp *w, unsigned lane, uint64_t addr, unsigned n) {
  return w->local && addr <= o->local_bytes && o->local_bytes - addr >= n ? w->local + lane * o->local_bytes + addr : NULL;
}

/* Most accesses have four bytes: a copy of a size that is known costs no call. */
static void copy(void *to, const void *from, unsigned n) {
  if (n == 4) memcpy(to, from, 4);
  else memcpy(to, from, n);
}

static int mem_read(wt_oracle *o, const wt_o_cta *c, const wt_sem_insn *i, int space, uint64_t addr, void *dst) {
  if (space == WT_SPACE_GLOBAL) return !o->mem.read || o->mem.read(o->mem.ctx, addr, i->bytes, dst);
  if (addr > c->smem_bytes || c->smem_bytes - addr < i->bytes) return 1;
  copy(dst, c->smem + addr, i->bytes);
  return 0;
}

static int mem_write(wt_oracle *o, wt_o_cta *c, const wt_sem_insn *i, int space, uint64_t addr, const void *src) {
  if (space == WT_SPACE_GLOBAL) return !o->mem.write || o->mem.write(o->mem.ctx, addr, i->bytes, src);
  if (addr > c->smem_bytes || c->smem_bytes - addr < i->bytes) return 1;
  copy(c->smem + addr, src, i->bytes);
  return 0;
}

/* Effect of one lane. got: value for the destination registers. Non-zero: unmapped. */
static int perform_lane(wt_oracle *o, wt_o_warp *w, const wt_o_access *e, int space, unsigned lane, uint32_t got[4]) {
  const wt_sem_insn *i = e->i;
  wt_o_cta *c = &o->cta[w->cta];
  uint64_t addr = e->addr[lane];
  const uint32_t *d = e->data[lane];
  uint8_t *p = space == WT_SPACE_LOCAL ? local_at(o, w, lane, addr, i->bytes) : NULL;
  memset(got, 0, 4 * sizeof got[0]);
  if (space == WT_SPACE_LOCAL && !p) return 1;
  if (p) copy(got, p, i->bytes);
  else if (i->mop != WT_MOP_ST && mem_read(o, c, i, space, addr, got)) return 1;
  if (i->mop == WT_MOP_LD) {
    if (i->sext) got[0] = (uint32_t)wt_sext(got[0], 8u * i->bytes);
    return 0;
  }
  uint64_t old = (uint64_t)got[1] << 32 | got[0], v = (uint64_t)d[1] << 32 | d[0];
  uint64_t put = i->mop == WT_MOP_ST ? 0 : wt_sem_atom(i, old, v, (uint64_t)d[3] << 32 | d[2]);
  const void *src = i->mop == WT_MOP_ST ? (const void *)d : &put;
  if (i->aop == WT_AOP_CAST && i->mop == WT_MOP_ATOM) {
    got[0] = old == v; /* whether it has written */
    got[1] = 0;
  }
  if (!p) return mem_write(o, c, i, space, addr, src);
  copy(p, src, i->bytes);
  return 0;
}

/* Bytes of memory in which the accesses of all these lanes lie, and the shadow of those of shared memory. */
typedef struct {
  uint64_t first, n;
  uint8_t *at, *shadow, copy[128];
} reach;

/* Of global memory a copy of what the lanes' accesses of one line span. Non-zero: that is not there, more than a line, or in part unwritten. */
static int reach_of(const wt_oracle *o, const wt_o_warp *w, const wt_o_access *e, int space, uint64_t lanes, reach *r) {
  const wt_o_cta *c = &o->cta[w->cta];
  if (space == WT_SPACE_SHARED) {
    r->first = 0, r->n = c->smem_bytes, r->at = c->smem, r->shadow = o->init ? o->init->shared[w->cta] : NULL;
    return 0;
  }
  uint64_t low = UINT64_MAX, high = 0;
  if (space != WT_SPACE_GLOBAL || e->i->mop != WT_MOP_LD || !o->mem.read) return 1;
  for (uint64_t m = lanes; m; m &= m - 1) {
    uint64_t addr = e->addr[lowest(m)];
    low = addr < low ? addr : low, high = addr > high ? addr : high;
  }
  if (high - low > sizeof r->copy - e->i->bytes) return 1;
  r->first = low, r->n = high - low + e->i->bytes, r->at = r->copy, r->shadow = NULL;
  if (o->init && o->init->unwritten && o->init->unwritten(o->mem.ctx, low, (unsigned)r->n)) return 1;
  return o->mem.read(o->mem.ctx, low, (unsigned)r->n, r->copy);
}

/* A copy of a size that is known costs no call. */
static inline __attribute__((always_inline)) int words_of(const wt_oracle *o, const wt_o_access *e, const reach *r, uint64_t lanes, uint32_t *d,
                                                          unsigned n) {
  const uint64_t first = r->first, last = r->n - n, *addr = e->addr;
  uint8_t *mem = r->at, *shadow = r->shadow;
  size_t ws = o->ws;
  if (r->n < n) return 1;
  for (uint64_t m = lanes; m; m &= m - 1) {
    unsigned l = lowest(m);
    uint64_t at = addr[l] - first;
    if (addr[l] % n || at > last) return 1;
    if (d) {
      if (shadow && !wt_o_init_written(shadow + at, n)) return 1;
      for (unsigned k = 0; k < n / 4; k++) memcpy(&d[k * ws + l], mem + at + 4 * k, 4);
    } else {
      memcpy(mem + at, e->data[l], n);
      if (shadow) memset(shadow + at, WT_O_WRITTEN, n);
    }
  }
  return 0;
}

/* The commonest accesses by themselves: words that are loaded and hold what somebody wrote, or stored in shared memory, all within it. Non-zero: one is
 * not of these, and all have to be made lane by lane. */
static int whole_words(const wt_oracle *o, wt_o_warp *w, const wt_o_access *e, int space, uint64_t lanes) {
  const wt_sem_insn *i = e->i;
  int load = i->mop == WT_MOP_LD;
  reach r;
  if ((load ? i->bytes != 4u * i->nrd : i->mop != WT_MOP_ST) || reach_of(o, w, e, space, lanes, &r)) return 1;
  uint32_t *d = load ? w->r + (size_t)i->rd * o->ws : NULL;
  switch (i->bytes) {
    case 4: return d ? words_of(o, e, &r, lanes, d, 4) : words_of(o, e, &r, lanes, NULL, 4);
    case 8: return words_of(o, e, &r, lanes, d, 8);
    case 16: return words_of(o, e, &r, lanes, d, 16);
    default: return 1;
  }
}

static const char *const space_name[] = {"global", "shared", "local"};

static wt_status outside(wt_oracle *o, unsigned slot, const wt_o_access *e, int space, unsigned l, const char *before, const char *behind) {
  char what[80];
  snprintf(what, sizeof what, "%s%s access of %u bytes%s%s", before, space_name[space], e->i->bytes, *behind ? " " : "", behind);
  return wt_o_fault(o, &(wt_oracle_place){.slot = slot, .lane = l, .bytes = e->i->bytes, .pc = e->pc, .space = space, .addr = e->addr[l]}, what);
}

/* May these lanes do it now, and what follows from it for others; without anything that memory holds. */
static wt_status books(wt_oracle *o, unsigned slot, const wt_o_access *e, int space, uint64_t lanes, wt_oracle_source source, const void *from) {
  const int tells = !from && o->l1 && space == WT_SPACE_GLOBAL && e->i->mop != WT_MOP_LD;
  wt_status st = WT_OK;
  for (uint64_t m = lanes; m && !st; m &= m - 1) {
    unsigned l = lowest(m);
    if (e->addr[l] & (e->i->bytes - 1u)) return outside(o, slot, e, space, l, "misaligned ", "");
    if (from) st = wt_o_l1_may_load(o, slot, e, l, source, from);
    else if (tells) st = wt_o_l1_store(o, slot, e, l);
  }
  return st;
}

wt_status wt_o_mem_effect(wt_oracle *o, unsigned slot, const wt_o_access *e, int space, uint64_t lanes, const void *from) {
  wt_o_warp *w = &o->warp[slot];
  for (uint64_t m = from || whole_words(o, w, e, space, lanes) ? lanes : 0; m; m &= m - 1) {
    unsigned l = lowest(m);
    uint32_t got[4] = {0};
    if (o->init) wt_o_init_perform(o, slot, e, space, l);
    if (from ? wt_o_l1_take(e, l, from, got) : perform_lane(o, w, e, space, l, got)) return outside(o, slot, e, space, l, "", "outside memory");
    if (from && e->i->sext) got[0] = (uint32_t)wt_sext(got[0], 8u * e->i->bytes);
    for (unsigned k = 0; k < e->i->nrd; k++) w->r[(size_t)(e->i->rd + k) * o->ws + l] = got[k];
  }
  return WT_OK;
}

static void drop_done(wt_o_fifo *f) {
  for (; f->n && !nth(f, 0)->todo; f->n--) f->head = f->head + 1 < f->cap ? f->head + 1 : 0;
  if (!f->n) f->head = 0; /* the next access finds its place in the processor's cache */
}

static wt_status perform(wt_oracle *o, unsigned slot, int space, uint64_t lanes, uint64_t line, wt_oracle_source source, int tag) {
  wt_o_access *e = NULL;
  const void *from = NULL;
  uint64_t found = 0;
  wt_status st = oldest(o, slot, space, lanes, line, &e, &found);
  if (st) return st;
  wt_o_warp *w = &o->warp[slot];
  uint64_t bad = lanes & ~found;
  if (bad)
    return wt_o_fail(o, WT_DIFF, AT " pc 0x%x lane %u: memory access that this lane does not owe (%" PRIx64 " do)", slot, e->pc, lowest(bad),
                     e->todo);
  if (o->l1 && source != WT_SOURCE_MEMORY && (st = wt_o_l1_copy(o, slot, e, lanes, source, tag, &from))) return st;
  if ((st = books(o, slot, e, space, lanes, source, from))) return st;
  const int later = wt_o_is_later(o, space, source, tag);
  if (later) st = wt_o_later_access(o, slot, e, lanes, from ? tag : -1);
  else st = wt_o_mem_effect(o, slot, e, space, lanes, from);
  if (st) return st;
  e->todo &= ~lanes;
  for (unsigned k = 0; (!later || o->later.on != WT_LATER_LINES) && k < e->i->nrd; k++) w->r_owed[e->i->rd + k] &= ~lanes;
  drop_done(&w->fifo[space]);
  return WT_OK;
}

wt_status wt_oracle_mem_perform(wt_oracle *o, unsigned slot, int space, uint64_t lanes) {
  return perform(o, slot, space, lanes, WT_ORACLE_ANY_LINE, WT_SOURCE_MEMORY, -1);
}
wt_status wt_oracle_mem_perform_at(wt_oracle *o, unsigned slot, int space, uint64_t lanes, uint64_t line) {
  return perform(o, slot, space, lanes, line, WT_SOURCE_MEMORY, -1);
}
wt_status wt_oracle_mem_perform_from(wt_oracle *o, unsigned slot, uint64_t lanes, uint64_t line, wt_oracle_source source, int tag) {
  return perform(o, slot, WT_SPACE_GLOBAL, lanes, line, source, tag);
}

wt_status wt_oracle_fence(wt_oracle *o, unsigned slot, uint64_t lanes) {
  uint32_t pc;
  for (unsigned s = 0; slot < o->warps && s < WT_SPACES; s++) {
    uint64_t owed = s == WT_SPACE_SHARED ? 0 : wt_o_mem_owed(&o->warp[slot], s, lanes);
    if (s == WT_SPACE_GLOBAL) owed |= wt_o_later_owed(o, slot, lanes, &pc);
    if (owed) return wt_o_fail(o, WT_DIFF, AT " lane %u: passes a MEMBAR with an older access that is not performed", slot, lowest(owed));
  }
  return WT_OK;
}

/* ---- operands of an access that come too early ---- */

static wt_o_access *newest(const wt_o_fifo *f, uint64_t serial) {
  wt_o_access *e = f->n ? nth(f, f->n - 1) : NULL;
  return e && e->serial == serial ? e : NULL;
}

wt_status wt_o_mem_also(wt_oracle *o, unsigned slot, const wt_sem_insn *i, uint32_t pc, uint64_t lanes) {
  wt_o_warp *w = &o->warp[slot];
  const uint64_t serial = o->marks->warp[slot].serial;
  const wt_o_access *like = NULL;
  for (unsigned s = 0; s < WT_SPACES && !like; s++) like = newest(&w->fifo[s], serial);
  if (!like) return wt_o_mem_issue(o, slot, i, pc, lanes);
  for (unsigned s = 0; s < WT_SPACES; s++) {
    if (i->space != WT_SPACE_GENERIC && s != i->space) continue;
    wt_o_access *e = newest(&w->fifo[s], serial);
    if (!e) {
      if (!(e = append(&w->fifo[s]))) return no_memory(o);
      *e = *like, e->todo = e->unread = e->unknown = 0;
    }
    e->todo |= lanes, e->unread |= lanes, e->unknown |= lanes;
  }
  wt_o_set_pred(w, i->pu, lanes, lanes);
  owe(w, i, lanes);
  return WT_OK;
}

void wt_o_mem_unknown(wt_o_warp *w, uint32_t pc, uint64_t lanes) {
  for (unsigned s = 0; s < WT_SPACES; s++)
    for (unsigned k = 0; k < w->fifo[s].n; k++) {
      wt_o_access *e = nth(&w->fifo[s], k);
      if (e->pc == pc) e->unknown |= e->unread & lanes;
    }
}

/* Of the accesses at pc that one of the lanes has not read for yet, the number of the oldest instruction; 0: there is none. */
static uint64_t first_unread(const wt_o_warp *w, uint32_t pc, uint64_t lanes) {
  uint64_t first = 0;
  for (unsigned s = 0; s < WT_SPACES; s++)
    for (unsigned k = 0; k < w->fifo[s].n; k++) {
      const wt_o_access *e = nth(&w->fifo[s], k);
      if (e->pc == pc && e->unread & lanes && (!first || e->serial < first)) first = e->serial;
    }
  return first;
}

/* Addresses and data of these lanes, and of a generic access whether they are of this space at all. */
static void read_again(wt_oracle *o, const wt_o_warp *w, wt_o_access *e, unsigned space, uint64_t lanes) {
  wt_o_access *now = &o->marks->access;
  now->i = e->i, now->base = e->base;
  addresses(o, w, now);
  if (e->stored) operands(o, w, now);
  for (uint64_t m = lanes; m; m &= m - 1) {
    const unsigned l = lowest(m);
    e->addr[l] = now->addr[l];
    if (e->i->space == WT_SPACE_GENERIC && space_of(&e->addr[l]) != space) e->todo &= ~(m & -m);
    if (e->stored) memcpy(e->data[l], now->data[l], sizeof e->data[l]);
  }
}

void wt_o_mem_as_read(wt_oracle *o, unsigned slot, uint32_t pc, uint64_t lanes) {
  wt_o_warp *w = &o->warp[slot];
  const uint64_t serial = first_unread(w, pc, lanes);
  for (unsigned s = 0; serial && s < WT_SPACES; s++) {
    for (unsigned k = 0; k < w->fifo[s].n; k++) {
      wt_o_access *e = nth(&w->fifo[s], k);
      if (e->pc != pc || e->serial != serial || !e->unread) continue;
      read_again(o, w, e, s, lanes & e->unknown);
      e->unread &= ~lanes, e->unknown &= ~lanes;
    }
    drop_done(&w->fifo[s]);
  }
}
