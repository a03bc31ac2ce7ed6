/* test_wt_farm.c - farms (docs/user/farm.md): what a worker leaves of each item, and how it is judged. What a plan holds: test_wt_farm_plan.c. Workers that are killed, full disks and
 * Slurm: scripts/farm_test.sh.
 */
#define _GNU_SOURCE
#include <signal.h>
#include <sys/resource.h>

#include "farm_kit.h"
#include "warptwin.h"

/* ---- work ---- */

static void commands(const char *lines) {
  text_file("list", lines);
  farm(0, "plan f --commands list");
}
static void ends(unsigned item, int status, const char *verdict, const char *text) {
  json_t *r = result_of("f", item);
  char name[24];
  snprintf(name, sizeof name, "%06u", item);
  ck_assert_str_eq(str(r, "item"), name);
  ck_assert_msg(json_integer_value(json_object_get(r, "status")) == status, "%u: status %lld", item,
                json_integer_value(json_object_get(r, "status")));
  ck_assert_str_eq(str(r, "verdict"), verdict);
  ck_assert_str_eq(str(r, "text"), text);
  ck_assert(json_real_value(json_object_get(r, "seconds")) >= 0 && *str(r, "host") && json_integer_value(json_object_get(r, "process")) > 1);
  ck_assert_ptr_null(json_object_get(r, "digest"));
  json_decref(r);
}
START_TEST(what_becomes_of_a_command) {
  commands("true\nexit 1\nexit 2\nexit 3\necho out; echo err >&2; exit 1\nkill -SEGV $$\nexit 124\nread x || echo nothing to read\nsleep 30\n"
           "printf '\\377a\\001\\377\\tb~\\177\\n'\nyes 0123456789 | head -n 1000\necho \"$WT_QUIET $MAKEFLAGS$MAKELEVEL\"\n");
  setenv("MAKEFLAGS", "x", 1), setenv("MAKELEVEL", "3", 1);
  const char *said = farm(0, "work f --timeout 2");
  static const char *const verdicts[] = {"ok", "failed", "error", "failed", "failed", "crashed", "failed", "ok", "failed", "ok", "ok", "ok"};
  for (unsigned i = 0; i < 12; i++) {
    char want[60], *nl;
    snprintf(want, sizeof want, "%06u %s ", i, verdicts[i]);
    ck_assert_msg(!strncmp(said, want, strlen(want)) && (nl = strchr(said, '\n')) && !strncmp(nl - 2, " s", 2), "%s", said);
    said = nl + 1;
  }
  ck_assert_str_eq(said, "");
  ends(0, 0, "ok", "");
  ends(1, 1, "failed", "");
  ends(2, 2, "error", "");
  ends(3, 3, "failed", "");
  ends(4, 1, "failed", "out\nerr\n");
  ends(5, 139, "crashed", "");
  ends(6, 124, "failed", "");
  ends(7, 0, "ok", "nothing to read\n");
  ends(8, 124, "failed", "not finished in the time that --timeout gives");
  ends(9, 0, "ok", " a   b~ \n"); /* what is no text becomes blanks */
  ends(11, 0, "ok", "1 \n");
  json_t *r = result_of("f", 10);
  const char *text = str(r, "text"); /* the last 4000 bytes */
  ck_assert_uint_eq(strlen(text), 4000);
  ck_assert_str_eq(text + 4000 - 22, "0123456789\n0123456789\n");
  json_decref(r);
  ck_assert_str_eq(farm(0, "work f"), ""); /* all of them are done, whatever became of them */
}
END_TEST

START_TEST(who_does_which_item) {
  static const char five[] = "echo 0\necho 1\necho 2\necho 3\necho 4; test -e good\n";
  commands(five);
  ck_assert_str_eq(farm(0, "work f --of 1/3 -q"), "");
  for (int i = 0; i < 5; i++) {
    char name[60];
    snprintf(name, sizeof name, "f/results/%06d.json", i);
    ck_assert_int_eq(present(name), i % 3 == 1);
  }
  ck_assert_ptr_nonnull(strstr(farm(0, "work f --of 0/3"), "000000 ok "));
  text_file("numbers", "2\n7\n2\n"); /* there is no item 7 */
  ck_assert_int_eq(strncmp(farm(0, "work f --list numbers"), "000002 ok ", 10), 0);
  farm(1, "collect f -q");
  farm(2, "work f --list none");
  ck_assert_ptr_nonnull(strstr(err, "none: cannot read: No such file"));
  /* the one that failed, and no other, once it is asked for again */
  ck_assert_str_eq(farm(0, "work f"), "");
  text_file("good", "");
  ck_assert_int_eq(strncmp(farm(0, "work f --again"), "000004 ok ", 10), 0);
  ck_assert_str_eq(farm(0, "work f --again"), "");
  farm(0, "collect f -q");
  /* the first, the last, and none at all */
  text_file("numbers", "4\n0\n");
  char cmd[200];
  snprintf(cmd, sizeof cmd, "rm %s/f/results/*", dir);
  ck_assert_int_eq(system(cmd), 0);
  farm(0, "work f --list numbers --of 1/2 -q");
  ck_assert(present("f/results/000000.json") && !present("f/results/000004.json"));
  text_file("numbers", "");
  ck_assert_str_eq(farm(0, "work f --list numbers"), "");
}
END_TEST

/* A plan by hand: the parts of an item that plan does not make alone. */
START_TEST(digests_and_programs) {
  text_file("list", "true\n");
  farm(0, "plan f --commands list");
  text_file(
    "f/plan.json",
    "{\"format\": 1, \"items\": ["
    "{\"item\": \"000000\", \"kind\": \"command\", \"title\": \"a\", \"identity\": \"i0\", \"argv\": [\"sh\", \"-c\", \"echo 12ab >$0; echo more "
    ">>$0\", \"@DIGEST@\"]},"
    "{\"item\": \"000001\", \"kind\": \"command\", \"title\": \"b\", \"identity\": \"i1\", \"argv\": []},"
    "{\"item\": \"000002\", \"kind\": \"command\", \"title\": \"c\", \"identity\": \"i2\", \"argv\": [\"no such program\"]},"
    "{\"item\": \"000003\", \"kind\": \"command\", \"title\": \"d\", \"identity\": \"i3\", \"argv\": [\"warptwin\", \"--version\"]},"
    "{\"item\": \"000004\", \"kind\": \"command\", \"title\": \"e\", \"identity\": \"i4\", \"argv\": [\"sh\", \"-c\", \"test -e $0 && exit 1; echo "
    "x@DIGEST@\", \"@DIGEST@\"]},"
    "{\"item\": \"000005\", \"kind\": \"command\", \"title\": \"f\", \"identity\": \"i5\", \"argv\": [\"sh\", \"-c\", \": >$0\", \"@DIGEST@\"]}]}");
  farm(0, "work f -q");
  json_t *r = result_of("f", 0);
  ck_assert_str_eq(str(r, "digest"), "12ab");
  json_decref(r);
  ends(1, 127, "failed", "");
  ends(2, 127, "failed", "no such program: No such file or directory\n");
  r = result_of("f", 3);
  ck_assert_ptr_nonnull(strstr(str(r, "text"), wt_version()));
  json_decref(r);
  ends(4, 0, "ok", "x@DIGEST@\n"); /* that of another item is not there */
  ends(5, 0, "ok", "");
  /* what the plan was made of is not what lies here */
  text_file("f/plan.json", "{\"format\": 1, \"items\": [{\"item\": \"000000\", \"kind\": \"command\", \"title\": \"a\", \"identity\": \"new\", "
                           "\"argv\": [\"true\"], \"made_of\": {\"program\": \"1234\"}}]}");
  farm(2, "work f");
  ck_assert_str_eq(err, "warptwin: the plan was made with another warptwin than this one; plan again\n");
  text_file("f/plan.json", "{\"format\": 1, \"items\": [{\"item\": \"000000\", \"kind\": \"command\", \"title\": \"a\", \"identity\": \"new\", "
                           "\"argv\": [\"true\"], \"made_of\": {\"files\": "
                           "{\"empty\": \"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855\", \"abc\": "
                           "\"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad\"}}}]}");
  text_file("empty", ""), text_file("abc", "abc"); /* the hashes of FIPS 180 */
  farm(0, "work f");
  text_file("abc", "abd");
  farm(0, "work f"); /* done already */
  char cmd[200];
  snprintf(cmd, sizeof cmd, "rm %s/f/results/*", dir);
  ck_assert_int_eq(system(cmd), 0);
  farm(2, "work f");
  ck_assert_str_eq(err, "warptwin: abc: is not the file of the plan; plan again\n");
}
END_TEST

/* An item whose process was killed from outside stays undone, and ends the worker; so does a result that cannot be written. */
START_TEST(what_stays_undone) {
  char cmd[300], host[200];
  commands("true\nkill -9 $$\ntrue 2\n");
  farm(2, "work f");
  ck_assert_str_eq(err, "warptwin: item 000001 was killed (signal 9), it stays undone\n");
  ck_assert(present("f/results/000000.json") && !present("f/results/000001.json") && !present("f/results/000002.json"));
  snprintf(cmd, sizeof cmd, "rm -r %s/f", dir);
  ck_assert_int_eq(system(cmd), 0);
  commands("kill -TERM $$\n");
  farm(2, "work f");
  ck_assert_str_eq(err, "warptwin: item 000000 was killed (signal 15), it stays undone\n");
  /* results of another plan and of no plan do not count */
  commands("kill -TERM $$\n");
  text_file("f/results/000000.json", "{\"identity\": \"of another\", \"status\": 0}");
  ck_assert_ptr_nonnull(strstr(farm(1, "collect f"), "000000 kill -TERM $$: its result is of another plan\n"));
  text_file("f/results/000000.json", "{\"identity\": ");
  ck_assert_ptr_nonnull(strstr(farm(1, "collect f"), "000000 kill -TERM $$: its result cannot be read\n"));
  /* halves of dead workers of this host go, those of others and of the living stay */
  gethostname(host, sizeof host);
  struct {
    char name[300];
    int stays;
  } halves[] = {{"", 0}, {"", 1}, {"", 1}, {".000000.x", 1}, {"000001.json", 1}, {".hidden", 1}};
  snprintf(halves[0].name, 300, ".000000.%s.3999999", host), snprintf(halves[1].name, 300, ".000000.%s.%d", host, (int)getpid());
  snprintf(halves[2].name, 300, ".000000.another-%s-host.3999999", host);
  for (size_t i = 0; i < 6; i++) {
    snprintf(cmd, sizeof cmd, "touch '%s/f/results/%.150s'", dir, halves[i].name);
    ck_assert_int_eq(system(cmd), 0);
  }
  farm(2, "work f");
  for (size_t i = 0; i < 6; i++) {
    snprintf(cmd, sizeof cmd, "test -e '%s/f/results/%.150s'", dir, halves[i].name);
    ck_assert_msg((system(cmd) == 0) == halves[i].stays, "%s", halves[i].name);
  }
  /* no place for results */
  snprintf(cmd, sizeof cmd, "rm -r %s/f", dir);
  ck_assert_int_eq(system(cmd), 0);
  commands("true\n");
  snprintf(cmd, sizeof cmd, "rmdir %s/f/results && echo >%s/f/results", dir, dir);
  ck_assert_int_eq(system(cmd), 0);
  farm(2, "work f");
  ck_assert_str_eq(err, "warptwin: f/results/000000.json: cannot write: Not a directory; the item stays undone\n");
  snprintf(cmd, sizeof cmd, "rm %s/f/results", dir);
  ck_assert_int_eq(system(cmd), 0);
  farm(0, "work f -q"); /* a folder that is not there is made */
  ends(0, 0, "ok", "");
}
END_TEST

/* An item that somebody else has done meanwhile must have ended alike. */
START_TEST(an_item_that_is_done_twice) {
  static const struct {
    const char *other;
    int status;
  } twice[] = {{"\"status\": 0", 0},
               {"\"status\": 0, \"seconds\": 77.0", 0},
               {"\"status\": 0, \"digest\": \"12\"", 1},
               {"\"status\": 0, \"end\": \"12\"", 1},
               {"\"status\": 1", 0}};
  for (size_t i = 0; i < sizeof twice / sizeof *twice; i++) {
    char cmd[300];
    commands("cp other f/results/000000.json\n");
    json_t *j = json_of("f/plan.json");
    char other[300];
    snprintf(other, sizeof other, "{\"identity\": \"%s\", %s}", str(json_array_get(json_object_get(j, "items"), 0), "identity"), twice[i].other);
    json_decref(j);
    text_file("other", other);
    farm(0, "work f -q");
    json_t *r = result_of("f", 0);
    ck_assert_int_eq(json_integer_value(json_object_get(r, "status")), twice[i].status);
    ck_assert_int_eq(json_object_get(r, "other") != NULL, twice[i].status);
    ck_assert_str_eq(str(r, "verdict"), twice[i].status ? "failed" : "ok");
    if (twice[i].status)
      ck_assert_str_eq(str(r, "text"), "done twice with different results: what runs here is not the same everywhere, or not repeatable");
    json_decref(r);
    farm(twice[i].status, "collect f -q");
    snprintf(cmd, sizeof cmd, "rm -r %s/f", dir);
    ck_assert_int_eq(system(cmd), 0);
  }
}
END_TEST

/* A worker that is told to end takes its item with it, and leaves no half. */
START_TEST(a_worker_that_is_told_to_end) {
  static const int signals[] = {SIGTERM, SIGINT, SIGHUP};
  char cmd[600];
  for (int i = 0; i < 3; i++) {
    commands("echo $$ >pid; sleep 60\n");
    snprintf(cmd, sizeof cmd, "%s/pid", dir), remove(cmd);
    fflush(NULL);
    pid_t p = fork();
    if (!p) {
      if (chdir(dir) || !freopen("err", "w", stderr)) _exit(99);
      snprintf(cmd, sizeof cmd, "%s/warptwin", wt_build_dir());
      for (int k = 0; k < 3; k++) signal(signals[k], SIG_DFL);
      execl(cmd, "warptwin", "farm", "work", "f", (char *)NULL);
      _exit(99);
    }
    char text[40] = "";
    for (int k = 0; k < 400 && !strchr(text, '\n'); k++) {
      usleep(20000);
      if (present("pid")) slurp("pid", text, sizeof text);
    }
    int st = 0, item = atoi(text);
    ck_assert_int_gt(item, 1);
    kill(p, signals[i]);
    ck_assert_int_eq(waitpid(p, &st, 0), p);
    ck_assert(WIFEXITED(st) && WEXITSTATUS(st) == 128 + signals[i]);
    /* whoever takes over orphans may need a moment, or not look after them at all */
    snprintf(cmd, sizeof cmd,
             "for i in 1 2 3 4 5 6 7 8 9; do grep -q '^State:.[RSD]' /proc/%d/status 2>/dev/null || exec test -z \"$(ls -A %s/f/results)\"; sleep "
             "0.2; done; exit 1",
             item, dir);
    ck_assert_int_eq(system(cmd), 0);
  }
}
END_TEST

/* What dead workers of this host left unfinished goes; of others, and of those that live, it stays. */
START_TEST(unfinished_results) {
  char host[200] = "", name[400], cmd[300];
  gethostname(host, sizeof host - 1);
  commands("true\n");
  pid_t dead = fork();
  if (!dead) _exit(0);
  ck_assert_int_eq(waitpid(dead, NULL, 0), dead);
  const struct {
    const char *begins, *host;
    int pid, stays;
  } of[] = {{".000000", host, (int)dead, 0},
            {".", host, (int)dead, 0},
            {".000000", host, (int)getpid(), 1},
            {".000000", "elsewhere", (int)dead, 1},
            {"000000", host, (int)dead, 1},
            {".000000", host, -1, 1},
            {".000000", host, 0, 1}};
  snprintf(cmd, sizeof cmd, "mkdir -p %s/f/results", dir);
  ck_assert_int_eq(system(cmd), 0);
  for (size_t i = 0; i < sizeof of / sizeof *of; i++)
    snprintf(name, sizeof name, "f/results/%s.%s.%d", of[i].begins, of[i].host, of[i].pid), text_file(name, "x");
  farm(0, "work f");
  for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
    snprintf(name, sizeof name, "f/results/%s.%s.%d", of[i].begins, of[i].host, of[i].pid);
    ck_assert_msg(present(name) == of[i].stays, "%s", name);
  }
  json_t *r = result_of("f", 0);
  ck_assert_str_eq(str(r, "host"), host);
  ck_assert_int_gt(json_integer_value(json_object_get(r, "process")), 1);
  json_decref(r);
}
END_TEST

/* An item leaves no file open in its worker. */
START_TEST(more_items_than_files) {
  struct rlimit was, few;
  char list[600] = "";
  for (size_t i = 0, n = 0; i < 40; i++) n += (size_t)snprintf(list + n, sizeof list - n, "true %zu\n", i);
  commands(list);
  getrlimit(RLIMIT_NOFILE, &was);
  few = was, few.rlim_cur = 24;
  setrlimit(RLIMIT_NOFILE, &few);
  farm(0, "work f -q");
  setrlimit(RLIMIT_NOFILE, &was);
  farm(0, "collect f -q");
}
END_TEST

/* ---- the verdict ---- */

#define ITEM(number, kind, title, more) \
  "{\"item\": \"" number "\", \"kind\": \"" kind "\", \"title\": \"" title "\", \"identity\": \"i" number "\"" more "}"
static void result_file(const char *number, const char *more) {
  char name[60], text[600];
  snprintf(name, sizeof name, "f/results/%s.json", number);
  snprintf(text, sizeof text, "{\"identity\": \"i%s\", %s}", number, more);
  text_file(name, text);
}
START_TEST(a_verdict_over_all_kinds) {
  text_file("list", "true\n");
  farm(0, "plan f --commands list");
  text_file("f/plan.json", "{\"format\": 1, \"items\": [" ITEM("000000", "command", "one", "") ", " ITEM("000001", "case", "a < b & c", "") ", " ITEM(
                             "000002", "command", "three", "") ", " ITEM("000003", "bench", "four", "") ", " ITEM("000004", "case", "five", "") "]}");
  result_file("000000", "\"status\": 0, \"verdict\": \"ok\", \"seconds\": 1.26, \"text\": \"\"");
  result_file("000001", "\"status\": 1, \"verdict\": \"failed\", \"seconds\": 2.0, \"text\": \"first <line>\\nblock wt_fetch differs\\nmore\\n\"");
  result_file("000003", "\"status\": 139, \"verdict\": \"crashed\", \"seconds\": 0.5, \"text\": \"alone\\n\"");
  result_file("000004", "\"status\": 0, \"verdict\": \"ok\", \"seconds\": 3.0, \"text\": \"\"");
  static const char table[] = "kind          items       ok   failed  missing      seconds\n"
                              "case              2        1        1        0          5.0\n"
                              "bench             1        0        1        0          0.5\n"
                              "command           2        1        0        1          1.3\n";
  static const char list[] = "000001 a < b & c: failed: first <line>; block wt_fetch differs\n"
                             "000002 three: missing\n"
                             "000003 four: crashed: alone\n"
                             "FAIL: 3 of 5 items: 2 failed, 1 have no result\n";
  char want[1000];
  snprintf(want, sizeof want, "%s%s", table, list);
  ck_assert_str_eq(farm(1, "collect f --junit f.xml --json f.json"), want);
  ck_assert_str_eq(farm(1, "collect f -q"), list);
  is_text("f.xml", "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"warptwin farm\" tests=\"5\" failures=\"3\">\n"
                   "  <testcase classname=\"command\" name=\"one\" time=\"1.260\"/>\n"
                   "  <testcase classname=\"case\" name=\"a &lt; b &amp; c\" time=\"2.000\"><failure message=\"failed\">first &lt;line&gt;\nblock "
                   "wt_fetch differs\nmore\n</failure></testcase>\n"
                   "  <testcase classname=\"command\" name=\"three\" time=\"0.000\"><failure message=\"missing\">missing</failure></testcase>\n"
                   "  <testcase classname=\"bench\" name=\"four\" time=\"0.500\"><failure message=\"crashed\">alone\n</failure></testcase>\n"
                   "  <testcase classname=\"case\" name=\"five\" time=\"3.000\"/>\n</testsuite>\n");
  json_t *j = json_of("f.json"), *items = json_object_get(j, "list");
  ck_assert(json_integer_value(json_object_get(j, "items")) == 5 && json_integer_value(json_object_get(j, "failed")) == 3 &&
            json_integer_value(json_object_get(j, "missing")) == 1);
  static const char *const verdicts[] = {"ok", "failed", "missing", "crashed", "ok"};
  for (size_t i = 0; i < 5; i++) {
    json_t *one = json_array_get(items, i);
    ck_assert_str_eq(str(one, "verdict"), verdicts[i]);
    ck_assert_int_eq(json_is_object(json_object_get(one, "result")), i != 2);
  }
  json_decref(j);
  farm(2, "collect f --junit list/none/f.xml"), farm(2, "collect f --json list/none/f.json");
  result_file("000001", "\"status\": 0, \"verdict\": \"ok\""), result_file("000002", "\"status\": 0, \"verdict\": \"ok\""),
    result_file("000003", "\"status\": 0, \"verdict\": \"ok\"");
  ck_assert_str_eq(farm(0, "collect f -q"), "PASS: 5 items, every one with a result of this plan\n");
  result_file("000003", "\"status\": \"0\"");
  ck_assert_ptr_nonnull(strstr(farm(1, "collect f -q"), "000003 four: its result is of another plan\n"));
}
END_TEST

/* Segments of a run are a chain: each starts from the state in which the one before has ended, and the last one comes to the end. */
START_TEST(a_chain_of_segments) {
  static const struct {
    const char *result[5], *says;
  } chains[] = {{{"\"start\": \"a\", \"end\": \"b\"", "\"start\": \"b\", \"end\": \"c\", \"ended\": true",
                  "\"start\": \"x\", \"end\": \"y\", \"ended\": true", "", "\"start\": \"q\", \"ended\": true"},
                 NULL},
                {{"\"start\": \"a\", \"end\": \"z\"", "\"start\": \"b\", \"end\": \"c\", \"ended\": true",
                  "\"start\": \"x\", \"end\": \"y\", \"ended\": true", "", "\"start\": \"q\", \"ended\": true"},
                 "000000 s: failed: \nFAIL: 1 of 5 items"},
                {{"\"start\": \"a\", \"end\": \"b\"", "\"start\": \"b\", \"end\": \"c\", \"ended\": false",
                  "\"start\": \"x\", \"end\": \"y\", \"ended\": true", "", "\"start\": \"q\", \"ended\": true"},
                 "000001 t: failed: \nFAIL: 1 of 5 items"},
                {{"\"start\": \"a\", \"end\": \"b\"", "\"start\": \"b\", \"end\": \"c\", \"ended\": true", "\"start\": \"x\", \"end\": \"y\"", "",
                  "\"start\": \"q\", \"ended\": true"},
                 "000002 u: failed: \nFAIL: 1 of 5 items"},
                {{"\"start\": \"a\", \"end\": \"b\"", "\"start\": \"b\", \"end\": \"c\", \"ended\": true",
                  "\"start\": \"x\", \"end\": \"y\", \"ended\": true", "", "\"start\": \"q\""},
                 "000004 w: failed: \nFAIL: 1 of 5 items"}};
  static const char *const because[] = {"", "it ends in another state than the next segment starts from",
                                        "the last segment did not come to the end of the launch"};
  text_file("list", "true\n");
  farm(0, "plan f --commands list");
  text_file("f/plan.json",
            "{\"format\": 1, \"items\": [" ITEM("000000", "segment", "s", ", \"run\": \"one\"") ", " ITEM(
              "000001", "segment", "t", ", \"run\": \"one\"") ", " ITEM("000002", "segment", "u",
                                                                        ", \"run\": \"two\"") ", " ITEM("000003", "command", "v",
                                                                                                        "") ", " ITEM("000004", "segment", "w",
                                                                                                                      ", \"run\": \"two\"") "]}");
  for (size_t c = 0; c < sizeof chains / sizeof *chains; c++) {
    for (unsigned i = 0; i < 5; i++) {
      char number[8], more[200];
      snprintf(number, sizeof number, "%06u", i);
      snprintf(more, sizeof more, "\"status\": 0, \"verdict\": \"ok\", \"text\": \"\"%s%s", *chains[c].result[i] ? ", " : "", chains[c].result[i]);
      result_file(number, more);
    }
    const char *why = because[!chains[c].says ? 0 : c == 1 ? 1 : 2];
    char want[300] = "";
    if (chains[c].says)
      snprintf(want, sizeof want, "%.*s%s%s", (int)strcspn(chains[c].says, "\n"), chains[c].says, why, strchr(chains[c].says, '\n'));
    const char *said = farm(chains[c].says != NULL, "collect f -q");
    ck_assert_msg(!chains[c].says ? !strncmp(said, "PASS: 5 items", 13) : !strncmp(said, want, strlen(want)), "%zu: %s", c, said);
  }
  /* a segment behind one that is missing: only that one is missing; and a failed one is told for what it says itself */
  char cmd[200];
  for (unsigned i = 0; i < 5; i++) {
    char number[8], more[200];
    snprintf(number, sizeof number, "%06u", i);
    snprintf(more, sizeof more, "\"status\": %d, \"verdict\": \"%s\", \"text\": \"it differs\", %s", i == 2, i == 2 ? "failed" : "ok",
             *chains[0].result[i] ? chains[0].result[i] : "\"x\": 1");
    result_file(number, more);
  }
  snprintf(cmd, sizeof cmd, "rm %s/f/results/000001.json", dir);
  ck_assert_int_eq(system(cmd), 0);
  ck_assert_str_eq(farm(1, "collect f -q"), "000001 t: missing\n000002 u: failed: it differs\nFAIL: 2 of 5 items: 1 failed, 1 have no result\n");
}
END_TEST

START_TEST(what_is_missing) {
  char want[1000];
  commands("true\necho 1\necho 2\necho 3\n");
  farm(0, "work f --of 1/3 -q");
  text_file("f/results/000003.json", "{");
  snprintf(
    want, sizeof want,
    "000000 true: missing\n000002 echo 2: missing\n000003 echo 3: its result cannot be read\n3 items have no result: sbatch %s/f/missing.sbatch\n",
    here());
  ck_assert_str_eq(farm(0, "plan f --missing --tasks 2"), want);
  is_text("f/missing.txt", "0\n2\n3\n");
  static char script[4000];
  slurp("f/missing.sbatch", script, sizeof script);
  snprintf(want, sizeof want, " farm work '%s/f' --list '%s/f/missing.txt' --of ", here(), here());
  ck_assert(strstr(script, "--array=0-1\n") && strstr(script, want));
  farm(0, "work f --list f/missing.txt -q");
  ck_assert_ptr_nonnull(strstr(farm(0, "plan f --missing"), "0 items have no result: "));
  slurp("f/missing.sbatch", script, sizeof script);
  ck_assert_ptr_nonnull(strstr(script, "--array=0-0\n"));
  ck_assert_str_eq(farm(0, "collect f -q"), "PASS: 4 items, every one with a result of this plan\n");
}
END_TEST

int main(void) {
  TCase *t = tcase_create("farm");
  tcase_add_test(t, what_becomes_of_a_command);
  tcase_add_test(t, who_does_which_item);
  tcase_add_test(t, digests_and_programs);
  tcase_add_test(t, what_stays_undone);
  tcase_add_test(t, an_item_that_is_done_twice);
  tcase_add_test(t, a_worker_that_is_told_to_end);
  tcase_add_test(t, unfinished_results);
  tcase_add_test(t, more_items_than_files);
  tcase_add_test(t, a_verdict_over_all_kinds);
  tcase_add_test(t, a_chain_of_segments);
  tcase_add_test(t, what_is_missing);
  return run_suite("farm", t);
}
