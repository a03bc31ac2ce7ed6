/* test_wt_ckpt.c - a run that goes on from a checkpoint ends as the unbroken one: state, counters, trace. Every row of the state is needed, and
 * a file that is not what it was is refused.
 * WT_CKPT_ALL=1: every kernel under every control-flow unit and preset; else every kernel once. WT_CKPT_SEED=S: other cycles.
 */
#define _GNU_SOURCE
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/wt_session.h"
#include "oracle/wt_oracle_int.h"
#include "tests/host_kit.h"
#include "tests/kernel_kit.h"
#include "tests/suite.h"

static const char *const units[] = {"DIVERGENCE=hanoi_yr", "DIVERGENCE=hanoi", "DIVERGENCE=simt_stack", "DIVERGENCE=barrier", "DIVERGENCE=multipath"};
enum { UNITS = 5, PATIENCE = 400 };

static char dir[] = "/tmp/wt_ckpt_XXXXXX";
static uint64_t seed_of_all = 1;

/* What the end of a launch left behind. */
typedef struct {
  uint8_t sha[32];
  wt_tally tally, before;
  uint64_t requests, accesses;
  wt_status status;
  char error[600];
} ending;

/* A run that saves one checkpoint and remembers how its launch ended. */
typedef struct {
  wt_session *s;
  uint64_t at, passed; /* cycles of all launches */
  int busy;            /* wait until loads are on their way to or from the machine */
  unsigned waited;
  wt_ckpt_kind kind;
  int leave_out, saved, was_busy;
  char file[300];
  FILE *trace;
  long from; /* place in the trace */
  ending end;
} subject;

static void at_end(void *ctx, wt_running *u, wt_status st) {
  ending *e = ctx;
  ck_assert_int_eq(wt_running_hash(u, u->x->backend == WT_BACKEND_RTL ? WT_STATE_MACHINE : WT_STATE_FULL, e->sha), 0);
  e->tally = u->t->tally, e->before = u->x->total;
  e->requests = wt_env_requests(u->e), e->accesses = wt_env_lane_accesses(u->e);
  e->status = st;
  snprintf(e->error, sizeof e->error, "%.599s", u->x->error);
}

static void subject_end(void *ctx, wt_running *u, wt_status st) {
  subject *j = ctx;
  j->passed += u->t->tally.cycles;
  if (j->saved != 1) return;
  j->saved = 2;
  at_end(&j->end, u, st);
}

/* Lines of global memory that the machine waits for, stores and atomics among them, and answers on their way. */
static int in_flight(wt_running *u) {
  wt_saved l = {0};
  unsigned n = 0;
  ck_assert_int_eq(wt_running_rows(u, WT_STATE_MACHINE, &l), 0);
  for (unsigned i = 0; i < l.n; i++)
    if (!strcmp(l.row[i].name, "flight.rsp_n") || !strcmp(l.row[i].name, "flight.ack_n") || !strcmp(l.row[i].name, "memory.high"))
      n += *(uint32_t *)(void *)l.row[i].at;
  wt_saved_free(&l);
  return n > 0;
}

static wt_status subject_look(void *ctx, wt_running *u) {
  subject *j = ctx;
  uint64_t c = u->t->tally.cycles;
  char err[600];
  if (j->saved) return u->x->visit.next = UINT64_MAX, WT_OK;
  if (j->passed + c < j->at || !c) return u->x->visit.next = j->at > j->passed + c ? j->at - j->passed : c + 1, WT_OK;
  int busy = in_flight(u);
  if (j->busy && !busy && j->waited++ < PATIENCE) return u->x->visit.next = c + 1, WT_OK;
  u->x->visit.next = UINT64_MAX;
  if (u->x->backend == WT_BACKEND_RTL) u->x->ops->store(u->x->twin);
  wt_ckpt_more more = {.seed = j->s->opt.seed, .leave_out = j->leave_out};
  ck_assert_msg(!wt_ckpt_save(u, j->kind, &more, j->file, err, sizeof err), "%s", err);
  j->saved = 1, j->was_busy = busy;
  if (j->trace) fflush(j->trace), j->from = ftell(j->trace);
  return WT_OK;
}

static void same_end(const char *what, const ending *a, const ending *b, int whole) {
  ck_assert_msg(a->status == b->status && !strcmp(a->error, b->error), "%s: ends with %d %s, the unbroken run with %d %s", what, b->status, b->error,
                a->status, a->error);
  ck_assert_msg(a->tally.cycles == b->tally.cycles, "%s: %llu cycles, the unbroken run has %llu", what, (unsigned long long)b->tally.cycles,
                (unsigned long long)a->tally.cycles);
  ck_assert_msg(!whole || (!memcmp(&a->tally, &b->tally, sizeof a->tally) && !memcmp(&a->before, &b->before, sizeof a->before)), "%s: other counters",
                what);
  ck_assert_msg(a->requests == b->requests && a->accesses == b->accesses, "%s: other counts of memory accesses", what);
  ck_assert_msg(!whole || !memcmp(a->sha, b->sha, sizeof a->sha), "%s: the state at the end is another one", what);
}

/* Goes on from the file of j and compares with its end. */
static void resume(const char *what, subject *j, wt_backend backend, int no_oracle, uint64_t max_cycles, const char *trace) {
  wt_options o = {.backend = backend, .no_oracle = no_oracle, .max_cycles = max_cycles};
  wt_session *s;
  ending e = {0};
  char *lines = NULL;
  size_t n = 0;
  ck_assert_msg(wt_session_resume(j->file, &o, &s) == WT_OK, "%s: %s", what, wt_error(NULL));
  wt_set_quiet(s, 1);
  FILE *f = open_memstream(&lines, &n);
  if (trace) wt_set_trace(s, f);
  s->x.on_end = at_end, s->x.on_end_ctx = &e;
  wt_status st = wt_resume(s);
  ck_assert_msg(st == j->end.status, "%s: %s", what, wt_error(s));
  fclose(f);
  int whole = backend == j->s->opt.backend && j->kind == WT_CKPT_FULL && !no_oracle;
  same_end(what, &j->end, &e, whole);
  ck_assert_msg(!trace || !strcmp(trace + j->from, lines), "%s: another trace", what);
  free(lines);
  wt_session_close(s);
}

/* Saves in the middle of a kernel, runs it to its end, goes on from the file. 0: this unit does not run the kernel. */
static int one_kernel(const char *kernel, const char *preset, const char *unit, wt_backend backend, wt_ckpt_kind kind, uint64_t *rng, int *busy) {
  const char *set[] = {unit, NULL};
  char what[300], *lines = NULL;
  size_t n = 0;
  snprintf(what, sizeof what, "%s on %s, %s", kernel, preset, unit);
  wt_options o = {.backend = WT_BACKEND_C, .preset = preset, .set = set, .seed = 1, .max_cycles = 2000000, .no_oracle = 1};
  wt_session *s;
  ck_assert_msg(wt_session_open(&o, &s) == WT_OK, "%s: %s", what, wt_error(NULL));
  wt_set_quiet(s, 1);
  wt_status st = kit_host(s, kernel);
  uint64_t cycles = wt_stats(s)->cycles;
  wt_session_close(s);
  if (st || cycles < 200) return 0;
  o.no_oracle = 0, o.backend = backend;
  ck_assert_msg(wt_session_open(&o, &s) == WT_OK, "%s: %s", what, wt_error(NULL));
  wt_set_quiet(s, 1);
  subject j = {.s = s, .at = 1 + wt_host_next(rng) % (cycles - 100), .busy = wt_host_next(rng) % 4 != 0, .kind = kind, .leave_out = -1};
  snprintf(j.file, sizeof j.file, "%s/%s.wtck", dir, kernel);
  if (backend != WT_BACKEND_RTL) j.trace = open_memstream(&lines, &n);
  wt_set_trace(s, j.trace);
  s->x.visit = (wt_visit){0, subject_look, &j};
  s->x.on_end = subject_end, s->x.on_end_ctx = &j;
  ck_assert_msg(kit_host(s, kernel) == WT_OK, "%s: %s", what, wt_error(s));
  if (j.trace) fclose(j.trace);
  if (j.saved == 2) {
    *busy += j.was_busy;
    /* of the trace only what belongs to the launch of the checkpoint */
    char *last = lines;
    if (lines) {
      uint64_t was = 0, c;
      for (char *p = lines + j.from; *p; p = strchr(p, '\n') + 1) {
        c = strtoull(p, NULL, 10);
        if (c < was) {
          *p = 0;
          break;
        }
        was = c;
      }
    }
    resume(what, &j, backend, 0, o.max_cycles, last);
    if (backend == WT_BACKEND_COSIM) {
      resume(what, &j, WT_BACKEND_C, 0, o.max_cycles, last);
      resume(what, &j, WT_BACKEND_RTL, 0, 0, NULL);
    }
  }
  unlink(j.file);
  free(lines);
  wt_session_close(s);
  return j.saved == 2;
}

static json_t *manifest(void) {
  json_t *m = json_load_file(WT_ROOT "/tests/kernels/manifest.json", 0, NULL);
  ck_assert_ptr_nonnull(m);
  return m;
}

START_TEST(kernels_go_on) {
  json_t *m = manifest();
  static const char *const presets[] = {"small", "default", "thesis-tesla"};
  uint64_t rng = seed_of_all;
  int all = getenv("WT_CKPT_ALL") != NULL, n = 0, busy = 0;
  for (size_t i = 0; i < json_array_size(m); i++)
    for (unsigned u = 0; u < UNITS; u++)
      for (unsigned p = 0; p < (all ? 3 : 1); p++) {
        const char *name = json_string_value(json_object_get(json_array_get(m, i), "name"));
        if (!all && u != (i + seed_of_all) % UNITS) continue;
        n += one_kernel(name, presets[p], units[u], WT_BACKEND_C, WT_CKPT_FULL, &rng, &busy);
      }
  printf("%d runs went on from a checkpoint, %d of them with requests on their way\n", n, busy);
  ck_assert_int_ge(n, 20);
  ck_assert_msg(2 * busy >= n, "only %d of %d checkpoints have requests on their way", busy, n);
  json_decref(m);
}
END_TEST

/* With network, L2 and DRAM behind the port. */
START_TEST(memory_goes_on) {
  static const char *const names[] = {"atomics", "reduce", "bfs", "spmv", "localsort"};
  uint64_t rng = seed_of_all + 400;
  int busy = 0, n = 0, rounds = getenv("WT_CKPT_ALL") != NULL ? 10 : 3;
  for (int k = 0; k < rounds; k++)
    for (unsigned i = 0; i < 5; i++) {
      n += one_kernel(names[i], "small", "MEM_MODEL=l2dram", WT_BACKEND_C, WT_CKPT_FULL, &rng, &busy);
      n += one_kernel(names[i], "thesis-tesla", "MEM_MODEL=l2dram", WT_BACKEND_C, WT_CKPT_FULL, &rng, &busy);
    }
  ck_assert_int_ge(n, rounds * 8); /* a few wait behind the end for requests on their way */
  ck_assert_int_ge(2 * busy, n);
}
END_TEST

/* Pages of the oracle's memory that are zero where the machine's are not, and the other way: a store that one of them has done and the other has not. */
static wt_addr both_have;
static wt_status one_sided(void *ctx, wt_running *u) {
  uint8_t one[3] = {1, 2, 3};
  if (!u->t->tally.cycles) return u->x->visit.next = 40, WT_OK;
  ck_assert_int_eq(wt_mem_write(u->x->mem, both_have + 2 * 4096, one, 3) | wt_mem_write(u->x->omem, both_have + 4 * 4096, one, 3), 0);
  return subject_look(ctx, u);
}
START_TEST(memories_that_differ_are_kept_apart) {
  const char *set[] = {NULL};
  static uint8_t page[4096], none[4096];
  wt_options o = {.backend = WT_BACKEND_C, .preset = "tiny", .set = set, .seed = 1, .max_cycles = 300000};
  wt_session *s;
  wt_ckpt c;
  ck_assert_int_eq(wt_session_open(&o, &s), WT_OK);
  wt_set_quiet(s, 1);
  wt_addr buf[3] = {kit_alloc(s, 65536, NULL), kit_alloc(s, 65536, NULL), kit_alloc(s, 65536, NULL)};
  subject j = {.s = s, .kind = WT_CKPT_FULL, .leave_out = -1};
  snprintf(j.file, sizeof j.file, "%s/apart.wtck", dir);
  s->x.visit = (wt_visit){0, one_sided, &j};
  both_have = buf[2];
  kit_launch(s, kit_file(s, WT_ROOT "/tests/asm/in_flight.sass"), 2, 4, buf, 1);
  ck_assert_int_ne(j.saved, 0);
  wt_session_close(s);
  ck_assert_msg(!wt_ckpt_open(&c, j.file), "%s", c.error);
  wt_mem *mem = wt_mem_new(), *omem = wt_mem_new();
  ck_assert_int_eq(wt_ckpt_mem(&c, mem, omem), 0);
  for (unsigned k = 0; k < 16; k++) {
    wt_mem *of[] = {mem, omem};
    for (unsigned i = 0; i < 2; i++) {
      ck_assert_int_eq(wt_mem_read(of[i], buf[2] + k * 4096, page, sizeof page), 0);
      int written = k == (i ? 4 : 2);
      ck_assert_msg(!memcmp(page, none, sizeof page) == !written, "page %u of the %s", k, i ? "oracle" : "machine");
    }
  }
  wt_mem_free(mem), wt_mem_free(omem);
  wt_ckpt_close(&c);
  unlink(j.file);
}
END_TEST

START_TEST(segments_go_on) {
  uint64_t rng = seed_of_all + 100;
  int busy = 0;
  ck_assert(one_kernel("reduce", "small", units[0], WT_BACKEND_C, WT_CKPT_SEGMENT, &rng, &busy));
  ck_assert(one_kernel("atomics", "small", units[0], WT_BACKEND_C, WT_CKPT_SEGMENT, &rng, &busy));
}
END_TEST

/* In lock-step: the RTL is loaded, too; the same file on the C twin and on the RTL alone. */
START_TEST(both_twins_go_on) {
  uint64_t rng = seed_of_all + 200;
  int busy = 0, all = getenv("WT_CKPT_ALL") != NULL;
  static const char *const names[] = {"atomics", "reduce", "shist", "localsort", "nested", "matmul", "bfs", "hist"};
  for (unsigned i = 0; i < (all ? 8 : 4); i++) ck_assert(one_kernel(names[i], "small", units[0], WT_BACKEND_COSIM, WT_CKPT_FULL, &rng, &busy));
  ck_assert(one_kernel("vecadd", "small", units[0], WT_BACKEND_RTL, WT_CKPT_SEGMENT, &rng, &busy));
  ck_assert(one_kernel("reduce", "small", units[0], WT_BACKEND_COSIM, WT_CKPT_SEGMENT, &rng, &busy));
}
END_TEST

/* ---- every row is needed ---- */

typedef struct {
  unsigned n, caught[4000];
  char name[4000][WT_SAVED_NAME];
} row_book;
static row_book book;

static unsigned *of_row(const char *name) {
  for (unsigned i = 0; i < book.n; i++)
    if (!strcmp(book.name[i], name)) return &book.caught[i];
  ck_assert_uint_lt(book.n, 4000);
  snprintf(book.name[book.n], WT_SAVED_NAME, "%s", name);
  return &book.caught[book.n++];
}

/* Marks what rows hold of one object. */
static void mark(uint8_t *seen, const char *base, size_t size, const wt_saved *l) {
  for (unsigned i = 0; i < l->n; i++) {
    const wt_saved_row *r = &l->row[i];
    for (uint32_t k = 0; k < r->n && !r->own; k++) {
      const char *p = r->at + k * (r->stride ? r->stride : r->elem);
      size_t n = r->through ? sizeof(void *) : r->elem;
      if (p >= base && p + n <= base + size) memset(seen + (p - base), 1, n);
    }
  }
}
/* Bytes of members that are no state; why says it to the reader. */
typedef struct {
  size_t at, n;
} no_state;
#define NO_STATE(type, field, why) \
  { offsetof(type, field), sizeof((type *)0)->field }
static void all_of(const char *what, const void *base, size_t size, const wt_saved *l, const no_state *but, size_t n_but) {
  uint8_t *seen = calloc(1, size);
  unsigned holes = 0;
  mark(seen, base, size, l);
  for (size_t i = 0; i < n_but; i++) memset(seen + but[i].at, 1, but[i].n);
  for (size_t i = 0, k; i < size; i = k + 1) {
    for (k = i; k < size && !seen[k]; k++) continue;
    /* what may lie between members so that the next one is aligned */
    size_t n = k - i;
    if (n && (n >= 8 || k % (n < 4 ? 4 : 8))) holes++, printf("%s: bytes %zu to %zu are in no row and no exception\n", what, i, k - 1);
  }
  free(seen);
  ck_assert_msg(!holes, "%s has state that no row holds: a new member needs a row, or its reason in this suite", what);
}
static void every_byte_has_a_row(wt_running *u, const wt_saved *l) {
  static const no_state tandem[] = {NO_STATE(wt_tandem, S, "the shape"),
                                    NO_STATE(wt_tandem, L, "the launch"),
                                    NO_STATE(wt_tandem, oracle, "has rows of its own"),
                                    NO_STATE(wt_tandem, hazard, "has rows of its own"),
                                    NO_STATE(wt_tandem, unsure, "has a row where HAZARDS=run asks for it: test_wt_let_through"),
                                    NO_STATE(wt_tandem, slots, "of one cycle"),
                                    NO_STATE(wt_tandem, performed, "ends the run"),
                                    NO_STATE(wt_tandem, error, "ends the run"),
                                    NO_STATE(wt_tandem, where, "ends the run"),
                                    NO_STATE(wt_tandem, count_idle, "asked for by the caller")};
  static const no_state oracle[] = {
    NO_STATE(wt_oracle, warps, "the shape"),
    NO_STATE(wt_oracle, marks, "has rows of its own"),
    NO_STATE(wt_oracle, ws, "the shape"),
    NO_STATE(wt_oracle, ctas, "the shape"),
    NO_STATE(wt_oracle, smem_bytes, "the shape"),
    NO_STATE(wt_oracle, sm, "the shape"),
    NO_STATE(wt_oracle, local_bytes, "the launch"),
    NO_STATE(wt_oracle, all, "the shape"),
    NO_STATE(wt_oracle, code, "the launch"),
    NO_STATE(wt_oracle, n_code, "the launch"),
    NO_STATE(wt_oracle, bank, "the launch"),
    NO_STATE(wt_oracle, bank_bytes, "the launch"),
    NO_STATE(wt_oracle, mem, "the memory of the run"),
    NO_STATE(wt_oracle, warp, "has rows of its own"),
    NO_STATE(wt_oracle, cta, "has rows of its own"),
    NO_STATE(wt_oracle, act, "worked out again"),
    NO_STATE(wt_oracle, exe, "worked out again"),
    NO_STATE(wt_oracle, later, "empty but within a window of SMs that run apart, and in slices behind their caches, which has rows"),
    NO_STATE(wt_oracle, err, "ends the run"),
    NO_STATE(wt_oracle, where, "ends the run"),
    NO_STATE(wt_oracle, last, "the oracle alone"),
    NO_STATE(wt_oracle, last_exec, "the oracle alone"),
    NO_STATE(wt_oracle, last_taken, "the oracle alone"),
    NO_STATE(wt_oracle, l1, "rows by way of its address"),
    NO_STATE(wt_oracle, line_bytes, "the shape"),
    NO_STATE(wt_oracle, side_by_side, "the shape"),
    NO_STATE(wt_oracle, init, "resumed runs do without it"),
    NO_STATE(wt_oracle, regs, "all of them after a load"),
    NO_STATE(wt_oracle, rules, "shape and launch")};
  static const no_state warp[] = {NO_STATE(wt_o_warp, fifo, "rows by way of its address"),
                                  NO_STATE(wt_o_warp, local, "rows by way of its address"),
                                  NO_STATE(wt_o_warp, r_owed, "worked out again"),
                                  NO_STATE(wt_o_warp, together, "worked out again"),
                                  NO_STATE(wt_o_warp, at, "worked out again"),
                                  NO_STATE(wt_o_warp, place, "worked out again"),
                                  NO_STATE(wt_o_warp, local_room, "memory"),
                                  NO_STATE(wt_o_warp, meet.view, "rows by way of its address, with masks"),
                                  NO_STATE(wt_o_warp, meet.pt, "rows by way of its address, with points")};
  const wt_oracle *o = u->x->oracle[0];
  unsigned slots = u->m->S->SLOTS;
  wt_tandem *t = malloc(sizeof *t);
  ck_assert_uint_le(slots, MAX_WARPS);
  /* slots that the shape does not have are no state: the rows of a machine with all of them would hold them */
  wt_saved more = {0};
  *t = *u->t;
  u->t->S = &(wt_shape){.SM_SLOTS = MAX_WARPS, .L1_BYTES = MAX_L1_BYTES, .L1_SETS = MAX_L1_SETS};
  wt_tandem_saved(u->t, &more);
  u->t->S = t->S;
  all_of("wt_tandem", u->t, sizeof *t, &more, tandem, sizeof tandem / sizeof *tandem);
  wt_saved_free(&more);
  free(t);
  all_of("wt_oracle", o, sizeof *o, l, oracle, sizeof oracle / sizeof *oracle);
  all_of("wt_o_warp", &o->warp[0], sizeof o->warp[0], l, warp, sizeof warp / sizeof *warp);
  all_of("wt_o_cta", &o->cta[0], sizeof o->cta[0], l, NULL, 0);
}

/* Loads with each row left out. Rows that hold nothing in this checkpoint (a queue is empty) cannot be missed in it. */
static wt_status leave_out_load(void *ctx, wt_running *u) {
  wt_ckpt *c = ctx;
  wt_saved l = {0};
  ck_assert_int_eq(wt_running_rows(u, WT_STATE_FULL, &l), 0);
  c->leave_out = -1;
  wt_status st = wt_ckpt_load(c, u);
  ck_assert_msg(st == WT_OK, "%s", c->error);
  for (unsigned i = 0; i < l.n; i++) {
    size_t n = wt_saved_bytes(&l.row[i]);
    unsigned *caught = of_row(l.row[i].name);
    if (!n || *caught) continue;
    if (l.row[i].count) { /* what stands there must not be what is loaded again */
      char *p = malloc(n);
      memset(p, 0x5a, n);
      ck_assert_int_ge(wt_saved_put(&l.row[i], p, n), 0);
      free(p);
    }
    c->leave_out = (int)i;
    st = wt_ckpt_load(c, u);
    ck_assert_msg(st != WT_OK, "row %s was not loaded, and nobody noticed", l.row[i].name);
    *caught = 1;
    c->leave_out = -1;
    ck_assert_msg(wt_ckpt_load(c, u) == WT_OK, "%s", c->error);
  }
  every_byte_has_a_row(u, &l);
  wt_saved_free(&l);
  return WT_USAGE;
}

/* A file without one of the rows is of another program. */
static wt_status leave_out_save(void *ctx, wt_running *u) {
  wt_ckpt *c = ctx;
  wt_saved l = {0};
  char file[300], err[600];
  ck_assert_msg(wt_ckpt_load(c, u) == WT_OK, "%s", c->error);
  ck_assert_int_eq(wt_running_rows(u, WT_STATE_FULL, &l), 0);
  snprintf(file, sizeof file, "%s/less.wtck", dir);
  for (unsigned i = 0; i < l.n; i += getenv("WT_CKPT_ALL") ? 1 : 3) {
    wt_ckpt_more more = {.leave_out = (int)i};
    wt_ckpt less;
    char want[WT_SAVED_NAME + 1];
    ck_assert_msg(!wt_ckpt_save(u, WT_CKPT_FULL, &more, file, err, sizeof err), "%s", err);
    ck_assert_msg(!wt_ckpt_open(&less, file), "%s", less.error);
    ck_assert_int_eq(wt_ckpt_load(&less, u), WT_USAGE);
    snprintf(want, sizeof want, "%s ", l.row[i].name);
    ck_assert_msg(strstr(less.error, "its rows are not those of this program") && strstr(less.error, want), "%s: %s", want, less.error);
    wt_ckpt_close(&less);
  }
  unlink(file);
  wt_saved_free(&l);
  return WT_USAGE;
}

static void leave_out(const char *program, const char *unit, uint64_t at, wt_run_load *fn) {
  const char *set[8] = {"IMEM_LAT=5", "CONST_LAT=5"}; /* so that answers are on their way */
  char keys[200];
  snprintf(keys, sizeof keys, "%s", unit);
  unsigned n_set = 2;
  for (char *k = strtok(keys, " "); k && n_set < 7; k = strtok(NULL, " ")) set[n_set++] = k;
  wt_options o = {.backend = WT_BACKEND_C, .preset = "tiny", .set = set, .seed = 1, .max_cycles = 300000}, again = {.backend = WT_BACKEND_C};
  wt_session *s, *t;
  ck_assert_int_eq(wt_session_open(&o, &s), WT_OK);
  wt_set_quiet(s, 1);
  subject j = {.s = s, .at = at, .busy = at > 20, .kind = WT_CKPT_FULL, .leave_out = -1};
  snprintf(j.file, sizeof j.file, "%s/rows.wtck", dir);
  s->x.visit = (wt_visit){0, subject_look, &j};
  s->x.on_end = subject_end, s->x.on_end_ctx = &j;
  char path[300];
  snprintf(path, sizeof path, WT_ROOT "/tests/asm/%s", program);
  wt_module *m = kit_file(s, path);
  wt_addr buf[3] = {kit_alloc(s, 65536, NULL), kit_alloc(s, 65536, NULL), kit_alloc(s, 65536, NULL)};
  wt_kernel_info k;
  wt_launch_desc L;
  ck_assert_int_eq(wt_kernel_get(s, m, 0, &k), WT_OK);
  unsigned warp;
  ck_assert_int_eq(wt_shape_key(s, "WARP_SIZE", &warp), WT_OK);
  kit_launch(s, m, 2, warp, buf, k.n_params < 3 ? k.n_params : 3);
  ck_assert_msg(j.saved, "%s ended before cycle %llu", program, (unsigned long long)at);
  ck_assert_msg(wt_session_resume(j.file, &again, &t) == WT_OK && wt_session_start(t) == WT_OK, "%s", wt_error(NULL));
  wt_set_quiet(t, 1);
  t->x.omem = wt_mem_new();
  ck_assert_int_eq(wt_ckpt_mem(t->from, t->x.mem, t->x.omem), 0);
  ck_assert_int_eq(wt_ckpt_launch(t->from, &L), 0);
  ck_assert_int_eq(wt_run_on(&t->x, &L, fn, t->from), WT_USAGE);
  wt_launch_free(&L);
  wt_session_close(t);
  wt_session_close(s);
  unlink(j.file);
}

START_TEST(every_row_is_loaded) {
  memset(&book, 0, sizeof book);
  for (unsigned u = 0; u < UNITS; u++) {
    leave_out("local.sass", units[u], 60, leave_out_load);
    leave_out("access.sass", units[u], 120, leave_out_load);
  }
  for (uint64_t at = 2; at < 12; at++) leave_out("access.sass", units[0], at, leave_out_load);
  leave_out("atomics_all.sass", units[0], 80, leave_out_load);
  for (uint64_t at = 60; at < 400; at += 60) leave_out("access.sass", "MEM_MODEL=l2dram", at, leave_out_load);
  for (uint64_t at = 4200; at < 4400; at += 26) leave_out("longloads.sass", "MEM_MODEL=l2dram", at, leave_out_load);
  /* other requests are on their way in cycle 4096, when the state is remembered */
  static const char *const lat[] = {"NET_LAT=40", "L2_LAT=90", "NET_BYTES=2", "NET_BYTES=1", "L2_LAT=50", "MEM_SHARE=9", "NET_LAT=15"};
  for (unsigned k = 0; k < sizeof lat / sizeof *lat; k++) {
    char l2dram[60];
    snprintf(l2dram, sizeof l2dram, "MEM_MODEL=l2dram %s", lat[k]);
    leave_out("longloads.sass", l2dram, 4200, leave_out_load);
  }
  leave_out("shared_generic.sass", units[0], 100, leave_out_load);
  for (uint64_t at = 26; at < 90; at += 6) leave_out("in_flight.sass", "L1_BYTES=1024 MEM_LAT=30", at, leave_out_load);
  leave_out("local.sass", "L1_BYTES=1024 MEM_LAT=30", 60, leave_out_load);
  unsigned never = 0;
  for (unsigned i = 0; i < book.n; i++)
    if (!book.caught[i]) never++, printf("row %s was empty in every checkpoint\n", book.name[i]);
  printf("%u rows, each left out once; %u held nothing\n", book.n, never);
  ck_assert_uint_gt(book.n, 500);
  ck_assert_uint_lt(never, 14);
}
END_TEST

START_TEST(every_row_is_saved) { leave_out("access.sass", units[0], 60, leave_out_save); }
END_TEST

/* ---- files that are not what they were ---- */

static void make_file(char *file, size_t n) {
  wt_options o = {.backend = WT_BACKEND_C, .preset = "tiny", .seed = 1};
  wt_session *s;
  ck_assert_int_eq(wt_session_open(&o, &s), WT_OK);
  wt_set_quiet(s, 1);
  wt_set_checkpoints(s, 50, dir, 1, "a note");
  wt_module *m = kit_file(s, WT_ROOT "/tests/asm/access.sass");
  wt_addr buf[3] = {kit_alloc(s, 65536, NULL), kit_alloc(s, 65536, NULL), kit_alloc(s, 65536, NULL)};
  wt_kernel_info k;
  ck_assert_int_eq(wt_kernel_get(s, m, 0, &k), WT_OK);
  kit_launch(s, m, 1, 4, buf, k.n_params < 3 ? k.n_params : 3);
  snprintf(file, n, "%s/%s-000000000100.wtck", dir, k.name);
  wt_session_close(s);
  ck_assert_int_eq(access(file, R_OK), 0);
}
static void no_files(void) {
  char cmd[100];
  snprintf(cmd, sizeof cmd, "rm -f %s/*", dir);
  ck_assert_int_eq(system(cmd), 0);
}

static void refused(const char *file, const char *why) {
  wt_options o = {.backend = WT_BACKEND_C};
  wt_session *s = NULL;
  wt_status st = wt_session_resume(file, &o, &s);
  const char *said = wt_error(NULL);
  if (st == WT_OK) {
    wt_set_quiet(s, 1);
    st = wt_resume(s);
    said = wt_error(s);
  }
  ck_assert_msg(st == WT_USAGE, "%s: %d %s", file, st, said);
  ck_assert_msg(strstr(said, file) && strstr(said, why) && !strchr(said, '\n'), "'%s' is not in: %s", why, said);
  if (s) wt_session_close(s);
}

static void write_file(const char *file, const void *p, size_t n) {
  FILE *f = fopen(file, "wb");
  ck_assert(f && fwrite(p, 1, n, f) == n && !fclose(f));
}

START_TEST(damaged_files) {
  char file[300], other[300];
  static char data[1 << 20];
  uint64_t rng = seed_of_all + 300;
  make_file(file, sizeof file);
  snprintf(other, sizeof other, "%s/other.wtck", dir);
  FILE *f = fopen(file, "rb");
  size_t n = fread(data, 1, sizeof data, f);
  fclose(f);
  ck_assert(n > 4000 && n < sizeof data);
  for (int i = 0; i < 60; i++) {
    write_file(other, data, wt_host_below(&rng, (uint32_t)n));
    refused(other, "");
  }
  for (int i = 0; i < 120; i++) {
    size_t at = i < 30 ? (size_t)i * 2 : wt_host_below(&rng, (uint32_t)n);
    char bit = (char)(1 << wt_host_below(&rng, 8));
    data[at] ^= bit;
    write_file(other, data, n);
    refused(other, "");
    data[at] ^= bit;
  }
  for (size_t at = n - 40; at < n; at++) { /* each byte of the sum of it all, too */
    data[at] ^= 1;
    write_file(other, data, n);
    refused(other, "");
    data[at] ^= 1;
  }
  char *in_part = memmem(data, n, "WARP_SIZE", 9); /* another name of a key, and the sum of the file is right again: the part's own is not */
  ck_assert_ptr_nonnull(in_part);
  *in_part = 'w';
  wt_sha(data, n - WT_SHA, (uint8_t *)data + n - WT_SHA);
  write_file(other, data, n);
  refused(other, "a part of it is damaged");
  write_file(other, data, 0);
  refused(other, "is no checkpoint");
  refused(WT_ROOT "/tests/kernels/vecadd.cubin", "is no checkpoint");
  refused("/nowhere/a.wtck", "cannot read: No such file");
  no_files();
}
END_TEST

/* The same file with another text in one of its parts, and all sums right. */
static void edited(const char *file, const char *other, const char *part, const char *from, const char *to) {
  wt_box b = {.n = 0}, c = {.n = 0};
  char err[600];
  ck_assert_int_eq(wt_box_read(&b, file, err, sizeof err), 0);
  for (unsigned i = 0; i < b.n; i++) {
    const wt_part *p = &b.part[i];
    if (!strcmp(p->name, "Sum")) continue;
    char *text = strndup(p->data, p->n), *at = strcmp(p->name, part) ? NULL : strstr(text, from);
    ck_assert_msg(strcmp(p->name, part) || at, "%s does not stand in %s", from, part);
    char *q = wt_box_add(&c, p->name, at ? p->n - strlen(from) + strlen(to) : p->n);
    ck_assert_ptr_nonnull(q);
    if (at) {
      size_t k = (size_t)(at - text);
      memcpy(q, text, k), memcpy(q + k, to, strlen(to));
      memcpy(q + k + strlen(to), at + strlen(from), p->n - k - strlen(from));
    } else {
      memcpy(q, p->data, p->n);
    }
    free(text);
  }
  ck_assert_msg(!wt_box_write(&c, other, err, sizeof err), "%s", err);
  wt_box_free(&b), wt_box_free(&c);
}

START_TEST(files_of_others) {
  char file[300], other[300];
  make_file(file, sizeof file);
  snprintf(other, sizeof other, "%s/other.wtck", dir);
  edited(file, other, "Id", "\"format\": 1", "\"format\": 7");
  refused(other, "format 7");
  edited(file, other, "Id", "\"WARPS\"", "\"WORPS\"");
  refused(other, "WORPS");
  edited(file, other, "Rows", "fetch.req_pc 4 x 1", "fetch.req_pc 8 x 1");
  refused(other, "fetch.req_pc 4 x 1 (only here), fetch.req_pc 8 x 1 (only there)");
  edited(file, other, "Rows", "dispatch.", "despatch.");
  refused(other, "only here");
  edited(file, other, "Id", "\"state\": \"", "\"state\": \"0");
  refused(other, "is not the one that was saved");
  no_files();
}
END_TEST

int main(void) {
  const char *e = getenv("WT_CKPT_SEED");
  if (e) seed_of_all = strtoull(e, NULL, 0);
  if (!mkdtemp(dir)) return EXIT_FAILURE;
  Suite *s = suite_create("checkpoints");
  TCase *t = tcase_create("checkpoints");
  tcase_set_timeout(t, 0);
  tcase_add_test(t, kernels_go_on);
  tcase_add_test(t, memory_goes_on);
  tcase_add_test(t, memories_that_differ_are_kept_apart);
  tcase_add_test(t, segments_go_on);
  tcase_add_test(t, every_row_is_loaded);
  tcase_add_test(t, every_row_is_saved);
  tcase_add_test(t, damaged_files);
  tcase_add_test(t, files_of_others);
  tcase_add_test(t, both_twins_go_on);
  suite_add_tcase(s, t);
  int rc = suite_run(s);
  rmdir(dir);
  return rc;
}
