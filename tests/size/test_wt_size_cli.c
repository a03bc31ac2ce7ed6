/* test_wt_size_cli.c - the command line of structure sizes beside the library: what each option asks for, what each command prints of it, and what is refused. Synthesis:
 * test_wt_size_yosys.c.
 */
#define _GNU_SOURCE
#include <jansson.h>
#include <math.h>
#include <stdlib.h>

#include "cli/wt_unit_size.h"
#include "size/wt_size.h"
#include "tests/cli_kit.h"
#include "text_kit.h"

/* ---- what the library says ---- */

static wt_size_opt o;
static wt_size *table(const char *preset, const char *sets) { /* sets: with blanks between */
  wt_shape S;
  char copy[200];
  ck_assert(!wt_shape_preset(&S, preset, err, sizeof err));
  snprintf(copy, sizeof copy, "%s", sets);
  for (char *save = NULL, *a = strtok_r(copy, " ", &save); a; a = strtok_r(NULL, " ", &save)) {
    int declared = wt_size_set_declared(&o, a, err, sizeof err);
    ck_assert_msg(declared == 0 || (declared == 1 && !wt_shape_set(&S, a, err, sizeof err)), "%s: %s", a, err);
  }
  ck_assert(!wt_shape_check(&S, err, sizeof err));
  wt_size *z = wt_size_new(&S, &o, err, sizeof err);
  ck_assert_msg(z != NULL, "%s", err);
  return z;
}
static wt_size *default_table(const char *preset, const char *sets) {
  wt_size_defaults(&o);
  return table(preset, sets);
}
static const char *printed(const wt_size *z, const wt_size_view *v, enum wt_size_format format) {
  FILE *f = begin();
  wt_size_print(f, z, v, format);
  return end(f);
}
static wt_size_sum all_of(const wt_size *z, const wt_size_view *v) {
  wt_size_sum t = wt_size_view_sum(z, v, 0), d = wt_size_view_sum(z, v, 1);
  t.bits += d.bits, t.ge += d.ge, t.um2 += d.um2, t.um2_lo += d.um2_lo, t.um2_hi += d.um2_hi;
  return t;
}

/* ---- the table, and each option ---- */

static const char *const formats[] = {"text", "json", "csv", "md"};
static void options_1(void) { o.utilisation = 0.25; }
static void options_2(void) { o.macro_width = 0; }
static void options_3(void) { o.macro_width = 128; }
static void options_4(void) { o.macro_width = 65536; }
static void options_5(void) { o.bitcell = 0.5; }
static void options_6(void) { ck_assert(!wt_node_find("22", 0, &o.node, err, sizeof err)); }
static void options_7(void) { ck_assert(!wt_node_find("28", 0.6, &o.node, err, sizeof err)); }
static void options_8(void) { ck_assert(!wt_node_find("45", 1.25, &o.node, err, sizeof err)); }
static void options_9(void) {
  static char a[] = "ibuffer=sram", b[] = "rfbank.bank=flop"; /* the options point into them */
  ck_assert(!wt_size_set_impl(&o, a, err, sizeof err) && !wt_size_set_impl(&o, b, err, sizeof err));
}
static void options_10(void) { o.declared = 1; }
static const struct {
  const char *args, *preset, *sets, *blk, *group;
  void (*options)(void);
} tables[] = {{"", "default", "", NULL, NULL, NULL},
              {"--config default", "default", "", NULL, NULL, NULL},
              {"--config small --set WARPS=4 --set RF_BANKS=8", "small", "WARPS=4 RF_BANKS=8", NULL, NULL, NULL},
              {"--block rfbank", "default", "", "rfbank", NULL, NULL},
              {"--block wt_rfbank", "default", "", "rfbank", NULL, NULL},
              {"--group front", "default", "", NULL, "front", NULL},
              {"--utilisation 0.25", "default", "", NULL, NULL, options_1},
              {"--utilisation 1", "default", "", NULL, NULL, NULL},
              {"--macro-width mono", "default", "", NULL, NULL, options_2},
              {"--macro-width 1 --macro-width auto", "default", "", NULL, NULL, options_3},
              {"--macro-width 65536", "default", "", NULL, NULL, options_4},
              {"--bitcell-um2 0.5", "default", "", NULL, NULL, options_5},
              {"--node 22", "default", "", NULL, NULL, options_6},
              {"--node 28 --nand2-um2 0.6", "default", "", NULL, NULL, options_7},
              {"--nand2-um2 1.25", "default", "", NULL, NULL, options_8},
              {"--impl ibuffer=sram --impl rfbank.bank=flop", "default", "", NULL, NULL, options_9},
              {"--declared --group declared", "default", "", NULL, "declared", options_10},
              {"--declared --set PUB_ILT_WAYS=4 --config small --set WARPS=4", "small", "PUB_ILT_WAYS=4 WARPS=4", NULL, NULL, options_10}};
START_TEST(tables_of_the_library) {
  char label[100], args[300];
  wt_size_defaults(&o);
  if (tables[_i].options) tables[_i].options();
  if (strstr(tables[_i].args, "utilisation 1")) o.utilisation = 1;
  wt_size *z = table(tables[_i].preset, tables[_i].sets);
  snprintf(label, sizeof label, "%s%s%s", tables[_i].preset, *tables[_i].sets ? " " : "", tables[_i].sets);
  const wt_size_view v = {tables[_i].blk, tables[_i].group, label, 0};
  for (int f = 0; f < 4; f++) {
    if (f != WT_FMT_JSON && _i % 8 != 2) continue; /* JSON has all that an option changes */
    snprintf(args, sizeof args, "size %s --format %s", tables[_i].args, formats[f]);
    if (strstr(args, "--declared --set")) /* in the order of the command line */
      snprintf(label, sizeof label, "small PUB_ILT_WAYS=4 WARPS=4");
    same(output(0, args), printed(z, &v, (enum wt_size_format)f));
  }
  wt_size_free(z);
}
END_TEST

/* A block for other commands: bits by its rows, area by the table of the ordinary options, and the structure of it that takes most. */
static void ck_unit(const wt_shape *S, const wt_size *z, const char *drv, const char *stem) {
  wt_unit_size u;
  uint64_t ff = 0, mem = 0;
  double ge = 0, um2 = 0;
  const wt_size_item *top = NULL;
  memset(&u, 0xa5, sizeof u);
  ck_assert_int_eq(wt_unit_size_of(S, drv, &u), 0);
  for (unsigned b = 0; b < z->blks->n; b++) {
    const wt_blk *x = &z->blks->blk[b];
    for (unsigned r = 0; x->chosen && !x->outside && r < x->nrows; r++) {
      const uint64_t bits = (uint64_t)wt_row_bits(&x->rows[r]) * x->count;
      if (!drv || !strcmp(x->stem, stem)) ff += x->rows[r].kind == WT_ROW_FF ? bits : 0, mem += x->rows[r].kind == WT_ROW_MEM ? bits : 0;
    }
  }
  for (unsigned i = 0; i < z->n; i++) {
    const wt_size_item *x = &z->item[i];
    if (x->declared || (drv && strcmp(x->blk, stem))) continue;
    ge += (double)x->ge, um2 += (double)x->um2;
    if (drv && (!top || x->um2 > top->um2)) top = x;
  }
  ck_assert_str_eq(u.stem, drv ? stem : "sm");
  ck_assert_msg(u.ff == ff && u.mem == mem && wt_unit_bits(&u) == ff + mem, "%s: %llu %llu", stem, (unsigned long long)u.ff,
                (unsigned long long)u.mem);
  ck_assert_msg(fabs(u.gates - ge) < 0.5 && fabs(u.mm2 - um2 * 1e-6) < 1e-9, "%s: %f of %f, %f of %f", stem, u.gates, ge, u.mm2, um2 * 1e-6);
  ck_assert_str_eq(u.top, top ? top->id : "");
  ck_assert(fabs(u.top_mm2 - (top ? (double)top->um2 * 1e-6 : 0)) < 1e-9);
  ck_assert_uint_eq(u.macros, top && top->impl == WT_IM_SRAM ? top->split * top->count : 0);
}
/* Bits are there without a table of sizes, gates and area are not known then. */
static int no_table;
wt_size *__real_wt_size_new(const wt_shape *S, const wt_size_opt *o, char *err, size_t errn);
wt_size *__wrap_wt_size_new(const wt_shape *S, const wt_size_opt *o, char *err, size_t errn);
wt_size *__wrap_wt_size_new(const wt_shape *S, const wt_size_opt *o, char *err, size_t errn) {
  return no_table ? NULL : __real_wt_size_new(S, o, err, errn);
}
START_TEST(a_block_whose_area_is_not_known) {
  wt_size *z = default_table("small", "");
  wt_unit_size u, without;
  ck_assert_int_eq(wt_unit_size_of(&z->S, NULL, &u), 0);
  no_table = 1;
  ck_assert_int_eq(wt_unit_size_of(&z->S, NULL, &without), 0);
  no_table = 0;
  ck_assert(u.gates > 0 && u.mm2 > 0 && without.gates == -1 && without.mm2 == -1);
  ck_assert_uint_eq(wt_unit_bits(&without), wt_unit_bits(&u));
  wt_size_free(z);
}
END_TEST
START_TEST(blocks_for_other_commands) {
  wt_size *z = default_table("default", "L1_BYTES=16384");
  wt_unit_size u;
  size_t before = 0;
  for (unsigned round = 0; round < 5; round++) { /* the C library fills its own shelves in the first */
    for (unsigned b = 0; b < z->blks->n; b++) {
      const wt_blk *x = &z->blks->blk[b];
      if (x->chosen && !x->outside && wt_blk_driver(z->blks, x->drv) == x) ck_unit(&z->S, z, x->drv, x->stem);
    }
    ck_unit(&z->S, z, NULL, "sm");
    ck_assert_int_eq(wt_unit_size_of(&z->S, "nobody", &u), -1);
    if (round == 3) before = suite_heap();
  }
  ck_assert_uint_le(suite_heap(), before);
  wt_size_free(z);
}
END_TEST

/* Files beside the terminal; "-" is the terminal alone. */
START_TEST(files_of_a_table) {
  static char got[1 << 19];
  wt_size *z = default_table("tiny", "");
  const wt_size_view v = {NULL, "mem", "tiny", 0};
  same(output(0, "size --config tiny --group mem --json t.json --csv t.csv --md t.md --bars b.svg --treemap m.svg"), printed(z, &v, WT_FMT_TEXT));
  static const char *const names[] = {NULL, "t.json", "t.csv", "t.md"};
  for (int f = 1; f < 4; f++) {
    slurp(names[f], got, sizeof got);
    same(got, printed(z, &v, (enum wt_size_format)f));
  }
  FILE *f = begin();
  wt_size_bars(f, z, &v);
  slurp("b.svg", got, sizeof got);
  same(got, end(f));
  f = begin();
  wt_size_treemap(f, z, &v);
  slurp("m.svg", got, sizeof got);
  same(got, end(f));
  same(output(0, "size --config tiny --group mem --csv -"), printed(z, &v, WT_FMT_CSV));
  same(output(0, "size --config tiny --group mem --format md --json t.json"), printed(z, &v, WT_FMT_MD));
  f = begin();
  wt_size_print(f, z, &v, WT_FMT_TEXT);
  wt_size_bars(f, z, &v);
  same(output(0, "size --config tiny --group mem --bars -"), end(f));
  wt_size_free(z);
}
END_TEST

START_TEST(what_is_refused) {
  static const struct {
    const char *args, *says;
  } bad[] = {{"--utilisation 1.01", "--utilisation 1.01: expected a fraction, at most 1"},
             {"--utilisation 0", "--utilisation 0: expected a number above 0 and below 10^9"},
             {"--utilisation 0.5x", "expected a number above 0"},
             {"--bitcell-um2 -1", "--bitcell-um2 -1: expected a number above 0"},
             {"--bitcell-um2 ''", "expected a number above 0"},
             {"--bitcell-um2 1e9", "below 10^9"},
             {"--nand2-um2 nan", "expected a number above 0"},
             {"--macro-width 0", "--macro-width 0: expected bits, auto (128) or mono (no split)"},
             {"--macro-width 65537", "expected bits"},
             {"--macro-width wide", "expected bits"},
             {"--format xml", "--format xml: expected text, json, csv or md"},
             {"budget --max-ge 0", "--max-ge 0: expected a number"},
             {"budget --max-ge x", "--max-ge x: expected a number"},
             {"budget --max-bits 0", "--max-bits 0: expected a number"},
             {"budget --max-bits x", "--max-bits x: expected a number"},
             {"budget --max-mm2 0", "--max-mm2 0: expected a number above 0"},
             {"--timeout 100001", "--timeout 100001: expected seconds"},
             {"--timeout x", "expected seconds"},
             {"diff a b c", "too many words: 'c'"},
             {"diff a", "expected two files: size diff A.json B.json"},
             {"explain", "which structure?"},
             {"explain a b", "size explain: 'b' is a word too many"},
             {"sweep WARPS=1:2 b", "size sweep: 'b' is a word too many"},
             {"budget b --max-ge 1", "size budget: 'b' is a word too many"},
             {"doc a b", "size doc: 'b' is a word too many"},
             {"cite b", "size cite: 'b' is a word too many"},
             {"published b", "size published: 'b' is a word too many"},
             {"nothing", "size nothing: expected explain, sweep, budget, diff, doc, published or cite"},
             {"--max-ge 5", "--max-...: only 'size budget' has limits"},
             {"--max-bits 5", "only 'size budget' has limits"},
             {"--max-mm2 5", "only 'size budget' has limits"},
             {"cite --max-mm2 5", "only 'size budget' has limits"},
             {"cite --json x.json", "size cite prints to the terminal: no files, but --format where it has several"},
             {"sweep WARPS=1:2 --treemap x.svg", "size sweep prints to the terminal"},
             {"--json a.bin --csv a.bin", "a.bin: named for two files"},
             {"diff a.bin b.json --csv a.bin", "a.bin: an output that is also an input"},
             {"diff b.json a.bin --csv a.bin", "a.bin: an output that is also an input"},
             {"cite --synth", "size cite: --synth, --liberty and --rtl stand alone"},
             {"--group nowhere --declared", "--group nowhere: no such group; use front, control, issue, operand, exec, mem, cta or declared"},
             {"--group declared", "--group declared: no such group; use front, control, issue, operand, exec, mem, cta\n"},
             {"--block nobody", "--block nobody: no such block in this shape"},
             {"--base small --block nobody", "--block nobody: no such block"},
             {"budget --max-ge 1 --block nobody", "--block nobody: no such block"},
             {"sweep WARPS=8:16:8 --block nobody", "--block nobody: no such block"},
             {"budget --max-ge 1 --set NONE=1", "unknown key"},
             {"explain rfbank.bank --set NONE=1", "unknown key"},
             {"--base small --set NONE=1", "unknown key"},
             {"sweep WARPS=8:16:8 --set NONE=1", "unknown key"},
             {"sweep PUB_ILT_WAYS=1:2", "give --declared too"},
             {"sweep WARPS=8:16:8 --set PUB_ILT_WAYS=2", "PUB_ILT_WAYS=2: this is a parameter of declared structures; give --declared too"},
             {"sweep =1:2", "expected KEY=lo:hi:step or KEY=value,value"},
             {"sweep 1:2", "expected KEY=lo:hi:step"},
             {"sweep", "expected KEY=lo:hi:step"},
             {"sweep AKEYOFMORETHANSIXTYLETTERSAKEYOFMORETHANSIXTYLETTERSAKEYOFMORE=1:2", "expected KEY=lo:hi:step"},
             {"sweep WARPS=1:2:0", "expected lo <= hi, a step above 0 and at most 1000 values"},
             {"sweep WARPS=3:2", "expected lo <= hi"},
             {"sweep WARPS=-3:2", "expected lo <= hi"},
             {"sweep WARPS=0:16777217:100000", "at most 1000 values"},
             {"sweep WARPS=0:1001", "at most 1000 values"},
             {"doc nofile.md", "nofile.md"},
             {"diff nofile.json a.bin", "nofile.json"},
             {"--impl rfbank=paper", "expected NAME=flop"},
             {"--node 7", "250 to 16 nm"}};
  char args[300];
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    snprintf(args, sizeof args, "size %s", bad[i].args);
    refused(2, bad[i].says, args);
  }
  char many[2000] = "size";
  for (int i = 0; i < WT_MAX_IMPL; i++) strcat(many, " --impl ibuffer=sram");
  output(0, many);
  refused(2, "more than 32 --impl options", strcat(many, " --impl rfbank=sram"));
}
END_TEST

/* ---- differences ---- */

static const char *difference(const wt_size *a, const wt_size *b, const char *const *keys, unsigned n, const wt_size_view *v,
                              enum wt_size_format format) {
  wt_size_diff *d = wt_size_diff_new(a, b, keys, n, err, sizeof err);
  ck_assert_msg(d != NULL, "%s", err);
  FILE *f = begin();
  wt_size_diff_print(f, d, v, format);
  wt_size_diff_free(d);
  return end(f);
}
START_TEST(differences_of_shapes) {
  static char got[1 << 18];
  wt_size *a = default_table("small", ""), *b = default_table("small", "RF_BANKS=8 WARPS=4"), *t = default_table("small-cc", "WARPS=4");
  /* keys in the order of the command line */
  static const char *const keys[] = {"RF_BANKS=8", "WARPS=4"};
  for (int f = 0; f < 4; f++) {
    char args[200];
    wt_size_view v = {NULL, NULL, "small -> small RF_BANKS=8 WARPS=4", 0};
    snprintf(args, sizeof args, "size --base small --set RF_BANKS=8 --set WARPS=4 --set WARPS=4 --format %s", formats[f]);
    v.label = "small -> small RF_BANKS=8 WARPS=4 WARPS=4";
    same(output(0, args), difference(a, b, keys, 2, &v, (enum wt_size_format)f));
  }
  wt_size_view v = {"rfbank", NULL, "small -> small RF_BANKS=8", 0};
  wt_size *c = default_table("small", "RF_BANKS=8");
  same(output(0, "size --base small --set RF_BANKS=8 --block rfbank --csv d.csv --format md"), difference(a, c, keys, 1, &v, WT_FMT_MD));
  slurp("d.csv", got, sizeof got);
  same(got, difference(a, c, keys, 1, &v, WT_FMT_CSV));
  refused(2, "more than 16 keys differ", "size --base small --config tiny");
  const char *csv = output(0, "size --base small --config small-cc --set WARPS=4 --format csv");
  ck_assert_ptr_nonnull(strstr(csv, "rfbank.bank,"));
  long long sum = 0;
  wt_size_diff *d = wt_size_diff_new(a, t, NULL, 0, err, sizeof err);
  ck_assert_ptr_nonnull(d);
  for (unsigned i = 0; i < d->n; i++) sum += d->d[i].bits;
  wt_size_diff_free(d);
  ck_assert_int_eq(sum, (long long)t->core.bits - (long long)a->core.bits);
  /* the default named by the user is a preset like the others */
  const char *named = output(0, "size --base small --config default --format csv");
  ck_assert_ptr_nonnull(strstr(named, "rfbank.bank,"));
  ck_assert_ptr_null(strstr(named, "small -> small"));
  wt_size_free(a), wt_size_free(b), wt_size_free(c), wt_size_free(t);
}
END_TEST

/* Parameters of declared structures are causes, too. */
START_TEST(differences_of_declared_structures) {
  wt_size_defaults(&o), o.declared = 1;
  wt_size *a = table("small", ""), *b = table("small", "PUB_ILT_WAYS=4 WARPS=4");
  static const char *const keys[] = {"PUB_ILT_WAYS=4", "WARPS=4"};
  const wt_size_view v = {NULL, NULL, "small -> small PUB_ILT_WAYS=4 WARPS=4", 0};
  same(output(0, "size --declared --base small --set PUB_ILT_WAYS=4 --set WARPS=4"), difference(a, b, keys, 2, &v, WT_FMT_TEXT));
  wt_size_free(a), wt_size_free(b);
}
END_TEST

START_TEST(differences_of_files) {
  wt_size *a = default_table("small", ""), *b = default_table("small", "WARPS=4");
  static const char *const keys[] = {"WARPS=4"};
  wt_size_view v = {NULL, NULL, "a.json (small) -> b.json (small WARPS=4)", 0};
  output(0, "size --config small --json a.json"), output(0, "size --config small --set WARPS=4 --json b.json");
  for (int f = 0; f < 4; f++) {
    char args[100];
    snprintf(args, sizeof args, "size diff a.json b.json --format %s", formats[f]);
    same(output(0, args), difference(a, b, keys, 1, &v, (enum wt_size_format)f));
  }
  /* other options than the defaults come with the file: the causes are there */
  static const char *const options[] = {"--node 22", "--utilisation 0.5", "--macro-width mono", "--bitcell-um2 0.5", "--declared"};
  for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
    char args[200];
    snprintf(args, sizeof args, "size --config small %s --json a.json", options[i]);
    output(0, args);
    snprintf(args, sizeof args, "size --config small --set WARPS=4 %s --json b.json", options[i]);
    output(0, args);
    const char *text_of = output(0, "size diff a.json b.json");
    ck_assert_msg(strstr(text_of, "WARPS=4 ") && !strstr(text_of, "causes are not shown"), "%s: %s", options[i], text_of);
  }
  /* a figure that this version does not compute: bits, GE or area of one structure, each by more than rounding */
  static const struct {
    const char *sed;
    int shown;
  } changes[] = {{"0,/\"bits\": [0-9]*/s//\"bits\": 77/", 0}, {"0,/\"ge\": [0-9]*/s//\"ge\": 77/", 0}, {"s/nothing/nothing/", 1}};
  output(0, "size --config small --json a.json"), output(0, "size --config small --set WARPS=4 --json b.json");
  for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
    char cmd[400];
    snprintf(cmd, sizeof cmd, "cd %s && sed '%s' a.json >c.json", dir, changes[i].sed);
    ck_assert_int_eq(system(cmd), 0);
    const char *why = strstr(output(0, "size diff c.json b.json"), "(causes are not shown: c.json is not what this version computes)");
    ck_assert_msg((why == NULL) == changes[i].shown, "%s", changes[i].sed);
    ck_assert_ptr_null(strstr(output(0, "size diff c.json b.json --format csv"), "causes"));
  }
  output(0, "size --config small --node 22 --json c.json");
  refused(2, "a.json is at 45 nm, c.json at 22 nm (or another NAND2): write both at one --node", "size diff a.json c.json");
  output(0, "size --config small --nand2-um2 2 --json c.json");
  refused(2, "write both at one --node", "size diff a.json c.json");
  refused(2, "no such block", "size diff a.json b.json --block nobody");
  wt_size_free(a), wt_size_free(b);
}
END_TEST

/* ---- the other commands ---- */

START_TEST(one_structure_is_explained) {
  wt_size *z = default_table("small", "WARPS=4");
  FILE *f = begin();
  wt_size_explain(f, z, wt_size_find(z, "rfbank.bank", err, sizeof err));
  same(output(0, "size explain rfbank.bank --config small --set WARPS=4"), end(f));
  refused(2, "no such structure", "size explain nothing");
  f = begin();
  wt_size_cite(f);
  same(output(0, "size cite"), end(f));
  f = begin();
  ck_assert_uint_eq(wt_size_published(f, err, sizeof err), 0);
  same(output(0, "size published"), end(f));
  f = begin();
  ck_assert_int_eq(wt_size_doc(f, err, sizeof err), 0);
  same(output(0, "size doc"), end(f));
  output(0, "size doc " WT_ROOT "/tests/golden/area.md");
  char off[300];
  snprintf(off, sizeof off, "sed '/rfbank.bank/d' " WT_ROOT "/tests/golden/area.md >%s/off.md", dir);
  ck_assert_int_eq(system(off), 0);
  output(1, "size doc off.md");
  wt_size_free(z);
}
END_TEST

START_TEST(budgets_to_the_unit) {
  static const char *const shapes[][4] = {{"small", "", "", ""}, {"small", "--block rfbank", "rfbank", ""}, {"tiny", "--declared", "", "declared"}};
  for (int k = 0; k < 3; k++) {
    wt_size_defaults(&o);
    o.declared = *shapes[k][3] != 0;
    wt_size *z = table(shapes[k][0], "");
    const wt_size_view v = {*shapes[k][2] ? shapes[k][2] : NULL, NULL, NULL, 0};
    const wt_size_sum t = all_of(z, &v);
    char args[300], want[300];
    const double mm2 = (double)t.um2 * 1e-6;
    for (int more = -1; more <= 1; more++) { /* a bit, a gate, a millionth of a mm2 too few are over, as many are not */
      const unsigned long long bits = t.bits + (uint64_t)more, ge = (uint64_t)t.ge + (uint64_t)more;
      const double max = mm2 + more * 1e-6;
      snprintf(args, sizeof args, "size budget --config %s %s --max-bits %llu --max-ge %llu --max-mm2 %.9f", shapes[k][0], shapes[k][1], bits, ge,
               max);
      const char *verdict = more < 0 ? "over" : "within";
      snprintf(want, sizeof want,
               "%s: %.6f of %.6f mm2 at 45 nm (modelled), %+.1f %%\n%s: %lld of %llu GE, %+.1f %%\n%s: %llu of %llu bits, %+.1f %%\n", verdict, mm2,
               max, 100 * (mm2 / max - 1), verdict, (long long)t.ge, ge, 100 * ((double)t.ge / (double)ge - 1), verdict, (unsigned long long)t.bits,
               bits, 100 * ((double)t.bits / (double)bits - 1));
      if (more) same(output(more < 0, args), want);
    }
    snprintf(args, sizeof args, "size budget --config %s %s --max-bits %llu", shapes[k][0], shapes[k][1], (unsigned long long)t.bits);
    snprintf(want, sizeof want, "within: %llu of %llu bits, +0.0 %%\n", (unsigned long long)t.bits, (unsigned long long)t.bits);
    same(output(0, args), want);
    snprintf(args, sizeof args, "size budget --config %s %s --max-ge %llu --max-bits 1", shapes[k][0], shapes[k][1], 2ull * (unsigned long long)t.ge);
    ck_assert_ptr_nonnull(strstr(output(1, args), "-50.0 %\nover: "));
    wt_size_free(z);
  }
}
END_TEST

static const struct {
  const char *args, *preset, *key, *values[6], *fixed;
  int declared;
} sweeps[] = {{"WARPS=4:8:2 --config small", "small", "WARPS", {"4", "6", "8"}, "", 0},
              {"WARPS=7:8 --config small --set RF_BANKS=8", "small", "WARPS", {"7", "8"}, "RF_BANKS=8", 0},
              {"DIVERGENCE=hanoi,nothing,barrier --config small --block rfbank", "small", "DIVERGENCE", {"hanoi", "nothing", "barrier"}, "", 0},
              {"WARP_SIZE=16,24,32 --config small", "small", "WARP_SIZE", {"16", "24", "32"}, "", 0},
              {"PUB_ILT_WAYS=1,4 --config small --declared", "small", "PUB_ILT_WAYS", {"1", "4"}, "", 1},
              {"WARPS=0:3:3 --config small", "small", "WARPS", {"0", "3"}, "", 0}};
START_TEST(sweeps_of_a_key) {
  char args[300], a[32], b[32];
  for (int f = 0; f < 4; f++) {
    wt_size_sum first = {0};
    FILE *w = begin();
    wt_size_defaults(&o);
    const char *const heads[] = {"%-12s          bits   GE as gates         mm2         low        high    mm2 +-   (%s, mm2 modelled at 45 nm)\n",
                                 "[", "%s,bits,ge,node_nm,mm2,mm2_lo,mm2_hi\n",
                                 "| %s | bits | GE as gates | mm2 @45 nm | low | high | mm2 +- |\n|---|---|---|---|---|---|---|\n"};
    fprintf(w, heads[f], sweeps[_i].key, sweeps[_i].preset);
    for (int i = 0; i < 6 && sweeps[_i].values[i]; i++) {
      const char *value = sweeps[_i].values[i];
      char assign[100], why[500] = "";
      wt_shape S;
      wt_size_opt so;
      wt_size_defaults(&so), so.declared = sweeps[_i].declared;
      ck_assert(!wt_shape_preset(&S, sweeps[_i].preset, why, sizeof why));
      ck_assert(!*sweeps[_i].fixed || !wt_shape_set(&S, sweeps[_i].fixed, why, sizeof why));
      snprintf(assign, sizeof assign, "%s=%s", sweeps[_i].key, value);
      int bad = wt_size_set_declared(&so, assign, why, sizeof why);
      ck_assert_int_ge(bad, 0);
      bad = (bad && wt_shape_set(&S, assign, why, sizeof why)) || wt_shape_check(&S, why, sizeof why);
      wt_size *z = bad ? NULL : wt_size_new(&S, &so, why, sizeof why);
      const char *comma = i ? "," : "";
      if (!z) {
        if (f == WT_FMT_TEXT) fprintf(w, "%-12s %s\n", value, why);
        if (f == WT_FMT_JSON) fprintf(w, "%s\n  {\"value\": \"%s\", \"illegal\": \"%s\"}", comma, value, why);
        if (f == WT_FMT_MD) fprintf(w, "| %s | %s | | | | |\n", value, why);
        continue;
      }
      const wt_size_view v = {strstr(sweeps[_i].args, "rfbank") ? "rfbank" : NULL, NULL, NULL, 0};
      const wt_size_sum t = all_of(z, &v);
      if (!first.um2) first = t;
      const double m = (double)t.um2 * 1e-6, lo = (double)t.um2_lo * 1e-6, hi = (double)t.um2_hi * 1e-6,
                   more = 100 * ((double)t.um2 / (double)first.um2 - 1);
      const unsigned long long bits = t.bits;
      if (f == WT_FMT_TEXT)
        fprintf(w, "%-12s %13s %13s %11.6f %11.6f %11.6f %+8.1f%%\n", value, wt_size_digits((int64_t)bits, a), wt_size_digits(t.ge, b), m, lo, hi,
                more);
      if (f == WT_FMT_JSON)
        fprintf(w,
                "%s\n  {\"value\": \"%s\", \"bits\": %llu, \"ge\": %lld, \"node_nm\": 45, \"mm2\": %.6f, \"mm2_lo\": %.6f, \"mm2_hi\": %.6f, "
                "\"mm2_src\": \"model\"}",
                comma, value, bits, (long long)t.ge, m, lo, hi);
      if (f == WT_FMT_CSV) fprintf(w, "%s,%llu,%lld,45,%.6f,%.6f,%.6f\n", value, bits, (long long)t.ge, m, lo, hi);
      if (f == WT_FMT_MD)
        fprintf(w, "| %s | %s | %s | %.6f | %.6f | %.6f | %+.1f %% |\n", value, wt_size_digits((int64_t)bits, a), wt_size_digits(t.ge, b), m, lo, hi,
                more);
      wt_size_free(z);
    }
    if (f == WT_FMT_JSON) fputs("\n]\n", w);
    snprintf(args, sizeof args, "size sweep %s --format %s", sweeps[_i].args, formats[f]);
    same(output(0, args), end(w));
  }
}
END_TEST

START_TEST(sweeps_at_their_limits) {
  char err_[16384], args[9000] = "size sweep WARPS=1:2 --config small";
  /* a thousand and one values; the illegal ones have a line, too */
  unsigned lines = 0;
  for (const char *p = output(0, "size sweep WARPS=0:1000 --config small"); *p; p++) lines += *p == '\n';
  ck_assert_uint_eq(lines, 1002);
  output(2, "size sweep WARPS=16777216:16777216 --config small"); /* a number, and no shape */
  ck_assert_int_eq(warptwin("size sweep WARPS=100:200:50", err_, sizeof err_), 2);
  ck_assert_ptr_nonnull(strstr(err_, "size sweep WARPS=100:200:50: no value gives a legal shape"));
  ck_assert_int_eq(warptwin("size sweep WARPS=100,200 --format json", err_, sizeof err_), 2);
  static char out[4000];
  slurp("out", out, sizeof out);
  json_t *j = json_loads(out, 0, NULL);
  ck_assert_msg(json_array_size(j) == 2, "%s", out);
  json_decref(j);
  output(2, "size sweep WARPS= --config small --format json");
  /* what is no range is a list of one */
  static const char *const one[] = {"WARPS=1:2:3:4", "WARPS=1:2x", "WARPS=1:2:3x", "WARPS=1:"};
  for (int i = 0; i < 4; i++) {
    snprintf(args, sizeof args, "size sweep %s --config small", one[i]);
    ck_assert_int_eq(warptwin(args, err_, sizeof err_), 2);
    ck_assert_ptr_nonnull(strstr(err_, "no value gives a legal shape"));
  }
  const char *two = strchr(output(0, "size sweep WARPS=4, --config small --format csv"), '\n');
  ck_assert(two && strchr(two + 1, '\n') && !strchr(two + 1, '\n')[1]);
}
END_TEST

int main(void) {
  TCase *t = tcase_create("size_cli");
  tcase_add_loop_test(t, tables_of_the_library, 0, sizeof tables / sizeof *tables);
  tcase_add_test(t, blocks_for_other_commands);
  tcase_add_test(t, a_block_whose_area_is_not_known);
  tcase_add_test(t, files_of_a_table);
  tcase_add_test(t, what_is_refused);
  tcase_add_test(t, differences_of_shapes);
  tcase_add_test(t, differences_of_declared_structures);
  tcase_add_test(t, differences_of_files);
  tcase_add_test(t, one_structure_is_explained);
  tcase_add_test(t, budgets_to_the_unit);
  tcase_add_loop_test(t, sweeps_of_a_key, 0, sizeof sweeps / sizeof *sweeps);
  tcase_add_test(t, sweeps_at_their_limits);
  return run_suite("size_cli", t);
}
