/* wt_stats.c - memory and occupancy in the statistics. */
#include "lib/wt_stats.h"

wt_memory_counters wt_stats_memory(const wt_session *s) {
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

json_t *wt_stats_memory_json(const wt_shape *S, const wt_counters *c) {
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

json_t *wt_stats_l1_json(const wt_session *s) {
  const uint64_t *n = s->x.total.l1;
  if (!s->shape.L1_BYTES) return NULL;
  uint64_t loads = n[WT_L1_HIT] + n[WT_L1_MERGE] + n[WT_L1_MISS];
  return json_pack("{s:I,s:I,s:I,s:I,s:I,s:f}", "hits", (json_int_t)n[WT_L1_HIT], "merges", (json_int_t)n[WT_L1_MERGE], "misses",
                   (json_int_t)n[WT_L1_MISS], "parked", (json_int_t)n[WT_L1_PARKED], "replays", (json_int_t)s->x.total.l1_again, "hit_rate",
                   ratio(n[WT_L1_HIT], loads));
}

json_t *wt_stats_replay_json(const wt_session *s) {
  const uint64_t *n = s->x.total.replays;
  if (s->shape.REPLAY != WT_REPLAY_replay) return NULL;
  return json_pack("{s:I,s:I,s:I,s:I,s:I,s:I}", "lines", (json_int_t)n[WT_RP_LINE], "conflicts", (json_int_t)n[WT_RP_CONFLICT], "entries",
                   (json_int_t)n[WT_RP_ENTRY], "tags", (json_int_t)n[WT_RP_TAG], "port", (json_int_t)n[WT_RP_PORT], "order",
                   (json_int_t)n[WT_RP_ORDER]);
}

json_t *wt_stats_use_json(const wt_counters *c) {
  if (!c->counted_cycles) return NULL;
  json_t *j = json_object();
  for (unsigned i = 0; i < WT_PEAKS; i++) {
    if (!c->room[i]) continue;
    json_object_set_new(j, wt_peak_key(i),
                        json_pack("{s:i,s:i,s:f,s:b,s:b}", "of", (int)c->room[i], "peak", (int)c->peak[i], "mean", wt_mean_use(c, i), "per_warp",
                                  wt_peak_per_warp(i), "full", (int)c->full[i]));
  }
  return j;
}
