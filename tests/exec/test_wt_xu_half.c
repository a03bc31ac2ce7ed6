/* test_wt_xu_half.c - MUFU of halves: every half, by the host's functions, and through the unit. Rule 21 of docs/blocks/exec/wt_xu.md. */
#include <math.h>
#include <string.h>

#include "exec/wt_xu_cvt.h"
#include "tests/block_suite.h"
#include "tests/exec/half_ref.h"

static uint32_t mufu(unsigned func, unsigned sel, unsigned neg, uint32_t x) {
  wt_xu_ctl c = {.kind = WT_XU_MUFU, .func = (uint8_t)func, .st = 1, .dt = 1, .sel = (uint8_t)sel, .neg = (uint8_t)neg};
  return (uint32_t)wt_xu_finish(&c, wt_xu_work(&c, wt_xu_prepare(&c, x, 0)));
}

/* Of two numbers that lie next to each other the table may give either, and of exact values that value. */
static void near(unsigned func, uint32_t h, double want) {
  uint32_t got = mufu(func, 0, 0, h);
  if (isnan(want)) {
    ck_assert_msg(got == 0x7fff, "%u of %04x: %04x", func, h, got);
    return;
  }
  double have = half_double(got), step = fmax(0x1p-24, ldexp(fabs(want), -10));
  if (fabs(want) >= 65520) ck_assert_msg(got == 0x7c00, "%u of %04x: %04x", func, h, got);
  else ck_assert_msg(got >> 16 == 0 && !half_nan(got) && fabs(have - want) <= step, "%u of %04x: %04x, %g, expected %g", func, h, got, have, want);
}

START_TEST(every_half) {
  for (uint32_t h = 0; h < 0x10000; h++) {
    near(WT_XU_EX2, h, exp2(half_double(h)));
    near(WT_XU_TANH, h, tanh(half_double(h)));
  }
}
END_TEST

START_TEST(by_hand) {
  static const struct {
    unsigned func, sel, neg;
    uint32_t x, want;
  } t[] = {{WT_XU_EX2, 0, 0, 0x3c004200, 0x4800},                                    /* 2^3 */
           {WT_XU_EX2, 1, 0, 0x3c004200, 0x4000},                                    /* 2^1, the high half */
           {WT_XU_EX2, 0, 1, 0x3c004200, 0x3000},                                    /* 2^-3 */
           {WT_XU_EX2, 0, 0, 0xce00, 0x0001},                                        /* 2^-24: gradual, no flush */
           {WT_XU_EX2, 0, 0, 0xcc00, 0x0100},                                        /* 2^-16 */
           {WT_XU_EX2, 0, 0, 0x4c00, 0x7c00},                                        /* 2^16: above all halves */
           {WT_XU_EX2, 0, 0, 0x8001, 0x3c00},                                        /* 2^(-2^-24) */
           {WT_XU_EX2, 0, 0, 0xfc00, 0},                                             /* -infinity */
           {WT_XU_EX2, 0, 0, 0x7c00, 0x7c00},     {WT_XU_EX2, 0, 0, 0xfe01, 0x7fff}, /* NaN */
           {WT_XU_TANH, 0, 0, 0x0001, 0x0001},                                       /* the smallest one is a number, not a zero */
           {WT_XU_TANH, 0, 1, 0x03ff, 0x83ff},    {WT_XU_TANH, 0, 0, 0x8000, 0x8000}, {WT_XU_TANH, 1, 0, 0xfc000000, 0xbc00}};
  for (unsigned k = 0; k < sizeof t / sizeof *t; k++)
    ck_assert_msg(mufu(t[k].func, t[k].sel, t[k].neg, t[k].x) == t[k].want, "%u: %04x, expected %04x", k, mufu(t[k].func, t[k].sel, t[k].neg, t[k].x),
                  t[k].want);
}
END_TEST

/* What the word says reaches the lanes: function, .F16 and the half of form 1. */
START_TEST(through_the_unit) {
  wt_bench *b = suite_open("xu", "tiny", NULL, 3);
  wt_disp_out *d = &b->m->subcore->disp.o;
  const wt_xu_out *o = &b->m->subcore->xu.o;
  for (unsigned k = 0; k < 4; k++) {
    unsigned form = k == 3 ? 4 : 1, func = k == 0 ? WT_XU_TANH : WT_XU_EX2;
    memset(d, 0, sizeof *d);
    d->valid = d->last = 1, d->mask = 0xf, d->bc = 0x42003c00;
    uop_put_lo(d->uop, 0x108 | form << 9 | (uint64_t)(k >= 2) << 60);
    uop_put_hi(d->uop, (uint64_t)func << 10 | 1 << 9);
    uop_put_op(d->uop, WT_I_MUFU);
    uop_put_unit(d->uop, WT_U_XU);
    uop_put_ndst(d->uop, 1);
    uop_put_bcpos(d->uop, form == 1 ? WT_BP_NONE : WT_BP_B);
    uop_put_bcsel(d->uop, form == 1 ? WT_BC_NONE : WT_BC_IMM);
    for (unsigned l = 0; l < 4; l++) d->data[b->shape.LANES + l] = 0x40003c00 + l * 0x04000000;
    SUITE_CYCLE(b);
    memset(d, 0, sizeof *d);
    for (unsigned t = 0; !o->wb_valid; t++) {
      ck_assert_uint_lt(t, 20);
      SUITE_CYCLE(b);
    }
    for (unsigned l = 0; l < 4; l++)
      ck_assert_uint_eq(o->wb_data[l], k == 2 ? mufu(WT_XU_EX2, 1, 0, 0x40000000 + l * 0x04000000) : mufu(func, 0, 0, 0x3c00));
    b->m->subcore->wb.o.ack[WT_U_XU] = 1;
    SUITE_CYCLE(b);
    b->m->subcore->wb.o.ack[WT_U_XU] = 0;
  }
  wt_bench_close(b);
}
END_TEST

static void add(TCase *tc) {
  tcase_add_test(tc, every_half);
  tcase_add_test(tc, by_hand);
  tcase_add_test(tc, through_the_unit);
}
int main(void) { return suite_main("xu_half", add) != 0; }
