/* hanoi_suite.h - what the suites of wt_hanoi share: the interpreter of small programs bound to the unit, and the rules that hold
 * between events.
 */
#ifndef WT_HANOI_SUITE_H
#define WT_HANOI_SUITE_H
#define CFU_STEM "hanoi"
#define CFU_MASK(m, w) ((m)->subcore->hanoi.q.cur_mask[w])
#define CFU_WAITS(m) ((m)->subcore->hanoi.q.state == WT_HN_WAIT)
#define CFU_WARP(m) ((m)->subcore->hanoi.q.at_warp)
#define CFU_TARGETS(m) ((m)->subcore->hanoi.q.state == WT_HN_TGT)
#include "control/wt_hanoi.h"
#include "spec/wt_paths.h"
#include "tests/control/cfu_prog.h"

static const char *const minority[] = {"PATH_ORDER=minority", NULL}, *const taken_first[] = {"PATH_ORDER=taken", NULL};

/* ---- R19, for warps that the machine does not work on ---- */
static inline void check_warp(const wt_m *m, unsigned w) {
  const wt_hanoi_state *q = &m->subcore->hanoi.q;
  unsigned n = q->ws_count[w], d = m->S->WS_DEPTH, has = q->has_path >> w & 1;
  uint64_t seen = q->waiting[w], all = wt_mask64(m->S->SLOT_LANES), u = 0;
  ck_assert_uint_le(n, d);
  ck_assert_uint_le(q->rec_count[w], m->S->REC_DEPTH);
  ck_assert_msg(!has || n, "a path runs and WS is empty");
  for (unsigned i = 0; i < n; i++) {
    uint64_t mask = has && i == n - 1 ? q->cur_mask[w] : q->ws_mask[w * d + i];
    ck_assert_msg(mask && !(seen & mask), "entry %u of %u is empty or shares lanes", i, n);
    seen |= mask;
  }
  ck_assert_msg(seen == (~q->finished[w] & all), "lanes are lost");
  ck_assert_msg(!(q->ws_barred[w] & ~wt_mask64(n - has)), "an entry that runs or does not exist is at a CTA barrier");
  ck_assert_msg(!(q->dead >> w & 1) || (!n && q->waiting[w]), "dead with a path that can run");
  wt_path p[WT_MAX_PATHS];
  int np = wt_hanoi_paths(&m->subcore->hanoi, w, p);
  for (int i = 0; i < np; i++) {
    ck_assert(p[i].mask && !(u & p[i].mask) && !(p[i].mask & p[i].need));
    u |= p[i].mask;
  }
  ck_assert_msg(np >= 0 && u == seen, "the report of the paths does not hold every lane");
}
static inline void check_invariants(const wt_m *m, uint64_t launched) {
  for (uint64_t s = launched; s; s &= s - 1)
    if (m->subcore->hanoi.q.state == WT_HN_IDLE || m->subcore->hanoi.q.at_warp != wt_lowest(s)) check_warp(m, wt_lowest(s));
}

static inline run *start(const char *const *set, const insn *code, unsigned n) {
  run *p = prog_start("tiny", set, 1, code, n);
  p->each_cycle = check_invariants;
  return p;
}
#endif
