/* wt_oracle_later.c - effects on global memory that wait until other SMs have had their turn there. */
#include <inttypes.h>
#include <stdlib.h>

#include "oracle/wt_oracle_int.h"

/* An access of lanes, each with its place behind the entry; or the bytes of a line that is on its way. No pointers: it is state. */
enum { ACCESS, LINE };
typedef struct {
  uint64_t lanes, when, line;
  uint32_t pc, event, slot, what;
  int32_t tag;
  uint32_t bytes; /* with its lanes */
} entry;
typedef struct {
  uint64_t addr;
  uint32_t data[4];
} lane_of;

void wt_oracle_later(wt_oracle *o, wt_oracle_waits how) {
  o->later.on = how, o->later.n = o->later.done = 0, o->later.events = o->later.through = 0, o->later.line = o->later.lines = 0;
}
void wt_oracle_event(wt_oracle *o, uint64_t line) { o->later.events++, o->later.line = line; }

static entry at(const wt_oracle *o, uint32_t place) {
  entry e;
  memcpy(&e, o->later.b + place, sizeof e);
  return e;
}

static wt_status add(wt_oracle *o, entry e, const lane_of *lane, unsigned lanes) {
  e.bytes = (uint32_t)(sizeof e + lanes * sizeof *lane);
  if (o->later.n + e.bytes > o->later.cap) {
    const uint32_t cap = 2 * o->later.cap + 65536;
    uint8_t *b = realloc(o->later.b, cap);
    if (!b) return wt_o_fail(o, WT_USAGE, "oracle: out of memory for memory accesses");
    o->later.b = b, o->later.cap = cap;
  }
  memcpy(o->later.b + o->later.n, &e, sizeof e);
  if (lanes) memcpy(o->later.b + o->later.n + sizeof e, lane, lanes * sizeof *lane);
  o->later.n += e.bytes;
  return WT_OK;
}
/* Of the last event, at this time; where lines have orders of their own the time is that of the effect. */
static entry of_event(const wt_oracle *o) {
  return (entry){.event = o->later.events, .line = o->later.line, .when = o->init && o->later.on == WT_LATER_ALL ? o->init->now : 0, .tag = -1};
}

wt_status wt_o_later_line(wt_oracle *o, unsigned tag) {
  entry e = of_event(o);
  o->later.lines |= UINT64_C(1) << tag;
  e.what = LINE, e.tag = (int32_t)tag;
  return add(o, e, NULL, 0);
}
/* A line that was read before is known, and its place may be another line's before this access would have its turn. */
int wt_o_is_later(const wt_oracle *o, int space, wt_oracle_source source, int tag) {
  if (!o->later.on || space != WT_SPACE_GLOBAL || source == WT_SOURCE_HIT) return 0;
  return source == WT_SOURCE_MEMORY || o->later.lines >> tag & 1;
}
wt_status wt_o_later_access(wt_oracle *o, unsigned slot, const wt_o_access *a, uint64_t lanes, int tag) {
  lane_of lane[WT_SEM_LANES];
  unsigned n = 0;
  entry e = of_event(o);
  for (uint32_t k = o->later.done; tag >= 0 && o->later.on == WT_LATER_LINES && k < o->later.n;) { /* it is of the event of its line */
    const entry x = at(o, k);
    if (x.what == LINE && x.tag == tag) e.event = x.event, e.line = x.line;
    k += x.bytes;
  }
  for (uint64_t m = lanes; m; m &= m - 1, n++) {
    const unsigned l = lowest(m);
    lane[n].addr = a->addr[l];
    memcpy(lane[n].data, a->data[l], sizeof lane[n].data);
  }
  e.lanes = lanes, e.pc = a->pc, e.slot = slot, e.tag = tag;
  return add(o, e, lane, n);
}

static wt_status take_effect(wt_oracle *o, uint32_t place) {
  const entry e = at(o, place);
  const uint8_t *p = o->later.b + place + sizeof e;
  wt_o_access *a = &o->later.access;
  if (e.what == LINE) return wt_o_l1_read(o, (unsigned)e.tag), o->later.lines &= ~(UINT64_C(1) << e.tag), WT_OK;
  wt_status st = wt_o_fetch(o, e.slot, e.pc, &a->i);
  a->pc = e.pc;
  for (uint64_t m = e.lanes; m; m &= m - 1, p += sizeof(lane_of)) {
    const unsigned l = lowest(m);
    lane_of lane;
    memcpy(&lane, p, sizeof lane);
    a->addr[l] = lane.addr;
    memcpy(a->data[l], lane.data, sizeof lane.data);
  }
  if (o->init && o->later.on == WT_LATER_ALL) o->init->now = e.when;
  if (!st) st = wt_o_mem_effect(o, e.slot, a, WT_SPACE_GLOBAL, e.lanes, e.tag < 0 ? NULL : wt_o_l1_under_way(o, (unsigned)e.tag));
  for (unsigned k = 0; !st && o->later.on == WT_LATER_LINES && k < a->i->nrd; k++) o->warp[e.slot].r_owed[a->i->rd + k] &= ~e.lanes;
  return st;
}

/* The oldest event of the line, wherever it is among the others; what stays moves together. */
static wt_status of_line(wt_oracle *o, uint64_t line) {
  wt_status st = WT_OK;
  uint32_t event = 0, to = 0, bytes;
  for (uint32_t k = 0; !st && k < o->later.n; k += bytes) {
    const entry e = at(o, k);
    bytes = e.bytes;
    if (!event && e.line == line) event = e.event;
    if (event && e.event == event) {
      st = take_effect(o, k);
      continue;
    }
    if (to != k) memmove(o->later.b + to, o->later.b + k, bytes);
    to += bytes;
  }
  if (st) return st;
  o->later.n = to;
  if (!event) return wt_o_fail(o, WT_DIFF, "oracle: memory performs what nobody has asked for at 0x%" PRIx64, line * 128);
  return WT_OK;
}

wt_status wt_oracle_effects(wt_oracle *o, uint64_t line) {
  wt_status st = WT_OK;
  if (o->later.on == WT_LATER_LINES) return of_line(o, line);
  for (o->later.through++; !st && o->later.done < o->later.n;) {
    const entry e = at(o, o->later.done);
    if (e.event > o->later.through) break;
    st = take_effect(o, o->later.done);
    o->later.done += e.bytes;
  }
  return st;
}

/* ---- what waits over many cycles ---- */

uint64_t wt_o_later_owed(const wt_oracle *o, unsigned slot, uint64_t lanes, uint32_t *pc) {
  uint64_t owed = 0;
  uint32_t bytes;
  for (uint32_t k = 0; o->later.on == WT_LATER_LINES && k < o->later.n; k += bytes) {
    const entry e = at(o, k);
    bytes = e.bytes;
    if (e.what != ACCESS || e.slot != slot || !(e.lanes & lanes)) continue;
    if (!owed) *pc = e.pc;
    owed |= e.lanes & lanes;
  }
  return owed;
}

wt_status wt_o_later_loaded(wt_oracle *o) {
  wt_status st = WT_OK;
  uint32_t bytes;
  for (uint32_t k = 0; !st && o->later.on == WT_LATER_LINES && k < o->later.n; k += bytes) {
    const entry e = at(o, k);
    const wt_sem_insn *i = NULL;
    bytes = e.bytes;
    if (e.what == ACCESS) st = wt_o_fetch(o, e.slot, e.pc, &i);
    for (unsigned r = 0; i && !st && r < i->nrd; r++) o->warp[e.slot].r_owed[i->rd + r] |= e.lanes;
  }
  return st;
}

void wt_o_later_saved(wt_oracle *o, wt_saved *l) {
#define ROW(field) wt_saved_add(l, &o->later.field, sizeof o->later.field, 1, "oracle.later." #field)
  ROW(events), ROW(line), ROW(lines), ROW(n);
#undef ROW
  wt_saved_row *r = wt_saved_add(l, NULL, 1, 1u << 24, "oracle.later.entries");
  r->count = &o->later.n, r->own = (void **)&o->later.b, r->room = &o->later.cap;
}
