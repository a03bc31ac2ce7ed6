/* test_wt_share.c - what the sub-cores of an SM take turns at. Numbers in names of tests are rules of docs/blocks/mem/wt_share.md. */
#include "tests/block_suite.h"

/* ---- a model of the rules: who has the turn, and the news that wait ---- */

typedef struct {
  int exits, arrives, waits;
  unsigned exit_warp, exit_count, warp, id, count, need, red, op; /* warps of the SM */
} piece;

static struct {
  unsigned holder, first, n[MAX_SUBCORES];
  int half;                    /* an instruction is half there */
  piece wait[MAX_SUBCORES][8]; /* the oldest first */
  piece next[MAX_SUBCORES];    /* need, red, op of the last BAR that is no BAR.ARV */
  int sent;                    /* of this cycle: a beat passes */
  unsigned sent_warp;
  wt_disp_out beat;
  wt_disp_out queue[MAX_SUBCORES][MAX_SHARE_QUEUE]; /* 8: the oldest first */
  unsigned in_queue[MAX_SUBCORES];
} ref;

/* Reset leaves nothing open but the places in which no news waits. */
static void start(const wt_bench *b) { (void)b, memset(&ref, 0, sizeof ref); }

static int to_unit(const wt_disp_out *d) { return d->valid && uop_get_unit(d->uop) == WT_U_LSU; }
static int unit_free(const wt_bench *b) { return b->m->sm->lsu.o.ready && !b->m->sm->replay.o.hold; }

static void turn(const wt_bench *b) {
  const unsigned n = b->shape.SUBCORES, depth = b->shape.SHARE_QUEUE;
  unsigned was = ref.holder;
  for (unsigned k = 0; depth && !ref.half && k < n && !ref.in_queue[was]; k++) was = (was + 1) % n; /* 3: who has no beat is passed over */
  const unsigned had[] = {ref.in_queue[0], ref.in_queue[1], ref.in_queue[2], ref.in_queue[3]};
  const wt_disp_out *d = depth ? ref.queue[was] : &b->m->sm->subcore[was].disp.o;
  ref.sent = depth ? ref.in_queue[was] && unit_free(b) : to_unit(d); /* 2 */
  ref.beat = *d, ref.sent_warp = suite_warp(&b->shape, was, d->warp);
  const int lets_pass = !depth && !ref.sent && !ref.half && unit_free(b);
  if (ref.sent) ref.half = !d->last;
  if (ref.sent) ref.holder = was;
  if (lets_pass || (ref.sent && ref.beat.last)) ref.holder = (was + 1) % n; /* 3 */
  if (depth && ref.sent) memmove(ref.queue[was], ref.queue[was] + 1, (depth - 1) * sizeof *ref.queue[was]), ref.in_queue[was]--;
  for (unsigned i = 0; depth && i < n; i++) /* 8 */
    if (to_unit(&b->m->sm->subcore[i].disp.o) && had[i] < depth) ref.queue[i][ref.in_queue[i]++] = b->m->sm->subcore[i].disp.o;
}

/* 9: of sub-core i the beat at this place of its queue. */
static void in_its_place(const wt_bench *b, unsigned i, unsigned place) {
  const wt_shape *S = &b->shape;
  const wt_disp_out *d = &ref.queue[i][place];
  const uint32_t *q = b->m->sm->share.q.queue;
  unsigned at = (i * S->SHARE_QUEUE + place) * (192 * S->LANES + S->WARP_W + S->BEAT_W + S->LANES + 1 + 6 + 64 + UOP_W + 3 * S->CODES);
  for (unsigned k = 0; k < 6 * S->LANES; k++, at += 32) SUITE_RULE(b, "9", "data in the queue", wt_words_get(q, at, 32), d->data[k]);
  const struct {
    unsigned bits;
    uint64_t v;
  } f[] = {{S->WARP_W, d->warp}, {S->BEAT_W, d->beat}, {S->LANES, d->mask}, {1, d->last}, {6, d->split}, {64, d->bc}};
  for (unsigned k = 0; k < sizeof f / sizeof *f; at += f[k++].bits) SUITE_RULE(b, "9", "beat in the queue", wt_words_get(q, at, f[k].bits), f[k].v);
  for (unsigned k = 0; k < UOP_W; k++) SUITE_RULE(b, "9", "uop in the queue", wt_words_get(q, at + k, 1), d->uop[k / 32] >> k % 32 & 1);
  if (S->CODES) SUITE_RULE(b, "9", "ends in the queue", wt_words_get(q, at + UOP_W, 3), d->ends);
}
static void queues(const wt_bench *b) {
  const unsigned n = b->shape.SUBCORES;
  const wt_share *x = &b->m->sm->share;
  unsigned room = 0;
  wt_warps queued = 0;
  for (unsigned i = 0; i < n; i++) {
    SUITE_RULE(b, "8", "beats in the queue", x->q.queue_n[i], ref.in_queue[i]);
    room |= (unsigned)(ref.in_queue[i] < b->shape.SHARE_QUEUE) << i;
    for (unsigned k = 0; k < ref.in_queue[i]; k++) queued |= wt_warp(suite_warp(&b->shape, i, ref.queue[i][k].warp)), in_its_place(b, i, k);
  }
  SUITE_RULE(b, "1", "room", x->o.takes, room);
  SUITE_RULE(b, "10", "queued", x->o.queued, queued);
}

static piece told(const wt_bench *b, unsigned i) {
  const wt_shape *S = &b->shape;
  const wt_cfu_out *c = b->m->sm->subcore[i].cfu;
  const wt_issue_out *e = &b->m->sm->subcore[i].issue.o;
  piece p = {0};
  if (c->exit_valid) p.exits = 1, p.exit_warp = suite_warp(S, i, c->exit_warp), p.exit_count = c->exit_count;
  if (c->bar_valid) { /* 6 */
    const piece *of = &ref.next[i];
    p.arrives = p.waits = 1, p.warp = suite_warp(S, i, c->bar_warp), p.id = c->bar_id, p.count = c->bar_count, p.need = of->need, p.red = of->red,
    p.op = of->op;
  } else if (e->bar_valid && e->bar_arv) {
    p.arrives = 1, p.warp = suite_warp(S, i, e->ev_warp), p.id = e->bar_id, p.count = e->bar_count, p.need = e->bar_need, p.red = e->bar_red,
    p.op = e->bar_op;
  }
  if (e->bar_valid && !e->bar_arv) ref.next[i].need = e->bar_need, ref.next[i].red = e->bar_red, ref.next[i].op = e->bar_op;
  return p;
}

/* 7: who is heard; SUBCORES: nobody. */
static unsigned heard(unsigned n) {
  unsigned k = 0;
  while (k < n && !ref.n[(ref.first + k) % n]) k++;
  return k < n ? (ref.first + k) % n : n;
}

static void rules(const wt_bench *b) {
  const unsigned n = b->shape.SUBCORES, of = heard(n);
  turn(b);
  if (of < n) {
    memmove(ref.wait[of], ref.wait[of] + 1, sizeof ref.wait[of] - sizeof *ref.wait[of]);
    ref.n[of]--, ref.first = (of + 1) % n;
  }
  for (unsigned i = 0; i < n; i++) { /* 5 */
    piece p = told(b, i);
    if (p.exits || p.arrives) ref.wait[i][ref.n[i]++] = p;
    ck_assert_uint_le(ref.n[i], 4);
  }
}

static void look(const wt_bench *b) {
  const wt_share_out *o = &b->m->sm->share.o;
  const unsigned n = b->shape.SUBCORES, of = heard(n);
  const piece none = {0}, p = of < n ? ref.wait[of][0] : none;
  unsigned full = 0;
  for (unsigned i = 0; i < n; i++) full |= (ref.n[i] >= 2u) << i;
  if (b->shape.SHARE_QUEUE) queues(b);
  else SUITE_RULE(b, "1", "turn", o->takes, 1u << ref.holder);
  SUITE_RULE(b, "4", "full", o->full, full);
  SUITE_RULE(b, "2", "valid", o->valid, ref.sent);
  SUITE_RULE(b, "2", "warp", o->warp, ref.sent ? ref.sent_warp : 0);
  SUITE_RULE(b, "2", "beat", o->beat, ref.sent ? ref.beat.beat : 0);
  SUITE_RULE(b, "2", "mask", o->mask, ref.sent ? ref.beat.mask : 0);
  SUITE_RULE(b, "2", "last", o->last, ref.sent ? ref.beat.last : 0);
  SUITE_RULE(b, "2", "ends", o->ends, ref.sent ? ref.beat.ends : 0);
  SUITE_RULE(b, "2", "split", o->split, ref.sent ? ref.beat.split : 0);
  SUITE_RULE(b, "2", "scalar", o->bc, ref.sent ? ref.beat.bc : 0);
  for (unsigned i = 0; i < UOP_WORDS; i++) SUITE_RULE(b, "2", "uop", o->uop[i], ref.sent ? ref.beat.uop[i] : 0);
  for (unsigned i = 0; i < 6 * b->shape.LANES; i++) SUITE_RULE(b, "2", "data", o->data[i], ref.sent ? ref.beat.data[i] : 0);
  SUITE_RULE(b, "7", "exit", o->exit_valid, p.exits);
  SUITE_RULE(b, "5", "warp of the exit", o->exit_warp, p.exit_warp);
  SUITE_RULE(b, "5", "lanes of the exit", o->exit_count, p.exit_count);
  SUITE_RULE(b, "7", "arrival", o->bar_valid, p.arrives);
  SUITE_RULE(b, "6", "warp", o->bar_warp, p.warp);
  SUITE_RULE(b, "6", "barrier", o->bar_id, p.id);
  SUITE_RULE(b, "6", "lanes", o->bar_count, p.count);
  SUITE_RULE(b, "6", "waits", o->bar_waits, p.waits);
  SUITE_RULE(b, "6", "number", o->bar_need, p.need);
  SUITE_RULE(b, "6", "lanes with the predicate", o->bar_red, p.red);
  SUITE_RULE(b, "6", "reduction", o->bar_op, p.op);
}
static const suite_model model = {"share", start, rules, look};

static const char *const two[] = {"SUBCORES=2", NULL}, *const four[] = {"SUBCORES=4", NULL}, *const single[] = {"SUBCORES=4", "WARPS=4", NULL};
static const char *const queue[] = {"SUBCORES=2", "SHARE_QUEUE=3", "WARPS=6", NULL}, *const one[] = {"SUBCORES=2", "SHARE_QUEUE=1",
                                                                                                     "SCOREBOARD=codes", NULL};
static const char *const most[] = {"SUBCORES=4", "SHARE_QUEUE=8", "REPLAY=replay", NULL}, *const pair[] = {"SUBCORES=4", "SHARE_QUEUE=2", "WARPS=4",
                                                                                                           NULL};
static const char *const large[] = {"SUBCORES=4", "GROUPING=dwr", "DWR_SUBWARPS=4", NULL}, *const queued[] = {"SUBCORES=2", "GROUPING=dwr",
                                                                                                              "SHARE_QUEUE=2", "WARPS=4", NULL};

START_TEST(rules_hold_on_random_traffic) {
  suite_rules(&model, "tiny", two, 20000);
  suite_rules(&model, "small", four, 10000);
  suite_rules(&model, "small", single, 3000);
  suite_rules(&model, "tiny", queue, 10000);
  suite_rules(&model, "tiny", one, 10000);
  suite_rules(&model, "small", large, 5000);
  suite_rules(&model, "tiny", queued, 10000);
  suite_rules_alone(&model, "default", most, 2000);
}
END_TEST

/* ---- known sequences ---- */

enum { NOTHING, ELSEWHERE, BEAT, LAST };
/* One cycle: what the sub-cores send, 4 bits each from sub-core 0 on; who has the turn behind it. */
static unsigned cycle(wt_bench *b, unsigned sends, int ready) {
  for (unsigned i = 0; i < b->shape.SUBCORES; i++) {
    wt_disp_out *d = &b->m->sm->subcore[i].disp.o;
    const unsigned s = sends >> 4 * i & 15;
    *d = (wt_disp_out){.valid = s != NOTHING, .last = s == LAST};
    uop_put_unit(d->uop, s == ELSEWHERE ? WT_U_ALU : WT_U_LSU);
  }
  b->m->sm->lsu.o.ready = (uint8_t)ready;
  SUITE_CYCLE(b);
  return wt_lowest(b->m->sm->share.o.takes);
}

START_TEST(the_turn_passes_when_nothing_comes_and_stays_within_an_instruction_rule_3) {
  wt_bench *b = suite_open("share", "small", four, 1);
  ck_assert_uint_eq(b->m->sm->share.o.takes, 1);
  ck_assert_uint_eq(cycle(b, 0x0000, 1), 1); /* nobody asks */
  ck_assert_uint_eq(cycle(b, 0x0010, 0), 1); /* to whom the unit is not ready nothing is lost */
  ck_assert_uint_eq(cycle(b, 0x0020, 1), 1);
  ck_assert_uint_eq(cycle(b, 0x0000, 1), 1); /* half an instruction is there */
  ck_assert_uint_eq(cycle(b, 0x3333, 1), 2); /* its last beat */
  ck_assert_uint_eq(cycle(b, 0x3133, 1), 3); /* sends elsewhere */
  ck_assert_uint_eq(cycle(b, 0x3000, 1), 0);
  ck_assert_uint_eq(cycle(b, 0x0003, 1), 1);
  wt_bench_close(b);
}
END_TEST

START_TEST(a_unit_that_is_ready_now_and_then_serves_everybody) {
  wt_bench *b = suite_open("share", "small", four, 1);
  unsigned served[4] = {0};
  for (unsigned i = 0; i < 64; i++) {
    const unsigned at = wt_lowest(b->m->sm->share.o.takes);
    const int ready = i % 4 == 0;
    served[at] += ready;
    cycle(b, ready ? (unsigned)LAST << 4 * at : 0, ready);
  }
  for (unsigned i = 0; i < 4; i++) ck_assert_uint_eq(served[i], 4);
  wt_bench_close(b);
}
END_TEST

/* With queues all send at once, and the unit gets one instruction after the other, without a cycle between them and of no sub-core two in turn. */
START_TEST(queues_are_emptied_in_turn_rules_2_3_8) {
  wt_bench *b = suite_open("share", "tiny", pair, 1);
  const wt_share_out *o = &b->m->sm->share.o;
  unsigned gone[4] = {0}, order[8], n = 0;
  cycle(b, 0x2222, 0); /* of each the first beat of two */
  ck_assert_uint_eq(o->takes, 0xf);
  cycle(b, 0x3333, 0);
  ck_assert_uint_eq(o->takes, 0); /* full, whatever the unit does */
  ck_assert_uint_eq(o->queued, 0xf);
  for (unsigned i = 0; i < 8; i++) {
    cycle(b, 0, 1);
    ck_assert(o->valid);
    ck_assert_uint_eq(o->last, gone[o->warp]++);
    if (o->last) order[n++] = o->warp;
  }
  for (unsigned i = 0; i < 4; i++) ck_assert_uint_eq(order[i], i);
  ck_assert_uint_eq(o->queued, 0);
  cycle(b, 0, 1);
  ck_assert(!o->valid);
  cycle(b, 0x0300, 1); /* one alone waits for nobody */
  ck_assert(!o->valid);
  cycle(b, 0x3000, 1);
  ck_assert(o->valid && o->warp == 2);
  cycle(b, 0, 0);
  ck_assert(!o->valid);
  cycle(b, 0, 1);
  ck_assert(o->valid && o->warp == 3);
  wt_bench_close(b);
}
END_TEST

/* Exits in the sub-cores of this mask, of as many lanes as the number of the sub-core and one; returns what barriers hear behind the edge: 0 nothing. */
static unsigned exits(wt_bench *b, unsigned mask) {
  const wt_share_out *o = &b->m->sm->share.o;
  for (unsigned i = 0; i < b->shape.SUBCORES; i++) {
    wt_cfu_out *c = b->m->sm->subcore[i].cfu;
    c->exit_valid = mask >> i & 1, c->exit_warp = c->exit_valid, c->exit_count = (uint8_t)(c->exit_valid ? i + 1 : 0);
  }
  SUITE_CYCLE(b);
  if (o->exit_valid) ck_assert_uint_eq(o->exit_warp, b->shape.SUBCORES + o->exit_count - 1u); /* slot 1 of each */
  return o->exit_count;
}

START_TEST(news_wait_and_are_heard_in_turn_rules_4_5_7) {
  wt_bench *b = suite_open("share", "small", four, 1);
  const wt_share_out *o = &b->m->sm->share.o;
  ck_assert_uint_eq(exits(b, 0xf), 1); /* the cycle after */
  ck_assert_uint_eq(o->full, 0);
  ck_assert_uint_eq(exits(b, 0x6), 2);
  ck_assert_uint_eq(o->full, 0x6); /* two of sub-cores 1 and 2 wait */
  ck_assert_uint_eq(exits(b, 0x1), 3);
  ck_assert_uint_eq(o->full, 0x4);
  ck_assert_uint_eq(exits(b, 0), 4);
  ck_assert_uint_eq(exits(b, 0), 1);
  ck_assert_uint_eq(exits(b, 0), 2);
  ck_assert_uint_eq(exits(b, 0), 3);
  ck_assert_uint_eq(exits(b, 0), 0);
  ck_assert_uint_eq(exits(b, 0x4), 3); /* one alone waits for nobody */
  wt_bench_close(b);
}
END_TEST

START_TEST(bad_shapes_are_one_line) {
  static const struct {
    const char *set[3], *says;
  } bad[] = {{{"SUBCORES=3"}, "SUBCORES"},
             {{"SUBCORES=2", "WARPS=7"}, "WARPS must be a multiple of SUBCORES"},
             {{"SUBCORES=4", "REGS=64"}, "REGS must be a multiple of SUBCORES * LANES * RF_BANKS"},
             {{"SUBCORES=4", "GROUPING=dwr", "WARPS=6"}, "the large warps must be a multiple of SUBCORES"}};
  for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
    wt_shape S;
    char err[400] = "";
    int rc = wt_shape_preset(&S, "small", err, sizeof err);
    for (unsigned k = 0; !rc && k < 3 && bad[i].set[k]; k++) rc = wt_shape_set(&S, bad[i].set[k], err, sizeof err);
    if (!rc) rc = wt_shape_check(&S, err, sizeof err);
    ck_assert_msg(rc && strstr(err, bad[i].says) && !strchr(err, '\n'), "%u: %s", i, err);
  }
}
END_TEST

START_TEST(twins_agree_on_random_traffic) {
  suite_random("share", "tiny", two, 20000);
  suite_random("share", "small", four, 5000);
  suite_random("share", "tiny", pair, 5000);
}
END_TEST

static void add(TCase *tc) {
  tcase_add_test(tc, rules_hold_on_random_traffic);
  tcase_add_test(tc, the_turn_passes_when_nothing_comes_and_stays_within_an_instruction_rule_3);
  tcase_add_test(tc, queues_are_emptied_in_turn_rules_2_3_8);
  tcase_add_test(tc, a_unit_that_is_ready_now_and_then_serves_everybody);
  tcase_add_test(tc, news_wait_and_are_heard_in_turn_rules_4_5_7);
  tcase_add_test(tc, bad_shapes_are_one_line);
  tcase_add_test(tc, twins_agree_on_random_traffic);
}
int main(void) { return suite_main("wt_share", add); }
