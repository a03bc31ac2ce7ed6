/* wt_use.c - what of the sized structures is in use. */
#include "lib/wt_use.h"

#include "spec/wt_paths.h"

/* A row a structure, in the order of WT_PEAKS: key, what the shape has of it, its parts in the size table (none: it has no price), and in whose state it
 * is counted, 0: in nobody's. SHARED: by the warps of an SM, COMMON: by all SMs; OWN: every warp has one, IN_ROW: every row of the partner-synch table in
 * use. */
enum { SHARED, COMMON, OWN, IN_ROW };
#define ONLY(key, value) (S->key == WT_##key##_##value)
#define USES(USE)                                                                                                 \
  USE(WARPS, SHARED, S->SM_SLOTS, "", 0)                                                                          \
  USE(CTAS, SHARED, S->CTAS, "dispatch ctabar", 0)                                                                \
  USE(COLLECTORS, SHARED, S->COLLECTORS * S->SUBCORES, "collector disp.age", 0)                                   \
  USE(LSU_ENTRIES, SHARED, S->LSU_ENTRIES, "lsu.entries lsu.offsets lsu.live", WT_B_lsu)                          \
  USE(LSU_LINES, SHARED, S->LSU_LINES, "lsu.lines lsu.linesv", WT_B_lsu)                                          \
  USE(REGS, SHARED, S->REGS, "rfbank", 0)                                                                         \
  USE(SMEM_BYTES, SHARED, S->SMEM_BYTES, "smbank", 0)                                                             \
  USE(IBUF_DEPTH, OWN, S->IBUF_DEPTH, "ibuffer", WT_B_ibuffer)                                                    \
  USE(SB_ENTRIES, OWN, ONLY(SCOREBOARD, coon) ? S->SB_ENTRIES : 0, "sb_coon", WT_B_sb_coon)                       \
  USE(STACK_DEPTH, OWN, ONLY(DIVERGENCE, simt_stack) ? S->STACK_DEPTH : 0, "simt_stack", WT_B_simt_stack)         \
  USE(WS_DEPTH, OWN, ONLY(DIVERGENCE, hanoi) ? S->WS_DEPTH : 0, "hanoi", WT_B_hanoi)                              \
  USE(REC_DEPTH, OWN, ONLY(DIVERGENCE, hanoi) ? S->REC_DEPTH : 0, "hanoi", WT_B_hanoi)                            \
  USE(RT_DEPTH, OWN, ONLY(DIVERGENCE, multipath) ? S->RT_DEPTH : 0, "multipath", WT_B_multipath)                  \
  USE(WSYNC_SLOTS, OWN, !ONLY(DIVERGENCE, hanoi) && !ONLY(DIVERGENCE, simt_stack) ? S->WSYNC_SLOTS : 0,           \
      "hanoi_yr.wsync barrier.wsync multipath.wsync", WT_B_hanoi_yr, WT_B_barrier, WT_B_multipath)                \
  USE(L1_BYTES, SHARED, S->L1_BYTES, "l1d.data l1d.tags l1d.lines", WT_B_l1d)                                     \
  USE(L1_WAYS, SHARED, S->L1_BYTES ? S->L1_WAYS : 0, "", WT_B_l1d)                                                \
  USE(L1_PRT, SHARED, S->L1_BYTES ? S->L1_PRT : 0, "l1d.prt", WT_B_l1d)                                           \
  USE(L1_MERGES, SHARED, S->L1_BYTES ? S->L1_MERGES : 0, "", WT_B_l1d)                                            \
  USE(REPLAY_SLOTS, SHARED, ONLY(REPLAY, replay) ? S->REPLAY_SLOTS : 0, "replay.slots replay.state", WT_B_replay) \
  USE(PST_ROWS, SHARED, ONLY(GROUPING, dwr) ? S->LARGE * S->SUBCORES : 0, "pst", WT_B_pst)                        \
  USE(DWR_SUBWARPS, IN_ROW, ONLY(GROUPING, dwr) ? S->DWR_SUBWARPS : 0, "sco.state sco.groups", WT_B_pst)          \
  USE(ILT_SETS, SHARED, ONLY(GROUPING, dwr) ? S->ILT_SETS * S->ILT_WAYS * S->SUBCORES : 0, "ilt", WT_B_ilt)       \
  USE(ILT_WAYS, SHARED, ONLY(GROUPING, dwr) ? S->ILT_WAYS : 0, "", WT_B_ilt)                                      \
  USE(NET_QUEUE, SHARED, ONLY(MEM_MODEL, l2dram) ? S->NET_QUEUE : 0, "", 0)                                       \
  USE(L2_PENDING, COMMON, ONLY(MEM_MODEL, l2dram) ? S->L2_PENDING * S->L2_SLICES : 0, "", 0)                      \
  USE(DRAM_QUEUE, COMMON, ONLY(MEM_MODEL, l2dram) ? S->DRAM_QUEUE * S->DRAM_CHANNELS : 0, "", 0)
enum {
#define USE(key, ...) key,
  USES(USE)
#undef USE
    ROWS
};
_Static_assert((int)ROWS == WT_PEAKS, "a row for every number");

static const struct {
  const char *key, *structures;
  int own;
  unsigned blocks[3];
} uses[WT_PEAKS] = {
#define USE(key, own, room, structures, ...) {#key, structures, own, {__VA_ARGS__}},
  USES(USE)
#undef USE
};

const char *wt_peak_key(unsigned i) { return i < WT_PEAKS ? uses[i].key : NULL; }
int wt_peak_per_warp(unsigned i) { return i < WT_PEAKS && uses[i].own == OWN; }
int wt_use_common(unsigned i) { return uses[i].own == COMMON; }
const char *wt_peak_structures(unsigned i) { return i < WT_PEAKS ? uses[i].structures : NULL; }

double wt_mean_use(const wt_counters *c, unsigned i) {
  if (i >= WT_PEAKS) return 0;
  const uint64_t of = uses[i].own == OWN      ? c->use[WARPS]
                      : uses[i].own == IN_ROW ? c->use[PST_ROWS]
                      : uses[i].own == SHARED ? c->counted_cycles * c->sms
                                              : c->counted_cycles;
  return of ? (double)c->use[i] / (double)of : 0;
}

unsigned wt_use_room(const wt_shape *S, unsigned i) {
  const unsigned room[WT_PEAKS] = {
#define USE(key, own, room, ...) room,
    USES(USE)
#undef USE
  };
  return room[i];
}

int wt_use_full(const wt_shape *S, const wt_counters *c, unsigned i) {
  if (i == L1_BYTES || i == ILT_SETS) i++; /* in sets: one that is full can turn an entry out while there is room in others */
  unsigned room = wt_use_room(S, i), piece = 1;
  if ((i == WARPS || i == REGS || i == SMEM_BYTES) && c->peak[CTAS]) piece = c->peak[i] / c->peak[CTAS];
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
    u->most[L1_BYTES] += ways * (S->L1_BYTES / S->L1_LINES);
    if (ways > u->most[L1_WAYS]) u->most[L1_WAYS] = ways;
  }
  u->most[L1_PRT] = wt_popcount(m->sm->l1d.q.prt_valid);
  for (uint64_t e = m->sm->l1d.q.prt_valid; e; e &= e - 1) {
    unsigned loads = wt_popcount(m->sm->l1d.q.prt_wait[wt_lowest(e)]);
    if (loads > u->most[L1_MERGES] + 1) u->most[L1_MERGES] = loads - 1;
  }
}

/* The tables of dynamic warp resizing in one sub-core. The last partner to come completes its row at once: all of them together are seen in the release only. */
static void of_partners(const wt_m *m, wt_use *u) {
  const wt_subcore *c = m->subcore;
  wt_look(m->gpu, WT_B_pst), wt_look(m->gpu, WT_B_ilt);
  for (uint64_t r = c->pst.q.valid; r; r &= r - 1) {
    unsigned locked = wt_popcount(c->pst.q.lock[wt_lowest(r)]);
    u->sum[DWR_SUBWARPS] += locked;
    if (locked > u->most[DWR_SUBWARPS]) u->most[DWR_SUBWARPS] = locked;
  }
  if (c->pst.o.rel_valid && wt_popcount(c->pst.o.rel_mask) > u->most[DWR_SUBWARPS]) u->most[DWR_SUBWARPS] = wt_popcount(c->pst.o.rel_mask);
  u->most[PST_ROWS] += wt_popcount(c->pst.q.valid);
  for (unsigned s = 0; s < m->S->ILT_SETS; s++) {
    unsigned ways = wt_popcount(c->ilt.q.valid[s]);
    u->most[ILT_SETS] += ways;
    if (ways > u->most[ILT_WAYS]) u->most[ILT_WAYS] = ways;
  }
}

static void own(wt_use *u, unsigned i, unsigned n) {
  u->sum[i] += n;
  if (n > u->most[i]) u->most[i] = n;
}

/* Of one resident warp. */
static void of_warp(const wt_m *m, unsigned w, wt_use *u) {
  const wt_shape *S = m->S;
  unsigned tables[2] = {0, 0}, slot = wt_slot_of(S, w);
  const wt_subcore *c = wt_m_of_warp(m, w)->subcore;
  if (told(m, IBUF_DEPTH)) own(u, IBUF_DEPTH, c->ibuffer.q.count[slot]);
  if (S->SCOREBOARD == WT_SCOREBOARD_coon && told(m, SB_ENTRIES)) own(u, SB_ENTRIES, wt_popcount(c->sb_coon.q.valid[slot]));
  if (!told(m, WSYNC_SLOTS)) return;
  switch (S->DIVERGENCE) {
    case WT_DIVERGENCE_simt_stack:
      wt_occupancy(m, w, tables);
      own(u, STACK_DEPTH, tables[0]);
      break;
    case WT_DIVERGENCE_hanoi:
      wt_occupancy(m, w, tables);
      own(u, WS_DEPTH, tables[0]), own(u, REC_DEPTH, tables[1]);
      break;
    case WT_DIVERGENCE_multipath:
      wt_occupancy(m, w, tables);
      own(u, RT_DEPTH, tables[1]);
      own(u, WSYNC_SLOTS, wt_popcount(c->multipath.q.slot_valid[slot]));
      break;
    case WT_DIVERGENCE_barrier: own(u, WSYNC_SLOTS, wt_popcount(c->barrier.q.slot_valid[slot])); break;
    default: own(u, WSYNC_SLOTS, wt_popcount(c->hanoi_yr.q.slot_valid[slot]));
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
  for (unsigned k = 0; k < S->SUBCORES; k++)
    for (unsigned i = 0; i < S->COLLECTORS; i++) collectors += m->sm->subcore[k].collector[i].o.v;
  wt_env_use(e, m->sm->smid.sm, queued);
  u->most[WARPS] = warps, u->most[CTAS] = ctas, u->most[COLLECTORS] = collectors;
  if (told(m, LSU_LINES)) u->most[LSU_ENTRIES] = wt_popcount(m->sm->lsu.q.ent_valid), u->most[LSU_LINES] = wt_popcount(m->sm->lsu.q.tag_valid);
  if (S->L1_BYTES && told(m, L1_BYTES)) of_l1(m, u);
  if (S->REPLAY == WT_REPLAY_replay && told(m, REPLAY_SLOTS)) u->most[REPLAY_SLOTS] = wt_popcount(m->sm->replay.q.valid);
  if (S->GROUPING == WT_GROUPING_dwr) WT_EACH_SUBCORE(at, m) of_partners(at, u);
  u->most[REGS] = warps * m->gpu->cfg.rpw * S->RF_BANKS * S->LANES;
  u->most[SMEM_BYTES] = ctas * m->gpu->cfg.smrows * 4 * S->SMEM_BANKS;
  u->most[NET_QUEUE] = queued[0], u->most[L2_PENDING] = queued[1], u->most[DRAM_QUEUE] = queued[2];
  for (unsigned i = WT_PEAKS; i--;)
    if (uses[i].own <= COMMON) u->sum[i] = u->most[i];
}
