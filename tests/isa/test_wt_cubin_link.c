/* test_wt_cubin_link.c - functions with sections of their own and relocations (docs/isa/cubin.md): where they come to lie behind every kernel, which words change and how, and what
 * keeps a kernel, or the file, from being used.
 */
#define FAILS_REALLOC
#include "cubin_kit.h"
#include "tests/suite.h"
#include "tests/fails_kit.h"

void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_malloc(size_t size) { return fails() ? NULL : __real_malloc(size); }

enum { A_EXTERNS = 15, A_FRAME = 17, A_BRX = 52, A_BARRIERS = 76, EACH = 16, EACH_A = 24 };
/* Types of relocations. */
enum { ABS64 = 2, GENERIC64 = 4, LOW = 0x38, HIGH = 0x39, CALL = 0x3a };

static unsigned relocations(const char *name, unsigned of, int with_addend) {
  unsigned s = section(name, with_addend ? SHT_RELA : SHT_REL, NULL, 0);
  sh[s].sh_link = S_SYMBOLS, sh[s].sh_info = of, sh[s].sh_entsize = with_addend ? EACH_A : EACH;
  return s;
}
static void relocation(unsigned s, uint64_t offset, unsigned type, unsigned symbol, int64_t addend) {
  const Elf64_Rela r = {offset, (uint64_t)symbol << 32 | type, addend};
  more(s, &r, sh[s].sh_entsize);
}
static void put_word(unsigned s, unsigned insn, uint64_t lo, uint64_t hi) {
  memcpy(data[s] + 16 * insn, &lo, 8), memcpy(data[s] + 16 * insn + 8, &hi, 8);
}
/* Words of the instructions that a linker finds: the place of a target or of an immediate is empty. */
#define CALL_ABS UINT64_C(0x7943)
#define MOV UINT64_C(0x00027802)
#define CALL_ABS_R UINT64_C(0x02007343)
#define RET_ABS_HI (UINT64_C(1) << 21)
#define RET UINT64_C(0x14007950)
static int64_t distance(wt_word w) { return wt_sext(wt_bits(w, 81, 34), 48) * 4; }

/* Two kernels of 4 and 9 instructions, functions f of 3 and g of 8: they lie at 16 and 24 of every kernel. */
enum { F = 16, G = 24, ALL = 32 };
static unsigned f_text, g_text, f_symbol, g_symbol, a_text, b_text, a_info, b_info, a_symbol, b_symbol;
static void two_and_two(void) {
  begin();
  kernel("a", 4), a_text = k_text, a_info = k_info, a_symbol = k_symbol;
  kernel("b", 9), b_text = k_text, b_info = k_info, b_symbol = k_symbol;
  f_text = code_section("f", 3), g_text = code_section("g", 8);
  f_symbol = symbol("f", STT_FUNC, 0, f_text, 0, 48), g_symbol = symbol("g", STT_FUNC, 0, g_text, 0, 128);
  for (unsigned i = 0; i < 3; i++) put_word(f_text, i, MOV | (uint64_t)(0xf0 + i) << 32, 0);
  for (unsigned i = 0; i < 8; i++) put_word(g_text, i, MOV | (uint64_t)(0xe0 + i) << 32, 0);
}

START_TEST(functions_follow_every_kernel) {
  two_and_two();
  symbol("f too", STT_FUNC, 0, f_text, 0, 48), symbol("inside f", STT_FUNC, 0, f_text, 16, 16), symbol("data", STT_OBJECT, 0, g_text, 0, 8),
    symbol("away", STT_FUNC, 0, 1000, 0, 8);
  taken();
  ck_assert_uint_eq(cubin.nkernels, 2);
  for (unsigned n = 0; n < 2; n++) {
    const wt_cubin_kernel *k = &cubin.kernel[n];
    unsigned own = n ? 9 : 4;
    ck_assert(k->n == ALL && k->nfunc == 2 && k->func[0] == 16 * F && k->func[1] == 16 * G && !*k->why);
    for (unsigned i = 0; i < ALL; i++) {
      uint64_t want = i < own               ? nop().lo
                      : i >= F && i < F + 3 ? MOV | (uint64_t)(0xf0 + i - F) << 32
                      : i >= G              ? MOV | (uint64_t)(0xe0 + i - G) << 32
                                            : 0;
      ck_assert_msg(k->code[i].lo == want && !k->code[i].hi, "kernel %u, instruction %u: %llx", n, i, (unsigned long long)k->code[i].lo);
    }
  }
  wt_cubin_free(&cubin);
  begin(), kernel("a", 8), f_text = code_section("f", 8), symbol("f", STT_FUNC, 0, f_text, 0, 0); /* full ones follow without a gap */
  taken();
  ck_assert(cubin.kernel->n == 16 && cubin.kernel->func[0] == 128);
  wt_cubin_free(&cubin);
  begin(), kernel("a", 8), f_text = code_section("f", 9), symbol("f", STT_FUNC, 0, f_text, 0, 0);
  taken();
  ck_assert_uint_eq(cubin.kernel->n, 24);
  wt_cubin_free(&cubin);
}
END_TEST

/* What a function needs every kernel needs. */
START_TEST(attributes_of_functions) {
  two_and_two();
  unsigned fi = section(".nv.info.f", SHT_LOPROC, NULL, 0), gi = section(".nv.info.g", SHT_LOPROC, NULL, 0),
           v = symbol("vprintf", STT_FUNC, 0, SHN_UNDEF, 0, 0), q = symbol("q", STT_FUNC, 0, SHN_UNDEF, 0, 0),
           fr = symbol("free", STT_FUNC, 0, SHN_UNDEF, 0, 0);
  record(fi, 2, A_BARRIERS, 3, NULL, 0), record(gi, 2, A_BARRIERS, 2, NULL, 0), record(b_info, 2, A_BARRIERS, 5, NULL, 0);
  RECORD(fi, A_BRX, 16, 0, 2, 0, 32), RECORD(gi, A_BRX, 0, 0, 0), RECORD(fi, A_EXTERNS, v), RECORD(b_info, A_BRX, 128, 0, 1, 16);
  taken();
  const wt_cubin_kernel *a = &cubin.kernel[0], *b = &cubin.kernel[1];
  ck_assert(a->barriers == 3 && b->barriers == 5 && a->nbrx == 2 && b->nbrx == 3);
  ck_assert(a->brx[0].pc == 16 * F + 16 && a->brx[0].n == 2 && a->brx[0].target[0] == 16 * F && a->brx[0].target[1] == 16 * F + 32 &&
            a->brx[1].pc == 16 * G && a->brx[1].n == 0);
  ck_assert(b->brx[0].pc == 128 && b->brx[0].target[0] == 16 && b->brx[1].pc == 16 * F + 16 && b->brx[2].pc == 16 * G);
  ck_assert(a->nneeds == 1 && !strcmp(a->needs[0], "vprintf") && b->nneeds == 1 && !*a->why && !*b->why);
  wt_cubin_free(&cubin);
  RECORD(gi, A_EXTERNS, q);
  taken();
  for (unsigned n = 0; n < 2; n++) { /* nobody knows who gets to g: what is not there is no reason to refuse a kernel */
    ck_assert(cubin.kernel[n].nneeds == 2 && !strcmp(cubin.kernel[n].needs[1], "q"));
    ck_assert_str_eq(cubin.kernel[n].why, "");
  }
  wt_cubin_free(&cubin);
  RECORD(fi, A_EXTERNS, fr); /* of one function, too, all that it needs */
  taken();
  for (unsigned n = 0; n < 2; n++)
    ck_assert(cubin.kernel[n].nneeds == 3 && !strcmp(cubin.kernel[n].needs[0], "vprintf") && !strcmp(cubin.kernel[n].needs[1], "free") &&
              !strcmp(cubin.kernel[n].needs[2], "q"));
  wt_cubin_free(&cubin);
  RECORD(b_info, A_EXTERNS, q);
  taken();
  ck_assert_str_eq(cubin.kernel[0].why, "");
  ck_assert_str_eq(cubin.kernel[1].why,
                   "needs q, a function that is not in the file and not of this machine's runtime, remove its use from the source");
  wt_cubin_free(&cubin);
  RECORD(fi, A_BRX, 48, 0, 0);
  refused("x: attribute 0x34 of kernel f is damaged, compile the file again");
  two_and_two(), section(".nv.constant2.g", SHT_PROGBITS, NULL, 8), section(".nv.constant2.h", SHT_PROGBITS, NULL, 8);
  taken();
  ck_assert_str_eq(cubin.kernel[1].why, "function g has a constant bank of its own, which is not supported, compile without -rdc=true");
  wt_cubin_free(&cubin);
}
END_TEST

START_TEST(sections_of_functions) {
  two_and_two(), sh[f_text].sh_size = 0;
  refused("x: section .text.f does not hold instructions, compile the file again");
  two_and_two(), sh[f_text].sh_size = 40;
  refused("x: section .text.f does not hold instructions, compile the file again");
  two_and_two(), sh[f_text].sh_type = SHT_NOBITS;
  refused("x: section .text.f does not hold instructions, compile the file again");
  two_and_two(), sh[f_text].sh_name += 1; /* the name of no code: no function */
  taken();
  ck_assert(cubin.kernel[0].n == 24 && cubin.kernel[0].nfunc == 1);
  wt_cubin_free(&cubin);
  two_and_two(), sh[f_text].sh_type = SHT_NOBITS, sh[f_text].sh_size = UINT64_C(1) << 40,
                 sym[f_symbol].st_value = 16; /* not at its beginning: none, either */
  taken();
  ck_assert_uint_eq(cubin.kernel[0].nfunc, 1);
  wt_cubin_free(&cubin);
}
END_TEST

/* CALL.ABS and RET.ABS through registers become relative, with the distance that leads to 0; in kernels and functions. Only where there are functions. */
START_TEST(jumps_become_relative) {
  for (unsigned functions = 0; functions < 2; functions++) {
    if (functions) two_and_two();
    else begin(), kernel("a", 4), a_text = k_text;
    put_word(a_text, 1, CALL_ABS_R, UINT64_C(7) << 23), put_word(a_text, 2, RET, RET_ABS_HI | UINT64_C(7) << 23),
      put_word(a_text, 3, RET | UINT64_C(0x55) << 34, UINT64_C(7) << 23);
    if (functions) put_word(f_text, 2, CALL_ABS_R, UINT64_C(7) << 23);
    taken();
    const wt_cubin_kernel *k = cubin.kernel;
    if (!functions) {
      ck_assert(k->code[1].lo == CALL_ABS_R && k->code[1].hi == UINT64_C(7) << 23 && k->code[2].hi == (RET_ABS_HI | UINT64_C(7) << 23));
    } else {
      ck_assert(wt_isa_find(k->code[1]) == WT_I_CALL_REL_R && distance(k->code[1]) == -32 && wt_bits(k->code[1], 33, 12) == CALL_ABS_R >> 12 &&
                wt_bits(k->code[1], 127, 82) == 7 << 5);
      ck_assert(wt_isa_find(k->code[2]) == WT_I_RET && !wt_isa_absolute(WT_I_RET, k->code[2]) && distance(k->code[2]) == -48 &&
                wt_bits(k->code[2], 127, 82) == 7 << 5);
      ck_assert(k->code[3].lo == (RET | UINT64_C(0x55) << 34) && k->code[3].hi == UINT64_C(7) << 23);
      ck_assert(wt_isa_find(k->code[F + 2]) == WT_I_CALL_REL_R && distance(k->code[F + 2]) == -(F + 3) * 16);
    }
    wt_cubin_free(&cubin);
  }
}
END_TEST

/* A frame of a function opens the stack of the kernels that have functions behind them; of one that calls by itself once. */
START_TEST(open_stacks) {
  for (unsigned calls = 0; calls < 2; calls++) {
    two_and_two();
    unsigned info = section(".nv.info", SHT_LOPROC, NULL, 0);
    RECORD(info, A_FRAME, f_symbol, 8);
    if (calls) put_word(a_text, 0, 0x7944, UINT64_C(7) << 23);
    taken();
    for (unsigned n = 0; n < 2; n++) ck_assert(cubin.kernel[n].open && cubin.kernel[n].stack == 1024);
    wt_cubin_free(&cubin);
  }
  two_and_two();
  taken();
  ck_assert(!cubin.kernel[0].open && !cubin.kernel[0].stack);
  wt_cubin_free(&cubin);
}
END_TEST

/* ---- relocations of code ---- */

START_TEST(targets_of_calls) {
  two_and_two();
  unsigned r = relocations(".rel.text.a", a_text, 0), rf = relocations(".rela.text.f", f_text, 1);
  put_word(a_text, 1, CALL_ABS | UINT64_C(0x3) << 32, UINT64_C(7) << 23), put_word(a_text, 2, CALL_ABS, 0), put_word(f_text, 0, CALL_ABS, 0),
    put_word(f_text, 1, CALL_ABS, 0);
  relocation(r, 16, CALL, g_symbol, 0), relocation(r, 32, CALL, a_symbol, 0), relocation(rf, 0, CALL, g_symbol, 32),
    relocation(rf, 16, CALL, f_symbol, 0);
  taken();
  const wt_word *w = cubin.kernel[0].code;
  ck_assert(wt_isa_find(w[1]) == WT_I_CALL_REL && 32 + distance(w[1]) == 16 * G && wt_bits(w[1], 33, 12) == (CALL_ABS | UINT64_C(3) << 32) >> 12 &&
            wt_bits(w[1], 127, 82) == 7 << 5);
  ck_assert(wt_isa_find(w[2]) == WT_I_CALL_REL && 48 + distance(w[2]) == 0);
  for (unsigned n = 0; n < 2; n++) { /* in the function, of every kernel */
    w = cubin.kernel[n].code;
    ck_assert(16 * F + 16 + distance(w[F]) == 16 * G + 32 && 16 * F + 32 + distance(w[F + 1]) == 16 * F && !*cubin.kernel[n].why);
  }
  ck_assert_uint_eq(cubin.ncode_relocs, 0);
  wt_cubin_free(&cubin);
}
END_TEST

START_TEST(addresses_in_instructions) {
  two_and_two();
  unsigned g = section(".nv.global", SHT_NOBITS, NULL, 64), v = symbol("v", STT_OBJECT, 0, g, 8, 4), r = relocations(".rela.text.b", b_text, 1),
           rf = relocations(".rel.text.f", f_text, 0);
  for (unsigned i = 0; i < 5; i++) put_word(b_text, i, MOV | UINT64_C(0xdead) << 32, 0x123);
  relocation(r, 0, LOW, g_symbol, 16), relocation(r, 16, HIGH, g_symbol, 0), relocation(r, 32, LOW, v, 4), relocation(r, 48, HIGH, v, 4),
    relocation(r, 64, LOW, b_symbol, 32), relocation(rf, 32, HIGH, v, 0);
  taken();
  const wt_word *w = cubin.kernel[1].code;
  ck_assert(w[0].lo == (MOV | (uint64_t)(16 * G + 16) << 32) && w[0].hi == 0x123 && w[1].lo == MOV && w[4].lo == (MOV | UINT64_C(32) << 32));
  ck_assert(w[2].lo == (MOV | UINT64_C(0xdead) << 32)); /* of data when it has an address */
  ck_assert_uint_eq(cubin.ncode_relocs, 4);
  static const struct {
    unsigned kernel, insn, addend;
    int high;
  } t[] = {{1, 2, 12, 0}, {1, 3, 12, 1}, {0, F + 2, 8, 1}, {1, F + 2, 8, 1}};
  for (unsigned i = 0; i < 4; i++) {
    const wt_cubin_code_reloc *c = &cubin.code_reloc[i];
    ck_assert_msg(
      c->kernel == t[i].kernel && c->insn == t[i].insn && c->addend == t[i].addend && c->high == t[i].high && c->target == WT_CUBIN_GLOBAL, "%u", i);
  }
  wt_cubin_free(&cubin);
}
END_TEST

/* A call through a register enters the functions of which code or data holds the address. Where nothing does: any. */
START_TEST(functions_that_may_be_entered) {
  two_and_two();
  unsigned g = section(".nv.global.init", SHT_PROGBITS, NULL, 16), r = relocations(".rela.text.b", b_text, 1),
           rg = relocations(".rela.nv.global.init", g, 1);
  relocation(r, 0, LOW, g_symbol, 16), relocation(r, 16, HIGH, g_symbol, 16); /* where a call returns to */
  taken();
  for (unsigned n = 0; n < 2; n++) ck_assert(cubin.kernel[n].nfunc == 2 && cubin.kernel[n].func[0] == 16 * F && cubin.kernel[n].func[1] == 16 * G);
  wt_cubin_free(&cubin);
  relocation(r, 32, LOW, g_symbol, 0);
  taken();
  for (unsigned n = 0; n < 2; n++) ck_assert(cubin.kernel[n].nfunc == 1 && cubin.kernel[n].func[0] == 16 * G);
  wt_cubin_free(&cubin);
  /* the registers of these alone count, for a kernel that calls so */
  sh[f_text].sh_info = 60u << 24, sh[g_text].sh_info = 50u << 24, put_word(a_text, 1, CALL_ABS_R, 0);
  const unsigned own = sh[b_text].sh_info >> 24;
  ck_assert(own < 50);
  taken();
  ck_assert(cubin.kernel[0].regs == 50 && cubin.kernel[1].regs == own);
  wt_cubin_free(&cubin);
  sh[a_text].sh_info = 55u << 24;
  taken();
  ck_assert_uint_eq(cubin.kernel[0].regs, 55);
  wt_cubin_free(&cubin);
  relocation(rg, 8, ABS64, f_symbol, 0);
  taken();
  for (unsigned n = 0; n < 2; n++) ck_assert(cubin.kernel[n].nfunc == 2 && cubin.kernel[n].func[0] == 16 * F && cubin.kernel[n].func[1] == 16 * G);
  wt_cubin_free(&cubin);
}
END_TEST

/* What cannot be done keeps the kernel from being launched, and no other one. */
START_TEST(relocations_that_are_not_supported) {
  static const struct {
    const char *symbol, *why;
    unsigned type;
    int64_t addend;
  } t[] = {{"b", "0x10 has a relocation of type 58 (symbol b), which is not supported, avoid it in the source", CALL, 0}, /* another kernel */
           {"g", "0x10 has a relocation of type 57 (symbol g), which is not supported, avoid it in the source", 57 - 0, -16},
           {"g", "0x10 has a relocation of type 57 (symbol g), which is not supported, avoid it in the source", 57, INT64_C(1) << 31},
           {"v", "0x10 has a relocation of type 58 (symbol v), which is not supported, avoid it in the source", CALL, 0},
           {"g", "0x10 has a relocation of type 59 (symbol g), which is not supported, avoid it in the source", 59, 0},
           {"g", "0x10 has a relocation of type 58 (symbol g), which is not supported, avoid it in the source", CALL, 0}, /* no CALL.ABS there */
           {"away", "0x10 has a relocation of type 56 (symbol away), which is not supported, avoid it in the source", LOW, 0},
           {"q", "needs q, which is not in the file, remove its use from the source", LOW, 0}};
  for (size_t k = 0; k < sizeof t / sizeof *t; k++) {
    two_and_two();
    unsigned g = section(".nv.global", SHT_NOBITS, NULL, 64), r = relocations(".rela.text.a", a_text, 1), n = 0;
    symbol("v", STT_OBJECT, 0, g, 8, 4), symbol("away", STT_NOTYPE, 0, 1000, 0, 0);
    unsigned q = symbol("q", STT_FUNC, 0, SHN_UNDEF, 0, 0);
    if (!strcmp(t[k].symbol, "q")) RECORD(b_info, A_EXTERNS, q); /* another kernel says that it needs it */
    while (strcmp(strings + sym[n].st_name, t[k].symbol)) n++;
    if (k != 5) put_word(a_text, 1, CALL_ABS, 0);
    relocation(r, 16, t[k].type, n, t[k].addend);
    taken();
    ck_assert_msg(!strcmp(cubin.kernel[0].why, t[k].why), "case %zu: %s", k, cubin.kernel[0].why);
    if (strcmp(t[k].symbol, "q")) ck_assert_str_eq(cubin.kernel[1].why, "");
    wt_cubin_free(&cubin);
  }
  two_and_two();
  unsigned r = relocations(".rela.text.a", a_text, 1), q = symbol("q", STT_FUNC, 0, SHN_UNDEF, 0, 0);
  relocation(r, 16, LOW, q, 0);
  refused("x: needs q, which is not in the file, remove its use from the source");
  two_and_two(), r = relocations(".rela.text.a", a_text, 1), relocation(r, 64, LOW, g_symbol, 0);
  refused("x: relocation at 0x40 lies outside the code of a");
  two_and_two(), r = relocations(".rela.text.a", a_text, 1), relocation(r, 8, LOW, g_symbol, 0);
  refused("x: relocation at 0x8 lies outside the code of a");
  two_and_two(), r = relocations(".rela.text.f", f_text, 1), relocation(r, 48, LOW, g_symbol, 0);
  refused("x: relocation at 0x30 lies outside the code of a");
  two_and_two(), r = relocations(".rela.text.a", a_text, 1), relocation(r, 0, LOW, nsym, 0);
  refused("x: relocation of .text.a+0x0 names no symbol, compile the file again");
}
END_TEST

/* Code that names a function which is not in the file: where, and how. A routine is found for it (test_wt_service), or it is in a function, to which
 * nobody may ever get. */
START_TEST(functions_that_are_not_in_the_file) {
  two_and_two();
  unsigned ra = relocations(".rel.text.a", a_text, 0), rf = relocations(".rel.text.f", f_text, 0), fi = section(".nv.info.f", SHT_LOPROC, NULL, 0),
           vp = symbol("vprintf", STT_FUNC, 0, SHN_UNDEF, 0, 0), q = symbol("q", STT_FUNC, 0, SHN_UNDEF, 0, 0);
  put_word(a_text, 2, CALL_ABS, UINT64_C(7) << 23), put_word(f_text, 1, CALL_ABS, 0);
  relocation(ra, 32, CALL, vp, 0), relocation(ra, 0, LOW, vp, 0), relocation(ra, 16, HIGH, vp, 0), relocation(rf, 16, CALL, q, 0);
  RECORD(a_info, A_EXTERNS, vp), RECORD(fi, A_EXTERNS, q);
  taken();
  static const wt_cubin_use of_a[] = {
    {2, WT_CUBIN_CALL, "vprintf"}, {0, WT_CUBIN_LOW, "vprintf"}, {1, WT_CUBIN_HIGH, "vprintf"}, {F + 1, WT_CUBIN_CALL, "q"}};
  const wt_cubin_kernel *a = &cubin.kernel[0], *b = &cubin.kernel[1];
  ck_assert(a->nuses == 4 && b->nuses == 1 && !*a->why && !*b->why);
  for (unsigned i = 0; i < 4; i++) ck_assert(a->use[i].insn == of_a[i].insn && a->use[i].how == of_a[i].how && !strcmp(a->use[i].name, of_a[i].name));
  ck_assert(b->use[0].insn == F + 1 && b->use[0].how == WT_CUBIN_CALL && !strcmp(b->use[0].name, "q"));
  ck_assert(a->code[2].lo == CALL_ABS && a->code[2].hi == UINT64_C(7) << 23); /* as they were, until there is a routine */
  wt_cubin_free(&cubin);
  put_word(f_text, 1, MOV, 0); /* no call */
  taken();
  for (unsigned n = 0; n < 2; n++)
    ck_assert_str_eq(cubin.kernel[n].why, "0x10 has a relocation of type 58 (symbol q), which is not supported, avoid it in the source");
  wt_cubin_free(&cubin);
}
END_TEST

/* What a file holds so that kernels can launch kernels changes nothing, and is in nobody's way but that of a kernel that does. */
START_TEST(launches_by_the_device) {
  enum { KERNEL64 = 0x23, KERNEL_LOW = 0x3e, KERNEL_HIGH = 0x3f };
  two_and_two();
  unsigned c4 = section(".nv.constant4", SHT_PROGBITS, NULL, 32), r4 = relocations(".rel.nv.constant4", c4, 0),
           rf = relocations(".rel.text.f", f_text, 0), call = symbol("__cuda_syscall_cnpv2LaunchDevice", STT_FUNC, 0, SHN_UNDEF, 0, 0);
  relocation(r4, 8, KERNEL64, b_symbol, 0), relocation(rf, 0, KERNEL_LOW, b_symbol, 0), relocation(rf, 16, KERNEL_HIGH, b_symbol, 0);
  RECORD(a_info, A_EXTERNS, call);
  taken();
  const wt_cubin_kernel *a = &cubin.kernel[0], *b = &cubin.kernel[1];
  ck_assert_str_eq(a->why, "launches kernels itself, which this device does not do, launch them from the host");
  ck_assert(!*b->why && !cubin.nrelocs && !cubin.ncode_relocs && !b->nuses);
  for (unsigned i = 0; i < 2; i++) ck_assert_uint_eq(b->code[F + i].lo, MOV | (uint64_t)(0xf0 + i) << 32);
  wt_cubin_free(&cubin);
}
END_TEST

/* ---- relocations of data ---- */

START_TEST(addresses_in_data) {
  two_and_two();
  unsigned g = section(".nv.global", SHT_NOBITS, NULL, 64), i = section(".nv.global.init", SHT_PROGBITS, "\1\0\0\0\0\0\0\0\2\0\0\0\0\0\0\0", 16),
           c4 = section(".nv.constant4", SHT_PROGBITS, NULL, 32);
  unsigned v = symbol("v", STT_OBJECT, 0, g, 16, 4), end = symbol("end", STT_NOTYPE, 0, g, 64, 0), q = symbol("q", STT_FUNC, 0, SHN_UNDEF, 0, 0);
  unsigned ri = relocations(".rel.nv.global.init", i, 0), r4 = relocations(".rela.nv.constant4", c4, 1);
  relocation(ri, 8, ABS64, v, 0), relocation(ri, 0, GENERIC64, end, 0), relocation(r4, 24, ABS64, v, 5), relocation(r4, 8, ABS64, g_symbol, 32),
    relocation(r4, 16, ABS64, q, 0), relocation(r4, 0, ABS64, f_symbol, 0);
  RECORD(a_info, A_EXTERNS, q);
  taken();
  static const struct {
    unsigned place, target, offset, addend;
  } t[] = {{WT_CUBIN_GLOBAL_INIT, WT_CUBIN_GLOBAL, 8, 18},
           {WT_CUBIN_GLOBAL_INIT, WT_CUBIN_GLOBAL, 0, 65},
           {WT_CUBIN_CONST4, WT_CUBIN_GLOBAL, 24, 21},
           {WT_CUBIN_CONST4, WT_CUBIN_PLACES, 8, 16 * G + 32},
           {WT_CUBIN_CONST4, WT_CUBIN_PLACES, 0, 16 * F}};
  ck_assert_uint_eq(cubin.nrelocs, 5);
  for (unsigned k = 0; k < 5; k++) {
    const wt_cubin_reloc *r = &cubin.reloc[k];
    ck_assert_msg(r->place == t[k].place && r->target == t[k].target && r->offset == t[k].offset && r->addend == t[k].addend, "%u: %llu", k,
                  (unsigned long long)r->addend);
  }
  ck_assert(cubin.nexterns == 1 && !strcmp(cubin.externs->name, "q") && cubin.externs->offset == 16);
  wt_cubin_free(&cubin);
  relocation(ri, 0, ABS64, q, 0), relocation(r4, 0, GENERIC64, q, 0); /* of bank 4 alone, and of the one type */
  taken();
  ck_assert_uint_eq(cubin.nexterns, 1);
  wt_cubin_free(&cubin);
}
END_TEST

static void one_in_data(unsigned type, unsigned which, uint64_t offset, const char *want) {
  two_and_two();
  unsigned g = section(".nv.global", SHT_NOBITS, NULL, 64), c3 = section(".nv.constant3", SHT_PROGBITS, NULL, 32),
           r = relocations(".rela.nv.constant3", c3, 1);
  const unsigned t[] = {symbol("v", STT_OBJECT, 0, g, 16, 4), symbol("far", STT_NOTYPE, 0, g, 65, 0), symbol("away", STT_NOTYPE, 0, 1000, 0, 0),
                        a_symbol, symbol("bank", STT_NOTYPE, 0, k_bank, 0, 0)};
  relocation(r, offset, type, t[which], 0);
  if (want) refused(want);
  else taken(), wt_cubin_free(&cubin);
}
START_TEST(data_that_does_not_fit) {
  one_in_data(ABS64, 0, 24, NULL);
  one_in_data(ABS64, 0, 25, "x: relocation at 0x19 lies outside .nv.constant3, compile the file again");
  one_in_data(ABS64, 0, UINT64_MAX, "x: relocation at 0xffffffffffffffff lies outside .nv.constant3, compile the file again");
  one_in_data(3, 0, 8, "x: relocation type 3 of .nv.constant3+0x8 (symbol v) is not supported, avoid it in the source");
  one_in_data(ABS64, 1, 8, "x: symbol far lies outside its section, compile the file again");
  one_in_data(ABS64, 2, 8, "x: .nv.constant3+0x8 wants the address of away, which is no variable, avoid it in the source");
  one_in_data(ABS64, 3, 8, "x: .nv.constant3+0x8 wants the address of a, which is no variable, avoid it in the source");
  one_in_data(ABS64, 4, 8, "x: .nv.constant3+0x8 wants the address of bank, which is no variable, avoid it in the source");
  two_and_two();
  unsigned g = section(".nv.global", SHT_NOBITS, NULL, 64), v = symbol("v", STT_OBJECT, 0, g, 16, 4), r = relocations(".rel.nv.global", g, 0);
  relocation(r, 8, ABS64, v, 0);
  refused("x: relocation at 0x8 lies outside .nv.global, compile the file again"); /* it has no bytes */
}
END_TEST

/* The section of relocations itself, and sections that are used as they are. */
START_TEST(sections_of_relocations) {
  static const struct {
    const char *of, *want;
  } t[] = {{".nv.constant2.a", "x: relocations of .nv.constant2.a (.rel) are not supported, avoid them in the source"},
           {".nv.constant0.q", "x: relocations of .nv.constant0.q (.rel) are not supported, avoid them in the source"},
           {".nv.shared.q", "x: relocations of .nv.shared.q (.rel) are not supported, avoid them in the source"},
           {".nv.globals", "x: relocations of .nv.globals (.rel) are not supported, avoid them in the source"},
           {".debug_line", NULL}};
  for (size_t k = 0; k < sizeof t / sizeof *t; k++) {
    two_and_two();
    unsigned s = section(t[k].of, SHT_PROGBITS, NULL, 16), r = relocations(".rel", s, 0);
    taken(), wt_cubin_free(&cubin); /* empty */
    relocation(r, 0, ABS64, f_symbol, 0);
    if (t[k].want) refused(t[k].want);
    else taken(), wt_cubin_free(&cubin);
  }
  for (unsigned k = 0; k < 5; k++) {
    two_and_two();
    unsigned c3 = section(".nv.constant3", SHT_PROGBITS, NULL, 32), r = relocations(".rel", c3, 0), v = symbol("v", STT_OBJECT, 0, c3, 0, 4);
    relocation(r, 0, ABS64, v, 0);
    if (k == 0) sh[r].sh_link = S_STRINGS;
    if (k == 1) sh[r].sh_link = nsec;
    if (k == 2) sh[r].sh_entsize = EACH_A;
    if (k == 3) sh[r].sh_size++;
    if (k == 4) sh[r].sh_info = nsec;
    refused(k < 4 ? "x: section .rel is damaged, compile the file again" : "x: section .rel relocates no section, compile the file again");
  }
}
END_TEST

/* ---- memory ---- */

START_TEST(memory_that_runs_out) {
  size_t before = 0;
  two_and_two();
  unsigned fi = section(".nv.info.f", SHT_LOPROC, NULL, 0), g = section(".nv.global", SHT_NOBITS, NULL, 64),
           c4 = section(".nv.constant4", SHT_PROGBITS, NULL, 32);
  unsigned vp = symbol("vprintf", STT_FUNC, 0, SHN_UNDEF, 0, 0), v = symbol("v", STT_OBJECT, 0, g, 16, 4),
           r4 = relocations(".rela.nv.constant4", c4, 1), ra = relocations(".rela.text.a", a_text, 1);
  RECORD(fi, A_EXTERNS, vp), RECORD(fi, A_BRX, 0, 0, 1, 0), RECORD(fi, A_BRX, 16, 0, 0);
  relocation(ra, 32, LOW, vp, 0), relocation(r4, 0, ABS64, vp, 0), relocation(r4, 8, ABS64, vp, 0), relocation(r4, 16, ABS64, v, 0),
    relocation(r4, 24, ABS64, f_symbol, 0), relocation(ra, 0, LOW, v, 0), relocation(ra, 16, HIGH, v, 0);
  put_together();
  for (unsigned round = 0; round < 40; round++) {
    if (round == 20) before = suite_heap(); /* until then the C library fills its own shelves */
    unsigned k = 0;
    for (;; k++) {
      fails_once = 1, before_it_fails = k;
      wt_status st = parse();
      if (fails_once) break;
      ck_assert_msg(st == WT_USAGE && (strstr(err, "x: out of memory, free some") || strstr(err, "damaged ELF header")), "allocation %u: %d %s", k,
                    st, err);
      ck_assert(!cubin.kernel && !cubin.image);
    }
    fails_once = 0;
    ck_assert_uint_gt(k, 30);
    wt_cubin_free(&cubin);
  }
  ck_assert_uint_le(suite_heap(), before);
}
END_TEST

int main(void) {
  Suite *s = suite_create("wt_cubin_link");
  TCase *t = tcase_create("link");
  tcase_add_test(t, functions_follow_every_kernel);
  tcase_add_test(t, attributes_of_functions);
  tcase_add_test(t, sections_of_functions);
  tcase_add_test(t, jumps_become_relative);
  tcase_add_test(t, open_stacks);
  tcase_add_test(t, targets_of_calls);
  tcase_add_test(t, addresses_in_instructions);
  tcase_add_test(t, functions_that_may_be_entered);
  tcase_add_test(t, relocations_that_are_not_supported);
  tcase_add_test(t, functions_that_are_not_in_the_file);
  tcase_add_test(t, launches_by_the_device);
  tcase_add_test(t, addresses_in_data);
  tcase_add_test(t, data_that_does_not_fit);
  tcase_add_test(t, sections_of_relocations);
  tcase_add_test(t, memory_that_runs_out);
  suite_add_tcase(s, t);
  return suite_run(s);
}
