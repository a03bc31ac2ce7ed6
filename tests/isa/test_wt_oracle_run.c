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

START_TEST(run_verdicts) {
  emit_bra(0, 7, 0);
  FAILS(WT_NO_END, run(1, 8, 1, 1000), "limit");
  n_code = 0;
  emit(s2r(1, 33));
  emit(isetpi(0, 1, 2, 0));
  emit(guard(bar(0), 0, 0));
  emit(guard(bar(1), 0, 1));
  emit(exit_insn());
  FAILS(WT_NO_END, run(1, 12, 1, 1000), "deadlock");
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
  tcase_add_test(t, run_verdicts);
  suite_add_tcase(s, t);
  return suite_run(s);
}
