/* test_wt_oracle_exec.c - what instructions do that are more than arithmetic on the lanes: special registers, votes, matches, shuffles, constants, spaces of memory,
 * targets (docs/isa/oracle.md). Instruction by instruction, with results worked out here.
 */
#include "oracle_kit.h"
#include "tests/suite.h"

/* ---- operands ---- */

START_TEST(pairs_and_zeros) {
  double d;
  loaded("DADD R4, R2, RZ\nDADD R6, R2, R2\nDFMA R8, R2, R2, R6\nDADD R10, RZ, c[0x3][0x40]\nDADD R12, R2, UR4\nDADD R14, R2, 0x3ff00000\n"
         "IMAD.WIDE R16, RZ, RZ, R2\nIMAD.WIDE R18, RZ, RZ, UR4\nIMAD.WIDE R20, RZ, RZ, UR62\nIMAD.WIDE R22, RZ, RZ, c[0x3][0x40]\nIMAD.WIDE R24, "
         "RZ, RZ, 0x7\n");
  const double one_half = 1.5, two = 2;
  uint64_t bits, b2;
  memcpy(&bits, &one_half, 8), memcpy(&b2, &two, 8);
  preset(2, (uint32_t)bits, 0), preset(3, (uint32_t)(bits >> 32), 0);
  *ur(4) = (uint32_t)b2, *ur(5) = (uint32_t)(b2 >> 32), *ur(62) = 5;
  uint8_t bank[256];
  for (unsigned k = 0; k < sizeof bank; k++) bank[k] = (uint8_t)(k * 3);
  memcpy(bank + 0x40, &two, 8);
  OK(wt_oracle_set_const(o, 3, bank, sizeof bank));
  go(ALL);
  static const struct {
    unsigned r;
    double want;
  } t[] = {{4, 1.5}, {6, 3}, {8, 5.25}, {10, 2}, {12, 3.5}, {14, 2.5}, {16, 1.5}, {18, 2}, {22, 2}};
  for (size_t k = 0; k < sizeof t / sizeof *t; k++) {
    bits = (uint64_t)reg(t[k].r + 1)[6] << 32 | reg(t[k].r)[6];
    memcpy(&d, &bits, 8);
    ck_assert_msg(d == t[k].want, "R%u: %g", t[k].r, d);
  }
  all_are(20, ALL, 5), all_are(21, ALL, 0); /* behind UR62 is URZ */
  all_are(24, ALL, 7), all_are(25, ALL, 0);
}
END_TEST

START_TEST(uniform_pairs_and_predicates) {
  loaded("UIMAD.WIDE UR4, UR2, UR3, UR10\nUIMAD.WIDE UR6, UR2, UR3, URZ\nUP2UR UR8, UPR, UR2, 0x7f\nUISETP.GT.AND UP1, UP2, UR2, UR3, "
         "UPT\nUPLOP3.LUT UP3, UP4, UP1, "
         "UP5, UP6, 0x80, 0xfe\n@UP1 UMOV UR12, 0x5\n@!UP1 UMOV UR13, 0x5\nUSEL UR14, UR2, UR3, UP1\nUSEL UR15, UR2, UR3, !UP1\nUISETP.EQ.AND UPT, "
         "UPT, UR2, UR2, UPT\n");
  *ur(2) = 0xffffffff, *ur(3) = 3, *ur(10) = 2, *ur(11) = 9;
  *wt_oracle_upreds(o, 0) = 0x80 | 0x60;
  go(ALL);
  uint64_t want = (uint64_t)-3 + ((uint64_t)9 << 32 | 2); /* signed */
  ck_assert_uint_eq((uint64_t)*ur(5) << 32 | *ur(4), want);
  ck_assert_uint_eq((uint64_t)*ur(7) << 32 | *ur(6), (uint64_t)-3);
  ck_assert_uint_eq(*ur(8), (0xffffffff & ~0x7fu) | 0x60);
  ck_assert_uint_eq(*wt_oracle_upreds(o, 0), 0x80 | 0x60 | 0 | 4 | 0 | 16); /* -1 > 3: no, so UP2; of UP1, UP5, UP6 not all, but one */
  ck_assert_uint_eq(*ur(12), 0);
  ck_assert_uint_eq(*ur(13), 5);
  ck_assert_uint_eq(*ur(14), 3);
  ck_assert_uint_eq(*ur(15), 0xffffffff);
}
END_TEST

/* Lanes that do not execute keep what they have. */
START_TEST(the_others_keep_their_values) {
  loaded("@P0 IADD3 R4, R2, 0x1, RZ\n@P0 ISETP.EQ.AND P1, P2, R2, 0x5, PT\n@P0 IMAD.WIDE R6, R2, R2, RZ\n");
  preset(2, 3, 1), preset(4, 77, 0), preset(6, 78, 0), preset(7, 79, 0);
  *wt_oracle_pred(o, 0, 0) = 0x1e, *wt_oracle_pred(o, 0, 1) = 0xf1, *wt_oracle_pred(o, 0, 2) = 0x01;
  go(ALL & ~2u);
  for (unsigned l = 0; l < WS; l++) {
    int exec = 0x1c >> l & 1;
    ck_assert_uint_eq(reg(4)[l], exec ? 4 + l : 77);
    ck_assert_uint_eq(reg(6)[l], exec ? (3 + l) * (3 + l) : 78);
    ck_assert_uint_eq(reg(7)[l], exec ? 0 : 79);
    ck_assert_uint_eq(pred(1) >> l & 1, exec ? l == 2 : 0xf1 >> l & 1);
    ck_assert_uint_eq(pred(2) >> l & 1, exec ? l != 2 : l == 0);
  }
}
END_TEST

/* ---- special registers ---- */

/* Of a warp of eight alone, and as the third part of a warp of 32: numbers and masks of lanes are those of their place there. */
START_TEST(special_registers_of_parts_of_a_warp) {
  static const char text[] =
    "S2R R4, SR_LANEID\nS2R R5, SR_EQMASK\nS2R R6, SR_LTMASK\nS2R R7, SR_LEMASK\nS2R R8, SR_GTMASK\nS2R R9, SR_GEMASK\nS2R R10, SR_VIRTID\n"
    "S2R R11, SR_SMEMSZ\nS2R R12, SR_TID.X\nS2R R13, SR_TID.Y\nS2R R14, SR_TID.Z\nS2R R15, SR_CTAID.X\nS2R R16, SR_CTAID.Y\n"
    "S2R R17, SR_CTAID.Z\nS2R R18, SRZ\nCS2R R20, SRZ\nS2UR UR4, SR_TID.X\nS2UR UR5, SR_LANEID\nCS2R.32 R22, SRZ\n";
  const unsigned ctaid[3] = {5, 6, 7}, ntid[3] = {5, 3, 2};
  for (unsigned places = 0; places < 2; places++) {
    n_code = 0;
    emit_text(text);
    ck_assert_int_eq(wt_oracle_set_code(o, code, n_code), WT_OK);
    wt_oracle_set_places(o, places);
    OK(wt_oracle_cta_start(o, 1, ctaid, ntid, 257));
    OK(wt_oracle_warp_start(o, 2, 1, 2, ALL)); /* threads 16 to 23 */
    for (unsigned r = 4; r < 24; r++)
      for (unsigned l = 0; l < WS; l++) wt_oracle_reg(o, 2, r)[l] = 99;
    for (unsigned k = 0; k < n_code; k++) step(2, k, ALL);
    for (unsigned l = 0; l < WS; l++) {
      unsigned at = (places ? 16 : 0) + l, t = 16 + l;
      uint32_t all = places ? 0xffffffff : 0xff, eq = 1u << at;
      const uint32_t want[] = {
        at, eq, eq - 1, 2 * eq - 1, all & ~(2 * eq - 1), all & ~(eq - 1), places ? 0 : 512, 512, t % 5, t / 5 % 3, t / 15, 5, 6, 7, 0, 99,
        0,  0,  0,      99};
      for (unsigned r = 0; r < sizeof want / sizeof *want; r++)
        ck_assert_msg(wt_oracle_reg(o, 2, 4 + r)[l] == want[r], "R%u lane %u: %u, not %u", 4 + r, l, wt_oracle_reg(o, 2, 4 + r)[l], want[r]);
    }
    ck_assert_uint_eq(*wt_oracle_ureg(o, 2, 4), 16 % 5);
    ck_assert_uint_eq(*wt_oracle_ureg(o, 2, 5), places ? 16 : 0);
    wt_oracle_reset(o);
  }
}
END_TEST

/* SR_SMEMSZ counts in 256 bytes; the warp slot is at 14:8, of parts of a warp that of the whole. */
START_TEST(sizes_and_slots) {
  static const struct { unsigned bytes, want; } t[] = {{0, 0}, {1, 256}, {255, 256}, {256, 256}, {257, 512}, {1024, 1024}};
  const unsigned id[3] = {0}, n[3] = {WS, 1, 1};
  emit_text("S2R R4, SR_SMEMSZ\nS2R R5, SR_VIRTID\n");
  for (size_t k = 0; k < sizeof t / sizeof *t; k++) {
    ck_assert_int_eq(wt_oracle_set_code(o, code, n_code), WT_OK);
    OK(wt_oracle_cta_start(o, 0, id, n, t[k].bytes));
    OK(wt_oracle_warp_start(o, 3, 0, 0, ALL));
    step(3, 0, ALL), step(3, 1, ALL);
    ck_assert_uint_eq(wt_oracle_reg(o, 3, 4)[1], t[k].want);
    ck_assert_uint_eq(wt_oracle_reg(o, 3, 5)[1], 3 * 256);
  }
  wt_oracle_free(o);
  ck_assert((o = wt_oracle_new(8, 16, 1, 0)) != NULL);
  wt_oracle_set_places(o, 1);
  ck_assert_int_eq(wt_oracle_set_code(o, code, n_code), WT_OK);
  OK(wt_oracle_cta_start(o, 0, id, n, 0));
  OK(wt_oracle_warp_start(o, 7, 0, 0, 1));
  OK(wt_oracle_issue(o, 7, 0, 1)), OK(wt_oracle_issue(o, 7, 16, 1));
  ck_assert_uint_eq(wt_oracle_reg(o, 7, 5)[0], 7 / 2 * 256);
}
END_TEST

/* What the machine's clock says is taken over, and nothing else. */
START_TEST(clocks_are_the_machines) {
  static const char *const clocks[] = {"SR_CLOCK", "SR_CLOCKLO", "SR_CLOCKHI", "SR_GLOBALTIMERLO", "SR_GLOBALTIMERHI"}, *const others[] = {
                                                                                                                          "SR_LANEID", "SR_VIRTID",
                                                                                                                          "SR_EQMASK", "SRZ"};
  uint32_t v[WS] = {11, 12, 13, 14, 15, 16, 17, 18};
  char text[100];
  for (unsigned k = 0; k < 5; k++) {
    snprintf(text, sizeof text, "S2R R4, %s\nCS2R R6, %s\nS2UR UR4, %s\n", clocks[k], clocks[k], clocks[k]);
    loaded(text);
    issue(0, ALL), issue(1, 0x0f), issue(2, 0x0f);
    OK(wt_oracle_wb_reg(o, 0, 4, ALL, v)), OK(wt_oracle_wb_reg(o, 0, 6, 0x0f, v)), OK(wt_oracle_wb_reg(o, 0, 7, 0x0f, v));
    OK(wt_oracle_wb_ureg(o, 0, 4, 1234));
    ck_assert(reg(4)[7] == 18 && reg(6)[2] == 13 && reg(7)[3] == 14 && reg(6)[5] == 0 && *ur(4) == 1234);
  }
  for (unsigned k = 0; k < 4; k++) {
    snprintf(text, sizeof text, "S2R R4, %s\nS2UR UR4, %s\n", others[k], others[k]);
    loaded(text);
    issue(0, ALL), issue(1, ALL);
    FAILS(WT_DIFF, wt_oracle_wb_reg(o, 0, 4, ALL, v), "written 0000000b");
    FAILS(WT_DIFF, wt_oracle_wb_ureg(o, 0, 4, 1234), "written 000004d2");
  }
  loaded("CS2R R254, SR_CLOCKLO\nS2R RZ, SR_CLOCKLO\n"); /* half of a pair, and nothing */
  issue(0, ALL), issue(1, ALL);
  OK(wt_oracle_wb_reg(o, 0, 254, ALL, v));
}
END_TEST

/* ---- predicates, votes, matches, shuffles ---- */

START_TEST(predicates_in_bytes) {
  loaded("R2P PR, R2, 0x7f\nR2P.B2 PR, R3, 0x41\nR2P.B3 PR, R3, R4\nP2R.B3 R5, PR, R6, 0x7f\nP2R R7, PR, RZ, 0x5\n");
  preset(2, 0x55, 1), preset(3, 0x2a4000ff, 0), preset(4, 0x08, 0), preset(6, 0x12345678, 0);
  go(ALL);
  for (unsigned l = 0; l < WS; l++) {
    unsigned p = (0x55 + l) & 0x7f;
    p = (p & ~0x41u) | (0x40 & 0x41);
    p = (p & ~8u) | (0x2a & 8);
    for (unsigned k = 0; k < PT; k++) ck_assert_uint_eq(pred(k) >> l & 1, p >> k & 1);
    ck_assert_uint_eq(reg(5)[l], (0x12345678 & ~0x7f000000u) | p << 24);
    ck_assert_uint_eq(reg(7)[l], p & 5);
  }
}
END_TEST

START_TEST(votes) {
  loaded("VOTE.ALL R4, P1, P0\nVOTE.ANY R5, P2, P0\nVOTE.EQ R6, P3, P0\nVOTE.ALL R7, P4, !P0\nVOTEU.ALL UR4, UP1, P0\nVOTEU.ANY UR5, UP2, "
         "P0\nVOTEU.EQ UR6, UP3, "
         "P0\nVOTE.ANY P5, P0\nVOTEU.ANY UP4, P0\n");
  static const struct {
    uint64_t yes, lanes;
    int all, any, eq, none;
  } t[] = {{0x3c, 0x3c, 1, 1, 1, 0}, {0xff, 0x3c, 1, 1, 1, 0}, {0x38, 0x3c, 0, 1, 0, 0}, {0x03, 0x3c, 0, 0, 1, 1}, {0x04, 0x3c, 0, 1, 0, 0}};
  for (size_t k = 0; k < sizeof t / sizeof *t; k++) {
    start(WS);
    *wt_oracle_pred(o, 0, 0) = t[k].yes;
    go(t[k].lanes);
    uint64_t n = t[k].lanes;
    for (unsigned r = 4; r < 7; r++) all_are(r, n, (uint32_t)(t[k].yes & n));
    all_are(7, n, (uint32_t)(~t[k].yes & n));
    ck_assert((pred(1) & n) == (t[k].all ? n : 0) && (pred(2) & n) == (t[k].any ? n : 0) && (pred(3) & n) == (t[k].eq ? n : 0) &&
              (pred(4) & n) == (t[k].none ? n : 0));
    ck_assert((pred(5) & n) == (t[k].any ? n : 0));
    for (unsigned u = 4; u < 7; u++) ck_assert_uint_eq(*ur(u), t[k].yes & n);
    ck_assert_uint_eq(*wt_oracle_upreds(o, 0),
                      0x80u | (unsigned)t[k].all << 1 | (unsigned)t[k].any << 2 | (unsigned)t[k].eq << 3 | (unsigned)t[k].any << 4);
  }
  wt_oracle_set_places(o, 1); /* the second part of a warp */
  const unsigned id[3] = {0}, n[3] = {2 * WS, 1, 1};
  OK(wt_oracle_cta_start(o, 1, id, n, 0));
  OK(wt_oracle_warp_start(o, 1, 1, 1, ALL));
  *wt_oracle_pred(o, 1, 0) = 0x81;
  step(1, 0, 0x83);
  ck_assert_uint_eq(wt_oracle_reg(o, 1, 4)[1], 0x8100);
}
END_TEST

START_TEST(matches) {
  loaded("MATCH.ANY R4, R2\nMATCH.ALL P1, R5, R2\nMATCH.ANY.U64 R6, R2\nMATCH.ALL.U64 P2, R7, R2\nMATCH.ALL P3, R8, R10\nMATCH.ALL.U64 P4, R9, "
         "R10\nMATCH.ANY RZ, R2\nMATCH.ANY.U64 R12, R14\nMATCH.ANY.U64 R13, R16\n");
  static const uint32_t lo[WS] = {1, 2, 1, 1, 2, 3, 1, 9}, hi[WS] = {0, 0, 5, 0, 0, 0, 0, 0};
  const uint64_t n = 0x7f;
  for (unsigned l = 0; l < WS; l++) wt_oracle_reg(o, 0, 2)[l] = lo[l], wt_oracle_reg(o, 0, 3)[l] = hi[l];
  preset(10, 6, 0), preset(11, 7, 0);
  preset(14, 1, 1), preset(15, 9, 0), preset(16, 9, 0), preset(17, 1, 1);
  wt_oracle_reg(o, 0, 10)[7] = 0; /* a lane that does not execute */
  go(n);
  static const uint32_t any[] = {0x4d, 0x12, 0x4d, 0x4d, 0x12, 0x20, 0x4d}, any64[] = {0x49, 0x12, 0x04, 0x49, 0x12, 0x20, 0x49};
  for (unsigned l = 0; l < 7; l++) ck_assert(reg(4)[l] == any[l] && reg(6)[l] == any64[l]);
  for (unsigned l = 0; l < 7; l++) ck_assert_uint_eq(reg(12)[l], 1u << l); /* the lower words differ, or the upper ones */
  for (unsigned l = 0; l < 7; l++) ck_assert_uint_eq(reg(13)[l], 1u << l);
  all_are(5, n, 0), all_are(7, n, 0), all_are(8, n, 0x7f), all_are(9, n, 0x7f);
  ck_assert((pred(1) & n) == 0 && (pred(2) & n) == 0 && (pred(3) & n) == n && (pred(4) & n) == n);
  ck_assert(reg(4)[7] == 0 && reg(8)[7] == 0);
}
END_TEST

/* Masks carry lanes 31:0. */
START_TEST(wide_warps) {
  const unsigned id[3] = {0}, n[3] = {64, 1, 1};
  uint64_t all = ~UINT64_C(0);
  emit_text("MATCH.ANY R4, R2\nVOTE.ANY R5, P1, P0\nS2R R6, SR_LANEID\nS2R R7, SR_GTMASK\nSHFL.IDX P2, R8, R6, 0x1, 0x1f\n"
            "LEPC R10\nR2P PR, R12, R13\nMATCH.ANY.U64 R16, R12\nMATCH.ANY R17, R12\n");
  wt_oracle_free(o);
  ck_assert((o = wt_oracle_new(1, 64, 1, 0)) != NULL);
  ck_assert_int_eq(wt_oracle_set_code(o, code, n_code), WT_OK);
  wt_oracle_set_places(o, 1); /* means nothing here */
  OK(wt_oracle_cta_start(o, 0, id, n, 0));
  OK(wt_oracle_warp_start(o, 0, 0, 0, all));
  *wt_oracle_pred(o, 0, 0) = UINT64_C(0x8000000100000000);
  for (unsigned k = 0; k < 4; k++) issue(k, all);
  OK(wt_oracle_wb_reg(o, 0, 6, all, reg(6)));
  issue(4, all);
  ck_assert(pred(1) == all && pred(2) == all);
  /* behind lane 63 of R12 lies lane 0 of R13; P0 to P6 of R12 are 0 in all lanes */
  for (unsigned l = 0; l < 64; l++) wt_oracle_reg(o, 0, 13)[l] = wt_oracle_reg(o, 0, 14)[l] = 0x7f;
  *wt_oracle_pred(o, 0, 3) = all;
  for (unsigned p = 1; p < 3; p++) OK(wt_oracle_wb_pred(o, 0, p, all, pred(p)));
  for (unsigned k = 5; k < 9; k++) issue(k, all);
  ck_assert(pred(3) == 0 && pred(0) == 0);
  ck_assert(pred(1) == 0 && pred(2) == 0);
  for (unsigned l = 0; l < 64; l++) ck_assert(reg(10)[l] == 5 * 16 && reg(11)[l] == 0 && reg(16)[l] == 0xffffffff && reg(17)[l] == 0xffffffff);
  for (unsigned l = 0; l < 64; l++) {
    ck_assert(reg(4)[l] == 0xffffffff && reg(5)[l] == 0 && reg(6)[l] == l);
    ck_assert_uint_eq(reg(7)[l], l < 31 ? 0xffffffffu << (l + 1) : 0);
    ck_assert_uint_eq(reg(8)[l], (l & 32) + 1);
  }
}
END_TEST

/* Lane and clamp: numbers or registers, in each combination. */
START_TEST(shuffles) {
  static const char *const lane[] = {"0x3", "R6"}, *const clamp[] = {"0x1f", "R7"};
  for (unsigned k = 0; k < 4; k++) {
    char text[200];
    snprintf(text, sizeof text,
             "SHFL.DOWN P1, R4, R2, %s, %s\nSHFL.UP P2, R5, R2, %s, 0x0\nSHFL.BFLY PT, R8, R2, %s, %s\nSHFL.IDX P3, RZ, R2, %s, %s\n", lane[k & 1],
             clamp[k >> 1], lane[k & 1], lane[k & 1], clamp[k >> 1], lane[k & 1], clamp[k >> 1]);
    loaded(text);
    preset(2, 100, 1), preset(6, 3, 0), preset(7, 0x1f, 0);
    go(ALL);
    for (unsigned l = 0; l < WS; l++) {
      ck_assert_uint_eq(reg(4)[l], 100 + (l + 3 < WS ? l + 3 : l));
      ck_assert_uint_eq(reg(5)[l], 100 + (l >= 3 ? l - 3 : l));
      ck_assert_uint_eq(reg(8)[l], 100 + (l ^ 3));
    }
    ck_assert(pred(1) == 0x1f && pred(2) == 0xf8 && pred(3) == ALL);
  }
}
END_TEST

/* ---- constants, addresses ---- */

START_TEST(constants_of_every_size) {
  uint8_t bank[256];
  for (unsigned k = 0; k < sizeof bank; k++) bank[k] = (uint8_t)(255 - k);
  OK(wt_oracle_set_const(o, 7, bank, sizeof bank));
  loaded(
    "LDC.U8 R4, c[0x7][R2+0x11]\nLDC.S8 R5, c[0x7][R2+0x11]\nLDC.U16 R6, c[0x7][R2+0x12]\nLDC.S16 R7, c[0x7][R2+0x12]\nLDC.64 R8, c[0x7][R2+0x8]\n"
    "LDC R10, c[0x7][RZ+0xfc]\nLDC R11, c[0x7][R3+-0x8]\nULDC.64 UR4, c[0x7][0x10]\nULDC UR6, c[0x7][UR2+0x8]\nULDC UR7, c[0x7][URZ+0x10]\nULDC.S16 "
    "UR8, c[0x7][0x10]\n"
    "LDC.U8 R12, c[0x3][RZ+0x11]\n");
  preset(2, 0, 8), preset(3, 0x20, 4);
  *ur(2) = 0x30;
  go(0xfd);
  for (unsigned l = 0; l < WS; l++) {
    if (l == 1) continue;
#define BYTE(at) (255u - (at))
#define WORD(at) (BYTE(at) | BYTE((at) + 1) << 8 | BYTE((at) + 2) << 16 | BYTE((at) + 3) << 24)
    unsigned i = 8 * l;
    ck_assert_uint_eq(reg(4)[l], BYTE(i + 0x11));
    ck_assert_uint_eq(reg(5)[l], (uint32_t)(int8_t)BYTE(i + 0x11));
    ck_assert_uint_eq(reg(6)[l], BYTE(i + 0x12) | BYTE(i + 0x13) << 8);
    ck_assert_uint_eq(reg(7)[l], (uint32_t)(int16_t)(BYTE(i + 0x12) | BYTE(i + 0x13) << 8));
    ck_assert(reg(8)[l] == WORD(i + 8) && reg(9)[l] == WORD(i + 12));
    ck_assert(reg(10)[l] == WORD(0xfc) && reg(11)[l] == WORD(0x18 + 4 * l) && reg(12)[l] == 0x11);
  }
  ck_assert(*ur(4) == WORD(0x10) && *ur(5) == WORD(0x14) && *ur(6) == WORD(0x38) && *ur(7) == WORD(0x10));
  ck_assert_uint_eq(*ur(8), (uint32_t)(int16_t)(BYTE(0x10) | BYTE(0x11) << 8));
}
END_TEST

/* A bank ends where its data ends, and at 64 KiB; the fault says where. */
START_TEST(constants_that_are_not_there) {
  static const struct {
    const char *text;
    uint32_t r2, step;
    unsigned lane, bytes;
    uint64_t addr;
  } t[] = {{"LDC R4, c[0x3][R2+0x4]", 0xf4, 4, 2, 4, 0x100},  {"LDC.64 R4, c[0x3][R2]", 0xf0, 8, 2, 8, 0x100},
           {"LDC.U8 R4, c[0x3][R2]", 0xfd, 1, 3, 1, 0x100},   {"LDC R4, c[0x3][R2]", 0x1, 0, 1, 4, 0x1},
           {"LDC.U16 R4, c[0x3][R2]", 0x1, 0, 1, 2, 0x1},     {"LDC R4, c[0x3][R2+-0x4]", 0x0, 0, 1, 4, 0xfffffffc},
           {"LDC R4, c[0x3][R2]", 0x10000, 0, 1, 4, 0x10000}, {"LDC R4, c[0x4][R2]", 0, 0, 1, 4, 0},
           {"ULDC UR4, c[0x3][0x100]", 0, 0, 1, 4, 0x100},    {"ULDC UR4, c[0x3][UR2]", 0, 0, 1, 4, 0x200}};
  for (size_t k = 0; k < sizeof t / sizeof *t; k++) {
    char want[100];
    loaded(t[k].text);
    preset(2, t[k].r2, t[k].step), *ur(2) = 0x200;
    snprintf(want, sizeof want, "warp slot 0 pc 0x0 lane %u: constant access at 0x%llx", t[k].lane, (unsigned long long)t[k].addr);
    FAILS(WT_FAULT, wt_oracle_issue(o, 0, 0, 0xfe), want);
    const wt_oracle_place *p = wt_oracle_where(o);
    ck_assert(p->lane == t[k].lane && p->bytes == t[k].bytes && p->bank == (strstr(t[k].text, "c[0x4]") ? 4u : 3u) && p->addr == t[k].addr &&
              p->space == WT_SPACE_CONSTANT);
    wt_oracle_reset(o);
  }
  uint8_t *whole = calloc(1, 70000); /* behind 64 KiB there is nothing, whatever was given */
  OK(wt_oracle_set_const(o, 3, whole, 70000));
  free(whole);
  loaded("LDC R4, c[0x3][R2]\nLDC R4, c[0x3][R2]\n");
  preset(2, 0xfffc, 0);
  step(0, 0, ALL);
  preset(2, 0x10000, 0);
  FAILS(WT_FAULT, wt_oracle_issue(o, 0, 16, ALL), "constant access at 0x10000");
  wt_oracle_reset(o);
  loaded("IADD3 R4, RZ, c[0x3][0xfc], RZ\nIADD3 R4, RZ, c[0x4][0x8], RZ\nDADD R4, RZ, c[0x4][0x8]\n"); /* as an operand */
  step(0, 0, ALL);
  for (unsigned k = 1; k < 3; k++) {
    wt_oracle_reset(o);
    start(WS);
    step(0, 0, ALL);
    code[1] = code[k];
    start(WS);
    step(0, 0, ALL);
    FAILS(WT_FAULT, wt_oracle_issue(o, 0, 16, ALL), "constant operand outside its bank");
    const wt_oracle_place *p = wt_oracle_where(o);
    ck_assert(p->slot == 0 && p->lane == 0 && p->bank == 4 && p->pc == 16 && p->bytes == 4 * k && p->addr == 8 && p->space == WT_SPACE_CONSTANT);
  }
}
END_TEST

START_TEST(where_an_address_lies) {
  loaded("QSPC.E.G P0, RZ, [R2]\nQSPC.E.L P1, RZ, [R2]\nQSPC.E.S P2, RZ, [R2]\nQSPC.E.S P3, RZ, [R2+0x10]\nQSPC.E.L P4, RZ, [R2+-0x10]\nLEPC R6\n");
  static const uint32_t high[WS] = {0x7e00, 0x7e01, 0x70, 0x7e02, 0x7dff, 0x7e00, 0x7e02, 0}, low[WS] = {0, 0, 0, 0, 0xfffffff0, 0xfffffff0, 0, 0};
  for (unsigned l = 0; l < WS; l++) wt_oracle_reg(o, 0, 2)[l] = low[l], wt_oracle_reg(o, 0, 3)[l] = high[l];
  preset(6, 9, 9), preset(7, 9, 9);
  go(0x7f);
  ck_assert(pred(0) == 0x5c && pred(1) == 0x02 && pred(2) == 0x21);
  ck_assert_uint_eq(pred(3), 0x11);                  /* 0x10 further: what ended before the window is in it, what ended in it is behind */
  ck_assert_uint_eq(pred(4), 0x02 >> 1 << 3 | 0x40); /* 0x10 before: of lane 1 it is shared, of lanes 3 and 6 local */
  all_are(6, 0x7f, 5 * 16), all_are(7, 0x7f, 0);
  ck_assert(reg(6)[7] == 72 && reg(7)[7] == 72);
}
END_TEST

/* Each lane's part of a generic access is performed where it lies; a number is added in global memory alone, and the predicate tells. */
START_TEST(generic_accesses) {
  wt_oracle_access a;
  wt_oracle_set_local(o, 64);
  loaded("ST.E.SYS [R2], R4\nLD.E.SYS R5, [R2]\nATOM.E.ADD.STRONG.GPU P1, R6, [R2], R4\nATOM.E.ADD.F32.FTZ.RN.STRONG.GPU P2, R7, [R2], R8\nLDG.E.SYS "
         "R9, [R2]\n");
  static const uint32_t high[WS] = {0x7e00, 0x7e01, 0x70, 0x7e00, 0x7e01, 0x70, 0x70, 0x70};
  for (unsigned l = 0; l < WS; l++) wt_oracle_reg(o, 0, 2)[l] = 4 * l, wt_oracle_reg(o, 0, 3)[l] = high[l];
  preset(4, 100, 1), preset(8, 0x3f800000, 0);
  issue(0, 0x7f);
  const uint64_t lanes[WT_SPACES] = {0x64, 0x09, 0x12};
  for (int s = 0; s < 3; s++) {
    OK(wt_oracle_mem_peek(o, 0, s, ALL, &a));
    ck_assert_uint_eq(a.todo, lanes[s]);
    unsigned l = (unsigned)__builtin_ctzll(lanes[s]);
    ck_assert_uint_eq(a.addr[l], s ? 4 * l : 4 * l + BASE);
  }
  FAILS(WT_DIFF, wt_oracle_mem_perform(o, 0, WT_SPACE_SHARED, 0x0d), "lane 2: memory access that this lane does not owe (9 do)");
  for (int s = 0; s < 3; s++) OK(wt_oracle_mem_perform(o, 0, s, lanes[s]));
  for (unsigned l = 0; l < 7; l++)
    if (lanes[0] >> l & 1) ck_assert_uint_eq(mem[4 * l], 100 + l);
  ck_assert(wt_oracle_smem(o, 0)[0] == 100 && wt_oracle_smem(o, 0)[12] == 103 && wt_oracle_smem(o, 0)[4] == 0);
  step(0, 1, 0x7f);
  for (unsigned l = 0; l < 7; l++) ck_assert_uint_eq(reg(5)[l], 100 + l);
  step(0, 2, 0x7f);
  for (unsigned l = 0; l < 7; l++) ck_assert_uint_eq(reg(6)[l], 100 + l);
  ck_assert_uint_eq(pred(1), 0x7f);
  ck_assert(mem[8] == 204 && wt_oracle_smem(o, 0)[12] == 206);
  memset(mem, 0, sizeof mem);
  issue(3, 0x7f);
  ck_assert_uint_eq(pred(2), lanes[0]);
  FAILS(WT_DIFF, wt_oracle_mem_peek(o, 0, WT_SPACE_SHARED, ALL, &a), "none to perform");
  FAILS(WT_DIFF, wt_oracle_mem_peek(o, 0, WT_SPACE_LOCAL, ALL, &a), "none to perform");
  OK(wt_oracle_mem_perform(o, 0, WT_SPACE_GLOBAL, lanes[0]));
  OK(wt_oracle_wb_reg(o, 0, 7, lanes[0], reg(7)));
  FAILS(WT_DIFF, wt_oracle_wb_reg(o, 0, 7, 1, reg(7)), "none is outstanding"); /* who was not served has no result */
  ck_assert(mem[4 * 2 + 3] == 0x3f && reg(7)[2] == 0);
}
END_TEST

static unsigned reads, most;
static int counted_read(void *ctx, uint64_t addr, unsigned size, void *dst) {
  reads++, most = size > most ? size : most;
  return mem_read(ctx, addr, size, dst);
}
/* Words that lanes load from within 128 bytes are read at once, however they lie there; others one by one. */
START_TEST(loads_of_neighbours_are_one_read) {
  static const struct {
    unsigned words, step, reads, most;
  } t[] = {{1, 4, 1, 32}, {1, 0, 1, 4}, {1, 16, 1, 116}, {1, 20, 8, 4}, {2, 16, 1, 120}, {2, 24, 8, 8}, {4, 16, 1, 128}, {4, 32, 8, 16}};
  wt_oracle_mem m = {counted_read, mem_write, NULL};
  wt_oracle_set_mem(o, &m);
  for (unsigned k = 0; k < MEM_BYTES / 4; k++) memcpy(mem + 4 * k, &k, 4);
  for (size_t k = 0; k < sizeof t / sizeof *t; k++)
    for (unsigned down = 0; down < 2; down++) { /* the lowest address is the first lane's, or the last one's */
      loaded(t[k].words == 1 ? "LDG.E.SYS R8, [R2]" : t[k].words == 2 ? "LDG.E.64.SYS R8, [R2]" : "LDG.E.128.SYS R8, [R2]");
      preset(2, (uint32_t)BASE + 512 + (down ? 7 * t[k].step : 0), down ? 0 - t[k].step : t[k].step), preset(3, (uint32_t)(BASE >> 32), 0);
      reads = most = 0;
      step(0, 0, ALL);
      ck_assert_msg(reads == t[k].reads && most == t[k].most, "case %zu: %u reads of %u bytes", k, reads, most);
      for (unsigned l = 0; l < WS; l++)
        for (unsigned w = 0; w < t[k].words; w++) ck_assert_uint_eq(reg(8 + w)[l], 128 + (down ? 7 - l : l) * t[k].step / 4 + w);
    }
}
END_TEST

/* Bytes of a store are all that is shown of its registers, in each lane. */
START_TEST(stores_of_parts_of_a_word) {
  wt_oracle_access a;
  loaded("STG.E.U8.SYS [R2], R4\nSTG.E.U16.SYS [R2], R4\nSTG.E.SYS [R2], R4\n");
  preset_addr(2, 4), preset(4, 0xfedcba90, 1);
  static const uint32_t mask[] = {0xff, 0xffff, 0xffffffff};
  for (unsigned k = 0; k < 3; k++) {
    issue(k, ALL);
    OK(wt_oracle_mem_peek(o, 0, WT_SPACE_GLOBAL, ALL, &a));
    for (unsigned l = 0; l < WS; l++) ck_assert_uint_eq(a.data[l][0], (0xfedcba90 + l) & mask[k]);
    OK(wt_oracle_mem_perform(o, 0, WT_SPACE_GLOBAL, ALL));
  }
}
END_TEST

/* Without a first-level cache there is nothing to forget. */
START_TEST(no_cache_to_invalidate) {
  loaded("CCTL.IVALL\nNOP\n");
  issue(0, ALL), issue(1, ALL);
}
END_TEST

/* Compare and store, lane by lane: 1 where the word, or both words, were those that are expected, and memory has the new ones then. */
START_TEST(a_compare_and_store_says_whether_it_has_written) {
  loaded("ATOMS.CAST.SPIN R8, [R2], R4, R5\nATOMS.CAST.SPIN.64 R8, [R2], R4, R6\n");
  preset(2, 0, 8), preset(4, 10, 0), preset(6, 30, 0), preset(7, 40, 0);
  for (unsigned wide = 0; wide < 2; wide++) {
    uint32_t(*at)[2] = (void *)wt_oracle_smem(o, 0);
    for (unsigned l = 0; l < WS; l++) at[l][0] = 10 + (l & 1), at[l][1] = 20 + (l >> 1 & 1);
    preset(5, wide ? 20 : 30, 0);
    step(0, wide, ALL);
    for (unsigned l = 0; l < WS; l++) {
      unsigned same = !(l & 1) && !(wide && l & 2), low = same ? 30 : 10 + (l & 1), high = same && wide ? 40 : 20 + (l >> 1 & 1);
      ck_assert_msg(reg(8)[l] == same && at[l][0] == low && at[l][1] == high, "wide %u, lane %u: %u, memory %u %u", wide, l, reg(8)[l], at[l][0],
                    at[l][1]);
    }
  }
}
END_TEST

/* ---- targets ---- */

START_TEST(guards_and_second_predicates) {
  static const struct {
    const char *text;
    uint64_t taken;
  } t[] = {{"@P0 BRA P1, 0x40", 0x0c},
           {"@!P0 BRA !P1, 0x40", 0xc0},
           {"BRA.CONV 0x40", 0xff},
           {"BRA.DIV 0x40", 0},
           {"@P0 BRA.CONV 0x40", 0x0f},
           {"@P0 CALL.REL.NOINC P1, 0x40", 0x0c},
           {"@P0 BRX P1, R4, 0x0", 0x0c},
           {"@P0 CALL.ABS.NOINC P1, R4, 0x0", 0x0c},
           {"@P0 CALL.REL.NOINC !P1, R4, 0x0", 0x03},
           {"@P0 RET.REL.NODEC P1, R4, 0x0", 0x0c}};
  for (size_t k = 0; k < sizeof t / sizeof *t; k++) {
    char text[200];
    snprintf(text, sizeof text, "%s\nNOP\nNOP\nNOP\nNOP\n", t[k].text);
    loaded(text);
    preset(4, 0x40, 0);
    *wt_oracle_pred(o, 0, 0) = 0x0f, *wt_oracle_pred(o, 0, 1) = 0x3c;
    issue(0, ALL);
    for (unsigned l = 0; l < WS; l++)
      ck_assert_msg(wt_oracle_pc(o, 0, l) == (t[k].taken >> l & 1 ? 0x40u : 0x10u), "%s lane %u: 0x%x", t[k].text, l, wt_oracle_pc(o, 0, l));
  }
  loaded("BRA.CONV 0x40\nBRA.DIV 0x40\nNOP\nNOP\nNOP\n"); /* not all that live */
  issue(0, 0x0f), issue(1, 0x0f);
  ck_assert(wt_oracle_pc(o, 0, 0) == 0x40 && wt_oracle_pc(o, 0, 3) == 0x40);
}
END_TEST

/* Each lane's own target: the pair and the offset in 64 bits; who is not taken may have any value there. */
START_TEST(targets_in_registers) {
  loaded("CALL.ABS.NOINC R4, 0x10\nNOP\nRET.ABS.NODEC R6, 0x0\nNOP\n");
  preset(4, 0x10, 0), preset(5, 0, 0), preset(6, 0x30, 0);
  issue(0, ALL);
  ck_assert_uint_eq(wt_oracle_pc(o, 0, 7), 0x20);
  issue(2, ALL);
  ck_assert_uint_eq(wt_oracle_pc(o, 0, 7), 0x30);
  static const struct {
    uint32_t lo, hi;
    unsigned long long at;
  } bad[] = {{0x40, 0, 0x40}, {0x38, 0, 0x38}, {0, 1, 0x100000000}, {0xfffffff0, 0xffffffff, 0xfffffffffffffff0}};
  for (unsigned k = 0; k < 4; k++) {
    char want[200];
    loaded("@P0 BRX R4, 0x0\nNOP\nNOP\nNOP\n");
    *wt_oracle_pred(o, 0, 0) = 0xf0;
    preset(4, 1, 0), preset(5, 0, 0);
    for (unsigned l = 4; l < WS; l++) wt_oracle_reg(o, 0, 4)[l] = 0x30;
    wt_oracle_reg(o, 0, 4)[6] = bad[k].lo, wt_oracle_reg(o, 0, 5)[6] = bad[k].hi;
    snprintf(want, sizeof want, "jump: oracle: warp slot 0 pc 0x0 lane 6: BRX to 0x%llx, no instruction there, the code has 0x40 bytes", bad[k].at);
    FAILS(WT_PROGRAM, wt_oracle_issue(o, 0, 0, ALL), want);
    ck_assert(wt_oracle_where(o)->lane == 6 && wt_oracle_where(o)->pc == 0);
  }
  /* a call to the beginning is one through a null pointer; a branch is none */
  for (unsigned k = 0; k < 2; k++) {
    char want[200];
    loaded(k ? "NOP\n@P0 CALL.REL.NOINC R4, 0x0\n" : "NOP\n@P0 CALL.ABS.NOINC R4, 0x0\n");
    *wt_oracle_pred(o, 0, 0) = 0xf0;
    preset(4, 0, 0), preset(5, 0, 0);
    for (unsigned l = 4; l < 6; l++) wt_oracle_reg(o, 0, 4)[l] = 0x10;
    issue(0, ALL);
    snprintf(want, sizeof want, "jump: oracle: warp slot 0 pc 0x10 lane 6: CALL.%s to 0x0, a null pointer", k ? "REL" : "ABS");
    FAILS(WT_PROGRAM, wt_oracle_issue(o, 0, 16, ALL), want);
  }
  loaded("NOP\nBRX R4, 0x0\n");
  preset(4, 0, 0), preset(5, 0, 0);
  issue(0, ALL), issue(1, ALL);
  ck_assert_uint_eq(wt_oracle_pc(o, 0, 7), 0);
  loaded("BRX RZ, 0x10\nNOP\n"); /* no register: the offset alone */
  issue(0, ALL);
  ck_assert_uint_eq(wt_oracle_pc(o, 0, 2), 0x10);
}
END_TEST

int main(void) {
  Suite *s = suite_create("wt_oracle_exec");
  TCase *t = tcase_create("instructions");
  tcase_add_checked_fixture(t, setup, teardown);
  tcase_add_test(t, pairs_and_zeros);
  tcase_add_test(t, uniform_pairs_and_predicates);
  tcase_add_test(t, the_others_keep_their_values);
  tcase_add_test(t, special_registers_of_parts_of_a_warp);
  tcase_add_test(t, sizes_and_slots);
  tcase_add_test(t, clocks_are_the_machines);
  tcase_add_test(t, predicates_in_bytes);
  tcase_add_test(t, votes);
  tcase_add_test(t, matches);
  tcase_add_test(t, wide_warps);
  tcase_add_test(t, shuffles);
  tcase_add_test(t, constants_of_every_size);
  tcase_add_test(t, constants_that_are_not_there);
  tcase_add_test(t, where_an_address_lies);
  tcase_add_test(t, generic_accesses);
  tcase_add_test(t, loads_of_neighbours_are_one_read);
  tcase_add_test(t, stores_of_parts_of_a_word);
  tcase_add_test(t, no_cache_to_invalidate);
  tcase_add_test(t, a_compare_and_store_says_whether_it_has_written);
  tcase_add_test(t, guards_and_second_predicates);
  tcase_add_test(t, targets_in_registers);
  suite_add_tcase(s, t);
  return suite_run(s);
}
