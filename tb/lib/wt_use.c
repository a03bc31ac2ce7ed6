/* wt_use.c - what of the sized structures is in use. */
#include "lib/wt_use.h"

#include "spec/wt_paths.h"

/* In the order of WT_PEAKS. OWN: every warp has one; the environment's have no price. */
enum { SHARED, OWN };
static const struct {
  const char *key, *structures;
  int own;
} uses[WT_PEAKS] = {
  {"WARPS", "", SHARED},
  {"CTAS", "dispatch ctabar", SHARED},
  {"COLLECTORS", "collector disp.age", SHARED},
  {"LSU_ENTRIES", "lsu.entries lsu.offsets lsu.live", SHARED},
  {"LSU_LINES", "lsu.lines lsu.linesv", SHARED},
  {"REGS", "rfbank", SHARED},
  {"SMEM_BYTES", "smbank", SHARED},
  {"IBUF_DEPTH", "ibuffer", OWN},
  {"SB_ENTRIES", "sb_coon", OWN},
  {"STACK_DEPTH", "simt_stack", OWN},
  {"WS_DEPTH", "hanoi", OWN},
  {"REC_DEPTH", "hanoi", OWN},
  {"RT_DEPTH", "multipath", OWN},
  {"L1_PRT", "l1d.prt", SHARED},
  {"NET_QUEUE", "", SHARED},
  {"L2_PENDING", "", SHARED},
  {"DRAM_QUEUE", "", SHARED},
};
enum { WARPS, CTAS, COLLECTORS, LSU_ENTRIES, LSU_LINES, REGS, SMEM, IBUF, SB, STACK, WS, REC, RT, PRT, NET, PENDING, DRAM };
_Static_assert(DRAM + 1 == WT_PEAKS, "a number for every key");

const char *wt_peak_key(unsigned i) { return i < WT_PEAKS ? uses[i].key : NULL; }
int wt_peak_per_warp(unsigned i) { return i < WT_PEAKS && uses[i].own; }
const char *wt_peak_structures(unsigned i) { return i < WT_PEAKS ? uses[i].structures : NULL; }

double wt_mean_use(const wt_counters *c, unsigned i) {
  if (i >= WT_PEAKS) return 0;
  uint64_t of = uses[i].own ? c->use[WARPS] : c->counted_cycles;
  return of ? (double)c->use[i] / (double)of : 0;
}

unsigned wt_use_room(const wt_shape *S, unsigned i) {
  int l2dram = S->MEM_MODEL == WT_MEM_MODEL_l2dram;
  const unsigned room[WT_PEAKS] = {
    [WARPS] = S->WARPS,
    [CTAS] = S->CTAS,
    [COLLECTORS] = S->COLLECTORS,
    [LSU_ENTRIES] = S->LSU_ENTRIES,
    [LSU_LINES] = S->LSU_LINES,
    [REGS] = S->REGS,
    [SMEM] = S->SMEM_BYTES,
    [IBUF] = S->IBUF_DEPTH,
    [SB] = S->SCOREBOARD == WT_SCOREBOARD_coon ? S->SB_ENTRIES : 0,
    [STACK] = S->DIVERGENCE == WT_DIVERGENCE_simt_stack ? S->STACK_DEPTH : 0,
    [WS] = S->DIVERGENCE == WT_DIVERGENCE_hanoi ? S->WS_DEPTH : 0,
    [REC] = S->DIVERGENCE == WT_DIVERGENCE_hanoi ? S->REC_DEPTH : 0,
    [RT] = S->DIVERGENCE == WT_DIVERGENCE_multipath ? S->RT_DEPTH : 0,
    [PRT] = S->L1_BYTES ? S->L1_PRT : 0,
    [NET] = l2dram ? S->NET_QUEUE : 0,
    [PENDING] = l2dram ? S->L2_PENDING * S->L2_SLICES : 0,
    [DRAM] = l2dram ? S->DRAM_QUEUE * S->DRAM_CHANNELS : 0,
  };
  return room[i];
}

int wt_use_full(const wt_shape *S, const wt_counters *c, unsigned i) {
  unsigned room = wt_use_room(S, i), piece = 1;
  if ((i == WARPS || i == REGS || i == SMEM) && c->peak[CTAS]) piece = c->peak[i] / c->peak[CTAS];
  return room && c->peak[i] && c->peak[i] + (piece ? piece : 1) > room;
}

static void own(wt_use *u, unsigned i, unsigned n) {
  u->sum[i] += n;
  if (n > u->most[i]) u->most[i] = n;
}

/* Of one resident warp. */
static void of_warp(const wt_m *m, unsigned w, wt_use *u) {
  const wt_shape *S = m->S;
  unsigned tables[2] = {0, 0};
  own(u, IBUF, m->subcore->ibuffer.q.count[w]);
  if (S->SCOREBOARD == WT_SCOREBOARD_coon) own(u, SB, wt_popcount(m->subcore->sb_coon.q.valid[w]));
  switch (S->DIVERGENCE) {
    case WT_DIVERGENCE_simt_stack:
      wt_occupancy(m, w, tables);
      own(u, STACK, tables[0]);
      break;
    case WT_DIVERGENCE_hanoi:
      wt_occupancy(m, w, tables);
      own(u, WS, tables[0]), own(u, REC, tables[1]);
      break;
    case WT_DIVERGENCE_multipath:
      wt_occupancy(m, w, tables);
      own(u, RT, tables[1]);
      break;
    default: break;
  }
}

void wt_use_now(const wt_tandem *t, const wt_m *m, const wt_env *e, wt_use *u) {
  const wt_shape *S = t->S;
  unsigned warps = wt_warps_count(t->resident), ctas = 0, collectors = 0, queued[3] = {0};
  uint64_t slots = 0;
  *u = (wt_use){{0}, {0}};
  for (wt_warps r = t->resident; r; r &= r - 1) {
    unsigned w = wt_warps_first(r);
    uint64_t slot = UINT64_C(1) << t->cta_slot[w];
    ctas += !(slots & slot);
    slots |= slot;
    of_warp(m, w, u);
  }
  for (unsigned i = 0; i < S->COLLECTORS; i++) collectors += m->subcore->collector[i].o.v;
  wt_env_use(e, queued);
  u->most[WARPS] = warps, u->most[CTAS] = ctas, u->most[COLLECTORS] = collectors;
  u->most[LSU_ENTRIES] = wt_popcount(m->sm->lsu.q.ent_valid), u->most[LSU_LINES] = wt_popcount(m->sm->lsu.q.tag_valid);
  u->most[PRT] = S->L1_BYTES ? wt_popcount(m->sm->l1d.q.prt_valid) : 0;
  u->most[REGS] = warps * m->gpu->cfg.rpw * S->RF_BANKS * S->LANES;
  u->most[SMEM] = ctas * m->gpu->cfg.smrows * 4 * S->SMEM_BANKS;
  u->most[NET] = queued[0], u->most[PENDING] = queued[1], u->most[DRAM] = queued[2];
  for (unsigned i = 0; i < WT_PEAKS; i++)
    if (!uses[i].own) u->sum[i] = u->most[i];
}
