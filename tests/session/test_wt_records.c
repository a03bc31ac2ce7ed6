/* test_wt_records.c - records of printf, assert and trap as isa/wt_service.h lays them out, made here byte by byte: their text against what C makes of the
 * same formats, records that are damaged or do not fit, and what of the buffer is left.
 */
#include "isa/wt_service.h"
#include "lib/wt_output.h"
#include "tests/suite.h"

#include <string.h>

static wt_mem *mem;
static wt_addr buffer, strings;
static uint8_t *b;          /* the buffer */
static unsigned at, string; /* used of records and of strings */
static char said[1 << 16], text[4000];

static void begin(void) {
  mem = wt_mem_new();
  ck_assert(!wt_mem_alloc(mem, WT_SERVICE_BUFFER + 64, "buffer", &buffer) && !wt_mem_alloc(mem, 8192, "strings", &strings));
  b = wt_mem_ptr(mem, buffer, WT_SERVICE_BUFFER + 64);
  memset(b + WT_SERVICE_BUFFER, 0xee, 64);
  at = string = 0;
}
static void end(void) { wt_mem_free(mem); }

static void put(unsigned off, uint64_t v, unsigned n) { memcpy(b + WT_SERVICE_HEAD + off, &v, n); }
static void head(unsigned word, uint32_t v) { memcpy(b + 4 * word, &v, 4); }
static wt_addr device(const char *s) {
  wt_addr a = strings + string;
  ck_assert(!wt_mem_write(mem, a, s, strlen(s) + 1));
  string += (unsigned)strlen(s) + 1;
  return a;
}

/* A record of printf: "4" and "8" in sizes say how wide the arguments are. */
static void print(const char *format, const char *sizes, const uint64_t *v) {
  unsigned n = 16, from = at;
  for (; *sizes; sizes++, v++) {
    unsigned size = (unsigned)(*sizes - '0');
    n = (n + size - 1) / size * size;
    put(from + n, *v, size);
    n += size;
  }
  n = (n + 7) / 8 * 8;
  put(from, n, 4), put(from + 4, WT_SERVICE_PRINTF, 4), put(from + 8, device(format), 8);
  at += n;
  head(0, at);
}
static void trap(unsigned kind, unsigned bytes, unsigned first) {
  put(at, bytes, 4), put(at + 4, kind, 4);
  for (unsigned i = 0; i < 6; i++) put(at + 8 + 4 * i, first + i, 4);
  at += bytes;
  head(0, at);
}
static void asserted(const char *what, const char *file, const char *function, unsigned line, unsigned first) {
  put(at, WT_SERVICE_ASSERT_BYTES, 4), put(at + 4, WT_SERVICE_ASSERT, 4);
  put(at + 8, device(what), 8), put(at + 16, device(file), 8), put(at + 24, device(function), 8), put(at + 32, line, 4);
  for (unsigned i = 0; i < 6; i++) put(at + 36 + 4 * i, first + i, 4);
  at += WT_SERVICE_ASSERT_BYTES;
  head(0, at);
}

static wt_output_count taken(void) {
  memset(said, 0, sizeof said);
  FILE *f = fmemopen(said, sizeof said, "w");
  setvbuf(f, NULL, _IONBF, 0);
  wt_output_count c = wt_output_take(mem, buffer, f, text, sizeof text);
  fclose(f);
  return c;
}
static void ck_said(const char *want) {
  wt_output_count c = taken();
  ck_assert_str_eq(said, want);
  ck_assert_str_eq(text, "");
  ck_assert(!c.asserted && !c.trapped);
  for (unsigned i = 0; i < WT_SERVICE_HEAD + at; i++) ck_assert_uint_eq(b[i], 0); /* for the next launch */
  at = string = 0;
}
static uint64_t bits(double d) {
  uint64_t v;
  memcpy(&v, &d, 8);
  return v;
}

/* ---- printf ---- */

/* As C has it: the arguments of a call, and their widths on the device. */
#define LIKE_C(format, sizes, values, ...)            \
  do {                                                \
    char want[8192];                                  \
    snprintf(want, sizeof want, format, __VA_ARGS__); \
    print(format, sizes, (const uint64_t[])values);   \
    ck_said(want);                                    \
  } while (0)
#define V(...) \
  { __VA_ARGS__ }
#define BIG UINT64_C(0xfedcba9876543210)

START_TEST(numbers_are_as_wide_as_their_letters_say) {
  LIKE_C("%d %i %u %x %X %o.", "444444", V(0xfffffff9, 0x80000000, 4000000000, 0xabcdef, 0xabcdef, 8), -7, INT32_MIN, 4000000000u, 0xabcdef, 0xabcdef,
         8);
  LIKE_C("%ld %li %lu %lx %lX %lo.", "888888", V(BIG, BIG, BIG, BIG, BIG, BIG), (long)BIG, (long)BIG, (unsigned long)BIG, (unsigned long)BIG,
         (unsigned long)BIG, (unsigned long)BIG);
  LIKE_C("%lld %jd %zd %td.", "8888", V(BIG, BIG, BIG, BIG), (long long)BIG, (intmax_t)BIG, (ssize_t)BIG, (ptrdiff_t)BIG);
  LIKE_C("%hd %hhd %hu.", "444", V(0xfffffffe, 0xffffffff, 7), (short)-2, (signed char)-1, (unsigned short)7);
  LIKE_C("%c%c|%lx|%c.", "4484", V('o', 'k', BIG, '!'), 'o', 'k', (unsigned long)BIG, '!'); /* each at its own alignment */
  LIKE_C("%x %f %x %e.", "4848", V(1, bits(1.5), 2, bits(-3e30)), 1, 1.5, 2, -3e30);
  LIKE_C("%a %A %E %g %G %F.", "888888", V(bits(0.5), bits(0.75), bits(9e9), bits(1e-9), bits(1e20), bits(2)), 0.5, 0.75, 9e9, 1e-9, 1e20, 2.0);
}
END_TEST

START_TEST(flags_width_and_precision) {
  LIKE_C("%-5d|%+d|% d|%05d|%#x|%#o|%.3d|%8.3d|", "44444444", V(42, 42, 42, 42, 255, 8, 7, 7), 42, 42, 42, 42, 255, 8, 7, 7);
  LIKE_C("%*d|%-*d|%.*f|%*.*f|", "4444484484", V(6, 77, 6, 77, 1, bits(3.14159), 9, 2, bits(2.71828)), 6, 77, 6, 77, 1, 3.14159, 9, 2, 2.71828);
  LIKE_C("%*d|", "44", V((uint32_t)-6, 5), -6, 5);
  LIKE_C("100%% %% %5d%%", "4", V(1), 1);
  print("%5%|", "", NULL);
  ck_said("%|");
}
END_TEST

START_TEST(strings_and_pointers) {
  uint64_t s = device("text"), empty = device("");
  const uint64_t v[] = {s, s, s, empty, 0, 0x1234, 0};
  print("%s|%8s|%.2s|%s|%s|%p|%p", "8888888", v);
  ck_said("text|    text|te||(null)|0x1234|0x0");
  static char end_of[] = "to the end"; /* a string that ends where its memory does */
  s = strings + 8192 - 10;
  ck_assert(!wt_mem_write(mem, s, end_of, 10));
  print("%s|", "8", &s);
  ck_said("to the end|");
  print("%s|%s|", "88", (const uint64_t[]){16, device("")}); /* at 16 there is no memory */
  ck_said("||");
}
END_TEST

START_TEST(long_strings_are_cut) {
  char longer[4200], want[4200];
  memset(longer, 'x', sizeof longer);
  longer[4196] = 0;
  uint64_t s = device(longer);
  print("%s", "8", &s);
  memcpy(want, longer, 4095), want[4095] = 0;
  ck_said(want);
  print(longer, "", NULL); /* and so is a format */
  ck_said(want);
}
END_TEST

START_TEST(formats_that_c_has_not) {
  print("%n%d|%5k|%d|", "8444", (const uint64_t[]){0xffff, 5, 6, 7});
  ck_said("5|%5k|7|"); /* %n writes nothing; what is no conversion stands there, and has its argument */
  print("end %", "", NULL);
  ck_said("end ");
  print("%@|%d", "44", (const uint64_t[]){1, 2}); /* no flag, no letter */
  ck_said("%@|2");
  print("end %-05", "", NULL);
  ck_said("end ");
  print("end %5l", "", NULL);
  ck_said("end ");
  print("%d %lld %f %s.", "4", (const uint64_t[]){3}); /* there are no more */
  print("|%d", "4", (const uint64_t[]){9});            /* those of the next one are not its */
  ck_said("3 0 0.000000 (null).|9");
  char many[200] = "%";
  memset(many + 1, '0', 100);
  strcpy(many + 101, "5d|%d");
  print(many, "44", (const uint64_t[]){7, 8});
  ck_said("7|8"); /* no more than so many flags: the width is one of those that are lost */
  strcpy(many + 32, "*d|%d");
  print(many, "44", (const uint64_t[]){7, 8}); /* nor a width from an argument */
  ck_said("7|8");
  strcpy(many, "%");
  for (unsigned i = 0; i < 8; i++) strcat(many, "********");
  print(many, "44", (const uint64_t[]){7, 8});
  taken(); /* no letter, nothing is said, and nothing beyond the place for it is written */
  ck_assert_str_eq(said, "");
}
END_TEST

START_TEST(records_stand_in_their_order) {
  print("one\n", "", NULL), print("two %d\n", "4", (const uint64_t[]){2}), print("three\n", "", NULL);
  ck_said("one\ntwo 2\nthree\n");
  ck_said(""); /* the buffer is empty now */
  for (unsigned i = 0; i < 64; i++) ck_assert_uint_eq(b[WT_SERVICE_BUFFER + i], 0xee);
}
END_TEST

/* ---- damage ---- */

START_TEST(what_does_not_fit_is_the_last) {
  print("one|", "", NULL), print("two|", "", NULL);
  put(16, 0, 4); /* began before the end and did not fit */
  ck_said("one|");
  print("one|", "", NULL), print("two|", "", NULL);
  put(16, 15, 4);
  ck_said("one|");
  print("one|", "", NULL), print("two|", "", NULL);
  put(16, 17, 4); /* longer than what was asked for */
  ck_said("one|");
  print("one|", "", NULL), print("two|", "", NULL);
  head(0, 31);
  ck_said("one|");
  print("one|", "", NULL);
  head(0, 15);
  taken();
  ck_assert_str_eq(said, "");
}
END_TEST

START_TEST(a_buffer_that_is_full_says_so) {
  print("one|", "", NULL);
  at = WT_SERVICE_RECORDS - 16;
  print("last|", "", NULL);
  ck_assert_uint_eq(at, WT_SERVICE_RECORDS);
  put(0, WT_SERVICE_RECORDS - 16, 4); /* the first record, as long as all but one */
  taken();
  ck_assert_str_eq(said, "one|last|"); /* just full: nothing is lost */
  at = 0;
  print("one|", "", NULL);
  head(0, WT_SERVICE_RECORDS + 1);
  taken();
  ck_assert_str_eq(said, "one|(the buffer of printf holds 1048576 bytes: what came later is lost)\n");
  for (unsigned i = 0; i < 64; i++) ck_assert_uint_eq(b[WT_SERVICE_BUFFER + i], 0xee); /* its end */
  ck_assert_uint_eq(b[WT_SERVICE_BUFFER - 1], 0);
}
END_TEST

START_TEST(no_buffer_and_nobody_who_reads) {
  print("one|", "", NULL);
  text[0] = 'x', head(1, 5);
  wt_output_count c = wt_output_take(mem, buffer + 65, stdout, text, sizeof text);
  ck_assert(!c.asserted && !c.trapped && !text[0]);
  head(0, WT_SERVICE_RECORDS + 1);
  c = wt_output_take(mem, buffer, NULL, text, sizeof text);
  ck_assert(c.asserted == 5 && !text[0]);
  taken();
  ck_assert_str_eq(said, "");
}
END_TEST

/* ---- assertions and traps ---- */

START_TEST(assertions_and_traps_are_told) {
  asserted("x > 0", "a.cu", "void f(int)", 31, 100);
  print("between\n", "", NULL);
  trap(WT_SERVICE_TRAP, WT_SERVICE_TRAP_BYTES, 1), trap(WT_SERVICE_FREE, WT_SERVICE_TRAP_BYTES, 11);
  head(1, 3), head(2, 4);
  wt_output_count c = taken();
  ck_assert(c.asserted == 3 && c.trapped == 4);
  ck_assert_str_eq(said, "between\n");
  ck_assert_str_eq(text, "a.cu:31: void f(int): block: [100,101,102], thread: [103,104,105] Assertion `x > 0` failed.\n"
                         "trap: block: [1,2,3], thread: [4,5,6]\n"
                         "free of memory that no malloc gave (this device has no heap): block: [11,12,13], thread: [14,15,16]");
}
END_TEST

/* Names come from the file: as long as the record has room, and of one line. */
START_TEST(what_is_not_there_is_named) {
  trap(WT_SERVICE_TRAP, WT_SERVICE_TRAP_BYTES, 1);
  memset(b + WT_SERVICE_HEAD + at, 0, WT_SERVICE_MISSING_BYTES);
  memcpy(b + WT_SERVICE_HEAD + at + WT_SERVICE_TRAP_BYTES, "malloc", 6);
  trap(WT_SERVICE_MISSING, WT_SERVICE_MISSING_BYTES, 11);
  memset(b + WT_SERVICE_HEAD + at + WT_SERVICE_TRAP_BYTES, 'y', WT_SERVICE_NAME), put(at + WT_SERVICE_TRAP_BYTES, 0x0a7fff61, 4);
  trap(WT_SERVICE_MISSING, WT_SERVICE_MISSING_BYTES, 21);
  head(2, 1), head(3, 2);
  wt_output_count c = taken();
  ck_assert(!c.asserted && c.trapped == 1 && c.missed == 2);
  ck_assert_str_eq(c.name, "malloc");
  ck_assert_str_eq(said, "");
  ck_assert_str_eq(text, "trap: block: [1,2,3], thread: [4,5,6]\nmalloc: block: [11,12,13], thread: [14,15,16]\n"
                         "a???yyyyyyyyyyyyyyyyyyyyyyyyyyy: block: [21,22,23], thread: [24,25,26]");
  head(3, 7);
  c = taken();
  ck_assert(c.missed == 7 && !*c.name);
}
END_TEST

START_TEST(the_first_eight_are_told) {
  for (unsigned i = 0; i < 9; i++) asserted("e", "f", "g", i, 10 * i);
  taken();
  ck_assert_msg(strstr(text, "[70,") && !strstr(text, "[80,"), "%s", text);
  at = string = 0;
  for (unsigned i = 0; i < 5; i++) trap(WT_SERVICE_TRAP, WT_SERVICE_TRAP_BYTES, 10 * i), asserted("e", "f", "g", i, 10 * i);
  taken();
  unsigned lines = 1;
  for (const char *p = text; (p = strchr(p, '\n')); p++) lines++;
  ck_assert_uint_eq(lines, 8);
  ck_assert_msg(strstr(text, "\nf:3: g: block: [30,31,32], thread: [33,34,35] Assertion `e` failed.") && !strstr(text, "[40,"), "%s", text);
}
END_TEST

START_TEST(their_text_is_cut_to_its_room) {
  for (size_t n = 1; n < 120; n += 17) {
    char small[128];
    memset(small, '#', sizeof small);
    trap(WT_SERVICE_TRAP, WT_SERVICE_TRAP_BYTES, 1), asserted("e", "f", "g", 1, 2), trap(WT_SERVICE_FREE, WT_SERVICE_TRAP_BYTES, 1);
    wt_output_take(mem, buffer, NULL, small, n);
    ck_assert(small[n] == '#' && strlen(small) == n - 1);
    at = string = 0;
  }
}
END_TEST

/* A record of another kind, or of this one with another size, is a text. */
START_TEST(records_of_another_size) {
  trap(WT_SERVICE_TRAP, 40, 1), trap(WT_SERVICE_FREE, 48, 1), trap(WT_SERVICE_ASSERT, 48, 1), trap(WT_SERVICE_MISSING, 48, 1);
  for (unsigned i = 0, o = 0; i < 4; o += i++ ? 48 : 40) put(o + 8, device("text|"), 8);
  ck_said("text|text|text|text|");
  asserted("e", "f", "g", 1, 2);
  put(4, WT_SERVICE_PRINTF, 4);
  ck_said("e");
  trap(WT_SERVICE_TRAP, WT_SERVICE_TRAP_BYTES, 1);
  put(4, WT_SERVICE_PRINTF, 4), put(8, device("text|"), 8);
  ck_said("text|");
}
END_TEST

int main(void) {
  Suite *s = suite_create("records");
  TCase *t = tcase_create("records");
  tcase_add_checked_fixture(t, begin, end);
  tcase_add_test(t, numbers_are_as_wide_as_their_letters_say);
  tcase_add_test(t, flags_width_and_precision);
  tcase_add_test(t, strings_and_pointers);
  tcase_add_test(t, long_strings_are_cut);
  tcase_add_test(t, formats_that_c_has_not);
  tcase_add_test(t, records_stand_in_their_order);
  tcase_add_test(t, what_does_not_fit_is_the_last);
  tcase_add_test(t, a_buffer_that_is_full_says_so);
  tcase_add_test(t, no_buffer_and_nobody_who_reads);
  tcase_add_test(t, assertions_and_traps_are_told);
  tcase_add_test(t, what_is_not_there_is_named);
  tcase_add_test(t, the_first_eight_are_told);
  tcase_add_test(t, their_text_is_cut_to_its_room);
  tcase_add_test(t, records_of_another_size);
  suite_add_tcase(s, t);
  return suite_run(s);
}
