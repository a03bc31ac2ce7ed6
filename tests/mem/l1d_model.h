/* l1d_model.h - part of test_wt_l1d.c: a model of every rule of docs/blocks/mem/wt_l1d.md beside the C twin, every output in every cycle. Lines are
 * whole numbers here and ways have the time of their last use. Numbers in comments are rules. */
#ifndef L1D_MODEL_H
#define L1D_MODEL_H

typedef struct {
  unsigned valid, op, space, warp, cta, split, pc, tag, aop, atype, order, scope;
  uint64_t lanes, line;
  uint32_t bmask[4], data[32];
} asked_for;

static struct {
  asked_for in;
  struct {
    unsigned sectors; /* valid ones */
    uint64_t line, used;
    unsigned by; /* who brought it */
    uint8_t data[128];
  } way[MAX_L1_LINES]; /* set * L1_WAYS + way */
  struct {
    int valid, barred; /* barred: may not be installed */
    uint64_t line, wait;
    unsigned sectors, tag, way, by;
  } entry[MAX_L1_PRT];
  struct {
    uint64_t line, lanes;
    unsigned tag, warp, sectors;
  } parked[MAX_LSU_LINES + 1];
  struct {
    unsigned tag, row, delay;
  } hit[MAX_LSU_LINES + 1];
  unsigned nparked, nhit, retry, turn;
  struct {
    int valid;
    unsigned tag;
    uint8_t data[128];
  } read;
  struct {
    int valid, fresh;
    unsigned tag;
    uint64_t wait;
    uint8_t data[128];
  } come;
  struct {
    unsigned valid, kind, again, local, warp, why;
    uint64_t line, lanes;
  } perf;
  struct {
    unsigned valid, warp;
    uint64_t line;
  } evict; /* 15 */
  uint64_t now;
  unsigned want_ready;
} c;
static struct { unsigned what[8], again, both, not_installed, held, several, evicted, why[4]; } seen;

enum { NOTHING, HITS, JOINS, ASKS, PARKS, PASSES, STAYS, EMPTIES };
typedef struct {
  unsigned what, again, set, sectors, entry, way, tag, warp, why;
  int at;
  uint64_t line, lanes;
} looked_up;

static int is_local_line(const wt_shape *S, uint64_t line) { return line / S->L1_PARTS >= UINT64_C(1) << 56; }
static unsigned set_of_line(const wt_bench *b, uint64_t n) { /* 2 */
  uint64_t x = n;
  if (b->m->gpu->cfg.l1_xor) x ^= (n >> 12 & 1) << 4 | (n >> 10 & 1) << 3 | (n >> 6 & 7);
  return (unsigned)(x % b->shape.L1_SETS);
}
static int way_with(const wt_bench *b, uint64_t line) {
  unsigned first = set_of_line(b, line) * b->shape.L1_WAYS;
  for (unsigned w = 0; w < b->shape.L1_WAYS; w++)
    if (c.way[first + w].sectors && c.way[first + w].line == line) return (int)w;
  return -1;
}
static int read_pending(unsigned row) {
  int any = 0;
  for (unsigned i = 0; i < c.nhit; i++) any |= c.hit[i].row == row;
  return any;
}
static int is_parked(uint64_t line) {
  int any = 0;
  for (unsigned i = 0; i < c.nparked; i++) any |= c.parked[i].line == line;
  return any;
}
/* 10: -1: none */
static int given_away(const wt_bench *b, unsigned set) {
  int best = -1;
  for (unsigned w = 0; w < b->shape.L1_WAYS; w++) {
    unsigned row = set * b->shape.L1_WAYS + w;
    int taken = read_pending(row);
    for (unsigned e = 0; e < b->shape.L1_PRT && !b->m->gpu->cfg.l1_fill; e++)
      taken |= c.entry[e].valid && c.entry[e].way == w && set_of_line(b, c.entry[e].line) == set;
    if (taken) continue;
    if (!c.way[row].sectors) return (int)w;
    if (best < 0 || c.way[row].used < c.way[set * b->shape.L1_WAYS + (unsigned)best].used) best = (int)w;
  }
  return best;
}
/* 15: if there is another line */
static void loses(unsigned row) {
  if (!c.way[row].sectors) return;
  c.evict.valid = 1, c.evict.warp = c.way[row].by, c.evict.line = c.way[row].line;
  c.way[row].sectors = 0;
}
static void as_load(const wt_bench *b, looked_up *k) { /* 4 to 7, 15 */
  int fill = b->m->gpu->cfg.l1_fill, way = k->at;
  k->what = PARKS;
  k->why = WT_L1_ORDER;
  if (!k->again && is_parked(k->line)) return;
  if (k->at >= 0 && (c.way[k->set * b->shape.L1_WAYS + (unsigned)k->at].sectors & k->sectors) == k->sectors) {
    k->what = HITS;
    return;
  }
  unsigned vacant = b->shape.L1_PRT, join = b->shape.L1_PRT;
  for (unsigned e = b->shape.L1_PRT; e-- > 0;) {
    if (!c.entry[e].valid) vacant = e;
    else if (c.entry[e].line == k->line && !c.entry[e].barred && (c.entry[e].sectors & k->sectors) == k->sectors) join = e;
  }
  if (join < b->shape.L1_PRT) {
    k->entry = join, k->why = WT_L1_JOINED;
    if ((unsigned)__builtin_popcountll(c.entry[join].wait) < 1 + b->shape.L1_MERGES) k->what = JOINS;
    return;
  }
  for (unsigned e = 0; e < b->shape.L1_PRT && way < 0; e++)
    if (c.entry[e].valid && !c.entry[e].barred && c.entry[e].line == k->line) way = (int)c.entry[e].way;
  if (way < 0) way = given_away(b, k->set);
  k->why = vacant == b->shape.L1_PRT ? WT_L1_TABLE : WT_L1_HELD;
  if (vacant == b->shape.L1_PRT || (!fill && way < 0)) return;
  k->what = ASKS, k->entry = vacant, k->way = fill ? 0 : (unsigned)way;
}
static looked_up lookup_of(const wt_bench *b) {
  const wt_shape *S = &b->shape;
  looked_up k = {.what = NOTHING, .at = -1, .again = c.retry && c.nparked};
  if ((c.come.valid && c.come.fresh) || (!k.again && !c.in.valid)) return k; /* 9, 7 */
  if (k.again) {
    k.line = c.parked[0].line, k.sectors = c.parked[0].sectors, k.tag = c.parked[0].tag, k.warp = c.parked[0].warp, k.lanes = c.parked[0].lanes;
  } else {
    unsigned first = 0;
    while (first < 127 && !(c.in.bmask[first / 32] >> first % 32 & 1)) first++; /* of its bytes */
    k.line = c.in.line * S->L1_PARTS + first / S->L1_LINE, k.tag = c.in.tag, k.warp = c.in.warp, k.lanes = c.in.lanes;
    for (unsigned i = 0; i < 128; i++)
      if (c.in.bmask[i / 32] >> i % 32 & 1) k.sectors |= 1u << i % S->L1_LINE / S->L1_SECTOR;
  }
  k.set = set_of_line(b, k.line), k.at = way_with(b, k.line);
  int wide = c.in.order == 3 || (c.in.order == 2 && c.in.scope >= 2); /* 3: more than the SM must agree */
  int served = c.in.op == WT_MEM_LOAD && (c.in.space == WT_SP_LOCAL || (c.in.space == WT_SP_GLOBAL && !wide));
  if (k.again || served) {
    as_load(b, &k);
  } else if (c.in.op == WT_MEM_CCTL) {
    k.what = EMPTIES; /* 13 */
  } else {
    k.what = PASSES; /* 8 */
    if (c.in.space == WT_SP_CONST) k.at = -1;
    else if (is_parked(k.line) || (k.at >= 0 && read_pending(k.set * S->L1_WAYS + (unsigned)k.at))) k.what = STAYS;
  }
  return k;
}

/* 9: a line is there since the last edge */
static int install(const wt_bench *b) {
  const wt_shape *S = &b->shape;
  unsigned e = 0;
  c.come.fresh = 0;
  while (e < S->L1_PRT && (!c.entry[e].valid || c.entry[e].tag != c.come.tag)) e++;
  if (e == S->L1_PRT) {
    c.come.wait = UINT64_C(1) << c.come.tag;
    return 0;
  }
  uint64_t line = c.entry[e].line;
  unsigned set = set_of_line(b, line);
  int has = way_with(b, line), way = !b->m->gpu->cfg.l1_fill ? (int)c.entry[e].way : has >= 0 ? has : given_away(b, set);
  c.come.wait = c.entry[e].wait, c.entry[e].valid = 0;
  seen.several += (c.come.wait & (c.come.wait - 1)) != 0;
  if (c.entry[e].barred || way < 0) {
    seen.not_installed++;
    return 1;
  }
  unsigned row = set * S->L1_WAYS + (unsigned)way;
  if (read_pending(row)) {
    seen.held++;
    c.way[row].sectors = 0;
    return 1;
  }
  if (has != way) loses(row);
  c.way[row].by = c.entry[e].by;
  c.way[row].sectors |= c.entry[e].sectors, c.way[row].line = line, c.way[row].used = ++c.now;
  for (unsigned i = 0; i < S->L1_LINE; i++)
    if (c.entry[e].sectors >> i / S->L1_SECTOR & 1) c.way[row].data[i] = c.come.data[line % S->L1_PARTS * S->L1_LINE + i];
  return 1;
}

static void served_load(const wt_bench *b, const looked_up *k) {
  static const unsigned kinds[] = {[HITS] = 0, [JOINS] = 1, [ASKS] = 2, [PARKS] = 3};
  unsigned row = k->set * b->shape.L1_WAYS;
  c.perf.valid = 1, c.perf.kind = kinds[k->what], c.perf.again = k->again, c.perf.local = (unsigned)is_local_line(&b->shape, k->line);
  c.perf.warp = k->warp, c.perf.line = k->line, c.perf.lanes = k->lanes;
  seen.again += k->again;
  if (k->what == PARKS) c.perf.why = k->why, seen.why[k->why]++;
  if (k->what == HITS) {
    row += (unsigned)k->at;
    c.hit[c.nhit].tag = k->tag, c.hit[c.nhit].row = row, c.hit[c.nhit++].delay = b->m->gpu->cfg.l1_lat - 3u;
    c.way[row].used = ++c.now;
  } else if (k->what == JOINS) {
    c.entry[k->entry].wait |= UINT64_C(1) << k->tag;
  } else if (k->what == ASKS) {
    c.entry[k->entry].valid = 1, c.entry[k->entry].barred = 0, c.entry[k->entry].line = k->line, c.entry[k->entry].wait = UINT64_C(1) << k->tag;
    c.entry[k->entry].sectors = k->sectors, c.entry[k->entry].tag = k->tag, c.entry[k->entry].way = k->way;
    c.entry[k->entry].by = k->warp;
    if (k->at < 0 && !b->m->gpu->cfg.l1_fill) loses(row + k->way);
  } else if (k->again) {
    c.retry = 0;
    return;
  } else {
    c.parked[c.nparked].line = k->line, c.parked[c.nparked].lanes = k->lanes, c.parked[c.nparked].tag = k->tag, c.parked[c.nparked].warp = k->warp;
    c.parked[c.nparked++].sectors = k->sectors;
    return;
  }
  if (k->again) memmove(c.parked, c.parked + 1, (--c.nparked) * sizeof *c.parked);
}
static void passes(const wt_bench *b, const looked_up *k) { /* 8 */
  if (c.in.space == WT_SP_CONST) return;
  for (unsigned e = 0; e < b->shape.L1_PRT; e++) c.entry[e].barred |= c.entry[e].line == k->line;
  if (k->at < 0) return;
  unsigned row = k->set * b->shape.L1_WAYS + (unsigned)k->at, first = (unsigned)(k->line % b->shape.L1_PARTS) * b->shape.L1_LINE;
  if (c.in.op != WT_MEM_STORE || (c.in.order > 1 && c.in.space != WT_SP_LOCAL) || b->m->gpu->cfg.l1_evict) {
    c.way[row].sectors = 0;
    return;
  }
  for (unsigned i = first; i < first + b->shape.L1_LINE; i++)
    if (c.in.bmask[i / 32] >> i % 32 & 1) c.way[row].data[i - first] = (uint8_t)(c.in.data[i / 4] >> 8 * (i % 4));
}
static void dropped(const wt_bench *b, int cctl) { /* 13 */
  const wt_dispatch_out *d = &b->m->sm->dispatch.o;
  int all = cctl || b->m->gpu->cfg.start;
  unsigned owner = d->launch_warp / (b->shape.GROUPING ? b->shape.DWR_SUBWARPS : 1);
  for (unsigned i = 0; i < b->shape.L1_LINES + b->shape.L1_PRT; i++) {
    unsigned e = i - b->shape.L1_LINES;
    uint64_t frame = (i < b->shape.L1_LINES ? c.way[i].line : c.entry[e].line) / b->shape.L1_PARTS;
    int its = d->launch_valid && frame >> 56 && (frame >> 33 & 0x7fffff) == owner;
    if (!all && !its) continue;
    if (i < b->shape.L1_LINES) c.way[i].sectors = 0;
    else c.entry[e].barred = 1;
  }
}
static int answers_from_memory(void) { return c.come.valid && !c.come.fresh && (c.turn || !c.read.valid); }

static void exact_rules(const wt_bench *b) {
  const wt_sm *m = b->m->sm;
  const wt_lsu_out *q = &m->lsu.o;
  looked_up k = lookup_of(b);
  int at_once = k.what == HITS || k.what == JOINS || k.what == PARKS || k.what == EMPTIES;
  int ready = m->env.mem_ready, goes = at_once || ((k.what == ASKS || k.what == PASSES) && ready);
  int left = c.in.valid && goes && !k.again, f = answers_from_memory(), both = c.read.valid && c.come.valid && !c.come.fresh;
  int read_taken = q->rsp_ready && c.read.valid && !f, free_now = !c.read.valid || read_taken, kick = 0, was_held = c.come.valid,
      fresh = was_held && c.come.fresh;
  c.want_ready = !c.in.valid || left;
  seen.what[k.what]++, seen.both += (unsigned)both;
  memset(&c.perf, 0, sizeof c.perf), memset(&c.evict, 0, sizeof c.evict);
  if (fresh) kick = install(b);
  if (read_taken) c.read.valid = 0;
  int reads = c.nhit && !c.hit[0].delay && free_now; /* 11 */
  for (unsigned i = 0; i < c.nhit; i++) c.hit[i].delay -= c.hit[i].delay > 0;
  if (reads) {
    c.read.valid = 1, c.read.tag = c.hit[0].tag, kick = 1;
    memcpy(c.read.data, c.way[c.hit[0].row].data, 128);
    memmove(c.hit, c.hit + 1, --c.nhit * sizeof *c.hit);
  }
  if (goes && k.what == PASSES) passes(b, &k);
  else if (goes && k.what != EMPTIES) served_load(b, &k);
  c.retry |= (unsigned)kick;
  if (q->rsp_ready && f && !fresh) { /* 12 */
    c.come.wait &= c.come.wait - 1;
    c.come.valid = c.come.wait != 0;
  }
  if (!was_held && m->env.rsp_valid) {
    c.come.valid = c.come.fresh = 1, c.come.tag = m->env.rsp_tag;
    memcpy(c.come.data, m->env.rsp_data, 128);
  }
  c.turn ^= both && q->rsp_ready;
  if (left) c.in.valid = 0;
  if (c.want_ready && q->req_valid) { /* 1 */
    c.in = (asked_for){1,          q->req_op,    q->req_space, q->req_warp,  q->req_cta,   q->req_split, q->req_pc, q->req_tag,
                       q->req_aop, q->req_atype, q->req_order, q->req_scope, q->req_lanes, q->req_line,  {0},       {0}};
    memcpy(c.in.bmask, q->req_bmask, sizeof c.in.bmask);
    memcpy(c.in.data, q->req_data, sizeof c.in.data);
  }
  dropped(b, k.what == EMPTIES);
  seen.evicted += c.evict.valid;
}

#define IS(rule, port, want) SUITE_RULE(b, rule, #port, o->port, want)
static void look_at_memory_port(const wt_bench *b, const wt_l1d_out *o) { /* 6, 8 */
  asked_for r = {0};
  looked_up k = lookup_of(b);
  if (k.what == PASSES) r = c.in;
  if (k.what == ASKS) {
    unsigned part = (unsigned)(k.line % b->shape.L1_PARTS) * b->shape.L1_LINE;
    r.valid = 1, r.op = WT_MEM_LOAD, r.space = is_local_line(&b->shape, k.line) ? WT_SP_LOCAL : WT_SP_GLOBAL;
    r.line = k.line / b->shape.L1_PARTS, r.tag = k.tag, r.warp = k.warp;
    for (unsigned i = 0; i < b->shape.L1_LINE; i++)
      if (k.sectors >> i / b->shape.L1_SECTOR & 1) r.bmask[(part + i) / 32] |= 1u << (part + i) % 32;
  }
  IS("6, 8", req_valid, r.valid);
  IS("6, 8", req_op, r.op);
  IS("6, 8", req_space, r.space);
  IS("6, 8", req_warp, r.warp);
  IS("6, 8", req_cta, r.cta);
  IS("6, 8", req_split, r.split);
  IS("6, 8", req_pc, r.pc);
  IS("6, 8", req_lanes, r.lanes);
  IS("6, 8", req_line, r.line);
  IS("6, 8", req_tag, r.tag);
  IS("6, 8", req_aop, r.aop);
  IS("6, 8", req_atype, r.atype);
  IS("6, 8", req_order, r.order);
  IS("6, 8", req_scope, r.scope);
  SUITE_RULE(b, "6, 8", "req_bmask", memcmp(o->req_bmask, r.bmask, sizeof r.bmask) != 0, 0);
  SUITE_RULE(b, "6, 8", "req_data", memcmp(o->req_data, r.data, sizeof r.data) != 0, 0);
}
/* What a later cycle alone would show: the table of requests, both queues, the lines. */
static void look_at_tables(const wt_bench *b) {
  const wt_l1d_state *o = &b->m->sm->l1d.q;
  const wt_shape *S = &b->shape;
  IS("7", park_n, c.nparked);
  IS("11", hit_n, c.nhit);
  IS("7", retry, c.retry);
  IS("12", turn, c.turn);
  for (unsigned e = 0; e < S->L1_PRT; e++) {
    IS("6, 9", prt_valid >> e & 1, c.entry[e].valid);
    if (!c.entry[e].valid) continue;
    IS("8, 13", prt_use >> e & 1, c.entry[e].barred);
    IS("6", prt_line[e], c.entry[e].line);
    IS("6", prt_sect[e], c.entry[e].sectors);
    IS("6", prt_tag[e], c.entry[e].tag);
    IS("6", prt_way[e], c.entry[e].way);
    IS("5, 6", prt_wait[e], c.entry[e].wait);
  }
  for (unsigned i = 0; i < c.nparked; i++) IS("7", park_line[i], c.parked[i].line);
  for (unsigned i = 0; i < c.nhit; i++) IS("11", hit_delay[i], c.hit[i].delay);
  for (unsigned row = 0; row < S->L1_LINES; row++) {
    unsigned at = row % S->L1_WAYS * S->L1_SECTS, local = is_local_line(S, c.way[row].line);
    IS("4, 6, 8, 9, 13", sect[row / S->L1_WAYS] >> at & wt_mask64(S->L1_SECTS), c.way[row].sectors);
    unsigned whose = (unsigned)(c.way[row].line / S->L1_PARTS >> 33 & wt_mask64(S->SM_WARP_W));
    if (c.way[row].sectors) IS("9", own[row], local ? 1u << S->SM_WARP_W | whose : 0);
  }
}
static void exact_look(const wt_bench *b) {
  const wt_l1d_out *o = &b->m->sm->l1d.o;
  int f = answers_from_memory(), any = f || c.read.valid;
  uint8_t data[128] = {0};
  for (unsigned i = 0; any && i < 128; i++) data[i] = f ? c.come.data[i] : c.read.data[i % b->shape.L1_LINE];
  IS("1", ready, c.want_ready);
  IS("9", rsp_ready, !c.come.valid);
  IS("11, 12", rsp_valid, any);
  IS("12", rsp_tag, !any ? 0 : f ? wt_lowest(c.come.wait) : c.read.tag);
  SUITE_RULE(b, "9, 11, 12", "rsp_data", memcmp(o->rsp_data, data, 128) != 0, 0);
  IS("14", perf_valid, c.perf.valid);
  IS("14", perf_kind, c.perf.kind);
  IS("14", perf_again, c.perf.again);
  IS("14", perf_local, c.perf.local);
  IS("14", perf_warp, c.perf.warp);
  IS("14", perf_line, c.perf.line);
  IS("14", perf_lanes, c.perf.lanes);
  const int told = b->shape.CCWS;
  IS("15", perf_why, told ? c.perf.why : 0);
  IS("15", evict_valid, told && c.evict.valid);
  IS("15", evict_warp, told ? c.evict.warp : 0);
  IS("15", evict_line, told ? c.evict.line : 0);
  look_at_memory_port(b, o);
  look_at_tables(b);
}
#undef IS
static void exact_start(const wt_bench *b) {
  memset(&c, 0, sizeof c);
  for (unsigned row = 0; row < b->shape.L1_LINES; row++) /* not reset */
    memcpy(c.way[row].data, (const uint8_t *)b->m->sm->l1d.q.data + row * b->shape.L1_LINE, b->shape.L1_LINE);
}
static const suite_model exact_model = {"l1d", exact_start, exact_rules, exact_look};
#endif
