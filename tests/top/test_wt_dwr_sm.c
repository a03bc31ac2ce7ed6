/* test_wt_dwr_sm.c - programs on a whole SM with GROUPING=dwr: accesses of large warps, what the tables do when partners meet at different places,
 * numbers and masks of lanes, and what is refused. Rules: docs/decisions/018-dwr-machine.md and the documents of the blocks. On both twins.
 */
#include "isa/wt_isa.h"
#include "tests/top/run_kit.h"

/* Sub-warps of 4 threads, 4 to a large warp; 32 slots, CTAs of up to 64 threads. */
#define SHAPE "GROUPING=dwr WARPS=4 WARP_SIZE=32 REGS=8192 SMEM_BYTES=8192 CTAS=4 DWR_SUBWARPS=4"
static run_t r;
static int c_twin; /* alone: a shape that needs an RTL of its own and a claim that does not */

static void runs(const char *text, unsigned threads, const char *keys, const uint32_t *in, unsigned n) {
  static const char *const watched[] = {"lsu.req_valid", "lsu.req_lanes", "pst.rel_valid", "sched.sync",   "ilt.hit",      "pst.learn_valid",
                                        "pst.learn_pc",  "pst.valid",     "pst.rel_mask",  "ilt.valid[0]", "ilt.valid[1]", "lsu.ent_valid"};
  char all[300];
  snprintf(all, sizeof all, SHAPE " %s", keys);
  run_spec p = {.keys = all,
                .text = text,
                .threads = threads,
                .in = in,
                .n_in = n,
                .want_use = 1,
                .backend = c_twin || getenv("WT_C_ONLY") ? WT_BACKEND_C : WT_BACKEND_COSIM};
  r.nsig = sizeof watched / sizeof *watched;
  for (unsigned i = 0; i < r.nsig; i++) r.sig[i].name = watched[i];
  run_program(&r, &p);
}
static unsigned cycles_with(const char *name) {
  unsigned n = 0;
  for (unsigned c = 0; c < r.cycles && c < RUN_CYCLES; c++) n += run_val(&r, name, c) != 0;
  return n;
}

static uint32_t input[128];
static void setup(void) {
  for (unsigned i = 0; i < 128; i++) input[i] = 1000 + i;
}

#define COPY "LDG.E.SYS R5, [R2]\nIADD3 R5, R5, 0x1, RZ\nSTG.E.SYS [R2], R5\nEXIT"

START_TEST(an_access_of_four_sub_warps_is_one_request) {
  runs(COPY, 16, "", input, 128);
  for (unsigned i = 0; i < 128; i++) ck_assert_uint_eq(r.out[i], 1000 + i + (i < 16));
  ck_assert_uint_eq(cycles_with("lsu.req_valid"), 2); /* a load and a store of 64 bytes */
  for (unsigned c = 0; c < r.cycles; c++) ck_assert(!run_val(&r, "lsu.req_valid", c) || run_val(&r, "lsu.req_lanes", c) == 0xffff);
  ck_assert_uint_eq(cycles_with("sched.sync"), 8); /* a barrier a sub-warp before each of them */
  ck_assert_uint_eq(cycles_with("pst.rel_valid"), 2);
  ck_assert_uint_eq(cycles_with("pst.learn_valid"), 0);
}
END_TEST

/* Sixteen threads copy 64 bytes: a line whole, in halves or in quarters, together or each sub-warp for itself. */
START_TEST(segments_and_beats_divide_accesses) {
  static const struct {
    const char *keys;
    unsigned requests;
  } t[] = {{"COAL_BYTES=64", 2}, {"COAL_BYTES=32", 4}, {"COAL_OVER=beat", 8}, {"COAL_OVER=beat COAL_BYTES=32", 8}};
  for (unsigned k = 0; k < sizeof t / sizeof *t; k++) {
    runs(COPY, 16, t[k].keys, input, 128);
    for (unsigned i = 0; i < 128; i++) ck_assert_uint_eq(r.out[i], 1000 + i + (i < 16));
    ck_assert_msg(cycles_with("lsu.req_valid") == t[k].requests, "%s: %u requests", t[k].keys, cycles_with("lsu.req_valid"));
  }
}
END_TEST

START_TEST(lines_of_a_large_warp_come_back_to_their_sub_warps) {
  /* 16 bytes a thread: 64 threads are 8 lines, each of 8 lanes of two sub-warps */
  runs("IMAD.WIDE R10, R0, 0x10, R8\nLDG.E.128.SYS R12, [R10]\nIADD3 R12, R12, R0, RZ\nIADD3 R15, R15, R0, RZ\nSTG.E.128.SYS [R10], R12\nEXIT", 32,
       "", input, 128);
  for (unsigned i = 0; i < 128; i++) ck_assert_uint_eq(r.out[i], 1000 + i + (i % 4 == 0 || i % 4 == 3 ? i / 4 : 0));
  ck_assert_uint_eq(cycles_with("lsu.req_valid"), 8); /* two lines a large warp, two large warps, there and back */
}
END_TEST

START_TEST(partial_large_warps_wait_for_nobody_who_is_not_there) {
  static const unsigned sizes[] = {1, 3, 4, 6, 13, 17, 31, 64};
  for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++) {
    runs(COPY, sizes[k], "", input, 128);
    for (unsigned i = 0; i < 128; i++) ck_assert_uint_eq(r.out[i], 1000 + i + (i < sizes[k]));
    ck_assert_uint_eq(cycles_with("pst.learn_valid"), 0);
  }
}
END_TEST

/* The first sub-warp reaches another load than its partners, twice. */
#define TWO_PLACES                                                                                             \
  "ISETP.GT.AND P1, PT, R0, 0x3, PT\nMOV R12, 0x2\n"                                                           \
  "again:\n@P1 BRA others\nLDG.E.SYS R5, [R2]\nBRA both\nothers:\nLDG.E.SYS R5, [R2]\nIADD3 R5, R5, 0x1, RZ\n" \
  "both:\nIADD3 R5, R5, 0x1, RZ\nSTG.E.SYS [R2], R5\nIADD3 R12, R12, -0x1, RZ\nISETP.GT.AND P2, PT, R12, RZ, PT\n@P2 BRA again\nEXIT"

START_TEST(partners_at_two_barriers_are_released_and_learned) {
  runs(TWO_PLACES, 16, "", input, 128);
  for (unsigned i = 0; i < 16; i++) ck_assert_uint_eq(r.out[i], 1000 + i + (i < 4 ? 2 : 4));
  ck_assert_uint_gt(cycles_with("pst.learn_valid"), 0);
  ck_assert_uint_gt(cycles_with("ilt.hit"), 0); /* the second round does not wait there any more */
}
END_TEST

/* The first sub-warp loads before the CTA's barrier, its partners wait there already. */
#define AT_THE_BARRIER                                                                                                    \
  "ISETP.GT.AND P1, PT, R0, 0x3, PT\nMOV R7, 0x400\nSTS [R0.X4], R7\n@P1 BRA meet\nLDG.E.SYS R5, [R2]\nSTS [R0.X4], R5\n" \
  "meet:\nBAR.SYNC 0x0\nLOP3.LUT R6, R0, 0x3, RZ, 0xc0, !PT\nLDS R7, [R6.X4]\nSTG.E.SYS [R2], R7\nEXIT"

START_TEST(a_waiter_of_the_table_goes_on_beside_the_barrier_of_the_cta) {
  runs(AT_THE_BARRIER, 16, "", input, 128);
  for (unsigned i = 0; i < 16; i++) ck_assert_uint_eq(r.out[i], 1000 + i % 4); /* nobody passed the barrier before the load had come */
  ck_assert_uint_eq(cycles_with("pst.learn_valid"), 0);
  runs(AT_THE_BARRIER, 16, "ILT_LEARN=any", input, 128);
  for (unsigned i = 0; i < 16; i++) ck_assert_uint_eq(r.out[i], 1000 + i % 4);
  ck_assert_uint_gt(cycles_with("pst.learn_valid"), 0);
}
END_TEST

/* Units tell in different ways that a sub-warp stands at the CTA's barrier: by the end of its fetch, or, simt_stack, by cfu_at_bar. */
START_TEST(every_unit_says_who_waits_at_the_barrier_of_the_cta) {
  static const char *const units[] = {"DIVERGENCE=simt_stack", "DIVERGENCE=hanoi", "DIVERGENCE=barrier", "DIVERGENCE=multipath"};
  c_twin = 1;
  for (unsigned u = 0; u < sizeof units / sizeof *units; u++) {
    runs(AT_THE_BARRIER, 16, units[u], input, 128);
    for (unsigned i = 0; i < 16; i++) ck_assert_uint_eq(r.out[i], 1000 + i % 4);
  }
  c_twin = 0;
}
END_TEST

START_TEST(an_exit_releases_the_partners_that_wait) {
  /* three sub-warps wait at a load for the fourth, which goes round a loop and ends without one */
  runs("ISETP.GT.AND P1, PT, R0, 0x3, PT\nMOV R12, 0x20\n@P1 BRA load\nround:\nIADD3 R12, R12, -0x1, RZ\nISETP.GT.AND P2, PT, R12, RZ, PT\n@P2 BRA "
       "round\nEXIT\n"
       "load:\n" COPY,
       16, "", input, 128);
  for (unsigned i = 0; i < 128; i++) ck_assert_uint_eq(r.out[i], 1000 + i + (i > 3 && i < 16));
  ck_assert_uint_eq(cycles_with("pst.learn_valid"), 0);
}
END_TEST

/* ---- several sub-cores ---- */

static const char *const subcores[] = {"SUBCORES=1", "SUBCORES=2", "SUBCORES=4", "SUBCORES=4 SHARE_QUEUE=2"};
static const unsigned several[] = {1, 2, 4, 4};
enum { SEVERAL = sizeof several / sizeof *several };

/* A program on shape k, with what each of its sub-cores does in every cycle. */
static const char *const valid[] = {"issue.valid[0]", "issue.valid[1]", "issue.valid[2]", "issue.valid[3]"};
static const char *const warp[] = {"sched.sel_warp[0]", "sched.sel_warp[1]", "sched.sel_warp[2]", "sched.sel_warp[3]"};
static const char *const released[] = {"pst.rel_valid[0]", "pst.rel_valid[1]", "pst.rel_valid[2]", "pst.rel_valid[3]"};
static void runs_on(const char *text, unsigned threads, unsigned k, const uint32_t *in) {
  char all[300];
  snprintf(all, sizeof all, SHAPE " %s", subcores[k]);
  run_spec p = {
    .keys = all, .text = text, .threads = threads, .in = in, .n_in = in ? 128 : 0, .backend = getenv("WT_C_ONLY") ? WT_BACKEND_C : WT_BACKEND_COSIM};
  r.nsig = 0;
  r.sig[r.nsig++].name = "lsu.req_valid", r.sig[r.nsig++].name = "lsu.req_lanes";
  for (unsigned i = 0; i < several[k]; i++) r.sig[r.nsig++].name = valid[i], r.sig[r.nsig++].name = warp[i], r.sig[r.nsig++].name = released[i];
  run_program(&r, &p);
}

/* Sub-warp s goes round s + 1 times, so the instructions that a slot issues say which sub-warp lies in it: large warp s / 4 is whole in sub-core
 * s / 4 mod SUBCORES, and the large warps of a sub-core follow each other there. */
START_TEST(a_large_warp_lies_whole_in_one_sub_core) {
  enum { SUBS = 15, ROUND = 3 };
  for (unsigned k = 0; k < SEVERAL; k++) {
    const unsigned n = several[k];
    runs_on("SHF.R.U32.HI R5, RZ, 0x2, R0\nIADD3 R5, R5, 0x1, RZ\nround:\nIADD3 R5, R5, -0x1, RZ\n"
            "ISETP.GT.AND P2, PT, R5, RZ, PT\n@P2 BRA round\nEXIT",
            4 * SUBS, k, NULL);
    unsigned issues[4][32] = {{0}}, there = 0, together = 0;
    for (unsigned c = 0, busy = 0; c<r.cycles; c++, together += busy> 1, busy = 0)
      for (unsigned i = 0; i < n; i++) {
        if (!run_val(&r, valid[i], c)) continue;
        ck_assert_uint_lt(run_val(&r, warp[i], c), 32 / n);
        issues[i][run_val(&r, warp[i], c)]++, busy++;
      }
    for (unsigned s = 0; s < SUBS; s++) {
      const unsigned large = s / 4, slot = large / n * 4 + s % 4, have = issues[large % n][slot];
      ck_assert_msg(have == issues[0][0] + ROUND * s, "%s: slot %u of sub-core %u issues %u instructions, sub-warp %u %u", subcores[k], slot,
                    large % n, have, s, issues[0][0] + ROUND * s);
    }
    for (unsigned i = 0; i < n; i++)
      for (unsigned e = 0; e < 32; e++) there += issues[i][e] != 0;
    ck_assert_uint_eq(there, SUBS);
    ck_assert(n == 1 ? !together : together > 10);
  }
}
END_TEST

/* Five large warps, the last of which is not whole, have a load and a store each: one request of all of its threads, after a release in its sub-core. */
START_TEST(partners_combine_in_their_sub_core) {
  for (unsigned k = 0; k < SEVERAL; k++) {
    runs_on(COPY, 72, k, input);
    unsigned whole = 0, part = 0;
    for (unsigned i = 0; i < 128; i++) ck_assert_uint_eq(r.out[i], 1000 + i + (i < 72));
    for (unsigned c = 0; c < r.cycles; c++)
      if (run_val(&r, "lsu.req_valid", c)) whole += run_val(&r, "lsu.req_lanes", c) == 0xffff, part += run_val(&r, "lsu.req_lanes", c) == 0xff;
    ck_assert_msg(whole == 8 && part == 2 && cycles_with("lsu.req_valid") == 10, "%s: %u and %u requests", subcores[k], whole, part);
    for (unsigned i = 0; i < several[k]; i++)
      ck_assert_msg(cycles_with(released[i]) == 2 * ((5 - i + several[k] - 1) / several[k]), "%s: %u releases in sub-core %u", subcores[k],
                    cycles_with(released[i]), i);
  }
}
END_TEST

/* Numbers of lanes, warps and threads, and the CTA's barrier: as with one sub-core. */
START_TEST(programs_do_the_same_on_several_sub_cores) {
  for (unsigned k = 0; k < SEVERAL; k++) {
    runs_on("S2R R12, SR_LANEID\nS2R R13, SR_VIRTID\nVOTE.ANY R14, PT, PT\nMOV R15, R0\nIMAD.WIDE R10, R0, 0x10, R8\nSTG.E.128.SYS [R10], R12\nEXIT",
            60, k, NULL);
    for (unsigned t = 0; t < 60; t++) {
      ck_assert_uint_eq(r.out[4 * t], t % 32);
      ck_assert_uint_eq(r.out[4 * t + 1], 256 * (t / 32));
      ck_assert_uint_eq(r.out[4 * t + 2], UINT32_C(15) << t % 32 / 4 * 4);
      ck_assert_uint_eq(r.out[4 * t + 3], t);
    }
    /* every thread reads what one of another sub-core wrote before the barrier */
    runs_on("MOV R7, 0x3c\nIADD3 R6, R7, -R0, RZ\nIADD3 R6, R6, -0x1, RZ\nIADD3 R5, R0, 0x64, RZ\nSTS [R0.X4], R5\nBAR.SYNC 0x0\nLDS R7, [R6.X4]\n"
            "STG.E.SYS [R2], R7\nEXIT",
            60, k, NULL);
    for (unsigned t = 0; t < 60; t++) ck_assert_uint_eq(r.out[t], 100 + 59 - t);
  }
}
END_TEST

/* Number of a key in the counts of what is in use. */
static unsigned key(const char *name) {
  unsigned i = 0;
  while (i < WT_PEAKS && strcmp(wt_peak_key(i), name) != 0) i++;
  ck_assert_msg(i < WT_PEAKS, "nothing counts %s", name);
  return i;
}
/* The peak and the mean are those of the bits of up to two signals, as each edge leaves them. */
static void counts_bits(const char *name, const char *a, const char *b) {
  unsigned i = key(name), peak = 0;
  double sum = 0;
  for (unsigned c = 1; c <= r.cycles; c++) {
    unsigned n = wt_popcount(run_val(&r, a, c)) + (b ? wt_popcount(run_val(&r, b, c)) : 0);
    if (n > peak) peak = n;
    sum += n;
  }
  ck_assert_uint_lt(r.cycles, RUN_CYCLES);
  ck_assert_msg(r.used.peak[i] == peak, "%s: peak %u, its bits say %u", name, r.used.peak[i], peak);
  double d = wt_mean_use(&r.used, i) * (double)r.used.counted_cycles - sum;
  ck_assert_msg(d < 0.5 && d > -0.5, "%s: mean %f, its bits say %f", name, wt_mean_use(&r.used, i), sum / (double)r.used.counted_cycles);
}
static void in_use(const char *name, unsigned peak, unsigned room, int full) {
  unsigned i = key(name);
  ck_assert_msg(r.used.peak[i] == peak && r.used.room[i] == room && r.used.full[i] == full, "%s: %u of %u, %s, want %u of %u, %s", name,
                r.used.peak[i], r.used.room[i], r.used.full[i] ? "full" : "never full", peak, room, full ? "full" : "never full");
}

/* Rows, partners, list and unit under GROUPING=dwr: by the bits of the tables, and by hand where the program says how many. */
START_TEST(use_of_the_tables_is_counted) {
  runs(COPY, 16, "", input, 128);
  in_use("PST_ROWS", 1, 8, 0);
  in_use("DWR_SUBWARPS", 4, 4, 1); /* all four are seen in the cycle of the release only */
  in_use("ILT_SETS", 0, 4, 0), in_use("ILT_WAYS", 0, 2, 0);
  in_use("WARPS", 4, 32, 0);
  runs(COPY, 12, "", input, 128); /* three of four partners: no large warp is whole */
  in_use("DWR_SUBWARPS", 3, 4, 0);
  runs(COPY, 64, "", input, 128);
  counts_bits("PST_ROWS", "pst.valid", NULL);
  counts_bits("LSU_ENTRIES", "lsu.ent_valid", NULL);
  ck_assert_uint_ge(r.used.peak[key("PST_ROWS")], 2);
  runs(TWO_PLACES, 16, "", input, 128);
  counts_bits("PST_ROWS", "pst.valid", NULL);
  counts_bits("ILT_SETS", "ilt.valid[0]", "ilt.valid[1]");
  uint64_t pcs[8];
  unsigned n = 0;
  for (unsigned c = 0, k; c < r.cycles; c++) {
    for (k = 0; k < n && pcs[k] != run_val(&r, "pst.learn_pc", c); k++) continue;
    if (run_val(&r, "pst.learn_valid", c) && k == n && n < 8) pcs[n++] = run_val(&r, "pst.learn_pc", c);
  }
  ck_assert(n >= 1 && n <= 2); /* of the two loads and the store behind them */
  in_use("ILT_SETS", n, 4, r.used.peak[key("ILT_WAYS")] == 2);
  c_twin = 1;
  runs(TWO_PLACES, 16, "ILT_WAYS=1", input, 128); /* a set of one way is full with the first pc, whatever the other one holds */
  in_use("ILT_WAYS", 1, 1, 1);
  ck_assert(r.used.full[key("ILT_SETS")]);
  c_twin = 0;
}
END_TEST

START_TEST(a_flag_in_shared_memory_comes_through) {
  /* partners spin on the flag that the first sub-warp sets behind its load */
  runs(
    "ISETP.GT.AND P1, PT, R0, 0x3, PT\nSTS [RZ], RZ\nBAR.SYNC 0x0\n@P1 BRA wait\nLDG.E.SYS R5, [R2]\nIADD3 R5, R5, 0x5, RZ\nSTS [RZ], R5\nBRA out\n"
    "wait:\nYIELD\nLDS R5, [RZ]\nISETP.EQ.AND P2, PT, R5, RZ, PT\n@P2 BRA wait\nout:\nSTG.E.SYS [R2], R5\nEXIT",
    16, "", input, 128);
  for (unsigned i = 4; i < 16; i++) ck_assert(r.out[i] >= 1005 && r.out[i] <= 1008);
  for (unsigned i = 0; i < 4; i++) ck_assert_uint_eq(r.out[i], 1005 + i);
}
END_TEST

START_TEST(a_lock_with_a_load_inside_is_given_back) {
  /* the lowest thread of every sub-warp adds to word 100 under the lock in word 101 */
  static const char text[] =
    "LOP3.LUT R6, R0, 0x3, RZ, 0xc0, !PT\nISETP.NE.AND P1, PT, R6, RZ, PT\n@P1 EXIT\nMOV R16, RZ\nMOV R17, 0x1\n"
    "lock:\nATOMG.E.CAS.STRONG.GPU PT, R5, [R8+0x194], R16, R17\nISETP.EQ.AND P2, PT, R5, RZ, PT\n@P2 BRA got\nYIELD\nBRA lock\n"
    "got:\nLDG.E.STRONG.GPU R5, [R8+0x190]\nIADD3 R5, R5, 0x1, RZ\nSTG.E.STRONG.GPU [R8+0x190], R5\nMEMBAR.SC.GPU\n"
    "ATOMG.E.EXCH.STRONG.GPU PT, RZ, [R8+0x194], RZ\nEXIT";
  input[100] = 7, input[101] = 0;
  runs(text, 48, "", input, 128);
  ck_assert_uint_eq(r.out[100], 7 + 12);
}
END_TEST

START_TEST(lanes_are_numbered_by_their_place_in_the_warp_of_32) {
  runs("S2R R5, SR_LANEID\nS2R R6, SR_LTMASK\nS2R R12, SR_GTMASK\nVOTE.ANY R7, PT, PT\nIMAD.WIDE R10, R0, 0x10, R8\nMOV R13, R12\nMOV R12, R5\nMOV "
       "R14, R6\n"
       "MOV R15, R7\nSTG.E.128.SYS [R10], R12\nEXIT",
       60, "", NULL, 0);
  for (unsigned t = 0; t < 60; t++) {
    const uint32_t *o = r.out + 4 * t, at = UINT32_C(1) << t % 32;
    ck_assert_uint_eq(o[0], t % 32);
    ck_assert_uint_eq(o[1], ~(at | (at - 1)));
    ck_assert_uint_eq(o[2], at - 1);
    ck_assert_uint_eq(o[3], UINT32_C(15) << t % 32 / 4 * 4);
  }
}
END_TEST

START_TEST(masks_of_convergence_barriers_have_their_place) {
  runs("BSSY B1, end\nBMOV.32 R5, B1\nBMOV.32 B2, R5\nBMOV.32 R6, B2\nBSYNC B1\nend:\nIMAD.WIDE R10, R0, 0x8, R8\nMOV R12, R5\nMOV R13, "
       "R6\nSTG.E.64.SYS [R10], "
       "R12\nEXIT",
       64, "", NULL, 0);
  for (unsigned t = 0; t < 64; t++) {
    ck_assert_uint_eq(r.out[2 * t], UINT32_C(15) << t % 32 / 4 * 4);
    ck_assert_uint_eq(r.out[2 * t + 1], r.out[2 * t]);
  }
}
END_TEST

START_TEST(generic_accesses_of_a_large_warp_serve_shared_and_device_memory) {
  /* even threads read shared memory, odd ones device memory, by one instruction; whole sub-warps of one kind and mixed ones */
  runs("IADD3 R5, R0, 0x64, RZ\nSTS [R0.X4], R5\nLOP3.LUT R6, R0, 0x5, RZ, 0xc0, !PT\nISETP.EQ.AND P1, PT, R6, RZ, PT\nSHF.L.U32 R12, R0, 0x2, RZ\n"
       "MOV R13, 0x7e00\nSEL R12, R12, R2, P1\nSEL R13, R13, R3, P1\nLD.E.SYS R7, [R12]\nSTG.E.SYS [R2+0x100], R7\nEXIT",
       32, "", input, 128);
  for (unsigned t = 0; t < 32; t++) ck_assert_uint_eq(r.out[64 + t], t & 5 ? 1000 + t : 100 + t);
}
END_TEST

/* Status of a launch of the body with these keys, and what it says. */
static wt_status launch(const char *keys, const char *body, unsigned threads, char *says, size_t n) {
  char src[2048], err[600], path[] = "/tmp/wt_dwr_XXXXXX", key[16][40];
  const char *set[17] = {NULL};
  unsigned nk = 0;
  wt_asm_out out;
  wt_session *s;
  wt_module *m;
  wt_addr buf;
  for (const char *k = keys; *k; k += strspn(k, " ")) {
    snprintf(key[nk], sizeof key[nk], "%.*s", (int)strcspn(k, " "), k);
    set[nk] = key[nk], nk++;
    k += strcspn(k, " ");
  }
  snprintf(src, sizeof src, ".kernel k\n.regs 40\n.smem 512\n.params 8, 8\n%s%s\n.end\n", RUN_PROLOGUE, body);
  ck_assert_msg(wt_asm_string(src, "dwr", &out, err, sizeof err) == WT_OK, "%s", err);
  int fd = mkstemp(path);
  ck_assert_int_ge(fd, 0);
  close(fd);
  ck_assert_msg(wt_elfw_write(&out, path, err, sizeof err) == WT_OK, "%s", err);
  wt_asm_free(&out);
  wt_options o = {WT_BACKEND_C, "tiny", set, 1, 200000, 0};
  ck_assert_msg(wt_session_open(&o, &s) == WT_OK, "%s", wt_error(NULL));
  wt_set_quiet(s, 1);
  ck_assert_msg(wt_module_load(s, path, &m) == WT_OK, "%s", wt_error(s));
  remove(path);
  ck_assert_int_eq(wt_alloc(s, BUF_BYTES, &buf), WT_OK);
  wt_arg arg = {&buf, sizeof buf};
  wt_dims d = {{1, 1, 1}, {threads, 1, 1}, 0};
  wt_status st = wt_launch(s, m, NULL, &d, &arg, 1);
  snprintf(says, n, "%s", wt_error(s));
  wt_session_close(s);
  return st;
}

START_TEST(what_reaches_beyond_a_sub_warp_is_refused) {
  static const struct {
    const char *body, *says;
    wt_status st;
  } t[] = {{"SHFL.IDX PT, R4, R0, 0x0, 0x1f\nEXIT", "it takes values from lanes of other warps", WT_UNSUPPORTED},
           {"MATCH.ANY R4, R0\nEXIT", "it compares values with lanes of other warps", WT_UNSUPPORTED},
           {"VOTE.ANY R4, PT, P0\nEXIT", "it asks lanes of other warps", WT_UNSUPPORTED},
           {"VOTEU.ANY UR4, UPT, P0\nEXIT", "it asks lanes of other warps", WT_UNSUPPORTED},
           {"VOTE.ANY R4, PT, PT\nVOTEU.ANY UR4, UPT, PT\nEXIT", "", WT_OK},
           {"WARPSYNC 0xffffffff\nEXIT", "it waits for lanes of other warps", WT_UNSUPPORTED},
           {"WARPSYNC 0xf\nEXIT", "", WT_OK},
           {"NOP\nEXIT", "compiled code means __syncwarp() by it", WT_UNSUPPORTED},
           {"EXIT\nNOP", "", WT_OK}, /* cannot be reached */
           {"MOV R4, 0xff\nWARPSYNC R4\nEXIT", "waits for lanes of other warps", WT_UNSUPPORTED},
           {"MOV R4, 0xf\nWARPSYNC R4\nEXIT", "", WT_OK}};
  for (unsigned i = 0; i < sizeof t / sizeof *t; i++) {
    char says[900];
    wt_status st = launch(SHAPE, t[i].body, 4, says, sizeof says);
    ck_assert_msg(st == t[i].st && strstr(says, t[i].says), "%s: %d, %s", t[i].body, st, says);
  }
}
END_TEST

START_TEST(own_programs_are_for_the_warps_of_a_fixed_shape) {
  char says[900];
  ck_assert_msg(launch("", "SHFL.IDX PT, R4, R0, 0x0, 0x1f\nNOP\nEXIT", 4, says, sizeof says) == WT_OK, "%s", says);
}
END_TEST

/* A kernel of the compiler on a fixed shape with other warps. */
static wt_status compiled(const char *width, const char *file, const char *kernel, char *says, size_t n) {
  const char *const set[] = {"WARPS=32", width, "LANES=8", NULL};
  wt_options o = {WT_BACKEND_C, "small", set, 1, 200000, 0};
  char path[300];
  wt_session *s;
  wt_module *m;
  ck_assert_msg(wt_session_open(&o, &s) == WT_OK, "%s", wt_error(NULL));
  snprintf(path, sizeof path, WT_ROOT "/tests/kernels/%s.cubin", file);
  ck_assert_msg(wt_module_load(s, path, &m) == WT_OK, "%s", wt_error(s));
  wt_status st = wt_kernel_check(s, m, kernel);
  snprintf(says, n, "%s", wt_error(s));
  wt_session_close(s);
  return st;
}
START_TEST(compiled_kernels_that_reach_beyond_a_narrow_warp_are_refused_on_fixed_shapes_too) {
  static const struct { const char *file, *says; } t[] = {{"atomics", "SHFL"}, {"bar2", "WARPSYNC"}, {"ldc", "NOP"}};
  char says[2000];
  for (unsigned i = 0; i < sizeof t / sizeof *t; i++) {
    ck_assert_int_eq(compiled("WARP_SIZE=8", t[i].file, t[i].file, says, sizeof says), WT_UNSUPPORTED);
    ck_assert_msg(strstr(says, t[i].says) && strstr(says, "is for warps of 32 threads, those of this shape have 8"), "%s", says);
  }
  ck_assert_msg(compiled("WARP_SIZE=8", "vecadd", "vecadd", says, sizeof says) == WT_OK, "%s", says);
}
END_TEST

/* Two warps of the code in one: what exchanges values or looks at numbers of lanes; __syncwarp() where it is a NOP, barriers and atomics of each
 * thread are right there. Programs in text are for the warps of their shape. */
START_TEST(compiled_kernels_that_look_at_their_warp_are_refused_on_wide_ones) {
  static const struct {
    const char *file, *kernel, *says;
  } t[] = {{"corners", "co_joined", "VOTE"},
           {"corners", "co_joined", "S2R R"},
           {"bar2", "bar2", "WARPSYNC"},
           {"opcodes", "op_match", "MATCH"},
           {"opcodes", "op_walsh", "R2UR"}};
  static const char *const right[] = {"vecadd", "ldc", "matmul", "shuffle"};
  char says[4000];
  for (unsigned i = 0; i < sizeof t / sizeof *t; i++) {
    ck_assert_msg(compiled("WARP_SIZE=64", t[i].file, t[i].kernel, says, sizeof says) == WT_UNSUPPORTED, "%s runs", t[i].file);
    ck_assert_msg(strstr(says, t[i].says) && strstr(says, "is for warps of 32 threads, those of this shape have 64"), "%s: %s", t[i].file, says);
  }
  for (unsigned i = 0; i < sizeof right / sizeof *right; i++)
    ck_assert_msg(compiled("WARP_SIZE=64", right[i], right[i], says, sizeof says) == WT_OK, "%s: %s", right[i], says);
}
END_TEST

/* The youngest sub-warp sets a flag that all others spin on, with YIELD. In one warp the paths take turns; sub-warps take turns only where the scheduler
 * is fair: the oldest ones that spin leave no slot (docs/decisions/018-dwr-machine.md). */
START_TEST(spinning_sub_warps_starve_another_one_under_an_unfair_scheduler) {
  static const char flag[] = "ISETP.GE.AND P1, PT, R0, 0x7c, PT\nSTS [RZ], RZ\nBAR.SYNC 0x0\n@!P1 BRA wait\nMOV R5, 0x5\nSTS [RZ], R5\nBRA out\n"
                             "wait:\nYIELD\nLDS R5, [RZ]\nISETP.EQ.AND P2, PT, R5, RZ, PT\n@P2 BRA wait\nout:\nSTG.E.SYS [R2], R5\nEXIT";
  static const struct {
    const char *keys;
    wt_status st;
  } t[] = {{SHAPE " SCHED=lrr", WT_OK},
           {SHAPE " SCHED=twolevel", WT_OK},
           {SHAPE " SCHED=gto SCHED_AGE=0", WT_NO_END},
           {SHAPE " SCHED=oldest SCHED_AGE=0", WT_NO_END},
           {SHAPE " SCHED=gto", WT_OK},
           {SHAPE " SCHED=oldest SCHED_AGE=50", WT_OK},
           {SHAPE " GROUPING=fixed SCHED=gto SCHED_AGE=0", WT_OK},
           {SHAPE " GROUPING=fixed SCHED=oldest SCHED_AGE=0", WT_OK}};
  for (unsigned i = 0; i < sizeof t / sizeof *t; i++) {
    char says[4000];
    wt_status st = launch(t[i].keys, flag, 128, says, sizeof says);
    ck_assert_msg(st == t[i].st && (st == WT_OK || strstr(says, "livelock")), "%s: %d, %s", t[i].keys, st, says);
  }
}
END_TEST

/* Who waits for partners leaves the pool of the two-level scheduler to them, however small it is; and nobody has to age for that. */
START_TEST(partners_find_room_in_the_pool) {
  runs(COPY, 64, "SCHED=lrr", input, 64);
  const unsigned all = r.cycles;
  for (unsigned pool = 1; pool <= 4; pool++) {
    char keys[60];
    snprintf(keys, sizeof keys, "SCHED=twolevel POOL=%u SCHED_AGE=0", pool);
    runs(COPY, 64, keys, input, 64);
    for (unsigned i = 0; i < 64; i++) ck_assert_uint_eq(r.out[i], input[i] + 1);
    ck_assert_uint_lt(r.cycles, 3 * all);
  }
}
END_TEST

START_TEST(faults_name_the_sub_warp_and_its_lane) {
  char says[900];
  /* thread 9 = lane 1 of sub-warp 2 */
  wt_status st =
    launch(SHAPE, "ISETP.EQ.AND P1, PT, R0, 0x9, PT\n@P1 IADD3 R2, R2, 0x1, RZ\nLDG.E.SYS R5, [R2]\nSTG.E.SYS [R2], R5\nEXIT", 16, says, sizeof says);
  ck_assert_int_eq(st, WT_FAULT);
  ck_assert_msg(strstr(says, "thread (9,0,0), warp 2 lane 1,") != NULL, "%s", says);
  st = launch(SHAPE, "ISETP.EQ.AND P1, PT, R0, 0xe, PT\n@P1 MOV R3, 0x1000\nLDG.E.SYS R5, [R2]\nSTG.E.SYS [R2], R5\nEXIT", 16, says, sizeof says);
  ck_assert_int_eq(st, WT_FAULT);
  ck_assert_msg(strstr(says, "thread (14,0,0), warp 3 lane 2,") != NULL, "%s", says);
}
END_TEST

int main(void) {
  Suite *s = suite_create("wt_dwr_sm");
  TCase *tc = tcase_create("programs");
  tcase_set_timeout(tc, 900);
  tcase_add_checked_fixture(tc, setup, NULL);
  tcase_add_test(tc, an_access_of_four_sub_warps_is_one_request);
  tcase_add_test(tc, segments_and_beats_divide_accesses);
  tcase_add_test(tc, lines_of_a_large_warp_come_back_to_their_sub_warps);
  tcase_add_test(tc, partial_large_warps_wait_for_nobody_who_is_not_there);
  tcase_add_test(tc, partners_at_two_barriers_are_released_and_learned);
  tcase_add_test(tc, a_waiter_of_the_table_goes_on_beside_the_barrier_of_the_cta);
  tcase_add_test(tc, every_unit_says_who_waits_at_the_barrier_of_the_cta);
  tcase_add_test(tc, an_exit_releases_the_partners_that_wait);
  tcase_add_test(tc, use_of_the_tables_is_counted);
  tcase_add_test(tc, a_flag_in_shared_memory_comes_through);
  tcase_add_test(tc, a_lock_with_a_load_inside_is_given_back);
  tcase_add_test(tc, lanes_are_numbered_by_their_place_in_the_warp_of_32);
  tcase_add_test(tc, masks_of_convergence_barriers_have_their_place);
  tcase_add_test(tc, generic_accesses_of_a_large_warp_serve_shared_and_device_memory);
  tcase_add_test(tc, what_reaches_beyond_a_sub_warp_is_refused);
  tcase_add_test(tc, own_programs_are_for_the_warps_of_a_fixed_shape);
  tcase_add_test(tc, compiled_kernels_that_reach_beyond_a_narrow_warp_are_refused_on_fixed_shapes_too);
  tcase_add_test(tc, compiled_kernels_that_look_at_their_warp_are_refused_on_wide_ones);
  tcase_add_test(tc, spinning_sub_warps_starve_another_one_under_an_unfair_scheduler);
  tcase_add_test(tc, partners_find_room_in_the_pool);
  tcase_add_test(tc, faults_name_the_sub_warp_and_its_lane);
  tcase_add_test(tc, a_large_warp_lies_whole_in_one_sub_core);
  tcase_add_test(tc, partners_combine_in_their_sub_core);
  tcase_add_test(tc, programs_do_the_same_on_several_sub_cores);
  suite_add_tcase(s, tc);
  SRunner *sr = srunner_create(s);
  srunner_run_all(sr, CK_NORMAL);
  int failed = srunner_ntests_failed(sr);
  srunner_free(sr);
  return failed != 0;
}
