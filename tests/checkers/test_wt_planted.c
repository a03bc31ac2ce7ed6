/* test_wt_planted.c - rows of planted changes (docs/planted.md): where they fit, what the reader says of one that does not, and what `make reanchor` makes
 * of them after words and files were renamed and functions moved: scripts/planted.awk and scripts/reanchor.sh on a small repository of their own.
 */
#include "tests/cli_kit.h"
#include "lib/wt_home.h"

/* Shell text in dir, with git and the reader of a row; what it prints comes back with its exit status as last line (static buffer). */
static const char *sh(const char *cmd) {
  static char line[8192], out[65536];
  snprintf(line, sizeof line,
           "cd '%s' && R='%s' && export GIT_CONFIG_GLOBAL=/dev/null && { awk=\"awk -v lists=tests/a.txt -f scripts/planted.awk -v\"\n%s\n"
           "} >out 2>&1 </dev/null; echo \"exit $?\" >>out",
           dir, wt_root(), cmd);
  ck_assert_int_eq(system(line), 0);
  slurp("out", out, sizeof out);
  return out;
}
static void says(const char *cmd, const char *want) {
  const char *out = sh(cmd);
  ck_assert_msg(!strcmp(out, want), "%s\nprints: %s\nwanted: %s", cmd, out, want);
}

static const char c_text[] = "static int least(int a, int b) {\n  if (a < b) return a;\n  return b;\n}\n\n"
                             "int wt_sum(const int *v, int n) {\n  int sum = 0;\n  for (int i = 0; i < n; i++) sum += v[i];\n"
                             "  if (sum < n) return n;\n  return sum;\n}\n\n"
                             "int wt_two(int b) {\n  if (b < 2) b = 2;\n  return b;\n}\n\n"
                             "/* A file of some length is the same file by another name when a few of its lines are others, too. */\n"
                             "static const char *const digits[] = {\"zero\",\n  \"one\",\n  \"two\",\n  \"three\",\n  \"four\",\n  \"five\",\n};\n";
static const char sv_text[] = "module wt_m (input wire logic a);\n  logic x, y;\n  always_comb begin\n    x = 1'b0;\n    if (a) x = 1'b1;\n  end\n"
                              "  always_comb begin\n    y = 1'b0;\n    if (a) y = 1'b1;\n  end\n"
                              "  function automatic logic no(input logic v);\n    no = ~v;\n  endfunction\nendmodule\n";
/* What a row says must be the text of its file once in its part; `sum` and `once` are multi-place and multi-line. */
static const char list[] = "# a list\n"
                           "@ less m/a.c#least asks=suite:test : the larger one\n-a < b\n+a > b\n"
                           "@ second m/a.c 2/2 : of two\n-return b;\n+return 0;\n"
                           "@ sum m/a.c#wt_sum : two places\n-int sum = 0;\n+int sum = 1;\n-  return sum;\n-}\n+  return 0;\n+}\n"
                           "@ none m/a.c */4 : each\n- < \n+ <= \n!never(1)\n=no reason\n"
                           "@ y m/b.sv#y DIVERGENCE=hanoi L1=2\n-if (a) \n+\n";

static void made(void) {
  setup();
  says("mkdir m tests scripts && cp \"$R\"/scripts/planted.awk \"$R\"/scripts/reanchor.awk \"$R\"/scripts/reanchor.sh scripts", "exit 0\n");
  text_file("m/a.c", c_text), text_file("m/b.sv", sv_text), text_file("tests/a.txt", list);
}
static void kept(void) {
  made();
  says("git init -q . && git add m tests && git -c user.name=n -c user.email=e commit -qm one", "exit 0\n");
}

START_TEST(rows_are_read_and_applied) {
  says("$awk mode=check", "exit 0\n");
  says("$awk mode=rows -v key=asks", "tests/a.txt less m/a.c suite:test the larger one\ntests/a.txt second m/a.c - of two\n"
                                     "tests/a.txt sum m/a.c - two places\ntests/a.txt y m/b.sv - \nexit 0\n");
  says("$awk mode=rows | tail -n 1", "tests/a.txt y m/b.sv DIVERGENCE=hanoi L1=2 \nexit 0\n");
  says("$awk mode=apply -v id=less | diff m/a.c -", "2c2\n<   if (a < b) return a;\n---\n>   if (a > b) return a;\nexit 1\n");
  says("$awk mode=apply -v id=second | diff m/a.c -", "15c15\n<   return b;\n---\n>   return 0;\nexit 1\n");
  says("$awk mode=apply -v id=sum | diff m/a.c -",
       "7c7\n<   int sum = 0;\n---\n>   int sum = 1;\n10c10\n<   return sum;\n---\n>   return 0;\nexit 1\n");
  says("$awk mode=apply -v id=none | grep -c '<='", "4\nexit 0\n");
  says("$awk mode=apply -v id=none -v probed=1 | grep -c 'never(1)'", "4\nexit 0\n");
  says("$awk mode=apply -v id=y | diff m/b.sv -", "9c9\n<     if (a) y = 1'b1;\n---\n>     y = 1'b1;\nexit 1\n");
  says("$awk mode=apply -v id=nobody", "tests/a.txt: nobody: no such row\nexit 1\n");
}
END_TEST

/* A row comes out of a change of a file, and finds it again. */
START_TEST(changes_become_rows) {
  says("sed 's/sum < n/sum <= n/' m/a.c >c && WORDS='n itself' $awk mode=row -v id=new -v source=m/a.c -v changed=c",
       "@ new m/a.c#wt_sum : n itself\n-if (sum < n) return n;\n+if (sum <= n) return n;\nexit 0\n");
  says("sed '15s/b/0/' m/a.c >c && $awk mode=row -v id=new -v source=m/a.c -v changed=c", "@ new m/a.c#wt_two\n-return b;\n+return 0;\nexit 0\n");
  says("$awk mode=like -v source=m/a.c -v changed=c", "second same\nexit 0\n");
  says("sed 's/b < 2/b <= 2/' m/a.c >c && $awk mode=like -v source=m/a.c -v changed=c", "none probe\nexit 0\n");
  says("sed 's/b < 2/b > 2/' m/a.c >c && $awk mode=like -v source=m/a.c -v changed=c", "exit 1\n");
}
END_TEST

START_TEST(what_does_not_fit_is_named) {
  says("sed -i 's/a < b/b > a/' m/a.c && $awk mode=check", "tests/a.txt:2: less: stands in m/a.c#least 0 times, not 1: a < b\n"
                                                           "tests/a.txt:15: none: stands in m/a.c 3 times, not 4:  < \nexit 1\n");
  says("sed -i 's/least/smaller/; s/b > a/a < b/' m/a.c && $awk mode=check", "tests/a.txt:2: less: m/a.c has no part called least\nexit 1\n");
  says("sed -i 's/smaller/least/' m/a.c && rm m/b.sv && $awk mode=check", "tests/a.txt:20: y: no such file: m/b.sv\nexit 1\n");
  says("cp \"$R\"/rtl/lib/wt_first.sv m/b.sv && sed -i '/@ y/,$d; s/+int sum = 1/+int sum = 0/; s/  return 0;/  return sum;/' tests/a.txt && $awk "
       "mode=check",
       "tests/a.txt:8: sum: changes nothing\nexit 1\n");
  says("echo '@ less m/a.c m/b.sv' >>tests/a.txt && $awk mode=check",
       "tests/a.txt:20: less: neither KEY=VALUE nor behind a colon: m/b.sv\ntests/a.txt:8: sum: changes nothing\n"
       "tests/a.txt:20: less: there are two of this name\ntests/a.txt:20: less: has no - line\nexit 1\n");
}
END_TEST

/* Expressions behind a selector. */
START_TEST(one_of_many_is_selected) {
  text_file("tests/a.txt", "@ 1 m/a.c#least root=x\n-a < b\n+a > b\n@ 2 m/a.c root=x\n-sum < n\n+0\n@ 3 m/b.sv#no root=x\n-~v\n+v\n");
  says("mkdir -p t/m && $awk mode=select -v tree=t -v pick='p == NUMBER' -v first='top\\n' -v share=1/2 && diff m/a.c t/m/a.c; diff m/b.sv t/m/b.sv",
       "0a1\n> top\n2c3\n<   if (a < b) return a;\n---\n>   if ((p == 1 ? (a > b) : (a < b))) return a;\n"
       "0a1\n> top\n12c13\n<     no = ~v;\n---\n>     no = (p == 3 ? (v) : (~v));\nexit 1\n");
}
END_TEST

/* Words of the file, the name of a function, the file itself, and lines that are broken otherwise. */
START_TEST(renamed_rows_are_found) {
  says("scripts/reanchor.sh HEAD", "reanchor: 0 rows re-anchored, 0 need a hand\nexit 0\n");
  says("sed -i 's/\\bleast\\b/the_lesser_of_two/; s/\\bb\\b/other/g; s/\\bsum\\b/whole/g; s/wt_sum/wt_whole/; s/return other;/return\\n    other;/' "
       "m/a.c && "
       "mv m/a.c m/c.c && sed -i 's/\\by\\b/yes/; s/if (a) y/if (a) yes/' m/b.sv && scripts/reanchor.sh HEAD | grep -v '^ '",
       "tests/a.txt:2: less: re-anchored: @ less m/c.c#the_lesser_of_two asks=suite:test : the larger one\n"
       "tests/a.txt:5: second: re-anchored: @ second m/c.c 2/2 : of two\n"
       "tests/a.txt:8: sum: re-anchored: @ sum m/c.c#wt_whole : two places\n"
       "tests/a.txt:15: none: re-anchored: @ none m/c.c */4 : each\n"
       "tests/a.txt:20: y: re-anchored: @ y m/b.sv#yes DIVERGENCE=hanoi L1=2\n"
       "reanchor: 5 rows re-anchored (WRITE=1 writes them), 0 need a hand\nexit 0\n");
  says("git diff --stat tests; scripts/reanchor.sh HEAD write >said; tail -n 1 said; $awk mode=check; cat tests/a.txt",
       "reanchor: 5 rows re-anchored, 0 need a hand\n# a list\n"
       "@ less m/c.c#the_lesser_of_two asks=suite:test : the larger one\n-a < other\n+a > other\n"
       "@ second m/c.c 2/2 : of two\n-return\n-    other;\n+return 0;\n"
       "@ sum m/c.c#wt_whole : two places\n-int whole = 0;\n+int whole = 1;\n-  return whole;\n-}\n+  return 0;\n+}\n"
       "@ none m/c.c */4 : each\n- < \n+ <= \n!never(1)\n=no reason\n"
       "@ y m/b.sv#yes DIVERGENCE=hanoi L1=2\n-if (a) \n+\nexit 0\n");
}
END_TEST

/* A function that goes to another file; one more of the same text before the one that is meant. */
START_TEST(moved_rows_are_found) {
  says("{ sed -n 1,4p m/a.c; echo 'int wt_more(int b) {'; echo '  return b;'; echo '}'; } >m/more.c && sed -i '1,4d' m/a.c && "
       "printf 'int wt_first(int b) {\\n  return b;\\n}\\n\\nint wt_next(int b) {\\n  return b;\\n}\\n\\n' | cat - m/a.c >c && mv c m/a.c && "
       "scripts/reanchor.sh HEAD",
       "tests/a.txt:2: less: re-anchored: @ less m/more.c#least asks=suite:test : the larger one\n  -a < b\n"
       "tests/a.txt:5: second: re-anchored: @ second m/a.c 3/3 : of two\n  -return b;\n"
       "tests/a.txt:15: none: needs a hand: is not found again in m/a.c\n  - < \n"
       "reanchor: 2 rows re-anchored (WRITE=1 writes them), 1 need a hand\nexit 1\n");
}
END_TEST

START_TEST(what_is_gone_needs_a_hand) {
  says("sed -i '/if (a < b)/d' m/a.c && scripts/reanchor.sh HEAD write; git diff --stat tests",
       "tests/a.txt:2: less: needs a hand: is not found again in m/a.c\n  -a < b\n"
       "tests/a.txt:15: none: needs a hand: is not found again in m/a.c\n  - < \n"
       "reanchor: 0 rows re-anchored, 2 need a hand\nexit 0\n");
  says("scripts/reanchor.sh HEAD >said", "exit 1\n");
  says("rm m/b.sv && scripts/reanchor.sh HEAD | tail -n 3", "tests/a.txt:20: y: needs a hand: is not found again in m/b.sv\n  -if (a) \n"
                                                            "reanchor: 0 rows re-anchored, 3 need a hand\nexit 0\n");
}
END_TEST

int main(void) {
  Suite *s = suite_create("planted");
  TCase *reader = tcase_create("reader"), *reanchor = tcase_create("reanchor");
  tcase_add_checked_fixture(reader, made, teardown);
  tcase_add_test(reader, rows_are_read_and_applied);
  tcase_add_test(reader, changes_become_rows);
  tcase_add_test(reader, what_does_not_fit_is_named);
  tcase_add_test(reader, one_of_many_is_selected);
  suite_add_tcase(s, reader);
  tcase_add_checked_fixture(reanchor, kept, teardown);
  tcase_add_test(reanchor, renamed_rows_are_found);
  tcase_add_test(reanchor, moved_rows_are_found);
  tcase_add_test(reanchor, what_is_gone_needs_a_hand);
  suite_add_tcase(s, reanchor);
  return suite_run(s);
}
