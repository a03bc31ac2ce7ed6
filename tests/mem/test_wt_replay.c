/* test_wt_replay.c - instructions that wait to be replayed. Numbers in names of tests are rules of docs/blocks/mem/wt_replay.md. */
#include "tests/block_suite.h"

/* ---- a model of the rules: what every slot holds, and since when ---- */

static struct {
  struct {
    int there;
    unsigned warp, why;
    uint64_t since;
    uint32_t front[12];
    uint64_t addr[MAX_WS];
    uint32_t data[4 * MAX_WS];
  } slot[8];
  uint64_t now;
  int active, turn;
  unsigned last;
  int resume, hold; /* of this cycle */
  unsigned next;
} ref;

static void start(const wt_bench *b) { (void)b, memset(&ref, 0, sizeof ref); }

static int waits(const wt_lsu_out *u, unsigned why) { return (why == 2 && u->no_ent) || (why == 3 && u->no_tag) || (why == 4 && u->req_valid); }
static int able(const wt_bench *b, unsigned i) { /* 2 */
  if (!ref.slot[i].there || waits(&b->m->sm->lsu.o, ref.slot[i].why)) return 0;
  for (unsigned j = 0; j < b->shape.REPLAY_SLOTS; j++)
    if (ref.slot[j].there && ref.slot[j].warp == ref.slot[i].warp && ref.slot[j].since < ref.slot[i].since) return 0;
  return 1;
}
static void park(const wt_bench *b) { /* 1 */
  const wt_lsu_out *u = &b->m->sm->lsu.o;
  unsigned i = ref.last;
  if (!ref.active) {
    for (i = 0; ref.slot[i].there; i++) continue;
    ck_assert_uint_lt(i, b->shape.REPLAY_SLOTS);
    ref.slot[i].there = 1, ref.slot[i].since = ++ref.now, ref.slot[i].warp = (unsigned)(u->front[0] & wt_mask64(b->shape.SM_WARP_W));
  }
  ref.slot[i].why = u->why;
  memcpy(ref.slot[i].front, u->front, sizeof u->front);
  memcpy(ref.slot[i].addr, u->addr, b->shape.ACC_LANES * sizeof *u->addr);
  memcpy(ref.slot[i].data, u->data, 4 * b->shape.ACC_LANES * sizeof *u->data);
  ref.last = i, ref.active = 0;
}
static void rules(const wt_bench *b) {
  const wt_lsu_out *u = &b->m->sm->lsu.o;
  unsigned n = b->shape.REPLAY_SLOTS, taken = 0;
  int is_free = !u->at, was_active = ref.active;
  for (unsigned i = 0; i < n; i++) taken += ref.slot[i].there;
  ref.resume = 0;
  if (is_free && !ref.active && (ref.turn || taken == n)) /* 3 */
    for (unsigned k = 1; k <= n && !ref.resume; k++)
      if (able(b, (ref.last + k) % n)) ref.resume = 1, ref.next = (ref.last + k) % n;
  ref.hold = is_free && (ref.resume || taken == n); /* 5 */
  ref.turn = is_free && !ref.resume;
  if (u->park) park(b);
  else if (ref.resume) ref.active = 1, ref.last = ref.next;
  else if (was_active && is_free) ref.slot[ref.last].there = 0, ref.active = 0; /* 4 */
}
static void look(const wt_bench *b) {
  const wt_replay_out *o = &b->m->sm->replay.o;
  static const uint32_t none[12];
  wt_warps warps = 0;
  for (unsigned i = 0; i < b->shape.REPLAY_SLOTS; i++)
    if (ref.slot[i].there) warps |= wt_warp(ref.slot[i].warp);
  SUITE_RULE(b, "3", "resume", o->resume, ref.resume);
  SUITE_RULE(b, "5", "hold", o->hold, ref.hold);
  SUITE_RULE(b, "6", "warps", o->warps, warps);
  SUITE_RULE(b, "3, 4", "active", o->active, ref.active);
  SUITE_RULE(b, "1", "reason", o->why, ref.resume ? ref.slot[ref.next].why : 0);
  SUITE_RULE(b, "1", "front", memcmp(o->front, ref.resume ? ref.slot[ref.next].front : none, sizeof o->front), 0);
  for (unsigned l = 0; l < b->shape.ACC_LANES; l++) SUITE_RULE(b, "1", "address", o->addr[l], ref.resume ? ref.slot[ref.next].addr[l] : 0);
  for (unsigned l = 0; l < 4 * b->shape.ACC_LANES; l++) SUITE_RULE(b, "1", "data", o->data[l], ref.resume ? ref.slot[ref.next].data[l] : 0);
}
static const suite_model model = {"replay", start, rules, look};

static const char *const tiny[] = {"REPLAY=replay", NULL}, *const one[] = {"REPLAY=replay", "REPLAY_SLOTS=1", NULL},
                         *const odd[] = {"REPLAY=replay", "REPLAY_SLOTS=3", "WARPS=3", NULL},
                         *const all[] = {"REPLAY=replay", "REPLAY_SLOTS=8", NULL};

START_TEST(rules_hold_on_random_traffic) {
  suite_rules(&model, "tiny", tiny, 20000);
  suite_rules(&model, "tiny", one, 6000);
  suite_rules(&model, "small", odd, 6000);
  suite_rules(&model, "small", all, 20000);
}
END_TEST

START_TEST(bad_shapes_are_one_line) {
  static const char *const set[] = {"REPLAY=replay", "GROUPING=dwr"};
  wt_shape S;
  char err[400];
  ck_assert(!wt_shape_preset(&S, "small", err, sizeof err));
  for (unsigned i = 0; i < 2; i++) ck_assert(!wt_shape_set(&S, set[i], err, sizeof err));
  ck_assert(wt_shape_check(&S, err, sizeof err) && strstr(err, "REPLAY=replay needs GROUPING=fixed") && !strchr(err, '\n'));
}
END_TEST

/* ---- known sequences: the unit's side is played by hand ---- */

static void unit(wt_bench *b, int warp, int parks, unsigned why) {
  wt_lsu_out *u = &b->m->sm->lsu.o;
  u->at = warp < 0 ? 0 : wt_warp((unsigned)warp);
  u->park = (uint8_t)parks, u->why = (uint8_t)(parks ? why : 0);
  memset(u->front, 0, sizeof u->front);
  if (parks) wt_words_put(u->front, 0, b->shape.SM_WARP_W, (unsigned)warp), u->addr[0] = 0x1000u + (unsigned)warp;
  SUITE_CYCLE(b);
}

START_TEST(a_part_comes_back_after_three_cycles_or_two_rule_3) {
  wt_bench *b = suite_open("replay", "tiny", tiny, 1); /* two slots */
  const wt_replay_out *o = &b->m->sm->replay.o;
  unit(b, 1, 1, 0);
  unit(b, -1, 0, 0); /* left to a new instruction */
  ck_assert(!o->resume && !o->hold);
  unit(b, -1, 0, 0);
  ck_assert(o->resume && o->hold && o->addr[0] == 0x1001 && o->why == 0);
  unit(b, 1, 1, 0); /* and it leaves again, into its slot */
  ck_assert_uint_eq(b->m->sm->replay.q.valid, 1);
  unit(b, 0, 1, 0); /* a new one, too: all slots are taken */
  unit(b, -1, 0, 0);
  ck_assert(o->resume && o->addr[0] == 0x1001);
  wt_bench_close(b);
}
END_TEST

START_TEST(a_younger_instruction_of_the_warp_waits_rules_2_4) {
  wt_bench *b = suite_open("replay", "small", all, 1);
  const wt_replay_out *o = &b->m->sm->replay.o;
  b->m->sm->lsu.o.no_ent = 1;
  unit(b, 3, 1, 2);
  unit(b, 3, 1, 5);
  for (unsigned i = 0; i < 9; i++) unit(b, -1, 0, 0), ck_assert(!o->resume);
  unit(b, 5, 1, 0);
  unit(b, -1, 0, 0), unit(b, -1, 0, 0);
  ck_assert(o->resume && o->addr[0] == 0x1005); /* another warp passes */
  unit(b, 5, 0, 0);
  unit(b, -1, 0, 0); /* its end */
  ck_assert_uint_eq(o->warps, 8);
  b->m->sm->lsu.o.no_ent = 0;
  unit(b, -1, 0, 0);
  ck_assert(o->resume && o->why == 2);
  unit(b, 3, 0, 0);
  unit(b, -1, 0, 0);
  unit(b, -1, 0, 0);
  ck_assert(o->resume && o->why == 5);
  wt_bench_close(b);
}
END_TEST

START_TEST(twins_agree_on_random_traffic) {
  suite_random("replay", "tiny", tiny, 20000);
  suite_random("replay", "tiny", one, 20000);
  suite_random("replay", "small", odd, 20000);
}
END_TEST

static void add(TCase *tc) {
  tcase_add_test(tc, a_part_comes_back_after_three_cycles_or_two_rule_3);
  tcase_add_test(tc, a_younger_instruction_of_the_warp_waits_rules_2_4);
  tcase_add_test(tc, bad_shapes_are_one_line);
  tcase_add_test(tc, rules_hold_on_random_traffic);
  tcase_add_test(tc, twins_agree_on_random_traffic);
}
int main(void) { return suite_main("wt_replay", add); }
