/* fp_vectors.c - vectors on the RTL of a floating point unit: one operation and rounding mode after the other, a beat as often as the unit
 * takes one.
 *
 *   fp_vectors fpu|dpu COUNT [KEY=VALUE...]     COUNT vectors an operation and mode, preset small
 *
 * The block bench compares every bit of the RTL with the C twin in every cycle; the results are compared here with the host's IEEE 754
 * operations, so that RTL, C twin and host agree. One vector in four nearly cancels. Prints a line an operation and mode, exit 1 at a
 * difference. Random instructions, masks, modifiers and waits are the matter of `warptwin bench`.
 */
#pragma GCC optimize("rounding-math")
#include <fenv.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/stim_float.h"
#include "bench/wt_bench.h"
#include "isa/wt_isa.h"

enum { ADD, MUL, FMA, OPS, QUEUE = 64, SEED = 1 };
static const char *const modes[] = {"RN", "RM", "RP", "RZ"};
static const int rounding[] = {FE_TONEAREST, FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO};
static const struct {
  const char *block, *names[OPS];
  unsigned id[OPS], unit, E, F;
} units[] = {{"fpu", {"FADD", "FMUL", "FFMA"}, {WT_I_FADD, WT_I_FMUL, WT_I_FFMA}, WT_U_FPU, 8, 23},
             {"dpu", {"DADD", "DMUL", "DFMA"}, {WT_I_DADD, WT_I_DMUL, WT_I_DFMA}, WT_U_DPU, 11, 52}};

typedef struct {
  uint64_t in[MAX_LANES][3], want[MAX_LANES], got[MAX_LANES];
} beat;
static beat queue[QUEUE];
static unsigned head, waiting;

/* What the host makes of it; the rounding mode is set. An addition is a + b. */
static uint64_t host32(unsigned op, const uint64_t *in) {
  uint32_t bits[3] = {(uint32_t)in[0], (uint32_t)in[1], (uint32_t)in[2]}, out;
  float v[3];
  memcpy(v, bits, sizeof v);
  volatile float x = v[0], y = v[1], z = v[2], r = op == ADD ? x + y : op == MUL ? x * y : fmaf(x, y, z);
  float plain = r;
  memcpy(&out, &plain, sizeof out);
  return isnan(plain) ? 0x7fffffff : out;
}
static uint64_t host64(unsigned op, const uint64_t *in) {
  uint64_t out;
  double v[3];
  memcpy(v, in, sizeof v);
  volatile double x = v[0], y = v[1], z = v[2], r = op == ADD ? x + y : op == MUL ? x * y : fma(x, y, z);
  double plain = r;
  memcpy(&out, &plain, sizeof out);
  return isnan(plain) ? UINT64_C(0x7ff8000000000000) : out;
}
static uint64_t host(unsigned u, unsigned op, const uint64_t *in) { return u ? host64(op, in) : host32(op, in); }

static void operands(wt_rng *r, unsigned u, unsigned op, uint64_t *in) {
  unsigned E = units[u].E, F = units[u].F;
  uint64_t sign = UINT64_C(1) << (E + F);
  for (unsigned k = 0; k < 3; k++) in[k] = stim_number(r, E, F);
  if (wt_below(r, 4)) return;
  if (op == ADD) in[1] = in[0] ^ sign ^ wt_below(r, 4);
  if (op == FMA) in[2] = host(u, MUL, in) ^ sign ^ wt_below(r, 4);
}

/* A beat of all lanes, words as the collector gives them. */
static void dispatch(wt_bench *b, unsigned u, unsigned op, unsigned mode) {
  static const uint8_t low[] = {0, 1, 2}, high[] = {4, 5, 3};
  wt_disp_out *d = &b->m->subcore->disp.o;
  unsigned n = b->shape.LANES, id = units[u].id[op];
  beat *t = &queue[(head + waiting++) % QUEUE];
  memset(t, 0, sizeof *t);
  memset(d, 0, sizeof *d);
  d->valid = d->last = 1, d->mask = (uint32_t)wt_mask64(n);
  uop_put_lo(d->uop, wt_isa_rows[id].code | 1 << 9);
  uop_put_hi(d->uop, (uint64_t)mode << 14 | (u == 0 && op == MUL ? UINT64_C(4) << 20 : 0));
  uop_put_op(d->uop, id);
  uop_put_unit(d->uop, units[u].unit);
  uop_put_ndst(d->uop, u + 1);
  for (unsigned l = 0; l < n; l++) {
    operands(&b->rng, u, op, t->in[l]);
    t->want[l] = host(u, op, t->in[l]);
    for (unsigned k = 0; k < 3; k++) {
      d->data[low[k] * n + l] = (uint32_t)t->in[l][k];
      if (u) d->data[high[k] * n + l] = (uint32_t)(t->in[l][k] >> 32);
    }
  }
}

/* Takes a result, the fp64 unit's in halves, and compares it. 0, or -1 after a message. */
static int result(const wt_bench *b, unsigned u, unsigned op, unsigned mode, uint64_t *vectors) {
  const wt_fpu_out *f = &b->m->subcore->fpu.o;
  const wt_dpu_out *d = &b->m->subcore->dpu.o;
  unsigned n = b->shape.LANES, last = u ? d->wb_last : f->wb_last;
  const uint32_t *data = u ? d->wb_data : f->wb_data;
  if (!waiting) return printf("%s %s: a result that nobody asked for\n", units[u].names[op], modes[mode]), -1;
  beat *t = &queue[head % QUEUE];
  for (unsigned l = 0; l < n; l++) t->got[l] |= (uint64_t)data[l] << (u && last ? 32 : 0);
  if (!last) return 0;
  for (unsigned l = 0; l < n; l++)
    if (t->got[l] != t->want[l]) {
      printf("%s %s of %llx %llx %llx: %llx, the host has %llx\n", units[u].names[op], modes[mode], (unsigned long long)t->in[l][0],
             (unsigned long long)t->in[l][1], (unsigned long long)t->in[l][2], (unsigned long long)t->got[l], (unsigned long long)t->want[l]);
      return -1;
    }
  *vectors += n;
  head++, waiting--;
  return 0;
}

/* All vectors of an operation and mode; what is on its way in the end is taken too. */
static int one(wt_bench *b, unsigned u, unsigned op, unsigned mode, uint64_t count) {
  uint64_t vectors = 0, asked = 0, from = b->cycle;
  fesetround(rounding[mode]);
  while (asked < count || waiting) {
    int ready = u ? b->m->subcore->dpu.o.ready : b->m->subcore->fpu.o.ready,
        valid = u ? b->m->subcore->dpu.o.wb_valid : b->m->subcore->fpu.o.wb_valid;
    if (ready && asked < count) dispatch(b, u, op, mode), asked += b->shape.LANES;
    else memset(&b->m->subcore->disp.o, 0, sizeof b->m->subcore->disp.o);
    b->m->subcore->wb.o.ack[units[u].unit] = (uint8_t)valid;
    if (valid && result(b, u, op, mode, &vectors)) return -1;
    if (wt_bench_cycle(b)) return printf("%s %s: the twins differ, %s\n", units[u].names[op], modes[mode], b->report), -1;
    if (b->cycle - from > 100 * count + 1000) return printf("%s %s: no results\n", units[u].names[op], modes[mode]), -1;
  }
  fesetround(FE_TONEAREST);
  printf("%s %s: %llu vectors in %llu cycles, RTL = C twin = host\n", units[u].names[op], modes[mode], (unsigned long long)vectors,
         (unsigned long long)(b->cycle - from));
  return fflush(stdout), 0;
}

int main(int argc, char **argv) {
  char err[600];
  unsigned u = argc > 2 && !strcmp(argv[1], "dpu");
  uint64_t count = argc > 2 ? strtoull(argv[2], NULL, 0) : 0;
  if (!count || strcmp(argv[1], units[u].block)) return fprintf(stderr, "usage: fp_vectors fpu|dpu COUNT [KEY=VALUE...]\n"), 2;
  wt_bench *b = wt_bench_open(units[u].block, "small", (const char *const *)argv + 3, SEED, err, sizeof err);
  if (!b) return fprintf(stderr, "fp_vectors: %s\n", err), 2;
  int bad = wt_bench_reset(b);
  if (bad) printf("%s\n", b->report);
  for (unsigned op = 0; op < OPS && !bad; op++)
    for (unsigned mode = 0; mode < 4 && !bad; mode++) bad = one(b, u, op, mode, count);
  wt_bench_close(b);
  return bad ? 1 : 0;
}
