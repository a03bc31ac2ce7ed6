/* wt_oracle_points.c - books of the meetings where branches, or regions of BSSY, reconverge (rules P1 to P6 of docs/isa/oracle.md).
 *
 * A point is made when a path parts; each of its lanes is on the way to it until all that live have arrived. Lane by lane: the innermost
 * point and the call depth. Points nest by their numbers.
 */
#include "isa/wt_cfg.h"
#include "oracle/wt_oracle_meet_int.h"
#include <inttypes.h>

enum { NOWHERE = 1 }; /* of wt_o_meet.next: no pc */

static wt_o_point *top_of(const wt_o_meet *t, unsigned l) { return &t->pt[t->top[l]]; }

/* Point p is over: who was on the way to it is on the way to the point around it. */
static void drop(const wt_oracle *o, wt_o_meet *t, unsigned p) {
  t->pt[p].used = 0;
  for (unsigned l = 0; l < o->ws; l++)
    if (t->top[l] == p) t->top[l] = t->pt[p].up;
  for (unsigned k = 1; k <= t->npt; k++)
    if (t->pt[k].used && t->pt[k].up == p) t->pt[k].up = t->pt[p].up;
  while (t->npt && !t->pt[t->npt].used) t->npt--;
}

/* P3: lanes that stand at the pc of their point, at its depth, wait there. */
static void arrive(wt_o_warp *w, uint64_t set) {
  wt_o_meet *t = &w->meet;
  for (uint64_t m = set & w->live & ~t->held; m; m &= m - 1) {
    unsigned l = lowest(m);
    wt_o_point *p = top_of(t, l);
    if (!t->top[l] || p->ret || p->depth != t->depth[l] || p->pc != w->pc[l]) continue;
    p->arrived |= m & -m;
    t->held |= m & -m;
  }
}

/* P4: a point that misses nobody lets its lanes go on, as one path; they may stand at the next point already. */
static void test(const wt_oracle *o, wt_o_warp *w) {
  wt_o_meet *t = &w->meet;
  for (unsigned k = 1; k <= t->npt; k++) {
    wt_o_point *p = &t->pt[k];
    uint64_t full = p->full & w->live, g = p->arrived & w->live;
    if (!p->used || (full && (!g || (full & ~g & ~(o->rules.yields ? t->yielded : 0))))) continue;
    drop(o, t, k);
    t->held &= ~g;
    wt_o_join(t, g, WT_O_POINT);
    arrive(w, g);
    k = 0;
  }
}

/* Lanes give up their points up to and without `up`: nobody waits for them there any more. */
static void leave(wt_o_meet *t, uint64_t set, unsigned up) {
  for (uint64_t m = set; m; m &= m - 1) {
    unsigned l = lowest(m);
    for (unsigned k = t->top[l]; k && k != up; k = t->pt[k].up) t->pt[k].full &= ~(m & -m);
    t->top[l] = (uint16_t)up;
  }
}

/* L7: lanes that have become one path on the way to different points are on the way to the innermost that is around all of these. */
static int unite(wt_o_meet *t, uint64_t active) {
  unsigned l = lowest(active), k = t->top[l];
  uint64_t other = 0;
  for (uint64_t m = active; m; m &= m - 1) {
    if (t->top[lowest(m)] != k) other |= m & -m;
    if (t->depth[lowest(m)] != t->depth[l]) k = 0, other = active;
  }
  if (!other) return 0;
  for (; k; k = t->pt[k].up) {
    uint64_t with = 0;
    for (uint64_t m = active; m; m &= m - 1) {
      unsigned x = t->top[lowest(m)];
      while (x && x != k) x = t->pt[x].up;
      if (x) with |= m & -m;
    }
    if (with == active) break;
  }
  leave(t, active, k);
  return 1;
}

/* A point for the lanes of a path, unless the one they are on the way to is the same place. */
static unsigned place(wt_o_meet *t, uint64_t active, uint32_t pc, uint8_t depth) {
  unsigned l = lowest(active), k = 1;
  int ret = pc == WT_CFG_RPC_RET;
  const wt_o_point *p = top_of(t, l);
  if (t->top[l] && p->depth == depth && (ret ? p->ret : !p->ret && p->pc == pc)) return t->top[l];
  while (k < WT_O_POINTS && t->pt[k].used) k++;
  if (k == WT_O_POINTS) return 0; /* a unit's table is full long before */
  t->pt[k] = (wt_o_point){.pc = pc, .born = ++t->born, .full = active, .up = t->top[l], .depth = depth, .used = 1, .ret = (uint8_t)ret};
  if (k > t->npt) t->npt = (uint16_t)k;
  for (uint64_t m = active; m; m &= m - 1) t->top[lowest(m)] = (uint16_t)k;
  return k;
}

/* P5: a return arrives at a point of its function; the first says where that is, and who returns elsewhere will not come. */
static void returned(const wt_oracle *o, wt_o_warp *w, uint64_t taken) {
  wt_o_meet *t = &w->meet;
  for (uint64_t m = taken; m;) {
    unsigned l = lowest(m), k = t->top[l];
    wt_o_point *p = &t->pt[k];
    uint64_t mine = 0;
    for (uint64_t s = m; s; s &= s - 1)
      if (t->top[lowest(s)] == k) mine |= s & -s;
    m &= ~mine;
    if (!k || !p->ret || (uint8_t)(t->depth[l] + 1) != p->depth) continue;
    uint64_t here = wt_o_same_pc(w, mine, p->arrived ? p->pc : w->pc[l]);
    if (!p->arrived && here != mine) { /* two places at once: the order of the groups decides */
      drop(o, t, k);
      continue;
    }
    if (!p->arrived) p->pc = w->pc[l];
    p->arrived |= here;
    t->held |= here;
    leave(t, mine & ~here, p->up);
  }
}

static int is_call(const wt_sem_insn *i) { return i->id == WT_I_CALL_REL || i->id == WT_I_CALL_REL_R || i->id == WT_I_CALL_ABS_R; }

static void branch(wt_oracle *o, wt_o_warp *w, const wt_sem_insn *i, uint32_t pc, uint64_t active, uint64_t taken) {
  wt_o_meet *t = &w->meet;
  uint64_t stay = active & ~taken;
  int parts = stay || wt_o_same_pc(w, taken, w->pc[lowest(taken)]) != taken, ret = i->id == WT_I_RET;
  uint32_t r = is_call(i) ? pc + 16 : ret && !o->rules.returns ? WT_CFG_RPC_RET : o->rules.rpc ? o->rules.rpc[pc / 16] : WT_CFG_NO_RPC;
  if (o->rules.regions || (ret && !stay)) r = WT_CFG_NO_RPC;
  if (parts && r != WT_CFG_NO_RPC) place(t, active, r, t->depth[lowest(active)]); /* P1, P2 */
  if (!ret && !is_call(i)) return;
  for (uint64_t m = taken; m; m &= m - 1) t->depth[lowest(m)] = (uint8_t)(t->depth[lowest(m)] + (ret ? 255 : 1));
  if (ret) returned(o, w, taken);
}

/* P6: regions of BSSY. A register names its region; what BMOV puts there names none that is known. */
static void region(wt_o_warp *w, const wt_sem_insn *i, uint32_t pc, uint64_t active, uint64_t exec) {
  wt_o_meet *t = &w->meet;
  unsigned n = i->bx, k = t->region[n];
  switch (i->id) {
    case WT_I_BSSY:
      t->region[n] = place(t, active, (uint32_t)((int64_t)pc + 16 + i->imm), t->depth[lowest(active)]);
      t->region_born[n] = t->pt[t->region[n]].born;
      return;
    case WT_I_BMOV_RB:
      if (i->clear) t->region[n] = 0;
      return;
    case WT_I_BMOV_BR: t->region[n] = WT_O_POINTS; return;
    case WT_I_BREAK:
      if (!k) return;
      wt_o_join(t, active & ~exec, WT_O_PATH);
      wt_o_join(t, exec, WT_O_PATH);
      if (k < WT_O_POINTS && t->pt[k].used && t->pt[k].born == t->region_born[n]) leave(t, exec, t->pt[k].up);
      else leave(t, exec, 0);
  }
}

void wt_o_points(wt_oracle *o, wt_o_warp *w, const wt_sem_insn *i, uint32_t pc, uint64_t active, uint64_t exec, uint64_t taken) {
  wt_o_meet *t = &w->meet;
  t->path = 0;
  unite(t, active);
  if (taken) branch(o, w, i, pc, active, taken);
  if (exec && o->rules.regions && i->bx < o->rules.bx_regs) region(w, i, pc, active, exec);
  arrive(w, active);
  test(o, w);
}

void wt_o_meet_arrive(wt_oracle *o, wt_o_warp *w, uint32_t pc, uint64_t active) {
  wt_o_meet *t = &w->meet;
  int parted = 0;
  if (t->path != active) {
    unsigned l = lowest(active);
    parted = unite(t, active);
    const wt_o_point *p = top_of(t, l);
    t->path = active;
    t->next = !t->top[l] || p->ret || p->depth != t->depth[l] ? NOWHERE : p->pc;
  }
  if (t->next != pc + 16 && !parted) return;
  t->path = 0;
  arrive(w, active);
  test(o, w);
  wt_o_refresh(o, t);
}

wt_status wt_o_point_left(wt_oracle *o, unsigned slot, uint32_t pc, uint64_t active, unsigned l) {
  const wt_o_warp *w = &o->warp[slot];
  const wt_o_point *p = top_of(&w->meet, l);
  uint64_t gone = p->full & w->live & ~p->arrived & ~(o->rules.yields ? w->meet.yielded : 0);
  return wt_o_fail(o, WT_DIFF,
                   AT " pc 0x%x: lanes %" PRIx64 " go on from their reconvergence point and leave behind lanes %" PRIx64 " (lane %u is at pc 0x%x)",
                   slot, pc, active, gone, lowest(gone), w->pc[lowest(gone)]);
}
