/* memsys_model.h - a model of network, L2 and DRAM, written from docs/blocks/top/wt_memory.md, whose rules stand in brackets: it keeps for every request where it is
 * and since when, for every bank when its last commands were, and lists no queue. test_wt_memsys.c says what is asked.
 */
#ifndef WT_MEMSYS_MODEL_H
#define WT_MEMSYS_MODEL_H
#include "lib/wt_memsys.h"
#include "tests/host_kit.h"
#include "tests/suite.h"

enum { SMS = 3, EACH = 512, ALL = SMS * EACH, LONG_AGO = -100000, QUEUE = 64, WAYS = 4, SETS = 3, EVENTS = 2000 };
static uint64_t rng;
static unsigned below(unsigned n) { return (unsigned)wt_host_below(&rng, n); }
static unsigned among(unsigned first, unsigned last) { return first + below(last - first + 1); }

/* ---- the model: a channel ---- */

typedef struct {
  int open;
  uint64_t row;
  long long act, pre, rw; /* when its last commands were */
} bank;
typedef struct {
  uint64_t row;
  unsigned bank, line_at, sector; /* of a read: number of the line or request that gets it */
  int write, activated, precharged;
  long long there; /* the end of its burst, once it has been asked of a bank */
  uint64_t line;
} burst;
typedef struct {
  long long now, act, bus; /* bus: first free clock */
  unsigned n, flying, passed;
  bank b[32];
  burst q[QUEUE], fly[2 * QUEUE];
  wt_dram_counts c;
} channel;

/* ---- the model: the rest ---- */

typedef enum { NOWHERE, AT_PORT, ON_LINK, COMING, AT_SLICE, WAITS, IN_L2, TO_LINK, BACK } place;
typedef struct {
  wt_mem_req r;
  place at;
  uint64_t since; /* order in which requests came to their places */
  long long due;
  uint64_t asked;
  unsigned missing, id;
} request;
typedef struct {
  uint64_t line, used; /* used: 0 = nothing is there */
  unsigned valid, dirty, pending;
} line;
typedef struct {
  unsigned id;
  int answer;
} event;
static struct {
  wt_shape S;
  request q[ALL];
  unsigned n, high, sets, ids; /* high: requests from this one on have never been */
  uint64_t stamp, cycles;
  long long now, link_out[SMS], link_back[SMS];
  long long free_at[32];
  line l2[32][SETS][WAYS];
  channel ch[16];
  wt_mem_counts c;
  event want[EVENTS];
  unsigned wanted, got;
} M;

static unsigned slice_of(uint64_t l) { return (unsigned)(l / 2 % M.S.L2_SLICES); } /* [4]: pieces of 256 bytes */
static unsigned sectors(const wt_mem_req *r, int part) {
  unsigned m = 0;
  for (unsigned s = 0; s < 4; s++)
    if (r->bmask[s] && !(part && r->bmask[s] == UINT32_MAX)) m |= 1u << s;
  return m;
}
static unsigned ones(unsigned m) { return (m & 1) + (m >> 1 & 1) + (m >> 2 & 1) + (m >> 3 & 1); }
static void go(request *r, place at) { r->at = at, r->since = ++M.stamp; }
/* The request that has been longest at a place (of a slice: 32 = any). */
static request *oldest(place at, unsigned slice) {
  request *best = NULL;
  for (unsigned i = 0; i < M.high; i++)
    if (M.q[i].at == at && (slice == 32 || slice_of(M.q[i].r.line) == slice) && (!best || M.q[i].since < best->since)) best = &M.q[i];
  return best;
}
static unsigned count(place at, unsigned slice, int agents) { /* agents: 0 of the SM, 1 of agents, 2 of both */
  unsigned n = 0;
  for (unsigned i = 0; i < M.high; i++)
    n += M.q[i].at == at && (slice == 32 || slice_of(M.q[i].r.line) == slice) && (agents == 2 || (M.q[i].r.from != 0) == agents);
  return n;
}
/* [2, 3] The same of one SM. */
static request *oldest_of(place at, unsigned sm) {
  request *best = NULL;
  for (unsigned i = 0; i < M.high; i++)
    if (M.q[i].at == at && !M.q[i].r.from && M.q[i].r.sm == sm && (!best || M.q[i].since < best->since)) best = &M.q[i];
  return best;
}
static unsigned count_of(unsigned sm, int port) { /* all of them, or those that wait at its port */
  unsigned n = 0;
  for (unsigned i = 0; i < M.high; i++) n += (port ? M.q[i].at == AT_PORT : M.q[i].at != NOWHERE) && !M.q[i].r.from && M.q[i].r.sm == sm;
  return n;
}
static void happens(const request *r, int answer) {
  ck_assert_uint_lt(M.wanted, EVENTS);
  M.want[M.wanted++] = (event){r->id, answer};
}
static void gone(request *r) {
  happens(r, 1);
  r->at = NOWHERE, M.n--;
}

/* [12] */
static int may_transfer(const channel *c, const burst *x) {
  const bank *b = &c->b[x->bank];
  return b->open && b->row == x->row && c->now >= b->act + M.S.T_RCD && c->now + M.S.T_CL >= c->bus;
}
static void transfer(channel *c, unsigned i) {
  burst x = c->q[i];
  long long clocks = 32 / M.S.DRAM_BUS;
  x.there = c->now + M.S.T_CL + clocks;
  c->bus = c->now + M.S.T_CL + clocks * M.S.MEM_SHARE; /* [15] */
  c->b[x.bank].rw = c->now;
  if (x.write) c->c.writes++;
  else c->c.reads++, c->fly[c->flying++] = x;
  c->c.bus += (uint64_t)clocks;
  if (x.precharged) c->c.conflicts++;
  else if (x.activated) c->c.misses++;
  else c->c.hits++;
  if (i) c->c.overtaken++, c->passed++;
  else c->passed = 0;
  for (c->n--; i < c->n; i++) c->q[i] = c->q[i + 1];
}
static int opens_or_closes(channel *c, burst *x) {
  bank *b = &c->b[x->bank];
  if (b->open && b->row == x->row) return 0;
  if (b->open) {
    if (c->now < b->act + M.S.T_RAS || c->now < b->rw + 32 / M.S.DRAM_BUS) return 0;
    b->open = 0, b->pre = c->now, x->precharged = 1;
    return 1;
  }
  if (c->now < b->act + M.S.T_RC || c->now < b->pre + M.S.T_RP || c->now < c->act + M.S.T_RRD) return 0;
  b->open = 1, b->row = x->row, b->act = c->act = c->now, x->activated = 1;
  return 1;
}
static void arrives(const burst *x);
static void command(channel *c) {
  if (!c->n) return;
  int alone = M.S.DRAM_SCHED == WT_DRAM_SCHED_fifo || (M.S.DRAM_HITS && c->passed >= M.S.DRAM_HITS); /* [13, 14] */
  for (unsigned i = 0; i < (alone ? 1 : c->n); i++)
    if (may_transfer(c, &c->q[i])) {
      transfer(c, i);
      return;
    }
  for (unsigned i = 0; i < (alone ? 1 : c->n); i++) {
    int first = 1, wanted = 0;
    for (unsigned k = 0; k < c->n; k++) {
      const burst *x = &c->q[k];
      if (x->bank != c->q[i].bank) continue;
      first &= k >= i;
      wanted |= c->b[x->bank].open && c->b[x->bank].row == x->row;
    }
    if (alone || (first && !wanted))
      if (opens_or_closes(c, &c->q[i])) return;
  }
}
static void channel_clock(channel *c) {
  while (c->flying && c->fly[0].there <= c->now) {
    burst x = c->fly[0];
    memmove(c->fly, c->fly + 1, --c->flying * sizeof *c->fly);
    arrives(&x);
  }
  c->c.clocks++, c->c.queued += c->n;
  command(c);
  c->now++;
}
/* [4] In a channel its pieces follow each other, DRAM_ROW bytes of them are a row, rows go around the banks. */
static void ask_channel(uint64_t l, unsigned sector, int write, unsigned line_at) {
  channel *c = &M.ch[slice_of(l) % M.S.DRAM_CHANNELS];
  uint64_t row = (l / 2 / M.S.DRAM_CHANNELS * 256 + l % 2 * 128 + sector * 32) / M.S.DRAM_ROW;
  c->q[c->n++] =
    (burst){.row = row / M.S.DRAM_BANKS, .bank = (unsigned)(row % M.S.DRAM_BANKS), .write = write, .sector = sector, .line = l, .line_at = line_at};
}

/* ---- slices ---- */

static void answer_in(request *r) {
  r->due = M.now + M.S.L2_LAT;
  go(r, IN_L2);
}
static line *set_of(uint64_t l) { /* [8] */
  uint64_t number = l / 2 / M.S.L2_SLICES * 2 + l % 2;
  return M.l2[slice_of(l)][number % M.sets];
}
static line *find(uint64_t l) {
  for (unsigned w = 0; w < M.S.L2_WAYS; w++)
    if (set_of(l)[w].used && set_of(l)[w].line == l) return &set_of(l)[w];
  return NULL;
}
static void arrives(const burst *x) {
  if (!M.sets) { /* [11] */
    request *r = &M.q[x->line_at];
    r->missing &= ~(1u << x->sector);
    if (!r->missing) answer_in(r);
    return;
  }
  line *l = find(x->line);
  ck_assert_ptr_nonnull(l); /* [8]: a line that waits does not leave */
  l->valid |= 1u << x->sector, l->pending &= ~(1u << x->sector);
  for (uint64_t after = 0;;) { /* in the order in which they came */
    request *r = NULL;
    for (unsigned i = 0; i < M.high; i++)
      if (M.q[i].at == WAITS && M.q[i].r.line == x->line && M.q[i].since > after && (!r || M.q[i].since < r->since)) r = &M.q[i];
    if (!r) return;
    after = r->since;
    r->missing &= ~(1u << x->sector);
    if (!r->missing) answer_in(r);
  }
}
/* [6 to 11] */
static void look_up(unsigned s) {
  request *r = oldest(AT_SLICE, s);
  if (!r || M.now < M.free_at[s]) return;
  unsigned all = sectors(&r->r, 0), store = r->r.op == WT_MEM_STORE, load = r->r.op == WT_MEM_LOAD, fetch, write = 0;
  unsigned want = store ? sectors(&r->r, 1) : all;
  line *l = NULL, *set = M.sets ? set_of(r->r.line) : NULL;
  int comes = 0;
  if (!M.sets) {
    fetch = store ? 0 : all, write = load ? 0 : all;
  } else if ((l = find(r->r.line))) {
    fetch = want & ~(l->valid | l->pending);
  } else {
    comes = 1, fetch = want;
    for (unsigned w = 0; w < M.S.L2_WAYS; w++)
      if (!set[w].pending && (!l || set[w].used < l->used)) l = &set[w];
    if (!l) {
      M.c.stall_set++;
      return;
    }
    write = l->used ? l->dirty : 0;
  }
  unsigned room = M.S.DRAM_QUEUE - M.ch[s % M.S.DRAM_CHANNELS].n, needs = store ? 0 : M.sets && !comes ? all & ~l->valid : fetch;
  if (room < ones(fetch) + ones(write)) {
    M.c.stall_dram++;
    return;
  }
  if (needs && count(WAITS, s, 2) == M.S.L2_PENDING) {
    M.c.stall_pending++;
    return;
  }
  for (unsigned k = 0; k < 4; k++)
    if (fetch >> k & 1) ask_channel(r->r.line, k, 0, (unsigned)(r - M.q));
  for (unsigned k = 0; k < 4; k++)
    if (write >> k & 1) ask_channel(comes ? l->line : r->r.line, k, 1, 0);
  M.c.sectors += ones(all);
  if (l) {
    unsigned missed = store ? fetch : needs;
    M.c.sector_hits += ones(all) - ones(missed), M.c.requests_hit += missed == 0, M.c.merged += needs && !fetch, M.c.evictions += comes && l->used;
    if (comes) *l = (line){.line = r->r.line};
    l->used = ++M.stamp, l->pending |= fetch;
    if (!load) l->dirty |= all;
    if (store) l->valid |= all & ~sectors(&r->r, 1);
  }
  if (!r->r.early) happens(r, 0);
  M.free_at[s] = M.now + (long long)ones(all) * M.S.MEM_SHARE;
  r->missing = needs;
  if (needs) go(r, WAITS);
  else answer_in(r);
}

/* ---- network ---- */

static unsigned bytes_out(const wt_mem_req *r) { return 8 + (r->op == WT_MEM_LOAD ? 0 : 32 * ones(sectors(r, 0))); }
static unsigned bytes_back(const wt_mem_req *r) { return 8 + (r->op == WT_MEM_LOAD || r->op == WT_MEM_ATOM ? 32 * ones(sectors(r, 0)) : 0); }
static long long on_link(unsigned bytes) { return bytes / M.S.NET_BYTES + (bytes % M.S.NET_BYTES != 0); }

static void answers_of(unsigned sm) {
  request *r;
  while ((r = oldest_of(BACK, sm)) && r->due <= M.now) M.c.latency += M.cycles - r->asked, gone(r);
  if (M.now >= M.link_back[sm] && (r = oldest_of(TO_LINK, sm))) {
    long long k = on_link(bytes_back(&r->r));
    M.link_back[sm] = M.now + k, r->due = M.link_back[sm] - 1 + M.S.NET_LAT, M.c.answer_bytes += bytes_back(&r->r);
    go(r, BACK);
  }
}
static void sends(unsigned sm) { /* [5, 6] */
  request *r = oldest_of(AT_PORT, sm);
  if (!r || M.now < M.link_out[sm]) return;
  int held = count(AT_SLICE, slice_of(r->r.line), 0) + count(ON_LINK, slice_of(r->r.line), 0) >= M.S.L2_QUEUE;
  for (unsigned i = 0; i < M.high; i++) {
    const wt_mem_req *o = &M.q[i].r;
    held |= (M.q[i].at == ON_LINK || M.q[i].at == AT_SLICE) && !o->from && o->sm == sm && o->strong && !o->early && o->warp == r->r.warp;
  }
  if (held) return;
  M.link_out[sm] = M.now + on_link(bytes_out(&r->r)), r->due = M.link_out[sm] - 1 + M.S.NET_LAT;
  go(r, ON_LINK);
}

static void network_clock(void) {
  request *r;
  for (unsigned i = 0; i < M.S.SMS; i++) answers_of(i);
  while ((r = oldest(IN_L2, 32)) && r->due <= M.now) {
    if (r->r.from) gone(r); /* [17] */
    else go(r, TO_LINK);
  }
  for (unsigned k = 0; k < M.S.L2_SLICES; k++) {
    unsigned s = (unsigned)(M.now + k) % M.S.L2_SLICES;
    look_up(s);
    M.c.at_slices += count(AT_SLICE, s, 2) + count(WAITS, s, 2);
  }
  for (unsigned k = 0; k < M.S.SMS; k++) /* [2]: SMs in turns */
    while ((r = oldest_of(ON_LINK, (unsigned)(M.now + k) % M.S.SMS)) && r->due <= M.now) go(r, AT_SLICE);
  for (uint64_t after = 0;;) { /* [17] */
    int older = 0;
    r = NULL;
    for (unsigned i = 0; i < M.high; i++)
      if (M.q[i].at == COMING && M.q[i].since > after && (!r || M.q[i].since < r->since)) r = &M.q[i];
    if (!r) break;
    after = r->since;
    for (unsigned i = 0; i < M.high; i++)
      older |= M.q[i].at == COMING && M.q[i].since < r->since && M.q[i].r.from == r->r.from && M.q[i].r.line == r->r.line;
    if (!older && r->due <= M.now && count(AT_SLICE, slice_of(r->r.line), 1) < M.S.L2_QUEUE) go(r, AT_SLICE);
  }
  for (unsigned k = 0; k < M.S.SMS; k++) sends((unsigned)(M.now + k) % M.S.SMS);
  M.c.clocks++, M.c.at_port += count(AT_PORT, 32, 2);
  M.now++;
}
static int is_ready(unsigned sm) { return count_of(sm, 1) < M.S.NET_QUEUE && count_of(sm, 0) < EACH && M.n < M.S.SMS * EACH; } /* [3] */
static void model_cycle(void) {
  M.wanted = M.got = 0;
  while (M.now < (long long)((M.cycles + 1) * M.S.NET_MHZ / M.S.CORE_MHZ)) network_clock(); /* [1] */
  for (long long n = (long long)((M.cycles + 1) * M.S.DRAM_MHZ / M.S.CORE_MHZ); M.ch[0].now < n;)
    for (unsigned c = 0; c < M.S.DRAM_CHANNELS; c++) channel_clock(&M.ch[c]);
  for (unsigned i = 0; i < M.S.SMS; i++) M.c.port_full += !is_ready(i);
  M.cycles++;
}
static void model_ask(const wt_mem_req *r, unsigned delay) {
  request *x = M.q;
  while (x->at) x++;
  *x = (request){.r = *r, .asked = M.cycles, .id = r->pc, .due = M.now + delay};
  if (x >= M.q + M.high) M.high = (unsigned)(x - M.q) + 1;
  M.n++, M.c.requests++, M.c.request_bytes += bytes_out(r);
  go(x, r->from ? COMING : AT_PORT);
}
#endif
