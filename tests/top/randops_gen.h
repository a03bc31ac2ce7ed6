/* randops_gen.h - random straight-line programs, a group of instructions each: fp32, fp64, special functions and conversions, integers, the uniform
 * datapath.
 *
 * Words are drawn from the rows of isa.def: row, operand form, and all other bits at random within the fields that choose registers; or they are words of
 * the programs in tests/kernels and tests/asm with other registers, constants, guards and up to three other modifier bits (randops_learn). What the
 * decoder refuses or the assembler's text does not cover is drawn again. Registers R8 to R23 begin with values from the corners of integers and of
 * floating point (0, 1, -1, sign boundaries, subnormals, infinities, NaN) and are stored in the end, so no result is lost.
 */
#ifndef WT_RANDOPS_GEN_H
#define WT_RANDOPS_GEN_H
#include <glob.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "isa/wt_asm.h"
#include "isa/wt_cubin.h"
#include "isa/wt_dis.h"
#include "oracle/wt_sem.h"
#include "oracle/wt_sem_half.h"

enum { RANDOPS_THREADS = 64, RANDOPS_BYTES = 64 * RANDOPS_THREADS };

/* Groups of rows, by unit. */
static const struct {
  const char *name;
  unsigned units; /* bits WT_UNIT_... */
} randops_group[] = {{"fp32", 1u << WT_UNIT_FPU},
                     {"fp64", 1u << WT_UNIT_DPU},
                     {"special", 1u << WT_UNIT_XU},
                     {"integer", 1u << WT_UNIT_ALU},
                     {"uniform", 1u << WT_UNIT_UNI}};
enum { RANDOPS_GROUPS = sizeof randops_group / sizeof *randops_group };

static uint64_t randops_rng;
static uint32_t randops_next(void) {
  randops_rng = randops_rng * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  uint32_t x = (uint32_t)(randops_rng >> 32);
  return x ^ x >> 15;
}
static uint32_t randops_below(uint32_t n) { return randops_next() % n; }

/* A word that is a corner of something, or any. */
static uint32_t randops_value(void) {
  static const uint32_t corner[] = {0,          1,          0xffffffff, 0x7fffffff, 0x80000000, 0x80000001, 0x3f800000, 0xbf800000, 0x7f800000,
                                    0xff800000, 0x7fc00000, 0x7f800001, 0x00800000, 0x007fffff, 0x80400000, 0x7f7fffff, 0x4b000000, 0x5f000000,
                                    0x3ff00000, 0x7ff00000, 0xfff00000, 0x7ff80000, 0x000fffff, 0x00100000, 0x7fefffff, 0x43e00000, 0xc3e00000};
  uint32_t r = randops_next();
  return r % 3 ? corner[r / 3 % (sizeof corner / sizeof *corner)] : r % 2 ? randops_next() : randops_next() % 64;
}

/* Two halves that are corners of something, or any. */
static uint32_t randops_halves(void) {
  static const uint16_t corner[] = {0,      1,      0x3ff,  0x400,  0x401,  0x3bff, 0x3c00, 0x3c01,
                                    0x4000, 0x7bff, 0x7c00, 0x7e00, 0x8000, 0xbc00, 0xfbff, 0xfc00};
  uint32_t r = randops_next();
  return r % 4 ? corner[r / 4 % 16] | (uint32_t)corner[r / 64 % 16] << 16 : randops_next();
}

/* Clocks and results of barriers are not values of the program's. */
static int randops_wanted(const wt_insn_row *r, unsigned units) {
  return r->supported && units >> r->unit & 1 && strcmp(r->id, "S2R") && strcmp(r->id, "CS2R") && strcmp(r->id, "S2UR") && strcmp(r->id, "B2R");
}

static void randops_field(wt_word *w, unsigned lo, unsigned n, uint64_t v) {
  uint64_t m = n < 64 ? (UINT64_C(1) << n) - 1 : ~UINT64_C(0);
  v &= m;
  if (lo >= 64) {
    w->hi = (w->hi & ~(m << (lo - 64))) | v << (lo - 64);
    return;
  }
  w->lo = (w->lo & ~(m << lo)) | v << lo;
  if (lo + n > 64) w->hi = (w->hi & ~(m >> (64 - lo))) | v >> (64 - lo);
}

/* ---- words of programs that are there: what modifiers really look like ---- */

enum { RANDOPS_WORDS = 6000 };
static wt_word randops_word[RANDOPS_WORDS];
static uint16_t randops_first[WT_I_COUNT], randops_more[RANDOPS_WORDS]; /* the words of a row, upwards: place + 1, 0 = no more */
static unsigned randops_words;

/* One of each row, form and set of modifiers. */
static void randops_take(const wt_word *w, size_t n) {
  const uint64_t modifiers = (UINT64_C(1) << 41) - 256; /* bits 104:72 */
  for (size_t i = 0; i < n && randops_words < RANDOPS_WORDS; i++) {
    unsigned k = 0;
    if (wt_isa_find(w[i]) == WT_I_INVALID) continue;
    while (k < randops_words && (((randops_word[k].lo ^ w[i].lo) & 0xfff) || ((randops_word[k].hi ^ w[i].hi) & modifiers))) k++;
    if (k < randops_words) continue;
    uint16_t *link = &randops_first[wt_isa_find(w[i])];
    while (*link) link = &randops_more[*link - 1];
    randops_word[randops_words++] = w[i];
    *link = (uint16_t)randops_words;
  }
}

/* Once; root is the tree's. */
static inline void randops_learn(const char *root) {
  static const char *const where[] = {"tests/kernels/*.cubin", "tests/asm/*.sass"};
  for (unsigned p = 0; p < 2 && randops_words < RANDOPS_WORDS; p++) {
    char pattern[1024], err[400];
    glob_t g;
    snprintf(pattern, sizeof pattern, "%s/%s", root, where[p]);
    if (glob(pattern, 0, NULL, &g)) continue;
    for (size_t i = 0; i < g.gl_pathc; i++) {
      wt_cubin c;
      wt_asm_out a;
      if (!p && !wt_cubin_load(g.gl_pathv[i], &c, err, sizeof err)) {
        for (size_t k = 0; k < c.nkernels; k++) randops_take(c.kernel[k].code, c.kernel[k].n);
        wt_cubin_free(&c);
      } else if (p && !wt_asm_file(g.gl_pathv[i], &a, err, sizeof err)) {
        for (size_t k = 0; k < a.n; k++) randops_take(a.kernel[k].code, a.kernel[k].ncode);
        wt_asm_free(&a);
      }
    }
    globfree(&g);
  }
}

/* A word of the row among them, with some modifier bits changed; 0: there is none. */
static int randops_known(unsigned id, wt_word *out) {
  if (!randops_words) return 0;
  unsigned from = randops_below(randops_words), at = randops_first[id]; /* the first one from there on, or from the start */
  while (at && at <= from) at = randops_more[at - 1];
  if (!at && !(at = randops_first[id])) return 0;
  *out = randops_word[at - 1];
  for (unsigned flips = randops_below(3) ? 0 : randops_below(4); flips; flips--) out->hi ^= UINT64_C(1) << (8 + randops_below(33));
  return 1;
}

/* Bits that a known word has at 0 may be no field of that instruction, where the decoder and the text want 0. */
static void randops_register(wt_word *w, unsigned lo, int known, uint64_t v) {
  if (!known || wt_bits(*w, lo + 7, lo)) randops_field(w, lo, 8, v);
}

/* An instruction of the row; 0: none of the tries was one. */
static int randops_insn(unsigned id, wt_word *out) {
  const wt_insn_row *row = &wt_isa_rows[id];
  for (int tries = 0; tries < 400; tries++) {
    wt_word w = {(uint64_t)randops_next() << 32 | randops_next(), (uint64_t)randops_next() << 32 | randops_next()};
    wt_sem_insn s;
    unsigned form = 0;
    int known = randops_below(8) && randops_known(id, &w);
    if (known) {
      form = row->key == WT_KEY_FIX ? 0 : wt_isa_form(w);
    } else if (row->key == WT_KEY_FIX) {
      randops_field(&w, 0, 12, row->code);
    } else {
      do form = randops_below(8);
      while (!(row->forms >> form & 1));
      randops_field(&w, 0, 12, row->code | form << 9);
    }
    for (unsigned b = 72; !known && tries % 4 && b < 105; b++) /* fields that no instruction has are often 0 */
      if (randops_below(4)) randops_field(&w, b, 1, 0);
    unsigned uni = row->unit == WT_UNIT_UNI, even = 2 * randops_below(2);
    randops_field(&w, 12, 4, randops_below(4) ? 7 : randops_below(4) | 8 * randops_below(2));
    randops_register(&w, 16, known, uni ? 4 + randops_below(7) : 8 + (even ? 2 * randops_below(8) : randops_below(15)));
    randops_register(&w, 24, known, uni ? 4 + randops_below(8) : randops_below(8) ? 8 + (even ? 2 * randops_below(8) : randops_below(15)) : 255);
    if (form == 4 || form == 2) randops_field(&w, 32, 32, wt_sem_is_half(id) ? randops_halves() : randops_value());
    else if (form == 5 || form == 3)
      randops_field(&w, 32, 22, (uint64_t)(4 * randops_below(10)) << 6), randops_field(&w, 54, 5, 0), randops_field(&w, 59, 3, 0);
    else if (known && row->key == WT_KEY_FIX) randops_register(&w, 32, !wt_bits(w, 63, 40), 4 + randops_below(7));
    else if (form >= 6 || uni) randops_register(&w, 32, known, 4 + randops_below(7)), randops_field(&w, 40, 22, 0);
    else if (row->key == WT_KEY_ALU)
      randops_register(&w, 32, known, randops_below(8) ? 8 + (even ? 2 * randops_below(8) : randops_below(15)) : 255), randops_field(&w, 40, 22, 0);
    if (row->key == WT_KEY_ALU && strcmp(row->id, "LOP3") && strcmp(row->id, "ULOP3"))
      randops_register(&w, 64, known, uni ? 4 + randops_below(8) : randops_below(8) ? 8 + (even ? 2 * randops_below(8) : randops_below(15)) : 255);
    randops_field(&w, 105, 23, 0x7f0);
    if (known ? !randops_below(3) : randops_below(3) != 0) randops_field(&w, 81, 3, 7), randops_field(&w, 84, 3, 7);
    if (wt_isa_find(w) != id || wt_sem_decode(w, &s) || wt_dis_is_raw(w, 0)) continue;
    int bad = 0;
    for (unsigned k = 0; k < s.nsr; k++) bad |= s.sr[k] < 8 || s.sr[k] > 23;
    for (unsigned k = 0; k < s.nsu; k++) bad |= s.su[k] < 4 || s.su[k] > 12;
    if (s.nrd) bad |= s.udst ? s.rd < 4 || s.rd + s.nrd > 12 : s.rd < 8 || s.rd + s.nrd > 24;
    unsigned pu = (unsigned)wt_bits(w, 83, 81), pv = (unsigned)wt_bits(w, 86, 84);
    bad |= pu == pv && pu != 7; /* both would be written */
    if (bad) continue;
    *out = w;
    return 1;
  }
  return 0;
}

/* A program of n instructions of the group, as text; from malloc. */
static char *randops_program(uint64_t seed, unsigned group, unsigned n) {
  char *text = NULL, line[WT_DIS_MAX];
  size_t size = 0;
  unsigned rows[WT_I_COUNT], many = 0;
  FILE *f = open_memstream(&text, &size);
  if (!f) return NULL;
  randops_rng = seed * 2 + 1;
  for (unsigned id = 0; id < WT_I_COUNT; id++)
    if (randops_wanted(&wt_isa_rows[id], randops_group[group].units)) rows[many++] = id;
  fputs(".kernel k\n.regs 32\n.params 8\n  S2R R0, SR_TID.X\n  SHF.L.U32 R1, R0, 0x6, RZ\n  MOV R2, c[0x0][0x160]\n  MOV R3, c[0x0][0x164]\n"
        "  IADD3 R2, P0, R2, R1, RZ\n  IADD3.X R3, RZ, R3, RZ, P0, !PT\n",
        f);
  for (unsigned k = 0; k < 4; k++) fprintf(f, "  LDG.E.128.SYS R%u, [R2+0x%x]\n", 8 + 4 * k, 16 * k);
  for (unsigned k = 0; k < 7; k++) fprintf(f, "  ISETP.GE.AND P%u, PT, R%u, R%u, PT\n", k, 8 + k, 16 + k);
  for (unsigned k = 4; k < 13; k++) fprintf(f, "  R2UR UR%u, R%u\n", k, 4 + k);
  for (unsigned k = 0; k < 7; k++) fprintf(f, "  UISETP.GE.AND UP%u, UPT, UR%u, UR%u, UPT\n", k, 4 + k % 4, 8 + k % 3);
  for (unsigned i = 0; i < n; i++) {
    wt_word w;
    if (!randops_insn(rows[i % many], &w)) continue;
    wt_dis_short(w, 0, line, sizeof line);
    fprintf(f, "  %s\n", line);
  }
  for (unsigned k = 0; k < 4; k++) fprintf(f, "  STG.E.128.SYS [R2+0x%x], R%u\n", 16 * k, 8 + 4 * k);
  fputs("  EXIT\n.end\n", f);
  fclose(f);
  return text;
}

/* Contents of the registers of all threads. */
static inline void randops_fill(uint32_t *v) {
  for (unsigned i = 0; i < RANDOPS_BYTES / 4; i++) v[i] = randops_value();
}
#endif
