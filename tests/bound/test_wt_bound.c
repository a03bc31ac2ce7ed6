/* test_wt_bound.c - the issue model: its tables of worked examples to the letter, bounds worked by hand, and what every engine owes any input. */
#include <string.h>

#include "bound/wt_bound.h"
#include "tests/suite.h"

static char err[400];

static void read_text(const char *text, wt_bound_input *in) {
  char path[] = "/tmp/wt_bound_XXXXXX";
  const int fd = mkstemp(path);
  ck_assert_int_ge(fd, 0);
  ck_assert_int_eq(write(fd, text, strlen(text)), (ssize_t)strlen(text));
  close(fd);
  const int rc = wt_bound_read(path, in, err, sizeof err);
  unlink(path);
  ck_assert_msg(!rc, "%s", err);
}

static wt_bound_opt one_cycle(void) {
  wt_bound_opt o = wt_bound_defaults();
  o.latency = o.load_latency = 1;
  return o;
}

/* ---- worked examples ---- */

static const char *const example[] = {"classic", "nested", "loop", "barrier", "tv20"};
enum { EXAMPLES = sizeof example / sizeof *example };
static const wt_bound_kind all[] = {{WT_BOUND_STACK, 0},    {WT_BOUND_LWM, 0},     {WT_BOUND_TBC, 0},
                                    {WT_BOUND_DWF_MAJ, 0},  {WT_BOUND_DWF_MIN, 0}, {WT_BOUND_DWF_TIME, 0},
                                    {WT_BOUND_DWF_PDOM, 0}, {WT_BOUND_DWF_PC, 0},  {WT_BOUND_CROWN, 0}};
enum { ALL = sizeof all / sizeof *all };

START_TEST(tables) {
  char path[300], *want = NULL, *got;
  size_t n = 0;
  wt_bound_input in;
  wt_bound_numbers b;
  const wt_bound_opt o = one_cycle();
  snprintf(path, sizeof path, WT_ROOT "/tests/bound/%s.txt", example[_i]);
  FILE *f = fopen(path, "r");
  ck_assert_ptr_nonnull(f);
  ck_assert_int_gt(getdelim(&want, &n, 0, f), 0);
  fclose(f);
  snprintf(path, sizeof path, WT_ROOT "/tests/bound/%s.paths", example[_i]);
  ck_assert_msg(!wt_bound_read(path, &in, err, sizeof err), "%s", err);
  ck_assert_int_eq(wt_bound_count(&in, &b), 0);
  f = open_memstream(&got, &n);
  wt_bound_heading(&in, &b, f);
  ck_assert_int_eq(wt_bound_text(&in, all, ALL, &o, f), 0);
  fclose(f);
  ck_assert_str_eq(got, want);
  free(got), free(want);
  wt_bound_free(&in);
}
END_TEST

/* ---- bounds worked by hand ---- */

/* Four lanes, eight threads. Lane 0 executes pc 5 three times (thread 0 once, thread 4 twice), lane 1 once: bound 3 of it, free 1. Both go to 9 at the end:
 * lane 0 twice, lane 1 once: bound 2, free 1. Greedy issues 5 and 9 with both lanes, and three times thread 4 alone. */
START_TEST(by_hand) {
  wt_bound_input in;
  wt_bound_numbers b;
  read_text("lanes 4\nthread 5 9\nthread 5 9\nthread\nthread\nthread 5 5 9\nthreads 3\n", &in);
  ck_assert_int_eq(wt_bound_count(&in, &b), 0);
  ck_assert_uint_eq(b.threads, 7);
  ck_assert_uint_eq(b.bound, 3 + 2);
  ck_assert_uint_eq(b.free_lanes, 1 + 1);
  ck_assert_uint_eq(b.greedy, 5);
  wt_bound_free(&in);
}
END_TEST

/* As many as there are, whatever room a list of them has at first. */
START_TEST(many_ctas) {
  static char text[20000];
  wt_bound_input in;
  wt_bound_numbers b;
  for (unsigned n = 1; n <= 300; n += n < 40 ? 1 : 65) {
    size_t k = (size_t)snprintf(text, sizeof text, "lanes 4\n");
    for (unsigned i = 0; i < n; i++) k += (size_t)snprintf(text + k, sizeof text - k, "cta\nthreads 2 0-2\n");
    read_text(text, &in);
    ck_assert_uint_eq(in.n_ctas, n);
    ck_assert_uint_eq(in.n_threads, 2 * n);
    ck_assert_int_eq(wt_bound_count(&in, &b), 0);
    ck_assert_uint_eq(b.threads, 6 * n);
    ck_assert_uint_eq(b.bound, 3 * n);
    wt_bound_free(&in);
  }
}
END_TEST

/* A CTA of its own shares no issue: the same threads cost twice as much. */
START_TEST(ctas_apart) {
  wt_bound_input in;
  wt_bound_numbers b;
  wt_bound_run r;
  const wt_bound_opt o = one_cycle();
  read_text("lanes 4\nthreads 2 0-4\ncta\nthread 0-4\nthread\nthreads 2 0-4\n", &in);
  ck_assert_int_eq(wt_bound_count(&in, &b), 0);
  ck_assert_uint_eq(b.bound, 10);
  ck_assert_uint_eq(b.free_lanes, 10);
  ck_assert_uint_eq(b.greedy, 10);
  for (unsigned k = 0; k < ALL; k++) {
    ck_assert_int_eq(wt_bound_simulate(&in, all[k], &o, &r), 0);
    ck_assert_uint_eq(r.issues, 10);
    ck_assert_uint_eq(r.lanes, 25);
  }
  wt_bound_free(&in);
}
END_TEST

/* ---- structured programs, drawn, whose issues on a stack follow from their structure ---- */

enum { LANES = 4, PLACES = 32, NODES = 200, MOST_PC = 400 };
typedef struct node {
  enum { PLAIN, IF, LOOP } kind;
  uint32_t pc, jump;               /* jump: over the other side; in front of the loop */
  const struct node *in[2], *next; /* then and else, or the body; what follows */
} node;
typedef struct {
  node node[NODES];
  unsigned n;
  uint32_t pc;
  unsigned seed;
  wt_bound_input in;
  int keep; /* steps go into the input */
} program;

static unsigned drawn(program *p, unsigned below) {
  p->seed = p->seed * 1103515245u + 12345u;
  return (p->seed >> 16) % below;
}

/* What a thread does at a branch, whoever asks: it depends on how far it has come. */
static size_t steps[PLACES];
static int decides(const program *p, unsigned thread, uint32_t pc) {
  uint32_t h = (uint32_t)(thread * 2654435761u) ^ (pc * 40503u) ^ (uint32_t)(steps[thread] * 2246822519u) ^ p->seed;
  h ^= h >> 15, h *= 2246822519u, h ^= h >> 13;
  return h % 5 < 2;
}

static const node *draw(program *p, unsigned deep) {
  node *first = NULL, *last = NULL;
  for (unsigned k = 1 + drawn(p, 3); k && p->n < NODES && p->pc < MOST_PC - 40; k--) {
    node *n = &p->node[p->n++];
    *n = (node){.kind = deep ? drawn(p, 3) : PLAIN, .pc = p->pc++};
    if (n->kind == IF) {
      n->in[0] = draw(p, deep - 1);
      n->jump = p->pc++;
      n->in[1] = drawn(p, 2) ? draw(p, deep - 1) : NULL;
      p->in.insn[n->pc] = (wt_bound_insn){WT_BOUND_BRANCH, p->pc};
    } else if (n->kind == LOOP) {
      n->in[0] = draw(p, deep - 1);
      n->jump = n->pc, n->pc = p->pc++; /* the latch */
      p->in.insn[n->pc] = (wt_bound_insn){WT_BOUND_BRANCH, n->pc + 1};
    } else if (!drawn(p, 4)) {
      p->in.insn[n->pc].flags = WT_BOUND_LOAD;
    }
    if (last) last->next = n;
    else first = n;
    last = n;
  }
  return first;
}

/* With the EXIT at its end. */
static const node *draw_program(program *p) {
  node *first = &p->node[p->n++], *exit = &p->node[p->n++];
  first->pc = p->pc++, first->next = draw(p, 3);
  const node **end = &first->next;
  while (*end) end = (const node **)&(*end)->next;
  *end = exit;
  exit->pc = p->pc++;
  return first;
}

/* An instruction of these threads: as many issues as its fullest lane has threads. */
static uint64_t executes(program *p, uint32_t set, uint32_t pc) {
  unsigned of[LANES] = {0}, most = 0;
  for (unsigned t = 0; t < PLACES; t++) {
    if (!(set >> t & 1)) continue;
    if (++of[t % LANES] > most) most = of[t % LANES];
    steps[t]++;
    if (p->keep) ck_assert_int_eq(wt_bound_add_step(&p->in, t, pc), 0);
  }
  return most;
}

static uint64_t cost(program *p, const node *n, uint32_t set) {
  uint64_t c = 0;
  for (; n && set; n = n->next) {
    uint32_t to[2] = {0, 0};
    if (n->kind == LOOP) {
      c += executes(p, set, n->jump);
      for (uint32_t left = set; left;) {
        uint32_t again = 0;
        c += cost(p, n->in[0], left);
        c += executes(p, left, n->pc);
        for (unsigned t = 0; t < PLACES; t++)
          if (left >> t & 1 && decides(p, t, n->pc)) again |= UINT32_C(1) << t;
        left = again;
      }
      continue;
    }
    c += executes(p, set, n->pc);
    if (n->kind == PLAIN) continue;
    for (unsigned t = 0; t < PLACES; t++)
      if (set >> t & 1) to[decides(p, t, n->pc)] |= UINT32_C(1) << t;
    c += cost(p, n->in[0], to[0]);
    c += executes(p, to[0], n->jump);
    c += cost(p, n->in[1], to[1]);
  }
  return c;
}

static uint64_t cost_of_warps(program *p, const node *n, unsigned warp) {
  uint64_t c = 0;
  memset(steps, 0, sizeof steps);
  for (unsigned first = 0; first < PLACES; first += warp) c += cost(p, n, (warp < 32 ? (UINT32_C(1) << warp) - 1 : UINT32_MAX) << first);
  return c;
}

START_TEST(structured) {
  static program p;
  static const unsigned warp[] = {LANES, 8, 16, PLACES};
  p = (program){.seed = 77u + (unsigned)_i, .in = {.lanes = LANES, .bytes = 1, .n_insns = MOST_PC}};
  p.in.insn = calloc(MOST_PC, sizeof *p.in.insn);
  const node *n = draw_program(&p);
  ck_assert_int_eq(wt_bound_add_cta(&p.in, PLACES), 0);
  p.keep = 1;
  uint64_t want[4] = {cost_of_warps(&p, n, warp[0])}, threads = 0, issued[2];
  p.keep = 0;
  for (unsigned i = 1; i < 4; i++) want[i] = cost_of_warps(&p, n, warp[i]);
  for (unsigned t = 0; t < PLACES; t++) threads += p.in.thread[t].n;
  wt_bound_numbers b;
  ck_assert_int_eq(wt_bound_count(&p.in, &b), 0);
  ck_assert_uint_eq(b.threads, threads);
  ck_assert_uint_le(b.free_lanes, b.bound);
  ck_assert_uint_le(b.bound, b.greedy);
  for (unsigned slow = 0; slow < 2; slow++) {
    wt_bound_opt o = one_cycle();
    wt_bound_run r;
    if (slow) o.latency = 3, o.load_latency = 20;
    for (unsigned i = 0; i < 4; i++) { /* lane activity of a stack is independent of time */
      ck_assert_int_eq(wt_bound_simulate(&p.in, (wt_bound_kind){WT_BOUND_LWM, warp[i]}, &o, &r), 0);
      ck_assert_uint_eq(r.issues, want[i]);
      ck_assert_uint_eq(r.lanes, threads);
    }
    for (unsigned k = 0; k < ALL; k++) {
      ck_assert_int_eq(wt_bound_simulate(&p.in, all[k], &o, &r), 0);
      ck_assert_int_eq(r.deadlock, 0);
      ck_assert_uint_eq(r.lanes, threads);
      ck_assert_uint_ge(r.issues, b.bound);
      ck_assert_uint_ge(r.cycles, r.issues);
      if (all[k].engine == WT_BOUND_STACK) ck_assert_uint_eq(r.issues, want[0]);
      if (all[k].engine == WT_BOUND_TBC) ck_assert_uint_eq(r.issues, issued[0] = want[3]);
    }
    ck_assert_int_eq(wt_bound_simulate(&p.in, (wt_bound_kind){WT_BOUND_CAPRI, 0}, &o, &r), 0);
    issued[1] = r.issues;
    ck_assert_uint_le(issued[0], issued[1]); /* where CAPRI does not wait it does not compact */
    ck_assert_uint_ge(r.divergent, r.adequate);
  }
  wt_bound_free(&p.in);
}
END_TEST

int main(void) {
  Suite *s = suite_create("bound");
  TCase *t = tcase_create("examples");
  tcase_add_loop_test(t, tables, 0, EXAMPLES);
  suite_add_tcase(s, t);
  t = tcase_create("bounds");
  tcase_add_test(t, by_hand);
  tcase_add_test(t, many_ctas);
  tcase_add_test(t, ctas_apart);
  suite_add_tcase(s, t);
  t = tcase_create("structured");
  tcase_add_loop_test(t, structured, 0, 200);
  suite_add_tcase(s, t);
  return suite_run(s);
}
