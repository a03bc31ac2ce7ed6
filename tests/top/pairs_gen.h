/* pairs_gen.h - random programs of predicated pairs with their control codes: two instructions of any kind write one register, a guard has one, its complement
 * the other, and neither waits for the other, because no lane does both. Whoever reads the register later waits for what its own lanes read. The codes are those
 * that a compiler gives: a distance for results of a fixed latency, a barrier for the others. What every thread holds in the end is computed here.
 */
#ifndef WT_PAIRS_GEN_H
#define WT_PAIRS_GEN_H
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { PAIRS = 40, PAIR_THREADS = 64, PAIR_ROWS = 16, PAIR_POOL = 24, PAIR_LEN = 1 << 16, PAIR_OUT = 3 * PAIRS + PAIR_POOL + 2 };
/* Names of what instructions wait for: registers, 256 + predicate, 300 + uniform register. */
enum { POOL = 32, ACC = 14, TMP = 19, MASK = 20, PRED = 256, UREG = 300, NOBODY = -1 };

typedef struct {
  int pred, not ; /* pred < 0: everybody */
} pair_guard;

/* Results, or operands (reads = 1), that may still be outstanding: of a barrier, or until a cycle. */
typedef struct {
  int what, barrier, reads;
  pair_guard g;
  long until;
} pair_pending;

typedef struct {
  uint64_t rng;
  char text[PAIR_LEN];
  size_t len;
  /* the instruction whose codes are not fixed yet: the next one may need a greater distance */
  char last[100];
  unsigned stall, write, read, wait;
  long at; /* cycles from issue to issue, by the stall counts alone */
  pair_pending p[2000];
  unsigned n, outs;
  uint32_t in[PAIR_ROWS][PAIR_THREADS], out[PAIR_OUT][PAIR_THREADS], param, u4;
  uint32_t shared[4][PAIR_THREADS], local[4][PAIR_THREADS];
  uint32_t r[PAIR_THREADS][64];
  uint8_t pr[PAIR_THREADS];
} pair_program;

static uint32_t pair_next(pair_program *p) {
  p->rng = p->rng * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  uint32_t x = (uint32_t)(p->rng >> 32);
  return x ^ x >> 15;
}
static unsigned pair_below(pair_program *p, unsigned n) { return pair_next(p) % n; }

static void pair_flush(pair_program *p) {
  if (!*p->last) return;
  p->len += (size_t)snprintf(p->text + p->len, PAIR_LEN - p->len, "  %s {stall:%u yield:0 wr:%u rd:%u wait:0x%02x reuse:0}\n", p->last, p->stall,
                             p->write, p->read, p->wait);
  *p->last = 0;
}

static int pair_apart(pair_guard a, pair_guard b) { return a.pred >= 0 && a.pred == b.pred && a.not != b.not ; }
static int pair_in(const int *list, int what) {
  for (; *list != NOBODY; list++)
    if (*list == what) return 1;
  return 0;
}

/* variable: the time of the result, and when operands are read, is known to nobody. */
static void pair_emit(pair_program *p, pair_guard g, int variable, const int *dst, const int *src, const char *text) {
  long need = p->at + p->stall;
  unsigned wait = 0, kept = 0;
  for (unsigned i = 0; i < p->n; i++) {
    const pair_pending *q = &p->p[i];
    int guard = g.pred >= 0 && q->what == PRED + g.pred, mine = pair_in(dst, q->what) || (!q->reads && pair_in(src, q->what));
    if ((!guard || q->reads) && (!mine || (pair_apart(q->g, g) && q->what < UREG))) continue;
    if (q->barrier >= 0) wait |= 1u << q->barrier;
    else if (q->until > need) need = q->until;
  }
  for (unsigned i = 0; i < p->n; i++)
    if (!(p->p[i].barrier >= 0 && wait >> p->p[i].barrier & 1) && (p->p[i].barrier >= 0 || p->p[i].until > need)) p->p[kept++] = p->p[i];
  p->n = kept;
  if (*p->last) p->stall = (unsigned)(need - p->at);
  pair_flush(p);
  p->at = need;
  if (g.pred >= 0) snprintf(p->last, sizeof p->last, "@%sP%d %s", g.not ? "!" : "", g.pred, text);
  else snprintf(p->last, sizeof p->last, "%s", text);
  p->stall = 1 + pair_below(p, 3), p->wait = wait, p->write = variable && *dst != NOBODY ? pair_below(p, 6) : 7;
  p->read = variable && *src != NOBODY ? pair_below(p, 6) : 7;
  if ((p->write < 7 || p->read < 7) && p->stall < 2) p->stall = 2; /* a barrier goes up a cycle after the issue */
  for (; *dst != NOBODY; dst++)
    p->p[p->n++] = (pair_pending){*dst, variable ? (int)p->write : -1, 0, g, p->at + 4 + (*dst >= PRED) + pair_below(p, 2)};
  for (; variable && *src != NOBODY; src++) p->p[p->n++] = (pair_pending){*src, (int)p->read, 1, g, 0};
}
#define PAIR_LIST(...) ((const int[]){__VA_ARGS__, NOBODY})
#define NONE ((const int[]){NOBODY})
#define EMIT(g, variable, dst, src, ...)        \
  do {                                          \
    char text_[90];                             \
    snprintf(text_, sizeof text_, __VA_ARGS__); \
    pair_emit(p, g, variable, dst, src, text_); \
  } while (0)
#define FIXED 0
#define VARIABLE 1

static int pair_on(const pair_program *p, unsigned t, pair_guard g) { return g.pred < 0 || (p->pr[t] >> g.pred & 1) != g.not ; }
#define EACH(g)                               \
  for (unsigned t = 0; t < PAIR_THREADS; t++) \
    if (pair_on(p, t, g))

static float pair_float(uint32_t u) {
  float f;
  memcpy(&f, &u, 4);
  return f;
}
static uint32_t pair_bits(float f) {
  uint32_t u;
  memcpy(&u, &f, 4);
  return u;
}
static double pair_double(const uint32_t *r) {
  uint64_t u = (uint64_t)r[1] << 32 | r[0];
  double d;
  memcpy(&d, &u, 8);
  return d;
}
static void pair_put(uint32_t *r, double d) {
  uint64_t u;
  memcpy(&u, &d, 8);
  r[0] = (uint32_t)u, r[1] = (uint32_t)(u >> 32);
}

/* Writes register d, of fp64 the pair, under guard g: one of the kinds of producers. R0 thread, R2 input, R4 output, R6 shared, R7 lane, R8 and R17 floats, R9, R15,
 * R16 integers, R10 and R12 doubles, R18 one value in all lanes. */
static void pair_write(pair_program *p, pair_guard g, int d, unsigned kind) {
  unsigned k = pair_below(p, PAIR_ROWS), m = pair_below(p, 4);
  switch (kind) {
    case 0:
      EMIT(g, VARIABLE, PAIR_LIST(d), PAIR_LIST(2, 3), "LDG.E.SYS R%d, [R2+0x%x]", d, 256 * k);
      EACH(g) p->r[t][d] = p->in[k][t];
      break;
    case 1:
      EMIT(g, VARIABLE, PAIR_LIST(d), PAIR_LIST(2, 3), "LD.E.SYS R%d, [R2+0x%x]", d, 256 * k);
      EACH(g) p->r[t][d] = p->in[k][t];
      break;
    case 2:
      EMIT(g, VARIABLE, PAIR_LIST(d), PAIR_LIST(6), "LDS R%d, [R6+0x%x]", d, 256 * m);
      EACH(g) p->r[t][d] = p->shared[m][t];
      break;
    case 3:
      EMIT(g, VARIABLE, PAIR_LIST(d), PAIR_LIST(1), "LDL R%d, [R1+0x%x]", d, 4 * m);
      EACH(g) p->r[t][d] = p->local[m][t];
      break;
    case 4:
      EMIT(g, VARIABLE, PAIR_LIST(d), NONE, "LDC R%d, c[0x0][RZ+0x170]", d);
      EACH(g) p->r[t][d] = p->param;
      break;
    case 5:
      EMIT(g, FIXED, PAIR_LIST(d), NONE, "MOV R%d, 0x%x", d, 77 * k);
      EACH(g) p->r[t][d] = 77 * k;
      break;
    case 6:
      EMIT(g, FIXED, PAIR_LIST(d), PAIR_LIST(9, 15), "IADD3 R%d, R9, R15, RZ", d);
      EACH(g) p->r[t][d] = p->r[t][9] + p->r[t][15];
      break;
    case 7:
      EMIT(g, FIXED, PAIR_LIST(d), PAIR_LIST(9, 15, 16), "IMAD R%d, R9, R15, R16", d);
      EACH(g) p->r[t][d] = p->r[t][9] * p->r[t][15] + p->r[t][16];
      break;
    case 8:
      EMIT(g, VARIABLE, PAIR_LIST(d), PAIR_LIST(8), "MUFU.RCP R%d, R8", d);
      EACH(g) p->r[t][d] = (254u << 23) - p->r[t][8];
      break;
    case 9:
      EMIT(g, VARIABLE, PAIR_LIST(d), PAIR_LIST(16), "I2F R%d, R16", d);
      EACH(g) p->r[t][d] = pair_bits((float)(int32_t)p->r[t][16]);
      break;
    case 10:
      EMIT(g, VARIABLE, PAIR_LIST(d), PAIR_LIST(9), "POPC R%d, R9", d);
      EACH(g) p->r[t][d] = (uint32_t)__builtin_popcount(p->r[t][9]);
      break;
    case 11:
      EMIT(g, VARIABLE, PAIR_LIST(d), NONE, "S2R R%d, SR_TID.X", d);
      EACH(g) p->r[t][d] = t;
      break;
    case 12:
      EMIT(g, VARIABLE, PAIR_LIST(d), PAIR_LIST(9, 7), "SHFL.IDX PT, R%d, R9, R7, 0x1f", d);
      EACH(g) p->r[t][d] = p->r[t][9];
      break;
    case 13:
      EMIT(g, FIXED, PAIR_LIST(d), PAIR_LIST(UREG + 4), "MOV R%d, UR4", d);
      EACH(g) p->r[t][d] = p->u4;
      break;
    case 14:
      EMIT(g, FIXED, PAIR_LIST(d), PAIR_LIST(8, 17), "FADD R%d, R8, R17", d);
      EACH(g) p->r[t][d] = pair_bits(pair_float(p->r[t][8]) + pair_float(p->r[t][17]));
      break;
    case 15:
      EMIT(g, FIXED, PAIR_LIST(d), PAIR_LIST(8, 17), "FFMA R%d, R8, R17, R8", d);
      EACH(g) p->r[t][d] = pair_bits(fmaf(pair_float(p->r[t][8]), pair_float(p->r[t][17]), pair_float(p->r[t][8])));
      break;
    case 16:
      EMIT(g, VARIABLE, PAIR_LIST(d, d + 1), PAIR_LIST(10, 11, 12, 13), "DADD R%d, R10, R12", d);
      EACH(g) pair_put(&p->r[t][d], pair_double(&p->r[t][10]) + pair_double(&p->r[t][12]));
      break;
    case 17:
      EMIT(g, VARIABLE, PAIR_LIST(d, d + 1), PAIR_LIST(16), "I2F.F64 R%d, R16", d);
      EACH(g) pair_put(&p->r[t][d], (int32_t)p->r[t][16]);
      break;
    case 18:
      EMIT(g, VARIABLE, PAIR_LIST(d, d + 1), PAIR_LIST(1), "LDL.64 R%d, [R1+0x8]", d);
      EACH(g) p->r[t][d] = p->local[2][t], p->r[t][d + 1] = p->local[3][t];
      break;
    case 19:
      EMIT(g, VARIABLE, PAIR_LIST(d), PAIR_LIST(9), "BREV R%d, R9", d);
      EACH(g) {
        uint32_t v = 0;
        for (unsigned b = 0; b < 32; b++) v |= (p->r[t][9] >> b & 1) << (31 - b);
        p->r[t][d] = v;
      }
      break;
    default:
      EMIT(g, VARIABLE, PAIR_LIST(UREG + 4), PAIR_LIST(18), "R2UR UR4, R18");
      p->u4 = p->r[0][18];
      EMIT(g, FIXED, PAIR_LIST(d), PAIR_LIST(UREG + 4), "MOV R%d, UR4", d);
      EACH(g) p->r[t][d] = p->u4;
  }
}
enum { PAIR_KINDS = 21 };

/* Somebody reads register d. */
static void pair_read(pair_program *p, pair_guard g, int d) {
  switch (pair_below(p, 6)) {
    case 0:
      EMIT(g, FIXED, PAIR_LIST(ACC), PAIR_LIST(ACC, d), "IMAD R14, R14, 0x3, R%d", d);
      EACH(g) p->r[t][ACC] = p->r[t][ACC] * 3 + p->r[t][d];
      break;
    case 1:
      EMIT(g, FIXED, PAIR_LIST(ACC), PAIR_LIST(ACC, d), "LOP3.LUT R14, R14, R%d, RZ, 0x3c, !PT", d);
      EACH(g) p->r[t][ACC] ^= p->r[t][d];
      break;
    case 2:
      EMIT(g, FIXED, PAIR_LIST(ACC), PAIR_LIST(ACC, d), "IADD3 R14, R14, R%d, RZ", d);
      EACH(g) p->r[t][ACC] += p->r[t][d];
      break;
    case 3:
      EMIT(g, VARIABLE, NONE, PAIR_LIST(4, 5, d), "STG.E.SYS [R4+0x%x], R%d", 256 * p->outs, d);
      EACH(g) p->out[p->outs][t] = p->r[t][d];
      p->outs++;
      break;
    case 4:
      EMIT(g, VARIABLE, PAIR_LIST(TMP), PAIR_LIST(d), "POPC R19, R%d", d);
      EMIT(g, FIXED, PAIR_LIST(ACC), PAIR_LIST(ACC, TMP), "IADD3 R14, R14, R19, RZ");
      EACH(g) p->r[t][TMP] = (uint32_t)__builtin_popcount(p->r[t][d]), p->r[t][ACC] += p->r[t][TMP];
      break;
    default:
      EMIT(g, VARIABLE, PAIR_LIST(TMP), PAIR_LIST(d, 7), "SHFL.IDX PT, R19, R%d, R7, 0x1f", d);
      EMIT(g, FIXED, PAIR_LIST(ACC), PAIR_LIST(ACC, TMP), "IADD3 R14, R14, R19, RZ");
      EACH(g) p->r[t][TMP] = p->r[t][d], p->r[t][ACC] += p->r[t][TMP];
  }
}

/* The same with predicate 6. */
static void pair_compare(pair_program *p, pair_guard g, unsigned kind) {
  int set = 0;
  if (kind == 0) EMIT(g, FIXED, PAIR_LIST(PRED + 6), PAIR_LIST(9, 15), "ISETP.GT.AND P6, PT, R9, R15, PT");
  else if (kind == 1) EMIT(g, FIXED, PAIR_LIST(PRED + 6), PAIR_LIST(8, 17), "FSETP.GT.AND P6, PT, R8, R17, PT");
  else EMIT(g, VARIABLE, PAIR_LIST(PRED + 6), PAIR_LIST(10, 11, 12, 13), "DSETP.GT.AND P6, PT, R10, R12, PT");
  EACH(g) {
    const uint32_t *r = p->r[t];
    set = kind == 0 ? (int32_t)r[9] > (int32_t)r[15] : kind == 1 ? pair_float(r[8]) > pair_float(r[17]) : pair_double(r + 10) > pair_double(r + 12);
    p->pr[t] = (uint8_t)((p->pr[t] & ~64) | set << 6);
  }
}
static void pair_select(pair_program *p) {
  pair_guard all = {-1, 0}, six = {6, (int)pair_below(p, 2)};
  if (pair_below(p, 2)) {
    EMIT(all, FIXED, PAIR_LIST(TMP), PAIR_LIST(9, 15, PRED + 6), "SEL R19, R9, R15, P6");
    EACH(all) p->r[t][TMP] = p->r[t][p->pr[t] & 64 ? 9 : 15];
    EMIT(all, FIXED, PAIR_LIST(ACC), PAIR_LIST(ACC, TMP), "IADD3 R14, R14, R19, RZ");
    EACH(all) p->r[t][ACC] += p->r[t][TMP];
  } else {
    EMIT(six, FIXED, PAIR_LIST(ACC), PAIR_LIST(ACC, 9), "IADD3 R14, R14, R9, RZ");
    EACH(six) p->r[t][ACC] += p->r[t][9];
  }
}

static void pair_prologue(pair_program *p) {
  static const int rows[] = {9, 15, 16, 10, 11, 12, 13, 8, 17};
  pair_guard all = {-1, 0};
  for (unsigned k = 0; k < PAIR_ROWS; k++)
    for (unsigned t = 0; t < PAIR_THREADS; t++) p->in[k][t] = pair_next(p);
  for (unsigned t = 0; t < PAIR_THREADS; t++) {
    double a = (int32_t)p->in[3][t], b = (int32_t)p->in[4][t];
    uint32_t w[2];
    pair_put(w, a), p->in[3][t] = w[0], p->in[4][t] = w[1];
    pair_put(w, b), p->in[5][t] = w[0], p->in[6][t] = w[1];
    p->in[7][t] = (100 + p->in[7][t] % 50) << 23, p->in[8][t] = (100 + p->in[8][t] % 50) << 23; /* powers of two */
  }
  p->param = pair_next(p), p->u4 = pair_next(p) & 0xfff;
  EMIT(all, VARIABLE, PAIR_LIST(0), NONE, "S2R R0, SR_TID.X");
  EMIT(all, VARIABLE, PAIR_LIST(7), NONE, "S2R R7, SR_LANEID");
  EMIT(all, FIXED, PAIR_LIST(1), NONE, "MOV R1, c[0x0][0x28]");
  EMIT(all, FIXED, PAIR_LIST(1), PAIR_LIST(1), "IADD3 R1, R1, -0x20, RZ");
  EMIT(all, FIXED, PAIR_LIST(TMP), NONE, "MOV R19, 0x4");
  EMIT(all, FIXED, PAIR_LIST(2, 3), PAIR_LIST(0, TMP), "IMAD.WIDE R2, R0, R19, c[0x0][0x160]");
  EMIT(all, FIXED, PAIR_LIST(4, 5), PAIR_LIST(0, TMP), "IMAD.WIDE R4, R0, R19, c[0x0][0x168]");
  EMIT(all, FIXED, PAIR_LIST(6), PAIR_LIST(0), "IMAD R6, R0, 0x4, RZ");
  EMIT(all, FIXED, PAIR_LIST(18), NONE, "MOV R18, 0x%x", p->u4);
  EMIT(all, FIXED, PAIR_LIST(ACC), NONE, "MOV R14, RZ");
  EMIT(all, FIXED, PAIR_LIST(UREG + 4), NONE, "UMOV UR4, 0x%x", p->u4);
  EACH(all) p->r[t][0] = t, p->r[t][7] = t % 32, p->r[t][18] = p->u4;
  for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
    EMIT(all, VARIABLE, PAIR_LIST(rows[i]), PAIR_LIST(2, 3), "LDG.E.SYS R%d, [R2+0x%x]", rows[i], 256 * i);
    EACH(all) p->r[t][rows[i]] = p->in[i][t];
  }
  EMIT(all, VARIABLE, PAIR_LIST(MASK), PAIR_LIST(2, 3), "LDG.E.SYS R20, [R2+0x%x]", 256 * 15);
  EMIT(all, FIXED, PAIR_LIST(PRED, PRED + 1, PRED + 2, PRED + 3, PRED + 4, PRED + 5, PRED + 6), PAIR_LIST(MASK), "R2P PR, R20, 0x7f");
  EACH(all) p->pr[t] = p->in[15][t] & 127;
  for (unsigned m = 0; m < 4; m++) {
    EMIT(all, VARIABLE, NONE, PAIR_LIST(6, rows[m]), "STS [R6+0x%x], R%d", 256 * m, rows[m]);
    EMIT(all, VARIABLE, NONE, PAIR_LIST(1, rows[m + 1]), "STL [R1+0x%x], R%d", 4 * m, rows[m + 1]);
    EACH(all) p->shared[m][t] = p->r[t][rows[m]], p->local[m][t] = p->r[t][rows[m + 1]];
  }
  for (int d = POOL; d < POOL + PAIR_POOL; d++) {
    EMIT(all, FIXED, PAIR_LIST(d), NONE, "MOV R%d, 0x%x", d, d);
    EACH(all) p->r[t][d] = (uint32_t)d;
  }
}

/* kinds: how often each kind of producer was one of a pair. */
static void pair_make(pair_program *p, uint64_t seed, unsigned long kinds[PAIR_KINDS]) {
  pair_guard all = {-1, 0};
  memset(p, 0, sizeof *p);
  p->rng = seed * UINT64_C(0x9e3779b97f4a7c15);
  p->len = (size_t)snprintf(p->text, PAIR_LEN, ".kernel pairs\n.regs 64\n.smem 1024\n.local 32\n.params 20, 8, 8, 4\n");
  pair_prologue(p);
  for (unsigned n = 0; n < PAIRS; n++) {
    pair_guard g = {(int)pair_below(p, 6), (int)pair_below(p, 2)}, other = {g.pred, !g.not };
    int d = POOL + 2 * (int)pair_below(p, PAIR_POOL / 2);
    unsigned first = pair_below(p, PAIR_KINDS), second = pair_below(p, PAIR_KINDS);
    if (pair_below(p, 6) == 0) {
      pair_compare(p, g, pair_below(p, 3)), pair_compare(p, other, pair_below(p, 3));
      pair_select(p);
      continue;
    }
    pair_write(p, g, d, first);
    if (pair_below(p, 5) == 0) pair_read(p, g, d);
    pair_write(p, other, d, second);
    kinds[first]++, kinds[second]++;
    if (pair_below(p, 5) == 0) pair_read(p, pair_below(p, 2) ? g : other, d);
    pair_guard any = {(int)pair_below(p, 6), (int)pair_below(p, 2)};
    if (pair_below(p, 4)) pair_read(p, pair_below(p, 3) ? all : any, pair_below(p, 8) ? d : POOL + (int)pair_below(p, PAIR_POOL));
  }
  for (int d = POOL - 1; d < POOL + PAIR_POOL; d++) {
    int reg = d < POOL ? ACC : d;
    EMIT(all, VARIABLE, NONE, PAIR_LIST(4, 5, reg), "STG.E.SYS [R4+0x%x], R%d", 256 * p->outs, reg);
    EACH(all) p->out[p->outs][t] = p->r[t][reg];
    p->outs++;
  }
  pair_emit(p, all, FIXED, NONE, NONE, "EXIT");
  pair_flush(p);
  snprintf(p->text + p->len, PAIR_LEN - p->len, ".end\n");
}
#endif
