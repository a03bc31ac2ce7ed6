/* test_wt_sem_decode.c - the oracle's decoder: everything that an instruction reads and writes, from its text, and why a word is refused
 * (docs/isa/oracle.md).
 */
#include <stdio.h>
#include <string.h>

#include "oracle_kit.h"
#include "tests/suite.h"

/* "R2 R3 UR4 P1 > R5 P2": in the order of the operands, predicates by number. */
static char *add(char *to, const char *what, unsigned n) { return to + sprintf(to, "%s%u ", what, n); }
static void lists(const wt_sem_insn *i, char *to) {
  for (unsigned k = 0; k < i->nsr; k++) to = add(to, "R", i->sr[k]);
  for (unsigned k = 0; k < i->nsu; k++) to = add(to, "UR", i->su[k]);
  for (unsigned p = 0; p < 8; p++)
    if (i->sp >> p & 1) to = add(to, "P", p);
  for (unsigned p = 0; p < 8; p++)
    if (i->sup >> p & 1) to = add(to, "UP", p);
  to += sprintf(to, ">");
  for (unsigned k = 0; k < i->nrd; k++) to += sprintf(to, " %s%u", i->udst ? "UR" : "R", i->rd + k);
  for (unsigned p = 0; p < 8; p++)
    if (i->dp >> p & 1) to += sprintf(to, " P%u", p);
  for (unsigned p = 0; p < 8; p++)
    if (i->dup >> p & 1) to += sprintf(to, " UP%u", p);
}

START_TEST(what_is_read_and_written) {
  static const char *const t[][2] = {
    {"IADD3 R5, R2, R3, R4", "R2 R3 R4 > R5"},
    {"IADD3 R5, P1, P6, R2, RZ, R4", "R2 R4 > R5 P1 P6"},
    {"IADD3.X R5, R2, R3, R4, P1, P2", "R2 R3 R4 P1 P2 > R5"},
    {"IADD3 R5, R2, R3, R4, P1, P2", "R2 R3 R4 > R5"}, /* carries of .X alone */
    {"@!P3 IADD3 RZ, R2, UR7, R4", "R2 R4 UR7 P3 > "},
    {"MOV R5, R2", "R2 > R5"},
    {"MOV R5, c[0x0][0x4]", "> R5"},
    {"IMAD.WIDE R4, P1, R2, R3, R6", "R2 R3 R6 R7 > R4 R5 P1"},
    {"IMAD.WIDE R254, R2, R3, RZ", "R2 R3 > R254"}, /* behind R254 there is none */
    {"IMAD.HI R4, R2, R3, R254", "R2 R3 R254 > R4"},
    {"IMAD.X R4, R2, R3, R6, P2", "R2 R3 R6 P2 > R4"},
    {"LEA.HI R5, R2, R3, R4, 0x3", "R2 R3 R4 > R5"},
    {"LEA R5, P2, R2, R3, 0x3", "R2 R3 > R5 P2"},
    {"LEA.HI.X.SX32 R5, R2, R3, 0x3, P1", "R2 R3 P1 > R5"},
    {"ISETP.LT.AND P1, P2, R2, R3, P4", "R2 R3 P4 > P1 P2"},
    {"ISETP.LT.AND.EX P1, PT, R2, R3, P4, P5", "R2 R3 P4 P5 > P1"},
    {"LOP3.LUT P1, R5, R2, R3, R4, 0xc0, P2", "R2 R3 R4 P2 > R5 P1"},
    {"PLOP3.LUT P1, P2, P3, P4, UP5, 0x80, 0x1", "P3 P4 UP5 > P1 P2"},
    {"PLOP3.LUT P1, PT, R2.SIGN, R3.SIGN, R4.SIGN, 0x8, 0x0", "R2 R3 R4 > P1"},
    {"PLOP3.LUT P1, PT, P2, R3.SIGN, R4.SIGN, 0x8, 0x0", "R3 R4 P2 > P1"},
    {"PLOP3.LUT P1, PT, P2, R3.SIGN, P4, 0x8, 0x0", "R3 P2 P4 > P1"},
    {"SEL R5, R2, R3, !P4", "R2 R3 P4 > R5"},
    {"SHF.L.U32 R5, R2, R3, R4", "R2 R3 R4 > R5"},
    {"IABS R5, R3", "R3 > R5"},
    {"POPC R5, R3", "R3 > R5"},
    {"VABSDIFF R5, R2, R3, R4", "R2 R3 R4 > R5"},
    {"P2R R5, PR, R2, R3", "R2 R3 P0 P1 P2 P3 P4 P5 P6 > R5"},
    {"R2P PR, R2, 0x12", "R2 > P1 P4"},
    {"R2P PR, R2, R3", "R2 R3 > P0 P1 P2 P3 P4 P5 P6"},
    {"FADD R5, R2, R3", "R2 R3 > R5"},
    {"FFMA R5, R2, R3, R4", "R2 R3 R4 > R5"},
    {"FSEL R5, R2, R3, P4", "R2 R3 P4 > R5"},
    {"FSETP.LT.AND P1, P2, R2, R3, P4", "R2 R3 P4 > P1 P2"},
    {"FCHK P1, R2, R3", "R2 R3 > P1"},
    {"DADD R4, R2, R6", "R2 R3 R6 R7 > R4 R5"},
    {"DADD R4, R2, UR6", "R2 R3 UR6 UR7 > R4 R5"},
    {"DFMA R4, R2, R6, R8", "R2 R3 R6 R7 R8 R9 > R4 R5"},
    {"DSETP.LT.AND P1, PT, R2, R4, P3", "R2 R3 R4 R5 P3 > P1"},
    {"MUFU.RCP R5, R2", "R2 > R5"},
    {"F2F.F64.F32 R4, R2", "R2 > R4 R5"},
    {"F2I.F64.TRUNC R5, R2", "R2 R3 > R5"},
    {"I2F.S64 R5, R2", "R2 R3 > R5"},
    {"FRND.F64.FLOOR R4, R2", "R2 R3 > R4 R5"},
    {"UIADD3 UR5, UP1, UR2, UR3, UR4", "UR2 UR3 UR4 > UR5 UP1"},
    {"@UP2 UIADD3 URZ, UR2, 0x1, URZ", "UR2 UP2 > "},
    {"UIMAD.WIDE UR4, UR2, UR3, UR6", "UR2 UR3 UR6 UR7 > UR4 UR5"},
    {"UIMAD.WIDE UR62, UR2, UR3, UR62", "UR2 UR3 UR62 > UR62"},
    {"UMOV UR5, UR2", "UR2 > UR5"},
    {"UP2UR UR5, UPR, UR2, 0x7f", "UR2 UP0 UP1 UP2 UP3 UP4 UP5 UP6 > UR5"},
    {"UPLOP3.LUT UP1, UPT, UP2, UP3, UP4, 0x80, 0x1", "UP2 UP3 UP4 > UP1"},
    {"R2UR UR5, R2", "R2 > UR5"},
    {"@P1 R2UR UR5, R2", "R2 P1 > UR5"},
    {"S2R R5, SR_LANEID", "> R5"},
    {"CS2R R4, SR_CLOCKLO", "> R4 R5"},
    {"CS2R.32 R4, SRZ", "> R4"},
    {"S2UR UR5, SR_CTAID.X", "> UR5"},
    {"@UP1 S2UR UR5, SR_CTAID.X", "UP1 > UR5"},
    {"LEPC R4", "> R4 R5"},
    {"VOTE.ALL R5, P1, P2", "P2 > R5 P1"},
    {"@P3 VOTEU.ALL UR5, UP1, P2", "P2 P3 > UR5 UP1"},
    {"SHFL.IDX P1, R5, R2, 0x1, 0x1f", "R2 > R5 P1"},
    {"SHFL.IDX P1, R5, R2, R3, R4", "R2 R3 R4 > R5 P1"},
    {"MATCH.ALL P1, R5, R2", "R2 > R5 P1"},
    {"MATCH.ANY.U64 R5, R2", "R2 R3 > R5"},
    {"QSPC.E.G P1, RZ, [R2]", "R2 R3 > P1"},
    {"B2R.RESULT R5, P1", "> R5 P1"},
    {"LDG.E.SYS R5, [R2]", "R2 R3 > R5"},
    {"LDG.E.128.SYS R4, [R2]", "R2 R3 > R4 R5 R6 R7"},
    {"LDG.E.SYS R5, [R2.U32+UR4]", "R2 UR4 UR5 > R5"},
    {"LDG.E.SYS R5, [UR4]", "UR4 UR5 > R5"},
    {"LDG.E.SYS RZ, [R2]", "R2 R3 > "},
    {"STG.E.64.SYS [R2], R6", "R2 R3 R6 R7 > "},
    {"STG.E.SYS [R2], RZ", "R2 R3 > "},
    {"STG.E.SYS [R2.64+UR62], R6", "R2 R3 R6 UR62 > "},
    {"LD.E.SYS R5, [R2]", "R2 R3 > R5"},
    {"ST.E.SYS [R2], R6", "R2 R3 R6 > "},
    {"LDS.64 R4, [R2]", "R2 > R4 R5"},
    {"LDS R5, [R2+UR4]", "R2 UR4 > R5"},
    {"STS.128 [R2], R4", "R2 R4 R5 R6 R7 > "},
    {"STL [R2], R6", "R2 R6 > "},
    {"STL [UR4+0x4], R6", "R6 UR4 > "},
    {"ATOMG.E.ADD.STRONG.GPU PT, R5, [R2], R6", "R2 R3 R6 > R5"},
    {"ATOMG.E.ADD.64.STRONG.GPU PT, R4, [R2], R6", "R2 R3 R6 R7 > R4 R5"},
    {"ATOMG.E.CAS.STRONG.GPU PT, R5, [R2], R6, R7", "R2 R3 R6 R7 > R5"},
    {"ATOMG.E.CAS.64.STRONG.GPU PT, R4, [R2], R6, R8", "R2 R3 R6 R7 R8 R9 > R4 R5"},
    {"ATOMG.E.EXCH.STRONG.GPU PT, R5, [R2.64+UR4], R6", "R2 R3 R6 UR4 UR5 > R5"},
    {"ATOM.E.ADD.STRONG.GPU P1, R5, [R2], R6", "R2 R3 R6 > R5 P1"},
    {"ATOMG.E.ADD.STRONG.GPU PT, R5, [R2.64+UR4], R6", "R2 R3 R6 UR4 UR5 > R5"},
    {"ATOMG.E.EXCH.STRONG.GPU PT, R5, [R2.U32+UR4], R6", "R2 R6 UR4 UR5 > R5"},
    {"ATOM.E.ADD.STRONG.GPU P1, R5, [R2.64+UR4], R6", "R2 R3 R6 UR4 UR5 > R5 P1"},
    {"ATOM.E.EXCH.STRONG.GPU P1, R5, [R2.U32+UR4], R6", "R2 R6 UR4 UR5 > R5 P1"},
    {"RED.E.ADD.STRONG.GPU [R2.U32+UR4], R6", "R2 R6 UR4 UR5 > "},
    {"RED.E.ADD.STRONG.GPU [R2.64+UR4], R6", "R2 R3 R6 UR4 UR5 > "},
    {"ATOMS.ADD R5, [R2], R6", "R2 R6 > R5"},
    {"ATOMS.CAS R5, [R2], R6, R7", "R2 R6 R7 > R5"},
    {"RED.E.ADD.STRONG.GPU [R2], R6", "R2 R3 R6 > "},
    {"LDC.64 R4, c[0x3][R2]", "R2 > R4 R5"},
    {"ULDC.64 UR4, c[0x3][UR2]", "UR2 > UR4 UR5"},
    {"ULDC UR4, c[0x3][0x4]", "> UR4"},
    {"@!P1 BRA P2, 0x100", "P1 P2 > "},
    {"BRX P2, R4, 0x0", "R4 P2 > "},
    {"RET.REL.NODEC P2, R4, 0x0", "R4 P2 > "},
    {"CALL.ABS.NOINC P2, R4, 0x0", "R4 P2 > "},
    {"EXIT !P2", "P2 > "},
    {"BSYNC P2, B1", "P2 > "},
    {"BREAK P2, B1", "P2 > "},
    {"BMOV.32 R5, B1", "> R5"},
    {"BMOV.32 B1, R5", "R5 > "},
    {"BAR.SYNC R4", "R4 > "},
    {"BAR.SYNC 0x1, R4", "R4 > "},
    {"BAR.RED.POPC 0x1, P2", "P2 > "},
    {"BAR.SYNC 0x1", "> "},
    {"WARPSYNC R4", "R4 > "},
    {"NANOSLEEP R4", "R4 > "},
    {"CCTL.IVALL", "> "},
    {"NOP", "> "},
  };
  for (size_t k = 0; k < sizeof t / sizeof *t; k++) {
    char got[300];
    wt_sem_insn i;
    ck_assert_msg(wt_sem_decode(word_of(t[k][0], 0x100), &i) == WT_OK, "%s: %s", t[k][0], i.why ? i.why : "");
    lists(&i, got);
    size_t n = strlen(t[k][1]);
    while (n && t[k][1][n - 1] == ' ') n--;
    ck_assert_msg(strlen(got) == n && !strncmp(got, t[k][1], n), "%s: '%s', not '%s'", t[k][0], got, t[k][1]);
  }
}
END_TEST

static wt_sem_insn decoded(const char *text) {
  wt_sem_insn i;
  ck_assert_msg(wt_sem_decode(word_of(text, 0x100), &i) == WT_OK, "%s: %s", text, i.why ? i.why : "");
  return i;
}

/* "~R2 |c2[8] UR4: #10": ~ negated, | absolute, : 64 bits wide. */
static char *put_source(const wt_sem_src *s, char *to) {
  static const char *const kind[] = {"_", "R", "UR", "#", "c", "PR"};
  to += sprintf(to, "%s%s%s", s->inv ? "~" : "", s->abs ? "|" : "", kind[s->kind]);
  if (s->kind == WT_SRC_REG || s->kind == WT_SRC_UREG) to += sprintf(to, "%u", s->reg);
  if (s->kind == WT_SRC_IMM && s->hi && s->wide) to += sprintf(to, "%x'", s->hi);
  if (s->kind == WT_SRC_IMM) to += sprintf(to, "%x", s->lo);
  if (s->kind == WT_SRC_CONST) to += sprintf(to, "%u[%x]", s->reg, s->lo);
  return to + sprintf(to, s->wide ? ":" : "");
}
START_TEST(operands) {
  static const struct {
    const char *text, *src;
    int cls;
  } t[] = {
    {"IADD3 R5, -R2, R3, -R4", "~R2 R3 ~R4", WT_CL_ALU},
    {"IADD3 R5, R2, -R3, R4", "R2 ~R3 R4", WT_CL_ALU},
    {"IADD3 R5, R2, 0x80000000, R4", "R2 #80000000 R4", WT_CL_ALU}, /* an immediate has no sign of its own */
    {"IADD3 R5, R2, -c[0x2][0xfffc], R4", "R2 ~c2[fffc] R4", WT_CL_ALU},
    {"IADD3 R5, R2, -UR62, R4", "R2 ~UR62 R4", WT_CL_ALU},
    {"IMAD R5, R2, R3, 0x80000000", "R2 R3 #80000000", WT_CL_ALU},
    {"IMAD R5, R2, R3, -c[0x1f][0x4]", "R2 R3 ~c31[4]", WT_CL_ALU},
    {"IMAD R5, R2, R3, -UR4", "R2 R3 ~UR4", WT_CL_ALU},
    {"IMAD R5, R2, R3, -R4", "R2 R3 ~R4", WT_CL_ALU},
    {"IMAD R5, R2, 0x3, -R4", "R2 #3 ~R4", WT_CL_ALU},
    {"IMAD.WIDE R4, R2, R3, c[0x2][0x8]", "R2 R3 c2[8]:", WT_CL_ALU},
    {"MOV R5, c[0x2][0x8]", "_ c2[8] _", WT_CL_ALU},
    {"LEA R5, -R2, R3, 0x3", "~R2 R3 _", WT_CL_ALU},
    {"LEA R5, R2, -R3, 0x3", "R2 ~R3 _", WT_CL_ALU},
    {"LEA.HI R5, -R2, R3, R4, 0x1f", "~R2 R3 R4", WT_CL_ALU},
    {"LEA.HI R5, R2, R3, 0x80000000, 0x1f", "R2 R3 #80000000", WT_CL_ALU},
    {"LEA.HI.X.SX32 R5, R2, R3, 0x1f, P1", "R2 R3 _", WT_CL_ALU},
    {"FLO.U32 R5, ~R3", "_ ~R3 _", WT_CL_ALU},
    {"POPC R5, ~c[0x2][0x8]", "_ ~c2[8] _", WT_CL_ALU},
    {"P2R R5, PR, R2, 0x7f", "R2 #7f PR", WT_CL_ALU},
    {"UIADD3 UR5, -UR2, UR3, -UR4", "~UR2 UR3 ~UR4", WT_CL_UALU},
    {"UIADD3 UR5, UR2, 0x10, -UR4", "UR2 #10 ~UR4", WT_CL_UALU},
    {"UIMAD.WIDE UR4, UR2, UR3, UR6", "UR2 UR3 UR6:", WT_CL_UALU},
    {"FADD R5, -|R2|, |c[0x3][0x40]|", "~|R2 |c3[40] _", WT_CL_ALU},
    {"FADD R5, |R2|, -UR7", "|R2 ~UR7 _", WT_CL_ALU},
    {"FADD R5, R2, -R3", "R2 ~R3 _", WT_CL_ALU},
    {"FADD R5, R2, 0xbf800000", "R2 #bf800000 _", WT_CL_ALU},
    {"FMUL R5, R2, -|R3|", "R2 ~|R3 _", WT_CL_ALU},
    {"FFMA R5, -R2, R3, -R4", "~R2 R3 ~R4", WT_CL_ALU},
    {"FFMA R5, R2, -R3, 0xbf800000", "R2 ~R3 #bf800000", WT_CL_ALU},
    {"FFMA R5, R2, -R3, -c[0x2][0x8]", "R2 ~R3 ~c2[8]", WT_CL_ALU},
    {"FFMA R5, R2, R3, -UR8", "R2 R3 ~UR8", WT_CL_ALU},
    {"FFMA R5, R2, 0x3f800000, -R4", "R2 #3f800000 ~R4", WT_CL_ALU},
    {"FFMA R5, R2, -c[0x2][0x8], R4", "R2 ~c2[8] R4", WT_CL_ALU},
    {"FFMA R5, R2, -UR8, R4", "R2 ~UR8 R4", WT_CL_ALU},
    {"DADD R4, -|R2|, |R6|", "~|R2: |R6: _", WT_CL_ALU},
    {"DADD R4, R2, -c[0x2][0x8]", "R2: ~c2[8]: _", WT_CL_ALU},
    {"DADD R4, R2, 0xbff00000", "R2: #bff00000'0: _", WT_CL_ALU},
    {"DMUL R4, R2, -R6", "R2: ~R6: _", WT_CL_ALU},
    {"DFMA R4, -R2, R6, -c[0x2][0x8]", "~R2: R6: ~c2[8]:", WT_CL_ALU},
    {"DFMA R4, R2, UR6, -R8", "R2: UR6: ~R8:", WT_CL_ALU},
    {"DSETP.LT.AND P0, PT, |R2|, -R4, PT", "|R2: ~R4: _", WT_CL_ALU},
  };
  for (size_t k = 0; k < sizeof t / sizeof *t; k++) {
    char got[300], *to = got;
    wt_sem_insn i = decoded(t[k].text);
    for (unsigned s = 0; s < 3; s++) to = put_source(&i.src[s], s ? to + sprintf(to, " ") : to);
    ck_assert_msg(!strcmp(got, t[k].src) && (int)i.cls == t[k].cls, "%s: '%s', not '%s'", t[k].text, got, t[k].src);
  }
  /* Two bits above the number of a uniform register mean nothing. */
  wt_sem_insn i;
  ck_assert_int_eq(wt_sem_decode(with(word_of("FADD R5, R2, UR7", 0), 39, 38, 3), &i), WT_OK);
  ck_assert_uint_eq(i.src[1].reg, 7);
  ck_assert_int_eq(wt_sem_decode(with(word_of("IADD3 R5, R2, UR7, R4", 0), 39, 38, 3), &i), WT_OK);
  ck_assert_uint_eq(i.src[1].reg, 7);
}
END_TEST

/* Words that are not executed: the text of one that is, some bits changed, and why. */
START_TEST(reasons) {
  static const struct {
    const char *text;
    unsigned hi, lo;
    uint64_t v;
    const char *why; /* NULL: it is executed */
  } t[] = {
    {"MOV R0, R1", 75, 72, 7, "MOV with a lane mask other than 0xf"},
    {"ISETP.LT.AND P0, PT, R0, R1, PT", 75, 74, 3, "ISETP with a reserved combination"},
    {"PRMT R0, R1, R2, R3", 74, 72, 7, "PRMT with a reserved mode"},
    {"PRMT R0, R1, R2, R3", 74, 72, 6, NULL},
    {"VABSDIFF4.U8 R0, R1, R2, R3", 73, 73, 1, "VABSDIFF4 of signed bytes"},
    {"IDP.4A.U8.U8 R0, R1, R2, R3", 77, 76, 2, "IDP.4A of the upper half"},
    {"IMAD.WIDE R0, R1, R2, 0x7fffffff", 63, 63, 0, NULL},
    {"IMAD.WIDE R0, R1, R2, 0x7fffffff", 63, 63, 1, "negative immediate as a 64-bit addend"},
    {"IMAD R0, R1, R2, 0x7fffffff", 63, 63, 1, NULL},
    {"IMAD R0, R1, R2, R3", 83, 81, 3, "a result in a predicate, which this instruction does not give here"},
    {"FLO R0, R1", 83, 81, 0, "a result in a predicate, which this instruction does not give here"},
    {"IABS R0, R1", 83, 81, 3, NULL},
    {"HADD2 R7, -RZ.H0_H0, c[0x2][0x0].F32", 31, 24, 4, "a source of 32 bits other than in the move of a constant"},
    {"HADD2 R7, -RZ.H0_H0, c[0x2][0x0].F32", 79, 79, 1, "RELU, which sm_75 does not have"},
    {"HADD2 R7, -RZ.H0_H0, c[0x2][0x0].F32", 63, 63, 1, "a source of 32 bits other than in the move of a constant"},
    {"HADD2 R7, -RZ.H0_H0, c[0x2][0x0].F32", 61, 61, 1, NULL}, /* .H1_H1 */
    {"HADD2 R7, R1, R2", 75, 74, 1, "a source of 32 bits other than in the move of a constant"},
    {"HADD2 R7, R1, R2", 61, 60, 1, "a source of 32 bits other than in the move of a constant"},
    {"HADD2 R7, R1, R2", 76, 76, 1, "modifier that is not modelled"},
    {"HADD2 R7, R1, R2", 82, 82, 1, "modifier that is not modelled"},
    {"HADD2 R7, R1, R2", 85, 85, 1, "bfloat16, which sm_75 has no arithmetic of"},
    {"HADD2 R7, R1.H0_H0, R2", 78, 78, 1, "a number of 32 bits of two different halves"},
    {"HADD2 R7, R1.H1_H1, 0x3c003c00", 78, 78, 1, NULL},
    {"HADD2 R7, R1.H1_H1, 0x3c003c01", 78, 78, 1, "a number of 32 bits of two different halves"},
    {"HMUL2 R7, R1.H0_H0, R2.H0_H0", 78, 78, 1, "a product of halves as a number of 32 bits"},
    {"HMUL2.FMZ R7, R1, R2", 80, 80, 1, "FTZ and FMZ together"},
    {"HFMA2 R7, R1, R2, R3", 82, 81, 1, "a source of 32 bits other than in the move of a constant"},
    {"HFMA2 R7, R1, R2, R3", 79, 79, 1, "RELU, which sm_75 does not have"},
    {"HFMA2 R7, R1, R2, R3", 86, 86, 1, "modifier that is not modelled"},
    {"HSET2.GT.AND R7, R1, R2, PT", 70, 69, 3, "comparison with a reserved combination"},
    {"HSET2.GT.AND R7, R1, R2, PT", 65, 65, 1, "bfloat16, which sm_75 has no arithmetic of"},
    {"HSET2.GT.AND R7, R1, R2, PT", 81, 81, 1, "modifier that is not modelled"},
    {"HSET2.GT.AND R7, R1, R2, PT", 61, 60, 1, "a source of 32 bits other than in the move of a constant"},
    {"HSETP2.GT.AND P0, P1, R1, R2, PT", 71, 71, 1, "a second predicate of H_AND"},
    {"HSETP2.GT.AND P0, PT, R1, R2, PT", 71, 71, 1, NULL},
    {"MUFU.TANH.F16 R7, R1", 77, 74, 4, "MUFU of a half other than EX2 and TANH"},
    {"MUFU.TANH.F16 R7, R1", 61, 60, 1, NULL},
    {"MUFU.TANH.F16 R7, R1", 61, 60, 2, "part of a register"},
    {"MUFU.TANH R7, R1", 61, 60, 1, "part of a register"},
    {"S2R R0, SR_LANEID", 79, 72, 40, "special register that is not modelled"},
    {"S2R R0, SR_LANEID", 79, 72, 84, "special register that is not modelled"},
    {"MATCH.ANY R0, R1", 83, 81, 2, "MATCH.ANY with a predicate result"},
    {"MATCH.ALL PT, R0, R1", 83, 81, 2, NULL},
    {"MATCH.ANY.U64 R0, R2", 31, 24, 3, "odd register pair"},
    {"MATCH.ANY R0, R2", 31, 24, 3, NULL},
    {"MATCH.ANY.U64 R0, R2", 31, 24, 255, NULL},
    {"B2R.RESULT R0", 79, 78, 2, "B2R other than RESULT"},
    {"QSPC.E.G P0, RZ, [R2]", 72, 72, 0, "QSPC of a 32-bit address"},
    {"QSPC.E.G P0, RZ, [R2]", 74, 73, 3, "QSPC of a cluster's shared memory"},
    {"QSPC.E.G P0, RZ, [R2]", 23, 16, 4, "QSPC with a register result"},
    {"VOTE.ALL P0, P1", 73, 72, 3, "VOTE with a reserved mode"},
    {"LDG.E.SYS R0, [R2]", 75, 73, 7, "access size 7"},
    {"LDG.E.64.SYS R4, [R2]", 23, 16, 5, "register range that is not aligned to its size"},
    {"LDG.E.128.SYS R4, [R2]", 23, 16, 6, "register range that is not aligned to its size"},
    {"LDG.E.128.SYS R4, [R2]", 23, 16, 255, NULL},
    {"STG.E.64.SYS [R2], R4", 39, 32, 5, "register range that is not aligned to its size"},
    {"LDL R0, [R2]", 79, 78, 1, "local access with a scale"},
    {"STL [R2], R0", 79, 78, 2, "local access with a scale"},
    {"LDS R0, [R2]", 79, 78, 2, NULL},
    {"STL [R2], R0", 91, 91, 1, "STL with a uniform register in this opcode"},
    {"ST.E.SYS [R2], R0", 91, 91, 1, "ST with a uniform register in this opcode"},
    {"ATOMG.E.ADD.STRONG.GPU PT, R0, [R2], R4", 75, 73, 4, NULL},
    {"ATOMG.E.ADD.STRONG.GPU PT, R0, [R2], R4", 75, 73, 7, "atomic on a type that is not known"},
    {"ATOMG.E.ADD.STRONG.GPU PT, R0, [R2], R4", 90, 87, 9, "atomic operation"},
    {"ATOMG.E.ADD.STRONG.GPU PT, R0, [R2], R4", 90, 87, 8, NULL},
    {"ATOMG.E.ADD.F32.FTZ.RN.STRONG.GPU PT, R0, [R2], R4", 90, 87, 2, "atomic on a floating point type other than an addition in global memory"},
    {"ATOMG.E.ADD.F16x2.RN.STRONG.GPU PT, R0, [R2], R4", 90, 87, 1, "atomic on a floating point type other than an addition in global memory"},
    {"ATOMS.ADD R0, [R2], R4", 75, 73, 4, "atomic on a floating point type other than an addition in global memory"},
    {"ATOMS.ADD R0, [R2], R4", 75, 73, 3, "atomic on a floating point type other than an addition in global memory"},
    {"ATOM.E.ADD.F32.FTZ.RN.STRONG.GPU P1, R0, [R2], R4", 83, 81, 7, "generic floating point atomic whose predicate nobody sees"},
    {"ATOM.E.ADD.STRONG.GPU P1, R0, [R2], R4", 83, 81, 7, NULL},
    {"ATOMG.E.INC.STRONG.GPU PT, R0, [R2], R4", 75, 73, 1, "INC or DEC on a type other than U32"},
    {"ATOMG.E.DEC.STRONG.GPU PT, R0, [R2], R4", 75, 73, 2, "INC or DEC on a type other than U32"},
    {"ATOMG.E.ADD.64.STRONG.GPU PT, R0, [R2], R4", 23, 16, 1, "register range that is not aligned to its size"},
    {"ATOMG.E.ADD.64.STRONG.GPU PT, R0, [R2], R4", 39, 32, 5, "register range that is not aligned to its size"},
    {"ATOMG.E.CAS.64.STRONG.GPU PT, R0, [R2], R4, R6", 71, 64, 7, "register range that is not aligned to its size"},
    {"RED.E.ADD.64.STRONG.GPU [R2], R4", 23, 16, 1, NULL}, /* it has no result */
    {"LDC R0, c[0x3][R2]", 79, 78, 1, "LDC with an address mode"},
    {"ULDC UR0, c[0x3][0x0]", 79, 78, 1, NULL},
    {"LDC.64 R4, c[0x3][R2]", 23, 16, 5, "register range that is not aligned to its size"},
    {"ULDC.64 UR4, c[0x3][0x0]", 21, 16, 5, "odd uniform register pair"},
    {"ULDC.64 UR4, c[0x3][0x0]", 21, 16, 63, NULL},
    {"ULDC.64 UR4, c[0x3][0x0]", 75, 73, 6, "ULDC of 128 bits"},
    {"BAR.SYNC 0x0", 79, 77, 3, "BAR.SCAN or BAR.SYNCALL"},
    {"BAR.RED.POPC 0x0, P1", 75, 74, 3, "BAR.RED with a reserved operation"},
    {"BAR.SYNC 0x0", 75, 74, 3, NULL},
    {"BMOV.32 R0, B1", 29, 24, 16, "BMOV of a state other than B0-B15"},
    {"FMUL R0, R1, R2", 76, 76, 1, "FMZ, products with zero that ignore NaN"},
    {"FFMA R0, R1, R2, R3", 76, 76, 1, "FMZ, products with zero that ignore NaN"},
    {"FMUL R0, R1, R2", 86, 84, 0, "FMUL with a reserved scale"},
    {"FSETP.LT.AND P0, PT, R0, R1, PT", 75, 74, 3, "comparison with a reserved combination"},
    {"FSEL R0, R1, R2, P0", 75, 74, 3, NULL},
    {"FMNMX R0, R1, R2, P0", 75, 74, 3, NULL},
    {"DADD R0, R2, R4", 23, 16, 1, "64-bit operand that does not start at an even register"},
    {"DADD R0, R2, R4", 31, 24, 3, "64-bit operand that does not start at an even register"},
    {"DADD R0, R2, R4", 71, 64, 3, "64-bit operand that does not start at an even register"},
    {"DFMA R0, R2, R4, R6", 71, 64, 3, "64-bit operand that does not start at an even register"},
    {"DADD R0, R2, UR4", 37, 32, 5, "64-bit operand that does not start at an even register"},
    {"DADD R0, R2, c[0x0][0x8]", 53, 40, 3, "64-bit operand that does not start at an even register"},
    {"DADD R0, R2, R4", 31, 24, 255, NULL},
    {"DADD R0, R2, R4", 23, 16, 255, NULL},
    {"F2F.F64.F32 R4, R2", 23, 16, 5, "odd register pair"},
    {"F2I.F64.TRUNC R4, R2", 39, 32, 3, "odd register pair"},
    {"F2I.F64.TRUNC R4, R2", 23, 16, 5, NULL},
    {"MUFU.RCP R4, R2", 77, 74, 10, "MUFU function that is not modelled"},
    {"MUFU.RCP R4, R2", 77, 74, 9, NULL},
    {"MUFU.RCP R4, R2", 61, 60, 1, "part of a register"},
    {"MUFU.RCP R4, R2", 80, 80, 1, "modifier that is not modelled"},
    {"I2F R4, R2", 80, 80, 1, "modifier that is not modelled"},
    {"I2F R4, R2", 63, 63, 1, "I2F of a negated operand"},
    {"I2F R4, R2", 62, 62, 1, "I2F of a negated operand"},
    {"I2F R4, R2", 61, 60, 1, "part of a register that the size does not have"},
    {"I2F.U8 R4, R2", 61, 60, 3, NULL},
    {"I2F.U16 R4, R2", 61, 60, 1, NULL},
    {"I2F.U16 R4, R2", 61, 60, 2, "part of a register that the size does not have"},
    {"I2F R4, R2", 76, 75, 0, "floating point format of 8 bits"},
    {"I2F R4, R2", 76, 75, 3, "sizes that the opcode does not have"},
    {"F2I.FTZ.U32 R4, R2", 85, 84, 0, "floating point format of 8 bits"},
    {"F2I.FTZ.U32 R4, R2", 76, 75, 0, NULL},
    {"F2F.F16.F32 R4, R2", 76, 75, 0, "floating point format of 8 bits"},
    {"FRND.TRUNC R4, R2", 76, 75, 1, "FRND between formats"},
    {"F2F.F64.F32 R4, R2", 76, 75, 2, "sizes that the opcode does not have"},
    {"NOP", 11, 0, 0x236, "not in the supported set"},
    {"NOP", 11, 0, 0xfff, "unknown opcode"},
  };
  for (size_t k = 0; k < sizeof t / sizeof *t; k++) {
    wt_sem_insn i;
    wt_word w = word_of(t[k].text, 0x100);
    ck_assert_msg(wt_sem_decode(w, &i) == WT_OK, "%s: %s", t[k].text, i.why ? i.why : "");
    wt_status st = wt_sem_decode(with(w, t[k].hi, t[k].lo, t[k].v), &i);
    if (t[k].why) ck_assert_msg(st == WT_UNSUPPORTED && !strcmp(i.why, t[k].why), "case %zu, %s: %d '%s'", k, t[k].text, st, i.why ? i.why : "");
    else ck_assert_msg(st == WT_OK, "case %zu, %s: %s", k, t[k].text, i.why ? i.why : "");
  }
}
END_TEST

/* Fields that decide where and how. */
START_TEST(addresses_and_modes) {
  wt_sem_insn i;
  static const struct {
    const char *text;
    int space, mop;
    unsigned bytes, sext, strong, shift, a64, has_ur, ur; /* strong: 2 = a load of the scope of a CTA or an SM */
    int64_t imm;
  } t[] = {
    {"LDG.E.SYS R0, [R2+-0x8]", WT_SPACE_GLOBAL, WT_MOP_LD, 4, 0, 0, 0, 1, 0, 0, -8},
    {"LDG.E.S8.SYS R0, [R2+0x7fffff]", WT_SPACE_GLOBAL, WT_MOP_LD, 1, 1, 0, 0, 1, 0, 0, 0x7fffff},
    {"LDG.E.U16.STRONG.GPU R0, [R2]", WT_SPACE_GLOBAL, WT_MOP_LD, 2, 0, 1, 0, 1, 0, 0, 0},
    {"LDG.E.STRONG.CTA R0, [R2]", WT_SPACE_GLOBAL, WT_MOP_LD, 4, 0, 2, 0, 1, 0, 0, 0},
    {"LDG.E.STRONG.SM R0, [R2]", WT_SPACE_GLOBAL, WT_MOP_LD, 4, 0, 2, 0, 1, 0, 0, 0},
    {"LDG.E.STRONG.SYS R0, [R2]", WT_SPACE_GLOBAL, WT_MOP_LD, 4, 0, 1, 0, 1, 0, 0, 0},
    {"LDG.E.MMIO.CTA R0, [R2]", WT_SPACE_GLOBAL, WT_MOP_LD, 4, 0, 1, 0, 1, 0, 0, 0},
    {"LDG.E.CTA R0, [R2]", WT_SPACE_GLOBAL, WT_MOP_LD, 4, 0, 0, 0, 1, 0, 0, 0},
    {"STG.E.STRONG.CTA [R2], R4", WT_SPACE_GLOBAL, WT_MOP_ST, 4, 0, 1, 0, 1, 0, 0, 0},
    {"RED.E.ADD.STRONG.CTA [R2], R4", WT_SPACE_GLOBAL, WT_MOP_REDUCE, 4, 0, 1, 0, 1, 0, 0, 0},
    {"LD.E.STRONG.SM R0, [R2]", WT_SPACE_GENERIC, WT_MOP_LD, 4, 0, 2, 0, 1, 0, 0, 0},
    {"LDG.E.S16.CONSTANT.GPU R0, [R2]", WT_SPACE_GLOBAL, WT_MOP_LD, 2, 1, 0, 0, 1, 0, 0, 0},
    {"LDG.SYS R0, [R2]", WT_SPACE_GLOBAL, WT_MOP_LD, 4, 0, 0, 0, 0, 0, 0, 0},
    {"LDG.E.SYS R0, [R2.U32+UR4]", WT_SPACE_GLOBAL, WT_MOP_LD, 4, 0, 0, 0, 1, 1, 4, 0},
    {"STG.E.128.MMIO.SYS [R2.64+UR6], R4", WT_SPACE_GLOBAL, WT_MOP_ST, 16, 0, 1, 0, 1, 1, 6, 0},
    {"LD.E.64.SYS R0, [R2+0x7fffffff]", WT_SPACE_GENERIC, WT_MOP_LD, 8, 0, 0, 0, 1, 0, 0, 0x7fffffff},
    {"LD.E.STRONG.SYS R0, [R2.64+UR4+0x10]", WT_SPACE_GENERIC, WT_MOP_LD, 4, 0, 1, 0, 1, 1, 4, 0x10},
    {"ST.E.SYS [R2+-0x80000000], R0", WT_SPACE_GENERIC, WT_MOP_ST, 4, 0, 0, 0, 1, 0, 0, INT64_C(-0x80000000)},
    {"LDS R0, [R2]", WT_SPACE_SHARED, WT_MOP_LD, 4, 0, 0, 0, 0, 0, 0, 0},
    {"LDS.U8 R0, [R2.X4+0x10]", WT_SPACE_SHARED, WT_MOP_LD, 1, 0, 0, 2, 0, 0, 0, 0x10},
    {"LDS R0, [R2.X16+UR4]", WT_SPACE_SHARED, WT_MOP_LD, 4, 0, 0, 4, 1, 1, 4, 0},
    {"STS [R2.X8], R0", WT_SPACE_SHARED, WT_MOP_ST, 4, 0, 0, 3, 0, 0, 0, 0},
    {"LDL R0, [R2+0x4]", WT_SPACE_LOCAL, WT_MOP_LD, 4, 0, 0, 0, 0, 0, 0, 4},
    {"STL.U8 [R2], R0", WT_SPACE_LOCAL, WT_MOP_ST, 1, 0, 0, 0, 0, 0, 0, 0},
    {"ATOMG.E.ADD.STRONG.GPU PT, R0, [R2+0x10], R4", WT_SPACE_GLOBAL, WT_MOP_ATOM, 4, 0, 1, 0, 1, 0, 0, 0x10},
    {"ATOMG.E.MIN.S64.STRONG.GPU PT, R0, [R2], R4", WT_SPACE_GLOBAL, WT_MOP_ATOM, 8, 0, 1, 0, 1, 0, 0, 0},
    {"ATOMG.E.ADD.F64.RN.STRONG.GPU PT, R0, [R2], R4", WT_SPACE_GLOBAL, WT_MOP_ATOM, 8, 0, 1, 0, 1, 0, 0, 0},
    {"ATOMG.E.EXCH.STRONG.GPU PT, R0, [R2.U32+UR4], R4", WT_SPACE_GLOBAL, WT_MOP_ATOM, 4, 0, 1, 0, 1, 1, 4, 0},
    {"ATOMG.E.CAS.STRONG.GPU PT, R0, [R2], R4, R5", WT_SPACE_GLOBAL, WT_MOP_ATOM, 4, 0, 1, 0, 1, 0, 0, 0},
    {"ATOMS.ADD R0, [R2.X8], R4", WT_SPACE_SHARED, WT_MOP_ATOM, 4, 0, 1, 3, 0, 0, 0, 0},
    {"ATOMS.CAS R0, [R2], R4, R5", WT_SPACE_SHARED, WT_MOP_ATOM, 4, 0, 1, 0, 0, 0, 0, 0},
    {"ATOM.E.ADD.STRONG.GPU P0, R0, [R2], R4", WT_SPACE_GENERIC, WT_MOP_ATOM, 4, 0, 1, 0, 1, 0, 0, 0},
    {"RED.E.MAX.S64.STRONG.GPU [R2.64+UR4], R4", WT_SPACE_GLOBAL, WT_MOP_REDUCE, 8, 0, 1, 0, 1, 1, 4, 0},
  };
  for (size_t k = 0; k < sizeof t / sizeof *t; k++) {
    i = decoded(t[k].text);
    ck_assert_msg(i.space == t[k].space && i.mop == t[k].mop && i.bytes == t[k].bytes && i.sext == t[k].sext && i.strong + i.within == t[k].strong &&
                    i.shift == t[k].shift && i.a64 == t[k].a64 && i.has_ur == t[k].has_ur && (!t[k].has_ur || i.ur == t[k].ur) && i.imm == t[k].imm,
                  "%s: space %d, %u bytes, a64 %u, imm %lld", t[k].text, i.space, i.bytes, i.a64, (long long)i.imm);
  }
  static const struct {
    const char *text;
    unsigned aop, sgn, number;
  } a[] = {{"ATOMG.E.ADD.STRONG.GPU PT, R0, [R2], R4", WT_AOP_ADD, 0, 0},
           {"ATOMG.E.MIN.S32.STRONG.GPU PT, R0, [R2], R4", WT_AOP_MIN, 1, 0},
           {"ATOMG.E.MAX.S64.STRONG.GPU PT, R0, [R2], R4", WT_AOP_MAX, 1, 0},
           {"ATOMG.E.EXCH.64.STRONG.GPU PT, R0, [R2], R4", WT_AOP_EXCH, 0, 0},
           {"RED.E.XOR.STRONG.GPU [R2], R4", WT_AOP_XOR, 0, 0},
           {"RED.E.ADD.F32.FTZ.RN.STRONG.GPU [R2], R4", WT_AOP_ADD, 0, 1},
           {"ATOMS.CAST.SPIN R0, [R2], R4, R5", WT_AOP_CAST, 0, 0},
           {"ATOMS.CAS R0, [R2], R4, R5", WT_AOP_CAS, 0, 0},
           {"ATOMG.E.CAS.STRONG.GPU PT, R0, [R2], R4, R5", WT_AOP_CAS, 0, 0}};
  for (size_t k = 0; k < sizeof a / sizeof *a; k++) {
    i = decoded(a[k].text);
    ck_assert_msg(i.aop == a[k].aop && i.sgn == a[k].sgn && i.number == a[k].number, "%s", a[k].text);
  }
  i = decoded("LDC R0, c[0x3][R2+-0x8]");
  ck_assert(i.imm == -8 && i.bx == 3);
  i = decoded("LDC R0, c[0x1f][RZ+0xffff]");
  ck_assert(i.imm == 0xffff && i.bx == 31);
  i = decoded("ULDC UR0, c[0x3][UR2+-0x8]");
  ck_assert(i.imm == -8 && i.udst);
  i = decoded("ULDC UR0, c[0x3][URZ+0xfff8]");
  ck_assert_int_eq(i.imm, 0xfff8);
  i = decoded("ULDC UR0, c[0x3][0xfff8]");
  ck_assert_int_eq(i.imm, 0xfff8);
  i = decoded("BRA 0x100");
  ck_assert_int_eq(i.imm, -16);
  i = decoded("BSSY B7, 0x0");
  ck_assert(i.imm == -0x110 && i.bx == 7);
  i = decoded("BAR.SYNC 0x9, 0xfff");
  ck_assert(i.bx == 9 && i.count == 0xfff && i.mode == WT_BAR_SYNC);
  i = decoded("BAR.ARV 0x9, 0x1");
  ck_assert_int_eq(i.mode, WT_BAR_ARV);
  i = decoded("BAR.RED.OR 0x9, !P2");
  ck_assert(i.mode == WT_BAR_RED && i.bop == 2 && i.pp.reg == 2 && i.pp.neg && !i.pp.uni);
  i = decoded("QSPC.E.S P0, RZ, [R2+-0x10]");
  ck_assert(i.imm == -16 && i.mode == 2);
  i = decoded("SHFL.BFLY P0, R0, R1, 0x11, 0x1234");
  ck_assert(i.mode == 3 && i.imm == 0x11 && i.mask == 0x1234);
  i = decoded("PLOP3.LUT P1, P2, !P3, P4, !P5, 0x8e, 0x12");
  ck_assert(i.op == WT_I_PLOP3 && i.lut == 0x8e && i.lut2 == 0x12 && i.pu == 1 && i.pv == 2);
  ck_assert(i.pp.neg && !i.pq.neg && i.pr.neg && i.pp.reg == 3 && i.pq.reg == 4 && i.pr.reg == 5);
  i = decoded("R2P.B2 PR, R2, 0x12");
  ck_assert(i.cls == WT_CL_R2P && i.mode == 2);
  i = decoded("CCTL.IVALL");
  ck_assert_int_eq(i.mode, WT_CCTL_IVALL);
  i = decoded("WARPSYNC 0x12345678");
  ck_assert(i.src[1].kind == WT_SRC_IMM && i.src[1].lo == 0x12345678);
  i = decoded("WARPSYNC c[0x2][0x8]");
  ck_assert(i.src[1].kind == WT_SRC_CONST && i.src[1].reg == 2 && i.src[1].lo == 8);
}
END_TEST

int main(void) {
  Suite *s = suite_create("wt_sem_decode");
  TCase *t = tcase_create("sem_decode");
  tcase_add_test(t, what_is_read_and_written);
  tcase_add_test(t, operands);
  tcase_add_test(t, reasons);
  tcase_add_test(t, addresses_and_modes);
  suite_add_tcase(s, t);
  return suite_run(s);
}
