/* test_wt_memsys.c - a model of docs/blocks/top/wt_memory.md beside network, L2 and DRAM: random machines, random requests of one to three SMs and of agents. Numbers in
 * brackets are rules. In every cycle the same requests are performed and answered, in the same order, the port is as ready, and all counts are as high. The
 * model is written from the document: it keeps for every request where it is and since when, for every bank when its last commands were, and lists no queue.
 *
 * Now and then the state goes to another place, as a copy or as the rows of a checkpoint, and goes on there; a state that differs in anything that decides the
 * future is another one, and times that are over are no part of it [18].
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/wt_memsys.h"
#include "spec/wt_gpu.h"
#include "tests/host_kit.h"
#include "tests/suite.h"
#include "tests/fails_kit.h"
#include "tests/saved_kit.h"

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

/* ---- beside each other ---- */

static const char *words(void) {
  static char text[600];
  snprintf(text, sizeof text, "in cycle %llu, L2 %u in %u slices of %u ways, %u channels, share %u, %s", (unsigned long long)M.cycles, M.S.L2_BYTES,
           M.S.L2_SLICES, M.S.L2_WAYS, M.S.DRAM_CHANNELS, M.S.MEM_SHARE, M.S.DRAM_SCHED ? "frfcfs" : "fifo");
  return text;
}
static void expect(const wt_mem_req *r, int answer) {
  ck_assert_msg(M.got < M.wanted, "%u is %s %s", r->pc, answer ? "answered" : "performed", words());
  ck_assert_msg(M.want[M.got].id == r->pc && M.want[M.got].answer == answer, "%u is %s, not %u %s", r->pc, answer ? "answered" : "performed",
                M.want[M.got].id, words());
  M.got++;
}
static void perform(void *ctx, wt_mem_req *r) {
  ck_assert(ctx == &M && !r->early && r->data[0] == r->pc && r->data[31] == ~r->pc);
  expect(r, 0);
  r->data[0]++;
}
static void arrived(void *ctx, const wt_mem_req *r) {
  ck_assert(ctx == &M && r->data[0] == r->pc + !r->early && r->data[31] == ~r->pc && r->lanes == r->pc * UINT64_C(3));
  expect(r, 1);
}
static wt_memsys *machine(const wt_shape *S) {
  wt_memsys *m = wt_memsys_new(S);
  ck_assert_ptr_nonnull(m);
  m->perform = perform, m->arrived = arrived, m->ctx = &M;
  return m;
}

static void random_shape(unsigned round) {
  char err[300];
  wt_shape *S = &M.S;
  ck_assert_int_eq(wt_shape_preset(S, "tiny", err, sizeof err), 0);
  S->MEM_MODEL = WT_MEM_MODEL_l2dram;
  S->CORE_MHZ = among(1, 7) * 100, S->NET_MHZ = among(1, 15) * 50, S->DRAM_MHZ = among(1, 15) * 60;
  S->MEM_SHARE = below(3) ? 1 : among(2, 5);
  S->NET_LAT = among(1, 9), S->NET_BYTES = among(1, 80), S->NET_QUEUE = among(1, 9);
  S->DRAM_CHANNELS = among(1, 3), S->L2_SLICES = S->DRAM_CHANNELS * among(1, 3), S->L2_WAYS = among(1, WAYS);
  S->SMS = round % 15 && round % 2 ? among(2, SMS) : 1;
  M.sets = round % 4 ? among(1, SETS) : 0, S->L2_BYTES = 128 * S->L2_WAYS * S->L2_SLICES * M.sets;
  S->L2_LAT = among(1, 12), S->L2_QUEUE = among(1, 6), S->L2_PENDING = among(1, 7);
  S->DRAM_BANKS = among(1, 5), S->DRAM_ROW = 256 * among(1, 3), S->DRAM_BUS = 1u << (below(4) ? among(3, 5) : below(6)), S->DRAM_QUEUE = among(8, 16);
  S->DRAM_SCHED = below(3) ? WT_DRAM_SCHED_frfcfs : WT_DRAM_SCHED_fifo, S->DRAM_HITS = below(2) ? 0 : among(1, 5);
  S->T_RCD = among(1, 14), S->T_RAS = S->T_RCD + below(20), S->T_RP = among(1, 14), S->T_RC = S->T_RAS + S->T_RP + (below(2) ? below(12) : 0);
  S->T_RRD = among(1, 12), S->T_CL = round % 7 ? among(1, 14) : 100;
  ck_assert_msg(!wt_shape_check(S, err, sizeof err), "%s", err);
}
static wt_mem_req random_request(unsigned from, unsigned lines) {
  wt_mem_req r = {.line = below(lines),
                  .from = (uint8_t)from,
                  .warp = (uint8_t)below(3),
                  .sm = (uint8_t)(from ? 0 : below(M.S.SMS)),
                  .op = (uint8_t)below(4),
                  .pc = ++M.ids};
  if (!below(6)) r.line |= UINT64_C(1) << 55; /* constants are other lines than those of device memory */
  if (below(2)) r.op = WT_MEM_LOAD;
  for (unsigned s = 0; s < 4; s++)
    if (below(2)) r.bmask[s] = below(3) ? UINT32_MAX : 1u << below(32);
  if (!sectors(&r, 0)) r.bmask[below(4)] = 0xf0;
  r.answer = r.op == WT_MEM_LOAD || r.op == WT_MEM_ATOM, r.strong = r.op == WT_MEM_ATOM || !below(4), r.early = !from && !below(5);
  r.data[0] = r.pc, r.data[31] = ~r.pc, r.lanes = r.pc * UINT64_C(3);
  return r;
}

/* The same state elsewhere: as a copy, copied over another one, or by way of the rows of a checkpoint. */
static wt_memsys *moved(wt_memsys *m) {
  wt_memsys *to = NULL;
  switch (below(3)) {
    case 0: to = wt_memsys_copy(m); break;
    case 1: wt_memsys_put(to = machine(&M.S), m); break;
    default: {
      wt_saved from = {0}, into = {0};
      to = machine(&M.S);
      wt_memsys_saved(m, &from, "m"), wt_memsys_saved(to, &into, "m");
      unsigned slices = 0, channels = 0; /* as many as there are */
      for (unsigned i = 0; i < from.n; i++)
        slices += strstr(from.row[i].name, "].free_at") != NULL, channels += strstr(from.row[i].name, "].bus_at") != NULL;
      ck_assert(slices == M.S.L2_SLICES && channels == M.S.DRAM_CHANNELS);
      saved_over(&from, &into);
    }
  }
  ck_assert(to && wt_memsys_same(m, to) && wt_memsys_same(to, m));
  wt_memsys_free(m);
  return to;
}

static void unseen(void *ctx, wt_mem_req *r) { (void)ctx, (void)r; }
static void unseen_too(void *ctx, const wt_mem_req *r) { (void)ctx, (void)r; }

static void compare(const wt_memsys *m) {
  wt_mem_sum sum, want = {.net = M.c};
  unsigned use[3], channels = 0;
  ck_assert_msg(M.got == M.wanted, "%u is not %s %s", M.want[M.got].id, M.want[M.got].answer ? "answered" : "performed", words());
  for (unsigned i = 0; i < M.S.SMS; i++) ck_assert_msg(wt_memsys_ready(m, i) == is_ready(i), "SM %u ready %d %s", i, !is_ready(i), words());
  ck_assert_int_eq(wt_memsys_quiet(m), M.n == 0);
  for (unsigned c = 0; c < M.S.DRAM_CHANNELS; c++) {
    channels += M.ch[c].n;
#define X(name) want.dram.name += M.ch[c].c.name;
    WT_DRAM_COUNTS(X)
#undef X
  }
  for (unsigned i = 0; i < M.S.DRAM_CHANNELS * M.S.DRAM_BANKS; i++) { /* [18]: which row was open once is no part of the state */
    const wt_dram_bank *b = &m->channel[i / M.S.DRAM_BANKS].bank[i % M.S.DRAM_BANKS];
    ck_assert(b->open || !b->row);
  }
  wt_memsys_sum(m, &sum);
#define X(name) ck_assert_msg(sum.net.name == want.net.name, "%s: %llu %s", #name, (unsigned long long)sum.net.name, words());
  WT_MEM_COUNTS(X)
#undef X
#define X(name) ck_assert_msg(sum.dram.name == want.dram.name, "%s: %llu %s", #name, (unsigned long long)sum.dram.name, words());
  WT_DRAM_COUNTS(X)
#undef X
  for (unsigned sm = 0; sm < M.S.SMS; sm++) {
    wt_memsys_use(m, sm, use);
    ck_assert(use[0] == count_of(sm, 1) && use[1] == count(WAITS, 32, 2) && use[2] == channels);
  }
}

enum { ROUNDS = 120, CYCLES = 400 };
START_TEST(as_the_document_says) {
  rng = 1000 + (uint64_t)_i;
  for (unsigned round = 0; round < ROUNDS / 4; round++) {
    memset(&M, 0, sizeof M);
    random_shape(round);
    for (unsigned c = 0; c < 16; c++) {
      M.ch[c].act = LONG_AGO;
      for (unsigned b = 0; b < 32; b++) M.ch[c].b[b].act = M.ch[c].b[b].pre = M.ch[c].b[b].rw = LONG_AGO;
    }
    wt_memsys *m = machine(&M.S);
    unsigned lines = among(4, 90), often = among(1, 4), rarely = among(3, 30), crowd = round % 15 == 0;
    for (unsigned c = 0; c < CYCLES; c++) {
      int still = c / 100 % 2 && c % 100 > 40; /* it may become empty */
      for (unsigned k = 0; k < M.S.SMS; k++) {
        wt_mem_req r = random_request(0, lines);
        if (still || below(often) || !is_ready(r.sm)) continue;
        model_ask(&r, 0);
        ck_assert_int_eq(wt_memsys_ask(m, &r, 0), 0);
      }
      for (unsigned k = crowd && c == 199 ? 600 : !still && !below(rarely); k; k--) { /* [3, 17] */
        wt_mem_req r = random_request(among(1, 3), lines);
        unsigned delay = crowd ? 20 + below(20) : below(20), full = M.n == M.S.SMS * EACH;
        if (!full) model_ask(&r, delay);
        ck_assert_int_eq(wt_memsys_ask(m, &r, delay), full ? -1 : 0);
      }
      model_cycle();
      wt_memsys_cycle(m);
      compare(m);
      if (!below(40)) m = moved(m);
    }
    wt_memsys_free(m);
  }
}
END_TEST

/* ---- what is the same ---- */

/* One of the machines above in the middle of its work. */
static wt_memsys *busy(unsigned cycles) {
  memset(&M, 0, sizeof M);
  random_shape(below(9));
  wt_memsys *m = machine(&M.S);
  m->perform = unseen, m->arrived = unseen_too;
  for (unsigned c = 0; c < cycles; c++) {
    for (unsigned k = 0; k < 2; k++) {
      wt_mem_req r = random_request(k * among(0, 2), 40);
      if (!below(3) && wt_memsys_ready(m, r.sm)) wt_memsys_ask(m, &r, below(20));
    }
    wt_memsys_cycle(m);
  }
  return m;
}
static int ends_with(const char *name, const char *end) {
  size_t n = strlen(name), k = strlen(end);
  return n >= k && !strcmp(name + n - k, end);
}
/* Where a member of an element of a row lies, or -1. */
typedef struct {
  const char *row;
  size_t at, size;
  enum { TIME, NOW, NEVER } what; /* a time counts from now, and when it is to come */
} member;
#define OF(row, type, field, what) \
  { row, offsetof(type, field), sizeof(((type *)0)->field), what }
static const member members[] = {{"m.now", 0, 8, NOW},
                                 {"m.cycle", 0, 8, NEVER},
                                 {"m.count", 0, sizeof(wt_mem_counts), NEVER},
                                 {"].out_at", 0, 8, TIME},
                                 {"].back_at", 0, 8, TIME},
                                 {".free_at", 0, 8, TIME},
                                 {"].now", 0, 8, NOW},
                                 {"].count", 0, sizeof(wt_dram_counts), NEVER},
                                 {"].act_at", 0, 8, TIME},
                                 {"].bus_at", 0, 8, TIME},
                                 OF("].bank", wt_dram_bank, act_at, TIME),
                                 OF("].bank", wt_dram_bank, pre_at, TIME),
                                 OF("].bank", wt_dram_bank, rw_at, TIME),
                                 OF("].answer", wt_dram_answer, due, TIME),
                                 OF("m.req", wt_mem_req, due, TIME),
                                 OF("m.req", wt_mem_req, asked, NEVER)};
static const member *member_at(const char *row, size_t at) {
  for (size_t i = 0; i < sizeof members / sizeof *members; i++)
    if (ends_with(row, members[i].row) && at - members[i].at < members[i].size) return &members[i];
  return NULL;
}

static int of_dram(const char *row) { return strchr(row, ']') && strstr(row, "dram["); }
/* All times of the network, and all of DRAM, some clocks later: nothing has changed. */
static void later(const wt_saved *l, uint64_t net, uint64_t dram) {
  for (unsigned i = 0; i < l->n; i++) {
    const wt_saved_row *r = &l->row[i];
    for (size_t at = 0; at < wt_saved_bytes(r); at++) {
      const member *e = member_at(r->name, at % r->elem);
      if (e && e->what != NEVER && e->at == at % r->elem) *(uint64_t *)(void *)(r->at + at) += of_dram(r->name) ? dram : net;
    }
  }
}

/* [18] A bit of a state that is not a count or a time: another state. A time to come likewise when it is another one; one that is over may be any that is over. */
START_TEST(another_future_is_another_state) {
  unsigned other = 0, times = 0, past = 0;
  rng = 77;
  for (unsigned round = 0; round < 12; round++) {
    wt_memsys *m = busy(among(5, 300)), *x = wt_memsys_copy(m);
    wt_saved l = {0};
    wt_memsys_saved(x, &l, "m");
    for (unsigned i = 0; i < l.n; i++) {
      const wt_saved_row *r = &l.row[i];
      size_t bytes = wt_saved_bytes(r);
      for (unsigned k = 0; bytes && k < 3; k++) {
        size_t b = below((unsigned)bytes);
        uint8_t *byte = (uint8_t *)r->at + b;
        const member *e = member_at(r->name, b % r->elem);
        if (e && e->what == NOW) continue;
        if (!e || e->what == NEVER) {
          uint8_t was = *byte, counts = ends_with(r->name, "high") || ends_with(r->name, "n") || ends_with(r->name, "n_answers");
          if (counts && b) continue; /* no list is as long */
          *byte ^= (uint8_t)(counts ? 1 : 1u << below(8));
          ck_assert_msg(wt_memsys_same(m, x) == (e != NULL), "%s, byte %zu of %zu", r->name, b % r->elem, r->elem);
          *byte = was;
          other += !e;
          continue;
        }
        uint64_t now = of_dram(r->name) ? m->channel[0].now : m->now, *t = (uint64_t *)(void *)(r->at + b / r->elem * r->elem + e->at), was = *t;
        if (ends_with(r->name, "bus_at")) now += M.S.T_CL; /* no transfer can begin sooner */
        *t = was > now ? was + 1 : below(2) ? now : below((unsigned)now);
        ck_assert_msg(wt_memsys_same(m, x) == (was <= now), "%s at %zu: %llu, now %llu", r->name, e->at, (unsigned long long)was,
                      (unsigned long long)now);
        *t = was > now ? now : now + 1;
        ck_assert_msg(!wt_memsys_same(m, x), "%s at %zu: %llu, now %llu", r->name, e->at, (unsigned long long)was, (unsigned long long)now);
        *t = was, times++, past += was <= now;
      }
    }
    ck_assert(wt_memsys_same(m, x));
    later(&l, 1 + below(1000), 1 + below(1000));
    ck_assert(wt_memsys_same(m, x) && wt_memsys_same(x, m));
    wt_saved_free(&l);
    wt_memsys_free(m), wt_memsys_free(x);
  }
  ck_assert_msg(other > 800 && times > 150 && past > 50 && past + 50 < times, "%u %u %u", other, times, past);
}
END_TEST

/* [8] With the most slices and channels there are; also when there is memory for a part of them alone. */
START_TEST(each_allocation_may_fail_and_nothing_is_left) {
  char err[300];
  size_t before = 0;
  ck_assert_int_eq(wt_shape_preset(&M.S, "tiny", err, sizeof err), 0);
  M.S.MEM_MODEL = WT_MEM_MODEL_l2dram, M.S.L2_SLICES = WT_MEM_SLICES, M.S.DRAM_CHANNELS = WT_MEM_CHANNELS, M.S.L2_WAYS = 2;
  M.S.L2_BYTES = 128 * 2 * WT_MEM_SLICES;
  ck_assert_msg(!wt_shape_check(&M.S, err, sizeof err), "%s", err);
  for (unsigned round = 0; round < 8; round++) {
    if (round == 3) before = suite_heap();
    unsigned n = 0;
    for (int whole = 0; !whole; n++) {
      fails_once = 1, before_it_fails = n;
      wt_memsys *m = wt_memsys_new(&M.S);
      whole = fails_once, fails_once = 0;
      ck_assert_int_eq(m != NULL, whole);
      for (unsigned i = 0; m && i < 8; i++) wt_memsys_cycle(m);
      wt_memsys *c = m ? wt_memsys_copy(m) : NULL;
      static const wt_mem_req none[WT_MEM_REQS]; /* they lie behind the last channel */
      ck_assert(!m || !memcmp(m->req, none, sizeof none));
      ck_assert(!m || (c && wt_memsys_same(m, c)));
      wt_memsys_free(m), wt_memsys_free(c);
    }
    ck_assert_uint_eq(n, WT_MEM_SLICES + 2);
  }
  ck_assert_uint_le(suite_heap(), before);
  wt_memsys_free(NULL);
}
END_TEST

int main(void) {
  Suite *s = suite_create("memsys");
  TCase *t = tcase_create("memsys");
  tcase_set_timeout(t, 60);
  tcase_add_loop_test(t, as_the_document_says, 0, 4);
  tcase_add_test(t, another_future_is_another_state);
  tcase_add_test(t, each_allocation_may_fail_and_nothing_is_left);
  suite_add_tcase(s, t);
  return suite_run(s);
}
