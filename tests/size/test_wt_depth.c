/* test_wt_depth.c - gate levels: against Yosys' own longest path, the committed table and its ratchet. Netlists with known depths: test_wt_depth_nets.c. */
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

static int shell(const char *cmd) {
  FILE *p = popen(cmd, "r");
  ck_assert(p != NULL);
  out[fread(out, 1, sizeof out - 1, p)] = 0;
  int st = pclose(p);
  return WIFEXITED(st) ? WEXITSTATUS(st) : -1;
}

/* Yosys' own longest path of the same netlist; sched has no memory, which Yosys would count as one cell. */
START_TEST(levels_are_those_of_yosys) {
  static const char *const blocks[] = {"sched", "wb", "war"};
  wt_shape S;
  char dir[] = "/tmp/wt_depth.XXXXXX", cmd[1500];
  ck_assert(!wt_shape_preset(&S, "tiny", err, sizeof err) && mkdtemp(dir));
  for (unsigned i = 0; i < 3; i++) {
    wt_depth d;
    unsigned length = 0;
    ck_assert_msg(!wt_synth_levels(&(wt_synth_of){&S, blocks[i], NULL, NULL, 60}, &d, NULL, NULL, err, sizeof err), "%s", err);
    ck_assert(!wt_gen_dir(dir, &S, blocks[i], 0, err, sizeof err));
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
  snprintf(
    cmd, sizeof cmd,
    "sed -i 's/assign constport_req_addr = req_addr_q;/assign constport_req_addr = req_addr_q * req_addr_q;/' %s/rtl/rows/wt_constport_state.svh",
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
  tcase_add_test(tc, levels_are_those_of_yosys);
  tcase_add_test(tc, a_deeper_block_fails_the_ratchet);
  tcase_add_test(tc, size_shows_the_levels_of_presets);
  suite_add_tcase(s, tc);
  return suite_run(s);
}
