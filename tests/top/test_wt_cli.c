/* test_wt_cli.c - the command line on bad input: exit code, message, no file left. Runs the program that `make build` made. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "wt_rtl.h"

static char dir[64];

/* Runs warptwin with these arguments (shell syntax) in dir; err receives its stderr. */
static int warptwin(const char *args, char *err, size_t errn) {
  char cmd[4096];
  const char *bin = getenv("WARPTWIN_BIN");
  snprintf(cmd, sizeof cmd, "cd %s && timeout 60 '%s%s' %s 2>err >out </dev/null", dir, bin ? "" : wt_root(), bin ? bin : "/build/warptwin", args);
  int st = system(cmd);
  snprintf(cmd, sizeof cmd, "%s/err", dir);
  FILE *f = fopen(cmd, "r");
  size_t n = f ? fread(err, 1, errn - 1, f) : 0;
  err[n] = 0;
  if (f) fclose(f);
  ck_assert_msg(WIFEXITED(st), "%s: ended by a signal", args);
  return WEXITSTATUS(st);
}
static void expect(int code, const char *needle, const char *fmt, const char *a) {
  char args[2048], err[4096];
  snprintf(args, sizeof args, fmt, a, a);
  int rc = warptwin(args, err, sizeof err);
  ck_assert_msg(rc == code, "%s: exit %d, want %d: %s", args, rc, code, err);
  ck_assert_msg(strstr(err, needle) != NULL, "%s: no '%s' in: %s", args, needle, err);
  char out[128];
  snprintf(out, sizeof out, "%s/c.bin", dir);
  ck_assert_msg(access(out, F_OK) != 0, "%s: an output file was left", args);
}
static void file(const char *name, const void *data, size_t n) {
  char path[128];
  snprintf(path, sizeof path, "%s/%s", dir, name);
  FILE *f = fopen(path, "wb");
  ck_assert_ptr_nonnull(f);
  fwrite(data, 1, n, f);
  fclose(f);
}
static size_t slurp(const char *path, unsigned char *buf, size_t max) {
  FILE *f = fopen(path, "rb");
  ck_assert_ptr_nonnull(f);
  size_t n = fread(buf, 1, max, f);
  fclose(f);
  return n;
}

static void setup(void) {
  static unsigned char zero[20000];
  strcpy(dir, "/tmp/wt_cli_XXXXXX");
  ck_assert_ptr_nonnull(mkdtemp(dir));
  file("a.bin", zero, sizeof zero);
}
static void teardown(void) {
  char cmd[128];
  snprintf(cmd, sizeof cmd, "rm -rf %s", dir);
  ck_assert_int_eq(system(cmd), 0);
}

#define VECADD "%s/tests/kernels/vecadd.cubin"
#define ARGS " --grid 40 --block 128 --arg in:a.bin --arg in:a.bin --arg out:20000:c.bin --arg i32:5000"

START_TEST(bad_files_are_refused) {
  unsigned char buf[65536];
  char path[1024];
  snprintf(path, sizeof path, VECADD, wt_root());
  size_t n = slurp(path, buf, sizeof buf);
  expect(2, "nothing.cubin", "run nothing.cubin%.0s", "");
  file("text.cubin", "not an ELF file at all, just text", 33);
  expect(2, "text.cubin", "run text.cubin%.0s", "");
  file("cut.cubin", buf, n / 2);
  expect(2, "cut.cubin", "run cut.cubin%.0s", "");
  file("empty.cubin", "", 0);
  expect(2, "empty.cubin", "run empty.cubin%.0s", "");
  buf[0x31] = 80; /* e_flags bits 15:8: sm_80 */
  file("sm80.cubin", buf, n);
  expect(2, "sm_", "run sm80.cubin%.0s", "");
}
END_TEST

START_TEST(bad_launches_are_refused) {
  const char *r = wt_root();
  expect(2, "nokernel", "run " VECADD " --kernel nokernel" ARGS, r);
  expect(2, "vecadd", "run " VECADD " --grid 40 --block 128 --arg in:a.bin --arg in:a.bin --arg out:20000:c.bin", r);
  expect(2, "vecadd", "run " VECADD ARGS " --arg i32:1", r);
  expect(2, "missing.bin", "run " VECADD " --grid 1 --block 32 --arg in:missing.bin --arg in:a.bin --arg out:20000:c.bin --arg i32:5", r);
  expect(2, "--grid", "run " VECADD " --grid 0 --block 32", r);
  expect(2, "block", "run " VECADD " --grid 1 --block 2048 --arg in:a.bin --arg in:a.bin --arg out:20000:c.bin --arg i32:5", r);
  expect(2, "NOKEY", "run " VECADD ARGS " --set NOKEY=1", r);
  expect(2, "SCHED", "run " VECADD ARGS " --set SCHED=best", r);
  expect(2, "WARPS", "run " VECADD ARGS " --set WARPS=1000", r);
  expect(2, "preset", "run " VECADD ARGS " --config huge", r);
  expect(2, "--arg", "run " VECADD " --grid 1 --block 32 --arg i8:1000", r);
}
END_TEST

START_TEST(faults_and_runs_without_end_have_their_codes) {
  const char *r = wt_root();
  expect(5, "memory fault", "run " VECADD " --no-oracle --grid 40 --block 128 --arg in:a.bin --arg in:a.bin --arg out:20000:c.bin --arg i32:9000000", r);
  expect(5, "", "run " VECADD " --grid 40 --block 128 --arg in:a.bin --arg in:a.bin --arg out:20000:c.bin --arg i32:9000000", r);
  expect(4, "max-cycles", "run " VECADD ARGS " --max-cycles 100", r);
  static const char spin[] = ".kernel spin\n.regs 8\n.smem 0\n.params 0\nL:\n  BRA L\n  EXIT\n.end\n";
  file("spin.sass", spin, sizeof spin - 1);
  char err[2000];
  ck_assert_int_eq(warptwin("asm spin.sass -o spin.cubin", err, sizeof err), 0);
  expect(4, "livelock", "run spin.cubin --block 32%.0s", "");
  static const char wait[] = ".kernel dead\n.regs 8\n.smem 0\n.params 0\n  S2R R0, SR_LANEID\n  ISETP.NE.AND P0, PT, R0, RZ, PT\n  @P0 BRA W\n"
                             "  WARPSYNC 0x3\n  EXIT\nW:\n  WARPSYNC 0x5\n  EXIT\n.end\n";
  file("dead.sass", wait, sizeof wait - 1);
  ck_assert_int_eq(warptwin("asm dead.sass -o dead.cubin", err, sizeof err), 0);
  expect(4, "deadlock", "run dead.cubin --block 4%.0s", "");
}
END_TEST

START_TEST(a_good_run_prints_and_writes) {
  char args[1024], err[2000], path[128];
  unsigned char buf[65536];
  snprintf(args, sizeof args, "run " VECADD ARGS " --stats s.json --trace t.txt", wt_root());
  ck_assert_msg(warptwin(args, err, sizeof err) == 0, "%s", err);
  snprintf(path, sizeof path, "%s/c.bin", dir);
  ck_assert_uint_eq(slurp(path, buf, sizeof buf), 20000);
  snprintf(path, sizeof path, "%s/s.json", dir);
  buf[slurp(path, buf, sizeof buf - 1)] = 0;
  static const char *const keys[] = {"cycles", "warp_instructions", "thread_instructions", "ipc", "thread_ipc", "lane_activity",
                                     "coalescing_rate", "idle_cycles", "offchip_requests", "verdict", "not_issued", "issued_slots"};
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) ck_assert_msg(strstr((char *)buf, keys[i]) != NULL, "no %s", keys[i]);
  static const char *const why[] = {"issued_slots", "empty", "path", "fetch", "dependence", "war", "beats", "unit", "lost"};
  unsigned long long sum = 0, cycles = strtoull(strstr((char *)buf, "\"cycles\":") + 9, NULL, 10);
  for (size_t i = 0; i < sizeof why / sizeof *why; i++) {
    char key[40];
    snprintf(key, sizeof key, "\"%s\":", why[i]);
    sum += strtoull(strstr((char *)buf, key) + strlen(key), NULL, 10);
  }
  ck_assert_uint_eq(sum, cycles * 32); /* every slot of every cycle has one reason */
}
END_TEST

int main(void) {
  Suite *s = suite_create("cli");
  TCase *tc = tcase_create("cli");
  tcase_set_timeout(tc, 600);
  tcase_add_checked_fixture(tc, setup, teardown);
  tcase_add_test(tc, bad_files_are_refused);
  tcase_add_test(tc, bad_launches_are_refused);
  tcase_add_test(tc, faults_and_runs_without_end_have_their_codes);
  tcase_add_test(tc, a_good_run_prints_and_writes);
  suite_add_tcase(s, tc);
  SRunner *sr = srunner_create(s);
  srunner_run_all(sr, CK_NORMAL);
  int bad = srunner_ntests_failed(sr);
  srunner_free(sr);
  return bad ? EXIT_FAILURE : EXIT_SUCCESS;
}
