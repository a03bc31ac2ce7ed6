/* test_wt_infile.c - what is read from outside ends: devices, folders, named pipes and files beyond all measure are refused in one line wherever a file is named;
 * a pipe that the shell holds open is read. Names that are no text give a JUnit file that is XML. A full disk is called so where the machine is made.
 */
#define _DEFAULT_SOURCE
#include <jansson.h>
#include <sys/stat.h>

#include "tests/cli_kit.h"
#include "cli/wt_cli.h"
#include "cosim/wt_gen.h"
#include "files/wt_infile.h"
#include "files/wt_xml.h"

/* In dir; $W is warptwin, $C a cubin. Exit code, or 128 + signal. */
static int shell(const char *line, char *said, size_t n) {
  char whole[4096];
  setenv("L", line, 1);
  snprintf(whole, sizeof whole, "cd %s && export W='%s/warptwin' C='%s/tests/kernels/vecadd.cubin' && timeout 20 sh -c \"$L\" 2>err >out </dev/null",
           dir, wt_build_dir(), wt_root());
  int st = system(whole);
  slurp("err", said, n);
  return WIFEXITED(st) ? WEXITSTATUS(st) : 128 + WTERMSIG(st);
}

#define RUN "$W run $C --config tiny --no-oracle --grid 10 --block 8 --arg in:%s --arg in:a.bin --arg out:300:c.bin --arg i32:75"
START_TEST(what_does_not_end_is_refused) {
  static const struct {
    const char *name, *why;
  } bad[] = {{"/dev/zero", "it is a device, give a file"},
             {"folder", "it is a folder, give a file"},
             {"pipe", "it is a named pipe, give a file"},
             {"huge", "it is larger than 4 GiB"},
             {"missing", "No such file or directory"}};
  char line[1000], said[4096], want[200];
  ck_assert_int_eq(shell("mkdir folder; mkfifo pipe; truncate -s 5G huge; head -c 300 $C >a.bin", said, sizeof said), 0);
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    snprintf(line, sizeof line, RUN, bad[i].name);
    snprintf(want, sizeof want, "%s: cannot read: %s\n", bad[i].name, bad[i].why);
    ck_assert_int_eq(shell(line, said, sizeof said), 2);
    ck_assert_msg(strstr(said, want) && strchr(said, '\n')[1] == 0, "%s: %s", bad[i].name, said);
  }
  /* everywhere else where a file is read */
  static const char *const others[] = {"$W run /dev/zero",          "$W check pipe",    "$W dis folder",          "$W regress pipe", "$W replay pipe",
                                       "$W run --resume /dev/zero", "$W run pipe.sass", "$W tracediff pipe pipe", "$W asm pipe -o x"};
  ck_assert_int_eq(shell("mkfifo pipe.sass", said, sizeof said), 0);
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
    int rc = shell(others[i], said, sizeof said);
    ck_assert_msg(rc == 2 && strchr(said, '\n') && strlen(said) < 500, "%s: exit %d: %s", others[i], rc, said);
  }
}
END_TEST

/* Of one size the first byte too much. */
START_TEST(four_gibibytes_are_not_too_much) {
  char said[4096];
  ck_assert_int_eq(shell("truncate -s 4294967296 most && truncate -s 4294967297 more", said, sizeof said), 0);
  ck_assert_ptr_null(wt_infile_look(file_at("most")));
  ck_assert_str_eq(wt_infile_look(file_at("more")), "it is larger than 4 GiB");
}
END_TEST

START_TEST(pipes_that_are_open_are_read) {
  char line[1000], said[4096];
  ck_assert_int_eq(shell("head -c 300 $C >a.bin", said, sizeof said), 0);
  snprintf(line, sizeof line, RUN, "a.bin");
  ck_assert_int_eq(shell(line, said, sizeof said), 0);
  ck_assert_int_eq(shell("mv c.bin one.bin", said, sizeof said), 0);
  snprintf(line, sizeof line, "cat a.bin | " RUN, "/dev/stdin");
  ck_assert_msg(shell(line, said, sizeof said) == 0, "%s", said);
  ck_assert_int_eq(shell("cmp c.bin one.bin", said, sizeof said), 0);
  snprintf(line, sizeof line, RUN " <a.bin", "/dev/stdin");
  ck_assert_int_eq(shell(line, said, sizeof said), 0);
}
END_TEST

/* Bytes and what an XML file has of them. */
START_TEST(names_in_xml_are_characters) {
  static const struct {
    const char *name, *is;
  } t[] = {{"plain <&\">", "plain &lt;&amp;&quot;&gt;"},
           {"a\xffz", "a&#xfffd;z"},
           {"\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80", "\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80"},
           {"\xc0\x80", "&#xfffd;&#xfffd;"},                         /* longer than it need be */
           {"\xe0\x80\x80", "&#xfffd;&#xfffd;&#xfffd;"},             /* the same */
           {"\xed\xa0\x80", "&#xfffd;&#xfffd;&#xfffd;"},             /* half of a pair */
           {"\xef\xbf\xbf", "&#xfffd;&#xfffd;&#xfffd;"},             /* no character of XML */
           {"\xf4\x90\x80\x80", "&#xfffd;&#xfffd;&#xfffd;&#xfffd;"}, /* beyond the last */
           {"\xe2\x82", "&#xfffd;&#xfffd;"},                         /* cut */
           {"\x1b[1m\ttab", " [1m tab"}};
  for (size_t i = 0; i < sizeof t / sizeof *t; i++) {
    char *text = NULL;
    size_t n = 0;
    FILE *f = open_memstream(&text, &n);
    wt_xml(f, t[i].name), fclose(f);
    ck_assert_str_eq(text, t[i].is);
    free(text);
  }
}
END_TEST
START_TEST(junit_of_a_name_that_is_no_text) {
  char said[4096], xml[4096];
  ck_assert_int_eq(shell("cp $C \"$(printf 'k\\377\\033.cubin')\" && head -c 300 $C >a.bin && $W regress --run k*.cubin --config tiny --grid 10 "
                         "--block 8 --arg in:a.bin "
                         "--arg in:a.bin --arg out:300:c.bin --arg i32:75 --junit j.xml",
                         said, sizeof said),
                   0);
  size_t n = slurp("j.xml", xml, sizeof xml);
  json_t *utf8 = json_stringn(xml, n);
  ck_assert_msg(utf8 && strstr(xml, "name=\"k&#xfffd; ") && strstr(xml, "encoding=\"UTF-8\""), "%s", xml);
  for (size_t i = 0; i < n; i++) ck_assert(xml[i] == '\n' || (unsigned char)xml[i] >= 32);
  json_decref(utf8);
}
END_TEST

/* Two cases that fail are two failures in the file. */
START_TEST(junit_counts_failures) {
  char said[4096], xml[8192];
  ck_assert_int_eq(
    shell("head -c 8 $C >a.bin && $W regress --run $C --config tiny,small --grid 10 --block 8 --arg in:a.bin --arg in:a.bin --arg out:8:c.bin "
          "--arg i32:75 --junit j.xml",
          said, sizeof said),
    1);
  slurp("j.xml", xml, sizeof xml);
  ck_assert_msg(strstr(xml, "tests=\"2\" failures=\"2\"") != NULL, "%s", xml);
}
END_TEST

/* A save file of GTKWave that the user has made is not written over; one that this program has made is. */
START_TEST(a_save_file_of_the_user_stays) {
  char said[4096], got[4096];
  for (int mine = 1; mine >= 0; mine--) {
    char line[1000];
    snprintf(line, sizeof line, "%shead -c 300 $C >a.bin; " RUN " --wave x.fst", mine ? "echo 'my own signals' >x.gtkw; " : "rm x.gtkw; ", "a.bin");
    ck_assert_msg(shell(line, said, sizeof said) == 0, "%s", said);
    slurp("x.gtkw", got, sizeof got);
    ck_assert_msg((strcmp(got, "my own signals\n") == 0) == mine, "%s", got);
  }
}
END_TEST

START_TEST(numbers_that_do_not_fit_are_refused) {
  static const char *const bad[] = {"u8:256", "u16:65536", "u32:4294967296", "i8:-129", "i16:65536", "u8:-1"};
  char args[400], says[80];
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    snprintf(args, sizeof args, "run '%s/tests/kernels/vecadd.cubin' --config tiny --arg %s", wt_root(), bad[i]);
    snprintf(says, sizeof says, "--arg %s: the value does not fit its type", bad[i]);
    refused(2, says, args);
  }
}
END_TEST

/* What a full disk says, by a file that is one. */
START_TEST(a_full_disk_is_called_so) {
  char err[2000], path[200];
  wt_shape S;
  ck_assert_int_eq(wt_shape_preset(&S, "tiny", err, sizeof err), 0);
  snprintf(path, sizeof path, "%s/wt_pkg.sv", dir);
  ck_assert_int_eq(symlink("/dev/full", path), 0);
  ck_assert_int_ne(wt_gen_dir(dir, &S, NULL, 0, err, sizeof err), 0);
  ck_assert_msg(strstr(err, "wt_pkg.sv: cannot write: No space left on device; make room ('warptwin cache prune')"), "%s", err);
  ck_assert_int_ne(wt_gen_dir("/nonexistent", &S, NULL, 0, err, sizeof err), 0);
  ck_assert_msg(strstr(err, "/nonexistent/wt_pkg.sv: cannot write: No such file or directory; check that the folder exists and is writable"), "%s",
                err);
}
END_TEST

int main(void) {
  TCase *t = tcase_create("infile");
  tcase_add_test(t, what_does_not_end_is_refused);
  tcase_add_test(t, four_gibibytes_are_not_too_much);
  tcase_add_test(t, pipes_that_are_open_are_read);
  tcase_add_test(t, names_in_xml_are_characters);
  tcase_add_test(t, junit_of_a_name_that_is_no_text);
  tcase_add_test(t, junit_counts_failures);
  tcase_add_test(t, a_save_file_of_the_user_stays);
  tcase_add_test(t, numbers_that_do_not_fit_are_refused);
  tcase_add_test(t, a_full_disk_is_called_so);
  return run_suite("infile", t);
}
