/* test_wt_subcores.c - an SM of several sub-cores on the C twin: where its warps lie, what each sub-core does in a cycle, what they share, and that all the
 * looks into a run (trace, metrics, waves, checkpoints) speak of warps of the SM. The RTL beside it: scripts/copies.sh. */
#include <fstapi.h>

#include "lib/wt_session.h"
#include "spec/wt_gpu.h"
#include "tests/copies_kit.h"
#include "tests/kernel_kit.h"

enum { GRID = 4 };
static char *vecadd(const char *more, char *buf, size_t n) { return vecadd_of(GRID, more, buf, n); }

/* Warp w lies in sub-core w mod SUBCORES; each issues one instruction a cycle at most, and at times several do. */
START_TEST(every_sub_core_issues) {
  static issued t[MOST];
  char args[600], more[80];
  for (unsigned subcores = 1; subcores <= 4; subcores *= 2) {
    unsigned together = 0, most = 0;
    snprintf(more, sizeof more, "--set SUBCORES=%u --trace t", subcores);
    output(0, vecadd(more, args, sizeof args));
    unsigned n = trace("t", t, 0), of = 0;
    for (unsigned i = 0; i < n; i++) {
      const unsigned bit = 1u << t[i].slot % subcores;
      if (!i || t[i].cycle != t[i - 1].cycle) together = 0;
      ck_assert_msg(!(together & bit), "cycle %llu: two issues of sub-core %u of %u", t[i].cycle, t[i].slot % subcores, subcores);
      together |= bit;
      of = (unsigned)__builtin_popcount(together);
      if (of > most) most = of;
    }
    ck_assert(subcores == 1 ? most == 1 : most >= 2);
  }
}
END_TEST

/* Dynamic warps: large warp g, here of eight sub-warps, lies in sub-core g mod SUBCORES. So no two of its sub-warps issue in one cycle, whatever their
 * numbers, and sub-warps of several large warps do. */
START_TEST(sub_warps_of_a_large_warp_share_a_sub_core) {
  static issued t[MOST];
  char args[600], more[80];
  for (unsigned subcores = 2; subcores <= 4; subcores *= 2) {
    unsigned together = 0, most = 0, alike = 0;
    snprintf(more, sizeof more, "--set GROUPING=dwr --set SUBCORES=%u --trace t", subcores);
    output(0, vecadd(more, args, sizeof args));
    const unsigned n = trace_of("t", t, 0, 4 * WARPS);
    for (unsigned i = 0; i < n; i++) {
      const unsigned at = t[i].slot / 8 % subcores;
      if (!i || t[i].cycle != t[i - 1].cycle) together = 0;
      else alike += t[i].slot % subcores == t[i - 1].slot % subcores;
      ck_assert_msg(!(together >> at & 1), "cycle %llu: two issues of sub-core %u of %u", t[i].cycle, at, subcores);
      together |= 1u << at;
      if ((unsigned)__builtin_popcount(together) > most) most = (unsigned)__builtin_popcount(together);
    }
    ck_assert_uint_eq(most, subcores);
    ck_assert_uint_gt(alike, 10); /* by the numbers of the sub-warps they would be in one */
  }
}
END_TEST

/* Every warp does the same whatever sub-core it lies in. */
START_TEST(warps_do_the_same) {
  static issued t[2][MOST];
  char args[600];
  output(0, vecadd("--trace one", args, sizeof args));
  output(0, vecadd("--set SUBCORES=4 --trace four", args, sizeof args));
  const unsigned n = trace("one", t[0], 0);
  ck_assert_uint_eq(trace("four", t[1], 0), n);
  same_by_warp(t[0], t[1], n, GRID);
}
END_TEST

/* Barriers, atomics, shuffles, locks, local memory, calls: results as the references have them, under every control-flow unit, and with what lies around it. */
START_TEST(kernels_run_on_several) {
  passes("--set SUBCORES=4", "vecadd,bfs,atomics,shuffle,reduce,matmul,hashlock,two_locks,spin_barrier,spin_flag,recurse,localsort,printk");
  passes("--set SUBCORES=2 --set DIVERGENCE=hanoi", "reduce,exits,two_locks");
  passes("--set SUBCORES=2 --set DIVERGENCE=simt_stack", "reduce,exits");
  passes("--set SUBCORES=2 --set DIVERGENCE=barrier", "reduce,exits,two_locks");
  passes("--set SUBCORES=2 --set DIVERGENCE=multipath", "reduce,exits");
  passes("--set SUBCORES=4 --set L1_BYTES=4096 --set REPLAY=replay", "reduce,atomics,matmul,bfs");
  passes("--set SUBCORES=2 --set SCOREBOARD=coon --set SB_SPLIT=1 --set MEM_MODEL=l2dram", "reduce,bfs");
  passes("--set SUBCORES=4 --set WARPS=4 --set COLLECTORS=1", "vecadd,exits");
  passes("--set SUBCORES=2 --set WARP_SIZE=8", "nano,spin_flag,deep8"); /* a warp of 32 lies in both */
  passes("--config quad --set SHARE_QUEUE=4", "vecadd,bfs,atomics,reduce,matmul,spin_barrier");
  passes("--set SUBCORES=2 --set SHARE_QUEUE=1 --set REPLAY=replay", "reduce,atomics,hashlock"); /* shorter than an instruction */
  passes("--set SUBCORES=4 --set FP64_AT=sm", "ddot,dreduce,fpops,reduce");
  passes("--set SUBCORES=2 --set FP64_AT=sm --set SCOREBOARD=coon --set FP64_LAT=9 --set FP64_LANES=1", "ddot,fpops");
  passes("--config quad", "deep8"); /* waits are cut in one sub-core while another stops a path */
}
END_TEST

/* The same with dynamic warps. Large warps of 64 threads, of 32 and, a warp of 32 in several sub-cores, of 16. */
START_TEST(kernels_run_on_several_with_dynamic_warps) {
  passes("--set GROUPING=dwr --set SUBCORES=2", "vecadd,bfs,matmul,hashlock,two_locks,recurse,localsort,printk,exits,spin_flag");
  passes("--set GROUPING=dwr --set SUBCORES=4 --set DWR_SUBWARPS=4 --set SHARE_QUEUE=2", "vecadd,bfs,matmul,hashlock,two_locks,localsort");
  passes("--set GROUPING=dwr --set SUBCORES=4 --set DWR_SUBWARPS=2 --set L1_BYTES=4096", "vecadd,bfs,matmul,localsort");
  passes("--set GROUPING=dwr --set SUBCORES=2 --set DIVERGENCE=simt_stack --set MEM_MODEL=l2dram", "bfs,matmul,exits");
  passes("--set GROUPING=dwr --set SUBCORES=4 --set DIVERGENCE=barrier", "bfs,exits,two_locks,deep8");
  passes("--set GROUPING=dwr --set SUBCORES=2 --set DIVERGENCE=hanoi", "bfs,exits,two_locks");
  passes("--set GROUPING=dwr --set SUBCORES=2 --set DIVERGENCE=multipath --set SCOREBOARD=coon --set SB_SPLIT=1", "bfs,exits");
  passes("--set GROUPING=dwr --set SUBCORES=4 --set FP64_AT=sm --set SMS=2", "fpops,matmul");
  passes("--set GROUPING=dwr --set SUBCORES=2 --set LCS=on --set SCHED=gto", "vecadd,matmul");
  passes("--config thesis-tesla --set GROUPING=dwr --set SUBCORES=4 --set MEM_MODEL=l2dram", "vecadd,bfs,matmul"); /* 128 slots */
}
END_TEST

/* A resumed run goes on with all sub-cores as the one that was not interrupted. */
START_TEST(a_checkpoint_holds_every_sub_core) {
  char args[600];
  output(0, vecadd("--set SUBCORES=4 --trace t --checkpoint-every 200 --checkpoint-dir points", args, sizeof args));
  output(0, "run --resume points/vecadd-000000000200.wtck --trace r");
  goes_on_alike("t", "r", 1000);
  output(0, vecadd("--set SUBCORES=4 --set GROUPING=dwr --trace t --checkpoint-every 300 --checkpoint-dir dynamic", args, sizeof args));
  output(0, "run --resume dynamic/vecadd-000000000300.wtck --trace r");
  goes_on_alike("t", "r", 1000);
}
END_TEST

/* What belongs to one warp of the SM: the rows of its own sub-core, and none of another. */
START_TEST(a_wave_of_one_warp_is_of_its_sub_core) {
  static char scopes[1 << 14];
  static const struct {
    unsigned warp, subcore;
    const char *keys;
  } t[] = {{6, 2, ""}, {0, 0, ""}, {10, 1, "--set GROUPING=dwr"}, {31, 3, "--set GROUPING=dwr"}}; /* of large warps of eight */
  char args[600], more[100], path[200];
  for (unsigned k = 0; k < sizeof t / sizeof *t; k++) {
    size_t n = 0;
    snprintf(more, sizeof more, "--set SUBCORES=4 %s --wave w.fst --warp %u", t[k].keys, t[k].warp);
    output(0, vecadd(more, args, sizeof args));
    snprintf(path, sizeof path, "%s/w.fst", dir);
    void *r = fstReaderOpen(path);
    ck_assert_ptr_nonnull(r);
    for (struct fstHier *h; (h = fstReaderIterateHier(r));) {
      if (h->htyp != FST_HT_SCOPE) continue;
      n += (size_t)snprintf(scopes + n, sizeof scopes - n, "%s\n", h->u.scope.name);
      ck_assert_uint_lt(n, sizeof scopes);
    }
    fstReaderClose(r);
    for (unsigned w = 0; w < 4 * WARPS; w++) {
      snprintf(more, sizeof more, "warp[%u]\n", w);
      ck_assert_msg(!strstr(scopes, more) == (w != t[k].warp), "%s%s", more, scopes);
      snprintf(more, sizeof more, "ibuffer[%u]\n", w);
      ck_assert_msg(w >= 4 || !strstr(scopes, more) == (w != t[k].subcore), "%s%s", more, scopes);
    }
  }
}
END_TEST

/* One fp64 unit for both sub-cores, in lock-step and with the oracle: every form of fp64 instructions, in all warps at once. In cycles in which the unit could
 * take a beat the turn is at each of them about as often, and both use it. */
static struct { unsigned turn[2], beats[2], none; } fp64;
static void look_at_fp64(void *ctx, wt_machine *x, uint64_t cycle) {
  const wt_sm *sm = x->m->sm;
  (void)ctx, (void)cycle;
  fp64.none += !sm->fp64.o.takes;
  for (unsigned i = 0; i < 2; i++) {
    const wt_disp_out *d = &sm->subcore[i].disp.o;
    fp64.turn[i] += sm->fp64.o.takes >> i & 1;
    if (d->valid && uop_get_unit(d->uop) == WT_U_DPU) fp64.beats[i]++;
  }
}
START_TEST(both_share_a_unit_in_lock_step) {
  static const char *const set[] = {"WARPS=4", "SUBCORES=2", "FP64_AT=sm", NULL};
  char path[1024];
  wt_session *s = kit_open(WT_BACKEND_COSIM, "tiny", set, 1, 400000, 0);
  wt_addr buf = kit_alloc(s, 64 << 10, NULL);
  snprintf(path, sizeof path, "%s/tests/asm/floats.sass", wt_root());
  wt_session_on_edge(s, look_at_fp64, NULL);
  ck_assert_msg(kit_launch(s, kit_file(s, path), 2, 8, &buf, 1) == WT_OK, "%s", wt_error(s));
  for (unsigned i = 0; i < 2; i++) {
    ck_assert_uint_gt(fp64.beats[i], 100);
    ck_assert_uint_gt(10 * fp64.turn[i], 4 * (fp64.turn[0] + fp64.turn[1]));
  }
  ck_assert_uint_eq(fp64.beats[0], fp64.beats[1]);
  ck_assert_uint_gt(fp64.none, fp64.beats[0]); /* each has two passes */
  wt_session_close(s);
}
END_TEST

/* What is on its way in the shared unit is in a checkpoint, too. */
START_TEST(a_checkpoint_holds_the_shared_unit) {
  static double x[700];
  char args[800];
  for (unsigned i = 0; i < 700; i++) x[i] = 1.0 / (i + 1);
  file("x.bin", x, sizeof x);
  snprintf(args, sizeof args,
           "run '%s/tests/kernels/ddot.cubin' --kernel ddot --grid 3 --block 64 --arg in:x.bin --arg in:x.bin --arg out:24:sum.bin --arg i32:700 "
           "--config small "
           "--set SUBCORES=4 --set FP64_AT=sm --set FP64_LANES=1 --trace t --checkpoint-every 100 --checkpoint-dir points",
           wt_root());
  output(0, args);
  for (unsigned at = 500; at <= 1500; at += 100) {
    snprintf(args, sizeof args, "run --resume points/ddot-%012u.wtck --trace r", at);
    output(0, args);
    goes_on_alike("t", "r", 1000);
  }
}
END_TEST

START_TEST(bad_use_is_one_line) {
  char args[600];
  refused(2, "SUBCORES=3: illegal value", vecadd("--set SUBCORES=3", args, sizeof args));
  refused(2, "WARPS must be a multiple of SUBCORES", vecadd("--set SUBCORES=4 --set WARPS=6", args, sizeof args));
  refused(2, "the large warps must be a multiple of SUBCORES", vecadd("--set SUBCORES=4 --set GROUPING=dwr --set WARPS=2", args, sizeof args));
  refused(2, "SCOREBOARD=codes needs GROUPING=fixed", vecadd("--set SUBCORES=2 --set GROUPING=dwr --set SCOREBOARD=codes", args, sizeof args));
}
END_TEST

int main(void) {
  TCase *tc = tcase_create("subcores");
  tcase_add_test(tc, every_sub_core_issues);
  tcase_add_test(tc, sub_warps_of_a_large_warp_share_a_sub_core);
  tcase_add_test(tc, warps_do_the_same);
  tcase_add_test(tc, kernels_run_on_several);
  tcase_add_test(tc, kernels_run_on_several_with_dynamic_warps);
  tcase_add_test(tc, a_checkpoint_holds_every_sub_core);
  tcase_add_test(tc, both_share_a_unit_in_lock_step);
  tcase_add_test(tc, a_checkpoint_holds_the_shared_unit);
  tcase_add_test(tc, a_wave_of_one_warp_is_of_its_sub_core);
  tcase_add_test(tc, bad_use_is_one_line);
  return run_suite("subcores", tc);
}
