/* test_wt_overwritten.c - a register that is written before an older instruction has read it (tb/lib/wt_hazard.h): found where it is, with who misses what, and only there.
 * Three operands in one bank are read one after the other, so what is asked for is known: an instruction behind three others has its last operand nine reads later.
 */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "isa/wt_asm.h"
#include "isa/wt_elfw.h"
#include "lib/wt_session.h"
#include "tests/suite.h"

static wt_status program(const char *body, char *msg, size_t n) {
  static const char *const deep[] = {"IBUF_DEPTH=8", "LANES=32", "FP_LANES=32", "COLLECTORS=8", "RF_BANKS=4", "WAR=none", NULL};
  char src[3000], cubin[] = "/tmp/wt_over_XXXXXX", err[600];
  wt_asm_out out;
  wt_session *s;
  wt_module *m;
  snprintf(src, sizeof src, ".kernel k\n.regs 40\n.smem 0\n.params 8\n%s\n.end\n", body);
  ck_assert_msg(wt_asm_string(src, "overwritten", &out, err, sizeof err) == WT_OK, "%s\n%s", err, src);
  int fd = mkstemp(cubin);
  ck_assert_int_ge(fd, 0);
  close(fd);
  ck_assert_msg(wt_elfw_write(&out, cubin, err, sizeof err) == WT_OK, "%s", err);
  wt_asm_free(&out);
  wt_options o = {WT_BACKEND_C, "small-cc", deep, 1, 100000, 0};
  ck_assert_msg(wt_session_open(&o, &s) == WT_OK, "%s", wt_error(NULL));
  wt_set_quiet(s, 1);
  ck_assert_msg(wt_module_load(s, cubin, &m) == WT_OK, "%s", wt_error(s));
  remove(cubin);
  wt_addr buf;
  ck_assert_int_eq(wt_alloc(s, 4096, &buf), WT_OK);
  wt_arg arg = {&buf, sizeof buf};
  wt_dims d = {{1, 1, 1}, {32, 1, 1}, 0};
  wt_status st = wt_launch(s, m, NULL, &d, &arg, 1);
  snprintf(msg, n, "%s", st ? wt_error(s) : "");
  wt_session_close(s);
  return st;
}
#define CODES(stall) " {stall:" #stall " yield:0 wr:7 rd:7 wait:0x00 reuse:0}\n"
#define SETUP                                                                                                                                 \
  "MOV R4, 0x1" CODES(1) "MOV R8, 0x2" CODES(1) "MOV R12, 0x3" CODES(1) "MOV R16, 0x4" CODES(1) "MOV R20, 0x5" CODES(1) "MOV R24, 0x6" CODES( \
    1) "MOV R28, 0x7" CODES(15)
/* Four of these have twelve reads of one bank. */
#define QUEUE "IMAD R5, R4, R8, R12" CODES(1) "IMAD R9, R8, R12, R16" CODES(1) "IMAD R13, R12, R16, R20" CODES(1) "IMAD R17, R4, R24, R28"
#define END "NOP" CODES(15) "NOP" CODES(15) "EXIT" CODES(5)

START_TEST(the_last_operand_of_a_queue_is_missed) {
  char msg[2000];
  wt_status st = program(SETUP QUEUE CODES(1) "MOV R28, 0x9" CODES(15) END, msg, sizeof msg);
  ck_assert_msg(st == WT_PROGRAM, "%d %s", (int)st, msg);
  ck_assert_msg(strstr(msg, "IMAD R17, R4, R24, R28 misses R28, which is overwritten before it is read; ") && strstr(msg, "MOV R28, 0x9"), "%s", msg);
  ck_assert_msg(!strstr(msg, "needs"), "%s", msg);
}
END_TEST
/* A register of another number, one that the queue has read long ago, and the same one after the queue. */
START_TEST(what_nobody_waits_for_is_no_hazard) {
  static const char *const fine[] = {SETUP QUEUE CODES(1) "MOV R32, 0x9" CODES(15) END, SETUP QUEUE CODES(1) "MOV R29, 0x9" CODES(15) END,
                                     SETUP QUEUE CODES(15) "MOV R28, 0x9" CODES(15) END, SETUP QUEUE CODES(15) "MOV R4, 0x9" CODES(15) END};
  char msg[2000];
  for (unsigned i = 0; i < sizeof fine / sizeof *fine; i++) ck_assert_msg(program(fine[i], msg, sizeof msg) == WT_OK, "program %u: %s", i, msg);
}
END_TEST

int main(void) {
  Suite *s = suite_create("overwritten");
  TCase *t = tcase_create("overwritten");
  tcase_set_timeout(t, 300);
  tcase_add_test(t, the_last_operand_of_a_queue_is_missed);
  tcase_add_test(t, what_nobody_waits_for_is_no_hazard);
  suite_add_tcase(s, t);
  return suite_run(s);
}
