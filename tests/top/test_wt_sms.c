/* test_wt_sms.c - a GPU of several SMs on the C twin: which SM gets which CTA, what SMs share, and that all the looks into a run (trace, statistics,
 * checkpoints, reports) speak of SMs. The RTL beside it: scripts/copies.sh. */
#include <fstapi.h>
#include <jansson.h>

#include "cosim/wt_twin_rtl.h"
#include "lib/wt_ckpt.h"
#include "lib/wt_session.h"
#include "tests/copies_kit.h"
#include "tests/kernel_kit.h"

enum { GRID = 24 };
static char *vecadd(const char *more, char *buf, size_t n) { return vecadd_of(GRID, more, buf, n); }

/* In the first rounds CTA k goes to SM k mod SMS, as long as all have room; a CTA stays whole in its SM; each SM issues one instruction a cycle at most. */
START_TEST(ctas_go_around) {
  static issued t[MOST];
  char args[600], more[80];
  for (unsigned sms = 2; sms <= 5; sms++) {
    unsigned of[GRID], seen = 0;
    uint64_t busy = 0;
    snprintf(more, sizeof more, "--set SMS=%u --trace t", sms);
    output(0, vecadd(more, args, sizeof args));
    const unsigned n = trace("t", t, 1);
    for (unsigned i = 0; i < n; i++) {
      const uint64_t bit = UINT64_C(1) << t[i].sm;
      ck_assert_uint_lt(t[i].sm, sms);
      if (!i || t[i].cycle != t[i - 1].cycle) busy = 0;
      ck_assert_msg(!(busy & bit), "cycle %llu: two issues of SM %u", t[i].cycle, t[i].sm);
      busy |= bit;
      if (!(seen >> t[i].cta & 1)) of[t[i].cta] = t[i].sm, seen |= 1u << t[i].cta;
      ck_assert_uint_eq(of[t[i].cta], t[i].sm);
    }
    ck_assert_uint_eq(seen, (1u << GRID) - 1);
    for (unsigned cta = 0; cta < 4 * sms && cta < GRID; cta++) ck_assert_uint_eq(of[cta], cta % sms); /* four of two warps are resident */
  }
}
END_TEST

/* The log of CTAs: all of the grid in order, one a cycle at most, where the trace has them; with one SM all in SM 0. */
START_TEST(the_dispatch_log) {
  static issued t[MOST];
  static char text[1 << 14];
  char args[600], more[120];
  for (unsigned sms = 1; sms <= 3; sms += 2) {
    output(0, vecadd(sms == 1 ? "--trace t --dispatch d" : "--set SMS=3 --trace t --dispatch d", args, sizeof args));
    const unsigned n = trace("t", t, sms > 1);
    unsigned cta = 0, i;
    unsigned long long cycle, before = 0;
    slurp("d", text, sizeof text);
    for (char *p = text; *p; p = strchr(p, '\n') + 1, cta++) {
      unsigned at, sm, slot;
      ck_assert_int_eq(sscanf(p, "%llu %u,0,0 %u %u\n", &cycle, &at, &sm, &slot), 4);
      ck_assert(at == cta && sm < sms && slot < 4 && (!cta || cycle > before));
      before = cycle;
      for (i = 0; i < n && t[i].cta != cta; i++) continue;
      ck_assert(i < n && t[i].sm == sm && t[i].slot == 2 * slot + t[i].warp && t[i].cycle > cycle);
    }
    ck_assert_uint_eq(cta, GRID);
    /* the same of a run that goes on in the cycle in which the last one starts: it was given before */
    snprintf(more, sizeof more, "--set SMS=%u --checkpoint-every %llu --checkpoint-dir points%u", sms, cycle, sms);
    output(0, vecadd(more, args, sizeof args));
    snprintf(args, sizeof args, "run --resume points%u/vecadd-%012llu.wtck --dispatch r", sms, cycle);
    output(0, args);
    goes_on_alike("d", "r", 8);
  }
}
END_TEST

/* Every warp does the same whatever SM it lies in, and more SMs take fewer cycles. */
START_TEST(warps_do_the_same) {
  static issued t[2][MOST];
  char args[600];
  output(0, vecadd("--trace one", args, sizeof args));
  output(0, vecadd("--set SMS=3 --trace three", args, sizeof args));
  const unsigned n = trace("one", t[0], 0);
  ck_assert_uint_eq(trace("three", t[1], 1), n);
  ck_assert(t[1][n - 1].cycle * 2 < t[0][n - 1].cycle);
  same_by_warp(t[0], t[1], n, GRID);
}
END_TEST

/* Barriers, atomics, locks, local memory, grid barriers: results as the references have them, under every control-flow unit, and with what lies around it. */
START_TEST(kernels_run_on_several) {
  passes("--set SMS=4", "vecadd,bfs,atomics,shuffle,reduce,matmul,hashlock,two_locks,spin_barrier,spin_flag,recurse,localsort,printk,corners");
  passes("--set SMS=2 --set DIVERGENCE=hanoi", "reduce,exits,two_locks");
  passes("--set SMS=3 --set DIVERGENCE=simt_stack", "reduce,exits");
  passes("--set SMS=2 --set DIVERGENCE=barrier", "reduce,exits,two_locks");
  passes("--set SMS=2 --set DIVERGENCE=multipath", "reduce,exits");
  passes("--set SMS=4 --set L1_BYTES=4096 --set REPLAY=replay", "reduce,atomics,matmul,bfs");
  passes("--set SMS=16 --set MEM_MODEL=l2dram", "reduce,bfs,atomics");
  passes("--set SMS=2 --set SUBCORES=4 --set SCOREBOARD=coon --set MEM_MODEL=l2dram --set L1_BYTES=4096", "reduce,bfs");
  passes("--set SMS=2 --set GROUPING=dwr", "bfs,reduce");
  passes("--config small-cc --set SMS=3", "vecadd,reduce,bfs");
  passes("--set SMS=128", "vecadd");
  char args[600]; /* unmodified programs */
  static const char *const programs[] = {"vectors", "prints", "streams", "symbols"};
  for (unsigned i = 0; i < sizeof programs / sizeof *programs; i++) {
    snprintf(args, sizeof args, "exec --set SMS=3 -- '%s/tests/cuda/bin/%s'", wt_root(), programs[i]);
    output(0, args);
  }
}
END_TEST

/* A resumed run goes on with all SMs as the one that was not interrupted. */
START_TEST(a_checkpoint_holds_every_sm) {
  char args[600];
  for (unsigned l2 = 0; l2 < 2; l2++) {
    output(0, vecadd(l2 ? "--set SMS=3 --set MEM_MODEL=l2dram --set L1_BYTES=1024 --trace t --checkpoint-every 300 --checkpoint-dir points"
                        : "--set SMS=3 --trace t --checkpoint-every 300 --checkpoint-dir points",
                     args, sizeof args));
    output(0, "run --resume points/vecadd-000000000300.wtck --trace r");
    goes_on_alike("t", "r", 1000);
  }
}
END_TEST

/* What is counted of each SM adds up to what is counted of all. */
START_TEST(statistics_of_every_sm) {
  char args[600];
  json_error_t e;
  output(0, vecadd("--set SMS=3 --stats s.json", args, sizeof args));
  json_t *j = json_load_file(file_at("s.json"), 0, &e), *sms = json_object_get(j, "sms"), *o;
  ck_assert_uint_eq(json_array_size(sms), 3);
  const json_int_t cycles = json_integer_value(json_object_get(j, "cycles"));
  json_int_t sum = 0, idle = 0;
  size_t i;
  json_array_foreach(sms, i, o) {
    json_int_t slots = json_integer_value(json_object_get(o, "issued_slots"));
    const char *name;
    json_t *v;
    json_object_foreach(json_object_get(o, "not_issued"), name, v) slots += json_integer_value(v);
    ck_assert_int_eq(slots, cycles * WARPS);
    ck_assert_int_gt(json_integer_value(json_object_get(o, "warp_instructions")), 0);
    sum += json_integer_value(json_object_get(o, "warp_instructions")), idle += json_integer_value(json_object_get(o, "idle_cycles"));
  }
  ck_assert_int_eq(sum, json_integer_value(json_object_get(j, "warp_instructions")));
  ck_assert_int_eq(idle, json_integer_value(json_object_get(j, "idle_cycles")));
  json_decref(j);
  output(0, vecadd("--stats s.json", args, sizeof args));
  j = json_load_file(file_at("s.json"), 0, &e);
  ck_assert_ptr_null(json_object_get(j, "sms"));
  json_decref(j);
}
END_TEST

/* Peaks and means of tables, of each SM and of all: warps and CTAs counted again from the trace, which has every warp's EXIT. */
static double number(const json_t *use, const char *key, const char *what) {
  return json_number_value(json_object_get(json_object_get(use, key), what));
}
START_TEST(tables_of_every_sm) {
  char args[600];
  json_error_t e;
  /* five CTAs of two warps: SM 0 and SM 1 get two, SM 2 one */
  output(0, vecadd_of(5, "--set SMS=3 --set MEM_MODEL=l2dram --stats s.json", args, sizeof args));
  json_t *j = json_load_file(file_at("s.json"), 0, &e), *all = json_object_get(j, "occupancy"), *sms = json_object_get(j, "sms"), *v;
  const char *key;
  static const unsigned ctas[] = {2, 2, 1};
  const json_t *of[3];
  for (unsigned i = 0; i < 3; i++) {
    of[i] = json_object_get(json_array_get(sms, i), "occupancy");
    ck_assert(number(of[i], "CTAS", "peak") == ctas[i] && number(of[i], "WARPS", "peak") == 2 * ctas[i] && number(of[i], "WARPS", "of") == WARPS);
    ck_assert(number(of[i], "NET_QUEUE", "peak") > 0 && !json_object_get(of[i], "L2_PENDING") && !json_object_get(of[i], "DRAM_QUEUE"));
  }
  ck_assert(number(all, "DRAM_QUEUE", "peak") > 0);
  json_object_foreach(all, key, v) {
    double most = 0, mean = 0;
    if (!strcmp(key, "L2_PENDING") || !strcmp(key, "DRAM_QUEUE")) continue;
    for (unsigned i = 0; i < 3; i++) {
      ck_assert(number(of[i], key, "of") == number(all, key, "of"));
      if (number(of[i], key, "peak") > most) most = number(of[i], key, "peak");
      mean += number(of[i], key, "mean") / 3;
    }
    ck_assert_msg(number(all, key, "peak") == most, "%s: peak %g of all, %g of each", key, number(all, key, "peak"), most);
    const double d = number(all, key, "mean") - mean;
    if (json_is_false(json_object_get(v, "per_warp"))) ck_assert_msg(d < 1e-9 && d > -1e-9, "%s: mean %g, %g", key, number(all, key, "mean"), mean);
  }
  json_decref(j);
}
END_TEST

/* The scopes of the wave w.fst, a line each, the outer ones in front. */
static const char *scopes_of(const char *keys) {
  static char scopes[1 << 18];
  char args[600], more[120], path[200], at[200] = "";
  size_t n = 0;
  snprintf(more, sizeof more, "--set SMS=2 --wave w.fst --to 100 %s", keys);
  output(0, vecadd(more, args, sizeof args));
  snprintf(path, sizeof path, "%s/w.fst", dir);
  void *r = fstReaderOpen(path);
  ck_assert_ptr_nonnull(r);
  for (struct fstHier *h; (h = fstReaderIterateHier(r));) {
    char *end = strrchr(at, '/');
    if (h->htyp == FST_HT_UPSCOPE && end) *end = 0;
    if (h->htyp != FST_HT_SCOPE) continue;
    snprintf(at + strlen(at), sizeof at - strlen(at), "/%s", h->u.scope.name);
    n += (size_t)snprintf(scopes + n, sizeof scopes - n, "%s\n", at);
    ck_assert_uint_lt(n, sizeof scopes);
  }
  fstReaderClose(r);
  return scopes;
}
/* A wave has groups of the warps of every SM, or of one, or one warp; blocks of an SM that is not shown are not in it. */
START_TEST(waves_of_one_sm) {
  static const struct {
    const char *keys, *has[4], *lacks[4];
  } w[] = {{"", {"/sm[0]/warp[7]\n", "/sm[1]/warp[7]\n", "/model/lsu[0]\n", "/model/lsu[1]\n"}, {"/sm[2]", "\n/warp["}},
           {"--wave-sm 1",
            {"/sm[1]/warp[0]\n", "/sm[1]/warp[7]\n", "/model/lsu[1]\n", "/model/ibuffer[1]\n"},
            {"/sm[0]", "/model/lsu[0]\n", "/model/ibuffer[0]\n"}},
           {"--warp 3", {"/sm[0]/warp[3]\n", "/model/lsu[0]\n"}, {"/sm[1]", "/model/lsu[1]\n", "warp[0]"}},
           {"--wave-sm 1 --warp 0",
            {"/sm[1]/warp[0]\n", "/sm[1]/warp[0]/model/registers\n", "/model/ctasched\n"},
            {"/sm[0]", "warp[1]", "/model/lsu[0]\n"}}};
  for (unsigned i = 0; i < sizeof w / sizeof *w; i++) {
    const char *scopes = scopes_of(w[i].keys);
    for (unsigned k = 0; k < 4; k++) {
      ck_assert_msg(!w[i].has[k] || strstr(scopes, w[i].has[k]), "'%s': no %s", w[i].keys, w[i].has[k]);
      ck_assert_msg(!w[i].lacks[k] || !strstr(scopes, w[i].lacks[k]), "'%s': %s", w[i].keys, w[i].lacks[k]);
    }
  }
}
END_TEST

/* ---- what they share ---- */

static wt_session *of_sms(unsigned sms, const char *more) {
  static char set[24];
  snprintf(set, sizeof set, "SMS=%u", sms);
  const char *const sets[] = {set, "CTAS=1", more, NULL};
  return kit_open(WT_BACKEND_C, "tiny", sets, 1, 400000, 0);
}

/* Each CTA writes down its SM: code knows where it runs. */
START_TEST(smid_is_where_the_cta_runs) {
  static const char text[] =
    ".kernel where\n.regs 16\n.params 8\nS2R R0, SR_CTAID.X\nS2R R1, SR_VIRTUALSMID\nMOV R5, 0x4\nIMAD.WIDE R2, R0, R5, c[0x0][0x160]\n"
    "STG.E.SYS [R2], R1\nEXIT\n.end\n";
  uint32_t got[12];
  for (unsigned sms = 1; sms <= 4; sms++) {
    wt_session *s = of_sms(sms, NULL);
    wt_addr buf = kit_alloc(s, sizeof got, NULL);
    ck_assert_msg(kit_launch(s, kit_text(s, text, "where"), 12, 1, &buf, 1) == WT_OK, "%s", wt_error(s));
    ck_assert_int_eq(wt_copy_out(s, got, buf, sizeof got), WT_OK);
    for (unsigned i = 0; i < 12; i++) ck_assert_uint_eq(got[i], i % sms); /* all take equally long */
    wt_session_close(s);
  }
}
END_TEST

/* The first CTA waits for what the second writes: it never runs beside it in one SM with room for one, which is proved, and does in another SM. */
static const char flag[] = ".kernel flag\n.regs 16\n.params 8\nS2R R0, SR_CTAID.X\nMOV R8, c[0x0][0x160]\nMOV R9, c[0x0][0x164]\nMOV R2, 0x1\n"
                           "ISETP.NE.AND P1, PT, R0, 0x0, PT\n@P1 STG.E.STRONG.GPU [R8], R2\n@P1 EXIT\n"
                           "L: LDG.E.STRONG.GPU R4, [R8+0x0]\nISETP.NE.AND P0, PT, R4, 0x1, PT\n@P0 BRA L\nEXIT\n.end\n";
START_TEST(an_sm_sees_what_another_writes) {
  static const char *const memory[] = {NULL, "MEM_MODEL=l2dram", "L1_BYTES=1024"};
  for (unsigned k = 0; k < 3; k++) {
    wt_session *s = of_sms(1, memory[k]);
    wt_addr buf = kit_alloc(s, 256, NULL);
    ck_assert_int_eq(kit_launch(s, kit_text(s, flag, "flag"), 2, 4, &buf, 1), WT_NO_END);
    ck_assert_str_eq(wt_verdict(s), "livelock");
    ck_assert(!strstr(wt_error(s), "SM "));
    wt_session_close(s);
    s = of_sms(2, memory[k]);
    buf = kit_alloc(s, 256, NULL);
    ck_assert_msg(kit_launch(s, kit_text(s, flag, "flag"), 2, 4, &buf, 1) == WT_OK, "%s", wt_error(s));
    wt_session_close(s);
  }
}
END_TEST

/* When a request to this line was at the port of each SM for the first time. */
typedef struct {
  uint64_t line, at[2];
} at_ports;
static void see_ports(void *ctx, wt_machine *x, uint64_t cycle) {
  at_ports *p = ctx;
  for (unsigned i = 0; i < 2; i++) {
    const wt_sm *sm = &x->m->gpu->sm[i];
    const wt_memreq_out *o = x->m->S->L1_BYTES ? &sm->l1d.o.memreq : &sm->lsu.o.memreq;
    if (o->req_valid && o->req_line == p->line && !p->at[i]) p->at[i] = cycle;
  }
}

/* SM 0 has eight stores before its access of a word, and their packets take 40 clocks each on its link; SM 1 asks later, and its link is free. So SM 0 is first
 * at the ports, where memory of a fixed latency performs, and SM 1 at the slice, where l2dram does: what each finds there tells. With a cache as without,
 * and in windows as cycle by cycle. */
START_TEST(requests_meet_in_the_slice) {
  static const char text[] =
    ".kernel meet\n.regs 32\n.params 8\nS2R R0, SR_CTAID.X\nMOV R8, c[0x0][0x160]\nMOV R9, c[0x0][0x164]\nMOV R1, 0x4\nMOV R2, 0x3\n"
    "MOV R10, 0x63\nMOV R11, 0x63\nISETP.NE.AND P0, PT, R0, 0x0, PT\n@P0 BRA other\n"
    "STG.E.SYS [R8+0x400], R1\nSTG.E.SYS [R8+0x480], R1\nSTG.E.SYS [R8+0x500], R1\nSTG.E.SYS [R8+0x580], R1\n"
    "STG.E.SYS [R8+0x600], R1\nSTG.E.SYS [R8+0x680], R1\nSTG.E.SYS [R8+0x700], R1\nSTG.E.SYS [R8+0x780], R1\n"
    "%s\nSTG.E.SYS [R8+0x80], R10\nEXIT\nother: %s%s\nSTG.E.SYS [R8+0x100], R11\nEXIT\n.end\n";
  static const struct {
    const char *of[2];            /* what SM 0 and SM 1 do */
    uint32_t ports[2], slices[2]; /* what they find when ports decide, when the slice does; 0x63: nothing */
  } t[] = {{{"ATOMG.E.ADD.STRONG.GPU PT, R10, [R8], R1", "ATOMG.E.ADD.STRONG.GPU PT, R11, [R8], R2"}, {0, 4}, {3, 0}},
           {{"STG.E.SYS [R8], R1", "LDG.E.SYS R11, [R8]"}, {0x63, 4}, {0x63, 0}},
           {{"STG.E.STRONG.GPU [R8], R1", "LDG.E.STRONG.GPU R11, [R8]"}, {0x63, 4}, {0x63, 0}},
           {{"RED.E.ADD.STRONG.GPU [R8], R1", "LDG.E.SYS R11, [R8]"}, {0x63, 4}, {0x63, 0}},
           {{"LDG.E.SYS R10, [R8]", "STG.E.SYS [R8], R2"}, {0, 0x63}, {3, 0x63}},
           {{"LDG.E.SYS R10, [R8]", "RED.E.ADD.STRONG.GPU [R8], R2"}, {0, 0x63}, {3, 0x63}}};
  static const char *const caches[][3] = {{NULL}, {"L1_BYTES=1024"}, {"L1_BYTES=512", "L1_WRITE=evict", "L1_ALLOC=fill"}};
  static char program[4000], nops[700];
  for (unsigned i = 0; i < 60; i++) snprintf(nops + 4 * i, 6, "NOP\n");
  for (size_t k = 0; k < sizeof t / sizeof *t; k++) {
    snprintf(program, sizeof program, text, t[k].of[0], nops, t[k].of[1]);
    for (unsigned how = 0; how < 2 * 3 * 4; how++) {
      const unsigned threads = how % 4, cache = how / 4 % 3, l2 = how / 12; /* threads 3: cycle by cycle, and somebody looks */
      const char *const set[] = {
        "SMS=2",          "CTAS=1",         "NET_BYTES=1", "NET_QUEUE=16", l2 ? "MEM_MODEL=l2dram" : "MEM_MODEL=fixed", caches[cache][0],
        caches[cache][1], caches[cache][2], NULL};
      wt_session *s = kit_open(WT_BACKEND_C, "tiny", set, 1, 100000, 0);
      const wt_addr buf = kit_alloc(s, 4096, NULL);
      at_ports p = {.line = buf / 128};
      uint32_t got[2];
      wt_set_threads(s, threads % 3), s->x.window.first = 4;
      if (threads == 3) wt_session_on_edge(s, see_ports, &p);
      ck_assert_msg(kit_launch(s, kit_text(s, program, "meet"), 2, 1, &buf, 1) == WT_OK, "%s", wt_error(s));
      for (unsigned i = 0; i < 2; i++) ck_assert_int_eq(wt_copy_out(s, &got[i], buf + 128 + 128 * i, 4), WT_OK);
      const uint32_t *want = l2 ? t[k].slices : t[k].ports;
      ck_assert_msg(got[0] == want[0] && got[1] == want[1], "case %zu, %s, cache %u, threads %u: %x %x", k, set[4], cache, threads, got[0], got[1]);
      if (threads == 3)
        ck_assert_msg(p.at[0] && p.at[0] < p.at[1], "case %zu: at the ports in %llu, %llu", k, (unsigned long long)p.at[0],
                      (unsigned long long)p.at[1]);
      wt_session_close(s);
    }
  }
}
END_TEST

/* Two SMs that both wait: the state of the whole machine repeats. */
START_TEST(no_end_of_several_is_proved) {
  static const char text[] = ".kernel spin\n.regs 16\n.params 8\nMOV R8, c[0x0][0x160]\nMOV R9, c[0x0][0x164]\nL: LDG.E.STRONG.GPU R4, [R8+0x0]\n"
                             "ISETP.NE.AND P0, PT, R4, 0x1, PT\n@P0 BRA L\nEXIT\n.end\n";
  wt_session *s = of_sms(3, NULL);
  wt_addr buf = kit_alloc(s, 256, NULL);
  ck_assert_int_eq(kit_launch(s, kit_text(s, text, "spin"), 2, 4, &buf, 1), WT_NO_END);
  ck_assert_str_eq(wt_verdict(s), "livelock");
  ck_assert_msg(strstr(wt_error(s), "these are the warps of SM 0; 1 more wait in other SMs"), "%s", wt_error(s));
  wt_session_close(s);
}
END_TEST

/* What goes wrong is said with the SM in front: here the CTA 4 of five, in SM 1. */
START_TEST(reports_name_the_sm) {
  static const char text[] =
    ".kernel bad\n.regs 16\n.params 8\nS2R R0, SR_CTAID.X\nMOV R8, c[0x0][0x160]\nMOV R9, c[0x0][0x164]\nISETP.EQ.AND P0, PT, R0, 0x4, PT\n"
    "@P0 LDG.E.SYS R4, [R8+0x7ffff0]\nEXIT\n.end\n";
  for (unsigned sms = 1; sms <= 3; sms += 2) {
    wt_session *s = of_sms(sms, NULL);
    wt_addr buf = kit_alloc(s, 256, NULL);
    ck_assert_int_eq(kit_launch(s, kit_text(s, text, "bad"), 5, 4, &buf, 1), WT_FAULT);
    ck_assert_msg(!strncmp(wt_error(s), sms == 1 ? "memory fault: " : "SM 1: memory fault: ", sms == 1 ? 14 : 20), "%s", wt_error(s));
    ck_assert(strstr(wt_error(s), "(4,0,0)"));
    wt_session_close(s);
  }
}
END_TEST

/* A launch that goes on in its middle has counted the launches before it, too. */
START_TEST(a_checkpoint_holds_what_was_counted) {
  static const char vector[] = ".kernel k\n.regs 16\n.params 8\nS2R R0, SR_CTAID.X\nMOV R5, 0x4\nIMAD.WIDE R2, R0, R5, c[0x0][0x160]\n"
                               "LDG.E.SYS R1, [R2]\nIADD3 R1, R1, R0, RZ\nSTG.E.SYS [R2], R1\nEXIT\n.end\n";
  const wt_options o = {.backend = WT_BACKEND_C};
  wt_session *s = of_sms(3, NULL), *again;
  wt_module *m = kit_text(s, vector, "k");
  wt_addr buf = kit_alloc(s, 256, NULL);
  wt_set_occupancy(s, 1);
  ck_assert_msg(kit_launch(s, m, 11, 4, &buf, 1) == WT_OK, "%s", wt_error(s));
  wt_set_checkpoints(s, 40, dir, 1, NULL);
  ck_assert_msg(kit_launch(s, m, 7, 4, &buf, 1) == WT_OK, "%s", wt_error(s));
  ck_assert_msg(wt_session_resume(file_at("k-000000000040.wtck"), &o, &again) == WT_OK, "%s", wt_error(NULL));
  wt_set_occupancy(again, 1), wt_set_quiet(again, 1);
  ck_assert_msg(wt_resume(again) == WT_OK, "%s", wt_error(again));
  ck_assert_uint_gt(s->x.each[2].tally.warp_instructions, 0);
  ck_assert_mem_eq(again->x.each, s->x.each, 3 * sizeof *s->x.each);
  ck_assert(!memcmp(again->x.peak, s->x.peak, sizeof s->x.peak) && !memcmp(again->x.use, s->x.use, sizeof s->x.use));
  wt_session_close(s), wt_session_close(again);
}
END_TEST

/* The queues of the DRAM are there once, whoever looks; at the end they are empty. */
static uint64_t queued;
static wt_status see_queues(void *ctx, wt_running *u) {
  unsigned use[3];
  (void)ctx;
  u->x->visit.next = u->t->tally.cycles + 1;
  wt_env_use(u->e, 2, use);
  queued += use[2];
  return WT_OK;
}
START_TEST(what_they_share_is_counted_once) {
  wt_session *s = of_sms(3, "MEM_MODEL=l2dram");
  wt_addr buf = kit_alloc(s, 256, NULL);
  unsigned i = 0;
  while (strcmp(wt_peak_key(i), "DRAM_QUEUE")) i++;
  wt_set_occupancy(s, 1);
  s->x.visit = (wt_visit){0, see_queues, NULL}, queued = 0;
  ck_assert_msg(kit_launch(s, kit_text(s, flag, "flag"), 2, 4, &buf, 1) == WT_OK, "%s", wt_error(s));
  ck_assert(queued && s->x.use[i] == queued && s->x.peak[i] && !s->x.each[1].peak[i]);
  wt_session_close(s);
}
END_TEST

/* ---- lock-step of two SMs with two sub-cores each: the whole RTL, or an object of one verilated SM each ---- */

static wt_session *lock_step(int whole) {
  static const char *const set[] = {"WARPS=4", "SMS=2", "SUBCORES=2", NULL};
  wt_session *s = kit_open(WT_BACKEND_COSIM, "tiny", set, 1, 400000, 0);
  wt_set_whole(s, whole);
  return s;
}
START_TEST(twins_agree) {
  static const struct {
    const char *name;
    unsigned stride, buffers;
  } programs[] = {{"vector", 1024, 1}, {"barriers", 512, 1},        {"atomics_all", 1024, 2},
                  {"local", 1024, 1},  {"shared_generic", 1024, 1}, {"control", 512, 1}};
  char path[1024];
  wt_session *s = lock_step(_i);
  for (unsigned p = 0; p < sizeof programs / sizeof *programs; p++) {
    wt_addr buf[2];
    snprintf(path, sizeof path, "%s/tests/asm/%s.sass", wt_root(), programs[p].name);
    for (unsigned i = 0; i < programs[p].buffers; i++) buf[i] = kit_alloc(s, (size_t)32 * programs[p].stride, NULL);
    ck_assert_msg(kit_launch(s, kit_file(s, path), 6, 8, buf, programs[p].buffers) == WT_OK, "%s: %s", programs[p].name, wt_error(s));
  }
  wt_addr buf = kit_alloc(s, 256, NULL);
  ck_assert_msg(kit_launch(s, kit_text(s, flag, "flag"), 2, 4, &buf, 1) == WT_OK, "%s", wt_error(s));
  wt_session_close(s);
}
END_TEST

/* A bit of a sub-core of the second SM changes in one twin: the report says where. */
static void flip(void *ctx, wt_machine *x, uint64_t cycle) {
  (void)ctx;
  if (cycle == 40) x->m->gpu->sm[1].subcore[1].war.q.readers[0] ^= 1;
}
START_TEST(a_difference_names_the_sm) {
  char path[1024];
  wt_session *s = lock_step(_i);
  wt_addr buf = kit_alloc(s, 32 * 1024, NULL);
  wt_session_on_edge(s, flip, NULL);
  snprintf(path, sizeof path, "%s/tests/asm/vector.sass", wt_root());
  ck_assert_int_eq(kit_launch(s, kit_file(s, path), 6, 8, &buf, 1), WT_DIFF);
  ck_assert_msg(strstr(wt_error(s), "SM 1") && strstr(wt_error(s), "sub-core 1"), "%s", wt_error(s));
  wt_session_close(s);
}
END_TEST

/* Both ways go on from one state, and the states behind it are the same. */
START_TEST(objects_are_the_machine) {
  char args[700], hash[3][80];
  snprintf(
    args, sizeof args,
    "cosim '%s/tests/kernels/vecadd.cubin' --grid 12 --block 8 --arg in:a.bin --arg in:a.bin --arg out:384:c.bin --arg i32:96 --config tiny --set "
    "WARPS=4 --set SMS=2 --set SUBCORES=2 --checkpoint-every 200 --checkpoint-dir first",
    wt_root());
  output(0, args);
  for (unsigned k = 0; k < 2; k++) {
    snprintf(args, sizeof args, "cosim --resume first/vecadd-000000000200.wtck --checkpoint-every 100 --checkpoint-dir then%u%s", k,
             k ? " --whole" : "");
    ck_assert_ptr_nonnull(strstr(output(0, args), "0 differences"));
    for (unsigned c = 0; c < 3; c++) {
      wt_ckpt x;
      char path[200];
      snprintf(path, sizeof path, "%s/then%u/vecadd-%012u.wtck", dir, k, 300 + 100 * c);
      ck_assert_msg(!wt_ckpt_open(&x, path), "%s", x.error);
      if (k) ck_assert_str_eq(wt_ckpt_state(&x), hash[c]);
      snprintf(hash[c], sizeof hash[c], "%s", wt_ckpt_state(&x));
      wt_ckpt_close(&x);
    }
  }
  ck_assert_str_ne(hash[0], hash[1]);
}
END_TEST

/* ---- segments: workers verify stretches of the run ---- */

/* What a run leaves. */
typedef struct {
  wt_status status;
  char error[2000], trace[1 << 16], dispatch[1 << 12];
  uint32_t memory[2048];
  uint64_t cycles;
  wt_of_sm each[2];
} left;
static void read_back(FILE *f, char *to, size_t n) {
  rewind(f);
  to[fread(to, 1, n - 1, f)] = 0;
  fclose(f);
}
static uint64_t flip_at;
static void flip_late(void *ctx, wt_machine *x, uint64_t cycle) {
  (void)ctx;
  if (cycle == flip_at) x->m->gpu->sm[1].subcore[1].war.q.readers[0] ^= 1;
}
/* Eight CTAs of an asm program in lock-step; segments of 48 cycles, or one process. */
static void in_lock_step(const char *name, unsigned jobs, left *l) {
  char path[1024];
  wt_session *s = lock_step(0);
  wt_addr buf[2] = {kit_alloc(s, 8192, NULL), kit_alloc(s, 8192, NULL)};
  s->x.trace = tmpfile(), s->x.dispatch = tmpfile();
  wt_session_on_edge(s, flip_late, NULL);
  wt_set_occupancy(s, 1);
  if (jobs) wt_set_jobs(s, jobs, 48, 0);
  snprintf(path, sizeof path, "%s/tests/asm/%s.sass", wt_root(), name);
  memset(l, 0, sizeof *l);
  l->status = kit_launch(s, kit_file(s, path), 8, 8, buf, 1 + !strcmp(name, "atomics_all"));
  snprintf(l->error, sizeof l->error, "%s", wt_error(s));
  ck_assert_int_eq(wt_copy_out(s, l->memory, buf[0], sizeof l->memory), WT_OK);
  l->cycles = wt_stats(s)->cycles;
  memcpy(l->each, s->x.each, sizeof l->each);
  read_back(s->x.trace, l->trace, sizeof l->trace), read_back(s->x.dispatch, l->dispatch, sizeof l->dispatch);
  s->x.trace = s->x.dispatch = NULL;
  wt_session_close(s);
}
/* Results, counters of each SM, trace and log of CTAs are those of one process; so is what is said of a difference in SM 1, in whichever segment it comes:
 * in the first one, in a later one, in the first cycle of one. */
START_TEST(segments_of_several) {
  static const char *const programs[] = {"vector", "barriers", "atomics_all"};
  static left one, by_workers;
  uint64_t whole = 0;
  for (unsigned i = 0; i < 6; i++) {
    const uint64_t at[] = {40, whole / 2, 48 * 3 - 1};
    const char *name = programs[i < 3 ? i : 2];
    flip_at = i < 3 ? UINT64_MAX : at[i - 3];
    in_lock_step(name, 0, &one), in_lock_step(name, 2, &by_workers);
    ck_assert_msg(one.status == (i < 3 ? WT_OK : WT_DIFF), "%s", one.error);
    ck_assert_msg(i < 3 || strstr(one.error, "SM 1"), "%s", one.error);
    ck_assert_msg(by_workers.status == one.status && !strcmp(by_workers.error, one.error), "%s\n%s", one.error, by_workers.error);
    ck_assert(by_workers.cycles == one.cycles && one.each[1].tally.warp_instructions);
    for (unsigned k = 0; k < 2; k++) ck_assert_mem_eq(&by_workers.each[k].tally, &one.each[k].tally, sizeof one.each->tally);
    if (i < 3) ck_assert_mem_eq(by_workers.each, one.each, sizeof one.each); /* uses of tables are the C twin's that ran ahead */
    ck_assert_str_eq(by_workers.trace, one.trace);
    ck_assert_str_eq(by_workers.dispatch, one.dispatch);
    if (i < 3) ck_assert_mem_eq(by_workers.memory, one.memory, sizeof one.memory);
    if (i < 3) ck_assert_uint_gt(one.cycles, 48 * 6);
    whole = i < 3 ? one.cycles : whole;
  }
}
END_TEST

/* The C twin runs ahead with its SMs apart; who verifies a segment goes cycle by cycle with both twins, and sees a bit of the RTL that is wrong. */
static void flip_rtl(void *ctx, wt_ls *l) {
  const wt_machine *x = ctx;
  if (x->m->gpu->sm[1].subcore[0].sreg.q.clock == 300) *wt_ls_find(l, "sreg", 3, "clock")->rtl ^= 1;
}
START_TEST(segments_beside_threads) {
  char path[1024];
  static char one[2000];
  for (unsigned k = 0; k < 3; k++) { /* in one process; by workers; by workers, and nothing is wrong */
    wt_session *s = lock_step(0);
    wt_addr buf = kit_alloc(s, 8192, NULL);
    ck_assert_int_eq(wt_session_start(s), WT_OK);
    wt_set_threads(s, 2);
    s->x.window.first = 0;
    if (k < 2) s->x.twin->part[1].poke = flip_rtl, s->x.twin->part[1].poke_ctx = &s->x;
    if (k) wt_set_jobs(s, 2, 120, 0);
    snprintf(path, sizeof path, "%s/tests/asm/barriers.sass", wt_root());
    const wt_status st = kit_launch(s, kit_file(s, path), 8, 8, &buf, 1);
    ck_assert_msg(st == (k < 2 ? WT_DIFF : WT_OK), "%s", wt_error(s));
    if (!k) snprintf(one, sizeof one, "%s", wt_error(s));
    if (k == 1) ck_assert_str_eq(wt_error(s), one);
    wt_session_close(s);
  }
}
END_TEST

/* Blocks of the RTL beside the C machine: of a sub-core, of an SM, of the machine, an array; one object of each stands in every copy. */
START_TEST(blocks_beside_several) {
  char path[1024];
  for (unsigned k = 0; k < 3; k++) {
    wt_session *s = lock_step(0);
    wt_addr buf[2] = {kit_alloc(s, 8192, NULL), kit_alloc(s, 8192, NULL)};
    ck_assert_int_eq(wt_set_beside(s, "war,collector,disp,share,dispatch,ctasched"), WT_OK);
    if (k) wt_session_on_edge(s, flip, NULL);
    if (k == 2) wt_set_jobs(s, 2, 30, 0);
    snprintf(path, sizeof path, "%s/tests/asm/%s.sass", wt_root(), k ? "vector" : "barriers");
    const wt_status st = kit_launch(s, kit_file(s, path), 8, 8, buf, 1);
    ck_assert_msg(st == (k ? WT_DIFF : WT_OK), "%s", wt_error(s));
    if (k) ck_assert_msg(strstr(wt_error(s), "block wt_war of SM 1, sub-core 1, state readers"), "%s", wt_error(s));
    wt_session_close(s);
  }
}
END_TEST

/* Stored checkpoints of several SMs, each to the next. */
START_TEST(stored_checkpoints_of_several) {
  char args[600];
  unsigned segments;
  snprintf(args, sizeof args,
           "run '%s/tests/kernels/vecadd.cubin' --grid 6 --block 8 --arg in:a.bin --arg in:a.bin --arg out:192:c.bin --arg i32:48 --config tiny "
           "--set WARPS=4 --set SMS=2 --set SUBCORES=2 --checkpoint-every 100 --checkpoint-dir stored",
           wt_root());
  output(0, args);
  const char *out = output(0, "cosim --checkpoints stored");
  ck_assert_msg(sscanf(out, "%u segments from stored checkpoints, cycles 0 to", &segments) == 1 && segments > 2, "%s", out);
  ck_assert_msg(strstr(out, "both twins agree in every cycle"), "%s", out);
}
END_TEST

START_TEST(bad_use_is_one_line) {
  char args[600];
  refused(2, "SMS=0: illegal value", vecadd("--set SMS=0", args, sizeof args));
  refused(2, "SMS=129: illegal value", vecadd("--set SMS=129", args, sizeof args));
  refused(2, "--wave-sm 2: this shape has SMs 0 to 1", vecadd("--set SMS=2 --wave w.fst --wave-sm 2", args, sizeof args));
  refused(2, "--wave-sm need --wave", vecadd("--set SMS=2 --wave-sm 1", args, sizeof args));
  refused(2, "lies in an SM", "bench lsu --config tiny --set SMS=2 --cycles 10");
}
END_TEST

int main(void) {
  TCase *tc = tcase_create("sms");
  tcase_add_test(tc, ctas_go_around);
  tcase_add_test(tc, the_dispatch_log);
  tcase_add_test(tc, warps_do_the_same);
  tcase_add_test(tc, kernels_run_on_several);
  tcase_add_test(tc, a_checkpoint_holds_every_sm);
  tcase_add_test(tc, statistics_of_every_sm);
  tcase_add_test(tc, tables_of_every_sm);
  tcase_add_test(tc, a_checkpoint_holds_what_was_counted);
  tcase_add_test(tc, waves_of_one_sm);
  tcase_add_test(tc, what_they_share_is_counted_once);
  tcase_add_test(tc, smid_is_where_the_cta_runs);
  tcase_add_test(tc, an_sm_sees_what_another_writes);
  tcase_add_test(tc, requests_meet_in_the_slice);
  tcase_add_test(tc, no_end_of_several_is_proved);
  tcase_add_test(tc, reports_name_the_sm);
  tcase_add_loop_test(tc, twins_agree, 0, 2);
  tcase_add_loop_test(tc, a_difference_names_the_sm, 0, 2);
  tcase_add_test(tc, objects_are_the_machine);
  tcase_add_test(tc, segments_of_several);
  tcase_add_test(tc, segments_beside_threads);
  tcase_add_test(tc, blocks_beside_several);
  tcase_add_test(tc, stored_checkpoints_of_several);
  tcase_add_test(tc, bad_use_is_one_line);
  return run_suite("sms", tc);
}
