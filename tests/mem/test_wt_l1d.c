/* test_wt_l1d.c - first-level data cache: values and order under random traffic, known access patterns, what happens to lines in flight.
 * Numbers in names of tests are rules of docs/blocks/mem/wt_l1d.md.
 */
#include <stdio.h>

#include "tests/block_suite.h"

#include "bench/stim_l1d.h"
#include "isa/wt_isa.h"
#include "lib/wt_performed.h"

/* ---- random traffic: every load gets what memory had when it was performed, and a line's accesses keep their order ---- */

static struct {
  uint8_t mem[STIM_L1D_LINES][128];
  struct {
    int there, done, known; /* taken; performed; its line is one of memory's */
    unsigned line;          /* of the cache */
    uint64_t seq;
    uint32_t bmask[4];
    uint8_t want[128];
  } load[MAX_LSU_LINES];
  uint64_t seq;
  unsigned kinds[4], again;
} ref;

static void start(const wt_bench *b) { (void)b, memset(&ref, 0, sizeof ref); }
static unsigned index_of(const wt_bench *b, uint64_t line) {
  unsigned i = 0;
  while (i < STIM_L1D_LINES && stim_l1d_line(&b->shape, i) != line) i++;
  return i;
}
/* The line of the cache that 128 bytes and a mask of them name. */
static unsigned line_of(const wt_bench *b, unsigned i, const uint32_t *bmask) {
  unsigned part = 0, parts = b->shape.L1_PARTS;
  while (part + 1 < parts && !bmask[part * (4 / parts)] && (parts > 2 || !bmask[part * 2 + 1])) part++;
  return i * parts + part;
}
/* No load of the line that came before `seq` is yet to be performed. */
static void in_order(const wt_bench *b, const char *rule, unsigned line, uint64_t seq) {
  for (unsigned t = 0; t < b->shape.LSU_LINES; t++) {
    int older = ref.load[t].there && !ref.load[t].done && ref.load[t].known && ref.load[t].line == line && ref.load[t].seq < seq;
    SUITE_RULE(b, rule, "an older load of the line is left behind", older, 0);
  }
}
static void performed(const wt_bench *b, unsigned t, unsigned line) {
  SUITE_RULE(b, "14", "a load that is there and not performed", ref.load[t].there && !ref.load[t].done, 1);
  ref.load[t].done = 1;
  if (!ref.load[t].known) return;
  SUITE_RULE(b, "14", "its line", line, ref.load[t].line);
  in_order(b, "7", line, ref.load[t].seq);
  memcpy(ref.load[t].want, ref.mem[line / b->shape.L1_PARTS], 128);
}
static void at_memory(const wt_bench *b, const wt_l1d_out *o) {
  unsigned i = index_of(b, o->req_line), sector = b->shape.L1_SECTOR, line = line_of(b, i, o->req_bmask);
  int fill = o->req_op == WT_MEM_LOAD && !o->req_lanes;
  for (unsigned k = 0; fill && k < 128; k++) {
    unsigned asked = o->req_bmask[k / 32] >> k % 32 & 1;
    SUITE_RULE(b, "6", "whole sectors", asked, o->req_bmask[k / sector * sector / 32] >> k / sector * sector % 32 & 1);
    if (asked) SUITE_RULE(b, "6", "of one line", i * b->shape.L1_PARTS + k / b->shape.L1_LINE, line);
  }
  if (fill) return;
  if (o->req_space == WT_SP_CONST) i = STIM_L1D_LINES;
  if (i < STIM_L1D_LINES) in_order(b, "8", line, o->req_op == WT_MEM_LOAD || o->req_op == WT_MEM_ATOM ? ref.load[o->req_tag].seq : ref.seq);
  if (o->req_op == WT_MEM_LOAD || o->req_op == WT_MEM_ATOM) performed(b, o->req_tag, line);
  for (unsigned k = 0; k < 128 && i < STIM_L1D_LINES && o->req_op != WT_MEM_LOAD; k++) {
    uint8_t x = (uint8_t)(o->req_data[k / 4] >> 8 * (k % 4));
    if (o->req_bmask[k / 32] >> k % 32 & 1) ref.mem[i][k] = o->req_op == WT_MEM_STORE ? x : ref.mem[i][k] ^ x;
  }
}
static void rules(const wt_bench *b) {
  const wt_l1d_out *o = &b->m->sm->l1d.o;
  unsigned parts = b->shape.L1_PARTS;
  if (o->perf_valid) {
    ref.kinds[o->perf_kind]++, ref.again += o->perf_again;
    if (o->perf_kind != WT_L1_PARKED) performed(b, wt_lowest(o->perf_lanes), index_of(b, o->perf_line / parts) * parts + o->perf_line % parts);
  }
  if (o->req_valid && b->m->sm->env.mem_ready) at_memory(b, o);
  if (!o->rsp_valid || !b->m->sm->lsu.o.rsp_ready) return;
  unsigned t = o->rsp_tag;
  SUITE_RULE(b, "12", "an answer to a load that was performed", ref.load[t].there && ref.load[t].done, 1);
  for (unsigned k = 0; k < 128 && ref.load[t].known; k++)
    if (ref.load[t].bmask[k / 32] >> k % 32 & 1)
      SUITE_RULE(b, "5, 8, 9, 12, 13", "a byte of an answer", o->rsp_data[k / 4] >> 8 * (k % 4) & 255, ref.load[t].want[k]);
  ref.load[t].there = 0;
}
static void look(const wt_bench *b) {
  const wt_lsu_out *q = &b->m->sm->lsu.o;
  if (!q->req_valid || !b->m->sm->l1d.o.ready) return;
  ref.seq++;
  if (q->req_op != WT_MEM_LOAD && q->req_op != WT_MEM_ATOM) return;
  unsigned t = q->req_tag, i = index_of(b, q->req_line);
  SUITE_RULE(b, "1", "a tag of its own", ref.load[t].there, 0);
  ref.load[t].there = 1, ref.load[t].done = 0, ref.load[t].line = line_of(b, i, q->req_bmask), ref.load[t].seq = ref.seq;
  ref.load[t].known = q->req_space != WT_SP_CONST;
  memcpy(ref.load[t].bmask, q->req_bmask, sizeof q->req_bmask);
}
static const suite_model model = {"l1d", start, rules, look};

static const char *const shapes[][10] = {
  {"L1_BYTES=1024", "L1_PRT=2", "L1_MERGES=1"},
  {"L1_BYTES=1024", "L1_PRT=4", "L1_WRITE=evict", "L1_ALLOC=fill", "L1_SECTOR=64", "L1_LAT=12"},
  {"L1_BYTES=768", "L1_WAYS=3", "L1_LINE=64", "COAL_BYTES=64", "L1_PRT=3", "L1_INDEX=xor", "L1_LAT=7"},
  {"L1_BYTES=128", "L1_WAYS=1", "L1_SECTOR=128", "L1_PRT=1", "L1_MERGES=0", "L1_ALLOC=fill"},
  {"L1_BYTES=1024", "L1_WAYS=16", "L1_LINE=32", "COAL_BYTES=32", "L1_PRT=8", "GROUPING=dwr", "WARPS=4"},
  {"L1_BYTES=1024", "L1_WAYS=2", "L1_PRT=4", "L1_INDEX=xor", "CCWS=on"},
  {"L1_BYTES=768", "L1_WAYS=3", "L1_LINE=64", "COAL_BYTES=64", "L1_PRT=3", "L1_ALLOC=fill", "CCWS=on"},
};
enum { SHAPES = sizeof shapes / sizeof *shapes };

START_TEST(rules_hold_on_random_traffic) {
  for (unsigned i = 0; i < SHAPES; i++) {
    suite_rules(&model, i % 2 ? "small" : "tiny", shapes[i], 20000);
    ck_assert_msg(ref.kinds[WT_L1_HIT] > 100 && ref.kinds[WT_L1_MISS] > 100, "shape %u: %u hits, %u misses", i, ref.kinds[0], ref.kinds[2]);
    if (i < 3) ck_assert_msg(ref.kinds[WT_L1_MERGE] && ref.kinds[WT_L1_PARKED] && ref.again, "shape %u: no merge or nothing parked", i);
  }
}
END_TEST

#include "tests/mem/l1d_model.h"

START_TEST(every_output_follows_the_rules_1_to_15) {
  static const char *const more[][10] = {
    {"L1_BYTES=4096", "L1_WAYS=2", "L1_LINE=64", "COAL_BYTES=64", "L1_SECTOR=32", "L1_PRT=6", "L1_MERGES=3", "L1_INDEX=xor", "L1_LAT=3"},
    {"L1_BYTES=4096", "L1_WAYS=1", "L1_PRT=4", "L1_INDEX=xor", "L1_LAT=5"}, /* 32 sets of frames: every bit of the hash */
    {"L1_BYTES=512", "L1_WAYS=2", "L1_PRT=8", "L1_ALLOC=fill", "LSU_LINES=16", "L1_LAT=20"},
    {"L1_BYTES=2048", "L1_WAYS=16", "L1_PRT=4", "L1_SECTOR=32"},
    {"L1_BYTES=1024", "L1_WAYS=4", "L1_PRT=64", "L1_MERGES=63", "WARPS=32", "WARP_SIZE=64", "LSU_LINES=64"},
    {"L1_BYTES=2048", "L1_WAYS=4", "L1_PRT=16", "L1_WRITE=evict", "L1_LINE=32", "COAL_BYTES=32", "LSU_LINES=32"},
    {"L1_BYTES=4096", "L1_WAYS=1", "L1_PRT=4", "L1_INDEX=xor", "L1_MERGES=1", "CCWS=on"},
    {"L1_BYTES=1024", "L1_WAYS=2", "L1_PRT=3", "L1_ALLOC=fill", "LSU_LINES=16", "CCWS=on"},
    {"L1_BYTES=768", "L1_WAYS=3", "L1_LINE=64", "COAL_BYTES=64", "L1_PRT=8", "L1_INDEX=xor", "SUBCORES=2", "CCWS=on"}};
  memset(&seen, 0, sizeof seen);
  for (unsigned i = 0; i < SHAPES; i++) suite_rules_alone(&exact_model, i % 2 ? "small" : "tiny", shapes[i], 10000);
  for (unsigned i = 0; i < sizeof more / sizeof *more; i++) suite_rules_alone(&exact_model, "small", more[i], 10000);
  for (unsigned i = 0; i <= STAYS; i++) ck_assert_msg(seen.what[i] > 500, "outcome %u of a lookup: %u times", i, seen.what[i]);
  ck_assert_msg(seen.again && seen.both && seen.not_installed && seen.held && seen.several, "%u %u %u %u %u", seen.again, seen.both,
                seen.not_installed, seen.held, seen.several);
  for (unsigned i = 0; i < 4; i++) ck_assert_msg(seen.why[i] > 100, "cause %u: %u times", i, seen.why[i]);
  ck_assert_uint_gt(seen.evicted, 1000);
}
END_TEST

/* ---- directed: requests one after the other, memory answers when it is told to ---- */

typedef struct {
  wt_bench *b;
  uint64_t asked[64];                                   /* lines of fills that memory was asked for, in order */
  unsigned n, tag[64], sent, kinds[4], got, tags, kind; /* requests sent by; loads by kind; answers; next tag; kind of the last one looked up */
  uint32_t word;                                        /* of the last answer, at the place of requests */
  unsigned place;                                       /* word of the 128 bytes that requests ask for and memory answers */
  unsigned scope;                                       /* of requests */
  uint64_t at;                                          /* its cycle */
} rig;

static rig rig_open(const char *preset, const char *const *set) {
  rig r = {.b = suite_open("l1d", preset, set, 1)};
  r.b->m->sm->env.mem_ready = r.b->m->sm->lsu.o.rsp_ready = 1;
  return r;
}
static void tick(rig *r) {
  const wt_m *m = r->b->m;
  const wt_l1d_out *o = &m->sm->l1d.o;
  if (o->perf_valid) r->kinds[o->perf_kind]++, r->kind = o->perf_kind;
  if (o->req_valid && m->sm->env.mem_ready) {
    if (o->req_op == WT_MEM_LOAD && !o->req_lanes && r->n < 64) r->asked[r->n] = o->req_line, r->tag[r->n++] = o->req_tag;
    else r->sent++;
  }
  if (o->rsp_valid && m->sm->lsu.o.rsp_ready) r->got++, r->word = o->rsp_data[r->place], r->at = r->b->cycle;
  SUITE_CYCLE(r->b);
}
static void ticks(rig *r, unsigned n) {
  while (n--) tick(r);
}
/* Shows a request until it is taken; gives the cycle. */
static uint64_t ask(rig *r, unsigned op, uint64_t line, unsigned order, uint32_t word0) {
  wt_lsu_out *q = &r->b->m->sm->lsu.o;
  q->req_valid = 1, q->req_op = (uint8_t)op, q->req_line = line, q->req_order = (uint8_t)order, q->req_scope = (uint8_t)r->scope;
  q->req_space = line >> 56 ? WT_SP_LOCAL : WT_SP_GLOBAL;
  q->req_lanes = 1, q->req_bmask[r->place / 8] = 15u << r->place % 8 * 4, q->req_data[r->place] = word0;
  q->req_tag = op == WT_MEM_LOAD || op == WT_MEM_ATOM ? (uint8_t)(r->tags++ % r->b->shape.LSU_LINES) : 0;
  for (unsigned i = 0; i < 1000; i++) {
    uint64_t now = r->b->cycle;
    tick(r);
    if (!r->b->m->sm->l1d.o.ready) continue;
    memset(&q->req_valid, 0, offsetof(wt_memreq_out, req_scope) + 1);
    return now;
  }
  ck_abort_msg("a request is never taken");
}
static uint64_t load(rig *r, uint64_t line) { return ask(r, WT_MEM_LOAD, line, 1, 0); }
/* Memory answers request k with a word at the line's start. */
static void answer(rig *r, unsigned k, uint32_t word) {
  wt_env_out *e = &r->b->m->sm->env;
  ck_assert_uint_gt(r->n, k);
  for (unsigned i = 0; i < 1000 && !r->b->m->sm->l1d.o.rsp_ready; i++) tick(r);
  e->rsp_valid = 1, e->rsp_tag = (uint8_t)r->tag[k], e->rsp_data[r->place] = word;
  tick(r);
  e->rsp_valid = e->rsp_tag = 0, e->rsp_data[r->place] = 0;
  ticks(r, 4);
}
/* The line is brought in. */
static void bring(rig *r, uint64_t line, uint32_t word) {
  unsigned n = r->n;
  load(r, line);
  ticks(r, 2);
  ck_assert_msg(r->n == n + 1, "line %llx was there already", (unsigned long long)line);
  answer(r, n, word);
}
static unsigned kind_of(rig *r, uint64_t line) {
  load(r, line);
  ticks(r, 3);
  return r->kind;
}
static void cctl(rig *r) {
  ask(r, WT_MEM_CCTL, 0, 0, 0);
  tick(r);
}

static const char *const kb2[] = {"L1_BYTES=2048", "L1_WAYS=2", "L1_PRT=4", "L1_MERGES=2", "L1_LAT=6", NULL};

START_TEST(a_hit_answers_after_its_latency_rules_4_11) {
  for (unsigned lat = 3; lat < 12; lat += 4) {
    char text[16];
    snprintf(text, sizeof text, "L1_LAT=%u", lat);
    const char *const set[] = {"L1_BYTES=2048", "L1_WAYS=2", text, NULL};
    rig r = rig_open("small", set);
    bring(&r, 0x77, 5);
    uint64_t t = load(&r, 0x77);
    ticks(&r, 16);
    ck_assert_uint_eq(r.at - t, lat);
    ck_assert_uint_eq(r.word, 5);
    wt_bench_close(r.b);
  }
}
END_TEST

START_TEST(a_hit_goes_under_a_miss_rules_4_6) {
  rig r = rig_open("small", kb2);
  bring(&r, 0x10, 7);
  load(&r, 0x21);
  load(&r, 0x10);
  ticks(&r, 12);
  ck_assert(r.got == 2 && r.word == 7 && r.n == 2);
  answer(&r, 1, 9);
  ck_assert(r.got == 3 && r.word == 9);
  wt_bench_close(r.b);
}
END_TEST

START_TEST(misses_of_a_line_merge_until_the_entry_is_full_rule_5) {
  rig r = rig_open("small", kb2);
  for (unsigned i = 0; i < 5; i++) load(&r, 0x30);
  ticks(&r, 4);
  ck_assert_uint_eq(r.n, 1);
  ck_assert(r.kinds[WT_L1_MISS] == 1 && r.kinds[WT_L1_MERGE] == 2 && r.kinds[WT_L1_PARKED] == 2);
  answer(&r, 0, 3);
  ticks(&r, 20);
  ck_assert_uint_eq(r.got, 5);
  ck_assert(r.n == 1 && r.kinds[WT_L1_HIT] == 2);
  wt_bench_close(r.b);
}
END_TEST

/* 33 misses, 32 entries. */
START_TEST(a_full_table_parks_the_next_miss_rules_6_7) {
  static const char *const set[] = {"L1_BYTES=16384", "L1_WAYS=4", "L1_PRT=32", "LSU_LINES=64", NULL};
  rig r = rig_open("small", set);
  for (unsigned i = 0; i < 33; i++) load(&r, 0x400 + i);
  ticks(&r, 4);
  ck_assert(r.n == 32 && r.kinds[WT_L1_MISS] == 32 && r.kinds[WT_L1_PARKED] == 1);
  ck_assert_uint_eq(r.b->m->sm->l1d.q.park_n, 1);
  answer(&r, 5, 1);
  ticks(&r, 4);
  ck_assert_uint_eq(r.n, 33);
  ck_assert_uint_eq(r.asked[32], 0x420);
  ck_assert_uint_eq(r.b->m->sm->l1d.q.park_n, 0);
  wt_bench_close(r.b);
}
END_TEST

START_TEST(a_set_of_reserved_ways_parks_the_next_miss_rules_6_10) {
  static const char *const set[] = {"L1_BYTES=16384", "L1_WAYS=4", "L1_PRT=32", "LSU_LINES=32", NULL}, *const late[] = {
                                                                                                         "L1_BYTES=16384", "L1_WAYS=4",
                                                                                                         "L1_PRT=32",      "LSU_LINES=32",
                                                                                                         "L1_ALLOC=fill",  NULL};
  for (int fill = 0; fill < 2; fill++) {
    rig r = rig_open("small", fill ? late : set);
    for (unsigned i = 0; i < 5; i++) load(&r, 0x1000 + 32 * i);
    ticks(&r, 4);
    ck_assert_uint_eq(r.kinds[WT_L1_PARKED], !fill);
    ck_assert_uint_eq(r.n, fill ? 5 : 4);
    answer(&r, 2, 1);
    ticks(&r, 4);
    ck_assert_uint_eq(r.n, 5);
    wt_bench_close(r.b);
  }
}
END_TEST

/* 32 lanes at a stride, four ways, 32 sets: how many find their set full of reserved ways. */
START_TEST(strides_stall_by_the_known_table_rule_2) {
  static const char *const mod[] = {"L1_BYTES=16384", "L1_WAYS=4", "L1_PRT=32", "LSU_LINES=32", NULL}, *const hashed[] = {
                                                                                                         "L1_BYTES=16384", "L1_WAYS=4",
                                                                                                         "L1_PRT=32",      "LSU_LINES=32",
                                                                                                         "L1_INDEX=xor",   NULL};
  static const unsigned stalls[] = {0, 0, 0, 16, 24, 28, 28, 28, 28};
  for (unsigned k = 0; k < 9; k++)
    for (int h = 0; h < 2; h++) {
      rig r = rig_open("small", h ? hashed : mod);
      for (unsigned l = 0; l < 32; l++) load(&r, (uint64_t)l << k);
      ticks(&r, 3);
      ck_assert_msg(r.kinds[WT_L1_PARKED] == (h ? 0 : stalls[k]) && r.n + r.kinds[WT_L1_PARKED] == 32, "stride %u, index %d: %u parked", 128u << k, h,
                    r.kinds[WT_L1_PARKED]);
      wt_bench_close(r.b);
    }
}
END_TEST

START_TEST(the_oldest_way_goes_whatever_their_number_rule_10) {
  static const char *const set[] = {"L1_BYTES=768", "L1_WAYS=3", "L1_PRT=2", NULL};
  rig r = rig_open("small", set);
  for (unsigned i = 0; i < 3; i++) bring(&r, 2 * i, i);
  ck_assert_uint_eq(kind_of(&r, 0), WT_L1_HIT);
  ticks(&r, 10);
  bring(&r, 6, 6); /* in place of 2 */
  ck_assert_uint_eq(kind_of(&r, 4), WT_L1_HIT);
  ticks(&r, 10);
  bring(&r, 2, 2); /* in place of 0, which is older than 6 and 4 */
  ck_assert_uint_eq(kind_of(&r, 6), WT_L1_HIT);
  ck_assert_uint_eq(kind_of(&r, 4), WT_L1_HIT);
  ck_assert_uint_eq(kind_of(&r, 2), WT_L1_HIT);
  ck_assert_uint_eq(kind_of(&r, 0), WT_L1_MISS);
  wt_bench_close(r.b);
}
END_TEST

START_TEST(a_store_to_a_line_in_flight_leaves_it_uninstalled_rules_8_9) {
  rig r = rig_open("small", kb2);
  load(&r, 0x50);
  ask(&r, WT_MEM_STORE, 0x50, 1, 0xabcd);
  load(&r, 0x50); /* does not join */
  ticks(&r, 3);
  ck_assert(r.n == 2 && r.kinds[WT_L1_MERGE] == 0);
  answer(&r, 0, 0x1111); /* from before the store */
  ck_assert(r.got == 1 && r.word == 0x1111);
  load(&r, 0x50); /* joins the second */
  ticks(&r, 3);
  ck_assert(r.n == 2 && r.kinds[WT_L1_MERGE] == 1 && r.kinds[WT_L1_HIT] == 0);
  answer(&r, 1, 0xabcd);
  ck_assert(r.got == 3 && r.word == 0xabcd);
  ck_assert_uint_eq(kind_of(&r, 0x50), WT_L1_HIT);
  wt_bench_close(r.b);
}
END_TEST

START_TEST(an_invalidate_in_flight_leaves_it_uninstalled_rule_13) {
  rig r = rig_open("small", kb2);
  bring(&r, 0x60, 1);
  load(&r, 0x61);
  ticks(&r, 2);
  cctl(&r);
  ck_assert_uint_eq(kind_of(&r, 0x60), WT_L1_MISS);
  ck_assert_uint_eq(kind_of(&r, 0x61), WT_L1_MISS);
  answer(&r, 1, 2);
  ck_assert_uint_eq(r.got, 2);
  wt_bench_close(r.b);
  r = rig_open("small", kb2);
  load(&r, 0x61);
  ticks(&r, 2);
  cctl(&r);
  answer(&r, 0, 2);
  ck_assert(r.got == 1 && r.word == 2);
  ck_assert_uint_eq(kind_of(&r, 0x61), WT_L1_MISS);
  bring(&r, 0x62, 3);
  r.b->m->gpu->cfg.start = 1;
  tick(&r);
  r.b->m->gpu->cfg.start = 0;
  ck_assert_uint_eq(kind_of(&r, 0x62), WT_L1_MISS);
  wt_bench_close(r.b);
}
END_TEST

START_TEST(the_reserved_way_loses_its_line_at_the_miss_rule_6) {
  static const char *const set[] = {"L1_BYTES=128", "L1_WAYS=1", "L1_PRT=2", NULL}, *const late[] = {"L1_BYTES=128", "L1_WAYS=1", "L1_PRT=2",
                                                                                                     "L1_ALLOC=fill", NULL};
  for (int fill = 0; fill < 2; fill++) {
    rig r = rig_open("small", fill ? late : set);
    bring(&r, 1, 1);
    load(&r, 2); /* with a pending line in its only way the set has no other */
    ticks(&r, 3);
    ck_assert_uint_eq(kind_of(&r, 1), fill ? WT_L1_HIT : WT_L1_PARKED);
    ticks(&r, 10);
    answer(&r, 1, 2);
    ck_assert_uint_eq(r.word, 2);
    wt_bench_close(r.b);
  }
}
END_TEST

START_TEST(a_store_that_hits_updates_or_evicts_rule_8) {
  static const char *const evict[] = {"L1_BYTES=2048", "L1_WAYS=2", "L1_WRITE=evict", NULL};
  for (int e = 0; e < 2; e++) {
    rig r = rig_open("small", e ? evict : kb2);
    bring(&r, 0x70, 1);
    ask(&r, WT_MEM_STORE, 0x70, 1, 0x55);
    ck_assert_uint_eq(kind_of(&r, 0x70), e ? WT_L1_MISS : WT_L1_HIT);
    ck_assert_uint_eq(r.sent, 1);
    ticks(&r, 12);
    if (!e) ck_assert_uint_eq(r.word, 0x55);
    wt_bench_close(r.b);
  }
}
END_TEST

START_TEST(strong_accesses_and_atomics_go_by_and_evict_rules_3_8) {
  static const struct {
    unsigned op, order, scope, by; /* scope: 0 CTA, 1 SM, 2 GPU, 3 the system */
  } rows[] = {{WT_MEM_LOAD, 0, 3, 0},  {WT_MEM_LOAD, 1, 3, 0}, {WT_MEM_LOAD, 2, 0, 0}, {WT_MEM_LOAD, 2, 1, 0},  {WT_MEM_LOAD, 2, 2, 1},
              {WT_MEM_LOAD, 2, 3, 1},  {WT_MEM_LOAD, 3, 0, 1}, {WT_MEM_LOAD, 3, 3, 1}, {WT_MEM_STORE, 2, 0, 1}, {WT_MEM_STORE, 2, 2, 1},
              {WT_MEM_STORE, 3, 0, 1}, {WT_MEM_ATOM, 1, 3, 1}, {WT_MEM_ATOM, 2, 0, 1}, {WT_MEM_RED, 1, 3, 1},   {WT_MEM_RED, 2, 0, 1},
              {WT_MEM_STORE, 1, 3, 0}, {WT_MEM_STORE, 1, 0, 0}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    rig r = rig_open("small", kb2);
    bring(&r, 0x80, 1);
    r.scope = rows[i].scope;
    ask(&r, rows[i].op, 0x80, rows[i].order, 2);
    ticks(&r, 10);
    ck_assert_uint_eq(r.sent, rows[i].by || rows[i].op == WT_MEM_STORE);
    ck_assert_msg(kind_of(&r, 0x80) == (rows[i].by ? WT_L1_MISS : WT_L1_HIT), "row %zu", i);
    wt_bench_close(r.b);
  }
  rig r = rig_open("small", kb2);
  ask(&r, WT_MEM_STORE, UINT64_C(1) << 56 | 3, 2, 2); /* local memory is nobody else's: its order bits say nothing */
  bring(&r, UINT64_C(1) << 56 | 3, 2);
  ask(&r, WT_MEM_STORE, UINT64_C(1) << 56 | 3, 2, 4);
  ck_assert_uint_eq(kind_of(&r, UINT64_C(1) << 56 | 3), WT_L1_HIT);
  wt_bench_close(r.b);
}
END_TEST

START_TEST(a_new_warp_finds_no_local_line_rule_13) {
  rig r = rig_open("small", kb2);
  uint64_t one = UINT64_C(1) << 56 | UINT64_C(1) << 33, two = UINT64_C(1) << 56 | UINT64_C(2) << 33 | 1;
  bring(&r, one, 1), bring(&r, two, 2), bring(&r, 0x91, 3);
  r.b->m->sm->dispatch.o.launch_valid = 1, r.b->m->sm->dispatch.o.launch_warp = 2;
  tick(&r);
  r.b->m->sm->dispatch.o.launch_valid = 0;
  ck_assert_uint_eq(kind_of(&r, one), WT_L1_HIT);
  ck_assert_uint_eq(kind_of(&r, 0x91), WT_L1_HIT);
  ck_assert_uint_eq(kind_of(&r, two), WT_L1_MISS);
  wt_bench_close(r.b);
}
END_TEST

/* GROUPING=dwr: a line has pieces of all partners. One starts: those that it has are not its own, neither there nor on their way. */
static void launch(rig *r, unsigned slot) {
  r->b->m->sm->dispatch.o.launch_valid = 1, r->b->m->sm->dispatch.o.launch_warp = (uint8_t)slot;
  tick(r);
  r->b->m->sm->dispatch.o.launch_valid = 0;
}
START_TEST(a_partner_that_starts_finds_no_local_line_rule_13) {
  static const char *const set[] = {"L1_BYTES=1024", "L1_WAYS=16", "L1_LINE=32", "COAL_BYTES=32", "L1_PRT=8", "GROUPING=dwr", "WARPS=4", NULL};
  for (unsigned slot = 0; slot < 4; slot++) { /* large warps of two: slots 2 and 3 are number 1 */
    rig r = rig_open("tiny", set);
    uint64_t there = UINT64_C(1) << 56 | UINT64_C(1) << 33, coming = there | 1;
    ck_assert(r.b->shape.GANG == 2 && r.b->shape.LARGE == 2);
    bring(&r, there, 1);
    load(&r, coming);
    ticks(&r, 2);
    launch(&r, slot);
    ck_assert_uint_eq(kind_of(&r, there), slot < 2 ? WT_L1_HIT : WT_L1_MISS);
    ck_assert_uint_eq(kind_of(&r, coming), slot < 2 ? WT_L1_MERGE : WT_L1_MISS);
    ticks(&r, 10);
    answer(&r, 1, 7); /* from before the start: for the load that asked, and not installed */
    ck_assert_uint_eq(r.word, 7);
    ck_assert_uint_eq(kind_of(&r, coming), slot < 2 ? WT_L1_HIT : WT_L1_MERGE);
    wt_bench_close(r.b);
  }
}
END_TEST

START_TEST(a_parked_load_holds_back_what_follows_on_its_line_rules_7_8) {
  static const char *const set[] = {"L1_BYTES=2048", "L1_WAYS=2", "L1_PRT=1", NULL};
  rig r = rig_open("small", set);
  load(&r, 0xa0);
  load(&r, 0xb1);                       /* parked */
  ask(&r, WT_MEM_STORE, 0xb1, 1, 0x77); /* waits behind it, in the input register */
  ticks(&r, 10);
  ck_assert(r.sent == 0 && r.n == 1 && r.b->m->sm->l1d.q.in_valid);
  answer(&r, 0, 1);
  ticks(&r, 4);
  ck_assert(r.n == 2 && r.asked[1] == 0xb1 && r.sent == 1);
  wt_bench_close(r.b);
}
END_TEST

START_TEST(a_hit_reads_what_it_hit_rules_8_9_11) {
  static const char *const set[] = {"L1_BYTES=256", "L1_WAYS=2", "L1_PRT=4", "L1_LAT=30", NULL};
  rig r = rig_open("small", set);
  bring(&r, 0xc0, 0x11);
  load(&r, 0xc0);
  ask(&r, WT_MEM_STORE, 0xc0, 1, 0x22); /* waits until the line was read */
  ticks(&r, 8);
  ck_assert_uint_eq(r.sent, 0);
  ticks(&r, 40);
  ck_assert(r.sent == 1 && r.word == 0x11);
  load(&r, 0xc0); /* held by this hit its way is not given away */
  load(&r, 0xc2), load(&r, 0xc4);
  ticks(&r, 4);
  ck_assert_uint_eq(r.b->m->sm->l1d.q.park_n, 1);
  ticks(&r, 40);
  ck_assert(r.word == 0x22);
  wt_bench_close(r.b);
}
END_TEST

/* Four lines of 32 bytes, or two of 64, in the 128 bytes of a request: each comes, is written and goes by itself. */
START_TEST(lines_of_a_request_are_looked_up_one_by_one_rules_2_6_8) {
  static const char *const set[][8] = {{"L1_BYTES=1024", "L1_WAYS=16", "L1_LINE=32", "COAL_BYTES=32", "L1_PRT=8", "GROUPING=dwr", "WARPS=4"},
                                       {"L1_BYTES=768", "L1_WAYS=3", "L1_LINE=64", "COAL_BYTES=64", "L1_PRT=3"}};
  for (unsigned k = 0; k < 2; k++) {
    unsigned words = k ? 16 : 8, parts = k ? 2 : 4;
    rig r = rig_open("tiny", set[k]);
    const wt_l1d_state *q = &r.b->m->sm->l1d.q;
    for (unsigned p = 0; p < parts; p++) {
      unsigned row = (0x41 * parts + p) % r.b->shape.L1_SETS;
      uint64_t before = q->sect[row];
      r.place = p * words + p;
      bring(&r, 0x41, 100 + p);
      ck_assert(r.word == 100 + p && r.n == p + 1 && q->sect[row] != before);
    }
    r.place = words; /* the second line alone is written */
    ask(&r, WT_MEM_STORE, 0x41, 1, 0x55);
    for (unsigned p = 0; p < parts; p++) {
      r.place = p * words + (p != 1) * p;
      ck_assert_uint_eq(kind_of(&r, 0x41), WT_L1_HIT);
      ticks(&r, 12);
      ck_assert_uint_eq(r.word, p == 1 ? 0x55 : 100 + p);
    }
    r.place = words; /* and it alone goes */
    ask(&r, WT_MEM_RED, 0x41, 1, 1);
    for (unsigned p = parts; p-- > 0;) {
      r.place = p * words;
      ck_assert_uint_eq(kind_of(&r, 0x41), p == 1 ? WT_L1_MISS : WT_L1_HIT);
    }
    wt_bench_close(r.b);
  }
}
END_TEST

/* The netlist bench runs every block on every preset, also where the machine has none: the numbers of its geometry must fit each other there, too, or
 * one twin writes outside of its arrays. */
START_TEST(a_shape_without_a_cache_has_a_bench_of_one_set) {
  static const char *const ways[][2] = {{"L1_WAYS=1"}, {"L1_WAYS=3"}, {"L1_WAYS=16"}};
  char err[400];
  for (unsigned p = 0; wt_presets[p]; p++)
    for (unsigned i = 0; i < 4; i++) {
      wt_shape S;
      ck_assert_msg(!wt_shape_preset(&S, wt_presets[p], err, sizeof err) && !wt_shape_set(&S, "L1_BYTES=0", err, sizeof err), "%s", err);
      ck_assert_msg((!i || !wt_shape_set(&S, ways[i - 1][0], err, sizeof err)) && !wt_shape_check(&S, err, sizeof err), "%s", err);
      ck_assert_uint_eq(S.L1_LINES, S.L1_SETS * S.L1_WAYS);
      ck_assert(S.L1_LINES <= 1u << S.L1_ROW_W && S.L1_SETS <= 1u << S.L1_SET_W);
    }
  suite_rules(&model, "tiny", NULL, 5000);
  suite_random("l1d", "tiny", NULL, 2000);
}
END_TEST

START_TEST(twins_agree_on_random_traffic) {
  for (unsigned i = 0; i < SHAPES; i++) suite_random("l1d", i % 2 ? "small" : "tiny", shapes[i], 20000);
}
END_TEST

static void add(TCase *tc) {
  tcase_add_test(tc, a_hit_answers_after_its_latency_rules_4_11);
  tcase_add_test(tc, a_hit_goes_under_a_miss_rules_4_6);
  tcase_add_test(tc, misses_of_a_line_merge_until_the_entry_is_full_rule_5);
  tcase_add_test(tc, a_full_table_parks_the_next_miss_rules_6_7);
  tcase_add_test(tc, a_set_of_reserved_ways_parks_the_next_miss_rules_6_10);
  tcase_add_test(tc, strides_stall_by_the_known_table_rule_2);
  tcase_add_test(tc, the_oldest_way_goes_whatever_their_number_rule_10);
  tcase_add_test(tc, a_store_to_a_line_in_flight_leaves_it_uninstalled_rules_8_9);
  tcase_add_test(tc, an_invalidate_in_flight_leaves_it_uninstalled_rule_13);
  tcase_add_test(tc, the_reserved_way_loses_its_line_at_the_miss_rule_6);
  tcase_add_test(tc, a_store_that_hits_updates_or_evicts_rule_8);
  tcase_add_test(tc, strong_accesses_and_atomics_go_by_and_evict_rules_3_8);
  tcase_add_test(tc, a_new_warp_finds_no_local_line_rule_13);
  tcase_add_test(tc, a_partner_that_starts_finds_no_local_line_rule_13);
  tcase_add_test(tc, a_parked_load_holds_back_what_follows_on_its_line_rules_7_8);
  tcase_add_test(tc, a_hit_reads_what_it_hit_rules_8_9_11);
  tcase_add_test(tc, lines_of_a_request_are_looked_up_one_by_one_rules_2_6_8);
  tcase_add_test(tc, rules_hold_on_random_traffic);
  tcase_add_test(tc, every_output_follows_the_rules_1_to_15);
  tcase_add_test(tc, a_shape_without_a_cache_has_a_bench_of_one_set);
  tcase_add_test(tc, twins_agree_on_random_traffic);
}
int main(void) { return suite_main("wt_l1d", add); }
