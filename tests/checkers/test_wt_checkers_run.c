/* test_wt_checkers_run.c - the checks of a run are checked: something is falsified once in a real run, and the check that is there for it must report it,
 * by its name. What the twins share (oracle, invariants, host reference, proof of no end) is falsified in the C twin alone, without RTL; what compares the
 * twins in the first and the last cycle, between launches and after reset, and an assertion of the RTL, in lock-step, in a child process each.
 */
#include <dlfcn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "warptwin_host.h"
#include "cosim/wt_twin_rtl.h"
#include "lib/wt_running.h"
#include "lib/wt_session.h"
#include "state/wt_rows.h"
#include "tests/kernel_kit.h"
#include "tests/suite.h"

/* One CTA of 4 lanes: a word a thread is read, added to, written; R6 is read by nobody. */
static const char program[] = ".kernel k\n.regs 16\n.params 8\n"
                              "  S2R R0, SR_TID.X\n  MOV R1, 0x4\n  IMAD.WIDE R2, R0, R1, c[0x0][0x160]\n"
                              "  UMOV UR4, 0x5\n  UMOV UR6, 0x9\n  UISETP.LT.U32.AND UP0, UPT, UR4, 0x7, UPT\n  UMOV UR5, UR6\n"
                              "  ISETP.LT.AND P0, PT, R0, 0x2, PT\n  LDG.E.SYS R4, [R2]\n  @P0 BRA J\n  IADD3 R4, R4, 0x1, RZ\nJ:\n"
                              "  STG.E.SYS [R2], R4\n  IADD3 R6, R4, R4, RZ\n  EXIT\n.end\n";

/* Falsifies something of the machine when it can: 1 = done. */
typedef int lie(wt_m *m);
static lie *now;
static int told;
static void on_edge(void *ctx, wt_machine *x, uint64_t cycle) {
  (void)ctx, (void)cycle;
  if (now && !told) told = now(x->m);
}

static wt_status launch(wt_session *s) {
  wt_addr buf = kit_alloc(s, 16, (const uint32_t[]){3, 4, 5, 6});
  return kit_launch(s, kit_text(s, program, "k.sass"), 1, 4, &buf, 1);
}
static char report[8200];
static wt_status run_c(lie *what, int invariants) {
  wt_session *s = kit_open(WT_BACKEND_C, "tiny", NULL, 1, 20000, 0);
  wt_set_invariants(s, invariants);
  ck_assert_int_eq(wt_session_start(s), WT_OK);
  wt_session_on_edge(s, on_edge, NULL);
  now = what, told = 0;
  wt_status st = launch(s);
  snprintf(report, sizeof report, "%s", st ? wt_error(s) : "");
  wt_session_close(s);
  return st;
}

/* ---- oracle, memory, invariants ---- */
static int destination(wt_m *m) {
  wt_alu_out *a = &m->subcore->alu.o;
  if (!a->wb_valid || !a->wb_n || !a->wb_mask) return 0;
  a->wb_lo[wt_lowest(a->wb_mask)] ^= 1u << 31;
  return 1;
}
static int loaded(wt_m *m) {
  wt_lsu_state *q = &m->sm->lsu.q;
  if (!q->line_valid) return 0;
  for (unsigned i = 0; i < 32; i++) q->line_data[i] ^= 1;
  wt_lsu_moore(&m->sm->lsu);
  return 1;
}
static int predicate(wt_m *m) {
  wt_alu_out *a = &m->subcore->alu.o;
  if (!a->pw0_valid || a->pw0_p || !a->wb_mask) return 0;
  a->pw0_bits ^= a->wb_mask & -a->wb_mask;
  return 1;
}
static int uniform_word(wt_m *m, unsigned ur, uint32_t holds) {
  if (m->subcore->ureg.q.regs[ur] != holds) return 0;
  m->subcore->ureg.q.regs_w[ur] ^= 8;
  return 1;
}
static int uniform(wt_m *m) { return uniform_word(m, 6, 9); }
static int uniform_predicate(wt_m *m) { return uniform_word(m, 4, 5); }
static int stored(wt_m *m) {
  wt_lsu_state *q = &m->sm->lsu.q;
  if (!q->rq_valid || q->rq_op != WT_MEM_STORE) return 0;
  for (unsigned i = 0; i < 32; i++) q->rq_data[i] ^= 1u << 30;
  wt_lsu_moore(&m->sm->lsu);
  return 1;
}
static int next_pc(wt_m *m) {
  wt_hanoi_yr_state *q = &m->subcore->hanoi_yr.q;
  if (!q->redir_valid || !q->redir_pc || q->redir_stop) return 0;
  q->redir_pc += 16;
  wt_hanoi_yr_moore(&m->subcore->hanoi_yr);
  return 1;
}
static int write_back_owed(wt_m *m) {
  wt_alu_out *a = &m->subcore->alu.o;
  if (!a->wb_valid || a->wb_reg != 6 || !a->wb_n) return 0;
  a->wb_n = 0;
  return 1;
}
static int access_owed(wt_m *m) {
  wt_lsu_state *q = &m->sm->lsu.q;
  if (!q->rq_valid || q->rq_op != WT_MEM_STORE) return 0;
  q->rq_valid = 0, q->outstanding[q->rq_warp]--, q->has_outstanding = 0;
  wt_lsu_moore(&m->sm->lsu);
  return 1;
}
static int lane_lost(wt_m *m) {
  wt_hanoi_yr_state *q = &m->subcore->hanoi_yr.q;
  if (!(q->has_path & 1) || q->cur_mask[0] != 15) return 0;
  q->cur_mask_w[0] = 7;
  return 1;
}
static const struct {
  lie *what;
  int invariants;
  wt_status st;
  const char *says[2];
} lies[] = {
  {destination, 0, WT_DIFF, {"expected", "written"}},
  {loaded, 0, WT_DIFF, {"R4 expected", "written"}},
  {predicate, 0, WT_DIFF, {"P0 expected", "written"}},
  {uniform, 0, WT_DIFF, {"UR5 expected 00000009, written 00000001", ""}},
  {uniform_predicate, 0, WT_DIFF, {"UP0 expected 1, written 0", ""}},
  {stored, 0, WT_DIFF, {"final memory differs from the oracle's", ""}},
  {next_pc, 0, WT_DIFF, {"its own next pc is", ""}},
  {write_back_owed, 0, WT_DIFF, {"retired without the write-back of R6", ""}},
  {access_owed, 0, WT_DIFF, {"retired with the memory access of pc", "not performed"}},
  {lane_lost, 0, WT_DIFF, {"issue", "lane"}},
  {lane_lost, 1, WT_DIFF, {"invariant broken: control-flow unit, warp slot 0", "lanes of all paths are not those launched"}},
};
START_TEST(oracle_and_invariants_report_what_is_falsified) {
  ck_assert_msg(run_c(NULL, 1) == WT_OK, "nothing falsified: %s", report);
  wt_status st = run_c(lies[_i].what, lies[_i].invariants);
  ck_assert_msg(told, "lie %d was never told", _i);
  ck_assert_msg(st == lies[_i].st && strstr(report, lies[_i].says[0]) && strstr(report, lies[_i].says[1]), "lie %d: status %d, report: %s", _i, st,
                report);
}
END_TEST

/* ---- proof of no end ---- */
typedef struct {
  uint64_t first;
  int still;         /* the bit that was flipped is flipped at the end */
  uint32_t last, pc; /* of warp 0: what it issued last, and what the proof says it would issue next */
} proof;
static proof seen;
static struct {
  char *byte;
  char was;
  uint64_t at;
} flip;
static void flip_once(void *ctx, wt_machine *x, uint64_t cycle) {
  (void)ctx, (void)x;
  if (cycle == flip.at && flip.byte) flip.was = *flip.byte, *flip.byte ^= 1;
}
static void proved(void *ctx, wt_running *u, wt_status st) {
  (void)ctx, (void)st;
  const wt_tandem *t = u->t;
  seen.first = wt_noend_loop(u->sm->c.noend, 0)->first;
  seen.pc = wt_noend_loop(u->sm->c.noend, 0)->warp[0].next;
  seen.last = t->hist_n[0] ? t->hist[0][(t->hist_n[0] - 1) % WT_HISTORY].pc : 0;
  seen.still = flip.byte && *flip.byte == (char)(flip.was ^ 1);
}
static unsigned digests;
uint64_t __real_wt_mem_digest(const wt_mem *m);
uint64_t __wrap_wt_mem_digest(const wt_mem *m);
uint64_t __wrap_wt_mem_digest(const wt_mem *m) { return digests++, __real_wt_mem_digest(m); }
/* The body of an endless loop; one buffer. The word of the proof. */
static const char *endless(const char *body, int (*prepare)(wt_m *m)) {
  static char text[600], word[16];
  wt_session *s = kit_open(WT_BACKEND_C, "tiny", NULL, 1, 40000, 0);
  wt_addr buf = kit_alloc(s, 16, NULL);
  ck_assert_int_eq(wt_session_start(s), WT_OK);
  memset(&flip, 0, sizeof flip);
  seen = (proof){0};
  if (!prepare || prepare(s->x.m)) {
    wt_session_on_edge(s, flip_once, NULL);
    s->x.on_end = proved;
    snprintf(text, sizeof text, ".kernel k\n.regs 16\n.params 8\n  MOV R2, c[0x0][0x160]\n  MOV R3, c[0x0][0x164]\n%sL:\n%s  BRA L\n.end\n",
             "  MOV R4, 0x1\n", body);
    ck_assert_int_eq(kit_launch(s, kit_text(s, text, "k.sass"), 1, 4, &buf, 1), WT_NO_END);
  }
  snprintf(word, sizeof word, "%s", wt_verdict(s));
  snprintf(text, sizeof text, "%s: kernel k after ", word);
  ck_assert_msg(!strncmp(wt_error(s), text, strlen(text)), "%s and not %s", wt_error(s), text);
  wt_session_close(s);
  return word;
}
START_TEST(no_end_is_proved_of_the_whole_state) {
  ck_assert_str_eq(endless("", NULL), "livelock");
  ck_assert_uint_eq(seen.first, 4096);
  /* device memory alone tells the rounds apart */
  ck_assert_str_eq(endless("  RED.E.ADD.STRONG.GPU [R2], RZ\n", NULL), "livelock");
  digests = 0; /* of a memory that may be large: after 1, 2, 4, 8... times the rounds since a snapshot */
  ck_assert_str_eq(endless("  RED.E.ADD.STRONG.GPU [R2], R4\n", NULL), "max-cycles");
  ck_assert_msg(digests > 30 && digests < 45, "%u", digests);
  /* what a reader of the clock does next depends on what is not compared */
  ck_assert_str_eq(endless("  CS2R R6, SR_CLOCKLO\n  MOV R6, RZ\n", NULL), "max-cycles");
}
END_TEST

/* Loops of 2 to 6 instructions from 0x30: behind one that is no branch its neighbour follows. */
START_TEST(the_proof_knows_what_comes_next) {
  char body[300] = "";
  unsigned looked = 0;
  for (uint32_t n = 1; n < 6; n++) {
    strcat(body, "  IADD3 R5, R4, R4, RZ\n");
    ck_assert_str_eq(endless(body, NULL), "livelock");
    ck_assert_msg(seen.last >= 0x30 && seen.last <= 0x30 + 16 * n, "%x", seen.last);
    if (seen.last == 0x30 + 16 * n) continue;
    looked++;
    ck_assert_msg(seen.pc == seen.last + 16, "after 0x%x: 0x%x", seen.last, seen.pc);
  }
  ck_assert_uint_gt(looked, 0);
}
END_TEST

/* One bit in the last row of each memory of the machine, behind the snapshot: as long as it is another one the rounds are not the same state. */
static unsigned which, n_rows;
static char row_name[80];
static int choose_row(wt_m *m) {
  wt_blks *blks = wt_blks_new(m->S);
  ck_assert(blks != NULL);
  n_rows = 0;
  for (unsigned k = 0; k < blks->n; k++)
    for (unsigned r = 0; r < blks->blk[k].nrows && blks->blk[k].chosen && !blks->blk[k].outside; r++) {
      const wt_row *w = &blks->blk[k].rows[r];
      if (w->kind != WT_ROW_MEM || n_rows++ != which) continue;
      flip.byte = wt_row_ptr(m, &blks->blk[k], w, blks->blk[k].count - 1) + (w->depth - 1) * wt_row_stride(w);
      flip.at = 4097;
      snprintf(row_name, sizeof row_name, "%s.%s", blks->blk[k].stem, w->name);
    }
  wt_blks_free(blks);
  return 1;
}
START_TEST(every_memory_is_part_of_the_proof) {
  unsigned told_apart = 0;
  which = 0;
  do {
    const char *word = endless("", choose_row);
    if (!seen.still) continue; /* overwritten: nothing was falsified in the end */
    told_apart++;
    ck_assert_msg(!strcmp(word, "livelock") && seen.first > 4096, "%s differs, and the rounds count as the same (%s since %llu)", row_name, word,
                  (unsigned long long)seen.first);
  } while (++which < n_rows);
  printf("%u memories, %u told two rounds apart, the others were written again\n", n_rows, told_apart);
  ck_assert_uint_gt(told_apart, n_rows * 2 / 3);
}
END_TEST

/* ---- host reference ---- */
static void forge(void *ctx, wt_running *u, wt_status st) { /* behind the comparison with the oracle's memory */
  (void)ctx, (void)st;
  for (size_t i = 0; i < wt_mem_count(u->x->mem); i++) {
    wt_mem_area a = wt_mem_get(u->x->mem, i);
    if (a.size) *(uint8_t *)wt_mem_ptr(u->x->mem, a.base, 1) ^= 0x40;
  }
}
START_TEST(host_reference_reports_a_wrong_result) {
  static const char *const kernels[] = {"vecadd", "reduce", "hist", "matmul", "scan", "sha256"};
  char host[1200], cubin[1200], msg[600];
  for (unsigned k = 0; k < sizeof kernels / sizeof *kernels; k++)
    for (int forged = 0; forged < 2; forged++) {
      snprintf(host, sizeof host, "%s/%s/kernels/%s.so", wt_root(), WT_BUILD, kernels[k]);
      snprintf(cubin, sizeof cubin, "%s/tests/kernels/%s.cubin", wt_root(), kernels[k]);
      void *dl = dlopen(host, RTLD_NOW | RTLD_LOCAL);
      ck_assert_msg(dl != NULL, "%s", dlerror());
      int (*fn)(wt_session *, const wt_host_ctx *);
      *(void **)&fn = dlsym(dl, "wt_host");
      wt_session *s = kit_open(WT_BACKEND_C, "small", NULL, 1, 0, 0);
      ck_assert_int_eq(wt_session_start(s), WT_OK);
      if (forged) s->x.on_end = forge;
      msg[0] = 0;
      wt_host_ctx ctx = {cubin, 1, msg, sizeof msg, 0};
      int st = fn(s, &ctx);
      ck_assert_msg((st != WT_OK) == forged, "%s, %s: status %d %s %s", kernels[k], forged ? "forged" : "not forged", st, msg, wt_error(s));
      wt_session_close(s);
      dlclose(dl);
    }
}
END_TEST

/* ---- lock-step: first and last cycle, between launches, reset, an assertion ---- */
enum { RESET, FIRST, LAST, LAST_ROW, BETWEEN, BETWEEN_OUTPUT, ASSERTION, RTL_PATHS, COUNT };
typedef struct {
  int status;
  uint64_t calls[2]; /* of the hook, when the launches were over */
  char report[600];
} outcome;
static struct {
  int item;
  uint64_t calls, end; /* end: call of the last edge of the first launch */
  int done;
} step;

static void flip_rtl(wt_ls *l, const char *stem, const char *row, uint32_t at) {
  wt_bind *b = wt_ls_find(l, stem, 0, row);
  ck_assert_msg(b != NULL, "no row %s.%s", stem, row);
  b->rtl[(size_t)at * b->bytes] ^= 1, step.done = 1;
}
static void poke(void *ctx, wt_ls *l) {
  uint64_t c = ++step.calls;
  (void)ctx;
  if (step.item == RESET && c == 1) flip_rtl(l, "sched", "busy", 0);
  if (step.item == FIRST && c == 2) flip_rtl(l, "sched", "busy", 0);
  if (step.item == LAST && c == step.end) flip_rtl(l, "sched", "busy", 0);
  if (step.item == LAST_ROW && c == step.end) flip_rtl(l, "rfbank", "mem", 3);
  if (step.item == BETWEEN && c == step.end + 1) flip_rtl(l, "sched", "busy", 0);
  if (step.item == ASSERTION && !step.done && l->m->subcore->war.q.readers[0] == 1) { /* DispatchedWasCounted_A: the twins stay equal */
    flip_rtl(l, "war", "readers", 0);
    l->m->subcore->war.q.readers[0] = 0;
    wt_gpu_moore(l->m->gpu);
    l->part->rtl.api->settle(l->part->rtl.h);
  }
  if (step.item == RTL_PATHS && !step.done && l->m->subcore->hanoi_yr.q.cur_mask[0] == 15 && l->m->subcore->hanoi_yr.q.has_path & 1) {
    flip_rtl(l, "hanoi_yr", "cur_mask", 0);
    l->m->subcore->hanoi_yr.q.cur_mask_w[0] ^= 1;
  }
}
static void between(void *ctx, wt_machine *x, uint64_t cycle) {
  (void)ctx, (void)cycle;
  if (step.item == BETWEEN_OUTPUT && step.calls == step.end) x->m->subcore->sched.o.busy ^= 1, step.done = 1;
}
static wt_status rtl_alone(void *ctx, wt_running *u) { /* the invariants of the C twin are not looked at */
  wt_machine *x = ctx;
  u->sm->list.check[0] = u->sm->list.check[1];
  x->visit.next = UINT64_MAX;
  return WT_OK;
}
static outcome in_child(wt_session *s, int item, uint64_t end) {
  outcome o = {0};
  int fd[2], st;
  ck_assert_int_eq(pipe(fd), 0);
  fflush(stdout);
  pid_t pid = fork();
  ck_assert_int_ge(pid, 0);
  if (!pid) {
    memset(&step, 0, sizeof step);
    step.item = item, step.end = end;
    s->x.twin->ls.poke = poke;
    wt_session_on_edge(s, between, NULL);
    if (item == RTL_PATHS) wt_set_invariants(s, 2), s->x.visit = (wt_visit){0, rtl_alone, &s->x};
    for (int i = 0; i < 2 && !o.status; i++) o.status = launch(s), o.calls[i] = step.calls;
    if (!step.done && item != COUNT) o.status = -1;
    snprintf(o.report, sizeof o.report, "%.599s", o.status ? wt_error(s) : "");
    _exit(write(fd[1], &o, sizeof o) != (ssize_t)sizeof o);
  }
  close(fd[1]);
  ssize_t n = read(fd[0], &o, sizeof o);
  close(fd[0]);
  ck_assert_int_eq(waitpid(pid, &st, 0), pid);
  ck_assert_msg(n == (ssize_t)sizeof o, "the child of item %d ended without a result", item);
  return o;
}
START_TEST(lock_step_looks_at_every_moment) {
  static const struct {
    int item;
    const char *says[2];
  } t[] = {{RESET, {"reset values", "wt_sched"}},
           {FIRST, {"cycle 1 (after the clock edge)", "wt_sched"}},
           {LAST, {"after the clock edge", "wt_sched"}},
           {LAST_ROW, {"final sweep of the memories", "wt_rfbank"}},
           {BETWEEN, {"between two launches", "wt_sched"}},
           {BETWEEN_OUTPUT, {"between two launches", "wt_sched"}},
           {ASSERTION, {"after the clock edge", "assertion"}},
           {RTL_PATHS, {"invariant broken in the RTL", "warp slot 0"}}};
  wt_session *s = kit_open(WT_BACKEND_COSIM, "tiny", NULL, 1, 20000, 0);
  ck_assert_msg(wt_session_start(s) == WT_OK, "%s", wt_error(s));
  outcome plain = in_child(s, COUNT, 0);
  ck_assert_msg(plain.status == WT_OK && plain.calls[1] > plain.calls[0], "nothing falsified: %s", plain.report);
  for (unsigned i = 0; i < sizeof t / sizeof *t; i++) {
    outcome o = in_child(s, t[i].item, plain.calls[0]);
    ck_assert_msg(o.status == WT_DIFF && strstr(o.report, t[i].says[0]) && strstr(o.report, t[i].says[1]), "item %d: status %d, report: %s",
                  t[i].item, o.status, o.report);
  }
  wt_set_invariants(s, 2); /* nothing falsified: those of the RTL hold */
  ck_assert_msg(launch(s) == WT_OK, "%s", wt_error(s));
  wt_session_close(s);
}
END_TEST

int main(void) {
  Suite *s = suite_create("wt_checkers_run");
  TCase *tc = tcase_create("wt_checkers_run");
  tcase_set_timeout(tc, 900);
  tcase_add_loop_test(tc, oracle_and_invariants_report_what_is_falsified, 0, (int)(sizeof lies / sizeof *lies));
  tcase_add_test(tc, no_end_is_proved_of_the_whole_state);
  tcase_add_test(tc, the_proof_knows_what_comes_next);
  tcase_add_test(tc, every_memory_is_part_of_the_proof);
  tcase_add_test(tc, host_reference_reports_a_wrong_result);
  tcase_add_test(tc, lock_step_looks_at_every_moment);
  suite_add_tcase(s, tc);
  return suite_run(s);
}
