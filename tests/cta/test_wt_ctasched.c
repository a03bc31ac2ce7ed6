/* test_wt_ctasched.c - CTA scheduler: a model of its rules beside random lock-step, and what books and papers say of dispatch: the figure of rounds and
 * demand, the partition into clusters, lines of blocks of CTAs, misses of dispatch orders. Rules: docs/blocks/cta/wt_ctasched.md. */
#include "lib/wt_clusters.h"
#include "tests/block_suite.h"

/* A model of the rules. CTAs are numbered through, in the order of the launch; coordinates come from the numbers. */
static struct {
  uint64_t next, total; /* CTAs: how many were given, all of them */
  unsigned turn, round, random, part, known;
  uint64_t w[MAX_SMS]; /* CTAs of each cluster that were given */
} ref;
static struct {
  unsigned to, of, idle; /* SM that gets the CTA `at` in this cycle, SMS: none; whose cluster it is of */
  uint64_t at;
} now;
static unsigned long_along[3]; /* grids of the stimulus that are long in x, y or z alone */
static unsigned crowds;        /* cycles in which several SMs asked */
static unsigned held, stolen,
  tiled; /* SMs that asked and were not given a CTA though nobody was; CTAs of another's cluster; CTAs of tiles of several */

static void start(const wt_bench *b) {
  (void)b;
  memset(&ref, 0, sizeof ref);
}
static int asks(const wt_bench *b, unsigned i) { return b->m->gpu->sm[i].dispatch.o.ask; }
static int is(const wt_bench *b, unsigned policy) { return b->shape.CTA_SCHED == policy; }
/* 12: CTAs of a cluster and its first one: as equal parts as there can be. */
static uint64_t size(const wt_bench *b, unsigned i) { return ref.total / b->shape.SMS + (i < ref.total % b->shape.SMS); }
static uint64_t first(const wt_bench *b, unsigned i) {
  const uint64_t more = ref.total % b->shape.SMS;
  return i * (ref.total / b->shape.SMS) + (i < more ? i : more);
}
static uint64_t left(const wt_bench *b, unsigned i) { return size(b, i) - ref.w[i]; }
/* 2, 8, 10, 11, 14 */
static int may(const wt_bench *b, unsigned i) {
  const int room = b->m->gpu->sm[i].dispatch.o.room;
  if (!asks(b, i)) return 0;
  if (is(b, WT_CTA_SCHED_rotated)) return i == ref.turn;
  if (is(b, WT_CTA_SCHED_imbalanced)) return i > 0 || room;
  if (is(b, WT_CTA_SCHED_bcs)) return ref.part ? i == ref.turn : room;
  if (is(b, WT_CTA_SCHED_cluster)) return ref.known == b->shape.SMS && (b->shape.CTA_STEAL || left(b, i));
  return 1;
}
/* Who gets a CTA; SMS: nobody. */
static unsigned chosen(const wt_bench *b) {
  const unsigned n = b->shape.SMS;
  unsigned from = is(b, WT_CTA_SCHED_demand) ? 0 : is(b, WT_CTA_SCHED_random) ? ref.random % (1u << b->shape.SM_W) % n : ref.turn; /* 7, 9 */
  for (unsigned k = 0; k < n && ref.next < ref.total; k++)
    if (may(b, (from + k) % n)) return (from + k) % n;
  return n;
}
/* 3, 4, 8, 9, 11, 15: behind a CTA for SM `to`. */
static void given(const wt_bench *b, unsigned to) {
  const unsigned n = b->shape.SMS;
  ref.next++, ref.turn = (to + 1) % n;
  if (is(b, WT_CTA_SCHED_rotated) && ++ref.round == n) ref.round = 0, ref.turn = (to + 2) % n;
  if (is(b, WT_CTA_SCHED_bcs)) {
    ref.part = (ref.part + 1) % b->shape.CTA_BLOCK;
    if (ref.part) ref.turn = to;
  }
  if (is(b, WT_CTA_SCHED_random)) {
    ref.random ^= ref.random << 7 & 0xffff;
    ref.random ^= ref.random >> 9;
    ref.random ^= ref.random << 8 & 0xffff;
  }
  if (is(b, WT_CTA_SCHED_cluster)) ref.w[now.of]++, stolen += now.of != to;
}
static void rules(const wt_bench *b) {
  const wt_cfg_out *c = &b->m->gpu->cfg;
  const unsigned to = now.to = chosen(b);
  unsigned n = 0;
  now.at = ref.next, now.idle = ref.next >= ref.total; /* 5 */
  for (unsigned i = 0; i < b->shape.SMS; i++) now.idle &= b->m->gpu->sm[i].dispatch.o.idle;
  for (unsigned i = 0; i < b->shape.SMS; i++) n += (unsigned)asks(b, i);
  crowds += n > 1, held += n && to == b->shape.SMS && ref.next < ref.total;
  if (is(b, WT_CTA_SCHED_cluster) && to < b->shape.SMS) {
    now.of = to;
    for (unsigned i = 0; !left(b, to) && i < b->shape.SMS; i++)
      if (left(b, i) > left(b, now.of)) now.of = i;
    now.at = first(b, now.of) + ref.w[now.of];
  }
  if (ref.known && ref.known < b->shape.SMS && ref.next < ref.total) ref.known++; /* 13 */
  if (to < b->shape.SMS) given(b, to);
  if (!c->start) return;
  memset(&ref, 0, sizeof ref);
  ref.total = (uint64_t)c->grid_x * c->grid_y * c->grid_z; /* 1 */
  ref.random = b->shape.CTA_SEED, ref.known = is(b, WT_CTA_SCHED_cluster);
  if (c->grid_y <= 4 && c->grid_z <= 4) long_along[0] += c->grid_x > 32;
  if (c->grid_x <= 4 && c->grid_z <= 4) long_along[1] += c->grid_y > 32;
  if (c->grid_x <= 4 && c->grid_y <= 4) long_along[2] += c->grid_z > 32;
}
/* Coordinates of CTA v in the order of the launch. */
static void coordinates(const wt_bench *b, uint64_t v, uint64_t at[3]) {
  const wt_cfg_out *c = &b->m->gpu->cfg;
  uint64_t gx = c->grid_x, gy = c->grid_y, tx = gx, ty = 1;
  at[2] = v / (gx * gy), v %= gx * gy;
  if (is(b, WT_CTA_SCHED_cluster) && b->shape.CTA_ORDER == WT_CTA_ORDER_column) {
    at[0] = v / gy, at[1] = v % gy;
    return;
  }
  if (is(b, WT_CTA_SCHED_cluster) && b->shape.CTA_ORDER == WT_CTA_ORDER_tile) {
    for (tx = b->shape.CTA_TILE_X; gx % tx; tx--) continue;
    for (ty = b->shape.CTA_TILE_Y; gy % ty; ty--) continue;
    tiled += tx > 1 && ty > 1;
  }
  const uint64_t tile = v / (tx * ty), in = v % (tx * ty);
  at[0] = tile % (gx / tx) * tx + in % tx, at[1] = tile / (gx / tx) * ty + in / tx;
}
static void look(const wt_bench *b) {
  const wt_ctasched_out *o = &b->m->gpu->ctasched.o;
  const unsigned gives = now.to < b->shape.SMS;
  uint64_t at[3] = {0, 0, 0};
  if (gives) coordinates(b, now.at, at);
  SUITE_RULE(b, "2, 8, 10, 11, 14", "ctasched_give_valid", o->give_valid, gives);
  SUITE_RULE(b, "2, 4, 7, 8, 9", "ctasched_give_sm", o->give_sm, gives ? now.to : 0);
  SUITE_RULE(b, "3, 6, 15, 16, 17", "ctasched_give_x", o->give_x, at[0]);
  SUITE_RULE(b, "3, 6, 15, 16, 17", "ctasched_give_y", o->give_y, at[1]);
  SUITE_RULE(b, "3, 6, 15, 16, 17", "ctasched_give_z", o->give_z, at[2]);
  SUITE_RULE(b, "5", "ctasched_idle", o->idle, now.idle);
}
static const suite_model model = {"ctasched", start, rules, look};

START_TEST(rules_hold_on_random_grids) {
  static const char *const two[] = {"SMS=2", NULL}, *const five[] = {"SMS=5", NULL}, *const demand[] = {"SMS=5", "CTA_SCHED=demand", NULL};
  suite_rules_all(&model, 20000);
  suite_rules(&model, "tiny", two, 20000);
  suite_rules(&model, "tiny", five, 20000);
  suite_rules(&model, "tiny", demand, 20000);
  ck_assert_msg(long_along[0] && long_along[1] && long_along[2], "%u, %u, %u grids", long_along[0], long_along[1], long_along[2]);
  ck_assert_uint_gt(crowds, 1000);
  ck_assert_uint_eq(held, 0);
}
END_TEST

/* Every policy, with 1, 2, 4 and 5 SMs; the keys that it reads at more than one value. */
static const char *const policies[][5] = {{"CTA_SCHED=rr"},
                                          {"CTA_SCHED=demand"},
                                          {"CTA_SCHED=rotated"},
                                          {"CTA_SCHED=random"},
                                          {"CTA_SCHED=random", "CTA_SEED=40961"},
                                          {"CTA_SCHED=imbalanced"},
                                          {"CTA_SCHED=bcs"},
                                          {"CTA_SCHED=bcs", "CTA_BLOCK=5"},
                                          {"CTA_SCHED=bcs", "CTA_BLOCK=32"},
                                          {"CTA_SCHED=cluster"},
                                          {"CTA_SCHED=cluster", "CTA_STEAL=1"},
                                          {"CTA_SCHED=cluster", "CTA_ORDER=column"},
                                          {"CTA_SCHED=cluster", "CTA_ORDER=column", "CTA_STEAL=1"},
                                          {"CTA_SCHED=cluster", "CTA_ORDER=tile"},
                                          {"CTA_SCHED=cluster", "CTA_ORDER=tile", "CTA_TILE_X=4", "CTA_TILE_Y=3", "CTA_STEAL=1"}};
enum { POLICIES = sizeof policies / sizeof *policies };
/* Keys of policy p; the C twin with them. */
static void keys(unsigned sms, unsigned p, const char *set[9], char buf[16]) {
  unsigned k = 2;
  snprintf(buf, 16, "SMS=%u", sms);
  set[0] = buf, set[1] = "CTA_UNIT=policies";
  for (unsigned i = 0; i < 5 && policies[p][i]; i++) set[k++] = policies[p][i];
  set[k] = NULL;
}
static wt_bench *with(unsigned sms, unsigned p) {
  const char *set[9];
  char buf[16];
  keys(sms, p, set, buf);
  return suite_open_as(1, "ctasched", "tiny", set, 1);
}
START_TEST(rules_hold_under_every_policy) {
  static const unsigned sms[] = {1, 2, 4, 5};
  const char *set[9];
  char buf[16];
  for (unsigned i = 0; i < 4; i++)
    for (unsigned p = 0; p < POLICIES; p++) keys(sms[i], p, set, buf), suite_rules(&model, "tiny", set, 6000);
  ck_assert_msg(held > 1000 && stolen > 1000 && tiled > 1000, "%u held, %u stolen, %u of tiles", held, stolen, tiled);
}
END_TEST

/* ---- whole launches ---- */

typedef struct {
  unsigned x, y, sm;
} gave;
/* A launch of a plane of CTAs; all SMs ask in every cycle, with room for a block. Its CTAs in the order in which they are given. */
static unsigned launch(wt_bench *b, unsigned gx, unsigned gy, gave *log) {
  wt_cfg_out *c = &b->m->gpu->cfg;
  unsigned n = 0;
  c->grid_x = gx, c->grid_y = (uint16_t)gy, c->grid_z = 1, c->start = 1;
  ck_assert_int_eq(wt_clusters_config(c, &b->shape), 0);
  for (unsigned i = 0; i < b->shape.SMS; i++) b->m->gpu->sm[i].dispatch.o = (wt_dispatch_out){.ask = 0, .idle = 1};
  SUITE_CYCLE(b);
  c->start = 0;
  for (unsigned i = 0; i < b->shape.SMS; i++) b->m->gpu->sm[i].dispatch.o.ask = b->m->gpu->sm[i].dispatch.o.room = 1;
  while (b->m->gpu->ctasched.q.run) {
    const wt_ctasched_out *o = &b->m->gpu->ctasched.o;
    SUITE_CYCLE(b);
    if (!o->give_valid) continue;
    ck_assert_uint_lt(n, gx * gy);
    log[n++] = (gave){o->give_x, o->give_y, o->give_sm};
  }
  return n;
}

/* Of V CTAs and M SMs that all ask, CTA number u to be given is v = f^-1(u / M, u mod M) of the paper, for every V below 200 and M below 60; so is every CTA
 * given once, by the SM that f says. */
START_TEST(clusters_are_the_inverse_of_f) {
  static const unsigned known[][12] = {
    {0, 3, 1, 4, 2, 5}, {0, 3, 5, 1, 4, 6, 2}, {0, 3, 6, 8, 1, 4, 7, 9, 2, 5}, {0, 4, 8, 1, 5, 9, 2, 6, 10, 3, 7, 11}};
  static const unsigned of[][2] = {{6, 2}, {7, 3}, {10, 4}, {12, 3}};
  unsigned checked = 0;
  for (unsigned m = 1; m < 60; m++) {
    wt_bench *b = with(m, 9);
    for (unsigned v = 1; v < 200; v++) {
      gave log[200];
      uint8_t seen[200] = {0};
      ck_assert_uint_eq(launch(b, v, 1, log), v);
      const int q = (int)(v / m), r = (int)(v % m);
      for (unsigned u = 0; u < v; u++) {
        const int w = (int)(u / m), i = (int)(u % m);
        const unsigned want = (unsigned)(i * (q + 1) + w + (r - i < 0 ? r - i : 0));
        ck_assert_msg(log[u].x == want && log[u].sm == u % m, "V=%u M=%u: u=%u is CTA %u of SM %u", v, m, u, log[u].x, log[u].sm);
        ck_assert(!seen[want]++);
        /* f of it, with the split by number of the chunk */
        const int f_i = q == 0 || want / (unsigned)(q + 1) < (unsigned)r ? (int)want / (q + 1) : ((int)want - r) / q;
        ck_assert_int_eq(f_i, i);
      }
      for (unsigned k = 0; k < 4; k++)
        for (unsigned u = 0; of[k][0] == v && of[k][1] == m && u < v; u++, checked++) ck_assert_uint_eq(log[u].x, known[k][u]);
    }
    wt_bench_close(b);
  }
  ck_assert_uint_eq(checked, 6 + 7 + 10 + 12);
}
END_TEST

/* The worked example, 3 CTAs wide and 2 high, 2 SMs; and the numbers of a 4 x 4 grid in tiles of 2 x 2, read off one SM. */
START_TEST(orders_of_the_paper) {
  static const gave row[] = {{0, 0, 0}, {0, 1, 1}, {1, 0, 0}, {1, 1, 1}, {2, 0, 0}, {2, 1, 1}},
                    column[] = {{0, 0, 0}, {1, 1, 1}, {0, 1, 0}, {2, 0, 1}, {1, 0, 0}, {2, 1, 1}};
  static const unsigned tiles[4][4] = {{0, 1, 4, 5}, {2, 3, 6, 7}, {8, 9, 12, 13}, {10, 11, 14, 15}};
  gave log[16];
  for (unsigned k = 0; k < 2; k++) {
    wt_bench *b = with(2, k ? 11 : 9);
    ck_assert_uint_eq(launch(b, 3, 2, log), 6);
    for (unsigned u = 0; u < 6; u++) {
      const gave *g = k ? &column[u] : &row[u];
      ck_assert_msg(log[u].x == g->x && log[u].y == g->y && log[u].sm == g->sm, "order %u: u=%u is (%u, %u)", k, u, log[u].x, log[u].y);
    }
    wt_bench_close(b);
  }
  wt_bench *b = with(1, 13);
  ck_assert_uint_eq(launch(b, 4, 4, log), 16);
  for (unsigned u = 0; u < 16; u++) ck_assert_uint_eq(tiles[log[u].y][log[u].x], u);
  wt_bench_close(b);
}
END_TEST

/* Lines of 128 bytes that the SMs read of a picture with 4096 bytes a row, 16 x 16 floats a CTA: neighbours along x share all of theirs. */
START_TEST(lines_of_blocks) {
  static const unsigned want[][5] = {{8, 4, 4, 512, 256}, {16, 16, 4, 4096, 2048}, {8, 4, 3, 512, 256}};
  static uint8_t read[4][1 << 14];
  for (unsigned g = 0; g < 3; g++)
    for (unsigned k = 0; k < 2; k++) {
      gave log[256];
      unsigned lines = 0;
      wt_bench *b = with(want[g][2], k ? 6 : 0);
      const unsigned n = launch(b, want[g][0], want[g][1], log);
      ck_assert_uint_eq(n, want[g][0] * want[g][1]);
      memset(read, 0, sizeof read);
      for (unsigned u = 0; u < n; u++)
        for (unsigned r = 0; r < 16; r++) {
          uint8_t *l = &read[log[u].sm][((log[u].y * 16 + r) * 4096 + log[u].x * 64) / 128];
          lines += !*l, *l = 1;
        }
      ck_assert_uint_eq(lines, want[g][3 + k]);
      wt_bench_close(b);
    }
}
END_TEST

/* Misses of a cache an SM, fully associative and LRU, one CTA after the other; a CTA reads four lines of its row, of its column, of both or of its own. RR,
 * clusters by rows and by columns, and the rotated order; with 8 lines RR and the clusters, both. */
static unsigned misses(const gave *log, unsigned n, unsigned kind, unsigned lines) {
  static struct { unsigned line[1 << 11], n; } cache[4];
  unsigned missed = 0;
  memset(cache, 0, sizeof cache);
  for (unsigned u = 0; u < n; u++)
    for (unsigned k = 0; k < (kind == 2 ? 8 : 4); k++) {
      const unsigned sel = kind == 2 ? k % 2 : kind, in = kind == 2 ? k / 2 : k;
      const unsigned line = sel == 0 ? log[u].y * 4 + in : sel == 1 ? 1000 + log[u].x * 4 + in : 2000 + (log[u].y * 64 + log[u].x) * 4 + in;
      unsigned at = 0, *c = cache[log[u].sm].line, *used = &cache[log[u].sm].n;
      while (at < *used && c[at] != line) at++;
      if (at == *used) {
        missed++;
        if (*used < lines) at = (*used)++;
        else at = *used - 1;
      }
      memmove(c + 1, c, at * sizeof *c); /* the last used in front */
      c[0] = line;
    }
  return missed;
}
START_TEST(misses_of_dispatch_orders) {
  static const struct {
    unsigned gx, gy, m, kind, rr, by_row, by_column, rotated, few[3];
  } want[] = {{8, 8, 4, 0, 128, 32, 128, 128, {0}},
              {8, 8, 4, 1, 32, 128, 32, 64, {0}},
              {8, 8, 4, 2, 160, 160, 160, 192, {384, 288, 288}},
              {8, 8, 4, 3, 256, 256, 256, 256, {0}},
              {7, 8, 4, 0, 128, 32, 128, 128, {0}},
              {7, 8, 4, 1, 112, 112, 40, 112, {0}},
              {7, 8, 4, 2, 240, 144, 168, 240, {352, 256, 264}},
              {3, 2, 2, 2, 40, 32, 32, 32, {0}},
              {15, 16, 4, 2, 496, 304, 328, 496, {1216, 1024, 1032}}};
  static const unsigned policy[] = {0, 9, 11, 2};
  for (unsigned i = 0; i < sizeof want / sizeof *want; i++)
    for (unsigned k = 0; k < 4; k++) {
      static gave log[256];
      const unsigned expect[] = {want[i].rr, want[i].by_row, want[i].by_column, want[i].rotated};
      wt_bench *b = with(want[i].m, policy[k]);
      const unsigned n = launch(b, want[i].gx, want[i].gy, log);
      ck_assert_msg(misses(log, n, want[i].kind, 2048) == expect[k], "%u, policy %u: %u", i, k, misses(log, n, want[i].kind, 2048));
      if (k < 3 && want[i].few[0]) ck_assert_uint_eq(misses(log, n, want[i].kind, 8), want[i].few[k]);
      wt_bench_close(b);
    }
}
END_TEST

/* With one SM there is nobody to choose: CTAs of every policy that keeps their order come as under rr, in the same cycles. */
START_TEST(one_sm_is_one_machine) {
  for (unsigned p = 1; p < POLICIES; p++) {
    wt_bench *b = with(1, p), *rr = with(1, 0);
    const int waits = b->shape.CTA_SCHED == WT_CTA_SCHED_bcs || b->shape.CTA_SCHED == WT_CTA_SCHED_imbalanced;
    unsigned n = 0;
    for (unsigned cycle = 0; b->shape.CTA_ORDER == WT_CTA_ORDER_row && cycle < 3000; cycle++) {
      rr->fns->stim(rr->m, &rr->rng, cycle);
      b->m->gpu->cfg = rr->m->gpu->cfg, b->m->gpu->sm->dispatch.o = rr->m->gpu->sm->dispatch.o;
      b->m->gpu->cfg.cta = (uint8_t)b->shape.CTA_SCHED;
      if (waits) b->m->gpu->sm->dispatch.o.room = b->m->gpu->sm->dispatch.o.ask;
      wt_clusters_config(&b->m->gpu->cfg, &b->shape);
      SUITE_CYCLE(b);
      SUITE_CYCLE(rr);
      n += rr->m->gpu->ctasched.o.give_valid;
      ck_assert_msg(!memcmp(&b->m->gpu->ctasched.o, &rr->m->gpu->ctasched.o, sizeof rr->m->gpu->ctasched.o), "policy %u, cycle %u", p, cycle);
    }
    ck_assert(n > 300 || b->shape.CTA_ORDER != WT_CTA_ORDER_row);
    wt_bench_close(b), wt_bench_close(rr);
  }
}
END_TEST

/* The random order takes every value but 0 before it comes again. */
START_TEST(random_order_is_long) {
  wt_bench *b = with(3, 3);
  unsigned n = 0, of[3] = {0};
  b->m->gpu->cfg.grid_x = 1 << 17, b->m->gpu->cfg.grid_y = b->m->gpu->cfg.grid_z = 1, b->m->gpu->cfg.start = 1;
  for (unsigned i = 0; i < 3; i++) b->m->gpu->sm[i].dispatch.o.idle = 1;
  SUITE_CYCLE(b);
  b->m->gpu->cfg.start = 0;
  for (unsigned i = 0; i < 3; i++) b->m->gpu->sm[i].dispatch.o.ask = 1;
  do {
    SUITE_CYCLE(b);
    of[b->m->gpu->ctasched.o.give_sm]++, n++;
  } while (b->m->gpu->ctasched.q.random != 1 && n < 1 << 17);
  ck_assert_uint_eq(n, 65535);
  for (unsigned i = 0; i < 3; i++) ck_assert_uint_gt(of[i], 16000);
  wt_bench_close(b);
}
END_TEST

/* The book's figure: 3 SMs of 2 CTA slots, 12 CTAs that take so long; (time, CTA, SM) of what is given after the first round. A tick of the figure is
 * 100 cycles, as here one CTA a cycle is given. */
START_TEST(the_dispatch_figure_of_the_book) {
  static const unsigned takes[12] = {20, 22, 25, 12, 18, 10, 14, 16, 12, 10, 10, 10};
  static const unsigned want[12][2] = {{0, 0}, {0, 1}, {0, 2}, {0, 0}, {0, 1}, {0, 2}, {10, 2}, {12, 0}, {18, 1}, {20, 0}, {22, 1}, {24, 2}};
  static const char *const three[] = {"SMS=3", NULL};
  wt_bench *b = suite_open("ctasched", "tiny", three, 1);
  wt_m *m = b->m;
  unsigned n = 0, ends[3][2] = {{0}}, last = 0;
  m->gpu->cfg.grid_x = 12, m->gpu->cfg.grid_y = m->gpu->cfg.grid_z = 1, m->gpu->cfg.start = 1;
  for (unsigned i = 0; i < 3; i++) m->gpu->sm[i].dispatch.o.ask = 0, m->gpu->sm[i].dispatch.o.idle = 1;
  SUITE_CYCLE(b);
  m->gpu->cfg.start = 0;
  for (unsigned t = 0; t < 4000; t++) {
    const wt_ctasched_out *o = &m->gpu->ctasched.o;
    for (unsigned i = 0; i < 3; i++) {
      for (unsigned k = 0; k < 2; k++)
        if (ends[i][k] == t) ends[i][k] = 0;
      m->gpu->sm[i].dispatch.o.ask = !ends[i][0] || !ends[i][1];
      m->gpu->sm[i].dispatch.o.idle = !ends[i][0] && !ends[i][1];
    }
    SUITE_CYCLE(b); /* o: of this cycle until the next is evaluated */
    if (!o->give_valid) continue;
    ck_assert_uint_lt(n, 12);
    ck_assert_uint_eq(o->give_x, n);
    ck_assert_msg(o->give_sm == want[n][1] && t / 100 == want[n][0], "CTA %u goes to SM %u in cycle %u", n, o->give_sm, t);
    unsigned *slot = ends[o->give_sm];
    slot[slot[0] != 0] = t + 100 * takes[n++];
    last = slot[0] > slot[1] ? slot[0] : slot[1];
  }
  ck_assert_uint_eq(n, 12);
  ck_assert_uint_eq(last / 100, 34);
  ck_assert_uint_eq(m->gpu->ctasched.o.idle, 1);
  wt_bench_close(b);
}
END_TEST

static void add(TCase *tc) {
  tcase_add_test(tc, rules_hold_on_random_grids);
  tcase_add_test(tc, rules_hold_under_every_policy);
  tcase_add_test(tc, the_dispatch_figure_of_the_book);
  tcase_add_test(tc, clusters_are_the_inverse_of_f);
  tcase_add_test(tc, orders_of_the_paper);
  tcase_add_test(tc, lines_of_blocks);
  tcase_add_test(tc, misses_of_dispatch_orders);
  tcase_add_test(tc, one_sm_is_one_machine);
  tcase_add_test(tc, random_order_is_long);
}
int main(void) { return suite_main("wt_ctasched", add); }
