/* cli_regress.c - warptwin regress: test kernels x shapes x policies, each in a process of its own, one table.
 *
 * A suite is a manifest as tests/kernels/README.md describes it; the host reference of a case is a shared object.
 */
#include <dlfcn.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tests/kernels/wt_host.h"
#include "wt_cli.h"

enum { MAX_CONFIGS = 8, OPT_JUNIT = 300, OPT_JOBS, OPT_RUN, OPT_ONLY, OPT_HOSTS };

typedef struct {
  wt_cli_shape shape;
  const char *suite, *junit, *only, *hosts;
  uint64_t jobs;
  wt_backend backend;
} regress_opts;

/* What a child reports. */
typedef struct {
  int status;
  uint64_t cycles, insns, threads, slots;
  double seconds;
  char msg[600];
} outcome;

typedef struct {
  const char *name, *cubin, *host, *preset, *set[WT_MAX_SET + 1];
  char label[96];
  int warp_ok, deterministic;
  pid_t pid;
  int fd;
  outcome res;
} job;

static error_t parse(int key, char *arg, struct argp_state *st) {
  regress_opts *o = st->input;
  switch (key) {
    case OPT_JUNIT: o->junit = arg; return 0;
    case OPT_ONLY: o->only = arg; return 0;
    case OPT_HOSTS: o->hosts = arg; return 0;
    case OPT_RUN: o->backend = WT_BACKEND_C; return 0;
    case OPT_JOBS:
      if (!wt_cli_number(arg, &o->jobs) || !o->jobs || o->jobs > 64) argp_error(st, "--jobs %s: expected 1..64", arg);
      return 0;
    case ARGP_KEY_ARG:
      if (o->suite) argp_error(st, "one SUITE, not also '%s'", arg);
      o->suite = arg;
      return 0;
    case ARGP_KEY_INIT: st->child_inputs[0] = &o->shape; return 0;
    default: return ARGP_ERR_UNKNOWN;
  }
}

/* In the child: run the case and write the outcome to fd. */
static void child(const job *j, const regress_opts *o, int fd) {
  outcome r = {0};
  wt_session *s = NULL;
  struct timespec a, b;
  clock_gettime(CLOCK_MONOTONIC, &a);
  wt_options so = {o->backend, j->preset, j->set, o->shape.seed, UINT64_C(200000000), 0};
  void *dl = dlopen(j->host, RTLD_NOW | RTLD_LOCAL);
  int (*host)(wt_session *, const wt_host_ctx *) = NULL;
  if (dl) *(void **)&host = dlsym(dl, "wt_host");
  if (!host) {
    r.status = WT_USAGE;
    snprintf(r.msg, sizeof r.msg, "%s: %s", j->host, dl ? "no wt_host in it" : "cannot load; run make kernels-host");
  } else if ((r.status = (int)wt_session_open(&so, &s))) {
    snprintf(r.msg, sizeof r.msg, "%s", wt_error(NULL));
  } else {
    s->x.quiet = 1;
    wt_host_ctx ctx = {j->cubin, o->shape.seed, r.msg, sizeof r.msg};
    r.status = host(s, &ctx);
    if (r.status && !r.msg[0]) snprintf(r.msg, sizeof r.msg, "%s", wt_error(s));
    const wt_counters *c = wt_stats(s);
    r.cycles = c->cycles, r.insns = c->warp_instructions, r.threads = c->thread_instructions, r.slots = c->lane_slots;
    wt_session_close(s);
  }
  clock_gettime(CLOCK_MONOTONIC, &b);
  r.seconds = (double)(b.tv_sec - a.tv_sec) + (double)(b.tv_nsec - a.tv_nsec) * 1e-9;
  if (write(fd, &r, sizeof r) != (ssize_t)sizeof r) _exit(2);
  _exit(0);
}

static void start(job *j, const regress_opts *o) {
  int fd[2];
  fflush(stdout);
  if (pipe(fd) || (j->pid = fork()) < 0) {
    j->pid = -1;
    j->res.status = WT_USAGE;
    snprintf(j->res.msg, sizeof j->res.msg, "cannot start a process");
    return;
  }
  if (!j->pid) {
    close(fd[0]);
    child(j, o, fd[1]);
  }
  close(fd[1]);
  j->fd = fd[0];
}

static void collect(job *j) {
  int st;
  if (j->pid < 0) return;
  ssize_t n = read(j->fd, &j->res, sizeof j->res);
  close(j->fd);
  waitpid(j->pid, &st, 0);
  if (n != (ssize_t)sizeof j->res) {
    j->res.status = WT_USAGE;
    snprintf(j->res.msg, sizeof j->res.msg, "the process ended without a result (%s %d)", WIFSIGNALED(st) ? "signal" : "exit",
             WIFSIGNALED(st) ? WTERMSIG(st) : WEXITSTATUS(st));
  }
}

static const char *word(int status) {
  static const char *const w[] = {"ok", "DIFFERS", "error", "unsupported", "no end", "fault"};
  return status >= 0 && status <= 5 ? w[status] : "error";
}

static void print_row(const job *j, wt_backend b) {
  const outcome *r = &j->res;
  printf("%-18s %-26s %9llu %9llu %6.3f %6.1f%%  %-13s %-12s %6.1fs\n", j->name, j->label, (unsigned long long)r->cycles,
         (unsigned long long)r->insns, r->cycles ? (double)r->insns / (double)r->cycles : 0, r->slots ? 100.0 * (double)r->threads / (double)r->slots : 0,
         r->status ? "-" : b == WT_BACKEND_COSIM ? "0 differences" : "-", word(r->status), r->seconds);
  if (r->status) printf("    %s\n", r->msg);
  fflush(stdout);
}

static void xml_text(FILE *f, const char *s) {
  for (; *s; s++) switch (*s) {
      case '<': fputs("&lt;", f); break;
      case '>': fputs("&gt;", f); break;
      case '&': fputs("&amp;", f); break;
      case '"': fputs("&quot;", f); break;
      default: fputc((unsigned char)*s < 32 && *s != '\n' ? ' ' : *s, f);
    }
}

static int junit(const char *path, const job *j, size_t n, size_t failed) {
  char *text = NULL;
  size_t len = 0;
  FILE *f = open_memstream(&text, &len);
  if (!f) return -1;
  fprintf(f, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"warptwin\" tests=\"%zu\" failures=\"%zu\">\n", n, failed);
  for (size_t i = 0; i < n; i++) {
    fprintf(f, "  <testcase classname=\"%s\" name=\"%s\" time=\"%.3f\"", j[i].label, j[i].name, j[i].res.seconds);
    if (!j[i].res.status) {
      fputs("/>\n", f);
      continue;
    }
    fprintf(f, "><failure message=\"%s\">", word(j[i].res.status));
    xml_text(f, j[i].res.msg);
    fputs("</failure></testcase>\n", f);
  }
  fputs("</testsuite>\n", f);
  fclose(f);
  int rc = wt_cli_write(path, text, len);
  free(text);
  return rc;
}

/* Splits "a,b,c" in place. */
static unsigned split(char *s, const char **out, unsigned max) {
  unsigned n = 0;
  for (char *p = strtok(s, ","); p && n < max; p = strtok(NULL, ",")) out[n++] = p;
  return n;
}

/* Every combination of presets and of --set values with commas; jobs are appended to *list. */
typedef struct {
  job *list;
  size_t n;
  char *folder;
  const regress_opts *o;
  json_t *suite;
} plan;

static void add_case(plan *p, json_t *c, const char *preset, const char *const *set, unsigned n_set) {
  wt_shape S;
  char err[300], path[2048];
  const char *name = json_string_value(json_object_get(c, "name"));
  int bad = wt_shape_preset(&S, preset, err, sizeof err);
  for (unsigned i = 0; !bad && i < n_set; i++) bad = wt_shape_set(&S, set[i], err, sizeof err);
  if (bad || wt_shape_check(&S, err, sizeof err)) exit(wt_cli_error(2, "%s", err));
  json_int_t lo = json_integer_value(json_object_get(c, "warp_min")), hi = json_integer_value(json_object_get(c, "warp_max"));
  if ((lo && (json_int_t)S.WARP_SIZE < lo) || (hi && (json_int_t)S.WARP_SIZE > hi)) {
    printf("%-18s %s: not run, its reference needs a warp size of %d to %d\n", name, preset, (int)lo, (int)hi);
    return;
  }
  p->list = realloc(p->list, (p->n + 1) * sizeof *p->list);
  job *j = &p->list[p->n++];
  memset(j, 0, sizeof *j);
  j->name = name, j->preset = preset;
  for (unsigned i = 0; i < n_set; i++) j->set[i] = strdup(set[i]);
  int k = snprintf(j->label, sizeof j->label, "%s", preset);
  for (unsigned i = 0; i < n_set; i++) k += snprintf(j->label + k, sizeof j->label - (size_t)k, " %s", set[i]);
  snprintf(path, sizeof path, "%s/%s", p->folder, json_string_value(json_object_get(c, "cubin")));
  j->cubin = strdup(path);
  snprintf(path, sizeof path, "%s/%s.so", p->o->hosts, json_string_value(json_object_get(c, "host")));
  j->host = strdup(path);
}

static void expand(plan *p, json_t *c, const char *preset, const char *const *in, unsigned at, const char **set) {
  if (!in[at]) {
    add_case(p, c, preset, set, at);
    return;
  }
  char buf[256], one[320];
  const char *vals[16], *eq = strchr(in[at], '=');
  if (!eq) exit(wt_cli_error(2, "--set %s: expected KEY=VALUE", in[at]));
  snprintf(buf, sizeof buf, "%s", eq + 1);
  unsigned n = split(buf, vals, 16);
  for (unsigned i = 0; i < n; i++) {
    snprintf(one, sizeof one, "%.*s=%s", (int)(eq - in[at]), in[at], vals[i]);
    set[at] = one;
    expand(p, c, preset, in, at + 1, set);
  }
}

int wt_cmd_regress(int argc, char **argv) {
  static const struct argp_option options[] = {
      {"junit", OPT_JUNIT, "FILE", 0, "results as JUnit XML", 0},
      {"jobs", OPT_JOBS, "N", 0, "processes at a time (default: the machine's processors)", 0},
      {"run", OPT_RUN, NULL, 0, "C twin only instead of lock-step", 0},
      {"only", OPT_ONLY, "NAME[,NAME]", 0, "only these kernels", 0},
      {"hosts", OPT_HOSTS, "DIR", 0, "folder of the host references (default build/kernels)", 0},
      {0}};
  static const struct argp_child children[] = {{&wt_cli_shape_argp, 0, "Shapes (several: PRESET,PRESET and KEY=VALUE,VALUE)", 1}, {0}};
  static const struct argp a = {options, parse, "[SUITE]", "Runs the test kernels of a manifest (default tests/kernels/manifest.json).", children, NULL, NULL};
  char suite_path[1024], hosts[1024], presets[256], only[1024] = ",";
  const char *preset[MAX_CONFIGS], *set[WT_MAX_SET + 1];
  long cpus = sysconf(_SC_NPROCESSORS_ONLN);
  regress_opts o = {.jobs = cpus > 0 ? (uint64_t)cpus : 1, .backend = WT_BACKEND_COSIM};
  wt_cli_parse(&a, argc, argv, &o);
  if (!o.suite) snprintf(suite_path, sizeof suite_path, "%s/tests/kernels/manifest.json", wt_root()), o.suite = suite_path;
  if (!o.hosts) snprintf(hosts, sizeof hosts, "%s/build/kernels", wt_root()), o.hosts = hosts;
  json_error_t je;
  plan p = {.o = &o};
  if (!(p.suite = json_load_file(o.suite, 0, &je)) || !json_is_array(p.suite))
    return wt_cli_error(2, "%s: line %d: %s", o.suite, je.line, p.suite ? "expected an array of cases" : je.text);
  p.folder = strdup(o.suite);
  char *slash = strrchr(p.folder, '/');
  if (slash) *slash = 0; else strcpy(p.folder, ".");
  snprintf(presets, sizeof presets, "%s", o.shape.preset);
  unsigned n_preset = split(presets, preset, MAX_CONFIGS);
  if (o.only) snprintf(only, sizeof only, ",%s,", o.only);
  size_t i;
  json_t *c;
  json_array_foreach(p.suite, i, c) {
    char key[128];
    const char *name = json_string_value(json_object_get(c, "name"));
    if (!name || !json_string_value(json_object_get(c, "cubin")) || !json_string_value(json_object_get(c, "host")))
      return wt_cli_error(2, "%s: case %zu needs name, cubin and host", o.suite, i);
    snprintf(key, sizeof key, ",%s,", name);
    if (o.only && !strstr(only, key)) continue;
    for (unsigned k = 0; k < n_preset; k++) expand(&p, c, preset[k], o.shape.set, 0, set);
  }
  if (!p.n) return wt_cli_error(2, "no case to run in %s", o.suite);
  /* the RTL of every shape once, before the processes would all ask for it */
  for (size_t k = 0; o.backend == WT_BACKEND_COSIM && k < p.n; k++) {
    wt_shape S;
    char err[500], path[1024];
    if (k && !strcmp(p.list[k].label, p.list[k - 1].label)) continue;
    wt_shape_preset(&S, p.list[k].preset, err, sizeof err);
    for (const char *const *s = p.list[k].set; *s; s++) wt_shape_set(&S, *s, err, sizeof err);
    wt_shape_check(&S, err, sizeof err);
    if (wt_rtl_build(&S, NULL, path, sizeof path, err, sizeof err)) return wt_cli_error(2, "%s", err);
  }
  printf("%-18s %-26s %9s %9s %6s %7s  %-13s %-12s\n", "kernel", "shape", "cycles", "warp insn", "IPC", "lanes", "twins", "oracle, host");
  size_t started = 0, failed = 0;
  for (size_t k = 0; k < p.n; k++) {
    while (started < p.n && started < k + o.jobs) start(&p.list[started++], &o);
    collect(&p.list[k]);
    print_row(&p.list[k], o.backend);
    failed += p.list[k].res.status != 0;
  }
  printf("%zu cases, %zu failed\n", p.n, failed);
  if (o.junit && junit(o.junit, p.list, p.n, failed)) return 2;
  return failed ? 1 : 0;
}
