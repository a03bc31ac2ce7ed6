/* wt_use.c - what of the sized structures is in use. */
#include "lib/wt_use.h"

#include "spec/wt_paths.h"

/* In the order of WT_PEAKS. OWN: every warp has one, IN_ROW: every row of the partner-synch table in use; the environment's have no price. */
enum { SHARED, OWN, IN_ROW };
static const struct {
  const char *key, *structures;
  int own;
  unsigned blocks[3]; /* in whose state it is counted; 0: in nobody's */
} uses[WT_PEAKS] = {
  {"WARPS", "", SHARED, {0}},
  {"CTAS", "dispatch ctabar", SHARED, {0}},
  {"COLLECTORS", "collector disp.age", SHARED, {0}},
  {"LSU_ENTRIES", "lsu.entries lsu.offsets lsu.live", SHARED, {WT_B_lsu}},
  {"LSU_LINES", "lsu.lines lsu.linesv", SHARED, {WT_B_lsu}},
  {"REGS", "rfbank", SHARED, {0}},
  {"SMEM_BYTES", "smbank", SHARED, {0}},
  {"IBUF_DEPTH", "ibuffer", OWN, {WT_B_ibuffer}},
  {"SB_ENTRIES", "sb_coon", OWN, {WT_B_sb_coon}},
  {"STACK_DEPTH", "simt_stack", OWN, {WT_B_simt_stack}},
  {"WS_DEPTH", "hanoi", OWN, {WT_B_hanoi}},
  {"REC_DEPTH", "hanoi", OWN, {WT_B_hanoi}},
  {"RT_DEPTH", "multipath", OWN, {WT_B_multipath}},
  {"WSYNC_SLOTS", "hanoi_yr.wsync barrier.wsync multipath.wsync", OWN, {WT_B_hanoi_yr, WT_B_barrier, WT_B_multipath}},
  {"L1_BYTES", "l1d.data l1d.tags l1d.lines", SHARED, {WT_B_l1d}},
  {"L1_WAYS", "", SHARED, {WT_B_l1d}},
  {"L1_PRT", "l1d.prt", SHARED, {WT_B_l1d}},
  {"L1_MERGES", "", SHARED, {WT_B_l1d}},
  {"REPLAY_SLOTS", "replay.slots replay.state", SHARED, {WT_B_replay}},
  {"PST_ROWS", "pst", SHARED, {WT_B_pst}},
  {"DWR_SUBWARPS", "sco.state sco.groups", IN_ROW, {WT_B_pst}},
  {"ILT_SETS", "ilt", SHARED, {WT_B_ilt}},
  {"ILT_WAYS", "", SHARED, {WT_B_ilt}},
  {"NET_QUEUE", "", SHARED, {0}},
  {"L2_PENDING", "", SHARED, {0}},
  {"DRAM_QUEUE", "", SHARED, {0}},
};
enum {
  WARPS,
  CTAS,
  COLLECTORS,
  LSU_ENTRIES,
  LSU_LINES,
  REGS,
  SMEM,
  IBUF,
  SB,
  STACK,
  WS,
  REC,
  RT,
  WSYNC, /* of the sub-core and its warps */
  L1,
  L1_WAY,
  PRT,
  MERGES,
  REPLAYS,
  PST,
  PARTNERS,
  ILT,
  ILT_WAY,
  NET,
  PENDING,
  DRAM
};
_Static_assert(DRAM + 1 == WT_PEAKS, "a number for every key");

const char *wt_peak_key(unsigned i) { return i < WT_PEAKS ? uses[i].key : NULL; }
int wt_peak_per_warp(unsigned i) { return i < WT_PEAKS && uses[i].own == OWN; }
const char *wt_peak_structures(unsigned i) { return i < WT_PEAKS ? uses[i].structures : NULL; }

double wt_mean_use(const wt_counters *c, unsigned i) {
  if (i >= WT_PEAKS) return 0;
  uint64_t of = uses[i].own == OWN ? c->use[WARPS] : uses[i].own == IN_ROW ? c->use[PST] : c->counted_cycles;
  return of ? (double)c->use[i] / (double)of : 0;
}

unsigned wt_use_room(const wt_shape *S, unsigned i) {
  int l2dram = S->MEM_MODEL == WT_MEM_MODEL_l2dram, dwr = S->GROUPING == WT_GROUPING_dwr;
  int wsync = S->DIVERGENCE != WT_DIVERGENCE_hanoi && S->DIVERGENCE != WT_DIVERGENCE_simt_stack;
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
    [WSYNC] = wsync ? S->WSYNC_SLOTS : 0,
    [L1] = S->L1_BYTES,
    [L1_WAY] = S->L1_BYTES ? S->L1_WAYS : 0,
    [PRT] = S->L1_BYTES ? S->L1_PRT : 0,
    [MERGES] = S->L1_BYTES ? S->L1_MERGES : 0,
    [REPLAYS] = S->REPLAY == WT_REPLAY_replay ? S->REPLAY_SLOTS : 0,
    [PST] = dwr ? S->LARGE : 0,
    [PARTNERS] = dwr ? S->DWR_SUBWARPS : 0,
    [ILT] = dwr ? S->ILT_SETS * S->ILT_WAYS : 0,
    [ILT_WAY] = dwr ? S->ILT_WAYS : 0,
    [NET] = l2dram ? S->NET_QUEUE : 0,
    [PENDING] = l2dram ? S->L2_PENDING * S->L2_SLICES : 0,
    [DRAM] = l2dram ? S->DRAM_QUEUE * S->DRAM_CHANNELS : 0,
  };
  return room[i];
}

int wt_use_full(const wt_shape *S, const wt_counters *c, unsigned i) {
  if (i == L1 || i == ILT) i++; /* in sets: one that is full can turn an entry out while there is room in others */
  unsigned room = wt_use_room(S, i), piece = 1;
  if ((i == WARPS || i == REGS || i == SMEM) && c->peak[CTAS]) piece = c->peak[i] / c->peak[CTAS];
  return room && c->peak[i] && c->peak[i] + (piece ? piece : 1) > room;
}

/* A guest may not tell what its tables hold. */
static int told(const wt_m *m, unsigned i) {
  const unsigned *b = uses[i].blocks;
  for (unsigned k = 0; k < 3; k++)
    if (b[k] && !wt_look(m->gpu, b[k])) return 0;
  return 1;
}
unsigned wt_use_room_of(const wt_m *m, unsigned i) { return told(m, i) ? wt_use_room(m->S, i) : 0; }

/* Ways that hold a line: of all sets, and of the fullest one. */
static void of_l1(const wt_m *m, wt_use *u) {
  const wt_shape *S = m->S;
  uint64_t one_a_way = 0;
  for (unsigned w = 0; w < S->L1_WAYS; w++) one_a_way |= UINT64_C(1) << (w * S->L1_SECTS);
  for (unsigned s = 0; s < S->L1_SETS; s++) {
    uint64_t any = 0;
    for (unsigned k = 0; k < S->L1_SECTS; k++) any |= m->sm->l1d.q.sect[s] >> k;
    unsigned ways = wt_popcount(any & one_a_way);
    u->most[L1] += ways * (S->L1_BYTES / S->L1_LINES);
    if (ways > u->most[L1_WAY]) u->most[L1_WAY] = ways;
  }
  u->most[PRT] = wt_popcount(m->sm->l1d.q.prt_valid);
  for (uint64_t e = m->sm->l1d.q.prt_valid; e; e &= e - 1) {
    unsigned loads = wt_popcount(m->sm->l1d.q.prt_wait[wt_lowest(e)]);
    if (loads > u->most[MERGES] + 1) u->most[MERGES] = loads - 1;
  }
}

/* The tables of dynamic warp resizing. The last partner to come completes its row at once: all of them together are seen in the release only. */
static void of_partners(const wt_m *m, wt_use *u) {
  const wt_subcore *c = m->subcore;
  wt_look(m->gpu, WT_B_pst), wt_look(m->gpu, WT_B_ilt);
  for (uint64_t r = c->pst.q.valid; r; r &= r - 1) {
    unsigned locked = wt_popcount(c->pst.q.lock[wt_lowest(r)]);
    u->sum[PARTNERS] += locked;
    if (locked > u->most[PARTNERS]) u->most[PARTNERS] = locked;
  }
  if (c->pst.o.rel_valid && wt_popcount(c->pst.o.rel_mask) > u->most[PARTNERS]) u->most[PARTNERS] = wt_popcount(c->pst.o.rel_mask);
  u->most[PST] = wt_popcount(c->pst.q.valid);
  for (unsigned s = 0; s < m->S->ILT_SETS; s++) {
    unsigned ways = wt_popcount(c->ilt.q.valid[s]);
    u->most[ILT] += ways;
    if (ways > u->most[ILT_WAY]) u->most[ILT_WAY] = ways;
  }
}

static void own(wt_use *u, unsigned i, unsigned n) {
  u->sum[i] += n;
  if (n > u->most[i]) u->most[i] = n;
}

/* Of one resident warp. */
static void of_warp(const wt_m *m, unsigned w, wt_use *u) {
  const wt_shape *S = m->S;
  unsigned tables[2] = {0, 0};
  if (told(m, IBUF)) own(u, IBUF, m->subcore->ibuffer.q.count[w]);
  if (S->SCOREBOARD == WT_SCOREBOARD_coon && told(m, SB)) own(u, SB, wt_popcount(m->subcore->sb_coon.q.valid[w]));
  if (!told(m, WSYNC)) return;
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
      own(u, WSYNC, wt_popcount(m->subcore->multipath.q.slot_valid[w]));
      break;
    case WT_DIVERGENCE_barrier: own(u, WSYNC, wt_popcount(m->subcore->barrier.q.slot_valid[w])); break;
    default: own(u, WSYNC, wt_popcount(m->subcore->hanoi_yr.q.slot_valid[w]));
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
  if (told(m, LSU_LINES)) u->most[LSU_ENTRIES] = wt_popcount(m->sm->lsu.q.ent_valid), u->most[LSU_LINES] = wt_popcount(m->sm->lsu.q.tag_valid);
  if (S->L1_BYTES && told(m, L1)) of_l1(m, u);
  if (S->REPLAY == WT_REPLAY_replay && told(m, REPLAYS)) u->most[REPLAYS] = wt_popcount(m->sm->replay.q.valid);
  if (S->GROUPING == WT_GROUPING_dwr) of_partners(m, u);
  u->most[REGS] = warps * m->gpu->cfg.rpw * S->RF_BANKS * S->LANES;
  u->most[SMEM] = ctas * m->gpu->cfg.smrows * 4 * S->SMEM_BANKS;
  u->most[NET] = queued[0], u->most[PENDING] = queued[1], u->most[DRAM] = queued[2];
  for (unsigned i = WT_PEAKS; i--;)
    if (uses[i].own == SHARED) u->sum[i] = u->most[i];
}
