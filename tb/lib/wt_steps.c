/* wt_steps.c - observer: the steps of every thread of a launch. */
#include "lib/wt_steps.h"

#include <stdlib.h>
#include <string.h>

#include "lib/wt_observers.h"
#include "lib/wt_session.h"

enum { MOST_CTAS = 1 << 20 };

enum cut { NO_UNIT, BY_ROWS, PACKED }; /* of an instruction: one slot; what PACK=on leaves as it is; what it packs */

void wt_session_steps(wt_session *session, wt_steps *s) { session->x.steps = s; }
void wt_steps_free(wt_steps *s) { wt_bound_free(&s->in); }

/* ---- instructions ---- */

static int never(wt_word w) { return wt_bits(w, 15, 12) == 15 || wt_bits(w, 90, 87) == 15; }
static int conditional(wt_word w, unsigned id) {
  return wt_bits(w, 15, 12) != 7 || wt_bits(w, 90, 87) != 7 || (id == WT_I_BRA && wt_bits(w, 33, 32) >= 2);
}

static unsigned flags_of(wt_word w) {
  const unsigned id = wt_isa_find(w);
  switch (id) {
    case WT_I_LDG:
    case WT_I_LDG_U:
    case WT_I_LD:
    case WT_I_LDS:
    case WT_I_LDL: return WT_BOUND_LOAD;
    case WT_I_ATOMG:
    case WT_I_ATOMG_U:
    case WT_I_ATOMG_CAS:
    case WT_I_ATOM:
    case WT_I_ATOM_U:
    case WT_I_ATOM_CAS:
    case WT_I_ATOMS:
    case WT_I_ATOMS_U:
    case WT_I_ATOMS_CAS: return wt_bits(w, 23, 16) != 255 ? WT_BOUND_LOAD : 0;
    case WT_I_BRA: return !never(w) && conditional(w, id) ? WT_BOUND_BRANCH : 0;
    case WT_I_BRX: return WT_BOUND_BRANCH;
    case WT_I_CALL_REL: return WT_BOUND_CALL | (conditional(w, id) ? WT_BOUND_BRANCH : 0);
    case WT_I_CALL_REL_R:
    case WT_I_CALL_ABS_R: return WT_BOUND_CALL | WT_BOUND_BRANCH;
    case WT_I_RET: return WT_BOUND_RET | WT_BOUND_BRANCH;
    case WT_I_BAR_II: /* SYNC or RED of barrier 0 with the whole CTA; of others the run kept the order, and the model does without */
      return wt_bits(w, 79, 77) != 1 && !wt_bits(w, 57, 54) && !wt_bits(w, 53, 42) && !conditional(w, id) ? WT_BOUND_BARRIER : 0;
    case WT_I_YIELD:
    case WT_I_NANOSLEEP_R:
    case WT_I_NANOSLEEP_I:
    case WT_I_NANOSLEEP_C: return WT_BOUND_YIELD;
    default: return 0;
  }
}

static enum cut cut_of(const uint32_t *u) {
  const unsigned id = (unsigned)uop_get_op(u), unit = (unsigned)uop_get_unit(u);
  if (unit >= WT_UNITS) return NO_UNIT;
  const int scalar = id == WT_I_R2UR || id == WT_I_BMOV_BR || id == WT_I_WARPSYNC_R || wt_isa_bar_register(id);
  return unit == WT_U_SHFL || scalar ? BY_ROWS : PACKED;
}

/* ---- observer ---- */

static wt_status bad(wt_running *u, const char *why) {
  snprintf(u->x->error, sizeof u->x->error, "%s", why);
  return WT_USAGE;
}

static wt_status begin(wt_running *u) {
  wt_steps *s = u->x->steps;
  const wt_launch_desc *L = u->L;
  const unsigned rows = (L->threads + s->lanes - 1) / s->lanes;
  wt_steps_free(s);
  s->own = (wt_steps_own){0}, s->machine = (wt_steps_machine){0};
  s->in = (wt_bound_input){.lanes = s->lanes, .bytes = 16, .n_insns = (uint32_t)L->n_insns};
  if (L->ctas > MOST_CTAS) return bad(u, "the steps of more than 1048576 CTAs are not kept; give a smaller grid");
  if (!L->rpc) return bad(u, "the code has branches whose reconvergence points are not known");
  s->in.insn = malloc((L->n_insns + 1) * sizeof *s->in.insn);
  if (!s->in.insn) return bad(u, "out of memory");
  for (size_t i = 0; i < L->n_insns; i++) {
    const uint32_t rpc = L->rpc[i] < WT_BOUND_RPC_RET ? L->rpc[i] / 16 : L->rpc[i];
    const unsigned flags = flags_of(L->code[i]);
    s->in.insn[i] = (wt_bound_insn){flags, flags & WT_BOUND_CALL ? (uint32_t)i + 1 : rpc}; /* calls to several functions meet behind the call */
  }
  for (uint64_t c = 0; c < L->ctas; c++)
    if (wt_bound_add_cta(&s->in, rows * s->lanes)) return bad(u, "out of memory");
  return WT_OK;
}

static unsigned fullest(uint64_t mask, unsigned lanes) {
  unsigned most = 0;
  for (unsigned l = 0; l < lanes; l++) {
    unsigned n = 0;
    for (uint64_t m = mask >> l; m; m = lanes < 64 ? m >> lanes : 0) n += m & 1;
    if (n > most) most = n;
  }
  return most;
}

/* An instruction: beats of all rows, of the threads on the path, of those that execute. */
static void count(wt_steps_own *n, enum cut cut, unsigned rows, unsigned path, unsigned exec, int guarded) {
  exec += !exec; /* nobody executes: a slot all the same */
  n->issues++, n->beats += rows, n->packed += path;
  n->slots += cut == NO_UNIT ? 1 : rows;
  n->slots_packed += cut == NO_UNIT ? 1 : cut == BY_ROWS ? rows : exec;
  if (cut == NO_UNIT) n->off_unit += path - 1;
  else if (cut == BY_ROWS) n->on_rows += rows - path;
  else if (guarded) n->guarded++, n->off_guard += path - exec;
}

static void machine(wt_steps_machine *n, const wt_m *m) {
  const wt_subcore *c = m->subcore;
  const wt_sched_out *s = &c->sched.o;
  for (unsigned i = 0; i < m->S->COLLECTORS; i++) n->bank_conflicts += wt_popcount(c->collector[i].o.req & ~c->bankarb.o.grant[i]);
  n->slots += s->sel_valid, n->micro_ops += s->sel_valid && (s->index || s->sync);
  if (c->issue.o.alloc_valid) n->unit_slots++, n->lanes += wt_popcount(c->issue.o.alloc_mask);
}

static wt_status one(wt_running *u, const wt_tandem *t, const wt_m *m) {
  wt_steps *s = u->x->steps;
  const wt_subcore *c = m->subcore;
  machine(&s->machine, m);
  if (!c->issue.o.valid) return WT_OK;
  const unsigned w = wt_sm_warp(m, c->sched.o.sel_warp), size = m->S->WARP_SIZE;
  const uint32_t pc = (uint32_t)uop_get_pc(c->ibuffer.o.uop) / 16;
  const uint64_t path = c->cfu->mask, cta = t->cta[w][0] + (uint64_t)u->L->grid[0] * (t->cta[w][1] + (uint64_t)u->L->grid[1] * t->cta[w][2]);
  count(&s->own, cut_of(c->ibuffer.o.uop), size > s->lanes ? size / s->lanes : 1, fullest(path, s->lanes), fullest(c->issue.o.exec, s->lanes),
        (path & ~c->issue.o.exec) != 0);
  for (uint64_t left = path; left; left &= left - 1) {
    const size_t place = (size_t)t->warp_in_cta[w] * size + (unsigned)__builtin_ctzll(left);
    if (wt_bound_add_step(&s->in, s->in.cta[cta].first + place, pc)) return bad(u, "out of memory for the steps of all threads; give a smaller grid");
  }
  return WT_OK;
}

static wt_status settled(wt_running *u) {
  wt_status s = WT_OK;
  for (unsigned k = 0; k < u->m->S->SMS; k++) WT_EACH_SUBCORE(at, &u->sm[k].m) {
      if (!s) s = one(u, u->sm[k].t, at);
    }
  return s;
}

static wt_status end(wt_running *u, wt_status status) {
  wt_steps *s = u->x->steps;
  if (!status && s->done) status = s->done(s, u->x->error, sizeof u->x->error);
  wt_steps_free(s);
  return status;
}
const wt_observer wt_observer_steps = {"steps", begin, {[WT_AT_SETTLED] = settled}, NULL, end};
