/* test_wt_sem.c - instruction semantics of the oracle against plain C arithmetic, one element at a time.
 *
 * Words are put together field by field here, so that the decoder is tested with them.
 */
#include "oracle/wt_sem.h"
#include "oracle/wt_sem_half.h"
#include "tests/suite.h"
#include <stdlib.h>

typedef unsigned __int128 u128;

static uint64_t rng = 0x2545f4914f6cdd1d;

static uint64_t rnd(void) {
  rng ^= rng << 13;
  rng ^= rng >> 7;
  rng ^= rng << 17;
  return rng;
}

/* Random words with many that sit at the ends of the range, where carries and signs go wrong. */
static uint32_t word(void) {
  static const uint32_t edge[] = {0, 1, 2, 31, 32, 33, 63, 64, 0x7fffffff, 0x80000000, 0x80000001, 0xfffffffe, 0xffffffff};
  return rnd() % 3 ? (uint32_t)(rnd() >> 16) : edge[rnd() % (sizeof edge / sizeof edge[0])];
}

static uint64_t dword(void) { return (uint64_t)word() << 32 | word(); }

static void put(wt_word *w, unsigned hi, unsigned lo, uint64_t v) {
  for (unsigned b = lo; b <= hi; b++) {
    uint64_t *half = b < 64 ? &w->lo : &w->hi;
    uint64_t bit = UINT64_C(1) << (b & 63);
    *half = v >> (b - lo) & 1 ? *half | bit : *half & ~bit;
  }
}

/* Opcode with all registers, R1 <- R2, R3, R4, always executed, predicate outputs off and predicate inputs false. */
static wt_word op3(unsigned opcode) {
  wt_word w = {0, 0};
  put(&w, 11, 0, opcode);
  put(&w, 15, 12, 7);
  put(&w, 23, 16, 1);
  put(&w, 31, 24, 2);
  put(&w, 39, 32, 3);
  put(&w, 71, 64, 4);
  put(&w, 83, 81, 7);
  put(&w, 86, 84, 7);
  put(&w, 90, 87, 15);
  put(&w, 80, 77, 15);
  return w;
}

typedef struct {
  uint32_t a, b, c, c_hi;
  unsigned pp, pq, pr;
} args;

typedef struct {
  uint32_t d, d_hi;
  unsigned pu, pv;
} result;

static result eval(wt_word w, args x) {
  static wt_sem_out out;
  wt_sem_insn i;
  ck_assert_int_eq(wt_sem_decode(w, &i), WT_OK);
  wt_sem_in in = {.a = &x.a, .b = &x.b, .c = &x.c, .c_hi = &x.c_hi, .pp = x.pp, .pq = x.pq, .pr = x.pr, .n = 1};
  wt_sem_alu(&i, &in, &out);
  return (result){out.d[0], out.d_hi[0], out.pu & 1, out.pv & 1};
}

/* IADD3 with the predicate outputs on. */
static wt_word iadd3(int na, int nb, int nc, int x) {
  wt_word w = op3(0x210);
  put(&w, 72, 72, (unsigned)na);
  put(&w, 63, 63, (unsigned)nb);
  put(&w, 75, 75, (unsigned)nc);
  put(&w, 74, 74, (unsigned)x);
  put(&w, 83, 81, 0);
  put(&w, 86, 84, 1);
  return w;
}

START_TEST(iadd3_sum_and_carries) {
  for (int k = 0; k < 20000; k++) {
    args x = {.a = word(), .b = word(), .c = word(), .pp = (unsigned)rnd() & 1, .pq = (unsigned)(rnd() >> 9) & 1};
    int na = k & 1, nb = k >> 1 & 1, nc = k >> 2 & 1, ex = k >> 3 & 1;
    u128 s = (u128)(na ? (uint32_t)~x.a : x.a) + (nb ? (uint32_t)~x.b : x.b) + (nc ? (uint32_t)~x.c : x.c);
    s += ex ? x.pp + x.pq : (unsigned)(na + nb + nc);
    result r = eval(iadd3(na, nb, nc, ex), x);
    ck_assert_uint_eq(r.d, (uint32_t)s);
    ck_assert_uint_eq(r.pu, (s >> 32) >= 1);
    ck_assert_uint_eq(r.pv, (s >> 32) >= 2);
  }
}
END_TEST

START_TEST(iadd3_chain_of_64_bits) {
  for (int k = 0; k < 20000; k++) {
    uint64_t a = dword(), b = dword(), c = dword();
    int nb = k & 1;
    result lo = eval(iadd3(0, nb, 0, 0), (args){.a = (uint32_t)a, .b = (uint32_t)b, .c = (uint32_t)c});
    result hi =
      eval(iadd3(0, nb, 0, 1), (args){.a = (uint32_t)(a >> 32), .b = (uint32_t)(b >> 32), .c = (uint32_t)(c >> 32), .pp = lo.pu, .pq = lo.pv});
    ck_assert_uint_eq((uint64_t)hi.d << 32 | lo.d, nb ? a - b + c : a + b + c);
  }
}
END_TEST

START_TEST(lea_low_high_and_chain) {
  for (int k = 0; k < 20000; k++) {
    uint64_t a = dword(), b = dword(), full;
    unsigned s = (unsigned)k % 32;
    int neg = k >> 5 & 1;
    wt_word lo = op3(0x211), hi = op3(0x211);
    put(&lo, 80, 75, s);
    put(&lo, 83, 81, 0);
    put(&lo, 72, 72, (unsigned)neg);
    hi = lo;
    put(&hi, 80, 80, 1);
    put(&hi, 74, 74, 1);
    put(&hi, 90, 87, 0);
    result l = eval(lo, (args){.a = (uint32_t)a, .b = (uint32_t)b});
    result h = eval(hi, (args){.a = (uint32_t)a, .b = (uint32_t)(b >> 32), .c = (uint32_t)(a >> 32), .pp = l.pu});
    full = neg ? b - (a << s) : b + (a << s);
    ck_assert_uint_eq((uint64_t)h.d << 32 | l.d, full);
    put(&hi, 73, 73, 1); /* .SX32 */
    h = eval(hi, (args){.a = (uint32_t)a, .b = (uint32_t)(b >> 32), .c = 0xdeadbeef, .pp = l.pu});
    uint64_t sx = (uint64_t)(int64_t)(int32_t)(uint32_t)a << s;
    full = neg ? b - sx : b + sx;
    ck_assert_uint_eq(h.d, (uint32_t)(full >> 32));
  }
}
END_TEST

/* Bit k of the funnel, or the fill beyond its ends. */
static unsigned funnel_bit(uint64_t v, int k, unsigned fill) { return k < 0 ? 0 : k > 63 ? fill : (unsigned)(v >> k) & 1; }

START_TEST(shf_every_mode) {
  for (int k = 0; k < 64 * 600; k++) {
    int right = k & 1, wrap = k >> 1 & 1, hi = k >> 2 & 1, type = k >> 3 & 3, bits = type < 2 ? 64 : 32;
    args x = {.a = word(), .b = rnd() % 4 ? (uint32_t)(rnd() % 70) : word(), .c = word()};
    wt_word w = op3(0x219);
    put(&w, 76, 76, (unsigned)right);
    put(&w, 75, 75, (unsigned)wrap);
    put(&w, 80, 80, (unsigned)hi);
    put(&w, 74, 73, (unsigned)type);
    uint64_t v = (uint64_t)x.c << 32 | x.a;
    int n = wrap ? (int)(x.b % (unsigned)bits) : x.b > (unsigned)bits ? bits : (int)x.b;
    unsigned fill = type % 2 == 0 ? (unsigned)(v >> 63) : 0;
    uint32_t want = 0;
    for (int b = 0; b < 32; b++) want |= funnel_bit(v, b + 32 * hi + (right ? n : -n), fill) << b;
    ck_assert_uint_eq(eval(w, x).d, want);
  }
}
END_TEST

static int cmp64(unsigned cmp, int lt, int eq) {
  const int t[8] = {0, lt, eq, lt || eq, !lt && !eq, !eq, !lt, 1};
  return t[cmp];
}

static wt_word isetp(unsigned cmp, int sgn, unsigned bop, int ex) {
  wt_word w = op3(0x20c);
  put(&w, 78, 76, cmp);
  put(&w, 73, 73, (unsigned)sgn);
  put(&w, 75, 74, bop);
  put(&w, 72, 72, (unsigned)ex);
  put(&w, 83, 81, 0);
  put(&w, 86, 84, 1);
  put(&w, 90, 87, 7);
  return w;
}

START_TEST(isetp_every_comparison) {
  for (int k = 0; k < 48 * 400; k++) {
    unsigned cmp = (unsigned)k & 7, bop = (unsigned)k / 16 % 3, t, want_u, want_v;
    int sgn = k >> 3 & 1;
    args x = {.a = word(), .b = rnd() % 4 ? word() : 0, .pp = (unsigned)rnd() & 1};
    if (rnd() % 4 == 0) x.b = x.a;
    t = (unsigned)cmp64(cmp, sgn ? (int32_t)x.a < (int32_t)x.b : x.a < x.b, x.a == x.b);
    want_u = bop == 0 ? (t && x.pp) : bop == 1 ? (t || x.pp) : t != x.pp;
    want_v = bop == 0 ? (!t && x.pp) : bop == 1 ? (!t || x.pp) : t == x.pp;
    result r = eval(isetp(cmp, sgn, bop, 0), x);
    ck_assert_uint_eq(r.pu, want_u);
    ck_assert_uint_eq(r.pv, want_v);
  }
}
END_TEST

START_TEST(isetp_ex_compares_64_bits) {
  for (int k = 0; k < 16 * 1000; k++) {
    unsigned cmp = (unsigned)k & 7;
    int sgn = k >> 3 & 1;
    uint64_t a = dword(), b = rnd() % 3 ? dword() : a ^ (rnd() & 1);
    if (rnd() % 3 == 0) b = (a & 0xffffffff00000000) | word();
    result lo = eval(isetp(cmp, 0, 0, 0), (args){.a = (uint32_t)a, .b = (uint32_t)b, .pp = 1});
    result hi = eval(isetp(cmp, sgn, 0, 1), (args){.a = (uint32_t)(a >> 32), .b = (uint32_t)(b >> 32), .pp = 1, .pr = lo.pu});
    ck_assert_uint_eq(hi.pu, (unsigned)cmp64(cmp, sgn ? (int64_t)a < (int64_t)b : a < b, a == b));
  }
}
END_TEST

START_TEST(lop3_every_table) {
  for (unsigned lut = 0; lut < 256; lut++) {
    for (int k = 0; k < 20; k++) {
      args x = {.a = word(), .b = word(), .c = word(), .pp = (unsigned)k & 1};
      wt_word w = op3(0x212);
      uint32_t want = 0;
      put(&w, 79, 72, lut);
      put(&w, 83, 81, 0);
      put(&w, 80, 80, (unsigned)k >> 1 & 1);
      for (unsigned b = 0; b < 32; b++) {
        unsigned idx = (x.a >> b & 1) * 4 + (x.b >> b & 1) * 2 + (x.c >> b & 1);
        want |= (lut >> idx & 1) << b;
      }
      result r = eval(w, x);
      ck_assert_uint_eq(r.d, want);
      ck_assert_uint_eq(r.pu, k & 2 ? (want != 0 && x.pp) : (want != 0 || x.pp));
    }
  }
}
END_TEST

START_TEST(plop3_every_table) {
  for (unsigned lut = 0; lut < 256; lut++)
    for (unsigned in = 0; in < 8; in++) {
      wt_word w = op3(0x81c);
      unsigned lut2 = lut * 7 % 256;
      put(&w, 76, 72, lut >> 3);
      put(&w, 66, 64, lut & 7);
      put(&w, 67, 67, 0);
      put(&w, 71, 68, 2);
      put(&w, 23, 16, lut2);
      put(&w, 83, 81, 0);
      put(&w, 86, 84, 1);
      result r = eval(w, (args){.pp = in >> 2, .pq = in >> 1 & 1, .pr = in & 1});
      ck_assert_uint_eq(r.pu, lut >> in & 1);
      ck_assert_uint_eq(r.pv, lut2 >> in & 1);
    }
}
END_TEST

START_TEST(imad_low_wide_high) {
  for (int k = 0; k < 30000; k++) {
    int sgn = k & 1, neg = k >> 1 & 1, ex = k >> 2 & 1;
    unsigned op = k % 3 == 0 ? 0x224 : k % 3 == 1 ? 0x225 : 0x227;
    args x = {.a = word(), .b = word(), .c = word(), .c_hi = word(), .pp = (unsigned)rnd() & 1};
    wt_word w = op3(op);
    put(&w, 73, 73, (unsigned)sgn);
    put(&w, 75, 75, (unsigned)neg);
    put(&w, 74, 74, (unsigned)ex);
    if (op != 0x224) put(&w, 83, 81, 0);
    uint64_t c = (uint64_t)x.c_hi << 32 | x.c;
    if (neg) c = ~c;
    uint64_t prod = sgn ? (uint64_t)((int64_t)(int32_t)x.a * (int32_t)x.b) : (uint64_t)x.a * x.b;
    u128 s = (u128)prod + c + (ex ? x.pp : (unsigned)neg);
    result r = eval(w, x);
    if (op == 0x224) {
      ck_assert_uint_eq(r.d, (uint32_t)s);
      continue;
    }
    ck_assert_uint_eq(r.d, op == 0x225 ? (uint32_t)s : (uint32_t)(s >> 32));
    if (op == 0x225) ck_assert_uint_eq(r.d_hi, (uint32_t)(s >> 32));
    ck_assert_uint_eq(r.pu, (unsigned)(s >> 64));
  }
}
END_TEST

static uint32_t flag1(unsigned opcode, unsigned bit1, unsigned bit2, args x) {
  wt_word w = op3(opcode);
  put(&w, 80, 72, 0);
  if (bit1) put(&w, bit1, bit1, 1);
  if (bit2) put(&w, bit2, bit2, 1);
  return eval(w, x).d;
}

START_TEST(known_answers) {
  ck_assert_uint_eq(flag1(0x213, 0, 0, (args){.b = 0x80000000}), 0x80000000); /* IABS */
  ck_assert_uint_eq(flag1(0x213, 0, 0, (args){.b = 0xfffffff9}), 7);
  ck_assert_uint_eq(flag1(0x309, 0, 0, (args){.b = 0xf00f0001}), 9); /* POPC */
  ck_assert_uint_eq(flag1(0x309, 63, 0, (args){.b = 0xf00f0001}), 23);
  ck_assert_uint_eq(flag1(0x301, 0, 0, (args){.b = 0x00000013}), 0xc8000000); /* BREV */
  ck_assert_uint_eq(flag1(0x300, 0, 0, (args){.b = 0x00010000}), 16);         /* FLO */
  ck_assert_uint_eq(flag1(0x300, 74, 0, (args){.b = 0x00010000}), 15);
  ck_assert_uint_eq(flag1(0x300, 0, 0, (args){.b = 0}), 0xffffffff);
  ck_assert_uint_eq(flag1(0x300, 74, 0, (args){.b = 0}), 0xffffffff);
  ck_assert_uint_eq(flag1(0x300, 73, 0, (args){.b = 0xfffffff0}), 3);
  ck_assert_uint_eq(flag1(0x300, 73, 0, (args){.b = 0xffffffff}), 0xffffffff);
  ck_assert_uint_eq(flag1(0x300, 63, 0, (args){.b = 0xfff0ffff}), 19);
  ck_assert_uint_eq(flag1(0x217, 73, 0, (args){.a = 0xffffffff, .b = 1, .pp = 1}), 0xffffffff); /* IMNMX */
  ck_assert_uint_eq(flag1(0x217, 73, 0, (args){.a = 0xffffffff, .b = 1, .pp = 0}), 1);
  ck_assert_uint_eq(flag1(0x217, 0, 0, (args){.a = 0xffffffff, .b = 1, .pp = 1}), 1);
  ck_assert_uint_eq(flag1(0x217, 0, 0, (args){.a = 0xffffffff, .b = 1, .pp = 0}), 0xffffffff);
  ck_assert_uint_eq(flag1(0x207, 0, 0, (args){.a = 5, .b = 6, .pp = 1}), 5); /* SEL */
  ck_assert_uint_eq(flag1(0x207, 0, 0, (args){.a = 5, .b = 6, .pp = 0}), 6);
  ck_assert_uint_eq(flag1(0x216, 0, 0, (args){.a = 0x33221100, .b = 0x7430, .c = 0x77665544}), 0x77443300); /* PRMT */
  ck_assert_uint_eq(flag1(0x216, 0, 0, (args){.a = 0x33228100, .b = 0x9810, .c = 0}), 0xff008100);
  ck_assert_uint_eq(flag1(0x21a, 73, 0, (args){.a = 0x1f8, .b = 8}), 0xfffffff8); /* SGXT */
  ck_assert_uint_eq(flag1(0x21a, 0, 0, (args){.a = 0x1f8, .b = 8}), 0xf8);
  ck_assert_uint_eq(flag1(0x21a, 0, 0, (args){.a = 0x1f8, .b = 40}), 0x1f8);
  ck_assert_uint_eq(flag1(0x21a, 75, 0, (args){.a = 0x1f8, .b = 36}), 8);
  ck_assert_uint_eq(flag1(0x21b, 0, 0, (args){.a = 4, .b = 8}), 0xff0); /* BMSK */
  ck_assert_uint_eq(flag1(0x21b, 0, 0, (args){.a = 0, .b = 99}), 0xffffffff);
  ck_assert_uint_eq(flag1(0x21b, 0, 0, (args){.a = 32, .b = 1}), 0);
  ck_assert_uint_eq(flag1(0x21b, 75, 0, (args){.a = 33, .b = 33}), 2);
  ck_assert_uint_eq(flag1(0x214, 73, 0, (args){.a = 0xfffffffe, .b = 3, .c = 10}), 15); /* VABSDIFF */
  ck_assert_uint_eq(flag1(0x214, 0, 0, (args){.a = 3, .b = 5, .c = 10}), 12);
  ck_assert_uint_eq(flag1(0x203, 0, 0, (args){.a = 0xabc0, .b = 0x7f, .c = 0x15}), 0xab95); /* P2R, c = predicates */
  ck_assert_uint_eq(flag1(0x203, 76, 0, (args){.a = 0xabc0, .b = 0x7f, .c = 0x15}), 0x95c0);
}
END_TEST

START_TEST(operand_forms) {
  static const struct {
    unsigned op, b, c; /* kinds of B and C */
  } t[] = {{0x224, WT_SRC_REG, WT_SRC_REG},   {0x424, WT_SRC_REG, WT_SRC_IMM},  {0x624, WT_SRC_REG, WT_SRC_CONST}, {0x824, WT_SRC_IMM, WT_SRC_REG},
           {0xa24, WT_SRC_CONST, WT_SRC_REG}, {0xc24, WT_SRC_UREG, WT_SRC_REG}, {0xe24, WT_SRC_REG, WT_SRC_UREG}};
  for (size_t k = 0; k < sizeof t / sizeof t[0]; k++) {
    wt_word w = op3(t[k].op);
    wt_sem_insn i;
    put(&w, 63, 32, 0x06400103);
    put(&w, 75, 75, 0);
    ck_assert_int_eq(wt_sem_decode(w, &i), WT_OK);
    ck_assert_int_eq(i.src[0].kind, WT_SRC_REG);
    ck_assert_int_eq(i.src[0].reg, 2);
    ck_assert_int_eq(i.src[1].kind, (int)t[k].b);
    ck_assert_int_eq(i.src[2].kind, (int)t[k].c);
    for (unsigned s = 1; s < 3; s++) {
      const wt_sem_src *x = &i.src[s];
      if (x->kind == WT_SRC_IMM) ck_assert_uint_eq(x->lo, 0x06400103);
      if (x->kind == WT_SRC_UREG) ck_assert_uint_eq(x->reg, 3);
      if (x->kind == WT_SRC_CONST) ck_assert_uint_eq(x->reg, wt_bits(w, 58, 54));
      if (x->kind == WT_SRC_CONST) ck_assert_uint_eq(x->lo, wt_bits(w, 53, 40) * 4);
    }
    if (t[k].b == WT_SRC_REG) ck_assert_uint_eq(i.src[1].reg, t[k].op == 0x224 ? 3 : 4);
  }
}
END_TEST

START_TEST(negation_belongs_to_the_operand_not_the_slot) {
  wt_sem_insn i;
  wt_word w = op3(0x624); /* IMAD R, R, c: C is in 63:32 and has its sign in bit 63 */
  put(&w, 63, 63, 1);
  wt_sem_decode(w, &i);
  ck_assert_int_eq(i.src[2].inv, 1);
  w = op3(0x424); /* an immediate has no sign bit */
  put(&w, 63, 32, 0x80000005);
  wt_sem_decode(w, &i);
  ck_assert_int_eq(i.src[2].inv, 0);
  ck_assert_uint_eq(i.src[2].lo, 0x80000005);
  w = op3(0x810);
  put(&w, 63, 32, 0xffffffff);
  put(&w, 75, 75, 1);
  wt_sem_decode(w, &i);
  ck_assert_int_eq(i.src[1].inv, 0);
  ck_assert_int_eq(i.src[2].inv, 1);
}
END_TEST

START_TEST(uniform_operations_are_the_same_ones) {
  static const struct {
    unsigned code, op;
  } t[] = {{0x290, WT_I_IADD3}, {0x890, WT_I_IADD3}, {0x2a4, WT_I_IMAD},  {0x2a5, WT_I_IMAD_WIDE}, {0x291, WT_I_LEA},
           {0x292, WT_I_LOP3},  {0x299, WT_I_SHF},   {0x28c, WT_I_ISETP}, {0x287, WT_I_SEL},       {0x2bf, WT_I_POPC},
           {0x2bd, WT_I_FLO},   {0x2be, WT_I_BREV},  {0x882, WT_I_MOV},   {0xc82, WT_I_MOV},       {0x89c, WT_I_PLOP3}};
  for (size_t k = 0; k < sizeof t / sizeof t[0]; k++) {
    wt_sem_insn i;
    wt_word w = op3(t[k].code);
    put(&w, 91, 91, 1);
    ck_assert_int_eq(wt_sem_decode(w, &i), WT_OK);
    ck_assert_int_eq(i.cls, WT_CL_UALU);
    ck_assert_int_eq(i.op, (int)t[k].op);
    ck_assert_int_eq(i.udst, 1);
    ck_assert_int_eq(i.guard.uni, 1);
    for (unsigned s = 0; s < 3; s++) ck_assert_int_ne(i.src[s].kind, WT_SRC_REG);
  }
}
END_TEST

/* ---- floating point: results known beforehand ---- */

static wt_word changed(wt_word w, unsigned hi, unsigned lo, uint64_t v) {
  put(&w, hi, lo, v);
  return w;
}

static wt_word fp(unsigned opcode, unsigned rounding) {
  wt_word w = op3(opcode);
  put(&w, 80, 77, rounding << 1);
  put(&w, 86, 84, 4);
  return w;
}
static uint32_t f32(wt_word w, uint32_t a, uint32_t b, uint32_t c) { return eval(w, (args){.a = a, .b = b, .c = c}).d; }

START_TEST(fp32_arithmetic) {
  const uint32_t one = 0x3f800000, minus = 0x80000000, tiny = 0x33800000 /* 2^-24 */, nan = 0x7fffffff;
  const uint32_t up[4] = {one, one, one + 1, one}, down[4] = {one | minus, (one + 1) | minus, one | minus, one | minus};
  for (unsigned m = 0; m < 4; m++) {
    ck_assert_uint_eq(f32(fp(0x221, m), one, tiny, 0), up[m]); /* half an ulp, to even */
    ck_assert_uint_eq(f32(fp(0x221, m), one | minus, tiny | minus, 0), down[m]);
    ck_assert_uint_eq(f32(fp(0x221, m), one, one | minus, 0), m == 1 ? minus : 0);
    ck_assert_uint_eq(f32(fp(0x220, m), 0x7f7fffff, 0x40000000, 0), m == 0 || m == 2 ? 0x7f800000 : 0x7f7fffff);
    /* (1 + 2^-23) (1 - 2^-23) - 1 = -2^-46: lost with two roundings */
    ck_assert_uint_eq(f32(fp(0x223, m), one + 1, 0x3f7ffffe, one | minus), 0xa8800000);
  }
  ck_assert_uint_eq(f32(fp(0x220, 0), 0x00800000, 0x3f000000, 0), 0x00400000);
  ck_assert_uint_eq(f32(changed(fp(0x220, 0), 80, 80, 1), 0x00800000, 0x3f000000, 0), 0);     /* .FTZ of the result */
  ck_assert_uint_eq(f32(changed(fp(0x221, 0), 80, 80, 1), 0x80000001, 0x80000000, 0), minus); /* .FTZ of an operand */
  ck_assert_uint_eq(f32(changed(fp(0x220, 0), 86, 84, 3), one, 0x40400000, 0), 0x3fc00000);   /* .D2 */
  ck_assert_uint_eq(f32(changed(fp(0x221, 0), 77, 77, 1), one, one, 0), one);                 /* .SAT */
  ck_assert_uint_eq(f32(changed(fp(0x221, 0), 77, 77, 1), 0xffc00000, one, 0), 0);
  ck_assert_uint_eq(f32(fp(0x221, 0), 0xffc01234, one, 0), nan);
  ck_assert_uint_eq(f32(fp(0x220, 0), 0x7f800000, 0, 0), nan);
  ck_assert_uint_eq(f32(changed(fp(0x221, 0), 72, 72, 1), one, one, 0), 0);         /* -a + b */
  ck_assert_uint_eq(f32(changed(fp(0x221, 0), 63, 62, 3), one, one | minus, 0), 0); /* a + -|b| */
  ck_assert_uint_eq(f32(changed(fp(0x223, 0), 75, 75, 1), one, one, one), 0);       /* a b - c */
}
END_TEST

START_TEST(fp64_arithmetic) {
  static wt_sem_out out;
  const uint32_t zero = 0, third_lo = 0x55555555, third_hi = 0x3fd55555, three = 0x40080000;
  wt_sem_insn i;
  wt_sem_in in = {.a = &third_lo, .a_hi = &third_hi, .b = &zero, .b_hi = &three, .c = &zero, .c_hi = &zero, .n = 1};
  wt_word mul = changed(changed(fp(0x228, 0), 39, 32, 6), 23, 16, 8), add = changed(fp(0x229, 0), 23, 16, 8);
  ck_assert_int_eq(wt_sem_decode(mul, &i), WT_OK); /* one third times three, to nearest and to zero */
  wt_sem_alu(&i, &in, &out);
  ck_assert_uint_eq(out.d[0], 0);
  ck_assert_uint_eq(out.d_hi[0], 0x3ff00000);
  ck_assert_int_eq(wt_sem_decode(changed(mul, 79, 78, 3), &i), WT_OK);
  wt_sem_alu(&i, &in, &out);
  ck_assert_uint_eq(out.d[0], 0xffffffff);
  ck_assert_uint_eq(out.d_hi[0], 0x3fefffff);
  ck_assert_int_eq(wt_sem_decode(changed(add, 75, 75, 1), &i), WT_OK); /* DADD: the register at 71:64, negated */
  ck_assert_uint_eq(i.src[1].reg, 4);
  ck_assert_uint_eq(i.src[1].inv, 1);
  ck_assert_uint_eq(i.rd, 8);
  ck_assert_uint_eq(i.nrd, 2);
  ck_assert_int_eq(wt_sem_decode(changed(changed(op3(0x42a), 79, 76, 1), 63, 32, 0x3ff00000), &i), WT_OK); /* DSETP.LT R2, 1.0, !PT */
  ck_assert_uint_eq(i.src[1].hi, 0x3ff00000);
  ck_assert_uint_eq(i.src[1].lo, 0);
  in.b_hi = &i.src[1].hi, in.pp = 1;
  wt_sem_alu(&i, &in, &out);
  ck_assert_uint_eq(out.pu, 1);
  ck_assert_uint_eq(out.pv, 0);
}
END_TEST

/* Bytes and saturation, by the PTX manual's descriptions; bits 77:72 of the word as given. */
START_TEST(bytes_and_dot_products) {
  static const struct {
    unsigned opcode, mods;
    args x;
    uint32_t want;
  } t[] = {
    {0x216, 1, {.a = 0x33221100, .b = 2, .c = 0x77665544}, 0x55443322},       /* PRMT.F4E */
    {0x216, 2, {.a = 0x33221100, .b = 0, .c = 0x77665544}, 0x55667700},       /* B4E */
    {0x216, 3, {.a = 0x33221100, .b = 6, .c = 0x77665544}, 0x22222222},       /* RC8: two bits of the selector */
    {0x216, 4, {.a = 0x33221100, .b = 1, .c = 0x77665544}, 0x33221111},       /* ECL */
    {0x216, 5, {.a = 0x33221100, .b = 2, .c = 0x77665544}, 0x22221100},       /* ECR */
    {0x216, 6, {.a = 0x33221100, .b = 1, .c = 0x77665544}, 0x33223322},       /* RC16 */
    {0x215, 0, {.a = 0xff000510, .b = 0x00ff0a10, .c = 9}, 0xffff0500},       /* VABSDIFF4 */
    {0x215, 8, {.a = 0xff000510, .b = 0x00ff0a10, .c = 9}, 524},              /* .ACC */
    {0x226, 6, {.a = 0xff02fe03, .b = 0x01020304, .c = 1000}, 1009},          /* IDP.4A.S8.S8 */
    {0x226, 0, {.a = 0xff000000, .b = 0xff000000, .c = 0}, 255 * 255},        /* U8.U8 */
    {0x226, 2, {.a = 0xff000000, .b = 0xff000000, .c = 0}, 0u - 255},         /* S8.U8 */
    {0x226, 0x12, {.a = 0xfffe0003, .b = 0x0000ff02, .c = 5}, 5 + 6 - 510},   /* 2A.LO.S16.U8 */
    {0x226, 0x34, {.a = 0xfffe0003, .b = 0xff020000, .c = 5}, 5 + 6 - 65534}, /* 2A.HI.U16.S8 */
    {0x238, 0, {.b = 0xffffffff}, 0},                                         /* I2I.U8 */
    {0x238, 0x10, {.b = 200}, 127},                                           /* S8 */
    {0x238, 0x30, {.b = 0xffff0000}, 0xffff8000},                             /* S16 */
    {0x239, 0, {.a = 300, .b = 0xffffffff, .c = 0x7788aabb}, 0xaabbff00},     /* I2IP.U8 */
    {0x239, 0x20, {.a = 70000, .b = 5, .c = 0x7788aabb}, 0xffff0005},         /* U16 */
    {0x414, 2, {.a = 3, .b = 0xfffffffe, .c = 100}, 105},                     /* VABSDIFF with a number as addend: 3 and -2 */
    {0x411, 0x108, {.a = 0x80000000, .b = 5, .c = 0xffffffff}, 4},            /* LEA.HI by 1: bit 75 is the shift's */
  };
  for (size_t k = 0; k < sizeof t / sizeof t[0]; k++) {
    wt_word w = op3(t[k].opcode);
    put(&w, 80, 72, t[k].mods);
    ck_assert_msg(eval(w, t[k].x).d == t[k].want, "case %zu: %08x, expected %08x", k, eval(w, t[k].x).d, t[k].want);
  }
}
END_TEST

START_TEST(refusals) {
  wt_sem_insn i;
  ck_assert_int_eq(wt_sem_decode(changed(op3(0x216), 74, 72, 7), &i), WT_UNSUPPORTED);    /* PRMT, mode 7 */
  ck_assert_int_eq(wt_sem_decode(changed(op3(0x215), 80, 72, 2), &i), WT_UNSUPPORTED);    /* VABSDIFF4.S8 */
  ck_assert_int_eq(wt_sem_decode(changed(op3(0x226), 80, 72, 0x20), &i), WT_UNSUPPORTED); /* IDP.4A.HI */
  static const uint16_t silent[] = {0x214, 0x215, 0x224, 0x300};                          /* VABSDIFF, VABSDIFF4, IMAD, FLO with a predicate */
  for (unsigned k = 0; k < 4; k++) {
    ck_assert_int_eq(wt_sem_decode(changed(op3(silent[k]), 83, 81, 7), &i), WT_OK);
    ck_assert_int_eq(wt_sem_decode(changed(op3(silent[k]), 83, 81, 2), &i), WT_UNSUPPORTED);
  }
  ck_assert_int_eq(wt_sem_decode(op3(0xfff), &i), WT_UNSUPPORTED);
  ck_assert_int_eq(wt_sem_decode(op3(0x236), &i), WT_UNSUPPORTED);              /* HMMA */
  static const uint64_t halves[][2] = {{UINT64_C(0x10800000ff077630), 0x900},   /* the move of a constant, and what is not */
                                       {UINT64_C(0x10800000ff077630), 0x800},   /* +RZ */
                                       {UINT64_C(0x10800000ff077630), 0x4900},  /* .F32 */
                                       {UINT64_C(0x10800000ff077630), 0x10900}, /* .FTZ */
                                       {UINT64_C(0x10800000ff077630), 0x2900},  /* .SAT */
                                       {UINT64_C(0x1080000004077630), 0x900},   /* R4 */
                                       {UINT64_C(0x90800000ff077630), 0x900},   /* negated */
                                       {UINT64_C(0x50800000ff077630), 0x900}};  /* absolute */
  for (unsigned k = 0; k < sizeof halves / sizeof *halves; k++)
    ck_assert_int_eq(wt_sem_decode((wt_word){halves[k][0], halves[k][1]}, &i), k ? WT_UNSUPPORTED : WT_OK);
  ck_assert_int_eq(wt_sem_decode(changed(op3(0x223), 76, 76, 1), &i), WT_UNSUPPORTED); /* FFMA.FMZ */
  ck_assert_int_eq(wt_sem_decode(changed(op3(0x220), 86, 84, 0), &i), WT_UNSUPPORTED); /* FMUL with a reserved scale */
  ck_assert_int_eq(wt_sem_decode(changed(op3(0x229), 31, 24, 3), &i), WT_UNSUPPORTED); /* DADD of R4:R3 */
  ck_assert_int_eq(wt_sem_decode(op3(0x202), &i), WT_UNSUPPORTED);                     /* MOV without lane mask */
  ck_assert_int_eq(wt_sem_decode(changed(op3(0x202), 75, 72, 15), &i), WT_OK);
  ck_assert_int_eq(wt_sem_decode(changed(op3(0xb1d), 79, 77, 3), &i), WT_UNSUPPORTED);                                         /* BAR.SCAN */
  ck_assert_int_eq(wt_sem_decode(changed(op3(0x31c), 79, 78, 0), &i), WT_UNSUPPORTED);                                         /* B2R of a barrier */
  ck_assert_int_eq(wt_sem_decode(changed(op3(0x3a8), 75, 73, 4), &i), WT_UNSUPPORTED);                                         /* ATOMG on F16x2 */
  ck_assert_int_eq(wt_sem_decode(changed(changed(op3(0x3a8), 75, 73, 3), 90, 87, 0), &i), WT_OK);                              /* ATOMG.ADD.F32 */
  ck_assert_int_eq(wt_sem_decode(changed(changed(op3(0x3a8), 75, 73, 3), 90, 87, 1), &i), WT_UNSUPPORTED);                     /* .MIN */
  ck_assert_int_eq(wt_sem_decode(changed(changed(changed(op3(0x38a), 75, 73, 3), 90, 87, 0), 83, 81, 7), &i), WT_UNSUPPORTED); /* no predicate */
  ck_assert_int_eq(wt_sem_decode(changed(changed(changed(op3(0x38a), 75, 73, 3), 90, 87, 0), 83, 81, 2), &i), WT_OK);
  ck_assert_int_eq(wt_sem_decode(changed(changed(op3(0x38c), 75, 73, 3), 90, 87, 0), &i), WT_UNSUPPORTED); /* ATOMS.ADD.F32 */
  ck_assert_int_eq(wt_sem_decode(changed(op3(0x919), 79, 72, 40), &i), WT_UNSUPPORTED);                    /* S2R NTID */
  ck_assert_int_eq(wt_sem_decode(changed(op3(0x355), 29, 24, 24), &i), WT_UNSUPPORTED);                    /* BMOV MEXITED */
  ck_assert_int_eq(wt_sem_decode(changed(op3(0x950), 85, 85, 0), &i), WT_OK);
  ck_assert_int_eq(wt_sem_decode(changed(op3(0x950), 85, 85, 1), &i), WT_OK); /* RET.ABS */
  ck_assert(i.absolute);
  ck_assert_int_eq(wt_sem_decode(changed(op3(0x381), 75, 73, 5), &i), WT_UNSUPPORTED); /* 64 bits into R1 */
  ck_assert_ptr_nonnull(i.why);
}
END_TEST

/* Every row that the project executes has a meaning here. */
START_TEST(all_supported_rows_decode) {
  for (unsigned id = 0; id < WT_I_COUNT; id++) {
    const wt_insn_row *r = &wt_isa_rows[id];
    if (!r->supported) continue;
    for (unsigned form = 0; form < 8; form++) {
      wt_sem_insn i;
      wt_word w = op3(r->key == WT_KEY_FIX ? r->code : r->code | form << 9);
      if (r->key == WT_KEY_FIX ? form != 0 : !(r->forms >> form & 1)) continue;
      put(&w, 23, 16, id == WT_I_PLOP3 || id == WT_I_UPLOP3 ? 0 : 4);
      if (id == WT_I_BSSY || id == WT_I_BSYNC || id == WT_I_BREAK) put(&w, 23, 16, 0);
      put(&w, 31, 24, 4);
      put(&w, 63, 32, 4);
      put(&w, 90, 87, 0);
      put(&w, 80, 72, id == WT_I_MOV ? 15 : 0);
      if (id == WT_I_MATCH) put(&w, 83, 81, 7);
      if (id == WT_I_B2R) put(&w, 79, 78, 1);
      if (id == WT_I_HADD2_C) put(&w, 31, 24, 255), put(&w, 63, 59, 2), put(&w, 80, 72, 9);
      if (id == WT_I_QSPC) put(&w, 74, 72, 1), put(&w, 23, 16, 255);
      if (r->unit == WT_UNIT_XU || wt_sem_is_half(id)) put(&w, 86, 81, 0);
      if (wt_sem_is_half(id)) put(&w, 71, 64, r->code >= 0x33 ? 0 : 4);
      if (r->unit == WT_UNIT_XU && id != WT_I_MUFU) { /* sizes that the row has: 32 bits, or 64 */
        put(&w, 85, 84, r->code >= 0x110 ? 3 : 2);
        put(&w, 76, 75, id == WT_I_FRND_64 || id == WT_I_I2F_64 ? 3 : 2);
        if (form == 4 && id == WT_I_I2F_64) put(&w, 85, 84, 2);
      }
      ck_assert_msg(wt_sem_decode(w, &i) == WT_OK, "%s form %u: %s", r->id, form, i.why ? i.why : "");
      ck_assert_int_eq(i.id, (int)id);
    }
  }
}
END_TEST

START_TEST(atomics) {
  wt_sem_insn i = {.bytes = 4};
  static const struct {
    unsigned aop, sgn, bytes;
    uint64_t old, data, cas, want;
  } t[] = {
    {WT_AOP_ADD, 0, 4, 0xffffffff, 2, 0, 1},
    {WT_AOP_ADD, 0, 8, 0xffffffff, 2, 0, 0x100000001},
    {WT_AOP_MIN, 0, 4, 0xffffffff, 2, 0, 2},
    {WT_AOP_MIN, 1, 4, 0xffffffff, 2, 0, 0xffffffff},
    {WT_AOP_MAX, 0, 4, 0xffffffff, 2, 0, 0xffffffff},
    {WT_AOP_MAX, 1, 4, 0xffffffff, 2, 0, 2},
    {WT_AOP_MIN, 1, 8, UINT64_MAX, 2, 0, UINT64_MAX},
    {WT_AOP_MAX, 0, 8, 0xffffffff, 0x100000000, 0, 0x100000000},
    {WT_AOP_INC, 0, 4, 5, 6, 0, 6},
    {WT_AOP_INC, 0, 4, 6, 6, 0, 0},
    {WT_AOP_DEC, 0, 4, 0, 6, 0, 6},
    {WT_AOP_DEC, 0, 4, 7, 6, 0, 6},
    {WT_AOP_DEC, 0, 4, 6, 6, 0, 5},
    {WT_AOP_AND, 0, 4, 0xff0, 0x0ff, 0, 0x0f0},
    {WT_AOP_OR, 0, 4, 0xff0, 0x0ff, 0, 0xfff},
    {WT_AOP_XOR, 0, 4, 0xff0, 0x0ff, 0, 0xf0f},
    {WT_AOP_EXCH, 0, 8, 1, UINT64_MAX, 0, UINT64_MAX},
    {WT_AOP_CAS, 0, 4, 3, 3, 9, 9},
    {WT_AOP_CAS, 0, 4, 4, 3, 9, 4},
    {WT_AOP_CAS, 0, 8, 0x300000003, 0x300000003, 9, 9},
    {WT_AOP_CAS, 0, 8, 0x300000003, 3, 9, 0x300000003},
  };
  for (size_t k = 0; k < sizeof t / sizeof t[0]; k++) {
    i.aop = (uint8_t)t[k].aop;
    i.sgn = (uint8_t)t[k].sgn;
    i.bytes = (uint8_t)t[k].bytes;
    ck_assert_uint_eq(wt_sem_atom(&i, t[k].old, t[k].data, t[k].cas), t[k].want);
  }
}
END_TEST

/* fp32 flushes what is subnormal before and after, fp64 does not; worked out by hand. */
START_TEST(atomic_sums) {
  static const struct {
    unsigned bytes;
    uint64_t old, data, want;
  } t[] = {
    {4, 0x3f800000, 0x40000000, 0x40400000},
    {4, 0x00000001, 0x00000001, 0},
    {4, 0x80000001, 0x80000002, 0x80000000},
    {4, 0x00800001, 0x80800000, 0},
    {4, 0x7f800000, 0xff800000, 0x7fffffff},
    {4, 0x7f800001, 0, 0x7fffffff},
    {4, 0x4b800000, 0x3f800000, 0x4b800000},
    {4, 0x4b800000, 0x40400000, 0x4b800002},
    {4, 0x007fffff, 0x00800000, 0x00800000},
    {8, 1, 1, 2},
    {8, UINT64_C(0x3ff0000000000000), UINT64_C(0xbff0000000000000), 0},
    {8, UINT64_C(0x7ff0000000000000), UINT64_C(0xfff0000000000000), UINT64_C(0x7ff8000000000000)},
    {8, UINT64_C(0x000fffffffffffff), 1, UINT64_C(0x0010000000000000)},
  };
  for (size_t k = 0; k < sizeof t / sizeof t[0]; k++) {
    wt_sem_insn i = {.bytes = (uint8_t)t[k].bytes, .number = 1, .aop = WT_AOP_ADD};
    ck_assert_msg(wt_sem_atom(&i, t[k].old, t[k].data, 0) == t[k].want, "case %zu", k);
  }
}
END_TEST

START_TEST(shuffle_lanes) {
  static const struct {
    unsigned mode, lane, b, c, ws, from;
    int ok;
  } t[] = {
    {0, 5, 9, 0x1f, 32, 9, 1},   {0, 21, 9, 0x181f, 32, 17, 1}, /* segments of 8: 16 + 9 % 8 */
    {1, 5, 3, 0, 32, 2, 1},      {1, 2, 3, 0, 32, 2, 0},        {1, 17, 2, 0x1000, 32, 17, 0}, {2, 5, 3, 0x1f, 32, 8, 1},
    {2, 30, 3, 0x1f, 32, 30, 0}, {2, 14, 3, 0x101f, 32, 14, 0},                                                          /* segments of 16 */
    {3, 5, 1, 0x1f, 32, 4, 1},   {3, 5, 16, 0x1f, 32, 21, 1},   {3, 5, 16, 0xf, 32, 5, 0},     {2, 3, 1, 0x1f, 4, 3, 0}, /* lane 4 does not exist */
    {2, 33, 1, 0x1f, 64, 34, 1}, {3, 40, 1, 0x1f, 64, 41, 1},
  };
  for (size_t k = 0; k < sizeof t / sizeof t[0]; k++) {
    int ok;
    ck_assert_uint_eq(wt_sem_shfl(t[k].mode, t[k].lane, t[k].b, t[k].c, t[k].ws, &ok), t[k].from);
    ck_assert_int_eq(ok, t[k].ok);
  }
}
END_TEST

int main(void) {
  Suite *s = suite_create("wt_sem");
  TCase *t = tcase_create("semantics");
  tcase_add_test(t, iadd3_sum_and_carries);
  tcase_add_test(t, iadd3_chain_of_64_bits);
  tcase_add_test(t, lea_low_high_and_chain);
  tcase_add_test(t, shf_every_mode);
  tcase_add_test(t, isetp_every_comparison);
  tcase_add_test(t, isetp_ex_compares_64_bits);
  tcase_add_test(t, lop3_every_table);
  tcase_add_test(t, plop3_every_table);
  tcase_add_test(t, imad_low_wide_high);
  tcase_add_test(t, known_answers);
  tcase_add_test(t, operand_forms);
  tcase_add_test(t, negation_belongs_to_the_operand_not_the_slot);
  tcase_add_test(t, uniform_operations_are_the_same_ones);
  tcase_add_test(t, fp32_arithmetic);
  tcase_add_test(t, fp64_arithmetic);
  tcase_add_test(t, bytes_and_dot_products);
  tcase_add_test(t, refusals);
  tcase_add_test(t, all_supported_rows_decode);
  tcase_add_test(t, atomics);
  tcase_add_test(t, atomic_sums);
  tcase_add_test(t, shuffle_lanes);
  suite_add_tcase(s, t);
  return suite_run(s);
}
