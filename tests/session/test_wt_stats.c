/* test_wt_stats.c - what a session says it has counted: every number of a made-up session in the counters and in the JSON, and how much of each sized
 * structure a shape has, when it counts as full, and what its mean is of. */
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "lib/wt_session.h"
#include "lib/wt_use.h"
#include "tests/suite.h"

static wt_session s;
static char err[600];

/* Every figure another number; quotients are binary fractions. */
static void made_up(void) {
  memset(&s, 0, sizeof s);
  ck_assert(!wt_shape_preset(&s.shape, "small", err, sizeof err));
  s.shape.MEM_MODEL = WT_MEM_MODEL_l2dram, s.shape.DRAM_CHANNELS = 2, s.shape.DRAM_BUS = 16, s.shape.MEM_SHARE = 4;
  s.shape.SLOT_LANES = 32, s.shape.LANES = 8, s.shape.L1_BYTES = 4096, s.shape.REPLAY = WT_REPLAY_replay;
  s.opt.seed = 77;
  s.x.total = (wt_tally){.cycles = 512, .warp_instructions = 128, .thread_instructions = 1024, .idle_cycles = 64, .l1_again = 9};
  for (unsigned i = 0; i < WT_WHY_COUNT; i++) s.x.total.why[i] = 200 + i;
  s.x.total.lanes.beats = 256, s.x.total.lanes.active = 512;
  for (unsigned i = 0; i < WT_IDLE_STATES; i++) s.x.total.lanes.idle[i] = 300 + i;
  s.x.total.l1[WT_L1_HIT] = 6, s.x.total.l1[WT_L1_MERGE] = 4, s.x.total.l1[WT_L1_MISS] = 14, s.x.total.l1[WT_L1_PARKED] = 3;
  for (unsigned i = 0; i < 6; i++) s.x.total.replays[i] = 400 + i;
  s.x.lane_accesses = 96, s.x.requests = 24, s.x.occupancy[0] = 5, s.x.occupancy[1] = 7;
  s.x.memory.net = (wt_mem_counts){.clocks = 1024,
                                   .requests = 16,
                                   .request_bytes = 1001,
                                   .answer_bytes = 1002,
                                   .latency = 1000,
                                   .port_full = 11,
                                   .at_port = 256,
                                   .at_slices = 2560,
                                   .sectors = 32,
                                   .sector_hits = 12,
                                   .requests_hit = 13,
                                   .merged = 14,
                                   .evictions = 15,
                                   .stall_pending = 17,
                                   .stall_dram = 18,
                                   .stall_set = 19};
  s.x.memory.dram =
    (wt_dram_counts){.clocks = 2048, .reads = 20, .writes = 12, .hits = 8, .misses = 21, .conflicts = 22, .bus = 23, .queued = 512, .overtaken = 24};
}

START_TEST(counters_are_what_was_counted) {
  made_up();
  s.x.counted_cycles = 50;
  for (unsigned i = 0; i < WT_PEAKS; i++) s.x.peak[i] = 30 + i, s.x.use[i] = 60 + i;
  const wt_counters *c = wt_stats(&s);
  ck_assert(c->cycles == 512 && c->warp_instructions == 128 && c->thread_instructions == 1024 && c->lane_slots == 128 * 32 && c->idle_cycles == 64);
  ck_assert(c->mem_thread_accesses == 96 && c->offchip_requests == 24 && c->occupancy[0] == 5 && c->occupancy[1] == 7 && c->counted_cycles == 50);
  ck_assert(!c->ff_bits && !c->mem_bits);
  for (unsigned i = 0; i < WT_REASONS; i++) {
    ck_assert_uint_eq(c->slots[i], 200 + i);
    ck_assert_str_eq(wt_reason(i), wt_why_names[i]);
  }
  ck_assert_str_eq(wt_reason(WT_ISSUED), "issued");
  ck_assert_ptr_null(wt_reason(WT_REASONS));
  for (unsigned i = 0; i < WT_PEAKS; i++) ck_assert(c->peak[i] == 30 + i && c->use[i] == 60 + i && c->room[i] == wt_use_room(&s.shape, i));
  ck_assert_uint_eq(c->full[0], 1); /* 30 warps of 8 */
  const wt_memory_counters *m = &c->memory;
  ck_assert(m->net_clocks == 1024 && m->requests == 16 && m->request_bytes == 1001 && m->answer_bytes == 1002 && m->latency == 1000);
  ck_assert(m->port_full_cycles == 11 && m->port_queued == 256 && m->slices_queued == 2560 && m->sectors == 32 && m->sector_hits == 12);
  ck_assert(m->requests_hit == 13 && m->merged == 14 && m->evictions == 15 && m->stalls_pending == 17 && m->stalls_dram == 18 && m->stalls_set == 19);
  ck_assert(m->dram_clocks == 1024 && m->dram_reads == 20 && m->dram_writes == 12 && m->row_hits == 8 && m->row_misses == 21 &&
            m->row_conflicts == 22);
  ck_assert(m->bus_clocks == 23 && m->dram_queued == 512 && m->overtaken == 24 && m->bytes_offered == 2048 * 16 / 4);
  s.shape.MEM_MODEL = WT_MEM_MODEL_fixed;
  ck_assert(!wt_stats(&s)->memory.net_clocks && !wt_stats(&s)->memory.bytes_offered);
}
END_TEST

static void some_bits(const wt_twin *t, uint64_t *ff, uint64_t *mem) {
  (void)t;
  *ff = 123, *mem = 456;
}

/* State bits are said when both twins run; the RTL alone is compared with nothing. */
START_TEST(bits_are_those_of_both_twins) {
  static const wt_twin_ops ops = {.bits = some_bits};
  made_up();
  s.x.ops = &ops;
  for (int k = 0; k < 2; k++) {
    s.x.twin = k ? (wt_twin *)(void *)&s : NULL, s.opt.backend = WT_BACKEND_COSIM;
    const wt_counters *c = wt_stats(&s);
    ck_assert(c->ff_bits == (k ? 123 : 0) && c->mem_bits == (k ? 456 : 0));
  }
  s.opt.backend = WT_BACKEND_C;
  ck_assert(!wt_stats(&s)->ff_bits && !wt_stats(&s)->mem_bits);
}
END_TEST

static json_t *said(void) {
  char *text = NULL;
  size_t n = 0;
  FILE *f = open_memstream(&text, &n);
  json_error_t e;
  ck_assert_int_eq(wt_stats_json(&s, f), WT_OK);
  fclose(f);
  ck_assert(n > 2 && text[n - 1] == '\n' && !strncmp(text, "{\n  \"verdict\": ", 15)); /* a line a number, for whoever reads it */
  json_t *j = json_loads(text, 0, &e);
  ck_assert_msg(j != NULL, "%s", e.text);
  free(text);
  return j;
}
static void is(json_t *j, const char *want) {
  json_t *w = json_loads(want, 0, NULL);
  ck_assert_ptr_nonnull(w);
  ck_assert_msg(json_equal(j, w), "%s\ninstead of\n%s", j ? json_dumps(j, 0) : "nothing", want);
  json_decref(w);
}

/* Into a file that takes so many bytes. */
static wt_status said_into(size_t room) {
  FILE *f = fmemopen(NULL, room, "w");
  ck_assert_ptr_nonnull(f);
  setvbuf(f, NULL, _IONBF, 0);
  s.error[0] = 0;
  wt_status st = wt_stats_json(&s, f);
  fclose(f);
  return st;
}

/* Not the end of line alone may be missing. */
START_TEST(a_full_file_is_an_error_wherever_it_ends) {
  made_up();
  char *text = NULL;
  size_t n = 0;
  FILE *f = open_memstream(&text, &n);
  ck_assert_int_eq(wt_stats_json(&s, f), WT_OK);
  fclose(f), free(text);
  ck_assert_int_eq(said_into(n), WT_OK);
  for (size_t room = 1; room < n; room += room + 40 < n ? 40 : 1) {
    ck_assert_int_eq(said_into(room), WT_USAGE);
    ck_assert_str_eq(s.error, "the metrics cannot be written");
  }
}
END_TEST

START_TEST(json_has_every_number) {
  made_up();
  s.x.count_idle = 1;
  json_t *j = said(), *shape = json_object_get(j, "shape");
  for (unsigned i = 0; i < wt_nkeys; i++) {
    char buf[16];
    const unsigned v = wt_key_get(&s.shape, &wt_keys[i]);
    const char *name = wt_key_text(&wt_keys[i], v, buf);
    json_t *k = json_object_get(shape, wt_keys[i].name);
    if (json_is_integer(k)) ck_assert_int_eq(json_integer_value(k), (int)v);
    else ck_assert(json_is_string(k) && !strcmp(json_string_value(k), name));
  }
  ck_assert(json_object_size(shape) == wt_nkeys && json_is_integer(json_object_get(shape, "WARPS")) &&
            json_is_string(json_object_get(shape, "REPLAY")));
  json_object_del(j, "shape");
  is(
    json_object_get(j, "memory"),
    "{\"network\": {\"clocks\": 1024, \"requests\": 16, \"request_bytes\": 1001, \"answer_bytes\": 1002, \"mean_latency\": 62.5, "
    "\"port_full_cycles\": 11, "
    "\"mean_queued_at_port\": 0.25, \"mean_queued_at_slices\": 2.5}, "
    "\"l2\": {\"sectors\": 32, \"sector_hits\": 12, \"hit_rate\": 0.375, \"requests_hit\": 13, \"merged\": 14, \"evictions\": 15, "
    "\"stalls_pending\": 17, "
    "\"stalls_dram\": 18, \"stalls_set\": 19}, "
    "\"dram\": {\"clocks\": 1024, \"reads\": 20, \"writes\": 12, \"row_hits\": 8, \"row_misses\": 21, \"row_conflicts\": 22, \"row_hit_rate\": 0.25, "
    "\"overtaken\": 24, \"mean_queued\": 0.5, \"bytes\": 1024, \"bytes_offered\": 8192, \"bandwidth_used\": 0.125}}");
  json_object_del(j, "memory");
  is(j, "{\"verdict\": \"ok\", \"cycles\": 512, \"warp_instructions\": 128, \"thread_instructions\": 1024, \"ipc\": 0.25, \"thread_ipc\": 2.0, "
        "\"lane_activity\": 0.25, \"coalescing_rate\": 4.0, \"idle_cycles\": 64, \"offchip_requests\": 24, \"issued_slots\": 200, "
        "\"not_issued\": {\"empty\": 201, \"path\": 202, \"fetch\": 203, \"dependence\": 204, \"war\": 205, \"beats\": 206, \"unit\": 207, \"lost\": "
        "208}, "
        "\"l1\": {\"hits\": 6, \"merges\": 4, \"misses\": 14, \"parked\": 3, \"replays\": 9, \"hit_rate\": 0.25}, "
        "\"replay\": {\"lines\": 400, \"conflicts\": 401, \"entries\": 402, \"tags\": 403, \"port\": 404, \"order\": 405}, "
        "\"simd\": {\"lane_activity\": 0.25, \"idle_share\": 0.125, \"idle_threads\": {\"pipeline\": 300, \"partners\": 301, \"reconvergence\": 302, "
        "\"cta_barrier\": 303, \"inactive\": 304}}, \"seed\": 77}");
  json_decref(j);
  FILE *full = fopen("/dev/full", "w");
  setvbuf(full, NULL, _IONBF, 0);
  ck_assert_int_eq(wt_stats_json(&s, full), WT_USAGE);
  ck_assert_str_eq(s.error, "the metrics cannot be written");
  fclose(full);
}
END_TEST

/* What the shape has not, and what was not counted, is not there; a quotient of nothing is 0. */
START_TEST(json_has_no_number_without_a_count) {
  made_up();
  s.shape.MEM_MODEL = WT_MEM_MODEL_fixed, s.shape.L1_BYTES = 0, s.shape.REPLAY = WT_REPLAY_none;
  s.x.cause = WT_CAUSE_DEADLOCK;
  strcpy(s.x.error, "a report");
  memset(&s.x.total, 0, sizeof s.x.total);
  s.x.requests = s.x.lane_accesses = 0;
  json_t *j = said();
  json_object_del(j, "shape"), json_object_del(j, "not_issued");
  is(j, "{\"verdict\": \"deadlock\", \"report\": \"a report\", \"cycles\": 0, \"warp_instructions\": 0, \"thread_instructions\": 0, \"ipc\": 0.0, "
        "\"thread_ipc\": 0.0, \"lane_activity\": 0.0, \"coalescing_rate\": 0.0, \"idle_cycles\": 0, \"offchip_requests\": 0, \"issued_slots\": 0, "
        "\"simd\": {\"lane_activity\": 0.0, \"idle_share\": 0.0}, \"seed\": 77}");
  json_decref(j);
}
END_TEST

START_TEST(nothing_is_left_in_memory) {
  size_t before = 0;
  made_up();
  s.x.count_idle = 1, s.x.counted_cycles = 8;
  for (unsigned round = 0; round < 60; round++) {
    if (round == 40) before = suite_heap(); /* until then the C library fills its own shelves */
    json_decref(said());
  }
  ck_assert_uint_lt(suite_heap(), before + 1000); /* of twenty rounds, each of hundreds of numbers */
}
END_TEST

static unsigned peak_of(const char *key) {
  for (unsigned i = 0; i < WT_PEAKS; i++)
    if (!strcmp(wt_peak_key(i), key)) return i;
  ck_abort_msg("no %s", key);
  return 0;
}

START_TEST(occupancy_has_peak_mean_and_room) {
  made_up();
  s.shape.MEM_MODEL = WT_MEM_MODEL_fixed, s.shape.L1_BYTES = 0, s.shape.REPLAY = WT_REPLAY_none;
  s.x.counted_cycles = 8;
  s.x.peak[peak_of("WARPS")] = 4, s.x.use[peak_of("WARPS")] = 16, s.x.peak[peak_of("CTAS")] = 2;
  s.x.peak[peak_of("IBUF_DEPTH")] = s.shape.IBUF_DEPTH, s.x.use[peak_of("IBUF_DEPTH")] = 8;
  s.x.peak[peak_of("COLLECTORS")] = 1, s.x.use[peak_of("COLLECTORS")] = 2;
  json_t *j = said(), *o = json_object_get(j, "occupancy");
  char want[200];
  snprintf(want, sizeof want, "{\"of\": %u, \"peak\": 4, \"mean\": 2.0, \"per_warp\": false, \"full\": false}", s.shape.SLOTS);
  is(json_object_get(o, "WARPS"), want);
  snprintf(want, sizeof want, "{\"of\": %u, \"peak\": 1, \"mean\": 0.25, \"per_warp\": false, \"full\": %s}", s.shape.COLLECTORS,
           s.shape.COLLECTORS == 1 ? "true" : "false");
  is(json_object_get(o, "COLLECTORS"), want);
  snprintf(want, sizeof want, "{\"of\": %u, \"peak\": %u, \"mean\": 0.5, \"per_warp\": true, \"full\": true}", s.shape.IBUF_DEPTH,
           s.shape.IBUF_DEPTH);
  is(json_object_get(o, "IBUF_DEPTH"), want); /* the mean is of one warp */
  for (unsigned i = 0; i < WT_PEAKS; i++) ck_assert_int_eq(json_object_get(o, wt_peak_key(i)) != NULL, wt_use_room(&s.shape, i) != 0);
  json_decref(j);
}
END_TEST

/* The shape has what the key of the same name says, where the choice that it belongs to is made. */
START_TEST(room_is_the_key) {
  made_up();
  wt_shape *S = &s.shape;
  for (unsigned round = 0; round < 32; round++) {
    S->MEM_MODEL = round & 1 ? WT_MEM_MODEL_l2dram : WT_MEM_MODEL_fixed, S->GROUPING = round & 2 ? WT_GROUPING_dwr : WT_GROUPING_fixed;
    S->L1_BYTES = round & 4 ? 8192 : 0, S->REPLAY = round & 8 ? WT_REPLAY_replay : WT_REPLAY_none;
    S->DIVERGENCE = round % 5 == 0   ? WT_DIVERGENCE_hanoi
                    : round % 5 == 1 ? WT_DIVERGENCE_simt_stack
                    : round % 5 == 2 ? WT_DIVERGENCE_multipath
                    : round % 5 == 3 ? WT_DIVERGENCE_barrier
                                     : WT_DIVERGENCE_hanoi_yr;
    S->SCOREBOARD = round % 3 == 0 ? WT_SCOREBOARD_bit : round % 3 == 1 ? WT_SCOREBOARD_coon : WT_SCOREBOARD_codes;
    S->LARGE = 3, S->L1_PRT = 5, S->L1_MERGES = 6, S->L1_WAYS = 4, S->ILT_SETS = 4, S->ILT_WAYS = 2, S->L2_PENDING = 7, S->L2_SLICES = 2;
    S->DRAM_QUEUE = 9, S->DRAM_CHANNELS = 4, S->NET_QUEUE = 11, S->REPLAY_SLOTS = 12, S->DWR_SUBWARPS = 13, S->WSYNC_SLOTS = 14, S->RT_DEPTH = 15;
    S->WS_DEPTH = 16, S->REC_DEPTH = 17, S->STACK_DEPTH = 18, S->SB_ENTRIES = 19;
    const int dwr = S->GROUPING == WT_GROUPING_dwr, l2 = S->MEM_MODEL == WT_MEM_MODEL_l2dram, l1 = S->L1_BYTES != 0;
    const struct {
      const char *key;
      unsigned room;
    } want[WT_PEAKS] = {{"WARPS", S->SLOTS},
                        {"CTAS", S->CTAS},
                        {"COLLECTORS", S->COLLECTORS},
                        {"LSU_ENTRIES", S->LSU_ENTRIES},
                        {"LSU_LINES", S->LSU_LINES},
                        {"REGS", S->REGS},
                        {"SMEM_BYTES", S->SMEM_BYTES},
                        {"IBUF_DEPTH", S->IBUF_DEPTH},
                        {"SB_ENTRIES", S->SCOREBOARD == WT_SCOREBOARD_coon ? 19 : 0},
                        {"STACK_DEPTH", S->DIVERGENCE == WT_DIVERGENCE_simt_stack ? 18 : 0},
                        {"WS_DEPTH", S->DIVERGENCE == WT_DIVERGENCE_hanoi ? 16 : 0},
                        {"REC_DEPTH", S->DIVERGENCE == WT_DIVERGENCE_hanoi ? 17 : 0},
                        {"RT_DEPTH", S->DIVERGENCE == WT_DIVERGENCE_multipath ? 15 : 0},
                        {"WSYNC_SLOTS", S->DIVERGENCE == WT_DIVERGENCE_hanoi || S->DIVERGENCE == WT_DIVERGENCE_simt_stack ? 0 : 14},
                        {"L1_BYTES", l1 ? 8192 : 0},
                        {"L1_WAYS", l1 ? 4 : 0},
                        {"L1_PRT", l1 ? 5 : 0},
                        {"L1_MERGES", l1 ? 6 : 0},
                        {"REPLAY_SLOTS", S->REPLAY == WT_REPLAY_replay ? 12 : 0},
                        {"PST_ROWS", dwr ? 3 : 0},
                        {"DWR_SUBWARPS", dwr ? 13 : 0},
                        {"ILT_SETS", dwr ? 8 : 0},
                        {"ILT_WAYS", dwr ? 2 : 0},
                        {"NET_QUEUE", l2 ? 11 : 0},
                        {"L2_PENDING", l2 ? 14 : 0},
                        {"DRAM_QUEUE", l2 ? 36 : 0}};
    for (unsigned i = 0; i < WT_PEAKS; i++) {
      ck_assert_str_eq(wt_peak_key(i), want[i].key);
      ck_assert_msg(wt_use_room(S, i) == want[i].room, "%s: %u, has %u", want[i].key, wt_use_room(S, i), want[i].room);
    }
  }
  ck_assert(!wt_peak_key(WT_PEAKS) && !wt_peak_structures(WT_PEAKS) && !wt_peak_per_warp(WT_PEAKS));
}
END_TEST

/* Full: used up; what CTAs take in pieces, when one more CTA would not fit; what lies in sets, when the fullest set is. */
START_TEST(full_is_when_no_more_fits) {
  made_up();
  wt_counters c;
  s.shape.L1_WAYS = 4, s.shape.GROUPING = WT_GROUPING_dwr, s.shape.ILT_SETS = 4, s.shape.ILT_WAYS = 2;
  s.shape.SM_SLOTS = 8, s.shape.REGS = 1000, s.shape.SMEM_BYTES = 1000, s.shape.COLLECTORS = 3;
  static const struct {
    const char *key;
    unsigned peak, ctas, full;
    const char *other; /* of which the peak is, NULL: of the key itself */
  } t[] = {{"COLLECTORS", 3, 0, 1, NULL},    {"COLLECTORS", 2, 1, 0, NULL},     {"COLLECTORS", 0, 0, 0, NULL},   {"WARPS", 7, 0, 0, NULL},
           {"WARPS", 8, 0, 1, NULL},         {"WARPS", 6, 2, 1, NULL},          {"WARPS", 6, 3, 0, NULL},        {"REGS", 900, 3, 1, NULL},
           {"REGS", 750, 3, 0, NULL},        {"SMEM_BYTES", 666, 1, 1, NULL},   {"SMEM_BYTES", 500, 1, 0, NULL}, {"SMEM_BYTES", 501, 1, 1, NULL},
           {"L1_BYTES", 4, 1, 1, "L1_WAYS"}, {"L1_BYTES", 3, 1, 0, "L1_WAYS"},  {"L1_BYTES", 4096, 1, 0, NULL},  {"ILT_SETS", 2, 1, 1, "ILT_WAYS"},
           {"ILT_SETS", 8, 1, 0, NULL},      {"ILT_WAYS", 2, 1, 1, NULL},       {"STACK_DEPTH", 50, 1, 0, NULL}, {"WARPS", 1, 2, 0, NULL},
           {"SMEM_BYTES", 1, 2, 0, NULL},    {"SMEM_BYTES", 999, 1001, 0, NULL}};
  for (unsigned i = 0; i < sizeof t / sizeof *t; i++) {
    memset(&c, 0, sizeof c);
    c.peak[peak_of("CTAS")] = t[i].ctas;
    c.peak[peak_of(t[i].other ? t[i].other : t[i].key)] = t[i].peak;
    ck_assert_msg(!wt_use_full(&s.shape, &c, peak_of(t[i].key)) == !t[i].full, "%s: %u of %u CTAs", t[i].key, t[i].peak, t[i].ctas);
  }
}
END_TEST

/* Of what every warp has: of a resident warp; of partners: of a row in use; else of a cycle. */
START_TEST(means_are_of_cycles_warps_or_rows) {
  wt_counters c = {.counted_cycles = 4, .sms = 1};
  c.use[peak_of("WARPS")] = 8, c.use[peak_of("PST_ROWS")] = 16;
  for (unsigned i = 0; i < WT_PEAKS; i++)
    if (c.use[i] == 0) c.use[i] = 32;
  static const char *const of_warp[] = {"IBUF_DEPTH", "SB_ENTRIES", "STACK_DEPTH", "WS_DEPTH", "REC_DEPTH", "RT_DEPTH", "WSYNC_SLOTS"};
  for (unsigned i = 0; i < WT_PEAKS; i++) {
    double of = strcmp(wt_peak_key(i), "DWR_SUBWARPS") ? 4 : 16;
    for (unsigned k = 0; k < sizeof of_warp / sizeof *of_warp; k++)
      if (!strcmp(wt_peak_key(i), of_warp[k])) of = 8;
    ck_assert_msg(wt_mean_use(&c, i) == (double)c.use[i] / of && wt_peak_per_warp(i) == (of == 8), "%s: %g", wt_peak_key(i), wt_mean_use(&c, i));
  }
  c.sms = 4; /* of several SMs: of a cycle of one, but for what they have together */
  for (unsigned i = 0; i < WT_PEAKS; i++) {
    const int together = !strcmp(wt_peak_key(i), "L2_PENDING") || !strcmp(wt_peak_key(i), "DRAM_QUEUE");
    const double of = wt_peak_per_warp(i) ? 8 : !strcmp(wt_peak_key(i), "DWR_SUBWARPS") ? 16 : together ? 4 : 16;
    ck_assert_msg(wt_mean_use(&c, i) == (double)c.use[i] / of && wt_use_common(i) == together, "%s: %g", wt_peak_key(i), wt_mean_use(&c, i));
  }
  ck_assert(wt_mean_use(&c, WT_PEAKS) == 0);
  c.counted_cycles = 0;
  ck_assert(wt_mean_use(&c, 0) == 0);
}
END_TEST

int main(void) {
  Suite *u = suite_create("stats");
  TCase *tc = tcase_create("stats");
  tcase_set_timeout(tc, 30);
  tcase_add_test(tc, counters_are_what_was_counted);
  tcase_add_test(tc, bits_are_those_of_both_twins);
  tcase_add_test(tc, nothing_is_left_in_memory);
  tcase_add_test(tc, json_has_every_number);
  tcase_add_test(tc, a_full_file_is_an_error_wherever_it_ends);
  tcase_add_test(tc, json_has_no_number_without_a_count);
  tcase_add_test(tc, occupancy_has_peak_mean_and_room);
  tcase_add_test(tc, room_is_the_key);
  tcase_add_test(tc, full_is_when_no_more_fits);
  tcase_add_test(tc, means_are_of_cycles_warps_or_rows);
  suite_add_tcase(u, tc);
  return suite_run(u);
}
