/* timing_book.h - the timing tables of the documents: T rows (numbers) of docs/blocks/<group>/wt_<stem>.md and D rows (sums) of docs/timing.md,
 * whose format is described there.
 */
#ifndef TIMING_BOOK_H
#define TIMING_BOOK_H
#include <check.h>
#include <ctype.h>
#include <glob.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "spec/wt_shape.h"

enum { T_ROWS = 400, T_ID = 40, T_SUM = 320, T_DEPTH = 8 };
typedef struct {
  char id[T_ID], sum[T_SUM]; /* sum: D rows */
  long cycles;               /* T rows */
  int used;                  /* bit 0: by a sum, bit 1: by a program */
} t_row;
typedef struct {
  t_row row[T_ROWS];
  unsigned n;
  char err[600];
} t_book;

static int t_fail(t_book *b, const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  if (!b->err[0]) vsnprintf(b->err, sizeof b->err, fmt, ap);
  va_end(ap);
  return -1;
}
static t_row *t_find(t_book *b, const char *id) {
  for (unsigned i = 0; i < b->n; i++)
    if (!strcmp(b->row[i].id, id)) return &b->row[i];
  return NULL;
}

/* Cells of a table line, trimmed; their number, at most 5. */
static int t_cells(const char *line, char cell[5][T_SUM]) {
  int n = 0;
  const char *p = line + 1;
  while (n < 5 && *p && *p != '\n') {
    const char *e = p + strcspn(p, "|\n"), *next = *e == '|' ? e + 1 : e;
    while (p < e && *p == ' ') p++;
    while (e > p && e[-1] == ' ') e--;
    snprintf(cell[n++], T_SUM, "%.*s", (int)(e - p), p);
    p = next;
  }
  return n;
}

/* One line of a table of kind 'T' or 'D' of the document `stem` (T: the ids begin with it). */
static int t_line(t_book *b, char kind, const char *where, const char *stem, const char *line) {
  char c[5][T_SUM], *end;
  if (t_cells(line, c) != 4 || !c[0][0] || !c[1][0] || !c[2][0] || !c[3][0]) return t_fail(b, "%s: a row needs four cells: %.120s", where, line);
  if (strlen(c[0]) >= T_ID || c[0][strspn(c[0], kind == 'T' ? "abcdefghijklmnopqrstuvwxyz_." : "abcdefghijklmnopqrstuvwxyz_")])
    return t_fail(b, "%s: %s is no id", where, c[0]);
  size_t n = strlen(stem);
  if (kind == 'T' && (strncmp(c[0], stem, n) || c[0][n] != '.' || !c[0][n + 1]))
    return t_fail(b, "%s: the id %s does not begin with %s.", where, c[0], stem);
  if (t_find(b, c[0])) return t_fail(b, "%s: id %s twice", where, c[0]);
  if (b->n == T_ROWS) return t_fail(b, "%s: too many rows", where);
  t_row *r = &b->row[b->n];
  memset(r, 0, sizeof *r);
  snprintf(r->id, sizeof r->id, "%s", c[0]);
  if (kind == 'T') {
    r->cycles = strtol(c[1], &end, 10);
    if (!isdigit((unsigned char)c[1][0]) || *end || r->cycles > 100) return t_fail(b, "%s: %s: %s is no number of cycles", where, c[0], c[1]);
  } else {
    size_t len = strlen(c[1]);
    if (len < 3 || c[1][0] != '`' || c[1][len - 1] != '`') return t_fail(b, "%s: %s: a sum stands in backquotes", where, c[0]);
    snprintf(r->sum, sizeof r->sum, "%.*s", (int)len - 2, c[1] + 1);
  }
  b->n++;
  return 0;
}

/* All tables of one text. kind 'T': it must have at least one row if `must`. */
static int t_text(t_book *b, char kind, const char *where, const char *stem, const char *text, int must) {
  static const char *const head[] = {"| T | cycles | from | to |", "| D | cycles | from | to |"};
  static const char *const rule[] = {"|---|---:|---|---|", "|---|---|---|---|"};
  int in = 0, d = kind == 'D';
  unsigned before = b->n;
  for (const char *p = text; p && *p; p = strchr(p, '\n') ? strchr(p, '\n') + 1 : NULL) {
    size_t n = strcspn(p, "\n");
    if (!strncmp(p, "| T |", 5) || !strncmp(p, "| D |", 5)) {
      if (n != strlen(head[d]) || strncmp(p, head[d], n)) return t_fail(b, "%s: header is not '%s': %.*s", where, head[d], (int)n, p);
      p += n + 1, n = strcspn(p, "\n");
      if (n != strlen(rule[d]) || strncmp(p, rule[d], n)) return t_fail(b, "%s: the line below the header is not '%s'", where, rule[d]);
      in = 1;
    } else if (in && p[0] == '|') {
      char line[2 * T_SUM];
      snprintf(line, sizeof line, "%.*s", (int)n, p);
      if (t_line(b, kind, where, stem, line)) return -1;
    } else {
      in = 0;
    }
  }
  return must && b->n == before ? t_fail(b, "%s: no timing table", where) : 0;
}

static char *t_read(const char *path) {
  FILE *f = fopen(path, "r");
  char *text = NULL;
  size_t len = 0, n;
  if (!f) return NULL;
  FILE *o = open_memstream(&text, &len);
  char buf[4096];
  while ((n = fread(buf, 1, sizeof buf, f))) fwrite(buf, 1, n, o);
  fclose(f), fclose(o);
  return text;
}

/* Everything below `docs`. 0, or -1 with b->err. */
static int t_load(t_book *b, const char *docs) {
  char path[1200], stem[64];
  glob_t g;
  memset(b, 0, sizeof *b);
  snprintf(path, sizeof path, "%s/blocks/*/wt_*.md", docs);
  if (glob(path, 0, NULL, &g)) return t_fail(b, "%s: no documents", path);
  for (size_t i = 0; i < g.gl_pathc; i++) {
    const char *name = strrchr(g.gl_pathv[i], '/') + 4;
    snprintf(stem, sizeof stem, "%.*s", (int)strcspn(name, "."), name);
    char *text = t_read(g.gl_pathv[i]);
    if (!text) return t_fail(b, "%s: cannot be read", g.gl_pathv[i]);
    int bad = t_text(b, 'T', g.gl_pathv[i], stem, text, 0);
    free(text);
    if (bad) return -1;
  }
  globfree(&g);
  snprintf(path, sizeof path, "%s/timing.md", docs);
  char *text = t_read(path), *from = text ? strstr(text, "\n## Sums") : NULL;
  if (!from) return free(text), t_fail(b, "%s: no section Sums", path);
  int bad = t_text(b, 'D', path, "", from, 1);
  free(text);
  return bad;
}

/* ---- sums ---- */
typedef struct {
  t_book *b;
  const wt_shape *S;
  const char *locals, *p; /* "words=2 lines=1" */
  int depth, mark;        /* mark: rows that take part get this bit */
} t_sum;

static long t_eval(t_sum *s, const char *expr);
static long t_plus(t_sum *s);
static void t_skip(t_sum *s) { s->p += strspn(s->p, " "); }

/* A property of the program; its value is a sum of keys. */
static int t_local(t_sum *s, const char *name, long *v) {
  char value[64];
  size_t n = strlen(name);
  for (const char *p = s->locals; p && *p; p += strcspn(p, " "), p += strspn(p, " "))
    if (!strncmp(p, name, n) && p[n] == '=') {
      snprintf(value, sizeof value, "%.*s", (int)strcspn(p + n + 1, " "), p + n + 1);
      *v = t_eval(s, value);
      return 1;
    }
  return 0;
}

static long t_name(t_sum *s, const char *name) {
  static const char *const unit[] = {"hanoi_yr", "hanoi", "simt_stack", "barrier", "multipath"};
  char id[2 * T_ID];
  long v;
  if (!strcmp(name, "BEATS")) return s->S->BEATS;
  for (unsigned i = 0; i < wt_nkeys; i++)
    if (!strcmp(wt_keys[i].name, name)) return wt_key_get(s->S, &wt_keys[i]);
  if (t_local(s, name, &v)) return v;
  snprintf(id, sizeof id, "%s", name);
  if (!strncmp(name, "UNIT.", 5)) snprintf(id, sizeof id, "%s%s", unit[s->S->DIVERGENCE], name + 4);
  if (!strncmp(name, "SB.", 3)) snprintf(id, sizeof id, "%s%s", s->S->SCOREBOARD ? "sb_coon" : "sb_bit", name + 2);
  t_row *r = t_find(s->b, id);
  if (!r || s->depth > T_DEPTH) return t_fail(s->b, "%s: no such number, key or row", id), 0;
  r->used |= s->mark;
  return r->sum[0] ? t_eval(s, r->sum) : r->cycles;
}

static long t_atom(t_sum *s) {
  char name[T_ID];
  long v;
  t_skip(s);
  if (*s->p == '(') {
    s->p++;
    v = t_plus(s);
    t_skip(s);
    if (*s->p++ != ')') t_fail(s->b, "')' is missing");
    return v;
  }
  if (isdigit((unsigned char)*s->p)) return strtol(s->p, (char **)(uintptr_t)&s->p, 10);
  size_t n = strspn(s->p, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_.0123456789");
  if (!n || n >= T_ID) return t_fail(s->b, "not a sum: %s", s->p), s->p += strlen(s->p), 0;
  snprintf(name, sizeof name, "%.*s", (int)n, s->p);
  s->p += n;
  if (strcmp(name, "max")) return t_name(s, name);
  s->p++;
  v = t_plus(s);
  t_skip(s);
  if (*s->p++ != ',') t_fail(s->b, "max needs two sums");
  long w = t_plus(s);
  t_skip(s);
  if (*s->p++ != ')') t_fail(s->b, "')' is missing");
  return v > w ? v : w;
}
static long t_times(t_sum *s) {
  long v = t_atom(s);
  for (t_skip(s); *s->p == '*'; t_skip(s)) s->p++, v *= t_atom(s);
  return v;
}
static long t_plus(t_sum *s) {
  long v = t_times(s);
  for (t_skip(s); *s->p == '+' || *s->p == '-'; t_skip(s)) {
    int minus = *s->p++ == '-';
    long w = t_times(s);
    v += minus ? -w : w;
  }
  return v;
}
static long t_eval(t_sum *s, const char *expr) {
  const char *back = s->p;
  s->p = expr;
  s->depth++;
  long v = t_plus(s);
  if (*s->p) t_fail(s->b, "not a sum: %s", expr);
  s->depth--;
  s->p = back;
  return v;
}
/* Value of a sum for a shape and a program. b->err is set on an error. */
static long t_value(t_book *b, const wt_shape *S, const char *expr, const char *locals, int mark) {
  t_sum s = {b, S, locals, NULL, 0, mark};
  return t_eval(&s, expr);
}
#endif
