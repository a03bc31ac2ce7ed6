/* test_wt_dpu.c - fp64 unit: latency, order and the two halves of a result, and random lock-step in which every result is checked against the
 * host's IEEE 754 operations. Rule numbers: docs/blocks/exec/wt_dpu.md. */
#pragma GCC optimize("rounding-math")
#include <stdio.h>
#include <stdlib.h>

#include "tests/dpu_kit.h"

static wt_bench *bench(const char *preset, const char *const *set) { return suite_open("dpu", preset, set, 37); }
static void cycle(wt_bench *b) { ck_assert_msg(wt_bench_cycle(b) == 0, "%s", b->report); }

static void random_run(const char *preset, const char *const *set, unsigned cycles) {
  wt_bench *b = bench(preset, set);
  unsigned results = 0;
  head = waiting = half = 0;
  for (unsigned i = 0; i < cycles; i++) {
    const wt_disp_out *d = &b->m->subcore->disp.o;
    b->fns->stim(b->m, &b->rng, b->cycle);
    check_shown(b, &b->m->subcore->dpu.o.result);
    int ack = b->m->subcore->wb.o.ack[WT_U_DPU];
    if (d->valid && uop_get_unit(d->uop) == WT_U_DPU) expect(b, d, d->warp);
    if (ack) results += (unsigned)gives();
    cycle(b);
  }
  ck_assert_uint_gt(results, cycles / (8 * b->shape.DP_PASSES + 8));
  wt_bench_close(b);
}

static const char *const wide[] = {"LANES=16", "FP64_LANES=8", NULL}, *const narrow[] = {"WARPS=3", "FP64_LANES=1", "FP64_LAT=16", NULL};
static const char *const all[] = {"FP64_LANES=8", "FP64_LAT=7", NULL};
START_TEST(tiny) { random_run("tiny", NULL, 60000); }
END_TEST
START_TEST(small) { random_run("small", NULL, 40000); }
END_TEST
START_TEST(preset_default) { random_run("default", NULL, 30000); }
END_TEST
START_TEST(two_passes) { random_run("small", wide, 15000); }
END_TEST
START_TEST(one_lane) { random_run("tiny", narrow, 40000); }
END_TEST
START_TEST(all_lanes) { random_run("tiny", all, 20000); }
END_TEST

/* rules 2, 6, 7, 9: the first half FP64_LAT - 1 + DP_PASSES cycles after the beat, the second behind its acknowledge */
static void halves(const char *const *set) {
  wt_bench *b = bench("tiny", set);
  wt_disp_out *d = &b->m->subcore->disp.o;
  const wt_dpu_out *o = &b->m->subcore->dpu.o;
  unsigned n = b->shape.LANES, passes = b->shape.DP_PASSES;
  uint64_t x = of_d(1.5), y = of_d(2.25), z = of_d(3.75);
  memset(d, 0, sizeof *d);
  d->valid = 1, d->last = 1, d->mask = 0x5;
  uop_put_lo(d->uop, 0x229);
  uop_put_op(d->uop, WT_I_DADD);
  uop_put_unit(d->uop, WT_U_DPU);
  uop_put_dst(d->uop, 8);
  uop_put_ndst(d->uop, 2);
  for (unsigned l = 0; l < n; l++) {
    d->data[l] = (uint32_t)x, d->data[4 * n + l] = (uint32_t)(x >> 32);
    d->data[n + l] = (uint32_t)y, d->data[5 * n + l] = (uint32_t)(y >> 32);
  }
  for (unsigned t = 0; t < b->shape.FP64_LAT - 1 + passes; t++) {
    ck_assert_int_eq(o->wb_valid, 0);
    ck_assert_int_eq(o->ready, !t || t >= passes); /* not while a further pass is to start */
    cycle(b);
    memset(d, 0, sizeof *d);
  }
  for (unsigned k = 0; k < 2; k++) {
    for (unsigned t = 0; t < 3; t++) {
      ck_assert_int_eq(o->wb_valid, 1);
      ck_assert_uint_eq(o->wb_reg, 8 + k);
      ck_assert_uint_eq(o->wb_last, k);
      ck_assert_uint_eq(o->wb_ndst, 2 * k);
      ck_assert_uint_eq(o->wb_data[0], (uint32_t)(z >> 32 * k));
      ck_assert_uint_eq(o->wb_data[1], 0);
      ck_assert_uint_eq(o->wb_data[2], (uint32_t)(z >> 32 * k));
      b->m->subcore->wb.o.ack[WT_U_DPU] = t == 2;
      cycle(b);
    }
    b->m->subcore->wb.o.ack[WT_U_DPU] = 0;
  }
  ck_assert_int_eq(o->wb_valid, 0);
  wt_bench_close(b);
}
START_TEST(latency_and_halves) { halves(NULL); }
END_TEST
START_TEST(twelve_stages_more) { halves(narrow); }
END_TEST
START_TEST(three_stages_more) { halves(all); }
END_TEST

/* rule 9: every latency, with one, two and four passes a beat; the shapes of the tests above have an RTL beside them */
START_TEST(every_latency) {
  static const char *const lanes[] = {"FP64_LANES=4", "FP64_LANES=2", "FP64_LANES=1"};
  char lat[24];
  const char *const set[] = {lanes[_i % 3], lat, NULL};
  snprintf(lat, sizeof lat, "FP64_LAT=%u", 4 + (unsigned)_i / 3);
  setenv("WT_C_ONLY", "1", 1); /* a test is a process */
  halves(set);
}
END_TEST

int main(void) {
  Suite *s = suite_create("wt_dpu");
  TCase *tc = tcase_create("timing"), *tr = tcase_create("random");
  tcase_set_timeout(tc, 300);
  tcase_set_timeout(tr, 900);
  tcase_add_test(tc, latency_and_halves);
  tcase_add_test(tc, twelve_stages_more);
  tcase_add_test(tc, three_stages_more);
  tcase_add_loop_test(tc, every_latency, 0, 39);
  tcase_add_test(tr, tiny);
  tcase_add_test(tr, small);
  tcase_add_test(tr, preset_default);
  tcase_add_test(tr, two_passes);
  tcase_add_test(tr, one_lane);
  tcase_add_test(tr, all_lanes);
  suite_add_tcase(s, tc);
  suite_add_tcase(s, tr);
  return suite_run(s);
}
