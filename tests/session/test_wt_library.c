/* test_wt_library.c - libwarptwin as its users meet it: what it exports, sessions side by side in threads, modules from memory, the examples
 * against the build and against an installed tree, and trees in places with blanks in their names.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/cli_kit.h"
#include "tests/kernel_kit.h"

/* Runs a command of the shell in dir with R the root, B the folder of the build, L the log; its exit status. */
static int shell(const char *cmd) {
  char line[4096];
  snprintf(line, sizeof line, "cd '%s' && R='%s' B='%s' && { %s\n} >log 2>&1 </dev/null", dir, wt_root(), wt_build_dir(), cmd);
  int st = system(line);
  return WIFEXITED(st) ? WEXITSTATUS(st) : -1;
}
static void works(const char *cmd) {
  char log[8192];
  int rc = shell(cmd);
  slurp("log", log, sizeof log);
  ck_assert_msg(rc == 0, "%s: exit %d: %s", cmd, rc, log);
}

/* ---- what it exports ---- */

START_TEST(only_public_calls_are_exported) {
  ck_assert_str_eq(wt_version(), WARPTWIN_VERSION);
  works("sed -n 's/^WT_API .*[ *]\\(wt_[a-z_0-9]*\\)(.*/\\1/p' \"$R\"/include/warptwin.h \"$R\"/include/warptwin_asm.h | sort >declared\n"
        "test $(wc -l <declared) -gt 25");
  works("nm -D --defined-only \"$B\"/libwarptwin.so | awk '{ print $3 }' | sort | diff declared -");
  works("nm -g --defined-only \"$B\"/libwarptwin.a | awk 'NF == 3 { print $3 }' | sort | diff declared -");
  works("readelf -d \"$B\"/libwarptwin.so | grep -q 'SONAME.*libwarptwin.so.[0-9]'");
  /* a program that uses it decides itself when it ends (the writer of FST files, which is not ours, gives up without memory) */
  works("! nm -u \"$B\"/libwarptwin.a | grep -wE 'abort|__assert_fail'\n"
        "for o in \"$B\"/tb/lib/*.o \"$B\"/tb/cosim/*.o \"$B\"/cmodel/*/*.o; do case $o in */wt_rtl_src.o|*/wt_depth.o) continue ;; esac; ! nm -u "
        "\"$o\" | grep -wE 'abort|exit' | grep . || { echo \"$o\"; exit 1; }; done");
}
END_TEST

/* The example for other languages, where there is a Python with NumPy. */
START_TEST(python_example) {
  enum { NONE = 77 };
  int rc =
    shell("for p in python3 /usr/bin/python3; do $p -c 'import numpy' 2>/dev/null || continue\n"
          "$p \"$R\"/examples/numpy_saxpy.py \"$B\"/libwarptwin.so | grep '^axpy of 64 elements: right in [1-9][0-9]* cycles$'; exit; done; exit 77");
  if (rc == NONE) suite_not_run("python_example", "there is no Python with NumPy (Debian: python3-numpy)");
  else ck_assert_int_eq(rc, 0);
}
END_TEST

START_TEST(rooms_keep_their_order) {
  char log[4096];
  works("\"$R\"/scripts/check_rooms.sh");
  works("mkdir -p t/include t/cmodel/isa t/cmodel/spec t/tb/lib t/tb/cosim t/tb/cli\n"
        "echo '#include \"spec/a.h\"' >t/cmodel/isa/fine.h\n"
        "\"$R\"/scripts/check_rooms.sh t");
  works("echo '#include \"lib/wt_mem.h\"' >t/cmodel/isa/up.c\n"
        "echo '#include \"cosim/wt_lockstep.h\"' >t/tb/lib/twin.h\n"
        "echo '#include \"lib/wt_session.h\"' >t/tb/cli/private.c\n"
        "echo '#include \"tests/suite.h\"' >t/tb/cosim/test.c");
  ck_assert_int_eq(shell("\"$R\"/scripts/check_rooms.sh t"), 1);
  slurp("log", log, sizeof log);
  static const char *const found[] = {"cmodel/isa/up.c:1:", "tb/lib/twin.h:1:", "tb/cli/private.c:1:", "tb/cosim/test.c:1:"};
  for (size_t i = 0; i < sizeof found / sizeof *found; i++) ck_assert_msg(strstr(log, found[i]) != NULL, "%s is not in: %s", found[i], log);
}
END_TEST

/* A page of the top folder with a dead link and a dead anchor, a decision that the map does not list, a page that no other one links. What stands in code is no link,
 * and headings of the same name are told apart. */
START_TEST(links_lead_somewhere) {
  char log[4096];
  works("\"$R\"/scripts/check_links.sh");
  works("mkdir -p t/docs/decisions\n"
        "printf '# Map\\n\\n## A `b` c: d_e\\n\\n## Twice\\n\\n## Twice\\n\\n[one](decisions/001-one.md) `[no](no.md)`\\n```\\n[no](no.md)\\n# "
        "No\\n```\\n' >t/docs/index.md\n"
        "printf '# One\\n\\n[map](../index.md#a-b-c-d_e) [again](../index.md#twice-1) [here](#one)\\n' >t/docs/decisions/001-one.md\n"
        "printf '[map](docs/index.md) [far](https://nowhere.example/x.md)\\n' >t/README.md\n"
        "\"$R\"/scripts/check_links.sh t");
  works("printf '[a](docs/gone.md)\\n[b](docs/index.md#no)\\n[c](docs/index.md#twice-2)\\n' >t/CONTRIBUTING.md\n"
        "printf '# Two\\n' >t/docs/decisions/002-two.md");
  ck_assert_int_eq(shell("\"$R\"/scripts/check_links.sh t"), 1);
  slurp("log", log, sizeof log);
  static const char *const found[] = {"CONTRIBUTING.md:1: dead link: docs/gone.md\n",
                                      "CONTRIBUTING.md:2: no heading for the anchor: docs/index.md#no\n",
                                      "CONTRIBUTING.md:3: no heading for the anchor: docs/index.md#twice-2\n",
                                      "docs/index.md: the list of decisions lacks docs/decisions/002-two.md\n",
                                      "docs/decisions/002-two.md: no page links it\n",
                                      "lint: 5 links or pages to mend\n"};
  for (size_t i = 0; i < sizeof found / sizeof *found; i++) ck_assert_msg(strstr(log, found[i]) != NULL, "%s is not in: %s", found[i], log);
}
END_TEST

/* ---- sessions side by side ---- */

enum { N = 200, LAUNCHES = 4 };
typedef struct {
  wt_backend backend;
  const char *preset, *set[2];
  uint64_t seed, cycles;
  wt_status status;
  char why[600], trace_sum[40];
} job;

static wt_status launches(job *j, wt_session *s, const char *cubin) {
  int v[3][N], n = N;
  wt_addr d[3];
  wt_module *m;
  wt_status st = wt_module_load(s, cubin, &m);
  for (int k = 0; !st && k < 3; k++) st = wt_alloc(s, sizeof v[k], &d[k]);
  for (int l = 0; !st && l < LAUNCHES; l++) {
    for (int k = 0; !st && k < 3; k++) {
      for (int i = 0; i < N; i++) v[k][i] = k == 2 ? 0 : (int)(j->seed * 1000) * k + l * i;
      st = wt_copy_in(s, d[k], v[k], sizeof v[k]);
    }
    wt_dims dims = {{(N + 7) / 8, 1, 1}, {8, 1, 1}, 0};
    wt_arg args[] = {{&d[0], 8}, {&d[1], 8}, {&d[2], 8}, {&n, 4}};
    if (!st) st = wt_launch(s, m, NULL, &dims, args, 4);
    if (!st) st = wt_copy_out(s, v[2], d[2], sizeof v[2]);
    for (int i = 0; !st && i < N; i++)
      if (v[2][i] != v[0][i] + v[1][i]) return snprintf(j->why, sizeof j->why, "c[%d] is %d", i, v[2][i]), WT_DIFF;
  }
  if (st) snprintf(j->why, sizeof j->why, "%.590s", wt_error(s));
  return st;
}

static void *run(void *ctx) {
  job *j = ctx;
  char cubin[1100], *trace = NULL;
  size_t len = 0;
  wt_session *s;
  wt_options o = {j->backend, j->preset, j->set, j->seed, 0, 0};
  snprintf(cubin, sizeof cubin, "%s/tests/kernels/vecadd.cubin", wt_root());
  if ((j->status = wt_session_open(&o, &s))) return snprintf(j->why, sizeof j->why, "%.590s", wt_error(NULL)), NULL;
  FILE *f = open_memstream(&trace, &len);
  uint64_t sum = 0;
  wt_set_quiet(s, 1);
  wt_set_invariants(s, 2);
  wt_set_trace(s, f);
  j->status = launches(j, s, cubin);
  j->cycles = wt_stats(s)->cycles;
  wt_session_close(s);
  fclose(f);
  for (size_t i = 0; i < len; i++) sum = sum * 31 + (unsigned char)trace[i];
  snprintf(j->trace_sum, sizeof j->trace_sum, "%zu bytes, %llx", len, (unsigned long long)sum);
  free(trace);
  return NULL;
}

static const job jobs[] = {{.backend = WT_BACKEND_COSIM, .preset = "tiny", .seed = 1},
                           {.backend = WT_BACKEND_COSIM, .preset = "small", .seed = 2},
                           {.backend = WT_BACKEND_COSIM, .preset = "small", .set = {"SCHED=gto"}, .seed = 3},
                           {.backend = WT_BACKEND_C, .preset = "default", .seed = 4},
                           {.backend = WT_BACKEND_C, .preset = "tiny", .set = {"DIVERGENCE=barrier"}, .seed = 5}};
enum { JOBS = sizeof jobs / sizeof *jobs };

START_TEST(sessions_in_threads_share_nothing) {
  job alone[JOBS], beside[JOBS];
  pthread_t t[JOBS];
  memcpy(alone, jobs, sizeof jobs), memcpy(beside, jobs, sizeof jobs);
  for (int i = 0; i < JOBS; i++) {
    run(&alone[i]);
    ck_assert_msg(alone[i].status == WT_OK, "job %d alone: %s", i, alone[i].why);
    ck_assert_uint_gt(alone[i].cycles, 100);
  }
  for (int round = 0; round < 3; round++) {
    for (int i = 0; i < JOBS; i++) ck_assert_int_eq(pthread_create(&t[i], NULL, run, &beside[i]), 0);
    for (int i = 0; i < JOBS; i++) {
      pthread_join(t[i], NULL);
      ck_assert_msg(beside[i].status == WT_OK, "job %d beside others: %s", i, beside[i].why);
      ck_assert_uint_eq(beside[i].cycles, alone[i].cycles);
      ck_assert_str_eq(beside[i].trace_sum, alone[i].trace_sum);
    }
  }
}
END_TEST

/* The message of a session that could not be opened belongs to its thread. */
static void *open_badly(void *preset) {
  wt_session *s;
  wt_options o = {.preset = preset};
  return wt_session_open(&o, &s) == WT_USAGE && strstr(wt_error(NULL), preset) ? preset : NULL;
}
START_TEST(open_errors_are_of_the_thread) {
  pthread_t t;
  void *there;
  ck_assert_ptr_nonnull(open_badly("huge"));
  ck_assert_int_eq(pthread_create(&t, NULL, open_badly, "enormous"), 0);
  pthread_join(t, &there);
  ck_assert_ptr_nonnull(there);
  ck_assert_ptr_nonnull(strstr(wt_error(NULL), "huge"));
}
END_TEST

/* Two lock-steps in turn in one thread: launches of one between those of the other. */
START_TEST(sessions_take_turns) {
  static const char text[] = ".kernel k\n.regs 8\n.params 8\nS2R R0, SR_TID.X\nMOV R1, 0x4\nIMAD.WIDE R2, R0, R1, c[0x0][0x160]\n"
                             "LDG.E.SYS R4, [R2]\nIADD3 R4, R4, 0x1, R0\nSTG.E.SYS [R2], R4\nEXIT\n.end\n";
  wt_session *s[2];
  wt_module *m[2];
  wt_addr buf[2];
  uint32_t got[4];
  for (int i = 0; i < 2; i++) {
    s[i] = kit_open(WT_BACKEND_COSIM, "tiny", NULL, (uint64_t)i, 0, 0);
    m[i] = kit_text(s[i], text, "k");
    buf[i] = kit_alloc(s[i], sizeof got, NULL);
  }
  for (uint32_t k = 1; k <= 3; k++)
    for (int i = 0; i < 2; i++) {
      ck_assert_msg(kit_launch(s[i], m[i], 1, 4, &buf[i], 1) == WT_OK, "%s", wt_error(s[i]));
      ck_assert_int_eq(wt_copy_out(s[i], got, buf[i], sizeof got), WT_OK);
      for (uint32_t l = 0; l < 4; l++) ck_assert_uint_eq(got[l], k * (1 + l));
    }
  ck_assert_uint_gt(wt_stats(s[0])->ff_bits, 1000);
  for (int i = 0; i < 2; i++) wt_session_close(s[i]);
}
END_TEST

/* ---- modules, memory, metrics ---- */

START_TEST(a_module_from_memory_tells_its_parameters) {
  wt_session *s = kit_open(WT_BACKEND_C, "tiny", NULL, 1, 0, 0);
  char path[1100];
  snprintf(path, sizeof path, "%s/tests/kernels/vecadd.cubin", wt_root());
  static char image[1 << 16];
  size_t n = slurp(path, image, sizeof image);
  wt_module *m, *bad;
  wt_kernel_info k;
  wt_param p;
  ck_assert_int_eq(wt_module_load_image(s, image, n, "vecadd from memory", &m), WT_OK);
  memset(image, 0, sizeof image); /* it has its own copy */
  ck_assert_uint_eq(wt_module_kernels(m), 1);
  ck_assert_int_eq(wt_kernel_get(s, m, 0, &k), WT_OK);
  ck_assert_str_eq(k.name, "vecadd");
  ck_assert_uint_eq(k.n_params, 4);
  ck_assert_uint_gt(k.regs, 4);
  static const size_t want[4][2] = {{0, 8}, {8, 8}, {16, 8}, {24, 4}};
  for (unsigned i = 0; i < 4; i++) {
    ck_assert_int_eq(wt_kernel_param(s, m, NULL, i, &p), WT_OK);
    ck_assert(p.offset == want[i][0] && p.size == want[i][1]);
  }
  ck_assert_int_eq(wt_kernel_param(s, m, NULL, 4, &p), WT_USAGE);
  ck_assert_ptr_nonnull(strstr(wt_error(s), "vecadd from memory: kernel vecadd has 4 parameters"));
  ck_assert_int_eq(wt_kernel_get(s, m, 1, &k), WT_USAGE);
  ck_assert_int_eq(wt_module_load_image(s, image, n, "zeroes", &bad), WT_USAGE);
  ck_assert_ptr_nonnull(strstr(wt_error(s), "zeroes: "));
  ck_assert_int_eq(wt_module_load_image(s, NULL, 0, NULL, &bad), WT_USAGE);
  wt_session_close(s);
}
END_TEST

START_TEST(freed_memory_is_outside_all_allocations) {
  static const char text[] = ".kernel k\n.regs 8\n.params 16, 8, 8\nMOV R2, c[0x0][0x168]\nMOV R3, c[0x0][0x16c]\nLDG.E.SYS R4, [R2]\n"
                             "MOV R2, c[0x0][0x160]\nMOV R3, c[0x0][0x164]\nSTG.E.SYS [R2], R4\nEXIT\n.end\n";
  wt_session *s = kit_open(WT_BACKEND_C, "tiny", NULL, 1, 0, 0);
  wt_module *m = kit_text(s, text, "k");
  uint32_t seven = 7, got = 0;
  wt_addr buf[2] = {kit_alloc(s, 4, NULL), kit_alloc(s, 4, &seven)}, other;
  ck_assert_int_eq(kit_launch(s, m, 1, 1, buf, 2), WT_OK);
  ck_assert_int_eq(wt_copy_out(s, &got, buf[0], 4), WT_OK);
  ck_assert_uint_eq(got, 7);
  ck_assert_int_eq(wt_free(s, buf[1] + 4), WT_USAGE);
  ck_assert_int_eq(wt_free(s, buf[1]), WT_OK);
  ck_assert_int_eq(wt_free(s, buf[1]), WT_USAGE);
  ck_assert_int_eq(wt_copy_out(s, &got, buf[1], 4), WT_FAULT);
  ck_assert_int_eq(wt_copy_out(s, &got, buf[0], 4), WT_OK);
  other = kit_alloc(s, 4, NULL);
  ck_assert_uint_gt(other, buf[1]);
  ck_assert_int_eq(kit_launch(s, m, 1, 1, buf, 2), WT_FAULT);
  ck_assert_str_eq(wt_verdict(s), "fault");
  wt_session_close(s);
  /* room comes back: 6 of 8 GiB fit once at a time only */
  s = kit_open(WT_BACKEND_ORACLE, "tiny", NULL, 1, 0, 0);
  for (int i = 0; i < 3; i++) {
    ck_assert_int_eq(wt_alloc(s, (size_t)6 << 30, &buf[0]), WT_OK);
    ck_assert_int_eq(wt_alloc(s, (size_t)6 << 30, &buf[1]), WT_USAGE);
    ck_assert_int_eq(wt_free(s, buf[0]), WT_OK);
  }
  wt_session_close(s);
}
END_TEST

START_TEST(slots_add_up_and_json_says_the_same) {
  wt_session *s = kit_open(WT_BACKEND_C, "tiny", NULL, 1, 0, 0);
  wt_module *m = kit_text(s, ".kernel k\n.regs 8\nNOP\nEXIT\n.end\n", "k");
  char *text = NULL, line[80];
  size_t len;
  unsigned warps;
  ck_assert_int_eq(kit_launch(s, m, 3, 8, NULL, 0), WT_OK);
  const wt_counters *c = wt_stats(s);
  uint64_t sum = 0;
  for (unsigned i = 0; i < WT_REASONS; i++) sum += c->slots[i];
  ck_assert_int_eq(wt_shape_key(s, "WARPS", &warps), WT_OK);
  ck_assert_uint_eq(sum, c->cycles * warps);
  ck_assert_uint_eq(c->slots[WT_ISSUED], c->warp_instructions);
  ck_assert(wt_reason(WT_REASONS) == NULL && !strcmp(wt_reason(WT_ISSUED), "issued"));
  ck_assert_int_eq(wt_shape_key(s, "NOTHING", &warps), WT_USAGE);
  FILE *f = open_memstream(&text, &len);
  ck_assert_int_eq(wt_stats_json(s, f), WT_OK);
  fclose(f);
  snprintf(line, sizeof line, "\"cycles\": %llu,", (unsigned long long)c->cycles);
  ck_assert_msg(strstr(text, line) && strstr(text, "\"verdict\": \"ok\""), "%s", text);
  free(text);
  wt_session_close(s);
}
END_TEST

/* ---- examples, installed or not ---- */

#define SAME_RESULTS                                                                                                       \
  "grep -q '^[0-9]* cycles, 416 warp instructions' axpy && grep -q ' 0 differences in [1-9][0-9]* flip-flop' lockstep && " \
  "grep -c 'LANES=.* cycles, most' sweep | grep -qx 2"

START_TEST(examples_run) {
  works("\"$B\"/examples/axpy >axpy && \"$B\"/examples/lockstep \"$R\"/tests/kernels/vecadd.cubin >lockstep && "
        "\"$B\"/examples/sweep \"$R\"/tests/kernels/globals.cubin LANES 4 8 >sweep && " SAME_RESULTS);
  ck_assert_int_eq(shell("\"$B\"/examples/sweep \"$R\"/tests/kernels/globals.cubin LANES 5"), 2);
}
END_TEST

/* Into a folder with a blank in its name; what is installed is used with the user's cache, and programs are built by pkg-config. */
START_TEST(an_installed_tree_stands_alone) {
  works("case $B in */san) san=SAN=1 ;; *) san= ;; esac\n"
        "env -u MAKEFLAGS -u MAKELEVEL make -s -C \"$R\" install $san DESTDIR=\"$PWD/a stage\" PREFIX=/opt/wt");
  works("I=\"$PWD/a stage/opt/wt\" && export XDG_CACHE_HOME=\"$PWD/my cache\" && unset WARPTWIN_CACHE WARPTWIN_ROOT\n"
        "\"$I\"/bin/warptwin bench sched --config tiny --cycles 2000 && ls \"my cache/warptwin/\"wt_sched-*.so\n"
        "\"$I\"/bin/warptwin regress --run --config small --only vecadd,spin_perthread | grep -q ' 0 failed'\n");
  works("I=\"$PWD/a stage/opt/wt\" && test -s \"$I\"/share/man/man1/warptwin.1 && test -s \"$I\"/share/bash-completion/completions/warptwin\n"
        "for c in run cosim bench regress size; do grep -q '^.SH SYNOPSIS' \"$I\"/share/man/man1/warptwin-$c.1 || exit 1; done\n"
        "grep -q 'B .*max.*cycles=N' \"$I\"/share/man/man1/warptwin-run.1");
  /* no blank here: pkg-config's output is split by the shell */
  works("case $B in */san) flags=-fsanitize=address,undefined ;; *) flags= ;; esac\n"
        "ln -s 'a stage' stage && export PKG_CONFIG_SYSROOT_DIR=\"$PWD/stage\" PKG_CONFIG_PATH=\"$PWD/stage/opt/wt/lib/pkgconfig\"\n"
        "for e in axpy lockstep sweep; do cc -std=c11 -Wall -Wextra -Werror $flags \"$R\"/examples/$e.c -o my_$e $(pkg-config --cflags --libs "
        "warptwin) || exit 1; done\n"
        "test \"$(pkg-config --modversion warptwin)\" = " WARPTWIN_VERSION);
  works("export LD_LIBRARY_PATH=\"$PWD/stage/opt/wt/lib\" && K=\"$PWD/stage/opt/wt/share/warptwin/tests/kernels\"\n"
        "./my_axpy >axpy && ./my_lockstep $K/vecadd.cubin >lockstep && ./my_sweep $K/globals.cubin LANES 4 8 >sweep && " SAME_RESULTS);
  works(
    "env -u MAKEFLAGS -u MAKELEVEL make -s -C \"$R\" uninstall DESTDIR=\"$PWD/a stage\" PREFIX=/opt/wt && test -z \"$(find 'a stage' ! -type d)\"");
}
END_TEST

/* The program finds the tree it lies in, wherever that is. */
START_TEST(a_tree_with_blanks_in_its_path_works) {
  works("T='a tree of mine' && mkdir -p \"$T\"/build \"$T\"/tb && cp -r \"$R\"/rtl \"$R\"/scripts \"$R\"/Makefile \"$T\" && cp -r \"$R\"/tb/cosim "
        "\"$T\"/tb\n"
        "cp \"$B\"/warptwin \"$T\"/build && unset WARPTWIN_CACHE WARPTWIN_ROOT\n"
        "\"$T\"/build/warptwin bench war --config tiny --cycles 2000 && ls \"$T\"/build/rtl/wt_war-*.so\n"
        "WT_NETLIST=1 \"$T\"/build/warptwin bench war --config tiny --cycles 2000");
}
END_TEST

int main(void) {
  Suite *s = suite_create("library");
  TCase *t = tcase_create("library");
  tcase_set_timeout(t, 900);
  tcase_add_checked_fixture(t, setup, teardown);
  tcase_add_test(t, only_public_calls_are_exported);
  tcase_add_test(t, python_example);
  tcase_add_test(t, rooms_keep_their_order);
  tcase_add_test(t, links_lead_somewhere);
  tcase_add_test(t, sessions_in_threads_share_nothing);
  tcase_add_test(t, open_errors_are_of_the_thread);
  tcase_add_test(t, sessions_take_turns);
  tcase_add_test(t, a_module_from_memory_tells_its_parameters);
  tcase_add_test(t, freed_memory_is_outside_all_allocations);
  tcase_add_test(t, slots_add_up_and_json_says_the_same);
  tcase_add_test(t, examples_run);
  tcase_add_test(t, an_installed_tree_stands_alone);
  tcase_add_test(t, a_tree_with_blanks_in_its_path_works);
  suite_add_tcase(s, t);
  return suite_run(s);
}
