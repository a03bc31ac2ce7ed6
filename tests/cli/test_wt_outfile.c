/* test_wt_outfile.c - output files of the command line appear whole or not at all: devices and pipes stay what they are, a full disk is an
 * error, a signal leaves nothing behind.
 */
#define _DEFAULT_SOURCE
#include <glob.h>
#include <signal.h>
#include <sys/stat.h>

#include "tests/cli_kit.h"
#include "files/wt_outfile.h"
#include <errno.h>
#include <fcntl.h>
#include <sys/wait.h>

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

static int shell_in_dir(const char *what) {
  char cmd[400];
  snprintf(cmd, sizeof cmd, "cd %s; %s", dir, what);
  return system(cmd);
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

/* ---- the functions themselves ---- */

static void begins(wt_outfile *o, const char *name) { ck_assert_int_eq(wt_outfile_begin(o, file_at(name)), 0); }
static void writes(const char *path, const char *text) {
  FILE *f = fopen(path, "w");
  ck_assert_ptr_nonnull(f);
  fputs(text, f), fclose(f);
}

START_TEST(a_file_takes_its_place_or_goes) {
  wt_outfile o;
  char buf[100], want[300];
  file("x", "old", 3);
  begins(&o, "x");
  snprintf(want, sizeof want, "%s/x.part%d", dir, (int)getpid());
  ck_assert(!o.straight && o.slot == 0);
  ck_assert_str_eq(o.part, want);
  ck_assert_str_eq(o.path, file_at("x"));
  ck_assert(slurp("x", buf, sizeof buf) && !strcmp(buf, "old") && !unfinished());
  writes(o.part, "new");
  ck_assert_int_eq(wt_outfile_end(&o, 0), 0);
  ck_assert(slurp("x", buf, sizeof buf) && !strcmp(buf, "old") && !unfinished());
  begins(&o, "x");
  ck_assert_int_eq(o.slot, 0); /* free again */
  writes(o.part, "new");
  ck_assert_int_eq(wt_outfile_end(&o, 1), 0);
  ck_assert(slurp("x", buf, sizeof buf) && !strcmp(buf, "new") && !unfinished());
  begins(&o, "y");
  ck_assert_int_eq(wt_outfile_end(&o, 0), 0); /* it was not even begun */
  errno = 0;
  begins(&o, "y");
  ck_assert(wt_outfile_end(&o, 1) == -1 && errno == ENOENT);
  begins(&o, "y"), errno = EXDEV; /* where nothing is kept, the caller's reason stays */
  ck_assert(!wt_outfile_end(&o, 0) && errno == EXDEV);
  begins(&o, "y");
  writes(o.part, "y");
  mkdir(file_at("y"), 0700);
  ck_assert(wt_outfile_end(&o, 1) == -1 && errno == EISDIR && !unfinished());
}
END_TEST

/* A write that failed counts, though the last one before the close went well. */
START_TEST(a_write_that_failed_is_told_at_the_close) {
  FILE *f = fopen("/dev/full", "w");
  ck_assert_ptr_nonnull(f);
  ck_assert(fputs("text", f) >= 0 && wt_outfile_close(f) == -1 && errno == ENOSPC);
  f = fopen("/dev/full", "w");
  ck_assert_ptr_nonnull(f);
  ck_assert(!setvbuf(f, NULL, _IONBF, 0) && fputs("text", f) < 0);
  ck_assert_int_eq(wt_outfile_close(f), -1);
  f = fopen(file_at("x"), "w");
  ck_assert_ptr_nonnull(f);
  ck_assert(fputs("text", f) >= 0 && !wt_outfile_close(f));
}
END_TEST

/* A pipe of this test's own: what goes wrong here must not replace a device of the machine. */
START_TEST(what_is_no_regular_file) {
  wt_outfile o;
  struct stat st;
  char pipe[200];
  snprintf(pipe, sizeof pipe, "%s/pipe", dir);
  ck_assert_int_eq(mkfifo(pipe, 0600), 0);
  for (int keep = 0; keep < 2; keep++) {
    ck_assert_int_eq(wt_outfile_begin(&o, pipe), 0);
    ck_assert(o.straight && o.slot == -1);
    ck_assert_str_eq(o.part, pipe);
    ck_assert(wt_outfile_end(&o, keep) == 0 && !stat(pipe, &st) && S_ISFIFO(st.st_mode));
  }
  errno = 0;
  ck_assert(wt_outfile_begin(&o, dir) == -1 && errno == EISDIR);
}
END_TEST

/* With ".part" and a number of a process it must fit. */
START_TEST(long_names) {
  wt_outfile o;
  char path[WT_OUTFILE_PATH + 1];
  memset(path, '/', sizeof path);
  path[WT_OUTFILE_PATH - 32] = 'x', path[WT_OUTFILE_PATH - 31] = 0;
  errno = 0;
  ck_assert(wt_outfile_begin(&o, path) == -1 && errno == ENAMETOOLONG);
  path[WT_OUTFILE_PATH - 33] = 'x', path[WT_OUTFILE_PATH - 32] = 0;
  ck_assert_int_eq(wt_outfile_begin(&o, path), 0);
  char want[WT_OUTFILE_PATH];
  snprintf(want, sizeof want, "x.part%d", (int)getpid());
  ck_assert_str_eq(o.part + WT_OUTFILE_PATH - 33, want);
  ck_assert_int_eq(wt_outfile_end(&o, 0), 0);
}
END_TEST

/* Eight files at a time are taken along by a signal; one more is written as well. */
enum { AT_A_TIME = 8 };
START_TEST(as_many_as_there_may_be) {
  wt_outfile o[AT_A_TIME + 1];
  char name[20];
  for (int k = 0; k <= AT_A_TIME; k++) {
    snprintf(name, sizeof name, "f%d", k);
    begins(&o[k], name);
    ck_assert_int_eq(o[k].slot, k < AT_A_TIME ? k : -1);
    writes(o[k].part, name);
  }
  for (int k = AT_A_TIME; k >= 0; k--) ck_assert_int_eq(wt_outfile_end(&o[k], 1), 0);
  ck_assert(present("f0") && present("f8") && !unfinished());
}
END_TEST

START_TEST(what_a_dead_process_left) {
  char name[40];
  file("x.part77", "1", 1), file("x.part77.hier", "1", 1), file("x.part7", "1", 1), file("x", "1", 1);
  wt_outfile_discard(file_at("x"), 77);
  ck_assert(!present("x.part77") && !present("x.part77.hier") && present("x.part7") && present("x"));
  snprintf(name, sizeof name, "x.part%d", (int)getpid());
  file(name, "1", 1);
  wt_outfile_discard(file_at("x"), 77);
  ck_assert(present(name));
}
END_TEST

static void says_last(int sig) {
  char c = (char)('A' + sig);
  ck_assert_int_eq(write(1, &c, 1), 1);
}
/* A process begins x and y, ends y, and gets the signal. How it ended; what it wrote is in out and err; left: files beside their place, of which one
 * has the name that y had. */
static size_t left;
static int after_signal(int sig, void (*before)(void)) {
  int st = 0;
  pid_t p = fork();
  if (!p) {
    static wt_outfile x, y;
    char path[WT_OUTFILE_PATH + 10];
    for (int s = 1; s < 3; s++) dup2(open(file_at(s == 1 ? "out" : "err"), O_WRONLY | O_CREAT | O_TRUNC, 0600), s);
    wt_outfile_guard();
    if (before) before();
    begins(&y, "y"), begins(&x, "x");
    writes(x.part, "x"), writes(y.part, "y");
    snprintf(path, sizeof path, "%s.hier", x.part), writes(path, "h");
    wt_outfile_end(&y, 1);
    writes(y.part, "another's");
    raise(sig);
    _exit(99);
  }
  ck_assert_int_eq(waitpid(p, &st, 0), p);
  left = unfinished();
  ck_assert_int_eq(shell_in_dir("rm -f *.part*"), 0);
  ck_assert(present("y") && !present("x"));
  return st;
}
static void with_last(void) { wt_outfile_last(says_last); }
/* In a child: exit code 42 when it has ended by SIGTERM and the files of its parent are there, which are as many as there may be: the child has as many of its own. */
static void in_a_child(void) {
  static wt_outfile mine[AT_A_TIME];
  int st, all = 1;
  wt_outfile_last(says_last);
  for (unsigned k = 0; k < AT_A_TIME; k++) begins(&mine[k], (const char[]){(char)('a' + k), 0}), writes(mine[k].part, "mine");
  if (!fork()) return;
  wait(&st);
  for (unsigned k = 0; k < AT_A_TIME; k++) all &= !access(mine[k].part, F_OK), unlink(mine[k].part);
  _exit(WIFSIGNALED(st) && WTERMSIG(st) == SIGTERM && all ? 42 : 43);
}
static void hangups_ignored(void) { signal(SIGHUP, SIG_IGN), signal(SIGTERM, SIG_DFL), wt_outfile_guard(); }
START_TEST(signals) {
  static const int of[] = {SIGINT, SIGTERM, SIGHUP};
  char buf[300];
  for (unsigned k = 0; k < 3; k++) {
    int st = after_signal(of[k], NULL);
    ck_assert(WIFSIGNALED(st) && WTERMSIG(st) == of[k] && left == 1);
    ck_assert_uint_eq(slurp("out", buf, sizeof buf) + slurp("err", buf, sizeof buf), 0);
    st = after_signal(of[k], with_last);
    ck_assert(WIFSIGNALED(st) && WTERMSIG(st) == of[k] && left == 1);
    ck_assert(slurp("out", buf, sizeof buf) == 1 && buf[0] == 'A' + of[k]);
  }
  int st = after_signal(SIGBUS, with_last);
  ck_assert(WIFEXITED(st) && WEXITSTATUS(st) == 2 && left == 1);
  ck_assert_uint_eq(slurp("out", buf, sizeof buf), 0);
  slurp("err", buf, sizeof buf);
  ck_assert_str_eq(buf, "warptwin: an output file cannot grow: the disk or the allowed file size is used up, make room\n");
  st = after_signal(SIGXFSZ, NULL);
  ck_assert(WIFEXITED(st) && WEXITSTATUS(st) == 99 && left == 3);
  st = after_signal(SIGHUP, hangups_ignored); /* what nohup has set stays */
  ck_assert(WIFEXITED(st) && WEXITSTATUS(st) == 99 && left == 3);
  st = after_signal(SIGTERM, hangups_ignored);
  ck_assert(WIFSIGNALED(st) && WTERMSIG(st) == SIGTERM && left == 1);
}
END_TEST

/* A child takes its own files along, not those of its parent, and does not do what its parent would at last. */
START_TEST(signals_of_a_child) {
  char buf[100];
  int st = after_signal(SIGTERM, in_a_child);
  ck_assert(WIFEXITED(st) && WEXITSTATUS(st) == 42 && left == 1);
  ck_assert_uint_eq(slurp("out", buf, sizeof buf), 0);
}
END_TEST

/* Without a file of its own a fault of memory is no full disk. */
static int of_none(int sig) {
  int st;
  pid_t p = fork();
  if (!p) wt_outfile_guard(), raise(sig), _exit(99);
  waitpid(p, &st, 0);
  return st;
}
START_TEST(signals_without_files) {
  int st = of_none(SIGBUS);
  ck_assert(WIFSIGNALED(st) && WTERMSIG(st) == SIGBUS);
  st = of_none(SIGTERM);
  ck_assert(WIFSIGNALED(st) && WTERMSIG(st) == SIGTERM);
}
END_TEST

/* What another process left when it died of whatever, its end by exit too; what is this one's stays. */
START_TEST(what_the_dead_left_is_swept) {
  wt_outfile mine, theirs;
  char path[128];
  ck_assert_int_eq(wt_outfile_share(), 0);
  snprintf(path, sizeof path, "%s/mine", dir);
  ck_assert_int_eq(wt_outfile_begin(&mine, path), 0);
  fclose(fopen(mine.part, "w"));
  for (int how = 0; how < 2; how++) {
    int st;
    pid_t p = fork();
    if (!p) {
      snprintf(path, sizeof path, "%s/theirs", dir);
      if (!wt_outfile_begin(&theirs, path)) fclose(fopen(theirs.part, "w"));
      if (how) raise(SIGKILL);
      _exit(theirs.slot == mine.slot); /* of a table that they share each has places of its own */
    }
    ck_assert(waitpid(p, &st, 0) == p && (how ? WIFSIGNALED(st) : WIFEXITED(st) && !WEXITSTATUS(st)));
    ck_assert_uint_eq(unfinished(), 2);
    wt_outfile_sweep();
    ck_assert_uint_eq(unfinished(), 1);
  }
  ck_assert_int_eq(wt_outfile_end(&mine, 1), 0);
  ck_assert(present("mine") && !unfinished());
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
  tcase_add_test(tc, a_file_takes_its_place_or_goes);
  tcase_add_test(tc, a_write_that_failed_is_told_at_the_close);
  tcase_add_test(tc, what_is_no_regular_file);
  tcase_add_test(tc, long_names);
  tcase_add_test(tc, as_many_as_there_may_be);
  tcase_add_test(tc, what_a_dead_process_left);
  tcase_add_test(tc, signals);
  tcase_add_test(tc, signals_of_a_child);
  tcase_add_test(tc, signals_without_files);
  tcase_add_test(tc, what_the_dead_left_is_swept);
  return run_suite("outfile", tc);
}
