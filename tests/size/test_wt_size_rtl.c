/* test_wt_size_rtl.c - `size --rtl`: what a user's Verilog costs in the place of a block of ours, and Verilog that Yosys reads as another circuit. */
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "tests/example_kit.h"

static unsigned lines_of_example(void) {
  char text_of[20000];
  unsigned n = 0;
  slurp(EXAMPLE, text_of, sizeof text_of);
  for (const char *p = text_of, *last = strstr(text_of, "\nendmodule"); p < last; p++) n += *p == '\n';
  return n + 1; /* the first line of the words is one more */
}

#define WORD "typedef logic [7:0] word_t;\n"
#define REQ "typedef struct packed { logic [15:0] a; logic [2:0] b; } req_t;\n"

/* What Yosys 0.23 misreads, mostly in silence: line of the words, and what is told. Widths by hand. */
static const struct {
  const char *what, *words, *before;
  unsigned line;
  const char *says;
} misread[] = {
  {"vector of a named type", WORD "word_t [3:0] vec;\nassign vec = {31'd0, clk};", "", 2, "'vec' has 32 bits, Yosys gives it 8"},
  {"its type named", WORD "typedef word_t [3:0] vec_t;\nvec_t v;\nassign v = {31'd0, clk};", "", 3, "'v' has 32 bits, Yosys gives it 8"},
  {"vector of structs", REQ "req_t [3:0] r;\nassign r = '0;", "", 2, "'r' has 76 bits, Yosys gives it 19"},
  {"array of structs", REQ "// logic [3:0] mem;\nreq_t mem [4]; // of four\nalways_ff @(posedge clk) mem[cfg_sched] <= '0;", "", 3,
   "'mem' has 76 bits, Yosys gives it 19, as it drops dimensions of arrays of named types: req_t mem [4]; Write a flat vector"},
  {"field that is a vector of a named type",
   WORD "typedef word_t [3:0] vec_t;\ntypedef struct packed { vec_t lane; logic v; } bad_t;\nbad_t bad;\nassign bad = '0;", "", 4,
   "'bad' has 33 bits, Yosys gives it 2"},
  {"variable of a named block", WORD "logic [7:0] o;\nalways_comb begin : blk\nword_t [3:0] l;\nl = {31'd0, clk};\no = l[2];\nend", "", 4,
   "'blk.l' has 32 bits, Yosys gives it 8"},
  {"variable of a block without a name", WORD "logic [7:0] o;\nalways_comb begin\nword_t [3:0] l;\nl = {31'd0, clk};\no = l[2];\nend", "", 4,
   "'l' has 32 bits, Yosys gives it 8"},
  {"argument of a function",
   WORD "function automatic logic [7:0] g(input word_t [3:0] x);\ng = x[1];\nendfunction\nlogic [7:0] o;\nassign o = g({31'd0, clk});", "", 2,
   "'g().x' has 32 bits, Yosys gives it 8"},
  {"variable of a generate loop", WORD "for (genvar i = 0; i < 2; i++) begin : g_x\nword_t [3:0] l;\nassign l = {31'd0, clk};\nend", "", 3,
   "'g_x[0].l' has 32 bits, Yosys gives it 8"},
  {"variable of a part",
   WORD "sub u_sub (.i({31'd0, clk}));\nendmodule\nmodule sub (input wire logic [31:0] i);\n" WORD "word_t [3:0] inner;\nassign inner = i;", "", 6,
   "'inner' has 32 bits, Yosys gives it 8"},
  {"member of an element", REQ "req_t [3:0] r;\nlogic [15:0] o;\nassign o = r[2].a;\nassign r = '0;", "", 4,
   "Yosys takes 'r[2].a' for a wire that nobody drives"},
  {"name of an enum of a package", "logic hit;\nassign hit = pk::f(cfg_sched);",
   "package pk;\ntypedef enum logic [1:0] {OpA, OpB} op_e;\nfunction automatic logic f(input logic [1:0] x);\nf = x == "
   "OpB;\nendfunction\nendpackage\n",
   4, "Yosys takes 'OpB' for a wire that nobody drives"},
  {"latch", "logic o;\nalways_latch if (clk) o = cfg_sched[0];", "", 0, "there is a latch, 'o'"},
  {"import", "import wt_pkg::*;", "", 1, "Yosys does not read this"},
  {"break", "logic o;\nalways_comb begin\no = 0;\nfor (int i = 0; i < 4; i++) if (cfg_sched[0]) begin o = 1; break; end\nend", "", 4,
   "Yosys does not read this"},
  {"loop", "logic [3:0] x;\nassign x = x & {x[2:0], clk};", "", 1, "'x' depends on itself without a clock edge between (a combinational loop)"},
  {"assertion", "Mine_A: assert property (@(posedge clk) disable iff (!rst_n) !sched_busy);", "", 1,
   "Assertions are no gates: put them between `ifndef SYNTHESIS and `endif"},
  {"packed vector of vectors", "logic [3:0][7:0] x;\nassign x = '0;", "", 1, "Yosys does not read this"}};

START_TEST(what_yosys_misreads_is_told) {
  for (size_t i = 0; i < sizeof misread / sizeof *misread; i++) {
    char at[40] = "bad.sv: ";
    example("bad.sv", misread[i].words, misread[i].before);
    unsigned line = *misread[i].before ? misread[i].line : lines_of_example() + misread[i].line;
    if (misread[i].line) snprintf(at, sizeof at, "bad.sv:%u: ", line);
    refused(2, misread[i].says, "size --rtl bad.sv:youngest --block sched --config small");
    char said[16384];
    slurp("err", said, sizeof said);
    ck_assert_msg(strstr(said, at) != NULL, "%s: not '%s' in: %s", misread[i].what, at, said);
  }
}
END_TEST

static double number(json_t *j, const char *name, const char *whose) {
  json_t *f = json_object_get(json_object_get(j, name), whose);
  ck_assert_msg(json_is_number(f), "%s: no number %s", name, whose);
  return json_number_value(f);
}
static json_t *figures(const char *args) {
  json_error_t e;
  json_t *j = json_loads(output(0, args), 0, &e);
  ck_assert_msg(j != NULL, "%s: %s", args, e.text);
  return j;
}

/* Counted by hand. */
START_TEST(bits_are_those_of_the_declarations) {
  static const struct {
    const char *words;
    unsigned ff, mem; /* more than the example has */
  } t[] = {
    {"", 0, 0},
    {"logic [36:0] extra_q;\nalways_ff @(posedge clk) extra_q <= {extra_q[35:0], sched_busy};", 37, 0},
    {"logic [7:0] mem [4];\nalways_ff @(posedge clk) if (sched_busy) mem[cfg_sched] <= cfg_pool[6:0] + mem[cfg_sched ^ 2'd1];", 0, 32},
    {"typedef struct packed { logic [3:0][7:0] lane; logic v; } ok_t;\nok_t k_q;\nalways_ff @(posedge clk) k_q <= {k_q[31:0], sched_busy};", 33, 0}};
  unsigned long had[2] = {0, 0};
  for (size_t i = 0; i < sizeof t / sizeof *t; i++) {
    example("good.sv", t[i].words, "");
    json_t *j = figures("size --rtl good.sv:youngest --block sched --config small --format json");
    const unsigned long ff = (unsigned long)number(j, "flip_flop_bits", "yours"), mem = (unsigned long)number(j, "memory_bits", "yours");
    json_decref(j);
    if (t[i].mem) { /* of nothing there is no percent */
      char line[200];
      snprintf(line, sizeof line, "\n%-22s %14d %14u %+14d %10s\n", "memory bits", 0, t[i].mem, (int)t[i].mem, "");
      ck_assert_ptr_nonnull(strstr(output(0, "size --rtl good.sv:youngest --block sched --config small"), line));
    }
    if (!i) had[0] = ff, had[1] = mem;
    ck_assert_uint_eq(ff, had[0] + t[i].ff);
    ck_assert_uint_eq(mem, had[1] + t[i].mem);
  }
  /* its declarations on small: 8 warps, 4 beats: busy 1, warp 3, beat 2, younger 8 x 8, resident 8 */
  ck_assert_uint_eq(had[0], 1 + 3 + 2 + 64 + 8);
  ck_assert_uint_eq(had[1], 0);
}
END_TEST

/* Our own file costs what our block costs, in bits, gates and levels; a comment in it changes nothing and runs nothing again. */
START_TEST(our_own_file_costs_nothing_more) {
  static const char *const block[] = {"sched", "sb_bit"};
  for (size_t i = 0; i < sizeof block / sizeof *block; i++) {
    char args[1000];
    snprintf(args, sizeof args, "size --rtl %s/rtl/issue/wt_%s.sv:wt_%s --block %s --config tiny --format json", WT_ROOT, block[i], block[i],
             block[i]);
    json_t *j = figures(args), *f;
    const char *key;
    unsigned n = 0;
    json_object_foreach(j, key, f) {
      if (!json_is_object(f)) continue;
      ck_assert_msg(fabs(number(j, key, "difference")) < 1e-9, "%s: %s differs", block[i], key);
      n++;
    }
    ck_assert_uint_eq(n, 5);
    ck_assert(number(j, "flip_flop_bits", "ours") > 0 && number(j, "gate_levels", "ours") > 0 &&
              number(j, "gate_equivalents", "ours") > number(j, "gate_equivalents_flip_flops", "ours"));
    json_decref(j);
  }
}
END_TEST

/* With a library: area and period of both, and the path of each. The cells to be timed, and what OpenSTA says of them, are the test's: 1000 - 995.75. */
static void program(const char *name, const char *text) {
  char path[200];
  file(name, text, strlen(text));
  snprintf(path, sizeof path, "%s/%s", dir, name);
  ck_assert_int_eq(chmod(path, 0755), 0);
}
START_TEST(figures_of_a_library) {
  static const char *const formats[] = {"json", "text", "md"}, *const whose[] = {"ours", "yours"};
  static char path[9000];
  char *was = strdup(getenv("PATH")), args[1000], line[100];
  program("sta", "#!/bin/sh\ncat <<E\nStartpoint: turn_q[2]_reg (rising edge-triggered flip-flop clocked by clk)\n"
                 "Endpoint: sb_ok[3] (output port clocked by clk)\n\n    1.1000     1.1000 v turn_q[2]_reg/Q (DFF)\n"
                 "    3.1500     4.2500 ^ _12_/Y (NAND2)\n    0.0000     4.2500 ^ sb_ok[3] (out)\n             995.7500   slack (MET)\nE\n");
  snprintf(path, sizeof path,
           "#!/bin/sh\nto=$(sed -n 's/.*write_verilog -noattr -noexpr -nohex -nodec //p' \"$2\" 2>&-)\n"
           "[ -z \"$to\" ] || { echo 'module wt_sb_bit(clk); input clk; endmodule' >$to; exit; }\nPATH='%s' exec yosys \"$@\"\n",
           was);
  program("yosys", path);
  snprintf(path, sizeof path, "%s:%s", dir, was);
  setenv("PATH", path, 1);
  for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
    snprintf(args, sizeof args,
             "size --rtl %s/rtl/issue/wt_sb_bit.sv:wt_sb_bit --block sb_bit --config tiny --liberty %s/cmodel/size/gtech.lib --format %s", WT_ROOT,
             WT_ROOT, formats[i]);
    json_t *j = i ? NULL : figures(args);
    const char *shown = i ? output(0, args) : "";
    for (int k = 0; k < 2; k++) {
      if (i) {
        snprintf(line, sizeof line, "\nlongest path, %s%s register turn_q[2] -> output sb_ok[3], 2 cells\n", whose[k], i > 1 ? ":" : k ? " " : "  ");
        ck_assert_msg(strstr(shown, line) != NULL, "%s", shown);
        continue;
      }
      ck_assert(number(j, "area", whose[k]) > 0 && fabs(number(j, "period", whose[k]) - 4.25) < 1e-9);
      const json_t *p = json_object_get(j, k ? "path_yours" : "path_ours");
      ck_assert_pstr_eq(json_string_value(json_object_get(p, "from")), "register turn_q[2]");
      ck_assert_pstr_eq(json_string_value(json_object_get(p, "to")), "output sb_ok[3]");
      ck_assert_int_eq(json_integer_value(json_object_get(p, "cells")), 2);
    }
    json_decref(j);
  }
  setenv("PATH", was, 1);
  free(was);
}
END_TEST

/* What is printed adds up, in every format. */
START_TEST(formats) {
  char csv[2000];
  json_t *j = figures("size --rtl '" EXAMPLE "' --block sched --config tiny --format json");
  ck_assert_str_eq(json_string_value(json_object_get(j, "module")), "youngest");
  snprintf(csv, sizeof csv, "%s", output(0, "size --rtl '" EXAMPLE "' --block sched --config tiny --format csv"));
  ck_assert_int_eq(strncmp(csv, "figure,ours,yours,difference\n", 29), 0);
  unsigned n = 0;
  for (char *save = NULL, *line = strtok_r(csv + 29, "\n", &save); line; line = strtok_r(NULL, "\n", &save), n++) {
    char name[64];
    double a, b, d;
    ck_assert_int_eq(sscanf(line, "%63[^,],%lf,%lf,%lf", name, &a, &b, &d), 4);
    ck_assert(fabs(number(j, name, "ours") - a) < 1e-9 && fabs(number(j, name, "yours") - b) < 1e-9 && fabs(b - a - d) < 0.11);
  }
  ck_assert_uint_eq(n, 5);
  json_decref(j);
  const char *shown = output(0, "size --rtl '" EXAMPLE "' --block sched --config tiny");
  ck_assert(strstr(shown, "sched: module youngest of ") && strstr(shown, "\nflip-flop bits ") && strstr(shown, "\ngate levels "));
  shown = output(0, "size --rtl '" EXAMPLE "' --block sched --config tiny --format md");
  static const char md[] = "| | ours | youngest.sv | difference | |\n|---|---|---|---|---|\n| flip-flop bits |";
  ck_assert_int_eq(strncmp(shown, md, sizeof md - 1), 0);
}
END_TEST

START_TEST(what_is_refused) {
  example("good.sv", "", "");
  file("a.so", "x", 1);
  refused(2, "--rtl good.sv:youngest: in the place of which block? give --block", "size --rtl good.sv:youngest");
  refused(2, "--block nobody: no such block", "size --rtl good.sv:youngest --block nobody");
  refused(2, "none.sv", "size --rtl none.sv:youngest --block sched");
  refused(2, "good.sv", "size --rtl good.sv:nobody --block sched");
  refused(2, "a shared object has no gates; give a .sv or .v", "size --rtl a.so --block sched");
  refused(2, "--rtl: one shape, to the terminal", "size --rtl good.sv:youngest --block sched --csv x.csv");
  output(0, "size --rtl good.sv:youngest --block sched --config tiny"); /* that its ports are right there says nothing of another block */
  refused(2, "module youngest lacks an input 'cfu_redir_valid' of 1 bits",
          "size --rtl good.sv:youngest --block fetch --config tiny"); /* ports of another block */
}
END_TEST

int main(void) {
  TCase *t = tcase_create("size_rtl");
  tcase_add_test(t, what_yosys_misreads_is_told);
  tcase_add_test(t, bits_are_those_of_the_declarations);
  tcase_add_test(t, our_own_file_costs_nothing_more);
  tcase_add_test(t, figures_of_a_library);
  tcase_add_test(t, formats);
  tcase_add_test(t, what_is_refused);
  return run_suite("size_rtl", t);
}
