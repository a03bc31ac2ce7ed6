#define _GNU_SOURCE /* memmem */
/* test_wt_modules.c - modules in device memory: kernels and variables by name, what lies where, and stacks that grow by what no record says. */
#include "lib/wt_module.h"
#include "tests/suite.h"
#include "warptwin_asm.h"

#include <string.h>

static char err[1024];
static wt_mem *mem;
static struct wt_module *mod;

static void open_file(const char *name) {
  char path[300];
  snprintf(path, sizeof path, "%s/tests/isa/data/%s", WT_ROOT, name);
  mem = wt_mem_new();
  ck_assert_msg(wt_module_open(mem, path, &mod, err, sizeof err) == WT_OK, "%s", err);
}
static void close_module(void) {
  wt_module_close(mod);
  wt_mem_free(mem);
}

/* A module of SASS text; with `made` by a compiler, which the name of a section tells. */
static wt_status open_text(const char *text, int made) {
  void *image;
  size_t bytes;
  ck_assert_msg(wt_assemble(text, "t", &image, &bytes, err, sizeof err) == WT_OK, "%s", err);
  char *name = memmem(image, bytes, ".shstrtab", 9);
  ck_assert_ptr_nonnull(name);
  if (made) memcpy(name, ".note.nv.", 9);
  mem = wt_mem_new();
  wt_status s = wt_module_open_image(mem, image, bytes, "t.cubin", &mod, err, sizeof err);
  free(image);
  return s;
}

static void names_kernel(const char *given, const char *symbol) {
  const wt_cubin_kernel *k;
  ck_assert_msg(wt_module_kernel(mod, given, &k, err, sizeof err) == WT_OK, "%s: %s", given, err);
  ck_assert_str_eq(k->name, symbol);
}
static void names_none(const char *given, const char *says) {
  const wt_cubin_kernel *k = (const wt_cubin_kernel *)err;
  ck_assert_int_eq(wt_module_kernel(mod, given, &k, err, sizeof err), WT_USAGE);
  ck_assert_str_eq(err, says);
  ck_assert_ptr_null(k);
}

#define KERNEL(name) ".kernel " name "\n.regs 8\nEXIT\n.end\n"
START_TEST(kernels_by_name) {
  ck_assert_int_eq(
    open_text(KERNEL("_ZN1a1kEv") KERNEL("_Z5scalePi") KERNEL("_ZN1b1kEv") KERNEL("_Z5scalePf") KERNEL("_ZN1a4onlyEv") KERNEL("plain"), 0), WT_OK);
  names_kernel("plain", "plain");
  names_kernel("_Z5scalePf", "_Z5scalePf");
  names_kernel("b::k", "_ZN1b1kEv");
  names_kernel("only", "_ZN1a4onlyEv");
  names_none("scale", "t.cubin: scale may be 2 kernels, name one of: _Z5scalePi _Z5scalePf");
  names_none("k", "t.cubin: k may be 2 kernels, name one of: a::k b::k");
  names_none("none", "t.cubin: has no kernel none, name one of: a::k scale b::k scale a::only plain");
  names_none(NULL, "t.cubin: has 6 kernels, name one of: a::k scale b::k scale a::only plain");
  close_module();
  ck_assert_int_eq(open_text(KERNEL("_ZN1a1kEv") KERNEL("_Z1kv") KERNEL("_ZN1b1kEv"), 0), WT_OK);
  names_kernel("k", "_Z1kv"); /* fits better than the others, of which one stands before it and one behind */
  close_module();
  ck_assert_int_eq(open_text(KERNEL("_Z3onev"), 0), WT_OK);
  names_kernel(NULL, "_Z3onev");
  names_none("tow", "t.cubin: has no kernel tow, name one of: one");
  close_module();
}
END_TEST

START_TEST(a_long_list_of_names_is_cut) {
  static char text[12000];
  size_t at = 0;
  for (unsigned i = 0; i < 50; i++) at += (size_t)snprintf(text + at, sizeof text - at, ".kernel kernel_number_%03u\n.regs 8\nEXIT\n.end\n", i);
  at += (size_t)snprintf(text + at, sizeof text - at, KERNEL("x"));
  ck_assert_int_eq(open_text(text, 0), WT_OK);
  const wt_cubin_kernel *k;
  ck_assert_int_eq(wt_module_kernel(mod, "none", &k, err, sizeof err), WT_USAGE);
  const char *list = strstr(err, " kernel_number_000"), *cut = strstr(err, " ...");
  ck_assert_msg(list && cut && !cut[4] && strstr(err, " kernel_number_020 ...") == cut - 18, "%s", err); /* also where the last one would fit */
  close_module();
}
END_TEST

START_TEST(variables_of_a_module) {
  size_t size = 5;
  wt_addr a, b;
  open_file("loader.cubin");
  ck_assert_int_eq(wt_module_find(mod, "scale", NULL, NULL, err, sizeof err), WT_OK);
  ck_assert_int_eq(wt_module_find(mod, "none", NULL, &size, err, sizeof err), WT_USAGE);
  ck_assert_uint_eq(size, 5);
  ck_assert_int_eq(wt_module_put(mod, "none", &size, 1, err, sizeof err), WT_USAGE);
  ck_assert_int_eq(wt_module_find(mod, "primes", &a, &size, err, sizeof err), WT_OK);
  ck_assert(!wt_mem_unwritten(mem, a, size)); /* what the file has counts as written, zeroes too */
  ck_assert_int_eq(wt_module_find(mod, "zeroed", &b, &size, err, sizeof err), WT_OK);
  ck_assert(!wt_mem_unwritten(mem, b, size));
  char where[200];
  wt_mem_where(mem, a + 1, where, sizeof where);
  ck_assert_msg(strstr(where, "1 byte into primes (20 bytes"), "%s", where);
  for (size_t i = 0; i < mod->cubin.nsymbols; i++) {
    const wt_cubin_symbol *y = &mod->cubin.symbol[i];
    char want[100];
    ck_assert_int_eq(wt_module_find(mod, y->name, &a, &size, err, sizeof err), WT_OK);
    snprintf(want, sizeof want, "0 bytes into %s (%zu bytes", y->name, size);
    wt_mem_where(mem, a, where, sizeof where);
    ck_assert_msg(!strncmp(where, want, strlen(want)), "%s", where);
  }
  unsigned named = 0;
  for (size_t i = 0; i < wt_mem_count(mem); i++) named += !strncmp(wt_mem_get(mem, i).name, "loader.cubin:", 13);
  ck_assert_uint_eq(named, wt_mem_count(mem));
  close_module();
  ck_assert_int_eq(open_text(KERNEL("k"), 0), WT_OK);
  ck_assert_int_eq(wt_module_find(mod, "x", &a, &size, err, sizeof err), WT_USAGE);
  ck_assert_str_eq(err, "t.cubin: has no variable x, it has none at all");
  close_module();
  mem = wt_mem_new();
  mod = (struct wt_module *)err;
  ck_assert_int_eq(wt_module_open_image(mem, NULL, 100, "empty", &mod, err, sizeof err), WT_USAGE);
  ck_assert_ptr_null(mod);
  close_module();
  open_file("linked.cubin"); /* words that hold addresses of functions */
  close_module();
  open_file("services.cubin");
  ck_assert(mod->output && !wt_mem_unwritten(mem, mod->output, 16)); /* nobody else writes its head */
  close_module();
}
END_TEST

/* How deep the stack of compiled code grows is open when R1 moves by what is no number of the file. */
START_TEST(stacks_that_the_program_moves) {
  static const struct {
    int open;
    const char *insn;
  } t[] = {{0, "MOV R1, c[0x0][0x28]"},
           {0, "IADD3 R1, R1, -0x10, RZ"},
           {0, "IADD3 R2, R1, R3, RZ"},
           {0, "IADD3 R17, R1, R3, RZ"},
           {0, "MOV R1, 0x20"},
           {0, "STG.E.SYS [R2], R1"},
           {0, "UIADD3 UR1, UR2, UR3, URZ"},
           {0, "HMMA {raw:0x000fe200_0000000000017236}"},
           {1, "IADD3 R1, R1, -R2, RZ"},
           {1, "IADD3 R1, R2, R1, RZ"},
           {1, "IADD3 R1, R1, R1, R2"},
           {1, "MOV R1, R2"},
           {1, "IADD3 R1, R1, UR4, RZ"},
           {1, "IADD3 R1, R1, c[0x0][0x160], RZ"},
           {1, "IMAD R1, R1, R1, c[0x0][0x160]"},
           {1, "MOV R1, c[0x2][0x28]"},
           {1, "LDG.E.SYS R1, [R2]"}};
  char text[200];
  for (unsigned i = 0; i < sizeof t / sizeof *t; i++) {
    snprintf(text, sizeof text, ".kernel k\n.regs 24\n%s\nEXIT\n.end\n" KERNEL("other") ".kernel z\n.regs 24\nNOP\n%s\nEXIT\n.end\n", t[i].insn,
             t[i].insn);
    ck_assert_msg(open_text(text, 1) == WT_OK, "%s", err);
    ck_assert_msg(mod->cubin.kernel[0].open == t[i].open && !mod->cubin.kernel[1].open && mod->cubin.kernel[2].open == t[i].open, "%s", t[i].insn);
    ck_assert_uint_eq(mod->cubin.kernel[0].stack, t[i].open ? WT_CUBIN_STACK_OPEN : 0);
    close_module();
    ck_assert_msg(open_text(text, 0) == WT_OK, "%s", err);
    ck_assert_int_eq(mod->cubin.kernel[0].open, 0); /* R1 is like any other there */
    close_module();
  }
}
END_TEST

int main(void) {
  Suite *s = suite_create("modules");
  TCase *t = tcase_create("modules");
  tcase_add_test(t, kernels_by_name);
  tcase_add_test(t, a_long_list_of_names_is_cut);
  tcase_add_test(t, variables_of_a_module);
  tcase_add_test(t, stacks_that_the_program_moves);
  suite_add_tcase(s, t);
  return suite_run(s);
}
