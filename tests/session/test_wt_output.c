/* test_wt_output.c - printf and assert in kernels: texts against what C makes of the same formats, their order, a buffer that is full, failed
 * assertions, and that what one kernel of a file calls does not concern the others. The kernels are those of tests/isa/data/services.cu. */
#include <stdlib.h>
#include <string.h>

#include "lib/wt_home.h"
#include "tests/kernel_kit.h"
#include "tests/suite.h"

static wt_session *s;
static wt_module *m;
static FILE *out;
static char *text;
static size_t bytes;

static void begin_file(const char *file, wt_backend backend, const char *unit) {
  char path[1100], set[40] = "DIVERGENCE=hanoi_yr";
  const char *const list[] = {set, NULL};
  if (unit) snprintf(set, sizeof set, "DIVERGENCE=%s", unit);
  snprintf(path, sizeof path, "%s/tests/isa/data/%s.cubin", wt_root(), file);
  s = kit_open(backend, "small", list, 1, 3000000, 0);
  ck_assert_msg(!wt_module_load(s, path, &m), "%s", wt_error(s));
  out = open_memstream(&text, &bytes);
  wt_set_output(s, out);
}
static void begin(wt_backend backend, const char *unit) { begin_file("services", backend, unit); }
static void end(void) {
  wt_session_close(s);
  fclose(out);
  free(text);
}
static wt_status launch(const char *kernel, unsigned grid, unsigned block, const wt_arg *args, unsigned n) {
  wt_dims d = {{grid, 1, 1}, {block, 1, 1}, 0};
  return wt_launch(s, m, kernel, &d, args, n);
}

/* The same calls on this machine. */
static int expected_formats(char *t, int *count) {
  long long big = -81985529216486896LL;
  char *p = t;
  int n = 0;
#define SAY(args, ...) (count[n++] = args, p += sprintf(p, __VA_ARGS__))
  SAY(5, "%d|%5d|%-5d|%05d|%+d\n", -7, 42, 42, 42, 42);
  SAY(5, "%u %x %X %o %#x\n", 4000000000u, 255u, 255u, 8u, 255u);
  SAY(5, "%c%c %s|%8s|%.2s\n", 'o', 'k', "text", "right", "cut");
  SAY(5, "%f %.3f %e %g %8.2f|\n", 1.5, (double)(2.0f / 3), 12345.678, 0.0001, -2.5);
  SAY(5, "%lld %llx %ld %hd %hhd\n", big, (unsigned long long)big, (long)-3, (short)-2, (signed char)-1);
  SAY(4, "100%% %*d %.*f\n", 6, 77, 1, 3.14159);
  SAY(3, "(null) 0x1234 5\n");
  SAY(0, "no arguments\n");
  SAY(3, "%i %lu %a\n", 9, 10ul, 0.5);
#undef SAY
  return n;
}

static void formats_on(wt_backend backend) {
  char want[2000];
  int count[9], got[9];
  long long big = -81985529216486896LL;
  begin(backend, NULL);
  int n = expected_formats(want, count);
  ck_assert_int_eq(n, 9);
  wt_addr a = kit_alloc(s, sizeof got, NULL);
  const wt_arg args[] = {{&a, 8}, {&big, 8}};
  for (int again = 0; again < 2; again++) { /* the second launch finds the buffer empty */
    long from = ftell(out);
    ck_assert_msg(!launch("formats", 1, 32, args, 2), "%s", wt_error(s));
    ck_assert_str_eq(text + from, want);
    ck_assert(!wt_copy_out(s, got, a, sizeof got));
    for (int i = 0; i < n; i++) ck_assert_int_eq(got[i], count[i]);
  }
  end();
}
START_TEST(formats) {
  formats_on(WT_BACKEND_ORACLE);
  formats_on(WT_BACKEND_C);
  formats_on(WT_BACKEND_COSIM);
}
END_TEST

/* Every line comes once; lines of one call by a warp stand in the order of its lanes, and those of a thread in the order of its calls. */
static void order_on(wt_backend backend, const char *unit) {
  enum { GRID = 2, BLOCK = 40, N = 5 };
  int n = N, seen[GRID][BLOCK][N] = {0}, told[GRID] = {0}, last[GRID][BLOCK], lines = 0, want = 0;
  begin(backend, unit);
  memset(last, -1, sizeof last);
  const wt_arg args[] = {{&n, 4}};
  ck_assert_msg(!launch("order", GRID, BLOCK, args, 1), "%s: %s", unit, wt_error(s));
  int before[GRID][2][N];
  memset(before, -1, sizeof before);
  for (char *p = strtok(text, "\n"); p; p = strtok(NULL, "\n"), lines++) {
    int b, t, i;
    if (sscanf(p, "block %d: %d", &b, &i) == 2) {
      ck_assert_int_eq(i, told[b] ? last[b][7] + 1 + !((7 + last[b][7] + 1) % 3) : i);
      last[b][7] = i, told[b]++;
      continue;
    }
    ck_assert_msg(sscanf(p, "%d.%d.%d", &b, &t, &i) == 3, "%s", p);
    ck_assert_int_eq((t + i) % 3, 0);
    ck_assert_int_eq(seen[b][t][i]++, 0);
    if (t != 7) {
      ck_assert_int_gt(i, last[b][t]);
      last[b][t] = i;
    }
    ck_assert_int_gt(t, before[b][t / 32][i]);
    before[b][t / 32][i] = t;
  }
  for (int b = 0; b < GRID; b++)
    for (int t = 0; t < BLOCK; t++)
      for (int i = 0; i < N; i++) want += (t + i) % 3 == 0 || t == 7;
  ck_assert_int_eq(lines, want);
  end();
}
START_TEST(order) {
  static const char *const units[] = {"hanoi_yr", "hanoi", "simt_stack", "barrier", "multipath"};
  for (size_t i = 0; i < sizeof units / sizeof *units; i++) order_on(WT_BACKEND_C, units[i]);
  order_on(WT_BACKEND_COSIM, "hanoi_yr");
}
END_TEST

/* The failed thread ends, the others go on; the launch says which assertion it was. */
START_TEST(assertions) {
  int in[64], got[64] = {0};
  begin(WT_BACKEND_COSIM, NULL);
  for (int i = 0; i < 64; i++) in[i] = i;
  wt_addr a = kit_alloc(s, sizeof in, in), b = kit_alloc(s, sizeof in, NULL);
  const wt_arg args[] = {{&a, 8}, {&b, 8}};
  ck_assert_msg(!launch("checked", 2, 32, args, 2), "%s", wt_error(s));
  in[37] = 100, in[63] = 101;
  ck_assert(!wt_copy_in(s, a, in, sizeof in));
  ck_assert_int_eq(launch("checked", 2, 32, args, 2), WT_DIFF);
  ck_assert_str_eq(wt_verdict(s), "assert");
  ck_assert_str_eq(wt_error(s), "kernel checked: 2 assertions failed:\n"
                                "services.cu:29: void checked(const int *, int *): block: [1,0,0], thread: [5,0,0] Assertion `a[i] < 100` failed.\n"
                                "services.cu:29: void checked(const int *, int *): block: [1,0,0], thread: [31,0,0] Assertion `a[i] < 100` failed.");
  ck_assert(!wt_copy_out(s, got, b, sizeof got));
  for (int i = 0; i < 64; i++) ck_assert_int_eq(got[i], i == 37 ? 38 : i == 63 ? 64 : in[i] + 1); /* of these two: of the launch before */
  in[37] = in[63] = 0;
  ck_assert(!wt_copy_in(s, a, in, sizeof in));
  ck_assert_msg(!launch("checked", 2, 32, args, 2), "%s", wt_error(s));
  ck_assert_str_eq(wt_verdict(s), "ok");
  end();
}
END_TEST

/* A record has 40 bytes here: what the buffer of 1 MiB holds comes, and a line says that the rest did not. */
START_TEST(full_buffer) {
  int n = 850, lines = 0;
  begin(WT_BACKEND_ORACLE, NULL);
  const wt_arg args[] = {{&n, 4}};
  ck_assert_msg(!launch("flood", 1, 32, args, 1), "%s", wt_error(s));
  for (char *p = text; (p = strchr(p, '\n')); p++) lines++;
  ck_assert_int_eq(lines, (1 << 20) / 40 + 1);
  ck_assert_msg(strstr(text, "(the buffer of printf holds 1048576 bytes: what came later is lost)\n") != NULL, "%s", text + bytes - 200);
  end();
}
END_TEST

START_TEST(other_kernels_do_not_matter) {
  int got[32];
  begin(WT_BACKEND_C, NULL);
  wt_addr a = kit_alloc(s, sizeof got, NULL);
  const wt_arg args[] = {{&a, 8}};
  ck_assert_int_eq(launch("heap", 1, 32, args, 1), WT_UNSUPPORTED);
  ck_assert_msg(strstr(wt_error(s), "needs malloc, a function that is not in the file and not of this machine's runtime") != NULL, "%s", wt_error(s));
  ck_assert_int_eq(launch("matrix", 1, 32, args, 1), WT_UNSUPPORTED);
  ck_assert_msg(strstr(wt_error(s), " (services.cu:40): unsupported instruction MOVM (MOVM") != NULL, "%s", wt_error(s));
  ck_assert_msg(strstr(wt_error(s), "(services.cu:41)") != NULL, "%s", wt_error(s));
  ck_assert_msg(!launch("plain", 1, 32, args, 1), "%s", wt_error(s));
  ck_assert(!wt_copy_out(s, got, a, sizeof got));
  for (int i = 0; i < 32; i++) ck_assert_int_eq(got[i], 3 * i);
  end();
}
END_TEST

/* The destructor that frees is in the table of functions and is not called; free by its name returns for a null pointer, and ends the thread for any other. */
START_TEST(virtual_destructors) {
  int32_t got[32], n = 7, thread = -1;
  begin_file("destructor", WT_BACKEND_C, NULL);
  wt_addr a = kit_alloc(s, sizeof got, NULL);
  const wt_arg args[] = {{&a, 8}, {&n, 4}}, frees[] = {{&a, 8}, {&thread, 4}};
  ck_assert_msg(!launch("destructor", 1, 32, args, 2), "%s", wt_error(s));
  ck_assert(!wt_copy_out(s, got, a, sizeof got));
  for (int i = 0; i < 32; i++) ck_assert_int_eq(got[i], i & 1 ? 7 * i : i + 1);
  ck_assert_msg(!launch("frees", 1, 32, frees, 2), "%s", wt_error(s));
  ck_assert(!wt_copy_out(s, got, a, sizeof got));
  for (int i = 0; i < 32; i++) ck_assert_int_eq(got[i], 7);
  memset(got, 0, sizeof got);
  ck_assert(!wt_copy_in(s, a, got, sizeof got));
  thread = 9;
  ck_assert_int_eq(launch("frees", 1, 32, frees, 2), WT_DIFF);
  ck_assert_msg(strstr(wt_error(s), "1 thread") &&
                  strstr(wt_error(s), "\nfree of memory that no malloc gave (this device has no heap): block: [0,0,0], thread: [9,0,0]"),
                "%s", wt_error(s));
  ck_assert(!wt_copy_out(s, got, a, sizeof got));
  for (int i = 0; i < 32; i++) ck_assert_int_eq(got[i], i == 9 ? 0 : 7);
  end();
}
END_TEST

int main(void) {
  Suite *suite = suite_create("wt_output");
  TCase *t = tcase_create("wt_output");
  tcase_set_timeout(t, 600);
  tcase_add_test(t, formats);
  tcase_add_test(t, order);
  tcase_add_test(t, assertions);
  tcase_add_test(t, full_buffer);
  tcase_add_test(t, other_kernels_do_not_matter);
  tcase_add_test(t, virtual_destructors);
  suite_add_tcase(suite, t);
  return suite_run(suite);
}
