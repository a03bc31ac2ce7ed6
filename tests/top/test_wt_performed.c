/* test_wt_performed.c - "a memory operation is performed" (docs/isa/oracle.md): every level reports exactly what it does. An event too many,
 * one too few, or one of the wrong lanes is the oracle's finding, with the level's name; both levels go through the same function.
 */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "lib/wt_session.h"
#include "tests/kernel_kit.h"
#include "tests/suite.h"

/* Lane t stores t to shared and to global memory and loads both again. */
static const char program[] = ".kernel k\n.regs 24\n.smem 512\n.params 8, 8\nS2R R0, SR_TID.X\nMOV R1, 0x4\nIMAD.WIDE R2, R0, R1, c[0x0][0x160]\n"
                              "IMAD R4, R0, R1, RZ\nSTS [R4], R0\nLDS R5, [R4]\nSTG.E.SYS [R2], R5\nLDG.E.SYS R6, [R2]\nIADD3 R7, R6, R5, RZ\n"
                              "STG.E.SYS [R2], R7\nEXIT\n.end\n";

typedef struct {
  int shared;      /* which level lies */
  int kind;        /* 0 not at all, 1 a lane too many, 2 a lane too few, 3 twice, 4 the wrong warp, 5 not reported */
  unsigned events; /* that were seen at the ports */
  int lied;
} lie;

static void edge(void *ctx, wt_machine *x, uint64_t cycle) {
  lie *l = ctx;
  wt_lsu_out *o = &x->m->sm->lsu.o;
  uint8_t *valid = l->shared ? &o->perf_valid : &o->req_valid, *warp = l->shared ? &o->perf_warp : &o->req_warp;
  uint64_t *lanes = l->shared ? &o->perf_lanes : &o->req_lanes;
  (void)cycle;
  if (l->lied == 1 && l->kind == 3 && !*valid) { /* the event of the cycle before again */
    *valid = 1, *warp = 0, *lanes = 15, l->lied = 2;
    return;
  }
  if (!*valid) return;
  l->events++;
  if (l->lied || !l->kind) return;
  l->lied = 1;
  if (l->kind == 1) *lanes |= 1u << 4;
  if (l->kind == 2) *lanes &= ~UINT64_C(2);
  if (l->kind == 4) *warp = 1;
  if (l->kind == 5) *valid = 0;
}

static wt_status run(lie *l, unsigned threads, char *msg, size_t n) {
  wt_session *s = kit_open(WT_BACKEND_C, "tiny", NULL, 1, 3000, 0);
  wt_addr buf = kit_alloc(s, 256, NULL);
  wt_session_on_edge(s, edge, l);
  wt_status st = kit_launch(s, kit_text(s, program, "performed"), 1, threads, &buf, 1);
  snprintf(msg, n, "%s", st ? wt_error(s) : "");
  wt_session_close(s);
  return st;
}

START_TEST(the_truth_is_taken) {
  char msg[600];
  lie shared = {.shared = 1}, global = {.shared = 0};
  ck_assert_msg(run(&shared, 4, msg, sizeof msg) == WT_OK, "%s", msg);
  ck_assert_uint_eq(shared.events, 2); /* STS and LDS: no conflict */
  ck_assert_msg(run(&global, 4, msg, sizeof msg) == WT_OK, "%s", msg);
  ck_assert_uint_eq(global.events, 3); /* two stores and a load */
}
END_TEST

START_TEST(every_lie_is_found) {
  static const struct {
    int kind;
    unsigned threads;
    const char *shared, *global; /* what the oracle finds */
  } lies[] = {{1, 4, "that this lane does not owe", "that this lane does not owe"},
              {2, 4, "", ""},
              {3, 4, "(performed by shared memory)", NULL},
              {4, 4, "(performed by shared memory)", "(performed by memory)"},
              {5, 4, "", NULL}};
  char msg[600];
  const char *want = _i & 1 ? lies[_i / 2].shared : lies[_i / 2].global, *level = _i & 1 ? "performed by shared memory" : "performed by memory";
  lie l = {.shared = _i & 1, .kind = lies[_i / 2].kind};
  if (!want) return; /* a request that the port drops or repeats is another machine, not a false report */
  ck_assert_msg(run(&l, lies[_i / 2].threads, msg, sizeof msg) == WT_DIFF, "%s", msg);
  ck_assert_int_ge(l.lied, 1);
  ck_assert_msg(strstr(msg, want) != NULL && (!*want || strstr(msg, level)), "%s", msg);
}
END_TEST

int main(void) {
  Suite *s = suite_create("performed");
  TCase *tc = tcase_create("performed");
  tcase_set_timeout(tc, 60);
  tcase_add_test(tc, the_truth_is_taken);
  tcase_add_loop_test(tc, every_lie_is_found, 0, 10);
  suite_add_tcase(s, tc);
  return suite_run(s);
}
