/* test_wt_asm_text.c - what the assembler takes and what it refuses, at the bounds of every kind of operand (docs/isa/assembler.md): the whole message, which names what is wrong and
 * where, and the bits that a text stands for.
 */
#include "isa/wt_asm.h"
#include "isa/wt_asm_rows.h"
#include "isa/wt_dis.h"
#include "tests/suite.h"
#include <stdio.h>
#include <string.h>

enum { PC = 0x100 };

static int label(void *ctx, const char *name, uint32_t *pc) {
  (void)ctx;
  *pc = !strcmp(name, "odd") ? 0x42 : 0x40;
  return !strcmp(name, "here") || !strcmp(name, "a.b$c_1") || !strcmp(name, "odd");
}

static void refused(const char *text, const char *want) {
  wt_word w = {1, 2};
  char err[300] = "";
  ck_assert_msg(wt_asm_insn(text, PC, label, NULL, &w, err, sizeof err) == WT_USAGE, "'%s' was taken", text);
  ck_assert_msg(!strcmp(err, want), "'%s' gave '%s', not '%s'", text, err, want);
  ck_assert_msg(w.lo == 1 && w.hi == 2, "'%s' left a word", text);
  ck_assert_msg(wt_asm_insn(text, PC, label, NULL, &w, NULL, 0) == WT_USAGE, "'%s' was taken without a message", text); /* the same rows are tried */
}

START_TEST(every_refusal_says_what_is_wrong) {
  static const struct {
    const char *text, *message;
  } t[] = {
    {"MOV R255, R0", "register expected at 'R255, R0'"},
    {"MOV R00, R0", "register expected at 'R00, R0'"},
    {"MOV R01, R0", "register expected at 'R01, R0'"},
    {"MOV R0x, R0", "register expected at 'R0x, R0'"},
    {"MOV RZ1, R0", "register expected at 'RZ1, R0'"},
    {"MOV R, R0", "register expected at 'R, R0'"},
    {"MOV RR, R0", "register expected at 'RR, R0'"},
    {"MOV UR1, R0", "register expected at 'UR1, R0'"},
    {"UMOV UR63, 0x1", "uniform register expected at 'UR63, 0x1'"},
    {"UMOV R1, 0x1", "uniform register expected at 'R1, 0x1'"},
    {"@P7 NOP", "bad guard, write @P0, @!P0, @UP0 or @!UP0"},
    {"@ NOP", "bad guard, write @P0, @!P0, @UP0 or @!UP0"},
    {"@!! NOP", "bad guard, write @P0, @!P0, @UP0 or @!UP0"},
    {"@P NOP", "bad guard, write @P0, @!P0, @UP0 or @!UP0"},
    {"@UP0 NOP", "wrong kind of guard, use @P0"},
    {"@P0 UMOV UR0, 0x1", "wrong kind of guard, use @UP0"},
    {"@UP7 UMOV UR0, 0x1", "bad guard, write @P0, @!P0, @UP0 or @!UP0"},
    {"@P0", "no instruction at '', write a mnemonic"},
    {"@P0 @P1 NOP", "no instruction at '@P1 NOP', write a mnemonic"},
    {"MOV", "operand missing, see the row in docs/isa/assembler.md"},
    {"MOV R0 R1", "',' expected at 'R1'"},
    {"MOV R0,", "'' is no operand, use a register, immediate or constant"},
    {"MOV R0", "too few operands, add them"},
    {"MOV R0, R1 R2", "'R2' after the last operand, remove it"},
    {"MOV R0, R1, 0x10", "', 0x10' after the last operand, remove it"},
    {"MOV R0, R1, 0xf, 0x1", "', 0x1' after the last operand, remove it"},
    {"NOP x", "'x' after the last operand, remove it"},
    {"NOP.X", "unknown modifier '.X', see the row in docs/isa/assembler.md"},
    {"NOP.", "unknown modifier '.', see the row in docs/isa/assembler.md"},
    {"MOV.X R0, R1", "unknown modifier '.X', see the row in docs/isa/assembler.md"},
    {"MOV.U32 R0, R1", "unknown modifier '.U32', see the row in docs/isa/assembler.md"},
    {"IADD3.Y R0, R1, R2, R3", "unknown modifier '.Y', see the row in docs/isa/assembler.md"},
    {"IADD3.XX R0, R1, R2, R3", "unknown modifier '.XX', see the row in docs/isa/assembler.md"},
    {"SHFL.IDX PT, R0, R1, 0x20, 0x1f", "number 0x20 is too large, use at most 5 bits"},
    {"SHFL.IDX PT, R0, R1, 0x1f, 0x2000", "number 0x2000 is too large, use at most 13 bits"},
    {"SHFL.QQQ PT, R0, R1, 0x1f, 0x1f", "modifier missing or unknown at '.QQQ', one of IDX|UP|DOWN|BFLY"},
    {"SHFL PT, R0, R1, 0x1f, 0x1f", "modifier missing or unknown at 'end', one of IDX|UP|DOWN|BFLY"},
    {"MOV R0, c[0x20][0x0]", "bad constant, write c[0xBANK][0xOFFSET]"},
    {"MOV R0, c[0x0][0x10000]", "constant offset 0x10000, use a multiple of 4 below 0x10000"},
    {"MOV R0, c[0x0][0x2]", "constant offset 0x2, use a multiple of 4 below 0x10000"},
    {"MOV R0, c[0x0][0x4", "bad constant, write c[0xBANK][0xOFFSET]"},
    {"MOV R0, c[0x0]0x4]", "bad constant, write c[0xBANK][0xOFFSET]"},
    {"MOV R0, c[0x0][R1]", "bad constant, write c[0xBANK][0xOFFSET]"},
    {"MOV R0, c[0x0 [0x4]", "bad constant, write c[0xBANK][0xOFFSET]"},
    {"MOV R0, c[0x0].0x4]", "bad constant, write c[0xBANK][0xOFFSET]"},
    {"MOV R0, c.0x0][0x4]", "'c.0x0][0x4]' is no operand, use a register, immediate or constant"},
    {"MOV R0, d[0x0][0x4]", "'d[0x0][0x4]' is no operand, use a register, immediate or constant"},
    {"MOV R0, c[x][0x4]", "bad constant, write c[0xBANK][0xOFFSET]"},
    {"MOV R0, c0", "'c0' is no operand, use a register, immediate or constant"},
    {"MOV R0, c[0x0", "bad constant, write c[0xBANK][0xOFFSET]"},
    {"MOV R0, c[0x0]", "bad constant, write c[0xBANK][0xOFFSET]"},
    {"MOV R0, 0x100000000", "immediate does not fit 32 bits"},
    {"MOV R0, -0x80000001", "immediate does not fit 32 bits"},
    {"MOV R0, 0x", "'0x' is no operand, use a register, immediate or constant"},
    {"MOV R0, 0xg", "'0xg' is no operand, use a register, immediate or constant"},
    {"MOV R0, 12ab", "'12ab' is no operand, use a register, immediate or constant"},
    {"MOV R0, 18446744073709551615", "immediate does not fit 32 bits"},
    {"MOV R0, 18446744073709551616", "'18446744073709551616' is no operand, use a register, immediate or constant"},
    {"MOV R0, 0xffffffffffffffff", "immediate does not fit 32 bits"},
    {"MOV R0, 0x10000000000000000", "'0x10000000000000000' is no operand, use a register, immediate or constant"},
    {"MOV R0, @nowhere", "no label 'nowhere', define it in this kernel"},
    {"MOV R0, @", "bad target '', use a label or a byte offset"},
    {"MOV R0, -R1", "no '-' on this operand"},
    {"MOV R0, ~R1", "no '~' on this operand"},
    {"MOV R0, |R1|", "no '|' on this operand"},
    {"FADD R0, |R1, R2", "'|' missing after the absolute value"},
    {"FADD R0, |R1|x, R2", "',' expected at 'x, R2'"},
    {"FADD R0, ~R1, R2", "no '~' on this operand"},
    {"FADD R0, -0x1, R2", "the first source must be a register"},
    {"IADD3 R0, ~R1, R2, R3", "no '~' on this operand"},
    {"IADD3.X R0, -R1, R2, R3, P0, P1", "no '-' on this operand"},
    {"IADD3 R0, |R1|, R2, R3", "no '|' on this operand"},
    {"UIADD3 UR0, R1, UR2, UR3", "R register in a uniform instruction, use UR"},
    {"UIADD3 UR0, UR1, c[0x0][0x4], UR3", "UIADD3 has no form with these operand kinds, put one of them into a register"},
    {"IADD3 R0, 0x1, R2, R3", "the first source must be a register"},
    {"IADD3 R0, UR1, R2, R3", "the first source must be a register"},
    {"IADD3 R0, R1, 0x1, 0x2", "IADD3 has no form with these operand kinds, put one of them into a register"},
    {"IADD3 R0, R1, UR1, UR2", "IADD3 has no form with these operand kinds, put one of them into a register"},
    {"IADD3 R0, R1, %, R3", "'%, R3' is no operand, use a register, immediate or constant"},
    {"IADD3 R0, R1, R2, R3, P0, P1, P2", "', P2' after the last operand, remove it"},
    {"IMAD.MOV R0, R1, R2, R3", "IMAD.MOV does not fit the operands, write plain IMAD"},
    {"IMAD.SHL R0, R1, 0x3, RZ", "IMAD.SHL does not fit the operands, write plain IMAD"},
    {"IMAD.IADD R0, R1, 0x2, R2", "IMAD.IADD does not fit the operands, write plain IMAD"},
    {"IMAD.WIDE.MOV R0, R1, R2, R3", "unknown modifier '.WIDE.MOV', see the row in docs/isa/assembler.md"},
    {"LDG.E.SYS R0, R2", "address expected at 'R2', write [Rn+0xOFFSET]"},
    {"LDG.E.SYS R0, [R2", "']' missing in the address"},
    {"LDG.E.SYS R0, [R2+0x10", "']' missing in the address"},
    {"LDG.E.SYS R0, [R2+0x10]x", "'x' after the last operand, remove it"},
    {"LDG.E.SYS R0, [R2+]", "bad offset at ']', use a number"},
    {"LDG.E.SYS R0, [R2-0x10]", "']' missing in the address"},
    {"LDG.E.SYS R0, [R2+0x800000]", "offset out of range, use a signed number of 24 bits"},
    {"LDG.E.SYS R0, [R2+-0x800001]", "offset out of range, use a signed number of 24 bits"},
    {"LDG.E.SYS R0, [R2.64+0x10]", ".64 and .U32 need a uniform register in the address, drop them"},
    {"LDG.E.SYS R0, [R2.U32+0x10]", ".64 and .U32 need a uniform register in the address, drop them"},
    {"LDG.E.SYS R0, [R2.X4+0x10]", "']' missing in the address"},
    {"LDG.E.SYS R0, []", "bad offset at ']', use a number"},
    {"LDG.E.SYS R0, [UR64]", "bad offset at 'UR64]', use a number"},
    {"LDG.E.SYS R0, [R2+UR4-0x10]", "no uniform register in this address"},
    {"LDG.E.SYS R0, [R2+UR4+x]", "bad offset at 'x]', use a number"},
    {"STS [R2.X2+0x10], R0", "']' missing in the address"},
    {"STS [R2.X44], R0", "']' missing in the address"},
    {"STS [R2.64], R0", "']' missing in the address"},
    {"LD.E.SYS R0, [R2+0x80000000]", "offset out of range, use a signed number of 32 bits"},
    {"LD.E.SYS R0, [R2+-0x80000001]", "offset out of range, use a signed number of 32 bits"},
    {"LD.E.SYS R0, [R2.64+UR4+0x800000]", "offset out of range, use a signed number of 24 bits"},
    {"LDC R0, c[0x3][R2+0x8000]", "offset out of range, use a signed number of 16 bits"},
    {"LDC R0, c[0x3][R2+-0x8001]", "offset out of range, use a signed number of 16 bits"},
    {"LDC R0, c[0x3][RZ+0x10000]", "number 0x10000 is too large, use at most 16 bits"},
    {"LDC R0, c[0x3][RZ+-0x1]", "offset out of range, use a number without a sign"},
    {"LDC R0, c[0x3][0x10]", "register expected in the constant, write c[0xBANK][Rn+0xOFFSET]"},
    {"LDC R0, c[0x3][UR2]", "register expected in the constant, write c[0xBANK][Rn+0xOFFSET]"},
    {"LDC R0, c[0x3][R2", "']' missing in the constant"},
    {"LDC R0, c[0x3][R2+0x10", "']' missing in the constant"},
    {"LDC R0, c[0x20][R2]", "bad constant, write c[0xBANK][0xOFFSET]"},
    {"LDC R0, R2", "constant expected, write c[0xBANK][...]"},
    {"ULDC UR0, c[0x3][0x10000]", "number 0x10000 is too large, use at most 16 bits"},
    {"ULDC UR0, c[0x3][-0x10]", "offset out of range, use a number without a sign"},
    {"ULDC UR0, c[0x3][R2]", "bad offset at 'R2]', use a number"},
    {"ULDC UR0, c[0x3][0x10", "']' missing in the constant"},
    {"BRA odd", "target 0x42 out of reach or not a multiple of 4"},
    {"BRA 0x102", "target 0x102 out of reach or not a multiple of 4"},
    {"BRA 0x2000000000110", "target 0x2000000000110 out of reach or not a multiple of 4"},
    {"BRA 0xfffe00000000010c", "target 0xfffe00000000010c out of reach or not a multiple of 4"},
    {"BRA nowhere", "no label 'nowhere', define it in this kernel"},
    {"BRA", "operand missing, see the row in docs/isa/assembler.md"},
    {"BRA %", "bad target '%', use a label or a byte offset"},
    {"BRA 0x7ffffffffffff", "target 0x7ffffffffffff out of reach or not a multiple of 4"},
    {"BRA.X here", "unknown modifier '.X', see the row in docs/isa/assembler.md"},
    {"BSSY B16, here", "barrier expected, use B0 to B15"},
    {"BSSY R0, here", "barrier expected, use B0 to B15"},
    {"BSSY B0, 0x80000110", "target 0x80000110 out of reach or not a multiple of 4"},
    {"BRX R2", "too few operands, add them"},
    {"S2R R0, SR_TID", "unknown special register 'SR_TID', write SR_TID.X or SR_<number>"},
    {"S2R R0, SR_TID.XY", "unknown special register 'SR_TID.XY', write SR_TID.X or SR_<number>"},
    {"S2R R0, SR_255", "unknown special register 'SR_255', write SR_TID.X or SR_<number>"},
    {"S2R R0, SR_256", "unknown special register 'SR_256', write SR_TID.X or SR_<number>"},
    {"S2R R0, SR_33", "unknown special register 'SR_33', write SR_TID.X or SR_<number>"},
    {"S2R R0, TID", "unknown special register 'TID', write SR_TID.X or SR_<number>"},
    {"BMOV.32 R0, B16", "barrier expected at 'B16', use B0 to B15"},
    {"BMOV.32 R0, MACTIVEX", "barrier expected at 'MACTIVEX', use B0 to B15"},
    {"BMOV.32 R0, STATE_64", "barrier expected at 'STATE_64', use B0 to B15"},
    {"ISETP.LT.AND !P0, PT, R0, R1, P3", "predicate expected at '!P0, PT, R0, R1, P3', use P0"},
    {"ISETP.LT.AND P0, PT, R0, R1, P7", "predicate expected at 'P7', use P0"},
    {"ISETP.LT.AND P0, PT, R0, R1, UP3", "predicate expected at 'UP3', use P0"},
    {"UISETP.LT.AND UP0, UPT, UR0, UR1, P3", "predicate expected at 'P3', use UP0"},
    {"PLOP3.LUT P0, PT, P1, P2, P3, 0x100, 0xff", "table expected at ', 0xff', use 0 to 0xff"},
    {"PLOP3.LUT P0, PT, P1, P2, P3, 0x80, 0x100", "number 0x100 is too large, use at most 8 bits"},
    {"PLOP3.LUT P0, PT, P1, UP2, P3, 0x80, 0x0", "predicate expected at 'UP2, P3, 0x80, 0x0', use P0"},
    {"PLOP3.LUT P0, PT, R1, R2.SIGN, R3.SIGN, 0x8, 0x0", "'.SIGN' missing behind the operand"},
    {"PLOP3.LUT P0, PT, R1.SIGNX, R2.SIGN, R3.SIGN, 0x8, 0x0", "'.SIGN' missing behind the operand"},
    {"POPC R0, -R1", "no '-' on this operand"},
    {"UPOPC UR0, R1", "uniform register expected at 'R1'"},
    {"UBREV UR0, ~UR1", "uniform register expected at '~UR1'"},
    {"HADD2 R7, R0.H2_H2, c[0x2][0x0]", "',' expected at '.H2_H2, c[0x2][0x0]'"},
    {"LOP3.LUT R0, R1, R2, R3, 0x100, !PT", "number 0x100 is too large, use at most 8 bits"},
    {"LEA R0, R1, R2, 0x20", "number 0x20 is too large, use at most 5 bits"},
    {"BAR.SYNC 0x10", "number 0x10 is too large, use at most 4 bits"},
    {"BAR.SYNC 0x0, 0x1000", "register expected at '0x1000'"},
    {"R2P PX, R0, 0x7f", "PR expected at 'PX, R0, 0x7f'"},
    {"DEPBAR.LE SB0, 0x1", "number expected at 'SB0, 0x1'"},
    {"DEPBAR.LE SB0, 0x1, 0x3f", "number expected at 'SB0, 0x1, 0x3f'"},
    {"FROB R0", "unknown instruction 'FROB', see docs/isa/assembler.md"},
    {"frob", "unknown instruction 'frob', see docs/isa/assembler.md"},
    {"123", "unknown instruction '123', see docs/isa/assembler.md"},
    {"MOV32 R0, R1", "unknown instruction 'MOV32', see docs/isa/assembler.md"},
    {"MO R0, R1", "unknown instruction 'MO', see docs/isa/assembler.md"},
    {"M", "unknown instruction 'M', see docs/isa/assembler.md"},
    {" ", "no instruction at '', write a mnemonic"},
    {";", "no instruction at '', write a mnemonic"},
    {"{stall:1}", "no instruction at '', write a mnemonic"},
  };
  for (size_t k = 0; k < sizeof t / sizeof *t; k++) refused(t[k].text, t[k].message);
}
END_TEST

START_TEST(control_blocks_that_are_none) {
  static const char *const t[] = {
    "NOP {stall:16}",
    "NOP {yield:2}",
    "NOP {wr:8}",
    "NOP {rd:8}",
    "NOP {wait:0x40}",
    "NOP {reuse:16}",
    "NOP {stall:1 bogus:2}",
    "NOP {stall 1}",
    "NOP {stall:x}",
    "NOP {stall:1",
    "NOP {stall:1}}",
    "NOP {{stall:1}",
    "NOP ; x",
    "NOP {stall:1} x",
    "NOP {raw:0x1_}",
    "NOP {raw:_2}",
    "NOP {raw:0x12}",
    "NOP {raw:0xffffffffffffffff0_f}",
    "NOP {raw:0xf_ffffffffffffffff0}",
    "NOP {raw:0x00000000000000000000000000000001_1}",
    "NOP {raw:0x1_0000000000000000000000000000001}",
    "NOP {raw:0x1_g}",
    "NOP {raw:0xg_1}",
    "NOP {raw:0x1_2x}",
  };
  for (size_t k = 0; k < sizeof t / sizeof *t; k++) {
    char want[200];
    snprintf(want, sizeof want, "bad control block '%.40s', write {stall:1 yield:0 wr:7 rd:7 wait:0x00 reuse:0}", t[k] + strcspn(t[k], "{;"));
    refused(t[k], want);
  }
}
END_TEST

/* What is taken at the bounds, and which bits say so. */
START_TEST(bits_of_operands) {
  static const struct {
    const char *text;
    unsigned hi, lo;
    uint64_t bits;
  } t[] = {{"MOV R254, R0", 23, 16, 254},
           {"MOV RZ, R0", 23, 16, 255},
           {"MOV R0, R1, 0xf", 75, 72, 15},
           {"MOV R0, R1, 0x3", 75, 72, 3},
           {"UMOV UR62, 0x1", 21, 16, 62},
           {"UMOV URZ, 0x1", 21, 16, 63},
           {"@P6 NOP", 15, 12, 6},
           {"@PT NOP", 15, 12, 7},
           {"@!PT NOP", 15, 12, 15},
           {"NOP", 15, 12, 7},
           {"@UP6 UMOV UR0, 0x1", 15, 12, 6},
           {"SHFL.IDX PT, R0, R1, 0x1f, 0x1fff", 57, 40, 0x1f << 13 | 0x1fff},
           {"MOV R0, c[0x1f][0xfffc]", 58, 40, 31 << 14 | 0x3fff},
           {"MOV R0, 0xffffffff", 63, 32, 0xffffffff},
           {"MOV R0, -0x80000000", 63, 32, 0x80000000},
           {"MOV R0, -1", 63, 32, 0xffffffff},
           {"MOV R0, 0X1F", 63, 32, 31},
           {"MOV R0 ,R7", 39, 32, 7},
           {"MOV R0, c[0x0][0x8 ]", 53, 40, 2},
           {"LDG.E.SYS R0 , [R7 ]", 31, 24, 7},
           {" @P3 MOV  R9,R1", 23, 16, 9},
           {"MOV R0, 0xaBcDeF9", 63, 32, 0xabcdef9},
           {"MOV R0, 1234567890", 63, 32, 1234567890},
           {"MOV R0, @here", 63, 32, 0x40},
           {"MOV R0, @here", 11, 0, 0x802},
           {"MOV R0, @a.b$c_1", 63, 32, 0x40},
           {"FADD R0, -|R1|, |R2|", 73, 72, 3},
           {"FADD R0, |R1|, -R2", 73, 72, 2},
           {"FADD R0, -|R1|, |R2|", 63, 62, 1},
           {"FADD R0, |R1|, -R2", 63, 62, 2},
           {"FADD R0, R1, -c[0x0][0x4]", 63, 62, 2},
           {"FFMA R0, R1, R2, -|R3|", 75, 74, 3},
           {"IADD3 R0, -R1, R2, -R3", 75, 75, 1},
           {"IADD3 R0, -R1, R2, -R3", 63, 63, 0},
           {"IADD3.X R0, ~R1, ~R2, R3, P0, P1", 74, 72, 5},
           {"IADD3.X R0, ~R1, ~R2, R3, P0, P1", 63, 63, 1},
           {"IADD3.X R0, ~R1, ~R2, R3, P0, P1", 90, 87, 0},
           {"IADD3.X R0, ~R1, ~R2, R3, P0, P1", 80, 77, 1},
           {"IMAD.SHL R0, R1, 0x4, RZ", 63, 32, 4},
           {"IMAD R0, R1, R2, 0x7", 39, 32, 7}, /* an immediate takes the place of B, which goes to that of C */
           {"IMAD R0, R1, R2, 0x7", 71, 64, 2},
           {"IMAD R0, R1, UR5, R3", 91, 91, 1},
           {"IMAD R0, R1, UR5, R3", 37, 32, 5},
           {"LDG.E.SYS R0, [R2+-0x10]", 63, 40, 0xfffff0},
           {"LDG.E.SYS R0, [R2+0x7fffff]", 63, 40, 0x7fffff},
           {"LDG.E.SYS R0, [R2+-0x800000]", 63, 40, 0x800000},
           {"LDG.E.SYS R0, [R2.64+UR4+0x10]", 91, 90, 3},
           {"LDG.E.SYS R0, [R2.U32+UR4+0x10]", 91, 90, 2},
           {"LDG.E.SYS R0, [R2+UR4]", 91, 90, 2},
           {"LDG.E.SYS R0, [UR4+0x10]", 91, 90, 3},
           {"LDG.E.SYS R0, [UR4+0x10]", 63, 24, 0x1004ffu | UINT64_C(0x10) << 16},
           {"LDG.E.SYS R0, [0x10]", 31, 24, 255},
           {"LDG.E.SYS R0, [-0x10]", 63, 40, 0xfffff0},
           {"STS [R2.X4+0x10], R0", 79, 78, 1},
           {"STS [R2.X8+0x10], R0", 79, 78, 2},
           {"STS [R2.X16+0x10], R0", 79, 78, 3},
           {"STS [R2], R0", 79, 78, 0},
           {"STS [UR4+0x10], R0", 69, 64, 4},
           {"STS [UR4+0x10], R0", 31, 24, 255},
           {"LDS R0, [R2+UR4]", 37, 32, 4},
           {"LD.E.SYS R0, [R2+0x7fffffff]", 63, 32, 0x7fffffff},
           {"LD.E.SYS R0, [R2+-0x80000000]", 63, 32, 0x80000000},
           {"LD.E.SYS R0, [R2.64+UR4+0x7fffff]", 63, 40, 0x7fffff},
           {"LDC R0, c[0x3][R2+0x7fff]", 58, 38, 3 << 16 | 0x7fff},
           {"LDC R0, c[0x3][R2+-0x8000]", 58, 38, 3 << 16 | 0x8000},
           {"LDC R0, c[0x1f][R2]", 58, 38, 31 << 16},
           {"LDC R0, c[0x3][RZ+0xffff]", 58, 38, 3 << 16 | 0xffff},
           {"ULDC UR0, c[0x3][0xffff]", 58, 38, 3 << 16 | 0xffff},
           {"ULDC UR0, c[0x3][UR2+-0x8]", 58, 38, 3 << 16 | 0xfff8},
           {"ULDC UR0, c[0x3][UR2+-0x8]", 31, 24, 2},
           {"ULDC UR0, c[0x3][URZ+0xffff]", 58, 38, 3 << 16 | 0xffff},
           {"BRA 0x110", 81, 34, 0},
           {"BRA here", 81, 34, ((UINT64_C(1) << 48) - 0xd0 / 4)},
           {"BRA 0x200000000010c", 81, 34, UINT64_C(0x7fffffffffff)},
           {"BRA 0xfffe000000000110", 81, 34, UINT64_C(0x800000000000)},
           {"BRA !P6, here", 90, 87, 14},
           {"BRA here", 90, 87, 7},
           {"BSSY B15, here", 19, 16, 15},
           {"BSSY B0, 0x8000010c", 63, 34, 0x1fffffff},
           {"CALL.ABS.NOINC R2, 0x40", 81, 34, 0x10},
           {"RET.REL.NODEC R2, 0x110", 81, 34, 0},
           {"S2R R0, SR_TID.X", 79, 72, 33},
           {"S2R R0, SR_254", 79, 72, 254},
           {"S2R R0, SRZ", 79, 72, 255},
           {"S2R R0, SR_CLOCKLO", 79, 72, 80},
           {"S2R R0, SR_CLOCK", 79, 72, 1},
           {"BMOV.32 R0, B15", 29, 24, 15},
           {"BMOV.32 R0, MEXITED", 29, 24, 24},
           {"BMOV.32 R0, MACTIVE", 29, 24, 26},
           {"BMOV.32 R0, STATE_63", 29, 24, 63},
           {"ISETP.LT.AND P0, PT, R0, R1, !P3", 90, 87, 11},
           {"UISETP.LT.AND UP0, UPT, UR0, UR1, UP3", 90, 87, 3},
           {"PLOP3.LUT P0, PT, P1, P2, !UP3, 0x80, 0xff", 71, 67, 23},
           {"PLOP3.LUT P0, PT, P1, P2, P3, 0x80, 0xff", 71, 67, 6},
           {"PLOP3.LUT P0, PT, P1, P2, P3, 0xb5, 0xff", 76, 72, 0x16},
           {"PLOP3.LUT P0, PT, P1, P2, P3, 0xb5, 0xff", 66, 64, 5},
           {"UPOPC UR0, ~UR1", 63, 63, 1},
           {"HADD2 R7, R0.H0_H0, c[0x2][0x0].H1_H1", 75, 74, 2},
           {"LOP3.LUT R0, R1, R2, R3, 0xff, !PT", 79, 72, 255},
           {"LEA R0, R1, R2, 0x1f", 79, 75, 31},
           {"LEA R0, R1, R2, 0x1f", 71, 64, 255},
           {"LEA.HI R0, R1, R2, 0x7, 0x3", 63, 32, 7},
           {"BAR.SYNC 0xf", 57, 54, 15},
           {"BAR.SYNC 0x0, 0xfff", 53, 42, 0xfff},
           {"VOTE.ALL P0, P1", 23, 16, 255},
           {"NOP {stall:15}", 108, 105, 15},
           {"NOP {stall:0}", 108, 105, 0},
           {"NOP {yield:0}", 109, 109, 1},
           {"NOP {yield:1}", 109, 109, 0},
           {"NOP {stall:11}", 109, 109, 1},
           {"NOP {stall:12}", 109, 109, 0},
           {"NOP {yield:0} {stall:12}", 109, 109, 1},
           {"NOP {wr:5 rd:6 wait:0x3f reuse:15}", 125, 110, 0xf << 12 | 0x3f << 6 | 6 << 3 | 5},
           {"NOP { stall:3 } ; {wr:2};", 115, 105, 7 << 8 | 2 << 5 | 1 << 4 | 3},
           {"\tNOP\t{\tstall:3\t}\r", 108, 105, 3},
           {"NOP{stall:2}", 108, 105, 2},
           {"NOP {}", 115, 105, 0x7f1}};
  for (size_t k = 0; k < sizeof t / sizeof *t; k++) {
    wt_word w;
    char err[300] = "";
    ck_assert_msg(wt_asm_insn(t[k].text, PC, label, NULL, &w, err, sizeof err) == WT_OK, "'%s': %s", t[k].text, err);
    ck_assert_msg(wt_bits(w, t[k].hi, t[k].lo) == t[k].bits, "'%s': %llx", t[k].text, (unsigned long long)wt_bits(w, t[k].hi, t[k].lo));
  }
}
END_TEST

/* Every row, with its modifiers and operands in the forms of the document's table: each line of texts.txt comes back as it is, and says all of its word. */
START_TEST(texts_come_back) {
  static char seen[WT_I_COUNT];
  char text[WT_DIS_MAX], back[WT_DIS_MAX], err[300] = "";
  FILE *f = fopen(WT_ROOT "/tests/isa/texts.txt", "r");
  ck_assert_ptr_nonnull(f);
  while (fgets(text, sizeof text, f)) {
    wt_word w;
    text[strcspn(text, "\n")] = 0;
    ck_assert_msg(wt_asm_insn(text, PC, NULL, NULL, &w, err, sizeof err) == WT_OK, "'%s': %s", text, err);
    ck_assert_uint_eq((size_t)wt_dis_short(w, PC, back, sizeof back), strlen(text));
    ck_assert_str_eq(back, text);
    ck_assert_msg(!wt_dis_is_raw(w, PC), "%s", text);
    seen[wt_isa_find(w)] = 1;
  }
  fclose(f);
  for (unsigned id = 0; id < WT_I_COUNT; id++) ck_assert_msg(seen[id] || !wt_row_text_get(id)->base, "no text of %s", wt_isa_rows[id].id);
}
END_TEST

/* Rows without a text of their own: the mnemonic and the word. */
START_TEST(rows_without_a_text) {
  static const struct {
    unsigned op;
    const char *text;
  } t[] = {{0x236, "HMMA"}, {0x237, "IMMA"}, {0x23d, "BMMA"}, {0x83b, "LDSM"},          {0x23a, "MOVM"},
           {0x95b, "KILL"}, {0x95c, "BPT"},  {0xf55, "BMOV"}, {0xfff, "INVALID 0xfff"}, {0x000, "INVALID 0x0"}};
  for (size_t k = 0; k < sizeof t / sizeof *t; k++) {
    wt_word w = {UINT64_C(3) << 32 | 2 << 24 | 1 << 16 | 7 << 12 | t[k].op, 4};
    char text[WT_DIS_MAX], want[WT_DIS_MAX];
    wt_dis_short(w, PC, text, sizeof text);
    ck_assert_str_eq(text, t[k].text);
    ck_assert(wt_dis_is_raw(w, PC));
    snprintf(want, sizeof want, "%s {stall:0 yield:1 wr:0 rd:0 wait:0x00 reuse:0} {raw:0x%016llx_%016llx}", t[k].text, (unsigned long long)w.hi,
             (unsigned long long)w.lo);
    wt_dis(w, PC, text, sizeof text);
    ck_assert_str_eq(text, want);
  }
}
END_TEST

START_TEST(raw_words) {
  static const struct {
    const char *text;
    uint64_t hi, lo;
  } t[] = {{"NOP {raw:0x1_2}", 1, 2},
           {"NOP {raw:1_2}", 1, 2},
           {"NOP {raw:0xffffffffffffffff_ffffffffffffffff}", UINT64_MAX, UINT64_MAX},
           {"NOP {raw:0x1_2 stall:3}", 1, 2},
           {"NOP {raw:0x1_2}{stall:3}", 1, 2},
           {"no such thing {raw:0x1_2}", 1, 2}};
  for (size_t k = 0; k < sizeof t / sizeof *t; k++) {
    wt_word w;
    ck_assert_msg(wt_asm_insn(t[k].text, PC, NULL, NULL, &w, NULL, 0) == WT_OK, "%s", t[k].text);
    ck_assert(w.hi == t[k].hi && w.lo == t[k].lo);
  }
}
END_TEST

/* The longest line, name and mnemonic that there may be, and one character more. */
/* A field of both halves of a word takes the place of what was there, and of nothing else. */
START_TEST(fields_over_both_halves) {
  wt_word w = {UINT64_MAX, UINT64_MAX};
  wt_word_set(&w, 60, 8, 0x5a);
  ck_assert(w.lo == UINT64_C(0xafffffffffffffff) && w.hi == UINT64_C(0xfffffffffffffff5));
}
END_TEST

START_TEST(lengths) {
  char text[700], err[300], want[900];
  wt_word w;
  for (unsigned n = 511; n < 513; n++) {
    snprintf(text, sizeof text, "NOP%*s", (int)n - 3, "");
    if (n < 512) ck_assert_int_eq(wt_asm_insn(text, PC, NULL, NULL, &w, err, sizeof err), WT_OK);
    else refused(text, "line too long, use at most 511 characters");
  }
  for (unsigned n = 127; n < 129; n++) {
    snprintf(text, sizeof text, "MOV R0, @%0*d", (int)n, 0);
    text[9] = 'x';
    snprintf(want, sizeof want, n < 128 ? "no label '%s', define it in this kernel" : "bad target '%.20s', use a label or a byte offset", text + 9);
    want[159] = 0; /* messages end there */
    refused(text, want);
  }
  for (unsigned n = 63; n < 65; n++) {
    snprintf(text, sizeof text, "%0*d", (int)n, 0);
    snprintf(want, sizeof want, n < 64 ? "unknown instruction '%.30s', see docs/isa/assembler.md" : "no instruction at '%.20s', write a mnemonic",
             text);
    refused(text, want);
  }
  ck_assert_int_eq(wt_asm_insn("BRA here", PC, NULL, NULL, &w, err, sizeof err), WT_USAGE); /* nobody knows labels */
  ck_assert_str_eq(err, "no label 'here', define it in this kernel");
}
END_TEST

/* A message is cut where its room ends. */
START_TEST(messages_have_room) {
  static const char *const texts[] = {"FROB R0", "NOP {", "MOV R0"};
  for (unsigned k = 0; k < 3; k++) {
    wt_word w;
    char whole[300], part[300];
    ck_assert_int_eq(wt_asm_insn(texts[k], PC, NULL, NULL, &w, whole, sizeof whole), WT_USAGE);
    for (size_t n = 1; n < strlen(whole) + 3; n++) {
      memset(part, '#', sizeof part);
      ck_assert_int_eq(wt_asm_insn(texts[k], PC, NULL, NULL, &w, part, n), WT_USAGE);
      size_t fits = n <= strlen(whole) ? n - 1 : strlen(whole);
      ck_assert(!part[fits] && !strncmp(part, whole, fits) && part[n] == '#');
    }
  }
}
END_TEST

/* So is a printed line; its whole length is told all the same. */
START_TEST(printed_lines_have_room) {
  wt_word w;
  char whole[WT_DIS_MAX], part[WT_DIS_MAX];
  ck_assert_int_eq(
    wt_asm_insn("@!P3 IADD3 R0, P1, -R1, c[0x0][0x160], R3 {stall:9 yield:1 wr:2 rd:3 wait:0x2f reuse:7}", PC, NULL, NULL, &w, NULL, 0), WT_OK);
  for (unsigned k = 0; k < 2; k++) {
    int n = (k ? wt_dis_short : wt_dis)(w, PC, whole, sizeof whole);
    ck_assert_str_eq(whole, k ? "@!P3 IADD3 R0, P1, -R1, c[0x0][0x160], R3"
                              : "@!P3 IADD3 R0, P1, -R1, c[0x0][0x160], R3 {stall:9 yield:1 wr:2 rd:3 wait:0x2f reuse:7}");
    ck_assert_int_eq(n, (int)strlen(whole));
    for (int room = 0; room < n + 3; room++) {
      memset(part, '#', sizeof part);
      ck_assert_int_eq((k ? wt_dis_short : wt_dis)(w, PC, part, (size_t)room), n);
      int fits = room > n ? n : room - 1;
      if (room) ck_assert(!part[fits] && !strncmp(part, whole, (size_t)fits));
      for (int at = room ? fits + 1 : 0; at < (int)sizeof part; at++) ck_assert(part[at] == '#');
    }
  }
}
END_TEST

int main(void) {
  Suite *s = suite_create("wt_asm_text");
  TCase *t = tcase_create("text");
  tcase_add_test(t, every_refusal_says_what_is_wrong);
  tcase_add_test(t, control_blocks_that_are_none);
  tcase_add_test(t, bits_of_operands);
  tcase_add_test(t, texts_come_back);
  tcase_add_test(t, rows_without_a_text);
  tcase_add_test(t, raw_words);
  tcase_add_test(t, fields_over_both_halves);
  tcase_add_test(t, lengths);
  tcase_add_test(t, messages_have_room);
  tcase_add_test(t, printed_lines_have_room);
  suite_add_tcase(s, t);
  return suite_run(s);
}
