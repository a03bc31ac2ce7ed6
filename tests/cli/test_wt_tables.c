/* test_wt_tables.c - texts and Markdown of compare and whatif, worked out here once more from their JSON and from the size tables. Sweeps: test_wt_sweep_text.c. */
#define _GNU_SOURCE
#include <math.h>

#include "size/wt_size.h"
#include "tests/cli_kit.h" /* by its name: mutate lays the command line beside a suite that reads it */
#include "tables_kit.h"

static char err[16384];

/* ---- compare ---- */

static void compare_uses(const json_t *j, int md) {
  json_t *sizes = json_object_get(j, "sizes"), *s;
  size_t v;
  row("in use|%s|of|peak|mean|mm2 at 45 nm|", str(j, "over"));
  for (unsigned i = 0; i < WT_PEAKS; i++) {
    int full = 0, first = 1;
    json_array_foreach(sizes, v, s) full |= json_is_true(json_object_get(json_object_get(json_object_get(s, "occupancy"), peak(i)), "full"));
    json_array_foreach(sizes, v, s) {
      json_t *o = json_object_get(json_object_get(s, "occupancy"), peak(i));
      char mm2[40] = "-";
      if (!o) continue;
      if (json_is_real(json_object_get(o, "mm2"))) snprintf(mm2, sizeof mm2, "%.6f", num(o, "mm2"));
      row("%s|%s|%lld|%lld|%.2f|%s|%s", first || md ? peak(i) : "", str(s, "value"), whole(o, "of"), whole(o, "peak"), num(o, "mean"), mm2,
          first && !full ? "never full: enlarging it cannot help" : "");
      first = 0;
    }
  }
  put_rows("llrrrrl", md);
}
static void compare_conditions(const json_t *j) {
  put("C twin with the oracle in tandem; shape %s", str(j, "config"));
  for (size_t i = 0; i < json_array_size(json_object_get(j, "set")); i++) put(" %s", at(json_object_get(j, "set"), i));
  put("; seed %lld; at most %lld cycles a launch\n", whole(j, "seed"), whole(j, "max_cycles"));
}
static void compare_cells(const json_t *j, int md) {
  json_t *c, *cells = json_object_get(j, "cells");
  const int traces = json_object_get(json_array_get(cells, 0), "discrepancy") != NULL;
  const char *last = "", *name;
  size_t i;
  row("kernel|%s|cycles|warp insns|lanes|max occupancy|unit bits|result%s", str(j, "over"), traces ? "|discrepancy" : "");
  json_array_foreach(cells, i, c) {
    char numbers[100] = "-|-|-", occ[100] = "", apart[40] = "";
    json_t *v;
    if (whole(c, "cycles"))
      snprintf(numbers, sizeof numbers, "%lld|%lld|%.1f %%", whole(c, "cycles"), whole(c, "warp_instructions"), 100 * num(c, "lane_activity"));
    json_object_foreach(json_object_get(c, "max_occupancy"), name, v) if (json_is_integer(v))
      sprintf(occ + strlen(occ), "%s%s %lld", *occ ? ", " : "", name, (long long)json_integer_value(v));
    if (traces) {
      json_t *d = json_object_get(c, "discrepancy");
      if (json_is_real(d)) snprintf(apart, sizeof apart, "|%.2f %%", 100 * json_real_value(d));
      else strcpy(apart, "|-");
    }
    row("%s|%s|%s|%s|%lld|%s%s", md || strcmp(last, str(c, "kernel")) ? str(c, "kernel") : "", str(c, "value"), numbers, *occ ? occ : "-",
        whole(c, "unit_bits"), str(c, "verdict"), apart);
    last = str(c, "kernel");
  }
  put_rows("llrrrlrlr", md);
}
static void compare_units(const json_t *j, int md) {
  json_t *sizes = json_object_get(j, "sizes"), *s;
  size_t i;
  row("%s|unit|FF bits|MEM bits|unit bits|bits of the SM|GE|mm2 at 45 nm", str(j, "over"));
  json_array_foreach(sizes, i, s) {
    json_t *u = json_object_get(s, "unit"), *sm = json_object_get(s, "sm");
    ck_assert(whole(u, "bits") == whole(u, "ff_bits") + whole(u, "mem_bits") && whole(sm, "bits") == whole(sm, "ff_bits") + whole(sm, "mem_bits"));
    row("%s|%s|%lld|%lld|%lld|%lld|%.0f|%.4f", str(s, "value"), str(u, "block"), whole(u, "ff_bits"), whole(u, "mem_bits"), whole(u, "bits"),
        whole(sm, "bits"), num(u, "gates"), num(u, "mm2"));
  }
  put_rows("llrrrrrr", md);
}
/* Those that have not ended, with the lines of their report. */
static size_t compare_unfinished(const json_t *j, int md, int print) {
  json_t *c;
  size_t i, n = 0;
  json_array_foreach(json_object_get(j, "cells"), i, c) {
    if (!strcmp(str(c, "verdict"), "ok")) continue;
    if (!n++ && print) put(md ? "\nNot finished:\n" : "\nnot finished:\n");
    if (!print) continue;
    const char *r = str(c, "report");
    if (md) put("\n%s, `%s=%s`:\n\n```\n%s\n```\n", str(c, "kernel"), str(j, "over"), str(c, "value"), r);
    else {
      put("%s, %s=%s:\n  ", str(c, "kernel"), str(j, "over"), str(c, "value"));
      for (; *r; r++) put(*r == '\n' ? "\n  " : "%c", *r);
      put("\n");
    }
  }
  return n;
}
static const struct {
  const char *args;
  int code;
} compares[] = {{"--config small --over SCHED=lrr,gto,oldest vecadd,nested", 0},
                {"--config small --set YIELD_RELEASE=0 --seed 3 --over FORCE=1,0 backoff vecadd --traces tr", 0},
                {"--config small --over WARPS=2,8 vecadd --max-cycles 7000000", 1},
                {"--config small --over DIVERGENCE=hanoi_yr,simt_stack,barrier vecadd", 0},
                {"--config small --over WARP_SIZE=16,32 shuffle", 0}};
static void compare_text(const json_t *j, int md) {
  const size_t n = json_array_size(json_object_get(j, "cells"));
  clear();
  compare_conditions(j);
  if (md) put("\n");
  compare_cells(j, md);
  put("\n");
  compare_units(j, md);
  if (compare_unfinished(j, md, 0) < n) put("\n"), compare_uses(j, md);
  compare_unfinished(j, md, 1);
}
START_TEST(texts_of_compare) {
  char args[300];
  static char got[1 << 18];
  snprintf(args, sizeof args, "compare %s --json", compares[_i].args);
  json_t *j = json_loads(output(compares[_i].code, args), 0, NULL);
  ck_assert_ptr_nonnull(j);
  snprintf(args, sizeof args, "compare %s --markdown", compares[_i].args);
  snprintf(got, sizeof got, "%s", output(compares[_i].code, args));
  compare_text(j, 1);
  is_wanted(got);
  snprintf(args, sizeof args, "compare %s", compares[_i].args);
  const char *text = output(compares[_i].code, args);
  *got = 0;
  for (const char *p = text; *p; p = strchr(p, '\n') + 1) { /* what the area of a unit goes into stands in the text alone */
    const size_t line = strcspn(p, "\n") + 1;
    if (memmem(p, line, " has fewer bits than ", 21)) continue;
    strncat(got, p, line);
  }
  compare_text(j, 0);
  is_wanted(got);
  json_decref(j);
}
END_TEST

/* ---- whatif ---- */

static wt_size *table(const char *preset, const char *sets, const char *node) {
  wt_shape S;
  wt_size_opt o;
  char copy[200];
  wt_size_defaults(&o);
  if (*node) ck_assert(!wt_node_find(node, 0, &o.node, err, sizeof err));
  ck_assert(!wt_shape_preset(&S, preset, err, sizeof err));
  snprintf(copy, sizeof copy, "%s", sets);
  for (char *save = NULL, *a = strtok_r(copy, " ", &save); a; a = strtok_r(NULL, " ", &save)) ck_assert(!wt_shape_set(&S, a, err, sizeof err));
  ck_assert(!wt_shape_check(&S, err, sizeof err));
  return wt_size_new(&S, &o, err, sizeof err);
}
static double percent(double a, double b) { return a > 0 ? 100 * (b / a - 1) : 0; }
static void cost(const wt_size *const z[2], const char *base, int md) {
  char a[32], b[32];
  const wt_size_sum *x = &z[0]->core, *y = &z[1]->core;
  const char *rows_of = md ? "| %s | %s | %s | %+.1f %% |\n" : "  %-24s %16s %16s %+9.1f%%\n";
  char unit[40], m[2][32];
#define ROW(name, from, to, of)                                 \
  do {                                                          \
    char line_[200];                                            \
    snprintf(line_, sizeof line_, rows_of, name, from, to, of); \
    put("%s", line_);                                           \
  } while (0)
  _Pragma("GCC diagnostic push") _Pragma("GCC diagnostic ignored \"-Wformat-nonliteral\"");
  ROW("bits", wt_size_digits((int64_t)x->bits, a), wt_size_digits((int64_t)y->bits, b), percent((double)x->bits, (double)y->bits));
  ROW("GE as gates, modelled", wt_size_digits(x->ge, a), wt_size_digits(y->ge, b), percent((double)x->ge, (double)y->ge));
  snprintf(unit, sizeof unit, "mm2 at %g nm, modelled", z[0]->opt.node.nm);
  snprintf(m[0], 32, "%.6f", (double)x->um2 * 1e-6), snprintf(m[1], 32, "%.6f", (double)y->um2 * 1e-6);
  ROW(unit, m[0], m[1], percent((double)x->um2, (double)y->um2));
  _Pragma("GCC diagnostic pop");
  /* the structures that changed, the largest change first, and of two that are equal by name; eight of them */
  wt_size_diff *d = wt_size_diff_new(z[0], z[1], NULL, 0, err, sizeof err);
  const wt_size_delta *last = NULL;
  unsigned n = 0, all = 0;
  for (unsigned i = 0; i < d->n; i++) all += d->d[i].bits || d->d[i].ge || d->d[i].um2;
  for (; n < 8 && n < all; n++) {
    const wt_size_delta *next = NULL;
    for (unsigned i = 0; i < d->n; i++) {
      const wt_size_delta *e = &d->d[i];
#define ID(e) ((e)->b ? (e)->b : (e)->a)->id
#define BEHIND(p, q) (llabs((p)->um2) < llabs((q)->um2) || (llabs((p)->um2) == llabs((q)->um2) && strcmp(ID(p), ID(q)) > 0))
      if (!(e->bits || e->ge || e->um2) || (last && !BEHIND(e, last))) continue;
      if (!next || BEHIND(next, e)) next = e;
    }
    last = next;
    put(md ? "| %s | %.6f | %.6f | %+.6f mm2 |\n" : "    %-22s %16.6f %16.6f %+10.6f mm2\n", ID(last), last->a ? (double)last->a->um2 * 1e-6 : 0,
        last->b ? (double)last->b->um2 * 1e-6 : 0, (double)last->um2 * 1e-6);
  }
  if (all > 8) put(md ? "| and %u smaller changes | | | |\n" : "    and %u smaller changes (warptwin size --base %s ...)\n", all - 8, base);
  wt_size_diff_free(d);
}
static int ended(const json_t *k) { return json_object_get(k, "change") != NULL; }
static void benefit(json_t *j, int md) {
  json_t *k;
  size_t i;
  char a[32], b[32];
  if (md)
    put("\n| benefit | cycles | after | +- | IPC | after | +- | lanes | after | +- | coalescing | after | +- | warps, peak | after "
        "|\n|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|\n");
  else
    put("  %-16s %11s %11s %8s %7s %7s %8s %7s %7s %7s %8s %7s %8s %6s %6s\n", "benefit", "cycles", "after", "+-", "IPC", "after", "+-", "lanes",
        "after", "+-", "coalesc.", "after", "+-", "warps", "after");
  json_array_foreach(json_object_get(j, "kernels"), i, k) {
    json_t *p = json_object_get(k, "before"), *q = json_object_get(k, "after"), *c = json_object_get(k, "change");
    if (!ended(k)) {
      const char *why = str(whole(p, "status") ? p : q, "report"), *more = strstr(why, " warp 0 (cta"); /* JSON has blanks for the ends of lines */
      put(md ? "| %s | %s | %s | %.*s | | | | | | | | | | | |\n" : "  %-16s %11s %11s   %.*s\n", str(k, "name"), str(p, "verdict"), str(q, "verdict"),
          more ? (int)(more - why) : (int)strlen(why), why);
      continue;
    }
    put(md ? "| %s | %s | %s | %+.1f %% | %.3f | %.3f | %+.1f %% | %.1f %% | %.1f %% | %+.1f | %.2f | %.2f | %+.1f %% | %lld | %lld |\n"
           : "  %-16s %11s %11s %+7.1f%% %7.3f %7.3f %+7.1f%% %6.1f%% %6.1f%% %+7.1f %8.2f %7.2f %+7.1f%% %6lld %6lld\n",
        str(k, "name"), wt_size_digits(whole(p, "cycles"), a), wt_size_digits(whole(q, "cycles"), b), num(c, "cycles_percent"), num(p, "ipc"),
        num(q, "ipc"), num(c, "ipc_percent"), 100 * num(p, "lane_activity"), 100 * num(q, "lane_activity"), 100 * num(c, "lane_activity"),
        num(p, "coalescing_rate"), num(q, "coalescing_rate"), num(c, "coalescing_percent"), whole(json_object_get(p, "peak"), "WARPS"),
        whole(json_object_get(q, "peak"), "WARPS"));
  }
}
static const char *used(const json_t *o, char *buf, size_t n) {
  if (!o) return strcpy(buf, "-");
  int k = snprintf(buf, n, "%lld of %lld, mean %.2f", whole(o, "peak"), whole(o, "of"), num(o, "mean"));
  if (json_is_real(json_object_get(o, "mm2"))) snprintf(buf + k, n - (size_t)k, ", %.6f mm2", num(o, "mm2"));
  return buf;
}
static void in_use(json_t *j, int md) {
  json_t *a = json_object_get(json_object_get(j, "occupancy"), "before"), *b = json_object_get(json_object_get(j, "occupancy"), "after");
  char before[100], after[100];
  if (md) put("\n| in use, peak and mean | before | after | |\n|---|---|---|---|\n");
  else put("  %-24s %-48s %s\n", "in use, peak and mean", "before", "after");
  for (unsigned i = 0; i < WT_PEAKS; i++) {
    json_t *x = json_object_get(a, peak(i)), *y = json_object_get(b, peak(i));
    if (!x && !y) continue;
    const char *note =
      json_is_true(json_object_get(x, "full")) || json_is_true(json_object_get(y, "full")) ? "" : "never full: enlarging it cannot help";
    used(x, before, sizeof before), used(y, after, sizeof after);
    if (md) put("| %s | %s | %s | %s |\n", peak(i), before, after, note);
    else if (*note) put("    %-22s %-48s %-48s %s\n", peak(i), before, after, note);
    else put("    %-22s %-48s %s\n", peak(i), before, after);
  }
}
/* What was changed and is not used up on the larger shape. */
static void not_used_up(json_t *j, int md) {
  json_t *a = json_object_get(json_object_get(j, "occupancy"), "before"), *b = json_object_get(json_object_get(j, "occupancy"), "after"), *k;
  size_t n = 0, q;
  json_array_foreach(json_object_get(j, "kernels"), q, k) n += (size_t)ended(k);
  for (unsigned i = 0; i < WT_PEAKS; i++) {
    json_t *x = json_object_get(a, peak(i)), *y = json_object_get(b, peak(i));
    if (!x || !y || whole(x, "of") == whole(y, "of")) continue;
    json_t *large = whole(x, "of") > whole(y, "of") ? x : y, *small = large == x ? y : x;
    if (whole(large, "peak") >= whole(large, "of")) continue;
    put("%s%s: %s used more than %lld of the %lld, %s\n", md ? "\n" : "  ", peak(i), n == 1 ? "the kernel never" : "no kernel", whole(large, "peak"),
        whole(large, "of"),
        whole(large, "peak") <= whole(small, "of") ? "so the change had nothing to act on: its benefit cannot be measured with these kernels"
                                                   : "so these kernels measure only a part of the change");
  }
}
static const struct {
  const char *args, *base, *to, *sets, *node;
  int code;
} whatifs[] = {{"--base small --set CTAS=16 --set COLLECTORS=4 vecadd,reduce", "small", "small", "CTAS=16 COLLECTORS=4", "", 0},
               {"--base default --config small --seed 4 vecadd", "default", "small", "", "", 0},
               {"--base small --set WARPS=2 --node 22 vecadd", "small", "small", "WARPS=2", "22", 1},
               {"--base small --set WARPS=16 vecadd", "small", "small", "WARPS=16", "", 0},
               {"--base small --set YIELD_RELEASE=0 --set FORCE=0 backoff,vecadd", "small", "small", "YIELD_RELEASE=0 FORCE=0", "", 0}};
START_TEST(texts_of_whatif) {
  static char text[2][1 << 17];
  char args[300], label[200], c[32];
  json_t *k;
  size_t i, n = 0;
  double logs = 0;
  snprintf(args, sizeof args, "whatif %s -q --json w.json --markdown w.md", whatifs[_i].args);
  snprintf(text[0], sizeof text[0], "%s", output(whatifs[_i].code, args));
  slurp("w.md", text[1], sizeof text[1]);
  json_t *j = json_of("w.json");
  wt_size *z[2] = {table(whatifs[_i].base, "", whatifs[_i].node), table(whatifs[_i].to, whatifs[_i].sets, whatifs[_i].node)};
  snprintf(label, sizeof label, "%s%s%s", whatifs[_i].to, *whatifs[_i].sets ? " " : "", whatifs[_i].sets);
  ck_assert_str_eq(str(json_object_get(j, "before"), "shape"), whatifs[_i].base);
  ck_assert_str_eq(str(json_object_get(j, "after"), "shape"), label);
  for (int s = 0; s < 2; s++) {
    json_t *side = json_object_get(j, s ? "after" : "before");
    ck_assert(fabs(num(side, "mm2_lo") - (double)z[s]->core.um2_lo * 1e-6) < 1e-6 &&
              fabs(num(side, "mm2_hi") - (double)z[s]->core.um2_hi * 1e-6) < 1e-6);
  }
  json_array_foreach(json_object_get(j, "kernels"), i, k) {
    json_t *p = json_object_get(k, "before"), *q = json_object_get(k, "after");
    ck_assert_int_eq(ended(k), !whole(p, "status") && !whole(q, "status"));
    ck_assert_int_eq(json_object_get(p, "report") != NULL, whole(p, "status") != 0);
    if (!ended(k)) continue;
    n++, logs += log(num(q, "cycles") / num(p, "cycles"));
  }
  ck_assert(whole(j, "kernels_compared") == (long long)n && json_is_null(json_object_get(j, "cycles_ratio_geomean")) == !n);
  if (n) ck_assert(fabs(num(j, "cycles_ratio_geomean") - exp(logs / (double)n)) < 1e-5);
  for (int md = 0; md < 2; md++) {
    clear();
    put(md ? "**%s -> %s**\n\n| cost | before | after | +- |\n|---|---|---|---|\n" : "%s -> %s\n", whatifs[_i].base, label);
    if (!md) put("  %-24s %16s %16s %10s\n", "cost", "before", "after", "+-");
    cost((const wt_size *const *)z, whatifs[_i].base, md);
    benefit(j, md);
    if (n) in_use(j, md);
    not_used_up(j, md);
    if (!n) put("%sno kernel ended on both shapes\n", md ? "\n" : "  ");
    else
      put("%s%s bits, %+.1f %% mm2 for %+.1f %% cycles (geometric mean of %zu kernel%s; measured on the C twin)\n", md ? "\n" : "  ",
          wt_size_digits((int64_t)(z[1]->core.bits - z[0]->core.bits), c), percent((double)z[0]->core.um2, (double)z[1]->core.um2),
          100 * (exp(logs / (double)(n ? n : 1)) - 1), n, n == 1 ? "" : "s");
    is_wanted(text[md]);
  }
  wt_size_free(z[0]), wt_size_free(z[1]);
  json_decref(j);
}
END_TEST
START_TEST(what_whatif_refuses) {
  static const char *const bad[][2] = {{"--set WARPS=4 --nand2-um2 0 vecadd", "--nand2-um2 0: expected a number above 0"},
                                       {"--set WARPS=4 --nand2-um2 x vecadd", "expected a number above 0"},
                                       {"--set WARPS=4 --nand2-um2 1x vecadd", "expected a number above 0"},
                                       {"--set WARPS=4 --format csv vecadd", "--format csv: expected text, json or md"},
                                       {"--set WARPS=4 --format '' vecadd", "expected text, json or md"},
                                       {"--set WARPS=4 vecadd --json x --markdown x", "x: named for two files"},
                                       {"--set WARPS=4 vecadd --jobs 0", "--jobs 0: expected 1..64"},
                                       {"--set WARPS=4 vecadd --jobs 65", "expected 1..64"},
                                       {"--set WARPS=4 vecadd --jobs x", "expected 1..64"},
                                       {"--set WARPS=4 vecadd --timeout x", "--timeout x: expected seconds"},
                                       {"--set WARPS=4 vecadd --timeout 1000001", "expected seconds"},
                                       {"--set WARPS=4 vecadd --max-cycles 0", "--max-cycles 0: expected a number of cycles"},
                                       {"--set WARPS=4 vecadd --max-cycles x", "expected a number of cycles"},
                                       {"--set WARPS=4 vecadd --scale 65", "--scale 65: expected small, medium or 1..64"}};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    char args[200];
    snprintf(args, sizeof args, "whatif %s", bad[i][0]);
    refused(2, bad[i][1], args);
  }
  static char json[1 << 16];
  snprintf(json, sizeof json, "%s", output(0, "whatif --base small --set COLLECTORS=4 vecadd -q --format json"));
  ck_assert_str_eq(output(0, "whatif --base small --set COLLECTORS=4 vecadd -q --json -"), json);
  output(0, "whatif --base small --set COLLECTORS=4 vecadd -q --timeout 0 --jobs 64 --markdown - --json w.json");
  ck_assert(present("w.json"));
}
END_TEST

/* ---- policies ---- */

/* A policy is the shape with these settings: cycles, bits and area are those of whatif with the same. */
START_TEST(a_policy_is_a_change_by_itself) {
  unsigned compared = 0;
  json_t *j = json_loads(output(0, "whatif --policies --base small --set SMS=2 --set L1_BYTES=2048 vecadd,reduce -q --json -"), 0, NULL);
  const json_t *rows_ = json_object_get(j, "policies"), *base = json_array_get(rows_, 0);
  ck_assert_uint_gt(json_array_size(rows_), 15);
  for (size_t i = 1; i < json_array_size(rows_); i++) {
    const json_t *row_ = json_array_get(rows_, i);
    const char *policy = str(row_, "policy");
    if (i % 4 && strcmp(policy, "CTA_SCHED=bcs CTA_UNIT=policies") != 0 && strncmp(policy, "LCS=on", 6) != 0) continue; /* each takes two runs */
    char args[600], assign[200], set[400] = "";
    snprintf(assign, sizeof assign, "%s", policy);
    for (char *p = strtok(assign, " "); p; p = strtok(NULL, " ")) strcat(set, " --set "), strcat(set, p);
    snprintf(args, sizeof args, "whatif --base small --set SMS=2 --set L1_BYTES=2048%s vecadd,reduce -q --json -", set);
    json_t *one = json_loads(output(0, args), 0, NULL);
    const json_t *after = json_object_get(one, "after");
    ck_assert_msg(whole(row_, "bits") == whole(after, "bits") && fabs(num(row_, "mm2") - num(after, "mm2")) < 1e-6, "%s", policy);
    double ratio = 1;
    for (size_t k = 0; k < 2; k++) {
      const json_t *here = json_array_get(json_object_get(row_, "kernels"), k), *was = json_array_get(json_object_get(base, "kernels"), k),
                   *alone = json_object_get(json_array_get(json_object_get(one, "kernels"), k), "after");
      ck_assert_msg(whole(here, "cycles") == whole(alone, "cycles") && whole(here, "cycles") > 0, "%s", policy);
      ck_assert(fabs(num(here, "ipc") - num(alone, "ipc")) < 1e-5);
      ratio *= sqrt(num(here, "cycles") / num(was, "cycles"));
    }
    ck_assert(fabs(num(row_, "cycles_ratio_geomean") - ratio) < 1e-9 && whole(row_, "kernels_compared") == 2);
    json_decref(one);
    compared++;
  }
  ck_assert_uint_ge(compared, 5);
  json_decref(j);
}
END_TEST

int main(void) {
  TCase *t = tcase_create("tables");
  tcase_add_loop_test(t, texts_of_compare, 0, sizeof compares / sizeof *compares);
  tcase_add_loop_test(t, texts_of_whatif, 0, sizeof whatifs / sizeof *whatifs);
  tcase_add_test(t, a_policy_is_a_change_by_itself);
  tcase_add_test(t, what_whatif_refuses);
  return run_suite("tables", t);
}
