/* test_wt_ctabar.c - CTA barriers: a model of their rules beside random lock-step, directed cases. Rules: docs/blocks/cta/wt_ctabar.md. */
#include "tests/block_suite.h"

/* A model of the rules: threads and barriers of every CTA slot, releases to come and the one that is shown. */
static struct {
  unsigned cta[MAX_WARPS], live[MAX_CTAS], count[MAX_CTAS][16], need[MAX_CTAS][16], yes[MAX_CTAS][16], op[MAX_CTAS][16], shown, warp, id;
  unsigned next_need, next_op, next_yes, result[MAX_WARPS];
  char act[MAX_CTAS][16], due[MAX_WARPS][16];
  uint64_t at[MAX_CTAS][16];
} ref;

static void model_start(const wt_bench *b) {
  memset(&ref, 0, sizeof ref); /* every CTA of the stimulus starts and is launched before it is used */
  (void)b;
}
static void complete(unsigned c, unsigned b) { /* 6, 9 */
  ref.act[c][b] = 0;
  for (unsigned w = 0; w < MAX_WARPS; w++) {
    if (!(ref.at[c][b] >> w & 1)) continue;
    ref.due[w][b] = 1;
    if (ref.op[c][b] == 0) ref.result[w] = ref.yes[c][b];
    if (ref.op[c][b] == 1) ref.result[w] = ref.yes[c][b] == ref.count[c][b];
    if (ref.op[c][b] == 2) ref.result[w] = ref.yes[c][b] > 0;
  }
}
static void arrival(unsigned w, unsigned i, unsigned n, unsigned need, unsigned op, unsigned yes, int waits) { /* 5, 9 */
  unsigned c = ref.cta[w];
  if (!ref.act[c][i]) ref.count[c][i] = ref.need[c][i] = ref.yes[c][i] = 0, ref.op[c][i] = 3, ref.at[c][i] = 0;
  ref.count[c][i] = (ref.count[c][i] + n) % 2048, ref.yes[c][i] = (ref.yes[c][i] + yes) % 2048, ref.act[c][i] = 1;
  if (waits) ref.at[c][i] |= UINT64_C(1) << w;
  if (op != 3) ref.op[c][i] = op;
  if (need) ref.need[c][i] = need;
  if (ref.need[c][i] ? ref.count[c][i] >= ref.need[c][i] : ref.count[c][i] == ref.live[c]) complete(c, i);
}
static void exits(unsigned w, unsigned n) { /* 3, 4 */
  unsigned c = ref.cta[w], i = 0;
  ref.live[c] = (ref.live[c] - n) % 2048;
  while (i < 16 && !(ref.act[c][i] && !ref.need[c][i] && ref.count[c][i] == ref.live[c])) i++;
  if (i < 16) complete(c, i);
}
static void model_rules(const wt_bench *b) {
  const wt_cfu_out *f = b->m->subcore->cfu;
  const wt_issue_out *e = &b->m->subcore->issue.o;
  const wt_share_out *s = &b->m->sm->share.o;
  unsigned acked = 0;
  for (unsigned i = 0; i < b->shape.SUBCORES; i++) acked |= b->m->sm->subcore[i].cfu->rel_ack;
  const wt_dispatch_out *d = &b->m->sm->dispatch.o;
  if (!ref.shown || acked) { /* 7 */
    ref.shown = ref.warp = ref.id = 0;
    for (unsigned k = 0; k < MAX_WARPS * 16 && !ref.shown; k++)
      if (ref.due[k / 16][k % 16]) ref.shown = 1, ref.warp = k / 16, ref.id = k % 16, ref.due[k / 16][k % 16] = 0;
  }
  if (b->shape.SUBCORES > 1) { /* 11 */
    if (s->exit_valid) exits(s->exit_warp, s->exit_count);
    if (s->bar_valid) arrival(s->bar_warp, s->bar_id, s->bar_count, s->bar_need, s->bar_op, s->bar_red, s->bar_waits);
  }
  if (f->exit_valid) exits(f->exit_warp, f->exit_count);
  if (f->bar_valid) arrival(f->bar_warp, f->bar_id, f->bar_count, ref.next_need, ref.next_op, ref.next_yes, 1); /* 10 */
  if (e->bar_valid && e->bar_arv) arrival(e->ev_warp, e->bar_id, e->bar_count, e->bar_need, e->bar_op, e->bar_red, 0);
  if (e->bar_valid && !e->bar_arv) ref.next_need = e->bar_need, ref.next_op = e->bar_op, ref.next_yes = e->bar_red;
  if (d->cta_valid) memset(ref.act[d->cta_slot], 0, 16), ref.live[d->cta_slot] = d->cta_threads; /* 2, 5 */
  if (d->launch_valid) ref.cta[d->launch_warp] = d->cta_slot;                                    /* 1 */
}
static void model_look(const wt_bench *b) {
  const wt_ctabar_out *o = &b->m->sm->ctabar.o;
  SUITE_RULE(b, "1-7", "ctabar_rel_valid", o->rel_valid, ref.shown);
  SUITE_RULE(b, "6, 7", "ctabar_rel_warp", o->rel_warp, ref.warp);
  SUITE_RULE(b, "6, 8", "ctabar_rel_id", o->rel_id, ref.id);
  for (unsigned w = 0; w < b->shape.SM_SLOTS; w++) SUITE_RULE(b, "9", "ctabar_result", o->result[w], ref.result[w]);
}
static const suite_model model = {"ctabar", model_start, model_rules, model_look};

START_TEST(rules_hold_on_random_traffic) {
  static const char *const one[] = {"WARPS=1", "CTAS=1", NULL}, *const odd[] = {"WARPS=48", "CTAS=5", NULL}, *const several[] = {"SUBCORES=4", NULL};
  suite_rules_all(&model, 20000);
  suite_rules(&model, "tiny", one, 20000);
  suite_rules(&model, "small", odd, 20000);
  suite_rules(&model, "small", several, 20000);
}
END_TEST

static void quiet(wt_m *m) {
  wt_issue_idle(&m->subcore->issue.o);
  wt_cfu_idle(m->subcore->cfu);
  wt_dispatch_idle(&m->sm->dispatch.o);
}
/* CTA of warps w0 to w1. */
static void start(wt_bench *b, unsigned slot, unsigned threads, unsigned w0, unsigned w1) {
  wt_m *m = b->m;
  quiet(m);
  m->sm->dispatch.o.cta_valid = 1, m->sm->dispatch.o.cta_slot = (uint8_t)slot, m->sm->dispatch.o.cta_threads = (uint16_t)threads;
  SUITE_CYCLE(b);
  for (unsigned w = w0; w <= w1; w++) {
    quiet(m);
    m->sm->dispatch.o.launch_valid = m->sm->dispatch.o.launch_last = 1;
    m->sm->dispatch.o.cta_slot = (uint8_t)slot, m->sm->dispatch.o.launch_warp = (uint8_t)w;
    SUITE_CYCLE(b);
  }
  quiet(m);
}
static void arrive(wt_bench *b, unsigned w, unsigned id, unsigned n) {
  wt_cfu_out *f = b->m->subcore->cfu;
  f->bar_valid = 1, f->bar_warp = (uint8_t)w, f->bar_id = (uint8_t)id, f->bar_count = (uint8_t)n;
  SUITE_CYCLE(b);
  quiet(b->m);
}
/* This one is released, held for a cycle more, and acknowledged. */
static void released(wt_bench *b, unsigned warp, unsigned id) {
  const wt_ctabar_out *o = &b->m->sm->ctabar.o;
  SUITE_CYCLE(b);
  ck_assert_msg(o->rel_valid && o->rel_warp == warp && o->rel_id == id, "warp %u barrier %u", o->rel_warp, o->rel_id);
  b->m->subcore->cfu->rel_ack = 1;
  SUITE_CYCLE(b);
  quiet(b->m);
}

/* All barriers of all CTAs at once, each with its own number of threads: one more completes it and no other. */
START_TEST(every_barrier_of_every_cta_counts_for_itself_rules_2_5) {
  wt_bench *b = suite_open("ctabar", "small", NULL, 1);
  unsigned ctas = b->shape.CTAS < b->shape.SLOTS ? b->shape.CTAS : b->shape.SLOTS;
  for (unsigned c = 0; c < ctas; c++) start(b, c, 64, c, c);
  for (unsigned i = 0; i < 16 * ctas; i++) arrive(b, i / 16, i % 16, 1 + (7 * i) % 30);
  ck_assert_uint_eq(b->m->sm->ctabar.o.rel_valid, 0);
  for (unsigned i = 0; i < 16 * ctas; i++) {
    unsigned first = 1 + (7 * i) % 30;
    arrive(b, i / 16, i % 16, 63 - first);
    SUITE_CYCLE(b);
    ck_assert_uint_eq(b->m->sm->ctabar.o.rel_valid, 0);
    arrive(b, i / 16, i % 16, 1);
    released(b, i / 16, i % 16);
    ck_assert_uint_eq(b->m->sm->ctabar.o.rel_valid, 0);
  }
  wt_bench_close(b);
}
END_TEST

START_TEST(last_arrival_releases_every_waiting_warp_once) {
  wt_bench *b = suite_open("ctabar", "small", NULL, 1);
  start(b, 1, 70, 3, 5);
  arrive(b, 3, 2, 32), arrive(b, 4, 2, 32);
  ck_assert_uint_eq(b->m->sm->ctabar.o.rel_valid, 0);
  arrive(b, 5, 2, 6);
  for (unsigned w = 3; w <= 5; w++) released(b, w, 2);
  ck_assert_uint_eq(b->m->sm->ctabar.o.rel_valid, 0);
  wt_bench_close(b);
}
END_TEST

START_TEST(an_exit_completes_a_barrier) {
  wt_bench *b = suite_open("ctabar", "tiny", NULL, 1);
  start(b, 0, 8, 0, 1);
  arrive(b, 0, 0, 4), arrive(b, 1, 0, 3);
  ck_assert_uint_eq(b->m->sm->ctabar.o.rel_valid, 0);
  b->m->subcore->cfu->exit_valid = 1, b->m->subcore->cfu->exit_warp = 1, b->m->subcore->cfu->exit_count = 1;
  SUITE_CYCLE(b);
  quiet(b->m);
  SUITE_CYCLE(b);
  ck_assert_uint_eq(b->m->sm->ctabar.o.rel_valid, 1);
  ck_assert_uint_eq(b->m->sm->ctabar.o.rel_warp, 0);
  wt_bench_close(b);
}
END_TEST

/* R3: the exit counts first, so the arrival of the same cycle is the last one. */
START_TEST(exit_and_arrival_in_one_cycle) {
  wt_bench *b = suite_open("ctabar", "tiny", NULL, 1);
  start(b, 0, 8, 0, 1);
  arrive(b, 0, 0, 4);
  b->m->subcore->cfu->exit_valid = 1, b->m->subcore->cfu->exit_warp = 1, b->m->subcore->cfu->exit_count = 3;
  arrive(b, 1, 0, 1);
  SUITE_CYCLE(b);
  ck_assert_uint_eq(b->m->sm->ctabar.o.rel_valid, 1);
  wt_bench_close(b);
}
END_TEST

/* R7: a release that is shown stays, even when a lower warp of another CTA comes to wait. */
START_TEST(a_shown_release_does_not_change) {
  wt_bench *b = suite_open("ctabar", "small", NULL, 1);
  start(b, 0, 32, 0, 0), start(b, 1, 32, 1, 1);
  arrive(b, 1, 7, 32), arrive(b, 0, 9, 32);
  for (unsigned i = 0; i < 4; i++) {
    ck_assert(b->m->sm->ctabar.o.rel_valid && b->m->sm->ctabar.o.rel_warp == 1 && b->m->sm->ctabar.o.rel_id == 7);
    SUITE_CYCLE(b);
  }
  b->m->subcore->cfu->rel_ack = 1;
  SUITE_CYCLE(b);
  quiet(b->m);
  ck_assert(b->m->sm->ctabar.o.rel_valid && b->m->sm->ctabar.o.rel_warp == 0 && b->m->sm->ctabar.o.rel_id == 9);
  wt_bench_close(b);
}
END_TEST

/* R5: what an earlier CTA left behind in a slot does not count. */
START_TEST(a_new_cta_starts_from_zero) {
  wt_bench *b = suite_open("ctabar", "tiny", NULL, 1);
  start(b, 0, 8, 0, 1);
  arrive(b, 0, 0, 4);
  start(b, 0, 4, 1, 1);
  arrive(b, 1, 0, 2);
  for (unsigned i = 0; i < 3; i++) SUITE_CYCLE(b);
  ck_assert_uint_eq(b->m->sm->ctabar.o.rel_valid, 0);
  arrive(b, 1, 0, 2);
  SUITE_CYCLE(b);
  ck_assert(b->m->sm->ctabar.o.rel_valid && b->m->sm->ctabar.o.rel_warp == 1);
  wt_bench_close(b);
}
END_TEST

/* Reference: threads per warp and barrier, counted from the signals. A warp is released once, and only when all threads
 * of its CTA wait.
 */
typedef struct {
  unsigned live[MAX_WARPS], at[MAX_WARPS][16], cta[MAX_WARPS];
  uint64_t due;
} counts;
static int all_wait(const counts *k, unsigned warps, unsigned cta, unsigned b) {
  unsigned live = 0, here = 0;
  for (unsigned w = 0; w < warps; w++)
    if (k->cta[w] == cta) live += k->live[w], here += k->at[w][b];
  return live && live == here;
}
static void follow(counts *k, const wt_m *m, unsigned warp_size, unsigned warps, unsigned *first) {
  const wt_cfu_out *f = m->subcore->cfu;
  const wt_dispatch_out *d = &m->sm->dispatch.o;
  if (f->rel_ack) k->at[m->sm->ctabar.o.rel_warp][m->sm->ctabar.o.rel_id] = 0;
  if (f->rel_ack && m->sm->ctabar.o.rel_id < 8) k->due &= ~(UINT64_C(1) << m->sm->ctabar.o.rel_warp);
  if (f->exit_valid) k->live[f->exit_warp] -= f->exit_count;
  if (f->bar_valid) k->at[f->bar_warp][f->bar_id] += f->bar_count;
  for (unsigned w = 0; w < warps; w++)
    for (unsigned b = 0; b < 8; b++) /* the others wait for a number of threads */
      if (k->at[w][b] && all_wait(k, warps, k->cta[w], b)) k->due |= UINT64_C(1) << w;
  if (d->cta_valid) {
    for (unsigned w = 0; w < warps; w++)
      if (k->cta[w] == d->cta_slot) k->live[w] = 0, k->cta[w] = ~0u, memset(k->at[w], 0, sizeof k->at[w]);
    *first = d->cta_threads;
  }
  if (d->launch_last) {
    k->cta[d->launch_warp] = d->cta_slot;
    k->live[d->launch_warp] = *first < warp_size ? *first : warp_size;
    *first -= k->live[d->launch_warp];
  }
}
START_TEST(releases_match_a_thread_count) {
  wt_bench *b = suite_open("ctabar", "small", NULL, 9);
  counts k = {0};
  unsigned left = 0, releases = 0;
  memset(k.cta, 0xff, sizeof k.cta);
  for (unsigned c = 0; c < 50000; c++) {
    b->fns->stim(b->m, &b->rng, b->cycle);
    const wt_ctabar_out *o = &b->m->sm->ctabar.o;
    if (o->rel_valid && o->rel_id < 8) {
      ck_assert_msg(k.due >> o->rel_warp & 1, "cycle %u: warp %u is released early or twice", c, o->rel_warp);
      ck_assert_uint_gt(k.at[o->rel_warp][o->rel_id], 0);
    }
    releases += b->m->subcore->cfu->rel_ack;
    follow(&k, b->m, b->shape.SLOT_LANES, b->shape.SLOTS, &left);
    SUITE_CYCLE(b);
  }
  ck_assert_uint_gt(releases, 1000);
  wt_dispatch_idle(&b->m->sm->dispatch.o);
  for (unsigned c = 0; c < 100; c++) {
    quiet(b->m);
    b->m->subcore->cfu->rel_ack = b->m->sm->ctabar.o.rel_valid;
    follow(&k, b->m, b->shape.SLOT_LANES, b->shape.SLOTS, &left);
    SUITE_CYCLE(b);
  }
  ck_assert_msg(k.due == 0, "warps %llx are never released", (unsigned long long)k.due);
  wt_bench_close(b);
}
END_TEST

/* R4: live falls to the count of two barriers. Only the lowest is over; the other waits for the next exit or arrival of its own. */
START_TEST(an_exit_that_fills_several_barriers_completes_the_lowest) {
  wt_bench *b = suite_open("ctabar", "tiny", NULL, 1);
  const wt_ctabar_out *o = &b->m->sm->ctabar.o;
  start(b, 0, 8, 0, 1);
  arrive(b, 1, 5, 2), arrive(b, 0, 3, 2);
  wt_cfu_out *f = b->m->subcore->cfu;
  f->exit_valid = 1, f->exit_warp = 0, f->exit_count = 6;
  SUITE_CYCLE(b);
  quiet(b->m);
  SUITE_CYCLE(b);
  ck_assert(o->rel_valid && o->rel_warp == 0 && o->rel_id == 3);
  f->rel_ack = 1;
  SUITE_CYCLE(b);
  quiet(b->m);
  for (unsigned i = 0; i < 5; i++) {
    ck_assert_uint_eq(o->rel_valid, 0);
    SUITE_CYCLE(b);
  }
  f->exit_valid = 1, f->exit_warp = 0, f->exit_count = 0; /* an exit of nobody tests again */
  SUITE_CYCLE(b);
  quiet(b->m);
  SUITE_CYCLE(b);
  ck_assert(o->rel_valid && o->rel_warp == 1 && o->rel_id == 5);
  wt_bench_close(b);
}
END_TEST

/* What issue says of the next arrival. */
static void announce(wt_bench *b, unsigned need, unsigned op, unsigned red) {
  wt_issue_out *e = &b->m->subcore->issue.o;
  e->bar_valid = 1, e->bar_need = (uint16_t)need, e->bar_op = (uint8_t)op, e->bar_red = (uint8_t)red;
  SUITE_CYCLE(b);
  quiet(b->m);
}

/* R9: what the threads of a barrier that completes say together goes to every warp that waits. */
START_TEST(reductions) {
  static const struct {
    unsigned op, red[3], want;
  } t[] = {{0, {32, 5, 0}, 37}, {0, {0, 0, 0}, 0}, {1, {32, 32, 6}, 1}, {1, {32, 31, 6}, 0}, {2, {0, 1, 0}, 1}, {2, {0, 0, 0}, 0}};
  wt_bench *b = suite_open("ctabar", "small", NULL, 1);
  const wt_ctabar_out *o = &b->m->sm->ctabar.o;
  start(b, 1, 70, 3, 5);
  for (unsigned k = 0; k < sizeof t / sizeof *t; k++) {
    for (unsigned w = 0; w < 3; w++) announce(b, 0, t[k].op, t[k].red[w]), arrive(b, 3 + w, 4, w < 2 ? 32 : 6);
    for (unsigned w = 3; w <= 5; w++) released(b, w, 4);
    for (unsigned w = 3; w <= 5; w++) ck_assert_uint_eq(o->result[w], t[k].want);
  }
  announce(b, 0, 0, 9), arrive(b, 3, 4, 32);
  announce(b, 0, 3, 0), arrive(b, 4, 4, 32); /* takes no part in the reduction */
  announce(b, 0, 0, 1), arrive(b, 5, 4, 6);
  for (unsigned w = 3; w <= 5; w++) released(b, w, 4);
  ck_assert_uint_eq(o->result[4], 10);
  announce(b, 0, 3, 7);
  for (unsigned w = 0; w < 3; w++) arrive(b, 3 + w, 0, w < 2 ? 32 : 6);
  released(b, 3, 0), released(b, 4, 0), released(b, 5, 0);
  ck_assert(o->result[3] == 10 && o->result[5] == 10); /* a barrier without reduction keeps it */
  announce(b, 0, 1, 32), arrive(b, 3, 1, 32);
  announce(b, 0, 1, 30), arrive(b, 4, 1, 30);
  b->m->subcore->cfu->exit_valid = 1, b->m->subcore->cfu->exit_warp = 4, b->m->subcore->cfu->exit_count = 2;
  SUITE_CYCLE(b);
  b->m->subcore->cfu->exit_warp = 5, b->m->subcore->cfu->exit_count = 6;
  SUITE_CYCLE(b);
  quiet(b->m);
  released(b, 3, 1), released(b, 4, 1);
  ck_assert(o->result[3] == 1 && o->result[4] == 1 && o->result[5] == 10);
  wt_bench_close(b);
}
END_TEST

/* R3: in one cycle an exit fills barrier 2 and an arrival, which counts after it, barrier 6: both are over. */
START_TEST(an_exit_and_an_arrival_complete_one_barrier_each) {
  wt_bench *b = suite_open("ctabar", "tiny", NULL, 1);
  const wt_ctabar_out *o = &b->m->sm->ctabar.o;
  start(b, 0, 8, 0, 1);
  arrive(b, 0, 2, 2), arrive(b, 1, 6, 1);
  wt_cfu_out *f = b->m->subcore->cfu;
  f->exit_valid = 1, f->exit_warp = 0, f->exit_count = 6;
  arrive(b, 1, 6, 1);
  SUITE_CYCLE(b);
  ck_assert(o->rel_valid && o->rel_warp == 0);
  f->rel_ack = 1;
  SUITE_CYCLE(b);
  quiet(b->m);
  ck_assert(o->rel_valid && o->rel_warp == 1 && o->rel_id == 6);
  wt_bench_close(b);
}
END_TEST

/* R5, R10: a number of threads, part of which do not wait; another barrier of the CTA completes before the first release is taken. */
START_TEST(numbers_of_threads_and_arrivals_that_do_not_wait) {
  wt_bench *b = suite_open("ctabar", "small", NULL, 1);
  wt_issue_out *e = &b->m->subcore->issue.o;
  start(b, 0, 128, 0, 3);
  announce(b, 64, 3, 0), arrive(b, 0, 8, 32);
  announce(b, 64, 3, 0), arrive(b, 2, 9, 32);
  ck_assert_uint_eq(b->m->sm->ctabar.o.rel_valid, 0);
  e->bar_valid = e->bar_arv = 1, e->bar_need = 64, e->bar_id = 8, e->bar_count = 32, e->ev_warp = 1, e->bar_op = 3;
  SUITE_CYCLE(b);
  quiet(b->m);
  announce(b, 64, 3, 0), arrive(b, 1, 9, 32);
  released(b, 0, 8), released(b, 1, 9), released(b, 2, 9);
  announce(b, 33, 3, 0), arrive(b, 0, 8, 32); /* an exit does not complete it, one thread more than enough does */
  b->m->subcore->cfu->exit_valid = 1, b->m->subcore->cfu->exit_warp = 3, b->m->subcore->cfu->exit_count = 32;
  SUITE_CYCLE(b);
  quiet(b->m);
  for (unsigned i = 0; i < 3; i++) SUITE_CYCLE(b);
  ck_assert_uint_eq(b->m->sm->ctabar.o.rel_valid, 0);
  announce(b, 0, 3, 0), arrive(b, 1, 8, 2);
  released(b, 0, 8), released(b, 1, 8);
  wt_bench_close(b);
}
END_TEST

START_TEST(barriers_and_ctas_do_not_mix) {
  wt_bench *b = suite_open("ctabar", "small", NULL, 1);
  start(b, 0, 32, 0, 0), start(b, 1, 32, 1, 1);
  arrive(b, 0, 0, 16), arrive(b, 1, 0, 16), arrive(b, 0, 1, 16);
  ck_assert_uint_eq(b->m->sm->ctabar.o.rel_valid, 0);
  arrive(b, 1, 0, 16);
  SUITE_CYCLE(b);
  ck_assert(b->m->sm->ctabar.o.rel_valid);
  ck_assert_uint_eq(b->m->sm->ctabar.o.rel_warp, 1);
  wt_bench_close(b);
}
END_TEST

static void add(TCase *tc) {
  tcase_add_test(tc, last_arrival_releases_every_waiting_warp_once);
  tcase_add_test(tc, an_exit_completes_a_barrier);
  tcase_add_test(tc, exit_and_arrival_in_one_cycle);
  tcase_add_test(tc, a_shown_release_does_not_change);
  tcase_add_test(tc, a_new_cta_starts_from_zero);
  tcase_add_test(tc, barriers_and_ctas_do_not_mix);
  tcase_add_test(tc, every_barrier_of_every_cta_counts_for_itself_rules_2_5);
  tcase_add_test(tc, reductions);
  tcase_add_test(tc, numbers_of_threads_and_arrivals_that_do_not_wait);
  tcase_add_test(tc, releases_match_a_thread_count);
  tcase_add_test(tc, an_exit_that_fills_several_barriers_completes_the_lowest);
  tcase_add_test(tc, an_exit_and_an_arrival_complete_one_barrier_each);
  tcase_add_test(tc, rules_hold_on_random_traffic);
}
int main(void) { return suite_main("wt_ctabar", add); }
