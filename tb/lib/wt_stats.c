/* wt_stats.c - what a session counted: as numbers, and as JSON. */
#include <jansson.h>
#include <string.h>

#include "lib/wt_session.h"
#include "lib/wt_use.h"

static wt_memory_counters memory_counters(const wt_session *s) {
  const wt_mem_counts *n = &s->x.memory.net;
  const wt_dram_counts *d = &s->x.memory.dram;
  const wt_shape *S = &s->shape;
  if (S->MEM_MODEL != WT_MEM_MODEL_l2dram) return (wt_memory_counters){0};
  return (wt_memory_counters){
    .net_clocks = n->clocks,
    .requests = n->requests,
    .request_bytes = n->request_bytes,
    .answer_bytes = n->answer_bytes,
    .latency = n->latency,
    .port_full_cycles = n->port_full,
    .port_queued = n->at_port,
    .slices_queued = n->at_slices,
    .sectors = n->sectors,
    .sector_hits = n->sector_hits,
    .requests_hit = n->requests_hit,
    .merged = n->merged,
    .evictions = n->evictions,
    .stalls_pending = n->stall_pending,
    .stalls_dram = n->stall_dram,
    .stalls_set = n->stall_set,
    .dram_clocks = d->clocks / S->DRAM_CHANNELS,
    .dram_reads = d->reads,
    .dram_writes = d->writes,
    .row_hits = d->hits,
    .row_misses = d->misses,
    .row_conflicts = d->conflicts,
    .bus_clocks = d->bus,
    .dram_queued = d->queued,
    .overtaken = d->overtaken,
    .bytes_offered = d->clocks * S->DRAM_BUS / S->MEM_SHARE,
  };
}

static double ratio(uint64_t a, uint64_t b) { return b ? (double)a / (double)b : 0; }

/* NULL: this shape has nothing to say there, or it was not counted. */
static json_t *memory_json(const wt_shape *S, const wt_counters *c) {
  const wt_memory_counters *m = &c->memory;
  if (S->MEM_MODEL != WT_MEM_MODEL_l2dram) return NULL;
  json_t *net = json_object(), *l2 = json_object(), *dram = json_object();
#define N(to, name, value) json_object_set_new(to, name, json_integer((json_int_t)(value)))
#define F(to, name, value) json_object_set_new(to, name, json_real(value))
  N(net, "clocks", m->net_clocks), N(net, "requests", m->requests);
  N(net, "request_bytes", m->request_bytes), N(net, "answer_bytes", m->answer_bytes);
  F(net, "mean_latency", ratio(m->latency, m->requests));
  N(net, "port_full_cycles", m->port_full_cycles);
  F(net, "mean_queued_at_port", ratio(m->port_queued, m->net_clocks)), F(net, "mean_queued_at_slices", ratio(m->slices_queued, m->net_clocks));
  N(l2, "sectors", m->sectors), N(l2, "sector_hits", m->sector_hits), F(l2, "hit_rate", ratio(m->sector_hits, m->sectors));
  N(l2, "requests_hit", m->requests_hit), N(l2, "merged", m->merged), N(l2, "evictions", m->evictions);
  N(l2, "stalls_pending", m->stalls_pending), N(l2, "stalls_dram", m->stalls_dram), N(l2, "stalls_set", m->stalls_set);
  N(dram, "clocks", m->dram_clocks), N(dram, "reads", m->dram_reads), N(dram, "writes", m->dram_writes);
  N(dram, "row_hits", m->row_hits), N(dram, "row_misses", m->row_misses), N(dram, "row_conflicts", m->row_conflicts);
  F(dram, "row_hit_rate", ratio(m->row_hits, m->dram_reads + m->dram_writes));
  N(dram, "overtaken", m->overtaken), F(dram, "mean_queued", ratio(m->dram_queued, m->dram_clocks));
  uint64_t bytes = (m->dram_reads + m->dram_writes) * WT_DRAM_SECTOR;
  N(dram, "bytes", bytes), N(dram, "bytes_offered", m->bytes_offered), F(dram, "bandwidth_used", ratio(bytes, m->bytes_offered));
#undef N
#undef F
  return json_pack("{s:o,s:o,s:o}", "network", net, "l2", l2, "dram", dram);
}

/* Requests for loads that the first-level cache served. */
static json_t *l1_json(const wt_session *s) {
  const uint64_t *n = s->x.total.l1;
  if (!s->shape.L1_BYTES) return NULL;
  uint64_t loads = n[WT_L1_HIT] + n[WT_L1_MERGE] + n[WT_L1_MISS];
  return json_pack("{s:I,s:I,s:I,s:I,s:I,s:f}", "hits", (json_int_t)n[WT_L1_HIT], "merges", (json_int_t)n[WT_L1_MERGE], "misses",
                   (json_int_t)n[WT_L1_MISS], "parked", (json_int_t)n[WT_L1_PARKED], "replays", (json_int_t)s->x.total.l1_again, "hit_rate",
                   ratio(n[WT_L1_HIT], loads));
}

/* Instructions that left the load/store unit unfinished, by reason. */
static json_t *replay_json(const wt_session *s) {
  const uint64_t *n = s->x.total.replays;
  if (s->shape.REPLAY != WT_REPLAY_replay) return NULL;
  return json_pack("{s:I,s:I,s:I,s:I,s:I,s:I}", "lines", (json_int_t)n[WT_RP_LINE], "conflicts", (json_int_t)n[WT_RP_CONFLICT], "entries",
                   (json_int_t)n[WT_RP_ENTRY], "tags", (json_int_t)n[WT_RP_TAG], "port", (json_int_t)n[WT_RP_PORT], "order",
                   (json_int_t)n[WT_RP_ORDER]);
}

static json_t *use_json(const wt_counters *c) {
  if (!c->counted_cycles) return NULL;
  json_t *j = json_object();
  for (unsigned i = 0; wt_peak_key(i); i++) {
    if (!c->room[i]) continue;
    json_object_set_new(j, wt_peak_key(i),
                        json_pack("{s:i,s:i,s:f,s:b,s:b}", "of", (int)c->room[i], "peak", (int)c->peak[i], "mean", wt_mean_use(c, i), "per_warp",
                                  wt_peak_per_warp(i), "full", (int)c->full[i]));
  }
  return j;
}

/* ---- all of it ---- */

_Static_assert((int)WT_REASONS == (int)WT_WHY_COUNT, "reasons of the public counters");
_Static_assert((int)WT_ISSUED == (int)WT_WHY_ISSUED, "an issue is no reason");
const char *wt_reason(unsigned i) { return i < WT_REASONS ? wt_why_names[i] : NULL; }

static unsigned room(const wt_session *s, unsigned i) { return s->x.m ? wt_use_room_of(s->x.m, i) : wt_use_room(&s->shape, i); }

const wt_counters *wt_stats(const wt_session *cs) {
  wt_session *s = (wt_session *)(uintptr_t)cs; /* the counters are a view of the totals */
  const wt_tally *t = &s->x.total;
  wt_counters *c = &s->counters;
  *c = (wt_counters){
    .cycles = t->cycles,
    .warp_instructions = t->warp_instructions,
    .thread_instructions = t->thread_instructions,
    .lane_slots = t->warp_instructions * s->shape.SLOT_LANES,
    .idle_cycles = t->idle_cycles,
    .mem_thread_accesses = s->x.lane_accesses,
    .offchip_requests = s->x.requests,
    .occupancy = {s->x.occupancy[0], s->x.occupancy[1]},
    .counted_cycles = s->x.counted_cycles,
    .memory = memory_counters(s),
    .sms = s->shape.SMS,
  };
  memcpy(c->peak, s->x.peak, sizeof c->peak);
  memcpy(c->use, s->x.use, sizeof c->use);
  for (unsigned i = 0; i < WT_PEAKS; i++) c->room[i] = room(s, i), c->full[i] = wt_use_full(&s->shape, c, i) != 0;
  memcpy(c->slots, t->why, sizeof c->slots);
  if (s->x.twin && s->opt.backend == WT_BACKEND_COSIM) s->x.ops->bits(s->x.twin, &c->ff_bits, &c->mem_bits);
  return c;
}

/* "BLOCK=FILE" of those that stand in the place of ours; NULL: there are none. */
static json_t *guests_json(const wt_guest_list *l) {
  json_t *a = NULL;
  wt_guest_what w;
  for (unsigned i = 0; !wt_guests_what(l, i, &w); i++) {
    if (!a) a = json_array();
    json_array_append_new(a, json_sprintf("%s=%s", w.block, w.file));
  }
  return a;
}

static json_t *why_json(const wt_tally *t) {
  json_t *why = json_object();
  for (unsigned i = WT_WHY_ISSUED + 1; wt_reason(i); i++) /* of an issue there is no reason */
    json_object_set_new(why, wt_reason(i), json_integer((json_int_t)t->why[i]));
  return why;
}
static json_t *use_of_sm(const wt_session *s, const wt_of_sm *of) {
  wt_counters c = {.counted_cycles = s->x.counted_cycles, .sms = 1};
  memcpy(c.peak, of->peak, sizeof c.peak), memcpy(c.use, of->use, sizeof c.use);
  for (unsigned i = 0; i < WT_PEAKS; i++) c.room[i] = wt_use_common(i) ? 0 : room(s, i), c.full[i] = wt_use_full(&s->shape, &c, i) != 0;
  return use_json(&c);
}
static json_t *sms_json(const wt_session *s) {
  json_t *a = json_array();
  for (unsigned i = 0; i < s->shape.SMS; i++) {
    const wt_of_sm *of = &s->x.each[i];
    const wt_tally *t = &of->tally;
    json_t *o = json_object(), *use = use_of_sm(s, of);
    json_object_set_new(o, "warp_instructions", json_integer((json_int_t)t->warp_instructions));
    json_object_set_new(o, "thread_instructions", json_integer((json_int_t)t->thread_instructions));
    json_object_set_new(o, "idle_cycles", json_integer((json_int_t)t->idle_cycles));
    json_object_set_new(o, "issued_slots", json_integer((json_int_t)t->why[WT_WHY_ISSUED]));
    json_object_set_new(o, "not_issued", why_json(t));
    if (use) json_object_set_new(o, "occupancy", use);
    json_array_append_new(a, o);
  }
  return a;
}

wt_status wt_stats_json(wt_session *s, FILE *f) {
  const wt_tally *t = &s->x.total;
  json_t *shape = json_object(), *j = json_object();
  for (unsigned i = 0; i < wt_nkeys; i++) {
    char buf[16];
    unsigned v = wt_key_get(&s->shape, &wt_keys[i]);
    const char *text = wt_key_text(&wt_keys[i], v, buf);
    json_object_set_new(shape, wt_keys[i].name, text == buf ? json_integer(v) : json_string(text));
  }
  json_object_set_new(j, "verdict", json_string(wt_verdict(s)));
  if (s->shape.HAZARDS == WT_HAZARDS_run) json_object_set_new(j, "hazards", json_integer((json_int_t)s->x.hazards));
  if (s->x.error[0]) json_object_set_new(j, "report", json_string(s->x.error));
  json_object_set_new(j, "cycles", json_integer((json_int_t)t->cycles));
  json_object_set_new(j, "warp_instructions", json_integer((json_int_t)t->warp_instructions));
  json_object_set_new(j, "thread_instructions", json_integer((json_int_t)t->thread_instructions));
  json_object_set_new(j, "ipc", json_real(ratio(t->warp_instructions, t->cycles)));
  json_object_set_new(j, "thread_ipc", json_real(ratio(t->thread_instructions, t->cycles)));
  json_object_set_new(j, "lane_activity", json_real(ratio(t->thread_instructions, t->warp_instructions * s->shape.SLOT_LANES)));
  json_object_set_new(j, "coalescing_rate", json_real(ratio(s->x.lane_accesses, s->x.requests)));
  json_object_set_new(j, "idle_cycles", json_integer((json_int_t)t->idle_cycles));
  json_object_set_new(j, "offchip_requests", json_integer((json_int_t)s->x.requests));
  json_object_set_new(j, "issued_slots", json_integer((json_int_t)t->why[WT_WHY_ISSUED]));
  json_object_set_new(j, "not_issued", why_json(t));
  if (s->x.each) json_object_set_new(j, "sms", sms_json(s));
  json_t *memory = memory_json(&s->shape, wt_stats(s)), *use = use_json(wt_stats(s)), *l1 = l1_json(s);
  if (l1) json_object_set_new(j, "l1", l1);
  if ((l1 = replay_json(s))) json_object_set_new(j, "replay", l1);
  if (memory) json_object_set_new(j, "memory", memory);
  if (use) json_object_set_new(j, "occupancy", use);
  json_t *simd = json_object();
  json_object_set_new(simd, "lane_activity", json_real(ratio(t->lanes.active, t->lanes.beats * s->shape.LANES)));
  json_object_set_new(simd, "idle_share", json_real(ratio(t->idle_cycles, t->cycles * s->shape.SMS)));
  if (s->x.count_idle) {
    json_t *idle = json_object();
    for (int i = 0; i < WT_IDLE_STATES; i++) json_object_set_new(idle, wt_idle_names[i], json_integer((json_int_t)t->lanes.idle[i]));
    json_object_set_new(simd, "idle_threads", idle);
  }
  json_object_set_new(j, "simd", simd);
  json_t *guests = guests_json(s->x.guests);
  if (guests) json_object_set_new(j, "use", guests);
  json_object_set_new(j, "seed", json_integer((json_int_t)s->opt.seed));
  json_object_set_new(j, "shape", shape);
  int rc = json_dumpf(j, f, JSON_INDENT(2) | JSON_PRESERVE_ORDER);
  fputc('\n', f);
  json_decref(j);
  if (!rc && !ferror(f)) return WT_OK;
  snprintf(s->error, sizeof s->error, "the metrics cannot be written");
  return WT_USAGE;
}
