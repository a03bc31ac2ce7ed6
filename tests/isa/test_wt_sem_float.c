/* test_wt_sem_float.c - floating point of the oracle, where IEEE 754 leaves a choice and where a modifier decides
 * (docs/blocks/exec/wt_fpu.md, wt_dpu.md, wt_alu.md).
 */
#include <fenv.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "oracle_kit.h"
#include "tests/suite.h"

static uint32_t bits(float f) {
  uint32_t u;
  memcpy(&u, &f, sizeof u);
  return u;
}
/* R1 and R2 as a and b, P0 as p; doubles by their upper words. */
static wt_sem_out evaluated(const char *text, uint32_t a, uint32_t b, unsigned p) {
  static wt_sem_out out;
  wt_sem_insn i;
  uint32_t zero = 0;
  ck_assert_msg(wt_sem_decode(word_of(text, 0), &i) == WT_OK, "%s", text);
  wt_sem_in in = {
    .a = i.src[0].wide ? &zero : &a, .b = i.src[1].wide ? &zero : &b, .c = &zero, .c_hi = &zero, .a_hi = &a, .b_hi = &b, .pp = p, .n = 1};
  memset(&out, 0xff, sizeof out);
  wt_sem_alu(&i, &in, &out);
  return out;
}
enum { INF = 0x7f800000, NAN1 = 0x7fc00001, NAN2 = 0x7f800002 };
#define MINUS 0x80000000u
START_TEST(smaller_and_larger) {
  static const struct {
    uint32_t a, b, min, max;
  } t[] = {{0, MINUS, MINUS, 0},
           {MINUS, 0, MINUS, 0},
           {0x3f800000, 0x40000000, 0x3f800000, 0x40000000},
           {0xbf800000, 0x3f800000, 0xbf800000, 0x3f800000},
           {NAN1, 0x40000000, 0x40000000, 0x40000000},
           {0x40000000, NAN2, 0x40000000, 0x40000000},
           {NAN1, NAN2, 0x7fffffff, 0x7fffffff},
           {INF, MINUS | INF, MINUS | INF, INF},
           {1, 2, 1, 2},
           {0x40000000, 0x40000000, 0x40000000, 0x40000000}};
  for (size_t k = 0; k < sizeof t / sizeof *t; k++) {
    ck_assert_uint_eq(evaluated("FMNMX R0, R1, R2, P0", t[k].a, t[k].b, 1).d[0], t[k].min);
    ck_assert_uint_eq(evaluated("FMNMX R0, R1, R2, P0", t[k].a, t[k].b, 0).d[0], t[k].max);
    ck_assert_uint_eq(evaluated("FMNMX R0, R1, R2, !P0", t[k].a, t[k].b, 0).d[0],
                      evaluated("FMNMX R0, R1, R2, P0", t[k].a, t[k].b, 0).d[0]); /* the caller negates */
  }
  ck_assert_uint_eq(evaluated("FMNMX.FTZ R0, R1, R2, P0", 1, MINUS | 2, 1).d[0], MINUS);
}
END_TEST

static unsigned combined(unsigned bop, unsigned x, unsigned y) { return bop == 0 ? x & y : bop == 1 ? x | y : x ^ y; }
/* Every comparison of every kind of pair: less, equal, greater, unordered. */
START_TEST(comparisons) {
  static const char *const names[] = {"F", "LT", "EQ", "LE", "GT", "NE", "GE", "NUM", "NAN", "LTU", "EQU", "LEU", "GTU", "NEU", "GEU", "T"};
  static const uint32_t pairs[][2] = {{0x3f800000, 0x40000000}, {0x40000000, 0x40000000}, {0x40000000, 0x3f800000},
                                      {NAN1, 0x3f800000},       {0x3f800000, NAN1},       {0, MINUS}};
  static const unsigned kind[] = {0, 1, 2, 3, 3, 1};
  for (unsigned c = 0; c < 16; c++)
    for (unsigned k = 0; k < 6; k++)
      for (unsigned p = 0; p < 2; p++) {
        /* bit 0 of a comparison: less, 1: equal, 2: greater, 3: unordered */
        unsigned holds = c >> kind[k] & 1;
        char text[100];
        static const char *const bop[] = {"AND", "OR", "XOR"};
        for (unsigned b = 0; b < 3; b++) {
          unsigned u = combined(b, holds, p), v = combined(b, !holds, p);
          snprintf(text, sizeof text, "FSETP.%s.%s P1, P2, R1, R2, P0", names[c], bop[b]);
          wt_sem_out o = evaluated(text, pairs[k][0], pairs[k][1], p);
          ck_assert_msg(o.pu == u && o.pv == v, "%s: %u %u", text, (unsigned)o.pu, (unsigned)o.pv);
          snprintf(text, sizeof text, "FSET.BF.%s.%s R0, R1, R2, P0", names[c], bop[b]);
          ck_assert_uint_eq(evaluated(text, pairs[k][0], pairs[k][1], p).d[0], u ? 0x3f800000 : 0);
          if (c == 0 || c == 15) continue;
          snprintf(text, sizeof text, "DSETP.%s.%s P1, P2, R2, R4, P0", names[c], bop[b]);
          o = evaluated(text, pairs[k][0] == NAN1 ? 0x7ff80000 : pairs[k][0], pairs[k][1] == NAN1 ? 0x7ff80000 : pairs[k][1], p);
          ck_assert_msg(o.pu == u && o.pv == v, "%s: %u %u", text, (unsigned)o.pu, (unsigned)o.pv);
        }
      }
}
END_TEST

/* DSETP.MIN and .MAX: Pu picks the first operand, Pv says that both are NaN. */
START_TEST(which_double) {
  static const struct {
    uint32_t a, b;
    unsigned min, max, none;
  } t[] = {{0x3ff00000, 0x40000000, 1, 0, 0},
           {0x40000000, 0x3ff00000, 0, 1, 0},
           {0x7ff80000, 0x3ff00000, 0, 0, 0},
           {0x3ff00000, 0x7ff80000, 1, 1, 0},
           {0x7ff80000, 0x7ff80000, 0, 0, 1},
           {0, MINUS, 0, 1, 0},
           {MINUS, 0, 1, 0, 0},
           {0, 0, 0, 0, 0},
           {MINUS, MINUS, 0, 0, 0}};
  for (size_t k = 0; k < sizeof t / sizeof *t; k++) {
    wt_sem_out o = evaluated("DSETP.MIN.AND P1, P2, R2, R4, PT", t[k].a, t[k].b, 1);
    if (t[k].a != t[k].b || t[k].none) ck_assert_msg(o.pu == t[k].min && o.pv == t[k].none, "case %zu: min %u %u", k, (unsigned)o.pu, (unsigned)o.pv);
    o = evaluated("DSETP.MAX.AND P1, P2, R2, R4, PT", t[k].a, t[k].b, 1);
    if (t[k].a != t[k].b || t[k].none) ck_assert_msg(o.pu == t[k].max && o.pv == t[k].none, "case %zu: max %u %u", k, (unsigned)o.pu, (unsigned)o.pv);
  }
}
END_TEST

/* Division takes its long way outside of the bounds in wt_alu.md. */
START_TEST(divisions) {
  static const struct {
    float a, b;
    int slow;
  } t[] = {{1, 3, 0},
           {0, 3, 1},
           {1, 0, 1},
           {INFINITY, 3, 1},
           {1, NAN, 1},
           {0x1p-95f, 1, 0},
           {0x1.fffffep-96f, 1, 1},
           {-0x1p-95f, 1, 0},
           {1, 0x1.fffffep123f, 1},
           {0x1p30f, 0x1.fffffep123f, 0},
           {0x1p30f, 0x1p124f, 1},
           {0x1p30f, -0x1p124f, 1},
           {0x1p100f, 0x1p-20f, 0},
           {0x1p100f, 0x1p-21f, 1},
           {0x1p-20f, 0x1p100f, 0},
           {0x1p-21f, 0x1p100f, 1},
           {1, 0x1p-127f, 1},
           {0x1p-127f, 1, 1}};
  for (size_t k = 0; k < sizeof t / sizeof *t; k++) {
    ck_assert_msg(evaluated("FCHK P1, R1, R2", bits(t[k].a), bits(t[k].b), 0).pu == (unsigned)t[k].slow, "case %zu", k);
  }
}
END_TEST

/* Sums, products and what is left of them: rounding modes, flushing, saturation, scales, NaN; signs of operands. */
static float in_mode(int mode, float a, float b, int product) {
  volatile float x = a, y = b, r;
  fesetround(mode);
  r = product ? x * y : x + y;
  fesetround(FE_TONEAREST);
  return r;
}
START_TEST(arithmetic) {
  static const char *const modes[] = {"", ".RM", ".RP", ".RZ"};
  static const int host[] = {FE_TONEAREST, FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO};
  const float v[] = {1.1f, -3.3f, 0x1.fffffep-1f, 1e-38f, -2.5e-38f, 3e38f, 0x1p-24f};
  char text[100];
  for (unsigned m = 0; m < 4; m++)
    for (unsigned x = 0; x < 7; x++)
      for (unsigned y = 0; y < 7; y++) {
        snprintf(text, sizeof text, "FADD%s R0, R1, -R2", modes[m]);
        ck_assert_uint_eq(evaluated(text, bits(v[x]), bits(v[y]), 0).d[0], bits(in_mode(host[m], v[x], -v[y], 0)));
        snprintf(text, sizeof text, "FMUL%s R0, |R1|, R2", modes[m]);
        ck_assert_uint_eq(evaluated(text, bits(v[x]), bits(v[y]), 0).d[0], bits(in_mode(host[m], fabsf(v[x]), v[y], 1)));
      }
  ck_assert_uint_eq(evaluated("FADD.FTZ R0, R1, R2", 0x00800000, MINUS | 0x00800001, 0).d[0], MINUS); /* a result that is subnormal */
  ck_assert_uint_eq(evaluated("FADD R0, R1, R2", 0x00800000, MINUS | 0x00800001, 0).d[0], MINUS | 1);
  ck_assert_uint_eq(evaluated("FADD.FTZ R0, R1, R2", 0x007fffff, 0x00800000, 0).d[0], 0x00800000); /* an operand */
  ck_assert_uint_eq(evaluated("FADD.SAT R0, R1, R2", bits(0.75f), bits(0.5f), 0).d[0], bits(1));
  ck_assert_uint_eq(evaluated("FADD.SAT R0, R1, R2", bits(0.75f), bits(0.25f), 0).d[0], bits(1));
  ck_assert_uint_eq(evaluated("FADD.SAT R0, R1, R2", bits(0.5f), bits(0.25f), 0).d[0], bits(0.75f));
  ck_assert_uint_eq(evaluated("FADD.SAT R0, R1, R2", bits(-0.5f), bits(0.25f), 0).d[0], 0);
  ck_assert_uint_eq(evaluated("FADD.SAT R0, R1, R2", INF, 0, 0).d[0], bits(1));
  ck_assert_uint_eq(evaluated("FADD.SAT R0, R1, R2", INF, MINUS | INF, 0).d[0], 0);
  ck_assert_uint_eq(evaluated("FADD R0, R1, R2", INF, MINUS | INF, 0).d[0], 0x7fffffff);
  ck_assert_uint_eq(evaluated("FADD R0, R1, R2", NAN2, 0, 0).d[0], 0x7fffffff);
  static const char *const scales[] = {"D8", "D4", "D2", "M2", "M4", "M8"};
  static const float factor[] = {0.125f, 0.25f, 0.5f, 2, 4, 8};
  for (unsigned k = 0; k < 6; k++) {
    snprintf(text, sizeof text, "FMUL.%s R0, R1, R2", scales[k]);
    ck_assert_uint_eq(evaluated(text, bits(1.1f), bits(3.3f), 0).d[0], bits((float)((double)1.1f * (double)3.3f * (double)factor[k])));
  }
  ck_assert_uint_eq(evaluated("FSEL R0, -R1, |R2|, P0", NAN2, 5, 1).d[0], MINUS | NAN2); /* a selection keeps the bits */
  ck_assert_uint_eq(evaluated("FSEL R0, -R1, |R2|, P0", 5, MINUS | 5, 0).d[0], 5);
  ck_assert_uint_eq(evaluated("FSEL.FTZ R0, R1, R2, P0", MINUS | 5, 5, 1).d[0], MINUS);
  ck_assert_uint_eq(evaluated("DADD R0, R2, R4", 0x7ff00000, 0xfff00000, 0).d_hi[0], 0x7ff80000);
  ck_assert_uint_eq(evaluated("DMUL R0, -R2, |R4|", 0x40000000, 0xc0080000, 0).d_hi[0], 0xc0180000);
}
END_TEST

/* Numbers of 64 bits by their upper word: what is too small for a normal one is the zero of its sign. */
START_TEST(upper_words) {
  static const uint32_t t[][2] = {{0x7fe00000, 0},          {0xffe00000, MINUS},      {0x7fd00000, 0x00100000}, {0xffd00000, 0x80100000},
                                  {0x7fd00001, 0},          {0x00100000, 0x7fd00000}, {0, 0x7ff00000},          {MINUS, 0xfff00000},
                                  {0x000fffff, 0x7ff00000}, {0x7ff00000, 0},          {0xfff00000, MINUS},      {0x3ff00000, 0x3ff00000},
                                  {0x40000000, 0x3fe00000}, {0x7ff80001, 0x7fffffff}};
  for (size_t k = 0; k < sizeof t / sizeof *t; k++) {
    wt_sem_insn i;
    static wt_sem_out out;
    uint32_t none = 0;
    ck_assert_int_eq(wt_sem_decode(word_of("MUFU.RCP64H R4, R2", 0), &i), WT_OK);
    wt_sem_in in = {.b = &t[k][0], .b_hi = &none, .n = 1};
    wt_sem_xu(&i, &in, &out);
    ck_assert_msg(out.d[0] == t[k][1], "1 / %x = %x, not %x", t[k][0], out.d[0], t[k][1]);
  }
}
END_TEST

int main(void) {
  Suite *s = suite_create("wt_sem_float");
  TCase *t = tcase_create("sem_float");
  tcase_add_test(t, smaller_and_larger);
  tcase_add_test(t, comparisons);
  tcase_add_test(t, which_double);
  tcase_add_test(t, divisions);
  tcase_add_test(t, arithmetic);
  tcase_add_test(t, upper_words);
  suite_add_tcase(s, t);
  return suite_run(s);
}
