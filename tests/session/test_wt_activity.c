/* test_wt_activity.c - `run --activity`: transitions and duty of the nets of a block, against registers whose changes are known by hand. */
#include <math.h>
#include <stdlib.h>

#include "tests/example_kit.h"

#define LAUNCH \
  WT_ROOT "/tests/kernels/vecadd.cubin' --config tiny --quiet --grid 1 --block 4 --arg in:a.bin --arg in:a.bin --arg out:400:c.bin --arg i32:4"

static char tcl[1 << 20];
static double cycles;
static void run_with(const char *more) {
  char args[2000];
  snprintf(args, sizeof args, "run '" LAUNCH " %s", more);
  const char *said = strstr(output(0, args), "cycles ");
  ck_assert(said && sscanf(said, "cycles %lf", &cycles) == 1 && cycles > 20);
}
/* "wt_flop {NAME} A D": how many there are. */
static unsigned found(const char *before, const char *name, double *toggles, double *duty) {
  char key[200];
  unsigned n = 0;
  snprintf(key, sizeof key, "%s{%s}", before, name);
  for (const char *p = tcl; (p = strstr(p, key)); p += strlen(key), n++) {
    const char *at = p + strlen(key);
    int got = *before == 'w' ? sscanf(at, " %lf %lf", toggles, duty) : sscanf(at, "] -activity %lf -duty %lf", toggles, duty);
    ck_assert_int_eq(got, 2);
  }
  return n;
}
static void is(const char *name, double toggles, double duty, double tolerance) {
  double a = -1, d = -1;
  ck_assert_msg(found("wt_flop ", name, &a, &d) == 1, "%s: not one line", name);
  ck_assert_msg(fabs(a - toggles) <= tolerance && fabs(d - duty) <= tolerance, "%s: %g transitions, duty %g; want %g, %g", name, a, d, toggles, duty);
}

START_TEST(registers_known_by_hand) {
  example("counts.sv",
          "logic [2:0] count_q;\nlogic one_q;\nlogic [40:0] wide_q;\n"
          "always_ff @(posedge clk) begin\n  if (!rst_n) begin\n    count_q <= '0;\n    one_q <= 1'b1;\n    wide_q <= '0;\n  end else begin\n"
          "    count_q <= count_q + 3'd1;\n    one_q <= one_q;\n    wide_q <= {wide_q[39:0], !wide_q[0]};\n  end\nend\n"
          "for (genvar i = 0; i < 2; i++) begin : g_k\n  logic deep_q;\n  always_ff @(posedge clk) deep_q <= rst_n && !deep_q;\nend",
          "");
  run_with("--use sched=counts.sv:youngest --activity a.tcl");
  slurp("a.tcl", tcl, sizeof tcl);
  const double edge = 8 / cycles; /* where the run ends within a period of the counter */
  is("count_q[0]", 1, 0.5, edge), is("count_q[1]", 0.5, 0.5, edge), is("count_q[2]", 0.25, 0.5, edge);
  is("one_q", 0, 1, edge);
  is("wide_q[0]", 1, 0.5, edge), is("wide_q[33]", 1, 0.5, 40 / cycles);
  is("g_k[0].deep_q", 1, 0.5, edge), is("g_k[1].deep_q", 1, 0.5, edge);
  /* one warp comes and goes; the first slot is its */
  double a, d;
  ck_assert_uint_eq(found("wt_flop ", "resident_q[0]", &a, &d), 1);
  ck_assert(fabs(a * cycles - 2) < 1.1 && a > 0 && d > 0.5 && d < 1);
  ck_assert_uint_eq(found("wt_flop ", "resident_q[1]", &a, &d), 1);
  ck_assert(fabs(a) < 1e-9 && fabs(d) < 1e-9);
  /* inputs as ports, outputs and what hangs on inputs alone not at all */
  ck_assert_uint_eq(found("[get_ports ", "ibuffer_head_valid[0]", &a, &d), 1);
  ck_assert(a > 0 && d > 0 && d < 1);
  ck_assert_uint_eq(found("[get_ports ", "cfu_idle", &a, &d), 1);
  ck_assert_uint_eq(found("wt_flop ", "cfu_idle", &a, &d), 0);
  ck_assert_uint_eq(found("wt_flop ", "best[0]", &a, &d), 0);
  ck_assert(!strstr(tcl, "sched_sel_warp") && !strstr(tcl, "{clk}"));
}
END_TEST

/* Our own block by its name; of several instances the mean; the run is the same as without. */
START_TEST(blocks_of_ours) {
  double a, d, alone;
  run_with("");
  alone = cycles;
  run_with("--activity sched=a.tcl");
  ck_assert(fabs(cycles - alone) < 1e-9);
  slurp("a.tcl", tcl, sizeof tcl);
  ck_assert_uint_eq(found("[get_ports ", "cfu_idle", &a, &d), 1);
  ck_assert_ptr_nonnull(strstr(tcl, "\nwt_flop {"));
  run_with("--activity collector=a.tcl");
  ck_assert(fabs(cycles - alone) < 1e-9);
  slurp("a.tcl", tcl, sizeof tcl);
  unsigned n = 0;
  for (const char *p = tcl; (p = strstr(p, "\nwt_flop {")); p++, n++) {
    ck_assert_int_eq(sscanf(strchr(p, '}'), "} %lf %lf", &a, &d), 2);
    ck_assert(a >= 0 && a <= 1 && d >= 0 && d <= 1);
  }
  ck_assert_uint_gt(n, 10);
  ck_assert_uint_eq(found("wt_flop ", "g_block[0]", &a, &d), 0);
}
END_TEST

START_TEST(what_is_refused) {
  example("counts.sv", "", "");
  refused(2, "--activity a.tcl: of which block? give BLOCK=FILE", "run '" LAUNCH " --activity a.tcl");
  refused(2, "--activity nobody: no such block", "run '" LAUNCH " --activity nobody=a.tcl");
  refused(2, "cannot write", "run '" LAUNCH " --activity sched=none/a.tcl");
  refused(2, "--activity belongs to run", "cosim '" LAUNCH " --activity sched=a.tcl");
  ck_assert(!present("a.tcl"));
}
END_TEST

int main(void) {
  TCase *t = tcase_create("activity");
  tcase_add_test(t, registers_known_by_hand);
  tcase_add_test(t, blocks_of_ours);
  tcase_add_test(t, what_is_refused);
  return run_suite("activity", t);
}
