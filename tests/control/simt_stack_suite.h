/* simt_stack_suite.h - what the suites of the control-flow unit with a reconvergence stack share: the interpreter bound to
 * the unit, the rules that hold between events, the stack as text books draw it, the depth of a program.
 */
#ifndef WT_SIMT_STACK_SUITE_H
#define WT_SIMT_STACK_SUITE_H
#define CFU_STEM "simt_stack"
#define CFU_MASK(m, w) ((m)->subcore->simt_stack.q.cur_mask[w])
#define CFU_WAITS(m) ((m)->subcore->simt_stack.q.state == WT_SS_WAIT)
#define CFU_WARP(m) ((m)->subcore->simt_stack.q.at_warp)
#define CFU_TARGETS(m) ((m)->subcore->simt_stack.q.state == WT_SS_DIV || (m)->subcore->simt_stack.q.state == WT_SS_TGT)
#include "control/wt_simt_stack.h"
#include "spec/wt_paths.h"
#include "tests/control/cfu_prog.h"

static const char *const majority[] = {"PATH_ORDER=majority", NULL}, *const minority[] = {"PATH_ORDER=minority", NULL},
                         *const taken_first[] = {"PATH_ORDER=taken", NULL}, *const bssy[] = {"STACK_RPC=bssy", NULL},
                         *const regions_minority[] = {"STACK_RPC=bssy", "PATH_ORDER=minority", NULL};

/* ---- S24, for warps that the machine does not work on ---- */
static inline unsigned row(const wt_m *m, unsigned w, unsigned i) { return w * (m->S->STACK_DEPTH - 1) + i; }

static inline void check_entry(const wt_m *m, unsigned w, uint32_t rpc, unsigned to, unsigned below) {
  const wt_simt_stack_state *q = &m->subcore->simt_stack.q;
  if (rpc == WT_RPC_NONE) return;
  ck_assert_msg(to < below, "an entry joins entry %u, only %u lie below it", to, below);
  uint32_t npc = q->ent_next[row(m, w, to)];
  ck_assert_msg(npc == rpc || rpc == WT_RPC_RET, "meets at %x, entry %u goes on at %x", rpc, to, npc);
}

static inline void check_warp(const wt_m *m, unsigned w) {
  const wt_simt_stack_state *q = &m->subcore->simt_stack.q;
  uint64_t seen = q->cur_mask[w], all = wt_mask64(m->S->SLOT_LANES);
  unsigned n = q->below[w];
  ck_assert_uint_lt(n, m->S->STACK_DEPTH);
  if (q->cur_mask[w]) check_entry(m, w, q->top_rpc[w], q->top_join[w], n);
  for (unsigned i = n; i--;) {
    unsigned k = row(m, w, i);
    ck_assert_msg(!(seen & q->ent_mask[k]), "entry %u shares lanes", i);
    ck_assert_msg(!q->ent_mask[k] || q->ent_next[k] != WT_RPC_RET, "entry %u has lanes and no next pc", i);
    seen |= q->ent_mask[k];
    check_entry(m, w, q->ent_rpc[k], q->ent_join[k], i);
  }
  ck_assert_msg(seen == (~q->finished[w] & all), "lanes are lost");
  wt_path p[WT_MAX_PATHS];
  uint64_t u = 0;
  int np = wt_simt_stack_paths(&m->subcore->simt_stack, w, p);
  for (int i = 0; i < np; i++) {
    ck_assert(p[i].mask && !(u & p[i].mask) && !(p[i].mask & p[i].need));
    u |= p[i].mask;
  }
  ck_assert_msg(np >= 0 && u == seen, "the report of the paths does not hold every lane");
}

static inline void check_invariants(const wt_m *m, uint64_t launched) {
  for (uint64_t s = launched; s; s &= s - 1) {
    unsigned w = wt_lowest(s);
    if (m->subcore->simt_stack.q.state == WT_SS_IDLE || m->subcore->simt_stack.q.at_warp != w) check_warp(m, w);
  }
}

static inline run *start(const char *preset, const char *const *set, const insn *code, unsigned n) {
  run *p = prog_start(preset, set, 1, code, n);
  p->each_cycle = check_invariants;
  return p;
}

/* ---- stack as the text book draws it: lane 0 left, pc "-" for none ---- */
static inline void put_pc(char *t, int *n, uint32_t pc) { *n += sprintf(t + *n, pc == WT_RPC_NONE ? "-" : pc == WT_RPC_RET ? "ret" : "%u", pc / 16); }
static inline void put_mask(const run *p, char *t, int *n, uint64_t mask) {
  for (unsigned l = 0; l < p->b->shape.SLOT_LANES; l++) t[(*n)++] = mask >> l & 1 ? '1' : '0';
}
static inline void expect_stack(const run *p, const char *golden) {
  const wt_simt_stack_state *q = &p->b->m->subcore->simt_stack.q;
  char t[1024];
  int n = 0;
  for (unsigned i = 0; i < q->below[0]; i++) {
    uint64_t mask = q->ent_mask[i];
    int meeting = q->top_join[0] == i && q->top_rpc[0] != WT_RPC_NONE;
    for (unsigned j = i + 1; j < q->below[0]; j++) meeting |= q->ent_join[j] == i && q->ent_rpc[j] != WT_RPC_NONE;
    for (unsigned j = i + 1; meeting && j < q->below[0]; j++) mask |= q->ent_mask[j];
    if (meeting) mask |= q->cur_mask[0];
    t[n++] = '(';
    put_pc(t, &n, q->ent_rpc[i]);
    t[n++] = ',';
    put_pc(t, &n, q->ent_next[i]);
    t[n++] = ',';
    put_mask(p, t, &n, mask);
    t[n++] = ')';
  }
  t[n++] = '(';
  put_pc(t, &n, q->top_rpc[0]);
  n += sprintf(t + n, ",%u,", p->pc[0]);
  put_mask(p, t, &n, q->cur_mask[0]);
  strcpy(t + n, ")");
  ck_assert_str_eq(t, golden);
}

static inline void settle(run *p) {
  for (unsigned i = 0; i < 10; i++) {
    prog_clear(p);
    prog_idle(p);
  }
}

/* Issues one instruction of warp 0 and waits until the machine is idle. */
static inline void one(run *p, unsigned pc) {
  prog_clear(p);
  ck_assert_uint_eq(p->pc[0], pc);
  ck_assert(prog_issue(p, 0));
  settle(p);
  settle(p);
}

static inline unsigned depth(const wt_m *m, unsigned w) {
  unsigned used[2];
  wt_simt_stack_occupancy(&m->subcore->simt_stack, w, used);
  return used[0];
}

/* Runs a program on one warp to its end; the deepest stack. */
static unsigned deepest;
static inline void note_depth(const wt_m *m, uint64_t launched) {
  check_invariants(m, launched);
  if ((launched & 1) && depth(m, 0) > deepest) deepest = depth(m, 0);
}
static inline unsigned run_depth(const char *preset, const char *const *set, const insn *code, unsigned n, const char *golden) {
  run *p = start(preset, set, code, n);
  deepest = 0;
  p->each_cycle = note_depth;
  prog_launch(p, 0, prog_lanes(p));
  prog_go(p, MAX_TRACE, 60000);
  ck_assert_uint_eq(p->done, 1);
  if (golden) prog_expect_trace(p, golden);
  prog_finish(p);
  return deepest;
}
#endif
