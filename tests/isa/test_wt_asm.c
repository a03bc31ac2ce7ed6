/* test_wt_asm.c - the assembler: operand forms, labels, directives, messages, and the cubin that comes out. */
#include "isa/wt_asm.h"
#include "isa/wt_dis.h"
#include "isa/wt_elfw.h"
#include "isa/wt_isa.h"
#include "tests/suite.h"
#include <dirent.h>
#include <fcntl.h>
#include <gelf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static wt_word insn(const char *text) {
  wt_word w = {0, 0};
  char err[256] = "";
  ck_assert_msg(wt_asm_insn(text, 0x100, 0, 0, &w, err, sizeof err) == WT_OK, "'%s': %s", text, err);
  return w;
}

static void refused(const char *text, const char *part) {
  wt_word w;
  char err[256] = "";
  ck_assert_msg(wt_asm_insn(text, 0x100, 0, 0, &w, err, sizeof err) == WT_USAGE, "'%s' was taken", text);
  ck_assert_msg(strstr(err, part) != NULL, "'%s' gave '%s'", text, err);
}

START_TEST(words_of_nvcc) {
  wt_word w = insn("IMAD.MOV.U32 R1, RZ, RZ, c[0x0][0x28] {stall:2 yield:0 wr:7 rd:7 wait:0x00 reuse:0}");
  ck_assert_uint_eq(w.lo, UINT64_C(0x00000a00ff017624));
  ck_assert_uint_eq(w.hi, UINT64_C(0x000fe400078e00ff));
  w = insn("S2R R2, SR_TID.X {stall:1 yield:0 wr:0}");
  ck_assert_uint_eq(w.lo, UINT64_C(0x0000000000027919));
  ck_assert_uint_eq(w.hi, UINT64_C(0x000e220000002100));
}
END_TEST

START_TEST(forms_follow_operands) {
  static const struct {
    const char *text;
    unsigned opcode;
  } t[] = {{"IMAD R0, R1, R2, R3", 0x224},
           {"IMAD R0, R1, R2, 0x7", 0x424},
           {"IMAD R0, R1, R2, c[0x0][0x160]", 0x624},
           {"IMAD R0, R1, 0x7, R3", 0x824},
           {"IMAD R0, R1, c[0x0][0x160], R3", 0xa24},
           {"IMAD R0, R1, UR4, R3", 0xc24},
           {"IMAD R0, R1, R2, UR4", 0xe24},
           {"UIADD3 UR0, UR1, UR2, UR3", 0x290},
           {"UIADD3 UR0, UR1, 0x2, UR3", 0x890},
           {"LDG.E.SYS R0, [R2]", 0x381},
           {"LDG.E.SYS R0, [R2.64+UR4]", 0x981},
           {"STS [R2], R3", 0x388},
           {"STS [R2+UR4], R3", 0x988},
           {"WARPSYNC R3", 0x348},
           {"WARPSYNC 0xf", 0x948},
           {"WARPSYNC c[0x0][0x160]", 0xb48}};
  for (size_t i = 0; i < sizeof t / sizeof *t; i++) {
    ck_assert_msg((insn(t[i].text).lo & 0xfff) == t[i].opcode, "%s", t[i].text);
  }
}
END_TEST

START_TEST(defaults) {
  wt_word w = insn("NOP");
  ck_assert_uint_eq(wt_bits(w, 108, 105), 1);
  ck_assert_uint_eq(wt_bits(w, 109, 109), 1);
  ck_assert_uint_eq(wt_bits(w, 115, 110), 0x3f);
  ck_assert_uint_eq(wt_bits(w, 127, 116), 0);
  ck_assert_uint_eq(wt_bit(insn("NOP {stall:12}"), 109), 0);
  ck_assert_uint_eq(wt_bit(insn("NOP {stall:12 yield:0}"), 109), 1);
  w = insn("IADD3 R0, R1, R2, R3");
  ck_assert_uint_eq(wt_bits(w, 90, 81), 0x3ff);
  ck_assert_uint_eq(wt_bits(w, 80, 77), 0xf);
}
END_TEST

START_TEST(raw_overrides) {
  wt_word w = insn("NOP {stall:1} {raw:0x0123456789abcdef_fedcba9876543210}");
  ck_assert_uint_eq(w.hi, UINT64_C(0x0123456789abcdef));
  ck_assert_uint_eq(w.lo, UINT64_C(0xfedcba9876543210));
  refused("NOP {raw:0x12}", "control block");
}
END_TEST

START_TEST(signs_and_numbers) {
  ck_assert_uint_eq(insn("IADD3 R0, R1, -0x1, RZ").lo >> 32, 0xffffffffu);
  ck_assert_uint_eq(insn("MOV R0, 4294967295").lo >> 32, 0xffffffffu);
  ck_assert_uint_eq(wt_bit(insn("IADD3 R0, -R1, R2, RZ"), 72), 1);
  ck_assert_uint_eq(wt_bit(insn("IADD3.X R0, ~R1, R2, RZ, P0, !PT"), 72), 1);
  ck_assert_int_eq((int)wt_sext(wt_bits(insn("LDG.E.SYS R0, [R2+-0x800000]"), 63, 40), 24), -0x800000);
  ck_assert_uint_eq(wt_bits(insn("LDG.E.SYS R0, [R2+0x7fffff]"), 63, 40), 0x7fffff);
  refused("LDG.E.SYS R0, [R2+0x800000]", "out of range");
  refused("IADD3 R0, ~R1, R2, RZ", "'~'");
  refused("IADD3.X R0, -R1, R2, RZ, P0, !PT", "'-'");
  refused("MOV R0, 0x100000000", "32 bits");
}
END_TEST

START_TEST(bad_instructions) {
  refused("FROB R0", "unknown instruction");
  refused("", "no instruction");
  refused("MOV R255, R0", "register");
  refused("MOV R0", "too few operands");
  refused("MOV R0, R1, R2", "remove it");
  refused("ISETP P0, PT, R0, R1, PT", "modifier missing");
  refused("MOV.FOO R0, R1", "unknown modifier");
  refused("IMAD R0, R1, 0x1, 0x2", "no form");
  refused("IMAD.MOV R0, R1, R2, R3", "does not fit");
  refused("@P8 NOP", "guard");
  refused("@UP0 NOP", "guard");
  refused("@P0 UMOV UR0, 0x1", "guard");
  refused("BRA nowhere", "no label");
  refused("BRA 0x102", "multiple of 4");
  refused("UIADD3 UR0, R1, UR2, URZ", "use UR");
  refused("BSYNC B16", "barrier");
  refused("NOP {stall:16}", "control block");
  refused("NOP {stall:1", "control block");
  refused("MOV R0, c[0x0][0x2]", "multiple of 4");
}
END_TEST

static const char program[] = "// two kernels\n"
                              ".kernel one\n.regs 12\n.smem 64\n.params 20, 8, 4, 8 # does not fit: 24 with alignment\n.end\n";

static void file_error(const char *text, const char *part) {
  wt_asm_out out;
  char err[512] = "";
  ck_assert_int_eq(wt_asm_string(text, "t.sass", &out, err, sizeof err), WT_USAGE);
  ck_assert_msg(strstr(err, part) != NULL, "'%s' for '%s'", err, text);
  ck_assert_ptr_null(strchr(err, '\n'));
  ck_assert_uint_eq(out.n, 0);
}

START_TEST(messages_name_file_and_line) {
  file_error(program, "t.sass:5: the sizes make 24");
  file_error("\n  NOP\n", "t.sass:2: instruction outside");
  file_error(".kernel a\n.regs 4\nx: NOP\nx: EXIT\n.end\n", "t.sass:4: label 'x'");
  file_error(".kernel a\n.regs 4\nEXIT\nBRA y\n.end\n", "t.sass:4: no label 'y'");
  file_error(".kernel a\n.regs 4\nEXIT\nend_label:\n.end\n", "has no instruction after it");
  file_error(".kernel a\nEXIT\n.end\n", "no .regs");
  file_error(".kernel a\n.regs 4\nEXIT\n", "not closed");
  file_error(".kernel a\n.regs 256\n", "t.sass:2: .regs");
  file_error(".kernel a\n.regs -1\n", "t.sass:2: .regs");
  file_error(".kernel a\n.kernel b\n", "t.sass:2: .kernel inside");
  file_error(".kernel a\n.regs 4\n.end\n", "no instructions");
  file_error(".kernel a\n.bogus\n", "unknown directive");
  file_error(".kernel a\n.regs 4\n.const2 1,,2\nEXIT\n.end\n", "t.sass:3: '' in .const2");
  file_error(".kernel a\n.regs 4\n.targets x\nx: EXIT\n.end\n", "t.sass:3: .targets stands before");
  file_error(".kernel a\n.regs 4\nx: EXIT\n.targets x\n.end\n", "t.sass:4: .targets stands before");
  file_error(".kernel a\n.regs 4\n.targets x,y\nBRX R2, 0x0\nx: EXIT\n.end\n", "t.sass:3: 'y' in .targets");
  file_error(".kernel a\n.regs 4\n.targets x\n.targets x\nBRX R2, 0x0\nx: EXIT\n.end\n", "t.sass:4: this instruction has two lists");
  file_error(".kernel a\n.regs 4\nMOV R2, @y\nEXIT\n.end\n", "t.sass:3: no label 'y'");
  file_error("", "no kernel");
  wt_asm_out out;
  char err[512] = "";
  ck_assert_int_eq(wt_asm_file("/nonexistent/x.sass", &out, err, sizeof err), WT_USAGE);
  ck_assert_msg(strstr(err, "/nonexistent/x.sass:0: cannot be opened") != NULL, "%s", err);
}
END_TEST

static const char two[] = ".kernel one\n.regs 12\n.smem 64\n.params 24, 8, 4, 8\n.const2 1, target, 0xffffffff\n"
                          "  BRA target\n  NOP ; # filler\ntarget: again: BAR.SYNC 0x2 {stall:5}\n  @P0 BRA again // back\n  EXIT\n.end\n"
                          ".kernel two\n.regs 255\nEXIT\n.end\n";

START_TEST(kernels) {
  wt_asm_out out;
  char err[512] = "", buf[WT_DIS_MAX];
  ck_assert_msg(wt_asm_string(two, "two", &out, err, sizeof err) == WT_OK, "%s", err);
  ck_assert_uint_eq(out.n, 2);
  ck_assert_str_eq(out.kernel[0].name, "one");
  ck_assert_uint_eq(out.kernel[0].ncode, 5);
  ck_assert_uint_eq(out.kernel[0].nparams, 3);
  ck_assert_uint_eq(out.kernel[0].param_off[2], 16);
  ck_assert_uint_eq(out.kernel[0].nconst2, 3);
  ck_assert_uint_eq(out.kernel[0].const2[1], 0x20);
  wt_dis_short(out.kernel[0].code[0], 0, buf, sizeof buf);
  ck_assert_str_eq(buf, "BRA 0x20");
  wt_dis_short(out.kernel[0].code[3], 0x30, buf, sizeof buf);
  ck_assert_str_eq(buf, "@P0 BRA 0x20");
  wt_asm_free(&out);
}
END_TEST

static const char jumps[] =
  ".kernel k\n.regs 24\n  MOV R20, @x\n.targets x, y,x\n@P0  BRX R2, 0x0\n  EXIT\nx: NOP\ny: NOP\n.targets y\n  CALL.REL.NOINC R2, 0x0\n  EXIT\n"
  ".end\n";

START_TEST(targets_and_labels_as_numbers) {
  static const uint32_t want[] = {0x10, 0, 3, 0x30, 0x40, 0x30, 0x50, 0, 1, 0x40};
  wt_asm_out out;
  char err[512] = "";
  ck_assert_msg(wt_asm_string(jumps, "jumps", &out, err, sizeof err) == WT_OK, "%s", err);
  ck_assert_uint_eq(out.kernel[0].ntargets, sizeof want / sizeof *want);
  ck_assert_mem_eq(out.kernel[0].targets, want, sizeof want);
  ck_assert_uint_eq(wt_bits(out.kernel[0].code[0], 63, 32), 0x30);
  wt_asm_free(&out);
}
END_TEST

static Elf_Data *find_section(Elf *e, const char *name, GElf_Shdr *h) {
  size_t names;
  ck_assert_int_eq(elf_getshdrstrndx(e, &names), 0);
  for (Elf_Scn *s = NULL; (s = elf_nextscn(e, s)) != NULL;) {
    ck_assert_ptr_nonnull(gelf_getshdr(s, h));
    if (!strcmp(elf_strptr(e, names, h->sh_name), name)) return elf_getdata(s, NULL);
  }
  return NULL;
}

static void check_cubin(Elf *e, const wt_asm_out *a) {
  GElf_Ehdr eh;
  GElf_Shdr h;
  GElf_Sym sym;
  Elf_Data *d, *symbols;
  ck_assert_ptr_nonnull(gelf_getehdr(e, &eh));
  ck_assert_uint_eq(eh.e_machine, 190);
  ck_assert_uint_eq(eh.e_flags >> 8 & 0xff, 75);
  ck_assert_uint_eq(eh.e_ident[EI_OSABI], 0x41);
  symbols = find_section(e, ".symtab", &h);
  d = find_section(e, ".text.one", &h);
  ck_assert_uint_eq(d->d_size, 80);
  ck_assert_mem_eq(d->d_buf, a->kernel[0].code, 80);
  ck_assert_uint_eq(h.sh_info >> 24, 12);
  ck_assert_ptr_nonnull(gelf_getsym(symbols, (int)(h.sh_info & 0xffffff), &sym));
  ck_assert_uint_eq(GELF_ST_TYPE(sym.st_info), STT_FUNC);
  ck_assert_uint_eq(sym.st_size, 80);
  d = find_section(e, ".nv.constant0.one", &h);
  ck_assert_uint_eq(d->d_size, 0x160 + 24);
  d = find_section(e, ".nv.constant2.one", &h);
  ck_assert_uint_eq(d->d_size, 12);
  ck_assert_ptr_nonnull(find_section(e, ".nv.shared.one", &h));
  ck_assert_uint_eq(h.sh_size, 64);
  ck_assert_uint_eq(h.sh_type, SHT_NOBITS);
  ck_assert_ptr_null(find_section(e, ".nv.shared.two", &h));
  d = find_section(e, ".text.two", &h);
  ck_assert_uint_eq(h.sh_info >> 24, 255);
  d = find_section(e, ".nv.info.one", &h);
  /* PARAM_CBANK, CBANK_PARAM_SIZE, then the parameters from the last to the first */
  static const unsigned char want[] = {4, 0x0a, 8,  0, 1, 0, 0, 0, 0x60, 1, 24, 0, 3, 0x19, 24,   0,
                                       4, 0x17, 12, 0, 0, 0, 0, 0, 2,    0, 16, 0, 0, 0xf0, 0x21, 0};
  ck_assert_mem_eq(d->d_buf, want, sizeof want);
}

/* The whole file: header, every section with its name and kind, symbols, attributes. */
static const uint8_t *file;
static Elf64_Shdr at_section(unsigned i) {
  Elf64_Ehdr h;
  Elf64_Shdr s;
  memcpy(&h, file, sizeof h);
  memcpy(&s, file + h.e_shoff + i * sizeof s, sizeof s);
  return s;
}
static void check_bytes(unsigned i, const void *want, size_t n) {
  Elf64_Shdr s = at_section(i);
  ck_assert_uint_eq(s.sh_size, n);
  ck_assert_msg(!memcmp(file + s.sh_offset, want, n), "section %u", i);
}
START_TEST(every_byte_that_counts) {
  static const char text[] = ".kernel one\n.regs 12\n.smem 64\n.local 100\n.params 24, 8, 4, 8\n.const2 1, 0x12345678\n.targets x\nBRX R2, 0x0\nx: "
                             "BAR.SYNC 0x2\n@P0 EXIT\nBAR.SYNC 0x1, R3\nEXIT\n.end\n"
                             ".kernel two\n.regs 255\nBAR.SYNC R4\nEXIT\n.end\n.kernel three\n.regs 1\n.smem 4\nNOP\n.end\n";
  enum { PROGBITS = SHT_PROGBITS, INFO = 0x70000000, A = SHF_ALLOC, X = SHF_EXECINSTR, I = SHF_INFO_LINK, W = SHF_WRITE };
  static const struct {
    const char *name;
    unsigned type, flags, link, info, align, entry, size;
  } want[] = {{"", 0, 0, 0, 0, 0, 0, 0},
              {".shstrtab", SHT_STRTAB, 0, 0, 0, 1, 0, 0},
              {".strtab", SHT_STRTAB, 0, 0, 0, 1, 0, 0},
              {".symtab", SHT_SYMTAB, 0, 2, 4, 8, 24, 7 * 24},
              {".nv.info", INFO, 0, 3, 0, 4, 0, 9 * 12},
              {".text.one", PROGBITS, A | X, 3, 12u << 24 | 4, 128, 0, 5 * 16},
              {".nv.info.one", INFO, I, 3, 5, 4, 0, 104},
              {".nv.constant0.one", PROGBITS, A | I, 0, 5, 4, 0, 0x160 + 24},
              {".nv.constant2.one", PROGBITS, A | I, 0, 5, 4, 0, 8},
              {".nv.shared.one", SHT_NOBITS, A | W | I, 0, 5, 16, 0, 64},
              {".text.two", PROGBITS, A | X, 3, 255u << 24 | 5, 128, 0, 2 * 16},
              {".nv.info.two", INFO, I, 3, 10, 4, 0, 32},
              {".nv.constant0.two", PROGBITS, A | I, 0, 10, 4, 0, 0x160},
              {".text.three", PROGBITS, A | X, 3, 1u << 24 | 6, 128, 0, 16},
              {".nv.info.three", INFO, I, 3, 13, 4, 0, 20},
              {".nv.constant0.three", PROGBITS, A | I, 0, 13, 4, 0, 0x160},
              {".nv.shared.three", SHT_NOBITS, A | W | I, 0, 13, 16, 0, 4}};
  enum { SECTIONS = sizeof want / sizeof *want };
  wt_asm_out out;
  char err[512] = "";
  void *image;
  size_t bytes;
  Elf64_Ehdr h;
  ck_assert_msg(wt_asm_string(text, "t", &out, err, sizeof err) == WT_OK, "%s", err);
  ck_assert_msg(wt_elfw_image(&out, "x", &image, &bytes, err, sizeof err) == WT_OK, "%s", err);
  file = image;
  memcpy(&h, file, sizeof h);
  ck_assert(!memcmp(h.e_ident, "\177ELF\2\1\1\x41\x08\0\0\0\0\0\0\0", 16) && h.e_type == ET_EXEC && h.e_machine == 190 && h.e_version == 1 &&
            h.e_flags == 0x06004b04);
  ck_assert(!h.e_entry && !h.e_phnum && h.e_ehsize == 64 && h.e_shentsize == 64 && h.e_shnum == SECTIONS && h.e_shstrndx == 1 &&
            h.e_shoff + SECTIONS * 64 <= bytes);
  Elf64_Shdr names = at_section(1), strings = at_section(2), symbols = at_section(3);
  for (unsigned i = 0; i < SECTIONS; i++) {
    Elf64_Shdr s = at_section(i);
    ck_assert_str_eq((const char *)file + names.sh_offset + s.sh_name, want[i].name);
    ck_assert_msg(s.sh_type == want[i].type && s.sh_flags == want[i].flags && s.sh_link == want[i].link && s.sh_info == want[i].info &&
                    s.sh_entsize == want[i].entry,
                  "%s", want[i].name);
    ck_assert_msg((i == 1 || i == 2 || s.sh_size == want[i].size) && s.sh_addralign == want[i].align, "%s: %u bytes", want[i].name,
                  (unsigned)s.sh_size);
  }
  static const Elf64_Sym all[] = {{0, 0, 0, 0, 0, 0},
                                  {0, STT_SECTION, 0, 7, 0, 0},
                                  {0, STT_SECTION, 0, 12, 0, 0},
                                  {0, STT_SECTION, 0, 15, 0, 0},
                                  {0, STB_GLOBAL << 4 | STT_FUNC, 0x10, 5, 0, 80},
                                  {0, STB_GLOBAL << 4 | STT_FUNC, 0x10, 10, 0, 32},
                                  {0, STB_GLOBAL << 4 | STT_FUNC, 0x10, 13, 0, 16}};
  static const char *const names_of[] = {"", ".nv.constant0.one", ".nv.constant0.two", ".nv.constant0.three", "one", "two", "three"};
  for (unsigned i = 0; i < 7; i++) {
    Elf64_Sym y;
    memcpy(&y, file + symbols.sh_offset + i * sizeof y, sizeof y);
    ck_assert_str_eq((const char *)file + strings.sh_offset + y.st_name, names_of[i]);
    y.st_name = 0;
    ck_assert_msg(!memcmp(&y, &all[i], sizeof y), "symbol %u", i);
  }
  ck_assert(file[strings.sh_offset] == 0 && file[names.sh_offset] == 0);
  /* registers, frame and stack of each kernel */
  const uint32_t info[] = {0x00082f04, 4, 12, 0x00081104, 4, 100, 0x00081204, 4, 100, 0x00082f04, 5, 255, 0x00081104, 5, 0,
                           0x00081204, 5, 0,  0x00082f04, 6, 1,   0x00081104, 6, 0,   0x00081204, 6, 0};
  check_bytes(4, info, sizeof info);
  const uint32_t one[] = {0x00080a04, 1,          0x00180160, 0x00181903,
                          0x000c1704, 0,          0x00100002, 8 << 18 | 0x1f000,
                          0x000c1704, 0,          0x00080001, 4 << 18 | 0x1f000,
                          0x000c1704, 0,          0x00000000, 8 << 18 | 0x1f000,
                          0x00ff1b03, 0x00034c02, 0x00081c04, 0x20,
                          0x40,       0x00103404, 0,          0,
                          1,          0x10};
  check_bytes(6, one, sizeof one);
  const uint32_t two[] = {0x00080a04, 2, 0x00000160, 0x00001903, 0x00ff1b03, 0x00104c02, 0x00041c04, 0x10},
                 three[] = {0x00080a04, 3, 0x00000160, 0x00001903, 0x00ff1b03};
  check_bytes(11, two, sizeof two), check_bytes(14, three, sizeof three);
  check_bytes(5, out.kernel[0].code, 80), check_bytes(8, "\1\0\0\0\x78\x56\x34\x12", 8);
  for (unsigned i = 0; i < 0x160 + 24; i++) ck_assert_uint_eq(file[at_section(7).sh_offset + i], 0);
  free(image);
  wt_asm_free(&out);
  ck_assert_int_eq(wt_elfw_image(&out, "x", &image, &bytes, err, sizeof err), WT_USAGE);
  ck_assert_str_eq(err, "x: there is no kernel to write, assemble one");
  ck_assert_ptr_null(image);
}
END_TEST

static int files_in(const char *dir) {
  DIR *d = opendir(dir);
  int n = 0;
  ck_assert_ptr_nonnull(d);
  while (readdir(d)) n++;
  closedir(d);
  return n - 2;
}

START_TEST(cubin) {
  char dir[] = "/tmp/wt_asm_XXXXXX", path[64], err[512] = "";
  wt_asm_out out;
  ck_assert_ptr_nonnull(mkdtemp(dir));
  snprintf(path, sizeof path, "%s/k.cubin", dir);
  ck_assert_int_eq(wt_asm_string(two, "two", &out, err, sizeof err), WT_OK);
  ck_assert_msg(wt_elfw_write(&out, path, err, sizeof err) == WT_OK, "%s", err);
  ck_assert_int_eq(files_in(dir), 1);
  int fd = open(path, O_RDONLY);
  ck_assert_int_ge(fd, 0);
  elf_version(EV_CURRENT);
  Elf *e = elf_begin(fd, ELF_C_READ, NULL);
  ck_assert_ptr_nonnull(e);
  check_cubin(e, &out);
  elf_end(e);
  close(fd);
  unlink(path);
  snprintf(path, sizeof path, "%s/none/k.cubin", dir);
  ck_assert_int_eq(wt_elfw_write(&out, path, err, sizeof err), WT_USAGE);
  ck_assert_msg(strstr(err, "cannot be created") != NULL, "%s", err);
  wt_asm_free(&out);
  ck_assert_int_eq(wt_elfw_write(&out, path, err, sizeof err), WT_USAGE);
  ck_assert_int_eq(files_in(dir), 0);
  rmdir(dir);
}
END_TEST

/* A rename that fails must not leave the temporary file. */
START_TEST(failed_rename_leaves_nothing) {
  char dir[] = "/tmp/wt_asm_XXXXXX", path[64], err[512] = "";
  wt_asm_out out;
  ck_assert_ptr_nonnull(mkdtemp(dir));
  snprintf(path, sizeof path, "%s/sub", dir);
  char keep[80];
  snprintf(keep, sizeof keep, "mkdir -p %s/sub/x", dir);
  ck_assert_int_eq(system(keep), 0);
  ck_assert_int_eq(wt_asm_string(two, "two", &out, err, sizeof err), WT_OK);
  ck_assert_int_eq(wt_elfw_write(&out, path, err, sizeof err), WT_USAGE);
  ck_assert_int_eq(files_in(dir), 1);
  snprintf(keep, sizeof keep, "rm -r %s", dir);
  ck_assert_int_eq(system(keep), 0);
  wt_asm_free(&out);
}
END_TEST

/* Is there a call anywhere in this code. */
START_TEST(code_that_calls) {
  static const unsigned calls[] = {0x944, 0x344, 0x343}; /* by a place in the code, by a register, of an address */
  wt_word code[4];
  for (unsigned k = 0; k < 5; k++) /* in the k-th place, or nowhere */
    for (unsigned c = 0; c < 3; c++) {
      for (unsigned i = 0; i < 4; i++) code[i] = i == k ? (wt_word){calls[c], 0} : insn("NOP");
      for (size_t n = 0; n <= 4; n++) ck_assert_int_eq(wt_isa_calls(code, n), k < n && k < 4);
    }
}
END_TEST

int main(void) {
  Suite *s = suite_create("wt_asm");
  TCase *t = tcase_create("wt_asm");
  tcase_add_test(t, words_of_nvcc);
  tcase_add_test(t, code_that_calls);
  tcase_add_test(t, forms_follow_operands);
  tcase_add_test(t, defaults);
  tcase_add_test(t, raw_overrides);
  tcase_add_test(t, signs_and_numbers);
  tcase_add_test(t, bad_instructions);
  tcase_add_test(t, messages_name_file_and_line);
  tcase_add_test(t, kernels);
  tcase_add_test(t, targets_and_labels_as_numbers);
  tcase_add_test(t, every_byte_that_counts);
  tcase_add_test(t, cubin);
  tcase_add_test(t, failed_rename_leaves_nothing);
  suite_add_tcase(s, t);
  return suite_run(s);
}
