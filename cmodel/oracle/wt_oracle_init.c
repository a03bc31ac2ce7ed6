/* wt_oracle_init.c - the shadow of values that nobody wrote. */
#include <stdlib.h>
#include <string.h>

#include "oracle/wt_oracle_int.h"

static void free_shadow(wt_oracle *o) {
  wt_o_init *x = o->init;
  if (!x) return;
  for (unsigned k = 0; x->warp && k < o->warps; k++) free(x->warp[k].local);
  for (unsigned k = 0; x->shared && k < o->ctas; k++) free(x->shared[k]);
  free(x->warp);
  free(x->shared);
  free(x);
  o->init = NULL;
}
void wt_o_init_free(wt_oracle *o) { free_shadow(o); }

static int new_shadow(wt_oracle *o) {
  wt_o_init *x = o->init = calloc(1, sizeof *x);
  if (!x) return -1;
  int ok = (x->warp = calloc(o->warps, sizeof *x->warp)) && (x->shared = calloc(o->ctas, sizeof *x->shared));
  for (unsigned k = 0; ok && k < o->ctas; k++) ok = (x->shared[k] = malloc(o->smem_bytes + 1)) != NULL;
  if (!ok) free_shadow(o);
  return ok ? 0 : -1;
}

int wt_oracle_initcheck(wt_oracle *o, int on, size_t own, int (*unwritten)(void *, uint64_t, unsigned)) {
  if (!on) return free_shadow(o), 0;
  if (!o->init && new_shadow(o)) return wt_o_fail(o, WT_USAGE, "oracle: out of memory for --initcheck"), -1;
  wt_o_init *x = o->init;
  for (unsigned k = 0; k < o->warps; k++) free(x->warp[k].local), x->warp[k].local = NULL;
  x->own = (uint32_t)(own ? own * 16 : UINT32_MAX);
  x->unwritten = unwritten;
  x->n = 0, x->now = 0;
  return 0;
}

void wt_oracle_init_saved(wt_oracle *o, wt_saved *l) {
  wt_o_init *x = o->init;
  for (unsigned k = 0; x && k < o->warps; k++) {
    wt_o_init_warp *w = &x->warp[k];
#define ROW(field) wt_saved_add(l, &w->field, sizeof w->field, 1, "oracle.init[%u]." #field, k)
    ROW(r), ROW(p), ROW(ur), ROW(up);
#undef ROW
    for (unsigned s = 0; s < WT_SPACES; s++)
      wt_o_saved_access(l, o, k, s, offsetof(wt_o_access, nothing), sizeof((wt_o_access *)0)->nothing, "nothing");
    if (!o->local_bytes) continue;
    if (!w->local) w->local = calloc(o->ws, o->local_bytes); /* so that the rows are the same from now on */
    if (w->local) wt_saved_add(l, w->local, o->ws * o->local_bytes, 1, "oracle.init[%u].local", k);
    else l->no_memory = 1;
  }
  for (unsigned k = 0; x && k < o->ctas; k++) wt_saved_add(l, x->shared[k], o->smem_bytes + 1, 1, "oracle.init.shared[%u]", k);
  if (!x) return;
#define ROW(field) wt_saved_add(l, &x->field, sizeof x->field, 1, "oracle.init." #field)
  ROW(list), ROW(since), ROW(n);
#undef ROW
}

unsigned wt_oracle_unwritten(const wt_oracle *o, const wt_unwritten **list) {
  *list = o->init ? o->init->list : NULL;
  return o->init ? o->init->n : 0;
}

void wt_o_init_cta(wt_oracle *o, unsigned cta) { memset(o->init->shared[cta], 0, o->cta[cta].smem_bytes); }

wt_status wt_o_init_warp_start(wt_oracle *o, unsigned slot) {
  wt_o_init_warp *w = &o->init->warp[slot];
  uint8_t *local = w->local;
  if (o->local_bytes && !local && !(local = malloc(o->ws * o->local_bytes))) return wt_o_fail(o, WT_USAGE, "oracle: out of memory for --initcheck");
  if (local) memset(local, WT_O_NEVER, o->ws * o->local_bytes);
  *w = (wt_o_init_warp){.local = local};
  return WT_OK;
}

/* Where a place that is found now stands: in the order of time, the first ones if there are too many. Who is told of an access later than of what came behind
 * it says when it was. */
static unsigned place_for(wt_o_init *x) {
  unsigned i = x->n;
  while (i && x->since[i - 1] > x->now) i--;
  if (i == WT_O_UNWRITTEN) return i;
  if (x->n < WT_O_UNWRITTEN) x->n++;
  for (unsigned k = x->n - 1; k > i; k--) x->list[k] = x->list[k - 1], x->since[k] = x->since[k - 1];
  x->since[i] = x->now;
  return i;
}
void wt_oracle_init_now(wt_oracle *o, uint64_t when) {
  if (o->init) o->init->now = when;
}

static void found(wt_oracle *o, const wt_o_warp *w, wt_unwritten what, uint64_t lanes) {
  wt_o_init *x = o->init;
  unsigned i = 0, l = lowest(lanes);
  if (what.pc >= x->own) return;
  while (i < x->n &&
         (x->list[i].pc != what.pc || x->list[i].kind != what.kind || (what.kind < WT_UNWRITTEN_GLOBAL && x->list[i].number != what.number)))
    i++;
  if (i == x->n) {
    for (int k = 0; k < 3; k++) what.ctaid[k] = o->cta[w->cta].ctaid[k], what.tid[k] = w->tid[k][l];
    if ((i = place_for(x)) == WT_O_UNWRITTEN) return;
    x->list[i] = what;
  }
  x->list[i].threads += (unsigned)__builtin_popcountll(lanes);
}

/* Lanes in which source register k of the instruction, of which word n is meant, holds nothing. */
static uint64_t missing(const wt_o_init_warp *w, const wt_sem_src *s, unsigned n) {
  return s->kind == WT_SRC_REG && s->reg != WT_SEM_RZ ? ~w->r[s->reg + n] : 0;
}

/* Of an instruction that only moves values: lanes in which the result holds nothing. 0: it does more than move. */
static int moves(const wt_o_warp *w, const wt_o_init_warp *x, const wt_sem_insn *i, uint64_t *nothing) {
  const wt_sem_src *s = i->src;
  switch (i->id) {
    case WT_I_MOV: *nothing = missing(x, &s[1], 0); return 1;
    case WT_I_IMAD:
      if (s[0].kind != WT_SRC_REG || s[0].reg != WT_SEM_RZ || s[1].kind != WT_SRC_REG || s[1].reg != WT_SEM_RZ || i->x) return 0;
      *nothing = missing(x, &s[2], 0);
      return 1;
    case WT_I_SEL:
    case WT_I_FSEL: {
      uint64_t first = wt_o_predval(w, i->pp);
      *nothing = (first & missing(x, &s[0], 0)) | (~first & missing(x, &s[1], 0));
      return 1;
    }
    case WT_I_PRMT: { /* bytes 0 to 3 from A, 4 to 7 from C */
      if (s[1].kind != WT_SRC_IMM) return 0;
      uint64_t m = ~UINT64_C(0);
      for (unsigned b = 0; b < 4; b++) m &= missing(x, &s[s[1].lo >> 4 * b & 4 ? 2 : 0], 0);
      *nothing = m;
      return 1;
    }
    case WT_I_BMOV_BR: return 1;
    default: return i->cls == WT_CL_SHFL; /* which lane's value comes is the kernel's business */
  }
}

/* Predicates that the instruction reads: the guard in all active lanes, the others where it executes. */
static void predicates(wt_oracle *o, const wt_o_warp *w, const wt_o_init_warp *x, const wt_sem_insn *i, uint32_t pc, uint64_t active, uint64_t exec) {
  unsigned preds = i->sp, upreds = i->sup, g = i->guard.reg;
  if (i->src[2].kind == WT_SRC_PREDS) {
    unsigned mask = i->src[1].kind == WT_SRC_IMM ? i->src[1].lo & 0x7f : 0x7f;
    preds = i->udst ? 0 : mask, upreds = i->udst ? mask : 0;
  }
  if (g != WT_SEM_PT && !i->guard.uni && active & ~x->p[g])
    found(o, w, (wt_unwritten){.kind = WT_UNWRITTEN_PRED, .pc = pc, .number = g}, active & ~x->p[g]);
  for (; preds; preds &= preds - 1) {
    uint64_t bad = exec & ~x->p[lowest(preds)];
    if (bad && lowest(preds) != g) found(o, w, (wt_unwritten){.kind = WT_UNWRITTEN_PRED, .pc = pc, .number = lowest(preds)}, bad);
  }
  for (upreds &= ~(unsigned)x->up; upreds; upreds &= upreds - 1)
    found(o, w, (wt_unwritten){.kind = WT_UNWRITTEN_UPRED, .pc = pc, .number = lowest(upreds)}, active);
}

static void written(wt_o_init_warp *x, const wt_sem_insn *i, uint64_t exec, uint64_t nothing) {
  if (!exec) return;
  for (unsigned k = 0; k < i->nrd; k++) {
    if (i->udst) x->ur |= UINT64_C(1) << (i->rd + k);
    else x->r[i->rd + k] = (x->r[i->rd + k] | exec) & ~(exec & nothing);
  }
  for (unsigned d = i->dp; d; d &= d - 1) x->p[lowest(d)] |= exec;
  x->up |= i->dup;
}

/* The upper half of a target: it decides where a lane goes, although no write-back of it is waited for (docs/isa/oracle.md). */
static void target(wt_oracle *o, const wt_o_warp *w, const wt_o_init_warp *x, const wt_sem_insn *i, uint32_t pc, uint64_t exec) {
  int indirect = i->id == WT_I_BRX || i->id == WT_I_RET || i->id == WT_I_CALL_REL_R || i->id == WT_I_CALL_ABS_R;
  unsigned upper = i->src[0].reg + 1u;
  if (indirect && upper < WT_SEM_RZ && exec & ~x->r[upper])
    found(o, w, (wt_unwritten){.kind = WT_UNWRITTEN_REG, .pc = pc, .number = upper}, exec & ~x->r[upper]);
}

void wt_o_init_look(wt_oracle *o, unsigned slot, const wt_sem_insn *i, uint32_t pc, uint64_t active, uint64_t exec) {
  wt_o_init_warp *x = &o->init->warp[slot];
  const wt_o_warp *w = &o->warp[slot];
  uint64_t nothing = 0, any = 0;
  int to_local = i->cls == WT_CL_MEM && i->mop == WT_MOP_ST && i->space == WT_SPACE_LOCAL;
  if (i->sp | i->sup) predicates(o, w, x, i, pc, active, exec);
  for (unsigned k = 0; k < i->nsr; k++) any |= ~x->r[i->sr[k]];
  if (any & exec && !moves(w, x, i, &nothing))
    for (unsigned k = 0; k < i->nsr; k++) {
      uint64_t bad = exec & ~x->r[i->sr[k]];
      if (bad && !(to_local && i->sr[k] != i->src[0].reg)) found(o, w, (wt_unwritten){.kind = WT_UNWRITTEN_REG, .pc = pc, .number = i->sr[k]}, bad);
    }
  if (i->cls == WT_CL_CTL) target(o, w, x, i, pc, exec);
  for (unsigned k = 0; k < i->nsu; k++)
    if (!(x->ur >> i->su[k] & 1) && exec) found(o, w, (wt_unwritten){.kind = WT_UNWRITTEN_UREG, .pc = pc, .number = i->su[k]}, exec);
  written(x, i, exec, nothing);
}

void wt_o_init_data(const wt_oracle *o, unsigned slot, wt_o_access *e) {
  for (unsigned k = 0; k < (e->i->bytes + 3u) / 4; k++) e->nothing[k] = missing(&o->init->warp[slot], &e->i->src[1], k);
}

/* One lane of an access to memory, before it takes effect. */
void wt_o_init_perform(wt_oracle *o, unsigned slot, const wt_o_access *e, int space, unsigned lane) {
  static const wt_unwritten_kind kinds[] = {WT_UNWRITTEN_GLOBAL, WT_UNWRITTEN_SHARED, WT_UNWRITTEN_LOCAL};
  wt_o_init *x = o->init;
  wt_o_warp *w = &o->warp[slot];
  const wt_sem_insn *i = e->i;
  uint64_t addr = e->addr[lane], limit = space == WT_SPACE_LOCAL ? o->local_bytes : o->cta[w->cta].smem_bytes;
  uint8_t *at = NULL;
  int never = 0;
  if (space == WT_SPACE_GLOBAL) {
    never = i->mop != WT_MOP_ST && x->unwritten && x->unwritten(o->mem.ctx, addr, i->bytes);
  } else {
    if (addr > limit || limit - addr < i->bytes) return; /* a fault, which others report */
    at = space == WT_SPACE_SHARED ? x->shared[w->cta] + addr : x->warp[slot].local + lane * o->local_bytes + addr;
    for (unsigned b = i->mop == WT_MOP_ST || wt_o_init_written(at, i->bytes) ? i->bytes : 0; b < i->bytes; b++) {
      never |= at[b] == WT_O_NEVER;
      if (at[b] == WT_O_NOTHING && b / 4 < i->nrd) x->warp[slot].r[i->rd + b / 4] &= ~(UINT64_C(1) << lane);
    }
  }
  if (never) found(o, w, (wt_unwritten){.kind = kinds[space], .pc = e->pc, .number = i->bytes, .addr = addr}, UINT64_C(1) << lane);
  if (!at || i->mop == WT_MOP_LD || (space == WT_SPACE_SHARED && wt_o_init_written(at, i->bytes))) return;
  for (unsigned b = 0; b < i->bytes; b++)
    at[b] = space == WT_SPACE_LOCAL && i->mop == WT_MOP_ST && e->nothing[b / 4] >> lane & 1 ? WT_O_NOTHING : WT_O_WRITTEN;
}
