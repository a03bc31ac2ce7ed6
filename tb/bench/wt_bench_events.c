/* wt_bench_events.c - recorded stimulus, run again in forked processes. */
#define _DEFAULT_SOURCE
#include "bench/wt_bench_events.h"

#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "files/wt_infile.h"
#include "files/wt_outfile.h"
#include "lib/wt_attempt.h"

enum { FORMAT = 1, ATTEMPTS = 2000, SECONDS = 60, MAX_SET = 64, MOST_CYCLES = 1 << 22, FIELD = 160 };

/* One input of one instance; its values lie one behind the other in a cycle. */
typedef struct {
  const wt_bind *in;
  unsigned inst;
  char *c;
  size_t at, bytes;
} input;
typedef struct {
  input *v;
  unsigned n;
  size_t bytes; /* of a cycle */
} inputs;
typedef struct {
  uint8_t *v; /* cycles * bytes */
  uint64_t cycles;
} events;
typedef struct {
  int done, differs;
  uint64_t cycles; /* that were run, with the one that differs */
  char report[1200];
} outcome;
typedef struct {
  const wt_bench_shrink_opts *o;
  json_t *j;
  wt_bench *b;
  inputs in;
  events e;
  char field[FIELD], first_report[1200];
  outcome *got;
  unsigned left, made;
} shrink;

static int list_inputs(wt_bench *b, inputs *in) {
  unsigned n = 0;
  for (unsigned i = 0; i < b->ls.n_in; i++) n += b->ls.in[i].blk->count;
  *in = (inputs){calloc(n + 1, sizeof *in->v), 0, 0};
  for (unsigned i = 0; in->v && i < b->ls.n_in; i++)
    for (unsigned k = 0; k < b->ls.in[i].blk->count; k++) {
      const wt_bind *x = &b->ls.in[i];
      in->v[in->n++] = (input){x, k, wt_row_ptr(b->m, x->blk, x->row, k), in->bytes, wt_row_value_bytes(x->row)};
      in->bytes += wt_row_value_bytes(x->row);
    }
  return in->v ? 0 : -1;
}

static void name_of(const input *x, char name[120]) {
  if (x->in->blk->count > 1) snprintf(name, 120, "%s_%s[%u]", x->in->blk->drv, x->in->row->name, x->inst);
  else snprintf(name, 120, "%s_%s", x->in->blk->drv, x->in->row->name);
}

/* "block wt_x, state y" of a report. */
static void field_of(const char *report, char field[FIELD]) {
  const char *p = strstr(report, "block wt_");
  snprintf(field, FIELD, "%.*s", p ? (int)strcspn(p, "(") : 0, p ? p : "");
}

/* ---- files ---- */

static int write_json(const char *file, const json_t *j, char *err, size_t errn) {
  wt_outfile f;
  int bad = wt_outfile_begin(&f, file) != 0;
  if (!bad) {
    FILE *h = fopen(f.part, "w");
    bad = !h || json_dumpf(j, h, JSON_INDENT(1) | JSON_PRESERVE_ORDER) || fputc('\n', h) == EOF;
    if (h && fclose(h)) bad = 1;
    if (wt_outfile_end(&f, !bad)) bad = 1;
  }
  if (bad) snprintf(err, errn, "%.300s: cannot write: %s", file, strerror(errno));
  return bad ? -1 : 0;
}

int wt_bench_keep(const wt_bench *b, const char *preset, const char *const *set, uint64_t seed, const char *file, char *err, size_t errn) {
  json_t *keys = json_array();
  for (; set && *set; set++) json_array_append_new(keys, json_string(*set));
  json_t *j = json_pack("{s:i,s:s,s:s,s:o,s:I,s:s,s:I}", "bench", FORMAT, "block", b->fns->stem, "config", preset, "set", keys, "seed",
                        (json_int_t)seed, "differs", b->report, "cycles", (json_int_t)b->cycle + 1);
  if (j && *b->use) json_object_set_new(j, "use", json_string(b->use));
  int rc = j ? write_json(file, j, err, errn) : (snprintf(err, errn, "out of memory"), -1);
  json_decref(j);
  return rc;
}

static json_t *cycle_json(const inputs *in, const uint8_t *v) {
  json_t *one = json_object();
  for (unsigned i = 0; i < in->n; i++) {
    char name[120], hex[4100] = "";
    const input *x = &in->v[i];
    size_t top = x->bytes < 2048 ? x->bytes : 2048;
    while (top && !v[x->at + top - 1]) top--;
    for (size_t k = 0; k < top; k++) snprintf(hex + 2 * k, 3, "%02x", v[x->at + k]);
    name_of(x, name);
    if (top) json_object_set_new(one, name, json_string(hex));
  }
  return one;
}

static int cycle_read(const inputs *in, json_t *one, uint8_t *v) {
  const char *key;
  json_t *val;
  json_object_foreach(one, key, val) {
    const char *hex = json_string_value(val);
    unsigned i = 0, byte;
    char name[120];
    for (; i < in->n; i++)
      if (name_of(&in->v[i], name), !strcmp(name, key)) break;
    if (i == in->n || !hex || strlen(hex) % 2 || strlen(hex) / 2 > in->v[i].bytes) return -1;
    for (size_t k = 0; hex[2 * k]; k++) {
      if (sscanf(hex + 2 * k, "%2x", &byte) != 1) return -1;
      v[in->v[i].at + k] = (uint8_t)byte;
    }
  }
  return 0;
}

static void take(const inputs *in, uint8_t *v) {
  for (unsigned i = 0; i < in->n; i++) memcpy(v + in->v[i].at, in->v[i].c, in->v[i].bytes);
}
static void give(const inputs *in, const uint8_t *v) {
  for (unsigned i = 0; i < in->n; i++) memcpy(in->v[i].c, v + in->v[i].at, in->v[i].bytes);
}

static wt_bench *open_again(json_t *j, char *err, size_t errn) {
  const char *stem, *preset, *set[MAX_SET + 1] = {NULL};
  json_int_t seed;
  json_t *keys;
  if (json_unpack(j, "{s:s,s:s,s:o,s:I}", "block", &stem, "config", &preset, "set", &keys, "seed", &seed))
    return snprintf(err, errn, "block, config, set or seed"), NULL;
  for (size_t i = 0; i < json_array_size(keys) && i < MAX_SET; i++)
    if (!(set[i] = json_string_value(json_array_get(keys, i)))) return snprintf(err, errn, "set"), NULL;
  return wt_bench_open_use(stem, json_string_value(json_object_get(j, "use")), preset, set, (uint64_t)seed, err, errn);
}

/* File, bench, inputs and events. 0 or 2. */
static int load(shrink *k, char *err, size_t errn) {
  char why[600] = "";
  json_error_t e;
  json_int_t format = 0, cycles = 0;
  const char *differs = NULL;
  if (wt_infile_look(k->o->file)) return snprintf(err, errn, "%.300s: cannot read: %s", k->o->file, wt_infile_look(k->o->file)), 2;
  k->j = json_load_file(k->o->file, 0, &e);
  if (!k->j && e.line < 0) return snprintf(err, errn, "%.500s", e.text), 2; /* the words of the library name the file */
  if (!k->j || json_unpack(k->j, "{s:I,s:s}", "bench", &format, "differs", &differs) || format != FORMAT)
    return snprintf(err, errn, "%.300s: is no file of a bench that failed, of this version", k->o->file), 2;
  json_t *list = json_object_get(k->j, "events");
  json_unpack(k->j, "{s:I}", "cycles", &cycles);
  k->e.cycles = list ? json_array_size(list) : (uint64_t)cycles;
  if (!k->e.cycles || k->e.cycles > MOST_CYCLES) return snprintf(err, errn, "%.300s: 1 to %d cycles can be run again", k->o->file, MOST_CYCLES), 2;
  if (!(k->b = open_again(k->j, why, sizeof why))) return snprintf(err, errn, "%.300s: %s", k->o->file, why), 2;
  k->got = mmap(NULL, sizeof *k->got, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (k->got == MAP_FAILED || list_inputs(k->b, &k->in)) return snprintf(err, errn, "out of memory"), 2;
  field_of(differs, k->field), snprintf(k->first_report, sizeof k->first_report, "%s", differs);
  /* of a long run only what is used lies in memory */
  size_t bytes = k->in.bytes * k->e.cycles + 1;
  k->e.v = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (k->e.v == MAP_FAILED) return snprintf(err, errn, "no memory for %" PRIu64 " cycles of inputs", k->e.cycles), 2;
  size_t c;
  json_t *inputs;
  json_array_foreach(list, c, inputs) if (cycle_read(&k->in, inputs, k->e.v + c * k->in.bytes)) return snprintf(
    err, errn, "%.300s: cycle %zu of the events: no such input, or a value that does not fit", k->o->file, c),
    2;
  return 0;
}
static void unload(shrink *k) {
  if (k->e.v && k->e.v != MAP_FAILED) munmap(k->e.v, k->in.bytes * k->e.cycles + 1);
  if (k->got && k->got != MAP_FAILED) munmap(k->got, sizeof *k->got);
  free(k->in.v);
  wt_bench_close(k->b);
  json_decref(k->j);
}

/* ---- one attempt ---- */

/* keep: cycles that are in it, NULL = all; record: the stimulus of the seed instead, whose inputs are kept. */
static _Noreturn void child(shrink *k, const uint8_t *keep, int record) {
  wt_bench *b = k->b;
  if (k->o->begin) k->o->begin(k->o->ctx, b);
  int bad = wt_bench_reset(b);
  uint64_t c = 0;
  for (; !bad && c < k->e.cycles; c++) {
    uint8_t *v = k->e.v + c * k->in.bytes;
    if (keep && !keep[c]) continue;
    if (record) b->fns->stim(b->m, &b->rng, b->cycle), take(&k->in, v);
    else give(&k->in, v);
    bad = wt_bench_cycle(b);
  }
  if (!bad && wt_ls_sweep(&b->ls)) {
    int n = snprintf(b->report, sizeof b->report, "cycle %" PRIu64 ", memory sweep: ", b->cycle);
    wt_ls_describe(&b->ls, b->report + n, sizeof b->report - (size_t)n), bad = 1;
  }
  k->got->differs = bad, k->got->cycles = c;
  snprintf(k->got->report, sizeof k->got->report, "%s", bad ? b->report : "no difference");
  k->got->done = 1;
  _exit(0);
}

/* 1: the same field differs first. */
static int fails(shrink *k, const uint8_t *keep, int record) {
  char field[FIELD];
  memset(k->got, 0, sizeof *k->got);
  int ended = wt_attempt(SECONDS);
  if (!ended) child(k, keep, record);
  if (ended < 0) return 0;
  k->made++;
  field_of(k->got->report, field);
  return k->got->done && k->got->differs && *field && !strcmp(field, k->field);
}
static int try(shrink *k, const uint8_t *keep) { return k->left && k->left-- && fails(k, keep, 0); }

int wt_bench_again(const wt_bench_shrink_opts *o, char report[1200], char expect[1200], char *err, size_t errn) {
  shrink k = {.o = o};
  int rc = load(&k, err, errn);
  if (!rc) {
    rc = !fails(&k, NULL, !json_object_get(k.j, "events"));
    snprintf(report, 1200, "%s", k.got->done ? k.got->report : "the run did not come to an end");
    snprintf(expect, 1200, "%s", k.first_report);
    if (!rc && strcmp(report, expect)) rc = 1;
  }
  unload(&k);
  return rc;
}

/* ---- smaller ---- */

static unsigned count(const shrink *k, const uint8_t *keep) {
  unsigned n = 0;
  for (uint64_t c = 0; c < k->e.cycles; c++)
    for (unsigned i = 0; (!keep || keep[c]) && i < k->in.n; i++) {
      const uint8_t *v = k->e.v + c * k->in.bytes + k->in.v[i].at;
      for (size_t b = 0; b < k->in.v[i].bytes; b++)
        if (v[b]) {
          n++;
          break;
        }
    }
  return n;
}

/* The latest of a few starts; the rest of the cycles are left out. */
static void later(shrink *k, uint8_t *keep) {
  for (uint64_t n = 1; n < k->e.cycles; n *= 2) {
    memset(keep, 0, k->e.cycles - n), memset(keep + (k->e.cycles - n), 1, n);
    if (try(k, keep)) return;
  }
  memset(keep, 1, k->e.cycles);
}

/* Runs of cycles out, long ones first; single ones until none can go any more. */
static int cut_runs(shrink *k, uint8_t *keep, uint64_t len) {
  uint8_t *old = malloc(k->e.cycles);
  int any = 0;
  for (uint64_t end = k->e.cycles; old && end && k->left; end = end > len ? end - len : 0) {
    uint64_t from = end > len ? end - len : 0, some = 0;
    memcpy(old, keep, k->e.cycles);
    for (uint64_t c = from; c < end; c++) some += keep[c], keep[c] = 0;
    if (!some) continue;
    if (try(k, keep)) any = 1;
    else memcpy(keep, old, k->e.cycles);
  }
  free(old);
  return any;
}
static void fewer_cycles(shrink *k, uint8_t *keep) {
  uint64_t n = 0;
  for (uint64_t c = 0; c < k->e.cycles; c++) n += keep[c];
  for (uint64_t len = n / 2; len > 1 && k->left; len /= 2) cut_runs(k, keep, len);
  while (k->left && cut_runs(k, keep, 1)) continue;
}

/* Cycles that are left out go; behind the one that differs nothing is wanted. */
static void pack(shrink *k, const uint8_t *keep) {
  uint64_t to = 0;
  for (uint64_t c = 0; c < k->e.cycles; c++)
    if (keep[c]) memmove(k->e.v + to++ * k->in.bytes, k->e.v + c * k->in.bytes, k->in.bytes);
  memset(k->e.v + to * k->in.bytes, 0, (k->e.cycles - to) * k->in.bytes);
}

/* One input becomes 0 in these cycles, if it still fails then. 0: it does not. */
static int clear(shrink *k, const input *x, uint64_t from, uint64_t to, const uint8_t *keep) {
  uint8_t *old = malloc(x->bytes * (to - from) + 1), *v = k->e.v + x->at;
  int some = 0, rc = 1;
  for (uint64_t c = from; old && c < to; c++) {
    memcpy(old + (c - from) * x->bytes, v + c * k->in.bytes, x->bytes);
    for (size_t b = 0; b < x->bytes; b++) some |= v[c * k->in.bytes + b];
    memset(v + c * k->in.bytes, 0, x->bytes);
  }
  if (some && !(rc = try(k, keep)))
    for (uint64_t c = from; c < to; c++) memcpy(v + c * k->in.bytes, old + (c - from) * x->bytes, x->bytes);
  free(old);
  return rc;
}
static void fewer_inputs(shrink *k, uint64_t cycles, const uint8_t *keep) {
  for (unsigned i = 0; i < k->in.n && k->left; i++)
    if (!clear(k, &k->in.v[i], 0, cycles, keep))
      for (uint64_t c = 0; c < cycles && k->left; c++) clear(k, &k->in.v[i], c, c + 1, keep);
}

static int save(shrink *k, uint64_t cycles, wt_bench_shrunk *r, char *err, size_t errn) {
  size_t n = 0;
  json_t *list = json_array();
  FILE *f = open_memstream(&r->listing, &n);
  for (uint64_t c = 0; c < cycles; c++) {
    json_t *one = cycle_json(&k->in, k->e.v + c * k->in.bytes), *v;
    const char *key;
    if (f) fprintf(f, "  %" PRIu64 "%s", c, json_object_size(one) ? " " : "");
    json_object_foreach(one, key, v) if (f) fprintf(f, " %s=%.40s", key, json_string_value(v));
    if (f) fputc('\n', f);
    json_array_append_new(list, one);
  }
  if (f) fclose(f);
  json_object_del(k->j, "cycles");
  json_object_set_new(k->j, "differs", json_string(r->report));
  json_object_set_new(k->j, "events", list);
  return write_json(k->o->out, k->j, err, errn) ? 2 : 0;
}

int wt_bench_shrink(const wt_bench_shrink_opts *o, wt_bench_shrunk *r, char *err, size_t errn) {
  shrink k = {.o = o, .left = o->attempts ? o->attempts : ATTEMPTS};
  memset(r, 0, sizeof *r);
  int rc = load(&k, err, errn);
  uint8_t *keep = rc ? NULL : malloc(k.e.cycles);
  if (!rc && !keep) rc = 2, snprintf(err, errn, "out of memory");
  if (!rc && !*k.field) rc = 2, snprintf(err, errn, "%.300s: its difference is of no field of a block", o->file);
  if (!rc && !fails(&k, NULL, !json_object_get(k.j, "events")))
    rc = 1, snprintf(err, errn, "%.300s: the difference does not come again: %.300s", o->file, k.got->report);
  if (!rc) {
    uint64_t cycles = k.got->cycles < k.e.cycles ? k.got->cycles + 1 : k.e.cycles; /* with the one that differs */
    const uint64_t room = k.e.cycles;
    k.e.cycles = cycles;
    r->cycles_before = cycles, r->events_before = count(&k, NULL);
    later(&k, keep);
    for (unsigned events = ~0u, now; (now = count(&k, keep)) < events; k.e.cycles = cycles) {
      events = now;
      fewer_cycles(&k, keep);
      pack(&k, keep);
      cycles = 0;
      for (uint64_t c = 0; c < k.e.cycles; c++) cycles += keep[c];
      memset(keep, 0, k.e.cycles), memset(keep, 1, cycles);
      fewer_inputs(&k, cycles, keep);
    }
    if (!fails(&k, keep, 0)) rc = 1, snprintf(err, errn, "%.300s: the smaller stimulus does not fail every time", o->file);
    r->cycles = cycles, r->events = count(&k, keep), r->attempts = k.made;
    snprintf(r->report, sizeof r->report, "%s", k.got->report);
    if (!rc) rc = save(&k, cycles, r, err, errn);
    k.e.cycles = room;
  }
  free(keep);
  unload(&k);
  return rc;
}
