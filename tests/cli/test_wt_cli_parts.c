/* test_wt_cli_parts.c - what the subcommands share, called by itself: numbers and texts, manifests, which cases a command is about, processes that run them, and what is said beside the
 * results. Launches: test_wt_cli_launch.c.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "cli/cli_cases.h"
#include "cli/wt_cli_say.h"
#include "files/wt_xml.h"
#include "tests/cli_kit.h"

static char err[1000], text[1 << 16];

/* What fn prints on a stream of ours. */
static const char *printed(int fd, void (*fn)(void *), void *ctx) {
  char path[100];
  snprintf(path, sizeof path, "%s/printed", dir);
  fflush(NULL);
  const int saved = dup(fd);
  FILE *f = fopen(path, "w");
  dup2(fileno(f), fd);
  fn(ctx);
  fflush(NULL);
  dup2(saved, fd);
  close(saved), fclose(f);
  slurp("printed", text, sizeof text);
  return text;
}

/* ---- numbers, lists, texts ---- */

START_TEST(numbers) {
  static const struct {
    const char *text;
    int ok;
    uint64_t value;
  } all[] = {{"0", 1, 0},
             {"1", 1, 1},
             {"18446744073709551615", 1, UINT64_MAX},
             {"18446744073709551616", 0, 0},
             {"0x10", 1, 16},
             {"010", 1, 8},
             {"", 0, 0},
             {"-1", 0, 0},
             {"+1", 0, 0},
             {" 1", 0, 0},
             {"1 ", 0, 0},
             {"1x", 0, 0},
             {"x", 0, 0},
             {"1.5", 0, 0}};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    uint64_t v = 77;
    ck_assert_msg(wt_cli_number(all[i].text, &v) == all[i].ok, "'%s'", all[i].text);
    ck_assert_uint_eq(v, all[i].ok ? all[i].value : 77);
  }
  uint64_t v;
  ck_assert(wt_cli_stack("0", &v) && wt_cli_stack("524288", &v) && v == 524288);
  ck_assert(!wt_cli_stack("524289", &v) && !wt_cli_stack("x", &v));
  static const char *const known[] = {"small", "medium", "1", "64", NULL}, *const unknown[] = {"0", "65", "large", "", "-1"};
  for (int i = 0; i < 5; i++) ck_assert(wt_scale_known(known[i]) && !wt_scale_known(unknown[i]));
}
END_TEST

START_TEST(lists) {
  static const struct {
    const char *text;
    unsigned n;
  } all[] = {{"a,b,c", 3}, {"a", 1}, {"", 0}, {",a,,b,", 2}, {",", 0}};
  char many[2001];
  size_t n;
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    const char **list = wt_cli_list(all[i].text, &n);
    ck_assert_uint_eq(n, all[i].n);
    for (unsigned k = 0; k < n; k++) ck_assert(list[k][0] == "abc"[k] && !list[k][1]);
    ck_assert_ptr_null(list[n]);
    free(list);
  }
  for (unsigned i = 0; i < 1000; i++) memcpy(many + 2 * i, "x,", 3);
  const char **list = wt_cli_list(many, &n); /* nothing is left out because there is much */
  ck_assert_uint_eq(n, 1000);
  ck_assert_str_eq(list[999], "x");
  free(list);
}
END_TEST

/* XML has the characters of UTF-8 but for surrogates and the last two of each plane; a byte that begins none is one of those that stand for what is no text. */
START_TEST(texts_for_xml) {
  static const struct {
    const char *text, *xml;
  } all[] = {{"", ""},
             {"a<b>c&d\"e'f", "a&lt;b&gt;c&amp;d&quot;e'f"},
             {"1\n2\t3\x01"
              "4\x1f"
              "5 6~\x7f",
              "1\n2 3 4 5 6~\x7f"},
             {"\xc2\x80|\xdf\xbf", "\xc2\x80|\xdf\xbf"},
             {"\xe0\xa0\x80|\xef\xbf\xbd|\xed\x9f\xbf|\xee\x80\x80", "\xe0\xa0\x80|\xef\xbf\xbd|\xed\x9f\xbf|\xee\x80\x80"},
             {"\xf0\x90\x80\x80|\xf4\x8f\xbf\xbd", "\xf0\x90\x80\x80|\xf4\x8f\xbf\xbd"},
             {"\xc3\xa9\xe2\x82\xac", "\xc3\xa9\xe2\x82\xac"},
             {"\x80", "&#xfffd;"},
             {"\xc1\xbf", "&#xfffd;&#xfffd;"}, /* longer than it need be */
             {"\xe0\x9f\xbf", "&#xfffd;&#xfffd;&#xfffd;"},
             {"\xf0\x8f\xbf\xbf", "&#xfffd;&#xfffd;&#xfffd;&#xfffd;"},
             {"\xed\xa0\x80", "&#xfffd;&#xfffd;&#xfffd;"}, /* surrogates */
             {"\xed\xbf\xbf", "&#xfffd;&#xfffd;&#xfffd;"},
             {"\xef\xbf\xbe", "&#xfffd;&#xfffd;&#xfffd;"},
             {"\xef\xbf\xbf", "&#xfffd;&#xfffd;&#xfffd;"},
             {"\xf4\x90\x80\x80", "&#xfffd;&#xfffd;&#xfffd;&#xfffd;"}, /* behind the last plane */
             {"\xf5\x80\x80\x80", "&#xfffd;&#xfffd;&#xfffd;&#xfffd;"},
             {"\xff", "&#xfffd;"},
             {"\xc3", "&#xfffd;"}, /* cut */
             {"\xe2\x82", "&#xfffd;&#xfffd;"},
             {"\xe2\x82"
              "a",
              "&#xfffd;&#xfffd;a"},
             {"\xc3\xc3\xa9", "&#xfffd;\xc3\xa9"}};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    char *got = NULL;
    size_t n;
    FILE *f = open_memstream(&got, &n);
    wt_xml(f, all[i].text);
    fclose(f);
    ck_assert_msg(!strcmp(got, all[i].xml), "%zu: %s instead of %s", i, got, all[i].xml);
    free(got);
  }
}
END_TEST

#define CUBIN(name) WT_ROOT "/tests/kernels/" name ".cubin"

/* ---- manifests ---- */

static int load_rc;
static void load_suite(void *cases) {
  char path[100];
  snprintf(path, sizeof path, "%s/suite.json", dir);
  load_rc = wt_cases_load(cases, path, "/hosts");
}
START_TEST(manifests_of_cases) {
  static const char suite[] =
    "[{\"name\": \"one\", \"cubin\": \"one.cubin\", \"host\": \"h\", \"warp_min\": 4, \"warp_max\": 32, \"medium\": 8, \"stops\": {\"WARPS=8\": "
    "\"livelock\", \"SCHED=lrr WARPS=4\": \"deadlock\"}},"
    " {\"name\": \"two\", \"cubin\": \"/two.cubin\", \"cli\": \"--grid 7 --arg in:f\", \"inputs\": {\"f\": 12}, \"medium\": 8},"
    " {\"name\": \"three\", \"cubin\": \"three.cubin\", \"host\": \"/abs/g\", \"cli\": \"--nonsense\"}]";
  wt_cases k;
  char want[200];
  wt_shape S;
  file("suite.json", suite, sizeof suite - 1);
  printed(2, load_suite, &k);
  ck_assert_msg(!load_rc && k.n == 3, "%s", text);
  snprintf(want, sizeof want, "%s/one.cubin", dir);
  ck_assert_str_eq(k.c[0].cubin, want);
  ck_assert_str_eq(k.c[0].host, "/hosts/h.so");
  ck_assert(k.c[0].warp_min == 4 && k.c[0].warp_max == 32 && k.c[0].medium == 8 && !k.c[0].launch);
  ck_assert_str_eq(k.c[1].cubin, "/two.cubin");
  ck_assert(!k.c[1].host && k.c[1].launch && k.c[1].medium == 0 && k.c[1].launch->dims.grid[0] == 7);
  ck_assert_str_eq(k.c[1].launch->folder, dir);
  ck_assert_int_eq(json_integer_value(json_object_get(k.c[1].launch->made, "f")), 12);
  ck_assert_str_eq(k.c[2].host, "/abs/g.so");
  ck_assert(!k.c[2].launch && wt_cases_find(&k, "three") == &k.c[2] && !wt_cases_find(&k, "four"));
  /* the shape decides on which of them a run is stopped */
  ck_assert(!wt_shape_preset(&S, "small", err, sizeof err));
  ck_assert_str_eq(wt_case_stops(&k.c[0], &S), "livelock");
  ck_assert(!wt_shape_set(&S, "WARPS=4", err, sizeof err));
  ck_assert_ptr_null(wt_case_stops(&k.c[0], &S));
  ck_assert(!wt_shape_set(&S, "SCHED=lrr", err, sizeof err));
  ck_assert_str_eq(wt_case_stops(&k.c[0], &S), "deadlock");
  ck_assert_ptr_null(wt_case_stops(&k.c[1], &S));
  static const unsigned warps[][2] = {{2, 0}, {4, 1}, {16, 1}, {32, 1}, {64, 0}};
  for (int i = 0; i < 5; i++) {
    S.WARP_SIZE = warps[i][0];
    ck_assert_int_eq(wt_case_fits(&k.c[0], &S), (int)warps[i][1]);
    ck_assert(wt_case_fits(&k.c[1], &S));
  }
  wt_cases_free(&k);
  ck_assert(!k.n && !k.c);
  static const struct {
    const char *suite, *says;
  } bad[] = {{"[", "suite.json: line "},
             {"[{\"name\": \"a\",\n\"name\": \"b\"}]", "suite.json: line 2: duplicate object key"},
             {"{}", "suite.json: expected an array of cases"},
             {"[{\"cubin\": \"a\", \"host\": \"b\"}]", "case 0 needs name, cubin, and a host program or the launch as cli"},
             {"[{\"name\": \"a\", \"host\": \"b\"}]", "case 0 needs name"},
             {"[{\"name\": \"a\", \"cubin\": \"b\"}]", "case 0 needs name"},
             {"[{\"name\": \"a\", \"cubin\": \"b\", \"cli\": \"--grid 0\"}]", "case a, cli: --grid 0: expected"},
             {"[{\"name\": \"a\", \"cubin\": \"b\", \"host\": \"c\", \"stops\": {\"NONE=1\": \"diff\"}}]",
              "case a, stops, 'NONE=1': expected \"KEY=VALUE ...\": \"verdict\""},
             {"[{\"name\": \"a\", \"cubin\": \"b\", \"host\": \"c\", \"stops\": {\"WARPS=8 x\": \"diff\"}}]", "case a, stops, 'WARPS=8 x'"},
             {"[{\"name\": \"a\", \"cubin\": \"b\", \"host\": \"c\", \"stops\": {\"WARPS=8\": 1}}]", "case a, stops, 'WARPS=8'"}};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    file("suite.json", bad[i].suite, strlen(bad[i].suite));
    printed(2, load_suite, &k);
    ck_assert_int_eq(load_rc, 2);
    ck_assert_msg(strstr(text, bad[i].says) && strchr(text, '\n') == text + strlen(text) - 1, "%zu: %s", i, text);
    wt_cases_free(&k);
  }
  char path[100];
  snprintf(path, sizeof path, "%s/suite.json", dir), remove(path);
  printed(2, load_suite, &k);
  ck_assert_msg(load_rc == 2 && strstr(text, "suite.json"), "%s", text);
  wt_cases_free(&k);
}
END_TEST

/* ---- which cases ---- */

typedef struct {
  const char *names, *scale, *given;
  wt_cases cases;
  const wt_case **list;
  size_t n;
  int rc;
} picking;
static void pick(void *ctx) {
  picking *p = ctx;
  char path[100], names[400];
  const char *name[16];
  wt_cli_kernel launch = {.given = p->given, .kernel = p->given};
  unsigned n = 0;
  snprintf(path, sizeof path, "%s/suite.json", dir);
  snprintf(names, sizeof names, "%s", p->names);
  for (char *save = NULL, *w = strtok_r(names, " ", &save); w; w = strtok_r(NULL, " ", &save)) name[n++] = w;
  wt_cases_wish w = {name, n, &launch, path, "/hosts", p->scale};
  p->rc = wt_cases_pick(&p->cases, &w, &p->list, &p->n);
}
static void picked(const char *names, const char *scale, const char *given, const char *want) {
  picking p = {.names = names, .scale = scale, .given = given};
  char got[400] = "";
  printed(2, pick, &p);
  for (size_t i = 0; !p.rc && i < p.n; i++) strcat(strcat(got, i ? " " : ""), p.list[i]->name);
  ck_assert_msg(p.rc ? *want == '!' && strstr(text, want + 1) && strchr(text, '\n') == text + strlen(text) - 1 : !strcmp(got, want),
                "%s: exit %d, %s%s", names, p.rc, got, text);
  free(p.list);
  wt_cases_free(&p.cases);
}
START_TEST(which_cases_a_command_is_about) {
  static const char suite[] = "[{\"name\": \"a\", \"cubin\": \"a\", \"host\": \"h\", \"medium\": 8}, {\"name\": \"b\", \"cubin\": \"b\", \"host\": "
                              "\"h\"}, {\"name\": \"c\", \"cubin\": \"c\", \"host\": \"h\", \"medium\": 4}]";
  char two[200];
  file("suite.json", suite, sizeof suite - 1);
  picked("a", NULL, NULL, "a");
  picked("c,a", NULL, NULL, "c a");
  picked("c a,c", NULL, NULL, "c a");
  picked("all", NULL, NULL, "a b c");
  picked("b,all", NULL, NULL, "b a c");
  picked("all b", NULL, NULL, "a b c");
  picked("d", NULL, NULL, "!d: no such kernel in the manifest, and no cubin; use its names, all, or FILE.cubin with --grid, --block, --arg");
  picked("a,d", NULL, NULL, "!d: no such kernel");
  picked(",", NULL, NULL, "!no kernel to run");
  picked("a", NULL, "--grid", "!--grid says how a cubin is launched; kernels of the manifest are launched by their host programs");
  /* with sizes: those that have some */
  picked("all", "medium", NULL, "a@8 c@4");
  picked("a,c", "3", NULL, "a@3 c@3");
  picked("all", "small", NULL, "a b c");
  picked("all", "1", NULL, "a b c");
  picked("all", "64", NULL, "a@64 c@64");
  picked("a,b", "2", NULL, "!--scale 2: b has inputs of one size; kernels with sizes have a member \"medium\" in the manifest");
  picked("all,b", "2", NULL, "!--scale 2: b has inputs of one size");
  picked("b", "small", NULL, "b");
  picked("a", "65", NULL, "!--scale 65: expected small (default), medium");
  /* cubins by the name of their file, or of the kernel; a name that is there gets a number */
  picked(CUBIN("vecadd"), NULL, NULL, "vecadd");
  picked(CUBIN("vecadd"), NULL, "k", "k");
  picked(CUBIN("vecadd") " " CUBIN("vecadd") " " CUBIN("hist") " " CUBIN("vecadd"), NULL, NULL, "vecadd vecadd-2 hist vecadd-3");
  picked("a " CUBIN("vecadd") " b", NULL, "a", "a a-2 b");
  picked(CUBIN("vecadd"), "2", NULL, "!--scale 2: the inputs of vecadd are what its launch options say");
  picked("nofile.cubin", NULL, NULL, "nofile");
  picked(".cubin", NULL, NULL, "!.cubin: no such kernel");
  /* what a cubin is: its ending, or what it begins with */
  file("elf", "\177ELF", 4), file("short", "\177EL", 3), file("other", "\177ELG", 4);
  static const char *const names[] = {"elf", "short", "other"};
  for (int i = 0; i < 3; i++) {
    snprintf(two, sizeof two, "%s/%s", dir, names[i]);
    ck_assert_int_eq(wt_is_cubin(two), i == 0);
  }
  ck_assert(wt_is_cubin("x.cubin") && !wt_is_cubin(".cubin") && !wt_is_cubin("vecadd") && !wt_is_cubin("x.cubinx"));
}
END_TEST

static wt_cli_kernel launch_of(const char *options) {
  wt_cli_kernel k;
  ck_assert_msg(!wt_cli_kernel_read(&k, options, err, sizeof err), "%s: %s", options, err);
  return k;
}
typedef struct {
  const char *cubin, *options, *set, *out;
  int rc;
} readiness;
static void look_at(void *ctx) {
  readiness *r = ctx;
  wt_cases k = {0};
  wt_cli_kernel launch = launch_of(r->options);
  const char *const set[] = {r->set, NULL}, *const out[] = {r->out};
  launch.folder = dir;
  ck_assert_int_eq(wt_cases_add(&k, r->cubin, &launch), 0);
  const wt_case *list[] = {&k.c[0]};
  r->rc = wt_cases_ready(list, 1, "small", set, 0, out, r->out ? 1 : 0);
  wt_cases_free(&k);
  wt_cli_kernel_free(&launch);
}
START_TEST(cubins_are_looked_at_before_the_work) {
  static const char args[] = "--block 32 --arg in:a.bin --arg in:a.bin --arg out:20000:c.bin --arg i32:5";
  static const char too_wide[] = "--block 512 --arg in:a.bin --arg in:a.bin --arg out:20000:c.bin --arg i32:5";
  const struct {
    readiness r;
    int rc;
    const char *says;
  } all[] = {{{CUBIN("vecadd"), args, NULL, NULL, 0}, 0, ""},
             {{CUBIN("vecadd"), too_wide, NULL, NULL, 0}, 0, ""}, /* is left out later, and said */
             {{CUBIN("vecadd"), "--block 32", NULL, NULL, 0}, 2, "vecadd"},
             {{CUBIN("vecadd"), args, "NONE=1", NULL, 0}, 2, "unknown key"},
             {{"nofile.cubin", args, NULL, NULL, 0}, 2, "nofile.cubin"},
             {{CUBIN("vecadd"), args, NULL, CUBIN("vecadd"), 0}, 2, "an output that is also an input"},
             {{CUBIN("vecadd"), args, NULL, "a.bin", 0}, 2, "a.bin: an output that is also an input"}};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    readiness r = all[i].r;
    printed(2, look_at, &r);
    ck_assert_msg(r.rc == all[i].rc && (all[i].rc ? strstr(text, all[i].says) != NULL : !*text), "%zu: exit %d, %s", i, r.rc, text);
  }
}
END_TEST

/* ---- processes ---- */

enum { JOBS = 9 };
typedef struct {
  char order[100];
  int sleeps;
} jobs_ctx;
static void job(void *ctx, size_t i, void *result) {
  const jobs_ctx *c = ctx;
  if (i == 2) raise(SIGSEGV);
  if (i == 3) _exit(7);
  if (i == 4 && c->sleeps) sleep(30);
  if (i == 5) usleep(100000); /* the one behind it is done first */
  memset(result, 'a' + (int)i, 3000);
}
static void job_done(void *ctx, size_t i) {
  jobs_ctx *c = ctx;
  char one[8];
  snprintf(one, sizeof one, "%zu", i);
  strcat(c->order, one);
}
START_TEST(jobs_in_processes) {
  static const unsigned parallel[] = {1, 3, 64, 0, 1000};
  for (size_t k = 0; k < 5; k++) {
    static char results[JOBS][3000];
    wt_job jobs[JOBS];
    jobs_ctx c = {.sleeps = k < 2};
    memset(results, 0, sizeof results), memset(jobs, 0x55, sizeof jobs);
    int *pool = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    for (int i = 0; i < JOBS; i++) pool[1 + i] = i == 2 ? 5 : 0; /* what the one that dies has taken comes back */
    wt_jobs p = {JOBS, 3000, results, jobs, parallel[k], k < 2 ? 0.5 : 0, job, job_done, &c, k == 1 ? pool : NULL, k == 1 ? pool + 1 : NULL, 0};
    wt_jobs_run(&p);
    ck_assert_str_eq(c.order, "012345678");
    for (int i = 0; i < JOBS; i++) {
      wt_job_end want = i == 2 || i == 3 ? WT_JOB_DIED : i == 4 && c.sleeps ? WT_JOB_TIMEOUT : WT_JOB_DONE;
      ck_assert_msg(jobs[i].end == want, "%d: %d", i, (int)jobs[i].end);
      ck_assert(jobs[i].seconds >= (want == WT_JOB_TIMEOUT ? 0.5 : 0) && jobs[i].seconds < 20);
      for (int b = 0; b < 3000; b++) ck_assert_int_eq(results[i][b], want == WT_JOB_DONE ? 'a' + i : 0);
    }
    ck_assert(jobs[2].code == SIGSEGV && jobs[3].code == 1007 && jobs[0].code == 1000);
    if (k == 1) ck_assert_int_eq(pool[0], 2 + 5); /* all places but that of the last one */
    munmap(pool, 4096);
  }
  char line[200];
  static const struct {
    wt_job j;
    const char *says;
  } lines[] = {{{WT_JOB_TIMEOUT, 0, 3, ""}, "timeout: not finished after 12 s (--timeout)"},
               {{WT_JOB_DIED, 11, 3, ""}, "crash: the process was ended by signal 11 (Segmentation fault)"},
               {{WT_JOB_DIED, 1007, 3, ""}, "crash: the process ended without a result (exit status 7)"},
               {{WT_JOB_DIED, 1000, 3, ""}, "crash: the process ended without a result (exit status 0)"},
               {{WT_JOB_NOT_STARTED, 0, 0, ""}, "crash: cannot start a process"},
               {{WT_JOB_DONE, 0, 0, ""}, "ok"}};
  for (size_t i = 0; i < 6; i++) {
    wt_job_text(&lines[i].j, 12, line, sizeof line);
    ck_assert_str_eq(line, lines[i].says);
  }
  wt_jobs none = {0};
  wt_jobs_run(&none);
}
END_TEST

static void one_byte(void *ctx, size_t i, void *result) {
  if (i == *(const size_t *)ctx) sleep(30);
  *(char *)result = (char)('a' + i);
}
/* The result is there, but somebody whom the job started lives on and keeps the pipe open. */
static void leaves_one(void *ctx, size_t i, void *result) {
  (void)ctx, (void)i;
  if (!fork()) sleep(30), _exit(0);
  *(char *)result = 'z';
}
/* Results of a byte, and a job that has less than a millisecond. */
START_TEST(small_jobs) {
  char results[3] = {0};
  wt_job jobs[2];
  size_t sleeps = 0;
  wt_jobs p = {1, 1, results, jobs, 2, 0.0005, one_byte, NULL, &sleeps, NULL, NULL, 0};
  wt_jobs_run(&p);
  ck_assert(jobs[0].end == WT_JOB_TIMEOUT && jobs[0].seconds < 20 && !results[0]);
  sleeps = 2, p.n = 2, p.timeout = 0;
  wt_jobs_run(&p);
  ck_assert(jobs[0].end == WT_JOB_DONE && jobs[1].end == WT_JOB_DONE && !memcmp(results, "ab", 3));
  p.n = 1, p.timeout = 8, p.child = leaves_one;
  wt_jobs_run(&p);
  ck_assert(jobs[0].end == WT_JOB_DONE && *results == 'z');
}
END_TEST

/* ---- what is said ---- */

static wt_shape shape_of(const char *preset, const char *sets) {
  wt_shape S;
  char copy[200];
  ck_assert(!wt_shape_preset(&S, preset, err, sizeof err));
  snprintf(copy, sizeof copy, "%s", sets);
  for (char *save = NULL, *a = strtok_r(copy, " ", &save); a; a = strtok_r(NULL, " ", &save))
    ck_assert_msg(!wt_shape_set(&S, a, err, sizeof err), "%s", err);
  ck_assert_msg(!wt_shape_check(&S, err, sizeof err), "%s", err);
  return S;
}
typedef struct {
  wt_cli_shape o;
  wt_shape shapes[2];
  size_t n;
} noting;
static void note(void *ctx) {
  noting *n = ctx;
  wt_cli_note_keys(&n->o, n->shapes, n->n);
}
START_TEST(notes_of_keys) {
  noting n = {.o = {.set = {"L1_WAYS=4", "WARPS=4"}, .n_set = 2}, .n = 1};
  n.shapes[0] = n.shapes[1] = shape_of("small", "L1_WAYS=4 WARPS=4");
  ck_assert_ptr_nonnull(strstr(printed(2, note, &n), "warptwin: note: --set L1_WAYS=4 has no effect here: L1_BYTES="));
  ck_assert(strchr(text, '\n') == text + strlen(text) - 1);
  n.shapes[1] = shape_of("small", "L1_WAYS=4 WARPS=4 L1_BYTES=4096");
  n.n = 2;
  ck_assert_str_eq(printed(2, note, &n), ""); /* one of them reads it */
  n.n = 0;
  ck_assert_str_eq(printed(2, note, &n), "");
  n.n = 1, n.o.quiet = 1;
  ck_assert_str_eq(printed(2, note, &n), "");
  n.o = (wt_cli_shape){.n_set = 0};
  n.shapes[0] = shape_of("small", "");
  n.shapes[1] = shape_of("small", "WAR=none");
  n.n = 2;
  static const char war[] = "warptwin: note: WAR=none: a register may be overwritten before it has been read, which shows the hazard: results may be "
                            "wrong; inorder, read and bloom guard it\n";
  ck_assert_str_eq(printed(2, note, &n), war);
  n.n = 1;
  ck_assert_str_eq(printed(2, note, &n), "");
  n.shapes[0] = shape_of("small", "SCOREBOARD=codes ALU_STAGES=2");
  ck_assert_ptr_nonnull(
    strstr(printed(2, note, &n),
           "warptwin: note: SCOREBOARD=codes: with ALU_STAGES=2 predicates come later than stall counts of nvcc allow: a hazard may end the run\n"));
  n.shapes[0] = shape_of("small", "SCOREBOARD=codes");
  printed(2, note, &n);
  ck_assert_ptr_null(strstr(text, "ALU_STAGES"));
  n.shapes[0] = shape_of("small", "SCOREBOARD=codes FP_LAT=8 FP_EXTRA=0");
  const unsigned lacks = wt_shape_fp_lacks(&n.shapes[0]);
  ck_assert_uint_gt(lacks, 0);
  char want[200];
  snprintf(want, sizeof want, "FP_EXTRA=%u makes up for it%s, 0 is too few: hazards will end the run\n", lacks,
           lacks > MAX_FP_EXTRA ? ", which is more than it may be" : "");
  ck_assert_msg(strstr(printed(2, note, &n), want) != NULL, "%s", text);
  n.shapes[0] = shape_of("default", "SCOREBOARD=codes FP_LANES=1 LANES=32 FP_EXTRA=0");
  ck_assert_uint_gt(wt_shape_fp_lacks(&n.shapes[0]), MAX_FP_EXTRA);
  ck_assert_ptr_nonnull(strstr(printed(2, note, &n), ", which is more than it may be, 0 is too few"));
}
END_TEST

static void verdicts(void *ctx) {
  (void)ctx;
  wt_cli_verdict(1, "%d of %d", 3, 4);
  wt_cli_verdict(0, "none");
}
typedef struct {
  int quiet;
  const char *every;
  unsigned second; /* microseconds of the second step; of the others 10000 */
} stepping;
static void steps(void *ctx) {
  const stepping *s = ctx;
  wt_cli_progress p;
  if (s->every) setenv("WARPTWIN_PROGRESS", s->every, 1);
  else unsetenv("WARPTWIN_PROGRESS");
  wt_cli_progress_begin(&p, "runs", 3, s->quiet);
  for (size_t i = 1; i <= 3; i++) usleep(i == 2 ? s->second : 10000), wt_cli_progress_step(&p, i, "k");
  wt_cli_progress_end(&p);
}
/* At a terminal there is one line, which changes and goes. */
START_TEST(progress_at_a_terminal) {
  for (int quiet = 0; quiet < 2; quiet++) {
    char said[2000] = "", *end = said;
    int master = posix_openpt(O_RDWR | O_NOCTTY), was = dup(2);
    if (master < 0) continue; /* a machine without terminals */
    ck_assert(!grantpt(master) && !unlockpt(master));
    int fd = open(ptsname(master), O_RDWR | O_NOCTTY);
    ck_assert_int_ge(fd, 0);
    dup2(fd, 2);
    steps(&(stepping){quiet, NULL, 10000});
    dup2(was, 2), close(was);
    struct pollfd p = {.fd = master, .events = POLLIN};
    while (poll(&p, 1, 100) == 1 && p.revents & POLLIN) {
      ssize_t n = read(master, end, (size_t)(said + sizeof said - 1 - end));
      if (n <= 0) break;
      end += n, *end = 0;
    }
    close(fd), close(master);
    ck_assert_str_eq(said, quiet ? "" : "\r\033[K1 of 3 runs: k, 0 s\r\033[K2 of 3 runs: k, 0 s\r\033[K3 of 3 runs: k, 0 s\r\033[K");
  }
}
END_TEST
START_TEST(verdicts_and_progress) {
  ck_assert_str_eq(printed(1, verdicts, NULL), "PASS: 3 of 4\nFAIL: none\n");
  ck_assert_str_eq(printed(2, steps, &(stepping){0, "0.001", 10000}), "1 of 3 runs: k, 0 s\n2 of 3 runs: k, 0 s\n3 of 3 runs: k, 0 s\n");
  const char *one = printed(2, steps, &(stepping){0, "0.6", 650000}); /* a line not before its time */
  ck_assert_msg(!strncmp(one, "2 of 3 runs: k, ", 16) && strchr(one, '\n') == one + strlen(one) - 1, "%s", one);
  ck_assert_str_eq(printed(2, steps, &(stepping){1, "0.001", 10000}), "");
  static const char *const none[] = {NULL, "0", "-1", "x"}; /* five seconds */
  for (int i = 0; i < 4; i++) ck_assert_str_eq(printed(2, steps, &(stepping){0, none[i], 10000}), "");
  static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGKILL, SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGPIPE, SIGUSR1, 0};
  static const char *const names[] = {"SIGINT",  "SIGTERM", "SIGHUP", "SIGQUIT", "SIGKILL",  "SIGSEGV",
                                      "SIGABRT", "SIGBUS",  "SIGFPE", "SIGPIPE", "a signal", "a signal"};
  for (int i = 0; i < 12; i++) ck_assert_str_eq(wt_cli_signal(signals[i]), names[i]);
  ck_assert_str_eq(wt_cli_beside("all"), "every block");
  ck_assert_str_eq(wt_cli_beside("wb,lsu"), "wb,lsu");
  /* the slots of a machine are those of sub-warps under DWR */
  static const struct {
    const char *set;
    unsigned slots;
  } machines[] = {{"WARPS=8", 8}, {"GROUPING=dwr", 32}};
  for (int i = 0; i < 2; i++) {
    const char *set[] = {machines[i].set, NULL};
    wt_options so = {.backend = WT_BACKEND_C, .preset = "small", .set = set, .no_oracle = 1};
    wt_session *s;
    ck_assert_int_eq(wt_session_open(&so, &s), WT_OK);
    ck_assert_uint_eq(wt_cli_slots(s), machines[i].slots);
    wt_session_close(s);
  }
}
END_TEST

int main(void) {
  TCase *t = tcase_create("cli_parts");
  tcase_add_test(t, numbers);
  tcase_add_test(t, lists);
  tcase_add_test(t, texts_for_xml);
  tcase_add_test(t, manifests_of_cases);
  tcase_add_test(t, which_cases_a_command_is_about);
  tcase_add_test(t, cubins_are_looked_at_before_the_work);
  tcase_add_test(t, jobs_in_processes);
  tcase_add_test(t, small_jobs);
  tcase_add_test(t, notes_of_keys);
  tcase_add_test(t, verdicts_and_progress);
  tcase_add_test(t, progress_at_a_terminal);
  return run_suite("cli_parts", t);
}
