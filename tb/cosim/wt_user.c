/* wt_user.c - a user's Verilog in the place of one of our blocks. */
#define _DEFAULT_SOURCE
#include "cosim/wt_user.h"

#include <errno.h>
#include <glob.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cosim/wt_gen.h"
#include "cosim/wt_rtl_proc.h"
#include "cosim/wt_rtl_src.h"
#include "lib/wt_home.h"
#include "lib/wt_reap.h"

static int source_of(const wt_user *u, char *err, size_t errn) {
  if (wt_src_load(wt_root(), err, errn)) return -1;
  int i = wt_src_add_own(u->file);
  if (i < 0) snprintf(err, errn, "%s: cannot read: %s", u->file, strerror(errno));
  return i;
}

int wt_user_open(wt_user *u, const wt_blk *blk, const char *file, const char *module, char *err, size_t errn) {
  char path[PATH_MAX], name[64], all[400] = "";
  *u = (wt_user){.blk = blk};
  if (!realpath(file, path) || strlen(path) >= sizeof u->file)
    return snprintf(err, errn, "%s: cannot read: %s", file, errno ? strerror(errno) : "its path is too long"), -1;
  snprintf(u->file, sizeof u->file, "%s", path);
  const char *base = strrchr(u->file, '/') + 1;
  int i = source_of(u, err, errn);
  if (i < 0) return -1;
  unsigned n = 0;
  int found = 0;
  for (const char *p = wt_src_text(i); (p = wt_src_next_module(p, name)); n++) {
    found |= !strcmp(name, module);
    if (strlen(all) + strlen(name) + 3 <= sizeof all) strcat(strcat(all, *all ? ", " : ""), name);
  }
  if (!n) return snprintf(err, errn, "%s: there is no module in it", file), -1;
  if (!*module) { /* named after the file, or the only one */
    snprintf(u->module, sizeof u->module, "%.*s", (int)(strcspn(base, ".") < 60 ? strcspn(base, ".") : 60), base);
    for (const char *p = wt_src_text(i); (p = wt_src_next_module(p, name));) found |= !strcmp(name, u->module);
    if (!found && n == 1) snprintf(u->module, sizeof u->module, "%s", all), found = 1;
  } else {
    snprintf(u->module, sizeof u->module, "%s", module);
  }
  if (found) return 0;
  return snprintf(err, errn, "%s: module %s is not in it; it has %s: name one of them, FILE:MODULE", file, u->module, all), -1;
}

/* What it uses of ours, each with a blank before it, without itself: its own path may hold blanks. 0, or -1: too many. */
static int files_of_ours(const wt_user *u, int source, char *files, size_t n) {
  if (wt_src_files(source, files, n)) return -1;
  char *at = strstr(files, u->file);
  if (at) memmove(at, at + strlen(u->file), strlen(at + strlen(u->file)) + 1);
  return 0;
}

int wt_user_files(const wt_user *u, const char *dir, char *err, size_t errn) {
  char path[1200], files[16384];
  int i = source_of(u, err, errn);
  if (i < 0) return -1;
  if (files_of_ours(u, i, files, sizeof files)) return snprintf(err, errn, "%s: uses too many files", u->file), -1;
  snprintf(path, sizeof path, "%s/files", dir);
  FILE *f = fopen(path, "w");
  for (char *save = NULL, *p = strtok_r(files, " ", &save); f && p; p = strtok_r(NULL, " ", &save)) fprintf(f, "%s\n", p);
  if (f) fprintf(f, "%s\n", u->file);
  return !f || fclose(f) ? (snprintf(err, errn, "%s: cannot write: %s", path, strerror(errno)), -1) : 0;
}

static void append(FILE *f, const char *path) {
  char *text = wt_src_written_out(wt_root(), path);
  if (text) fprintf(f, "%s\n", text);
  free(text);
}
char *wt_user_text(const wt_user *u) {
  char files[16384], err[300], *all = NULL;
  size_t n = 0;
  int i = source_of(u, err, sizeof err);
  FILE *f = i < 0 || files_of_ours(u, i, files, sizeof files) ? NULL : open_memstream(&all, &n);
  for (char *save = NULL, *p = f ? strtok_r(files, " ", &save) : NULL; p; p = strtok_r(NULL, " ", &save)) append(f, p);
  if (f) append(f, u->file), fclose(f);
  return all;
}

int wt_user_key(const wt_user *u, const wt_shape *S, char key[40], char *err, size_t errn) {
  char *package = NULL;
  size_t n = 0;
  int i = source_of(u, err, errn);
  FILE *f = i < 0 ? NULL : open_memstream(&package, &n);
  if (!f) return i < 0 ? -1 : (snprintf(err, errn, "out of memory"), -1);
  wt_gen_pkg(f, S);
  int bad = fclose(f);
  if (!bad) wt_src_key_of(i, package, u->module, key);
  free(package);
  return bad ? (snprintf(err, errn, "out of memory"), -1) : 0;
}

/* ---- ports ---- */

/* Verilator's first error, without what leads to it from the root of the file system when that is where the user is. */
static void first_error(const wt_user *u, const char *log, char *err, size_t errn) {
  char line[1000];
  FILE *f = fopen(log, "r");
  snprintf(err, errn, "%s: Verilator cannot read it, and says no reason", u->file);
  while (f && fgets(line, sizeof line, f)) {
    const char *p = strncmp(line, "%Error", 6) ? NULL : strchr(line, ':');
    if (!p) continue;
    for (p++; *p == ' ';) p++;
    line[strcspn(line, "\n")] = 0;
    const int another = strstr(p, "Cannot find include file") || strstr(p, "Cannot find file containing module");
    snprintf(err, errn, "%.600s%s", p, another ? "; a block is one file: put it into this one" : "");
    break;
  }
  if (f) fclose(f);
}

typedef struct {
  char name[96];
  unsigned bits;
  int out;
} port;

/* Of a line of the header that Verilator writes: VL_IN8(&name,7,0); VL_OUTW(&name,127,0,4); 0, or -1: it is none. */
static int port_of(const char *line, port *p) {
  unsigned high, low;
  char name[96];
  const char *at = strstr(line, "VL_IN"), *open;
  p->out = !at;
  if (!at) at = strstr(line, "VL_OUT");
  if (!at || !(open = strchr(at, '(')) || sscanf(open, "(&%90[^,],%u,%u", name, &high, &low) != 3) return -1;
  snprintf(p->name, sizeof p->name, "%s", name);
  p->bits = high - low + 1;
  return 0;
}

static const char *way(int out) { return out ? "an output" : "an input"; }

static int is_known(const wt_world *x, const char *name) {
  int known = !strcmp(name, "clk") || !strcmp(name, "rst_n");
  for (unsigned k = 0; k < x->w.ports && !known; k++) known = !strcmp(x->port[k].name, name);
  return known || wt_world_of_several(x, name);
}
/* The first port of the module that the block does not have; NULL: there is none. */
static const char *unknown_port(const wt_world *x, const port *have, unsigned n) {
  for (unsigned i = 0; i < n; i++)
    if (!is_known(x, have[i].name)) return have[i].name;
  return NULL;
}

static int compare_ports(const wt_user *u, const wt_world *x, const port *have, unsigned n, char *err, size_t errn) {
  static const char *const fixed[] = {"clk", "rst_n"};
  const char *other = unknown_port(x, have, n);
  for (unsigned k = 0; k < x->w.ports + 2; k++) {
    const int own = k < x->w.ports, out = own && !wt_port_is_input(&x->port[k]);
    const char *name = own ? x->port[k].name : fixed[k - x->w.ports];
    const unsigned bits = own ? wt_world_bits(x, k) : 1;
    unsigned i = 0;
    while (i < n && strcmp(have[i].name, name)) i++;
    if (i == n)
      return snprintf(err, errn, "%s: module %s lacks %s '%s' of %u bits%s%s%s; 'warptwin block ports %s --sv' prints them all", u->file, u->module,
                      way(out), name, bits, other ? ", and has '" : "", other ? other : "", other ? "', which the block has not" : "", u->blk->stem),
             -1;
    if (have[i].out != out)
      return snprintf(err, errn, "%s: port '%s' of module %s is %s, and should be %s", u->file, name, u->module, way(have[i].out), way(out)), -1;
    if (have[i].bits != bits)
      return snprintf(err, errn, "%s: port '%s' of module %s has %u bits, and should have %u in this shape", u->file, name, u->module, have[i].bits,
                      bits),
             -1;
  }
  if (!other) return 0;
  return snprintf(err, errn, "%s: module %s has a port '%s' that block %s does not have; another port is another socket", u->file, u->module, other,
                  u->blk->stem),
         -1;
}

/* Runs argv from the root of the tree with all that it says in a file; its exit status, or -1. */
static int run(char *const argv[], const char *log) {
  fflush(NULL);
  pid_t pid = fork();
  if (!pid) {
    if (chdir(wt_root()) || !freopen(log, "w", stdout) || dup2(1, 2) < 0) _exit(99);
    execvp(argv[0], argv);
    _exit(98);
  }
  if (pid == -1) return -1;
  const int st = wt_reap(pid);
  return WIFEXITED(st) ? WEXITSTATUS(st) : -1;
}

enum { ARGS = 200 };
/* Sources of dir/files behind the words in argv; texts holds them. */
static void add_sources(const char *dir, char *argv[], unsigned args, char texts[ARGS][1100]) {
  char list[1300];
  snprintf(list, sizeof list, "%s/files", dir);
  FILE *f = fopen(list, "r");
  for (unsigned k = 0; f && k < ARGS && fgets(texts[k], 1100, f); k++) texts[k][strcspn(texts[k], "\n")] = 0, argv[args++] = texts[k];
  if (f) fclose(f);
}

int wt_user_ports(const wt_user *u, const wt_world *x, const char *dir, char *err, size_t errn) {
  enum { MOST = 400 };
  char log[1400], line[400], obj[1200], package[1200], source[ARGS][1100];
  char *argv[ARGS + 16] = {"verilator", "--cc",       "-O0",   "--public-flat-rw", "-Wno-fatal",
                           "-Wno-lint", "-Wno-style", "-Irtl", "--top-module",     (char *)u->module,
                           "--Mdir",    obj,          package};
  unsigned n = 0;
  snprintf(log, sizeof log, "%s/ports.log", dir);
  snprintf(obj, sizeof obj, "%s/ports", dir);
  snprintf(package, sizeof package, "%s/wt_pkg.sv", dir);
  add_sources(dir, argv, 13, source);
  int rc = run(argv, log);
  if (rc == 98) return snprintf(err, errn, "verilator is missing; install it with ./setup"), -1;
  if (rc) return first_error(u, log, err, errn), -1;
  snprintf(log, sizeof log, "%s/V%s.h", obj, u->module);
  port *have = calloc(MOST, sizeof *have);
  FILE *f = fopen(log, "r");
  while (f && have && fgets(line, sizeof line, f))
    if (n < MOST && !port_of(line, &have[n])) n++;
  if (f) fclose(f);
  int bad = !f || !have ? (snprintf(err, errn, "%s: cannot read its ports", u->file), -1) : compare_ports(u, x, have, n, err, errn);
  free(have);
  return bad;
}

/* ---- variables ---- */

/* A name of Verilator's C++ as it stands in the source; a function's argument, "__Vfunc_f__0__x", is "f().x". -1: it is Verilator's own. */
static int plain_name(const char *from, char to[200]) {
  static const char *const marks[][2] = {{"___05F", "__"}, {"__DOT__", "."}, {"__BRA__", "["}, {"__KET__", "]"}};
  static const char *const calls[] = {"__Vfunc_", "__Vtask_"};
  char function[100] = "";
  for (int i = 0; i < 2; i++)
    if (!strncmp(from, calls[i], strlen(calls[i]))) {
      const char *at = from + strlen(calls[i]), *end = strstr(at, "__");
      if (!end || end - at > 90) return -1;
      snprintf(function, sizeof function, "%.*s().", (int)(end - at), at);
      from = end + 2 + strspn(end + 2, "0123456789");
      if (strncmp(from, "__", 2) || !strncmp(from, "__V", 3)) return -1;
      from += 2;
    }
  if (!strncmp(from, "__V", 3)) return -1;
  size_t n = (size_t)snprintf(to, 200, "%s", function);
  while (*from && n < 198) {
    unsigned k = 0;
    while (k < 4 && strncmp(from, marks[k][0], strlen(marks[k][0]))) k++;
    if (k < 4) n += (size_t)snprintf(to + n, 200 - n, "%s", marks[k][1]), from += strlen(marks[k][0]);
    else to[n++] = *from++, to[n] = 0;
  }
  return *from ? -1 : 0;
}

/* Of a declaration: the type of an element with its range behind it as a comment, the sizes of an array, the name. */
static int variable_of(const char *line, char name[200], uint64_t *bits) {
  char raw[300];
  unsigned high, low, n = 1;
  const char *range = strstr(line, "/*"), *last = strrchr(line, ' ');
  if (!range || sscanf(range, "/*%u:%u*/", &high, &low) != 2 || !last || sscanf(last, " %290[^;];", raw) != 1 || !strchr(last, ';')) return -1;
  *bits = high - low + 1;
  for (const char *p = range; (p = strchr(p, ',')) && p < last; p++)
    if (sscanf(p, ", %u>", &n) == 1) *bits *= n;
  return plain_name(raw, name);
}

void wt_user_signals(const wt_user *u, const char *dir, void (*fn)(void *ctx, const char *module, const char *name, uint64_t bits), void *ctx) {
  char pattern[1400], line[700], name[200];
  uint64_t bits;
  port p;
  glob_t g;
  snprintf(pattern, sizeof pattern, "%s/ports/V%s_*.h", dir, u->module);
  if (glob(pattern, 0, NULL, &g)) return;
  for (size_t i = 0; i < g.gl_pathc; i++) {
    char module[200]; /* of "VTOP_MODULE.h" */
    snprintf(module, sizeof module, "%s", strrchr(g.gl_pathv[i], '/') + 3 + strlen(u->module));
    *strrchr(module, '.') = 0;
    FILE *f = fopen(g.gl_pathv[i], "r");
    while (f && fgets(line, sizeof line, f)) {
      if (!port_of(line, &p)) fn(ctx, module, p.name, p.bits);
      else if (!variable_of(line, name, &bits)) fn(ctx, module, name, bits);
    }
    if (f) fclose(f);
  }
  globfree(&g);
}

int wt_user_lint(const wt_user *u, const wt_world *x, const char *dir, char **said, char *err, size_t errn) {
  char log[1400], package[1200], source[ARGS][1100];
  /* how a user calls his file is his own affair: the module is named beside it */
  char *argv[ARGS + 16] = {"verilator", "--lint-only",  "-Wall",           "-Wno-DECLFILENAME",   "--assert",
                           "-Irtl",     "--top-module", (char *)u->module, "scripts/wt_lint.vlt", package};
  if (wt_gen_guest(dir, x, u->module, err, errn) || wt_user_files(u, dir, err, errn) || wt_user_ports(u, x, dir, err, errn)) return -1;
  snprintf(log, sizeof log, "%s/lint.log", dir);
  snprintf(package, sizeof package, "%s/wt_pkg.sv", dir);
  add_sources(dir, argv, 10, source);
  *said = NULL;
  if (!run(argv, log)) return 0;
  *said = wt_src_slurp(log);
  return 1;
}
void wt_user_forget(const char *dir) { wt_rtl_remove(dir, 0); }
