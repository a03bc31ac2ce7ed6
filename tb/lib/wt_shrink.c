/* wt_shrink.c - attempts in forked processes, from the largest cut to the smallest. */
#define _DEFAULT_SOURCE
#include "lib/wt_shrink.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "isa/wt_dis.h"
#include "files/wt_outfile.h"
#include "lib/wt_attempt.h"
#include "lib/wt_session.h"

enum { ATTEMPTS = 400, BEYOND = 4096, MOST_CYCLES = 200000, SECONDS = 60, FIELD = 160 };
enum { HOW_RESUME, HOW_ANEW }; /* from the checkpoint; the launch from its first cycle */

typedef struct {
  int how;
  const char *file; /* HOW_RESUME */
  const char *save; /* write a checkpoint there in cycle `at` and end; NULL: run on */
  uint64_t at;
  unsigned grid[3], block[3];
  uint8_t *nop; /* HOW_ANEW: an instruction is left out */
} attempt;

/* What an attempt leaves in shared memory. */
typedef struct {
  int done, saved, diff;
  uint64_t cycle;
  char report[8000], rtl[80];
} outcome;

typedef struct {
  const wt_shrink_opts *o;
  wt_shrunk *r;
  wt_session *s;
  wt_launch_desc L;
  char field[FIELD]; /* the first that fails */
  outcome *got;
  unsigned left;
  uint64_t limit;
} shrink;

/* "block wt_x, state y" of a report; not of a state that was loaded. */
static void field_of(const char *report, char field[FIELD]) {
  const char *p = strstr(report, "\nblock wt_");
  *field = 0;
  if (p && !strstr(report, "(as it was loaded)")) snprintf(field, FIELD, "%.*s", (int)strcspn(p + 1, "(\n"), p + 1);
}

/* ---- one attempt ---- */

static const attempt *now;
static wt_status save_here(void *ctx, wt_running *u) {
  outcome *o = ctx;
  char err[1500];
  wt_ckpt_more more = {.seed = u->x->seed, .cubin = u->x->cubin, .cubin_bytes = u->x->cubin_bytes, .leave_out = -1};
  u->x->visit.next = UINT64_MAX;
  more.own = u->x->ops->own(u->x->twin);
  o->saved = !wt_ckpt_save(u, WT_CKPT_SEGMENT, &more, now->save, err, sizeof err);
  return WT_USAGE; /* the run ends here */
}

static void product(const unsigned v[3], unsigned *n) { *n = v[0] * v[1] * v[2]; }
static void make_launch(const shrink *k, const attempt *a, wt_launch_desc *L) {
  unsigned n;
  *L = k->L;
  memcpy(L->grid, a->grid, sizeof L->grid), memcpy(L->block, a->block, sizeof L->block);
  product(L->grid, &n), L->ctas = n;
  product(L->block, &L->threads);
  L->warps_per_cta = (L->threads + k->s->shape.SLOT_LANES - 1) / k->s->shape.SLOT_LANES;
  wt_word *code = malloc(L->n_insns * sizeof *code);
  if (!code) _exit(1);
  for (size_t i = 0; i < L->n_insns; i++) code[i] = a->nop[i] ? (wt_word){0x7918, 0x000fc00000000000} : L->code[i];
  L->code = code;
}

/* What it found is in k->got. */
static void child(shrink *k, const attempt *a) {
  wt_session *s = k->s;
  outcome *o = k->got;
  wt_status st;
  wt_set_cycle_limit(s, k->limit);
  now = a;
  if (a->how == HOW_RESUME) {
    if (wt_session_reload(s, a->file)) return;
    if (a->save) s->x.visit = (wt_visit){a->at, save_here, o};
    if (k->o->begin) k->o->begin(k->o->ctx, s, s->from->cycle);
    st = wt_resume(s);
  } else {
    wt_launch_desc L;
    make_launch(k, a, &L);
    if (a->save) s->x.visit = (wt_visit){a->at, save_here, o};
    if (k->o->begin) k->o->begin(k->o->ctx, s, 0);
    const wt_part *cubin = wt_box_find(&s->from->box, "cubin");
    s->x.cubin = cubin ? cubin->data : NULL, s->x.cubin_bytes = cubin ? cubin->n : 0;
    st = wt_run(&s->x, &L);
    snprintf(s->error, sizeof s->error, "%s", s->x.error);
  }
  o->diff = st == WT_DIFF;
  snprintf(o->report, sizeof o->report, "%s", wt_error(s));
  if (sscanf(o->report, "FIRST DIFFERENCE  cycle %" SCNu64, &o->cycle) != 1) o->diff = 0;
  snprintf(o->rtl, sizeof o->rtl, "%s", s->x.ops->made_of(s->x.twin));
  o->done = 1;
}

/* 1: the same field fails. */
static int fails(shrink *k, const attempt *a) {
  char field[FIELD];
  if (!k->left) return 0;
  k->left--, k->r->attempts++;
  memset(k->got, 0, sizeof *k->got);
  if (!wt_attempt(SECONDS)) child(k, a), _exit(0);
  field_of(k->got->report, field);
  return k->got->done && k->got->diff && !strcmp(field, k->field);
}

static int saves(shrink *k, const attempt *a) {
  fails(k, a);
  return k->got->saved;
}

static void say(const shrink *k, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static void say(const shrink *k, const char *fmt, ...) {
  char text[300];
  va_list ap;
  if (!k->o->say) return;
  va_start(ap, fmt);
  vsnprintf(text, sizeof text, fmt, ap);
  va_end(ap);
  k->o->say(k->o->ctx, text);
}

/* ---- cuts of the launch ---- */

/* Fewer along one axis: the first of 1, 2, 4, ... that fails. */
static void fewer(shrink *k, attempt *a, unsigned *v, const char *what) {
  for (unsigned try = 1, all = *v; try < all; try *= 2) {
    *v = try;
    if (fails(k, a)) break;
    *v = all;
  }
  say(k, "%s %u", what, *v);
}

/* Runs of instructions out, long ones first; single ones until none can go any more. */
static int cut_runs(shrink *k, attempt *a, size_t len) {
  enum { TRIED = 2 };
  int any = 0;
  for (size_t from = 0; from < k->L.n_insns; from += len) {
    uint8_t *run = a->nop + from, some = 0, out;
    size_t n = k->L.n_insns - from < len ? k->L.n_insns - from : len;
    for (size_t i = 0; i < n; i++)
      if (!run[i]) run[i] = some = TRIED;
    any |= out = some && fails(k, a);
    for (size_t i = 0; i < n; i++)
      if (run[i] == TRIED) run[i] = out;
  }
  return any;
}
static void cut(shrink *k, attempt *a) {
  for (size_t len = k->L.n_insns / 2; len > 1 && k->left; len /= 2) cut_runs(k, a, len);
  while (k->left && cut_runs(k, a, 1)) continue;
}

static unsigned count(const shrink *k, const uint8_t *nop) {
  unsigned n = 0;
  for (size_t i = 0; i < k->L.n_insns; i++) n += !nop[i] && (!k->L.reach || k->L.reach[i]) && (k->L.code[i].lo & 0xfff) != 0x918;
  return n;
}

static void listing(shrink *k, const uint8_t *nop) {
  size_t n;
  FILE *f = open_memstream(&k->r->listing, &n);
  for (size_t i = 0; f && i < k->L.n_insns; i++) {
    char text[WT_DIS_MAX];
    if (nop[i] || (k->L.reach && !k->L.reach[i]) || (k->L.code[i].lo & 0xfff) == 0x918) continue;
    wt_dis_short(k->L.code[i], (uint32_t)i * 16, text, sizeof text);
    fprintf(f, "  0x%04zx  %s\n", i * 16, text);
  }
  if (f) fclose(f);
}

static void smaller_launch(shrink *k, attempt *a) {
  a->how = HOW_ANEW;
  if (k->limit > MOST_CYCLES || !fails(k, a)) {
    say(k, "the launch begun anew does not fail in the same field; only the start is moved");
    a->how = HOW_RESUME;
    return;
  }
  k->r->anew = 1;
  static const char *const ctas[] = {"CTAs in x:", "CTAs in y:", "CTAs in z:"}, *const threads[] = {
                                                                                  "threads in x:", "threads in y:", "threads in z:"};
  for (int i = 2; i >= 0; i--) fewer(k, a, &a->grid[i], ctas[i]);
  for (int i = 2; i >= 0; i--) fewer(k, a, &a->block[i], threads[i]);
  cut(k, a);
  say(k, "%u instructions of %u", count(k, a->nop), k->r->insns_before);
}

/* ---- a later start ---- */

/* The latest of a few starts from which it still fails; k->o->out is its checkpoint. 0 or -1. */
static int later(shrink *k, const attempt *a, uint64_t diff, uint64_t first) {
  wt_outfile file;
  if (wt_outfile_begin(&file, k->o->out)) return -1;
  for (uint64_t back = 0;; back = back ? back * 2 : 1) {
    const uint64_t start = back < diff - first ? diff - back : first;
    attempt w = *a, again = {.how = HOW_RESUME, .file = file.part};
    w.save = file.part, w.at = start;
    k->left += 2; /* the file has to be made, whatever was spent before */
    if (saves(k, &w) && fails(k, &again)) {
      if (wt_ckpt_expect(file.part, k->got->cycle, k->got->report, k->got->rtl, k->s->x.beside)) break;
      k->r->cycles = k->got->cycle - start + 1;
      snprintf(k->r->report, sizeof k->r->report, "%s", k->got->report);
      say(k, "start in cycle %" PRIu64 ", difference in cycle %" PRIu64, start, k->got->cycle);
      return wt_outfile_end(&file, 1);
    }
    if (start == first) break;
  }
  wt_outfile_end(&file, 0);
  return -1;
}

static wt_status run(shrink *k, char *err, size_t errn) {
  attempt a = {.how = HOW_RESUME, .file = k->o->file, .nop = calloc(k->L.n_insns, 1)};
  wt_status st = WT_OK;
  if (!a.nop) return snprintf(err, errn, "out of memory"), WT_USAGE;
  memcpy(a.grid, k->L.grid, sizeof a.grid), memcpy(a.block, k->L.block, sizeof a.block);
  k->r->insns_before = count(k, a.nop);
  uint64_t first = k->s->from->cycle, diff;
  if (!fails(k, &a)) {
    snprintf(err, errn, "%s: the difference does not come again; warptwin replay says what changed", k->o->file);
    free(a.nop);
    return WT_DIFF;
  }
  diff = k->got->cycle;
  k->r->cycles_before = diff - first + 1;
  if (!k->o->later_only) smaller_launch(k, &a);
  if (a.how == HOW_ANEW) {
    k->left++;
    first = 0, diff = fails(k, &a) ? k->got->cycle : 0;
  }
  if (later(k, &a, diff, first)) st = WT_USAGE, snprintf(err, errn, "%s: cannot write the smaller file", k->o->out);
  memcpy(k->r->grid, a.grid, sizeof a.grid), memcpy(k->r->block, a.block, sizeof a.block);
  k->r->insns = count(k, a.nop);
  listing(k, a.nop);
  free(a.nop);
  return st;
}

wt_status wt_shrink(const wt_shrink_opts *o, wt_shrunk *r, char *err, size_t errn) {
  shrink k = {.o = o, .r = r, .left = o->attempts ? o->attempts : ATTEMPTS};
  wt_options so = {.backend = WT_BACKEND_COSIM, .no_oracle = 1};
  memset(r, 0, sizeof *r);
  if (wt_session_resume(o->file, &so, &k.s)) return snprintf(err, errn, "%s", wt_error(NULL)), WT_USAGE;
  wt_set_quiet(k.s, 1); /* the caller hears of attempts, not of their cycles */
  const char *expect = wt_resume_what(k.s).expect, *first, *what;
  json_t *j = json_loads(expect ? expect : "", 0, NULL);
  json_int_t cycle;
  wt_status st = WT_USAGE;
  k.got = mmap(NULL, sizeof *k.got, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (!j || json_unpack(j, "{s:I,s:s,s:s}", "cycle", &cycle, "first", &first, "what", &what)) {
    snprintf(err, errn, "%s: a checkpoint without a difference, there is nothing to shrink", o->file);
  } else if (strncmp(what, "block wt_", 9)) {
    snprintf(err, errn, "%s: its difference is of no field of a block (%.60s), only such ones are shrunk", o->file, what);
  } else if (k.got == MAP_FAILED || wt_session_start(k.s) || wt_ckpt_launch(k.s->from, &k.L)) {
    snprintf(err, errn, "%s", k.got == MAP_FAILED ? "out of memory" : *k.s->error ? k.s->error : k.s->from->error);
  } else {
    snprintf(k.field, sizeof k.field, "%.*s", (int)strcspn(what, "("), what);
    k.limit = (uint64_t)cycle + BEYOND;
    st = run(&k, err, errn);
    wt_launch_free(&k.L);
  }
  if (k.got != MAP_FAILED) munmap(k.got, sizeof *k.got);
  json_decref(j);
  wt_session_close(k.s);
  return st;
}
