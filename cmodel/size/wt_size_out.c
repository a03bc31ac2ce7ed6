/* wt_size_out.c - the table as text, JSON, CSV and Markdown; one structure explained; where the numbers come from. */
#include <ctype.h>
#include <math.h>
#include <string.h>

#include "size/wt_depth.h"
#include "size/wt_size.h"

const char *wt_size_digits(int64_t v, char buf[32]) {
  char t[32];
  int n = snprintf(t, sizeof t, "%lld", (long long)(v < 0 ? -v : v)), k = 0;
  if (v < 0) buf[k++] = '-';
  for (int i = 0; i < n; i++) {
    if (i && (n - i) % 3 == 0) buf[k++] = ' ';
    buf[k++] = t[i];
  }
  buf[k] = 0;
  return buf;
}

int wt_size_in_view(const wt_size_view *v, const wt_size_item *i) {
  return (!v->blk || !strcmp(v->blk, i->blk)) && (!v->group || !strcmp(v->group, i->group));
}
wt_size_sum wt_size_view_sum(const wt_size *z, const wt_size_view *v, int declared) {
  wt_size_sum t = {0};
  for (unsigned i = 0; i < z->n; i++)
    if (z->item[i].declared == declared && wt_size_in_view(v, &z->item[i])) wt_size_add_item(&t, &z->item[i]);
  return t;
}

static double mm2(int64_t um2) { return (double)um2 * 1e-6; }

/* "64 x 288", "-" for logic */
static const char *shape_text(const wt_size_item *i, char buf[40]) {
  if (i->kind == WT_SZ_LOGIC) return "-";
  snprintf(buf, 40, "%u x %u", i->entries, i->width);
  return buf;
}
static const char *impl_text(const wt_size_item *i, char buf[40]) {
  if (i->split < 2) return wt_size_impls[i->impl];
  snprintf(buf, 40, "%s/%u", wt_size_impls[i->impl], i->split);
  return buf;
}

/* "" where no levels stand */
static const char *levels_text(const wt_size *z, unsigned i, char buf[16]) {
  const int n = wt_size_levels(z, i);
  snprintf(buf, 16, n < 0 ? "" : "%d", n);
  return buf;
}

static void text_row(FILE *f, const wt_size *z, unsigned k) {
  const wt_size_item *i = &z->item[k];
  char a[40], b[24], c[32], d[32], e[40], l[16];
  fprintf(f, "  %-21s %13s %5s %4u %11s %10.1f %11s  %-8s %10.6f %10.6f %10.6f %6s  %s%s%s%s\n", i->id, shape_text(i, a), wt_size_ports(i, b),
          i->count, wt_size_digits((int64_t)i->bits, c), (double)i->bits / 8, wt_size_digits(i->ge, d), impl_text(i, e), mm2(i->um2), mm2(i->um2_lo),
          mm2(i->um2_hi), levels_text(z, k, l), i->text, i->declared ? " [declared: " : "", i->declared ? i->source : "", i->declared ? "]" : "");
}
/* whole: the total that the area is a share of, NULL for none */
static void text_sum(FILE *f, const char *what, const wt_size_sum *t, const wt_size_sum *whole) {
  char c[32], d[32];
  fprintf(f, "%-48s %11s %10.1f %11s  %-8s %10.6f %10.6f %10.6f", what, wt_size_digits((int64_t)t->bits, c), (double)t->bits / 8,
          wt_size_digits(t->ge, d), "", mm2(t->um2), mm2(t->um2_lo), mm2(t->um2_hi));
  if (whole && whole->um2) fprintf(f, "  %.1f %% of the mm2", 100 * (double)t->um2 / (double)whole->um2);
  fputc('\n', f);
}

/* The line that begins a group: its sum. */
static void text_group(FILE *f, const wt_size *z, const wt_size_view *v, const char *group, const wt_size_sum *whole) {
  wt_size_sum t = {0};
  char label[96];
  for (unsigned i = 0; i < z->n; i++)
    if (!strcmp(z->item[i].group, group) && !z->item[i].declared && wt_size_in_view(v, &z->item[i])) wt_size_add_item(&t, &z->item[i]);
  if (!t.n) {
    fprintf(f, "%s\n", group);
    return;
  }
  snprintf(label, sizeof label, "%s (%u structures)", group, t.n);
  text_sum(f, label, &t, whole);
}

/* The longest paths over the wiring, where the shape is a preset that was measured. */
static void print_paths(FILE *f, const wt_size *z, const char *head, const char *item, const char *tail) {
  static const char *const modules[] = {"sub-core", "SM"};
  const char *preset = wt_levels_preset(&z->S);
  const wt_levels_path *p[2];
  for (int i = 0; i < 2; i++)
    if (!preset || !(p[i] = wt_levels_find_path(preset, modules[i]))) return;
  fputs(head, f);
  for (int i = 0; i < 2; i++) fprintf(f, item, modules[i], p[i]->levels, i ? "" : ",");
  fputs(tail, f);
}

static void print_text(FILE *f, const wt_size *z, const wt_size_view *v) {
  char label[96], node[32], macros[40] = "macros not split";
  const char *group = "";
  const wt_size_sum whole = wt_size_view_sum(z, v, 0);
  snprintf(node, sizeof node, "mm2 @%gnm", z->opt.node.nm);
  if (z->opt.macro_width) snprintf(macros, sizeof macros, "macros up to %u bits", z->opt.macro_width);
  fprintf(f, "%s, %g nm (NAND2 %.4g um2: %s), utilisation %g, %s\n", v->label, z->opt.node.nm, z->opt.node.nand2, z->opt.node.source,
          z->opt.utilisation, macros);
  fprintf(f, "%-23s %13s %5s %4s %11s %10s %11s  %-8s %10s %10s %10s %6s\n", "structure", "words x bits", "ports", "inst", "bits", "bytes",
          "GE as gates", "as", node, "low", "high", "levels");
  for (unsigned i = 0; i < z->n; i++) {
    if (!wt_size_in_view(v, &z->item[i])) continue;
    if (strcmp(z->item[i].group, group)) text_group(f, z, v, group = z->item[i].group, &whole);
    text_row(f, z, i);
  }
  const wt_size_sum declared = wt_size_view_sum(z, v, 1);
  snprintf(label, sizeof label, "total (%u structures)", whole.n);
  text_sum(f, label, &whole, NULL);
  snprintf(label, sizeof label, "declared, not in the core (%u structures)", declared.n);
  if (declared.n) text_sum(f, label, &declared, NULL);
  print_paths(f, z, "levels: measured gate levels of the block; register to register through several blocks:", " %s %d%s", "\n");
  fprintf(f, "bits: exact, equal to the RTL's.  GE, mm2: modelled; low and high are the band of the model.  (size cite)\n");
}

static void print_csv(FILE *f, const wt_size *z, const wt_size_view *v) {
  char b[24], l[16];
  fprintf(
    f, "structure,group,words,width,ports,instances,bits,ff_bits,mem_bits,ge,ge_src,impl,split,node_nm,mm2,mm2_lo,mm2_hi,mm2_src,declared,levels\n");
  for (unsigned k = 0; k < z->n; k++) {
    const wt_size_item *i = &z->item[k];
    if (!wt_size_in_view(v, i)) continue;
    fprintf(f, "%s,%s,%u,%u,%s,%u,%llu,%llu,%llu,%lld,model,%s,%u,%g,%.6f,%.6f,%.6f,model,%d,%s\n", i->id, i->group, i->entries, i->width,
            wt_size_ports(i, b), i->count, (unsigned long long)i->bits, (unsigned long long)i->ff, (unsigned long long)i->mem, (long long)i->ge,
            wt_size_impls[i->impl], i->split, z->opt.node.nm, mm2(i->um2), mm2(i->um2_lo), mm2(i->um2_hi), i->declared, levels_text(z, k, l));
  }
}

static void md_sum(FILE *f, const wt_size_view *v, const char *what, const wt_size_sum *t) {
  char c[32], d[32];
  fprintf(f, "| **%s** | | | | **%s** | **%s** | | **%.6f** | %.6f | %.6f |%s\n", what, wt_size_digits((int64_t)t->bits, c), wt_size_digits(t->ge, d),
          mm2(t->um2), mm2(t->um2_lo), mm2(t->um2_hi), v->no_levels ? "" : " |");
}
static void print_md(FILE *f, const wt_size *z, const wt_size_view *v) {
  char a[40], b[24], c[32], d[32], e[40], l[16];
  fprintf(f, "| structure | words x bits | ports | inst | bits | GE as gates | as | mm2 @%g nm | low | high |%s\n", z->opt.node.nm,
          v->no_levels ? "" : " levels |");
  fprintf(f, "|---|---|---|---|---|---|---|---|---|---|%s\n", v->no_levels ? "" : "---|");
  for (unsigned k = 0; k < z->n; k++) {
    const wt_size_item *i = &z->item[k];
    if (!wt_size_in_view(v, i)) continue;
    fprintf(f, "| %s%s | %s | %s | %u | %s | %s | %s | %.6f | %.6f | %.6f |%s%s\n", i->id, i->declared ? " (declared)" : "", shape_text(i, a),
            wt_size_ports(i, b), i->count, wt_size_digits((int64_t)i->bits, c), wt_size_digits(i->ge, d), impl_text(i, e), mm2(i->um2),
            mm2(i->um2_lo), mm2(i->um2_hi), v->no_levels ? "" : levels_text(z, k, l), v->no_levels ? "" : " |");
  }
  const wt_size_sum whole = wt_size_view_sum(z, v, 0), declared = wt_size_view_sum(z, v, 1);
  md_sum(f, v, "total", &whole);
  if (declared.n) md_sum(f, v, "declared", &declared);
}

/* ---- JSON: written by hand so that the order is ours and numbers are exact ---- */

static void json_sum(FILE *f, const char *name, const wt_size_sum *t) {
  fprintf(f,
          "  \"%s\": {\"structures\": %u, \"bits\": %llu, \"ff_bits\": %llu, \"mem_bits\": %llu, \"ge\": %lld, \"mm2\": %.6f, \"mm2_lo\": %.6f, "
          "\"mm2_hi\": %.6f}",
          name, t->n, (unsigned long long)t->bits, (unsigned long long)t->ff, (unsigned long long)t->mem, (long long)t->ge, mm2(t->um2),
          mm2(t->um2_lo), mm2(t->um2_hi));
}

static void print_json(FILE *f, const wt_size *z, const wt_size_view *v) {
  char b[24], buf[16];
  const char *sep = "";
  fprintf(f, "{\n  \"schema\": \"warptwin-size-1\",\n  \"label\": \"%s\",\n  \"shape_hash\": \"%016llx\",\n  \"shape\": {", v->label,
          (unsigned long long)wt_shape_hash(&z->S));
  for (unsigned i = 0; i < wt_nkeys; i++)
    fprintf(f, "%s\"%s\": \"%s\"", i ? ", " : "", wt_keys[i].name, wt_key_text(&wt_keys[i], wt_key_get(&z->S, &wt_keys[i]), buf));
  fprintf(f, "},\n  \"node_nm\": %g, \"nand2_um2\": %g, \"nand2_src\": \"%s\", \"utilisation\": %g, \"macro_width\": %u, \"bitcell_um2\": %g,\n",
          z->opt.node.nm, z->opt.node.nand2, z->opt.node.source, z->opt.utilisation, z->opt.macro_width, z->opt.bitcell);
  fprintf(f, "  \"structures\": [");
  for (unsigned k = 0; k < z->n; k++) {
    const wt_size_item *i = &z->item[k];
    if (!wt_size_in_view(v, i)) continue;
    fprintf(f,
            "%s\n    {\"name\": \"%s\", \"block\": \"%s\", \"group\": \"%s\", \"words\": \"%s\", \"path\": \"%s\", \"kind\": \"%s\", \"entries\": "
            "%u, \"width\": %u, \"ports\": \"%s\", \"instances\": %u, ",
            sep, i->id, i->blk, i->group, i->text, i->block ? i->block->path : "", wt_size_kinds[i->kind], i->entries, i->width, wt_size_ports(i, b),
            i->count);
    fprintf(f,
            "\"bits\": %llu, \"ff_bits\": %llu, \"mem_bits\": %llu, \"bits_src\": \"%s\", \"ge\": %lld, \"ge_src\": \"model\", \"impl\": \"%s\", "
            "\"split\": %u, ",
            (unsigned long long)i->bits, (unsigned long long)i->ff, (unsigned long long)i->mem, i->declared ? "declared" : "exact", (long long)i->ge,
            wt_size_impls[i->impl], i->split);
    fprintf(f, "\"mm2\": %.6f, \"mm2_lo\": %.6f, \"mm2_hi\": %.6f, \"mm2_src\": \"model\", \"declared\": %s", mm2(i->um2), mm2(i->um2_lo),
            mm2(i->um2_hi), i->declared ? "true" : "false");
    if (wt_size_levels(z, k) >= 0) fprintf(f, ", \"levels\": %d", wt_size_levels(z, k));
    fprintf(f, "}");
    sep = ",";
  }
  fprintf(f, "\n  ],\n");
  wt_size_sum core = wt_size_view_sum(z, v, 0), decl = wt_size_view_sum(z, v, 1);
  json_sum(f, "totals", &core);
  fprintf(f, ",\n");
  json_sum(f, "declared", &decl);
  print_paths(f, z, ",\n  \"path_levels\": {", "\"%s\": %d%s", "}");
  fprintf(f, "\n}\n");
}

void wt_size_print(FILE *f, const wt_size *z, const wt_size_view *v, enum wt_size_format fmt) {
  if (fmt == WT_FMT_JSON) print_json(f, z, v);
  else if (fmt == WT_FMT_CSV) print_csv(f, z, v);
  else if (fmt == WT_FMT_MD) print_md(f, z, v);
  else print_text(f, z, v);
}

/* ---- explain ---- */

/* The expression, and its names with their values: "WARPS * IBUF_DEPTH (WARPS = 32, IBUF_DEPTH = 2)". */
static void print_expr(FILE *f, const wt_size *z, const char *e) {
  const wt_shape *S = &z->S;
  const char *sep = " (", *p = e;
  char seen[512] = " "; /* expressions of rows are shorter: the suites hold them below 400 characters */
  fprintf(f, "%s", e);
#define VALUE(name) \
  if (!strcmp(word, #name)) value = (S->name);
  while (*p) {
    char word[64], key[68];
    unsigned n = 0;
    int64_t value = -1; /* no name of a number */
    if (!isalpha((unsigned char)*p)) {
      p += isdigit((unsigned char)*p) ? strspn(p, "0123456789.eE") : 1;
      continue;
    }
    while (n < 63 && (isalnum((unsigned char)*p) || *p == '_')) word[n++] = *p++;
    word[n] = 0;
#define SKEY(name, ...) VALUE(name)
#include "spec/keys.def"
#define DERIVED(name, expr) VALUE(name)
#include "spec/derived.def"
#define CONST(name, width, v) \
  if (!strcmp(word, #name)) value = (int64_t)(v);
#include "spec/consts.def"
    if (!strcmp(word, "UOP_W")) value = UOP_W;
    if (!strcmp(word, "HSRC_W")) value = HSRC_W;
    if (!strcmp(word, "HCTL_W")) value = HCTL_W;
    snprintf(key, sizeof key, " %s ", word);
    if (value < 0 || strstr(seen, key)) continue;
    strcat(seen, word), strcat(seen, " ");
    fprintf(f, "%s%s = %lld", sep, word, (long long)value);
    sep = ", ";
  }
#undef VALUE
  if (*sep == ',') fputc(')', f);
}

static void explain_bits(FILE *f, const wt_size *z, const wt_size_item *i) {
  char c[32];
  if (!i->row || i->kind == WT_SZ_LOGIC) return;
  fprintf(f, "words of an instance: ");
  print_expr(f, z, i->row->expr);
  fprintf(f, " = %u\nstate rows of cmodel/spec/blocks/%s.def:\n", i->entries, i->blk);
  for (unsigned r = 0; r < i->block->nrows; r++) {
    const wt_row *w = &i->block->rows[r];
    if ((w->kind != WT_ROW_FF && w->kind != WT_ROW_MEM) || !wt_size_named(i->row->rows, w->name)) continue;
    fprintf(f, "  %-12s %-3s ", w->name, w->kind == WT_ROW_FF ? "FF" : "MEM");
    print_expr(f, z, w->expr[0]);
    fprintf(f, w->kind == WT_ROW_MEM ? " bits x " : " x ");
    print_expr(f, z, w->expr[w->kind == WT_ROW_MEM ? 2 : 1]);
    fprintf(f, " = %llu bits\n", (unsigned long long)wt_row_bits(w));
  }
  fprintf(f, "bits: %u words x %u bits x %u instances = %s, exact\n", i->entries, i->width, i->count, wt_size_digits((int64_t)i->bits, c));
}

static void explain_macro(FILE *f, const wt_size *z, const wt_size_item *i) {
  const double nm2 = z->opt.node.nm * z->opt.node.nm;
  unsigned cols = i->tag + i->data, wide = (cols + i->split - 1) / i->split, p = i->kind == WT_SZ_RAM1 ? 1 : i->rd + i->wr;
  wt_f2 a;
  fprintf(f, "one macro: %u words of %u bits, p = %u port%s", i->depth, i->ways > 1 ? i->ways * cols : wide, p, p == 1 ? "" : "s");
  if (i->srch) fprintf(f, ", s = %u search port%s", i->srch, i->srch == 1 ? "" : "s");
  if (i->split > 1) fprintf(f, "; %u macros side by side, because %u bits are more than --macro-width %u", i->split, cols, z->opt.macro_width);
  fprintf(f, "\n  a cell is w x h = %g F x %g F (10 x 14.6, CAM 10 x 29.2, and 5 F a side for every further port); R words, C bits, lg = log2\n",
          10 + 5.0 * (p + i->srch - 1), (i->srch ? 29.2 : 14.6) + 5.0 * (p + i->srch - 1));
  switch (i->kind) {
    case WT_SZ_CAM:
      a = wt_f2_cam(i->depth, wide, p, i->srch);
      fprintf(f, "  A = 1.096 R C w h + 6670 C T + 4849 R T + 31.6 (C T)^2 + 22035 T, T = p + s\n");
      break;
    case WT_SZ_FA:
      a = wt_f2_fa(i->depth, i->tag, i->data, p, i->srch);
      fprintf(f, "  A = 0.930 R Ct w h + 0.908 R L w h + 2532 Ct T + 2876 L T + 692 T (Ct+L) sqrt(R) + 111.6 R h T + 34.7 ((Ct+L) T)^2 + 89700 T\n");
      break;
    case WT_SZ_TAG:
      a = wt_f2_tag(i->depth, (double)i->ways * i->tag, p);
      fprintf(f, "  A = 1.041 R C w h + 724 C p lg R + 218 R p h + 0.053 (C p)^2\n");
      break;
    case WT_SZ_DATA:
      a = wt_f2_setdata(i->depth, (double)i->ways * i->data, i->data, p);
      fprintf(f, "  A = 1.155 R C w h + 378 C p lg R + 1758 C p + 32.7 (C p)(L p), L = %u bits leave\n", i->data);
      break;
    default:
      a = wt_f2_ram(i->depth, wide, p);
      if (p == 1) fprintf(f, "  A = 1.256 R C w h + 110 C lg R + 1896 C + 13160 lg R + 12.4 R h + 43.0 C^2\n");
      else fprintf(f, "  A = 1.199 R C w h + 780 C p lg R + 9247 p lg R + 21.9 R p h + 25.6 (C p)^2\n");
  }
  fprintf(f, "  = cells %.0f + columns %.0f + decoder %.0f + word lines %.0f + port wiring %.0f + fixed %.0f = %.0f F^2\n", a.cell, a.col, a.dec,
          a.row, a.wire, a.fixed, wt_f2_sum(&a));
  fprintf(f, "  x %g nm x %g nm = %.6f mm2", z->opt.node.nm, z->opt.node.nm, wt_f2_sum(&a) * nm2 * 1e-12);
  if (i->split > 1) fprintf(f, ", x %u macros (the last ones a bit narrower when the width is no multiple)", i->split);
  if (i->count > 1) fprintf(f, ", x %u instances", i->count);
  if (z->opt.bitcell > 0) fprintf(f, ", cells scaled to %g um2 instead of %g", z->opt.bitcell, 146e-6 * nm2);
  if (wt_f2_sum(&a) < WT_MACRO_FLOOR)
    fprintf(f, "\n  below the smallest macro: %g F^2 = %.6f mm2 counts", WT_MACRO_FLOOR, WT_MACRO_FLOOR * nm2 * 1e-12);
  fprintf(f, "\n  constants: fit to the CACTI 7 cache model, 90 to 22 nm; band: the fit's error down, 1.4 times and the error up (foundry macros)\n");
}

static void explain_gates(FILE *f, const wt_size *z, const wt_size_item *i) {
  double w = (double)(i->ways ? i->ways : 1) * (i->tag + i->data), d = i->depth;
  if (i->kind == WT_SZ_LOGIC) {
    fprintf(f, "GE: ");
    print_expr(f, z, i->row->expr);
    fprintf(f, " = %.0f, fit to syntheses of the block with gtech.lib\n", i->row->ge);
  } else if (i->kind == WT_SZ_REG) {
    fprintf(f, "GE: 8.0 a bit (flip-flop 5.67, multiplexer that holds it 2.33) x %g bits\n", d * w);
  } else if (i->kind == WT_SZ_CAM || i->kind == WT_SZ_FA) {
    fprintf(f, "GE as flip-flops: %u words x (%u searched bits x (10.8 + 2.6 x %u further search ports) + %u bits x 10.1)\n", i->depth, i->tag,
            i->srch ? i->srch - 1 : 0, i->data);
  } else if (i->kind == WT_SZ_TAG) {
    fprintf(f, "GE as flip-flops: %g bits x 10.1, and 2.6 a compared bit in every way\n", d * w);
  } else {
    fprintf(f,
            "GE as flip-flops: D = %g words of W = %g bits, f = (D-1)/D: D W (8.0 + 2.3 f + 2.12 f x %u further read ports + 2.42 x %u further write "
            "ports) + 1.5 D x %u write ports\n",
            d, w, i->rd ? i->rd - 1 : 0, i->wr ? i->wr - 1 : 0, i->wr);
  }
  fprintf(f, "  constants: fit to syntheses with gtech.lib (a NAND2 is 1 GE), within 10 %%\n");
  if (i->impl == WT_IM_FLOP || i->impl == WT_IM_LOGIC)
    fprintf(f, "  %lld GE x %.4g um2 a NAND2 (%s) / utilisation %g = %.6f mm2\n", (long long)i->ge, z->opt.node.nand2, z->opt.node.source,
            z->opt.utilisation, mm2(i->um2));
}

void wt_size_explain(FILE *f, const wt_size *z, const wt_size_item *i) {
  char b[24], d[32];
  fprintf(f, "%s: %s\n", i->id, i->text);
  if (i->declared) fprintf(f, "declared, no RTL: %u x (%u searched + %u other bits), source: %s\n", i->entries, i->tag, i->data, i->source);
  if (i->block)
    fprintf(f, "in %s, kind %s, ports %s, %u instance%s\n", i->block->path, wt_size_kinds[i->kind], wt_size_ports(i, b), i->count,
            i->count == 1 ? "" : "s");
  explain_bits(f, z, i);
  explain_gates(f, z, i);
  if (i->kind != WT_SZ_LOGIC && i->kind != WT_SZ_REG) {
    wt_size_item m = *i;
    wt_size_price(&z->opt, &m, WT_IM_SRAM); /* its kind says which macro */
    explain_macro(f, z, &m);
    wt_size_item g = *i;
    wt_size_price(&z->opt, &g, WT_IM_FLOP);
    fprintf(f, "as macros %.6f mm2, as flip-flops %.6f mm2; chosen: %s (the smaller one; --impl changes it)\n", mm2(m.um2), mm2(g.um2),
            wt_size_impls[i->impl]);
  }
  fprintf(f, "all instances at %g nm: %s GE as gates, %.6f mm2 (%.6f to %.6f)\n", z->opt.node.nm, wt_size_digits(i->ge, d), mm2(i->um2),
          mm2(i->um2_lo), mm2(i->um2_hi));
}

void wt_size_cite(FILE *f) {
  fputs(
    "bits         exact: sums of the state rows, proved equal to what Yosys elaborates from the RTL (make area-check)\n"
    "GE           NAND2 = 1; closed forms fitted to syntheses with cmodel/size/gtech.lib, within 10 % (make area-gates); --synth replaces them\n"
    "mm2, gates   GE x NAND2 of the node / utilisation (default 0.8)\n"
    "mm2, memory  closed forms fitted to CACTI 7, all terms scale with F^2: mean error 6.5 %, nine of ten within 20 %, on shapes outside the fit;\n"
    "             CAM 4.6 %, fully associative 3.4 %, data with way select 11 %, tags 16 %\n"
    "band         memories: model less its error to 1.4 times the model and its error: foundry macros are about 1.4 times CACTI. Gates: +-10 %, and\n"
    "             where the NAND2 is interpolated down to 0.00031 F^2\n"
    "smallest     a memory macro counts 1.5e6 F^2 at least (3000 um2 at 45 nm); flip-flops or macro: the smaller of the two\n"
    "NAND2        90 nm 2.5 um2 (400 kgates/mm2), 45 nm 0.798 um2 (Nangate open cell library), 65, 32, 22 nm 0.00039 F^2\n"
    "valid        for comparing structures and shapes; not an absolute area: no clock tree, test logic, power grid or wiring between macros\n",
    f);
}
