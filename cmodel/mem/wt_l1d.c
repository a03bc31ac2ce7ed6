/* wt_l1d.c - C twin of the first-level data cache. Rules: docs/blocks/mem/wt_l1d.md. */
#include "mem/wt_l1d.h"

#include <string.h>

#include "isa/wt_isa.h"

/* What the tags' port is used for in this cycle; a function of state and modes. */
enum { IDLE, HIT, MERGE, MISS, PARK, SEND, WAIT, DROP };
typedef struct {
  int what;
  int again; /* the oldest parked load, not the request in the input register */
  int at;    /* way of the line, -1 = not there */
  unsigned set, need, entry, way;
  uint64_t line, lanes;
  unsigned tag, warp, why; /* why: what is parked is parked (L1_...) */
} lookup;

static int has_hit(const wt_l1d_state *q, unsigned row) {
  unsigned i = 0;
  while (i < q->hit_n && q->hit_row[i] != row) i++;
  return i != q->hit_n;
}
static int has_parked(const wt_l1d_state *q, uint64_t line) {
  unsigned i = 0;
  while (i < q->park_n && q->park_line[i] != line) i++;
  return i != q->park_n;
}

/* R2 */
unsigned wt_l1d_set(const wt_shape *S, int hashed, uint64_t line) {
  uint64_t high = (line >> 12 & 1) << 4 | (line >> 10 & 1) << 3 | (line >> 6 & 7);
  return (unsigned)((hashed ? line ^ high : line) & (S->L1_SETS - 1));
}
static unsigned sectors(const wt_l1d_state *q, const wt_shape *S, unsigned set, unsigned way) {
  return (unsigned)(q->sect[set] >> (way * S->L1_SECTS) & wt_mask64(S->L1_SECTS));
}
/* R2: A request has 128 bytes, of which one line has what it asks for: which part of them that is. */
static unsigned part_of(const wt_shape *S, const uint32_t *bmask) {
  unsigned i = 0;
  while (i < 3 && !bmask[i]) i++;
  return i * 32 / S->L1_LINE;
}
static unsigned sectors_of(const wt_shape *S, const uint32_t *bmask) {
  unsigned need = 0, words = S->L1_SECTOR / 32;
  bmask += part_of(S, bmask) * S->L1_LINE / 32;
  for (unsigned i = 0; i < S->L1_LINE / 32; i++)
    if (bmask[i]) need |= 1u << (i / words);
  return need;
}
static int is_local(const wt_shape *S, uint64_t line) { return line / S->L1_PARTS >> 56 & 1; }
/* Whose local memory the line is: a warp (GROUPING=dwr: a large warp) and the highest bit; 0: nobody's. */
static unsigned owner(const wt_shape *S, uint64_t line) {
  return is_local(S, line) ? 1u << S->SM_WARP_W | (unsigned)(line / S->L1_PARTS >> 33 & wt_mask64(S->SM_WARP_W)) : 0;
}

/* Way that holds the line, -1: none. */
static int way_of(const wt_l1d *self, unsigned set, uint64_t line) {
  const wt_shape *S = self->in.S;
  for (unsigned w = 0; w < S->L1_WAYS; w++)
    if (sectors(&self->q, S, set, w) && self->q.tag[set * S->L1_WAYS + w] == line / S->L1_SETS) return (int)w;
  return -1;
}
static unsigned age_of(const wt_l1d *self, unsigned set, unsigned w) {
  const wt_shape *S = self->in.S;
  return (unsigned)(self->q.age[set] >> (w * S->L1_WAY_W) & wt_mask64(S->L1_WAY_W)) ^ w;
}
/* R10: Way to be given away: an empty one, else the oldest, of those that nothing holds. -1: all are held. */
static int victim(const wt_l1d *self, unsigned set) {
  const wt_shape *S = self->in.S;
  const wt_l1d_state *q = &self->q;
  uint64_t held = 0;
  for (uint64_t p = self->in.cfg->l1_fill ? 0 : q->prt_valid; p; p &= p - 1) {
    unsigned e = wt_lowest(p);
    if (wt_l1d_set(S, self->in.cfg->l1_xor, q->prt_line[e]) == set) held |= UINT64_C(1) << q->prt_way[e];
  }
  for (unsigned i = 0; i < q->hit_n; i++)
    if (q->hit_row[i] / S->L1_WAYS == set) held |= UINT64_C(1) << q->hit_row[i] % S->L1_WAYS;
  int best = -1;
  for (unsigned w = 0; w < S->L1_WAYS; w++) {
    if (held >> w & 1) continue;
    if (!sectors(q, S, set, w)) return (int)w;
    if (best < 0 || age_of(self, set, w) > age_of(self, set, (unsigned)best)) best = (int)w;
  }
  return best;
}

/* R3: STRONG of scope 0 or 1, a CTA or an SM: all who may be meant have this cache. */
static int cached(const wt_l1d_state *q) {
  const int served = q->in_order < 2 || (q->in_order == 2 && q->in_scope < 2);
  return q->in_op == WT_MEM_LOAD && (q->in_space == WT_SP_LOCAL || (q->in_space == WT_SP_GLOBAL && served));
}

/* A load that the cache serves: hit, else it joins a request, else it makes one, else it is parked. */
static void look_load(const wt_l1d *self, lookup *k) {
  const wt_shape *S = self->in.S;
  const wt_l1d_state *q = &self->q;
  k->set = wt_l1d_set(S, self->in.cfg->l1_xor, k->line);
  k->at = way_of(self, k->set, k->line);
  k->what = PARK, k->why = WT_L1_ORDER;
  if (!k->again && has_parked(q, k->line)) return;                          /* R7 */
  if (k->at >= 0 && !(k->need & ~sectors(q, S, k->set, (unsigned)k->at))) { /* R4 */
    k->what = HIT;
    return;
  }
  int way = k->at;
  for (uint64_t p = q->prt_valid & ~q->prt_use; p; p &= p - 1) {
    unsigned e = wt_lowest(p);
    if (q->prt_line[e] != k->line) continue;
    if (way < 0) way = q->prt_way[e];
    if (k->need & ~(unsigned)q->prt_sect[e]) continue;
    k->entry = e, k->why = WT_L1_JOINED;
    if (wt_popcount(q->prt_wait[e]) <= S->L1_MERGES) k->what = MERGE; /* R5 */
    return;
  }
  k->why = WT_L1_TABLE;
  if (q->prt_valid == wt_mask64(S->L1_PRT)) return; /* R6 */
  k->why = WT_L1_HELD;
  if (way < 0 && !self->in.cfg->l1_fill) way = victim(self, k->set);
  if (way < 0 && !self->in.cfg->l1_fill) return;
  k->entry = wt_lowest(~q->prt_valid);
  k->way = self->in.cfg->l1_fill ? 0 : (unsigned)way;
  k->what = MISS;
}

static lookup look(const wt_l1d *self) {
  const wt_shape *S = self->in.S;
  const wt_l1d_state *q = &self->q;
  lookup k = {.what = IDLE, .at = -1};
  if (q->fill_new || (!q->in_valid && !(q->retry && q->park_n))) return k; /* R2 */
  k.again = q->retry && q->park_n;
  if (k.again) {
    k.line = q->park_line[0], k.need = q->park_sect[0], k.tag = q->park_tag[0], k.warp = q->park_warp[0], k.lanes = q->park_lanes[0];
  } else {
    k.line = q->in_line * S->L1_PARTS + part_of(S, q->in_bmask), k.need = sectors_of(S, q->in_bmask), k.tag = q->in_tag, k.warp = q->in_warp,
    k.lanes = q->in_lanes;
  }
  if (k.again || cached(q)) { /* R3 */
    look_load(self, &k);
    return k;
  }
  if (q->in_op == WT_MEM_CCTL) {
    k.what = DROP; /* R13 */
    return k;
  }
  k.what = SEND; /* R8 */
  if (q->in_space == WT_SP_CONST) return k;
  k.set = wt_l1d_set(S, self->in.cfg->l1_xor, k.line);
  k.at = way_of(self, k.set, k.line);
  if (has_parked(q, k.line)) k.what = WAIT; /* R8 */
  else if (k.at >= 0 && has_hit(q, k.set * S->L1_WAYS + (unsigned)k.at)) k.what = WAIT;
  return k;
}

/* ---- outputs ---- */

static void request(const wt_l1d *self, const lookup *k, wt_l1d_out *o) {
  const wt_l1d_state *q = &self->q;
  const wt_shape *S = self->in.S;
  if (o->req_valid) memset(&o->req_valid, 0, offsetof(wt_l1d_out, ready) - offsetof(wt_l1d_out, req_valid));
  if (k->what != MISS && k->what != SEND) return;
  o->req_valid = 1;
  o->req_line = k->line / S->L1_PARTS, o->req_warp = (uint8_t)k->warp, o->req_tag = (uint8_t)k->tag;
  if (k->what == MISS) { /* R6 */
    o->req_op = WT_MEM_LOAD;
    o->req_space = is_local(S, k->line) ? WT_SP_LOCAL : WT_SP_GLOBAL;
    uint32_t *mask = o->req_bmask + k->line % S->L1_PARTS * S->L1_LINE / 32;
    for (unsigned i = 0; i < S->L1_LINE / 32; i++) mask[i] = k->need >> (i / (S->L1_SECTOR / 32)) & 1 ? ~0u : 0;
    return;
  }
  o->req_op = q->in_op, o->req_space = q->in_space, o->req_cta = q->in_cta, o->req_split = q->in_split, o->req_pc = q->in_pc;
  o->req_lanes = q->in_lanes, o->req_aop = q->in_aop, o->req_atype = q->in_atype, o->req_order = q->in_order, o->req_scope = q->in_scope;
  memcpy(o->req_bmask, q->in_bmask, sizeof o->req_bmask);
  memcpy(o->req_data, q->in_data, sizeof o->req_data);
}

/* The line from memory has a load to serve. */
static int fill_ready(const wt_l1d_state *q) { return q->fill_valid && !q->fill_new; }
/* R12 */
static int from_fill(const wt_l1d_state *q) { return fill_ready(q) && (q->turn || !q->out_valid); }

void wt_l1d_moore(wt_l1d *self) {
  const wt_l1d_state *q = &self->q;
  const wt_shape *S = self->in.S;
  wt_l1d_out *o = &self->o;
  lookup k = look(self);
  request(self, &k, o);
  o->rsp_ready = !q->fill_valid; /* R9 */
  if (o->rsp_valid) o->rsp_valid = o->rsp_tag = 0, memset(o->rsp_data, 0, sizeof o->rsp_data);
  if (q->out_valid || fill_ready(q)) {
    int f = from_fill(q);
    o->rsp_valid = 1;
    o->rsp_tag = f ? (uint8_t)wt_lowest(q->fill_wait) : q->out_tag; /* R12 */
    if (f) memcpy(o->rsp_data, q->fill_data, sizeof o->rsp_data);
    else /* R12: the unit looks at its load's place among the 128 bytes */
      for (unsigned i = 0; i < 32; i += S->L1_LINE / 4) memcpy(o->rsp_data + i, q->data_out, S->L1_LINE);
  }
  o->perf_valid = q->perf_valid; /* R14 */
  o->perf_kind = q->perf_valid ? q->perf_kind : 0;
  o->perf_again = q->perf_valid && q->perf_again;
  o->perf_local = q->perf_valid && q->perf_local;
  o->perf_warp = q->perf_valid ? q->perf_warp : 0;
  o->perf_line = q->perf_valid ? q->perf_line : 0;
  o->perf_lanes = q->perf_valid ? q->perf_lanes : 0;
  if (!S->L1_TOLD) return; /* R15 */
  o->perf_why = q->perf_valid ? q->perf_why : 0;
  o->evict_valid = q->evict_valid;
  o->evict_warp = o->evict_valid ? q->evict_warp : 0;
  o->evict_line = o->evict_valid ? q->evict_line : 0;
}

/* The request in the input register leaves at this edge. */
static int leaves(const wt_l1d *self, const lookup *k) {
  switch (k->what) {
    case HIT:
    case MERGE:
    case PARK: return !k->again;
    case MISS: return !k->again && self->in.env->mem_ready;
    case SEND: return self->in.env->mem_ready;
    case DROP: return 1;
    default: return 0;
  }
}

void wt_l1d_eval(wt_l1d *self) {
  lookup k = {.what = IDLE};
  if (self->q.in_valid) k = look(self);
  self->o.ready = !self->q.in_valid || leaves(self, &k); /* R1 */
}

/* ---- clock edge ---- */

/* The way becomes the youngest of its set. */
static void touch(wt_l1d *self, unsigned set, unsigned way) {
  const wt_shape *S = self->in.S;
  unsigned was = age_of(self, set, way);
  uint64_t row = 0;
  for (unsigned w = 0; w < S->L1_WAYS; w++) {
    unsigned a = age_of(self, set, w);
    a = w == way ? 0 : a < was ? a + 1 : a;
    row |= (uint64_t)(a ^ w) << (w * S->L1_WAY_W);
  }
  self->q.age[set] = row;
}
static void clear_way(wt_l1d *self, unsigned set, unsigned way) {
  self->q.sect[set] &= ~(wt_mask64(self->in.S->L1_SECTS) << (way * self->in.S->L1_SECTS));
}

/* R15: Another line takes this way: what it has of its own is lost. */
static void give_away(wt_l1d *self, unsigned set, unsigned way) {
  wt_l1d_state *q = &self->q;
  const wt_shape *S = self->in.S;
  const unsigned row = set * S->L1_WAYS + way;
  if (S->L1_TOLD && sectors(q, S, set, way)) {
    const uint64_t mixed = q->tag[row] * S->L1_SETS + set; /* the hash undoes itself: no bit that it takes is one that it changes */
    q->evict_valid = 1, q->evict_warp = q->by[row];
    q->evict_line = q->tag[row] * S->L1_SETS + wt_l1d_set(S, self->in.cfg->l1_xor, mixed);
  }
  clear_way(self, set, way);
}

/* R9: A line has come: who waits for it, and is it installed? True: an entry of the table is free again. */
static int install(wt_l1d *self) {
  wt_l1d_state *q = &self->q;
  const wt_shape *S = self->in.S;
  unsigned e = 0;
  while (e < S->L1_PRT && !(q->prt_valid >> e & 1 && q->prt_tag[e] == q->fill_tag)) e++;
  q->fill_new = 0;
  if (e == S->L1_PRT) { /* it went by the cache */
    q->fill_wait = UINT64_C(1) << q->fill_tag;
    return 0;
  }
  q->fill_wait = q->prt_wait[e];
  uint64_t line = q->prt_line[e];
  unsigned set = wt_l1d_set(S, self->in.cfg->l1_xor, line);
  int way = self->in.cfg->l1_fill ? way_of(self, set, line) : q->prt_way[e];
  if (way < 0) way = victim(self, set);
  q->prt_valid &= ~(UINT64_C(1) << e);
  if (q->prt_use >> e & 1 || way < 0) return 1;
  unsigned row = set * S->L1_WAYS + (unsigned)way;
  if (has_hit(q, row)) { /* sectors of the line that hits have not read yet: they read what they hit */
    clear_way(self, set, (unsigned)way);
    return 1;
  }
  if (way_of(self, set, line) != way) give_away(self, set, (unsigned)way);
  if (S->L1_TOLD) q->by[row] = q->prt_by[e]; /* R15 */
  q->sect[set] |= (uint64_t)q->prt_sect[e] << ((unsigned)way * S->L1_SECTS);
  WT_PUT(q, tag, row) = line / S->L1_SETS;
  q->own[row] = (uint8_t)owner(S, line);
  uint32_t *to = WT_PUT_WORDS(q, data, row, S->L1_LINE / 4);
  const uint32_t *from = q->fill_data + line % S->L1_PARTS * S->L1_LINE / 4;
  for (unsigned i = 0; i < S->L1_LINE / 32; i++)
    if (q->prt_sect[e] >> (i / (S->L1_SECTOR / 32)) & 1) memcpy(to + i * 8, from + i * 8, 32);
  touch(self, set, (unsigned)way);
  return 1;
}

static void drop_first(void *row, unsigned n, size_t each) { memmove(row, (uint8_t *)row + each, (n - 1) * each); }
static void pop_parked(wt_l1d_state *q, unsigned n) {
  drop_first(q->park_tag, n, sizeof *q->park_tag);
  drop_first(q->park_warp, n, sizeof *q->park_warp);
  drop_first(q->park_lanes, n, sizeof *q->park_lanes);
  drop_first(q->park_line, n, sizeof *q->park_line);
  drop_first(q->park_sect, n, sizeof *q->park_sect);
  q->park_n--;
}
static void pop_hit(wt_l1d_state *q, unsigned n) {
  drop_first(q->hit_tag, n, sizeof *q->hit_tag);
  drop_first(q->hit_row, n, sizeof *q->hit_row);
  drop_first(q->hit_delay, n, sizeof *q->hit_delay);
  q->hit_n--;
}

/* R11: The oldest hit reads its line; the others get older. */
static int read_hit(wt_l1d *self, int taken) {
  wt_l1d_state *q = &self->q;
  int go = q->hit_n && !q->hit_delay[0] && (!q->out_valid || taken);
  for (unsigned i = 0; i < q->hit_n; i++) q->hit_delay[i] -= q->hit_delay[i] != 0;
  if (taken) q->out_valid = 0;
  if (!go) return 0;
  q->out_valid = 1;
  q->out_tag = q->hit_tag[0];
  memcpy(q->data_out, q->data + q->hit_row[0] * self->in.S->L1_LINE / 4, self->in.S->L1_LINE);
  pop_hit(q, self->in.S->LSU_LINES);
  return 1;
}

/* R14 */
static void report(wt_l1d_state *q, const wt_shape *S, const lookup *k) {
  static const uint8_t kind[] = {[HIT] = 0, [MERGE] = 1, [MISS] = 2, [PARK] = 3};
  q->perf_valid = 1;
  q->perf_kind = kind[k->what];
  q->perf_again = (uint8_t)k->again;
  q->perf_local = (uint8_t)is_local(S, k->line);
  q->perf_warp = (uint8_t)k->warp;
  q->perf_line = k->line;
  q->perf_lanes = k->lanes;
  if (S->L1_TOLD) q->perf_why = (uint8_t)(k->what == PARK ? k->why : 0); /* R15 */
}

static void do_load(wt_l1d *self, const lookup *k) {
  wt_l1d_state *q = &self->q;
  const wt_shape *S = self->in.S;
  if (k->what == MISS && !self->in.env->mem_ready) return;
  report(q, S, k);
  if (k->what == HIT) { /* R4 */
    unsigned i = q->hit_n++;
    q->hit_tag[i] = (uint8_t)k->tag;
    q->hit_row[i] = (uint16_t)(k->set * S->L1_WAYS + (unsigned)k->at);
    q->hit_delay[i] = (uint8_t)(self->in.cfg->l1_lat - 3);
    touch(self, k->set, (unsigned)k->at);
  } else if (k->what == MERGE) { /* R5 */
    q->prt_wait[k->entry] |= UINT64_C(1) << k->tag;
  } else if (k->what == MISS) { /* R6 */
    q->prt_valid |= UINT64_C(1) << k->entry;
    q->prt_use &= ~(UINT64_C(1) << k->entry);
    q->prt_line[k->entry] = k->line;
    q->prt_sect[k->entry] = (uint8_t)k->need;
    q->prt_tag[k->entry] = (uint8_t)k->tag;
    q->prt_way[k->entry] = (uint8_t)k->way;
    q->prt_wait[k->entry] = UINT64_C(1) << k->tag;
    if (S->L1_TOLD) q->prt_by[k->entry] = (uint8_t)k->warp; /* R15 */
    if (!self->in.cfg->l1_fill && k->at < 0) give_away(self, k->set, k->way);
  } else if (!k->again) { /* R7 */
    unsigned i = q->park_n++;
    q->park_tag[i] = (uint8_t)k->tag, q->park_warp[i] = (uint8_t)k->warp, q->park_lanes[i] = k->lanes, q->park_line[i] = k->line;
    q->park_sect[i] = (uint8_t)k->need;
    return;
  } else { /* R7 */
    q->retry = 0;
    return;
  }
  if (k->again) pop_parked(q, S->LSU_LINES);
}

/* R8: A store, an atomic or a strong load of a wider scope passes: what the cache has of its line follows it or goes. */
static void do_send(wt_l1d *self, const lookup *k) {
  wt_l1d_state *q = &self->q;
  if (!self->in.env->mem_ready || q->in_space == WT_SP_CONST) return;
  for (uint64_t p = q->prt_valid; p; p &= p - 1) {
    unsigned e = wt_lowest(p);
    if (q->prt_line[e] == k->line) q->prt_use |= UINT64_C(1) << e;
  }
  if (k->at < 0) return;
  int weak = q->in_op == WT_MEM_STORE && (q->in_space == WT_SP_LOCAL || q->in_order < 2);
  if (!weak || self->in.cfg->l1_evict) {
    clear_way(self, k->set, (unsigned)k->at);
    return;
  }
  const wt_shape *S = self->in.S;
  unsigned row = k->set * S->L1_WAYS + (unsigned)k->at, first = (unsigned)(k->line % S->L1_PARTS) * S->L1_LINE;
  uint8_t *to = (uint8_t *)WT_PUT_WORDS(q, data, row, S->L1_LINE / 4);
  for (unsigned i = 0; i < S->L1_LINE; i++)
    if (q->in_bmask[(first + i) / 32] >> i % 32 & 1) to[i] = ((const uint8_t *)q->in_data)[first + i];
}

/* R13: Everything goes: CCTL, the start of a grid. What is on its way is used and not installed. */
static void invalidate(wt_l1d *self) {
  const wt_shape *S = self->in.S;
  wt_l1d_state *q = &self->q;
  memset(q->sect, 0, S->L1_SETS * sizeof *q->sect);
  q->prt_use |= q->prt_valid;
}
/* R13 */
/* Local memory of a warp that starts is new. GROUPING=dwr: lines are those of its large warp, and what partners have on its way is from before. */
static void forget_local(wt_l1d *self, unsigned warp) {
  const wt_shape *S = self->in.S;
  wt_l1d_state *q = &self->q;
  unsigned fresh = 1u << S->SM_WARP_W | warp / S->GANG;
  for (unsigned row = 0; row < S->L1_LINES; row++)
    if (q->own[row] == fresh) clear_way(self, row / S->L1_WAYS, row % S->L1_WAYS);
  for (uint64_t p = q->prt_valid; p; p &= p - 1)
    if (owner(S, q->prt_line[wt_lowest(p)]) == fresh) q->prt_use |= p & -p;
}

static void take(wt_l1d *self) {
  const wt_l1d_in_lsu *r = self->in.lsu;
  wt_l1d_state *q = &self->q;
  q->in_valid = 1;
  q->in_op = r->req_op, q->in_space = r->req_space, q->in_warp = r->req_warp, q->in_cta = r->req_cta, q->in_split = r->req_split;
  q->in_pc = r->req_pc, q->in_lanes = r->req_lanes, q->in_line = r->req_line, q->in_tag = r->req_tag;
  q->in_aop = r->req_aop, q->in_atype = r->req_atype, q->in_order = r->req_order, q->in_scope = r->req_scope;
  memcpy(q->in_bmask, r->req_bmask, sizeof q->in_bmask);
  memcpy(q->in_data, r->req_data, sizeof q->in_data);
}

/* R9, R12: The line from memory serves a load, or one comes in. */
static void answer(wt_l1d *self, int taken) {
  wt_l1d_state *q = &self->q;
  if (!q->fill_valid && self->in.env->rsp_valid) {
    q->fill_valid = q->fill_new = 1;
    q->fill_tag = self->in.env->rsp_tag;
    memcpy(q->fill_data, self->in.env->rsp_data, sizeof q->fill_data);
  } else if (taken) {
    q->fill_wait &= q->fill_wait - 1;
    if (!q->fill_wait) q->fill_valid = 0;
  }
}

void wt_l1d_tick(wt_l1d *self) {
  wt_l1d_state *q = &self->q;
  const wt_shape *S = self->in.S;
  if (q->perf_valid) q->perf_valid = 0;
  if (S->L1_TOLD) q->evict_valid = 0; /* R15 */
  lookup k = look(self);
  int left = q->in_valid && leaves(self, &k), both = q->out_valid && fill_ready(q), f = from_fill(q), rsp = self->in.lsu->rsp_ready;
  int kick = 0, come = q->fill_valid && q->fill_new;
  if (come) kick = install(self);
  if (q->hit_n || q->out_valid) kick |= read_hit(self, rsp && q->out_valid && !f);
  if (k.what == SEND) do_send(self, &k);
  else if (k.what != IDLE && k.what != WAIT && k.what != DROP) do_load(self, &k);
  q->retry |= (uint8_t)kick; /* R7 */
  if (!come) answer(self, rsp && f);
  if (both && rsp) q->turn = !q->turn; /* R12 */
  int ready = !q->in_valid || left;    /* R1 */
  if (self->in.lsu->req_valid && ready) take(self);
  else if (left) q->in_valid = 0;
  if (self->in.dispatch->launch_valid) forget_local(self, self->in.dispatch->launch_warp);
  if (k.what == DROP || self->in.cfg->start) invalidate(self);
}
