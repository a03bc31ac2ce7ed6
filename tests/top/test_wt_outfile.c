/* test_wt_outfile.c - output files of the command line appear whole or not at all: devices and pipes stay what they are, a full disk is an
 * error, a signal leaves nothing behind.
 */
#define _DEFAULT_SOURCE
#include <glob.h>
#include <signal.h>
#include <sys/stat.h>

#include "cli_kit.h"

#define RUN                                                                                                                                          \
  " run '%s/tests/kernels/vecadd.cubin' --no-oracle --config small --grid 40 --block 128 --arg in:a.bin --arg in:a.bin --arg out:20000:c.bin --arg " \
  "i32:5000 "

/* In dir, by the shell: `before` and then warptwin with the arguments. Exit code, or 128 + signal. */
static int shell(const char *before, const char *more) {
  char cmd[8192];
  snprintf(cmd, sizeof cmd, "cd %s; %s exec '%s/warptwin'" RUN "%s 2>err >out </dev/null", dir, before, wt_build_dir(), wt_root(), more);
  int st = system(cmd);
  return WIFEXITED(st) ? WEXITSTATUS(st) : 128 + WTERMSIG(st);
}

static size_t unfinished(void) {
  char pattern[128];
  glob_t g;
  snprintf(pattern, sizeof pattern, "%s/*.part*", dir);
  size_t n = glob(pattern, 0, NULL, &g) ? 0 : g.gl_pathc;
  globfree(&g);
  return n;
}

START_TEST(pipes_are_written_not_replaced) {
  char path[128], buf[4096];
  struct stat st;
  snprintf(path, sizeof path, "%s/pipe", dir);
  ck_assert_int_eq(mkfifo(path, 0600), 0);
  ck_assert_int_eq(shell("cat pipe >got &", "--stats pipe"), 0);
  ck_assert_int_eq(stat(path, &st), 0);
  ck_assert(S_ISFIFO(st.st_mode));
  for (int i = 0; i < 6000 && (!present("got") || !slurp("got", buf, sizeof buf)); i++) usleep(50000);
  ck_assert_ptr_nonnull(strstr(buf, "warp_instructions"));
  ck_assert_int_eq(shell("", "--wave pipe"), 2);
  slurp("err", buf, sizeof buf);
  ck_assert_ptr_nonnull(strstr(buf, "regular file"));
}
END_TEST

START_TEST(folders_are_refused) {
  ck_assert_int_eq(shell("mkdir d;", "--trace d"), 2);
  ck_assert_int_eq(shell("", "--stats d"), 2);
  ck_assert_uint_eq(unfinished(), 0);
}
END_TEST

/* A limit of the file size stands for a full disk: writes end early, and pages of a mapped file cannot be written. */
START_TEST(no_room_is_an_error) {
  static const char *const more[] = {"--trace big", "--wave big"};
  for (int i = 0; i < 2; i++) {
    char err[4096];
    ck_assert_int_eq(shell("ulimit -f 8;", more[i]), 2);
    slurp("err", err, sizeof err);
    ck_assert_msg(strchr(err, '\n') && !strchr(err, '\n')[1], "not one line: %s", err);
    ck_assert(!present("big"));
    ck_assert_uint_eq(unfinished(), 0);
  }
}
END_TEST

START_TEST(one_name_for_two_files_is_refused) {
  static const char *const more[] = {"--trace x --stats x", "--stats c.bin", "--arg out:4:x --arg out:4:x", "--wave x --trace x"};
  for (unsigned i = 0; i < sizeof more / sizeof *more; i++) {
    ck_assert_int_eq(shell("", more[i]), 2);
    ck_assert(!present("x") && !present("c.bin"));
  }
  refused(2, "two files", "size --json x --csv x");
}
END_TEST

START_TEST(a_signal_leaves_nothing) {
  static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
  static const char count[] = ".kernel count\n.regs 8\n.params 0\nL:\n  IADD3 R0, R0, 0x1, RZ\n  BRA L\n  EXIT\n.end\n";
  char err[4096], cmd[4096];
  file("count.sass", count, sizeof count - 1);
  ck_assert_int_eq(warptwin("asm count.sass -o count.cubin", err, sizeof err), 0);
  for (int i = 0; i < 3; i++) { /* the signal comes when the trace has begun */
    snprintf(cmd, sizeof cmd,
             "cd %s; (until ls *.part* >/dev/null 2>&1; do kill -0 $$ || exit; sleep 0.01; done; kill -%d $$) & exec '%s/warptwin' run count.cubin "
             "--no-oracle --block "
             "32 --trace t >/dev/null 2>&1",
             dir, signals[i], wt_build_dir());
    int st = system(cmd);
    ck_assert_msg(WIFSIGNALED(st) && WTERMSIG(st) == signals[i], "signal %d: status %x", signals[i], (unsigned)st);
    ck_assert_uint_eq(unfinished(), 0);
    ck_assert(!present("t"));
  }
}
END_TEST

int main(void) {
  /* started in the background of a shell or under nohup, the program would inherit that these are ignored */
  signal(SIGINT, SIG_DFL), signal(SIGHUP, SIG_DFL);
  TCase *tc = tcase_create("outfile");
  tcase_add_test(tc, pipes_are_written_not_replaced);
  tcase_add_test(tc, folders_are_refused);
  tcase_add_test(tc, no_room_is_an_error);
  tcase_add_test(tc, one_name_for_two_files_is_refused);
  tcase_add_test(tc, a_signal_leaves_nothing);
  return run_suite("outfile", tc);
}
