/* test_wt_agents.c - scripted threads of other SMs (tb/lib/wt_agents.h) by themselves: an interpreter of the script's language, written from that header, beside
 * them, and a memory of this suite's that refuses, delays and answers at random. Which requests come in which cycle, what they say, which values are there, when
 * all have ended; what a script may not say; a checkpoint in the middle.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/wt_agents.h"
#include "spec/wt_gpu.h"
#include "tests/host_kit.h"
#include "tests/suite.h"
#include "tests/fails_kit.h"
#include "tests/saved_kit.h"

enum { WORDS = 64, FLYING = 600 };
#define BASE UINT64_C(0x7f0000001000)
static uint64_t rng;
static unsigned below(unsigned n) { return (unsigned)wt_host_below(&rng, n); }

char *__real_strdup(const char *s);
char *__wrap_strdup(const char *s);
char *__wrap_strdup(const char *s) { return fails() ? NULL : __real_strdup(s); }

typedef enum { ST, LD, ADD, EXCH, CAS, FENCE, WAIT, UNTIL, KINDS } kind;
static const char *const words[KINDS] = {"st", "ld", "add", "exch", "cas", "fence", "wait", "until"};
static const int args[KINDS] = {2, 1, 2, 2, 3, 0, 1, 2};
typedef struct {
  kind what;
  uint32_t v[3];
} op;
static struct {
  unsigned agents, n[WT_AGENTS], next[WT_AGENTS], flying[WT_AGENTS];
  op ops[WT_AGENTS][WT_AGENT_OPS];
  uint64_t cycle, until[WT_AGENTS];
  uint32_t value[WT_AGENTS][WT_AGENT_OPS]; /* by the number of the value */
  uint32_t memory[WORDS];
  unsigned refusing, in_flight, asked, spread, longest, shortest, before; /* before: agent that asked last in this cycle, and 1 */
  wt_mem_req fly[FLYING];
} M;

static unsigned number_of_value(unsigned a, unsigned i) {
  unsigned n = 0;
  for (unsigned k = 0; k < i; k++) n += M.ops[a][k].what == LD || M.ops[a][k].what == ADD || M.ops[a][k].what == EXCH || M.ops[a][k].what == CAS;
  return n;
}

/* A script of all operations, its text with blanks of every kind, numbers in both bases, and operations that are not there. */
static void random_script(char *text, size_t room) {
  static const char *const blank[] = {"", " ", "\n", "\t ", "  "};
  size_t n = 0;
  memset(&M, 0, sizeof M);
  M.agents = below(5) ? 1 + below(6) : WT_AGENTS;
  for (unsigned a = 0; a < M.agents; a++) {
    unsigned ops = below(5) ? 1 + below(12) : WT_AGENT_OPS;
    if (a) n += (size_t)snprintf(text + n, room - n, "|");
    for (unsigned i = 0; i < ops; i++) {
      op *o = &M.ops[a][M.n[a]++];
      o->what = (kind)below(KINDS - (below(4) || M.agents == WT_AGENTS));
      o->v[0] = o->what == WAIT ? below(20) : 4 * below(WORDS), o->v[1] = below(5) ? below(4) : UINT32_MAX - below(9), o->v[2] = below(4);
      if (o->what == UNTIL) o->v[0] = 4 * (WORDS - 1); /* counts up */
      n += (size_t)snprintf(text + n, room - n, "%s%s", blank[below(5)], words[o->what]);
      for (int k = 0; k < args[o->what]; k++) n += (size_t)snprintf(text + n, room - n, below(2) ? " %u" : " 0x%x", o->v[k]);
      n += (size_t)snprintf(text + n, room - n, "%s;%s", blank[below(5)], below(6) ? "" : " \n;");
    }
  }
}

/* One operation a cycle, in order; a fence and an until wait until all before them have been answered. */
static int may_ask(unsigned a) {
  const op *o = &M.ops[a][M.next[a]];
  return M.next[a] < M.n[a] && M.cycle >= M.until[a] && o->what != FENCE && o->what != WAIT && !(o->what == UNTIL && M.flying[a]);
}
static int asked(void *ctx, const wt_mem_req *r, unsigned delay) {
  unsigned a = r->from - 1u, off = 0;
  const op *o = &M.ops[a][M.next[a]];
  ck_assert(ctx == &M && r->from && a < M.agents && a >= M.before && may_ask(a));
  for (unsigned k = M.before; k < a; k++) ck_assert(!may_ask(k)); /* nobody is left out */
  M.before = a + 1;
  uint64_t addr = BASE + o->v[0];
  off = (unsigned)(addr % 128);
  int load = o->what == LD || o->what == UNTIL;
  ck_assert(r->line == addr / 128 && r->space == WT_SP_GLOBAL && r->lanes == 1 &&
            r->op == (o->what == ST ? WT_MEM_STORE
                      : load        ? WT_MEM_LOAD
                                    : WT_MEM_ATOM));
  ck_assert_int_eq(r->answer, o->what != ST);
  for (unsigned i = 0; i < 128; i++) ck_assert_int_eq(r->bmask[i / 32] >> i % 32 & 1, i - off < 4);
  for (unsigned i = 0; i < 32; i++) {
    uint32_t want = 0;
    if (o->what == ST && i == off / 4) want = o->v[1];
    if (r->op == WT_MEM_ATOM && !i) want = o->v[1];
    if (o->what == CAS && i == 2) want = o->v[2];
    ck_assert_uint_eq(r->data[i], want);
  }
  ck_assert_uint_eq(r->aop, o->what == EXCH ? 8 : o->what == CAS ? 9 : 0);
  ck_assert(!r->atype && !r->early && !r->strong && !r->warp && !r->pc && !r->need);
  ck_assert_uint_le(delay, M.spread);
  if (delay > M.longest) M.longest = delay;
  if (delay < M.shortest) M.shortest = delay;
  if (below(100) < M.refusing) return -1;
  ck_assert_uint_lt(M.in_flight, FLYING);
  M.fly[M.in_flight++] = *r;
  M.flying[a]++, M.asked++, M.next[a] += o->what != UNTIL;
  return 0;
}
/* Any request that has none before it of the same agent and line. */
static void answer(wt_agents *a) {
  unsigned i = below(M.in_flight), k = 0;
  while (k < i && !(M.fly[k].from == M.fly[i].from && M.fly[k].line == M.fly[i].line)) k++;
  wt_mem_req r = M.fly[k];
  for (M.in_flight--; k < M.in_flight; k++) M.fly[k] = M.fly[k + 1];
  unsigned agent = r.from - 1u, at = r.tag;
  const op *o = &M.ops[agent][at];
  uint32_t *word = &M.memory[o->v[0] / 4], old = *word;
  ck_assert_uint_lt(at, M.n[agent]);
  M.memory[WORDS - 1]++;
  if (o->what == ST || o->what == EXCH || (o->what == CAS && old == o->v[1])) *word = o->what == CAS ? o->v[2] : o->v[1];
  if (o->what == ADD) *word += o->v[1];
  for (unsigned b = 0; b < 32; b++) r.data[b] = 0xdead0000 + b;
  if (r.answer) memcpy((uint8_t *)r.data + (BASE + o->v[0]) % 128, &old, 4);
  wt_agents_answered(a, &r);
  M.flying[agent]--;
  if (o->what == UNTIL) M.next[agent] += old == o->v[1];
  else if (r.answer) M.value[agent][number_of_value(agent, at)] = old;
}
static int ended(void) {
  for (unsigned a = 0; a < M.agents; a++)
    if (M.next[a] < M.n[a] || M.flying[a]) return 0;
  return 1;
}
static wt_agents *elsewhere(wt_agents *a, const char *script) {
  char err[200];
  wt_agents *b = wt_agents_new(script, BASE, 1 + below(9), M.spread, err, sizeof err);
  wt_saved from = {0}, into = {0};
  ck_assert_ptr_nonnull(b);
  wt_agents_saved(a, &from), wt_agents_saved(b, &into);
  saved_over(&from, &into);
  wt_agents_free(a);
  return b;
}

START_TEST(as_the_script_says) {
  static char text[1 << 15];
  char err[200];
  unsigned all = 0, until = 0;
  for (unsigned round = 0; round < 150; round++) {
    rng = 10 + round;
    random_script(text, sizeof text);
    M.spread = round % 3 ? below(30) : 0, M.shortest = UINT32_MAX, M.refusing = below(2) * 40;
    for (unsigned a = 0; a < M.agents; a++) /* an until waits for a number of answers that comes */
      for (unsigned i = 0; i < M.n[a]; i++) until += M.ops[a][i].what == UNTIL;
    wt_agents *a = wt_agents_new(text, BASE, round, M.spread, err, sizeof err);
    ck_assert_msg(a != NULL, "%s: %s", text, err);
    for (unsigned c = 0; c < 900; c++) {
      M.before = 0;
      unsigned next[WT_AGENTS];
      memcpy(next, M.next, sizeof next);
      for (unsigned k = 0; k < M.agents; k++) { /* what needs no memory */
        const op *o = &M.ops[k][M.next[k]];
        if (M.next[k] == M.n[k] || M.cycle < M.until[k]) continue;
        if (o->what == WAIT) M.until[k] = M.cycle + o->v[0] + (o->v[0] == 0), next[k]++;
        if (o->what == FENCE && !M.flying[k]) next[k]++;
      }
      wt_agents_cycle(a, asked, &M);
      for (unsigned k = M.before; k < M.agents; k++) ck_assert(!may_ask(k) || M.next[k] != next[k]);
      for (unsigned k = 0; k < M.agents; k++)
        if (next[k] > M.next[k]) M.next[k] = next[k];
      M.cycle++;
      for (unsigned k = below(3); k && M.in_flight; k--) answer(a);
      ck_assert_int_eq(wt_agents_done(a), ended());
      for (unsigned k = 0; k < WT_AGENTS + 2; k++)
        for (unsigned i = 0; i < WT_AGENT_OPS + 2; i++)
          ck_assert_uint_eq(wt_agents_value(a, k, i), k < M.agents && i < WT_AGENT_OPS ? M.value[k][i] : 0);
      if (!below(25)) a = elsewhere(a, text);
    }
    all += M.asked;
    if (!M.spread) ck_assert(!M.asked || (!M.longest && !M.shortest));
    else if (M.asked > 40 * M.spread) ck_assert(M.longest == M.spread && !M.shortest); /* every delay comes */
    wt_agents_free(a);
  }
  ck_assert(all > 3000 && until > 50);
}
END_TEST

static unsigned delays[400], n_delays;
static int note(void *ctx, const wt_mem_req *r, unsigned delay) {
  (void)ctx, (void)r;
  if (n_delays < 400) delays[n_delays++] = delay;
  return -1; /* and again */
}
static uint64_t next_number(uint64_t *x) {
  *x ^= *x << 13;
  *x ^= *x >> 7;
  return *x ^= *x << 17;
}
/* Delays follow from the seed alone, each of 0 to spread about as often. */
START_TEST(delays_are_seeded) {
  unsigned first[400], often[8] = {0}, other = 0;
  char err[200];
  for (unsigned k = 0; k < 3; k++) {
    wt_agents *a = wt_agents_new("ld 0", BASE, k == 2 ? 6 : 5, 7, err, sizeof err);
    uint64_t x = (k == 2 ? 6 : 5) * UINT64_C(0x9e3779b97f4a7c15) + 1;
    for (unsigned i = 0; i < 8; i++) next_number(&x);
    n_delays = 0;
    for (unsigned i = 0; i < 400; i++) wt_agents_cycle(a, note, NULL);
    ck_assert_uint_eq(n_delays, 400);
    for (unsigned i = 0; i < 400; i++) {
      if (k == 1) ck_assert_uint_eq(delays[i], first[i]);
      if (k == 2) other += delays[i] != first[i];
      ck_assert_uint_eq(delays[i], next_number(&x) % 8);
      often[delays[i]]++, first[i] = k < 2 ? delays[i] : first[i];
    }
    wt_agents_free(a);
  }
  ck_assert_uint_gt(other, 200);
  for (unsigned i = 0; i < 8; i++) ck_assert(often[i] > 90 && often[i] < 220);
}
END_TEST

START_TEST(what_a_script_may_not_say) {
  static char many[2][800];
  static const struct {
    const char *script, *says;
  } bad[] = {{"ld 0|st 4", "agent 1, 'st 4': another number of values is expected"},
             {"ld 2", "agent 0, 'ld 2': the address is no multiple of 4"},
             {"until 6 1", "the address is no multiple of 4"},
             {"fence 1", "another number"},
             {"wait", "another number"},
             {"cas 0 1", "another number"},
             {"cas 0 1 2 3", "another number"},
             {" \t jump 4;", "agent 0, 'jump 4': no such operation"},
             {"ld 0 x", "'ld 0 x': another number"},
             {"ld x", "another number"},
             {"st 0 1x", "another number"},
             {"lds 0", "no such operation"},
             {many[0], "more than 16 agents"},
             {many[1], "agent 0: more than 32 operations"}};
  char err[200];
  for (unsigned i = 0; i < WT_AGENTS + 1; i++) strcat(many[0], i ? "|ld 0" : "ld 0");
  for (unsigned i = 0; i < WT_AGENT_OPS + 1; i++) strcat(many[1], "ld 0;");
  for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
    ck_assert_ptr_null(wt_agents_new(bad[i].script, 0, 1, 0, err, sizeof err));
    ck_assert_msg(strstr(err, bad[i].says) && !strchr(err, '\n'), "%s", err);
  }
  wt_agents *a = wt_agents_new("wait 3; ld -8; fence", 64, 1, 0, err, sizeof err); /* no address, and one before the base */
  ck_assert_msg(a != NULL, "%s", err);
  ck_assert_int_eq(wt_agents_done(a), 0);
  wt_agents_free(a);
  a = wt_agents_new(" ; ;", 64, 1, 0, err, sizeof err); /* nothing to do */
  ck_assert_int_eq(wt_agents_done(a), 1);
  wt_agents_free(a), wt_agents_free(NULL);
}
END_TEST

START_TEST(each_allocation_may_fail_and_nothing_is_left) {
  char err[200];
  size_t before = 0;
  for (unsigned round = 0; round < 30; round++) {
    if (round == 10) before = suite_heap();
    for (unsigned k = 0; k < 3; k++) {
      fails_once = 1, before_it_fails = k;
      wt_agents *a = wt_agents_new("ld 0; st 4 1; wait 9; fence; add 8 1", 0, 1, 0, err, sizeof err);
      ck_assert((a != NULL) == (k == 2) && fails_once == (k == 2));
      if (!a) ck_assert_str_eq(err, "out of memory");
      fails_once = 0;
      wt_agents_free(a);
    }
    ck_assert_ptr_null(wt_agents_new("ld 1", 0, 1, 0, err, sizeof err));
  }
  ck_assert_uint_le(suite_heap(), before);
}
END_TEST

int main(void) {
  Suite *s = suite_create("agents");
  TCase *t = tcase_create("agents");
  tcase_set_timeout(t, 30);
  tcase_add_test(t, as_the_script_says);
  tcase_add_test(t, delays_are_seeded);
  tcase_add_test(t, each_allocation_may_fail_and_nothing_is_left);
  tcase_add_test(t, what_a_script_may_not_say);
  suite_add_tcase(s, t);
  return suite_run(s);
}
