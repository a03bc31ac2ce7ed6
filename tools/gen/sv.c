/* sv.c - the SystemVerilog modules that only wire blocks and modules together. A signal keeps its one name at every level. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "gen.h"

/* An expression of the rows with every name qualified by the package. */
void qualified(char *to, const char *e) {
  while (*e) {
    if (isalpha((unsigned char)*e)) {
      to += sprintf(to, "wt_pkg::");
      while (isalnum((unsigned char)*e) || *e == '_') *to++ = *e++;
    } else if (isdigit((unsigned char)*e)) {
      while (isalnum((unsigned char)*e)) *to++ = *e++;
    } else {
      *to++ = *e++;
    }
  }
  *to = 0;
}

/* Product of expressions; numbers are multiplied, 1 vanishes. */
void product(char *to, const char *const *factor, int n) {
  unsigned long number = 1;
  const char *names[4];
  int k = 0;
  for (int i = 0; i < n; i++) {
    char *end;
    unsigned long v = strtoul(factor[i], &end, 10);
    if (end != factor[i] && !*end) number *= v;
    else names[k++] = factor[i];
  }
  *to = 0;
  if (number != 1 || !k) to += sprintf(to, "%lu", number);
  for (int i = 0; i < k; i++) {
    char e[TEXT];
    qualified(e, names[i]);
    int bare = !strpbrk(names[i], " +-?*/");
    to += sprintf(to, bare ? "%s%s" : "%s(%s)", i || number != 1 ? "*" : "", e);
  }
}

/* Bits of a signal in the module that drives it; copies: of so many such modules (NULL = one). */
void bits_of(char *to, const block *b, const row *r, const char *copies, int one_instance) {
  const row *s = shape_of(b, r);
  const char *f[4];
  int n = 0;
  if (copies) f[n++] = copies;
  if (!one_instance) f[n++] = b->count;
  f[n++] = s->a[C_WIDTH], f[n++] = s->a[C_COUNT];
  product(to, f, n);
}

/* Copies of the modules between m and the one of the driver, which m sees side by side, as a product; "" = one. */
static void copies_at(char *to, int m, const block *b) {
  *to = 0;
  if (!below(b->module, m)) return;
  for (int k = b->module; k != m; k = mod[k].parent) {
    char inner[TEXT];
    strcpy(inner, to);
    sprintf(to, *inner ? "%.40s * %.300s" : "%.40s", mod[k].count, inner);
  }
}
void bits_at(char *to, int m, const block *b, const row *r) {
  char copies[TEXT];
  const route *t = routed(m, b, r->a[0]);
  copies_at(copies, m, b);
  if (t && !strcmp(t->sig, r->a[0])) {
    row inner = *shape_of(b, r);
    inner.kind = R_OUT;
    inside_of(inner.a[C_WIDTH], shape_of(b, r)->a[C_WIDTH]), inside_of(inner.a[C_COUNT], shape_of(b, r)->a[C_COUNT]);
    bits_of(to, b, &inner, NULL, 0);
    return;
  }
  bits_of(to, b, r, *copies ? copies : NULL, 0);
}

void range_of(char *to, const char *bits) {
  char *end;
  unsigned long v = strtoul(bits, &end, 10);
  if (!*end) sprintf(to, v == 1 ? "" : "[%lu:0]", v - 1);
  else sprintf(to, "[%s-1:0]", bits);
}

void part(FILE *f, const char *i, const char *bits) {
  if (!strcmp(bits, "1")) fprintf(f, "[%s]", i);
  else if (!strcmp(i, "0")) fprintf(f, "[0 +: %s]", bits);
  else fprintf(f, "[%s*%s +: %s]", i, bits, bits);
}

/* ---- which signals cross the border of a module ---- */

static int read_in(int m, const char *drv, const char *sig) { /* by a block of m itself */
  for (int i = 0; i < nblk; i++)
    if (blk[i].module == m && reads(&blk[i], drv, sig)) return 1;
  return 0;
}
static int read_below(int m, const char *drv, const char *sig) {
  for (int i = 0; i < nblk; i++)
    if (below(blk[i].module, m) && reads(&blk[i], drv, sig)) return 1;
  return 0;
}
static int read_outside(int m, const char *drv, const char *sig) {
  for (int i = 0; i < nblk; i++)
    if (!below(blk[i].module, m) && reads(&blk[i], drv, sig)) return 1;
  return 0;
}
/* What comes from outside the machine is a port of the module that it belongs to, read or not: modes of other blocks. */
static int enters(int m, const block *b, const row *r) {
  if (b->number) return below(m, b->module) && read_below(m, b->drv, r->a[0]);
  if (b->outside && below(b->module, m)) return 1;
  return (!below(b->module, m) || b->outside) && read_below(m, b->drv, r->a[0]);
}
static int comes_out(int m, const block *b, const row *r) {
  return !b->outside && below(b->module, m) && (leaves(b->drv, r->a[0]) || read_outside(m, b->drv, r->a[0]));
}

/* ---- text ---- */

/* Calls fn for every signal, driver by driver. */
typedef void signal_fn(FILE *f, int m, const block *b, const row *r);
static void signals(FILE *f, int m, signal_fn *fn) {
  for (int i = 0; i < nblk; i++)
    for (int r = 0; first_of_driver(i) && r < blk[i].nrows; r++)
      if (blk[i].rows[r].kind <= R_OUTQ) fn(f, m, &blk[i], &blk[i].rows[r]);
}

/* Does module m have one of this signal for every copy of the module inside it? */
static int for_each_copy(int m, const block *b) {
  int c = child_of(m);
  return c >= 0 && below(b->module, c) && !b->number;
}

static long last_comma;        /* of the list of ports */
static const char *last_group; /* driver of the line before */
static void new_group(FILE *f, const block *b, const char *what) {
  if (last_group && !strcmp(last_group, b->drv)) return;
  fprintf(f, "\n  // %s %s", what, b->drv);
  last_group = b->drv;
}

static void line(FILE *f, const char *dir, int m, const block *b, const row *r, const char *end) {
  char bits[TEXT], range[TEXT + 8];
  bits_at(bits, m, b, r);
  range_of(range, bits);
  const char *text = shape_of(b, r) == r || *r->text ? r->text : shape_of(b, r)->text;
  fprintf(f, "\n  %s%slogic %-26s %s_%s", dir, *dir ? " " : "", range, b->drv, r->a[0]);
  if (*end == ',') last_comma = ftell(f);
  fputs(end, f);
  if (*text && strlen(text) < 70) fprintf(f, "  // %s", text);
}

static void port_in(FILE *f, int m, const block *b, const row *r) {
  if (enters(m, b, r)) new_group(f, b, b->outside ? "from outside:" : "from"), line(f, "input  wire", m, b, r, ",");
}
static void port_out(FILE *f, int m, const block *b, const row *r) {
  if (comes_out(m, b, r)) new_group(f, b, "of"), line(f, "output     ", m, b, r, ",");
}
static void local(FILE *f, int m, const block *b, const row *r) {
  if (comes_out(m, b, r) || b->outside || !below(b->module, m)) return;
  int c = child_of(m);
  if (b->module == m || (c >= 0 && comes_out(c, b, r) && read_in(m, b->drv, r->a[0]))) new_group(f, b, "of"), line(f, "", m, b, r, ";");
}

/* What copies see of a driver around them: to whom a ROUTE goes, and the elements that DEAL gives to this copy. */
static void routes_to_child(FILE *f, int m, const block *b, const row *r) {
  int c = child_of(m);
  const route *t = routed(c, b, r->a[0]);
  char bits[TEXT], range[TEXT + 8], one[TEXT], n[TEXT], g[TEXT];
  if (!t || strcmp(*t->valid ? t->valid : t->sig, r->a[0]) || !enters(c, b, r)) return;
  qualified(n, mod[c].count);
  const int alone = !strcmp(mod[c].together, "1"); /* every count-th warp */
  qualified(g, mod[c].together);
  if (*t->valid) {
    fprintf(f, "    logic %26s %s_%s_here;\n    assign %s_%s_here = %s_%s && 32'(%s_%s)", "", t->drv, t->valid, t->drv, t->valid, t->drv, t->valid,
            t->drv, t->sig);
    if (!alone) fprintf(f, " / %s", g);
    fprintf(f, " %% %s == 32'(i);\n", n);
    return;
  }
  const row *s = shape_of(b, r);
  char inner[ARG_LEN], count[TEXT];
  const int many = strcmp(s->a[C_COUNT], "1") != 0;
  const char *width[] = {many ? s->a[C_WIDTH] : "1"};
  bits_at(bits, c, b, r), range_of(range, bits), product(one, width, 1);
  inside_of(inner, s->a[many ? C_COUNT : C_WIDTH]), qualified(count, inner);
  fprintf(f, "    logic %-26s %s_%s_here;\n    for (genvar j = 0; j < %s; j++) begin : g_%s_%s\n      assign %s_%s_here", range, t->drv, t->sig,
          count, t->drv, t->sig, t->drv, t->sig);
  if (strcmp(bits, "1")) part(f, "j", one);
  if (alone || one_a_copy(s)) fprintf(f, " = %s_%s[(j*%s+i)", t->drv, t->sig, n);
  else fprintf(f, " = %s_%s[((j/%s*%s+i)*%s+j%%%s)", t->drv, t->sig, g, n, g, g);
  fprintf(f, strcmp(one, "1") ? "*%s +: %s];\n    end\n" : "];\n    end\n", one, one);
}
static void connect_routed(FILE *f, int m, const block *b, const row *r, const route *t) {
  const module *c = &mod[child_of(m)];
  char bits[TEXT], n[TEXT], g[TEXT];
  const char *sig = r->a[0];
  bits_at(bits, child_of(m), b, r), qualified(n, c->count), qualified(g, c->together);
  if (!*t->valid || !strcmp(sig, t->valid)) fprintf(f, "(%s_%s_here)", b->drv, sig);
  else if (strcmp(sig, t->sig)) fprintf(f, "(%s_%s_here ? %s_%s : '0)", b->drv, t->valid, b->drv, sig);
  else if (!strcmp(c->together, "1")) fprintf(f, "(%s_%s_here ? %s'(32'(%s_%s) / %s) : '0)", b->drv, t->valid, bits, b->drv, sig, n);
  else
    fprintf(f, "(%s_%s_here ? %s'(32'(%s_%s) / (%s * %s) * %s + 32'(%s_%s) %% %s) : '0)", b->drv, t->valid, bits, b->drv, sig, n, g, g, b->drv, sig,
            g);
}

static void connect_child(FILE *f, int m, const block *b, const row *r) {
  int c = child_of(m);
  char bits[TEXT];
  bits_at(bits, c, b, r);
  const char *drv = b->drv, *sig = r->a[0];
  const route *t = routed(c, b, sig);
  if (!comes_out(c, b, r) && !enters(c, b, r)) return;
  fprintf(f, ",\n      .%s_%s", drv, sig);
  if (b->number && b->module == c) {
    fprintf(f, "(%s'(i))", bits);
  } else if (for_each_copy(m, b)) {
    fprintf(f, "(%s_%s", drv, sig);
    part(f, "i", bits), fputs(")", f);
  } else if (t) {
    connect_routed(f, m, b, r, t);
  }
}

static void instances_of_child(FILE *f, int m) {
  int c = child_of(m);
  char n[TEXT];
  if (c < 0) return;
  fputc('\n', f);
  qualified(n, mod[c].count);
  fprintf(f, "  for (genvar i = 0; i < %s; i++) begin : g_%s\n", n, mod[c].name);
  signals(f, m, routes_to_child);
  fprintf(f, "    wt_%s u_%s (\n      .clk, .rst_n", mod[c].name, mod[c].name);
  signals(f, m, connect_child);
  fprintf(f, "\n    );\n  end\n\n");
}

static void instance(FILE *f, const block *b) {
  char e[TEXT];
  if (alternative(b)) {
    qualified(e, b->chosen);
    fprintf(f, "  if (%s) begin : g_%s\n    wt_%s u_%s (.*);\n  end\n", e, b->drv, b->stem, b->drv);
    return;
  }
  if (option(b)) { /* without it its signals are 0 */
    qualified(e, b->chosen);
    fprintf(f, "  if (%s) begin : g_%s\n    wt_%s u_%s (.*);\n  end else begin : g_no_%s\n", e, b->stem, b->stem, b->stem, b->stem);
    for (int r = 0; r < b->nrows; r++)
      if (b->rows[r].kind <= R_OUTQ) fprintf(f, "    assign %s_%s = '0;\n", b->drv, b->rows[r].a[0]);
    fputs("  end\n", f);
    return;
  }
  if (single(b)) {
    fprintf(f, "  wt_%s u_%s (.*);\n", b->stem, b->stem);
    return;
  }
  qualified(e, b->count);
  fprintf(f, "  for (genvar i = 0; i < %s; i++) begin : g_%s\n    wt_%s #(.Idx(i)) u_%s (\n      .clk, .rst_n", e, b->stem, b->stem, b->stem);
  for (int r = 0; r < b->nrows; r++) {
    const row *x = &b->rows[r];
    if (x->kind > R_OUTQ) continue;
    bits_of(e, b, x, NULL, 1);
    fprintf(f, ",\n      .%s_%s(%s_%s", b->drv, x->a[0], b->drv, x->a[0]);
    part(f, "i", e), fputs(")", f);
  }
  for (int r = 0; r < b->nrows; r++) {
    const row *x = &b->rows[r];
    int dup = x->kind != R_IN && x->kind != R_INT;
    for (int q = 0; q < r; q++)
      dup |= (b->rows[q].kind == R_IN || b->rows[q].kind == R_INT) && !strcmp(b->rows[q].a[0], x->a[0]) && !strcmp(b->rows[q].a[1], x->a[1]);
    if (!dup) fprintf(f, ",\n      .%s_%s", x->a[0], x->a[1]);
  }
  fputs("\n    );\n  end\n", f);
}

/* Here only alternatives or options read it, and a shape may have chosen another one. What comes up from a module inside is read there by its own wire. */
static int read_by_choice_only(int m, const block *b, const char *sig) {
  int choice = 0;
  for (int i = 0; i < nblk; i++) {
    if (!below(blk[i].module, m) || !reads(&blk[i], b->drv, sig)) continue;
    if (!b->outside && b->module != m && below(b->module, m) && below(blk[i].module, b->module)) continue;
    if (blk[i].module != m || (!alternative(&blk[i]) && !option(&blk[i]))) return 0;
    choice = 1;
  }
  return choice;
}
static void unused(FILE *f, int m, const block *b, const row *r) {
  const char *sig = r->a[0];
  if (leaves(b->drv, sig)) return;
  int nobody = !read_below(0, b->drv, sig) && (b->outside ? below(b->module, m) : b->module == m);
  if (nobody || read_by_choice_only(m, b, sig)) fprintf(f, ",\n    %s_%s", b->drv, sig);
}

static void emit_module(const char *dir, int m) {
  char name[64];
  snprintf(name, sizeof name, "wt_%.31s.sv", mod[m].name);
  char *text = NULL;
  size_t len = 0;
  FILE *f = open_memstream(&text, &len);
  if (!f) die("out of memory");
  fprintf(f,
          "// wt_%s: %s.\n// Wiring only: signals are connected by name. Generated by tools/gen from cmodel/spec: do not edit.\n"
          "`default_nettype none\nmodule wt_%s (\n  input  wire logic clk,\n  input  wire logic rst_n,",
          mod[m].name, mod[m].text, mod[m].name);
  last_group = NULL;
  signals(f, m, port_in);
  last_group = NULL;
  signals(f, m, port_out);
  long no_comma = last_comma;
  fputs("\n);\n", f);
  last_group = NULL;
  signals(f, m, local);
  fputs("\n\n", f);
  for (int i = 0; i < nblk; i++)
    if (blk[i].module == m && !blk[i].outside) instance(f, &blk[i]);
  instances_of_child(f, m);
  fputs("\n  // compared by the harness; read by no block, or only by blocks that a shape may lack\n  logic unused_observed;\n  assign "
        "unused_observed = &{1'b0",
        f);
  signals(f, m, unused);
  fprintf(f, "};\nendmodule\n`default_nettype wire\n");
  fclose(f);
  text[no_comma] = ' ';
  f = open_out(dir, name);
  for (char *p = text, *e; (e = strchr(p, '\n')); p = e + 1) {
    int n = (int)(e - p);
    while (n && p[n - 1] == ' ') n--;
    fprintf(f, "%.*s\n", n, p);
  }
  fclose(f);
  free(text);
}

/* ---- lists of ports that several blocks have in common, to be included ---- */

static FILE *include_file(const char *dir, const char *name, const char *what, const char *text) {
  char file[96];
  snprintf(file, sizeof file, "wt_%.31s_%s.svh", name, what);
  FILE *f = open_out(dir, file);
  fprintf(f, "// %s Generated by tools/gen from cmodel/spec/ports: do not edit.\n", text);
  return f;
}

static void port_line(FILE *f, const char *way, int m, const block *b, const row *r) {
  char bits[TEXT], range[TEXT + 8];
  bits_at(bits, m, b, r);
  range_of(range, bits);
  const char *text = shape_of(b, r) == r || *r->text ? r->text : shape_of(b, r)->text;
  fprintf(f, "%-17s %-34s %s_%s,", way, range, b->drv, r->a[0]);
  fprintf(f, *text && strlen(text) < 70 ? "  // %s\n" : "%.0s\n", text);
}

static const block *drives(const char *drv, const char *sig) { /* the first block with that signal */
  for (int i = 0; i < nblk; i++)
    for (int r = 0; !strcmp(blk[i].drv, drv) && r < blk[i].nrows; r++)
      if (blk[i].rows[r].kind <= R_OUTQ && !strcmp(blk[i].rows[r].a[0], sig)) return &blk[i];
  return NULL;
}

static void emit_socket(const char *dir, const block *b) {
  FILE *f = include_file(dir, b->socket, "ports", "Ports of every block of this socket; the block's own follow.");
  for (int r = 0; r < b->nrows; r++) {
    const row *x = &b->rows[r];
    if (x->bundle != SOCKET_ROW) continue;
    int in = x->kind == R_IN || x->kind == R_INT;
    port_line(f, in ? "input  wire logic" : "output logic", b->module, in ? drives(x->a[0], x->a[1]) : b, in ? find_out(x->a[0], x->a[1]) : x);
  }
  fclose(f);
}

/* Module of the blocks that read a bundle. */
static int reader_of(const bundle *u) {
  for (int i = 0; i < nblk; i++)
    if (reads_bundle(&blk[i], (int)(u - bun))) return blk[i].module;
  die("nobody READS(%s)", u->name);
}
static void emit_bundle(const char *dir, const bundle *u) {
  FILE *f = include_file(dir, u->name, "ports", "What a reader of this bundle sees of every unit; its own ports follow.");
  for (int k = 0; k < u->nunits; k++)
    for (int i = 0; i < 2; i++) {
      const block *b = i ? instead_of(k, (int)(u - bun)) : unit_block(k);
      for (int r = 0; b && r < u->nrows; r++) port_line(f, "input  wire logic", reader_of(u), b, find_out(b->drv, u->rows[r].a[0]));
    }
  fclose(f);
  f = include_file(dir, u->name, "vectors", "The bundle as vectors, a part for every unit.");
  for (int r = 0; r < u->nrows; r++) {
    char bits[TEXT], range[TEXT + 8];
    bits_of(bits, unit_block(0), &u->rows[r], u->count, 0);
    range_of(range, bits);
    fprintf(f, "logic %s %s_%s;\nassign %s_%s = {", range, u->name, u->rows[r].a[0], u->name, u->rows[r].a[0]);
    for (int k = u->nunits; k--;) {
      const block *instead = instead_of(k, (int)(u - bun));
      char has[TEXT];
      if (instead) qualified(has, instead->chosen), fprintf(f, "%s ? %s_%s : ", has, instead->drv, u->rows[r].a[0]);
      fprintf(f, "%s_%s%s", unit_block(k)->drv, u->rows[r].a[0], k ? ", " : "};\n");
    }
  }
  fclose(f);
}

/* The ports of an interface or bundle as the blocks see it that drive it: the includes of different drivers differ in the prefix. */
static void emit_interface(const char *dir, const bundle *u) {
  for (int i = 0; i < nblk; i++) {
    const row *first = NULL;
    for (int r = 0; r < blk[i].nrows && !first; r++)
      if (blk[i].rows[r].kind == R_OUT && blk[i].rows[r].bundle == (int)(u - bun)) first = &blk[i].rows[r];
    if (!first) continue;
    char name[80];
    snprintf(name, sizeof name, "%.31s_%.31s", blk[i].drv, u->name);
    FILE *f = include_file(dir, name, "ports", "Ports of this interface under the prefix of the block that drives it.");
    for (int r = 0; r < u->nrows; r++) port_line(f, "output logic", blk[i].module, &blk[i], find_out(blk[i].drv, u->rows[r].a[0]));
    fclose(f);
  }
}

/* The ports by which a block takes an interface of a driver. */
static void emit_taken(const char *dir, const block *b) {
  for (int r = 0; r < b->nrows; r++) {
    const row *x = &b->rows[r];
    if (!x->takes || (r && b->rows[r - 1].takes && !strcmp(b->rows[r - 1].a[0], x->a[0]))) continue;
    char name[80];
    snprintf(name, sizeof name, "%.31s_%.31s_taken", b->stem, x->a[0]);
    FILE *f = include_file(dir, name, "ports", "Ports by which this block takes an interface of a driver.");
    for (const row *y = x; y < b->rows + b->nrows && y->takes && !strcmp(y->a[0], x->a[0]); y++)
      port_line(f, "input  wire logic", b->module, drives(y->a[0], y->a[1]), find_out(y->a[0], y->a[1]));
    fclose(f);
  }
}

void gen_sv(const char *dir) {
  char sub[512];
  snprintf(sub, sizeof sub, "%.400s/top", dir);
  for (int m = 0; m < nmod; m++) emit_module(sub, m);
  snprintf(sub, sizeof sub, "%.400s/ports", dir);
  for (int i = 0; i < nblk; i++)
    if (alternative(&blk[i]) && first_of_driver(i)) emit_socket(sub, &blk[i]);
  for (int i = 0; i < nblk; i++) emit_taken(sub, &blk[i]);
  for (int k = 0; k < nbun; k++) {
    if (*bun[k].count) emit_bundle(sub, &bun[k]);
    if (bun[k].nrows > 1) emit_interface(sub, &bun[k]);
  }
}
