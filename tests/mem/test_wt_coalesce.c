/* test_wt_coalesce.c - coalescer: table of access patterns, atomics, placement of store data, a model of the rules beside random lock-step.
 * Numbers in names of tests are rules of docs/blocks/mem/wt_coalesce.md.
 */
#include "tests/block_suite.h"

enum { LANES_OF_WARP = 32 };
static const uint64_t base = 0x1000;

typedef struct {
  unsigned lines, sectors, useful;
} traffic;

static wt_bench *open_default(unsigned mop, unsigned sz) {
  wt_bench *b = suite_open("coalesce", "default", NULL, 3);
  b->m->sm->lsu.o.mop = (uint8_t)mop;
  b->m->sm->lsu.o.sz = (uint8_t)sz;
  b->m->sm->lsu.o.aop = 0;
  b->m->sm->lsu.o.cq = 1;
  b->m->sm->lsu.o.req_valid = 0;
  return b;
}

/* Takes all requests of an instruction and sums up what they move. */
static traffic requests(wt_bench *b, uint64_t pend) {
  traffic t = {0, 0, 0};
  uint64_t *p = &b->m->sm->lsu.o.pend;
  for (*p = pend; *p && t.lines < 64; t.lines++) {
    SUITE_CYCLE(b);
    const wt_coal_out *o = &b->m->sm->coalesce.o;
    ck_assert(o->valid && o->lanes && (o->lanes & -o->lanes) == (*p & -*p));
    ck_assert_uint_eq(o->line, b->m->sm->lsu.o.addr[wt_lowest(*p)] >> 7);
    for (unsigned i = 0; i < 4; i++) t.sectors += o->bmask[i] != 0, t.useful += wt_popcount(o->bmask[i]);
    *p &= ~o->lanes;
  }
  return t;
}

static void expect(wt_bench *b, const char *name, uint64_t pend, unsigned lines, unsigned sectors, unsigned useful) {
  traffic t = requests(b, pend);
  ck_assert_msg(t.lines == lines && t.sectors == sectors && t.useful == useful, "%s: %u lines %u sectors %u bytes", name, t.lines, t.sectors,
                t.useful);
}

START_TEST(access_patterns_make_the_known_requests_rules_2_3_4) {
  static const struct {
    const char *name;
    unsigned start, step, lines, sectors, useful;
  } rows[] = {{"aligned", 0, 4, 1, 4, 128},  {"moved by a word", 4, 4, 2, 5, 128}, {"half a line", 64, 4, 2, 4, 128},
              {"one word", 0, 0, 1, 1, 4},   {"two words", 0, 8, 2, 8, 128},       {"four words", 0, 16, 4, 16, 128},
              {"sector", 0, 32, 8, 32, 128}, {"line", 0, 128, 32, 32, 128},        {"page", 0, 4096, 32, 32, 128}};
  wt_bench *b = open_default(WT_MEM_LOAD, 4);
  uint64_t *a = b->m->sm->lsu.o.addr;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    for (unsigned l = 0; l < LANES_OF_WARP; l++) a[l] = base + rows[i].start + (uint64_t)rows[i].step * l;
    expect(b, rows[i].name, 0xffffffff, rows[i].lines, rows[i].sectors, rows[i].useful);
  }
  for (unsigned l = 0; l < LANES_OF_WARP; l++) a[l] = base + 4 * (31 - l);
  expect(b, "reversed", 0xffffffff, 1, 4, 128);
  for (unsigned l = 0; l < LANES_OF_WARP; l++) a[l] = base + 4 * l;
  expect(b, "even lanes", 0x55555555, 1, 4, 64);
  for (unsigned l = 0; l < LANES_OF_WARP; l++) a[l] = base + 4 * (l % 16) + 4096 * (l / 16);
  expect(b, "two rows", 0xffffffff, 2, 4, 128);
  b->m->sm->lsu.o.sz = 5;
  for (unsigned l = 0; l < LANES_OF_WARP; l++) a[l] = base + 8 * l;
  expect(b, "64 bit", 0xffffffff, 2, 8, 256);
  b->m->sm->lsu.o.sz = 6;
  for (unsigned l = 0; l < LANES_OF_WARP; l++) a[l] = base + 16 * l;
  expect(b, "128 bit", 0xffffffff, 4, 16, 512);
  b->m->sm->lsu.o.sz = 1;
  for (unsigned l = 0; l < LANES_OF_WARP; l++) a[l] = base + l;
  expect(b, "bytes", 0xffffffff, 1, 1, 32);
  wt_bench_close(b);
}
END_TEST

/* Counted by hand: 32 lanes in beats of 16. */
START_TEST(segments_and_beats_divide_requests_rule_3) {
  static const struct {
    const char *name;
    unsigned start, step, size, requests[2][3]; /* over the access, over a beat; segments of 128, 64, 32 bytes */
  } rows[] = {{"aligned", 0, 4, 4, {{1, 2, 4}, {2, 2, 4}}},
              {"moved by a word", 4, 4, 4, {{2, 3, 5}, {3, 4, 6}}},
              {"half a line", 64, 4, 4, {{2, 2, 4}, {2, 2, 4}}},
              {"one word", 0, 0, 4, {{1, 1, 1}, {2, 2, 2}}},
              {"two words", 0, 8, 4, {{2, 4, 8}, {2, 4, 8}}},
              {"sector", 0, 32, 4, {{8, 16, 32}, {8, 16, 32}}},
              {"line", 0, 128, 4, {{32, 32, 32}, {32, 32, 32}}},
              {"128 bit", 0, 16, 6, {{4, 8, 16}, {4, 8, 16}}},
              {"a third of a beat off", 20, 4, 4, {{2, 3, 5}, {3, 4, 6}}}};
  wt_bench *b = open_default(WT_MEM_LOAD, 4);
  wt_lsu_out *q = &b->m->sm->lsu.o;
  ck_assert_uint_eq(b->shape.LANES, 16);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    for (unsigned beat = 0; beat < 2; beat++)
      for (unsigned seg = 0; seg < 3; seg++) {
        b->m->gpu->cfg.seg = (uint8_t)seg, b->m->gpu->cfg.beat = (uint8_t)beat;
        q->sz = (uint8_t)rows[i].size;
        for (unsigned l = 0; l < LANES_OF_WARP; l++) q->addr[l] = base + rows[i].start + (uint64_t)rows[i].step * l;
        traffic t = requests(b, 0xffffffff);
        ck_assert_msg(t.lines == rows[i].requests[beat][seg], "%s, segments of %u, %s: %u requests, want %u", rows[i].name, 128u >> seg,
                      beat ? "over a beat" : "over the access", t.lines, rows[i].requests[beat][seg]);
      }
  /* the pending lanes that are left begin in the middle of a beat: its others join, and nobody of the next one */
  b->m->gpu->cfg.seg = 0, b->m->gpu->cfg.beat = 1, q->sz = 1;
  for (unsigned l = 0; l < LANES_OF_WARP; l++) q->addr[l] = base + l;
  q->pend = 0x00ff8c00;
  SUITE_CYCLE(b);
  ck_assert_uint_eq(b->m->sm->coalesce.o.lanes, 0x8c00);
  wt_bench_close(b);
}
END_TEST

START_TEST(atomics_go_lane_by_lane_rule_5) {
  wt_bench *b = open_default(WT_MEM_RED, 5);
  wt_lsu_out *q = &b->m->sm->lsu.o;
  const wt_coal_out *o = &b->m->sm->coalesce.o;
  for (unsigned l = 0; l < LANES_OF_WARP; l++) {
    q->addr[l] = base;
    for (unsigned k = 0; k < 4; k++) q->data[k * LANES_OF_WARP + l] = 100 * k + l;
  }
  q->pend = 0xf0;
  for (unsigned l = 4; l < 8; l++) {
    q->aop = l == 7 ? 9 : 0;
    SUITE_CYCLE(b);
    ck_assert_uint_eq(o->lanes, UINT64_C(1) << l);
    ck_assert_uint_eq(o->bmask[0], 0xff);
    ck_assert_uint_eq(o->data[0], l);
    ck_assert_uint_eq(o->data[1], 100 + l);
    ck_assert_uint_eq(o->data[2], l == 7 ? 200 + l : 0);
    ck_assert_uint_eq(o->data[3], l == 7 ? 300 + l : 0);
    q->pend &= ~o->lanes;
  }
  q->pend = 1;
  q->sz = 4;
  SUITE_CYCLE(b);
  ck_assert_uint_eq(o->data[1], 0);
  ck_assert_uint_eq(o->data[3], 0);
  wt_bench_close(b);
}
END_TEST

START_TEST(highest_lane_wins_a_byte_rule_6) {
  wt_bench *b = open_default(WT_MEM_STORE, 2);
  wt_lsu_out *q = &b->m->sm->lsu.o;
  const wt_coal_out *o = &b->m->sm->coalesce.o;
  for (unsigned l = 0; l < LANES_OF_WARP; l++) q->addr[l] = base + 2 * (l & 1), q->data[l] = 0xabcd0000 + l;
  q->pend = 0xff;
  SUITE_CYCLE(b);
  ck_assert_uint_eq(o->data[0], 0x00070006);
  ck_assert_uint_eq(o->bmask[0], 15);
  q->sz = 6;
  q->addr[3] = base + 112;
  for (unsigned k = 0; k < 4; k++) q->data[k * LANES_OF_WARP + 3] = k + 1;
  q->pend = 8;
  SUITE_CYCLE(b);
  for (unsigned k = 0; k < 4; k++) ck_assert_uint_eq(o->data[28 + k], k + 1);
  ck_assert_uint_eq(o->bmask[3], 0xffff0000);
  wt_bench_close(b);
}
END_TEST

START_TEST(nothing_is_formed_for_a_full_register_rule_1) {
  wt_bench *b = open_default(WT_MEM_LOAD, 4);
  b->m->sm->lsu.o.pend = 1;
  b->m->sm->lsu.o.req_valid = 1;
  b->m->sm->env.mem_ready = 0;
  SUITE_CYCLE(b);
  ck_assert(!b->m->sm->coalesce.o.valid && !b->m->sm->coalesce.o.lanes);
  b->m->sm->env.mem_ready = 1;
  SUITE_CYCLE(b);
  ck_assert(b->m->sm->coalesce.o.valid);
  wt_bench_close(b);
}
END_TEST

/* A model of the rules: bytes of the line one by one. */
static struct {
  unsigned valid;
  uint64_t lanes, line;
  uint8_t used[128], data[128];
} ref;

static void start(const wt_bench *b) { (void)b; }
static void rules(const wt_bench *b) {
  static const unsigned sizes[8] = {1, 1, 2, 2, 4, 8, 16, 16};
  const wt_lsu_out *q = &b->m->sm->lsu.o;
  unsigned n = b->shape.SLOT_LANES, bytes = sizes[q->sz], low = 0, alone = q->mop == WT_MEM_ATOM || q->mop == WT_MEM_RED;
  unsigned seg = 128u >> b->m->gpu->cfg.seg, over = b->m->gpu->cfg.beat;
  memset(&ref, 0, sizeof ref);
  ref.valid = q->cq && (!q->req_valid || b->m->sm->env.mem_ready); /* 1 */
  if (!ref.valid) return;
  while (!(q->pend >> low & 1)) low++;
  ref.line = q->addr[low] / 128; /* 2 */
  for (unsigned l = low; l < n; l++) {
    unsigned at = (unsigned)(q->addr[l] % 128) / bytes * bytes;
    if (!(q->pend >> l & 1) || q->addr[l] / seg != q->addr[low] / seg || (over && l / b->shape.LANES != low / b->shape.LANES) || (alone && l != low))
      continue; /* 3, 5 */
    ref.lanes |= UINT64_C(1) << l;
    for (unsigned i = 0; i < bytes; i++) { /* 4, 6 */
      ref.used[at + i] = 1;
      if (q->mop == WT_MEM_STORE) ref.data[at + i] = (uint8_t)(q->data[i / 4 * n + l] >> 8 * (i % 4));
    }
  }
  for (unsigned i = 0; alone && i < 16; i++) { /* 5 */
    int has = i % 8 < bytes && (i < 8 || q->aop == 9);
    ref.data[i] = has ? (uint8_t)(q->data[i / 4 * n + low] >> 8 * (i % 4)) : 0;
  }
}
static void look(const wt_bench *b) {
  const wt_coal_out *o = &b->m->sm->coalesce.o;
  SUITE_RULE(b, "1", "coal_valid", o->valid, ref.valid);
  SUITE_RULE(b, "3, 5", "coal_lanes", o->lanes, ref.lanes);
  SUITE_RULE(b, "2", "coal_line", o->line, ref.line);
  for (unsigned i = 0; i < 128; i++) SUITE_RULE(b, "4", "coal_bmask", o->bmask[i / 32] >> i % 32 & 1, ref.used[i]);
  for (unsigned i = 0; i < 128; i++) SUITE_RULE(b, "5, 6", "coal_data", o->data[i / 4] >> 8 * (i % 4) & 255, ref.data[i]);
}
static const suite_model model = {"coalesce", start, rules, look};

START_TEST(rules_hold_on_random_traffic) { suite_rules_all(&model, 10000); }
END_TEST

static void add(TCase *tc) {
  tcase_add_test(tc, access_patterns_make_the_known_requests_rules_2_3_4);
  tcase_add_test(tc, segments_and_beats_divide_requests_rule_3);
  tcase_add_test(tc, atomics_go_lane_by_lane_rule_5);
  tcase_add_test(tc, highest_lane_wins_a_byte_rule_6);
  tcase_add_test(tc, nothing_is_formed_for_a_full_register_rule_1);
  tcase_add_test(tc, rules_hold_on_random_traffic);
}
int main(void) { return suite_main("wt_coalesce", add); }
