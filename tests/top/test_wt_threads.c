/* test_wt_threads.c - SMs that run apart in windows of cycles, in threads: whatever ends a run, and whatever is written of it, is as when all SMs run cycle by
 * cycle. The windows begin with the fourth cycle here, and are cut to lengths that no memory asks for. */
#include <time.h>

#include "cosim/wt_twin_rtl.h"
#include "lib/wt_pool.h"
#include "lib/wt_session.h"
#include "lib/wt_space.h"
#include "state/wt_rows.h"
#include "tests/copies_kit.h"
#include "tests/kernel_kit.h"

/* All that is seen of a run. */
typedef struct {
  wt_status status;
  char verdict[20], error[8000], warnings[4000];
  char *trace, *dispatch;
  size_t trace_n, dispatch_n;
  wt_counters c;
  uint64_t memory;
} seen;

typedef struct {
  const char *name, *text; /* text NULL: tests/asm/NAME.sass */
  unsigned grid, block, buffers, sms;
  const char *set[4];
  int no_oracle;
  uint64_t max_cycles;
} program;

static void run_with(const program *p, unsigned threads, unsigned most, seen *out) {
  char sms[20], path[1024];
  const char *set[6] = {sms, "CTAS=2"};
  wt_addr buf[2];
  for (unsigned i = 0; i < 4; i++) set[2 + i] = p->set[i];
  set[5] = NULL;
  snprintf(sms, sizeof sms, "SMS=%u", p->sms);
  wt_session *s = kit_open(WT_BACKEND_C, "tiny", set, 1, p->max_cycles ? p->max_cycles : 400000, p->no_oracle);
  *out = (seen){0};
  FILE *t = open_memstream(&out->trace, &out->trace_n), *d = open_memstream(&out->dispatch, &out->dispatch_n);
  wt_set_threads(s, threads), s->x.window.first = 4, s->x.window.most = most;
  wt_set_trace(s, t), wt_set_dispatch(s, d);
  for (unsigned i = 0; i < p->buffers; i++) buf[i] = kit_alloc(s, 32 * 1024, NULL);
  snprintf(path, sizeof path, "%s/tests/asm/%s.sass", wt_root(), p->name);
  out->status = kit_launch(s, p->text ? kit_text(s, p->text, p->name) : kit_file(s, path), p->grid, p->block, buf, p->buffers);
  snprintf(out->verdict, sizeof out->verdict, "%s", wt_verdict(s));
  snprintf(out->error, sizeof out->error, "%s", wt_error(s));
  snprintf(out->warnings, sizeof out->warnings, "%s", wt_warnings(s));
  out->c = *wt_stats(s);
  out->memory = wt_mem_digest(s->x.mem);
  ck_assert(!threads == !s->x.space);
  wt_session_close(s);
  fclose(t), fclose(d);
}
static void forget(seen *s) { free(s->trace), free(s->dispatch); }

/* The run cycle by cycle is *one; for every number of threads and length of a window the same. */
static void all_alike(const program *p, seen *one) {
  static const unsigned how[][2] = {{1, 0}, {2, 0}, {3, 7}, {2, 2}, {1, 1}};
  run_with(p, 0, 0, one);
  for (unsigned i = 0; i < sizeof how / sizeof *how; i++) {
    seen s;
    run_with(p, how[i][0], how[i][1], &s);
    ck_assert_msg(s.status == one->status && !strcmp(s.verdict, one->verdict), "%s, %u threads: %d %s", p->name, how[i][0], s.status, s.verdict);
    ck_assert_str_eq(s.error, one->error);
    ck_assert_str_eq(s.warnings, one->warnings);
    ck_assert_str_eq(s.trace, one->trace);
    ck_assert_str_eq(s.dispatch, one->dispatch);
    ck_assert_mem_eq(&s.c, &one->c, sizeof s.c);
    ck_assert_msg(s.memory == one->memory, "%s, %u threads: another memory", p->name, how[i][0]);
    forget(&s);
  }
}

START_TEST(programs_run_alike) {
  static const program list[] = {
    {"vector", NULL, 12, 8, 1, 3, {0}, 0, 0},
    {"barriers", NULL, 7, 8, 1, 2, {"MEM_LAT=60"}, 0, 0},
    {"atomics_all", NULL, 10, 8, 2, 4, {"MEM_LAT=33"}, 0, 0},
    {"atomics_all", NULL, 10, 8, 2, 4, {"MEM_LAT=33"}, 1, 0},
    {"local", NULL, 9, 8, 1, 3, {"MEM_LAT=100"}, 0, 0},
    {"vector", NULL, 12, 8, 1, 3, {"L1_BYTES=1024", "MEM_LAT=60"}, 0, 0}, /* loads that join a line, stores that go through it */
    {"atomics_all", NULL, 10, 8, 2, 4, {"L1_BYTES=1024", "MEM_LAT=33", "L1_WRITE=evict"}, 0, 0},
    {"local", NULL, 9, 8, 1, 3, {"L1_BYTES=1024", "MEM_LAT=50", "REPLAY=replay"}, 0, 0},
    {"shared_generic", NULL, 9, 8, 1, 5, {"MEM_LAT=20", "WARPS=4", "SUBCORES=2"}, 0, 0},
    {"control", NULL, 12, 8, 1, 2, {"DIVERGENCE=barrier"}, 0, 0},
    {"barriers", NULL, 12, 8, 1, 3, {"DIVERGENCE=multipath", "MEM_LAT=300"}, 0, 0},
    {"vector", NULL, 3, 8, 1, 4, {"SCHED_AGE=0", "SCHED=gto"}, 0, 0}, /* an SM without a CTA */
    {"vector", NULL, 12, 8, 1, 3, {"MEM_MODEL=l2dram"}, 0, 0},
    {"vector", NULL, 12, 8, 1, 3, {"MEM_MODEL=l2dram", "NET_LAT=30", "NET_QUEUE=1"}, 0, 0}, /* ports that are full */
    {"atomics_all", NULL, 4, 8, 2, 4, {"MEM_MODEL=l2dram", "NET_LAT=20", "NET_QUEUE=2", "L2_QUEUE=1"}, 0, 0},
    {"local", NULL, 9, 8, 1, 3, {"MEM_MODEL=l2dram", "NET_MHZ=70", "CORE_MHZ=130"}, 0, 0},
    {"barriers", NULL, 7, 8, 1, 2, {"MEM_MODEL=l2dram", "NET_MHZ=190", "L2_BYTES=0"}, 1, 0},
    {"vector", NULL, 12, 8, 1, 3, {"MEM_MODEL=l2dram", "L1_BYTES=1024", "NET_LAT=25", "NET_QUEUE=2"}, 0, 0},
    {"atomics_all", NULL, 4, 8, 2, 4, {"MEM_MODEL=l2dram", "L1_BYTES=1024", "L1_WRITE=evict"}, 0, 0},
    {"shared_generic", NULL, 9, 8, 1, 5, {"MEM_MODEL=l2dram", "NET_LAT=9", "WARPS=4", "SUBCORES=2"}, 0, 0},
  };
  for (unsigned i = 0; i < sizeof list / sizeof *list; i++) {
    seen one;
    all_alike(&list[i], &one);
    ck_assert_msg(one.status == WT_OK, "%s: %s", list[i].name, one.error);
    ck_assert_uint_gt(one.trace_n, 500);
    forget(&one);
  }
}
END_TEST

/* CTA 1, in SM 1, counts down and then touches what is not there; the others go on storing. The offset of the fault in a window goes through all there are:
 * no store behind it is performed, no line of the trace is written. */
static const char fault[] =
  ".kernel fault\n.regs 16\n.params 8\nS2R R0, SR_CTAID.X\nMOV R8, c[0x0][0x160]\nMOV R9, c[0x0][0x164]\nMOV R2, 0x%x\nMOV R3, 0x0\n%s"
  "ISETP.NE.AND P1, PT, R0, 0x1, PT\n"
  "L: IADD3 R3, R3, 0x1, RZ\n@P1 STG.E.SYS [R8], R3\nISETP.LT.U32.AND P0, PT, R3, R2, PT\n@P0 BRA L\n"
  "@!P1 %s\n@P1 BRA L\nEXIT\n.end\n";
START_TEST(a_fault_at_every_offset) {
  const char *const wrong[] = {_i == 3 ? "STG.E.SYS [R8+0x7ffff0], R3" : "LDG.E.SYS R4, [R8+0x7ffff0]", "LDG.E.SYS R4, [R8+0x1]", "LDS R4, [R8+0x4]"};
  static const char *const memory[][3] = {{"MEM_LAT=24"},
                                          {"MEM_MODEL=l2dram", "NET_LAT=19"},
                                          {"MEM_MODEL=l2dram", "NET_LAT=19", "L1_BYTES=1024"},
                                          {"MEM_MODEL=l2dram", "NET_LAT=19", "L1_BYTES=1024"}};
  char text[1000], *seen_cycles = calloc(1, 4000);
  for (unsigned n = 1; n < 24; n++) {
    seen one;
    snprintf(text, sizeof text, fault, n, n % 4 == 0 ? "" : n % 4 == 1 ? "NOP\n" : n % 4 == 2 ? "NOP\nNOP\n" : "NOP\nNOP\nNOP\n", wrong[n % 3]);
    const program p = {"fault", text, 4, 4, 1, 2, {memory[_i][0], memory[_i][1], memory[_i][2]}, 0, 20000};
    all_alike(&p, &one);
    ck_assert_msg(one.status == WT_FAULT && !strncmp(one.error, "SM 1: ", 6), "%s", one.error);
    seen_cycles[one.c.cycles % 24] = 1;
    forget(&one);
  }
  unsigned offsets = 0;
  for (unsigned i = 0; i < 24; i++) offsets += (unsigned)seen_cycles[i];
  ck_assert_uint_gt(offsets, 10);
  free(seen_cycles);
}
END_TEST

/* The oracle does not agree with what a bit of SM 1 has become. */
static void flip(void *ctx, wt_machine *x, uint64_t cycle) {
  if (cycle == *(uint64_t *)ctx) x->m->gpu->sm[1].subcore[0].rfbank[0].q.mem_w[1] ^= 4;
}
START_TEST(who_looks_at_every_cycle_is_asked_at_every_cycle) {
  static const char *const set[] = {"SMS=2", NULL};
  char path[1024], text[2][8000];
  snprintf(path, sizeof path, "%s/tests/asm/vector.sass", wt_root());
  for (unsigned threads = 0; threads < 2; threads++) {
    uint64_t at = 60;
    wt_session *s = kit_open(WT_BACKEND_C, "tiny", set, 1, 400000, 0);
    wt_set_threads(s, 2 * threads), s->x.window.first = 4;
    wt_session_on_edge(s, flip, &at);
    wt_addr buf = kit_alloc(s, 32 * 1024, NULL);
    wt_status st = kit_launch(s, kit_file(s, path), 6, 8, &buf, 1);
    snprintf(text[threads], sizeof text[0], "%d %s", st, wt_error(s));
    ck_assert_ptr_null(s->x.space);
    wt_session_close(s);
  }
  ck_assert_str_eq(text[0], text[1]);
}
END_TEST

/* Proofs that a run has no end, with the cycles between which its state repeats. */
START_TEST(proofs_are_alike) {
  static const char spin[] = ".kernel spin\n.regs 16\n.params 8\nMOV R8, c[0x0][0x160]\nMOV R9, c[0x0][0x164]\nL: LDG.E.STRONG.GPU R4, [R8+0x0]\n"
                             "ISETP.NE.AND P0, PT, R4, 0x1, PT\n@P0 BRA L\nEXIT\n.end\n";
  /* one SM writes what another reads: the machine repeats, memory does not, until the counter is back */
  static const char count[] = ".kernel count\n.regs 16\n.params 8\nS2R R0, SR_CTAID.X\nMOV R8, c[0x0][0x160]\nMOV R9, c[0x0][0x164]\nMOV R3, 0x0\n"
                              "ISETP.NE.AND P1, PT, R0, 0x0, PT\n@P1 BRA L\n"
                              "W: IADD3 R3, R3, 0x1, RZ\nLOP3.LUT R3, R3, 0x3f, RZ, 0xc0, !PT\nSTG.E.STRONG.GPU [R8], R3\nBRA W\n"
                              "L: LDG.E.STRONG.GPU R4, [R8+0x0]\nISETP.NE.AND P0, PT, R4, 0x80, PT\n@P0 BRA L\nEXIT\n.end\n";
  static const char stuck[] =
    ".kernel stuck\n.regs 16\n.params 8\nS2R R0, SR_TID.X\nISETP.EQ.AND P0, PT, R0, 0x0, PT\n@P0 BAR.SYNC 0x0\n@P0 BAR.SYNC 0x1\n"
    "BAR.SYNC 0x2, 0x8\nEXIT\n.end\n";
  static const program list[] = {{"spin", spin, 2, 4, 1, 3, {0}, 0, 0},
                                 {"spin", spin, 6, 4, 1, 3, {"MEM_LAT=77"}, 0, 0},
                                 {"count", count, 2, 4, 1, 2, {"MEM_LAT=16"}, 0, 9000},
                                 {"stuck", stuck, 3, 4, 1, 2, {0}, 0, 0},
                                 {"spin", spin, 6, 4, 1, 3, {"MEM_MODEL=l2dram", "NET_LAT=20"}, 0, 0},
                                 {"count", count, 2, 4, 1, 2, {"MEM_MODEL=l2dram", "NET_LAT=9"}, 0, 9000},
                                 {"stuck", stuck, 3, 4, 1, 2, {"MEM_MODEL=l2dram"}, 0, 0}};
  unsigned kinds = 0;
  for (unsigned i = 0; i < sizeof list / sizeof *list; i++) {
    seen one;
    all_alike(&list[i], &one);
    ck_assert_msg(one.status != WT_OK, "%s ended", list[i].name);
    kinds |= !strcmp(one.verdict, "livelock") ? 1 : !strcmp(one.verdict, "max-cycles") ? 2 : !strcmp(one.verdict, "deadlock") ? 4 : 8;
    forget(&one);
  }
  ck_assert_uint_eq(kinds & 1, 1);
}
END_TEST

/* The limit of cycles comes in time, wherever in a window it would lie. */
START_TEST(the_limit_is_exact) {
  for (uint64_t limit = 40; limit < 75; limit += 5) {
    seen one;
    const program p = {"vector", NULL, 12, 8, 1, 3, {"MEM_LAT=30"}, 0, limit};
    all_alike(&p, &one);
    ck_assert(one.status == WT_NO_END && one.c.cycles == limit);
    forget(&one);
  }
}
END_TEST

/* Reads of what nobody wrote, in the order in which they happened: those of memory are found later than those of registers. */
START_TEST(warnings_have_their_order) {
  static const char text[] =
    ".kernel unwritten\n.regs 32\n.params 8\nMOV R8, c[0x0][0x160]\nMOV R9, c[0x0][0x164]\nLDG.E.SYS R4, [R8+0x100]\nIADD3 R5, R16, 0x1, RZ\n"
    "LDG.E.SYS R6, [R8+0x200]\nIADD3 R7, R17, 0x1, RZ\nIADD3 R7, R18, 0x1, RZ\nLDG.E.SYS R10, [R8+0x300]\nIADD3 R11, R4, R6, R10\n"
    "STG.E.SYS [R8], R11\nEXIT\n.end\n";
  static const char *const memory[][2] = {{"MEM_LAT=50"}, {"MEM_MODEL=l2dram", "NET_LAT=40"}};
  seen one;
  const program p = {"unwritten", text, 5, 4, 1, 2, {memory[_i][0], memory[_i][1]}, 0, 0};
  all_alike(&p, &one);
  ck_assert_msg(one.status == WT_OK, "%s", one.error);
  const char *global = strstr(one.warnings, "of global memory"), *reg = strstr(one.warnings, "reads R16"), *last = strstr(one.warnings, "reads R18");
  ck_assert_msg(global && reg && last && reg < last, "%s", one.warnings);
  forget(&one);
}
END_TEST

/* Checkpoints of a run in windows are those of a run without, and a run goes on from one in windows. */
START_TEST(checkpoints_are_alike) {
  static const char *const memory[] = {"MEM_LAT=900", "MEM_MODEL=l2dram --set NET_LAT=200", "MEM_MODEL=l2dram --set NET_LAT=200 --set L1_BYTES=4096"};
  static char a[2][1 << 21];
  char args[700], more[200];
  size_t n[2];
  for (unsigned k = 0; k < 2; k++) {
    snprintf(more, sizeof more, "--set SMS=3 --set %s --threads %u --trace t%u --checkpoint-every 5000 --checkpoint-dir p%u", memory[_i], 2 * k, k,
             k);
    output(0, vecadd_of(75, more, args, sizeof args));
    char path[200];
    snprintf(path, sizeof path, "%s/p%u/vecadd-000000005000.wtck", dir, k);
    FILE *f = fopen(path, "rb");
    ck_assert_ptr_nonnull(f);
    n[k] = fread(a[k], 1, sizeof a[k], f);
    fclose(f);
  }
  ck_assert_uint_eq(n[0], n[1]);
  ck_assert_mem_eq(a[0], a[1], n[0]);
  goes_on_alike("t0", "t1", 1000);
  output(0, "run --resume p1/vecadd-000000005000.wtck --trace r --threads 3");
  goes_on_alike("t0", "r", 1000);
}
END_TEST

/* ---- an SM without a CTA ---- */

/* Rows that an edge changes in such an SM: what windows give it for the cycles in which it is not visited. */
static const char *const clocks[][2] = {{"sreg", "clock"}, {"share", "holder"}, {"fp64", "holder"}};
typedef struct {
  wt_blks *blks;
  char *was;
  unsigned looked, moved; /* edges; changes of the rows above */
} still;
static void look_at_idle(void *ctx, wt_machine *x, uint64_t cycle) {
  still *o = ctx;
  size_t at = 0;
  if (cycle < 150) return;
  for (unsigned k = 0; k < o->blks->n; k++)
    for (unsigned i = 0; i < o->blks->blk[k].count; i++) {
      const wt_blk *b = &o->blks->blk[k];
      if (!b->chosen || b->outside || wt_blk_sm(b, i) != 1) continue;
      for (unsigned r = 0; r < b->nrows; r++) {
        const wt_row *w = &b->rows[r];
        if (w->kind != WT_ROW_FF && w->kind != WT_ROW_MEM) continue;
        const size_t n = wt_row_bytes(w);
        const void *now = wt_row_ptr(x->m, b, w, i);
        int is_clock = 0;
        for (unsigned c = 0; c < 3; c++) is_clock |= !strcmp(b->stem, clocks[c][0]) && !strcmp(w->name, clocks[c][1]);
        ck_assert_uint_lt(at + n, 4 << 20);
        if (cycle > 150 && !is_clock) ck_assert_msg(!memcmp(o->was + at, now, n), "cycle %u: wt_%s[%u].%s", (unsigned)cycle, b->stem, i, w->name);
        else if (cycle > 150) o->moved += memcmp(o->was + at, now, n) != 0;
        memcpy(o->was + at, now, n);
        at += n;
      }
    }
  o->looked++;
}
START_TEST(an_idle_sm_has_a_clock_alone) {
  static const char text[] = ".kernel k\n.regs 16\n.params 8\nMOV R3, 0x0\nL: IADD3 R3, R3, 0x1, RZ\nISETP.LT.U32.AND P0, PT, R3, 0x80, PT\n"
                             "@P0 BRA L\nEXIT\n.end\n";
  static const char *const keys[] = {
    "SCHED=lrr",        "SCHED=twolevel",        "SCHED=oldest", "SCOREBOARD=coon",      "L1_BYTES=1024", "REPLAY=replay", "DIVERGENCE=barrier",
    "DIVERGENCE=hanoi", "DIVERGENCE=simt_stack", "OPREAD=naive", "DIVERGENCE=multipath", "SUBCORES=2",    "SCHED_AGE=0",   "SCHED_AGE=5",
    "FP64_AT=sm"};
  for (unsigned k = 0; k < sizeof keys / sizeof *keys; k++) {
    const char *const set[] = {"SMS=2", "WARPS=4", keys[k], strcmp(keys[k], "FP64_AT=sm") ? NULL : "SUBCORES=2", NULL};
    wt_session *s = kit_open(WT_BACKEND_C, "tiny", set, 1, 400000, 0);
    still o = {.was = malloc(4 << 20)};
    ck_assert_int_eq(wt_session_start(s), WT_OK);
    o.blks = wt_blks_new(s->x.m->S);
    wt_addr buf = kit_alloc(s, 256, NULL);
    wt_session_on_edge(s, look_at_idle, &o);
    ck_assert_msg(kit_launch(s, kit_text(s, text, "k"), 1, 4, &buf, 1) == WT_OK, "%s: %s", keys[k], wt_error(s));
    ck_assert_uint_gt(o.looked, 500);
    ck_assert_uint_eq(o.moved, (o.looked - 1) * (s->x.m->S->SUBCORES + (s->x.m->S->SUBCORES > 1) + s->x.m->S->DP_SHARED));
    wt_blks_free(o.blks), free(o.was);
    wt_session_close(s);
  }
}
END_TEST

/* The whole state is the same at cycles in which two of three SMs have nothing to do, and were not visited before. */
typedef struct {
  uint8_t sha[8][32];
  unsigned n;
} states;
static wt_status keep_state(void *ctx, wt_running *u) {
  states *o = ctx;
  ck_assert_uint_lt(o->n, 8);
  ck_assert_int_eq(wt_running_hash(u, WT_STATE_FULL, o->sha[o->n++]), 0);
  u->x->visit.next += u->x->visit.next < 90000 ? 301 : 150000;
  return WT_OK;
}
START_TEST(states_are_alike) {
  static const char text[] = ".kernel k\n.regs 16\n.params 8\nMOV R8, c[0x0][0x160]\nMOV R9, c[0x0][0x164]\nMOV R3, 0x0\nL: IADD3 R3, R3, 0x1, RZ\n"
                             "ISETP.LT.U32.AND P0, PT, R3, 0x80, PT\nSTG.E.SYS [R8], R3\n@P0 BRA L\nEXIT\n.end\n";
  static const char *const more[] = {"SUBCORES=2", "L1_BYTES=1024", "SCHED=twolevel", "MEM_MODEL=l2dram", "MEM_MODEL=l2dram"};
  for (unsigned k = 0; k < 5; k++) {
    states of[2] = {0};
    for (unsigned t = 0; t < 2; t++) {
      const char *const set[] = {"SMS=3", "WARPS=4", "MEM_LAT=60", more[k], k == 4 ? "L1_BYTES=1024" : NULL, NULL};
      wt_session *s = kit_open(WT_BACKEND_C, "tiny", set, 1, 400000, 0);
      wt_set_threads(s, 2 * t), s->x.window.first = 4;
      s->x.visit = (wt_visit){300, keep_state, &of[t]};
      wt_addr buf = kit_alloc(s, 256, NULL);
      ck_assert_msg(kit_launch(s, kit_text(s, text, "k"), 1, 4, &buf, 1) == WT_OK, "%s: %s", more[k], wt_error(s));
      ck_assert(!t == !s->x.space);
      wt_session_close(s);
    }
    ck_assert(of[0].n > 2 && of[0].n == of[1].n);
    for (unsigned i = 0; i < of[0].n; i++) ck_assert_msg(!memcmp(of[0].sha[i], of[1].sha[i], 32), "%s: state %u", more[k], i);
  }
}
END_TEST

/* The machine repeats and memory does not, so the run goes back, finds nothing and goes on; the last time to a state that was kept when SMs 2 and 3 had been
 * idle since the one before. What they have in their registers and what the oracle knows of them is as cycle by cycle. */
START_TEST(states_are_alike_after_going_back) {
  static const char text[] = ".kernel k\n.regs 16\n.params 8\nS2R R0, SR_CTAID.X\nMOV R8, c[0x0][0x160]\nMOV R9, c[0x0][0x164]\nMOV R3, R0\n"
                             "ISETP.LT.U32.AND P2, PT, R0, 0x2, PT\n@!P2 EXIT\nISETP.NE.AND P1, PT, R0, 0x0, PT\n@P1 BRA L\n"
                             "MOV R3, 0x1\nW: RED.E.ADD.STRONG.GPU [R8], R3\nBRA W\n"
                             "L: LDG.E.STRONG.GPU R4, [R8+0x40]\nISETP.NE.AND P0, PT, R4, 0x1, PT\n@P0 BRA L\nEXIT\n.end\n";
  states of[2] = {0};
  for (unsigned t = 0; t < 2; t++) {
    static const char *const set[] = {"SMS=4", "MEM_LAT=60", NULL};
    wt_session *s = kit_open(WT_BACKEND_C, "tiny", set, 1, 420000, 0);
    wt_set_threads(s, 2 * t), s->x.window.first = 4;
    s->x.visit = (wt_visit){90000, keep_state, &of[t]};
    wt_addr buf = kit_alloc(s, 256, NULL);
    ck_assert_int_eq(kit_launch(s, kit_text(s, text, "k"), 4, 4, &buf, 1), WT_NO_END);
    ck_assert(!t == !s->x.space);
    wt_session_close(s);
  }
  ck_assert_uint_eq(of[0].n, 3);
  ck_assert_uint_eq(of[1].n, 3);
  for (unsigned i = 0; i < 3; i++) ck_assert_msg(!memcmp(of[0].sha[i], of[1].sha[i], 32), "state %u", i);
}
END_TEST

/* ---- lock-step: an object of one verilated SM beside each C SM ---- */

static wt_session *lock_step(const char *memory, unsigned threads, unsigned most) {
  const char *const two_sms[] = {"WARPS=4", "SMS=2", "SUBCORES=2", "MEM_LAT=30", memory, NULL};
  wt_session *s = kit_open(WT_BACKEND_COSIM, "tiny", two_sms, 1, 400000, 0);
  wt_set_threads(s, threads), s->x.window.first = 4, s->x.window.most = most;
  return s;
}
START_TEST(twins_run_alike) {
  static const char *const names[] = {"vector", "barriers", "local", "control"};
  char path[1024];
  for (unsigned p = 0; p < sizeof names / sizeof *names; p++) {
    wt_counters one = {0};
    uint64_t memory = 0;
    for (unsigned threads = 0; threads < 3; threads++) {
      wt_session *s = lock_step(p % 2 ? "MEM_MODEL=l2dram" : NULL, threads, threads == 1 ? 5 : 0);
      wt_addr buf = kit_alloc(s, 32 * 1024, NULL);
      snprintf(path, sizeof path, "%s/tests/asm/%s.sass", wt_root(), names[p]);
      ck_assert_msg(kit_launch(s, kit_file(s, path), 6, 8, &buf, 1) == WT_OK, "%s: %s", names[p], wt_error(s));
      ck_assert(!threads == !s->x.space);
      if (!threads) one = *wt_stats(s), memory = wt_mem_digest(s->x.mem);
      ck_assert_mem_eq(&one, wt_stats(s), sizeof one);
      ck_assert_uint_eq(memory, wt_mem_digest(s->x.mem));
      wt_session_close(s);
    }
  }
}
END_TEST

/* A bit of the C twin of SM 1 changes in a cycle, whoever drives the RTL beside it: the report is the same to the letter. */
static uint64_t spoilt;
static void spoil(const wt_twin *t, unsigned sm) {
  wt_subcore *c = &t->ls.m->gpu->sm[sm].subcore[1];
  if (sm == 1 && c->sreg.q.clock == spoilt) c->war.q.readers[0] ^= 1;
}
static void drive_and_spoil(wt_twin *t) {
  for (unsigned i = 0; i < 2; i++) spoil(t, i);
  wt_twin_rtl.drive(t);
}
static void drive_one_and_spoil(wt_twin *t, unsigned i) {
  spoil(t, i);
  wt_twin_rtl.drive_one(t, i);
}
START_TEST(a_difference_at_every_offset) {
  static char text[8000];
  char path[1024];
  snprintf(path, sizeof path, "%s/tests/asm/vector.sass", wt_root());
  wt_twin_ops ops = wt_twin_rtl;
  ops.drive = drive_and_spoil, ops.drive_one = drive_one_and_spoil;
  for (spoilt = 50; spoilt < 82; spoilt++)
    for (unsigned threads = 0; threads < 3; threads += 2) {
      wt_session *s = lock_step(spoilt % 2 ? "MEM_MODEL=l2dram" : NULL, threads, 0);
      wt_addr buf = kit_alloc(s, 32 * 1024, NULL);
      s->x.ops = &ops;
      ck_assert_int_eq(kit_launch(s, kit_file(s, path), 6, 8, &buf, 1), WT_DIFF);
      ck_assert(!threads == !s->x.space);
      if (!threads) snprintf(text, sizeof text, "%s", wt_error(s));
      ck_assert_str_eq(text, wt_error(s));
      ck_assert_msg(strstr(text, "SM 1") && strstr(text, "sub-core 1"), "%s", text);
      wt_session_close(s);
    }
}
END_TEST

/* ---- the pool ---- */

static unsigned done[300];
static void piece(void *ctx, unsigned i) { __atomic_fetch_add(&((unsigned *)ctx)[i], 1, __ATOMIC_SEQ_CST); }
START_TEST(every_piece_once) {
  for (unsigned threads = 1; threads < 5; threads++) {
    wt_pool *p = wt_pool_new(threads);
    ck_assert_ptr_nonnull(p);
    for (unsigned n = 0; n < 300; n += n < 10 ? 1 : 29) {
      memset(done, 0, sizeof done);
      for (unsigned k = 0; k < 20; k++) wt_pool_run(p, piece, done, n);
      for (unsigned i = 0; i < 300; i++) ck_assert_uint_eq(done[i], i < n ? 20 : 0);
    }
    nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL); /* its workers sleep now */
    memset(done, 0, sizeof done);
    wt_pool_run(p, piece, done, 8);
    ck_assert_uint_eq(done[7], 1);
    wt_pool_free(p);
  }
  wt_pool_free(NULL);
}
END_TEST

START_TEST(bad_use_is_one_line) {
  char args[600];
  refused(2, "--threads 129: expected a number of threads, 0 to 128", vecadd_of(2, "--threads 129", args, sizeof args));
  refused(2, "--threads x: expected a number of threads, 0 to 128", vecadd_of(2, "--threads x", args, sizeof args));
}
END_TEST

int main(void) {
  TCase *tc = tcase_create("threads");
  tcase_add_test(tc, programs_run_alike);
  tcase_add_loop_test(tc, a_fault_at_every_offset, 0, 4);
  tcase_add_test(tc, who_looks_at_every_cycle_is_asked_at_every_cycle);
  tcase_add_test(tc, proofs_are_alike);
  tcase_add_test(tc, the_limit_is_exact);
  tcase_add_loop_test(tc, warnings_have_their_order, 0, 2);
  tcase_add_loop_test(tc, checkpoints_are_alike, 0, 3);
  tcase_add_test(tc, an_idle_sm_has_a_clock_alone);
  tcase_add_test(tc, states_are_alike);
  tcase_add_test(tc, states_are_alike_after_going_back);
  tcase_add_test(tc, twins_run_alike);
  tcase_add_test(tc, a_difference_at_every_offset);
  tcase_add_test(tc, every_piece_once);
  tcase_add_test(tc, bad_use_is_one_line);
  return run_suite("threads", tc);
}
