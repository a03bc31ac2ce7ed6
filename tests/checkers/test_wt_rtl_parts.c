/* test_wt_rtl_parts.c - parts of what builds RTL, by themselves: the texts that are made for a shape, which sources a module needs and when two are the same, names of blocks beside the
 * machine and what a plug-in says. No tool runs, and no RTL is built.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <sys/stat.h>

#include "cosim/wt_gen.h"
#include "cosim/wt_rtl_says.h"
#include "cosim/wt_rtl_src.h"
#include "spec/wt_numbers.h"
#include "rtl_kit.h"

static char *made;
static size_t made_n;
static const char *text_of(const char *stem, int beside) {
  free(made);
  FILE *f = open_memstream(&made, &made_n);
  wt_gen_text(f, blks, stem, beside);
  fclose(f);
  return made;
}
static int has_line(const char *text, const char *line) {
  const size_t n = strlen(line);
  for (const char *p = text; (p = strstr(p, line)); p++)
    if ((p == text || p[-1] == '\n') && p[n] == '\n') return 1;
  return 0;
}

/* ---- what is made for a shape ---- */

START_TEST(numbers_of_the_package) {
  char *text = NULL, name[100], value[100];
  size_t bytes;
  unsigned numbers = 0, fields = 0, width = 0, w;
  uint32_t number, v;
  open_shape("small", "MEM_MODEL=l2dram");
  FILE *f = open_memstream(&text, &bytes);
  wt_gen_pkg(f, &S);
  fclose(f);
  ck_assert(has_line(text, "package wt_pkg;") && !strcmp(text + strlen(text) - 11, "endpackage\n"));
  for (char *save = NULL, *line = strtok_r(text, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
    int high;
    if (sscanf(line, "  parameter int unsigned %90s = %90[^;];", name, value) == 2) {
      v = (uint32_t)strtoul(value, NULL, 10);
    } else if (sscanf(line, "  parameter logic [%d:0] %90s = %u'd%90[^;];", &high, name, &w, value) == 4) {
      v = (uint32_t)strtoul(value, NULL, 10);
      ck_assert_msg((int)w == high + 1 && (uint64_t)v < (UINT64_C(1) << w), "%s", line);
    } else {
      if (sscanf(line, "    logic [%u:0] %90[^;];", &w, name) == 2) width += w + 1, fields++;
      if (sscanf(line, "  } %90[^_]_t;", name) == 1) {
        ck_assert_uint_eq(width, !strcmp(name, "uop") ? UOP_W : !strcmp(name, "hsrc") ? HSRC_W : !strcmp(name, "hctl") ? HCTL_W : width);
        width = 0;
      }
      continue;
    }
    numbers++;
    if (!strncmp(name, "I_", 2)) continue; /* instructions have no names elsewhere */
    ck_assert_msg(!wt_number(&S, name, &number) && number == v, "%s is %u", line, number);
  }
  ck_assert(numbers > 300 && fields > 40);
  free(text);
  /* names of a mode are as wide as its wire */
  f = open_memstream(&text, &bytes);
  wt_gen_pkg(f, &S);
  fclose(f);
  ck_assert(has_line(text, "  parameter int unsigned SCOREBOARD_coon = 1;") && has_line(text, "  parameter logic [2:0] SCHED_gto = 3'd1;"));
  ck_assert(has_line(text, "  parameter logic [0:0] LAYOUT_swizzle = 1'd1;") && has_line(text, "  parameter logic [7:0] I_NOP = 8'd0;") + 1);
  ck_assert(has_line(text, "  parameter int unsigned MEM_MODEL_l2dram = 1;"));
  free(text);
}
END_TEST
static const char rams[] = "`verilator_config\n"
                           "public_flat_rd -module \"wt_ram_1rw\" -var \"mem_q\"\npublic_flat_rd -module \"wt_ram_1rw\" -var \"out_q\"\n"
                           "public_flat_rd -module \"wt_ram_1rw\" -var \"mem_we\"\npublic_flat_rd -module \"wt_ram_1rw\" -var \"mem_wa\"\n"
                           "public_flat_rd -module \"wt_ram_1r1w\" -var \"mem_q\"\npublic_flat_rd -module \"wt_ram_1r1w\" -var \"out_q\"\n"
                           "public_flat_rd -module \"wt_ram_1r1w\" -var \"mem_we\"\npublic_flat_rd -module \"wt_ram_1r1w\" -var \"mem_wa\"\n";
static const char smbank[] = "public_flat_rd -module \"wt_smbank\" -var \"smbank_rdata\"\npublic_flat_rd -module \"wt_smbank\" -var \"mem_q\"\n"
                             "public_flat_rd -module \"wt_smbank\" -var \"mem_we\"\npublic_flat_rd -module \"wt_smbank\" -var \"mem_wa\"\n";
START_TEST(texts_of_a_block) {
  char want[9000];
  open_shape("tiny", NULL);
  snprintf(want, sizeof want,
           "wt_public.vlt\n%s%spublic_flat_rw -module \"wt_smbank\" -var \"smem_en\"\npublic_flat_rw -module \"wt_smbank\" -var \"smem_row\"\n"
           "public_flat_rw -module \"wt_smbank\" -var \"smem_wbe\"\npublic_flat_rw -module \"wt_smbank\" -var \"smem_wdata\"\nunused_modules\n",
           rams, smbank);
  ck_assert_str_eq(text_of("smbank", 0), want);
  char tb[2000] = "", edges[1000] = "", vars[2000] = "";
  static const struct {
    const char *name;
    int high;
  } inputs[] = {{"smem_en", 3}, {"smem_row", 23}, {"smem_wbe", 15}, {"smem_wdata", 127}}; /* of four banks */
  for (int i = 0; i < 4; i++) {
    const char *k = inputs[i].name;
    snprintf(vars + strlen(vars), sizeof vars - strlen(vars),
             "public_flat_rd -module \"wt_tb\" -var \"%s\"\npublic_flat_rw -module \"wt_tb\" -var \"%s_next\"\n", k, k);
    snprintf(tb + strlen(tb), sizeof tb - strlen(tb), "  logic [%d:0] %s, %s_next;\n", inputs[i].high, k, k);
    snprintf(edges + strlen(edges), sizeof edges - strlen(edges), "    %s <= %s_next;\n", k, k);
  }
  snprintf(
    want, sizeof want,
    "wt_public.vlt\n%s%s%swt_tb.sv\nmodule wt_tb (input wire logic clk, input wire logic rst_n);\n%s  always_ff @(posedge clk) begin\n%s  end\n"
    "  /* verilator lint_off PINMISSING */\n  for (genvar i = 0; i < 4; i++) begin : g_block\n"
    "  wt_smbank #(.Idx(i)) u_block (.clk, .rst_n, .smem_en, .smem_row, .smem_wbe, .smem_wdata);\n  end\n"
    "  /* verilator lint_on PINMISSING */\nendmodule\nunused_modules\n",
    rams, smbank, vars, tb, edges);
  ck_assert_str_eq(text_of("smbank", 1), want);
  const char *one = text_of("ureg", 1); /* a block that is alone */
  ck_assert(strstr(one, "\n  wt_ureg u_block (.clk, .rst_n, .sched_sel_valid, ") && !strstr(one, "g_block") && !strstr(one, "  end\n  end\n"));
  ck_assert(has_line(one, "  logic [290:0] ibuffer_uop, ibuffer_uop_next;") && !strstr(one, "env_"));
  ck_assert(has_line(one, "public_flat_rd -module \"wt_ureg\" -var \"preds_wa\""));
  setenv("WT_BREAK_PORTS", "1", 1);
  const char *broken = text_of("smbank", 0);
  ck_assert(has_line(broken, "public_flat_rw -module \"wt_smbank\" -var \"break_sel\""));
  ck_assert_str_eq(strstr(broken, "\nports\n"), "\nports\nsmbank_rdata 32\n");
  ck_assert(!strstr(text_of(NULL, 0), "\nports\n"));
  unsetenv("WT_BREAK_PORTS");
}
END_TEST
START_TEST(texts_of_the_machine) {
  open_shape("tiny", NULL);
  const char *text = text_of(NULL, 0);
  ck_assert_str_eq(strstr(text, "unused_modules\n"),
                   "unused_modules\nwt_lcs\nwt_share\nwt_fp64\nwt_l1d\nwt_replay\nwt_ccws\nwt_hanoi\nwt_simt_stack\nwt_barrier\nwt_"
                   "multipath\nwt_sb_coon\nwt_sb_codes\nwt_sco\nwt_ilt\nwt_pst\nwt_pack\n");
  ck_assert(strstr(text, "\n  wt_gpu u_gpu (.clk, .rst_n, .cfg_sched, ") && strstr(text, ", .cmem_data);\n"));
  ck_assert(has_line(text, "public_flat_rd -module \"wt_tb\" -var \"env_mem_ready\"") &&
            has_line(text, "  logic [1023:0] env_rsp_data, env_rsp_data_next;"));
  ck_assert(has_line(text, "public_flat_rd -module \"wt_sched\" -var \"older_q\"") &&
            has_line(text, "public_flat_rd -module \"wt_sched\" -var \"sched_busy\""));
  ck_assert(!strstr(text, "\"wt_l1d\"") && !strstr(text, "\"wt_env\"") && !strstr(text, "\"wt_cfg\""));
  open_shape("tiny", "DIVERGENCE=barrier");
  ck_assert(strstr(strstr(text_of(NULL, 0), "unused_modules"), "\nwt_hanoi_yr\nwt_hanoi\nwt_simt_stack\nwt_multipath\n") != NULL);
}
END_TEST
/* An SM by itself: what comes from around it is there at once, what comes from outside of the machine at the next edge. */
START_TEST(texts_of_an_sm) {
  open_shape("tiny", "SMS=1");
  const char *text = text_of(WT_GEN_SM, 0);
  const char *tb = strstr(text, "\nwt_tb.sv\n");
  ck_assert(tb && strstr(tb, "\nmodule wt_tb (input wire logic clk, input wire logic rst_n, input wire logic [") &&
            strstr(tb, "\n  wt_sm u_sm (.clk, .rst_n, ."));
  ck_assert(has_line(text, "public_flat_rw -module \"wt_tb\" -var \"ctasched_give_valid\"") &&
            has_line(text, "public_flat_rd -module \"wt_tb\" -var \"imem_valid\"") &&
            has_line(text, "public_flat_rw -module \"wt_tb\" -var \"imem_valid_next\""));
  unsigned unread = 0; /* what nobody in it reads is not there */
  for (unsigned k = 0; k < blks->n; k++)
    for (unsigned i = 0; blks->blk[k].outside == WT_OUTSIDE && i < blks->blk[k].nrows; i++) {
      char name[100];
      int is_read = 0;
      for (unsigned j = 0; j < blks->n; j++)
        for (unsigned e = 0; !blks->blk[j].outside && blks->blk[j].modules && e < blks->blk[j].nrows; e++) {
          const wt_row *in = &blks->blk[j].rows[e];
          is_read |= in->kind == WT_ROW_IN && !strcmp(in->drv, blks->blk[k].drv) && !strcmp(in->name, blks->blk[k].rows[i].name);
        }
      snprintf(name, sizeof name, ", .%s_%s", blks->blk[k].drv, blks->blk[k].rows[i].name);
      const char *pin = strstr(tb, name);
      while (pin && pin[strlen(name)] != ',' && pin[strlen(name)] != ')') pin = strstr(pin + 1, name);
      ck_assert_msg((pin != NULL) == is_read, "%s", name);
      unread += !is_read;
    }
  ck_assert_uint_gt(unread, 0);
  ck_assert(!strstr(text, "ctasched_give_valid_next") && !strstr(text, "\"wt_ctasched\"") && strstr(text, "\"wt_sched\""));
  unsigned now = 0, next = 0, pins = 0, clocked = 0;
  for (const char *p = tb; (p = strstr(p, ", input wire logic [")); p++) now++;
  for (const char *p = tb; (p = strstr(p, "\n  logic [")); p++) next++;
  for (const char *p = tb; (p = strstr(p, " <= ")); p++) clocked++;
  for (const char *p = strstr(tb, ".rst_n"); (p = strstr(p, ", .")); p++) pins++;
  ck_assert_msg(now == 4 && next > 40 && pins == now + next && clocked == next, "%u now, %u at the edge, %u pins, %u clocked", now, next, pins,
                clocked);
  ck_assert(strstr(text, "\nunused_modules\n") && strstr(strstr(text, "\nunused_modules\n"), "\nwt_l1d\n"));
}
END_TEST
START_TEST(files_of_a_build) {
  char text[200];
  open_shape("tiny", NULL);
  ck_assert_int_eq(mkdir(file_at("gen"), 0777), 0);
  ck_assert_int_eq(wt_gen_dir(file_at("gen"), &S, "smbank", 0, err, sizeof err), 0);
  ck_assert(present("gen/wt_pkg.sv") && present("gen/wt_public.vlt") && present("gen/unused_modules") && !present("gen/wt_tb.sv") &&
            !present("gen/ports"));
  slurp("gen/wt_pkg.sv", text, sizeof text);
  ck_assert(!strncmp(text, "// wt_pkg: ", 11));
  slurp("gen/wt_public.vlt", text, sizeof text);
  ck_assert(!strncmp(text, "`verilator_config\n", 18));
  ck_assert_int_eq(wt_gen_dir(file_at("gen"), &S, "smbank", 1, err, sizeof err), 0);
  ck_assert(present("gen/wt_tb.sv"));
  ck_assert_int_eq(wt_gen_dir(file_at("none"), &S, "smbank", 0, err, sizeof err), -1);
  snprintf(text, sizeof text, "%s/none/wt_pkg.sv: cannot write: No such file or directory; check that the folder exists and is writable", dir);
  ck_assert_str_eq(err, text);
  ck_assert(!symlink("/dev/full", file_at("gen/wt_x")) && !remove(file_at("gen/wt_public.vlt")) &&
            !rename(file_at("gen/wt_x"), file_at("gen/wt_public.vlt")));
  ck_assert_int_eq(wt_gen_dir(file_at("gen"), &S, "smbank", 0, err, sizeof err), -1);
  ck_assert(strstr(
    err,
    "/gen/wt_public.vlt: cannot write: No space left on device; make room ('warptwin cache prune'), or name another folder with WARPTWIN_CACHE"));
}
END_TEST

/* ---- sources ---- */

static void tree(void) {
  static const char *const folders[] = {"t", "t/rtl", "t/rtl/a", "t/rtl/lib"};
  for (int i = 0; i < 4; i++) mkdir(file_at(folders[i]), 0777);
  text_file("t/rtl/a/wt_one.sv",
            "module wt_one; // a comment of wt_four\n  wt_two u ();\n  wt_onesome v ();\n  x = wt_pkg::SLOTS + wt_pkg::LANES_X;\nendmodule\n");
  text_file("t/rtl/lib/wt_two.sv", "/* wt_four\n */ module wt_two; xwt_four y; wt_three z;\nendmodule\n");
  text_file("t/rtl/lib/wt_three.sv", "module wt_three; `include \"wt_inc.svh\"\nwt_one loops;\nendmodule\n");
  text_file("t/rtl/lib/wt_four.sv", "module wt_four;\nendmodule\n");
  text_file("t/rtl/a/wt_inc.svh", "wire included;\n");
  ck_assert_msg(!wt_src_load(file_at("t"), err, sizeof err), "%s", err);
}
START_TEST(a_module_needs_what_it_names) {
  char files[1000], want[1000], name[64];
  tree();
  const int one = wt_src_find("wt_one"), four = wt_src_find("wt_four");
  ck_assert(one >= 0 && four >= 0 && wt_src_find("wt_on") == -1 && wt_src_find("wt_onesome") == -1);
  ck_assert_str_eq(wt_src_module(one), "wt_one");
  snprintf(want, sizeof want, " %s/t/rtl/a/wt_one.sv %s/t/rtl/lib/wt_three.sv %s/t/rtl/lib/wt_two.sv", dir, dir, dir);
  ck_assert_int_eq(wt_src_files(one, files, sizeof files), 0);
  ck_assert_str_eq(files, want);
  const size_t n = strlen(want);
  ck_assert(wt_src_files(one, files, n + 1) == 0 && wt_src_files(one, files, n) == -1 && wt_src_files(one, files, 5) == -1);
  snprintf(want, sizeof want, " %s/t/rtl/lib/wt_four.sv", dir);
  ck_assert(!wt_src_files(four, files, sizeof files) && !strcmp(files, want));
  snprintf(want, sizeof want, " %s/t/rtl/a/wt_one.sv %s/t/rtl/lib/wt_three.sv %s/t/rtl/lib/wt_two.sv", dir, dir, dir);
  ck_assert(!wt_src_files(wt_src_find("wt_three"), files, sizeof files) && !strcmp(files, want)); /* the first of all, too */
  ck_assert_str_eq(wt_src_text(one), "module wt_one;\n  wt_two u ();\n  wt_onesome v ();\n  x = wt_pkg::SLOTS + wt_pkg::LANES_X;\nendmodule\n");
  ck_assert_str_eq(wt_src_text(wt_src_find("wt_two")), "  module wt_two; xwt_four y; wt_three z;\nendmodule\n");
  /* somebody's own file, which has a module of ours */
  text_file("own.sv", "module mine; wt_two a; wt_four b; endmodule\nmodule wt_two; endmodule // module no\n");
  const int own = wt_src_add_own(file_at("own.sv"));
  snprintf(want, sizeof want, " %s/t/rtl/lib/wt_four.sv %s/own.sv", dir, dir);
  ck_assert(!wt_src_files(own, files, sizeof files) && !strcmp(files, want));
  ck_assert_int_eq(wt_src_find("own"), -1);
  const char *p = wt_src_next_module(wt_src_text(own), name);
  ck_assert(p && !strcmp(name, "mine") && *p == ';');
  ck_assert((p = wt_src_next_module(p, name)) && !strcmp(name, "wt_two") && !wt_src_next_module(p, name));
  ck_assert(!wt_src_next_module("endmodule x_module y; module;", name) && !wt_src_next_module("modules a", name));
  ck_assert(wt_src_next_module("\nmodule\t\n a_1(", name) && !strcmp(name, "a_1"));
  snprintf(want, sizeof want, "module %070d;", 0);
  ck_assert(wt_src_next_module(want, name) && strlen(name) == 60);
  text_file("own.sv", "module mine; endmodule\n"); /* it is another text now */
  ck_assert(wt_src_add_own(file_at("own.sv")) == own && !strcmp(wt_src_text(own), "module mine; endmodule\n"));
  ck_assert(wt_src_add_own(file_at("none.sv")) == -1 && wt_src_add(file_at("none.sv")) == -1);
  text_file("other.sv", "module other; endmodule");
  ck_assert(wt_src_add_own(file_at("other.sv")) == own + 1);
  remove(file_at("own.sv"));
  ck_assert_int_eq(wt_src_add_own(file_at("own.sv")), -1);
}
END_TEST
START_TEST(comments_do_not_count) {
  static const struct {
    const char *text, *is;
  } c[] = {{"a // b\nc", "a\nc"},
           {"a /* b\nc */ d", "a   d"},
           {"a /* b", "a /* b"},
           {"a / b * c", "a / b * c"},
           {"\n\n  \na  \n\t\n", "a\n"},
           {"/**/a", " a"},
           {"a//", "a"},
           {"// a\n// b\nc\n", "c\n"},
           {"a /* b */\nc", "a\nc"}};
  for (size_t i = 0; i < sizeof c / sizeof *c; i++) {
    char name[20];
    snprintf(name, sizeof name, "c%zu.sv", i);
    text_file(name, c[i].text);
    const int s = wt_src_add(file_at(name));
    ck_assert_msg(s >= 0 && !strcmp(wt_src_text(s), c[i].is), "'%s': '%s'", c[i].text, wt_src_text(s));
  }
  ck_assert_ptr_null(wt_src_slurp(file_at("none")));
  text_file("empty", "");
  char *empty = wt_src_slurp(file_at("empty"));
  ck_assert_str_eq(empty, "");
  free(empty);
}
END_TEST
START_TEST(sources_are_read_again_when_they_change) {
  tree();
  const int n = wt_src_add(file_at("t/rtl/a/wt_inc.svh"));
  ck_assert_int_eq(wt_src_load(file_at("t"), err, sizeof err), 0);
  ck_assert_int_eq(wt_src_add(file_at("t/rtl/a/wt_inc.svh")), n + 1); /* nothing was forgotten */
  text_file("t/rtl/lib/wt_four.sv", "module wt_four; another;\nendmodule\n");
  ck_assert_int_eq(wt_src_load(file_at("t"), err, sizeof err), 0);
  ck_assert_int_eq(wt_src_add(file_at("t/rtl/a/wt_inc.svh")), n); /* what was added is gone */
  ck_assert(strstr(wt_src_text(wt_src_find("wt_four")), "another"));
  text_file("t/rtl/a/wt_one.sv", "module wt_one; other;\nendmodule\n"); /* the first of all */
  ck_assert(!wt_src_load(file_at("t"), err, sizeof err) && strstr(wt_src_text(wt_src_find("wt_one")), "other"));
  text_file("t/rtl/a/wt_inc.svh", "wire included_more;\n"); /* the last */
  ck_assert(!wt_src_load(file_at("t"), err, sizeof err) && strstr(wt_src_text(wt_src_find("wt_inc")), "included_more"));
  text_file("t/rtl/lib/wt_five.sv", "module wt_five; endmodule");
  ck_assert(!wt_src_load(file_at("t"), err, sizeof err) && wt_src_find("wt_five") >= 0);
  ck_assert_int_eq(wt_src_load(file_at("nowhere"), err, sizeof err), -1);
  ck_assert(strstr(err, "/nowhere/rtl/*/*.sv: no RTL sources"));
  ck_assert(!symlink("nothing", file_at("t/rtl/lib/wt_six.sv")) && wt_src_load(file_at("t"), err, sizeof err) == -1 &&
            strstr(err, "/wt_six.sv: cannot read"));
  remove(file_at("t/rtl/lib/wt_six.sv"));
  ck_assert(!wt_src_load(file_at("t"), err, sizeof err) && wt_src_find("wt_five") >= 0);
}
END_TEST
START_TEST(somebodys_file_may_be_the_first) {
  text_file("wt_own.sv", "module wt_own; endmodule\n");
  ck_assert(wt_src_add_own(file_at("wt_own.sv")) >= 0);
  ck_assert_int_eq(wt_src_find("wt_own"), -1);
}
END_TEST
/* A file may become shorter between the two looks. */
static long more_than_there_is;
long __real_ftell(FILE *f);
long __wrap_ftell(FILE *f);
long __wrap_ftell(FILE *f) { return __real_ftell(f) + more_than_there_is; }
START_TEST(files_that_are_read) {
  text_file("five", "12345");
  char *text = wt_src_slurp(file_at("five"));
  ck_assert_str_eq(text, "12345");
  free(text);
  more_than_there_is = 2;
  text = wt_src_slurp(file_at("five"));
  ck_assert_str_eq(text, "");
  free(text);
  more_than_there_is = -100;
  ck_assert_ptr_null(wt_src_slurp(file_at("five")));
  more_than_there_is = 0;
}
END_TEST
/* What stands in our sources by an include line is written out, without the line that says who made it. */
START_TEST(includes_are_written_out) {
  static const char *const folders[] = {"t", "t/rtl", "t/rtl/ports", "t/rtl/rows", "t/rtl/a"};
  for (int i = 0; i < 5; i++) mkdir(file_at(folders[i]), 0777);
  text_file("t/rtl/ports/wt_a.svh", "// made\nport one\n\nport two\n"), text_file("t/rtl/rows/wt_a.svh", "row one\n// row two"),
    text_file("t/rtl/a/own.svh", "no\n");
  text_file("t/rtl/ports/only.svh", "// made\n"), text_file("t/rtl/rows/empty.svh", "");
  text_file("a.sv",
            "module a (\n    `include \"ports/wt_a.svh\"\n);\n`include \"rows/wt_a.svh\"\n`include \"a/own.svh\"\n`include \"rows/none.svh\"\n"
            "`include \"ports/only.svh\"\n`include \"rows/empty.svh\"\nendmodule");
  char *text = wt_src_written_out(file_at("t"), file_at("a.sv"));
  ck_assert_str_eq(text,
                   "module a (\n  port one\n  port two\n);\n  row one\n  // row two\n`include \"a/own.svh\"\n`include \"rows/none.svh\"\nendmodule");
  free(text);
  ck_assert_ptr_null(wt_src_written_out(file_at("t"), file_at("none.sv")));
}
END_TEST
static const char package[] =
  "package wt_pkg;\n  parameter int unsigned SLOTS = 8;\n  parameter int unsigned LANES = 4;\n  parameter int unsigned OTHER = 1;\nendpackage\n";
START_TEST(when_two_modules_are_the_same) {
  char first[40], key[40], other[40];
  static const struct {
    const char *from, *to;
    int same;
  } packages[] = {{"LANES = 4", "LANES = 8", 1}, {"OTHER = 1", "OTHER = 2", 1}, {"SLOTS = 8", "SLOTS = 4", 0},
                  {"endpackage", "another", 0},  {"LANES = 4", "LANES: 4", 0},  {"SLOTS = 8", "SLOTSE = 8", 0}};
  tree();
  const int one = wt_src_find("wt_one");
  wt_src_key_of(one, package, "salt", first);
  ck_assert(strlen(first) == 32 && strspn(first, "0123456789abcdef") == 32 && strncmp(first, first + 16, 16));
  for (size_t i = 0; i < sizeof packages / sizeof *packages; i++) {
    char text[400];
    const char *p = strstr(package, packages[i].from);
    snprintf(text, sizeof text, "%.*s%s%s", (int)(p - package), package, packages[i].to, p + strlen(packages[i].from));
    wt_src_key_of(one, text, "salt", key);
    for (int half = 0; half < 2; half++)
      ck_assert_msg((strncmp(key + 16 * half, first + 16 * half, 16) == 0) == packages[i].same, "%s", packages[i].to);
  }
  wt_src_key_of(one, package, "salted", key);
  ck_assert_str_ne(key, first);
  wt_src_key_of(wt_src_find("wt_two"), package, "salt", key);
  ck_assert_str_ne(key, first); /* the same files, another top */
  text_file("t/rtl/lib/wt_four.sv", "module wt_four; another;\nendmodule\n");
  ck_assert_int_eq(wt_src_load(file_at("t"), err, sizeof err), 0);
  wt_src_key_of(wt_src_find("wt_one"), package, "salt", key);
  ck_assert_str_eq(key, first);
  text_file("t/rtl/lib/wt_three.sv", "module wt_three; `include \"wt_inc.svh\"\nwt_one loops; // more\nendmodule\n");
  ck_assert_int_eq(wt_src_load(file_at("t"), err, sizeof err), 0);
  wt_src_key_of(wt_src_find("wt_one"), package, "salt", key);
  ck_assert_str_eq(key, first);
  text_file("t/rtl/a/wt_inc.svh", "wire changed;\n");
  ck_assert_int_eq(wt_src_load(file_at("t"), err, sizeof err), 0);
  wt_src_key_of(wt_src_find("wt_one"), package, "salt", key);
  for (int half = 0; half < 2; half++) ck_assert(strncmp(key + 16 * half, first + 16 * half, 16) != 0);
  static char many[40000];
  int more = -1;
  for (int n = 1023; n <= 2049; n = n == 1025 ? 2047 : n + 1) { /* as many as there is room for at first and then, and one more */
    strcpy(many, "module many; ");
    for (int i = 1; i <= n; i++) strcat(many, i < n ? "wt_pkg::NONE " : "wt_pkg::LANES ");
    text_file("many.sv", many);
    more = wt_src_add_own(file_at("many.sv"));
    wt_src_key_of(more, package, "salt", key), wt_src_key_of(more, "  parameter int unsigned LANES = 5;\n", "salt", other);
    ck_assert_str_ne(key, other);
  }
  static const char line[] = "  parameter int unsigned LANES = 5;"; /* that nothing ends; what stands before it is no part of it */
  static char text_before[200];
  wt_src_key_of(more, line, "salt", key);
  memset(text_before, 'x', 3 * (sizeof line - 1));
  strcpy(text_before + 2 * (sizeof line - 1), line);
  wt_src_key_of(more, text_before + 2 * (sizeof line - 1), "salt", other);
  ck_assert_str_eq(key, other);
  wt_src_key_of(more, "  parameter int unsigned LANES = 6;", "salt", other);
  ck_assert_str_ne(key, other);
  /* a letter more or less is another key */
  static char keys[64][40];
  for (int i = 0; i < 64; i++) {
    snprintf(many, sizeof many, "letter %c", "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-"[i]);
    wt_src_key_of(more, package, many, keys[i]);
    for (int k = 0; k < i; k++) ck_assert_msg(strncmp(keys[i], keys[k], 16) && strcmp(keys[i] + 16, keys[k] + 16), "letters %d and %d", k, i);
  }
  wt_src_key_of(more, "  parameter int unsigned WARPS = 5;\n", "salt", key), wt_src_key_of(more, "", "salt", other);
  ck_assert_str_eq(key, other);
  /* with Yosys' version, which a script says here */
  ck_assert_int_eq(mkdir(file_at("bin"), 0777), 0);
  char path[3000];
  text_file("bin/yosys", "#!/bin/sh\n[ \"$1\" = -V ] && echo one && echo of 1 >>\"$0.asked\"\n");
  ck_assert_int_eq(chmod(file_at("bin/yosys"), 0755), 0);
  snprintf(path, sizeof path, "%s/bin:%s", dir, getenv("PATH"));
  setenv("PATH", path, 1);
  char with[40], again[40];
  wt_src_key(wt_src_find("wt_one"), package, "salt", with), wt_src_key(wt_src_find("wt_one"), package, "salt", again);
  ck_assert(strcmp(with, key) && !strcmp(with, again));
  ck_assert_int_eq(wt_src_load(file_at("t"), err, sizeof err), 0);
  wt_src_key_of(wt_src_find("wt_one"), package, "one\n\nsalt", key);
  ck_assert_str_eq(with, key);
  wt_src_key(wt_src_find("wt_one"), package, "pepper", again);
  ck_assert_str_ne(with, again);
  slurp("bin/yosys.asked", path, sizeof path);
  ck_assert_str_eq(path, "of 1\n"); /* once */
}
END_TEST

/* ---- plug-ins ---- */

static const wt_rtl_var vars[] = {
  {"TOP.b", "y", NULL, 1, 1, 1}, {"TOP.a", "x", NULL, 2, 1, 1}, {"TOP.b", "x", NULL, 3, 1, 1}, {"TOP.a", "z", NULL, 4, 1, 1}};
static const wt_rtl_var *vars_of(void *h, uint32_t *n) { return (void)h, *n = 4, vars; }
START_TEST(variables_by_scope_and_name) {
  static const wt_rtl_api api = {.vars = vars_of};
  const wt_rtl_var *sorted[] = {&vars[1], &vars[2], &vars[0], &vars[3]};
  const wt_rtl r[] = {{.api = &api}, {.api = &api, .by_name = sorted, .n = 4}};
  for (int k = 0; k < 2; k++) {
    for (int i = 0; i < 4; i++) ck_assert_ptr_eq(wt_rtl_find(&r[k], vars[i].scope, vars[i].name), &vars[i]);
    ck_assert(!wt_rtl_find(&r[k], "TOP.a", "y") && !wt_rtl_find(&r[k], "TOP", "x") && !wt_rtl_find(&r[k], "TOP.b", "z"));
  }
}
END_TEST
START_TEST(a_file_that_is_no_plug_in) {
  wt_rtl r;
  char cmd[500], want[600];
  ck_assert_int_eq(wt_rtl_open(&r, file_at("none.so"), 1, err, sizeof err), -1);
  ck_assert(strstr(err, "none.so: cannot open shared object file") && !r.dl && !r.h);
  text_file("a.c", "#ifdef GET\nstatic const unsigned api[20] = {GET};\nconst void *wt_rtl_get(void) { return api; }\n#else\nint other;\n#endif\n");
  for (int abi = -1; abi < 3; abi++) { /* none, then others than ours */
    if (abi < 0) snprintf(cmd, sizeof cmd, "cd %s && cc -shared -fPIC -o a%d.so a.c", dir, abi);
    else snprintf(cmd, sizeof cmd, "cd %s && cc -shared -fPIC -DGET=%d -o a%d.so a.c", dir, abi == 2 ? WT_RTL_ABI + 1 : abi, abi);
    ck_assert_int_eq(system(cmd), 0);
    snprintf(cmd, sizeof cmd, "%s/a%d.so", dir, abi);
    ck_assert_int_eq(wt_rtl_open(&r, cmd, 1, err, sizeof err), -1);
    snprintf(want, sizeof want, "%s: not a plug-in of this version; remove it and run again", cmd);
    ck_assert_str_eq(err, want);
  }
}
END_TEST
START_TEST(blocks_beside_the_machine) {
  const char *stems[WT_MAX_BLOCKS];
  open_shape("tiny", NULL);
  const int all = wt_rtl_stems(blks, NULL, "all", stems, err, sizeof err);
  int chosen = 0;
  for (unsigned k = 0; k < blks->n; k++)
    if (blks->blk[k].chosen && !blks->blk[k].outside) ck_assert_str_eq(stems[chosen++], blks->blk[k].stem);
  ck_assert(all == chosen && all > 20);
  ck_assert_int_eq(wt_rtl_stems(blks, NULL, "wb,pred", stems, err, sizeof err), 2);
  ck_assert(!strcmp(stems[0], "wb") && !strcmp(stems[1], "pred"));
  static const char *const bad[][2] = {{"wb,nobody", "no block 'nobody'; 'warptwin bench' without a block lists them"},
                                       {"wb,", "no block ''; 'warptwin bench' without a block lists them"},
                                       {"env", "no block 'env'; 'warptwin bench' without a block lists them"},
                                       {"barrier", "this shape has no barrier"},
                                       {"wb,pred,wb", "wb is named twice"},
                                       {"sched,pred", "--use puts another block in the place of pred; leave it out here"}};
  wt_guests g;
  memset(&g, 0, sizeof g);
  g.is[WT_B_pred] = 1;
  for (int i = 0; i < 6; i++) {
    char want[200];
    snprintf(want, sizeof want, "--beside %s: %s", bad[i][0], bad[i][1]);
    ck_assert_int_eq(wt_rtl_stems(blks, i == 5 ? &g : NULL, bad[i][0], stems, err, sizeof err), -1);
    ck_assert_str_eq(err, want);
  }
  ck_assert_int_eq(wt_rtl_stems(blks, &g, "wb", stems, err, sizeof err), 1);
  ck_assert_int_eq(wt_rtl_stems(blks, &g, "all", stems, err, sizeof err), all - 1);
  ck_assert_int_eq(wt_rtl_build_beside(&S, "wb,nobody", err, sizeof err), -1);
  ck_assert_str_eq(err, "--beside wb,nobody: no block 'nobody'; 'warptwin bench' without a block lists them");
}
END_TEST
START_TEST(what_a_plug_in_says) {
  char of[80], path[200], label[80];
  ck_assert_int_eq(
    wt_rtl_says_what("[17] %Error: wt_sched.sv:88: Assertion failed in TOP.wt_tb.u_gpu.g_sm[0].u_sched.OneIs_A: 'x' failed.\n", of, path, label), 0);
  ck_assert(!strcmp(of, "wt_sched.sv:88") && !strcmp(path, "wt_tb.u_gpu.g_sm[0].u_sched") && !strcmp(label, "OneIs_A"));
  ck_assert_int_eq(wt_rtl_says_what("%Error: a.sv:1: Assertion failed in TOP.Alone: x", of, path, label), 0);
  ck_assert(!*path && !strcmp(label, "Alone"));
  ck_assert_int_eq(wt_rtl_says_what("%Error: a.sv:1: Assertion failed in TOP.m.A 'x", of, path, label), 0);
  ck_assert(!strcmp(path, "m") && !strcmp(label, "A"));
  ck_assert(wt_rtl_says_what("%Error: a.sv:1: something else", of, path, label) == -1 &&
            wt_rtl_says_what("a.sv: Assertion failed in TOP.m.A", of, path, label) == -1);
  ck_assert(wt_rtl_says_finish("- a.sv:3: Verilog $finish\n") && !wt_rtl_says_finish("a.sv:3: Verilog $finish\n") &&
            !wt_rtl_says_finish("- a.sv:3: Verilog $stop\n"));
}
END_TEST

/* A plug-in whose printf is led to us: what it says, with the line where the assertion stands now. */
static void (*say)(const char *);
static const char *says(const char *text, char *said) {
  static char printed[9000];
  fflush(NULL);
  const int saved = dup(1);
  ck_assert_ptr_nonnull(freopen(file_at("printed"), "w", stdout));
  if (said) *said = 0;
  wt_rtl_says_listen(said);
  say(text);
  wt_rtl_says_listen(NULL);
  fflush(NULL);
  dup2(saved, 1), close(saved);
  slurp("printed", printed, sizeof printed);
  return printed;
}
START_TEST(what_a_plug_in_prints_is_heard) {
  char cmd[400], said[WT_RTL_SAID], more[WT_RTL_SAID];
  static char longer[8000];
  tree();
  text_file("t/rtl/a/wt_lab.sv", "// One_A: no\nxOne_A: no\nOne_AB: no\n  \tOne_A: assert property (x);\nOne_A: again\n");
  setenv("WARPTWIN_ROOT", file_at("t"), 1);
  text_file("say.c", "#include <stdio.h>\nvoid say(const char *s) { printf(\"%s\", s); }\n");
  snprintf(cmd, sizeof cmd, "cd %s && cc -shared -fPIC -fno-builtin-printf -o say.so say.c", dir);
  ck_assert_int_eq(system(cmd), 0);
  void *dl = dlopen(file_at("say.so"), RTLD_NOW | RTLD_LOCAL);
  ck_assert_ptr_nonnull(dl);
  *(void **)&say = dlsym(dl, "say");
#define ONE(file, line, label) "[7] %Error: " file line ": Assertion failed in TOP.m." label ": 'x' failed.\n"
  ck_assert_str_eq(says(ONE("wt_lab.sv", ":88", "One_A"), said), ONE("wt_lab.sv", ":88", "One_A")); /* not led yet */
  ck_assert_str_eq(said, "");
  wt_rtl_says_join(dl);
  static const char *const is[][2] = {{ONE("wt_lab.sv", ":88", "One_A"), ONE("wt_lab.sv", ":4", "One_A")},
                                      {ONE("/some/where/wt_lab.sv", ":1", "One_A"), ONE("/some/where/wt_lab.sv", ":4", "One_A")},
                                      {ONE("wt_lab.sv", ":8", "Two_A"), ONE("wt_lab.sv", ":8", "Two_A")},
                                      {ONE("wt_none.sv", ":8", "One_A"), ONE("wt_none.sv", ":8", "One_A")},
                                      {ONE("wt_lab.sv", "", "One_A"), ONE("wt_lab.sv", "", "One_A")},
                                      {"- wt_lab.sv:3: Verilog $finish\n", "- wt_lab.sv:3: Verilog $finish\n"}};
  for (size_t i = 0; i < sizeof is / sizeof *is; i++) {
    ck_assert_str_eq(says(is[i][0], said), is[i][1]);
    ck_assert_str_eq(said, is[i][1]);
  }
  ck_assert(!strcmp(says("something\n", said), "something\n") && !*said);
  ck_assert(!symlink("nothing", file_at("t/rtl/a/wt_gone.sv"))); /* it cannot be read */
  ck_assert_str_eq(says(ONE("wt_gone.sv", ":8", "One_A"), said), ONE("wt_gone.sv", ":8", "One_A"));
  ck_assert_str_eq(says(is[0][0], NULL), is[0][0]); /* nobody listens */
  memset(longer, 'x', sizeof longer - 2), strcpy(longer + sizeof longer - 3, "y\n");
  ck_assert(!strcmp(says(longer, said), longer) && !*said);
  /* the first is kept */
  wt_rtl_says_listen(more);
  fflush(NULL);
  const int saved = dup(1);
  ck_assert_ptr_nonnull(freopen("/dev/null", "w", stdout));
  *more = 0;
  say(is[0][0]), say(is[2][0]), say(is[5][0]);
  fflush(NULL);
  dup2(saved, 1), close(saved);
  wt_rtl_says_listen(NULL);
  ck_assert_str_eq(more, is[0][1]);
  unsetenv("WARPTWIN_ROOT");
  dlclose(dl);
}
END_TEST

int main(void) {
  TCase *t = tcase_create("rtl_parts");
  tcase_set_timeout(t, 60);
  tcase_add_test(t, numbers_of_the_package);
  tcase_add_test(t, texts_of_a_block);
  tcase_add_test(t, texts_of_the_machine);
  tcase_add_test(t, texts_of_an_sm);
  tcase_add_test(t, somebodys_file_may_be_the_first);
  tcase_add_test(t, files_that_are_read);
  tcase_add_test(t, includes_are_written_out);
  tcase_add_test(t, files_of_a_build);
  tcase_add_test(t, a_module_needs_what_it_names);
  tcase_add_test(t, comments_do_not_count);
  tcase_add_test(t, sources_are_read_again_when_they_change);
  tcase_add_test(t, when_two_modules_are_the_same);
  tcase_add_test(t, variables_by_scope_and_name);
  tcase_add_test(t, a_file_that_is_no_plug_in);
  tcase_add_test(t, blocks_beside_the_machine);
  tcase_add_test(t, what_a_plug_in_says);
  tcase_add_test(t, what_a_plug_in_prints_is_heard);
  return run_suite("rtl_parts", t);
}
