/* test_wt_collector.c - operand collector: a model of its rules beside random lock-step, register layouts, timing of one beat.
 * Rules: docs/blocks/operand/wt_collector.md.
 */
#include "operand/wt_collector.h"
#include "tests/block_suite.h"

/* A model of the rules: the beat of collector 0 and which of its words are there. */
static struct {
  unsigned v, there, reg[6], warp, beat;
  wt_collector_out beat_in; /* the payload, and after an allocation also the words */
  unsigned taken;           /* words that the banks deliver in this cycle */
  unsigned req, bank[6], row[6][MAX_LANES];
} ref;

static void start(const wt_bench *b) {
  (void)b;
  memset(&ref, 0, sizeof ref);
}
static unsigned place(const wt_bench *b, unsigned reg) { return (reg + (b->m->gpu->cfg.layout ? ref.warp : 0)) % b->shape.RF_BANKS; } /* 1 */
static void ask(const wt_bench *b) {                                                                                                  /* 1, 4 */
  unsigned n = b->shape.RF_BANKS, lanes = b->shape.LANES, w = 0;
  for (unsigned k = 0; ref.v && k < 6; k++) /* 8 */
    if (ref.taken >> k & 1)
      memcpy(ref.beat_in.data + k * lanes, b->m->subcore->rfbank[place(b, ref.reg[k])].o.rdata, lanes * sizeof *ref.beat_in.data);
  memset(ref.bank, 0, sizeof ref.bank), memset(ref.row, 0, sizeof ref.row);
  ref.req = ref.v ? 63 & ~ref.there : 0;
  while (w < 6 && !(ref.req >> w & 1)) w++;
  if (b->shape.OPREAD && ref.req) ref.req = 1u << w;
  for (w = 0; w < 6; w++)
    if (ref.req >> w & 1) {
      ref.bank[w] = place(b, ref.reg[w]);
      for (unsigned l = 0; l < b->shape.BROWS; l++) {
        const unsigned row = b->shape.PACK ? ref.beat >> l * b->shape.BEAT_W & (b->shape.BEATS - 1) : ref.beat;
        ref.row[w][l] = (ref.warp * b->m->gpu->cfg.rpw + ref.reg[w] / n * b->shape.BEATS + row) % (1u << b->shape.ROW_W);
      }
    }
}
static void rules(const wt_bench *b) {
  const wt_subcore *s = b->m->subcore;
  const wt_issue_out *a = &s->issue.o;
  const uint32_t *u = a->alloc_uop;
  unsigned lanes = b->shape.LANES, grant = s->bankarb.o.grant[0];
  ask(b);
  if (a->alloc_valid && s->disp.o.alloc_idx == 0) { /* 2, 3 */
    const uint64_t src[6] = {uop_get_s0(u), uop_get_s1(u), uop_get_s2(u), uop_get_s3(u), uop_get_s4(u), uop_get_s5(u)};
    wt_collector_out *c = &ref.beat_in;
    for (unsigned w = 0; w < 6; w++) ref.reg[w] = (unsigned)src[w];
    ref.v = 1, ref.there = 63 & ~(unsigned)uop_get_need(u), ref.warp = a->alloc_warp, ref.beat = a->alloc_beat;
    memcpy(c->uop, u, sizeof c->uop);
    c->mask = a->alloc_mask, c->lead = a->alloc_lead, c->last = a->alloc_last, c->iid = a->alloc_iid, c->split = a->alloc_split;
    c->pp = a->alloc_pp, c->pq = a->alloc_pq, c->pr = a->alloc_pr, c->bc = a->alloc_bc;
    memset(c->data, 0, sizeof c->data);
    if (ref.there & 1) memcpy(c->data, a->alloc_v0, lanes * sizeof *c->data);
    ref.taken = 0;
    return;
  }
  ref.taken = ref.v ? grant : 0, ref.there |= ref.taken; /* 5 */
  if (s->disp.o.valid && s->disp.o.idx == 0) ref.v = 0;  /* 7 */
}
static void look(const wt_bench *b) {
  const wt_collector_out *o = &b->m->subcore->collector[0].o, *c = &ref.beat_in;
  SUITE_RULE(b, "3, 7", "collector_v", o->v, ref.v);
  SUITE_RULE(b, "6", "collector_full", o->full, ref.v && ref.there == 63);
  SUITE_RULE(b, "4", "collector_req", o->req, ref.req);
  for (unsigned w = 0; w < 6; w++) {
    SUITE_RULE(b, "1, 4", "collector_bank", o->bank[w], ref.bank[w]);
    for (unsigned l = 0; l < b->shape.BROWS; l++) SUITE_RULE(b, "1, 4", "collector_row", o->row[w * b->shape.BROWS + l], ref.row[w][l]);
  }
  SUITE_RULE(b, "5", "collector_taken", o->taken, ref.taken);
  for (unsigned w = 0; w < 6; w++) SUITE_RULE(b, "8", "collector_from", o->from[w], ref.taken >> w & 1 ? place(b, ref.reg[w]) : 0);
  if (!ref.v) return;
  SUITE_RULE(b, "3", "collector_uop", memcmp(o->uop, c->uop, sizeof o->uop), 0);
  SUITE_RULE(b, "3", "collector_warp", o->warp, ref.warp);
  SUITE_RULE(b, "3", "collector_beat", o->beat, ref.beat);
  SUITE_RULE(b, "3", "collector_mask", o->mask, c->mask);
  SUITE_RULE(b, "3", "collector_lead", o->lead, c->lead);
  SUITE_RULE(b, "3", "collector_last", o->last, c->last);
  SUITE_RULE(b, "3", "collector_iid", o->iid, c->iid);
  SUITE_RULE(b, "3", "collector_split", o->split, c->split);
  SUITE_RULE(b, "3", "collector_pp", o->pp, c->pp);
  SUITE_RULE(b, "3", "collector_pq", o->pq, c->pq);
  SUITE_RULE(b, "3", "collector_pr", o->pr, c->pr);
  SUITE_RULE(b, "3", "collector_bc", o->bc, c->bc);
  SUITE_RULE(b, "3, 8", "collector_data", memcmp(o->data, c->data, 6 * b->shape.LANES * sizeof *o->data), 0);
}
static const suite_model model = {"collector", start, rules, look};

START_TEST(rules_hold_on_random_traffic) {
  static const char *const packed[] = {"PACK=on", "WARP_SIZE=8", "LANES=2", NULL};
  suite_rules_all(&model, 8000);
  suite_rules(&model, "tiny", packed, 8000);
}
END_TEST
START_TEST(rules_hold_when_all_words_are_asked_for_at_once) {
  static const char *const set[] = {"OPREAD=naive", NULL};
  static const char *const one[] = {"OPREAD=naive", "COLLECTORS=2", "WARPS=1", NULL};
  suite_rules(&model, "tiny", one, 8000);
  suite_rules(&model, "small", set, 8000);
}
END_TEST

/* 7: the payload of a beat that has left stays until the next one comes. */
START_TEST(the_payload_stays_after_dispatch) {
  wt_bench *b = suite_open("collector", "tiny", NULL, 3);
  unsigned left = 0;
  for (unsigned i = 0; i < 4000; i++) {
    const wt_collector_out *o = &b->m->subcore->collector[0].o;
    wt_collector_out was = *o;
    b->fns->stim(b->m, &b->rng, b->cycle);
    int gone = o->v && b->m->subcore->disp.o.valid && !b->m->subcore->disp.o.idx;
    SUITE_CYCLE(b);
    if (!gone) continue;
    left++;
    ck_assert_uint_eq(o->v, 0);
    ck_assert(!memcmp(was.uop, o->uop, sizeof was.uop) && was.mask == o->mask && was.bc == o->bc && was.iid == o->iid && was.warp == o->warp);
    ck_assert_uint_eq(b->m->subcore->collector[0].q.ready, 63);
  }
  ck_assert_uint_gt(left, 100);
  wt_bench_close(b);
}
END_TEST

static void quiet(wt_m *m) {
  wt_issue_idle(&m->subcore->issue.o);
  wt_disp_idle(&m->subcore->disp.o);
  wt_bankarb_idle(&m->subcore->bankarb.o);
}
static uint32_t v0; /* word 0 of lane 0 of what issues; the lanes behind have one more each */
static void allocate(wt_bench *b, unsigned warp, unsigned beat, unsigned need, const unsigned *src) {
  wt_m *m = b->m;
  quiet(m);
  wt_issue_out *a = &m->subcore->issue.o;
  uop_put_need(a->alloc_uop, need);
  uop_put_s0(a->alloc_uop, src[0]), uop_put_s1(a->alloc_uop, src[1]), uop_put_s2(a->alloc_uop, src[2]);
  for (unsigned l = 0; l < m->S->LANES; l++) a->alloc_v0[l] = v0 + l;
  a->alloc_warp = (uint8_t)warp, a->alloc_beat = beat;
  a->alloc_valid = 1, a->alloc_mask = 1;
  SUITE_CYCLE(b);
  quiet(m);
}
static void dispatch(wt_bench *b) {
  quiet(b->m);
  b->m->subcore->disp.o.valid = 1;
  SUITE_CYCLE(b);
  quiet(b->m);
}

/* Where register reg of the warp is asked for. */
static void probe(wt_bench *b, unsigned warp, unsigned reg, unsigned beat, unsigned *bank, unsigned *row) {
  unsigned src[3] = {reg, 0, 0};
  wt_m *m = b->m;
  allocate(b, warp, beat, 1, src);
  m->subcore->bankarb.o.grant[0] = 1;
  SUITE_CYCLE(b);
  *bank = m->subcore->collector[0].o.bank[0], *row = m->subcore->collector[0].o.row[0];
  ck_assert_uint_eq(m->subcore->collector[0].o.full, 1);
  dispatch(b);
}

START_TEST(layouts_are_those_of_the_figures) {
  for (unsigned layout = 0; layout < 2; layout++) {
    wt_bench *b = suite_open("collector", "tiny", NULL, 1);
    b->m->gpu->cfg.layout = (uint8_t)layout, b->m->gpu->cfg.rpw = 2;
    for (unsigned w = 0; w < 2; w++)
      for (unsigned r = 0; r < 8; r++) {
        unsigned bank, row;
        probe(b, w, r, 0, &bank, &row);
        ck_assert_uint_eq(bank, (r + layout * w) % 4);
        ck_assert_uint_eq(row, 2 * w + r / 4);
      }
    wt_bench_close(b);
  }
}
END_TEST

/* No two registers of any warps and beats share a place. */
static void bijective(const char *banks, const char *lanes, unsigned layout) {
  const char *const set[] = {banks, lanes, NULL};
  static uint8_t used[MAX_BANKS][MAX_RFROWS];
  wt_bench *b = suite_open("collector", "tiny", set, 1);
  const wt_shape *S = &b->shape;
  unsigned rpw = S->RF_ROWS / S->SLOTS, regs = rpw / S->BEATS * S->RF_BANKS, places = 0;
  memset(used, 0, sizeof used);
  b->m->gpu->cfg.layout = (uint8_t)layout, b->m->gpu->cfg.rpw = (uint16_t)rpw;
  for (unsigned w = 0; w < S->SLOTS; w++)
    for (unsigned r = 0; r < regs; r++)
      for (unsigned beat = 0; beat < S->BEATS; beat++) {
        unsigned bank, row;
        probe(b, w, r, beat, &bank, &row);
        ck_assert_uint_lt(bank, S->RF_BANKS);
        ck_assert_uint_lt(row, S->RF_ROWS);
        ck_assert_uint_eq(used[bank][row]++, 0);
        places++;
      }
  ck_assert_uint_eq(places, S->RF_BANKS * S->RF_ROWS);
  wt_bench_close(b);
}
START_TEST(both_layouts_are_bijective) {
  static const char *const banks[] = {"RF_BANKS=4", "RF_BANKS=8", "RF_BANKS=16", "RF_BANKS=32"};
  for (unsigned i = 0; i < 4; i++)
    for (unsigned layout = 0; layout < 2; layout++) bijective(banks[i], "LANES=4", layout);
  bijective("RF_BANKS=4", "LANES=2", 1);
}
END_TEST

START_TEST(words_are_asked_for_one_by_one_in_operand_order) {
  static const unsigned src[3] = {5, 9, 5};
  wt_bench *b = suite_open("collector", "tiny", NULL, 1);
  wt_m *m = b->m;
  m->gpu->cfg.layout = 0, m->gpu->cfg.rpw = 8;
  v0 = 0xaa; /* goes nowhere: word 0 is a register */
  allocate(b, 1, 0, 7, src);
  for (unsigned w = 0; w < 3; w++) {
    SUITE_CYCLE(b); /* not granted: asks again */
    ck_assert_uint_eq(m->subcore->collector[0].o.req, 1u << w);
    m->subcore->bankarb.o.grant[0] = (uint8_t)(1u << w);
    SUITE_CYCLE(b);
    ck_assert_uint_eq(m->subcore->collector[0].o.req, 1u << w);
    ck_assert_uint_eq(m->subcore->collector[0].o.bank[w], 1);
    ck_assert_uint_eq(m->subcore->collector[0].o.row[w], 8 + src[w] / 4);
    m->subcore->bankarb.o.grant[0] = 0;
    ck_assert_uint_eq(m->subcore->collector[0].o.full, w == 2);
    for (unsigned l = 0; l < 4; l++) m->subcore->rfbank[1].o.rdata[l] = 100 * w + l; /* the bank delivers in the next cycle, and in that one only */
    ck_assert_uint_eq(m->subcore->collector[0].o.taken, 1u << w);
    ck_assert_uint_eq(m->subcore->collector[0].o.from[w], 1);
    SUITE_CYCLE(b);
    ck_assert_uint_eq(m->subcore->collector[0].o.taken, 0);
    for (unsigned l = 0; l < 4; l++) ck_assert_uint_eq(m->subcore->collector[0].o.data[w * 4 + l], 100 * w + l);
    for (unsigned l = 0; l < 4; l++) m->subcore->rfbank[1].o.rdata[l] = 0xbad;
  }
  SUITE_CYCLE(b);
  ck_assert_uint_eq(m->subcore->collector[0].o.req, 0);
  for (unsigned w = 0; w < 6; w++)
    for (unsigned l = 0; l < 4; l++) ck_assert_uint_eq(m->subcore->collector[0].o.data[w * 4 + l], w < 3 ? 100 * w + l : 0);
  dispatch(b);
  ck_assert_uint_eq(m->subcore->collector[0].o.v, 0);
  ck_assert_uint_eq(m->subcore->collector[0].o.full, 0);
  wt_bench_close(b);
}
END_TEST

START_TEST(a_beat_without_register_sources_is_full_at_once) {
  static const unsigned src[3] = {255, 255, 255};
  wt_bench *b = suite_open("collector", "tiny", NULL, 1);
  wt_m *m = b->m;
  v0 = 7;
  allocate(b, 0, 0, 0, src);
  ck_assert_uint_eq(m->subcore->collector[0].o.full, 1);
  SUITE_CYCLE(b);
  ck_assert_uint_eq(m->subcore->collector[0].o.req, 0);
  for (unsigned l = 0; l < 4; l++) ck_assert_uint_eq(m->subcore->collector[0].o.data[l], 7 + l);
  dispatch(b);
  wt_bench_close(b);
}
END_TEST

START_TEST(naive_staging_asks_for_all_missing_words) {
  static const char *const set[] = {"OPREAD=naive", NULL};
  static const unsigned src[3] = {5, 4, 9};
  wt_bench *b = suite_open("collector", "tiny", set, 1);
  wt_m *m = b->m;
  m->gpu->cfg.layout = 0, m->gpu->cfg.rpw = 8;
  allocate(b, 1, 0, 7, src);
  m->subcore->bankarb.o.grant[0] = 3;
  SUITE_CYCLE(b);
  ck_assert_uint_eq(m->subcore->collector[0].o.req, 7);
  ck_assert_uint_eq(m->subcore->collector[0].o.bank[0], 1);
  ck_assert_uint_eq(m->subcore->collector[0].o.bank[1], 0);
  ck_assert_uint_eq(m->subcore->collector[0].o.bank[2], 1);
  m->subcore->bankarb.o.grant[0] = 4;
  for (unsigned l = 0; l < 4; l++) m->subcore->rfbank[1].o.rdata[l] = 10 + l, m->subcore->rfbank[0].o.rdata[l] = 20 + l;
  SUITE_CYCLE(b);
  ck_assert_uint_eq(m->subcore->collector[0].o.req, 4);
  ck_assert_uint_eq(m->subcore->collector[0].o.full, 1);
  for (unsigned l = 0; l < 4; l++) { /* two words from two banks at once */
    ck_assert_uint_eq(m->subcore->collector[0].o.data[l], 10 + l);
    ck_assert_uint_eq(m->subcore->collector[0].o.data[4 + l], 20 + l);
  }
  wt_bench_close(b);
}
END_TEST

static void add(TCase *tc) {
  tcase_add_test(tc, layouts_are_those_of_the_figures);
  tcase_add_test(tc, both_layouts_are_bijective);
  tcase_add_test(tc, words_are_asked_for_one_by_one_in_operand_order);
  tcase_add_test(tc, a_beat_without_register_sources_is_full_at_once);
  tcase_add_test(tc, naive_staging_asks_for_all_missing_words);
  tcase_add_test(tc, the_payload_stays_after_dispatch);
  tcase_add_test(tc, rules_hold_on_random_traffic);
  tcase_add_test(tc, rules_hold_when_all_words_are_asked_for_at_once);
}
int main(void) { return suite_main("wt_collector", add); }
