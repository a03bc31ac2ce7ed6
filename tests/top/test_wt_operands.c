/* test_wt_operands.c - every operand of every instruction against what each dependence check waits for. The rows are those of isa.def; what an instruction reads and
 * writes say the oracle's decoder, which shares nothing with that of the machine, and its text: a register that it names is one. The decoder and the I-buffer of the
 * machine then show the instruction to wt_sb_bit and wt_sb_coon, and wt_hazard sees it issue: while an operand is on its way it must be held, or reported.
 */
#include <ctype.h>
#include <stdio.h>

#include "front/wt_decode.h"
#include "front/wt_ibuffer.h"
#include "isa/wt_dis.h"
#include "lib/wt_hazard.h"
#include "oracle/wt_sem.h"
#include "tests/block_suite.h"

enum {
  WORDS = 8,
  TRIES = 200000,
  PREDS = 256,
  UNIFORM = 263,
  THINGS = 264
}; /* what may be on its way: R0 to R254, 256 + predicate, the uniform registers */

/* 1: it is an operand; 0: it is none; 2: the machine may wait for it. */
typedef struct {
  uint8_t is[THINGS];
} operands;

/* A memory row whose bits 72 and 91 no code has, wt_decode rules 8 and 9. */
static int has_no_code(const wt_sem_insn *i) {
  int atomic = i->id == WT_I_ATOMG || i->id == WT_I_ATOM;
  return i->cls == WT_CL_MEM && wt_bit(i->w, 91) && (atomic || !wt_bit(i->w, 72));
}

static operands of_oracle(const wt_sem_insn *i) {
  operands o = {{0}};
  for (unsigned k = 0; k < i->nsr; k++) o.is[i->sr[k]] = 1;
  for (unsigned k = 0; k < i->nrd && !i->udst; k++) o.is[i->rd + k] = 1;
  for (unsigned p = 0; p < 7; p++) {
    if (i->cls == WT_CL_CTL && wt_bits(i->w, 89, 87) == p) o.is[PREDS + p] = 2; /* the field is PT where it means nothing */
    if ((i->sp | i->dp) >> p & 1) o.is[PREDS + p] = 1;
  }
  o.is[UNIFORM] = i->nsu || i->sup || (i->udst && (i->nrd || i->dup)) ? 1 : 2;
  return o;
}

/* Whatever register the text names must be there: R4, UR3 as whole words. Predicates it shows also where they mean nothing. */
static void named(const wt_sem_insn *i, const operands *o) {
  char text[WT_DIS_MAX];
  wt_dis_short(i->w, 0, text, sizeof text);
  for (const char *s = strchr(text, ' '); s && *s; s++) {
    int n = 0, uniform = *s == 'U';
    unsigned no;
    if (isalnum((unsigned char)s[-1]) || s[-1] == '_' || s[-1] == '.') continue;
    if (s[uniform] != 'R' || !isdigit((unsigned char)s[uniform + 1]) || sscanf(s + uniform + 1, "%u%n", &no, &n) != 1) continue;
    if (isalnum((unsigned char)s[uniform + 1 + n]) || (i->id == WT_I_LEA && no == wt_bits(i->w, 71, 64)))
      continue; /* R2P; C of LEA without .HI is shown */
    unsigned what = uniform ? UNIFORM : no;
    ck_assert_msg(what < THINGS && o->is[what] == 1, "%s: %.*s is no operand for the oracle", text, uniform + 1 + n, s);
  }
}

/* ---- scoreboards: a producer has issued, the instruction is the head ---- */

static void edge(wt_bench *b) {
  wt_subcore *c = b->m->subcore;
  SUITE_CYCLE(b);
  wt_ibuffer_tick(&c->ibuffer), wt_ibuffer_moore(&c->ibuffer);
}
static void show(wt_bench *b, wt_word w) {
  wt_imem_out *e = &b->m->subcore->imem;
  e->valid = 1, e->warp = 0;
  e->insn[0] = (uint32_t)w.lo, e->insn[1] = (uint32_t)(w.lo >> 32), e->insn[2] = (uint32_t)w.hi, e->insn[3] = (uint32_t)(w.hi >> 32);
  wt_decode_eval(&b->m->subcore->decode);
  ck_assert_uint_eq(b->m->subcore->decode.o.valid, 1);
  e->valid = 0;
}
static void producer(wt_bench *b, unsigned what) {
  wt_subcore *c = b->m->subcore;
  uint32_t *u = c->decode.o.uop;
  memset(&c->decode.o, 0, sizeof c->decode.o);
  c->decode.o.valid = 1;
  uop_put_unit(u, WT_U_ALU);
  if (what < PREDS) uop_put_dst(u, what), uop_put_ndst(u, 1);
  else if (what < UNIFORM) uop_put_pw(u, 1u << (what - PREDS)), uop_put_pmask(u, 1u << (what - PREDS));
  else uop_put_u_use(u, 1);
  edge(b);
  wt_decode_idle(&c->decode.o);
  wt_issue_out *s = &c->issue.o;
  s->set_valid = 1, c->sched.o.sel_valid = c->sched.o.sel_pop = 1;
  if (what < PREDS) s->set_dst = (uint8_t)what, s->set_ndst = 1;
  else if (what < UNIFORM) s->set_pw = (uint8_t)(1u << (what - PREDS));
  else s->set_u = 1;
  edge(b);
  wt_issue_idle(s), wt_sched_idle(&c->sched.o);
}
static void result(wt_bench *b, unsigned what) {
  wt_alu_out *a = &b->m->subcore->alu.o;
  a->rel_valid = 1;
  if (what < PREDS) a->wb_reg = (uint8_t)what, a->rel_ndst = 1;
  else if (what < UNIFORM) a->rel_pw = (uint8_t)(1u << (what - PREDS));
  else a->rel_u = 1;
  edge(b);
  memset(a, 0, sizeof *a);
}
static int may_go(wt_bench *b) {
  b->fns->eval(b->m);
  return b->m->subcore->sb->ok & 1;
}

/* The head waits for exactly these things, and goes when the result is there. */
static void scoreboard(wt_bench *b, const wt_sem_insn *i, const operands *o, unsigned what) {
  wt_subcore *c = b->m->subcore;
  const char *id = wt_isa_rows[i->id].id;
  c->ibuffer.q.count[0] = c->ibuffer.q.head[0] = c->ibuffer.o.tail[0] = 0;
  ck_assert_int_eq(wt_bench_reset(b), 0);
  producer(b, what);
  show(b, i->w);
  edge(b);
  wt_decode_idle(&c->decode.o);
  int go = may_go(b);
  if (o->is[what] != 2)
    ck_assert_msg(go == !o->is[what], "%s: %s %016llx %016llx is %s while %u (256 P0, 263 UR) is on its way", b->fns->stem, id,
                  (unsigned long long)i->w.hi, (unsigned long long)i->w.lo, go ? "not held" : "held", what);
  result(b, what);
  ck_assert_msg(may_go(b), "%s: %s is held for ever", b->fns->stem, id);
}

/* ---- control codes: the check of hazards ---- */

enum { R2UR_UR = 0x73c2 };
/* A uniform register that it reads or writes, if it does. */
static unsigned ur_of(const wt_sem_insn *i) { return i->nsu ? i->su[i->nsu - 1] : i->udst && i->nrd ? i->rd : 0; }

static void hazard(wt_bench *b, const wt_sem_insn *i, const operands *o, unsigned what) {
  wt_subcore *c = b->m->subcore;
  wt_issue_out *s = &c->issue.o;
  wt_word code[2] = {{R2UR_UR | (uint64_t)ur_of(i) << 16, 0}, i->w};
  wt_launch_desc L = {.code = code, .n_insns = 2};
  char text[1000];
  wt_hazard *h = wt_hazard_new(&b->shape, &L);
  ck_assert_ptr_nonnull(h);
  memset(c->ibuffer.o.uop, 0, sizeof c->ibuffer.o.uop);
  wt_issue_idle(s), wt_sched_idle(&c->sched.o);
  s->set_valid = 1, s->exec = ~UINT64_C(0), c->cfu->mask = ~UINT64_C(0);
  if (what < PREDS) s->set_dst = (uint8_t)what, s->set_ndst = 1;
  else if (what < UNIFORM) s->set_pw = (uint8_t)(1u << (what - PREDS));
  else s->set_u = 1;
  ck_assert_int_eq(wt_hazard_cycle(h, b->m, 1, text, sizeof text), 0);
  wt_issue_idle(s);
  s->valid = 1, s->exec = ~UINT64_C(0), uop_put_pc(c->ibuffer.o.uop, 16);
  ck_assert_int_eq(wt_hazard_cycle(h, b->m, 2, text, sizeof text), 0);
  int seen = wt_hazard_open(h), wants = what == UNIFORM ? i->nsu || (i->udst && i->nrd) : o->is[what] == 1;
  ck_assert_msg(seen == wants, "%s: %u (256 P0, 263 UR) too early is %s", wt_isa_rows[i->id].id, what, seen ? "reported" : "not reported");
  wt_hazard_free(h);
  wt_issue_idle(s);
}

/* ---- words ---- */

/* A word of the row in this form that the oracle takes. */
static int draw(wt_rng *r, const wt_insn_row *row, unsigned form, wt_sem_insn *i) {
  uint64_t hi = wt_rand(r) & (wt_chance(r, 50) ? wt_rand(r) & wt_rand(r) : ~UINT64_C(0)), lo = wt_rand(r);
  if (wt_chance(r, 60)) hi |= UINT64_C(0x3f) << 17;
  if (wt_chance(r, 60)) hi = (hi & ~(UINT64_C(15) << 23)) | UINT64_C(7) << 23;
  if (wt_chance(r, 20)) hi |= 255;
  if (wt_chance(r, 30)) hi &= 0x31fdff, lo &= ~(UINT64_C(3) << 60); /* modifiers are rarely legal when all are drawn */
  if (wt_chance(r, 15)) hi = (hi & ~(UINT64_C(3) << 20)) | (hi >> 11 & 3) << 20;
  if (wt_chance(r, 30)) lo &= ~(UINT64_C(1) << 16 | UINT64_C(1) << 32);
  if (row == &wt_isa_rows[WT_I_HADD2_C]) { /* the one form of it that is executed */
    lo = (lo & UINT64_C(0x07ffffff00ffffff)) | UINT64_C(0x10000000ff000000);
    hi = (hi & ~(UINT64_C(0x1ff) << 8)) | UINT64_C(9) << 8;
  }
  wt_word w = {(lo & ~UINT64_C(0xfff)) | (row->key == WT_KEY_FIX ? row->code : (row->code & 511) | form << 9), hi};
  if (wt_sem_decode(w, i) != WT_OK || has_no_code(i) || i->id != row - wt_isa_rows) return 0;
  return i->udst || i->rd + 4 <= WT_SEM_RZ; /* a range beyond R254 is not cut */
}

/* All operands, and a few things that are none. */
static void word(wt_bench *const *b, wt_rng *r, const wt_sem_insn *i) {
  operands o = of_oracle(i);
  named(i, &o);
  for (unsigned what = 0; what < THINGS; what++) {
    if (what == 255 || (o.is[what] != 1 && !wt_chance(r, 2))) continue;
    scoreboard(b[0], i, &o, what);
    scoreboard(b[1], i, &o, what);
    hazard(b[2], i, &o, what);
  }
}

START_TEST(every_operand_is_waited_for) {
  static const char *const sets[][2] = {{"SCOREBOARD=bit", NULL}, {"SCOREBOARD=coon", NULL}, {"SCOREBOARD=codes", NULL}};
  static const char *const stems[] = {"sb_bit", "sb_coon", "sb_codes"};
  wt_bench *b[3];
  wt_rng r = {11};
  for (unsigned k = 0; k < 3; k++) b[k] = suite_open_as(1, stems[k], "tiny", sets[k], 1);
  for (unsigned id = 0; id < WT_I_COUNT; id++) {
    const wt_insn_row *row = &wt_isa_rows[id];
    unsigned forms = row->key == WT_KEY_FIX ? 1 : row->forms;
    for (; row->supported && forms; forms &= forms - 1) {
      unsigned form = wt_lowest(forms), n = 0;
      wt_sem_insn i;
      for (unsigned k = 0; k < TRIES && n < WORDS; k++)
        if (draw(&r, row, form, &i)) word(b, &r, &i), n++;
      ck_assert_msg(n == WORDS, "%s, form %u: %u words", row->id, form, n);
    }
  }
  for (unsigned k = 0; k < 3; k++) wt_bench_close(b[k]);
}
END_TEST

static void add(TCase *tc) { tcase_add_test(tc, every_operand_is_waited_for); }
int main(void) { return suite_main("wt_operands", add); }
