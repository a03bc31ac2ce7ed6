/* randcf_gen.h - random control-flow programs as assembler text.
 *
 * A program is main and up to four functions on three call levels. What it does to memory depends on the path of each
 * thread only: h (R4) is mixed with other numbers in every piece of code and is stored at the end, on the way, and added
 * to sums by atomics. So the final memory is the same under every legal schedule, and a host can compare it.
 * Every branch back costs fuel (R7), so every program ends if the machine gives every thread its turn.
 *
 * Registers: R0 thread, R2 R3 its 64 bytes of output, R4 h, R5 random numbers of the thread, R6 those of the CTA, R7 fuel,
 * R8-R15 temporary, R16 R17 shared words, R18 passed locks, R20-R27 return addresses by level, R28-R39 loop counters by
 * level and nesting, R40-R47 kept barrier registers by level. P0 is the condition at hand, P1 and P2 live a little longer.
 */
#ifndef RANDCF_GEN_H
#define RANDCF_GEN_H
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What programs may hold beyond structured code, in which every region has a barrier register of its own and is entered
 * by one path. A unit that keeps one mask a register and never cuts a
 * wait ends programs up to RCF_BAR; what comes after it can lose a mask that others wait for. */
enum {
  RCF_BREAK = 1,   /* break and return out of several regions, with BREAK; with RCF_JUMPS also continue */
  RCF_EXITS = 2,   /* threads that end anywhere */
  RCF_WSYNC = 4,   /* WARPSYNC of all threads where all pass */
  RCF_BAR = 8,     /* CTA barriers where all pass */
  RCF_CALLS = 16,  /* CALL, RET, calls through registers; BRX. Paths in one function share its barrier registers */
  RCF_JUMPS = 32,  /* unstructured code, branches without a barrier, two guarded BARs or WARPSYNCs for one, cases that go on
                   * into the next one: threads come to a region as several paths */
  RCF_SPILL = 64,  /* barrier registers kept in ordinary registers and used again */
  RCF_YIELD = 128, /* YIELD and NANOSLEEP anywhere: sibling regions, which share barrier registers, run at the same time */
  RCF_LOCKS = 256, /* spin locks with YIELD: the unit promises progress */
  RCF_ALL = 511
};
enum { RCF_OUT = 64, RCF_SHARED = 256, RCF_LOCKWORDS = 4 }; /* bytes of a thread, shared bytes, locks (16 bytes each) */

typedef struct {
  int barrier;   /* B register or -1 */
  int keep;      /* register that holds its old value, or 0 */
  int loop;      /* a `continue` can go to cont */
  int sync, end; /* labels: BSYNC, behind it */
  int cont;
} rcf_region;

typedef struct {
  uint64_t rng;
  unsigned may, bx, few; /* few: programs with one barrier register a level */
  FILE *f;
  int label, budget;
  int level, nest, loops, keeps; /* of the code that is being written */
  rcf_region reg[12];
  int nreg;
  int nfunc, flevel[4];
  char tables[4096]; /* constant bank 2 */
  unsigned words;
  int fn_end; /* label of the function's RET */
} rcf;

static unsigned rcf_rnd(rcf *g, unsigned n) {
  uint64_t z = g->rng += UINT64_C(0x9e3779b97f4a7c15);
  z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
  return (unsigned)((z ^ z >> 31) >> 33) % n;
}
static int rcf_one_in(rcf *g, unsigned n) { return rcf_rnd(g, n) == 0; }
static int rcf_can(const rcf *g, unsigned what) { return (g->may & what) != 0; }

static void rcf_i(rcf *g, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static void rcf_i(rcf *g, const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  fputs("  ", g->f);
  vfprintf(g->f, fmt, ap);
  fputc('\n', g->f);
  va_end(ap);
  g->budget--;
}
static void rcf_at(rcf *g, int label) { fprintf(g->f, "L%d:\n", label); }

/* ---- straight-line code ---- */

/* h takes part of where the thread is. Predicates P1 and P2 keep their values across it. */
static void rcf_mix(rcf *g) {
  static const char *const src[] = {"R0", "R5", "R6", "RZ"};
  const char *s = src[rcf_rnd(g, 4)];
  switch (rcf_rnd(g, 7)) {
    case 0: rcf_i(g, "IMAD R4, R4, 0x%x, %s", rcf_rnd(g, 1u << 20) * 2 + 3, s); break;
    case 1: rcf_i(g, "IADD3 R4, R4, 0x%x, %s", rcf_rnd(g, 1u << 24) + 1, s); break;
    case 2:
      rcf_i(g, "LOP3.LUT R4, R4, 0x%x, %s, 0x96, !PT", rcf_rnd(g, 1u << 24) + 1, s);
      rcf_i(g, "SHF.L.W.U32.HI R4, R4, 0x%x, R4", 1 + rcf_rnd(g, 31));
      break;
    case 3:
      rcf_i(g, "IMAD R4, R4, 0x%x, %s", rcf_rnd(g, 1u << 20) * 2 + 3, s);
      rcf_i(g, "@%sP%u IADD3 R4, R4, 0x%x, RZ", rcf_one_in(g, 2) ? "!" : "", 1 + rcf_rnd(g, 2), rcf_rnd(g, 9999) + 1);
      break;
    case 4: /* uniform registers are shared by the paths of a warp: it must not change path in between */
      rcf_i(g, "UMOV UR4, 0x%x", rcf_rnd(g, 1u << 24) + 1);
      if (rcf_one_in(g, 2)) rcf_i(g, "UIADD3 UR5, UR4, 0x%x, URZ", rcf_rnd(g, 999) + 1);
      else rcf_i(g, "ULDC UR5, c[0x0][0x0]");
      rcf_i(g, "IADD3 R4, R4, UR4, %s", s);
      rcf_i(g, "LOP3.LUT R4, R4, UR5, RZ, 0x3c, !PT");
      break;
    case 5: /* the other way is the same, so nobody can tell whether the branch was taken */
      rcf_i(g, "BRA.%s L%d", rcf_one_in(g, 2) ? "CONV" : "DIV", g->label);
      rcf_i(g, "NOP");
      rcf_at(g, g->label++);
      rcf_i(g, "IMAD R4, R4, 0x%x, %s", rcf_rnd(g, 1u << 20) * 2 + 3, s);
      break;
    default: rcf_i(g, "IADD3 R4, R4, 0x%x, R5", rcf_rnd(g, 1u << 24) + 1); rcf_i(g, "STG.E.SYS [R2+0x%x], R4", 8 + 4 * rcf_rnd(g, 14));
  }
  if (rcf_one_in(g, 8)) rcf_i(g, "RED.E.ADD.STRONG.GPU [R16+0x%x], R4", 0x80 + 4 * rcf_rnd(g, 8));
  if (rcf_can(g, RCF_YIELD) && rcf_one_in(g, 10)) rcf_i(g, "YIELD");
  if (rcf_can(g, RCF_YIELD) && rcf_one_in(g, 30)) rcf_i(g, "NANOSLEEP 0x%x", rcf_rnd(g, 64));
}

/* Some bits that differ by thread (mostly), by CTA, or by the path so far: a number below n (a power of two) in R8. */
static void rcf_number(rcf *g, unsigned n) {
  unsigned from = rcf_rnd(g, 8);
  const char *r = from == 0 ? "R6" : from == 1 ? "R4" : "R5";
  if (from > 1) rcf_i(g, "IMAD R5, R5, 0x19660d, R6");
  rcf_i(g, "SHF.R.U32.HI R8, RZ, 0x%x, %s", 6 + rcf_rnd(g, 20), r);
  rcf_i(g, "LOP3.LUT R8, R8, 0x%x, RZ, 0xc0, !PT", n - 1);
}

/* A condition in P<p>; its frequency differs. */
static void rcf_cond(rcf *g, unsigned p) {
  static const char *const cmp[] = {"LT", "EQ", "NE", "GE"};
  if (rcf_one_in(g, 25)) {
    rcf_i(g, "ISETP.%s.AND P%u, PT, R0, RZ, PT", rcf_one_in(g, 2) ? "GE" : "LT", p); /* all or nobody */
    return;
  }
  unsigned n = 2u << rcf_rnd(g, 3);
  rcf_number(g, n);
  rcf_i(g, "ISETP.%s.AND P%u, PT, R8, 0x%x, PT", cmp[rcf_rnd(g, 4)], p, rcf_rnd(g, n));
}

/* ---- regions ---- */

static int rcf_register(const rcf *g) {
  static const uint8_t first[5] = {0, 6, 10, 13, 16}, first8[5] = {0, 4, 6, 7, 8}, few[5] = {0, 1, 2, 3, 4};
  const uint8_t *b = g->few ? few : g->bx >= 16 ? first : first8;
  int n = b[g->level] + g->nest;
  return n < b[g->level + 1] ? n : -1;
}

/* Opens a region; barrier 0: without one. */
static rcf_region *rcf_open(rcf *g, int barrier) {
  rcf_region *r = &g->reg[g->nreg++];
  *r = (rcf_region){.barrier = -1, .sync = g->label, .end = g->label + 1};
  g->label += 2;
  int n = barrier ? rcf_register(g) : -1;
  if (barrier && n < 0 && rcf_can(g, RCF_SPILL) && g->keeps < 2) {
    /* as compilers do when registers run out: the outer region's value waits in an ordinary register */
    n = g->level == 0 ? 0 : g->few ? 1 : g->bx < 16 ? 4 : 6;
    r->keep = 40 + 2 * g->level + g->keeps++;
    rcf_i(g, "BMOV.32.CLEAR R%d, B%d", r->keep, n);
  } else if (n >= 0) {
    g->nest++;
    if (!rcf_one_in(g, 5)) rcf_i(g, "BMOV.32.CLEAR RZ, B%d", n);
  }
  r->barrier = n;
  if (n >= 0) rcf_i(g, "BSSY B%d, L%d", n, r->end);
  return r;
}

static void rcf_close(rcf *g) {
  rcf_region *r = &g->reg[g->nreg - 1];
  rcf_at(g, r->sync);
  if (r->barrier >= 0) rcf_i(g, "BSYNC B%d", r->barrier);
  rcf_at(g, r->end);
  if (r->keep) {
    rcf_i(g, "BMOV.32 B%d, R%d", r->barrier, r->keep);
    g->keeps--;
  } else if (r->barrier >= 0) {
    g->nest--;
  }
  if (rcf_one_in(g, 3)) rcf_mix(g);
  else rcf_i(g, "NOP");
  g->nreg--;
}

/* Lanes with P0 leave the barriers of the regions above `keep`. Barriers that are kept in registers cannot be left. */
static int rcf_leave(rcf *g, int keep) {
  for (int i = g->nreg - 1; i >= keep; i--)
    if (g->reg[i].keep) return 0;
  for (int i = g->nreg - 1; i >= keep; i--)
    if (g->reg[i].barrier >= 0) rcf_i(g, "@P0 BREAK B%d", g->reg[i].barrier);
  return 1;
}

/* ---- statements ---- */
static void rcf_block(rcf *g, int depth);

static void rcf_if(rcf *g, int depth) {
  int other = g->label++, barrier = !rcf_can(g, RCF_JUMPS) || !rcf_one_in(g, 4), two = rcf_one_in(g, 2);
  rcf_cond(g, 0);
  rcf_region *r = rcf_open(g, barrier);
  int sync = r->sync;
  rcf_i(g, "%s BRA L%d", rcf_one_in(g, 2) ? "@P0" : "@!P0", two ? other : sync);
  rcf_block(g, depth + 1);
  if (two) {
    rcf_i(g, "BRA L%d", sync);
    rcf_at(g, other);
    rcf_block(g, depth + 1);
  }
  rcf_close(g);
}

/* A few iterations, different by thread; the test is at the end, sometimes also at the top. */
static void rcf_loop(rcf *g, int depth) {
  if (g->loops == 3) return rcf_if(g, depth);
  int c = 28 + 3 * g->level + g->loops, head = g->label++, cont = g->label++;
  rcf_number(g, 8);
  rcf_i(g, "MOV R%d, R8", c);
  rcf_region *r = rcf_open(g, 1);
  int sync = r->sync;
  r->loop = 1, r->cont = cont;
  g->loops++;
  if (rcf_one_in(g, 2)) {
    rcf_i(g, "ISETP.EQ.AND P0, PT, R%d, RZ, PT", c);
    rcf_i(g, "@P0 BRA L%d", sync);
  }
  rcf_at(g, head);
  rcf_block(g, depth + 1);
  rcf_at(g, cont);
  rcf_i(g, "IADD3 R%d, R%d, -0x1, RZ", c, c);
  rcf_i(g, "IADD3 R7, R7, -0x1, RZ");
  rcf_i(g, "ISETP.GT.AND P0, PT, R%d, RZ, PT", c);
  rcf_i(g, "ISETP.GT.AND P0, PT, R7, RZ, P0");
  rcf_i(g, "@P0 BRA L%d", head);
  g->loops--;
  rcf_close(g);
}

static unsigned rcf_table(rcf *g, const int *label, unsigned n) {
  unsigned at = g->words;
  for (unsigned i = 0; i < n; i++) {
    size_t k = strlen(g->tables);
    if (label[i] < 0) snprintf(g->tables + k, sizeof g->tables - k, ".const2 F%d\n", ~label[i]);
    else snprintf(g->tables + k, sizeof g->tables - k, ".const2 L%d\n", label[i]);
    g->words++;
  }
  return at;
}

/* The cases in one line of .targets. */
static void rcf_targets(rcf *g, const char *prefix, const int *n, unsigned count) {
  fputs(".targets ", g->f);
  for (unsigned i = 0; i < count; i++) fprintf(g->f, "%s%s%d", i ? ", " : "", prefix, n[i]);
  fputc('\n', g->f);
}

static void rcf_switch(rcf *g, int depth) {
  unsigned cases = 2 + rcf_rnd(g, 4), entries = 1u << (1 + rcf_rnd(g, 3));
  int at[6], table[8], brx = rcf_can(g, RCF_CALLS) && rcf_rnd(g, 3) && g->words < 200;
  rcf_number(g, entries);
  if (!brx) rcf_i(g, "MOV R9, R8");
  rcf_region *r = rcf_open(g, 1);
  int sync = r->sync;
  for (unsigned i = 0; i < cases; i++) at[i] = g->label++;
  if (brx) {
    for (unsigned i = 0; i < entries; i++) table[i] = at[rcf_rnd(g, cases)];
    unsigned word = rcf_table(g, table, entries);
    rcf_i(g, "IMAD.SHL.U32 R8, R8, 0x4, RZ");
    rcf_i(g, "LDC R12, c[0x2][R8+0x%x]", word * 4);
    rcf_i(g, "MOV R13, RZ");
    rcf_targets(g, "L", at, cases);
    unsigned form = rcf_rnd(g, 4);
    rcf_i(g, "%sBRX %sR12, 0x0", form == 1 ? "@P1 " : "", form == 2 ? "!P2, " : "");
    rcf_mix(g); /* lanes that do not jump */
    rcf_i(g, "BRA L%d", sync);
  } else {
    for (unsigned i = 0; i < cases; i++) {
      rcf_i(g, "ISETP.EQ.AND P0, PT, R9, 0x%x, PT", i);
      rcf_i(g, "@P0 BRA L%d", at[i]);
    }
    rcf_i(g, "BRA L%d", sync);
  }
  for (unsigned i = 0; i < cases; i++) {
    rcf_at(g, at[i]);
    rcf_mix(g);
    if (rcf_one_in(g, 3)) rcf_block(g, depth + 1);
    if (!rcf_can(g, RCF_JUMPS) || rcf_rnd(g, 4)) rcf_i(g, "BRA L%d", sync); /* else on into the next case, beside those that jump there */
  }
  rcf_close(g);
}

/* Pieces of code with jumps between them in both directions; all end at the region's end. */
static void rcf_jumble(rcf *g) {
  unsigned n = 3 + rcf_rnd(g, 4);
  int at[8];
  rcf_region *r = rcf_open(g, rcf_rnd(g, 3) != 0);
  for (unsigned i = 0; i < n; i++) at[i] = g->label++;
  at[n] = r->sync;
  for (unsigned i = 0; i < n; i++) {
    rcf_at(g, at[i]);
    rcf_mix(g);
    unsigned to = rcf_rnd(g, n + 1);
    rcf_cond(g, 0);
    if (to <= i) {
      rcf_i(g, "IADD3 R7, R7, -0x1, RZ");
      rcf_i(g, "ISETP.GT.AND P0, PT, R7, RZ, P0");
    }
    rcf_i(g, rcf_one_in(g, 3) ? "BRA P0, L%d" : "@P0 BRA L%d", at[to]);
    if (rcf_one_in(g, 4) && i + 1 < n) rcf_i(g, "BRA L%d", at[i + 1 + rcf_rnd(g, n - i)]);
  }
  rcf_close(g);
}

/* Out of some regions at once: break, continue, goto, return, exit. */
static void rcf_out(rcf *g) {
  unsigned kind = rcf_rnd(g, 4);
  if (kind ? !rcf_can(g, RCF_BREAK) : !rcf_can(g, RCF_EXITS | RCF_BREAK)) return rcf_mix(g);
  rcf_cond(g, 0);
  if (kind == 0 && rcf_can(g, RCF_EXITS)) { /* also inside functions */
    if (rcf_one_in(g, 2)) rcf_i(g, "@P0 STG.E.SYS [R2+0x0], R4");
    rcf_i(g, rcf_one_in(g, 4) ? "EXIT P0" : "@P0 EXIT");
    return;
  }
  if (kind == 1 && g->level) {
    if (!rcf_leave(g, 0)) return;
    if (rcf_one_in(g, 2)) rcf_i(g, rcf_one_in(g, 4) ? "RET.REL.NODEC P0, R%d, 0x0" : "@P0 RET.REL.NODEC R%d, 0x0", 18 + 2 * g->level);
    else rcf_i(g, "@P0 BRA L%d", g->fn_end);
    return;
  }
  if (!g->nreg || !rcf_can(g, RCF_BREAK)) return;
  int to = (int)rcf_rnd(g, (unsigned)g->nreg);
  if (kind == 2 && g->reg[to].loop && rcf_can(g, RCF_JUMPS)) { /* lanes meet the regions of the loop a second time while others are in them */
    if (rcf_leave(g, to + 1)) rcf_i(g, "@P0 BRA L%d", g->reg[to].cont);
  } else if (rcf_leave(g, to + 1)) {
    rcf_i(g, "@P0 BRA L%d", g->reg[to].sync);
  }
}

/* Calls a function of a deeper level, or through a register one of those on one level. */
static void rcf_call(rcf *g) {
  int list[4], n = 0, back = g->label++, wrap = rcf_one_in(g, 2);
  for (int i = 0; i < g->nfunc; i++)
    if (g->flevel[i] > g->level) list[n++] = i;
  if (!n) return rcf_mix(g);
  int f = list[rcf_rnd(g, (unsigned)n)], link = 18 + 2 * g->flevel[f];
  if (wrap) rcf_open(g, 1);
  if (rcf_one_in(g, 2) && g->words < 200) {
    int same[4] = {0}, table[4];
    unsigned k = 0;
    for (int i = 0; i < g->nfunc; i++)
      if (g->flevel[i] == g->flevel[f]) same[k++] = i;
    for (int i = 0; i < 4; i++) table[i] = ~same[rcf_rnd(g, k)];
    rcf_number(g, 4);
    rcf_i(g, "IMAD.SHL.U32 R8, R8, 0x4, RZ");
    rcf_i(g, "LDC R12, c[0x2][R8+0x%x]", rcf_table(g, table, 4) * 4);
    rcf_i(g, "MOV R13, RZ");
    rcf_i(g, "MOV R%d, @L%d", link, back);
    rcf_targets(g, "F", same, k);
    rcf_i(g, "%sCALL.REL.NOINC R12, 0x0", rcf_one_in(g, 4) ? "@P1 " : "");
  } else {
    rcf_i(g, "MOV R%d, @L%d", link, back);
    unsigned form = rcf_rnd(g, 6);
    rcf_i(g, "%sCALL.REL.NOINC %sF%d", form == 1 ? "@!P1 " : "", form == 2 ? "P2, " : "", f);
  }
  rcf_at(g, back);
  if (wrap) rcf_close(g);
  else rcf_mix(g);
}

/* A lock that each thread takes for itself: the winner leaves the loop before the work (as compilers write it) or after it. */
static void rcf_lock(rcf *g) {
  int spin = g->label++, got = g->label++, early = rcf_one_in(g, 2);
  rcf_number(g, RCF_LOCKWORDS);
  rcf_i(g, "IMAD.SHL.U32 R8, R8, 0x10, RZ");
  rcf_i(g, "IADD3 R14, P0, R16, R8, RZ");
  rcf_i(g, "IADD3.X R15, R17, RZ, RZ, P0, !PT");
  rcf_i(g, "MOV R9, 0x1");
  rcf_region *r = rcf_open(g, 1);
  int sync = r->sync;
  rcf_at(g, spin);
  rcf_i(g, "ATOMG.E.CAS.STRONG.GPU PT, R8, [R14], RZ, R9");
  rcf_i(g, "ISETP.EQ.AND P0, PT, R8, RZ, PT");
  rcf_i(g, "@P0 BRA L%d", early ? sync : got);
  if (rcf_one_in(g, 2)) { /* the compiler's latch: when lanes have joined during the yield, look once more */
    int vote = g->label++;
    rcf_at(g, vote);
    rcf_i(g, "VOTE.ANY R10, PT, PT");
    rcf_i(g, "YIELD");
    rcf_i(g, "VOTEU.ANY UR4, UPT, PT");
    rcf_i(g, "LOP3.LUT P0, RZ, R10, UR4, RZ, 0xc, !PT");
    rcf_i(g, "@!P0 BRA.U L%d", spin);
    rcf_i(g, "BRA L%d", vote);
  } else {
    rcf_i(g, "YIELD");
    rcf_i(g, "BRA L%d", spin);
  }
  if (early) rcf_close(g);
  rcf_at(g, got);
  rcf_i(g, "LDG.E.STRONG.GPU R8, [R14+0x4]");
  rcf_i(g, "IADD3 R8, R8, 0x1, RZ");
  rcf_i(g, "IADD3 R18, R18, 0x1, RZ");
  rcf_i(g, "STG.E.STRONG.GPU [R14+0x4], R8");
  rcf_i(g, "STG.E.SYS [R2+0x4], R18");
  rcf_i(g, "MEMBAR.SC.GPU");
  rcf_i(g, "ATOMG.E.EXCH.STRONG.GPU PT, RZ, [R14], RZ");
  if (!early) rcf_close(g);
}

/* Where all threads of the CTA that live pass. */
static void rcf_meet(rcf *g) {
  if (rcf_can(g, RCF_BAR) && rcf_one_in(g, 2)) {
    if (rcf_can(g, RCF_JUMPS) && rcf_one_in(g, 3)) {
      rcf_cond(g, 0);
      rcf_i(g, "@P0 BAR.SYNC 0x0");
      rcf_i(g, "@!P0 BAR.SYNC 0x0");
    } else {
      rcf_i(g, "BAR.SYNC 0x%x", rcf_rnd(g, 3));
    }
  } else if (rcf_can(g, RCF_WSYNC)) {
    if (rcf_can(g, RCF_JUMPS) && rcf_one_in(g, 3)) {
      rcf_cond(g, 0);
      rcf_i(g, "@P0 WARPSYNC 0xffffffff");
      rcf_i(g, "@!P0 WARPSYNC 0xffffffff");
    } else if (rcf_one_in(g, 2)) {
      rcf_i(g, "MOV R8, -0x1");
      rcf_i(g, "WARPSYNC R8");
    } else {
      rcf_i(g, "WARPSYNC 0xffffffff");
    }
  }
}

static void rcf_statement(rcf *g, int depth) {
  unsigned k = rcf_rnd(g, 16);
  if (g->budget < 0 || depth > 5 || g->nreg > 7) return rcf_mix(g);
  if (k < 2) rcf_mix(g);
  else if (k < 5) rcf_if(g, depth);
  else if (k < 8) rcf_loop(g, depth);
  else if (k < 10) rcf_switch(g, depth);
  else if (k == 10 && rcf_can(g, RCF_JUMPS)) rcf_jumble(g);
  else if (k < 13) rcf_out(g);
  else if (k < 15 && rcf_can(g, RCF_CALLS)) rcf_call(g);
  else if (k == 15 && rcf_can(g, RCF_LOCKS)) rcf_lock(g);
  else rcf_if(g, depth);
}

static void rcf_block(rcf *g, int depth) {
  rcf_mix(g);
  for (unsigned n = 1 + rcf_rnd(g, 2); n; n--) rcf_statement(g, depth);
}

static void rcf_main(rcf *g, uint32_t seed) {
  rcf_i(g, "S2R R0, SR_TID.X");
  rcf_i(g, "S2R R1, SR_CTAID.X");
  rcf_i(g, "IMAD R0, R1, c[0x0][0x0], R0");
  rcf_i(g, "MOV R8, 0x%x", RCF_OUT);
  rcf_i(g, "IMAD.WIDE R2, R0, R8, c[0x0][0x160]");
  rcf_i(g, "MOV R16, c[0x0][0x168]");
  rcf_i(g, "MOV R17, c[0x0][0x16c]");
  rcf_i(g, "IADD3 R5, R0, 0x%x, RZ", seed);
  rcf_i(g, "IMAD R5, R5, 0x9e3779b1, RZ");
  rcf_i(g, "SHF.R.U32.HI R8, RZ, 0xf, R5");
  rcf_i(g, "LOP3.LUT R5, R5, R8, RZ, 0x3c, !PT");
  rcf_i(g, "IMAD R5, R5, 0x85ebca77, R0");
  rcf_i(g, "IADD3 R6, R1, 0x%x, RZ", seed ^ 0x5555);
  rcf_i(g, "IMAD R6, R6, 0xc2b2ae3d, RZ");
  rcf_i(g, "IMAD R4, R0, 0x27d4eb2f, R6");
  rcf_i(g, "MOV R7, 0x%x", 8 + rcf_rnd(g, 24));
  rcf_i(g, "MOV R18, RZ");
  for (int i = 21; i < 28; i += 2) rcf_i(g, "MOV R%d, RZ", i);
  rcf_cond(g, 1);
  rcf_cond(g, 2);
  for (unsigned n = 2 + rcf_rnd(g, 4); n; n--) {
    rcf_statement(g, 0);
    if (rcf_one_in(g, 3)) rcf_meet(g);
    if (rcf_one_in(g, 4)) rcf_cond(g, 1);
  }
  rcf_i(g, "STG.E.SYS [R2+0x0], R4");
  rcf_i(g, "EXIT");
}

static void rcf_function(rcf *g, int i) {
  g->level = g->flevel[i];
  g->nest = g->loops = g->nreg = g->keeps = 0;
  g->fn_end = g->label++;
  if (g->budget < 60) g->budget = 60;
  fprintf(g->f, "F%d:\n", i);
  rcf_mix(g);
  for (unsigned n = 1 + rcf_rnd(g, 2); n; n--) rcf_statement(g, 2);
  rcf_at(g, g->fn_end);
  rcf_i(g, "RET.REL.NODEC R%d, 0x0", 18 + 2 * g->level);
}

/* The text of program `seed`, from malloc. bx: barrier registers of the shape, 8 or more. */
static inline char *rcf_program(uint64_t seed, unsigned may, unsigned bx) {
  char *body = NULL, *all = NULL;
  size_t n = 0, m = 0;
  rcf *g = calloc(1, sizeof *g);
  if (!g || !(g->f = open_memstream(&body, &n))) return NULL;
  *g = (rcf){.rng = seed * UINT64_C(0xd1342543de82ef95) + 1, .may = may, .bx = bx, .f = g->f};
  g->few = rcf_can(g, RCF_SPILL) && rcf_one_in(g, 3);
  g->budget = (int)(60 + rcf_rnd(g, 200));
  g->nfunc = rcf_can(g, RCF_CALLS) ? (int)(rcf_one_in(g, 4) ? 0 : 2 + rcf_rnd(g, 3)) : 0;
  for (int i = 0; i < g->nfunc; i++) g->flevel[i] = 1 + (int)rcf_rnd(g, 3);
  rcf_main(g, (uint32_t)seed * 2654435761u);
  for (int i = 0; i < g->nfunc; i++) rcf_function(g, i);
  fclose(g->f);
  FILE *f = open_memstream(&all, &m);
  if (f) {
    fprintf(f, "// random control flow, program %llu, features 0x%x\n.kernel randcf\n.regs 48\n.params 16, 8, 8\n%s%s.end\n",
            (unsigned long long)seed, may, g->tables, body);
    fclose(f);
  }
  free(body);
  free(g);
  return all;
}
#endif
