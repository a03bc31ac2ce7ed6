/* folder_kit.h - for suites whose tests have a folder of their own each, and read and write files there. */
#ifndef FOLDER_KIT_H
#define FOLDER_KIT_H
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "tests/suite.h"

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
