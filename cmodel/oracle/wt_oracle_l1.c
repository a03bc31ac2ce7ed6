/* wt_oracle_l1.c - copies of what the first-level cache holds, and what a thread must not see in them. */
#include "oracle/wt_oracle_l1.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "oracle/wt_oracle_int.h"

enum { LINE = 128, SECTOR = 32, HASH = 256, NO = -1 };

/* A line in the cache, or one that was read for it. */
typedef struct {
  uint64_t base;          /* address of its first byte */
  uint64_t version[LINE]; /* of each byte */
  uint8_t data[LINE];
  uint8_t there[LINE / 8]; /* bytes that memory has */
  uint8_t sectors;         /* 0: nothing */
} copy;

/* A store or atomic that a copy of its line has not followed: its thread must not read older bytes there, nor may STRONG loads of the scope of a CTA or an SM.
 * Gone with the last copy of the line. */
typedef struct {
  uint64_t base, version;
  uint32_t thread;
  uint16_t at, n;
} owed;

struct wt_o_l1 {
  unsigned lines, bytes; /* of a line */
  int update;
  uint64_t now; /* reads, stores and CCTL so far: versions are its values */
  copy *place;
  copy read[WT_ORACLE_READS];
  uint64_t under_way; /* of read */
  owed *owed;
  uint32_t n_owed, room;
  uint64_t *floor, *before;  /* of a thread: its last CCTL.IVALL and the one before that */
  int16_t head[HASH], *next; /* places by line */
};

static unsigned thread_of(unsigned slot, unsigned lane) { return slot * WT_SEM_LANES + lane; }

/* ---- places by line ---- */

static int16_t *bucket(wt_o_l1 *x, uint64_t base) { return &x->head[(base >> 5 ^ base >> 7 ^ base >> 15) % HASH]; }
static void link_place(wt_o_l1 *x, unsigned p) {
  int16_t *h = bucket(x, x->place[p].base);
  x->next[p] = *h, *h = (int16_t)p;
}
static void unlink_place(wt_o_l1 *x, unsigned p) {
  int16_t *h = bucket(x, x->place[p].base);
  while (*h != (int16_t)p) h = &x->next[*h];
  *h = x->next[p];
}
/* The cache looks at its ways in order; NO: it does not have the line. */
static int place_of(wt_o_l1 *x, uint64_t base) {
  int best = NO;
  for (int p = *bucket(x, base); p != NO; p = x->next[p])
    if (x->place[p].base == base && (best == NO || p < best)) best = p;
  return best;
}
static void link_all(wt_o_l1 *x) {
  for (unsigned i = 0; i < HASH; i++) x->head[i] = NO;
  for (unsigned p = 0; p < x->lines; p++)
    if (x->place[p].sectors) link_place(x, p);
}

/* ---- set-up ---- */

void wt_o_l1_free(wt_oracle *o) {
  wt_o_l1 *x = o->l1;
  if (!x) return;
  free(x->place), free(x->owed), free(x->floor), free(x->before), free(x->next);
  free(x);
  o->l1 = NULL;
}

wt_status wt_oracle_l1(wt_oracle *o, unsigned lines, unsigned bytes, int update) {
  size_t threads = (size_t)o->warps * WT_SEM_LANES;
  wt_o_l1_free(o);
  if (!lines) return WT_OK;
  wt_o_l1 *x = o->l1 = calloc(1, sizeof *x);
  if (!x || !(x->place = calloc(lines, sizeof *x->place)) || !(x->next = calloc(lines, sizeof *x->next)) ||
      !(x->floor = calloc(threads, sizeof *x->floor)) || !(x->before = calloc(threads, sizeof *x->before))) {
    wt_o_l1_free(o);
    return wt_o_fail(o, WT_USAGE, "oracle: out of memory for the first-level cache");
  }
  x->lines = lines, x->bytes = bytes, x->update = update;
  link_all(x);
  return WT_OK;
}

/* ---- lines ---- */

/* Nobody can read what the line was before a store, once no copy of it is left. */
static void settle(wt_o_l1 *x, uint64_t base) {
  if (!x->n_owed || place_of(x, base) != NO) return;
  for (uint64_t m = x->under_way; m; m &= m - 1)
    if (x->read[lowest(m)].base == base) return;
  uint32_t n = 0;
  for (uint32_t k = 0; k < x->n_owed; k++)
    if (x->owed[k].base != base) x->owed[n++] = x->owed[k];
  x->n_owed = n;
}

wt_status wt_oracle_l1_asked(wt_oracle *o, unsigned tag, uint64_t base, unsigned sectors) {
  wt_o_l1 *x = o->l1;
  if (!x || tag >= WT_ORACLE_READS) return WT_OK;
  copy *c = &x->read[tag];
  *c = (copy){.base = base, .sectors = (uint8_t)sectors};
  x->under_way |= UINT64_C(1) << tag;
  x->now++;
  for (unsigned i = 0; i < x->bytes; i++)
    if (sectors >> i / SECTOR & 1) c->version[i] = x->now;
  if (o->later.on) return wt_o_later_line(o, tag);
  wt_o_l1_read(o, tag);
  return WT_OK;
}
void wt_o_l1_read(wt_oracle *o, unsigned tag) {
  const wt_o_l1 *x = o->l1;
  copy *c = &o->l1->read[tag];
  for (unsigned s = 0; s < x->bytes / SECTOR; s++) {
    if (!(c->sectors >> s & 1)) continue;
    unsigned from = s * SECTOR;
    int whole = 1;
    for (unsigned i = from; i < from + SECTOR; i += 16) whole &= !o->mem.read(o->mem.ctx, c->base + i, 16, c->data + i);
    for (unsigned i = from; i < from + SECTOR; i++)
      c->there[i / 8] |= (uint8_t)((whole || !o->mem.read(o->mem.ctx, c->base + i, 1, c->data + i)) << i % 8);
  }
}

void wt_oracle_l1_over(wt_oracle *o, unsigned tag) {
  wt_o_l1 *x = o->l1;
  if (!x || tag >= WT_ORACLE_READS || !(x->under_way >> tag & 1)) return;
  x->under_way &= ~(UINT64_C(1) << tag);
  settle(x, x->read[tag].base);
}

wt_status wt_oracle_l1_line(wt_oracle *o, unsigned place, uint64_t base, unsigned sectors, int tag, int again) {
  wt_o_l1 *x = o->l1;
  if (!x || place >= x->lines) return WT_OK;
  copy *c = &x->place[place];
  if (c->sectors && (!sectors || c->base != base)) {
    unlink_place(x, place);
    c->sectors = 0;
    settle(x, c->base);
  }
  if (!sectors) return WT_OK;
  const copy *r = tag >= 0 && tag < WT_ORACLE_READS && x->under_way >> tag & 1 ? &x->read[tag] : NULL;
  unsigned more = sectors & ~c->sectors;
  if (more && (!r || r->base != base || more & ~r->sectors))
    return wt_o_fail(o, WT_DIFF, "oracle: the first-level cache holds sectors %x of the line at 0x%" PRIx64 ", which were not read from memory", more,
                     base);
  if (again && r && r->base == base) more = sectors & r->sectors;
  int known = c->sectors != 0;
  c->base = base, c->sectors = (uint8_t)sectors;
  if (!known) link_place(x, place);
  for (unsigned s = 0; s < x->bytes / SECTOR; s++) {
    if (!(more >> s & 1)) continue;
    memcpy(c->data + s * SECTOR, r->data + s * SECTOR, SECTOR);
    memcpy(c->there + s * SECTOR / 8, r->there + s * SECTOR / 8, SECTOR / 8);
    memcpy(c->version + s * SECTOR, r->version + s * SECTOR, SECTOR * sizeof *c->version);
  }
  return WT_OK;
}

/* ---- threads ---- */

uint64_t wt_o_l1_now(const wt_oracle *o) { return o->l1->now; }

void wt_o_l1_start(wt_oracle *o, unsigned slot) {
  wt_o_l1 *x = o->l1;
  uint32_t n = 0;
  memset(x->floor + thread_of(slot, 0), 0, WT_SEM_LANES * sizeof *x->floor);
  memset(x->before + thread_of(slot, 0), 0, WT_SEM_LANES * sizeof *x->before);
  for (uint32_t k = 0; k < x->n_owed; k++)
    if (x->owed[k].thread / WT_SEM_LANES != slot) x->owed[n++] = x->owed[k];
  x->n_owed = n;
}

void wt_o_l1_forget(wt_oracle *o, unsigned slot, uint64_t lanes) {
  wt_o_l1 *x = o->l1;
  x->now++;
  for (uint64_t m = lanes; m; m &= m - 1) {
    unsigned t = thread_of(slot, lowest(m));
    x->before[t] = x->floor[t], x->floor[t] = x->now;
  }
}

wt_status wt_o_l1_store(wt_oracle *o, unsigned slot, const wt_o_access *e, unsigned lane) {
  wt_o_l1 *x = o->l1;
  const uint64_t addr = e->addr[lane];
  const unsigned n = e->i->bytes;
  const int weak = e->i->mop == WT_MOP_ST && !e->i->strong;
  unsigned at = (unsigned)(addr % x->bytes), others = 0;
  uint64_t base = addr - at;
  int p = place_of(x, base), follows = p != NO && weak && x->update;
  x->now++;
  if (follows) {
    copy *c = &x->place[p];
    memcpy(c->data + at, e->data[lane], n);
    for (unsigned i = at; i < at + n; i++) c->version[i] = x->now;
  }
  for (uint64_t m = x->under_way; m; m &= m - 1) others |= x->read[lowest(m)].base == base;
  for (int k = *bucket(x, base); k != NO; k = x->next[k]) others |= x->place[k].base == base && !(follows && k == p);
  if (!others) return WT_OK;
  if (x->n_owed == x->room) {
    uint32_t room = x->room ? 2 * x->room : 64;
    owed *more = realloc(x->owed, room * sizeof *more);
    if (!more) return wt_o_fail(o, WT_USAGE, "oracle: out of memory for the first-level cache");
    x->owed = more, x->room = room;
  }
  x->owed[x->n_owed++] = (owed){base, x->now, thread_of(slot, lane), (uint16_t)at, (uint16_t)n};
  return WT_OK;
}

/* ---- loads ---- */

static const char *const source_name[] = {"memory", "a line of the first-level cache", "a line on its way to the first-level cache for another load",
                                          "a line on its way to the first-level cache"};

/* A thread reads what it must not. */
static wt_status broken(wt_oracle *o, unsigned slot, const wt_o_access *e, unsigned lane, wt_oracle_source source, const char *rule) {
  const wt_o_warp *w = &o->warp[slot];
  const unsigned *c = o->cta[w->cta].ctaid;
  return wt_o_fail(o, WT_DIFF, AT " pc 0x%x lane %u: thread (%u,%u,%u) of CTA (%u,%u,%u) reads 0x%" PRIx64 " from %s: %s", slot, e->pc, lane,
                   w->tid[0][lane], w->tid[1][lane], w->tid[2][lane], c[0], c[1], c[2], e->addr[lane], source_name[source], rule);
}

wt_status wt_o_l1_copy(wt_oracle *o, unsigned slot, const wt_o_access *e, uint64_t lanes, wt_oracle_source source, int tag, const void **out) {
  wt_o_l1 *x = o->l1;
  unsigned l = lowest(lanes);
  if (e->i->mop != WT_MOP_LD) return broken(o, slot, e, l, source, "only loads are served by it");
  if (e->i->strong && !e->i->within) return broken(o, slot, e, l, source, "a strong load takes what memory has");
  uint64_t base = e->addr[l] - e->addr[l] % x->bytes;
  int p = source == WT_SOURCE_HIT ? place_of(x, base) : NO;
  const copy *c = p != NO ? &x->place[p] : NULL;
  if (source != WT_SOURCE_HIT && tag >= 0 && tag < WT_ORACLE_READS && x->under_way >> tag & 1 && x->read[tag].base == base) c = &x->read[tag];
  if (!c) return broken(o, slot, e, l, source, "there is no such line");
  *out = c;
  return WT_OK;
}

const void *wt_o_l1_under_way(const wt_oracle *o, unsigned tag) { return &o->l1->read[tag]; }

int wt_o_l1_take(const wt_o_access *e, unsigned lane, const void *from, void *got) {
  const copy *c = from;
  const unsigned at = (unsigned)(e->addr[lane] - c->base), n = e->i->bytes;
  for (unsigned i = at; i < at + n; i++)
    if (!(c->there[i / 8] >> i % 8 & 1)) return -1;
  memcpy(got, c->data + at, n);
  return 0;
}
wt_status wt_o_l1_may_load(wt_oracle *o, unsigned slot, const wt_o_access *e, unsigned lane, wt_oracle_source source, const void *from) {
  const wt_o_l1 *x = o->l1;
  const copy *c = from;
  unsigned at = (unsigned)(e->addr[lane] % x->bytes), n = e->i->bytes, t = thread_of(slot, lane);
  uint64_t oldest = UINT64_MAX, floor = x->floor[t] <= e->born ? x->floor[t] : x->before[t] <= e->born ? x->before[t] : 0;
  char rule[120];
  for (unsigned i = at; i < at + n; i++) {
    if (!(c->sectors >> i / SECTOR & 1)) return broken(o, slot, e, lane, source, "there is no such sector");
    if (c->version[i] < oldest) oldest = c->version[i];
  }
  if (oldest < floor) {
    snprintf(rule, sizeof rule, "version %" PRIu64 " is older than the thread's last CCTL.IVALL (version %" PRIu64 ")", oldest, floor);
    return broken(o, slot, e, lane, source, rule);
  }
  for (uint32_t k = 0; k < x->n_owed; k++) {
    const owed *s = &x->owed[k];
    if ((s->thread != t && !e->i->within) || s->base != c->base) continue; /* later stores to the line come after this load */
    for (unsigned i = at > s->at ? at : s->at; i < at + n && i < (unsigned)s->at + s->n; i++)
      if (c->version[i] < s->version) {
        snprintf(rule, sizeof rule, "version %" PRIu64 " is older than %s (version %" PRIu64 ")", c->version[i],
                 s->thread == t ? "the thread's own store" : "a store of its SM", s->version);
        return broken(o, slot, e, lane, source, rule);
      }
  }
  return WT_OK;
}

/* ---- saved ---- */

void wt_o_l1_saved(wt_oracle *o, wt_saved *l) {
  wt_o_l1 *x = o->l1;
  size_t threads = (size_t)o->warps * WT_SEM_LANES;
  wt_saved_add(l, &x->now, sizeof x->now, 1, "oracle.l1.now");
  wt_saved_add(l, &x->under_way, sizeof x->under_way, 1, "oracle.l1.under_way");
  wt_saved_add(l, x->floor, sizeof *x->floor, (uint32_t)threads, "oracle.l1.floor");
  wt_saved_add(l, x->before, sizeof *x->before, (uint32_t)threads, "oracle.l1.before");
  wt_saved_add(l, &x->n_owed, sizeof x->n_owed, 1, "oracle.l1.n_owed");
#define ROW(at, n, field) wt_saved_add(l, &(at)->field, sizeof(at)->field, n, "oracle.l1." #at "." #field)->stride = sizeof *(at)
  copy *place = x->place, *read = x->read;
  ROW(place, x->lines, base), ROW(place, x->lines, sectors), ROW(place, x->lines, data), ROW(place, x->lines, there), ROW(place, x->lines, version);
  ROW(read, WT_ORACLE_READS, base), ROW(read, WT_ORACLE_READS, sectors), ROW(read, WT_ORACLE_READS, data), ROW(read, WT_ORACLE_READS, there);
  ROW(read, WT_ORACLE_READS, version);
#undef ROW
#define ROW(field)                                                                                                                  \
  do {                                                                                                                              \
    wt_saved_row *r = wt_saved_add(l, (void *)offsetof(owed, field), sizeof((owed *)0)->field, 1u << 24, "oracle.l1.owed." #field); \
    r->stride = sizeof(owed), r->count = &x->n_owed, r->own = (void **)&x->owed, r->room = &x->room;                                \
  } while (0)
  ROW(base);
  ROW(version);
  ROW(thread);
  ROW(at);
  ROW(n);
#undef ROW
}

void wt_o_l1_loaded(wt_oracle *o) { link_all(o->l1); }
