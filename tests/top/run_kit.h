/* run_kit.h - one program of SASS text on a whole machine, the C twin or both: its issues from the trace, and the value of chosen signals in
 * every cycle, by the names of their rows.
 */
#ifndef RUN_KIT_H
#define RUN_KIT_H
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "isa/wt_asm.h"
#include "isa/wt_elfw.h"
#include "lib/wt_session.h"
#include "state/wt_rows.h"
#include "tests/beside_kit.h"

enum { RUN_ISSUES = 8192, RUN_SIGNALS = 48, RUN_CYCLES = 8192, RUN_KEYS = 24, BUF_BYTES = 65536 };
typedef struct {
  unsigned cycle, slot, cta, pc;
  uint64_t mask;
} run_issue;
typedef struct {
  const char *name; /* "drv.signal", "stem.state", or a part: "[element]", "[instance,element]" */
  const wt_row *row;
  const wt_blk *blk;
  unsigned part[2];
  int late; /* a function of state: after an edge it belongs to the next cycle */
  uint64_t val[RUN_CYCLES];
} run_signal;
typedef struct {
  wt_shape shape;
  run_issue is[RUN_ISSUES];
  unsigned n, nsig, cycles;
  run_signal sig[RUN_SIGNALS];
  wt_blks *blks;
  uint32_t out[256]; /* first words of the buffer after the run */
  char *stats;       /* JSON, if it was asked for */
  wt_counters used;  /* peaks and means as well, if they were asked for */
} run_t;

static uint64_t run_row(wt_machine *x, const run_signal *s) {
  uint64_t v = 0;
  int many = s->blk->count > 1;
  const char *p = wt_row_ptr(x->m, s->blk, s->row, many ? s->part[0] : 0);
  memcpy(&v, p + s->part[many] * s->row->csize, s->row->csize);
  return v;
}
/* `cycle` is the one that begins with this edge. */
static void run_edge(void *ctx, wt_machine *x, uint64_t cycle) {
  run_t *r = ctx;
  for (unsigned i = 0; i < r->nsig; i++) {
    run_signal *s = &r->sig[i];
    uint64_t t = cycle - !s->late;
    if (t < RUN_CYCLES) s->val[t] = run_row(x, s);
  }
}
/* Watches an output row or a row of state of the block. */
static void run_watch(run_t *r, const char *name) {
  char drv[32], sig[40];
  ck_assert_uint_lt(r->nsig, RUN_SIGNALS);
  run_signal *s = &r->sig[r->nsig++];
  snprintf(drv, sizeof drv, "%.*s", (int)strcspn(name, "."), name);
  snprintf(sig, sizeof sig, "%.*s", (int)strcspn(strchr(name, '.') + 1, "["), strchr(name, '.') + 1);
  memset(s, 0, sizeof *s);
  s->name = name;
  if (strchr(name, '[')) sscanf(strchr(name, '['), "[%u,%u]", &s->part[0], &s->part[1]);
  if (!(s->row = wt_row_signal(r->blks, drv, sig, &s->blk)) && (s->blk = wt_blk_find(r->blks, drv))) s->row = wt_row_state(s->blk, sig);
  ck_assert_msg(s->row && s->blk, "%s: no such signal", name);
  ck_assert_msg(s->row->csize > 0 && s->row->kind != WT_ROW_MEM, "%s is too wide to watch", name);
  s->late = s->row->kind != WT_ROW_OUT || s->row->flag;
}
/* Value of a watched signal in a cycle. */
static inline uint64_t run_val(const run_t *r, const char *name, unsigned cycle) {
  for (unsigned i = 0; i < r->nsig; i++)
    if (!strcmp(r->sig[i].name, name)) return cycle < RUN_CYCLES ? r->sig[i].val[cycle] : 0;
  ck_abort_msg("%s is not watched", name);
}

typedef struct {
  const char *keys;              /* "KEY=VALUE KEY=VALUE": on top of preset */
  const char *preset, *text;     /* body of a kernel; text[0] == '!': without the prologue */
  unsigned warps, ctas, threads; /* warps of a CTA (threads = 0: full), CTAs */
  wt_backend backend;
  const uint32_t *in; /* first words of the buffer */
  unsigned n_in;
  int want_stats, want_use;
  const char *file; /* instead of text: a program of tests/asm */
  wt_status ends;   /* how it must end */
} run_spec;

/* R0 = thread, R1 = 4, R2:R3 = buffer + 4 * thread, R8:R9 = buffer, R10:R11 = buffer + 128 * thread, P0 = thread > 0; everything of it has ended and the instructions behind it are buffered when MEMBAR issues. */
#define RUN_PROLOGUE                                                                                                      \
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
  r->n = r->nsig = r->cycles = 0, r->stats = NULL;
  for (const char *k = p->keys; k && *k; k += strspn(k, " ")) {
    ck_assert_uint_lt(nk, RUN_KEYS);
    snprintf(key[nk], sizeof key[nk], "%.*s", (int)strcspn(k, " "), k);
    set[nk] = key[nk], nk++;
    k += strcspn(k, " ");
  }
  set[nk] = NULL;
  if (p->file) snprintf(src, sizeof src, WT_ROOT "/tests/asm/%s", p->file);
  else run_source(p, src, sizeof src);
  wt_status as = p->file ? wt_asm_file(src, &out, err, sizeof err) : wt_asm_string(src, "timing", &out, err, sizeof err);
  ck_assert_msg(as == WT_OK, "%s\n%s", err, src);
  int fd = mkstemp(cubin);
  ck_assert_int_ge(fd, 0);
  close(fd);
  ck_assert_msg(wt_elfw_write(&out, cubin, err, sizeof err) == WT_OK, "%s", err);
  wt_asm_free(&out);
  wt_options o = {p->backend, p->preset ? p->preset : "tiny", set, 1, 200000, 0};
  ck_assert_msg(wt_session_open(&o, &s) == WT_OK, "%s: %s", p->keys, wt_error(NULL));
  kit_beside(s, p->backend, o.preset);
  r->shape = s->shape;
  r->blks = wt_blks_new(&s->shape);
  for (unsigned i = 0; i < nsig; i++) run_watch(r, names[i]);
  wt_set_quiet(s, 1);
  wt_session_on_edge(s, run_edge, r);
  wt_set_occupancy(s, p->want_use);
  s->x.trace = open_memstream(&trace, &len);
  ck_assert_msg(wt_module_load(s, cubin, &m) == WT_OK, "%s", wt_error(s));
  remove(cubin);
  ck_assert_int_eq(wt_alloc(s, BUF_BYTES, &buf), WT_OK);
  if (p->n_in) ck_assert_int_eq(wt_copy_in(s, buf, p->in, p->n_in * 4), WT_OK);
  wt_arg arg = {&buf, sizeof buf};
  unsigned warps = p->warps ? p->warps : 1;
  wt_dims d = {{p->ctas ? p->ctas : 1, 1, 1}, {p->threads ? p->threads : warps * s->shape.SLOT_LANES, 1, 1}, 0};
  wt_status st = wt_launch(s, m, NULL, &d, &arg, 1);
  ck_assert_msg(st == p->ends, "%s\nkeys %s\n%s", wt_error(s), p->keys, src);
  if (!st) ck_assert_int_eq(wt_copy_out(s, r->out, buf, sizeof r->out), WT_OK);
  r->used = *wt_stats(s);
  r->cycles = (unsigned)r->used.cycles;
  if (p->want_stats) {
    size_t n = 0;
    FILE *f = open_memstream(&r->stats, &n);
    ck_assert_int_eq(wt_stats_json(s, f), 0);
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
static inline unsigned run_pc(const run_spec *p, const char *label) {
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

/* Cycle of an event: "start" (0), "end", "drv.signal[#n]" (n-th cycle in which it is not 0, `base` and later), or a label with "#n" (n-th issue
 * that fits), "@slot", "%cta". */
static inline long run_event(const run_t *r, const run_spec *p, const char *ev, unsigned base) {
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
      for (unsigned k = base; !strcmp(r->sig[i].name, name) && k < r->cycles && k < RUN_CYCLES; k++)
        if (r->sig[i].val[k] && !--nth) return k;
    return -1;
  }
  unsigned pc = run_pc(p, name);
  for (unsigned i = 0; i < r->n; i++)
    if (r->is[i].pc == pc && (slot < 0 || r->is[i].slot == (unsigned)slot) && (cta < 0 || r->is[i].cta == (unsigned)cta) && !--nth)
      return r->is[i].cycle;
  return -1;
}
#endif
