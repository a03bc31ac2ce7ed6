/* test_wt_offsets.c - offsets of addresses at both ends of their fields: what the machine and the oracle take them for, each against a result that
 * the host knows, and how they are written. A register holds the place minus the offset, so that the sum is the place only with the right sign. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "isa/wt_asm.h"
#include "isa/wt_dis.h"
#include "isa/wt_isa.h"
#include "tests/kernel_kit.h"
#include "tests/suite.h"

enum { OLD = 0x01234567, ADD = 0x600d };
typedef enum { GLOBAL, GENERIC, SHARED, LOCAL, CONSTANT, WINDOW } place; /* where R4 and UR4 lead, the offset added */
typedef enum { LOADS, STORES, ADDS, REDUCES, ASKS } effect;

/* R4 (a pair where the place has 64 bits) and UR4 hold place - offset, R9 has ADD; a load leaves its word in R8. %s is the offset. The field has bits hi to lo. */
static const struct {
  const char *text;
  place at;
  effect does;
  unsigned hi, lo;
} kinds[] = {
  {"LDG.E.SYS R8, [R4+%s]", GLOBAL, LOADS, 63, 40},
  {"LDG.E.SYS R8, [UR4+%s]", GLOBAL, LOADS, 63, 40},
  {"STG.E.SYS [R4+%s], R9", GLOBAL, STORES, 63, 40},
  {"STG.E.SYS [UR4+%s], R9", GLOBAL, STORES, 63, 40},
  {"ATOMG.E.ADD.STRONG.GPU PT, R8, [R4+%s], R9", GLOBAL, ADDS, 63, 40},
  {"ATOMG.E.ADD.STRONG.GPU PT, R8, [UR4+%s], R9", GLOBAL, ADDS, 63, 40},
  {"RED.E.ADD.STRONG.GPU [R4+%s], R9", GLOBAL, REDUCES, 63, 40},
  {"RED.E.ADD.STRONG.GPU [UR4+%s], R9", GLOBAL, REDUCES, 63, 40},
  {"LD.E.SYS R8, [R4+%s]", GENERIC, LOADS, 63, 32},
  {"LD.E.SYS R8, [UR4+%s]", GENERIC, LOADS, 63, 40},
  {"ST.E.SYS [R4+%s], R9", GENERIC, STORES, 63, 32},
  {"ST.E.SYS [UR4+%s], R9", GENERIC, STORES, 63, 40},
  {"ATOM.E.ADD.STRONG.GPU PT, R8, [R4+%s], R9", GENERIC, ADDS, 63, 40},
  {"ATOM.E.ADD.STRONG.GPU PT, R8, [UR4+%s], R9", GENERIC, ADDS, 63, 40},
  {"LDS R8, [R4+%s]", SHARED, LOADS, 63, 40},
  {"LDS R8, [UR4+%s]", SHARED, LOADS, 63, 40},
  {"STS [R4+%s], R9", SHARED, STORES, 63, 40},
  {"STS [UR4+%s], R9", SHARED, STORES, 63, 40},
  {"ATOMS.ADD R8, [R4+%s], R9", SHARED, ADDS, 63, 40},
  {"ATOMS.ADD R8, [UR4+%s], R9", SHARED, ADDS, 63, 40},
  {"LDL R8, [R4+%s]", LOCAL, LOADS, 63, 40},
  {"LDL R8, [UR4+%s]", LOCAL, LOADS, 63, 40},
  {"STL [R4+%s], R9", LOCAL, STORES, 63, 40},
  {"STL [UR4+%s], R9", LOCAL, STORES, 63, 40},
  {"LDC R8, c[0x0][R4+%s]", CONSTANT, LOADS, 53, 38},
  {"ULDC UR8, c[0x0][UR4+%s]\nMOV R8, UR8", CONSTANT, LOADS, 53, 38},
  {"QSPC.E.S P1, RZ, [R4+%s]\nSEL R8, R9, RZ, P1", WINDOW, ASKS, 63, 40},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

static void number(char *s, size_t n, int64_t v) {
  if (v < 0) snprintf(s, n, "-0x%" PRIx64, (uint64_t)-v);
  else snprintf(s, n, "0x%" PRIx64, (uint64_t)v);
}

/* The instruction of kind k, up to the end of its line. */
static void line(char *s, size_t n, unsigned k, const char *offset) {
  snprintf(s, n, kinds[k].text, offset);
  s[strcspn(s, "\n")] = 0;
}

static int64_t extreme(unsigned k, int upper) {
  int64_t half = INT64_C(1) << (kinds[k].hi - kinds[k].lo);
  return upper ? half - 4 : -half;
}

START_TEST(fields_and_texts_have_the_sign) {
  char err[200], text[WT_DIS_MAX], offset[32], want[WT_DIS_MAX];
  for (int upper = 0; upper < 2; upper++) {
    wt_word w;
    int64_t v = extreme((unsigned)_i, upper);
    unsigned bits = kinds[_i].hi - kinds[_i].lo + 1;
    number(offset, sizeof offset, v);
    line(want, sizeof want, (unsigned)_i, offset);
    ck_assert_msg(wt_asm_insn(want, 0, NULL, NULL, &w, err, sizeof err) == WT_OK, "%s: %s", want, err);
    ck_assert_msg(wt_bits(w, kinds[_i].hi, kinds[_i].lo) == ((uint64_t)v & ((UINT64_C(1) << bits) - 1)), "%s: another field", want);
    wt_dis_short(w, 0, text, sizeof text);
    ck_assert_msg(strstr(text, offset) != NULL, "%s is printed as %s", want, text);
    number(offset, sizeof offset, upper ? v + 4 : v - 1);
    line(want, sizeof want, (unsigned)_i, offset);
    ck_assert_msg(wt_asm_insn(want, 0, NULL, NULL, &w, err, sizeof err) != WT_OK, "%s fits", want);
  }
}
END_TEST

/* The place minus the offset into R4 (R5) and UR4 (UR5), and OLD to the place unless it is a constant. */
static void prologue(char *s, size_t n, unsigned k, int64_t off) {
  uint64_t less = 0 - (uint64_t)off;
  static const char *const old[] = {"", "", "STS [RZ+0x20], R7\n", "STL [RZ+0x20], R7\n", "", ""};
  place at = kinds[k].at;
  snprintf(s, n,
           ".kernel k\n.regs 24\n.smem 64\n.local 64\n.params 8\nMOV R2, c[0x0][0x160]\nMOV R3, c[0x0][0x164]\nMOV R9, 0x%x\nMOV R7, 0x%x\n%s"
           "MOV R4, %s\nMOV R5, %s\nIADD3 R4, P0, R4, 0x%x, RZ\nIADD3.X R5, R5, 0x%x, RZ, P0, !PT\nR2UR UR4, R4\nR2UR UR5, R5\n",
           ADD, OLD, old[at],
           at <= GENERIC    ? "R2"
           : at == CONSTANT ? "0x160"
           : at == WINDOW   ? "RZ"
                            : "0x20",
           at <= GENERIC  ? "R3"
           : at == WINDOW ? "0x7e00"
                          : "RZ",
           (uint32_t)less, (uint32_t)(less >> 32));
}

/* What is at the place in the end goes to the second word of the buffer if it is not the first one, R8 to the third. */
START_TEST(sums_reach_the_place) {
  static const char *const look[] = {"", "", "LDS R10, [RZ+0x20]\nSTG.E.SYS [R2+0x4], R10\n", "LDL R10, [RZ+0x20]\nSTG.E.SYS [R2+0x4], R10\n",
                                     "", ""};
  static const char *const presets[] = {"small", "default"};
  for (int upper = 0; upper < 2; upper++)
    for (unsigned p = 0; p < 2; p++) {
      char source[2000], offset[32];
      uint32_t init[3] = {OLD, OLD, 0}, got[3];
      wt_session *s = kit_open(WT_BACKEND_C, presets[p], NULL, 1, 100000, 0);
      wt_addr buf = kit_alloc(s, sizeof init, init);
      int64_t v = extreme((unsigned)_i, upper);
      number(offset, sizeof offset, v);
      prologue(source, sizeof source, (unsigned)_i, v);
      size_t n = strlen(source);
      n += (size_t)snprintf(source + n, sizeof source - n, kinds[_i].text, offset);
      int gives = kinds[_i].does != STORES && kinds[_i].does != REDUCES;
      snprintf(source + n, sizeof source - n, "\n%s%sEXIT\n.end\n", gives ? "STG.E.SYS [R2+0x8], R8\n" : "", look[kinds[_i].at]);
      wt_status st = kit_launch(s, kit_text(s, source, "offsets"), 1, 1, &buf, 1);
      ck_assert_msg(st == WT_OK, "%s: %s\n%s", kinds[_i].text, wt_error(s), source);
      ck_assert_int_eq(wt_copy_out(s, got, buf, sizeof got), WT_OK);
      uint32_t there = kinds[_i].at <= GENERIC ? got[0] : got[1];
      uint32_t now = kinds[_i].does == STORES ? ADD : kinds[_i].does == ADDS || kinds[_i].does == REDUCES ? OLD + ADD : OLD;
      uint32_t taken = kinds[_i].at == CONSTANT ? (uint32_t)buf : kinds[_i].at == WINDOW ? ADD : OLD;
      ck_assert_msg(there == now, "%s with %s: %08x at the place, expected %08x", kinds[_i].text, offset, there, now);
      if (gives) ck_assert_msg(got[2] == taken, "%s with %s: %08x, expected %08x", kinds[_i].text, offset, got[2], taken);
      wt_session_close(s);
    }
}
END_TEST

/* Without a register the offset of a constant has no sign, and a sum beyond the bank is the kernel's fault. */
START_TEST(constants_end_where_their_bank_does) {
  static const struct {
    const char *body;
    wt_status st;
  } t[] = {{"LDC R8, c[0x0][RZ+0x160]", WT_OK},
           {"LDC R8, c[0x0][RZ+0xfff8]", WT_FAULT},
           {"MOV R4, 0x10000\nLDC R8, c[0x0][R4+-0x8]", WT_FAULT},
           {"MOV R4, 0x4\nLDC R8, c[0x0][R4+-0x8]", WT_FAULT},
           {"MOV R4, 0x10160\nLDC R8, c[0x0][R4]", WT_FAULT},
           {"MOV R4, 0x8\nLDC R8, c[0x0][R4+-0x8]", WT_OK},
           {"UMOV UR4, 0x4\nULDC UR8, c[0x0][UR4+-0x8]", WT_FAULT},
           {"UMOV UR4, 0x8\nULDC UR8, c[0x0][UR4+-0x8]", WT_OK}};
  for (unsigned i = 0; i < sizeof t / sizeof *t; i++) {
    char source[300];
    wt_session *s = kit_open(WT_BACKEND_C, "tiny", NULL, 1, 100000, 0);
    snprintf(source, sizeof source, ".kernel k\n.regs 24\n.params 8\n%s\nEXIT\n.end\n", t[i].body);
    wt_addr buf = kit_alloc(s, 8, NULL);
    wt_status st = kit_launch(s, kit_text(s, source, "constants"), 1, 1, &buf, 1);
    ck_assert_msg(st == t[i].st, "%s: %d, %s", t[i].body, st, st ? wt_error(s) : "");
    if (st) ck_assert_msg(strstr(wt_error(s), "of constant memory, bank 0 has") != NULL, "%s", wt_error(s));
    wt_session_close(s);
  }
}
END_TEST

int main(void) {
  Suite *s = suite_create("offsets");
  TCase *tc = tcase_create("all");
  tcase_set_timeout(tc, 300);
  tcase_add_loop_test(tc, fields_and_texts_have_the_sign, 0, KINDS);
  tcase_add_loop_test(tc, sums_reach_the_place, 0, KINDS);
  tcase_add_test(tc, constants_end_where_their_bank_does);
  suite_add_tcase(s, tc);
  return suite_run(s);
}
