/* test_wt_use.c - what metrics are made of, on a machine whose state the suite makes up: how much of each sized structure is in use (wt_use.h), how full beats
 * are and what threads wait for (wt_lanes.h, docs/user/json.md), and the operations that levels inside of the machine show as performed (wt_performed.h).
 * Counted here entry by entry. Wrapped: wt_paths, wt_occupancy, wt_env_use.
 */
#include <stdio.h>
#include <string.h>

#include "lib/wt_performed.h"
#include "lib/wt_use.h"
#include "oracle/wt_oracle.h"
#include "spec/wt_paths.h"
#include "tests/host_kit.h"
#include "tests/suite.h"

static uint64_t rng;
static unsigned below(unsigned n) { return (unsigned)wt_host_below(&rng, n); }
static uint64_t bits(unsigned n) { /* n of them, few or many */
  uint64_t x = ((uint64_t)below(UINT32_MAX) << 32 | below(UINT32_MAX)) & (n < 64 ? (UINT64_C(1) << n) - 1 : UINT64_MAX);
  return below(3) ? x : below(2) ? x & x >> 7 & 0x5555555555555555 : 0;
}
static unsigned ones(uint64_t x) {
  unsigned n = 0;
  for (unsigned i = 0; i < 64; i++) n += x >> i & 1;
  return n;
}

static struct {
  int n;
  wt_path p[8];
} paths[MAX_WARPS];
static unsigned tables[MAX_WARPS][2], queued[3];
int __wrap_wt_paths(const wt_m *m, unsigned w, wt_path *p);
int __wrap_wt_paths(const wt_m *m, unsigned w, wt_path *p) {
  (void)m;
  if (paths[w].n > 0) memcpy(p, paths[w].p, (size_t)paths[w].n * sizeof *p);
  return paths[w].n;
}
void __wrap_wt_occupancy(const wt_m *m, unsigned w, unsigned used[2]);
void __wrap_wt_occupancy(const wt_m *m, unsigned w, unsigned used[2]) { (void)m, used[0] = tables[w][0], used[1] = tables[w][1]; }
void __wrap_wt_env_use(const wt_env *e, unsigned sm, unsigned use[3]);
void __wrap_wt_env_use(const wt_env *e, unsigned sm, unsigned use[3]) { (void)e, (void)sm, memcpy(use, queued, sizeof queued); }

static const char *const shapes[] = {
  "DIVERGENCE=simt_stack L1_BYTES=4096 L1_PRT=7",
  "DIVERGENCE=hanoi SCOREBOARD=coon SB_ENTRIES=4",
  "DIVERGENCE=multipath SCOREBOARD=codes REPLAY=replay SCHED=gto L1_BYTES=512 L1_LINE=32 COAL_BYTES=32 L1_SECTOR=32 L1_WAYS=2 L1_PRT=3",
  "DIVERGENCE=barrier SCOREBOARD=bit L1_BYTES=1024 L1_LINE=128 L1_SECTOR=32 L1_WAYS=4",
  "DIVERGENCE=hanoi_yr L1_BYTES=2048 L1_LINE=64 COAL_BYTES=64 L1_WAYS=8",
  "GROUPING=dwr DIVERGENCE=simt_stack ILT_SETS=4 ILT_WAYS=2 DWR_SUBWARPS=4",
  "WARP_SIZE=64 LANES=16 DIVERGENCE=barrier",
  "GROUPING=dwr DWR_SUBWARPS=2 DIVERGENCE=hanoi_yr ILT_SETS=2 ILT_WAYS=4"};
enum { SHAPES = sizeof shapes / sizeof *shapes };
static wt_shape S;
static wt_m *m;
static void begin(unsigned shape) {
  char text[400], err[300];
  ck_assert_int_eq(wt_shape_preset(&S, "small", err, sizeof err), 0);
  snprintf(text, sizeof text, "%s", shapes[shape]);
  for (char *k = strtok(text, " "); k; k = strtok(NULL, " ")) ck_assert_msg(!wt_shape_set(&S, k, err, sizeof err), "%s", err);
  ck_assert_msg(!wt_shape_check(&S, err, sizeof err), "%s", err);
  m = wt_m_new(&S);
  ck_assert_ptr_nonnull(m);
}

/* What is expected of a key. */
static struct { uint64_t most[WT_PEAKS], sum[WT_PEAKS]; } want;
static unsigned key(const char *name) {
  for (unsigned i = 0; i < WT_PEAKS; i++)
    if (!strcmp(wt_peak_key(i), name)) return i;
  ck_abort_msg("no %s", name);
  return 0;
}
static void in_use(const char *name, uint64_t n) { want.most[key(name)] = want.sum[key(name)] = n; }
static void one_has(const char *name, uint64_t n) {
  unsigned i = key(name);
  want.sum[i] += n;
  if (n > want.most[i]) want.most[i] = n;
}

START_TEST(every_structure_is_counted) {
  static wt_tandem t;
  begin((unsigned)_i);
  rng = 31 + (uint64_t)_i;
  for (unsigned round = 0; round < 300; round++) {
    wt_subcore *c = m->subcore;
    unsigned warps = 0, ctas = 0, collectors = 0, seen_ctas = 0;
    memset(&want, 0, sizeof want), memset(&t, 0, sizeof t);
    t.S = &S, t.resident = bits(S.SLOTS);
    for (unsigned w = 0; w < S.SLOTS; w++) {
      t.cta_slot[w] = below(S.CTAS);
      c->ibuffer.q.count[w] = (uint8_t)below(S.IBUF_DEPTH + 1);
      c->sb_coon.q.valid[w] = (uint8_t)bits(S.SB_ENTRIES);
      tables[w][0] = below(9), tables[w][1] = below(9);
      uint8_t slots[3] = {(uint8_t)bits(S.WSYNC_SLOTS), (uint8_t)bits(S.WSYNC_SLOTS), (uint8_t)bits(S.WSYNC_SLOTS)};
      c->multipath.q.slot_valid_w[w] = slots[0], c->barrier.q.slot_valid_w[w] = slots[1], c->hanoi_yr.q.slot_valid_w[w] = slots[2];
      if (!(t.resident >> w & 1)) continue;
      warps++, ctas += !(seen_ctas >> t.cta_slot[w] & 1), seen_ctas |= 1u << t.cta_slot[w];
      one_has("IBUF_DEPTH", c->ibuffer.q.count[w]);
      if (S.SCOREBOARD == WT_SCOREBOARD_coon) one_has("SB_ENTRIES", ones(c->sb_coon.q.valid[w]));
      if (S.DIVERGENCE == WT_DIVERGENCE_simt_stack) one_has("STACK_DEPTH", tables[w][0]);
      if (S.DIVERGENCE == WT_DIVERGENCE_hanoi) one_has("WS_DEPTH", tables[w][0]), one_has("REC_DEPTH", tables[w][1]);
      if (S.DIVERGENCE == WT_DIVERGENCE_multipath) one_has("RT_DEPTH", tables[w][1]), one_has("WSYNC_SLOTS", ones(slots[0]));
      if (S.DIVERGENCE == WT_DIVERGENCE_barrier) one_has("WSYNC_SLOTS", ones(slots[1]));
      if (S.DIVERGENCE == WT_DIVERGENCE_hanoi_yr) one_has("WSYNC_SLOTS", ones(slots[2]));
    }
    for (unsigned i = 0; i < MAX_COLLECTORS; i++) { /* what the shape has not is not looked at */
      c->collector[i].o.v = (uint8_t)below(2);
      if (i < S.COLLECTORS) collectors += c->collector[i].o.v;
    }
    m->gpu->cfg.rpw = (uint8_t)(1 + below(60)), m->gpu->cfg.smrows = (uint8_t)below(100);
    for (unsigned i = 0; i < 3; i++) queued[i] = below(50);
    m->sm->lsu.q.ent_valid = bits(S.LSU_ENTRIES), m->sm->lsu.q.tag_valid = bits(S.LSU_LINES), m->sm->replay.q.valid = bits(S.REPLAY_SLOTS);
    in_use("WARPS", warps), in_use("CTAS", ctas), in_use("COLLECTORS", collectors);
    in_use("REGS", (uint64_t)warps * m->gpu->cfg.rpw * S.RF_BANKS * S.LANES),
      in_use("SMEM_BYTES", (uint64_t)ctas * m->gpu->cfg.smrows * S.SMEM_BANKS * 4);
    in_use("LSU_ENTRIES", ones(m->sm->lsu.q.ent_valid)), in_use("LSU_LINES", ones(m->sm->lsu.q.tag_valid));
    in_use("NET_QUEUE", queued[0]), in_use("L2_PENDING", queued[1]), in_use("DRAM_QUEUE", queued[2]);
    if (S.REPLAY == WT_REPLAY_replay) in_use("REPLAY_SLOTS", ones(m->sm->replay.q.valid));
    if (S.L1_BYTES) { /* a line is there when one of its sectors is */
      unsigned lines = 0, fullest = 0, merges = 0;
      for (unsigned s = S.L1_SETS; s < MAX_L1_SETS; s++) m->sm->l1d.q.sect[s] = UINT64_MAX;
      for (unsigned s = 0; s < S.L1_SETS; s++) {
        unsigned ways = 0;
        m->sm->l1d.q.sect[s] = bits(S.L1_WAYS * S.L1_SECTS);
        for (unsigned w = 0; w < S.L1_WAYS; w++) ways += (m->sm->l1d.q.sect[s] >> w * S.L1_SECTS & ((1u << S.L1_SECTS) - 1)) != 0;
        lines += ways;
        if (ways > fullest) fullest = ways;
      }
      m->sm->l1d.q.prt_valid = bits(S.L1_PRT);
      for (unsigned i = 0; i < S.L1_PRT; i++) {
        m->sm->l1d.q.prt_wait[i] = bits(S.LSU_LINES);
        unsigned loads = ones(m->sm->l1d.q.prt_wait[i]); /* all but the first one were merged */
        if (m->sm->l1d.q.prt_valid >> i & 1 && loads && loads - 1 > merges) merges = loads - 1;
      }
      in_use("L1_BYTES", lines * S.L1_LINE), in_use("L1_WAYS", fullest), in_use("L1_PRT", ones(m->sm->l1d.q.prt_valid)), in_use("L1_MERGES", merges);
    }
    if (S.GROUPING == WT_GROUPING_dwr) {
      unsigned entries = 0, fullest = 0;
      c->pst.q.valid = bits(S.LARGE), c->pst.o.rel_valid = (uint8_t)below(2), c->pst.o.rel_mask = (uint8_t)bits(S.DWR_SUBWARPS);
      for (unsigned r = 0; r < S.LARGE; r++) {
        c->pst.q.lock[r] = (uint8_t)bits(S.DWR_SUBWARPS);
        if (c->pst.q.valid >> r & 1) one_has("DWR_SUBWARPS", ones(c->pst.q.lock[r]));
      }
      /* the last partner does not wait in a row: all of them are in the release */
      if (c->pst.o.rel_valid && ones(c->pst.o.rel_mask) > want.most[key("DWR_SUBWARPS")]) want.most[key("DWR_SUBWARPS")] = ones(c->pst.o.rel_mask);
      for (unsigned s = S.ILT_SETS; s < MAX_ILT_SETS; s++) c->ilt.q.valid[s] = UINT8_MAX;
      for (unsigned s = 0; s < S.ILT_SETS; s++) {
        unsigned ways = ones(c->ilt.q.valid[s] = (uint8_t)bits(S.ILT_WAYS));
        entries += ways;
        if (ways > fullest) fullest = ways;
      }
      in_use("PST_ROWS", ones(c->pst.q.valid)), in_use("ILT_SETS", entries), in_use("ILT_WAYS", fullest);
    }
    struct {
      wt_use u;
      uint64_t behind[4];
    } room;
    memset(&room, 0xee, sizeof room);
    wt_use_now(&t, m, NULL, &room.u);
    wt_use u = room.u;
    for (unsigned i = 0; i < 4; i++) ck_assert(room.behind[i] == UINT64_C(0xeeeeeeeeeeeeeeee));
    for (unsigned i = 0; i < WT_PEAKS; i++)
      ck_assert_msg(u.most[i] == want.most[i] && u.sum[i] == want.sum[i], "%s: %u and %llu, not %u and %llu", wt_peak_key(i), u.most[i],
                    (unsigned long long)u.sum[i], (unsigned)want.most[i], (unsigned long long)want.sum[i]);
  }
  wt_m_free(m);
}
END_TEST

/* A beat counts when it has a lane; threads of resident warps by what their path does, and nobody's while the unit works on the warp. */
START_TEST(lanes_and_what_threads_wait_for) {
  wt_lanes l = {0}, sum = {.beats = 5, .active = 6, .idle = {1, 2, 3, 4, 5}};
  uint64_t beats = 0, active = 0, idle[WT_IDLE_STATES] = {0};
  static const char *const names[] = {"pipeline", "partners", "reconvergence", "cta_barrier", "inactive"};
  begin((unsigned)_i);
  rng = 17;
  for (unsigned round = 0; round < 200; round++) {
    uint64_t mask = bits(S.SLOT_LANES), resident = bits(S.SLOTS);
    for (unsigned lane = 0; lane < S.SLOT_LANES; lane += S.LANES) {
      unsigned n = 0;
      for (unsigned k = 0; k < S.LANES; k++) n += mask >> (lane + k) & 1;
      beats += n != 0, active += n;
    }
    wt_lanes_issue(&l, &S, mask);
    for (unsigned g = 0; g < S.SLOTS; g++) m->subcore->sco.o.lock[g] = (uint8_t)bits(8);
    for (unsigned w = 0; w < S.SLOTS; w++) {
      paths[w].n = (int)below(9) - 1;
      for (int i = 0; i < paths[w].n; i++) {
        wt_path *p = &paths[w].p[i];
        *p = (wt_path){.mask = bits(S.SLOT_LANES), .kind = (uint8_t)below(WT_PATH_BELOW + 1)};
        unsigned what = p->kind == WT_PATH_BAR ? 3 : p->kind == WT_PATH_BSYNC || p->kind == WT_PATH_WSYNC ? 2 : p->kind == WT_PATH_RUN ? 0 : 4;
        unsigned sub = S.GROUPING == WT_GROUPING_dwr ? S.DWR_SUBWARPS : 0;
        if (!what && sub && m->subcore->sco.o.lock[w / sub] >> w % sub & 1) what = 1; /* the sub-warp waits for its partners */
        if (resident >> w & 1) idle[what] += ones(p->mask);
      }
    }
    wt_lanes_idle(&l, m, resident);
  }
  ck_assert(l.beats == beats && l.active == active);
  wt_lanes_add(&sum, &l);
  ck_assert(sum.beats == 5 + beats && sum.active == 6 + active);
  for (unsigned i = 0; i < WT_IDLE_STATES; i++) {
    ck_assert_msg(l.idle[i] == idle[i] && sum.idle[i] == idle[i] + 1 + i, "%s", names[i]);
    ck_assert_str_eq(wt_idle_names[i], names[i]);
  }
  wt_m_free(m);
}
END_TEST

/* Shared memory and the first-level cache, in this order; a load that is parked has not been performed. */
START_TEST(levels_inside_of_the_machine) {
  begin((unsigned)_i);
  rng = 23;
  for (unsigned round = 0; round < 400; round++) {
    wt_lsu_out *o = &m->sm->lsu.o;
    wt_l1d_out *c = &m->sm->l1d.o;
    wt_performed e[WT_PERFORMED_MAX];
    unsigned n = 0, line_bytes = S.L1_BYTES ? S.L1_LINE : 128;
    uint64_t at = below(1 << 30), warp = below(S.SLOTS);
    o->perf_valid = (uint8_t)below(2), o->perf_warp = (uint8_t)below(S.SLOTS), o->perf_lanes = bits(S.SLOT_LANES);
    c->perf_valid = (uint8_t)below(2), c->perf_kind = (uint8_t)below(4), c->perf_warp = (uint8_t)below(S.SLOTS), c->perf_lanes = bits(S.SLOT_LANES);
    c->perf_local = (uint8_t)below(2);
    c->perf_line =
      (c->perf_local ? (UINT64_C(1) << 63) + (warp << 40) + at : at * 4096) / S.L1_LINE; /* a thread's memory: bits above 40 name the warp */
    unsigned got = wt_performed_levels(m, e);
    ck_assert_uint_eq(wt_performed_line_bytes(&S), line_bytes);
    if (o->perf_valid) {
      ck_assert(got > n && !strcmp(e[n].level, "shared memory") && e[n].warp == o->perf_warp && e[n].space == WT_SPACE_SHARED);
      ck_assert(e[n].lanes == o->perf_lanes && e[n].line == WT_PERFORMED_ANY && e[n].source == WT_SOURCE_MEMORY && !e[n].tag && !e[n].sectors);
      n++;
    }
    if (c->perf_valid && c->perf_kind != WT_L1_PARKED) {
      static const int source[] = {WT_SOURCE_HIT, WT_SOURCE_JOINED, WT_SOURCE_ASKED};
      ck_assert(got > n && !strcmp(e[n].level, "the first-level cache") && e[n].warp == c->perf_warp && e[n].lanes == c->perf_lanes);
      ck_assert_int_eq(e[n].space, c->perf_local ? WT_SPACE_LOCAL : WT_SPACE_GLOBAL);
      ck_assert_int_eq(e[n].source, c->perf_local ? WT_SOURCE_MEMORY : source[c->perf_kind]);
      ck_assert_uint_eq(e[n].line, c->perf_local ? at / S.L1_LINE : at * 4096 / S.L1_LINE);
      ck_assert(!e[n].tag && !e[n].sectors);
      n++;
    }
    ck_assert_uint_eq(got, n);
  }
  wt_m_free(m);
}
END_TEST

/* The line of a request: of its first byte, in local memory that of the warp's own. */
START_TEST(line_of_a_request) {
  begin((unsigned)_i);
  for (unsigned sector = 0; sector < 4; sector++)
    for (unsigned more = sector; more < 4; more++)
      for (unsigned local = 0; local < 2; local++) {
        uint32_t mask[4] = {0};
        uint64_t addr = local ? (UINT64_C(1) << 63) + (UINT64_C(77) << 40) + 128 * 1001 : UINT64_C(0x7f0012345600), own = local ? 128 * 1001 : addr;
        mask[sector] = 0x80, mask[more] |= 0x10;
        ck_assert_uint_eq(wt_performed_line(&S, addr / 128, mask), (own + 32 * sector) / (S.L1_BYTES ? S.L1_LINE : 128));
      }
  wt_m_free(m);
}
END_TEST

int main(void) {
  Suite *s = suite_create("use");
  TCase *t = tcase_create("use");
  tcase_set_timeout(t, 30);
  tcase_add_loop_test(t, every_structure_is_counted, 0, SHAPES);
  tcase_add_loop_test(t, lanes_and_what_threads_wait_for, 0, SHAPES);
  tcase_add_loop_test(t, levels_inside_of_the_machine, 0, SHAPES);
  tcase_add_loop_test(t, line_of_a_request, 0, SHAPES);
  suite_add_tcase(s, t);
  return suite_run(s);
}
