/* test_wt_bench_looks.c - what a bench sees beside the values that both twins compare: bits of a C value above its width, elements that the shape does not have,
 * rows of memories that change without being noted, rows and bits that are noted and are none. A block's clock edge is made to do each of it.
 */
#include <stdio.h>
#include <string.h>

#include "bench/wt_bench.h"
#include "tests/suite.h"

static const wt_block_fns *real;
static int what;
enum { NOTHING, ABOVE_WIDTH, BEHIND_LAST, SET_ABOVE, NOT_NOTED, NO_SUCH_ROW, MEMORY_WIDTH, PORT_WIDTH, FIRST_NOT_NOTED };

static void tick_wrong(wt_m *m) {
  wt_fetch *f = &m->subcore->fetch;
  real->tick(m);
  if (what == ABOVE_WIDTH) f->q.last_pick |= 2; /* 1 bit: two warps */
  if (what == BEHIND_LAST) f->q.buffered[m->S->SLOTS] = 1;
  if (what == SET_ABOVE) f->q.enabled |= wt_warp(m->S->SLOTS);
  if (what == NOT_NOTED) {
    for (unsigned k = 0; k < f->q.pc_log.n; k++)
      if (f->q.pc_log.row[k] == 3) return; /* this edge writes it */
    f->q.pc_w[3] ^= 64;
  }
  if (what == FIRST_NOT_NOTED && !f->q.pc_log.n) f->q.pc_w[0] ^= 64;
  if (what == NO_SUCH_ROW) f->q.pc_log.row[f->q.pc_log.n++] = m->S->SLOTS;
}
static void pred_wrong(wt_m *m) {
  wt_pred *p = &m->subcore->pred;
  real->tick(m);
  if (what == PORT_WIDTH) p->o.p[6] |= 16;
  if (what == MEMORY_WIDTH) p->q.preds_w[0] |= 1u << 31, WT_TOUCH(p->q.preds_log, 0); /* 7 bits a lane, 4 lanes */
}

static const struct {
  const char *stem;
  int what;
  const char *says;   /* of the C twin alone; NULL: nothing */
  const char *beside; /* beside the RTL; NULL: not looked at */
} cases[] = {{"fetch", NOTHING, NULL, ""},
             {"fetch", ABOVE_WIDTH, "wt_fetch: an element of last_pick has more than 1 bits",
              "state last_pick (1 bits): model 0x0, rtl 0x0, xor 0x0: the C value has bits above its width"},
             {"fetch", BEHIND_LAST, "wt_fetch: buffered is not 0 behind element 1", "wt_fetch: buffered is not 0 behind element 1"},
             {"fetch", SET_ABOVE, "wt_fetch: an element of enabled has more than 2 bits", "the C value has bits above its width"},
             {"fetch", NOT_NOTED, "wt_fetch: row 3 of pc has changed and is not in the list of written rows", NULL},
             {"fetch", NO_SUCH_ROW, "wt_fetch: row 2 of pc is written, which has 2", NULL},
             {"pred", MEMORY_WIDTH, "wt_pred: row 0 of preds has more than 28 bits", NULL},
             {"pred", PORT_WIDTH, "wt_pred: an element of p has more than 4 bits", NULL},
             {"fetch", FIRST_NOT_NOTED, "wt_fetch: row 0 of pc has changed and is not in the list of written rows", NULL}};

static void one(int alone) {
  static const char *const more[] = {"WARPS=4", NULL};
  char err[400];
  wt_bench *b = alone ? wt_bench_open_model(cases[what].stem, "tiny", what == NOT_NOTED ? more : NULL, 1, err, sizeof err)
                      : wt_bench_open(cases[what].stem, "tiny", NULL, 1, err, sizeof err);
  ck_assert_msg(b != NULL, "%s", err);
  wt_block_fns wrong = *(real = b->fns);
  wrong.tick = strcmp(real->stem, "fetch") ? pred_wrong : tick_wrong;
  b->fns = &wrong;
  ck_assert_int_eq(wt_bench_reset(b), 0);
  int rc = wt_bench_random(b, 130); /* beside the RTL some of the cycles are looked at */
  ck_assert_msg(rc == (cases[what].says ? -1 : 0), "%s, %s: %d %s", cases[what].stem, alone ? "alone" : "beside the RTL", rc, b->report);
  ck_assert_msg(!rc || strstr(b->report, alone ? cases[what].says : cases[what].beside) != NULL, "%s", b->report);
  if (alone && rc && what != FIRST_NOT_NOTED) ck_assert_msg(!strncmp(b->report, "cycle 0: ", 9), "%s", b->report);
  wt_bench_close(b);
}
START_TEST(rows_are_looked_at) {
  what = cases[_i].what;
  ck_assert_int_eq(what, _i);
  one(1);
  if (cases[_i].beside && !getenv("WT_C_ONLY")) one(0);
}
END_TEST

/* ---- benches that do not open, and what they keep ---- */

START_TEST(a_bench_that_does_not_open) {
  static const char *const no_key[] = {"NOBODY=1", NULL}, *const illegal[] = {"WARPS=3", "LANES=8", NULL};
  static const struct {
    const char *stem, *preset;
    const char *const *set;
    const char *says;
  } bad[] = {
    {"fetch", "small", no_key, "--set NOBODY=1: unknown key; 'warptwin --keys' lists the keys"},
    {"fetch", "tiny", illegal, "illegal shape: WARP_SIZE and LANES must be powers of two and LANES at most WARP_SIZE (WARP_SIZE=4, LANES=8)"},
    {"nobody", "tiny", NULL, "no block 'nobody'"},
    {"fetc", "tiny", NULL, "no block 'fetc'"}};
  char err[400];
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    ck_assert_ptr_null(wt_bench_open_model(bad[i].stem, bad[i].preset, bad[i].set, 1, err, sizeof err));
    ck_assert_str_eq(err, bad[i].says);
  }
  ck_assert_ptr_null(wt_bench_open_model("fetch", "nowhere", NULL, 1, err, sizeof err));
  ck_assert(!strncmp(err, "unknown preset 'nowhere'", 24));
  wt_bench_close(NULL);
}
END_TEST
/* The same seed is the same stimulus, cycles count from the reset; nothing stays when it is closed. */
START_TEST(a_bench_begins_anew) {
  char err[400];
  static const char *const set[] = {"SCHED=oldest", "WARPS=4", NULL};
  uint64_t state = 0;
  size_t heap = 0;
  for (int i = 0; i < 20; i++) {
    wt_bench *b = wt_bench_open_model("sched", "tiny", set, 9, err, sizeof err);
    ck_assert_msg(b != NULL, "%s", err);
    ck_assert(b->alone && !*b->use && b->shape.SLOTS == 4 && b->m->gpu->cfg.sched == WT_SCHED_oldest && b->rng.state == 9);
    ck_assert_int_eq(wt_bench_reset(b), 0);
    ck_assert_msg(wt_bench_random(b, 50) == 0, "%s", b->report);
    ck_assert_uint_eq(b->cycle, 50);
    ck_assert(i == 0 || b->rng.state == state);
    state = b->rng.state;
    ck_assert(wt_bench_reset(b) == 0 && b->cycle == 0 && !b->m->subcore->sched.o.resident);
    wt_block_fns none = *b->fns;
    none.stim = NULL, b->fns = &none;
    ck_assert_int_eq(wt_bench_random(b, 1), -1);
    ck_assert_str_eq(b->report, "block sched has no stimulus");
    wt_bench_close(b);
    if (i > 14) ck_assert_uint_le(suite_heap(), heap); /* until then the C library fills its own shelves */
    heap = suite_heap();
  }
}
END_TEST
/* Of no block anything stays, whatever its first row is. */
START_TEST(nothing_stays_of_any_block) {
  static const char *const set[] = {"L1_BYTES=1024", NULL};
  char err[400];
  for (const wt_block_fns *k = wt_block_table; k->stem; k++) {
    size_t heap = 0;
    for (int i = 0; i < 48; i++) {
      wt_bench *b = wt_bench_open_model(k->stem, "tiny", set, 9, err, sizeof err);
      ck_assert_msg(b != NULL, "%s", err);
      wt_bench_close(b);
      if (i > 40) ck_assert_msg(suite_heap() <= heap, "%s", k->stem); /* until then the C library fills its own shelves */
      heap = suite_heap();
    }
  }
}
END_TEST
static unsigned settled;
static void on_settled(void *ctx, const wt_bench *b) {
  ck_assert_ptr_eq(ctx, &settled);
  ck_assert_uint_eq(b->cycle, settled++); /* before the edge */
}
/* Of a bench that goes on nothing is said. */
START_TEST(who_looks_at_a_cycle) {
  char err[400];
  wt_bench *b = wt_bench_open_model("fetch", "tiny", NULL, 1, err, sizeof err);
  ck_assert_msg(b != NULL, "%s", err);
  wt_block_fns wrong = *(real = b->fns);
  wrong.tick = tick_wrong, what = ABOVE_WIDTH, b->fns = &wrong;
  b->on_settled = on_settled, b->on_settled_ctx = &settled, b->on = 1;
  ck_assert_int_eq(wt_bench_reset(b), 0);
  ck_assert(wt_bench_random(b, 7) == 0 && settled == 7);
  b->on = 0;
  ck_assert_int_eq(wt_bench_random(b, 7), -1);
  ck_assert(!strncmp(b->report, "cycle 7: ", 9) && settled == 8);
  wt_bench_close(b);
}
END_TEST

int main(void) {
  Suite *s = suite_create("bench_looks");
  TCase *t = tcase_create("bench_looks");
  tcase_set_timeout(t, 300);
  tcase_add_loop_test(t, rows_are_looked_at, 0, sizeof cases / sizeof *cases);
  tcase_add_test(t, a_bench_that_does_not_open);
  tcase_add_test(t, a_bench_begins_anew);
  tcase_add_test(t, nothing_stays_of_any_block);
  tcase_add_test(t, who_looks_at_a_cycle);
  suite_add_tcase(s, t);
  return suite_run(s);
}
