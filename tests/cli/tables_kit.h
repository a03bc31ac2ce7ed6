/* tables_kit.h - texts that are worked out from JSON and compared line by line with what a command printed. */
#ifndef TABLES_KIT_H
#define TABLES_KIT_H
#include <jansson.h>
#include <stdarg.h>
#include <stdlib.h>

#include "lib/wt_use.h"
#include "tests/cli_kit.h"
#include "warptwin.h"

static char want[1 << 18];
static size_t want_n;
static inline void clear(void) { want_n = 0, *want = 0; }
static inline void put(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
static inline void put(const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  want_n += (size_t)vsnprintf(want + want_n, sizeof want - want_n, fmt, ap);
  va_end(ap);
  ck_assert_uint_lt(want_n, sizeof want);
}
/* The first line that differs is what a reader wants to see. */
static inline void is_wanted(const char *got) {
  const char *w = want;
  for (unsigned line = 1; *got || *w; line++) {
    const size_t a = strcspn(got, "\n"), b = strcspn(w, "\n");
    ck_assert_msg(a == b && !memcmp(got, w, a) && got[a] == w[b], "line %u:\n%.*s\ninstead of\n%.*s", line, (int)a, got, (int)b, w);
    got += a + (got[a] != 0), w += b + (w[b] != 0);
  }
}
static inline json_t *json_of(const char *name) {
  char path[200];
  snprintf(path, sizeof path, "%s/%s", dir, name);
  json_t *j = json_load_file(path, 0, NULL);
  ck_assert_msg(j != NULL, "%s", name);
  return j;
}
static inline const char *str(const json_t *j, const char *key) {
  const char *s = json_string_value(json_object_get(j, key));
  ck_assert_msg(s != NULL, "no %s", key);
  return s;
}
static inline double num(const json_t *j, const char *key) {
  ck_assert_msg(json_is_number(json_object_get(j, key)), "no %s", key);
  return json_number_value(json_object_get(j, key));
}
static inline long long whole(const json_t *j, const char *key) { return (long long)num(j, key); }
static inline const char *at(const json_t *list, size_t i) { return json_string_value(json_array_get(list, i)); }

/* ---- rows of words ---- */

enum { COLUMNS = 16, ROWS = 300 };
static char word[ROWS][COLUMNS][80];
static unsigned rows, columns;
static inline void row(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
static inline void row(const char *fmt, ...) { /* words with | between */
  char line[1000], *p = line, *next;
  va_list ap;
  va_start(ap, fmt);
  vsnprintf(line, sizeof line, fmt, ap);
  va_end(ap);
  for (columns = 0; p; p = next) {
    if ((next = strchr(p, '|'))) *next++ = 0;
    snprintf(word[rows][columns++], 80, "%.79s", p);
  }
  rows++;
}
/* As wide as the widest word; left: letters l and r. The last column of a text is not filled up. */
static inline void put_rows(const char *left, int md) {
  size_t width[COLUMNS] = {0};
  for (unsigned r = 0; r < rows; r++)
    for (unsigned c = 0; c < columns; c++) width[c] = strlen(word[r][c]) > width[c] ? strlen(word[r][c]) : width[c];
  for (unsigned r = 0; r < rows; r++) {
    if (md) put("|");
    for (unsigned c = 0; c < columns; c++) {
      const int fill = (int)(width[c] - strlen(word[r][c]));
      if (left[c] == 'l')
        put("%s%s%*s%s", md ? " " : "", word[r][c], c + 1 == columns && !md ? 0 : fill, "", md ? " |" : c + 1 < columns ? "  " : "");
      else put("%s%*s%s%s", md ? " " : "", fill, "", word[r][c], md ? " |" : c + 1 < columns ? "  " : "");
    }
    put("\n");
    if (r || !md) continue;
    put("|");
    for (unsigned c = 0; c < columns; c++) put(left[c] == 'l' ? "---|" : "---:|");
    put("\n");
  }
  rows = 0;
}
static inline const char *peak(unsigned i) { return wt_peak_key(i); }
#endif
