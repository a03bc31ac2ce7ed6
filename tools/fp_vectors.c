/* fp_vectors.c - vectors on the RTL of a unit with floating point: one operation and mode after the other, a beat as often as the unit takes one.
 *
 *   fp_vectors fpu|dpu|cvt|mufu|alu|dsetp COUNT [--config=PRESET] [KEY=VALUE...]     COUNT vectors an operation and mode, preset small
 *   fp_vectors file FUNCTION RN|RM|RP|RZ [--config=PRESET] [KEY=VALUE...] <VECTORS    vectors that TestFloat's generator prints for FUNCTION
 *
 * The block bench compares every bit of the RTL with the C twin in every cycle; the results are compared here with the host's IEEE 754
 * operations or with what stands in the file, so that RTL, C twin and reference agree. Prints a line an operation and mode, exit 1 at a difference. Registers are the only operands
 * here, all lanes execute, write-back takes at once: random instructions, masks, operand forms and waits are the matter of `warptwin bench`.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/wt_bench.h"
#include "fp_vectors.h"

enum { QUEUE = 64, SEED = 1 };
static const struct {
  const char *name, *block;
  unsigned unit;
} groups[FPV_GROUPS] = {{"fpu", "fpu", WT_U_FPU}, {"dpu", "dpu", WT_U_DPU}, {"cvt", "xu", WT_U_XU},
                        {"mufu", "xu", WT_U_XU},  {"alu", "alu", WT_U_ALU}, {"dsetp", "dpu", WT_U_DPU}};

static fpv_beat queue[QUEUE];
static unsigned head, waiting;

static int row_of(unsigned g, unsigned n, fpv_row *r) {
  memset(r, 0, sizeof *r);
  switch (g) {
    case FPV_FPU:
    case FPV_DPU: return fpv_arith_row(g == FPV_DPU, n, r);
    case FPV_CVT: return fpv_cvt_row(n, r);
    case FPV_MUFU: return fpv_mufu_row(n, r);
    case FPV_ALU: return fpv_alu_row(n, r);
    default: return fpv_dsetp_row(n, r);
  }
}

/* A beat of all lanes, words as the collector gives them. The unit of special functions has its one operand, B, in words 1 and 2. */
static void dispatch(wt_bench *b, unsigned g, const fpv_row *r, uint64_t at, uint64_t count) {
  static const uint8_t low[] = {0, 1, 2}, high[] = {4, 5, 3};
  wt_disp_out *d = &b->m->subcore->disp.o;
  unsigned n = b->shape.LANES, xu = groups[g].unit == WT_U_XU;
  fpv_beat *t = &queue[(head + waiting++) % QUEUE];
  memset(t, 0, sizeof *t);
  memset(d, 0, sizeof *d);
  t->lanes = n;
  r->make(r, &b->rng, at, count, n, t);
  d->valid = d->last = 1, d->mask = (uint32_t)wt_mask64(t->lanes), d->pp = t->pp;
  uop_put_lo(d->uop, t->w.lo);
  uop_put_hi(d->uop, t->w.hi);
  uop_put_op(d->uop, r->id);
  uop_put_unit(d->uop, groups[g].unit);
  uop_put_ndst(d->uop, r->ndst);
  for (unsigned l = 0; l < n; l++)
    for (unsigned k = 0; k < 3; k++) {
      uint32_t lo = (uint32_t)t->in[l][k], hi = (uint32_t)(t->in[l][k] >> 32);
      if (xu && k) break;
      d->data[(xu ? 1 : low[k]) * n + l] = lo;
      if (xu || groups[g].unit == WT_U_DPU) d->data[(xu ? 2 : high[k]) * n + l] = hi;
    }
}

/* What the unit shows: its words or predicate of a half, and whether it is the last of the beat. */
typedef struct {
  unsigned valid, half, last, pwv[2];
  const uint32_t *data;
  uint32_t p[2];
} shown;
static unsigned half; /* first part of a result has been taken */

static shown offer(const wt_bench *b, unsigned g, const fpv_row *r) {
  const wt_fpu_out *f = &b->m->subcore->fpu.o;
  const wt_dpu_out *d = &b->m->subcore->dpu.o;
  const wt_xu_out *x = &b->m->subcore->xu.o;
  const wt_alu_out *a = &b->m->subcore->alu.o;
  switch (groups[g].unit) {
    case WT_U_FPU: return (shown){.valid = f->wb_valid, .last = 1, .data = f->wb_data};
    case WT_U_XU: return (shown){.valid = x->wb_valid, .half = half, .last = half || r->ndst != 2, .data = x->wb_data};
    case WT_U_ALU:
      return (shown){.valid = a->wb_valid, .last = 1, .data = a->wb_lo, .pwv = {a->pw0_valid, a->pw1_valid}, .p = {a->pw0_bits, a->pw1_bits}};
    default: {
      shown s = {.valid = d->wb_valid, .half = half, .last = half, .data = d->wb_data};
      s.pwv[half] = d->wb_pwv, s.p[half] = d->wb_pbits;
      return s;
    }
  }
}

/* Takes a result and compares it when it is whole. 0, or -1 after a message. */
static int result(const fpv_row *r, const shown *s, uint64_t *vectors, double *worst) {
  if (!waiting) return printf("%s: a result that nobody asked for\n", r->name), -1;
  fpv_beat *t = &queue[head % QUEUE];
  unsigned n = t->lanes;
  for (unsigned l = 0; l < n; l++) t->got[l] |= (uint64_t)s->data[l] << (s->half ? 32 : 0);
  for (unsigned k = 0; k < 2; k++)
    if (s->pwv[k]) t->got_p[k] = s->p[k];
  half = !s->last;
  if (!s->last) return 0;
  for (unsigned l = 0; l < n; l++) {
    unsigned p = (t->got_p[0] >> l & 1) | (t->got_p[1] >> l & 1) << 1, want_p = (t->want_p[0] >> l & 1) | (t->want_p[1] >> l & 1) << 1;
    if (p == want_p && (r->judge ? !r->judge(r, t, l, worst) : t->got[l] == t->want[l])) continue;
    printf("%s of %llx %llx %llx, Pp %u, word %016llx %016llx: %llx, Pv and Pu %u, the reference has %llx, %u\n", r->name,
           (unsigned long long)t->in[l][0], (unsigned long long)t->in[l][1], (unsigned long long)t->in[l][2], t->pp >> l & 1,
           (unsigned long long)t->w.hi, (unsigned long long)t->w.lo, (unsigned long long)t->got[l], p, (unsigned long long)t->want[l], want_p);
    return -1;
  }
  *vectors += n + t->second;
  head++, waiting--;
  return 0;
}

static int ready(const wt_bench *b, unsigned unit) {
  return unit == WT_U_FPU   ? b->m->subcore->fpu.o.ready
         : unit == WT_U_DPU ? b->m->subcore->dpu.o.ready
         : unit == WT_U_XU  ? b->m->subcore->xu.o.ready
                            : 1;
}

/* All vectors of a row; what is on its way in the end is taken too. */
static int one(wt_bench *b, unsigned g, const fpv_row *r, uint64_t count) {
  uint64_t vectors = 0, asked = 0, from = b->cycle;
  unsigned unit = groups[g].unit;
  double worst = 0;
  if (r->every && count > r->every) count = r->every;
  for (;;) {
    int more = r->over ? !r->over() : asked < count;
    if (!more && !waiting) break;
    shown s = offer(b, g, r);
    if (ready(b, unit) && more) dispatch(b, g, r, asked, count), asked += b->shape.LANES;
    else memset(&b->m->subcore->disp.o, 0, sizeof b->m->subcore->disp.o);
    b->m->subcore->wb.o.ack[unit] = (uint8_t)s.valid;
    if (s.valid && result(r, &s, &vectors, &worst)) return -1;
    if (wt_bench_cycle(b)) return printf("%s: the twins differ, %s\n", r->name, b->report), -1;
    if (b->cycle - from > 100 * (r->over ? asked : count) + 1000) return printf("%s: no results\n", r->name), -1;
  }
  printf("%s: %llu vectors in %llu cycles%s, RTL = C twin", r->name, (unsigned long long)vectors, (unsigned long long)(b->cycle - from),
         r->every && count == r->every ? ", every operand and modifier" : "");
  if (r->judge) printf(", largest error %.4f of the bound\n", worst);
  else printf(" = %s\n", r->over ? "file" : "host");
  return fflush(stdout), 0;
}

int main(int argc, char **argv) {
  char err[600];
  const char *preset = "small";
  int file = argc > 3 && !strcmp(argv[1], "file");
  uint64_t count = argc > 2 && !file ? strtoull(argv[2], NULL, 0) : 0;
  unsigned g = 0;
  fpv_row r;
  while (g < FPV_GROUPS && (argc < 2 || strcmp(argv[1], groups[g].name))) g++;
  if (file) {
    int group = fpv_file_row(argv[2], argv[3], &r);
    if (group < 0) return fprintf(stderr, "fp_vectors: no instruction does %s %s (functions of TestFloat; RN, RM, RP, RZ)\n", argv[2], argv[3]), 2;
    g = (unsigned)group;
  }
  if (!file && (!count || g == FPV_GROUPS))
    return fprintf(stderr, "usage: fp_vectors fpu|dpu|cvt|mufu|alu|dsetp COUNT [--config=PRESET] [KEY=VALUE...]\n"
                           "       fp_vectors file FUNCTION RN|RM|RP|RZ [--config=PRESET] [KEY=VALUE...] <VECTORS\n"),
           2;
  char **set = argv + (file ? 4 : 3);
  if (*set && !strncmp(*set, "--config=", 9)) preset = *set++ + 9;
  wt_bench *b = wt_bench_open(groups[g].block, preset, (const char *const *)set, SEED, err, sizeof err);
  if (!b) return fprintf(stderr, "fp_vectors: %s\n", err), 2;
  int bad = wt_bench_reset(b);
  if (bad) printf("%s\n", b->report);
  if (file && !bad) bad = one(b, g, &r, 0);
  for (unsigned n = 0; !file && !bad && row_of(g, n, &r); n++) bad = one(b, g, &r, count);
  if (file && fpv_file_wrong()) printf("%s: a line of the file is no vector of it\n", r.name), bad = 1;
  wt_bench_close(b);
  return bad ? 1 : 0;
}
