/* test_wt_stack.c - the whole machine with DIVERGENCE=simt_stack: kernels that run, programs that cannot run on a stack and
 * their verdicts (docs/blocks/control/wt_simt_stack.md).
 */
#include "tests/cli_kit.h"

#define STACK " --config small --set DIVERGENCE=simt_stack"

/* Warp instructions in the row of a kernel of the table that regress prints. */
static unsigned issued(const char *table, const char *kernel) {
  const char *row = strstr(table, kernel);
  unsigned long long cycles = 0, insns = 0;
  ck_assert_msg(row != NULL, "no row of %s in: %s", kernel, table);
  while (row && sscanf(row, "%*s %*s DIVERGENCE=simt_stack %llu %llu", &cycles, &insns) != 2 &&
         sscanf(row, "%*s %*s DIVERGENCE=simt_stack %*s %llu %llu", &cycles, &insns) != 2)
    row = strstr(row + 1, kernel);
  ck_assert_msg(insns > 0, "no counts of %s in: %s", kernel, table);
  return (unsigned)insns;
}

START_TEST(kernels_run_in_lock_step) {
  const char *t = output(0, "regress" STACK " --beside all --jobs 2 --only nested,reduce,hist,callk,bigswitch,twolevel");
  unsigned ipdom = issued(t, "twolevel"), nested = issued(t, "nested");
  ck_assert_ptr_nonnull(strstr(t, "6 cases, 0 failed"));
  t = output(0, "regress" STACK " --beside all --set STACK_RPC=bssy --jobs 2 --only nested,twolevel,indirect");
  ck_assert_ptr_nonnull(strstr(t, "3 cases, 0 failed"));
  /* a return inside the loops moves the post-dominators to the end; the compiler's regions meet earlier */
  ck_assert_uint_gt(ipdom, 3 * issued(t, "twolevel"));
  /* elsewhere they meet at the same places, and leaving a region costs an issue of BSYNC */
  ck_assert_uint_ge(issued(t, "nested"), nested);
}
END_TEST

/* Does the row of this kernel in the table of regress end with this word? */
static int row_says(const char *table, const char *kernel, const char *word) {
  for (const char *l = table; l; l = strchr(l, '\n')) {
    l += *l == '\n';
    size_t n = strlen(kernel), len = strcspn(l, "\n");
    if (!strncmp(l, kernel, n) && l[n] == ' ') {
      const char *at = strstr(l, word);
      return at && at < l + len;
    }
  }
  return 0;
}

START_TEST(every_kernel_has_its_verdict_on_the_c_twin) {
  static const char *const modes[] = {"", " --set STACK_RPC=bssy", " --set PATH_ORDER=minority", " --set PATH_ORDER=taken"};
  /* shist has a WARPSYNC that bssy cannot do; maj_consumer and nest_wait spin only when the majority runs first */
  static const unsigned stopped[] = {11, 12, 9, 9}; /* at least: a kernel that the manifest gains says itself how it ends */
  static const char *const spins[] = {"chain", "spin_perthread", "producer_consumer", "backoff"};
  char args[256];
  for (unsigned k = 0; k < 4; k++) {
    snprintf(args, sizeof args, "regress --run" STACK "%s", modes[k]);
    const char *t = output(0, args), *sum = strstr(t, " 0 failed, ");
    unsigned n = 0;
    ck_assert_msg(sum && sscanf(sum, " 0 failed, %u stopped as the manifest says", &n) == 1 && n >= stopped[k], "%s: %u stopped, at least %u are",
                  args, n, stopped[k]);
    for (unsigned i = 0; i < 4; i++) ck_assert_msg(row_says(t, spins[i], "livelock"), "%s: %s is no livelock", args, spins[i]);
    ck_assert_msg(row_says(t, "bar2", "unsupported"), "%s: bar2", args);
    ck_assert_int_eq(row_says(t, "maj_consumer", "livelock"), k < 2);
  }
}
END_TEST

static void verdict(int code, const char *needle, const char *args) {
  char err[16384], full[2048];
  snprintf(full, sizeof full, "%s" STACK, args);
  int rc = warptwin(full, err, sizeof err);
  ck_assert_msg(rc == code, "%s: exit %d, want %d: %s", full, rc, code, err);
  ck_assert_msg(strstr(err, needle) != NULL, "%s: no '%s' in: %s", full, needle, err);
}
static void verdict_of(int code, const char *needle, const char *name, const char *launch) {
  char args[1024];
  snprintf(args, sizeof args, "cosim '%s/tests/kernels/%s.cubin' %s", wt_root(), name, launch);
  verdict(code, needle, args);
}

/* TV-04 on the whole machine: the winners wait below the losers. */
START_TEST(spin_locks_are_proved_livelocks) {
  verdict_of(4, "livelock", "spin_perthread",
             "--grid 4 --block 40 --arg out:16:lock.bin --arg out:32:data.bin --arg i32:150 --arg i32:3 --set SCHED_AGE=4096");
  verdict_of(4, "livelock", "backoff", "--grid 2 --block 33 --arg out:4:lock.bin --arg out:4:data.bin --arg i32:50 --set SCHED_AGE=4096");
  ck_assert(!present("data.bin"));
}
END_TEST

static void assemble(const char *text, size_t n) {
  file("p.sass", text, n);
  output(0, "asm p.sass -o p.cubin");
}

START_TEST(what_a_stack_cannot_do_is_said) {
  static const char sync[] = ".kernel p\n.regs 8\n.smem 0\n.params 0\n  S2R R0, SR_LANEID\n  ISETP.NE.AND P0, PT, R0, RZ, PT\n  @P0 BRA W\n"
                             "  WARPSYNC 0xffffffff\n  EXIT\nW:\n  WARPSYNC 0xffffffff\n  EXIT\n.end\n";
  assemble(sync, sizeof sync - 1);
  verdict(3, "WARPSYNC", "cosim p.cubin --block 32");
  verdict(3, "warp 0, pc 0x0050", "cosim p.cubin --block 32");
  static const char bar[] = ".kernel p\n.regs 8\n.smem 0\n.params 0\n  S2R R0, SR_LANEID\n  ISETP.NE.AND P0, PT, R0, RZ, PT\n  @P0 BRA W\n"
                            "  BAR.SYNC 0x0\n  EXIT\nW:\n  BAR.SYNC 0x0\n  EXIT\n.end\n";
  assemble(bar, sizeof bar - 1);
  verdict(4, "deadlock", "cosim p.cubin --block 64");
  /* four levels of branches that meet at different places */
  static const char nest[] = ".kernel p\n.regs 8\n.smem 0\n.params 0\n  S2R R0, SR_LANEID\n  ISETP.GE.AND P0, PT, R0, 0x1, PT\n"
                             "  ISETP.GE.AND P1, PT, R0, 0x2, PT\n  ISETP.GE.AND P2, PT, R0, 0x3, PT\n"
                             "  @!P0 BRA A\n  @!P1 BRA B\n  @!P2 BRA C\n  NOP\nC:\n  NOP\nB:\n  NOP\nA:\n  EXIT\n.end\n";
  assemble(nest, sizeof nest - 1);
  verdict(0, "", "run p.cubin --block 32 --set STACK_DEPTH=4");
  verdict(3, "its stack", "run p.cubin --block 32 --set STACK_DEPTH=3");
  verdict(3, "warp 0, pc 0x0060", "run p.cubin --block 32 --set STACK_DEPTH=3");
}
END_TEST

/* Builds the RTL of the shape before the clock of the tests runs. */
static void build(void) {
  char cmd[2048];
  snprintf(cmd, sizeof cmd, "'%s/warptwin' build-rtl" STACK " >/dev/null", wt_build_dir());
  if (system(cmd)) fprintf(stderr, "stack: %s fails\n", cmd);
}

int main(void) {
  build();
  TCase *tc = tcase_create("whole machine");
  tcase_add_test(tc, kernels_run_in_lock_step);
  tcase_add_test(tc, every_kernel_has_its_verdict_on_the_c_twin);
  tcase_add_test(tc, spin_locks_are_proved_livelocks);
  tcase_add_test(tc, what_a_stack_cannot_do_is_said);
  return run_suite("stack", tc);
}
