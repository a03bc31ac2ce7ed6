/* test_wt_asm_file.c - source files of the assembler (docs/isa/assembler.md): directives at their bounds, what a message says and where, files that cannot be read, and memory that
 * runs out at any place.
 */
#define FAILS_REALLOC
#include "isa/wt_asm.h"
#include "isa/wt_elfw.h"
#include "tests/suite.h"
#include "tests/fails_kit.h"
#include <stdio.h>
#include <string.h>
#include <unistd.h>

void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_malloc(size_t size) { return fails() ? NULL : __real_malloc(size); }

static wt_asm_out out;
static char err[600];

static void refused(const char *text, const char *want) {
  ck_assert_msg(wt_asm_string(text, "t", &out, err, sizeof err) == WT_USAGE, "taken: %s", text);
  ck_assert_msg(!strcmp(err, want), "'%s', not '%s'", err, want);
  ck_assert(!out.n && !out.kernel);
  ck_assert_int_eq(wt_asm_string(text, "t", &out, NULL, 0), WT_USAGE);
}
static const wt_asm_kernel *taken(const char *text) {
  ck_assert_msg(wt_asm_string(text, "t", &out, err, sizeof err) == WT_OK, "%s", err);
  return out.kernel;
}
#define K ".kernel k\n.regs 4\n"
#define END "EXIT\n.end\n"

START_TEST(messages) {
  static const struct {
    const char *text, *message;
  } t[] = {
    {"", "t:1: no kernel in this file, start with .kernel NAME"},
    {"# nothing\n\n", "t:3: no kernel in this file, start with .kernel NAME"},
    {"NOP\n", "t:1: instruction outside a kernel, start with .kernel NAME"},
    {"x:\n", "t:1: label 'x' outside a kernel, start with .kernel NAME"},
    {".regs 4\n", "t:1: '.regs 4' outside a kernel, start with .kernel NAME"},
    {".kernel\n", "t:1: bad kernel name '', use letters and digits"},
    {".kernel 1k\n", "t:1: bad kernel name '1k', use letters and digits"},
    {".kernel k k\n", "t:1: bad kernel name 'k k', use letters and digits"},
    {".kernel k-\n", "t:1: bad kernel name 'k-', use letters and digits"},
    {K END ".kernel k\n", "t:5: kernel k is there twice, rename one"},
    {K END ".kernel kk\n.regs 4\n" END ".kernel kk\n", "t:9: kernel kk is there twice, rename one"},
    {K ".kernel l\n", "t:3: .kernel inside kernel k, close that one with .end"},
    {K "EXIT\n", "t:4: kernel k is not closed, add .end"},
    {K ".end\n", "t:3: kernel k has no instructions, end it with EXIT"},
    {".kernel k\nEXIT\n.end\n", "t:3: kernel k has no .regs, give the number of registers"},
    {K ".end k\n", "t:3: unknown directive '.end k', use .kernel .regs .smem .local .params .const2 .targets .end"},
    {K ".ends\n", "t:3: unknown directive '.ends', use .kernel .regs .smem .local .params .const2 .targets .end"},
    {K ".reg 4\n", "t:3: unknown directive '.reg 4', use .kernel .regs .smem .local .params .const2 .targets .end"},
    {K ".regz 4\n", "t:3: unknown directive '.regz 4', use .kernel .regs .smem .local .params .const2 .targets .end"},
    {".kernel k\n.regs 0\n", "t:2: .regs takes one number from 1 to 255"},
    {".kernel k\n.regs 256\n", "t:2: .regs takes one number from 1 to 255"},
    {".kernel k\n.regs\n", "t:2: .regs takes one number from 1 to 255"},
    {".kernel k\n.regs 4,5\n", "t:2: .regs takes one number from 1 to 255"},
    {".kernel k\n.regs 4,\n", "t:2: .regs takes one number from 1 to 255"},
    {".kernel k\n.regs 4x\n", "t:2: .regs takes one number from 1 to 255"},
    {".kernel k\n.regs -4\n", "t:2: .regs takes one number from 1 to 255"},
    {".kernel k\n.regs 99999999999999999999\n", "t:2: .regs takes one number from 1 to 255"},
    {K ".smem 65537\n", "t:3: .smem takes one number from 0 to 65536"},
    {K ".local 524289\n", "t:3: .local takes one number from 0 to 524288"},
    {K ".params\n", "t:3: .params takes the size of all parameters, then each size, at most 4096 bytes"},
    {K ".params 4097\n", "t:3: .params takes the size of all parameters, then each size, at most 4096 bytes"},
    {K ".params 8,0,8\n", "t:3: bad parameter size at '0,8', use bytes"},
    {K ".params 8,4,x\n", "t:3: bad parameter size at 'x', use bytes"},
    {K ".params 8,4, 4 ,\n", "t:3: bad parameter size at ' 4 ,', use bytes"},
    {K ".params 9,8\n", "t:3: the sizes make 8 bytes with alignment, not 9, correct one of them"},
    {K ".params 9,1,8\n", "t:3: the sizes make 16 bytes with alignment, not 9, correct one of them"},
    {K ".params 5,1,4\n", "t:3: the sizes make 8 bytes with alignment, not 5, correct one of them"},
    {K ".params 3,1,2\n", "t:3: the sizes make 4 bytes with alignment, not 3, correct one of them"},
    {K ".const2 4294967296\n" END, "t:3: '4294967296' in .const2, use 32-bit numbers or labels"},
    {K ".const2 1,x\n" END, "t:3: 'x' in .const2, use 32-bit numbers or labels"},
    {K ".const2 1x\n" END, "t:3: '1x' in .const2, use 32-bit numbers or labels"},
    {K ".const2 -1\n" END, "t:3: '-1' in .const2, use 32-bit numbers or labels"},
    {K ".const2 99999999999999999999\n" END, "t:3: '99999999999999999999' in .const2, use 32-bit numbers or labels"},
    {K "1x: " END, "t:3: bad label '1x', use letters, digits, '_', '.' and '$'"},
    {K "x: NOP\nx: " END, "t:4: label 'x' is there twice, rename one"},
    {K "x: x: " END, "t:3: label 'x' is there twice, rename one"},
    {K "EXIT\nx:\n.end\n", "t:5: label 'x' has no instruction after it, add one"},
    {K "EXIT\nNOP FROB\nEXIT\n.end\n", "t:4: 'FROB' after the last operand, remove it"},
    {K "- " END, "t:3: no instruction at '- EXIT', write a mnemonic"},
    {K ".targets x\nx: " END, "t:3: .targets stands before a BRX or a CALL through a register, move it there"},
    {K "x: EXIT\n.targets x\n.end\n", "t:4: .targets stands before a BRX or a CALL through a register, move it there"},
    {K ".targets x\nBRA x\nx: " END, "t:3: .targets stands before a BRX or a CALL through a register, move it there"},
    {K ".targets\nBRX R2, 0x0\n" END, "t:3: '' in .targets, use labels of this kernel"},
    {K ".targets x, ,x\nBRX R2, 0x0\nx: " END, "t:3: '' in .targets, use labels of this kernel"},
    {K ".targets x\n.targets x\nBRX R2, 0x0\nx: " END, "t:4: this instruction has two lists of targets, join them"},
    {K ".targets x\nBRX R2, 0x0\n.targets x\n.targets x\nBRX R2, 0x0\nx: " END, "t:6: this instruction has two lists of targets, join them"},
  };
  for (size_t k = 0; k < sizeof t / sizeof *t; k++) refused(t[k].text, t[k].message);
}
END_TEST

/* The bounds themselves. */
START_TEST(bounds) {
  char text[400];
  const wt_asm_kernel *k = taken(".kernel k\n.regs 255\n.smem 65536\n.local 524288\n.params 4096\n" END);
  ck_assert(k->regs == 255 && k->smem == 65536 && k->local == 524288 && k->param_bytes == 4096);
  ck_assert(k->nparams == 1 && k->param_off[0] == 0 && k->param_size[0] == 4096 && k->ncode == 1 && !k->nconst2 && !k->ntargets);
  wt_asm_free(&out);
  k = taken(".kernel\t _k.1$\n.regs 0x1\n.smem 0\n.local 0\n.params 0\n" END);
  ck_assert(!strcmp(k->name, "_k.1$") && k->regs == 1 && k->nparams == 0 && k->param_bytes == 0);
  wt_asm_free(&out);
  for (unsigned n = 127; n < 129; n++) {
    snprintf(text, sizeof text, ".kernel %0*d\n.regs 4\n" END, (int)n, 0);
    text[8] = 'k';
    if (n == 127) {
      ck_assert_uint_eq(strlen(taken(text)->name), 127);
      wt_asm_free(&out);
    } else ck_assert_int_eq(wt_asm_string(text, "t", &out, err, sizeof err), WT_USAGE);
  }
  ck_assert_msg(!strncmp(err, "t:1: bad kernel name 'k000", 26), "%s", err);
}
END_TEST

/* Parameters lie at their natural alignment; the last line counts. */
START_TEST(parameters) {
  static const struct {
    const char *list;
    unsigned n, off[6];
  } t[] = {{"16 , 4,8", 2, {0, 8}}, {"16,1,1,2,4,8", 5, {0, 1, 2, 4, 8}}, {"37,1,16,12,1", 4, {0, 8, 24, 36}},
           {"8,3,4", 2, {0, 4}},    {"0x10,\t0x4, 010", 2, {0, 8}},       {"4,2,1,1", 3, {0, 2, 3}}};
  char text[400];
  for (size_t k = 0; k < sizeof t / sizeof *t; k++) {
    snprintf(text, sizeof text, K ".params 8,4,4\n.params %s\n" END, t[k].list);
    const wt_asm_kernel *x = taken(text);
    ck_assert_uint_eq(x->nparams, t[k].n);
    for (unsigned i = 0; i < t[k].n; i++) ck_assert_uint_eq(x->param_off[i], t[k].off[i]);
    ck_assert_uint_eq(x->param_bytes, x->param_off[t[k].n - 1] + x->param_size[t[k].n - 1]);
    wt_asm_free(&out);
  }
  char many[600] = K ".params 64";
  for (unsigned n = 0; n < 64; n++) strcat(many, ",1");
  strcat(many, "\n" END);
  ck_assert_uint_eq(taken(many)->nparams, 64);
  wt_asm_free(&out);
  strcpy(many, K ".params 65");
  for (unsigned n = 0; n < 65; n++) strcat(many, ",1");
  strcat(many, "\n" END);
  refused(many, "t:3: more than 64 parameters, join some");
}
END_TEST

/* Comments, blanks, labels, ends of lines. */
START_TEST(lines) {
  const wt_asm_kernel *k =
    taken("  .kernel k // a kernel\r\n\t.regs 4#\r\n\n a: b:c: NOP ; # x\n d:\n// NOP\ne: .smem 16\r\n BRA\te // back\nBRA a\nEXIT //\n  .end");
  ck_assert(k->ncode == 4 && k->smem == 16);
  ck_assert_uint_eq(wt_bits(k->code[1], 81, 34), (UINT64_C(1) << 48) - 4); /* e is the instruction itself */
  ck_assert_uint_eq(wt_bits(k->code[2], 81, 34), (UINT64_C(1) << 48) - 12);
  wt_asm_free(&out);
  refused(K "NOP / x\n" END, "t:3: '/ x' after the last operand, remove it");
  refused(K "NOP /\n" END, "t:3: '/' after the last operand, remove it");
  refused(K ": " END, "t:3: no instruction at ': EXIT', write a mnemonic");
}
END_TEST

/* Labels belong to their kernel. */
START_TEST(kernels_are_apart) {
  taken(".kernel a\n.regs 4\n.const2 x,7\nNOP\nx: EXIT\n.end\n.kernel b\n.regs 5\n.const2 0x8\n.const2 x , 4294967295\nx: NOP\nNOP\n.targets x\nBRX "
        "R2, 0x0\nEXIT\n.end\n.kernel c\n.regs 6\n" END);
  ck_assert_uint_eq(out.n, 3);
  ck_assert(out.kernel[0].nconst2 == 2 && out.kernel[0].const2[0] == 16 && out.kernel[0].const2[1] == 7 && !out.kernel[0].ntargets);
  ck_assert(out.kernel[1].nconst2 == 3 && out.kernel[1].const2[0] == 8 && out.kernel[1].const2[1] == 0 && out.kernel[1].const2[2] == 0xffffffff);
  ck_assert(out.kernel[1].ntargets == 4 && out.kernel[1].targets[0] == 0x20 && out.kernel[1].targets[2] == 1 && out.kernel[1].targets[3] == 0);
  ck_assert(out.kernel[2].nconst2 == 0 && out.kernel[2].regs == 6 && out.kernel[2].ncode == 1);
  wt_asm_free(&out);
  ck_assert(out.n == 0 && out.kernel == NULL);
  refused(".kernel a\n.regs 4\nx: " END ".kernel b\n.regs 4\nBRA x\n" END, "t:7: no label 'x', define it in this kernel");
}
END_TEST

/* As many words and targets as there may be, and one more. */
static char *list(const char *head, const char *item, unsigned n, const char *tail) {
  char *t = malloc(strlen(head) + n * (strlen(item) + 1) + strlen(tail) + 1), *p = t;
  ck_assert_ptr_nonnull(t);
  p += sprintf(p, "%s", head);
  for (unsigned k = 0; k < n; k++) p += sprintf(p, "%s%s", k ? "," : "", item);
  sprintf(p, "%s", tail);
  return t;
}
START_TEST(long_lists) {
  for (unsigned more = 0; more < 2; more++) {
    char *words = list(K ".const2 ", "7", 16384 + more, "\n" END);
    char *targets = list(K ".targets ", "x", WT_ASM_TARGETS_MAX + more, "\nBRX R2, 0x0\nx: " END);
    if (more) {
      refused(words, "t:3: .const2 is larger than 64 KiB, shorten it");
      refused(targets, "t:3: more than 16000 targets, use fewer");
    } else {
      ck_assert_uint_eq(taken(words)->nconst2, 16384);
      ck_assert_uint_eq(out.kernel->const2[16383], 7);
      wt_asm_free(&out);
      ck_assert_uint_eq(taken(targets)->ntargets, WT_ASM_TARGETS_MAX + 3);
      ck_assert(out.kernel->targets[2] == WT_ASM_TARGETS_MAX && out.kernel->targets[WT_ASM_TARGETS_MAX + 2] == 16);
      wt_asm_free(&out);
    }
    free(words), free(targets);
  }
}
END_TEST

static void write_file(const char *path, const char *text, size_t n, size_t zeros) {
  FILE *f = fopen(path, "w");
  ck_assert_ptr_nonnull(f);
  ck_assert_uint_eq(fwrite(text, 1, n, f), n);
  if (zeros) ck_assert(!fseek(f, (long)zeros - 1, SEEK_CUR) && fputc('\n', f) == '\n');
  ck_assert_int_eq(fclose(f), 0);
}
static void not_read(const char *path, const char *why) {
  char want[600];
  memset(&out, 0xff, sizeof out);
  ck_assert_int_eq(wt_asm_file(path, &out, err, sizeof err), WT_USAGE);
  snprintf(want, sizeof want, "%s:0: %s", path, why);
  ck_assert_str_eq(err, want);
  ck_assert(!out.n && !out.kernel);
  ck_assert_int_eq(wt_asm_file(path, &out, NULL, 0), WT_USAGE);
}
START_TEST(files) {
  char dir[] = "/tmp/wt_asmf_XXXXXX", path[64];
  ck_assert_ptr_nonnull(mkdtemp(dir));
  not_read(dir, "cannot be read, check that it is a file");
  snprintf(path, sizeof path, "%s/k.sass", dir);
  not_read(path, "cannot be opened, check the path");
  write_file(path, K END, strlen(K END), 0);
  ck_assert_msg(wt_asm_file(path, &out, err, sizeof err) == WT_OK, "%s", err);
  ck_assert_uint_eq(out.n, 1);
  wt_asm_free(&out);
  write_file(path, K "FROB\n" END, strlen(K "FROB\n" END), 0);
  char want[200];
  ck_assert_int_eq(wt_asm_file(path, &out, err, sizeof err), WT_USAGE);
  snprintf(want, sizeof want, "%s:3: unknown instruction 'FROB', see docs/isa/assembler.md", path);
  ck_assert_str_eq(err, want);
  write_file(path, K "\0" END, strlen(K END) + 1, 0);
  not_read(path, "is not text, give an assembler source");
  write_file(path, K END, strlen(K END), (16 << 20) - strlen(K END)); /* 16 MiB, of which most are zeros */
  not_read(path, "is not text, give an assembler source");
  write_file(path, K END, strlen(K END), (16 << 20) - strlen(K END) + 1);
  not_read(path, "is larger than 16 MiB, split it");
  write_file(path, K END, strlen(K END), 0);
  fails_once = 1, before_it_fails = 0;
  ck_assert_int_eq(wt_asm_file(path, &out, err, sizeof err), WT_USAGE);
  ck_assert_msg(strstr(err, ":0: out of memory, free some") != NULL, "%s", err);
  unlink(path), rmdir(dir);
}
END_TEST

/* Whichever allocation fails: one line that says so, and nothing is kept. */
static unsigned each_failure(const char *text) {
  unsigned k = 0;
  for (;; k++) {
    fails_once = 1, before_it_fails = k;
    wt_status st = wt_asm_string(text, "t", &out, err, sizeof err);
    if (fails_once) break; /* there are no more */
    ck_assert_int_eq(st, WT_USAGE);
    ck_assert_msg(strstr(err, ": out of memory, split the file") && !strncmp(err, "t:", 2), "allocation %u: %s", k, err);
    ck_assert(!out.n && !out.kernel);
  }
  fails_once = 0;
  wt_asm_free(&out);
  return k;
}
START_TEST(memory_that_runs_out) {
  static const char text[] =
    K ".const2 x,1,2\n.const2 3\n.targets x,y\nBRX R2, 0x0\nx: NOP\ny: NOP\n" END ".kernel l\n.regs 4\n.targets a\nBRX R2, 0x0\na: " END;
  static const char *const wrong[] = {K ".const2 x,1,2\n.targets x,y\nBRX R2, 0x0\nx: NOP\ny: FROB\n" END,
                                      K ".const2 x,1\n.targets x,q\nBRX R2, 0x0\nx: " END, K ".const2 x,q\n.targets x\nBRX R2, 0x0\nx: " END,
                                      K END K "x: EXIT\n"};
  size_t before = 0;
  for (unsigned round = 0; round < 20; round++) {
    if (round == 10) before = suite_heap(); /* until then the C library fills its own shelves */
    ck_assert_uint_gt(each_failure(text), 25);
    for (unsigned k = 0; k < 4; k++) ck_assert_int_eq(wt_asm_string(wrong[k], "t", &out, err, sizeof err), WT_USAGE);
  }
  ck_assert_uint_le(suite_heap(), before);
}
END_TEST

/* The same of the file that is written. */
START_TEST(cubins_without_memory) {
  static const char text[] = K ".smem 4\n.const2 1,2,3\nBAR.SYNC 0x1\n" END ".kernel l\n.regs 4\n" END;
  size_t before = 0, bytes;
  void *image;
  ck_assert_int_eq(wt_asm_string(text, "t", &out, err, sizeof err), WT_OK);
  for (unsigned round = 0; round < 20; round++) {
    if (round == 10) before = suite_heap(); /* until then the C library fills its own shelves */
    unsigned k = 0;
    for (;; k++) {
      fails_once = 1, before_it_fails = k;
      wt_status st = wt_elfw_image(&out, "x", &image, &bytes, err, sizeof err);
      if (fails_once) break;
      ck_assert_int_eq(st, WT_USAGE);
      ck_assert_msg(!strcmp(err, "x: cannot be written, check the free space") || !strcmp(err, "x: out of memory"), "allocation %u: %s", k, err);
      ck_assert_ptr_null(image);
    }
    fails_once = 0;
    ck_assert_uint_gt(k, 10);
    free(image);
  }
  ck_assert_uint_le(suite_heap(), before);
  wt_asm_free(&out);
}
END_TEST

int main(void) {
  Suite *s = suite_create("wt_asm_file");
  TCase *t = tcase_create("files");
  tcase_add_test(t, messages);
  tcase_add_test(t, bounds);
  tcase_add_test(t, parameters);
  tcase_add_test(t, lines);
  tcase_add_test(t, kernels_are_apart);
  tcase_add_test(t, long_lists);
  tcase_add_test(t, files);
  tcase_add_test(t, memory_that_runs_out);
  tcase_add_test(t, cubins_without_memory);
  suite_add_tcase(s, t);
  return suite_run(s);
}
