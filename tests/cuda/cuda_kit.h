/* cuda_kit.h - runs programs of tests/cuda/bin, or of the C compiler, through `warptwin exec`. */
#ifndef CUDA_KIT_H
#define CUDA_KIT_H
#include "tests/cli_kit.h"

#define BIN WT_ROOT "/tests/cuda/bin/"
static char err[16384];

static inline int run(const char *options, const char *program) {
  char args[1024];
  snprintf(args, sizeof args, "exec %s -- %s", options, program);
  return warptwin(args, err, sizeof err);
}
static inline const char *said(void) {
  static char out[65536];
  slurp("out", out, sizeof out);
  return out;
}
/* The last line on standard error. */
static inline const char *last(void) {
  size_t n = strlen(err);
  ck_assert_uint_gt(n, 0);
  ck_assert_int_eq(err[n - 1], '\n');
  err[n - 1] = 0;
  const char *nl = strrchr(err, '\n');
  return nl ? nl + 1 : err;
}

/* Exit code, some line, and what the last one holds. */
static inline void ends(int code, const char *options, const char *program, const char *line, const char *end) {
  ck_assert_msg(run(options, program) == code, "%s: %s", program, err);
  ck_assert_msg(strstr(err, line) != NULL, "no '%s' in: %s", line, err);
  const char *l = last();
  ck_assert_msg(strstr(l, end) != NULL, "no '%s' in: %s", end, l);
}
/* A program or library of the C compiler, in dir. */
static inline void compile(const char *name, const char *text, const char *flags) {
  char cmd[900];
  file("source.c", text, strlen(text));
  snprintf(cmd, sizeof cmd, "cd %s && cc -o %s source.c %s", dir, name, flags);
  ck_assert_int_eq(system(cmd), 0);
}
#endif
