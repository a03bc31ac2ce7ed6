/* wt_mem.c - device memory as a sorted list of allocations. */
#include "lib/wt_mem.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  wt_addr base;
  uint64_t size;
  uint8_t *data;     /* NULL when size is 0 */
  uint64_t *written; /* a bit for each byte that somebody wrote; with data */
  int fixed;         /* wt_mem_release does not take it */
  char name[WT_MEM_NAME];
} area;

enum { ROOM = 16 }; /* areas beyond those of the start */

/* What only words need: areas that were given back, the last ones, and names of parts of areas. Copies have none. */
enum { FREED = 1024 };
typedef struct {
  wt_addr base;
  uint64_t size;
  char name[WT_MEM_NAME];
} note;
typedef struct {
  note freed[FREED], *part;
  size_t n_freed, n_parts; /* n_freed: so many have been put in */
} notes;

/* What writes have overwritten, so that they can be taken back: of each the bytes, the words of `written` around them, and last an entry that says which. */
typedef struct {
  uint8_t *b;
  size_t n, cap;
  int on, lost; /* lost: no memory for one of them */
} undo_log;
typedef struct {
  uint64_t area, at, bytes;
} undo_entry;

struct wt_mem {
  area *a; /* ascending addresses */
  size_t n, cap;
  size_t last; /* where the last access was found: the next one is likely there */
  uint64_t total;
  wt_addr next;
  unsigned unnamed; /* allocations without a name, so far */
  notes *notes;     /* NULL = none yet */
  undo_log undo;
};

wt_mem *wt_mem_new(void) {
  wt_mem *m = calloc(1, sizeof *m);
  if (!m || !(m->a = calloc(ROOM, sizeof *m->a))) return free(m), NULL;
  m->cap = ROOM, m->next = WT_MEM_BASE;
  return m;
}

wt_status wt_mem_base(wt_mem *m, wt_addr base) {
  if (m->next != WT_MEM_BASE || m->n || base % WT_MEM_GUARD || !base || base > WT_MEM_BASE) return WT_USAGE;
  m->next = base;
  return WT_OK;
}

static void drop(area *a, size_t n) {
  for (size_t i = 0; i < n; i++) free(a[i].data), free(a[i].written);
  free(a);
}

void wt_mem_free(wt_mem *m) {
  if (!m) return;
  drop(m->a, m->n);
  if (m->notes) free(m->notes->part);
  free(m->notes);
  free(m->undo.b);
  free(m);
}

static size_t words(uint64_t bytes) { return (size_t)((bytes + 63) / 64); }

static int reserve(wt_mem *m) {
  if (m->n < m->cap) return 0;
  size_t cap = 2 * m->cap;
  area *a = realloc(m->a, cap * sizeof *a);
  if (!a) return -1;
  m->a = a;
  m->cap = cap;
  return 0;
}

wt_status wt_mem_alloc(wt_mem *m, uint64_t bytes, const char *name, wt_addr *out) {
  if (bytes > WT_MEM_LIMIT - m->total || reserve(m)) return WT_USAGE;
  uint8_t *data = bytes ? calloc(1, bytes) : NULL;
  uint64_t *written = data ? calloc(words(bytes), 8) : NULL;
  if (bytes && !written) return free(data), WT_USAGE;
  area *a = &m->a[m->n++];
  *a = (area){.base = m->next, .size = bytes, .data = data, .written = written};
  a->fixed = name != NULL;
  if (name) snprintf(a->name, sizeof a->name, "%s", name);
  else snprintf(a->name, sizeof a->name, "allocation %u", ++m->unnamed);
  m->total += bytes;
  m->next += (bytes + WT_MEM_ALIGN - 1) / WT_MEM_ALIGN * WT_MEM_ALIGN + WT_MEM_GUARD;
  *out = a->base;
  return WT_OK;
}

wt_status wt_mem_align(wt_mem *m, uint64_t align) {
  if (!align || align & (align - 1) || align > WT_MEM_GUARD) return WT_USAGE;
  m->next = (m->next + align - 1) & ~(align - 1);
  return WT_OK;
}

/* How many allocations start at or below addr. */
static size_t below(const wt_mem *m, wt_addr addr) {
  size_t lo = 0, hi = m->n;
  while (lo < hi) {
    size_t mid = lo + (hi - lo) / 2;
    if (m->a[mid].base <= addr) lo = mid + 1;
    else hi = mid;
  }
  return lo;
}

static area *starting_at(wt_mem *m, wt_addr addr) {
  size_t i = below(m, addr);
  return i && m->a[i - 1].base == addr && !m->a[i - 1].fixed ? &m->a[i - 1] : NULL;
}

wt_status wt_mem_name(wt_mem *m, wt_addr addr, const char *name) {
  area *a = starting_at(m, addr);
  if (!a) return WT_USAGE;
  snprintf(a->name, sizeof a->name, "%s", name);
  return WT_OK;
}

static notes *notes_of(wt_mem *m) {
  if (!m->notes) m->notes = calloc(1, sizeof *m->notes);
  return m->notes;
}

static void note_down(note *to, wt_addr base, uint64_t size, const char *name) {
  *to = (note){.base = base, .size = size};
  snprintf(to->name, sizeof to->name, "%s", name);
}

void wt_mem_part(wt_mem *m, wt_addr addr, uint64_t bytes, const char *name) {
  notes *x = notes_of(m);
  note *part = x ? realloc(x->part, (x->n_parts + 1) * sizeof *part) : NULL;
  if (!part) return; /* only words are lost */
  x->part = part;
  note_down(&part[x->n_parts++], addr, bytes, name);
}

wt_status wt_mem_release(wt_mem *m, wt_addr addr) {
  area *a = starting_at(m, addr);
  if (!a) return WT_USAGE;
  notes *x = notes_of(m);
  if (x) note_down(&x->freed[x->n_freed++ % FREED], a->base, a->size, a->name);
  free(a->data), free(a->written);
  m->total -= a->size;
  memmove(a, a + 1, (size_t)(m->a + m->n - a - 1) * sizeof *a);
  m->n--;
  return WT_OK;
}

static int holds(const area *a, wt_addr addr, size_t n) {
  uint64_t off = addr - a->base;
  return addr >= a->base && off <= a->size && n <= a->size - off;
}

/* Threads may look at the same time. NULL: in none. */
static area *area_at(wt_mem *m, wt_addr addr, size_t n) {
  size_t i = __atomic_load_n(&m->last, __ATOMIC_RELAXED);
  if (i < m->n && holds(&m->a[i], addr, n)) return &m->a[i];
  if (!(i = below(m, addr)) || !holds(&m->a[i - 1], addr, n)) return NULL;
  __atomic_store_n(&m->last, i - 1, __ATOMIC_RELAXED);
  return &m->a[i - 1];
}
uint8_t *wt_mem_ptr(wt_mem *m, wt_addr addr, size_t n) {
  area *a = area_at(m, addr, n);
  return a && a->data ? a->data + (addr - a->base) : NULL;
}

int wt_mem_read(wt_mem *m, wt_addr addr, void *dst, size_t n) {
  if (!n) return 0;
  const uint8_t *p = wt_mem_ptr(m, addr, n);
  if (!p) return -1;
  memcpy(dst, p, n);
  return 0;
}

/* The bits of a word that are among n from bit number at; *n becomes what is left behind the word. */
static uint64_t part(uint64_t at, size_t *n) {
  unsigned from = at % 64, here = *n < 64 - from ? (unsigned)*n : 64 - from;
  *n -= here;
  return (here == 64 ? ~UINT64_C(0) : (UINT64_C(1) << here) - 1) << from;
}
static void mark(area *a, uint64_t at, size_t n) {
  for (size_t left = n; n; at += n - left, n = left) {
    uint64_t bits = part(at, &left);
    a->written[at / 64] |= bits;
  }
}

/* ---- writes that can be taken back ---- */

/* The words of `written` in which n bytes have their bits. */
static size_t words_around(uint64_t at, size_t n) { return (size_t)((at + n - 1) / 64 - at / 64 + 1); }
static void note_undo(wt_mem *m, const area *a, uint64_t at, size_t n) {
  undo_log *u = &m->undo;
  const size_t w = words_around(at, n) * 8, need = n + w + sizeof(undo_entry);
  if (u->n + need > u->cap) {
    size_t cap = 2 * u->cap + need + 4096;
    uint8_t *b = realloc(u->b, cap);
    if (!b) {
      u->lost = 1;
      return;
    }
    u->b = b, u->cap = cap;
  }
  const undo_entry e = {(uint64_t)(a - m->a), at, n};
  uint8_t *to = u->b + u->n;
  memcpy(to, a->data + at, n), memcpy(to + n, a->written + at / 64, w), memcpy(to + n + w, &e, sizeof e);
  u->n += need;
}

void wt_mem_undo_begin(wt_mem *m) { m->undo.n = 0, m->undo.lost = 0, m->undo.on = 1; }
size_t wt_mem_undo_bytes(const wt_mem *m) { return m->undo.n; }
int wt_mem_undo(wt_mem *m) {
  undo_log *u = &m->undo;
  while (!u->lost && u->n) {
    undo_entry e;
    memcpy(&e, u->b + u->n - sizeof e, sizeof e);
    const area *a = &m->a[e.area];
    const size_t n = (size_t)e.bytes, w = words_around(e.at, n) * 8;
    u->n -= n + w + sizeof e;
    memcpy(a->data + e.at, u->b + u->n, n), memcpy(a->written + e.at / 64, u->b + u->n + n, w);
  }
  return u->lost ? -1 : 0;
}
void wt_mem_undo_end(wt_mem *m) {
  free(m->undo.b);
  m->undo = (undo_log){0};
}

int wt_mem_write(wt_mem *m, wt_addr addr, const void *src, size_t n) {
  if (!n) return 0;
  area *a = area_at(m, addr, n);
  if (!a || !a->data) return -1;
  const uint64_t at = addr - a->base;
  if (m->undo.on) note_undo(m, a, at, n);
  memcpy(a->data + at, src, n);
  mark(a, at, n);
  return 0;
}

void wt_mem_all_written(wt_mem *m, wt_addr addr) {
  const area *a = area_at(m, addr, 1);
  if (a) memset(a->written, 0xff, words(a->size) * 8);
}

int wt_mem_unwritten(wt_mem *m, wt_addr addr, size_t n) {
  const area *a = n ? area_at(m, addr, n) : NULL;
  if (!a || !a->data) return 0;
  uint64_t at = addr - a->base;
  for (size_t left = n; n; at += n - left, n = left)
    if (part(at, &left) & ~a->written[at / 64]) return 1;
  return 0;
}

size_t wt_mem_count(const wt_mem *m) { return m->n; }

wt_mem_area wt_mem_get(const wt_mem *m, size_t i) { return (wt_mem_area){m->a[i].base, m->a[i].size, m->a[i].name}; }

/* Nothing is inside an area without bytes. */
static int inside(wt_mem_area a, wt_addr addr) { return addr - a.base < a.size; }

int wt_mem_find(const wt_mem *m, wt_addr addr, wt_mem_area *out) {
  size_t i = below(m, addr);
  if (!i || !inside(wt_mem_get(m, i - 1), addr)) return 0;
  *out = wt_mem_get(m, i - 1);
  return 1;
}
uint64_t wt_mem_used(const wt_mem *m) { return m->total; }

/* ---- in words ---- */

static const char *plural(uint64_t n) { return n == 1 ? "" : "s"; }
static const char *tell(wt_mem_area a, const char *how, uint64_t by, const char *more, char *buf, size_t n) {
  snprintf(buf, n, "%" PRIu64 " byte%s %s %s (%" PRIu64 " byte%s at 0x%" PRIx64 ")%s", by, plural(by), how, a.name, a.size, plural(a.size), a.base,
           more);
  return buf;
}

static uint64_t distance(wt_mem_area a, wt_addr addr) { return addr < a.base ? a.base - addr : inside(a, addr) ? 0 : addr - a.base - a.size; }
/* An area tells where an address is that is not farther away than what lies between areas, or than it is large. */
static int is_near(wt_mem_area a, wt_addr addr) {
  uint64_t d = distance(a, addr);
  return d <= WT_MEM_GUARD || d <= a.size;
}
static const char *tell_place(wt_mem_area a, wt_addr addr, const char *more, char *buf, size_t n) {
  const char *how = addr < a.base ? "before" : inside(a, addr) ? "into" : "past the end of";
  return tell(a, how, inside(a, addr) ? addr - a.base : distance(a, addr), more, buf, n);
}

static wt_mem_area area_of(const note *x) { return (wt_mem_area){x->base, x->size, x->name}; }

/* The part of the area that holds the address, or is nearest; or the area, which has none. */
static wt_mem_area part_of(const wt_mem *m, wt_mem_area a, wt_addr addr) {
  const note *best = NULL;
  for (size_t i = 0; m->notes && i < m->notes->n_parts; i++) {
    const note *p = &m->notes->part[i];
    if (!inside(a, p->base)) continue;
    if (inside(area_of(p), addr)) return area_of(p);
    if (!best || distance(area_of(p), addr) < distance(area_of(best), addr)) best = p;
  }
  return best ? area_of(best) : a;
}

wt_mem_place wt_mem_where(const wt_mem *m, wt_addr addr, char *buf, size_t n) {
  size_t i = below(m, addr);
  wt_mem_area a = {0};
  int found = 0;
  for (size_t k = i ? i - 1 : 0; k <= i && k < m->n; k++)
    if (!found || distance(wt_mem_get(m, k), addr) < distance(a, addr)) a = wt_mem_get(m, k), found = 1;
  if (found && inside(a, addr)) return tell_place(part_of(m, a, addr), addr, "", buf, n), WT_MEM_INSIDE;
  for (size_t k = 0; m->notes && k < m->notes->n_freed && k < FREED; k++) {
    wt_mem_area f = area_of(&m->notes->freed[k]);
    if (inside(f, addr)) return tell_place(f, addr, ", which has been freed", buf, n), WT_MEM_FREED;
  }
  if (found && is_near(a, addr)) return tell_place(part_of(m, a, addr), addr, "", buf, n), WT_MEM_NEAR;
  snprintf(buf, n, m->n ? "no allocation is near" : "no memory is allocated");
  return WT_MEM_FAR;
}

/* The area of m that lies where x does and has its memory; NULL: none. */
static area *same_place(wt_mem *m, const area *x) {
  size_t i = below(m, x->base);
  area *y = i ? &m->a[i - 1] : NULL;
  return y && y->base == x->base && y->size == x->size && y->data ? y : NULL;
}

/* The areas of m. Those of old that lie in the same place give their memory, which from launch to launch is nearly all; old has nothing to lose before
 * there is memory for the others. */
static area *copy_areas(const wt_mem *m, wt_mem *old) {
  area *a = calloc(m->cap, sizeof *a);
  for (size_t i = 0; a && i < m->n; i++) {
    a[i] = m->a[i], a[i].data = NULL, a[i].written = NULL;
    if (!a[i].size || same_place(old, &a[i])) continue;
    a[i].data = malloc(a[i].size), a[i].written = malloc(words(a[i].size) * 8);
    if (!a[i].data || !a[i].written) {
      drop(a, i + 1);
      return NULL;
    }
  }
  for (size_t i = 0; a && i < m->n; i++) {
    if (!a[i].size) continue;
    area *was = a[i].data ? NULL : same_place(old, &a[i]);
    if (was) a[i].data = was->data, a[i].written = was->written, was->data = NULL, was->written = NULL;
    memcpy(a[i].data, m->a[i].data, a[i].size);
    memcpy(a[i].written, m->a[i].written, words(a[i].size) * 8);
  }
  return a;
}

wt_mem *wt_mem_clone(const wt_mem *m) {
  wt_mem *c = malloc(sizeof *c);
  if (!c) return NULL;
  *c = *m;
  c->notes = NULL, c->undo = (undo_log){0};
  c->a = copy_areas(m, &(wt_mem){0});
  if (c->a) return c;
  free(c);
  return NULL;
}

wt_addr wt_mem_next(const wt_mem *m) { return m->next; }

wt_status wt_mem_rebuild(wt_mem *m, const wt_mem_area *from, size_t n, wt_addr next) {
  area *a = calloc(n + ROOM, sizeof *a);
  uint64_t total = 0;
  wt_addr free_from = WT_MEM_GUARD;
  int bad = !a;
  for (size_t i = 0; !bad && i < n; i++) {
    a[i] = (area){.base = from[i].base, .size = from[i].size, .fixed = 1};
    snprintf(a[i].name, sizeof a[i].name, "%s", from[i].name);
    bad = a[i].base < free_from || a[i].base % WT_MEM_ALIGN || a[i].size > WT_MEM_LIMIT - total;
    if (!bad && a[i].size) bad = !(a[i].data = calloc(1, a[i].size)) || !(a[i].written = calloc(words(a[i].size), 8));
    total += a[i].size, free_from = a[i].base + a[i].size + WT_MEM_GUARD;
  }
  if (bad || next < free_from) {
    if (a) drop(a, n);
    return WT_USAGE;
  }
  drop(m->a, m->n);
  *m = (wt_mem){.a = a, .n = n, .cap = n + ROOM, .total = total, .next = next, .notes = m->notes, .undo = m->undo};
  return WT_OK;
}

int wt_mem_copy_from(wt_mem *dst, const wt_mem *src) {
  if (dst == src) return 0;
  area *a = copy_areas(src, dst);
  if (!a) return -1;
  drop(dst->a, dst->n);
  const wt_mem own = *dst;
  *dst = *src;
  dst->a = a, dst->notes = own.notes, dst->undo = own.undo;
  return 0;
}

/* Of bytes that are not all equal. */
static uint64_t first_difference(const uint8_t *a, const uint8_t *b) {
  uint64_t i = 0;
  while (a[i] == b[i]) i++;
  return i;
}

static int differ(wt_mem_diff *diff, const area *x, int layout, uint64_t off, uint8_t a, uint8_t b) {
  if (diff) *diff = (wt_mem_diff){x->base + off, {x->base, x->size, x->name}, layout, a, b};
  return 0;
}

int wt_mem_equal(const wt_mem *a, const wt_mem *b, wt_mem_diff *diff) {
  for (size_t i = 0; i < a->n || i < b->n; i++) {
    const area *x = i < a->n ? &a->a[i] : NULL, *y = i < b->n ? &b->a[i] : NULL;
    if (!x || !y || x->base != y->base || x->size != y->size) return differ(diff, x ? x : y, 1, 0, 0, 0);
    if (!x->size || !memcmp(x->data, y->data, x->size)) continue;
    uint64_t off = first_difference(x->data, y->data);
    return differ(diff, x, 0, off, x->data[off], y->data[off]);
  }
  return 1;
}

/* One step of the digest: every input bit reaches the whole word. */
static uint64_t mix(uint64_t h, uint64_t v) {
  h = (h ^ v) * UINT64_C(0x9e3779b97f4a7c15);
  return h ^ h >> 29;
}

uint64_t wt_mem_digest(const wt_mem *m) {
  uint64_t h = m->n;
  for (size_t i = 0; i < m->n; i++) {
    const area *a = &m->a[i];
    h = mix(mix(h, a->base), a->size);
    for (uint64_t o = 0; o < a->size; o += 8) {
      uint64_t v = 0;
      memcpy(&v, a->data + o, a->size - o < 8 ? a->size - o : 8);
      h = mix(h, v);
    }
  }
  return mix(h, 0);
}
