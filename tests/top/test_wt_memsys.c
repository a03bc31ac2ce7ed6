/* test_wt_memsys.c - a model of docs/blocks/top/wt_memory.md beside network, L2 and DRAM: random machines, random requests of one to three SMs and of agents. Numbers in
 * brackets are rules. In every cycle the same requests are performed and answered, in the same order, the port is as ready, and all counts are as high.
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
#include "memsys_model.h"

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

/* ---- what is known before it comes ---- */

/* What has been foretold, and what has come since, of an SM. */
static struct {
  uint64_t id[EACH], at[EACH];
  unsigned n, came;
} known[SMS];
static uint64_t told_at, told_until;
static unsigned came_first; /* nobody knew of it, and it came in the first cycle of which nothing was said */
static void is_told(void *ctx, const wt_mem_req *r, uint64_t after) {
  const unsigned i = known[r->sm].n++;
  ck_assert(ctx == &M && i < EACH && after < told_until - told_at);
  known[r->sm].id[i] = r->data[0], known[r->sm].at[i] = told_at + after;
}
static void comes(void *ctx, const wt_mem_req *r) {
  const uint64_t now = M.cycles;
  (void)ctx;
  if (r->from) return;
  const unsigned i = known[r->sm].came;
  if (now < told_until)
    ck_assert_msg(i < known[r->sm].n && known[r->sm].id[i] == r->data[0] && known[r->sm].at[i] == now, "%u %s", r->data[0], words());
  known[r->sm].came += now < told_until, came_first += now == told_until;
}
/* For as long as wt_memsys_lookahead says, whatever is asked for meanwhile; and not for a cycle less than could be known. */
START_TEST(what_comes_back_is_known) {
  rng = 77;
  unsigned of = 0;
  came_first = 0;
  for (unsigned round = 0; round < ROUNDS; round++) {
    memset(&M, 0, sizeof M), memset(known, 0, sizeof known);
    random_shape(round);
    wt_memsys *m = machine(&M.S);
    m->perform = unseen, m->arrived = comes, told_until = 0;
    for (unsigned often = among(1, 4); M.cycles < CYCLES; M.cycles++) {
      if (M.cycles > told_until + 3) {
        told_at = M.cycles, told_until = told_at + wt_memsys_lookahead(m);
        for (unsigned i = 0; i < M.S.SMS; i++) {
          ck_assert_uint_eq(known[i].n, known[i].came);
          known[i].n = known[i].came = 0;
          wt_memsys_foretell(m, i, told_until - told_at, is_told, &M);
          of += known[i].n;
        }
      }
      for (unsigned k = 0; k < M.S.SMS; k++) {
        wt_mem_req r = random_request(0, 60);
        if (below(often) || !wt_memsys_ready(m, r.sm)) continue;
        const unsigned room = wt_memsys_room(m, r.sm);
        ck_assert_int_eq(wt_memsys_ask(m, &r, 0), 0);
        ck_assert_uint_eq(wt_memsys_room(m, r.sm), room - 1);
      }
      wt_memsys_cycle(m);
    }
    wt_memsys_free(m);
  }
  ck_assert(of > 1000 && came_first > 10);
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
  tcase_add_test(t, what_comes_back_is_known);
  tcase_add_test(t, another_future_is_another_state);
  tcase_add_test(t, each_allocation_may_fail_and_nothing_is_left);
  suite_add_tcase(s, t);
  return suite_run(s);
}
