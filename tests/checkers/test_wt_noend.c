/* test_wt_noend.c - the proof of no end by itself (tb/lib/wt_noend.h): a machine that stands still, whose cycles, instructions, paths and memory the suite makes
 * up. When a snapshot is taken, what is in it, what counts as the same state, and what the report is given. Wrapped: wt_paths, wt_env_quiet, wt_env_writes,
 * wt_mem_digest, and allocations, one of which fails.
 */
#include <stdio.h>
#include <string.h>

#include "bench/wt_bench.h"
#include "isa/wt_asm.h"
#include "lib/wt_checks.h"
#include "lib/wt_noend.h"
#include "tests/suite.h"
#define FAILS_REALLOC
#include "tests/fails_kit.h"
#include "rows_kit.h"
#include "tests/saved_kit.h"

static int quiet, n_paths[2];
static uint64_t writes, digest, local;
static unsigned digests;
int __wrap_wt_env_quiet(const wt_env *e);
int __wrap_wt_env_quiet(const wt_env *e) { return (void)e, quiet; }
uint64_t __wrap_wt_env_writes(const wt_env *e);
uint64_t __wrap_wt_env_writes(const wt_env *e) { return (void)e, writes; }
uint64_t __wrap_wt_env_local_digest(const wt_env *e);
uint64_t __wrap_wt_env_local_digest(const wt_env *e) { return (void)e, local; }
uint64_t __wrap_wt_mem_digest(const wt_mem *m);
uint64_t __wrap_wt_mem_digest(const wt_mem *m) { return (void)m, digests++, digest; }
int __wrap_wt_paths(const wt_m *m, unsigned w, wt_path *p);
int __wrap_wt_paths(const wt_m *m, unsigned w, wt_path *p) {
  (void)m;
  for (int i = 0; i < n_paths[w]; i++) p[i] = (wt_path){16 * w, 1u << i, 0, WT_PATH_READY, 0};
  return n_paths[w];
}
void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_malloc(size_t size) { return fails() ? NULL : __real_malloc(size); }
wt_blks *__real_wt_blks_bare(const wt_shape *S);
wt_blks *__wrap_wt_blks_bare(const wt_shape *S);
static int turned;
wt_blks *__wrap_wt_blks_bare(const wt_shape *S) { /* its rows are not this suite's */
  int was = fails_once;
  fails_once = 0;
  if (was && !before_it_fails--) return NULL;
  wt_blks *b = __real_wt_blks_bare(S);
  fails_once = was;
  return turned ? turned_round(b) : b;
}

enum { INSNS = 4 };
static wt_bench *bench;
static wt_m *m;
static wt_env *env;
static wt_mem *mem;
static wt_noend *n;
static wt_tandem t;
static wt_word code[INSNS];
static uint8_t reach[INSNS];
static wt_launch_desc L;
static void open_proof(void) {
  if (n) wt_noend_free(n);
  memset(&t, 0, sizeof t);
  t.S = &bench->shape, t.L = &L;
  quiet = 0, writes = digest = local = digests = 0, n_paths[0] = n_paths[1] = 1;
  n = wt_noend_new(m, &L, env);
  ck_assert(n != NULL);
}
static void begin(void) {
  char err[400];
  bench = wt_bench_open_model("hanoi_yr", "tiny", NULL, 1, err, sizeof err);
  ck_assert_msg(bench && !wt_bench_reset(bench), "%s", err);
  m = bench->m;
  memset(code, 0, sizeof code);
  L = (wt_launch_desc){.kernel = "k", .code = code, .n_insns = INSNS};
  mem = wt_mem_new();
  env = wt_env_new(&bench->shape, &L, mem);
  ck_assert(env && mem);
  open_proof();
}
static void end(void) {
  wt_noend_free(n);
  n = NULL;
  wt_env_free(env);
  wt_mem_free(mem);
  wt_bench_close(bench);
}
static const char *at(uint64_t cycle) { /* word, NULL while nothing is proved */
  t.tally.cycles = cycle;
  const wt_cause cause = wt_noend_cycle(n, m, &t, env, mem);
  return cause ? wt_cause_word(cause) : NULL;
}
/* An instruction issues in this cycle. */
static const char *issue(uint64_t cycle, unsigned w, uint32_t pc, uint64_t mask) {
  m->subcore->issue.o.valid = 1, m->subcore->sched.o.sel_warp = (uint8_t)w;
  uop_put_pc(m->subcore->ibuffer.o.uop, pc);
  m->subcore->hanoi_yr.o.mask = mask;
  t.tally.warp_instructions++;
  const char *word = at(cycle);
  m->subcore->issue.o.valid = 0;
  return word;
}
static void is(const char *word, const char *want) {
  ck_assert_msg(want ? word && !strcmp(word, want) : !word, "%s, not %s", word ? word : "nothing", want ? want : "nothing");
}

START_TEST(snapshots_are_at_powers_of_two) {
  begin();
  uint8_t *bit = &m->subcore->hanoi_yr.q.e_kind;
  is(issue(4095, 0, 0, 1), NULL);
  *bit ^= 1;
  is(issue(4096, 0, 0, 1), NULL); /* here: the state is the one with the bit */
  *bit ^= 1;
  is(issue(4097, 0, 0, 1), NULL);
  is(issue(8191, 0, 0, 1), NULL);
  is(issue(8192, 0, 0, 1), NULL); /* the next one: without */
  *bit ^= 1;
  is(issue(8200, 0, 0, 1), NULL);
  *bit ^= 1;
  is(issue(8201, 0, 0, 1), "livelock");
  const wt_loop *l = wt_noend_loop(n, 0);
  ck_assert(l->first == 8192 && l->again == 8201 && l->issued == 2);
  is(at(8202), "livelock"); /* what has been proved stays */
  open_proof();
  is(issue(100000, 0, 0, 1), NULL); /* late: the next is at the next power of two behind it */
  is(issue(131071, 0, 0, 1), "livelock");
  open_proof();
  is(issue(100000, 0, 0, 1), NULL);
  is(issue(131072, 0, 0, 1), NULL);
  is(issue(131073, 0, 0, 1), "livelock");
  ck_assert_uint_eq(wt_noend_loop(n, 0)->first, 131072);
  end();
}
END_TEST

START_TEST(where_nothing_moves_a_snapshot_is_taken_at_once) {
  begin();
  is(issue(100, 0, 0, 1), NULL);
  is(at(355), NULL);
  is(at(356), NULL); /* something is on its way still */
  quiet = 1;
  is(at(357), NULL);
  is(at(358), "deadlock");
  const wt_loop *l = wt_noend_loop(n, 0);
  ck_assert(l->first == 357 && l->again == 358 && !l->issued);
  open_proof();
  is(issue(100, 0, 0, 1), NULL);
  quiet = 1;
  is(at(355), NULL); /* 256 cycles from the issue on */
  is(at(356), NULL);
  is(at(400), "deadlock");
  ck_assert_uint_eq(wt_noend_loop(n, 0)->first, 356);
  open_proof();
  is(issue(100, 0, 0, 1), NULL);
  quiet = 1;
  is(at(356), NULL);
  m->subcore->hanoi_yr.q.e_kind ^= 1;
  is(at(700), NULL); /* no second one before something has been issued */
  m->subcore->hanoi_yr.q.e_kind ^= 1;
  is(at(701), "deadlock");
  ck_assert_uint_eq(wt_noend_loop(n, 0)->first, 356);
  open_proof();
  quiet = 1;
  is(at(255), NULL); /* nothing has ever been issued */
  is(at(256), NULL);
  is(at(257), "deadlock");
  end();
}
END_TEST

/* Memory: the same number of writes, or the same digest; one that differed is not looked at again before as long a time has passed. */
START_TEST(memory_is_part_of_the_state) {
  begin();
  digest = 5, writes = 3;
  is(issue(4096, 0, 0, 1), NULL);
  ck_assert_uint_eq(digests, 1);
  is(issue(4100, 0, 0, 1), "livelock");
  ck_assert_uint_eq(digests, 1); /* no write, no digest */
  open_proof();
  digest = 5;
  is(issue(4096, 0, 0, 1), NULL);
  writes = 1, digest = 6;
  is(issue(4106, 0, 0, 1), NULL);
  ck_assert_uint_eq(digests, 2);
  digest = 5;
  is(issue(4115, 0, 0, 1), NULL); /* 10 cycles are not over */
  ck_assert_uint_eq(digests, 2);
  is(issue(4116, 0, 0, 1), "livelock");
  ck_assert_uint_eq(digests, 3);
  open_proof();
  is(issue(4096, 0, 0, 1), NULL);
  writes = 1, digest = 6;
  is(issue(8191, 0, 0, 1), NULL);
  is(issue(8192, 0, 0, 1), NULL);
  writes = 2;
  is(issue(8193, 0, 0, 1), "livelock"); /* a new snapshot waits for nothing */
  for (unsigned k = 0; k < 3; k++) {    /* local memory is part of it */
    static const uint64_t d[3][2] = {{7, 0}, {4, 1}, {1, 3}};
    open_proof();
    digest = 5, local = 3;
    is(issue(4096, 0, 0, 1), NULL);
    writes = 1, digest = d[k][0], local = d[k][1];
    is(issue(4097, 0, 0, 1), NULL);
    digest = 5, local = 3;
    is(issue(4098, 0, 0, 1), "livelock");
  }
  end();
}
END_TEST

/* Kernels that read what is not compared, a clock or a timer, may only stand still. */
START_TEST(readers_of_clocks) {
  static const char *const text[] = {"S2R R0, SR_TID.X", "CS2R R0, SR_CLOCKLO", "S2UR UR4, SR_TID.X", "MOV R0, R1"};
  static const unsigned sr[] = {0, 1, 2, 79, 80, 81, 254, 255};
  begin();
  for (unsigned k = 0; k < 4; k++)
    for (unsigned i = 0; i < sizeof sr / sizeof *sr; i++)
      for (unsigned where = 0; where < 12; where++) {
        char err[200];
        wt_word w;
        unsigned insn = where % INSNS, reached = where / INSNS; /* 2: not known */
        ck_assert_msg(wt_asm_text(text[k], 0, NULL, NULL, &w, err, sizeof err) == WT_OK, "%s: %s", text[k], err);
        w.hi = (w.hi & ~UINT64_C(0xff00)) | (uint64_t)sr[i] << 8;
        memset(code, 0, sizeof code);
        code[insn] = w;
        memset(reach, 1, sizeof reach);
        reach[insn] = (uint8_t)reached;
        L.reach = reached == 2 ? NULL : reach;
        open_proof();
        int reads = k < 3 && (sr[i] == 1 || (sr[i] >= 80 && sr[i] < 255)) && reached;
        is(issue(4096, 0, 0, 1), NULL);
        is(issue(4097, 0, 0, 1), reads ? NULL : "livelock");
        if (!reads) continue;
        is(at(4098), NULL); /* of the instruction since the snapshot it may have learnt something */
        quiet = 1;
        is(at(4097 + 256), NULL);
        is(at(4097 + 257), "deadlock");
      }
  end();
}
END_TEST

/* What issued since the snapshot, and the paths and next instructions of the warps when their unit lets go of them; 4096 cycles at most. */
START_TEST(what_the_report_is_given) {
  begin();
  is(issue(1, 0, 16, 1), NULL);
  t.resident = 3;
  t.hist[1][7].pc = 0x30, t.hist_n[1] = 8;
  n_paths[0] = -1, n_paths[1] = 0;
  is(issue(4096, 0, 16, 1), NULL);
  is(issue(4097, 1, 32, 4), NULL); /* a proof, and a warp that the unit works on */
  const wt_loop *l = wt_noend_loop(n, 0);
  for (unsigned w = 0; w < 2; w++)
    for (unsigned i = 0; i < INSNS; i++) ck_assert_uint_eq(l->lanes[w * INSNS + i], w == 1 && i == 2 ? 4 : 0);
  is(issue(4098, 1, 32, 3), NULL);
  is(issue(4099, 1, 16 * INSNS, 3), NULL); /* behind the code */
  is(issue(4099, 0, 16 * INSNS, 3), NULL);
  ck_assert(l->lanes[INSNS + 2] == 7 && l->lanes[INSNS - 1] == 0 && l->lanes[INSNS] == 0 && l->warp[0].n == -1 && l->warp[1].n == 0);
  ck_assert(l->warp[1].next == 0x30 && l->warp[0].next == 0);
  n_paths[1] = 2; /* it has been seen: what it does later is not asked for */
  n_paths[0] = 2;
  is(at(4100), "livelock");
  ck_assert(l->warp[0].n == 2 && l->warp[1].n == 0 && l->warp[0].path[1].mask == 2 && l->warp[0].path != l->warp[1].path);
  ck_assert_uint_eq(l->warp[1].path - l->warp[0].path, WT_MAX_PATHS);
  open_proof();
  t.resident = 2, n_paths[1] = -1;
  is(issue(4096, 0, 0, 1), NULL);
  is(issue(4097, 0, 0, 1), NULL);
  is(at(4097 + 4096), NULL);
  is(at(4097 + 4097), "livelock");
  ck_assert_int_eq(wt_noend_loop(n, 0)->warp[1].n, -1);
  /* the head of the I-buffer is next */
  open_proof();
  t.resident = 2, t.hist_n[1] = 3, t.hist[1][2].pc = 0x10;
  wt_ibuffer_state *q = &m->subcore->ibuffer.q;
  unsigned head = bench->shape.IBUF_DEPTH - 1;
  q->count[1] = 1, q->head[1] = (uint8_t)head;
  uop_put_pc(q->entries_w + (size_t)(bench->shape.IBUF_DEPTH + head) * UOP_WORDS, 0x50);
  is(issue(4096, 0, 0, 1), NULL);
  is(issue(4097, 0, 0, 1), "livelock");
  ck_assert_uint_eq(wt_noend_loop(n, 0)->warp[1].next, 0x50);
  end();
}
END_TEST

/* The snapshot: what the machine sees of its environment and what is on its way there, and each state row of each instance, wherever it stands in the table
 * of its block, once, but for the counter of cycles. */
START_TEST(every_row_is_in_a_snapshot) {
  static const char *const under_way[] = {"noend.flight.now", "noend.flight.n", "noend.flight[0]"};
  wt_saved l = {0};
  unsigned copies = 0, rows = 0, found;
  turned = _i;
  begin();
  wt_noend_saved(n, &l);
  ck_assert(!strcmp(l.row[0].name, "noend.at") && !strcmp(l.row[0].section, "noend"));
  wt_blks *blks = wt_blks_new(&bench->shape);
  for (unsigned i = 0; i < l.n; i++) copies += !strncmp(l.row[i].name, "noend.copy[", 11);
  for (unsigned k = 0; k < blks->n; k++)
    for (unsigned i = 0; i < blks->blk[k].count; i++)
      for (unsigned r = 0; r < blks->blk[k].nrows; r++) {
        const wt_blk *b = &blks->blk[k];
        const wt_row *row = &b->rows[r];
        if ((row->kind != WT_ROW_FF && row->kind != WT_ROW_MEM) || !b->chosen || b->outside) continue;
        const char *live = wt_row_ptr(m, b, row, i);
        found = 0;
        for (unsigned s = 0; s < l.n; s++) found += l.row[s].base == live && l.row[s].elem == wt_row_bytes(row);
        int clock = !strcmp(b->stem, "sreg") && !strcmp(row->name, "clock");
        ck_assert_msg(found == !clock, "wt_%s[%u].%s: %u times", b->stem, i, row->name, found);
        rows += !clock;
      }
  ck_assert_uint_eq(copies, rows + 3); /* what is seen of data, instruction and constant memory */
  found = 0;
  for (unsigned s = 0; s < l.n; s++) found += l.row[s].base == (const char *)&m->sm->env && l.row[s].elem == sizeof m->sm->env;
  ck_assert_uint_eq(found, 1);
  for (unsigned k = 0; k < 3; k++) {
    found = 0;
    for (unsigned s = 0; s < l.n; s++) found += !strcmp(l.row[s].name, under_way[k]);
    ck_assert_msg(found == 1, "%s: %u times", under_way[k], found);
  }
  wt_blks_free(blks);
  wt_saved_free(&l);
  turned = 0;
  end();
}
END_TEST

/* A proof that goes through a checkpoint in any cycle says the same in the same cycle, of the same loop. */
START_TEST(a_saved_proof_goes_on) {
  for (unsigned when = 0; when < 4; when++) {
    begin();
    t.resident = 3, n_paths[0] = -1, n_paths[1] = 2;
    for (unsigned c = 0; c < 4; c++) {
      if (c < 3) is(issue(4096 + c, c & 1, 16 * c, c + 1), NULL);
      else {
        n_paths[0] = 1, n_paths[1] = -1; /* which is known already */
        is(at(4099), "livelock");
      }
      if (c != when) continue;
      wt_saved from = {0}, into = {0};
      wt_noend *to = wt_noend_new(m, &L, env);
      ck_assert_ptr_nonnull(to);
      wt_noend_saved(n, &from), wt_noend_saved(to, &into);
      saved_over(&from, &into);
      wt_noend_free(n);
      n = to;
      wt_noend_loaded(n);
    }
    const wt_loop *l = wt_noend_loop(n, 0);
    ck_assert_int_eq(l->cause, WT_CAUSE_LIVELOCK);
    ck_assert(l->first == 4096 && l->again == 4097 && l->issued == 1);
    ck_assert(l->warp[0].n == 1 && l->warp[0].path[0].mask == 1 && l->warp[0].path[0].pc == 0);
    ck_assert(l->warp[1].n == 2 && l->warp[1].path[0].pc == 16 && l->warp[1].path[1].mask == 2);
    ck_assert(l->lanes[INSNS + 1] == 2 && l->lanes[2] == 3);
    end();
  }
}
END_TEST

START_TEST(each_allocation_may_fail) {
  begin();
  unsigned k = 0;
  for (int st = 0; !st; k++) {
    fails_once = 1, before_it_fails = k;
    wt_noend *x = wt_noend_new(m, &L, env);
    st = fails_once, fails_once = 0;
    ck_assert_msg((x != NULL) == st || (k == 1 && !x), "allocation %u", k);
    if (k == 1) st = 0;
    wt_noend_free(x);
  }
  ck_assert_uint_gt(k, 100);
  end();
}
END_TEST

int main(void) {
  Suite *s = suite_create("wt_noend");
  TCase *tc = tcase_create("wt_noend");
  tcase_set_timeout(tc, 120);
  tcase_add_test(tc, a_saved_proof_goes_on);
  tcase_add_test(tc, snapshots_are_at_powers_of_two);
  tcase_add_test(tc, where_nothing_moves_a_snapshot_is_taken_at_once);
  tcase_add_test(tc, memory_is_part_of_the_state);
  tcase_add_test(tc, readers_of_clocks);
  tcase_add_test(tc, what_the_report_is_given);
  tcase_add_loop_test(tc, every_row_is_in_a_snapshot, 0, 2);
  tcase_add_test(tc, each_allocation_may_fail);
  suite_add_tcase(s, tc);
  return suite_run(s);
}
