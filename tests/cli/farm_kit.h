/* farm_kit.h - runs `warptwin farm` in the folder of a test and reads what it leaves. */
#ifndef FARM_KIT_H
#define FARM_KIT_H
#include <jansson.h>
#include <stdarg.h>
#include <stdlib.h>

#include "tests/cli_kit.h"

static char err[16384];
static inline const char *farm(int code, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* What it prints; err has what it says. */
static inline const char *farm(int code, const char *fmt, ...) {
  static char out[1 << 18];
  char args[2000] = "farm ";
  va_list ap;
  va_start(ap, fmt);
  vsnprintf(args + 5, sizeof args - 5, fmt, ap);
  va_end(ap);
  int rc = warptwin(args, err, sizeof err);
  slurp("out", out, sizeof out);
  ck_assert_msg(rc == code, "%s: exit %d, want %d: %s%s", args, rc, code, out, err);
  return out;
}
static inline json_t *json_of(const char *name) {
  char path[300];
  json_error_t e;
  snprintf(path, sizeof path, "%s/%s", dir, name);
  json_t *j = json_load_file(path, 0, &e);
  ck_assert_msg(j != NULL, "%s: %s", name, e.text);
  return j;
}
static inline const char *str(const json_t *j, const char *key) {
  const char *s = json_string_value(json_object_get(j, key));
  ck_assert_msg(s != NULL, "no %s", key);
  return s;
}
static inline json_t *result_of(const char *plan, unsigned item) {
  char name[100];
  snprintf(name, sizeof name, "%s/results/%06u.json", plan, item);
  return json_of(name);
}
static inline void is_text(const char *name, const char *want) {
  static char got[65536];
  slurp(name, got, sizeof got);
  ck_assert_str_eq(got, want);
}
static inline const char *here(void) { /* the folder of the test, as the program sees it */
  static char path[300];
  ck_assert_ptr_nonnull(realpath(dir, path));
  return path;
}
#endif
