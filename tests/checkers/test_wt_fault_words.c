/* test_wt_fault_words.c - what is said of a fault (tb/lib/wt_fault.h), of an error of the program, and of a warp that is passed over (tb/lib/wt_starve.h), on a
 * machine that stands still: every kind of place, access and address.
 */
#include "lib/wt_fault.h"
#include "lib/wt_starve.h"
#include "tests/words_kit.h"

/* One access of each kind; their places in the code are those of the names. */
enum { READ, WRITE, ATOMIC, REDUCE, SHARED, LOCAL, CONSTANT, GENERIC, MOVE, INSNS };
static const char code[] = "LDG.E.SYS R0, [R2]\nSTG.E.64.SYS [R2], R4\nATOMG.E.ADD.STRONG.GPU PT, R0, [R2], R4\nRED.E.ADD.STRONG.GPU [R2], R0\n"
                           "STS.128 [R2], R4\nLDL.U8 R0, [R2]\nLDC R0, c[0x2][R2]\nLD.E.SYS R0, [R2]\nMOV R0, R1";

static void begin(void) {
  open_words("small", "", code);
  L.block[0] = 5, L.block[1] = 3, L.block[2] = 4;
  resident(2, 7, 8, 9, 1, 0);
  t.tally.cycles = 77;
}

static void ck_words(const char *want) {
  ck_assert_str_eq(words, want);
  ck_assert_str_eq(wt_cause_word(r.cause), "fault");
}
static void reported(wt_fault f) {
  ck_assert_int_eq(wt_fault_report(&r, &f, mem), WT_FAULT);
  ck_assert_int_eq(r.cause, f.misaligned ? WT_CAUSE_MISALIGNED : WT_CAUSE_BOUNDS);
}

/* Thread of a lane: warp 1 has threads 32 to 63 of a block of 5 x 3 x 4. */
#define OF_LANE_4 "block (7,8,9), thread (1,1,2), warp 2 lane 4, cycle 77"

/* ---- who and where ---- */

START_TEST(one_thread_or_several) {
  reported((wt_fault){2, 1 << 4, 16 * READ, WT_SPACE_GLOBAL, 0, 4, 0, 0x40});
  ck_words("memory fault: null pointer in kernel k at pc 0x0000, " OF_LANE_4 ": read of 4 bytes at 0x40");
  reported((wt_fault){2, 3 << 4, 16 * READ, WT_SPACE_GLOBAL, 0, 1, 0, 0x40});
  ck_words("memory fault: null pointer in kernel k at pc 0x0000, block (7,8,9), thread (1,1,2), or one up to (2,1,2), warp 2 lane 4 to 5, cycle 77: "
           "read of 1 byte at 0x40");
  reported((wt_fault){2, UINT64_C(0x80000001), 16 * READ, WT_SPACE_GLOBAL, 0, 4, 0, 0x40});
  ck_assert_ptr_nonnull(strstr(words, "thread (2,0,2), or one up to (3,0,4), warp 2 lane 0 to 31, cycle"));
  reported((wt_fault){3, 1 << 4, 16 * READ, WT_SPACE_GLOBAL, 0, 4, 0, 0x40}); /* of this slot nobody knows the block */
  ck_words("memory fault: null pointer in kernel k at pc 0x0000, warp 3 lane 4, cycle 77: read of 4 bytes at 0x40");
}
END_TEST

START_TEST(accesses_by_their_instructions) {
  static const char *const how[] = {"read of 4", "write of 4", "atomic access of 4", "atomic access of 4"};
  for (unsigned i = READ; i <= REDUCE; i++) {
    reported((wt_fault){2, 1 << 4, 16 * i, WT_SPACE_GLOBAL, 0, 4, 0, 0x40});
    ck_assert_msg(strstr(words, how[i]), "%s", words);
  }
  reported((wt_fault){2, 1 << 4, 16 * CONSTANT, WT_SPACE_CONSTANT, 0, 4, 2, 0x40});
  ck_assert_msg(strstr(words, "read of 4"), "%s", words);
}
END_TEST

/* The line of the kernel's first instruction; lines are those of tests/isa/data/services.cu. */
START_TEST(a_line_of_the_source) {
  char err[300];
  struct wt_module *lines;
  wt_mem *other = wt_mem_new();
  ck_assert_msg(wt_module_open(other, WT_ROOT "/tests/isa/data/services.cubin", &lines, err, sizeof err) == WT_OK, "%s", err);
  L.cubin = &lines->cubin, L.kernel = "plain";
  for (size_t i = 0; i < lines->cubin.nkernels; i++)
    if (!strcmp(lines->cubin.kernel[i].name, "plain")) L.code = lines->cubin.kernel[i].code, L.n_insns = lines->cubin.kernel[i].n;
  reported((wt_fault){2, 1 << 4, 0, WT_SPACE_GLOBAL, 0, 4, 0, 0x40});
  ck_assert_msg(strstr(words, "in kernel plain at pc 0x0000 (services.cu:37), block (7,8,9)"), "%s", words);
  /* a file whose kernels end before that one has no line of it */
  const size_t all = lines->cubin.nkernels;
  for (lines->cubin.nkernels = 0; strcmp(lines->cubin.kernel[lines->cubin.nkernels].name, "plain");) lines->cubin.nkernels++;
  reported((wt_fault){2, 1 << 4, 0, WT_SPACE_GLOBAL, 0, 4, 0, 0x40});
  ck_assert_msg(strstr(words, "in kernel plain at pc 0x0000, block (7,8,9)"), "%s", words);
  lines->cubin.nkernels = all;
  wt_module_close(lines);
  wt_mem_free(other);
}
END_TEST

/* ---- what lies there ---- */

static const char *where(uint64_t addr, int misaligned) {
  reported((wt_fault){2, 1 << 4, 16 * READ, WT_SPACE_GLOBAL, misaligned, 8, 0, addr});
  return words;
}
#define AT(what) "memory fault: " what " in kernel k at pc 0x0000, " OF_LANE_4 ": read of 8 bytes at "

START_TEST(addresses_of_global_memory) {
  wt_addr a, b;
  ck_assert(!wt_mem_alloc(mem, 64, "data", &a) && !wt_mem_alloc(mem, 64, NULL, &b));
  ck_assert_str_eq(where(a + 60, 0), AT("address outside every allocation") "0x7f000000003c, 60 bytes into data (64 bytes at 0x7f0000000000)");
  ck_assert_str_eq(where(a + 64, 0),
                   AT("address outside every allocation") "0x7f0000000040, 0 bytes past the end of data (64 bytes at 0x7f0000000000)");
  ck_assert_str_eq(where(a + 4, 1),
                   AT("misaligned access") "0x7f0000000004, which is no multiple of 8, 4 bytes into data (64 bytes at 0x7f0000000000)");
  ck_assert(!wt_mem_release(mem, b));
  ck_assert_str_eq(where(b, 0),
                   AT("access to freed memory") "0x7f0000100100, 0 bytes into allocation 1 (64 bytes at 0x7f0000100100), which has been freed");
  ck_assert_str_eq(where(b + 4, 1),
                   AT("misaligned access") "0x7f0000100104, which is no multiple of 8, 4 bytes into allocation 1 (64 bytes at 0x7f0000100100), "
                                           "which has been freed");
  ck_assert_str_eq(where(0x300000000000, 0), AT("address outside every allocation") "0x300000000000, no allocation is near");
  ck_assert_str_eq(where(WT_MEM_GUARD - 1, 0), AT("null pointer") "0xfffff");
  ck_assert_str_eq(where(WT_MEM_GUARD, 0), AT("address outside every allocation") "0x100000, no allocation is near");
  ck_assert_str_eq(where(3, 1), AT("misaligned access") "0x3, which is no multiple of 8");
}
END_TEST

START_TEST(addresses_of_other_memories) {
  static int host;
  char want[400];
  const uint64_t here = (uint64_t)(uintptr_t)&host;
  ck_assert_str_eq(where(WT_LAUNCH_SHARED_WINDOW + 8, 0), AT("address outside every allocation") "0x7e0000000008, an address of shared memory");
  ck_assert_str_eq(where(WT_LAUNCH_LOCAL_WINDOW + 8, 0), AT("address outside every allocation") "0x7e0100000008, an address of local memory");
  ck_assert_str_eq(where(WT_LAUNCH_LOCAL_WINDOW + (UINT64_C(1) << 32), 0),
                   AT("address outside every allocation") "0x7e0200000000, no memory is allocated");
  snprintf(want, sizeof want, AT("address of the host") "0x%llx, memory of the host program, which the device does not see",
           (unsigned long long)here);
  ck_assert_str_eq(where(here, 0), want);
  snprintf(want, sizeof want, AT("misaligned access") "0x%llx, which is no multiple of 8, memory of the host program, which the device does not see",
           (unsigned long long)here);
  ck_assert_str_eq(where(here, 1), want);
}
END_TEST

START_TEST(memories_of_a_cta_and_of_a_thread) {
  L.smem = 100, L.smem_static = 60, L.stack = 48, L.bank[2].size = 8;
  reported((wt_fault){2, 1 << 4, 16 * SHARED, WT_SPACE_SHARED, 0, 16, 0, 0x70});
  ck_words("memory fault: access outside the CTA's shared memory in kernel k at pc 0x0040, " OF_LANE_4
           ": write of 16 bytes at 0x70 of shared memory, the CTA has 100 bytes (60 static)");
  reported((wt_fault){2, 1 << 4, 16 * SHARED, WT_SPACE_SHARED, 1, 16, 0, 0x8});
  ck_words("memory fault: misaligned access in kernel k at pc 0x0040, " OF_LANE_4
           ": write of 16 bytes at 0x8 of shared memory, which is no multiple of 16, the CTA has 100 bytes (60 static)");
  reported((wt_fault){2, 1 << 4, 16 * LOCAL, WT_SPACE_LOCAL, 0, 1, 0, 0x30});
  ck_words("memory fault: access outside the thread's local memory in kernel k at pc 0x0050, " OF_LANE_4
           ": read of 1 byte at 0x30 of local memory, the thread has 48 bytes");
  reported((wt_fault){2, 1 << 4, 16 * CONSTANT, WT_SPACE_CONSTANT, 0, 4, 2, 0x10});
  ck_words("memory fault: access outside a constant bank's memory in kernel k at pc 0x0060, " OF_LANE_4
           ": read of 4 bytes at 0x10 of constant memory, bank 2 has 8 bytes");
}
END_TEST

/* Below its beginning a stack has overflowed. More of it helps where no record says how far it grows. */
START_TEST(a_stack_that_overflowed) {
  L.stack = 48;
  reported((wt_fault){2, 1 << 4, 16 * LOCAL, WT_SPACE_LOCAL, 0, 1, 0, 0xfffffff0});
  ck_assert_msg(strstr(words, "read of 1 byte at -16 of local memory, the thread has 48 bytes") && !strstr(words, "--stack"), "%s", words);
  L.open = 1;
  reported((wt_fault){2, 1 << 4, 16 * LOCAL, WT_SPACE_LOCAL, 0, 1, 0, 0xfffffff0});
  ck_assert_msg(strstr(words, "the thread has 48 bytes; --stack BYTES gives its stack more, in a CUDA program cudaLimitStackSize"), "%s", words);
  reported((wt_fault){2, 1 << 4, 16 * LOCAL, WT_SPACE_LOCAL, 0, 1, 0, 0x7fffffff});
  ck_assert_msg(strstr(words, "at 0x7fffffff of local memory, the thread has 48 bytes") && !strstr(words, "--stack"), "%s", words);
  reported((wt_fault){2, 1 << 4, 16 * SHARED, WT_SPACE_SHARED, 0, 16, 0, 0xfffffff0});
  ck_assert_msg(strstr(words, "at 0xfffffff0 of shared memory") && !strstr(words, "--stack"), "%s", words);
}
END_TEST

/* ---- from what the environment saw ---- */

static wt_fault of(unsigned insn, int kind, uint64_t addr) {
  const wt_env_fault e = {kind, 0, 2, 6, 16 * insn, addr};
  wt_fault f;
  ck_assert(!wt_fault_of(&S, &L, &e, &f));
  ck_assert(f.warp == 2 && f.lanes == 6 && f.pc == 16 * insn && f.misaligned == (kind == WT_FAULT_ALIGN));
  return f;
}
START_TEST(what_the_environment_saw) {
  const uint64_t local = UINT64_C(1) << 63, shared = UINT64_C(1) << 62;
  wt_fault f = of(WRITE, WT_FAULT_MEMORY, 0x7f0000000123);
  ck_assert(f.space == WT_SPACE_GLOBAL && f.bytes == 8 && f.addr == 0x7f0000000123 && !f.bank);
  f = of(SHARED, WT_FAULT_RANGE, shared | 0x123);
  ck_assert(f.space == WT_SPACE_SHARED && f.bytes == 16 && f.addr == 0x123);
  f = of(CONSTANT, WT_FAULT_ALIGN, 0x30045);
  ck_assert(f.space == WT_SPACE_CONSTANT && f.bank == 3 && f.addr == 0x45);
  f = of(CONSTANT, WT_FAULT_ALIGN, 0x1f1234);
  ck_assert(f.bank == 31 && f.addr == 0x1234);
  f = of(GENERIC, WT_FAULT_MEMORY, 0x7f0000000123);
  ck_assert(f.space == WT_SPACE_GLOBAL && f.addr == 0x7f0000000123);
  f = of(GENERIC, WT_FAULT_RANGE, shared | 0x123);
  ck_assert(f.space == WT_SPACE_SHARED && f.addr == 0x123);
  /* byte 4 * k + j of a thread's local memory: 16 bytes of each lane stand beside each other (docs/blocks/mem/wt_lsu.md, rule 2) */
  f = of(GENERIC, WT_FAULT_RANGE, local | UINT64_C(5) << (S.ACC_LANE_W + 4) | 9 << 4 | 3);
  ck_assert(f.space == WT_SPACE_LOCAL && f.addr == 5 * 16 + 3);
  f = of(LOCAL, WT_FAULT_RANGE, local | UINT64_C(5) << (S.ACC_LANE_W + 4) | 9 << 4 | 15);
  ck_assert(f.space == WT_SPACE_LOCAL && f.addr == 5 * 16 + 15 && f.bytes == 1);
  const wt_env_fault beyond = {WT_FAULT_MEMORY, 0, 2, 6, 16 * INSNS, 0};
  ck_assert(wt_fault_of(&S, &L, &beyond, &f));
}
END_TEST

/* ---- errors of the program ---- */

START_TEST(the_word_of_a_cause) {
  static const char *const words_of[] = {"ok",      "ok",   "diff",        "diff",     "diff",     "fault",      "fault",  "hazard",
                                         "barrier", "jump", "unsupported", "deadlock", "livelock", "max-cycles", "assert", "trap"};
  for (unsigned i = 0; i <= WT_CAUSE_TRAP; i++) ck_assert_str_eq(wt_cause_word((wt_cause)i), words_of[i]);
}
END_TEST

START_TEST(an_error_of_the_program) {
  wt_oracle_place at = {.slot = 2, .lane = 4, .pc = 16 * MOVE, .cause = WT_CAUSE_BARRIER, .what = "it waits: for nobody"};
  ck_assert_int_eq(wt_fault_program(&r, &at), WT_PROGRAM);
  ck_assert_str_eq(words, "barrier: kernel k at pc 0x0080, " OF_LANE_4 ": it waits: for nobody");
  ck_assert_int_eq(r.cause, WT_CAUSE_BARRIER);
  at.cause = WT_CAUSE_JUMP, at.what = words, snprintf(words, sizeof words, "nowhere"); /* where the report goes */
  ck_assert_int_eq(wt_fault_program(&r, &at), WT_PROGRAM);
  ck_assert_str_eq(words, "jump: kernel k at pc 0x0080, " OF_LANE_4 ": nowhere");
  ck_assert_int_eq(r.cause, WT_CAUSE_JUMP);
}
END_TEST

/* ---- warps that are passed over ---- */

static void issued(unsigned w, uint64_t cycle) { t.hist[w][t.hist_n[w]++ % WT_HISTORY].cycle = cycle; }
/* Warps that wait for nothing, of all four reasons. */
static void heads(uint64_t valid, uint64_t run, uint64_t sb, uint64_t war) {
  m->subcore->ibuffer.o.head_valid = valid, m->subcore->cfu->run = run, m->subcore->sb->ok = sb, m->subcore->war.o.ok = war;
}
static int look(uint64_t cycle) {
  t.tally.cycles = cycle;
  return wt_starve_look(&t, m);
}
static void starving(void) {
  open_words("small", "SCHED_AGE=0", code);
  for (unsigned w = 0; w < 6; w++) resident(w, 0, 0, 0, w, 0);
}

START_TEST(a_warp_that_could_issue_and_does_not) {
  const uint64_t E = WT_STARVE_EVERY, first = 2 * E, last = first + (WT_STARVE_CYCLES + E - 1) / E * E;
  char text[400];
  heads(0xff, 0xff, 0xff, 0xff);
  ck_assert(!look(0) && !t.could_since[3]);
  for (uint64_t c = first; c < last; c += E) {
    for (unsigned w = 0; w < 6; w++)
      if (w != 3) issued(w, c + 1);
    ck_assert(!look(c) && !look(c + 1));
    ck_assert_uint_eq(t.could_since[3], first);
  }
  ck_assert_str_eq(wt_starve_text(&t, text, sizeof text), "");
  ck_assert(look(last) && t.starved == 4);
  ck_assert_str_eq(wt_starve_text(&t, text, sizeof text),
                   "warp 3 could issue and has not since cycle 2048, because of warp 0, 1, 2, 4: --set SCHED_AGE=4096 or "
                   "--set SCHED=lrr lets every warp go on"); /* four of them */
  ck_assert(!look(last + E));                                /* once a run */
  issued(3, last + E + 5);
  ck_assert_str_eq(wt_starve_text(&t, text, sizeof text), ""); /* it is over */
}
END_TEST

START_TEST(a_warp_that_waits_or_issues_is_not_passed_over) {
  const uint64_t E = WT_STARVE_EVERY;
  heads(0xfe, 0xfd, 0xfb, 0xf7); /* each of four warps waits for something else */
  look(E);
  for (unsigned w = 0; w < 8; w++) ck_assert_uint_eq(t.could_since[w], w == 4 || w == 5 ? E : 0); /* slots 6 and 7 are empty */
  issued(4, E + 7);
  look(2 * E);
  ck_assert(t.could_since[4] == 2 * E && t.could_since[5] == E);
  heads(0xff, 0xff, 0xff, 0xdf);
  look(3 * E);
  ck_assert(t.could_since[5] == 0 && t.could_since[0] == 3 * E);
  issued(0, 3 * E);
  look(4 * E);
  ck_assert_uint_eq(t.could_since[0], 4 * E); /* it issued in the cycle of the look */
  S.SCHED_AGE = 100;
  look(5 * E);
  ck_assert_uint_eq(t.could_since[5], 0); /* nothing to look for */
}
END_TEST

START_TEST(who_issues_instead_is_of_late) {
  char text[400];
  t.starved = 2, t.could_since[1] = 1000, t.tally.cycles = 200000;
  issued(1, 999);
  issued(0, 200000 - WT_STARVE_EVERY), issued(2, 200001 - WT_STARVE_EVERY), issued(4, 200000), issued(7, 200000); /* 7 is empty */
  ck_assert_str_eq(
    wt_starve_text(&t, text, sizeof text),
    "warp 1 could issue and has not since cycle 1000, because of warp 2, 4: --set SCHED_AGE=4096 or --set SCHED=lrr lets every warp go on");
  issued(1, 1000);
  ck_assert_str_eq(wt_starve_text(&t, text, sizeof text), "");
  t.hist_n[1] = 0, t.could_since[1] = 0;
  ck_assert_str_eq(wt_starve_text(&t, text, sizeof text), "");
}
END_TEST

/* A sub-warp that waits for its partners is not passed over. */
START_TEST(sub_warps_that_wait_for_partners) {
  close_words();
  open_words("small", "GROUPING=dwr WARP_SIZE=8 SCHED_AGE=0 LANES=8", code);
  const unsigned n = S.DWR_SUBWARPS;
  for (unsigned w = 0; w < 3 * n; w++) resident(w, 0, 0, 0, w, 0);
  heads(~UINT64_C(0), ~UINT64_C(0), ~UINT64_C(0), ~UINT64_C(0));
  m->subcore->sco.o.lock[0] = 1, m->subcore->sco.o.comb[1] = 2;
  look(WT_STARVE_EVERY);
  for (unsigned w = 0; w < S.SLOTS; w++) ck_assert_uint_eq(t.could_since[w], w != 0 && w != n + 1 && w < 3 * n ? WT_STARVE_EVERY : 0);
}
END_TEST

int main(void) {
  Suite *s = suite_create("fault_words");
  TCase *f = tcase_create("faults"), *p = tcase_create("passed over");
  tcase_add_checked_fixture(f, begin, close_words);
  tcase_add_test(f, one_thread_or_several);
  tcase_add_test(f, accesses_by_their_instructions);
  tcase_add_test(f, a_line_of_the_source);
  tcase_add_test(f, addresses_of_global_memory);
  tcase_add_test(f, addresses_of_other_memories);
  tcase_add_test(f, memories_of_a_cta_and_of_a_thread);
  tcase_add_test(f, a_stack_that_overflowed);
  tcase_add_test(f, what_the_environment_saw);
  tcase_add_test(f, the_word_of_a_cause);
  tcase_add_test(f, an_error_of_the_program);
  tcase_add_checked_fixture(p, starving, close_words);
  tcase_add_test(p, a_warp_that_could_issue_and_does_not);
  tcase_add_test(p, a_warp_that_waits_or_issues_is_not_passed_over);
  tcase_add_test(p, who_issues_instead_is_of_late);
  tcase_add_test(p, sub_warps_that_wait_for_partners);
  suite_add_tcase(s, f);
  suite_add_tcase(s, p);
  return suite_run(s);
}
