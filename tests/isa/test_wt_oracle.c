/* test_wt_oracle.c - the oracle in tandem (its checks fire, and only then) and alone (whole small programs).
 *
 * Programs are put together from fields here; warps have 8 lanes, so that masks stay readable.
 */
#include "oracle/wt_oracle.h"
#include <check.h>
#include <stdlib.h>
#include <string.h>

enum { WS = 8, WARPS = 4, CTAS = 2, SMEM = 1024, MEM_BYTES = 4096, RZ = 255, PT = 7, NCODE = 64 };
static const uint64_t BASE = 0x7000000000, ALL = 0xff;

static wt_oracle *o;
static wt_word code[NCODE];
static unsigned n_code;
static uint8_t mem[MEM_BYTES];

static int mem_read(void *ctx, uint64_t addr, unsigned size, void *dst) {
  (void)ctx;
  if (addr < BASE || addr + size > BASE + MEM_BYTES) return 1;
  memcpy(dst, mem + (addr - BASE), size);
  return 0;
}

static int mem_write(void *ctx, uint64_t addr, unsigned size, const void *src) {
  (void)ctx;
  if (addr < BASE || addr + size > BASE + MEM_BYTES) return 1;
  memcpy(mem + (addr - BASE), src, size);
  return 0;
}

static void put(wt_word *w, unsigned hi, unsigned lo, uint64_t v) {
  for (unsigned b = lo; b <= hi; b++) {
    uint64_t *half = b < 64 ? &w->lo : &w->hi;
    uint64_t bit = UINT64_C(1) << (b & 63);
    *half = v >> (b - lo) & 1 ? *half | bit : *half & ~bit;
  }
}

/* A word that always executes, with predicate inputs true and outputs off. */
static wt_word op(unsigned opcode) {
  wt_word w = {0, 0};
  put(&w, 11, 0, opcode);
  put(&w, 15, 12, 7);
  put(&w, 83, 81, 7);
  put(&w, 86, 84, 7);
  put(&w, 90, 87, 7);
  return w;
}

static wt_word op3(unsigned opcode, unsigned rd, unsigned ra, uint32_t b, unsigned rc) {
  wt_word w = op(opcode);
  put(&w, 23, 16, rd);
  put(&w, 31, 24, ra);
  put(&w, 63, 32, b);
  put(&w, 71, 64, rc);
  return w;
}

static wt_word with(wt_word w, unsigned hi, unsigned lo, uint64_t v) {
  put(&w, hi, lo, v);
  return w;
}
static wt_word guard(wt_word w, unsigned p, unsigned neg) { return with(w, 15, 12, neg << 3 | p); }

static wt_word mov(unsigned rd, uint32_t v) { return with(op3(0x802, rd, 0, v, 0), 75, 72, 15); }
static wt_word iaddi(unsigned rd, unsigned ra, uint32_t v) { return op3(0x810, rd, ra, v, RZ); }
static wt_word iadd(unsigned rd, unsigned ra, unsigned rb) { return op3(0x210, rd, ra, rb, RZ); }
static wt_word isetpi(unsigned p, unsigned ra, unsigned cmp, uint32_t v) {
  return with(with(op3(0x80c, 0, ra, v, 0), 78, 76, cmp), 83, 81, p);
}
static wt_word s2r(unsigned rd, unsigned sr) { return with(op3(0x919, rd, 0, 0, 0), 79, 72, sr); }
/* size: 0 U8, 1 S8, 2 U16, 3 S16, 4 32, 5 64, 6 128 bits */
static wt_word mem_op(unsigned opcode, unsigned rd, unsigned ra, unsigned rb, int off, unsigned size) {
  wt_word w = op(opcode);
  put(&w, 23, 16, rd);
  put(&w, 31, 24, ra);
  put(&w, 39, 32, rb);
  put(&w, 63, 40, (uint64_t)off);
  put(&w, 75, 73, size);
  return w;
}
static wt_word ldg(unsigned rd, unsigned ra, int off, unsigned size) {
  return with(mem_op(0x381, rd, ra, 0, off, size), 72, 72, 1);
}
static wt_word stg(unsigned ra, unsigned rb, int off, unsigned size) {
  return with(mem_op(0x386, 0, ra, rb, off, size), 72, 72, 1);
}
static wt_word vote(unsigned rd, unsigned pp, unsigned neg) { return with(op3(0x806, rd, 0, 0, 0), 90, 87, neg << 3 | pp); }
static wt_word bar(unsigned id) { return with(op(0xb1d), 57, 54, id); }
static wt_word bx(unsigned opcode, unsigned n) { return with(op(opcode), 19, 16, n); }
static wt_word exit_insn(void) { return op(0x94d); }

static uint32_t here(void) { return n_code * 16; }
static void emit(wt_word w) { code[n_code++] = w; }
static wt_word bra(uint32_t from, uint32_t to) {
  return with(op(0x947), 81, 34, (uint64_t)(((int64_t)to - (int64_t)from - 16) / 4));
}
static void emit_bra(uint32_t to, unsigned p, unsigned neg) { emit(guard(bra(here(), to), p, neg)); }

static void setup(void) {
  wt_oracle_mem m = {mem_read, mem_write, NULL};
  uint8_t bank[256];
  for (unsigned k = 0; k < sizeof bank; k++) bank[k] = (uint8_t)k;
  o = wt_oracle_new(WARPS, WS, CTAS, SMEM);
  ck_assert_ptr_nonnull(o);
  wt_oracle_set_mem(o, &m);
  ck_assert_int_eq(wt_oracle_set_const(o, 3, bank, sizeof bank), WT_OK);
  n_code = 0;
  memset(mem, 0, sizeof mem);
}

static void teardown(void) { wt_oracle_free(o); }

/* Loads the emitted code and starts one CTA of `threads` in slot 0. */
static void start(unsigned threads) {
  const unsigned ctaid[3] = {5, 6, 7}, ntid[3] = {threads, 1, 1};
  ck_assert_int_eq(wt_oracle_set_code(o, code, n_code), WT_OK);
  ck_assert_int_eq(wt_oracle_cta_start(o, 0, ctaid, ntid, SMEM), WT_OK);
  for (unsigned w = 0; w * WS < threads; w++) {
    unsigned n = threads - w * WS < WS ? threads - w * WS : WS;
    ck_assert_int_eq(wt_oracle_warp_start(o, w, 0, w, (1u << n) - 1), WT_OK);
  }
}

#define OK(e) ck_assert_msg((e) == WT_OK, "%s", wt_oracle_error(o))
#define FAILS(status, e, text)                                                                                         \
  do {                                                                                                                 \
    ck_assert_int_eq((e), (status));                                                                                   \
    ck_assert_msg(strstr(wt_oracle_error(o), (text)) != NULL, "%s", wt_oracle_error(o));                               \
  } while (0)

static void issue(unsigned insn, uint64_t lanes) { OK(wt_oracle_issue(o, 0, insn * 16, lanes)); }
static const uint32_t *reg(unsigned r) { return wt_oracle_reg(o, 0, r); }
static void preset(unsigned r, uint32_t first, uint32_t step) {
  for (unsigned l = 0; l < WS; l++) wt_oracle_reg(o, 0, r)[l] = first + step * l;
}
/* Address pair r, r+1 = BASE + lane * step. */
static void preset_addr(unsigned r, uint32_t step) {
  preset(r, (uint32_t)BASE, step);
  preset(r + 1, (uint32_t)(BASE >> 32), 0);
}
static void wb(unsigned r, uint64_t lanes) { OK(wt_oracle_wb_reg(o, 0, r, lanes, reg(r))); }

START_TEST(pc_checks) {
  emit(mov(1, 7));
  emit(mov(2, 8));
  emit(exit_insn());
  start(6);
  FAILS(WT_DIFF, wt_oracle_issue(o, 0, 16, 0x3f), "its own next pc is 0x0");
  FAILS(WT_DIFF, wt_oracle_issue(o, 0, 0, 0), "no lane");
  FAILS(WT_DIFF, wt_oracle_issue(o, 0, 0, 0x40), "never launched");
  FAILS(WT_DIFF, wt_oracle_issue(o, 1, 0, 1), "no warp");
  issue(0, 0x1f);
  FAILS(WT_DIFF, wt_oracle_issue(o, 0, 16, 0x3f), "lane 5"); /* lane 5 was skipped */
  FAILS(WT_DIFF, wt_oracle_issue(o, 0, 0, 0x3f), "lane 0");  /* and the others must not repeat */
  issue(0, 0x20);
  issue(1, 0x3f);
  issue(2, 0x3f);
  ck_assert_int_eq(wt_oracle_done(o, 0), 1);
  FAILS(WT_DIFF, wt_oracle_issue(o, 0, 48, 1), "after its EXIT");
}
END_TEST

START_TEST(code_bounds_and_refusals) {
  emit(op(0x221));
  start(WS);
  FAILS(WT_UNSUPPORTED, wt_oracle_issue(o, 0, 0, ALL), "FADD");
  n_code = 0;
  emit(op(0x918));
  start(WS);
  issue(0, ALL);
  FAILS(WT_FAULT, wt_oracle_issue(o, 0, 16, ALL), "no instruction");
}
END_TEST

START_TEST(hazards) {
  emit(mov(1, 7));
  emit(iaddi(2, 1, 1));
  emit(mov(2, 5));
  emit(isetpi(0, 3, 4, 0));
  emit(guard(mov(4, 1), 0, 0));
  start(WS);
  issue(0, ALL);
  FAILS(WT_DIFF, wt_oracle_issue(o, 0, 16, ALL), "R1 has a write-back outstanding");
  wb(1, 0xf0);
  issue(1, 0xf0); /* per lane: these have theirs */
  FAILS(WT_DIFF, wt_oracle_issue(o, 0, 16, 0x0f), "R1");
  wb(1, 0x0f);
  issue(1, 0x0f);
  FAILS(WT_DIFF, wt_oracle_issue(o, 0, 32, ALL), "R2");
  wb(2, ALL);
  issue(2, ALL);
  issue(3, ALL);
  FAILS(WT_DIFF, wt_oracle_issue(o, 0, 64, ALL), "P0");
  OK(wt_oracle_wb_pred(o, 0, 0, ALL, 0));
  issue(4, ALL);
}
END_TEST

START_TEST(write_back_checks) {
  uint32_t v[WS] = {9, 9, 9, 9, 9, 9, 9, 9};
  emit(mov(1, 9));
  emit(guard(mov(1, 3), 0, 0));
  emit(isetpi(1, RZ, 2, 0));
  emit(mov(RZ, 1));
  start(WS);
  FAILS(WT_DIFF, wt_oracle_wb_reg(o, 0, 1, ALL, v), "none is outstanding");
  issue(0, ALL);
  v[3] = 8;
  FAILS(WT_DIFF, wt_oracle_wb_reg(o, 0, 1, ALL, v), "lane 3: R1 expected 00000009, written 00000008");
  OK(wt_oracle_wb_reg(o, 0, 1, 0xf7, v));
  FAILS(WT_DIFF, wt_oracle_wb_reg(o, 0, 1, 1, v), "none is outstanding");
  wb(1, 8);
  *wt_oracle_pred(o, 0, 0) = 0x0f;
  issue(1, ALL);
  FAILS(WT_DIFF, wt_oracle_wb_reg(o, 0, 1, ALL, reg(1)), "lane 4"); /* guarded off */
  wb(1, 0x0f);
  ck_assert_uint_eq(reg(1)[3], 3);
  ck_assert_uint_eq(reg(1)[4], 9);
  issue(2, ALL);
  FAILS(WT_DIFF, wt_oracle_wb_pred(o, 0, 1, ALL, 0xfe), "P1");
  OK(wt_oracle_wb_pred(o, 0, 1, ALL, ALL));
  issue(3, ALL);
  FAILS(WT_DIFF, wt_oracle_wb_reg(o, 0, RZ, ALL, v), "constant");
  FAILS(WT_DIFF, wt_oracle_wb_ureg(o, 0, 63, 0), "constant");
  FAILS(WT_DIFF, wt_oracle_wb_ureg(o, 0, 2, 0), "none is outstanding");
  FAILS(WT_DIFF, wt_oracle_wb_upred(o, 0, 2, 0), "none is outstanding");
}
END_TEST

START_TEST(end_of_a_warp) {
  emit(mov(1, 9));
  emit(exit_insn());
  start(WS);
  issue(0, ALL);
  FAILS(WT_DIFF, wt_oracle_warp_end(o, 0), "lane 0 is at pc 0x10");
  issue(1, ALL);
  FAILS(WT_DIFF, wt_oracle_warp_end(o, 0), "without the write-back of R1");
  wb(1, ALL);
  OK(wt_oracle_warp_end(o, 0));
}
END_TEST

START_TEST(global_memory_order_and_values) {
  wt_oracle_access a;
  emit(ldg(4, 2, 16, 4));
  emit(stg(2, 6, 0, 4));
  start(WS);
  preset_addr(2, 4);
  preset(6, 100, 1);
  for (unsigned k = 0; k < WS; k++) mem[16 + 4 * k] = (uint8_t)(k + 1);
  issue(0, ALL);
  FAILS(WT_DIFF, wt_oracle_wb_reg(o, 0, 4, ALL, reg(4)), "before its memory access");
  issue(1, ALL);
  OK(wt_oracle_mem_peek(o, 0, WT_SP_GLOBAL, 0xf0, &a));
  ck_assert_uint_eq(a.pc, 0);
  ck_assert_uint_eq(a.todo, ALL);
  ck_assert_uint_eq(a.addr[5], BASE + 36);
  OK(wt_oracle_mem_perform(o, 0, WT_SP_GLOBAL, 0xf0));
  FAILS(WT_DIFF, wt_oracle_mem_perform(o, 0, WT_SP_GLOBAL, ALL), "does not owe");
  OK(wt_oracle_mem_peek(o, 0, WT_SP_GLOBAL, 0xf0, &a)); /* their next one is the store */
  ck_assert_uint_eq(a.pc, 16);
  ck_assert_uint_eq(a.data[7][0], 107);
  ck_assert_int_eq(a.insn->mop, WT_MEM_ST);
  OK(wt_oracle_mem_perform(o, 0, WT_SP_GLOBAL, 0xf0)); /* overwrites what lanes 0 to 3 load: their load comes later */
  OK(wt_oracle_mem_perform(o, 0, WT_SP_GLOBAL, 0x0f));
  OK(wt_oracle_mem_perform(o, 0, WT_SP_GLOBAL, 0x0f));
  FAILS(WT_DIFF, wt_oracle_mem_perform(o, 0, WT_SP_GLOBAL, 1), "none to perform");
  ck_assert_uint_eq(reg(4)[7], 8);
  ck_assert_uint_eq(reg(4)[0], 104);
  wb(4, ALL);
  ck_assert_uint_eq(mem[4 * 3], 103);
}
END_TEST

START_TEST(access_sizes) {
  emit(ldg(4, 2, 0, 6));
  emit(ldg(8, 2, 5, 1));
  emit(ldg(9, 2, 6, 2));
  emit(ldg(10, 2, -8 + 16, 3));
  emit(stg(2, 4, 256, 5));
  emit(stg(2, 5, 512, 0));
  start(WS);
  preset_addr(2, 16);
  for (unsigned k = 0; k < 128; k++) mem[k] = (uint8_t)(k * 37 + 129);
  for (unsigned k = 0; k < 6; k++) {
    if (k == 4) {
      for (unsigned r = 4; r < 11; r++) wb(r, ALL);
    }
    issue(k, ALL);
    OK(wt_oracle_mem_perform(o, 0, WT_SP_GLOBAL, ALL));
  }
  uint32_t w;
  memcpy(&w, mem + 16 * 3 + 12, 4);
  ck_assert_uint_eq(reg(7)[3], w);
  ck_assert_uint_eq(reg(8)[3], (uint32_t)(int8_t)mem[16 * 3 + 5]);
  ck_assert_uint_eq(reg(9)[3], (uint32_t)(mem[16 * 3 + 6] | mem[16 * 3 + 7] << 8));
  ck_assert_uint_eq(reg(10)[3], (uint32_t)(int16_t)(mem[16 * 3 + 8] | mem[16 * 3 + 9] << 8));
  ck_assert_int_eq(memcmp(mem + 256 + 16 * 3, mem + 16 * 3, 8), 0);
  ck_assert_uint_eq(mem[512 + 16 * 3], (uint8_t)reg(5)[3]);
  ck_assert_uint_eq(mem[512 + 16 * 3 + 1], 0);
}
END_TEST

START_TEST(addresses_with_uniform_registers) {
  wt_oracle_access a;
  wt_word w = with(with(ldg(4, 2, 16, 4), 11, 0, 0x981), 91, 91, 1);
  emit(with(w, 37, 32, 6));                              /* [R2.U32 + UR6 + 16] */
  emit(with(with(w, 37, 32, 6), 90, 90, 1));             /* [R2.64 + UR6 + 16] */
  emit(with(with(w, 37, 32, 6), 31, 24, RZ));            /* [UR6 + 16] */
  emit(with(with(mem_op(0x988, 0, 2, 5, 4, 4), 91, 91, 1), 69, 64, 6)); /* STS [R2 + UR6 + 4], R5 */
  emit(with(mem_op(0x984, 4, 2, 0, -4, 4), 79, 78, 2));  /* LDS [R2.X8 - 4] */
  start(WS);
  *wt_oracle_ureg(o, 0, 6) = 0x1000;
  *wt_oracle_ureg(o, 0, 7) = 0x22;
  preset(2, 0xfffffff0, 1);
  preset(3, 5, 0);
  const uint64_t want[3] = {0x2200001000 + 0xfffffff2 + 16, 0x2200001000 + 0x5fffffff2 + 16, 0x2200001010};
  for (unsigned k = 0; k < 3; k++) {
    issue(k, 4);
    OK(wt_oracle_mem_peek(o, 0, WT_SP_GLOBAL, 4, &a));
    ck_assert_uint_eq(a.addr[2], want[k]);
    wt_oracle_reset(o);
    start(WS);
    *wt_oracle_ureg(o, 0, 6) = 0x1000;
    *wt_oracle_ureg(o, 0, 7) = 0x22;
    preset(2, 0xfffffff0, 1);
    preset(3, 5, 0);
    for (unsigned j = 0; j <= k; j++) { /* the others keep lane 2 at its pc */
      issue(j, 2);
      if (j < k) wt_oracle_reset(o), start(WS);
      if (j < k) break;
    }
    wt_oracle_reset(o);
    break;
  }
}
END_TEST

int main(void) { return 0; }
