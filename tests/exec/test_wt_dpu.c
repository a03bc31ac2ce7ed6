/* test_wt_dpu.c - fp64 unit: latency, order and the two halves of a result, and random lock-step in which every result is checked against the
 * host's IEEE 754 operations. Rule numbers: docs/blocks/exec/wt_dpu.md. */
#pragma GCC optimize("rounding-math")
#include <fenv.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "isa/wt_isa.h"
#include "tests/block_suite.h"

static wt_bench *bench(const char *preset, const char *const *set) { return suite_open("dpu", preset, set, 37); }
static void cycle(wt_bench *b) { ck_assert_msg(wt_bench_cycle(b) == 0, "%s", b->report); }

/* ---- reference: one lane, from the word and the dispatched operands ---- */

static double to_d(uint64_t u) {
  double d;
  memcpy(&d, &u, sizeof d);
  return d;
}
static uint64_t of_d(double d) {
  uint64_t u;
  memcpy(&u, &d, sizeof u);
  return u;
}

/* Operand with the sign bits at `abs` and `neg` (0: none). */
static double operand(wt_word w, uint64_t v, unsigned neg, unsigned abs) {
  double d = to_d(v);
  if (abs && wt_bit(w, abs)) d = fabs(d);
  if (neg && wt_bit(w, neg)) d = -d;
  return d;
}

/* fmin and fmax as their code needs them: Pu takes the first, Pv = both are NaN. */
static int first_wins(double a, double b, int max) {
  if (isnan(a) || isnan(b)) return !isnan(a);
  if (a == b) return max ? signbit(b) && !signbit(a) : signbit(a) && !signbit(b);
  return max ? a > b : a < b;
}

typedef struct {
  uint64_t d;
  unsigned pu, pv;
} ref_res;

static ref_res ref(unsigned op, wt_word w, uint64_t va, uint64_t vb, uint64_t vc, uint64_t bc, unsigned pp) {
  static const int modes[4] = {FE_TONEAREST, FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO};
  static const char *const holds[16] = {"", "<", "=", "<=", ">", "<>", ">=", "<=>", "?", "<?", "=?", "<=?", ">?", "<>?", ">=?", "<=>?"};
  unsigned form = wt_isa_form(w), scalar_c = form == 2 || form == 3 || form == 7, fma_op = op == WT_I_DFMA;
  unsigned neg32 = form == 2 || form == 4 ? 0 : 63, abs32 = neg32 ? 62 : 0;
  if (form == 2 || form == 4) bc <<= 32;
  volatile double a = operand(w, va, 72, 73), b, c, r = 0;
  ref_res res = {0, 0, 0};
  fesetround(op == WT_I_DSETP ? FE_TONEAREST : modes[wt_bits(w, 79, 78)]);
  if (fma_op) {
    b = scalar_c ? operand(w, vb, 75, 74) : operand(w, form == 1 ? vb : bc, neg32, abs32);
    c = scalar_c ? operand(w, bc, neg32, abs32) : operand(w, vc, 75, 74);
    r = fma(a, b, c);
  } else {
    b = op == WT_I_DADD && form == 1 ? operand(w, vb, 75, 74) : operand(w, form == 1 ? vb : bc, neg32, abs32);
    if (op == WT_I_DADD) r = a + b;
    else r = a * b;
  }
  fesetround(FE_TONEAREST);
  res.d = isnan(r) ? UINT64_C(0x7ff8000000000000) : of_d(r);
  if (op != WT_I_DSETP) return res;
  unsigned cmp = (unsigned)wt_bits(w, 79, 76), bop = (unsigned)wt_bits(w, 75, 74);
  int t = strchr(holds[cmp], isunordered(a, b) ? '?' : isless(a, b) ? '<' : isgreater(a, b) ? '>' : '=') != NULL, v = !t;
  if (cmp == 0 || cmp == 15) t = first_wins(a, b, cmp == 15), v = isnan(a) && isnan(b);
  res.pu = bop == 0 ? t && pp : bop == 1 ? t || pp : t != (int)pp;
  res.pv = bop == 0 ? v && pp : bop == 1 ? v || pp : v != (int)pp;
  return res;
}

/* ---- results that are still to come, in the order of their beats ---- */
typedef struct {
  unsigned warp, beat, reg, regv, last, set, p[2];
  uint32_t mask, pbits[2], data[2][MAX_LANES];
} result;
enum { QUEUE = 32 };
static result queue[QUEUE];
static unsigned head, waiting, half;

static void expect(const wt_bench *b, const wt_disp_out *d) {
  unsigned n = b->shape.LANES, op = (unsigned)uop_get_op(d->uop);
  wt_word w = {uop_get_lo(d->uop), uop_get_hi(d->uop)};
  ck_assert_uint_lt(waiting, QUEUE);
  result *r = &queue[(head + waiting++) % QUEUE];
  *r = (result){.warp = d->warp, .beat = d->beat, .reg = (unsigned)uop_get_dst(d->uop), .regv = uop_get_ndst(d->uop) != 0, .last = d->last};
  r->mask = d->mask, r->set = op == WT_I_DSETP, r->p[0] = (unsigned)wt_bits(w, 83, 81), r->p[1] = (unsigned)wt_bits(w, 86, 84);
  for (unsigned l = 0; l < n; l++) {
    if (!(d->mask >> l & 1)) continue;
    const uint32_t *v = d->data + l;
    ref_res x =
      ref(op, w, (uint64_t)v[4 * n] << 32 | v[0], (uint64_t)v[5 * n] << 32 | v[n], (uint64_t)v[3 * n] << 32 | v[2 * n], d->bc, d->pp >> l & 1);
    r->data[0][l] = (uint32_t)x.d, r->data[1][l] = (uint32_t)(x.d >> 32);
    r->pbits[0] |= x.pu << l, r->pbits[1] |= x.pv << l;
  }
}

/* rules 5 to 8 */
static void check_shown(const wt_bench *b) {
  const wt_dpu_out *o = &b->m->subcore->dpu.o;
  if (!o->wb_valid) {
    ck_assert_uint_eq(o->wb_warp | o->wb_beat | o->wb_reg | o->wb_regv | o->wb_mask | o->wb_last | o->wb_dst | o->wb_ndst | o->wb_pwv | o->wb_p, 0);
    for (unsigned l = 0; l < b->shape.LANES; l++) ck_assert_uint_eq(o->wb_data[l], 0);
    return;
  }
  ck_assert_uint_gt(waiting, 0);
  const result *r = &queue[head];
  ck_assert_uint_eq(o->wb_warp, r->warp);
  ck_assert_uint_eq(o->wb_beat, r->beat);
  ck_assert_uint_eq(o->wb_mask, r->mask);
  ck_assert_uint_eq(o->wb_last, r->last && (r->set || half));
  ck_assert_uint_eq(o->wb_ndst, r->last && !r->set && half && r->regv ? 2 : 0);
  ck_assert_uint_eq(o->wb_dst, o->wb_ndst ? r->reg : 0);
  ck_assert_uint_eq(o->wb_regv, !r->set && r->regv);
  ck_assert_uint_eq(o->wb_reg, r->set ? 0 : (r->reg + half) & 255);
  ck_assert_uint_eq(o->wb_pwv, r->set && r->p[half] != 7);
  ck_assert_uint_eq(o->wb_p, o->wb_pwv ? r->p[half] : 0);
  ck_assert_msg(o->wb_pbits == (o->wb_pwv ? r->pbits[half] : 0), "predicate %u: %x, expected %x", half, o->wb_pbits, r->pbits[half]);
  for (unsigned l = 0; l < b->shape.LANES; l++)
    ck_assert_msg(o->wb_data[l] == (r->set ? 0 : r->data[half][l]), "lane %u word %u: %08x, expected %08x", l, half, o->wb_data[l], r->data[half][l]);
}

static void random_run(const char *preset, const char *const *set, unsigned cycles) {
  wt_bench *b = bench(preset, set);
  unsigned results = 0;
  head = waiting = half = 0;
  for (unsigned i = 0; i < cycles; i++) {
    const wt_disp_out *d = &b->m->subcore->disp.o;
    b->fns->stim(b->m, &b->rng, b->cycle);
    check_shown(b);
    int ack = b->m->subcore->wb.o.ack[WT_U_DPU];
    if (d->valid && uop_get_unit(d->uop) == WT_U_DPU) expect(b, d);
    if (ack && half) head = (head + 1) % QUEUE, waiting--, results++;
    if (ack) half = !half;
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
