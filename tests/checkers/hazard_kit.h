/* hazard_kit.h - a machine that does not run, whose issue, write-backs and collectors the test plays for wt_hazard: what is read, by which lanes, when, and when the result of which
 * instruction is written.
 */
#ifndef HAZARD_KIT_H
#define HAZARD_KIT_H
#include <stdio.h>
#include <string.h>

#include "isa/wt_asm.h"
#include "lib/wt_hazard.h"
#include "tests/suite.h"

static wt_shape S;
static wt_m *m;
static wt_hazard *h;
static wt_launch_desc L;
static wt_asm_out program;
static uint64_t now;
static char text[2000];

/* A result on its way. uniform: of SCALAR, the one instruction that delivers a uniform register late. */
#define SCALAR "R2UR UR4, R6"
enum { SCALAR_UR = 4 };
typedef struct {
  unsigned insn, warp, unit, dst, ndst, preds, uniform;
} result;

static inline void build(const char *set) {
  char err[300];
  now = 0, text[0] = 0;
  ck_assert_int_eq(wt_shape_preset(&S, "small-cc", err, sizeof err), 0);
  ck_assert_int_eq(wt_shape_set(&S, "LANES=32", err, sizeof err), 0);
  if (set) ck_assert_msg(!wt_shape_set(&S, set, err, sizeof err), "%s", err);
  ck_assert((m = wt_m_new(&S)) != NULL);
  ck_assert((h = wt_hazard_new(&S, &L)) != NULL);
}
/* Lines of code, or NULL: nobody looks at it. */
static inline void begin(const char *body, const char *set) {
  char src[3000], err[600];
  snprintf(src, sizeof src, ".kernel k\n.regs 40\n%s\nEXIT\n.end\n", body ? body : "NOP");
  ck_assert_msg(wt_asm_string(src, "hazard", &program, err, sizeof err) == WT_OK, "%s", err);
  L = (wt_launch_desc){.kernel = "k", .code = program.kernel[0].code, .n_insns = program.kernel[0].ncode};
  build(set);
}
static inline void end(void) { wt_hazard_free(h), wt_m_free(m), wt_asm_free(&program); }

static inline void head(unsigned insn, unsigned warp) {
  uint32_t *u = m->subcore->ibuffer.o.uop;
  uop_put_pc(u, insn * 16);
  uop_put_hi(u, program.kernel[0].code[insn].hi);
  m->subcore->sched.o.sel_warp = (uint8_t)warp;
}
/* An instruction issues for these lanes of a path: the result it will have. */
static inline void issues(result r, uint64_t exec) {
  wt_issue_out *s = &m->subcore->issue.o;
  head(r.insn, r.warp);
  uop_put_unit(m->subcore->ibuffer.o.uop, r.unit);
  s->set_valid = 1, s->set_warp = (uint8_t)r.warp, s->exec = exec;
  s->set_dst = (uint8_t)r.dst, s->set_ndst = (uint8_t)r.ndst, s->set_pw = (uint8_t)r.preds, s->set_u = (uint8_t)r.uniform;
}
/* Something issues that reads what its text says; nothing of its own is on its way. */
static inline void reads(unsigned insn, unsigned warp, uint64_t exec, uint64_t path) {
  head(insn, warp);
  m->subcore->issue.o.valid = 1, m->subcore->issue.o.exec = exec;
  m->subcore->cfu->mask = path;
}
/* A result is there; ends: what the release says that it ends (wt_sb_codes, rule 5). */
static inline void is_there(result r, unsigned ends) {
  wt_alu_out *a = &m->subcore->alu.o;
  wt_wb_out *b = &m->subcore->wb.o;
  if (r.unit == WT_U_ALU) {
    a->rel_valid = 1, a->rel_warp = (uint8_t)r.warp, a->rel_ends = (uint8_t)ends, a->rel_dst = (uint8_t)r.dst;
    a->rel_ndst = (uint8_t)r.ndst, a->rel_pw = (uint8_t)r.preds, a->rel_u = (uint8_t)r.uniform;
    a->sc_ur = (uint8_t)r.uniform, a->sc_idx = r.uniform ? SCALAR_UR : 0;
    return;
  }
  b->rel_valid = 1, b->rel_warp = (uint8_t)r.warp, b->rel_ends = (uint8_t)ends, b->rel_dst = (uint8_t)r.dst;
  b->rel_ndst = (uint8_t)r.ndst, b->rel_pw = (uint8_t)r.preds, b->ack[r.unit] = 1;
}
/* A beat of SCALAR that is not its last: the register is written, the result is still on its way. */
static inline void delivers(unsigned warp, unsigned ur) {
  wt_alu_out *a = &m->subcore->alu.o;
  a->sc_ur = 1, a->sc_warp = (uint8_t)warp, a->sc_idx = (uint8_t)ur;
}
/* The cycle in which all this happens. 1: a report. */
static inline int edge(void) {
  int done = wt_hazard_cycle(h, m, now++, text, sizeof text);
  memset(&m->subcore->issue.o, 0, sizeof m->subcore->issue.o);
  memset(&m->subcore->alu.o, 0, sizeof m->subcore->alu.o);
  memset(&m->subcore->wb.o, 0, sizeof m->subcore->wb.o);
  for (unsigned c = 0; c < MAX_COLLECTORS; c++) memset(&m->subcore->collector[c], 0, sizeof m->subcore->collector[c]);
  return done;
}
static inline void wait_until(uint64_t cycle) {
  while (now < cycle) ck_assert_int_eq(edge(), 0);
}
#define REPORTS(want) ck_assert_msg(edge() && !strcmp(text, want), "%s\nnot: %s", text, want)

enum { ALL = -1, FREE = WT_END_FREE };
#define WR(b) " {stall:1 yield:0 wr:" #b " rd:7 wait:0x00 reuse:0}\n"
/* What most tests issue first: a load of R4 with write barrier 1. */
#define LOAD "LDG.E.SYS R4, [R2]" WR(1)
static const result load = {0, 3, WT_U_LSU, 4, 1, 0, 0};
#define BIT "; with --set SCOREBOARD=bit the machine waits by itself"
#endif
