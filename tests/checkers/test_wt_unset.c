/* test_wt_unset.c - nothing may depend on what nobody has set: flip-flops and memories that a reset leaves alone, and what stands on the wires from the
 * outside memories while they are not valid. Kernels run with either filled at random; cycles, the trace and every metric have to be those of a run from
 * zeroes with zeroes on these wires, and the results those of the host reference.
 *
 * The C twin is filled after its reset; the RTL's own random values come from the seed of the session, and the C twin takes them over in lock-step.
 * WT_UNSET_ALL=1: every kernel from 20 seeds on two shapes, and in lock-step on small; else a sample.
 */
#define _GNU_SOURCE
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "cli/cli_cases.h"
#include "lib/wt_lot.h"
#include "lib/wt_session.h"
#include "state/wt_rows.h"
#include "tests/suite.h"

/* What the wrapped calls below do besides. */
static struct {
  int on;
  uint64_t rng;
  const char *stem, *row; /* besides: a row that the reset does set; NULL = none */
  int valid;              /* besides: a constant that is valid */
} fill;

static uint32_t next(void) {
  fill.rng = fill.rng * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (uint32_t)(fill.rng >> 32);
}
/* bits random bits, and zeroes up to the end of their 32 words more */
static void words(uint32_t *w, unsigned bits) {
  for (unsigned i = 0; i < (bits + 31) / 32; i++) w[i] = next();
  if (bits % 32) w[bits / 32] &= (1u << bits % 32) - 1;
}

static void fill_row(wt_m *m, const wt_blk *b, const wt_row *r, unsigned i) {
  static uint32_t w[1 << 16];
  char *c = wt_row_ptr(m, b, r, i);
  ck_assert_uint_lt(r->elemw * r->n, sizeof w * 8 - 200);
  memset(w, 0, (r->elemw * r->n / 32 + 4) * 4);
  if (r->kind != WT_ROW_MEM) {
    words(w, r->elemw * r->n);
    wt_row_unpack(r, c, w);
    return;
  }
  for (unsigned d = 0; d < r->depth; d++) {
    size_t stride = wt_row_stride(r);
    words(w, r->elemw);
    memset(c + d * stride, 0, stride);
    memcpy(c + d * stride, w, stride < (r->elemw + 7) / 8 ? stride : (r->elemw + 7) / 8);
  }
}
static unsigned fill_machine(wt_m *m) {
  wt_blks *all = wt_blks_new(m->S);
  unsigned n = 0;
  ck_assert_ptr_nonnull(all);
  for (unsigned k = 0; k < all->n; k++) {
    const wt_blk *b = &all->blk[k];
    for (unsigned r = 0; b->chosen && !b->outside && r < b->nrows; r++) {
      const wt_row *row = &b->rows[r];
      int named = fill.row && !strcmp(fill.row, row->name) && !strcmp(fill.stem, b->stem);
      if (row->kind != WT_ROW_MEM && (row->kind != WT_ROW_FF || (row->flag && !named))) continue;
      for (unsigned i = 0; i < b->count; i++, n++) fill_row(m, b, row, i);
    }
  }
  wt_blks_free(all);
  wt_gpu_wake(m->gpu);
  return n;
}
void __real_wt_m_reset(wt_m *m);
void __wrap_wt_m_reset(wt_m *m);
void __wrap_wt_m_reset(wt_m *m) {
  __real_wt_m_reset(m);
  if (fill.on) ck_assert_uint_gt(fill_machine(m), 20);
}

/* The wires of the environment, in every cycle: this has to be quick. Their rows are bytes, or whole words of 32 bits. */
typedef struct {
  const wt_row *row;
  void *at;
  const uint8_t *valid;
} wire;
static struct {
  wt_blks *all;
  const wt_m *m;
  unsigned n;
  wire w[32];
} wires;
static void find_wires(wt_m *m) {
  const wt_env_out *o = &m->sm->env;
  const struct {
    const char *block, *prefix;
    const uint8_t *valid;
  } ports[] = {
    {"imem", "", &m->subcore->imem.valid}, {"cmem", "", &m->subcore->cmem.valid}, {"env", "rsp_", &o->rsp_valid}, {"env", "ack_", &o->ack_valid}};
  wt_blks_free(wires.all);
  wires.all = wt_blks_new(m->S), wires.m = m, wires.n = 0;
  ck_assert_ptr_nonnull(wires.all);
  for (int p = 0; p < 4; p++) {
    const wt_blk *from = wt_blk_find(wires.all, ports[p].block);
    for (unsigned r = 0; r < from->nrows; r++) {
      const wt_row *row = &from->rows[r];
      if (strncmp(row->name, ports[p].prefix, strlen(ports[p].prefix)) || strstr(row->name, "valid")) continue;
      ck_assert(row->n == 1 && (row->csize == 1 || row->elemw % 32 == 0));
      wires.w[wires.n++] = (wire){row, wt_row_ptr(m, from, row, 0), ports[p].valid};
    }
  }
  ck_assert_uint_gt(wires.n, 9);
}
void __real_wt_env_present(wt_env *e, wt_m *m);
void __wrap_wt_env_present(wt_env *e, wt_m *m);
void __wrap_wt_env_present(wt_env *e, wt_m *m) {
  __real_wt_env_present(e, m);
  if (!fill.on) return;
  if (wires.m != m) find_wires(m);
  for (unsigned i = 0; i < wires.n; i++) {
    const wire *w = &wires.w[i];
    if (*w->valid) continue;
    if (w->row->csize == 1) *(uint8_t *)w->at = (uint8_t)(next() & ((1u << w->row->elemw) - 1));
    else words(w->at, w->row->elemw);
  }
  if (m->subcore->cmem.valid && fill.valid) m->subcore->cmem.data ^= 1;
}

/* ---- runs ---- */

typedef struct {
  int status;
  wt_counters c;
  uint64_t trace;
  char msg[2000];
} result;

static ssize_t digest_more(void *sum, const char *text, size_t n) {
  uint64_t h = *(uint64_t *)sum;
  for (size_t i = 0; i < n; i++) h = (h ^ (unsigned char)text[i]) * UINT64_C(0x100000001b3);
  *(uint64_t *)sum = h;
  return (ssize_t)n;
}

static void run(const wt_case *c, wt_backend backend, const char *preset, uint64_t seed, int on, result *r) {
  const char *const set[] = {NULL};
  wt_options so = {backend, preset, set, seed, UINT64_C(20000000), 0};
  wt_session *s;
  memset(r, 0, sizeof *r);
  r->trace = UINT64_C(0xcbf29ce484222325);
  FILE *f = fopencookie(&r->trace, "w", (cookie_io_functions_t){.write = digest_more});
  wires.m = NULL;
  fill.on = on, fill.rng = seed * UINT64_C(0x9e3779b97f4a7c15) + 1;
  ck_assert_int_eq(wt_session_open(&so, &s), WT_OK);
  wt_set_quiet(s, 1), wt_set_output(s, NULL), wt_set_mismatch(s, NULL), wt_set_trace(s, f);
  r->status = wt_case_run(c, s, 5, r->msg, sizeof r->msg); /* the same inputs whatever the seed */
  r->c = *wt_stats(s);
  wt_session_close(s);
  fclose(f);
  fill.on = 0;
}
static int same(const result *a, const result *b) { return a->status == b->status && a->trace == b->trace && !memcmp(&a->c, &b->c, sizeof a->c); }

static wt_cases cases;
static void load(void) { ck_assert_int_eq(wt_cases_load(&cases, NULL, NULL), 0); }
static int runs_on(const wt_case *c, const char *preset) {
  wt_shape S;
  char err[300];
  ck_assert_int_eq(wt_shape_preset(&S, preset, err, sizeof err), 0);
  return wt_case_fits(c, &S) && !wt_case_stops(c, &S);
}

static unsigned draw;
static int by_lot(const void *a, const void *b) {
  const wt_case *const *p = a, *const *q = b;
  uint64_t x = wt_lot((*p)->name, draw) >> 32, y = wt_lot((*q)->name, draw) >> 32;
  return x < y ? -1 : x > y;
}

/* So many kernels that run on the preset, drawn by their names; how many that were. */
static unsigned kernels(wt_backend backend, const char *preset, unsigned most, unsigned first, unsigned seeds) {
  unsigned n = 0;
  static result zero, r;
  const wt_case **order = malloc(cases.n * sizeof *order);
  ck_assert_ptr_nonnull(order);
  for (size_t i = 0; i < cases.n; i++) order[i] = &cases.c[i];
  draw = first;
  qsort(order, cases.n, sizeof *order, by_lot);
  for (size_t i = 0; i < cases.n && n < most; i++) {
    const wt_case *c = order[i];
    if (!runs_on(c, preset)) continue;
    run(c, backend, preset, 0, 0, &zero);
    if (zero.status && strstr(zero.msg, WT_SHAPE_TOO_SMALL)) continue;
    ck_assert_msg(!zero.status, "%s on %s: %s", c->name, preset, zero.msg);
    for (unsigned seed = 1; seed <= seeds; seed++) {
      run(c, backend, preset, seed, 1, &r);
      ck_assert_msg(!r.status, "%s on %s, seed %u: %s", c->name, preset, seed, r.msg);
      ck_assert_msg(same(&zero, &r), "%s on %s depends on what nobody has set, seed %u: %llu cycles, from zeroes %llu", c->name, preset, seed,
                    (unsigned long long)r.c.cycles, (unsigned long long)zero.c.cycles);
    }
    n++;
  }
  free(order);
  return n;
}

static int all(void) { return getenv("WT_UNSET_ALL") != NULL; }

START_TEST(c_twin) {
  static const char *const presets[] = {"small", "default"};
  unsigned n = kernels(WT_BACKEND_C, presets[_i], all() ? UINT_MAX : _i ? 2 : 18, (unsigned)_i, all() ? 20 : 2);
  ck_assert_uint_ge(n, all() ? 71 : _i ? 2 : 18);
  printf("unset: %u kernels on %s, C twin, %d seeds: nothing depends on what is not set\n", n, presets[_i], all() ? 20 : 2);
}
END_TEST

START_TEST(both_twins) {
  unsigned n = kernels(WT_BACKEND_COSIM, "small", all() ? UINT_MAX : 3, 0, all() ? 20 : 2);
  ck_assert_uint_ge(n, all() ? 61 : 3);
  printf("unset: %u kernels on small, both twins, %d seeds: nothing depends on what is not set\n", n, all() ? 20 : 2);
}
END_TEST

/* The suite would see it: a row that must be reset, a wire that is valid. */
START_TEST(it_is_noticed) {
  static const struct { const char *stem, *row; } rows[] = {{"dispatch", "busy"}, {"ctabar", "pending"}, {"sb_bit", "busy"}};
  static result zero, r;
  const wt_case *c = wt_cases_find(&cases, "reduce");
  ck_assert_ptr_nonnull(c);
  run(c, WT_BACKEND_C, "small", 0, 0, &zero);
  ck_assert_msg(!zero.status, "%s", zero.msg);
  fill.stem = rows[_i].stem, fill.row = rows[_i].row;
  run(c, WT_BACKEND_C, "small", 1, 1, &r);
  fill.row = NULL;
  ck_assert_msg(!same(&zero, &r), "%s.%s", rows[_i].stem, rows[_i].row);
  fill.valid = 1;
  run(c, WT_BACKEND_C, "small", 1, 1, &r);
  ck_assert(!same(&zero, &r) && r.status);
}
END_TEST

int main(void) {
  Suite *s = suite_create("unset");
  TCase *t = tcase_create("kernels");
  tcase_set_timeout(t, 36000);
  tcase_add_checked_fixture(t, load, NULL);
  tcase_add_loop_test(t, c_twin, 0, 2);
  if (!getenv("WT_C_ONLY")) tcase_add_test(t, both_twins);
  tcase_add_loop_test(t, it_is_noticed, 0, 3);
  suite_add_tcase(s, t);
  return suite_run(s);
}
