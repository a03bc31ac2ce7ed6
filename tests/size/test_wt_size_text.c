/* test_wt_size_text.c - every text of the structure sizes against text written by hand: a table of four made-up structures as text, CSV, Markdown and
 * JSON, read back, explained, drawn, and its difference from another one. Formats: docs/user/size.md and docs/user/json.md. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "size/wt_depth.h"
#include "size/wt_size.h"
#include "tests/fails_kit.h"
#include "text_kit.h"

/* ---- a table of four structures ---- */

static wt_row rows[] = {{.kind = WT_ROW_MEM, .name = "tab", .elemw = 200, .n = 1, .depth = 64, .expr = {"200", "1", "WARPS * 2"}},
                        {.kind = WT_ROW_MEM, .name = "ta", .elemw = 88, .n = 1, .depth = 64, .expr = {"88", "1", "64"}},
                        {.kind = WT_ROW_FF, .name = "tabs", .elemw = 3, .n = 5, .expr = {"3", "5"}},
                        {.kind = WT_ROW_OUT, .name = "tab", .elemw = 1, .n = 1, .expr = {"1", "1"}},
                        {.kind = WT_ROW_FF, .name = "tab", .elemw = 1, .n = 1, .expr = {"1", "1"}}}; /* behind those of the block */
static wt_size_row sizes[] = {{.kind = WT_SZ_RAM, .name = "tab", .expr = "WARPS * 2", .rows = "tab ta"},
                              {.kind = WT_SZ_REG, .name = "regs", .expr = "3", .rows = "tabs"},
                              {.kind = WT_SZ_LOGIC, .name = "logic", .expr = "12.5e1 * WARPS + UOP_W * WARPS", .ge = 999, .rows = ""}};
static wt_blk block = {.stem = "front1", .group = "front", .path = "u_sub.u_front1", .rows = rows, .nrows = 4};
static const wt_size_item made[] = {{.id = "front1.tab",
                                     .blk = "front1",
                                     .group = "front",
                                     .name = "tab",
                                     .text = "words of a table",
                                     .kind = WT_SZ_RAM,
                                     .entries = 64,
                                     .width = 288,
                                     .count = 2,
                                     .rd = 1,
                                     .wr = 2,
                                     .depth = 64,
                                     .data = 288,
                                     .mem = 36864,
                                     .bits = 36864,
                                     .impl = WT_IM_SRAM,
                                     .split = 3,
                                     .ge = 1234567,
                                     .um2 = 1500000,
                                     .um2_lo = 1200000,
                                     .um2_hi = 2520001,
                                     .row = &sizes[0],
                                     .block = &block},
                                    {.id = "front1.regs",
                                     .blk = "front1",
                                     .group = "front",
                                     .name = "regs",
                                     .text = "registers",
                                     .kind = WT_SZ_REG,
                                     .entries = 3,
                                     .width = 5,
                                     .count = 1,
                                     .depth = 3,
                                     .data = 5,
                                     .ff = 15,
                                     .bits = 15,
                                     .impl = WT_IM_FLOP,
                                     .split = 1,
                                     .ge = 120,
                                     .um2 = 120,
                                     .um2_lo = 108,
                                     .um2_hi = 132,
                                     .row = &sizes[1],
                                     .block = &block},
                                    {.id = "lsu.logic",
                                     .blk = "lsu",
                                     .group = "mem",
                                     .name = "logic",
                                     .text = "gates",
                                     .kind = WT_SZ_LOGIC,
                                     .count = 1,
                                     .impl = WT_IM_LOGIC,
                                     .split = 1,
                                     .ge = 999,
                                     .um2 = 1000,
                                     .um2_lo = 900,
                                     .um2_hi = 1100,
                                     .row = &sizes[2],
                                     .block = &block},
                                    {.id = "pub.cam",
                                     .blk = "pub",
                                     .group = "declared",
                                     .name = "cam",
                                     .text = "searched words",
                                     .kind = WT_SZ_CAM,
                                     .entries = 16,
                                     .width = 40,
                                     .count = 1,
                                     .rd = 1,
                                     .wr = 1,
                                     .srch = 1,
                                     .ways = 1,
                                     .depth = 16,
                                     .tag = 40,
                                     .mem = 640,
                                     .bits = 640,
                                     .impl = WT_IM_CAM,
                                     .split = 1,
                                     .ge = 6912,
                                     .um2 = 3876,
                                     .um2_lo = 3488,
                                     .um2_hi = 5969,
                                     .declared = 1,
                                     .source = "Paper"}};
enum { MADE = sizeof made / sizeof *made };

static wt_size *table(const wt_size_item *item, unsigned n, const char *keys) {
  wt_size *z = calloc(1, sizeof *z);
  z->item = calloc(n, sizeof *z->item); /* a sanitizer sees who looks behind the last */
  memcpy(z->item, item, n * sizeof *item);
  z->n = n;
  wt_size_defaults(&z->opt);
  ck_assert_msg(!wt_shape_preset(&z->S, "small", err, sizeof err) && (!keys || !wt_shape_set(&z->S, keys, err, sizeof err)), "%s", err);
  for (unsigned i = 0; i < n; i++) wt_size_add_item(item[i].declared ? &z->declared : &z->core, &item[i]);
  return z;
}
static wt_size *four(void) { return table(made, MADE, "COLLECTORS=7"); } /* a shape whose levels were not measured */

static const char *printed(const wt_size *z, const wt_size_view *v, enum wt_size_format fmt) {
  FILE *f = begin();
  wt_size_print(f, z, v, fmt);
  return end(f);
}

START_TEST(digits_stand_in_groups_of_three) {
  char b[32];
  static const struct {
    int64_t v;
    const char *text;
  } t[] = {{0, "0"},
           {7, "7"},
           {-1, "-1"},
           {999, "999"},
           {1000, "1 000"},
           {-1000, "-1 000"},
           {12345, "12 345"},
           {123456, "123 456"},
           {-9876543210, "-9 876 543 210"}};
  for (unsigned i = 0; i < sizeof t / sizeof *t; i++) ck_assert_str_eq(wt_size_digits(t[i].v, b), t[i].text);
}
END_TEST

START_TEST(ports_are_read_write_search) {
  char b[24];
  const struct {
    unsigned kind, rd, wr, srch;
    const char *text;
  } t[] = {{WT_SZ_RAM, 1, 1, 0, "1r1w"},   {WT_SZ_RAM, 3, 2, 0, "3r2w"}, {WT_SZ_RAM1, 1, 1, 0, "1rw"}, {WT_SZ_CAM, 0, 1, 2, "1w2s"},
           {WT_SZ_CAM, 1, 1, 1, "1r1w1s"}, {WT_SZ_REG, 1, 1, 1, "-"},    {WT_SZ_LOGIC, 0, 0, 0, "-"}};
  for (unsigned i = 0; i < sizeof t / sizeof *t; i++) {
    const wt_size_item x = {.kind = t[i].kind, .rd = t[i].rd, .wr = t[i].wr, .srch = t[i].srch};
    ck_assert_str_eq(wt_size_ports(&x, b), t[i].text);
  }
  char room[40]; /* what does not fit is cut */
  memset(room, '#', sizeof room);
  const wt_size_item x = {.kind = WT_SZ_CAM, .rd = 1000000000, .wr = 4000000000, .srch = 4000000000};
  ck_assert(!strcmp(wt_size_ports(&x, room), "1000000000r4000000000w4") && room[24] == '#');
}
END_TEST

START_TEST(the_table_as_text) {
  wt_size *z = four();
  const wt_size_view all = {NULL, NULL, "made up", 0}, mem = {NULL, "mem", "mem alone", 0}, blk = {"pub", NULL, "pub alone", 0};
  same(
    printed(z, &all, WT_FMT_TEXT),
    "made up, 45 nm (NAND2 0.798 um2: NAND2_X1 of the Nangate 45 nm open cell library), utilisation 0.8, macros up to 128 bits\n"
    "structure                words x bits ports inst        bits      bytes GE as gates  as        mm2 @45nm        low       high levels\n"
    "front (2 structures)                                  36 879     4609.9   1 234 687             1.500120   1.200108   2.520133  99.9 % of the "
    "mm2\n"
    "  front1.tab                 64 x 288  1r2w    2      36 864     4608.0   1 234 567  sram/3     1.500000   1.200000   2.520001         words of "
    "a table\n"
    "  front1.regs                   3 x 5     -    1          15        1.9         120  flop       0.000120   0.000108   0.000132         "
    "registers\n"
    "mem (1 structures)                                         0        0.0         999             0.001000   0.000900   0.001100  0.1 % of the "
    "mm2\n"
    "  lsu.logic                         -     -    1           0        0.0         999  logic      0.001000   0.000900   0.001100         gates\n"
    "declared\n"
    "  pub.cam                     16 x 40 1r1w1s    1         640       80.0       6 912  cam        0.003876   0.003488   0.005969         "
    "searched words [declared: Paper]\n"
    "total (3 structures)                                  36 879     4609.9   1 235 686             1.501120   1.201008   2.521233\n"
    "declared, not in the core (1 structures)                 640       80.0       6 912             0.003876   0.003488   0.005969\n"
    "bits: exact, equal to the RTL's.  GE, mm2: modelled; low and high are the band of the model.  (size cite)\n");
  same(
    printed(z, &mem, WT_FMT_TEXT),
    "mem alone, 45 nm (NAND2 0.798 um2: NAND2_X1 of the Nangate 45 nm open cell library), utilisation 0.8, macros up to 128 bits\n"
    "structure                words x bits ports inst        bits      bytes GE as gates  as        mm2 @45nm        low       high levels\n"
    "mem (1 structures)                                         0        0.0         999             0.001000   0.000900   0.001100  100.0 % of the "
    "mm2\n"
    "  lsu.logic                         -     -    1           0        0.0         999  logic      0.001000   0.000900   0.001100         gates\n"
    "total (1 structures)                                       0        0.0         999             0.001000   0.000900   0.001100\n"
    "bits: exact, equal to the RTL's.  GE, mm2: modelled; low and high are the band of the model.  (size cite)\n");
  ck_assert(!strstr(printed(z, &blk, WT_FMT_TEXT), "front1") && strstr(text, "total (0 structures)") && strstr(text, "\ndeclared\n  pub.cam"));
  wt_size_free(z);
}
END_TEST

START_TEST(the_table_as_csv) {
  wt_size *z = four();
  const wt_size_view all = {NULL, NULL, "made up", 0}, front = {"front1", NULL, "", 0};
  static const char head[] =
    "structure,group,words,width,ports,instances,bits,ff_bits,mem_bits,ge,ge_src,impl,split,node_nm,mm2,mm2_lo,mm2_hi,mm2_src,declared,levels\n";
  static const char two[] = "front1.tab,front,64,288,1r2w,2,36864,0,36864,1234567,model,sram,3,45,1.500000,1.200000,2.520001,model,0,\n"
                            "front1.regs,front,3,5,-,1,15,15,0,120,model,flop,1,45,0.000120,0.000108,0.000132,model,0,\n";
  char want[2000];
  snprintf(want, sizeof want, "%s%s", head, two);
  same(printed(z, &front, WT_FMT_CSV), want);
  strcat(want, "lsu.logic,mem,0,0,-,1,0,0,0,999,model,logic,1,45,0.001000,0.000900,0.001100,model,0,\n"
               "pub.cam,declared,16,40,1r1w1s,1,640,0,640,6912,model,cam,1,45,0.003876,0.003488,0.005969,model,1,\n");
  same(printed(z, &all, WT_FMT_CSV), want);
  wt_size_free(z);
}
END_TEST

START_TEST(the_table_as_markdown) {
  wt_size *z = four();
  const wt_size_view all = {NULL, NULL, "made up", 0}, bare = {NULL, "front", "made up", 1};
  same(printed(z, &all, WT_FMT_MD), "| structure | words x bits | ports | inst | bits | GE as gates | as | mm2 @45 nm | low | high | levels |\n"
                                    "|---|---|---|---|---|---|---|---|---|---|---|\n"
                                    "| front1.tab | 64 x 288 | 1r2w | 2 | 36 864 | 1 234 567 | sram/3 | 1.500000 | 1.200000 | 2.520001 | |\n"
                                    "| front1.regs | 3 x 5 | - | 1 | 15 | 120 | flop | 0.000120 | 0.000108 | 0.000132 | |\n"
                                    "| lsu.logic | - | - | 1 | 0 | 999 | logic | 0.001000 | 0.000900 | 0.001100 | |\n"
                                    "| pub.cam (declared) | 16 x 40 | 1r1w1s | 1 | 640 | 6 912 | cam | 0.003876 | 0.003488 | 0.005969 | |\n"
                                    "| **total** | | | | **36 879** | **1 235 686** | | **1.501120** | 1.201008 | 2.521233 | |\n"
                                    "| **declared** | | | | **640** | **6 912** | | **0.003876** | 0.003488 | 0.005969 | |\n");
  same(printed(z, &bare, WT_FMT_MD), "| structure | words x bits | ports | inst | bits | GE as gates | as | mm2 @45 nm | low | high |\n"
                                     "|---|---|---|---|---|---|---|---|---|---|\n"
                                     "| front1.tab | 64 x 288 | 1r2w | 2 | 36 864 | 1 234 567 | sram/3 | 1.500000 | 1.200000 | 2.520001 |\n"
                                     "| front1.regs | 3 x 5 | - | 1 | 15 | 120 | flop | 0.000120 | 0.000108 | 0.000132 |\n"
                                     "| **total** | | | | **36 879** | **1 234 687** | | **1.500120** | 1.200108 | 2.520133 |\n");
  wt_size_free(z);
}
END_TEST

/* The shape stands between head and tail, in the order of the keys. */
static const char json_tail[] =
  "  \"node_nm\": 45, \"nand2_um2\": 0.798, \"nand2_src\": \"NAND2_X1 of the Nangate 45 nm open cell library\", \"utilisation\": 0.8, "
  "\"macro_width\": 128, \"bitcell_um2\": 0,\n"
  "  \"structures\": [\n"
  "    {\"name\": \"front1.tab\", \"block\": \"front1\", \"group\": \"front\", \"words\": \"words of a table\", \"path\": \"u_sub.u_front1\", "
  "\"kind\": \"ram\", \"entries\": 64, \"width\": 288, \"ports\": \"1r2w\", \"instances\": 2, \"bits\": 36864, \"ff_bits\": 0, \"mem_bits\": 36864, "
  "\"bits_src\": \"exact\", \"ge\": 1234567, \"ge_src\": \"model\", \"impl\": \"sram\", \"split\": 3, \"mm2\": 1.500000, \"mm2_lo\": 1.200000, "
  "\"mm2_hi\": 2.520001, \"mm2_src\": \"model\", \"declared\": false},\n"
  "    {\"name\": \"front1.regs\", \"block\": \"front1\", \"group\": \"front\", \"words\": \"registers\", \"path\": \"u_sub.u_front1\", \"kind\": "
  "\"reg\", \"entries\": 3, \"width\": 5, \"ports\": \"-\", \"instances\": 1, \"bits\": 15, \"ff_bits\": 15, \"mem_bits\": 0, \"bits_src\": "
  "\"exact\", \"ge\": 120, \"ge_src\": \"model\", \"impl\": \"flop\", \"split\": 1, \"mm2\": 0.000120, \"mm2_lo\": 0.000108, \"mm2_hi\": 0.000132, "
  "\"mm2_src\": \"model\", \"declared\": false},\n"
  "    {\"name\": \"lsu.logic\", \"block\": \"lsu\", \"group\": \"mem\", \"words\": \"gates\", \"path\": \"u_sub.u_front1\", \"kind\": \"logic\", "
  "\"entries\": 0, \"width\": 0, \"ports\": \"-\", \"instances\": 1, \"bits\": 0, \"ff_bits\": 0, \"mem_bits\": 0, \"bits_src\": \"exact\", \"ge\": "
  "999, \"ge_src\": \"model\", \"impl\": \"logic\", \"split\": 1, \"mm2\": 0.001000, \"mm2_lo\": 0.000900, \"mm2_hi\": 0.001100, \"mm2_src\": "
  "\"model\", \"declared\": false},\n"
  "    {\"name\": \"pub.cam\", \"block\": \"pub\", \"group\": \"declared\", \"words\": \"searched words\", \"path\": \"\", \"kind\": \"cam\", "
  "\"entries\": 16, \"width\": 40, \"ports\": \"1r1w1s\", \"instances\": 1, \"bits\": 640, \"ff_bits\": 0, \"mem_bits\": 640, \"bits_src\": "
  "\"declared\", \"ge\": 6912, \"ge_src\": \"model\", \"impl\": \"cam\", \"split\": 1, \"mm2\": 0.003876, \"mm2_lo\": 0.003488, \"mm2_hi\": "
  "0.005969, \"mm2_src\": \"model\", \"declared\": true}\n"
  "  ],\n"
  "  \"totals\": {\"structures\": 3, \"bits\": 36879, \"ff_bits\": 15, \"mem_bits\": 36864, \"ge\": 1235686, \"mm2\": 1.501120, \"mm2_lo\": "
  "1.201008, \"mm2_hi\": 2.521233},\n"
  "  \"declared\": {\"structures\": 1, \"bits\": 640, \"ff_bits\": 0, \"mem_bits\": 640, \"ge\": 6912, \"mm2\": 0.003876, \"mm2_lo\": 0.003488, "
  "\"mm2_hi\": 0.005969}\n"
  "}\n";

START_TEST(the_table_as_json) {
  wt_size *z = four();
  const wt_size_view all = {NULL, NULL, "made up", 0};
  const char *got = printed(z, &all, WT_FMT_JSON);
  char head[200];
  snprintf(head, sizeof head, "{\n  \"schema\": \"warptwin-size-1\",\n  \"label\": \"made up\",\n  \"shape_hash\": \"%016llx\",\n  \"shape\": {\"",
           (unsigned long long)wt_shape_hash(&z->S));
  ck_assert_msg(!strncmp(got, head, strlen(head)), "%.300s", got);
  const char *shape = got + strlen(head) - 1, *last = strstr(got, "},\n  \"node_nm\"");
  for (unsigned i = 0; i < wt_nkeys; i++) {
    char key[200], value[16];
    const int n =
      snprintf(key, sizeof key, "%s\"%s\": \"%s\"", i ? ", " : "", wt_keys[i].name, wt_key_text(&wt_keys[i], wt_key_get(&z->S, &wt_keys[i]), value));
    ck_assert_msg(!strncmp(shape, key, (size_t)n), "%s: %.60s", key, shape);
    shape += n;
  }
  ck_assert_ptr_eq(shape, last);
  same(last + 3, json_tail);
  wt_size_free(z);
}
END_TEST

/* Levels: in the last structure of a block and on presets alone, and the paths over the wiring below. */
static int levels = WT_DEPTH_NONE; /* of every structure, when it is some */
int __real_wt_size_levels(const wt_size *z, unsigned i);
int __wrap_wt_size_levels(const wt_size *z, unsigned i);
int __wrap_wt_size_levels(const wt_size *z, unsigned i) { return levels == WT_DEPTH_NONE ? __real_wt_size_levels(z, i) : levels; }
START_TEST(levels_stand_in_every_format) {
  const wt_size_item two[] = {
    {.id = "sched.a", .blk = "sched", .group = "issue", .name = "a", .text = "t", .kind = WT_SZ_LOGIC, .count = 1, .impl = WT_IM_LOGIC},
    {.id = "sched.b", .blk = "sched", .group = "issue", .name = "b", .text = "t", .kind = WT_SZ_LOGIC, .count = 1, .impl = WT_IM_LOGIC}};
  const wt_size_view all = {NULL, NULL, "l", 0};
  const int most = wt_levels_most(wt_levels_find("small", "sched")), sub = wt_levels_find_path("small", "sub-core")->levels,
            sm = wt_levels_find_path("small", "SM")->levels;
  wt_size *z = table(two, 2, "SCHED=gto");
  char want[300];
  snprintf(want, sizeof want,
           "| sched.a | - | - | 1 | 0 | 0 | logic | 0.000000 | 0.000000 | 0.000000 | |\n"
           "| sched.b | - | - | 1 | 0 | 0 | logic | 0.000000 | 0.000000 | 0.000000 |%d |\n",
           most);
  ck_assert_msg(strstr(printed(z, &all, WT_FMT_MD), want), "%s", text);
  snprintf(want, sizeof want, "model,0,\nsched.b,issue,0,0,-,1,0,0,0,0,model,logic,0,45,0.000000,0.000000,0.000000,model,0,%d\n", most);
  ck_assert_msg(strstr(printed(z, &all, WT_FMT_CSV), want), "%s", text);
  snprintf(want, sizeof want, "\"declared\": false},\n    {\"name\": \"sched.b\"");
  ck_assert_msg(strstr(printed(z, &all, WT_FMT_JSON), want), "%s", text);
  snprintf(want, sizeof want, "\"declared\": false, \"levels\": %d}\n  ],\n", most);
  ck_assert_msg(strstr(text, want), "%s", text);
  snprintf(want, sizeof want, "\"mm2_hi\": 0.000000},\n  \"path_levels\": {\"sub-core\": %d,\"SM\": %d}\n}\n", sub, sm);
  ck_assert_msg(strstr(text, want), "%s", text);
  snprintf(want, sizeof want, "  logic      0.000000   0.000000   0.000000 %6d  t\n", most);
  ck_assert_msg(strstr(printed(z, &all, WT_FMT_TEXT), want), "%s", text);
  snprintf(want, sizeof want,
           "\nlevels: measured gate levels of the block; register to register through several blocks: sub-core %d, SM %d\nbits: ", sub, sm);
  ck_assert_msg(strstr(text, want), "%s", text);
  ck_assert(!strstr(text, "% of the mm2")); /* no share of nothing */
  levels = 0;                               /* from port to port by a wire: known, and no level */
  ck_assert_msg(strstr(printed(z, &all, WT_FMT_MD), " | 0.000000 |0 |\n| sched.b |"), "%s", text);
  ck_assert_msg(strstr(printed(z, &all, WT_FMT_CSV), ",model,0,0\nsched.b,"), "%s", text);
  ck_assert_msg(strstr(printed(z, &all, WT_FMT_JSON), "\"declared\": false, \"levels\": 0},\n"), "%s", text);
  ck_assert_msg(strstr(printed(z, &all, WT_FMT_TEXT), "   0.000000      0  t\n"), "%s", text);
  levels = WT_DEPTH_NONE;
  wt_size_free(z);
}
END_TEST

/* ---- explained ---- */

static const char *explained(const wt_size *z, const wt_size_item *i) {
  FILE *f = begin();
  wt_size_explain(f, z, i);
  return end(f);
}
static void has(const char *piece) { ck_assert_msg(strstr(text, piece), "no '%s' in\n%s", piece, text); }
static void has_not(const char *piece) { ck_assert_msg(!strstr(text, piece), "'%s' in\n%s", piece, text); }

/* One macro of 96 columns and 3 ports: a cell is 20 F by 24.6 F, lg 64 = 6. */
START_TEST(a_memory_explained) {
  wt_size *z = four();
  char want[400];
  explained(z, &z->item[0]);
  has("front1.tab: words of a table\nin u_sub.u_front1, kind ram, ports 1r2w, 2 instances\n"
      "words of an instance: WARPS * 2 (WARPS = 8) = 64\nstate rows of cmodel/spec/blocks/front1.def:\n"
      "  tab          MEM 200 bits x WARPS * 2 (WARPS = 8) = 12800 bits\n  ta           MEM 88 bits x 64 = 5632 bits\n"
      "bits: 64 words x 288 bits x 2 instances = 36 864, exact\n"
      "GE as flip-flops: D = 64 words of W = 288 bits, f = (D-1)/D: D W (8.0 + 2.3 f + 2.12 f x 0 further read ports + 2.42 x 1 further write "
      "ports) + 1.5 D x 2 write ports\n  constants: fit to syntheses with gtech.lib (a NAND2 is 1 GE), within 10 %\n"
      "one macro: 64 words of 96 bits, p = 3 ports; 3 macros side by side, because 288 bits are more than --macro-width 128\n"
      "  a cell is w x h = 20 F x 24.6 F (10 x 14.6, CAM 10 x 29.2, and 5 F a side for every further port); R words, C bits, lg = log2\n"
      "  A = 1.199 R C w h + 780 C p lg R + 9247 p lg R + 21.9 R p h + 25.6 (C p)^2\n");
  const double cells = 1.199 * 64 * 96 * 20 * 24.6, cols = 780.0 * 96 * 3 * 6, dec = 9247.0 * 3 * 6, lines = 21.9 * 64 * 3 * 24.6,
               wire = 25.6 * 288 * 288;
  const double f2 = cells + cols + dec + lines + wire;
  snprintf(want, sizeof want,
           "  = cells %.0f + columns %.0f + decoder %.0f + word lines %.0f + port wiring %.0f + fixed 0 = %.0f F^2\n  x 45 nm x 45 nm = %.6f mm2, x "
           "3 macros "
           "(the last ones a bit narrower when the width is no multiple), x 2 instances\n  constants: fit to the CACTI 7 cache model",
           cells, cols, dec, lines, wire, f2, f2 * 45 * 45e-12);
  has(want);
  snprintf(want, sizeof want, "as macros %.6f mm2, as flip-flops ", 6 * f2 * 45 * 45e-12);
  has(want);
  /* flip-flops: 288 bits x 64 words of 8 + 2.3 f + 2.42, f = 63/64, and 1.5 x 64 x 2; twice */
  const double ge = 2 * (64 * 288 * (8.0 + 2.3 * 63 / 64 + 2.42) + 192);
  snprintf(want, sizeof want,
           "as flip-flops %.6f mm2; chosen: sram (the smaller one; --impl changes it)\n"
           "all instances at 45 nm: 1 234 567 GE as gates, 1.500000 mm2 (1.200000 to 2.520001)\n",
           (double)(long long)(ge + 0.5) * 0.798 / 0.8 * 1e-6);
  has(want);
  has_not("search port"), has_not("below the smallest"), has_not("um2 a NAND2"), has_not("scaled to"), has_not("tabs"), has_not("declared");
  z->opt.bitcell = 0.3, z->opt.macro_width = 0;
  explained(z, &z->item[0]);
  has("one macro: 64 words of 288 bits, p = 3 ports\n"), has(", x 2 instances, cells scaled to 0.3 um2 instead of 0.29565\n");
  has_not("macros side by side"), has_not(" macros (the last");
  wt_size_item half = z->item[0], pair = z->item[0];
  pair.data = pair.width = 200, z->opt.macro_width = 100, z->opt.bitcell = 0;
  explained(z, &pair);
  has("64 words of 100 bits, p = 3 ports; 2 macros side by side, because 200 bits are more than --macro-width 100\n"), has(" mm2, x 2 macros (");
  half.split = 2;
  wt_size *two = table(&half, 1, NULL);
  const wt_size_view all = {NULL, NULL, "", 1};
  ck_assert_ptr_nonnull(strstr(printed(two, &all, WT_FMT_MD), " | sram/2 | "));
  wt_size_free(two);
  wt_size_item one = z->item[0];
  one.kind = WT_SZ_RAM1, one.rd = one.wr = one.count = 1, one.data = one.width = 8, one.impl = WT_IM_FLOP, one.um2 = 5;
  explained(z, &one);
  has("kind ram1, ports 1rw, 1 instance\n"), has("one macro: 64 words of 8 bits, p = 1 port\n"), has("a cell is w x h = 10 F x 14.6 F ");
  has("  A = 1.256 R C w h + 110 C lg R + 1896 C + 13160 lg R + 12.4 R h + 43.0 C^2\n"), has_not("instances,"), has_not("mm2, x 1 instance");
  has("\n  below the smallest macro: 1.5e+06 F^2 = 0.003037 mm2 counts\n");
  has("\n  1234567 GE x 0.798 um2 a NAND2 (NAND2_X1 of the Nangate 45 nm open cell library) / utilisation 0.8 = 0.000005 mm2\n");
  wt_size_free(z);
}
END_TEST

START_TEST(registers_and_gates_explained) {
  wt_size *z = four();
  char want[300];
  same(explained(z, &z->item[1]),
       "front1.regs: registers\nin u_sub.u_front1, kind reg, ports -, 1 instance\nwords of an instance: 3 = 3\n"
       "state rows of cmodel/spec/blocks/front1.def:\n  tabs         FF  3 x 5 = 15 bits\nbits: 3 words x 5 bits x 1 instances = 15, exact\n"
       "GE: 8.0 a bit (flip-flop 5.67, multiplexer that holds it 2.33) x 15 bits\n"
       "  constants: fit to syntheses with gtech.lib (a NAND2 is 1 GE), within 10 %\n"
       "  120 GE x 0.798 um2 a NAND2 (NAND2_X1 of the Nangate 45 nm open cell library) / utilisation 0.8 = 0.000120 mm2\n"
       "all instances at 45 nm: 120 GE as gates, 0.000120 mm2 (0.000108 to 0.000132)\n");
  snprintf(want, sizeof want,
           "lsu.logic: gates\nin u_sub.u_front1, kind logic, ports -, 1 instance\n"
           "GE: 12.5e1 * WARPS + UOP_W * WARPS (WARPS = 8, UOP_W = %u) = 999, fit to syntheses of the block with gtech.lib\n",
           (unsigned)UOP_W);
  explained(z, &z->item[2]);
  ck_assert_msg(!strncmp(text, want, strlen(want)), "%s", text);
  has("  999 GE x 0.798 um2 a NAND2 ("), has_not("macro"), has_not("state rows");
  wt_size_free(z);
}
END_TEST

START_TEST(searched_memories_explained) {
  wt_size *z = four();
  wt_size_item x = z->item[3];
  explained(z, &x);
  has("pub.cam: searched words\ndeclared, no RTL: 16 x (40 searched + 0 other bits), source: Paper\n");
  has("GE as flip-flops: 16 words x (40 searched bits x (10.8 + 2.6 x 0 further search ports) + 0 bits x 10.1)\n");
  has("one macro: 16 words of 40 bits, p = 2 ports, s = 1 search port\n"), has("a cell is w x h = 20 F x 39.2 F (");
  has("  A = 1.096 R C w h + 6670 C T + 4849 R T + 31.6 (C T)^2 + 22035 T, T = p + s\n"), has("= 1914136 F^2\n"); /* the fit's own table */
  has_not("words of an instance"), has_not("chosen: sram");
  x.srch = 0; /* of no search port there is no further one */
  explained(z, &x);
  has("GE as flip-flops: 16 words x (40 searched bits x (10.8 + 2.6 x 0 further search ports) + 0 bits x 10.1)\n");
  x.srch = 2, x.kind = WT_SZ_FA, x.data = 8;
  explained(z, &x);
  has(", s = 2 search ports\n"), has("a cell is w x h = 25 F x 44.2 F ("), has("2.6 x 1 further search ports) + 8 bits x 10.1)\n");
  has("  A = 0.930 R Ct w h + 0.908 R L w h + 2532 Ct T + 2876 L T + 692 T (Ct+L) sqrt(R) + 111.6 R h T + 34.7 ((Ct+L) T)^2 + 89700 T\n");
  x =
    (wt_size_item){.id = "t", .text = "t", .blk = "t", .kind = WT_SZ_FA, .count = 1, .rd = 1, .wr = 1, .srch = 1, .depth = 8, .tag = 88, .data = 88};
  explained(z, &x);
  has(" = 13159455 F^2\n");
  x = (wt_size_item){.id = "t", .text = "t", .blk = "t", .kind = WT_SZ_TAG, .count = 1, .rd = 1, .ways = 4, .depth = 32, .tag = 24};
  explained(z, &x);
  has("one macro: 32 words of 96 bits, p = 1 port\n"), has("GE as flip-flops: 3072 bits x 10.1, and 2.6 a compared bit in every way\n");
  has("  A = 1.041 R C w h + 724 C p lg R + 218 R p h + 0.053 (C p)^2\n"), has(" = 916759 F^2\n");
  x = (wt_size_item){.id = "t", .text = "t", .blk = "t", .kind = WT_SZ_DATA, .count = 1, .rd = 1, .ways = 8, .depth = 16, .data = 96};
  explained(z, &x);
  has("one macro: 16 words of 768 bits, p = 1 port\n"), has(" = 6994391 F^2\n");
  has("  A = 1.155 R C w h + 378 C p lg R + 1758 C p + 32.7 (C p)(L p), L = 96 bits leave\n");
  has("D = 16 words of W = 768 bits, f = (D-1)/D: D W (8.0 + 2.3 f + 2.12 f x 0 further read ports + 2.42 x 0 further write ports) + 1.5 D x 0 write "
      "ports\n");
  wt_size_free(z);
}
END_TEST

/* A key that is 0 is a name with a value; a name stands once; of no read port there is no further one. */
START_TEST(expressions_name_their_numbers_once) {
  wt_size *z = four();
  static wt_size_row zero = {.kind = WT_SZ_RAM, .name = "tab", .expr = "REPLAY + WARPS * WARPS + WARPS2 + 0x1f", .rows = ""};
  wt_size_item x = z->item[0];
  x.row = &zero, x.rd = x.wr = 0;
  explained(z, &x);
  has("words of an instance: REPLAY + WARPS * WARPS + WARPS2 + 0x1f (REPLAY = 0, WARPS = 8) = 64\n");
  has("x 0 further read ports + 2.42 x 0 further write ports) + 1.5 D x 0 write ports\n");
  char words[300];
  static wt_size_row of_one_word = {.kind = WT_SZ_RAM, .name = "tab", .rows = ""};
  for (unsigned n = 60; n < 70; n++) { /* no key has as many letters */
    snprintf(words, sizeof words, "%.*s", (int)n, "abcdefghijklmnopqrstuvwxyz_ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_abcdefghijklm");
    of_one_word.expr = words, x.row = &of_one_word;
    explained(z, &x);
    snprintf(words + 100, sizeof words - 100, "words of an instance: %.*s = 64\n", (int)n, words);
    has(words + 100);
  }
  wt_size_free(z);
  wt_shape S;
  ck_assert(!wt_shape_preset(&S, "default", err, sizeof err));
  wt_blks *all = wt_blks_new(&S); /* what is printed of an expression has room for its names */
  for (unsigned b = 0; b < all->n; b++) {
    for (unsigned k = 0; k < all->blk[b].nsizes; k++) ck_assert_uint_lt(strlen(all->blk[b].sizes[k].expr), 400);
    for (unsigned r = 0; r < all->blk[b].nrows; r++)
      for (unsigned k = 0; k < 3; k++) ck_assert(!all->blk[b].rows[r].expr[k] || strlen(all->blk[b].rows[r].expr[k]) < 400);
  }
  wt_blks_free(all);
}
END_TEST

/* ---- read back ---- */

static wt_size *loaded(const char *json, int *same_version) {
  char path[64];
  snprintf(path, sizeof path, "/tmp/wt_size_text.%d.json", (int)getpid());
  FILE *f = fopen(path, "w");
  fputs(json, f), fclose(f);
  wt_size *z = wt_size_load(path, same_version, err, sizeof err);
  remove(path);
  return z;
}

START_TEST(a_table_read_back_is_the_same) {
  wt_size *z = four();
  const wt_size_view all = {NULL, NULL, "made up", 0};
  int version = 0;
  z->opt.bitcell = 0.25, z->opt.macro_width = 64, z->opt.utilisation = 0.7;
  wt_size *y = loaded(printed(z, &all, WT_FMT_JSON), &version);
  ck_assert_msg(y != NULL, "%s", err);
  ck_assert(version == 1 && y->n == MADE && !strcmp(y->label, "made up") && wt_shape_hash(&y->S) == wt_shape_hash(&z->S));
  ck_assert(y->opt.node.nm == 45 && y->opt.node.nand2 == 0.798 && y->opt.node.lo == 1 && !strncmp(y->opt.node.source, "NAND2_X1", 8));
  ck_assert(y->opt.bitcell == 0.25 && y->opt.macro_width == 64 && y->opt.utilisation == 0.7);
  ck_assert(!memcmp(&y->core, &z->core, sizeof z->core) && !memcmp(&y->declared, &z->declared, sizeof z->declared));
  for (unsigned i = 0; i < MADE; i++) {
    const wt_size_item *a = &z->item[i], *b = &y->item[i];
    ck_assert(!strcmp(a->id, b->id) && !strcmp(a->blk, b->blk) && !strcmp(a->group, b->group) && !strcmp(a->text, b->text));
    ck_assert(a->kind == b->kind && a->entries == b->entries && a->width == b->width && a->count == b->count && a->impl == b->impl &&
              a->split == b->split);
    ck_assert(a->ff == b->ff && a->mem == b->mem && a->bits == b->bits && a->ge == b->ge && a->um2 == b->um2 && a->um2_lo == b->um2_lo &&
              a->um2_hi == b->um2_hi);
    ck_assert_int_eq(a->declared, b->declared);
  }
  wt_size_free(y);
  char *json = strdup(text); /* another version: a key that it does not know, a value that is none, one key fewer */
  memcpy(strstr(json, "\"WARPS\""), "\"WORPS\"", 7);
  y = loaded(json, &version);
  ck_assert(y && !version && y->n == MADE);
  wt_size_free(y);
  strcpy(json, text), memcpy(strstr(json, "\"WARPS\": \"8\""), "\"WARPS\": \"0\"", 12);
  y = loaded(json, &version);
  ck_assert(y && !version);
  wt_size_free(y);
  for (unsigned k = 0; k < 2; k++) { /* of the table, of its structures */
    before_it_fails = k, fails_once = 1, err[0] = 0;
    ck_assert(!loaded(text, &version) && !fails_once);
    ck_assert_str_eq(err, "out of memory");
  }
  char *twice = malloc(strlen(text) + 40); /* of what stands twice the last counts */
  sprintf(twice, "{\"schema\": \"other\",%s", text + 1);
  y = loaded(twice, &version);
  ck_assert(y && version);
  free(twice);
  wt_size_free(y);
  char *from = strstr(strcpy(json, text), "\"WARPS\": \"8\", ");
  memmove(from, from + 14, strlen(from + 14) + 1);
  y = loaded(json, &version);
  ck_assert(y && !version);
  wt_size_free(y), wt_size_free(z), free(json);
}
END_TEST

START_TEST(nothing_is_left_in_memory) {
  size_t before = 0;
  for (unsigned round = 0; round < 600; round++) {
    int version;
    if (round == 300) before = suite_heap(); /* until then the C library fills its own shelves */
    wt_size *z = four();
    const wt_size_view all = {NULL, NULL, "made up", 0};
    wt_size *y = loaded(printed(z, &all, WT_FMT_JSON), &version);
    wt_size_free(y), wt_size_free(z);
    y = loaded("{\"schema\": \"warptwin-size-1\", \"structures\": [1]}", &version);
    ck_assert(!y && !loaded("[]", &version));
    free(text), text = NULL;
  }
  ck_assert_uint_lt(suite_heap(), before + 3000); /* of three hundred rounds; shelves are filled in another way each time */
}
END_TEST

START_TEST(what_is_no_table_is_refused) {
  int version;
  static const char *const item = "{\"schema\": \"warptwin-size-1\", \"structures\": [%s]}";
  static const struct {
    const char *item, *says;
  } bad[] = {{"{\"name\": \"a\", \"kind\": \"reg\", \"bits\": 1, \"mm2\": 1}, {\"kind\": \"reg\", \"bits\": 1, \"mm2\": 1}",
              "structure 1 has no name, kind, bits or mm2"},
             {"{\"name\": \"a\", \"kind\": \"rag\", \"bits\": 1, \"mm2\": 1}", "structure 0 has no name, kind, bits or mm2"},
             {"{\"name\": \"a\", \"kind\": \"reg\", \"bits\": 1.5, \"mm2\": 1}", "structure 0 has no name, kind, bits or mm2"},
             {"{\"name\": \"a\", \"kind\": \"data\", \"bits\": 1, \"mm2\": \"1\"}", "structure 0 has no name, kind, bits or mm2"}};
  for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
    char json[300];
    snprintf(json, sizeof json, item, bad[i].item);
    ck_assert(!loaded(json, &version));
    ck_assert_msg(strstr(err, bad[i].says), "%s", err);
  }
  ck_assert(!loaded("{\"schema\": \"warptwin-size-2\", \"structures\": []}", &version) && strstr(err, ": not a size table; expected a file that"));
  ck_assert(!loaded("{\"schema\": \"warptwin-size-1\", \"structures\": 1}", &version) && strstr(err, ": not a size table; expected a file that"));
  ck_assert(!loaded("{\n\"schema\"", &version) && strstr(err, ": line 2: ") && strstr(err, "; expected a file that"));
  ck_assert(!loaded("", &version) && strstr(err, ": line 1: ") && strstr(err, "; expected a file that"));
  ck_assert(!wt_size_load("/nonexistent/a.json", &version, err, sizeof err) && strstr(err, "/nonexistent/a.json") && !strstr(err, "expected"));
  wt_size *z = loaded("{\"schema\": \"warptwin-size-1\", \"structures\": []}", &version);
  ck_assert(z && !z->n && !version);
  wt_size_free(z);
}
END_TEST

int main(void) {
  Suite *s = suite_create("wt_size_text");
  TCase *tc = tcase_create("text");
  tcase_set_timeout(tc, 30);
  tcase_add_test(tc, digits_stand_in_groups_of_three);
  tcase_add_test(tc, ports_are_read_write_search);
  tcase_add_test(tc, the_table_as_text);
  tcase_add_test(tc, the_table_as_csv);
  tcase_add_test(tc, the_table_as_markdown);
  tcase_add_test(tc, the_table_as_json);
  tcase_add_test(tc, levels_stand_in_every_format);
  tcase_add_test(tc, a_memory_explained);
  tcase_add_test(tc, registers_and_gates_explained);
  tcase_add_test(tc, searched_memories_explained);
  tcase_add_test(tc, expressions_name_their_numbers_once);
  tcase_add_test(tc, nothing_is_left_in_memory);
  tcase_add_test(tc, a_table_read_back_is_the_same);
  tcase_add_test(tc, what_is_no_table_is_refused);
  suite_add_tcase(s, tc);
  return suite_run(s);
}
