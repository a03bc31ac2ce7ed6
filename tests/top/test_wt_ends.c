/* test_wt_ends.c - SCOREBOARD=codes: every unit gives back with the last release of an instruction what wt_disp said that it ends, once, and in no other release.
 * Rules: docs/blocks/operand/wt_disp.md, 9, and the rules of the units about wb_ends. The load/store unit, which answers in any order, has its own model.
 */
#include "isa/wt_isa.h"
#include "tests/block_suite.h"

/* Instructions that a unit has taken, oldest first: units but the load/store unit give results in this order. */
static struct { unsigned n, warp[64], what[64]; } q;

static int unit_of(const char *stem) {
  static const char *const name[] = {"shfl", "lsu", "xu", "fpu", "dpu", "alu"};
  int k = 0;
  while (strcmp(name[k], stem)) k++;
  return k;
}

/* The release that shows in this cycle, if there is one. */
static int shown(const wt_bench *b, int unit, unsigned *warp, unsigned *what, unsigned *last) {
  const wt_subcore *c = b->m->subcore;
  if (unit == WT_U_ALU) {
    *warp = c->alu.o.rel_warp, *what = c->alu.o.rel_ends, *last = 1;
    return c->alu.o.rel_valid;
  }
  const wt_result_out *r = c->wb.in.result[unit];
  *warp = r->wb_warp, *what = r->wb_ends;
  *last = unit != WT_U_DPU || r->wb_regv || c->dpu.q.o_half || !(c->dpu.q.o_set >> 6); /* a comparison releases Pu, then Pv */
  return r->wb_valid && r->wb_last;
}

static void unit(const char *stem, const char *const *set) {
  wt_bench *b = suite_open(stem, "tiny", set, 7);
  int k = unit_of(stem);
  unsigned seen = 0, warp, what, last;
  memset(&q, 0, sizeof q);
  for (unsigned n = 0; n < 20000; n++) {
    const wt_disp_out *d = &b->m->subcore->disp.o;
    b->fns->stim(b->m, &b->rng, b->cycle);
    if (k != WT_U_ALU && !shown(b, k, &warp, &what, &last)) ck_assert_uint_eq(b->m->subcore->wb.in.result[k]->wb_ends, 0);
    if (shown(b, k, &warp, &what, &last) && (k == WT_U_ALU || b->m->subcore->wb.o.ack[k])) {
      if (!last) {
        ck_assert_uint_eq(what, WT_END_NOTHING);
      } else {
        ck_assert_uint_gt(q.n, 0);
        ck_assert_msg(q.warp[0] == warp && q.what[0] == what, "%s: a release of warp %u ends %u, the oldest of warp %u %u", stem, warp, what,
                      q.warp[0], q.what[0]);
        memmove(q.warp, q.warp + 1, --q.n * sizeof *q.warp), memmove(q.what, q.what + 1, q.n * sizeof *q.what);
        seen |= 1u << what;
      }
    }
    int ready = k == WT_U_ALU || b->m->subcore->disp.in.exec[k]->ready;
    if (d->valid && d->last && (int)uop_get_unit(d->uop) == k && ready) {
      ck_assert_uint_lt(q.n, 64);
      q.warp[q.n] = d->warp, q.what[q.n++] = d->ends;
    }
    SUITE_CYCLE(b);
  }
  ck_assert_uint_eq(seen, 255);
  wt_bench_close(b);
}

START_TEST(units_give_back_what_an_instruction_ends) {
  static const char *const codes[] = {"SCOREBOARD=codes", NULL}, *const stages[] = {"SCOREBOARD=codes", "ALU_STAGES=2", NULL};
  static const char *const late[] = {"SCOREBOARD=codes", "FP_LAT=6", "FP_LANES=1", "FP64_LAT=6", "FP64_LANES=1", NULL};
  unit("alu", codes), unit("alu", stages);
  unit("fpu", codes), unit("fpu", late);
  unit("dpu", codes), unit("dpu", late);
  unit("xu", codes), unit("shfl", codes);
}
END_TEST

static void add(TCase *tc) { tcase_add_test(tc, units_give_back_what_an_instruction_ends); }
int main(void) { return suite_main("wt_ends", add); }
