/* wt_table.h - tables of words as text, Markdown and HTML, cases as JUnit XML, lists as JSON. */
#ifndef WT_TABLE_H
#define WT_TABLE_H
#include <jansson.h>
#include <stdint.h>
#include <stdio.h>

/* Columns are as wide as their widest word; the first row is the head and says how many there are. */
enum { WT_TABLE_COLUMNS = 18, WT_TABLE_WORD = 64 };
typedef struct {
  char w[WT_TABLE_COLUMNS][WT_TABLE_WORD];
  unsigned n;
  const char *note; /* behind the row of a text; may be NULL */
} wt_table_row;
typedef struct {
  unsigned left;              /* bit c: column c is flush left */
  const char *before, *after; /* around the rows of a text; without after nothing fills up the last column */
  int plain;                  /* Markdown does not say on which side the words stand */
  wt_table_row *row;
  size_t n;
} wt_table;
/* The next row, and its next word. */
void wt_table_next(wt_table *t, const char *note);
void wt_table_word(wt_table *t, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static inline void wt_table_number(wt_table *t, uint64_t v) { wt_table_word(t, "%llu", (unsigned long long)v); }
/* Prints and frees it. */
enum { WT_TABLE_TEXT, WT_TABLE_MARKDOWN, WT_TABLE_HTML };
void wt_table_print(wt_table *t, int form, FILE *f);

void wt_junit_begin(FILE *f, const char *suite, size_t n, size_t failed);
/* failure: NULL, or one word, and text the reason. */
void wt_junit_case(FILE *f, const char *class, const char *name, double seconds, const char *failure, const char *text);
void wt_junit_end(FILE *f);

/* Strings up to a NULL. */
json_t *wt_words_json(const char *const *list);
/* In the order of its members, with a newline; takes over j. */
void wt_json_print(json_t *j, FILE *f);
#endif
