/* test_wt_tracediff.c - control-flow traces: distance against the textbook table, limits of memory and time, both readers, the command. */
#include <sys/resource.h>
#include <time.h>

#include "lib/wt_trace.h"

#include "tests/cli_kit.h"

static uint32_t rnd(void) {
  static uint64_t s = 12345;
  s = s * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (uint32_t)(s >> 33);
}

/* The whole table, row by row. */
static size_t textbook(const uint32_t *a, size_t na, const uint32_t *b, size_t nb) {
  size_t *p = malloc((nb + 1) * sizeof *p), r;
  for (size_t j = 0; j <= nb; j++) p[j] = j;
  for (size_t i = 1; i <= na; i++) {
    size_t diagonal = p[0];
    p[0] = i;
    for (size_t j = 1; j <= nb; j++) {
      size_t v = diagonal + (a[i - 1] != b[j - 1]);
      if (p[j] + 1 < v) v = p[j] + 1;
      if (p[j - 1] + 1 < v) v = p[j - 1] + 1;
      diagonal = p[j], p[j] = v;
    }
  }
  r = p[nb];
  free(p);
  return r;
}

/* b = a with about one in `rate` symbols deleted, replaced or followed by another one. */
static size_t edited(const uint32_t *a, size_t na, uint32_t *b, unsigned rate, unsigned symbols) {
  size_t nb = 0;
  for (size_t i = 0; i < na; i++) {
    unsigned what = rnd() % rate ? 3 : rnd() % 3;
    if (what == 0) continue;
    b[nb++] = what == 1 ? rnd() % symbols : a[i];
    if (what == 2) b[nb++] = rnd() % symbols;
  }
  return nb;
}

START_TEST(small_cases) {
  static const uint32_t a[] = {1, 2, 3, 4, 5}, b[] = {9, 9, 9};
  ck_assert_uint_eq(wt_levenshtein(a, 0, b, 0), 0);
  ck_assert_uint_eq(wt_levenshtein(a, 5, b, 0), 5);
  ck_assert_uint_eq(wt_levenshtein(a, 0, b, 3), 3);
  ck_assert_uint_eq(wt_levenshtein(a, 5, a, 5), 0);
  ck_assert_uint_eq(wt_levenshtein(a, 5, a + 1, 4), 1);
  ck_assert_uint_eq(wt_levenshtein(a, 5, b, 3), 5);
  static const uint32_t kitten[] = {'k', 'i', 't', 't', 'e', 'n'}, sitting[] = {'s', 'i', 't', 't', 'i', 'n', 'g'};
  ck_assert_uint_eq(wt_levenshtein(kitten, 6, sitting, 7), 3);
}
END_TEST

START_TEST(random_sequences_agree_with_the_textbook) {
  static uint32_t a[2600], b[5300];
  for (int k = 0; k < 1200; k++) {
    size_t na = rnd() % (k % 20 ? 600 : 2500), nb;
    unsigned symbols = 1 + rnd() % (k % 3 ? 5 : 60);
    for (size_t i = 0; i < na; i++) a[i] = rnd() % symbols;
    if (k % 4) {
      nb = edited(a, na, b, 1 + rnd() % 100, symbols);
    } else {
      nb = rnd() % 900;
      for (size_t i = 0; i < nb; i++) b[i] = rnd() % symbols;
    }
    size_t want = textbook(a, na, b, nb), got = wt_levenshtein(a, na, b, nb);
    ck_assert_msg(got == want, "case %d, lengths %zu and %zu, %u symbols: %zu, want %zu", k, na, nb, symbols, got, want);
    ck_assert_uint_eq(wt_levenshtein(b, nb, a, na), want);
  }
}
END_TEST

START_TEST(every_length_around_the_word_and_strip_size) {
  static uint32_t a[600], b[600];
  static const size_t at[] = {1, 2, 63, 64, 65, 127, 128, 129, 191, 192, 255, 256, 257, 320, 511, 512, 513};
  for (size_t i = 0; i < sizeof at / sizeof *at; i++)
    for (size_t k = 0; k < sizeof at / sizeof *at; k++) {
      for (size_t j = 0; j < 600; j++) a[j] = rnd() % 3, b[j] = rnd() % 3;
      ck_assert_uint_eq(wt_levenshtein(a, at[i], b, at[k]), textbook(a, at[i], b, at[k]));
    }
}
END_TEST

/* Two sequences of 10^6 with thousands of edits: in seconds, and within a memory that no table of n x distance fits in. */
START_TEST(a_million_instructions) {
  enum { N = 1000000 };
  uint32_t *a = malloc(N * sizeof *a), *b = malloc(2 * N * sizeof *b);
#ifndef __SANITIZE_ADDRESS__ /* which reserves more address space than any limit that would say something */
  struct rlimit r = {UINT64_C(400) << 20, UINT64_C(400) << 20};
  ck_assert_int_eq(setrlimit(RLIMIT_AS, &r), 0);
#endif
  for (size_t i = 0; i < N; i++) a[i] = rnd() % 400;
  size_t nb = edited(a, N, b, 300, 400);
  clock_t t = clock();
  size_t d = wt_levenshtein(a, N, b, nb);
  double s = (double)(clock() - t) / CLOCKS_PER_SEC;
  ck_assert_uint_gt(d, 3000);
  ck_assert_uint_lt(d, 3600);
  ck_assert_msg(s < 20, "%.1f s", s);
  free(a), free(b);
}
END_TEST

/* ---- readers ---- */

static wt_trace trace;
static char message[600];
static int read_text(const char *text) {
  char path[128];
  file("t", text, strlen(text));
  snprintf(path, sizeof path, "%s/t", dir);
  return wt_trace_read(path, &trace, message, sizeof message);
}
static void good(const char *text) { ck_assert_msg(!read_text(text), "%s", message); }
static void bad(const char *text, const char *where, const char *part) {
  ck_assert_msg(read_text(text), "taken: %s", text);
  wt_trace_free(&trace);
  ck_assert_msg(strstr(message, where) && strstr(message, part) && !strchr(message, '\n'), "no '%s' '%s' in: %s", where, part, message);
}

START_TEST(own_traces) {
  good("15 0 1,0,0 0 0x0000 ffffffff ffffffff\n19 0 1,0,0 0 0x0010 ffffffff 0000ffff\n23 1 0,0,0 1 0x0000 0000000f 0000000f\n");
  ck_assert_uint_eq(trace.n, 2);
  ck_assert(trace.has_path);
  ck_assert_uint_eq(trace.warp[0].cta[0], 0); /* sorted by CTA */
  ck_assert_uint_eq(trace.warp[0].warp, 1);
  ck_assert_uint_eq(trace.warp[1].n, 2);
  ck_assert_uint_eq(trace.warp[1].step[1].pc, 16);
  ck_assert_uint_eq(trace.warp[1].step[1].path, 0xffffffff);
  ck_assert_uint_eq(trace.warp[1].step[1].exec, 0xffff);
  wt_trace_free(&trace);
}
END_TEST

#define HEADER                                                                                                            \
  "-kernel name = _Z6vecaddPfS_S_i\n-kernel id = 1\n-grid dim = (2,1,1)\n-block dim = (32,1,1)\n-shmem = 0\n-nregs = 8\n" \
  "-binary version = 75\n-cuda stream id = 0\n-shmem base_addr = 0x00007f2e7c000000\n-nvbit version = 1.5.5\n-accelsim tracer version = 4\n"
#define COLUMNS \
  "\n#traces format = [line_num] PC mask dest_num [reg_dests] opcode src_num [reg_srcs] mem_width [adrrescompress?] [mem_addresses] immediate\n\n"
#define GROUPED                                                                                                                                   \
  HEADER                                                                                                                                          \
  "-enable lineinfo = 0\n" COLUMNS "#BEGIN_TB\n\nthread block = 0,0,0\n\nwarp = 0\ninsts = 3\n0000 ffffffff 1 R1 MOV 0 0 0 \n0010 00000001 1 R4 " \
  "LDG.E.SYS 1 R2 4 1 0x7f2e6a000000 4 0 \n"                                                                                                      \
  "0020 ffffffff 0 EXIT 0 0 0 \n\nwarp = 1\ninsts = 0\n\n#END_TB\n\n#BEGIN_TB\n\nthread block = 1,0,0\ncluster rank = 0\n\nwarp = 0\ninsts = 1\n" \
  "0000 0000ffff 1 R1 MOV 0 0 0 \n\n#END_TB\n"

START_TEST(sass_traces_grouped_by_cta) {
  good(GROUPED);
  ck_assert_str_eq(trace.kernel, "_Z6vecaddPfS_S_i");
  ck_assert_uint_eq(trace.n, 3);
  ck_assert_uint_eq(trace.steps, 4);
  ck_assert(!trace.has_path);
  ck_assert_uint_eq(trace.warp[0].step[1].pc, 0x10);
  ck_assert_uint_eq(trace.warp[0].step[1].exec, 1);
  ck_assert_uint_eq(trace.warp[1].n, 0); /* a warp without a thread */
  ck_assert_uint_eq(trace.warp[2].cta[0], 1);
  wt_trace_free(&trace);
  good(HEADER "-enable lineinfo = 1\n" COLUMNS "#BEGIN_TB\nthread block = 0,0,0\nwarp = 0\ninsts = 1\n42 00f0 ffffffff 0 EXIT 0 0 0 \n#END_TB\n");
  ck_assert_uint_eq(trace.warp[0].step[0].pc, 0xf0);
  wt_trace_free(&trace);
}
END_TEST

START_TEST(sass_traces_as_the_tracer_writes_them) {
  good(HEADER COLUMNS "1 0 0 3 0000 ffffffff 1 R1 MOV 0 0 0 \r\n0 0 0 0 0000 ffffffff 1 R1 MOV 0 0 0 \r\n1 0 0 3 0010 0000000f 0 EXIT 0 0 0 \r\n");
  ck_assert_uint_eq(trace.n, 2);
  ck_assert_uint_eq(trace.warp[1].warp, 3);
  ck_assert_uint_eq(trace.warp[1].n, 2);
  ck_assert_uint_eq(trace.warp[1].step[1].exec, 15);
  wt_trace_free(&trace);
}
END_TEST

START_TEST(bad_traces_name_file_and_line) {
  bad("", "/t:0:", "no instruction");
  bad("hello\n", "/t:1:", "expected 'cycle slot");
  bad("15 0 0,0,0 0 0x0000 ffffffff ffffffff\n15 0 0,0 0 0x0000 ffffffff ffffffff\n", "/t:2:", "expected");
  bad("15 0 0,0,0 0 0x0000 fffffxff\n", "/t:1:", "expected");
  bad("15 0 0,0,0 0 0x0000 -1\n", "/t:1:", "expected");
  bad("15 0 0,0,0 0 0x100000000 1 1\n", "/t:1:", "32 bits");
  bad(HEADER COLUMNS, "/t:", "no instruction");
  bad(HEADER COLUMNS "#BEGIN_TB\nthread block = 0,0,0\nwarp = 0\ninsts = 2\n0000 ffffffff 0 EXIT 0 0 0 \n#END_TB\n",
      "/t:20:", "has 1 instructions, its 'insts' says 2");
  bad(HEADER COLUMNS "#BEGIN_TB\nthread block = 0,0,0\nwarp = 0\ninsts = 1\n0000 ffffffff 0 EXIT 0 0 0 \n", "/t:19:", "#END_TB is missing");
  bad(HEADER COLUMNS "#BEGIN_TB\n#BEGIN_TB\n", "/t:16:", "#END_TB is missing");
  bad(HEADER COLUMNS "#BEGIN_TB\nwarp = 0\n", "/t:16:", "before 'thread block'");
  bad(HEADER COLUMNS "#BEGIN_TB\nthread block = 0,0,0\n0000 ffffffff 0 EXIT 0 0 0 \n", "/t:17:", "before 'warp'");
  bad(HEADER COLUMNS "#BEGIN_TB\nthread block = 0,0,0\nwarp = 0\ninsts = 1\n0000 zz 0 EXIT\n", "/t:19:", "expected 'PC mask");
  bad(HEADER COLUMNS "#BEGIN_TB\nthread block = 0,0,0\nwarp = 0\ninsts = 0\nwarp = 0\n", "/t:19:", "comes twice");
  bad(HEADER COLUMNS "#BEGIN_TB\nthread block = 0,0\n", "/t:16:", "x,y,z");
  bad(HEADER COLUMNS "0 0 0 0 0000\n", "/t:15:", "expected 'PC mask");
}
END_TEST

START_TEST(compressed_and_binary_files) {
  static const char xz[] = "\xfd"
                           "7zXZ\0\0\4\xe6",
                    gz[] = "\x1f\x8b\x08\0\0",
                    elf[] = "\x7f"
                            "ELF\2\1\1\0\n";
  file("t.xz", xz, sizeof xz), file("t.gz", gz, sizeof gz), file("t.elf", elf, sizeof elf);
  refused(2, "t.xz:1: is compressed", "tracediff t.xz t.xz");
  refused(2, "t.gz:1: is compressed", "tracediff t.gz t.xz");
  refused(2, "t.elf:1: holds a zero byte", "tracediff t.elf t.xz");
}
END_TEST

/* ---- the command ---- */

#define NESTED "'%s/tests/kernels/nested.cubin' --config small --grid 4 --block 64 --arg in:a.bin --arg out:1024:c.bin --arg i32:256 --arg i32:6"

START_TEST(the_command_compares_own_traces) {
  char args[1024], json[100000];
  static char noise[1024];
  for (size_t i = 0; i < sizeof noise; i++) noise[i] = (char)rnd();
  file("a.bin", noise, sizeof noise);
  for (int k = 0; k < 3; k++) {
    snprintf(args, sizeof args, "run " NESTED " --set %s --trace t%d", wt_root(), k == 2 ? "PATH_ORDER=minority" : k ? "SCHED=lrr" : "SCHED=gto", k);
    output(0, args);
  }
  /* the path of a warp does not depend on the scheduler */
  const char *out = output(0, "tracediff t0 t1 --limit 0");
  ck_assert_msg(strstr(out, "overall: distance 0 / length") && strstr(out, "8 of 8 warps equal, mask path"), "%s", out);
  ck_assert_ptr_nonnull(strstr(out, "3,0,0             1"));
  out = output(0, "tracediff t0 t2 --json d.json");
  ck_assert_msg(strstr(out, "0 of 8 warps equal"), "%s", out);
  slurp("d.json", json, sizeof json);
  ck_assert_ptr_nonnull(strstr(json, "\"discrepancy\""));
  ck_assert_ptr_nonnull(strstr(json, "\"warps\": 8"));
  out = output(1, "tracediff t0 t2 --summary --limit 5");
  ck_assert_msg(!strncmp(out, "overall:", 8), "%s", out);
}
END_TEST

START_TEST(the_command_compares_with_a_sass_trace) {
  const char own[] = "9 0 0,0,0 0 0x0000 ffffffff ffffffff\n10 0 0,0,0 0 0x0010 ffffffff 00000001\n11 0 0,0,0 0 0x0020 ffffffff ffffffff\n"
                     "12 1 1,0,0 0 0x0000 0000ffff 0000ffff\n13 1 1,0,0 0 0x0020 0000ffff 0000ffff\n";
  file("own", own, sizeof own - 1);
  file("gpu", GROUPED, sizeof GROUPED - 1);
  /* after the guard the first warp is equal; the second one has an instruction more: 1 of 5 */
  const char *out = output(0, "tracediff own gpu");
  ck_assert_msg(strstr(out, "overall: distance 1 / length 5 = 20.000 %, 2 of 3 warps equal, mask exec") != NULL, "%s", out);
  ck_assert_msg(strstr(out, "1 warps are only in gpu") != NULL, "%s", out);
  refused(2, "after the guard only", "tracediff own gpu --mask path");
  out = output(0, "tracediff own own --mask none");
  ck_assert_ptr_nonnull(strstr(out, "distance 0 / length 5"));
}
END_TEST

START_TEST(bad_use_of_the_command) {
  file("x", "hello\n", 6);
  refused(2, "which two", "tracediff x");
  refused(2, "not also", "tracediff x x x");
  refused(2, "nothing: cannot read", "tracediff nothing x");
  refused(2, "x:1: ", "tracediff x x");
  refused(2, "--mask", "tracediff x x --mask all");
  refused(2, "--limit", "tracediff x x --limit much");
}
END_TEST

int main(void) {
  TCase *tc = tcase_create("tracediff");
  tcase_add_test(tc, small_cases);
  tcase_add_test(tc, random_sequences_agree_with_the_textbook);
  tcase_add_test(tc, every_length_around_the_word_and_strip_size);
  tcase_add_test(tc, a_million_instructions);
  tcase_add_test(tc, own_traces);
  tcase_add_test(tc, sass_traces_grouped_by_cta);
  tcase_add_test(tc, sass_traces_as_the_tracer_writes_them);
  tcase_add_test(tc, bad_traces_name_file_and_line);
  tcase_add_test(tc, compressed_and_binary_files);
  tcase_add_test(tc, the_command_compares_own_traces);
  tcase_add_test(tc, the_command_compares_with_a_sass_trace);
  tcase_add_test(tc, bad_use_of_the_command);
  return run_suite("tracediff", tc);
}
