/* test_wt_pairs.c - predicated pairs with control codes (pairs_gen.h) on random shapes and memory latencies, with the oracle and without it: what the threads hold in
 * the end is what the program says.
 *
 * WT_PAIRS_COUNT: programs of 40 pairs (100; with LONG 2500, 10^5 pairs), WT_PAIRS_SEED: the first one. A program that fails is left in /tmp/pairs_<number>.sass.
 */
#include <stdio.h>
#include <stdlib.h>

#include "tests/kernel_kit.h"
#include "tests/suite.h"
#include "tests/top/pairs_gen.h"

static pair_program prog;
static unsigned long kinds[PAIR_KINDS];

static unsigned long number(const char *name, unsigned long otherwise) {
  const char *v = getenv(name);
  return v ? strtoul(v, NULL, 0) : otherwise;
}

static void failed(unsigned long seed, const char *const *set, const char *why) {
  char file[100], shape[300] = "";
  for (; *set; set++) snprintf(shape + strlen(shape), sizeof shape - strlen(shape), "%s ", *set);
  snprintf(file, sizeof file, "/tmp/pairs_%lu.sass", seed);
  FILE *f = fopen(file, "w");
  if (f) fputs(prog.text, f), fclose(f);
  ck_abort_msg("program %lu (%s) on small-cc %s%s: %.900s", seed, file, shape, seed % 2 ? "without the oracle" : "", why);
}

/* A shape on which code of nvcc has its distances: fp32 in one pass. */
static void shape(uint64_t *rng, char text[6][40], const char *set[8]) {
  static const char *const memory[] = {"MEM_LAT=1",   "MEM_LAT=17",  "MEM_LAT=40",       "MEM_LAT=63",       "MEM_LAT=100",
                                       "MEM_LAT=211", "MEM_LAT=300", "MEM_MODEL=l2dram", "MEM_MODEL=l2dram", "MEM_LAT=400"};
  static const char *const others[] = {"COLLECTORS=2",   "COLLECTORS=4",  "COLLECTORS=8",  "LSU_ENTRIES=1", "LSU_ENTRIES=8",
                                       "IBUF_DEPTH=8",   "FP64_LAT=8",    "L1_BYTES=4096", "REPLAY=replay", "SCHED=lrr",
                                       "SCHED=twolevel", "SMEM_BANKS=16", "RF_BANKS=8",    "XU_LANES=1"};
  static const unsigned lanes[] = {4, 8, 16, 32};
  pair_program *p = &prog; /* its generator of numbers alone */
  unsigned n = 0, l = lanes[*rng % 4];
  p->rng = *rng;
  set[n++] = memory[pair_below(p, 10)];
  snprintf(text[0], sizeof text[0], "LANES=%u", l), snprintf(text[1], sizeof text[1], "FP_LANES=%u", l);
  set[n++] = text[0], set[n++] = text[1];
  for (unsigned k = pair_below(p, 4); k; k--) set[n++] = others[pair_below(p, sizeof others / sizeof *others)];
  set[n] = NULL;
}

static void programs(wt_backend backend, unsigned long count) {
  unsigned long first = number("WT_PAIRS_SEED", 1);
  for (unsigned long seed = first; seed < first + count; seed++) {
    char text[6][40], why[1000];
    const char *set[8], *const plain[] = {"MEM_LAT=100", NULL};
    uint32_t got[PAIR_OUT][PAIR_THREADS];
    uint64_t rng = seed * UINT64_C(0xd1342543de82ef95) >> 7;
    shape(&rng, text, set);
    pair_make(&prog, seed, kinds);
    wt_options o = {backend, "small-cc", backend == WT_BACKEND_C ? set : plain, seed, UINT64_C(2000000), seed % 2};
    wt_session *s;
    ck_assert_msg(wt_session_open(&o, &s) == WT_OK, "%s", wt_error(NULL));
    wt_set_quiet(s, 1);
    wt_module *m = kit_text(s, prog.text, "pairs");
    wt_addr in = kit_alloc(s, sizeof prog.in, prog.in), out = kit_alloc(s, sizeof prog.out, NULL);
    ck_assert_int_eq(wt_fill(s, out, 0, sizeof prog.out), WT_OK);
    wt_arg args[] = {{&in, sizeof in}, {&out, sizeof out}, {&prog.param, sizeof prog.param}};
    wt_dims d = {{1, 1, 1}, {PAIR_THREADS, 1, 1}, 0};
    if (wt_launch(s, m, NULL, &d, args, 3)) failed(seed, o.set, wt_error(s));
    ck_assert_int_eq(wt_copy_out(s, got, out, sizeof got), WT_OK);
    for (unsigned k = 0; k < PAIR_OUT; k++)
      for (unsigned t = 0; t < PAIR_THREADS; t++)
        if (got[k][t] != prog.out[k][t]) {
          snprintf(why, sizeof why, "word %u of thread %u is %x, expected %x", k, t, got[k][t], prog.out[k][t]);
          failed(seed, o.set, why);
        }
    wt_session_close(s);
  }
}

START_TEST(pairs_are_right_under_any_latency) {
  unsigned long n = number("WT_PAIRS_COUNT", getenv("LONG") ? 2500 : 100);
  programs(WT_BACKEND_C, n);
  for (unsigned k = 0; k < PAIR_KINDS; k++) ck_assert_msg(n < 40 || kinds[k] > n, "kind %u: %lu times", k, kinds[k]);
}
END_TEST
START_TEST(both_twins_agree_on_pairs) { programs(getenv("WT_C_ONLY") ? WT_BACKEND_C : WT_BACKEND_COSIM, getenv("LONG") ? 100 : 6); }
END_TEST

int main(void) {
  Suite *s = suite_create("wt_pairs");
  TCase *t = tcase_create("wt_pairs");
  tcase_set_timeout(t, 36000);
  tcase_add_test(t, pairs_are_right_under_any_latency);
  tcase_add_test(t, both_twins_agree_on_pairs);
  suite_add_tcase(s, t);
  return suite_run(s);
}
