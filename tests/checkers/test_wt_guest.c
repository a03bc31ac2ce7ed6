/* test_wt_guest.c - blocks of somebody else that drive the machine (--use), or whose outputs alone are compared (--opaque): what they may do, and what is said
 * of those that do something else. The objects are examples/block/youngest.c, changed in one place; Verilog is our own or the example's.
 */
#include "cosim/wt_rtl_src.h"
#include "lib/wt_guest_rules.h"
#include "tests/cli_kit.h"
#include "warptwin.h"

#define LAUNCH \
  "'" WT_ROOT "/tests/kernels/vecadd.cubin' --config small --grid 6 --block 64 --arg in:a.bin --arg in:a.bin --arg out:1536:c.bin --arg i32:384"
#define YOUNGEST WT_ROOT "/examples/block/youngest.sv"

static const char *said(void) {
  static char err[16384];
  slurp("err", err, sizeof err);
  return err;
}
static void has(const char *text, const char *needle) { ck_assert_msg(strstr(text, needle) != NULL, "no '%s' in: %s", needle, text); }
static void shell(const char *fmt, const char *arg) {
  char cmd[4000], all[4400];
  snprintf(cmd, sizeof cmd, fmt, arg);
  snprintf(all, sizeof all, "cd %s && %s", dir, cmd);
  ck_assert_msg(!system(all), "%s", all);
}
/* The text of a file, ports and state written out, with `from` in the place of `to`, once; into name. */
static void changed(const char *file_of, const char *name, const char *from, const char *to) {
  static char out[1 << 17];
  char path[2048];
  snprintf(path, sizeof path, "%s%s%s", *file_of == '/' ? "" : dir, *file_of == '/' ? "" : "/", file_of);
  char *text = wt_src_written_out(WT_ROOT, path);
  const char *at = text ? strstr(text, from) : NULL;
  ck_assert_msg(at != NULL, "no '%s' in %s", from, file_of);
  int n = snprintf(out, sizeof out, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
  free(text);
  file(name, out, (size_t)n);
}
/* o.c as an object for the shape small with these settings; all objects of a test are for one shape. */
static const char *settings = "";
static void compiled(const char *name) {
  static char err[16384];
  char args[200];
  if (!present("sched_ports.h")) {
    snprintf(args, sizeof args, "block ports sched --c --config small %s", settings);
    ck_assert_int_eq(warptwin(args, err, sizeof err), 0);
    shell("mv out %s", "sched_ports.h");
  }
  shell("cc -std=c11 -shared -fPIC -O1 -I. -I" WT_ROOT "/include -o %s o.c", name);
}
/* The example as an object. */
static void object(const char *name, const char *from, const char *to) {
  changed(WT_ROOT "/examples/block/youngest.c", "o.c", from, to);
  compiled(name);
}
static const char *run(int code, const char *more) {
  char args[2000];
  snprintf(args, sizeof args, "run " LAUNCH " %s %s", settings, more);
  return output(code, args);
}
static const char *cosim(int code, const char *more) {
  char args[2000];
  snprintf(args, sizeof args, "cosim " LAUNCH " %s", more);
  return output(code, args);
}

/* The same scheduler in two languages is the same run; ours in the place of ours is the run without. */
START_TEST(guests_drive) {
  static char plain[8192], ours[8192];
  object("youngest.so", "youngest", "youngest");
  run(0, "--trace t1 --use sched=youngest.so");
  changed(YOUNGEST, "reset.sv", "assign sched_busy = busy_q",
          "assign sched_busy = busy_q || !rst_n"); /* what is shown first is shown after the reset */
  changed(
    "reset.sv", "awake.sv", "  localparam int unsigned NW",
    "  logic [7:0] awake_q; /* clock edges under reset */\n  always_ff @(posedge clk) if (!rst_n) awake_q <= 8'ha5;\n  localparam int unsigned NW");
  changed("awake.sv", "reset.sv", "busy_q ? disp_free : ready", "awake_q == 8'ha5 && busy_q ? disp_free : awake_q == 8'ha5 && ready");
  has(run(0, "--trace t2 --use sched=reset.sv:youngest"), "PASS: the C twin with sched of reset.sv:youngest and the oracle agree");
  shell("cmp t1 t2 && test -s %s", "t1");
  has(run(0, "--quiet --set GROUPING=dwr --use sched='" WT_ROOT "/rtl/issue/wt_sched.sv'"),
      "agree; rules of the scheduler were not looked at, as GROUPING=dwr has others");
  snprintf(plain, sizeof plain, "%s", run(0, "--trace t3 --quiet"));
  shell("! cmp -s t1 %s", "t3"); /* the youngest is another policy */
  snprintf(ours, sizeof ours, "%s",
           run(0, "--trace t4 --quiet --use pred='" WT_ROOT "/rtl/operand/wt_pred.sv' --use rfbank='" WT_ROOT "/rtl/operand/wt_rfbank.sv'"));
  shell("cmp t3 %s", "t4");
  plain[strcspn(plain, "P")] = ours[strcspn(ours, "P")] = 0; /* up to the verdict */
  ck_assert_str_eq(plain, ours);
}
END_TEST

/* In every sub-core of every SM stands one: an object and a module that do the same are the same run, our modules in the place of ours are the run without,
 * and a run goes on with all of them. */
static const char several[] = "--set SMS=2 --set SUBCORES=2";
START_TEST(guests_stand_in_every_sub_core) {
  settings = several;
  object("youngest.so", "youngest", "youngest");
  run(0, "--trace t1 --use sched=youngest.so --checkpoint-every 200 --checkpoint-dir .");
  run(0, "--trace t2 --use sched=" YOUNGEST);
  shell("cmp t1 t2 && test -s %s", "t1");
  output(0, "run --resume vecadd-000000000200.wtck --use sched=youngest.so --trace t3");
  shell("tail -c $(wc -c <t3) t1 | cmp - t3 && test -s %s", "t3");
  run(0, "--trace t4");
  shell("! cmp -s t1 %s", "t4"); /* the youngest is another policy */
  run(0, "--trace t5 --use collector='" WT_ROOT "/rtl/operand/wt_collector.sv' --use sreg='" WT_ROOT "/rtl/operand/wt_sreg.sv' --use ctabar='" WT_ROOT
         "/rtl/cta/wt_ctabar.sv' --use share='" WT_ROOT "/rtl/mem/wt_share.sv' --use ctasched='" WT_ROOT "/rtl/cta/wt_ctasched.sv'");
  shell("cmp t4 %s", "t5");
  changed(YOUNGEST, "lacks.sv", "  input  wire logic                                    share_full,   // of several sub-cores; else 0\n", "");
  changed("lacks.sv", "lacks.sv", " && !share_full", "");
  refused(2, "lacks.sv: module youngest lacks an input 'share_full' of 1 bits",
          "run " LAUNCH " --set SMS=2 --set SUBCORES=2 --use sched=lacks.sv:youngest");
  settings = "";
  run(0, "--quiet --use sched=lacks.sv:youngest"); /* with one sub-core it means nothing */
}
END_TEST
/* The one in the second sub-core of the second SM does wrong what the others do not. */
static const struct {
  const char *from, *to, *says;
} wrong_there[] = {{"*p->sb_ok & *p->war_ok", "(*p->sb_ok | -s->odd) & *p->war_ok",
                    " a block of --use (sched) breaks a rule in sub-core 1 (warps are its slots): wt_sched, rules 1 and 2: warp "},
                   {"  *p->sched_ready = set;", "  *p->sched_ready = set | s->odd << 4;",
                    ", block sched of o.so in sub-core 1 sets bits above the width of sched_ready"},
                   {"  *p->sched_sel_valid = s->q.busy ? *p->disp_free : set != 0;",
                    "  *p->sched_sel_valid = s->q.busy ? *p->disp_free : set != 0 && !s->odd;", "warptwin: deadlock: kernel vecadd after "}};
START_TEST(which_guest_does_wrong) {
  settings = several;
  changed(WT_ROOT "/examples/block/youngest.c", "o.c", "  state q;\n} sched;", "  state q;\n  uint32_t odd;\n} sched;");
  changed("o.c", "o.c", "  if (!s) return NULL;\n", "  if (!s) return NULL;\n  s->odd = w->sm == 1 && w->subcore == 1;\n");
  changed("o.c", "o.c", wrong_there[_i].from, wrong_there[_i].to);
  compiled("o.so");
  run(_i < 2 ? 1 : 4, "--quiet --use sched=o.so");
  has(said(), wrong_there[_i].says);
  if (_i < 2) has(said(), "warptwin: SM 1: ");
}
END_TEST

/* A unit whose every state row is looked at: metrics and invariants are those of ours. */
START_TEST(what_a_guest_tells_is_seen) {
  settings = _i ? "--set SMS=2 --set SUBCORES=2" : "";
  run(0, "--quiet --stats s1");
  run(0, "--quiet --stats s2 --use hanoi_yr='" WT_ROOT "/rtl/control/wt_hanoi_yr.sv'");
  shell("grep -A 1 '\"use\": \\[' s2 | grep -q 'hanoi_yr=.*/wt_hanoi_yr.sv' && sed -i '/\"use\": \\[/,/\\],/d' %s", "s2");
  shell("cmp s1 %s", "s2");
  if (_i) return;
  changed(WT_ROOT "/rtl/control/wt_hanoi_yr.sv", "own.sv", "finished_q", "ended_q");
  shell("sed -i s/finished_q/ended_q/g %s", "own.sv");
  has(run(0, "--quiet --stats s3 --use hanoi_yr=own.sv"), "; invariants of the control-flow unit were not looked at, as it does not tell its paths");
  shell("! cmp -s s1 %s", "s3"); /* what is in use of its tables is not known */
  shell("grep -q '\"WSYNC_SLOTS\": {' s1 && ! grep -q '\"WSYNC_SLOTS\": {' %s", "s3");
}
END_TEST

/* ---- rules ---- */

static const struct {
  const char *from, *to, *says;
} wrong[] = {
  /* cannot be when it is known what the inputs are that count */
  {"  const uint32_t set = ready(s);", "  const uint32_t set = ready(s) & -(uint32_t)!*p->dispatch_launch_valid;",
   "block sched of o.so is wrong: sched_ready depends on dispatch_launch_valid in the same cycle; that input may only be used at the clock edge"},
  {"*s->p.sched_busy = s->q.busy;", "*s->p.sched_busy = s->q.busy || *s->p.dispatch_launch_valid;",
   "block sched of o.so is wrong: sched_busy depends on dispatch_launch_valid in the same cycle; it may depend on the state alone"},
  {"*s->p.sched_busy = s->q.busy;", "*s->p.sched_busy = s->q.busy ^ (s->q.beat++ & 1);",
   "changes its output sched_busy: its state changes in moore or eval, which only a clock edge may do"},
  {"  *p->sched_ready = set;", "  *p->sched_ready = set ^ (s->q.beat++ & 1);",
   "changes its output sched_ready: its state changes in eval, which only a clock edge may do"},
  {"  *p->sched_ready = set;", "  *p->sched_ready = set | 0x100;", "cycle 0, block sched of o.so sets bits above the width of sched_ready"},
  {"  sched *s = b;\n  *s->p.sched_resident", "  sched *s = b;\n  *s->p.sched_ready ^= 1;\n  *s->p.sched_resident", NULL},
  /* the protocol of its neighbours */
  {"*p->sb_ok & *p->war_ok", "*p->war_ok", "a block of --use (sched) breaks a rule: wt_sched, rules 1 and 2: warp "},
  {"*p->cfu_run & ", "", "although it has no path that runs"},
  {"*p->sched_sel_beat + 1 : 0", "*p->sched_sel_beat + 2 : 0", "wt_sched, rule 6: beat 1 of warp 0 is due, and beat 2 of warp 0 issues"},
  {"s->q.beat == s->beats - 1;", "s->q.beat == s->beats - 2;", "wt_sched, rule 6: the instruction of warp 0 leaves the I-buffer with beat 2 of 4"},
  {"  *p->sched_sel_first = !*p->sched_index;", "  *p->sched_sel_first = 0;", "wt_sched, rule 5: warp 0 begins with beat 0"},
  {"(!packet(s, w) || s->beats == 1);", "1;", "wt_sched, rule 5: the head of warp 0 leaves the I-buffer with its first beat"},
};
START_TEST(a_broken_rule_is_named) {
  object("o.so", wrong[_i].from, wrong[_i].to);
  run(wrong[_i].says ? 1 : 0, "--quiet --use sched=o.so");
  if (!wrong[_i].says) return; /* moore does not show what eval will */
  has(said(), "kernel vecadd: ");
  has(said(), wrong[_i].says);
}
END_TEST

/* What other blocks owe their neighbours: our own text, changed in one place. */
static const struct {
  const char *block, *file, *from, *to, *set, *says;
} wrong_rtl[] = {
  {"wb", "operand/wt_wb", "wb_reg_valid = ", "wb_reg_valid = alu_wb_n == 2'd2 || ", "", "wt_wb, rule 7: warp "},
  {"war", "issue/wt_war", "readers_q[w*5 +: 5] == 5'd0;", "1'b1;", "",
   "wt_war, rule 1: warp 0 is said to be drained, and collector 0 holds a beat of it"},
  {"sb_bit", "issue/wt_sb_bit", "sb_clear[w] = idle;", "sb_clear[w] = 1'b1;", "",
   "the socket sb (spec/ports/sb.def): warp 0 is said to miss no result, and 1 are on their way"},
  {"sb_coon", "issue/wt_sb_coon", "sb_clear[w] = issued_q[w*SB_ENTRIES +: SB_ENTRIES] == '0 && ", "sb_clear[w] = ", "--set SCOREBOARD=coon",
   "the socket sb (spec/ports/sb.def): warp 0 is said to miss no result, and 1 are on their way"},
  {"collector", "operand/wt_collector", "valid_q && !(disp_valid && disp_idx == wt_pkg::COLL_W'(Idx));", "valid_q;", "",
   "wt_collector: collector 0 holds a beat that nobody gave it"},
  {"collector", "operand/wt_collector", "load = issue_alloc_valid &&", "load = Idx != 1 && issue_alloc_valid &&", "--set COLLECTORS=2",
   "wt_collector: collector 1 has lost the beat that it was given"},
  {"disp", "operand/wt_disp", "if (collector_full[i]) begin", "if (collector_v[i]) begin", "",
   "wt_disp, rule 2: collector 1 is dispatched and is not full"},
  {"disp", "operand/wt_disp", "(unit[i*U +: U] & ~ready) == '0 && ", "", "", "wt_disp, rule 3: unit "},
  {"bankarb", "operand/wt_bankarb", "bankarb_grant[i*6 +: 6] = collector_req[i*6 +: 6];", "bankarb_grant[i*6 +: 6] = 6'h3f;", "",
   "wt_bankarb, rule 4: collector 1 is granted a word that it does not ask for"},
  {"alu", "exec/wt_alu", "alu_rel_valid = rel_valid_q;", "alu_rel_valid = 1'b1;", "",
   "wt_alu: it gives back a result of warp 0, of which it holds no instruction"},
  {"shfl", "exec/wt_shfl", "shfl_wb_valid = 1'b0;", "shfl_wb_valid = 1'b1;", "",
   "wt_shfl: it gives back a result of warp 0, of which it holds no instruction"},
  {"simt_stack", "control/wt_simt_stack", "cfu_mask = cur_mask_q[sched_sel_warp];", "cfu_mask = '0;", "--set DIVERGENCE=simt_stack",
   "the socket cfu (spec/ports/cfu.def): warp 0 issues for no lane"},
  {"simt_stack", "control/wt_simt_stack", "cfu_launch_ack = state_q == StLaunch;", "cfu_launch_ack = 1'b1;", "--set DIVERGENCE=simt_stack",
   "the socket cfu (spec/ports/cfu.def): a launch is taken that nobody shows"},
  {"simt_stack", "control/wt_simt_stack", "cfu_rel_ack = state_q == StCtaRel;", "cfu_rel_ack = 1'b1;", "--set DIVERGENCE=simt_stack",
   "the socket cfu (spec/ports/cfu.def): a release is taken that nobody shows"},
  {"simt_stack", "control/wt_simt_stack", "cfu_run = has_path_q & ", "cfu_run = ", "--set DIVERGENCE=simt_stack",
   "the socket cfu (spec/ports/cfu.def): a warp runs that was not launched"},
  {"ctabar", "cta/wt_ctabar", "ctabar_rel_valid = shown_valid_q;", "ctabar_rel_valid = 1'b1;", "",
   "wt_ctabar, rule R7: warp 0 is released, and waits at no barrier"},
  {"dispatch", "cta/wt_dispatch", "SM_WARP_W'(slot_q) * SM_WARP_W'(cfg_stride) + SM_WARP_W'(warp_q)", "SM_WARP_W'(slot_q) * SM_WARP_W'(cfg_stride)",
   "", "wt_dispatch, rule R5: a warp is launched into slot 0, where one is"},
  {"fetch", "front/wt_fetch", "== ICNT_W'(wt_pkg::IBUF_DEPTH)", "== ICNT_W'(wt_pkg::IBUF_DEPTH + 1)", "",
   "wt_fetch, rule 2: warp 0 gets an instruction for which its I-buffer has no room"},
  {"l1d", "mem/wt_l1d", "l1d_rsp_valid = out_valid_q || fill_ready;", "l1d_rsp_valid = 1'b1;", "--set L1_BYTES=4096", "wt_l1d, rule 12: tag "},
};
START_TEST(a_rule_of_another_block_is_named) {
  char args[1200];
  snprintf(args, sizeof args, WT_ROOT "/rtl/%s.sv", wrong_rtl[_i].file);
  changed(args, "o.sv", wrong_rtl[_i].from, wrong_rtl[_i].to);
  shell("sed -i '/^`ifndef SYNTHESIS/,/^`endif/d' %s", "o.sv"); /* a module of somebody else has not our assertions */
  snprintf(args, sizeof args,
           "run '" WT_ROOT "/tests/kernels/vecadd.cubin' --config tiny %s --grid 6 --block 8 --arg in:a.bin --arg in:a.bin --arg out:400:c.bin --arg "
           "i32:48 --quiet --use %s=o.sv",
           wrong_rtl[_i].set, wrong_rtl[_i].block);
  output(1, args);
  has(said(), "a block of --use (");
  has(said(), wrong_rtl[_i].says);
}
END_TEST
/* An output of the state alone is checked in every cycle, of a module as of an object. */
START_TEST(a_module_shows_its_state_alone) {
  changed(YOUNGEST, "o.sv", "assign sched_busy = busy_q", "assign sched_busy = busy_q || sched_sel_valid");
  run(1, "--quiet --use sched=o.sv:youngest");
  has(said(), "block sched of o.sv is wrong: sched_busy depends on ");
  has(said(), " in the same cycle; it may depend on the state alone");
}
END_TEST
START_TEST(an_assertion_of_a_guest_counts) {
  changed(YOUNGEST, "o.sv", "ready == '0 || best != '0", "ready == '0 || best == ready");
  run(1, "--quiet --use sched=o.sv:youngest");
  has(said(), "block sched of o.sv stops: assertion OneIsTheYoungest_A (o.sv:");
}
END_TEST

/* ---- ends ---- */

START_TEST(an_object_that_crashes_or_hangs_is_told) {
  static const char *const names[] = {"crash.so", "hang.so"};
  setenv("WARPTWIN_PATIENCE", "1", 1);
  object(names[0], "  const sched_ports *p = &s->p;\n  state *q",
         "  static int n;\n  if (++n == 50) *(volatile int *)0 = 1;\n  const sched_ports *p = &s->p;\n  state *q");
  object(names[1], "  sched_ports *p = &s->p;\n  const uint32_t set",
         "  static volatile int n;\n  while (++n >= 50) n = 60;\n  sched_ports *p = &s->p;\n  const uint32_t set");
  run(1, "--quiet --use sched=crash.so");
  ck_assert_str_eq(said(), "warptwin: block sched of crash.so crashed (SIGSEGV) in tick, cycle 49\n");
  run(1, "--quiet --use sched=hang.so");
  has(said(), "warptwin: block sched of hang.so does not come back from eval for 1 s, cycle 2");
  char args[300], err[4000];
  snprintf(args, sizeof args, "exec --config small -q --use sched=crash.so -- " WT_ROOT "/tests/cuda/bin/vectors");
  ck_assert_int_eq(warptwin(args, err, sizeof err), 1);
  has(err, "warptwin: block sched of crash.so crashed (SIGSEGV) in tick, cycle 49\n");
  snprintf(args, sizeof args, "regress --run --config small --quiet --only vecadd,bfs --jobs 2 --hosts '%s/kernels' --use sched=crash.so",
           wt_build_dir());
  ck_assert_int_eq(warptwin(args, err, sizeof err), 1);
  static char table[8192];
  slurp("out", table, sizeof table);
  has(table, "\n    block sched of crash.so crashed (SIGSEGV) in tick, cycle 49\nbfs ");
  ck_assert_int_eq(warptwin("bench sched --quiet --config small --use crash.so", err, sizeof err), 1);
}
END_TEST

/* What takes the whole process along is no end of a run. */
START_TEST(an_exit_within_a_block_is_a_failure) {
  char err[16384];
  object("exit.so", "  const uint32_t set = ready(s);", "  exit(0);\n  const uint32_t set = ready(s);");
  has(run(1, "--quiet --use sched=exit.so"), "FAIL: the check failed (exit 1)\n");
  has(said(), "warptwin: block sched of exit.so ended the run (exit of C, $finish of Verilog) in eval, cycle ");
  ck_assert_int_eq(warptwin("bench sched --quiet --config small --use exit.so", err, sizeof err), 1);
  has(err, "warptwin: block sched of exit.so ended the run (exit of C, $finish of Verilog) in eval, cycle ");
  snprintf(err, sizeof err, "regress --run --config small --quiet --only vecadd --hosts '%s/kernels' --use sched=exit.so", wt_build_dir());
  has(output(1, err), "block sched of exit.so ended the run");
  changed(YOUNGEST, "fin.sv", "  always_comb begin", "  always_ff @(posedge clk) if (cfu_done_valid) $finish;\n  always_comb begin");
  run(1, "--quiet --use sched=fin.sv:youngest");
  has(said(), "block sched of fin.sv stops: it calls $finish (/");
}
END_TEST
/* Beside the machine an object is guarded as within it, and so is what it does when it is opened. */
START_TEST(an_object_beside_the_machine_is_guarded) {
  char err[16384];
  setenv("WARPTWIN_PATIENCE", "1", 1);
  object("crash.so", "  const uint32_t set = ready(s);", "  *(volatile int *)0 = 1;\n  const uint32_t set = ready(s);");
  object("hang.so", "  const uint32_t set = ready(s);", "  static volatile int n;\n  while (++n) n = 60;\n  const uint32_t set = ready(s);");
  object("late.so", "  sched *s = calloc(1, sizeof *s);", "  static volatile int n;\n  while (++n) n = 60;\n  sched *s = calloc(1, sizeof *s);");
  has(cosim(1, "--quiet --beside sched --opaque sched=crash.so"), "FAIL: the check failed (exit 1)\n");
  has(said(), "warptwin: block sched of crash.so crashed (SIGSEGV) in eval, cycle ");
  ck_assert_int_eq(warptwin("bench sched --quiet --config small --use hang.so", err, sizeof err), 1);
  has(err, "warptwin: block sched of hang.so does not come back from eval for 1 s, cycle ");
  run(1, "--quiet --use sched=late.so --trace t --checkpoint-every 100 --checkpoint-dir ck");
  has(said(), "warptwin: block sched of late.so does not come back from open for 1 s, cycle 0");
  shell("! ls | grep '[.]part' && ! test -e %s", "mismatch.fst");
  run(2, "--quiet --use sched=none.so --checkpoint-every 100 --checkpoint-dir ck2");
  ck_assert(!present("ck2"));
}
END_TEST

/* o.c without functions for its state, as p.so. */
static void unsaved(void) {
  changed("o.c", "p.c", ",\n                                   .save = block_save,\n                                   .load = block_load", "");
  shell("cc -std=c11 -w -shared -fPIC -I. -I" WT_ROOT "/include -o %s p.c", "p.so");
}
/* A warp that never issues: proved where the state can be saved. */
START_TEST(no_end_is_proved_when_state_can_be_saved) {
  static const char never[] = "  *p->sched_sel_valid = s->q.busy ? *p->disp_free : 0;";
  object("o.so", "  *p->sched_sel_valid = s->q.busy ? *p->disp_free : set != 0;", never);
  run(4, "--quiet --use sched=o.so");
  has(said(), "warptwin: deadlock: kernel vecadd after ");
  unsaved();
  run(4, "--quiet --use sched=p.so");
  has(said(), "warptwin: max-cycles: kernel vecadd after 10");
  has(said(), "nothing has issued for 100000 cycles; that it never will is not proved, as the state of sched cannot be saved");
}
END_TEST
START_TEST(state_that_cannot_be_saved) {
  object("o.so", "youngest", "youngest");
  unsaved();
  run(2, "--quiet --use sched=p.so --checkpoint-every 100 --checkpoint-dir .");
  has(said(), "the state of sched cannot be saved (no save and load): leave out checkpoints");
  cosim(2, "--quiet --use sched=p.so --beside pred --jobs 2");
  has(said(), "the state of sched cannot be saved (no save and load): leave out --jobs");
}
END_TEST
START_TEST(a_run_with_a_guest_is_resumed) {
  static char whole[8192], rest[8192];
  object("o.so", "youngest", "youngest");
  static const char *const uses[] = {"sched=o.so --use rfbank='" WT_ROOT "/rtl/operand/wt_rfbank.sv'", "sched=" YOUNGEST};
  for (int i = 0; i < 2; i++) {
    char more[400];
    snprintf(more, sizeof more, "--quiet --use %s --checkpoint-every 400 --checkpoint-dir .", uses[i]);
    snprintf(whole, sizeof whole, "%s", run(0, more));
    snprintf(more, sizeof more, "run --quiet --resume vecadd-000000000800.wtck --use %s", uses[i]);
    snprintf(rest, sizeof rest, "%s", output(0, more));
    ck_assert_int_eq(strncmp(whole, rest, strcspn(whole, "\n")), 0);
    refused(2, "was made with --use sched=", "run --quiet --resume vecadd-000000000800.wtck");
    refused(2, "o.so, give that here, too" + (i ? 5 : 0), "run --quiet --resume vecadd-000000000800.wtck");
    changed(YOUNGEST, "youngest.sv", "1'b0, ibuffer_head_sens", "1'b1, ibuffer_head_sens");
    refused(2, "as the sched, and this youngest.sv is another one or has been changed",
            "run --quiet --resume vecadd-000000000800.wtck --use sched=youngest.sv");
    snprintf(more, sizeof more, "--quiet --use %s --beside pred --jobs 2 --segment 300", uses[i]);
    has(cosim(0, more), "PASS: the C machine with sched of ");
  }
}
END_TEST

/* ---- outputs alone ---- */

START_TEST(outputs_alone_are_compared) {
  static const char words[] = "; outputs of sched compared, not its state";
  changed(WT_ROOT "/rtl/issue/wt_sched.sv", "own.sv", "module wt_sched (", "module own (");
  shell("sed -i 's/older_q/elder_q/g; s/busy_q/going_q/g' %s", "own.sv");
  has(cosim(0, "--quiet --beside sched,pred --opaque sched=own.sv"), words);
  has(output(0, "bench sched --quiet --config small --cycles 20000 --use own.sv"), "0 differences of its outputs, its state was not compared");
  changed("own.sv", "bad.sv", "beat_q == LastBeat);", "beat_q == LastBeat - 1);");
  cosim(1, "--quiet --beside sched --opaque sched=bad.sv:own");
  has(said(), "block wt_sched, output sched_sel_pop (1 bits): model 0x0, rtl 0x1");
  ck_assert(present("mismatch.fst") && !present("mismatch.wtck"));
  output(1, "bench sched --quiet --config small --cycles 20000 --use bad.sv:own");
  has(said(), "output sched_sel_pop");
  static char text[8192];
  unsigned long long cycle, marker;
  const char *at = strstr(said(), ": cycle ");
  ck_assert_msg(at && sscanf(at, ": cycle %llu", &cycle) == 1, "%s", said());
  slurp("mismatch.gtkw", text, sizeof text);
  ck_assert_msg((at = strstr(text, "\n*-5.500000 ")) && sscanf(at, " *-5.500000 %llu", &marker) == 1 && marker == 10 * cycle, "%s", text);
  has(output(0, "replay mismatch.bench"), "PASS: the same difference again");
  object("o.so", "youngest", "youngest");
  cosim(1, "--quiet --beside sched --opaque sched=o.so");
  has(said(), "block wt_sched, output sched_sel_warp");
  output(1, "bench sched --quiet --config small --cycles 20000 --use o.so");
  has(said(), "wt_sched differs");
  has(cosim(0, "--quiet --beside ureg,collector --opaque ureg --opaque collector"), "; outputs of ureg, collector compared, not their state");
  cosim(2, "--quiet --beside sched --opaque sched --jobs 2");
  has(said(), "the state of sched in the RTL is its own and cannot be loaded (--opaque): leave out --jobs");
}
END_TEST
/* Payload counts where its valid does. */
START_TEST(payload_counts_where_it_is_valid) {
  changed(WT_ROOT "/rtl/issue/wt_sched.sv", "own.sv", "    sched_sel_warp = '0;", "    sched_sel_warp = '1;");
  shell("sed -i '/^`ifndef SYNTHESIS/,/^`endif/d' %s", "own.sv"); /* our own assertions promise more */
  has(output(0, "bench sched --quiet --config small --cycles 20000 --use own.sv:wt_sched"), "0 differences of its outputs");
  changed(WT_ROOT "/rtl/issue/wt_sched.sv", "own.sv", "      sched_sel_warp = grant;", "      sched_sel_warp = '1;");
  shell("sed -i '/^`ifndef SYNTHESIS/,/^`endif/d' %s", "own.sv");
  output(1, "bench sched --quiet --config small --cycles 20000 --use own.sv:wt_sched");
}
END_TEST
/* Of a block that is one file: nothing of ours is left. */
START_TEST(a_block_without_parts_is_replaced) {
  changed(WT_ROOT "/rtl/issue/wt_sb_bit.sv", "own.sv", "module wt_sb_bit", "module own");
  has(output(0, "bench sb_bit --quiet --config tiny --cycles 20000 --use own.sv"), "0 differences of its outputs");
}
END_TEST
/* In the whole machine's RTL, of the smallest shape. */
START_TEST(a_module_of_the_users_stands_in_the_machine) {
  changed(WT_ROOT "/rtl/operand/wt_rfbank.sv", "own.sv", "module wt_rfbank", "module own");
  char args[2000], err[4000];
  snprintf(args, sizeof args,
           "cosim '" WT_ROOT
           "/tests/kernels/vecadd.cubin' --config tiny --grid 6 --block 8 --arg in:a.bin --arg in:a.bin --arg out:400:c.bin --arg i32:48 --quiet "
           "--opaque rfbank=own.sv");
  ck_assert_msg(!warptwin(args, err, sizeof err), "%s", err);
  static char text[8192];
  slurp("out", text, sizeof text);
  has(text, "PASS: both twins and the oracle agree; outputs of rfbank compared, not its state");
}
END_TEST

/* ---- bad input, and the commands around it ---- */

START_TEST(bad_input_is_refused) {
  char err[4000];
  changed(YOUNGEST, "two.sv", "endmodule", "endmodule\nmodule other; endmodule");
  changed(YOUNGEST, "lacks.sv", "  input  wire logic                                    cfu_done_valid,\n", "");
  shell("sed -i 's/cfu_done_valid \\&\\& //' %s", "lacks.sv");
  changed(YOUNGEST, "more.sv", "  output logic                                         sched_busy", "  output logic foo,\n  output logic sched_busy");
  changed(YOUNGEST, "wide.sv", "  output logic                                         sched_busy", "  output logic [1:0] sched_busy");
  changed(YOUNGEST, "way.sv", "  input  wire logic [6:0]                              cfg_pool", "  output wire logic [6:0] cfg_pool");
  changed(YOUNGEST, "syntax.sv", "  always_comb begin", "  always_comb begin begin begin");
  changed(YOUNGEST, "include.sv", "module youngest", "`include \"none.svh\"\nmodule youngest");
  changed(YOUNGEST, "number.sv", "= wt_pkg::SLOTS;", "= wt_pkg::WARPZ;");
  changed(YOUNGEST, "typo.sv", "  output logic                                         sched_busy", "  output logic sched_bsy");
  shell("sed -i 's/assign sched_busy/assign sched_bsy/' typo.sv && cp typo.sv '%s'", "a blank.sv");
  file("empty.sv", "// nothing\n", 11);
  file("empty.so", "no object", 9);
  object("abi.so", ".abi = WT_BLOCK_ABI", ".abi = 7");
  object("ports.so", ".name = \"youngest\"", ".name = \"youngest\", .ports = SCHED_PORTS");
  object("other.so", ".block = \"sched\"", ".block = \"fetch\"");
  object("eval.so", ".eval = block_eval,", "");
  object("moore.so", ".moore = block_moore,", "");
  object("refuses.so", "s->warps > 32", "s->warps > 4");
  static const struct {
    const char *use, *says;
  } t[] = {
    {"schd=two.sv", "no block 'schd'"},
    {"sched", "expected BLOCK=FILE.so, or BLOCK=FILE.sv[:MODULE]"},
    {"sched=none.sv", "cannot read none.sv"},
    {"sched=a.bin", "a.bin is neither a shared object (.so) nor Verilog (.sv, .v)"},
    {"l1d=two.sv", "this shape has no l1d"},
    {"sched=two.sv:third", "two.sv: module third is not in it; it has youngest, other: name one of them, FILE:MODULE"},
    {"sched=empty.sv", "empty.sv: there is no module in it"},
    {"sched=lacks.sv:youngest", "module youngest lacks an input 'cfu_done_valid' of 1 bits; 'warptwin block ports sched --sv' prints them all"},
    {"sched=typo.sv:youngest", "lacks an output 'sched_busy' of 1 bits, and has 'sched_bsy', which the block has not; 'warptwin"},
    {"sched=a blank.sv:youngest", "a blank.sv: module youngest lacks an output 'sched_busy'"},
    {"sched=more.sv:youngest", "module youngest has a port 'foo' that block sched does not have; another port is another socket"},
    {"sched=wide.sv:youngest", "port 'sched_busy' of module youngest has 2 bits, and should have 1 in this shape"},
    {"sched=way.sv:youngest", "port 'cfg_pool' of module youngest is an output, and should be an input"},
    {"sched=syntax.sv:youngest", "syntax.sv:"},
    {"sched=include.sv:youngest", "Cannot find include file: none.svh; a block is one file: put it into this one"},
    {"sched=number.sv:youngest", "number.sv:53:"},
    {"sched=abi.so", "abi.so was made for version 7 of warptwin_block.h, this program has 1; compile it again"},
    {"sched=other.so", "other.so is a block 'fetch'"},
    {"sched=eval.so", "eval.so lacks eval, which gives outputs as 'sched_ready'"},
    {"sched=moore.so", "moore.so lacks moore, which gives outputs as 'sched_resident'"},
    {"sched=refuses.so", "youngest: up to 32 fixed warps, this shape is small"},
    {"sched=empty.so", "empty.so"}};
  for (unsigned i = 0; i < sizeof t / sizeof *t; i++) {
    char args[2000];
    snprintf(args, sizeof args, "run " LAUNCH " --quiet --use '%s'", t[i].use);
    refused(2, t[i].says, args);
  }
  run(0, "--quiet --use sched=ports.so");
  refused(2, "ports.so was made for other ports than those of sched in this shape, tiny WARPS=3",
          "run '" WT_ROOT "/tests/kernels/vecadd.cubin' --config tiny --set WARPS=3 --grid 1 --block 4 --arg in:a.bin --arg in:a.bin --arg "
          "out:400:c.bin --arg i32:4 --use sched=ports.so");
  refused(2, "name the blocks whose RTL runs beside it (--beside all), or take run", "cosim " LAUNCH " --quiet --use sched=ports.so");
  refused(2, "--use puts another block in the place of sched; leave it out here",
          "cosim " LAUNCH " --quiet --use sched=ports.so --beside sched,pred");
  refused(2, "sched is named twice", "run " LAUNCH " --use sched=ports.so --use sched=ports.so");
  refused(2, "(a file whose name has a comma cannot be compared)", "compare --over use:sched=-,ports.so,x --config small vecadd");
  ck_assert_int_eq(warptwin("regress --config small --use sched=ports.so", err, sizeof err), 2);
  has(err, "with --run, or with --beside other blocks");
}
END_TEST
START_TEST(the_oracle_needs_what_it_looks_up) {
  char err[4000];
  ck_assert_int_eq(warptwin("block ports ureg --c --config small", err, sizeof err), 0);
  shell("mv out %s", "ureg_ports.h");
  static const char text[] =
    "#include \"ureg_ports.h\"\nstatic void *o(const wt_block_world *w, char *e, size_t n) { (void)e, (void)n; return (void *)w; }\n"
    "static void f(void *b) { (void)b; }\nconst wt_block_api *wt_block_get(void) { static const wt_block_api a = {.abi = WT_BLOCK_ABI, .block = "
    "\"ureg\", .name = \"u\", .open = o, .close = f, .reset = f, .eval = f}; return &a; }\n";
  file("u.c", text, sizeof text - 1);
  shell("cc -std=c11 -shared -fPIC -I. -I" WT_ROOT "/include -o %s u.c", "u.so");
  refused(2, "the oracle looks into ureg, and this one tells nothing (no read of its rows): give it read, or run with --no-oracle",
          "run " LAUNCH " --quiet --use ureg=u.so");
}
END_TEST

/* What the oracle says first is who else drives the machine. */
START_TEST(the_oracle_names_the_guest) {
  char err[4000];
  ck_assert_int_eq(warptwin("block ports sb_bit --c --config small", err, sizeof err), 0);
  shell("mv out %s", "sb_bit_ports.h");
  changed(WT_ROOT "/examples/block/few_results.c", "o.c", "(uint32_t)ok(s, w) << w", "(uint32_t)(ok(s, w) | 1) << w");
  shell("cc -std=c11 -shared -fPIC -O1 -I. -I" WT_ROOT "/include -o %s o.c", "o.so");
  run(1, "--quiet --use sb_bit=o.so");
  has(said(), "\nblocks of yours drive the machine: sb_bit of o.so; the same command without --use says whether one of them is wrong; --no-oracle");
  ck_assert(!strstr(said(), "cosim"));
}
END_TEST

START_TEST(kernels_are_compared) {
  static char first[9000];
  char args[900];
  object("o.so", "youngest", "youngest");
  snprintf(args, sizeof args, "compare --quiet --over use:sched=-,o.so --config small --hosts '%s/kernels' vecadd,bfs", wt_build_dir());
  snprintf(first, sizeof first, "%s", output(0, args));
  has(first, "kernel  use:sched  cycles");
  has(first, "        o.so");
  static const char sizes[] = "\nsizes are those of our block; `warptwin size --rtl` prices yours\n";
  has(first, sizes);
  snprintf(args, sizeof args, "compare --quiet --markdown --over SCHED=lrr,gto --use sched=o.so --config small --hosts '%s/kernels' vecadd",
           wt_build_dir());
  const char *both = output(0, args);
  has(both, sizes);
  has(both, "shape small with sched of o.so; seed 0");
  shell("mkdir -p one two && cp o.so one && cp o.so %s", "two");
  snprintf(args, sizeof args, "compare --quiet --traces t --over use:sched=-,one/o.so,two/o.so --config small --hosts '%s/kernels' vecadd",
           wt_build_dir());
  both = output(0, args);
  has(both, " one/o.so ");
  has(both, " two/o.so ");
  ck_assert(present("t/vecadd.one_o.so.trace") && present("t/vecadd.two_o.so.trace"));
  snprintf(args, sizeof args, "compare --quiet --over SCHED=lrr,gto --config small --hosts '%s/kernels' vecadd", wt_build_dir());
  ck_assert(!strstr(output(0, args), "sizes are those"));
  snprintf(args, sizeof args, "regress --run --quiet --config small --only vecadd,bfs --hosts '%s/kernels' --use sched=o.so", wt_build_dir());
  const char *t = output(0, args);
  has(t, "PASS: the C twin with sched of o.so, the oracle and every reference agree");
  char cycles[20];
  ck_assert_int_eq(sscanf(strstr(t, "\nbfs "), "%*s %*s %19s", cycles), 1);
  has(first, cycles); /* bfs takes as long in both tables */
}
END_TEST
/* The example of a scoreboard: every kernel is right with it, and it holds warps that ours lets go. */
START_TEST(fewer_results_are_enough) {
  static const char example[] = WT_ROOT "/examples/block/few_results.sv";
  char args[900], err[4000], of[4][20];
  snprintf(args, sizeof args, "regress --run --quiet --config small --jobs 2 --hosts '%s/kernels' --use sb_bit=%s", wt_build_dir(), example);
  const char *t = output(0, args);
  has(t, "PASS: the C twin with sb_bit of ");
  has(t, ", 0 failed");
  has(output(0, "block lint sb_bit='" WT_ROOT "/examples/block/few_results.sv' --config small"), "no word of Verilator's -Wall");
  changed(example, "one.sv", "Entries = 2;", "Entries = 1;");
  ck_assert_int_eq(warptwin("block ports sb_bit --c --config small", err, sizeof err), 0);
  shell("mv out %s", "sb_bit_ports.h");
  shell("cc -std=c11 -Wall -Wextra -Werror -shared -fPIC -O1 -I. -I" WT_ROOT "/include -o %s '" WT_ROOT "/examples/block/few_results.c'", "few.so");
  snprintf(args, sizeof args, "compare --quiet --over use:sb_bit=-,%s,one.sv,few.so --config small --hosts '%s/kernels' transpose", example,
           wt_build_dir());
  t = strstr(output(0, args), "\ntranspose ");
  ck_assert(t && sscanf(t, " transpose %*s %19s %*[^\n] %*s %19s %*[^\n] %*s %19s %*[^\n] %*s %19s", of[0], of[1], of[2], of[3]) == 4);
  ck_assert_str_eq(of[1], of[3]); /* the same in C */
  ck_assert_int_lt(atoi(of[0]), atoi(of[1]));
  ck_assert_int_lt(atoi(of[1]), atoi(of[2]));
  /* with room for all results it is ours */
  changed(example, "many.sv", "Entries = 2;", "Entries = 8;");
  run(0, "--trace t1 --use sb_bit=many.sv");
  run(0, "--trace t2");
  shell("cmp t1 t2 && test -s %s", "t1");
}
END_TEST
START_TEST(a_folder_to_begin_with) {
  char err[4000];
  has(output(0, "block ports sched --sv --config small"), "\n  output logic [wt_pkg::WARP_W-1:0] sched_sel_warp, // mealy, 3 bits\n");
  has(output(0, "block ports sched --c --config small"), "\n  const uint32_t *ibuffer_head_ctl; /* early, 200 bits, 8 elements of 25 */\n");
  has(output(0, "block ports collector --sv"), "parameter int unsigned Idx = 0 // which of the 8 it is");
  has(output(0, "block new mine --like sched"), "mine: mine.sv, README.md, Makefile");
  ck_assert(present("mine/mine.sv") && present("mine/README.md") && present("mine/Makefile"));
  has(output(0, "block lint sched=mine/mine.sv --config small"), "ports as block sched has them in small, no word of Verilator's -Wall");
  shell("sed -i 's/^endmodule/  logic nobody_reads; endmodule/' %s", "mine/mine.sv");
  ck_assert_int_eq(warptwin("block lint sched=mine/mine.sv --config small", err, sizeof err), 1);
  has(err, "%Warning-UN");
  shell("cp '" WT_ROOT "/examples/block/youngest.sv' %s", "other.sv"); /* a file may be called as its owner likes */
  has(output(0, "block lint sched=other.sv:youngest --config small"), "no word of Verilator's -Wall");
  output(0, "block new unit --like hanoi_yr"); /* whose ports stand in a file of their own */
  output(0, "block lint hanoi_yr=unit/unit.sv --config small");
  refused(2, "like which block? --like sched", "block new other");
  refused(2, "cannot make the folder", "block new mine --like sched");
  refused(2, "names that begin with wt_ are those of our modules", "block new wt_x --like sched");
  refused(2, "no such block", "block new other --like nobody");
  has(output(1, "block lint sched=mine/mine.sv --config small"), "mine/mine.sv: ports as block sched has them in small; what Verilator's -Wall says");
  shell("for i in $(seq 200); do echo \"logic nobody_reads_$i;\"; done | sed -i '/nobody_reads;/r /dev/stdin' %s", "mine/mine.sv");
  ck_assert_int_eq(warptwin("block lint sched=mine/mine.sv --config small", err, sizeof err), 1);
  shell("grep -q nobody_reads_200 err && tail -n 1 err | grep -q %s", "Exiting");
  refused(2, "give one of --c, a header, or --sv, the head of a module", "block ports sched");
  refused(2, "block ports nosuch: no such block", "block ports nosuch");
  refused(2, "this is a word of SystemVerilog", "block new logic --like sched");
  refused(2, "the folder begins with SystemVerilog; for C see examples/block/youngest.c", "block new other --like sched --c");
  refused(2, "expected ports BLOCK", "block what");
}
END_TEST

START_TEST(the_library_takes_guests) {
  object("o.so", "youngest", "youngest");
  wt_session *s;
  char use[200];
  wt_options o = {.backend = WT_BACKEND_C, .preset = "small"};
  ck_assert_int_eq(wt_session_open(&o, &s), WT_OK);
  ck_assert_int_eq(wt_set_use(s, "nobody=x.so"), WT_USAGE);
  ck_assert_int_eq(wt_set_opaque(s, "sched"), WT_USAGE); /* lock-step alone */
  snprintf(use, sizeof use, "sched=%s/o.so", dir);
  ck_assert_msg(!wt_set_use(s, use), "%s", wt_error(s));
  static wt_use_watch w;
  wt_watch_use(&w);
  ck_assert_msg(!wt_session_start(s), "%s", wt_error(s));
  ck_assert_str_eq(w.block, "sched");
  ck_assert(w.calls > 0 && w.in == 0);
  ck_assert_int_eq(wt_set_use(s, use), WT_USAGE); /* too late */
  ck_assert_int_eq(wt_guest_paths_hidden(s), 0);
  wt_session_close(s);
  wt_watch_use(NULL);
}
END_TEST
/* What a launch needs for a guest is given back at its end (test_wt_runs has the launches without). */
START_TEST(launches_with_a_guest_leave_nothing) {
  enum { FIRST = 16, MORE = 30 };
  static const uint64_t nowhere;
  static const int32_t none;
  wt_session *s;
  wt_module *m;
  char use[200];
  object("o.so", "youngest", "youngest");
  wt_options o = {.backend = WT_BACKEND_C, .preset = "small"};
  snprintf(use, sizeof use, "sched=%s/o.so", dir);
  ck_assert_int_eq(wt_session_open(&o, &s), WT_OK);
  ck_assert_msg(!wt_set_use(s, use) && !wt_module_load(s, WT_ROOT "/tests/kernels/vecadd.cubin", &m), "%s", wt_error(s));
  const wt_dims d = {.grid = {1, 1, 1}, .block = {32, 1, 1}};
  const wt_arg args[] = {{&nowhere, 8}, {&nowhere, 8}, {&nowhere, 8}, {&none, 4}};
  size_t before = 0;
  for (unsigned k = 0; k < FIRST + MORE; k++) {
    if (k == FIRST) before = suite_heap();
    ck_assert_msg(!wt_launch(s, m, NULL, &d, args, 4), "%s", wt_error(s));
  }
  ck_assert_msg(suite_heap() < before + MORE * sizeof(wt_guest_rules), "%zu of %zu", suite_heap(), before);
  wt_session_close(s);
}
END_TEST

int main(void) {
  Suite *s = suite_create("wt_guest");
  TCase *t = add_case(s, tcase_create("guest")), *rules = add_case(s, tcase_create("rules"));
  tcase_add_test(t, guests_drive);
  tcase_add_loop_test(t, what_a_guest_tells_is_seen, 0, 2);
  tcase_add_test(t, guests_stand_in_every_sub_core);
  tcase_add_loop_test(t, which_guest_does_wrong, 0, sizeof wrong_there / sizeof *wrong_there);
  tcase_add_loop_test(rules, a_broken_rule_is_named, 0, sizeof wrong / sizeof *wrong);
  tcase_add_loop_test(t, a_rule_of_another_block_is_named, 0, sizeof wrong_rtl / sizeof *wrong_rtl);
  tcase_add_test(t, a_module_shows_its_state_alone);
  tcase_add_test(t, an_assertion_of_a_guest_counts);
  tcase_add_test(t, an_object_that_crashes_or_hangs_is_told);
  tcase_add_test(t, an_exit_within_a_block_is_a_failure);
  tcase_add_test(t, an_object_beside_the_machine_is_guarded);
  tcase_add_test(t, no_end_is_proved_when_state_can_be_saved);
  tcase_add_test(rules, state_that_cannot_be_saved);
  tcase_add_test(rules, launches_with_a_guest_leave_nothing);
  tcase_add_test(t, a_run_with_a_guest_is_resumed);
  tcase_add_test(t, outputs_alone_are_compared);
  tcase_add_test(t, payload_counts_where_it_is_valid);
  tcase_add_test(t, a_block_without_parts_is_replaced);
  tcase_add_test(t, a_module_of_the_users_stands_in_the_machine);
  tcase_add_test(t, bad_input_is_refused);
  tcase_add_test(t, the_oracle_needs_what_it_looks_up);
  tcase_add_test(t, the_oracle_names_the_guest);
  tcase_add_test(t, kernels_are_compared);
  tcase_add_test(t, fewer_results_are_enough);
  tcase_add_test(t, a_folder_to_begin_with);
  tcase_add_test(t, the_library_takes_guests);
  return suite_run(s);
}
