/* test_wt_memory.c - memory behind the SM (docs/blocks/top/wt_memory.md): numbers in brackets are its rules. Cycles are worked out by hand from the
 * timings, order and places from the rules, not from the model.
 */
#include <check.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/wt_memsys.h"
#include "lib/wt_session.h"
#include "tests/host_kit.h"
#include "tests/kernel_kit.h"
#include "tests/suite.h"

static wt_shape shape_of(const char *keys) {
  wt_shape S;
  char text[600], err[300];
  ck_assert_int_eq(wt_shape_preset(&S, "tiny", err, sizeof err), 0);
  snprintf(text, sizeof text, "MEM_MODEL=l2dram %s", keys);
  for (char *k = strtok(text, " "); k; k = strtok(NULL, " ")) ck_assert_msg(!wt_shape_set(&S, k, err, sizeof err), "%s", err);
  ck_assert_msg(!wt_shape_check(&S, err, sizeof err), "%s", err);
  return S;
}

/* ---- a channel alone ---- */

enum { SEEN = 4096 };
typedef struct {
  unsigned n;
  uint32_t who[SEEN];
  uint64_t at[SEEN];
  const wt_dram *d;
} reads;
static void seen(void *ctx, uint32_t who) {
  reads *r = ctx;
  ck_assert_uint_lt(r->n, SEEN);
  r->who[r->n] = who, r->at[r->n++] = r->d->now;
}
static reads channel_run(wt_dram *d, unsigned clocks) {
  static reads r;
  r = (reads){.d = d};
  for (unsigned i = 0; i < clocks; i++) wt_dram_clock(d, seen, &r);
  return r;
}
#define CHANNEL "DRAM_BANKS=2 DRAM_ROW=512 DRAM_BUS=16 T_RCD=12 T_RAS=21 T_RP=13 T_RC=34 T_RRD=8 T_CL=9 DRAM_HITS=0 "
/* Addresses: row r of bank b, sector s. */
#define AT(r, b, s) ((uint64_t)((r)*2 + (b)) * 512 + (s)*32)

/* [12] A: activate 0, read 12, data 21 and 22: there at 23. B, same row: its read at 14 finds the bus free at 23: there at 25. C, same bank, another row:
 * precharge at 21 (T_RAS; the last read at 14 and its burst allow 16), activate 34 (T_RC; 21 + T_RP is 34 too), read 46, there at 57. */
START_TEST(row_miss_row_hit_row_conflict) {
  wt_shape S = shape_of(CHANNEL "DRAM_SCHED=fifo");
  wt_dram d;
  memset(&d, 0xee, sizeof d); /* a channel begins empty, whatever stood there */
  wt_dram_init(&d, &S);
  wt_dram_ask(&d, AT(0, 0, 0), 0, 1), wt_dram_ask(&d, AT(0, 0, 1), 0, 2), wt_dram_ask(&d, AT(1, 0, 0), 0, 3);
  reads r = channel_run(&d, 100);
  ck_assert_uint_eq(r.n, 3);
  ck_assert(r.who[0] == 1 && r.who[1] == 2 && r.who[2] == 3);
  ck_assert(r.at[0] == 23 && r.at[1] == 25 && r.at[2] == 57);
  ck_assert(d.count.misses == 1 && d.count.hits == 1 && d.count.conflicts == 1);
  /* the bank is open and long rested: a hit now is there after T_CL and the burst */
  uint64_t now = d.now;
  wt_dram_ask(&d, AT(1, 0, 9), 0, 4);
  r = channel_run(&d, 30);
  ck_assert(r.n == 1 && r.at[0] == now + 11);
  /* a conflict of a rested bank: precharge, T_RP, activate, T_RCD, read */
  now = d.now;
  wt_dram_ask(&d, AT(0, 0, 0), 0, 5);
  r = channel_run(&d, 60);
  ck_assert(r.n == 1 && r.at[0] == now + 13 + 12 + 9 + 2);
}
END_TEST

/* [12] T_RC of 40 holds the second activate back to 40: read 52, there at 63. */
START_TEST(row_cycle) {
  wt_shape S = shape_of(CHANNEL "DRAM_SCHED=fifo T_RC=40");
  wt_dram d;
  wt_dram_init(&d, &S);
  wt_dram_ask(&d, AT(0, 0, 0), 0, 1), wt_dram_ask(&d, AT(1, 0, 0), 0, 2);
  reads r = channel_run(&d, 100);
  ck_assert(r.n == 2 && r.at[0] == 23 && r.at[1] == 63);
}
END_TEST

/* [12] Two banks: T_RRD between the activates. frfcfs opens the second bank while the first waits for T_RCD. A: 0, 12, 23. B (bank 1): activate 8,
 * read 20, there at 31. fifo begins with B when A's read has been given: activate 13, read 25, there at 36. */
START_TEST(banks_side_by_side) {
  static const char *const sched[] = {"fifo", "frfcfs"};
  static const uint64_t second[] = {36, 31};
  for (int k = 0; k < 2; k++) {
    char keys[300];
    snprintf(keys, sizeof keys, CHANNEL "DRAM_SCHED=%s", sched[k]);
    wt_shape S = shape_of(keys);
    wt_dram d;
    wt_dram_init(&d, &S);
    wt_dram_ask(&d, AT(0, 0, 0), 0, 1), wt_dram_ask(&d, AT(5, 1, 0), 0, 2);
    reads r = channel_run(&d, 100);
    ck_assert_msg(r.n == 2 && r.at[0] == 23 && r.at[1] == second[k], "%s: %llu %llu", sched[k], (unsigned long long)r.at[0],
                  (unsigned long long)r.at[1]);
  }
}
END_TEST

/* [13, 14] Rows 0, 1, 0, 1, 0 of one bank: fifo takes them as they come, four conflicts; frfcfs row 0 first, one conflict. */
START_TEST(fifo_and_first_ready) {
  static const uint32_t order[2][5] = {{1, 2, 3, 4, 5}, {1, 3, 5, 2, 4}};
  /* fifo: each conflict adds T_RC = 34 from activate to activate. frfcfs: reads at 12, 14, 16; precharge 21, activate 34, reads 46, 48 */
  static const uint64_t at[2][5] = {{23, 57, 91, 125, 159}, {23, 25, 27, 57, 59}};
  for (int k = 0; k < 2; k++) {
    wt_shape S = shape_of(k ? CHANNEL "DRAM_SCHED=frfcfs" : CHANNEL "DRAM_SCHED=fifo");
    wt_dram d;
    wt_dram_init(&d, &S);
    for (uint32_t i = 0; i < 5; i++) wt_dram_ask(&d, AT(i % 2, 0, i), 0, i + 1);
    reads r = channel_run(&d, 300);
    ck_assert_uint_eq(r.n, 5);
    for (int i = 0; i < 5; i++)
      ck_assert_msg(r.who[i] == order[k][i] && r.at[i] == at[k][i], "%d: number %d is %u at %llu", k, i, r.who[i], (unsigned long long)r.at[i]);
    ck_assert_uint_eq(d.count.conflicts, k ? 1 : 4);
    ck_assert_uint_eq(d.count.overtaken, k ? 2 : 0);
  }
}
END_TEST

/* [14] The last of 64, as many as there may be, overtakes the 62 between it and the first; nobody is lost. */
START_TEST(a_full_queue) {
  wt_shape S = shape_of(CHANNEL "DRAM_SCHED=frfcfs DRAM_QUEUE=64");
  wt_dram d;
  wt_dram_init(&d, &S);
  for (uint32_t i = 1; i <= 64; i++) {
    ck_assert_uint_eq(wt_dram_room(&d), 65 - i);
    wt_dram_ask(&d, AT(i > 1 && i < 64, 0, i % 16), 0, i);
  }
  reads r = channel_run(&d, 300);
  ck_assert_uint_eq(r.n, 64);
  ck_assert(r.who[0] == 1 && r.at[0] == 23 && r.who[1] == 64 && r.at[1] == 25);
  for (unsigned i = 2; i < 64; i++) ck_assert(r.who[i] == i && r.at[i] == 57 + 2 * (i - 2)); /* precharge 21, activate 34, reads from 46 on */
}
END_TEST

/* [14] A stream of hits, always one more behind: without a limit the conflict never comes, with DRAM_HITS=3 after three of them. */
START_TEST(nobody_waits_forever) {
  for (int limit = 0; limit < 2; limit++) {
    wt_shape S = shape_of(limit ? CHANNEL "DRAM_SCHED=frfcfs DRAM_HITS=3" : CHANNEL "DRAM_SCHED=frfcfs");
    wt_dram d;
    reads r = {.d = &d};
    wt_dram_init(&d, &S);
    wt_dram_ask(&d, AT(0, 0, 0), 0, 0);
    for (int i = 0; i < 14; i++) wt_dram_clock(&d, seen, &r); /* its row is open, it has been read */
    ck_assert_uint_eq(d.n, 0);
    wt_dram_ask(&d, AT(1, 0, 0), 0, 5000);
    unsigned asked = 0;
    for (int i = 0; i < 1000; i++) {
      while (d.n < 4) asked++, wt_dram_ask(&d, AT(0, 0, asked % 16), 0, asked);
      wt_dram_clock(&d, seen, &r);
    }
    unsigned place = 0;
    for (unsigned i = 0; i < r.n; i++)
      if (r.who[i] == 5000) place = i;
    ck_assert_msg(limit ? place == 4 : !place, "%u", place); /* behind the first one and three that overtook it */
  }
}
END_TEST

/* [15] Hits without end: a burst of 2 clocks every 2 * MEM_SHARE clocks, to the clock. */
START_TEST(share_of_the_bus) {
  static const unsigned shares[] = {1, 3, 16};
  for (unsigned k = 0; k < 3; k++) {
    char keys[300];
    snprintf(keys, sizeof keys, CHANNEL "MEM_SHARE=%u", shares[k]);
    wt_shape S = shape_of(keys);
    wt_dram d;
    reads r = {.d = &d};
    uint32_t asked = 0;
    wt_dram_init(&d, &S);
    for (int i = 0; i < 24 + 3200; i++) {
      while (wt_dram_room(&d)) wt_dram_ask(&d, AT(0, 0, asked % 16), 0, asked), asked++;
      wt_dram_clock(&d, seen, &r);
    }
    ck_assert_uint_eq(r.at[0], 23); /* the first one is not slower */
    for (unsigned i = 1; i < r.n; i++) ck_assert_uint_eq(r.at[i] - r.at[i - 1], 2 * shares[k]);
    ck_assert_uint_eq(r.n, 1 + 3200 / (2 * shares[k]));
  }
}
END_TEST

/* ---- tags of a slice ---- */

/* [8] 2 sets of 3 ways: an own list of what each set holds, most recent first, beside random traffic. */
START_TEST(associativity_and_replacement) {
  wt_shape S = shape_of("L2_BYTES=1536 L2_WAYS=3 L2_SLICES=2 DRAM_CHANNELS=1");
  wt_l2 l;
  uint64_t mine[2][3], rng = 7;
  unsigned n[2] = {0, 0}, hits = 0;
  ck_assert_int_eq(wt_l2_init(&l, &S), 0);
  ck_assert(l.sets == 2 && l.ways == 3);
  for (int i = 0; i < 20000; i++) {
    uint64_t line = wt_host_below(&rng, 10);
    unsigned set = line % 2, k = 0;
    while (k < n[set] && mine[set][k] != line) k++;
    int at = wt_l2_find(&l, line, line), hit = k < n[set];
    ck_assert_int_eq(at >= 0, hit);
    hits += (unsigned)hit;
    if (!hit) {
      at = wt_l2_victim(&l, line);
      ck_assert_int_ge(at, 0);
      ck_assert_int_eq(at / 3, (int)set);
      if (n[set] == 3) ck_assert_uint_eq(l.line[at].line, mine[set][2]);
      else ck_assert(!l.line[at].used && at % 3 == (int)n[set]);
      wt_l2_install(&l, at, line);
      k = n[set] < 3 ? n[set]++ : 2;
    } else {
      wt_l2_touch(&l, at);
    }
    memmove(&mine[set][1], &mine[set][0], k * sizeof mine[set][0]);
    mine[set][0] = line;
  }
  ck_assert_uint_gt(hits, 5000);
  /* lines that wait stay; when all wait there is none to replace */
  int at = wt_l2_find(&l, mine[1][2], mine[1][2]), next = wt_l2_find(&l, mine[1][1], mine[1][1]), first = wt_l2_find(&l, mine[1][0], mine[1][0]);
  l.line[at].pending = 1;
  ck_assert_int_eq(wt_l2_victim(&l, 1), next);
  l.line[next].pending = 8, l.line[first].pending = 2;
  ck_assert_int_eq(wt_l2_victim(&l, 1), -1);
  wt_l2_free(&l);
  /* however often one is used, of the others the one used longest ago leaves */
  ck_assert_int_eq(wt_l2_init(&l, &S), 0);
  for (unsigned i = 0; i < 3; i++) wt_l2_install(&l, wt_l2_victim(&l, 0), 2 * i);
  for (unsigned i = 0; i < 600; i++) {
    wt_l2_touch(&l, wt_l2_find(&l, 4, 4));
    ck_assert_uint_eq(l.line[wt_l2_victim(&l, 0)].line, 0);
  }
  wt_l2_free(&l);
}
END_TEST

/* [4] Pieces of 256 bytes around the slices, six of them too. */
START_TEST(slices) {
  static const unsigned slices[] = {1, 2, 6, 12, 32};
  for (unsigned k = 0; k < 5; k++) {
    char keys[100];
    snprintf(keys, sizeof keys, "L2_SLICES=%u DRAM_CHANNELS=1 L2_BYTES=0", slices[k]);
    wt_shape S = shape_of(keys);
    for (uint64_t a = 0; a < 100000; a += 128) ck_assert_uint_eq(wt_memsys_slice(&S, a / 128), a / 256 % slices[k]);
    ck_assert_uint_eq(wt_memsys_slice(&S, (UINT64_C(0x7f0000000000) + 256 * 5) / 128), (UINT64_C(0x7f0000000000) / 256 + 5) % slices[k]);
  }
}
END_TEST

/* ---- the whole path ---- */

typedef struct {
  unsigned performed, answered;
  uint8_t order[SEEN], back[SEEN]; /* tags */
  uint64_t at[256];                /* cycle in which the answer of a tag came */
  uint64_t when[256];              /* and in which it was performed */
  wt_memsys *m;
} book;
static void perform(void *ctx, wt_mem_req *r) {
  book *b = ctx;
  b->order[b->performed++ % SEEN] = r->tag, b->when[r->tag] = b->m->cycle;
}
static void arrived(void *ctx, const wt_mem_req *r) {
  book *b = ctx;
  b->back[b->answered++ % SEEN] = r->tag, b->at[r->tag] = b->m->cycle;
}
static wt_memsys *path(const wt_shape *S, book *b) {
  wt_memsys *m = wt_memsys_new(S);
  ck_assert_ptr_nonnull(m);
  memset(b, 0, sizeof *b);
  b->m = m;
  m->perform = perform, m->arrived = arrived, m->ctx = b;
  return m;
}
/* sectors: bit mask; bytes of each that are touched, from the first one. */
static void ask(wt_memsys *m, unsigned op, unsigned tag, uint64_t addr, unsigned sectors, unsigned bytes) {
  wt_mem_req r = {
    .line = addr / 128, .op = (uint8_t)op, .space = WT_SP_GLOBAL, .tag = (uint8_t)tag, .answer = op == WT_MEM_LOAD || op == WT_MEM_ATOM};
  for (unsigned s = 0; s < 4; s++)
    if (sectors >> s & 1) r.bmask[s] = bytes == 32 ? UINT32_MAX : (1u << bytes) - 1;
  ck_assert(wt_memsys_ready(m, 0));
  ck_assert_int_eq(wt_memsys_ask(m, &r, 0), 0);
}
static void cycles(wt_memsys *m, unsigned n) {
  while (n--) wt_memsys_cycle(m);
}
static void drain(wt_memsys *m) {
  for (int i = 0; i < 100000 && !wt_memsys_quiet(m); i++) wt_memsys_cycle(m);
  ck_assert(wt_memsys_quiet(m));
  cycles(m, 400); /* DRAM writes */
}

/* [1] Exact after CORE_MHZ cycles, and never a whole clock away in between. */
START_TEST(clock_ratios) {
  wt_shape S = shape_of("CORE_MHZ=1300 NET_MHZ=650 DRAM_MHZ=800");
  book b;
  wt_memsys *m = path(&S, &b);
  for (uint64_t c = 1; c <= 2600; c++) {
    wt_memsys_cycle(m);
    ck_assert_uint_eq(m->now, c * 650 / 1300);
    ck_assert_uint_eq(m->channel[0].now, c * 800 / 1300);
  }
  wt_memsys_free(m);
  S = shape_of("CORE_MHZ=100 NET_MHZ=250 DRAM_MHZ=301");
  m = path(&S, &b);
  for (uint64_t c = 1; c <= 200; c++) {
    wt_memsys_cycle(m);
    ck_assert(m->now == c * 250 / 100 && m->channel[0].now == c * 301 / 100);
  }
  wt_memsys_free(m);
}
END_TEST

/* [9, 10] What reaches DRAM: only sectors that are missing, once; a store that covers a sector fetches nothing, one that does not fetches it. */
START_TEST(sectors_and_merging) {
  wt_shape S = shape_of("");
  book b;
  wt_memsys *m = path(&S, &b);
  wt_dram_counts *d = &m->channel[0].count;
  ask(m, WT_MEM_LOAD, 1, 0, 1, 4), cycles(m, 8); /* on its way to DRAM */
  ask(m, WT_MEM_LOAD, 2, 0, 1, 32);
  drain(m);
  ck_assert(d->reads == 1 && m->count.merged == 1 && m->count.sector_hits == 0);
  ask(m, WT_MEM_LOAD, 3, 0, 3, 32); /* sector 0 is there */
  drain(m);
  ck_assert(d->reads == 2 && m->count.sector_hits == 1 && m->count.requests_hit == 0);
  ask(m, WT_MEM_STORE, 4, 0, 8, 32), drain(m);
  ck_assert_uint_eq(d->reads, 2);
  ask(m, WT_MEM_LOAD, 5, 0, 8, 4), drain(m); /* what it stored is there */
  ck_assert(d->reads == 2 && m->count.requests_hit == 2);
  ask(m, WT_MEM_STORE, 6, 0, 4, 31), drain(m);
  ck_assert_uint_eq(d->reads, 3);
  ask(m, WT_MEM_ATOM, 7, 128, 1, 4), drain(m);
  ck_assert_uint_eq(d->reads, 4);
  ask(m, WT_MEM_RED, 8, 128, 1, 4), drain(m);
  ck_assert(d->reads == 4 && d->writes == 0 && b.answered == 8 && b.performed == 8);
  wt_memsys_free(m);
}
END_TEST

/* [8] One set of two ways (L2_BYTES=512 in 2 slices): the third line takes the place of the one used longest ago; its dirty sectors are written,
 * clean ones are not. Lines of slice 0: 0, 128, 512, 640, 1024. */
START_TEST(write_back) {
  wt_shape S = shape_of("L2_BYTES=512 L2_WAYS=2");
  book b;
  wt_memsys *m = path(&S, &b);
  wt_dram_counts *d = &m->channel[0].count;
  ask(m, WT_MEM_STORE, 1, 0, 5, 32), ask(m, WT_MEM_LOAD, 2, 128, 15, 32), drain(m);
  ck_assert(d->reads == 4 && d->writes == 0);
  ask(m, WT_MEM_LOAD, 3, 0, 1, 32), drain(m); /* 0 is used once more: 128 is the older one */
  ask(m, WT_MEM_LOAD, 4, 512, 1, 32), drain(m);
  ck_assert(d->reads == 5 && d->writes == 0 && m->count.evictions == 1);
  ask(m, WT_MEM_LOAD, 5, 640, 1, 32), drain(m); /* now 0 goes, with two dirty sectors */
  ck_assert(d->reads == 6 && d->writes == 2 && m->count.evictions == 2);
  ask(m, WT_MEM_LOAD, 6, 0, 5, 32), drain(m);
  ck_assert(d->reads == 8 && d->writes == 2);
  wt_memsys_free(m);
}
END_TEST

/* [6, 9, 10] A hit behind a miss of the same slice is performed behind it and answered before it; one line keeps its order. */
START_TEST(order_of_a_slice) {
  wt_shape S = shape_of("");
  book b;
  wt_memsys *m = path(&S, &b);
  ask(m, WT_MEM_LOAD, 1, 0, 1, 32), drain(m);
  ask(m, WT_MEM_LOAD, 2, 128, 1, 32), ask(m, WT_MEM_LOAD, 3, 0, 1, 32), ask(m, WT_MEM_STORE, 4, 128, 1, 32), drain(m);
  ck_assert(b.order[1] == 2 && b.order[2] == 3 && b.order[3] == 4);
  ck_assert(b.at[3] < b.at[2] && b.at[4] < b.at[2]);
  wt_memsys_free(m);
}
END_TEST

/* [6] Slice 0 is busy. A weak load of warp 3 waits there, and what the warp loads from slice 1 overtakes it; behind a strong load or an atomic it does
 * not, whereas another warp's load does. */
START_TEST(strong_loads_hold_back) {
  static const struct {
    int strong;
    unsigned warp;
    int overtakes;
  } cases[] = {{0, 3, 1}, {1, 3, 0}, {1, 2, 1}};
  for (unsigned k = 0; k < 3; k++) {
    wt_shape S = shape_of("MEM_SHARE=20 NET_QUEUE=16 L2_QUEUE=16");
    book b;
    wt_memsys *m = path(&S, &b);
    wt_mem_req strong = {.line = 512 / 128, .bmask = {15}, .tag = 1, .warp = 3, .answer = 1, .strong = (uint8_t)cases[k].strong};
    wt_mem_req behind = {.line = 256 / 128, .bmask = {15}, .tag = 2, .warp = (uint8_t)cases[k].warp, .answer = 1};
    for (unsigned i = 0; i < 5; i++) ask(m, WT_MEM_LOAD, 10 + i, 0, 1, 4);
    ck_assert(!wt_memsys_ask(m, &strong, 0) && !wt_memsys_ask(m, &behind, 0));
    drain(m);
    ck_assert_int_eq(b.when[2] < b.when[1], cases[k].overtakes);
    wt_memsys_free(m);
  }
}
END_TEST

/* [10] Places to wait: with one, the second miss is looked up only when the first one's sector has come; what would hit behind it waits too. */
START_TEST(places_to_wait) {
  wt_shape S = shape_of("L2_PENDING=1");
  book b;
  wt_memsys *m = path(&S, &b);
  ask(m, WT_MEM_LOAD, 1, 0, 1, 32), ask(m, WT_MEM_LOAD, 2, 1024, 1, 32), ask(m, WT_MEM_LOAD, 3, 0, 1, 32), drain(m);
  /* the sector is 23 clocks behind the lookup of 1 (row miss); the L2's next clock looks 2 up */
  ck_assert_uint_eq(b.when[2], b.when[1] + 24);
  ck_assert(b.when[3] > b.when[2] && m->count.stall_pending > 0);
  wt_memsys_free(m);
}
END_TEST

/* [11] Without L2 every access is DRAM's. */
START_TEST(without_l2) {
  wt_shape S = shape_of("L2_BYTES=0");
  book b;
  wt_memsys *m = path(&S, &b);
  wt_dram_counts *d = &m->channel[0].count;
  ask(m, WT_MEM_LOAD, 1, 0, 3, 32), ask(m, WT_MEM_LOAD, 2, 0, 3, 32), drain(m);
  ck_assert(d->reads == 4 && d->writes == 0);
  ask(m, WT_MEM_STORE, 3, 0, 8, 4), drain(m);
  ck_assert(d->reads == 4 && d->writes == 1);
  ask(m, WT_MEM_ATOM, 4, 0, 8, 4), ask(m, WT_MEM_RED, 5, 0, 8, 4), drain(m);
  ck_assert(d->reads == 6 && d->writes == 3 && b.answered == 5 && !m->count.requests_hit);
  wt_memsys_free(m);
}
END_TEST

/* [3, 5] The interface: NET_QUEUE requests, then it is not ready; a full slice holds all behind the oldest. One slice, one place, misses. */
START_TEST(back_pressure) {
  wt_shape S = shape_of("L2_SLICES=1 NET_QUEUE=3 L2_QUEUE=1 L2_PENDING=1");
  book b;
  wt_memsys *m = path(&S, &b);
  unsigned taken = 0;
  for (int i = 0; i < 20; i++) {
    if (wt_memsys_ready(m, 0)) ask(m, WT_MEM_LOAD, taken, taken * UINT64_C(4096), 1, 32), taken++;
    wt_memsys_cycle(m);
  }
  ck_assert_uint_eq(taken, 5); /* one waits for DRAM, one is in the slice's queue, three are in the interface */
  ck_assert(!wt_memsys_ready(m, 0) && m->count.port_full > 0);
  drain(m);
  for (unsigned i = 0; i < taken; i++) ck_assert_uint_eq(b.order[i], i);
  wt_memsys_free(m);
}
END_TEST

/* [5] A long way: what is on it to a slice counts as being in its queue. */
START_TEST(requests_on_their_way) {
  wt_shape S = shape_of("L2_SLICES=1 NET_LAT=50 L2_QUEUE=2");
  book b;
  wt_memsys *m = path(&S, &b);
  for (unsigned i = 0; i < 4; i++) ask(m, WT_MEM_LOAD, i, i * UINT64_C(4096), 1, 32);
  for (int i = 0; i < 40; i++) {
    wt_memsys_cycle(m);
    ck_assert_uint_le(m->sm->out.n, 2);
  }
  ck_assert(m->sm->out.n == 2 && m->sm->port.n == 2);
  drain(m);
  wt_memsys_free(m);
}
END_TEST

/* [5] Answers of whole lines on a link of 32 bytes: 136 bytes take 5 clocks, so hits in a row come every 5 clocks; [7] with narrow answers of
 * four sectors the slice's share shows instead: 4 * MEM_SHARE clocks. */
START_TEST(bandwidth_of_link_and_slice) {
  static const char *const keys[] = {"NET_BYTES=32 L2_SLICES=1", "NET_BYTES=256 L2_SLICES=1 MEM_SHARE=7"};
  static const uint64_t gap[] = {5, 28};
  for (int k = 0; k < 2; k++) {
    wt_shape S = shape_of(keys[k]);
    book b;
    wt_memsys *m = path(&S, &b);
    ask(m, WT_MEM_LOAD, 0, 0, 15, 32), drain(m);
    for (unsigned i = 1; i < 60;) {
      if (wt_memsys_ready(m, 0)) ask(m, WT_MEM_LOAD, i++, 0, 15, 32);
      wt_memsys_cycle(m);
    }
    drain(m);
    for (unsigned i = 3; i < 60; i++) ck_assert_uint_eq(b.at[i] - b.at[i - 1], gap[k]);
    wt_memsys_free(m);
  }
}
END_TEST

/* Two paths that were given the same, some time apart, are the same; after one more request they are not. [18] */
START_TEST(times_are_relative) {
  wt_shape S = shape_of("CORE_MHZ=1300 NET_MHZ=650 DRAM_MHZ=800");
  book b, c;
  wt_memsys *m = path(&S, &b), *n = path(&S, &c), *copy;
  cycles(m, 26 * 40);
  for (int i = 0; i < 60; i++) {
    if (i % 7 == 0) ask(m, WT_MEM_LOAD, (unsigned)i, (uint64_t)i * 96, 1, 32), ask(n, WT_MEM_LOAD, (unsigned)i, (uint64_t)i * 96, 1, 32);
    wt_memsys_cycle(m), wt_memsys_cycle(n);
    ck_assert(wt_memsys_same(m, n));
  }
  copy = wt_memsys_copy(n);
  ask(n, WT_MEM_LOAD, 99, 0, 1, 32);
  ck_assert(!wt_memsys_same(m, n) && wt_memsys_same(m, copy));
  wt_memsys_free(m), wt_memsys_free(n), wt_memsys_free(copy);
}
END_TEST

/* [18] All of it is in rows but what the shape or the caller says. */
START_TEST(every_byte_has_a_row) {
  wt_shape S = shape_of("SMS=2 L2_SLICES=32 DRAM_CHANNELS=16 DRAM_BANKS=32 L2_BYTES=8192 L2_WAYS=2");
  book b;
  wt_memsys *m = path(&S, &b);
  wt_saved l = {0};
  const size_t size = sizeof *m + S.SMS * sizeof *m->sm;
  uint8_t *there = calloc(1, size);
  wt_memsys_saved(m, &l, "m");
  for (unsigned i = 0; i < l.n; i++) {
    size_t at = (size_t)(l.row[i].at - (char *)m);
    if (l.row[i].at >= (char *)m && at < size) memset(there + at, 1, l.row[i].elem * l.row[i].n);
  }
#define NOT(member, why) memset(there + ((char *)&(member) - (char *)m), 1, sizeof(member))
  NOT(m->S, "the shape"), NOT(m->perform, "the caller"), NOT(m->arrived, "the caller"), NOT(m->ctx, "the caller");
  for (unsigned s = 0; s < 32; s++) NOT(m->slice[s].l2, "rows of its own; sizes: the shape");
  for (unsigned c = 0; c < 16; c++) NOT(m->channel[c].S, "the shape");
#undef NOT
  for (size_t i = 0, k; i < size; i = k + 1) {
    for (k = i; k < size && !there[k]; k++) continue;
    /* up to 7 bytes before a member that is aligned are nobody's */
    ck_assert_msg(k - i < 4 || (k - i < 8 && k % 8 == 0), "bytes %zu to %zu of %zu", i, k, size);
  }
  for (unsigned i = 0, lines = 0; i < l.n; i++) {
    lines += (unsigned)(strstr(l.row[i].name, ".line") != NULL);
    if (i + 1 == l.n) ck_assert_uint_eq(lines, 32);
  }
  free(there);
  wt_saved_free(&l);
  wt_memsys_free(m);
}
END_TEST

/* ---- on the machine ---- */

/* [18] A loop that loads a flag that nobody sets: proved, with misses and hits, with and without an L2. */
START_TEST(no_end_is_proved) {
  static const char text[] = ".kernel spin\n.regs 16\n.params 8, 8\nMOV R8, c[0x0][0x160]\nMOV R9, c[0x0][0x164]\nL: LDG.E.STRONG.GPU R4, [R8+0x0]\n"
                             "ISETP.NE.AND P0, PT, R4, 0x1, PT\n@P0 BRA L\nEXIT\n.end\n";
  static const char *const sets[][4] = {
    {"MEM_MODEL=l2dram"}, {"MEM_MODEL=l2dram", "L2_BYTES=0"}, {"MEM_MODEL=l2dram", "CORE_MHZ=1300", "DRAM_MHZ=800"}};
  for (int k = 0; k < 3; k++) {
    wt_session *s = kit_open(WT_BACKEND_C, "tiny", sets[k], 1, 400000, 0);
    wt_addr buf = kit_alloc(s, 256, NULL);
    ck_assert_int_eq(kit_launch(s, kit_text(s, text, "spin"), 1, 4, &buf, 1), WT_NO_END);
    ck_assert_str_eq(wt_verdict(s), "livelock");
    wt_session_close(s);
  }
}
END_TEST

/* Statistics of a kernel: what was counted adds up, and no more bandwidth is used than there is. */
START_TEST(statistics_add_up) {
  static const char *const sets[][4] = {
    {"MEM_MODEL=l2dram"}, {"MEM_MODEL=l2dram", "MEM_SHARE=16"}, {"MEM_MODEL=l2dram", "L2_BYTES=0", "DRAM_SCHED=fifo"}};
  double cycles_of[3];
  for (int k = 0; k < 3; k++) {
    wt_session *s = kit_open(WT_BACKEND_C, "small", sets[k], 1, 2000000, 0);
    wt_set_occupancy(s, 1);
    ck_assert_int_eq(kit_host(s, "vecadd"), WT_OK);
    const wt_counters *c = wt_stats(s);
    const wt_memory_counters *m = &c->memory;
    cycles_of[k] = (double)c->cycles;
    ck_assert_uint_eq(m->requests, c->offchip_requests);
    ck_assert_uint_eq(m->row_hits + m->row_misses + m->row_conflicts, m->dram_reads + m->dram_writes);
    ck_assert_uint_eq(m->bus_clocks, (m->dram_reads + m->dram_writes) * 2);
    ck_assert_uint_ge(m->bytes_offered, (m->dram_reads + m->dram_writes) * 32);
    ck_assert_uint_ge(m->dram_reads, 2 * 20000 / 32); /* both inputs, once each */
    if (k == 2) ck_assert(m->sector_hits == 0 && m->dram_writes >= 20000 / 32);
    char *text = NULL;
    size_t n = 0;
    FILE *f = open_memstream(&text, &n);
    ck_assert_int_eq(wt_stats_json(s, f), WT_OK);
    fclose(f);
    json_t *j = json_loads(text, 0, NULL), *l2 = json_object_get(json_object_get(j, "memory"), "l2"), *o = json_object_get(j, "occupancy");
    ck_assert_uint_eq((uint64_t)json_integer_value(json_object_get(l2, "sectors")), m->sectors);
    ck_assert_ptr_nonnull(json_object_get(o, "DRAM_QUEUE"));
    double mean = json_real_value(json_object_get(json_object_get(o, "WARPS"), "mean"));
    json_int_t peak = json_integer_value(json_object_get(json_object_get(o, "WARPS"), "peak"));
    ck_assert(mean > 0 && mean <= (double)peak && peak <= 8);
    json_decref(j);
    free(text);
    wt_session_close(s);
  }
  ck_assert_msg(cycles_of[1] > 1.5 * cycles_of[0], "a sixteenth of the bandwidth: %.0f cycles instead of %.0f", cycles_of[1], cycles_of[0]);
}
END_TEST

/* Shapes that cannot be: one line. */
START_TEST(bad_geometry) {
  static const char *const bad[][2] = {{"L2_SLICES=3 DRAM_CHANNELS=2", "multiple of DRAM_CHANNELS"},
                                       {"L2_BYTES=1000", "multiple of 128 * L2_WAYS * L2_SLICES"},
                                       {"DRAM_ROW=300", "DRAM_ROW"},
                                       {"DRAM_BUS=12", "power of two"},
                                       {"T_RC=33", "T_RAS + T_RP"},
                                       {"T_RAS=11", "T_RCD"}};
  for (unsigned k = 0; k < sizeof bad / sizeof *bad; k++) {
    wt_shape S;
    char text[200], err[300] = "";
    ck_assert_int_eq(wt_shape_preset(&S, "tiny", err, sizeof err), 0);
    snprintf(text, sizeof text, "%s", bad[k][0]);
    for (char *a = strtok(text, " "); a; a = strtok(NULL, " ")) ck_assert_int_eq(wt_shape_set(&S, a, err, sizeof err), 0);
    ck_assert_int_eq(wt_shape_check(&S, err, sizeof err), 0); /* nobody reads the keys yet */
    ck_assert_int_eq(wt_shape_set(&S, "MEM_MODEL=l2dram", err, sizeof err), 0);
    ck_assert_int_ne(wt_shape_check(&S, err, sizeof err), 0);
    ck_assert_msg(strstr(err, bad[k][1]) && !strchr(err, '\n'), "%s", err);
  }
}
END_TEST

int main(void) {
  Suite *s = suite_create("memory");
  TCase *t = tcase_create("memory");
  tcase_set_timeout(t, 300);
  tcase_add_test(t, row_miss_row_hit_row_conflict);
  tcase_add_test(t, row_cycle);
  tcase_add_test(t, banks_side_by_side);
  tcase_add_test(t, fifo_and_first_ready);
  tcase_add_test(t, a_full_queue);
  tcase_add_test(t, nobody_waits_forever);
  tcase_add_test(t, share_of_the_bus);
  tcase_add_test(t, associativity_and_replacement);
  tcase_add_test(t, slices);
  tcase_add_test(t, clock_ratios);
  tcase_add_test(t, sectors_and_merging);
  tcase_add_test(t, write_back);
  tcase_add_test(t, order_of_a_slice);
  tcase_add_test(t, strong_loads_hold_back);
  tcase_add_test(t, places_to_wait);
  tcase_add_test(t, without_l2);
  tcase_add_test(t, back_pressure);
  tcase_add_test(t, requests_on_their_way);
  tcase_add_test(t, bandwidth_of_link_and_slice);
  tcase_add_test(t, times_are_relative);
  tcase_add_test(t, every_byte_has_a_row);
  tcase_add_test(t, no_end_is_proved);
  tcase_add_test(t, statistics_add_up);
  tcase_add_test(t, bad_geometry);
  suite_add_tcase(s, t);
  return suite_run(s);
}
