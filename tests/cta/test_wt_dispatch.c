/* test_wt_dispatch.c - CTA dispatcher: a model of its rules beside random lock-step, directed cases. Rules: docs/blocks/cta/wt_dispatch.md. */
#include "tests/block_suite.h"

/* A model of the rules. Threads are numbered through, x fastest; coordinates come from the numbers. */
static struct {
  unsigned state, slot, warp, beat, left[32], busy[32]; /* state: 0 pick, 1 start, 2 launch */
  uint32_t x, y, z;                                     /* of the CTA that is being launched */
  unsigned ask, room;                                   /* in this cycle */
} ref;

static unsigned waited, given; /* cycles in which it asked and was given nothing, CTAs */
static unsigned narrow;        /* cycles in which it asked for one CTA and had no room for a block */
static unsigned limited, over; /* cycles in which a slot was free and it did not ask for the limit; in which more were resident than the limit says */

static void start(const wt_bench *b) {
  (void)b;
  memset(&ref, 0, sizeof ref);
}
static int resident(void) {
  for (unsigned k = 0; k < 32; k++)
    if (ref.busy[k]) return 1;
  return 0;
}
/* 1, 2: the lowest free slot that the launch may use; as many as these when there is none. */
static unsigned lowest_free(const wt_bench *b, unsigned *n) {
  const wt_cfg_out *c = &b->m->gpu->cfg;
  unsigned k = 0;
  *n = c->maxcta < b->shape.CTAS ? c->maxcta : b->shape.CTAS;
  while (k < *n && ref.busy[k]) k++;
  return k;
}
static void rules(const wt_bench *b) {
  const wt_cfg_out *c = &b->m->gpu->cfg;
  const wt_ctasched_out *g = &b->m->gpu->ctasched.o;
  unsigned acked = 0, n, k = lowest_free(b, &n), last = ref.beat == b->shape.BEATS - 1; /* 2: as it was before a warp is done in this cycle */
  const unsigned limit = b->m->sm->lcs.o.limit, all = limit && limit < n ? limit : n;
  unsigned used = 0;
  for (unsigned i = 0; i < n; i++) used += ref.busy[i];
  ref.ask = ref.state == 0 && k < n && used < all; /* 1 */
  limited += ref.state == 0 && k < n && !ref.ask, over += used > all;
  ref.room = b->shape.CTA_UNIT && ref.ask && all - used >= (c->cta_block < all ? c->cta_block : all); /* 9 */
  narrow += ref.ask && !ref.room && b->shape.CTA_UNIT;
  waited += ref.ask && !g->give_valid, given += g->give_valid;
  for (unsigned i = 0; i < b->shape.SUBCORES; i++) { /* 7 */
    const wt_cfu_out *f = b->m->sm->subcore[i].cfu;
    unsigned s = suite_warp(&b->shape, i, f->done_warp) / c->stride;
    acked |= f->launch_ack;
    if (f->done_valid && ref.busy[s] && --ref.left[s] == 0) ref.busy[s] = 0;
  }
  if (g->give_valid) {
    ref.slot = k, ref.busy[k] = 1, ref.left[k] = c->wpc, ref.x = g->give_x, ref.y = g->give_y, ref.z = g->give_z, ref.state = 1; /* 2 */
  } else if (ref.state == 1) {
    ref.state = 2, ref.warp = ref.beat = 0; /* 4 */
  } else if (ref.state == 2 && (!last || acked)) {
    ref.beat = last ? 0 : ref.beat + 1, ref.warp += last; /* 5 */
    if (ref.warp == c->wpc) ref.state = 0;
  }
}
static void look(const wt_bench *b) {
  const wt_dispatch_out *o = &b->m->sm->dispatch.o;
  const wt_cfg_out *c = &b->m->gpu->cfg;
  unsigned at2 = ref.state == 2, at1 = ref.state == 1, ws = b->shape.SLOT_LANES, before = ref.warp * ws;
  unsigned left = c->threads > before ? c->threads - before : 0;
  SUITE_RULE(b, "1", "dispatch_ask", o->ask, ref.ask);
  SUITE_RULE(b, "9", "dispatch_room", o->room, ref.room);
  SUITE_RULE(b, "3, 7", "dispatch_idle", o->idle, !resident());
  for (unsigned k = 0; k < b->shape.CTAS; k++) SUITE_RULE(b, "2, 7, 10", "dispatch_resident", o->resident >> k & 1, ref.busy[k]);
  SUITE_RULE(b, "2, 4", "dispatch_cta_valid", o->cta_valid, at1);
  SUITE_RULE(b, "4, 8", "dispatch_cta_threads", o->cta_threads, at1 ? c->threads : 0);
  SUITE_RULE(b, "2, 8", "dispatch_cta_slot", o->cta_slot, at1 || at2 ? ref.slot : 0);
  SUITE_RULE(b, "4, 5", "dispatch_launch_valid", o->launch_valid, at2);
  SUITE_RULE(b, "5", "dispatch_launch_last", o->launch_last, at2 && ref.beat == b->shape.BEATS - 1);
  SUITE_RULE(b, "5, 8", "dispatch_launch_warp", o->launch_warp, at2 ? ref.slot * c->stride + ref.warp : 0);
  SUITE_RULE(b, "5, 8", "dispatch_launch_beat", o->launch_beat, at2 ? ref.beat : 0);
  SUITE_RULE(b, "6", "dispatch_launch_mask", o->launch_mask, at2 ? wt_mask64(left < ws ? left : ws) : 0);
  for (unsigned l = 0; l < b->shape.LANES; l++) { /* 6 */
    unsigned lane = ref.beat * b->shape.LANES + l, t = before + lane, bx = c->block_x, by = c->block_y;
    uint32_t tid = at2 && t < c->threads ? (uint32_t)(t / (bx * by) << 22 | t / bx % by << 11 | t % bx) : 0;
    SUITE_RULE(b, "6", "dispatch_launch_tid", o->launch_tid[l], tid);
  }
  SUITE_RULE(b, "2", "dispatch_launch_ctaid_x", o->launch_ctaid_x, at2 ? ref.x : 0);
  SUITE_RULE(b, "2", "dispatch_launch_ctaid_y", o->launch_ctaid_y, at2 ? ref.y : 0);
  SUITE_RULE(b, "2", "dispatch_launch_ctaid_z", o->launch_ctaid_z, at2 ? ref.z : 0);
}
static const suite_model model = {"dispatch", start, rules, look};

START_TEST(rules_hold_on_random_blocks) {
  static const char *const one[] = {"CTAS=1", NULL}, *const several[] = {"SUBCORES=4", NULL},
                           *const large[] = {"SUBCORES=4", "GROUPING=dwr", "DWR_SUBWARPS=2", NULL};
  static const char *const blocks[] = {"CTA_UNIT=policies", NULL}, *const lazy[] = {"CTA_UNIT=policies", "LCS=on", "SCHED=gto", NULL};
  suite_rules_all(&model, 30000);
  suite_rules(&model, "small", one, 10000);
  suite_rules(&model, "small", several, 10000);
  suite_rules(&model, "small", large, 10000);
  suite_rules(&model, "small", blocks, 10000);
  suite_rules(&model, "default", blocks, 10000);
  ck_assert_uint_gt(narrow, 100);
  ck_assert_uint_eq(limited, 0);
  suite_rules(&model, "small", lazy, 10000);
  suite_rules(&model, "default", lazy, 10000);
  ck_assert_msg(limited > 100 && over > 100, "%u cycles limited, %u over the limit", limited, over);
  ck_assert_msg(waited > 100 && given > 100, "%u waits, %u CTAs", waited, given);
}
END_TEST

/* The next CTA of the grid, x fastest, for who asks. */
static unsigned give(wt_m *m, unsigned *next, unsigned gx, unsigned gy, unsigned total) {
  wt_ctasched_out *g = &m->gpu->ctasched.o;
  wt_dispatch_eval(&m->sm->dispatch);
  g->give_valid = m->sm->dispatch.o.ask && *next < total;
  g->give_x = g->give_valid ? *next % gx : 0;
  g->give_y = (uint16_t)(g->give_valid ? *next / gx % gy : 0), g->give_z = (uint16_t)(g->give_valid ? *next / gx / gy : 0);
  *next += g->give_valid;
  return g->give_valid;
}

/* Every thread of every CTA is launched exactly once with its own index. */
static void walk(const char *preset, unsigned bx, unsigned by, unsigned bz, unsigned gx, unsigned gy, unsigned gz, unsigned maxcta) {
  wt_bench *b = suite_open("dispatch", preset, NULL, 1);
  wt_m *m = b->m;
  const wt_shape *S = m->S;
  unsigned threads = bx * by * bz, total = gx * gy * gz, resident = 0, next = 0, launched[256] = {0}, life[64] = {0};
  m->gpu->cfg.block_x = (uint16_t)bx, m->gpu->cfg.block_y = (uint16_t)by, m->gpu->cfg.block_z = (uint8_t)bz;
  m->gpu->cfg.threads = (uint16_t)threads;
  m->gpu->cfg.wpc = (uint8_t)((threads + S->SLOT_LANES - 1) / S->SLOT_LANES), m->gpu->cfg.maxcta = (uint8_t)maxcta;
  m->gpu->cfg.stride = m->gpu->cfg.wpc;
  for (unsigned c = 0; c < 100000 && (next < total || !m->sm->dispatch.o.idle); c++) {
    give(m, &next, gx, gy, total);
    const wt_dispatch_out *d = &m->sm->dispatch.o;
    m->subcore->cfu->launch_ack = d->launch_last, m->subcore->cfu->done_valid = 0, m->subcore->cfu->done_warp = 0;
    for (unsigned w = 0; w < S->SLOTS; w++)
      if (life[w] && --life[w] == 0) { /* one end a cycle */
        if (m->subcore->cfu->done_valid) life[w] = 1;
        else m->subcore->cfu->done_valid = 1, m->subcore->cfu->done_warp = (uint8_t)w, resident--;
      }
    if (d->launch_valid) {
      unsigned cta = (d->launch_ctaid_z * gy + d->launch_ctaid_y) * gx + d->launch_ctaid_x;
      unsigned warp = d->launch_warp - d->cta_slot * m->gpu->cfg.wpc;
      ck_assert_uint_lt(cta, total);
      for (unsigned l = 0; l < S->LANES; l++) {
        unsigned lane = d->launch_beat * S->LANES + l, lin = warp * S->SLOT_LANES + lane;
        ck_assert_uint_eq(d->launch_mask >> lane & 1, lin < threads);
        if (lin >= threads) {
          ck_assert_uint_eq(d->launch_tid[l], 0);
          continue;
        }
        ck_assert_uint_eq(d->launch_tid[l], (lin / (bx * by)) << 22 | (lin / bx % by) << 11 | lin % bx);
        launched[cta]++;
      }
      if (d->launch_last) life[d->launch_warp] = 3 + d->launch_warp * 7 % 11, resident++;
    }
    SUITE_CYCLE(b);
  }
  ck_assert_uint_eq(m->sm->dispatch.o.idle, 1);
  ck_assert_uint_eq(resident, 0);
  for (unsigned i = 0; i < total; i++) ck_assert_uint_eq(launched[i], threads);
  wt_bench_close(b);
}

/* Six CTAs are resident, each of the others goes where one ends: the demand order of the dispatch figure (first end in
 * the slot of CTA 5, then 3). A launch takes some cycles, so the ends are given as an order and not as times.
 */
START_TEST(demand_order_of_a_small_grid) {
  static const unsigned ends[6] = {5, 3, 4, 0, 1, 2}, want[6] = {5, 3, 4, 0, 1, 2};
  static const char *const set[] = {"WARPS=6", "CTAS=6", NULL};
  wt_bench *b = suite_open("dispatch", "tiny", set, 1);
  wt_m *m = b->m;
  unsigned n = 0, ended = 0, next = 0;
  m->gpu->cfg.block_x = 4, m->gpu->cfg.block_y = m->gpu->cfg.block_z = 1;
  m->gpu->cfg.threads = 4, m->gpu->cfg.wpc = m->gpu->cfg.stride = 1, m->gpu->cfg.maxcta = 6;
  for (unsigned c = 0; c < 300 && n < 12; c++) {
    give(m, &next, 4, 3, 12);
    const wt_dispatch_out *d = &m->sm->dispatch.o;
    m->subcore->cfu->launch_ack = d->launch_last;
    m->subcore->cfu->done_valid = c >= 60 && c % 20 == 0 && ended < 6;
    m->subcore->cfu->done_warp = m->subcore->cfu->done_valid ? (uint8_t)ends[ended++] : 0;
    if (d->launch_last) {
      ck_assert_uint_eq(d->launch_ctaid_y * 4 + d->launch_ctaid_x, n); /* x fastest, in order */
      ck_assert_uint_eq(d->launch_warp, n < 6 ? n : want[n - 6]);
      n++;
    }
    SUITE_CYCLE(b);
  }
  ck_assert_uint_eq(n, 12);
  wt_bench_close(b);
}
END_TEST

START_TEST(every_thread_starts_once_with_its_index) {
  walk("small", 33, 1, 1, 5, 1, 1, 4);
  walk("small", 7, 5, 3, 3, 2, 2, 2);
  walk("small", 16, 16, 1, 4, 4, 1, 1);
  walk("default", 100, 3, 2, 3, 3, 3, 1);
  walk("default", 1, 1, 1, 70, 1, 1, 8);
  walk("tiny", 3, 2, 1, 2, 2, 2, 1);
}
END_TEST

/* A freed slot takes the next CTA; the lowest free slot goes first. */
START_TEST(freed_slots_are_reused_in_order) {
  wt_bench *b = suite_open("dispatch", "small", NULL, 1);
  wt_m *m = b->m;
  unsigned slots[6], n = 0, next = 0;
  m->gpu->cfg.block_x = 32, m->gpu->cfg.block_y = m->gpu->cfg.block_z = 1;
  m->gpu->cfg.threads = 32, m->gpu->cfg.wpc = m->gpu->cfg.stride = 1, m->gpu->cfg.maxcta = 3;
  for (unsigned c = 0; c < 200 && n < 6; c++) {
    give(m, &next, 6, 1, 6);
    m->subcore->cfu->launch_ack = m->sm->dispatch.o.launch_last;
    m->subcore->cfu->done_valid = c == 60 || c == 80 || c == 100;
    m->subcore->cfu->done_warp = c == 60 ? 2 : c == 80 ? 0 : c == 100 ? 1 : 0;
    if (m->sm->dispatch.o.cta_valid) slots[n++] = m->sm->dispatch.o.cta_slot;
    SUITE_CYCLE(b);
  }
  static const unsigned want[6] = {0, 1, 2, 2, 0, 1};
  ck_assert_uint_eq(n, 6);
  for (unsigned i = 0; i < 6; i++) ck_assert_uint_eq(slots[i], want[i]);
  wt_bench_close(b);
}
END_TEST

static void add(TCase *tc) {
  tcase_add_test(tc, every_thread_starts_once_with_its_index);
  tcase_add_test(tc, demand_order_of_a_small_grid);
  tcase_add_test(tc, freed_slots_are_reused_in_order);
  tcase_add_test(tc, rules_hold_on_random_blocks);
}
int main(void) { return suite_main("wt_dispatch", add); }
