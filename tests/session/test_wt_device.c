/* test_wt_device.c - the library as a device for other runtimes: memory at a chosen address, copies and fills within bounds, attributes and
 * occupancy, and a linked cubin whose code lies in several sections.
 */
#include <string.h>

#include "isa/wt_isa.h"
#include "tests/kernel_kit.h"
#include "tests/suite.h"

#define LINKED WT_ROOT "/tests/isa/data/linked.cubin"
enum { N = 16 };

static wt_session *s;
static void open_c(void) { s = kit_open(WT_BACKEND_C, "small", NULL, 1, 1000000, 0); }
static void close_c(void) { wt_session_close(s); }
static wt_module *linked(void) {
  wt_module *m;
  ck_assert_msg(wt_module_load(s, LINKED, &m) == WT_OK, "%s", wt_error(s));
  return m;
}

/* ---- linked code ---- */

static void run(wt_module *m, const char *kernel, int *v, const void *more, size_t more_size) {
  wt_addr d = kit_alloc(s, N * sizeof *v, v);
  wt_arg args[2] = {{&d, sizeof d}, {more, more_size}};
  wt_dims dims = {{1, 1, 1}, {N, 1, 1}, 0};
  ck_assert_msg(wt_launch(s, m, kernel, &dims, args, more ? 2 : 1) == WT_OK, "%s: %s", kernel, wt_error(s));
  ck_assert_int_eq(wt_copy_out(s, v, d, N * sizeof *v), WT_OK);
}

START_TEST(calls_across_sections) {
  wt_module *m = linked();
  int v[N], n = N - 1;
  for (int i = 0; i < N; i++) v[i] = i;
  run(m, "scale", v, &n, sizeof n);
  for (int i = 0; i < N; i++) ck_assert_int_eq(v[i], i < n ? 3 * i + 7 : i);
  for (int i = 0; i < N; i++) v[i] = i;
  run(m, "sums", v, NULL, 0);
  for (int i = 0; i < N; i++) ck_assert_int_eq(v[i], i * (i + 1) / 2);
  for (int i = 0; i < N; i++) v[i] = i;
  run(m, "choose", v, NULL, 0);
  for (int i = 0; i < N; i++) ck_assert_int_eq(v[i], i & 1 ? i - 1000 : i + 1000);
}
END_TEST

START_TEST(variables_that_code_names) {
  wt_module *m = linked();
  int v[N], n = N, factor = -5, offset = 100;
  ck_assert_int_eq(wt_symbol_write(s, m, "factor", &factor, sizeof factor), WT_OK);
  ck_assert_int_eq(wt_symbol_write(s, m, "offset", &offset, sizeof offset), WT_OK);
  for (int i = 0; i < N; i++) v[i] = i;
  run(m, "scale", v, &n, sizeof n);
  for (int i = 0; i < N; i++) ck_assert_int_eq(v[i], 100 - 5 * i);
  int got[2] = {0, 77};
  ck_assert(wt_symbol_read(s, m, "factor", got, sizeof *got) == WT_OK && got[0] == -5 && got[1] == 77);
  ck_assert_int_eq(wt_symbol_read(s, m, "factor", got, sizeof *got + 1), WT_USAGE);
  ck_assert_ptr_nonnull(strstr(wt_error(s), "variable factor has 4 bytes, not 5, read at most its size"));
  ck_assert_int_eq(wt_symbol_read(s, m, "factory", got, sizeof *got), WT_USAGE);
  ck_assert(wt_symbol_read(s, m, "offset", got, 0) == WT_OK && got[0] == -5);
}
END_TEST

/* Two modules of one image have variables of their own, and code that names them. */
START_TEST(two_modules) {
  wt_module *a = linked(), *b = linked();
  int v[N] = {1}, w[N] = {1}, n = N, factor = 11;
  ck_assert_int_eq(wt_symbol_write(s, b, "factor", &factor, sizeof factor), WT_OK);
  run(a, "scale", v, &n, sizeof n);
  run(b, "scale", w, &n, sizeof n);
  ck_assert_int_eq(v[0], 10);
  ck_assert_int_eq(w[0], 18);
}
END_TEST

START_TEST(parameters_beyond_4_kib) {
  static int many[1200];
  wt_module *m = linked();
  int v[N];
  for (int i = 0; i < 1200; i++) many[i] = 5 * i + 1;
  for (int i = 0; i < N; i++) v[i] = i * 79;
  run(m, "pick", v, many, sizeof many);
  for (int i = 0; i < N; i++) ck_assert_int_eq(v[i], 5 * 79 * i + 1);
}
END_TEST

/* What one kernel lacks stops that kernel alone, with the name of what it needs. */
START_TEST(a_kernel_that_cannot_run) {
  wt_module *m = linked();
  wt_addr d = kit_alloc(s, 64, NULL);
  wt_arg arg = {&d, sizeof d};
  wt_dims dims = {{1, 1, 1}, {1, 1, 1}, 0};
  ck_assert_int_eq(wt_launch(s, m, "heap", &dims, &arg, 1), WT_UNSUPPORTED);
  ck_assert_msg(strstr(wt_error(s), "heap") && strstr(wt_error(s), "malloc"), "%s", wt_error(s));
  ck_assert_int_eq(wt_kernel_check(s, m, "heap"), WT_UNSUPPORTED);
  ck_assert_int_eq(wt_kernel_check(s, m, "scale"), WT_OK);
}
END_TEST

/* ---- memory ---- */

START_TEST(addresses_begin_where_asked) {
  wt_addr a, base;
  size_t size;
  ck_assert_int_eq(wt_set_base(s, 0x200000000001), WT_USAGE);
  ck_assert_int_eq(wt_set_base(s, UINT64_C(0x7f1000000000)), WT_USAGE);
  ck_assert_int_eq(wt_set_base(s, 0), WT_USAGE);
  ck_assert_int_eq(wt_set_base(s, UINT64_C(0x200000000000)), WT_OK);
  ck_assert_int_eq(wt_alloc(s, 100, &a), WT_OK);
  ck_assert_uint_eq(a, UINT64_C(0x200000000000));
  ck_assert_int_eq(wt_set_base(s, UINT64_C(0x300000000000)), WT_USAGE);
  ck_assert_int_eq(wt_alloc_at(s, a + 99, &base, &size), WT_OK);
  ck_assert_uint_eq(base, a);
  ck_assert_uint_eq(size, 100);
  ck_assert_int_eq(wt_alloc_at(s, a + 100, NULL, NULL), WT_USAGE);
  ck_assert_int_eq(wt_alloc_at(s, a - 1, NULL, NULL), WT_USAGE);
  int v[N] = {4}, n = N;
  run(linked(), "scale", v, &n, sizeof n);
  ck_assert_int_eq(v[0], 19);
}
END_TEST

START_TEST(copies_and_fills_stay_inside) {
  wt_addr a = kit_alloc(s, 64, "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"), b = kit_alloc(s, 32, NULL);
  char v[65] = "";
  ck_assert_int_eq(wt_fill(s, a + 60, 'x', 4), WT_OK);
  ck_assert_int_eq(wt_fill(s, a + 60, 'y', 5), WT_FAULT);
  ck_assert_int_eq(wt_fill(s, a - 1, 'y', 1), WT_FAULT);
  ck_assert_int_eq(wt_fill(s, a, 'y', SIZE_MAX), WT_FAULT);
  ck_assert_int_eq(wt_fill(s, 0, 'y', 0), WT_OK);
  ck_assert_int_eq(wt_copy(s, b, a + 50, 14), WT_OK);
  ck_assert_int_eq(wt_copy(s, b, a + 50, 15), WT_FAULT);
  ck_assert_int_eq(wt_copy(s, b + 20, a, 13), WT_FAULT);
  ck_assert_int_eq(wt_copy(s, a + 1, a, 8), WT_OK); /* overlaps */
  ck_assert_int_eq(wt_copy(s, a, b, SIZE_MAX - 8), WT_FAULT);
  ck_assert_int_eq(wt_copy_out(s, v, a, 64), WT_OK);
  ck_assert_str_eq(v, "0012345679abcdef0123456789abcdef0123456789abcdef0123456789abxxxx");
  ck_assert_int_eq(wt_copy_out(s, v, b, 15), WT_OK);
  ck_assert_mem_eq(v, "23456789abxxxx\0", 15);
  ck_assert_int_eq(wt_free(s, a), WT_OK);
  ck_assert_int_eq(wt_fill(s, a, 0, 1), WT_FAULT);
  ck_assert_int_eq(wt_free(s, a), WT_USAGE);
}
END_TEST

START_TEST(memory_that_is_left) {
  size_t left, all, then;
  wt_memory_left(s, &left, &all);
  ck_assert_uint_eq(all, UINT64_C(8) << 30);
  ck_assert_uint_eq(left, all);
  wt_addr a = kit_alloc(s, 1000, NULL);
  wt_memory_left(s, &then, &all);
  ck_assert_uint_eq(then, left - 1000);
  ck_assert_int_eq(wt_free(s, a), WT_OK);
  wt_memory_left(s, &then, &all);
  ck_assert_uint_eq(then, left);
}
END_TEST

START_TEST(memory_of_whole_pages) {
  wt_addr a = 0, old = kit_alloc(s, 1000, NULL), base;
  size_t size;
  ck_assert_int_eq(wt_alloc_aligned(s, 1000, 4096, &a), WT_OK);
  ck_assert_uint_eq(a % 4096, 0);
  ck_assert_uint_gt(a, old);
  ck_assert_int_eq(wt_alloc_at(s, a + 999, &base, &size), WT_OK);
  ck_assert(base == a && size == 1000);
  ck_assert_int_eq(wt_fill(s, a, 1, 1001), WT_FAULT);
  ck_assert_int_eq(wt_alloc_aligned(s, 1000, 4095, &a), WT_USAGE);
  ck_assert_str_eq(wt_error(s), "memory at a multiple of 4095: expected a power of two up to 1 MiB");
  ck_assert_uint_eq(a, base);
}
END_TEST

/* Both size codes of loads of 16 bytes are one. The assembler writes 6: bit 73 makes it 7. */
START_TEST(both_codes_of_16_bytes) {
  static const char text[] = ".kernel k\n.regs 24\n.params 8\nMOV R2, c[0x0][0x160]\nMOV R3, c[0x0][0x164]\nULDC.64 UR4, c[0x0][0x160]\n"
                             "LDG.E.128.CONSTANT.SYS R4, [R2]\nLDG.E.128.CONSTANT.SYS R8, [UR4+0x10]\nLD.E.128.SYS R12, [R2+0x20]\n"
                             "STG.E.128.SYS [R2+0x40], R4\nSTG.E.128.SYS [R2+0x50], R8\nSTG.E.128.SYS [R2+0x60], R12\nEXIT\n.end\n";
  uint8_t *image;
  size_t bytes;
  char err[600];
  unsigned changed = 0, v[28];
  wt_module *m;
  ck_assert_msg(wt_assemble(text, "k.sass", (void **)&image, &bytes, err, sizeof err) == WT_OK, "%s", err);
  for (size_t i = 0; i + 16 <= bytes; i += 16) {
    wt_word w;
    memcpy(&w, image + i, sizeof w);
    unsigned id = wt_isa_find(w);
    if ((id == WT_I_LDG || id == WT_I_LDG_U || id == WT_I_LD) && wt_bits(w, 75, 73) == 6) image[i + 9] |= 2, changed++;
  }
  ck_assert_uint_eq(changed, 3);
  ck_assert_msg(wt_module_load_image(s, image, bytes, "k.cubin", &m) == WT_OK, "%s", wt_error(s));
  free(image);
  for (unsigned i = 0; i < 28; i++) v[i] = i + 100;
  wt_addr d = kit_alloc(s, sizeof v, v);
  ck_assert_msg(kit_launch(s, m, 1, 1, &d, 1) == WT_OK, "%s", wt_error(s));
  ck_assert_int_eq(wt_copy_out(s, v, d, sizeof v), WT_OK);
  for (unsigned i = 0; i < 12; i++) ck_assert_uint_eq(v[16 + i], i + 100);
}
END_TEST

/* %gridid: the number of the launch in its session, from 1. One that cannot be built has none. */
START_TEST(launches_are_numbered) {
  wt_module *m = kit_text(s,
                          ".kernel k\n.regs 8\n.params 8\nMOV R2, c[0x0][0x160]\nMOV R3, c[0x0][0x164]\nMOV R4, c[0x0][0x30]\n"
                          "MOV R5, c[0x0][0x34]\nSTG.E.64.SYS [R2], R4\nEXIT\n.end\n",
                          "k.sass");
  wt_addr d = kit_alloc(s, 8, NULL);
  for (uint64_t i = 1, got = 0; i <= 3; i++) {
    ck_assert_msg(kit_launch(s, m, 1, 1, &d, 1) == WT_OK, "%s", wt_error(s));
    ck_assert_int_eq(wt_copy_out(s, &got, d, sizeof got), WT_OK);
    ck_assert_uint_eq(got, i);
    ck_assert_int_eq(kit_launch(s, m, 0, 1, &d, 1), WT_USAGE);
  }
}
END_TEST

/* ---- what a kernel wants ---- */

/* What programs choose by when something did not work, with the words that it has. */
START_TEST(a_cause_of_every_end) {
  static const struct {
    const char *code;
    unsigned threads;
    wt_status st;
    wt_cause cause;
    const char *word;
  } t[] = {{"EXIT", 1, WT_OK, WT_CAUSE_NONE, "ok"},
           {"EXIT", 257, WT_USAGE, WT_CAUSE_SHAPE, "ok"},
           {"EXIT", 0, WT_USAGE, WT_CAUSE_NONE, "ok"},
           {"MOV R2, 0x10\nMOV R3, RZ\nLDG.E.SYS R4, [R2]\nEXIT", 1, WT_FAULT, WT_CAUSE_BOUNDS, "fault"},
           {"MOV R2, 0x12\nMOV R3, RZ\nLDG.E.SYS R4, [R2]\nEXIT", 1, WT_FAULT, WT_CAUSE_MISALIGNED, "fault"},
           {"BAR.SYNC 0x0, 0x40\nEXIT", 8, WT_PROGRAM, WT_CAUSE_BARRIER, "barrier"},
           {"x:\nBRA x", 1, WT_NO_END, WT_CAUSE_LIVELOCK, "livelock"}};
  static const wt_backend all[] = {WT_BACKEND_C, WT_BACKEND_ORACLE, WT_BACKEND_COSIM};
  for (unsigned backend = 0; backend < 3; backend++) { /* a launch after one that was cut off finds nothing of it */
    wt_session *one = kit_open(all[backend], "tiny", NULL, 1, 100000, 0);
    for (size_t i = 0; i < sizeof t / sizeof *t; i++) {
      char text[300];
      snprintf(text, sizeof text, ".kernel k\n.regs 8\n%s\n.end\n", t[i].code);
      const int no_proof = all[backend] == WT_BACKEND_ORACLE && t[i].st == WT_NO_END; /* the oracle alone only counts */
      ck_assert_msg(kit_launch(one, kit_text(one, text, "k.sass"), 1, t[i].threads, NULL, 0) == t[i].st, "%zu: %s", i, wt_error(one));
      ck_assert_msg(wt_cause_of(one) == (no_proof ? WT_CAUSE_MAX_CYCLES : t[i].cause), "%zu on %u: %d, %s", i, backend, wt_cause_of(one),
                    wt_error(one));
      ck_assert_str_eq(wt_verdict(one), no_proof ? "max-cycles" : t[i].word);
    }
    wt_session_close(one);
  }
}
END_TEST

START_TEST(attributes_and_occupancy) {
  wt_module *m = linked();
  wt_kernel_attributes a;
  unsigned n;
  ck_assert_int_eq(wt_kernel_attribute(s, m, "scale", &a), WT_OK);
  ck_assert_uint_eq(a.regs, 24);
  ck_assert_uint_eq(a.n_params, 2);
  ck_assert_uint_eq(a.param_bytes, 12);
  ck_assert_uint_eq(a.static_smem, 0);
  ck_assert_uint_eq(a.max_threads, 256); /* small: 8 warps of 32 */
  ck_assert_int_eq(wt_kernel_attribute(s, m, "nothing", &a), WT_USAGE);
  static const struct {
    unsigned threads, smem, ctas;
  } cases[] = {{32, 0, 8}, {33, 0, 4}, {64, 0, 4}, {128, 0, 2}, {256, 0, 1}, {257, 0, 0}, {32, 8192, 2}, {32, 16384, 1}, {32, 16385, 0}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    ck_assert_int_eq(wt_kernel_occupancy(s, m, "scale", cases[i].threads, cases[i].smem, &n), WT_OK);
    ck_assert_msg(n == cases[i].ctas, "%u threads, %u bytes: %u CTAs, not %u", cases[i].threads, cases[i].smem, n, cases[i].ctas);
  }
  ck_assert_int_eq(wt_kernel_occupancy(s, m, "scale", 1025, 0, &n), WT_USAGE);
  ck_assert_str_eq(wt_error(s), "a CTA of 1025 threads cannot be, the limit is 1024");
  ck_assert(wt_kernel_occupancy(s, m, "scale", 1024, 0, &n) == WT_OK && !n);
  ck_assert_int_eq(wt_kernel_occupancy(s, m, "scale", 0, 0, &n), WT_USAGE);
  ck_assert_int_eq(wt_kernel_occupancy(s, m, "nothing", 32, 0, &n), WT_USAGE);
  ck_assert_int_eq(wt_kernel_occupancy(s, m, "scale", 32, SIZE_MAX, &n), WT_OK);
  ck_assert_uint_eq(n, 0);
  ck_assert(wt_kernel_fits(s, m, "scale", 256, 0) == WT_OK && wt_kernel_fits(s, m, "scale", 257, 0) == WT_USAGE);
  ck_assert_int_eq(wt_cause_of(s), WT_CAUSE_SHAPE);
}
END_TEST

/* Shared memory that a kernel has counts with what a launch adds. */
START_TEST(shared_memory_of_both_kinds) {
  wt_module *m = kit_text(s, ".kernel k\n.regs 8\n.smem 4096\nEXIT\n.end\n", "k.sass");
  unsigned n;
  ck_assert(wt_kernel_occupancy(s, m, NULL, 32, 0, &n) == WT_OK && n == 4);
  ck_assert(wt_kernel_occupancy(s, m, NULL, 32, 4096, &n) == WT_OK && n == 2);
  ck_assert(wt_kernel_occupancy(s, m, NULL, 32, 12288, &n) == WT_OK && n == 1);
  ck_assert(wt_kernel_occupancy(s, m, NULL, 32, 12289, &n) == WT_OK && !n);
  ck_assert_int_eq(wt_kernel_fits(s, m, NULL, 32, 12288), WT_OK);
  ck_assert_int_eq(wt_kernel_fits(s, m, NULL, 32, 12289), WT_USAGE);
  ck_assert_msg(strstr(wt_error(s), "shared memory 4096 + 12289 of 16384 bytes") && strstr(wt_error(s), WT_SHAPE_TOO_SMALL), "%s", wt_error(s));
  ck_assert_int_eq(wt_kernel_fits(s, m, "nothing", 32, 0), WT_USAGE);
  ck_assert_ptr_nonnull(strstr(wt_error(s), "nothing"));
}
END_TEST

/* As many blocks as are resident at a time, and one more. */
START_TEST(grids_that_are_resident) {
  wt_module *m = linked();
  ck_assert_int_eq(wt_kernel_fits(s, m, "scale", 256, 0), WT_OK);
  ck_assert_int_eq(wt_kernel_fits(s, m, "scale", 257, 0), WT_USAGE);
  ck_assert_msg(strstr(wt_error(s), "a block of 257 threads is more than") && strstr(wt_error(s), "warps 9 of 8"), "%s", wt_error(s));
  ck_assert_int_eq(wt_kernel_grid_fits(s, m, "scale", 64, 0, 4), WT_OK);
  ck_assert_int_eq(wt_kernel_grid_fits(s, m, "scale", 64, 0, 5), WT_USAGE);
  ck_assert_msg(strstr(wt_error(s), "a cooperative grid of 5 blocks") && strstr(wt_error(s), "room for 4 at a time"), "%s", wt_error(s));
  ck_assert_int_eq(wt_kernel_grid_fits(s, m, "scale", 257, 0, 1), WT_USAGE);
  ck_assert_int_eq(wt_kernel_grid_fits(s, m, "scale", 64, 0, UINT64_C(1) << 40), WT_USAGE);
  ck_assert_int_eq(wt_kernel_grid_fits(s, m, "nothing", 64, 0, 1), WT_USAGE);
  ck_assert_int_eq(wt_kernel_grid_fits(s, m, "scale", 1025, 0, 1), WT_USAGE);
  ck_assert_str_eq(wt_error(s), "a CTA of 1025 threads cannot be, the limit is 1024");
}
END_TEST

/* A cooperative launch finds memory of the grid's barrier in its constants: always the same, and 0 at its start. Others find none. */
START_TEST(a_grid_has_a_barrier) {
  wt_module *m = kit_text(s,
                          ".kernel k\n.regs 16\n.params 8\nMOV R2, c[0x0][0x160]\nMOV R3, c[0x0][0x164]\nMOV R4, c[0x0][0x90]\n"
                          "MOV R5, c[0x0][0x8c]\nSTG.E.64.SYS [R2], R4\nISETP.NE.U32.AND P0, PT, R4, RZ, PT\n@P0 LDG.E.SYS R6, [R4+0x4]\n"
                          "@P0 STG.E.SYS [R2+0x8], R6\n@P0 MOV R6, 0x5\n@P0 STG.E.SYS [R4+0x4], R6\nEXIT\n.end\n",
                          "k.sass");
  struct {
    wt_addr barrier;
    uint32_t count, more;
  } got = {0, 0, 0};
  const uint32_t dirty[64] = {1, 2, 3};
  wt_addr d = kit_alloc(s, sizeof got, &got), barrier = 0, base;
  size_t size, left, then, all;
  ck_assert(kit_launch(s, m, 1, 1, &d, 1) == WT_OK && wt_copy_out(s, &got, d, sizeof got) == WT_OK && !got.barrier);
  wt_set_cooperative(s, 1);
  for (unsigned i = 0; i < 3; i++) {
    got.count = 9;
    ck_assert_int_eq(wt_copy_in(s, d, &got, sizeof got), WT_OK);
    wt_memory_left(s, &left, &all);
    ck_assert_msg(kit_launch(s, m, 1, 1, &d, 1) == WT_OK, "%s", wt_error(s));
    wt_memory_left(s, &then, &all);
    ck_assert_uint_eq(left - then, i ? 0 : 256);
    ck_assert_int_eq(wt_copy_out(s, &got, d, sizeof got), WT_OK);
    ck_assert_uint_eq(got.count, 0);
    ck_assert(wt_alloc_at(s, got.barrier, &base, &size) == WT_OK && base == got.barrier && size == 256);
    ck_assert(!i || got.barrier == barrier);
    barrier = got.barrier;
    ck_assert_int_eq(wt_copy_in(s, barrier, dirty, sizeof dirty), WT_OK);
  }
  ck_assert(kit_launch(s, m, 8, 32, &d, 1) == WT_OK && kit_launch(s, m, 9, 32, &d, 1) == WT_USAGE);
  ck_assert_ptr_nonnull(strstr(wt_error(s), "a cooperative grid of 9 blocks"));
  wt_set_cooperative(s, 0);
  ck_assert(kit_launch(s, m, 9, 32, &d, 1) == WT_OK && wt_copy_out(s, &got, d, sizeof got) == WT_OK && !got.barrier);
}
END_TEST

START_TEST(stacks_are_whole_vectors) {
  static const size_t stacks[][2] = {{0, 0}, {1, 16}, {15, 16}, {16, 16}, {17, 32}, {512 << 10, 512 << 10}};
  ck_assert_uint_eq(wt_stack(s), 1024);
  for (size_t i = 0; i < sizeof stacks / sizeof *stacks; i++) {
    ck_assert_int_eq(wt_set_stack(s, stacks[i][0]), WT_OK);
    ck_assert_uint_eq(wt_stack(s), stacks[i][1]);
  }
  ck_assert_int_eq(wt_set_stack(s, (512 << 10) + 1), WT_USAGE);
  ck_assert_str_eq(wt_error(s), "a stack of 524289 bytes: a thread has at most 524288 of local memory");
  ck_assert_uint_eq(wt_stack(s), 512 << 10);
}
END_TEST

/* Sub-warps: whether a mask in a register names lanes of other ones is for the oracle to see. Where none looks it is refused: without it, and on bare RTL. */
START_TEST(masks_that_only_the_oracle_sees) {
  static const char text[] = ".kernel k\n.regs 8\nMOV R2, 0x1\nWARPSYNC R2\nEXIT\n.end\n";
  for (int backend = WT_BACKEND_C; backend <= WT_BACKEND_RTL; backend++)
    for (int no_oracle = 0; no_oracle < 2; no_oracle++) {
      static const char *const dwr[] = {"GROUPING=dwr", NULL};
      wt_session *own = kit_open(backend, "small", dwr, 1, 1000, no_oracle);
      int is_refused = no_oracle || backend == WT_BACKEND_RTL;
      ck_assert_msg(wt_kernel_check(own, kit_text(own, text, "k.sass"), NULL) == (is_refused ? WT_UNSUPPORTED : WT_OK), "%s", wt_error(own));
      wt_session_close(own);
    }
}
END_TEST

/* Uniform registers belong to a warp: where its paths change at any instruction they are refused. */
START_TEST(uniform_registers_need_whole_warps) {
  static const char *const units[] = {"hanoi_yr", "hanoi", "simt_stack", "barrier", "multipath"};
  for (unsigned i = 0; i < 5; i++)
    for (unsigned every = 0; every < 2; every++) {
      char unit[40];
      const char *set[] = {unit, every ? "PATH_SWITCH=every" : "PATH_SWITCH=points", NULL};
      snprintf(unit, sizeof unit, "DIVERGENCE=%s", units[i]);
      wt_session *own = kit_open(WT_BACKEND_C, "small", set, 1, 1000, 0);
      wt_module *m;
      ck_assert_int_eq(wt_module_load(own, WT_ROOT "/tests/kernels/uniform.cubin", &m), WT_OK);
      ck_assert_msg(wt_kernel_check(own, m, NULL) == (every && i >= 3 ? WT_UNSUPPORTED : WT_OK), "%s: %s", unit, wt_error(own));
      wt_session_close(own);
    }
}
END_TEST

int main(void) {
  Suite *suite = suite_create("device");
  TCase *t = tcase_create("device");
  tcase_add_checked_fixture(t, open_c, close_c);
  tcase_set_timeout(t, 600);
  tcase_add_test(t, calls_across_sections);
  tcase_add_test(t, variables_that_code_names);
  tcase_add_test(t, two_modules);
  tcase_add_test(t, parameters_beyond_4_kib);
  tcase_add_test(t, a_kernel_that_cannot_run);
  tcase_add_test(t, addresses_begin_where_asked);
  tcase_add_test(t, copies_and_fills_stay_inside);
  tcase_add_test(t, memory_that_is_left);
  tcase_add_test(t, memory_of_whole_pages);
  tcase_add_test(t, both_codes_of_16_bytes);
  tcase_add_test(t, launches_are_numbered);
  tcase_add_test(t, a_cause_of_every_end);
  tcase_add_test(t, attributes_and_occupancy);
  tcase_add_test(t, shared_memory_of_both_kinds);
  tcase_add_test(t, grids_that_are_resident);
  tcase_add_test(t, a_grid_has_a_barrier);
  tcase_add_test(t, stacks_are_whole_vectors);
  tcase_add_test(t, masks_that_only_the_oracle_sees);
  tcase_add_test(t, uniform_registers_need_whole_warps);
  suite_add_tcase(suite, t);
  return suite_run(suite);
}
