/* test_wt_oracle_books.c - the oracle's books of meetings (docs/isa/oracle.md, "Meetings") at B registers and WARPSYNC, instruction by instruction: which lanes may issue, and what is
 * said of those that may not. M1 to M7 and L1 to L5 are the rules there.
 */
#include "oracle/wt_oracle_meet.h"
#include "oracle_kit.h"
#include "tests/suite.h"

/* One mask a warp, a mask a lane, one mask whose release may come late. */
static const wt_oracle_rules of_warp = {.kind = WT_MEET_MASKS, .bx_regs = 16}, of_lane = {.kind = WT_MEET_MASKS, .bx_regs = 16, .per_lane = 1},
                             late = {.kind = WT_MEET_MASKS, .bx_regs = 16, .late = 1};
static wt_oracle_rules changed(wt_oracle_rules r, int yields, int force, int whole) {
  r.yields = yields, r.force = force, r.whole = whole;
  return r;
}
/* P0 holds in lanes 0 to 3, P1 in 4 and 5, P2 in 0, 1, 4 and 5, P3 in 7. */
static void begin(const wt_oracle_rules *r, const char *text) {
  n_code = 0;
  emit_text(text);
  OK(wt_oracle_set_rules(o, r));
  start(2 * WS);
  for (unsigned s = 0; s < 2; s++) {
    *wt_oracle_pred(o, s, 0) = 0x0f, *wt_oracle_pred(o, s, 1) = 0x30, *wt_oracle_pred(o, s, 2) = 0x33, *wt_oracle_pred(o, s, 3) = 0x80;
  }
}
#define NO(insn, lanes, text) FAILS(WT_DIFF, wt_oracle_issue(o, 0, (insn)*16, lanes), text)
static const wt_oracle_rules *const kinds[] = {&of_warp, &of_lane, &late};

/* Two sides of a branch in a region. */
#define REGION "BSSY B0, 0x60\n@P0 BRA 0x40\nNOP\nBRA 0x50\nNOP\nBSYNC B0\nNOP\nNOP\nBRA 0x0\n"

/* M1, M2 */
START_TEST(a_path_stays_together) {
  for (unsigned k = 0; k < 3; k++) {
    begin(kinds[k], REGION);
    NO(0, 0x7f, "oracle: warp slot 0 pc 0x0: lanes 7f issue without lanes 80 (lane 7 is at pc 0x0), which are on the same path");
    issue(0, ALL), issue(1, ALL);
    NO(2, 0x70, "pc 0x20: lanes 70 issue without lanes 80 (lane 7 is at pc 0x20), which are on the same path");
    issue(2, 0xf0);
    NO(4, 0x01, "pc 0x40: lanes 1 issue without lanes e (lane 1 is at pc 0x40), which are on the same path");
    NO(4, 0x0e, "pc 0x40: lanes e issue without lanes 1 (lane 0 is at pc 0x40), which are on the same path");
    issue(4, 0x0f), issue(3, 0xf0);
    NO(5, 0x1f, "lanes 1f issue without lanes e0 (lane 5 is at pc 0x50), which are on the same path");
    OK(wt_oracle_issue(o, 1, 0, ALL)); /* the other warp has books of its own */
  }
}
END_TEST

/* Lanes that a branch takes and lanes that it does not are two paths, wherever it leads; so are the targets of an indirect one. */
START_TEST(where_paths_part) {
  begin(&of_warp, "@P0 BRA 0x10\nNOP\nBRX R4, 0x0\nNOP\nNOP\nCALL.REL.NOINC P1, 0x60\nNOP\nNOP\n");
  issue(0, ALL);
  issue(1, 0x0f), issue(1, 0xf0);
  preset(4, 0x30, 0), wt_oracle_reg(o, 0, 4)[1] = wt_oracle_reg(o, 0, 4)[2] = 0x40;
  issue(2, 0x0f);
  NO(3, 0x01, "lanes 1 issue without lanes 8 (lane 3 is at pc 0x30), which are on the same path");
  NO(4, 0x02, "lanes 2 issue without lanes 4 (lane 2 is at pc 0x40)");
  issue(3, 0x09), issue(4, 0x06), issue(4, 0x09);
  issue(2, 0xf0), issue(3, 0xf0), issue(4, 0xf0), issue(5, 0xf0);
  NO(6, 0x10, "lanes 10 issue without lanes 20");
  issue(6, 0xc0), issue(6, 0x30), issue(7, 0xc0), issue(7, 0x30);
  begin(&of_warp, "@P3 EXIT\nBRA !PT, 0x0\nNOP\n");
  issue(0, ALL);
  NO(1, 0x3f, "lanes 3f issue without lanes 40");
  issue(1, 0x7f), issue(2, 0x7f); /* a branch that nobody takes parts nothing, and who has ended is not missed */
}
END_TEST

/* M3, M4: nobody goes on before all of the mask have come; then they are one path. */
START_TEST(a_mask_is_waited_for) {
  for (unsigned k = 0; k < 2; k++) {
    begin(kinds[k], REGION);
    issue(0, ALL), issue(1, ALL), issue(2, 0xf0), issue(3, 0xf0), issue(5, 0xf0);
    NO(6, 0xf0,
       "oracle: warp slot 0 pc 0x60: lanes f0 go on from the BSYNC of B0 and leave behind lanes f of its mask ff (lane 0 is at pc 0x40, it has not "
       "come)");
    issue(4, 0x0f), issue(5, 0x0f);
    NO(6, 0x0f, "pc 0x60: lanes f issue without lanes f0 (lane 4 is at pc 0x60), which the BSYNC of B0 has released together with them");
    issue(6, ALL);
    NO(7, 0x7f, "which are on the same path");
    issue(7, ALL);
    issue(8, ALL), issue(0, ALL), issue(1, ALL), issue(2, 0xf0), issue(4, 0x0f), issue(3, 0xf0), issue(5, 0xf0), issue(5, 0x0f),
      issue(6, ALL); /* and again */
  }
}
END_TEST

/* A mask is used up when it was complete: who comes later falls through, and a BSYNC without a mask does not wait. */
START_TEST(a_mask_is_used_up) {
  for (unsigned k = 0; k < 2; k++) {
    begin(kinds[k], "BSYNC B3\nBSSY B3, 0x40\nBSYNC B3\nBSYNC B3\nNOP\n@P0 BRA 0x50\nNOP\n");
    for (unsigned i = 0; i < 5; i++) issue(i, ALL);
  }
  begin(&of_lane, "@P0 BSSY B3, 0x20\nBSYNC B3\nNOP\n"); /* lanes that see no mask do not wait */
  issue(0, ALL), issue(1, ALL);
  NO(2, 0x8f, "lanes 8f issue without lanes 70");
  issue(2, 0xf0), issue(2, 0x0f);
}
END_TEST

/* Threads that end are missed no longer. */
START_TEST(who_ends_completes_a_mask) {
  for (unsigned k = 0; k < 2; k++) {
    begin(kinds[k], "BSSY B0, 0x60\n@P0 BRA 0x40\nBRA 0x50\nNOP\n@P2 EXIT\nBSYNC B0\nNOP\n");
    issue(0, ALL), issue(1, ALL), issue(2, 0xf0), issue(5, 0xf0);
    issue(4, 0x0f); /* 0 and 1 end */
    NO(6, 0xf0, "leave behind lanes c of its mask ff (lane 2 is at pc 0x50, it has not come)");
    issue(5, 0x0c);
    NO(6, 0xf0, "issue without lanes c");
    issue(6, 0xfc);
    begin(kinds[k], "BSSY B0, 0x60\n@P0 BRA 0x40\nBRA 0x50\nNOP\nEXIT\nBSYNC B0\nNOP\n");
    issue(0, ALL), issue(1, ALL), issue(2, 0xf0), issue(5, 0xf0);
    issue(4, 0x0f); /* the last ones */
    issue(6, 0xf0);
  }
}
END_TEST

/* M3: BREAK takes the lanes that execute it out of the mask; a mask that nobody is missing in lets its lanes go. */
START_TEST(breaks) {
#define BREAKS "BSSY B0, 0x60\n@P0 BRA 0x40\nBSYNC B0\nNOP\n@P2 BREAK B0\nBSYNC B0\nNOP\nNOP\n"
  for (unsigned k = 0; k < 2; k++) {
    begin(kinds[k], BREAKS);
    issue(0, ALL), issue(1, ALL), issue(2, 0xf0);
    issue(4, 0x0f);
    NO(3, 0xf0, "leave behind lanes c of its mask fc (lane 2 is at pc 0x50, it has not come)");
    issue(5, 0x0f); /* 0 and 1 do not wait; 2 and 3 complete it */
    NO(6, 0x01, "lanes 1 issue without lanes 2 (lane 1 is at pc 0x60), which are on the same path");
    issue(6, 0x03);
    NO(6, 0x04, "without lanes 8 (lane 3 is at pc 0x60), which the BSYNC of B0 has released together with them");
    NO(3, 0x70, "without lanes 80 (lane 7 is at pc 0x30), which the BSYNC of B0 has released together with them");
    issue(3, 0xf0), issue(6, 0x0c);
    begin(kinds[k], "BSSY B0, 0x60\n@P0 BRA 0x40\nBSYNC B0\nNOP\nBREAK B0\nNOP\nNOP\n");
    issue(0, ALL), issue(1, ALL), issue(2, 0xf0);
    NO(3, 0xf0, "leave behind lanes f of its mask ff");
    issue(4, 0x0f); /* all who are missing leave it: it is complete */
    issue(3, 0xf0), issue(5, 0x0f);
  }
}
END_TEST

/* L3 and a view a lane: BSSY of one side makes a new mask for all, or for its own lanes. */
START_TEST(whose_mask) {
#define TWICE "BSSY B0, 0x60\n@P0 BRA 0x40\nBSYNC B0\nNOP\nBSSY B0, 0x60\nBSYNC B0\nNOP\n"
  begin(&of_lane, TWICE);
  issue(0, ALL), issue(1, ALL), issue(2, 0xf0), issue(4, 0x0f);
  NO(3, 0xf0, "leave behind lanes f of its mask ff (lane 0 is at pc 0x50, it has not come)");
  issue(5, 0x0f); /* of their own mask: complete */
  issue(6, 0x0f);
  NO(3, 0xf0, "leave behind lanes f of its mask ff (lane 0 is at pc 0x70");
  begin(&of_warp, TWICE);
  issue(0, ALL), issue(1, ALL), issue(2, 0xf0), issue(4, 0x0f);
  issue(3, 0x10); /* the mask is another one: who waits and is not in it is promised nothing */
  issue(5, 0x0f);
  issue(6, 0x0f), issue(3, 0xe0);
}
END_TEST

/* M3: BMOV.CLEAR ends the mask of Bn, BMOV Bn makes it what the register says without the lanes that have ended, 0 none; M7: what is read. */
START_TEST(masks_in_registers) {
#define SPILL "BSSY B0, 0xa0\nBMOV.32.CLEAR R4, B0\nBMOV.32 R5, B0\nBSYNC B0\nBMOV.32 B0, R4\n@P0 BRA 0x80\nBSYNC B0\nNOP\n@P2 EXIT\nBSYNC B0\nNOP\n"
  for (unsigned k = 0; k < 2; k++) {
    begin(kinds[k], SPILL);
    issue(0, ALL), issue(1, ALL);
    ck_assert_uint_eq(reg(4)[6], 0xff);
    FAILS(WT_DIFF, wt_oracle_wb_reg(o, 0, 4, ALL, reg(20)), "R4 expected 000000ff"); /* nothing is taken over */
    wb(4, ALL);
    issue(2, ALL);
    ck_assert_uint_eq(reg(5)[6], 0);
    wb(5, ALL);
    issue(3, ALL), issue(4, ALL), issue(5, ALL); /* no mask: nobody waits */
    issue(6, 0xf0);
    NO(7, 0xf0, "leave behind lanes f of its mask ff (lane 0 is at pc 0x80");
    issue(8, 0x0f), issue(9, 0x0c);
    issue(7, 0xf0);
    begin(kinds[k], "BSSY B0, 0x40\n@P0 EXIT\nBMOV.32 R5, B0\nBMOV.32 B0, RZ\nBSYNC B0\nNOP\n");
    issue(0, ALL), issue(1, ALL), issue(2, 0xf0);
    ck_assert_uint_eq(reg(5)[6], 0xf0); /* without those that have ended */
    issue(3, 0xf0), issue(4, 0xf0), issue(5, 0xf0);
    begin(kinds[k], "@P0 EXIT\nBMOV.32 B0, R4\n@P1 BRA 0x40\nBSYNC B0\nBSYNC B0\nNOP\n");
    preset(4, 0x3f, 0);
    issue(0, ALL), issue(1, 0xf0), issue(2, 0xf0);
    issue(3, 0xc0); /* 6 and 7 are not in it */
    issue(4, 0xc0);
    issue(4, 0x30), issue(5, 0x30);
  }
  begin(&late, "BSSY B0, 0x40\nBMOV.32 R5, B0\nNOP\n");
  issue(0, ALL), issue(1, ALL);
  OK(wt_oracle_wb_reg(o, 0, 5, ALL, reg(20))); /* the machine's value: L5 */
}
END_TEST

/* Of the registers of a warp the lowest lane that executes counts, of a lane each its own. */
START_TEST(each_lane_restores_its_own) {
  begin(&of_lane, "@P0 BMOV.32 B5, R4\n@!P0 BMOV.32 B5, R4\nBMOV.32 R6, B5\n@P0 BRA 0x50\nBSYNC B5\nBSYNC B5\nNOP\nNOP\n");
  preset(4, 0x0f, 0);
  for (unsigned l = 4; l < WS; l++) wt_oracle_reg(o, 0, 4)[l] = l < 6 ? 0x30 : 0xc0;
  issue(0, ALL), issue(1, ALL), issue(2, ALL);
  ck_assert_uint_eq(reg(6)[7], 0x0f); /* what the lowest lane of the path sees */
  wb(6, ALL);
  issue(3, ALL);
  issue(4, 0xf0); /* two masks, both complete at once: two groups that the same BSYNC releases */
  issue(5, 0x30);
  NO(5, 0x40, "without lanes 80");
  issue(5, 0xc0), issue(5, 0x0f);
  begin(&of_warp, "BMOV.32 B5, R4\n@P0 BRA 0x40\nBSYNC B5\nNOP\nBSYNC B5\nNOP\n");
  preset(4, 0xff, 0), wt_oracle_reg(o, 0, 4)[0] = 0xf0;
  issue(0, ALL), issue(1, ALL);
  issue(4, 0x0f), issue(5, 0x0f); /* not in it */
  issue(2, 0xf0), issue(3, 0xf0);
}
END_TEST

/* Of a warp that is the second part of one of 32: masks are those of its place there. */
START_TEST(masks_of_a_place) {
  for (unsigned k = 0; k < 2; k++) {
    begin(kinds[k], "@P0 EXIT\nBSSY B0, 0x30\nBMOV.32 R5, B0\nBSYNC B0\nNOP\n");
    wt_oracle_set_places(o, 1);
    start(2 * WS);
    for (unsigned s = 0; s < 2; s++) {
      *wt_oracle_pred(o, s, 0) = 0x0f;
      for (unsigned i = 0; i < 3; i++) OK(wt_oracle_issue(o, s, i * 16, i ? 0xf0 : ALL));
      ck_assert_uint_eq(wt_oracle_reg(o, s, 5)[4], s ? 0xf000 : 0xf0);
      ck_assert_uint_eq(wt_oracle_reg(o, s, 5)[0], 0);
    }
    wt_oracle_set_places(o, 0);
  }
}
END_TEST

/* BMOV Bn, R while others wait there: what it brings may complete the mask of the warp. */
START_TEST(a_restored_mask_may_be_complete) {
  begin(&of_warp, "BSSY B0, 0x60\n@P0 BRA 0x40\nBSYNC B0\nNOP\nBMOV.32 B0, R4\nNOP\nNOP\n");
  preset(4, 0xf0, 0);
  issue(0, ALL), issue(1, ALL), issue(2, 0xf0);
  NO(3, 0xf0, "leave behind lanes f");
  issue(4, 0x0f);
  NO(3, 0x70, "which the BSYNC of B0 has released together with them");
  issue(3, 0xf0);
}
END_TEST

/* L1: with the licence who has yielded counts as arrived until it issues; without it is named as such. */
START_TEST(yields) {
#define YIELDS "BSSY B0, 0x60\n@P0 BRA 0x40\nBSYNC B0\nNOP\nYIELD\nNOP\nNOP\n"
  for (unsigned k = 0; k < 2; k++)
    for (int licence = 0; licence < 2; licence++) {
      wt_oracle_rules r = changed(*kinds[k], licence, 0, 0);
      begin(&r, YIELDS);
      issue(0, ALL), issue(1, ALL), issue(4, 0x0f), issue(2, 0xf0);
      if (licence) issue(3, 0xf0);
      else NO(3, 0xf0, "leave behind lanes f of its mask ff (lane 0 is at pc 0x50, it has yielded)");
      begin(&r, YIELDS);
      issue(0, ALL), issue(1, ALL), issue(2, 0xf0), issue(4, 0x0f); /* the other order */
      if (licence) issue(3, 0xf0);
      else NO(3, 0xf0, "it has yielded");
      begin(&r, YIELDS);
      issue(0, ALL), issue(1, ALL), issue(4, 0x0f), issue(5, 0x0f), issue(2, 0xf0); /* they have gone on since */
      NO(3, 0xf0, "it has not come");
      begin(&r, "BSSY B0, 0x60\n@P0 BRA 0x40\nBSYNC B0\nNOP\n@!PT YIELD\nNOP\nNOP\n");
      issue(0, ALL), issue(1, ALL), issue(4, 0x0f), issue(2, 0xf0);
      NO(3, 0xf0, "it has not come"); /* nobody executed it */
      begin(&r, "BSSY B0, 0x60\n@P0 BRA 0x40\nBSYNC B0\nNOP\n@P2 NANOSLEEP 0x1\nNOP\nNOP\n");
      issue(0, ALL), issue(1, ALL), issue(4, 0x0f), issue(2, 0xf0); /* the whole path yields where some of its lanes sleep */
      if (licence) issue(3, 0xf0);
      else NO(3, 0xf0, "it has yielded");
      begin(&r, "NOP\nYIELD\nWARPSYNC 0xff\nNOP\n"); /* never for WARPSYNC; a path that yields stays one */
      issue(0, ALL), issue(1, ALL);
      NO(2, 0x7f, "without lanes 80");
      issue(2, ALL), issue(3, ALL);
    }
}
END_TEST

/* L4: lanes that came to a BSYNC together leave it together, whoever of them is in the mask. */
START_TEST(who_came_together_leaves_together) {
  for (int whole = 0; whole < 2; whole++) {
    wt_oracle_rules r = changed(of_warp, 0, 0, whole);
    begin(&r, "BSSY B0, 0x70\n@P0 BRA 0x50\nBSYNC B0\nNOP\nNOP\nBMOV.32 B0, R4\nBSYNC B0\nNOP\n");
    preset(4, 0x3f, 0);
    issue(0, ALL), issue(1, ALL), issue(2, 0xf0), issue(5, 0x0f); /* 6 and 7 wait, and are not in the mask any more */
    if (whole) NO(3, 0xc0, "without lanes 30");
    else issue(3, 0x40);
    begin(&r, "BSSY B0, 0x70\n@P0 BRA 0x50\nBSYNC B0\nNOP\nNOP\nBMOV.32 B0, R4\nBSYNC B0\nNOP\n");
    preset(4, 0x3f, 0);
    issue(0, ALL), issue(1, ALL), issue(2, 0xf0), issue(5, 0x0f), issue(6, 0x0f);
    if (whole) issue(3, 0xf0), issue(7, 0x0f);
    else issue(3, 0x80), issue(3, 0x40), issue(3, 0x30), issue(7, 0x0f);
  }
}
END_TEST

/* L5: a complete mask may wait for its turn, and is looked at when its lanes issue; a BSYNC without a mask waits as well. */
START_TEST(a_late_release) {
#define GO "BSSY B0, 0x60\n@P0 BRA 0x40\nBSYNC B0\nNOP\nEXIT\nNOP\nNOP\n"
  for (unsigned whole = 0; whole < 2; whole++) { /* an error leaves the books as they are: each from the beginning */
    begin(&late, REGION);
    issue(0, ALL), issue(1, ALL), issue(2, 0xf0), issue(3, 0xf0), issue(5, 0xf0);
    if (!whole) NO(6, 0xf0, "leave behind lanes f of its mask ff (lane 0 is at pc 0x40, it has not come)");
    if (!whole) begin(&late, REGION), issue(0, ALL), issue(1, ALL), issue(2, 0xf0), issue(3, 0xf0), issue(5, 0xf0);
    issue(4, 0x0f), issue(5, 0x0f);
    if (whole) issue(6, ALL), issue(7, ALL);
    else NO(6, 0x0f, "without lanes f0 (lane 4 is at pc 0x60), which the BSYNC of B0 has released together with them");
    begin(&late, GO);
    issue(0, ALL), issue(1, ALL), issue(2, 0xf0);
    if (!whole) NO(3, 0xf0, "leave behind lanes f");
    if (!whole) begin(&late, GO), issue(0, ALL), issue(1, ALL), issue(2, 0xf0);
    issue(4, 0x0f);
    if (whole) issue(3, 0xf0), issue(4, 0xf0);
    else NO(3, 0x30, "without lanes c0");
  }
}
END_TEST

/* Registers that the unit does not have promise nothing. */
START_TEST(registers_that_are_not_there) {
  wt_oracle_rules r = of_warp;
  r.bx_regs = 6;
  begin(&r, "BSSY B6, 0x60\n@P0 BRA 0x40\nBSYNC B6\nNOP\nNOP\nNOP\nNOP\n");
  issue(0, ALL), issue(1, ALL), issue(2, 0xf0), issue(3, 0xf0);
  r.bx_regs = 7;
  begin(&r, "BSSY B6, 0x60\n@P0 BRA 0x40\nBSYNC B6\nNOP\nNOP\nNOP\nNOP\n");
  issue(0, ALL), issue(1, ALL), issue(2, 0xf0);
  NO(3, 0xf0, "go on from the BSYNC of B6 and leave behind");
  r = (wt_oracle_rules){.kind = WT_MEET_MASKS, .alone = 1}; /* paths alone: also behind a WARPSYNC */
  begin(&r, "BSSY B0, 0x60\n@P0 BRA 0x40\nBSYNC B0\nWARPSYNC 0xff\nNOP\nWARPSYNC 0xff\nNOP\n");
  issue(0, ALL), issue(1, ALL), issue(2, 0xf0), issue(3, 0xf0), issue(4, 0x0f), issue(5, 0x0f);
  NO(6, 0x07, "lanes 7 issue without lanes 8 (lane 3 is at pc 0x60), which are on the same path");
  issue(6, 0x0f), issue(4, 0xf0);
  OK(wt_oracle_set_rules(o, NULL)); /* nothing is checked */
  start(WS);
  issue(0, 0x01), issue(0, 0xfe);
  r = (wt_oracle_rules){.kind = WT_MEET_OFF, .bx_regs = 16};
  begin(&r, REGION);
  issue(0, 0x01), issue(0, 0xfe);
}
END_TEST

/* M6: lanes that leave WARPSYNC with the same mask at the same pc are one path. */
START_TEST(who_synced_together) {
  for (unsigned k = 0; k < 3; k++) {
    begin(kinds[k], "@P0 BRA 0x30\nNOP\nNOP\nWARPSYNC 0xff\nNOP\nNOP\n");
    issue(0, ALL), issue(3, 0x0f);
    ck_assert_uint_eq(wt_oracle_waiting(o, 0), 0x0f);
    issue(1, 0xf0), issue(2, 0xf0), issue(3, 0xf0);
    NO(4, 0x0f, "pc 0x40: lanes f issue without lanes f0 (lane 4 is at pc 0x40), which their WARPSYNC has released together with them");
    issue(4, ALL);
    NO(5, 0x0f, "which are on the same path");
    begin(kinds[k], "@P0 BRA 0x30\nWARPSYNC 0xff\nNOP\nWARPSYNC 0xff\nNOP\n"); /* at two places: two paths */
    issue(0, ALL), issue(3, 0x0f), issue(1, 0xf0);
    NO(4, 0x07, "which their WARPSYNC has released together with them");
    issue(4, 0x0f);
    NO(2, 0x70, "which their WARPSYNC has released together with them");
    issue(2, 0xf0);
    begin(kinds[k], "WARPSYNC R4\nNOP\n@P0 BRA 0x40\nNOP\nWARPSYNC R4\nNOP\n"); /* two masks at one place */
    preset(4, 0x0f, 0);
    for (unsigned l = 4; l < WS; l++) wt_oracle_reg(o, 0, 4)[l] = 0xf0;
    issue(0, ALL);                             /* the mask of lane 0; the others wait with it, and none is missing */
    NO(1, 0x0f, "which are on the same path"); /* so the path stays one */
    issue(1, ALL), issue(2, ALL), issue(4, 0x0f), issue(3, 0xf0), issue(4, 0xf0);
    issue(5, 0x0f), issue(5, 0xf0);
    begin(kinds[k], "@P0 BRA 0x30\n@P1 BRA 0x30\nEXIT\nWARPSYNC 0xff\nNOP\n"); /* lanes that end complete it */
    issue(0, ALL), issue(1, 0xf0), issue(3, 0x0f), issue(3, 0x30);
    ck_assert_uint_eq(wt_oracle_waiting(o, 0), 0x3f);
    issue(2, 0xc0);
    NO(4, 0x0f, "without lanes 30 (lane 4 is at pc 0x40), which their WARPSYNC has released together with them");
    issue(4, 0x3f);
    begin(kinds[k], "@P0 BRA 0x20\nNOP\nWARPSYNC 0x3f\nNOP\n"); /* lanes that are not in the mask wait as well */
    issue(0, ALL), issue(2, 0x0f), issue(1, 0xf0), issue(2, 0xf0);
    if (k < 2) NO(3, 0x3f, "without lanes c0");
    else issue(3, 0x3f), issue(3, 0x40), issue(3, 0x80);
    begin(kinds[k], "@P0 WARPSYNC 0xff\nWARPSYNC 0xff\nNOP\n"); /* the guard parts a path only if the others have to be waited for */
    issue(0, ALL);
    NO(1, 0xff, "waits at WARPSYNC ff");
    NO(1, 0x70, "without lanes 80");
    issue(1, 0xf0), issue(2, 0xf0);
    begin(kinds[k], "@P0 WARPSYNC 0xf\nNOP\n");
    issue(0, ALL);
    NO(1, 0x0f, "which are on the same path");
  }
}
END_TEST

/* At a barrier of the CTA lanes part from those that go on, not where they only arrive. */
START_TEST(barriers_part_paths) {
  for (unsigned k = 0; k < 3; k++) {
    begin(kinds[k], "@P0 BAR.ARV 0x1, 0x10\nNOP\n@P0 BAR.SYNC 0x2\nNOP\n");
    issue(0, ALL);
    NO(1, 0x0f, "which are on the same path");
    issue(1, ALL), issue(2, ALL);
    issue(3, 0xf0);
    NO(3, 0x0f, "waits at barrier 2");
    for (unsigned i = 0; i < 3; i++) OK(wt_oracle_issue(o, 1, 16 * i, ALL));
    OK(wt_oracle_issue(o, 1, 48, 0xf0));
    begin(kinds[k], "BAR.SYNC 0x2\nNOP\n");
    issue(0, ALL), OK(wt_oracle_issue(o, 1, 0, ALL));
    NO(1, 0x0f, "which are on the same path");
  }
}
END_TEST

/* M5, L2: a wait is cut only where it may be, and only when no lane of the warp can run; then those with the lowest pc go, as one path, and the masks stay. */
START_TEST(cuts) {
#define CUT "BSSY B0, 0x70\n@P0 BRA 0x50\nBSYNC B0\nNOP\nNOP\n@P2 BAR.SYNC 0x1\nBSYNC B0\nNOP\n"
  for (unsigned k = 0; k < 2; k++) {
    wt_oracle_rules r = changed(*kinds[k], 0, 1, 0), never = changed(*kinds[k], 0, 0, 0);
    begin(&never, CUT);
    issue(0, ALL), issue(1, ALL), issue(2, 0xf0);
    FAILS(WT_DIFF, wt_oracle_forced(o, 0), "oracle: warp slot 0: a wait at a B register was cut, which this mode does not allow");
    begin(&r, CUT);
    issue(0, ALL), issue(1, ALL), issue(2, 0xf0);
    FAILS(WT_DIFF, wt_oracle_forced(o, 0), "a wait at a B register was cut (lanes f0 wait) although lanes f can run (lane 0, pc 0x50)");
    issue(5, 0x0f);
    FAILS(WT_DIFF, wt_oracle_forced(o, 0), "(lanes f0 wait) although lanes c can run (lane 2, pc 0x60)");
    issue(6, 0x0c); /* they wait as well; 0 and 1 at the barrier */
    NO(3, 0xf0, "leave behind lanes 3 of its mask ff");
    OK(wt_oracle_forced(o, 0));
    NO(3, 0x70, "without lanes 80 (lane 7 is at pc 0x30), which the BSYNC of B0 has released together with them");
    NO(7, 0x0c, "leave behind lanes f3 of its mask ff");
    issue(3, 0xf0);
    OK(wt_oracle_issue(o, 1, 0, ALL)), OK(wt_oracle_issue(o, 1, 16, ALL)), OK(wt_oracle_issue(o, 1, 80, 0x0f)), OK(wt_oracle_issue(o, 1, 96, 0x0c));
    FAILS(WT_DIFF, wt_oracle_forced(o, 0),
          "warp slot 1: a wait at a B register was cut (lanes c wait) although lanes f0 can run"); /* the warp that stopped last */
    /* who has yielded, or waits at a WARPSYNC, cannot run either */
    begin(&r, "BSSY B0, 0x70\n@P0 BRA 0x40\nBSYNC B0\nNOP\n@P2 BRA 0x70\nYIELD\nNOP\nWARPSYNC 0xff\nNOP\n");
    issue(0, ALL), issue(1, ALL), issue(2, 0xf0), issue(4, 0x0f), issue(5, 0x0c);
    FAILS(WT_DIFF, wt_oracle_forced(o, 0), "although lanes 3 can run (lane 0, pc 0x70)");
    issue(7, 0x03);
    OK(wt_oracle_forced(o, 0));
    issue(3, 0xf0);
    begin(&r, "BAR.SYNC 0x1\nNOP\n"); /* nobody waits at a register */
    issue(0, ALL);
    OK(wt_oracle_forced(o, 0));
  }
  const wt_oracle_rules points = {.kind = WT_MEET_POINTS}, none = {.kind = 0};
  begin(&points, "NOP\n");
  OK(wt_oracle_forced(o, 0));
  begin(&none, "NOP\n");
  OK(wt_oracle_forced(o, 0));
}
END_TEST

/* A cut is that of the warp with the last instruction that ends a path of lanes that execute it: a barrier, a yield, an end, but no branch. */
START_TEST(whose_cut) {
  static const struct {
    const char *insn;
    unsigned stops;
  } t[] = {{"NOP", 0},
           {"@P0 BRA 0x20", 0},
           {"CALL.REL.NOINC 0x10", 0},
           {"CALL.REL.NOINC R4, 0x0", 0},
           {"CALL.ABS.NOINC R4, 0x0", 0},
           {"RET.REL.NODEC R4, 0x0", 0},
           {"BRX R4, 0x0", 0},
           {"BAR.ARV 0x1, 0x10", 0},
           {"BAR.SYNC 0x1", 1},
           {"BAR.RED.POPC 0x1, P0", 1},
           {"BAR.SYNC 0x1, 0x10", 1},
           {"@!PT BAR.SYNC 0x1", 0},
           {"WARPSYNC 0x1", 1},
           {"WARPSYNC R4", 1},
           {"@!PT WARPSYNC 0x1", 0},
           {"YIELD", 1},
           {"NANOSLEEP 0x1", 1},
           {"NANOSLEEP R4", 1},
           {"@!PT NANOSLEEP 0x1", 0},
           {"BSYNC B0", 1},
           {"@!PT BSYNC B0", 0},
           {"BSSY B1, 0x20", 0},
           {"EXIT", 1},
           {"@!PT EXIT", 0}};
  const wt_oracle_rules never = changed(of_warp, 0, 0, 0);
  for (size_t k = 0; k < sizeof t / sizeof *t; k++) {
    char text[100], want[100];
    snprintf(text, sizeof text, "YIELD\nBSSY B0, 0x20\n%s\nNOP\n", t[k].insn);
    begin(&never, text);
    preset(4, 0x20, 0);
    issue(0, ALL), issue(1, ALL);
    OK(wt_oracle_issue(o, 1, 0, ALL));
    issue(2, ALL);
    snprintf(want, sizeof want, "oracle: warp slot %u: a wait", t[k].stops ? 0 : 1);
    FAILS(WT_DIFF, wt_oracle_forced(o, 0), want);
  }
}
END_TEST

/* A slot's next warp has nothing of the one before: no mask, no wait, no path. */
START_TEST(a_warp_begins_with_empty_books) {
  begin(&of_warp, "BSSY B0, 0x60\n@P0 BRA 0x40\nBSYNC B0\nNOP\nNOP\nEXIT\nNOP\n");
  issue(0, ALL), issue(1, ALL), issue(2, 0xf0), issue(4, 0x0f), issue(5, 0x0f);
  issue(3, 0xf0), issue(4, 0xf0), issue(5, 0xf0);
  OK(wt_oracle_warp_end(o, 0));
  OK(wt_oracle_warp_start(o, 0, 0, 0, 0x7f));
  NO(0, 0x3f, "without lanes 40");
  issue(0, 0x7f);
}
END_TEST

int main(void) {
  Suite *s = suite_create("wt_oracle_books");
  TCase *t = tcase_create("books");
  tcase_add_checked_fixture(t, setup, teardown);
  tcase_add_test(t, a_path_stays_together);
  tcase_add_test(t, where_paths_part);
  tcase_add_test(t, a_mask_is_waited_for);
  tcase_add_test(t, a_mask_is_used_up);
  tcase_add_test(t, who_ends_completes_a_mask);
  tcase_add_test(t, breaks);
  tcase_add_test(t, whose_mask);
  tcase_add_test(t, masks_in_registers);
  tcase_add_test(t, masks_of_a_place);
  tcase_add_test(t, each_lane_restores_its_own);
  tcase_add_test(t, a_restored_mask_may_be_complete);
  tcase_add_test(t, yields);
  tcase_add_test(t, who_came_together_leaves_together);
  tcase_add_test(t, a_late_release);
  tcase_add_test(t, registers_that_are_not_there);
  tcase_add_test(t, who_synced_together);
  tcase_add_test(t, barriers_part_paths);
  tcase_add_test(t, cuts);
  tcase_add_test(t, whose_cut);
  tcase_add_test(t, a_warp_begins_with_empty_books);
  suite_add_tcase(s, t);
  return suite_run(s);
}
