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
enum { MANY = 1000000 };
static unsigned asked,
  reasons;          /* allocations before the file is begun, and before the reasons have names, which comes when the warps have their room */
static int in_file; /* one fails behind the first of these */
void *__real_fstWriterCreate(const char *name, int compressed);
void *__wrap_fstWriterCreate(const char *name, int compressed);
void *__wrap_fstWriterCreate(const char *name, int compressed) {
  asked = MANY - before_it_fails, fails_once &= in_file; /* what the library of the format asks for is not ours */
  return __real_fstWriterCreate(name, compressed);
}
fstEnumHandle __real_fstWriterCreateEnumTable(void *fst, const char *name, uint32_t n, unsigned bits, const char **texts, const char **values);
fstEnumHandle __wrap_fstWriterCreateEnumTable(void *fst, const char *name, uint32_t n, unsigned bits, const char **texts, const char **values);
fstEnumHandle __wrap_fstWriterCreateEnumTable(void *fst, const char *name, uint32_t n, unsigned bits, const char **texts, const char **values) {
  reasons = MANY - before_it_fails;
  return __real_fstWriterCreateEnumTable(fst, name, n, bits, texts, values);
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

/* After a difference the save file opens with the warp that it is of alone, whichever SM that is in; with none, with the first four. */
START_TEST(the_warp_at_fault_is_shown) {
  static const struct {
    const char *set;
    int warp;
    const char *shown[5];
  } t[] = {{NULL, -1, {"warp 0", "warp 1"}},
           {NULL, 1, {"warp 1"}},
           {NULL, 0, {"warp 0"}},
           {"WARPS=8", -1, {"warp 0", "warp 1", "warp 2", "warp 3"}},
           {"WARPS=8", 7, {"warp 7"}},
           {"SMS=2", -1, {"SM 0 warp 0", "SM 0 warp 1", "SM 1 warp 0", "SM 1 warp 1"}},
           {"SMS=2", 2, {"SM 1 warp 0"}},
           {"SMS=2", 1, {"SM 0 warp 1"}}};
  static char text[1 << 16];
  char err[300], path[80], line[40];
  for (unsigned i = 0; i < sizeof t / sizeof *t; i++) {
    wt_shape S = shape(t[i].set);
    wt_m *m = wt_m_new(&S);
    wt_wave *v = wt_wave_open(file, m, NULL, -1, err, sizeof err);
    ck_assert_msg(v != NULL, "%s", err);
    wt_wave_fst.cycle(v, 0);
    wt_wave_mark(v, 0, t[i].warp);
    wt_wave_mark(v, 7, 3); /* the first one counts */
    ck_assert(!wt_wave_fst.close(v, err, sizeof err));
    snprintf(path, sizeof path, "%s/w.gtkw", dir);
    FILE *f = fopen(path, "r");
    ck_assert_ptr_nonnull(f);
    text[fread(text, 1, sizeof text - 1, f)] = 0;
    fclose(f);
    unsigned groups = 0, want = 0;
    for (const char *p = text; (p = strstr(p, " why} ")); p++) groups++;
    for (; want < 5 && t[i].shown[want]; want++) {
      snprintf(line, sizeof line, "\n-%s\n", t[i].shown[want]);
      ck_assert_msg(strstr(text, line) != NULL, "%u: no %s", i, t[i].shown[want]);
    }
    ck_assert_uint_eq(groups, want);
    ck_assert_ptr_nonnull(strstr(text, "\n*-5.500000 0 0 -1 "));
    files(1);
    wt_m_free(m);
  }
}
END_TEST

/* What cannot be begun, and what is gone when it should be put in its place: one line. */
START_TEST(what_cannot_be_written_is_told) {
  char err[300], want[300];
  wt_shape S = shape(NULL);
  wt_m *m = wt_m_new(&S);
  wt_wave *v = wt_wave_open(file, m, NULL, -1, err, sizeof err);
  ck_assert_msg(v != NULL, "%s", err);
  wt_wave_fst.cycle(v, 0);
  files(1);
  ck_assert(wt_wave_fst.close(v, err, sizeof err));
  snprintf(want, sizeof want, "%s: cannot write: No such file or directory", file);
  ck_assert_str_eq(err, want);
  ck_assert_ptr_null(wt_wave_open("/dev/null", m, NULL, -1, err, sizeof err));
  ck_assert_str_eq(err, "/dev/null: cannot write: a wave needs a regular file");
  ck_assert_ptr_null(wt_wave_open("/nonexistent/w.fst", m, NULL, -1, err, sizeof err));
  ck_assert_str_eq(err, "/nonexistent/w.fst: cannot write: No such file or directory");
  wt_m_free(m);
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

/* What somebody's own block keeps is not ours to show: of it the file has the ports, those that equal our registers too, of all others no such. Where
 * what a warp does is told by one of its registers, there are no groups of warps. */
START_TEST(of_a_guest_the_ports_are_shown) {
  static const char *const stems[] = {"lsu", "collector", "ibuffer"};
  char err[300];
  wt_shape S = shape(NULL);
  wt_m *m = wt_m_new(&S);
  static wt_guests guests;
  wt_blks *blks = wt_blks_new(&S);
  m->gpu->guests = &guests;
  for (unsigned k = 0; k < 3; k++) {
    const wt_blk *b = wt_blk_find(blks, stems[k]);
    memset(&guests, 0, sizeof guests);
    guests.is[b - blks->blk] = 1;
    wt_wave *v = wt_wave_open(file, m, NULL, -1, err, sizeof err);
    ck_assert_msg(v != NULL, "%s", err);
    unsigned shown[2][WT_ROW_IN + 1] = {{0}}, ports[2] = {0};
    for (size_t i = 0; i < v->n; i++) shown[v->it[i].blk - v->blks->blk == b - blks->blk][v->it[i].row->kind]++;
    for (unsigned r = 0; r < b->nrows; r++)
      for (unsigned q = 0; q < 2; q++) ports[q] += b->count * (b->rows[r].kind == (q ? WT_ROW_OUTQ : WT_ROW_OUT));
    ck_assert(ports[0] + ports[1] && shown[1][WT_ROW_OUT] == ports[0] && shown[1][WT_ROW_OUTQ] == ports[1]);
    ck_assert(!shown[1][WT_ROW_FF] && !shown[1][WT_ROW_MEM]);
    ck_assert(shown[0][WT_ROW_OUT] && !shown[0][WT_ROW_OUTQ] && shown[0][WT_ROW_FF] && shown[0][WT_ROW_MEM]);
    ck_assert_uint_eq(v->n_warps, k ? 0 : S.SM_SLOTS);
    few_cycles(v);
  }
  m->gpu->guests = NULL;
  wt_blks_free(blks);
  wt_m_free(m);
}
END_TEST

START_TEST(memory_is_short) {
  char err[300];
  wt_shape S = shape(NULL);
  wt_m *m = wt_m_new(&S);
  before_it_fails = MANY, fails_once = 1, in_file = 1;
  wt_wave *v = wt_wave_open(file, m, NULL, -1, err, sizeof err);
  ck_assert_ptr_nonnull(v);
  const unsigned all = asked, room = reasons;
  fails_once = 0;
  ck_assert_uint_gt(all, 1000);
  few_cycles(v);
  unsigned refused = 0;
  for (unsigned k = 0; k < all; k += k < 8 || k > all - 8 ? 1 : 401) {
    before_it_fails = k, fails_once = 1, in_file = 0, *err = 0;
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
  for (unsigned k = 1; k <= 5; k++) { /* the file has been begun: it goes */
    before_it_fails = room - k, fails_once = 1, in_file = 1, *err = 0;
    ck_assert_ptr_null(wt_wave_open(file, m, NULL, -1, err, sizeof err));
    ck_assert_str_eq(err, "out of memory");
    ck_assert(!fails_once && !files(0));
  }
  wt_m_free(m);
}
END_TEST

int main(void) {
  Suite *s = suite_create("wave_parts");
  TCase *t = tcase_create("wave_parts");
  tcase_set_timeout(t, 600);
  tcase_add_checked_fixture(t, begin, end);
  tcase_add_test(t, machines_are_opened_and_closed);
  tcase_add_test(t, the_warp_at_fault_is_shown);
  tcase_add_test(t, what_cannot_be_written_is_told);
  tcase_add_test(t, blocks_are_opened_and_closed);
  tcase_add_test(t, of_a_guest_the_ports_are_shown);
  tcase_add_test(t, memory_is_short);
  suite_add_tcase(s, t);
  return suite_run(s);
}
