/* test_wt_cta_sched.c - CTA_SCHED in the whole machine: every CTA once, where the policy says, in threads as in one, in lock-step; limits and refusals. */
#include "lib/wt_session.h"
#include "tests/copies_kit.h"
#include "tests/kernel_kit.h"

/* The policies, and keys that change what one does. */
static const char *const policies[] = {"rr",
                                       "demand",
                                       "rotated",
                                       "random",
                                       "imbalanced",
                                       "bcs",
                                       "cluster",
                                       "cluster --set CTA_STEAL=1",
                                       "cluster --set CTA_ORDER=column",
                                       "cluster --set CTA_ORDER=tile",
                                       "bcs --set CTA_BLOCK=3",
                                       "random --set CTA_SEED=77",
                                       "imbalanced --set CTA_BLOCK=4"};
enum { POLICIES = sizeof policies / sizeof *policies, GRID = 37, SM_COUNT = 3 };

typedef struct {
  unsigned long long cycle;
  unsigned cta, sm, slot;
} line;
/* The log of CTAs of that name. */
static unsigned log_of(const char *name, line *l) {
  static char text[1 << 14];
  unsigned n = 0;
  slurp(name, text, sizeof text);
  for (char *p = text; *p; p = strchr(p, '\n') + 1, n++) {
    ck_assert_uint_lt(n, GRID);
    ck_assert_int_eq(sscanf(p, "%llu %u,0,0 %u %u\n", &l[n].cycle, &l[n].cta, &l[n].sm, &l[n].slot), 4);
  }
  return n;
}
static unsigned run_with(const char *policy, const char *more, line *l) {
  char args[700], keys[300];
  snprintf(keys, sizeof keys, "--set SMS=%u --set CTA_UNIT=policies --set CTA_SCHED=%s --dispatch d %s", SM_COUNT, policy, more);
  output(0, vecadd_of(GRID, keys, args, sizeof args));
  return log_of("d", l);
}

/* Every CTA of a grid starts once; results are right (the oracle runs along); SMs that run in threads see the same dispatch in the same cycles. */
START_TEST(every_cta_once) {
  static line one[GRID], four[GRID];
  for (unsigned p = 0; p < POLICIES; p++) {
    uint8_t seen[GRID] = {0};
    ck_assert_uint_eq(run_with(policies[p], "--threads 0", one), GRID);
    for (unsigned i = 0; i < GRID; i++) {
      ck_assert(one[i].cta < GRID && one[i].sm < SM_COUNT && one[i].slot < 4);
      ck_assert_msg(!seen[one[i].cta]++, "%s: CTA %u twice", policies[p], one[i].cta);
    }
    ck_assert_uint_eq(run_with(policies[p], "--threads 3", four), GRID);
    ck_assert_msg(!memcmp(one, four, sizeof one), "%s: other CTAs with threads", policies[p]);
  }
}
END_TEST

/* The log says what the policy is, however long CTAs take. */
START_TEST(logs_of_the_policies) {
  static line l[GRID];
  unsigned w[SM_COUNT] = {0}, resident = 0, others = 0;
  const unsigned q = GRID / SM_COUNT, r = GRID % SM_COUNT;
  run_with("demand", "", l);
  for (unsigned i = 0; i < 4 * SM_COUNT; i++) others += i && l[i].sm < l[i - 1].sm;
  ck_assert_uint_gt(others, 0); /* SM 0 has room again before SM 2 has its first ones */
  run_with("rotated", "", l);
  for (unsigned i = 0; i < GRID; i++) ck_assert_uint_eq(l[i].sm, (i + i / SM_COUNT) % SM_COUNT);
  run_with("imbalanced", "", l);
  for (unsigned i = 0; i < GRID; i++) ck_assert(l[i].sm || l[i].slot < 3);
  run_with("bcs --set CTA_BLOCK=3", "", l);
  for (unsigned i = 0; i < GRID; i++) {
    ck_assert_uint_eq(l[i].cta, i);
    ck_assert_uint_eq(l[i].sm, l[i / 3 * 3].sm);
  }
  run_with("cluster", "", l); /* CTA number w of SM i is f^-1(w, i) */
  for (unsigned i = 0; i < GRID; i++) {
    const unsigned s = l[i].sm;
    ck_assert_uint_eq(l[i].cta, s * q + (s < r ? s : r) + w[s]++);
  }
  run_with("cluster --set CTA_LIMIT=2", "", l);
  for (unsigned i = 0; i < GRID; i++) {
    ck_assert_uint_lt(l[i].slot, 2);
    resident |= 1u << l[i].slot;
  }
  ck_assert_uint_eq(resident, 3);
}
END_TEST

/* With one SM a policy that keeps the order of CTAs changes no cycle. */
START_TEST(one_sm_is_one_machine) {
  static const char *const same[] = {"demand", "rotated", "random", "cluster"};
  static char plain[1 << 17], with[1 << 17];
  char args[700], keys[200];
  output(0, vecadd_of(GRID, "--trace t", args, sizeof args));
  slurp("t", plain, sizeof plain);
  for (unsigned i = 0; i < 4; i++) {
    snprintf(keys, sizeof keys, "--set CTA_UNIT=policies --set CTA_SCHED=%s --trace p", same[i]);
    output(0, vecadd_of(GRID, keys, args, sizeof args));
    slurp("p", with, sizeof with);
    ck_assert_str_eq(plain, with);
  }
}
END_TEST

/* Programs with barriers, atomics, locks and grid barriers. */
START_TEST(kernels_run_under_every_policy) {
  char keys[200];
  for (unsigned p = 0; p < POLICIES; p++) {
    snprintf(keys, sizeof keys, "--set SMS=4 --set CTA_UNIT=policies --set CTA_SCHED=%s", policies[p]);
    passes(keys, "vecadd,reduce,bfs,atomics,matmul,hashlock,two_locks,spin_barrier,corners");
  }
  passes("--set SMS=4 --set CTA_SCHED=demand", "vecadd,reduce,spin_barrier"); /* in every machine */
}
END_TEST

/* A run that is resumed goes on with the same dispatch. */
START_TEST(a_checkpoint_holds_the_policy) {
  static const char *const some[] = {"random", "rotated", "bcs --set CTA_BLOCK=3", "cluster --set CTA_STEAL=1"};
  static line l[GRID];
  char more[160], args[300];
  for (unsigned i = 0; i < 4; i++) {
    snprintf(more, sizeof more, "--checkpoint-every 200 --checkpoint-dir points%u", i);
    run_with(some[i], more, l);
    snprintf(args, sizeof args, "run --resume points%u/vecadd-000000000200.wtck --dispatch r", i);
    output(0, args);
    goes_on_alike("d", "r", 100);
  }
}
END_TEST

/* Both twins, two SMs of two sub-cores: the whole RTL, or an object of one verilated SM each. The mode changes from run to run, the RTL does not. */
START_TEST(twins_agree_under_every_policy) {
  static const char *const modes[][4] = {{"CTA_SCHED=demand"},
                                         {"CTA_SCHED=rotated"},
                                         {"CTA_SCHED=random"},
                                         {"CTA_SCHED=imbalanced"},
                                         {"CTA_SCHED=bcs"},
                                         {"CTA_SCHED=cluster"},
                                         {"CTA_SCHED=cluster", "CTA_STEAL=1", "CTA_ORDER=column"}};
  static const char *const programs[] = {"vector", "barriers"};
  char path[1024];
  for (unsigned k = 0; k < sizeof modes / sizeof *modes; k++) {
    const char *set[9] = {"WARPS=4", "SMS=2", "SUBCORES=2", "CTA_UNIT=policies"};
    for (unsigned i = 0; i < 4 && modes[k][i]; i++) set[4 + i] = modes[k][i];
    wt_session *s = kit_open(WT_BACKEND_COSIM, "tiny", set, 1, 400000, 0);
    wt_set_whole(s, _i);
    for (unsigned p = 0; p < 2; p++) {
      wt_addr buf = kit_alloc(s, 32 * 1024, NULL);
      snprintf(path, sizeof path, "%s/tests/asm/%s.sass", wt_root(), programs[p]);
      ck_assert_msg(kit_launch(s, kit_file(s, path), 11, 8, &buf, 1) == WT_OK, "%s: %s", modes[k][0], wt_error(s));
    }
    wt_session_close(s);
  }
}
END_TEST

START_TEST(bad_use_is_one_line) {
  char args[600];
  refused(2, "CTA_SCHED other than rr and demand needs CTA_UNIT=policies: they have state (CTA_SCHED=cluster, CTA_UNIT=turns)",
          vecadd_of(GRID, "--set CTA_SCHED=cluster", args, sizeof args));
  refused(2, "CTA_SCHED=best: illegal value; use one of: rr, demand", vecadd_of(GRID, "--set CTA_SCHED=best", args, sizeof args));
  refused(2, "CTA_SEED=0: illegal value", vecadd_of(GRID, "--set CTA_SEED=0", args, sizeof args));
  snprintf(
    args, sizeof args,
    "run '%s/tests/kernels/vecadd.cubin' --grid 65536,65535,2 --block 32 --arg in:a.bin --arg in:a.bin --arg out:4:c.bin --arg i32:1 --config small "
    "--set CTA_UNIT=policies --set CTA_SCHED=cluster",
    wt_root());
  refused(2, "a grid of 8589803520 CTAs is more than CTA_SCHED=cluster counts (4294967295)", args);
}
END_TEST

int main(void) {
  TCase *tc = tcase_create("cta_sched");
  tcase_add_test(tc, every_cta_once);
  tcase_add_test(tc, logs_of_the_policies);
  tcase_add_test(tc, one_sm_is_one_machine);
  tcase_add_test(tc, kernels_run_under_every_policy);
  tcase_add_test(tc, a_checkpoint_holds_the_policy);
  tcase_add_loop_test(tc, twins_agree_under_every_policy, 0, 2);
  tcase_add_test(tc, bad_use_is_one_line);
  return run_suite("cta_sched", tc);
}
