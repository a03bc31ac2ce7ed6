/* test_wt_service.c - how routines of the machine around a kernel come behind its code (wt_service.h, docs/isa/cubin.md): where they are, what their
 * control codes say, and what becomes of calls and traps.
 */
#define FAILS_REALLOC
#include "isa/wt_asm.h"
#include "isa/wt_dis.h"
#include "isa/wt_service.h"
#include "tests/suite.h"
#include "tests/fails_kit.h"
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_malloc(size_t size) { return fails() ? NULL : __real_malloc(size); }

enum { PRINTF, ASSERT, TRAP, FREE, KERNELS = 3 };
static const uint64_t BUFFER = 0x7000001000;
static wt_cubin_kernel kernel[KERNELS];
static wt_cubin cubin;
static char err[300];

static void setup(void) {
  memset(kernel, 0, sizeof kernel);
  cubin = (wt_cubin){.kernel = kernel};
}
static void teardown(void) {
  for (unsigned k = 0; k < KERNELS; k++) free(kernel[k].code), free(kernel[k].func), free(kernel[k].needed);
}
/* Lines of code, with control codes of their own; what it calls. */
static wt_cubin_kernel *add(const char *lines, const char **needs, unsigned nneeds) {
  wt_cubin_kernel *k = &kernel[cubin.nkernels++];
  *k = (wt_cubin_kernel){.name = "k", .code = calloc(16, sizeof(wt_word)), .regs = 2, .needs = needs, .nneeds = nneeds};
  ck_assert_ptr_nonnull(k->code);
  while (*lines) {
    char line[100];
    size_t n = strcspn(lines, "\n");
    ck_assert(n < sizeof line && k->n < 16);
    memcpy(line, lines, n), line[n] = 0;
    ck_assert_msg(wt_asm_text(line, k->n * 16, NULL, NULL, &k->code[k->n], err, sizeof err) == WT_OK, "%s", err);
    k->code[k->n].hi |= UINT64_C(0x1abcdf) << 41;
    k->n++;
    lines += n + (lines[n] == '\n');
  }
  return k;
}
/* An instruction becomes BPT, as the code of nvcc has it: bits 86:84 are 3 of BPT.TRAP. */
enum { TRAPS = 3 };
static void bpt(wt_cubin_kernel *k, unsigned insn, unsigned kind) {
  wt_word *w = &k->code[insn];
  w->lo = (w->lo & ~UINT64_C(0xfff)) | 0x95c;
  w->hi = (w->hi & ~(UINT64_C(7) << 20)) | (uint64_t)kind << 20;
}
static void linked(void) { ck_assert_msg(wt_service_link(&cubin, BUFFER, err, sizeof err) == WT_OK, "%s", err); }
static void shows(const wt_cubin_kernel *k, unsigned insn, const char *text) {
  char got[200];
  wt_dis_short(k->code[insn], insn * 16, got, sizeof got);
  ck_assert_msg(!strcmp(got, text), "instruction %u is %s, not %s", insn, got, text);
}

START_TEST(names) {
  ck_assert(wt_service_known("vprintf") && wt_service_known("__assertfail") && wt_service_known("free"));
  ck_assert(!wt_service_known("trap") && !wt_service_known("malloc") && !wt_service_known("") && !wt_service_known("vprintf2"));
}
END_TEST

/* Behind the kernel's own code, one after the other: those that it calls, and that of traps if it has one. */
START_TEST(places) {
  static const char *two[] = {"free", "vprintf"}, *one[] = {"__assertfail"};
  wt_cubin_kernel *a = add("NOP\nEXIT\n", two, 2), *b = add("EXIT\n", NULL, 0), *c = add("NOP\nNOP\nEXIT\n", one, 1);
  bpt(c, 0, TRAPS);
  b->regs = c->regs = 3;
  ck_assert(wt_service_wanted(a) && !wt_service_wanted(b) && wt_service_wanted(c));
  linked();
  ck_assert(a->own == 2 && b->own == 0 && c->own == 3 && b->n == 1 && b->nfunc == 0);
  ck_assert(a->service[PRINTF] == 0x20 && a->service[FREE] > 0x20 && a->service[FREE] < 16 * a->n);
  ck_assert(a->service[ASSERT] == 0 && a->service[TRAP] == 0);
  ck_assert(c->service[ASSERT] == 0x30 && c->service[TRAP] > 0x30 && c->service[TRAP] < 16 * c->n);
  ck_assert(c->service[PRINTF] == 0 && c->service[FREE] == 0);
  /* what a call through a register may enter; nobody calls the routine of traps */
  ck_assert(a->nfunc == 2 && a->func[0] == a->service[PRINTF] && a->func[1] == a->service[FREE]);
  ck_assert(c->nfunc == 1 && c->func[0] == c->service[ASSERT]);
  /* a trap comes anywhere and takes R0 to R3, the others keep to what a callee may change */
  ck_assert(a->regs == 2 && b->regs == 3 && c->regs == 4);
  shows(a, 2, "MOV R8, RZ");
  shows(a, a->service[FREE] / 16, "LOP3.LUT R0, R4, R5, RZ, 0xfc, !PT");
  shows(c, c->service[TRAP] / 16, "MOV R2, 0x1000");
  shows(c, c->service[TRAP] / 16 + 1, "MOV R3, 0x70");
  for (unsigned k = 0; k < KERNELS; k++) {
    const wt_cubin_kernel *x = &kernel[k];
    ck_assert_int_eq(wt_isa_find(x->code[x->n - 1]), x == a ? WT_I_RET : WT_I_EXIT);
  }
}
END_TEST

/* A kernel that has functions keeps them; registers that are enough stay. */
START_TEST(what_was_there_stays) {
  static const char *one[] = {"vprintf"};
  wt_cubin_kernel *a = add("@P1 NOP\nEXIT\nNOP\n", one, 1);
  bpt(a, 0, TRAPS);
  a->func = malloc(sizeof *a->func);
  ck_assert_ptr_nonnull(a->func);
  a->func[0] = 0x20, a->nfunc = 1, a->regs = 40;
  linked();
  ck_assert(a->nfunc == 2 && a->func[0] == 0x20 && a->func[1] == 0x30 && a->regs == 40);
}
END_TEST

/* Each instruction of a routine waits for all barriers, has one for its result and one for its operands, and stalls until the barrier counts. */
START_TEST(control_codes) {
  static const char *all[] = {"vprintf", "__assertfail", "free"};
  wt_cubin_kernel *a = add("NOP\nNOP\n", all, 3);
  bpt(a, 0, TRAPS);
  linked();
  ck_assert_uint_eq(a->code[1].hi >> 41, 0x1abcdf);
  for (unsigned k = 2; k < a->n; k++) {
    ck_assert_uint_eq(wt_bits(a->code[k], 108, 105), 2);
    ck_assert_uint_eq(wt_bit(a->code[k], 109), 1);
    ck_assert_uint_eq(wt_bits(a->code[k], 112, 110), 5);
    ck_assert_uint_eq(wt_bits(a->code[k], 115, 113), 4);
    ck_assert_uint_eq(wt_bits(a->code[k], 121, 116), 0x3f);
  }
}
END_TEST

/* Offsets of code are addresses here: a call through a register goes as far from 0 as that says. Its guard, register and control code stay. */
START_TEST(calls_and_traps) {
  static const char *one[] = {"vprintf"};
  wt_cubin_kernel *a =
    add("NOP\n@!P2 CALL.ABS.NOINC R6, 0x0\nCALL.ABS.NOINC R254, 0x0\n@P3 NOP\nNOP\nNOP\nCALL.REL.NOINC 0x0\nRET.REL.NODEC R20, 0x0\n", one, 1);
  char text[100];
  bpt(a, 3, TRAPS), bpt(a, 4, 2), bpt(a, 5, TRAPS);
  wt_word other = a->code[4];
  linked();
  shows(a, 1, "@!P2 CALL.REL.NOINC R6, 0x0");
  shows(a, 2, "CALL.REL.NOINC R254, 0x0");
  snprintf(text, sizeof text, "@P3 BRA 0x%x", a->service[TRAP]);
  shows(a, 3, text);
  ck_assert(a->code[4].lo == other.lo && a->code[4].hi == other.hi);
  shows(a, 5, text + 4);
  shows(a, 6, "CALL.REL.NOINC 0x0");
  shows(a, 7, "RET.REL.NODEC R20, 0x0");
  for (unsigned k = 0; k < 8; k++) ck_assert_uint_eq(a->code[k].hi >> 41, 0x1abcdf);
  /* a routine's return counts from its own place */
  unsigned back = a->service[TRAP] / 16 - 1;
  shows(a, back, "RET.REL.NODEC R20, 0x0");
  ck_assert(wt_isa_find(a->code[back]) == WT_I_RET);
}
END_TEST

/* Calls of the function itself, and halves of its address: with guard and control code as they were. */
START_TEST(functions_that_are_named) {
  static const char *two[] = {"free", "vprintf"};
  wt_cubin_use uses[] = {{0, WT_CUBIN_CALL, "vprintf"}, {1, WT_CUBIN_CALL, "free"}, {2, WT_CUBIN_LOW, "free"}, {3, WT_CUBIN_HIGH, "free"}};
  wt_cubin_kernel *a = add("NOP\n@!P2 NOP\nMOV R4, 0xffffffff\nMOV R5, 0xffffffff\nNOP\n", two, 2);
  char text[100];
  a->use = uses, a->nuses = 4;
  for (unsigned i = 0; i < 2; i++) a->code[i].lo = (a->code[i].lo & ~UINT64_C(0xfff)) | 0x943; /* CALL.ABS, as the relocations find it */
  linked();
  snprintf(text, sizeof text, "CALL.REL.NOINC 0x%x", a->service[PRINTF]);
  shows(a, 0, text);
  snprintf(text, sizeof text, "@!P2 CALL.REL.NOINC 0x%x", a->service[FREE]);
  shows(a, 1, text);
  snprintf(text, sizeof text, "MOV R4, 0x%x", a->service[FREE]);
  shows(a, 2, text);
  shows(a, 3, "MOV R5, 0x0");
  shows(a, 4, "NOP");
  for (unsigned k = 0; k < 5; k++) ck_assert_uint_eq(a->code[k].hi >> 41, 0x1abcdf);
}
END_TEST

/* What is not there has a routine, too, one for each name: its record holds the name, and the thread ends. */
START_TEST(functions_that_nobody_has) {
  static const char *all[] = {"malloc", "free", "a_name_that_is_longer_than_a_record_holds", "malloc"};
  static wt_cubin_extern externs[] = {{"malloc", 0}, {"a_name_that_is_longer_than_a_record_holds", 8}, {"nobody's", 16}};
  wt_cubin_use use = {1, WT_CUBIN_CALL, "malloc"};
  uint8_t bank[24] = {0};
  uint64_t at[3];
  char text[100];
  wt_cubin_kernel *a = add("NOP\nNOP\n", all, 4);
  a->use = &use, a->nuses = 1, cubin.externs = externs, cubin.nexterns = 3;
  ck_assert(wt_service_wanted(a));
  linked();
  wt_service_fill(&cubin, a, bank, sizeof bank);
  memcpy(at, bank, sizeof at);
  ck_assert(at[0] > a->service[FREE] && at[1] > at[0] && at[1] < 16 * a->n && at[2] == 0 && a->regs == 4 && a->own == 2);
  ck_assert(a->nfunc == 3 && a->func[0] == a->service[FREE] && a->func[1] == at[0] && a->func[2] == at[1]);
  snprintf(text, sizeof text, "CALL.REL.NOINC 0x%x", (unsigned)at[0]);
  shows(a, 1, text);
  unsigned letters = (unsigned)at[1] / 16 - 17; /* two instructions for four of them, and EXIT */
  shows(a, letters, "MOV R0, 0x6c6c616d"), shows(a, letters + 1, "STG.E.SYS [R2+0x30], R0");
  shows(a, letters + 2, "MOV R0, 0x636f"), shows(a, letters + 4, "MOV R0, 0x0");
  shows(a, a->n - 3, "MOV R0, 0x65725f"), shows(a, a->n - 2, "STG.E.SYS [R2+0x4c], R0"), shows(a, a->n - 1, "EXIT"); /* 31 letters and a 0 */
}
END_TEST

/* The words of bank 4: of functions that are here, where the bank has all of the word. */
START_TEST(bank_of_addresses) {
  static const char *two[] = {"vprintf", "free"};
  static wt_cubin_extern externs[] = {{"vprintf", 8}, {"malloc", 16}, {"free", 24}, {"free", 33}};
  uint8_t bank[48];
  wt_cubin_kernel *a = add("NOP\n", two, 2);
  linked();
  cubin.externs = externs, cubin.nexterns = 4;
  memset(bank, 0x5a, sizeof bank);
  wt_service_fill(&cubin, a, bank, 40);
  for (unsigned k = 0; k < 48; k++) {
    uint64_t at = k / 8 == 1 ? a->service[PRINTF] : k / 8 == 3 ? a->service[FREE] : UINT64_C(0x5a5a5a5a5a5a5a5a);
    ck_assert_uint_eq(bank[k], at >> 8 * (k % 8) & 0xff);
  }
  wt_service_fill(&cubin, a, bank, 41); /* the last byte of the last word is there */
  ck_assert_uint_eq(bank[33], a->service[FREE] & 0xff);
}
END_TEST

START_TEST(memory_that_runs_out) {
  static const char *all[] = {"vprintf", "__assertfail", "free", "malloc"};
  unsigned k = 0, none = 0;
  for (; !none; k++) {
    setup();
    wt_cubin_kernel *a = add("NOP\n", all, 4);
    bpt(a, 0, TRAPS);
    fails_once = 1, before_it_fails = k;
    wt_status st = wt_service_link(&cubin, BUFFER, err, sizeof err);
    none = fails_once;
    fails_once = 0;
    ck_assert_msg(st == (none ? WT_OK : WT_USAGE) && (none || strstr(err, "out of memory")), "allocation %u: %d %s", k, st, err);
    if (none) ck_assert_uint_gt(a->n, 100);
    teardown();
  }
  ck_assert_uint_gt(k, 10);
}
END_TEST

int main(void) {
  Suite *s = suite_create("wt_service");
  TCase *t = tcase_create("routines"), *m = tcase_create("memory");
  tcase_add_checked_fixture(t, setup, teardown);
  tcase_add_test(t, names);
  tcase_add_test(t, places);
  tcase_add_test(t, what_was_there_stays);
  tcase_add_test(t, control_codes);
  tcase_add_test(t, calls_and_traps);
  tcase_add_test(t, functions_that_are_named);
  tcase_add_test(t, functions_that_nobody_has);
  tcase_add_test(t, bank_of_addresses);
  tcase_add_test(m, memory_that_runs_out);
  suite_add_tcase(s, t);
  suite_add_tcase(s, m);
  return suite_run(s);
}
