/* cli_cases.c - manifest cases and the processes that run them. */
#define _GNU_SOURCE
#include "cli/cli_cases.h"

#include <dlfcn.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cli/wt_cli_guest.h"
#include "files/wt_infile.h"
#include "lib/wt_home.h"
#include "lib/wt_reap.h"
#include "lib/wt_seconds.h"
#include "warptwin_host.h"

const char **wt_cli_list(const char *text, size_t *n) {
  size_t most = 2;
  for (const char *c = text; *c; c++) most += *c == ',';
  const char **list = malloc(most * sizeof *list + strlen(text) + 1);
  *n = 0;
  if (!list) return wt_cli_error(2, "out of memory"), NULL;
  char *words = strcpy((char *)(list + most), text);
  for (char *p = strtok(words, ","); p; p = strtok(NULL, ",")) list[(*n)++] = p;
  list[*n] = NULL;
  return list;
}

/* ---- manifest ---- */

static char *joined(const char *folder, const char *name, const char *ext) {
  char path[4096];
  snprintf(path, sizeof path, "%s%s%s%s", *name == '/' ? "" : folder, *name == '/' ? "" : "/", name, ext);
  return strdup(path);
}

/* Does the shape have these values ("KEY=VALUE KEY=VALUE")? -1: not a list of keys. */
static int holds(const char *conditions, const wt_shape *S) {
  char buf[200], err[300], *save = NULL;
  int yes = 1;
  snprintf(buf, sizeof buf, "%s", conditions);
  for (char *p = strtok_r(buf, " ", &save); p; p = strtok_r(NULL, " ", &save)) {
    wt_shape other = *S;
    if (wt_shape_set(&other, p, err, sizeof err)) return -1;
    yes &= !memcmp(&other, S, sizeof other);
  }
  return yes;
}

static int check_stops(const wt_case *c, const char *suite) {
  const char *where;
  json_t *word;
  wt_shape S;
  char err[300];
  if (wt_shape_preset(&S, "small", err, sizeof err)) return wt_cli_error(2, "%s", err);
  json_object_foreach(c->stops, where, word) {
    if (holds(where, &S) < 0 || !json_is_string(word))
      return wt_cli_error(2, "%s: case %s, stops, '%s': expected \"KEY=VALUE ...\": \"verdict\"", suite, c->name, where);
  }
  return 0;
}

const char *wt_case_stops(const wt_case *c, const wt_shape *S) {
  const char *where;
  json_t *word;
  json_object_foreach(c->stops, where, word) {
    if (holds(where, S) > 0) return json_string_value(word);
  }
  return NULL;
}

static int read_launch(const wt_cases *k, wt_case *c, const char *cli, const json_t *inputs, const char *suite) {
  char err[400];
  if (!(c->launch = calloc(1, sizeof *c->launch))) return wt_cli_error(2, "out of memory");
  if (wt_cli_kernel_read(c->launch, cli, err, sizeof err)) return wt_cli_error(2, "%s: case %s, cli: %s", suite, c->name, err);
  c->launch->folder = k->folder, c->launch->made = inputs;
  return 0;
}

int wt_cases_load(wt_cases *k, const char *suite, const char *hosts) {
  char suite_path[1024], host_path[1024], folder[1024];
  json_error_t je;
  size_t i;
  json_t *c;
  memset(k, 0, sizeof *k);
  snprintf(suite_path, sizeof suite_path, "%s/tests/kernels/manifest.json", wt_root());
  snprintf(host_path, sizeof host_path, "%s/kernels", wt_build_dir());
  if (!suite) suite = suite_path;
  if (!hosts) hosts = host_path;
  if (wt_infile_look(suite)) return wt_cli_error(2, "%s: cannot read: %s", suite, wt_infile_look(suite));
  if (!(k->suite = json_load_file(suite, JSON_REJECT_DUPLICATES, &je)))
    return je.line < 0 ? wt_cli_error(2, "%s", je.text) : wt_cli_error(2, "%s: line %d: %s", suite, je.line, je.text);
  if (!json_is_array(k->suite)) return wt_cli_error(2, "%s: expected an array of cases", suite);
  snprintf(folder, sizeof folder, "%s", suite);
  char *slash = strrchr(folder, '/');
  if (slash) *slash = 0;
  else strcpy(folder, ".");
  if (!(k->folder = strdup(folder))) return wt_cli_error(2, "out of memory");
  if (!(k->c = calloc(json_array_size(k->suite) + 1, sizeof *k->c))) return wt_cli_error(2, "out of memory");
  json_array_foreach(k->suite, i, c) {
    const char *name = json_string_value(json_object_get(c, "name")), *cubin = json_string_value(json_object_get(c, "cubin"));
    const char *host = json_string_value(json_object_get(c, "host"));
    const char *cli = json_string_value(json_object_get(c, "cli"));
    if (!name || !cubin || (!host && !cli))
      return wt_cli_error(2, "%s: case %zu needs name, cubin, and a host program or the launch as cli", suite, i);
    k->c[k->n++] = (wt_case){.name = name,
                             .cubin = joined(folder, cubin, ""),
                             .host = host ? joined(hosts, host, ".so") : NULL,
                             .warp_min = (unsigned)json_integer_value(json_object_get(c, "warp_min")),
                             .warp_max = (unsigned)json_integer_value(json_object_get(c, "warp_max")),
                             .medium = host ? (unsigned)json_integer_value(json_object_get(c, "medium")) : 0,
                             .stops = json_object_get(c, "stops")};
    if (check_stops(&k->c[k->n - 1], suite)) return 2;
    if (!host && read_launch(k, &k->c[k->n - 1], cli, json_object_get(c, "inputs"), suite)) return 2;
  }
  return 0;
}

void wt_cases_free(wt_cases *k) {
  for (size_t i = 0; i < k->n; i++) {
    free(k->c[i].own_name), free(k->c[i].sized_name), free(k->c[i].cubin), free(k->c[i].host);
    if (k->c[i].launch) wt_cli_kernel_free(k->c[i].launch), free(k->c[i].launch);
  }
  free(k->c), free(k->folder);
  json_decref(k->suite);
  memset(k, 0, sizeof *k);
}

const wt_case *wt_cases_find(const wt_cases *k, const char *name) {
  for (size_t i = 0; i < k->n; i++)
    if (!strcmp(k->c[i].name, name)) return &k->c[i];
  return NULL;
}

int wt_case_fits(const wt_case *c, const wt_shape *S) {
  return (!c->warp_min || S->WARP_SIZE >= c->warp_min) && (!c->warp_max || S->WARP_SIZE <= c->warp_max);
}

const char *wt_case_warps(const wt_case *c, char *buf, size_t n) {
  if (!c->warp_max) snprintf(buf, n, "%u or more", c->warp_min);
  else if (!c->warp_min) snprintf(buf, n, "%u or less", c->warp_max);
  else snprintf(buf, n, "%u to %u", c->warp_min, c->warp_max);
  return buf;
}

/* The launch alone: the oracle in tandem judges it. */
static int run_launch(const wt_case *c, wt_session *s, uint64_t seed, char *msg, size_t n) {
  wt_cli_param p[WT_CLI_MAX_ARGS] = {{0}};
  wt_module *m;
  int rc = wt_cli_kernel_load(s, c->cubin, c->launch, seed, &m, p, msg, n);
  if (!rc && (rc = (int)wt_cli_kernel_launch(s, m, c->launch, p))) snprintf(msg, n, "%s", wt_error(s));
  wt_cli_params_free(p);
  return rc;
}

int wt_case_run(const wt_case *c, wt_session *s, uint64_t seed, char *msg, size_t n) {
  *msg = 0;
  if (!c->host) return run_launch(c, s, seed, msg, n);
  int (*host)(wt_session *, const wt_host_ctx *) = NULL;
  void *dl = dlopen(c->host, RTLD_NOW | RTLD_LOCAL);
  if (dl) *(void **)&host = dlsym(dl, "wt_host");
  if (!host) {
    snprintf(msg, n, "%s: %s", c->host, dl ? "no wt_host in it" : "cannot load; run make kernels-host");
    return WT_USAGE;
  }
  wt_host_ctx ctx = {c->cubin, seed, msg, n, c->scale};
  int st = host(s, &ctx);
  if (st && !*msg) snprintf(msg, n, "%s", wt_error(s));
  return st;
}

/* ---- processes ---- */

typedef struct {
  pid_t pid; /* 0 = not running */
  int fd;
  size_t got;
  double start;
  wt_use_watch *watch; /* in shared memory; NULL: it has no guests */
  wt_cli_stuck since;
} process;

static void write_all(int fd, const char *p, size_t n) {
  while (n) {
    ssize_t k = write(fd, p, n);
    if (k < 0 && errno == EINTR) continue;
    if (k <= 0) _exit(2);
    p += k, n -= (size_t)k;
  }
}

static void run_child(wt_jobs *p, size_t i, int fd, wt_use_watch *watch) {
  wt_watch_use(watch);
  void *result = calloc(1, p->size);
  if (!result) _exit(2);
  signal(SIGPIPE, SIG_DFL);
  p->child(p->ctx, i, result);
  write_all(fd, result, p->size);
  _exit(0);
}

static void start(wt_jobs *p, size_t i, process *x) {
  int fd[2];
  fflush(NULL);
  x->start = wt_seconds();
  p->jobs[i] = (wt_job){.end = WT_JOB_NOT_STARTED};
  if (pipe(fd)) return;
  pid_t pid = fork();
  if (pid < 0) {
    close(fd[0]), close(fd[1]);
    return;
  }
  if (!pid) {
    close(fd[0]);
    run_child(p, i, fd[1], x->watch);
  }
  close(fd[1]);
  x->pid = pid, x->fd = fd[0], x->got = 0;
}

enum { ENDED, TIMEOUT, HUNG };
static void finish(wt_jobs *p, size_t i, process *x, int how) {
  int st = 0;
  wt_job *j = &p->jobs[i];
  if (how) wt_kill(x->pid);
  close(x->fd);
  while (waitpid(x->pid, &st, 0) < 0 && errno == EINTR) continue;
  j->seconds = wt_seconds() - x->start;
  j->end = how == TIMEOUT ? WT_JOB_TIMEOUT : x->got == p->size ? WT_JOB_DONE : WT_JOB_DIED;
  j->code = WIFSIGNALED(st) ? WTERMSIG(st) : 1000 + WEXITSTATUS(st);
  if (how == HUNG || (x->watch && j->end == WT_JOB_DIED && x->watch->in != WT_GUEST_IDLE))
    wt_cli_guest_end(x->watch, how == HUNG ? WT_CLI_HUNG : WIFSIGNALED(st) ? WTERMSIG(st) : WT_CLI_EXITED, j->guest, sizeof j->guest);
  x->pid = 0;
  if (p->pool) __atomic_add_fetch(p->pool, __atomic_exchange_n(&p->taken[i], 0, __ATOMIC_SEQ_CST), __ATOMIC_SEQ_CST); /* of one that died */
}

/* One round: waits until a running child has something to say or its time is over. */
static void serve(wt_jobs *p, process *x, const size_t *live, unsigned n_live) {
  struct pollfd fds[64];
  size_t who[64], n = 0;
  double t = wt_seconds(), left = 3600;
  for (unsigned k = 0; k < n_live; k++) {
    size_t i = live[k];
    if (p->timeout > 0 && x[i].start + p->timeout - t < left) left = x[i].start + p->timeout - t;
    if (x[i].watch && left > 1) left = 1;
    fds[n].fd = x[i].fd, fds[n].events = POLLIN, fds[n].revents = 0, who[n++] = i;
  }
  if (left < 0) left = 0;
  poll(fds, (nfds_t)n, (int)(left * 1000) + 1);
  for (size_t k = 0; k < n; k++) {
    process *c = &x[who[k]];
    if (fds[k].revents) {
      ssize_t got = read(c->fd, (char *)p->results + who[k] * p->size + c->got, p->size - c->got);
      if (got > 0) c->got += (size_t)got;
      if (!got || (got < 0 && errno != EINTR) || c->got == p->size) finish(p, who[k], c, ENDED);
    } else if (p->timeout > 0 && wt_seconds() - c->start >= p->timeout) {
      finish(p, who[k], c, TIMEOUT);
    } else if (c->watch && wt_cli_is_stuck(c->watch, &c->since)) {
      finish(p, who[k], c, HUNG);
    }
  }
}

void wt_jobs_run(wt_jobs *p) {
  process *x = calloc(p->n + 1, sizeof *x);
  size_t started = 0, told = 0, live[64]; /* those that run: a plan may have very many */
  unsigned given = 0, running = 0;
  unsigned parallel = p->parallel < 1 ? 1 : p->parallel > 64 ? 64 : p->parallel;
  if (!x) return;
  const size_t pages = p->n * sizeof(wt_use_watch);
  wt_use_watch *watch = p->guests ? mmap(NULL, pages, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0) : MAP_FAILED;
  for (size_t i = 0; i < p->n && watch != MAP_FAILED; i++) x[i].watch = &watch[i];
  while (told < p->n) {
    while (running < parallel && started < p->n) {
      start(p, started, &x[started]);
      if (x[started].pid) live[running++] = started;
      started++;
    }
    if (p->pool && started == p->n) {
      __atomic_add_fetch(p->pool, (int)(parallel - running - given), __ATOMIC_SEQ_CST); /* none is started any more: there are never fewer */
      given = parallel - running;
    }
    if (running) serve(p, x, live, running);
    unsigned still = 0;
    for (unsigned k = 0; k < running; k++)
      if (x[live[k]].pid) live[still++] = live[k];
    running = still;
    for (; told < started && !x[told].pid; told++)
      if (p->done) p->done(p->ctx, told);
  }
  if (watch != MAP_FAILED) munmap(watch, pages);
  free(x);
}

void wt_job_text(const wt_job *j, double timeout, char *buf, size_t n) {
  switch (j->end) {
    case WT_JOB_TIMEOUT: snprintf(buf, n, "timeout: not finished after %.0f s (--timeout)", timeout); break;
    case WT_JOB_DIED:
      if (*j->guest) snprintf(buf, n, "%s", j->guest);
      else if (j->code < 1000) snprintf(buf, n, "crash: the process was ended by signal %d (%s)", j->code, strsignal(j->code));
      else snprintf(buf, n, "crash: the process ended without a result (exit status %d)", j->code - 1000);
      break;
    case WT_JOB_NOT_STARTED: snprintf(buf, n, "crash: cannot start a process"); break;
    default: snprintf(buf, n, "ok");
  }
}
