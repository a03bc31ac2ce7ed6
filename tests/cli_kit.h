/* cli_kit.h - runs the program that `make build` made, in a folder of its own per test. */
#ifndef CLI_KIT_H
#define CLI_KIT_H
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/suite.h"
#include "cosim/wt_rtl.h"

static char dir[64];

/* Whole file of dir (or absolute path) as text. */
static inline size_t slurp(const char *name, char *buf, size_t max) {
  char path[2048];
  snprintf(path, sizeof path, "%s%s%s", *name == '/' ? "" : dir, *name == '/' ? "" : "/", name);
  FILE *f = fopen(path, "rb");
  ck_assert_msg(f != NULL, "no file %s", path);
  size_t n = fread(buf, 1, max - 1, f);
  fclose(f);
  buf[n] = 0;
  return n;
}

static inline void file(const char *name, const void *data, size_t n) {
  char path[600];
  snprintf(path, sizeof path, "%s/%s", dir, name);
  FILE *f = fopen(path, "wb");
  ck_assert_ptr_nonnull(f);
  fwrite(data, 1, n, f);
  fclose(f);
}
static inline void text_file(const char *name, const char *text) { file(name, text, strlen(text)); }
/* Where such a file is; four at a time. */
static inline char *file_at(const char *name) {
  static char path[4][200];
  static unsigned n;
  snprintf(path[n = (n + 1) % 4], sizeof path[0], "%s/%s", dir, name);
  return path[n];
}

static inline int present(const char *name) {
  char path[600];
  snprintf(path, sizeof path, "%s/%s", dir, name);
  return access(path, F_OK) == 0;
}

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

static inline void setup(void) {
  static char zero[20000];
  strcpy(dir, "/tmp/wt_cli_XXXXXX");
  ck_assert_ptr_nonnull(mkdtemp(dir));
  file("a.bin", zero, sizeof zero);
}
static inline void teardown(void) {
  char cmd[128];
  snprintf(cmd, sizeof cmd, "rm -rf %s", dir);
  ck_assert_int_eq(system(cmd), 0);
}

static inline TCase *add_case(Suite *s, TCase *tc) {
  tcase_set_timeout(tc, 1800); /* the first user of a shape verilates it */
  tcase_add_checked_fixture(tc, setup, teardown);
  suite_add_tcase(s, tc);
  return tc;
}
static inline int run_suite(const char *name, TCase *tc) {
  Suite *s = suite_create(name);
  add_case(s, tc);
  return suite_run(s);
}
#endif
