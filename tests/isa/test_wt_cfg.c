/* test_wt_cfg.c - blocks, reachability and reconvergence points, on small programs in assembler text. */
#define FAILS_REALLOC
#include "isa/wt_asm.h"
#include "isa/wt_cfg.h"
#include "tests/suite.h"
#include "tests/fails_kit.h"
#include <stdio.h>
#include <string.h>

static wt_asm_out program;
static wt_cfg graph;
static const wt_cfg_targets *tables;
static uint32_t ntables;
static const uint32_t *functions;
static uint32_t nfunctions;

static wt_status build(const char *body, unsigned flags, char *err, size_t errn) {
  char text[4096];
  snprintf(text, sizeof text, ".kernel k\n.regs 16\n%s\n.end\n", body);
  ck_assert_msg(wt_asm_string(text, "cfg", &program, err, errn) == WT_OK, "%s", err);
  wt_cfg_in in = {.code = program.kernel[0].code,
                  .n = (uint32_t)program.kernel[0].ncode,
                  .targets = tables,
                  .ntargets = ntables,
                  .flags = flags,
                  .funcs = functions,
                  .nfuncs = nfunctions};
  return wt_cfg_build(&in, &graph, err, errn);
}

static void make(const char *body, unsigned flags) {
  char err[256] = "";
  ck_assert_msg(build(body, flags, err, sizeof err) == WT_OK, "%s", err);
}

static void drop(void) {
  wt_cfg_free(&graph);
  wt_asm_free(&program);
  tables = NULL;
  ntables = 0;
  functions = NULL;
  nfunctions = 0;
}

static void rpc_is(unsigned index, unsigned target) { ck_assert_uint_eq(graph.rpc[index], target * 16); }
static void rpc_is_return(unsigned index) { ck_assert_uint_eq(graph.rpc[index], WT_CFG_RPC_RET); }
static void no_rpc(unsigned index) { ck_assert_uint_eq(graph.rpc[index], WT_CFG_NO_RPC); }

/* do { A: if (p0) { B: if (p1) D else C; E } else F; G } while (p2) */
START_TEST(fig_3_2) {
  make("A: NOP\n @P0 BRA F\nB: NOP\n @P1 BRA D\nC: NOP\n BRA E\nD: NOP\nE: BRA G\nF: NOP\nG: NOP\n"
       " @P2 BRA A\nX: EXIT",
       0);
  rpc_is(1, 9);
  rpc_is(3, 7);
  rpc_is(10, 11);
  ck_assert_uint_eq(graph.nreach, 12);
  ck_assert_uint_eq(graph.nblocks, 8);
  drop();
}
END_TEST

/* A: if (p0) B else { C: if (p1) D else E; F } G */
START_TEST(fig_3_7) {
  make("A: @!P0 BRA C\nB: NOP\n BRA G\nC: @!P1 BRA E\nD: BRA F\nE: NOP\nF: NOP\nG: EXIT", 0);
  rpc_is(0, 7);
  rpc_is(3, 6);
  drop();
}
END_TEST

/* A and C leave a loop, E closes it: all meet at F. */
START_TEST(alg_3_2) {
  make("A: NOP\n @P0 BRA B\n BRA C\nB: NOP\n BRA E\nC: @P1 BRA F\nD: NOP\nE: @P2 BRA A\nF: EXIT", 0);
  rpc_is(5, 8);
  rpc_is(7, 8);
  drop();
  make("A: @!P0 BRA C\nB: NOP\nBRA D\nC: @P1 BRA F\nD: NOP\nE: @P2 BRA A\nF: EXIT", 0);
  rpc_is(0, 6);
  rpc_is(3, 6);
  rpc_is(5, 6);
  drop();
}
END_TEST

/* if (a && b || c) */
START_TEST(short_circuit) {
  make("@!P0 BRA or_c\n @P1 BRA then\nor_c: @!P2 BRA join\nthen: NOP\njoin: EXIT", 0);
  rpc_is(0, 4);
  rpc_is(1, 4);
  rpc_is(2, 4);
  drop();
}
END_TEST

START_TEST(loop_with_break) {
  make("head: @P0 BRA out\n NOP\n @P1 BRA tail\n NOP\n @P2 BRA out\ntail: BRA head\nout: EXIT", 0);
  rpc_is(0, 6);
  rpc_is(2, 6);
  rpc_is(4, 6);
  drop();
}
END_TEST

START_TEST(no_post_dominator) {
  make("@P0 BRA other\n EXIT\nother: NOP\n EXIT", 0);
  no_rpc(0);
  drop();
  /* a path that never ends does not count: every path to the exit passes the EXIT */
  make("@P0 BRA spin\n EXIT\nspin: BRA spin", 0);
  rpc_is(0, 1);
  no_rpc(2);
  drop();
}
END_TEST

START_TEST(predicated_exit) {
  static const char text[] = "@P0 BRA a\n NOP\n BRA join\na: @P1 EXIT\njoin: NOP\n EXIT";
  make(text, 0);
  no_rpc(0);
  drop();
  make(text, WT_CFG_IGNORE_EXIT);
  rpc_is(0, 4);
  drop();
}
END_TEST

START_TEST(predicates_that_never_hold) {
  make("@!PT BRA dead\n @!PT EXIT\n BRA !PT, dead\n EXIT\ndead: NOP\n EXIT", 0);
  ck_assert_uint_eq(graph.nreach, 4);
  no_rpc(0);
  drop();
}
END_TEST

START_TEST(conv_and_extra_predicate_fall_through) {
  make("BRA.CONV a\n NOP\na: BRA P0, b\n NOP\nb: EXIT", 0);
  rpc_is(0, 2);
  rpc_is(2, 4);
  ck_assert_uint_eq(graph.nreach, 5);
  drop();
}
END_TEST

START_TEST(unreachable_code_is_ignored) {
  make("EXIT\nx: BRA x\n NOP\n NOP", 0);
  ck_assert_uint_eq(graph.nreach, 1);
  ck_assert_uint_eq(graph.reach[0], 0);
  ck_assert_uint_eq(graph.nblocks, 1);
  drop();
}
END_TEST

START_TEST(calls_return) {
  make("@P0 BRA else\n CALL.REL.NOINC f\n BRA join\nelse: NOP\njoin: EXIT\nf: @P1 BRA g\n NOP\n"
       "g: RET.REL.NODEC R20, 0x0\nNOP",
       0);
  rpc_is(0, 4);
  rpc_is(5, 7);
  ck_assert_uint_eq(graph.nreach, 8);
  drop();
  make("@P0 BRA a\n RET.REL.NODEC R20, 0x0\na: @P1 RET.REL.NODEC R20, 0x0\n EXIT", 0);
  no_rpc(0);
  ck_assert_uint_eq(graph.nreach, 4);
  drop();
}
END_TEST

/* Where a branch meets whose paths end in returns; a caller's code is no post-dominator. */
START_TEST(meeting_at_the_return) {
  make("CALL.REL.NOINC f\n EXIT\nf: @P0 BRA g\n RET.REL.NODEC R20, 0x0\ng: NOP\n RET.REL.NODEC R20, 0x0", 0);
  rpc_is_return(2);
  rpc_is_return(3); /* lanes of one RET can go to several callers */
  no_rpc(0);
  drop();
  /* a return in the middle: the rest of the function is passed by some threads only */
  make("CALL.REL.NOINC f\n EXIT\nf: @P0 RET.REL.NODEC R20, 0x0\n @P1 BRA g\n NOP\ng: RET.REL.NODEC R20, 0x0", 0);
  rpc_is_return(2);
  rpc_is(3, 5);
  drop();
  /* some threads return, others end: no point is passed by all */
  make("CALL.REL.NOINC f\n EXIT\nf: @P0 BRA g\n RET.REL.NODEC R20, 0x0\ng: EXIT", 0);
  no_rpc(2);
  drop();
  make("CALL.REL.NOINC f\n EXIT\nf: @P0 BRA g\n @P1 EXIT\ng: NOP\n RET.REL.NODEC R20, 0x0", WT_CFG_IGNORE_EXIT);
  rpc_is(2, 4);
  drop();
  /* recursion: the call is an edge to the instruction behind it */
  make("CALL.REL.NOINC f\n EXIT\nf: @P0 BRA g\n CALL.REL.NOINC f\n NOP\ng: NOP\n RET.REL.NODEC R20, 0x0", 0);
  rpc_is(2, 5);
  drop();
}
END_TEST

START_TEST(calls_through_registers) {
  static const uint32_t to[] = {0x20, 0x40};
  static const wt_cfg_targets table = {0x0, to, 1};
  static const char text[] = "CALL.REL.NOINC R6, 0x0\n EXIT\nf: NOP\n RET.REL.NODEC R20, 0x0\ng: NOP\n RET.REL.NODEC R20, 0x0";
  char err[256] = "";
  functions = to;
  nfunctions = 2;
  make(text, 0);
  ck_assert_uint_eq(graph.nreach, 6);
  ck_assert_uint_eq(graph.block[0].nsucc, 1); /* to the EXIT, not to the functions */
  drop();
  functions = to;
  nfunctions = 2;
  tables = &table; /* a table says more than the list of all functions */
  ntables = 1;
  make(text, 0);
  ck_assert_uint_eq(graph.nreach, 4);
  drop();
  ck_assert_int_eq(build(text, 0, err, sizeof err), WT_UNSUPPORTED);
  ck_assert_msg(strstr(err, "call through a register at 0x0") != NULL, "%s", err);
  drop();
}
END_TEST

START_TEST(indirect_branches) {
  static const uint32_t to[] = {0x20, 0x40, 0x20, 0x60};
  static const wt_cfg_targets table = {0x10, to, 4};
  static const char text[] = "NOP\n BRX R2, 0x0\n NOP\n BRA end\n NOP\n BRA end\nend: EXIT";
  char err[256] = "";
  tables = &table;
  ntables = 1;
  make(text, 0);
  rpc_is(1, 6);
  ck_assert_uint_eq(graph.nreach, 7);
  drop();
  ck_assert_int_eq(build(text, 0, err, sizeof err), WT_UNSUPPORTED);
  ck_assert_msg(strstr(err, "0x10") != NULL, "%s", err);
  drop();
}
END_TEST

START_TEST(leaving_the_code) {
  char err[256] = "";
  ck_assert_int_eq(build("NOP", 0, err, sizeof err), WT_UNSUPPORTED);
  drop();
  ck_assert_int_eq(build("BRA 0x1000", 0, err, sizeof err), WT_UNSUPPORTED);
  drop();
  ck_assert_int_eq(build("NOP\nBRA 0x8", 0, err, sizeof err), WT_UNSUPPORTED);
  drop();
  wt_cfg_in in = {.code = NULL};
  ck_assert_int_eq(wt_cfg_build(&in, &graph, err, sizeof err), WT_USAGE);
}
END_TEST

/* What is wrong, word by word; nothing is left of the graph. */
static void refused(const char *body, wt_status status, const char *want) {
  char err[256] = "";
  ck_assert_int_eq(build(body, 0, err, sizeof err), status);
  ck_assert_msg(!strcmp(err, want), "'%s', not '%s'", err, want);
  ck_assert(!graph.rpc && !graph.reach && !graph.block && !graph.edge);
  wt_asm_free(&program);
  ck_assert_int_eq(build(body, 0, NULL, 0), status);
  drop();
}
START_TEST(messages) {
  char err[256] = "";
  refused("NOP\nNOP", WT_UNSUPPORTED, "control flow at 0x10 leaves the code for 0x20, check the target");
  refused("NOP\nBRA 0x8", WT_UNSUPPORTED, "control flow at 0x10 leaves the code for 0x8, check the target");
  refused("BRA 0x20\nEXIT", WT_UNSUPPORTED, "control flow at 0x0 leaves the code for 0x20, check the target");
  refused("NOP\nCALL.REL.NOINC 0x40\nEXIT", WT_UNSUPPORTED, "control flow at 0x10 leaves the code for 0x40, check the target");
  refused("NOP\nBRX R2, 0x0\nEXIT", WT_UNSUPPORTED, "indirect branch at 0x10 has no target table, give its targets");
  refused("NOP\nCALL.REL.NOINC R2, 0x0\nEXIT", WT_UNSUPPORTED, "call through a register at 0x10 has no known functions, give its targets");
  wt_word code[2] = {{0x794d, UINT64_C(7) << 23}, {0x794d, UINT64_C(7) << 23}};
  for (uint32_t entry = 0; entry < 49; entry += 8) {
    wt_cfg_in in = {.code = code, .n = 2, .entry = entry};
    wt_status st = wt_cfg_build(&in, &graph, err, sizeof err);
    ck_assert_int_eq(st, entry == 0 || entry == 16 ? WT_OK : WT_USAGE);
    char want[100];
    snprintf(want, sizeof want, "entry 0x%x is outside the code, check the symbol", entry);
    if (st) ck_assert_str_eq(err, want);
    else ck_assert(graph.nreach == 1 && graph.reach[0] == entry / 16);
    wt_cfg_free(&graph);
  }
}
END_TEST

/* Whichever allocation fails, one line, and nothing is kept. */
START_TEST(memory_that_runs_out) {
  char err[256] = "";
  size_t before = 0;
  wt_asm_out out;
  ck_assert_int_eq(wt_asm_string(".kernel k\n.regs 16\nA: @P0 BRA C\nB: @P1 BRA A\nC: @P2 BRA B\nEXIT\n.end\n", "cfg", &out, err, sizeof err), WT_OK);
  wt_cfg_in in = {.code = out.kernel[0].code, .n = (uint32_t)out.kernel[0].ncode};
  for (unsigned round = 0; round < 20; round++) {
    if (round == 10) before = suite_heap(); /* until then the C library fills its own shelves */
    unsigned k = 0;
    for (;; k++) {
      fails_once = 1, before_it_fails = k;
      wt_status st = wt_cfg_build(&in, &graph, err, sizeof err);
      if (fails_once) break;
      ck_assert_int_eq(st, WT_USAGE);
      ck_assert_msg(!strcmp(err, "out of memory for the control-flow graph, free some") ||
                      !strcmp(err, "out of memory for post-dominators, free some"),
                    "%s", err);
      ck_assert(!graph.rpc && !graph.edge && !graph.nblocks);
    }
    fails_once = 0;
    ck_assert_uint_eq(k, 6 + 4 + 1); /* tables, edges as they double, post-dominators */
    wt_cfg_free(&graph);
  }
  ck_assert_uint_le(suite_heap(), before);
  wt_asm_free(&out);
}
END_TEST

static uint32_t rng = 12345;
static unsigned rnd(unsigned n) {
  rng = rng * 1664525u + 1013904223u;
  return (rng >> 8) % n;
}

/* True if the exit is reached from block b when block cut is removed. */
static int exits_without(uint32_t b, uint32_t cut) {
  uint8_t seen[64] = {0};
  uint32_t stack[64], sp = 0;
  if (b == cut) return 0;
  stack[sp++] = b;
  seen[b] = 1;
  while (sp) {
    const wt_cfg_block *k = &graph.block[stack[--sp]];
    for (uint32_t e = 0; e < k->nsucc; e++) {
      uint32_t s = graph.edge[k->succ + e];
      if (s == graph.nblocks || (s == graph.nblocks + 1 && cut != s)) return 1; /* the return leads to the exit */
      if (s == cut) continue;
      if (s == cut || seen[s]) continue;
      seen[s] = 1;
      stack[sp++] = s;
    }
  }
  return 0;
}

/* By definition: p post-dominates b when no path to the exit avoids it; the nearest is post-dominated by all others. */
static void check_block(uint32_t b) {
  uint32_t none = UINT32_MAX, p = graph.block[b].ipdom;
  if (!exits_without(b, none)) {
    ck_assert_uint_eq(p, WT_CFG_NO_RPC);
    return;
  }
  ck_assert(p == graph.nblocks || !exits_without(b, p));
  for (uint32_t q = 0; q < graph.nblocks + 2; q++) {
    if (q == b || q == p || q == graph.nblocks || exits_without(b, q)) continue;
    ck_assert(p != graph.nblocks && (p == graph.nblocks + 1 ? q == p : q > graph.nblocks || !exits_without(p, q)));
  }
}

START_TEST(random_graphs_against_the_definition) {
  for (int round = 0; round < 2000; round++) {
    char text[2048];
    size_t n = 0;
    unsigned len = 4 + rnd(20);
    for (unsigned i = 0; i < len; i++) {
      unsigned kind = rnd(8);
      if (kind < 4) n += (size_t)snprintf(text + n, sizeof text - n, "@P0 BRA 0x%x\n", rnd(len) * 16);
      else if (kind == 4) n += (size_t)snprintf(text + n, sizeof text - n, "BRA 0x%x\n", rnd(len) * 16);
      else if (kind == 5 && round % 2) n += (size_t)snprintf(text + n, sizeof text - n, rnd(2) ? "@P1 RET.REL R20, 0x0\n" : "RET.REL R20, 0x0\n");
      else n += (size_t)snprintf(text + n, sizeof text - n, kind == 6 && rnd(round % 2 ? 9 : 3) == 0 ? "@P1 EXIT\n" : "NOP\n");
    }
    snprintf(text + n, sizeof text - n, round % 2 ? "RET.REL R20, 0x0\n" : "EXIT\n");
    make(text, 0);
    for (uint32_t b = 0; b < graph.nblocks; b++) check_block(b);
    drop();
  }
}
END_TEST

int main(void) {
  Suite *s = suite_create("wt_cfg");
  TCase *t = tcase_create("wt_cfg");
  tcase_add_test(t, fig_3_2);
  tcase_add_test(t, fig_3_7);
  tcase_add_test(t, alg_3_2);
  tcase_add_test(t, short_circuit);
  tcase_add_test(t, loop_with_break);
  tcase_add_test(t, no_post_dominator);
  tcase_add_test(t, predicated_exit);
  tcase_add_test(t, predicates_that_never_hold);
  tcase_add_test(t, conv_and_extra_predicate_fall_through);
  tcase_add_test(t, unreachable_code_is_ignored);
  tcase_add_test(t, calls_return);
  tcase_add_test(t, meeting_at_the_return);
  tcase_add_test(t, calls_through_registers);
  tcase_add_test(t, indirect_branches);
  tcase_add_test(t, leaving_the_code);
  tcase_add_test(t, messages);
  tcase_add_test(t, memory_that_runs_out);
  tcase_add_test(t, random_graphs_against_the_definition);
  suite_add_tcase(s, t);
  return suite_run(s);
}
