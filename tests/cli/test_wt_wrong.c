/* test_wt_wrong.c - errors of the program through the command line and the library: exit codes 5 and 6 and their words, what a fault names, and the stack of a
 * thread. Expected threads, addresses and numbers come from the programs' own indices.
 */
#include "tests/cli_kit.h"

#include <jansson.h>

#include "tests/kernel_kit.h"

#define WRONG WT_ROOT "/tests/cuda/bin/wrong"
#define STACK WT_ROOT "/tests/cuda/bin/stack"

static char err[16384];
static int run(const char *args) { return warptwin(args, err, sizeof err); }
static void has(const char *what) { ck_assert_msg(strstr(err, what) != NULL, "no '%s' in: %s", what, err); }
static void printed(const char *what) {
  static char out[65536];
  slurp("out", out, sizeof out);
  ck_assert_msg(strstr(out, what) != NULL, "no '%s' in: %s", what, out);
}
/* Both twins where there is the time. */
static const char *both(void) { return getenv("WT_C_ONLY") ? "run" : "cosim"; }

static void assemble(const char *name, const char *body) {
  char text[1000], cmd[60];
  snprintf(text, sizeof text, ".kernel %s\n.regs 24\n.smem 0\n.params 0\n%s\n.end\n", name, body);
  snprintf(cmd, sizeof cmd, "%s.sass", name);
  file(cmd, text, strlen(text));
  snprintf(cmd, sizeof cmd, "asm %s.sass -o %s.cubin", name, name);
  ck_assert_msg(run(cmd) == 0, "%s", err);
}

/* ---- exit 6 ---- */

static const struct {
  const char *word, *body, *says, *alone; /* alone: without the oracle; NULL: the machine goes on */
} programs[] = {
  {"barrier", "MOV R0, 0x10\nBAR.SYNC R0, 0x0\nEXIT", "barrier: kernel barrier at pc 0x0010, block (0,0,0), thread (0,0,0), warp 0 lane 0, cycle ",
   NULL},
  {"barrier", "MOV R0, 0xffffffff\nBAR.SYNC 0x1, R0\nEXIT", "BAR waits for 4294967295 threads, a CTA has at most 1024", NULL},
  {"jump", "MOV R20, 0x4000\nMOV R21, RZ\nRET.REL.NODEC R20, 0x0\nEXIT", ": RET to 0x4000, no instruction there, the code has 0x40 bytes",
   "jump: kernel jump at pc 0x4000, block (0,0,0), thread (0,0,0), warp 0 lane 0, cycle "},
  {"jump", "S2R R2, SR_TID.X\nISETP.NE.AND P0, PT, R2, 0x3, PT\n@P0 EXIT\nMOV R2, 0x8\nMOV R3, RZ\n.targets b\nBRX R2, 0x0\nb: EXIT",
   "jump: kernel jump at pc 0x0050, block (0,0,0), thread (3,0,0), warp 0 lane 3, cycle ", ": no instruction begins there, the code has 0x70 bytes"},
};
START_TEST(six_is_an_error_of_the_program) {
  char cmd[300], line[80];
  const char *word = programs[_i].word;
  assemble(word, programs[_i].body);
  snprintf(line, sizeof line, "FAIL: %s (exit 6)", word);
  snprintf(cmd, sizeof cmd, "%s %s.cubin --config tiny --block 4 --stats s.json --trace t.txt -q", both(), word);
  ck_assert_int_eq(run(cmd), 6);
  snprintf(cmd, sizeof cmd, "warptwin: %s: kernel %s", word, word);
  ck_assert_msg(!strncmp(err, cmd, strlen(cmd)), "%s", err);
  ck_assert_ptr_nonnull(memchr(err, '\n', strlen(err)));
  has(programs[_i].says);
  ck_assert(strstr(err, programs[_i].says) < strchr(err, '\n')); /* all in the first line */
  ck_assert_ptr_null(strstr(err, "memory fault"));
  printed(line);
  ck_assert(present("t.txt"));
  snprintf(cmd, sizeof cmd, "%s/s.json", dir);
  json_t *j = json_load_file(cmd, 0, NULL);
  ck_assert_str_eq(json_string_value(json_object_get(j, "verdict")), word);
  json_decref(j);
  const char *alone = programs[_i].alone;
  snprintf(cmd, sizeof cmd, "run %s.cubin --config tiny --block 4 --no-oracle --max-cycles 2000 -q", word);
  int rc = run(cmd);
  ck_assert_msg(alone ? rc == 6 : rc == 0 || rc == 4, "exit %d: %s", rc, err);
  if (alone) has(alone);
}
END_TEST

/* The oracle alone has the same words. */
START_TEST(six_of_the_oracle_alone) {
  wt_session *s = kit_open(WT_BACKEND_ORACLE, "tiny", NULL, 1, 20000, 0);
  ck_assert_int_eq(kit_launch(s, kit_text(s, ".kernel k\n.regs 24\nMOV R0, 0x10\nBAR.SYNC R0, 0x0\nEXIT\n.end\n", "k"), 1, 4, NULL, 0), WT_PROGRAM);
  ck_assert_str_eq(wt_verdict(s), "barrier");
  ck_assert_ptr_nonnull(strstr(wt_error(s), "BAR of barrier 16"));
  wt_session_close(s);
}
END_TEST

/* A shape too slow for the control codes: neither a fault of memory nor a difference, wherever it comes up. */
START_TEST(a_hazard_is_no_memory_fault) {
  static char xml[65536];
  ck_assert_int_eq(run("regress --run --only coulomb --config small-cc --set FP_EXTRA=0 --junit j.xml"), 1);
  printed("hazard");
  slurp("j.xml", xml, sizeof xml);
  ck_assert_ptr_nonnull(strstr(xml, "<failure message=\"hazard\">"));
  ck_assert_int_eq(run("compare --over FP_EXTRA=0,3 coulomb --config small-cc"), 1);
  printed("hazard");
  ck_assert_int_eq(run("sweep FP_EXTRA=0,3 coulomb --config small-cc"), 1);
  printed("hazard");
}
END_TEST

/* A case of a manifest may say that it ends so, and then it must. */
START_TEST(a_manifest_expects_such_an_end) {
  static const char suite[] = "[{\"name\": \"a\", \"cubin\": \"barrier.cubin\", \"cli\": \"--block 4\", \"stops\": {\"\": \"barrier\"}},\n"
                              " {\"name\": \"b\", \"cubin\": \"jump.cubin\", \"cli\": \"--block 4\", \"stops\": {\"WARPS=2\": \"jump\"}},\n"
                              " {\"name\": \"c\", \"cubin\": \"fault.cubin\", \"cli\": \"--block 4\", \"stops\": {\"\": \"fault\"}}]\n";
  assemble("barrier", programs[0].body), assemble("jump", programs[2].body);
  assemble("fault", "MOV R2, 0x10\nMOV R3, RZ\nLDG.E.SYS R4, [R2]\nIADD3 R4, R4, R4, RZ\nEXIT");
  file("m.json", suite, sizeof suite - 1);
  char cmd[100];
  snprintf(cmd, sizeof cmd, "regress m.json --config tiny -q%s", getenv("WT_C_ONLY") ? " --run" : "");
  ck_assert_msg(run(cmd) == 0, "%s", err);
  printed("3 cases, 0 failed, 3 stopped as the manifest says");
  ck_assert_int_eq(run("regress m.json --config small --run"), 1); /* b is not expected to end there */
  printed("3 cases, 1 failed, 2 stopped");
  printed("    jump: kernel jump at pc 0x0020, ");
}
END_TEST

START_TEST(the_help_has_the_code) {
  ck_assert_int_eq(run("--help"), 0);
  printed("5 memory fault, 6 other error of the program");
}
END_TEST

/* ---- what a fault names ---- */

/* The access and, by bytes from the allocation's first one, its place, which is told in both ways. */
static void is_at(const char *access, long long by, const char *place) {
  char want[200];
  unsigned long long at, base;
  snprintf(want, sizeof want, ": %s at 0x", access);
  const char *p = strstr(err, want), *q = strstr(err, place);
  ck_assert_msg(p && q && sscanf(p + strlen(want), "%llx, ", &at) == 1 && sscanf(q + strlen(place), " at 0x%llx)", &base) == 1, "%s", err);
  ck_assert_msg(at == base + (unsigned long long)by, "%s", err);
}
/* The arguments of wrong.cu: block (1,2,0) and thread (0,1,1) of 2 x 3 x 2 blocks of 2 x 2 x 2. */
static void launch(int code, const char *more, const char *kernel, const char *args) {
  static const uint32_t who[6] = {1, 2, 0, 0, 1, 1};
  char cmd[900];
  file("who.bin", who, sizeof who);
  snprintf(cmd, sizeof cmd, "%s " WRONG " --kernel %s --config tiny -q --grid 2,3,2 --block 2,2,2 %s --arg raw:who.bin", more, kernel, args);
  ck_assert_msg(run(cmd) == code, "%s: %s", cmd, err);
}
/* On the C twin with and without the oracle, behind slices and a cache, and on both twins: one text but for the warp and the cycle. */
START_TEST(a_fault_names_the_thread) {
  static const char *const ways[] = {"run",
                                     "run --no-oracle",
                                     "run --set MEM_MODEL=l2dram",
                                     "run --set MEM_MODEL=l2dram --no-oracle",
                                     "run --set L1_BYTES=4096",
                                     "run --set L1_BYTES=4096 --set MEM_MODEL=l2dram",
                                     "run --set LANES=2",
                                     "cosim"};
  if (_i == 7 && getenv("WT_C_ONLY")) return;
  launch(5, ways[_i], "store", "--arg out:1000:o.bin --arg i64:253");
  has("memory fault: address outside every allocation in kernel _Z5storePil3who at pc 0x");
  has(" (wrong.cu:15), block (1,2,0), thread (0,1,1), warp ");
  is_at("write of 4 bytes", 253 * 4, "12 bytes past the end of --arg 1 (1000 bytes");
  launch(5, ways[_i], "load", "--arg out:64:o.bin --arg i64:-1 --arg out:4:p.bin");
  has(" (wrong.cu:16), block (1,2,0), thread (0,1,1), warp ");
  is_at("read of 16 bytes", -16, "16 bytes before --arg 1 (64 bytes");
  launch(5, ways[_i], "skew_shared", "--arg i32:0x15 --arg out:4:p.bin");
  has("block (1,2,0), thread (0,1,1), warp ");
  has(": read of 2 bytes at 0x15 of shared memory, which is no multiple of 2, the CTA has 64 bytes (64 static)");
  launch(5, ways[_i], "in_shared", "--smem 40 --arg i32:100");
  has("block (1,2,0), thread (0,1,1), warp ");
  has(": write of 4 bytes at 0x190 of shared memory, the CTA has 72 bytes (32 static)");
}
END_TEST

START_TEST(a_fault_names_what_lies_there) {
  launch(5, "run", "store", "--arg i64:0 --arg i64:7");
  has("memory fault: null pointer in kernel ");
  has(": write of 4 bytes at 0x1c\n");
  launch(5, "run", "store", "--arg u64:0xdeadbeef00000000 --arg i64:0");
  has("memory fault: address outside every allocation in kernel ");
  has(": write of 4 bytes at 0xdeadbeef00000000, no allocation is near");
  launch(5, "run", "store", "--arg u64:0x7e0000000010 --arg i64:0");
  has(": write of 4 bytes at 0x7e0000000010, an address of shared memory\n");
  launch(5, "run", "store", "--arg u64:0x7e0100000010 --arg i64:0");
  has(", an address of local memory\n");
  launch(5, "run", "global", "--arg i64:-1");
  has(": write of 4 bytes at 0x");
  has(", 4 bytes before table (40 bytes at 0x");
  launch(5, "run", "global", "--arg i64:10");
  has(", 0 bytes past the end of table (40 bytes at 0x");
  launch(5, "run", "add", "--arg out:64:o.bin --arg i64:16");
  is_at("atomic access of 4 bytes", 64, "0 bytes past the end of --arg 1 (64 bytes");
  launch(5, "run", "skew", "--arg out:64:o.bin --arg i64:1");
  has("memory fault: misaligned access in kernel ");
  is_at("write of 8 bytes", 1, "which is no multiple of 8, 1 byte into --arg 1 (64 bytes");
  launch(5, "run", "constant", "--arg i32:15 --arg out:4:p.bin");
  has(": read of 4 bytes at 0x3c of constant memory, bank 3 has 48 bytes");
  launch(5, "run", "local", "--arg i32:400 --arg out:4:p.bin");
  has("memory fault: access outside the thread's local memory in kernel ");
  has(": write of 4 bytes at 0x640 of local memory, the thread has 1600 bytes\n");
}
END_TEST

/* Names that a program of the library gives, and those it does not. */
static void touch(wt_addr (*where)(wt_session *s), const char *what, const char *place) {
  static const char text[] = ".kernel k\n.regs 24\n.params 8,8\nMOV R2, c[0x0][0x160]\nMOV R3, c[0x0][0x164]\nSTG.E.SYS [R2], R2\nEXIT\n.end\n";
  wt_session *s = kit_open(WT_BACKEND_C, "tiny", NULL, 1, 20000, 0);
  wt_addr at = where(s);
  ck_assert_int_eq(kit_launch(s, kit_text(s, text, "k"), 1, 1, &at, 1), WT_FAULT);
  ck_assert_str_eq(wt_verdict(s), "fault");
  ck_assert_msg(strstr(wt_error(s), what) && strstr(wt_error(s), place), "%s", wt_error(s));
  wt_session_close(s);
}
static wt_addr second(wt_session *s) { return kit_alloc(s, 64, NULL), kit_alloc(s, 32, NULL) + 32; }
static wt_addr named(wt_session *s) {
  wt_addr a = kit_alloc(s, 64, NULL);
  ck_assert_int_eq(wt_name(s, a, "pressure"), WT_OK);
  ck_assert_int_eq(wt_name(s, a + 1, "nothing"), WT_USAGE);
  return a + 64;
}
static wt_addr freed(wt_session *s) {
  wt_addr a = kit_alloc(s, 64, NULL);
  ck_assert_int_eq(wt_free(s, a), WT_OK);
  return kit_alloc(s, 64, NULL), a + 48;
}
static int ours;
static wt_addr of_us(wt_session *s) { return (void)s, (wt_addr)(uintptr_t)&ours; }
START_TEST(names_of_the_library) {
  touch(second, "memory fault: address outside every allocation in kernel k at pc 0x0020, block (0,0,0), thread (0,0,0), warp 0 lane 0, ",
        ", 0 bytes past the end of allocation 2 (32 bytes at ");
  touch(named, "memory fault: address outside", ", 0 bytes past the end of pressure (64 bytes at ");
  touch(freed, "memory fault: access to freed memory in kernel k", ", 48 bytes into allocation 1 (64 bytes at 0x7f0000000000), which has been freed");
  touch(of_us, "memory fault: address of the host in kernel k", ", memory of the host program, which the device does not see");
}
END_TEST

/* ---- the stack ---- */

static uint32_t sum_to(uint32_t n) { return n * (n + 1) / 2; }
/* recurse of stack.cu: depth n, one more in odd threads, whose number becomes even in the first step. */
static const uint32_t *words(void) { /* what 8 threads have written */
  static uint32_t got[9];
  ck_assert_uint_eq(slurp("o.bin", (char *)got, sizeof got), 32);
  return got;
}
static void results(uint32_t n) {
  const uint32_t *got = words();
  for (unsigned t = 0; t < 8; t++) ck_assert_uint_eq(got[t], sum_to(n + (t & 1)) + t + (t & 1));
}
#define RECURSE " " STACK " --kernel recurse --config tiny -q --block 8 --arg out:32:o.bin --arg i32:"
START_TEST(deep_calls_need_a_stack) {
  char cmd[600];
  ck_assert_int_eq(run("run" RECURSE "12"), 0); /* within 1024 bytes */
  results(12);
  ck_assert_int_eq(run("run" RECURSE "100"), 5);
  has("memory fault: access outside the thread's local memory in kernel ");
  has(": write of 4 bytes at -");
  has(" of local memory, the thread has 1024 bytes; --stack BYTES gives its stack more, in a CUDA program cudaLimitStackSize");
  snprintf(cmd, sizeof cmd, "%s" RECURSE "100 --stack 8000", both());
  ck_assert_msg(run(cmd) == 0, "%s", err);
  results(100);
  ck_assert_int_eq(run("run" RECURSE "100 --stack 2000"), 5);
  has("the thread has 2000 bytes");
  ck_assert_int_eq(run("run" RECURSE "12 --stack 0"), 5);
  has("the thread has 0 bytes; --stack");
  ck_assert_msg(run("regress --run" RECURSE "100 --stack 8000 --config small") == 0, "%s", err);
}
END_TEST

START_TEST(alloca_gets_what_every_thread_has) {
  const uint32_t *got;
  char cmd[400];
  snprintf(cmd, sizeof cmd, "%s " STACK " --kernel grows --config tiny -q --block 8 --arg out:32:o.bin --arg i32:", both());
  strcat(cmd, "10");
  ck_assert_msg(run(cmd) == 0, "%s", err);
  got = words();
  for (unsigned t = 0; t < 8; t++) ck_assert_uint_eq(got[t], 25 * (t + 1));
  ck_assert_int_eq(run("run " STACK " --kernel grows --config tiny -q --block 8 --arg out:32:o.bin --arg i32:300"), 5);
  has("; --stack BYTES gives its stack more");
  ck_assert_int_eq(run("run " STACK " --kernel grows --config tiny -q --block 8 --arg out:32:o.bin --arg i32:301 --stack 1300"), 0);
  got = words();
  for (unsigned t = 0; t < 8; t++) ck_assert_uint_eq(got[t], sum_to(300) * (t + 1));
}
END_TEST

/* A checkpoint in the middle goes on with the stack that the launch has. */
START_TEST(a_checkpoint_keeps_the_stack) {
  ck_assert_int_eq(run("run" RECURSE "100 --stack 8000 --checkpoint-every 5000 --checkpoint-dir c"), 0);
  ck_assert_msg(run("run --resume c/_Z7recursePii-000000005000.wtck -q") == 0, "%s", err);
  results(100);
}
END_TEST

START_TEST(bad_stacks_are_refused) {
  static const char *const bad[] = {"-1", "x", "524289", "1k", "99999999999999999999", "''"};
  static const char *const into[] = {"run" RECURSE "1 --stack %s", "cosim" RECURSE "1 --stack %s", "regress" RECURSE "1 --stack %s",
                                     "exec --stack %s -- " STACK};
  for (unsigned i = 0; i < 6; i++)
    for (unsigned k = 0; k < 4; k++) {
      char cmd[600];
      snprintf(cmd, sizeof cmd, into[k], bad[i]);
      ck_assert_msg(run(cmd) == 2, "%s", cmd);
      has("expected a number of bytes, 0 to 524288\n");
      ck_assert_ptr_eq(strchr(err, '\n'), err + strlen(err) - 1);
    }
  ck_assert_int_eq(run("run" RECURSE "1 --stack 524288"), 0);
}
END_TEST

START_TEST(the_library_sets_the_stack) {
  wt_session *s = kit_open(WT_BACKEND_C, "tiny", NULL, 1, 200000, 0);
  wt_module *m;
  wt_kernel_attributes a;
  wt_kernel_info k;
  int32_t depth = 100;
  wt_dims d = {{1, 1, 1}, {8, 1, 1}, 0};
  ck_assert_int_eq(wt_module_load(s, STACK, &m), WT_OK);
  wt_addr out = kit_alloc(s, 32, NULL);
  wt_arg args[] = {{&out, 8}, {&depth, 4}};
  ck_assert_uint_eq(wt_stack(s), 1024);
  ck_assert_int_eq(wt_kernel_attribute(s, m, "recurse", &a), WT_OK);
  ck_assert_uint_eq(a.local_bytes, 1024);
  ck_assert_int_eq(wt_set_stack(s, (512 << 10) + 1), WT_USAGE);
  ck_assert_ptr_nonnull(strstr(wt_error(s), "a stack of 524289 bytes: a thread has at most 524288 of local memory"));
  ck_assert_int_eq(wt_set_stack(s, SIZE_MAX), WT_USAGE);
  ck_assert_uint_eq(wt_stack(s), 1024);
  ck_assert_int_eq(wt_set_stack(s, 7993), WT_OK);
  ck_assert_uint_eq(wt_stack(s), 8000);
  for (size_t i = 0; i < wt_module_kernels(m); i++) {
    ck_assert_int_eq(wt_kernel_get(s, m, i, &k), WT_OK);
    ck_assert_uint_eq(k.local_bytes, 8000);
  }
  ck_assert_msg(wt_launch(s, m, "recurse", &d, args, 2) == WT_OK, "%s", wt_error(s));
  wt_session_close(s);
}
END_TEST

int main(void) {
  Suite *s = suite_create("wrong");
  TCase *t = tcase_create("wrong");
  tcase_add_checked_fixture(t, setup, teardown);
  tcase_set_timeout(t, 600); /* both twins of tiny may have to be built */
  tcase_add_loop_test(t, six_is_an_error_of_the_program, 0, sizeof programs / sizeof *programs);
  tcase_add_test(t, six_of_the_oracle_alone);
  tcase_add_test(t, a_hazard_is_no_memory_fault);
  tcase_add_test(t, a_manifest_expects_such_an_end);
  tcase_add_test(t, the_help_has_the_code);
  tcase_add_loop_test(t, a_fault_names_the_thread, 0, 8);
  tcase_add_test(t, a_fault_names_what_lies_there);
  tcase_add_test(t, names_of_the_library);
  tcase_add_test(t, deep_calls_need_a_stack);
  tcase_add_test(t, alloca_gets_what_every_thread_has);
  tcase_add_test(t, a_checkpoint_keeps_the_stack);
  tcase_add_test(t, bad_stacks_are_refused);
  tcase_add_test(t, the_library_sets_the_stack);
  suite_add_tcase(s, t);
  return suite_run(s);
}
