/* test_wt_cubin_parts.c - the cubin reader field by field (docs/isa/cubin.md): files that are put together here, each number at its bounds, and the whole line for what does not fit.
 */
#define FAILS_REALLOC
#include "cubin_kit.h"
#include "tests/suite.h"
#include "tests/fails_kit.h"
#include <unistd.h>

void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_malloc(size_t size) { return fails() ? NULL : __real_malloc(size); }

/* ---- header ---- */

START_TEST(the_smallest_file) {
  with_kernel();
  taken();
  ck_assert(cubin.nkernels == 1 && !strcmp(cubin.kernel->name, "k") && cubin.kernel->n == 4 && cubin.kernel->regs == 24 &&
            cubin.kernel->sym == k_symbol);
  ck_assert(cubin.kernel->param_base == 0x160 && cubin.kernel->const0_size == 0x170 && !cubin.kernel->param_bytes && !cubin.kernel->nparams);
  ck_assert(!cubin.kernel->smem && !cubin.kernel->stack && !cubin.kernel->open && !cubin.kernel->barriers && !cubin.kernel->nfunc &&
            !cubin.kernel->compiled);
  ck_assert(!cubin.nsymbols && !cubin.nrelocs && !cubin.ncode_relocs && !cubin.nexterns && !*cubin.kernel->why);
  ck_assert(!strcmp(cubin.path, "x") && cubin.image_size == image_size && !memcmp(cubin.image, image, image_size));
  wt_cubin_free(&cubin);
  ck_assert(!cubin.kernel && !cubin.image && !cubin.nkernels);
}
END_TEST

static void first_bytes(const char *bytes, size_t n, const char *want) {
  memcpy(image, bytes, n), image_size = n;
  says(want);
}
START_TEST(what_is_no_cubin) {
  first_bytes("", 0, "x: is empty, compile it again");
  first_bytes("\177", 1, "x: is truncated (1 bytes), compile it again");
  first_bytes("\177EL", 3, "x: is truncated (3 bytes), compile it again");
  first_bytes("EL", 2, "x: is not an ELF file, give a cubin made by nvcc -arch=sm_75 -cubin");
  first_bytes("\177ELG", 4, "x: is not an ELF file, give a cubin made by nvcc -arch=sm_75 -cubin");
  first_bytes(".version", 8, "x: is PTX text, compile with nvcc -arch=sm_75 -cubin");
  first_bytes(".versio", 7, "x: is not an ELF file, give a cubin made by nvcc -arch=sm_75 -cubin");
  first_bytes("//\n// Ge", 8, "x: is PTX text, compile with nvcc -arch=sm_75 -cubin");
  first_bytes("//\n// Gx", 8, "x: is not an ELF file, give a cubin made by nvcc -arch=sm_75 -cubin");
  with_kernel(), put_together(), image_size = 63;
  says("x: is truncated: 63 bytes do not hold an ELF header, compile it again");
  ck_assert_int_eq(wt_cubin_parse(NULL, 5, "x", &cubin, err, sizeof err), WT_USAGE);
  ck_assert_str_eq(err, "x: is empty, compile it again");
  wt_cubin_free(&cubin);
}
END_TEST

#define FIELD(change, want)        \
  do {                             \
    with_kernel(), put_together(); \
    change;                        \
    memcpy(image, &eh, sizeof eh); \
    says(want);                    \
  } while (0)
#define FINE(change)                            \
  do {                                          \
    with_kernel(), put_together();              \
    change;                                     \
    memcpy(image, &eh, sizeof eh);              \
    ck_assert_msg(parse() == WT_OK, "%s", err); \
    wt_cubin_free(&cubin);                      \
  } while (0)
START_TEST(fields_of_the_header) {
  static const char damaged[] = "x: has a damaged ELF header (no usable section table), compile it again",
                    version[] = "x: is not a 64-bit little-endian ELF file of version 1, compile with nvcc -arch=sm_75 -cubin";
  char want[200];
  FIELD(eh.e_machine = 62, "x: is an ELF file for machine 62, not a cubin (190), compile with nvcc -arch=sm_75 -cubin");
  FIELD(eh.e_machine = 190 + 256, "x: is an ELF file for machine 446, not a cubin (190), compile with nvcc -arch=sm_75 -cubin");
  FIELD(eh.e_ident[EI_CLASS] = ELFCLASS32, version);
  FIELD(eh.e_ident[EI_DATA] = ELFDATA2MSB, version);
  FIELD(eh.e_ident[EI_VERSION] = 2, version);
  FIELD(eh.e_version = 2, version);
  FIELD(eh.e_flags = 80 << 8 | 75, "x: is for sm_80, compile with nvcc -arch=sm_75");
  FIELD(eh.e_ident[EI_ABIVERSION] = 7; eh.e_flags = 75 << 8 | 70, "x: is for sm_70, compile with nvcc -arch=sm_75");
  FINE(eh.e_ident[EI_ABIVERSION] = 7; eh.e_flags = 80 << 8 | 75);
  FINE(eh.e_ident[EI_ABIVERSION] = 9; eh.e_flags = 75 << 8 | 80);
  FIELD(eh.e_type = ET_REL, "x: is a relocatable object, compile without -dc and -rdc=true");
  FIELD(eh.e_type = ET_DYN, "x: has ELF type 3, compile with nvcc -arch=sm_75 -cubin");
  FIELD(eh.e_shnum = 0, damaged);
  FIELD(eh.e_shentsize = 63, damaged);
  FIELD(eh.e_ehsize = 63, damaged);
  snprintf(want, sizeof want, "x: is truncated: its section table ends at byte %zu of %zu, compile it again", image_size + 1, image_size);
  FIELD(eh.e_shoff++, want);
  snprintf(want, sizeof want, "x: is truncated: its section table ends at byte %zu of %zu, compile it again", image_size + 64, image_size);
  FIELD(eh.e_shnum++, want);
  snprintf(want, sizeof want, "x: is truncated: its program headers lie outside its %zu bytes, compile it again", image_size);
  FIELD(eh.e_phnum = 1; eh.e_phentsize = 55, want);
  FIELD(eh.e_phnum = 1; eh.e_phentsize = 56; eh.e_phoff = image_size - 55, want);
  FINE(eh.e_phnum = 1; eh.e_phentsize = 56; eh.e_phoff = image_size - 56);
  FINE(eh.e_phentsize = 55; eh.e_phoff = image_size);
  snprintf(want, sizeof want, "x: has no table of section names (section %u), compile it again", nsec);
  FIELD(eh.e_shstrndx = (Elf64_Half)nsec, want);
  FIELD(eh.e_shstrndx = S_SYMBOLS, "x: has no table of section names (section 3), compile it again");
}
END_TEST

/* ---- sections ---- */

#define SECTION(change, want)                          \
  do {                                                 \
    with_kernel(), put_together();                     \
    change;                                            \
    memcpy(image + eh.e_shoff, sh, nsec * sizeof *sh); \
    says(want);                                        \
  } while (0)
START_TEST(places_of_sections) {
  char want[300];
  SECTION(sh[k_text].sh_name = nnames, "x: section 4 has its name outside the file, compile it again");
  SECTION(sh[S_NAMES].sh_size--, "x: section 6 has its name outside the file, compile it again"); /* the last name does not end */
  with_kernel(), put_together();
  snprintf(want, sizeof want, "x: section 4 (64 bytes at 0x%zx) lies outside the file of %zu bytes, compile it again", image_size - 63, image_size);
  SECTION(sh[k_text].sh_offset = image_size - 63, want);
  with_kernel(), put_together();
  snprintf(want, sizeof want, "x: section 4 (18446744073709551615 bytes at 0x%llx) lies outside the file of %zu bytes, compile it again",
           (unsigned long long)sh[k_text].sh_offset, image_size);
  SECTION(sh[k_text].sh_size = UINT64_MAX, want);
  SECTION(sh[k_text].sh_type = SHT_NOBITS, "x: kernel k has no code, compile the file again");
  SECTION(sh[k_text].sh_type = SHT_NULL, "x: kernel k has no code, compile the file again");
  SECTION(sh[k_text].sh_size = 0, "x: kernel k has no code, compile the file again");
  SECTION(sh[k_text].sh_size = 24, "x: section .text.k has 24 bytes, not a multiple of 16, compile the file again");
  SECTION(sh[k_text].sh_info = 0, "x: kernel k wants 0 registers, which cannot be, compile the file again");
  SECTION(sh[k_bank].sh_type = SHT_NOBITS, "x: kernel k has no usable constant bank 0, compile the file again");
  SECTION(sh[k_bank].sh_name++, "x: kernel k has no usable constant bank 0, compile the file again");
  SECTION(sh[k_info].sh_name++, "x: kernel k has no .nv.info section, compile the file again");
  SECTION(sh[k_info].sh_type = SHT_NOBITS, "x: section .nv.info.k is damaged, compile the file again");
  SECTION(sh[k_text].sh_name++, "x: kernel k does not start section .text.k, compile the file again");
  SECTION(sh[S_SYMBOLS].sh_type = SHT_PROGBITS, "x: has no symbol table, do not strip it");
  SECTION(sh[k_info].sh_type = SHT_SYMTAB, "x: has two symbol tables, compile it again");
  SECTION(sh[0] = sh[S_SYMBOLS], "x: has two symbol tables, compile it again"); /* the section that is none counts as well */
  static const char damaged[] = "x: has a damaged symbol table, compile it again";
  SECTION(sh[S_SYMBOLS].sh_link = nsec, damaged);
  SECTION(sh[S_SYMBOLS].sh_link = k_text, damaged);
  SECTION(sh[S_SYMBOLS].sh_entsize = 16, damaged);
  SECTION(sh[S_SYMBOLS].sh_size = 47, damaged);
  SECTION(sh[S_STRINGS].sh_size--, "x: symbol 1 has its name outside the file, compile it again");
  SECTION(sh[S_SYMBOLS].sh_size = 24, "x: has no kernel, add a __global__ function");
  SECTION(sh[S_SYMBOLS].sh_size = 0, "x: has no kernel, add a __global__ function");
}
END_TEST

/* Sections of data: one each, of the right type, no larger than they may be. */
START_TEST(places_of_data) {
  static const char *const places[] = {".nv.global", ".nv.global.init", ".nv.constant3", ".nv.constant4"};
  char want[200];
  for (unsigned p = 0; p < 4; p++) {
    with_kernel();
    unsigned s = section(places[p], p ? SHT_PROGBITS : SHT_NOBITS, NULL, 40);
    sh[s].sh_addralign = 256;
    taken();
    for (unsigned q = 0; q < 4; q++) ck_assert_uint_eq(cubin.place[q].size, q == p ? 40 : 0);
    ck_assert(p ? cubin.place[p].data == cubin.image + sh[s].sh_offset : !cubin.place[p].data);
    wt_cubin_free(&cubin);
    sh[s].sh_addralign = 257;
    snprintf(want, sizeof want, "x: section %s wants alignment 257, the limit is 256, align its variables less", places[p]);
    refused(want);
    sh[s].sh_addralign = 4, sh[s].sh_type = SHT_NOTE;
    snprintf(want, sizeof want, "x: section %s has type 7, compile the file again", places[p]);
    refused(want);
    if (p) {
      sh[s].sh_type = SHT_NOBITS;
      snprintf(want, sizeof want, "x: section %s has type 8, compile the file again", places[p]);
      refused(want);
    }
    sh[s].sh_type = p ? SHT_PROGBITS : SHT_NOBITS;
    section(places[p], p ? SHT_PROGBITS : SHT_NOBITS, NULL, 40);
    snprintf(want, sizeof want, "x: has two sections %s, compile it again", places[p]);
    refused(want);
    with_kernel(), s = section(places[p], p ? SHT_PROGBITS : SHT_NOBITS, NULL, 40), put_together();
    sh[0] = sh[s], memcpy(image + eh.e_shoff, sh, sizeof *sh);
    says(want);
  }
  with_kernel();
  unsigned s = section(".nv.global", SHT_NOBITS, NULL, 0);
  sh[s].sh_size = UINT64_C(1) << 32;
  taken();
  wt_cubin_free(&cubin);
  sh[s].sh_size++;
  refused("x: section .nv.global has 4294967297 bytes, the limit is 4294967296, make its variables smaller");
  for (unsigned p = 1; p < 4; p++) {
    with_kernel();
    s = section(places[p], SHT_PROGBITS, NULL, 0);
    put_together();
    memmove(image + eh.e_shoff + 70000, image + eh.e_shoff, nsec * sizeof *sh); /* room for a large one */
    image_size += 70000, eh.e_shoff += 70000;
    memcpy(image, &eh, sizeof eh);
    Elf64_Shdr *h = (Elf64_Shdr *)(void *)(image + eh.e_shoff) + s;
    h->sh_size = 65536;
    ck_assert_msg(parse() == WT_OK, "%s", err);
    ck_assert_uint_eq(cubin.place[p].size, 65536);
    wt_cubin_free(&cubin);
    h->sh_size++;
    if (p == 1) {
      ck_assert_msg(parse() == WT_OK, "%s", err);
      wt_cubin_free(&cubin);
    } else {
      snprintf(want, sizeof want, "x: section %s has 65537 bytes, the limit is 65536, make its variables smaller", places[p]);
      says(want);
    }
  }
}
END_TEST

/* Variables are the objects of three places; the addresses of the fourth are none. */
START_TEST(variables) {
  with_kernel();
  unsigned g = section(".nv.global", SHT_NOBITS, NULL, 64), c3 = section(".nv.constant3", SHT_PROGBITS, NULL, 16),
           c4 = section(".nv.constant4", SHT_PROGBITS, NULL, 16);
  symbol("a", STT_OBJECT, 0, g, 8, 56), symbol("b", STT_OBJECT, 0, c3, 16, 0), symbol("c", STT_OBJECT, 0, c4, 0, 8),
    symbol("d", STT_NOTYPE, 0, g, 0, 8);
  symbol("e", STT_OBJECT, 0, 1000, 0, 8), symbol("f", STT_OBJECT, 0, k_bank, 0, 8), symbol("g", STT_OBJECT, 0, c3, 0, 16);
  taken();
  ck_assert_uint_eq(cubin.nsymbols, 3);
  static const struct {
    const char *name;
    unsigned place, offset, size;
  } t[] = {{"a", WT_CUBIN_GLOBAL, 8, 56}, {"b", WT_CUBIN_CONST3, 16, 0}, {"g", WT_CUBIN_CONST3, 0, 16}};
  for (unsigned i = 0; i < 3; i++)
    ck_assert(!strcmp(cubin.symbol[i].name, t[i].name) && cubin.symbol[i].place == t[i].place && cubin.symbol[i].offset == t[i].offset &&
              cubin.symbol[i].size == t[i].size);
  wt_cubin_free(&cubin);
  sym[nsym - 1].st_size++;
  refused("x: variable g lies outside its section, compile the file again");
  begin(); /* variables without a kernel are enough */
  g = section(".nv.global", SHT_NOBITS, NULL, 64), symbol("a", STT_OBJECT, 0, g, 0, 64);
  taken();
  ck_assert(cubin.nkernels == 0 && cubin.nsymbols == 1);
  wt_cubin_free(&cubin);
}
END_TEST

/* ---- kernels ---- */

START_TEST(kernels_and_functions) {
  with_kernel();
  symbol("f", STT_FUNC, 0, k_text, 16, 16), symbol("g", STT_FUNC, 0, k_text, 48, 16), symbol("o", STT_OBJECT, 0, k_text, 16, 16),
    symbol("h", STT_FUNC, 0, k_bank, 8, 8);
  kernel("kk", 2);
  unsigned sm = section(".nv.shared.kk", SHT_NOBITS, NULL, 0), c2 = section(".nv.constant2.kk", SHT_PROGBITS, "12345678", 8);
  sh[sm].sh_size = 1 << 20;
  section(".note.nv.cuinfo", SHT_NOTE, NULL, 4);
  taken();
  const wt_cubin_kernel *k = cubin.kernel;
  ck_assert(cubin.nkernels == 2 && k[0].nfunc == 2 && k[0].func[0] == 16 && k[0].func[1] == 48 && k[1].nfunc == 0);
  ck_assert(k[1].smem == 1 << 20 && !k[0].smem && k[1].const2.size == 8 && !memcmp(k[1].const2.data, "12345678", 8) && !k[0].const2.data);
  ck_assert(k[0].compiled && k[1].compiled && k[0].code[3].lo == nop().lo && k[1].n == 2);
  wt_cubin_free(&cubin);
  sh[sm].sh_size++;
  refused("x: kernel kk wants 1048577 bytes of shared memory, which cannot be, compile the file again");
  sh[sm].sh_size = 0, sh[c2].sh_type = SHT_NOBITS;
  refused("x: constant bank 2 of kernel kk is damaged or over 64 KiB, compile the file again");
  with_kernel();
  symbol("f", STT_FUNC, 0, k_text, 8, 16);
  refused("x: function f does not start at an instruction of kernel k, compile the file again");
  sym[nsym - 1].st_value = 64;
  refused("x: function f does not start at an instruction of kernel k, compile the file again");
  with_kernel(), sym[k_symbol].st_value = 16;
  refused("x: kernel k does not start section .text.k, compile the file again");
  with_kernel(), sym[k_symbol].st_shndx = 1000;
  refused("x: kernel k does not start section .text.k, compile the file again");
  with_kernel(), sym[k_symbol].st_shndx = (Elf64_Half)k_bank;
  refused("x: kernel k does not start section .text.k, compile the file again");
  with_kernel(), symbol("k", STT_FUNC, STO_ENTRY, k_text, 0, 64);
  refused("x: has two kernels k, compile it again");
  with_kernel(), section(".nv.callgraph", SHT_LOPROC + 1, NULL, 4);
  taken();
  ck_assert_int_eq(cubin.kernel->compiled, 1);
  wt_cubin_free(&cubin);
  with_kernel(), section(".nv.callgraphs", SHT_LOPROC + 1, NULL, 4);
  taken();
  ck_assert_int_eq(cubin.kernel->compiled, 0);
  wt_cubin_free(&cubin);
}
END_TEST

/* ---- attributes ---- */

enum {
  A_MAX_THREADS = 5,
  A_PARAM_CBANK = 10,
  A_EXTERNS = 15,
  A_REQNTID,
  A_FRAME,
  A_MIN_STACK,
  A_KPARAM = 23,
  A_PARAM_BYTES = 25,
  A_EXITS = 28,
  A_MAX_STACK = 35,
  A_REGCOUNT = 47,
  A_BRX = 52,
  A_KPARAM2 = 69,
  A_BARRIERS = 76
};
static void attribute(unsigned attr, const uint32_t *words, size_t n) { with_kernel(), long_record(k_info, attr, words, n); }
#define ATTRIBUTE(attr, ...) attribute(attr, WORDS(__VA_ARGS__))
static void damaged(unsigned attr) {
  char want[200];
  snprintf(want, sizeof want, "x: attribute 0x%02x of kernel k is damaged, compile the file again", attr);
  refused(want);
}
START_TEST(numbers_of_a_kernel) {
  with_kernel();
  record(k_info, 3, A_PARAM_BYTES, 16, NULL, 0), record(k_info, 2, A_BARRIERS, 0x303, NULL, 0);
  RECORD(k_info, A_KPARAM, 0, 0x00000000, 8 << 18 | 0x1f000), RECORD(k_info, A_KPARAM, 0, 0x00080001, 8 << 18);
  RECORD(k_info, A_MAX_THREADS, 1, 1024, 3), RECORD(k_info, A_REQNTID, 4, 5, 6);
  record(k_info, 1, 0x99, 7, NULL, 0); /* one that is not known */
  taken();
  const wt_cubin_kernel *k = cubin.kernel;
  ck_assert(k->param_bytes == 16 && k->barriers == 3 && k->nparams == 2 && k->param[0].offset == 0 && k->param[0].size == 8 &&
            k->param[1].offset == 8 && k->param[1].size == 8);
  ck_assert(k->max_threads[0] == 1 && k->max_threads[1] == 1024 && k->max_threads[2] == 3 && k->reqntid[0] == 4 && k->reqntid[2] == 6);
  wt_cubin_free(&cubin);
  for (unsigned a = A_MAX_THREADS; a <= A_REQNTID; a += A_REQNTID - A_MAX_THREADS) {
    ATTRIBUTE(a, 1, 2), damaged(a);
    ATTRIBUTE(a, 1, 0, 3), damaged(a);
    ATTRIBUTE(a, 1, 1025, 3), damaged(a);
    ATTRIBUTE(a, 1, 2, 3, 4), damaged(a);
  }
  ATTRIBUTE(A_PARAM_CBANK, 1, 0x00100150); /* offset and size */
  taken();
  ck_assert_uint_eq(cubin.kernel->param_base, 0x150);
  wt_cubin_free(&cubin);
  ATTRIBUTE(A_PARAM_CBANK, 1), damaged(A_PARAM_CBANK);
  ATTRIBUTE(A_PARAM_CBANK, 1, 0x2f);
  refused("x: parameters of kernel k lie outside constant bank 0, compile the file again");
  ATTRIBUTE(A_PARAM_CBANK, 1, 0x30);
  taken();
  wt_cubin_free(&cubin);
  ATTRIBUTE(A_PARAM_CBANK, 1, 0x171);
  refused("x: parameters of kernel k lie outside constant bank 0, compile the file again");
}
END_TEST

START_TEST(parameters) {
  with_kernel(), record(k_info, 3, A_PARAM_BYTES, 8, NULL, 0);
  refused("x: kernel k has no parameter table, compile the file again");
  record(k_info, 3, A_PARAM_BYTES, 17, NULL, 0);
  refused("x: parameters of kernel k lie outside constant bank 0, compile the file again");
  with_kernel(), record(k_info, 3, A_PARAM_BYTES, 16, NULL, 0), RECORD(k_info, A_KPARAM, 0, 2, 4 << 18),
    RECORD(k_info, A_KPARAM, 0, 0x00080000, 4 << 18);
  refused("x: parameter 1 of kernel k is missing or out of place, compile the file again"); /* number 1 was not given */
  RECORD(k_info, A_KPARAM2, 0, 0x000c0001, 4);                                              /* a size of its own */
  taken();
  ck_assert(cubin.kernel->nparams == 3 && cubin.kernel->param[0].offset == 8 && cubin.kernel->param[1].offset == 12 &&
            cubin.kernel->param[1].size == 4 && cubin.kernel->param[2].size == 4);
  wt_cubin_free(&cubin);
  RECORD(k_info, A_KPARAM, 0, 0x000c0001, 4 << 18), damaged(A_KPARAM); /* twice */
  with_kernel(), record(k_info, 3, A_PARAM_BYTES, 16, NULL, 0), RECORD(k_info, A_KPARAM2, 0, 0x00080000, 9);
  refused("x: parameter 0 of kernel k is missing or out of place, compile the file again");
  ATTRIBUTE(A_KPARAM, 0, 0), damaged(A_KPARAM);
  ATTRIBUTE(A_KPARAM, 0, 0, 0x3ffff), damaged(A_KPARAM); /* of no size */
  ATTRIBUTE(A_KPARAM2, 0, 0, 65537), damaged(A_KPARAM2);
  ATTRIBUTE(A_KPARAM2, 0, 0, 65536);
  refused("x: parameter 0 of kernel k is missing or out of place, compile the file again");
  ATTRIBUTE(A_KPARAM2, 0, 16384, 4), damaged(A_KPARAM2);
  ATTRIBUTE(A_KPARAM2, 0, 16383, 4);
  refused("x: parameter 0 of kernel k is missing or out of place, compile the file again");
}
END_TEST

START_TEST(exits_and_targets) {
  with_kernel();
  RECORD(k_info, A_EXITS, 0, 48), RECORD(k_info, A_BRX, 16, 0, 2, 0, 48, 32, 7, 1, 16), RECORD(k_info, A_BRX, 48, 0, 0);
  taken();
  const wt_cubin_kernel *k = cubin.kernel;
  ck_assert(k->nexits == 2 && k->exits[0] == 0 && k->exits[1] == 48 && k->nbrx == 3);
  ck_assert(k->brx[0].pc == 16 && k->brx[0].n == 2 && k->brx[0].target[0] == 0 && k->brx[0].target[1] == 48);
  ck_assert(k->brx[1].pc == 32 && k->brx[1].n == 1 && k->brx[1].target[0] == 16 && k->brx[2].pc == 48 && k->brx[2].n == 0);
  wt_cubin_free(&cubin);
  RECORD(k_info, A_EXITS, 0), damaged(A_EXITS); /* twice */
  ATTRIBUTE(A_EXITS, 64), damaged(A_EXITS);
  ATTRIBUTE(A_EXITS, 48, 8), damaged(A_EXITS);
  with_kernel(), record(k_info, 4, A_EXITS, 6, (const uint32_t[]){0, 0}, 2), damaged(A_EXITS);
  with_kernel(), record(k_info, 4, A_BRX, 6, (const uint32_t[]){0, 0}, 2), damaged(A_BRX);
  ATTRIBUTE(A_BRX, 0, 0), damaged(A_BRX);
  ATTRIBUTE(A_BRX, 0, 0, 1), damaged(A_BRX);
  ATTRIBUTE(A_BRX, 0, 0, 0xffffffff, 0), damaged(A_BRX);
  ATTRIBUTE(A_BRX, 64, 0, 0), damaged(A_BRX);
  ATTRIBUTE(A_BRX, 8, 0, 0), damaged(A_BRX);
  ATTRIBUTE(A_BRX, 0, 0, 1, 64), damaged(A_BRX);
  ATTRIBUTE(A_BRX, 0, 0, 2, 0, 8), damaged(A_BRX);
}
END_TEST

/* Functions that are not in the file: those of the runtime are needed, the others keep the kernel from being launched. */
START_TEST(functions_that_are_not_there) {
  with_kernel();
  unsigned known = symbol("vprintf", STT_FUNC, 0, SHN_UNDEF, 0, 0), other = symbol("cudaLaunch\ndevice\x7f", STT_FUNC, 0, SHN_UNDEF, 0, 0),
           here = symbol("f", STT_FUNC, 0, k_text, 16, 16);
  RECORD(k_info, A_EXTERNS, known, here);
  taken();
  ck_assert(cubin.kernel->nneeds == 1 && !strcmp(cubin.kernel->needs[0], "vprintf") && !*cubin.kernel->why);
  wt_cubin_free(&cubin);
  RECORD(k_info, A_EXTERNS, other, known);
  taken();
  ck_assert_uint_eq(cubin.kernel->nneeds, 2);
  ck_assert_str_eq(cubin.kernel->why,
                   "needs cudaLaunch?device?, a function that is not in the file and not of this machine's runtime, remove its use from the source");
  wt_cubin_free(&cubin);
  RECORD(k_info, A_EXTERNS, nsym), damaged(A_EXTERNS);
  with_kernel(), record(k_info, 4, A_EXTERNS, 2, (const uint32_t[]){0}, 1), damaged(A_EXTERNS);
}
END_TEST

/* Records of the whole file: the most registers, the section's number or one of them, the largest stack, and functions with a frame. */
static const uint8_t call[16] = {0x44, 0x79};
START_TEST(records_of_the_file) {
  with_kernel();
  sh[k_text].sh_info = 0;
  unsigned info = section(".nv.info", SHT_LOPROC, NULL, 0), f = symbol("f", STT_FUNC, 0, k_text, 16, 16);
  RECORD(info, A_REGCOUNT, k_symbol, 33), RECORD(info, A_REGCOUNT, k_symbol, 34), RECORD(info, A_FRAME, k_symbol, 16),
    RECORD(info, A_MIN_STACK, k_symbol, 48), RECORD(info, A_MAX_STACK, k_symbol, 32);
  RECORD(info, A_MAX_STACK, k_symbol, 0xffffffff), RECORD(info, A_MIN_STACK, k_symbol), RECORD(info, A_REGCOUNT, 77, 200),
    RECORD(info, 0x77, k_symbol, 400);
  taken();
  ck_assert(cubin.kernel->regs == 34 && cubin.kernel->stack == 48 && !cubin.kernel->open);
  wt_cubin_free(&cubin);
  for (unsigned own = 33; own < 36; own++) {
    sh[k_text].sh_info = own << 24;
    taken();
    ck_assert_uint_eq(cubin.kernel->regs, own == 35 ? 35 : 34);
    wt_cubin_free(&cubin);
  }
  RECORD(info, A_FRAME, f, 8); /* nobody calls it */
  taken();
  ck_assert(cubin.kernel->stack == 48 && !cubin.kernel->open);
  wt_cubin_free(&cubin);
  memcpy(data[k_text] + 32, call, 16);
  taken();
  ck_assert(cubin.kernel->stack == 48 + 1024 && cubin.kernel->open);
  wt_cubin_open_stack(cubin.kernel);
  ck_assert_uint_eq(cubin.kernel->stack, 48 + 1024);
  wt_cubin_free(&cubin);
  with_kernel(), info = section(".nv.info", SHT_LOPROC, NULL, 0), f = symbol("f", STT_FUNC, 0, k_text, 16, 16), memcpy(data[k_text] + 32, call, 16);
  RECORD(info, A_FRAME, f, 0), RECORD(info, A_MIN_STACK, f, 8), RECORD(info, A_MIN_STACK, k_symbol, 524288); /* without a frame */
  taken();
  ck_assert(cubin.kernel->stack == 524288 && !cubin.kernel->open);
  wt_cubin_free(&cubin);
  RECORD(info, A_FRAME, k_symbol, 524289);
  refused("x: kernel k wants 524289 bytes of local memory a thread, the limit is 524288, use less");
  with_kernel(), info = section(".nv.info", SHT_LOPROC, NULL, 0), sh[k_text].sh_info = 0, RECORD(info, A_REGCOUNT, k_symbol, 255);
  taken();
  wt_cubin_free(&cubin);
  RECORD(info, A_REGCOUNT, k_symbol, 0);
  sh[info].sh_size = 0, RECORD(info, A_REGCOUNT, k_symbol, 256);
  refused("x: kernel k wants 256 registers, which cannot be, compile the file again");
}
END_TEST

/* Forms of a record: 1 to 4, of which the last has as many bytes as it says. */
START_TEST(records) {
  static const struct {
    uint8_t bytes[12];
    unsigned n;
    int fine;
  } t[] = {{{1, 9, 0, 0}, 4, 1},
           {{3, 9, 0, 0}, 4, 1},
           {{2, 9, 0, 0}, 4, 1},
           {{4, 9, 0, 0}, 4, 1},
           {{4, 9, 4, 0, 1, 2, 3, 4}, 8, 1},
           {{4, 9, 5, 0, 1, 2, 3, 4}, 8, 0},
           {{0, 9, 0, 0}, 4, 0},
           {{5, 9, 0, 0}, 4, 0},
           {{1, 9, 0}, 3, 0},
           {{1, 9, 0, 0, 1}, 5, 0},
           {{4, 9, 3, 0, 1, 2, 3}, 7, 1},
           {{3, A_PARAM_BYTES, 0, 1}, 4, 2}};
  for (size_t k = 0; k < sizeof t / sizeof *t; k++)
    for (unsigned whole = 0; whole < 2; whole++) { /* of the kernel, of the file */
      with_kernel();
      unsigned s = whole ? section(".nv.info", SHT_LOPROC, NULL, 0) : k_info;
      more(s, t[k].bytes, t[k].n);
      char want[100];
      snprintf(want, sizeof want, "x: section .nv.info%s is damaged, compile the file again", whole ? "" : ".k");
      if (t[k].fine == 2 && !whole) refused("x: parameters of kernel k lie outside constant bank 0, compile the file again"); /* 256 bytes */
      else if (t[k].fine) taken(), wt_cubin_free(&cubin);
      else refused(want);
    }
}
END_TEST

/* ---- memory, files ---- */

/* Whichever allocation fails: one line, and nothing is kept. libelf has its own. */
static void rich_file(void) {
  with_kernel();
  unsigned g = section(".nv.global", SHT_NOBITS, NULL, 64), info = section(".nv.info", SHT_LOPROC, NULL, 0),
           v = symbol("vprintf", STT_FUNC, 0, SHN_UNDEF, 0, 0);
  symbol("a", STT_OBJECT, 0, g, 0, 4), symbol("b", STT_OBJECT, 0, g, 4, 4), symbol("f", STT_FUNC, 0, k_text, 16, 16),
    symbol("g", STT_FUNC, 0, k_text, 32, 16);
  RECORD(k_info, A_EXTERNS, v, v), RECORD(k_info, A_EXITS, 0), RECORD(k_info, A_BRX, 0, 0, 1, 0), RECORD(k_info, A_BRX, 16, 0, 0),
    RECORD(info, A_REGCOUNT, k_symbol, 3);
  record(k_info, 3, A_PARAM_BYTES, 8, NULL, 0), RECORD(k_info, A_KPARAM2, 0, 0x00040001, 4), RECORD(k_info, A_KPARAM2, 0, 0, 4);
  put_together();
}
START_TEST(memory_that_runs_out) {
  size_t before = 0;
  rich_file();
  for (unsigned round = 0; round < 20; round++) {
    if (round == 10) before = suite_heap(); /* until then the C library fills its own shelves */
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
    ck_assert_uint_gt(k, 15);
    wt_cubin_free(&cubin);
  }
  ck_assert_uint_le(suite_heap(), before);
}
END_TEST

/* A message is cut where the caller's room ends, and not a byte behind it is touched. */
START_TEST(room_for_a_message) {
  char full[200], cut[200];
  image_size = 0;
  ck_assert_int_eq(wt_cubin_parse(image, 0, "a/path", &cubin, full, sizeof full), WT_USAGE);
  ck_assert_str_eq(full, "a/path: is empty, compile it again");
  for (size_t n = 0; n < 60; n++) {
    memset(cut, 'z', sizeof cut);
    ck_assert_int_eq(wt_cubin_parse(image, 0, "a/path", &cubin, cut, n), WT_USAGE);
    if (n) ck_assert(!strncmp(cut, full, n - 1) && !cut[n - 1 < strlen(full) ? n - 1 : strlen(full)]);
    for (size_t k = n; k < sizeof cut; k++) ck_assert_int_eq(cut[k], 'z');
  }
}
END_TEST

START_TEST(files) {
  char dir[] = "/tmp/wt_cubinp_XXXXXX", path[64], want[200];
  ck_assert_ptr_nonnull(mkdtemp(dir));
  ck_assert_int_eq(wt_cubin_load(dir, &cubin, err, sizeof err), WT_USAGE);
  snprintf(want, sizeof want, "%s: is not a file, give a cubin", dir);
  ck_assert_str_eq(err, want);
  snprintf(path, sizeof path, "%s/k", dir);
  ck_assert_int_eq(wt_cubin_load(path, &cubin, err, sizeof err), WT_USAGE);
  snprintf(want, sizeof want, "%s: cannot be opened: ", path);
  ck_assert_msg(!strncmp(err, want, strlen(want)), "%s", err);
  with_kernel(), section("large", SHT_PROGBITS, NULL, 4096);
  put_together();
  FILE *f = fopen(path, "wb");
  ck_assert_ptr_nonnull(f);
  memmove(image + 100000, image + eh.e_shoff, nsec * sizeof *sh), eh.e_shoff = 100000, memcpy(image, &eh, sizeof eh); /* more than one piece */
  image_size = 100000 + nsec * sizeof *sh;
  ck_assert_uint_eq(fwrite(image, 1, image_size, f), image_size);
  fclose(f);
  ck_assert_msg(wt_cubin_load(path, &cubin, err, sizeof err) == WT_OK, "%s", err);
  ck_assert(cubin.image_size == image_size && !memcmp(cubin.image, image, image_size) && !strcmp(cubin.path, path));
  wt_cubin_free(&cubin);
  unlink(path), rmdir(dir);
}
END_TEST

int main(void) {
  Suite *s = suite_create("wt_cubin_parts");
  TCase *t = tcase_create("parts");
  tcase_add_test(t, the_smallest_file);
  tcase_add_test(t, what_is_no_cubin);
  tcase_add_test(t, fields_of_the_header);
  tcase_add_test(t, places_of_sections);
  tcase_add_test(t, places_of_data);
  tcase_add_test(t, variables);
  tcase_add_test(t, kernels_and_functions);
  tcase_add_test(t, numbers_of_a_kernel);
  tcase_add_test(t, parameters);
  tcase_add_test(t, exits_and_targets);
  tcase_add_test(t, functions_that_are_not_there);
  tcase_add_test(t, records_of_the_file);
  tcase_add_test(t, records);
  tcase_add_test(t, memory_that_runs_out);
  tcase_add_test(t, files);
  tcase_add_test(t, room_for_a_message);
  suite_add_tcase(s, t);
  return suite_run(s);
}
