/* wt_size_read.c - what Yosys reads of a module, beside what Verilator reads.
 *
 * Yosys 0.23 drops dimensions of arrays whose elements have a named type, and makes wires of names that it does not know, in silence or with a warning.
 * So warnings are errors, and every variable must have as many bits as Verilator gives it: module by module, and where a name stands more than once (equal
 * modules with other parameters, blocks without a name) in one of the places.
 */
#include "cli/wt_size_read.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/wt_size_job.h"
#include "cosim/wt_gen.h"
#include "cosim/wt_rtl_src.h"

enum { NAME = 260 };
typedef struct {
  char name[NAME]; /* MODULE/NAME, blocks without a name left out */
  uint64_t bits;
} signal;
typedef struct {
  signal *v;
  unsigned n, room;
} signals;
/* Without the words that each tool has for a block without a name. */
static void add(signals *s, const char *module, const char *name, uint64_t bits) {
  static const char *const marks[] = {"unnamedblk", "$unnamed_block$"};
  if (s->n == s->room) {
    signal *more = realloc(s->v, (s->room = 2 * s->room + 64) * sizeof *more);
    if (!more) abort();
    s->v = more;
  }
  char *to = s->v[s->n].name;
  size_t n = (size_t)snprintf(to, NAME, "%.60s/", module);
  while (*name && n < NAME - 1) {
    int mark = n && to[n - 1] != '/' && to[n - 1] != '.'    ? -1
               : !strncmp(name, marks[0], strlen(marks[0])) ? 0
               : !strncmp(name, marks[1], strlen(marks[1])) ? 1
                                                            : -1;
    const size_t len = mark < 0 ? 0 : strlen(marks[mark]) + strspn(name + strlen(marks[mark]), "0123456789");
    if (len && name[len] == '.') name += len + 1;
    else to[n++] = *name++;
  }
  to[n] = 0;
  s->v[s->n++].bits = bits;
}
static void add_one(void *s, const char *module, const char *name, uint64_t bits) { add(s, module, name, bits); }
static int by_name(const void *a, const void *b) { return strcmp(((const signal *)a)->name, ((const signal *)b)->name); }
/* The first of that name; those that follow may have it, too. NULL: there is none. */
static const signal *find(const signals *s, const char *name) {
  unsigned lo = 0, hi = s->n;
  while (lo < hi) {
    const unsigned mid = (lo + hi) / 2;
    if (strcmp(s->v[mid].name, name) < 0) lo = mid + 1;
    else hi = mid;
  }
  return lo < s->n && !strcmp(s->v[lo].name, name) ? &s->v[lo] : NULL;
}

typedef struct {
  wt_synth_bits *bits;
  signals *said; /* by Verilator, of a user's module; NULL: of ours */
} reading;

/* ---- the construct in the user's own words ---- */

/* Line number `line` of the user's file, or the first that declares the name, else has it; without blanks around it, "" when there is none. */
static void line_of(const char *file, unsigned line, const char *name, unsigned *at, char text[160]) {
  char buf[1000];
  const size_t len = name ? strlen(name) : 0;
  int best = 0; /* 1: has it, 2: declares it */
  FILE *f = fopen(file, "r");
  *text = 0;
  for (unsigned n = 1; f && best < 2 && fgets(buf, sizeof buf, f); n++) {
    char *p = strstr(buf, "//");
    if (p) *p = 0;
    buf[strcspn(buf, "\n")] = 0;
    int hit = !name && n == line ? 2 : 0;
    const char *first = buf + strspn(buf, " \t");
    for (p = name ? buf : NULL; p && hit < 2 && (p = strstr(p, name)) != NULL; p += len) {
      const char *end = p + len;
      if ((p > buf && (isalnum((unsigned char)p[-1]) || strchr("_.", p[-1]))) || isalnum((unsigned char)*end) || *end == '_') continue;
      while (isspace((unsigned char)*end)) end++;
      const int declares = first < p && (!*end || strchr(",;)[=", *end)) && strncmp(first, "assign", 6) && !memchr(first, '=', (size_t)(p - first)) &&
                           !strchr("<+-", *end);
      hit = declares ? 2 : 1;
    }
    if (hit <= best) continue;
    best = hit, *at = n;
    snprintf(text, 160, "%.150s", first);
    for (char *last = text + strlen(text); last > text && isspace((unsigned char)last[-1]);) *--last = 0;
  }
  if (f) fclose(f);
}

static int another(const wt_user *u, const signal *s, uint64_t yosys, char *err, size_t errn) {
  char text[160], name[NAME];
  unsigned at = 0;
  const char *own = strchr(s->name, '/') + 1, *dot = strrchr(own, '.');
  snprintf(name, sizeof name, "%s", dot ? dot + 1 : own);
  name[strcspn(name, "[")] = 0;
  line_of(u->file, 0, name, &at, text);
  snprintf(err, errn,
           "%s:%u: Yosys reads another circuit than this: '%s' has %" PRIu64 " bits, Yosys gives it %" PRIu64
           ", as it drops dimensions of arrays of named types: %s "
           "Write a flat vector and [i*W +: W], or logic [W-1:0] for the words of an array",
           u->file, at, own, s->bits, yosys, *text ? text : "(its declaration)");
  return 2;
}

/* A net of the source on a loop without a clock edge: "Warning: found logic loop in module x:", its cells, "    wire \cand [0]". 0: there is no loop. */
static int looped(const wt_size_job *j, char *err, size_t errn) {
  char line[2000], name[200] = "", text[160] = "";
  unsigned at = 0;
  int in = 0;
  FILE *f = j->of->user ? fopen(j->log, "r") : NULL;
  while (f && !*name && fgets(line, sizeof line, f)) {
    if (in && strncmp(line, "    ", 4)) break;
    in |= strstr(line, "found logic loop") != NULL;
    if (in && !strncmp(line, "    wire \\", 10)) snprintf(name, sizeof name, "%.*s", (int)strcspn(line + 10, " \n"), line + 10);
  }
  if (f) fclose(f);
  if (!in) return 0;
  const char *last = strrchr(name, '.') ? strrchr(name, '.') + 1 : name;
  if (*name) line_of(j->of->user->file, 0, last, &at, text);
  snprintf(err, errn, "%s:%u: '%s' depends on itself without a clock edge between (a combinational loop), which has no price: %s", j->of->user->file,
           at, *name ? name : "a net without a name", text);
  return 2;
}

/* What Yosys does not read, or warns of: "FILE:12: ERROR: syntax error, ...", "FILE:9: Warning: Identifier `\X' is implicitly declared." 0: nothing. */
static int stopped(const wt_size_job *j, char *err, size_t errn) {
  const char *file = j->of->user ? j->of->user->file : "";
  const size_t len = strlen(file);
  char line[2000], why[600] = "", name[200] = "", text[160] = "", *p;
  unsigned at = 0;
  FILE *f = fopen(j->log, "r");
  while (f && !*why && fgets(line, sizeof line, f)) {
    line[strcspn(line, "\n")] = 0;
    if (strstr(line, "Executing CHECK pass")) break; /* what it finds is another matter */
    if (strstr(line, "Replacing memory")) continue;  /* by flip-flops, which are counted as such */
    if (!(p = strstr(line, "ERROR: ")) && !(p = strstr(line, "Warning: "))) continue;
    snprintf(why, sizeof why, "%.500s", strchr(p, ' ') + 1);
    if (len && !strncmp(line, file, len) && line[len] == ':') at = (unsigned)strtoul(line + len + 1, NULL, 10);
    if ((p = strstr(why, "`\\"))) snprintf(name, sizeof name, "%.*s", (int)strcspn(p + 2, "'"), p + 2);
  }
  if (f) fclose(f);
  if (!*why) return 0;
  if (!len) return wt_size_complaint(j, err, errn);
  if (at || *name) line_of(file, at, at ? NULL : name, &at, text);
  if (strstr(why, "implicitly declared"))
    snprintf(
      err, errn,
      "%s:%u: Yosys takes '%s' for a wire that nobody drives: %s Name it with its package, or read the element into a variable of its own first",
      file, at, name, text);
  else if (at)
    snprintf(err, errn, "%s:%u: Yosys does not read this (%s): %s%s", file, at, why, text,
             strstr(text, "assert") || strstr(text, "assume") || strstr(text, "cover")
               ? " Assertions are no gates: put them between `ifndef SYNTHESIS and `endif"
               : "");
  else snprintf(err, errn, "%s: Yosys does not read it: %s", file, why);
  return 2;
}

/* ---- the netlist ---- */

static uint64_t param(json_t *cell, const char *name) { /* a number, or a string of binary digits */
  json_t *p = json_object_get(json_object_get(cell, "parameters"), name);
  return json_is_integer(p) ? (uint64_t)json_integer_value(p) : json_is_string(p) ? strtoull(json_string_value(p), NULL, 2) : 0;
}

/* Of a function's variable, "pkg::f$func$FILE:12$3.x", the name that Verilator's has here: "f().x"; of others the name. */
static const char *known_as(const char *net, char buf[NAME]) {
  const char *call = strstr(net, "$func$"), *dot = call ? strrchr(net, '.') : NULL, *name = net;
  if (!dot) return net;
  for (const char *p = net; p < call; p++)
    if (p[0] == ':' || p[0] == '.') name = p + 1;
  snprintf(buf, NAME, "%.*s().%s", (int)(call - name), name, dot + 1);
  return buf;
}

/* Bits of flip-flops: of their outputs. */
static uint64_t flip_flops(json_t *m) {
  const char *key;
  json_t *cell, *bit;
  size_t i;
  uint64_t n = 0;
  json_object_foreach(json_object_get(m, "cells"), key, cell) {
    const char *type = json_string_value(json_object_get(cell, "type"));
    if (!strncmp(type, "$mem", 4) || !strstr(type, "ff")) continue;
    json_array_foreach(json_object_get(json_object_get(cell, "connections"), "Q"), i, bit) n += json_is_integer(bit);
  }
  return n;
}

/* The module's name in the source: "sub" of "$paramod\sub\W=8" and of "$paramod$HASH\sub". */
static void base_of(const char *module, char base[80]) {
  const char *p = strncmp(module, "$paramod", 8) ? NULL : strchr(module, '\\');
  snprintf(base, 80, "%.*s", p ? (int)strcspn(p + 1, "\\") : 79, p ? p + 1 : module);
}

static void variables(json_t *modules, signals *s) {
  const char *module, *key;
  char buf[NAME], base[80];
  json_t *m, *net, *cell;
  json_object_foreach(modules, module, m) {
    base_of(module, base);
    json_object_foreach(json_object_get(m, "netnames"), key, net) if (*key != '$' || !strncmp(key, "$unnamed_block$", 15))
      add(s, base, known_as(key, buf), json_array_size(json_object_get(net, "bits")));
    json_object_foreach(json_object_get(m, "cells"), key, cell) {
      const char *id = json_string_value(json_object_get(json_object_get(cell, "parameters"), "MEMID"));
      if (id) add(s, base, *id == '\\' ? id + 1 : id, param(cell, "WIDTH") * param(cell, "SIZE"));
    }
  }
  if (s->n) qsort(s->v, s->n, sizeof *s->v, by_name);
}

/* The same variable as Verilator says it, whose module may have its parameters behind the name: "sub__W8". */
static const signal *read_of(const signals *read, const signal *s, const char *more) {
  char key[NAME + 8];
  const char *name = strchr(s->name, '/');
  for (size_t n = (size_t)(name - s->name); n; n--) {
    if (n < (size_t)(name - s->name) && strncmp(s->name + n, "__", 2)) continue;
    snprintf(key, sizeof key, "%.*s%s%s", (int)n, s->name, name, more);
    const signal *y = find(read, key);
    if (y) return y;
  }
  return NULL;
}

static int compare(const wt_user *u, json_t *modules, const signals *said, char *err, size_t errn) {
  signals read = {0};
  int rc = 0;
  variables(modules, &read);
  for (unsigned i = 0; i < said->n && !rc; i++) {
    const signal *s = &said->v[i], *y = read_of(&read, s, ""), *word = y ? NULL : read_of(&read, s, "[0]"), *first = y;
    int same = !y;
    for (; y && y < read.v + read.n && !strcmp(y->name, first->name) && !same; y++) same = y->bits == s->bits;
    if (!same) rc = another(u, s, first->bits, err, errn);
    if (word && s->bits % word->bits) rc = another(u, s, word->bits, err, errn);
  }
  free(read.v);
  return rc;
}

/* Every process of the module becomes cells; what has a name stays, read or not. Then once more without its parts, whose state is counted. */
#define READ                                                                                                                                        \
  "proc; setattr -set keep 1 w:* w:$* %%d w:$unnamed_block$* %%u; setattr -set keep 1 t:$mem*; opt_clean; memory_collect; write_json %s; flatten; " \
  "write_json %s.flat\n"
/* A user's module may hang on itself; what `check` says of words may be no loop of bits. */
static void read_script(const wt_size_job *j, FILE *f) {
  fprintf(f, READ, j->netlist, j->netlist);
  if (j->of->user) fprintf(f, "simplemap; techmap; opt_clean; check\n");
}

/* A name of the source that has the bit, or what else it may be called. */
static const char *net_of(json_t *m, json_t *bit, const char *otherwise) {
  const char *key;
  json_t *net, *b;
  size_t i;
  json_object_foreach(json_object_get(m, "netnames"), key, net) {
    if (*key == '$') continue;
    json_array_foreach(json_object_get(net, "bits"), i, b) if (json_equal(b, bit)) return key;
  }
  return otherwise;
}

static int read_flat(const wt_synth_of *w, json_t *m, wt_synth_bits *bits, char *err, size_t errn) {
  const char *key;
  json_t *cell;
  bits->ff = flip_flops(m);
  json_object_foreach(json_object_get(m, "cells"), key, cell) {
    const char *type = json_string_value(json_object_get(cell, "type"));
    if (!strncmp(type, "$mem", 4)) bits->mem += param(cell, "WIDTH") * param(cell, "SIZE");
    if (!strstr(type, "latch") && strcmp(type, "$sr")) continue;
    const char *file = w->user ? w->user->file : w->stem;
    snprintf(err, errn,
             "%s: there is a latch, '%s': it keeps its value without a clock edge; give it a value on every path, or write it in always_ff", file,
             net_of(m, json_array_get(json_object_get(json_object_get(cell, "connections"), "Q"), 0), key));
    return 2;
  }
  return 0;
}
static int read_result(wt_size_job *j, char *err, size_t errn) {
  const reading *r = j->out;
  const wt_user *u = j->of->user;
  char top[80], path[100];
  snprintf(top, sizeof top, "%s%s", u ? "" : "wt_", u ? u->module : j->of->stem);
  snprintf(path, sizeof path, "%s.flat", j->netlist);
  int rc = stopped(j, err, errn);
  if (!rc) rc = looped(j, err, errn);
  json_t *parts = rc ? NULL : json_load_file(j->netlist, 0, NULL), *flat = rc ? NULL : json_load_file(path, 0, NULL);
  json_t *m = json_object_get(json_object_get(flat, "modules"), top);
  if (!rc && !m) rc = wt_size_complaint(j, err, errn);
  if (!rc) rc = read_flat(j->of, m, r->bits, err, errn);
  if (!rc && r->said) rc = compare(u, json_object_get(parts, "modules"), r->said, err, errn);
  json_decref(parts), json_decref(flat);
  return rc;
}
static int read_load(FILE *f, wt_size_job *j) {
  wt_synth_bits *b = ((const reading *)j->out)->bits;
  return fscanf(f, "%" SCNu64 " %" SCNu64 "\n", &b->ff, &b->mem) != 2;
}
static void read_save(FILE *f, const wt_size_job *j) {
  const wt_synth_bits *b = ((const reading *)j->out)->bits;
  fprintf(f, "%" PRIu64 " %" PRIu64 "\n", b->ff, b->mem);
}

/* What Verilator says of a user's module, ports compared first. */
static int verilated(const wt_synth_of *w, signals *s, char *err, size_t errn) {
  char dir[] = "/tmp/wt_synth.XXXXXX";
  wt_blks *blks = wt_blks_new(w->S);
  const wt_blk *b = blks ? wt_blk_find(blks, w->stem) : NULL;
  wt_world x;
  if (!b || wt_world_open(&x, blks, b, wt_blk_here(b))) return wt_blks_free(blks), wt_size_fail(err, errn, "out of memory%s%s", "", "");
  int rc = !mkdtemp(dir) ? wt_size_fail(err, errn, "%s: cannot create a folder%s", dir, "") : 0;
  if (!rc) {
    rc = wt_gen_guest(dir, &x, w->user->module, err, errn) || wt_user_files(w->user, dir, err, errn) || wt_user_ports(w->user, &x, dir, err, errn)
           ? 2
           : 0;
    if (!rc) wt_user_signals(w->user, dir, add_one, s);
    wt_user_forget(dir);
  }
  wt_world_close(&x);
  wt_blks_free(blks);
  return rc;
}

int wt_synth_read(const wt_synth_of *w, wt_synth_bits *out, char *err, size_t errn) {
  static const wt_size_kind kind = {"read-", READ, 0, NULL, read_script, read_result, read_load, read_save};
  static wt_size_job j;
  signals said = {0};
  reading r = {out, NULL};
  wt_synth_of kept = *w;
  *out = (wt_synth_bits){0};
  kept.timeout = 0;
  j = (wt_size_job){.kind = &kind, .of = &kept, .out = &r};
  if (!wt_size_job_run(&j, 0, err, errn)) return 0;
  if (j.limit != 2) return 2; /* it could not even be looked for */
  int rc = w->user ? verilated(w, &said, err, errn) : 0;
  r.said = w->user ? &said : NULL;
  j = (wt_size_job){.kind = &kind, .of = w, .out = &r};
  if (!rc) rc = wt_size_job_run(&j, 0, err, errn);
  free(said.v);
  return rc;
}
