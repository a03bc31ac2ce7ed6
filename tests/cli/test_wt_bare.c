/* test_wt_bare.c - a new machine: what scripts/packages.txt does not name is not found by `.ci/run` (scripts/confine.sh), and what `make test`
 * says at its end of what failed and what was not run (scripts/verdicts.sh).
 */
#include "tests/cli_kit.h"
#include "lib/wt_home.h"

/* A tree of its own in dir: setup, the scripts, a list of packages that a test may change, and targets that ask for what is to be found. */
static const char makefile[] =
  "SHELL := /bin/sh\n"
  ".PHONY: test build\n"
  "test build:\n"
  "\t@for p in $(P); do command -v $$p >/dev/null || echo \"no program $$p\"; done\n"
  "\t@for h in $(H); do printf '#include <%s>\\n' $$h | g++ -E -x c++ - >/dev/null 2>&1 || echo \"no header $$h\"; done\n"
  "\t@for l in $(L); do echo 'int main(void) { return 0; }' | gcc -x c - -o ld.out -l$$l 2>/dev/null || echo \"no library $$l\"; done\n";

/* Shell text in dir with R the root, B the folder of the build; what it prints comes back with its exit status as last line (static buffer). */
static const char *sh(const char *cmd) {
  static char line[8192], out[65536];
  snprintf(line, sizeof line, "cd '%s' && R='%s' B='%s' && { %s\n} >out 2>&1 </dev/null; echo \"exit $?\" >>out", dir, wt_root(), wt_build_dir(),
           cmd);
  ck_assert_int_eq(system(line), 0);
  slurp("out", out, sizeof out);
  return out;
}
static void says(const char *cmd, const char *want) {
  const char *out = sh(cmd);
  ck_assert_msg(!strcmp(out, want), "%s\nprints: %s\nwanted: %s", cmd, out, want);
}
static void has(const char *out, const char *needle) { ck_assert_msg(strstr(out, needle) != NULL, "no '%s' in: %s", needle, out); }

static void copied(void) {
  setup();
  file("Makefile", makefile, sizeof makefile - 1);
  says("mkdir own scripts && cp \"$R\"/setup . && cp \"$R\"/scripts/packages.txt \"$R\"/scripts/confine.sh \"$R\"/scripts/closure.awk scripts",
       "exit 0\n");
}

/* Nothing of the caller's make, and a program and a header of this machine's own in front of all others. With the list of the tree the roots are those of `.ci/run`. */
#define ENV "env -u MAKEFLAGS -u MAKELEVEL -u MFLAGS PATH=\"$PWD/own:$PATH\" CPATH=\"$PWD/own\" "
#define CONFINED ENV "\"$R\"/scripts/confine.sh \"$B\" "
#define CHANGED ENV "scripts/confine.sh build "

/* Where the packages of `make test` are not installed as Debian's, nothing can be said. */
static int here(const char *test) {
  const char *out = sh(CONFINED "make test");
  if (!strcmp(out, "exit 0\n")) return 1;
  ck_assert_msg(strstr(out, " is not installed; ./setup installs it\n") || strstr(out, "confine: not a Debian system\n"), "%s", out);
  suite_not_run(test, "the packages of `make test` are not installed as Debian packages");
  return 0;
}

/* ---- packages ---- */

START_TEST(what_is_listed_is_found) {
  if (!here("what_is_listed_is_found")) return;
  says("printf '#!/bin/sh\\n' >own/wt_only_here && chmod +x own/wt_only_here && : >own/wt_only_here.h\n" ENV
       "make test P=wt_only_here H=wt_only_here.h",
       "exit 0\n");
  /* of the list, of what it depends on (ld, perl), of minbase (sed, script), of alternatives (awk, c++); nothing else of this machine */
  says(CONFINED "make test P='gcc g++ cc c++ make flock column verilator yosys pkg-config git ld nm perl awk sed sh bash script wt_only_here'",
       "no program wt_only_here\nexit 0\n");
  says(CONFINED "make test H='check.h libelf.h jansson.h zlib.h lz4.h zstd.h nettle/sha2.h vector sys/mman.h wt_only_here.h' "
                "L='check subunit elf jansson z lz4 zstd nettle dl m rt pthread atomic gcov asan ubsan wt_only_here'",
       "no header wt_only_here.h\nno library wt_only_here\nexit 0\n");
}
END_TEST

/* Some lines less, and what these packages bring is gone; the rest is there. */
START_TEST(what_is_not_listed_is_not_found) {
  if (!here("what_is_not_listed_is_not_found")) return;
  says("for p in pkg-config yosys check libjansson-dev; do sed -i \"/^$p\\( .*\\)*$/d\" scripts/packages.txt; done; diff \"$R\"/scripts/packages.txt "
       "scripts/packages.txt | grep -c '^<'",
       "4\nexit 0\n");
  says(CHANGED "make test P='pkg-config yosys gcc verilator' H='check.h jansson.h libelf.h zlib.h' L='check jansson elf z'",
       "no program pkg-config\nno program yosys\nno header check.h\nno header jansson.h\nno library check\nno library jansson\nexit 0\n");
}
END_TEST

/* Each command has the parts that setup takes for it; what is optional comes without what it depends on; what is not installed is named. */
START_TEST(a_command_has_its_parts) {
  if (!here("a_command_has_its_parts")) return;
  says(CONFINED "make build P='gcc verilator yosys git' H='jansson.h check.h'", "no program yosys\nno header check.h\nexit 0\n");
  says("./setup --packages make cosim | grep -cx -e verilator -e check -e cppcheck", "1\nexit 0\n");
  says("./setup --packages make -k test | grep -cx -e verilator -e check -e cppcheck", "2\nexit 0\n");
  says("./setup --packages make lint | grep -cx -e verilator -e check -e cppcheck", "3\nexit 0\n");
  says("./setup --packages make sta | grep -cx -e opensta -e yosys -e cppcheck", "2\nexit 0\n");
  says("./setup --packages make lint sta | grep -cx -e opensta -e yosys -e cppcheck", "3\nexit 0\n");
  says("./setup --packages make lint | grep -cx -e opensta -e qflow-tech-osu018", "0\nexit 1\n");
  says("./setup --packages | grep -cx -e git -e gtkwave", "0\nexit 1\n");
  says("printf '[run]\\nmake\\n[bare]\\n[optional]\\nyosys\\nwt-not-there\\n' >scripts/packages.txt && " CHANGED "make build P='make yosys dot gcc'",
       "no program dot\nno program gcc\nexit 0\n");
  const char *out = sh("echo wt-not-there >>scripts/packages.txt && sed -i 's/optional/run/' scripts/packages.txt && " CHANGED "make build");
  has(out, "confine: package wt-not-there is not installed; ./setup installs it\n");
  ck_assert_ptr_null(strstr(out, "exit 0"));
}
END_TEST

/* ---- the end of make test ---- */

/* Two suites and a sample, as scripts/test.mk runs them; what fails is chosen by the caller. */
static void suites(void) {
  static const char text[] = "all: build/tests/a/one.run build/tests/b/two.run sample\n"
                             "%.run:\n\t@\"$(R)/scripts/suite.sh\" $* . 2\n"
                             "sample:\n\t@echo the sample; $(SAMPLE)\n";
  file("Makefile", text, sizeof text - 1);
  says("mkdir -p build/tests/a build/tests/b && : >started && : >ended\n"
       "printf '#!/bin/sh\\necho \"100%%: Checks: 3, Failures: 0, Errors: 0\"; exit $ONE\\n' >build/tests/a/one\n"
       "printf '#!/bin/sh\\necho \"not run: a_picture: no viewer is installed\"; exit 0\\n' >build/tests/b/two && chmod +x build/tests/*/*",
       "exit 0\n");
}
#define VERDICTS "env -u MAKEFLAGS -u MAKELEVEL \"$R/scripts/verdicts.sh\" log 2 make -k R=\"$R\" all "

START_TEST(all_pass) {
  suites();
  const char *out = sh("ONE=0 " VERDICTS "SAMPLE=true");
  has(out, "\nnot run:\n  a_picture: no viewer is installed\nall 2 suites passed\nexit 0\n");
  ck_assert_ptr_null(strstr(out, "failed:"));
}
END_TEST

/* A suite that fails first does not keep the others from running; samples that are no suites are on the list, and a sample alone is a failure. */
START_TEST(all_run_and_failures_are_listed) {
  suites();
  const char *out = sh("ONE=3 " VERDICTS "SAMPLE=false");
  has(out, "1 of 2 ended: a/one FAILED (exit 3)");
  has(out, "2 of 2 ended: b/two passed");
  has(out, "\nfailed:\n  a/one: Error 3\n  sample: Error 1\nnot run:\n  a_picture: no viewer is installed\n1 of 2 suites passed; failed: 2; log has "
           "all that was printed\n"
           "exit 1\n");
  suites();
  has(sh("ONE=0 " VERDICTS "SAMPLE=false"),
      "\nfailed:\n  sample: Error 1\nnot run:\n  a_picture: no viewer is installed\n2 of 2 suites passed; failed: 1; ");
  /* a suite that was not even begun is not passed */
  suites();
  has(sh("ONE=0 && export ONE && sed -i 's/^all:.*/& gone/' Makefile && " VERDICTS "SAMPLE=true"),
      "\nfailed:\n  No rule to make target 'gone', needed by 'all'.\n");
  suites();
  has(sh("ONE=0 && export ONE && sed -i 's/ build.tests.b.two.run//' Makefile && " VERDICTS "SAMPLE=true"), "\n1 of 2 suites passed; failed: 0; ");
}
END_TEST

/* A test that wants a terminal is not run where script(1) has none to give; a machine without script is no such place: it fails there. */
START_TEST(a_root_without_terminals_is_said) {
  char path[4096], text[300];
  snprintf(path, sizeof path, "%s/own:%s", dir, getenv("PATH"));
  says("mkdir own && printf '#!/bin/sh\\nexit 1\\n' >own/script && chmod +x own/script", "exit 0\n");
  setenv("PATH", path, 1);
  snprintf(path, sizeof path, "%s/said", dir);
  ck_assert_ptr_nonnull(freopen(path, "w", stdout));
  ck_assert_int_eq(terminal_here("colours"), 0);
  slurp("said", text, sizeof text);
  ck_assert_str_eq(text, "not run: colours: there are no pseudo-terminals (mount devpts on /dev/pts)\n");
  says("printf '#!/bin/sh\\nexit 0\\n' >own/script", "exit 0\n");
  ck_assert_int_eq(terminal_here("colours"), 1);
  snprintf(path, sizeof path, "%s", getenv("PATH"));
  setenv("PATH", "/nowhere", 1);
  ck_assert_int_eq(terminal_here("colours"), 1);
  setenv("PATH", path, 1);
}
END_TEST

int main(void) {
  Suite *s = suite_create("bare");
  TCase *packages = tcase_create("packages"), *verdicts = tcase_create("verdicts");
  tcase_set_timeout(packages, 300);
  tcase_add_checked_fixture(packages, copied, teardown);
  tcase_add_test(packages, what_is_listed_is_found);
  tcase_add_test(packages, what_is_not_listed_is_not_found);
  tcase_add_test(packages, a_command_has_its_parts);
  suite_add_tcase(s, packages);
  tcase_add_checked_fixture(verdicts, setup, teardown);
  tcase_add_test(verdicts, all_pass);
  tcase_add_test(verdicts, all_run_and_failures_are_listed);
  tcase_add_test(verdicts, a_root_without_terminals_is_said);
  suite_add_tcase(s, verdicts);
  return suite_run(s);
}
