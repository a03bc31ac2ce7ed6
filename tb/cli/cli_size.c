/* cli_size.c - warptwin size: the structures of a shape, their difference, sweeps, budgets and explanations. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli_size.h"
#include "cli/wt_grid.h"

enum {
  OPT_BASE = 400,
  OPT_BLOCK,
  OPT_GROUP,
  OPT_NODE,
  OPT_NAND2,
  OPT_BITCELL,
  OPT_UTIL,
  OPT_WIDTH,
  OPT_IMPL,
  OPT_DECLARED,
  OPT_FORMAT,
  OPT_JSON,
  OPT_CSV,
  OPT_MD,
  OPT_BARS,
  OPT_TREEMAP,
  OPT_MM2,
  OPT_GE,
  OPT_BITS,
  OPT_SYNTH,
  OPT_LIBERTY,
  OPT_TIMEOUT,
  OPT_RTL,
  OPT_ACTIVITY
};
static const char no_preset[] = "default"; /* told apart from the user's --config default by its address */

static double positive(const char *name, const char *arg, struct argp_state *st) {
  char *end;
  double v = strtod(arg, &end);
  if (end == arg || *end || !(v > 0 && v < 1e9)) argp_error(st, "--%s %s: expected a number above 0 and below 10^9", name, arg);
  return v;
}

static error_t parse(int key, char *arg, struct argp_state *st) {
  static const char *const formats[] = {"text", "json", "csv", "md"};
  size_opts *o = st->input;
  switch (key) {
    case OPT_BASE: o->base = arg; return 0;
    case OPT_BLOCK: o->view.blk = strncmp(arg, "wt_", 3) ? arg : arg + 3; return 0;
    case OPT_GROUP: o->view.group = arg; return 0;
    case OPT_NODE: o->node = arg; return 0;
    case OPT_NAND2: o->nand2 = positive("nand2-um2", arg, st); return 0;
    case OPT_BITCELL: o->bitcell = positive("bitcell-um2", arg, st); return 0;
    case OPT_UTIL:
      o->o.utilisation = positive("utilisation", arg, st);
      if (o->o.utilisation > 1) argp_error(st, "--utilisation %s: expected a fraction, at most 1", arg);
      return 0;
    case OPT_WIDTH: {
      uint64_t n;
      if (!strcmp(arg, "mono")) o->o.macro_width = 0;
      else if (!strcmp(arg, "auto")) o->o.macro_width = 128;
      else if (wt_cli_number(arg, &n) && n && n <= 65536) o->o.macro_width = (unsigned)n;
      else argp_error(st, "--macro-width %s: expected bits, auto (128) or mono (no split)", arg);
      return 0;
    }
    case OPT_IMPL:
      if (o->n_impl == WT_MAX_IMPL) argp_error(st, "more than %d --impl options", WT_MAX_IMPL);
      o->impl[o->n_impl++] = arg;
      return 0;
    case OPT_DECLARED: o->o.declared = 1; return 0;
    case OPT_FORMAT:
      for (unsigned i = 0; i < 4; i++)
        if (!strcmp(arg, formats[i])) return o->format = (enum wt_size_format)i, 0;
      argp_error(st, "--format %s: expected text, json, csv or md", arg);
      return 0;
    case OPT_JSON: o->json = arg; return 0;
    case OPT_CSV: o->csv = arg; return 0;
    case OPT_MD: o->md = arg; return 0;
    case OPT_BARS: o->bars = arg; return 0;
    case OPT_TREEMAP: o->treemap = arg; return 0;
    case OPT_MM2: o->max_mm2 = positive("max-mm2", arg, st); return 0;
    case OPT_GE:
      if (!wt_cli_number(arg, &o->max_ge) || !o->max_ge) argp_error(st, "--max-ge %s: expected a number", arg);
      return 0;
    case OPT_BITS:
      if (!wt_cli_number(arg, &o->max_bits) || !o->max_bits) argp_error(st, "--max-bits %s: expected a number", arg);
      return 0;
    case OPT_SYNTH: o->synth = 1; return 0;
    case OPT_LIBERTY: o->liberty = arg, o->synth = 1; return 0;
    case OPT_RTL: o->rtl = arg; return 0;
    case OPT_ACTIVITY: o->activity = arg; return 0;
    case OPT_TIMEOUT:
      if (!wt_cli_number(arg, &o->timeout) || !o->timeout || o->timeout > 100000) argp_error(st, "--timeout %s: expected seconds", arg);
      return 0;
    case ARGP_KEY_ARG:
      if (o->n_word == 3) argp_error(st, "too many words: '%s'", arg);
      o->word[o->n_word++] = arg;
      return 0;
    case ARGP_KEY_INIT:
      o->shape.preset = no_preset;
      st->child_inputs[0] = &o->shape;
      return 0;
    default: return ARGP_ERR_UNKNOWN;
  }
}

/* Writes with fn into a file, or to the terminal when path is NULL or "-". */
typedef void (*writer)(FILE *f, const void *what, const wt_size_view *v, enum wt_size_format fmt);
static void put_table(FILE *f, const void *z, const wt_size_view *v, enum wt_size_format fmt) { wt_size_print(f, z, v, fmt); }
static void put_diff(FILE *f, const void *d, const wt_size_view *v, enum wt_size_format fmt) { wt_size_diff_print(f, d, v, fmt); }
static void put_bars(FILE *f, const void *z, const wt_size_view *v, enum wt_size_format fmt) { (void)fmt, wt_size_bars(f, z, v); }
static void put_treemap(FILE *f, const void *z, const wt_size_view *v, enum wt_size_format fmt) { (void)fmt, wt_size_treemap(f, z, v); }
static int put(const char *path, writer fn, const void *what, const wt_size_view *v, enum wt_size_format fmt) {
  if (!path || !strcmp(path, "-")) return fn(stdout, what, v, fmt), 0;
  char *text = NULL;
  size_t n = 0;
  FILE *f = open_memstream(&text, &n);
  if (!f) return wt_cli_error(2, "%s: out of memory", path);
  fn(f, what, v, fmt);
  fclose(f);
  int rc = wt_cli_write(path, text, n) ? 2 : 0;
  free(text);
  return rc;
}
static int put_all(const size_opts *o, writer fn, const void *what) {
  const struct {
    const char *path;
    enum wt_size_format fmt;
  } files[] = {{o->json, WT_FMT_JSON}, {o->csv, WT_FMT_CSV}, {o->md, WT_FMT_MD}};
  int to_stdout = 0;
  for (unsigned i = 0; i < 3; i++) {
    if (!files[i].path) continue;
    to_stdout |= !strcmp(files[i].path, "-");
    if (put(files[i].path, fn, what, &o->view, files[i].fmt)) return 2;
  }
  return to_stdout ? 0 : put(NULL, fn, what, &o->view, o->format);
}

/* A preset with the --set options from `first` on; those of declared structures go into *so. */
static int make_shape(const size_opts *o, const char *preset, int sets, wt_shape *S, wt_size_opt *so) {
  char err[500];
  *so = o->o;
  if (wt_shape_preset(S, preset, err, sizeof err)) return wt_cli_error(2, "%s", err);
  for (unsigned i = 0; sets && i < o->shape.n_set; i++) {
    int rc = wt_size_set_declared(so, o->shape.set[i], err, sizeof err);
    if (!rc && !o->o.declared) return wt_cli_error(2, "--set %s: this is a parameter of declared structures; give --declared too", o->shape.set[i]);
    if (rc < 0 || (rc && wt_shape_set(S, o->shape.set[i], err, sizeof err))) return wt_cli_error(2, "%s", err);
  }
  return wt_shape_check(S, err, sizeof err) ? wt_cli_error(2, "%s", err) : 0;
}
wt_size *wt_cli_size_table(const size_opts *o, const char *preset, int sets, int *rc) {
  char err[500];
  wt_shape S;
  wt_size_opt so;
  wt_size *z = NULL;
  if (!(*rc = make_shape(o, preset, sets, &S, &so)) && !(z = wt_size_new(&S, &so, err, sizeof err))) *rc = wt_cli_error(2, "%s", err);
  return z;
}

int wt_cli_size_view(const size_opts *o, const wt_size *z, const wt_size *z2) {
  unsigned n = 0;
  for (int k = 0; k < 2; k++)
    for (unsigned i = 0; (k ? z2 : z) && i < (k ? z2 : z)->n; i++) n += wt_size_in_view(&o->view, &(k ? z2 : z)->item[i]);
  if (n) return 0;
  if (o->view.blk) return wt_cli_error(2, "--block %s: no such block in this shape; 'warptwin bench' lists the blocks", o->view.blk);
  return wt_cli_error(2, "--group %s: no such group; use front, control, issue, operand, exec, mem, cta%s", o->view.group ? o->view.group : "",
                      o->o.declared ? " or declared" : "");
}

void wt_cli_size_label(const size_opts *o, const char *preset, int sets, char *buf, size_t n) {
  int k = snprintf(buf, n, "%s", preset);
  for (unsigned i = 0; sets && i < o->shape.n_set && k > 0 && (size_t)k < n; i++) k += snprintf(buf + k, n - (size_t)k, " %s", o->shape.set[i]);
}

/* ---- the commands ---- */

static int cmd_table(size_opts *o) {
  int rc;
  char label[600];
  wt_cli_size_label(o, o->shape.preset, 1, label, sizeof label);
  o->view.label = label;
  wt_size *z = wt_cli_size_table(o, o->shape.preset, 1, &rc);
  if (!z) return rc;
  if (!(rc = wt_cli_size_view(o, z, NULL))) rc = put_all(o, put_table, z);
  if (!rc && o->bars) rc = put(o->bars, put_bars, z, &o->view, WT_FMT_TEXT);
  if (!rc && o->treemap) rc = put(o->treemap, put_treemap, z, &o->view, WT_FMT_TEXT);
  wt_size_free(z);
  return rc;
}

/* Keys in which two tables differ as assignments that lead to b: those of --set first, in their order. */
typedef struct {
  char text[WT_MAX_CAUSES + 1][96];
  const char *key[WT_MAX_CAUSES + 1];
  unsigned n;
} key_list;
static void add_key(key_list *l, const wt_size *a, const wt_size *b, const wt_key *k) {
  char buf[16];
  unsigned va = wt_key_get(&a->S, k), vb = wt_key_get(&b->S, k);
  if (va == vb || k->kind != 'S' || l->n > WT_MAX_CAUSES) return;
  char text[96];
  snprintf(text, sizeof text, "%s=%s", k->name, wt_key_text(k, vb, buf));
  for (unsigned i = 0; i < l->n; i++)
    if (!strcmp(l->text[i], text)) return;
  memcpy(l->text[l->n], text, sizeof text);
  l->key[l->n] = l->text[l->n];
  l->n++;
}
static void differing(const size_opts *o, const wt_size *a, const wt_size *b, key_list *l) {
  l->n = 0;
  for (unsigned s = 0; s < o->shape.n_set; s++) {
    size_t n = strcspn(o->shape.set[s], "=");
    for (unsigned k = 0; k < wt_nkeys; k++)
      if (strlen(wt_keys[k].name) == n && !strncmp(wt_keys[k].name, o->shape.set[s], n)) add_key(l, a, b, &wt_keys[k]);
    for (unsigned k = 0; k < wt_size_ndpars && l->n <= WT_MAX_CAUSES; k++)
      if (strlen(wt_size_dpars[k].name) == n && !strncmp(wt_size_dpars[k].name, o->shape.set[s], n) && a->opt.dpar[k] != b->opt.dpar[k]) {
        snprintf(l->text[l->n], 96, "%s=%u", wt_size_dpars[k].name, b->opt.dpar[k]);
        l->key[l->n] = l->text[l->n], l->n++;
      }
  }
  for (unsigned k = 0; k < wt_nkeys; k++) add_key(l, a, b, &wt_keys[k]);
}

static int show_diff(size_opts *o, wt_size *a, wt_size *b, const key_list *l) {
  char err[500];
  int rc = wt_cli_size_view(o, a, b);
  if (rc) return rc;
  wt_size_diff *d = wt_size_diff_new(a, b, l->key, l->n, err, sizeof err);
  if (!d) return wt_cli_error(2, "%s", err);
  rc = put_all(o, put_diff, d);
  wt_size_diff_free(d);
  return rc;
}

static int cmd_diff(size_opts *o) {
  int rc, sets_only = o->shape.preset == no_preset;
  const char *to = sets_only ? o->base : o->shape.preset;
  char left[300], right[300], label[640];
  key_list l;
  wt_cli_size_label(o, o->base, 0, left, sizeof left);
  wt_cli_size_label(o, to, 1, right, sizeof right);
  snprintf(label, sizeof label, "%s -> %s", left, right);
  o->view.label = label;
  wt_size *a = wt_cli_size_table(o, o->base, 0, &rc), *b = a ? wt_cli_size_table(o, to, 1, &rc) : NULL;
  if (b) {
    differing(o, a, b, &l);
    rc = show_diff(o, a, b, &l);
  }
  wt_size_free(a);
  wt_size_free(b);
  return rc;
}

/* Does this version compute what the file says? Only then can it say which key caused a difference. */
static int recomputes(const wt_size *z) {
  char err[300];
  wt_size_opt o = z->opt;
  wt_size_defaults(&o);
  o.node = z->opt.node, o.utilisation = z->opt.utilisation, o.macro_width = z->opt.macro_width, o.bitcell = z->opt.bitcell,
  o.declared = z->declared.n > 0;
  wt_size *r = wt_size_new(&z->S, &o, err, sizeof err);
  int same = r != NULL;
  for (unsigned i = 0; same && i < z->n; i++) {
    const wt_size_item *x = wt_size_find(r, z->item[i].id, err, sizeof err);
    same = x && x->bits == z->item[i].bits && llabs(x->um2 - z->item[i].um2) <= 1 && x->ge == z->item[i].ge;
  }
  wt_size_free(r);
  return same;
}

static int cmd_files(size_opts *o) {
  char err[500], label[1200];
  int va = 0, vb = 0, rc = 2;
  key_list l = {.n = 0};
  if (o->n_word != 3) return wt_cli_error(2, "size diff: expected two files: size diff A.json B.json");
  wt_size *a = wt_size_load(o->word[1], &va, err, sizeof err), *b = a ? wt_size_load(o->word[2], &vb, err, sizeof err) : NULL;
  if (!b) {
    rc = wt_cli_error(2, "%s", err);
  } else if (a->opt.node.nm != b->opt.node.nm || a->opt.node.nand2 != b->opt.node.nand2) {
    rc = wt_cli_error(2, "%s is at %g nm, %s at %g nm (or another NAND2): write both at one --node", o->word[1], a->opt.node.nm, o->word[2],
                      b->opt.node.nm);
  } else {
    snprintf(label, sizeof label, "%.500s (%s) -> %.500s (%s)", o->word[1], a->label, o->word[2], b->label);
    o->view.label = label;
    if (va && vb && recomputes(a)) {
      memcpy(a->opt.dpar, (wt_size_defaults(&o->o), o->o.dpar), sizeof a->opt.dpar);
      differing(o, a, b, &l);
    } else if (o->format == WT_FMT_TEXT) {
      printf("(causes are not shown: %s is not what this version computes)\n", o->word[1]);
    }
    if (l.n > WT_MAX_CAUSES) l.n = 0;
    rc = show_diff(o, a, b, &l);
  }
  wt_size_free(a);
  wt_size_free(b);
  return rc;
}

static int cmd_explain(size_opts *o) {
  int rc;
  char err[500];
  if (o->n_word != 2) return wt_cli_error(2, "size explain: which structure? size explain NAME ('warptwin size' lists them)");
  wt_size *z = wt_cli_size_table(o, o->shape.preset, 1, &rc);
  if (!z) return rc;
  const wt_size_item *i = wt_size_find(z, o->word[1], err, sizeof err);
  if (i) wt_size_explain(stdout, z, i);
  else rc = wt_cli_error(2, "%s", err);
  wt_size_free(z);
  return rc;
}

static int cmd_budget(size_opts *o) {
  int rc, over = 0;
  if (!(o->max_mm2 > 0) && !o->max_ge && !o->max_bits) return wt_cli_error(2, "size budget: which? give --max-mm2 X, --max-ge N or --max-bits N");
  wt_size *z = wt_cli_size_table(o, o->shape.preset, 1, &rc);
  if (!z) return rc;
  if ((rc = wt_cli_size_view(o, z, NULL))) return wt_size_free(z), rc;
  wt_size_sum t = wt_size_view_sum(z, &o->view, 0), d = wt_size_view_sum(z, &o->view, 1);
  t.um2 += d.um2, t.ge += d.ge, t.bits += d.bits;
  const struct {
    const char *name;
    double have, max;
    int decimals;
  } b[] = {
    {"mm2", (double)t.um2 * 1e-6, o->max_mm2, 6}, {"GE", (double)t.ge, (double)o->max_ge, 0}, {"bits", (double)t.bits, (double)o->max_bits, 0}};
  for (unsigned i = 0; i < 3; i++) {
    if (!(b[i].max > 0)) continue;
    int bad = b[i].have > b[i].max;
    printf("%s: %.*f of %.*f %s", bad ? "over" : "within", b[i].decimals, b[i].have, b[i].decimals, b[i].max, b[i].name);
    if (!i) printf(" at %g nm (modelled)", z->opt.node.nm);
    printf(", %+.1f %%\n", 100 * (b[i].have / b[i].max - 1));
    over |= bad;
  }
  wt_size_free(z);
  return over;
}

/* ---- sweep: KEY=lo:hi[:step] or KEY=a,b,c ---- */

static void sweep_row(const size_opts *o, unsigned n, const char *value, const wt_size *z, const char *why, wt_size_sum *first) {
  char a[32], b[32];
  enum wt_size_format f = o->format;
  wt_size_sum t = {0};
  if (z) {
    t = wt_size_view_sum(z, &o->view, 0);
    wt_size_sum d = wt_size_view_sum(z, &o->view, 1);
    t.bits += d.bits, t.ge += d.ge, t.um2 += d.um2, t.um2_lo += d.um2_lo, t.um2_hi += d.um2_hi;
    if (!first->n) *first = t, first->n = 1;
  }
  double m = (double)t.um2 * 1e-6, dm = first->um2 ? 100 * ((double)t.um2 / (double)first->um2 - 1) : 0;
  if (f == WT_FMT_JSON) {
    if (z)
      printf("%s\n  {\"value\": \"%s\", \"bits\": %llu, \"ge\": %lld, \"node_nm\": %g, \"mm2\": %.6f, \"mm2_lo\": %.6f, \"mm2_hi\": %.6f, "
             "\"mm2_src\": \"model\"}",
             n ? "," : "[", value, (unsigned long long)t.bits, (long long)t.ge, z->opt.node.nm, m, (double)t.um2_lo * 1e-6, (double)t.um2_hi * 1e-6);
    else printf("%s\n  {\"value\": \"%s\", \"illegal\": \"%s\"}", n ? "," : "[", value, why);
  } else if (f == WT_FMT_CSV) {
    if (z)
      printf("%s,%llu,%lld,%g,%.6f,%.6f,%.6f\n", value, (unsigned long long)t.bits, (long long)t.ge, z->opt.node.nm, m, (double)t.um2_lo * 1e-6,
             (double)t.um2_hi * 1e-6);
  } else if (!z) {
    printf(f == WT_FMT_MD ? "| %s | %s | | | | |\n" : "%-12s %s\n", value, why);
  } else {
    printf(f == WT_FMT_MD ? "| %s | %s | %s | %.6f | %.6f | %.6f | %+.1f %% |\n" : "%-12s %13s %13s %11.6f %11.6f %11.6f %+8.1f%%\n", value,
           wt_size_digits((int64_t)t.bits, a), wt_size_digits(t.ge, b), m, (double)t.um2_lo * 1e-6, (double)t.um2_hi * 1e-6, dm);
  }
}

static void sweep_head(const size_opts *o, const char *key) {
  if (o->format == WT_FMT_CSV) printf("%s,bits,ge,node_nm,mm2,mm2_lo,mm2_hi\n", key);
  if (o->format == WT_FMT_TEXT)
    printf("%-12s %13s %13s %11s %11s %11s %9s   (%s, mm2 modelled at %g nm)\n", key, "bits", "GE as gates", "mm2", "low", "high", "mm2 +-",
           o->shape.preset, o->o.node.nm);
  if (o->format == WT_FMT_MD)
    printf("| %s | bits | GE as gates | mm2 @%g nm | low | high | mm2 +- |\n|---|---|---|---|---|---|---|\n", key, o->o.node.nm);
}

static int cmd_sweep(size_opts *o) {
  char key[64], value[64], assign[160], err[500];
  const char *eq = o->n_word == 2 ? strchr(o->word[1], '=') : NULL, *p;
  unsigned long lo = 0, hi = 0, step = 1;
  int used = 0, list, rows = 0, legal = 0;
  wt_size_sum first = {0};
  if (!eq || eq == o->word[1] || eq - o->word[1] > 60)
    return wt_cli_error(2, "size sweep: expected KEY=lo:hi:step or KEY=value,value,..., as in size sweep WARPS=8:64:8");
  snprintf(key, sizeof key, "%.*s", (int)(eq - o->word[1]), o->word[1]);
  list = !(sscanf(eq + 1, "%lu:%lu:%lu%n", &lo, &hi, &step, &used) == 3 && !eq[1 + used]) &&
         !(step = 1, sscanf(eq + 1, "%lu:%lu%n", &lo, &hi, &used) == 2 && !eq[1 + used]);
  if (!list && (!step || strchr(eq, '-') || lo > hi || hi > 1u << 24 || (hi - lo) / step > 1000))
    return wt_cli_error(2, "size sweep %s: expected lo <= hi, a step above 0 and at most 1000 values", o->word[1]);
  if (o->shape.n_set == WT_MAX_SET) return wt_cli_error(2, "size sweep: too many --set options");
  for (p = eq + 1; list ? *p != 0 : lo <= hi; lo += list ? 0 : step) {
    wt_shape S;
    wt_size_opt so = o->o;
    if (list) {
      size_t n = strcspn(p, ",");
      snprintf(value, sizeof value, "%.*s", n > 60 ? 60 : (int)n, p);
      p += n + (p[n] == ',');
    } else {
      snprintf(value, sizeof value, "%lu", lo);
    }
    snprintf(assign, sizeof assign, "%s=%s", key, value);
    int rc = wt_shape_preset(&S, o->shape.preset, err, sizeof err);
    for (unsigned i = 0; !rc && i <= o->shape.n_set; i++) {
      const char *a = i < o->shape.n_set ? o->shape.set[i] : assign;
      int d = wt_size_set_declared(&so, a, err, sizeof err);
      if (!d && !o->o.declared) return wt_cli_error(2, "%s: this is a parameter of declared structures; give --declared too", a);
      rc = d < 0 ? -1 : d ? wt_shape_set(&S, a, err, sizeof err) : 0;
      if (rc && i < o->shape.n_set) return wt_cli_error(2, "%s", err);
      if (rc && strstr(err, "unknown key")) return wt_cli_error(2, "size sweep %s", wt_not_as_set(err));
    }
    wt_size *z = rc || wt_shape_check(&S, err, sizeof err) ? NULL : wt_size_new(&S, &so, err, sizeof err);
    if (z && (rc = wt_cli_size_view(o, z, NULL))) return wt_size_free(z), rc;
    if (!rows) sweep_head(o, key);
    sweep_row(o, (unsigned)rows++, value, z, err, &first);
    legal |= z != NULL;
    wt_size_free(z);
  }
  if (o->format == WT_FMT_JSON) printf("%s]\n", rows ? "\n" : "[");
  return legal ? 0 : wt_cli_error(2, "size sweep %s: no value gives a legal shape", o->word[1]);
}

static int cmd_published(void) {
  char err[500] = "";
  unsigned bad = wt_size_published(stdout, err, sizeof err);
  if (bad) return wt_cli_error(1, "%s", *err ? err : "a published figure is not reproduced");
  return 0;
}

static int cmd_doc(size_opts *o) {
  char err[500];
  if (o->n_word == 1) return wt_size_doc(stdout, err, sizeof err) ? wt_cli_error(2, "%s", err) : 0;
  int bad = wt_size_ratchet(o->word[1], stdout, err, sizeof err);
  return bad < 0 ? wt_cli_error(2, "%s", err) : bad ? 1 : 0;
}

int wt_cmd_size(int argc, char **argv) {
  static const struct argp_option options[] = {
    {"base", OPT_BASE, "PRESET", 0, "the difference from this preset to --config with --set, or to itself with --set", 0},
    {"block", OPT_BLOCK, "BLOCK", 0, "only this block", 0},
    {"group", OPT_GROUP, "GROUP", 0, "only this group: front, control, issue, operand, exec, mem, cta", 0},
    {"declared", OPT_DECLARED, NULL, 0, "also structures of publications that have no RTL here, marked", 0},
    {"node", OPT_NODE, "NM", 0, "90, 65, 45 (default), 32, 22, or another one with --nand2-um2", 0},
    {"nand2-um2", OPT_NAND2, "X", 0, "area of a NAND2 at the node", 0},
    {"bitcell-um2", OPT_BITCELL, "X", 0, "area of a 6T cell at the node", 0},
    {"utilisation", OPT_UTIL, "X", 0, "of placed gates (default 0.8)", 0},
    {"macro-width", OPT_WIDTH, "BITS", 0, "widest memory macro; auto = 128 (default), mono = no split", 0},
    {"impl", OPT_IMPL, "NAME=WHAT", 0, "build a structure or block as flop, sram or cam", 0},
    {"format", OPT_FORMAT, "F", 0, "text (default), json, csv or md on the terminal", 0},
    {"json", OPT_JSON, "FILE", 0, "also as JSON (- = only that, to the terminal)", 0},
    {"csv", OPT_CSV, "FILE", 0, "also as CSV", 0},
    {"md", OPT_MD, "FILE", 0, "also as a Markdown block", 0},
    {"bars", OPT_BARS, "FILE.svg", 0, "bar chart", 0},
    {"treemap", OPT_TREEMAP, "FILE.svg", 0, "treemap", 0},
    {"max-mm2", OPT_MM2, "X", 0, "budget: exit 1 when over", 0},
    {"max-ge", OPT_GE, "N", 0, "budget: exit 1 when over", 0},
    {"max-bits", OPT_BITS, "N", 0, "budget: exit 1 when over", 0},
    {"synth", OPT_SYNTH, NULL, 0, "synthesise with Yosys: --block, or every block that is chosen", 0},
    {"liberty", OPT_LIBERTY, "FILE", 0, "the same with a gate library of yours, and the shortest period where OpenSTA is installed", 0},
    {"rtl", OPT_RTL, "FILE.sv[:MODULE]", 0, "a module of yours in the place of --block: bits, gates and levels beside ours", 0},
    {"activity", OPT_ACTIVITY, "FILE.tcl", 0, "with --liberty and --block: power with the toggles of a run (run --activity)", 0},
    {"timeout", OPT_TIMEOUT, "SECONDS", 0, "limit of a synthesis (default 60)", 0},
    {0}};
  static const struct argp_child children[] = {{&wt_cli_shape_argp, 0, "Shape", 1}, {0}};
  static const struct argp a = {options,
                                parse,
                                "[explain NAME | sweep KEY=LO:HI:STEP | budget | diff A.json B.json | doc [FILE] | published | cite]",
                                "What the structures of a shape cost: exact bits, modelled gates and mm2.",
                                children,
                                NULL,
                                NULL};
  static const struct {
    const char *name;
    int (*fn)(size_opts *);
    unsigned words;
  } sub[] = {{"explain", cmd_explain, 2}, {"sweep", cmd_sweep, 2}, {"budget", cmd_budget, 1}, {"diff", cmd_files, 3}, {"doc", cmd_doc, 2}};
  size_opts o = {.timeout = 60};
  char err[500];
  wt_size_defaults(&o.o);
  wt_cli_parse(&a, argc, argv, &o);
  if ((o.node || o.nand2 > 0) && wt_node_find(o.node ? o.node : "45", o.nand2, &o.o.node, err, sizeof err)) return wt_cli_error(2, "%s", err);
  o.o.bitcell = o.bitcell;
  for (unsigned i = 0; i < o.n_impl; i++)
    if (wt_size_set_impl(&o.o, o.impl[i], err, sizeof err)) return wt_cli_error(2, "%s", err);
  const char *const files[] = {o.json, o.csv, o.md, o.bars, o.treemap};
  int any_file = 0;
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) any_file |= files[i] != NULL;
  if (wt_cli_outputs(files, sizeof files / sizeof *files, (const char *const *)o.word + 1,
                     o.n_word > 1 && !strcmp(o.word[0], "diff") ? o.n_word - 1 : 0))
    return 2;
  if (any_file && o.n_word && strcmp(o.word[0], "diff"))
    return wt_cli_error(2, "size %s prints to the terminal: no files, but --format where it has several", o.word[0]);
  if ((o.max_mm2 > 0 || o.max_ge || o.max_bits) && (!o.n_word || strcmp(o.word[0], "budget")))
    return wt_cli_error(2, "--max-...: only 'size budget' has limits");
  if (o.activity && (!o.liberty || !o.view.blk))
    return wt_cli_error(2, "--activity: power of which block in which library? give --block and --liberty");
  if (!o.n_word && o.rtl) return wt_cli_size_rtl(&o);
  if (!o.n_word) return o.synth ? wt_cli_size_synth(&o) : o.base ? cmd_diff(&o) : cmd_table(&o);
  if (o.synth || o.rtl) return wt_cli_error(2, "size %s: --synth, --liberty and --rtl stand alone", o.word[0]);
  for (size_t i = 0; i < sizeof sub / sizeof *sub; i++)
    if (!strcmp(o.word[0], sub[i].name)) {
      if (o.n_word > sub[i].words) return wt_cli_error(2, "size %s: '%s' is a word too many", sub[i].name, o.word[sub[i].words]);
      return sub[i].fn(&o);
    }
  if (o.n_word > 1) return wt_cli_error(2, "size %s: '%s' is a word too many", o.word[0], o.word[1]);
  if (!strcmp(o.word[0], "cite")) return wt_size_cite(stdout), 0;
  if (!strcmp(o.word[0], "published")) return cmd_published();
  return wt_cli_error(2, "size %s: expected explain, sweep, budget, diff, doc, published or cite", o.word[0]);
}
