/* wt_size_synth.c - area and gate levels of a block. */
#include "cli/wt_size_synth.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/wt_size_job.h"

/* The recipe that the closed forms are fitted to; %s: shiftx.v, the library three times. It leaves out what takes minutes on a wide block for
 * a few percent: sharing of memory ports, and the search for functionally equal nodes. Equal lanes are synthesised once. */
#define RECIPE                                                                                                       \
  "proc; setattr -mod -set keep_hierarchy 1 *_lane; flatten; opt_expr; opt_clean; wreduce; opt_clean; techmap -map " \
  "%s; opt_expr; opt_clean; "                                                                                        \
  "alumacc; memory_collect; opt_clean; simplemap; techmap; opt_clean; "                                              \
  "dfflegalize -cell $_DFF_P_ x; techmap; opt_clean; dfflibmap -liberty %s; "                                        \
  "abc -liberty %s -script +strash;dc2;dc2;&get,-n;&nf;&put;print_stats; opt_clean; stat -liberty %s"

/* The recipe for levels, below the root; it says why it is as it is. */
#define LEVELS "scripts/depth.ys"

/* ---- area ---- */

static void area_script(const wt_size_job *j, FILE *f) { fprintf(f, RECIPE "\n", j->map, j->lib, j->lib, j->lib); }

/* "     DFF    96": flip-flops of our own library, by name; of others, cells whose name holds DFF. */
static int is_dff(const char *cell) { return *cell != '$' && (strstr(cell, "DFF") || strstr(cell, "dff") || strstr(cell, "_df")); }

static int area_result(wt_size_job *j, char *err, size_t errn) {
  wt_synth *out = j->out;
  FILE *f = fopen(j->log, "r");
  char line[2000], name[200], *p;
  unsigned long long n;
  int have = 0;
  while (f && fgets(line, sizeof line, f)) {
    if ((p = strstr(line, "lev ="))) out->depth += (unsigned)strtoul(p + 5, NULL, 10);
    if ((p = strstr(line, "Number of cells:"))) out->cells = strtoull(p + 16, NULL, 10), out->dff = 0, out->dff_area = 0;
    if (sscanf(line, " %199s %llu", name, &n) == 2 && is_dff(name)) out->dff += n, out->dff_area += (double)n * wt_liberty_area(j->library, name);
    if ((p = strstr(line, " $mem_v2 "))) out->cells -= strtoull(p + 9, NULL, 10);
    if ((p = strstr(line, "Chip area for"))) out->area = strtod(strrchr(p, ':') + 1, NULL), have = 1;
    if (strstr(line, "Area for cell type $_DFF_P_ is unknown") || strstr(line, "cannot be legalized")) have = -1;
  }
  if (f) fclose(f);
  out->seconds = j->seconds;
  return have > 0 ? 0 : wt_size_complaint(j, err, errn);
}
static int area_load(FILE *f, wt_size_job *j) {
  wt_synth *s = j->out;
  return fscanf(f, "%lf %lf %" SCNu64 " %" SCNu64 " %u %lf", &s->area, &s->dff_area, &s->cells, &s->dff, &s->depth, &s->seconds) != 6;
}
static void area_save(FILE *f, const wt_size_job *j) {
  const wt_synth *s = j->out;
  fprintf(f, "%.2f %.2f %" PRIu64 " %" PRIu64 " %u %.1f\n", s->area, s->dff_area, s->cells, s->dff, s->depth, s->seconds);
}

int wt_synth_run(const wt_synth_of *w, wt_synth *out, int *limit, char *err, size_t errn) {
  static const wt_size_kind kind = {"area-", RECIPE, 0, NULL, area_script, area_result, area_load, area_save};
  static wt_size_job j;
  j = (wt_size_job){.kind = &kind, .of = w, .out = out};
  memset(out, 0, sizeof *out);
  const int rc = wt_size_job_run(&j, 0, err, errn);
  out->kept = j.kept_now;
  if (limit) *limit = j.limit;
  return rc;
}

/* ---- levels ---- */

static void levels_script(const wt_size_job *j, FILE *f) { fprintf(f, "script %s\nwrite_blif -icells -gates -param %s\n", LEVELS, j->netlist); }

/* The netlist that the recipe for levels has left, or the reason why there is none. */
static int levels_result(wt_size_job *j, char *err, size_t errn) {
  char why[300] = "";
  FILE *f = fopen(j->netlist, "r");
  int rc = f ? wt_depth_netlist(f, j->out, why, sizeof why) : 2;
  if (f) fclose(f);
  if (!rc) return 0;
  return *why ? wt_size_fail(err, errn, "levels: %s%s", why, "") : wt_size_complaint(j, err, errn);
}
static int levels_load(FILE *f, wt_size_job *j) { return wt_depth_load(f, j->out); }
static void levels_save(FILE *f, const wt_size_job *j) { wt_depth_save(f, j->out); }

int wt_synth_levels(const wt_synth_of *w, wt_depth *out, char key[40], int *limit, char *err, size_t errn) {
  static const wt_size_kind kind = {"levels-", "", 0, LEVELS, levels_script, levels_result, levels_load, levels_save};
  static wt_size_job j;
  wt_depth none = {0};
  if (out) memset(out, 0, sizeof *out);
  j = (wt_size_job){.kind = &kind, .of = w, .out = out ? out : &none};
  const int rc = wt_size_job_run(&j, !out, err, errn);
  if (key) memcpy(key, j.key, sizeof j.key);
  if (limit) *limit = j.limit;
  return rc;
}

int wt_synth_most_levels(const wt_synth_of *w, int *most, char *err, size_t errn) {
  wt_depth d;
  const int rc = wt_synth_levels(w, &d, NULL, NULL, err, errn);
  if (rc) return rc;
  *most = wt_depth_most(&d);
  wt_depth_free(&d);
  return 0;
}

int64_t wt_synth_model(const wt_size *z, const char *stem) {
  int64_t ge = 0;
  for (unsigned i = 0; i < z->n; i++) {
    const wt_size_item *x = &z->item[i];
    if (!strcmp(x->blk, stem) && (x->kind == WT_SZ_REG || x->kind == WT_SZ_LOGIC)) ge += x->ge / (int64_t)x->count;
  }
  return ge;
}
