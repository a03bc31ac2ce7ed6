/* test_wt_overwritten.c - a register that is written before an older instruction has read it (tb/lib/wt_hazard.h): found where it is, with who misses what, and only there.
 * Three operands in one bank are read one after the other, so what is asked for is known: an instruction behind three others has its last operand nine reads later.
 */
#include <unistd.h>

#include "hazard_kit.h"
#include "isa/wt_elfw.h"
#include "lib/wt_session.h"

static wt_status run(const char *body, char *msg, size_t n) {
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
    1) "MOV R28, 0x7" CODES(11)
/* Four of these have twelve reads of one bank. */
#define QUEUE "IMAD R5, R4, R8, R12" CODES(1) "IMAD R9, R8, R12, R16" CODES(1) "IMAD R13, R12, R16, R20" CODES(1) "IMAD R17, R4, R24, R28"
#define LAST "NOP" CODES(11) "NOP" CODES(11) "EXIT" CODES(5)

START_TEST(the_last_operand_of_a_queue_is_missed) {
  char msg[2000];
  wt_status st = run(SETUP QUEUE CODES(1) "MOV R28, 0x9" CODES(11) LAST, msg, sizeof msg);
  ck_assert_msg(st == WT_PROGRAM, "%d %s", (int)st, msg);
  ck_assert_msg(strstr(msg, "IMAD R17, R4, R24, R28 misses R28, which is overwritten before it is read; ") && strstr(msg, "MOV R28, 0x9"), "%s", msg);
  ck_assert_msg(!strstr(msg, "needs"), "%s", msg);
}
END_TEST
/* A register of another number, one that the queue has read long ago, and the same one after the queue. */
START_TEST(what_nobody_waits_for_is_no_hazard) {
  static const char *const fine[] = {SETUP QUEUE CODES(1) "MOV R32, 0x9" CODES(11) LAST, SETUP QUEUE CODES(1) "MOV R29, 0x9" CODES(11) LAST,
                                     SETUP QUEUE CODES(11) "MOV R28, 0x9" CODES(11) LAST, SETUP QUEUE CODES(11) "MOV R4, 0x9" CODES(11) LAST};
  char msg[2000];
  for (unsigned i = 0; i < sizeof fine / sizeof *fine; i++) ck_assert_msg(run(fine[i], msg, sizeof msg) == WT_OK, "program %u: %s", i, msg);
}
END_TEST

/* ---- signal by signal ---- */

/* A beat of warp 1 waits in a collector for R8 as its second operand; `change` makes one thing different. */
static void waits(unsigned at) {
  wt_collector *x = &m->subcore->collector[at];
  x->o.v = 1, x->o.warp = 1, x->o.beat = 2, x->o.mask = 0xf0;
  uop_put_pc(x->o.uop, 16);
  uop_put_need(x->o.uop, 7), x->q.ready = 1;
  uop_put_s0(x->o.uop, 9), uop_put_s1(x->o.uop, 8), uop_put_s2(x->o.uop, 7);
}
enum { SAME, NO_BEAT, WARP, BEAT, LANES_APART, READ_ALREADY, NOT_NEEDED, REGISTER, FIRST_WORD, NOT_ON_ITS_WAY, BEHIND, OFF, CHANGES };
START_TEST(a_word_that_a_beat_still_waits_for) {
  const result single = {0, 1, WT_U_FPU, 8, 1, 0, 0}, pair = {0, 1, WT_U_ALU, 7, 2, 0, 0}, older = {1, 1, WT_U_LSU, 9, 1, 0, 0};
  for (unsigned fast = 0; fast < 2; fast++)
    for (unsigned change = 0; change < CHANGES; change++)
      for (unsigned at = 0; at < 4; at += 3) {
        result r = fast ? pair : single;
        if (change == NOT_ON_ITS_WAY) r.dst = 40;
        begin("FADD R8, R2, R3" WR(7) "IMAD R5, R9, R8, R7\n", "COLLECTORS=4");
        issues(older, 0xff);
        wait_until(1);
        issues(r, 0xff);
        wait_until(7);
        waits(change == BEHIND ? S.COLLECTORS : at);
        wt_collector *x = &m->subcore->collector[at];
        if (change == NO_BEAT) x->o.v = 0;
        if (change == WARP) x->o.warp = 2;
        if (change == BEAT) x->o.beat = 1;
        if (change == LANES_APART) x->o.mask = 0x0f;
        if (change == READ_ALREADY) x->q.ready = fast ? 7 : 2;
        if (change == NOT_NEEDED) uop_put_need(x->o.uop, fast ? 1 : 5);
        if (change == REGISTER) uop_put_s1(x->o.uop, 10), uop_put_s2(x->o.uop, 11);
        wt_alu_out *a = &m->subcore->alu.o;
        wt_wb_out *b = &m->subcore->wb.o;
        if (fast) a->wb_valid = change != OFF, a->wb_n = 2, a->wb_warp = 1, a->wb_beat = 2, a->wb_reg = 7, a->wb_mask = 0x30;
        else b->reg_valid = change != OFF, b->warp = 1, b->beat = 2, b->reg = 8, b->mask = 0x30;
        if (fast && change == SAME) uop_put_s2(x->o.uop, 11);       /* of a pair the second word is the one that is missed, */
        if (fast && change == FIRST_WORD) uop_put_s1(x->o.uop, 11); /* or the first, */
        if (fast && change == REGISTER) x->q.ready = 0;             /* and not the one behind it, which something else will write */
        int done = edge();
        ck_assert_msg(done == (change == SAME || change == FIRST_WORD), "change %u, fast %u, collector %u: %s", change, fast, at, text);
        char want[300];
        snprintf(want, sizeof want,
                 "hazard: kernel k, warp 1, cycle 7: 0x0010 IMAD R5, R9, R8, R7 misses R%u, which is overwritten before it is read; 0x0000 FADD R8, "
                 "R2, R3: the code gives 6 cycles "
                 "from issue to issue; --set WAR=inorder keeps a register until it has been read",
                 fast && change == FIRST_WORD ? 7 : 8);
        if (done) ck_assert_str_eq(text, want);
        end();
      }
}
END_TEST

/* Each of the six places of an operand is looked at, and of several that are missing each. */
START_TEST(every_place_of_an_operand) {
  const result r = {0, 1, WT_U_FPU, 8, 1, 0, 0};
  for (unsigned place = 0; place < 6; place++) {
    begin("FADD R8, R2, R3" WR(7) "IMAD R5, R9, R8, R7\n", NULL);
    issues(r, 0xff);
    wait_until(1);
    waits(1);
    uint32_t *u = m->subcore->collector[1].o.uop;
    uop_put_need(u, 63), m->subcore->collector[1].q.ready = 0;
    uop_put_s0(u, 20), uop_put_s1(u, 21), uop_put_s2(u, 22), uop_put_s3(u, 23), uop_put_s4(u, 24), uop_put_s5(u, 25);
    void (*const put[])(uint32_t *, uint64_t) = {uop_put_s0, uop_put_s1, uop_put_s2, uop_put_s3, uop_put_s4, uop_put_s5};
    put[place](u, 8);
    wt_wb_out *b = &m->subcore->wb.o;
    b->reg_valid = 1, b->warp = 1, b->beat = 2, b->reg = 8, b->mask = 0x30;
    ck_assert_int_eq(edge(), 1);
    end();
  }
}
END_TEST

/* An open finding of a result that is missing does not become one of a word that was overwritten; each waits for its own end. */
START_TEST(overwritten_ends_at_once_and_missing_waits) {
  const result r = {0, 1, WT_U_FPU, 8, 1, 0, 0};
  begin("FADD R8, R2, R3" WR(7) "IADD3 R5, R8, R6, RZ\n", NULL);
  issues(r, 0xff);
  wait_until(2);
  reads(1, 1, 0xff, 0xff);
  wait_until(4);
  waits(0);
  wt_wb_out *b = &m->subcore->wb.o;
  b->reg_valid = 1, b->warp = 1, b->beat = 2, b->reg = 8, b->mask = 0x30;
  ck_assert_int_eq(edge(), 0);
  is_there(r, FREE);
  ck_assert_int_eq(edge(), 1);
  ck_assert_msg(strstr(text, "reads R8 before it is written") != NULL, "%s", text);
  end();
}
END_TEST

int main(void) {
  Suite *s = suite_create("overwritten");
  TCase *t = tcase_create("overwritten");
  tcase_set_timeout(t, 300);
  tcase_add_test(t, the_last_operand_of_a_queue_is_missed);
  tcase_add_test(t, what_nobody_waits_for_is_no_hazard);
  tcase_add_test(t, a_word_that_a_beat_still_waits_for);
  tcase_add_test(t, every_place_of_an_operand);
  tcase_add_test(t, overwritten_ends_at_once_and_missing_waits);
  suite_add_tcase(s, t);
  return suite_run(s);
}
