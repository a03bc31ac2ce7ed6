/* test_wt_cuda.c - CUDA programs as nvcc made them, through `warptwin exec`: on the C twin and on both twins in lock-step; what is refused and how
 * programs end; the runtime library's names; fat binaries that are damaged.
 */
#include <dlfcn.h>
#include <elf.h>
#include <jansson.h>
#include <stdint.h>
#include <sys/stat.h>
#include <zstd.h>

#include "cuda/wt_cuda.h"
#include "tests/cuda/cuda_kit.h"

/* ---- programs that check themselves ---- */

static const struct {
  const char *name, *says;
  int exit;
  unsigned launches;
} programs[] = {{"vectors", "vectors", 0, 2},   {"symbols", "symbols", 0, 3},     {"linked", "linked", 0, 3},   {"managed", "managed", 0, 4},
                {"streams", "streams", 0, 14},  {"per_thread", "streams", 0, 14}, {"pitched", "pitched", 0, 1}, {"classes", "classes", 0, 4},
                {"launches", "launches", 3, 4}, {"grids", "grids", 3, 3},         {"device", "device", 3, 1},   {"several", "pitched", 0, 1},
                {"lz4", "vectors", 0, 2},       {"copies", "copies", 0, 4},       {"nested", "nested", 0, 5},   {"constants", "constants", 0, 1},
                {"edges", "edges", 0, 6},       {"stack", "stack", 0, 4}};
enum { PROGRAMS = sizeof programs / sizeof *programs };

/* The barrier of a grid exchanges values between the lanes of a warp of 32. */
static const char *config(int i) { return i < PROGRAMS && !strcmp(programs[i].name, "grids") ? "small" : "tiny"; }

static void right(int i, const char *more, const char *how) {
  char want[100], path[300], options[100];
  snprintf(options, sizeof options, "--config %s%s", config(i), more);
  snprintf(path, sizeof path, BIN "%s", programs[i].name);
  int rc = run(options, path);
  ck_assert_msg(rc == programs[i].exit, "%s: exit %d: %s%s", programs[i].name, rc, said(), err);
  snprintf(want, sizeof want, "%s: right\n", programs[i].says);
  ck_assert_str_eq(said(), want);
  snprintf(want, sizeof want, "warptwin: %s: %u launch%s, ", config(i), programs[i].launches, programs[i].launches == 1 ? "" : "es");
  const char *line = last();
  ck_assert_msg(!strncmp(line, want, strlen(want)) && strstr(line, how) && strstr(line, "; the program ended with"), "%s", line);
}
START_TEST(on_the_c_twin) { right(_i, "", "C twin; "); }
END_TEST
START_TEST(in_lock_step) { right(_i, " --backend cosim -q", "both twins with 0 differences; "); }
END_TEST

/* The runtime inside: unpacked here, as the programs are kept small. */
static void unpack(const char *name) {
  static char packed[1 << 20], plain[4 << 20];
  char path[600];
  snprintf(path, sizeof path, BIN "%s.zst", name);
  size_t n = slurp(path, packed, sizeof packed), m = ZSTD_decompress(plain, sizeof plain, packed, n);
  ck_assert(!ZSTD_isError(m));
  file(name, plain, m);
  snprintf(path, sizeof path, "chmod +x %s/%s", dir, name);
  ck_assert_int_eq(system(path), 0);
}
START_TEST(with_the_runtime_inside) {
  unpack("vectors_static");
  ck_assert_int_eq(run("--config tiny --backend cosim -q", "./vectors_static"), 0);
  ck_assert_str_eq(said(), "vectors: right\n");
  ck_assert_ptr_nonnull(strstr(last(), "2 launches"));
  char cmd[200];
  snprintf(cmd, sizeof cmd, "cd %s && strip -o stripped vectors_static", dir);
  ck_assert_int_eq(system(cmd), 0);
  refused(2, "link it with nvcc -cudart shared, or do not strip it", "exec -- ./stripped");
}
END_TEST

/* Device code in a library of the program, linked or opened when it runs, the runtime shared or inside. A C compiler makes the programs. */
START_TEST(in_a_library) {
  static const char links[] = "#include <stdio.h>\nint plugin(int);\nint main(void) { printf(\"%d\\n\", plugin(21)); return 0; }\n";
  static const char opens[] = "#include <dlfcn.h>\n#include <stdio.h>\nint main(int c, char **v) {\n  void *l = dlopen(v[c - 1], RTLD_NOW);\n"
                              "  int (*f)(int);\n  if (!l) return puts(dlerror()), 1;\n  *(void **)&f = dlsym(l, \"plugin\");\n"
                              "  printf(\"%d\\n\", f(21));\n  return 0;\n}\n";
  char copy[700];
  snprintf(copy, sizeof copy, "cp " BIN "libplugin.so %s", dir);
  ck_assert_int_eq(system(copy), 0);
  unpack("libplugin_static.so");
  compile("links", links, "-L. -lplugin -Wl,-rpath,'$ORIGIN' -Wl,--allow-shlib-undefined");
  compile("links_static", links, "-L. -lplugin_static -Wl,-rpath,'$ORIGIN'");
  compile("opens", opens, "-ldl");
  static const char *const ways[][2] = {
    {"", "./links"}, {"", "./links_static"}, {"--late", "./opens ./libplugin.so"}, {"--late", "./opens ./libplugin_static.so"}};
  for (int i = 0; i < 8; i++) {
    char options[100];
    snprintf(options, sizeof options, "--config tiny -q %s %s", i < 4 ? "" : "--backend cosim", ways[i % 4][0]);
    ck_assert_msg(run(options, ways[i % 4][1]) == 0, "%s: %s", ways[i % 4][1], err);
    ck_assert_str_eq(said(), "42\n");
    ck_assert_ptr_nonnull(strstr(last(), "2 launches"));
  }
  refused(2, "--late if it opens such code when it runs", "exec -- ./opens ./libplugin.so");
  snprintf(copy, sizeof copy, "cd %s && strip libplugin_static.so", dir);
  ck_assert_int_eq(system(copy), 0);
  refused(2, "libplugin_static.so holds the CUDA runtime inside and names no functions", "exec -- ./links_static");
}
END_TEST

/* Managed memory is mapped at fixed addresses: that they are free does not depend on luck, wherever the kernel puts the program. */
START_TEST(many_starts) {
  for (int i = 0; i < (getenv("WT_QUICK") ? 10 : 300); i++) ck_assert_int_eq(run("--config tiny --no-oracle", BIN "managed"), 0);
}
END_TEST

/* Every command of docs/user/cuda.md that runs bin/first prints what the page says. */
START_TEST(the_page_tells_the_truth) {
  static char page[65536], want[4096];
  unsigned commands = 0;
  slurp(WT_ROOT "/docs/user/cuda.md", page, sizeof page);
  for (char *at = page; (at = strstr(at, "\n$ warptwin exec")) != NULL; commands++) {
    char options[200], *program = strstr(at, " -- ./first\n");
    ck_assert_ptr_nonnull(program);
    snprintf(options, sizeof options, "%.*s -q", (int)(program - at - 16), at + 16);
    char *end = strstr(program, "\n```"), *next = strstr(program + 5, "\n$ ");
    if (next && next < end) end = next;
    snprintf(want, sizeof want, "%.*s", (int)(end + 1 - (program + 12)), program + 12);
    run(options, BIN "first");
    static char got[sizeof err + 65536];
    snprintf(got, sizeof got, "%s%s", said(), err);
    ck_assert_str_eq(got, want);
    at = end;
  }
  ck_assert_uint_eq(commands, 3);
}
END_TEST

/* ---- how programs end ---- */

START_TEST(nothing_is_silent) {
  ends(5, "--config tiny", BIN "faults", "memory fault: access to freed memory in kernel _Z5touchPii", "the program was stopped (exit 5)");
  ends(5, "--config tiny", BIN "faults skew", "memory fault: misaligned access in kernel _Z4skewPc", "the program was stopped (exit 5)");
  ends(3, "--config tiny", BIN "faults heap", "kernel _Z4heapPPi: needs malloc", "1 refused; the program was stopped (exit 3)");
  ends(4, "--config tiny --max-cycles 30", BIN "vectors", "30 cycles", "the program was stopped (exit 4)");
  ends(1, "--config small", BIN "grids go",
       "kernel _Z5trapsPKiPi: 2 threads trapped:\ntrap: block: [0,0,0], thread: [6,0,0]\ntrap: ", "the program was stopped (exit 1)");
  ends(3, "--config tiny", BIN "edges cluster", "sm_75 has no clusters", "1 refused; the program was stopped (exit 3)");
  ends(3, "--config tiny", BIN "ptx_only", "compile with -arch=sm_75", "the program was stopped (exit 3)");
}
END_TEST
START_TEST(the_program_gets_errors_if_it_wants) {
  ends(0, "--config tiny --keep-going", BIN "faults go", "cudaGraphCreate is not supported", "5 refused; the program ended with 0");
  ck_assert_str_eq(said(), "faults: right\n");
  ends(0, "--config small --keep-going", BIN "grids go", "2 threads trapped", "the program ended with 0");
  ends(0, "--config small --keep-going", BIN "grids alone", "kernel _Z6roundsPiS_i: 4 threads trapped", "the program ended with 0");
}
END_TEST
/* Each kind of wrong access, and of other errors: the program says from its own indices what has to be told, and checks which error it gets. */
static const struct {
  const char *program;
  int exit;
} wrong[] = {{"wrong past", 5},
             {"wrong before", 5},
             {"wrong far", 5},
             {"wrong null", 5},
             {"wrong host", 5},
             {"wrong freed", 5},
             {"wrong cudaMallocManaged", 5},
             {"wrong cudaMallocHost", 5},
             {"wrong cudaHostAlloc", 5},
             {"wrong cudaMallocAsync", 5},
             {"wrong cudaMallocPitch", 5},
             {"wrong cudaMalloc3D", 5},
             {"wrong skew", 5},
             {"wrong variable", 5},
             {"wrong shared", 5},
             {"wrong skew_shared", 5},
             {"wrong local", 5},
             {"wrong constant", 5},
             {"wrong block", 0},
             {"astray jump", 6},
             {"astray meet", 6}};
static void says_what_it_expects(const char *options, const char *program, int code) {
  static char want[65536];
  char path[300];
  unsigned n = 0;
  snprintf(path, sizeof path, BIN "%s", program);
  int rc = run(options, path);
  ck_assert_msg(rc == code, "%s: exit %d: %s", program, rc, err);
  snprintf(want, sizeof want, "%s", said());
  for (char *save = NULL, *l = strtok_r(want, "\n", &save); l; l = strtok_r(NULL, "\n", &save)) {
    if (strncmp(l, "expect ", 7)) continue;
    ck_assert_msg(strstr(err, l + 7) != NULL, "%s: no '%s' in: %s", program, l + 7, err);
    n++;
  }
  ck_assert_uint_ge(n, 3);
}
START_TEST(what_is_wrong_is_said) {
  const char *program = wrong[_i].program;
  char go[100], right[20];
  says_what_it_expects("--config tiny", program, wrong[_i].exit);
  if (_i % 4 == 1) says_what_it_expects("--config tiny --backend cosim -q", program, wrong[_i].exit);
  snprintf(go, sizeof go, "%s go", program);
  says_what_it_expects("--config tiny --keep-going", go, 0);
  snprintf(right, sizeof right, "%.*s: right\n", (int)strcspn(program, " "), program);
  ck_assert_msg(strstr(said(), right) != NULL, "%s", said());
}
END_TEST
/* A stack that is too small, and how much it is with the command line's or the program's number. */
START_TEST(stacks_of_the_command_line) {
  ends(5, "--config tiny", BIN "stack 0", "--stack BYTES gives its stack more, in a CUDA program cudaLimitStackSize", "(exit 5)");
  ck_assert_str_eq(said(), "stack 1024\n");
  ends(0, "--config tiny --stack 8000", BIN "stack 0", "", "the program ended with 0");
  ck_assert_str_eq(said(), "stack 8000\n");
  ends(5, "--config tiny --stack 8000", BIN "stack 2000", "the thread has 2000 bytes; --stack BYTES", "(exit 5)"); /* the program has the last word */
  ends(5, "--config tiny --stack 0", BIN "stack 0", "the thread has 0 bytes; --stack", "(exit 5)");
}
END_TEST
/* What kernels print comes between what the host prints. */
START_TEST(kernels_print_and_assert) {
  static const char printed[] = "before\nblock 0 thread 0 of two: 3 x 0.75\nblock 0 thread 1 of two: 3 x 0.75\nbetween\n";
  char want[300];
  snprintf(want, sizeof want, "%sprints: right\n", printed);
  ck_assert_int_eq(run("--config tiny", BIN "prints"), 0);
  ck_assert_str_eq(said(), want);
  ck_assert_int_eq(run("--config tiny --backend cosim -q", BIN "prints"), 0);
  ck_assert_str_eq(said(), want);
  ck_assert_int_eq(run("--config tiny --keep-going", BIN "prints go"), 0);
  ck_assert_str_eq(said(), want);
  ends(1, "--config tiny", BIN "prints go", "assertion", "the program was stopped (exit 1)");
  ck_assert_str_eq(said(), printed);
}
END_TEST
/* Code that calls printf, assertions and free from functions with sections of their own. */
START_TEST(functions_with_sections_of_their_own) {
  static const char right[] = "area of 0 is 0\nerased: right\n";
  static const char *const how[] = {"erased", "erased_debug"};
  for (int i = 0; i < 2; i++) {
    char path[300];
    snprintf(path, sizeof path, BIN "%s", how[i]);
    ck_assert_msg(run("--config tiny", path) == 0, "%s", err);
    ck_assert_str_eq(said(), right);
    ck_assert_int_eq(run("--config tiny --backend cosim -q", path), 0);
    ck_assert_str_eq(said(), right);
    snprintf(path, sizeof path, BIN "%s assert", how[i]);
    ends(1, "--config tiny", path, "erased.cu:20: void tell(int, int): block: [0,0,0], thread: [1,0,0] Assertion `is >= 0` failed.", "3 launches, ");
    snprintf(path, sizeof path, BIN "%s malloc", how[i]);
    ends(3, "--config tiny", path, "kernel _Z4makePP5shape: needs malloc, ", "2 launches, ");
  }
}
END_TEST
START_TEST(a_name_is_refused_once) {
  run("--config tiny --keep-going", BIN "faults go");
  const char *first = strstr(err, "cudaGraphCreate is not supported");
  ck_assert_ptr_nonnull(first);
  ck_assert_ptr_null(strstr(first + 1, "cudaGraphCreate"));
}
END_TEST
START_TEST(metrics_and_lines) {
  static char text[65536];
  ck_assert_int_eq(run("--config tiny -v --stats s.json --trace t.txt", BIN "symbols"), 0);
  ck_assert_ptr_nonnull(strstr(err, "warptwin: launch 1: _Z5weighPKiPi <<<(1,1,1), (8,1,1)>>> "));
  ck_assert_ptr_nonnull(strstr(err, "warptwin: launch 3: "));
  slurp("s.json", text, sizeof text);
  ck_assert_ptr_nonnull(strstr(text, "\"launches\": 3"));
  ck_assert_ptr_nonnull(strstr(text, "\"exit\": 0"));
  ck_assert_ptr_nonnull(strstr(text, "\"verdict\": \"ok\""));
  ck_assert_uint_gt(slurp("t.txt", text, sizeof text), 1000);
}
END_TEST

/* A folder gets a file for each launch. */
START_TEST(files_of_each_launch) {
  static char all[65536], each[65536];
  size_t n = 0;
  const char *const kernel[] = {"_Z5weighPKiPi", "_Z5weighPKiPi", "_Z5weighPi"};
  ck_assert_int_eq(mkdir(strcat(strcpy(each, dir), "/of"), 0777), 0);
  ck_assert_int_eq(run("--config tiny --trace t.txt", BIN "symbols"), 0);
  size_t want = slurp("t.txt", all, sizeof all);
  ck_assert_int_eq(run("--config tiny --trace of --wave of --report of", BIN "symbols"), 0);
  for (int i = 0; i < 3; i++) {
    char name[60];
    snprintf(name, sizeof name, "of/%06d-%s.txt", i + 1, kernel[i]);
    size_t k = slurp(name, each, sizeof each);
    ck_assert_uint_lt(n + k, want + 1);
    ck_assert_mem_eq(all + n, each, k);
    n += k;
    snprintf(name, sizeof name, "of/%06d-%s.html", i + 1, kernel[i]);
    ck_assert(present(name));
    snprintf(name, sizeof name, "of/%06d-%s.fst", i + 1, kernel[i]);
    ck_assert(present(name));
  }
  ck_assert_uint_eq(n, want);
  ck_assert_int_eq(chmod(strcat(strcpy(each, dir), "/of"), 0555), 0);
  if (geteuid()) refused(2, "of: cannot write there", "exec --trace of -- " BIN "symbols");
  else suite_not_run("a folder for traces without write permission", "root may write everywhere");
}
END_TEST
/* The program gets its results and says that all is well; we say that it is not. */
START_TEST(hazards_are_let_through) {
  static const char slow[] = "--config small-cc --set ALU_STAGES=2 -q";
  char let[200];
  snprintf(let, sizeof let, "%s --set HAZARDS=run", slow);
  ck_assert_int_eq(run(slow, BIN "exact"), 6);
  ck_assert_msg(strstr(err, "hazard: kernel ") && !strstr(err, "hazards "), "%s", err);
  ck_assert_int_eq(run(let, BIN "exact"), 6);
  ck_assert_msg(strstr(err, "let through, values that follow from them are not judged"), "%s", err);
  const char *end = last();
  ck_assert_msg(strstr(end, "; hazards ") && strstr(end, "; the program ended with 0 (exit 6)"), "%s", end);
  ck_assert_int_eq(run(let, BIN "vectors"), 0);
  ck_assert_ptr_null(strstr(last(), "hazards"));
}
END_TEST
/* Workers give the verdict and the cycles of lock-step in one process. */
START_TEST(lock_step_by_workers) {
  char alone[300];
  ck_assert_int_eq(run("--config tiny --backend cosim -q", BIN "nested"), 0);
  strcpy(alone, last());
  ck_assert_int_eq(run("--config tiny --backend cosim -q --jobs 2", BIN "nested"), 0);
  ck_assert_str_eq(last(), alone);
  /* the program hears of them: here they are in the way */
  ck_assert_int_ne(run("--config tiny --backend cosim -q --jobs 2 --report r.html", BIN "nested"), 0);
  ck_assert_msg(strstr(err, "leave out --report, --kanata and --perfetto, or --jobs"), "%s", err);
  refused(2, "lock-step only", "exec --jobs 2 -- " BIN "vectors");
  refused(2, "expected a number of workers", "exec --backend cosim --jobs 0 -- " BIN "vectors");
  refused(2, "--report shows the C twin", "exec --backend rtl --report r.html -- " BIN "vectors");
}
END_TEST

/* tests/cuda/calls.txt: by the metrics of all programs, each function worked and failed. */
START_TEST(every_function_works_and_fails) {
  json_t *calls = json_object();
  char line[200], options[100], set, name[100], how[20];
  unsigned n[2] = {0, 0};
  for (int i = 0; i <= PROGRAMS; i++) {
    char path[300];
    snprintf(options, sizeof options, "--config %s -q --stats s.json%s", config(i), i < PROGRAMS ? "" : " --keep-going");
    snprintf(path, sizeof path, BIN "%s", i < PROGRAMS ? programs[i].name : "faults go");
    ck_assert_int_eq(run(options, path), i < PROGRAMS ? programs[i].exit : 0);
    snprintf(path, sizeof path, "%s/s.json", dir);
    json_t *j = json_load_file(path, 0, NULL);
    const char *function;
    json_t *got;
    json_object_foreach(json_object_get(j, "calls"), function, got) {
      json_t *sum = json_object_get(calls, function);
      if (sum) json_object_update(sum, got);
      else json_object_set(calls, function, got);
    }
    json_decref(j);
  }
  FILE *f = fopen(WT_ROOT "/tests/cuda/calls.txt", "r");
  ck_assert_ptr_nonnull(f);
  while (fgets(line, sizeof line, f)) {
    if (*line == '#') continue;
    ck_assert_int_eq(sscanf(line, "%c %99s %19s", &set, name, how), 3);
    json_t *got = json_object_get(calls, name);
    int worked = json_object_get(got, "cudaSuccess") != NULL, failed = (int)json_object_size(got) > worked;
    ck_assert_msg(worked == !!strcmp(how, "fails"), "%s: %s", name, worked ? "works" : "is not called so that it works");
    ck_assert_msg(failed == !!strcmp(how, "works"), "%s: %s", name, failed ? "fails" : "is not called so that it fails");
    n[set == 'B']++;
  }
  fclose(f);
  json_decref(calls);
  ck_assert_uint_eq(n[0], 23);
  ck_assert_uint_eq(n[1], 55);
}
END_TEST

START_TEST(what_is_no_program) {
  static const unsigned char none[64] = {0};
  char head[64];
  file("zeroes", none, sizeof none);
  file("script", "#!/bin/sh\n", 10);
  file("empty", none, 0);
  FILE *f = fopen(BIN "vectors", "rb");
  ck_assert_ptr_nonnull(f);
  ck_assert_uint_eq(fread(head, 1, sizeof head, f), sizeof head);
  fclose(f);
  file("short", head, sizeof head);
  head[EI_CLASS] = ELFCLASS32;
  file("narrow", head, sizeof head);
  head[EI_CLASS] = ELFCLASS64, head[18] = (char)183;
  file("foreign", head, sizeof head);
  refused(2, "which PROGRAM?", "exec");
  refused(2, "which PROGRAM?", "exec --");
  refused(2, "put -- before the program", "exec " BIN "vectors");
  refused(2, "unknown preset", "exec --config huge -- " BIN "vectors");
  refused(2, "expected c, cosim or rtl", "exec --backend gpu -- " BIN "vectors");
  refused(2, "no such program in PATH", "exec -- nothing_of_this_name");
  refused(2, "cannot be opened", "exec -- ./nothing");
  refused(2, "is not a file", "exec -- /tmp");
  refused(2, "is no CUDA program", "exec -- /bin/sh");
  refused(2, "is a script", "exec -- ./script");
  refused(2, "is empty", "exec -- ./empty");
  refused(2, "is not a program of this machine", "exec -- ./zeroes");
  refused(2, "is a 32-bit program", "exec -- ./narrow");
  refused(2, "is a program for machine 183", "exec -- ./foreign");
  refused(2, "./short: ", "exec -- ./short");
}
END_TEST

/* ---- the library ---- */

/* tests/cuda/names.txt is what NVIDIA's library exports. */
START_TEST(names_and_version) {
  char cmd[1024];
  snprintf(cmd, sizeof cmd,
           "nm -D --defined-only '%s/cuda/libcudart.so.13' | sed -n 's/.* T //p' | LC_ALL=C sort >%s/ours && sed 's/$/@@libcudart.so.13/' " WT_ROOT
           "/tests/cuda/names.txt | LC_ALL=C sort | diff - %s/ours && test $(wc -l <%s/ours) = 422",
           wt_build_dir(), dir, dir, dir);
  ck_assert_int_eq(system(cmd), 0);
}
END_TEST

/* ---- damaged input ---- */

static unsigned char box[65536];
static size_t box_bytes;

/* The largest fat binary of a program; nvcc puts others there that nobody registers. */
static void take_box(const char *program) {
  static char text[1 << 20];
  char path[300];
  snprintf(path, sizeof path, BIN "%s", program);
  size_t n = slurp(path, text, sizeof text);
  box_bytes = 0;
  for (size_t i = 0; i + 16 < n; i += 8) {
    size_t bytes = wt_cuda_image_size((unsigned char *)text + i);
    if (bytes <= box_bytes || bytes > n - i || bytes > sizeof box) continue;
    box_bytes = bytes;
    memcpy(box, text + i, bytes);
  }
  ck_assert_msg(box_bytes != 0, "%s has no fat binary", program);
}

static uint64_t rng = 88172645463325252u;
static uint64_t next(void) {
  rng ^= rng << 13, rng ^= rng >> 7, rng ^= rng << 17;
  return rng;
}

static const char *const boxes[] = {"vectors", "symbols", "lz4", "several", "ptx_only"};
START_TEST(fat_binaries_that_are_whole) {
  static const wt_cuda_error want[] = {CUDA_OK, CUDA_OK, CUDA_OK, CUDA_OK, CUDA_NO_IMAGE};
  for (size_t b = 0; b < sizeof boxes / sizeof *boxes; b++) {
    void *image;
    size_t n;
    char why[400] = "";
    take_box(boxes[b]);
    ck_assert_msg(wt_cuda_image(box, box_bytes, &image, &n, why, sizeof why) == want[b], "%s: %s", boxes[b], why);
    if (want[b]) continue;
    ck_assert_mem_eq(image, ELFMAG, 4);
    Elf64_Ehdr h;
    memcpy(&h, image, sizeof h);
    ck_assert_uint_eq(h.e_machine, 190);
    ck_assert_uint_eq(h.e_flags >> 8 & 0xff, 75);
    ck_assert_uint_le(h.e_shoff + 64u * h.e_shnum, n);
    free(image);
    for (size_t cut = 0; cut < box_bytes; cut += 7) ck_assert_int_ne(wt_cuda_image(box, cut, &image, &n, why, sizeof why), CUDA_OK);
  }
}
END_TEST

/* WT_TEST_FLIPS: how many; half of the changes hit the first 256 bytes, where the headers are. */
START_TEST(fat_binaries_that_are_damaged) {
  const char *flips = getenv("WT_TEST_FLIPS");
  unsigned many = flips ? (unsigned)strtoul(flips, NULL, 0) : 20000, taken = 0;
  static unsigned char copy[sizeof box];
  for (size_t b = 0; b < sizeof boxes / sizeof *boxes; b++) {
    take_box(boxes[b]);
    for (unsigned i = 0; i < many / 5; i++) {
      void *image;
      size_t n;
      char why[400] = "";
      memcpy(copy, box, box_bytes);
      for (unsigned k = 0; k <= next() % 4; k++) copy[next() % (next() & 1 && box_bytes > 256 ? 256 : box_bytes)] = (unsigned char)next();
      unsigned char *tight = malloc(box_bytes); /* so that a sanitizer sees a step too far */
      ck_assert_ptr_nonnull(tight);
      memcpy(tight, copy, box_bytes);
      wt_cuda_error e = wt_cuda_image(tight, box_bytes, &image, &n, why, sizeof why);
      free(tight);
      ck_assert_msg(e ? why[0] && !strchr(why, '\n') && !image : image != NULL, "error %d: %s", e, why);
      taken += !e;
      free(image);
    }
  }
  ck_assert_uint_gt(taken, many / 50); /* not all were refused for one reason */
}
END_TEST

/* Wrappers, names and arguments of registration that lie, in the whole library; it must only return errors. */
START_TEST(registration_that_lies) {
  char path[600], name[] = "_Z3addPKiS0_Pii";
  setenv("WARPTWIN_CUDA_KEEP_GOING", "1", 1), setenv("WARPTWIN_CUDA_CONFIG", "tiny", 1);
  snprintf(path, sizeof path, "%s/cuda/libcudart.so.13", wt_build_dir());
  ck_assert_ptr_nonnull(freopen("/dev/null", "w", stderr));
  void *lib = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  ck_assert_msg(lib != NULL, "%s", dlerror());
  void **(*take)(void *);
  void (*function)(void **, const char *, char *, const char *, int, void *, void *, void *, void *, int *);
  int (*attributes)(void *, const void *), (*reset)(void), (*launch)(const void *, wt_dim3, wt_dim3, void **, size_t, void *);
  *(void **)&take = dlsym(lib, "__cudaRegisterFatBinary"), *(void **)&function = dlsym(lib, "__cudaRegisterFunction");
  *(void **)&attributes = dlsym(lib, "cudaFuncGetAttributes"), *(void **)&launch = dlsym(lib, "cudaLaunchKernel");
  *(void **)&reset = dlsym(lib, "cudaDeviceReset");
  ck_assert(take && function && attributes && launch && reset);
  static struct {
    uint32_t magic, version;
    const void *data, *more;
  } w[400];
  static char key[400];
  char out[144];
  unsigned good = 0;
  take_box("vectors");
  for (int i = 0; i < 400; i++) {
    unsigned char *mine = memcpy(malloc(box_bytes), box, box_bytes);
    uint64_t r = next();
    w[i].magic = r % 8 == 1 ? (uint32_t)next() : 0x466243b1, w[i].version = 1;
    w[i].data = r % 8 == 2 ? (void *)(uintptr_t)next() : mine;
    for (unsigned k = 0; r % 8 > 3 && k < r % 8 - 3; k++) mine[next() % box_bytes] ^= (unsigned char)next();
    void **h = take(r % 8 == 3 ? (void *)(uintptr_t)next() : (void *)&w[i]);
    ck_assert_ptr_nonnull(h);
    function(i % 9 ? h : (void **)w, &key[i], name, i % 7 ? name : (char *)(uintptr_t)next(), -1, NULL, NULL, NULL, NULL, NULL);
    int e = attributes(out, &key[i]);
    good += !e;
    launch(&key[i], (wt_dim3){(unsigned)next() % 3, 1, 1}, (wt_dim3){(unsigned)next() % 3, 1, 1}, (void **)(uintptr_t)next(), next() % 5, NULL);
    ck_assert_int_ne(attributes(i % 2 ? (void *)(uintptr_t)(next() >> 20) : NULL, &key[i]), 0);
    if (i % 16 == 15) ck_assert_int_eq(reset(), 0);
  }
  ck_assert_uint_gt(good, 20);
  ck_assert_uint_lt(good, 400);
}
END_TEST

/* The fuzzer's seeds, and what it found that is interesting: no crash, no hang. A process for each, as some end theirs. */
START_TEST(seeds_of_the_fuzzer) {
  static const char *const kinds[] = {"image", "calls"};
  for (int k = 0; k < 2; k++) {
    char cmd[1200];
    snprintf(cmd, sizeof cmd,
             "export WARPTWIN_CUDA_CONFIG=tiny WARPTWIN_CUDA_KEEP_GOING=1 WARPTWIN_CUDA_MAX_CYCLES=2000 WARPTWIN_CUDA_QUIET=1; n=0; "
             "for f in " WT_ROOT
             "/tests/cuda/seeds/%s/*; do timeout 300 '%s/fuzz_%s' $f 2>%s/said || { echo $f; exit 1; }; n=$((n + 1)); done; test $n -ge 3",
             kinds[k], wt_build_dir(), kinds[k], dir);
    ck_assert_msg(system(cmd) == 0, "fuzz_%s", kinds[k]);
  }
}
END_TEST

int main(void) {
  Suite *s = suite_create("cuda");
  TCase *t = tcase_create("cuda");
  tcase_add_checked_fixture(t, setup, teardown);
  tcase_set_timeout(t, 600); /* both twins of tiny may have to be built */
  tcase_add_loop_test(t, on_the_c_twin, 0, PROGRAMS);
  TCase *both = tcase_create("lock_step");
  tcase_add_checked_fixture(both, setup, teardown);
  tcase_set_timeout(both, 600);
  tcase_add_loop_test(both, in_lock_step, 0, getenv("WT_QUICK") ? 1 : PROGRAMS);
  tcase_add_test(both, with_the_runtime_inside);
  tcase_add_test(both, in_a_library);
  tcase_add_test(both, hazards_are_let_through);
  tcase_add_test(both, lock_step_by_workers);
  tcase_add_test(both, functions_with_sections_of_their_own);
  tcase_add_test(t, many_starts);
  tcase_add_test(t, the_page_tells_the_truth);
  tcase_add_test(t, nothing_is_silent);
  tcase_add_loop_test(t, what_is_wrong_is_said, 0, sizeof wrong / sizeof *wrong);
  tcase_add_test(t, stacks_of_the_command_line);
  tcase_add_test(t, the_program_gets_errors_if_it_wants);
  tcase_add_test(t, kernels_print_and_assert);
  tcase_add_test(t, a_name_is_refused_once);
  tcase_add_test(t, metrics_and_lines);
  tcase_add_test(t, files_of_each_launch);
  tcase_add_test(t, every_function_works_and_fails);
  tcase_add_test(t, what_is_no_program);
  tcase_add_test(t, names_and_version);
  tcase_add_test(t, fat_binaries_that_are_whole);
  tcase_add_test(t, fat_binaries_that_are_damaged);
  tcase_add_test(t, registration_that_lies);
  tcase_add_test(t, seeds_of_the_fuzzer);
  suite_add_tcase(s, t);
  suite_add_tcase(s, both);
  return suite_run(s);
}
