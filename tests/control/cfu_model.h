/* cfu_model.h - what the models of the control-flow units share: all that a unit shows in a cycle, as a model of its document's rules has it, beside what it
 * does show. A model takes a step a cycle; registered outputs are those behind the edge, combinational ones those of the cycle itself.
 */
#ifndef WT_CFU_MODEL_H
#define WT_CFU_MODEL_H
#include "isa/wt_isa.h"
#include "spec/wt_paths.h"
#include "tests/block_suite.h"

typedef struct {
  int at, state; /* warp that the machine works on; state of the model's machine, 0: idle */
  int redir, stop, done, err, err_warp, err_kind, rel_ack, launch_ack, tgt_take, forced, idle, bar, exit;
  uint32_t to, err_pc;
  unsigned id;
  uint64_t lanes; /* that arrive at a CTA barrier or end */
  uint64_t run, dead, at_bar;
  int sel, has; /* combinational: 0: the selected warp was never launched, 2: no warp is selected; the selected one has a path */
  uint64_t mask, live, bx;
  unsigned split;
} cfu_want;

static inline uint64_t lane(unsigned i) { return UINT64_C(1) << i; }
static inline unsigned model_register(const wt_bench *b) { return (unsigned)(uop_get_lo(b->m->subcore->ibuffer.o.uop) >> 24) & 15; }
static inline int model_taken_first(const wt_bench *b, uint64_t taken, uint64_t rest) {
  unsigned nt = wt_popcount(taken), nr = wt_popcount(rest), order = b->m->gpu->cfg.order;
  return order == WT_PATH_ORDER_taken || (order == WT_PATH_ORDER_majority ? nt >= nr : nt < nr);
}

static inline void cfu_expect(const wt_bench *b, const cfu_want *k) {
  const wt_cfu_out *o = b->m->subcore->cfu;
  SUITE_RULE(b, "run", "cfu_run", o->run, k->run);
  SUITE_RULE(b, "take", "cfu_idle", o->idle, k->idle);
  SUITE_RULE(b, "select", "cfu_dead", o->dead, k->dead);
  SUITE_RULE(b, "barrier", "cfu_at_bar", o->at_bar, k->at_bar);
  SUITE_RULE(b, "select", "cfu_redir_valid", o->redir_valid, k->redir);
  SUITE_RULE(b, "select", "cfu_redir_warp", o->redir_warp, k->redir ? k->at : 0);
  SUITE_RULE(b, "select", "cfu_redir_stop", o->redir_stop, k->stop);
  SUITE_RULE(b, "select", "cfu_redir_pc", o->redir_pc, k->redir ? k->to : 0);
  SUITE_RULE(b, "select", "cfu_done_valid", o->done_valid, k->done);
  SUITE_RULE(b, "select", "cfu_done_warp", o->done_warp, k->done ? k->at : 0);
  SUITE_RULE(b, "error", "cfu_err_valid", o->err_valid, k->err);
  SUITE_RULE(b, "error", "cfu_err_warp", o->err_warp, k->err ? k->err_warp : 0);
  SUITE_RULE(b, "error", "cfu_err_kind", o->err_kind, k->err ? k->err_kind : 0);
  SUITE_RULE(b, "error", "cfu_err_pc", o->err_pc, k->err ? k->err_pc : 0);
  SUITE_RULE(b, "release", "cfu_rel_ack", o->rel_ack, k->rel_ack);
  SUITE_RULE(b, "launch", "cfu_launch_ack", o->launch_ack, k->launch_ack);
  SUITE_RULE(b, "targets", "cfu_tgt_take", o->tgt_take, k->tgt_take);
  SUITE_RULE(b, "force", "cfu_forced", o->forced, k->forced);
  SUITE_RULE(b, "barrier", "cfu_bar_valid", o->bar_valid, k->bar);
  SUITE_RULE(b, "barrier", "cfu_bar_warp", o->bar_warp, k->bar ? k->at : 0);
  SUITE_RULE(b, "barrier", "cfu_bar_id", o->bar_id, k->bar ? k->id : 0);
  SUITE_RULE(b, "barrier", "cfu_bar_count", o->bar_count, k->bar ? wt_popcount(k->lanes) : 0);
  SUITE_RULE(b, "exit", "cfu_exit_valid", o->exit_valid, k->exit);
  SUITE_RULE(b, "exit", "cfu_exit_warp", o->exit_warp, k->exit ? k->at : 0);
  SUITE_RULE(b, "exit", "cfu_exit_count", o->exit_count, k->exit ? wt_popcount(k->lanes) : 0);
  SUITE_RULE(b, "rest", "cfu_upd_valid", o->upd_valid, 0);
  if (!k->sel) return;
  SUITE_RULE(b, "rest", "cfu_live", o->live, k->sel == 2 ? 0 : k->live);
  SUITE_RULE(b, "rest", "cfu_bx_val", o->bx_val, k->sel == 2 ? 0 : k->bx);
  if (k->sel == 1 && !k->has) return;
  SUITE_RULE(b, "rest", "cfu_mask", o->mask, k->sel == 2 ? 0 : k->mask);
  SUITE_RULE(b, "rest", "cfu_split", o->split, k->sel == 2 ? 0 : k->split);
}

/* Paths that a unit reports, in any order: each one that the model has is there, and no other. */
static inline void cfu_expect_paths(const wt_bench *b, const wt_path *have, int n, const wt_path *want, int wanted) {
  SUITE_RULE(b, "paths", "number of paths", n, wanted);
  for (int i = 0; i < wanted; i++) {
    int j = 0;
    while (j < n && have[j].mask != want[i].mask) j++;
    if (j == n) ck_abort_msg("cycle %llu: no path of lanes %llx", (unsigned long long)b->cycle - 1, (unsigned long long)want[i].mask);
    SUITE_RULE(b, "paths", "kind of a path", have[j].kind, want[i].kind);
    SUITE_RULE(b, "paths", "pc of a path", have[j].pc, want[i].pc);
    SUITE_RULE(b, "paths", "where a path waits", have[j].x, want[i].x);
    SUITE_RULE(b, "paths", "for whom a path waits", have[j].need, want[i].need);
  }
}
#endif
