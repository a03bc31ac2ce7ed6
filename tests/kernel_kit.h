/* kernel_kit.h - from SASS text to a launched kernel, for suites that bring their programs along. Any failure on the way ends the test. */
#ifndef WT_KERNEL_KIT_H
#define WT_KERNEL_KIT_H
#include <check.h>
#include <stdio.h>
#include <stdlib.h>

#include "warptwin_asm.h"

/* A session without progress on the terminal. */
static inline wt_session *kit_open(wt_backend backend, const char *preset, const char *const *set, uint64_t seed, uint64_t max_cycles,
                                   int no_oracle) {
  wt_options o = {backend, preset, set, seed, max_cycles, no_oracle};
  wt_session *s;
  ck_assert_msg(wt_session_open(&o, &s) == WT_OK, "%s", wt_error(NULL));
  wt_set_quiet(s, 1);
  return s;
}

/* Assembles and loads; name stands for the file in messages. */
static inline wt_module *kit_text(wt_session *s, const char *text, const char *name) {
  void *cubin;
  size_t bytes;
  char err[600];
  wt_module *m;
  ck_assert_msg(wt_assemble(text, name, &cubin, &bytes, err, sizeof err) == WT_OK, "%s", err);
  ck_assert_msg(wt_module_load_image(s, cubin, bytes, name, &m) == WT_OK, "%s", wt_error(s));
  free(cubin);
  return m;
}
/* The same for a file. */
static inline wt_module *kit_file(wt_session *s, const char *path) {
  static char text[1 << 16];
  FILE *f = fopen(path, "rb");
  ck_assert_msg(f != NULL, "no file %s", path);
  size_t n = fread(text, 1, sizeof text - 1, f);
  ck_assert_uint_lt(n, sizeof text - 1);
  fclose(f);
  text[n] = 0;
  return kit_text(s, text, path);
}

/* A zeroed buffer, or one with a copy of init. */
static inline wt_addr kit_alloc(wt_session *s, size_t bytes, const void *init) {
  wt_addr a;
  ck_assert_int_eq(wt_alloc(s, bytes, &a), WT_OK);
  if (init) ck_assert_int_eq(wt_copy_in(s, a, init, bytes), WT_OK);
  return a;
}

/* The only kernel of the module on a one-dimensional grid, its parameters the addresses of n buffers. */
static inline wt_status kit_launch(wt_session *s, wt_module *m, unsigned grid, unsigned block, const wt_addr *buf, unsigned n) {
  wt_dims d = {{grid, 1, 1}, {block, 1, 1}, 0};
  wt_arg args[8];
  ck_assert_uint_le(n, 8);
  for (unsigned i = 0; i < n; i++) args[i] = (wt_arg){&buf[i], sizeof buf[i]};
  return wt_launch(s, m, NULL, &d, args, n);
}
#endif
