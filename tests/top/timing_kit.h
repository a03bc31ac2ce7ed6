/* timing_kit.h - the timing tables of the documents, and programs whose events are measured against them.
 *
 * The book: T rows (numbers) of docs/blocks/<group>/wt_<stem>.md and D rows (sums) of docs/timing.md; the format is described there. The
 * run: one program on the C twin (or in lock-step), its issues from the trace, signals of blocks by the names of their rows.
 */
#ifndef TIMING_KIT_H
#define TIMING_KIT_H
#include <check.h>
#include <ctype.h>
#include <glob.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "isa/wt_asm.h"
#include "isa/wt_elfw.h"
#include "lib/wt_session.h"
#include "spec/wt_rows.h"

/* ---- the book ---- */
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
  if (t_cells(line, c) != 4 || !c[0][0] || !c[1][0] || !c[2][0] || !c[3][0])
    return t_fail(b, "%s: a row needs four cells: %.120s", where, line);
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

/* ---- runs ---- */
enum { RUN_ISSUES = 4096, RUN_SIGNALS = 8, RUN_HITS = 512, RUN_KEYS = 24, BUF_BYTES = 65536 };
typedef struct {
  unsigned cycle, slot, cta, pc;
  uint64_t mask;
} run_issue;
typedef struct {
  const char *name; /* "drv.signal" */
  const wt_row *row;
  const wt_blk *blk;
  int late; /* a function of state: after an edge it belongs to the next cycle */
  unsigned n, at[RUN_HITS];
} run_signal;
typedef struct {
  wt_shape shape;
  run_issue is[RUN_ISSUES];
  unsigned n, nsig, cycles;
  run_signal sig[RUN_SIGNALS];
  wt_blks *blks;
  uint32_t out[256]; /* first words of the buffer after the run */
  char *stats;       /* JSON, if it was asked for */
} run_t;

static uint64_t run_row(wt_machine *x, const wt_blk *b, const wt_row *r) {
  uint64_t v = 0;
  const void *p = wt_row_ptr(x->m, b, r, 0);
  memcpy(&v, p, r->csize);
  return v;
}
/* `cycle` is the one that begins with this edge. */
static void run_edge(void *ctx, wt_machine *x, uint64_t cycle) {
  run_t *r = ctx;
  for (unsigned i = 0; i < r->nsig; i++) {
    run_signal *s = &r->sig[i];
    if (run_row(x, s->blk, s->row) && s->n < RUN_HITS) s->at[s->n++] = (unsigned)cycle - !s->late;
  }
}
/* Watches "drv.signal": an output row, or the flip-flop row behind a registered output. */
static void run_watch(run_t *r, const char *name) {
  char drv[32];
  for (unsigned i = 0; i < r->nsig; i++)
    if (!strcmp(r->sig[i].name, name)) return;
  ck_assert_uint_lt(r->nsig, RUN_SIGNALS);
  run_signal *s = &r->sig[r->nsig++];
  snprintf(drv, sizeof drv, "%.*s", (int)strcspn(name, "."), name);
  *s = (run_signal){.name = name};
  s->row = wt_row_signal(r->blks, drv, strchr(name, '.') + 1, &s->blk);
  ck_assert_msg(s->row && s->blk, "%s: no such signal", name);
  if (s->row->kind == WT_ROW_OUTQ) s->row = wt_row_state(s->blk, s->row->drv);
  s->late = s->row->kind == WT_ROW_FF || s->row->flag;
}

typedef struct {
  const char *keys; /* "KEY=VALUE KEY=VALUE": on top of preset */
  const char *preset, *text; /* body of a kernel; text[0] == '!': without the prologue */
  unsigned warps, ctas, threads; /* warps of a CTA (threads = 0: full), CTAs */
  wt_backend backend;
  const uint32_t *in; /* first words of the buffer */
  unsigned n_in;
  int want_stats;
} run_spec;

/* R0 = thread, R1 = 4, R2:R3 = buffer + 4 * thread, R8:R9 = buffer, R10:R11 = buffer + 128 * thread, P0 = thread > 0; everything of it has ended and the instructions behind it are buffered when MEMBAR issues. */
#define RUN_PROLOGUE \
  "S2R R0, SR_TID.X\nMOV R1, 0x4\nMOV R8, c[0x0][0x160]\nMOV R9, c[0x0][0x164]\nMOV R6, 0x80\nIMAD.WIDE R2, R0, R1, R8\n" \
  "IMAD.WIDE R10, R0, R6, R8\nISETP.GT.AND P0, PT, R0, RZ, PT\nMEMBAR.SC.GPU\n"

/* Text of the kernel in `src`. */
static void run_source(const run_spec *p, char *src, size_t n) {
  const char *body = p->text[0] == '!' ? p->text + 1 : p->text;
  snprintf(src, n, ".kernel k\n.regs 40\n.smem 512\n.params 8, 8\n%s%s\n.end\n", p->text[0] == '!' ? "" : RUN_PROLOGUE, body);
}

static void run_trace(run_t *r, const char *trace) {
  for (const char *p = trace; p && *p; p = strchr(p, '\n') + 1) {
    run_issue *i = &r->is[r->n++];
    unsigned long long mask;
    ck_assert_uint_lt(r->n, RUN_ISSUES);
    ck_assert_int_eq(sscanf(p, "%u %u %u,%*u,%*u %*u %x %llx", &i->cycle, &i->slot, &i->cta, &i->pc, &mask), 5);
    i->mask = mask;
  }
}

/* Runs; the caller has put what it watches into r->sig by name before (sig[i].name, nsig). */
static void run_program(run_t *r, const run_spec *p) {
  char src[8192], cubin[] = "/tmp/wt_timing_XXXXXX", err[600], key[RUN_KEYS][40], *trace = NULL;
  const char *set[RUN_KEYS + 1] = {NULL}, *names[RUN_SIGNALS];
  unsigned nk = 0, nsig = r->nsig;
  size_t len = 0;
  wt_asm_out out;
  wt_session *s;
  wt_module *m;
  wt_addr buf;
  for (unsigned i = 0; i < nsig; i++) names[i] = r->sig[i].name;
  memset(r, 0, sizeof *r);
  for (const char *k = p->keys; k && *k; k += strspn(k, " ")) {
    ck_assert_uint_lt(nk, RUN_KEYS);
    snprintf(key[nk], sizeof key[nk], "%.*s", (int)strcspn(k, " "), k);
    set[nk] = key[nk], nk++;
    k += strcspn(k, " ");
  }
  set[nk] = NULL;
  run_source(p, src, sizeof src);
  ck_assert_msg(wt_asm_string(src, "timing", &out, err, sizeof err) == WT_OK, "%s\n%s", err, src);
  int fd = mkstemp(cubin);
  ck_assert_int_ge(fd, 0);
  close(fd);
  ck_assert_msg(wt_elfw_write(&out, cubin, err, sizeof err) == WT_OK, "%s", err);
  wt_asm_free(&out);
  wt_options o = {p->backend, p->preset ? p->preset : "tiny", set, 1, 200000, 0};
  ck_assert_msg(wt_session_open(&o, &s) == WT_OK, "%s: %s", p->keys, wt_error(NULL));
  r->shape = s->shape;
  r->blks = wt_blks_new(&s->shape);
  for (unsigned i = 0; i < nsig; i++) run_watch(r, names[i]);
  s->x.quiet = 1;
  s->x.on_edge = run_edge, s->x.on_edge_ctx = r;
  s->x.trace = open_memstream(&trace, &len);
  ck_assert_msg(wt_module_load(s, cubin, &m) == WT_OK, "%s", wt_error(s));
  remove(cubin);
  ck_assert_int_eq(wt_alloc(s, BUF_BYTES, &buf), WT_OK);
  if (p->n_in) ck_assert_int_eq(wt_copy_in(s, buf, p->in, p->n_in * 4), WT_OK);
  wt_arg arg = {&buf, sizeof buf};
  unsigned warps = p->warps ? p->warps : 1;
  wt_dims d = {{p->ctas ? p->ctas : 1, 1, 1}, {p->threads ? p->threads : warps * s->shape.WARP_SIZE, 1, 1}, 0};
  wt_status st = wt_launch(s, m, NULL, &d, &arg, 1);
  ck_assert_msg(st == WT_OK, "%s\nkeys %s\n%s", wt_error(s), p->keys, src);
  ck_assert_int_eq(wt_copy_out(s, r->out, buf, sizeof r->out), WT_OK);
  r->cycles = (unsigned)wt_stats(s)->cycles;
  if (p->want_stats) {
    size_t n = 0;
    FILE *f = open_memstream(&r->stats, &n);
    ck_assert_int_eq(wt_session_stats_json(s, f), 0);
    fclose(f);
  }
  fclose(s->x.trace);
  s->x.trace = NULL;
  wt_session_close(s);
  wt_blks_free(r->blks);
  run_trace(r, trace);
  free(trace);
}

/* pc of a label of the program: instructions before its line, 16 bytes each. */
static unsigned run_pc(const run_spec *p, const char *label) {
  char src[8192];
  unsigned pc = 0;
  size_t n = strlen(label);
  run_source(p, src, sizeof src);
  for (char *l = strtok(src, "\n"); l; l = strtok(NULL, "\n")) {
    l += strspn(l, " ");
    if (*l == '.' || !*l) continue;
    if (!strncmp(l, label, n) && l[n] == ':') return pc;
    size_t colon = strcspn(l, ":{ ");
    if (l[colon] == ':' && !l[colon + 1 + strspn(l + colon + 1, " ")]) continue; /* a label alone */
    pc += 16;
  }
  ck_abort_msg("no label %s", label);
}

/* Cycle of an event: "start" (0), "end", "drv.signal[#n]" (n-th cycle in which it is not 0, from `base` on), or a label with "#n" (n-th issue
 * that fits), "@slot", "%cta". */
static long run_event(const run_t *r, const run_spec *p, const char *ev, unsigned base) {
  char name[64];
  unsigned nth = 1;
  int slot = -1, cta = -1;
  snprintf(name, sizeof name, "%.*s", (int)strcspn(ev, "#@%"), ev);
  for (const char *q = ev + strlen(name); *q;) {
    char c = *q++;
    unsigned v = (unsigned)strtoul(q, (char **)(uintptr_t)&q, 10);
    if (c == '#') nth = v;
    if (c == '@') slot = (int)v;
    if (c == '%') cta = (int)v;
  }
  if (!strcmp(name, "start")) return 0;
  if (!strcmp(name, "end")) return r->cycles;
  if (strchr(name, '.')) {
    for (unsigned i = 0; i < r->nsig; i++)
      for (unsigned k = 0; !strcmp(r->sig[i].name, name) && k < r->sig[i].n; k++)
        if (r->sig[i].at[k] >= base && !--nth) return r->sig[i].at[k];
    return -1;
  }
  unsigned pc = run_pc(p, name);
  for (unsigned i = 0; i < r->n; i++)
    if (r->is[i].pc == pc && (slot < 0 || r->is[i].slot == (unsigned)slot) && (cta < 0 || r->is[i].cta == (unsigned)cta) && !--nth) return r->is[i].cycle;
  return -1;
}
#endif
