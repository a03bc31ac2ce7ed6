/* wt_steps.c - observer: the steps of every thread of a launch. */
#include "lib/wt_steps.h"

#include <stdlib.h>
#include <string.h>

#include "lib/wt_observers.h"
#include "lib/wt_session.h"

enum { MOST_CTAS = 1 << 20 };

enum { UNIT = 1, PACKED = 2 }; /* of an instruction: it takes a unit; its beats may be packed there */

void wt_session_steps(wt_session *session, wt_steps *s) { session->x.steps = s; }
void wt_steps_free(wt_steps *s) {
  wt_bound_free(&s->in);
  free(s->unit);
  s->unit = NULL;
}

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

static uint8_t unit_of(wt_word w) {
  const unsigned id = wt_isa_find(w);
  if (id == WT_I_INVALID) return 0;
  const unsigned unit = wt_isa_rows[id].unit;
  if (unit == WT_UNIT_CTL || unit == WT_UNIT_NOP || unit == WT_UNIT_UNI) return 0;
  return UNIT | (unit != WT_UNIT_SHFL ? PACKED : 0);
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
  s->own = (wt_steps_own){0};
  s->in = (wt_bound_input){.lanes = s->lanes, .bytes = 16, .n_insns = (uint32_t)L->n_insns};
  if (L->ctas > MOST_CTAS) return bad(u, "the steps of more than 1048576 CTAs are not kept; give a smaller grid");
  if (!L->rpc) return bad(u, "the code has branches whose reconvergence points are not known");
  s->in.insn = malloc((L->n_insns + 1) * sizeof *s->in.insn), s->unit = malloc(L->n_insns + 1);
  if (!s->in.insn || !s->unit) return bad(u, "out of memory");
  for (size_t i = 0; i < L->n_insns; i++) {
    const uint32_t rpc = L->rpc[i] < WT_BOUND_RPC_RET ? L->rpc[i] / 16 : L->rpc[i];
    const unsigned flags = flags_of(L->code[i]);
    s->in.insn[i] = (wt_bound_insn){flags, flags & WT_BOUND_CALL ? (uint32_t)i + 1 : rpc}; /* calls to several functions meet behind the call */
    s->unit[i] = unit_of(L->code[i]);
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

static wt_status one(wt_running *u, const wt_tandem *t, const wt_m *m) {
  wt_steps *s = u->x->steps;
  const wt_subcore *c = m->subcore;
  if (!c->issue.o.valid) return WT_OK;
  const unsigned w = wt_sm_warp(m, c->sched.o.sel_warp), size = m->S->WARP_SIZE;
  const uint32_t pc = (uint32_t)uop_get_pc(c->ibuffer.o.uop) / 16;
  const uint64_t path = c->cfu->mask, cta = t->cta[w][0] + (uint64_t)u->L->grid[0] * (t->cta[w][1] + (uint64_t)u->L->grid[1] * t->cta[w][2]);
  const unsigned beats = size > s->lanes ? size / s->lanes : 1, packed = fullest(c->issue.o.exec, s->lanes);
  s->own.issues++, s->own.beats += beats, s->own.packed += fullest(path, s->lanes);
  s->own.slots += s->unit[pc] ? beats : 1;
  s->own.slots_packed += s->unit[pc] & PACKED ? packed + !packed : s->unit[pc] ? beats : 1;
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
