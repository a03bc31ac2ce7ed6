/* test_wt_ualu.c - uniform datapath: worked examples, and random lock-step in which every result is also checked
 * against exact arithmetic on wide integers. Rule numbers: docs/blocks/exec/wt_ualu.md. */
#include <stdlib.h>
#include <string.h>

#include "isa/wt_isa.h"
#include "tests/block_suite.h"

typedef __int128 wide;
#define TWO32 ((wide)1 << 32)
#define TWO64 ((wide)1 << 64)
#define HI(n, v) ((uint64_t)(v) << ((n)-64))
#define LO(n, v) ((uint64_t)(v) << (n))

static wt_bench *bench(const char *preset, const char *const *set) { return suite_open("ualu", preset, set, 31); }

typedef struct {
  unsigned n, np; /* registers and predicates that the operation has */
  uint32_t lo, hi;
  unsigned pu, pv;
} ref_res;

static wide operand(uint32_t v, unsigned neg, unsigned x) { return !neg ? (wide)v : x ? TWO32 - 1 - v : TWO32 - v; }
static unsigned up(const wt_m *m, wt_word w, unsigned at, unsigned neg) {
  unsigned p = (unsigned)wt_bits(w, at + 2, at), v = p == 7 ? 1 : m->subcore->ureg.o.up >> p & 1;
  return wt_bit(w, neg) ? !v : v;
}
static unsigned table(unsigned lut, unsigned a, unsigned b, unsigned c) { return lut >> (a * 4 + b * 2 + c) & 1; }

static void ref_isetp(ref_res *r, wt_word w, uint32_t a, uint32_t b, unsigned pp, unsigned pr) {
  int64_t va = wt_bit(w, 73) ? (int32_t)a : (int64_t)a, vb = wt_bit(w, 73) ? (int32_t)b : (int64_t)b, d = va < vb ? -1 : va > vb;
  static const uint8_t holds[8][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {0, 0, 1}, {1, 0, 1}, {0, 1, 1}, {1, 1, 1}};
  unsigned cmp = (unsigned)wt_bits(w, 78, 76), t = holds[cmp][d + 1], bop = (unsigned)wt_bits(w, 75, 74);
  if (wt_bit(w, 72) && d == 0 && cmp != 0 && cmp != 7) t = pr;
  r->np = 2;
  r->pu = bop == 0 ? t & pp : bop == 1 ? t | pp : t ^ pp;
  r->pv = bop == 0 ? pp && !t : bop == 1 ? pp || !t : pp == t;
}

static void ref_mad(ref_res *r, wt_word w, uint32_t a, uint32_t b, uint64_t c, unsigned neg, unsigned pp, int is_wide) {
  wide p = wt_bit(w, 73) ? (wide)(int32_t)a * (int32_t)b : (wide)a * b, vc = c;
  if (neg) vc = wt_bit(w, 74) ? TWO64 - 1 - vc : TWO64 - vc;
  if (p < 0) p += TWO64;
  p += vc + (wt_bit(w, 74) ? pp : 0);
  r->lo = (uint32_t)p;
  if (is_wide) r->n = 2, r->np = 1, r->hi = (uint32_t)((uint64_t)p >> 32), r->pu = p >= TWO64;
}

static uint32_t ref_shf(wt_word w, uint32_t a, uint32_t n, uint32_t c) {
  unsigned bits = wt_bit(w, 74) ? 32 : 64;
  wide v = ((wide)c << 32) | a;
  n = wt_bit(w, 75) ? n % bits : n > bits ? bits : n;
  if (wt_bit(w, 76) && !wt_bit(w, 73) && c >> 31) v -= TWO64;
  v = wt_bit(w, 76) ? v >> n : (wide)((unsigned __int128)v << n);
  return (uint32_t)((uint64_t)v >> (wt_bit(w, 80) ? 32 : 0));
}

static void ref_add(ref_res *r, wide s) { r->lo = (uint32_t)s, r->pu = s >= TWO32, r->pv = s >= 2 * TWO32; }

static uint32_t ref_ldc(wt_word w, uint64_t v) {
  switch (wt_bits(w, 75, 73)) {
    case 0: return (uint8_t)v;
    case 1: return (uint32_t)(int8_t)v;
    case 2: return (uint16_t)v;
    case 3: return (uint32_t)(int16_t)v;
    default: return (uint32_t)v;
  }
}

static ref_res ref(const wt_m *m, unsigned op, wt_word w) {
  ref_res r = {.n = 1};
  unsigned form = wt_isa_form(w), x = wt_bit(w, 74), pp = up(m, w, 87, 90), pq = up(m, w, 77, 80), pr = up(m, w, 68, 71);
  uint32_t imm = (uint32_t)(w.lo >> 32), a = (uint32_t)m->subcore->ureg.o.a, b = form == 4 ? imm : (uint32_t)m->subcore->ureg.o.b, v;
  uint64_t c = m->subcore->ureg.o.c;
  unsigned nb = form == 4 ? 0 : wt_bit(w, 63), nc = wt_bit(w, 75);
  if (form == 2) b = (uint32_t)c, c = imm, nc = 0;
  v = nb ? ~b : b;
  switch (op) {
    case WT_I_VOTEU: r.lo = (uint32_t)m->subcore->issue.o.ballot, r.np = 1, r.pu = m->subcore->issue.o.votep; break;
    case WT_I_S2UR: r.lo = m->subcore->sreg.o.s; break;
    case WT_I_UMOV_I: r.lo = imm; break;
    case WT_I_UMOV_U: r.lo = (uint32_t)m->subcore->ureg.o.b; break;
    case WT_I_ULDC:
    case WT_I_ULDC_U:
      r.lo = ref_ldc(w, m->subcore->ibuffer.o.cval);
      if (wt_bits(w, 75, 73) == 5) r.n = 2, r.hi = (uint32_t)(m->subcore->ibuffer.o.cval >> 32);
      break;
    case WT_I_USEL: r.lo = pp ? a : b; break;
    case WT_I_UISETP: r.n = 0, ref_isetp(&r, w, a, b, pp, pr); break;
    case WT_I_UIADD3:
      r.np = 2;
      ref_add(&r, operand(a, wt_bit(w, 72), x) + operand(b, nb, x) + operand((uint32_t)c, nc, x) + (x ? (wide)(pp + pq) : 0));
      break;
    case WT_I_ULEA: {
      wide in = (wide)(wt_bit(w, 73) ? (a >> 31 ? 0xffffffffu : 0) : (uint32_t)c) << 32 | a;
      uint64_t sh = (uint64_t)(in << wt_bits(w, 79, 75));
      r.np = 1;
      ref_add(&r, operand((uint32_t)(wt_bit(w, 80) ? sh >> 32 : sh), wt_bit(w, 72), x) + operand(b, nb, x) + (x ? pp : 0));
      break;
    }
    case WT_I_ULOP3:
      for (unsigned k = 0; k < 32; k++) r.lo |= table((unsigned)wt_bits(w, 79, 72), a >> k & 1, b >> k & 1, c >> k & 1) << k;
      r.np = 1, r.pu = wt_bit(w, 80) ? r.lo && pp : r.lo || pp;
      break;
    case WT_I_USHF: r.lo = ref_shf(w, a, b, (uint32_t)c); break;
    case WT_I_UPLOP3:
      r.n = 0, r.np = 2;
      r.pu = table((unsigned)(wt_bits(w, 76, 72) * 8 + wt_bits(w, 66, 64)), pp, pq, pr);
      r.pv = table((unsigned)wt_bits(w, 23, 16), pp, pq, pr);
      break;
    case WT_I_UIMAD: ref_mad(&r, w, a, b, c, nc, pp, 0); break;
    case WT_I_UIMAD_WIDE: ref_mad(&r, w, a, b, c, nc, pp, 1); break;
    case WT_I_UFLO:
      if (wt_bit(w, 73) && (int32_t)v < 0) v = ~v;
      r.lo = 0xffffffff;
      for (unsigned k = 0; k < 32; k++)
        if (v >> k & 1) r.lo = x ? 31 - k : k;
      break;
    case WT_I_UBREV:
      for (unsigned k = 0; k < 32; k++) r.lo |= (b >> k & 1) << (31 - k);
      break;
    case WT_I_UPOPC:
      for (; v; v >>= 1) r.lo += v & 1;
      break;
    case WT_I_UPRMT:
      for (unsigned k = 0; k < 4; k++) {
        /* the window of mode m and offset s, or the selector itself, as one index a byte */
        static const char *const f[] = {
          "", "0123123423453456", "0765107621073210", "0000111122223333", "0123112322233333", "0000011101220123", "0101232301012323"};
        unsigned mode = (unsigned)wt_bits(w, 74, 72), nib = b >> 4 * k & 15;
        unsigned at = mode % 7 ? (unsigned)f[mode][b % 4 * 4 + k] - '0' : nib & 7, byte = (unsigned)(((c & 0xffffffff) << 32 | a) >> 8 * at) & 255;
        if (mode % 7 == 0 && nib > 7) byte = byte > 127 ? 255 : 0;
        r.lo |= (uint32_t)byte << 8 * k;
      }
      break;
    case WT_I_USGXT:
      b = wt_bit(w, 75) ? b % 32 : b > 32 ? 32 : b;
      for (unsigned k = 0; k < 32 && b; k++) r.lo |= (a >> (k < b ? k : b - 1) & (k < b || wt_bit(w, 73))) << k;
      break;
    case WT_I_UP2UR: {
      unsigned at = 8 * (unsigned)wt_bits(w, 77, 76);
      r.lo = (a & ~(b << at)) | (m->subcore->ureg.o.up & b) << at;
      break;
    }
    default: r.n = 0; break;
  }
  return r;
}

static void check_outputs(const wt_bench *b) {
  const wt_ualu_out *o = &b->m->subcore->ualu.o;
  const uint32_t *u = b->m->subcore->ibuffer.o.uop;
  wt_word w = {uop_get_lo(u), uop_get_hi(u)};
  unsigned op = (unsigned)uop_get_op(u), d = (unsigned)wt_bits(w, 21, 16), pu = (unsigned)wt_bits(w, 83, 81), pv = (unsigned)wt_bits(w, 86, 84);
  ref_res r = {0};
  if (b->m->subcore->issue.o.uni_valid) r = ref(b->m, op, w);
  if (d == 63) r.n = 0;
  const char *id = op < WT_I_COUNT ? wt_isa_rows[op].id : "?";
  ck_assert_msg(o->w_n == r.n && o->w_idx == (r.n ? d : 0), "%s writes %u registers", id, o->w_n);
  ck_assert_msg(o->w_lo == (r.n ? r.lo : 0) && o->w_hi == (r.n > 1 ? r.hi : 0), "%s: %08x, expected %08x", id, o->w_lo, r.lo);
  int v0 = r.np > 0 && pu != 7, v1 = r.np > 1 && pv != 7;
  ck_assert_msg(o->p0_valid == v0 && o->p0_idx == (v0 ? pu : 0) && o->p0_val == (v0 ? r.pu : 0), "%s UPu", id);
  ck_assert_msg(o->p1_valid == v1 && o->p1_idx == (v1 ? pv : 0) && o->p1_val == (v1 ? r.pv : 0), "%s UPv", id);
}

static void random_run(const char *preset, const char *const *set, unsigned cycles) {
  wt_bench *b = bench(preset, set);
  for (unsigned i = 0; i < cycles; i++) {
    b->fns->stim(b->m, &b->rng, b->cycle);
    ck_assert_msg(wt_bench_cycle(b) == 0, "%s", b->report);
    check_outputs(b);
  }
  wt_bench_close(b);
}

static const char *const wide64[] = {"WARP_SIZE=64", "LANES=32", NULL};
START_TEST(tiny) { random_run("tiny", NULL, 100000); }
END_TEST
START_TEST(preset_default) { random_run("default", NULL, 100000); }
END_TEST
START_TEST(warp_of_64) { random_run("default", wide64, 50000); }
END_TEST

/* ---- worked examples ---- */
static wt_bench *bx;
static void open_bx(void) { bx = bench("tiny", NULL); }
static void close_bx(void) { wt_bench_close(bx); }

/* Destinations UR4, UP0 and UP1. */
static void run(unsigned op, unsigned form, uint64_t lo, uint64_t hi, uint64_t a, uint64_t b, uint64_t c, unsigned preds) {
  wt_m *m = bx->m;
  const wt_insn_row *row = &wt_isa_rows[op];
  memset(m->subcore->ibuffer.o.uop, 0, sizeof m->subcore->ibuffer.o.uop);
  uop_put_lo(m->subcore->ibuffer.o.uop, lo | row->code | LO(9, row->key == WT_KEY_ALU ? form : 0) | LO(16, 4));
  uop_put_hi(m->subcore->ibuffer.o.uop, hi | HI(84, 1));
  uop_put_op(m->subcore->ibuffer.o.uop, op);
  m->subcore->issue.o.uni_valid = 1;
  m->subcore->ureg.o.a = a, m->subcore->ureg.o.b = b, m->subcore->ureg.o.c = c, m->subcore->ureg.o.up = (uint8_t)preds;
  ck_assert_msg(wt_bench_cycle(bx) == 0, "%s", bx->report);
}

START_TEST(operand_forms) {
  const wt_ualu_out *o = &bx->m->subcore->ualu.o;
  run(WT_I_UIADD3, 1, 0, 0, 10, 20, 30, 0);
  ck_assert_uint_eq(o->w_lo, 60);
  run(WT_I_UIADD3, 4, LO(32, 7), 0, 10, 20, 30, 0);
  ck_assert_uint_eq(o->w_lo, 47);
  run(WT_I_UIADD3, 1, LO(63, 1), 0, 10, 20, 30, 0); /* 10 - 20 + 30 */
  ck_assert_uint_eq(o->w_lo, 20);
  ck_assert(o->p0_valid && o->p0_val && o->p1_valid && !o->p1_val);
  run(WT_I_UIMAD, 2, LO(32, 7), 0, 10, 20, 30, 0); /* B in 69:64, C the immediate */
  ck_assert_uint_eq(o->w_lo, 307);
  run(WT_I_UIMAD, 4, LO(32, 7), HI(75, 1), 10, 20, 30, 0);
  ck_assert_uint_eq(o->w_lo, 40);
  run(WT_I_UIMAD_WIDE, 1, 0, HI(73, 1), 0xffffffff, 2, UINT64_C(0x500000000), 0);
  ck_assert_uint_eq(o->w_n, 2);
  ck_assert_uint_eq(o->w_lo, 0xfffffffe);
  ck_assert_uint_eq(o->w_hi, 4);
  ck_assert_uint_eq(o->p0_val, 1);
  run(WT_I_USHF, 2, LO(32, 0x80000000), HI(73, 3) | HI(76, 1) | HI(80, 1), 0, 0, 4, 0); /* R.U32.HI of the immediate by UR */
  ck_assert_uint_eq(o->w_lo, 0x08000000);
}
END_TEST

START_TEST(moves_constants_and_votes) {
  const wt_ualu_out *o = &bx->m->subcore->ualu.o;
  wt_m *m = bx->m;
  run(WT_I_UMOV_I, 0, LO(32, 0xdeadbeef), 0, 1, 2, 3, 0);
  ck_assert(o->w_n == 1 && o->w_idx == 4 && o->w_lo == 0xdeadbeef && o->w_hi == 0 && !o->p0_valid);
  run(WT_I_UMOV_U, 0, 0, 0, 1, 2, 3, 0);
  ck_assert_uint_eq(o->w_lo, 2);
  m->subcore->ibuffer.o.cval = UINT64_C(0x1122334455667788);
  run(WT_I_ULDC, 0, 0, HI(73, 4), 0, 0, 0, 0);
  ck_assert(o->w_n == 1 && o->w_lo == 0x55667788 && o->w_hi == 0);
  run(WT_I_ULDC, 0, 0, HI(73, 5), 0, 0, 0, 0);
  ck_assert(o->w_n == 2 && o->w_lo == 0x55667788 && o->w_hi == 0x11223344);
  run(WT_I_ULDC_U, 0, 0, HI(73, 5), 0, 0, 0, 0);
  ck_assert(o->w_n == 2 && o->w_lo == 0x55667788 && o->w_hi == 0x11223344);
  run(WT_I_ULDC, 0, 0, HI(73, 1), 0, 0, 0, 0);
  ck_assert_uint_eq(o->w_lo, 0xffffff88);
  m->subcore->issue.o.ballot = 5, m->subcore->issue.o.votep = 1;
  run(WT_I_VOTEU, 0, 0, 0, 0, 0, 0, 0);
  ck_assert(o->w_n == 1 && o->w_lo == 5 && o->p0_valid && o->p0_val && !o->p1_valid);
  run(WT_I_VOTEU, 0, LO(16, 63), 0, 0, 0, 0, 0); /* URZ: only the predicate */
  ck_assert(o->w_n == 0 && o->w_lo == 0 && o->w_idx == 0 && o->p0_valid);
  m->subcore->sreg.o.s = 77;
  run(WT_I_S2UR, 0, 0, 0, 0, 0, 0, 0);
  ck_assert_uint_eq(o->w_lo, 77);
  m->subcore->issue.o.uni_valid = 0;
  ck_assert_msg(wt_bench_cycle(bx) == 0, "%s", bx->report);
  ck_assert(o->w_n == 0 && o->w_lo == 0 && !o->p0_valid);
}
END_TEST

START_TEST(bytes_fields_and_packed_predicates) {
  const wt_ualu_out *o = &bx->m->subcore->ualu.o;
  run(WT_I_UPRMT, 2, LO(32, 0x88776655), 0, 0x44332211, 0, 0x7531, 0); /* selector in UR, C the immediate */
  ck_assert_uint_eq(o->w_lo, 0x88664422);
  run(WT_I_UPRMT, 4, LO(32, 0x1054), 0, 0x44332211, 0, 0x88776655, 0);
  ck_assert_uint_eq(o->w_lo, 0x22116655);
  run(WT_I_USGXT, 0, LO(32, 0x8), HI(73, 1), 0x180, 9, 9, 0);
  ck_assert_uint_eq(o->w_lo, 0xffffff80);
  run(WT_I_UP2UR, 0, LO(32, 0x0f), HI(76, 1), 0x11223344, 9, 9, 0x25);
  ck_assert_uint_eq(o->w_lo, 0x11223544);
}
END_TEST

START_TEST(uniform_predicates) {
  const wt_ualu_out *o = &bx->m->subcore->ualu.o;
  run(WT_I_UISETP, 1, 0, HI(76, 1) | HI(87, 7), 3, 4, 0, 0); /* LT.AND UPT */
  ck_assert(o->w_n == 0 && o->p0_valid && o->p0_idx == 0 && o->p0_val && o->p1_valid && o->p1_idx == 1 && !o->p1_val);
  run(WT_I_UISETP, 1, 0, HI(76, 1) | HI(87, 2), 3, 4, 0, 0x7b); /* LT.AND UP2, which is 0 */
  ck_assert(!o->p0_val && !o->p1_val);
  run(WT_I_UISETP, 1, 0, HI(76, 1) | HI(87, 7) | HI(72, 1) | HI(68, 3), 4, 4, 0, 0x08); /* .EX: low part in UP3 */
  ck_assert(o->p0_val);
  run(WT_I_UPLOP3, 0, LO(16, 0x80), HI(72, 0xfe >> 3) | HI(64, 6) | HI(87, 0) | HI(77, 1) | HI(68, 2), 0, 0, 0, 4); /* or, and */
  ck_assert(o->w_n == 0 && o->p0_val && !o->p1_val);
  run(WT_I_USEL, 1, 0, HI(87, 5) | HI(90, 1), 3, 4, 0, 0x20); /* !UP5 */
  ck_assert_uint_eq(o->w_lo, 4);
  run(WT_I_UPOPC, 0, LO(63, 1), 0, 9, 0xffff0001, 9, 0);
  ck_assert_uint_eq(o->w_lo, 15);
  run(WT_I_UFLO, 0, 0, 0, 9, 0x100, 9, 0);
  ck_assert_uint_eq(o->w_lo, 8);
  run(WT_I_UBREV, 0, 0, 0, 9, 1, 9, 0);
  ck_assert_uint_eq(o->w_lo, 0x80000000);
}
END_TEST

int main(void) {
  Suite *s = suite_create("wt_ualu");
  TCase *tc = tcase_create("examples"), *tr = tcase_create("random");
  tcase_set_timeout(tc, 300);
  tcase_set_timeout(tr, 900);
  tcase_add_checked_fixture(tc, open_bx, close_bx);
  tcase_add_test(tc, operand_forms);
  tcase_add_test(tc, moves_constants_and_votes);
  tcase_add_test(tc, bytes_fields_and_packed_predicates);
  tcase_add_test(tc, uniform_predicates);
  tcase_add_test(tr, tiny);
  tcase_add_test(tr, preset_default);
  tcase_add_test(tr, warp_of_64);
  suite_add_tcase(s, tc);
  suite_add_tcase(s, tr);
  return suite_run(s);
}
