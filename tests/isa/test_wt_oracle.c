/* test_wt_oracle.c - the oracle in tandem: its checks fire, and only then. */
#include "oracle_kit.h"
#include "tests/suite.h"

START_TEST(pc_checks) {
  emit(mov(1, 7));
  emit(mov(2, 8));
  emit(exit_insn());
  start(6);
  FAILS(WT_DIFF, wt_oracle_issue(o, 0, 16, 0x3f), "its own next pc is 0x0");
  FAILS(WT_DIFF, wt_oracle_issue(o, 0, 0, 0), "no lane");
  FAILS(WT_DIFF, wt_oracle_issue(o, 0, 0, 0x40), "never launched");
  FAILS(WT_DIFF, wt_oracle_issue(o, 1, 0, 1), "no warp");
  issue(0, 0x1f);
  FAILS(WT_DIFF, wt_oracle_issue(o, 0, 16, 0x3f), "lane 5"); /* lane 5 was skipped */
  FAILS(WT_DIFF, wt_oracle_issue(o, 0, 0, 0x3f), "lane 0");  /* and the others must not repeat */
  issue(0, 0x20);
  issue(1, 0x3f);
  issue(2, 0x3f);
  ck_assert_int_eq(wt_oracle_done(o, 0), 1);
  FAILS(WT_DIFF, wt_oracle_issue(o, 0, 48, 1), "after its EXIT");
}
END_TEST

/* Lanes that go straight on together issue the next instruction, none of those before or behind it. */
START_TEST(every_other_pc_is_refused) {
  emit_text("NOP\nMOV R1, R2\nNOP\nNOP\nNOP\nEXIT\n");
  start(WS);
  for (unsigned at = 0; at < n_code; at++) {
    for (unsigned k = 0; k < n_code; k++) {
      char want[60];
      snprintf(want, sizeof want, "lane 3: its own next pc is 0x%x", at * 16);
      if (k != at) FAILS(WT_DIFF, wt_oracle_issue(o, 0, k * 16, 0x18), want);
    }
    issue(at, ALL);
    if (at == 1) wb(1, ALL);
  }
}
END_TEST

/* Nor the branch once more, all lanes or one. */
START_TEST(a_branch_is_not_repeated) {
  emit_text("NOP\nBRA 0x30\nNOP\nEXIT\n");
  start(WS);
  issue(0, ALL);
  issue(1, ALL);
  for (unsigned l = 0; l < WS; l++) {
    char want[60];
    snprintf(want, sizeof want, "lane %u: its own next pc is 0x30", l);
    for (unsigned k = 0; k < 3; k++) FAILS(WT_DIFF, wt_oracle_issue(o, 0, k * 16, UINT64_C(1) << l), want);
  }
  issue(3, ALL);
}
END_TEST

/* Whichever warp runs in it. */
START_TEST(a_cta_slot_is_free_when_its_warps_have_ended) {
  const unsigned id[3] = {0}, threads[3] = {WS, 1, 1};
  emit_text("EXIT\n");
  for (unsigned w = 0; w < WARPS; w++) {
    char want[100];
    ck_assert_int_eq(wt_oracle_set_code(o, code, n_code), WT_OK);
    OK(wt_oracle_cta_start(o, 0, id, threads, 0));
    OK(wt_oracle_warp_start(o, w, 0, 0, ALL));
    snprintf(want, sizeof want, "oracle: CTA slot 0 restarted while warp slot %u runs in it", w);
    FAILS(WT_DIFF, wt_oracle_cta_start(o, 0, id, threads, 0), want);
    OK(wt_oracle_cta_start(o, 1, id, threads, 0));
    OK(wt_oracle_issue(o, w, 0, ALL));
    OK(wt_oracle_cta_start(o, 0, id, threads, 0));
  }
}
END_TEST

/* What there is of slots and registers, and nothing behind it. */
START_TEST(slots_and_registers_that_are_there) {
  emit(exit_insn());
  start(WS);
  ck_assert(wt_oracle_shared(o, 0) && !wt_oracle_shared(o, CTAS) && !wt_oracle_shared(o, CTAS + 1));
  ck_assert(wt_oracle_register(o, 0, 0) == reg(0) && wt_oracle_register(o, 0, RZ - 1) && !wt_oracle_register(o, 0, RZ));
  ck_assert(wt_oracle_register(o, WARPS - 1, 0) && !wt_oracle_register(o, WARPS, 0));
}
END_TEST

START_TEST(code_bounds_and_refusals) {
  emit(op(0x236));
  start(WS);
  FAILS(WT_UNSUPPORTED, wt_oracle_issue(o, 0, 0, ALL), "HMMA");
  n_code = 0;
  emit(op(0x918));
  start(WS);
  issue(0, ALL);
  FAILS(WT_PROGRAM, wt_oracle_issue(o, 0, 16, ALL), "jump: oracle: warp slot 0 pc 0x10 lane 0: no instruction");
}
END_TEST

START_TEST(hazards) {
  emit(mov(1, 7));
  emit(iaddi(2, 1, 1));
  emit(mov(2, 5));
  emit(isetpi(0, 3, 4, 0));
  emit(guard(mov(4, 1), 0, 0));
  start(WS);
  issue(0, ALL);
  FAILS(WT_DIFF, wt_oracle_issue(o, 0, 16, ALL), "R1 has a write-back outstanding");
  wb(1, 0xf0);
  issue(1, 0xf0); /* per lane: these have theirs */
  FAILS(WT_DIFF, wt_oracle_issue(o, 0, 16, 0x0f), "R1");
  wb(1, 0x0f);
  issue(1, 0x0f);
  FAILS(WT_DIFF, wt_oracle_issue(o, 0, 32, ALL), "R2");
  wb(2, ALL);
  issue(2, ALL);
  issue(3, ALL);
  FAILS(WT_DIFF, wt_oracle_issue(o, 0, 64, ALL), "P0");
  OK(wt_oracle_wb_pred(o, 0, 0, ALL, 0));
  issue(4, ALL);
}
END_TEST

/* Every register that an instruction writes waits for what is missing, not only the first of a pair or of four. */
/* Uniform registers count for instructions that have them as operands. */
START_TEST(hazards_of_uniform_registers) {
  emit_text("UMOV UR0, 0x7\nIADD3 R2, R1, 0x1, RZ\nNOP\nIADD3 R3, R1, UR0, RZ\n");
  start(WS);
  for (unsigned k = 0; k < 3; k++) issue(k, ALL);
  FAILS(WT_DIFF, wt_oracle_issue(o, 0, 48, ALL), "UR0 has a write-back outstanding");
  OK(wt_oracle_wb_ureg(o, 0, 0, 7));
  issue(3, ALL);
  OK(wt_oracle_wb_reg(o, 0, 3, 0, reg(3))); /* of no lane: nothing is written */
  FAILS(WT_DIFF, wt_oracle_wb_reg(o, 0, 9, 1, reg(9)), "none is outstanding");
}
END_TEST

START_TEST(hazards_of_the_last_register_written) {
  emit(mov(5, 7));
  emit(ldg(4, 2, 0, 5)); /* 64 bits: R4, R5 */
  emit(ldg(8, 2, 0, 6)); /* 128 bits: R8 to R11 */
  emit(mov(11, 1));
  preset_addr(2, 8);
  start(WS);
  preset_addr(2, 8);
  issue(0, ALL);
  FAILS(WT_DIFF, wt_oracle_issue(o, 0, 16, ALL), "R5 has a write-back outstanding");
  wb(5, ALL);
  issue(1, ALL);
  issue(2, ALL);
  FAILS(WT_DIFF, wt_oracle_issue(o, 0, 48, ALL), "R11 has a write-back outstanding");
}
END_TEST

/* A slot is free when the lanes of its warp have ended, not before. */
START_TEST(a_slot_whose_lanes_run_takes_no_warp) {
  emit(mov(1, 7));
  emit(exit_insn());
  start(WS);
  FAILS(WT_DIFF, wt_oracle_warp_start(o, 0, 0, 0, ALL), "warp slot 0 started while its lanes run");
  issue(0, ALL);
  wb(1, ALL);
  issue(1, 0x7f);
  FAILS(WT_DIFF, wt_oracle_warp_start(o, 0, 0, 0, ALL), "started while its lanes run"); /* the last one */
  issue(1, 0x80);
  OK(wt_oracle_warp_end(o, 0));
  OK(wt_oracle_warp_start(o, 0, 0, 0, ALL));
}
END_TEST

START_TEST(write_back_checks) {
  uint32_t v[WS] = {9, 9, 9, 9, 9, 9, 9, 9};
  emit(mov(1, 9));
  emit(guard(mov(1, 3), 0, 0));
  emit(isetpi(1, RZ, 2, 0));
  emit(mov(RZ, 1));
  start(WS);
  FAILS(WT_DIFF, wt_oracle_wb_reg(o, 0, 1, ALL, v), "none is outstanding");
  issue(0, ALL);
  v[3] = 8;
  FAILS(WT_DIFF, wt_oracle_wb_reg(o, 0, 1, ALL, v), "lane 3: R1 expected 00000009, written 00000008");
  OK(wt_oracle_wb_reg(o, 0, 1, 0xf7, v));
  FAILS(WT_DIFF, wt_oracle_wb_reg(o, 0, 1, 1, v), "none is outstanding");
  wb(1, 8);
  *wt_oracle_pred(o, 0, 0) = 0x0f;
  issue(1, ALL);
  FAILS(WT_DIFF, wt_oracle_wb_reg(o, 0, 1, ALL, reg(1)), "lane 4"); /* guarded off */
  wb(1, 0x0f);
  ck_assert_uint_eq(reg(1)[3], 3);
  ck_assert_uint_eq(reg(1)[4], 9);
  issue(2, ALL);
  FAILS(WT_DIFF, wt_oracle_wb_pred(o, 0, 1, ALL, 0xfe), "P1");
  OK(wt_oracle_wb_pred(o, 0, 1, ALL, ALL));
  issue(3, ALL);
  FAILS(WT_DIFF, wt_oracle_wb_reg(o, 0, RZ, ALL, v), "constant");
  FAILS(WT_DIFF, wt_oracle_wb_ureg(o, 0, 63, 0), "constant");
  FAILS(WT_DIFF, wt_oracle_wb_ureg(o, 0, 2, 0), "none is outstanding");
  FAILS(WT_DIFF, wt_oracle_wb_upred(o, 0, 2, 0), "none is outstanding");
}
END_TEST

START_TEST(end_of_a_warp) {
  emit(mov(1, 9));
  emit(exit_insn());
  start(WS);
  issue(0, ALL);
  FAILS(WT_DIFF, wt_oracle_warp_end(o, 0), "lane 0 is at pc 0x10");
  issue(1, ALL);
  FAILS(WT_DIFF, wt_oracle_warp_end(o, 0), "without the write-back of R1");
  wb(1, ALL);
  OK(wt_oracle_warp_end(o, 0));
}
END_TEST

START_TEST(global_memory_order_and_values) {
  wt_oracle_access a;
  emit(ldg(4, 2, 16, 4));
  emit(stg(2, 6, 0, 4));
  start(WS);
  preset_addr(2, 4);
  preset(6, 100, 1);
  for (unsigned k = 0; k < WS; k++) mem[16 + 4 * k] = (uint8_t)(k + 1);
  issue(0, ALL);
  FAILS(WT_DIFF, wt_oracle_wb_reg(o, 0, 4, ALL, reg(4)), "before its memory access");
  issue(1, ALL);
  OK(wt_oracle_mem_peek(o, 0, WT_SPACE_GLOBAL, 0xf0, &a));
  ck_assert_uint_eq(a.pc, 0);
  ck_assert_uint_eq(a.todo, ALL);
  ck_assert_uint_eq(a.addr[5], BASE + 36);
  OK(wt_oracle_mem_perform(o, 0, WT_SPACE_GLOBAL, 0xf0));
  FAILS(WT_DIFF, wt_oracle_mem_perform(o, 0, WT_SPACE_GLOBAL, ALL), "does not owe");
  OK(wt_oracle_mem_peek(o, 0, WT_SPACE_GLOBAL, 0xf0, &a)); /* their next one is the store */
  ck_assert_uint_eq(a.pc, 16);
  ck_assert_uint_eq(a.data[7][0], 107);
  ck_assert_int_eq(a.insn->mop, WT_MOP_ST);
  OK(wt_oracle_mem_perform(o, 0, WT_SPACE_GLOBAL, 0xf0)); /* overwrites what lanes 0 to 3 load: their load comes later */
  OK(wt_oracle_mem_perform(o, 0, WT_SPACE_GLOBAL, 0x0f));
  OK(wt_oracle_mem_perform(o, 0, WT_SPACE_GLOBAL, 0x0f));
  FAILS(WT_DIFF, wt_oracle_mem_perform(o, 0, WT_SPACE_GLOBAL, 1), "none to perform");
  ck_assert_uint_eq(reg(4)[7], 8);
  ck_assert_uint_eq(reg(4)[0], 104);
  wb(4, ALL);
  ck_assert_uint_eq(mem[4 * 3], 103);
}
END_TEST

START_TEST(access_sizes) {
  emit(ldg(4, 2, 0, 6));
  emit(ldg(8, 2, 5, 1));
  emit(ldg(9, 2, 6, 2));
  emit(ldg(10, 2, -8 + 16, 3));
  emit(stg(2, 4, 256, 5));
  emit(stg(2, 5, 512, 0));
  start(WS);
  preset_addr(2, 16);
  for (unsigned k = 0; k < 128; k++) mem[k] = (uint8_t)(k * 37 + 129);
  for (unsigned k = 0; k < 6; k++) {
    if (k == 4) {
      for (unsigned r = 4; r < 11; r++) wb(r, ALL);
    }
    issue(k, ALL);
    OK(wt_oracle_mem_perform(o, 0, WT_SPACE_GLOBAL, ALL));
  }
  uint32_t w;
  memcpy(&w, mem + 16 * 3 + 12, 4);
  ck_assert_uint_eq(reg(7)[3], w);
  ck_assert_uint_eq(reg(8)[3], (uint32_t)(int8_t)mem[16 * 3 + 5]);
  ck_assert_uint_eq(reg(9)[3], (uint32_t)(mem[16 * 3 + 6] | mem[16 * 3 + 7] << 8));
  ck_assert_uint_eq(reg(10)[3], (uint32_t)(int16_t)(mem[16 * 3 + 8] | mem[16 * 3 + 9] << 8));
  ck_assert_int_eq(memcmp(mem + 256 + 16 * 3, mem + 16 * 3, 8), 0);
  ck_assert_uint_eq(mem[512 + 16 * 3], (uint8_t)reg(5)[3]);
  ck_assert_uint_eq(mem[512 + 16 * 3 + 1], 0);
}
END_TEST

START_TEST(addresses_with_uniform_registers) {
  wt_word g = with(with(with(ldg(4, 2, 16, 4), 11, 0, 0x981), 91, 91, 1), 37, 32, 6);
  const struct {
    wt_word w;
    int space;
    uint64_t addr; /* of lane 2 */
  } t[] = {
    {g, WT_SPACE_GLOBAL, 0x2200001000 + 0xfffffff2 + 16},                   /* [R2.U32 + UR6 + 16] */
    {with(g, 90, 90, 1), WT_SPACE_GLOBAL, 0x2200001000 + 0x5fffffff2 + 16}, /* [R2.64 + UR6 + 16] */
    {with(g, 31, 24, RZ), WT_SPACE_GLOBAL, 0x2200001010},                   /* [UR6 + 16] */
    {ldg(4, 2, -2, 4), WT_SPACE_GLOBAL, 0x5fffffff0},                       /* [R2.64 - 2] */
    {with(with(mem_op(0x988, 0, 2, 5, 4, 4), 91, 91, 1), 69, 64, 6), WT_SPACE_SHARED, 0xff6},
    {with(mem_op(0x984, 4, 2, 0, -4, 4), 79, 78, 2), WT_SPACE_SHARED, 0xffffff8c}, /* [R2.X8 - 4] */
  };
  for (size_t k = 0; k < sizeof t / sizeof t[0]; k++) {
    wt_oracle_access a;
    n_code = 0;
    emit(t[k].w);
    start(WS);
    *wt_oracle_ureg(o, 0, 6) = 0x1000;
    *wt_oracle_ureg(o, 0, 7) = 0x22;
    preset(2, 0xfffffff0, 1);
    preset(3, 5, 0);
    issue(0, 4);
    OK(wt_oracle_mem_peek(o, 0, t[k].space, 4, &a));
    ck_assert_uint_eq(a.addr[2], t[k].addr);
  }
}
END_TEST

START_TEST(memory_faults) {
  emit(ldg(4, 2, 2, 4));
  emit(ldg(5, 2, MEM_BYTES, 4));
  emit(mem_op(0x388, 0, RZ, 1, SMEM, 4));         /* STS outside */
  emit(with(op3(0xb82, 6, RZ, 0, 0), 75, 73, 4)); /* LDC from a bank that is not set */
  start(WS);
  preset_addr(2, 4);
  issue(0, ALL);
  FAILS(WT_FAULT, wt_oracle_mem_perform(o, 0, WT_SPACE_GLOBAL, ALL), "misaligned global access of 4 bytes at 0x7000000002");
  code[0] = code[1];
  start(WS);
  preset_addr(2, 4);
  issue(0, ALL);
  FAILS(WT_FAULT, wt_oracle_mem_perform(o, 0, WT_SPACE_GLOBAL, 0x10), "lane 4: global access of 4 bytes outside memory");
  code[0] = code[2];
  start(WS);
  issue(0, ALL);
  FAILS(WT_FAULT, wt_oracle_mem_perform(o, 0, WT_SPACE_SHARED, ALL), "shared access of 4 bytes outside memory");
  code[0] = code[3];
  start(WS);
  FAILS(WT_FAULT, wt_oracle_issue(o, 0, 0, ALL), "constant access");
}
END_TEST

/* Shared memory of 20 bytes ends within the word of eight at 16. */
START_TEST(an_access_over_the_end_of_shared_memory) {
  const unsigned id[3] = {0}, n[3] = {WS, 1, 1};
  emit(mem_op(0x984, 4, RZ, 0, 16, 4 + (unsigned)_i)); /* LDS of 4, 8, 16 bytes */
  OK(wt_oracle_set_code(o, code, n_code));
  OK(wt_oracle_cta_start(o, 0, id, n, 20));
  OK(wt_oracle_warp_start(o, 0, 0, 0, ALL));
  issue(0, ALL);
  if (_i) FAILS(WT_FAULT, wt_oracle_mem_perform(o, 0, WT_SPACE_SHARED, ALL), "bytes outside memory");
  else OK(wt_oracle_mem_perform(o, 0, WT_SPACE_SHARED, ALL));
}
END_TEST

/* Lanes of one line are read together, unless that line ends within it. */
START_TEST(line_that_ends) {
  emit(ldg(4, 2, MEM_BYTES - 4 * (WS - 1), 4));
  start(WS);
  preset_addr(2, 4);
  issue(0, ALL);
  FAILS(WT_FAULT, wt_oracle_mem_perform(o, 0, WT_SPACE_GLOBAL, ALL), "lane 7: global access of 4 bytes outside memory");
}
END_TEST

/* Registers and shared memory that somebody used are 0 again, even if a CTA without shared memory came between. */
START_TEST(slots_start_empty) {
  const unsigned ctaid[3] = {0}, ntid[3] = {1, 1, 1};
  uint32_t v[WS];
  for (unsigned l = 0; l < WS; l++) v[l] = 5;
  emit(mov(200, 5));
  emit(mem_op(0x388, 0, RZ, 200, SMEM - 4, 4)); /* STS */
  emit(exit_insn());
  start(WS);
  issue(0, ALL);
  OK(wt_oracle_wb_reg(o, 0, 200, ALL, v));
  issue(1, ALL);
  OK(wt_oracle_mem_perform(o, 0, WT_SPACE_SHARED, ALL));
  ck_assert_uint_eq(wt_oracle_smem(o, 0)[SMEM - 4], 5);
  issue(2, ALL);
  OK(wt_oracle_warp_end(o, 0));
  OK(wt_oracle_cta_start(o, 0, ctaid, ntid, 0));
  start(WS);
  for (unsigned l = 0; l < WS; l++) ck_assert_uint_eq(reg(200)[l], 0);
  for (unsigned b = 0; b < SMEM; b++) ck_assert_uint_eq(wt_oracle_smem(o, 0)[b], 0);
}
END_TEST

/* So is local memory, though the warp before in the slot has written there. */
START_TEST(local_memory_starts_empty) {
  wt_oracle_set_local(o, 64);
  for (int round = 0; round < 2; round++) {
    n_code = 0;
    emit_text(round ? "LDL R5, [RZ+0x8]\nEXIT\n" : "STL [RZ+0x8], R4\nLDL R5, [RZ+0x8]\nEXIT\n");
    start(WS);
    preset(4, 100, 1), preset(5, 9, 9);
    for (unsigned k = 0; k < n_code - 1; k++) {
      issue(k, ALL);
      OK(wt_oracle_mem_perform(o, 0, WT_SPACE_LOCAL, ALL));
    }
    for (unsigned l = 0; l < WS; l++) ck_assert_uint_eq(reg(5)[l], round ? 0 : 100 + l);
    wb(5, ALL);
    issue(n_code - 1, ALL);
    OK(wt_oracle_warp_end(o, 0));
  }
}
END_TEST

START_TEST(atomics_in_lane_order) {
  emit(with(with(mem_op(0x3a8, 4, 2, 6, 0, 0), 72, 72, 1), 90, 87, 0));                   /* ATOMG.ADD */
  emit(with(with(with(mem_op(0x3a9, 8, 2, 6, 8, 2), 72, 72, 1), 71, 64, 10), 90, 87, 0)); /* ATOMG.CAS.64 */
  emit(with(with(mem_op(0x98e, 0, 2, 6, 0, 0), 72, 72, 1), 89, 87, 2));                   /* RED.MAX */
  start(WS);
  preset_addr(2, 0);
  preset(6, 1, 1);
  preset(7, 0, 0);
  preset(10, 50, 1);
  preset(11, 1, 0);
  issue(0, ALL);
  OK(wt_oracle_mem_perform(o, 0, WT_SPACE_GLOBAL, 0xf0));
  OK(wt_oracle_mem_perform(o, 0, WT_SPACE_GLOBAL, 0x0f));
  ck_assert_uint_eq(reg(4)[4], 0);
  ck_assert_uint_eq(reg(4)[7], 5 + 6 + 7);
  ck_assert_uint_eq(reg(4)[0], 5 + 6 + 7 + 8);
  ck_assert_uint_eq(mem[0], 36);
  mem[8] = 3; /* only lane 2 compares equal */
  issue(1, ALL);
  OK(wt_oracle_mem_perform(o, 0, WT_SPACE_GLOBAL, ALL));
  ck_assert_uint_eq(reg(8)[2], 3);
  ck_assert_uint_eq(reg(8)[3], 52);
  ck_assert_uint_eq(reg(9)[3], 1);
  ck_assert_uint_eq(mem[8], 52);
  ck_assert_uint_eq(mem[12], 1);
  preset(6, 40, 0);
  issue(2, ALL);
  OK(wt_oracle_mem_perform(o, 0, WT_SPACE_GLOBAL, ALL));
  ck_assert_uint_eq(mem[0], 40);
}
END_TEST

START_TEST(constants) {
  emit(with(with(op3(0xb82, 4, 2, 0, 0), 58, 38, 3u << 16 | 8), 75, 73, 5));   /* LDC.64 R4, c[3][R2 + 8] */
  emit(with(with(op3(0xab9, 8, 0, 0, 0), 58, 38, 3u << 16 | 16), 75, 73, 5));  /* ULDC.64 UR8, c[3][16] */
  emit(with(with(op3(0xa10, 6, RZ, 0, RZ), 58, 40, 3u << 14 | 5), 63, 63, 1)); /* IADD3 R6, RZ, -c[3][20], RZ */
  start(WS);
  preset(2, 0, 8);
  for (unsigned k = 0; k < 3; k++) issue(k, ALL);
  ck_assert_uint_eq(reg(4)[2], 0x1b1a1918);
  ck_assert_uint_eq(reg(5)[2], 0x1f1e1d1c);
  ck_assert_uint_eq(*wt_oracle_ureg(o, 0, 8), 0x13121110);
  ck_assert_uint_eq(*wt_oracle_ureg(o, 0, 9), 0x17161514);
  ck_assert_uint_eq(reg(6)[0], 0u - 0x17161514u);
  OK(wt_oracle_wb_ureg(o, 0, 9, 0x17161514));
  FAILS(WT_DIFF, wt_oracle_wb_ureg(o, 0, 8, 1), "UR8 expected 13121110");
}
END_TEST

START_TEST(special_registers) {
  static const unsigned sr[] = {0, 33, 34, 35, 37, 39, 56, 57, 58, 59, 60};
  static const uint32_t lane5[] = {5, 1, 0, 2, 8, 10, 0x20, 0x1f, 0x3f, 0xc0, 0xe0};
  const unsigned ctaid[3] = {8, 9, 10}, ntid[3] = {3, 2, 4};
  for (unsigned k = 0; k < 11; k++) emit(s2r(k, sr[k]));
  OK(wt_oracle_set_code(o, code, n_code));
  OK(wt_oracle_cta_start(o, 1, ctaid, ntid, 0));
  OK(wt_oracle_warp_start(o, 0, 1, 1, ALL)); /* lane 5 = thread 13 = (1, 0, 2) */
  for (unsigned k = 0; k < 11; k++) {
    issue(k, ALL);
    ck_assert_uint_eq(reg(k)[5], lane5[k]);
  }
  FAILS(WT_DIFF, wt_oracle_warp_start(o, 1, 1, 3, 1), "launched lanes"); /* 24 threads are three warps */
}
END_TEST

START_TEST(adopted_values) {
  uint32_t v[WS] = {1, 2, 3, 4, 5, 6, 7, 8};
  emit(with(with(op3(0x805, 4, 0, 0, 0), 79, 72, 80), 80, 80, 1)); /* CS2R R4, CLOCK */
  emit(with(op3(0x355, 6, 3, 0, 0), 84, 84, 1));                   /* BMOV.32.CLEAR R6, B3 */
  emit(iadd(7, 4, 6));
  start(WS);
  issue(0, ALL);
  issue(1, ALL);
  FAILS(WT_DIFF, wt_oracle_issue(o, 0, 32, ALL), "outstanding");
  OK(wt_oracle_wb_reg(o, 0, 4, ALL, v));
  OK(wt_oracle_wb_reg(o, 0, 5, ALL, v));
  OK(wt_oracle_wb_reg(o, 0, 6, ALL, v));
  issue(2, ALL);
  ck_assert_uint_eq(reg(7)[6], 14);
  OK(wt_oracle_wb_reg(o, 0, 7, 0xf0, reg(7))); /* which says nothing about the other lanes */
  v[0] = 3;
  FAILS(WT_DIFF, wt_oracle_wb_reg(o, 0, 7, 1, v), "R7 expected 00000002"); /* computed values are not taken over */
}
END_TEST

START_TEST(warp_level_operations) {
  emit(with(with(vote(4, 0, 0), 73, 72, 0), 83, 81, 2));                              /* VOTE.ALL P2, R4, P0 */
  emit(with(with(op3(0x886, 5, 0, 0, 0), 73, 72, 1), 90, 87, 8));                     /* VOTEU.ANY UR5, UP7, !P0 */
  emit(guard(with(op3(0x3c2, 6, 2, 0, 0), 91, 91, 1), 1, 0));                         /* @P1 R2UR UR6, R2 */
  emit(with(with(with(op3(0xf89, 8, 2, 0, 0), 59, 58, 2), 57, 53, 3), 52, 40, 0x1f)); /* SHFL.DOWN P7, R8, R2, 3 */
  emit(with(with(op3(0x9c3, 9, 0, 0, 0), 79, 72, 37), 91, 91, 1));                    /* S2UR UR9, CTAID.X */
  start(WS);
  *wt_oracle_pred(o, 0, 0) = 0x16;
  *wt_oracle_pred(o, 0, 1) = 0x30;
  preset(2, 100, 1);
  issue(0, 0x1e);
  ck_assert_uint_eq(reg(4)[1], 0x16);
  ck_assert_uint_eq(reg(4)[0], 0);
  ck_assert_uint_eq(*wt_oracle_pred(o, 0, 2), 0); /* lane 3 says no */
  issue(1, 0x1e);
  ck_assert_uint_eq(*wt_oracle_ureg(o, 0, 5), 0x08);
  issue(2, 0x1e);
  ck_assert_uint_eq(*wt_oracle_ureg(o, 0, 6), 104);
  issue(3, 0x1e);
  ck_assert_uint_eq(reg(8)[4], 0); /* lane 7 is not active: 0 */
  ck_assert_uint_eq(reg(8)[1], 104);
  issue(4, 0x1e);
  ck_assert_uint_eq(*wt_oracle_ureg(o, 0, 9), 5);
}
END_TEST

/* A lane that does not execute gives 0, is in range, and its register may be on its way: on another path, or by its guard. */
START_TEST(shuffle_from_a_lane_that_does_not_execute) {
  wt_word from_7 = with(with(with(op3(0xf89, 8, 2, 0, 0), 59, 58, 0), 57, 53, 7), 52, 40, 0x1f); /* SHFL.IDX P3, R8, R2, 7 */
  emit(mov(2, 1));
  emit(with(from_7, 83, 81, 3));
  emit(with(guard(with(from_7, 23, 16, 9), 0, 0), 83, 81, 3));
  start(WS);
  issue(0, ALL);
  wb(2, 0x7f);
  issue(1, 0x0f);
  for (unsigned l = 0; l < 4; l++) ck_assert_uint_eq(reg(8)[l], 0);
  ck_assert_uint_eq(*wt_oracle_pred(o, 0, 3) & 0xf, 0xf);
  wb(2, 0x80);
  issue(1, 0xf0);
  for (unsigned l = 4; l < 8; l++) ck_assert_uint_eq(reg(8)[l], 1);
  OK(wt_oracle_wb_pred(o, 0, 3, ALL, ALL));
  *wt_oracle_pred(o, 0, 0) = 0x7f;
  issue(2, ALL);
  for (unsigned l = 0; l < 7; l++) ck_assert_uint_eq(reg(9)[l], 0);
}
END_TEST

START_TEST(uniform_datapath) {
  emit(with(op3(0x882, 4, 0, 7, 0), 91, 91, 1));                                   /* UMOV UR4, 7 */
  emit(with(op3(0x890, 5, 4, 0xfffffffe, 63), 91, 91, 1));                         /* UIADD3 UR5, UR4, -2, URZ */
  emit(with(with(with(op3(0x28c, 0, 4, 5, 0), 78, 76, 4), 83, 81, 1), 91, 91, 1)); /* UISETP.GT UP1, UR4, UR5 */
  emit(guard(with(op3(0x882, 6, 0, 1, 0), 91, 91, 1), 1, 1));                      /* @!UP1 UMOV UR6, 1 */
  emit(with(op3(0xc10, 8, RZ, 5, RZ), 91, 91, 1));                                 /* IADD3 R8, RZ, UR5, RZ */
  start(WS);
  for (unsigned k = 0; k < 4; k++) {
    issue(k, 0x81);
    if (k < 2) OK(wt_oracle_wb_ureg(o, 0, 4 + k, *wt_oracle_ureg(o, 0, 4 + k)));
    if (k == 2) {
      FAILS(WT_DIFF, wt_oracle_issue(o, 0, 48, 0x81), "UP1 has a write-back outstanding");
      FAILS(WT_DIFF, wt_oracle_wb_upred(o, 0, 1, 0), "UP1 expected 1");
      OK(wt_oracle_wb_upred(o, 0, 1, 1));
    }
  }
  FAILS(WT_DIFF, wt_oracle_wb_ureg(o, 0, 6, 0), "none is outstanding");
  issue(4, 0x81);
  ck_assert_uint_eq(reg(8)[7], 5);
  ck_assert_uint_eq(reg(8)[1], 0);
}
END_TEST

START_TEST(branches) {
  emit(guard(with(bra(0, 64), 90, 87, 1), 0, 1)); /* @!P0 BRA P1 */
  emit(with(bra(16, 64), 33, 32, 3));             /* BRA.CONV: not all live lanes are here */
  emit(with(bra(32, 64), 33, 32, 2));             /* BRA.DIV */
  emit(op(0x918));
  emit(with(bra(64, 96), 33, 32, 3));
  emit(op(0x918));
  emit(with(guard(exit_insn(), 1, 0), 90, 87, 2));
  start(WS);
  *wt_oracle_pred(o, 0, 0) = 0x0f;
  *wt_oracle_pred(o, 0, 1) = 0x3c;
  *wt_oracle_pred(o, 0, 2) = 0x18;
  issue(0, ALL);
  ck_assert_uint_eq(wt_oracle_pc(o, 0, 4), 64);
  ck_assert_uint_eq(wt_oracle_pc(o, 0, 3), 16);
  ck_assert_uint_eq(wt_oracle_pc(o, 0, 6), 16);
  issue(1, 0xcf);
  ck_assert_uint_eq(wt_oracle_pc(o, 0, 6), 32);
  issue(2, 0xcf);
  ck_assert_uint_eq(wt_oracle_pc(o, 0, 6), 64);
  issue(4, ALL);
  ck_assert_uint_eq(wt_oracle_pc(o, 0, 0), 96);
  issue(6, ALL);
  ck_assert_uint_eq(wt_oracle_live(o, 0), 0xe7);
}
END_TEST

/* Target offset field of a branch at `pc` that makes register + offset a byte offset in the code. */
static wt_word from_start(wt_word w, unsigned pc) {
  int64_t f = -(int64_t)(pc + 16) / 4;
  put(&w, 63, 34, (uint64_t)f);
  put(&w, 81, 64, (uint64_t)(f >> 30));
  put(&w, 86, 82, 0); /* .REL */
  return w;
}

START_TEST(targets_by_thread) {
  emit(from_start(with(guard(op3(0x949, 0, 4, 0, 0), 0, 1), 90, 87, 1), 0)); /* @!P0 BRX P1, R4 */
  emit(op(0x918));
  emit(from_start(op3(0x344, 0, 4, 0, 0), 32)); /* CALL.REL R4 */
  emit(from_start(op3(0x950, 0, 6, 0, 0), 48)); /* RET.REL R6 */
  emit(with(op(0x944), 63, 34, 4));             /* CALL.REL 0x60 */
  emit(op(0x918));
  emit(exit_insn());
  start(WS);
  *wt_oracle_pred(o, 0, 0) = 0x0f;
  *wt_oracle_pred(o, 0, 1) = 0x3f;
  preset(4, 32, 0);
  preset(6, 64, 0);
  wt_oracle_reg(o, 0, 4)[5] = 48;
  issue(0, ALL);
  ck_assert_uint_eq(wt_oracle_pc(o, 0, 0), 16); /* guard */
  ck_assert_uint_eq(wt_oracle_pc(o, 0, 6), 16); /* second predicate */
  ck_assert_uint_eq(wt_oracle_pc(o, 0, 4), 32);
  ck_assert_uint_eq(wt_oracle_pc(o, 0, 5), 48);
  FAILS(WT_DIFF, wt_oracle_issue(o, 0, 16, 0x30), "lane 4");
  issue(3, 0x20);
  ck_assert_uint_eq(wt_oracle_pc(o, 0, 5), 64);
  issue(4, 0x20);
  ck_assert_uint_eq(wt_oracle_pc(o, 0, 5), 96);
  wt_oracle_reg(o, 0, 4)[4] = 96;
  issue(2, 0x10);
  ck_assert_uint_eq(wt_oracle_pc(o, 0, 4), 96);
  issue(6, 0x30);
}
END_TEST

START_TEST(indirect_targets_must_be_instructions) {
  static const struct {
    uint32_t lo, hi;
  } bad[] = {{32, 0}, {8, 0}, {0xfffffff0, 0}, {16, 1}}; /* behind the code, in an instruction, before it, 4 GiB on */
  for (unsigned k = 0; k < 4; k++) {
    n_code = 0;
    emit(from_start(op3(0x950, 0, 6, 0, 0), 0));
    emit(exit_insn());
    start(WS);
    preset(6, 16, 0);
    wt_oracle_reg(o, 0, 6)[3] = bad[k].lo, wt_oracle_reg(o, 0, 7)[3] = bad[k].hi;
    FAILS(WT_PROGRAM, wt_oracle_issue(o, 0, 0, ALL), "lane 3");
    wt_oracle_reset(o);
  }
}
END_TEST

START_TEST(predicates_and_registers) {
  emit(with(op3(0x803, 4, 2, 0x7f, 0), 77, 76, 1)); /* P2R.B1 R4, PR, R2, 0x7f */
  emit(with(op3(0x804, 0, 4, 0x05, 0), 77, 76, 1)); /* R2P.B1 PR, R4, 0x5 */
  start(WS);
  preset(2, 0xffffffff, 0);
  for (unsigned p = 0; p < PT; p++) *wt_oracle_pred(o, 0, p) = 1u << p;
  issue(0, 0x7f);
  for (unsigned l = 0; l < 7; l++) ck_assert_uint_eq(reg(4)[l], 0xffff80ffu | 0x100u << l);
  wb(4, 0x7f);
  preset(4, 0x0500, 0);
  issue(1, 0x70);
  ck_assert_uint_eq(*wt_oracle_pred(o, 0, 0), 0x71);
  ck_assert_uint_eq(*wt_oracle_pred(o, 0, 1), 0x02);
  ck_assert_uint_eq(*wt_oracle_pred(o, 0, 2), 0x74);
  OK(wt_oracle_wb_pred(o, 0, 2, 0x70, 0x70));
  FAILS(WT_DIFF, wt_oracle_wb_pred(o, 0, 1, 0x70, 0), "none is outstanding");
}
END_TEST

int main(void) {
  Suite *s = suite_create("wt_oracle");
  TCase *t = tcase_create("tandem");
  tcase_add_checked_fixture(t, setup, teardown);
  tcase_add_test(t, pc_checks);
  tcase_add_test(t, every_other_pc_is_refused);
  tcase_add_test(t, a_branch_is_not_repeated);
  tcase_add_test(t, a_cta_slot_is_free_when_its_warps_have_ended);
  tcase_add_test(t, slots_and_registers_that_are_there);
  tcase_add_test(t, code_bounds_and_refusals);
  tcase_add_test(t, hazards);
  tcase_add_test(t, hazards_of_uniform_registers);
  tcase_add_test(t, hazards_of_the_last_register_written);
  tcase_add_test(t, a_slot_whose_lanes_run_takes_no_warp);
  tcase_add_test(t, write_back_checks);
  tcase_add_test(t, end_of_a_warp);
  tcase_add_test(t, global_memory_order_and_values);
  tcase_add_test(t, access_sizes);
  tcase_add_test(t, addresses_with_uniform_registers);
  tcase_add_test(t, memory_faults);
  tcase_add_loop_test(t, an_access_over_the_end_of_shared_memory, 0, 3);
  tcase_add_test(t, line_that_ends);
  tcase_add_test(t, slots_start_empty);
  tcase_add_test(t, local_memory_starts_empty);
  tcase_add_test(t, atomics_in_lane_order);
  tcase_add_test(t, constants);
  tcase_add_test(t, special_registers);
  tcase_add_test(t, adopted_values);
  tcase_add_test(t, warp_level_operations);
  tcase_add_test(t, shuffle_from_a_lane_that_does_not_execute);
  tcase_add_test(t, uniform_datapath);
  tcase_add_test(t, branches);
  tcase_add_test(t, targets_by_thread);
  tcase_add_test(t, indirect_targets_must_be_instructions);
  tcase_add_test(t, predicates_and_registers);
  suite_add_tcase(s, t);
  return suite_run(s);
}
