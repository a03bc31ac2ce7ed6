/* test_wt_shfl.c - warp shuffle: worked examples, and random lock-step in which whole result packets are checked
 * against a shuffle of the whole warp. Rule numbers: docs/blocks/exec/wt_shfl.md. */
#include <stdlib.h>
#include <string.h>

#include "isa/wt_isa.h"
#include "tests/block_suite.h"

static wt_bench *bench(const char *preset, const char *const *set) { return suite_open("shfl", preset, set, 23); }
static void cycle(wt_bench *b) { ck_assert_msg(wt_bench_cycle(b) == 0, "%s", b->report); }

/* ---- reference: operands of a whole packet, as they were dispatched ---- */
typedef struct {
  wt_word w;
  unsigned op, dst, ndst, warp;
  uint64_t mask;
  uint32_t src[MAX_WS], b[MAX_WS], c[MAX_WS];
} packet;

static void gather(packet *p, const wt_bench *b, const wt_disp_out *d) {
  unsigned n = b->shape.LANES;
  if (d->beat == 0) p->mask = 0;
  p->w = (wt_word){uop_get_lo(d->uop), uop_get_hi(d->uop)};
  p->op = (unsigned)uop_get_op(d->uop), p->dst = (unsigned)uop_get_dst(d->uop), p->ndst = (unsigned)uop_get_ndst(d->uop), p->warp = d->warp;
  int breg = p->op == WT_I_SHFL_RR || p->op == WT_I_SHFL_RI, creg = p->op == WT_I_SHFL_RR || p->op == WT_I_SHFL_IR;
  for (unsigned l = 0; l < n; l++) {
    unsigned lane = d->beat * n + l;
    p->mask |= (uint64_t)(d->mask >> l & 1) << lane;
    p->src[lane] = d->data[l];
    p->b[lane] = breg || p->op == WT_I_MATCH ? d->data[n + l] : (uint32_t)wt_bits(p->w, 57, 53);
    p->c[lane] = creg ? d->data[2 * n + l] : (uint32_t)wt_bits(p->w, 52, 40);
  }
}

/* The lane that `lane` reads, or itself with *ok = 0: bit by bit over the segment, limits as lists of legal lanes. */
static unsigned ref_lane(const packet *p, unsigned lane, unsigned warp_size, int *ok) {
  unsigned base = lane / 32 * 32, me = lane % 32, by = p->b[lane] % 32, clamp = p->c[lane] % 32, seg = p->c[lane] / 256 % 32, mode;
  unsigned bound = 0, idx = 0;
  for (unsigned k = 0; k < 5; k++) {
    unsigned fixed = seg >> k & 1;
    bound |= ((fixed ? me : clamp) >> k & 1) << k;
    idx |= ((fixed ? me : by) >> k & 1) << k;
  }
  mode = (unsigned)wt_bits(p->w, 59, 58);
  for (unsigned from = 0; from < 32 && base + from < warp_size; from++) {
    int wanted = mode == 0 ? from == idx : mode == 1 ? from + by == me : mode == 2 ? from == me + by : from == (me ^ by);
    int legal = mode == 1 ? from >= bound : from <= bound;
    if (wanted && legal) return *ok = 1, base + from;
  }
  return *ok = 0, lane;
}

/* MATCH: lanes with this one's value; ALL: everybody or nobody. */
static uint32_t ref_match(const packet *p, unsigned lane, unsigned warp_size, int *ok) {
  uint32_t m = 0;
  unsigned same = 0, run = 0;
  for (unsigned k = 0; k < warp_size; k++) {
    if (!(p->mask >> k & 1)) continue;
    run++;
    if (p->src[k] != p->src[lane] || (wt_bits(p->w, 73, 73) && p->b[k] != p->b[lane])) continue;
    same++;
    if (k < 32) m |= 1u << k;
  }
  *ok = run == same;
  return wt_bits(p->w, 79, 79) || *ok ? m : 0;
}

static void check_result(const packet *p, const wt_bench *b, unsigned beat) {
  const wt_shfl_out *o = &b->m->subcore->shfl.o;
  unsigned n = b->shape.LANES, pu = (unsigned)wt_bits(p->w, 83, 81);
  ck_assert_uint_eq(o->wb_beat, beat);
  ck_assert_uint_eq(o->wb_warp, p->warp);
  ck_assert_uint_eq(o->wb_reg, p->dst);
  ck_assert_uint_eq(o->wb_regv, p->ndst != 0);
  ck_assert_uint_eq(o->wb_pwv, pu != 7);
  ck_assert_uint_eq(o->wb_p, pu != 7 ? pu : 0);
  ck_assert_uint_eq(o->wb_last, beat == b->shape.BEATS - 1);
  ck_assert_uint_eq(o->wb_dst, o->wb_last ? p->dst : 0);
  ck_assert_uint_eq(o->wb_ndst, o->wb_last && p->ndst != 0);
  for (unsigned l = 0; l < n; l++) {
    unsigned lane = beat * n + l, run = p->mask >> lane & 1;
    int ok;
    unsigned from = ref_lane(p, lane, b->shape.SLOT_LANES, &ok);
    ck_assert_uint_eq(o->wb_mask >> l & 1, run);
    uint32_t want = p->op == WT_I_MATCH ? ref_match(p, lane, b->shape.SLOT_LANES, &ok) : p->mask >> from & 1 ? p->src[from] : 0;
    ck_assert_msg(o->wb_data[l] == (run ? want : 0), "lane %u reads %08x, expected lane %u", lane, o->wb_data[l], from);
    ck_assert_uint_eq(o->wb_pbits >> l & 1, run && ok && pu != 7);
  }
}

/* 11: cycles between the last beat and the first result beat in which values are compared. */
static unsigned match_cycles(const packet *p, unsigned warp_size) {
  unsigned values = 0;
  for (unsigned l = 0; l < warp_size; l++) {
    unsigned first = p->mask >> l & 1;
    for (unsigned k = 0; k < l; k++)
      if ((p->mask >> k & 1) && p->src[k] == p->src[l] && (!wt_bits(p->w, 73, 73) || p->b[k] == p->b[l])) first = 0;
    values += first;
  }
  return p->op != WT_I_MATCH ? 0 : wt_bits(p->w, 79, 79) || !p->mask ? values : 1;
}

static void random_run(const char *preset, const char *const *set, unsigned cycles) {
  wt_bench *b = bench(preset, set);
  packet *p = calloc(1, sizeof *p);
  unsigned beat = 0, packets = 0, compares = 0;
  enum { COLLECTS, MATCHES, SENDS } st = COLLECTS;
  for (unsigned i = 0; i < cycles; i++) {
    const wt_disp_out *d = &b->m->subcore->disp.o;
    b->fns->stim(b->m, &b->rng, b->cycle);
    if (b->m->subcore->shfl.o.wb_valid) check_result(p, b, beat);
    unsigned ack = b->m->subcore->wb.o.ack[WT_U_SHFL], take = d->valid && uop_get_unit(d->uop) == WT_U_SHFL;
    if (take) gather(p, b, d);
    if (ack) beat = b->m->subcore->shfl.o.wb_last ? 0 : beat + 1, packets += beat == 0;
    const wt_shfl_state *q = &b->m->subcore->shfl.q;
    int ends = st == COLLECTS && take && d->last;
    if (ends) compares = match_cycles(p, b->shape.SLOT_LANES), st = compares ? MATCHES : SENDS;
    else if (st == MATCHES && --compares == 0) st = SENDS;
    else if (st == SENDS && ack && !beat) st = COLLECTS;
    cycle(b);
    const wt_shfl_out *o = &b->m->subcore->shfl.o; /* rule 10 */
    ck_assert_uint_eq(o->wb_valid, st == SENDS);
    ck_assert_uint_eq(o->ready, st == COLLECTS);
    if (ends) ck_assert(q->left == (st == MATCHES ? p->mask : 0) && !q->same);
    unsigned shown = o->wb_warp | o->wb_beat | o->wb_reg | o->wb_regv | o->wb_pwv | o->wb_p | o->wb_last | o->wb_dst | o->wb_ndst;
    for (unsigned l = 0; l < b->shape.LANES; l++) shown |= o->wb_data[l];
    if (!o->wb_valid) ck_assert_uint_eq(shown | o->wb_mask | o->wb_pbits, 0);
  }
  ck_assert_uint_gt(packets, cycles / (8 * b->shape.BEATS));
  free(p);
  wt_bench_close(b);
}

static const char *const full[] = {"LANES=32", NULL}, *const two_groups[] = {"WARP_SIZE=64", "LANES=16", NULL};
static const char *const odd[] = {"WARPS=3", "WARP_SIZE=16", "LANES=2", NULL}, *const one_warp[] = {"WARPS=1", NULL};
START_TEST(tiny) { random_run("tiny", one_warp, 60000); }
END_TEST
START_TEST(small) { random_run("small", NULL, 40000); }
END_TEST
START_TEST(preset_default) { random_run("default", NULL, 40000); }
END_TEST
START_TEST(one_beat) { random_run("default", full, 20000); }
END_TEST
START_TEST(warp_of_64) { random_run("default", two_groups, 20000); }
END_TEST
START_TEST(odd_shape) { random_run("tiny", odd, 20000); }
END_TEST

/* ---- worked examples on a warp of 32: source of lane l is 100 + l ---- */
static uint32_t data[MAX_WS];
static uint64_t ok_lanes, written;

static void shuffle(wt_bench *b, unsigned mode, unsigned by, unsigned c, uint64_t mask) {
  wt_disp_out *d = &b->m->subcore->disp.o;
  unsigned n = b->shape.LANES;
  memset(d, 0, sizeof *d);
  memset(data, 0, sizeof data);
  ok_lanes = written = 0;
  ck_assert_int_eq(b->m->subcore->shfl.o.ready, 1);
  for (unsigned k = 0; k < b->shape.BEATS; k++) {
    d->valid = 1, d->beat = (uint8_t)k, d->last = k == b->shape.BEATS - 1;
    d->mask = (uint32_t)(mask >> (k * n) & wt_mask64(n));
    uop_put_op(d->uop, WT_I_SHFL_II);
    uop_put_unit(d->uop, WT_U_SHFL);
    uop_put_lo(d->uop, (uint64_t)mode << 58 | (uint64_t)by << 53 | (uint64_t)c << 40);
    uop_put_hi(d->uop, 0); /* Pu = P0 */
    uop_put_dst(d->uop, 9);
    uop_put_ndst(d->uop, 1);
    for (unsigned l = 0; l < n; l++) d->data[l] = 100 + k * n + l;
    cycle(b);
  }
  memset(d, 0, sizeof *d);
  for (unsigned k = 0; k < b->shape.BEATS; k++) {
    const wt_shfl_out *o = &b->m->subcore->shfl.o;
    ck_assert_int_eq(o->wb_valid, 1);
    ck_assert_int_eq(o->ready, 0);
    for (unsigned l = 0; l < n; l++) data[k * n + l] = o->wb_data[l];
    ok_lanes |= (uint64_t)o->wb_pbits << (k * n), written |= (uint64_t)o->wb_mask << (k * n);
    b->m->subcore->wb.o.ack[WT_U_SHFL] = 0;
    cycle(b); /* held without acknowledge */
    ck_assert_int_eq(o->wb_beat, k);
    b->m->subcore->wb.o.ack[WT_U_SHFL] = 1;
    cycle(b);
    b->m->subcore->wb.o.ack[WT_U_SHFL] = 0;
  }
  ck_assert_int_eq(b->m->subcore->shfl.o.wb_valid, 0);
}

START_TEST(modes_on_32_lanes) {
  wt_bench *b = bench("small", NULL);
  shuffle(b, 0, 5, 0x1f, 0xffffffff); /* broadcast of lane 5 */
  for (unsigned l = 0; l < 32; l++) ck_assert_uint_eq(data[l], 105);
  ck_assert_uint_eq(ok_lanes, 0xffffffff);
  shuffle(b, 1, 1, 0, 0xffffffff); /* up by one: lane 0 keeps its own value */
  ck_assert_uint_eq(data[0], 100);
  ck_assert_uint_eq(data[31], 130);
  ck_assert_uint_eq(ok_lanes, 0xfffffffe);
  shuffle(b, 2, 16, 0x1f, 0xffffffff); /* down by 16 */
  ck_assert_uint_eq(data[15], 131);
  ck_assert_uint_eq(data[16], 116);
  ck_assert_uint_eq(ok_lanes, 0xffff);
  shuffle(b, 3, 31, 0x1f, 0xffffffff);
  for (unsigned l = 0; l < 32; l++) ck_assert_uint_eq(data[l], 131 - l);
  shuffle(b, 2, 1, 0x181f, 0xffffffff); /* width 8: segment mask 0x18 */
  ck_assert_uint_eq(data[6], 107);
  ck_assert_uint_eq(data[7], 107);
  ck_assert_uint_eq(ok_lanes, 0x7f7f7f7f);
  shuffle(b, 0, 3, 0x1c1f, 0xffffffff); /* lane 3 of each group of four */
  ck_assert_uint_eq(data[0], 103);
  ck_assert_uint_eq(data[29], 131);
  wt_bench_close(b);
}
END_TEST

/* Rule 8: a source lane that does not execute gives 0 and is in range all the same; a sum over the lanes that do comes out right. */
START_TEST(inactive_lanes_give_0_and_are_not_written) {
  wt_bench *b = bench("small", NULL);
  shuffle(b, 0, 7, 0x1f, 0x00000100);
  ck_assert_uint_eq(written, 0x100);
  ck_assert_uint_eq(data[8], 0);
  ck_assert_uint_eq(ok_lanes, 0x100);
  ck_assert_uint_eq(data[9], 0);
  shuffle(b, 2, 4, 0x1f, 0xff0000ff); /* down by 4 in lanes 0 to 7 and 24 to 31: lanes 8 to 11 do not execute */
  for (unsigned l = 0; l < 4; l++) ck_assert_uint_eq(data[l], 104 + l);
  for (unsigned l = 4; l < 8; l++) ck_assert_uint_eq(data[l], 0);
  for (unsigned l = 28; l < 32; l++) ck_assert_uint_eq(data[l], 100 + l); /* out of range: its own */
  ck_assert_uint_eq(ok_lanes, 0x0f0000ff);
  shuffle(b, 3, 1, 0x1f, 0); /* no lane executes: beats are still sent, for the release */
  ck_assert_uint_eq(written, 0);
  wt_bench_close(b);
}
END_TEST

START_TEST(lanes_beyond_a_small_warp_are_out_of_range) {
  wt_bench *b = bench("tiny", NULL);
  shuffle(b, 0, 5, 0x1f, 0xf);
  for (unsigned l = 0; l < 4; l++) ck_assert_uint_eq(data[l], 100 + l);
  ck_assert_uint_eq(ok_lanes, 0);
  shuffle(b, 2, 2, 0x1f, 0xf);
  ck_assert_uint_eq(data[1], 103);
  ck_assert_uint_eq(data[2], 102);
  ck_assert_uint_eq(ok_lanes, 3);
  wt_bench_close(b);
}
END_TEST

/* Rule 2: sending starts behind the beat that says it is the last one, whatever its number. */
START_TEST(beats_may_come_in_any_order) {
  static const char *const four[] = {"WARP_SIZE=16", NULL};
  static const unsigned order[4] = {2, 3, 0, 1};
  wt_bench *b = bench("tiny", four);
  wt_disp_out *d = &b->m->subcore->disp.o;
  for (unsigned i = 0; i < 4; i++) {
    memset(d, 0, sizeof *d);
    d->valid = 1, d->beat = (uint8_t)order[i], d->last = i == 3, d->mask = 0xf;
    uop_put_unit(d->uop, WT_U_SHFL), uop_put_op(d->uop, WT_I_SHFL_II), uop_put_ndst(d->uop, 1), uop_put_dst(d->uop, 9);
    uop_put_lo(d->uop, UINT64_C(3) << 58 | UINT64_C(1) << 53 | UINT64_C(0x1f) << 40); /* BFLY by 1 */
    uop_put_hi(d->uop, UINT64_C(7) << 17);
    for (unsigned l = 0; l < 4; l++) d->data[l] = 100 + 4 * order[i] + l;
    ck_assert_uint_eq(b->m->subcore->shfl.o.ready, 1);
    cycle(b);
  }
  memset(d, 0, sizeof *d);
  b->m->subcore->wb.o.ack[WT_U_SHFL] = 1;
  for (unsigned beat = 0; beat < 4; beat++) {
    const wt_shfl_out *o = &b->m->subcore->shfl.o;
    ck_assert(o->wb_valid && o->wb_beat == beat && o->wb_last == (beat == 3));
    for (unsigned l = 0; l < 4; l++) ck_assert_uint_eq(o->wb_data[l], 100 + ((4 * beat + l) ^ 1));
    cycle(b);
  }
  ck_assert_uint_eq(b->m->subcore->shfl.o.ready, 1);
  wt_bench_close(b);
}
END_TEST

int main(void) {
  Suite *s = suite_create("wt_shfl");
  TCase *tc = tcase_create("examples"), *tr = tcase_create("random");
  tcase_set_timeout(tc, 300);
  tcase_set_timeout(tr, 900);
  tcase_add_test(tc, modes_on_32_lanes);
  tcase_add_test(tc, inactive_lanes_give_0_and_are_not_written);
  tcase_add_test(tc, beats_may_come_in_any_order);
  tcase_add_test(tc, lanes_beyond_a_small_warp_are_out_of_range);
  tcase_add_test(tr, tiny);
  tcase_add_test(tr, small);
  tcase_add_test(tr, preset_default);
  tcase_add_test(tr, one_beat);
  tcase_add_test(tr, warp_of_64);
  tcase_add_test(tr, odd_shape);
  suite_add_tcase(s, tc);
  suite_add_tcase(s, tr);
  return suite_run(s);
}
