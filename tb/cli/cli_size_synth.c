/* cli_size_synth.c - warptwin size --synth, --liberty and --rtl: blocks as Yosys synthesises them, and a module of the user's beside ours. */
#include "cli/cli_size.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/wt_size_read.h"
#include "cli/wt_size_sta.h"
#include "lib/wt_guest.h"

static const char *library(const size_opts *o) { return o->liberty ? o->liberty : "gtech.lib"; }

/* Told beside the first result, not beside what is refused. */
static void untimed(const size_opts *o, int timed) {
  if (o->liberty && !timed) fprintf(stderr, "warptwin: no periods: OpenSTA is not installed (Debian: apt install opensta)\n");
}

/* ---- blocks of ours ---- */

/* Measured beside modelled, one block a line; a library of the user's has units of its own, so nothing is compared with it. t: NULL without one. */
static void synth_row(const size_opts *o, const char *blk, const wt_synth *s, int64_t model, int levels, const wt_synth_time *t, int is_more) {
  static const char *const rows[] = {"%-10s %12.2f %8llu %8llu %6u %8.1f",
                                     "%s\n  {\"block\": \"%s\", \"area\": %.2f, \"cells\": %llu, \"dff\": %llu, \"depth\": %u, \"seconds\": %.1f",
                                     "%s,%.2f,%llu,%llu,%u,%.1f", "| %s | %.2f | %llu | %llu | %u | %.1f |"};
  const double dev = s->area > 0 ? 100 * ((double)model / s->area - 1) : 0;
  const int own = !o->liberty;
  char a[32];
  if (!is_more && o->format == WT_FMT_JSON)
    printf("{\"schema\": \"warptwin-synth-1\", \"library\": \"%s\", \"shape\": \"%s\", \"blocks\": [", library(o), o->shape.preset);
  if (!is_more && o->format == WT_FMT_TEXT)
    printf("one instance, memories left out; %s%s\n%-10s %12s %8s %8s %6s %8s%s\n", library(o), own ? ": area in GE" : "", "block", "area", "cells",
           "DFF", "depth", "seconds",
           own ? "     model GE  deviation levels"
           : t ? "   period  longest path"
               : "");
  if (!is_more && o->format == WT_FMT_CSV)
    printf("block,area,cells,dff,depth,seconds%s\n", own ? ",model_ge,deviation_percent,levels" : t ? ",period,path_from,path_to" : "");
  if (!is_more && o->format == WT_FMT_MD)
    printf("%s%s; one instance, memories left out\n\n| block | area | cells | DFF | depth | seconds |%s\n|---|---|---|---|---|---|%s\n", library(o),
           own ? ": area in GE" : "",
           own ? " model GE | deviation | levels |"
           : t ? " period | longest path |"
               : "",
           own ? "---|---|---|"
           : t ? "---|---|"
               : "");
  const unsigned long long cells = s->cells, dff = s->dff;
  if (o->format == WT_FMT_JSON) printf(rows[WT_FMT_JSON], is_more ? "," : "", blk, s->area, cells, dff, s->depth, s->seconds);
  else printf(rows[o->format], blk, s->area, cells, dff, s->depth, s->seconds);
  if (own) {
    char l[16];
    snprintf(l, sizeof l, levels < 0 ? "" : "%d", levels);
    if (o->format == WT_FMT_TEXT) printf(" %12s %+9.1f%% %6s", wt_size_digits(model, a), dev, l);
    if (o->format == WT_FMT_JSON) printf(", \"model_ge\": %lld, \"deviation_percent\": %.1f", (long long)model, dev);
    if (o->format == WT_FMT_JSON && levels >= 0) printf(", \"levels\": %d", levels);
    if (o->format == WT_FMT_CSV) printf(",%lld,%.1f,%s", (long long)model, dev, l);
    if (o->format == WT_FMT_MD) printf(" %lld | %+.1f %% | %s |", (long long)model, dev, l);
  } else if (t) {
    static const char *const more[] = {" %8.3f  %s -> %s", ", \"period\": %.3f, \"path_from\": \"%s\", \"path_to\": \"%s\"", ",%.3f,%s,%s",
                                       " %.3f | %s -> %s |"};
    printf(more[o->format], t->period, t->from, t->to);
  }
  printf("%s", o->format == WT_FMT_JSON ? "}" : "\n");
  fflush(stdout);
}

/* A recipe of its own, for depth; that it may hit a limit takes nothing from the other figures. */
static int synth_levels(const wt_synth_of *w) {
  int most;
  char err[1500];
  return wt_synth_most_levels(w, &most, err, sizeof err) ? fprintf(stderr, "warptwin: levels of %s: %s\n", w->stem, err), -1 : most;
}
/* The same of the period: "-" to "-" where there is none. */
static const wt_synth_time *synth_time(const wt_synth_of *w, wt_synth_time *t) {
  char err[1500];
  if (!wt_synth_timing(w, t, NULL, err, sizeof err)) return t;
  *t = (wt_synth_time){.from = "-", .to = "-"};
  fprintf(stderr, "warptwin: period of %s: %s\n", w->stem, err);
  return t;
}

/* Energy is what a designer compares: power hangs on the period that he takes. */
enum { CYCLE = 10 };
static int power_line(const size_opts *o, const wt_synth_of *w) {
  wt_synth_power p;
  char err[1500];
  int rc = wt_synth_watts(w, o->activity, CYCLE, &p, err, sizeof err);
  if (rc) return wt_cli_error(rc, "%s", err);
  static const char *const forms[] = {
    "power with %s, a cycle of %d: registers %.4g W, gates %.4g W, leakage %.3g W, in all %.4g W\n",
    ",\n \"activity\": \"%s\", \"cycle\": %d, \"watts_registers\": %.5g, \"watts_gates\": %.5g, \"watts_leakage\": %.4g, \"watts\": %.5g",
    "activity,cycle,watts_registers,watts_gates,watts_leakage,watts\n%s,%d,%.5g,%.5g,%.4g,%.5g\n",
    "\n%s at a cycle of %d: registers %.5g W, gates %.5g W, leakage %.4g W, in all %.5g W\n"};
  printf(forms[o->format], o->activity, CYCLE, p.registers, p.gates, p.leakage, p.registers + p.gates + p.leakage);
  return 0;
}

int wt_cli_size_synth(size_opts *o) {
  int rc, bad = 0, limit, any = 0;
  char err[1500];
  if (o->json || o->csv || o->md || o->base) return wt_cli_error(2, "--synth: one shape, to the terminal; --format text, json, csv or md");
  wt_size *z = wt_cli_size_table(o, o->shape.preset, 1, &rc);
  if (!z) return rc;
  rc = wt_cli_size_view(o, z, NULL);
  const int timed = o->liberty && wt_synth_has_sta();
  for (unsigned b = 0; !rc && b < z->blks->n; b++) {
    const wt_blk *x = &z->blks->blk[b];
    const wt_synth_of w = {&z->S, x->stem, NULL, o->liberty, (unsigned)o->timeout};
    wt_synth s;
    wt_synth_time t;
    if (x->outside || !x->chosen || (o->view.blk && strcmp(o->view.blk, x->stem)) || (o->view.group && strcmp(o->view.group, x->group))) continue;
    if (isatty(2)) fprintf(stderr, "\r\033[K%s", x->stem);
    int st = wt_synth_run(&w, &s, &limit, err, sizeof err);
    if (isatty(2)) fputs("\r\033[K", stderr);
    if (!st && !any) untimed(o, timed);
    if (!st)
      synth_row(o, x->stem, &s, wt_synth_model(z, x->stem), o->liberty ? -1 : synth_levels(&w), timed ? synth_time(&w, &t) : NULL, any), any = 1;
    else bad = wt_cli_error(st, "%s", err);
    if (!st && o->activity && o->format != WT_FMT_JSON) bad = power_line(o, &w);
    if (st && !limit) break;
  }
  if (any && o->format == WT_FMT_JSON) {
    printf("\n]");
    if (o->activity) bad = power_line(o, &(wt_synth_of){&z->S, o->view.blk, NULL, o->liberty, (unsigned)o->timeout});
    printf("}\n");
  }
  wt_size_free(z);
  return rc ? rc : bad;
}

/* ---- a module of the user's ---- */

typedef struct {
  const char *what, *key; /* for people, for programs */
  int decimals;
  double of[2]; /* ours, yours */
} figure;
enum { FIGURES = 8 };

static int measure(const wt_synth_of *w, int yours, int timed, figure *f, wt_synth_time *t, char *err, size_t errn) {
  wt_synth_bits bits;
  wt_synth s;
  int levels;
  const wt_synth_of own = {w->S, w->stem, w->user, NULL, w->timeout};
  int rc = wt_synth_read(&own, &bits, err, errn);
  if (rc) return rc;
  f[0].of[yours] = (double)bits.ff, f[1].of[yours] = (double)bits.mem;
  if ((rc = wt_synth_run(&own, &s, NULL, err, errn))) return rc;
  f[2].of[yours] = s.area, f[3].of[yours] = s.dff_area;
  if ((rc = wt_synth_most_levels(&own, &levels, err, errn))) return rc;
  f[4].of[yours] = levels;
  if (!w->liberty) return 0;
  if ((rc = wt_synth_run(w, &s, NULL, err, errn))) return rc;
  f[5].of[yours] = s.area;
  if (timed && (rc = wt_synth_timing(w, t, NULL, err, errn))) return rc;
  f[6].of[yours] = t->period;
  return 0;
}

static void figures(const size_opts *o, const char *file, const figure *f, unsigned n) {
  char head[32];
  const char *base = strrchr(file, '/') ? strrchr(file, '/') + 1 : file;
  snprintf(head, sizeof head, "%.28s", base);
  if (o->format == WT_FMT_TEXT) printf("%-22s %14s %14s %14s\n", "", "ours", head, "difference");
  if (o->format == WT_FMT_CSV) printf("figure,ours,yours,difference\n");
  if (o->format == WT_FMT_MD) printf("| | ours | %s | difference | |\n|---|---|---|---|---|\n", base);
  for (unsigned i = 0; i < n; i++) {
    const double a = f[i].of[0], b = f[i].of[1];
    const int d = f[i].decimals;
    char part[24] = "";
    if (a > 0 && fabs(b - a) > 0) snprintf(part, sizeof part, "%+.1f %%", 100 * (b / a - 1));
    if (o->format == WT_FMT_TEXT) printf("%-22s %14.*f %14.*f %+14.*f %10s\n", f[i].what, d, a, d, b, d, b - a, part);
    if (o->format == WT_FMT_CSV) printf("%s,%.*f,%.*f,%.*f\n", f[i].key, d, a, d, b, d, b - a);
    if (o->format == WT_FMT_MD) printf("| %s | %.*f | %.*f | %+.*f | %s |\n", f[i].what, d, a, d, b, d, b - a, part);
    if (o->format == WT_FMT_JSON)
      printf("%s \"%s\": {\"ours\": %.*f, \"yours\": %.*f, \"difference\": %.*f}", i ? ",\n" : "", f[i].key, d, a, d, b, d, b - a);
  }
}

static int rtl(const size_opts *o, const wt_size *z, const wt_blk *b) {
  char spec[1400], block[64], file[1024], module[64], err[2000];
  figure f[FIGURES] = {{"flip-flop bits", "flip_flop_bits", 0, {0}},
                       {"memory bits", "memory_bits", 0, {0}},
                       {"gate equivalents", "gate_equivalents", 1, {0}},
                       {"  of flip-flops", "gate_equivalents_flip_flops", 1, {0}},
                       {"gate levels", "gate_levels", 0, {0}},
                       {"area in the library", "area", 1, {0}},
                       {"shortest period", "period", 3, {0}}};
  wt_synth_time t[2] = {0};
  wt_user u;
  snprintf(spec, sizeof spec, "%s=%.1300s", b->stem, o->rtl);
  if (wt_guest_split(spec, block, file, module, err, sizeof err)) return wt_cli_error(2, "%s", err);
  if (strlen(file) > 3 && !strcmp(file + strlen(file) - 3, ".so"))
    return wt_cli_error(2, "--rtl %s: a shared object has no gates; give a .sv or .v", file);
  if (wt_user_open(&u, b, file, module, err, sizeof err)) return wt_cli_error(2, "%s", err);
  const int timed = o->liberty && wt_synth_has_sta();
  for (int k = 1; k >= 0; k--) { /* yours first: what is wrong with it is said soon */
    const wt_synth_of w = {&z->S, b->stem, k ? &u : NULL, o->liberty, (unsigned)o->timeout};
    int rc = measure(&w, k, timed, f, &t[k], err, sizeof err);
    if (rc) return wt_cli_error(rc, "%s", err);
  }
  untimed(o, timed);
  if (o->format == WT_FMT_TEXT)
    printf("%s: module %s of %s beside ours, shape %s; one instance, by Yosys with %s\n", b->stem, u.module, file, o->view.label, library(o));
  if (o->format == WT_FMT_JSON)
    printf("{\"schema\": \"warptwin-rtl-1\", \"block\": \"%s\", \"shape\": \"%s\", \"file\": \"%s\", \"module\": \"%s\", \"library\": \"%s\",\n",
           b->stem, o->view.label, file, u.module, library(o));
  figures(o, file, f, !o->liberty ? 5 : timed ? 7 : 6);
  static const char *const whose[] = {"ours", "yours"};
  for (int k = 0; k < 2 && timed; k++) {
    if (o->format == WT_FMT_TEXT) printf("longest path, %-5s  %s -> %s, %u cells\n", whose[k], t[k].from, t[k].to, t[k].cells);
    if (o->format == WT_FMT_MD) printf("%slongest path, %s: %s -> %s, %u cells\n", k ? "" : "\n", whose[k], t[k].from, t[k].to, t[k].cells);
    if (o->format == WT_FMT_JSON)
      printf(",\n \"path_%s\": {\"from\": \"%s\", \"to\": \"%s\", \"cells\": %u}", whose[k], t[k].from, t[k].to, t[k].cells);
  }
  int rc = o->activity ? power_line(o, &(wt_synth_of){&z->S, b->stem, &u, o->liberty, (unsigned)o->timeout}) : 0;
  if (o->format == WT_FMT_JSON) printf("}\n");
  return rc;
}

int wt_cli_size_rtl(size_opts *o) {
  int rc;
  if (!o->view.blk) return wt_cli_error(2, "--rtl %s: in the place of which block? give --block", o->rtl);
  if (o->json || o->csv || o->md || o->base) return wt_cli_error(2, "--rtl: one shape, to the terminal; --format text, json, csv or md");
  char label[600];
  wt_cli_size_label(o, o->shape.preset, 1, label, sizeof label);
  o->view.label = label;
  wt_size *z = wt_cli_size_table(o, o->shape.preset, 1, &rc);
  const wt_blk *b = z ? wt_blk_find(z->blks, o->view.blk) : NULL;
  if (z && (!b || b->outside)) rc = wt_cli_error(2, "--block %s: no such block; 'warptwin bench' lists the blocks", o->view.blk);
  else if (z) rc = rtl(o, z, b);
  wt_size_free(z);
  return rc;
}
