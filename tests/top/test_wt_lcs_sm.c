/* test_wt_lcs_sm.c - lazy CTA scheduling in the whole machine: the limit is that of what was issued, and is kept to; every CTA runs once, under every CTA_SCHED,
 * in threads, resumed, in lock-step; what is refused. Rules: docs/blocks/cta/wt_lcs.md. */
#include "run_kit.h"
#include "tests/copies_kit.h"
#include "tests/kernel_kit.h"

/* ---- one SM, cycle by cycle ---- */

/* CTAs of one warp that all do 20 rounds of independent additions. */
#define ADDS "!S2R R0, SR_CTAID.X\nMOV R4, 0x14\nMOV R5, RZ\n"
static const char equal[] = ADDS "again: IADD3 R5, R5, 0x1, RZ\nIADD3 R6, RZ, 0x1, RZ\nIADD3 R7, RZ, 0x2, RZ\nIADD3 R10, RZ, 0x3, RZ\n"
                                 "ISETP.GE.AND P1, PT, R5, R4, PT\n@!P1 BRA again\nEXIT\n";
/* 40 rounds of few additions; all CTAs but the first wait for memory before. */
static const char waiting[] =
  "!S2R R0, SR_CTAID.X\nISETP.EQ.AND P0, PT, R0, RZ, PT\nMOV R8, c[0x0][0x160]\nMOV R9, c[0x0][0x164]\nMOV R4, 0x28\nMOV R5, RZ\n"
  "@!P0 LDG.E.SYS R6, [R8]\n@!P0 IADD3 R7, R6, 0x1, RZ\nagain: IADD3 R5, R5, 0x1, RZ\nIADD3 R10, RZ, 0x3, RZ\n"
  "ISETP.GE.AND P1, PT, R5, R4, PT\n@!P1 BRA again\nEXIT\n";

enum { SIX = 6, GRID = 20 };
static run_t r;
/* Runs GRID CTAs in up to SIX slots; asks what the document says of each cycle; the limit in the end. */
static unsigned limit_of(const char *text, const char *keys) {
  static const char *const watched[] = {"lcs.limit", "dispatch.resident", "dispatch.ask", "issue.valid", "sched.sel_warp", "dispatch.cta_valid"};
  char all[200];
  unsigned count[SIX] = {0}, before = 0, limit = 0, since = 0, started = 0;
  memset(&r, 0, sizeof r);
  for (unsigned i = 0; i < sizeof watched / sizeof *watched; i++) r.sig[r.nsig++].name = watched[i];
  snprintf(all, sizeof all, "WARPS=6 CTAS=6 REGS=2048 SCHED=gto %s", keys);
  const run_spec p = {.keys = all, .text = text, .warps = 1, .ctas = GRID, .backend = WT_BACKEND_C};
  run_program(&r, &p);
  for (unsigned c = 0; c < r.cycles; c++) {
    const unsigned now = (unsigned)run_val(&r, "dispatch.resident", c), n = (unsigned)__builtin_popcount(now);
    started += run_val(&r, "dispatch.cta_valid", c) != 0;
    since += since || before & ~now; /* 4 */
    if (since) {                     /* 5, 6: 1 in the first cycle, then one more a cycle; nobody comes who is more than that */
      unsigned sum = 0, most = 0;
      for (unsigned k = 0; k < SIX; k++) sum += count[k], most = count[k] > most ? count[k] : most;
      limit = since < 2 ? 1 : since - 1 < (sum + most - 1) / most ? since - 1 : (sum + most - 1) / most;
      ck_assert_msg(since < 2 || !(now & ~before) || n <= limit, "cycle %u: %u CTAs, limit %u", c, n, limit);
      if (run_val(&r, "dispatch.ask", c)) ck_assert_uint_lt(n, limit);
    } else if (run_val(&r, "issue.valid", c)) {
      count[run_val(&r, "sched.sel_warp", c)]++; /* 2: one warp a CTA */
    }
    ck_assert_uint_eq(run_val(&r, "lcs.limit", c), limit);
    before = now;
  }
  ck_assert_uint_eq(started, GRID);
  return limit;
}

START_TEST(the_limit_is_that_of_what_was_issued) {
  const unsigned busy = limit_of(equal, "LCS=on"), idle = limit_of(waiting, "LCS=on");
  ck_assert_msg(busy >= 2 && busy < SIX, "%u", busy); /* the greediest does most of what the SM can */
  ck_assert_msg(idle > 0 && idle <= SIX, "%u", idle);
  ck_assert_uint_le(limit_of(equal, "LCS=on CTA_UNIT=policies CTA_SCHED=bcs CTA_BLOCK=4"), SIX);
}
END_TEST

/* ---- several SMs ---- */

enum { MANY = 37, SM_COUNT = 3 };
typedef struct {
  unsigned long long cycle;
  unsigned cta, sm, slot;
} line;
/* Every CTA of vecadd once; the log of dispatch. */
static void every_cta(const char *keys, line l[MANY]) {
  static char text[1 << 14];
  char args[700], all[400];
  uint8_t seen[MANY] = {0};
  unsigned n = 0;
  snprintf(all, sizeof all, "--set SMS=%u --set LCS=on --dispatch d %s", SM_COUNT, keys);
  output(0, vecadd_of(MANY, all, args, sizeof args));
  slurp("d", text, sizeof text);
  for (char *p = text; *p; p = strchr(p, '\n') + 1, n++) {
    ck_assert_uint_lt(n, MANY);
    ck_assert_int_eq(sscanf(p, "%llu %u,0,0 %u %u\n", &l[n].cycle, &l[n].cta, &l[n].sm, &l[n].slot), 4);
    ck_assert(l[n].cta < MANY && l[n].sm < SM_COUNT && !seen[l[n].cta]++);
  }
  ck_assert_uint_eq(n, MANY);
}
static const char *const policies[] = {
  "rr", "demand", "rotated", "random", "imbalanced", "bcs", "bcs --set CTA_BLOCK=4", "cluster", "cluster --set CTA_STEAL=1"};

START_TEST(every_cta_once_under_every_policy) {
  static line one[MANY], four[MANY];
  char keys[200];
  for (unsigned p = 0; p < sizeof policies / sizeof *policies; p++) {
    snprintf(keys, sizeof keys, "--set CTA_UNIT=policies --set CTA_SCHED=%s --threads 0", policies[p]);
    every_cta(keys, one);
    strcpy(keys + strlen(keys) - 1, "3");
    every_cta(keys, four);
    ck_assert_msg(!memcmp(one, four, sizeof one), "%s: other CTAs with threads", policies[p]);
  }
}
END_TEST

/* Programs with barriers, atomics and locks; those whose CTAs wait for each other need them resident and are not here. */
START_TEST(kernels_run_with_a_limit) {
  passes("--set SMS=2 --set LCS=on", "vecadd,reduce,bfs,atomics,matmul,hashlock,corners");
  passes("--set SUBCORES=4 --set LCS=on --set CTA_UNIT=policies --set CTA_SCHED=bcs", "vecadd,reduce,bfs,atomics,matmul,nested");
}
END_TEST

/* A run that is resumed knows counts and limit. */
START_TEST(a_checkpoint_holds_the_limit) {
  static line l[MANY];
  every_cta("--checkpoint-every 300 --checkpoint-dir points", l);
  output(0, "run --resume points/vecadd-000000000300.wtck --dispatch r");
  goes_on_alike("d", "r", 100);
}
END_TEST

/* Both twins, two SMs with many warps, one and two sub-cores: the whole RTL, or an object of one verilated SM each. */
START_TEST(twins_agree) {
  static const char *const programs[] = {"vector", "barriers"};
  char path[1024];
  for (unsigned k = 0; k < 2; k++) {
    const char *const set[] = {"WARPS=32", "SMS=2", "CTAS=8", "LCS=on", "SCHED=gto", k ? "SUBCORES=2" : "SUBCORES=1", "REGS=8192", NULL};
    wt_session *s = kit_open(WT_BACKEND_COSIM, "tiny", set, 1, 400000, 0);
    for (unsigned p = 0; p < 2; p++) {
      wt_addr buf = kit_alloc(s, 32 * 1024, NULL);
      snprintf(path, sizeof path, "%s/tests/asm/%s.sass", wt_root(), programs[p]);
      ck_assert_msg(kit_launch(s, kit_file(s, path), 41, 8, &buf, 1) == WT_OK, "%s: %s", programs[p], wt_error(s));
    }
    wt_session_close(s);
  }
}
END_TEST

START_TEST(bad_use_is_one_line) {
  char args[600];
  refused(2, "LCS=on needs SCHED=gto: which CTA issues most says how many are enough only where the oldest warps go first (LCS=on, SCHED=lrr)",
          vecadd_of(4, "--set LCS=on --set SCHED=lrr", args, sizeof args));
}
END_TEST

int main(void) {
  TCase *tc = tcase_create("lcs_sm");
  tcase_add_test(tc, the_limit_is_that_of_what_was_issued);
  tcase_add_test(tc, every_cta_once_under_every_policy);
  tcase_add_test(tc, kernels_run_with_a_limit);
  tcase_add_test(tc, a_checkpoint_holds_the_limit);
  tcase_add_test(tc, twins_agree);
  tcase_add_test(tc, bad_use_is_one_line);
  return run_suite("lcs_sm", tc);
}
