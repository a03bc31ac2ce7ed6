/* wt_bound_input.c - what threads executed, step by step, or from a file of paths. */
#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "bound/wt_bound.h"
#include "files/wt_infile.h"

/* ---- growing ---- */

static void *grown(void *v, size_t need, size_t *size, size_t each) {
  if (v && need <= *size) return v;
  size_t n = *size ? *size : 64;
  while (n < need) n *= 2;
  void *more = realloc(v, n * each);
  if (more) memset((char *)more + *size * each, 0, (n - *size) * each), *size = n;
  return more;
}

int wt_bound_add_cta(wt_bound_input *in, unsigned places) {
  void *v = grown(in->cta, in->n_ctas + 1, &in->ctas_size, sizeof *in->cta);
  if (!v) return -1;
  in->cta = v;
  if (!(v = grown(in->thread, in->n_threads + places, &in->threads_size, sizeof *in->thread))) return -1;
  in->thread = v;
  in->cta[in->n_ctas++] = (wt_bound_cta){in->n_threads, places};
  in->n_threads += places;
  return 0;
}

int wt_bound_add_step(wt_bound_input *in, size_t thread, uint32_t pc) {
  wt_bound_thread *t = &in->thread[thread];
  void *v = grown(t->pc, t->n + 1, &t->size, sizeof *t->pc);
  if (!v) return -1;
  t->pc = v;
  t->pc[t->n++] = pc;
  return 0;
}

void wt_bound_free(wt_bound_input *in) {
  for (size_t i = 0; i < in->n_threads; i++) free(in->thread[i].pc);
  free(in->thread), free(in->cta), free(in->insn);
  *in = (wt_bound_input){0};
}

/* ---- a file of paths ---- */

enum { MOST_INSNS = 1 << 16, MOST_THREADS = 1 << 20, MOST_PLACES = 1 << 16, MOST_STEPS = 1 << 26 };
typedef struct {
  const char *path;
  unsigned long line;
  wt_bound_input *in;
  size_t insns_size;
  size_t steps;
  char *err;
  size_t errn;
} reader;

static int bad(reader *r, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static int bad(reader *r, const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  const int k = snprintf(r->err, r->errn, "%s:%lu: ", r->path, r->line);
  if ((size_t)k < r->errn) vsnprintf(r->err + k, r->errn - (size_t)k, fmt, ap);
  va_end(ap);
  return -1;
}

/* A number below most at *p, which moves behind it. */
static int number(const char **p, unsigned long most, unsigned long *out) {
  char *end;
  if (!isdigit((unsigned char)**p)) return -1;
  *out = strtoul(*p, &end, 10);
  *p = end;
  return *out < most ? 0 : -1;
}

static int has_insn(reader *r, unsigned long pc) {
  wt_bound_input *in = r->in;
  void *v = grown(in->insn, pc + 1, &r->insns_size, sizeof *in->insn);
  if (!v) return bad(r, "out of memory");
  in->insn = v;
  for (; in->n_insns <= pc; in->n_insns++) in->insn[in->n_insns] = (wt_bound_insn){0, WT_BOUND_NO_RPC};
  return 0;
}

/* "0-1 4-7": into every one of n threads. */
static int path(reader *r, char *words, unsigned long n) {
  wt_bound_input *in = r->in;
  if (!in->lanes) return bad(r, "threads before 'lanes N'");
  if (!in->n_ctas && wt_bound_add_cta(in, 0)) return bad(r, "out of memory");
  wt_bound_cta *c = &in->cta[in->n_ctas - 1];
  if (in->n_threads + n > MOST_THREADS || c->n + n > MOST_PLACES)
    return bad(r, "more than %d threads, or more than %d in a CTA", MOST_THREADS, MOST_PLACES);
  void *v = grown(in->thread, in->n_threads + n, &in->threads_size, sizeof *in->thread);
  if (!v) return bad(r, "out of memory");
  in->thread = v;
  const size_t first = in->n_threads;
  const uint32_t *start = NULL; /* where the CTA begins */
  for (size_t t = c->first; t < first && !start; t++)
    if (in->thread[t].n) start = &in->thread[t].pc[0];
  c->n += (unsigned)n, in->n_threads += n;
  for (char *save, *w = strtok_r(words, " \t", &save); w; w = strtok_r(NULL, " \t", &save)) {
    const char *p = w;
    unsigned long from, to;
    if (number(&p, MOST_INSNS, &from)) return bad(r, "'%s' is no pc: expected a number below %d, or two as in 4-7", w, MOST_INSNS);
    to = from;
    if (*p == '-' && (p++, number(&p, MOST_INSNS, &to) || to < from)) return bad(r, "'%s': expected two pcs as in 4-7", w);
    if (*p) return bad(r, "'%s' is no pc: expected a number below %d, or two as in 4-7", w, MOST_INSNS);
    if (start && !in->thread[first].n && from != *start) return bad(r, "begins at %lu, the threads before it at %u", from, *start);
    if ((r->steps += n * (to - from + 1)) > MOST_STEPS) return bad(r, "more than %d steps of all threads", MOST_STEPS);
    if (has_insn(r, to)) return -1;
    for (unsigned long pc = from; pc <= to; pc++)
      for (size_t t = first; t < first + n; t++)
        if (wt_bound_add_step(in, t, (uint32_t)pc)) return bad(r, "out of memory");
  }
  return 0;
}

/* "branch 6", "branch -", "load" ... behind a pc. */
static int flags(reader *r, unsigned long pc, char *words) {
  static const struct {
    const char *word;
    unsigned flag;
  } known[] = {{"load", WT_BOUND_LOAD},  {"branch", WT_BOUND_BRANCH},   {"call", WT_BOUND_CALL},
               {"return", WT_BOUND_RET}, {"barrier", WT_BOUND_BARRIER}, {"yield", WT_BOUND_YIELD}};
  const unsigned n = sizeof known / sizeof *known;
  char *save;
  if (has_insn(r, pc)) return -1;
  for (char *w = strtok_r(words, " \t", &save); w; w = strtok_r(NULL, " \t", &save)) {
    unsigned i = 0;
    while (i < n && strcmp(w, known[i].word) != 0) i++;
    if (i == n) return bad(r, "'%s': expected load, branch RPC, call, return, barrier or yield", w);
    r->in->insn[pc].flags |= known[i].flag;
    if (known[i].flag != WT_BOUND_BRANCH) continue;
    const char *p = w = strtok_r(NULL, " \t", &save);
    unsigned long rpc;
    if (!w) return bad(r, "branch: expected the pc where its paths meet, or - for nowhere, or return");
    if (!strcmp(w, "-")) continue;
    if (!strcmp(w, "return")) rpc = WT_BOUND_RPC_RET;
    else if (number(&p, MOST_INSNS, &rpc) || *p) return bad(r, "branch %s: expected the pc where its paths meet, or - for nowhere, or return", w);
    else if (has_insn(r, rpc)) return -1;
    r->in->insn[pc].rpc = (uint32_t)rpc;
  }
  return 0;
}

static int one_line(reader *r, char *p) {
  unsigned long v;
  const char *at;
  p[strcspn(p, "#\r")] = 0;
  while (*p == ' ' || *p == '\t') p++;
  if (!*p) return 0;
  char *rest = p + strcspn(p, " \t");
  if (*rest) *rest++ = 0;
  at = rest + strspn(rest, " \t");
  if (!strcmp(p, "lanes")) {
    if (r->in->lanes) return bad(r, "'lanes' is there twice");
    if (number(&at, WT_BOUND_LANES + 1, &v) || !v || at[strspn(at, " \t")]) return bad(r, "lanes: expected a number, 1 to %d", WT_BOUND_LANES);
    r->in->lanes = (unsigned)v;
    return 0;
  }
  if (!strcmp(p, "cta")) return *at ? bad(r, "cta: nothing behind it") : wt_bound_add_cta(r->in, 0) ? bad(r, "out of memory") : 0;
  if (!strcmp(p, "thread")) return path(r, rest, 1);
  if (!strcmp(p, "threads")) {
    if (number(&at, MOST_PLACES + 1, &v) || !v || (*at && !strchr(" \t", *at)))
      return bad(r, "threads: expected how many, 1 to %d, and their path", MOST_PLACES);
    return path(r, rest + (at - rest), v);
  }
  at = p;
  if (number(&at, MOST_INSNS, &v) || *at) return bad(r, "'%s': expected lanes, cta, thread, threads, or the pc of an instruction", p);
  return flags(r, v, rest);
}

int wt_bound_read(const char *path, wt_bound_input *in, char *err, size_t errn) {
  reader r = {.path = path, .in = in, .err = err, .errn = errn};
  size_t n;
  *in = (wt_bound_input){.bytes = 1};
  char *text = wt_infile_read(path, &n, err, errn);
  int rc = text ? 0 : -1;
  if (!rc && strlen(text) != n) r.line = 1, rc = bad(&r, "holds a zero byte: no file of paths");
  for (char *line = text; !rc && line;) {
    char *end = strchr(line, '\n');
    if (end) *end++ = 0;
    r.line++;
    rc = one_line(&r, line);
    line = end;
  }
  if (!rc && !r.steps) rc = bad(&r, "no thread with a path in it");
  free(text);
  return rc;
}
