/* test_wt_oracle_told.c - what the oracle answers to each report of a machine that is wrong, with the whole line, and how slots, banks and memory begin.
 */
#define FAILS_REALLOC
#include "oracle/wt_oracle_meet.h"
#include "oracle_kit.h"
#include "tests/suite.h"
#include "tests/fails_kit.h"

static void fails_with(wt_status got, wt_status want, const char *text) {
  ck_assert_msg(got == want && !strcmp(wt_oracle_error(o), text), "%d '%s', not '%s'", got, wt_oracle_error(o), text);
}
#define SAYS(status, e, text) fails_with(e, status, text)
static const unsigned one[3] = {1, 1, 1}, zero[3] = {0};

START_TEST(sizes) {
  static const struct {
    unsigned warps, lanes, ctas;
    int fits;
  } t[] = {{1, 1, 1, 1}, {128, 64, 64, 1}, {0, 8, 1, 0}, {129, 8, 1, 0}, {4, 0, 1, 0}, {4, 65, 1, 0}, {4, 8, 0, 0}, {4, 8, 65, 0}};
  for (size_t k = 0; k < sizeof t / sizeof *t; k++) {
    wt_oracle *x = wt_oracle_new(t[k].warps, t[k].lanes, t[k].ctas, 0);
    ck_assert_msg((x != NULL) == t[k].fits, "case %zu", k);
    if (x) ck_assert_str_eq(wt_oracle_error(x), "");
    wt_oracle_free(x);
  }
  wt_oracle_free(NULL);
}
END_TEST

/* Whichever allocation fails, nothing is kept. */
static void without(void) {
  for (unsigned k = 0;; k++) {
    fails_once = 1, before_it_fails = k;
    wt_oracle *x = wt_oracle_new(3, 8, 2, 64);
    if (fails_once) {
      wt_oracle_free(x);
      ck_assert_uint_eq(k, 1 + 2 + 3 + 2);
      break;
    }
    ck_assert_ptr_null(x);
  }
  fails_once = 0;
  setup();
  emit_text("NOP\n");
  fails_once = 1, before_it_fails = 0;
  SAYS(WT_USAGE, wt_oracle_set_code(o, code, 1), "oracle: out of memory for 1 instructions");
  OK(wt_oracle_set_code(o, code, 1)), OK(wt_oracle_set_code(o, code, 1));
  for (unsigned k = 0; k < 4; k++) { /* books: of each warp */
    wt_oracle_rules r = {.kind = k % 2 ? WT_MEET_MASKS : WT_MEET_POINTS, .bx_regs = 16};
    fails_once = 1, before_it_fails = k;
    SAYS(WT_USAGE, wt_oracle_set_rules(o, &r), "oracle: out of memory");
    start(WS);
    issue(0, 1); /* nothing is checked */
    wt_oracle_reset(o);
  }
  wt_oracle_set_local(o, 64);
  start(WS);
  preset_addr(2, 4);
  teardown();
}
START_TEST(without_memory) {
  size_t before = 0;
  for (unsigned round = 0; round < 30; round++) {
    if (round == 10) before = suite_heap(); /* until then the C library fills its own shelves */
    without();
  }
  ck_assert_uint_le(suite_heap(), before);
}
END_TEST

/* An access that finds no room. */
START_TEST(accesses_without_memory) {
  for (unsigned k = 0; k < 2; k++) {
    setup();
    emit_text("LDG.E.SYS R4, [R2]\n");
    if (k) code[0] = with(code[0], 11, 0, 0x980); /* generic */
    start(WS);
    preset_addr(2, 4);
    fails_once = 1, before_it_fails = 0;
    SAYS(WT_USAGE, wt_oracle_issue(o, 0, 0, ALL), "oracle: out of memory for memory accesses");
    teardown();
  }
}
END_TEST

/* ---- slots ---- */

START_TEST(slots_that_are_not_there) {
  SAYS(WT_USAGE, wt_oracle_cta_start(o, 2, zero, one, 0), "oracle: CTA slot 2 of 2");
  SAYS(WT_USAGE, wt_oracle_cta_start(o, 1, zero, one, SMEM + 1), "oracle: CTA slot 1: 1025 bytes of shared memory, the slot has 1024");
  SAYS(WT_USAGE, wt_oracle_warp_start(o, 0, 0, 0, 1), "oracle: warp slot 0: CTA slot 0 is not started");
  OK(wt_oracle_cta_start(o, 1, zero, one, SMEM));
  SAYS(WT_USAGE, wt_oracle_warp_start(o, 4, 1, 0, 1), "oracle: warp slot 4 of 4");
  SAYS(WT_USAGE, wt_oracle_warp_start(o, 0, 2, 0, 1), "oracle: warp slot 0: CTA slot 2 is not started");
  SAYS(WT_DIFF, wt_oracle_warp_start(o, 3, 1, 0, 0), "oracle: warp slot 3: launched lanes 0, the CTA has 1 there");
  SAYS(WT_DIFF, wt_oracle_warp_start(o, 3, 1, 0, 3), "oracle: warp slot 3: launched lanes 3, the CTA has 1 there");
  SAYS(WT_DIFF, wt_oracle_warp_start(o, 3, 1, 1, 1), "oracle: warp slot 3: launched lanes 1, the CTA has 0 there");
  OK(wt_oracle_warp_start(o, 3, 1, 0, 1));
  SAYS(WT_DIFF, wt_oracle_cta_start(o, 1, zero, one, 0), "oracle: CTA slot 1 restarted while warp slot 3 runs in it");
  OK(wt_oracle_cta_start(o, 0, zero, one, 0)); /* the other one is free */
  SAYS(WT_USAGE, wt_oracle_set_const(o, 32, NULL, 0), "oracle: constant bank 32, banks are 0..31");
  OK(wt_oracle_set_const(o, 31, NULL, 0));
  ck_assert(!wt_oracle_shared(o, 2) && wt_oracle_shared(o, 1) == wt_oracle_smem(o, 1));
  ck_assert(!wt_oracle_register(o, 4, 0) && !wt_oracle_register(o, 0, 255) && wt_oracle_register(o, 3, 254) == wt_oracle_reg(o, 3, 254));
  const uint32_t ur[63] = {[0] = 5, [62] = 6};
  wt_oracle_set_uniform(o, 4, ur, 0), wt_oracle_set_uniform(o, 3, ur, 0x13);
  ck_assert(*wt_oracle_ureg(o, 3, 0) == 5 && *wt_oracle_ureg(o, 3, 62) == 6 && *wt_oracle_ureg(o, 3, 63) == 0 && *wt_oracle_upreds(o, 3) == 0x93);
  wt_oracle_reset(o);
  ck_assert_str_eq(wt_oracle_error(o), "");
  SAYS(WT_USAGE, wt_oracle_warp_start(o, 0, 1, 0, 1), "oracle: warp slot 0: CTA slot 1 is not started");
}
END_TEST

/* Shared memory is zero when a CTA begins, as far as anybody could have written; barriers are empty; nothing is outstanding in a warp. */
START_TEST(slots_that_begin_again) {
  const unsigned n[3] = {WS, 1, 1};
  emit_text(
    "STS [R8], R9\nBAR.SYNC 0x3, 0x5\nIADD3 R4, RZ, 0x1, RZ\nISETP.EQ.AND P3, PT, RZ, RZ, PT\nUMOV UR4, 0x1\nUISETP.EQ.AND UP1, UPT, URZ, URZ, UPT\n"
    "S2R R5, SR_CLOCKLO\nLDG.E.SYS R6, [R2]\nLDL R7, [RZ]\n");
  wt_oracle_set_local(o, 16);
  for (unsigned round = 0; round < 3; round++) {
    ck_assert_int_eq(wt_oracle_set_code(o, code, n_code), WT_OK);
    OK(wt_oracle_cta_start(o, 0, zero, n, round == 1 ? 16 : SMEM));
    OK(wt_oracle_warp_start(o, 0, 0, 0, ALL));
    for (unsigned k = 0; k < SMEM; k++) ck_assert_uint_eq(wt_oracle_smem(o, 0)[k], 0);
    for (unsigned r = 0; r < 20; r++)
      for (unsigned l = 0; l < WS; l++) ck_assert_uint_eq(wt_oracle_reg(o, 0, r)[l], 0);
    ck_assert(*wt_oracle_pred(o, 0, 3) == 0 && *wt_oracle_pred(o, 0, PT) == ~UINT64_C(0) && *wt_oracle_ureg(o, 0, 4) == 0 &&
              *wt_oracle_upreds(o, 0) == 0x80);
    preset(8, 0, 0), preset(9, 0xffffffff, 0), preset_addr(2, 4);
    issue(0, 1), OK(wt_oracle_mem_perform(o, 0, WT_SPACE_SHARED, 1));
    issue(0, 0xfe), OK(wt_oracle_mem_perform(o, 0, WT_SPACE_SHARED, 0xfe));
    issue(1, 0x07); /* three of five */
    ck_assert_uint_eq(wt_oracle_waiting(o, 0), 7);
    for (unsigned k = 1; k < 9; k++) {
      if (k == 1) {
        ck_assert_uint_eq(wt_oracle_live(o, 0), ALL);
        issue(1, 0x18);
        issue(1, 0xe0);
        ck_assert_uint_eq(wt_oracle_waiting(o, 0), 0xe0);
        k++;
      }
      OK(wt_oracle_issue(o, 0, k * 16, 0x1f)); /* results that nobody takes */
    }
  }
}
END_TEST

/* Threads count x first, in three dimensions. */
START_TEST(threads_of_a_cta) {
  const unsigned n[3] = {3, 2, 5};
  emit_text("S2R R4, SR_TID.X\nS2R R5, SR_TID.Y\nS2R R6, SR_TID.Z\n");
  ck_assert_int_eq(wt_oracle_set_code(o, code, n_code), WT_OK);
  OK(wt_oracle_cta_start(o, 0, zero, n, 0));
  for (unsigned w = 0; w < 4; w++) {
    uint64_t lanes = w < 3 ? ALL : 0x3f;
    OK(wt_oracle_warp_start(o, w, 0, w, lanes));
    for (unsigned k = 0; k < 3; k++) OK(wt_oracle_issue(o, w, 16 * k, lanes));
    for (unsigned l = 0; l < WS && lanes >> l & 1; l++) {
      unsigned t = 8 * w + l;
      ck_assert(wt_oracle_reg(o, w, 4)[l] == t % 3 && wt_oracle_reg(o, w, 5)[l] == t / 3 % 2 && wt_oracle_reg(o, w, 6)[l] == t / 6);
    }
  }
  ck_assert_int_eq(wt_oracle_issue(o, 3, 48, 1), WT_PROGRAM);
}
END_TEST

/* ---- issues ---- */

START_TEST(issues_that_are_wrong) {
  emit_text("IADD3 R4, RZ, 0x1, RZ\nHMMA {raw:0x0_7236}\nFROB {raw:0x0_7fff}\nMOV R0, R1, 0x3\nEXIT\n");
  start(6);
  SAYS(WT_DIFF, wt_oracle_issue(o, 1, 0, 1), "oracle: warp slot 1 pc 0x0: issue to a slot that holds no warp");
  SAYS(WT_DIFF, wt_oracle_issue(o, 4, 0, 1), "oracle: warp slot 4 pc 0x0: issue to a slot that holds no warp");
  SAYS(WT_DIFF, wt_oracle_issue(o, 0, 0, 0), "oracle: warp slot 0 pc 0x0: issued for no lane");
  SAYS(WT_DIFF, wt_oracle_issue(o, 0, 0, 0xc1), "oracle: warp slot 0 pc 0x0 lane 6: was never launched");
  SAYS(WT_DIFF, wt_oracle_issue(o, 0, 16, 0x0c), "oracle: warp slot 0 pc 0x10 lane 2: its own next pc is 0x0 (active c)");
  issue(0, 0x0f);
  SAYS(WT_DIFF, wt_oracle_issue(o, 0, 0, 0x30 | 2), "oracle: warp slot 0 pc 0x0 lane 1: its own next pc is 0x10 (active 32)");
  SAYS(WT_UNSUPPORTED, wt_oracle_issue(o, 0, 16, 0x0f),
       "oracle: warp slot 0 pc 0x10: HMMA: not in the supported set (0x00000000000000000000000000007236)");
  SAYS(WT_UNSUPPORTED, wt_oracle_issue(o, 0, 16, 0x0f),
       "oracle: warp slot 0 pc 0x10: HMMA: not in the supported set (0x00000000000000000000000000007236)");
  code[1] = code[2];
  start(6), issue(0, 0x3f);
  SAYS(WT_UNSUPPORTED, wt_oracle_issue(o, 0, 16, 0x3f), "oracle: warp slot 0 pc 0x10: ?: unknown opcode (0x00000000000000000000000000007fff)");
  code[1] = code[3];
  start(6), issue(0, 0x3f);
  FAILS(WT_UNSUPPORTED, wt_oracle_issue(o, 0, 16, 0x3f), "oracle: warp slot 0 pc 0x10: MOV: MOV with a lane mask other than 0xf (0x");
  code[1] = code[4], n_code = 2;
  start(6), issue(0, 0x3f), issue(1, 0x03);
  SAYS(WT_DIFF, wt_oracle_issue(o, 0, 0, 0x03), "oracle: warp slot 0 pc 0x0 lane 0: issued after its EXIT");
  n_code = 1;
  start(6), issue(0, 0x3f);
  SAYS(WT_PROGRAM, wt_oracle_issue(o, 0, 16, 0x3f), "jump: oracle: warp slot 0 pc 0x10 lane 0: no instruction there, the code has 0x10 bytes");
  ck_assert(wt_oracle_where(o)->pc == 16 && wt_oracle_where(o)->slot == 0 && wt_oracle_where(o)->lane == 0);
}
END_TEST

/* Everything that an instruction reads or writes waits for a result that is on its way: by lane, or of the warp. */
START_TEST(results_on_their_way) {
  static const struct {
    const char *first, *second, *name; /* name: what is outstanding, NULL: nothing of it */
  } t[] = {{"IADD3 R4, RZ, RZ, RZ", "IADD3 R5, R4, RZ, RZ", "R4"},
           {"IADD3 R4, RZ, RZ, RZ", "IADD3 R5, RZ, RZ, R4", "R4"},
           {"IADD3 R4, RZ, RZ, RZ", "IADD3 R4, RZ, RZ, RZ", "R4"},
           {"IADD3 R4, RZ, RZ, RZ", "IADD3 R5, R3, RZ, RZ", NULL},
           {"IMAD.WIDE R4, RZ, RZ, RZ", "IADD3 R6, R5, RZ, RZ", "R5"},
           {"IADD3 R5, RZ, RZ, RZ", "IMAD.WIDE R4, RZ, RZ, RZ", "R5"},
           {"IADD3 R6, RZ, RZ, RZ", "IMAD.WIDE R4, RZ, RZ, RZ", NULL},
           {"IADD3 R4, RZ, RZ, RZ", "R2UR UR4, R5", NULL},
           {"UMOV UR4, 0x1", "IADD3 R4, RZ, UR4, RZ", "UR4"},
           {"UMOV UR4, 0x1", "UIADD3 UR5, UR4, UR3, URZ", "UR4"},
           {"UMOV UR4, 0x1", "UIADD3 UR4, URZ, UR3, URZ", "UR4"},
           {"UMOV UR5, 0x1", "UIMAD.WIDE UR4, URZ, URZ, URZ", "UR5"},
           {"UMOV UR6, 0x1", "UIMAD.WIDE UR4, URZ, URZ, URZ", NULL},
           {"UMOV UR4, 0x1", "IADD3 R4, RZ, RZ, RZ", NULL},
           {"UMOV UR62, 0x1", "UMOV UR62, 0x2", "UR62"},
           {"ISETP.EQ.AND P3, PT, RZ, RZ, PT", "@P3 NOP", "P3"},
           {"ISETP.EQ.AND P3, PT, RZ, RZ, PT", "@!P3 IADD3 R4, RZ, RZ, RZ", "P3"},
           {"ISETP.EQ.AND P3, PT, RZ, RZ, PT", "SEL R4, RZ, RZ, P3", "P3"},
           {"ISETP.EQ.AND P3, PT, RZ, RZ, PT", "ISETP.EQ.AND PT, P3, RZ, RZ, PT", "P3"},
           {"ISETP.EQ.AND P3, PT, RZ, RZ, PT", "ISETP.EQ.AND P2, P4, RZ, RZ, P5", NULL},
           {"UISETP.EQ.AND UP2, UPT, URZ, URZ, UPT", "@UP2 UMOV UR4, 0x1", "UP2"},
           {"UISETP.EQ.AND UP2, UPT, URZ, URZ, UPT", "USEL UR4, URZ, URZ, UP2", "UP2"},
           {"UISETP.EQ.AND UP2, UPT, URZ, URZ, UPT", "UISETP.EQ.AND UPT, UP2, URZ, URZ, UPT", "UP2"},
           {"UISETP.EQ.AND UP2, UPT, URZ, URZ, UPT", "@UP1 UMOV UR4, 0x1", NULL},
           {"UISETP.EQ.AND UP2, UPT, URZ, URZ, UPT", "@P2 NOP", NULL}};
  for (size_t k = 0; k < sizeof t / sizeof *t; k++) {
    char text[200], want[200];
    snprintf(text, sizeof text, "%s\n%s\n", t[k].first, t[k].second);
    n_code = 0, emit_text(text), start(WS);
    issue(0, ALL);
    const char *mnemonic = t[k].second + (*t[k].second == '@' ? strcspn(t[k].second, " ") + 1 : 0);
    snprintf(want, sizeof want, "oracle: warp slot 0 pc 0x10: %.*s%s issued while %s has a write-back outstanding", (int)strcspn(mnemonic, " ."),
             mnemonic, strstr(mnemonic, ".WIDE") ? ".WIDE" : "", t[k].name);
    if (t[k].name) SAYS(WT_DIFF, wt_oracle_issue(o, 0, 16, ALL), want);
    else issue(1, ALL);
  }
  /* lanes: those that execute, and of the guard all of the path */
  n_code = 0,
  emit_text("@P0 IADD3 R4, RZ, RZ, RZ\n@!P0 IADD3 R4, RZ, RZ, RZ\n@P1 ISETP.EQ.AND P2, PT, RZ, RZ, PT\n@!P1 SEL R5, RZ, RZ, P2\n@P2 NOP\n");
  start(WS);
  *wt_oracle_pred(o, 0, 0) = *wt_oracle_pred(o, 0, 1) = 0x0f;
  for (unsigned k = 0; k < 4; k++) issue(k, ALL);
  FAILS(WT_DIFF, wt_oracle_issue(o, 0, 64, 0xf8), "P2 has a write-back outstanding");
  issue(4, 0xf0);
}
END_TEST

/* ---- write-backs ---- */

START_TEST(write_backs_that_are_wrong) {
  uint32_t v[WS] = {1, 1, 1, 9, 1, 1, 1, 1};
  emit_text(
    "IADD3 R4, RZ, 0x1, RZ\nISETP.EQ.AND P3, PT, RZ, RZ, PT\nUMOV UR4, 0x7\nUISETP.EQ.AND UP1, UPT, URZ, URZ, UPT\nLDG.E.SYS R6, [R2]\nNOP\n");
  start(WS);
  preset_addr(2, 4);
  SAYS(WT_DIFF, wt_oracle_wb_reg(o, 1, 4, ALL, v), "oracle: warp slot 1: write-back of R4, the slot holds no warp");
  SAYS(WT_DIFF, wt_oracle_wb_pred(o, 4, 4, ALL, 0), "oracle: warp slot 4: write-back of P4, the slot holds no warp");
  SAYS(WT_DIFF, wt_oracle_wb_reg(o, 0, 255, ALL, v), "oracle: warp slot 0: write-back of R255, which is constant");
  SAYS(WT_DIFF, wt_oracle_wb_pred(o, 0, 7, ALL, 0), "oracle: warp slot 0: write-back of P7, which is constant");
  SAYS(WT_DIFF, wt_oracle_wb_ureg(o, 0, 63, 0), "oracle: warp slot 0: write-back of UR63, which is constant");
  SAYS(WT_DIFF, wt_oracle_wb_upred(o, 0, 7, 0), "oracle: warp slot 0: write-back of UP7, which is constant");
  SAYS(WT_DIFF, wt_oracle_wb_reg(o, 0, 4, 0x18, v), "oracle: warp slot 0 lane 3: write-back of R4, none is outstanding");
  SAYS(WT_DIFF, wt_oracle_wb_pred(o, 0, 3, 0x18, 0), "oracle: warp slot 0 lane 3: write-back of P3, none is outstanding");
  SAYS(WT_DIFF, wt_oracle_wb_ureg(o, 0, 4, 7), "oracle: warp slot 0: write-back of UR4, none is outstanding");
  SAYS(WT_DIFF, wt_oracle_wb_upred(o, 0, 1, 1), "oracle: warp slot 0: write-back of UP1, none is outstanding");
  for (unsigned k = 0; k < 5; k++) issue(k, ALL);
  SAYS(WT_DIFF, wt_oracle_wb_reg(o, 0, 4, ALL, v), "oracle: warp slot 0 pc 0x50 (next) lane 3: R4 expected 00000001, written 00000009");
  SAYS(WT_DIFF, wt_oracle_wb_reg(o, 0, 4, 0x49, v), "oracle: warp slot 0 pc 0x50 (next) lane 3: R4 expected 00000001, written 00000009");
  OK(wt_oracle_wb_reg(o, 0, 4, 0, v));
  OK(wt_oracle_wb_reg(o, 0, 4, 0xf7, v)), v[3] = 1;
  SAYS(WT_DIFF, wt_oracle_wb_reg(o, 0, 4, 0x28, v), "oracle: warp slot 0 lane 5: write-back of R4, none is outstanding");
  OK(wt_oracle_wb_reg(o, 0, 4, 0x08, v));
  SAYS(WT_DIFF, wt_oracle_wb_pred(o, 0, 3, 0xf0, 0x70), "oracle: warp slot 0 pc 0x50 (next) lane 7: P3 expected f0, written 70 (lanes f0)");
  OK(wt_oracle_wb_pred(o, 0, 3, 0xf0, 0xf0));
  SAYS(WT_DIFF, wt_oracle_wb_pred(o, 0, 3, 0x1f, 0xff), "oracle: warp slot 0 lane 4: write-back of P3, none is outstanding");
  OK(wt_oracle_wb_pred(o, 0, 3, 0x0f, 0xff));
  SAYS(WT_DIFF, wt_oracle_wb_ureg(o, 0, 4, 8), "oracle: warp slot 0: UR4 expected 00000007, written 00000008");
  OK(wt_oracle_wb_ureg(o, 0, 4, 7));
  SAYS(WT_DIFF, wt_oracle_wb_ureg(o, 0, 4, 7), "oracle: warp slot 0: write-back of UR4, none is outstanding");
  SAYS(WT_DIFF, wt_oracle_wb_upred(o, 0, 1, 0), "oracle: warp slot 0: UP1 expected 1, written 0");
  OK(wt_oracle_wb_upred(o, 0, 1, 1));
  SAYS(WT_DIFF, wt_oracle_wb_upred(o, 0, 1, 1), "oracle: warp slot 0: write-back of UP1, none is outstanding");
  SAYS(WT_DIFF, wt_oracle_wb_reg(o, 0, 6, 1, v), "oracle: warp slot 0: write-back of R6 before its memory access was performed");
  OK(wt_oracle_mem_perform(o, 0, WT_SPACE_GLOBAL, 0x0f));
  OK(wt_oracle_wb_reg(o, 0, 6, 0x0f, reg(6)));
}
END_TEST

/* Lanes are compared with their own words, of this register: those of the registers and values next to them do not matter. */
START_TEST(neighbours_of_a_write_back) {
  uint32_t v[3 * WS];
  loaded("IADD3 R5, RZ, 0x1, RZ\n");
  preset(4, 9, 0), preset(6, 9, 0);
  issue(0, ALL);
  for (unsigned k = 0; k < 3 * WS; k++) v[k] = k < WS + 4 || k >= 2 * WS;
  FAILS(WT_DIFF, wt_oracle_wb_reg(o, 0, 5, 0xf0, v + WS), "lane 4: R5 expected 00000001, written 00000000");
  for (unsigned k = 0; k < 3 * WS; k++) v[k] = 9;
  FAILS(WT_DIFF, wt_oracle_wb_reg(o, 0, 5, 0xf0, v + WS), "lane 4: R5 expected 00000001, written 00000009");
  for (unsigned k = WS + 4; k < 2 * WS; k++) v[k] = 1;
  OK(wt_oracle_wb_reg(o, 0, 5, 0xf0, v + WS));
}
END_TEST

/* ---- accesses ---- */

START_TEST(accesses_that_are_wrong) {
  wt_oracle_access a;
  emit_text("LDG.E.SYS R4, [R2]\nSTG.E.SYS [R2+0x40], R3\nMEMBAR.SC.GPU\n");
  start(WS);
  preset_addr(2, 4);
  SAYS(WT_DIFF, wt_oracle_mem_perform(o, 1, WT_SPACE_GLOBAL, 1), "oracle: warp slot 1: memory access of lanes 1, the slot holds no warp");
  SAYS(WT_DIFF, wt_oracle_mem_perform(o, 4, WT_SPACE_GLOBAL, 1), "oracle: warp slot 4: memory access of lanes 1, the slot holds no warp");
  SAYS(WT_DIFF, wt_oracle_mem_perform(o, 0, WT_SPACES, 1), "oracle: warp slot 0: memory access of lanes 1, the slot holds no warp");
  SAYS(WT_DIFF, wt_oracle_mem_perform(o, 0, -1, 1), "oracle: warp slot 0: memory access of lanes 1, the slot holds no warp");
  SAYS(WT_DIFF, wt_oracle_mem_peek(o, 0, WT_SPACE_GLOBAL, 0, &a), "oracle: warp slot 0: memory access of lanes 0, the slot holds no warp");
  SAYS(WT_DIFF, wt_oracle_mem_perform(o, 0, WT_SPACE_GLOBAL, 3), "oracle: warp slot 0: memory access of lanes 3, which have none to perform");
  issue(0, 0x3c);
  SAYS(WT_DIFF, wt_oracle_mem_perform(o, 0, WT_SPACE_GLOBAL, 0x0f),
       "oracle: warp slot 0 pc 0x0 lane 0: memory access that this lane does not owe (3c do)");
  SAYS(WT_DIFF, wt_oracle_mem_perform(o, 0, WT_SPACE_LOCAL, 0x04), "oracle: warp slot 0: memory access of lanes 4, which have none to perform");
  SAYS(WT_DIFF, wt_oracle_fence(o, 0, 0xf0), "oracle: warp slot 0 lane 4: passes a MEMBAR with an older access that is not performed");
  OK(wt_oracle_fence(o, 0, 0xc3)), OK(wt_oracle_fence(o, 4, 0xff));
  OK(wt_oracle_mem_perform(o, 0, WT_SPACE_GLOBAL, 0x3c)), OK(wt_oracle_fence(o, 0, ALL));
  issue(1, 0x3c);
  SAYS(WT_DIFF, wt_oracle_fence(o, 0, 0x08), "oracle: warp slot 0 lane 3: passes a MEMBAR with an older access that is not performed");
}
END_TEST

/* MEMBAR waits for global and local memory, not for shared memory. */
START_TEST(fences_of_each_space) {
  static const char *const text[] = {"STG.E.SYS [R2], R3\n", "STS [R4], R3\n", "STL [R4], R3\n"};
  wt_oracle_set_local(o, 64);
  for (unsigned s = 0; s < 3; s++) {
    n_code = 0, emit_text(text[s]), start(WS);
    preset_addr(2, 4), preset(4, 0, 4);
    issue(0, 0x30);
    ck_assert_int_eq(wt_oracle_fence(o, 0, ALL), s == WT_SPACE_SHARED ? WT_OK : WT_DIFF);
  }
}
END_TEST

/* Lines: of the accesses to a line the oldest, whatever other lines wait for. Local memory of the lanes lies side by side, 16 bytes each. */
START_TEST(accesses_by_line) {
  emit_text("STG.E.SYS [R2], R8\nSTG.E.SYS [R4], R9\nSTG.E.SYS [R2], R10\n");
  wt_oracle_set_lines(o, 32, 1);
  start(WS);
  preset_addr(2, 4), preset_addr(4, 4), preset(4, (uint32_t)BASE + 64, 4), preset(8, 10, 0), preset(9, 20, 0), preset(10, 30, 0);
  for (unsigned k = 0; k < 3; k++) issue(k, ALL);
  uint64_t first = BASE / 32;
  SAYS(WT_DIFF, wt_oracle_mem_perform_at(o, 0, WT_SPACE_GLOBAL, 1, first + 1),
       "oracle: warp slot 0: memory access of lanes 1, which have none to perform");
  OK(wt_oracle_mem_perform_at(o, 0, WT_SPACE_GLOBAL, ALL, first + 2)); /* the second instruction before the first */
  ck_assert(mem[64] == 20 && mem[0] == 0);
  OK(wt_oracle_mem_perform_at(o, 0, WT_SPACE_GLOBAL, 0x0f, first));
  ck_assert(mem[0] == 10 && mem[12] == 10 && mem[16] == 0);
  FAILS(WT_DIFF, wt_oracle_mem_perform_at(o, 0, WT_SPACE_GLOBAL, ALL, first), "pc 0x0 lane 0: memory access that this lane does not owe (f0 do)");
  OK(wt_oracle_mem_perform_at(o, 0, WT_SPACE_GLOBAL, 0x0f, first)); /* their third */
  OK(wt_oracle_mem_perform_at(o, 0, WT_SPACE_GLOBAL, 0xf0, first)), OK(wt_oracle_mem_perform_at(o, 0, WT_SPACE_GLOBAL, 0xf0, first));
  for (unsigned l = 0; l < WS; l++) ck_assert_uint_eq(mem[4 * l], 30);
  FAILS(WT_DIFF, wt_oracle_mem_perform_at(o, 0, WT_SPACE_GLOBAL, 1, UINT64_MAX / 16), "none to perform"); /* no address is in it */
}
END_TEST
START_TEST(lines_of_local_memory) {
  emit_text("STL [R4], R8\n");
  wt_oracle_set_local(o, 256), wt_oracle_set_lines(o, 128, 2); /* two warps of eight lanes: 16 pieces of 16 bytes */
  const unsigned n[3] = {2 * WS, 1, 1};
  ck_assert_int_eq(wt_oracle_set_code(o, code, n_code), WT_OK);
  OK(wt_oracle_cta_start(o, 0, zero, n, 0));
  for (unsigned w = 2; w < 4; w++) { /* a group begins at an even slot */
    OK(wt_oracle_warp_start(o, w, 0, w - 2, ALL));
    for (unsigned l = 0; l < WS; l++) wt_oracle_reg(o, w, 4)[l] = l < 4 ? 12 : 32;
    OK(wt_oracle_issue(o, w, 0, ALL));
    /* address 12 of lane l: piece 0 * 16 + place, address 32: piece 2 * 16 + place */
    uint64_t place = w == 3 ? 8 : 0;
    for (unsigned l = 0; l < WS; l++) {
      uint64_t line = ((l < 4 ? 0 : 32) + place + l) * 16 / 128;
      FAILS(WT_DIFF, wt_oracle_mem_perform_at(o, w, WT_SPACE_LOCAL, 1u << l, line + 1), "none to perform");
      if (line) FAILS(WT_DIFF, wt_oracle_mem_perform_at(o, w, WT_SPACE_LOCAL, 1u << l, line - 1), "none to perform");
      OK(wt_oracle_mem_perform_at(o, w, WT_SPACE_LOCAL, 1u << l, line));
    }
  }
}
END_TEST

/* As many accesses on their way as there are, in order, whichever has been performed. */
START_TEST(many_accesses) {
  emit_text("STG.E.SYS [R2], R8\nBRA 0x0\n");
  start(WS);
  preset_addr(2, 4);
  for (unsigned round = 0; round < 4; round++) {
    for (unsigned k = 0; k < 23; k++) {
      preset(8, 100 * round + k, 1000);
      issue(0, ALL), issue(1, ALL);
      if (k % 3 == 2) OK(wt_oracle_mem_perform(o, 0, WT_SPACE_GLOBAL, ALL)); /* the head goes round */
    }
    for (unsigned k = 7; k < 23; k++) {
      OK(wt_oracle_mem_perform(o, 0, WT_SPACE_GLOBAL, 0xf0)), OK(wt_oracle_mem_perform(o, 0, WT_SPACE_GLOBAL, 0x0f));
      for (unsigned l = 0; l < WS; l++) {
        uint32_t v;
        memcpy(&v, mem + 4 * l, 4);
        ck_assert_uint_eq(v, 100 * round + k + 1000 * l);
      }
    }
    FAILS(WT_DIFF, wt_oracle_mem_perform(o, 0, WT_SPACE_GLOBAL, 1), "none to perform");
  }
}
END_TEST

/* ---- the end ---- */

START_TEST(ends_that_are_wrong) {
  static const struct {
    const char *insn, *said;
  } t[] = {{"IADD3 R4, RZ, 0x1, RZ", "oracle: warp slot 0 lane 2: retired without the write-back of R4"},
           {"IADD3 R0, RZ, 0x1, RZ", "oracle: warp slot 0 lane 2: retired without the write-back of R0"},
           {"ISETP.EQ.AND P0, PT, RZ, RZ, PT", "oracle: warp slot 0 lane 2: retired without the write-back of P0"},
           {"IADD3 R254, RZ, 0x1, RZ", "oracle: warp slot 0 lane 2: retired without the write-back of R254"},
           {"ISETP.EQ.AND P6, PT, RZ, RZ, PT", "oracle: warp slot 0 lane 2: retired without the write-back of P6"},
           {"UMOV UR62, 0x7", "oracle: warp slot 0: retired without the write-back of UR62"},
           {"UISETP.EQ.AND UP6, UPT, URZ, URZ, UPT", "oracle: warp slot 0: retired without the write-back of UP6"},
           {"STG.E.SYS [R2], R8", "oracle: warp slot 0: retired with the memory access of pc 0x0 not performed"},
           {"STL [RZ], R8", "oracle: warp slot 0: retired with the memory access of pc 0x0 not performed"}};
  SAYS(WT_DIFF, wt_oracle_warp_end(o, 0), "oracle: warp slot 0: end of a slot that holds no warp");
  SAYS(WT_DIFF, wt_oracle_warp_end(o, 4), "oracle: warp slot 4: end of a slot that holds no warp");
  ck_assert(!wt_oracle_done(o, 0) && !wt_oracle_done(o, 4));
  for (size_t k = 0; k < sizeof t / sizeof *t; k++) {
    char text[100];
    snprintf(text, sizeof text, "%s\nEXIT\n", t[k].insn);
    n_code = 0, emit_text(text), start(WS);
    preset_addr(2, 4);
    issue(0, 0xfc), issue(1, 0xfc);
    ck_assert(!wt_oracle_done(o, 0));
    SAYS(WT_DIFF, wt_oracle_warp_end(o, 0), "oracle: warp slot 0: retired while lane 0 is at pc 0x0");
    wt_oracle_reset(o);
    start(WS);
    preset_addr(2, 4);
    issue(0, 0xfc);
    code[0] = op(0x918); /* the others do nothing */
    OK(wt_oracle_issue(o, 0, 16, 0xfc));
    wt_oracle_reset(o);
    n_code = 0;
    snprintf(text, sizeof text, "@P0 %s\nEXIT\n", t[k].insn);
    if (*t[k].insn == 'U') snprintf(text, sizeof text, "%s\nEXIT\n", t[k].insn);
    emit_text(text), start(WS);
    preset_addr(2, 4), *wt_oracle_pred(o, 0, 0) = 0xfc;
    issue(0, ALL), issue(1, ALL);
    ck_assert_int_eq(wt_oracle_done(o, 0), 1);
    SAYS(WT_DIFF, wt_oracle_warp_end(o, 0), t[k].said);
  }
}
END_TEST

/* Constants are what their bank holds when an instruction is met again after the bank has changed. */
START_TEST(banks_that_change) {
  uint8_t bank[8] = {1, 0, 0, 0, 2, 0, 0, 0};
  emit_text("IADD3 R4, RZ, -c[0x5][0x4], RZ\nFADD R5, RZ, |c[0x5][0x0]|\nBRA 0x0\n");
  OK(wt_oracle_set_const(o, 5, bank, 8));
  start(WS);
  issue(0, ALL), wb(4, ALL), issue(1, ALL), wb(5, ALL), issue(2, ALL);
  ck_assert(reg(4)[3] == (uint32_t)-2 && reg(5)[3] == 1);
  bank[4] = 7, bank[3] = 0xc0;
  OK(wt_oracle_set_const(o, 5, bank, 8));
  issue(0, ALL), wb(4, ALL), issue(1, ALL);
  ck_assert(reg(4)[3] == (uint32_t)-7 && reg(5)[3] == 0x40000001);
}
END_TEST

int main(void) {
  Suite *s = suite_create("wt_oracle_told");
  TCase *t = tcase_create("told"), *m = tcase_create("memory");
  tcase_add_test(m, sizes);
  tcase_add_test(m, without_memory);
  tcase_add_test(m, accesses_without_memory);
  tcase_add_checked_fixture(t, setup, teardown);
  tcase_add_test(t, slots_that_are_not_there);
  tcase_add_test(t, slots_that_begin_again);
  tcase_add_test(t, threads_of_a_cta);
  tcase_add_test(t, issues_that_are_wrong);
  tcase_add_test(t, results_on_their_way);
  tcase_add_test(t, write_backs_that_are_wrong);
  tcase_add_test(t, neighbours_of_a_write_back);
  tcase_add_test(t, accesses_that_are_wrong);
  tcase_add_test(t, fences_of_each_space);
  tcase_add_test(t, accesses_by_line);
  tcase_add_test(t, lines_of_local_memory);
  tcase_add_test(t, many_accesses);
  tcase_add_test(t, ends_that_are_wrong);
  tcase_add_test(t, banks_that_change);
  suite_add_tcase(s, m);
  suite_add_tcase(s, t);
  return suite_run(s);
}
