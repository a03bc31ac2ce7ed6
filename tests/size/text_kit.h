/* text_kit.h - text that is printed, compared line by line with text by hand. */
#ifndef TEXT_KIT_H
#define TEXT_KIT_H
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/suite.h"

static char err[600];

/* Where what is printed between begin and end is kept. */
static char *text;
static size_t text_n;
static inline FILE *begin(void) {
  free(text), text = NULL;
  FILE *f = open_memstream(&text, &text_n);
  ck_assert(f != NULL);
  return f;
}
static inline const char *end(FILE *f) {
  fclose(f);
  return text;
}
/* The first line that differs is what a reader wants to see. */
static inline void same(const char *got, const char *want) {
  unsigned line = 1;
  while (*got && *want) {
    const size_t a = strcspn(got, "\n"), b = strcspn(want, "\n");
    ck_assert_msg(a == b && !memcmp(got, want, a), "line %u:\n%.*s\ninstead of\n%.*s", line, (int)a, got, (int)b, want);
    ck_assert_int_eq(got[a], want[b]);
    got += a + (got[a] != 0), want += b + (want[b] != 0), line++;
  }
  ck_assert_msg(!*got && !*want, "line %u: '%s' instead of '%s'", line, got, want);
}
#endif
