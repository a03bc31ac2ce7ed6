/* wt_farm.c - the worker: runs items, one after the other, each in a process of its own. */
#define _DEFAULT_SOURCE
#include "cli/wt_farm.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cli/wt_cli.h"
#include "cosim/wt_rtl.h"
#include "files/wt_infile.h"
#include "lib/wt_reap.h"
#include "lib/wt_recheck.h"
#include "lib/wt_seconds.h"
#include "lib/wt_wide.h"

enum { MAX_ARGV = 2 * WT_MAX_SET + 33, LATE = 124 }; /* a case with every --set that it may have, and the end of the list; LATE: as timeout(1) */

/* ---- the folder ---- */

void wt_farm_hash(const json_t *identity, char hex[65]) {
  char *text = json_dumps(identity, JSON_COMPACT | JSON_SORT_KEYS);
  wt_hash_bytes(text ? text : "", text ? strlen(text) : 0, hex);
  free(text);
}

int wt_farm_file_hash(const char *path, char hex[65], char *err, size_t errn) {
  size_t n;
  void *p = wt_infile_read(path, &n, err, errn);
  *hex = 0;
  if (p) wt_hash_bytes(p, n, hex);
  free(p);
  return p ? 0 : -1;
}

/* What every item has, and nobody asks for again. */
static int is_item(json_t *item) {
  const char *kind, *title, *name, *identity;
  return !json_unpack(item, "{s:s,s:s,s:s,s:s}", "kind", &kind, "title", &title, "item", &name, "identity", &identity);
}

int wt_farm_open(wt_farm *f, const char *dir) {
  char path[4200];
  json_error_t e;
  json_int_t format = 0;
  *f = (wt_farm){.dir = dir};
  snprintf(path, sizeof path, "%s/plan.json", dir);
  if (access(path, R_OK)) return wt_cli_error(2, "%s: holds no plan; warptwin farm plan %s makes one", dir, dir);
  if (!(f->plan = json_load_file(path, 0, &e))) return wt_cli_error(2, "%s:%d: %s", path, e.line, e.text);
  if (json_unpack(f->plan, "{s:I,s:o}", "format", &format, "items", &f->items) || !json_is_array(f->items))
    return wt_cli_error(2, "%s: is no plan of warptwin farm", path);
  if (format != WT_FARM_FORMAT) return wt_cli_error(2, "%s: of format %d, this program reads %d; plan again", path, (int)format, WT_FARM_FORMAT);
  for (size_t i = 0; i < json_array_size(f->items); i++)
    if (!is_item(json_array_get(f->items, i))) return wt_cli_error(2, "%s: item %zu is not as farm plan writes one; plan again", path, i);
  return 0;
}
void wt_farm_close(wt_farm *f) { json_decref(f->plan); }

const char *wt_farm_name(const json_t *item) {
  const char *name = json_string_value(json_object_get(item, "item"));
  return name ? name : "?";
}

json_t *wt_farm_result(const wt_farm *f, const json_t *item, const char **why) {
  char path[4400];
  const char *got, *want = json_string_value(json_object_get(item, "identity"));
  snprintf(path, sizeof path, "%s/results/%s.json", f->dir, wt_farm_name(item));
  *why = "missing";
  if (access(path, F_OK)) return NULL;
  json_t *r = json_load_file(path, 0, NULL);
  *why = "its result cannot be read";
  if (!r) return NULL;
  got = json_string_value(json_object_get(r, "identity"));
  *why = "its result is of another plan";
  if (got && want && !strcmp(got, want) && json_is_integer(json_object_get(r, "status"))) return r;
  json_decref(r);
  return NULL;
}

/* ---- one item ---- */

typedef struct {
  int done, died; /* died: the signal that ended it */
  wt_rechecked seg;
} outcome;
static char part[4600];              /* an unfinished result */
static char scratch[40], digest[64]; /* a folder of this worker's own, and the file in it that an item may write */
/* The process of an item ends with its worker: run_item() asks for that. */
static void stop(int sig) {
  if (*part) unlink(part);
  if (*digest) unlink(digest), rmdir(scratch);
  _exit(128 + sig);
}

static const char *text_of(const json_t *item, const char *key) { return json_string_value(json_object_get(item, key)); }

static void segment(const json_t *item, wt_rechecked *r) {
  wt_options o = {.backend = WT_BACKEND_COSIM, .no_oracle = 1};
  wt_session *s;
  const char *file = text_of(item, "file"), *state = text_of(item, "state");
  wt_status st = wt_session_resume(file, &o, &s);
  if (st) {
    r->status = (int)st;
    snprintf(r->text, sizeof r->text, "%s", wt_error(NULL));
    return;
  }
  wt_set_quiet(s, 1), wt_set_output(s, NULL);
  wt_recheck(s, file, (uint64_t)json_integer_value(json_object_get(item, "until")), state ? state : "", r);
  wt_session_close(s);
}

/* The program of an item: "warptwin" is this one; @DIGEST@ becomes the name of a file. */
static void execute(const json_t *item) {
  char *argv[MAX_ARGV];
  const json_t *list = json_object_get(item, "argv");
  size_t n = json_array_size(list);
  if (n >= MAX_ARGV) fprintf(stderr, "a command of %zu words, %d can be started\n", n, MAX_ARGV - 1), n = 0;
  for (size_t i = 0; i < n; i++) {
    const char *a = json_string_value(json_array_get(list, i));
    argv[i] = (char *)(uintptr_t)(!a ? "" : strcmp(a, "@DIGEST@") ? a : digest);
  }
  argv[n] = NULL;
  unsetenv("MAKEFLAGS"), unsetenv("MAKELEVEL");
  setenv("WT_QUIET", "1", 1);
  if (!n) _exit(127);
  if (!strcmp(argv[0], "warptwin")) execv("/proc/self/exe", argv);
  else execvp(argv[0], argv);
  fprintf(stderr, "%s: %s\n", argv[0], strerror(errno));
  _exit(127);
}

static void child(const json_t *item, outcome *o, int out) {
  signal(SIGTERM, SIG_DFL), signal(SIGINT, SIG_DFL), signal(SIGHUP, SIG_DFL);
  int null = open("/dev/null", O_RDONLY);
  if (null >= 0) dup2(null, 0);
  dup2(out, 1), dup2(out, 2);
  if (strcmp(text_of(item, "kind"), "segment")) execute(item);
  segment(item, &o->seg);
  o->done = 1;
  _exit(0);
}

/* The last bytes of a file. */
static char *last_bytes(int fd) {
  off_t n = lseek(fd, 0, SEEK_END), from = n > WT_FARM_TEXT ? n - WT_FARM_TEXT : 0;
  char *text = calloc(WT_FARM_TEXT + 1, 1);
  ssize_t got = text ? pread(fd, text, WT_FARM_TEXT, from) : 0;
  for (ssize_t i = 0; i < got; i++) /* JSON wants UTF-8, and lines of progress are not for a file */
    if ((unsigned char)text[i] > 126 || ((unsigned char)text[i] < 32 && text[i] != '\n')) text[i] = ' ';
  return text;
}

static json_t *result(const json_t *item, const outcome *o, int st, int late, double took, const char *text, const char *line) {
  char host[200] = "?";
  gethostname(host, sizeof host - 1);
  int seg = !strcmp(text_of(item, "kind"), "segment"), status = late ? LATE : WIFEXITED(st) ? WEXITSTATUS(st) : 128 + WTERMSIG(st);
  if (seg && !status) status = o->done ? o->seg.status : 2;
  json_t *j =
    json_pack("{s:s,s:s,s:i,s:s,s:f,s:s,s:i,s:s}", "item", wt_farm_name(item), "identity", text_of(item, "identity"), "status", status, "verdict",
              !status        ? "ok"
              : status > 128 ? "crashed"
              : status == 2  ? "error"
                             : "failed",
              "seconds", took, "host", host, "process", (int)getpid(), "text", seg ? o->seg.text : text);
  if (seg)
    json_object_update_new(j, json_pack("{s:I,s:I,s:s,s:s,s:b}", "cycle", (json_int_t)o->seg.start, "end_cycle", (json_int_t)o->seg.end, "start",
                                        o->seg.from, "end", o->seg.to, "ended", o->seg.ended));
  if (*line) json_object_set_new(j, "digest", json_string(line));
  return j;
}

/* ---- results ---- */

/* What counts of a result when an item has been done twice. */
static int agree(const json_t *a, const json_t *b) {
  static const char *const keys[] = {"status", "start", "end", "end_cycle", "ended", "digest"};
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
    const json_t *x = json_object_get(a, keys[i]), *y = json_object_get(b, keys[i]);
    if (!x != !y || (x && !json_equal(x, y))) return 0;
  }
  return 1;
}

static int write_whole(const char *path, const char *text) {
  FILE *h = fopen(part, "we");
  int bad = !h || fputs(text, h) < 0 || fflush(h) || fsync(fileno(h)), e = errno;
  if (h && fclose(h) && !bad) bad = 1, e = errno;
  if (!bad && rename(part, path)) bad = 1, e = errno;
  if (bad) unlink(part);
  *part = 0;
  errno = e;
  return bad ? -1 : 0;
}

static int store(const wt_farm *f, const json_t *item, json_t *r) {
  char path[4400], host[200] = "?";
  const char *why;
  gethostname(host, sizeof host - 1);
  snprintf(path, sizeof path, "%s/results/%s.json", f->dir, wt_farm_name(item));
  json_t *old = wt_farm_result(f, item, &why);
  if (old && !agree(old, r) && !json_integer_value(json_object_get(old, "status"))) { /* done twice, and not alike */
    json_object_set(r, "other", old);
    json_object_set_new(r, "status", json_integer(1));
    json_object_set_new(r, "verdict", json_string("failed"));
    json_object_set_new(r, "text", json_string("done twice with different results: what runs here is not the same everywhere, or not repeatable"));
  }
  json_decref(old);
  char *text = json_dumps(r, JSON_INDENT(2) | JSON_PRESERVE_ORDER);
  snprintf(part, sizeof part, "%s/results/.%s.%s.%d", f->dir, wt_farm_name(item), host, (int)getpid());
  int bad = !text || write_whole(path, text);
  free(text);
  return bad ? wt_cli_error(2, "%s: cannot write: %s; the item stays undone", path, strerror(errno)) : 0;
}

/* Unfinished results of dead workers of this host. */
static void sweep(const wt_farm *f) {
  char path[4400], host[200] = "?";
  gethostname(host, sizeof host - 1);
  snprintf(path, sizeof path, "%s/results", f->dir);
  DIR *d = opendir(path);
  struct dirent *e;
  while (d && (e = readdir(d))) {
    if (*e->d_name != '.') continue;
    char *dot = strrchr(e->d_name, '.'), of[260];
    snprintf(of, sizeof of, ".%.200s.%s", host, dot + 1);
    long pid = strtol(dot + 1, NULL, 10);
    if (pid <= 0 || !strstr(e->d_name, of) || !kill((pid_t)pid, 0) || errno != ESRCH) continue; /* EPERM: it is another user's, and lives */
    snprintf(path, sizeof path, "%s/results/%s", f->dir, e->d_name);
    unlink(path);
  }
  if (d) closedir(d);
}

/* ---- the worker ---- */

static int shape_of(const json_t *item, wt_shape *S, char *err, size_t n) {
  const char *key;
  json_t *v;
  int bad = wt_shape_preset(S, "default", err, n);
  json_object_foreach(json_object_get(item, "shape"), key, v) {
    char set[120];
    snprintf(set, sizeof set, "%s=%s", key, json_string_value(v));
    if (!bad) bad = wt_shape_set(S, set, err, n);
  }
  return bad || wt_shape_check(S, err, n);
}

/* 0: program, RTL and files are those that the item was planned with; else one line and 2. Each RTL is looked up once. A segment runs in this program, a case in
 * one of its own. */
static int same_parts(const json_t *item) {
  static char program[65], rtl_seen[80];
  const json_t *made = json_object_get(item, "made_of");
  const char *p = json_string_value(json_object_get(made, "program")), *r = json_string_value(json_object_get(made, "rtl")),
             *kind = text_of(item, "kind");
  char err[600];
  wt_shape S;
  if (!strcmp(kind, "segment") && !text_of(item, "file")) return wt_cli_error(2, "%s: a segment without a file; plan again", wt_farm_name(item));
  if (!strcmp(kind, "segment") && (shape_of(item, &S, err, sizeof err) || wt_wide_runs(&S, err, sizeof err))) return wt_cli_error(2, "%s", err);
  if (!*program) wt_hash_program(program);
  if (p && strcmp(p, program)) return wt_cli_error(2, "the plan was made with another warptwin than this one; plan again");
  if (r && strcmp(r, rtl_seen)) {
    char path[1024];
    if (shape_of(item, &S, err, sizeof err) || wt_rtl_build_machine(&S, path, sizeof path, err, sizeof err)) return wt_cli_error(2, "%s", err);
    const char *base = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
    if (strcmp(base, r)) return wt_cli_error(2, "the plan was made for another RTL (%s, here %s); plan again", r, base);
    snprintf(rtl_seen, sizeof rtl_seen, "%s", r);
  }
  const char *file;
  json_t *hash;
  json_object_foreach((json_t *)(uintptr_t)json_object_get(made, "files"), file, hash) {
    char hex[65], err[600];
    wt_farm_file_hash(file, hex, err, sizeof err);
    if (strcmp(hex, json_string_value(hash))) return wt_cli_error(2, "%s: is not the file of the plan; plan again", file);
  }
  return 0;
}

static int unfinished(const char *say, const char *name, int sig) {
  fprintf(stderr, "warptwin: item %s %s (signal %d), it stays undone\n", name, say, sig);
  return 2;
}

/* How the process of an item ended; late: because it had had its time. */
static int ending(pid_t pid, double t0, double timeout, int *late) {
  int st = 0;
  while (!waitpid(pid, &st, timeout > 0 ? WNOHANG : 0)) { /* nothing interrupts it: no handler comes back */
    if (wt_seconds() - t0 > timeout) *late = 1, wt_kill(pid);
    nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
  }
  return st;
}

/* The line that it left as its digest, "": none. */
static void take_digest(char *line, size_t n) {
  FILE *d = fopen(digest, "r");
  if (!d || !fgets(line, (int)n, d)) *line = 0;
  line[strcspn(line, "\n")] = 0;
  if (d) fclose(d);
  unlink(digest), rmdir(scratch);
}

/* What its process did is kept, unless it was killed from outside, by an operator or for want of memory: that says nothing about the item. */
static int kept(const wt_farm *f, const json_t *item, const wt_farm_work_opts *w, const outcome *o, pid_t pid, double t0, int out) {
  char line[4000];
  int late = 0, st = ending(pid, t0, w->timeout, &late);
  take_digest(line, sizeof line);
  if (!late && WIFSIGNALED(st) && (WTERMSIG(st) == SIGKILL || WTERMSIG(st) == SIGTERM))
    return unfinished("was killed", wt_farm_name(item), WTERMSIG(st));
  char *text = last_bytes(out);
  json_t *r = result(item, o, st, late, wt_seconds() - t0, late ? "not finished in the time that --timeout gives" : text ? text : "", line);
  int rc = store(f, item, r);
  if (!rc && !w->quiet) printf("%s %s %.1f s\n", wt_farm_name(item), text_of(r, "verdict"), wt_seconds() - t0), fflush(stdout);
  json_decref(r);
  free(text);
  return rc;
}

static int run_item(const wt_farm *f, const json_t *item, const wt_farm_work_opts *w) {
  char log[] = "/tmp/wt_farm_XXXXXX";
  outcome *o = mmap(NULL, sizeof *o, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  snprintf(scratch, sizeof scratch, "/tmp/wt_farm_digest_XXXXXX");
  int out = mkstemp(log);
  if (o == MAP_FAILED || out < 0 || !mkdtemp(scratch)) return wt_cli_error(2, "no memory or no file in /tmp: %s", strerror(errno));
  unlink(log);
  snprintf(digest, sizeof digest, "%s/line", scratch);
  double t0 = wt_seconds();
  pid_t me = getpid(), pid = fork();
  if (!pid) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != me) _exit(1);
    child(item, o, out);
  }
  int rc = pid < 0 ? wt_cli_error(2, "no process for an item: %s", strerror(errno)) : kept(f, item, w, o, pid, t0, out);
  close(out);
  munmap(o, sizeof *o);
  return rc;
}

/* Numbers of a list, or all; NULL with one line on stderr. */
static size_t *numbers(const wt_farm *f, const char *list, size_t *n) {
  size_t all = json_array_size(f->items), *v = calloc(all + 1, sizeof *v);
  *n = 0;
  if (!list) {
    for (size_t i = 0; v && i < all; i++) v[(*n)++] = i;
    return v;
  }
  FILE *h = fopen(list, "r");
  size_t k;
  if (!h || !v) return wt_cli_error(2, "%s: cannot read: %s", list, strerror(errno)), free(v), NULL;
  while (fscanf(h, "%zu", &k) == 1 && *n < all)
    if (k < all) v[(*n)++] = k;
  fclose(h);
  return v;
}

int wt_farm_work(const wt_farm *f, const wt_farm_work_opts *o) {
  char results[4200];
  size_t n, *v = numbers(f, o->list, &n);
  const char *why;
  int rc = 0;
  if (!v) return 2;
  snprintf(results, sizeof results, "%s/results", f->dir);
  if (mkdir(results, 0777) && errno != EEXIST) return free(v), wt_cli_error(2, "%s: cannot make the folder: %s", results, strerror(errno));
  sweep(f);
  signal(SIGCHLD, SIG_DFL); /* inherited as ignored it would lose the status of every item */
  signal(SIGTERM, stop);
  signal(SIGINT, stop);
  if (signal(SIGHUP, stop) == SIG_IGN) signal(SIGHUP, SIG_IGN); /* nohup */
  for (size_t i = o->i; i < n && rc != 2; i += o->n) {
    const json_t *item = json_array_get(f->items, v[i]);
    json_t *old = wt_farm_result(f, item, &why);
    int skip = old && !(o->again && json_integer_value(json_object_get(old, "status")));
    json_decref(old);
    if (!skip && !(rc = same_parts(item))) rc = run_item(f, item, o);
  }
  free(v);
  return rc;
}
