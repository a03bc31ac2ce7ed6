/* test_wt_beside.c - blocks of the RTL beside the C machine: what is found, what is said, and what is built again after an edit. Each test that edits has
 * a copy of the RTL and a cache of its own, in which no machine may appear.
 */
#include "tests/cli_kit.h"

#define LAUNCH " --config tiny --grid 6 --block 8 --arg in:a.bin --arg in:a.bin --arg out:400:c.bin --arg i32:48"

static const char *with(const char *command, const char *more) {
  static char args[2200];
  snprintf(args, sizeof args, "%s '%s/tests/kernels/vecadd.cubin'" LAUNCH " %s", command, wt_root(), more);
  return args;
}
static const char *said(void) {
  static char err[16384];
  slurp("err", err, sizeof err);
  return err;
}
static unsigned count(const char *text, const char *word) {
  unsigned n = 0;
  for (const char *p = text; (p = strstr(p, word)); p += strlen(word)) n++;
  return n;
}
static void has(const char *text, const char *needle) { ck_assert_msg(strstr(text, needle) != NULL, "no '%s' in: %s", needle, text); }
static void run(const char *cmd) { ck_assert_msg(!system(cmd), "%s", cmd); }

static char tree[100];
static void own_tree(void) {
  char cmd[4000], cache[100];
  snprintf(tree, sizeof tree, "%s/tree", dir);
  snprintf(cache, sizeof cache, "%s/cache", dir);
  snprintf(cmd, sizeof cmd, "mkdir -p %s/tb %s && cp -r '%s/rtl' '%s/scripts' %s && cp -r '%s/tb/cosim' %s/tb", tree, cache, wt_root(), wt_root(),
           tree, wt_root(), tree);
  run(cmd);
  setenv("WARPTWIN_CACHE", cache, 1); /* every test is a process of its own */
}
/* Runs on the own tree; what is not RTL comes from the real one. */
static const char *on_tree(int code, const char *args) {
  setenv("WARPTWIN_ROOT", tree, 1);
  const char *t = output(code, args);
  unsetenv("WARPTWIN_ROOT");
  return t;
}
/* sed on one file, "group:module"; it must change something. */
static void edit(const char *file, const char *script) {
  char cmd[1000], group[40], module[40];
  ck_assert_int_eq(sscanf(file, "%39[^:]:%39s", group, module), 2);
  snprintf(cmd, sizeof cmd, "cd %s/rtl/%s && cp %s.sv old && sed -i '%s' %s.sv && ! cmp -s old %s.sv && rm old", tree, group, module, script, module,
           module);
  run(cmd);
}

START_TEST(blocks_agree) {
  const char *t = output(0, with("cosim", "--beside sched,collector,rfbank,lsu"));
  has(t, "0 differences: ");
  has(t, "PASS: the C machine and the RTL of sched,collector,rfbank,lsu beside it agree, and the oracle; the wiring between blocks is not in it");
  t = output(0, with("cosim", "--beside sched --jobs 2 --segment 64 --no-oracle"));
  has(t, "PASS: the C machine and the RTL of sched beside it agree; the wiring");
  char one[300];
  snprintf(one, sizeof one, "%s", strstr(t, "cycles "));
  one[strcspn(one, "\n")] = 0;
  has(output(0, with("run", "")), one); /* the same run as that of the C twin alone */
}
END_TEST

/* One of four banks writes another bit; waves, the file to see it again, and what comes of that, without a machine. */
START_TEST(a_fault_in_one_instance_is_found) {
  own_tree();
  edit("operand:wt_rfbank", "s/wdata = sel == 2.d3 ? wb_data/wdata = sel == 2'\\''d3 ? wb_data ^ (Idx == 3 ? 1 : 0)/");
  on_tree(1, with("cosim", "--beside rfbank --max-cycles 5000"));
  has(said(), "block wt_rfbank[3], memory mem (128 bits)");
  ck_assert(present("mismatch.fst") && present("mismatch.gtkw") && present("mismatch.wtck"));
  has(on_tree(0, "replay mismatch.wtck"), "PASS: the same difference again");
  has(on_tree(0, "replay mismatch.wtck --beside sched,rfbank"), "wt_rfbank[3]");
  on_tree(1, "replay mismatch.wtck --beside sched"); /* which has not that fault */
  has(on_tree(0, "shrink mismatch.wtck"), "");
  run("test -z \"$(ls \"$WARPTWIN_CACHE\" | grep wt_gpu)\"");
}
END_TEST

/* RTL that does something of its own accord, in a block that never has anything to do in this run. */
START_TEST(what_acts_while_the_c_twin_is_idle_is_seen) {
  own_tree();
  edit("cta:wt_ctabar",
       "s/^endmodule/  logic [9:0] own_q;\\n  always_ff @(posedge clk) own_q <= rst_n ? own_q + 10'\\''d1 : 10'\\''d0;\\nendmodule/");
  edit("cta:wt_ctabar", "s/assign ctabar_rel_valid = \\(.*\\);/assign ctabar_rel_valid = (\\1) || own_q == 10'\\''d300;/");
  on_tree(1, with("cosim", "--beside ctabar"));
  has(said(), "FIRST DIFFERENCE  cycle 300 ");
  has(said(), "block wt_ctabar, output ctabar_rel_valid");
}
END_TEST

/* After an edit only that block is built again; after one of a comment nothing is, and an assertion still stands where it stands. */
START_TEST(an_edit_builds_its_block) {
  char args[300], first[40], now[40];
  own_tree();
  snprintf(args, sizeof args, "--beside pred,rfbank,war --max-cycles 5000");
  on_tree(0, with("cosim", args));
  ck_assert_uint_eq(count(said(), "3 of 3, ready"), 3);
  on_tree(0, with("cosim", args));
  ck_assert_uint_eq(count(said(), "RTL of"), 0);
  edit("operand:wt_pred", "1i // a word more\\n// and another line");
  edit("issue:wt_war", "s/$/ /");
  on_tree(0, with("cosim", args));
  ck_assert_uint_eq(count(said(), "RTL of"), 0);
  edit("operand:wt_rfbank", "s/!(re \\&\\& sel != 2.d0)/!re/");
  on_tree(1, with("cosim", args));
  ck_assert_uint_eq(count(said(), "3 of 3, ready"), 1);
  has(said(), "RTL of wt_rfbank");
  const char *at = strstr(said(), "assertion OnePort_A (");
  ck_assert_msg(at != NULL, "%s", said());
  snprintf(first, sizeof first, "%s", strstr(at, "wt_rfbank.sv:"));
  edit("operand:wt_rfbank", "1i // one line\\n// and one more");
  on_tree(1, with("cosim", args));
  ck_assert_uint_eq(count(said(), "RTL of"), 0);
  snprintf(now, sizeof now, "wt_rfbank.sv:%d,", atoi(strchr(first, ':') + 1) + 2);
  has(said(), now);
}
END_TEST

START_TEST(bad_input) {
  refused(2, "no block 'nosuch'", with("cosim", "--beside sched,nosuch"));
  refused(2, "this shape has no l1d", with("cosim", "--beside l1d"));
  refused(2, "sched is named twice", with("cosim", "--beside sched,sched"));
  refused(2, "no block ''", with("cosim", "--beside sched,"));
  refused(2, "--beside belongs to lock-step, not to --run", "regress --run --beside sched");
  refused(2, "--beside needs --backend cosim", "exec --beside sched -- /bin/true");
}
END_TEST

int main(void) {
  TCase *tc = tcase_create("beside");
  tcase_add_test(tc, blocks_agree);
  tcase_add_test(tc, a_fault_in_one_instance_is_found);
  tcase_add_test(tc, what_acts_while_the_c_twin_is_idle_is_seen);
  tcase_add_test(tc, an_edit_builds_its_block);
  tcase_add_test(tc, bad_input);
  return run_suite("wt_beside", tc);
}
