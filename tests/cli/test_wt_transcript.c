/* test_wt_transcript.c - what the program prints, line by line. Each file of tests/cli/transcript holds command lines for sh, and below each what it printed
 * and its exit status; UPDATE=1 writes anew what it printed (then read it: a transcript says what is right). The commands of a file run one after the other
 * in a folder that is empty but for `kernels`, the test kernels, and `examples`; ROOT is the tree.
 *
 *   # a remark; it and an empty line stay where they are
 *   $ warptwin run k.cubin     a command, PATH leads to the program of the build
 *   > --config tiny            its next line
 *   | PASS                     a line of standard output
 *   ! warptwin: ...            a line of standard error
 *   \ no newline               behind a last line that has none
 *   ? 2                        the exit status, when it is not 0
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <limits.h>
#include <regex.h>
#include <stdlib.h>

#include "tests/cli_kit.h"

#define FOLDER WT_ROOT "/tests/cli/transcript"

/* ---- what is another each time ---- */

static const struct {
  const char *pattern, *instead;                                                    /* instead: of what the group matches */
} varies[] = {{" ([0-9]+\\.?[0-9]*) s$", "T"},                                      /* an item of a farm, a line of progress */
              {" ( *[0-9]+\\.[0-9])s$", "T"},                                       /* a row of regress */
              {"^[a-z]+ +[0-9]+ +[0-9]+ +[0-9]+ +[0-9]+ ( *[0-9]+\\.[0-9])$", "T"}, /* a row of farm collect */
              {" time=\"([0-9.]+)\"", "T"},                                         /* JUnit */
              {"\"seconds\": ([0-9.e-]+)", "T"},                                    /* JSON */
              {"\"process\": ([0-9]+)", "P"},
              {"\"host\": \"([^\"]*)\"", "H"},
              {"([0-9a-f]{64})", "SUM"}};
enum { VARIES = sizeof varies / sizeof *varies, LINE = 1 << 16 };
static regex_t pattern[VARIES];

static void without_times(char *line) {
  static char tail[LINE];
  for (unsigned i = 0; i < VARIES; i++) {
    regmatch_t m[2];
    for (char *from = line; !regexec(&pattern[i], from, 2, m, from > line ? REG_NOTBOL : 0);) {
      snprintf(tail, sizeof tail, "%s", from + m[1].rm_eo);
      from += sprintf(from + m[1].rm_so, "%s", varies[i].instead) + m[1].rm_so;
      strcpy(from, tail);
    }
  }
}

/* Where things lie: in the folder of the test, beside the program, in the tree. */
static void without_paths(char *line) {
  static char tail[LINE];
  const char *const path[] = {dir, wt_build_dir(), WT_ROOT}, *const name[] = {"HERE", "BUILD", "ROOT"};
  for (unsigned i = 0; i < 3; i++)
    for (char *at = line; (at = strstr(at, path[i]));) {
      snprintf(tail, sizeof tail, "%s", at + strlen(path[i]));
      at += sprintf(at, "%s", name[i]);
      strcpy(at, tail);
    }
}

/* ---- a command ---- */

static void lines_of(FILE *to, const char *name, char mark) {
  static char text[1 << 22], line[LINE];
  ck_assert_msg(slurp(name, text, sizeof text) < sizeof text - 1, "%s is too long", name);
  for (const char *p = text; *p;) {
    const size_t n = strcspn(p, "\n");
    ck_assert_uint_lt(n, sizeof line / 2);
    snprintf(line, sizeof line, "%.*s", (int)n, p);
    without_paths(line), without_times(line);
    fprintf(to, *line ? "%c %s\n" : "%c\n", mark, line);
    if (!p[n]) fputs("\\ no newline\n", to);
    p += n + (p[n] != 0);
  }
}

/* What a transcript has below the command now. A command that never ends is ended by its processor time. */
static char *said(const char *text) {
  char cmd[600], *now = NULL;
  size_t size;
  FILE *to = open_memstream(&now, &size);
  text_file(".command", text);
  snprintf(cmd, sizeof cmd, "cd %s && ulimit -S -t 20 && timeout 600 sh ./.command >.out 2>.err </dev/null", dir);
  const int st = system(cmd), rc = WIFEXITED(st) ? WEXITSTATUS(st) : 128 + WTERMSIG(st);
  lines_of(to, ".out", '|');
  lines_of(to, ".err", '!');
  if (rc) fprintf(to, "? %d\n", rc);
  fclose(to);
  return now;
}

/* ---- a transcript ---- */

static struct dirent **transcript;

typedef struct {
  const char *name;
  char *at;      /* what is left of its text */
  unsigned line; /* of it, from 1 on */
} reader;

/* The next line, when it begins with one of these characters; or NULL. */
static const char *next_of(reader *r, const char *marks) {
  static char line[LINE];
  const size_t n = strcspn(r->at, "\n");
  if (!*r->at || !strchr(marks, n ? *r->at : '\n')) return NULL;
  snprintf(line, sizeof line, "%.*s", (int)n, r->at);
  r->at += n + (r->at[n] != 0), r->line++;
  return line;
}

/* What is written below a command is what it says. */
static void ck_said(reader *r, const char *command, const char *got) {
  reader now = {r->name, (char *)(uintptr_t)got, 1};
  static char want[LINE];
  for (;;) {
    const unsigned line = r->line;
    const char *w = next_of(r, "|!?\\");
    if (w) strcpy(want, w);
    const char *g = next_of(&now, "|!?\\");
    if (!w && !g) return;
    ck_assert_msg(w && g && !strcmp(want, g), "tests/cli/transcript/%s:%u: $ %swanted: %s\ngot:    %s", r->name, line, command,
                  w ? want : "nothing more", g ? g : "nothing more");
  }
}

START_TEST(as_it_is_written) {
  static char text[1 << 22], command[LINE];
  char path[600], cmd[900], *renewed = NULL;
  size_t size;
  reader r = {transcript[_i]->d_name, text, 1};
  FILE *to = open_memstream(&renewed, &size);
  snprintf(cmd, sizeof cmd, "cd %s && rm a.bin && ln -s " WT_ROOT "/tests/kernels kernels && ln -s " WT_ROOT "/examples examples", dir);
  ck_assert_int_eq(system(cmd), 0);
  snprintf(path, sizeof path, FOLDER "/%s", r.name);
  ck_assert_msg(slurp(path, text, sizeof text) < sizeof text - 1, "%s is too long", path);
  while (*r.at) {
    for (const char *l; (l = next_of(&r, "#\n"));) fprintf(to, "%s\n", l);
    const char *l = next_of(&r, "$");
    ck_assert_msg(l || !*r.at, "tests/cli/transcript/%s:%u: no command", r.name, r.line);
    size_t n = 0;
    for (; l; l = next_of(&r, ">")) n += (size_t)snprintf(command + n, sizeof command - n, "%s\n", l[1] ? l + 2 : ""), fprintf(to, "%s\n", l);
    if (!n) break;
    char *now = said(command);
    if (!getenv("UPDATE")) ck_said(&r, command, now);
    while (next_of(&r, "|!?\\")) continue;
    fputs(now, to), free(now);
  }
  fclose(to);
  if (getenv("UPDATE")) {
    FILE *f = fopen(path, "w");
    ck_assert(f && fputs(renewed, f) >= 0 && !fclose(f));
  }
  free(renewed);
}
END_TEST

static int is_transcript(const struct dirent *e) {
  const size_t n = strlen(e->d_name);
  return n > 4 && !strcmp(e->d_name + n - 4, ".txt");
}

int main(void) {
  static const char *const gone[] = {"MAKEFLAGS", "MAKELEVEL", "ARGP_HELP_FMT", "WARPTWIN_PROGRESS", "WT_QUIET", "WT_RTL_COUNT", "WARPTWIN_ROOT"};
  static char path[8192];
  Suite *s = suite_create("transcript");
  for (unsigned i = 0; i < sizeof gone / sizeof *gone; i++) unsetenv(gone[i]);
  snprintf(path, sizeof path, "%s:%s", wt_build_dir(), getenv("PATH"));
  setenv("PATH", path, 1), setenv("LC_ALL", "C", 1), setenv("TZ", "UTC", 1), setenv("TERM", "dumb", 1), setenv("ROOT", WT_ROOT, 1);
  for (unsigned i = 0; i < VARIES; i++)
    if (regcomp(&pattern[i], varies[i].pattern, REG_EXTENDED)) return fprintf(stderr, "bad pattern: %s\n", varies[i].pattern), 1;
  const int n = scandir(FOLDER, &transcript, is_transcript, alphasort);
  if (n <= 0) return fprintf(stderr, "no transcripts in " FOLDER "\n"), 1;
  for (int i = 0; i < n; i++) { /* CK_RUN_CASE=farm: farm.txt alone */
    static char name[NAME_MAX + 1];
    snprintf(name, sizeof name, "%.*s", (int)(strlen(transcript[i]->d_name) - strlen(".txt")), transcript[i]->d_name);
    TCase *t = tcase_create(strdup(name));
    tcase_set_timeout(t, 600);
    tcase_add_checked_fixture(t, setup, teardown);
    tcase_add_loop_test(t, as_it_is_written, i, i + 1);
    suite_add_tcase(s, t);
  }
  return suite_run(s);
}
