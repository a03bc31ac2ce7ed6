/* test_wt_ccws_sm.c - cache-conscious warp scheduling in the whole machine: which loads are held, that it keeps lines in the cache, that nobody waits for ever; resumed, in
 * lock-step, on several SMs and sub-cores; what is refused. Rules: docs/blocks/issue/wt_ccws.md, rule 20 of wt_sched.md. */
#include "run_kit.h"
#include "tests/copies_kit.h"
#include "tests/kernel_kit.h"

static run_t r;

/* Each thread loads a line of its own again and again: what a warp loads fits into the cache, what all of them load does not. */
#define AGAIN                                                                                               \
  "MOV R4, 0x18\nMOV R5, RZ\nagain: LDG.E.SYS R12, [R10]\nIADD3 R5, R5, 0x1, RZ\nIADD3 R13, R12, 0x1, RZ\n" \
  "ISETP.GE.AND P1, PT, R5, R4, PT\n@!P1 BRA again\nSTG.E.SYS [R2], R13\nEXIT\n"
#define CACHE "L1_BYTES=512 L1_WAYS=4 L1_PRT=4 WARPS=4 REGS=1024 "

typedef struct {
  unsigned hits, misses, held, waited,
    first; /* loads by kind; cycles with a warp that may not load; in which its head is one; loads of held warps that issued */
} seen;
static seen run_of(const char *text, const char *keys, wt_backend backend) {
  static const char *const watched[] = {"ccws.held",    "ibuffer.head_load", "issue.valid",    "sched.sel_warp", "sched.ready",
                                        "sched.urgent", "sched.turn",        "l1d.perf_valid", "l1d.perf_kind",  "ccws.lost"};
  char all[300];
  seen n = {0};
  memset(&r, 0, sizeof r);
  for (unsigned i = 0; i < sizeof watched / sizeof *watched; i++) r.sig[r.nsig++].name = watched[i];
  snprintf(all, sizeof all, CACHE "%s", keys);
  const run_spec p = {.keys = all, .text = text, .warps = 4, .ctas = 1, .backend = backend};
  run_program(&r, &p);
  ck_assert_uint_lt(r.cycles, RUN_CYCLES);
  for (unsigned c = 0; c < r.cycles; c++) {
    const unsigned held = (unsigned)(run_val(&r, "ccws.held", c) & run_val(&r, "ibuffer.head_load", c)),
                   w = (unsigned)run_val(&r, "sched.sel_warp", c);
    const unsigned first = run_val(&r, "sched.urgent", c) ? 1u << run_val(&r, "sched.turn", c) : 0;
    n.held += run_val(&r, "ccws.held", c) != 0, n.waited += held != 0;
    ck_assert_msg(!(run_val(&r, "sched.ready", c) & held & ~first), "cycle %u: a held load is ready", c);
    if (run_val(&r, "issue.valid", c) && held >> w & 1) n.first++;
    if (run_val(&r, "l1d.perf_valid", c)) n.hits += !run_val(&r, "l1d.perf_kind", c), n.misses += run_val(&r, "l1d.perf_kind", c) == 2;
  }
  return n;
}
START_TEST(held_loads_wait_and_lines_stay) {
  const seen off = run_of(AGAIN, "", WT_BACKEND_C), on = run_of(AGAIN, "CCWS=on", WT_BACKEND_C),
             aged = run_of(AGAIN, "CCWS=on SCHED_AGE=40", WT_BACKEND_C);
  ck_assert(!off.held && !off.waited);
  ck_assert_msg(on.held > 100 && on.waited > 100 && !on.first, "%u %u %u", on.held, on.waited, on.first);
  ck_assert_msg(on.hits > 2 * off.hits && on.misses < off.misses, "hits %u and %u, misses %u and %u", off.hits, on.hits, off.misses, on.misses);
  ck_assert_uint_gt(aged.first, 0); /* held for longer than SCHED_AGE a load goes first */
}
END_TEST

/* ---- nobody waits for ever ---- */

/* Warp 0 loads three lines in turn where the cache has room for two, and loses them all the time, until warp 1 stores a word; warp 1 has work to do first, then a load, then the store. */
static const char waits[] =
  ".kernel k\n.regs 16\n.params 8\nS2R R0, SR_TID.X\nMOV R8, c[0x0][0x160]\nMOV R9, c[0x0][0x164]\nISETP.GE.AND P0, PT, R0, 0x4, PT\n@P0 BRA writer\n"
  "spin: LDG.E.SYS R4, [R8+0x400]\nLDG.E.SYS R5, [R8+0x480]\nLDG.E.SYS R6, [R8+0x500]\nLDG.E.STRONG.SYS R7, [R8]\n"
  "ISETP.EQ.AND P1, PT, R7, RZ, PT\n@P1 BRA spin\nEXIT\n"
  "writer: MOV R5, RZ\nwork: IADD3 R5, R5, 0x1, RZ\nISETP.LT.AND P1, PT, R5, 0x190, PT\n@P1 BRA work\n"
  "LDG.E.SYS R6, [R8+0x580]\nIADD3 R6, R6, 0x1, RZ\nSTG.E.STRONG.SYS [R8], R6\nEXIT\n.end\n";
static uint64_t cycles_of(const char *ccws, const char *age, wt_status ends) {
  const char *const set[] = {"L1_BYTES=256", "L1_WAYS=2", "SCHED=gto", ccws, age, NULL};
  wt_session *s = kit_open(WT_BACKEND_C, "tiny", set, 1, 300000, 0);
  wt_addr buf = kit_alloc(s, 4096, NULL);
  const wt_status st = kit_launch(s, kit_text(s, waits, "waits"), 1, 8, &buf, 1);
  ck_assert_msg(st == ends, "%s %s: %d, %s", ccws, age, (int)st, wt_error(s));
  const uint64_t n = wt_stats(s)->cycles;
  wt_session_close(s);
  return n;
}
START_TEST(a_held_load_ages) {
  const uint64_t off = cycles_of("CCWS=off", "SCHED_AGE=0", WT_OK); /* they take turns: warp 0 waits for memory */
  cycles_of("CCWS=on", "SCHED_AGE=0", WT_NO_END);
  ck_assert_uint_lt(off, 20000);
  static const unsigned ages[] = {200, 2000, 65535};
  for (unsigned i = 0; i < 3; i++) {
    char age[32];
    snprintf(age, sizeof age, "SCHED_AGE=%u", ages[i]);
    const uint64_t n = cycles_of("CCWS=on", age, WT_OK);
    ck_assert_msg(n > ages[i] && n < off + 2 * ages[i] + 200, "SCHED_AGE=%u: %llu cycles, %llu without", ages[i], (unsigned long long)n,
                  (unsigned long long)off);
  }
}
END_TEST

/* ---- with all else ---- */

START_TEST(kernels_run_with_loads_held) {
  passes("--set CCWS=on --set L1_BYTES=2048 --set SCHED=lrr,gto,twolevel", "vecadd,reduce,bfs,atomics,matmul,hashlock");
  passes("--set CCWS=on --set L1_BYTES=1024 --set L1_ALLOC=fill --set L1_INDEX=xor --set SMS=2 --set SUBCORES=4 --set SHARE_QUEUE=2 --set "
         "SCOREBOARD=codes",
         "reduce,bfs,matmul,nested");
  passes("--set CCWS=on --set L1_BYTES=1024 --set REPLAY=replay --set LCS=on --set SCHED=gto --set MEM_MODEL=l2dram", "reduce,bfs,matmul,corners");
}
END_TEST

/* A run that is resumed knows victims and scores. */
START_TEST(a_checkpoint_holds_the_scores) {
  char args[600], text[4000];
  const int n = snprintf(text, sizeof text, ".kernel k\n.regs 40\n.smem 512\n.params 8, 8\n" RUN_PROLOGUE AGAIN ".end\n");
  file("again.sass", text, (size_t)n);
  output(0, "asm again.sass -o again.cubin");
  snprintf(args, sizeof args,
           "run again.cubin --config tiny --grid 1 --block 16 --arg out:4096:c.bin --set CCWS=on --set L1_BYTES=512 --set L1_WAYS=4 "
           "--set WARPS=4 --set REGS=1024 "
           "--trace d --checkpoint-every 400 --checkpoint-dir points");
  output(0, args);
  output(0, "run --resume points/k-000000000400.wtck --trace r");
  goes_on_alike("d", "r", 100);
}
END_TEST

START_TEST(twins_agree) {
  ck_assert_uint_gt(run_of(AGAIN, "CCWS=on SCHED_AGE=60", WT_BACKEND_COSIM).first, 0);
  for (unsigned k = 0; k < 2; k++) {
    const char *const set[] = {
      "WARPS=8", "SMS=2", "CTAS=4", "CCWS=on", "L1_BYTES=512", "L1_PRT=3", "L1_ALLOC=fill", k ? "SUBCORES=2" : "SUBCORES=1", "REGS=4096", NULL};
    wt_session *s = kit_open(WT_BACKEND_COSIM, "tiny", set, 1, 400000, 0);
    char text[4000];
    snprintf(text, sizeof text, ".kernel k\n.regs 40\n.smem 512\n.params 8, 8\n" RUN_PROLOGUE AGAIN ".end\n");
    wt_addr buf = kit_alloc(s, 8192, NULL);
    ck_assert_msg(kit_launch(s, kit_text(s, text, "again"), 9, 16, &buf, 1) == WT_OK, "%s", wt_error(s));
    wt_session_close(s);
  }
}
END_TEST

START_TEST(bad_use_is_one_line) {
  char args[600];
  refused(2, "CCWS=on needs L1_BYTES above 0: it counts what a first-level cache loses (CCWS=on, L1_BYTES=0)",
          vecadd_of(4, "--set CCWS=on", args, sizeof args));
  refused(2, "CCWS=on needs GROUPING=fixed: a line that sub-warps bring together is nobody's own (CCWS=on, GROUPING=dwr)",
          vecadd_of(4, "--set CCWS=on --set L1_BYTES=1024 --set GROUPING=dwr", args, sizeof args));
}
END_TEST

int main(void) {
  TCase *tc = tcase_create("ccws_sm");
  tcase_add_test(tc, held_loads_wait_and_lines_stay);
  tcase_add_test(tc, a_held_load_ages);
  tcase_add_test(tc, kernels_run_with_loads_held);
  tcase_add_test(tc, a_checkpoint_holds_the_scores);
  tcase_add_test(tc, twins_agree);
  tcase_add_test(tc, bad_use_is_one_line);
  return run_suite("ccws_sm", tc);
}
