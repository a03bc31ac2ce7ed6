/* wt_memsys.c - network, L2 slices and DRAM behind the memory ports of the SMs. Rules: docs/blocks/top/wt_memory.md. */
#include "lib/wt_memsys.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "spec/wt_gpu.h"

#define WITHOUT_L2 UINT32_C(0x80000000) /* in the name of a DRAM read: request and sector, not a place in the L2 */

static size_t bytes_of(const wt_shape *S) { return sizeof(wt_memsys) + S->SMS * sizeof(wt_mem_port); }

static int init(wt_memsys *m, const wt_shape *S) {
  m->S = S;
  for (unsigned s = 0; s < S->L2_SLICES; s++)
    if (wt_l2_init(&m->slice[s].l2, S)) return -1;
  for (unsigned c = 0; c < S->DRAM_CHANNELS; c++) wt_dram_init(&m->channel[c], S);
  return 0;
}
wt_memsys *wt_memsys_new(const wt_shape *S) {
  wt_memsys *m = calloc(1, bytes_of(S));
  if (m && init(m, S)) return wt_memsys_free(m), NULL;
  return m;
}
void wt_memsys_free(wt_memsys *m) {
  for (unsigned s = 0; m && s < WT_MEM_SLICES; s++) wt_l2_free(&m->slice[s].l2);
  free(m);
}

/* ---- lists of requests ---- */

static void add(wt_mem_list *l, unsigned i) { l->at[l->n++] = (uint16_t)i; }
static unsigned take(wt_mem_list *l, unsigned k) {
  unsigned i = l->at[k];
  while (++k != l->n) l->at[k - 1] = l->at[k];
  l->at[--l->n] = 0;
  return i;
}
static unsigned most(const wt_shape *S) { return S->SMS * WT_MEM_EACH < WT_MEM_REQS ? S->SMS * WT_MEM_EACH : WT_MEM_REQS; }
static int unused(const wt_memsys *m) {
  for (unsigned i = 0; i < m->high; i++)
    if (!m->req[i].used) return (int)i;
  return m->high < most(m->S) ? (int)m->high : -1;
}
static void drop(wt_memsys *m, unsigned i) {
  if (!m->req[i].from) m->sm[m->req[i].sm].here--;
  memset(&m->req[i], 0, sizeof m->req[i]);
  while (m->high && !m->req[m->high - 1].used) m->high--;
}

/* ---- where a line lies ---- */

unsigned wt_memsys_slice(const wt_shape *S, uint64_t line) { return (unsigned)(line / (WT_MEM_INTERLEAVE / 128) % S->L2_SLICES); }
/* Its number among the lines of the slice. */
static uint64_t local_line(const wt_shape *S, uint64_t line) {
  unsigned per = WT_MEM_INTERLEAVE / 128;
  return line / per / S->L2_SLICES * per + line % per;
}
static unsigned channel_of(const wt_shape *S, unsigned slice) { return slice % S->DRAM_CHANNELS; }
/* Byte address of a sector in its channel. */
static uint64_t in_channel(const wt_shape *S, uint64_t line, unsigned sector) {
  unsigned per = WT_MEM_INTERLEAVE / 128, slices = S->L2_SLICES / S->DRAM_CHANNELS;
  uint64_t piece = line / per / S->L2_SLICES * slices + wt_memsys_slice(S, line) / S->DRAM_CHANNELS;
  return piece * WT_MEM_INTERLEAVE + line % per * 128 + sector * WT_DRAM_SECTOR;
}

/* ---- sizes ---- */

static unsigned partly(const wt_mem_req *r) {
  unsigned m = 0;
  for (unsigned s = 0; s < 4; s++) m |= (unsigned)(r->bmask[s] != 0 && r->bmask[s] != UINT32_MAX) << s;
  return m;
}
static unsigned ones(unsigned m) { return (unsigned)__builtin_popcount(m); }
static unsigned out_bytes(const wt_mem_req *r) { return WT_MEM_HEADER + (r->op == WT_MEM_LOAD ? 0 : 32 * ones(wt_mem_sectors(r))); }
static unsigned back_bytes(const wt_mem_req *r) { return WT_MEM_HEADER + (r->answer ? 32 * ones(wt_mem_sectors(r)) : 0); }
static unsigned clocks(const wt_memsys *m, unsigned bytes) { return (bytes + m->S->NET_BYTES - 1) / m->S->NET_BYTES; }

/* ---- the port ---- */

int wt_memsys_ready(const wt_memsys *m, unsigned sm) {
  const wt_mem_port *p = &m->sm[sm];
  return p->port.n < m->S->NET_QUEUE && p->here < WT_MEM_EACH && (m->high < most(m->S) || unused(m) >= 0);
}

int wt_memsys_ask(wt_memsys *m, const wt_mem_req *r, unsigned delay) {
  int i = unused(m);
  if (i < 0) return -1;
  wt_mem_req *q = &m->req[i];
  *q = *r;
  q->used = 1, q->asked = m->cycle;
  if ((unsigned)i >= m->high) m->high = (unsigned)i + 1;
  m->count.requests++;
  m->count.request_bytes += out_bytes(q);
  if (!r->from) return m->sm[r->sm].here++, add(&m->sm[r->sm].port, (unsigned)i), 0;
  q->due = m->now + delay;
  add(&m->agents, (unsigned)i);
  return 0;
}

/* ---- L2 slices ---- */

static void finish(wt_memsys *m, unsigned i) {
  m->req[i].due = m->now + m->S->L2_LAT;
  add(&m->pipe, i);
}

static void sector_arrived(void *ctx, uint32_t who) {
  wt_memsys *m = ctx;
  if (who & WITHOUT_L2) {
    unsigned i = (who & ~WITHOUT_L2) / 4;
    wt_mem_slice *s = &m->slice[wt_memsys_slice(m->S, m->req[i].line)];
    m->req[i].need &= (uint8_t) ~(1u << who % 4);
    for (unsigned k = 0; !m->req[i].need && k < s->wait.n; k++)
      if (s->wait.at[k] == i) finish(m, take(&s->wait, k));
    return;
  }
  wt_mem_slice *s = &m->slice[who % WT_MEM_SLICES];
  wt_l2_line *x = &s->l2.line[who / WT_MEM_SLICES / 4];
  unsigned bit = 1u << who / WT_MEM_SLICES % 4;
  x->valid |= (uint8_t)bit, x->pending &= (uint8_t)~bit;
  for (unsigned k = 0; k < s->wait.n;) {
    wt_mem_req *r = &m->req[s->wait.at[k]];
    if (r->line == x->line) r->need &= (uint8_t)~bit;
    if (r->line == x->line && !r->need) finish(m, take(&s->wait, k));
    else k++;
  }
}

/* What a request asks of DRAM. */
typedef struct {
  unsigned fetch, write; /* sectors */
  int at;                /* place of the line in the L2, -1: none */
  int evict;             /* another line leaves it */
} plan;

/* 0: the slice can do it now. */
static int plan_for(wt_memsys *m, wt_mem_slice *s, const wt_mem_req *r, plan *p) {
  unsigned all = wt_mem_sectors(r), want = r->op == WT_MEM_STORE ? partly(r) : all;
  uint64_t local = local_line(m->S, r->line);
  *p = (plan){.at = -1};
  if (!s->l2.sets) {
    p->fetch = r->op == WT_MEM_STORE ? 0 : all;
    p->write = r->op == WT_MEM_LOAD ? 0 : all;
  } else if ((p->at = wt_l2_find(&s->l2, local, r->line)) >= 0) {
    p->fetch = want & ~(unsigned)s->l2.line[p->at].valid & ~(unsigned)s->l2.line[p->at].pending;
  } else {
    if ((p->at = wt_l2_victim(&s->l2, local)) < 0) return m->count.stall_set++, 1;
    p->fetch = want;
    p->evict = 1;
    p->write = s->l2.line[p->at].used ? s->l2.line[p->at].dirty : 0;
  }
  return 0;
}

static void ask_dram(wt_memsys *m, unsigned slice, unsigned i, const plan *p) {
  const wt_mem_req *r = &m->req[i];
  const wt_l2 *l2 = &m->slice[slice].l2;
  wt_dram *d = &m->channel[channel_of(m->S, slice)];
  uint64_t leaves = p->evict ? l2->line[p->at].line : r->line;
  for (unsigned k = 0; k < 4; k++)
    if (p->fetch >> k & 1)
      wt_dram_ask(d, in_channel(m->S, r->line, k), 0, l2->sets ? ((uint32_t)p->at * 4 + k) * WT_MEM_SLICES + slice : WITHOUT_L2 | (i * 4 + k));
  for (unsigned k = 0; k < 4; k++)
    if (p->write >> k & 1) wt_dram_ask(d, in_channel(m->S, leaves, k), 1, 0);
}

/* The oldest request of a slice is looked up and performed, or it has to wait. */
static void look_up(wt_memsys *m, unsigned slice) {
  wt_mem_slice *s = &m->slice[slice];
  unsigned i = s->in.at[0], all, need;
  wt_mem_req *r = &m->req[i];
  plan p;
  if (plan_for(m, s, r, &p)) return;
  if (ones(p.fetch) + ones(p.write) > wt_dram_room(&m->channel[channel_of(m->S, slice)])) {
    m->count.stall_dram++;
    return;
  }
  all = wt_mem_sectors(r);
  need = r->op == WT_MEM_STORE ? 0 : !s->l2.sets ? p.fetch : p.evict ? all : all & ~(unsigned)s->l2.line[p.at].valid;
  if (need && s->wait.n >= m->S->L2_PENDING) {
    m->count.stall_pending++;
    return;
  }
  ask_dram(m, slice, i, &p);
  m->count.sectors += ones(all);
  if (s->l2.sets) {
    wt_l2_line *x = &s->l2.line[p.at];
    unsigned missed = r->op == WT_MEM_STORE ? p.fetch : need;
    m->count.sector_hits += ones(all) - ones(missed);
    m->count.requests_hit += !missed;
    m->count.merged += need && !p.fetch;
    m->count.evictions += p.evict && x->used;
    if (p.evict) wt_l2_install(&s->l2, p.at, r->line);
    else wt_l2_touch(&s->l2, p.at);
    x->pending |= (uint8_t)p.fetch;
    if (r->op != WT_MEM_LOAD) x->dirty |= (uint8_t)all;
    if (r->op == WT_MEM_STORE) x->valid |= (uint8_t)(all & ~partly(r));
  }
  take(&s->in, 0);
  if (!r->early) m->perform(m->ctx, r);
  r->need = (uint8_t)need;
  if (need) add(&s->wait, i);
  else finish(m, i);
  s->free_at = m->now + (uint64_t)ones(all) * m->S->MEM_SHARE;
}

/* ---- a clock of the network ---- */

static void answers_home(wt_memsys *m, wt_mem_port *p) {
  while (p->back.n && m->req[p->back.at[0]].due <= m->now) {
    unsigned i = take(&p->back, 0);
    m->count.latency += m->cycle - m->req[i].asked;
    m->arrived(m->ctx, &m->req[i]);
    drop(m, i);
  }
  if (!p->ret.n || m->now < p->back_at) return;
  unsigned i = take(&p->ret, 0), k = clocks(m, back_bytes(&m->req[i]));
  p->back_at = m->now + k;
  m->req[i].due = m->now + k - 1 + m->S->NET_LAT;
  m->count.answer_bytes += back_bytes(&m->req[i]);
  add(&p->back, i);
}

/* Answers of the L2 go back; an agent has its answer at once, its own delays stand for the way. */
static void answers_leave(wt_memsys *m) {
  while (m->pipe.n && m->req[m->pipe.at[0]].due <= m->now) {
    unsigned i = take(&m->pipe, 0);
    if (!m->req[i].from) {
      add(&m->sm[m->req[i].sm].ret, i);
      continue;
    }
    m->arrived(m->ctx, &m->req[i]);
    drop(m, i);
  }
}

/* Requests in a slice's queue, of SMs or of agents: each have their own places, so that neither starves. */
static unsigned queued(const wt_memsys *m, unsigned slice, int agents) {
  unsigned n = 0;
  for (unsigned k = m->slice[slice].in.n; k--;) n += (m->req[m->slice[slice].in.at[k]].from != 0) == agents;
  return n;
}
/* Those of SMs, with the ones on their way to it. */
static unsigned bound_for(const wt_memsys *m, unsigned slice) {
  unsigned n = queued(m, slice, 0);
  for (unsigned i = m->S->SMS; i--;)
    for (unsigned k = m->sm[i].out.n; k--;) n += wt_memsys_slice(m->S, m->req[m->sm[i].out.at[k]].line) == slice;
  return n;
}

/* The links of the SMs end in turns, so that none is always the first at a slice. */
static void requests_arrive(wt_memsys *m) {
  for (unsigned s = 0; s < m->S->SMS; s++) {
    wt_mem_port *p = &m->sm[(m->turn + s) % m->S->SMS];
    while (p->out.n && m->req[p->out.at[0]].due <= m->now) {
      unsigned i = take(&p->out, 0);
      add(&m->slice[wt_memsys_slice(m->S, m->req[i].line)].in, i);
    }
  }
  for (unsigned k = 0; k < m->agents.n;) {
    const wt_mem_req *r = &m->req[m->agents.at[k]];
    unsigned slice = wt_memsys_slice(m->S, r->line);
    int older = 0;
    for (unsigned j = 0; j < k; j++) older |= m->req[m->agents.at[j]].from == r->from && m->req[m->agents.at[j]].line == r->line;
    if (!older && r->due <= m->now && queued(m, slice, 1) < m->S->L2_QUEUE) add(&m->slice[slice].in, take(&m->agents, k));
    else k++;
  }
}

/* A strong load or an atomic of the warp has not been performed: an acquire is complete before what follows it. */
static int behind_strong(const wt_memsys *m, unsigned sm, unsigned warp) {
  for (unsigned k = m->sm[sm].out.n; k--;) {
    const wt_mem_req *r = &m->req[m->sm[sm].out.at[k]];
    if (r->strong && !r->early && r->warp == warp) return 1;
  }
  for (unsigned s = m->S->L2_SLICES; s--;)
    for (unsigned k = m->slice[s].in.n; k--;) {
      const wt_mem_req *r = &m->req[m->slice[s].in.at[k]];
      if (!r->from && r->strong && !r->early && r->warp == warp && r->sm == sm) return 1;
    }
  return 0;
}

static void requests_leave(wt_memsys *m, unsigned sm) {
  wt_mem_port *p = &m->sm[sm];
  if (!p->port.n || m->now < p->out_at) return;
  wt_mem_req *r = &m->req[p->port.at[0]];
  if (behind_strong(m, sm, r->warp)) return;
  if (bound_for(m, wt_memsys_slice(m->S, r->line)) >= m->S->L2_QUEUE) return;
  unsigned k = clocks(m, out_bytes(r));
  p->out_at = m->now + k;
  r->due = m->now + k - 1 + m->S->NET_LAT;
  add(&p->out, take(&p->port, 0));
}

static void network_clock(wt_memsys *m) {
  unsigned n = m->S->L2_SLICES, sms = m->S->SMS;
  for (unsigned i = 0; i < sms; i++) answers_home(m, &m->sm[i]);
  answers_leave(m);
  for (unsigned k = 0; k < n; k++) {
    wt_mem_slice *s = &m->slice[(m->first + k) % n];
    if (s->in.n && m->now >= s->free_at) look_up(m, (m->first + k) % n);
    m->count.at_slices += s->in.n + s->wait.n;
  }
  m->first = (m->first + 1) % n;
  requests_arrive(m);
  for (unsigned s = 0; s < sms; s++) requests_leave(m, (m->turn + s) % sms);
  m->turn = (m->turn + 1) % sms;
  m->count.clocks++;
  for (unsigned i = 0; i < sms; i++) m->count.at_port += m->sm[i].port.n;
  m->now++;
}

void wt_memsys_cycle(wt_memsys *m) {
  const wt_shape *S = m->S;
  for (m->net_acc += S->NET_MHZ; m->net_acc >= S->CORE_MHZ; m->net_acc -= S->CORE_MHZ) network_clock(m);
  for (m->dram_acc += S->DRAM_MHZ; m->dram_acc >= S->CORE_MHZ; m->dram_acc -= S->CORE_MHZ)
    for (unsigned c = 0; c < S->DRAM_CHANNELS; c++) wt_dram_clock(&m->channel[c], sector_arrived, m);
  for (unsigned i = 0; i < S->SMS; i++) m->count.port_full += !wt_memsys_ready(m, i);
  m->cycle++;
}

int wt_memsys_quiet(const wt_memsys *m) { return !m->high; }

/* ---- what comes back, known before it does ---- */

unsigned wt_memsys_room(const wt_memsys *m, unsigned sm) {
  const unsigned n = m->sm[sm].port.n;
  return n < m->S->NET_QUEUE ? m->S->NET_QUEUE - n : 0;
}

/* What no slice has answered yet needs the way through the L2, a clock to leave it and the way back; and a port takes a request a cycle. */
uint64_t wt_memsys_lookahead(const wt_memsys *m) {
  const uint64_t clocks_known = m->S->L2_LAT + 1 + m->S->NET_LAT, sms = m->S->SMS;
  uint64_t n = ((clocks_known + 1) * m->S->CORE_MHZ - 1 - m->net_acc) / m->S->NET_MHZ;
  const uint64_t left = most(m->S) - m->high, each = left ? (left - 1) / sms : 0;
  n = each < n ? each : n;
  for (unsigned i = 0; i < sms; i++) {
    const uint64_t own = WT_MEM_EACH - m->sm[i].here, may = own ? own - 1 : 0;
    n = may < n ? may : n;
  }
  return n;
}

/* The cycle of the core, from now, in which that clock of the network is. */
static uint64_t cycle_of(const wt_memsys *m, uint64_t clock) {
  return ((clock - m->now + 1) * m->S->CORE_MHZ - m->net_acc + m->S->NET_MHZ - 1) / m->S->NET_MHZ - 1;
}

void wt_memsys_foretell(const wt_memsys *m, unsigned sm, uint64_t cycles, wt_memsys_told *told, void *ctx) {
  const wt_mem_port *p = &m->sm[sm];
  uint64_t link = p->back_at > m->now ? p->back_at : m->now;
  for (unsigned k = 0; k < p->back.n; k++) {
    const wt_mem_req *r = &m->req[p->back.at[k]];
    const uint64_t after = cycle_of(m, r->due > m->now ? r->due : m->now);
    if (after >= cycles) return;
    told(ctx, r, after);
  }
  for (unsigned k = 0; k < p->ret.n + m->pipe.n; k++) {
    const int leaves = k >= p->ret.n;
    const wt_mem_req *r = &m->req[leaves ? m->pipe.at[k - p->ret.n] : p->ret.at[k]];
    if (leaves && (r->from || r->sm != sm)) continue;
    const uint64_t there = leaves ? (r->due > m->now ? r->due : m->now) + 1 : m->now, at = there > link ? there : link;
    link = at + clocks(m, back_bytes(r));
    const uint64_t after = cycle_of(m, link - 1 + m->S->NET_LAT);
    if (after >= cycles) return;
    told(ctx, r, after);
  }
}

/* ---- the whole state ---- */

void wt_memsys_put(wt_memsys *to, const wt_memsys *m) {
  wt_l2_line *line[WT_MEM_SLICES];
  for (unsigned s = WT_MEM_SLICES; s--;) line[s] = to->slice[s].l2.line;
  memcpy(to, m, bytes_of(m->S));
  for (unsigned s = WT_MEM_SLICES; s--;) {
    const wt_l2 *l = &m->slice[s].l2;
    to->slice[s].l2.line = line[s];
    if (l->line) memcpy(line[s], l->line, (size_t)l->sets * l->ways * sizeof *l->line);
  }
}
wt_memsys *wt_memsys_copy(const wt_memsys *m) {
  wt_memsys *c = wt_memsys_new(m->S);
  if (c) wt_memsys_put(c, m);
  return c;
}

/* ---- the same future: clocks and counters are no state, times count from now, and one that is over is any that is over ---- */

static uint64_t to_come(uint64_t t, uint64_t now) { return t > now ? t - now : 0; }
static int same_list(const wt_mem_list *a, const wt_mem_list *b) { return a->n == b->n && !memcmp(a->at, b->at, a->n * sizeof *a->at); }
static int same_request(const wt_mem_req *a, uint64_t a_now, const wt_mem_req *b, uint64_t b_now) {
  wt_mem_req x = *a, y = *b;
  x.due = to_come(x.due, a_now), y.due = to_come(y.due, b_now);
  x.asked = y.asked = 0;
  return !memcmp(&x, &y, sizeof x);
}
static int same_slice(const wt_mem_slice *a, uint64_t a_now, const wt_mem_slice *b, uint64_t b_now) {
  const wt_l2 *x = &a->l2, *y = &b->l2;
  if (to_come(a->free_at, a_now) != to_come(b->free_at, b_now) || !same_list(&a->in, &b->in) || !same_list(&a->wait, &b->wait)) return 0;
  return !x->line || !memcmp(x->line, y->line, (size_t)x->sets * x->ways * sizeof *x->line);
}
static int same_port(const wt_mem_port *a, uint64_t a_now, const wt_mem_port *b, uint64_t b_now) {
  return to_come(a->out_at, a_now) == to_come(b->out_at, b_now) && to_come(a->back_at, a_now) == to_come(b->back_at, b_now) && a->here == b->here &&
         same_list(&a->port, &b->port) && same_list(&a->out, &b->out) && same_list(&a->ret, &b->ret) && same_list(&a->back, &b->back);
}
static int same_channel(const wt_dram *a, const wt_dram *b) {
  wt_dram x = *a, y = *b;
  wt_dram_normal(&x), wt_dram_normal(&y);
  y.now = x.now, y.count = x.count;
  return !memcmp(&x, &y, sizeof x);
}

int wt_memsys_same(const wt_memsys *a, const wt_memsys *b) {
  int same = a->high == b->high && a->net_acc == b->net_acc && a->dram_acc == b->dram_acc && a->first == b->first && a->turn == b->turn &&
             same_list(&a->pipe, &b->pipe) && same_list(&a->agents, &b->agents);
  for (unsigned i = 0; same && i < a->high; i++) same = same_request(&a->req[i], a->now, &b->req[i], b->now);
  for (unsigned i = 0; same && i < a->S->SMS; i++) same = same_port(&a->sm[i], a->now, &b->sm[i], b->now);
  for (unsigned c = 0; same && c < a->S->DRAM_CHANNELS; c++) same = same_channel(&a->channel[c], &b->channel[c]);
  for (unsigned s = 0; same && s < a->S->L2_SLICES; s++) same = same_slice(&a->slice[s], a->now, &b->slice[s], b->now);
  return same;
}

static void list_saved(wt_saved *l, wt_mem_list *x, const char *of, const char *name) {
  wt_saved_add(l, &x->n, sizeof x->n, 1, "%s.%s.n", of, name);
  wt_saved_add(l, x->at, sizeof *x->at, WT_MEM_REQS, "%s.%s", of, name)->count = &x->n;
}

void wt_memsys_saved(wt_memsys *m, wt_saved *l, const char *name) {
#define ROW(field) wt_saved_add(l, &m->field, sizeof m->field, 1, "%s." #field, name)
  ROW(now), ROW(cycle), ROW(net_acc), ROW(dram_acc), ROW(first), ROW(turn), ROW(count), ROW(high);
#undef ROW
  wt_saved_add(l, m->req, sizeof *m->req, WT_MEM_REQS, "%s.req", name)->count = &m->high;
#define LIST(field) list_saved(l, &m->field, name, #field)
  LIST(pipe), LIST(agents);
#undef LIST
  for (unsigned i = 0; i < m->S->SMS; i++) {
    wt_mem_port *p = &m->sm[i];
    char of[40];
    snprintf(of, sizeof of, "%s.sm[%u]", name, i);
    wt_saved_add(l, &p->out_at, sizeof p->out_at, 1, "%s.out_at", of);
    wt_saved_add(l, &p->back_at, sizeof p->back_at, 1, "%s.back_at", of);
    wt_saved_add(l, &p->here, sizeof p->here, 1, "%s.here", of);
    list_saved(l, &p->port, of, "port"), list_saved(l, &p->out, of, "out"), list_saved(l, &p->ret, of, "ret"), list_saved(l, &p->back, of, "back");
  }
  for (unsigned s = 0; s < m->S->L2_SLICES; s++) {
    wt_mem_slice *x = &m->slice[s];
    char of[40];
    snprintf(of, sizeof of, "%s.slice[%u]", name, s);
    wt_saved_add(l, &x->free_at, sizeof x->free_at, 1, "%s.free_at", of);
    list_saved(l, &x->in, of, "in");
    list_saved(l, &x->wait, of, "wait");
    if (x->l2.sets) wt_saved_add(l, x->l2.line, sizeof *x->l2.line, x->l2.sets * x->l2.ways, "%s.line", of);
  }
  for (unsigned c = 0; c < m->S->DRAM_CHANNELS; c++) wt_dram_saved(&m->channel[c], l, name, c);
}

void wt_memsys_sum(const wt_memsys *m, wt_mem_sum *to) {
  uint64_t *sum = (uint64_t *)(void *)&to->dram;
  *to = (wt_mem_sum){.net = m->count};
  for (unsigned c = m->S->DRAM_CHANNELS; c--;)
    for (unsigned k = sizeof to->dram / sizeof *sum; k--;) sum[k] += ((const uint64_t *)(const void *)&m->channel[c].count)[k];
}

void wt_memsys_use(const wt_memsys *m, unsigned sm, unsigned use[3]) {
  use[0] = m->sm[sm].port.n, use[1] = use[2] = 0;
  for (unsigned s = m->S->L2_SLICES; s--;) use[1] += m->slice[s].wait.n;
  for (unsigned c = m->S->DRAM_CHANNELS; c--;) use[2] += m->channel[c].n;
}
