/* test_wt_shrink.c - a smaller run in which the same field goes wrong (tb/lib/wt_shrink.h), with a twin that is a fake (fake_twin_kit.h): what a fault needs of a
 * launch is named by the suite, and so what is cut, in which order, how often it is tried, and what the smaller file holds.
 */
#define _DEFAULT_SOURCE
#include "lib/wt_shrink.h"

#include <jansson.h>

#include "fake_runs_kit.h"

/* 0x1 to 0x5 are added up by 12 threads of 2 CTAs each along an axis; the last two instructions cannot be reached. */
#define SUM                                                                                                                                   \
  ".kernel k\n.regs 16\n.params 8\nMOV R2, c[0x0][0x160]\nMOV R3, c[0x0][0x164]\nMOV R4, 0x1\nIADD3 R4, R4, 0x2, RZ\nIADD3 R4, R4, 0x3, RZ\n" \
  "IADD3 R4, R4, 0x4, RZ\nIADD3 R4, R4, 0x5, RZ\nSTG.E.SYS [R2], R4\nEXIT\nMOV R9, 0x9\nMOV R9, 0x9\n.end\n"
enum { INSNS = 11, REACHED = 9, AT = 20 };

/* The fault: of every launch that has all of this, in cycle `at` of it. */
static struct {
  unsigned grid[3], block[3], insns; /* insns: a bit for each that must be there */
  uint64_t at, latest;               /* latest: the cycle that it has to start in or before */
  int resumed;                       /* not when it is begun anew */
  void (*also)(const wt_machine *x, const wt_launch_desc *L, uint64_t start);
} need;
static struct { /* of all processes */
  unsigned anew, resumed, begun;
  uint64_t limit, from; /* of the last attempt */
} * tried;

static int prints; /* the launch that a file is made of */

/* The caller was told, in this process, where the attempt begins. */
static void ck_began(uint64_t cycle) {
  if (tried->from != cycle) abort();
}
static void fault(const wt_machine *x, const wt_launch_desc *L, uint64_t start, int resumed) {
  fake.cycle = start;
  tried->limit = x->max_cycles;
  int has = start <= need.latest && (resumed || !need.resumed);
  for (int i = 0; i < 3; i++) has &= L->grid[i] >= need.grid[i] && L->block[i] >= need.block[i];
  for (unsigned i = 0; i < L->n_insns; i++) has &= !(need.insns >> i & 1) || (L->code[i].lo & 0xfff) != 0x918;
  const unsigned threads = L->block[0] * L->block[1] * L->block[2];
  if (L->ctas != L->grid[0] * L->grid[1] * L->grid[2] || L->threads != threads || L->warps_per_cta != (threads + 3) / 4) abort();
  fake.outputs_at = has ? need.at : NEVER;
  if (need.also) need.also(x, L, start);
}
wt_status __real_wt_run(wt_machine *x, const wt_launch_desc *L);
wt_status __wrap_wt_run(wt_machine *x, const wt_launch_desc *L);
wt_status __wrap_wt_run(wt_machine *x, const wt_launch_desc *L) {
  fake_count(&tried->anew);
  if (prints) x->output = buf;
  else ck_began(0);
  fault(x, L, 0, 0);
  return __real_wt_run(x, L);
}
wt_status __real_wt_run_on(wt_machine *x, const wt_launch_desc *L, wt_run_load *load, void *ctx);
wt_status __wrap_wt_run_on(wt_machine *x, const wt_launch_desc *L, wt_run_load *load, void *ctx);
wt_status __wrap_wt_run_on(wt_machine *x, const wt_launch_desc *L, wt_run_load *load, void *ctx) {
  fake_count(&tried->resumed);
  ck_began(((const wt_ckpt *)ctx)->cycle);
  fault(x, L, ((const wt_ckpt *)ctx)->cycle, 1);
  return __real_wt_run_on(x, L, load, ctx);
}
wt_status __real_wt_session_resume(const char *file, const wt_options *o, wt_session **out);
wt_status __wrap_wt_session_resume(const char *file, const wt_options *o, wt_session **out);
wt_status __wrap_wt_session_resume(const char *file, const wt_options *o, wt_session **out) {
  wt_status st = __real_wt_session_resume(file, o, out);
  if (!st) (*out)->x.ops = &fake_twin, (*out)->x.waves = &lines, wt_session_on_edge(*out, fake_edges, NULL);
  return st;
}

static char out[60];
static const char *says(uint64_t cycle) { return (void)cycle, "block wt_fake, state x (warp 1): 1, 0"; }

/* The file of a difference: 5 x 3 x 2 CTAs of 4 x 2 x 1 threads. */
static void difference(const char *text) {
  wt_arg arg = {&buf, sizeof buf};
  wt_dims d = {{5, 3, 2}, {4, 2, 1}, 0};
  opened(WT_BACKEND_COSIM, NULL, 100000, 0, text);
  fake.says = says;
  wt_set_mismatch(s, wave), wt_set_bundle(s, bundle);
  prints = 1;
  ck_assert_msg(wt_launch(s, m, NULL, &d, &arg, 1) == WT_DIFF, "%s", wt_error(s));
  prints = 0;
  ck_assert_msg(access(bundle, R_OK) == 0, "%s", wt_error(s));
}
static void shrink_begin(void) {
  tried = mmap(NULL, sizeof *tried, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  memset(&need, 0, sizeof need);
  need.at = AT, need.latest = UINT64_MAX;
  begin();
  snprintf(out, sizeof out, "%s/s.wtck", dir);
  difference(SUM);
}
static void shrink_end(void) {
  char waves[60];
  snprintf(waves, sizeof waves, "%s/w.gtkw", dir);
  remove(out), remove(waves);
  munmap(tried, sizeof *tried);
  end();
}

static char said[1000], why[1500];
static void say(void *ctx, const char *text) {
  ck_assert_ptr_eq(ctx, &need);
  size_t n = strlen(said);
  snprintf(said + n, sizeof said - n, "%s\n", text);
}
static void begins_in(void *ctx, wt_session *x, uint64_t cycle) {
  ck_assert(ctx == &need && x->x.twin && x->x.progress.quiet && !x->x.mismatch_file && !x->x.bundle_file);
  fake_count(&tried->begun);
  tried->from = cycle;
}
static wt_shrunk r;
static wt_status shrunk(const char *file, unsigned attempts, int later_only) {
  wt_shrink_opts o = {.file = file, .out = out, .attempts = attempts, .later_only = later_only, .begin = begins_in, .say = say, .ctx = &need};
  free(r.listing);
  memset(&r, 0x5a, sizeof r);
  *said = *why = 0;
  tried->anew = tried->resumed = tried->begun = 0;
  wt_status st = wt_shrink(&o, &r, why, sizeof why);
  ck_assert_uint_eq(tried->begun, r.attempts);
  ck_assert_uint_eq(tried->anew + tried->resumed, r.attempts);
  return st;
}
static void ck_shrunk(unsigned attempts, int later_only) { ck_assert_msg(shrunk(bundle, attempts, later_only) == WT_OK && !*why, "%s", why); }
static void ck_refused(const char *file, const char *text) {
  ck_assert_int_eq(shrunk(file, 0, 0), WT_USAGE);
  ck_assert_str_eq(why, text);
}
/* The bundle, of another difference. */
static void of_another(uint64_t cycle, const char *report) {
  wt_box b = {.n = 0}, c = {.n = 0};
  ck_assert(!wt_box_read(&b, bundle, why, sizeof why));
  for (unsigned i = 0; i < b.n; i++)
    if (strcmp(b.part[i].name, "Sum") != 0 && strcmp(b.part[i].name, "Expect") != 0)
      memcpy(wt_box_add(&c, b.part[i].name, b.part[i].n), b.part[i].data, b.part[i].n);
  ck_assert(!wt_box_write(&c, bundle, why, sizeof why) && !wt_ckpt_expect(bundle, cycle, report, "fake", NULL));
  wt_box_free(&b), wt_box_free(&c);
}
static void ck_size(unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz) {
  ck_assert_msg(r.grid[0] == gx && r.grid[1] == gy && r.grid[2] == gz, "grid %u %u %u", r.grid[0], r.grid[1], r.grid[2]);
  ck_assert_msg(r.block[0] == bx && r.block[1] == by && r.block[2] == bz, "block %u %u %u", r.block[0], r.block[1], r.block[2]);
}
#define REPORT "FIRST DIFFERENCE  cycle 20 (before the clock edge), kernel k\nblock wt_fake, state x (warp 1): 1, 0\n"

/* Along each axis the first of 1, 2, 4, ... that fails; then runs of instructions of 5, 2 and 1, until a round of single ones cuts nothing. */
START_TEST(what_is_not_needed_is_cut) {
  need.grid[0] = 3, need.grid[2] = 2, need.block[0] = 2, need.insns = 1 << 3 | 1 << 6, need.latest = 15;
  ck_shrunk(0, 0);
  ck_size(4, 1, 2, 2, 1, 1);
  ck_assert_str_eq(said, "CTAs in z: 2\nCTAs in y: 1\nCTAs in x: 4\nthreads in z: 1\nthreads in y: 1\nthreads in x: 2\n2 instructions of 9\n"
                         "start in cycle 12, difference in cycle 20\n");
  ck_assert_str_eq(r.listing, "  0x0030  IADD3 R4, R4, 0x2, RZ\n  0x0060  IADD3 R4, R4, 0x5, RZ\n");
  ck_assert(r.anew == 1 && r.insns == 2 && r.insns_before == REACHED && r.cycles == 9 && r.cycles_before == AT + 1);
  ck_assert_msg(!strncmp(r.report, REPORT, strlen(REPORT)), "%s", r.report);
  /* as it is, and anew; along the axes; runs; again; starts in 20, 19, 18, 16 and 12, each made and looked at */
  ck_assert_uint_eq(r.attempts, 2 + 1 + 1 + 3 + 1 + 2 + (3 + 5 + 4 + 2) + 1 + 2 * 5);
  ck_assert_uint_eq(tried->resumed, 1 + 5);
  ck_assert_uint_eq(tried->limit, AT + 4096);
}
END_TEST

/* The file holds the smaller launch, as its checkpoint in the cycle of the start, and what comes then. */
START_TEST(what_the_file_holds) {
  wt_ckpt was, is;
  wt_launch_desc L, all;
  char program[65], *beside;
  need.block[1] = 2, need.insns = 0x6ff, need.latest = 19;
  ck_shrunk(0, 0);
  ck_assert(!wt_ckpt_open(&was, bundle) && !wt_ckpt_open(&is, out));
  ck_assert(was.kind == WT_CKPT_FULL && is.kind == WT_CKPT_SEGMENT && is.cycle == 19 && is.seed == was.seed);
  ck_assert(!wt_ckpt_launch(&was, &all) && !wt_ckpt_launch(&is, &L));
  ck_assert(L.ctas == 1 && L.threads == 2 && L.block[1] == 2 && L.warps_per_cta == 1 && L.n_insns == INSNS && all.n_insns == INSNS);
  for (unsigned i = 0; i < INSNS; i++) {
    const wt_word nop = {0x7918, 0x000fc00000000000}, *want = i == 8 ? &nop : &all.code[i];
    ck_assert_msg(L.code[i].lo == want->lo && L.code[i].hi == want->hi, "instruction %u", i);
  }
  const wt_part *a = wt_box_find(&was.box, "cubin"), *b = wt_box_find(&is.box, "cubin");
  ck_assert(a && b && a->n == b->n && !memcmp(a->data, b->data, a->n));
  ck_assert_int_ne(json_integer_value(json_object_get(was.id, "output")), 0);
  ck_assert_int_eq(json_integer_value(json_object_get(is.id, "output")), 0); /* what is printed is nobody's */
  json_t *j = json_loads(wt_ckpt_expected(&is), 0, NULL);
  wt_ckpt_program(program);
  ck_assert_int_eq(json_integer_value(json_object_get(j, "cycle")), AT);
  ck_assert_str_eq(json_string_value(json_object_get(j, "first")), "FIRST DIFFERENCE  cycle 20 (before the clock edge), kernel k");
  ck_assert_str_eq(json_string_value(json_object_get(j, "what")), "block wt_fake, state x (warp 1): 1, 0");
  ck_assert_str_eq(json_string_value(json_object_get(j, "rtl")), "fake");
  ck_assert_str_eq(json_string_value(json_object_get(j, "program")), program);
  ck_assert_ptr_null(beside = wt_ckpt_beside(&is));
  json_decref(j);
  wt_launch_free(&L), wt_launch_free(&all);
  wt_ckpt_close(&was), wt_ckpt_close(&is);
}
END_TEST

/* A file that begins in cycle 36: not before that, and 1, 2, 4, ... cycles before the difference. */
START_TEST(a_later_start) {
  need.at = 100;
  difference(LOOP);
  need.latest = 36;
  ck_shrunk(0, 1);
  ck_assert_str_eq(said, "start in cycle 36, difference in cycle 100\n");
  ck_size(5, 3, 2, 4, 2, 1);
  ck_assert(r.anew == 0 && r.cycles == 65 && r.cycles_before == 65 && r.insns == r.insns_before);
  ck_assert_uint_eq(r.attempts, 1 + 2 * 8); /* 100, 99, 98, 96, 92, 84, 68, 36 */
  need.latest = NEVER;
  ck_shrunk(0, 1);
  ck_assert_str_eq(said, "start in cycle 100, difference in cycle 100\n");
  ck_assert(r.cycles == 1 && r.attempts == 3);
  need.at = AT, need.latest = 0;
  difference(SUM);
  ck_shrunk(0, 0); /* begun anew: 4 cycles after the start, and then the start itself */
  ck_assert_msg(strstr(said, "\nstart in cycle 0, difference in cycle 20\n"), "%s", said);
  ck_assert_uint_eq(r.cycles, AT + 1);
}
END_TEST

/* Begun anew it is another run, or none that this is known of soon enough: the start alone is moved. */
static const char begun_anew[] =
  "the launch begun anew does not fail in the same field; only the start is moved\nstart in cycle 20, difference in cycle 20\n";
START_TEST(not_begun_anew) {
  need.resumed = 1;
  ck_shrunk(0, 0);
  ck_assert_str_eq(said, begun_anew);
  ck_assert(r.anew == 0 && r.attempts == 4 && tried->anew == 1 && r.insns == REACHED);
  ck_size(5, 3, 2, 4, 2, 1);
  need.resumed = 0;
  for (uint64_t more = 0; more < 2; more++) { /* up to cycle 200000 */
    of_another(200000 - 4096 + more, REPORT);
    ck_shrunk(2, 0);
    ck_assert_int_eq(r.anew, !more);
    if (more) ck_assert_str_eq(said, begun_anew);
    ck_assert_uint_eq(tried->limit, 200000 + more);
  }
}
END_TEST

/* What was spent is spent, but the file is made: the launch as it was then runs once more, and the start takes two. */
START_TEST(so_many_attempts) {
  for (unsigned n = 1; n < 5; n++) {
    ck_shrunk(n, 0);
    ck_size(5, n < 4 ? 3 : 1, n < 3 ? 2 : 1, 4, 2, 1);
    ck_assert_uint_eq(r.attempts, n == 1 ? 3 : n + 3);
  }
}
END_TEST

/* They are as many as it takes, or one more or less: the smaller launch still runs once, for the cycle of its difference. */
START_TEST(just_enough_attempts) {
  need.grid[0] = 3, need.grid[2] = 2, need.block[0] = 2, need.insns = 1 << 3 | 1 << 6;
  for (unsigned n = 23; n < 27; n++) {
    ck_shrunk(n, 0);
    ck_size(4, 1, 2, 2, 1, 1);
    ck_assert_uint_eq(r.insns, 2);
    ck_assert_msg(strstr(said, ", difference in cycle 20\n"), "%u: %s", n, said);
  }
}
END_TEST

/* Another field, no difference, a state that cannot be loaded, a process that dies: none of them is the same. */
static int how;
static const char *other(uint64_t cycle) { return (void)cycle, "block wt_fake, state y (warp 1): 1, 0"; }
static void differs_otherwise(const wt_machine *x, const wt_launch_desc *L, uint64_t start) {
  (void)x, (void)start;
  fake.says = says, fake.load_at = NEVER;
  if (L->grid[2] == 2 && L->grid[1] == 3) return;
  if (how == 0) fake.says = other;
  if (how == 1) fake.outputs_at = NEVER;
  if (how == 2) abort();
}
static void not_loaded(const wt_machine *x, const wt_launch_desc *L, uint64_t start) {
  (void)x, (void)L;
  fake.load_at = start > 15 ? start : NEVER;
}
static void not_saved(const wt_machine *x, const wt_launch_desc *L, uint64_t start) {
  (void)L, (void)start;
  if (x->visit.look && x->visit.next > 15) abort();
}
START_TEST(what_is_not_the_same) {
  need.also = differs_otherwise;
  for (how = 0; how < 3; how++) {
    ck_shrunk(6, 0); /* z: 1; y: 1, 2; x: 1 */
    ck_size(1, 3, 2, 4, 2, 1);
  }
  need.also = not_loaded;
  ck_shrunk(0, 1);
  ck_assert_str_eq(said, "start in cycle 12, difference in cycle 20\n");
  ck_assert_uint_eq(r.attempts, 1 + 2 * 5);
  need.also = not_saved; /* then nothing goes on from there */
  ck_shrunk(0, 1);
  ck_assert_str_eq(said, "start in cycle 12, difference in cycle 20\n");
  ck_assert_uint_eq(r.attempts, 1 + 4 + 2);
}
END_TEST

static void once(const wt_machine *x, const wt_launch_desc *L, uint64_t start) {
  (void)x, (void)L, (void)start;
  if (tried->resumed > 1) fake.outputs_at = NEVER;
}
START_TEST(what_is_refused) {
  char want[300], plain[60];
  need.at = NEVER;
  ck_assert_int_eq(shrunk(bundle, 0, 0), WT_DIFF);
  snprintf(want, sizeof want, "%s: the difference does not come again; warptwin replay says what changed", bundle);
  ck_assert_str_eq(why, want);
  ck_assert(r.attempts == 1 && r.insns_before == REACHED);
  need.at = AT, need.also = once;
  snprintf(want, sizeof want, "%s: cannot write the smaller file", out);
  ck_refused(bundle, want);
  need.also = NULL;
  strcpy(out, "/nowhere/s.wtck");
  ck_refused(bundle, "/nowhere/s.wtck: cannot write the smaller file");
  ck_refused("/nowhere/b.wtck", "/nowhere/b.wtck: cannot read: No such file or directory");
  of_another(AT, "FIRST DIFFERENCE  cycle 20\nblock of another kind");
  snprintf(want, sizeof want, "%s: its difference is of no field of a block (block of another kind), only such ones are shrunk", bundle);
  ck_refused(bundle, want);
  ck_assert_uint_eq(r.attempts, 0);
  opened(WT_BACKEND_C, NULL, 100000, 0, LOOP);
  wt_set_checkpoints(s, 500, dir, 0, NULL);
  ck_launch();
  snprintf(plain, sizeof plain, "%s", wt_checkpoint_last(s));
  snprintf(want, sizeof want, "%s: a checkpoint without a difference, there is nothing to shrink", plain);
  ck_refused(plain, want);
  remove(plain);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("shrink");
  TCase *t = tcase_create("shrink");
  tcase_set_timeout(t, 120);
  tcase_add_checked_fixture(t, shrink_begin, shrink_end);
  tcase_add_test(t, what_is_not_needed_is_cut);
  tcase_add_test(t, what_the_file_holds);
  tcase_add_test(t, a_later_start);
  tcase_add_test(t, not_begun_anew);
  tcase_add_test(t, so_many_attempts);
  tcase_add_test(t, just_enough_attempts);
  tcase_add_test(t, what_is_not_the_same);
  tcase_add_test(t, what_is_refused);
  suite_add_tcase(suite, t);
  return suite_run(suite);
}
