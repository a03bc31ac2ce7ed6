/* test_wt_order_contracts.c - who goes first. Each test runs a program on a whole machine and checks one arbiter in every cycle against the rule
 * of its document, with ages and turns kept here; the program must bring about at least `enough` cycles in which the nearest wrong reading
 * (named at each count) would choose somebody else.
 */
#include "run_kit.h"
#include "isa/wt_isa.h"
#include "tests/suite.h"

enum { WARPS = 8, COLLS = 3, BANKS = 4, ENOUGH = 3 };
#define SHAPE "WARPS=8 WARP_SIZE=4 LANES=4 REGS=2048 CTAS=8 COLLECTORS=3 RF_BANKS=4 LSU_ENTRIES=4 MEM_LAT=9 SMEM_BYTES=8192 "

/* Loops of different length a CTA: warps end at different times, so that a later CTA comes into a lower slot. */
static const char mix[] =
  "!S2R R0, SR_TID.X\nS2R R4, SR_CTAID.X\nMOV R8, c[0x0][0x160]\nMOV R9, c[0x0][0x164]\nMOV R12, RZ\nISETP.EQ.AND P0, PT, R0, 0x2, PT\n"
  "IMAD R5, R4, 0x5, RZ\nLOP3.LUT R5, R5, 0x7, RZ, 0xc0, !PT\nIADD3 R5, R5, 0x1, RZ\n"
  "loop:\nIADD3 R12, R12, R0, R5\nLDG.E.SYS R13, [R8+0x0]\nIADD3 R14, R4, R12, R0\nMOV R16, R14\nSHFL.IDX PT, R15, R14, 0x1, 0x1f\n"
  "BSSY B0, k\nIADD3 R17, R0, R4, R5\nIADD3 R18, R13, R12, R0\nIMAD R19, R0, R4, R5\nIADD3 R12, R12, R15, R18\nIADD3 R5, R5, -0x1, RZ\n"
  "ISETP.GT.AND P1, PT, R5, RZ, PT\n@P0 BRA k\nNOP\nk:\nBSYNC B0\n@P1 BRA loop\nEXIT";

static run_t r;
static void run(const char *keys, const char *text, unsigned warps, unsigned ctas) {
  run_spec p = {.keys = keys, .text = text, .warps = warps, .ctas = ctas, .backend = WT_BACKEND_C};
  run_program(&r, &p);
  ck_assert_uint_lt(r.cycles, RUN_CYCLES);
}
static void watch(const char *name) { r.sig[r.nsig++].name = name; }
static void watch_all(const char *const *names) {
  for (r.nsig = 0; *names; names++) watch(*names);
}
#define V(name, t) run_val(&r, name, t)
static const char *at(const char *fmt, unsigned i, unsigned k) { /* name of a part, kept */
  static char text[RUN_SIGNALS * 4][40];
  static unsigned n;
  char *s = text[n++ % (RUN_SIGNALS * 4)];
  snprintf(s, sizeof text[0], fmt, i, k);
  return s;
}
static unsigned after(uint64_t x, unsigned p) { /* first of x after p, going round */
  for (unsigned i = 1; i <= 64; i++)
    if (x >> ((p + i) & 63) & 1) return (p + i) & 63;
  return 99;
}

/* ---- wt_sched rules 3, 4, 7, 8, 9 ---- */
static const char *const policies[] = {"lrr", "gto", "oldest", "twolevel", "cggty"};
START_TEST(scheduler) {
  static const char *const names[] = {"sched.ready",
                                      "sched.busy",
                                      "sched.sel_valid",
                                      "sched.sel_first",
                                      "sched.sel_warp",
                                      "dispatch.launch_valid",
                                      "dispatch.launch_last",
                                      "dispatch.launch_warp",
                                      "cfu.launch_ack",
                                      "cfu.done_valid",
                                      "cfu.done_warp",
                                      "cfu.run",
                                      "ibuffer.head_valid",
                                      "sb.ok",
                                      "war.ok",
                                      "cfu.idle",
                                      NULL};
  const char *ctl[WARPS];
  char keys[300];
  snprintf(keys, sizeof keys, SHAPE "POOL=3 SCHED=%s LANES=2 IMEM_LAT=%d", policies[_i], _i == 3 ? 6 : 1);
  watch_all(names);
  for (unsigned w = 0; w < WARPS; w++) watch(ctl[w] = at("ibuffer.head_ctl[%u]", w, 0));
  run(keys, mix, 1, 24);
  uint64_t born[64] = {0}, n = 0, pool = 0;
  unsigned last = 0, pend = 0, not_lowest = 0, not_round = 0, young = 0, kept = 0, left_full = 0, no_head = 0, while_busy = 0;
  for (unsigned t = 0; t < r.cycles; t++) {
    uint64_t ready = V("sched.ready", t), cand = _i == 3 ? ready & pool : ready;
    if (cand) {
      unsigned old = wt_lowest(cand), w;
      for (uint64_t x = cand; x; x &= x - 1) /* of cggty the youngest */
        if (_i == 4 ? born[wt_lowest(x)] > born[old] : born[wt_lowest(x)] < born[old]) old = wt_lowest(x);
      w = _i == 0 || _i == 3 ? after(cand, last) : (_i == 1 || _i == 4) && cand >> last & 1 ? last : old;
      ck_assert_msg(V("sched.sel_first", t) && V("sched.sel_warp", t) == w, "%s, cycle %u: ready %llx, last %u: warp %u, not %u", policies[_i], t,
                    (unsigned long long)ready, last, (unsigned)V("sched.sel_warp", t), w);
      not_lowest += w != wt_lowest(cand);  /* "oldest" or "next" read as the lowest slot */
      not_round += w != after(cand, last); /* a turn instead of age */
      kept += w == last && w != old;       /* GTO and CGGTY without greed */
      young += w != old;                   /* age instead of a turn */
    } else {
      ck_assert(!V("sched.sel_first", t));
    }
    for (unsigned w = 0; w < WARPS && !V("sched.busy", t); w++) { /* rule 2: these units are ready always */
      unsigned unit = (unsigned)WT_FIELD((uint32_t)V(ctl[w], t), hctl, unit);
      if (unit < WT_UNITS || WT_FIELD((uint32_t)V(ctl[w], t), hctl, cfwait)) continue;
      ck_assert_uint_eq(ready >> w & 1, (V("ibuffer.head_valid", t) & V("cfu.run", t) & V("sb.ok", t) & V("war.ok", t)) >> w & 1);
      while_busy += (ready >> w & 1) && !V("cfu.idle", t); /* they wait for the control-flow unit */
    }
    /* rule 9: who entered is decided by the pool before this edge, who leaves by path and scoreboard, not by an empty buffer */
    uint64_t out = ~V("cfu.run", t) | (V("ibuffer.head_valid", t) & ~V("sb.ok", t)), want = ready & ~pool, next = pool & ~out;
    no_head += (pool & V("cfu.run", t) & ~V("ibuffer.head_valid", t)) != 0;
    if (want && wt_popcount(pool) < 3) pend = after(want, pend), next |= UINT64_C(1) << pend;
    left_full += want && wt_popcount(pool) == 3 && wt_popcount(next) < 3; /* a place that is left in this cycle */
    pool = next & 0xff;
    if (V("sched.sel_valid", t)) last = (unsigned)V("sched.sel_warp", t);
    if (V("dispatch.launch_valid", t) && V("dispatch.launch_last", t) && V("cfu.launch_ack", t)) born[V("dispatch.launch_warp", t)] = ++n;
  }
  ck_assert(not_lowest > ENOUGH && while_busy > ENOUGH);
  if (_i == 1 || _i == 4) ck_assert_uint_gt(kept, ENOUGH);
  if (_i == 1 || _i == 2 || _i == 4) ck_assert_uint_gt(not_round, ENOUGH);
  if (_i == 0 || _i == 3) ck_assert_uint_gt(young, ENOUGH);
  if (_i == 3) ck_assert_msg(left_full > ENOUGH && no_head > ENOUGH, "%u %u", left_full, no_head);
}
END_TEST

/* ---- wt_bankarb rules 3 and 4 ---- */
static unsigned bank_of(unsigned warp, unsigned reg) { return (reg + warp) % BANKS; } /* swizzled */
START_TEST(banks) {
  static const char *const names[] = {"issue.alloc_valid", "disp.alloc_idx", "alu.wb_n", "alu.wb_warp", "alu.wb_reg",
                                      "wb.reg_valid",      "wb.warp",        "wb.reg",   NULL};
  const char *req[COLLS], *grant[COLLS], *bank[COLLS][6];
  watch_all(names);
  for (unsigned i = 0; i < COLLS; i++) {
    watch(req[i] = at("collector.req[%u]", i, 0)), watch(grant[i] = at("bankarb.grant[%u]", i, 0));
    for (unsigned k = 0; k < 6; k++) watch(bank[i][k] = at("collector.bank[%u,%u]", i, k));
  }
  run(SHAPE, mix, 1, 16);
  unsigned born[COLLS] = {0}, written_wins = 0, older_is_higher = 0;
  for (unsigned t = 0; t < r.cycles; t++) {
    unsigned busy = 0, wants[COLLS];
    for (unsigned k = 0; k < V("alu.wb_n", t); k++) busy |= 1u << bank_of((unsigned)V("alu.wb_warp", t), (unsigned)V("alu.wb_reg", t) + k);
    if (V("wb.reg_valid", t)) busy |= 1u << bank_of((unsigned)V("wb.warp", t), (unsigned)V("wb.reg", t));
    for (unsigned i = 0; i < COLLS; i++) wants[i] = V(req[i], t) ? (unsigned)V(bank[i][wt_lowest(V(req[i], t))], t) : 99;
    for (unsigned i = 0; i < COLLS; i++) {
      int wins = wants[i] != 99 && !(busy >> wants[i] & 1), lowest = 1;
      for (unsigned j = 0; j < COLLS; j++) {
        wins &= j == i || wants[j] != wants[i] || born[j] > born[i];
        lowest &= j >= i || wants[j] != wants[i];
      }
      ck_assert_msg((V(grant[i], t) != 0) == wins, "cycle %u: collector %u asks bank %u, granted %d", t, i, wants[i], V(grant[i], t) != 0);
      written_wins += wants[i] != 99 && busy >> wants[i] & 1; /* a read before the write */
      older_is_higher += wins && !lowest;                     /* the lowest collector instead of the oldest */
    }
    if (V("issue.alloc_valid", t)) born[V("disp.alloc_idx", t)] = t + 1;
  }
  ck_assert(written_wins > ENOUGH && older_is_higher > ENOUGH);
}
END_TEST

/* ---- wt_wb rules 1 to 3 ---- */
static void write_back_run(unsigned mem, unsigned *both, unsigned *passes, unsigned *alu_first) {
  static const char *const names[] = {"shfl.wb_valid", "shfl.wb_regv", "shfl.wb_warp", "shfl.wb_reg", "lsu.wb_valid", "lsu.wb_regv", "lsu.wb_warp",
                                      "lsu.wb_reg",    "alu.wb_n",     "alu.wb_warp",  "alu.wb_reg",  "wb.ack[0]",    "wb.ack[1]",   NULL};
  char keys[300];
  snprintf(keys, sizeof keys, SHAPE "LANES=2 MEM_LAT=%u", mem);
  watch_all(names);
  run(keys, mix, 1, 12);
  for (unsigned t = 0; t < r.cycles; t++) {
    unsigned busy = 0;
    for (unsigned k = 0; k < V("alu.wb_n", t); k++) busy |= 1u << bank_of((unsigned)V("alu.wb_warp", t), (unsigned)V("alu.wb_reg", t) + k);
    int hit_s = V("shfl.wb_regv", t) && busy >> bank_of((unsigned)V("shfl.wb_warp", t), (unsigned)V("shfl.wb_reg", t)) & 1;
    int hit_l = V("lsu.wb_regv", t) && busy >> bank_of((unsigned)V("lsu.wb_warp", t), (unsigned)V("lsu.wb_reg", t)) & 1;
    int s = V("shfl.wb_valid", t) && !hit_s, l = V("lsu.wb_valid", t) && !hit_l && !s;
    ck_assert_msg(V("wb.ack[0]", t) == (unsigned)s && V("wb.ack[1]", t) == (unsigned)l, "cycle %u", t);
    *both += V("lsu.wb_valid", t) && s && !hit_l;                                      /* the LSU before the shuffle unit */
    *passes += V("shfl.wb_valid", t) && hit_s && l;                                    /* nobody passes a shuffle that waits */
    *alu_first += (V("shfl.wb_valid", t) && hit_s) || (V("lsu.wb_valid", t) && hit_l); /* the slow channel before the ALU */
  }
}
START_TEST(write_back) {
  unsigned both = 0, passes = 0, alu_first = 0;
  for (unsigned mem = 2; mem < 14; mem++) write_back_run(mem, &both, &passes, &alu_first);
  ck_assert_msg(both > ENOUGH && passes > 0 && alu_first > ENOUGH, "%u %u %u", both, passes, alu_first);
}
END_TEST

/* ---- wt_disp rules 1, 2, 4: ALU packets only, so that every unit takes them ---- */
static const char alu_only[] = "!S2R R0, SR_TID.X\nS2R R4, SR_CTAID.X\nMOV R1, 0x4\nMOV R5, 0x9\n"
                               "loop:\nIADD3 R12, R4, R0, R5\nMOV R13, 0x1\nIADD3 R14, R0, R5, R1\nMOV R15, R0\nIADD3 R16, R4, R5, RZ\nMOV R17, 0x2\n"
                               "IADD3 R5, R5, -0x1, RZ\nISETP.GT.AND P1, PT, R5, RZ, PT\n@P1 BRA loop\nEXIT";
START_TEST(dispatch_of_collectors) {
  static const char *const war[] = {"inorder", "bloom"};
  static const char *const names[] = {"issue.alloc_valid", "disp.alloc_idx", "disp.valid", "disp.idx", NULL};
  const char *v[4], *full[4], *warp[4], *iid[4];
  char keys[300];
  snprintf(keys, sizeof keys, SHAPE "COLLECTORS=4 RF_BANKS=4 WAR=%s", war[_i]);
  watch_all(names);
  for (unsigned i = 0; i < 4; i++)
    watch(v[i] = at("collector.v[%u]", i, 0)), watch(full[i] = at("collector.full[%u]", i, 0)), watch(warp[i] = at("collector.warp[%u]", i, 0)),
      watch(iid[i] = at("collector.iid[%u]", i, 0));
  run(keys, alu_only, 1, 16);
  unsigned born[4] = {0}, not_lowest = 0, overtakes = 0, held = 0;
  for (unsigned t = 0; t < r.cycles; t++) {
    unsigned best = 99, lowest = 99, oldest = 99;
    for (unsigned i = 0; i < 4; i++) {
      int may = V(v[i], t) && V(full[i], t), kept = 0;
      if (V(v[i], t) && (oldest == 99 || born[i] < born[oldest])) oldest = i;
      for (unsigned j = 0; j < 4; j++)
        kept |= j != i && V(v[j], t) && born[j] < born[i] && V(warp[j], t) == V(warp[i], t) && (_i == 0 || V(iid[j], t) == V(iid[i], t));
      held += may && kept;
      if (!may || kept) continue;
      if (lowest == 99) lowest = i;
      if (best == 99 || born[i] < born[best]) best = i;
    }
    ck_assert_msg(V("disp.valid", t) == (best != 99) && (best == 99 || V("disp.idx", t) == best), "cycle %u: %u, not %u", t,
                  (unsigned)V("disp.idx", t), best);
    not_lowest += best != lowest;              /* the lowest collector instead of the oldest */
    overtakes += best != 99 && best != oldest; /* the oldest only, full or not */
    if (V("issue.alloc_valid", t)) {
      unsigned k = 0;
      while (k < 4 && V(v[k], t)) k++;
      ck_assert_uint_eq(V("disp.alloc_idx", t), k);
      born[k] = t + 1;
    }
  }
  ck_assert_msg(not_lowest > ENOUGH && overtakes > ENOUGH && (_i == 1 || held > ENOUGH), "%u %u %u", not_lowest, overtakes, held);
}
END_TEST

/* ---- wt_dispatch R2, R7: the lowest slot that was free before this cycle ---- */
START_TEST(cta_slots) {
  static const char *const names[] = {"dispatch.state", "ctasched.run", "dispatch.busy", "dispatch.slot", "cfu.done_valid", NULL};
  unsigned full = 0, not_next = 0, last = 0;
  for (unsigned imem = 1; imem < 9; imem++) {
    char keys[300];
    snprintf(keys, sizeof keys, SHAPE "CTAS=4 IMEM_LAT=%u SCHED=%s", imem, policies[imem % 4]);
    watch_all(names);
    run(keys, mix, 1, 20);
    for (unsigned t = 0; t + 1 < r.cycles; t++) {
      unsigned vacant = ~(unsigned)V("dispatch.busy", t) & 15;
      if (V("dispatch.state", t) || !V("ctasched.run", t)) continue;
      ck_assert_uint_eq(V("dispatch.state", t + 1), vacant != 0);
      full += !vacant && V("cfu.done_valid", t); /* picked in the cycle in which it becomes free */
      if (!vacant) continue;
      ck_assert_uint_eq(V("dispatch.slot", t + 1), wt_lowest(vacant));
      not_next += wt_lowest(vacant) != after(vacant | (uint64_t)vacant << 4, last) % 4; /* slots in turn */
      last = wt_lowest(vacant);
    }
  }
  ck_assert_msg(full > ENOUGH && not_next > 0, "%u %u", full, not_next);
}
END_TEST

/* ---- wt_ctabar R7, and hanoi_yr R24, R25: a release before a launch ---- */
static const char barrier_text[] =
  "!S2R R4, SR_CTAID.X\nS2R R0, SR_TID.X\nISETP.GT.AND P0, PT, R4, 0x1, PT\nISETP.GT.AND P1, PT, R0, 0x3, PT\n@P1 NOP\nNOP\nBAR.SYNC 0x0\n"
  "@P0 BAR.SYNC 0x0\nNOP\n@P1 EXIT\nBAR.SYNC 0x0\nNOP\nEXIT";
static const char *const cfus[] = {"hanoi_yr", "hanoi", "simt_stack", "barrier", "multipath"};
START_TEST(barrier_releases) {
  static const char *const names[] = {"ctabar.pending", "ctabar.rel_valid",      "ctabar.rel_warp",      "cfu.rel_ack", "cfu.launch_ack",
                                      "cfu.idle",       "dispatch.launch_valid", "dispatch.launch_last", NULL};
  unsigned several = 0, contest = 0, held = 0;
  for (unsigned imem = 1; imem < 9; imem++) {
    for (unsigned mem = 0; mem < 4; mem++) {
      char keys[300];
      snprintf(keys, sizeof keys, SHAPE "IMEM_LAT=%u CONST_LAT=1 SCHED=%s DIVERGENCE=%s CTAS=3 WS_DEPTH=4", imem, policies[mem], cfus[_i]);
      watch_all(names);
      run(keys, barrier_text, 2, 14);
      for (unsigned t = 0; t + 1 < r.cycles; t++) {
        uint64_t pend = V("ctabar.pending", t);
        unsigned shown = (unsigned)V("ctabar.rel_valid", t);
        if (!shown || V("cfu.rel_ack", t)) {
          ck_assert_msg(V("ctabar.rel_valid", t + 1) == (pend != 0), "cycle %u", t);
          if (pend) ck_assert_uint_eq(V("ctabar.rel_warp", t + 1), wt_lowest(pend)); /* not the highest, not in turn */
          several += wt_popcount(pend) > 1;
        } else {
          ck_assert_uint_eq(V("ctabar.rel_warp", t + 1), V("ctabar.rel_warp", t)); /* a lower warp that completes later does not push it away */
          held += pend != 0 && wt_lowest(pend) < V("ctabar.rel_warp", t);
        }
        int launch = V("dispatch.launch_valid", t) && V("dispatch.launch_last", t) && !V("cfu.launch_ack", t);
        if (V("cfu.idle", t) && shown && !V("cfu.rel_ack", t) && launch) {
          ck_assert_msg(!V("cfu.launch_ack", t + 1), "cycle %u: the launch before the release", t);
          contest += V("cfu.rel_ack", t + 1) != 0; /* launch first */
        }
      }
    }
  }
  ck_assert_msg(several > ENOUGH && contest > 0 && held > 0, "%s: %u %u %u", cfus[_i], several, contest, held);
}
END_TEST

/* ---- multipath R2: waiting advances in turn after the warp worked on last ---- */
START_TEST(multipath_pending) {
  static const char *const names[] = {"multipath.state", "multipath.pending", "multipath.at_warp", "multipath.owed", NULL};
  watch_all(names);
  run(SHAPE "DIVERGENCE=multipath RT_DEPTH=3 SCHED=lrr PATH_POLICY=rr PATH_SWITCH=every",
      "!S2R R0, SR_TID.X\nMOV R5, 0x6\nloop:\nLOP3.LUT R7, R0, 0x1, RZ, 0xc0, !PT\nISETP.EQ.AND P0, PT, R7, RZ, PT\n@P0 BRA b\nNOP\nNOP\nBRA "
      "c\nb:\nNOP\nNOP\nNOP\n"
      "c:\nIADD3 R5, R5, -0x1, RZ\nISETP.GT.AND P1, PT, R5, RZ, PT\n@P1 BRA loop\nEXIT",
      8, 2);
  unsigned not_lowest = 0;
  for (unsigned t = 0; t + 1 < r.cycles; t++) {
    uint64_t pd = V("multipath.pending", t);
    if (V("multipath.state", t) || !pd || V("multipath.owed", t)) continue;
    ck_assert_uint_eq(V("multipath.at_warp", t + 1), after(pd, (unsigned)V("multipath.at_warp", t)));
    not_lowest += wt_lowest(pd) != after(pd, (unsigned)V("multipath.at_warp", t)); /* the lowest warp first */
  }
  ck_assert_uint_gt(not_lowest, ENOUGH);
}
END_TEST

/* ---- wt_sb_coon rule 8: late heads in turn ---- */
START_TEST(late_heads) {
  static const char *const names[] = {"sb_coon.last_late", "cfu.redir_valid", "cfu.redir_warp", NULL};
  const char *late[WARPS], *head[WARPS], *vld[WARPS], *ctl[WARPS];
  watch_all(names);
  for (unsigned w = 0; w < WARPS; w++)
    watch(late[w] = at("sb_coon.late[%u]", w, 0)), watch(head[w] = at("sb_coon.head[%u]", w, 0)), watch(vld[w] = at("sb_coon.valid[%u]", w, 0)),
      watch(ctl[w] = at("ibuffer.head_ctl[%u]", w, 0));
  run(SHAPE "SCOREBOARD=coon SB_ENTRIES=2 IBUF_DEPTH=4", mix, 1, 16);
  unsigned not_lowest = 0;
  for (unsigned t = 0; t + 1 < r.cycles; t++) {
    uint64_t go = 0;
    for (unsigned w = 0; w < WARPS; w++) {
      uint32_t c = (uint32_t)V(ctl[w], t);
      int writes = WT_FIELD(c, hctl, ndst) && WT_FIELD(c, hctl, dst) != 255, redirected = V("cfu.redir_valid", t) && V("cfu.redir_warp", t) == w;
      go |= (uint64_t)((V(late[w], t) >> V(head[w], t) & 1) && (!writes || V(vld[w], t) != 3) && !redirected) << w;
    }
    unsigned rr = (unsigned)V("sb_coon.last_late", t), next = go ? after(go, rr) : rr;
    ck_assert_msg(V("sb_coon.last_late", t + 1) == next, "cycle %u: %llx after %u: %u", t, (unsigned long long)go, rr,
                  (unsigned)V("sb_coon.last_late", t + 1));
    not_lowest += go && next != wt_lowest(go); /* the lowest warp first */
  }
  ck_assert_uint_gt(not_lowest, ENOUGH);
}
END_TEST

/* ---- wt_fetch rule 2: the first ready warp after the last one ---- */
START_TEST(fetch_in_turn) {
  static const char *const names[] = {
    "fetch.enabled", "fetch.last_pick", "fetch.req_valid", "fetch.req_warp", "cfu.redir_valid", "cfu.redir_warp", NULL};
  const char *cnt[WARPS];
  watch_all(names);
  for (unsigned w = 0; w < WARPS; w++) watch(cnt[w] = at("fetch.buffered[%u]", w, 0));
  run(SHAPE "IBUF_DEPTH=3", mix, 1, 16);
  unsigned not_lowest = 0, passed = 0;
  for (unsigned t = 0; t + 1 < r.cycles; t++) {
    uint64_t ready = 0;
    for (unsigned w = 0; w < WARPS; w++)
      ready |= (uint64_t)((V("fetch.enabled", t) >> w & 1) && V(cnt[w], t) < 3 && !(V("cfu.redir_valid", t) && V("cfu.redir_warp", t) == w)) << w;
    ck_assert_uint_eq(V("fetch.req_valid", t + 1), ready != 0);
    if (!ready) continue;
    unsigned w = after(ready, (unsigned)V("fetch.last_pick", t));
    ck_assert_uint_eq(V("fetch.req_warp", t + 1), w);
    not_lowest += w != wt_lowest(ready); /* the lowest warp first */
    passed += V("cfu.redir_valid", t) && V("cfu.redir_warp", t) == after(ready | UINT64_C(1) << V("cfu.redir_warp", t),
                                                                         (unsigned)V("fetch.last_pick", t)); /* picked in its redirect */
  }
  ck_assert(not_lowest > ENOUGH && passed > 0);
}
END_TEST

/* ---- which path runs first: the label that issues first of X and Y ---- */
static char first_of(const char *keys, const char *text) {
  run_spec p = {.keys = keys, .text = text, .backend = WT_BACKEND_C};
  r.nsig = 0;
  run_program(&r, &p);
  long x = run_event(&r, &p, "X", 0), y = run_event(&r, &p, "Y", 0);
  ck_assert_msg(x > 0 && y > 0, "%s\n%s", keys, text);
  return x < y ? 'X' : 'Y';
}

/* A split (hanoi_yr and multipath R6, R10, hanoi R5, barrier and simt_stack S6): X = other side, Y = taken side, of 3, 2 and 1 taken lanes of 4.
 * The columns differ in every pair of readings: size, size with the tie the other way, target. */
START_TEST(sides_of_a_split) {
  static const char *const orders[] = {"majority", "minority", "taken"}, *const want[] = {"YYX", "XXY", "YYY"};
  for (int o = 0; o < 3; o++)
    for (int lanes = 3; lanes > 0; lanes--) {
      char keys[100], text[300];
      snprintf(keys, sizeof keys, "DIVERGENCE=%s PATH_ORDER=%s", cfus[_i], orders[o]);
      snprintf(text, sizeof text, "ISETP.GT.AND P1, PT, R0, %d, PT\n@P1 BRA Y\nX: NOP\nBRA j\nY: NOP\nj: EXIT", 3 - lanes);
      ck_assert_msg(first_of(keys, text) == want[o][3 - lanes], "%s, %d lanes taken", keys, lanes);
    }
}
END_TEST

/* Release of paths that wait at two places for one event: R16 of hanoi_yr, R17 of barrier, R20 and R6 of multipath (the highest pc is set free first;
 * on top of the list under block, so that the lowest runs first, else behind it), R15, R16 of hanoi (entries keep their places: the one that came
 * last is on top). In one program the lower pc waits first, in the other the higher: so arrival order cannot be taken for pc order. */
static const struct {
  const char *keys, *low_first, *high_first; /* what runs first when the lower (X) or the higher (Y) pc has waited first */
} releases[] = {{"DIVERGENCE=hanoi_yr", "X", "X"},
                {"DIVERGENCE=hanoi", "Y", "X"},
                {"DIVERGENCE=barrier", "X", "X"},
                {"DIVERGENCE=barrier PATH_POLICY=oldest", "Y", "Y"},
                {"DIVERGENCE=barrier PATH_POLICY=minpc", "X", "X"},
                {"DIVERGENCE=multipath", "X", "X"},
                {"DIVERGENCE=multipath PATH_POLICY=oldest", "Y", "Y"},
                {"DIVERGENCE=multipath PATH_POLICY=rr", "Y", "Y"},
                {"DIVERGENCE=multipath PATH_POLICY=minpc", "X", "X"}};
START_TEST(release_order) {
  static const char low[] = "@!P0 BRA b\nBAR.SYNC 0x0\nX: NOP\nBRA j\nb:\nBAR.SYNC 0x0\nY: NOP\nj: EXIT";
  static const char high[] = "@P0 BRA b\nBAR.SYNC 0x0\nX: NOP\nBRA j\nb:\nBAR.SYNC 0x0\nY: NOP\nj: EXIT";
  static const char sync_low[] = "@!P0 BRA b\nWARPSYNC 0xf\nX: NOP\nBRA j\nb:\nWARPSYNC 0xf\nY: NOP\nj: EXIT";
  static const char sync_high[] = "@P0 BRA b\nWARPSYNC 0xf\nX: NOP\nBRA j\nb:\nWARPSYNC 0xf\nY: NOP\nj: EXIT";
  const char *k = releases[_i].keys;
  ck_assert_msg(first_of(k, low) == releases[_i].low_first[0], "%s: BAR, the lower pc waits first", k);
  ck_assert_msg(first_of(k, high) == releases[_i].high_first[0], "%s: BAR, the higher pc waits first", k);
  if (!strcmp(k, "DIVERGENCE=hanoi")) return; /* WARPSYNCs at two pcs are two points in hanoi */
  ck_assert_msg(first_of(k, sync_low) == releases[_i].low_first[0], "%s: WARPSYNC, the lower pc waits first", k);
  ck_assert_msg(first_of(k, sync_high) == releases[_i].high_first[0], "%s: WARPSYNC, the higher pc waits first", k);
}
END_TEST

int main(void) {
  Suite *s = suite_create("order_contracts");
  TCase *tc = tcase_create("order");
  tcase_set_timeout(tc, 300);
  tcase_add_loop_test(tc, scheduler, 0, 5);
  tcase_add_test(tc, banks);
  tcase_add_test(tc, write_back);
  tcase_add_loop_test(tc, dispatch_of_collectors, 0, 2);
  tcase_add_test(tc, cta_slots);
  tcase_add_loop_test(tc, barrier_releases, 0, 5);
  tcase_add_test(tc, multipath_pending);
  tcase_add_test(tc, late_heads);
  tcase_add_test(tc, fetch_in_turn);
  tcase_add_loop_test(tc, sides_of_a_split, 0, 5);
  tcase_add_loop_test(tc, release_order, 0, (int)(sizeof releases / sizeof *releases));
  suite_add_tcase(s, tc);
  return suite_run(s);
}
