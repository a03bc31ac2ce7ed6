/* test_wt_oracle_run.c - the oracle alone: whole small programs under many interleavings. */
#include "oracle_kit.h"
#include "tests/suite.h"

/* R1 = global thread index from CTAID.X and TID.X; R2:R3 = BASE + index * 4. */
static void emit_index(void) {
  emit(s2r(1, 37));
  emit(s2r(4, 33));
  emit(with(op3(0x824, 1, 1, 12, 4), 73, 73, 0)); /* IMAD R1, R1, 12, R4: blocks of 12 threads */
  emit(mov(3, (uint32_t)(BASE >> 32)));
  emit(op3(0x824, 2, 1, 4, RZ));
}

static wt_status run(unsigned grid, unsigned block, uint64_t seed, uint64_t limit) {
  wt_oracle_launch l = {.grid = {grid, 1, 1}, .block = {block, 1, 1}, .smem_bytes = SMEM, .max_insns = limit};
  ck_assert_int_eq(wt_oracle_set_code(o, code, n_code), WT_OK);
  return wt_oracle_run(o, &l, seed);
}

static uint32_t mem32(unsigned i) {
  uint32_t v;
  memcpy(&v, mem + 4 * i, 4);
  return v;
}

START_TEST(run_divergent_loop_then_vote) {
  emit_index();
  emit(op3(0x812, 4, 1, 7, RZ)); /* R4 = index & 7 rounds */
  code[n_code - 1] = with(with(code[n_code - 1], 79, 72, 0xc0), 90, 87, 15);
  emit(mov(5, 0));
  emit(bx(0x945, 0)); /* BSSY B0 */
  uint32_t top = here();
  emit(isetpi(0, 4, 2, 0));
  emit_bra(top + 5 * 16, 0, 0);
  emit(iaddi(5, 5, 3));
  emit(iaddi(4, 4, 0xffffffff));
  emit_bra(top, 7, 0);
  emit(bx(0x941, 0)); /* BSYNC B0 */
  emit(vote(6, PT, 0));
  emit(stg(2, 5, 0, 4));
  emit(stg(2, 6, 1024, 4));
  emit(exit_insn());
  for (uint64_t seed = 1; seed < 20; seed++) {
    memset(mem, 0, sizeof mem);
    OK(run(5, 12, seed, 100000));
    for (unsigned i = 0; i < 60; i++) {
      ck_assert_uint_eq(mem32(i), 3 * (i & 7));
      ck_assert_uint_eq(mem32(256 + i), i % 12 < 8 ? 0xff : 0x0f);
    }
  }
}
END_TEST

/* Lock taken lane by lane, with the shape that compilers give it: the winner waits at BSYNC for lanes that spin. */
START_TEST(run_spin_lock) {
  emit(mov(2, (uint32_t)BASE));
  emit(mov(3, (uint32_t)(BASE >> 32)));
  emit(mov(6, 1));
  emit(bx(0x945, 0));
  uint32_t top = here();
  emit(with(with(mem_op(0x3a9, 4, 2, RZ, 0, 0), 72, 64, 1u << 8 | 6), 90, 87, 0)); /* ATOMG.CAS R4, [R2], RZ, R6 */
  emit(isetpi(0, 4, 2, 0));
  emit_bra(top + 5 * 16, 0, 0);
  emit(op(0x946)); /* YIELD */
  emit_bra(top, 7, 0);
  emit(bx(0x941, 0));
  emit(ldg(5, 2, 4, 4));
  emit(iaddi(5, 5, 1));
  emit(stg(2, 5, 4, 4));
  emit(with(with(mem_op(0x3a8, 7, 2, RZ, 0, 0), 72, 72, 1), 90, 87, 8)); /* ATOMG.EXCH R7, [R2], RZ */
  emit(exit_insn());
  for (uint64_t seed = 1; seed < 20; seed++) {
    memset(mem, 0, sizeof mem);
    OK(run(4, 12, seed, 1000000));
    ck_assert_uint_eq(mem32(1), 48);
    ck_assert_uint_eq(mem32(0), 0);
  }
}
END_TEST

/* Each thread writes its index to shared memory and reads its neighbour's after a barrier. */
START_TEST(run_shared_memory_and_barrier) {
  emit_index();
  emit(s2r(4, 33));
  emit(with(mem_op(0x388, 0, 4, 1, 0, 4), 79, 78, 1)); /* STS [R4.X4], R1 */
  emit(bar(0));
  emit(with(mem_op(0x984, 5, 4, 0, 4, 4), 79, 78, 1)); /* LDS R5, [R4.X4 + 4] */
  emit(bar(0));
  emit(stg(2, 5, 0, 4));
  emit(exit_insn());
  for (uint64_t seed = 1; seed < 20; seed++) {
    memset(mem, 0, sizeof mem);
    OK(run(6, 12, seed, 100000));
    for (unsigned i = 0; i < 72; i++) ck_assert_uint_eq(mem32(i), i % 12 == 11 ? 0 : i + 1);
  }
}
END_TEST

/* Breaking out of the barrier and a barrier register kept in a register both leave the result alone. */
START_TEST(run_break_and_spill) {
  emit_index();
  emit(isetpi(0, 1, 2, 3)); /* P0: index == 3 */
  emit(bx(0x945, 1));
  emit(bx(0x945, 0));
  emit(with(op3(0x355, 8, 0, 0, 0), 84, 84, 1)); /* BMOV.32.CLEAR R8, B0 */
  emit(with(op3(0x356, 0, 0, 8, 0), 29, 24, 0)); /* BMOV.32 B0, R8 */
  emit(guard(bx(0x942, 0), 0, 0));               /* @P0 BREAK B0 */
  uint32_t at = here();
  emit_bra(at + 4 * 16, 0, 0);
  emit(mov(9, 1));
  emit(bx(0x941, 0));
  emit(vote(10, PT, 0));
  emit(bx(0x941, 1));
  emit(vote(11, PT, 0));
  emit(stg(2, 10, 0, 4));
  emit(stg(2, 11, 1024, 4));
  emit(exit_insn());
  for (uint64_t seed = 1; seed < 20; seed++) {
    memset(mem, 0, sizeof mem);
    OK(run(1, 8, seed, 100000));
    for (unsigned i = 0; i < 8; i++) {
      ck_assert_uint_eq(mem32(i), i == 3 ? 0 : 0xf7);
      ck_assert_uint_eq(mem32(256 + i), 0xff);
    }
  }
}
END_TEST

/* Who leaves a barrier of half a warp leaves it to the others of that half: in its own copy as in theirs, which they clear when they go on. */
START_TEST(run_break_of_a_part) {
  unsigned seen = 0;
  emit_text("S2R R1, SR_TID.X\nIMAD R2, R1, 0x4, RZ\nMOV R3, 0x70\nISETP.EQ.AND P0, PT, R1, 0x3, PT\nISETP.LT.AND P1, PT, R1, 0x4, PT\n"
            "BSSY B1, 0xf0\n@!P1 BRA 0xe0\nBSSY B0, 0xd0\n@P0 BREAK B0\n@P0 BMOV.32 R7, B0\n@P0 STG.E.SYS [R2], R7\n@P0 BRA 0xe0\nBSYNC B0\nNOP\n"
            "BSYNC B1\nEXIT\n");
  for (uint64_t seed = 1; seed < 20; seed++) {
    OK(run(1, 8, seed, 10000));
    ck_assert_msg(mem32(3) == 7 || !mem32(3), "%x", mem32(3));
    seen += mem32(3) == 7;
  }
  ck_assert_uint_gt(seen, 0);
}
END_TEST

static wt_oracle_launch launch;
static wt_status grid(unsigned gx, unsigned gy, unsigned gz, unsigned x, unsigned y, unsigned z, uint64_t seed, uint64_t limit) {
  launch = (wt_oracle_launch){.grid = {gx, gy, gz}, .block = {x, y, z}, .smem_bytes = SMEM, .max_insns = limit, .insns = 77, .threads = 77};
  ck_assert_int_eq(wt_oracle_set_code(o, code, n_code), WT_OK);
  return wt_oracle_run(o, &launch, seed);
}

/* Masks of a warp that is a part of one of 32 are those of its place there, in both directions. */
START_TEST(run_masks_of_parts_of_a_warp) {
  emit_text("S2R R1, SR_TID.X\nIMAD R2, R1, 0x4, RZ\nMOV R3, 0x70\nBSSY B0, 0xa0\nBMOV.32.CLEAR R6, B0\nBMOV.32 R7, B0\nBMOV.32 B0, R6\n"
            "BMOV.32 R8, B0\nSTG.E.SYS [R2], R6\nSTG.E.SYS [R2+0x200], R7\nBSYNC B0\nSTG.E.SYS [R2+0x400], R8\nEXIT\n");
  wt_oracle_set_places(o, 1);
  for (uint64_t seed = 1; seed < 5; seed++) {
    memset(mem, 0xee, sizeof mem);
    OK(run(1, 28, seed, 10000));
    for (unsigned t = 0; t < 28; t++) {
      uint32_t mine = (t < 24 ? 0xffu : 0xfu) << t / 8 * 8;
      ck_assert_msg(mem32(t) == mine && mem32(128 + t) == 0 && mem32(256 + t) == mine, "thread %u: %x %x %x", t, mem32(t), mem32(128 + t),
                    mem32(256 + t));
    }
  }
}
END_TEST

/* Each thread of each CTA runs once, with numbers of its own, however many fit at a time; what has been run is counted. */
START_TEST(run_every_thread) {
  static const unsigned t[][6] = {{1, 1, 1, 1, 1, 1}, {3, 2, 2, 5, 3, 2}, {1, 1, 1, 32, 1, 1},
                                  {7, 1, 1, 8, 1, 1}, {1, 5, 1, 1, 9, 1}, {2, 1, 3, 1, 1, 17}};
  emit_text(
    "S2R R4, SR_CTAID.X\nS2R R5, SR_CTAID.Y\nS2R R6, SR_CTAID.Z\nS2R R7, SR_TID.X\nS2R R8, SR_TID.Y\nS2R R9, SR_TID.Z\nMOV R2, 0x0\nMOV R3, 0x70\n"
    /* the number of the thread, by what the host has left in memory */
    "LDG.E.SYS R10, [R2+0xff0]\nLDG.E.SYS R11, [R2+0xff4]\nLDG.E.SYS R12, [R2+0xff8]\nLDG.E.SYS R13, [R2+0xffc]\nIMAD R14, R6, R11, R5\nIMAD R14, "
    "R14, R10, R4\n"
    "IMAD R14, R14, R12, R9\nIMAD R14, R14, R13, R8\nLDG.E.SYS R15, [R2+0xfec]\nIMAD R14, R14, R15, R7\nIMAD R2, R14, 0x4, R2\nMOV R16, 0x1\n"
    "RED.E.ADD.STRONG.GPU [R2], R16\nEXIT\n");
  for (size_t k = 0; k < sizeof t / sizeof *t; k++)
    for (uint64_t seed = 0; seed < 4; seed++) {
      const unsigned *n = t[k], threads = n[3] * n[4] * n[5], all = n[0] * n[1] * n[2] * threads,
                     warps = n[0] * n[1] * n[2] * ((threads + WS - 1) / WS);
      const uint32_t sizes[] = {n[3], n[0], n[1], n[5], n[4]};
      memset(mem, 0, sizeof mem), memcpy(mem + 0xfec, sizes, sizeof sizes);
      OK(grid(n[0], n[1], n[2], n[3], n[4], n[5], seed, 0));
      for (unsigned i = 0; i < all; i++) ck_assert_msg(mem32(i) == 1, "thread %u: %u times", i, mem32(i));
      ck_assert_uint_eq(mem32(all), 0);
      ck_assert(launch.insns == (uint64_t)n_code * warps && launch.threads == (uint64_t)n_code * all);
    }
}
END_TEST

/* As many CTAs are there at once as the slots of warps and of CTAs allow: all of these meet, one more would wait for ever. */
START_TEST(run_what_fits) {
  static const struct { unsigned threads, fit; } t[] = {{8, 2}, {16, 2}, {17, 1}, {32, 1}};
  emit_text("MOV R2, 0x0\nMOV R3, 0x70\nMOV R4, 0x1\nS2R R5, SR_TID.X\nISETP.EQ.AND P0, PT, R5, RZ, PT\n@P0 RED.E.ADD.STRONG.GPU [R2], R4\nLDG.E.SYS "
            "R6, [R2+0x8]\n"
            "YIELD\nLDG.E.STRONG.GPU R7, [R2]\nISETP.LT.AND P1, PT, R7, R6, PT\n@P1 BRA 0x70\nEXIT\n");
  for (size_t k = 0; k < sizeof t / sizeof *t; k++)
    for (unsigned more = 0; more < 2; more++) {
      const uint32_t wanted = t[k].fit + more;
      memset(mem, 0, sizeof mem), memcpy(mem + 8, &wanted, 4);
      wt_status st = grid(wanted, 1, 1, t[k].threads, 1, 1, k + 1, 3000);
      ck_assert_msg(st == (more ? WT_NO_END : WT_OK), "%u threads, %u CTAs: %s", t[k].threads, wanted, wt_oracle_error(o));
    }
}
END_TEST

/* The limit: as many instructions as there are, and one less. */
START_TEST(run_to_a_limit) {
  emit_text("NOP\nNOP\nEXIT\n");
  OK(grid(1, 1, 1, 8, 1, 1, 1, 3));
  FAILS(WT_NO_END, grid(1, 1, 1, 8, 1, 1, 1, 2), "limit: 2 warp instructions, oracle: warp slot 0 is at pc 0x20");
  ck_assert(launch.insns == 2 && launch.threads == 16);
  FAILS(WT_USAGE, grid(1, 1, 1, 8, 0, 1, 1, 2), "oracle: grid and block need at least 1 in every dimension");
  FAILS(WT_USAGE, grid(1, 1, 0, 8, 1, 1, 1, 2), "oracle: grid and block need at least 1 in every dimension");
  FAILS(WT_UNSUPPORTED, grid(1, 1, 1, 11, 3, 1, 1, 2), "oracle: a block of 33 threads needs more than 4 warps of 8");
  ck_assert(launch.insns == 0 && launch.threads == 0);
  OK(grid(1, 1, 1, 4, 4, 2, 1, 0));
}
END_TEST

/* Targets of each lane, and paths that part where some lanes are taken. */
START_TEST(run_indirect_targets) {
  emit_index();
  emit_text("LOP3.LUT R4, R1, 0x3, RZ, 0xc0, !PT\nIMAD R6, R4, 0x20, RZ\nIADD3 R6, R6, 0xc0, RZ\nMOV R7, RZ\nMOV R20, 0x100\nMOV R21, RZ\nBRX R6, "
            "0x0\n"); /* to 0xc0 and 0x20 on */
  ck_assert_uint_eq(n_code, 12);
  emit_text("MOV R8, 0x10\nCALL.REL.NOINC 0x140\nMOV R8, 0x20\nCALL.REL.NOINC 0x140\nMOV R8, 0x30\nCALL.REL.NOINC 0x140\nMOV R8, "
            "0x40\nCALL.REL.NOINC 0x140\n" /* 0xc0 to 0x130 */
            "IADD3 R8, R8, R4, RZ\nMOV R20, 0x180\nRET.REL.NODEC R20, 0x0\nEXIT\nSTG.E.SYS [R2], R8\nEXIT\n");
  for (uint64_t seed = 1; seed < 12; seed++) {
    memset(mem, 0, sizeof mem);
    OK(run(3, 12, seed, 100000));
    for (unsigned i = 0; i < 36; i++) ck_assert_uint_eq(mem32(i), 0x10 * (i % 4 + 1) + i % 4);
  }
}
END_TEST

/* What seed decides is in which order warps and paths come: the same again for the same one, and not for all the same. */
START_TEST(run_orders) {
  uint32_t first[40];
  unsigned differ = 0;
  emit_index();
  emit_text("ISETP.LT.AND P0, PT, R4, 0x4, PT\nMOV R6, 0x0\nMOV R7, 0x70\nMOV R8, 0x1\n@P0 BRA 0xb0\nYIELD\nATOMG.E.ADD.STRONG.GPU PT, R9, "
            "[R6+0x800], R8\nSTG.E.SYS [R2], R9\nEXIT\n");
  for (uint64_t seed = 1; seed < 40; seed++)
    for (unsigned again = 0; again < 2; again++) {
      uint32_t got[24], seen = 0;
      memset(mem, 0, sizeof mem);
      OK(run(2, 12, seed, 100000));
      memcpy(got, mem, sizeof got);
      for (unsigned i = 0; i < 24; i++) seen |= 1u << got[i];
      ck_assert_uint_eq(seen, 0xffffff); /* whatever the order, each number once */
      if (seed == 1 && !again) memcpy(first, got, sizeof got);
      differ += memcmp(first, got, sizeof got) != 0;
      static uint32_t last[24];
      if (again) ck_assert_mem_eq(last, got, sizeof got);
      memcpy(last, got, sizeof got);
    }
  ck_assert_uint_gt(differ, 30);
}
END_TEST

/* The clock counts instructions of warps; special registers are read in all lanes that execute. */
START_TEST(run_clocks) {
  emit_text("NOP\nNOP\nCS2R R4, SR_CLOCKLO\nS2UR UR4, SR_CLOCKLO\nS2R R6, SR_CLOCKHI\nMOV R2, 0x0\nMOV R3, 0x70\nSTG.E.64.SYS [R2], R4\nMOV R8, "
            "UR4\nSTG.E.SYS [R2+0x8], R8\nEXIT\n");
  memset(mem, 0xff, sizeof mem);
  OK(run(1, 1, 1, 100));
  ck_assert(mem32(0) == 3 && mem32(1) == 0 && mem32(2) == 4);
}
END_TEST

/* A wait at BSYNC is cut when nothing else can run: of the lanes that wait those with the lowest pc go first. */
START_TEST(run_cuts) {
  /* the mask of B0 is that of all, and half of them wait at a barrier for the others */
  emit_index();
  emit_text(
    "ISETP.LT.AND P0, PT, R4, 0x4, PT\nBSSY B0, 0xb0\n@P0 BRA 0x90\nBSYNC B0\nBAR.SYNC 0x0\nEXIT\nNOP\n"); /* 9 and on: the half that waits at the barrier */
  code[9] = bar(0), n_code = 9;
  emit_text("BAR.SYNC 0x0\nBSYNC B0\nSTG.E.SYS [R2], R1\nEXIT\n");
  code[10] = bra(0xa0, 0xb0);
  for (uint64_t seed = 1; seed < 12; seed++) {
    memset(mem, 0xff, sizeof mem);
    OK(run(1, 8, seed, 10000));
    for (unsigned i = 0; i < 4; i++) ck_assert_uint_eq(mem32(i), i);
  }
}
END_TEST

/* Lanes that spin until another lane of their warp has come: that one gets its turn, and so do all that have yielded. */
START_TEST(run_fairly) {
  emit_index();
  emit_text("MOV R6, 0x0\nMOV R7, 0x70\nISETP.EQ.AND P0, PT, R4, 0x7, PT\nMOV R8, 0x1\n@P0 BRA 0xd0\nYIELD\nLDG.E.STRONG.GPU R9, "
            "[R6+0x800]\nISETP.EQ.AND P1, PT, R9, RZ, PT\n");
  emit_bra(0xa0, 1, 0);
  emit_text("STG.E.SYS [R6+0x800], R8\nSTG.E.SYS [R2], R8\nEXIT\n");
  code[9] = guard(bra(0x90, 0xe0), 0, 0);
  for (uint64_t seed = 1; seed < 12; seed++) {
    memset(mem, 0, sizeof mem);
    OK(run(1, 8, seed, 5000));
    for (unsigned i = 0; i < 8; i++) ck_assert_uint_eq(mem32(i), 1);
  }
}
END_TEST

START_TEST(run_verdicts) {
  emit_bra(0, 7, 0);
  FAILS(WT_NO_END, run(1, 8, 1, 1000), "limit");
  n_code = 0;
  emit(s2r(1, 33));
  emit(isetpi(0, 1, 2, 0));
  emit(guard(bar(0), 0, 0));
  emit(guard(bar(1), 0, 1));
  emit(exit_insn());
  FAILS(WT_NO_END, run(1, 12, 1, 1000), "deadlock: oracle: warp slot 0 lanes ff: at a barrier ff, at WARPSYNC 0, lane 0 pc 0x30");
  n_code = 0;
  emit(ldg(4, RZ, 0, 4));
  FAILS(WT_FAULT, run(1, 8, 1, 1000), "outside memory at 0x0");
  FAILS(WT_UNSUPPORTED, run(1, 33, 1, 1000), "33 threads");
  FAILS(WT_USAGE, run(0, 8, 1, 1000), "grid");
}
END_TEST

int main(void) {
  Suite *s = suite_create("wt_oracle_run");
  TCase *t = tcase_create("alone");
  tcase_add_checked_fixture(t, setup, teardown);
  tcase_add_test(t, run_divergent_loop_then_vote);
  tcase_add_test(t, run_spin_lock);
  tcase_add_test(t, run_shared_memory_and_barrier);
  tcase_add_test(t, run_break_and_spill);
  tcase_add_test(t, run_break_of_a_part);
  tcase_add_test(t, run_masks_of_parts_of_a_warp);
  tcase_add_test(t, run_every_thread);
  tcase_add_test(t, run_what_fits);
  tcase_add_test(t, run_to_a_limit);
  tcase_add_test(t, run_indirect_targets);
  tcase_add_test(t, run_orders);
  tcase_add_test(t, run_clocks);
  tcase_add_test(t, run_cuts);
  tcase_add_test(t, run_fairly);
  tcase_add_test(t, run_verdicts);
  suite_add_tcase(s, t);
  return suite_run(s);
}
