/* test_wt_guest_words.c - around guests: words for verdicts, calls that do not come back, processes that an object may take down, the counts of --activity, and what `warptwin block`
 * prints and begins with, to the letter.
 */
#define _GNU_SOURCE
#include <signal.h>
#include <stdlib.h>
#include <time.h>

#include "cli/wt_cli_guest.h"
#include "cosim/wt_activity.h"
#include "cosim/wt_rtl_src.h"
#include "tests/cli_kit.h"

static char buf[1000];

/* ---- verdicts ---- */

START_TEST(words_of_a_verdict) {
  const wt_cli_guests none = {.n = 0}, one = {.use = {"sched=a.so"}, .n = 1, .opaque = {"wb"}, .n_opaque = 1},
                      two = {.use = {"sched=a.so", "wb=b.sv:m"}, .n = 2, .opaque = {"pred=c.sv", "ureg"}, .n_opaque = 2};
  ck_assert_str_eq(wt_cli_guests_words(&none, buf, sizeof buf), "");
  ck_assert_str_eq(wt_cli_guests_words(&one, buf, sizeof buf), " with sched of a.so");
  ck_assert_str_eq(wt_cli_guests_words(&two, buf, sizeof buf), " with sched of a.so, wb of b.sv:m");
  ck_assert_str_eq(wt_cli_opaque_words(&none, buf, sizeof buf), "");
  ck_assert_str_eq(wt_cli_opaque_words(&one, buf, sizeof buf), "; outputs of wb compared, not its state");
  ck_assert_str_eq(wt_cli_opaque_words(&two, buf, sizeof buf), "; outputs of pred, ureg compared, not their state");
  for (size_t n = 1; n < 60; n++) { /* as much as there is room for */
    char little[80];
    memset(little, 'x', sizeof little);
    wt_cli_opaque_words(&two, little, n);
    ck_assert(strlen(little) == (n < 50 ? n - 1 : 49) && !strncmp(little, buf, strlen(little)) && little[n] == 'x');
    memset(little, 'x', sizeof little);
    wt_cli_guests_words(&two, little, n);
    ck_assert(strlen(little) == (n < 34 ? n - 1 : 33) && !strncmp(little, " with sched of a.so, wb of b.sv:m", strlen(little)) && little[n] == 'x');
  }
  wt_cli_guests g = {.opaque = {"wb"}, .n_opaque = 1};
  ck_assert(!wt_cli_guests_any(&none) && !wt_cli_guests_any(&g) && wt_cli_guests_any(&one) && wt_cli_guests_any(&two));
  g.opaque[1] = "pred=c.sv", g.n_opaque = 2;
  ck_assert(wt_cli_guests_any(&g));
  g.use[0] = "sched=a.so", g.n = 1;
  ck_assert(wt_cli_guests_any(&g));
}
END_TEST
START_TEST(rules_that_were_not_looked_at) {
  static const char says[] = "; rules of the scheduler were not looked at, as GROUPING=dwr has others";
  static const struct {
    const char *use, *set;
    int told;
  } is[] = {
    {"sched=a.so", "GROUPING=dwr", 1}, {"sched=a.so", "GROUPING=fixed", 0}, {"sco=a.so", "GROUPING=dwr", 0}, {"schedule=a.so", "GROUPING=dwr", 0}};
  for (int i = 0; i < 4; i++) {
    wt_session *s;
    const char *set[] = {is[i].set, NULL};
    wt_options o = {.backend = WT_BACKEND_C, .preset = "small", .set = set};
    const wt_cli_guests g = {.use = {"wb=b.so", is[i].use}, .n = 2}, no = {.use = {"wb=b.so"}, .n = 1};
    ck_assert_int_eq(wt_session_open(&o, &s), WT_OK);
    ck_assert_str_eq(wt_cli_guests_unchecked(s, &g), is[i].told ? says : "");
    ck_assert_str_eq(wt_cli_guests_unchecked(s, &no), "");
    wt_session_close(s);
  }
}
END_TEST

/* ---- ends ---- */

START_TEST(how_a_guest_ended) {
  wt_use_watch w = {.block = "sched", .file = "my.so", .cycle = UINT64_C(5000000000), .in = WT_GUEST_EVAL};
  ck_assert_str_eq(wt_cli_guest_end(&w, SIGSEGV, buf, sizeof buf), "block sched of my.so crashed (SIGSEGV) in eval, cycle 5000000000");
  ck_assert_str_eq(wt_cli_guest_end(&w, SIGHUP, buf, sizeof buf), "block sched of my.so crashed (SIGHUP) in eval, cycle 5000000000");
  w.in = WT_GUEST_OPEN;
  ck_assert_str_eq(wt_cli_guest_end(&w, WT_CLI_HUNG, buf, sizeof buf),
                   "block sched of my.so does not come back from open for 10 s, cycle 5000000000");
  ck_assert_str_eq(wt_cli_guest_end(&w, WT_CLI_EXITED, buf, sizeof buf),
                   "block sched of my.so ended the run (exit of C, $finish of Verilog) in open, cycle 5000000000");
  static const char *const patience[][2] = {{"3", "3"}, {"0", "10"}, {"-1", "10"}, {"1", "1"}, {"x", "10"}};
  for (int i = 0; i < 5; i++) {
    char want[100];
    setenv("WARPTWIN_PATIENCE", patience[i][0], 1);
    snprintf(want, sizeof want, "block sched of my.so does not come back from open for %s s, cycle 5000000000", patience[i][1]);
    ck_assert_str_eq(wt_cli_guest_end(&w, WT_CLI_HUNG, buf, sizeof buf), want);
  }
}
END_TEST
START_TEST(a_call_that_does_not_come_back) {
  wt_use_watch w = {.in = WT_GUEST_EVAL, .calls = 7};
  wt_cli_stuck since = {0, 0};
  setenv("WARPTWIN_PATIENCE", "1", 1);
  ck_assert(!wt_cli_is_stuck(&w, &since) && since.calls == 7 && since.start > 0); /* another call than before */
  ck_assert_int_eq(wt_cli_is_stuck(&w, &since), 0);
  since.start -= 0.9;
  ck_assert_int_eq(wt_cli_is_stuck(&w, &since), 0);
  since.start -= 0.5;
  ck_assert_int_eq(wt_cli_is_stuck(&w, &since), 1);
  const double start = since.start;
  w.in = WT_GUEST_IDLE;
  ck_assert(!wt_cli_is_stuck(&w, &since) && since.start > start + 1); /* it has come back */
  for (int i = 0; i < 3; i++) {                                       /* time goes on */
    const double before = since.start;
    nanosleep(&(struct timespec){0, 5000000}, NULL);
    ck_assert(!wt_cli_is_stuck(&w, &since) && since.start > before && since.start < before + 10);
  }
  w.in = WT_GUEST_EVAL, since.start -= 2, w.calls = 8;
  ck_assert(!wt_cli_is_stuck(&w, &since) && since.calls == 8);
}
END_TEST

static int in_call;
static int fn(void *ctx) {
  const char *what = ctx;
  if (in_call) wt_guest_enter("sched", "a.so", 5, WT_GUEST_TICK);
  if (!strcmp(what, "crash")) abort();
  if (!strcmp(what, "exit")) exit(0);
  if (!strcmp(what, "hang"))
    for (;;) nanosleep(&(struct timespec){1, 0}, NULL);
  if (!strcmp(what, "ends")) { /* once who waits is ready for it */
    nanosleep(&(struct timespec){0, 300000000}, NULL);
    kill(getppid(), SIGTERM);
    nanosleep(&(struct timespec){5, 0}, NULL);
  }
  wt_guest_leave();
  return atoi(what);
}
static const struct {
  const char *what;
  int in_call, rc, ended;
  const char *says;
} guarded[] = {{"0", 1, 0, 0, ""},
               {"3", 1, 3, 0, ""},
               {"crash", 1, 1, 1, "warptwin: block sched of a.so crashed (SIGABRT) in tick, cycle 5\n"},
               {"crash", 0, 128 + SIGABRT, 0, ""}, /* no fault of the object's */
               {"exit", 1, 1, 1, "warptwin: block sched of a.so ended the run (exit of C, $finish of Verilog) in tick, cycle 5\n"},
               {"exit", 0, 1, 1, "warptwin: block wb of b.so ended the run (exit of C, $finish of Verilog)\n"},
               {"hang", 1, 1, 1, "warptwin: block sched of a.so does not come back from tick for 1 s, cycle 5\n"},
               {"ends", 0, 128 + SIGTERM, 0, ""}};
START_TEST(a_process_of_its_own) {
  const wt_cli_guests g = {.use = {"wb=b.so", "sched=a.so"}, .n = 2}, none = {.n = 0}, opaque = {.opaque = {"wb=b.so"}, .n_opaque = 1};
  static char said[400];
  int ended = 7;
  setenv("WARPTWIN_PATIENCE", "1", 1);
  in_call = guarded[_i].in_call;
  fflush(NULL);
  const int saved = dup(2);
  ck_assert_ptr_nonnull(freopen("/dev/null", "w", stderr));
  snprintf(buf, sizeof buf, "%s/said", dir);
  ck_assert_ptr_nonnull(freopen(buf, "w", stderr));
  const int rc = wt_cli_guarded(&g, fn, (void *)(uintptr_t)guarded[_i].what, &ended);
  fflush(stderr);
  dup2(saved, 2), close(saved);
  slurp("said", said, sizeof said);
  ck_assert_str_eq(said, guarded[_i].says);
  ck_assert(rc == guarded[_i].rc && ended == guarded[_i].ended);
  if (_i > 1) return;
  /* what was printed before is printed once */
  static char printed[100];
  const int out = dup(1);
  snprintf(buf, sizeof buf, "%s/printed", dir);
  ck_assert_ptr_nonnull(freopen(buf, "w", stdout));
  printf("once");
  wt_cli_guarded(&g, fn, (void *)(uintptr_t)guarded[_i].what, &ended);
  fflush(stdout);
  dup2(out, 1), close(out);
  slurp("printed", printed, sizeof printed);
  ck_assert_str_eq(printed, "once");
  ck_assert_int_eq(wt_cli_guarded(&g, fn, (void *)(uintptr_t)guarded[_i].what, NULL), rc);
  ended = 7;
  ck_assert(wt_cli_guarded(&none, fn, (void *)(uintptr_t)guarded[_i].what, &ended) == rc && ended == 7); /* here, in this process */
  ck_assert(wt_cli_guarded(&opaque, fn, (void *)(uintptr_t)guarded[_i].what, &ended) == rc && ended == 0);
}
END_TEST

/* ---- counts of changes ---- */

START_TEST(nets_that_are_written) {
  static const char *const is[][2] = {
    {"a <= b;", "a\n"},
    {"a_q", "a_q\n"},
    {"_q x_qq q_", ""},
    {"a_q.b_q :c_q `d_q ab_q", "a_q\nab_q\n"},
    {"a[i][j+1] <= b; c.d <= e;", "a\nc\n"},
    {"a <= b; a <= c; a_q", "a\na_q\n"},
    {"// a <= b\nc <= d", "c\n"},
    {"a / b <= c", "b\n"},
    {"for (genvar i = 0; i <= 3; i++) x <= i", "x\n"},
    {"int k; k <= 1; int unsigned m; m <= 1; point_q", "point_q\n"},
    {"interval <= 1; val <= 2", "interval\nval\n"},
    {"int ab; a <= 1;", "a\n"},
    {"4a_q 3 <= b", ""},
    {"a\n  [3] \n<= b", "a\n"},
    {"a < b; a = b; a == b; a <", ""},
    {"a[b <= c]", "b\n"},
    {"", ""},
  };
  for (size_t i = 0; i < sizeof is / sizeof *is; i++) {
    char *nets = wt_activity_nets(is[i][0]);
    ck_assert_msg(!strcmp(nets, is[i][1]), "'%s': '%s'", is[i][0], nets);
    free(nets);
  }
}
END_TEST
static uint8_t in8, flop[2][1];
static uint32_t wide[2][3], other;
static uint64_t in40;
static const wt_rtl_var vars[] = {{"TOP.TOP", "in8", &in8, 1, 1, 1},
                                  {"TOP.TOP", "in40", &in40, 40, 1, 8},
                                  {"TOP.wt_guest.g_block[0].u_block", "flop_q", flop[0], 2, 1, 1},
                                  {"TOP.wt_guest.g_block[1].u_block", "flop_q", flop[1], 2, 1, 1},
                                  {"TOP.wt_guest.g_block[0].u_block.u_in", "wide_q", wide[0], 70, 1, 12},
                                  {"TOP.wt_guest.g_block[1].u_block.u_in", "wide_q", wide[1], 70, 1, 12},
                                  {"TOP.wt_guest.g_block[0].u_block", "other", &other, 32, 1, 4},   /* not listed */
                                  {"TOP.wt_guest.g_block[0].u_blocks", "flop_q", &other, 32, 1, 4}, /* another module */
                                  {"TOP.wt_guest", "flop_q", &other, 32, 1, 4},
                                  {"TOP.wt_guest.g_block[0].u_block", "mem_q", &other, 32, 2, 4}}; /* a memory */
static const wt_rtl_var *vars_of(void *h, uint32_t *n) { return (void)h, *n = sizeof vars / sizeof *vars, vars; }
static const wt_rtl_var one[] = {{"TOP.wt_guest.u_block", "flop_q", flop, 2, 1, 1},
                                 {"TOP.wt_guest.u_block.m", "flop_q", flop, 1, 1, 1},
                                 {"TOP.wt_guest.u_blocked", "flop_q", flop, 1, 1, 1},
                                 {"TOP.wt_guest", "flop_q", flop, 1, 1, 1},
                                 {"TOP.wt_guest.u_block.n", "flop_q", flop, 1, 1, 1}}; /* behind the end of the list */
static const wt_rtl_var *one_of(void *h, uint32_t *n) { return (void)h, *n = sizeof one / sizeof *one - 1, one; }
static const wt_rtl_api one_api = {.vars = one_of};
START_TEST(toggles_and_duty) {
  static const wt_rtl_api api = {.vars = vars_of};
  const wt_rtl r = {.api = &api};
  const wt_block_port ports[] = {
    {"in8", WT_PORT_EARLY, 1, 1, 1, NULL}, {"in40", WT_PORT_LATE, 40, 40, 1, NULL}, {"out", WT_PORT_MOORE, 1, 1, 1, NULL}};
  const wt_block_world w = {.instances = 2, .port = ports, .ports = 3};
  const wt_rtl_var *of[] = {&vars[0], &vars[1], &vars[2]};
  wt_activity *a = wt_activity_new(&r, &w, of, "flop_q\nwide_q\nmem_q\n");
  ck_assert_ptr_nonnull(a);
  for (int round = 0; round < 2; round++) { /* the reset forgets the first */
    wt_activity_reset(a);
    for (int i = 0; i < 4; i++) {
      in8 = (uint8_t)(i & 1), in40 = (UINT64_C(1) << 39) * (unsigned)(i >= 2) | 1;
      flop[0][0] = 2, flop[1][0] = i == 3 ? 2 : 3;
      wide[0][0] = wide[0][1] = 0, wide[0][2] = (uint32_t)(i == 1) << 5, wide[1][0] = 1u << 31;
      wt_activity_sample(a);
    }
  }
  char *text = NULL, want[200];
  size_t n;
  FILE *f = open_memstream(&text, &n);
  wt_activity_write(a, f);
  fclose(f);
  static const char *const lines[] = {"set_power_activity -input_ports [get_ports {in8}] -activity 0.75 -duty 0.5",
                                      "set_power_activity -input_ports [get_ports {in40[0]}] -activity 0 -duty 1",
                                      "set_power_activity -input_ports [get_ports {in40[1]}] -activity 0 -duty 0",
                                      "set_power_activity -input_ports [get_ports {in40[39]}] -activity 0.25 -duty 0.5",
                                      "wt_flop {flop_q[0]} 0.125 0.375", /* of both instances */
                                      "wt_flop {flop_q[1]} 0 1",
                                      "wt_flop {u_in.wide_q[31]} 0 0.5",
                                      "wt_flop {u_in.wide_q[69]} 0.25 0.125",
                                      "wt_flop {u_in.wide_q[68]} 0 0"};
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    snprintf(want, sizeof want, "%s\n", lines[i]);
    const char *p = strstr(text, want);
    ck_assert_msg(p && (p == text || p[-1] == '\n') && !strstr(p + 1, want), "%s not once in\n%s", lines[i], text);
  }
  unsigned count = 0;
  for (const char *p = text; *p; p++) count += *p == '\n';
  ck_assert_uint_eq(count, 1 + 40 + 2 + 70);
  free(text);
  wt_activity_free(a);
  /* of one instance, which nobody has sampled */
  const wt_rtl alone = {.api = &one_api};
  const wt_block_world w1 = {.instances = 1, .port = ports + 2, .ports = 1};
  ck_assert_ptr_nonnull(a = wt_activity_new(&alone, &w1, of, "flop_q\n"));
  f = open_memstream(&text, &n);
  wt_activity_write(a, f);
  fclose(f);
  ck_assert_str_eq(text, "wt_flop {flop_q[0]} 0 0\nwt_flop {flop_q[1]} 0 0\nwt_flop {m.flop_q} 0 0\n");
  free(text);
  wt_activity_free(a);
  wt_activity_free(NULL);
}
END_TEST

/* ---- warptwin block ---- */

#define HEAD(b)                                                               \
  "// Ports of block " b ", here for the shape tiny (warptwin block ports " b \
  " --sv). early: inputs that the outputs of the same cycle may depend on;\n" \
  "// late: the clock edge alone; moore: outputs of the state alone; mealy: of the state and of early inputs.\n`default_nettype none\n"
#define CLOCKS "  input  wire logic clk,\n  input  wire logic rst_n, // synchronous, low for two cycles\n"
#define TAIL ");\nendmodule\n`default_nettype wire\n"
static const char rfbank[] =
  HEAD("rfbank") "module my_rfbank #(\n  parameter int unsigned Idx = 0 // which of the 4 it is\n) (\n" CLOCKS
                 "  input  wire logic [wt_pkg::RF_BANKS-1:0] bankarb_re, // late, 4 bits\n"
                 "  input  wire logic [(wt_pkg::ROW_W)*(wt_pkg::RF_BANKS * wt_pkg::BROWS)-1:0] bankarb_row, // late, 20 bits: PACK: per bank and "
                 "lane; 0 when the bank is idle\n"
                 "  input  wire logic [(2)*(wt_pkg::RF_BANKS)-1:0] bankarb_wsel, // late, 8 bits: 0 none, 1 alu low, 2 alu high, 3 slow channel\n"
                 "  input  wire logic [wt_pkg::LANES-1:0] alu_wb_mask, // late, 4 bits\n"
                 "  input  wire logic [(32)*(wt_pkg::LANES)-1:0] alu_wb_lo, // late, 128 bits: lanes outside the mask: 0\n"
                 "  input  wire logic [(32)*(wt_pkg::LANES)-1:0] alu_wb_hi, // late, 128 bits\n"
                 "  input  wire logic [wt_pkg::LANES-1:0] wb_mask, // late, 4 bits\n"
                 "  input  wire logic [(32)*(wt_pkg::LANES)-1:0] wb_data, // late, 128 bits\n"
                 "  output logic [(32)*(wt_pkg::LANES)-1:0] rfbank_rdata // moore, 128 bits: the row read last\n" TAIL;
static const char *const bankarb[] = {
  HEAD("bankarb") "module my_bankarb (\n" CLOCKS "  input  wire logic [11:0] collector_req, // early, 12 bits: ",
  "\n  input  wire logic [59:0] collector_row, // early, 60 bits: per word, PACK: per word and lane; 0 when the word does not ask\n",
  "\n  input  wire logic [(wt_pkg::COLLECTORS)*(wt_pkg::COLLECTORS)-1:0] disp_older, // early, 4 bits: ",
  "\n  input  wire logic cfg_layout, // early, 1 bit: 1 = swizzled register banks\n  input  wire logic [(wt_pkg::ROW_W + 1)-1:0] cfg_rpw, // early, "
  "6 bits: ",
  "\n  input  wire logic [1:0] alu_wb_n, // early, 2 bits: ",
  "\n  input  wire logic [wt_pkg::WARP_W-1:0] alu_wb_warp, // early, 1 bit\n",
  "\n  input  wire logic [7:0] alu_wb_reg, // early, 8 bits\n",
  "\n  output logic [(6)*(wt_pkg::COLLECTORS)-1:0] bankarb_grant, // mealy, 12 bits: words granted, per collector\n",
  "\n  output logic [wt_pkg::RF_BANKS-1:0] bankarb_re, // mealy, 4 bits\n",
  "\n  output logic [(wt_pkg::ROW_W)*(wt_pkg::RF_BANKS * wt_pkg::BROWS)-1:0] bankarb_row // mealy, 20 bits: PACK: per bank and lane; 0 when the bank "
  "is idle\n" TAIL};
static const char smbank[] =
  "/* Ports of block smbank for the shape tiny (warptwin block ports smbank --c). Values are numbers in 32-bit words, the lowest first. */\n"
  "#ifndef SMBANK_PORTS_H\n#define SMBANK_PORTS_H\n#include <string.h>\n\n#include \"warptwin_block.h\"\n\n"
  "/* For wt_block_api.ports: other shapes have other ports. */\n#define SMBANK_PORTS UINT64_C(0x05b60bf83ea0dd27)\n\ntypedef struct {\n"
  "  const uint32_t *smem_en; /* early, 4 bits: banks accessed */\n  const uint32_t *smem_row; /* early, 24 bits, 4 elements of 6: 0 when the bank "
  "is idle */\n"
  "  const uint32_t *smem_wbe; /* early, 16 bits, 4 elements of 4: bytes written; 0 for loads */\n"
  "  const uint32_t *smem_wdata; /* late, 128 bits, 4 elements of 32: 0 in bytes not written */\n"
  "  uint32_t *smbank_rdata; /* mealy, 128 bits, 4 elements of 32: 0 when the bank is not read */\n} smbank_ports;\n\n"
  "/* 0, or -1: the world has other ports. */\nstatic inline int smbank_ports_find(const wt_block_world *w, smbank_ports *p) {\n"
  "  static const char *const names[] = {\"smem_en\", \"smem_row\", \"smem_wbe\", \"smem_wdata\", \"smbank_rdata\"};\n"
  "  uint32_t *at[sizeof names / sizeof *names];\n  for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {\n    at[i] = NULL;\n"
  "    for (uint32_t k = 0; k < w->ports; k++)\n      if (!strcmp(w->port[k].name, names[i])) at[i] = w->port[k].value;\n"
  "    if (!at[i]) return -1;\n  }\n  p->smem_en = at[0];\n  p->smem_row = at[1];\n  p->smem_wbe = at[2];\n  p->smem_wdata = at[3];\n"
  "  p->smbank_rdata = at[4];\n  return 0;\n}\n#endif\n";
START_TEST(ports_of_a_block) {
  ck_assert_str_eq(output(0, "block ports rfbank --sv --config tiny"), rfbank);
  const char *text = output(0, "block ports bankarb --sv --config tiny");
  ck_assert(!strncmp(text, bankarb[0], strlen(bankarb[0])) && !strcmp(text + strlen(text) - strlen(bankarb[9]), bankarb[9]));
  for (int i = 0; i < 10; i++) ck_assert_msg(strstr(text, bankarb[i]) != NULL, "%s not in\n%s", bankarb[i], text);
  ck_assert_str_eq(output(0, "block ports smbank --c --config tiny"), smbank);
  text = output(0, "block ports brx --c --config tiny"); /* bits without elements */
  ck_assert(strstr(text, "\n  const uint32_t *issue_ev_valid; /* late, 1 bit */\n") && !strstr(text, " 1 bits") && !strstr(text, "1 elements"));
}
END_TEST
static const char readme[] =
  "# mine, a block in the place of constport\n\nmine.sv drives the machine: its ports are those of the block, inside it is yours.\n"
  "`make` lints it, runs its bench and kernels, and says what it costs; CONFIG=default takes another shape.\n"
  "`warptwin block ports constport --sv` says what each port means; `warptwin run k.cubin ... --use constport=mine.sv` runs a program with it.\n";
static const char makefile[] = "# make: lint, bench, kernels, price of mine.sv in the place of constport\nWARPTWIN ?= warptwin\nCONFIG ?= small\n"
                               "KERNELS ?= bfs,matmul,nw,hist,vecadd\nSHAPE = --config $(CONFIG)\n\nall: lint bench kernels price\nlint:\n"
                               "\t$(WARPTWIN) block lint constport=mine.sv $(SHAPE)\n"
                               "# outputs against ours under random stimulus: right for a block that must behave as ours does\nbench:\n"
                               "\t$(WARPTWIN) bench constport --use mine.sv $(SHAPE)\n"
                               "# cycles of ours and of this one, every result judged by the oracle and the kernels' references\nkernels:\n"
                               "\t$(WARPTWIN) compare --over use:constport=-,mine.sv $(SHAPE) $(KERNELS)\nprice:\n"
                               "\t$(WARPTWIN) size --rtl mine.sv --block constport $(SHAPE)\n.PHONY: all lint bench kernels price\n";
START_TEST(a_folder_to_begin_with) {
  static char text[30000], path[300];
  ck_assert_str_eq(output(0, "block new mine --like constport"), "mine: mine.sv, README.md, Makefile; begin with: cd mine && make lint\n");
  slurp("mine/README.md", text, sizeof text);
  ck_assert_str_eq(text, readme);
  slurp("mine/Makefile", text, sizeof text);
  ck_assert_str_eq(text, makefile);
  slurp("mine/mine.sv", text, sizeof text);
  snprintf(path, sizeof path, "%s/rtl/operand/wt_constport.sv", wt_root());
  char *ours = wt_src_written_out(wt_root(), path); /* includes of the tree stand in it */
  ck_assert_ptr_nonnull(ours);
  const char *mine = strstr(text, "\nmodule mine ("), *own = strstr(ours, "\nmodule wt_constport (");
  ck_assert(mine && own && !strcmp(strchr(mine, '('), strchr(own, '('))); /* all that follows */
  ck_assert(!strncmp(text, "// mine, which began as wt_constport: registers the constant request", 68) && !strstr(text, "Model  ") &&
            !strstr(text, "// Doc  "));
  ck_assert(strstr(text, "\n// Latency   ") && strstr(ours, "// Model  ") + 1 && strstr(ours, "// Doc  ") + 1);
  free(ours);
  output(0, "block new unit --like barrier"); /* ports of a socket are written out */
  slurp("unit/unit.sv", text, sizeof text);
  ck_assert(strstr(text, "\n  input  wire logic ") && !strstr(text, "include \"ports/"));
  static const char *const refusals[][2] = {
    {"block new 3d --like wb", "block new 3d: the name is that of a module: letters, digits and _"},
    {"block new a-b --like wb", "block new a-b: the name is that of a module: letters, digits and _"},
    {"block new abcdefghijabcdefghijabcdefghijabcdefghijabcdefghijk --like wb", "the name is that of a module: letters, digits and _"},
    {"block new wire --like wb", "block new wire: the name is that of the module, and this is a word of SystemVerilog"},
    {"block new accept_on --like wb", "this is a word of SystemVerilog"},
    {"block new x --like env", "--like env: no such block; 'warptwin bench' without a block lists them"},
    {"block new x --like wb --c",
     "block new x --c: the folder begins with SystemVerilog; for C see examples/block/youngest.c and 'block ports wb --c'"},
    {"block new mine --like wb", "block new mine: cannot make the folder: File exists"},
    {"block ports wb --c --sv", "block ports wb: give one of --c, a header, or --sv, the head of a module"},
    {"block ports env --c", "block ports env: no such block; 'warptwin bench' without a block lists them"},
    {"block new", "new of what? a name for the folder and its module"},
    {"block ports", "ports of what? a block"},
    {"block ports wb more", "one thing at a time, not also 'more'"},
    {"block", "expected ports BLOCK, new NAME --like BLOCK, or lint BLOCK=FILE.sv"},
    {"block lint env=a.sv", "block lint env=a.sv: no block 'env'; 'warptwin bench' without a block lists them"},
    {"block lint sched", "--use sched: expected BLOCK=FILE.so, or BLOCK=FILE.sv[:MODULE]"}};
  for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) refused(2, refusals[i][1], refusals[i][0]);
  output(0, "block new abcdefghijabcdefghijabcdefghijabcdefghijabcdefghij --like wb"); /* 50 letters */
  output(0, "block new wires --like wb");
}
END_TEST

int main(void) {
  TCase *t = tcase_create("guest_words");
  tcase_set_timeout(t, 60);
  tcase_add_test(t, words_of_a_verdict);
  tcase_add_test(t, rules_that_were_not_looked_at);
  tcase_add_test(t, how_a_guest_ended);
  tcase_add_test(t, a_call_that_does_not_come_back);
  tcase_add_loop_test(t, a_process_of_its_own, 0, sizeof guarded / sizeof *guarded);
  tcase_add_test(t, nets_that_are_written);
  tcase_add_test(t, toggles_and_duty);
  tcase_add_test(t, ports_of_a_block);
  tcase_add_test(t, a_folder_to_begin_with);
  return run_suite("guest_words", t);
}
