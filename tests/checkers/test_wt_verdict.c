/* test_wt_verdict.c - deadlock and livelock: proved where a program has no end, with the paths and the cyclic wait in the report; never on
 * a program that makes progress, however long it takes. Hand-written programs on the C twin. */
#include "tests/kernel_kit.h"

#include "tests/cli_kit.h"

typedef struct {
  const char *code; /* between .kernel and .end */
  const char *preset, *set[4];
  unsigned grid, block;
  uint64_t max_cycles;
} program;

static char report[8200];
static uint64_t cycles;
static uint32_t memory[4]; /* of the buffer, afterwards */
static const char *verdict;

/* One buffer of 16 zeroed bytes is the only parameter (c[0x0][0x160]). */
static wt_status run(const program *p) {
  static char text[8192], word[16];
  wt_session *s = kit_open(WT_BACKEND_C, p->preset ? p->preset : "small", p->set, 1, p->max_cycles, 0);
  wt_addr buf = kit_alloc(s, sizeof memory, NULL);
  snprintf(text, sizeof text, ".kernel k\n.regs 16\n.smem 0\n.params 8\n%s\n.end\n", p->code);
  wt_status st = kit_launch(s, kit_text(s, text, "k.sass"), p->grid ? p->grid : 1, p->block, &buf, 1);
  snprintf(report, sizeof report, "%s", st ? wt_error(s) : "");
  snprintf(word, sizeof word, "%s", wt_verdict(s));
  verdict = word;
  cycles = wt_stats(s)->cycles;
  ck_assert_int_eq(wt_copy_out(s, memory, buf, sizeof memory), WT_OK);
  wt_session_close(s);
  return st;
}

static void ends(const program *p) {
  wt_status st = run(p);
  ck_assert_msg(st == WT_OK, "exit %d: %s", st, report);
}
static void never_ends(const program *p, const char *word) {
  wt_status st = run(p);
  ck_assert_msg(st == WT_NO_END, "exit %d: %s", st, report);
  ck_assert_str_eq(verdict, word);
  ck_assert_msg(!strncmp(report, word, strlen(word)), "the first line starts with the verdict: %s", report);
}
static void says(const char *part) { ck_assert_msg(strstr(report, part) != NULL, "no '%s' in: %s", part, report); }

/* ---- deadlocks ---- */

START_TEST(warpsync_masks_that_name_each_other) {
  const program p = {
    .code = "  S2R R0, SR_LANEID\n  ISETP.NE.AND P0, PT, R0, RZ, PT\n  @P0 BRA W\n  WARPSYNC 0x3\n  EXIT\nW:\n  WARPSYNC 0x5\n  EXIT", .block = 4};
  never_ends(&p, "deadlock");
  says("warp 0 (cta 0,0,0 warp 0):");
  says("0x0060  lanes 0000000e  waits at WARPSYNC for lanes 00000001");
  says("0x0040  lanes 00000001  waits at WARPSYNC for lanes 00000002");
  says("cyclic wait: warp 0 lanes 0000000e (WARPSYNC) -> warp 0 lanes 00000001 (WARPSYNC) -> warp 0 lanes 0000000e (WARPSYNC)");
  ck_assert_uint_lt(cycles, 2000); /* nothing is on its way: the proof need not wait for the next power of two */
}
END_TEST

#define TWO_BARRIERS                                                                                                                              \
  "  S2R R0, SR_TID.X\n  ISETP.GE.AND P0, PT, R0, 0x20, PT\n  @P0 BRA W\n  BAR.SYNC 0x0\n  BAR.SYNC 0x1\n  EXIT\nW:\n  BAR.SYNC 0x1\n  BAR.SYNC " \
  "0x0\n  EXIT"

START_TEST(cta_barriers_across_warps) {
  const program p = {.code = TWO_BARRIERS, .block = 64, .grid = 2};
  never_ends(&p, "deadlock");
  says("warp 0 (cta 0,0,0 warp 0), and the same in warp 2:");
  says("waits at CTA barrier 0");
  says("cyclic wait: warp 0 lanes ffffffff (CTA barrier 0) -> warp 1 lanes ffffffff (CTA barrier 1) -> warp 0 lanes ffffffff (CTA barrier 0)");
}
END_TEST

/* Lanes 0 to 3 wait at B0 for lane 4, which waits at a CTA barrier for them: FORCE cuts the wait at B0, without it nobody does. */
START_TEST(convergence_barrier_against_cta_barrier) {
  program p = {
    .code =
      "  S2R R0, SR_LANEID\n  BSSY B0, J\n  ISETP.EQ.AND P0, PT, R0, 0x4, PT\n  @P0 BRA L\n  BSYNC B0\nL:\n  BAR.SYNC 0x0\n  BSYNC B0\nJ:\n  EXIT",
    .block = 5};
  ends(&p);
  p.set[0] = "FORCE=0";
  never_ends(&p, "deadlock");
  says("lanes 0000000f  waits at convergence barrier B0 for lanes 00000010");
  says("lanes 00000010  waits at CTA barrier 0");
  says("(B0) -> warp 0 lanes 00000010 (CTA barrier 0) -> warp 0 lanes 0000000f (B0)");
}
END_TEST

/* What happens next depends on the clock only while instructions issue. */
START_TEST(a_kernel_that_reads_the_clock_deadlocks) {
  const program p = {.code = "  CS2R R2, SR_CLOCKLO\n" TWO_BARRIERS, .block = 64};
  never_ends(&p, "deadlock");
}
END_TEST

/* ---- livelocks ---- */

START_TEST(endless_loops_of_many_warps) {
  /* several warps at once keep instruction requests in flight in every cycle */
  const program p = {.code = "L:\n  BRA L\n  EXIT", .block = 128, .grid = 4};
  never_ends(&p, "livelock");
  says("spins at 0x0000");
  says("every thread that is left takes part in the loop");
}
END_TEST

START_TEST(an_endless_loop_with_loads_in_flight) {
  /* eight warps poll a word that nobody writes; memory answers are on their way in every cycle */
  const program p = {
    .code =
      "  MOV R2, c[0x0][0x160]\n  MOV R3, c[0x0][0x164]\nL:\n  LDG.E.STRONG.GPU R4, [R2]\n  ISETP.EQ.AND P0, PT, R4, RZ, PT\n  @P0 BRA L\n  EXIT",
    .block = 256};
  never_ends(&p, "livelock");
  says("spins at 0x0020..0x0040");
}
END_TEST

START_TEST(an_endless_loop_that_stores) {
  /* the memory is written all the time, with what it holds */
  const program p = {.code = "  MOV R2, c[0x0][0x160]\n  MOV R3, c[0x0][0x164]\nL:\n  STG.E.STRONG.GPU [R2], RZ\n  BRA L\n  EXIT", .block = 32};
  never_ends(&p, "livelock");
}
END_TEST

/* Lane 0 gets the lock; lanes 1 to 31 spin on it; BSYNC stands before the release, where nvcc puts it. */
#define SPIN_LOCK(yield)                                                                                                               \
  "  MOV R2, c[0x0][0x160]\n  MOV R3, c[0x0][0x164]\n  MOV R5, 0x1\n  BSSY B0, J\nL:\n  ATOMG.E.CAS.STRONG.GPU PT, R4, [R2], RZ, R5\n" \
  "  ISETP.NE.AND P0, PT, R4, RZ, PT\n" yield "  @P0 BRA L\n  BSYNC B0\nJ:\n  MEMBAR.SC.GPU\n  STG.E.STRONG.GPU [R2], RZ\n  EXIT"

START_TEST(a_lock_holder_that_waits_for_the_spinners) {
  const program p = {.code = SPIN_LOCK("  YIELD\n"), .block = 32, .set = {"YIELD_RELEASE=0", "FORCE=0"}};
  never_ends(&p, "livelock");
  says("0x0090  lanes 00000001  waits at convergence barrier B0 for lanes fffffffe");
  says("lanes fffffffe  spins at 0x0040..0x0070");
  says("cyclic wait: ");
  says("lanes fffffffe (spin at 0x0040..0x0070 until another thread changes memory) -> warp 0 lanes 00000001 (B0)");
}
END_TEST

START_TEST(a_lock_holder_that_is_never_chosen) {
  /* without YIELD the majority, which spins, runs for ever: even the default modes cannot help */
  const program p = {.code = SPIN_LOCK(""), .block = 32};
  never_ends(&p, "livelock");
  says("0x0070  lanes 00000001  could run but is never chosen");
  says("lanes 00000001 (0x0070, never chosen) -> warp 0 lanes fffffffe (spin at 0x0040..0x0060 until another thread changes memory)");
}
END_TEST

START_TEST(the_same_lock_with_yield_ends) {
  const program p = {.code = SPIN_LOCK("  YIELD\n"), .block = 96};
  ends(&p);
}
END_TEST

START_TEST(a_loop_beside_a_warp_that_ends) {
  const program p = {.code =
                       "  S2R R0, SR_TID.X\n  MOV R2, c[0x0][0x160]\n  MOV R3, c[0x0][0x164]\n  ISETP.GE.AND P0, PT, R0, 0x20, PT\n  @P0 BRA W\nL:\n"
                       "  BRA L\nW:\n  STG.E.STRONG.GPU [R2], R0\n  EXIT",
                     .block = 64};
  never_ends(&p, "livelock");
  says("warp 0 (cta 0,0,0 warp 0):");
  says("spins at 0x0050");
  ck_assert_ptr_null(strstr(report, "warp 1"));
  ck_assert_uint_ge(memory[0], 32);
}
END_TEST

/* ---- progress ---- */

START_TEST(slow_memory_is_no_deadlock) {
  /* a chain of dependent loads: nothing issues for 2000 cycles at a time */
  const program p = {.code =
                       "  MOV R2, c[0x0][0x160]\n  MOV R3, c[0x0][0x164]\n  MOV R6, RZ\nL:\n  LDG.E.STRONG.GPU R4, [R2]\n  IADD3 R6, R6, 0x1, R4\n"
                       "  ISETP.LT.AND P0, PT, R6, 0x28, PT\n  @P0 BRA L\n  STG.E.STRONG.GPU [R2], R6\n  EXIT",
                     .block = 32,
                     .set = {"MEM_LAT=2000"}};
  ends(&p);
  ck_assert_uint_eq(memory[0], 40);
  ck_assert_uint_gt(cycles, 40 * 2000);
}
END_TEST

START_TEST(a_long_counting_loop_is_no_livelock) {
  const program p = {.code =
                       "  MOV R0, RZ\nL:\n  IADD3 R0, R0, 0x1, RZ\n  ISETP.LT.AND P0, PT, R0, 0x30d40, PT\n  @P0 BRA L\n  MOV R2, c[0x0][0x160]\n"
                       "  MOV R3, c[0x0][0x164]\n  STG.E.STRONG.GPU [R2], R0\n  EXIT",
                     .block = 32};
  ends(&p);
  ck_assert_uint_eq(memory[0], 200000);
}
END_TEST

START_TEST(a_count_that_lives_in_memory_only) {
  /* every register is the same whenever the loop comes round */
  const program p = {.code = "  MOV R2, c[0x0][0x160]\n  MOV R3, c[0x0][0x164]\nL:\n  LDG.E.STRONG.GPU R4, [R2]\n  IADD3 R4, R4, 0x1, RZ\n"
                             "  STG.E.STRONG.GPU [R2], R4\n  MEMBAR.SC.GPU\n  ISETP.LT.AND P0, PT, R4, 0xfa0, PT\n  MOV R4, RZ\n  @P0 BRA L\n  EXIT",
                     .block = 1};
  ends(&p);
  ck_assert_uint_eq(memory[0], 4000);
}
END_TEST

START_TEST(a_spinner_that_is_released_late) {
  /* warp 0 polls, warp 1 counts to 100000 and then sets the flag */
  const program p = {
    .code = "  S2R R0, SR_TID.X\n  MOV R2, c[0x0][0x160]\n  MOV R3, c[0x0][0x164]\n  ISETP.GE.AND P0, PT, R0, 0x20, PT\n  @P0 BRA W\nL:\n"
            "  LDG.E.STRONG.GPU R4, [R2]\n  ISETP.EQ.AND P0, PT, R4, RZ, PT\n  @P0 BRA L\n  EXIT\nW:\n  MOV R5, RZ\nC:\n  IADD3 R5, R5, 0x1, RZ\n"
            "  ISETP.LT.AND P0, PT, R5, 0x186a0, PT\n  @P0 BRA C\n  STG.E.STRONG.GPU [R2], R5\n  EXIT",
    .block = 64,
    .set = {"SCHED=lrr", _i ? "MEM_LAT=2000" : "MEM_LAT=40"}};
  ends(&p);
  ck_assert_uint_eq(memory[0], 100000);
}
END_TEST

START_TEST(a_loop_until_a_time_is_no_livelock) {
  const program p = {.code = "L:\n  CS2R.32 R0, SR_CLOCKLO\n  ISETP.LT.AND P0, PT, R0, 0x30000, PT\n  @P0 BRA L\n  EXIT", .block = 32};
  ends(&p);
  ck_assert_uint_gt(cycles, 0x30000);
}
END_TEST

START_TEST(a_limit_of_cycles_proves_nothing) {
  const program p = {.code = "L:\n  BRA L\n  EXIT", .block = 32, .max_cycles = 1000};
  never_ends(&p, "max-cycles");
  says("nothing is proved");
  ck_assert_ptr_null(strstr(report, "lock"));
}
END_TEST

/* Kernels with locks, flags, loops of data-dependent length and barriers, under the slowest memory and every scheduler. */
START_TEST(kernels_end_under_slow_memory) {
  const char *t = output(0, "regress --run --config small --set MEM_LAT=2000 --set SCHED=lrr,gto,oldest,twolevel,cggty "
                            "--only spin_perthread,producer_consumer,backoff,bfs,collatz,nested,reduce,hist");
  ck_assert_msg(strstr(t, "40 cases, 0 failed") != NULL, "%s", t);
}
END_TEST

START_TEST(lock_step_has_the_same_verdicts) {
  const char text[] =
    ".kernel d\n.regs 8\n.smem 0\n.params 0\n" TWO_BARRIERS "\n.end\n.kernel l\n.regs 8\n.smem 0\n.params 0\nL:\n  BRA L\n  EXIT\n.end\n";
  char err[8192], line[2][400];
  file("k.sass", text, sizeof text - 1);
  output(0, "asm k.sass -o k.cubin");
  for (int k = 0; k < 2; k++)
    for (int both = 0; both < 2; both++) {
      char args[200];
      snprintf(args, sizeof args, "%s k.cubin --kernel %s --block 64 --config small -q", both ? "cosim" : "run", k ? "l" : "d");
      ck_assert_int_eq(warptwin(args, err, sizeof err), 4);
      snprintf(line[both], sizeof line[both], "%.*s", (int)strcspn(err, "\n"), err);
      if (both) ck_assert_str_eq(line[0], line[1]); /* in the same cycle */
      ck_assert_msg(strstr(err, k ? "livelock" : "cyclic wait") != NULL, "%s", err);
    }
}
END_TEST

START_TEST(the_verdict_is_in_the_statistics) {
  static char json[1 << 16];
  const char text[] = ".kernel k\n.regs 8\n.smem 0\n.params 0\nL:\n  BRA L\n  EXIT\n.end\n";
  file("k.sass", text, sizeof text - 1);
  output(0, "asm k.sass -o k.cubin");
  output(4, "run k.cubin --block 32 --stats s.json");
  slurp("s.json", json, sizeof json);
  ck_assert_ptr_nonnull(strstr(json, "\"verdict\": \"livelock\""));
  ck_assert_ptr_nonnull(strstr(json, "\"report\": \"livelock: kernel k after"));
  output(4, "run k.cubin --block 32 --stats s.json --max-cycles 100");
  slurp("s.json", json, sizeof json);
  ck_assert_ptr_nonnull(strstr(json, "\"verdict\": \"max-cycles\""));
}
END_TEST

int main(void) {
  TCase *tc = tcase_create("verdict");
  tcase_add_test(tc, warpsync_masks_that_name_each_other);
  tcase_add_test(tc, cta_barriers_across_warps);
  tcase_add_test(tc, convergence_barrier_against_cta_barrier);
  tcase_add_test(tc, a_kernel_that_reads_the_clock_deadlocks);
  tcase_add_test(tc, endless_loops_of_many_warps);
  tcase_add_test(tc, an_endless_loop_with_loads_in_flight);
  tcase_add_test(tc, an_endless_loop_that_stores);
  tcase_add_test(tc, a_lock_holder_that_waits_for_the_spinners);
  tcase_add_test(tc, a_lock_holder_that_is_never_chosen);
  tcase_add_test(tc, the_same_lock_with_yield_ends);
  tcase_add_test(tc, a_loop_beside_a_warp_that_ends);
  tcase_add_test(tc, slow_memory_is_no_deadlock);
  tcase_add_test(tc, a_long_counting_loop_is_no_livelock);
  tcase_add_test(tc, a_count_that_lives_in_memory_only);
  tcase_add_loop_test(tc, a_spinner_that_is_released_late, 0, 2);
  tcase_add_test(tc, a_loop_until_a_time_is_no_livelock);
  tcase_add_test(tc, a_limit_of_cycles_proves_nothing);
  tcase_add_test(tc, kernels_end_under_slow_memory);
  tcase_add_test(tc, lock_step_has_the_same_verdicts);
  tcase_add_test(tc, the_verdict_is_in_the_statistics);
  return run_suite("verdict", tc);
}
