/* test_wt_mem.c - device memory, modules placed in it, and launches built from them. */
#include "isa/wt_asm.h"
#include "isa/wt_elfw.h"
#include "lib/wt_launch.h"
#include "lib/wt_mem.h"
#include "lib/wt_module.h"
#include "tests/suite.h"
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LOADER WT_ROOT "/tests/isa/data/loader.cubin"
#define KERNELS WT_ROOT "/tests/kernels"

static char err[1024];
static wt_mem *mem;
static struct wt_module *mod;
static wt_launch_desc launch;
static const wt_launch_limits limits = {.warps = 32, .warp_size = 32, .gang = 1, .regs = 65536, .smem_bytes = 49152};

static uint64_t rng = 88172645463325252u;
static uint64_t next(void) {
  rng ^= rng << 13;
  rng ^= rng >> 7;
  return rng ^= rng << 17;
}

/* ---- memory ---- */

static wt_addr alloc(wt_mem *m, uint64_t n, const char *name) {
  wt_addr a = 0;
  ck_assert_int_eq(wt_mem_alloc(m, n, name, &a), WT_OK);
  ck_assert_uint_eq(a % 256, 0);
  return a;
}

/* Writes across words of the marks and across each other are taken back, newest first, with the marks; begin forgets the ones before it. */
START_TEST(writes_taken_back) {
  enum { N = 300 };
  wt_mem *m = wt_mem_new();
  uint8_t was[2][N], now[N], byte;
  wt_addr a[2];
  for (unsigned i = 0; i < 2; i++) a[i] = alloc(m, N, NULL);
  for (unsigned round = 0; round < 20; round++) {
    for (unsigned i = 0; i < 40; i++) { /* from now on they stay */
      byte = (uint8_t)next();
      ck_assert_int_eq(wt_mem_write(m, a[i % 2] + next() % N, &byte, 1), 0);
    }
    uint8_t marks[2][N];
    for (unsigned k = 0; k < 2; k++) {
      ck_assert_int_eq(wt_mem_read(m, a[k], was[k], N), 0);
      for (unsigned i = 0; i < N; i++) marks[k][i] = (uint8_t)wt_mem_unwritten(m, a[k] + i, 1);
    }
    wt_mem_undo_begin(m);
    ck_assert_uint_eq(wt_mem_undo_bytes(m), 0);
    for (unsigned i = 0; i < 60; i++) {
      uint8_t bytes[130];
      const unsigned n = 1 + (unsigned)(next() % sizeof bytes), at = (unsigned)(next() % (N - n + 1));
      for (unsigned k = 0; k < n; k++) bytes[k] = (uint8_t)next();
      ck_assert_int_eq(wt_mem_write(m, a[i % 2] + at, bytes, n), 0);
    }
    ck_assert_uint_gt(wt_mem_undo_bytes(m), 60);
    ck_assert_int_eq(wt_mem_undo(m), 0);
    for (unsigned k = 0; k < 2; k++) {
      ck_assert_int_eq(wt_mem_read(m, a[k], now, N), 0);
      ck_assert_mem_eq(now, was[k], N);
      for (unsigned i = 0; i < N; i++) ck_assert_int_eq(wt_mem_unwritten(m, a[k] + i, 1), marks[k][i]);
    }
    wt_mem_undo_end(m);
    ck_assert_uint_eq(wt_mem_undo_bytes(m), 0);
  }
  byte = 1;
  ck_assert_int_eq(wt_mem_write(m, a[0], &byte, 1), 0);
  ck_assert_uint_eq(wt_mem_undo_bytes(m), 0); /* nobody asked */
  wt_mem_free(m);
}
END_TEST

START_TEST(allocations) {
  wt_mem *m = wt_mem_new();
  uint8_t b[16] = {0}, z[16] = {0};
  wt_addr a = alloc(m, 100, "a"), e = alloc(m, 0, NULL), c = alloc(m, 257, "c"), out = 77;
  ck_assert_uint_eq(a, WT_MEM_BASE);
  ck_assert(e >= a + 100 + WT_MEM_GUARD && c >= e + WT_MEM_GUARD);
  memset(b, 1, sizeof b);
  ck_assert(!wt_mem_read(m, c + 241, b, 16));
  ck_assert_mem_eq(b, z, 16);
  ck_assert(wt_mem_read(m, c + 242, b, 16) && wt_mem_read(m, a - 1, b, 1) && wt_mem_read(m, a + 100, b, 1));
  ck_assert(wt_mem_read(m, e, b, 1) && wt_mem_write(m, e, b, 1) && !wt_mem_read(m, e, b, 0));
  ck_assert(wt_mem_read(m, UINT64_MAX, b, 16) && wt_mem_read(m, 0, b, 1) && wt_mem_read(m, a, b, SIZE_MAX));
  ck_assert_int_eq(wt_mem_alloc(m, WT_MEM_LIMIT, NULL, &out), WT_USAGE);
  ck_assert_int_eq(wt_mem_alloc(m, UINT64_MAX, NULL, &out), WT_USAGE);
  ck_assert_uint_eq(out, 77);
  ck_assert_uint_eq(wt_mem_count(m), 3);
  ck_assert_str_eq(wt_mem_get(m, 2).name, "c");
  wt_mem_free(m);
}
END_TEST

/* Whole pages: each begins at a multiple, as far from the one before as any other. */
START_TEST(allocations_of_pages) {
  wt_mem *m = wt_mem_new();
  wt_addr last = alloc(m, 300, NULL) + 300;
  for (uint64_t align = 1; align <= WT_MEM_GUARD; align *= 2) {
    ck_assert_int_eq(wt_mem_align(m, align), WT_OK);
    wt_addr a = alloc(m, 300, NULL);
    ck_assert_uint_eq(a % align, 0);
    ck_assert_uint_ge(a, last + WT_MEM_GUARD);
    ck_assert_uint_lt(a, last + WT_MEM_GUARD + 256 + align);
    last = a + 300;
  }
  const wt_addr next = wt_mem_next(m);
  static const uint64_t none[] = {0, 3, 4097, 2 * WT_MEM_GUARD, UINT64_MAX};
  for (int i = 0; i < 5; i++) ck_assert_int_eq(wt_mem_align(m, none[i]), WT_USAGE);
  ck_assert_uint_eq(wt_mem_next(m), next);
  wt_mem_free(m);
}
END_TEST

START_TEST(a_fault_has_no_effect) {
  wt_mem *m = wt_mem_new();
  wt_addr a = alloc(m, 8, NULL);
  uint8_t ones[8], got[8];
  memset(ones, 0xff, 8);
  ck_assert(wt_mem_write(m, a + 4, ones, 8));
  memset(got, 3, 8);
  ck_assert(wt_mem_read(m, a + 1, got, 8));
  ck_assert_uint_eq(got[0], 3);
  ck_assert(!wt_mem_read(m, a, got, 8));
  for (unsigned i = 0; i < 8; i++) ck_assert_uint_eq(got[i], 0);
  wt_mem_free(m);
}
END_TEST

static void is_at(const wt_mem *m, wt_addr at, wt_mem_place place, const char *says) {
  char b[300];
  ck_assert_int_eq(wt_mem_where(m, at, b, sizeof b), place);
  ck_assert_str_eq(b, says);
}
START_TEST(where) {
  wt_mem *m = wt_mem_new();
  is_at(m, 5, WT_MEM_FAR, "no memory is allocated");
  wt_addr a = alloc(m, 16, "in"), c = alloc(m, 16, "out");
  is_at(m, a + 4, WT_MEM_INSIDE, "4 bytes into in (16 bytes at 0x7f0000000000)");
  is_at(m, a + 20, WT_MEM_NEAR, "4 bytes past the end of in (16 bytes at 0x7f0000000000)");
  is_at(m, a + 17, WT_MEM_NEAR, "1 byte past the end of in (16 bytes at 0x7f0000000000)");
  is_at(m, a + 16 + (1 << 19), WT_MEM_NEAR, "524288 bytes past the end of in (16 bytes at 0x7f0000000000)");
  is_at(m, c - (1 << 19), WT_MEM_NEAR, "524288 bytes before out (16 bytes at 0x7f0000100100)");
  is_at(m, c - 8, WT_MEM_NEAR, "8 bytes before out (16 bytes at 0x7f0000100100)");
  is_at(m, c + 16, WT_MEM_NEAR, "0 bytes past the end of out (16 bytes at 0x7f0000100100)");
  wt_mem_free(m);
}
END_TEST

/* A distance is only told when it is near: within 1 MiB, or within the size of a larger allocation. */
START_TEST(what_is_far_is_far) {
  wt_mem *m = wt_mem_new();
  wt_addr small = alloc(m, 64, "small"), large = alloc(m, 4 << 20, "large"), end = large + (4 << 20);
  is_at(m, small - (1 << 20), WT_MEM_NEAR, "1048576 bytes before small (64 bytes at 0x7f0000000000)");
  is_at(m, small - (1 << 20) - 1, WT_MEM_FAR, "no allocation is near");
  is_at(m, end + (4 << 20), WT_MEM_NEAR, "4194304 bytes past the end of large (4194304 bytes at 0x7f0000100100)");
  is_at(m, end + (4 << 20) + 1, WT_MEM_FAR, "no allocation is near");
  is_at(m, 0, WT_MEM_FAR, "no allocation is near");
  is_at(m, UINT64_MAX, WT_MEM_FAR, "no allocation is near");
  wt_mem_free(m);
}
END_TEST

/* What was freed is remembered under its name, the last 1024 of them; allocations without a name have a number; copies know only what lives. */
START_TEST(freed_memory_is_remembered) {
  wt_mem *m = wt_mem_new();
  wt_addr a = alloc(m, 64, NULL), b = alloc(m, 32, NULL), kept = alloc(m, 8, "kept");
  is_at(m, b + 1, WT_MEM_INSIDE, "1 byte into allocation 2 (32 bytes at 0x7f0000100100)");
  ck_assert_int_eq(wt_mem_name(m, b, "mine"), WT_OK);
  ck_assert_int_eq(wt_mem_name(m, b + 1, "mine"), WT_USAGE);
  ck_assert_int_eq(wt_mem_name(m, kept, "mine"), WT_USAGE);
  is_at(m, b + 32, WT_MEM_NEAR, "0 bytes past the end of mine (32 bytes at 0x7f0000100100)");
  ck_assert_int_eq(wt_mem_release(m, kept), WT_USAGE);
  ck_assert_int_eq(wt_mem_release(m, a), WT_OK);
  ck_assert_int_eq(wt_mem_release(m, b), WT_OK);
  is_at(m, a, WT_MEM_FREED, "0 bytes into allocation 1 (64 bytes at 0x7f0000000000), which has been freed");
  is_at(m, b + 31, WT_MEM_FREED, "31 bytes into mine (32 bytes at 0x7f0000100100), which has been freed");
  is_at(m, kept - 4, WT_MEM_NEAR, "4 bytes before kept (8 bytes at 0x7f0000200200)");
  wt_mem *copy = wt_mem_clone(m);
  is_at(copy, a, WT_MEM_FAR, "no allocation is near");
  ck_assert(!wt_mem_copy_from(m, copy));
  is_at(m, a, WT_MEM_FREED, "0 bytes into allocation 1 (64 bytes at 0x7f0000000000), which has been freed");
  for (unsigned i = 0; i < 1022; i++) ck_assert_int_eq(wt_mem_release(m, alloc(m, 8, NULL)), WT_OK);
  is_at(m, a, WT_MEM_FREED, "0 bytes into allocation 1 (64 bytes at 0x7f0000000000), which has been freed");
  ck_assert_int_eq(wt_mem_release(m, alloc(m, 8, NULL)), WT_OK);
  is_at(m, a, WT_MEM_FAR, "no allocation is near");
  is_at(m, b, WT_MEM_FREED, "0 bytes into mine (32 bytes at 0x7f0000100100), which has been freed");
  wt_mem_free(copy);
  wt_mem_free(m);
}
END_TEST

/* Parts with names: the one that holds the address, else the nearest. */
START_TEST(parts_of_an_allocation_have_names) {
  wt_mem *m = wt_mem_new();
  wt_addr a = alloc(m, 100, "data"), other = alloc(m, 16, "other");
  char name[] = "table";
  wt_mem_part(m, a, 40, name);
  name[0] = 'X'; /* its own copy */
  wt_mem_part(m, a + 48, 52, "last");
  is_at(m, a + 39, WT_MEM_INSIDE, "39 bytes into table (40 bytes at 0x7f0000000000)");
  is_at(m, a + 41, WT_MEM_INSIDE, "1 byte past the end of table (40 bytes at 0x7f0000000000)");
  is_at(m, a + 46, WT_MEM_INSIDE, "2 bytes before last (52 bytes at 0x7f0000000030)");
  is_at(m, a + 104, WT_MEM_NEAR, "4 bytes past the end of last (52 bytes at 0x7f0000000030)");
  is_at(m, a - 4, WT_MEM_NEAR, "4 bytes before table (40 bytes at 0x7f0000000000)");
  is_at(m, other, WT_MEM_INSIDE, "0 bytes into other (16 bytes at 0x7f0000100100)");
  is_at(m, a + 44, WT_MEM_INSIDE, "4 bytes past the end of table (40 bytes at 0x7f0000000000)"); /* as far from the other: the first that was named */
  wt_mem_part(m, a + 40, 8, "between");
  is_at(m, a + 40, WT_MEM_INSIDE, "0 bytes into between (8 bytes at 0x7f0000000028)"); /* and not at the end of the table */
  is_at(m, a + 48, WT_MEM_INSIDE, "0 bytes into last (52 bytes at 0x7f0000000030)");
  wt_mem_free(m);
}
END_TEST

/* Against one flat array: random accesses in and around three allocations. */
START_TEST(random_accesses) {
  static uint8_t flat[3][4096];
  wt_mem *m = wt_mem_new();
  wt_addr base[3];
  size_t size[3] = {4096, 1000, 1};
  for (unsigned i = 0; i < 3; i++) base[i] = alloc(m, size[i], NULL);
  for (unsigned i = 0; i < 100000; i++) {
    unsigned k = (unsigned)(next() % 3);
    size_t off = next() % (size[k] + 20), n = 1 + next() % 32;
    int fits = off + n <= size[k];
    uint8_t b[32];
    for (unsigned j = 0; j < 32; j++) b[j] = (uint8_t)next();
    if (next() % 2) {
      ck_assert_int_eq(wt_mem_write(m, base[k] + off, b, n) == 0, fits);
      if (fits) memcpy(flat[k] + off, b, n);
    } else {
      ck_assert_int_eq(wt_mem_read(m, base[k] + off, b, n) == 0, fits);
      if (fits) ck_assert_mem_eq(b, flat[k] + off, n);
    }
  }
  wt_mem_free(m);
}
END_TEST

START_TEST(clones) {
  wt_mem *m = wt_mem_new();
  wt_mem_diff d;
  wt_addr a = alloc(m, 1000, "a"), b = alloc(m, 7, "b");
  uint32_t v = 0x12345678;
  uint8_t one = 1, got;
  ck_assert(!wt_mem_write(m, a + 500, &v, 4));
  wt_mem *c = wt_mem_clone(m);
  ck_assert(wt_mem_equal(m, c, &d));
  ck_assert_uint_eq(wt_mem_digest(m), wt_mem_digest(c));
  ck_assert(!wt_mem_write(c, b + 6, &one, 1));
  ck_assert(!wt_mem_read(m, b + 6, &got, 1) && !got);
  ck_assert(!wt_mem_equal(m, c, &d) && !wt_mem_equal(m, c, NULL));
  ck_assert_uint_eq(d.addr, b + 6);
  ck_assert_str_eq(d.area.name, "b");
  ck_assert(d.area.base == b && d.area.size == 7 && !d.layout && d.a_byte == 0 && d.b_byte == 1);
  ck_assert_uint_ne(wt_mem_digest(m), wt_mem_digest(c));
  ck_assert(!wt_mem_copy_from(c, m) && wt_mem_equal(m, c, &d));
  wt_addr e = alloc(m, 64, "later");
  ck_assert(!wt_mem_equal(c, m, &d) && d.layout && d.addr == e);
  ck_assert_str_eq(d.area.name, "later");
  ck_assert(!wt_mem_copy_from(c, m) && wt_mem_equal(m, c, NULL));
  ck_assert_uint_eq(alloc(c, 5, NULL), alloc(m, 5, NULL));
  wt_mem_free(m);
  ck_assert(!wt_mem_read(c, a + 500, &v, 4) && v == 0x12345678);
  wt_mem_free(c);
}
END_TEST

/* ---- modules ---- */

static void open_module(const char *path) {
  mem = wt_mem_new();
  ck_assert_msg(!wt_module_open(mem, path, &mod, err, sizeof err), "%s", err);
}

static void close_module(void) {
  wt_module_close(mod);
  wt_mem_free(mem);
}

static wt_addr address(const char *name) {
  wt_addr a;
  ck_assert_msg(!wt_module_find(mod, name, &a, NULL, err, sizeof err), "%s", err);
  return a;
}

static uint64_t word(wt_addr a) {
  uint64_t v;
  ck_assert(!wt_mem_read(mem, a, &v, 8));
  return v;
}

START_TEST(placed) {
  open_module(LOADER);
  wt_addr primes = address("primes"), zeroed = address("zeroed"), middle = address("middle");
  int v[5];
  ck_assert(!wt_mem_read(mem, primes, v, sizeof v) && v[0] == 2 && v[4] == 11);
  ck_assert_uint_eq(word(middle), primes + 8);
  ck_assert_uint_eq(word(address("second")), primes + 4);
  unsigned seen = 0;
  for (unsigned i = 0; i < 3; i++) {
    uint64_t w = word(mod->place[WT_CUBIN_CONST4] + 8 * i);
    seen |= (w == primes) | (w == zeroed) << 1 | (w == middle) << 2;
  }
  ck_assert_uint_eq(seen, 7);
  close_module();
}
END_TEST

START_TEST(symbols) {
  float x[8] = {9, 8, 7, 6, 5, 4, 3, 2}, y[7];
  size_t size;
  wt_addr a;
  open_module(LOADER);
  ck_assert(!wt_module_find(mod, "scale", &a, &size, err, sizeof err) && size == 28);
  ck_assert(!wt_module_put(mod, "scale", x, 28, err, sizeof err));
  ck_assert(!wt_mem_read(mem, a, y, 28));
  ck_assert_mem_eq(x, y, 28);
  ck_assert_int_eq(wt_module_put(mod, "scale", x, 32, err, sizeof err), WT_USAGE);
  ck_assert_msg(strstr(err, "loader.cubin: variable scale has 28 bytes, not 32"), "%s", err);
  ck_assert_int_eq(wt_module_find(mod, "nothing", &a, &size, err, sizeof err), WT_USAGE);
  ck_assert_msg(strstr(err, "has no variable nothing") && strstr(err, "primes") && strstr(err, "scale"), "%s", err);
  close_module();
}
END_TEST

/* ---- launches ---- */

static const uint64_t pointer = WT_MEM_BASE;
static const int16_t half_word = -2;
static const int64_t long_word = 5;
static const int8_t byte = 7;
static const wt_arg params_args[4] = {{&pointer, 8}, {&half_word, 2}, {&long_word, 8}, {&byte, 1}};
static const wt_dims usual = {{3, 2, 1}, {33, 1, 1}, 100};

static wt_status try(const char *kernel, wt_dims d, const wt_arg *args, size_t n) {
  return wt_launch_build(&launch, mod, kernel, &d, args, n, &limits, err, sizeof err);
}

static void launch_fails(const char *kernel, wt_dims d, const wt_arg *args, size_t n, const char *part) {
  ck_assert_int_eq(try(kernel, d, args, n), WT_USAGE);
  ck_assert_msg(strstr(err, "loader.cubin: ") && strstr(err, part) && !strchr(err, '\n'), "'%s'", err);
  ck_assert_ptr_null(launch.code);
}

static uint64_t c0(unsigned off, unsigned n) {
  uint64_t v = 0;
  ck_assert_uint_le(off + n, launch.bank[0].size);
  memcpy(&v, launch.bank[0].data + off, n);
  return v;
}

START_TEST(built) {
  open_module(LOADER);
  ck_assert_msg(!try("params", usual, params_args, 4), "%s", err);
  static const unsigned dims[6] = {33, 1, 1, 3, 2, 1};
  for (unsigned i = 0; i < 6; i++) ck_assert_uint_eq(c0(4 * i, 4), dims[i]);
  ck_assert_uint_eq(c0(0x18, 8), WT_LAUNCH_SHARED_WINDOW);
  ck_assert_uint_eq(c0(0x20, 8), WT_LAUNCH_LOCAL_WINDOW);
  ck_assert_uint_eq(c0(0x28, 4), launch.stack);
  ck_assert_uint_eq(c0(0x160, 8), pointer);
  ck_assert_uint_eq(c0(0x168, 2), 0xfffe);
  ck_assert_uint_eq(c0(0x16a, 6), 0);
  ck_assert_uint_eq(c0(0x170, 8), 5);
  ck_assert_uint_eq(c0(0x178, 1), 7);
  ck_assert_uint_eq(launch.smem_static, 144);
  ck_assert_uint_eq(launch.smem, 244);
  ck_assert_uint_eq(launch.threads, 33);
  ck_assert_uint_eq(launch.warps_per_cta, 2);
  ck_assert_uint_eq(launch.slots_per_cta, 2);
  ck_assert_uint_eq(launch.ctas, 6);
  ck_assert_ptr_null(launch.rpc);
  ck_assert_ptr_null(launch.bank[1].data);
  ck_assert_uint_eq(launch.bank[3].size, 40);
  ck_assert_uint_eq(launch.bank[4].size, 24);
  for (size_t i = 0; i < launch.n_insns; i++) {
    unsigned id = wt_isa_find(launch.code[i]);
    const char *m = id == WT_I_INVALID ? "" : wt_isa_rows[id].mnemonic;
    ck_assert_int_eq(launch.sens[i], !strcmp(m, "LDG") || !strcmp(m, "STG"));
  }
  ck_assert(launch.reach[0] && !launch.reach[launch.n_insns - 1]);
  wt_launch_free(&launch);
  close_module();
}
END_TEST

START_TEST(constants_are_as_written) {
  float x = 42, got;
  open_module(LOADER);
  ck_assert(!wt_module_put(mod, "scale", &x, 4, err, sizeof err));
  ck_assert_msg(!try("params", usual, params_args, 4), "%s", err);
  memcpy(&got, launch.bank[3].data + (address("scale") - mod->place[WT_CUBIN_CONST3]), 4);
  ck_assert(got == 42);
  wt_launch_free(&launch);
  close_module();
}
END_TEST

START_TEST(wrong_launches) {
  wt_arg args[5];
  open_module(LOADER);
  memcpy(args, params_args, sizeof params_args);
  args[4] = args[3];
  launch_fails("nothing", usual, args, 4, "has no kernel nothing, name one of:");
  launch_fails(NULL, usual, args, 4, "has 3 kernels, name one of:");
  ck_assert(strstr(err, " params") && strstr(err, " bounded") && strstr(err, " jumps"));
  launch_fails("params", usual, args, 3, "argument 4 (1 bytes) is missing");
  launch_fails("params", usual, NULL, 0, "argument 1 (8 bytes) is missing");
  launch_fails("params", usual, args, 5, "argument 5 is too many");
  args[0].size = 4;
  launch_fails("params", usual, args, 4, "argument 1 has 4 bytes, 8 are expected");
  args[0].size = 8, args[1].size = 4;
  launch_fails("params", usual, args, 4, "argument 2 has 4 bytes, 2 are expected");
  close_module();
}
END_TEST

START_TEST(impossible_dims) {
  static const struct {
    wt_dims d;
    const char *part;
  } t[] = {{{{0, 1, 1}, {1, 1, 1}, 0}, "impossible grid/block: grid 0,1,1 has a zero"},
           {{{1, 1, 1}, {1, 1, 0}, 0}, "impossible grid/block: block 1,1,0 has a zero"},
           {{{0x80000000u, 1, 1}, {1, 1, 1}, 0}, "grid 2147483648,1,1 is too large"},
           {{{1, 65536, 1}, {1, 1, 1}, 0}, "grid 1,65536,1 is too large"},
           {{{1, 1, 1}, {1, 1, 65}, 0}, "block 1,1,65 is too large"},
           {{{1, 1, 1}, {4294967295u, 1, 1}, 0}, "is too large"},
           {{{1, 1, 1}, {1024, 1024, 64}, 0}, "has 67108864 threads"},
           {{{1, 1, 1}, {513, 2, 1}, 0}, "has 1026 threads, the limit of this kernel is 1024"},
           {{{1, 1, 1}, {32, 1, 1}, 49152}, "shared memory (144 static, 49152 dynamic), the shape has 49152"},
           {{{1, 1, 1}, {32, 1, 1}, 4294967295u}, "shared memory"}};
  open_module(LOADER);
  for (size_t i = 0; i < sizeof t / sizeof *t; i++) launch_fails("params", t[i].d, params_args, 4, t[i].part);
  wt_dims d = {{1, 1, 1}, {65, 1, 1}, 0};
  launch_fails("bounded", d, params_args, 1, "has 65 threads, the limit of this kernel is 64");
  d.block[0] = 64;
  ck_assert_msg(!try("bounded", d, params_args, 1), "%s", err);
  wt_launch_free(&launch);
  mod->cubin.kernel[0].reqntid[0] = mod->cubin.kernel[0].reqntid[1] = mod->cubin.kernel[0].reqntid[2] = 2;
  launch_fails(mod->cubin.kernel[0].name, d, NULL, 0, "give 2,2,2");
  close_module();
}
END_TEST

START_TEST(small_shapes) {
  wt_launch_limits few_warps = limits, few_regs = limits;
  wt_dims d = {{1, 1, 1}, {256, 1, 1}, 0};
  open_module(LOADER);
  few_warps.warps = 4;
  ck_assert_int_eq(wt_launch_build(&launch, mod, "params", &d, params_args, 4, &few_warps, err, sizeof err), WT_USAGE);
  ck_assert_msg(strstr(err, "impossible grid/block: 256 threads are 8 warps, the shape has 4"), "%s", err);
  few_regs.regs = 4096;
  few_regs.reg_unit = 32;
  ck_assert_int_eq(wt_launch_build(&launch, mod, "params", &d, params_args, 4, &few_regs, err, sizeof err), WT_USAGE);
  ck_assert_msg(strstr(err, "wants 8192 registers (32 a thread), the shape has 4096"), "%s", err);
  close_module();
}
END_TEST

/* PATH_SWITCH=every: uniform registers are shared by the paths of a warp. */
START_TEST(paths_that_change_anywhere) {
  wt_launch_limits anywhere = limits;
  wt_dims d = {{1, 1, 1}, {32, 1, 1}, 0};
  wt_arg args[2] = {{&pointer, 8}, {&pointer, 8}};
  anywhere.every = 1;
  open_module(WT_ROOT "/tests/kernels/uniform.cubin");
  ck_assert_int_eq(wt_launch_build(&launch, mod, "uniform", &d, args, 2, &anywhere, err, sizeof err), WT_UNSUPPORTED);
  ck_assert_msg(strstr(err, "uses uniform registers, which all paths of a warp share: PATH_SWITCH=every cannot run it, set PATH_SWITCH=points"), "%s",
                err);
  close_module();
}
END_TEST

START_TEST(unsupported_code) {
  static const int value[3] = {0};
  static const double wide = 0;
  wt_arg args[4] = {{&pointer, 8}, {value, 8}, {value, 4}, {&wide, 8}};
  wt_dims d = {{1, 1, 1}, {32, 1, 1}, 0};
  open_module(LOADER);
  wt_status s = try("jumps", d, args, 4);
  unsigned refused = 0;
  const wt_cubin_kernel *k = NULL;
  ck_assert(!wt_module_kernel(mod, "jumps", &k, err, 0));
  for (uint32_t i = 0; i < k->n; i++) {
    unsigned id = wt_isa_find(k->code[i]);
    refused += id == WT_I_INVALID || !wt_isa_rows[id].supported;
  }
  ck_assert_int_eq(s, refused ? WT_UNSUPPORTED : WT_OK);
  if (s) {
    ck_assert_msg(strstr(err, "loader.cubin: kernel jumps: 0x") && strstr(err, ": unsupported instruction ") && strstr(err, "raw 0x"), "%s", err);
  }
  if (!s) wt_launch_free(&launch);
  close_module();
}
END_TEST

/* Assembles body as the only kernel of a module and launches it. */
static wt_status assembled(const char *body) {
  char path[] = "/tmp/wt_mem_XXXXXX", text[1024];
  wt_asm_out a;
  wt_dims d = {{1, 1, 1}, {1, 1, 1}, 0};
  snprintf(text, sizeof text, ".kernel k\n.regs 8\n%s\n.end\n", body);
  ck_assert_msg(!wt_asm_string(text, "t", &a, err, sizeof err), "%s", err);
  int fd = mkstemp(path);
  ck_assert_int_ge(fd, 0);
  close(fd);
  ck_assert_msg(!wt_elfw_write(&a, path, err, sizeof err), "%s", err);
  open_module(path);
  unlink(path);
  err[0] = 0;
  wt_status s = try(NULL, d, NULL, 0);
  if (!s) wt_launch_free(&launch);
  close_module();
  wt_asm_free(&a);
  return s;
}

#define TENSOR "IMMA {raw:0x000fe200_0000000000007237}"
START_TEST(reachability) {
  ck_assert_msg(!assembled("EXIT"), "%s", err);
  ck_assert_msg(!assembled("BRA X\nHMMA.16816.F32 R0, R0, R0, R0 {raw:0x0_236}\nX: EXIT"), "%s", err);
  ck_assert_msg(!assembled("EXIT\nNOP"), "%s", err);
  ck_assert_int_eq(assembled("@P0 BRA X\nNOP {raw:0x000fe200_0000000000007236}\nX: EXIT"), WT_UNSUPPORTED);
  ck_assert_msg(strstr(err, "0x0010: unsupported instruction"), "%s", err);
  ck_assert_ptr_null(strstr(err, "are refused"));
  ck_assert_int_eq(assembled(TENSOR "\nHMMA {raw:0x000fe200_0000000000007236}\n@P0 BRA X\n" TENSOR "\nX: EXIT\n" TENSOR), WT_UNSUPPORTED);
  ck_assert_msg(strstr(err, ": 0x0000: unsupported instruction IMMA (IMMA"), "%s", err);
  ck_assert_msg(strstr(err, "\n  3 instructions of 2 kinds are refused:\n"), "%s", err); /* the last one is never reached */
  ck_assert_msg(strstr(err, "\n      2  IMMA, at 0x0000 0x0030") && strstr(err, "\n      1  HMMA"), "%s", err);
  ck_assert_int_eq(assembled("@P0 EXIT\nNOP"), WT_UNSUPPORTED);
  ck_assert_msg(strstr(err, "0x0010: control flow leaves the code for 0x20"), "%s", err);
  ck_assert_int_eq(assembled("BRA 0x100"), WT_UNSUPPORTED);
  ck_assert_msg(strstr(err, "leaves the code for 0x100"), "%s", err);
  ck_assert_msg(!assembled("@!PT BRA 0x100\nEXIT"), "%s", err);
  ck_assert_msg(!assembled("BRA X\nBRA 0x400\nX: EXIT"), "%s", err);
  ck_assert_int_eq(assembled("MOV R9, R8\nEXIT"), WT_USAGE);
  ck_assert_msg(strstr(err, "uses R9, but the kernel declares 8 registers"), "%s", err);
}
END_TEST

/* Every committed kernel can be launched but for its arguments' values. */
START_TEST(committed_kernels) {
  DIR *dir = opendir(KERNELS);
  unsigned seen = 0;
  ck_assert_ptr_nonnull(dir);
  for (struct dirent *e = readdir(dir); e; e = readdir(dir)) {
    char path[512];
    if (!strstr(e->d_name, ".cubin")) continue;
    snprintf(path, sizeof path, "%s/%s", KERNELS, e->d_name);
    open_module(path);
    for (size_t i = 0; i < mod->cubin.nkernels; i++) {
      const wt_cubin_kernel *k = &mod->cubin.kernel[i];
      static const uint8_t zero[4096];
      wt_arg args[64];
      wt_dims d = {{1, 1, 1}, {32, 1, 1}, 0};
      ck_assert_uint_le(k->nparams, 64);
      for (uint32_t p = 0; p < k->nparams; p++) args[p] = (wt_arg){zero, k->param[p].size};
      if (k->reqntid[0]) memcpy(d.block, k->reqntid, sizeof d.block);
      ck_assert_msg(!try(k->name, d, args, k->nparams), "%s", err);
      wt_launch_free(&launch);
      seen++;
    }
    close_module();
  }
  closedir(dir);
  ck_assert_uint_ge(seen, 1);
}
END_TEST

/* A damaged file that loads must not break what is built from it. */
START_TEST(flipped_bytes) {
  static uint8_t image[65536];
  char path[] = "/tmp/wt_mem_XXXXXX";
  FILE *f = fopen(LOADER, "rb");
  ck_assert_ptr_nonnull(f);
  size_t size = fread(image, 1, sizeof image, f);
  fclose(f);
  int fd = mkstemp(path);
  ck_assert_int_ge(fd, 0);
  for (unsigned i = 0; i < 500; i++) {
    size_t at = next() % size;
    uint8_t old = image[at];
    image[at] = (uint8_t)next();
    ck_assert_int_eq(pwrite(fd, image, size, 0), (ssize_t)size);
    image[at] = old;
    mem = wt_mem_new();
    wt_status s = wt_module_open(mem, path, &mod, err, sizeof err);
    for (size_t k = 0; !s && k < mod->cubin.nkernels; k++) {
      wt_arg args[8] = {{0}};
      static const uint8_t zero[65536];
      const wt_cubin_kernel *x = &mod->cubin.kernel[k];
      if (x->nparams > 8) continue;
      for (uint32_t p = 0; p < x->nparams; p++) args[p] = (wt_arg){zero, x->param[p].size};
      if (!try(x->name, (wt_dims){{1, 1, 1}, {32, 1, 1}, 0}, args, x->nparams)) wt_launch_free(&launch);
    }
    close_module();
  }
  close(fd);
  unlink(path);
}
END_TEST

int main(void) {
  Suite *s = suite_create("wt_mem");
  TCase *t = tcase_create("wt_mem");
  tcase_set_timeout(t, 120);
  tcase_add_test(t, allocations);
  tcase_add_test(t, writes_taken_back);
  tcase_add_test(t, allocations_of_pages);
  tcase_add_test(t, a_fault_has_no_effect);
  tcase_add_test(t, where);
  tcase_add_test(t, what_is_far_is_far);
  tcase_add_test(t, freed_memory_is_remembered);
  tcase_add_test(t, parts_of_an_allocation_have_names);
  tcase_add_test(t, random_accesses);
  tcase_add_test(t, clones);
  tcase_add_test(t, placed);
  tcase_add_test(t, symbols);
  tcase_add_test(t, built);
  tcase_add_test(t, constants_are_as_written);
  tcase_add_test(t, wrong_launches);
  tcase_add_test(t, impossible_dims);
  tcase_add_test(t, small_shapes);
  tcase_add_test(t, paths_that_change_anywhere);
  tcase_add_test(t, unsupported_code);
  tcase_add_test(t, reachability);
  tcase_add_test(t, committed_kernels);
  tcase_add_test(t, flipped_bytes);
  suite_add_tcase(s, t);
  return suite_run(s);
}
