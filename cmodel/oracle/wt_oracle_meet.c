/* wt_oracle_meet.c - books of the meetings that threads promise each other; comments name the rules of docs/isa/oracle.md as M<number>.
 *
 * Three layers: which lanes are one path (mate), who waits for whom at a B register (masks), who waits where branches meet
 * (wt_oracle_points.c). Everything here follows from issued instructions; an error is found when lanes issue that must not, or without lanes
 * that belong to them.
 */
#include "oracle/wt_oracle_meet_int.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- paths ---- */

void wt_o_join(wt_o_meet *t, uint64_t set, unsigned why) {
  for (uint64_t m = set; m; m &= m - 1) {
    t->mate[lowest(m)] = set;
    t->why[lowest(m)] = (uint8_t)why;
  }
  if (why != WT_O_PATH) t->fresh |= set;
}

static void alone(wt_o_meet *t, uint64_t set) {
  for (uint64_t m = set; m; m &= m - 1) wt_o_join(t, m & -m, WT_O_PATH);
}

uint64_t wt_o_same_pc(const wt_o_warp *w, uint64_t among, uint32_t pc) {
  uint64_t g = 0;
  for (uint64_t m = among; m; m &= m - 1)
    if (w->pc[lowest(m)] == pc) g |= m & -m;
  return g;
}

void wt_o_join_by_pc(wt_o_warp *w, uint64_t set, unsigned why) {
  while (set) {
    uint64_t g = wt_o_same_pc(w, set, w->pc[lowest(set)]);
    wt_o_join(&w->meet, g, why);
    set &= ~g;
  }
}

/* "released with them from ..." */
static const char *since(unsigned why, char *buf, size_t n) {
  if (why == WT_O_PATH) return "which are on the same path";
  if (why == WT_O_SYNC) return "which their WARPSYNC has released together with them";
  if (why == WT_O_POINT) return "which met them at this reconvergence point";
  snprintf(buf, n, "which the BSYNC of B%u has released together with them", why - WT_O_B0);
  return buf;
}

static wt_status apart(wt_oracle *o, unsigned slot, uint32_t pc, uint64_t active, unsigned l, uint64_t gone) {
  const wt_o_warp *w = &o->warp[slot];
  char buf[80];
  return wt_o_fail(o, WT_DIFF, AT " pc 0x%x: lanes %" PRIx64 " issue without lanes %" PRIx64 " (lane %u is at pc 0x%x), %s", slot, pc, active, gone,
                   lowest(gone), w->pc[lowest(gone)], since(w->meet.why[l], buf, sizeof buf));
}

/* ---- B registers ---- */

static uint64_t *view_of(const wt_oracle *o, const wt_o_meet *t, unsigned n, unsigned l) { return &t->view[o->rules.per_lane ? n * o->ws + l : n]; }
/* What lane l sees in Bn: 0 when the register is not in use. */
static uint64_t sees(const wt_oracle *o, const wt_o_meet *t, unsigned n, unsigned l) { return t->in_use[n] >> l & 1 ? *view_of(o, t, n, l) : 0; }
/* Lanes of `among` that are in the mask that they see in Bn. */
static uint64_t part_of(const wt_oracle *o, const wt_o_meet *t, unsigned n, uint64_t among) {
  uint64_t g = 0;
  if (!o->rules.per_lane) return among & sees(o, t, n, 0);
  for (uint64_t m = among; m; m &= m - 1)
    if (sees(o, t, n, lowest(m)) & m & -m) g |= m & -m;
  return g;
}
/* Lanes that see the same mask in Bn as lane l: all share the one of the warp. */
static uint64_t same_mask(const wt_oracle *o, const wt_o_meet *t, unsigned n, unsigned l) {
  uint64_t g = 0, v = sees(o, t, n, l);
  if (!o->rules.per_lane) return t->in_use[n];
  for (uint64_t m = t->in_use[n]; m; m &= m - 1)
    if (*view_of(o, t, n, lowest(m)) == v) g |= m & -m;
  return g;
}
static void write_view(const wt_oracle *o, wt_o_meet *t, unsigned n, unsigned l, uint64_t mask, int used) {
  uint64_t lanes = o->rules.per_lane ? UINT64_C(1) << l : ~UINT64_C(0);
  *view_of(o, t, n, l) = mask;
  t->in_use[n] = used ? t->in_use[n] | lanes : t->in_use[n] & ~lanes;
}

/* Who has to stay (M3); lanes whose promise a sibling has ended wait, but nobody is promised anything (L3). */
void wt_o_refresh(const wt_oracle *o, wt_o_meet *t) {
  if (o->rules.kind == WT_MEET_MASKS) {
    t->held = t->waiting = 0;
    for (unsigned n = 0; n < WT_O_BX; n++)
      if (t->at[n]) t->waiting |= t->at[n], t->held |= part_of(o, t, n, t->at[n]);
  }
  t->off = t->held | t->waiting | t->yielded | t->barred | t->fresh;
}

/* Lanes that a waiting lane l of Bn waits for; *here: those that wait with it. */
static uint64_t missing(const wt_oracle *o, const wt_o_warp *w, unsigned n, unsigned l, uint64_t *here) {
  const wt_o_meet *t = &w->meet;
  *here = t->at[n] & part_of(o, t, n, t->at[n] & same_mask(o, t, n, l));
  return sees(o, t, n, l) & w->live & ~*here & ~(o->rules.yields ? t->yielded : 0);
}

/* M4: the mask is used up, and those who waited with it are one path from now on. */
static void release(wt_oracle *o, wt_o_warp *w, unsigned n, unsigned l, uint64_t here) {
  wt_o_meet *t = &w->meet;
  t->in_use[n] &= ~same_mask(o, t, n, l);
  for (uint64_t m = o->rules.whole ? here : 0; m; m &= m - 1) here |= t->at[n] & t->mate[lowest(m)];
  t->at[n] &= ~here;
  wt_o_join_by_pc(w, here, WT_O_B0 + n);
}

/* Looks at every wait at Bn. With `late` the unit may take its time: looked at when the lanes issue. */
static void check(wt_oracle *o, wt_o_warp *w, unsigned n) {
  wt_o_meet *t = &w->meet;
  uint64_t here, todo = part_of(o, t, n, t->at[n]);
  while (todo && !o->rules.late) {
    unsigned l = lowest(todo);
    if (!missing(o, w, n, l, &here)) release(o, w, n, l, here);
    todo &= ~(here | UINT64_C(1) << l);
  }
}
static void check_all(wt_oracle *o, wt_o_warp *w) {
  for (unsigned n = 0; n < WT_O_BX; n++)
    if (w->meet.at[n]) check(o, w, n);
}

static wt_status left_behind(wt_oracle *o, unsigned slot, uint32_t pc, uint64_t active, unsigned l) {
  const wt_o_warp *w = &o->warp[slot];
  const wt_o_meet *t = &w->meet;
  uint64_t here, gone;
  unsigned n = 0;
  if (o->rules.kind == WT_MEET_POINTS) return wt_o_point_left(o, slot, pc, active, l);
  while (!(t->at[n] >> l & 1)) n++;
  gone = missing(o, w, n, l, &here);
  return wt_o_fail(o, WT_DIFF,
                   AT " pc 0x%x: lanes %" PRIx64 " go on from the BSYNC of B%u and leave behind lanes %" PRIx64 " of its mask %" PRIx64
                      " (lane %u is at pc 0x%x, %s)",
                   slot, pc, active, n, gone, sees(o, t, n, l), lowest(gone), w->pc[lowest(gone)],
                   t->yielded & gone & -gone ? "it has yielded" : "it has not come");
}

wt_status wt_o_meet_look(wt_oracle *o, unsigned slot, uint32_t pc, uint64_t active) {
  wt_o_warp *w = &o->warp[slot];
  wt_o_meet *t = &w->meet;
  uint64_t here, held = active & t->held;
  for (unsigned n = 0; n < WT_O_BX && o->rules.late && held; n++) {
    uint64_t in = t->at[n] & held;
    if (in && !missing(o, w, n, lowest(in), &here)) release(o, w, n, lowest(in), here), held &= ~here;
  }
  if (held) return left_behind(o, slot, pc, active, lowest(held)); /* M3, P3 */
  for (uint64_t m = active; m; m &= ~t->mate[lowest(m)]) {         /* M1 */
    uint64_t gone = t->mate[lowest(m)] & w->live & ~active;
    if (gone) return apart(o, slot, pc, active, lowest(m), gone);
  }
  wt_o_join(t, active, WT_O_PATH);
  t->yielded &= ~active;
  t->barred &= ~active;
  t->fresh &= ~active;
  for (unsigned n = 0; n < WT_O_BX && (t->waiting & active); n++) t->at[n] &= ~active;
  wt_o_refresh(o, t);
  return WT_OK;
}

/* ---- instructions ---- */

static void do_bsync(wt_oracle *o, wt_o_warp *w, unsigned n, uint64_t active, uint64_t exec) {
  wt_o_meet *t = &w->meet;
  uint64_t in = part_of(o, t, n, exec), on = o->rules.late ? active & ~exec : active & ~in;
  wt_o_join(t, on, WT_O_PATH);
  if (o->rules.whole) wt_o_join(t, in, WT_O_PATH);
  else alone(t, active & ~on);
  t->at[n] |= in;
  check(o, w, n);
}

static void do_break(wt_oracle *o, wt_o_warp *w, unsigned n, uint64_t exec) {
  wt_o_meet *t = &w->meet;
  for (uint64_t m = exec & t->in_use[n]; m;) {
    uint64_t same = same_mask(o, t, n, lowest(m)), v = sees(o, t, n, lowest(m)) & ~exec;
    for (uint64_t s = o->rules.per_lane ? same : m & -m; s; s &= s - 1) *view_of(o, t, n, lowest(s)) = v;
    m &= ~same;
  }
  check(o, w, n);
}

static void do_bssy(wt_oracle *o, wt_o_meet *t, unsigned n, uint64_t exec) {
  for (uint64_t m = o->rules.per_lane ? exec : exec & -exec; m; m &= m - 1) write_view(o, t, n, lowest(m), exec, 1);
}

static void do_clear(wt_oracle *o, wt_o_meet *t, unsigned n, uint64_t exec) { t->in_use[n] &= o->rules.per_lane ? ~exec : 0; }

static void do_restore(wt_oracle *o, wt_o_warp *w, unsigned n, unsigned rs, uint64_t exec) {
  const uint32_t *v = w->r + (size_t)rs * o->ws;
  for (uint64_t m = o->rules.per_lane ? exec : exec & -exec; m; m &= m - 1) {
    uint64_t s = v[lowest(m)] >> w->place & w->live;
    write_view(o, &w->meet, n, lowest(m), s, s != 0);
  }
  if (!o->rules.per_lane) check(o, w, n);
}

/* M6: lanes that wait with one mask go on together, those of one pc as one path. */
static void synced(wt_oracle *o, wt_o_warp *w) {
  wt_o_meet *t = &w->meet;
  if (o->rules.alone) t->synced = 0;
  while (t->synced) {
    unsigned l = lowest(t->synced);
    uint64_t g = 0;
    for (uint64_t m = wt_o_same_pc(w, t->synced, w->pc[l]); m; m &= m - 1)
      if (w->ws_mask[lowest(m)] == w->ws_mask[l] && t->top[lowest(m)] == t->top[l] && t->depth[lowest(m)] == t->depth[l]) g |= m & -m;
    t->synced &= ~g;
    if (o->rules.late) g &= w->ws_mask[l];
    wt_o_join(t, g, WT_O_SYNC);
  }
}

static void do_warpsync(wt_oracle *o, wt_o_warp *w, uint64_t active, uint64_t exec) {
  wt_o_meet *t = &w->meet;
  if (!(w->ws_mask[lowest(exec)] & w->live & ~exec)) { /* all are here: nobody waits */
    alone(t, t->synced & ~exec);
    t->synced = 0;
    return;
  }
  wt_o_join(t, active & ~exec, WT_O_PATH);
  if (o->rules.late) alone(t, exec);
  else wt_o_join(t, exec, WT_O_PATH);
  synced(o, w);
}

static void branch(wt_o_warp *w, uint64_t active, uint64_t taken) {
  if (!taken) return;
  wt_o_join(&w->meet, active & ~taken, WT_O_PATH);
  wt_o_join_by_pc(w, taken, WT_O_PATH);
}

/* What the instruction does to the masks. */
static void masks(wt_oracle *o, wt_o_warp *w, const wt_sem_insn *i, uint64_t active, uint64_t exec) {
  wt_o_meet *t = &w->meet;
  unsigned n = i->bx;
  switch (i->id) {
    case WT_I_YIELD:
    case WT_I_NANOSLEEP_I:
    case WT_I_NANOSLEEP_R:
    case WT_I_NANOSLEEP_C:
    case WT_I_EXIT: check_all(o, w); return;
    case WT_I_BSSY:
    case WT_I_BSYNC:
    case WT_I_BREAK:
    case WT_I_BMOV_RB:
    case WT_I_BMOV_BR:
      if (n >= o->rules.bx_regs) return;
      if (i->id == WT_I_BSSY) do_bssy(o, t, n, exec);
      if (i->id == WT_I_BSYNC) do_bsync(o, w, n, active, exec);
      if (i->id == WT_I_BREAK) do_break(o, w, n, exec);
      if (i->id == WT_I_BMOV_RB && i->clear) do_clear(o, t, n, exec);
      if (i->id == WT_I_BMOV_BR) do_restore(o, w, n, i->src[1].reg, exec);
  }
}

void wt_o_meet_control(wt_oracle *o, unsigned slot, const wt_sem_insn *i, uint32_t pc, uint64_t active, uint64_t exec, uint64_t taken) {
  wt_o_warp *w = &o->warp[slot];
  wt_o_meet *t = &w->meet;
  int stops = 1;
  switch (i->id) { /* M2 */
    case WT_I_BRA:
    case WT_I_CALL_REL:
    case WT_I_CALL_REL_R:
    case WT_I_CALL_ABS_R:
    case WT_I_RET:
    case WT_I_BRX:
      branch(w, active, taken);
      stops = 0;
      break;
    case WT_I_EXIT: wt_o_join(t, active & ~exec, WT_O_PATH); break;
    case WT_I_BAR_II:
    case WT_I_BAR_RR:
    case WT_I_BAR_RI:
    case WT_I_BAR_IR:
      if (i->mode == WT_BAR_ARV) {
        stops = 0;
        break;
      }
      wt_o_join(t, active & ~exec, WT_O_PATH);
      wt_o_join(t, exec, WT_O_PATH);
      t->barred |= exec;
      break;
    case WT_I_WARPSYNC_I:
    case WT_I_WARPSYNC_R:
    case WT_I_WARPSYNC_C:
      if (exec) do_warpsync(o, w, active, exec);
      break;
    case WT_I_YIELD:
    case WT_I_NANOSLEEP_I:
    case WT_I_NANOSLEEP_R:
    case WT_I_NANOSLEEP_C:
      if (exec) t->yielded |= active;
      break;
    case WT_I_BSYNC: break;
    default: stops = 0;
  }
  if (exec && stops) o->last_stop[slot / o->sm.together % o->sm.subcores] = slot;
  if (exec && o->rules.kind == WT_MEET_MASKS) masks(o, w, i, active, exec);
  synced(o, w);
  if (o->rules.kind == WT_MEET_POINTS) wt_o_points(o, w, i, pc, active, exec, taken);
  wt_o_refresh(o, t);
}

/* M7 */
int wt_o_meet_reads(const wt_oracle *o, const wt_o_warp *w, unsigned n, uint64_t active, uint32_t *value) {
  if (o->rules.kind != WT_MEET_MASKS || o->rules.late) return 0;
  *value = (uint32_t)(sees(o, &w->meet, n, lowest(active)) & w->live);
  return 1;
}

/* M5, L2: of the waiting lanes those with the lowest pc go on; the masks stay. */
wt_status wt_oracle_forced(wt_oracle *o, unsigned subcore) {
  const unsigned slot = o->last_stop[subcore];
  wt_o_warp *w = &o->warp[slot];
  wt_o_meet *t = &w->meet;
  if (o->rules.kind != WT_MEET_MASKS) return WT_OK;
  if (!o->rules.force) return wt_o_fail(o, WT_DIFF, AT ": a wait at a B register was cut, which this mode does not allow", slot);
  uint64_t run = w->live & ~(t->waiting | t->barred | t->yielded | w->in_ws), low;
  if (run)
    return wt_o_fail(o, WT_DIFF, AT ": a wait at a B register was cut (lanes %" PRIx64 " wait) although lanes %" PRIx64 " can run (lane %u, pc 0x%x)",
                     slot, t->waiting, run, lowest(run), w->pc[lowest(run)]);
  if (!t->waiting) return WT_OK;
  unsigned first = lowest(t->waiting);
  for (uint64_t m = t->waiting; m; m &= m - 1)
    if (w->pc[lowest(m)] < w->pc[first]) first = lowest(m);
  low = wt_o_same_pc(w, t->waiting, w->pc[first]);
  for (unsigned n = 0; n < WT_O_BX; n++) {
    uint64_t cut = t->at[n] & low;
    t->at[n] &= ~cut;
    wt_o_join(t, cut, WT_O_B0 + n);
  }
  wt_o_refresh(o, t);
  return WT_OK;
}

void wt_o_meet_start(wt_oracle *o, wt_o_warp *w) {
  wt_o_meet *t = &w->meet;
  uint64_t *view = t->view;
  wt_o_point *pt = t->pt;
  memset(t, 0, sizeof *t);
  t->view = view, t->pt = pt;
  if (!o->rules.kind) return;
  wt_o_join(t, w->launched, WT_O_PATH);
}

void wt_o_meet_free(wt_oracle *o) {
  for (unsigned k = 0; k < o->warps; k++) {
    free(o->warp[k].meet.view);
    free(o->warp[k].meet.pt);
    o->warp[k].meet.view = NULL, o->warp[k].meet.pt = NULL;
  }
}

wt_status wt_oracle_set_rules(wt_oracle *o, const wt_oracle_rules *r) {
  wt_o_meet_free(o);
  o->rules = r ? *r : (wt_oracle_rules){.kind = WT_MEET_OFF};
  for (unsigned k = 0; k < o->warps; k++) {
    wt_o_meet *t = &o->warp[k].meet;
    if (o->rules.kind == WT_MEET_MASKS && !(t->view = calloc(WT_O_BX * (o->rules.per_lane ? o->ws : 1u), sizeof *t->view))) break;
    if (o->rules.kind == WT_MEET_POINTS && !(t->pt = calloc(WT_O_POINTS, sizeof *t->pt))) break;
    if (k + 1 == o->warps) return WT_OK;
  }
  o->rules.kind = WT_MEET_OFF;
  return wt_o_fail(o, WT_USAGE, "oracle: out of memory");
}
