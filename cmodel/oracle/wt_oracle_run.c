/* wt_oracle_run.c - a grid on the oracle alone, under a seeded random interleaving of warps and paths.
 *
 * Each warp runs one path (lanes with one pc) at a time and changes it only where control flow allows it: uniform
 * registers are shared by the paths, so values in them do not survive a change in straight-line code. Convergence
 * barriers are one mask per lane and register, and a yielded lane counts as arrived, without which locks that are taken
 * lane by lane would never be released.
 */
#include "oracle/wt_oracle_int.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { R_BX = 16, R_BURST = 16 };
enum { L_RUN, L_YIELDED, L_BSYNC };

typedef struct {
  uint8_t used;
  uint8_t st[WT_SEM_LANES]; /* L_... */
  uint8_t at[WT_SEM_LANES]; /* L_BSYNC: barrier register */
  uint64_t b[R_BX][WT_SEM_LANES];
  uint64_t path; /* lanes that run now, 0 = choose */
} r_warp;

typedef struct {
  wt_oracle *o;
  wt_oracle_launch *l;
  uint64_t rng, next_cta, n_ctas;
  unsigned warps_per_cta;
  r_warp *w;
} run;

static uint64_t rnd(run *r) {
  r->rng ^= r->rng << 13;
  r->rng ^= r->rng >> 7;
  r->rng ^= r->rng << 17;
  return r->rng * UINT64_C(0x2545f4914f6cdd1d) >> 16;
}

static uint64_t lanes_in(const run *r, unsigned slot, int state) {
  uint64_t m = 0;
  for (uint64_t t = r->o->warp[slot].live; t; t &= t - 1)
    if (r->w[slot].st[lowest(t)] == state) m |= t & -t;
  return m;
}

static uint64_t runnable(const run *r, unsigned slot) {
  if (!r->w[slot].used) return 0;
  return r->o->warp[slot].live & ~wt_oracle_waiting(r->o, slot) & ~lanes_in(r, slot, L_BSYNC);
}

static uint64_t same_pc(const wt_o_warp *w, uint64_t among, uint32_t pc) {
  uint64_t g = 0;
  for (uint64_t t = among; t; t &= t - 1)
    if (w->pc[lowest(t)] == pc) g |= t & -t;
  return g;
}

/* Lanes of `among` that have the pc of a randomly chosen one. */
static uint64_t pick_group(run *r, unsigned slot, uint64_t among) {
  const wt_o_warp *w = &r->o->warp[slot];
  unsigned skip = (unsigned)(rnd(r) % (unsigned)__builtin_popcountll(among));
  uint64_t t = among;
  for (; skip; skip--) t &= t - 1;
  return same_pc(w, among, w->pc[lowest(t)]);
}

/* Paths that have not yielded go first seven times out of eight, so that none starves. */
static void choose_path(run *r, unsigned slot) {
  uint64_t can = runnable(r, slot), yielded = can & lanes_in(r, slot, L_YIELDED), fresh = can & ~yielded;
  uint64_t from = fresh && (!yielded || rnd(r) % 8) ? fresh : yielded;
  if (!from) return;
  uint64_t g = pick_group(r, slot, from);
  /* Lanes of the other kind at the same pc join: they run the same code. */
  g = same_pc(&r->o->warp[slot], can, r->o->warp[slot].pc[lowest(g)]);
  for (uint64_t t = g; t; t &= t - 1) r->w[slot].st[lowest(t)] = L_RUN;
  r->w[slot].path = g;
}

/* Lets the lanes that wait at register n with mask m go on; copies of the mask are cleared so that late lanes pass. */
static void bsync_release(run *r, unsigned slot, unsigned n, uint64_t m) {
  r_warp *w = &r->w[slot];
  for (unsigned l = 0; l < r->o->ws; l++) {
    if (w->b[n][l] != m) continue;
    if (w->st[l] == L_BSYNC && w->at[l] == n) w->st[l] = L_RUN;
    w->b[n][l] = 0;
  }
}

/* Releases every BSYNC whose lanes have all arrived, exited or yielded. */
static void bsync_check(run *r, unsigned slot) {
  r_warp *w = &r->w[slot];
  uint64_t yielded = lanes_in(r, slot, L_YIELDED);
  for (uint64_t t = lanes_in(r, slot, L_BSYNC); t; t &= t - 1) {
    unsigned l = lowest(t), n = w->at[l];
    uint64_t m = w->b[n][l], here = 0;
    if (w->st[l] != L_BSYNC) continue;
    for (unsigned k = 0; k < r->o->ws; k++)
      if (w->st[k] == L_BSYNC && w->at[k] == n && w->b[n][k] == m) here |= UINT64_C(1) << k;
    if (!(m & r->o->warp[slot].live & ~here & ~yielded)) bsync_release(r, slot, n, m);
  }
}

static void bsync_arrive(run *r, unsigned slot, unsigned n, uint64_t exec) {
  r_warp *w = &r->w[slot];
  for (uint64_t t = exec; t; t &= t - 1) {
    unsigned l = lowest(t);
    if (!(w->b[n][l] >> l & 1)) continue;
    w->st[l] = L_BSYNC;
    w->at[l] = (uint8_t)n;
  }
}

/* Takes the lanes of exec out of the barrier they share, in all copies of it. */
static void do_break(r_warp *w, unsigned n, uint64_t exec, unsigned ws) {
  uint64_t old[WT_SEM_LANES];
  memcpy(old, w->b[n], sizeof old);
  for (unsigned k = 0; k < ws; k++)
    for (uint64_t t = exec; t; t &= t - 1)
      if (old[k] == old[lowest(t)]) w->b[n][k] &= ~(t & -t);
}

/* BMOV Rd,Bn: the value is the runner's, so it goes through the write-back like a machine's. */
static wt_status read_bx(run *r, unsigned slot, const wt_sem_insn *i, uint64_t exec) {
  r_warp *w = &r->w[slot];
  uint32_t v[WT_SEM_LANES];
  wt_status st = WT_OK;
  for (unsigned l = 0; l < r->o->ws; l++) v[l] = (uint32_t)((w->b[i->bx][l] & r->o->warp[slot].live) << r->o->warp[slot].place);
  if (i->nrd && exec) st = wt_oracle_wb_reg(r->o, slot, i->rd, exec, v);
  for (uint64_t t = exec; i->clear && t; t &= t - 1) w->b[i->bx][lowest(t)] = 0;
  return st;
}

static void write_bx(run *r, unsigned slot, const wt_sem_insn *i, uint64_t exec) {
  const uint32_t *v = wt_oracle_reg(r->o, slot, i->src[1].reg);
  for (uint64_t t = exec; t; t &= t - 1) r->w[slot].b[i->bx][lowest(t)] = v[lowest(t)] >> r->o->warp[slot].place;
}

/* Control flow after the oracle has executed it. Sets path to 0 where the warp may change it. */
static wt_status after_control(run *r, unsigned slot, const wt_sem_insn *i) {
  r_warp *w = &r->w[slot];
  uint64_t exec = r->o->last_exec, taken = r->o->last_taken, path = w->path;
  switch (i->id) {
    case WT_I_BRA:
    case WT_I_CALL_REL:
      if (taken && taken != path) w->path = 0;
      return WT_OK;
    case WT_I_CALL_REL_R:
    case WT_I_CALL_ABS_R:
    case WT_I_RET:
    case WT_I_BRX: w->path = 0; return WT_OK; /* the next choice takes lanes with one target */
    case WT_I_BSSY:
      for (uint64_t t = exec; t; t &= t - 1) w->b[i->bx][lowest(t)] = exec;
      return WT_OK;
    case WT_I_BMOV_RB: return read_bx(r, slot, i, exec);
    case WT_I_BMOV_BR: write_bx(r, slot, i, exec); break;
    case WT_I_BREAK: do_break(w, i->bx, exec, r->o->ws); break;
    case WT_I_BSYNC:
      bsync_arrive(r, slot, i->bx, exec);
      w->path = 0;
      break;
    case WT_I_YIELD:
    case WT_I_NANOSLEEP_I:
    case WT_I_NANOSLEEP_R:
    case WT_I_NANOSLEEP_C:
      for (uint64_t t = path; t; t &= t - 1) w->st[lowest(t)] = L_YIELDED;
      w->path = 0;
      break;
    case WT_I_EXIT: w->path &= r->o->warp[slot].live; break;
    case WT_I_BAR_II:
    case WT_I_BAR_RR:
    case WT_I_BAR_RI:
    case WT_I_BAR_IR:
      if (i->mode != WT_BAR_ARV) w->path = 0;
      break;
    case WT_I_WARPSYNC_I:
    case WT_I_WARPSYNC_R:
    case WT_I_WARPSYNC_C: w->path = 0; break;
    default: return WT_OK;
  }
  bsync_check(r, slot);
  return WT_OK;
}

/* Completes what a machine would do later: memory, then write-backs. */
static wt_status complete(run *r, unsigned slot, const wt_sem_insn *i, uint64_t exec) {
  wt_oracle *o = r->o;
  wt_o_warp *w = &o->warp[slot];
  if (i->cls == WT_CL_MEM) {
    for (unsigned s = 0; s < WT_SPACES; s++) {
      uint64_t owed = wt_o_mem_owed(w, s, exec);
      wt_status st = owed ? wt_oracle_mem_perform(o, slot, (int)s, owed) : WT_OK;
      if (st) return st;
    }
  }
  for (unsigned k = 0; k < i->nrd; k++) {
    if (i->udst) {
      if (w->ur_adopt >> (i->rd + k) & 1) w->ur[i->rd + k] = (uint32_t)(k ? r->l->insns >> 32 : r->l->insns);
      continue;
    }
    for (uint64_t t = w->r_adopt[i->rd + k]; t; t &= t - 1)
      w->r[(size_t)(i->rd + k) * o->ws + lowest(t)] = (uint32_t)(k ? r->l->insns >> 32 : r->l->insns);
    w->r_pend[i->rd + k] = w->r_adopt[i->rd + k] = 0;
  }
  memset(w->p_pend, 0, sizeof w->p_pend);
  w->ur_pend = w->ur_adopt = 0;
  w->up_pend = 0;
  return WT_OK;
}

static wt_status step(run *r, unsigned slot) {
  wt_oracle *o = r->o;
  uint64_t path = r->w[slot].path;
  wt_status st = wt_oracle_issue(o, slot, o->warp[slot].pc[lowest(path)], path);
  if (st) return st;
  r->l->insns++;
  r->l->threads += (uint64_t)__builtin_popcountll(path);
  if (o->last->cls == WT_CL_CTL) return after_control(r, slot, o->last);
  return o->last_exec ? complete(r, slot, o->last, o->last_exec) : WT_OK;
}

static int cta_idle(const run *r, unsigned cta) {
  for (unsigned k = 0; k < r->warps_per_cta; k++)
    if (r->w[cta * r->warps_per_cta + k].used) return 0;
  return 1;
}

static wt_status start_cta(run *r, unsigned cta) {
  const unsigned *g = r->l->grid, *n = r->l->block;
  uint64_t id = r->next_cta++;
  unsigned ctaid[3] = {(unsigned)(id % g[0]), (unsigned)(id / g[0] % g[1]), (unsigned)(id / g[0] / g[1])};
  unsigned left = n[0] * n[1] * n[2];
  wt_status st = wt_oracle_cta_start(r->o, cta, ctaid, n, r->l->smem_bytes);
  for (unsigned k = 0; !st && k < r->warps_per_cta; k++) {
    unsigned slot = cta * r->warps_per_cta + k, here = left < r->o->ws ? left : r->o->ws;
    st = wt_oracle_warp_start(r->o, slot, cta, k, r->o->all >> (r->o->ws - here));
    memset(&r->w[slot], 0, sizeof r->w[slot]);
    r->w[slot].used = 1;
    left -= here;
  }
  return st;
}

/* Nothing can run: a BSYNC wait may always be cut short, because it is only an aid to convergence. */
static int force_release(run *r, unsigned slot) {
  uint64_t t = r->w[slot].used ? lanes_in(r, slot, L_BSYNC) : 0;
  const wt_o_warp *w = &r->o->warp[slot];
  if (!t) return 0;
  unsigned best = lowest(t);
  for (; t; t &= t - 1)
    if (w->pc[lowest(t)] < w->pc[best]) best = lowest(t);
  bsync_release(r, slot, r->w[slot].at[best], r->w[slot].b[r->w[slot].at[best]][best]);
  return 1;
}

static wt_status deadlock(run *r) {
  for (unsigned k = 0; k < r->o->warps; k++) {
    const wt_o_warp *w = &r->o->warp[k];
    if (!r->w[k].used) continue;
    return wt_o_fail(r->o, WT_NO_END, "deadlock: " AT " lanes %" PRIx64 ": at a barrier %" PRIx64 ", at WARPSYNC %" PRIx64 ", lane %u pc 0x%x", k,
                     w->live, w->in_bar, w->in_ws, lowest(w->live), w->pc[lowest(w->live)]);
  }
  return WT_OK;
}

/* Slots with something to run, in idx. */
static unsigned ready_slots(run *r, unsigned *idx) {
  unsigned n = 0;
  for (unsigned k = 0; k < r->o->warps; k++)
    if (r->w[k].used && (r->w[k].path || runnable(r, k))) idx[n++] = k;
  return n;
}

/* A few instructions of one warp, then retire it if it has ended. */
static wt_status run_some(run *r, unsigned slot) {
  wt_oracle *o = r->o;
  wt_status st = WT_OK;
  for (unsigned burst = 1 + (unsigned)(rnd(r) % R_BURST); !st && burst; burst--) {
    if (!r->w[slot].path) choose_path(r, slot);
    if (!r->w[slot].path) break;
    if (r->l->max_insns && r->l->insns >= r->l->max_insns)
      return wt_o_fail(o, WT_NO_END, "limit: %" PRIu64 " warp instructions, " AT " is at pc 0x%x", r->l->max_insns, slot,
                       o->warp[slot].pc[lowest(r->w[slot].path)]);
    st = step(r, slot);
  }
  if (!st && wt_oracle_done(o, slot)) {
    r->w[slot].used = 0;
    st = wt_oracle_warp_end(o, slot);
  }
  return st;
}

static wt_status run_loop(run *r, unsigned resident) {
  unsigned idx[64];
  for (;;) {
    wt_status st = WT_OK;
    int forced = 0;
    for (unsigned c = 0; !st && c < resident && r->next_cta < r->n_ctas; c++)
      if (cta_idle(r, c)) st = start_cta(r, c);
    if (st) return st;
    unsigned n = ready_slots(r, idx);
    if (n) {
      st = run_some(r, idx[rnd(r) % n]);
      if (st) return st;
      continue;
    }
    for (unsigned k = 0; k < r->o->warps && !forced; k++) forced = force_release(r, k);
    if (!forced) return deadlock(r);
  }
}

static wt_status check_launch(run *r) {
  const unsigned *b = r->l->block, *g = r->l->grid;
  uint64_t threads = (uint64_t)b[0] * b[1] * b[2];
  r->n_ctas = (uint64_t)g[0] * g[1] * g[2];
  if (!threads || !r->n_ctas) return wt_o_fail(r->o, WT_USAGE, "oracle: grid and block need at least 1 in every dimension");
  if (threads > (uint64_t)r->o->warps * r->o->ws)
    return wt_o_fail(r->o, WT_UNSUPPORTED, "oracle: a block of %" PRIu64 " threads needs more than %u warps of %u", threads, r->o->warps, r->o->ws);
  r->warps_per_cta = (unsigned)((threads + r->o->ws - 1) / r->o->ws);
  return WT_OK;
}

wt_status wt_oracle_run(wt_oracle *o, wt_oracle_launch *launch, uint64_t seed) {
  run r = {.o = o, .l = launch, .rng = seed * UINT64_C(0x9e3779b97f4a7c15) | 1};
  launch->insns = launch->threads = 0;
  wt_oracle_reset(o);
  wt_status st = check_launch(&r);
  if (st) return st;
  r.w = calloc(o->warps, sizeof *r.w);
  if (!r.w) return wt_o_fail(o, WT_USAGE, "oracle: out of memory");
  unsigned resident = o->warps / r.warps_per_cta;
  if (resident > o->ctas) resident = o->ctas;
  st = run_loop(&r, resident);
  free(r.w);
  return st;
}
