/* rows.c - state of the blocks as their modules include it: registers, memories, how they are written, and what shows them.
 * The rule: cmodel/spec/README.md. */
#include <stdlib.h>
#include <string.h>

#include "gen.h"

static const block *of; /* the block that is written */

static int says(enum row_kind kind, const row *r) { return form_of(of, kind, r->a[0]) != NULL; }
static int loaded_here(const row *r) { return !says(R_LOADS, r) && !says(R_MOVE, r); } /* with what the module drives */
static int writes_of(const row *r) { return atoi(r->a[C_WRITES]); }                    /* 0: the shape decides */

/* Calls fn for every row of this kind that the include has and adds up what it returns. f = NULL: only counts (reset, load_kept, write, any). */
static int each(FILE *f, enum row_kind kind, int (*fn)(FILE *f, const row *r)) {
  int n = 0;
  for (int r = 0; r < of->nrows; r++)
    if (of->rows[r].kind == kind && !of->rows[r].like && !says(R_OWN, &of->rows[r])) n += fn(f, &of->rows[r]);
  return n;
}

static void declare(FILE *f, const char *bits, const char *name, const char *text) {
  char range[TEXT + 8];
  range_of(range, bits);
  if (strlen(text) >= 70) fprintf(f, "// %s\n", text), text = "";
  fprintf(f, "logic %-34s %s;%s%s\n", range, name, *text ? "  // " : "", text);
}
/* How many elements a register is declared with: one where its shape has none. names: what is 0 there. */
static void some_of(char *to, const char *count, const char *names) {
  const char *const begin = to;
  while (*count) {
    char word[ARG_LEN];
    size_t n = strspn(count, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789");
    snprintf(word, sizeof word, "%.*s", (int)n, count);
    if (!n) *to++ = *count++;
    else if (to == begin && !count[n] && listed(names, word)) to += sprintf(to, "%s == 0 ? 1 : %s", word, word), count += n;
    else if (listed(names, word)) to += sprintf(to, "(%s == 0 ? 1 : %s)", word, word), count += n;
    else to += sprintf(to, "%s", word), count += n;
  }
  *to = 0;
}
static int declare_ff(FILE *f, const row *r) {
  char bits[TEXT], count[TEXT], names[ARG_LEN * 2 + 16];
  const char *x = r->a[0];
  snprintf(names, sizeof names, loaded_here(r) ? "%s_q, %s_d" : "%s_q", x, x);
  if (says(R_SOME, r)) {
    const char *factors[] = {r->a[C_WIDTH], count};
    some_of(count, r->a[C_COUNT], form_of(of, R_SOME, x)->a[0]);
    product(bits, factors, 2);
  } else {
    bits_of(bits, of, r, NULL, 1);
  }
  if (says(R_ENUM, r)) fprintf(f, "%s_e%*s %s;\n", x, 38 - (int)strlen(x), "", names);
  else declare(f, bits, names, r->text);
  return 1;
}
static int declare_mem(FILE *f, const row *r) {
  char bits[TEXT], depth[TEXT], all[TEXT], address[TEXT], ports[TEXT], names[ARG_LEN * 2 + TEXT];
  const char *x = r->a[0], *f1[] = {r->a[C_WIDTH]};
  const int writes = writes_of(r);
  product(bits, f1, 1);
  qualified(depth, r->a[C_DEPTH]);
  qualified(address, count_bits(r->a[C_DEPTH]));
  snprintf(names, sizeof names, "%s_q [%s]", x, depth);
  declare(f, bits, names, r->text);
  int n = says(R_LOOK, r) ? snprintf(names, sizeof names, "%s_r", x) : 0;
  for (int i = 0; i < writes && loaded_here(r); i++)
    n += snprintf(names + n, sizeof names - (size_t)n, writes == 1 ? "%s%s_n" : "%s%s_n%d", n ? ", " : "", x, i);
  if (n) declare(f, bits, names, "");
  qualified(ports, r->a[C_WRITES]);
  snprintf(names, sizeof names, "%s_we", x);
  declare(f, ports, names, "");
  snprintf(names, sizeof names, "%s_wa", x);
  if (writes == 1) snprintf(all, sizeof all, "%.500s", address);
  else snprintf(all, sizeof all, "%.250s*%.300s", ports, address);
  declare(f, all, names, "");
  return 1;
}

/* Registers of the SOME row that is written, or those that every shape has (NULL). */
static const row *shapes;
static int in_shapes(const row *r) { return form_of(of, R_SOME, r->a[0]) == shapes; }

static int many(const row *m) { return strcmp(m->a[C_ENTRIES], "1") != 0; }
/* One register of a MOVE row takes what stands in from, which is a register, its last entry, or a signal. k: the entry that takes it. */
static void move(FILE *f, const row *m, const row *to, const char *k) {
  char from[ARG_LEN * 2], bits[TEXT], last[TEXT];
  const char *width[] = {to->a[C_WIDTH]};
  product(bits, width, 1);
  fprintf(f, "%s_q", to->a[0]);
  if (many(m)) part(f, k, bits);
  if (!strcmp(k, "k")) {
    fprintf(f, " <= %s_q", to->a[0]);
    part(f, strcmp(bits, "1") ? "(k-1)" : "k-1", bits);
    fputs(";\n", f);
    return;
  }
  snprintf(from, sizeof from, "%s%s", m->a[C_FROM], to->a[0] + strlen(m->a[C_TO]));
  const row *x = ff_row(of, from), *source = x ? form_of(of, R_MOVE, from) : NULL;
  fprintf(f, " <= %s%s", from, x ? "_q" : "");
  if (source && many(source)) {
    unsigned long n = strtoul(source->a[C_ENTRIES], NULL, 10);
    if (n) {
      snprintf(last, sizeof last, "%lu", n - 1);
    } else {
      char all[TEXT];
      qualified(all, source->a[C_ENTRIES]);
      snprintf(last, sizeof last, "(%.500s-1)", all);
    }
    part(f, last, bits);
  }
  fputs(";\n", f);
}

static int reset(FILE *f, const row *r) {
  const row *e = form_of(of, R_ENUM, r->a[0]);
  if (!is_reset(r) || says(R_LOADS, r) || !in_shapes(r)) return 0;
  if (f) fprintf(f, "    %s_q <= %s;\n", r->a[0], e ? e->a[1] : "'0");
  return 1;
}
static int load_reset(FILE *f, const row *r) {
  const row *m = form_of(of, R_MOVE, r->a[0]);
  if (!is_reset(r) || says(R_LOADS, r) || !in_shapes(r)) return 0;
  fputs("    ", f);
  if (m && strcmp(m->a[C_LOAD], "1")) fprintf(f, "if (%s) ", m->a[C_LOAD]);
  if (m) move(f, m, r, "0");
  else fprintf(f, "%s_q <= %s_d;\n", r->a[0], r->a[0]);
  return 1;
}
static int held; /* by a reset */
static int load_kept(FILE *f, const row *r) {
  if (is_reset(r) || !loaded_here(r) || !in_shapes(r) || says(R_HELD, r) != held) return 0;
  if (f) fprintf(f, "  %s_q <= %s_d;\n", r->a[0], r->a[0]);
  return 1;
}
static int address(FILE *f, const row *r) {
  const row *at = form_of(of, R_AT, r->a[0]);
  if (at) fprintf(f, "assign %s_wa = %s;\n", r->a[0], at->a[0]);
  return 1;
}
static int write(FILE *f, const row *r) {
  const char *x = r->a[0];
  char bits[TEXT];
  if (!loaded_here(r)) return 0;
  if (!f) return 1;
  qualified(bits, count_bits(r->a[C_DEPTH]));
  if (writes_of(r) == 1) fprintf(f, "  if (%s_we) %s_q[%s_wa] <= %s_n;\n", x, x, x, x);
  for (int i = 0; i < writes_of(r) && writes_of(r) > 1; i++)
    fprintf(f, "  if (%s_we[%d]) %s_q[%s_wa[%d*%s +: %s]] <= %s_n%d;\n", x, i, x, x, i, bits, bits, x, i);
  return 1;
}

static int moves(FILE *f) {
  int n = 0;
  for (int i = 0; i < of->nforms; i++) {
    const row *m = &of->forms[i];
    if (m->kind != R_MOVE) continue;
    for (int later = 0; later <= many(m); later++) {
      int mine = 0;
      for (int r = 0; r < of->nrows; r++) {
        const row *x = &of->rows[r];
        if (x->kind != R_FF || is_reset(x) || !listed(m->a[C_ROWS], x->a[0]) || !in_shapes(x)) continue;
        if (f && !mine && later) {
          char entries[TEXT];
          qualified(entries, m->a[C_ENTRIES]);
          fprintf(f, "  for (int k = 1; k < %s; k++) begin\n    if (%s[k]) begin\n", entries, m->a[C_LOAD]);
        } else if (f && !mine) {
          fprintf(f, "  if (%s%s) begin\n", m->a[C_LOAD], many(m) ? "[0]" : "");
        }
        mine++;
        if (f) fputs(later ? "      " : "    ", f), move(f, m, x, later ? "k" : "0");
      }
      if (f && mine) fputs(later ? "    end\n  end\n" : "  end\n", f);
      n += mine;
    }
  }
  return n;
}

/* The rows that one LOOK row names. */
static void look(FILE *f, const row *l) {
  fputs("always_comb begin\n", f);
  for (int part = 0; part < 2; part++) {
    if (part) fprintf(f, "  if (%s) begin\n", l->a[1]);
    for (int r = 0; r < of->nrows; r++) {
      const char *x = of->rows[r].a[0];
      if (of->rows[r].kind != R_MEM || !listed(l->a[2], x)) continue;
      if (part) fprintf(f, "    %s_r = %s_q[%s];\n", x, x, l->a[0]);
      else fprintf(f, "  %s_r = '0;\n", x);
    }
  }
  fputs("  end\nend\n", f);
}

/* How the registers of `shapes` are loaded. */
static void processes(FILE *f) {
  if (each(NULL, R_FF, reset)) {
    fputs("always_ff @(posedge clk) begin\n  if (!rst_n) begin\n", f), each(f, R_FF, reset);
    fputs("  end else begin\n", f), each(f, R_FF, load_reset), fputs("  end\nend\n", f);
  }
  for (held = 0; held < 2; held++)
    if (each(NULL, R_FF, load_kept))
      fprintf(f, "always_ff @(posedge clk) %sbegin\n", held ? "if (rst_n) " : ""), each(f, R_FF, load_kept), fputs("end\n", f);
  if (moves(NULL)) fputs("always_ff @(posedge clk) begin\n", f), moves(f), fputs("end\n", f);
}
/* Registers that some shapes have: 0 in the others. */
static void some(FILE *f, const row *s) {
  char names[ARG_LEN], *w;
  const char *and = "";
  fputs("if (", f);
  strcpy(names, s->a[0]);
  for (w = strtok(names, " "); w; w = strtok(NULL, " "), and = " && ") fprintf(f, "%swt_pkg::%s != 0", and, w);
  strcpy(names, s->a[1]);
  const char *first = strtok(names, " ");
  fprintf(f, ") begin : g_%s\n", first);
  shapes = s;
  processes(f);
  shapes = NULL;
  fprintf(f, "end else begin : g_no_%s\n", first);
  strcpy(names, s->a[1]);
  for (w = strtok(names, " "); w; w = strtok(NULL, " ")) fprintf(f, "  assign %s_q = '0;\n", w);
  fputs("end\n", f);
}

static void emit(const char *dir, const block *b) {
  char file[64];
  of = b;
  snprintf(file, sizeof file, "wt_%.31s_state.svh", b->stem);
  FILE *f = open_out(dir, file);
  fprintf(f, "// State of wt_%s: its rows. Generated by tools/gen from cmodel/spec/blocks/%s.def: do not edit.\n", b->stem, b->stem);
  each(f, R_FF, declare_ff);
  each(f, R_MEM, declare_mem);
  each(f, R_MEM, address);
  for (int i = 0; i < b->nforms; i++)
    if (b->forms[i].kind == R_LOOK) look(f, &b->forms[i]);
  processes(f);
  if (each(NULL, R_MEM, write)) fputs("always_ff @(posedge clk) begin\n", f), each(f, R_MEM, write), fputs("end\n", f);
  for (int i = 0; i < b->nforms; i++)
    if (b->forms[i].kind == R_SOME) some(f, &b->forms[i]);
  for (int r = 0; r < b->nrows; r++)
    if (b->rows[r].kind == R_OUTQ && !form_of(b, R_OWN, b->rows[r].a[1]))
      fprintf(f, "assign %s_%s = %s_q;\n", b->drv, b->rows[r].a[0], b->rows[r].a[1]);
  fclose(f);
}

static int any(FILE *f, const row *r) {
  (void)f, (void)r;
  return 1;
}
void gen_rows(const char *dir) {
  char sub[512];
  snprintf(sub, sizeof sub, "%.400s/rows", dir);
  for (int i = 0; i < nblk; i++) {
    of = &blk[i];
    if (!of->outside && each(NULL, R_FF, any) + each(NULL, R_MEM, any)) emit(sub, of);
  }
}
