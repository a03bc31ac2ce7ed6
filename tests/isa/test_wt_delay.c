/* test_wt_delay.c - which branches lose their reconvergence point to the enclosing region. */
#include "isa/wt_delay.h"

#include <stdio.h>
#include <string.h>

#include "isa/wt_asm.h"
#include "tests/suite.h"
#include "tests/fails_kit.h"

static wt_asm_out program;
static wt_cfg before, after;

static void make(const char *body) {
  char text[4096], err[256] = "";
  snprintf(text, sizeof text, ".kernel k\n.regs 16\n%s\n.end\n", body);
  ck_assert_msg(wt_asm_string(text, "delay", &program, err, sizeof err) == WT_OK, "%s", err);
  wt_cfg_in in = {.code = program.kernel[0].code, .n = (uint32_t)program.kernel[0].ncode};
  ck_assert_msg(wt_cfg_build(&in, &before, err, sizeof err) == WT_OK && wt_cfg_build(&in, &after, err, sizeof err) == WT_OK, "%s", err);
  ck_assert_int_eq(wt_cfg_delay(program.kernel[0].code, &after), 0);
}
static void drop(void) {
  wt_cfg_free(&before);
  wt_cfg_free(&after);
  wt_asm_free(&program);
}

/* Exactly the listed branches are moved (~0 ends the list). */
static void moved(const unsigned *list) {
  for (uint32_t i = 0; i < program.kernel[0].ncode; i++) {
    int in = 0;
    for (const unsigned *l = list; *l != ~0u; l++) in |= *l == i;
    if (in) {
      ck_assert_msg(before.rpc[i] != WT_CFG_NO_RPC, "instruction %u had no point", i);
      ck_assert_msg(after.rpc[i] == WT_CFG_NO_RPC, "instruction %u still meets at 0x%x", i, after.rpc[i]);
    } else {
      ck_assert_msg(after.rpc[i] == before.rpc[i], "instruction %u: 0x%x became 0x%x", i, before.rpc[i], after.rpc[i]);
    }
  }
}
#define MOVED(...) moved((const unsigned[]){__VA_ARGS__, ~0u})

START_TEST(spin_loop) {
  make("L: LDG.E.SYS R0, [R2]\n ISETP.NE.AND P0, PT, R0, RZ, PT\n @!P0 BRA out\n YIELD\n BRA L\nout: NOP\n EXIT");
  MOVED(2);
  drop();
}
END_TEST

START_TEST(loop_without_yield_or_memory_stays) {
  make("L: LDG.E.SYS R0, [R2]\n ISETP.NE.AND P0, PT, R0, RZ, PT\n @!P0 BRA out\n BRA L\nout: NOP\n EXIT");
  moved((const unsigned[]){~0u});
  drop();
  make("L: IADD3 R0, R0, 0x1, RZ\n @!P0 BRA out\n YIELD\n BRA L\nout: NOP\n EXIT");
  moved((const unsigned[]){~0u});
  drop();
}
END_TEST

/* The peeled first try branches to the same place. */
START_TEST(peeled_first_iteration) {
  make("LDG.E.SYS R0, [R2]\n @P1 BRA out\nL: LDG.E.SYS R0, [R2]\n @P0 BRA out\n YIELD\n BRA L\nout: NOP\n EXIT");
  MOVED(1, 3);
  drop();
}
END_TEST

/* nvcc's latch votes until all agree: that small loop is not the one that spins. */
START_TEST(vote_latch) {
  make("L: LDG.E.SYS R0, [R2]\n @P0 BRA out\nV: VOTE.ANY R1, PT, PT\n YIELD\n @!P1 BRA L\n BRA V\nout: NOP\n EXIT");
  MOVED(1);
  drop();
}
END_TEST

/* for (...) { if (p3) { lock } ... }: only the lock loop is one; branches inside it and around it keep their points. */
START_TEST(loops_and_branches_around) {
  make("F: @P3 BRA skip\nL: LDG.E.SYS R0, [R2]\n @P2 BRA in\n NOP\nin: @P0 BRA out\n YIELD\n BRA L\nout: STG.E.SYS [R2], R0\nskip: IADD3 R4, R4, "
       "0x1, RZ\n"
       " @P1 BRA F\nend: EXIT");
  MOVED(4);
  drop();
}
END_TEST

/* A spin loop that is left by returning. */
START_TEST(loop_of_a_function) {
  make("CALL.REL.NOINC f\n EXIT\nf: NOP\nL: LDG.E.SYS R0, [R2]\n @P0 RET.REL.NODEC R20, 0x0\n YIELD\n BRA L");
  ck_assert_uint_eq(before.rpc[4], WT_CFG_RPC_RET);
  MOVED(4);
  drop();
  make("CALL.REL.NOINC f\n EXIT\nf: NOP\nL: LDG.E.SYS R0, [R2]\n @P0 RET.REL.NODEC R20, 0x0\n BRA L");
  moved((const unsigned[]){~0u});
  drop();
}
END_TEST

/* Of loops around a YIELD the smallest one with memory, wherever these stand in it; sleeping is yielding, and every loop that spins is one. */
START_TEST(the_smallest_loop) {
  make("O: NOP\n @P3 BRA end\nL: NOP\n @P0 BRA out\n NANOSLEEP 0x5\n LDS R0, [R2]\n BRA L\nout: NOP\n @P1 BRA O\nend: EXIT");
  MOVED(3);
  drop();
  /* the inner loop has no memory: the one around it spins */
  make("L: LDG.E.SYS R0, [R2]\n @P0 BRA out\nI: YIELD\n @P1 BRA I\n BRA L\nout: EXIT");
  MOVED(1);
  drop();
  /* two that spin, one behind the other */
  make("L: LDG.E.SYS R0, [R2]\n @P0 BRA next\n YIELD\n BRA L\nnext: NOP\nM: YIELD\n LDG.E.SYS R0, [R2]\n @P1 BRA M\n NOP\n EXIT");
  MOVED(1, 7);
  drop();
  /* a loop of one block */
  make("L: YIELD\n LDL R0, [R2]\n @P1 BRA L\n EXIT");
  MOVED(2);
  drop();
  /* a long body: what lies between is of it, and a branch in it is not */
  make("L: NOP\n @P2 BRA b\n NOP\nb: LDG.E.SYS R0, [R2]\n @P0 BRA out\n @P3 BRA c\n NOP\nc: YIELD\n NOP\n BRA L\nout: EXIT");
  MOVED(4);
  drop();
  /* no instruction but what cannot be reached yields */
  make("L: LDG.E.SYS R0, [R2]\n @P0 BRA out\n BRA L\n YIELD\nout: EXIT");
  moved((const unsigned[]){~0u});
  drop();
}
END_TEST

START_TEST(without_memory) {
  make("L: LDG.E.SYS R0, [R2]\n @P0 BRA out\n YIELD\n BRA L\nout: EXIT");
  size_t before_heap = 0;
  for (unsigned round = 0; round < 20; round++) {
    if (round == 10) before_heap = suite_heap(); /* until then the C library fills its own shelves */
    for (unsigned k = 0; k < 2; k++) {
      fails_once = 1, before_it_fails = k;
      ck_assert_int_eq(wt_cfg_delay(program.kernel[0].code, &before), -1);
      ck_assert_int_eq(fails_once, 0);
    }
  }
  ck_assert_uint_le(suite_heap(), before_heap);
  ck_assert_uint_eq(before.rpc[1], 0x40); /* and nothing is moved */
  ck_assert_int_eq(wt_cfg_delay(program.kernel[0].code, &before), 0);
  ck_assert_uint_eq(before.rpc[1], WT_CFG_NO_RPC);
  drop();
}
END_TEST

int main(void) {
  Suite *s = suite_create("wt_delay");
  TCase *tc = tcase_create("delay");
  tcase_add_test(tc, spin_loop);
  tcase_add_test(tc, loop_without_yield_or_memory_stays);
  tcase_add_test(tc, peeled_first_iteration);
  tcase_add_test(tc, vote_latch);
  tcase_add_test(tc, loops_and_branches_around);
  tcase_add_test(tc, loop_of_a_function);
  tcase_add_test(tc, the_smallest_loop);
  tcase_add_test(tc, without_memory);
  suite_add_tcase(s, tc);
  return suite_run(s);
}
