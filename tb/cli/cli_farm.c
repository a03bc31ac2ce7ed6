/* cli_farm.c - warptwin farm: plan, work, collect. */
#define _DEFAULT_SOURCE
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/wt_farm.h"
#include "cli/wt_grid.h"
#include "cli/wt_table.h"
#include "cosim/wt_rtl.h"
#include "files/wt_infile.h"
#include "lib/wt_home.h"
#include "lib/wt_recheck.h"

enum {
  OPT_ONLY = 300,
  OPT_SUITE,
  OPT_HOSTS,
  OPT_RUN,
  OPT_CKPTS,
  OPT_BENCH,
  OPT_CYCLES,
  OPT_SEEDS,
  OPT_SOAK,
  OPT_FAULTS,
  OPT_COMMANDS,
  OPT_TASKS,
  OPT_MISSING
};
enum { OPT_OF = 330, OPT_AGAIN, OPT_TIMEOUT, OPT_LIST, OPT_JUNIT, OPT_JSON };
enum { MAX_DIRS = 16, ALL_CYCLES = 2000000 };

typedef struct {
  wt_cli_shape shape;
  const char *what, *dir, *only, *suite, *hosts, *bench, *soak, *commands, *list, *junit, *json;
  const char *ckpts[MAX_DIRS];
  unsigned n_ckpts, of_i, of_n;
  uint64_t cycles, seeds, faults, tasks, timeout;
  int run, missing, again, have_of;
} farm_opts;

static error_t parse(int key, char *arg, struct argp_state *st) {
  farm_opts *o = st->input;
  char more;
  switch (key) {
    case OPT_ONLY: o->only = arg; return 0;
    case OPT_SUITE: o->suite = arg; return 0;
    case OPT_HOSTS: o->hosts = arg; return 0;
    case OPT_RUN: o->run = 1; return 0;
    case OPT_CKPTS:
      if (o->n_ckpts == MAX_DIRS) argp_error(st, "--checkpoints: at most %d folders", MAX_DIRS);
      o->ckpts[o->n_ckpts++] = arg;
      return 0;
    case OPT_BENCH: o->bench = arg; return 0;
    case OPT_SOAK: o->soak = arg; return 0;
    case OPT_COMMANDS: o->commands = arg; return 0;
    case OPT_CYCLES:
      if (!wt_cli_number(arg, &o->cycles) || !o->cycles) argp_error(st, "--cycles %s: expected a number of cycles", arg);
      return 0;
    case OPT_SEEDS:
      if (!wt_cli_number(arg, &o->seeds) || !o->seeds || o->seeds > 100000) argp_error(st, "--seeds %s: expected 1 to 100000", arg);
      return 0;
    case OPT_FAULTS:
      if (!wt_cli_number(arg, &o->faults) || !o->faults || o->faults > 1000)
        argp_error(st, "--faults %s: expected a number of parts, 1 to 1000", arg);
      return 0;
    case OPT_TASKS:
      if (!wt_cli_number(arg, &o->tasks) || !o->tasks || o->tasks > 100000) argp_error(st, "--tasks %s: expected 1 to 100000", arg);
      return 0;
    case OPT_MISSING: o->missing = 1; return 0;
    case OPT_OF:
      if (sscanf(arg, "%u/%u%c", &o->of_i, &o->of_n, &more) != 2 || o->of_i >= o->of_n)
        argp_error(st, "--of %s: expected I/N with I from 0 to N - 1", arg);
      o->have_of = 1;
      return 0;
    case OPT_AGAIN: o->again = 1; return 0;
    case OPT_TIMEOUT:
      if (!wt_cli_number(arg, &o->timeout) || !o->timeout) argp_error(st, "--timeout %s: expected seconds", arg);
      return 0;
    case OPT_LIST: o->list = arg; return 0;
    case OPT_JUNIT: o->junit = arg; return 0;
    case OPT_JSON: o->json = arg; return 0;
    case ARGP_KEY_ARG:
      if (!o->what) o->what = arg;
      else if (!o->dir) o->dir = arg;
      else argp_error(st, "one folder, not also '%s'", arg);
      return 0;
    case ARGP_KEY_END:
      if (!o->what || (strcmp(o->what, "plan") && strcmp(o->what, "work") && strcmp(o->what, "collect")))
        argp_error(st, "%s%sexpected plan, work or collect, and a folder", o->what ? o->what : "", o->what ? ": " : "");
      if (!o->dir) argp_error(st, "%s: which folder?", o->what);
      return 0;
    case ARGP_KEY_INIT: st->child_inputs[0] = &o->shape; return 0;
    default: return ARGP_ERR_UNKNOWN;
  }
}

/* ---- plan ---- */

typedef struct {
  const farm_opts *o;
  json_t *items;
  char program[65];
  const char *self;
  json_t *rtl; /* by shape: name of the plug-in */
  int bad;
} plan;

static json_t *shape_json(const wt_shape *S) {
  json_t *j = json_object();
  for (unsigned i = 0; i < wt_nkeys; i++) {
    char buf[16];
    json_object_set_new(j, wt_keys[i].name, json_string(wt_key_text(&wt_keys[i], wt_key_get(S, &wt_keys[i]), buf)));
  }
  return j;
}

/* Verilates the shape, if that has not been done; the name of what it is now. */
static const char *rtl_of(plan *p, const wt_shape *S) {
  char path[1024], err[600], key[24];
  snprintf(key, sizeof key, "%016llx", (unsigned long long)wt_shape_hash(S));
  const char *known = json_string_value(json_object_get(p->rtl, key));
  if (known) return known;
  if (wt_rtl_build_machine(S, path, sizeof path, err, sizeof err)) return p->bad = wt_cli_error(2, "%s", err), NULL;
  json_object_set_new(p->rtl, key, json_string(strrchr(path, '/') ? strrchr(path, '/') + 1 : path));
  return json_string_value(json_object_get(p->rtl, key));
}

static void add_file(plan *p, json_t *files, const char *path) {
  char hex[65], err[600];
  if (wt_farm_file_hash(path, hex, err, sizeof err)) p->bad = wt_cli_error(2, "%s", err);
  json_object_set_new(files, path, json_string(hex));
}

/* Takes over item and files. S: the shape whose RTL counts, or NULL. */
static void add(plan *p, json_t *item, json_t *files, const wt_shape *S) {
  char name[24], hex[65];
  json_t *made = json_pack("{s:s,s:o}", "program", p->program, "files", files);
  const char *rtl = S ? rtl_of(p, S) : NULL;
  if (rtl) json_object_set_new(made, "rtl", json_string(rtl)), json_object_set_new(item, "shape", shape_json(S));
  json_object_set_new(item, "made_of", made);
  wt_farm_hash(item, hex); /* the identity is all that the item says, but its number */
  snprintf(name, sizeof name, "%06zu", json_array_size(p->items));
  json_object_set_new(item, "identity", json_string(hex));
  json_object_set_new(item, "item", json_string(name));
  json_array_append_new(p->items, item);
}

#define WORDS(...) wt_words_json((const char *const[]){__VA_ARGS__, NULL})

/* A launch that the shape is too small for is no item, as in regress. */
static int too_large(const wt_case *k, const wt_point *on, unsigned seed, const char *title) {
  wt_grid_place at = {k, on};
  wt_grid g = {.place = &at, .n = 1, .shape = {.seed = seed, .quiet = 1}, .pool.parallel = 1};
  wt_probed r = {0};
  if (wt_grid_probe(&g, &r) || !*r.why) return 0;
  printf("%s: no item: %s\n", title, r.why);
  return 1;
}

/* The command of a case, without its settings. */
static json_t *regress(const farm_opts *o, const wt_case *c, const char *preset, unsigned seed) {
  char n[24];
  json_t *argv = WORDS("warptwin", "regress");
  if (o->suite) json_array_append_new(argv, json_string(o->suite));
  if (o->hosts) json_array_append_new(argv, json_string("--hosts")), json_array_append_new(argv, json_string(o->hosts));
  if (o->run) json_array_append_new(argv, json_string("--run"));
  snprintf(n, sizeof n, "%u", seed);
  json_t *rest = WORDS("--only", c->name, "--config", preset, "--seed", n, "--jobs", "1", "--digest", "@DIGEST@");
  json_array_extend(argv, rest), json_decref(rest);
  return argv;
}

/* One choice of the values of all --set, the first key changes first: to the command, and to the point, whose strings it holds. What is left of which. */
static unsigned choose(plan *p, json_t *argv, wt_point *on, unsigned which) {
  char err[400];
  for (const char *const *set = p->o->shape.set; *set && !p->bad; set++) {
    unsigned m = wt_set_values(*set);
    char *one = m ? wt_set_value(*set, which % m) : NULL;
    if (!one) return p->bad = wt_cli_error(2, "--set %s: expected KEY=VALUE", *set), 0;
    json_array_append_new(argv, json_string("--set")), json_array_append_new(argv, json_string(one));
    free(one);
    if (wt_point_set(on, json_string_value(json_array_get(argv, json_array_size(argv) - 1)), err, sizeof err)) p->bad = wt_cli_error(2, "%s", err);
    which /= m;
  }
  return which;
}

/* A case under the which-th choice; 0: there is none that far. */
static int a_case(plan *p, const wt_case *c, const char *preset, unsigned which, unsigned seed) {
  static const char *const none[] = {NULL};
  const farm_opts *o = p->o;
  char title[400], err[400], label[WT_POINT_LABEL];
  wt_point on;
  json_t *argv = regress(o, c, preset, seed), *files = json_object();
  if (wt_point_begin(&on, preset, none, err, sizeof err)) p->bad = wt_cli_error(2, "%s", err);
  if (!p->bad) which = choose(p, argv, &on, which);
  if (!p->bad && wt_point_legal(&on)) p->bad = wt_cli_error(2, "%s", on.why);
  if (p->bad || which || !wt_case_fits(c, &on.S))
    return json_decref(argv), json_decref(files), !which; /* all choices are through; or it does not fit */
  int k = snprintf(title, sizeof title, "%s %s", c->name, wt_point_label(&on, label, sizeof label));
  if (seed != o->shape.seed && (size_t)k < sizeof title) snprintf(title + k, sizeof title - (size_t)k, " seed %u", seed);
  if (too_large(c, &on, seed, title)) return json_decref(argv), json_decref(files), 1;
  if (c->cubin) add_file(p, files, c->cubin);
  if (c->host) add_file(p, files, c->host);
  add(p, json_pack("{s:s,s:s,s:o}", "kind", "case", "title", title, "argv", argv), files, o->run ? NULL : &on.S);
  return 1;
}

static void plan_cases(plan *p) {
  const farm_opts *o = p->o;
  wt_cases cases = {0};
  const wt_case **pick = NULL;
  size_t n = 0, shapes;
  wt_cli_kernel none = {0};
  wt_cases_wish w = {&o->only, 1, &none, o->suite, o->hosts, NULL};
  if ((p->bad = wt_cases_pick(&cases, &w, &pick, &n)) || (p->bad = wt_cases_hosts(pick, n))) return wt_cases_free(&cases);
  const char **preset = wt_cli_list(o->shape.preset, &shapes);
  if (!preset) p->bad = 2;
  for (size_t i = 0; i < n && !p->bad; i++)
    for (size_t q = 0; q < shapes && !p->bad; q++)
      for (uint64_t s = 0; s < o->seeds && !p->bad; s++)
        for (unsigned which = 0; a_case(p, pick[i], preset[q], which, (unsigned)(o->shape.seed + s)) && !p->bad; which++) {
          unsigned m = 1;
          for (const char *const *set = o->shape.set; *set; set++)
            for (const char *c = *set; *c; c++) m += *c == ',';
          if (m == 1) break; /* one choice only */
        }
  free(preset), free(pick);
  wt_cases_free(&cases);
}

static void plan_segments(plan *p, const char *dir) {
  wt_recheck_point *v;
  size_t n;
  char err[1500], title[400], full[PATH_MAX];
  if (wt_recheck_list(dir, &v, &n, err, sizeof err)) {
    p->bad = wt_cli_error(2, "%s", err);
    return;
  }
  for (size_t i = 0; i < n && !p->bad; i++) {
    int last = i + 1 == n;
    json_t *files = json_object();
    if (!realpath(v[i].file, full)) p->bad = wt_cli_error(2, "%s: %s", v[i].file, strerror(errno));
    snprintf(title, sizeof title, "%.100s from cycle %llu", v[i].kernel, (unsigned long long)v[i].cycle);
    add_file(p, files, full);
    add(p,
        json_pack("{s:s,s:s,s:s,s:s,s:I,s:s}", "kind", "segment", "title", title, "run", dir, "file", full, "until",
                  (json_int_t)(last ? 0 : v[i + 1].cycle), "state", last ? "" : v[i + 1].state),
        files, &v[i].shape);
  }
  if (v[0].cycle && !p->bad)
    fprintf(stderr, "warptwin: note: %s: cycles 0 to %llu are in no segment, there is no checkpoint of the start\n", dir,
            (unsigned long long)v[0].cycle);
  wt_recheck_free(v, n);
}

static void plan_bench(plan *p) {
  const farm_opts *o = p->o;
  wt_shape S;
  char err[400], cycles[24], seed[24], title[200];
  size_t np, nb;
  const char **preset = wt_cli_list(o->shape.preset, &np), **blk = wt_cli_list(o->bench, &nb);
  int all = !strcmp(o->bench, "all");
  if (!preset || !blk) p->bad = 2;
  snprintf(cycles, sizeof cycles, "%llu", (unsigned long long)o->cycles);
  for (size_t q = 0; q < np && !p->bad; q++) {
    if (wt_shape_preset(&S, preset[q], err, sizeof err)) {
      p->bad = wt_cli_error(2, "%s", err);
      break;
    }
    wt_blks *b = wt_blks_new(&S);
    for (size_t i = 0; b && i < (all ? b->n : nb); i++) {
      const wt_blk *one = all ? &b->blk[i] : wt_blk_find(b, blk[i]);
      if (!one || (one->outside && !all)) p->bad = wt_cli_error(2, "no block '%s'; 'warptwin bench' without a block lists them", blk[i]);
      if (!one || one->outside) continue;
      for (uint64_t s = 0; s < o->seeds; s++) {
        snprintf(seed, sizeof seed, "%llu", (unsigned long long)(o->shape.seed + s));
        snprintf(title, sizeof title, "%s %s seed %s", one->stem, preset[q], seed);
        add(p,
            json_pack("{s:s,s:s,s:o}", "kind", "bench", "title", title, "argv",
                      WORDS("warptwin", "bench", one->stem, "--config", preset[q], "--cycles", cycles, "--seed", seed)),
            json_object(), NULL);
      }
    }
    wt_blks_free(b);
  }
  free(preset), free(blk);
}

static void plan_soak(plan *p) {
  char set[100];
  size_t n;
  const char **part = wt_cli_list(p->o->soak, &n);
  if (!part) p->bad = 2;
  for (size_t i = 0; i < n; i++) {
    snprintf(set, sizeof set, "PARTS=%.80s", part[i]);
    json_t *files = json_object();
    add_file(p, files, "scripts/soak.sh");
    add(p, json_pack("{s:s,s:s,s:o}", "kind", "soak", "title", part[i], "argv", WORDS("env", set, "scripts/soak.sh", wt_build_dir())), files, NULL);
  }
  free(part);
}

/* The parts of the campaign: changed expressions when their copy of the RTL, or their program, is there (make fault-campaign makes them). */
static void plan_faults(plan *p) {
  static const char *const kinds[] = {"pokes", "expressions", "model"}, *const names[] = {"bits", "expressions", "expressions of the C twin"},
                           *const lists[] = {NULL, "tests/faults/expressions.txt", "tests/faults/model.txt"};
  char program[1200], model[1200], tree[1200], done[1300], part[48], title[96];
  snprintf(program, sizeof program, "%s/fault_campaign", wt_build_dir()), snprintf(model, sizeof model, "%s/faults/model", wt_build_dir());
  snprintf(tree, sizeof tree, "%s/faults/tree", wt_build_dir());
  snprintf(done, sizeof done, "%s/.done", tree);
  if (access(program, X_OK)) {
    p->bad = wt_cli_error(2, "%s: is not there; make %s builds it", program, program);
    return;
  }
  const int there[] = {1, !access(done, F_OK) && !access(lists[1], R_OK), !access(model, X_OK) && !access(lists[2], R_OK)};
  for (int k = 0; k < 3; k++)
    for (uint64_t i = 0; there[k] && i < p->o->faults && !p->bad; i++) {
      const char *by = k == 2 ? model : program;
      json_t *files = json_object();
      snprintf(part, sizeof part, "%llu/%llu", (unsigned long long)i, (unsigned long long)p->o->faults);
      snprintf(title, sizeof title, "fault campaign, %s, part %s", names[k], part);
      add_file(p, files, by);
      if (k) add_file(p, files, lists[k]);
      json_t *argv = k == 0   ? WORDS(by, kinds[k], wt_build_dir(), "--part", part)
                     : k == 1 ? WORDS(by, kinds[k], wt_build_dir(), tree, lists[k], "--part", part)
                              : WORDS(by, kinds[k], wt_build_dir(), lists[k], "--part", part);
      add(p, json_pack("{s:s,s:s,s:o}", "kind", "faults", "title", title, "argv", argv), files, NULL);
    }
}

/* A command of the shell a line; lines that begin with # do not count. */
static void plan_commands(plan *p) {
  char line[4000];
  const char *why;
  FILE *f = wt_infile_open(p->o->commands, &why);
  if (!f) {
    p->bad = wt_cli_error(2, "%s: cannot read: %s", p->o->commands, why);
    return;
  }
  while (fgets(line, sizeof line, f)) {
    line[strcspn(line, "\n")] = 0;
    if (!*line || *line == '#') continue;
    add(p, json_pack("{s:s,s:s,s:o}", "kind", "command", "title", line, "argv", WORDS("sh", "-c", line)), json_object(), NULL);
  }
  fclose(f);
}

/* A name for the shell. */
static void quoted(FILE *f, const char *s) {
  fputc('\'', f);
  for (; *s; s++)
    if (*s == '\'') fputs("'\\''", f);
    else fputc(*s, f);
  fputc('\'', f);
}

typedef struct {
  const char *self, *dir, *list; /* list: numbers of items, or NULL: all */
  uint64_t tasks;
} job;

static void script(const void *what, FILE *f) {
  static const char *const kept[] = {"WARPTWIN_CACHE", "WARPTWIN_ROOT"};
  const job *j = what;
  char root[PATH_MAX];
  fprintf(f,
          "#!/bin/sh\n#SBATCH --job-name=warptwin\n#SBATCH --array=0-%llu\n#SBATCH --open-mode=append\n#SBATCH --requeue\n#SBATCH "
          "--output=%s/logs/%%A_%%a.log\n",
          (unsigned long long)j->tasks - 1, j->dir);
  fputs("# The script runs from a copy: all names are whole. exec, so that the worker hears of a cancelled task.\n", f);
  fputs("unset MAKEFLAGS MAKELEVEL\n", f);
  for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
    if (getenv(kept[i])) fprintf(f, "export %s=", kept[i]), quoted(f, getenv(kept[i])), fputc('\n', f);
  fputs("cd ", f), quoted(f, getcwd(root, sizeof root) ? root : "."), fputs(" || exit 2\nexec ", f), quoted(f, j->self), fputs(" farm work ", f),
    quoted(f, j->dir);
  if (j->list) fputs(" --list ", f), quoted(f, j->list);
  fputs(" --of \"$((SLURM_ARRAY_TASK_ID % SLURM_ARRAY_TASK_COUNT))/$SLURM_ARRAY_TASK_COUNT\"\n", f);
}

static int job_script(const farm_opts *o, const char *self, const char *dir, size_t n, const char *file, const char *list) {
  const job j = {self, dir, list, o->tasks < n ? o->tasks : n ? n : 1};
  char path[PATH_MAX + 40];
  snprintf(path, sizeof path, "%s/%s", dir, file);
  return wt_cli_put(path, script, &j);
}

/* The array for what has no result. */
static int plan_missing(const farm_opts *o, const char *self, const char *dir) {
  wt_farm f;
  char path[PATH_MAX + 40], *text = NULL;
  const char *why;
  size_t len = 0, n = 0;
  int rc = wt_farm_open(&f, dir);
  FILE *list = rc ? NULL : open_memstream(&text, &len);
  if (!list) return wt_farm_close(&f), rc ? rc : wt_cli_error(2, "out of memory");
  for (size_t i = 0; i < json_array_size(f.items); i++) {
    json_t *item = json_array_get(f.items, i), *r = wt_farm_result(&f, item, &why);
    if (!r) n++, fprintf(list, "%zu\n", i), printf("%s %s: %s\n", wt_farm_name(item), json_string_value(json_object_get(item, "title")), why);
    json_decref(r);
  }
  fclose(list);
  snprintf(path, sizeof path, "%s/missing.txt", dir);
  rc = wt_cli_write(path, text, len) ? 2 : job_script(o, self, dir, n, "missing.sbatch", path);
  if (!rc) printf("%zu items have no result: sbatch %s/missing.sbatch\n", n, dir);
  free(text);
  wt_farm_close(&f);
  return rc;
}

/* The plan that lies there is this one, then it stays; another one would make results of nothing. */
static int keep_or_write(const char *dir, json_t *all) {
  char path[PATH_MAX + 40];
  snprintf(path, sizeof path, "%s/plan.json", dir);
  if (!access(path, F_OK)) {
    json_t *old = json_load_file(path, 0, NULL);
    int same = old && json_equal(json_object_get(old, "items"), json_object_get(all, "items"));
    json_decref(old);
    return same ? 0 : wt_cli_error(2, "%s: holds another plan; take another folder, or remove this one with its results", dir);
  }
  char *text = json_dumps(all, JSON_INDENT(1) | JSON_PRESERVE_ORDER);
  int rc = !text || wt_cli_write(path, text, strlen(text)) ? 2 : 0;
  free(text);
  return rc;
}

static int make_dir(const char *dir, const char *below) {
  char path[PATH_MAX + 40];
  snprintf(path, sizeof path, "%s%s%s", dir, *below ? "/" : "", below);
  return mkdir(path, 0777) && errno != EEXIST ? wt_cli_error(2, "%s: cannot make the folder: %s", path, strerror(errno)) : 0;
}

static int make_plan(const farm_opts *o) {
  char self[PATH_MAX], dir[PATH_MAX];
  ssize_t k = readlink("/proc/self/exe", self, sizeof self - 1);
  if (k < 0) return wt_cli_error(2, "cannot say where this program lies: %s", strerror(errno));
  self[k] = 0;
  if (!o->missing && !o->only && !o->n_ckpts && !o->bench && !o->soak && !o->faults && !o->commands)
    return wt_cli_error(2, "nothing to plan: give --only, --checkpoints, --bench, --soak, --faults or --commands");
  if (!o->missing && (make_dir(o->dir, "") || make_dir(o->dir, "results") || make_dir(o->dir, "logs"))) return 2;
  if (!realpath(o->dir, dir)) return wt_cli_error(2, "%s: %s", o->dir, strerror(errno));
  if (o->missing) return plan_missing(o, self, dir);
  plan p = {.o = o, .items = json_array(), .self = self, .rtl = json_object()};
  wt_hash_program(p.program);
  if (!p.bad && o->only) plan_cases(&p);
  for (unsigned i = 0; i < o->n_ckpts && !p.bad; i++) plan_segments(&p, o->ckpts[i]);
  if (!p.bad && o->bench) plan_bench(&p);
  if (!p.bad && o->soak) plan_soak(&p);
  if (!p.bad && o->faults) plan_faults(&p);
  if (!p.bad && o->commands) plan_commands(&p);
  size_t n = json_array_size(p.items);
  if (!p.bad && !n) p.bad = wt_cli_error(2, "%s: the plan is empty: no %s", o->dir, o->only ? "item fits the shapes" : "command is in the file");
  json_t *all = json_pack("{s:i,s:s,s:O}", "format", WT_FARM_FORMAT, "warptwin", wt_version(), "items", p.items);
  if (!p.bad) p.bad = keep_or_write(dir, all);
  if (!p.bad) p.bad = job_script(o, self, dir, n, "job.sbatch", NULL);
  if (!p.bad)
    printf(
      "%zu items in %s\none machine: seq 0 3 | xargs -P4 -I{} %s farm work %s --of {}/4\nSlurm: sbatch %s/job.sbatch\nthen: %s farm collect %s\n", n,
      o->dir, "warptwin", o->dir, o->dir, "warptwin", o->dir);
  json_decref(all), json_decref(p.items), json_decref(p.rtl);
  return p.bad;
}

int wt_cmd_farm(int argc, char **argv) {
  static const struct argp_option options[] = {
    {NULL, 0, NULL, 0, "plan", 1},
    {"only", OPT_ONLY, "NAME[,NAME]", 0, "cases: these kernels of the manifest, or all", 1},
    {"suite", OPT_SUITE, "FILE", 0, "cases: another manifest", 1},
    {"hosts", OPT_HOSTS, "DIR", 0, "cases: folder of the host references", 1},
    {"run", OPT_RUN, NULL, 0, "cases: C twin only instead of lock-step", 1},
    {"checkpoints", OPT_CKPTS, "DIR", 0, "segments: from the stored checkpoints of a run, each to the next; may be repeated", 1},
    {"bench", OPT_BENCH, "BLOCK[,BLOCK]", 0, "blocks alone under random stimulus, or all", 1},
    {"soak", OPT_SOAK, "PART[,PART]", 0, "parts of scripts/soak.sh", 1},
    {"faults", OPT_FAULTS, "N", 0, "the fault campaign in N parts", 1},
    {"commands", OPT_COMMANDS, "FILE", 0, "a command a line", 1},
    {"cycles", OPT_CYCLES, "N", 0, "--bench: cycles of each (default 2000000)", 1},
    {"seeds", OPT_SEEDS, "N", 0, "--only and --bench: so many seeds, from --seed on (default 1)", 1},
    {"tasks", OPT_TASKS, "N", 0, "tasks of the array in job.sbatch (default 16)", 1},
    {"missing", OPT_MISSING, NULL, 0, "of a plan that is there: an array for the items without a result", 1},
    {NULL, 0, NULL, 0, "work", 2},
    {"of", OPT_OF, "I/N", 0, "the items I, I + N, I + 2 N ... (default 0/1)", 2},
    {"again", OPT_AGAIN, NULL, 0, "also those that failed", 2},
    {"timeout", OPT_TIMEOUT, "SECONDS", 0, "an item that takes longer fails", 2},
    {"list", OPT_LIST, "FILE", 0, "numbers of items instead of all", 2},
    {NULL, 0, NULL, 0, "collect", 3},
    {"junit", OPT_JUNIT, "FILE", 0, "results as JUnit XML", 3},
    {"json", OPT_JSON, "FILE", 0, "results as JSON", 3},
    {0}};
  static const struct argp_child children[] = {{&wt_cli_shape_argp, 0, "Shapes of plan (several: PRESET,PRESET and KEY=VALUE,VALUE)", 4}, {0}};
  static const char doc[] = "Many runs on many machines, by whatever starts processes there. plan writes a folder of items and job.sbatch for Slurm; "
                            "work does its share of the items "
                            "and leaves a result for each, which appears whole or not at all; collect judges by the results alone: what is missing "
                            "has failed. A worker that is started "
                            "again does what is left.";
  static const struct argp a = {options, parse, "plan|work|collect DIR", doc, children, NULL, NULL};
  farm_opts o = {.of_n = 1, .cycles = ALL_CYCLES, .seeds = 1, .tasks = 16};
  wt_cli_parse(&a, argc, argv, &o);
  if (!strcmp(o.what, "plan")) return make_plan(&o);
  wt_farm f;
  int rc = wt_farm_open(&f, o.dir);
  if (!rc && !strcmp(o.what, "work")) {
    wt_farm_work_opts w = {o.of_i, o.of_n, (double)o.timeout, o.again, o.shape.quiet, o.list};
    rc = wt_farm_work(&f, &w);
  } else if (!rc) {
    rc = wt_farm_collect(&f, o.junit, o.json, o.shape.quiet);
  }
  wt_farm_close(&f);
  return rc;
}
