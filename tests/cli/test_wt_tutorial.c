/* test_wt_tutorial.c - follows the tutorials of docs to the letter, in a copy of what they work on. Those that build the program anew are followed
 * with LONG=1 only; else their edits are tried. */
#include "tests/cli_kit.h"

static const char *const pages[] = {"user/first-kernel", "user/first-bug", "user/your-block", "life"}, *const building[] = {"add-instruction",
                                                                                                                            "add-block",
                                                                                                                            "add-socket"};

/* A folder that looks like the root of the repository; its RTL may be broken. */
static void copy_tree(void) {
  char cmd[8192];
  const char *r = wt_root(), *b = wt_build_dir();
  snprintf(cmd, sizeof cmd,
           "cd %s && mkdir -p tree/build tree/tb tree/tests tree/cmodel && cp -r '%s/rtl' '%s/scripts' '%s/include' '%s/examples' tree && cp -r "
           "'%s/tb/cosim' tree/tb && cp -r '%s/cmodel/size' tree/cmodel && cp -r '%s/tests/kernels' '%s/tests/asm' tree/tests && ln -s "
           "'%s/warptwin' '%s/kernels' tree/build",
           dir, r, r, r, r, r, r, r, r, b, b);
  ck_assert_int_eq(system(cmd), 0);
}

static int follow(const char *page) {
  static char out[1 << 16];
  char cmd[4096];
  snprintf(cmd, sizeof cmd, "cd %s/tree && WARPTWIN_ROOT=\"$PWD\" scripts/follow.sh '%s' >../out 2>&1 </dev/null", dir, page);
  int st = system(cmd);
  ck_assert(WIFEXITED(st));
  slurp("out", out, sizeof out);
  if (WEXITSTATUS(st)) fprintf(stderr, "%s", out);
  return WEXITSTATUS(st);
}

START_TEST(a_tutorial_does_what_it_says) {
  char page[1200];
  copy_tree();
  snprintf(page, sizeof page, "%s/docs/%s.md", wt_root(), pages[_i]);
  ck_assert_int_eq(follow(page), 0);
}
END_TEST

static int shell(const char *cmd) {
  static char out[1 << 16];
  int st = system(cmd);
  ck_assert(WIFEXITED(st));
  slurp("out", out, sizeof out);
  if (WEXITSTATUS(st)) fprintf(stderr, "%s", out);
  return WEXITSTATUS(st);
}
START_TEST(edits_of_a_tutorial_apply) {
  char cmd[4096];
  const char *r = wt_root();
  snprintf(cmd, sizeof cmd,
           "cd %s && mkdir -p tree/tests && cp -r '%s/cmodel' '%s/rtl' '%s/tb' '%s/docs' tree && cp -r '%s'/tests/*/ tree/tests && cd tree && "
           "'%s/scripts/follow.sh' --edits docs/%s.md >../out 2>&1",
           dir, r, r, r, r, r, r, building[_i]);
  ck_assert_int_eq(shell(cmd), 0);
}
END_TEST
START_TEST(a_tutorial_that_builds_does_what_it_says) {
  char cmd[4096];
  const char *r = wt_root();
  if (!getenv("LONG")) return;
  snprintf(cmd, sizeof cmd,
           "cd %s && mkdir tree && cd '%s' && cp -r Makefile cmodel docs examples include rtl scripts tb tests %s/tree && cd %s/tree && "
           "scripts/follow.sh docs/%s.md >../out 2>&1 </dev/null",
           dir, r, dir, dir, building[_i]);
  ck_assert_int_eq(shell(cmd), 0);
}
END_TEST

START_TEST(a_tutorial_that_is_wrong_is_found) {
  static const char wrong[] = "```\n$ echo one; echo two\ntwo\none\n```\n", right[] = "```\n$ echo one; echo two three\none\ntwo ...ee\n```\n",
                    none[] = "no commands\n";
  char page[128];
  copy_tree();
  file("page.md", wrong, strlen(wrong));
  snprintf(page, sizeof page, "%s/page.md", dir);
  ck_assert_int_eq(follow(page), 1);
  file("page.md", right, strlen(right));
  ck_assert_int_eq(follow(page), 0);
  file("page.md", none, strlen(none));
  ck_assert_int_eq(follow(page), 2);
  char cmd[1200];
  static const char edits[] = "```\n$ sed -i s/a/b/ f\n$ sed -i s/a/b/ f\n```\n";
  file("page.md", edits, strlen(edits));
  snprintf(cmd, sizeof cmd, "cd %s && echo a >f && '%s/scripts/follow.sh' --edits page.md >out 2>&1", dir, wt_root());
  ck_assert_int_eq(shell(cmd), 1); /* the second edit finds nothing */
}
END_TEST

int main(void) {
  TCase *tc = tcase_create("tutorial");
  tcase_add_loop_test(tc, a_tutorial_does_what_it_says, 0, sizeof pages / sizeof *pages);
  tcase_add_loop_test(tc, edits_of_a_tutorial_apply, 0, sizeof building / sizeof *building);
  tcase_add_loop_test(tc, a_tutorial_that_builds_does_what_it_says, 0, sizeof building / sizeof *building);
  tcase_add_test(tc, a_tutorial_that_is_wrong_is_found);
  return run_suite("tutorial", tc);
}
