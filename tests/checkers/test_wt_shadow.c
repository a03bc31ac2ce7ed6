/* test_wt_shadow.c - the oracle's copy of the first-level cache (docs/isa/oracle.md, "The first-level cache"): a machine that has lost one of its protections
 * is found, with the rule that it breaks; one that has not is believed, also when a thread rightly sees an old line; and all of it is in a checkpoint.
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/wt_agents.h"
#include "lib/wt_session.h"
#include "mem/wt_l1d.h"
#include "tests/kernel_kit.h"
#include "tests/suite.h"

/* Word t of the buffer is thread t's; R2 is its address. */
#define HEAD ".kernel k\n.regs 24\n.params 8, 8\nS2R R0, SR_TID.X\nMOV R1, 0x4\nIMAD.WIDE R2, R0, R1, c[0x0][0x160]\n"
#define TAIL "STG.E.SYS [R2+0x100], R6\nEXIT\n.end\n"
#define LOAD(reg) "LDG.E.SYS " reg ", [R2]\n"
#define THERE "IADD3 R6, R4, 0x3, RZ\n" /* waits for the load */
#define AGAIN LOAD("R5") "IADD3 R6, R5, R6, RZ\n"

/* What the machine does not do. */
enum { NOTHING, INVALIDATE, MARK, STRONG, WRITE, INVENT };

enum { CYCLES = 1000, BYTES = 1024, SETS = BYTES / 32 };
typedef struct {
  int what;
  int lost;                                 /* times that it mattered */
  uint64_t sect[CYCLES][SETS], use[CYCLES]; /* rows after the edge of each cycle */
  uint32_t data[BYTES / 4];                 /* after the last */
  int stores;
} fault;

/* After every edge: what the cache should have lost, marked or written, it has not. */
static void edge(void *ctx, wt_machine *x, uint64_t cycle) {
  fault *f = ctx;
  wt_l1d *c = &x->m->sm->l1d;
  wt_l1d_state *q = &c->q;
  uint64_t none[SETS] = {0}, *was = cycle ? f->sect[cycle - 1] : none, marked = cycle ? f->use[cycle - 1] : 0;
  ck_assert(x->m->S->L1_SETS <= SETS && x->m->S->L1_BYTES == BYTES && cycle < CYCLES);
  if (f->what == INVALIDATE)
    for (unsigned s = 0; s < x->m->S->L1_SETS; s++) f->lost += (was[s] & ~q->sect[s]) != 0, q->sect[s] |= was[s];
  if (f->what == MARK) f->lost += (q->prt_use & ~marked & q->prt_valid) != 0, q->prt_use &= marked;
  if (f->what == STRONG && q->in_valid && q->in_op == WT_MEM_LOAD && q->in_order >= 2) f->lost++, q->in_order = 1;
  if (f->what == WRITE && f->stores) f->lost += memcmp(q->data_w, f->data, sizeof f->data) != 0, memcpy(q->data_w, f->data, sizeof f->data);
  if (f->what == INVENT && q->prt_valid && !f->lost) f->lost = 1, q->sect[0] |= 1, q->tag_w[0] = q->prt_line[0] / x->m->S->L1_SETS;
  memcpy(f->sect[cycle], q->sect, x->m->S->L1_SETS * sizeof *q->sect);
  memcpy(f->data, q->data, BYTES);
  f->use[cycle] = q->prt_use;
  f->stores = q->in_valid && q->in_op == WT_MEM_STORE;
  if (f->what) wt_l1d_moore(c);
}

/* R8: the address of the word of a neighbour. */
#define OTHER "LOP3.LUT R7, R0, 0x1, RZ, 0x3c, !PT\nIMAD.WIDE R8, R7, R1, c[0x0][0x160]\n"
#define WHILE "NOP\nNOP\nNOP\nNOP\nNOP\nNOP\nNOP\nNOP\nNOP\nNOP\nNOP\nNOP\nNOP\nNOP\n" /* the request is under way */
static const struct {
  const char *name, *text, *set;
  int what;
  const char *rule; /* what the oracle says */
} cases[] = {
  {"a CCTL that leaves lines", HEAD LOAD("R4") THERE "CCTL.IVALL\n" AGAIN TAIL, NULL, INVALIDATE,
   "from a line of the first-level cache: version 1 is older than the thread's last CCTL.IVALL (version 2)"},
  {"a CCTL that leaves requests", HEAD LOAD("R4") WHILE "CCTL.IVALL\n" AGAIN "IADD3 R6, R4, R6, RZ\n" TAIL, NULL, MARK,
   "from a line on its way to the first-level cache for another load: version 1 is older than the thread's last CCTL.IVALL (version 2)"},
  {"a strong load that hits", HEAD LOAD("R4") THERE "LDG.E.STRONG.GPU R5, [R2]\nIADD3 R6, R5, R6, RZ\n" TAIL, NULL, STRONG,
   "from a line of the first-level cache: a strong load takes what memory has"},
  {"a strong load that joins", HEAD LOAD("R4") "LDG.E.STRONG.GPU R5, [R2]\nIADD3 R6, R5, R4, RZ\n" TAIL, NULL, STRONG,
   "from a line on its way to the first-level cache for another load: a strong load takes what memory has"},
  {"a strong load that asks for a line", HEAD "LDG.E.STRONG.GPU R5, [R2]\nIADD3 R6, R5, 0x1, RZ\n" TAIL, NULL, STRONG,
   "from a line on its way to the first-level cache: a strong load takes what memory has"},
  {"a store that leaves requests, joined", HEAD LOAD("R4") "STG.E.SYS [R2], R0\n" AGAIN "IADD3 R6, R4, R6, RZ\n" TAIL, NULL, MARK,
   "from a line on its way to the first-level cache for another load: version 1 is older than the thread's own store"},
  {"a store that leaves requests, installed", HEAD LOAD("R4") "STG.E.SYS [R2], R0\n" THERE AGAIN TAIL, NULL, MARK,
   "from a line of the first-level cache: version 1 is older than the thread's own store"},
  {"an atomic that leaves its line", HEAD LOAD("R4") THERE "RED.E.ADD.STRONG.GPU [R2], R1\n" AGAIN TAIL, NULL, INVALIDATE,
   "from a line of the first-level cache: version 1 is older than the thread's own store"},
  {"an atomic that leaves requests", HEAD LOAD("R4") "RED.E.ADD.STRONG.GPU [R2], R1\n" AGAIN "IADD3 R6, R4, R6, RZ\n" TAIL, NULL, MARK,
   "from a line on its way to the first-level cache for another load: version 1 is older than the thread's own store"},
  {"a strong store that leaves its line", HEAD LOAD("R4") THERE "STG.E.STRONG.GPU [R2], R1\n" AGAIN TAIL, NULL, INVALIDATE,
   "from a line of the first-level cache: version 1 is older than the thread's own store"},
  {"a strong store that leaves its line to others, of a CTA",
   HEAD OTHER LOAD("R4") THERE "STG.E.STRONG.CTA [R8], R1\nLDG.E.STRONG.CTA R5, [R2]\nIADD3 R6, R5, R6, RZ\n" TAIL, NULL, INVALIDATE,
   "from a line of the first-level cache: version 1 is older than a store of its SM"},
  {"a store that leaves requests to others, of a CTA",
   HEAD OTHER LOAD("R4") "STG.E.SYS [R8], R1\nLDG.E.STRONG.CTA R5, [R2]\nIADD3 R6, R5, R4, RZ\n" TAIL, NULL, MARK,
   "from a line on its way to the first-level cache for another load: version 1 is older than a store of its SM"},
  {"a CCTL that leaves lines to loads of a CTA", HEAD LOAD("R4") THERE "CCTL.IVALL\nLDG.E.STRONG.CTA R5, [R2]\nIADD3 R6, R5, R6, RZ\n" TAIL, NULL,
   INVALIDATE, "from a line of the first-level cache: version 1 is older than the thread's last CCTL.IVALL (version 2)"},
  {"a store that does not evict", HEAD LOAD("R4") THERE "STG.E.SYS [R2], R1\n" AGAIN TAIL, "L1_WRITE=evict", INVALIDATE,
   "from a line of the first-level cache: version 1 is older than the thread's own store"},
  {"a store that does not write", HEAD LOAD("R4") THERE "STG.E.SYS [R2], R1\n" AGAIN TAIL, NULL, WRITE, "R5 expected 00000004, written 00000064"},
  {"a line that nobody asked for", HEAD LOAD("R4") THERE AGAIN TAIL, NULL, INVENT, "which were not read from memory"},
};
enum { CASES = sizeof cases / sizeof *cases };

static wt_session *open_case(int i, const char *const line[2]) {
  const char *set[] = {"L1_BYTES=1024", "MEM_LAT=60", line[0], line[1], cases[i].set, NULL};
  return kit_open(WT_BACKEND_C, "tiny", set, 1, 3000, 0);
}
static wt_status launch(wt_session *s, int i) {
  uint32_t init[128];
  for (unsigned k = 0; k < 128; k++) init[k] = 100 + k;
  wt_addr buf = kit_alloc(s, sizeof init, init);
  return kit_launch(s, kit_text(s, cases[i].text, "shadow"), 1, 4, &buf, 1);
}

static const char *const lines[][2] = {{"L1_LINE=128", "COAL_BYTES=128"}, {"L1_LINE=64", "COAL_BYTES=64"}, {"L1_LINE=32", "COAL_BYTES=32"}};
START_TEST(a_protection_that_is_gone_is_found) {
  for (int k = 0; k < 6; k++) {
    int wrong = k % 2;
    wt_session *s = open_case(_i, lines[k / 2]);
    static fault f;
    memset(&f, 0, sizeof f);
    f.what = wrong ? cases[_i].what : NOTHING;
    wt_session_on_edge(s, edge, &f);
    wt_status st = launch(s, _i);
    const char *said = wt_error(s);
    ck_assert_msg(st == (wrong ? WT_DIFF : WT_OK), "%s: status %d, lost %d: %s", cases[_i].name, st, f.lost, said);
    if (wrong) {
      ck_assert_int_gt(f.lost, 0);
      ck_assert_msg(strstr(said, cases[_i].rule) && strstr(said, "kernel k: "), "%s: %s", cases[_i].name, said);
      if (strstr(cases[_i].rule, "first-level cache: "))
        ck_assert_msg(strstr(said, "thread (0,0,0) of CTA (0,0,0) reads 0x") && strstr(said, " pc 0x") &&
                        strstr(said, "(performed by the first-level cache)"),
                      "%s", said);
    }
    wt_session_close(s);
  }
}
END_TEST

/* A thread that neither wrote nor threw lines away sees what the line held when memory was read, and the oracle says so, too; after CCTL, and by a
 * strong load, it sees what another SM has written. */
START_TEST(an_old_line_is_right) {
  static const char text[] =
    HEAD LOAD("R4") "IADD3 R8, R4, RZ, RZ\nMOV R9, c[0x0][0x164]\nMOV R8, c[0x0][0x160]\n"
                    "w: LDG.E.STRONG.GPU R10, [R8+0x180]\nISETP.NE.AND P0, PT, R10, 0x9, PT\n@P0 BRA w\n" /* the agent has written */
                    "LDG.E.SYS R5, [R2]\nLDG.E.STRONG.GPU R6, [R2+0x80]\nIADD3 R5, R5, RZ, RZ\nIADD3 R6, R6, RZ, RZ\n"
                    "CCTL.IVALL\nLDG.E.SYS R7, [R2]\nSTG.E.SYS [R2+0x100], R5\nSTG.E.SYS [R2+0x110], R6\n"
                    "STG.E.SYS [R2+0x120], R7\nEXIT\n.end\n";
  static const char *const models[] = {"MEM_MODEL=fixed", "MEM_MODEL=l2dram"};
  for (int m = 0; m < 2; m++) {
    const char *set[] = {"L1_BYTES=1024", models[m], NULL};
    char err[200];
    uint32_t init[128] = {11, 12, 13, 14}, out[12];
    wt_session *s = kit_open(WT_BACKEND_C, "tiny", set, 1, 20000, 0);
    wt_addr buf = kit_alloc(s, sizeof init, init);
    wt_agents *a = wt_agents_new("wait 300;st 0 21;st 4 22;st 8 23;st 12 24;st 128 7;fence;st 384 9", buf, 1, 0, err, sizeof err);
    ck_assert_msg(a != NULL, "%s", err);
    s->x.agents = a;
    ck_assert_msg(kit_launch(s, kit_text(s, text, "old"), 1, 4, &buf, 1) == WT_OK, "%s", wt_error(s));
    ck_assert_int_eq(wt_copy_out(s, out, buf + 256, sizeof out), WT_OK);
    for (unsigned t = 0; t < 4; t++) {
      ck_assert_uint_eq(out[t], 11 + t); /* of the line */
      ck_assert_uint_eq(out[8 + t], 21 + t);
    }
    ck_assert_uint_eq(out[4], 7);
    wt_session_close(s);
    wt_agents_free(a);
  }
}
END_TEST

/* The copies go with a launch: the next one finds none, whatever the one before left in the cache. */
START_TEST(launches_follow_each_other) {
  wt_session *s = open_case(0, lines[0]);
  for (int k = 0; k < 3; k++) ck_assert_msg(launch(s, 0) == WT_OK, "%s", wt_error(s));
  wt_session_close(s);
}
END_TEST

/* From each checkpoint a run ends as the unbroken one: with the same results, or with the same finding, the versions in it included. */
static void remember(const wt_session *s, char *to, size_t n) { snprintf(to, n, "%s", wt_error(s)); }
START_TEST(checkpoints_hold_the_copies) {
  char dir[] = "/tmp/wt_shadow_XXXXXX", file[120], want[900], got[900], *d;
  static fault f;
  f.what = cases[_i / 2].what;
  int wrong = _i % 2;
  wt_session *s = open_case(_i / 2, lines[_i % 3]), *t;
  ck_assert((d = mkdtemp(dir)) != NULL);
  if (wrong) wt_session_on_edge(s, edge, &f);
  wt_set_checkpoints(s, 5, dir, 1, NULL);
  wt_status st = launch(s, _i / 2);
  remember(s, want, sizeof want);
  uint64_t cycles = wt_stats(s)->cycles;
  wt_session_close(s);
  unsigned n = 0;
  for (uint64_t at = 5; at < cycles; at += 5, n++) {
    wt_options o = {.backend = WT_BACKEND_C, .max_cycles = 3000};
    snprintf(file, sizeof file, "%s/k-%012llu.wtck", dir, (unsigned long long)at);
    if (access(file, R_OK)) break;
    ck_assert_msg(wt_session_resume(file, &o, &t) == WT_OK, "%s", wt_error(NULL));
    wt_set_quiet(t, 1);
    static fault g;
    g = f;
    if (wrong) wt_session_on_edge(t, edge, &g);
    ck_assert_int_eq(wt_resume(t), st);
    remember(t, got, sizeof got);
    ck_assert_msg(!strncmp(got, want, strcspn(want, "\n")), "from cycle %llu: %s\nnot: %s", (unsigned long long)at, got, want);
    if (!st) ck_assert_uint_eq(wt_stats(t)->cycles, cycles);
    wt_session_close(t);
  }
  ck_assert_uint_gt(n, 3);
  snprintf(file, sizeof file, "rm -rf %s", dir);
  ck_assert_int_eq(system(file), 0);
}
END_TEST

int main(void) {
  Suite *s = suite_create("shadow");
  TCase *tc = tcase_create("shadow");
  tcase_set_timeout(tc, 60);
  tcase_add_loop_test(tc, a_protection_that_is_gone_is_found, 0, CASES);
  tcase_add_test(tc, an_old_line_is_right);
  tcase_add_test(tc, launches_follow_each_other);
  tcase_add_loop_test(tc, checkpoints_hold_the_copies, 0, 2 * (CASES - 2));
  suite_add_tcase(s, tc);
  return suite_run(s);
}
