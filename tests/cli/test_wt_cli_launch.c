/* test_wt_cli_launch.c - launches as the options of the command line or a manifest describe them: each option and what is wrong with one, parameters, files, variables. */
#define _GNU_SOURCE
#include <stdlib.h>

#include "cli/wt_cli_kernel.h"
#include "tests/cli_kit.h"
#include "warptwin_host.h"

static char err[1000];

static wt_cli_kernel launch_of(const char *options) {
  wt_cli_kernel k;
  ck_assert_msg(!wt_cli_kernel_read(&k, options, err, sizeof err), "%s: %s", options, err);
  return k;
}
START_TEST(options_of_a_launch) {
  wt_cli_kernel k = launch_of("--kernel name  --grid 1,2,3 --block 4,5 --smem 1048576 --stack 0 --arg i32:1 --symbol a:in:b --arg in:f");
  ck_assert_str_eq(k.kernel, "name");
  ck_assert(k.dims.grid[0] == 1 && k.dims.grid[1] == 2 && k.dims.grid[2] == 3 && k.dims.block[0] == 4 && k.dims.block[1] == 5 &&
            k.dims.block[2] == 1);
  ck_assert(k.dims.dyn_smem == 1048576 && k.has_stack && k.stack == 0 && k.n_args == 2 && k.n_symbols == 1);
  ck_assert_str_eq(k.args[1], "in:f");
  ck_assert_str_eq(k.symbols[0], "a:in:b");
  wt_cli_kernel_free(&k);
  ck_assert_ptr_null(k.text);
  k = launch_of("");
  for (int i = 0; i < 3; i++) ck_assert(k.dims.grid[i] == 1 && k.dims.block[i] == 1);
  ck_assert(!k.given && !k.kernel && !k.has_stack && !k.n_args && !k.dims.dyn_smem);
  wt_cli_kernel_free(&k);
  static const char *const given[] = {"--kernel", "--grid", "--block", "--smem", "--stack", "--arg", "--symbol"};
  for (size_t i = 0; i < 7; i++) {
    char one[40];
    snprintf(one, sizeof one, "%s 7", given[i]);
    k = launch_of(one);
    ck_assert_str_eq(k.given, given[i]);
    wt_cli_kernel_free(&k);
  }
  static const struct {
    const char *options, *says;
  } bad[] = {{"--grid 0", "--grid 0: expected X[,Y[,Z]], each from 1 to 2147483647"},
             {"--grid 2147483648", "--grid 2147483648: expected"},
             {"--grid 1,0", "--grid 1,0: expected"},
             {"--grid 1,2,3,4", "expected X[,Y[,Z]]"},
             {"--grid 1,", "expected X[,Y[,Z]]"},
             {"--grid ,1", "expected X[,Y[,Z]]"},
             {"--grid 1x", "expected X[,Y[,Z]]"},
             {"--grid -1", "expected X[,Y[,Z]]"},
             {"--grid x", "expected X[,Y[,Z]]"},
             {"--grid :", "expected X[,Y[,Z]]"},
             {"--block 0", "--block 0: expected X[,Y[,Z]], each from 1 to 2147483647"},
             {"--smem 1048577", "--smem 1048577: expected a number of bytes"},
             {"--smem x", "--smem x: expected a number of bytes"},
             {"--stack 524289", "--stack 524289: expected a number of bytes, 0 to 524288"},
             {"--grid", "--grid needs a value"},
             {"--warp 1", "'--warp' is no option of a launch; use --kernel, --grid, --block, --smem, --stack, --arg, --symbol"},
             {"grid 1", "'grid' is no option of a launch"},
             {"--", "'--' is no option of a launch"}};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    ck_assert_int_eq(wt_cli_kernel_read(&k, bad[i].options, err, sizeof err), 2);
    ck_assert_msg(!strncmp(err, bad[i].says, strlen(bad[i].says)) || strstr(err, bad[i].says), "%s: %s", bad[i].options, err);
    wt_cli_kernel_free(&k);
  }
  k = launch_of("--grid 9,2147483647,1 --block 9");
  ck_assert(k.dims.grid[0] == 9 && k.dims.grid[1] == 2147483647);
  wt_cli_kernel_free(&k);
  for (int s = 0; s < 2; s++) {
    char text[2000] = "";
    for (int i = 0; i < 64; i++) strcat(text, s ? "--symbol a:in:b " : "--arg i32:1 ");
    k = launch_of(text);
    ck_assert_uint_eq(s ? k.n_symbols : k.n_args, 64);
    wt_cli_kernel_free(&k);
    ck_assert_int_eq(wt_cli_kernel_read(&k, strcat(text, s ? "--symbol a:in:b" : "--arg i32:1"), err, sizeof err), 2);
    ck_assert_str_eq(err, s ? "more than 64 --symbol options" : "more than 64 --arg options");
    wt_cli_kernel_free(&k);
  }
}
END_TEST

static wt_session *session(void) {
  wt_session *s;
  wt_options o = {.backend = WT_BACKEND_C, .preset = "small", .no_oracle = 1};
  ck_assert_int_eq(wt_session_open(&o, &s), WT_OK);
  wt_set_quiet(s, 1), wt_set_output(s, NULL);
  return s;
}
#define CUBIN(name) WT_ROOT "/tests/kernels/" name ".cubin"

/* A parameter by itself: 0 and its bytes, or the exit code with a line in err. */
static int parameter(wt_session *s, const wt_cli_kernel *like, const char *spec, uint64_t seed, wt_cli_param *p) {
  wt_cli_kernel k = like ? *like : (wt_cli_kernel){.n_args = 0};
  wt_module *m;
  static wt_cli_param all[WT_CLI_MAX_ARGS];
  memset(all, 0, sizeof all);
  k.args[0] = spec, k.n_args = 1;
  int rc = wt_cli_kernel_load(s, CUBIN("vecadd"), &k, seed, &m, all, err, sizeof err);
  *p = all[0];
  return rc;
}
START_TEST(values_of_parameters) {
  static const struct {
    const char *spec;
    unsigned size;
    uint64_t bits;
  } good[] = {{"i8:-128", 1, 0x80},
              {"i8:255", 1, 0xff},
              {"u8:255", 1, 255},
              {"u8:0", 1, 0},
              {"i16:-32768", 2, 0x8000},
              {"i16:65535", 2, 0xffff},
              {"u16:65535", 2, 0xffff},
              {"i32:-2147483648", 4, 0x80000000},
              {"i32:4294967295", 4, 0xffffffff},
              {"u32:4294967295", 4, 0xffffffff},
              {"u32:0x10", 4, 16},
              {"i64:-9223372036854775808", 8, UINT64_C(1) << 63},
              {"i64:9223372036854775807", 8, INT64_MAX},
              {"u64:18446744073709551615", 8, UINT64_MAX},
              {"f32:1.5", 4, 0x3fc00000},
              {"f32:-0", 4, 0x80000000},
              {"f32:1e99", 4, 0x7f800000},
              {"f32:inf", 4, 0x7f800000},
              {"f64:1.5", 8, UINT64_C(0x3ff8000000000000)},
              {"f64:1e999", 8, UINT64_C(0x7ff0000000000000)}};
  static const char *const large[] = {"i8:-129",
                                      "i8:256",
                                      "u8:256",
                                      "u8:-1",
                                      "i16:-32769",
                                      "i16:65536",
                                      "u16:65536",
                                      "i32:-2147483649",
                                      "i32:4294967296",
                                      "u32:4294967296",
                                      "i64:9223372036854775808",
                                      "u64:18446744073709551616",
                                      "i32:",
                                      "i32:x",
                                      "i32:1x",
                                      "f32:",
                                      "f32:1.5x",
                                      "f64:x",
                                      "u64:-1"};
  static const char *const unknown[] = {"i9:1", "i3:1", "i322:1", "1", "", "i32", "ini:x", "outfit"};
  wt_session *s = session();
  wt_cli_param p;
  for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
    ck_assert_msg(!parameter(s, NULL, good[i].spec, 0, &p), "%s: %s", good[i].spec, err);
    ck_assert_msg(p.size == good[i].size && !memcmp(p.data, &good[i].bits, p.size) && !p.addr && !p.out, "%s", good[i].spec);
    free(p.data);
  }
  for (size_t i = 0; i < sizeof large / sizeof *large; i++) {
    char want[100];
    snprintf(want, sizeof want, "--arg %s: the value does not fit its type", large[i]);
    ck_assert_int_eq(parameter(s, NULL, large[i], 0, &p), 2);
    ck_assert_str_eq(err, want);
  }
  for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++) {
    ck_assert_int_eq(parameter(s, NULL, unknown[i], 0, &p), 2);
    ck_assert_msg(strstr(err, ": unknown kind; use i32:V, in:FILE, out:BYTES:FILE, inout:FILE:OUTFILE, raw:FILE ...") != NULL, "%s: %s", unknown[i],
                  err);
  }
  wt_session_close(s);
}
END_TEST

/* Files as parameters, in the folder of the launch; those that are not there come from the seed where it is said how many bytes. */
START_TEST(buffers_of_parameters) {
  wt_session *s = session();
  char path[200], got[200], again[40];
  wt_cli_param p;
  json_t *made = json_pack("{s:i,s:i,s:s,s:i}", "m.bin", 40, "none.bin", -1, "word.bin", "40", "a.bin", 3);
  wt_cli_kernel k = {.folder = dir, .made = made};
  file("f.bin", "0123456789", 10);
  ck_assert_int_eq(parameter(s, &k, "in:f.bin", 0, &p), 0);
  ck_assert(p.size == 8 && p.bytes == 10 && p.addr && !p.out && !memcmp(p.data, &p.addr, 8));
  ck_assert(!wt_copy_out(s, got, p.addr, 10) && !memcmp(got, "0123456789", 10) && wt_copy_out(s, got, p.addr, 11));
  free(p.data);
  ck_assert_int_eq(parameter(s, &k, "inout:f.bin:g:h.bin", 0, &p), 0);
  ck_assert_str_eq(p.out, "g:h.bin");
  ck_assert(p.bytes == 10 && !wt_copy_out(s, got, p.addr, 10) && !memcmp(got, "0123456789", 10));
  free(p.data);
  ck_assert_int_eq(parameter(s, &k, "out:20:h.bin", 0, &p), 0);
  ck_assert(p.bytes == 20 && p.size == 8 && !strcmp(p.out, "h.bin"));
  free(p.data);
  ck_assert_int_eq(parameter(s, &k, "raw:f.bin", 0, &p), 0);
  ck_assert(p.size == 10 && !memcmp(p.data, "0123456789", 10) && !p.addr);
  free(p.data);
  snprintf(path, sizeof path, "in:%s/f.bin", dir); /* a whole name is none of the folder */
  ck_assert_int_eq(parameter(s, &k, path, 0, &p), 0);
  ck_assert_uint_eq(p.bytes, 10);
  free(p.data);
  /* as many numbers as the manifest says, of the seed and the name; a file that is there comes first */
  for (int round = 0; round < 3; round++) {
    ck_assert_int_eq(parameter(s, &k, "in:m.bin", round == 2 ? 8 : 7, &p), 0);
    ck_assert_uint_eq(p.bytes, 40);
    ck_assert(!wt_copy_out(s, got, p.addr, 40));
    if (round == 1) ck_assert_mem_eq(got, again, 40);
    if (round == 2) ck_assert(memcmp(got, again, 40) != 0);
    memcpy(again, got, 40);
    free(p.data);
  }
  uint64_t seed = 8;
  for (const char *c = "m.bin"; *c; c++) seed = seed * 31 + (unsigned char)*c;
  for (int i = 0; i < 40; i++) ck_assert_uint_eq((unsigned char)got[i], (unsigned char)wt_host_next(&seed));
  ck_assert_int_eq(parameter(s, &k, "raw:m.bin", 8, &p), 0);
  ck_assert(p.size == 40 && !memcmp(p.data, got, 40));
  free(p.data);
  ck_assert_int_eq(parameter(s, &k, "in:a.bin", 7, &p), 0);
  ck_assert_uint_eq(p.bytes, 20000);
  free(p.data);
  static const struct {
    const char *spec, *says;
  } bad[] = {{"in:nofile", "nofile"},
             {"in:none.bin", "none.bin"},
             {"in:word.bin", "word.bin"},
             {"raw:nofile", "nofile"},
             {"inout:f.bin", "--arg inout:f.bin: expected inout:FILE:OUTFILE"},
             {"inout:f.bin:", "expected inout:FILE:OUTFILE"},
             {"out:20", "--arg out:20: expected out:BYTES:FILE"},
             {"out:20:", "expected out:BYTES:FILE"},
             {"out::h.bin", "expected out:BYTES:FILE"},
             {"out:0:h.bin", "expected out:BYTES:FILE"},
             {"out:x:h.bin", "expected out:BYTES:FILE"},
             {"out:4294967297:h.bin", "expected out:BYTES:FILE"}};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    ck_assert_int_eq(parameter(s, &k, bad[i].spec, 0, &p), 2);
    ck_assert_msg(strstr(err, bad[i].says) != NULL, "%s: %s", bad[i].spec, err);
  }
  ck_assert_int_eq(parameter(s, &k, "out:4294967296:h.bin", 0, &p), 0); /* as much as that is there */
  free(p.data);
  json_decref(made);
  wt_session_close(s);
}
END_TEST

START_TEST(variables_and_names_of_a_launch) {
  wt_session *s = session();
  wt_module *m;
  wt_cli_param p[WT_CLI_MAX_ARGS] = {{0}};
  char place[300], bytes[400];
  memset(bytes, 1, sizeof bytes);
  file("small.bin", bytes, 16), file("huge.bin", bytes, 400);
  wt_cli_kernel k = {.folder = dir, .n_args = 3, .args = {"i32:1", "in:a.bin", "out:10:b"}};
  ck_assert_int_eq(wt_cli_kernel_load(s, CUBIN("vecadd"), &k, 0, &m, p, err, sizeof err), 0);
  /* reports call a buffer by the number of its option */
  ck_assert_int_eq(wt_cli_kernel_launch(s, m, &(wt_cli_kernel){.kernel = "vecadd", .dims = {{1, 1, 1}, {1, 1, 1}, 0}, .n_args = 1}, p), WT_USAGE);
  wt_cli_params_free(p);
  memset(p, 0, sizeof p);
  static const struct {
    const char *symbol, *says;
  } bad[] = {{"small", "--symbol small: expected NAME:in:FILE"},
             {":in:small.bin", "expected NAME:in:FILE"},
             {"small:in:nofile", "nofile"},
             {"nothing:in:small.bin", "nothing"}};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    wt_cli_kernel one = {.folder = dir, .n_symbols = 1, .symbols = {bad[i].symbol}};
    ck_assert_int_eq(wt_cli_kernel_load(s, CUBIN("ldc"), &one, 0, &m, p, err, sizeof err), 2);
    ck_assert_msg(strstr(err, bad[i].says) != NULL, "%s: %s", bad[i].symbol, err);
  }
  char name[600];
  memset(name, 'x', sizeof name);
  strcpy(name + 511, ":in:small.bin");
  wt_cli_kernel longest = {.folder = dir, .n_symbols = 1, .symbols = {name}};
  ck_assert_int_eq(wt_cli_kernel_load(s, CUBIN("ldc"), &longest, 0, &m, p, err, sizeof err), 2);
  ck_assert_ptr_null(strstr(err, "expected NAME:in:FILE"));
  memset(name, 'x', 512), strcpy(name + 512, ":in:small.bin");
  ck_assert_int_eq(wt_cli_kernel_load(s, CUBIN("ldc"), &longest, 0, &m, p, err, sizeof err), 2);
  ck_assert_ptr_nonnull(strstr(err, "expected NAME:in:FILE"));
  wt_cli_kernel two = {.folder = dir, .n_symbols = 1, .symbols = {"small:in:small.bin"}};
  ck_assert_int_eq(wt_cli_kernel_load(s, CUBIN("ldc"), &two, 0, &m, p, err, sizeof err), 0);
  wt_addr at;
  size_t n;
  ck_assert_int_eq(wt_module_symbol(s, m, "small", &at, &n), WT_OK);
  ck_assert(!wt_copy_out(s, place, at, 16) && !memcmp(place, bytes, 16));
  ck_assert_int_ne(wt_cli_kernel_load(s, "nofile.cubin", &two, 0, &m, p, err, sizeof err), 0);
  ck_assert_ptr_nonnull(strstr(err, "nofile.cubin"));
  /* the stack of a launch is the session's from then on */
  const size_t before = wt_stack(s);
  wt_cli_kernel deep = {.stack = 4000, .has_stack = 0};
  wt_cli_kernel_launch(s, m, &deep, p);
  ck_assert_uint_eq(wt_stack(s), before);
  deep.has_stack = 1;
  wt_cli_kernel_launch(s, m, &deep, p);
  ck_assert_uint_eq(wt_stack(s), 4000);
  wt_session_close(s);
}
END_TEST

START_TEST(files_that_a_launch_names) {
  wt_cli_kernel k =
    launch_of("--arg i32:1 --arg in:a:b --arg raw:c --arg inout:d:e:f --arg out:10:g --arg inout:h --arg out:10 --symbol s:in:t:u --symbol v");
  wt_cli_files f;
  wt_cli_kernel_files(&k, &f);
  static const char *const in[] = {"a:b", "c", "d", "t:u"}, *const out[] = {"e:f", "g"};
  ck_assert_uint_eq(f.n_in, 4);
  ck_assert_uint_eq(f.n_out, 2);
  for (int i = 0; i < 4; i++) ck_assert_str_eq(f.in[i], in[i]);
  for (int i = 0; i < 2; i++) ck_assert_str_eq(f.out[i], out[i]);
  wt_cli_files_free(&f);
  wt_cli_kernel_free(&k);
}
END_TEST

int main(void) {
  TCase *t = tcase_create("cli_launch");
  tcase_add_test(t, options_of_a_launch);
  tcase_add_test(t, values_of_parameters);
  tcase_add_test(t, buffers_of_parameters);
  tcase_add_test(t, variables_and_names_of_a_launch);
  tcase_add_test(t, files_that_a_launch_names);
  return run_suite("cli_launch", t);
}
