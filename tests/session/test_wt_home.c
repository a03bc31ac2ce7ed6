/* test_wt_home.c - where a program finds its tree, its build and its cache (lib/wt_home.h): in a tree that is built, beside an installed one, by the environment,
 * and how long the names may be.
 */
#define _GNU_SOURCE
#include "lib/wt_home.h"

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/suite.h"

/* The folder for RTL that is built: made with all above it; the mistake names the variable that helps. */
START_TEST(a_folder_for_the_cache) {
  char top[] = "/tmp/wt_sessions_XXXXXX", want[100], dir[200], err[700] = "";
  ck_assert_ptr_nonnull(mkdtemp(top));
  snprintf(want, sizeof want, "%s/a/b", top);
  setenv("WARPTWIN_CACHE", want, 1);
  ck_assert_msg(!wt_cache_dir(dir, sizeof dir, err, sizeof err) && !strcmp(dir, want), "%s", err);
  ck_assert(!access(want, W_OK) && !*err);
  ck_assert(!wt_cache_dir(dir, strlen(want) + 1, err, sizeof err)); /* it just fits */
  ck_assert(wt_cache_dir(dir, strlen(want), err, sizeof err));
  ck_assert_ptr_nonnull(strstr(err, "cannot write the RTL cache; set WARPTWIN_CACHE to a writable folder"));
  setenv("WARPTWIN_CACHE", "/dev/null/x", 1);
  ck_assert(wt_cache_dir(dir, sizeof dir, err, sizeof err));
  ck_assert_str_eq(err, "/dev/null/x: cannot write the RTL cache; set WARPTWIN_CACHE to a writable folder");
  rmdir(want), *strrchr(want, '/') = 0, rmdir(want);
  ck_assert_int_eq(rmdir(top), 0);
}
END_TEST

/* Where a program finds its tree, its build and its cache is told by this suite itself, which is laid into trees of a folder for that: it is called with
 * "home" or "build" there. What its name (argv[0]) says is where the library lies. */
static char home[100];
/* What lies below /usr is below a folder of the test, if the variable UNDER_USR names one. */
int __real_access(const char *path, int mode);
int __wrap_access(const char *path, int mode);
int __wrap_access(const char *path, int mode) {
  char at[5000];
  const char *under = getenv("UNDER_USR");
  if (!under || strncmp(path, "/usr/", 5)) return __real_access(path, mode);
  snprintf(at, sizeof at, "%s%s", under, path);
  return __real_access(at, mode);
}
static int tells_its_home(int is_build_first) { /* whichever is asked first finds both */
  char cache[2000], err[700], build[2000] = "";
  if (is_build_first) snprintf(build, sizeof build, "%s", wt_build_dir());
  printf("%s\n", wt_root());
  printf("%s\n", is_build_first ? build : wt_build_dir());
  printf("%s\n", wt_cache_dir(cache, sizeof cache, err, sizeof err) ? "no" : cache);
  return 0;
}
static void in_home(const char *fmt, const char *a, const char *b) {
  char cmd[12000];
  int n = snprintf(cmd, sizeof cmd, "set -e; cd %s; ", home);
  snprintf(cmd + n, sizeof cmd - (size_t)n, fmt, a, b);
  ck_assert_msg(system(cmd) == 0, "%s", cmd);
}
typedef struct {
  char root[3000], build[3000], cache[3000];
} found;
/* lib: the library's file, NULL: none that is there. env: of the program. Names are below the folder, those that are found there are cut to what is below it. */
static found found_from(const char *exe, const char *lib, const char *const *env) {
  char file[3000], name[3000], root[200], *vars[8];
  static unsigned asked;
  char *args[] = {name, (char *)(uintptr_t)(asked++ & 1 ? "build" : "home"), NULL};
  int io[2], st, n = 0;
  found f;
  snprintf(file, sizeof file, "%s/t/%s", home, exe);
  snprintf(name, sizeof name, "%s/t/%s", home, lib ? lib : "nothing");
  for (; env && env[n]; n++) vars[n] = (char *)(uintptr_t)env[n];
  if (!n) snprintf(root, sizeof root, "WARPTWIN_CACHE=%s/c", home), vars[n++] = root;
  vars[n] = NULL;
  in_home("mkdir -p $(dirname t/%s); mv suite t/%s", exe, exe);
  ck_assert_int_eq(pipe(io), 0);
  pid_t pid = fork();
  if (!pid) {
    dup2(io[1], 1);
    if (chdir("/")) _exit(1);
    execve(file, args, vars);
    _exit(1);
  }
  close(io[1]);
  FILE *from = fdopen(io[0], "r");
  char *at[] = {f.root, f.build, f.cache};
  for (unsigned i = 0; i < 3; i++) {
    char line[3000];
    size_t skip = strlen(home) + 3;
    ck_assert_ptr_nonnull(fgets(line, sizeof line, from));
    line[strcspn(line, "\n")] = 0;
    strcpy(at[i], !strncmp(line, home, strlen(home)) && strlen(line) > skip ? line + skip : line);
  }
  fclose(from);
  ck_assert(waitpid(pid, &st, 0) == pid && !st);
  in_home("mv t/%s suite", exe, "");
  return f;
}
static void ck_found(const char *files, const char *exe, const char *lib, const char *root, const char *build) {
  in_home("rm -rf t; mkdir t; cd t; for f in %s; do mkdir -p \"$(dirname $f)\"; case $f in */) mkdir -p $f ;; *) : >$f ;; esac; done", files, "");
  found f = found_from(exe, lib, NULL);
  ck_assert_msg(!strcmp(f.root, root) && !strcmp(f.build, build), "%s: %s %s", exe, f.root, f.build);
}
static void home_made(void) {
  char tmp[] = "/tmp/wt_home_XXXXXX", exe[3000];
  ck_assert(mkdtemp(tmp) && realpath(tmp, exe) && strlen(exe) < sizeof home);
  strcpy(home, exe);
  snprintf(exe, sizeof exe, "/proc/%ld/exe", (long)getpid());
  in_home("cp %s suite", exe, "");
}
static void home_gone(void) {
  char cmd[200];
  snprintf(cmd, sizeof cmd, "rm -rf %s", home);
  ck_assert_int_eq(system(cmd), 0);
}
#define TREE "a/scripts/build_rtl.sh "
START_TEST(a_program_finds_its_tree) {
  const int is_installed = !access("/usr/local/share/warptwin/scripts", F_OK) || !access("/usr/share/warptwin/scripts", F_OK);
  home_made();
  ck_found(TREE "a/build/warptwin", "a/build/x", NULL, "a", "a/build");
  ck_found(TREE "a/build/san/warptwin a/build/warptwin", "a/build/san/tests/top/x", NULL, "a", "a/build/san"); /* five levels */
  if (!is_installed) {
    ck_found(TREE "a/b/build/warptwin", "a/b/build/tests/top/more/x", NULL, ".", "a/b/build"); /* six: nothing around it */
    ck_found("a/b", "a/x", NULL, ".", "./build");
  }
  ck_found(TREE, "a/out/x", NULL, "a", "a/build");                   /* not built: where it would be */
  ck_found(TREE "a/out/warptwin/", "a/out/x", NULL, "a", "a/build"); /* a folder is no program */
  ck_found(TREE "a/b/scripts/build_rtl.sh a/b/warptwin a/b/build/warptwin", "a/b/build/x", NULL, "a/b", "a/b/build"); /* the nearest */
  ck_found(TREE "a/share/warptwin/scripts/build_rtl.sh", "a/bin/x", NULL, "a", "a/build");
  /* installed */
  ck_found("a/bin/warptwin a/share/warptwin/scripts/build_rtl.sh a/lib/warptwin/kernels/", "a/bin/x", NULL, "a/share/warptwin",
           "a/bin/../lib/warptwin");
  ck_found("a/bin/warptwin a/share/warptwin/scripts/build_rtl.sh a/lib/warptwin/kernels/ a/bin/kernels/", "a/bin/x", NULL, "a/share/warptwin",
           "a/bin");
  ck_found("a/bin/warptwin a/share/warptwin/scripts/build_rtl.sh a/lib/warptwin/", "a/bin/x", NULL, "a/share/warptwin", "a/bin");
  /* the tree is the library's, the build the program's */
  ck_found(TREE "a/build/warptwin b/scripts/build_rtl.sh b/build/warptwin b/build/lib.so", "a/build/x", "b/build/lib.so", "b", "a/build");
  ck_found(TREE "a/build/warptwin b/lib.so", "a/build/x", "b/lib.so", "a", "a/build");
  home_gone();
}
END_TEST

/* Where packages are, when nothing lies around the program: one of the machine's own before one of the distribution. */
START_TEST(a_package_is_found) {
  static const struct {
    const char *files, *root;
  } is[] = {{"t/u/usr/local/share/warptwin", "/usr/local/share/warptwin"},
            {"t/u/usr/share/warptwin", "/usr/share/warptwin"},
            {"t/u/usr/local/share/warptwin t/u/usr/share/warptwin", "/usr/local/share/warptwin"},
            {"t/u/usr/local t/u/usr", "/usr/local"},
            {"t/u/share/warptwin", "."},
            {"t/u/usr/local/share/warptwin t/a/share/warptwin", "a/share/warptwin"}};
  char under[200], cache[200];
  home_made();
  snprintf(under, sizeof under, "UNDER_USR=%s/t/u", home), snprintf(cache, sizeof cache, "WARPTWIN_CACHE=%s/c", home);
  const char *const env[] = {under, cache, NULL};
  for (size_t i = 0; i < sizeof is / sizeof *is; i++) {
    in_home("rm -rf t; for f in %s; do mkdir -p $f/scripts; : >$f/scripts/build_rtl.sh; done", is[i].files, "");
    found f = found_from("a/bin/x", NULL, env);
    ck_assert_msg(!strcmp(f.root, is[i].root), "%s: %s", is[i].files, f.root);
  }
  home_gone();
}
END_TEST

/* Names that just fit into what is kept of them, and just not: what does not fit is not there. */
static void folder_of(char *name, size_t whole) { /* below t/, so long with all above it */
  size_t n = whole - strlen(home) - 3;
  for (size_t i = 0; i < n; i++) name[i] = i % 100 == 99 && i != n - 1 ? '/' : 'd';
  name[n] = 0;
}
START_TEST(names_of_places_have_an_end) {
  enum { ROOM = 1023, SHARE = 15, LIB = 16 };
  if (!access("/usr/local/share/warptwin/scripts", F_OK) || !access("/usr/share/warptwin/scripts", F_OK)) return;
  home_made();
  for (int more = 0; more < 2; more++) {
    char dir[1100], exe[1200], root[1200], build[1200];
    folder_of(dir, ROOM + (size_t)more - 2); /* the program's own name */
    snprintf(exe, sizeof exe, "%s/x", dir);
    in_home("rm -rf t; mkdir -p t/%s/scripts; : >t/%s/scripts/build_rtl.sh", dir, dir);
    ck_assert_str_eq(found_from(exe, NULL, NULL).root, more ? "." : dir);
    folder_of(dir, ROOM + (size_t)more - SHARE); /* an installed tree */
    snprintf(exe, sizeof exe, "%s/x", dir), snprintf(root, sizeof root, "%s/share/warptwin", dir);
    in_home("rm -rf t; mkdir -p t/%s/share/warptwin/scripts; : >t/%s/share/warptwin/scripts/build_rtl.sh", dir, dir);
    ck_assert_str_eq(found_from(exe, NULL, NULL).root, more ? "." : root);
    folder_of(dir, ROOM + (size_t)more - LIB); /* an installed build */
    snprintf(exe, sizeof exe, "%s/x", dir), snprintf(build, sizeof build, "%s%s", dir, more ? "" : "/../lib/warptwin");
    in_home("rm -rf t; mkdir -p t/%s/../lib/warptwin/kernels; : >t/%s/warptwin", dir, dir);
    ck_assert_str_eq(found_from(exe, NULL, NULL).build, build);
    char err[700], got[2000], name[2000];
    folder_of(dir, ROOM + (size_t)more); /* a cache */
    snprintf(name, sizeof name, "%s/t/%s", home, dir);
    setenv("WARPTWIN_CACHE", name, 1);
    ck_assert_int_eq(wt_cache_dir(got, sizeof got, err, sizeof err), more ? -1 : 0);
  }
  home_gone();
}
END_TEST

/* The first of: what the user names, the build of a tree that is no package, XDG's folder, the one of his home. */
START_TEST(whose_cache_it_is) {
  char cache[200], xdg[200], of_home[200], root[200], err[700], dir[17];
  home_made();
  snprintf(cache, sizeof cache, "WARPTWIN_CACHE=%s/t/c/d", home), snprintf(xdg, sizeof xdg, "XDG_CACHE_HOME=%s/t/xdg", home);
  snprintf(of_home, sizeof of_home, "HOME=%s/t/me", home), snprintf(root, sizeof root, "WARPTWIN_ROOT=%s/t/b", home);
  const struct {
    const char *env[5], *root, *cache;
  } t[] = {{{cache, xdg, of_home, NULL}, "a", "c/d"},
           {{"WARPTWIN_CACHE=", xdg, of_home, NULL}, "a", "a/build/rtl"},
           {{root, cache, xdg, of_home, NULL}, "b", "c/d"},
           {{root, xdg, of_home, NULL}, "b", "xdg/warptwin"}, /* its Makefile is a folder */
           {{root, "XDG_CACHE_HOME=xdg", of_home, NULL}, "b", "me/.cache/warptwin"},
           {{root, "XDG_CACHE_HOME=", of_home, NULL}, "b", "me/.cache/warptwin"},
           {{root, of_home, NULL}, "b", "me/.cache/warptwin"},
           {{"WARPTWIN_ROOT=", xdg, NULL}, "a", "a/build/rtl"}};
  in_home("mkdir -p t/a/scripts t/b/Makefile; : >t/a/scripts/build_rtl.sh; : >t/a/Makefile", "", "");
  for (size_t i = 0; i < sizeof t / sizeof *t; i++) {
    found f = found_from("a/build/x", NULL, t[i].env);
    ck_assert_msg(!strcmp(f.root, t[i].root) && !strcmp(f.cache, t[i].cache), "%zu: %s %s", i, f.root, f.cache);
    in_home("test -w t/%s", t[i].cache, "");
  }
  unsetenv("WARPTWIN_CACHE"), unsetenv("XDG_CACHE_HOME"), setenv("WARPTWIN_ROOT", "/nowhere", 1);
  for (int is_set = 0; is_set < 2; is_set++) { /* of nobody; a buffer that is too small, so nothing is made */
    if (is_set) setenv("HOME", "", 1);
    else unsetenv("HOME");
    ck_assert_int_eq(wt_cache_dir(dir, 16, err, sizeof err), -1);
    ck_assert_ptr_eq(strstr(err, "/.cache/warptwi: cannot write the RTL cache"), err);
  }
  home_gone();
}
END_TEST

/* Each test finds what the process was started with, in one process with the others too. */
static void fresh(void) {
  static const char *const names[] = {"WARPTWIN_CACHE", "WARPTWIN_ROOT", "XDG_CACHE_HOME", "HOME"};
  static char *was[4];
  static int is_known;
  for (unsigned i = 0; i < 4; i++) {
    if (!is_known) was[i] = getenv(names[i]) ? strdup(getenv(names[i])) : NULL;
    if (was[i]) setenv(names[i], was[i], 1);
    else unsetenv(names[i]);
  }
  is_known = 1;
}

int main(int argc, char **argv) {
  if (argc == 2) return tells_its_home(!strcmp(argv[1], "build"));
  Suite *s = suite_create("home");
  TCase *tc = tcase_create("home");
  tcase_set_timeout(tc, 60);
  tcase_add_checked_fixture(tc, fresh, NULL);
  tcase_add_test(tc, a_folder_for_the_cache);
  tcase_add_test(tc, a_program_finds_its_tree);
  tcase_add_test(tc, a_package_is_found);
  tcase_add_test(tc, names_of_places_have_an_end);
  tcase_add_test(tc, whose_cache_it_is);
  suite_add_tcase(s, tc);
  return suite_run(s);
}
