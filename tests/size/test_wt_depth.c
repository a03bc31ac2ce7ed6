/* test_wt_depth.c - gate levels: netlists with known depths, the wiring, the committed table and its ratchet. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/wt_size_synth.h"
#include "cosim/wt_gen.h"
#include "cosim/wt_rtl.h"
#include "tests/suite.h"

static char err[600], out[20000];

static int read_text(const char *text, wt_depth *d) {
  FILE *f = fmemopen((void *)(uintptr_t)text, strlen(text), "r");
  ck_assert(f != NULL);
  int rc = wt_depth_netlist(f, d, err, sizeof err);
  fclose(f);
  return rc;
}

static int io(const wt_depth *d, const char *in, const char *to) {
  for (unsigned i = 0; i < d->nports; i++)
    for (unsigned o = 0; o < d->nports; o++)
      if (!strcmp(d->port[i].name, in) && !d->port[i].out && !strcmp(d->port[o].name, to) && d->port[o].out) return d->io[i * d->nports + o];
  ck_abort_msg("no ports %s, %s", in, to);
  return 0;
}

static int reg(const wt_depth *d, const char *port) {
  for (unsigned i = 0; i < d->nports; i++)
    if (!strcmp(d->port[i].name, port)) return d->port[i].reg;
  ck_abort_msg("no port %s", port);
  return 0;
}

static int shell(const char *cmd) {
  FILE *p = popen(cmd, "r");
  ck_assert(p != NULL);
  out[fread(out, 1, sizeof out - 1, p)] = 0;
  int st = pclose(p);
  return WIFEXITED(st) ? WEXITSTATUS(st) : -1;
}

/* a chain of inverters between registers, two ports of which one bit is deeper, a feed-through, constants, a reset */
static const char netlist[] =
  ".model t\n.inputs clk rst_n a[0] a[1] b c\n.outputs x y[0] y[1] z k\n.names $false\n.names $true\n1\n"
  ".gate $_NOT_ A=q Y=n1\n.gate $_NOT_ A=n1 Y=n2\n.gate $_AND_ A=n2 B=rst_n Y=n3\n.gate $_DFF_P_ C=clk D=n3 Q=q\n"
  ".gate $_AND_ A=a[0] B=b Y=m1\n.gate $_NOT_ A=a[1] Y=m2\n.gate $_NOT_ A=m2 Y=m3\n.gate $_MUX_ A=m3 B=m1 S=q Y=y[0]\n"
  ".gate $_XOR_ A=$true B=b Y=y[1]\n.names c z\n1 1\n.names q x\n1 1\n.names $false k\n1 1\n.gate $_DFF_P_ C=clk D=m1 Q=r\n.end\n";

START_TEST(levels_of_a_netlist_are_known) {
  wt_depth d;
  ck_assert_msg(!read_text(netlist, &d), "%s", err);
  ck_assert_int_eq(d.levels[WT_DEPTH_RR], 3); /* q through two inverters and the reset */
  ck_assert_int_eq(d.levels[WT_DEPTH_IR], 1);
  ck_assert_int_eq(d.levels[WT_DEPTH_RO], 1);
  ck_assert_int_eq(d.levels[WT_DEPTH_IO], 3);
  ck_assert_str_eq(d.from[WT_DEPTH_IO], "a[1]");
  ck_assert_str_eq(d.to[WT_DEPTH_IO], "y[0]");
  ck_assert_str_eq(d.from[WT_DEPTH_RR], "q");
  ck_assert_int_eq(io(&d, "a", "y"), 3);
  ck_assert_int_eq(io(&d, "b", "y"), 2);
  ck_assert_int_eq(io(&d, "c", "z"), 0); /* a wire */
  ck_assert_int_eq(io(&d, "c", "y"), WT_DEPTH_NONE);
  ck_assert_int_eq(io(&d, "a", "x"), WT_DEPTH_NONE);
  ck_assert_int_eq(reg(&d, "a"), 1);
  ck_assert_int_eq(reg(&d, "c"), WT_DEPTH_NONE);
  ck_assert_int_eq(reg(&d, "x"), 0);
  ck_assert_int_eq(reg(&d, "k"), WT_DEPTH_NONE); /* a constant is no path */
  ck_assert_uint_eq(d.cells, 9 - 1);
  ck_assert_uint_eq(d.dff, 2);
  wt_depth_free(&d);
}
END_TEST

/* Eight words: three levels from address or contents to data; a read with a clock, and every write, ends at the memory. */
START_TEST(memories_are_passed_by_a_tree_or_end_paths) {
  char text[2000];
  for (int clocked = 0; clocked < 2; clocked++) {
    snprintf(
      text, sizeof text,
      ".model t\n.inputs clk a[0] a[1] a[2] w\n.outputs x\n.gate $_NOT_ A=a[2] Y=n\n"
      ".gate $mem_v2 RD_ADDR[0]=a[0] RD_ADDR[1]=a[1] RD_ADDR[2]=n RD_CLK=clk RD_DATA=d RD_EN=$true WR_ADDR[0]=a[0] WR_CLK=clk WR_DATA=v WR_EN=w\n"
      ".param ABITS 00000000000000000000000000000011\n.param MEMID \"\\mem_q\"\n.param RD_CLK_ENABLE %d\n.param WIDTH 1\n"
      ".gate $_NOT_ A=d Y=x\n.gate $_NOT_ A=w Y=v\n.end\n",
      clocked);
    wt_depth d;
    ck_assert_msg(!read_text(text, &d), "%s", err);
    ck_assert_int_eq(d.levels[WT_DEPTH_IO], clocked ? WT_DEPTH_NONE : 5);
    ck_assert_int_eq(d.levels[WT_DEPTH_RO], clocked ? 1 : 4);
    ck_assert_int_eq(reg(&d, "w"), 1);
    ck_assert_int_eq(reg(&d, "a"), clocked ? 1 : 0);
    ck_assert_str_eq(d.to[WT_DEPTH_IR], "mem_q");
    ck_assert_uint_eq(d.mems, 1);
    wt_depth_free(&d);
  }
}
END_TEST

START_TEST(what_is_no_flat_mapped_netlist_is_refused) {
  static const char *const bad[][2] = {{"", "not a netlist"},
                                       {".model a\n.end\n.model b\n.end\n", "not flat"},
                                       {".model a\n.gate $_NOT_ A=x Y=y\n.gate $_NOT_ A=y Y=x\n.end\n", "loop"},
                                       {".model a\n.gate wt_part A=x Y=y\n.end\n", "wt_part is neither"},
                                       {".model a\n.gate $_DLATCH_P_ D=x E=e Q=y\n.end\n", "neither"},
                                       {".model a\n.names x y z\n11 1\n.end\n", "not mapped"}};
  for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
    wt_depth d;
    ck_assert_msg(read_text(bad[i][0], &d) && strstr(err, bad[i][1]), "%u: %s", i, err);
  }
}
END_TEST

START_TEST(kept_figures_are_the_same_and_a_cut_file_is_none) {
  char text[4000];
  wt_depth d, e;
  ck_assert(!read_text(netlist, &d));
  FILE *f = fmemopen(text, sizeof text, "w");
  ck_assert(!wt_depth_save(f, &d));
  fclose(f);
  f = fmemopen(text, strlen(text), "r");
  ck_assert(!wt_depth_load(f, &e));
  fclose(f);
  ck_assert(e.nports == d.nports && !memcmp(e.levels, d.levels, sizeof e.levels) && !memcmp(e.io, d.io, d.nports * d.nports * sizeof *d.io));
  ck_assert_str_eq(e.from[WT_DEPTH_IO], d.from[WT_DEPTH_IO]);
  f = fmemopen(text, strlen(text) - 4, "r");
  ck_assert(wt_depth_load(f, &e));
  fclose(f);
  wt_depth_free(&d);
}
END_TEST

/* Three blocks: register, 2 levels to p; p 3 levels to q or 1 to r; q 4 levels, r 5 levels to a register. 2 + 3 + 4 is the longest. */
#define NOT(a, b) ".gate $_NOT_ A=" a " Y=" b "\n"
static const char first[] = ".model f\n.inputs clk\n.outputs p\n" NOT("s", "t") NOT("t", "p") ".gate $_DFF_P_ C=clk D=s Q=s\n.end\n";
static const char second[] = ".model g\n.inputs clk p\n.outputs q r\n" NOT("p", "1") NOT("1", "2") NOT("2", "q") NOT("p", "r") ".end\n";
static const char third[] =
  ".model h\n.inputs clk q r\n.outputs o\n" NOT("q", "1") NOT("1", "2") NOT("2", "3") NOT("3", "4") ".gate $_DFF_P_ C=clk D=4 Q=u\n" NOT("r", "5")
    NOT("5", "6") NOT("6", "7") NOT("7", "8") NOT("8", "9") ".gate $_DFF_P_ C=clk D=9 Q=v\n" NOT("q", "o") ".end\n";
static const char back[] = ".model b\n.inputs q\n.outputs p\n" NOT("q", "p") ".end\n";

START_TEST(the_longest_path_over_the_wiring_is_known) {
  wt_depth d[4];
  wt_depth_step s[4];
  ck_assert(!read_text(first, &d[0]) && !read_text(second, &d[1]) && !read_text(third, &d[2]) && !read_text(back, &d[3]));
  const wt_depth_inst b[] = {{"third", &d[2]}, {"first", &d[0]}, {"second", &d[1]}};
  ck_assert_int_eq(wt_depth_path(b, 3, s, 4, err, sizeof err), 3);
  ck_assert(!strcmp(s[0].blk, "first") && !s[0].in && !strcmp(s[0].out, "p") && s[0].levels == 2 && s[0].sum == 2);
  ck_assert(!strcmp(s[1].blk, "second") && !strcmp(s[1].in, "p") && !strcmp(s[1].out, "q") && s[1].levels == 3 && s[1].sum == 5);
  ck_assert(!strcmp(s[2].blk, "third") && !strcmp(s[2].in, "q") && !s[2].out && s[2].levels == 4 && s[2].sum == 9);
  ck_assert_int_eq(wt_depth_path(b, 3, s, 2, err, sizeof err), -1);
  const wt_depth_inst ring[] = {{"second", &d[1]}, {"back", &d[3]}};
  ck_assert(wt_depth_path(ring, 2, s, 4, err, sizeof err) < 0 && strstr(err, "depends on itself"));
  const wt_depth_inst none[] = {{"first", &d[0]}, {"back", &d[3]}}; /* from register to register inside one block alone */
  ck_assert(wt_depth_path(none, 2, s, 4, err, sizeof err) < 0 && strstr(err, "no path"));
  for (int i = 0; i < 4; i++) wt_depth_free(&d[i]);
}
END_TEST

/* Yosys' own longest path of the same netlist; sched has no memory, which Yosys would count as one cell. */
START_TEST(levels_are_those_of_yosys) {
  static const char *const blocks[] = {"sched", "wb", "war"};
  wt_shape S;
  char dir[] = "/tmp/wt_depth.XXXXXX", cmd[1500];
  ck_assert(!wt_shape_preset(&S, "tiny", err, sizeof err) && mkdtemp(dir));
  for (unsigned i = 0; i < 3; i++) {
    wt_depth d;
    unsigned length = 0;
    ck_assert_msg(!wt_synth_levels(&S, blocks[i], 60, &d, NULL, NULL, err, sizeof err), "%s", err);
    ck_assert(!wt_gen_dir(dir, &S, blocks[i], err, sizeof err));
    snprintf(cmd, sizeof cmd,
             "cd '%s' && yosys -p \"read_verilog -sv %s/wt_pkg.sv; read_verilog -sv -Irtl -DSYNTHESIS $(scripts/rtl_deps.sh wt_%s | tr '\\n' ' '); "
             "hierarchy -check -top wt_%s; script scripts/depth.ys; ltp -noff\" 2>&1 | grep 'Longest topological path'",
             wt_root(), dir, blocks[i], blocks[i]);
    ck_assert_msg(!shell(cmd) && sscanf(strstr(out, "length="), "length=%u", &length) == 1, "%s", out);
    ck_assert_int_eq((int)length, wt_depth_most(&d));
    wt_depth_free(&d);
  }
  snprintf(cmd, sizeof cmd, "rm -r %s", dir);
  ck_assert_int_eq(shell(cmd), 0);
}
END_TEST

/* A copy of the sources passes; with a multiplier before an output that is a register, the ratchet names block and kind. */
START_TEST(a_deeper_block_fails_the_ratchet) {
  char dir[] = "/tmp/wt_depth.XXXXXX", cmd[1500];
  ck_assert(mkdtemp(dir));
  snprintf(cmd, sizeof cmd,
           "cd '%s' && mkdir %s/cmodel %s/scripts && cp -r rtl %s/rtl && cp -r cmodel/size %s/cmodel && cp scripts/depth.ys %s/scripts", wt_root(),
           dir, dir, dir, dir, dir);
  ck_assert_int_eq(shell(cmd), 0);
  snprintf(cmd, sizeof cmd, "WARPTWIN_ROOT=%s '%s' --changed check tiny", dir, WT_ROOT "/" WT_BUILD "/depth");
  ck_assert_msg(shell(cmd) == 0 && strstr(out, "0 deeper or wrong"), "%s", out);
  snprintf(cmd, sizeof cmd, "sed -i 's/\\(assign constport_req_addr *= \\)req_addr_q;/\\1req_addr_q * req_addr_q;/' %s/rtl/operand/wt_constport.sv",
           dir);
  ck_assert_int_eq(shell(cmd), 0);
  snprintf(cmd, sizeof cmd, "WARPTWIN_ROOT=%s '%s' --changed check tiny", dir, WT_ROOT "/" WT_BUILD "/depth");
  ck_assert_msg(shell(cmd) == 1 && strstr(out, "constport of tiny: register to output ") && strstr(out, "1 deeper or wrong"), "%s", out);
  snprintf(cmd, sizeof cmd, "rm -r %s", dir);
  ck_assert_int_eq(shell(cmd), 0);
}
END_TEST

/* size shows the committed figure in the last structure of a block, on presets alone; mode keys change nothing. */
START_TEST(size_shows_the_levels_of_presets) {
  const wt_levels *row = wt_levels_find("small", "sched");
  ck_assert(row != NULL && wt_levels_most(row) > 0);
  char want[100];
  snprintf(want, sizeof want, "\"levels\": %d", wt_levels_most(row));
  const struct {
    const char *args;
    int shown;
  } c[] = {{"", 1}, {"--set SCHED=gto", 1}, {"--set WARPS=16", 0}};
  for (unsigned i = 0; i < 3; i++) {
    char cmd[600];
    snprintf(cmd, sizeof cmd, "'%s' size --config small %s --block sched --json -", WT_ROOT "/" WT_BUILD "/warptwin", c[i].args);
    ck_assert_msg(shell(cmd) == 0 && !strstr(out, want) == !c[i].shown, "%s\n%s", cmd, out);
    ck_assert_msg(!strstr(out, "path_levels") == !c[i].shown, "%s", out);
  }
}
END_TEST

int main(void) {
  Suite *s = suite_create("wt_depth");
  TCase *tc = tcase_create("depth");
  tcase_set_timeout(tc, 600);
  tcase_add_test(tc, levels_of_a_netlist_are_known);
  tcase_add_test(tc, memories_are_passed_by_a_tree_or_end_paths);
  tcase_add_test(tc, what_is_no_flat_mapped_netlist_is_refused);
  tcase_add_test(tc, kept_figures_are_the_same_and_a_cut_file_is_none);
  tcase_add_test(tc, the_longest_path_over_the_wiring_is_known);
  tcase_add_test(tc, levels_are_those_of_yosys);
  tcase_add_test(tc, a_deeper_block_fails_the_ratchet);
  tcase_add_test(tc, size_shows_the_levels_of_presets);
  suite_add_tcase(s, tc);
  return suite_run(s);
}
