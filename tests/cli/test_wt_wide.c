/* test_wt_wide.c - a shape with 128 warp slots in the ordinary program: it goes on in the one that is built for them, before it has done anything,
 * with the same words, and files and results are what a narrow shape leaves. Without that program beside it, one line says why the shape does not run. */
#include <jansson.h>
#include <unistd.h>

#include "tests/cli_kit.h"
#include "warptwin.h"

#define WIDE "--config thesis-tesla --set GROUPING=dwr"
#define LAUNCH "'%s/tests/kernels/vecadd.cubin' --grid 40 --block 128 --arg in:a.bin --arg in:b.bin --arg out:20000:c.bin --arg i32:5000 "
enum { N = 5000 };
static int32_t a[N], b[N], c[N + 1];

static int wide_here(const char *test) {
  char path[1200];
  snprintf(path, sizeof path, "%s/wide/warptwin", wt_build_dir());
  if (!access(path, X_OK)) return 1;
  suite_not_run(test, "this build has no program for more than 64 warp slots");
  return 0;
}
static void inputs(void) {
  for (int i = 0; i < N; i++) a[i] = 3 * i, b[i] = 7000000 - 5 * i;
  file("a.bin", a, sizeof a), file("b.bin", b, sizeof b);
}
/* What the kernel computed, by the host. */
static void is_the_sum(void) {
  ck_assert_uint_eq(slurp("c.bin", (char *)c, sizeof c), N * sizeof *c);
  for (int i = 0; i < N; i++) ck_assert_msg(c[i] == a[i] + b[i], "element %d", i);
}
static const char *launch(int code, const char *command, const char *more) {
  char args[3000];
  int n = snprintf(args, sizeof args, "%s " LAUNCH, command, wt_root());
  snprintf(args + n, sizeof args - (size_t)n, "%s", more);
  return output(code, args);
}

START_TEST(a_launch) {
  if (!wide_here("a_launch")) return;
  inputs();
  const char *text = launch(0, "run", WIDE " --stats s.json --trace t --report r.html --quiet");
  ck_assert_msg(strstr(text, "agree") || strstr(text, "ok"), "%s", text);
  is_the_sum();
  ck_assert(present("t") && present("r.html"));
  /* 32 warps of 32 are 128 sub-warps of 8 here: the kernel's 5 resident CTAs use slots beyond the 64th */
  static char trace[1 << 22];
  slurp("t", trace, sizeof trace);
  int beyond = 0;
  for (const char *p = trace; p && *p; p = strchr(p, '\n') ? strchr(p, '\n') + 1 : NULL) {
    unsigned long long cycle;
    unsigned slot;
    if (sscanf(p, "%llu %u", &cycle, &slot) == 2 && slot >= 64) beyond++;
  }
  ck_assert_int_gt(beyond, 0);
}
END_TEST

START_TEST(grids_and_programs) {
  if (!wide_here("grids_and_programs")) return;
  char args[2000];
  const char *text = output(0, "compare vecadd --config thesis-tesla --over GROUPING=fixed,dwr --quiet");
  ck_assert_msg(strstr(text, "fixed") && strstr(text, "dwr") && !strstr(text, "warp slots"), "%s", text);
  text = output(0, "regress --run --only vecadd,bfs " WIDE);
  ck_assert_msg(strstr(text, "2 cases, 0 failed"), "%s", text);
  output(0, "whatif vecadd --config thesis-tesla --set GROUPING=dwr --quiet");
  output(0, "sweep GROUPING=fixed,dwr vecadd --config thesis-tesla --quiet");
  snprintf(args, sizeof args, "exec " WIDE " -- '%s/tests/cuda/bin/copies'", wt_root());
  ck_assert_msg(strstr(output(0, args), "copies: right"), "exec");
}
END_TEST

START_TEST(checkpoints) {
  if (!wide_here("checkpoints")) return;
  inputs();
  launch(0, "run", WIDE " --checkpoint-every 2000 --checkpoint-dir points --stats whole.json --quiet");
  unlink("c.bin");
  output(0, "run --resume $(ls -d points/* | tail -n 1) --stats rest.json --quiet");
  is_the_sum();
  json_t *x[2];
  static const char *const names[] = {"whole.json", "rest.json"};
  for (int i = 0; i < 2; i++) {
    char path[300];
    snprintf(path, sizeof path, "%s/%s", dir, names[i]);
    x[i] = json_load_file(path, 0, NULL);
    ck_assert_msg(x[i] != NULL, "%s", path);
  }
  ck_assert(json_equal(json_object_get(x[0], "cycles"), json_object_get(x[1], "cycles")));
  json_decref(x[0]), json_decref(x[1]);
}
END_TEST

/* A copy of the program alone. */
START_TEST(without_it) {
  char cmd[4000], text[4000];
  inputs();
  snprintf(cmd, sizeof cmd,
           "cd %s && mkdir alone && cp '%s/warptwin' alone && alone/warptwin run " LAUNCH WIDE " --trace t --stats s.json >out 2>err; test $? = 2",
           dir, wt_build_dir(), wt_root());
  ck_assert_int_eq(system(cmd), 0);
  slurp("err", text, sizeof text);
  ck_assert_str_eq(text, "warptwin: this shape has 128 warp slots, and this program is built for 64: make them fewer (WARPS), or build it with "
                         "GENFLAGS=\"--max WARPS=128\"\n");
  ck_assert(!present("t") && !present("s.json") && !present("c.bin"));
  if (wide_here("without_it")) { /* its checkpoints, too */
    launch(0, "run", WIDE " --checkpoint-every 3000 --checkpoint-dir points --quiet");
    snprintf(cmd, sizeof cmd, "cd %s && alone/warptwin run --resume $(ls -d points/* | head -n 1) >out 2>err; test $? = 2", dir);
    ck_assert_int_eq(system(cmd), 0);
    slurp("err", text, sizeof text);
    ck_assert_msg(strstr(text, "this shape has 128 warp slots") && strchr(text, '\n') == text + strlen(text) - 1, "%s", text);
  }
  /* 64 slots are no reason to look for another program */
  snprintf(cmd, sizeof cmd, "cd %s && alone/warptwin run " LAUNCH WIDE " --set WARPS=16 --quiet >out 2>err", dir, wt_root());
  ck_assert_int_eq(system(cmd), 0);
  is_the_sum();
}
END_TEST

/* Who calls the library is not replaced. */
START_TEST(a_library_comes_back) {
  const char *set[] = {"GROUPING=dwr", NULL};
  wt_options o = {WT_BACKEND_C, "thesis-tesla", set, 0, 0, 0};
  wt_session *s = NULL;
  ck_assert_int_eq(wt_session_open(&o, &s), WT_USAGE);
  ck_assert_msg(strstr(wt_error(NULL), "this shape has 128 warp slots") != NULL, "%s", wt_error(NULL));
}
END_TEST

int main(void) {
  TCase *t = tcase_create("wide");
  tcase_add_test(t, a_launch);
  tcase_add_test(t, grids_and_programs);
  tcase_add_test(t, checkpoints);
  tcase_add_test(t, without_it);
  tcase_add_test(t, a_library_comes_back);
  return run_suite("wide", t);
}
