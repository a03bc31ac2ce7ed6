/* wt_trace.c - reader of control-flow trace files. */
#include "lib/wt_trace.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

#include "files/wt_infile.h"

typedef enum { UNKNOWN, OURS, GROUPED, RAW } format;

typedef struct {
  const char *path;
  unsigned long line;
  format fmt;
  int header;   /* '-name = value' lines have been seen */
  int lineinfo; /* every instruction starts with a source line number */
  int in_cta, have_cta;
  size_t warp;       /* current one of a grouped file, NONE before the first */
  uint64_t promised; /* its 'insts' */
  uint32_t cta[3];
  wt_trace *t;
  size_t *hash, n_hash; /* place + 1 in t->warp */
  char *err;
  size_t errn;
} reader;

#define NONE ((size_t)-1)

static int bad(reader *r, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static int bad(reader *r, const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  int k = snprintf(r->err, r->errn, "%s:%lu: ", r->path, r->line);
  if ((size_t)k < r->errn) vsnprintf(r->err + k, r->errn - (size_t)k, fmt, ap);
  va_end(ap);
  return -1;
}

/* ---- words of a line ---- */

static void blanks(const char **p) {
  while (**p == ' ' || **p == '\t') ++*p;
}
/* A number that ends at a blank, one of `stop` or the end of the line. 1 = there was one. */
static int number(const char **p, int base, const char *stop, uint64_t *out) {
  char *end;
  blanks(p);
  if (**p == '-' || **p == '+' || !**p) return 0;
  errno = 0;
  *out = strtoull(*p, &end, base);
  if (end == *p || errno || !(*end == ' ' || *end == '\t' || strchr(stop, *end))) return 0; /* strchr finds the end of a line, too */
  *p = end;
  return 1;
}
static int small(const char **p, const char *stop, uint32_t *out) {
  uint64_t v;
  if (!number(p, 10, stop, &v) || v > UINT32_MAX) return 0;
  *out = (uint32_t)v;
  return 1;
}
static int comma(const char **p) { return **p == ',' ? ++*p, 1 : 0; }
static int triple(const char **p, uint32_t v[3]) {
  return small(p, ",", &v[0]) && comma(p) && small(p, ",", &v[1]) && comma(p) && small(p, "", &v[2]);
}
/* "name = value": the value, or NULL. */
static const char *value_of(const char *line, const char *name) {
  size_t n = strlen(name);
  if (strncmp(line, name, n)) return NULL;
  line += n;
  blanks(&line);
  if (*line++ != '=') return NULL;
  blanks(&line);
  return line;
}

/* ---- warps ---- */

static size_t place(const reader *r, const uint32_t cta[3], uint32_t warp) {
  uint64_t h = warp;
  for (int i = 0; i < 3; i++) h = (h ^ cta[i]) * UINT64_C(0x9e3779b97f4a7c15);
  size_t k = (size_t)(h >> 32) & (r->n_hash - 1);
  for (; r->hash[k]; k = (k + 1) & (r->n_hash - 1)) {
    const wt_trace_warp *w = &r->t->warp[r->hash[k] - 1];
    if (w->warp == warp && !memcmp(w->cta, cta, sizeof w->cta)) break;
  }
  return k;
}

static int rehash(reader *r) {
  size_t n = r->n_hash ? 2 * r->n_hash : 256;
  size_t *h = calloc(n, sizeof *h);
  if (!h) return bad(r, "out of memory");
  free(r->hash);
  r->hash = h, r->n_hash = n;
  for (size_t i = 0; i < r->t->n; i++) r->hash[place(r, r->t->warp[i].cta, r->t->warp[i].warp)] = i + 1;
  return 0;
}

/* The warp, made if it is new; its place in t->warp, or NONE. */
static size_t find_warp(reader *r, const uint32_t cta[3], uint32_t warp, int *is_new) {
  wt_trace *t = r->t;
  if (2 * t->n >= r->n_hash && rehash(r)) return NONE;
  size_t k = place(r, cta, warp);
  if (is_new) *is_new = !r->hash[k];
  if (r->hash[k]) return r->hash[k] - 1;
  if (t->n == t->size) {
    size_t size = t->size ? 2 * t->size : 64;
    wt_trace_warp *w = realloc(t->warp, size * sizeof *w);
    if (!w) return bad(r, "out of memory"), NONE;
    t->warp = w, t->size = size;
  }
  t->warp[t->n] = (wt_trace_warp){{cta[0], cta[1], cta[2]}, warp, NULL, 0, 0};
  r->hash[k] = ++t->n;
  return t->n - 1;
}

static int add_step(reader *r, size_t warp, uint64_t pc, uint64_t path, uint64_t exec) {
  wt_trace_warp *w = &r->t->warp[warp];
  if (pc > UINT32_MAX) return bad(r, "pc 0x%llx has more than 32 bits", (unsigned long long)pc);
  if (w->n == w->size) {
    size_t size = w->size ? 2 * w->size : 128;
    wt_trace_step *s = realloc(w->step, size * sizeof *s);
    if (!s) return bad(r, "out of memory");
    w->step = s, w->size = size;
  }
  w->step[w->n++] = (wt_trace_step){(uint32_t)pc, path, exec};
  r->t->steps++;
  return 0;
}

/* ---- the formats ---- */

/* cycle [SM:]slot x,y,z warp pc mask [exec] */
static int ours(reader *r, const char *p) {
  uint64_t cycle, pc, path, exec;
  uint32_t slot, cta[3], warp;
  if (!number(&p, 10, "", &cycle) || !small(&p, ":", &slot) || (*p == ':' && (++p, !small(&p, "", &slot))) || !triple(&p, cta) ||
      !small(&p, "", &warp) || !number(&p, 16, "", &pc) || !number(&p, 16, "", &path))
    return bad(r, "expected 'cycle slot x,y,z warp pc mask exec' of --trace, or the '-kernel name = ...' of a SASS trace");
  if (!number(&p, 16, "", &exec)) exec = path;
  size_t w = find_warp(r, cta, warp, NULL);
  return w == NONE ? -1 : add_step(r, w, pc, path, exec);
}

static int end_of_warp(reader *r) {
  if (r->warp == NONE) return 0;
  const wt_trace_warp *w = &r->t->warp[r->warp];
  if (w->n != r->promised)
    return bad(r, "warp %u of thread block %u,%u,%u has %zu instructions, its 'insts' says %llu", w->warp, w->cta[0], w->cta[1], w->cta[2], w->n,
               (unsigned long long)r->promised);
  return 0;
}

/* [line] PC mask ... ; the mask is the one after the guard. */
static int sass_line(reader *r, const char *p, size_t warp) {
  uint64_t line, pc, mask, regs;
  if (r->lineinfo && !number(&p, 10, "", &line)) return bad(r, "expected a source line number, as '-enable lineinfo = 1' announces");
  if (!number(&p, 16, "", &pc) || !number(&p, 16, "", &mask) || !number(&p, 10, "", &regs) || regs > 255)
    return bad(r, "expected 'PC mask registers ... opcode ...' of an instruction");
  return add_step(r, warp, pc, mask, mask);
}

static int raw_line(reader *r, const char *p) {
  uint32_t cta[3], warp;
  if (!small(&p, "", &cta[0]) || !small(&p, "", &cta[1]) || !small(&p, "", &cta[2]) || !small(&p, "", &warp))
    return bad(r, "expected 'x y z warp PC mask ...'");
  size_t w = find_warp(r, cta, warp, NULL);
  return w == NONE ? -1 : sass_line(r, p, w);
}

static int grouped_line(reader *r, const char *p) {
  const char *v;
  uint32_t warp;
  int is_new;
  if (!strncmp(p, "#BEGIN_TB", 9)) {
    if (r->in_cta) return bad(r, "#BEGIN_TB inside a thread block: #END_TB is missing");
    r->in_cta = 1, r->have_cta = 0, r->warp = NONE;
    return 0;
  }
  if (!strncmp(p, "#END_TB", 7)) {
    if (!r->in_cta) return bad(r, "#END_TB without #BEGIN_TB");
    r->in_cta = 0;
    return end_of_warp(r);
  }
  if (*p == '#') return 0;
  if (!r->in_cta) return bad(r, "expected #BEGIN_TB");
  if ((v = value_of(p, "thread block"))) {
    if (!triple(&v, r->cta)) return bad(r, "expected 'thread block = x,y,z'");
    r->have_cta = 1;
    return 0;
  }
  if ((v = value_of(p, "warp"))) {
    if (end_of_warp(r)) return -1;
    if (!r->have_cta) return bad(r, "'warp' before 'thread block'");
    if (!small(&v, "", &warp)) return bad(r, "expected 'warp = number'");
    if ((r->warp = find_warp(r, r->cta, warp, &is_new)) == NONE) return -1;
    r->promised = 0;
    return is_new ? 0 : bad(r, "warp %u of thread block %u,%u,%u comes twice", warp, r->cta[0], r->cta[1], r->cta[2]);
  }
  if ((v = value_of(p, "insts"))) {
    if (r->warp == NONE) return bad(r, "'insts' before 'warp'");
    return number(&v, 10, "", &r->promised) ? 0 : bad(r, "expected 'insts = number'");
  }
  if (strchr(p, '=')) return 0; /* other facts about the thread block */
  if (r->warp == NONE) return bad(r, "instruction before 'warp'");
  return sass_line(r, p, r->warp);
}

static int header_line(reader *r, const char *p) {
  const char *v;
  r->header = 1;
  if ((v = value_of(p, "-kernel name"))) snprintf(r->t->kernel, sizeof r->t->kernel, "%s", v);
  if ((v = value_of(p, "-enable lineinfo"))) r->lineinfo = *v == '1';
  return 0;
}

static int one_line(reader *r, const char *p) {
  blanks(&p);
  if (!*p) return 0;
  if (*p == '-' && r->fmt != OURS) return header_line(r, p);
  if (!strncmp(p, "#BEGIN_TB", 9) && r->fmt == UNKNOWN) r->fmt = GROUPED;
  if (r->fmt == GROUPED) return grouped_line(r, p);
  if (*p == '#') return 0;
  if (r->fmt == UNKNOWN) r->fmt = r->header ? RAW : OURS;
  return r->fmt == OURS ? ours(r, p) : raw_line(r, p);
}

static int packed(const char *text, size_t n) {
  return (n >= 6 && !memcmp(text,
                            "\xfd"
                            "7zXZ",
                            6)) ||
         (n >= 2 && !memcmp(text, "\x1f\x8b", 2));
}

static int lines(reader *r, FILE *f) {
  char *text = NULL;
  size_t size = 0;
  int rc = 0;
  for (ssize_t n; !rc && (n = getline(&text, &size, f)) >= 0;) {
    r->line++;
    if (r->line == 1 && packed(text, (size_t)n)) rc = bad(r, "is compressed: unpack it first (xz -d or gzip -d)");
    else if (strlen(text) != (size_t)n) rc = bad(r, "holds a zero byte: not a trace");
    while (n && (text[n - 1] == '\n' || text[n - 1] == '\r' || text[n - 1] == ' ')) text[--n] = 0;
    if (!rc) rc = one_line(r, text);
  }
  if (!rc && ferror(f)) rc = bad(r, "cannot read on: %s", strerror(errno));
  free(text);
  return rc;
}

int wt_trace_order(const wt_trace_warp *a, const wt_trace_warp *b) {
  for (int i = 2; i >= 0; i--)
    if (a->cta[i] != b->cta[i]) return a->cta[i] < b->cta[i] ? -1 : 1;
  return a->warp == b->warp ? 0 : a->warp < b->warp ? -1 : 1;
}
static int order(const void *a, const void *b) { return wt_trace_order(a, b); }

int wt_trace_read(const char *path, wt_trace *t, char *err, size_t errn) {
  reader r = {.path = path, .warp = NONE, .t = t, .err = err, .errn = errn};
  memset(t, 0, sizeof *t);
  const char *why;
  FILE *f = wt_infile_open(path, &why);
  if (!f) return snprintf(err, errn, "%s: cannot read: %s", path, why), -1;
  int rc = lines(&r, f);
  fclose(f);
  if (!rc && r.in_cta) rc = bad(&r, "ends inside a thread block: #END_TB is missing");
  if (!rc && !t->steps) rc = bad(&r, "no instruction in it: neither a trace of 'warptwin run --trace' nor one of the Accel-Sim tracer");
  free(r.hash);
  t->has_path = r.fmt == OURS;
  if (!rc) qsort(t->warp, t->n, sizeof *t->warp, order);
  return rc;
}

void wt_trace_free(wt_trace *t) {
  for (size_t i = 0; i < t->n; i++) free(t->warp[i].step);
  free(t->warp);
  memset(t, 0, sizeof *t);
}
