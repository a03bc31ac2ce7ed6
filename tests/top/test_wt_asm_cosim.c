/* test_wt_asm_cosim.c - the programs of tests/asm, which reach instructions that nvcc does not emit for the test kernels: C twin with the
 * oracle in tandem on three shapes, both twins in lock-step on small. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/kernel_kit.h"
#include "cosim/wt_rtl.h"
#include "tests/suite.h"

static const struct {
  const char *name;
  unsigned stride, buffers, block;
} programs[] = {{"vector", 1024, 1, 64},      {"uniform_ops", 1024, 1, 64},   {"uniform_index", 64, 2, 64},    {"to_uniform", 512, 1, 64},
                {"exchange", 1024, 1, 64},    {"atomics_all", 1024, 2, 64},   {"access", 1024, 1, 64},         {"control", 512, 1, 64},
                {"calls", 512, 1, 64},        {"recurse", 512, 1, 64},        {"jump_table", 512, 1, 64},      {"floats", 1024, 1, 64},
                {"bytes", 1024, 1, 64},       {"local", 1024, 1, 64},         {"shared_generic", 1024, 1, 64}, {"special", 1024, 1, 64},
                {"unwritten", 1024, 1, 64},   {"atomics_float", 1024, 2, 64}, {"absolute", 512, 1, 64},        {"barriers", 512, 1, 64},
                {"match", 512, 1, 64},        {"forms", 1024, 1, 64},         {"corners", 1024, 1, 64},        {"twice", 16, 1, 64},
                {"barriers_reg", 512, 1, 64}, {"halves", 1024, 1, 64}};

static void run(int p, const char *preset, wt_backend backend, unsigned block) {
  char path[1024];
  wt_session *s = kit_open(backend, preset, NULL, 1, 2000000, 0);
  wt_addr buf[2];
  snprintf(path, sizeof path, "%s/tests/asm/%s.sass", wt_root(), programs[p].name);
  for (unsigned i = 0; i < programs[p].buffers; i++) buf[i] = kit_alloc(s, (size_t)block * programs[p].stride, NULL);
  wt_status st = kit_launch(s, kit_file(s, path), 1, block, buf, programs[p].buffers);
  ck_assert_msg(st == WT_OK, "%s on %s: %s", programs[p].name, preset, wt_error(s));
  wt_session_close(s);
}

START_TEST(oracle_agrees_on_every_shape) {
  run(_i, "tiny", WT_BACKEND_C, 8);
  run(_i, "small", WT_BACKEND_C, programs[_i].block);
  run(_i, "default", WT_BACKEND_C, programs[_i].block);
}
END_TEST

START_TEST(twins_agree_in_lock_step) { run(_i, "small", WT_BACKEND_COSIM, programs[_i].block); }
END_TEST

/* A program without parameters on the C twin of tiny; its status, and the message in msg. */
static wt_status text(const char *body, int no_oracle, char *msg, size_t n) {
  char source[1024];
  wt_session *s = kit_open(WT_BACKEND_C, "tiny", NULL, 1, 200000, no_oracle);
  snprintf(source, sizeof source, ".kernel k\n.regs 24\n%s\n.end\n", body);
  wt_status st = kit_launch(s, kit_text(s, source, "text"), 1, 8, NULL, 0);
  snprintf(msg, n, "%s", st ? wt_error(s) : "");
  wt_session_close(s);
  return st;
}

/* A barrier's number is one for the warp, and a CTA has sixteen: the oracle says what is wrong, the machine alone goes on. */
START_TEST(barrier_numbers_in_registers_are_checked) {
  char msg[600];
  ck_assert_int_eq(text("S2R R0, SR_TID.X\nBAR.SYNC R0, 0x0\nEXIT", 0, msg, sizeof msg), WT_PROGRAM);
  ck_assert_msg(strstr(msg, "BAR of barrier 0 and 0 threads in lane 0, of barrier 1 and 0 threads in lane 1: they must be the same") != NULL, "%s",
                msg);
  ck_assert_int_eq(text("MOV R0, 0x10\nBAR.SYNC R0, 0x0\nEXIT", 0, msg, sizeof msg), WT_PROGRAM);
  ck_assert_msg(strstr(msg, "BAR of barrier 16, a CTA has 0 to 15") != NULL, "%s", msg);
  ck_assert_int_eq(text("MOV R0, 0x10\nBAR.SYNC R0, 0x0\nEXIT", 1, msg, sizeof msg), WT_OK);
  ck_assert_int_eq(text("MOV R0, 0x9\nBAR.SYNC 0x1, R0\nEXIT", 0, msg, sizeof msg), WT_PROGRAM); /* one more than there are */
  ck_assert_msg(strstr(msg, "BAR waits for 9 threads, the CTA has 8") != NULL, "%s", msg);
}
END_TEST

/* Targets that nobody names are refused before anything runs; if nobody can reach the branch they do not matter. */
START_TEST(indirect_branches_need_their_targets) {
  char msg[600];
  ck_assert_int_eq(text("MOV R2, 0x20\nBRX R2, 0x0\nEXIT", 0, msg, sizeof msg), WT_UNSUPPORTED);
  ck_assert_msg(strstr(msg, "0x0010: the targets of this indirect branch") != NULL, "%s", msg);
  ck_assert_int_eq(text("MOV R2, 0x20\nCALL.REL.NOINC R2, 0x0\nEXIT", 0, msg, sizeof msg), WT_UNSUPPORTED);
  ck_assert_msg(strstr(msg, "0x0010: the targets of this indirect branch or call") != NULL, "%s", msg);
  ck_assert_int_eq(text("EXIT\nBRX R2, 0x0\nEXIT", 0, msg, sizeof msg), WT_OK);
  ck_assert_int_eq(text("@!PT BRX R2, 0x0\nEXIT", 0, msg, sizeof msg), WT_OK);
  ck_assert_int_eq(text("MOV R20, 0x20\nRET.REL.NODEC R20, 0x0\nEXIT", 0, msg, sizeof msg), WT_UNSUPPORTED); /* nothing leads to the EXIT */
}
END_TEST

/* A register that holds something else: with the oracle the branch is the fault, without it the first instruction behind it. */
START_TEST(stray_targets_are_found) {
  static const char outside[] = "MOV R20, 0x4000\nMOV R21, RZ\nRET.REL.NODEC R20, 0x0\nEXIT";
  static const char unnamed[] = "MOV R2, @a\nMOV R3, RZ\n.targets b\nBRX R2, 0x0\nEXIT\na: EXIT\nb: EXIT";
  char msg[600];
  ck_assert_int_eq(text(outside, 0, msg, sizeof msg), WT_PROGRAM);
  ck_assert_msg(strstr(msg, "RET to 0x4000, no instruction there") != NULL, "%s", msg);
  ck_assert_int_eq(text(outside, 1, msg, sizeof msg), WT_PROGRAM);
  ck_assert_msg(!strncmp(msg, "jump: kernel k at pc 0x4000, ", 29) && strstr(msg, ": no instruction there, the code has 0x40 bytes"), "%s", msg);
  for (int no_oracle = 0; no_oracle < 2; no_oracle++) {
    ck_assert_int_eq(text(unnamed, no_oracle, msg, sizeof msg), WT_UNSUPPORTED);
    ck_assert_msg(strstr(msg, "pc 0x40: an indirect branch") != NULL, "%s", msg);
  }
}
END_TEST

int main(void) {
  Suite *s = suite_create("asm_cosim");
  TCase *tc = tcase_create("programs");
  int n = (int)(sizeof programs / sizeof *programs);
  tcase_set_timeout(tc, 1800);
  tcase_add_loop_test(tc, oracle_agrees_on_every_shape, 0, n);
  tcase_add_loop_test(tc, twins_agree_in_lock_step, 0, n);
  tcase_add_test(tc, barrier_numbers_in_registers_are_checked);
  tcase_add_test(tc, indirect_branches_need_their_targets);
  tcase_add_test(tc, stray_targets_are_found);
  suite_add_tcase(s, tc);
  return suite_run(s);
}
