/* test_wt_size_yosys.c - `size --synth` with a Yosys that is a script of the test and says what it is told to: what is read of it, what is kept, what is told when it fails. */
#define _GNU_SOURCE
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "cli/wt_size_job.h"
#include "cli/wt_size_sta.h"
#include "cli/wt_size_synth.h"
#include "size/wt_size.h"
#include "tests/cli_kit.h"
#include "text_kit.h"

/* A Yosys of the test: notes that it runs, its limits and its script, says what the file `says` holds and leaves `netlist` where the script wants one. */
static const char fake[] =
  "#!/bin/sh\n"
  "[ \"$1\" = -s ] || { echo Yosys 0.23; exit 0; }\n"
  "echo run >>$WT_FAKE/runs\n"
  "cp \"$2\" $WT_FAKE/script && dirname \"$2\" >$WT_FAKE/where\n"
  "ulimit -v >$WT_FAKE/limits; ulimit -t >>$WT_FAKE/limits; ulimit -c >>$WT_FAKE/limits\n"
  "ls $(dirname \"$2\")/wt_pkg.sv >/dev/null || exit 9\n"
  "to=$(sed -n 's/.*write_verilog -noattr -noexpr -nohex -nodec //p' \"$2\")\n"
  "if [ -n \"$to\" ]; then cat $WT_FAKE/mapped >$to; cp \"$2\" $WT_FAKE/timed; exit 0; fi\n"
  "to=$(sed -n 's/^write_blif -icells -gates -param //p' \"$2\")\n"
  "if [ -n \"$to\" ]; then [ ! -f $WT_FAKE/netlist ] || cp $WT_FAKE/netlist $to; cat $WT_FAKE/says_levels; . $WT_FAKE/then_levels; exit 0; fi\n"
  "cat $WT_FAKE/says\n"
  ". $WT_FAKE/then\n";
/* An OpenSTA of the test: a path of 1000 - 995.75. */
static const char fake_sta[] = "#!/bin/sh\n"
                               "[ \"$1\" != -version ] || { cat $WT_FAKE/sta_version 2>/dev/null; exit 0; }\n"
                               "echo run >>$WT_FAKE/sta_runs; cp \"$3\" $WT_FAKE/sta_script\n"
                               "cp \"$(sed -n 's/^read_verilog //p' \"$3\")\" $WT_FAKE/sta_netlist\n"
                               "cat $WT_FAKE/sta_says\n. $WT_FAKE/sta_then\n";
static const char path_of[] = "Startpoint: turn_q[2]_reg (rising edge-triggered flip-flop clocked by clk)\n"
                              "Endpoint: sb_ok[3] (output port clocked by clk)\n\n"
                              "    0.0000     0.0000   clock clk (rise edge)\n"
                              "    0.0000     0.0000 ^ turn_q[2]_reg/CLK (DFFPOSX1)\n"
                              "    1.1000     1.1000 v turn_q[2]_reg/Q (DFFPOSX1)\n"
                              "    3.1500     4.2500 ^ _12_/Y (NAND2X1)\n"
                              "    0.0000     4.2500 ^ sb_ok[3] (out)\n"
                              "             995.7500   slack (MET)\n";
static void says(const char *log, const char *then, const char *netlist) {
  char path[200];
  snprintf(path, sizeof path, "%s/netlist", dir), remove(path);
  file("says", log, strlen(log)), file("then", then, strlen(then));
  file("says_levels", "ERROR: no levels here\n", 22), file("then_levels", ":", 1);
  if (netlist) file("netlist", netlist, strlen(netlist));
  snprintf(path, sizeof path, "rm -rf %s/runs %s/cache", dir, dir);
  ck_assert_int_eq(system(path), 0);
}
/* What this machine has besides is hidden: OpenSTA may be there or not. */
static void fake_yosys(void) {
  char path[4096];
  snprintf(path, sizeof path, "mkdir %s/bin; IFS=:; for d in $PATH; do ln -s \"$d\"/* %s/bin 2>/dev/null; done; rm -f %s/bin/sta %s/bin/yosys", dir,
           dir, dir, dir);
  ck_assert_int_eq(system(path), 0);
  snprintf(path, sizeof path, "%s/bin", dir);
  setenv("PATH", path, 1), setenv("WT_FAKE", dir, 1);
  file("bin/yosys", fake, sizeof fake - 1);
  snprintf(path, sizeof path, "%s/bin/yosys", dir);
  ck_assert_int_eq(chmod(path, 0755), 0);
  snprintf(path, sizeof path, "%s/cache", dir);
  setenv("WARPTWIN_CACHE", path, 1);
}
static unsigned runs(void) {
  char text_of[1000];
  unsigned n = 0;
  if (!present("runs")) return 0;
  slurp("runs", text_of, sizeof text_of);
  for (const char *p = text_of; *p; p++) n += *p == '\n';
  return n;
}
/* Depth: 7 and 12 levels in two parts. Cells and flip-flops: of the last count, without its memories; what begins with $ is no cell of a library. */
static const char log_of[] =
  "ABC: netlist : i/o = 3/ 2 nd = 10 lev =  7\nABC: netlist : lev =12\n   Number of cells:     999\n     DFF    50\n   Number of cells:              "
  "  120\n"
  "     DFF                            30\n     sdffe_x1   4\n     sky_dfxtp   2\n     $_DFF_P_   7\n     NAND2    84\n     $mem_v2 3\n"
  "   Chip area for module '\\wt_x': 456.750000\n";
static const char netlist_of[] =
  ".model t\n.inputs clk a b\n.outputs y\n.gate $_AND_ A=a B=b Y=n\n.gate $_NOT_ A=n Y=m\n.gate $_AND_ A=m B=b Y=y\n.end\n";

/* The seconds behind 36 flip-flops and 19 levels are those of a script on a machine that may have other work. */
static char *in_no_time(const char *printed) {
  static char steady[8000];
  snprintf(steady, sizeof steady, "%s", printed);
  for (char *at = steady; (at = strstr(at, "36"));) {
    at += 2;
    char *levels = at + strcspn(at, "0123456789");
    if (strncmp(levels, "19", 2)) continue;
    char *seconds = levels + 2 + strcspn(levels + 2, "0123456789");
    if (*seconds && seconds[1] == '.') seconds[0] = seconds[2] = '0';
  }
  return steady;
}

static int64_t model_of(const char *preset, const char *blk) {
  wt_shape S;
  wt_size_opt o;
  int64_t ge = 0;
  wt_size_defaults(&o);
  ck_assert(!wt_shape_preset(&S, preset, err, sizeof err) && !wt_shape_check(&S, err, sizeof err));
  wt_size *z = wt_size_new(&S, &o, err, sizeof err);
  ck_assert_ptr_nonnull(z);
  for (unsigned i = 0; i < z->n; i++)
    if (!strcmp(z->item[i].blk, blk) && (z->item[i].kind == WT_SZ_REG || z->item[i].kind == WT_SZ_LOGIC)) ge += z->item[i].ge / z->item[i].count;
  ck_assert_int_eq(wt_synth_model(z, blk), ge);
  wt_size_free(z);
  return ge;
}

/* Cells of a Liberty text: names with quotes or without, blanks or none, areas of their own; what only looks like a cell is none. */
static const char liberty_of[] = "cell(DFF) { pin (D) { } area : 7.5; }\n"
                                 "library (x) { default_cell (NAND2) { area : 0.5; }\n subcell (NAND2) { area : 0.25; }\n"
                                 "cells (NAND2) { area : 0.125; }\n"
                                 "  cell (\"NAND2_big\") { area : 3.25; }\n  cell ( nand2_1) { area: 1.75 ; }\n  cell (my_nand2) {area :2.5;}\n"
                                 "  cell (NAND2_none) { pin (A) { } }\n  cell (INV) { area : 1; }\n  cell (NAND2_nothing) { area : 0; }\n"
                                 "  cell () { area : 9; }\n  cell (NAND2_last) { }\n";
START_TEST(cells_of_a_library) {
  static const struct {
    const char *name;
    double area;
  } t[] = {{"DFF", 7.5},
           {"NAND2", 0},
           {"NAND2_big", 3.25},
           {"nand2_1", 1.75},
           {"my_nand2", 2.5},
           {"NAND2_none", 0},
           {"INV", 1},
           {"IN", 0},
           {"NAND2_nothing", 0},
           {"NAND2_last", 0},
           {"", 0}};
  for (size_t i = 0; i < sizeof t / sizeof *t; i++)
    ck_assert_msg(fabs(wt_liberty_area(liberty_of, t[i].name) - t[i].area) < 1e-9, "%s: %f", t[i].name, wt_liberty_area(liberty_of, t[i].name));
  ck_assert_double_eq(wt_liberty_nand2(liberty_of), 1.75);
  ck_assert_double_eq(wt_liberty_nand2("cell (NAND2) { area : 4; }"), 4);
  ck_assert_double_eq(wt_liberty_nand2("cell (NAND3) { area : 4; }"), 0);
  ck_assert_double_eq(wt_liberty_nand2("cell (NAND2) { area : 0.5; } cell (NAND2_2) { area : 0.75; }"), 0.5);
  static const char before[] = "xcell (NAND2) { area : 3; }"; /* of no text of ours */
  ck_assert(fabs(wt_liberty_nand2(before + 1) - 3) < 1e-9 && fabs(wt_liberty_area(before + 1, "NAND2") - 3) < 1e-9);
  ck_assert_double_eq(wt_liberty_area("", "x"), 0);
  char text_of[300], name[80]; /* names of which 63 characters count */
  memset(name, 'a', 79), name[79] = 0;
  snprintf(text_of, sizeof text_of, "cell (%s) { area : 5; }", name);
  for (size_t n = 62; n < 65; n++) {
    name[n] = 0;
    ck_assert_double_eq(wt_liberty_area(text_of, name), n == 63 ? 5 : 0);
    name[n] = 'a';
  }
}
END_TEST

START_TEST(what_yosys_says_is_read) {
  char want[600], got[4000], a[32];
  fake_yosys();
  says(log_of, ":", netlist_of);
  const int64_t ge = model_of("tiny", "constport");
  const double off = 100 * ((double)ge / 456.75 - 1);
  snprintf(want, sizeof want, "block,area,cells,dff,depth,seconds,model_ge,deviation_percent,levels\nconstport,456.75,117,36,19,0.0,%lld,%.1f,3\n",
           (long long)ge, off);
  same(in_no_time(output(0, "size --synth --config tiny --block constport --format csv")), want);
  ck_assert_uint_eq(runs(), 2);
  /* what was measured is kept: the same without a run, in the other formats */
  snprintf(want, sizeof want,
           "{\"schema\": \"warptwin-synth-1\", \"library\": \"gtech.lib\", \"shape\": \"tiny\", \"blocks\": [\n  {\"block\": \"constport\", "
           "\"area\": 456.75, \"cells\": 117, \"dff\": 36, "
           "\"depth\": 19, \"seconds\": 0.0, \"model_ge\": %lld, \"deviation_percent\": %.1f, \"levels\": 3}\n]}\n",
           (long long)ge, off);
  same(in_no_time(output(0, "size --synth --config tiny --block constport --format json")), want);
  snprintf(
    want, sizeof want,
    "gtech.lib: area in GE; one instance, memories left out\n\n| block | area | cells | DFF | depth | seconds | model GE | deviation | levels |\n"
    "|---|---|---|---|---|---|---|---|---|\n| constport | 456.75 | 117 | 36 | 19 | 0.0 | %lld | %+.1f %% | 3 |\n",
    (long long)ge, off);
  same(in_no_time(output(0, "size --synth --config tiny --block constport --format md")), want);
  snprintf(want, sizeof want,
           "one instance, memories left out; gtech.lib: area in GE\n%-10s %12s %8s %8s %6s %8s     model GE  deviation levels\n%-10s %12.2f %8d %8d "
           "%6d %8.1f %12s %+9.1f%% %6d\n",
           "block", "area", "cells", "DFF", "depth", "seconds", "constport", 456.75, 117, 36, 19, 0.0, wt_size_digits(ge, a), off, 3);
  same(in_no_time(output(0, "size --synth --config tiny --block constport")), want);
  ck_assert_uint_eq(runs(), 2);
  /* another shape is another run, and so is another cache */
  output(0, "size --synth --config tiny --set WARPS=1 --block constport");
  ck_assert_uint_eq(runs(), 4);
  output(0, "size --synth --config tiny --block constport");
  ck_assert_uint_eq(runs(), 4);
  /* and so is what another program has made of it */
  static const char *const others[] = {"1s/^made by .*/made by 1 2/", "1d", "1s/$/ /", "1i x", "2,$d"};
  for (unsigned i = 0; i < 2 * (sizeof others / sizeof *others); i++) {
    char cmd[300];
    const unsigned before = runs();
    snprintf(cmd, sizeof cmd, "sed -i '%s' %s/cache/synth/%s-*", others[i / 2], dir, i % 2 ? "levels" : "area");
    ck_assert_int_eq(system(cmd), 0);
    for (int twice = 0; twice < 2; twice++) {
      output(0, "size --synth --config tiny --block constport");
      ck_assert_msg(runs() == before + 1, "%s", cmd);
    }
  }
  says(log_of, ":", netlist_of);
  output(0, "size --synth --config tiny --block constport");
  ck_assert_uint_eq(runs(), 2);
  /* its limits: 2 GB, the seconds asked for, no core; nothing of it stays */
  says(log_of, ":", netlist_of);
  output(0, "size --synth --config tiny --block constport --timeout 17");
  slurp("limits", got, sizeof got);
  ck_assert_str_eq(got, "2097152\n17\n0\n");
  slurp("where", got, sizeof got);
  got[strcspn(got, "\n")] = 0;
  ck_assert_int_eq(strncmp(got, "/tmp/wt_synth.", 14), 0);
  ck_assert_int_ne(access(got, F_OK), 0);
  slurp("script", got, sizeof got); /* of the levels, which come last */
  ck_assert(strstr(got, "/wt_pkg.sv; read_verilog -sv -I") &&
            strstr(got, "wt_constport.sv; hierarchy -check -top wt_constport\nscript scripts/depth.ys\n"));
}
END_TEST

START_TEST(a_library_of_the_users) {
  char args[400], want[800], got[4000];
  fake_yosys();
  says(log_of, ":", netlist_of);
  file("my.lib", "library (x) { }\n", 16);
  snprintf(args, sizeof args, "size --config tiny --block constport --liberty %s/my.lib --format ", dir);
  const size_t at = strlen(args);
  same(in_no_time(output(0, strcpy(args + at, "csv") - at)), "block,area,cells,dff,depth,seconds\nconstport,456.75,117,36,19,0.0\n");
  ck_assert_uint_eq(runs(), 1); /* no levels: they know no library */
  slurp("script", got, sizeof got);
  snprintf(want, sizeof want, "dfflibmap -liberty %s/my.lib; abc -liberty %s/my.lib -script ", dir, dir);
  ck_assert(strstr(got, want) && strstr(got, "stat -liberty") && strstr(got, "/cmodel/size/shiftx.v; "));
  snprintf(want, sizeof want,
           "{\"schema\": \"warptwin-synth-1\", \"library\": \"%s/my.lib\", \"shape\": \"tiny\", \"blocks\": [\n  {\"block\": \"constport\", "
           "\"area\": 456.75, \"cells\": 117, \"dff\": 36, "
           "\"depth\": 19, \"seconds\": 0.0}\n]}\n",
           dir);
  same(in_no_time(output(0, strcpy(args + at, "json") - at)), want);
  snprintf(want, sizeof want,
           "%s/my.lib; one instance, memories left out\n\n| block | area | cells | DFF | depth | seconds |\n|---|---|---|---|---|---|\n| constport | "
           "456.75 | 117 | 36 | 19 | 0.0 |\n",
           dir);
  same(in_no_time(output(0, strcpy(args + at, "md") - at)), want);
  snprintf(want, sizeof want, "one instance, memories left out; %s/my.lib\n", dir);
  const char *shown = output(0, strcpy(args + at, "text") - at);
  ck_assert(!strncmp(shown, want, strlen(want)) && !strstr(shown, "model") && strstr(shown, " seconds\nconstport "));
  ck_assert_uint_eq(runs(), 1);
  file("my.lib", "library (y) { }\n", 16); /* the same name, another library */
  output(0, args);
  ck_assert_uint_eq(runs(), 2);
  file("two words.lib", "library (x) { }\n", 16);
  refused(2, "two words.lib: the path must not hold blanks, quotes or semicolons", "size --config tiny --block constport --liberty 'two words.lib'");
  refused(2, "--liberty none.lib: cannot read: No such file", "size --config tiny --block constport --liberty none.lib");
}
END_TEST

/* A flip-flop that has a name, one that has none, and a gate. */
static const char mapped[] = "module wt_constport(clk, a, y);\n  input clk;\n  input a;\n  output y;\n  wire \\turn_q[0] ;\n"
                             "  DFFPOSX1 \\turn_q[0]_reg  (\n    .CLK(clk),\n    .D(n1),\n    .Q(\\turn_q[0] )\n  );\n"
                             "  DFFPOSX1 _7_ (\n    .CLK(clk),\n    .D(n2),\n    .Q(n3)\n  );\n"
                             "  INVX1 _8_ (\n    .A(a),\n    .Y(y)\n  );\nendmodule\n";
static void fake_opensta(const char *log, const char *then) {
  char path[200];
  file("bin/sta", fake_sta, sizeof fake_sta - 1);
  snprintf(path, sizeof path, "%s/bin/sta", dir);
  ck_assert_int_eq(chmod(path, 0755), 0);
  file("sta_says", log, strlen(log)), file("sta_then", then, strlen(then)), file("mapped", mapped, sizeof mapped - 1);
}

/* Where OpenSTA is, the shortest period and its path, by our names; kept, as the rest is. */
START_TEST(the_period_of_a_library) {
  static const char args[] = "size --config tiny --block constport --liberty my.lib --format ";
  char with[400], err_[16384], out[4000];
  fake_yosys();
  says(log_of, ":", netlist_of);
  file("my.lib", "library (x) { }\n", 16);
  fake_opensta(path_of, ":");
  snprintf(with, sizeof with, "%scsv", args);
  same(in_no_time(output(0, with)), "block,area,cells,dff,depth,seconds,period,path_from,path_to\n"
                                    "constport,456.75,117,36,19,0.0,4.250,register turn_q[2],output sb_ok[3]\n");
  ck_assert(present("sta_runs"));
  slurp("sta_script", out, sizeof out);
  ck_assert(strstr(out, "read_liberty my.lib\nread_verilog ") && strstr(out, "link_design wt_constport\ncreate_clock -name clk -period 1000 "));
  slurp("timed", out, sizeof out);
  ck_assert(strstr(out, "/mempath.v; ") && strstr(out, "dfflibmap -liberty "));
  fake_opensta("nothing\n", ":"); /* it is not asked again */
  snprintf(with, sizeof with, "%sjson", args);
  ck_assert_ptr_nonnull(strstr(output(0, with), "\"period\": 4.250, \"path_from\": \"register turn_q[2]\", \"path_to\": \"output sb_ok[3]\"}"));
  snprintf(with, sizeof with, "%smd", args);
  ck_assert_ptr_nonnull(strstr(output(0, with), " 4.250 | register turn_q[2] -> output sb_ok[3] |\n"));
  snprintf(with, sizeof with, "%stext", args);
  ck_assert_ptr_nonnull(strstr(output(0, with), "    4.250  register turn_q[2] -> output sb_ok[3]\n"));
  /* but another version of it is, and so is it with other memories */
  snprintf(out, sizeof out, "mkdir -p %s/tree/cmodel && ln -s '%s/rtl' '%s/scripts' %s/tree && cp -r '%s/cmodel/size' %s/tree/cmodel", dir, wt_root(),
           wt_root(), dir, wt_root(), dir);
  ck_assert_int_eq(system(out), 0);
  snprintf(out, sizeof out, "%s/tree", dir);
  setenv("WARPTWIN_ROOT", out, 1);
  for (int i = 0; i < 3; i++) {
    fake_opensta(path_of, ":");
    if (i == 1) file("sta_version", "2.3.3\n", 6);
    snprintf(out, sizeof out, i == 2 ? "echo >>%s/tree/cmodel/size/mempath.v" : ":", dir);
    ck_assert_int_eq(system(out), 0);
    for (int twice = 0; twice < 2; twice++) {
      snprintf(out, sizeof out, "%s/sta_runs", dir), remove(out);
      output(0, with);
      ck_assert_msg(present("sta_runs") == (i && !twice), "%d, %d", i, twice);
    }
  }
  unsetenv("WARPTWIN_ROOT");
  /* what it cannot do takes nothing from the area */
  static const struct {
    const char *log, *then, *says;
  } bad[] = {{"Error: my.lib line 3, no cells\n", "exit 1", "warptwin: period of constport: sta: my.lib line 3, no cells\n"},
             {"", "exit 1", "warptwin: period of constport: sta: it fails\n"},
             {"nothing\n", ":", "warptwin: period of constport: sta: no path is told of constport\n"}};
  snprintf(with, sizeof with, "%scsv", args);
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    says(log_of, ":", netlist_of);
    fake_opensta(bad[i].log, bad[i].then);
    ck_assert_int_eq(warptwin(with, err_, sizeof err_), 0);
    ck_assert_str_eq(err_, bad[i].says);
    slurp("out", out, sizeof out);
    ck_assert_ptr_nonnull(strstr(in_no_time(out), "\nconstport,456.75,117,36,19,0.0,0.000,-,-\n"));
  }
  /* a block without registers or gates between its ports */
  says(log_of, ":", netlist_of);
  fake_opensta("No paths found.\n", ":");
  ck_assert_ptr_nonnull(strstr(in_no_time(output(0, with)), "\nconstport,456.75,117,36,19,0.0,0.000,-,-\n"));
}
END_TEST

/* Power: flip-flops get their toggles at ports of their data; what OpenSTA says is added up, and told once. */
START_TEST(the_power_of_an_activity) {
  static const char args[] = "size --config tiny --block constport --liberty my.lib --activity a.tcl";
  static const char watts[] = "Group                  Internal  Switching    Leakage      Total\n"
                              "Sequential             1.00e-03   5.00e-04   1.00e-08   1.50e-03  60.0%\n"
                              "Combinational          2.50e-04   1.25e-04   2.00e-08   3.75e-04  40.0%\n";
  char both[2000], out[4000];
  fake_yosys();
  says(log_of, ":", netlist_of);
  file("my.lib", "library (x) { }\n", 16), file("a.tcl", "wt_flop {turn_q[0]} 0.5 0.5\n", 28);
  snprintf(both, sizeof both, "%s%s", path_of, watts);
  fake_opensta(both, ":");
  const char *shown = output(0, args), *at = strstr(shown, "power with a.tcl, a cycle of 10: ");
  ck_assert_ptr_nonnull(at);
  ck_assert_str_eq(at, "power with a.tcl, a cycle of 10: registers 0.0015 W, gates 0.000375 W, leakage 3e-08 W, in all 0.001875 W\n");
  ck_assert_ptr_null(strstr(strstr(shown, "constport ") + 1, "\nconstport ")); /* once */
  slurp("sta_netlist", out, sizeof out);
  ck_assert(strstr(out, "\\turn_q[0]_now ") && strstr(out, "    .D(\\turn_q[0]_now ),") && strstr(out, "    .D(n2),") && strstr(out, "    .A(a),"));
  slurp("sta_script", out, sizeof out);
  ck_assert(strstr(out, "-period 10 ") && strstr(out, "proc wt_flop ") && strstr(out, "/a.tcl}\nreport_power"));
  refused(2, "--activity none.tcl: cannot read", "size --config tiny --block constport --liberty my.lib --activity none.tcl");
  static const char *const less[] = {"", "Sequential 1 2 3\n", "Combinational 1 2 3\n", "Sequential 1 2\nCombinational 1 2 3\n"};
  for (size_t i = 0; i < sizeof less / sizeof *less; i++) {
    snprintf(both, sizeof both, "%s%s", path_of, less[i]);
    fake_opensta(both, ":");
    refused(2, "sta: no power is told of constport", args);
  }
}
END_TEST

START_TEST(what_yosys_cannot_do_is_told) {
  static const struct {
    const char *log, *then, *says;
  } bad[] = {
    {"", ":", "warptwin: Yosys: no result\n"},
    {"ERROR: Something is wrong\n", "exit 1", "warptwin: Yosys: Something is wrong\n"},
    {"ERROR: Syntax error in line 5\n", "exit 1", "gtech.lib: Syntax error in line 5\n"},
    {"ERROR: this liberty file\n", "exit 1", "gtech.lib: this liberty file\n"},
    {"ERROR: this Liberty file\n", "exit 1", "gtech.lib: this Liberty file\n"},
    {"Chip area for module: 5.0\nWarning: Area for cell type $_DFF_P_ is unknown!\n", ":", "gtech.lib: it has no plain D flip-flop with an area\n"},
    {"Chip area for module: 5.0\nERROR: x cannot be legalized\n", ":", "gtech.lib: it has no plain D flip-flop with an area\n"},
    {"terminate called: std::bad_alloc\n", "exit 1",
     "--synth: constport needs more than 2 GB or more than the machine has; take a smaller shape (--config small)\n"},
    {"Out of memory\n", "exit 1", "--synth: constport needs more than 2 GB"},
    {"", "kill -9 $$", "--synth: constport needs more than 2 GB"}};
  fake_yosys();
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    says(bad[i].log, bad[i].then, NULL);
    refused(2, bad[i].says, "size --synth --config tiny --block constport");
    ck_assert_uint_eq(runs(), 1);
    refused(2, bad[i].says, "size --synth --config tiny --block constport"); /* it is not kept */
    ck_assert_uint_eq(runs(), 2);
  }
  /* levels that cannot be had take nothing from the other figures */
  char err_[16384], out[4000];
  says(log_of, ":", NULL);
  ck_assert_int_eq(warptwin("size --synth --config tiny --block constport --format csv", err_, sizeof err_), 0);
  slurp("out", out, sizeof out);
  ck_assert_int_eq(strncmp(strstr(in_no_time(out), "\nconstport,"), "\nconstport,456.75,117,36,19,0.0,", 32), 0);
  ck_assert_str_eq(out + strlen(out) - 2, ",\n");
  ck_assert_str_eq(err_, "warptwin: levels of constport: Yosys: no levels here\n");
  ck_assert_ptr_null(strstr(output(0, "size --synth --config tiny --block constport --format json"), "levels"));
  says(log_of, ":", ".model t\n.end\n.model u\n.end\n");
  ck_assert_int_eq(warptwin("size --synth --config tiny --block constport --format csv", err_, sizeof err_), 0);
  ck_assert_str_eq(err_, "warptwin: levels of constport: levels: more than one module: the netlist is not flat\n");
}
END_TEST

/* Several blocks: one that needs too much does not stop the others, a mistake does. */
START_TEST(several_blocks) {
  static const char fails_for_fetch[] = "case $(cat $WT_FAKE/script) in *'-top wt_fetch'*) echo std::bad_alloc; exit 1;; esac; cat $WT_FAKE/log";
  static const char dies_for_fetch[] = "case $(cat $WT_FAKE/script) in *'-top wt_fetch'*) echo ERROR: no; exit 1;; esac; cat $WT_FAKE/log";
  char err_[16384], out[8000];
  fake_yosys();
  says(log_of, ":", netlist_of);
  file("log", log_of, strlen(log_of));
  json_t *j = json_loads(output(0, "size --synth --config tiny --group front --format json"), 0, NULL), *blocks = json_object_get(j, "blocks");
  const size_t n = json_array_size(blocks);
  ck_assert_uint_ge(n, 3);
  for (size_t i = 0; i < n; i++) ck_assert_ptr_nonnull(json_object_get(json_array_get(blocks, i), "levels"));
  json_decref(j);
  ck_assert_uint_eq(runs(), 2 * n);
  says("", fails_for_fetch, netlist_of);
  ck_assert_int_eq(warptwin("size --synth --config tiny --group front --format csv", err_, sizeof err_), 2);
  ck_assert_str_eq(err_, "warptwin: --synth: fetch needs more than 2 GB or more than the machine has; take a smaller shape (--config small)\n");
  slurp("out", out, sizeof out);
  ck_assert(strstr(out, "\ndecode,") && strstr(out, "\nibuffer,") && !strstr(out, "\nfetch,"));
  ck_assert_uint_eq(runs(), 2 * n - 1);
  says("", dies_for_fetch, netlist_of);
  ck_assert_int_eq(warptwin("size --synth --config tiny --group front --format csv", err_, sizeof err_), 2);
  ck_assert_str_eq(err_, "warptwin: Yosys: no\n");
  ck_assert_uint_lt(runs(), 2 * n - 1);
}
END_TEST

/* A second of processor time, and not more: it is known the next time, unless there is more of it. */
START_TEST(a_limit_is_known_the_next_time) {
  static const char line[] =
    "--synth: constport is not done after 1 s of processor time; take a smaller shape (--config small) or more time (--timeout)\n";
  fake_yosys();
  says("", "while :; do :; done", NULL);
  refused(2, line, "size --synth --config tiny --block constport --timeout 1");
  ck_assert_uint_eq(runs(), 1);
  refused(2, line, "size --synth --config tiny --block constport --timeout 1");
  ck_assert_uint_eq(runs(), 1);
  file("says", log_of, strlen(log_of)), file("then", ":", 1);
  output(0, "size --synth --config tiny --block constport --timeout 2");
  ck_assert_uint_eq(runs(), 3);
  output(0, "size --synth --config tiny --block constport --timeout 1"); /* a result is better than a limit */
}
END_TEST

/* What was read, kept and refused is forgotten. The C library fills its own shelves in the first rounds. */
static void all_figures(const wt_synth_of *w, const wt_synth_of *with) {
  wt_synth s;
  wt_synth_time t;
  wt_synth_power p;
  int most = 0, limit;
  char why[1500], path[200];
  snprintf(path, sizeof path, "%s/a.tcl", dir);
  ck_assert_msg(!wt_synth_watts(with, path, 10, &p, why, sizeof why), "%s", why); /* and the period with it */
  ck_assert_msg(!wt_synth_timing(with, &t, NULL, why, sizeof why) && fabs(t.period - 4.25) < 1e-9, "%s", why);
  for (int again = 0; again < 2; again++) { /* the second time from what is kept */
    ck_assert_msg(!wt_synth_run(w, &s, &limit, why, sizeof why), "%s", why);
    ck_assert(!limit && s.kept == again && s.dff == 36);
    ck_assert_msg(!wt_synth_most_levels(w, &most, why, sizeof why) && most == 3, "%s", why);
  }
  ck_assert_int_eq(wt_synth_watts(with, "/none", 10, &p, why, sizeof why), 2);
  ck_assert_int_eq(wt_synth_most_levels(&(wt_synth_of){w->S, "nobody", NULL, NULL, 5}, &most, why, sizeof why), 2);
  ck_assert_ptr_nonnull(strstr(why, "no sources of block nobody"));
  ck_assert_int_eq(wt_synth_run(&(wt_synth_of){w->S, w->stem, NULL, "/none.lib", 5}, &s, NULL, why, sizeof why), 2);
  snprintf(path, sizeof path, "rm -rf %s/cache", dir);
  ck_assert_int_eq(system(path), 0);
}
START_TEST(nothing_is_left_in_memory) {
  static const char watts[] = "Sequential 1 2 3\nCombinational 1 2 3\n";
  char both[2000], lib[100];
  wt_shape S;
  ck_assert(!wt_shape_preset(&S, "tiny", err, sizeof err) && !wt_shape_check(&S, err, sizeof err));
  fake_yosys();
  says(log_of, ":", netlist_of);
  file("my.lib", "library (x) { }\n", 16), file("a.tcl", "\n", 1);
  snprintf(both, sizeof both, "%s%s", path_of, watts), snprintf(lib, sizeof lib, "%s/my.lib", dir);
  fake_opensta(both, ":");
  const wt_synth_of w = {&S, "constport", NULL, NULL, 5}, with = {&S, "constport", NULL, lib, 5};
  for (int i = 0; i < 8; i++) all_figures(&w, &with);
  int grown = 0; /* the C library fills a shelf now and then; what is left each time is more each time */
  for (int i = 0; i < 6; i++) {
    const size_t before = suite_heap();
    all_figures(&w, &with);
    grown += suite_heap() > before;
  }
  ck_assert_int_lt(grown, 6);
}
END_TEST

int main(void) {
  TCase *t = tcase_create("size_yosys");
  tcase_add_test(t, cells_of_a_library);
  tcase_add_test(t, what_yosys_says_is_read);
  tcase_add_test(t, a_library_of_the_users);
  tcase_add_test(t, the_period_of_a_library);
  tcase_add_test(t, the_power_of_an_activity);
  tcase_add_test(t, what_yosys_cannot_do_is_told);
  tcase_add_test(t, several_blocks);
  tcase_add_test(t, a_limit_is_known_the_next_time);
  tcase_add_test(t, nothing_is_left_in_memory);
  return run_suite("size_yosys", t);
}
