/* test_wt_bench_looks.c - what a bench sees beside the values that both twins compare: bits of a C value above its width, elements that the shape does not have,
 * rows of memories that change without being noted, rows and bits that are noted and are none. A block's clock edge is made to do each of it.
 */
#include <stdio.h>
#include <string.h>

#include "bench/wt_bench.h"
#include "tests/suite.h"

static const wt_block_fns *real;
static int what;
enum { NOTHING, ABOVE_WIDTH, BEHIND_LAST, SET_ABOVE, NOT_NOTED, NO_SUCH_ROW, MEMORY_WIDTH, PORT_WIDTH };

static void tick_wrong(wt_m *m) {
  wt_fetch *f = &m->subcore->fetch;
  real->tick(m);
  if (what == ABOVE_WIDTH) f->q.last_pick |= 2; /* 1 bit: two warps */
  if (what == BEHIND_LAST) f->q.buffered[m->S->WARPS] = 1;
  if (what == SET_ABOVE) f->q.enabled |= wt_warp(m->S->WARPS);
  if (what == NOT_NOTED) {
    for (unsigned k = 0; k < f->q.pc_log.n; k++)
      if (f->q.pc_log.row[k] == 1) return; /* this edge writes it */
    f->q.pc[1] ^= 64;
  }
  if (what == NO_SUCH_ROW) f->q.pc_log.row[f->q.pc_log.n++] = m->S->WARPS;
}
static void pred_wrong(wt_m *m) {
  wt_pred *p = &m->subcore->pred;
  real->tick(m);
  if (what == PORT_WIDTH) p->o.p[6] |= 16;
  if (what == MEMORY_WIDTH) p->q.preds[0] |= 1u << 31, WT_TOUCH(p->q.preds_log, 0); /* 7 bits a lane, 4 lanes */
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
             {"fetch", NOT_NOTED, "wt_fetch: row 1 of pc has changed and is not in the list of written rows", NULL},
             {"fetch", NO_SUCH_ROW, "wt_fetch: row 2 of pc is written, which has 2", NULL},
             {"pred", MEMORY_WIDTH, "wt_pred: row 0 of preds has more than 28 bits", NULL},
             {"pred", PORT_WIDTH, "wt_pred: an element of p has more than 4 bits", NULL}};

static void one(int alone) {
  char err[400];
  wt_bench *b = alone ? wt_bench_open_model(cases[what].stem, "tiny", NULL, 1, err, sizeof err)
                      : wt_bench_open(cases[what].stem, "tiny", NULL, 1, err, sizeof err);
  ck_assert_msg(b != NULL, "%s", err);
  wt_block_fns wrong = *(real = b->fns);
  wrong.tick = strcmp(real->stem, "fetch") ? pred_wrong : tick_wrong;
  b->fns = &wrong;
  ck_assert_int_eq(wt_bench_reset(b), 0);
  int rc = wt_bench_random(b, 130); /* beside the RTL some of the cycles are looked at */
  ck_assert_msg(rc == (cases[what].says ? -1 : 0), "%s, %s: %d %s", cases[what].stem, alone ? "alone" : "beside the RTL", rc, b->report);
  ck_assert_msg(!rc || strstr(b->report, alone ? cases[what].says : cases[what].beside) != NULL, "%s", b->report);
  if (alone && rc) ck_assert_msg(!strncmp(b->report, "cycle 0: ", 9), "%s", b->report);
  wt_bench_close(b);
}
START_TEST(rows_are_looked_at) {
  what = cases[_i].what;
  ck_assert_int_eq(what, _i);
  one(1);
  if (cases[_i].beside && !getenv("WT_C_ONLY")) one(0);
}
END_TEST

int main(void) {
  Suite *s = suite_create("bench_looks");
  TCase *t = tcase_create("bench_looks");
  tcase_set_timeout(t, 300);
  tcase_add_loop_test(t, rows_are_looked_at, 0, sizeof cases / sizeof *cases);
  suite_add_tcase(s, t);
  return suite_run(s);
}
