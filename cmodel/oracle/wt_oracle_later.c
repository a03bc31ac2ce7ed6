/* wt_oracle_later.c - effects on global memory that wait until other SMs have had their turn there. */
#include <stdlib.h>

#include "oracle/wt_oracle_int.h"

/* An access of lanes, each with its place behind the entry; or the bytes of a line that is on its way. */
typedef struct {
  const wt_sem_insn *i; /* NULL: a line */
  uint64_t lanes, when;
  uint32_t pc, event, slot;
  int32_t tag;
  uint32_t bytes, zero; /* with its lanes */
} entry;
typedef struct {
  uint64_t addr;
  uint32_t data[4];
} lane_of;

void wt_oracle_later(wt_oracle *o, int on) {
  o->later.on = on, o->later.n = o->later.done = 0, o->later.events = o->later.through = 0, o->later.lines = 0;
}
void wt_oracle_event(wt_oracle *o) { o->later.events++; }

static wt_status add(wt_oracle *o, entry e, const lane_of *lane, unsigned lanes) {
  e.bytes = (uint32_t)(sizeof e + lanes * sizeof *lane);
  e.event = o->later.events, e.when = o->init ? o->init->now : 0;
  if (o->later.n + e.bytes > o->later.cap) {
    const size_t cap = 2 * o->later.cap + 65536;
    uint8_t *b = realloc(o->later.b, cap);
    if (!b) return wt_o_fail(o, WT_USAGE, "oracle: out of memory for memory accesses");
    o->later.b = b, o->later.cap = cap;
  }
  memcpy(o->later.b + o->later.n, &e, sizeof e);
  if (lanes) memcpy(o->later.b + o->later.n + sizeof e, lane, lanes * sizeof *lane);
  o->later.n += e.bytes;
  return WT_OK;
}

wt_status wt_o_later_line(wt_oracle *o, unsigned tag) {
  o->later.lines |= UINT64_C(1) << tag;
  return add(o, (entry){.tag = (int32_t)tag}, NULL, 0);
}
/* A line that was read before is known, and its place may be another line's before this access would have its turn. */
int wt_o_is_later(const wt_oracle *o, int space, wt_oracle_source source, int tag) {
  if (!o->later.on || space != WT_SPACE_GLOBAL || source == WT_SOURCE_HIT) return 0;
  return source == WT_SOURCE_MEMORY || o->later.lines >> tag & 1;
}
wt_status wt_o_later_access(wt_oracle *o, unsigned slot, const wt_o_access *e, uint64_t lanes, int tag) {
  lane_of lane[WT_SEM_LANES];
  unsigned n = 0;
  for (uint64_t m = lanes; m; m &= m - 1, n++) {
    const unsigned l = (unsigned)__builtin_ctzll(m);
    lane[n].addr = e->addr[l];
    memcpy(lane[n].data, e->data[l], sizeof lane[n].data);
  }
  return add(o, (entry){.i = e->i, .lanes = lanes, .pc = e->pc, .slot = slot, .tag = tag}, lane, n);
}

static wt_status take_effect(wt_oracle *o, const entry *e) {
  const uint8_t *p = o->later.b + o->later.done + sizeof *e;
  wt_o_access *a = &o->later.access;
  if (!e->i) return wt_o_l1_read(o, (unsigned)e->tag), o->later.lines &= ~(UINT64_C(1) << e->tag), WT_OK;
  a->i = e->i, a->pc = e->pc;
  for (uint64_t m = e->lanes; m; m &= m - 1, p += sizeof(lane_of)) {
    const unsigned l = (unsigned)__builtin_ctzll(m);
    lane_of lane;
    memcpy(&lane, p, sizeof lane);
    a->addr[l] = lane.addr;
    memcpy(a->data[l], lane.data, sizeof lane.data);
  }
  if (o->init) o->init->now = e->when;
  return wt_o_mem_effect(o, e->slot, a, WT_SPACE_GLOBAL, e->lanes, e->tag < 0 ? NULL : wt_o_l1_under_way(o, (unsigned)e->tag));
}

wt_status wt_oracle_effects(wt_oracle *o) {
  wt_status st = WT_OK;
  entry e;
  for (o->later.through++; !st && o->later.done < o->later.n;) {
    memcpy(&e, o->later.b + o->later.done, sizeof e);
    if (e.event > o->later.through) break;
    st = take_effect(o, &e);
    o->later.done += e.bytes;
  }
  return st;
}
