/* test_wt_guest_user.c - who stands in the place of a block, and what he is told of it; a user's Verilog there: which module is meant, what it needs, how its ports are compared, what is written for a build. A script stands in for
 * Verilator: it writes the header that the test wants, and keeps what it was called with.
 */
#include <errno.h>
#include <sys/stat.h>

#include "cosim/wt_gen.h"
#include "cosim/wt_opaque.h"
#include "cosim/wt_rtl_src.h"
#include "tests/cli_kit.h"

static wt_shape S;
static wt_blks *blks;
static char err[1400];
static wt_world x;
static wt_user u;

static const char *text_of(const char *name) {
  static char text[60000];
  slurp(name, text, sizeof text);
  return text;
}
static void open_world(const char *stem, unsigned instances) {
  ck_assert(!wt_shape_preset(&S, "tiny", err, sizeof err) && (blks = wt_blks_new(&S)));
  ck_assert_int_eq(wt_world_open(&x, blks, wt_blk_find(blks, stem), instances), 0);
}
static void close_world(void) { wt_world_close(&x), wt_blks_free(blks); }
static int user(const char *stem, const char *of, const char *module) {
  return wt_user_open(&u, wt_blk_find(blks, stem), file_at(of), module, err, sizeof err);
}

/* ---- names of guests, and the world that they are told ---- */

START_TEST(three_parts_of_a_text) {
  static const struct {
    const char *text, *block, *file, *module;
  } is[] = {{"sched=a.so", "sched", "a.so", ""}, {"s=a.sv:m", "s", "a.sv", "m"}, {"s=x:y/a.sv:m", "s", "x:y/a.sv", "m"},
            {"s=a=b.sv:m", "s", "a=b.sv", "m"},  {"s=x:y", "s", "x:y", ""},      {"s.t:u=noend", "s.t:u", "noend", ""},
            {"s=a.sv:", "s", "a.sv", ""}};
  static const char *const none[] = {"", "sched", "=a.so", "sched="};
  char block[64], of[1024], module[64], text[1200];
  for (size_t i = 0; i < sizeof is / sizeof *is; i++) {
    ck_assert_int_eq(wt_guest_split(is[i].text, block, of, module, err, sizeof err), 0);
    ck_assert_msg(!strcmp(block, is[i].block) && !strcmp(of, is[i].file) && !strcmp(module, is[i].module), "%s: %s %s %s", is[i].text, block, of,
                  module);
  }
  for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
    ck_assert_int_eq(wt_guest_split(none[i], block, of, module, err, sizeof err), -1);
    snprintf(text, sizeof text, "--use %s: expected BLOCK=FILE.so, or BLOCK=FILE.sv[:MODULE]", none[i]);
    ck_assert_str_eq(err, text);
  }
  for (int n = 60; n <= 61; n++) {
    snprintf(text, sizeof text, "%.*s=a.so", n, "abcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijk");
    ck_assert_int_eq(wt_guest_split(text, block, of, module, err, sizeof err), n == 60 ? 0 : -1);
  }
  for (int n = 999; n <= 1000; n++) { /* of a path, with its = */
    memset(text, 'a', sizeof text);
    text[1] = '=', text[2 + n] = 0;
    ck_assert_int_eq(wt_guest_split(text, block, of, module, err, sizeof err), n == 999 ? 0 : -1);
  }
  snprintf(text, sizeof text, "s=a.sv:%070d", 0);
  ck_assert_int_eq(wt_guest_split(text, block, of, module, err, sizeof err), 0);
  ck_assert_uint_eq(strlen(module), 60);
}
END_TEST
START_TEST(numbers_ports_and_their_hash) {
  uint32_t n = 0;
  ck_assert(!wt_shape_preset(&S, "small", err, sizeof err) && (blks = wt_blks_new(&S)));
  const wt_blk *blk = wt_blk_find(blks, "rfbank");
  ck_assert_int_eq(wt_world_open(&x, blks, blk, blk->count), 0);
  ck_assert(x.w.abi == WT_BLOCK_ABI && !strcmp(x.w.block, "rfbank") && !strcmp(x.w.shape, "small") && x.w.instances == S.RF_BANKS);
  ck_assert(x.w.number(&x.w, "WARPS", &n) == 0 && n == 8 && x.w.number(&x.w, "NONE", &n) == -1);
  int outputs = 0;
  for (unsigned i = 0; i < x.w.ports; i++) {
    const int in = wt_port_is_input(&x.port[i]);
    ck_assert(in == (x.port[i].kind == WT_PORT_EARLY || x.port[i].kind == WT_PORT_LATE));
    ck_assert(in || ++outputs);
    ck_assert(!in || !outputs); /* inputs come first */
    ck_assert_uint_eq(wt_world_bits(&x, i), in ? x.port[i].bits : x.port[i].bits / S.RF_BANKS);
  }
  ck_assert_int_gt(outputs, 0);
  const uint64_t h = wt_world_hash(&x.w);
  x.port[0].bits++, ck_assert(wt_world_hash(&x.w) == h), x.port[0].bits--; /* elements say it */
  x.port[0].element++, ck_assert(wt_world_hash(&x.w) != h), x.port[0].element--;
  x.port[0].elements++, ck_assert(wt_world_hash(&x.w) != h), x.port[0].elements--;
  x.port[0].kind ^= 1, ck_assert(wt_world_hash(&x.w) != h), x.port[0].kind ^= 1;
  ck_assert_uint_eq(wt_world_hash(&x.w), h);
  /* FNV-1a of "NAME KIND ELEMENT ELEMENTS" of each */
  uint64_t own = UINT64_C(1469598103934665603);
  for (unsigned i = 0; i < x.w.ports; i++) {
    char text[200];
    snprintf(text, sizeof text, "%s %u %u %u", x.port[i].name, x.port[i].kind, x.port[i].element, x.port[i].elements);
    for (const char *p = text; *p; p++) own ^= (unsigned char)*p, own *= UINT64_C(1099511628211);
  }
  ck_assert_uint_eq(h, own);
  wt_world_close(&x);
  ck_assert(!x.port && !x.w.ports);
  ck_assert_int_eq(wt_world_open(&x, blks, wt_blk_find(blks, "sched"), 1), 0);
  static const struct {
    const char *name;
    unsigned kind, bits;
  } ports[] = {{"ibuffer_head_ctl", WT_PORT_EARLY, 8 * HCTL_W},
               {"cfu_done_warp", WT_PORT_LATE, 3},
               {"sched_ready", WT_PORT_MEALY, 8},
               {"sched_busy", WT_PORT_MOORE, 1}};
  for (int k = 0; k < 4; k++) {
    unsigned i = 0;
    while (strcmp(x.port[i].name, ports[k].name)) i++;
    ck_assert_msg(x.port[i].kind == ports[k].kind && x.port[i].bits == ports[k].bits, "%s: %u, %u bits", x.port[i].name, x.port[i].kind,
                  x.port[i].bits);
  }
  wt_world_close(&x);
  wt_blks_free(blks);
}
END_TEST

/* An object that is what HOW says. */
static const char object[] =
  "#include <stdlib.h>\n#include <string.h>\n#include <stdio.h>\n#include \"warptwin_block.h\"\n"
  "static const char *how(void) { return getenv(\"HOW\"); }\n"
  "static void *o(const wt_block_world *w, char *e, size_t n) { if (!strcmp(how(), \"refuses\")) snprintf(e, n, \"not in %s\", w->shape);\n"
  "  return strcmp(how(), \"refuses\") && strcmp(how(), \"silent\") ? (void *)w : NULL; }\n"
  "static void f(void *b) { (void)b; }\n"
  "const wt_block_api *wt_block_get(void) { static wt_block_api a; const char *h = how();\n"
  "  a = (wt_block_api){.abi = WT_BLOCK_ABI, .block = \"sched\", .open = o, .close = f, .reset = f, .moore = f, .eval = f};\n"
  "  if (!strcmp(h, \"none\")) return NULL;\n  if (!strcmp(h, \"abi\")) a.abi = 9;\n  if (!strcmp(h, \"other\")) a.block = \"wb\";\n"
  "  if (!strcmp(h, \"unnamed\")) a.block = NULL;\n  if (!strcmp(h, \"open\")) a.open = NULL;\n  if (!strcmp(h, \"close\")) a.close = NULL;\n"
  "  if (!strcmp(h, \"reset\")) a.reset = NULL;\n  if (!strcmp(h, \"eval\")) a.eval = NULL;\n  if (!strcmp(h, \"moore\")) a.moore = NULL;\n"
  "  if (*h >= '0' && *h <= '9') a.ports = strtoull(h, NULL, 10);\n  return &a; }\n";
START_TEST(what_an_object_exports) {
  static const struct {
    const char *how, *says;
  } is[] = {{"", NULL},
            {"none", "o.so exports no wt_block_get() (warptwin_block.h)"},
            {"abi", "o.so was made for version 9 of warptwin_block.h, this program has 1; compile it again"},
            {"other", "o.so is a block 'wb'"},
            {"unnamed", "o.so is a block ''"},
            {"open", "o.so lacks open, close or reset"},
            {"close", "o.so lacks open, close or reset"},
            {"reset", "o.so lacks open, close or reset"},
            {"eval", "o.so lacks eval, which gives outputs as 'sched_ready' (warptwin_block.h)"},
            {"moore", "o.so lacks moore, which gives outputs as 'sched_resident' (warptwin_block.h)"},
            {"17", "o.so was made for other ports than those of sched in this shape, tiny; make it again with 'warptwin block ports sched --c'"},
            {"refuses", "not in tiny"},
            {"silent", "o.so does not open, and says no reason"}};
  char cmd[600], own[40];
  wt_guest_object o;
  wt_use_watch seen;
  memset(&seen, 0, sizeof seen);
  open_world("sched", 1);
  text_file("o.c", object), text_file("empty.c", "int nothing;\n");
  snprintf(cmd, sizeof cmd, "cd %s && cc -shared -fPIC -I'%s/include' -o o.so o.c && cc -shared -fPIC -o empty.so empty.c", dir, wt_root());
  ck_assert(!system(cmd) && !chdir(dir));
  wt_watch_use(&seen);
  for (size_t i = 0; i < sizeof is / sizeof *is; i++) {
    setenv("HOW", is[i].how, 1), *err = 0;
    const int rc = wt_guest_of_object(&x.w, "o.so", &o, err, sizeof err);
    ck_assert_msg(rc == (is[i].says ? -1 : 0) && seen.calls == i + 1 && seen.in == WT_GUEST_IDLE, "%s: %s", is[i].how, err);
    if (is[i].says) ck_assert_str_eq(err, is[i].says);
    ck_assert((o.api != NULL) == !rc && (o.of != NULL) == !rc && (o.b == (rc ? NULL : (void *)&x.w)) && !o.failed && !o.activity);
    if (!rc) o.gone(o.of);
  }
  snprintf(own, sizeof own, "%llu", (unsigned long long)wt_world_hash(&x.w));
  setenv("HOW", own, 1);
  ck_assert(wt_guest_of_object(&x.w, file_at("o.so"), &o, err, sizeof err) == 0);
  o.gone(o.of);
  ck_assert(wt_guest_of_object(&x.w, "empty.so", &o, err, sizeof err) == -1 && !strcmp(err, "empty.so exports no wt_block_get() (warptwin_block.h)"));
  ck_assert(wt_guest_of_object(&x.w, "missing.so", &o, err, sizeof err) == -1 && strstr(err, "./missing.so: cannot open shared object file"));
  wt_watch_use(NULL);
  close_world();
}
END_TEST

/* ---- which module ---- */

START_TEST(the_module_that_counts) {
  char want[400];
  open_world("sched", 1);
  text_file("one.sv", "// module no\nmodule some (input a);\nendmodule\n");
  text_file("two.sv", "module some; endmodule\nmodule two; endmodule\nmodule third; endmodule\n");
  text_file("many.sv", "module a; endmodule module b; endmodule\n");
  text_file("none.sv", "/* module a; */ endmodule\n");
  static const struct {
    const char *file, *module, *is, *says;
  } all[] = {{"one.sv", "", "some", NULL},
             {"one.sv", "some", "some", NULL},
             {"two.sv", "", "two", NULL},
             {"two.sv", "third", "third", NULL},
             {"one.sv", "so", "so", "module so is not in it; it has some: name one of them, FILE:MODULE"},
             {"many.sv", "", "many", "module many is not in it; it has a, b: name one of them, FILE:MODULE"},
             {"many.sv", "c", "c", "module c is not in it; it has a, b: name one of them, FILE:MODULE"},
             {"none.sv", "", "", "there is no module in it"},
             {"missing.sv", "", "", "cannot read: No such file or directory"}};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    int rc = user("sched", all[i].file, all[i].module);
    ck_assert_msg(rc == (all[i].says ? -1 : 0), "%s:%s: %s", all[i].file, all[i].module, err);
    ck_assert_str_eq(u.module, all[i].is);
    snprintf(want, sizeof want, "%s: %s", file_at(all[i].file), all[i].says ? all[i].says : "");
    if (rc) ck_assert_str_eq(err, want);
    ck_assert_ptr_eq(u.blk, wt_blk_find(blks, "sched"));
  }
  char text[6000] = "";
  for (int i = 0; i < 200; i++) snprintf(text + strlen(text), sizeof text - strlen(text), "module m%d; endmodule\n", i);
  text_file("more.sv", text); /* as many as a line has room for */
  ck_assert_int_eq(user("sched", "more.sv", ""), -1);
  ck_assert(strstr(err, " it has m0, m1, m2, ") && !strstr(err, "m199") && strlen(err) < 600);
  ck_assert_int_eq(user("sched", "more.sv", "m199"), 0);
  for (int last = 27; last < 29; last++) { /* 399 letters and blanks, or one more */
    *text = 0;
    for (int i = 0; i < 7; i++)
      snprintf(text + strlen(text), sizeof text - strlen(text), "module m%d%0*d; endmodule\n", i, (i < 6 ? 60 : last) - 2, 0);
    text_file("more.sv", text);
    ck_assert_int_eq(user("sched", "more.sv", ""), -1);
    ck_assert(strstr(err, "0, m50000") && !strstr(err, "0, m60000") == (last > 27));
  }
  close_world();
}
END_TEST
START_TEST(what_a_file_needs) {
  char want[1200], key[40], other[40];
  open_world("sched", 1);
  mkdir(file_at("a b"), 0777), mkdir(file_at("out"), 0777);
  text_file("a b/mine.sv", "module mine; wt_fifo f (); x = wt_pkg::SLOTS; endmodule // comment\n");
  ck_assert_msg(!user("sched", "a b/mine.sv", ""), "%s", err);
  *err = 0;
  ck_assert(!wt_user_files(&u, file_at("out"), err, sizeof err) && !*err);
  snprintf(want, sizeof want, "%s/rtl/lib/wt_fifo.sv\n%s/a b/mine.sv\n", wt_root(), dir);
  ck_assert_str_eq(text_of("out/files"), want);
  ck_assert_int_eq(wt_user_files(&u, file_at("nowhere"), err, sizeof err), -1);
  ck_assert(strstr(err, "/nowhere/files: cannot write: No such file or directory"));
  char *text = wt_user_text(&u); /* as it stands in the files, the own one last */
  ck_assert(strstr(text, "module wt_fifo") &&
            !strcmp(strstr(text, "module mine"), "module mine; wt_fifo f (); x = wt_pkg::SLOTS; endmodule // comment\n\n"));
  free(text);
  ck_assert_int_eq(wt_user_key(&u, &S, key, err, sizeof err), 0);
  text_file("a b/mine.sv", "module mine; wt_fifo f (); x = wt_pkg::SLOTS; endmodule // another\n");
  ck_assert(!wt_user_key(&u, &S, other, err, sizeof err) && !strcmp(key, other) && strlen(key) == 32);
  S.SLOTS = 7;
  ck_assert_int_eq(wt_user_key(&u, &S, other, err, sizeof err), 0);
  ck_assert_str_ne(key, other);
  S.SLOTS = 2, S.CTAS = 7;
  ck_assert_int_eq(wt_user_key(&u, &S, other, err, sizeof err), 0);
  ck_assert_str_eq(key, other); /* it does not name them */
  remove(file_at("a b/mine.sv"));
  *err = 0;
  ck_assert(wt_user_key(&u, &S, other, err, sizeof err) == -1 && strstr(err, "mine.sv: cannot read: ") && !wt_user_text(&u));
  *err = 0;
  ck_assert(wt_user_files(&u, file_at("out"), err, sizeof err) == -1 && strstr(err, "mine.sv: cannot read: "));
  close_world();
}
END_TEST

/* ---- ports ---- */

/* Copies "header" to the header of the module that it is asked for, says what is in "says" and ends with the code in "code". */
static void verilator(void) {
  static const char script[] = "#!/bin/sh\nd=${0%/*}\nprintf '%s\\n' \"$@\" >\"$d/args\"\ntop= dir=\n"
                               "while [ $# -gt 0 ]; do [ \"$1\" = --top-module ] && top=$2; [ \"$1\" = --Mdir ] && dir=$2; shift; done\n"
                               "cat \"$d/says\" >&2\nif [ -n \"$dir\" ]; then mkdir -p \"$dir\" && cp \"$d/header\" \"$dir/V$top.h\"; exit $(cat "
                               "\"$d/code\"); fi\nexit $(cat \"$d/lint\")\n";
  char path[3000];
  mkdir(file_at("bin"), 0777), mkdir(file_at("out"), 0777);
  text_file("bin/verilator", script), text_file("bin/says", ""), text_file("bin/code", "0"), text_file("bin/lint", "0");
  ck_assert_int_eq(chmod(file_at("bin/verilator"), 0755), 0);
  snprintf(path, sizeof path, "%s/bin:%s", dir, getenv("PATH"));
  setenv("PATH", path, 1);
}
/* The header of a module with the block's ports, one line changed. */
static void header(const char *name, const char *line) {
  char text[9000] = "class Vmine {\n  VL_IN8(&clk,0,0);\n  VL_IN8(&rst_n,0,0);\n";
  for (unsigned i = 0; i < x.w.ports; i++) {
    const wt_block_port *p = &x.port[i];
    const unsigned bits = wt_world_bits(&x, i);
    const char *kind = bits <= 8 ? "8" : bits <= 64 ? "" : "W";
    if (name && !strcmp(p->name, name)) snprintf(text + strlen(text), sizeof text - strlen(text), "%s", line);
    else
      snprintf(text + strlen(text), sizeof text - strlen(text), "  VL_%s%s(&%s,%u,0);\n", wt_port_is_input(p) ? "IN" : "OUT", kind, p->name,
               bits - 1);
  }
  if (name && !*name) snprintf(text + strlen(text), sizeof text - strlen(text), "%s", line);
  text_file("bin/header", text);
}
static int ports(void) { return wt_user_ports(&u, &x, file_at("out"), err, sizeof err); }
START_TEST(ports_are_compared) {
  char want[700];
  open_world("smbank", 4);
  verilator();
  text_file("mine.sv", "module mine; wt_fifo f (); endmodule\n");
  ck_assert_int_eq(user("smbank", "mine.sv", ""), 0);
  ck_assert_int_eq(wt_user_files(&u, file_at("out"), err, sizeof err), 0);
  header(NULL, NULL);
  ck_assert_msg(ports() == 0, "%s", err);
  snprintf(want, sizeof want,
           "--cc\n-O0\n--public-flat-rw\n-Wno-fatal\n-Wno-lint\n-Wno-style\n-Irtl\n--top-module\nmine\n--Mdir\n%s/out/ports\n%s/out/wt_pkg.sv\n"
           "%s/rtl/lib/wt_fifo.sv\n%s/mine.sv\n",
           dir, dir, wt_root(), dir);
  ck_assert_str_eq(text_of("bin/args"), want);
  static const struct {
    const char *port, *line, *says;
  } bad[] = {
    {"smem_row", "", "module mine lacks an input 'smem_row' of 24 bits; 'warptwin block ports smbank --sv' prints them all"},
    {"smbank_rdata", "  VL_OUT(&smbank_data,31,0);\n",
     "module mine lacks an output 'smbank_rdata' of 32 bits, and has 'smbank_data', which the block has not; 'warptwin block ports smbank --sv' "
     "prints them all"},
    {"", "  VL_IN8(&foo,3,0);\n", "module mine has a port 'foo' that block smbank does not have; another port is another socket"},
    {"smem_row", "  VL_OUT(&smem_row,23,0);\n", "port 'smem_row' of module mine is an output, and should be an input"},
    {"smbank_rdata", "  VL_IN(&smbank_rdata,31,0);\n", "port 'smbank_rdata' of module mine is an input, and should be an output"},
    {"smem_row", "  VL_IN(&smem_row,24,1);\n", NULL},
    {"smem_row", "  VL_IN(&smem_row,24,0);\n", "port 'smem_row' of module mine has 25 bits, and should have 24 in this shape"},
    {"smbank_rdata", "  VL_OUTW(&smbank_rdata,127,0,4);\n", "port 'smbank_rdata' of module mine has 128 bits, and should have 32 in this shape"}};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    header(bad[i].port, bad[i].line);
    ck_assert_msg(ports() == (bad[i].says ? -1 : 0), "%zu: %s", i, err);
    snprintf(want, sizeof want, "%s/mine.sv: %s", dir, bad[i].says ? bad[i].says : "");
    if (bad[i].says) ck_assert_str_eq(err, want);
  }
  /* what the program has printed is printed once, and nothing stays open */
  const int fd = dup(0), saved = dup(1);
  close(fd);
  fflush(NULL);
  ck_assert_ptr_nonnull(freopen(file_at("printed"), "w", stdout));
  printf("once");
  header(NULL, NULL);
  ck_assert_int_eq(ports(), 0);
  fflush(stdout);
  ck_assert_str_eq(text_of("printed"), "once");
  ck_assert(dup2(saved, 1) == 1 && !close(saved));
  ck_assert_int_eq(dup(0), fd);
  close(fd);
  text_file("bin/header", "  VL_IN8(&rst_n,0,0);\n");
  ck_assert(ports() == -1 && strstr(err, "lacks an input 'smem_en' of 4 bits;"));
  text_file("bin/header", "");
  ck_assert(ports() == -1 && strstr(err, "lacks an input"));
  header(NULL, NULL);
  char *text = strdup(text_of("bin/header")), *clk = strstr(text, "&clk");
  memcpy(clk, "&clq", 4);
  text_file("bin/header", text);
  ck_assert(ports() == -1 && strstr(err, "lacks an input 'clk' of 1 bits, and has 'clq', which the block has not"));
  free(text);
  close_world();
}
END_TEST
START_TEST(what_verilator_says) {
  char want[700];
  open_world("smbank", 4);
  verilator();
  text_file("mine.sv", "module mine; endmodule\n");
  ck_assert(!user("smbank", "mine.sv", "") && !wt_user_files(&u, file_at("out"), err, sizeof err));
  text_file("bin/code", "1"), header(NULL, NULL);
  static const char *const says[][2] = {
    {"%Warning-X: a.sv:1: no\n%Error: a.sv:3:4: syntax error\n      : ... more\n%Error: second\n", "a.sv:3:4: syntax error"},
    {"%Error-UNSUPPORTED:   b\n", "b"},
    {"%Error: a.sv:1: Cannot find include file: none.svh\n", "a.sv:1: Cannot find include file: none.svh; a block is one file: put it into this one"},
    {"%Error: a.sv:1: Cannot find file containing module: 'm'\n",
     "a.sv:1: Cannot find file containing module: 'm'; a block is one file: put it into this one"}};
  for (int i = 0; i < 4; i++) {
    text_file("bin/says", says[i][0]);
    ck_assert(ports() == -1);
    ck_assert_str_eq(err, says[i][1]);
  }
  text_file("bin/says", "no error at all\n%Error without\n");
  ck_assert(ports() == -1);
  snprintf(want, sizeof want, "%s/mine.sv: Verilator cannot read it, and says no reason", dir);
  ck_assert_str_eq(err, want);
  text_file("bin/code", "0"), remove(file_at("bin/header"));
  snprintf(want, sizeof want, "rm -rf %s/out/ports", dir);
  ck_assert(!system(want) && ports() == -1 && strstr(err, "mine.sv: cannot read its ports"));
  char was[4000];
  snprintf(was, sizeof was, "%s", getenv("PATH"));
  setenv("PATH", "/nowhere", 1);
  ck_assert(ports() == -1);
  ck_assert_str_eq(err, "verilator is missing; install it with ./setup");
  setenv("PATH", was, 1);
  close_world();
}
END_TEST
START_TEST(the_linter_has_a_word) {
  char *said = (char *)1, want[700];
  open_world("smbank", 4);
  verilator();
  text_file("mine.sv", "module mine; endmodule\n");
  ck_assert_int_eq(user("smbank", "mine.sv", ""), 0);
  header(NULL, NULL);
  ck_assert_int_eq(wt_user_lint(&u, &x, file_at("out"), &said, err, sizeof err), 0);
  ck_assert_ptr_null(said);
  snprintf(want, sizeof want,
           "--lint-only\n-Wall\n-Wno-DECLFILENAME\n--assert\n-Irtl\n--top-module\nmine\nscripts/wt_lint.vlt\n%s/out/wt_pkg.sv\n%s/mine.sv\n", dir,
           dir);
  ck_assert_str_eq(text_of("bin/args"), want);
  ck_assert(present("out/wt_pkg.sv") && present("out/wt_guest.sv") && present("out/wt_public.vlt"));
  text_file("bin/lint", "1"), text_file("bin/says", "%Warning-UNUSED: x\n");
  ck_assert_int_eq(wt_user_lint(&u, &x, file_at("out"), &said, err, sizeof err), 1);
  ck_assert_str_eq(said, "%Warning-UNUSED: x\n");
  free(said);
  header("smem_row", "");
  ck_assert_int_eq(wt_user_lint(&u, &x, file_at("out"), &said, err, sizeof err), -1);
  ck_assert(strstr(err, "lacks an input 'smem_row'"));
  wt_user_forget(file_at("out"));
  ck_assert(!present("out") && wt_user_lint(&u, &x, file_at("out"), &said, err, sizeof err) == -1 &&
            strstr(err, "/out/wt_pkg.sv: cannot write: No such file or directory"));
  close_world();
}
END_TEST
static char seen[2000];
static void signal_of(void *ctx, const char *module, const char *name, uint64_t bits) {
  ck_assert_ptr_eq(ctx, &u);
  snprintf(seen + strlen(seen), sizeof seen - strlen(seen), "%s %s %u\n", module, name, (unsigned)bits);
}
START_TEST(variables_of_a_module) {
  verilator();
  strcpy(u.module, "mine");
  mkdir(file_at("out/ports"), 0777);
  text_file(
    "out/ports/Vmine_mine.h",
    "    VL_IN8(clk,0,0);\n    VL_IN8(&clk,0,0);\n    VL_OUTW(&wide,70,0,3);\n    CData/*0:0*/ state_q;\n    SData/*11:2*/ "
    "g_k__BRA__3__KET____DOT__x___05Fq;\n"
    "    VlUnpacked<IData/*31:0*/, 4> mem_q;\n    VlUnpacked<VlUnpacked<CData/*4:0*/, 2>, 3> twice;\n    CData/*0:0*/ __Vown;\n    int plain;\n"
    "    IData/*31:0*/ __Vfunc_sum__12__a;\n    IData/*7:0*/ __Vtask_put__0__b;\n    IData/*31:0*/ __Vfunc_sum__12____Vx;\n    IData/*31:0*/ "
    "__Vfunc_sum;\n"
    "    CData/*0:0*/ no_semicolon\n");
  text_file("out/ports/Vmine_wt_fifo__W8.h", "    QData/*63:0*/ q;\n");
  text_file("out/ports/Vother_a.h", "    QData/*63:0*/ q;\n");
  const int fd = dup(0);
  close(fd);
  wt_user_signals(&u, file_at("out"), signal_of, &u);
  ck_assert_str_eq(seen,
                   "mine clk 1\nmine wide 71\nmine state_q 1\nmine g_k[3].x__q 10\nmine mem_q 128\nmine twice 30\nmine sum().a 32\nmine put().b 8\n"
                   "wt_fifo__W8 q 64\n");
  *seen = 0;
  wt_user_signals(&u, file_at("nowhere"), signal_of, &u);
  ck_assert_str_eq(seen, "");
  ck_assert_int_eq(dup(0), fd); /* nothing stays open */
  close(fd);
}
END_TEST

/* ---- what is written for a build ---- */

START_TEST(the_module_around_it) {
  open_world("smbank", 4);
  char *text = NULL;
  size_t n;
  x.nets = "one_q\ntwo\n";
  FILE *f = open_memstream(&text, &n);
  wt_gen_guest_text(f, &x, "mine");
  fclose(f);
  ck_assert_str_eq(text, "module wt_guest (\n  input wire logic clk,\n  input wire logic rst_n,\n  input wire logic [3:0] smem_en,\n"
                         "  input wire logic [23:0] smem_row,\n  input wire logic [15:0] smem_wbe,\n  input wire logic [127:0] smem_wdata,\n"
                         "  output logic [127:0] smbank_rdata\n);\n  for (genvar i = 0; i < 4; i++) begin : g_block\n"
                         "  mine #(.Idx(i)) u_block (.clk, .rst_n,\n    .smem_en,\n    .smem_row,\n    .smem_wbe,\n    .smem_wdata,\n"
                         "    .smbank_rdata(smbank_rdata[i * 32 +: 32]));\n  end\nendmodule\n`verilator_config\n"
                         "public_flat_rd -module \"wt_ram_1rw\" -var \"mem_q\"\npublic_flat_rd -module \"wt_ram_1rw\" -var \"out_q\"\n"
                         "public_flat_rd -module \"wt_ram_1r1w\" -var \"mem_q\"\npublic_flat_rd -module \"wt_ram_1r1w\" -var \"out_q\"\n"
                         "public_flat_rw -module \"wt_guest\" -var \"smem_en\"\npublic_flat_rw -module \"wt_guest\" -var \"smem_row\"\n"
                         "public_flat_rw -module \"wt_guest\" -var \"smem_wbe\"\npublic_flat_rw -module \"wt_guest\" -var \"smem_wdata\"\n"
                         "public_flat_rd -module \"wt_guest\" -var \"smbank_rdata\"\npublic_flat_rd -module \"*\" -var \"one_q\"\n"
                         "public_flat_rd -module \"*\" -var \"two\"\npublic_flat_rd -module \"mine\" -var \"mem_q\"\n");
  free(text);
  close_world();
  mkdir(file_at("out"), 0777);
  open_world("smbank", 1); /* one of several */
  ck_assert_int_eq(wt_gen_shim(file_at("out"), &x, "mine", err, sizeof err), 0);
  const char *shim = text_of("out/wt_smbank.sv");
  ck_assert(!strncmp(shim, "module wt_smbank #(\n  parameter int unsigned Idx = 0\n) (\n  input wire logic clk,\n", 80));
  ck_assert(strstr(shim, "  output logic [31:0] smbank_rdata\n);\n  mine #(.Idx(Idx)) u_block (.clk, .rst_n,\n    .smem_en,") &&
            strstr(shim, "    .smbank_rdata);\nendmodule\n"));
  ck_assert(wt_gen_shim(file_at("none"), &x, "mine", err, sizeof err) == -1 &&
            strstr(err, "/none/wt_smbank.sv: cannot write: No such file or directory"));
  close_world();
  open_world("brx", 1); /* alone */
  ck_assert_int_eq(wt_gen_guest(file_at("out"), &x, "mine", err, sizeof err), 0);
  ck_assert_int_eq(wt_gen_shim(file_at("out"), &x, "mine", err, sizeof err), 0);
  ck_assert_int_eq(strncmp(text_of("out/wt_brx.sv"), "module wt_brx (\n  input wire logic clk,\n", 40), 0);
  ck_assert(strstr(text_of("out/wt_guest.sv"), "\n  mine u_block (.clk, .rst_n,\n") && !strstr(text_of("out/wt_guest.sv"), "g_block"));
  const char *text_end = text_of("out/wt_guest.sv");
  ck_assert_str_eq(text_end + strlen(text_end) - 10, "endmodule\n");
  text_end = text_of("out/wt_pkg.sv");
  ck_assert_str_eq(text_end + strlen(text_end) - 11, "endpackage\n");
  ck_assert(!strncmp(text_of("out/wt_pkg.sv"), "// wt_pkg", 9) && !strncmp(text_of("out/wt_public.vlt"), "`verilator_config\n", 18));
  ck_assert(wt_gen_guest(file_at("none"), &x, "mine", err, sizeof err) == -1 &&
            strstr(err, "/none/wt_pkg.sv: cannot write: No such file or directory"));
  close_world();
}
END_TEST
START_TEST(blocks_whose_outputs_alone_count) {
  wt_opaque o;
  char own[300], so[300], want[900];
  open_world("smbank", 1);
  text_file("mine.sv", "module mine; endmodule\n"), text_file("wt_pred.sv", "module wt_pred; endmodule\n"), text_file("a.so", "");
  snprintf(own, sizeof own, "smbank=%s", file_at("mine.sv")), snprintf(so, sizeof so, "wb=%s", file_at("a.so"));
  char pred[300];
  snprintf(pred, sizeof pred, "pred=%s", file_at("wt_pred.sv"));
  const char *specs[] = {"sched", own, so, pred};
  ck_assert_msg(!wt_opaque_open(&o, blks, specs, 4, err, sizeof err), "%s", err);
  ck_assert(o.n == 4 && !o.one[0].own && o.one[1].own && !o.one[2].own && o.one[3].own && !strcmp(o.one[2].file, file_at("a.so")) && !*o.one[0].file);
  ck_assert_ptr_eq(wt_opaque_of(&o, wt_blk_find(blks, "wb")), &o.one[2]);
  ck_assert(!wt_opaque_of(&o, wt_blk_find(blks, "fetch")) && !wt_opaque_of(NULL, wt_blk_find(blks, "wb")));
  ck_assert(wt_opaque_replaces(&o, "smbank") && wt_opaque_replaces(&o, NULL) && !wt_opaque_replaces(&o, "wb") && !wt_opaque_replaces(&o, "sched"));
  ck_assert(!wt_opaque_replaces(NULL, "smbank"));
  const char *bad[][2] = {{"schd", "--opaque schd: no block 'schd'; 'warptwin bench' without a block lists them"},
                          {"env", "--opaque env: no block 'env'; 'warptwin bench' without a block lists them"},
                          {"=x.sv", "--use =x.sv: expected BLOCK=FILE.so, or BLOCK=FILE.sv[:MODULE]"},
                          {"wb=none.so", "none.so: cannot read: No such file or directory"},
                          {"wb=none.sv", "none.sv: cannot read: No such file or directory"},
                          {"smbank", "--opaque smbank: smbank is named twice"}};
  for (int i = 0; i < 6; i++) {
    const char *two[] = {own, bad[i][0]};
    ck_assert_int_eq(wt_opaque_open(&o, blks, two, 2, err, sizeof err), -1);
    ck_assert_str_eq(err, bad[i][1]);
  }
  const char *many[WT_GUEST_MOST + 1];
  for (unsigned i = 0, k = 0; i <= WT_GUEST_MOST; k++)
    if (!blks->blk[k].outside) many[i++] = blks->blk[k].stem;
  ck_assert_int_eq(wt_opaque_open(&o, blks, many, WT_GUEST_MOST, err, sizeof err), 0);
  ck_assert_int_eq(wt_opaque_open(&o, blks, many, WT_GUEST_MOST + 1, err, sizeof err), -1);
  snprintf(want, sizeof want, "%s: more than 16 blocks", many[WT_GUEST_MOST]);
  ck_assert_str_eq(err, want);
  /* what a build reads: of one block, then of the machine */
  verilator();
  header(NULL, NULL);
  text_file("out/wt_public.vlt", "first\n");
  ck_assert_int_eq(wt_opaque_open(&o, blks, specs, 3, err, sizeof err), 0);
  ck_assert_msg(!wt_opaque_files(&o, blks, "smbank", file_at("out"), err, sizeof err), "%s", err);
  ck_assert_str_eq(text_of("out/replaced"), "rtl/mem/wt_smbank.sv\n");
  snprintf(want, sizeof want, "%s/mine.sv\n%s/out/wt_smbank.sv\n", dir, dir);
  ck_assert_str_eq(text_of("out/own"), want);
  ck_assert_str_eq(text_of("out/wt_public.vlt"), "first\npublic_flat_rd -module \"mine\" -var \"mem_q\"\n");
  ck_assert(present("out/wt_smbank.sv") && !present("out/files"));
  ck_assert_int_eq(wt_opaque_files(&o, blks, NULL, file_at("out"), err, sizeof err), 0);
  ck_assert_str_eq(text_of("out/replaced"), "rtl/mem/wt_smbank.sv\n");
  ck_assert_int_eq(wt_opaque_files(&o, blks, "wb", file_at("out"), err, sizeof err), 0);
  ck_assert_str_eq(text_of("out/replaced"), "");
  header("smem_row", "");
  ck_assert(wt_opaque_files(&o, blks, NULL, file_at("out"), err, sizeof err) == -1 && strstr(err, "lacks an input 'smem_row'"));
  ck_assert(wt_opaque_files(&o, blks, NULL, file_at("none"), err, sizeof err) == -1 && strstr(err, "/none: cannot write: No such file or directory"));
  close_world();
  /* a module that is called as ours needs no other name; files of the tree are named from its root */
  open_world("smbank", 1);
  text_file("wt_smbank.sv", "module wt_smbank; wt_fifo f (); endmodule\n");
  snprintf(own, sizeof own, "smbank=%s", file_at("wt_smbank.sv"));
  specs[0] = own;
  header(NULL, NULL), remove(file_at("out/wt_smbank.sv"));
  ck_assert_msg(!wt_opaque_open(&o, blks, specs, 1, err, sizeof err) && !wt_opaque_files(&o, blks, NULL, file_at("out"), err, sizeof err), "%s", err);
  snprintf(want, sizeof want, "rtl/lib/wt_fifo.sv\n%s/wt_smbank.sv\n", dir);
  ck_assert_str_eq(text_of("out/own"), want);
  ck_assert(!present("out/wt_smbank.sv"));
  close_world();
}
END_TEST

int main(void) {
  TCase *t = tcase_create("guest_user");
  tcase_set_timeout(t, 60);
  tcase_add_test(t, three_parts_of_a_text);
  tcase_add_test(t, numbers_ports_and_their_hash);
  tcase_add_test(t, what_an_object_exports);
  tcase_add_test(t, the_module_that_counts);
  tcase_add_test(t, what_a_file_needs);
  tcase_add_test(t, ports_are_compared);
  tcase_add_test(t, what_verilator_says);
  tcase_add_test(t, the_linter_has_a_word);
  tcase_add_test(t, variables_of_a_module);
  tcase_add_test(t, the_module_around_it);
  tcase_add_test(t, blocks_whose_outputs_alone_count);
  return run_suite("guest_user", t);
}
