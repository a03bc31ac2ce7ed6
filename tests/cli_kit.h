/* cli_kit.h - runs the program that `make build` made, in a folder of its own per test. */
#ifndef CLI_KIT_H
#define CLI_KIT_H
#include <sys/wait.h>

#include "cosim/wt_rtl.h"
#include "tests/folder_kit.h"

/* Runs warptwin with these arguments (shell syntax) in dir; out and err are files there, err also comes back. */
static inline int warptwin(const char *args, char *err, size_t errn) {
  char cmd[8192];
  snprintf(cmd, sizeof cmd, "cd %s && timeout 1700 '%s/warptwin' %s 2>err >out </dev/null", dir, wt_build_dir(), args);
  int st = system(cmd);
  slurp("err", err, errn);
  ck_assert_msg(WIFEXITED(st), "%s: ended by a signal", args);
  return WEXITSTATUS(st);
}

/* script(1) can give a program a terminal. In a root without pseudo-terminals it cannot, and the test is not run. */
static inline int terminal_here(const char *test) {
  if (!system("! command -v script >/dev/null || script -qec true /dev/null >/dev/null 2>&1 </dev/null")) return 1;
  suite_not_run(test, "there are no pseudo-terminals (mount devpts on /dev/pts)");
  return 0;
}

/* Runs, expects the code; the text of stdout comes back (static buffer). */
static inline const char *output(int code, const char *args) {
  static char out[1 << 20];
  char err[16384];
  int rc = warptwin(args, err, sizeof err);
  ck_assert_msg(rc == code, "%s: exit %d, want %d: %s", args, rc, code, err);
  slurp("out", out, sizeof out);
  return out;
}

/* A usage error or an unreadable file: this code, one line on stderr that holds needle. */
static inline void refused(int code, const char *needle, const char *args) {
  char err[16384];
  int rc = warptwin(args, err, sizeof err);
  ck_assert_msg(rc == code, "%s: exit %d, want %d: %s", args, rc, code, err);
  ck_assert_msg(strstr(err, needle) != NULL, "%s: no '%s' in: %s", args, needle, err);
  char *nl = strchr(err, '\n');
  ck_assert_msg(nl && !nl[1], "%s: not one line: %s", args, err);
}
#endif
