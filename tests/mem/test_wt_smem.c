/* test_wt_smem.c - shared memory arbiter: bank conflict tables, broadcast, stores of equal words, random lock-step.
 * Numbers in names of tests are rules of docs/blocks/mem/wt_smem.md.
 */
#include "tests/block_suite.h"

enum { LANES_OF_WARP = 32, MAX_PASSES = 64 };

/* Runs all passes of a word; lanes of pass i in served[i]. Returns their number. */
static unsigned passes(wt_bench *b, uint64_t pend, uint64_t *served) {
  unsigned n = 0;
  b->m->sm->lsu.o.sq = 1;
  b->m->sm->lsu.o.pend = pend;
  while (b->m->sm->lsu.o.pend && n < MAX_PASSES) {
    SUITE_CYCLE(b);
    served[n] = b->m->sm->smem.o.lanes;
    ck_assert(served[n] != 0 && !(served[n] & ~b->m->sm->lsu.o.pend));
    b->m->sm->lsu.o.pend &= ~served[n++];
  }
  return n;
}

static wt_bench *open_default(void) {
  wt_bench *b = suite_open("smem", "default", NULL, 3);
  b->m->sm->lsu.o.sz = 4;
  b->m->sm->lsu.o.k = 0;
  b->m->sm->lsu.o.sbase = 0;
  b->m->sm->lsu.o.mop = WT_MEM_LOAD;
  return b;
}

START_TEST(strides_need_the_known_passes_rule_2) {
  static const unsigned table[][2] = {{0, 1},   {1, 1},  {2, 2},   {3, 1},  {4, 4},   {6, 2},  {8, 8},
                                      {16, 16}, {31, 1}, {32, 32}, {33, 1}, {48, 16}, {64, 32}};
  uint64_t served[MAX_PASSES];
  wt_bench *b = open_default();
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    for (unsigned l = 0; l < LANES_OF_WARP; l++) b->m->sm->lsu.o.addr[l] = 4 * table[i][0] * l;
    ck_assert_msg(passes(b, 0xffffffff, served) == table[i][1], "stride %u", table[i][0]);
  }
  wt_bench_close(b);
}
END_TEST

START_TEST(mixed_patterns_need_the_known_passes_rule_2) {
  uint64_t served[MAX_PASSES];
  wt_bench *b = open_default();
  uint64_t *a = b->m->sm->lsu.o.addr;
  for (unsigned l = 0; l < LANES_OF_WARP; l++) a[l] = l < 16 ? 0 : 4 * 32 * (l - 15);
  ck_assert_uint_eq(passes(b, 0xffffffff, served), 17);
  ck_assert_uint_eq(served[0], 0xffff);
  for (unsigned i = 1; i < 17; i++) ck_assert_uint_eq(served[i], UINT64_C(1) << (15 + i));
  for (unsigned l = 0; l < LANES_OF_WARP; l++) a[l] = 4 * (l ^ 1);
  ck_assert_uint_eq(passes(b, 0xffffffff, served), 1);
  for (unsigned l = 0; l < LANES_OF_WARP; l++) a[l] = 4 * (l / 2);
  ck_assert_uint_eq(passes(b, 0xffffffff, served), 1);
  for (unsigned l = 0; l < LANES_OF_WARP; l++) a[l] = 4 * (l % 8 * 32 + l / 8);
  ck_assert_uint_eq(passes(b, 0xffffffff, served), 8);
  for (unsigned i = 0; i < 8; i++) ck_assert_uint_eq(wt_popcount(served[i]), 4);
  /* lanes that do not execute cause no conflict */
  for (unsigned l = 0; l < LANES_OF_WARP; l++) a[l] = 4 * 32 * l;
  ck_assert_uint_eq(passes(b, 0x80000001, served), 2);
  wt_bench_close(b);
}
END_TEST

START_TEST(highest_lane_wins_a_byte_rule_4) {
  wt_bench *b = open_default();
  wt_lsu_out *q = &b->m->sm->lsu.o;
  wt_smem_out *o = &b->m->sm->smem.o;
  b->m->sm->lsu.o.sq = 1;
  q->mop = WT_MEM_STORE;
  q->sz = 0;
  q->sbase = 9;
  for (unsigned l = 0; l < 4; l++) q->addr[l] = 8 + (l == 3 ? 1 : l), q->data[l] = 0xffffff10 + l;
  q->pend = 15;
  SUITE_CYCLE(b);
  ck_assert_uint_eq(o->lanes, 15);
  ck_assert_uint_eq(o->en, 4);
  ck_assert_uint_eq(o->row[2], 9);
  ck_assert_uint_eq(o->wbe[2], 7);
  ck_assert_uint_eq(o->wdata[2], 0x00121310);
  /* second word of a 64-bit store: the bank above */
  q->sz = 5;
  q->k = 1;
  q->addr[0] = 8;
  q->pend = 1;
  q->data[LANES_OF_WARP] = 0xcafe0001;
  SUITE_CYCLE(b);
  ck_assert_uint_eq(o->en, 8);
  ck_assert_uint_eq(o->wdata[3], 0xcafe0001);
  /* words are whole words, halves are halves wherever the address points */
  for (unsigned sz = 2; sz < 7; sz++)
    for (unsigned at = 0; at < 4; at++) {
      q->sz = (uint8_t)sz, q->k = 0, q->addr[0] = 8 + at, q->data[0] = 0x12345678;
      SUITE_CYCLE(b);
      ck_assert_uint_eq(o->en, 4);
      ck_assert_uint_eq(o->wbe[2], sz > 3 ? 15 : at & 2 ? 12 : 3);
      ck_assert_uint_eq(o->wdata[2], sz > 3 ? 0x12345678 : at & 2 ? 0x56780000 : 0x5678);
    }
  wt_bench_close(b);
}
END_TEST

/* A model of the rules: bank by bank. */
static struct {
  uint64_t lanes;
  struct {
    unsigned en, row, wbe;
    uint32_t data;
  } bank[MAX_SMBANKS];
} ref;

static void start(const wt_bench *b) { (void)b; }
static void write_bytes(unsigned bank, unsigned at, unsigned n, uint32_t v) {
  for (unsigned i = 0; i < n; i++, v >>= 8) {
    ref.bank[bank].wbe |= 1u << (at + i);
    ref.bank[bank].data = (ref.bank[bank].data & ~(255u << 8 * (at + i))) | (v & 255) << 8 * (at + i);
  }
}
static void rules(const wt_bench *b) {
  const wt_lsu_out *q = &b->m->sm->lsu.o;
  unsigned banks = b->shape.SMEM_BANKS, n = b->shape.SLOT_LANES;
  memset(&ref, 0, sizeof ref);
  for (unsigned l = 0; q->sq && l < n; l++) {
    uint32_t addr = (uint32_t)q->addr[l], word = addr / 4 + q->k, row = (word / banks + q->sbase) % (1u << b->shape.SMROW_W),
             k = word % banks;                                                 /* 1 */
    if (!(q->pend >> l & 1) || (q->mop == WT_MEM_ATOM && ref.lanes)) continue; /* 2 */
    if (ref.bank[k].en && ref.bank[k].row != row) continue;
    ref.bank[k].en = 1, ref.bank[k].row = row, ref.lanes |= UINT64_C(1) << l;
    if (q->mop == WT_MEM_ATOM && q->swr) write_bytes(k, 0, 4, q->sval); /* 3 */
    if (q->mop != WT_MEM_STORE) continue;
    uint32_t v = q->data[q->k * n + l]; /* 4 */
    if (q->sz < 2) write_bytes(k, addr % 4, 1, v);
    else if (q->sz < 4) write_bytes(k, addr / 2 % 2 * 2, 2, v);
    else write_bytes(k, 0, 4, v);
  }
}
static void look(const wt_bench *b) {
  const wt_smem_out *o = &b->m->sm->smem.o;
  SUITE_RULE(b, "2", "smem_lanes", o->lanes, ref.lanes);
  for (unsigned k = 0; k < b->shape.SMEM_BANKS; k++) {
    SUITE_RULE(b, "2", "smem_en", o->en >> k & 1, ref.bank[k].en);
    SUITE_RULE(b, "1", "smem_row", o->row[k], ref.bank[k].row);
    SUITE_RULE(b, "3, 4", "smem_wbe", o->wbe[k], ref.bank[k].wbe);
    SUITE_RULE(b, "3, 4", "smem_wdata", o->wdata[k], ref.bank[k].data);
  }
}
static const suite_model model = {"smem", start, rules, look};

START_TEST(rules_hold_on_random_traffic) {
  static const char *const few[] = {"SMEM_BANKS=2", "SMEM_BYTES=2048", NULL};
  suite_rules_all(&model, 10000);
  suite_rules(&model, "small", few, 10000);
}
END_TEST

START_TEST(atomics_take_one_lane_and_write_its_value) {
  wt_bench *b = open_default();
  wt_lsu_out *q = &b->m->sm->lsu.o;
  const wt_smem_out *o = &b->m->sm->smem.o;
  q->sq = 1, q->mop = WT_MEM_ATOM, q->sz = 5, q->pend = 0x70, q->k = 1;
  for (unsigned l = 0; l < 32; l++) q->addr[l] = 8 * l;
  SUITE_CYCLE(b);
  ck_assert(o->lanes == 0x10 && o->en == 1u << 9 && o->wbe[9] == 0);
  q->swr = 1, q->sval = 0xfeedbeef;
  SUITE_CYCLE(b);
  ck_assert(o->lanes == 0x10 && o->en == 1u << 9 && o->wbe[9] == 15 && o->wdata[9] == 0xfeedbeef);
  wt_bench_close(b);
}
END_TEST

static void add(TCase *tc) {
  tcase_add_test(tc, atomics_take_one_lane_and_write_its_value);
  tcase_add_test(tc, strides_need_the_known_passes_rule_2);
  tcase_add_test(tc, mixed_patterns_need_the_known_passes_rule_2);
  tcase_add_test(tc, highest_lane_wins_a_byte_rule_4);
  tcase_add_test(tc, rules_hold_on_random_traffic);
}
int main(void) { return suite_main("wt_smem", add); }
