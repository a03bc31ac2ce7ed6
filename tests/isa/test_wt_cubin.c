/* test_wt_cubin.c - the cubin reader: what it finds in a file of nvcc and in files of the assembler, and that no
 * damaged file gets further than one line of error.
 *
 * WT_TEST_FLIPS=N sets the number of files with flipped bytes (default 5000); WT_TEST_SEED their seed.
 */
#include "isa/wt_asm.h"
#include "isa/wt_cubin.h"
#include "isa/wt_elfw.h"
#include "tests/suite.h"
#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LOADER WT_ROOT "/tests/isa/data/loader.cubin"
enum { IMAGE_MAX = 65536 };

static uint8_t image[IMAGE_MAX];
static size_t image_size;
static wt_cubin cubin;
static char err[512];

static void take_image(void) {
  FILE *f = fopen(LOADER, "rb");
  ck_assert_ptr_nonnull(f);
  image_size = fread(image, 1, sizeof image, f);
  fclose(f);
  ck_assert_uint_gt(image_size, 4096);
}

static void load(void) {
  err[0] = 0;
  ck_assert_msg(wt_cubin_load(LOADER, &cubin, err, sizeof err) == WT_OK, "%s", err);
}

/* The image is refused with one line that names the file and holds part. */
static void refused(size_t size, const char *part) {
  ck_assert_int_eq(wt_cubin_parse(image, size, "x.cubin", &cubin, err, sizeof err), WT_USAGE);
  ck_assert_msg(!strncmp(err, "x.cubin: ", 9) && strstr(err, part) && !strchr(err, '\n'), "'%s'", err);
  ck_assert_ptr_null(cubin.kernel);
}

static const wt_cubin_kernel *kernel(const char *name) {
  for (size_t i = 0; i < cubin.nkernels; i++)
    if (!strcmp(cubin.kernel[i].name, name)) return &cubin.kernel[i];
  ck_abort_msg("no kernel %s", name);
  return NULL;
}

static const wt_cubin_symbol *symbol(const char *name) {
  for (size_t i = 0; i < cubin.nsymbols; i++)
    if (!strcmp(cubin.symbol[i].name, name)) return &cubin.symbol[i];
  ck_abort_msg("no symbol %s", name);
  return NULL;
}

/* A section header of the image, by name. */
static Elf64_Shdr *header(const char *name, Elf64_Shdr *copy) {
  Elf64_Ehdr h;
  Elf64_Shdr s, names;
  memcpy(&h, image, sizeof h);
  memcpy(&names, image + h.e_shoff + h.e_shstrndx * sizeof names, sizeof names);
  for (unsigned i = 0; i < h.e_shnum; i++) {
    memcpy(&s, image + h.e_shoff + i * sizeof s, sizeof s);
    if (strcmp((char *)image + names.sh_offset + s.sh_name, name)) continue;
    if (copy) *copy = s;
    return (Elf64_Shdr *)(void *)(image + h.e_shoff + i * sizeof s);
  }
  ck_abort_msg("no section %s", name);
  return NULL;
}

static void put_header(const char *name, const Elf64_Shdr *s) { memcpy((void *)header(name, NULL), s, sizeof *s); }

START_TEST(kernels) {
  load();
  ck_assert_uint_eq(cubin.nkernels, 3);
  const wt_cubin_kernel *k = kernel("params");
  static const wt_cubin_param p[4] = {{0, 8}, {8, 2}, {16, 8}, {24, 1}};
  ck_assert_uint_eq(k->nparams, 4);
  for (unsigned i = 0; i < 4; i++) {
    ck_assert_uint_eq(k->param[i].offset, p[i].offset);
    ck_assert_uint_eq(k->param[i].size, p[i].size);
  }
  ck_assert_uint_eq(k->param_base, 0x160);
  ck_assert_uint_eq(k->param_bytes, 25);
  ck_assert_uint_eq(k->const0_size, 0x160 + 25);
  ck_assert_uint_eq(k->smem, 144);
  ck_assert_uint_eq(k->barriers, 1);
  ck_assert(k->regs >= 8 && k->regs <= 64);
  ck_assert_uint_eq(wt_bits(k->code[0], 53, 40) * 4, 0x28); /* R1 = stack pointer, from bank 0 */
  ck_assert_uint_ge(k->nexits, 1);
  for (unsigned i = 0; i < k->nexits; i++) ck_assert_uint_eq(wt_isa_find(k->code[k->exits[i] / 16]), WT_I_EXIT);
  ck_assert_uint_eq(k->max_threads[0], 0);
  ck_assert_uint_eq(kernel("bounded")->max_threads[0], 64);
  ck_assert_uint_eq(kernel("bounded")->reqntid[0], 0);
  wt_cubin_free(&cubin);
}
END_TEST

START_TEST(jump_tables) {
  load();
  const wt_cubin_kernel *k = kernel("jumps");
  ck_assert_uint_ge(k->nbrx, 1);
  ck_assert_uint_gt(k->const2.size, 0);
  for (unsigned i = 0; i < k->nbrx; i++) {
    ck_assert_uint_eq(wt_isa_find(k->code[k->brx[i].pc / 16]), WT_I_BRX);
    ck_assert_uint_ge(k->brx[i].n, 3);
  }
  wt_cubin_free(&cubin);
}
END_TEST

/* Functions behind a kernel, and lists of targets that the assembler wrote. */
START_TEST(functions_and_targets) {
  static const char text[] = ".kernel k\n.regs 24\n.targets x, y\nBRX R2, 0x0\nx: NOP\n.targets y\n CALL.REL.NOINC R2, 0x0\ny: EXIT\n.end\n";
  char path[] = "/tmp/wt_cubin_XXXXXX", msg[300] = "", indirect[1024];
  wt_asm_out out;
  wt_cubin c;
  int fd = mkstemp(path);
  ck_assert_int_ge(fd, 0);
  close(fd);
  ck_assert_msg(wt_asm_string(text, "t", &out, msg, sizeof msg) == WT_OK, "%s", msg);
  ck_assert_int_eq(wt_elfw_write(&out, path, msg, sizeof msg), WT_OK);
  wt_asm_free(&out);
  ck_assert_msg(wt_cubin_load(path, &c, msg, sizeof msg) == WT_OK, "%s", msg);
  remove(path);
  ck_assert_uint_eq(c.kernel[0].nbrx, 2);
  ck_assert_uint_eq(c.kernel[0].nfunc, 0);
  ck_assert_uint_eq(c.kernel[0].brx[0].pc, 0);
  ck_assert_uint_eq(c.kernel[0].brx[0].n, 2);
  ck_assert_uint_eq(c.kernel[0].brx[0].target[1], 0x30);
  ck_assert_uint_eq(c.kernel[0].brx[1].pc, 0x20);
  ck_assert_uint_eq(c.kernel[0].brx[1].target[0], 0x30);
  wt_cubin_free(&c);
  snprintf(indirect, sizeof indirect, "%s/tests/kernels/indirect.cubin", WT_ROOT);
  ck_assert_msg(wt_cubin_load(indirect, &c, msg, sizeof msg) == WT_OK, "%s", msg);
  ck_assert_uint_eq(c.kernel[0].nfunc, 3);
  for (unsigned i = 0; i < 3; i++) ck_assert(c.kernel[0].func[i] > 0 && c.kernel[0].func[i] / 16 < c.kernel[0].n);
  wt_cubin_free(&c);
}
END_TEST

START_TEST(variables_and_relocations) {
  load();
  ck_assert_uint_eq(cubin.nsymbols, 5);
  ck_assert_uint_eq(symbol("zeroed")->place, WT_CUBIN_GLOBAL);
  ck_assert_uint_eq(symbol("zeroed")->size, 400);
  ck_assert_uint_eq(symbol("primes")->place, WT_CUBIN_GLOBAL_INIT);
  ck_assert_uint_eq(symbol("scale")->place, WT_CUBIN_CONST3);
  ck_assert_uint_eq(symbol("scale")->size, 28);
  ck_assert_ptr_null(cubin.place[WT_CUBIN_GLOBAL].data);
  int third = 0, at = (int)symbol("primes")->offset + 8;
  memcpy(&third, cubin.place[WT_CUBIN_GLOBAL_INIT].data + at, sizeof third);
  ck_assert_int_eq(third, 5);
  unsigned seen = 0;
  for (size_t i = 0; i < cubin.nrelocs; i++) {
    const wt_cubin_reloc *r = &cubin.reloc[i];
    seen |= 1u << r->place;
    if (r->place == WT_CUBIN_CONST4) continue;
    unsigned element = r->place == WT_CUBIN_CONST3 ? 1 : 2;
    ck_assert_uint_eq(r->target, WT_CUBIN_GLOBAL_INIT);
    ck_assert_uint_eq(r->addend, symbol("primes")->offset + 4 * element);
    ck_assert_uint_eq(r->offset, symbol(r->place == WT_CUBIN_CONST3 ? "second" : "middle")->offset);
  }
  ck_assert_uint_eq(seen, 1u << WT_CUBIN_CONST3 | 1u << WT_CUBIN_CONST4 | 1u << WT_CUBIN_GLOBAL_INIT);
  wt_cubin_free(&cubin);
}
END_TEST

/* The record of the launch bounds has the form of the one of a demanded block. */
START_TEST(demanded_block) {
  static const uint8_t rec[] = {4, 5, 12, 0, 64, 0, 0, 0};
  Elf64_Shdr s;
  take_image();
  header(".nv.info.bounded", &s);
  size_t at = 0;
  while (at + sizeof rec <= s.sh_size && memcmp(image + s.sh_offset + at, rec, sizeof rec)) at += 4;
  ck_assert_uint_le(at + sizeof rec, s.sh_size);
  image[s.sh_offset + at + 1] = 0x10;
  ck_assert_msg(!wt_cubin_parse(image, image_size, "x", &cubin, err, sizeof err), "%s", err);
  ck_assert_uint_eq(kernel("bounded")->reqntid[0], 64);
  ck_assert_uint_eq(kernel("bounded")->reqntid[2], 1);
  ck_assert_uint_eq(kernel("bounded")->max_threads[0], 0);
  wt_cubin_free(&cubin);
}
END_TEST

START_TEST(files_of_the_assembler) {
  static const char *const text = ".kernel one\n.regs 9\n.smem 64\n.params 12,8,4\n.const2 7,8\n NOP\n EXIT\n.end\n"
                                  ".kernel two\n.regs 33\n EXIT\n.end\n";
  char path[] = "/tmp/wt_cubin_XXXXXX";
  wt_asm_out a;
  ck_assert_msg(!wt_asm_string(text, "t", &a, err, sizeof err), "%s", err);
  int fd = mkstemp(path);
  ck_assert_int_ge(fd, 0);
  close(fd);
  ck_assert_msg(!wt_elfw_write(&a, path, err, sizeof err), "%s", err);
  wt_status s = wt_cubin_load(path, &cubin, err, sizeof err);
  unlink(path);
  ck_assert_msg(!s, "%s", err);
  const wt_cubin_kernel *k = kernel("one");
  ck_assert_uint_eq(k->regs, 9);
  ck_assert_uint_eq(k->smem, 64);
  ck_assert_uint_eq(k->nparams, 2);
  ck_assert_uint_eq(k->param[1].offset, 8);
  ck_assert_uint_eq(k->const2.size, 8);
  ck_assert_uint_eq(k->n, a.kernel[0].ncode);
  ck_assert_mem_eq(k->code, a.kernel[0].code, k->n * sizeof *k->code);
  ck_assert_uint_eq(kernel("two")->regs, 33);
  ck_assert_uint_eq(kernel("two")->nparams, 0);
  wt_cubin_free(&cubin);
  wt_asm_free(&a);
}
END_TEST

START_TEST(not_a_cubin) {
  ck_assert_int_eq(wt_cubin_load("/nonexistent/k.cubin", &cubin, err, sizeof err), WT_USAGE);
  ck_assert_msg(strstr(err, "/nonexistent/k.cubin: cannot be opened"), "%s", err);
  ck_assert_int_eq(wt_cubin_load("/tmp", &cubin, err, sizeof err), WT_USAGE);
  ck_assert_msg(strstr(err, "is not a file"), "%s", err);
  refused(0, "is empty");
  memcpy(image, "hello, world", 12);
  refused(12, "is not an ELF file");
  memcpy(image, ".version 9.0", 12);
  refused(12, "is PTX text");
  memcpy(image, "\x50\xed\x55\xba", 4);
  refused(64, "its fat binary is damaged");
  memcpy(image, ELFMAG, 4);
  refused(3, "is truncated");
  refused(40, "is truncated");
  ck_assert_int_eq(wt_cubin_load("/proc/self/exe", &cubin, err, sizeof err), WT_USAGE);
  ck_assert_msg(strstr(err, "ELF file for machine"), "%s", err);
}
END_TEST

START_TEST(wrong_architecture) {
  take_image();
  image[49] = 80;
  refused(image_size, "is for sm_80, compile with nvcc -arch=sm_75");
  image[EI_ABIVERSION] = 7; /* older files keep the number in the low byte */
  image[48] = 70;
  refused(image_size, "is for sm_70");
  image[48] = 75;
  ck_assert_msg(!wt_cubin_parse(image, image_size, "x", &cubin, err, sizeof err), "%s", err);
  wt_cubin_free(&cubin);
  image[16] = 1;
  refused(image_size, "relocatable object");
}
END_TEST

static void with_header(const char *name, size_t field, uint64_t value, size_t bytes, const char *part) {
  Elf64_Shdr s;
  take_image();
  header(name, &s);
  memcpy((uint8_t *)&s + field, &value, bytes);
  put_header(name, &s);
  refused(image_size, part);
}
#define WITH(name, field, value, part) with_header(name, offsetof(Elf64_Shdr, field), value, sizeof((Elf64_Shdr *)0)->field, part)

START_TEST(damaged_sections) {
  WITH(".text.params", sh_offset, 0x100000, "lies outside the file");
  WITH(".text.params", sh_offset, UINT64_MAX - 8, "lies outside the file");
  WITH(".text.params", sh_size, 0x28, "not a multiple of 16");
  WITH(".text.params", sh_size, 0, "has no code");
  WITH(".nv.shared.params", sh_size, UINT64_C(1) << 40, "shared memory, which cannot be");
  WITH(".nv.global", sh_size, UINT64_C(1) << 62, "the limit is");
  WITH(".nv.global", sh_size, 4, "variable zeroed lies outside");
  WITH(".nv.global", sh_addralign, 4096, "wants alignment 4096");
  WITH(".nv.constant0.params", sh_size, 0x160, "lie outside constant bank 0");
  WITH(".nv.info.params", sh_size, 6, "is damaged");
  WITH(".symtab", sh_entsize, 16, "damaged symbol table");
  WITH(".symtab", sh_type, SHT_PROGBITS, "no symbol table");
  WITH(".rel.nv.constant4", sh_size, 8, "is damaged");
  WITH(".rel.nv.constant4", sh_info, 12345, "relocates no section");
}
END_TEST

START_TEST(unsupported_relocations) {
  Elf64_Shdr s, text;
  take_image();
  header(".rel.nv.constant4", &s);
  uint8_t *r = image + s.sh_offset;
  uint64_t far = 1 << 20;
  uint8_t keep[16];
  memcpy(keep, r, 16);
  r[8] = 57;
  refused(image_size, "relocation type 57 of .nv.constant4");
  memcpy(r, keep, 16);
  memcpy(r, &far, 8);
  refused(image_size, "lies outside .nv.constant4");
  memcpy(r, keep, 16);
  memset(r + 12, 0xff, 4);
  refused(image_size, "names no symbol");
  memset(r + 12, 0, 4); /* symbol 0 is the undefined one */
  refused(image_size, "which is not in the file");
  memcpy(r, keep, 16);
  header(".text.params", &text);
  uint32_t func = text.sh_info & 0xffffff;
  memcpy(r + 12, &func, 4);
  refused(image_size, "wants the address of params");
}
END_TEST

START_TEST(truncated_everywhere) {
  take_image();
  for (size_t n = 0; n < image_size; n += 64) refused(n, n ? "truncated" : "empty");
  for (size_t n = 1; n <= 64; n++) refused(image_size - n, "truncated");
}
END_TEST

static uint64_t rng;
static uint64_t next(void) {
  rng ^= rng << 13;
  rng ^= rng >> 7;
  return rng ^= rng << 17;
}

/* Flips land in the headers and tables half of the time: most of the file is code, where any byte is good. */
START_TEST(flipped_bytes) {
  const char *n = getenv("WT_TEST_FLIPS"), *seed = getenv("WT_TEST_SEED");
  unsigned total = n ? (unsigned)strtoul(n, NULL, 0) : 5000, taken = 0;
  rng = seed ? strtoull(seed, NULL, 0) | 1 : 20260001;
  take_image();
  Elf64_Ehdr h;
  memcpy(&h, image, sizeof h);
  for (unsigned i = 0; i < total; i++) {
    size_t at[8];
    uint8_t old[8];
    unsigned flips = 1 + (unsigned)(next() % 8);
    for (unsigned f = 0; f < flips; f++) {
      at[f] = next() % 2 ? next() % image_size : next() % 4 ? h.e_shoff + next() % (image_size - h.e_shoff) : next() % 0xc00 % image_size;
      old[f] = image[at[f]];
      image[at[f]] = next() % 2 ? (uint8_t)(old[f] ^ 1u << next() % 8) : (uint8_t)next();
    }
    wt_status s = wt_cubin_parse(image, image_size, "x.cubin", &cubin, err, sizeof err);
    if (s == WT_OK) taken++;
    else ck_assert_msg(s == WT_USAGE && !strncmp(err, "x.cubin: ", 9) && !strchr(err, '\n'), "%d '%s'", s, err);
    wt_cubin_free(&cubin);
    while (flips--) image[at[flips]] = old[flips];
  }
  ck_assert_uint_gt(taken, 0);
  ck_assert_uint_lt(taken, total);
  ck_assert_msg(!wt_cubin_parse(image, image_size, "x", &cubin, err, sizeof err), "%s", err);
  wt_cubin_free(&cubin);
}
END_TEST

int main(void) {
  Suite *s = suite_create("wt_cubin");
  TCase *t = tcase_create("wt_cubin");
  tcase_set_timeout(t, 120);
  tcase_add_test(t, kernels);
  tcase_add_test(t, jump_tables);
  tcase_add_test(t, functions_and_targets);
  tcase_add_test(t, variables_and_relocations);
  tcase_add_test(t, demanded_block);
  tcase_add_test(t, files_of_the_assembler);
  tcase_add_test(t, not_a_cubin);
  tcase_add_test(t, wrong_architecture);
  tcase_add_test(t, damaged_sections);
  tcase_add_test(t, unsupported_relocations);
  tcase_add_test(t, truncated_everywhere);
  tcase_add_test(t, flipped_bytes);
  suite_add_tcase(s, t);
  return suite_run(s);
}
