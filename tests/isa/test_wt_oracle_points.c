/* test_wt_oracle_points.c - the oracle's books of meetings (docs/isa/oracle.md, "Meetings") where branches, or regions of BSSY, reconverge: P1 to P6, L1 and L7 are the rules there.
 * The side band is given here, as a number of an instruction by instruction.
 */
#include "isa/wt_cfg.h"
#include "oracle/wt_oracle_meet.h"
#include "oracle_kit.h"
#include "tests/suite.h"

static uint32_t band[NCODE];
static wt_oracle_rules rules;
enum { NO_POINT = -1, RETURN = -2 };
static void point(unsigned insn, int at) { band[insn] = at == NO_POINT ? WT_CFG_NO_RPC : at == RETURN ? WT_CFG_RPC_RET : (uint32_t)at * 16; }
/* P0 holds in lanes 0 to 3, P1 in 0 and 1, P2 in 4 and 5, P3 in 0, 1, 4 and 5. */
static void begin(const char *text) {
  n_code = 0;
  emit_text(text);
  rules.kind = WT_MEET_POINTS, rules.rpc = band;
  OK(wt_oracle_set_rules(o, &rules));
  start(WS);
  *wt_oracle_pred(o, 0, 0) = 0x0f, *wt_oracle_pred(o, 0, 1) = 0x03, *wt_oracle_pred(o, 0, 2) = 0x30, *wt_oracle_pred(o, 0, 3) = 0x33;
}
#define NO(insn, lanes, text) FAILS(WT_DIFF, wt_oracle_issue(o, 0, (insn)*16, lanes), text)
static void without_points(void) {
  setup();
  rules = (wt_oracle_rules){.bx_regs = 16};
  for (unsigned k = 0; k < NCODE; k++) band[k] = WT_CFG_NO_RPC;
}

/* P1, P3, P4 */
#define SIDES "@P0 BRA 0x30\nNOP\nBRA 0x40\nNOP\nNOP\nNOP\n"
START_TEST(both_sides_meet) {
  point(0, 4);
  begin(SIDES);
  issue(0, ALL), issue(3, 0x0f);
  NO(4, 0x0f, "oracle: warp slot 0 pc 0x40: lanes f go on from their reconvergence point and leave behind lanes f0 (lane 4 is at pc 0x10)");
  issue(1, 0xf0);
  NO(4, 0x0f, "leave behind lanes f0 (lane 4 is at pc 0x20)");
  issue(2, 0xf0);
  NO(4, 0x0f, "pc 0x40: lanes f issue without lanes f0 (lane 4 is at pc 0x40), which met them at this reconvergence point");
  issue(4, ALL), issue(5, ALL);
  point(0, NO_POINT); /* without a point there is no promise */
  begin(SIDES);
  issue(0, ALL), issue(3, 0x0f), issue(4, 0x0f), issue(5, 0x0f), issue(1, 0xf0), issue(2, 0xf0), issue(4, 0xf0);
  rules.rpc = NULL;
  OK(wt_oracle_set_rules(o, &rules)); /* nobody knows a point */
  start(WS);
  *wt_oracle_pred(o, 0, 0) = 0x0f;
  issue(0, ALL), issue(3, 0x0f), issue(4, 0x0f), issue(5, 0x0f);
}
END_TEST

/* A branch that all take, or none, parts nothing and promises nothing. */
START_TEST(who_does_not_part_promises_nothing) {
  point(0, 2), point(1, 5);
  begin("@!PT BRA 0x40\n@PT BRA 0x30\nNOP\nNOP\n@P0 BRA 0x60\nNOP\nNOP\n");
  issue(0, ALL), issue(1, ALL), issue(3, ALL), issue(4, ALL), issue(5, 0xf0), issue(6, 0xf0), issue(6, 0x0f);
}
END_TEST

/* One side is at the point at once; the other comes from behind it. */
START_TEST(a_side_may_be_there_already) {
  point(0, 2), point(4, 2);
  begin("@P0 BRA 0x20\nNOP\nNOP\nNOP\nBRA 0x20\n");
  issue(0, ALL);
  NO(2, 0x0f, "leave behind lanes f0 (lane 4 is at pc 0x10)");
  issue(1, 0xf0);
  issue(2, ALL);
  point(0, 0); /* a loop that meets at its head */
  begin("@P0 BRA 0x0\nBRA 0x0\n");
  issue(0, ALL);
  NO(0, 0x0f, "leave behind lanes f0");
  issue(1, 0xf0), issue(0, ALL);
}
END_TEST

/* Points lie in each other: the inner one first, then all of it is on the way to the outer one. */
#define NESTED "@P0 BRA 0x40\nNOP\nNOP\nBRA 0x70\n@P1 BRA 0x60\nMOV R8, RZ\nMOV R9, RZ\nNOP\nNOP\n"
START_TEST(points_in_points) {
  point(0, 7), point(4, 6);
  begin(NESTED);
  issue(0, ALL), issue(4, 0x0f);
  NO(6, 0x03, "lanes 3 go on from their reconvergence point and leave behind lanes c (lane 2 is at pc 0x50)");
  issue(5, 0x0c);
  NO(6, 0x03, "lanes 3 issue without lanes c (lane 2 is at pc 0x60), which met them at this reconvergence point");
  issue(6, 0x0f);
  NO(7, 0x0f, "leave behind lanes f0 (lane 4 is at pc 0x10)");
  issue(1, 0xf0), issue(2, 0xf0), issue(3, 0xf0);
  issue(7, ALL), issue(8, ALL);
  /* P2: the same place is one promise; who is there waits for all */
  point(4, 7);
  begin(NESTED);
  issue(0, ALL), issue(4, 0x0f), issue(6, 0x03);
  NO(7, 0x03, "leave behind lanes fc (lane 2 is at pc 0x50)");
  issue(5, 0x0c), issue(6, 0x0c), issue(1, 0xf0);
  NO(7, 0x0f, "leave behind lanes f0 (lane 4 is at pc 0x20)");
  issue(2, 0xf0), issue(3, 0xf0), issue(7, ALL);
}
END_TEST

/* P4: who meets at the inner point may have come to the outer one as well. */
START_TEST(a_point_at_a_point) {
  point(0, 5), point(1, 4), point(4, 5);
  begin("@P0 BRA 0x40\n@P2 BRA 0x30\nBRA 0x40\nBRA 0x40\nBRA 0x50\nNOP\n");
  issue(0, ALL), issue(1, 0xf0), issue(2, 0xc0);
  NO(4, 0xc0, "leave behind lanes 30 (lane 4 is at pc 0x30)");
  issue(3, 0x30), issue(4, 0xf0);
  NO(5, 0xf0, "leave behind lanes f (lane 0 is at pc 0x40)");
  issue(4, 0x0f);
  issue(5, ALL);
}
END_TEST

/* Who ends is missed nowhere; when nobody is left to be missed the others go on. */
START_TEST(who_ends_is_not_missed) {
  point(0, 4);
  begin("@P0 BRA 0x30\n@P2 EXIT\nEXIT\nNOP\nNOP\nNOP\n");
  issue(0, ALL), issue(3, 0x0f);
  issue(1, 0xf0);
  NO(4, 0x0f, "leave behind lanes c0 (lane 6 is at pc 0x20)");
  issue(2, 0xc0);
  issue(4, 0x0f), issue(5, 0x0f);
  begin("@P0 BRA 0x30\nNOP\nBRA 0x40\nEXIT\nNOP\nNOP\n"); /* all of one side, before the other has come */
  issue(0, ALL), issue(3, 0x0f), issue(1, 0xf0), issue(2, 0xf0), issue(4, 0xf0);
  point(0, 4), point(1, 5);
  begin("@P0 BRA 0x30\n@P2 BRA 0x30\nEXIT\nEXIT\nNOP\nNOP\n"); /* a whole group, with the points that it had */
  issue(0, ALL), issue(1, 0xf0), issue(2, 0xc0), issue(3, 0x30), issue(3, 0x0f);
  ck_assert_int_eq(wt_oracle_done(o, 0), 1);
  point(0, 7), point(1, NO_POINT), point(4, 6);
  begin("@P0 BRA 0x40\nNOP\nNOP\nBRA 0x70\n@P1 BRA 0x80\nMOV R8, RZ\nMOV R9, RZ\nNOP\nEXIT\n"); /* who is left comes to both points */
  issue(0, ALL), issue(4, 0x0f), issue(8, 0x03), issue(5, 0x0c), issue(6, 0x0c);
  NO(7, 0x0c, "leave behind lanes f0 (lane 4 is at pc 0x10)");
}
END_TEST

/* Functions: the point of a call that not all do lies behind it, at the depth of the caller. */
START_TEST(calls) {
  begin("@P0 CALL.REL.NOINC 0x40\nNOP\nNOP\nEXIT\nNOP\nRET.REL.NODEC R4, 0x0\n");
  preset(4, 0x10, 0), preset(5, 0, 0);
  issue(0, ALL);
  NO(1, 0xf0, "lanes f0 go on from their reconvergence point and leave behind lanes f (lane 0 is at pc 0x40)");
  issue(4, 0x0f), issue(5, 0x0f);
  NO(1, 0xf0, "which met them at this reconvergence point");
  issue(1, ALL), issue(2, ALL);
  /* a pc of the point at another depth is not the point: a function that calls itself */
  point(1, 3);
  begin("CALL.REL.NOINC 0x10\n@P0 BRA 0x30\nCALL.REL.NOINC 0x30\nNOP\nNOP\nNOP\n");
  issue(0, ALL), issue(1, ALL), issue(2, 0xf0);
  issue(3, 0xf0); /* deeper */
  NO(3, 0x0f, "leave behind lanes f0 (lane 4 is at pc 0x40)");
}
END_TEST

/* P1, P5: a RET of some lanes makes the point where their function returns to, which the first who returns tells. */
START_TEST(returns) {
#define FUNCTION "CALL.REL.NOINC 0x40\nNOP\nNOP\nNOP\n@P0 RET.REL.NODEC R4, 0x0\nNOP\nRET.REL.NODEC R4, 0x0\n"
  begin(FUNCTION);
  preset(4, 0x10, 0);
  issue(0, ALL), issue(4, ALL);
  NO(1, 0x0f, "lanes f go on from their reconvergence point and leave behind lanes f0 (lane 4 is at pc 0x50)");
  issue(5, 0xf0), issue(6, 0xf0);
  NO(1, 0x0f, "which met them at this reconvergence point");
  issue(1, ALL);
  begin(FUNCTION); /* who returns elsewhere is not waited for */
  preset(4, 0x10, 0);
  for (unsigned l = 4; l < WS; l++) wt_oracle_reg(o, 0, 4)[l] = l < 6 ? 0x10 : 0x20;
  issue(0, ALL), issue(4, ALL), issue(5, 0xf0), issue(6, 0xf0);
  NO(1, 0x0f, "issue without lanes 30 (lane 4 is at pc 0x10), which met them at this reconvergence point");
  issue(2, 0xc0), issue(1, 0x3f);
  begin(FUNCTION); /* the first to return go to two places: nobody promises anything */
  preset(4, 0x10, 0), wt_oracle_reg(o, 0, 4)[1] = 0x20;
  issue(0, ALL), issue(4, ALL), issue(1, 0x0d), issue(2, 0x02), issue(5, 0xf0), issue(6, 0xf0), issue(1, 0xf0);
  begin(FUNCTION); /* a RET of all lanes makes no point */
  preset(4, 0x10, 0), *wt_oracle_pred(o, 0, 0) = ALL, wt_oracle_reg(o, 0, 4)[1] = 0x20;
  issue(0, ALL), issue(4, ALL), issue(1, 0xfd), issue(2, 0xfd);
  /* deeper in: the point of the inner function is told by its own returns */
  begin("CALL.REL.NOINC 0x30\nNOP\nNOP\nCALL.REL.NOINC 0x60\nNOP\nRET.REL.NODEC R6, 0x0\n@P0 RET.REL.NODEC R4, 0x0\nNOP\nRET.REL.NODEC R4, 0x0\n");
  preset(4, 0x40, 0), preset(6, 0x10, 0);
  issue(0, ALL), issue(3, ALL), issue(6, ALL);
  NO(4, 0x0f, "leave behind lanes f0 (lane 4 is at pc 0x70)");
  issue(7, 0xf0), issue(8, 0xf0), issue(4, ALL), issue(5, ALL), issue(1, ALL);
}
END_TEST

/* A branch that meets where the function returns to. */
START_TEST(branches_that_meet_at_the_return) {
  point(4, RETURN);
  begin("CALL.REL.NOINC 0x40\nNOP\nNOP\nNOP\n@P0 BRA 0x60\nRET.REL.NODEC R4, 0x0\nRET.REL.NODEC R4, 0x0\n");
  preset(4, 0x10, 0);
  issue(0, ALL), issue(4, ALL), issue(5, 0xf0);
  NO(1, 0xf0, "leave behind lanes f (lane 0 is at pc 0x60)");
  issue(6, 0x0f), issue(1, ALL);
  /* P2: a second such branch on the way there is the same promise, and a return of some lanes, too */
  point(5, RETURN);
  begin("CALL.REL.NOINC 0x40\nNOP\nNOP\nNOP\n@P0 BRA 0x60\n@P2 RET.REL.NODEC R4, 0x0\nRET.REL.NODEC R4, 0x0\n");
  preset(4, 0x10, 0);
  issue(0, ALL), issue(4, ALL), issue(5, 0xf0);
  NO(1, 0x30, "leave behind lanes cf (lane 0 is at pc 0x60)");
  issue(6, 0xc0);
  NO(1, 0xf0, "leave behind lanes f (lane 0 is at pc 0x60)");
  issue(6, 0x0f), issue(1, ALL);
}
END_TEST

/* With `returns` a RET meets where the side band says, or nowhere. */
START_TEST(returns_by_the_side_band) {
  rules.returns = 1;
  begin(FUNCTION);
  preset(4, 0x10, 0);
  issue(0, ALL), issue(4, ALL), issue(1, 0x0f), issue(2, 0x0f); /* it says nothing */
  point(4, RETURN);
  begin(FUNCTION);
  preset(4, 0x10, 0);
  issue(0, ALL), issue(4, ALL);
  NO(1, 0x0f, "leave behind lanes f0 (lane 4 is at pc 0x50)");
}
END_TEST

/* L1: with the licence lanes that have yielded and not issued since count as arrived. */
START_TEST(yields) {
  for (int licence = 0; licence < 2; licence++) {
    point(0, 4), rules.yields = licence;
    begin("@P0 BRA 0x30\nYIELD\nBRA 0x40\nNOP\nNOP\nNOP\n");
    issue(0, ALL), issue(1, 0xf0), issue(3, 0x0f);
    if (licence) issue(4, 0x0f);
    else NO(4, 0x0f, "leave behind lanes f0 (lane 4 is at pc 0x20)");
    begin("@P0 BRA 0x30\nYIELD\nBRA 0x40\nNOP\nNOP\nNOP\n"); /* who waits, and is yielded to */
    issue(0, ALL), issue(3, 0x0f), issue(1, 0xf0);
    if (licence) issue(4, 0x0f);
    else NO(4, 0x0f, "leave behind lanes f0 (lane 4 is at pc 0x20)");
    begin("@P0 BRA 0x30\nYIELD\nNOP\nNOP\nNOP\nNOP\n"); /* they have gone on */
    issue(0, ALL), issue(1, 0xf0), issue(2, 0xf0), issue(3, 0x0f);
    NO(4, 0x0f, "leave behind lanes f0 (lane 4 is at pc 0x30)");
  }
}
END_TEST

/* P6: with regions the points are those of BSSY; a branch makes none. */
START_TEST(regions) {
#define REGIONS "BSSY B2, 0x70\n@P0 BRA 0x50\n@P2 BREAK B2\n@P2 BRA 0x80\nBRA 0x70\nNOP\nNOP\nNOP\nNOP\nNOP\n"
  rules.regions = 1;
  point(1, 6);
  begin(REGIONS);
  issue(0, ALL), issue(1, ALL), issue(5, 0x0f), issue(6, 0x0f);
  NO(7, 0x0f, "leave behind lanes f0 (lane 4 is at pc 0x20)");
  issue(2, 0xf0); /* 4 and 5 leave the region, and the path */
  NO(3, 0xf0 & 0x10, "lanes 10 issue without lanes 20");
  NO(7, 0x0f, "leave behind lanes c0 (lane 6 is at pc 0x30)");
  issue(3, 0x30), issue(3, 0xc0), issue(4, 0xc0);
  NO(7, 0x0f, "issue without lanes c0 (lane 6 is at pc 0x70), which met them at this reconvergence point");
  issue(7, 0xcf), issue(8, 0x30), issue(8, 0xcf);
  /* a region in a region; BREAK of the outer one leaves both */
#define TWO "BSSY B0, 0x80\nBSSY B1, 0x70\n@P0 BRA 0x60\n@P2 BREAK B%u\n@P2 BRA 0x90\nNOP\nNOP\nNOP\nNOP\nNOP\nNOP\n"
  for (unsigned b = 0; b < 2; b++) {
    char text[300];
    snprintf(text, sizeof text, TWO, b);
    begin(text);
    issue(0, ALL), issue(1, ALL), issue(2, ALL), issue(6, 0x0f);
    issue(3, 0xf0);
    NO(7, 0x0f, "leave behind lanes c0 (lane 6 is at pc 0x40)");
    issue(4, 0x30), issue(4, 0xc0), issue(5, 0xc0), issue(6, 0xc0);
    issue(7, 0xcf);
    if (b) NO(8, 0xcf, "leave behind lanes 30 (lane 4 is at pc 0x90)"); /* they are still of the outer one */
    else issue(8, 0xcf);
  }
}
END_TEST

/* P6: BMOV.CLEAR ends the name of a region, and what BMOV writes names none that is known: a BREAK of it leaves all. */
START_TEST(names_of_regions) {
  static const struct {
    const char *insn;
    int known, all; /* BREAK B0 is of the region; of every region */
  } t[] = {{"NOP", 1, 0},          {"BMOV.32 R4, B0", 1, 0}, {"BMOV.32.CLEAR R4, B0", 0, 0}, {"BMOV.32 B0, R5", 0, 1}, {"BMOV.32 B1, R5", 1, 0},
           {"BSSY B0, 0x70", 1, 0}};
  rules.regions = 1;
  for (size_t k = 0; k < sizeof t / sizeof *t; k++) {
    char text[300];
    snprintf(text, sizeof text, "BSSY B7, 0x80\nBSSY B0, 0x70\n%s\n@P0 BRA 0x60\n@P2 BREAK B0\nNOP\nNOP\nNOP\nNOP\n", t[k].insn);
    begin(text);
    for (unsigned i = 0; i < 4; i++) issue(i, ALL);
    issue(4, 0xf0), issue(6, 0x0f);
    NO(7, 0x0f, t[k].known || t[k].all ? "leave behind lanes c0" : "leave behind lanes f0");
    if (t[k].known || t[k].all) issue(5, 0x30), issue(6, 0x30), issue(7, 0x30);
    if (t[k].all) issue(8, 0x30);
    else if (t[k].known) NO(8, 0x30, "leave behind lanes cf");
  }
  rules.bx_regs = 2;
  begin("BSSY B2, 0x40\n@P0 BRA 0x40\nNOP\nNOP\nNOP\n"); /* a register that is not there */
  issue(0, ALL), issue(1, ALL), issue(4, 0x0f);
}
END_TEST

/* P6: the name of a region that is over names none, even when another region has its place in the books: a BREAK of it leaves all. */
START_TEST(regions_that_are_over) {
  static const char *const then[] = {"NOP", "BSSY B1, 0x70"};
  rules.regions = 1;
  for (unsigned k = 0; k < 2; k++) {
    char text[300];
    snprintf(text, sizeof text, "BSSY B7, 0x80\nBSSY B0, 0x30\nNOP\n%s\n@P0 BRA 0x60\n@P2 BREAK B0\nNOP\nNOP\nNOP\n", then[k]);
    begin(text);
    for (unsigned i = 0; i < 5; i++) issue(i, ALL);
    issue(5, 0xf0), issue(6, 0x0f);
    if (k) NO(7, 0x0f, "leave behind lanes c0 (lane 6 is at pc 0x60)");
    issue(6, 0x30), issue(6, 0xc0);
    if (k) issue(7, 0xcf);
    else issue(7, 0x0f), issue(7, 0xc0);
    issue(7, 0x30), issue(8, 0x30), issue(8, 0xcf);
  }
}
END_TEST

/* L7: lanes of different points that are one path keep what all of them have promised. */
START_TEST(early_meetings) {
  point(0, 8), point(1, 7), point(4, 6);
  begin("@P0 BRA 0x40\n@P2 BRA 0x50\nNOP\nBRA 0x50\n@P1 BRA 0x50\nNOP\nNOP\nNOP\nNOP\nNOP\n");
  issue(0, ALL), issue(1, 0xf0), issue(4, 0x0f);
  issue(5, 0x33); /* half of each inner point: only the outer one is common */
  issue(6, 0x33), issue(7, 0x33);
  NO(8, 0x33, "leave behind lanes cc (lane 2 is at pc 0x50)");
  issue(5, 0x0c), issue(6, 0x0c), issue(7, 0x0c); /* nobody is waited for at 6 any more */
  issue(2, 0xc0), issue(3, 0xc0), issue(5, 0xc0), issue(6, 0xc0), issue(7, 0xc0);
  issue(8, ALL);
  /* at different depths nothing is common */
  point(0, 6), point(1, NO_POINT), point(4, NO_POINT);
  begin("@P0 BRA 0x30\nNOP\nNOP\nCALL.REL.NOINC 0x40\nNOP\nNOP\nNOP\n");
  issue(0, ALL), issue(3, 0x0f), issue(1, 0xf0), issue(2, 0xf0);
  NO(4, 0xff, "its own next pc is 0x30");
}
END_TEST

/* There is no end to the points that one warp may have had: what is over makes room. */
START_TEST(points_that_are_over_make_room) {
  point(0, 2);
  begin("@P0 BRA 0x20\nNOP\nBRA 0x0\n");
  for (unsigned k = 0; k < 500; k++) {
    issue(0, ALL);
    NO(2, 0x0f, "leave behind lanes f0");
    issue(1, 0xf0), issue(2, ALL);
  }
}
END_TEST

/* A slot's next warp is on the way to nowhere. */
START_TEST(a_warp_begins_without_points) {
  point(1, 4);
  begin("NOP\n@P0 BRA 0x30\nEXIT\nEXIT\nNOP\n");
  issue(0, ALL), issue(1, ALL), issue(3, 0x0f), issue(2, 0xf0);
  OK(wt_oracle_warp_end(o, 0));
  OK(wt_oracle_warp_start(o, 0, 0, 0, ALL));
  *wt_oracle_pred(o, 0, 0) = 0x0f;
  NO(0, 0x0f, "which are on the same path");
  issue(0, ALL), issue(1, ALL), issue(2, 0xf0), issue(3, 0x0f);
}
END_TEST

/* L1: a point may be over before one in it is, whose lanes have yielded; these are on the way to what was around both. */
START_TEST(a_point_outlives_the_one_around_it) {
  point(0, 11), point(4, 10), rules.yields = 1;
  begin("@P0 BRA 0x40\nNOP\nBRA 0xb0\nNOP\n@P1 BRA 0x70\nYIELD\nBRA 0xa0\nYIELD\nNOP\nNOP\nNOP\nNOP\nNOP\n");
  issue(0, ALL), issue(4, 0x0f), issue(5, 0x0c), issue(7, 0x03);
  issue(1, 0xf0), issue(2, 0xf0), issue(11, 0xf0);
  issue(8, 0x03), issue(6, 0x0c);
  NO(10, 0x0c, "leave behind lanes 3 (lane 0 is at pc 0x90)");
  issue(9, 0x03), issue(10, 0x0f), issue(11, 0x0f), issue(12, 0x0f);
}
END_TEST

/* P4 after L1: without the one between them two points are at the same place, and who meets at the inner one has come to the outer one. */
START_TEST(a_point_in_one_at_the_same_place) {
  point(0, 11), point(4, 10), point(7, 11), rules.yields = 1;
  begin("@P0 BRA 0x40\nNOP\nBRA 0xb0\nNOP\n@P1 BRA 0x70\nYIELD\nBRA 0xa0\n@P4 BRA 0xd0\nYIELD\nBRA 0xb0\nNOP\nNOP\nEXIT\nYIELD\nNOP\nBRA 0xb0\n");
  *wt_oracle_pred(o, 0, 4) = 0x01;
  issue(0, ALL), issue(4, 0x0f), issue(7, 0x03);
  issue(8, 0x02), issue(13, 0x01), issue(5, 0x0c), issue(6, 0x0c);
  issue(10, 0x0c); /* without lanes 0 and 1, which have yielded */
  issue(14, 0x01), issue(9, 0x02), issue(1, 0xf0), issue(2, 0xf0);
  NO(11, 0x02, "leave behind lanes 1 (lane 0 is at pc 0xf0)");
  NO(11, 0xfc, "leave behind lanes 3 (lane 0 is at pc 0xf0)");
  issue(15, 0x01), issue(11, ALL);
}
END_TEST

static TCase *all_of(const char *name) {
  TCase *t = tcase_create(name);
  tcase_add_checked_fixture(t, without_points, teardown);
  tcase_add_test(t, both_sides_meet);
  tcase_add_test(t, who_does_not_part_promises_nothing);
  tcase_add_test(t, a_side_may_be_there_already);
  tcase_add_test(t, points_in_points);
  tcase_add_test(t, a_point_at_a_point);
  tcase_add_test(t, who_ends_is_not_missed);
  tcase_add_test(t, calls);
  tcase_add_test(t, returns);
  tcase_add_test(t, branches_that_meet_at_the_return);
  tcase_add_test(t, returns_by_the_side_band);
  tcase_add_test(t, yields);
  tcase_add_test(t, regions);
  tcase_add_test(t, names_of_regions);
  tcase_add_test(t, regions_that_are_over);
  tcase_add_test(t, early_meetings);
  tcase_add_test(t, points_that_are_over_make_room);
  tcase_add_test(t, a_warp_begins_without_points);
  tcase_add_test(t, a_point_outlives_the_one_around_it);
  tcase_add_test(t, a_point_in_one_at_the_same_place);
  return t;
}
int main(void) {
  Suite *s = suite_create("wt_oracle_points");
  TCase *wide = all_of("points of 64 lanes"); /* of which eight are threads */
  tcase_add_unchecked_fixture(wide, kit_64, NULL);
  suite_add_tcase(s, all_of("points"));
  suite_add_tcase(s, wide);
  return suite_run(s);
}
