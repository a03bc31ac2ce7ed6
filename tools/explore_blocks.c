/* explore_blocks.c - alphabets and invariants of the blocks that `make explore` enumerates. Rules: docs/blocks. */
#include "explore.h"

#include <stdio.h>
#include <string.h>

#include "isa/wt_isa.h"
#include "spec/wt_paths.h"

/* ---- war: two warps; beats in the collectors, at most two of a kind: a first beat that reads R1, one that reads R1 and R6, a later beat.
 * env: warp * 3 + kind: how many ---- */
enum { KINDS = 3, MOST = 2, WAR_HEADS = 4, WAR_MODES = 3 };
static uint64_t war_ok, war_drained;
static void sources(uint32_t *uop, unsigned kind) { uop_put_need(uop, kind == 0 ? 1 : 3), uop_put_s0(uop, 1), uop_put_s1(uop, 6); }
static unsigned beats(const uint8_t *env, unsigned w) { return env[3u * w] + env[3u * w + 1] + env[3u * w + 2]; }
/* in: 0 none, else 1 + warp * 3 + kind; out: the same; head: its unit and destinations; mode */
static int war_drive(wt_m *m, uint8_t *env, unsigned l) {
  unsigned enters = l % 7, leaves = l / 7 % 7, head = l / 49 % WAR_HEADS, mode = l / 49 / WAR_HEADS;
  static const uint8_t modes[WAR_MODES] = {WT_WAR_read, WT_WAR_bloom, WT_WAR_inorder};
  static const struct {
    uint8_t unit, cfwait, ndst, dst[2];
  } heads[WAR_HEADS] = {{WT_U_ALU, 0, 1, {1, 6}}, {WT_U_LSU, 0, 2, {8, 5}}, {WT_U_ALU, 1, 1, {1, 6}}, {WT_U_NONE, 0, 0, {1, 6}}};
  if ((leaves && !env[leaves - 1]) || (enters && env[enters - 1] == MOST)) return 0;
  wt_subcore *c = m->subcore;
  memset(c->ibuffer.o.uop, 0, sizeof c->ibuffer.o.uop);
  wt_disp_idle(&c->disp.o);
  m->gpu->cfg.war = modes[mode];
  war_ok = 0;
  for (unsigned w = 0; w < 2; w++) {
    unsigned reads1 = env[3 * w] + env[3 * w + 1], reads6 = env[3 * w + 1], dst = heads[head].dst[w], waits = 0;
    c->ibuffer.o.head_ctl[w] = (uint32_t)(WT_PLACED(heads[head].unit, hctl, unit) | WT_PLACED(heads[head].cfwait, hctl, cfwait) |
                                          WT_PLACED(heads[head].ndst, hctl, ndst) | WT_PLACED(dst, hctl, dst));
    for (unsigned r = dst; r < dst + heads[head].ndst; r++) waits |= r % 8 == 1 ? reads1 : r % 8 == 6 ? reads6 : 0;
    if (mode == 0) waits = head < 2 && beats(env, w);
    war_ok |= (uint64_t) !(waits && mode < 2) << w;
  }
  c->issue.o.alloc_valid = enters != 0, c->sched.o.sel_warp = (uint8_t)(enters ? (enters - 1) / KINDS : 0);
  c->sched.o.sel_first = enters && (enters - 1) % KINDS < 2;
  if (enters) sources(c->ibuffer.o.uop, (enters - 1) % KINDS), env[enters - 1]++;
  if (leaves) {
    c->disp.o.valid = 1, c->disp.o.warp = (uint8_t)((leaves - 1) / KINDS), c->disp.o.last = (leaves - 1) % KINDS < 2;
    sources(c->disp.o.uop, (leaves - 1) % KINDS), env[leaves - 1]--;
  }
  war_drained = (uint64_t)!beats(env, 0) | (uint64_t)!beats(env, 1) << 1;
  return 1;
}
static const char *war_look(wt_m *m, uint8_t *env) {
  const wt_war *b = &m->subcore->war;
  if (b->o.ok != war_ok) return "rule 2: war_ok";
  if (b->o.drained != war_drained) return "rule 1: war_drained";
  for (unsigned w = 0; w < 2; w++) {
    uint64_t one = env[3 * w], both = env[3 * w + 1];
    if (b->q.readers[w] != beats(env, w)) return "rules 3, 4: readers is not the beats in the collectors";
    if (b->q.bloom[w] != ((one + both) << 7 | both << 42)) return "rules 3, 4: a Bloom counter is not the sources in the collectors";
  }
  return NULL;
}
static int war_goal(const wt_m *m, const uint8_t *env) { return (void)m, !(beats(env, 0) | beats(env, 1)); }
static void war_say(unsigned l, char *t, size_t n) {
  snprintf(t, n, "in %u, out %u (0: none, 1 + 3 * warp + kind), head %u, mode %u", l % 7, l / 7 % 7, l / 49 % WAR_HEADS, l / 49 / WAR_HEADS);
}

/* ---- sb_bit: two warps, registers R3 and R4, P0, the uniform bit; results are set when their bits are clear and released once ---- */
enum { R3 = 1, R4 = 2, PAIR = 3, P0 = 4, UNI = 8, THINGS = 6 };
static const uint8_t thing[THINGS] = {0, R3, R4, PAIR, P0, UNI};
static uint64_t sb_ok, sb_clear;
/* set: warp * 6 + thing; release by the ALU: the same; release by write-back: the same without the uniform bit; what the heads read */
static int sb_drive(wt_m *m, uint8_t *env, unsigned l) {
  unsigned set = l % 12, a = l / 12 % 12, w = l / 144 % 12, heads = l / 1728;
  unsigned s_bits = thing[set % THINGS], a_bits = thing[a % THINGS], w_bits = thing[w % THINGS], sw = set / THINGS, aw = a / THINGS, ww = w / THINGS;
  if ((set && !s_bits) || (a && !a_bits) || (w && !w_bits) || w_bits == UNI) return 0;
  if ((env[aw] & a_bits) != a_bits || (env[ww] & w_bits) != w_bits || (aw == ww && a_bits & w_bits) || env[sw] & s_bits) return 0;
  wt_subcore *c = m->subcore;
  wt_issue_idle(&c->issue.o);
  memset(&c->alu.o, 0, sizeof c->alu.o), memset(&c->wb.o, 0, sizeof c->wb.o);
  sb_ok = 0;
  for (unsigned i = 0; i < 2; i++) { /* what the head of each warp needs: R3, R4 as a source, both as destinations, P0, the uniform registers */
    unsigned need = heads == 0 ? R3 : heads == 1 ? R4 : heads == 2 ? PAIR : heads == 3 ? P0 : UNI;
    c->ibuffer.o.head_src[i] = heads < 2 ? UINT64_C(1) << 48 | (3 + heads) : 0;
    c->ibuffer.o.head_ctl[i] = (uint32_t)(heads == 2   ? WT_PLACED(2, hctl, ndst) | WT_PLACED(3, hctl, dst)
                                          : heads == 3 ? WT_PLACED(1, hctl, pmask)
                                          : heads == 4 ? WT_PLACED(1, hctl, u_use)
                                                       : 0);
    sb_ok |= (uint64_t) !(env[i] & need) << i;
  }
  if (set) {
    c->issue.o.set_valid = 1, c->issue.o.set_warp = (uint8_t)sw, c->issue.o.set_dst = s_bits == R4 ? 4 : 3;
    c->issue.o.set_ndst = s_bits == PAIR ? 2 : s_bits < P0, c->issue.o.set_pw = s_bits == P0, c->issue.o.set_u = s_bits == UNI;
  }
  if (a) {
    c->alu.o.rel_valid = 1, c->alu.o.wb_warp = (uint8_t)aw, c->alu.o.wb_reg = a_bits == R4 ? 4 : 3;
    c->alu.o.rel_ndst = a_bits == PAIR ? 2 : a_bits < P0, c->alu.o.rel_pw = a_bits == P0, c->alu.o.rel_u = a_bits == UNI;
  }
  if (w) {
    c->wb.o.rel_valid = 1, c->wb.o.rel_warp = (uint8_t)ww, c->wb.o.rel_dst = w_bits == R4 ? 4 : 3;
    c->wb.o.rel_ndst = w_bits == PAIR ? 2 : w_bits < P0, c->wb.o.rel_pw = w_bits == P0;
  }
  env[aw] &= (uint8_t)~a_bits, env[ww] &= (uint8_t)~w_bits, env[sw] |= (uint8_t)s_bits;
  sb_clear = (uint64_t)!env[0] | (uint64_t)!env[1] << 1;
  return 1;
}
static const char *sb_look(wt_m *m, uint8_t *env) {
  (void)env;
  if (m->subcore->sb->ok != sb_ok) return "rule 1: sb_ok";
  return m->subcore->sb->clear != sb_clear ? "rules 2 to 4: sb_clear" : NULL;
}
static int sb_goal(const wt_m *m, const uint8_t *env) { return (void)m, !(env[0] | env[1]); }
static void sb_say(unsigned l, char *t, size_t n) {
  snprintf(t, n, "set %u, ALU releases %u, write-back releases %u (6 * warp + thing), heads %u", l % 12, l / 12 % 12, l / 144 % 12, l / 1728);
}

/* ---- sb_coon: one warp, two slots, two entries. Instructions: 1 writes R3; 2 reads R3, writes R4; 3 reads R4; 4 writes R3 and R4.
 * env: 0 head slot, 1 buffered, 2 and 3 instruction of a slot, 4 results of issued instructions that are missing: R3 alone 1, R4 alone 2, both 4 ---- */
enum { COON_KINDS = 5 };
static const struct {
  uint8_t src, dst, n, reads, writes, result;
} coon[COON_KINDS] = {{0, 0, 0, 0, 0, 0}, {0, 3, 1, 0, R3, 1}, {3, 4, 1, R3, R4, 2}, {4, 0, 0, R4, 0, 0}, {0, 3, 2, 0, PAIR, 4}};
static unsigned coon_missing, coon_head;
static unsigned missing(unsigned results) { return (results & 1 ? R3 : 0) | (results & 2 ? R4 : 0) | (results & 4 ? PAIR : 0); }
/* insert: instruction or 0; issue of the head and pop; release by the ALU: 0, R3, R4, both; by write-back: the same; redirect */
static int coon_drive(wt_m *m, uint8_t *env, unsigned l) {
  unsigned insert = l % 5, issue = l / 5 % 2, a = l / 10 % 4, w = l / 40 % 4, redirect = l / 160;
  wt_subcore *c = m->subcore;
  unsigned a_bit = a ? 1u << (a - 1) : 0, w_bit = w ? 1u << (w - 1) : 0, head = env[1] ? env[2 + env[0]] : 0;
  if ((a_bit & ~env[4]) || (w_bit & ~env[4]) || (a_bit & w_bit) || (insert && env[1] == 2)) return 0;
  wt_issue_idle(&c->issue.o), wt_sched_idle(&c->sched.o), wt_cfu_idle(c->cfu);
  memset(&c->alu.o, 0, sizeof c->alu.o), memset(&c->wb.o, 0, sizeof c->wb.o), memset(&c->decode.o, 0, sizeof c->decode.o);
  c->ibuffer.o.tail[0] = (uint8_t)((env[0] + env[1]) % 2);
  c->ibuffer.o.head_valid = env[1] != 0;
  c->ibuffer.o.head_src[0] = coon[head].reads ? UINT64_C(1) << 48 | coon[head].src : 0;
  c->ibuffer.o.head_ctl[0] = (uint32_t)(WT_PLACED(coon[head].n, hctl, ndst) | WT_PLACED(coon[head].dst, hctl, dst));
  coon_missing = missing(env[4]), coon_head = head;
  if (issue) {
    explore_eval(m);
    if (!head || !(c->sb->ok & 1)) return 0;
    if (coon_missing & (coon[head].reads | coon[head].writes)) return 1; /* coon_look finds it */
    c->sched.o.sel_valid = c->sched.o.sel_first = c->sched.o.sel_pop = c->issue.o.set_valid = 1;
    c->issue.o.set_dst = coon[head].dst, c->issue.o.set_ndst = coon[head].n;
  }
  if (insert) {
    c->decode.o.valid = 1;
    uop_put_need(c->decode.o.uop, coon[insert].reads != 0), uop_put_s0(c->decode.o.uop, coon[insert].src);
    uop_put_dst(c->decode.o.uop, coon[insert].dst), uop_put_ndst(c->decode.o.uop, coon[insert].n);
  }
  if (a) c->alu.o.rel_valid = 1, c->alu.o.wb_reg = a == 2 ? 4 : 3, c->alu.o.rel_ndst = a == 3 ? 2 : 1;
  if (w) c->wb.o.rel_valid = 1, c->wb.o.rel_dst = w == 2 ? 4 : 3, c->wb.o.rel_ndst = w == 3 ? 2 : 1;
  if (redirect) c->cfu->redir_valid = 1;
  env[4] &= (uint8_t) ~(a_bit | w_bit);
  if (insert) env[2 + c->ibuffer.o.tail[0]] = (uint8_t)insert, env[1]++;
  if (issue) env[4] |= coon[head].result, env[2 + env[0]] = 0, env[0] ^= 1, env[1]--;
  if (redirect) env[0] = env[1] = env[2] = env[3] = 0;
  return 1;
}
static const char *coon_look(wt_m *m, uint8_t *env) {
  const wt_sb_out *o = m->subcore->sb;
  if (o->ok & 1 && coon_missing & (coon[coon_head].reads | coon[coon_head].writes))
    return "rule 1: the head may go and a register of it has no result yet";
  return (o->clear & 1) != !env[4] ? "rule 2: sb_clear" : NULL;
}
static int coon_goal(const wt_m *m, const uint8_t *env) { return (void)m, !env[1] && !env[4]; }
static void coon_say(unsigned l, char *t, size_t n) {
  snprintf(t, n, "insert %u, issue %u, ALU releases %u, write-back %u, redirect %u", l % 5, l / 5 % 2, l / 10 % 4, l / 40 % 4, l / 160);
}

/* ---- ctabar: one CTA of two warps of two threads; barriers 0 and 1. env: 0 launched warps + 1 (0: no CTA), 1 and 2 threads that run, 3 to 6 threads
 * that wait at warp * 2 + barrier, 7 to 10: of those, whose release is due (their barrier has completed) ---- */
static unsigned ct_live(const uint8_t *env) { return env[1] + env[2] + env[3] + env[4] + env[5] + env[6]; }
/* The barrier completes when all that are left wait at it. */
static void ct_complete(uint8_t *env) {
  for (unsigned b = 0; b < 2; b++) {
    unsigned here = 0, released = 0;
    for (unsigned w = 0; w < 2; w++) here += env[3 + 2 * w + b] - env[7 + 2 * w + b], released += env[7] + env[8] + env[9] + env[10];
    if (here && here == ct_live(env)) env[7 + b] = env[3 + b], env[9 + b] = env[5 + b];
  }
}
/* start; arrival: warp, barrier, 1 or 2 threads (1 to 8); exit: warp (1, 2); acknowledgement */
static int ct_drive(wt_m *m, uint8_t *env, unsigned l) {
  unsigned start = l % 2, arrives = l / 2 % 9, ends = l / 18 % 3, ack = l / 54;
  wt_cfu_out *f = m->subcore->cfu;
  wt_dispatch_out *d = &m->sm->dispatch.o;
  int shown = m->sm->ctabar.o.rel_valid;
  wt_cfu_idle(f), wt_dispatch_idle(d), wt_issue_idle(&m->subcore->issue.o);
  m->subcore->issue.o.bar_op = 3;
  if (ack && !shown) return 0;
  if (env[0] == 3 && !ct_live(env)) env[0] = 0;
  if (start != (env[0] < 3)) return 0; /* a CTA is there before its threads do anything */
  if (env[0] < 3 && (arrives || ends || ack)) return 0;
  if (env[0] == 0) {
    d->cta_valid = 1, d->cta_threads = 4, env[0] = 1;
  } else if (env[0] < 3) {
    d->launch_valid = d->launch_last = 1, d->launch_warp = (uint8_t)(env[0] - 1), env[env[0]] = 2, env[0]++;
  }
  if (ack) { /* the release that is shown: its threads run on, from the next cycle */
    unsigned k = 2u * m->sm->ctabar.o.rel_warp + m->sm->ctabar.o.rel_id;
    f->rel_ack = 1;
    if (!env[7 + k]) return 0;
    env[1 + k / 2] += env[7 + k], env[3 + k] -= env[7 + k], env[7 + k] = 0;
  }
  if (ends) {
    if (!env[ends]) return 0;
    f->exit_valid = 1, f->exit_warp = (uint8_t)(ends - 1), f->exit_count = 1, env[ends]--;
    ct_complete(env);
  }
  if (arrives) {
    unsigned k = (arrives - 1) / 2, n = 1 + (arrives - 1) % 2;
    if (env[1 + k / 2] < n || env[7 + k]) return 0;
    f->bar_valid = 1, f->bar_warp = (uint8_t)(k / 2), f->bar_id = k % 2, f->bar_count = (uint8_t)n;
    env[1 + k / 2] -= (uint8_t)n, env[3 + k] += (uint8_t)n;
    ct_complete(env);
  }
  return 1;
}
static const char *ct_look(wt_m *m, uint8_t *env) {
  const wt_ctabar *c = &m->sm->ctabar;
  for (unsigned w = 0; w < 2; w++)
    for (unsigned b = 0; b < 2; b++) {
      int due = (c->q.pending_ids[w] >> b & 1) || (c->q.shown_valid && c->q.shown_warp == w && c->q.shown_id == b);
      if (due != (env[7 + 2 * w + b] != 0)) return "rules 4 to 7: releases due are not those of complete barriers";
    }
  if (c->o.rel_valid && !env[7 + 2 * c->o.rel_warp + c->o.rel_id]) return "rule 7: a release of nobody is shown";
  if (env[0] == 3 && c->q.live[0] != ct_live(env)) return "rules 2, 3: live";
  return NULL;
}
/* Everybody has exited; or the program is stuck: nobody runs, nothing is due, and they wait at two barriers. */
static int ct_goal(const wt_m *m, const uint8_t *env) {
  (void)m;
  return env[0] == 0 || !ct_live(env) ||
         (env[0] == 3 && !(env[1] | env[2] | env[7] | env[8] | env[9] | env[10]) && env[3] + env[5] && env[4] + env[6]);
}
static void ct_say(unsigned l, char *t, size_t n) {
  snprintf(t, n, "start %u, arrival %u (1 + 4 * warp + 2 * barrier + threads - 1), exit of warp %d, ack %u", l % 2, l / 2 % 9, (int)(l / 18 % 3) - 1,
           l / 54);
}

/* ---- dispatch: grids of 1 to 3 CTAs of 1 or 2 warps (the second half full), 1 or 2 resident. env: 0 resident warps, 1 CTAs to give, 2 wpc, 3 maxcta ---- */
/* The inputs of the launch, from env; outputs may depend on them. */
static void di_cfg(wt_m *m, const uint8_t *env) {
  wt_cfg_out *c = &m->gpu->cfg;
  unsigned ws = m->S->SLOT_LANES, threads = env[2] == 2 ? ws + ws / 2 : ws;
  c->block_x = (uint16_t)threads, c->block_y = c->block_z = 1, c->threads = (uint16_t)threads, c->wpc = c->stride = env[2], c->maxcta = env[3];
  explore_moore(m);
}
static int di_drive(wt_m *m, uint8_t *env, unsigned l) {
  unsigned start = l % 9, ack = l / 9 % 2, done = l / 18 % 5, give = l / 90;
  const wt_dispatch *d = &m->sm->dispatch;
  const wt_dispatch_out *o = &d->o;
  wt_ctasched_out *g = &m->gpu->ctasched.o;
  di_cfg(m, env);
  wt_cfu_idle(m->subcore->cfu);
  g->give_valid = 0, g->give_x = 0;
  if (start && (!o->idle || env[1] || ack || done || give)) return 0;
  if (give && (!env[1] || d->q.state || !(~d->q.busy & wt_mask64(env[3])))) return 0; /* only who asks is given one */
  if (ack && !o->launch_last) return 0;
  if (done && !(env[0] >> (done - 1) & 1)) return 0;
  if (start) { /* 1 to 6: CTAs - 1, wpc - 1 */
    unsigned n = 1 + (start - 1) / 2;
    if (n > 3) return 0;
    env[1] = (uint8_t)n, env[2] = (uint8_t)(1 + (start - 1) % 2), env[3] = 2;
    di_cfg(m, env);
  }
  if (give) g->give_valid = 1, g->give_x = --env[1];
  if (ack) {
    if (env[0] >> o->launch_warp & 1) return 1; /* di_look finds it */
    m->subcore->cfu->launch_ack = 1, env[0] |= (uint8_t)(1 << o->launch_warp);
  }
  if (done) m->subcore->cfu->done_valid = 1, m->subcore->cfu->done_warp = (uint8_t)(done - 1), env[0] &= (uint8_t) ~(1 << (done - 1));
  return 1;
}
static const char *di_look(wt_m *m, uint8_t *env) {
  const wt_dispatch *d = &m->sm->dispatch;
  unsigned wpc = env[2], starts = d->o.launch_valid || d->o.cta_valid;
  if (d->o.launch_valid && env[0] >> d->o.launch_warp & 1) return "rule 5: a launch into a slot that holds a warp";
  if (d->o.launch_valid && d->o.launch_warp / wpc != d->o.cta_slot) return "rule 5: the warp is not one of its CTA slot";
  if (d->o.idle && (env[0] || starts)) return "rule 3: idle, and warps are resident or a CTA starts";
  if (d->o.launch_valid && d->o.launch_mask != wt_mask64(wpc == 2 && d->o.launch_warp % 2 ? m->S->SLOT_LANES / 2 : m->S->SLOT_LANES))
    return "rule 6: launch_mask";
  for (unsigned k = 0; wpc && k < m->S->CTAS && k * wpc < 4; k++) {
    unsigned here = 0, own = starts && d->q.slot == k;
    for (unsigned w = k * wpc; w < (k + 1) * wpc && w < 4; w++) here += env[0] >> w & 1;
    if (!own && !(d->q.busy >> k & 1) != !here && d->q.state == 0) return "rules 2, 7: busy slots are not those with warps";
    if (d->q.busy >> k & 1 && k >= env[3]) return "rule 2: a slot from cfg_maxcta on";
    if (!own && d->q.busy >> k & 1 && d->q.state == 0 && d->q.left[k] != here) return "rule 7: left";
  }
  return NULL;
}
static int di_goal(const wt_m *m, const uint8_t *env) { return !env[1] && m->sm->dispatch.o.idle; }
static void di_say(unsigned l, char *t, size_t n) {
  snprintf(t, n, "start %u (1 + 2 * (CTAs - 1) + wpc - 1), ack %u, done of warp %d, given %u", l % 9, l / 9 % 2, (int)(l / 18 % 5) - 1, l / 90);
}

/* ---- sched: three warps, packets of two beats; env 0: residents, in the order of launch 1 to 3 (warp + 1) ---- */
static uint64_t sc_ready;
static unsigned sc_before, sc_busy, sc_last;
static int sc_drive(wt_m *m, uint8_t *env, unsigned l) {
  unsigned go = l & 7, packet = l >> 3 & 1, room = l >> 4 & 1, in = l >> 5 & 3, out = l >> 7 & 3;
  wt_subcore *c = m->subcore;
  if ((in && env[0] >> (in - 1) & 1) || (out && !(env[0] >> (out - 1) & 1)) || (in && in == out)) return 0;
  wt_dispatch_idle(&m->sm->dispatch.o), wt_cfu_idle(c->cfu);
  sc_before = env[0], sc_busy = c->sched.o.busy, sc_last = c->sched.q.last;
  sc_ready = sc_busy || (packet && !room) ? 0 : go & env[0];
  c->ibuffer.o.head_valid = go & env[0], c->cfu->run = env[0], c->cfu->idle = 1;
  c->sb->ok = c->sb->clear = c->war.o.ok = c->war.o.drained = m->sm->lsu.o.quiet = 7;
  for (unsigned w = 0; w < 3; w++) c->ibuffer.o.head_ctl[w] = (uint32_t)WT_PLACED(packet ? WT_U_ALU : WT_U_NONE, hctl, unit);
  c->disp.o.free = (uint8_t)room;
  if (out) {
    unsigned k = 1;
    c->cfu->done_valid = 1, c->cfu->done_warp = (uint8_t)(out - 1), env[0] &= (uint8_t) ~(1 << (out - 1));
    while (env[k] != out) k++;
    for (; k < 3; k++) env[k] = env[k + 1];
    env[3] = 0;
  }
  if (in) {
    unsigned k = 1;
    m->sm->dispatch.o.launch_valid = m->sm->dispatch.o.launch_last = c->cfu->launch_ack = 1, m->sm->dispatch.o.launch_warp = (uint8_t)(in - 1);
    env[0] |= (uint8_t)(1 << (in - 1));
    while (env[k]) k++;
    env[k] = (uint8_t)in;
  }
  return 1;
}
static const char *sc_look(wt_m *m, uint8_t *env) {
  const wt_sched *s = &m->subcore->sched;
  unsigned pool = 0;
  if (s->o.ready != sc_ready) return "rules 1, 2: sched_ready";
  if (!sc_busy && s->o.sel_valid && !(sc_ready >> s->o.sel_warp & 1)) return "rule 4: who is chosen is not ready";
  if (s->o.sel_valid && !sc_busy && m->gpu->cfg.sched == WT_SCHED_lrr)
    for (unsigned w = (sc_last + 1) % 3; w != s->o.sel_warp; w = (w + 1) % 3)
      if (sc_ready >> w & 1) return "rule 4: somebody is passed over";
  if (!sc_busy && sc_ready && m->gpu->cfg.sched != WT_SCHED_twolevel && !s->o.sel_valid) return "rule 5: a candidate, and nobody is chosen";
  if (s->o.resident != env[0]) return "rule 8: residents";
  for (unsigned i = 1; i < 4 && env[i]; i++)
    for (unsigned j = 1; j < 4 && env[j]; j++)
      if ((int)(s->q.older[env[i] - 1] >> (env[j] - 1) & 1) != (j < i)) return "rule 8: the order of launch";
  for (unsigned w = 0; w < 3; w++) pool += s->q.pool >> w & 1;
  if (pool > m->gpu->cfg.pool) return "rule 9: more warps in the pool than it holds";
  return NULL;
}
static void sc_say(unsigned l, char *t, size_t n) {
  snprintf(t, n, "heads %u, packets %u, room %u, launch of %d, end of %d", l & 7, l >> 3 & 1, l >> 4 & 1, (int)(l >> 5 & 3) - 1,
           (int)(l >> 7 & 3) - 1);
}

/* ---- sched with SCHED_AGE: warps 0 and 1 have packets of two beats, 2 an instruction without a unit. A collector is free in one of two cycles at
 * least, so rule 18's U is 4: a beat of another waits one cycle, goes, and the first one's the same. env: 0 cycles that the watched warp has been free
 * and not been served, 1 the watched warp + 1, 2 the last cycle had no room ---- */
enum { SA_AGE = 3, SA_U = 4, SA_BOUND = 2 * SA_AGE + 3 * (SA_U + 1) };
static unsigned sa_free, sa_room;
static int sa_drive(wt_m *m, uint8_t *env, unsigned l) {
  unsigned watched = l / 16;
  wt_subcore *c = m->subcore;
  sa_free = l & 7, sa_room = l >> 3 & 1;
  if (env[1] ? watched != env[1] - 1u : (env[1] = (uint8_t)(watched + 1), 0)) return 0;
  if (!sa_room && env[2]) return 0;
  env[2] = !sa_room;
  wt_dispatch_idle(&m->sm->dispatch.o), wt_cfu_idle(c->cfu);
  c->ibuffer.o.head_valid = sa_free, c->cfu->run = 7, c->cfu->idle = 1;
  c->sb->ok = c->sb->clear = c->war.o.ok = c->war.o.drained = m->sm->lsu.o.quiet = 7;
  for (unsigned w = 0; w < 3; w++) c->ibuffer.o.head_ctl[w] = (uint32_t)WT_PLACED(w < 2 ? WT_U_ALU : WT_U_NONE, hctl, unit);
  c->disp.o.free = (uint8_t)sa_room;
  return 1;
}
static const char *sa_look(wt_m *m, uint8_t *env) {
  const wt_sched *s = &m->subcore->sched;
  unsigned w = env[1] - 1u;
  env[0] = (sa_free >> w & 1) && !(s->o.sel_valid && s->o.sel_warp == w) ? (uint8_t)(env[0] + 1) : 0;
  return env[0] > SA_BOUND ? "Bound: a free warp is not served" : NULL;
}
static void sa_say(unsigned l, char *t, size_t n) { snprintf(t, n, "free %u, room %u, watched %u", l & 7, l >> 3 & 1, l / 16); }

/* ---- the control-flow units: one warp of two lanes. env: 0 alive lanes, 1 launched, 2 release held, 3 launch held, 4 stopped by an error ---- */
enum {
  PCS = 2,
  L_WAIT = 0,
  L_BEAT,
  L_RELEASE,
  L_LAUNCH,
  L_ADV,
  L_BRA = L_ADV + PCS,
  L_BSSY = L_BRA + 24,
  L_BSYNC = L_BSSY + 2,
  L_BREAK = L_BSYNC + 2,
  L_CLEAR = L_BREAK + 2,
  L_YIELD,
  L_WSYNC,
  L_EXIT,
  L_BAR = L_EXIT + 3,
  L_END = L_BAR + 2
};
static unsigned cf_done;
static int waits_at_bar(const wt_m *m) {
  wt_path p[WT_MAX_PATHS];
  int n = wt_paths(m, 0, p);
  for (int i = 0; i < n; i++)
    if (p[i].kind == WT_PATH_BAR) return 1;
  return 0;
}
static int cf_event(wt_m *m, uint8_t *env, unsigned l) {
  wt_issue_out *ev = &m->subcore->issue.o;
  const wt_cfu_out *o = m->subcore->cfu;
  unsigned k = L_ADV, i = 0, e = 0;
  static const unsigned starts[] = {L_ADV, L_BRA, L_BSSY, L_BSYNC, L_BREAK, L_CLEAR, L_YIELD, L_WSYNC, L_EXIT, L_BAR};
  static const uint8_t kinds[] = {WT_EV_ADV,   WT_EV_BRA,   WT_EV_BSSY,  WT_EV_BSYNC, WT_EV_BREAK,
                                  WT_EV_BMOVR, WT_EV_YIELD, WT_EV_WSYNC, WT_EV_EXIT,  WT_EV_BAR};
  for (unsigned s = 0; s < sizeof kinds; s++)
    if (l >= starts[s]) k = s;
  i = l - starts[k];
  int direct = k == 0 || kinds[k] == WT_EV_BSSY || kinds[k] == WT_EV_BMOVR;
  if (!(o->run & 1) || (!direct && !o->idle) || env[4]) return 0;
  m->subcore->sched.o.sel_valid = 1;
  explore_eval(m);
  uint64_t mask = o->mask;
  ev->ev_valid = 1, ev->ev_kind = kinds[k], ev->ev_pc = 16, ev->ev_mask = mask;
  switch (kinds[k]) {
    case WT_EV_ADV: ev->ev_pc = 16 * i, ev->ev_mask = 0; break;
    case WT_EV_BRA: e = 1 + i % 3, ev->ev_pc = 16 * (i / 3 % 2), ev->ev_target = i / 6 % 2 ? 32 : 0, ev->ev_rpc = i / 12 ? 32 : WT_RPC_NONE; break;
    case WT_EV_BSSY: ev->ev_bx = (uint8_t)i, ev->ev_pc = 0, ev->ev_target = ev->ev_rpc = 32; break;
    case WT_EV_BSYNC:
    case WT_EV_BREAK: ev->ev_bx = (uint8_t)i; break;
    case WT_EV_BMOVR: ev->ev_val = 1; break;
    case WT_EV_WSYNC: ev->ev_val = 3; break;
    case WT_EV_EXIT: e = 1 + i; break;
    case WT_EV_BAR: ev->ev_bx = 0, e = i ? 1 : 0; break;
    default: break;
  }
  if (e && (e & ~mask)) return 0;
  if (e) ev->ev_mask = e;
  if (kinds[k] == WT_EV_EXIT) env[0] &= (uint8_t)~e;
  return 1;
}
static int cf_drive(wt_m *m, uint8_t *env, unsigned l) {
  wt_subcore *c = m->subcore;
  const wt_cfu_out *o = c->cfu;
  wt_issue_idle(&c->issue.o), wt_ctabar_idle(&m->sm->ctabar.o), wt_dispatch_idle(&m->sm->dispatch.o);
  c->sched.o.sel_valid = c->sched.o.sel_warp = c->sched.o.busy = 0, c->alu.o.sc_valid = 0, c->brx.o = (wt_tgt_out){0};
  memset(c->ibuffer.o.uop, 0, sizeof c->ibuffer.o.uop);
  wt_disp_idle(&c->disp.o);
  if (l == L_RELEASE) {
    if (env[2] || !env[1] || env[4] || !waits_at_bar(m)) return 0;
    env[2] = 1;
  }
  if (l == L_LAUNCH) {
    if (env[3] || env[2] || (env[1] && !env[4] && !(o->dead & 1))) return 0;
    env[3] = 1, env[1] = 0;
  }
  if (env[2]) m->sm->ctabar.o.rel_valid = 1;
  if (env[3]) m->sm->dispatch.o.launch_valid = m->sm->dispatch.o.launch_last = 1, m->sm->dispatch.o.launch_mask = 3;
  if (o->rel_ack) env[2] = 0;
  if (o->launch_ack) env[3] = 0, env[1] = 1, env[0] = 3, env[4] = 0;
  if (l == L_BEAT) c->sched.o.busy = 1;
  if (l >= L_ADV && (!env[1] || !cf_event(m, env, l))) return 0;
  cf_done = o->done_valid;
  return 1;
}
static const char *cf_look(wt_m *m, uint8_t *env) {
  const wt_cfu_out *o = m->subcore->cfu;
  wt_path p[WT_MAX_PATHS];
  uint64_t seen = 0;
  int runs = 0, bar = 0, ready = 0;
  if (o->err_valid) env[4] = 1;
  if (o->done_valid) {
    if (env[0]) return "done, and lanes have not exited";
    env[1] = 0;
  }
  if (!env[1] || env[4] || env[3]) return NULL;
  int n = wt_paths(m, 0, p);
  if (n < 0) return NULL; /* the unit works on the warp */
  for (int i = 0; i < n; i++) {
    if (!p[i].mask) return "a path without lanes";
    if (seen & p[i].mask) return "lanes in two paths";
    seen |= p[i].mask, runs += p[i].kind == WT_PATH_RUN, bar |= p[i].kind == WT_PATH_BAR, ready |= p[i].kind == WT_PATH_READY;
  }
  if (seen != env[0]) return "the lanes of all paths are not those launched and not exited";
  if (runs > 1) return "two paths run";
  if (o->dead & 1 && runs) return "dead, and a path runs";
  if (o->dead & 1 && ready) return "dead, and a path could run";
  if (!runs && !bar && !(o->dead & 1) && env[0] && o->idle && !env[2]) return "nobody runs or waits at a CTA barrier, and the warp is not dead";
  return NULL;
}
static int cf_goal(const wt_m *m, const uint8_t *env) { return !env[1] || env[4] || (m->subcore->cfu->dead & 1); }
static void cf_say(unsigned l, char *t, size_t n) {
  static const char *const words[] = {"nothing", "a later beat", "a CTA release is shown", "a launch is shown"};
  if (l < L_ADV) snprintf(t, n, "%s", words[l]);
  else if (l < L_BRA) snprintf(t, n, "advance at %u", 16 * (l - L_ADV));
  else if (l < L_BSSY)
    snprintf(t, n, "BRA at %u to %u, lanes %u, point %s", 16 * ((l - L_BRA) / 3 % 2), (l - L_BRA) / 6 % 2 * 32, 1 + (l - L_BRA) % 3,
             (l - L_BRA) / 12 ? "32" : "none");
  else
    snprintf(t, n, "%s",
             l < L_BSYNC   ? "BSSY"
             : l < L_BREAK ? "BSYNC"
             : l < L_CLEAR ? "BREAK"
             : l < L_YIELD ? "BMOV.CLEAR"
             : l < L_WSYNC ? "YIELD"
             : l < L_EXIT  ? "WARPSYNC of all"
             : l < L_BAR   ? "EXIT"
                           : "BAR");
  if (l >= L_EXIT && l < L_BAR) snprintf(t, n, "EXIT of lanes %u", 1 + l - L_EXIT);
}

#define CFU(unit, ...)                                                                                                                                      \
  {                                                                                                                                                         \
#unit, #unit,                                                                                                                                           \
      {"DIVERGENCE=" #unit, "WARPS=1", "CTAS=1", "WARP_SIZE=2", "LANES=2", "REGS=256", __VA_ARGS__ }, L_END,                                                \
       "one warp of two lanes: advance, branches with and without a point, BSSY, BSYNC, BREAK, BMOV.CLEAR, YIELD, WARPSYNC, EXIT, BAR, releases, launches", \
       cf_drive, cf_look, cf_goal, cf_say                                                                                                                   \
  }
const explorer explorers[] = {
  {"war",
   "war",
   {"LANES=2", NULL},
   588,
   "two warps; first beats with one or two sources and later beats in and out, at most two of each, four heads, three modes",
   war_drive,
   war_look,
   war_goal,
   war_say},
  {"sb_bit",
   "sb_bit",
   {NULL},
   8640,
   "two warps; R3, R4, both, P0, the uniform bit set and released, by both ways at once",
   sb_drive,
   sb_look,
   sb_goal,
   sb_say},
  {"sb_coon",
   "sb_coon",
   {"SCOREBOARD=coon", "WARPS=1", "CTAS=1", "IBUF_DEPTH=2", "SB_ENTRIES=2", NULL},
   320,
   "one warp of two slots and two entries: four instructions inserted, issued, released by both ways at once, redirects",
   coon_drive,
   coon_look,
   coon_goal,
   coon_say},
  {"ctabar",
   "ctabar",
   {"WARP_SIZE=2", "LANES=2", "REGS=256", "CTAS=1", NULL},
   108,
   "a CTA of two warps of two threads: arrivals at two barriers, exits, acknowledgements",
   ct_drive,
   ct_look,
   ct_goal,
   ct_say},
  {"dispatch",
   "dispatch",
   {"WARPS=4", "CTAS=4", NULL},
   180,
   "one to three CTAs of one or two warps, given when asked for or later, acknowledgements, ends of warps",
   di_drive,
   di_look,
   di_goal,
   di_say},
  {"sched",
   "sched",
   {"WARPS=3", "SCHED_AGE=0", NULL},
   512,
   "three warps: ready heads, packets of two beats or none, launches and ends",
   sc_drive,
   sc_look,
   NULL,
   sc_say},
  {"sched_gto", "sched", {"WARPS=3", "SCHED=gto", "SCHED_AGE=0", NULL}, 512, "the same, greedy then oldest", sc_drive, sc_look, NULL, sc_say},
  {"sched_cggty", "sched", {"WARPS=3", "SCHED=cggty", "SCHED_AGE=0", NULL}, 512, "the same, greedy then youngest", sc_drive, sc_look, NULL, sc_say},
  {"sched_pool",
   "sched",
   {"WARPS=3", "SCHED=twolevel", "POOL=2", "SCHED_AGE=0", NULL},
   512,
   "the same, a pool of two",
   sc_drive,
   sc_look,
   NULL,
   sc_say},
  {"sched_age",
   "sched",
   {"WARPS=3", "LANES=2", "SCHED_AGE=3", "SCHED=gto", NULL},
   48,
   "three warps, free or not, a collector free in one of two cycles: greedy then oldest",
   sa_drive,
   sa_look,
   NULL,
   sa_say},
  {"sched_age_oldest", "sched", {"WARPS=3", "LANES=2", "SCHED_AGE=3", "SCHED=oldest", NULL}, 48, "the same, oldest", sa_drive, sa_look, NULL, sa_say},
  {"sched_age_cggty",
   "sched",
   {"WARPS=3", "LANES=2", "SCHED_AGE=3", "SCHED=cggty", NULL},
   48,
   "the same, greedy then youngest",
   sa_drive,
   sa_look,
   NULL,
   sa_say},
  {"sched_age_lrr", "sched", {"WARPS=3", "LANES=2", "SCHED_AGE=3", "SCHED=lrr", NULL}, 48, "the same, round robin", sa_drive, sa_look, NULL, sa_say},
  {"sched_age_pool",
   "sched",
   {"WARPS=3", "LANES=2", "SCHED_AGE=3", "SCHED=twolevel", "POOL=1", NULL},
   48,
   "the same, a pool of one",
   sa_drive,
   sa_look,
   NULL,
   sa_say},
  CFU(hanoi_yr, "BX_REGS=2", "WSYNC_SLOTS=1"),
  CFU(barrier, "BX_REGS=1", "WSYNC_SLOTS=1"),
  CFU(multipath, "RT_DEPTH=3", "WSYNC_SLOTS=1"),
  CFU(simt_stack, "STACK_DEPTH=4", "BX_REGS=2"),
  CFU(hanoi, "BX_REGS=1", "REC_DEPTH=1", "WS_DEPTH=2"),
  {NULL, NULL, {NULL}, 0, NULL, NULL, NULL, NULL, NULL},
};
