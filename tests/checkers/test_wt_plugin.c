/* test_wt_plugin.c - what wt_plugin.h promises of a verilated block (wt_ctabar on tiny): variables, what a reset leaves open, clock edges, a failed assertion, rest. */
#include "cosim/wt_rtl_src.h"
#include "rtl_kit.h"

static wt_rtl r;
static const wt_blk *blk;
static void open_block(uint64_t seed) {
  static char path[WT_RTL_PATH];
  if (!*path) {
    open_shape("tiny", NULL);
    ck_assert_msg(!wt_rtl_build(&S, "ctabar", 0, path, sizeof path, err, sizeof err), "%s", err);
    blk = wt_blk_find(blks, "ctabar");
  }
  ck_assert_msg(!wt_rtl_open(&r, path, seed, err, sizeof err), "%s", err);
}
static const wt_rtl_var *var(const char *name) { /* inputs are written as ports of the top */
  const wt_rtl_var *port = wt_rtl_find(&r, "TOP.TOP", name), *v = port ? port : wt_rtl_find(&r, "TOP.wt_ctabar", name);
  ck_assert_msg(v != NULL, "no variable %s", name);
  return v;
}
static void set(const char *name, unsigned value) { memset(var(name)->ptr, 0, var(name)->row_bytes), *(uint8_t *)var(name)->ptr = (uint8_t)value; }
static unsigned get(const char *name) { return *(const uint8_t *)var(name)->ptr; }
static unsigned threads_of(unsigned slot) { return ((const uint16_t *)var("live_q")->ptr)[slot]; }
static void step(int clk, int rst_n) { r.api->step(r.h, clk, rst_n); }
static void quiet(void) { /* no input says anything */
  for (unsigned i = 0; i < blk->nrows; i++)
    if (blk->rows[i].kind == WT_ROW_IN) {
      char name[80];
      snprintf(name, sizeof name, "%s_%s", blk->rows[i].drv, blk->rows[i].name);
      if (wt_rtl_find(&r, "TOP.TOP", name)) set(name, 0); /* some are those of several sub-cores, and a guest may leave them out */
    }
}
static void begin(uint64_t seed) {
  open_block(seed), quiet();
  step(0, 0), step(1, 0), step(0, 0), step(1, 0);
}
static void cta(unsigned slot, unsigned threads) {
  set("dispatch_cta_valid", 1), set("dispatch_cta_slot", slot), set("dispatch_cta_threads", threads);
}

START_TEST(variables_are_those_of_the_rows) {
  unsigned n = 0;
  open_block(1);
  ck_assert_uint_eq(r.api->abi, WT_RTL_ABI);
  for (unsigned i = 0; i < blk->nrows; i++) {
    const wt_row *row = &blk->rows[i];
    char name[80];
    if (row->kind == WT_ROW_FF || row->kind == WT_ROW_MEM) snprintf(name, sizeof name, "%s_q", row->name);
    else snprintf(name, sizeof name, "%s_%s", row->kind == WT_ROW_IN ? row->drv : blk->drv, row->name);
    const wt_rtl_var *v = var(name);
    const unsigned width = row->elemw * row->n, bytes = width <= 8 ? 1 : width <= 16 ? 2 : width <= 32 ? 4 : width <= 64 ? 8 : (width + 31) / 32 * 4;
    ck_assert_msg(v->width == width && v->depth == (row->kind == WT_ROW_MEM ? row->depth : 1) && v->row_bytes == bytes && v->ptr,
                  "%s: %u bits, %u rows of %u bytes", name, v->width, v->depth, v->row_bytes);
    n++;
  }
  ck_assert_uint_gt(n, 40);
  wt_rtl_close(&r);
}
END_TEST
/* What a reset leaves open hangs on the seed, whatever number it is, and on nothing else. */
START_TEST(a_seed_is_a_beginning) {
  static const uint64_t seeds[] = {0, 1, 2, 3, 2147483644, 2147483645, UINT64_C(1) << 40, UINT64_MAX};
  static uint8_t was[8][2][1000];
  for (int i = 0; i < 8; i++) {
    for (int again = 0; again < 2; again++) {
      open_block(seeds[i]);
      const wt_rtl_var *v = var("arrived_q");
      const size_t bytes = (size_t)v->row_bytes * v->depth;
      ck_assert(bytes > 20 && bytes <= sizeof was[0][0]);
      memcpy(was[i][again], v->ptr, bytes);
      wt_rtl_close(&r);
    }
    ck_assert_msg(!memcmp(was[i][0], was[i][1], sizeof was[0][0]), "seed %llu", (unsigned long long)seeds[i]);
    for (int k = 0; k < i; k++) ck_assert_msg(memcmp(was[i][0], was[k][0], sizeof was[0][0]) != 0, "seeds %d and %d", k, i);
  }
}
END_TEST
/* The clock is down at first, so that the first rising edge is one. */
START_TEST(the_first_edge_counts) {
  for (unsigned seed = 0; seed < 24; seed++) {
    open_block(seed), quiet();
    set("pending_q", 1);
    step(1, 0);
    ck_assert_msg(get("pending_q") == 0, "seed %u", seed);
    wt_rtl_close(&r);
  }
}
END_TEST
START_TEST(an_edge_is_one_that_rises) {
  static const struct { int clk, takes; } e[] = {{0, 0}, {1, 1}, {1, 1}, {0, 0}, {0, 0}, {1, 1}, {1, 1}, {1, 1}};
  begin(5);
  for (unsigned k = 1; k < 4; k++) { /* with more and more edges in between */
    unsigned now = 0;
    cta(0, 0), step(0, 1), step(1, 1);
    for (int i = 0; i < 8; i++) {
      cta(0, 10 * k + (unsigned)i);
      if (i % 2) step(e[i].clk, 1);
      else ck_assert(!r.api->still(r.h, e[i].clk, 1) || !e[i].takes);
      if (e[i].takes) now = 10 * k + (unsigned)i;
      ck_assert_msg(threads_of(0) == now, "edge %d: %u instead of %u", i, threads_of(0), now);
    }
  }
  step(0, 1);
  set("pending_q", 1), set("dispatch_cta_valid", 0);
  step(1, 1);
  ck_assert_uint_eq(get("ctabar_rel_valid"), 1); /* no reset: a release is shown */
  step(0, 0), step(1, 0);
  ck_assert_uint_eq(get("ctabar_rel_valid"), 0);
  wt_rtl_close(&r);
}
END_TEST
START_TEST(rest_is_noticed) {
  begin(5);
  cta(1, 7);
  step(0, 1), step(1, 1);
  set("dispatch_cta_valid", 0);
  step(1, 1);
  ck_assert_int_eq(r.api->still(r.h, 1, 1), 1);
  ck_assert_int_eq(r.api->still(r.h, 1, 1), 1);
  cta(1, 8);
  ck_assert_int_eq(r.api->still(r.h, 1, 1), 0);
  ck_assert_uint_eq(threads_of(1), 8);
  set("dispatch_cta_valid", 0);
  ck_assert_int_eq(r.api->still(r.h, 1, 1), 0);
  ck_assert_int_eq(r.api->still(r.h, 1, 1), 1);
  wt_rtl_close(&r);
}
END_TEST
/* It stays until a reset, and is that of one instance. */
START_TEST(an_assertion_fails) {
  begin(5);
  const wt_rtl other = r;
  begin(6);
  ck_assert(!r.api->failed(r.h));
  step(0, 1), step(1, 1);
  set("cfu_rel_ack", 1); /* of a release that nobody shows */
  step(0, 1), step(1, 1);
  set("cfu_rel_ack", 0);
  ck_assert(r.api->failed(r.h) && !r.api->failed(other.h));
  step(0, 1), step(1, 1);
  ck_assert(r.api->failed(r.h));
  step(0, 0), step(1, 0);
  ck_assert(!r.api->failed(r.h));
  step(0, 1), step(1, 1);
  ck_assert(!r.api->failed(r.h) && !r.api->failed(other.h));
  wt_rtl_close(&r);
  r = other;
  wt_rtl_close(&r);
}
END_TEST
START_TEST(what_follows_from_state_is_worked_out) {
  begin(5);
  step(0, 1), step(1, 1);
  ck_assert_uint_eq(get("ctabar_rel_valid"), 0);
  set("shown_valid_q", 1), cta(0, 3);
  r.api->settle(r.h);
  ck_assert(get("ctabar_rel_valid") == 1 && get("live_we") != 0 && threads_of(0) != 3);
  wt_rtl_close(&r);
}
END_TEST
/* A block of a user's (it is ours here, and has a memory beside that is larger than what Verilator reads at once): all that decides its future is in the bytes. */
static void larger(const char *name) {
  static const char at[] = "  localparam int unsigned SM_SLOTS",
                    more[] = "  logic [127:0] more_q [40000] /* verilator public_flat_rd */;\n"
                             "  always_ff @(posedge clk) more_q[16'(dispatch_cta_threads) * 16'd19] <= 128'(dispatch_cta_threads);\n";
  char path[1200], *all = NULL;
  size_t n = 0;
  snprintf(path, sizeof path, "%s/rtl/cta/wt_ctabar.sv", wt_root());
  char *text = wt_src_written_out(wt_root(), path), *p = text ? strstr(text, at) : NULL;
  ck_assert_ptr_nonnull(p);
  FILE *f = open_memstream(&all, &n);
  fprintf(f, "%.*s%s%s", (int)(p - text), text, more, p);
  fclose(f);
  file(name, all, n);
  free(all), free(text);
}
START_TEST(a_state_is_saved_and_loaded) {
  enum { MOST = 1 << 20 };
  static uint8_t first[MOST], second[MOST], now[MOST];
  char path[WT_RTL_PATH];
  wt_user u;
  wt_world x;
  open_block(1);
  ck_assert(!r.api->save && !r.api->load); /* of ours nobody wants them */
  wt_rtl_close(&r);
  larger("wt_ctabar.sv");
  ck_assert_msg(!wt_user_open(&u, blk, file_at("wt_ctabar.sv"), "", err, sizeof err) && !wt_world_open(&x, blks, blk, 1) &&
                  !wt_rtl_build_guest(&x, &u, path, sizeof path, err, sizeof err) && !wt_rtl_open(&r, path, 1, err, sizeof err),
                "%s", err);
  quiet();
  step(0, 0), step(1, 0);
  const size_t n = r.api->save(r.h, NULL);
  ck_assert(n > 640000 && n <= MOST);
  cta(1, 7), step(1, 1);
  ck_assert_uint_eq(r.api->save(r.h, first), n);
  cta(0, 9), step(1, 1); /* an edge behind an edge */
  ck_assert_uint_eq(r.api->save(r.h, second), n);
  ck_assert(memcmp(first, second, n) != 0);
  for (int low = 0; low < 2; low++) {
    if (low) step(0, 1);
    ck_assert(r.api->load(r.h, first, n - 1) == -1 && r.api->load(r.h, first, n + 1) == -1);
    ck_assert(r.api->save(r.h, now) == n && (low || !memcmp(now, second, n)));
    ck_assert_int_eq(r.api->load(r.h, first, n), 0);
    ck_assert(r.api->save(r.h, now) == n && !memcmp(now, first, n));
    cta(0, 9), step(1, 1);
    ck_assert(r.api->save(r.h, now) == n && !memcmp(now, second, n));
  }
  wt_rtl_close(&r);
  wt_world_close(&x);
}
END_TEST

int main(void) {
  TCase *t = tcase_create("plugin");
  tcase_add_test(t, variables_are_those_of_the_rows);
  tcase_add_test(t, a_seed_is_a_beginning);
  tcase_add_test(t, the_first_edge_counts);
  tcase_add_test(t, an_edge_is_one_that_rises);
  tcase_add_test(t, rest_is_noticed);
  tcase_add_test(t, an_assertion_fails);
  tcase_add_test(t, what_follows_from_state_is_worked_out);
  tcase_add_test(t, a_state_is_saved_and_loaded);
  return run_suite("plugin", t);
}
