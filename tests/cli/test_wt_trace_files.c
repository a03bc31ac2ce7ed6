/* test_wt_trace_files.c - control-flow traces as files and as sequences (tb/lib/wt_trace.h), function by function: what is a number, a warp, a line of each format,
 * with the exact message of what is none; many warps and steps; what is told of each warp; and memory that is short.
 */
#define _DEFAULT_SOURCE
#include "lib/wt_trace.h"

#include <string.h>
#include <unistd.h>

#include "tests/suite.h"
#define FAILS_REALLOC
#include "tests/fails_kit.h"

void *__real_malloc(size_t n);
void *__wrap_malloc(size_t n);
void *__wrap_malloc(size_t n) { return fails() ? NULL : __real_malloc(n); }

static char path[] = "/tmp/wt_trace_XXXXXX";
static wt_trace t;
static char message[600];

static void begin(void) {
  strcpy(path, "/tmp/wt_trace_XXXXXX");
  close(mkstemp(path));
}
static void end(void) {
  wt_trace_free(&t);
  remove(path);
}
static int read_text(const char *text) {
  wt_trace_free(&t);
  FILE *f = fopen(path, "wb");
  ck_assert(f && fwrite(text, 1, strlen(text), f) == strlen(text) && !fclose(f));
  return wt_trace_read(path, &t, message, sizeof message);
}
static void good(const char *text, size_t warps, uint64_t steps) {
  ck_assert_msg(!read_text(text), "%s", message);
  ck_assert_uint_eq(t.n, warps);
  ck_assert_uint_eq(t.steps, steps);
}
/* The message is exactly this, behind the name of the file. */
static void bad(const char *text, unsigned line, const char *what) {
  char want[600];
  ck_assert_msg(read_text(text) == -1, "taken: %s", text);
  snprintf(want, sizeof want, "%s:%u: %s", path, line, what);
  ck_assert_str_eq(message, want);
}

#define OURS "expected 'cycle slot x,y,z warp pc mask exec' of --trace, or the '-kernel name = ...' of a SASS trace"
#define NOTHING "no instruction in it: neither a trace of 'warptwin run --trace' nor one of the Accel-Sim tracer"
#define PC "expected 'PC mask registers ... opcode ...' of an instruction"

START_TEST(numbers) {
  good("\t 15\t0 1,2,3  7 0x10 f \t3 \r\n\n  \n", 1, 1);
  const wt_trace_warp *w = t.warp;
  ck_assert(w->cta[0] == 1 && w->cta[1] == 2 && w->cta[2] == 3 && w->warp == 7 && w->n == 1 && t.has_path && !*t.kernel);
  ck_assert(w->step->pc == 0x10 && w->step->path == 15 && w->step->exec == 3);
  good("1 4294967295 0,0,4294967295 4294967295 ffffffff ffffffffffffffff", 1, 1);
  ck_assert(t.warp->step->pc == UINT32_MAX && t.warp->step->path == UINT64_MAX && t.warp->step->exec == UINT64_MAX); /* the same without the last */
  ck_assert(t.warp->cta[2] == UINT32_MAX && t.warp->warp == UINT32_MAX);
  static const char *const not [] = {"x 0 0,0,0 0 0 1",
                                     "18446744073709551616 0 0,0,0 0 0 1",
                                     "1 4294967296 0,0,0 0 0 1",
                                     "1 0 0,0,0,0 0 0 1",
                                     "1 0 0;0,0 0 0 1",
                                     "1 0 0,0 0 0 1",
                                     "1 0 0,,0 0 0 1",
                                     "1 0 4294967296,0,0 0 0 1",
                                     "1 0 0,0,0 4294967296 0 1",
                                     "1 0 0,0,0 0 g 1",
                                     "1 0 0,0,0 0 0 +1",
                                     "1 0 0,0,0 -1 0 1",
                                     "1 0 0,0,0 0 0",
                                     "1, 0 0,0,0 0 0 1",
                                     "-1 0 0,0,0 0 0 1"};
  for (unsigned i = 0; i < sizeof not / sizeof *not ; i++) {
    char text[200];
    snprintf(text, sizeof text, "1 0 0,0,0 0 0 1\n%s\n", not [i]);
    bad(text, 2, OURS);
  }
  bad("1 0 0,0,0 0 100000000 1 1\n", 1, "pc 0x100000000 has more than 32 bits");
  bad("", 0, NOTHING);
  bad("# nothing\n\n", 2, NOTHING);
  good("# a remark\n1 0 0,0,0 0 0 1\n# another\n", 1, 1);
}
END_TEST

/* Sorted by z, y, x and warp; of each the steps in their order. */
START_TEST(many_warps_and_steps) {
  enum { X = 7, Y = 5, Z = 6, WARPS = 4, ALL = X * Y * Z * WARPS, STEPS = 300 };
  FILE *f = fopen(path, "w");
  for (unsigned later = 0; later < 2; later++) /* the first step of each, then the others */
    for (unsigned i = 0; i < ALL; i++) {
      unsigned k = i * 11 % ALL, cta = k / WARPS;
      for (unsigned s = later; s < (!later ? 1 : k ? 2 : STEPS); s++)
        fprintf(f, "%u 0 %u,%u,%u %u %x 1 1\n", i, cta % X, cta / X % Y, cta / X / Y, k % WARPS, 16 * s);
    }
  fclose(f);
  ck_assert_msg(!wt_trace_read(path, &t, message, sizeof message), "%s", message);
  ck_assert(t.n == ALL && t.steps == 2 * (ALL - 1) + STEPS);
  for (unsigned k = 0; k < ALL; k++) {
    const wt_trace_warp *w = &t.warp[k];
    unsigned cta = k / WARPS;
    ck_assert(w->cta[0] == cta % X && w->cta[1] == cta / X % Y && w->cta[2] == cta / X / Y && w->warp == k % WARPS && w->n == (k ? 2 : STEPS));
    for (unsigned s = 0; s < w->n; s++) ck_assert_uint_eq(w->step[s].pc, 16 * s);
    ck_assert(!k || (wt_trace_order(w, w - 1) == 1 && wt_trace_order(w - 1, w) == -1));
    ck_assert_int_eq(wt_trace_order(w, w), 0);
  }
}
END_TEST

#define BEGIN "-kernel name = k\n#BEGIN_TB\nthread block = 1,2,3\n"
START_TEST(grouped) {
  good("-kernel name =  a b \n-kernel named = c\n-grid dim = (1,1,1)\n# remark\n" BEGIN
       "# remark\nother fact = 7\nwarp = 4\ninsts = 2\n10 f 2 EXIT\n 0020 3 255 X\nwarp=5\ninsts = 0\n#END_TB\n"
       "#BEGIN_TB\nthread block = 0,0,0\nwarp = 4\ninsts = 1\n30 1 0 X\n#END_TB\n",
       3, 3);
  ck_assert_str_eq(t.kernel, "k");
  ck_assert(!t.has_path && t.warp[1].cta[2] == 3 && t.warp[1].warp == 4 && t.warp[1].n == 2 && t.warp[2].n == 0 && t.warp[2].warp == 5);
  ck_assert(t.warp[1].step[1].pc == 0x20 && t.warp[1].step[1].exec == 3 && t.warp[1].step[1].path == 3 && t.warp[0].step->pc == 0x30);
  good(" \t-kernel name = k \r\n #BEGIN_TB\n  thread block = 1,2,3\n\twarp = 0\n insts = 1\n 0 1 0 X\n #END_TB\n # behind\n", 1, 1);
  ck_assert_str_eq(t.kernel, "k");
  good("#BEGIN_TB\nthread block = 1,2,3\nwarp = 0\ninsts = 1\n0 1 0 X\n#END_TB\n# behind\n", 1, 1);
  good("-enable lineinfo = 1\n" BEGIN "warp = 0\ninsts = 1\n77 10 f 0 X\n#END_TB\n", 1, 1);
  ck_assert_uint_eq(t.warp->step->pc, 16);
  good("-enable lineinfo = 0\n" BEGIN "warp = 0\ninsts = 1\n77 10 0 0 X\n#END_TB\n", 1, 1);
  ck_assert_uint_eq(t.warp->step->pc, 0x77);
  bad(BEGIN "#BEGIN_TB\n", 4, "#BEGIN_TB inside a thread block: #END_TB is missing");
  bad(BEGIN "#END_TB\n#END_TB\n", 5, "#END_TB without #BEGIN_TB");
  bad(BEGIN "#END_TB\nwarp = 0\n", 5, "expected #BEGIN_TB");
  bad(BEGIN "thread block = 1,2\n", 4, "expected 'thread block = x,y,z'");
  bad("#BEGIN_TB\nwarp = 0\n", 2, "'warp' before 'thread block'");
  bad(BEGIN "#END_TB\n#BEGIN_TB\nwarp = 0\n", 6, "'warp' before 'thread block'");
  bad(BEGIN "warp = x\n", 4, "expected 'warp = number'");
  bad(BEGIN "warp = 0\nwarp = 1\ninsts = 1\nwarp = 2\n", 7, "warp 1 of thread block 1,2,3 has 0 instructions, its 'insts' says 1");
  bad(BEGIN "warp = 0\n0 1 0 X\n#END_TB\n", 6, "warp 0 of thread block 1,2,3 has 1 instructions, its 'insts' says 0");
  bad(BEGIN "warp = 0\nwarp = 0\n", 5, "warp 0 of thread block 1,2,3 comes twice");
  bad(BEGIN "insts = 1\n", 4, "'insts' before 'warp'");
  bad(BEGIN "warp = 0\ninsts = x\n", 5, "expected 'insts = number'");
  bad(BEGIN "0 1 0 X\n", 4, "instruction before 'warp'");
  bad(BEGIN "warp = 0\n#END_TB\n#BEGIN_TB\nthread block = 0,0,0\n0 1 0 X\n", 8, "instruction before 'warp'");
  bad(BEGIN "warp = 0\n0 1 256 X\n", 5, PC);
  bad(BEGIN "warp = 0\n0 1\n", 5, PC);
  bad(BEGIN "warp = 0\n0 x 0\n", 5, PC);
  bad(BEGIN "warp = 0\nx 1 0\n", 5, PC);
  bad("-enable lineinfo = 1\n" BEGIN "warp = 0\nx 10 f 0 X\n", 6, "expected a source line number, as '-enable lineinfo = 1' announces");
  bad(BEGIN "warp = 0\n", 4, "ends inside a thread block: #END_TB is missing");
  bad(BEGIN "warp = 0\n#END_TB\n", 5, NOTHING);
}
END_TEST

START_TEST(as_the_tracer_writes_them) {
  good("-kernel name = k\n#format\n2 1 0 3 0010 f 0 X\n0 0 0 0 0 1 0 X\n2 1 0 3 0020 1 0 X\n", 2, 3);
  ck_assert(t.warp[1].cta[0] == 2 && t.warp[1].cta[1] == 1 && t.warp[1].warp == 3 && t.warp[1].n == 2 && !t.has_path && !strcmp(t.kernel, "k"));
  static const char *const not [] = {"x 0 0 0 0 1 0 X", "0 x 0 0 0 1 0 X", "0 0 x 0 0 1 0 X", "0 0 0 x 0 1 0 X"};
  for (unsigned i = 0; i < 4; i++) {
    char text[200];
    snprintf(text, sizeof text, "-kernel name = k\n%s\n", not [i]);
    bad(text, 2, "expected 'x y z warp PC mask ...'");
  }
  bad("-kernel name = k\n0 0 0 0 0 1 x X\n", 2, PC);
}
END_TEST

static void bytes(const char *data, size_t n) {
  FILE *f = fopen(path, "wb");
  ck_assert(f && fwrite(data, 1, n, f) == n && !fclose(f));
  wt_trace_free(&t);
  ck_assert_int_eq(wt_trace_read(path, &t, message, sizeof message), -1);
}
START_TEST(no_text) {
  char want[200];
  snprintf(want, sizeof want, "%s:1: is compressed: unpack it first (xz -d or gzip -d)", path);
  bytes("\xfd\x37zXZ\0", 6);
  ck_assert_str_eq(message, want);
  bytes("\x1f\x8b", 2);
  ck_assert_str_eq(message, want);
  bytes("\x1f", 1);
  ck_assert_ptr_nonnull(strstr(message, OURS));
  bytes("\xfd\x37zXZ", 5);
  ck_assert_ptr_nonnull(strstr(message, OURS));
  bytes("1 0 0,0,0 0 0 1\n\x1f\x8b\n", 19); /* not behind the first line */
  ck_assert_ptr_nonnull(strstr(message, ":2: " OURS));
  bytes("1 0 0,0,0 0 0 1\n1 0 0,0,0 0 0 1\0\n", 33);
  ck_assert_ptr_nonnull(strstr(message, ":2: holds a zero byte: not a trace"));
  wt_trace_free(&t);
  ck_assert_int_eq(wt_trace_read("/nowhere/t", &t, message, sizeof message), -1);
  ck_assert_str_eq(message, "/nowhere/t: cannot read: No such file or directory");
  /* a message that has no room is cut */
  bytes("x\n", 2);
  wt_trace_free(&t);
  message[20] = 'x', message[21] = 0;
  ck_assert_int_eq(wt_trace_read(path, &t, message, 20), -1);
  ck_assert(strlen(message) == 19 && message[20] == 'x');
}
END_TEST

/* ---- distances ---- */

static wt_trace_step step(uint32_t pc, uint64_t mask, uint64_t exec) { return (wt_trace_step){pc, mask, exec}; }

START_TEST(what_makes_two_steps_equal) {
  const wt_trace_step a[] = {step(0, 15, 15), step(16, 15, 3), step(32, 15, 15)}, b[] = {step(0, 15, 15), step(16, 7, 3), step(32, 15, 14)};
  ck_assert_uint_eq(wt_trace_distance(a, 3, b, 3, WT_MASK_NONE), 0);
  ck_assert_uint_eq(wt_trace_distance(a, 3, b, 3, WT_MASK_PATH), 1);
  ck_assert_uint_eq(wt_trace_distance(a, 3, b, 3, WT_MASK_EXEC), 1);
  ck_assert_uint_eq(wt_trace_distance(a, 3, b, 0, WT_MASK_EXEC), 3);
  ck_assert_uint_eq(wt_trace_distance(a, 0, b, 0, WT_MASK_EXEC), 0);
  ck_assert_uint_eq(wt_trace_distance(a, 2, b + 1, 2, WT_MASK_NONE), 2);
  static wt_trace_step x[500], y[500]; /* more kinds of steps than the smallest table has places, masks that differ in high bits alone */
  for (unsigned i = 0; i < 500; i++) x[i] = y[i] = step(i % 7, UINT64_C(1) << i % 64, i);
  for (unsigned i = 100; i < 110; i++) y[i].path = ~y[i].path;
  ck_assert_uint_eq(wt_trace_distance(x, 500, y, 500, WT_MASK_PATH), 10);
  ck_assert_uint_eq(wt_trace_distance(x, 500, y, 500, WT_MASK_EXEC), 0);
}
END_TEST

/* Lengths that are further apart than the first limit, and sequences of which nothing is equal. */
START_TEST(far_apart) {
  static uint32_t a[3000], b[3000];
  for (unsigned i = 0; i < 3000; i++) a[i] = i % 5, b[i] = 10 + i % 3;
  ck_assert_uint_eq(wt_levenshtein(a, 3000, b, 3000), 3000);
  ck_assert_uint_eq(wt_levenshtein(a, 3000, b, 1000), 3000);
  ck_assert_uint_eq(wt_levenshtein(a, 10, b, 3000), 3000);
  for (unsigned i = 0; i < 3000; i++) b[i] = i < 1500 ? a[i + 1500] : 9;
  ck_assert_uint_eq(wt_levenshtein(a, 3000, b, 1500), 1500);
  ck_assert_uint_eq(wt_levenshtein(a, 1500, a, 3000), 1500);
}
END_TEST

static char told[400];
static void each(void *ctx, const wt_trace_warp *w, size_t na, size_t nb, size_t distance) {
  ck_assert_ptr_eq(ctx, told);
  size_t k = strlen(told);
  snprintf(told + k, sizeof told - k, "%u: %zu %zu %zu\n", w->warp, na, nb, distance);
}
START_TEST(warp_by_warp) {
  wt_trace a;
  wt_trace_sum sum;
  ck_assert(!read_text("1 0 0,0,0 0 0 1\n1 0 0,0,0 0 10 1\n1 0 0,0,0 1 0 1\n1 0 0,0,0 2 0 1\n1 0 0,0,0 2 10 1\n1 0 0,0,0 5 10 1\n"));
  a = t, memset(&t, 0, sizeof t);
  ck_assert(!read_text("1 0 0,0,0 0 0 1\n1 0 0,0,0 0 10 1\n1 0 0,0,0 2 0 1\n1 0 0,0,0 2 20 1\n1 0 0,0,0 2 30 1\n1 0 0,0,0 3 0 1\n1 0 0,0,0 4 0 1\n"));
  *told = 0;
  ck_assert_int_eq(wt_trace_compare(&a, &t, WT_MASK_PATH, each, told, &sum), 0);
  ck_assert_str_eq(told, "0: 2 2 0\n1: 1 0 1\n2: 2 3 2\n3: 0 1 1\n4: 0 1 1\n5: 1 0 1\n");
  ck_assert(sum.distance == 6 && sum.length == 9 && sum.warps == 6 && sum.equal == 1 && sum.only[0] == 2 && sum.only[1] == 2);
  memset(&sum, 1, sizeof sum);
  ck_assert_int_eq(wt_trace_compare(&t, &a, WT_MASK_PATH, NULL, NULL, &sum), 0);
  ck_assert(sum.distance == 6 && sum.length == 9 && sum.equal == 1 && sum.only[0] == 2 && sum.only[1] == 2);
  for (unsigned k = 0; k <= 10; k++) { /* four tables for each of two pairs of warps, and two for the distance of those that differ */
    before_it_fails = k, fails_once = 1;
    ck_assert_int_eq(wt_trace_compare(&a, &t, WT_MASK_PATH, NULL, NULL, &sum), k < 10 ? -1 : 0);
    ck_assert_int_eq(fails_once, k == 10);
  }
  fails_once = 0;
  wt_trace_free(&a);
}
END_TEST

START_TEST(no_memory) {
  FILE *f = fopen(path, "w");
  for (unsigned i = 0; i < 400; i++) fprintf(f, "1 0 0,0,0 %u 0 1\n", i < 200 ? 0 : i);
  fclose(f);
  unsigned refused = 0;
  for (unsigned k = 0;; k++, refused++) {
    wt_trace_free(&t);
    before_it_fails = k, fails_once = 1;
    int rc = wt_trace_read(path, &t, message, sizeof message);
    if (fails_once) break;
    ck_assert_msg(rc == -1 && strstr(message, ": out of memory"), "%u: %s", k, message);
  }
  fails_once = 0;
  ck_assert_uint_ge(refused, 200);
  ck_assert_uint_eq(t.n, 201);
}
END_TEST

int main(void) {
  Suite *s = suite_create("trace_files");
  TCase *tc = tcase_create("trace_files");
  tcase_add_checked_fixture(tc, begin, end);
  tcase_add_test(tc, numbers);
  tcase_add_test(tc, many_warps_and_steps);
  tcase_add_test(tc, grouped);
  tcase_add_test(tc, as_the_tracer_writes_them);
  tcase_add_test(tc, no_text);
  tcase_add_test(tc, what_makes_two_steps_equal);
  tcase_add_test(tc, far_apart);
  tcase_add_test(tc, warp_by_warp);
  tcase_add_test(tc, no_memory);
  suite_add_tcase(s, tc);
  return suite_run(s);
}
