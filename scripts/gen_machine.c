/* gen_machine.c - host tool: reads cmodel/spec/machine.def and cmodel/spec/blocks/ and writes, into one folder,
 *   spec/wt_outs.h spec/wt_states.h spec/wt_members.h   declarations included by spec/wt_m.h
 *   wt_order.c      order of evaluation (a combinational cycle between blocks, or a row that nobody drives, is an error)
 *   wt_descs.c      row tables, one function per block, evaluated for a shape at run time
 * and the SystemVerilog that only wires blocks together: RTLDIR/wt_subcore.sv, wt_sm.sv, wt_top.sv (signals are connected by name).
 * Usage: gen_machine SPECDIR OUTDIR RTLDIR
 */
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_BLOCKS = 80, MAX_ROWS = 1000, MAX_SIZES = 40, MAX_ARGS = 10, ARG_LEN = 240 };
enum { R_OUT, R_OUTQ, R_FF, R_MEM, R_IN, R_INT, R_SIZE, R_LOGIC };
typedef struct {
  int kind;
  char a[MAX_ARGS][ARG_LEN];
  int n;
} row;
typedef struct {
  char stem[32], drv[32], group[32], path[96], count[48], chosen[64];
  char active[2][96]; /* C expressions: instances that eval, tick must visit; "" = all */
  row *rows, *sizes;
  int nrows, nsizes, pseudo, moore, eval, tick;
} block;

static block blk[MAX_BLOCKS];
static int nblk;

static void die(const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  fputs("gen_machine: ", stderr);
  vfprintf(stderr, fmt, ap);
  fputc('\n', stderr);
  va_end(ap);
  exit(2);
}

static char *slurp(const char *path) {
  FILE *f = fopen(path, "r");
  if (!f) die("%s: cannot open", path);
  char *s = calloc(1, 1 << 20);
  size_t n = fread(s, 1, (1 << 20) - 1, f);
  fclose(f);
  s[n] = 0;
  for (char *p = strstr(s, "/*"); p; p = strstr(p, "/*")) {
    char *e = strstr(p, "*/");
    if (!e) die("%s: comment without end", path);
    memset(p, ' ', (size_t)(e + 2 - p));
  }
  return s;
}

/* Next NAME(arg, ...) of the text; returns the number of arguments or -1 at the end. */
static int next_macro(char **pp, char *name, char a[MAX_ARGS][ARG_LEN]) {
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

/* Does the list of names, separated by blanks, hold this one? */
static int listed(const char *list, const char *name) {
  size_t n = strlen(name);
  for (const char *p = list; (p = strstr(p, name)); p += n)
    if ((p == list || p[-1] == ' ') && (!p[n] || p[n] == ' ')) return 1;
  return 0;
}

/* The structures of a block account for each of its state rows once, and a block without state has its logic at least. */
static void check_sizes(const block *b, const char *path) {
  if (!b->pseudo && !b->nsizes) die("%s: no SIZE or LOGIC row: what does the block cost? (docs/user/size.md)", path);
  for (int r = 0; r < b->nrows; r++) {
    int n = 0;
    if (b->rows[r].kind != R_FF && b->rows[r].kind != R_MEM) continue;
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
      for (int r = 0; r < b->nrows; r++) found |= (b->rows[r].kind == R_FF || b->rows[r].kind == R_MEM) && !strcmp(b->rows[r].a[0], w);
      if (!found) die("%s: SIZE(%s, ...) names %s, which is no state row", path, b->sizes[i].a[0], w);
    }
  }
}

static void load_block(block *b, const char *dir) {
  char path[512], name[64], a[MAX_ARGS][ARG_LEN];
  snprintf(path, sizeof path, "%.400s/blocks/%.40s.def", dir, b->stem);
  char *s = slurp(path), *p = s;
  b->rows = calloc(MAX_ROWS, sizeof *b->rows);
  b->sizes = calloc(MAX_SIZES, sizeof *b->sizes);
  int n;
  while ((n = next_macro(&p, name, a)) >= 0) {
    static const struct {
      const char *name;
      int kind, n;
    } kinds[] = {{"OUT", R_OUT, 6}, {"OUTQ", R_OUTQ, 2}, {"FF", R_FF, 6}, {"MEM", R_MEM, 7}, {"IN", R_IN, 2}, {"INT", R_INT, 2}};
    if (!strcmp(name, "BLOCK")) {
      if (strcmp(a[0], b->stem) || strcmp(a[2], b->drv)) die("%s: BLOCK does not match machine.def", path);
      snprintf(b->group, sizeof b->group, "%.31s", a[1]);
      continue;
    }
    if (!strcmp(name, "SIZE") || !strcmp(name, "LOGIC")) {
      if (n != (*name == 'S' ? 8 : 3)) die("%s: bad row %s(%s, ...)", path, name, a[0]);
      if (b->nsizes == MAX_SIZES) die("%s: more than %d structures", path, MAX_SIZES);
      row *r = &b->sizes[b->nsizes++];
      r->kind = *name == 'S' ? R_SIZE : R_LOGIC, r->n = n;
      memcpy(r->a, a, sizeof a);
      continue;
    }
    if (!strcmp(name, "ACTIVE") && n == 2) {
      strcpy(b->active[0], a[0]), strcpy(b->active[1], a[1]);
      continue;
    }
    size_t k = 0;
    while (k < 6 && strcmp(kinds[k].name, name)) k++;
    if (k == 6 || kinds[k].n != n) die("%s: bad row %s(%s, ...)", path, name, a[0]);
    row *r = &b->rows[b->nrows++];
    r->kind = kinds[k].kind, r->n = n;
    memcpy(r->a, a, sizeof a);
    if (r->kind == R_FF || r->kind == R_MEM) b->tick = 1;
    if (r->kind == R_OUT && !strcmp(a[5], "MOORE")) b->moore = 1;
    if (r->kind == R_OUT && !strcmp(a[5], "MEALY")) b->eval = 1;
  }
  free(s);
  check_sizes(b, path);
}

static const row *find_out(const char *drv, const char *sig) {
  for (int i = 0; i < nblk; i++)
    if (!strcmp(blk[i].drv, drv))
      for (int r = 0; r < blk[i].nrows; r++)
        if (blk[i].rows[r].kind <= R_OUTQ && !strcmp(blk[i].rows[r].a[0], sig)) return &blk[i].rows[r];
  return NULL;
}

/* Must block x come before block y in this order?  tick = 0: eval (y reads a MEALY output of x); 1: tick (x reads an OUTQ of y). */
static int before(int x, int y, int tick) {
  const block *reader = &blk[tick ? x : y], *driver = &blk[tick ? y : x];
  if (!strcmp(reader->drv, driver->drv)) return 0;
  for (int r = 0; r < reader->nrows; r++) {
    const row *in = &reader->rows[r];
    if ((in->kind != R_IN && (in->kind != R_INT || !tick)) || strcmp(in->a[0], driver->drv)) continue;
    const row *o = find_out(in->a[0], in->a[1]);
    if (tick ? o->kind == R_OUTQ : o->kind == R_OUT && !strcmp(o->a[5], "MEALY")) return 1;
  }
  return 0;
}

static int order(int *out, int tick) {
  int done[MAX_BLOCKS] = {0}, n = 0, progress = 1;
  while (progress) {
    progress = 0;
    for (int y = 0; y < nblk; y++) {
      if (done[y]) continue;
      int ok = 1;
      for (int x = 0; x < nblk && ok; x++) ok = x == y || done[x] || !before(x, y, tick);
      if (ok) done[y] = progress = 1, out[n++] = y;
    }
  }
  for (int y = 0; y < nblk; y++)
    if (!done[y]) fprintf(stderr, "gen_machine: in a %s cycle: %s\n", tick ? "tick" : "combinational", blk[y].stem);
  if (n != nblk) exit(2);
  return n;
}

static int first_of_driver(int i) {
  for (int j = 0; j < i; j++)
    if (!strcmp(blk[j].drv, blk[i].drv)) return 0;
  return 1;
}
static int single(const block *b) { return !strcmp(b->count, "1"); }
static const char *maxcount(const block *b) {
  static const char *const t[][2] = {{"COLLECTORS", "MAX_COLL"}, {"RF_BANKS", "MAX_BANKS"}, {"SMEM_BANKS", "MAX_SMBANKS"}};
  for (size_t i = 0; i < 3; i++)
    if (!strcmp(b->count, t[i][0])) return t[i][1];
  die("%s: count '%s' has no maximum", b->stem, b->count);
  return "";
}

static FILE *open_out(const char *dir, const char *name) {
  char path[512];
  snprintf(path, sizeof path, "%.400s/%.64s", dir, name);
  FILE *f = fopen(path, "w");
  if (!f) die("%s: cannot write", path);
  fprintf(f, "/* generated by scripts/gen_machine.c from cmodel/spec: do not edit */\n");
  return f;
}

static void call(FILE *f, const block *b, const char *what) {
  fprintf(f, "  ");
  if (strcmp(b->chosen, "1")) fprintf(f, "if (%s) ", b->chosen);
  const char *act = b->active[!strcmp(what, "tick")];
  if (single(b))
    fprintf(f, "wt_%s_%s(m);\n", b->stem, what);
  else if (*act && !strcmp(what, "eval")) /* also those that were active in the last cycle: their outputs go back to idle */
    fprintf(f, "{\n    uint64_t go = %s;\n    for (uint64_t s = go | m->lit[%d]; s; s &= s - 1) wt_%s_eval(m, wt_lowest(s));\n    m->lit[%d] = go;\n  }\n", act,
            (int)(b - blk), b->stem, (int)(b - blk));
  else if (*act && !strcmp(what, "tick"))
    fprintf(f, "for (uint64_t s = %s; s; s &= s - 1) wt_%s_tick(m, wt_lowest(s));\n", act, b->stem);
  else
    fprintf(f, "for (unsigned i = 0; i < %s; i++) wt_%s_%s(m, i);\n", b->count, b->stem, what);
}

static void emit_calls(FILE *f, const char *fn, const char *what, const int *ord) {
  fprintf(f, "\nvoid wt_m_%s(wt_m *m) {\n  const wt_shape *S = m->S;\n#include \"spec/wt_locals.h\"\n", fn);
  for (int i = 0; i < nblk; i++) {
    const block *b = &blk[ord[i]];
    if (b->pseudo) continue;
    if (!strcmp(what, "moore") ? b->moore : !strcmp(what, "eval") ? b->eval : b->tick) call(f, b, what);
  }
  fprintf(f, "}\n");
}

static void emit_row(FILE *f, const row *r) {
  const char *k[] = {"WT_ROW_OUT", "WT_ROW_OUTQ", "WT_ROW_FF", "WT_ROW_MEM", "WT_ROW_IN", "WT_ROW_IN"};
  if (r->kind == R_OUT)
    fprintf(f, "  ADD(%s, \"%s\", %s, %s, %s, 0, 0, %d, offsetof(OT, %s), 0);\n", k[r->kind], r->a[0], r->a[1], r->a[2], r->a[3],
            !strcmp(r->a[5], "MOORE"), r->a[0]);
  else if (r->kind == R_FF)
    fprintf(f, "  ADD(%s, \"%s\", %s, %s, %s, 0, 0, %d, offsetof(QT, %s), 0);\n", k[r->kind], r->a[0], r->a[1], r->a[2], r->a[3],
            !strcmp(r->a[5], "RST"), r->a[0]);
  else if (r->kind == R_MEM)
    fprintf(f, "  ADD(%s, \"%s\", %s, %s, 1, %s, %s, 0, offsetof(QT, %s), offsetof(QT, %s_log));\n", k[r->kind], r->a[0], r->a[1],
            r->a[2], r->a[4], r->a[6], r->a[0], r->a[0]);
  else if (r->kind == R_OUTQ)
    fprintf(f, "  ADDQ(\"%s\", \"%s\");\n", r->a[0], r->a[1]);
  else
    fprintf(f, "  ADDI(\"%s\", \"%s\");\n", r->a[0], r->a[1]);
}

static void emit_descs(FILE *f) {
  fprintf(f, "#include \"spec/wt_rows.h\"\n#include <stddef.h>\n");
  fprintf(f, "#define ADD(k, nm, ct, w, n, d, p, flag, o, lo) wt_row_add(b, k, nm, WT_CS_##ct, w, n, d, p, flag, o, lo, #w, #n, #d)\n"
             "#define SIZE(k, nm, text, e, r, w, s, rows) wt_size_add(b, WT_SZ_##k, nm, text, e, r, w, s, 0, #e, rows)\n"
             "#define LOGIC(nm, text, ge) wt_size_add(b, WT_SZ_LOGIC, nm, text, 1, 0, 0, 0, ge, #ge, \"\")\n"
             "#define ADDQ(nm, ff) wt_row_addq(b, nm, ff)\n#define ADDI(drv, sig) wt_row_addi(b, drv, sig)\n");
  for (int i = 0; i < nblk; i++) {
    block *b = &blk[i];
    fprintf(f, "\nstatic void d_%s(const wt_shape *S, wt_blk *b) {\n#include \"spec/wt_locals.h\"\n", b->stem);
    fprintf(f, "  typedef wt_%s_out OT;\n", b->drv);
    if (b->tick) fprintf(f, "  typedef wt_%s_state QT;\n", b->stem);
    fprintf(f, "  wt_blk_init(b, \"%s\", \"%s\", \"%s\", %s, %s, %d);\n", b->stem, b->drv, b->path, b->count, b->chosen, b->pseudo);
    fprintf(f, "  b->out_size = sizeof(OT), b->out_off = offsetof(wt_m, o.%s);\n", b->drv);
    if (b->tick) fprintf(f, "  b->st_size = sizeof(QT), b->st_off = offsetof(wt_m, q.%s);\n", b->stem);
    fprintf(f, "  b->group = \"%s\";\n", b->group);
    for (int r = 0; r < b->nrows; r++) emit_row(f, &b->rows[r]);
    for (int r = 0; r < b->nsizes; r++) {
      char(*a)[ARG_LEN] = b->sizes[r].a;
      if (b->sizes[r].kind == R_SIZE)
        fprintf(f, "  SIZE(%s, \"%s\", %s, %s, %s, %s, %s, \"%s\");\n", a[2], a[0], a[1], a[3], a[4], a[5], a[6], a[7]);
      else
        fprintf(f, "  LOGIC(\"%s\", %s, %s);\n", a[0], a[1], a[2]);
    }
    fprintf(f, "}\n");
  }
  fprintf(f, "\nvoid (*const wt_desc_fns[])(const wt_shape *, wt_blk *) = {\n");
  for (int i = 0; i < nblk; i++) fprintf(f, "  d_%s,\n", blk[i].stem);
  fprintf(f, "};\nconst unsigned wt_ndescs = %d;\n", nblk);
}

/* Functions of every block for the block benches; weak, so that a bench can be linked with the blocks it needs only. */
static void emit_table(FILE *f) {
  static const char *const fn[] = {"moore", "eval", "tick"};
  fprintf(f, "#include \"wt_bench.h\"\n");
  for (int i = 0; i < nblk; i++) {
    const block *b = &blk[i];
    const int has[] = {b->moore, b->eval, b->tick};
    if (b->pseudo) continue;
    for (int k = 0; k < 3; k++)
      if (has[k]) {
        fprintf(f, "void wt_%s_%s(wt_m *m%s) __attribute__((weak));\n", b->stem, fn[k], single(b) ? "" : ", unsigned i");
        fprintf(f, "static void %s_%s(wt_m *m) { if (wt_%s_%s) wt_%s_%s(m%s); }\n", b->stem, fn[k], b->stem, fn[k], b->stem, fn[k],
                single(b) ? "" : ", 0");
      }
    fprintf(f, "void stim_%s(wt_m *m, wt_rng *r, uint64_t cycle) __attribute__((weak));\n", b->stem);
  }
  fprintf(f, "const wt_block_fns wt_block_table[] = {\n");
  for (int i = 0; i < nblk; i++) {
    const block *b = &blk[i];
    const int has[] = {b->moore, b->eval, b->tick};
    if (b->pseudo) continue;
    fprintf(f, "  {\"%s\"", b->stem);
    for (int k = 0; k < 3; k++) fprintf(f, has[k] ? ", %s_%s" : ", 0", b->stem, fn[k]);
    fprintf(f, ", stim_%s},\n", b->stem);
  }
  fprintf(f, "  {0, 0, 0, 0, 0}};\n");
}

/* ---- wiring modules ---- */

/* Level of the module that holds a block: 0 wt_top, 1 wt_sm, 2 wt_subcore; pseudo blocks are outside. */
static int level(const block *b) {
  return b->pseudo ? -1 : strstr(b->path, "u_sub.") ? 2 : strstr(b->path, "u_sm.") ? 1 : 0;
}

/* Prints an expression of the rows with every name qualified by the package. */
static void sv_expr(FILE *f, const char *e) {
  while (*e) {
    if (isalpha((unsigned char)*e)) {
      fputs("wt_pkg::", f);
      while (isalnum((unsigned char)*e) || *e == '_') fputc(*e++, f);
    } else if (isdigit((unsigned char)*e)) {
      while (isalnum((unsigned char)*e)) fputc(*e++, f);
    } else {
      fputc(*e++, f);
    }
  }
}

static const row *shape_of(const block *b, const row *r) {
  if (r->kind == R_OUT) return r;
  for (int i = 0; i < b->nrows; i++)
    if (b->rows[i].kind == R_FF && !strcmp(b->rows[i].a[0], r->a[1])) return &b->rows[i];
  die("%s: OUTQ(%s, %s) names no FF row", b->stem, r->a[0], r->a[1]);
  return NULL;
}

/* "[width-1:0] " of a signal, nothing when it is a single bit. per_instance: without the count of an array block. */
static void sv_range(FILE *f, const block *b, const row *r, int per_instance) {
  const row *s = shape_of(b, r);
  int wide = strcmp(s->a[2], "1") || strcmp(s->a[3], "1");
  int arr = !per_instance && !single(b);
  if (!wide && !arr) return;
  fputc('[', f);
  if (arr) sv_expr(f, b->count), fputs(wide ? "*" : "", f);
  if (strcmp(s->a[2], "1")) fputc('(', f), sv_expr(f, s->a[2]), fputs(strcmp(s->a[3], "1") ? ")*" : ")", f);
  if (strcmp(s->a[3], "1")) fputc('(', f), sv_expr(f, s->a[3]), fputc(')', f);
  fputs("-1:0] ", f);
}

static int reads(const block *b, const char *drv, const char *sig) {
  for (int r = 0; r < b->nrows; r++)
    if (b->rows[r].kind >= R_IN && !strcmp(b->rows[r].a[0], drv) && !strcmp(b->rows[r].a[1], sig)) return 1;
  return 0;
}
static int read_at(int lo, int hi, const char *drv, const char *sig) {
  for (int i = 0; i < nblk; i++)
    if (level(&blk[i]) >= lo && level(&blk[i]) <= hi && reads(&blk[i], drv, sig)) return 1;
  return 0;
}
/* In a module of this level only alternatives read it, and a shape may have chosen another one. */
static int read_by_choice_only(int lv, const char *drv, const char *sig) {
  int choice = 0;
  for (int i = 0; i < nblk; i++) {
    if (level(&blk[i]) < lv || !reads(&blk[i], drv, sig)) continue;
    if (level(&blk[i]) > lv || !strcmp(blk[i].chosen, "1")) return 0;
    choice = 1;
  }
  return choice;
}
/* Signals that leave the machine: requests to the environment. */
static int exported(const char *drv, const char *sig) {
  int mem = !strcmp(drv, "lsu") || !strcmp(drv, "fetch") || !strcmp(drv, "constport");
  return (mem && (!strncmp(sig, "req_", 4) || !strcmp(sig, "rsp_ready"))) || (!strcmp(drv, "dispatch") && !strcmp(sig, "idle"));
}

static void emit_instance(FILE *f, const block *b) {
  char inst[96];
  const char *last = strrchr(b->path, '.'), *gen = strstr(b->path, "g_");
  strcpy(inst, last ? last + 1 : b->path);
  int arr = !single(b), opt = !arr && strcmp(b->chosen, "1");
  char label[64] = "";
  if (arr || opt) sscanf(gen, "%63[a-z_0-9]", label);
  if (arr) {
    fputs("  for (genvar i = 0; i < ", f), sv_expr(f, b->count), fprintf(f, "; i++) begin : %s\n", label);
  } else if (opt) {
    fputs("  if (", f), sv_expr(f, b->chosen), fprintf(f, ") begin : %s\n", label);
  }
  if (!arr) {
    fprintf(f, "%s  wt_%s %s (.*);\n", opt ? "  " : "", b->stem, inst);
  } else {
    fprintf(f, "    wt_%s #(.Idx(i)) %s (\n      .clk, .rst_n", b->stem, inst);
    for (int r = 0; r < b->nrows; r++) {
      const row *x = &b->rows[r];
      if (x->kind > R_OUTQ) continue;
      const row *s = shape_of(b, x);
      char e[2 * ARG_LEN + 16];
      if (!strcmp(s->a[3], "1"))
        snprintf(e, sizeof e, "%s", s->a[2]);
      else if (!strcmp(s->a[2], "1"))
        snprintf(e, sizeof e, "(%s)", s->a[3]);
      else
        snprintf(e, sizeof e, "(%s)*(%s)", s->a[2], s->a[3]);
      fprintf(f, ",\n      .%s_%s(%s_%s[i*", b->drv, x->a[0], b->drv, x->a[0]);
      sv_expr(f, e), fputs(" +: ", f), sv_expr(f, e), fputs("])", f);
    }
    for (int r = 0; r < b->nrows; r++) {
      int dup = 0;
      for (int q = 0; q < r; q++) dup |= b->rows[q].kind >= R_IN && !strcmp(b->rows[q].a[0], b->rows[r].a[0]) && !strcmp(b->rows[q].a[1], b->rows[r].a[1]);
      if (b->rows[r].kind >= R_IN && !dup) fprintf(f, ",\n      .%s_%s", b->rows[r].a[0], b->rows[r].a[1]);
    }
    fputs("\n    );\n", f);
  }
  if (arr || opt) fputs("  end\n", f);
}

static void emit_wiring(const char *dir, int lv) {
  static const char *const names[] = {"wt_top", "wt_sm", "wt_subcore"};
  static const char *const what[] = {
      "the machine: CTA dispatcher and SM; what is left outside is the environment (instruction, constant and data memory)",
      "streaming multiprocessor: sub-core, load/store unit, shared memory, CTA barriers",
      "sub-core: fetch, control flow, issue, operand delivery and execution of the SM's warps"};
  char path[512];
  snprintf(path, sizeof path, "%.400s/%s.sv", dir, names[lv]);
  FILE *f = fopen(path, "w");
  if (!f) die("%s: cannot write", path);
  fprintf(f, "// %s: %s.\n// Wiring only: signals are connected by name. Generated by scripts/gen_machine.c from cmodel/spec: do not edit.\n"
             "`default_nettype none\nmodule %s (\n  input  wire logic clk,\n  input  wire logic rst_n",
          names[lv], what[lv], names[lv]);
  for (int i = 0; i < nblk; i++) {
    const block *b = &blk[i];
    int lb = level(b);
    if (!first_of_driver(i)) continue;
    for (int r = 0; r < b->nrows; r++) {
      const row *x = &b->rows[r];
      if (x->kind > R_OUTQ) continue;
      int in = lb < lv && (read_at(lv, 2, b->drv, x->a[0]) || (lv == 0 && b->pseudo)); /* a mode that nobody reads stays a port of the top */
      int out = lb >= lv && (exported(b->drv, x->a[0]) || (lv > 0 && read_at(0, lv - 1, b->drv, x->a[0])));
      if (!in && !out) continue;
      fprintf(f, ",\n  %s logic ", in ? "input  wire" : "output");
      sv_range(f, b, x, 0);
      fprintf(f, "%s_%s", b->drv, x->a[0]);
    }
  }
  fputs("\n);\n", f);
  for (int i = 0; i < nblk; i++) {
    const block *b = &blk[i];
    if (level(b) < lv || !first_of_driver(i)) continue;
    for (int r = 0; r < b->nrows; r++) {
      const row *x = &b->rows[r];
      if (x->kind > R_OUTQ) continue;
      int out = exported(b->drv, x->a[0]) || (lv > 0 && read_at(0, lv - 1, b->drv, x->a[0]));
      int here = level(b) == lv || read_at(lv, lv, b->drv, x->a[0]);
      if (out || !here) continue;
      fputs("  logic ", f), sv_range(f, b, x, 0), fprintf(f, "%s_%s;\n", b->drv, x->a[0]);
    }
  }
  fputc('\n', f);
  for (int i = 0; i < nblk; i++)
    if (level(&blk[i]) == lv) emit_instance(f, &blk[i]);
  if (lv < 2) fprintf(f, "  %s (.*);\n", lv ? "wt_subcore u_sub" : "wt_sm u_sm");
  /* observed by the harness, read by no block */
  fputs("\n  logic unused_observed;\n  assign unused_observed = &{1'b0", f);
  for (int i = 0; i < nblk; i++) {
    const block *b = &blk[i];
    if ((level(b) != lv && !(lv == 0 && b->pseudo)) || !first_of_driver(i)) continue;
    for (int r = 0; r < b->nrows; r++)
      if (b->rows[r].kind <= R_OUTQ && !exported(b->drv, b->rows[r].a[0]) && !read_at(0, 2, b->drv, b->rows[r].a[0]))
        fprintf(f, ", %s_%s", b->drv, b->rows[r].a[0]);
  }
  for (int i = 0; i < nblk; i++)
    for (int r = 0; first_of_driver(i) && r < blk[i].nrows; r++)
      if (blk[i].rows[r].kind <= R_OUTQ && !exported(blk[i].drv, blk[i].rows[r].a[0]) && read_by_choice_only(lv, blk[i].drv, blk[i].rows[r].a[0]))
        fprintf(f, ", %s_%s", blk[i].drv, blk[i].rows[r].a[0]);
  fprintf(f, "};\nendmodule\n`default_nettype wire\n");
  fclose(f);
}

int main(int argc, char **argv) {
  if (argc != 3 && argc != 4) die("usage: gen_machine SPECDIR OUTDIR [RTLDIR]");
  char path[512], name[64], a[MAX_ARGS][ARG_LEN];
  const char *const pseudo[] = {"cfg", "env"};
  for (int i = 0; i < 2; i++) {
    block *b = &blk[nblk++];
    strcpy(b->stem, pseudo[i]), strcpy(b->drv, pseudo[i]), strcpy(b->count, "1"), strcpy(b->chosen, "1");
    b->pseudo = 1;
  }
  snprintf(path, sizeof path, "%.400s/machine.def", argv[1]);
  char *s = slurp(path), *p = s;
  int n;
  while ((n = next_macro(&p, name, a)) >= 0) {
    if (strcmp(name, "MACH") || n != 5) die("%s: bad row %s(%s, ...)", path, name, a[0]);
    block *b = &blk[nblk++];
    memmove(a[2], a[2] + 1, strlen(a[2])), a[2][strlen(a[2]) - 1] = 0; /* the path is quoted */
    snprintf(b->stem, sizeof b->stem, "%.31s", a[0]), snprintf(b->drv, sizeof b->drv, "%.31s", a[1]), strcpy(b->path, a[2]);
    snprintf(b->count, sizeof b->count, "%.47s", a[3]), snprintf(b->chosen, sizeof b->chosen, "%.63s", a[4]);
  }
  for (int i = 0; i < nblk; i++) load_block(&blk[i], argv[1]);
  for (int i = 0; i < nblk; i++)
    for (int r = 0; r < blk[i].nrows; r++)
      if (blk[i].rows[r].kind >= R_IN && !find_out(blk[i].rows[r].a[0], blk[i].rows[r].a[1]))
        die("%s reads %s_%s, which no block drives", blk[i].stem, blk[i].rows[r].a[0], blk[i].rows[r].a[1]);

  for (int i = 0; i < nblk; i++) /* alternatives drive the same signals, or a shape would have undriven ones */
    for (int j = 0; j < nblk; j++)
      for (int r = 0; i != j && !strcmp(blk[i].drv, blk[j].drv) && r < blk[i].nrows; r++) {
        int found = blk[i].rows[r].kind > R_OUTQ;
        for (int q = 0; q < blk[j].nrows && !found; q++) found = blk[j].rows[q].kind <= R_OUTQ && !strcmp(blk[j].rows[q].a[0], blk[i].rows[r].a[0]);
        if (!found) die("%s drives %s_%s, its alternative %s does not", blk[i].stem, blk[i].drv, blk[i].rows[r].a[0], blk[j].stem);
      }

  int ev[MAX_BLOCKS], tk[MAX_BLOCKS];
  order(ev, 0);
  order(tk, 1);

  snprintf(path, sizeof path, "%.400s/spec", argv[2]);
  FILE *f = open_out(path, "wt_outs.h");
  for (int i = 0; i < nblk; i++)
    if (first_of_driver(i)) {
      int any = 0;
      for (int r = 0; r < blk[i].nrows; r++) any |= blk[i].rows[r].kind == R_OUT;
      fprintf(f, "typedef struct {\n#include \"spec/blocks/%s.def\"\n%s} wt_%s_out;\n", blk[i].stem, any ? "" : "  char none;\n", blk[i].drv);
    }
  fclose(f);
  f = open_out(path, "wt_states.h");
  for (int i = 0; i < nblk; i++)
    if (blk[i].tick) fprintf(f, "typedef struct {\n#include \"spec/blocks/%s.def\"\n} wt_%s_state;\n", blk[i].stem, blk[i].stem);
  fclose(f);
  f = open_out(path, "wt_members.h");
  fprintf(f, "#ifdef MACH_OUT_1\n");
  for (int i = 0; i < nblk; i++)
    if (!blk[i].pseudo && first_of_driver(i))
      fprintf(f, "MACH_OUT_%s(%s, %s)\n", single(&blk[i]) ? "1" : "N", blk[i].drv, single(&blk[i]) ? "1" : maxcount(&blk[i]));
  fprintf(f, "#endif\n#ifdef MACH_ST_1\n");
  for (int i = 0; i < nblk; i++)
    if (blk[i].tick)
      fprintf(f, "MACH_ST_%s(%s, %s)\n", single(&blk[i]) ? "1" : "N", blk[i].stem, single(&blk[i]) ? "1" : maxcount(&blk[i]));
  fprintf(f, "#endif\n#ifdef MACH_PROTO\n");
  for (int i = 0; i < nblk; i++) {
    const block *b = &blk[i];
    if (b->pseudo) continue;
    const char *arg = single(b) ? "wt_m *m" : "wt_m *m, unsigned i";
    if (b->moore) fprintf(f, "void wt_%s_moore(%s);\n", b->stem, arg);
    if (b->eval) fprintf(f, "void wt_%s_eval(%s);\n", b->stem, arg);
    if (b->tick) fprintf(f, "void wt_%s_tick(%s);\n", b->stem, arg);
  }
  fprintf(f, "#endif\n");
  fclose(f);

  f = open_out(argv[2], "wt_order.c");
  fprintf(f, "#include \"spec/wt_m.h\"\n#define MACH_PROTO\n#include \"spec/wt_members.h\"\n");
  emit_calls(f, "moore", "moore", ev);
  emit_calls(f, "eval", "eval", ev);
  emit_calls(f, "tick", "tick", tk);
  fclose(f);

  f = open_out(argv[2], "wt_descs.c");
  emit_descs(f);
  fprintf(f, "\n/* position of every block in the order of evaluation, for reports */\nconst unsigned wt_eval_rank[] = {");
  for (int i = 0; i < nblk; i++) {
    int pos = 0;
    while (ev[pos] != i) pos++;
    fprintf(f, "%d, ", pos);
  }
  fprintf(f, "};\n");
  fclose(f);
  f = open_out(argv[2], "wt_table.c");
  emit_table(f);
  fclose(f);
  for (int lv = 0; lv < 3 && argc == 4; lv++) emit_wiring(argv[3], lv);
  return 0;
}
