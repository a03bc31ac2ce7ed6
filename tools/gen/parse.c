/* parse.c - reads machine.def, keys.def and the files of the blocks. */
#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "parse.h"

block blk[MAX_BLOCKS];
int nblk;
module mod[MAX_MODULES];
int nmod;
key keys[MAX_KEYS];
int nkeys;
char port[MAX_PORTS][2][64];
static char port_group[MAX_BUNDLES][2][64];
static int nport_group;
static char insteads[MAX_BUNDLES][2][32]; /* a unit, and the block that stands in its place */
static int ninsteads;
int nport;
route routes[MAX_ROUTES];
int nroutes;
bundle bun[MAX_BUNDLES];
int nbun;
unit units[MAX_UNITS];
int nunits, nplaces;
typedef struct {
  char key[32], wire[32];
  unsigned max;
  int enters; /* a MODE row says where */
} mode;
static mode modes[MAX_KEYS];
static int nmodes;

void die(const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  fputs("gen_machine: ", stderr);
  vfprintf(stderr, fmt, ap);
  fputc('\n', stderr);
  va_end(ap);
  exit(2);
}

void slurp(const char *path, char **whole, char **code) {
  FILE *f = fopen(path, "r");
  if (!f) die("%s: cannot open", path);
  char *s = calloc(1, 1 << 20);
  size_t n = fread(s, 1, (1 << 20) - 1, f);
  fclose(f);
  s[n] = 0;
  *whole = strdup(s);
  for (char *p = strstr(s, "/*"); p; p = strstr(p, "/*")) {
    char *e = strstr(p, "*/");
    if (!e) die("%s: comment without end", path);
    for (; p < e + 2; p++)
      if (*p != '\n') *p = ' ';
  }
  for (char *p = s; *p; p += strcspn(p, "\n"), p += *p == '\n')
    if (*p == '#') memset(p, ' ', strcspn(p, "\n"));
  *code = s;
}

int next_macro(char **pp, char *name, char a[MAX_ARGS][ARG_LEN]) {
  char *p = *pp;
  while (*p && !isalpha((unsigned char)*p)) p++;
  if (!*p) return -1;
  int i = 0;
  while (isalnum((unsigned char)*p) || *p == '_') name[i++] = *p++;
  name[i] = 0;
  while (isspace((unsigned char)*p)) p++;
  if (*p++ != '(') die("'%s' is not followed by '('", name);
  int n = 0, depth = 0, quote = 0;
  i = 0;
  for (;; p++) {
    if (!*p) die("'%s(' has no end", name);
    if (*p == '"') quote = !quote;
    if (!quote && !depth && (*p == ',' || *p == ')')) {
      while (i && a[n][i - 1] == ' ') i--;
      a[n][i] = 0;
      n++, i = 0;
      if (*p == ')') break;
      if (n == MAX_ARGS) die("'%s' has too many arguments", name);
      continue;
    }
    if (*p == '(') depth++;
    if (*p == ')') depth--;
    int blank = !quote && isspace((unsigned char)*p);
    if (blank && (i == 0 || a[n][i - 1] == ' ')) continue;
    if (i < ARG_LEN - 1) a[n][i++] = blank ? ' ' : *p;
    else die("'%s': an argument is longer than %d characters", name, ARG_LEN - 1);
  }
  *pp = p + 1;
  return n;
}

/* The comment that follows on the same line. */
static void comment_behind(const char *p, char *text) {
  *text = 0;
  while (*p == ' ') p++;
  if (strncmp(p, "/*", 2)) return;
  const char *e = strstr(p, "*/");
  int n = 0;
  for (p += 2; *p == ' '; p++) continue;
  for (; p < e && n < ARG_LEN - 1; p++)
    if (*p != '\n') text[n++] = *p;
  while (n && text[n - 1] == ' ') n--;
  text[n] = 0;
}

int listed(const char *list, const char *name) {
  size_t n = strlen(name);
  for (const char *p = list; (p = strstr(p, name)); p += n)
    if ((p == list || p[-1] == ' ') && (!p[n] || p[n] == ' ')) return 1;
  return 0;
}

int is_reset(const row *r) { return !strcmp(r->a[C_KIND], "RST"); }
const row *ff_row(const block *b, const char *name) {
  for (int i = 0; i < b->nrows; i++)
    if (b->rows[i].kind == R_FF && !strcmp(b->rows[i].a[0], name)) return &b->rows[i];
  return NULL;
}
int is_state(const row *r) { return r->kind == R_FF || r->kind == R_MEM; }

/* The structures of a block account for each of its state rows once, and a block without state has its logic at least. */
static void check_sizes(const block *b, const char *path) {
  if (!b->outside && !b->nsizes) die("%s: no SIZE or LOGIC row: what does the block cost? (docs/user/size.md)", path);
  for (int r = 0; r < b->nrows; r++) {
    int n = 0;
    if (!is_state(&b->rows[r])) continue;
    for (int i = 0; i < b->nsizes; i++) n += b->sizes[i].kind == R_SIZE && listed(b->sizes[i].a[7], b->rows[r].a[0]);
    if (n != 1) die("%s: state row %s is in %d SIZE rows, not in one (docs/user/size.md)", path, b->rows[r].a[0], n);
  }
  for (int i = 0; i < b->nsizes; i++) {
    char names[ARG_LEN];
    for (int j = 0; j < i; j++)
      if (!strcmp(b->sizes[i].a[0], b->sizes[j].a[0])) die("%s: two structures are called %s", path, b->sizes[i].a[0]);
    if (b->sizes[i].kind != R_SIZE) continue;
    strcpy(names, b->sizes[i].a[7]);
    for (char *w = strtok(names, " "); w; w = strtok(NULL, " ")) {
      int found = 0;
      for (int r = 0; r < b->nrows; r++) found |= is_state(&b->rows[r]) && !strcmp(b->rows[r].a[0], w);
      if (!found) die("%s: SIZE(%s, ...) names %s, which is no state row", path, b->sizes[i].a[0], w);
    }
  }
}

/* Does the list of a WARP row hold this row? A name alone is a port and a register, o.name only the port, q.name only the register. */
static int belongs(const char *list, const row *r) {
  char name[ARG_LEN + 2];
  snprintf(name, sizeof name, "%c.%.*s", is_state(r) ? 'q' : 'o', ARG_LEN - 1, r->a[0]);
  return listed(list, r->a[0]) || listed(list, name);
}

static int holds_warp(const row *r) {
  static const char *const a_warp[] = {"WARP_W", "SM_WARP_W", "SM_WARP_W + 1", "SUB_W", "DP_WARP_W"};
  if (r->kind == R_OUTQ || !(r->kind <= R_MEM)) return 0;
  for (size_t i = 0; i < sizeof a_warp / sizeof *a_warp; i++)
    if (!strcmp(r->a[C_WIDTH], a_warp[i])) return 1;
  for (int i = C_TYPE; i <= C_COUNT; i++)
    if (!strcmp(r->a[i], "warps") || !strncmp(r->a[i], "SLOTS", 5) || !strncmp(r->a[i], "SM_SLOTS", 8) || !strcmp(r->a[i], "LARGE")) return 1;
  return 0;
}

/* A block that has or sees the number of a warp says of each of its ports and registers whose it is (WARP rows), once; a port that shows a register is of
 * the register's warp. */
static void check_warps(const block *b) {
  int knows = 0;
  for (int r = 0; r < b->nrows && !b->outside; r++) {
    const row *x = &b->rows[r];
    knows |= x->kind == R_IN || x->kind == R_INT ? holds_warp(find_out(x->a[0], x->a[1])) : holds_warp(x);
  }
  for (int r = 0; r < b->nrows && (knows || b->nwarps); r++) {
    int n = 0;
    const row *x = &b->rows[r];
    if (x->kind != R_OUT && !is_state(x)) continue;
    for (int i = 0; i < b->nwarps; i++) n += belongs(b->warps[i].a[2], x);
    if (n != 1) die("%s: row %s is in %d WARP rows, not in one: whose is it? (cmodel/spec/README.md)", b->stem, x->a[0], n);
  }
  for (int i = 0; i < b->nwarps; i++) {
    char names[ARG_LEN];
    strcpy(names, b->warps[i].a[2]);
    for (char *w = strtok(names, " "); w; w = strtok(NULL, " ")) {
      int found = 0;
      for (int r = 0; r < b->nrows; r++) found |= b->rows[r].kind <= R_MEM && belongs(w, &b->rows[r]);
      if (!found) die("%s: WARP(...) names %s, which is no row", b->stem, w);
    }
  }
}

/* An output of the block or, as DRIVER_SIGNAL, what it reads. */
static int is_port(const block *b, const char *name) {
  char drv_sig[ARG_LEN * 2];
  for (int r = 0; r < b->nrows; r++) {
    const row *x = &b->rows[r];
    snprintf(drv_sig, sizeof drv_sig, "%s_%s", x->a[0], x->a[1]);
    if (x->kind <= R_OUTQ ? !strcmp(x->a[0], name) : (x->kind == R_IN || x->kind == R_INT) && !strcmp(drv_sig, name)) return 1;
  }
  return 0;
}
/* VALID(ports, outputs): each output in at most one. */
static void check_valids(const block *b) {
  char names[ARG_LEN];
  for (int i = 0; i < b->nvalids; i++) {
    strcpy(names, b->valids[i].a[0]);
    for (char *w = strtok(names, " "); w; w = strtok(NULL, " "))
      if (!is_port(b, w)) die("%s: VALID(%s, ...): no output or input is called %s", b->stem, b->valids[i].a[0], w);
    strcpy(names, b->valids[i].a[1]);
    for (char *w = strtok(names, " "); w; w = strtok(NULL, " ")) {
      int out = 0, times = 0;
      for (int r = 0; r < b->nrows; r++) out |= b->rows[r].kind <= R_OUTQ && !strcmp(b->rows[r].a[0], w);
      for (int k = 0; k < b->nvalids; k++) times += listed(b->valids[k].a[1], w);
      if (!out || times != 1) die("%s: VALID(%s, ...): %s is %s", b->stem, b->valids[i].a[0], w, out ? "in two VALID rows" : "no output");
    }
  }
}

static void check_seen(const block *b) {
  char names[ARG_LEN];
  strcpy(names, b->seen);
  for (char *w = strtok(names, " "); w; w = strtok(NULL, " ")) {
    int found = !strcmp(w, "*");
    for (int r = 0; r < b->nrows; r++) found |= is_state(&b->rows[r]) && !strcmp(b->rows[r].a[0], w);
    if (!found) die("%s: SEEN(...) names %s, which is no row of state", b->stem, w);
  }
}

/* Of ENUM, LOADS, ... the column that names rows. */
static int names_at(const row *f) { return f->kind == R_MOVE ? C_ROWS : f->kind == R_LOOK ? 2 : f->kind == R_AT || f->kind == R_SOME; }
const row *form_of(const block *b, enum row_kind kind, const char *name) {
  for (int i = 0; i < b->nforms; i++)
    if (b->forms[i].kind == kind && listed(b->forms[i].a[names_at(&b->forms[i])], name)) return &b->forms[i];
  return NULL;
}
/* The registers of a MOVE row by their whole names. */
static void name_moved(row *f) {
  char fields[ARG_LEN];
  int n = 0;
  strcpy(fields, f->a[C_FIELDS]);
  for (char *w = strtok(fields, " "); w && n < ARG_LEN; w = strtok(NULL, " "))
    n += snprintf(f->a[C_ROWS] + n, ARG_LEN - (size_t)n, "%s%s_%s", n ? " " : "", f->a[C_TO], w);
  if (n >= ARG_LEN) die("MOVE(%s, %s, %s, ...): too many registers for one row", f->a[C_LOAD], f->a[C_TO], f->a[C_FROM]);
}
/* How the RTL spells a row is said once, of rows that are there: AT and LOOK of memories, AT of those with one port. */
static void check_forms(const block *b) {
  char names[ARG_LEN];
  for (int i = 0; i < b->nforms; i++) {
    const row *f = &b->forms[i];
    strcpy(names, f->a[names_at(f)]);
    for (char *w = strtok(names, " "); w; w = strtok(NULL, " ")) {
      const row *x = NULL;
      int times = 0;
      for (int r = 0; r < b->nrows; r++)
        if (is_state(&b->rows[r]) && !strcmp(b->rows[r].a[0], w)) x = &b->rows[r];
      for (int k = 0; k < b->nforms; k++)
        times += (f->kind < R_AT ? b->forms[k].kind < R_AT : b->forms[k].kind == f->kind) && listed(b->forms[k].a[names_at(&b->forms[k])], w);
      if (!x) die("%s: ENUM, LOADS, OWN, HELD, MOVE, AT, LOOK or SOME names %s, which is no row of state", b->stem, w);
      if (times != 1) die("%s: row %s is named twice by ENUM, LOADS, OWN, HELD, MOVE, AT, LOOK or SOME", b->stem, w);
      const int ff = x->kind == R_FF, rst = ff && is_reset(x);
      const int fits = f->kind == R_ENUM ? rst : f->kind == R_HELD ? ff && !rst : f->kind == R_MOVE || f->kind == R_SOME ? ff : f->kind < R_AT || !ff;
      if (!fits)
        die(
          "%s: row %s is of the wrong kind: ENUM is of FF rows with RST, HELD of those with NORST, MOVE and SOME of either, AT and LOOK of MEM rows",
          b->stem, w);
      if (f->kind == R_MOVE && rst && strcmp(f->a[C_ENTRIES], "1")) die("%s: MOVE names %s, which has several entries and a reset", b->stem, w);
      if (f->kind == R_SOME && form_of(b, R_LOADS, w)) die("%s: LOADS names %s, which some shapes do not have: OWN", b->stem, w);
      if (f->kind == R_AT && strcmp(x->a[C_WRITES], "1")) die("%s: AT names %s, which has several write ports", b->stem, w);
      if (f->kind >= R_AT && form_of(b, R_OWN, w)) die("%s: row %s is the module's own", b->stem, w);
    }
  }
}

static void load_rows(block *b, const char *dir, const char *file, int from);

static int bundle_no(const char *name) {
  for (int k = 0; k < nbun; k++)
    if (!strcmp(bun[k].name, name)) return k;
  die("no bundle is called %s (ports/)", name);
}

static row *new_row(block *b, const char *path, enum row_kind kind, char a[MAX_ARGS][ARG_LEN], int n, int from) {
  int priced = kind == R_SIZE || kind == R_LOGIC;
  if (kind >= R_WARP) {
    int *n_own = kind == R_WARP ? &b->nwarps : kind == R_VALID ? &b->nvalids : &b->nforms;
    if (*n_own == MAX_WARPS_ROWS) die("%s: more than %d WARP, VALID or ENUM, LOADS, OWN, HELD, MOVE, AT, LOOK and SOME rows", path, MAX_WARPS_ROWS);
    row *w = &(kind == R_WARP ? b->warps : kind == R_VALID ? b->valids : b->forms)[(*n_own)++];
    w->kind = kind, w->n = n, w->bundle = from;
    memcpy(w->a, a, sizeof w->a);
    if (kind == R_MOVE) name_moved(w);
    return w;
  }
  if (priced && b->nsizes == MAX_SIZES) die("%s: more than %d structures", path, MAX_SIZES);
  if (!priced && b->nrows == MAX_ROWS) die("%s: more than %d rows", path, MAX_ROWS);
  row *r = priced ? &b->sizes[b->nsizes++] : &b->rows[b->nrows++];
  r->kind = kind, r->n = n, r->bundle = from;
  memcpy(r->a, a, sizeof r->a);
  if (is_state(r)) b->tick = 1;
  if (r->kind == R_OUT && !strcmp(a[C_KIND], "MOORE")) b->moore = 1;
  if (r->kind == R_OUT && !strcmp(a[C_KIND], "MEALY")) b->eval = 1;
  return r;
}

/* Rows that say more than one port; 1 = it was such a row. */
static int special_row(block *b, const char *dir, const char *path, const char *name, char a[MAX_ARGS][ARG_LEN], int n) {
  if (!strcmp(name, "BLOCK") && n == 3) {
    if (strcmp(a[0], b->stem) || (*b->socket && strcmp(a[2], b->socket))) die("%s: BLOCK does not match machine.def", path);
    snprintf(b->group, sizeof b->group, "%.31s", a[1]);
    snprintf(b->drv, sizeof b->drv, "%.31s", a[2]);
    char file[64];
    snprintf(file, sizeof file, "ports/%.31s", b->socket);
    if (*b->socket) load_rows(b, dir, file, SOCKET_ROW);
  } else if (!strcmp(name, "ACTIVE") && n == 2) {
    snprintf(b->active[0], sizeof b->active[0], "%.*s", ARG_LEN - 1, a[0]);
    snprintf(b->active[1], sizeof b->active[1], "%.*s", ARG_LEN - 1, a[1]);
  } else if (!strcmp(name, "SEEN") && n == 1) {
    snprintf(b->seen, sizeof b->seen, "%.*s", ARG_LEN - 1, a[0]);
  } else if (!strcmp(name, "DRIVES") && n == 1) {
    const bundle *u = &bun[bundle_no(a[0])];
    for (int i = 0; i < u->nrows; i++) {
      row *r = new_row(b, path, R_OUT, (char(*)[ARG_LEN])u->rows[i].a, u->rows[i].n, (int)(u - bun));
      if (child_of(b->module) >= 0 && !strcmp(r->a[C_WIDTH], "WARP_W")) strcpy(r->a[C_WIDTH], "SM_WARP_W"); /* of the SM */
      strcpy(r->text, u->rows[i].text);
    }
    for (int i = 0; i < u->nwarps; i++) new_row(b, path, R_WARP, (char(*)[ARG_LEN])u->warps[i].a, 3, NO_BUNDLE);
    for (int i = 0; i < u->nvalids; i++) new_row(b, path, R_VALID, (char(*)[ARG_LEN])u->valids[i].a, 2, NO_BUNDLE);
  } else if (!strcmp(name, "TAKES") && n == 3) {
    const bundle *u = &bun[bundle_no(a[0])];
    if (*u->count || (strcmp(a[2], "IN") != 0 && strcmp(a[2], "INT") != 0))
      die("%s: TAKES(%s, ...): an interface, its driver, and IN or INT; bundles are READS", path, a[0]);
    for (int i = 0; i < u->nrows; i++) {
      char in[MAX_ARGS][ARG_LEN] = {{0}};
      strcpy(in[0], a[1]), strcpy(in[1], u->rows[i].a[0]);
      new_row(b, path, strcmp(a[2], "IN") ? R_INT : R_IN, in, 2, NO_BUNDLE)->takes = (int)(u - bun) + 1;
    }
  } else if (!strcmp(name, "READS") && n == 1) {
    int k = bundle_no(a[0]);
    if (!*bun[k].count) die("%s: READS(%s): an interface is read by the name of its driver", path, a[0]);
    for (int u = 0; u < bun[k].nunits; u++)
      for (int i = 0; i < bun[k].nrows; i++) {
        char in[MAX_ARGS][ARG_LEN] = {{0}};
        strcpy(in[0], units[u].stem), strcpy(in[1], bun[k].rows[i].a[0]);
        new_row(b, path, R_IN, in, 2, k);
        if (!*units[u].instead || strcmp(bun[k].name, "result")) continue;
        strcpy(in[0], units[u].instead);
        new_row(b, path, R_IN, in, 2, k);
      }
  } else if (!strcmp(name, "STATE") && n == 1) {
    char file[64];
    snprintf(b->like, sizeof b->like, "%.31s", a[0]);
    snprintf(file, sizeof file, "blocks/%.31s", b->like);
    load_rows(b, dir, file, STATE_ALONE);
  } else {
    return !strcmp(name, "SOCKET");
  }
  return 1;
}

/* MODE(KEY): the output that a mode key enters by, as an OUT row; its columns are the key's. */
static void mode_row(char a[MAX_ARGS][ARG_LEN]) {
  unsigned width = 1;
  int k = 0;
  while (k < nmodes && strcmp(modes[k].key, a[0])) k++;
  if (k == nmodes) die("MODE(%s): keys.def has no MKEY of this name", a[0]);
  while (modes[k].max >> width) width++;
  strcpy(a[C_NAME], modes[k].wire), strcpy(a[C_TYPE], width > 8 ? "u16" : "u8"), sprintf(a[C_WIDTH], "%u", width);
  strcpy(a[C_COUNT], "1"), strcpy(a[C_MAX], "MOORE");
  modes[k].enters = 1;
}

/* The rows of a file, which belong to the block; from: NO_BUNDLE or where they come from. */
static void load_rows(block *b, const char *dir, const char *file, int from) {
  static const struct {
    const char *name;
    enum row_kind kind;
    int n;
  } kinds[] = {{"OUT", R_OUT, 5},   {"OUTQ", R_OUTQ, 2},   {"FF", R_FF, 5},     {"MEM", R_MEM, 5},     {"IN", R_IN, 2},     {"INT", R_INT, 2},
               {"SIZE", R_SIZE, 8}, {"LOGIC", R_LOGIC, 3}, {"WARP", R_WARP, 3}, {"VALID", R_VALID, 2}, {"ENUM", R_ENUM, 2}, {"LOADS", R_LOADS, 1},
               {"OWN", R_OWN, 1},   {"HELD", R_HELD, 1},   {"AT", R_AT, 2},     {"LOOK", R_LOOK, 3},   {"MOVE", R_MOVE, 5}, {"SOME", R_SOME, 2}};
  enum { KINDS = sizeof kinds / sizeof *kinds };
  char path[512], name[64], a[MAX_ARGS][ARG_LEN], *whole, *code;
  snprintf(path, sizeof path, "%.400s/%.60s.def", dir, file);
  slurp(path, &whole, &code);
  char *p = code;
  int n;
  while ((n = next_macro(&p, name, a)) >= 0) {
    const int alone = from == STATE_ALONE;
    if (alone ? strcmp(name, "FF") && strcmp(name, "WARP") && strcmp(name, "SIZE") && strcmp(name, "LOGIC") : special_row(b, dir, path, name, a, n))
      continue;
    char key[ARG_LEN] = ""; /* what a mode is, unless a comment says more */
    if (!strcmp(name, "MODE") && n == 1) strcpy(key, a[0]), mode_row(a), strcpy(name, "OUT"), n = 5;
    int k = 0;
    while (k < KINDS && strcmp(kinds[k].name, name)) k++;
    if (k == KINDS || kinds[k].n != n) die("%s: bad row %s(%s, ...)", path, name, a[0]);
    if (kinds[k].kind == R_OUT || kinds[k].kind == R_FF) add_most(a);
    row *r = new_row(b, path, kinds[k].kind, a, n, alone ? NO_BUNDLE : from);
    r->like = alone;
    comment_behind(whole + (p - code), r->text);
    if (!*r->text) strcpy(r->text, key);
  }
  free(whole), free(code);
}

static void load_block(block *b, const char *dir) {
  char file[64];
  snprintf(file, sizeof file, "blocks/%.40s", b->stem);
  b->rows = calloc(MAX_ROWS, sizeof *b->rows);
  b->sizes = calloc(MAX_SIZES, sizeof *b->sizes);
  b->warps = calloc(MAX_WARPS_ROWS, sizeof *b->warps);
  b->valids = calloc(MAX_WARPS_ROWS, sizeof *b->valids);
  b->forms = calloc(MAX_WARPS_ROWS, sizeof *b->forms);
  load_rows(b, dir, file, NO_BUNDLE);
  if (!*b->drv) die("%s: no BLOCK row", file);
  check_sizes(b, file);
}

/* Units in the order of their numbers, then the places of instructions that go to none. */
static void load_units(const char *dir) {
  char path[512], name[64], a[MAX_ARGS][ARG_LEN], *whole, *code;
  snprintf(path, sizeof path, "%.400s/units.def", dir);
  slurp(path, &whole, &code);
  char *p = code;
  int n;
  while ((n = next_macro(&p, name, a)) >= 0) {
    int is_unit = !strcmp(name, "UNIT") && n == 5 && nunits == nplaces;
    if ((!is_unit && (strcmp(name, "PLACE") || n != 2)) || nplaces == MAX_UNITS) die("%s: bad row %s(%s, ...)", path, name, a[0]);
    unit *u = &units[nplaces++];
    snprintf(u->name, sizeof u->name, "%.31s", a[0]);
    if (!is_unit) continue;
    snprintf(u->stem, sizeof u->stem, "%.31s", a[1]);
    u->strict = !strcmp(a[2], "STRICT"), u->whole = u->strict || !strcmp(a[2], "WHOLE"), u->slow = !strcmp(a[3], "SLOW");
    if (nunits && ((u->whole && !units[nunits - 1].whole) || (u->slow && !units[nunits - 1].slow)))
      die("%s: UNIT(%s): WHOLE and STRICT units come first, and SLOW ones before OWN", path, a[0]);
    nunits++;
  }
  free(whole), free(code);
}

/* INSTEAD rows of machine.def: a unit that is there, and a block that some shapes have, which drives what readers of results see. */
static void load_insteads(void) {
  for (int i = 0; i < ninsteads; i++) {
    int of = 0;
    while (of < nunits && strcmp(units[of].stem, insteads[i][0])) of++;
    if (of == nunits || !units[of].slow) die("machine.def: INSTEAD(%s, ...): no unit whose results are SLOW has this name", insteads[i][0]);
    strcpy(units[of].instead, insteads[i][1]);
  }
}

/* The bundles of execution units: exec is every unit's, result that of those whose results go over the slow channel. Then the interfaces. */
static void load_bundles(const char *dir) {
  static const char *const names[] = {"exec", "result", "memreq", "launch", "beats", "packet", "l1event"};
  for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
    char path[512], name[64], a[MAX_ARGS][ARG_LEN], *whole, *code;
    bundle *u = &bun[nbun++];
    snprintf(path, sizeof path, "%.400s/ports/%s.def", dir, names[k]);
    slurp(path, &whole, &code);
    char *p = code;
    int n;
    u->rows = calloc(MAX_ROWS, sizeof *u->rows);
    u->warps = calloc(MAX_WARPS_ROWS, sizeof *u->warps);
    u->valids = calloc(MAX_WARPS_ROWS, sizeof *u->valids);
    while ((n = next_macro(&p, name, a)) >= 0) {
      if (!strcmp(name, "BUNDLE") && n == 2) {
        snprintf(u->name, sizeof u->name, "%.31s", a[0]), snprintf(u->count, sizeof u->count, "%.31s", a[1]);
        continue;
      }
      if (!strcmp(name, "INTERFACE") && n == 1) {
        snprintf(u->name, sizeof u->name, "%.31s", a[0]);
        continue;
      }
      if (!strcmp(name, "WARP") && n == 3) {
        memcpy(u->warps[u->nwarps++].a, a, sizeof a);
        continue;
      }
      if (!strcmp(name, "VALID") && n == 2) {
        memcpy(u->valids[u->nvalids++].a, a, sizeof a);
        continue;
      }
      if (strcmp(name, "OUT") || n != 5 || (*u->count && strcmp(a[C_MAX], "MOORE") != 0))
        die("%s: %s(%s, ...): it has outputs only, a bundle MOORE ones", path, name, a[0]);
      add_most(a);
      row *r = &u->rows[u->nrows++];
      r->kind = R_OUT, r->n = n;
      memcpy(r->a, a, sizeof a);
      comment_behind(whole + (p - code), r->text);
    }
    if (strcmp(u->name, names[k]) || !u->nrows) die("%s: no BUNDLE(%s, ...) or INTERFACE(%s), or no rows", path, names[k], names[k]);
    for (int i = 0; *u->count && i < nunits; i++) u->nunits += k == 0 || units[i].slow;
    free(whole), free(code);
  }
}

static int module_no(const char *name, const char *path) {
  for (int i = 0; i < nmod; i++)
    if (!strcmp(mod[i].name, name)) return i;
  die("%s: no MODULE is called %s", path, name);
}

static void unquoted(char *to, size_t n, const char *from) {
  snprintf(to, n, "%.*s", (int)n - 1, *from == '"' ? from + 1 : from);
  size_t len = strlen(to);
  if (len && to[len - 1] == '"') to[len - 1] = 0;
}

static void load_machine(const char *dir) {
  char path[512], name[64], a[MAX_ARGS][ARG_LEN], *whole, *code;
  snprintf(path, sizeof path, "%.400s/machine.def", dir);
  slurp(path, &whole, &code);
  char *p = code;
  int n;
  while ((n = next_macro(&p, name, a)) >= 0) {
    if (!strcmp(name, "MODULE") && n == 4 && nmod < MAX_MODULES) {
      module *m = &mod[nmod];
      m->parent = nmod ? module_no(a[1], path) : -1;
      if (nmod && m->parent != nmod - 1) die("%s: MODULE(%s): each module holds one other, so far", path, a[0]);
      snprintf(m->name, sizeof m->name, "%.31s", a[0]), snprintf(m->count, sizeof m->count, "%.47s", a[2]);
      unquoted(m->text, sizeof m->text, a[3]), strcpy(m->together, "1");
      nmod++;
      continue;
    }
    if (!strcmp(name, "TOGETHER") && n == 2) {
      module *m = &mod[module_no(a[0], path)];
      snprintf(m->together, sizeof m->together, "%.47s", a[1]);
      continue;
    }
    if (!strcmp(name, "PORTS") && n == 2) { /* the bundles are not known yet */
      snprintf(port_group[nport_group][0], 64, "%.63s", a[0]), snprintf(port_group[nport_group][1], 64, "%.63s", a[1]);
      if (++nport_group == MAX_BUNDLES) die("%s: too many PORTS", path);
      continue;
    }
    if (!strcmp(name, "PORT") && n == 2 && nport < MAX_PORTS) {
      snprintf(port[nport][0], sizeof port[0][0], "%.63s", a[0]), snprintf(port[nport++][1], sizeof port[0][0], "%.63s", a[1]);
      continue;
    }
    if (!strcmp(name, "INSTEAD") && n == 2 && ninsteads < MAX_BUNDLES) { /* nor the units */
      snprintf(insteads[ninsteads][0], 32, "%.31s", a[0]), snprintf(insteads[ninsteads++][1], 32, "%.31s", a[1]);
      continue;
    }
    if (!strcmp(name, "SOCKET") && n == 2) {
      module_no(a[1], path);
      continue;
    }
    const int dealt = !strcmp(name, "DEAL") && n == 3;
    if ((dealt || (!strcmp(name, "ROUTE") && n == 4)) && nroutes < MAX_ROUTES) {
      route *t = &routes[nroutes++];
      t->module = module_no(a[0], path);
      snprintf(t->drv, sizeof t->drv, "%.31s", a[1]);
      snprintf(t->valid, sizeof t->valid, "%.31s", dealt ? "" : a[2]), snprintf(t->sig, sizeof t->sig, "%.31s", a[dealt ? 2 : 3]);
      continue;
    }
    int outside = !strcmp(name, "OUTSIDE") && n == 3, choice = !strcmp(name, "CHOICE") && n == 4, option = !strcmp(name, "OPTION") && n == 3;
    if ((!outside && !choice && !option && (strcmp(name, "BLOCK") || n != 3)) || nblk == MAX_BLOCKS) die("%s: bad row %s(%s, ...)", path, name, a[0]);
    block *b = &blk[nblk++];
    b->outside = outside;
    b->all = outside && !strcmp(a[2], "ALL"), b->number = outside && !strcmp(a[2], "NUMBER");
    snprintf(b->stem, sizeof b->stem, "%.31s", choice ? a[2] : a[0]);
    b->module = module_no(a[1], path);
    snprintf(b->count, sizeof b->count, "%.47s", outside || choice || option ? "1" : a[2]);
    snprintf(b->chosen, sizeof b->chosen, "%.95s", choice ? a[3] : option ? a[2] : "1");
    snprintf(b->socket, sizeof b->socket, "%.31s", choice ? a[0] : "");
  }
  free(whole), free(code);
}

static void load_keys(const char *dir) {
  char path[512], name[64], a[MAX_ARGS][ARG_LEN], *whole, *code;
  snprintf(path, sizeof path, "%.400s/keys.def", dir);
  slurp(path, &whole, &code);
  char *p = code;
  while (next_macro(&p, name, a) >= 0) {
    const unsigned max = (unsigned)strtoul(a[2], NULL, 10);
    if (nkeys == MAX_KEYS || nmodes == MAX_KEYS) die("%s: more than %d keys", path, MAX_KEYS);
    if (!strcmp(name, "MKEY")) {
      mode *m = &modes[nmodes++];
      m->max = max;
      snprintf(m->key, sizeof m->key, "%.31s", a[0]), snprintf(m->wire, sizeof m->wire, "%.31s", a[6]);
    }
    if (strcmp(name, "SKEY") && strcmp(name, "PKEY")) continue;
    snprintf(keys[nkeys].name, sizeof keys[0].name, "%.31s", a[0]);
    keys[nkeys++].max = max;
  }
  free(whole), free(code);
}

/* DERIVED(NAME, CLOG2(expression)) */
static char clog2[MAX_KEYS][2][ARG_LEN];
static int nclog2;
static void load_derived(const char *dir) {
  char path[512], name[64], a[MAX_ARGS][ARG_LEN], *whole, *code;
  snprintf(path, sizeof path, "%.400s/derived.def", dir);
  slurp(path, &whole, &code);
  for (char *p = code; next_macro(&p, name, a) >= 0;) {
    size_t n = strlen(a[1]), at = 6;
    for (int depth = 1; depth && at < n; at++) depth += (a[1][at] == '(') - (a[1][at] == ')');
    if (strncmp(a[1], "CLOG2(", 6) || at != n) continue;
    if (nclog2 == MAX_KEYS) die("%s: more than %d CLOG2", path, MAX_KEYS);
    snprintf(clog2[nclog2][0], ARG_LEN, "%s", a[0]);
    snprintf(clog2[nclog2++][1], ARG_LEN, "%.*s", (int)n - 7, a[1] + 6);
  }
  free(whole), free(code);
}
const char *count_bits(const char *expr) {
  for (int i = 0; i < nclog2; i++)
    if (!strcmp(clog2[i][1], expr)) return clog2[i][0];
  die("derived.def: no DERIVED(..., CLOG2(%s)), the bits of the number of such a row", expr);
}

/* A unit drives the bundles that its row in units.def promises. */
static void check_units(void) {
  for (int u = 0; u < nunits; u++)
    for (int k = 0; k < nbun && *bun[k].count; k++) {
      const block *b = unit_block(u);
      int drives = 0;
      for (int r = 0; r < b->nrows; r++) drives |= b->rows[r].kind == R_OUT && b->rows[r].bundle == k;
      if (drives != (u < bun[k].nunits)) die("%s: %s DRIVES(%s); see units.def", b->stem, drives ? "no" : "no row says", bun[k].name);
    }
}

/* PORTS(driver, interface): all of its signals leave the machine. */
static void open_port_groups(void) {
  for (int g = 0; g < nport_group; g++) {
    const bundle *u = &bun[bundle_no(port_group[g][1])];
    for (int r = 0; r < u->nrows; r++) {
      if (nport == MAX_PORTS) die("machine.def: more than %d ports", MAX_PORTS);
      snprintf(port[nport][0], sizeof port[0][0], "%s", port_group[g][0]), snprintf(port[nport++][1], sizeof port[0][0], "%.63s", u->rows[r].a[0]);
    }
  }
}

/* Every input has a driver; alternatives drive the same signals, or a shape would have undriven ones. */
static void check_wiring(void) {
  for (int i = 0; i < nblk; i++)
    for (int r = 0; r < blk[i].nrows; r++) {
      const row *x = &blk[i].rows[r];
      if (x->kind != R_IN && x->kind != R_INT) continue;
      if (!find_out(x->a[0], x->a[1])) die("%s reads %s_%s, which no block drives", blk[i].stem, x->a[0], x->a[1]);
    }
  for (int i = 0; i < nblk; i++)
    for (int j = 0; j < nblk; j++)
      for (int r = 0; i != j && !strcmp(blk[i].drv, blk[j].drv) && r < blk[i].nrows; r++) {
        int found = blk[i].rows[r].kind > R_OUTQ;
        if (!alternative(&blk[i]) || !alternative(&blk[j]))
          die("%s and %s have the prefix %s but are no choices of one socket", blk[i].stem, blk[j].stem, blk[i].drv);
        for (int q = 0; q < blk[j].nrows && !found; q++) found = blk[j].rows[q].kind <= R_OUTQ && !strcmp(blk[j].rows[q].a[0], blk[i].rows[r].a[0]);
        if (!found) die("%s drives %s_%s, its alternative %s does not", blk[i].stem, blk[i].drv, blk[i].rows[r].a[0], blk[j].stem);
      }
  for (int i = 0; i < nroutes; i++) {
    const route *t = &routes[i];
    const row *x = find_out(t->drv, t->sig), *v = *t->valid ? find_out(t->drv, t->valid) : x;
    char inner[ARG_LEN];
    if (!x || !v) die("machine.def: %s(%s, %s): no block drives that signal", *t->valid ? "ROUTE" : "DEAL", t->drv, x ? t->valid : t->sig);
    x = shape_of(driver(t->drv), x);
    inside_of(inner, x->a[strcmp(x->a[C_COUNT], "1") ? C_COUNT : C_WIDTH]);
    if (!strcmp(inner, x->a[strcmp(x->a[C_COUNT], "1") ? C_COUNT : C_WIDTH]))
      die("machine.def: %s_%s is neither the number of a warp of the SM nor of each of them", t->drv, t->sig);
    if (*t->valid && !means_with(driver(t->drv), t->valid, t->sig))
      die("machine.def: ROUTE(%s, %s): no VALID row says what goes with it", t->drv, t->valid);
  }
  for (int i = 0; i < nport; i++)
    if (!find_out(port[i][0], port[i][1])) die("machine.def: PORT(%s, %s): no block drives that signal", port[i][0], port[i][1]);
}

void load(const char *dir) {
  load_keys(dir);
  load_derived(dir);
  load_most(dir);
  load_machine(dir);
  load_units(dir);
  load_insteads();
  load_bundles(dir);
  open_port_groups();
  for (int i = 0; i < nblk; i++) load_block(&blk[i], dir);
  for (int i = 0; i < nmodes; i++)
    if (!modes[i].enters) die("keys.def: no MODE(%s) row: where does it enter the machine? (blocks/cfg.def)", modes[i].key);
  check_units();
  check_wiring();
  for (int i = 0; i < nblk; i++) check_warps(&blk[i]), check_seen(&blk[i]), check_valids(&blk[i]), check_forms(&blk[i]);
}
