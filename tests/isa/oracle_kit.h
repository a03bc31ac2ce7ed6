/* oracle_kit.h - small programs for the oracle's tests: encoders, memory, fixture.
 *
 * Warps have 8 lanes, so that masks stay readable. Global memory is MEM_BYTES at BASE.
 */
#ifndef ORACLE_KIT_H
#define ORACLE_KIT_H
#include "isa/wt_asm.h"
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

static inline int mem_read(void *ctx, uint64_t addr, unsigned size, void *dst) {
  (void)ctx;
  if (addr < BASE || addr + size > BASE + MEM_BYTES) return 1;
  memcpy(dst, mem + (addr - BASE), size);
  return 0;
}

static inline int mem_write(void *ctx, uint64_t addr, unsigned size, const void *src) {
  (void)ctx;
  if (addr < BASE || addr + size > BASE + MEM_BYTES) return 1;
  memcpy(mem + (addr - BASE), src, size);
  return 0;
}

static inline void put(wt_word *w, unsigned hi, unsigned lo, uint64_t v) {
  for (unsigned b = lo; b <= hi; b++) {
    uint64_t *half = b < 64 ? &w->lo : &w->hi;
    uint64_t bit = UINT64_C(1) << (b & 63);
    *half = v >> (b - lo) & 1 ? *half | bit : *half & ~bit;
  }
}

/* A word that always executes, with predicate inputs true and outputs off. */
static inline wt_word op(unsigned opcode) {
  wt_word w = {0, 0};
  put(&w, 11, 0, opcode);
  put(&w, 15, 12, 7);
  put(&w, 83, 81, 7);
  put(&w, 86, 84, 7);
  put(&w, 90, 87, 7);
  return w;
}

static inline wt_word op3(unsigned opcode, unsigned rd, unsigned ra, uint32_t b, unsigned rc) {
  wt_word w = op(opcode);
  put(&w, 23, 16, rd);
  put(&w, 31, 24, ra);
  put(&w, 63, 32, b);
  put(&w, 71, 64, rc);
  return w;
}

static inline wt_word with(wt_word w, unsigned hi, unsigned lo, uint64_t v) {
  put(&w, hi, lo, v);
  return w;
}
static inline wt_word guard(wt_word w, unsigned p, unsigned neg) { return with(w, 15, 12, neg << 3 | p); }

static inline wt_word mov(unsigned rd, uint32_t v) { return with(op3(0x802, rd, 0, v, 0), 75, 72, 15); }
static inline wt_word iaddi(unsigned rd, unsigned ra, uint32_t v) { return op3(0x810, rd, ra, v, RZ); }
static inline wt_word iadd(unsigned rd, unsigned ra, unsigned rb) { return op3(0x210, rd, ra, rb, RZ); }
static inline wt_word isetpi(unsigned p, unsigned ra, unsigned cmp, uint32_t v) {
  return with(with(op3(0x80c, 0, ra, v, 0), 78, 76, cmp), 83, 81, p);
}
static inline wt_word s2r(unsigned rd, unsigned sr) { return with(op3(0x919, rd, 0, 0, 0), 79, 72, sr); }
/* size: 0 U8, 1 S8, 2 U16, 3 S16, 4 32, 5 64, 6 128 bits */
static inline wt_word mem_op(unsigned opcode, unsigned rd, unsigned ra, unsigned rb, int off, unsigned size) {
  wt_word w = op(opcode);
  put(&w, 23, 16, rd);
  put(&w, 31, 24, ra);
  put(&w, 39, 32, rb);
  put(&w, 63, 40, (uint64_t)off);
  put(&w, 75, 73, size);
  return w;
}
static inline wt_word ldg(unsigned rd, unsigned ra, int off, unsigned size) { return with(mem_op(0x381, rd, ra, 0, off, size), 72, 72, 1); }
static inline wt_word stg(unsigned ra, unsigned rb, int off, unsigned size) { return with(mem_op(0x386, 0, ra, rb, off, size), 72, 72, 1); }
static inline wt_word vote(unsigned rd, unsigned pp, unsigned neg) { return with(op3(0x806, rd, 0, 0, 0), 90, 87, neg << 3 | pp); }
static inline wt_word bar(unsigned id) { return with(op(0xb1d), 57, 54, id); }
static inline wt_word bx(unsigned opcode, unsigned n) { return with(op(opcode), 19, 16, n); }
static inline wt_word exit_insn(void) { return op(0x94d); }

static inline uint32_t here(void) { return n_code * 16; }
static inline void emit(wt_word w) { code[n_code++] = w; }
static inline wt_word bra(uint32_t from, uint32_t to) { return with(op(0x947), 81, 34, (uint64_t)(((int64_t)to - (int64_t)from - 16) / 4)); }
static inline void emit_bra(uint32_t to, unsigned p, unsigned neg) { emit(guard(bra(here(), to), p, neg)); }

/* The word of a line of assembler at address pc. */
static inline wt_word word_of(const char *line, uint32_t pc) {
  wt_word w;
  char err[300] = "";
  ck_assert_msg(wt_asm_insn(line, pc, NULL, NULL, &w, err, sizeof err) == WT_OK, "%s: %s", line, err);
  return w;
}
static inline void emit_text(const char *lines) {
  char line[200];
  while (*lines) {
    size_t n = strcspn(lines, "\n");
    ck_assert_uint_lt(n, sizeof line);
    ck_assert_uint_lt(n_code, NCODE);
    memcpy(line, lines, n), line[n] = 0;
    code[n_code] = word_of(line, here());
    n_code++;
    lines += n + (lines[n] == '\n');
  }
}

static unsigned lanes_of = WS; /* of the warps; kit_64: as many as there may be, of which the first eight are threads */
static inline void setup(void) {
  wt_oracle_mem m = {mem_read, mem_write, NULL};
  uint8_t bank[256];
  for (unsigned k = 0; k < sizeof bank; k++) bank[k] = (uint8_t)k;
  o = wt_oracle_new(WARPS, lanes_of, CTAS, SMEM);
  ck_assert_ptr_nonnull(o);
  wt_oracle_set_mem(o, &m);
  ck_assert_int_eq(wt_oracle_set_const(o, 3, bank, sizeof bank), WT_OK);
  n_code = 0;
  memset(mem, 0, sizeof mem);
}

static inline void teardown(void) { wt_oracle_free(o); }
static inline void kit_64(void) { lanes_of = WT_SEM_LANES; }

#define OK(e) ck_assert_msg((e) == WT_OK, "%s", wt_oracle_error(o))
#define FAILS(status, e, text)                                                           \
  do {                                                                                   \
    ck_assert_int_eq((e), (status));                                                     \
    ck_assert_msg(strstr(wt_oracle_error(o), (text)) != NULL, "%s", wt_oracle_error(o)); \
  } while (0)

/* Loads the emitted code and starts one CTA of `threads` in slot 0. */
static inline void start(unsigned threads) {
  const unsigned ctaid[3] = {5, 6, 7}, ntid[3] = {threads, 1, 1};
  ck_assert_int_eq(wt_oracle_set_code(o, code, n_code), WT_OK);
  ck_assert_int_eq(wt_oracle_cta_start(o, 0, ctaid, ntid, SMEM), WT_OK);
  for (unsigned w = 0; w * WS < threads; w++) {
    unsigned n = threads - w * WS < WS ? threads - w * WS : WS;
    ck_assert_int_eq(wt_oracle_warp_start(o, w, 0, w, (1u << n) - 1), WT_OK);
  }
}

static inline void issue(unsigned insn, uint64_t lanes) { OK(wt_oracle_issue(o, 0, insn * 16, lanes)); }
static inline const uint32_t *reg(unsigned r) { return wt_oracle_reg(o, 0, r); }
static inline void preset(unsigned r, uint32_t first, uint32_t step) {
  for (unsigned l = 0; l < WS; l++) wt_oracle_reg(o, 0, r)[l] = first + step * l;
}
/* Address pair r, r+1 = BASE + lane * step. */
static inline void preset_addr(unsigned r, uint32_t step) {
  preset(r, (uint32_t)BASE, step);
  preset(r + 1, (uint32_t)(BASE >> 32), 0);
}
static inline void wb(unsigned r, uint64_t lanes) { OK(wt_oracle_wb_reg(o, 0, r, lanes, reg(r))); }

/* An instruction issues, and memory and write-backs give what the oracle has. */
static inline void step(unsigned slot, unsigned insn, uint64_t lanes) {
  wt_sem_insn i;
  wt_oracle_access a;
  ck_assert_int_eq(wt_sem_decode(code[insn], &i), WT_OK);
  uint64_t guards = i.guard.uni ? (*wt_oracle_upreds(o, slot) >> i.guard.reg & 1 ? ALL : 0) : *wt_oracle_pred(o, slot, i.guard.reg);
  uint64_t exec = lanes & (i.guard.neg ? ~guards : guards);
  OK(wt_oracle_issue(o, slot, insn * 16, lanes));
  for (int s = 0; s < WT_SPACES && exec; s++)
    while (wt_oracle_mem_peek(o, slot, s, exec, &a) == WT_OK) OK(wt_oracle_mem_perform(o, slot, s, a.todo & exec));
  for (unsigned k = 0; k < i.nrd && exec; k++)
    if (i.udst) OK(wt_oracle_wb_ureg(o, slot, i.rd + k, *wt_oracle_ureg(o, slot, i.rd + k)));
    else OK(wt_oracle_wb_reg(o, slot, i.rd + k, exec, wt_oracle_reg(o, slot, i.rd + k)));
  for (unsigned p = 0; p < PT && exec; p++) {
    if (i.dup >> p & 1) OK(wt_oracle_wb_upred(o, slot, p, *wt_oracle_upreds(o, slot) >> p & 1));
    for (unsigned l = 0; l < WS && i.dp >> p & 1; l++) /* R2P leaves some out, lane by lane */
      wt_oracle_wb_pred(o, slot, p, exec & UINT64_C(1) << l, *wt_oracle_pred(o, slot, p));
  }
}
/* The code in a fresh warp of eight threads; the caller presets registers, then all of it runs. */
static inline void loaded(const char *text) {
  n_code = 0;
  emit_text(text);
  start(WS);
}
static inline void go(uint64_t lanes) {
  for (unsigned k = 0; k < n_code; k++) step(0, k, lanes);
}
static inline void all_are(unsigned r, uint64_t lanes, uint32_t want) {
  for (unsigned l = 0; l < WS; l++) ck_assert_msg(!(lanes >> l & 1) || reg(r)[l] == want, "R%u lane %u: %x, not %x", r, l, reg(r)[l], want);
}
static inline uint32_t *ur(unsigned n) { return wt_oracle_ureg(o, 0, n); }
static inline uint64_t pred(unsigned p) { return *wt_oracle_pred(o, 0, p); }
#endif
