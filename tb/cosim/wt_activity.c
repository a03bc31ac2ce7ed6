/* wt_activity.c - toggles and duty of the nets of a module. */
#include "cosim/wt_activity.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  const char *name; /* below the module */
  const wt_rtl_var *var;
  int input;
  uint32_t same; /* the net of instance 0 that is its like; itself there */
  uint32_t *before;
  uint64_t *toggles, *ones; /* of its bits, of all instances; NULL: they are its like's */
} net;
struct wt_activity {
  net *net;
  unsigned n;
  unsigned instances;
  uint64_t cycles; /* sampled */
};

static int word(int c) { return isalnum(c) || c == '_'; }

/* Whether what stands at p, behind a name, makes it the left side of `<=`: "[...]", ".member". A comparison is taken for one, too, which costs a line. */
static int written(const char *p) {
  for (int depth = 0; *p && (depth || *p == '[' || *p == ' ' || *p == '\n' || *p == '.' || word((unsigned char)*p)); p++)
    depth += (*p == '[') - (*p == ']');
  return p[0] == '<' && p[1] == '=';
}
static int listed(const char *names, const char *name, size_t n) {
  for (const char *p = names; *p; p += strcspn(p, "\n") + 1)
    if (strcspn(p, "\n") == n && !strncmp(p, name, n)) return 1;
  return 0;
}
/* Numbers of loops are constants: "genvar NAME", "int NAME", "int unsigned NAME". */
static int a_loop(const char *text, const char *name, size_t n) {
  static const char *const kinds[] = {"genvar ", "int ", "unsigned "};
  for (unsigned k = 0; k < 3; k++)
    for (const char *p = text; (p = strstr(p, kinds[k])); p++)
      if (!strncmp(p + strlen(kinds[k]), name, n) && !word((unsigned char)p[strlen(kinds[k]) + n])) return 1;
  return 0;
}
char *wt_activity_nets(const char *text) {
  char *names = calloc(1, strlen(text) + 2);
  size_t at = 0;
  for (const char *p = text; names && *p;) {
    size_t n = 0;
    if (p[0] == '/' && p[1] == '/') {
      p += strcspn(p, "\n");
      continue;
    }
    while (word((unsigned char)p[n])) n++;
    const int mine = n && !isdigit((unsigned char)*p) && (p == text || (p[-1] != '.' && p[-1] != '`' && p[-1] != ':')) &&
                     ((n > 2 && !strncmp(p + n - 2, "_q", 2)) || written(p + n));
    if (mine && !listed(names, p, n) && !a_loop(text, p, n)) memcpy(names + at, p, n), names[at + n] = '\n', names[at += n + 1] = 0;
    p += n ? n : 1;
  }
  return names;
}

/* Below which instance it lies, and how it is called there; -1: below none. */
static int instance_of(const wt_rtl_var *v, unsigned instances, const char **rest) {
  static const char one[] = "TOP.wt_guest.u_block", many[] = "TOP.wt_guest.g_block[";
  const char *p = v->scope;
  char *end;
  unsigned long i = 0;
  if (instances == 1) {
    if (strncmp(p, one, sizeof one - 1)) return -1;
    p += sizeof one - 1;
  } else {
    if (strncmp(p, many, sizeof many - 1)) return -1;
    i = strtoul(p + sizeof many - 1, &end, 10);
    if (strncmp(end, "].u_block", 9)) return -1;
    p = end + 9;
  }
  if (*p && *p != '.') return -1;
  *rest = *p ? p + 1 : p;
  return (int)i;
}
static char *path(const char *scope, const char *name) {
  char *p = malloc(strlen(scope) + strlen(name) + 2);
  if (p) sprintf(p, "%s%s%s", scope, *scope ? "." : "", name);
  return p;
}
static int add(wt_activity *a, const wt_rtl_var *v, unsigned instance, const char *scope, int input) {
  net *x = &a->net[a->n];
  *x = (net){.name = path(scope, v->name), .var = v, .input = input, .same = a->n, .before = calloc(v->row_bytes / 4 + 1, sizeof *x->before)};
  a->n++;
  if (!x->name || !x->before) return -1;
  if (instance)
    for (unsigned i = 0; i < x->same; i++)
      if (a->net[i].toggles && !a->net[i].input && !strcmp(a->net[i].name, x->name)) return x->same = i, 0;
  x->toggles = calloc(v->width, sizeof *x->toggles), x->ones = calloc(v->width, sizeof *x->ones);
  return x->toggles && x->ones ? 0 : -1;
}

wt_activity *wt_activity_new(const wt_rtl *r, const wt_block_world *w, const wt_rtl_var *const *ports, const char *nets) {
  uint32_t n;
  const wt_rtl_var *v = r->api->vars(r->h, &n);
  wt_activity *a = calloc(1, sizeof *a);
  if (!a || !(a->net = calloc(n + w->ports + 1, sizeof *a->net))) return free(a), NULL;
  a->instances = w->instances;
  for (uint32_t i = 0; i < w->ports; i++)
    if (w->port[i].kind <= WT_PORT_LATE && add(a, ports[i], 0, "", 1)) return wt_activity_free(a), NULL;
  for (unsigned inst = 0; inst < w->instances; inst++)
    for (uint32_t i = 0; i < n; i++) {
      const char *scope;
      if (v[i].depth != 1 || instance_of(&v[i], w->instances, &scope) != (int)inst || !listed(nets, v[i].name, strlen(v[i].name))) continue;
      if (add(a, &v[i], inst, scope, 0)) return wt_activity_free(a), NULL;
    }
  return a;
}
void wt_activity_free(wt_activity *a) {
  for (unsigned i = 0; a && i < a->n; i++)
    free((char *)(uintptr_t)a->net[i].name), free(a->net[i].before), free(a->net[i].toggles), free(a->net[i].ones);
  if (a) free(a->net);
  free(a);
}

void wt_activity_reset(wt_activity *a) {
  a->cycles = 0;
  for (unsigned i = 0; i < a->n; i++)
    if (a->net[i].toggles) {
      memset(a->net[i].toggles, 0, a->net[i].var->width * sizeof *a->net[i].toggles);
      memset(a->net[i].ones, 0, a->net[i].var->width * sizeof *a->net[i].ones);
    }
}

static void count(uint64_t *of, uint32_t bits) {
  for (; bits; bits &= bits - 1) of[__builtin_ctz(bits)]++;
}
void wt_activity_sample(wt_activity *a) {
  for (unsigned i = 0; i < a->n; i++) {
    net *x = &a->net[i], *to = &a->net[x->same];
    const uint32_t words = (x->var->width + 31) / 32;
    for (uint32_t k = 0; k < words; k++) {
      const uint32_t bytes = x->var->row_bytes - 4 * k < 4 ? x->var->row_bytes - 4 * k : 4;
      uint32_t now = 0;
      memcpy(&now, (const char *)x->var->ptr + 4 * k, bytes);
      if (a->cycles) count(to->toggles + 32 * k, now ^ x->before[k]);
      count(to->ones + 32 * k, now);
      x->before[k] = now;
    }
  }
  a->cycles++;
}

static void line(FILE *f, const net *x, const char *bit, double activity, double duty) {
  if (x->input) fprintf(f, "set_power_activity -input_ports [get_ports {%s%s}] -activity %.6g -duty %.6g\n", x->name, bit, activity, duty);
  else fprintf(f, "wt_flop {%s%s} %.6g %.6g\n", x->name, bit, activity, duty);
}
void wt_activity_write(const wt_activity *a, FILE *f) {
  const double cycles = (double)(a->cycles ? a->cycles : 1);
  for (unsigned i = 0; i < a->n; i++) {
    const net *x = &a->net[i];
    for (uint32_t k = 0; x->toggles && k < x->var->width; k++) {
      char bit[24] = "";
      if (x->var->width > 1) snprintf(bit, sizeof bit, "[%u]", k);
      const double of = x->input ? cycles : cycles * a->instances;
      line(f, x, bit, (double)x->toggles[k] / of, (double)x->ones[k] / of);
    }
  }
}
