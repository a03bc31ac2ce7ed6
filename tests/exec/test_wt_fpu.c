/* test_wt_fpu.c - fp32 unit: latency, rate and order, and random lock-step in which every result is checked against the host's IEEE 754
 * operations. Rule numbers: docs/blocks/exec/wt_fpu.md. */
#pragma GCC optimize("rounding-math")
#include <fenv.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exec/wt_fpu_half.h"
#include "isa/wt_isa.h"
#include "tests/block_suite.h"
#include "tests/exec/half_ref.h"

static wt_bench *bench(const char *preset, const char *const *set) { return suite_open("fpu", preset, set, 31); }
static void cycle(wt_bench *b) { ck_assert_msg(wt_bench_cycle(b) == 0, "%s", b->report); }

/* ---- reference: one lane, from the word and the dispatched operands ---- */

static float to_f(uint32_t u) {
  float f;
  memcpy(&f, &u, sizeof f);
  return f;
}
static uint32_t of_f(float f) {
  uint32_t u;
  memcpy(&u, &f, sizeof u);
  return u;
}
static float flushed(float f, int ftz) { return ftz && fpclassify(f) == FP_SUBNORMAL ? copysignf(0, f) : f; }

/* Operand with the sign bits at `abs` and `neg` (0: none). */
static float operand(wt_word w, uint32_t v, unsigned neg, unsigned abs) {
  float f = to_f(v);
  if (abs && wt_bit(w, abs)) f = fabsf(f);
  if (neg && wt_bit(w, neg)) f = -f;
  return flushed(f, (int)wt_bit(w, 80));
}

static uint32_t ref(unsigned op, wt_word w, uint32_t word0, uint32_t word1, uint32_t word2, uint32_t bc) {
  static const int modes[4] = {FE_TONEAREST, FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO};
  unsigned form = wt_isa_form(w), scalar_c = form == 2 || form == 3 || form == 7, fma = op == WT_I_FFMA;
  unsigned neg32 = form == 2 || form == 4 ? 0 : 63, abs32 = neg32 ? 62 : 0;
  if (op != WT_I_FADD && op != WT_I_FMUL && op != WT_I_FFMA) return half_ref(op, w, word0, word1, word2, bc);
  volatile float a = operand(w, word0, 72, 73), b, c, r;
  fesetround(modes[wt_bits(w, 79, 78)]);
  if (fma) {
    b = scalar_c ? operand(w, word1, 75, 74) : operand(w, form == 1 ? word1 : bc, neg32, abs32);
    c = scalar_c ? operand(w, bc, neg32, abs32) : operand(w, word2, 75, 74);
    r = fmaf(a, b, c);
  } else {
    b = operand(w, form == 1 ? word1 : bc, neg32, abs32);
    if (op == WT_I_FADD) {
      r = a + b;
    } else {
      volatile double wide = (double)a * (double)b * ldexp(1, (int)wt_bits(w, 86, 84) - 4);
      r = (float)wide;
    }
  }
  fesetround(FE_TONEAREST);
  float z = flushed(r, (int)wt_bit(w, 80));
  if (wt_bit(w, 77)) return z > 1 ? of_f(1) : z > 0 ? of_f(z) : 0;
  return isnan(z) ? 0x7fffffff : of_f(z);
}

/* ---- results that are still to come, in the order of their beats ---- */
typedef struct {
  unsigned warp, beat, reg, regv, last;
  uint32_t mask, data[MAX_LANES];
  uint64_t cycle; /* when the beat was dispatched */
} result;
enum { QUEUE = 16 };
static result queue[QUEUE];
static unsigned head, waiting;

static void expect(const wt_bench *b, const wt_disp_out *d) {
  unsigned n = b->shape.LANES, op = (unsigned)uop_get_op(d->uop);
  wt_word w = {uop_get_lo(d->uop), uop_get_hi(d->uop)};
  ck_assert_uint_lt(waiting, QUEUE);
  result *r = &queue[(head + waiting++) % QUEUE];
  *r = (result){.warp = d->warp, .beat = d->beat, .reg = (unsigned)uop_get_dst(d->uop), .regv = uop_get_ndst(d->uop) != 0, .last = d->last};
  r->mask = d->mask, r->cycle = b->cycle;
  for (unsigned l = 0; l < n; l++)
    if (d->mask >> l & 1) r->data[l] = ref(op, w, d->data[l], d->data[n + l], d->data[2 * n + l], (uint32_t)d->bc);
}

/* rules 6 and 8 */
static void check_shown(const wt_bench *b) {
  const wt_fpu_out *o = &b->m->subcore->fpu.o;
  if (!o->wb_valid) {
    ck_assert_uint_eq(o->wb_warp | o->wb_beat | o->wb_reg | o->wb_regv | o->wb_mask | o->wb_last | o->wb_dst | o->wb_ndst, 0);
    for (unsigned l = 0; l < b->shape.LANES; l++) ck_assert_uint_eq(o->wb_data[l], 0);
    return;
  }
  ck_assert_uint_gt(waiting, 0);
  const result *r = &queue[head];
  ck_assert_uint_eq(o->wb_warp, r->warp);
  ck_assert_uint_eq(o->wb_beat, r->beat);
  ck_assert_uint_eq(o->wb_reg, r->reg);
  ck_assert_uint_eq(o->wb_regv, r->regv);
  ck_assert_uint_eq(o->wb_mask, r->mask);
  ck_assert_uint_eq(o->wb_last, r->last);
  ck_assert_uint_eq(o->wb_dst, r->last ? r->reg : 0);
  ck_assert_uint_eq(o->wb_ndst, r->last && r->regv);
  ck_assert_uint_eq(o->wb_pwv, 0);
  for (unsigned l = 0; l < b->shape.LANES; l++)
    ck_assert_msg(o->wb_data[l] == r->data[l], "lane %u: %08x, expected %08x", l, o->wb_data[l], r->data[l]);
}

static void random_run(const char *preset, const char *const *set, unsigned cycles) {
  wt_bench *b = bench(preset, set);
  unsigned results = 0;
  head = waiting = 0;
  for (unsigned i = 0; i < cycles; i++) {
    const wt_disp_out *d = &b->m->subcore->disp.o;
    b->fns->stim(b->m, &b->rng, b->cycle);
    check_shown(b);
    int ack = b->m->subcore->wb.o.ack[WT_U_FPU];
    if (d->valid && uop_get_unit(d->uop) == WT_U_FPU) expect(b, d);
    if (ack) head = (head + 1) % QUEUE, waiting--, results++;
    cycle(b);
  }
  ck_assert_uint_gt(results, cycles / (8 * b->shape.FP_PASSES));
  wt_bench_close(b);
}

static const char *const full[] = {"LANES=32", "FP_LANES=32", NULL}, *const narrow[] = {"WARPS=3", "FP_LANES=1", "FP_LAT=8", NULL};
static const char *const halves[] = {"LANES=32", "FP_LANES=16", NULL}, *const wider[] = {"FP_LANES=8", "FP_LAT=6", NULL};
START_TEST(tiny) { random_run("tiny", NULL, 60000); }
END_TEST
START_TEST(small) { random_run("small", NULL, 30000); }
END_TEST
START_TEST(preset_default) { random_run("default", NULL, 20000); }
END_TEST
START_TEST(all_lanes) { random_run("default", full, 8000); }
END_TEST
START_TEST(two_passes) { random_run("default", halves, 15000); }
END_TEST
START_TEST(one_lane) { random_run("tiny", narrow, 40000); }
END_TEST
START_TEST(more_lanes_than_a_beat_has) { random_run("tiny", wider, 20000); }
END_TEST

/* ---- halves, from TestFloat's corner values: every pair of them in every place, and every third as addend ---- */

static const uint16_t corner[] = {0x0000, 0x0001, 0x0002, 0x01ff, 0x0200, 0x03fe, 0x03ff, 0x0400, 0x0401, 0x07ff, 0x0800, 0x1400,
                                  0x17ff, 0x2bff, 0x2c00, 0x37ff, 0x3800, 0x3bff, 0x3c00, 0x3c01, 0x3fff, 0x4000, 0x4400, 0x63ff,
                                  0x6400, 0x6800, 0x77ff, 0x7800, 0x7bfe, 0x7bff, 0x7c00, 0x7c01, 0x7dff, 0x7e00, 0x7fff};
enum { CORNERS = 2 * sizeof corner / sizeof *corner };
static uint32_t corner_of(unsigned k) { return corner[k / 2] | (k % 2 ? 0x8000u : 0); }

/* The stages alone, as the unit has them one after another. */
static uint32_t staged(uint32_t a, uint32_t b, uint32_t c, unsigned mode) {
  static wt_fpu_state q;
  wt_fpu_half_mul(&q, 0, a, b, c), wt_fpu_half_add(&q, 0), wt_fpu_half_norm(&q, 0);
  return wt_fpu_half_round(&q, 0, 0, mode) | wt_fpu_half_round(&q, 0, 1, mode) << 16;
}

/* rule 12: two halves of a lane do not meet, and each is rounded once */
START_TEST(corners_of_halves) {
  for (unsigned i = 0; i < CORNERS; i++)
    for (unsigned j = 0; j < CORNERS; j++)
      for (unsigned k = 0; k < CORNERS; k++) {
        uint32_t a = corner_of(i) | corner_of(k) << 16, b = corner_of(j) | corner_of(i) << 16, c = corner_of(k) | corner_of(j) << 16;
        uint32_t want = half_fma(a & 0xffff, b & 0xffff, c & 0xffff) | half_fma(a >> 16, b >> 16, c >> 16) << 16;
        ck_assert_msg(staged(a, b, c, 16) == want, "%08x * %08x + %08x: %08x, expected %08x", a, b, c, staged(a, b, c, 16), want);
      }
}
END_TEST

/* rule 11: every half is a number of 32 bits, and a sum with -0 gives it */
START_TEST(every_half_as_fp32) {
  for (uint32_t h = 0; h < 0x10000; h++) {
    float want = (float)half_double(h);
    ck_assert_msg(isnan(want) ? half_nan(h) && (wt_half_single(h) & 0x7fffffff) > 0x7f800000 : wt_half_single(h) == of_f(want), "%04x: %08x", h,
                  wt_half_single(h));
  }
}
END_TEST

/* What the document says, by hand: a word, three operands, the result. */
START_TEST(halves_by_hand) {
  static const struct {
    const char *what;
    unsigned op;
    uint64_t lo, hi;
    uint32_t a, b, c, want;
  } t[] = {
    {"1 + 2, 3 + 4", WT_I_HADD2, 0x230, 0, 0x42003c00, 0x44004000, 0, 0x47004200},
    {"the low half with both", WT_I_HADD2, 0x230, 2 << 10, 0x42003c00, 0x44004000, 0, 0x45004200},
    {"the high half with both", WT_I_HADD2, 0x230, 3 << 10, 0x42003c00, 0x44004000, 0, 0x47004500},
    {"-|B|, in the place of B", WT_I_HADD2, UINT64_C(3) << 62 | 0x230, 0, 0x42003c00, 0x44004000, 0, 0xbc00bc00},
    {"2048 + 1: a tie goes to the even one", WT_I_HADD2, 0x230, 0, 0x68016800, 0x3c003c00, 0, 0x68026800},
    {"65504 + 16: infinity", WT_I_HADD2, 0x230, 0, 0x7bff7bff, 0x4c004bff, 0, 0x7c007bff},
    {"1 - 1: +0", WT_I_HADD2, 0x230, 0, 0x3c00bc00, 0xbc003c00, 0, 0},
    {"-0 + -0", WT_I_HADD2, 0x230, 0, 0x80008000, 0x80000000, 0, 0x80000000},
    {"infinity - infinity, NaN", WT_I_HADD2, 0x230, 0, 0x7c00fe01, 0xfc000000, 0, 0x7fff7fff},
    {"smallest halves", WT_I_HADD2, 0x230, 0, 0x00018001, 0x00018001, 0, 0x00028002},
    {"the same, flushed", WT_I_HADD2, 0x230, 1 << 16, 0x00018001, 0x00018001, 0, 0x00008000},
    {"flushed after rounding", WT_I_HMUL2, 0x232, 1 << 16, 0x040083ff, 0x38003c00, 0, 0x00008000},
    {"saturated: 3, -1", WT_I_HADD2, 0x230, 1 << 13, 0x3c00bc00, 0x40000000, 0, 0x3c000000},
    {"saturated: NaN, -0", WT_I_HMUL2, 0x232, 1 << 13, 0x7e008000, 0x3c003c00, 0, 0},
    {"0 * infinity", WT_I_HMUL2, 0x232, 0, 0x00008000, 0x7c003c00, 0, 0x7fff8000},
    {"FMZ: 0 * infinity is +0, so is -0 * 1", WT_I_HMUL2, 0x232, 1 << 12, 0x00008000, 0x7c003c00, 0, 0},
    {"FMZ: 0 * NaN + -0", WT_I_HFMA2, 0x231, 1 << 12, 0x00000000, 0x7e007e00, 0x80003c00, 0x00003c00},
    {"FMZ: a subnormal factor is 0", WT_I_HFMA2, 0x231, 1 << 12, 0x03ff03ff, 0x7c007c00, 0x3c00bc00, 0x3c00bc00},
    {"one rounding of a product and a sum", WT_I_HFMA2, 0x231, 0, 0x3c013c01, 0x3c013c01, 0xbc02bc02, 0x00100010},
    {"-|C|, its low half", WT_I_HFMA2, 0x231, 1 << 20 | 1 << 19 | 2 << 17, 0x3c003c00, 0x40003c00, 0x42003c00, 0x3c000000},
    {"as fp32: 1 + the smallest", WT_I_HADD2, 0x230, 1 << 14 | 2 << 10, 0x12343c00, 0x00010001, 0, 0x3f800000},
    {"as fp32: 65504 + 65504", WT_I_HADD2, 0x230, 1 << 14, 0x7bff7bff, 0x7bff7bff, 0, 0x47ffe000},
    {"as fp32: NaN", WT_I_HADD2, 0x230, 1 << 14, 0x7e007e00, 0, 0, 0x7fffffff},
    {"as fp32: the smallest, flushed", WT_I_HADD2, 0x230, 1 << 14 | 1 << 16, 0x00010001, 0x80008000, 0, 0},
  };
  for (unsigned k = 0; k < sizeof t / sizeof *t; k++) {
    wt_word w = {t[k].lo, t[k].hi};
    wt_fpu_half kind = wt_fpu_half_kind(t[k].op, w);
    wt_fpu_product p = wt_fpu_half_operands(&kind, (const uint32_t[3]){t[k].a, t[k].b, t[k].c}, 0);
    unsigned mode = wt_bit(w, 77) << 3 | kind.flush << 2;
    uint32_t got = kind.f32 ? (uint32_t)wt_fma(8, 23, p.a, p.b, p.c, 0, WT_FMA_RN, kind.flush, wt_bit(w, 77)) : staged(p.a, p.b, p.c, mode);
    ck_assert_msg(got == t[k].want, "%s: %08x, expected %08x", t[k].what, got, t[k].want);
    ck_assert_msg(half_ref(t[k].op, w, t[k].a, t[k].b, t[k].c, 0) == t[k].want, "%s, the suite's own", t[k].what);
  }
}
END_TEST

/* ---- timing ---- */

static void add_beat(wt_bench *b, unsigned warp, float x, float y) {
  wt_disp_out *d = &b->m->subcore->disp.o;
  memset(d, 0, sizeof *d);
  d->valid = 1, d->warp = (uint8_t)warp, d->last = 1, d->mask = 0xf;
  uop_put_lo(d->uop, 0x221);
  uop_put_op(d->uop, WT_I_FADD);
  uop_put_unit(d->uop, WT_U_FPU);
  uop_put_dst(d->uop, 9);
  uop_put_ndst(d->uop, 1);
  for (unsigned l = 0; l < 4; l++) d->data[l] = of_f(x + (float)l), d->data[b->shape.LANES + l] = of_f(y);
}

/* rules 2, 7, 9: a beat every FP_PASSES cycles, its result FP_LAT - 1 + FP_PASSES cycles later; without acknowledge everything stands still */
static void timing(const char *const *set) {
  wt_bench *b = bench("tiny", set);
  wt_disp_out *d = &b->m->subcore->disp.o;
  const wt_fpu_out *o = &b->m->subcore->fpu.o;
  unsigned passes = b->shape.FP_PASSES, first = b->shape.FP_LAT - 1 + passes, sent = 0, seen = 0;
  for (unsigned t = 0; seen < 8; t++) {
    ck_assert_uint_lt(t, 100);
    if (t % passes == 0 && sent < 8) {
      ck_assert_int_eq(o->ready, 1);
      add_beat(b, sent % 2, (float)sent, 0.5f);
      sent++;
    } else {
      ck_assert_int_eq(o->ready, sent == 8 ? t >= 8 * passes : 0);
      memset(d, 0, sizeof *d);
    }
    int due = t >= first && (t - first) % passes == 0;
    ck_assert_int_eq(o->wb_valid, due);
    if (due) ck_assert_uint_eq(o->wb_data[3], of_f((float)seen + 3.5f));
    if (due) ck_assert_uint_eq(o->wb_warp, seen % 2);
    seen += (unsigned)due;
    b->m->subcore->wb.o.ack[WT_U_FPU] = (uint8_t)due;
    cycle(b);
  }
  b->m->subcore->wb.o.ack[WT_U_FPU] = 0;
  memset(d, 0, sizeof *d);
  /* rule 7: the unit fills up to one beat a stage and the hold register, and gives all of them back in order */
  unsigned in = 0;
  for (unsigned t = 0; t < 20; t++) {
    memset(d, 0, sizeof *d);
    if (o->ready) add_beat(b, 0, (float)in++, 0.25f);
    cycle(b);
  }
  memset(d, 0, sizeof *d);
  ck_assert_int_eq(o->ready, 0);
  ck_assert_uint_eq(in, 2 + (b->shape.FP_LAT - 1) / passes);
  for (unsigned k = 0; k < in; k++) {
    for (unsigned t = 0; !o->wb_valid; t++) {
      ck_assert_uint_lt(t, 10);
      cycle(b);
    }
    ck_assert_uint_eq(o->wb_data[1], of_f((float)k + 1.25f));
    ck_assert_uint_eq(o->wb_mask, 0xf);
    b->m->subcore->wb.o.ack[WT_U_FPU] = 1;
    cycle(b);
    b->m->subcore->wb.o.ack[WT_U_FPU] = 0;
  }
  ck_assert_int_eq(o->wb_valid, 0);
  wt_bench_close(b);
}
static const char *const one[] = {"FP_LANES=4", NULL}, *const two[] = {"FP_LANES=2", NULL},
                         *const four[] = {"WARPS=3", "FP_LANES=1", "FP_LAT=8", NULL};
static const char *const six[] = {"FP_LANES=8", "FP_LAT=6", NULL};
START_TEST(a_beat_a_cycle) { timing(one); }
END_TEST
START_TEST(a_beat_every_two_cycles) { timing(two); }
END_TEST
START_TEST(a_beat_every_four_cycles) { timing(four); }
END_TEST
START_TEST(two_stages_more) { timing(six); }
END_TEST

/* rule 9: every latency, with one, two and four passes a beat; the shapes of the tests above have an RTL beside them */
START_TEST(every_latency) {
  static const char *const lanes[] = {"FP_LANES=4", "FP_LANES=2", "FP_LANES=1"};
  char lat[24];
  const char *const set[] = {lanes[_i % 3], lat, NULL};
  snprintf(lat, sizeof lat, "FP_LAT=%u", 4 + (unsigned)_i / 3);
  setenv("WT_C_ONLY", "1", 1); /* a test is a process */
  timing(set);
}
END_TEST

/* rule 9: a lane that does not execute is not loaded behind round either, and an empty pass loads nothing */
START_TEST(lanes_behind_round_are_kept) {
  wt_bench *b = bench("tiny", six);
  wt_disp_out *d = &b->m->subcore->disp.o;
  const wt_fpu_state *q = &b->m->subcore->fpu.q;
  for (unsigned k = 0; k < 2; k++) {
    add_beat(b, 1, k ? 8.0f : 2.0f, 0.0f);
    if (k) d->mask = 0x5;
    cycle(b);
    memset(d, 0, sizeof *d);
    for (unsigned t = 0; t < 2; t++) cycle(b);
    for (unsigned s = 0; s < 2; s++) {
      cycle(b);
      for (unsigned l = 0; l < 4; l++)
        ck_assert_uint_eq(q->r_data[s * b->shape.FPL + l], k && !(l & 1) ? of_f(8.0f + (float)l) : of_f(2.0f + (float)l));
      ck_assert_uint_eq(q->r_v[s], 1);
      ck_assert_uint_eq(q->r_mask[s], k ? 0x5 : 0xf);
    }
    b->m->subcore->wb.o.ack[WT_U_FPU] = 0;
    cycle(b);
    ck_assert_uint_eq(q->r_v[0] | q->r_v[1], 0);
    ck_assert_uint_eq(q->r_mask[0], k ? 0x5 : 0xf);
    b->m->subcore->wb.o.ack[WT_U_FPU] = 1;
    cycle(b);
    b->m->subcore->wb.o.ack[WT_U_FPU] = 0;
  }
  wt_bench_close(b);
}
END_TEST

int main(void) {
  Suite *s = suite_create("wt_fpu");
  TCase *tc = tcase_create("timing"), *tr = tcase_create("random");
  tcase_set_timeout(tc, 300);
  tcase_set_timeout(tr, 900);
  tcase_add_test(tc, a_beat_a_cycle);
  tcase_add_test(tc, a_beat_every_two_cycles);
  tcase_add_test(tc, a_beat_every_four_cycles);
  tcase_add_test(tc, two_stages_more);
  tcase_add_loop_test(tc, every_latency, 0, 15);
  tcase_add_test(tc, lanes_behind_round_are_kept);
  tcase_add_test(tr, tiny);
  tcase_add_test(tr, small);
  tcase_add_test(tr, preset_default);
  tcase_add_test(tr, all_lanes);
  tcase_add_test(tr, two_passes);
  tcase_add_test(tr, one_lane);
  tcase_add_test(tr, more_lanes_than_a_beat_has);
  tcase_add_test(tc, corners_of_halves);
  tcase_add_test(tc, every_half_as_fp32);
  tcase_add_test(tc, halves_by_hand);
  suite_add_tcase(s, tc);
  suite_add_tcase(s, tr);
  return suite_run(s);
}
