/* wt_size_diff.c - what a change of the shape does to every structure, and which key did it.
 *
 * Causes: every assignment alone is applied to the base; what the whole change does beyond the sum of these is interaction.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "size/wt_size.h"

static const wt_size_item *find(const wt_size *z, const char *id) {
  for (unsigned i = 0; i < z->n; i++)
    if (!strcmp(z->item[i].id, id)) return &z->item[i];
  return NULL;
}
static int64_t bits_of(const wt_size_item *i) { return i ? (int64_t)i->bits : 0; }
static int64_t ge_of(const wt_size_item *i) { return i ? i->ge : 0; }
static int64_t um2_of(const wt_size_item *i) { return i ? i->um2 : 0; }

static void add(wt_size_diff *d, const wt_size_item *a, const wt_size_item *b) {
  d->d[d->n++] = (wt_size_delta){.a = a, .b = b, .bits = bits_of(b) - bits_of(a), .ge = ge_of(b) - ge_of(a), .um2 = um2_of(b) - um2_of(a)};
}

static void only_before(wt_size_diff *d, const wt_size_item *x) {
  if (!find(d->b, x->id)) add(d, x, NULL);
}

/* The base with one assignment, and what that changes; alone it may be illegal. */
static int one_cause(wt_size_diff *d, unsigned k, const char *key) {
  wt_size_cause *c = &d->cause[k];
  wt_size_opt o = d->a->opt;
  wt_shape S = d->a->S;
  char err[300];
  c->key = key;
  int dp = wt_size_set_declared(&o, key, err, sizeof err);
  if (dp > 0 && (wt_shape_set(&S, key, err, sizeof err) || wt_shape_check(&S, err, sizeof err))) return 0;
  wt_size *z = wt_size_new(&S, &o, err, sizeof err);
  if (!z) return -1;
  c->legal = 1;
  for (unsigned i = 0; i < d->n; i++) {
    const char *id = d->d[i].a ? d->d[i].a->id : d->d[i].b->id;
    const wt_size_item *x = find(z, id);
    d->d[i].by[k] = um2_of(x) - um2_of(d->d[i].a);
    d->d[i].by_bits[k] = bits_of(x) - bits_of(d->d[i].a);
    c->bits += d->d[i].by_bits[k], c->ge += ge_of(x) - ge_of(d->d[i].a), c->um2 += d->d[i].by[k];
  }
  wt_size_free(z);
  return 0;
}

wt_size_diff *wt_size_diff_new(const wt_size *a, const wt_size *b, const char *const *keys, unsigned nkeys, char *err, size_t errn) {
  wt_size_diff *d = calloc(1, sizeof *d + (a->n + b->n) * sizeof *d->d);
  if (!d) return snprintf(err, errn, "out of memory"), NULL;
  d->d = (wt_size_delta *)(void *)(d + 1);
  if (nkeys > WT_MAX_CAUSES) {
    snprintf(err, errn, "more than %d keys differ; compare presets that are closer, or set fewer keys", WT_MAX_CAUSES);
    return wt_size_diff_free(d), NULL;
  }
  d->a = a, d->b = b;
  /* order of b; what only a has stands before the structure of both that it stood before */
  const wt_size_item *next = a->item;
  for (unsigned i = 0; i < b->n; i++) {
    const wt_size_item *both = find(a, b->item[i].id);
    for (; both && next < both; next++) only_before(d, next);
    add(d, both, &b->item[i]);
  }
  for (; next < a->item + a->n; next++) only_before(d, next);
  d->ncause = nkeys;
  for (unsigned k = 0; k < nkeys; k++)
    if (one_cause(d, k, keys[k])) return snprintf(err, errn, "out of memory"), wt_size_diff_free(d), NULL;
  return d;
}

void wt_size_diff_free(wt_size_diff *d) { free(d); }

/* ---- texts ---- */

static const wt_size_item *some(const wt_size_delta *d) { return d->b ? d->b : d->a; }
static int changed(const wt_size_delta *d) { return d->bits || d->ge || d->um2 || !d->a || !d->b; }

/* "WARPS, RF_BANKS": the keys that change this structure alone; "interaction" when none does */
static void causes(FILE *f, const wt_size_diff *d, const wt_size_delta *x, const char *sep) {
  int n = 0;
  int64_t sum = 0;
  for (unsigned k = 0; k < d->ncause; k++) {
    sum += x->by[k];
    if (x->by[k] || x->by_bits[k]) fprintf(f, "%s%s", n++ ? sep : "", d->cause[k].key);
  }
  if (d->ncause && sum != x->um2) fprintf(f, "%sinteraction", n ? sep : "");
}
static double percent(int64_t d, int64_t base) { return base ? 100.0 * (double)d / (double)base : 0; }
static const char *signed_digits(int64_t v, char buf[40]) {
  buf[0] = '+';
  wt_size_digits(v, buf + (v > 0));
  return buf;
}

typedef struct {
  int64_t bits, ge, um2, bits0, um20, bits1, um21, ge0, ge1;
} total;
static total sum(const wt_size_diff *d, const wt_size_view *v) {
  total t = {0};
  for (unsigned i = 0; i < d->n; i++) {
    const wt_size_delta *x = &d->d[i];
    if (!wt_size_in_view(v, some(x)) || some(x)->declared) continue;
    t.bits += x->bits, t.ge += x->ge, t.um2 += x->um2;
    t.bits0 += bits_of(x->a), t.bits1 += bits_of(x->b), t.um20 += um2_of(x->a), t.um21 += um2_of(x->b), t.ge0 += ge_of(x->a), t.ge1 += ge_of(x->b);
  }
  return t;
}
static total sum_causes(const wt_size_diff *d, unsigned k, const wt_size_view *v) {
  total t = {0};
  for (unsigned i = 0; i < d->n; i++)
    if (wt_size_in_view(v, some(&d->d[i])) && !some(&d->d[i])->declared) t.bits += d->d[i].by_bits[k], t.um2 += d->d[i].by[k];
  return t;
}

static void diff_text(FILE *f, const wt_size_diff *d, const wt_size_view *v, int md) {
  char a[32], b[32], c[40], e[40], g[40];
  unsigned same = 0;
  const char *row =
    md ? "| %s%s | %s | %s | %s | %s | %.6f | %.6f | %+.6f | %+.1f %% | " : "  %-22s%s %13s %13s %13s %13s %11.6f %11.6f %+11.6f %+7.1f%%  ";
  fprintf(f, md ? "**%s**, mm2 modelled at %g nm\n\n" : "%s, mm2 modelled at %g nm\n", v->label, d->a->opt.node.nm);
  if (md)
    fprintf(f, "| structure | bits before | bits after | bits +- | GE +- | mm2 before | mm2 after | mm2 +- | | cause "
               "|\n|---|---|---|---|---|---|---|---|---|---|\n");
  else
    fprintf(f, "  %-22s %13s %13s %13s %13s %11s %11s %11s %8s  %s\n", "structure", "bits before", "bits after", "bits +-", "GE +-", "mm2 before",
            "mm2 after", "mm2 +-", "", "cause");
  for (unsigned i = 0; i < d->n; i++) {
    const wt_size_delta *x = &d->d[i];
    if (!wt_size_in_view(v, some(x))) continue;
    if (!changed(x)) {
      same++;
      continue;
    }
    fprintf(f, row, some(x)->id, some(x)->declared ? md ? " (declared)" : "*" : "", x->a ? wt_size_digits(bits_of(x->a), a) : "-",
            x->b ? wt_size_digits(bits_of(x->b), b) : "-", signed_digits(x->bits, c), signed_digits(x->ge, e), um2_of(x->a) * 1e-6,
            um2_of(x->b) * 1e-6, (double)x->um2 * 1e-6, percent(x->um2, um2_of(x->a)));
    causes(f, d, x, ", ");
    fprintf(f, md ? " |\n" : "\n");
  }
  total t = sum(d, v);
  fprintf(f, row, md ? "**total**" : "total", "", wt_size_digits(t.bits0, a), wt_size_digits(t.bits1, b), signed_digits(t.bits, c),
          signed_digits(t.ge, e), (double)t.um20 * 1e-6, (double)t.um21 * 1e-6, (double)t.um2 * 1e-6, percent(t.um2, t.um20));
  fprintf(f, md ? " |\n\n" : "\n");
  total rest = t;
  for (unsigned k = 0; k < d->ncause; k++) {
    total s = sum_causes(d, k, v);
    rest.bits -= s.bits, rest.um2 -= s.um2;
    if (d->cause[k].legal)
      fprintf(f, "%s%s alone: %s bits, %+.6f mm2\n", md ? "- " : "  ", d->cause[k].key, signed_digits(s.bits, g), (double)s.um2 * 1e-6);
    else fprintf(f, "%s%s alone is no legal shape; its part is in the interaction\n", md ? "- " : "  ", d->cause[k].key);
  }
  if (d->ncause) fprintf(f, "%sinteraction: %s bits, %+.6f mm2\n", md ? "- " : "  ", signed_digits(rest.bits, g), (double)rest.um2 * 1e-6);
  fprintf(f, "%s%u structures unchanged\n", md ? "- " : "  ", same);
}

static void diff_csv(FILE *f, const wt_size_diff *d, const wt_size_view *v) {
  fprintf(f,
          "structure,declared,bits_before,bits_after,bits_delta,ge_before,ge_after,ge_delta,node_nm,mm2_before,mm2_after,mm2_delta,mm2_src,cause\n");
  for (unsigned i = 0; i < d->n; i++) {
    const wt_size_delta *x = &d->d[i];
    if (!wt_size_in_view(v, some(x))) continue;
    fprintf(f, "%s,%d,%lld,%lld,%lld,%lld,%lld,%lld,%g,%.6f,%.6f,%.6f,model,", some(x)->id, some(x)->declared, (long long)bits_of(x->a),
            (long long)bits_of(x->b), (long long)x->bits, (long long)ge_of(x->a), (long long)ge_of(x->b), (long long)x->ge, d->a->opt.node.nm,
            um2_of(x->a) * 1e-6, um2_of(x->b) * 1e-6, (double)x->um2 * 1e-6);
    causes(f, d, x, " ");
    fprintf(f, "\n");
  }
}

static void diff_json(FILE *f, const wt_size_diff *d, const wt_size_view *v) {
  const char *sep = "";
  fprintf(f, "{\n  \"schema\": \"warptwin-size-diff-1\",\n  \"label\": \"%s\",\n  \"node_nm\": %g,\n  \"structures\": [", v->label,
          d->a->opt.node.nm);
  for (unsigned i = 0; i < d->n; i++) {
    const wt_size_delta *x = &d->d[i];
    if (!wt_size_in_view(v, some(x))) continue;
    fprintf(f, "%s\n    {\"name\": \"%s\", \"declared\": %s, \"bits_before\": %lld, \"bits_after\": %lld, \"bits_delta\": %lld, \"ge_delta\": %lld, ",
            sep, some(x)->id, some(x)->declared ? "true" : "false", (long long)bits_of(x->a), (long long)bits_of(x->b), (long long)x->bits,
            (long long)x->ge);
    fprintf(f, "\"mm2_before\": %.6f, \"mm2_after\": %.6f, \"mm2_delta\": %.6f, \"mm2_src\": \"model\", \"causes\": {", um2_of(x->a) * 1e-6,
            um2_of(x->b) * 1e-6, (double)x->um2 * 1e-6);
    int64_t rest = x->um2;
    for (unsigned k = 0; k < d->ncause; k++) {
      rest -= x->by[k];
      if (x->by[k]) fprintf(f, "\"%s\": %.6f, ", d->cause[k].key, (double)x->by[k] * 1e-6);
    }
    fprintf(f, "\"interaction\": %.6f}}", (double)rest * 1e-6);
    sep = ",";
  }
  total t = sum(d, v);
  fprintf(f,
          "\n  ],\n  \"totals\": {\"bits_before\": %lld, \"bits_after\": %lld, \"bits_delta\": %lld, \"ge_before\": %lld, \"ge_after\": %lld, "
          "\"ge_delta\": %lld, ",
          (long long)t.bits0, (long long)t.bits1, (long long)t.bits, (long long)t.ge0, (long long)t.ge1, (long long)t.ge);
  fprintf(f, "\"mm2_before\": %.6f, \"mm2_after\": %.6f, \"mm2_delta\": %.6f}\n}\n", (double)t.um20 * 1e-6, (double)t.um21 * 1e-6,
          (double)t.um2 * 1e-6);
}

void wt_size_diff_print(FILE *f, const wt_size_diff *d, const wt_size_view *v, enum wt_size_format fmt) {
  if (fmt == WT_FMT_JSON) diff_json(f, d, v);
  else if (fmt == WT_FMT_CSV) diff_csv(f, d, v);
  else diff_text(f, d, v, fmt == WT_FMT_MD);
}
