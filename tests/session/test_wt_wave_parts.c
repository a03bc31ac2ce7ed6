/* test_wt_wave_parts.c - what a wave keeps while it is written, on small shapes and with sanitizers around it (scripts/sanitized.sh): machines and blocks of the
 * bench are opened, a few cycles written and closed; and there is no memory for one of its parts, each in turn: one line, and nothing is left.
 */
#include <dirent.h>
#include <string.h>
#include <unistd.h>

#include "bench/wt_bench.h"
#include "cosim/wt_wave.h"
#include "tests/suite.h"
#define FAILS_REALLOC
#include "tests/fails_kit.h"

static char dir[] = "/tmp/wt_wave_parts.XXXXXX", file[64];
static unsigned asked; /* allocations before the file is begun */
void *__real_fstWriterCreate(const char *name, int compressed);
void *__wrap_fstWriterCreate(const char *name, int compressed);
void *__wrap_fstWriterCreate(const char *name, int compressed) {
  asked = 1000000 - before_it_fails, fails_once = 0; /* what the library of the format asks for is not ours */
  return __real_fstWriterCreate(name, compressed);
}

static void begin(void) {
  strcpy(dir, "/tmp/wt_wave_parts.XXXXXX");
  ck_assert_ptr_nonnull(mkdtemp(dir));
  snprintf(file, sizeof file, "%s/w.fst", dir);
}
static unsigned files(int gone) {
  char name[400];
  unsigned n = 0;
  DIR *d = opendir(dir);
  for (struct dirent *e; (e = readdir(d));) {
    if (*e->d_name == '.') continue;
    snprintf(name, sizeof name, "%s/%s", dir, e->d_name);
    if (gone) remove(name);
    n++;
  }
  closedir(d);
  return n;
}
static void end(void) {
  files(1);
  rmdir(dir);
}
static wt_shape shape(const char *set) {
  wt_shape S;
  char err[300];
  ck_assert_msg(!wt_shape_preset(&S, "tiny", err, sizeof err) && (!set || !wt_shape_set(&S, set, err, sizeof err)) &&
                  !wt_shape_check(&S, err, sizeof err),
                "%s", err);
  return S;
}
static void few_cycles(wt_wave *v) {
  char err[300];
  for (uint64_t c = 0; c < 4; c++) wt_wave_fst.cycle(v, c);
  wt_wave_fst.edge(v, 4);
  ck_assert(!wt_wave_fst.close(v, err, sizeof err));
  ck_assert_uint_eq(files(1), 2);
}

/* The C twin: all warps, and one. */
START_TEST(machines_are_opened_and_closed) {
  static const char *const sets[] = {NULL, "SUBCORES=2", "SMS=2"};
  char err[300];
  for (unsigned i = 0; i < 3; i++)
    for (int warp = -1; warp < 1; warp++) {
      wt_shape S = shape(sets[i]);
      wt_m *m = wt_m_new(&S);
      wt_wave *v = wt_wave_open(file, m, NULL, warp, err, sizeof err);
      ck_assert_msg(m && v, "%s", err);
      few_cycles(v);
      wt_m_free(m);
    }
}
END_TEST

/* One block with its RTL: of memories its ports, of others its rows. */
START_TEST(blocks_are_opened_and_closed) {
  static const char *const blocks[] = {"sched", "rfbank", "fetch"};
  char err[300] = "";
  uint64_t first, last;
  for (unsigned i = 0; i < 3; i++) {
    wt_bench *b = wt_bench_open(blocks[i], "tiny", NULL, 3, err, sizeof err);
    ck_assert_msg(b && !wt_bench_reset(b) && !wt_bench_random(b, 20), "%s", err);
    ck_assert_msg(!wt_bench_waves(b, "tiny", NULL, 3, file, &first, &last, err, sizeof err), "%s", err);
    ck_assert(first == 0 && last == 20 + 32 && files(1) == 2);
    wt_bench_close(b);
  }
}
END_TEST

START_TEST(memory_is_short) {
  char err[300];
  wt_shape S = shape(NULL);
  wt_m *m = wt_m_new(&S);
  before_it_fails = 1000000, fails_once = 1;
  wt_wave *v = wt_wave_open(file, m, NULL, -1, err, sizeof err);
  ck_assert_ptr_nonnull(v);
  const unsigned all = asked;
  ck_assert_uint_gt(all, 1000);
  few_cycles(v);
  unsigned refused = 0;
  for (unsigned k = 0; k < all; k += k < 8 || k > all - 8 ? 1 : 401) {
    before_it_fails = k, fails_once = 1, *err = 0;
    v = wt_wave_open(file, m, NULL, -1, err, sizeof err);
    ck_assert_msg(!fails_once, "%u of %u", k, all);
    if (v) { /* the shape beside it, which says whose a row is, was not there: a wave without groups of warps */
      few_cycles(v);
      continue;
    }
    ck_assert_str_eq(err, "out of memory");
    ck_assert_uint_eq(files(0), 0);
    refused++;
  }
  ck_assert_uint_gt(refused, 15);
  wt_m_free(m);
}
END_TEST

int main(void) {
  Suite *s = suite_create("wave_parts");
  TCase *t = tcase_create("wave_parts");
  tcase_set_timeout(t, 600);
  tcase_add_checked_fixture(t, begin, end);
  tcase_add_test(t, machines_are_opened_and_closed);
  tcase_add_test(t, blocks_are_opened_and_closed);
  tcase_add_test(t, memory_is_short);
  suite_add_tcase(s, t);
  return suite_run(s);
}
