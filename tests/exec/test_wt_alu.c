/* test_wt_alu.c - integer ALU: worked examples of every operation, and random lock-step in which every lane is also
 * checked against exact arithmetic on wide integers. Rule numbers: docs/blocks/exec/wt_alu.md. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "isa/wt_isa.h"
#include "tests/block_suite.h"
#include "tests/exec/alu_bytes_ref.h"
#include "tests/exec/alu_float_ref.h"
#include "tests/exec/alu_scalar_ref.h"
#include "tests/exec/alu_word_ref.h"
#include "tests/exec/half_ref.h"

static wt_bench *bench(const char *preset, const char *const *set) { return suite_open("alu", preset, set, 11); }

/* ---- reference: one lane, from the instruction word and the dispatched operands ---- */

/* Value that a negated (or, with .X, inverted) 32-bit operand contributes to an exact sum. */
static wide operand(uint32_t v, unsigned neg, unsigned x) { return !neg ? (wide)v : x ? TWO32 - 1 - v : TWO32 - v; }

static unsigned neg_b(wt_word w, unsigned form) {
  if (form == 2 && wt_bits(w, 8, 0) == 0x011) return 0; /* LEA: 75 is one of the shift's bits */
  if (form == 2 || form == 3 || form == 7) return bit(w, 75);
  return form == 4 ? 0 : bit(w, 63);
}
static unsigned neg_c(wt_word w, unsigned form) {
  if (form == 3 || form == 7) return bit(w, 63);
  return form == 2 ? 0 : bit(w, 75);
}

static void ref_mad(ref_res *r, wt_word w, unsigned op, uint32_t a, uint32_t b, uint64_t c, unsigned pp, unsigned form) {
  wide va = a, vb = b, vc = c, s;
  if (bit(w, 73)) va = (int32_t)a, vb = (int32_t)b;
  wide p = va * vb;
  if (p < 0) p += TWO64;
  if (neg_c(w, form)) vc = bit(w, 74) ? TWO64 - 1 - vc : TWO64 - vc;
  s = p + vc + (bit(w, 74) ? pp : 0);
  uint64_t s64 = (uint64_t)s;
  r->lo = op == WT_I_IMAD_HI ? (uint32_t)(s64 >> 32) : (uint32_t)s64;
  r->hi = op == WT_I_IMAD_WIDE ? (uint32_t)(s64 >> 32) : 0;
  /* C = 0 negated contributes 2^64: it carries by itself when it is counted as complement plus one */
  r->pu = s >= TWO64;
}

static unsigned table(unsigned lut, unsigned a, unsigned b, unsigned c) { return lut >> (a * 4 + b * 2 + c) & 1; }

static ref_res ref(unsigned op, wt_word w, uint32_t a, uint32_t b, uint64_t c64, unsigned pp, unsigned pq, unsigned pr) {
  ref_res r = {0, 0, 0, 0};
  uint32_t c = (uint32_t)c64, v = b;
  unsigned form = wt_isa_form(w), x = bit(w, 74), t;
  wide s;
  switch (op) {
    case WT_I_MOV:
    case WT_I_BMOV_RB: r.lo = b; break;
    case WT_I_VOTE: r.lo = b, r.pu = pp; break;
    case WT_I_B2R: r.lo = b, r.pu = b > 0; break;
    case WT_I_S2R:
    case WT_I_CS2R: r.lo = a; break;
    case WT_I_SEL: r.lo = pp ? a : b; break;
    case WT_I_P2R:
      r.lo = c;
      for (unsigned k = 0, at = (unsigned)wt_bits(w, 77, 76) * 8; k + at < 32; k++)
        if (b >> k & 1) r.lo = (r.lo & ~(1u << (k + at))) | (k < 7 ? (a >> k & 1) << (k + at) : 0);
      break;
    case WT_I_R2P: r.lo = a >> wt_bits(w, 77, 76) * 8, r.hi = b; break;
    case WT_I_SGXT:
    case WT_I_BMSK: r.lo = ref_field(w, op, a, b); break;
    case WT_I_PRMT:
    case WT_I_VABSDIFF:
    case WT_I_VABSDIFF4:
    case WT_I_IDP:
    case WT_I_I2I:
    case WT_I_I2IP: r.lo = ref_bytes(w, op, a, b, c); break;
    case WT_I_LEPC: r.lo = a; break;
    case WT_I_QSPC: { /* 0x7e00 << 32: shared memory, 0x7e01 << 32: local memory, 4 GiB each */
      uint64_t at = (uint64_t)b << 32 | a;
      at = c >> 31 ? at - (0x1000000 - (c >> 8)) : at + (c >> 8);
      unsigned where = at - UINT64_C(0x7e0000000000) < (uint64_t)TWO32 ? 2 : at - UINT64_C(0x7e0100000000) < (uint64_t)TWO32 ? 1 : 0;
      unsigned asked = (unsigned)wt_bits(w, 74, 73);
      r.pu = where == (asked == 3 ? 2 : asked);
      break;
    }
    case WT_I_IADD3:
      s = operand(a, bit(w, 72), x) + operand(b, neg_b(w, form), x) + operand(c, neg_c(w, form), x) + (x ? (wide)(pp + pq) : 0);
      r.lo = (uint32_t)s, r.pu = s >= TWO32, r.pv = s >= 2 * TWO32;
      break;
    case WT_I_LEA: {
      wide in = bit(w, 80) ? ((wide)(bit(w, 73) ? (a >> 31 ? 0xffffffffu : 0) : c) << 32 | a) : (wide)a;
      wide sh = in << wt_bits(w, 79, 75);
      uint32_t part = bit(w, 80) ? (uint32_t)(uint64_t)(sh >> 32) : (uint32_t)sh;
      s = operand(part, bit(w, 72), x) + operand(b, neg_b(w, form), x) + (x ? pp : 0);
      r.lo = (uint32_t)s, r.pu = s >= TWO32;
      break;
    }
    case WT_I_SHF: r.lo = ref_shf(w, a, b, c); break;
    case WT_I_IMAD:
    case WT_I_IMAD_WIDE:
    case WT_I_IMAD_HI: ref_mad(&r, w, op, a, b, c64, pp, form); break;
    case WT_I_ISETP:
      t = ref_cmp(w, a, b, pr);
      switch (wt_bits(w, 75, 74)) {
        case 0: r.pu = t && pp, r.pv = !t && pp; break;
        case 1: r.pu = t || pp, r.pv = !t || pp; break;
        default: r.pu = t != pp, r.pv = t == pp; break;
      }
      break;
    case WT_I_IMNMX:
      t = bit(w, 73) ? (int32_t)a < (int32_t)b : a < b;
      r.lo = (t ? pp : !pp) ? a : b;
      break;
    case WT_I_LOP3:
      for (unsigned k = 0; k < 32; k++) r.lo |= table((unsigned)wt_bits(w, 79, 72), a >> k & 1, b >> k & 1, c >> k & 1) << k;
      r.pu = bit(w, 80) ? r.lo && pp : r.lo || pp;
      break;
    case WT_I_PLOP3:
      r.pu = table((unsigned)(wt_bits(w, 76, 72) * 8 + wt_bits(w, 66, 64)), pp, pq, pr);
      r.pv = table((unsigned)wt_bits(w, 23, 16), pp, pq, pr);
      break;
    case WT_I_PLOP3_S1:
    case WT_I_PLOP3_S2:
    case WT_I_PLOP3_S3: { /* 34 */
      unsigned p = op == WT_I_PLOP3_S3 ? (int32_t)a < 0 : pp, q = (int32_t)b < 0, s3 = op == WT_I_PLOP3_S1 ? pr : (int32_t)c < 0;
      r.pu = table((unsigned)wt_bits(w, 79, 72), p, q, s3);
      r.pv = table((unsigned)wt_bits(w, 23, 16), p, q, s3);
      break;
    }
    case WT_I_HADD2_C: r.lo = (ref_half(c) << 16) | ref_half(c); break;
    case WT_I_IABS: r.lo = (int32_t)b < 0 ? (uint32_t)(-(int64_t)(int32_t)b) : b; break;
    case WT_I_POPC:
      if (neg_b(w, form)) v = ~v;
      for (; v; v >>= 1) r.lo += v & 1;
      break;
    case WT_I_FLO:
      if (neg_b(w, form)) v = ~v;
      if (bit(w, 73) && (int32_t)v < 0) v = ~v;
      r.lo = 0xffffffff;
      for (unsigned k = 0; k < 32; k++)
        if (v >> k & 1) r.lo = x ? 31 - k : k;
      break;
    case WT_I_BREV:
      for (unsigned k = 0; k < 32; k++) r.lo |= (b >> k & 1) << (31 - k);
      break;
    case WT_I_FSEL:
    case WT_I_FMNMX:
    case WT_I_FSET:
    case WT_I_FSETP:
    case WT_I_FCHK: ref_float(&r, op, w, a, b, pp, form); break;
    case WT_I_HSET2: r.lo = half_set(w, a, form == 1 ? b : c, pp); break;
    case WT_I_HSETP2: r.pu = half_setp(w, a, form == 1 ? b : c, pp, 0), r.pv = half_setp(w, a, form == 1 ? b : c, pp, 1); break;
    default: break;
  }
  return r;
}

/* Result registers after the edge against the beat d that was dispatched ALU_STAGES edges before; places: 0, or with cfg_places in that cycle 1 and the
 * number of the sub-core. */
static void check_beat(const wt_bench *b, const wt_disp_out *d, unsigned places) {
  const wt_alu_out *q = &b->m->subcore->alu.o;
  unsigned n = b->shape.LANES, op = (unsigned)uop_get_op(d->uop), unit = (unsigned)uop_get_unit(d->uop), pos = (unsigned)uop_get_bcpos(d->uop);
  wt_word w = {uop_get_lo(d->uop), uop_get_hi(d->uop)};
  int take = d->valid && unit == WT_U_ALU;
  static const wt_alu_out none = {.ready = 1};
  ck_assert(q->wb_valid == take && q->ready == 1);
  if (!take) ck_assert_int_eq(memcmp(q, &none, sizeof none), 0); /* 1 */
  if (!take) return;
  check_goes(q, d, op);
  if (wt_isa_rows[op].key == WT_KEY_ALU) check_place(d);
  uint32_t pu = 0, pv = 0;
  int scalar = pos == WT_BP_B || op == WT_I_VOTE || op == WT_I_BMOV_RB;
  for (unsigned l = 0; l < n; l++) {
    uint64_t c = pos == WT_BP_C ? d->bc : (uint64_t)d->data[3 * n + l] << 32 | d->data[2 * n + l];
    ref_res r = ref(op, w, op == WT_I_LEPC ? (uint32_t)uop_get_pc(d->uop) : d->data[l], scalar ? (uint32_t)d->bc : d->data[n + l], c, d->pp >> l & 1,
                    d->pq >> l & 1, d->pr >> l & 1);
    if (!(d->mask >> l & 1)) r = (ref_res){0, 0, 0, 0};
    ck_assert_msg(q->wb_lo[l] == r.lo && q->wb_hi[l] == r.hi, "%s form %u lane %u: %08x%08x, expected %08x%08x", wt_isa_rows[op].id, wt_isa_form(w),
                  l, q->wb_hi[l], q->wb_lo[l], r.hi, r.lo);
    pu |= r.pu << l, pv |= r.pv << l;
  }
  unsigned np = (unsigned)wt_bits(w, 83, 81), nv = (unsigned)wt_bits(w, 86, 84);
  ck_assert_int_eq(q->pw0_valid, has_pu(op) && np != 7);
  ck_assert_int_eq(q->pw1_valid, has_pv(op) && nv != 7);
  if (q->pw0_valid) ck_assert_msg(q->pw0_p == np && q->pw0_bits == pu, "%s Pu %x, expected %x", wt_isa_rows[op].id, q->pw0_bits, pu);
  if (q->pw1_valid) ck_assert_msg(q->pw1_p == nv && q->pw1_bits == pv, "%s Pv %x, expected %x", wt_isa_rows[op].id, q->pw1_bits, pv);
  ck_assert_int_eq(q->pwr_valid, op == WT_I_R2P);
  check_scalar(b, d, op, w, places);
}

/* The first of two stages after the edge against the beat d that was dispatched before it: exact terms of a product's sum. */
static void check_first(const wt_bench *b, const wt_disp_out *d) {
  const wt_alu_state *q = &b->m->subcore->alu.q;
  unsigned n = b->shape.LANES, op = (unsigned)uop_get_op(d->uop), pos = (unsigned)uop_get_bcpos(d->uop);
  wt_word w = {uop_get_lo(d->uop), uop_get_hi(d->uop)};
  int take = d->valid && uop_get_unit(d->uop) == WT_U_ALU, product = op == WT_I_IMAD || op == WT_I_IMAD_WIDE || op == WT_I_IMAD_HI;
  ck_assert_int_eq(q->first >> 41 & 1, take); /* the first of 42 bits */
  if (!take) ck_assert(!q->first && !q->first_mask && !q->first_pu && !q->first_pv && !q->first_k && !q->first_neg);
  for (unsigned l = 0; l < n; l++) {
    wide va = d->data[l], vb = pos == WT_BP_B ? (uint32_t)d->bc : d->data[n + l];
    if (bit(w, 73)) va = (int32_t)va, vb = (int32_t)vb;
    wide low = vb & 0xffff, p0 = (int64_t)(q->first_p0[l] << 15) >> 15, p1 = (int64_t)(q->first_p1[l] << 15) >> 15;
    int on = take && product && d->mask >> l & 1;
    ck_assert(p0 == (on ? va * low : 0) && p0 + p1 * 65536 == (on ? va * vb : 0));
    ck_assert_int_eq(q->first_neg >> l & 1, on && va * vb < 0);
    ck_assert((take && d->mask >> l & 1) || !(q->first_c[l] || q->first_k >> l & 1));
  }
}

static void random_run(const char *preset, const char *const *set, unsigned cycles) {
  wt_bench *b = bench(preset, set);
  wt_disp_out *d = calloc(2, sizeof *d); /* the beats of this cycle and the one before */
  unsigned places[2] = {0};
  for (unsigned i = 0; i < cycles; i++) {
    b->fns->stim(b->m, &b->rng, b->cycle);
    d[1] = d[0], d[0] = b->m->subcore->disp.o;
    places[1] = places[0], places[0] = b->m->gpu->cfg.places ? 1u + b->m->subcore->place.subcore : 0;
    ck_assert_msg(wt_bench_cycle(b) == 0, "%s", b->report);
    check_beat(b, &d[b->shape.ALU_STAGES - 1], places[b->shape.ALU_STAGES - 1]);
    if (b->shape.ALU_STAGES == 2) check_first(b, d);
  }
  free(d);
  wt_bench_close(b);
}

static const char *const one_warp[] = {"WARPS=1", NULL}, *const full[] = {"LANES=32", NULL};
static const char *const odd[] = {"WARPS=48", "LANES=2", "WARP_SIZE=8", NULL}, *const stages[] = {"ALU_STAGES=2", NULL};
static const char *const four[] = {"SUBCORES=4", "WARPS=12", "WARP_SIZE=8", NULL};
static const char *const large[] = {"SUBCORES=2", "WARPS=4", "GROUPING=dwr", "DWR_SUBWARPS=2", NULL};
START_TEST(tiny) { random_run("tiny", one_warp, 60000); }
END_TEST
START_TEST(small) { random_run("small", NULL, 40000); }
END_TEST
START_TEST(preset_default) { random_run("default", NULL, 30000); }
END_TEST
START_TEST(one_beat) { random_run("default", full, 15000); }
END_TEST
START_TEST(odd_shape) { random_run("tiny", odd, 20000), random_run("tiny", four, 20000), random_run("tiny", large, 10000); }
END_TEST
START_TEST(two_stages) { random_run("tiny", stages, 20000); }
END_TEST

/* ---- worked examples: one instruction, the same operands in all lanes ---- */

enum { P_P = 1, P_Q = 2, P_R = 4 };
static wt_bench *bx;
static void open_bx(void) { bx = bench("tiny", NULL); }
static void open_two_stages(void) { bx = bench("tiny", stages); }
static void close_bx(void) { wt_bench_close(bx); }

/* Fields of bits 127:64 named by their lowest bit. */
#define HI(n, v) ((uint64_t)(v) << ((n)-64))
#define LO(n, v) ((uint64_t)(v) << (n))

/* Runs op with Pu = P0 and Pv = P1; results are in bx->m->subcore->alu.q. */
static void run(unsigned op, unsigned form, uint64_t lo, uint64_t hi, uint32_t a, uint32_t b, uint64_t c, unsigned preds) {
  wt_disp_out *d = &bx->m->subcore->disp.o;
  const wt_insn_row *row = &wt_isa_rows[op];
  memset(d, 0, sizeof *d);
  d->valid = 1, d->mask = 0xf, d->lead = 1, d->last = 1;
  uop_put_lo(d->uop, lo | row->code | LO(9, row->key == WT_KEY_ALU ? form : 0));
  uop_put_hi(d->uop, hi | HI(84, 1));
  uop_put_op(d->uop, op), uop_put_unit(d->uop, WT_U_ALU);
  uop_put_dst(d->uop, 5);
  uop_put_ndst(d->uop, 1);
  if (form >= 4 && form <= 6) uop_put_bcpos(d->uop, WT_BP_B), d->bc = b;
  if (form == 2 || form == 3 || form == 7) uop_put_bcpos(d->uop, WT_BP_C), d->bc = c;
  if (op == WT_I_VOTE || op == WT_I_BMOV_RB) d->bc = b;
  d->pp = preds & P_P ? 0xf : 0, d->pq = preds & P_Q ? 0xf : 0, d->pr = preds & P_R ? 0xf : 0;
  for (unsigned l = 0; l < 4; l++) {
    d->data[l] = a;
    if (form == 1 || form == 2 || form == 3 || form == 7) d->data[4 + l] = b;
    if (form == 1 || (form >= 4 && form <= 6)) d->data[8 + l] = (uint32_t)c, d->data[12 + l] = (uint32_t)(c >> 32);
  }
  ck_assert_msg(wt_bench_cycle(bx) == 0, "%s", bx->report);
  if (bx->m->S->ALU_STAGES == 1) return;
  d->valid = 0;
  ck_assert_msg(wt_bench_cycle(bx) == 0, "%s", bx->report);
}
#define LO_IS(v) ck_assert_uint_eq(bx->m->subcore->alu.o.wb_lo[3], (v))
#define HI_IS(v) ck_assert_uint_eq(bx->m->subcore->alu.o.wb_hi[0], (v))
#define PU_IS(v) ck_assert_uint_eq(bx->m->subcore->alu.o.pw0_bits, (v) ? 0xf : 0)
#define PV_IS(v) ck_assert_uint_eq(bx->m->subcore->alu.o.pw1_bits, (v) ? 0xf : 0)
#define PREDS_ARE(u, v) \
  do {                  \
    PU_IS(u);           \
    PV_IS(v);           \
  } while (0)

START_TEST(iadd3_carries_count_up_to_two) {
  run(WT_I_IADD3, 1, 0, 0, 0xffffffff, 1, 0, 0);
  LO_IS(0);
  PREDS_ARE(1, 0);
  run(WT_I_IADD3, 1, 0, 0, 0xffffffff, 0xffffffff, 0xffffffff, 0);
  LO_IS(0xfffffffd);
  PREDS_ARE(1, 1);
  run(WT_I_IADD3, 4, 0, HI(74, 1), 0xffffffff, 0xffffffff, 0, P_P | P_Q); /* .X: both carries add one */
  LO_IS(0);
  PREDS_ARE(1, 1);
  run(WT_I_IADD3, 1, LO(63, 1), 0, 5, 5, 0, 0); /* 5 - 5: no borrow is a carry */
  LO_IS(0);
  PREDS_ARE(1, 0);
  run(WT_I_IADD3, 1, LO(63, 1), 0, 4, 5, 0, 0);
  LO_IS(0xffffffff);
  PU_IS(0);
  run(WT_I_IADD3, 1, LO(63, 1), HI(72, 1) | HI(75, 1), 0, 0, 0, 0); /* three negated zeros: 3 * 2^32 */
  LO_IS(0);
  PREDS_ARE(1, 1);
  run(WT_I_IADD3, 4, LO(63, 1), 0, 1, 0x80000000, 0, 0); /* bit 63 belongs to the immediate */
  LO_IS(0x80000001);
  run(WT_I_IADD3, 1, LO(63, 1), HI(74, 1), 0, 4, 0, P_P); /* .X inverts: ~4 + 1 */
  LO_IS(0xfffffffc);
}
END_TEST

/* rules 34 and 35 */
START_TEST(signs_and_constants) {
  const uint32_t plus = 5, minus = 0x80000000;
  for (unsigned k = 0; k < 8; k++) { /* a table with one bit set answers for one combination of signs */
    uint32_t a = k & 4 ? minus : plus, b = k & 2 ? minus : plus, c = k & 1 ? minus : plus;
    for (unsigned lut = 0; lut < 8; lut++) {
      uint64_t hi = HI(72, 1u << lut), lo = LO(16, 255 ^ 1u << lut);
      run(WT_I_PLOP3_S3, 1, lo, hi, a, b, c, P_P | P_Q | P_R);
      PREDS_ARE(lut == k, lut != k);
      run(WT_I_PLOP3_S2, 5, lo, hi, minus, b, c, k & 4 ? P_P : P_Q | P_R);
      PREDS_ARE(lut == k, lut != k);
      run(WT_I_PLOP3_S1, 6, lo, hi, minus, b, k & 1 ? plus : minus, (k & 4 ? P_P : 0) | (k & 1 ? P_R : 0) | P_Q);
      PREDS_ARE(lut == k, lut != k);
    }
  }
  /* every half but NaN comes out as it went in, written twice; its value is the host's ldexp */
  for (uint32_t h = 0; h < 0x10000; h++) {
    uint32_t e = h >> 10 & 31, m = h & 1023;
    float f = e == 31 ? (m ? NAN : INFINITY) : (float)ldexp(e ? m + 1024 : m, (int)(e ? e : 1) - 25);
    run(WT_I_HADD2_C, 3, LO(60, 1), HI(72, 9), 0, 0, bits_of(copysignf(f, h & 0x8000 ? -1 : 1)), 0);
    LO_IS((e == 31 && m ? 0x7fff : h) * 0x10001);
  }
  /* between two of them: the nearer one, in the middle the even one */
  static const struct {
    uint32_t number, half;
  } t[] = {{0x3f801000, 0x3c00}, {0x3f801001, 0x3c01}, {0x3f803000, 0x3c02}, {0x3f802fff, 0x3c01}, {0x33000000, 0},      {0x33000001, 1},
           {0x33c00000, 2},      {0x33bfffff, 1},      {0x477fefff, 0x7bff}, {0x477ff000, 0x7c00}, {0x7f7fffff, 0x7c00}, {0x387fffff, 0x400},
           {0x00000001, 0},      {0x38000000, 0x200},  {0x32ffffff, 0},      {0x7f800001, 0x7fff}};
  for (unsigned i = 0; i < sizeof t / sizeof *t; i++) {
    run(WT_I_HADD2_C, 3, LO(60, 1), HI(72, 9), 0, 0, t[i].number, 0);
    LO_IS(t[i].half * 0x10001);
    run(WT_I_HADD2_C, 3, LO(60, 1), HI(72, 9), 0, 0, t[i].number | minus, 0);
    LO_IS((t[i].half == 0x7fff ? 0x7fff : t[i].half | 0x8000) * 0x10001);
  }
}
END_TEST

/* rules 36 and 37: the low half is 1, the high one 2; every code, with every outcome in each place */
START_TEST(comparisons_of_halves) {
  static const uint32_t outcome[4] = {0x4000, 0x3c00, 0xbc00, 0x7e00}; /* what 1 is less than, equal to, greater than, unordered with */
  for (unsigned cmp = 0; cmp < 16; cmp++)
    for (unsigned k = 0; k < 16; k++) {
      uint32_t b = outcome[k & 3] | outcome[k >> 2] << 16, low = cmp >> (k & 3) & 1, high = cmp >> (k >> 2) & 1;
      run(WT_I_HSET2, 1, 0, HI(76, cmp), 0x3c003c00, b, 0, P_P);
      LO_IS((low ? 0xffff : 0) | (high ? 0xffff0000 : 0));
      run(WT_I_HSET2, 2, 0, HI(76, cmp) | HI(71, 1), 0x3c003c00, 0, b, P_P);
      LO_IS((low ? 0x3c00 : 0) | (high ? 0x3c000000 : 0));
      run(WT_I_HSETP2, 1, 0, HI(76, cmp), 0x3c003c00, b, 0, P_P);
      PREDS_ARE(low, high);
      run(WT_I_HSETP2, 7, 0, HI(76, cmp) | HI(71, 1), 0x3c003c00, 0, b, P_P);
      PREDS_ARE(low & high, !(low & high));
      run(WT_I_HSETP2, 3, 0, HI(76, cmp) | HI(69, 2), 0x3c003c00, 0, b, P_P);
      PREDS_ARE(!low, !high);
    }
  run(WT_I_HSETP2, 1, LO(60, 3), HI(76, 1) | HI(74, 2), 0x40003c00, 0x42003c00, 0, P_P); /* the low half of A with the high one of B */
  PREDS_ARE(1, 1);
  run(WT_I_HSETP2, 1, LO(62, 3), HI(76, 2) | HI(72, 1), 0x00008000, 0x80000000, 0, P_P); /* -|B| and -A: zeros are equal */
  PREDS_ARE(1, 1);
  run(WT_I_HSETP2, 2, LO(60, 15), HI(76, 1), 0, 0, 0x00010000, P_P); /* an immediate is as it is; the smallest is above 0 */
  PREDS_ARE(0, 1);
  run(WT_I_HSETP2, 2, 0, HI(76, 1) | HI(80, 1), 0, 0, 0x00010400, P_P); /* unless it is flushed */
  PREDS_ARE(1, 0);
}
END_TEST

/* rules 19 to 22 */
START_TEST(float_comparisons_and_selections) {
  const uint32_t one = 0x3f800000, two = 0x40000000, nan = 0x7fc00000, minus = 0x80000000;
  for (unsigned cmp = 0; cmp < 16; cmp++) {
    run(WT_I_FSETP, 1, 0, HI(76, cmp), one, two, 0, P_P);
    PU_IS(cmp & 1);
    PV_IS(!(cmp & 1));
    run(WT_I_FSETP, 1, 0, HI(76, cmp), 0, minus, 0, P_P); /* two zeros are equal */
    PU_IS(cmp & 2);
    run(WT_I_FSETP, 1, 0, HI(76, cmp), one, LO(31, 1) | two, 0, P_P);
    PU_IS(cmp & 4);
    run(WT_I_FSETP, 1, 0, HI(76, cmp), one, nan, 0, P_P);
    PU_IS(cmp & 8);
  }
  run(WT_I_FSETP, 1, 0, HI(76, 1), 0, 1, 0, P_P); /* a subnormal number is above zero, unless it is flushed */
  PU_IS(1);
  run(WT_I_FSETP, 1, 0, HI(76, 1) | HI(80, 1), 0, 1, 0, P_P);
  PU_IS(0);
  run(WT_I_FSETP, 4, LO(62, 3), HI(76, 4), two, one, 0, P_P); /* bits 62 and 63 belong to an immediate */
  PU_IS(1);
  run(WT_I_FSET, 1, 0, HI(76, 1), one, two, 0, P_P);
  LO_IS(one);
  run(WT_I_FSET, 1, 0, HI(76, 1), two, one, 0, P_P);
  LO_IS(0);
  run(WT_I_FMNMX, 1, 0, 0, 0, minus, 0, P_P);
  LO_IS(minus);
  run(WT_I_FMNMX, 1, 0, 0, minus, 0, 0, 0);
  LO_IS(0);
  run(WT_I_FMNMX, 1, 0, 0, nan, one, 0, P_P);
  LO_IS(one);
  run(WT_I_FMNMX, 1, 0, 0, one, 0xff800001, 0, 0);
  LO_IS(one);
  run(WT_I_FMNMX, 1, 0, 0, nan, 0xff800001, 0, 0);
  LO_IS(0x7fffffff);
  run(WT_I_FSEL, 1, LO(62, 3), 0, 1, 0x7f800001, 0, 0); /* -|NaN| keeps the other bits */
  LO_IS(0xff800001);
  run(WT_I_FSEL, 1, 0, HI(80, 1), 0x80000001, 2, 0, P_P);
  LO_IS(minus);
  static const uint32_t fchk[][3] = {/* biased exponents of both operands, the long way? */
                                     {127, 128, 0}, {127, 0, 1}, {31, 32, 1},  {32, 32, 0},  {254, 250, 0}, {255, 250, 1},
                                     {200, 251, 1}, {120, 1, 0}, {32, 152, 0}, {32, 153, 1}, {152, 32, 0},  {153, 32, 1}};
  for (unsigned k = 0; k < sizeof fchk / sizeof *fchk; k++) {
    run(WT_I_FCHK, 1, 0, 0, fchk[k][0] << 23, fchk[k][1] << 23, 0, 0);
    PU_IS(fchk[k][2]);
  }
}
END_TEST

START_TEST(lea_low_and_high) {
  run(WT_I_LEA, 1, 0, HI(75, 2), 0x40000001, 8, 0, 0);
  LO_IS(12);
  PU_IS(0);
  run(WT_I_LEA, 1, 0, HI(75, 2), 3, 0xfffffffc, 0, 0);
  LO_IS(8);
  PU_IS(1);
  run(WT_I_LEA, 1, 0, HI(80, 1) | HI(75, 4) | HI(74, 1), 0xf0000000, 0x100, 0x2, P_P); /* LEA.HI.X */
  LO_IS(0x100 + 0x2f + 1);
  run(WT_I_LEA, 1, 0, HI(80, 1) | HI(75, 0), 7, 1, 0x22, 0);
  LO_IS(0x23);
  run(WT_I_LEA, 1, 0, HI(80, 1) | HI(75, 3) | HI(73, 1), 0xffffffff, 0, 0x22, 0); /* .SX32 */
  LO_IS(0xffffffff);
  run(WT_I_LEA, 1, 0, HI(72, 1) | HI(75, 1), 3, 10, 0, 0); /* negates the shifted value */
  LO_IS(4);
  PU_IS(1);
  run(WT_I_LEA, 2, 0, HI(80, 1) | HI(75, 1), 0x80000000, 5, 0xffffffff, 0); /* C is a number: an odd shift does not negate B */
  LO_IS(4);
  PU_IS(1);
}
END_TEST

START_TEST(imad_family) {
  run(WT_I_IMAD, 1, 0, HI(75, 1), 7, 6, 2, 0);
  LO_IS(40);
  run(WT_I_IMAD, 3, LO(63, 1), 0, 7, 6, 2, 0); /* C in 63:32: bit 63 negates it */
  LO_IS(40);
  run(WT_I_IMAD, 2, LO(63, 1), 0, 7, 6, 0x80000001, 0); /* an immediate is not negated */
  LO_IS(0x8000002b);
  run(WT_I_IMAD_WIDE, 1, 0, HI(73, 1), 0xffffffff, 2, 1, 0);
  LO_IS(0xffffffff);
  HI_IS(0xffffffff);
  PU_IS(0);
  run(WT_I_IMAD_WIDE, 1, 0, 0, 0xffffffff, 0xffffffff, UINT64_C(0x00000001ffffffff), 0);
  LO_IS(0);
  HI_IS(0);
  PU_IS(1);
  run(WT_I_IMAD_WIDE, 3, 0, HI(73, 1), 4, 0x100, UINT64_C(0x7f00000012), 0); /* address: 8-byte constant */
  LO_IS(0x412);
  HI_IS(0x7f);
  run(WT_I_IMAD_HI, 4, 0, 0, 12345, 0xcccccccd, 0, 0); /* division by ten */
  LO_IS(1234u << 3 | 4);
  run(WT_I_IMAD_HI, 1, 0, HI(73, 1), 0x80000000, 0x80000000, 0, 0);
  LO_IS(0x40000000);
  HI_IS(0);
  run(WT_I_IMAD_WIDE, 1, 0, HI(74, 1) | HI(75, 1), 0, 0, 0, P_P); /* ~0 + carry in */
  LO_IS(0);
  HI_IS(0);
  PU_IS(1);
}
END_TEST

START_TEST(isetp_and_its_extension) {
  run(WT_I_ISETP, 1, 0, HI(76, 1) | HI(73, 1), 0xffffffff, 0, 0, P_P);
  PREDS_ARE(1, 0);
  run(WT_I_ISETP, 1, 0, HI(76, 1), 0xffffffff, 0, 0, P_P);
  PREDS_ARE(0, 1);
  run(WT_I_ISETP, 4, 0, HI(76, 5) | HI(74, 1), 3, 3, 0, 0); /* NE.OR false */
  PREDS_ARE(0, 1);
  run(WT_I_ISETP, 4, 0, HI(76, 2) | HI(74, 2), 3, 3, 0, P_P); /* EQ.XOR true */
  PREDS_ARE(0, 1);
  static const struct {
    unsigned cmp, pr, want_eq, want_less;
  } t[] = {{1, 0, 0, 1}, {1, 1, 1, 1}, {3, 0, 0, 1}, {3, 1, 1, 1}, {2, 1, 1, 0}, {2, 0, 0, 0}, {4, 1, 1, 0},
           {4, 0, 0, 0}, {6, 1, 1, 0}, {6, 0, 0, 0}, {5, 0, 0, 1}, {5, 1, 1, 1}, {0, 1, 0, 0}, {7, 0, 1, 1}};
  for (size_t i = 0; i < sizeof t / sizeof *t; i++) {
    run(WT_I_ISETP, 1, 0, HI(76, t[i].cmp) | HI(72, 1), 9, 9, 0, P_P | (t[i].pr ? P_R : 0));
    PU_IS(t[i].want_eq);
    run(WT_I_ISETP, 1, 0, HI(76, t[i].cmp) | HI(72, 1), 8, 9, 0, P_P | (t[i].pr ? P_R : 0));
    PU_IS(t[i].want_less || (t[i].cmp == 5));
  }
}
END_TEST

START_TEST(logic_and_predicate_tables) {
  run(WT_I_LOP3, 1, 0, HI(72, 0x96), 0x0f, 0x33, 0x55, 0); /* a ^ b ^ c */
  LO_IS(0x0f ^ 0x33 ^ 0x55);
  PU_IS(1);
  run(WT_I_LOP3, 4, 0, HI(72, 0xc0), 0xf0, 0x0f, 0, 0);
  LO_IS(0);
  PU_IS(0);
  run(WT_I_LOP3, 4, 0, HI(72, 0xc0), 0xf0, 0x0f, 0, P_P);
  PU_IS(1);
  run(WT_I_LOP3, 4, 0, HI(72, 0xc0) | HI(80, 1), 0xff, 0x0f, 0, 0); /* .PAND */
  PU_IS(0);
  run(WT_I_LOP3, 1, 0, HI(72, 0xe2), 0xffff0000, 0x12345678, 0x9abcdef0, 0); /* index a*4 + b*2 + c */
  LO_IS((0xffff0000 & 0x9abcdef0) | (0xffff0000 & 0x12345678) | (0x9abcdef0 & ~0x12345678));
  run(WT_I_PLOP3, 0, LO(16, 0x01), HI(72, 0x80 >> 3), 0, 0, 0, P_P | P_Q | P_R); /* LUT1 and, LUT2 nor */
  PREDS_ARE(1, 0);
  run(WT_I_PLOP3, 0, LO(16, 0x01), HI(64, 2), 0, 0, 0, 0);
  PREDS_ARE(0, 1);
  run(WT_I_PLOP3, 0, LO(16, 0x10), HI(64, 2), 0, 0, 0, P_R); /* only bit 1: a = b = 0, c = 1 */
  PREDS_ARE(1, 0);
}
END_TEST

START_TEST(funnel_shift) {
  run(WT_I_SHF, 4, 0, HI(73, 3), 0x80000001, 4, 0, 0); /* L.U32 low */
  LO_IS(0x10);
  run(WT_I_SHF, 4, 0, HI(73, 3) | HI(76, 1) | HI(80, 1), 0, 4, 0x80000000, 0); /* R.U32.HI */
  LO_IS(0x08000000);
  run(WT_I_SHF, 4, 0, HI(73, 2) | HI(76, 1) | HI(80, 1), 0, 31, 0x80000000, 0); /* R.S32.HI */
  LO_IS(0xffffffff);
  run(WT_I_SHF, 1, 0, HI(73, 3) | HI(76, 1) | HI(80, 1), 0x5, 40, 0x80000000, 0); /* clamped to 32 */
  LO_IS(0);
  run(WT_I_SHF, 1, 0, HI(73, 3) | HI(75, 1) | HI(76, 1), 0x11, 36, 0x2, 0); /* wrapped to 4 */
  LO_IS(0x20000001);
  run(WT_I_SHF, 1, 0, HI(73, 1) | HI(80, 1), 0x80000000, 33, 0, 0); /* L.U64.HI */
  LO_IS(0);
  run(WT_I_SHF, 1, 0, HI(73, 1) | HI(80, 1), 0x80000001, 33, 0, 0);
  LO_IS(2);
  run(WT_I_SHF, 2, 0, HI(73, 0) | HI(76, 1), 0, 70, 0x80000000, 0); /* R.S64 of the immediate C, clamped to 64 */
  LO_IS(0xffffffff);
}
END_TEST

START_TEST(select_minimum_and_single_operand) {
  run(WT_I_SEL, 1, 0, 0, 1, 2, 0, P_P);
  LO_IS(1);
  run(WT_I_SEL, 1, 0, 0, 1, 2, 0, 0);
  LO_IS(2);
  run(WT_I_IMNMX, 1, 0, HI(73, 1), 0xffffffff, 1, 0, P_P);
  LO_IS(0xffffffff);
  run(WT_I_IMNMX, 1, 0, 0, 0xffffffff, 1, 0, P_P);
  LO_IS(1);
  run(WT_I_IABS, 1, 0, 0, 0, 0x80000000, 0, 0);
  LO_IS(0x80000000);
  run(WT_I_IABS, 1, 0, 0, 0, 0xfffffff9, 0, 0);
  LO_IS(7);
  run(WT_I_POPC, 1, LO(63, 1), 0, 0, 0xffff0001, 0, 0);
  LO_IS(15);
  run(WT_I_FLO, 1, 0, 0, 0, 0x00010000, 0, 0);
  LO_IS(16);
  run(WT_I_FLO, 1, 0, HI(74, 1), 0, 0x00010000, 0, 0);
  LO_IS(15);
  run(WT_I_FLO, 1, 0, HI(73, 1), 0, 0xffffffff, 0, 0); /* signed -1 has no leading digit */
  LO_IS(0xffffffff);
  run(WT_I_BREV, 1, 0, 0, 0, 0x00000003, 0, 0);
  LO_IS(0xc0000000);
  run(WT_I_MOV, 5, 0, 0, 0, 0xdeadbeef, 0, 0);
  LO_IS(0xdeadbeef);
  run(WT_I_P2R, 4, 0, 0, 0x2a, 0x0f, 0xccccccf3, 0);
  LO_IS(0xccccccfa);
  run(WT_I_P2R, 4, 0, HI(76, 2), 0x7f, 0x02, 0, 0); /* byte 2: the mask moves with the predicates */
  LO_IS(0x00020000);
}
END_TEST

START_TEST(bytes_and_bit_fields) {
  run(WT_I_PRMT, 4, 0, 0, 0x44332211, 0x0c71, 0x88776655, 0); /* bytes 1, 7; sign of byte 4; byte 0 */
  LO_IS(0x11008822);
  run(WT_I_PRMT, 1, 0, HI(72, 2), 0x44332211, 1, 0x88776655, 0); /* B4E from byte 1 down, around */
  LO_IS(0x77881122);
  run(WT_I_PRMT, 7, 0, HI(72, 6), 0x44332211, 3, 0, 0); /* RC16: the upper half word twice */
  LO_IS(0x44334433);
  run(WT_I_SGXT, 4, 0, HI(73, 1), 0x00000080, 8, 0, 0);
  LO_IS(0xffffff80);
  run(WT_I_SGXT, 4, 0, HI(73, 1), 0x12345678, 32, 0, 0);
  LO_IS(0x12345678);
  run(WT_I_SGXT, 4, 0, HI(75, 1), 0x12345678, 32, 0, 0); /* .W: 32 wraps to 0 bits */
  LO_IS(0);
  run(WT_I_BMSK, 1, 0, 0, 28, 8, 0, 0);
  LO_IS(0xf0000000);
  run(WT_I_BMSK, 1, 0, 0, 32, 8, 0, 0);
  LO_IS(0);
  run(WT_I_BMSK, 1, 0, HI(75, 1), 33, 34, 0, 0);
  LO_IS(6);
  run(WT_I_VABSDIFF, 1, 0, HI(73, 1), 0x80000000, 0x7fffffff, 1, 0);
  LO_IS(0);
  run(WT_I_VABSDIFF, 1, 0, 0, 3, 10, 100, 0);
  LO_IS(107);
  run(WT_I_VABSDIFF4, 1, 0, 0, 0xff000510, 0x00ff0a10, 9, 0);
  LO_IS(0xffff0500);
  run(WT_I_VABSDIFF4, 1, 0, HI(75, 1), 0xff000510, 0x00ff0a10, 9, 0);
  LO_IS(255 + 255 + 5 + 9);
  run(WT_I_IDP, 1, 0, HI(73, 3), 0xff02fe03, 0x01020304, 1000, 0); /* -1, 2, -2, 3 by 1, 2, 3, 4 */
  LO_IS(1000 - 1 + 4 - 6 + 12);
  run(WT_I_IDP, 1, 0, HI(76, 3) | HI(73, 1), 0xfffe0003, 0xff020000, 5, 0); /* 2A.HI: 3 * 2 - 2 * 255 */
  LO_IS((uint32_t)(5 + 6 - 510));
  run(WT_I_I2I, 1, 0, HI(76, 1), 0, 0xffffff00, 0, 0);
  LO_IS(0xffffff80);
  run(WT_I_I2I, 1, 0, HI(76, 2), 0, 0x00012345, 0, 0);
  LO_IS(0xffff);
  run(WT_I_I2IP, 1, 0, 0, 300, 0xffffffff, 0x7788aabb, 0); /* U8: C moves up */
  LO_IS(0xaabbff00);
  run(WT_I_I2IP, 1, 0, HI(76, 3), 0xffff0000, 40000, 0x7788aabb, 0);
  LO_IS(0x80007fff);
}
END_TEST

START_TEST(all_predicates_from_a_register_and_the_pc) {
  const wt_alu_out *q = &bx->m->subcore->alu.o;
  run(WT_I_R2P, 4, 0, HI(76, 1), 0x0000a5ff, 0x7e, 0, 0); /* byte 1 */
  ck_assert(q->pwr_valid && !q->pw0_valid && !q->pw1_valid);
  LO_IS(0xa5);
  HI_IS(0x7e);
  uop_put_pc(bx->m->subcore->disp.o.uop, 0x1230);
  uop_put_op(bx->m->subcore->disp.o.uop, WT_I_LEPC);
  ck_assert_msg(wt_bench_cycle(bx) == 0, "%s", bx->report);
  LO_IS(0x1230);
  HI_IS(0);
  ck_assert(!q->pwr_valid);
}
END_TEST

START_TEST(scalar_of_the_lead_beat) {
  wt_disp_out *d = &bx->m->subcore->disp.o;
  const wt_alu_out *q = &bx->m->subcore->alu.o;
  run(WT_I_R2UR, 0, LO(16, 17), 0, 0, 0, 0, 0);
  ck_assert(q->sc_ur && !q->sc_valid && q->rel_u && q->sc_idx == 17);
  for (unsigned l = 0; l < 4; l++) d->data[l] = 100 + l;
  d->mask = 0xc;
  ck_assert_msg(wt_bench_cycle(bx) == 0, "%s", bx->report);
  ck_assert_uint_eq(q->sc_val, 102);
  d->lead = 0; /* no executing lane, or not the beat of the lowest one */
  ck_assert_msg(wt_bench_cycle(bx) == 0, "%s", bx->report);
  ck_assert(!q->sc_ur && q->sc_val == 0 && q->sc_idx == 0 && q->rel_valid && q->rel_u);
  run(WT_I_BMOV_BR, 0, 0, 0, 0xabc, 0, 0, 0);
  ck_assert(q->sc_valid && !q->sc_ur && q->sc_val == 0xabc && q->sc_idx == 0 && !q->rel_u);
  d->last = 0;
  uop_put_op(d->uop, WT_I_WARPSYNC_R), uop_put_unit(d->uop, WT_U_ALU);
  ck_assert_msg(wt_bench_cycle(bx) == 0, "%s", bx->report);
  ck_assert(q->sc_valid && !q->rel_valid && q->wb_valid);
  for (unsigned k = 0; k < 3; k++) { /* threads and number of a barrier, from register and word */
    run(WT_I_BAR_RR + k, 0, LO(54, 7) | LO(42, 96), 0, 0x50640003, 0, 0, 0);
    ck_assert(q->sc_valid && !q->sc_ur && q->sc_val == (k == 0 ? 0x00640003 : k == 1 ? 0x00600003 : 0x00030007) && q->wb_lo[0] == 0);
  }
  run(WT_I_VOTE, 0, 0, 0, 0, 0x5, 0, P_P);
  LO_IS(5);
  PU_IS(1);
  run(WT_I_BMOV_RB, 0, 0, 0, 0, 0x6, 0, 0);
  LO_IS(6);
  ck_assert(!q->pw0_valid);
  uop_put_unit(d->uop, WT_U_LSU); /* not for the ALU: everything falls back to 0 */
  ck_assert_msg(wt_bench_cycle(bx) == 0, "%s", bx->report);
  ck_assert(!q->wb_valid && q->wb_lo[0] == 0 && q->wb_reg == 0);
}
END_TEST

int main(void) {
  Suite *s = suite_create("wt_alu");
  TCase *tc = tcase_create("examples"), *t2 = tcase_create("examples in two stages"), *tr = tcase_create("random");
  tcase_set_timeout(tc, 300);
  tcase_set_timeout(t2, 300);
  tcase_set_timeout(tr, 900);
  tcase_add_checked_fixture(tc, open_bx, close_bx);
  tcase_add_test(tc, iadd3_carries_count_up_to_two);
  tcase_add_test(tc, float_comparisons_and_selections);
  tcase_add_test(tc, comparisons_of_halves);
  tcase_add_test(tc, signs_and_constants);
  tcase_add_test(tc, lea_low_and_high);
  tcase_add_test(tc, imad_family);
  tcase_add_test(tc, isetp_and_its_extension);
  tcase_add_test(tc, logic_and_predicate_tables);
  tcase_add_test(tc, funnel_shift);
  tcase_add_test(tc, select_minimum_and_single_operand);
  tcase_add_test(tc, bytes_and_bit_fields);
  tcase_add_test(tc, all_predicates_from_a_register_and_the_pc);
  tcase_add_test(tc, scalar_of_the_lead_beat);
  tcase_add_checked_fixture(t2, open_two_stages, close_bx);
  tcase_add_test(t2, iadd3_carries_count_up_to_two);
  tcase_add_test(t2, imad_family);
  tcase_add_test(tr, tiny);
  tcase_add_test(tr, small);
  tcase_add_test(tr, preset_default);
  tcase_add_test(tr, one_beat);
  tcase_add_test(tr, odd_shape);
  tcase_add_test(tr, two_stages);
  suite_add_tcase(s, tc);
  suite_add_tcase(s, t2);
  suite_add_tcase(s, tr);
  return suite_run(s);
}
