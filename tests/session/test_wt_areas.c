/* test_wt_areas.c - device memory beside a model of what lib/wt_mem.h promises: where allocations lie, what of them is written, what copies and areas that
 * are made anew hold, and that nothing has changed when the host has no memory.
 */
#define FAILS_REALLOC
#define FAILS_LARGEST (1 << 28) /* a small host has no more */
#include "lib/wt_mem.h"
#include "tests/suite.h"
#include "tests/fails_kit.h"

#include <string.h>

void *__real_malloc(size_t n);
void *__wrap_malloc(size_t n);
void *__wrap_malloc(size_t n) { return fails() ? NULL : __real_malloc(n); }

static wt_mem *m;
static void open_memory(void) { m = wt_mem_new(); }
static void close_memory(void) { wt_mem_free(m); }

static wt_addr alloc(wt_mem *x, uint64_t n) {
  wt_addr a = 1;
  ck_assert_int_eq(wt_mem_alloc(x, n, NULL, &a), WT_OK);
  return a;
}

static uint64_t up(uint64_t n) { return (n + WT_MEM_ALIGN - 1) / WT_MEM_ALIGN * WT_MEM_ALIGN; }

/* ---- where allocations lie ---- */

START_TEST(the_base_is_chosen_before_the_first_allocation) {
  const wt_addr base = 3 * WT_MEM_GUARD;
  ck_assert_int_eq(wt_mem_base(m, 0), WT_USAGE);
  ck_assert_int_eq(wt_mem_base(m, base + 256), WT_USAGE);
  ck_assert_int_eq(wt_mem_base(m, WT_MEM_BASE + WT_MEM_GUARD), WT_USAGE);
  ck_assert_int_eq(wt_mem_base(m, WT_MEM_BASE), WT_OK);
  ck_assert_uint_eq(wt_mem_next(m), WT_MEM_BASE);
  ck_assert_int_eq(wt_mem_base(m, base), WT_OK);
  ck_assert_int_eq(wt_mem_base(m, 2 * base), WT_USAGE); /* it has been chosen */
  ck_assert_uint_eq(alloc(m, 8), base);
  wt_mem *other = wt_mem_new();
  ck_assert_int_eq(wt_mem_release(other, alloc(other, 0)), WT_OK);
  ck_assert_int_eq(wt_mem_base(other, base), WT_USAGE); /* addresses have been given */
  wt_mem_free(other);
  wt_mem_free(NULL);
}
END_TEST

/* The next one begins at the first multiple of 256 behind the bytes and the guard. */
START_TEST(addresses_follow_from_sizes) {
  static const uint64_t sizes[] = {0, 1, 255, 256, 257, 512, 0, 4096, 4097};
  wt_addr at = WT_MEM_BASE;
  uint64_t total = 0;
  for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    ck_assert_uint_eq(wt_mem_next(m), at);
    ck_assert_uint_eq(alloc(m, sizes[i]), at);
    at += up(sizes[i]) + WT_MEM_GUARD, total += sizes[i];
    ck_assert_uint_eq(wt_mem_used(m), total);
  }
  ck_assert_int_eq(wt_mem_release(m, WT_MEM_BASE + WT_MEM_GUARD), WT_OK); /* that of one byte */
  ck_assert_uint_eq(wt_mem_used(m), total - 1);
  ck_assert_uint_eq(alloc(m, 1), at); /* not in its place */
}
END_TEST

START_TEST(all_allocations_together_have_a_limit) {
  wt_addr a = alloc(m, 1), all = alloc(m, WT_MEM_LIMIT - 1), none = 77;
  ck_assert_uint_eq(wt_mem_used(m), WT_MEM_LIMIT);
  ck_assert_int_eq(wt_mem_alloc(m, 1, NULL, &none), WT_USAGE);
  ck_assert_uint_eq(alloc(m, 0), wt_mem_next(m) - WT_MEM_GUARD);
  ck_assert_int_eq(wt_mem_release(m, a), WT_OK);
  ck_assert_int_eq(wt_mem_alloc(m, 2, NULL, &none), WT_USAGE);
  ck_assert_uint_eq(none, 77);
  ck_assert_uint_ne(alloc(m, 1), all);
}
END_TEST

START_TEST(an_address_is_found_in_its_allocation_alone) {
  wt_addr a = alloc(m, 10), none = alloc(m, 0), b = alloc(m, 300);
  wt_mem_area x = {1, 1, NULL};
  ck_assert(!wt_mem_find(m, a - 1, &x) && !wt_mem_find(m, a + 10, &x) && !wt_mem_find(m, none, &x) && !wt_mem_find(m, b + 300, &x));
  ck_assert(x.base == 1 && x.size == 1);
  ck_assert(wt_mem_find(m, a, &x) && x.base == a && x.size == 10);
  ck_assert(wt_mem_find(m, a + 9, &x) && x.base == a);
  ck_assert(wt_mem_find(m, b + 299, &x) && x.base == b && x.size == 300);
  ck_assert_str_eq(x.name, "allocation 3");
}
END_TEST

/* ---- bytes ---- */

START_TEST(no_bytes_are_no_fault_and_the_end_has_none) {
  uint8_t b = 5;
  wt_mem_area x;
  ck_assert(wt_mem_read(m, 1, &b, 1) && wt_mem_write(m, WT_MEM_BASE, &b, 1) && !wt_mem_find(m, 1, &x)); /* there is no allocation */
  wt_addr a = alloc(m, 10);
  ck_assert(!wt_mem_read(m, 1, &b, 0) && !wt_mem_write(m, 1, &b, 0) && !wt_mem_unwritten(m, a, 0) && b == 5);
  ck_assert_ptr_eq(wt_mem_ptr(m, a + 10, 0), wt_mem_ptr(m, a, 10) + 10);
  ck_assert_ptr_null(wt_mem_ptr(m, a + 11, 0));
  ck_assert_ptr_null(wt_mem_ptr(m, a + 10, 1));
}
END_TEST

START_TEST(what_was_given_back_faults) {
  wt_addr a = alloc(m, 64), b = alloc(m, 64), c = alloc(m, 64);
  uint8_t v = 9, got = 0;
  ck_assert(!wt_mem_write(m, c, &v, 1) && !wt_mem_write(m, b, &v, 1)); /* b is where the last access was */
  ck_assert_int_eq(wt_mem_release(m, b + 1), WT_USAGE);
  ck_assert_int_eq(wt_mem_release(m, b), WT_OK);
  ck_assert(wt_mem_read(m, b, &got, 1) && wt_mem_write(m, b, &v, 1));
  ck_assert(!wt_mem_read(m, c, &got, 1) && got == 9);
  ck_assert_int_eq(wt_mem_release(m, c), WT_OK);
  ck_assert(wt_mem_read(m, c, &got, 1));
  ck_assert_uint_eq(wt_mem_count(m), 1);
  ck_assert_int_eq(wt_mem_release(m, c), WT_USAGE);
  ck_assert(!wt_mem_read(m, a, &got, 1) && got == 0);
}
END_TEST

/* Beside a flag for each byte. */
START_TEST(every_byte_is_written_or_not) {
  enum { SIZE = 400 };
  uint8_t flag[SIZE] = {0}, data[SIZE] = {0};
  wt_addr before = alloc(m, SIZE), a = alloc(m, SIZE), behind = alloc(m, SIZE);
  unsigned rng = 12345;
  ck_assert(wt_mem_unwritten(m, a, SIZE));
  for (unsigned i = 0; i < 3000; i++) {
    rng = rng * 1103515245 + 12345;
    unsigned at = rng / 65536 % SIZE, n = 1 + (rng >> 8) % (i % 50 ? 5 : 150);
    if (at + n > SIZE) n = SIZE - at;
    if (i % 8 == 0) {
      ck_assert(!wt_mem_write(m, a + at, data, n));
      memset(flag + at, 1, n);
    }
    ck_assert_int_eq(wt_mem_unwritten(m, a + at, n), memchr(flag + at, 0, n) != NULL);
    if (i % 1000 == 500) { /* all over again */
      ck_assert_int_eq(wt_mem_release(m, a), WT_OK);
      a = alloc(m, SIZE), memset(flag, 0, SIZE);
    }
  }
  ck_assert(wt_mem_unwritten(m, before, SIZE) && wt_mem_unwritten(m, behind, 1));
  ck_assert(!wt_mem_unwritten(m, behind + SIZE, 1)); /* no allocation, nothing to tell */
}
END_TEST

START_TEST(an_allocation_is_written_as_a_whole) {
  wt_addr a = alloc(m, 130), b = alloc(m, 130), none = alloc(m, 0);
  wt_mem_all_written(m, a + 129);
  ck_assert(!wt_mem_unwritten(m, a, 130) && wt_mem_unwritten(m, b, 1));
  wt_mem_all_written(m, b + 130), wt_mem_all_written(m, none);
  for (unsigned i = 0; i < 130; i++) ck_assert(wt_mem_unwritten(m, b + i, 1));
}
END_TEST

/* ---- copies ---- */

/* What two memories answer for all that is in `of`. */
static void ck_same(wt_mem *x, wt_mem *y, const wt_mem *of) {
  ck_assert_uint_eq(wt_mem_count(x), wt_mem_count(of));
  ck_assert_uint_eq(wt_mem_count(y), wt_mem_count(of));
  ck_assert_uint_eq(wt_mem_used(x), wt_mem_used(y));
  ck_assert_uint_eq(wt_mem_next(x), wt_mem_next(y));
  ck_assert(wt_mem_equal(x, y, NULL));
  ck_assert_uint_eq(wt_mem_digest(x), wt_mem_digest(y));
  for (size_t i = 0; i < wt_mem_count(of); i++) {
    wt_mem_area a = wt_mem_get(x, i), b = wt_mem_get(y, i), o = wt_mem_get(of, i);
    ck_assert(a.base == o.base && a.size == o.size && b.base == o.base && b.size == o.size);
    ck_assert_str_eq(a.name, o.name);
    ck_assert_str_eq(b.name, o.name);
    for (uint64_t k = 0; k < a.size; k++) ck_assert_int_eq(wt_mem_unwritten(x, a.base + k, 1), wt_mem_unwritten(y, a.base + k, 1));
  }
}

static void fill(wt_mem *x, wt_addr a, size_t n, unsigned by) {
  uint8_t b[512];
  for (size_t i = 0; i < n; i++) b[i] = (uint8_t)(by + 3 * i);
  ck_assert(!wt_mem_write(x, a, b, n));
}

/* Areas come, go and change between two copies; some keep their place, one has its place in both and is of another size. */
START_TEST(a_copy_is_brought_up_to_date) {
  wt_addr a = alloc(m, 100), b = alloc(m, 0), c = alloc(m, 200), d = alloc(m, 300);
  fill(m, a, 100, 1), fill(m, c + 64, 70, 2), fill(m, d, 1, 3);
  wt_mem *copy = wt_mem_clone(m);
  ck_same(m, copy, m);
  wt_mem *own = wt_mem_clone(m); /* goes another way */
  fill(own, d + 200, 100, 90), alloc(own, 150);
  ck_assert_int_eq(wt_mem_release(own, c), WT_OK);
  ck_assert_int_eq(wt_mem_release(m, a), WT_OK);
  fill(m, c, 10, 77), alloc(m, 151), fill(m, alloc(m, 40), 40, 5);
  ck_assert(!wt_mem_copy_from(own, m));
  ck_same(own, m, m);
  ck_assert(!wt_mem_copy_from(copy, own));
  ck_same(copy, m, own);
  ck_assert(!wt_mem_copy_from(copy, copy));
  ck_same(copy, m, m);
  fill(copy, d, 1, 4); /* none of them share bytes */
  ck_assert(!wt_mem_equal(copy, m, NULL) && !wt_mem_equal(copy, own, NULL) && wt_mem_equal(m, own, NULL));
  for (unsigned i = 0; i < 40; i++) ck_assert_uint_eq(alloc(copy, i), alloc(m, i)); /* a copy grows */
  ck_assert_int_eq(wt_mem_release(copy, b), WT_OK);
  ck_assert_int_eq(wt_mem_release(copy, b), WT_USAGE);
  wt_mem_free(copy), wt_mem_free(own);
}
END_TEST

START_TEST(the_first_difference_is_told) {
  wt_addr a = alloc(m, 20), b = alloc(m, 30);
  wt_mem *x = wt_mem_clone(m);
  wt_mem_diff d = {0};
  fill(x, b + 7, 1, 9), fill(x, b + 9, 1, 9);
  ck_assert(!wt_mem_equal(m, x, &d) && d.addr == b + 7 && !d.layout && d.a_byte == 0 && d.b_byte == 9 && d.area.base == b && d.area.size == 30);
  ck_assert(!wt_mem_equal(x, m, &d) && d.a_byte == 9 && d.b_byte == 0);
  fill(x, a + 19, 1, 1);
  ck_assert(!wt_mem_equal(m, x, &d) && d.addr == a + 19 && d.area.base == a);
  ck_assert(!wt_mem_copy_from(x, m) && wt_mem_equal(x, m, &d));
  wt_addr more = alloc(x, 5);
  ck_assert(!wt_mem_equal(m, x, &d) && d.addr == more && d.layout && d.area.size == 5 && !d.a_byte && !d.b_byte);
  ck_assert(!wt_mem_equal(x, m, &d) && d.addr == more && d.layout);
  ck_assert_uint_eq(alloc(m, 6), more);
  ck_assert(!wt_mem_equal(m, x, &d) && d.addr == more && d.layout && d.area.size == 6); /* of the first */
  ck_assert_int_eq(wt_mem_release(m, a), WT_OK);
  ck_assert(!wt_mem_equal(m, x, &d) && d.addr == b && d.layout);
  ck_assert(!wt_mem_copy_from(x, m));
  ck_assert_int_eq(wt_mem_release(x, more), WT_OK); /* the last one */
  ck_assert(!wt_mem_equal(m, x, &d) && d.addr == more && d.layout && d.area.size == 6);
  ck_assert(!wt_mem_equal(x, m, &d) && d.addr == more && d.layout);
  wt_mem_free(x);
}
END_TEST

START_TEST(the_digest_knows_addresses_sizes_and_bytes_and_no_names) {
  const wt_mem_area areas[] = {{WT_MEM_GUARD, 21, "x"}, {4 * WT_MEM_GUARD, 8, "y"}}, renamed[] = {{WT_MEM_GUARD, 21, "z"}, {4 * WT_MEM_GUARD, 8, ""}};
  const wt_mem_area moved[] = {{WT_MEM_GUARD, 21, "x"}, {5 * WT_MEM_GUARD, 8, "y"}}, longer[] = {{WT_MEM_GUARD, 22, "x"}, {4 * WT_MEM_GUARD, 8, "y"}};
  const wt_mem_area more[] = {{WT_MEM_GUARD, 21, "x"}, {4 * WT_MEM_GUARD, 8, "y"}, {9 * WT_MEM_GUARD, 0, "none"}};
  wt_mem *x = wt_mem_new();
  const wt_addr next = 64 * WT_MEM_GUARD;
  ck_assert(!wt_mem_rebuild(m, areas, 2, next) && !wt_mem_rebuild(x, renamed, 2, next));
  const uint64_t is = wt_mem_digest(m);
  unsigned ones = 0;
  ck_assert_uint_eq(wt_mem_digest(x), is);
  ck_assert(!wt_mem_rebuild(x, moved, 2, next) && wt_mem_digest(x) != is);
  ck_assert(!wt_mem_rebuild(x, longer, 2, next) && wt_mem_digest(x) != is);
  ck_assert(!wt_mem_rebuild(x, more, 3, next) && wt_mem_digest(x) != is);
  ck_assert(!wt_mem_rebuild(x, areas, 1, next) && wt_mem_digest(x) != is);
  for (unsigned k = 0; k < 29; k++) { /* every byte counts, with its place */
    ck_assert(!wt_mem_rebuild(x, areas, 2, next));
    fill(x, k < 21 ? areas[0].base + k : areas[1].base + k - 21, 1, 1);
    ck_assert_uint_ne(wt_mem_digest(x), is);
    uint64_t one = wt_mem_digest(x);
    ck_assert(!wt_mem_rebuild(x, areas, 2, next));
    fill(x, k + 1 < 21 ? areas[0].base + k + 1 : areas[1].base + (k + 1 - 21) % 8, 1, 1);
    ck_assert_uint_ne(wt_mem_digest(x), one);
    ck_assert_uint_ne((uint32_t)one, (uint32_t)is); /* every byte reaches every part of it */
    ck_assert_uint_ne(one >> 32, is >> 32);
    ones += (unsigned)__builtin_popcountll(one);
  }
  ck_assert(ones > 29 * 28 && ones < 29 * 36); /* half of the bits */
  wt_mem_free(x);
}
END_TEST

/* ---- areas as a file has them ---- */

START_TEST(areas_are_made_anew) {
  wt_mem_area of[] = {{WT_MEM_GUARD, 256, "first"}, {2 * WT_MEM_GUARD + 256, 0, "none"}, {3 * WT_MEM_GUARD + 256, 300, "last"}};
  const wt_addr next = of[2].base + 512 + WT_MEM_GUARD;
  wt_addr old = alloc(m, 8), a;
  fill(m, old, 8, 1);
  ck_assert_int_eq(wt_mem_rebuild(m, of, 3, next), WT_OK);
  ck_assert_uint_eq(wt_mem_count(m), 3);
  ck_assert_uint_eq(wt_mem_used(m), 556);
  for (size_t i = 0; i < 3; i++) {
    wt_mem_area x = wt_mem_get(m, i);
    ck_assert(x.base == of[i].base && x.size == of[i].size);
    ck_assert_str_eq(x.name, of[i].name);
    for (uint64_t k = 0; k < x.size; k++) ck_assert(*wt_mem_ptr(m, x.base + k, 1) == 0 && wt_mem_unwritten(m, x.base + k, 1));
    ck_assert_int_eq(wt_mem_release(m, x.base), WT_USAGE); /* not given back one by one */
  }
  ck_assert_ptr_null(wt_mem_ptr(m, old, 1));
  ck_assert(!wt_mem_alloc(m, 8, "behind", &a) && a == next && wt_mem_count(m) == 4);
  ck_assert_int_eq(wt_mem_rebuild(m, NULL, 0, WT_MEM_GUARD), WT_OK);
  ck_assert(!wt_mem_count(m) && !wt_mem_used(m));
  ck_assert_uint_eq(alloc(m, 1), WT_MEM_GUARD);
  ck_assert_uint_eq(alloc(m, 1), 2 * WT_MEM_GUARD + 256);
}
END_TEST

START_TEST(areas_that_break_the_rules_change_nothing) {
  enum { NEXT = 100 };
  static const struct {
    wt_mem_area a, b;
    wt_addr next;
  } t[] = {{{0, 8, "at 0"}, {8 * WT_MEM_GUARD, 8, ""}, NEXT * WT_MEM_GUARD},
           {{WT_MEM_GUARD - 256, 8, "below the guard"}, {8 * WT_MEM_GUARD, 8, ""}, NEXT * WT_MEM_GUARD},
           {{WT_MEM_GUARD + 255, 8, "not aligned"}, {8 * WT_MEM_GUARD, 8, ""}, NEXT * WT_MEM_GUARD},
           {{WT_MEM_GUARD, 257, "too near"}, {2 * WT_MEM_GUARD + 256, 8, ""}, NEXT * WT_MEM_GUARD},
           {{4 * WT_MEM_GUARD, 8, "in no order"}, {WT_MEM_GUARD, 8, ""}, NEXT * WT_MEM_GUARD},
           {{WT_MEM_GUARD, 8, "the next one too near"}, {4 * WT_MEM_GUARD, 257, ""}, 5 * WT_MEM_GUARD + 256},
           {{WT_MEM_GUARD, WT_MEM_LIMIT + 1, "too large"}, {WT_MEM_LIMIT * 2, 8, ""}, WT_MEM_LIMIT * 4},
           {{WT_MEM_GUARD, 1, "together too large"}, {8 * WT_MEM_GUARD, WT_MEM_LIMIT, ""}, WT_MEM_LIMIT * 4}};
  wt_addr a = alloc(m, 50);
  fill(m, a, 20, 3);
  wt_mem *was = wt_mem_clone(m);
  for (unsigned i = 0; i < sizeof t / sizeof *t; i++) {
    const wt_mem_area of[] = {t[i].a, t[i].b};
    ck_assert_msg(wt_mem_rebuild(m, of, 2, t[i].next) == WT_USAGE, "%s", t[i].a.name);
    ck_same(m, was, was);
  }
  const wt_mem_area just[] = {{WT_MEM_GUARD, 256, ""}, {2 * WT_MEM_GUARD + 256, WT_MEM_LIMIT - 256, ""}};
  ck_assert_int_eq(wt_mem_rebuild(m, just, 2, just[1].base + just[1].size + WT_MEM_GUARD - 1), WT_USAGE);
  ck_assert_int_eq(wt_mem_rebuild(m, just, 2, just[1].base + just[1].size + WT_MEM_GUARD), WT_OK);
  wt_mem_free(was);
}
END_TEST

/* ---- no memory of the host ---- */

/* Makes the first, second, ... allocation of what follows fail until none is left that could: then *n is how many there were. */
static int with_failure(unsigned *n) {
  before_it_fails = (*n)++, fails_once = 1;
  return 1;
}
static int failed(void) {
  int was = !fails_once;
  fails_once = 0;
  return was;
}

START_TEST(without_memory_nothing_has_changed) {
  wt_addr a = alloc(m, 100), out = 77;
  fill(m, a, 50, 1), alloc(m, 0), alloc(m, 30);
  wt_mem *was = wt_mem_clone(m), *other = wt_mem_clone(m);
  const wt_mem_area areas[] = {{WT_MEM_GUARD, 10, "x"}, {4 * WT_MEM_GUARD, 8, "y"}};
  unsigned n;
  fill(other, a + 60, 5, 9), alloc(other, 200), alloc(other, 10);
  for (n = 0; with_failure(&n) && (wt_mem_alloc(m, 8, NULL, &out), failed());) {
    ck_assert_uint_eq(out, 77);
    ck_same(m, was, was);
  }
  ck_assert_uint_eq(n, 3); /* its bytes, their marks */
  ck_assert_int_eq(wt_mem_release(m, out), WT_OK);
  ck_assert(!wt_mem_copy_from(m, was));
  ck_assert(with_failure(&(unsigned){1}) && !wt_mem_copy_from(m, was)); /* what stays in its place needs nothing but a list */
  ck_assert(!failed());
  for (unsigned i = 0; i < 13; i++) alloc(m, 0), alloc(was, 0);
  wt_addr next = wt_mem_next(was);
  ck_assert(!wt_mem_copy_from(m, was));
  ck_assert(with_failure(&(unsigned){0}) && wt_mem_alloc(m, 0, NULL, &out) == WT_USAGE && failed()); /* the list is full */
  ck_same(m, was, was);
  ck_assert_int_eq(wt_mem_release(m, a), WT_OK); /* of a full list */
  ck_assert_int_eq(wt_mem_release(m, wt_mem_get(m, 14).base), WT_OK);
  ck_assert(!wt_mem_copy_from(m, was));
  ck_assert_uint_eq(alloc(m, 0), next);
  ck_assert(!wt_mem_copy_from(m, was));
  for (n = 0; with_failure(&n) && (wt_mem_copy_from(m, other), failed());) ck_same(m, was, was);
  ck_same(m, other, other);
  ck_assert(!wt_mem_copy_from(m, was));
  for (n = 0; with_failure(&n) && (wt_mem_rebuild(m, areas, 2, 64 * WT_MEM_GUARD), failed());) ck_same(m, was, was);
  ck_assert_uint_eq(wt_mem_count(m), 2);
  wt_mem *copy = NULL;
  for (n = 0; with_failure(&n) && (copy = wt_mem_clone(was), failed());) ck_assert_ptr_null(copy);
  ck_same(copy, was, was);
  for (n = 0; n < 2;) ck_assert(with_failure(&n) && !wt_mem_new() && failed());
  wt_mem_free(was), wt_mem_free(other), wt_mem_free(copy);
}
END_TEST

/* Names of parts and of what was given back are words: without memory for them everything else goes on. */
START_TEST(without_memory_words_are_lost_alone) {
  char b[200];
  wt_addr a = alloc(m, 100), c = alloc(m, 100);
  ck_assert(with_failure(&(unsigned){0}) && (wt_mem_part(m, a, 10, "lost"), failed()));
  ck_assert(with_failure(&(unsigned){1}) && (wt_mem_part(m, a, 10, "lost"), failed()));
  wt_mem_part(m, a + 50, 10, "kept");
  ck_assert_int_eq(wt_mem_where(m, a + 1, b, sizeof b), WT_MEM_INSIDE);
  ck_assert_str_eq(b, "49 bytes before kept (10 bytes at 0x7f0000000032)");
  ck_assert_int_eq(wt_mem_where(m, c + 1, b, sizeof b), WT_MEM_INSIDE); /* the parts of another one */
  ck_assert_str_eq(b, "1 byte into allocation 2 (100 bytes at 0x7f0000100100)");
  wt_mem *other = wt_mem_new();
  a = alloc(other, 8);
  ck_assert(with_failure(&(unsigned){0}) && wt_mem_release(other, a) == WT_OK && failed());
  ck_assert_int_eq(wt_mem_where(other, a, b, sizeof b), WT_MEM_FAR);
  wt_mem_free(other);
}
END_TEST

int main(void) {
  Suite *s = suite_create("areas");
  TCase *t = tcase_create("areas");
  tcase_add_checked_fixture(t, open_memory, close_memory);
  tcase_add_test(t, the_base_is_chosen_before_the_first_allocation);
  tcase_add_test(t, addresses_follow_from_sizes);
  tcase_add_test(t, all_allocations_together_have_a_limit);
  tcase_add_test(t, an_address_is_found_in_its_allocation_alone);
  tcase_add_test(t, no_bytes_are_no_fault_and_the_end_has_none);
  tcase_add_test(t, what_was_given_back_faults);
  tcase_add_test(t, every_byte_is_written_or_not);
  tcase_add_test(t, an_allocation_is_written_as_a_whole);
  tcase_add_test(t, a_copy_is_brought_up_to_date);
  tcase_add_test(t, the_first_difference_is_told);
  tcase_add_test(t, the_digest_knows_addresses_sizes_and_bytes_and_no_names);
  tcase_add_test(t, areas_are_made_anew);
  tcase_add_test(t, areas_that_break_the_rules_change_nothing);
  tcase_add_test(t, without_memory_nothing_has_changed);
  tcase_add_test(t, without_memory_words_are_lost_alone);
  suite_add_tcase(s, t);
  return suite_run(s);
}
