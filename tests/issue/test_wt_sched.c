/* test_wt_sched.c - warp scheduler: policies, TV-07, beats, random lock-step. Rules: docs/blocks/issue/wt_sched.md. */
#include "isa/wt_isa.h"
#include "tests/block_suite.h"

/* Head of an I-buffer with these properties. */
static uint32_t head(unsigned unit, unsigned cfwait, unsigned drain, unsigned quiet) {
  return (uint32_t)(WT_PLACED(unit, hctl, unit) | WT_PLACED(cfwait, hctl, cfwait) | WT_PLACED(drain, hctl, drain) | WT_PLACED(quiet, hctl, quiet));
}

/* What the rules keep: the packet in progress, the last warp, who was launched before whom, residents and the pool. members: a group issues beat
 * by beat. */
static struct {
  unsigned busy, warp, beat, last, entered, members;
  char before[MAX_WARPS][MAX_WARPS], resident[MAX_WARPS], in[MAX_WARPS]; /* before[i][j]: j was launched before i */
  unsigned round, urgent, turn;
  uint64_t passed, aged; /* 17 */
  uint64_t ready;
  unsigned valid, sel, sel_beat, first, pop, index, sync, whole, more;
} ref;

static void start(const wt_bench *b) {
  (void)b;
  memset(&ref, 0, sizeof ref);
}
static int bit(uint64_t set, unsigned w) { return (int)(set >> w & 1); }
/* Sub-warp w in the states of wt_sco, and the members of its large warp's group as warps (10). */
static int partner(const wt_bench *b, unsigned w, const uint8_t *state) {
  unsigned n = b->shape.DWR_SUBWARPS;
  return b->shape.GROUPING == WT_GROUPING_dwr && state[w / n] >> w % n & 1;
}
static uint64_t group_of(const wt_bench *b, unsigned w) {
  unsigned n = b->shape.DWR_SUBWARPS;
  return (uint64_t)b->m->subcore->sco.o.group[w / n] << w / n * n;
}
static int sensitive(const wt_bench *b, unsigned w) { return b->shape.GROUPING == WT_GROUPING_dwr && bit(b->m->subcore->ibuffer.o.head_sens, w); }
static int combines(const wt_bench *b, unsigned w) { return sensitive(b, w) && partner(b, w, b->m->subcore->sco.o.comb); }
static int barrier(const wt_bench *b, unsigned w) { return sensitive(b, w) && !combines(b, w) && !partner(b, w, b->m->subcore->sco.o.alone); }
static int packet(const wt_bench *b, unsigned w) { return WT_FIELD(b->m->subcore->ibuffer.o.head_ctl[w], hctl, unit) < WT_UNITS; }
static int control(const wt_bench *b, unsigned w) { return (int)WT_FIELD(b->m->subcore->ibuffer.o.head_ctl[w], hctl, cfwait); }
static int own(const wt_bench *b, unsigned w) { /* 16 */
  const wt_subcore *s = b->m->subcore;
  uint32_t c = s->ibuffer.o.head_ctl[w];
  int go = bit(s->ibuffer.o.head_valid, w) && bit(s->cfu->run, w) && bit(s->sb->ok, w) && bit(s->war.o.ok, w);
  if (WT_FIELD(c, hctl, drain)) go &= bit(s->war.o.drained, w) && !bit(b->m->sm->lsu.o.at | b->m->sm->replay.o.warps | b->m->sm->share.o.queued, w);
  if (WT_FIELD(c, hctl, quiet)) go &= bit(s->sb->clear, w) && bit(b->m->sm->lsu.o.quiet, w) && !bit(b->m->sm->share.o.queued, w);
  return go;
}
static int held(const wt_bench *b, unsigned w) { /* 20 */
  return b->shape.CCWS && bit(b->m->subcore->ibuffer.o.head_load & b->m->sm->ccws.o.held, w) && !(ref.urgent && ref.turn == w);
}
static int can(const wt_bench *b, unsigned w) { /* 1, 2 */
  const wt_subcore *s = b->m->subcore;
  return own(b, w) && !held(b, w) && !ref.busy && !s->issue.o.hold && (!packet(b, w) || s->disp.o.free) &&
         (!control(b, w) || (s->cfu->idle && !b->m->sm->share.o.full));
}
/* 10 to 13, of what a sub-warp can do by itself, or, 16, of what it is free to do */
static int by_state(const wt_bench *b, unsigned w, int (*alone)(const wt_bench *, unsigned)) {
  const wt_subcore *s = b->m->subcore;
  if (partner(b, w, s->sco.o.lock)) return 0;
  if (barrier(b, w)) return bit(s->ibuffer.o.head_valid, w) && bit(s->cfu->run, w);
  if (!combines(b, w)) return alone(b, w);
  uint64_t members = group_of(b, w);
  if (!bit(members, w) || members & ((UINT64_C(1) << w) - 1)) return 0; /* not the lowest */
  for (unsigned k = 0; k < b->shape.SLOTS; k++)
    if (bit(members, k) && !alone(b, k)) return 0;
  return 1;
}
static int ready(const wt_bench *b, unsigned w) { return !ref.busy && !b->m->subcore->issue.o.hold && by_state(b, w, can); }
static unsigned round_from(uint64_t set, unsigned last, unsigned n) { /* the first after last, going round */
  unsigned w = last;
  do w = (w + 1) % n;
  while (!bit(set, w));
  return w;
}
/* The one before whom nobody of the set was launched, or the one before whom everybody else was. */
static unsigned by_launch(uint64_t set, int youngest, unsigned n) {
  for (unsigned w = 0, j; w < n; w++) {
    if (!bit(set, w)) continue;
    for (j = 0; j < n && (j == w || !bit(set, j) || ref.before[w][j] == youngest); j++) continue;
    if (j == n) return w;
  }
  return round_from(set, n - 1, n);
}
static int with_others(const wt_bench *b, unsigned w) { /* 9 */
  const uint64_t members = group_of(b, w);
  if (b->shape.GROUPING != WT_GROUPING_dwr) return 0;
  return partner(b, w, b->m->subcore->sco.o.lock) || (combines(b, w) && members && (!bit(members, w) || members & ((UINT64_C(1) << w) - 1)));
}
static void pool(const wt_bench *b, unsigned n) { /* 9 */
  const wt_subcore *s = b->m->subcore;
  uint64_t want = 0;
  unsigned members = 0;
  for (unsigned w = 0; w < n; w++) {
    members += (unsigned)ref.in[w], want |= (uint64_t)(bit(ref.ready, w) && !ref.in[w]) << w;
    if (!bit(s->cfu->run, w) || (bit(s->ibuffer.o.head_valid, w) && !bit(s->sb->ok, w)) || with_others(b, w)) ref.in[w] = 0;
  }
  if (want && members < b->m->gpu->cfg.pool) ref.entered = round_from(want, ref.entered, n), ref.in[ref.entered] = 1;
}
static void launches(const wt_bench *b, unsigned n) { /* 8 */
  const wt_cfu_out *c = b->m->subcore->cfu;
  const wt_dispatch_out *d = &b->m->sm->dispatch.o;
  unsigned w = c->done_warp, l = d->launch_warp;
  if (c->done_valid) ref.resident[w] = 0;
  for (unsigned i = 0; c->done_valid && i < n; i++) ref.before[i][w] = 0;
  if (!(d->launch_valid && d->launch_last && c->launch_ack)) return;
  for (unsigned i = 0; i < n; i++) ref.before[i][l] = 0;
  for (unsigned i = 0; i < n; i++) ref.before[l][i] = (char)(i != l && ref.resident[i]);
  ref.resident[l] = 1;
}
/* 17, 18: with the warps that this cycle serves */
static void rounds(const wt_bench *b, unsigned n, uint64_t served) {
  unsigned most = b->m->gpu->cfg.age, next = ref.turn, found = 0;
  uint64_t rest = ref.passed & ~served, waits = 0;
  for (unsigned w = 0; w < n; w++) waits |= (uint64_t)(by_state(b, w, own) && !bit(served, w)) << w;
  for (unsigned k = 0; k <= n && !found; k++) { /* whose turn it is keeps it, then the next, going round */
    unsigned w = (ref.turn + k) % n;
    int old = bit(ref.aged, w) || (combines(b, w) && (group_of(b, w) & ref.aged));
    if ((k || ref.urgent) && old && bit(waits, w)) next = w, found = 1;
  }
  if (!most) {
    ref.round = ref.urgent = ref.turn = 0, ref.passed = ref.aged = 0;
    return;
  }
  ref.turn = next, ref.urgent = found;
  if (ref.round + 1 >= most || !rest) ref.aged |= rest, ref.passed = waits, ref.round = 0;
  else ref.passed = rest, ref.round++;
  if (b->m->subcore->cfu->done_valid) ref.aged &= ~(UINT64_C(1) << b->m->subcore->cfu->done_warp);
}
static void rules(const wt_bench *b) {
  unsigned n = b->shape.SLOTS, policy = b->m->gpu->cfg.sched;
  uint64_t cand = ref.ready = 0; /* 3 */
  for (unsigned w = 0; w < n; w++) ref.ready |= (uint64_t)ready(b, w) << w;
  for (unsigned w = 0; w < n; w++) {
    int goes_first = ref.urgent && w == ref.turn; /* 3, 19 */
    int shares = ref.urgent && ((packet(b, w) && packet(b, ref.turn)) || (control(b, w) && control(b, ref.turn)));
    cand |= (uint64_t)(bit(ref.ready, w) && (goes_first || (!shares && (policy != WT_SCHED_twolevel || ref.in[w])))) << w;
  }
  ref.valid = ref.busy ? b->m->subcore->disp.o.free : cand != 0; /* 5, 6 */
  ref.first = ref.sel = ref.sel_beat = ref.pop = ref.index = ref.sync = ref.whole = ref.more = 0;
  if (ref.valid && ref.busy && ref.members) { /* 13 */
    for (ref.sel = ref.warp / b->shape.DWR_SUBWARPS * b->shape.DWR_SUBWARPS; !bit(group_of(b, ref.warp), ref.sel); ref.sel++) continue;
    ref.first = ref.pop = 1;
  } else if (ref.valid && ref.busy) {
    ref.sel = ref.warp, ref.sel_beat = ref.beat, ref.pop = !b->shape.PACK && ref.beat == b->shape.BEATS - 1;
  } else if (ref.valid) { /* 4, 5 */
    int greedy = policy == WT_SCHED_gto || policy == WT_SCHED_cggty;
    ref.sel = greedy && !ref.urgent && bit(cand, ref.last)            ? ref.last
              : policy == WT_SCHED_lrr || policy == WT_SCHED_twolevel ? round_from(cand, ref.last, n)
                                                                      : by_launch(cand, policy == WT_SCHED_cggty, n);
    if (ref.urgent && bit(cand, ref.turn)) ref.sel = ref.turn;     /* 19 */
    ref.index = bit(b->m->subcore->ibuffer.o.head_index, ref.sel); /* 15 */
    ref.sync = barrier(b, ref.sel);                                /* 12 */
    ref.whole = combines(b, ref.sel) && !packet(b, ref.sel);       /* 13 */
    ref.first = !ref.index && !ref.sync;
    ref.pop = ref.first && (combines(b, ref.sel) || !packet(b, ref.sel) || b->shape.BEATS == 1);
  }
  uint64_t served = (uint64_t)ref.valid << ref.sel;
  if (ref.valid && ref.whole) served |= group_of(b, ref.sel);
  rounds(b, n, served);
  if (ref.valid) { /* 7, 12, 13 */
    uint64_t left = combines(b, ref.sel) ? group_of(b, ref.sel) & ~(UINT64_C(1) << ref.sel) : 0;
    ref.last = ref.sel;
    for (unsigned w = ref.sel; ref.whole && w < n; w++)
      if (bit(left, w)) ref.last = w;
    ref.members = ref.more = left && !ref.whole;
    ref.busy = ref.more || (!ref.pop && !b->m->subcore->pack.o.pop && !ref.index && !ref.sync);
    ref.warp = ref.busy ? ref.sel : 0, ref.beat = ref.busy && !ref.more ? ref.sel_beat + 1 : 0;
  }
  launches(b, n);
  pool(b, n);
}
static void look(const wt_bench *b) {
  const wt_sched_out *o = &b->m->subcore->sched.o;
  SUITE_RULE(b, "1, 2", "sched_ready", o->ready, ref.ready);
  SUITE_RULE(b, "5, 6", "sched_sel_valid", o->sel_valid, ref.valid);
  SUITE_RULE(b, "3, 4, 6-9", "sched_sel_warp", o->sel_warp, ref.sel);
  SUITE_RULE(b, "5-7", "sched_sel_beat", o->sel_beat, ref.sel_beat);
  SUITE_RULE(b, "5-7", "sched_sel_first", o->sel_first, ref.first);
  SUITE_RULE(b, "15", "sched_index", o->index, ref.index);
  SUITE_RULE(b, "5, 6", "sched_sel_pop", o->sel_pop, ref.pop);
  SUITE_RULE(b, "12", "sched_sync", o->sync, ref.sync);
  SUITE_RULE(b, "13", "sched_whole", o->whole, ref.whole);
  SUITE_RULE(b, "13", "sched_more", o->more, ref.more);
  const wt_sched_state *q = &b->m->subcore->sched.q;
  SUITE_RULE(b, "7, 12, 13", "busy", o->busy, ref.busy);
  SUITE_RULE(b, "7", "warp", q->warp, ref.warp);
  SUITE_RULE(b, "7, 13", "beat", q->beat, ref.beat);
  SUITE_RULE(b, "7, 12, 13", "last", q->last, ref.last);
  SUITE_RULE(b, "9", "pool_last", q->pool_last, ref.entered);
  SUITE_RULE(b, "17", "round", q->round, ref.round);
  SUITE_RULE(b, "16, 17", "passed", q->passed, ref.passed);
  SUITE_RULE(b, "17", "aged", q->aged, ref.aged);
  SUITE_RULE(b, "18", "urgent", q->urgent, ref.urgent);
  SUITE_RULE(b, "18", "turn", q->turn, ref.turn);
  for (unsigned w = 0; w < b->shape.SLOTS; w++) {
    SUITE_RULE(b, "8, 14", "resident", bit(o->resident, w), ref.resident[w]);
    SUITE_RULE(b, "9", "pool", bit(q->pool, w), ref.in[w]);
    uint64_t before = 0;
    for (unsigned k = 0; k < b->shape.SLOTS; k++) before |= (uint64_t)ref.before[w][k] << k;
    SUITE_RULE(b, "8", "older", q->older[w], before);
  }
}
static const suite_model model = {"sched", start, rules, look};

START_TEST(rules_hold_on_random_traffic) {
  static const char *const many[] = {"WARPS=48", NULL}, *const single[] = {"WARPS=1", NULL};
  suite_rules_all(&model, 30000);
  suite_rules(&model, "default", many, 10000);
  suite_rules(&model, "tiny", single, 10000);
  static const char *const again[] = {"REPLAY=replay", NULL};
  suite_rules(&model, "tiny", again, 20000);
  static const char *const throttled[] = {"CCWS=on", "L1_BYTES=1024", NULL}, *const throttled_two[] = {"CCWS=on", "L1_BYTES=1024", "SUBCORES=2",
                                                                                                       NULL};
  suite_rules(&model, "tiny", throttled, 20000);
  suite_rules(&model, "small", throttled_two, 10000);
  static const char *const two[] = {"SUBCORES=2", "WARPS=6", NULL};
  static const char *const queues[] = {"SUBCORES=2", "WARPS=6", "SHARE_QUEUE=2", NULL};
  suite_rules(&model, "tiny", two, 10000);
  suite_rules(&model, "tiny", queues, 10000);
  static const char *const packed[] = {"PACK=on", "WARP_SIZE=8", "LANES=2", NULL};
  suite_rules(&model, "tiny", packed, 10000);
  static const char *const dwr[] = {"GROUPING=dwr", NULL}, *const slots[] = {"GROUPING=dwr", "WARPS=32", "WARP_SIZE=8", NULL};
  static const char *const pairs[] = {"GROUPING=dwr", "WARPS=6", NULL};
  suite_rules(&model, "default", dwr, 10000);
  suite_rules(&model, "small", slots, 20000);
  suite_rules(&model, "tiny", pairs, 10000);
}
END_TEST

/* Everything can go: warps 0..n-1 have an ALU head. */
static wt_bench *easy(const char *preset, const char *const *set, unsigned policy) {
  wt_bench *b = suite_open("sched", preset, set, 1);
  uint64_t all = wt_mask64(b->shape.SLOTS);
  wt_m *m = b->m;
  m->gpu->cfg.sched = (uint8_t)policy;
  m->subcore->ibuffer.o.head_valid = m->subcore->sb->ok = m->subcore->sb->clear = m->subcore->cfu->run = m->subcore->war.o.ok =
    m->subcore->war.o.drained = m->sm->lsu.o.quiet = all;
  m->subcore->cfu->idle = m->subcore->disp.o.free = 1;
  for (unsigned w = 0; w < b->shape.SLOTS; w++) m->subcore->ibuffer.o.head_ctl[w] = head(WT_U_NONE, 0, 0, 0);
  return b;
}
static void launch_one(wt_bench *b, unsigned w) {
  wt_m *m = b->m;
  m->sm->dispatch.o.launch_valid = m->sm->dispatch.o.launch_last = m->subcore->cfu->launch_ack = 1, m->sm->dispatch.o.launch_warp = (uint8_t)w;
  SUITE_CYCLE(b);
  m->sm->dispatch.o.launch_valid = m->sm->dispatch.o.launch_last = m->subcore->cfu->launch_ack = 0, m->sm->dispatch.o.launch_warp = 0;
}

/* These warps, in this order, before any of them can issue. */
static void launch_in_order(wt_bench *b, const char *warps) {
  const uint64_t all = b->m->subcore->cfu->run;
  b->m->subcore->cfu->run = 0;
  for (; *warps; warps++) launch_one(b, (unsigned)(*warps - '0'));
  b->m->subcore->cfu->run = all;
}

START_TEST(lrr_visits_every_ready_warp_in_turn) {
  wt_bench *b = easy("small", NULL, WT_SCHED_lrr);
  for (unsigned i = 0; i < 24; i++) {
    SUITE_CYCLE(b);
    ck_assert_uint_eq(b->m->subcore->sched.o.sel_warp, (i + 1) % 8);
  }
  wt_bench_close(b);
}
END_TEST

START_TEST(gto_stays_then_takes_the_oldest) {
  wt_bench *b = easy("small", NULL, WT_SCHED_gto);
  wt_m *m = b->m;
  uint64_t all = m->subcore->cfu->run;
  launch_in_order(b, "527");
  m->subcore->ibuffer.o.head_valid = 1u << 2 | 1u << 7;
  SUITE_CYCLE(b);
  ck_assert_uint_eq(m->subcore->sched.o.sel_warp, 2);
  m->subcore->ibuffer.o.head_valid = 1u << 2 | 1u << 5 | 1u << 7;
  SUITE_CYCLE(b);
  ck_assert_uint_eq(m->subcore->sched.o.sel_warp, 2); /* greedy, although 5 is older */
  m->subcore->sb->ok &= ~(UINT64_C(1) << 2);
  SUITE_CYCLE(b);
  ck_assert_uint_eq(m->subcore->sched.o.sel_warp, 5);
  m->gpu->cfg.sched = WT_SCHED_oldest;
  m->subcore->sb->ok = all;
  m->subcore->ibuffer.o.head_valid = 1u << 2 | 1u << 7;
  SUITE_CYCLE(b);
  ck_assert_uint_eq(m->subcore->sched.o.sel_warp, 2);
  m->subcore->ibuffer.o.head_valid = 1u << 2 | 1u << 5;
  SUITE_CYCLE(b);
  ck_assert_uint_eq(m->subcore->sched.o.sel_warp, 5);
  wt_bench_close(b);
}
END_TEST

START_TEST(cggty_stays_then_takes_the_youngest) {
  wt_bench *b = easy("small", NULL, WT_SCHED_cggty);
  wt_m *m = b->m;
  launch_in_order(b, "5273");
  m->subcore->ibuffer.o.head_valid = 1u << 5 | 1u << 2 | 1u << 7;
  SUITE_CYCLE(b);
  ck_assert_uint_eq(m->subcore->sched.o.sel_warp, 7); /* not the highest slot by its number: 3 came last, and cannot */
  m->subcore->ibuffer.o.head_valid |= 1u << 3;
  SUITE_CYCLE(b);
  ck_assert_uint_eq(m->subcore->sched.o.sel_warp, 7); /* greedy, although 3 is younger */
  m->subcore->sb->ok &= ~(UINT64_C(1) << 7);
  SUITE_CYCLE(b);
  ck_assert_uint_eq(m->subcore->sched.o.sel_warp, 3);
  m->subcore->ibuffer.o.head_valid = 1u << 5 | 1u << 2;
  SUITE_CYCLE(b);
  ck_assert_uint_eq(m->subcore->sched.o.sel_warp, 2);
  wt_bench_close(b);
}
END_TEST

/* What was measured of four warps of one sub-core (Huerta et al., figure 4): of 32 instructions each without dependences W3 issues all of its own first, then
 * W2, W1, W0. With a stall of 4 behind the second of each warp: W3 twice, W2 twice, W1 twice, then W3 goes on; W0 is alone at the end. */
START_TEST(cggty_as_it_was_measured) {
  for (int stall = 0; stall < 2; stall++) {
    wt_bench *b = easy("tiny", (const char *const[]){"WARPS=4", NULL}, WT_SCHED_cggty);
    wt_m *m = b->m;
    unsigned done[4] = {0}, until[4] = {0}, order[200], n = 0;
    launch_in_order(b, "0123");
    m->subcore->ibuffer.o.head_valid = 8;
    SUITE_CYCLE(b); /* the youngest issued last */
    for (unsigned c = 0; n < 4 * 32 && c < 1000; c++) {
      m->subcore->ibuffer.o.head_valid = m->subcore->sb->ok = 0;
      for (unsigned w = 0; w < 4; w++)
        m->subcore->ibuffer.o.head_valid |= (uint64_t)(done[w] < 32) << w, m->subcore->sb->ok |= (uint64_t)(until[w] <= c) << w;
      SUITE_CYCLE(b);
      if (!m->subcore->sched.o.sel_valid) continue;
      unsigned w = order[n++] = m->subcore->sched.o.sel_warp;
      until[w] = c + (stall && ++done[w] == 2 ? 4 : 1), done[w] += !stall;
    }
    ck_assert_uint_eq(n, 4 * 32);
    static const unsigned first[] = {3, 3, 2, 2, 1, 1};
    for (unsigned i = 0; i < 4 * 32 && !stall; i++) ck_assert_uint_eq(order[i], 3 - i / 32);
    for (unsigned i = 0; i < 6 && stall; i++) ck_assert_uint_eq(order[i], first[i]);
    for (unsigned i = 6; i < 36 && stall; i++) ck_assert_uint_eq(order[i], 3); /* the other 30 */
    for (unsigned i = 96; i < 128 && stall; i++) ck_assert_uint_eq(order[i], 0);
    wt_bench_close(b);
  }
}
END_TEST

/* TV-07: fixed latency L, one instruction in flight per warp: utilisation = min(1, warps / L). */
START_TEST(tv07_utilisation_is_warps_over_latency) {
  static const struct { unsigned latency, percent; } t[] = {{8, 100}, {16, 50}, {32, 25}, {4, 100}};
  for (unsigned policy = 0; policy < 3; policy++)
    for (size_t k = 0; k < sizeof t / sizeof *t; k++) {
      wt_bench *b = easy("small", NULL, policy);
      unsigned free_at[8] = {0}, issues = 0;
      for (unsigned c = 0; c < 64 + 320; c++) {
        b->m->subcore->sb->ok = 0;
        for (unsigned w = 0; w < 8; w++) b->m->subcore->sb->ok |= (uint64_t)(free_at[w] <= c) << w;
        SUITE_CYCLE(b);
        if (!b->m->subcore->sched.o.sel_valid) continue;
        free_at[b->m->subcore->sched.o.sel_warp] = c + t[k].latency;
        issues += c >= 64;
      }
      ck_assert_uint_eq(issues * 100 / 320, t[k].percent);
      wt_bench_close(b);
    }
}
END_TEST

START_TEST(a_packet_keeps_the_slot_until_its_last_beat) {
  wt_bench *b = easy("small", NULL, WT_SCHED_lrr); /* 32 lanes on 8: four beats */
  wt_m *m = b->m;
  m->subcore->ibuffer.o.head_ctl[1] = head(WT_U_ALU, 0, 0, 0);
  for (unsigned beat = 0; beat < 4; beat++) {
    if (beat == 2) { /* no collector: the beat waits */
      m->subcore->disp.o.free = 0;
      SUITE_CYCLE(b);
      ck_assert_uint_eq(m->subcore->sched.o.sel_valid, 0);
      m->subcore->disp.o.free = 1;
    }
    SUITE_CYCLE(b);
    ck_assert_uint_eq(m->subcore->sched.o.sel_warp, 1);
    ck_assert_uint_eq(m->subcore->sched.o.sel_beat, beat);
    ck_assert_uint_eq(m->subcore->sched.o.sel_first, beat == 0);
    ck_assert_uint_eq(m->subcore->sched.o.sel_pop, beat == 3);
  }
  SUITE_CYCLE(b);
  ck_assert_uint_eq(m->subcore->sched.o.sel_warp, 2);
  wt_bench_close(b);
}
END_TEST

START_TEST(two_level_pool_holds_waiting_warps_outside) {
  static const char *const set[] = {"POOL=2", NULL};
  wt_bench *b = easy("small", set, WT_SCHED_twolevel);
  uint64_t seen = 0;
  for (unsigned c = 0; c < 400; c++) {
    b->m->subcore->sb->ok = wt_mask64(8);
    if (c % 5 == 4) b->m->subcore->sb->ok &= ~b->m->subcore->sched.q.pool; /* the pool's warps hit a long latency */
    SUITE_CYCLE(b);
    ck_assert_uint_le(wt_popcount(b->m->subcore->sched.q.pool), 2);
    if (b->m->subcore->sched.o.sel_valid) seen |= UINT64_C(1) << b->m->subcore->sched.o.sel_warp;
  }
  ck_assert_uint_eq(seen, 255); /* nobody starves */
  b->m->subcore->sb->ok = wt_mask64(8), seen = 0;
  for (unsigned c = 0; c < 100; c++) { /* whoever is in the pool waits for nothing, and stays */
    SUITE_CYCLE(b);
    if (c >= 5) seen |= UINT64_C(1) << b->m->subcore->sched.o.sel_warp;
  }
  ck_assert_uint_eq(wt_popcount(seen), 2);
  b->m->gpu->cfg.age = 10;
  for (unsigned c = 0; c < 100; c++) { /* rule 19: outside the pool as well */
    SUITE_CYCLE(b);
    seen |= UINT64_C(1) << b->m->subcore->sched.o.sel_warp;
  }
  ck_assert_uint_eq(seen, 255);
  wt_bench_close(b);
}
END_TEST

/* Rules 16 to 18: oldest, three warps that always can; 5 is the oldest. Warp 2 has another one before it all the time, and 7 both. */
START_TEST(r17_a_warp_that_is_passed_over_for_a_round_is_aged) {
  wt_bench *b = easy("small", NULL, WT_SCHED_oldest);
  wt_m *m = b->m;
  const wt_sched_state *q = &m->subcore->sched.q;
  unsigned when[8] = {0};
  m->gpu->cfg.age = 0;
  launch_in_order(b, "527");
  m->subcore->ibuffer.o.head_valid = 1u << 2 | 1u << 5 | 1u << 7;
  for (unsigned c = 0; c < 100; c++) { /* off: for ever the oldest */
    SUITE_CYCLE(b);
    ck_assert_uint_eq(m->subcore->sched.o.sel_warp, 5);
    ck_assert_uint_eq(q->round | q->aged | q->passed | q->urgent, 0);
  }
  m->gpu->cfg.age = 10;
  for (unsigned c = 1; c <= 40; c++) { /* the first edge begins a round of 10 cycles, the eleventh ends it */
    SUITE_CYCLE(b);
    unsigned w = m->subcore->sched.o.sel_warp;
    if (!when[w]) when[w] = c;
    if (c == 11) ck_assert_uint_eq(q->aged, 1u << 2 | 1u << 7);
    if (c > 12 && c < 26) ck_assert_uint_eq(w, c % 2 ? 2 : 7); /* these two take turns, and 5 is passed over for a round */
  }
  ck_assert_uint_eq(when[5], 1);
  ck_assert_uint_eq(when[2], 13);
  ck_assert_uint_eq(when[7], 14);
  ck_assert_uint_eq(q->aged, 1u << 2 | 1u << 5 | 1u << 7); /* now 5 has been passed over for a round as well */
  for (unsigned c = 0, seen = 0; c < 3; c++) {
    SUITE_CYCLE(b);
    seen |= 1u << m->subcore->sched.o.sel_warp;
    if (c == 2) ck_assert_uint_eq(seen, 1u << 2 | 1u << 5 | 1u << 7);
  }
  m->subcore->ibuffer.o.head_valid = 1u << 5; /* alone: each edge ends a round */
  for (unsigned c = 0; c < 20; c++) {
    SUITE_CYCLE(b);
    if (c > 10) ck_assert_uint_eq(q->round, 0);
  }
  m->subcore->cfu->done_valid = 1, m->subcore->cfu->done_warp = 7;
  SUITE_CYCLE(b);
  ck_assert_uint_eq(q->aged, 1u << 2 | 1u << 5);
  wt_bench_close(b);
}
END_TEST

/* Rule 19: warp 3 goes first and waits for a collector, then for the control-flow unit, which are free for others in between. */
START_TEST(r19_nobody_takes_the_unit_of_the_warp_that_goes_first) {
  for (unsigned kind = 0; kind < 2; kind++) {
    wt_bench *b = easy("small", NULL, WT_SCHED_gto);
    wt_m *m = b->m;
    wt_subcore *c = m->subcore;
    uint32_t shares = kind ? head(WT_U_NONE, 1, 0, 0) : head(WT_U_LSU, 0, 0, 0);
    unsigned others = 0;
    m->gpu->cfg.age = 4;
    c->ibuffer.o.head_valid = 1u << 1 | 1u << 2 | 1u << 3;
    c->ibuffer.o.head_ctl[1] = shares, c->ibuffer.o.head_ctl[2] = head(WT_U_NONE, 0, 0, 0), c->ibuffer.o.head_ctl[3] = shares;
    c->disp.o.free = kind != 0, c->cfu->idle = kind == 0;
    for (unsigned k = 0; k < 42; k++) {
      SUITE_CYCLE(b);
      if (k < 20) continue; /* two rounds: 1 and 3 are aged */
      ck_assert_uint_eq(c->sched.q.aged, 1u << 1 | 1u << 3);
      if (k == 20) ck_assert_uint_eq(c->sched.q.turn, 1);
      if (k == 30) c->ibuffer.o.head_valid &= ~(wt_warps)(1u << 1);
      if (k == 32) c->ibuffer.o.head_valid |= 1u << 1; /* it has lost its turn: 3 has it, and keeps it, whatever 1 does */
      if (k >= 33 && k < 40) ck_assert_uint_eq(c->sched.q.turn, 3);
      if (k == 40) c->disp.o.free = c->cfu->idle = 1;
      if (k < 41) { /* who shares nothing with them */
        ck_assert_uint_eq(c->sched.o.sel_warp, 2);
        others++;
      } else ck_assert_uint_eq(c->sched.o.sel_warp, 3);
    }
    ck_assert_uint_eq(others, 21);
    wt_bench_close(b);
  }
}
END_TEST

START_TEST(exit_waits_for_results_and_stores) {
  wt_bench *b = easy("tiny", NULL, WT_SCHED_lrr);
  wt_m *m = b->m;
  m->subcore->ibuffer.o.head_valid = 1;
  m->subcore->ibuffer.o.head_ctl[0] = head(WT_U_NONE, 1, 1, 1);
  m->sm->lsu.o.quiet = 0;
  SUITE_CYCLE(b);
  ck_assert_uint_eq(m->subcore->sched.o.sel_valid, 0);
  m->sm->lsu.o.quiet = 1, m->subcore->sb->clear = 0;
  SUITE_CYCLE(b);
  ck_assert_uint_eq(m->subcore->sched.o.sel_valid, 0);
  m->subcore->ibuffer.o.head_ctl[0] = head(WT_U_NONE, 1, 1, 0); /* BAR needs the collectors empty only */
  SUITE_CYCLE(b);
  ck_assert_uint_eq(m->subcore->sched.o.sel_valid, 1);
  m->subcore->war.o.drained = 0;
  SUITE_CYCLE(b);
  ck_assert_uint_eq(m->subcore->sched.o.sel_valid, 0);
  wt_bench_close(b);
}
END_TEST

/* Rule 2: the last condition of an indirect branch; no older packet of the warp may be taken for its own. */
START_TEST(indirect_branch_waits_for_collectors) {
  wt_bench *b = easy("small", NULL, WT_SCHED_lrr);
  wt_m *m = b->m;
  m->subcore->ibuffer.o.head_valid = 1;
  for (unsigned unit = 0; unit < WT_UNITS; unit++) {
    m->subcore->ibuffer.o.head_ctl[0] = head(unit, 1, 1, 0);
    m->subcore->war.o.drained = ~UINT64_C(1) & m->subcore->cfu->run;
    SUITE_CYCLE(b);
    ck_assert_uint_eq(m->subcore->sched.o.sel_valid, 0);
    m->subcore->war.o.drained |= 1, m->subcore->disp.o.free = 0;
    SUITE_CYCLE(b);
    ck_assert_uint_eq(m->subcore->sched.o.sel_valid, 0);
    m->subcore->disp.o.free = 1, m->subcore->cfu->idle = 0;
    SUITE_CYCLE(b);
    ck_assert_uint_eq(m->subcore->sched.o.sel_valid, 0);
    m->subcore->cfu->idle = 1, m->subcore->sb->clear = m->sm->lsu.o.quiet = 0; /* results and stores may be outstanding */
    for (unsigned beat = 0; beat < 4; beat++) {
      SUITE_CYCLE(b);
      ck_assert_uint_eq(m->subcore->sched.o.sel_beat, beat);
      ck_assert_uint_eq(m->subcore->sched.o.sel_pop, beat == 3);
    }
  }
  wt_bench_close(b);
}
END_TEST

/* Rules 10 to 14: four sub-warps a large warp, each a slot. */
static const char *const subs[] = {"GROUPING=dwr", "WARPS=8", "WARP_SIZE=8", "DWR_SUBWARPS=4", NULL};

static void selects(wt_bench *b, int warp, unsigned sync, unsigned whole, unsigned pop) {
  const wt_sched_out *o = &b->m->subcore->sched.o;
  SUITE_CYCLE(b);
  ck_assert_int_eq(o->sel_valid ? o->sel_warp : -1, warp);
  ck_assert_uint_eq(o->sync, sync);
  ck_assert_uint_eq(o->whole, whole);
  ck_assert_uint_eq(o->sel_pop, pop);
  ck_assert_uint_eq(o->sel_first, warp >= 0 && !sync);
  ck_assert_uint_eq(o->sel_beat, 0);
}

START_TEST(r12_a_sensitive_head_issues_its_barrier_first_whatever_it_waits_for) {
  wt_bench *b = easy("small", subs, WT_SCHED_lrr);
  wt_subcore *c = b->m->subcore;
  c->ibuffer.o.head_valid = 1 << 2 | 1 << 3, c->ibuffer.o.head_sens = 1 << 2, c->ibuffer.o.head_ctl[2] = head(WT_U_LSU, 0, 0, 0);
  c->sb->ok = c->war.o.ok = 1 << 3; /* its operands are on their way */
  selects(b, 2, 1, 0, 0);
  ck_assert_uint_eq(c->sched.o.busy, 0);
  c->sco.o.lock[0] = 1 << 2; /* rule 10 */
  selects(b, 3, 0, 0, 1);
  selects(b, 3, 0, 0, 1);
  c->sco.o.lock[0] = 0, c->sco.o.alone[0] = 1 << 2; /* rule 11: now it waits for its operands like any other */
  selects(b, 3, 0, 0, 1);
  c->sb->ok |= 1 << 2, c->war.o.ok |= 1 << 2;
  selects(b, 2, 0, 0, 1);
  c->sco.o.alone[0] = 0, c->cfu->run &= ~(wt_warps)(1 << 2); /* no barrier of a warp that cannot run */
  selects(b, 3, 0, 0, 1);
  wt_bench_close(b);
}
END_TEST

START_TEST(r13_a_group_issues_when_every_member_can) {
  wt_bench *b = easy("small", subs, WT_SCHED_lrr);
  wt_subcore *c = b->m->subcore;
  c->ibuffer.o.head_valid = c->ibuffer.o.head_sens = 0x70, c->sco.o.comb[1] = 7, c->sco.o.group[1] = 5; /* 4 and 6; 5 has another pc */
  c->sb->ok &= ~(wt_warps)(1 << 6);
  selects(b, -1, 0, 0, 0);
  c->sb->ok |= 1 << 6;
  selects(b, 4, 0, 1, 1); /* no unit: one slot for both */
  ck_assert_uint_eq(c->sched.o.busy, 0);
  ck_assert_uint_eq(c->sched.q.last, 6); /* the turn goes on behind the highest member */
  c->ibuffer.o.head_ctl[4] = c->ibuffer.o.head_ctl[6] = head(WT_U_LSU, 0, 0, 0);
  selects(b, 4, 0, 0, 1);
  ck_assert_uint_eq(c->sched.o.more, 1);
  ck_assert_uint_eq(c->sched.o.busy, 1);
  c->sco.o.group[1] = 4, c->sco.o.comb[1] = 6, c->disp.o.free = 0;
  selects(b, -1, 0, 0, 0);
  c->disp.o.free = 1;
  selects(b, 6, 0, 0, 1);
  ck_assert_uint_eq(c->sched.o.more, 0);
  ck_assert_uint_eq(c->sched.o.busy, 0);
  c->ibuffer.o.head_valid = 1 << 5, c->sco.o.group[1] = 0, c->sco.o.comb[1] = 2; /* combine-ready without a group yet */
  selects(b, -1, 0, 0, 0);
  c->ibuffer.o.head_ctl[5] = head(WT_U_LSU, 0, 0, 0); /* one that goes alone is followed by nobody of a group that waits */
  c->sco.o.comb[1] = c->sco.o.group[1] = 5, c->sco.o.alone[1] = 2;
  selects(b, 5, 0, 0, 1);
  ck_assert_uint_eq(c->sched.o.more, 0);
  ck_assert_uint_eq(c->sched.o.busy, 0);
  wt_bench_close(b);
}
END_TEST

START_TEST(r14_slots_that_hold_a_warp_are_shown) {
  wt_bench *b = easy("small", subs, WT_SCHED_lrr);
  b->m->subcore->cfu->run = 0;
  launch_one(b, 5), launch_one(b, 2);
  ck_assert_uint_eq(b->m->subcore->sched.o.resident, 1 << 5 | 1 << 2);
  b->m->subcore->cfu->done_valid = 1, b->m->subcore->cfu->done_warp = 5;
  SUITE_CYCLE(b);
  ck_assert_uint_eq(b->m->subcore->sched.o.resident, 1 << 2);
  wt_bench_close(b);
}
END_TEST

/* Rule 15: the micro-op takes a slot and its turn, and the head stays. */
START_TEST(r15_an_indexed_constant_is_asked_for_in_a_slot_of_its_own) {
  wt_bench *b = easy("small", NULL, WT_SCHED_lrr);
  wt_subcore *c = b->m->subcore;
  c->ibuffer.o.head_valid = 1 << 2 | 1 << 3, c->ibuffer.o.head_index = 1 << 2 | 1 << 6;
  c->sb->ok &= ~(wt_warps)(1 << 2); /* its index is on its way */
  selects(b, 3, 0, 0, 1);
  ck_assert_uint_eq(c->sched.o.index, 0);
  c->sb->ok |= 1 << 2;
  SUITE_CYCLE(b);
  ck_assert(c->sched.o.index && c->sched.o.sel_valid && c->sched.o.sel_warp == 2 && !c->sched.o.sel_first && !c->sched.o.sel_pop && !c->sched.o.busy);
  selects(b, 3, 0, 0, 1); /* the turn goes on */
  c->ibuffer.o.head_index = 0;
  selects(b, 2, 0, 0, 1);
  ck_assert_uint_eq(c->sched.o.index, 0);
  wt_bench_close(b);
}
END_TEST

static void add(TCase *tc) {
  tcase_add_test(tc, r15_an_indexed_constant_is_asked_for_in_a_slot_of_its_own);
  tcase_add_test(tc, r12_a_sensitive_head_issues_its_barrier_first_whatever_it_waits_for);
  tcase_add_test(tc, r13_a_group_issues_when_every_member_can);
  tcase_add_test(tc, r14_slots_that_hold_a_warp_are_shown);
  tcase_add_test(tc, indirect_branch_waits_for_collectors);
  tcase_add_test(tc, lrr_visits_every_ready_warp_in_turn);
  tcase_add_test(tc, gto_stays_then_takes_the_oldest);
  tcase_add_test(tc, cggty_stays_then_takes_the_youngest);
  tcase_add_test(tc, cggty_as_it_was_measured);
  tcase_add_test(tc, tv07_utilisation_is_warps_over_latency);
  tcase_add_test(tc, a_packet_keeps_the_slot_until_its_last_beat);
  tcase_add_test(tc, two_level_pool_holds_waiting_warps_outside);
  tcase_add_test(tc, r17_a_warp_that_is_passed_over_for_a_round_is_aged);
  tcase_add_test(tc, r19_nobody_takes_the_unit_of_the_warp_that_goes_first);
  tcase_add_test(tc, exit_waits_for_results_and_stores);
  tcase_add_test(tc, rules_hold_on_random_traffic);
}
int main(void) { return suite_main("wt_sched", add); }
