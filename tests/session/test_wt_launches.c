/* test_wt_launches.c - what lib/wt_launch.h promises of a launch: limits just kept and just passed, constant banks, which instructions can be reached and which
 * of them are refused, code for warps of 32 on other shapes, and nothing left behind without memory.
 */
#include "isa/wt_cubin.h"
#include "lib/wt_launch.h"
#include "lib/wt_room.h"
#include "tests/suite.h"
#include "tests/fails_kit.h"
#include "warptwin_asm.h"

#include <string.h>

#define LOADER WT_ROOT "/tests/isa/data/loader.cubin"
#define ROOMY \
  { .warps = 64, .warp_size = 32, .gang = 1, .regs = 65536, .smem_bytes = 49152 }

void *__real_malloc(size_t n);
void *__wrap_malloc(size_t n);
void *__wrap_malloc(size_t n) { return fails() ? NULL : __real_malloc(n); }

static char err[2000];
static wt_mem *mem;
static struct wt_module *mod;
static wt_cubin_kernel *k; /* the first one */
static wt_launch_desc L;
static wt_launch_limits lim;

static void opened(wt_status s) {
  ck_assert_msg(s == WT_OK, "%s", err);
  k = &mod->cubin.kernel[0];
  lim = (wt_launch_limits)ROOMY;
}
static void closed(void) {
  wt_module_close(mod);
  wt_mem_free(mem);
}
static void open_file(const char *path) {
  mem = wt_mem_new();
  opened(wt_module_open(mem, path, &mod, err, sizeof err));
}
/* A module with the body as its only kernel, of 8 registers; "!": of as many as stand in front of the first space. */
static void open_text(const char *body) {
  static char text[4000];
  void *image;
  size_t bytes;
  int regs = *body == '!' ? atoi(body + 1) : 8;
  if (*body == '!') body = strchr(body, ' ');
  snprintf(text, sizeof text, ".kernel k\n.regs %d\n%s\n.end\n", regs, body);
  ck_assert_msg(wt_assemble(text, "k.sass", &image, &bytes, err, sizeof err) == WT_OK, "%s\n%s", err, text);
  mem = wt_mem_new();
  opened(wt_module_open_image(mem, image, bytes, "k.cubin", &mod, err, sizeof err));
  free(image);
}

static wt_status build(wt_dims d) {
  memset(&L, 0xa5, sizeof L); /* what was there is no launch */
  return wt_launch_build(&L, mod, NULL, &d, NULL, 0, &lim, err, sizeof err);
}
static const wt_dims one = {{1, 1, 1}, {1, 1, 1}, 0};
static void ck_ok(wt_dims d) {
  ck_assert_msg(build(d) == WT_OK, "%s", err);
  wt_launch_free(&L);
}
static void ck_says(wt_status s, wt_dims d, const char *part) {
  wt_launch_desc none;
  memset(&none, 0, sizeof none);
  ck_assert_msg(build(d) == s && strstr(err, part), "'%s' for '%s'", err, part);
  none.cause = strstr(part, WT_SHAPE_TOO_SMALL) ? WT_CAUSE_SHAPE : s == WT_UNSUPPORTED ? WT_CAUSE_UNSUPPORTED : WT_CAUSE_NONE;
  ck_assert_mem_eq(&L, &none, sizeof L);
}

/* ---- grid, block, shape ---- */

START_TEST(the_limits_themselves_are_allowed) {
  static const wt_dims just[] = {{{0x7fffffff, 65535, 65535}, {1, 1, 1}, 0},
                                 {{1, 1, 1}, {1024, 1, 1}, 0},
                                 {{1, 1, 1}, {1, 1024, 1}, 0},
                                 {{1, 1, 1}, {16, 1, 64}, 0},
                                 {{1, 1, 1}, {1, 1, 1}, 49152}};
  static const struct {
    wt_dims d;
    const char *says;
  } past[] = {{{{1, 1, 65536}, {1, 1, 1}, 0}, "impossible grid/block: grid 1,1,65536 is too large, the limit is 2147483647,65535,65535"},
              {{{1, 65536, 1}, {1, 1, 1}, 0}, "grid 1,65536,1 is too large"},
              {{{0x80000000, 1, 1}, {1, 1, 1}, 0}, "grid 2147483648,1,1 is too large"},
              {{{1, 1, 1}, {1025, 1, 1}, 0}, "impossible grid/block: block 1025,1,1 is too large, the limit is 1024,1024,64"},
              {{{1, 1, 1}, {1, 1025, 1}, 0}, "block 1,1025,1 is too large"},
              {{{1, 1, 1}, {1, 1, 65}, 0}, "block 1,1,65 is too large"},
              {{{1, 0, 1}, {1, 1, 1}, 0}, "grid 1,0,1 has a zero"},
              {{{1, 1, 0}, {1, 1, 1}, 0}, "grid 1,1,0 has a zero"},
              {{{1, 1, 1}, {0, 1, 1}, 0}, "block 0,1,1 has a zero"},
              {{{1, 1, 1}, {1, 0, 1}, 0}, "block 1,0,1 has a zero"},
              {{{1, 1, 1}, {1, 1, 0}, 0}, "block 1,1,0 has a zero"},
              {{{1, 1, 1}, {205, 5, 1}, 0}, "has 1025 threads, the limit of this kernel is 1024"},
              {{{1, 1, 1}, {1, 1, 1}, 49153}, "wants 49153 bytes of shared memory (0 static, 49153 dynamic), the shape has 49152"}};
  open_text("EXIT");
  for (unsigned i = 0; i < sizeof just / sizeof *just; i++) ck_ok(just[i]);
  for (unsigned i = 0; i < sizeof past / sizeof *past; i++) ck_says(WT_USAGE, past[i].d, past[i].says);
  closed();
}
END_TEST

START_TEST(a_kernel_may_bound_its_block) {
  open_text("EXIT");
  memcpy(k->max_threads, (const uint32_t[]){16, 3, 2}, sizeof k->max_threads);
  ck_ok((wt_dims){{1, 1, 1}, {96, 1, 1}, 0});
  ck_says(WT_USAGE, (wt_dims){{1, 1, 1}, {97, 1, 1}, 0}, "block 97,1,1 has 97 threads, the limit of this kernel is 96");
  memcpy(k->max_threads, (const uint32_t[]){2048, 1, 1}, sizeof k->max_threads);
  ck_says(WT_USAGE, (wt_dims){{1, 1, 1}, {103, 10, 1}, 0}, "the limit of this kernel is 1024");
  memset(k->max_threads, 0, sizeof k->max_threads);
  memcpy(k->reqntid, (const uint32_t[]){4, 3, 2}, sizeof k->reqntid);
  ck_ok((wt_dims){{1, 1, 1}, {4, 3, 2}, 0});
  ck_says(WT_USAGE, (wt_dims){{1, 1, 1}, {5, 3, 2}, 0}, "block 5,3,2 is not the block the source demands, give 4,3,2");
  ck_says(WT_USAGE, (wt_dims){{1, 1, 1}, {4, 2, 2}, 0}, "give 4,3,2");
  ck_says(WT_USAGE, (wt_dims){{1, 1, 1}, {4, 3, 1}, 0}, "give 4,3,2");
  closed();
}
END_TEST

START_TEST(the_shape_is_filled_and_not_more) {
  open_text("EXIT");
  lim.warps = 4;
  ck_ok((wt_dims){{1, 1, 1}, {128, 1, 1}, 0});
  ck_says(WT_USAGE, (wt_dims){{1, 1, 1}, {129, 1, 1}, 0}, "129 threads are 5 warps, the shape has 4");
  lim.regs = 4 * 32 * 8;
  ck_ok((wt_dims){{1, 1, 1}, {128, 1, 1}, 0});
  lim.regs--;
  ck_says(WT_USAGE, (wt_dims){{1, 1, 1}, {128, 1, 1}, 0}, "a block wants 1024 registers (8 a thread), the shape has 1023");
  ck_ok((wt_dims){{1, 1, 1}, {96, 1, 1}, 0});
  lim.regs = 32 * 16, lim.reg_unit = 5; /* 8 registers are two units */
  ck_ok((wt_dims){{1, 1, 1}, {32, 1, 1}, 0});
  ck_says(WT_USAGE, (wt_dims){{1, 1, 1}, {33, 1, 1}, 0}, "a block wants 640 registers (10 a thread), the shape has 512");
  closed();
}
END_TEST

START_TEST(the_largest_block_is_known_without_a_launch) {
  wt_launch_limits l = {.warps = 8, .warp_size = 32, .gang = 1, .regs = 8192, .smem_bytes = 1000};
  wt_cubin_kernel x = {.regs = 16, .smem = 1000};
  ck_assert_uint_eq(wt_launch_most(&x, &l), 256); /* its warps */
  l.warps = 64;
  ck_assert_uint_eq(wt_launch_most(&x, &l), 512); /* its registers */
  l.reg_unit = 24;
  ck_assert_uint_eq(wt_launch_most(&x, &l), 320);
  l.regs = 65536, l.warps = 40;
  ck_assert_uint_eq(wt_launch_most(&x, &l), 1024); /* what any block may have */
  memcpy(x.max_threads, (const uint32_t[]){20, 3, 2}, sizeof x.max_threads);
  ck_assert_uint_eq(wt_launch_most(&x, &l), 120);
  x.max_threads[0] = 2000;
  ck_assert_uint_eq(wt_launch_most(&x, &l), 1024);
  x.smem = 1001;
  ck_assert_uint_eq(wt_launch_most(&x, &l), 0);
  x.smem = 0, l.regs = 24 * 32 - 1;
  ck_assert_uint_eq(wt_launch_most(&x, &l), 0);
}
END_TEST

/* Code for warps of 32 on narrower ones keeps its lanes' places: a CTA begins where 32 lanes do, or where a large warp does. */
START_TEST(slots_of_a_cta_are_whole_groups) {
  wt_launch_limits l = {.warp_size = 8, .gang = 1};
  wt_cubin_kernel text = {.compiled = 0}, compiled = {.compiled = 1};
  ck_assert(!wt_launch_places(&l, &text) && wt_launch_places(&l, &compiled));
  l.gang = 2;
  ck_assert(wt_launch_places(&l, &text));
  l.warp_size = 32;
  ck_assert(!wt_launch_places(&l, &text) && !wt_launch_places(&l, &compiled));
  l.warp_size = 8;
  ck_assert_uint_eq(wt_launch_slots(&l, 1, 1), 4);
  ck_assert_uint_eq(wt_launch_slots(&l, 1, 4), 4);
  ck_assert_uint_eq(wt_launch_slots(&l, 1, 5), 8);
  ck_assert_uint_eq(wt_launch_slots(&l, 0, 5), 6);
  l.gang = 8;
  ck_assert_uint_eq(wt_launch_slots(&l, 1, 5), 8);
  l.gang = 1;
  ck_assert_uint_eq(wt_launch_slots(&l, 0, 5), 5);
}
END_TEST

START_TEST(local_memory_of_a_thread) {
  wt_launch_limits l = {.stack = 3000};
  wt_cubin_kernel x = {.stack = 40};
  ck_assert_uint_eq(wt_launch_local(&l, &x), 40);
  wt_cubin_open_stack(&x);
  ck_assert_uint_eq(wt_launch_local(&l, &x), 3040);
  l.stack = WT_CUBIN_STACK_MAX;
  ck_assert_uint_eq(wt_launch_local(&l, &x), WT_CUBIN_STACK_MAX);
  open_text(".local 40\nEXIT");
  ck_assert_msg(build(one) == WT_OK, "%s", err);
  ck_assert(L.stack == 48 && !L.open); /* a multiple of 16 */
  wt_launch_free(&L);
  wt_cubin_open_stack(k), lim.stack = 8;
  ck_assert_msg(build(one) == WT_OK, "%s", err);
  ck_assert(L.stack == 48 && L.open);
  wt_launch_free(&L);
  closed();
}
END_TEST

/* small: 8 warps of 32, 16384 registers in 4 banks, 16384 bytes of shared memory in 32 banks of 4 bytes, 4 blocks. */
START_TEST(what_would_make_room) {
  static const struct {
    wt_room w;
    const char *says;
  } t[] = {{{10, 300, 0, 0}, "this makes room: --set WARPS=16"},
           {{10, 2048, 0, 0}, "this makes room: --set REGS=32768 --set WARPS=64"},
           {{70, 256, 0, 0}, "this makes room: --set REGS=32768"},
           {{129, 256, 0, 0}, "this makes room: --set REGS=65536"},
           {{10, 32, 16000, 500}, "this makes room: --set SMEM_BYTES=16512"},
           {{10, 32, 16512, 0}, "this makes room: --set SMEM_BYTES=16512"},
           {{70, 257, 1, 16384}, "this makes room: --set REGS=32768 --set WARPS=16 --set SMEM_BYTES=16512"},
           {{64, 256, 16384, 0}, "no value of REGS, WARPS and SMEM_BYTES makes room, take smaller blocks"}, /* it has room */
           {{10, 2049, 0, 0}, "no value of REGS, WARPS and SMEM_BYTES makes room, take smaller blocks"},
           {{10, 300, 98305, 0}, "no value of REGS, WARPS and SMEM_BYTES makes room, take smaller blocks"},
           {{1u << 31, 1 << 20, 0, 0}, "no value of REGS, WARPS and SMEM_BYTES makes room, take smaller blocks"}};
  wt_shape s;
  char text[600], want[600];
  ck_assert(!wt_shape_preset(&s, "small", err, sizeof err));
  for (unsigned i = 0; i < sizeof t / sizeof *t; i++) {
    const wt_room *w = &t[i].w;
    snprintf(
      want, sizeof want,
      "a block of %u threads is more than the shape has: registers %u x %u of 16384, warps %u of 8 of 32 threads, shared memory %zu + %zu of 16384 "
      "bytes, room for %u blocks at a time; %s",
      w->threads, w->regs, w->threads, (w->threads + 31) / 32, w->smem, w->dyn_smem, s.CTAS, t[i].says);
    wt_room_text(&s, w, text, sizeof text);
    ck_assert_str_eq(text, want);
  }
}
END_TEST

/* A cooperative grid is resident as a whole; small has 8 blocks at a time. */
START_TEST(what_would_make_room_for_a_grid) {
  static const struct {
    wt_room w;
    unsigned ctas, fit;
    const char *says;
  } t[] = {{{10, 32, 0, 0}, 9, 8, "this makes room: --set WARPS=16 --set CTAS=16"},
           {{10, 64, 0, 0}, 5, 4, "this makes room: --set WARPS=16"},
           {{64, 64, 0, 0}, 8, 4, "this makes room: --set REGS=32768 --set WARPS=16"},
           {{10, 8, 4000, 1}, 8, 4, "this makes room: --set SMEM_BYTES=32768"},
           {{10, 8, 0, 0}, 33, 8, "no value of REGS, WARPS, SMEM_BYTES and CTAS makes room, make the grid smaller"},
           {{10, 8, 0, 0}, UINT32_MAX, 8, "no value of REGS, WARPS, SMEM_BYTES and CTAS makes room, make the grid smaller"}};
  wt_shape s;
  char text[600], want[600];
  ck_assert(!wt_shape_preset(&s, "small", err, sizeof err));
  for (unsigned i = 0; i < sizeof t / sizeof *t; i++) {
    snprintf(want, sizeof want, "a cooperative grid of %u blocks, the shape has room for %u at a time; %s", t[i].ctas, t[i].fit, t[i].says);
    wt_room_grid_text(&s, &t[i].w, t[i].ctas, t[i].fit, text, sizeof text);
    ck_assert_str_eq(text, want);
  }
}
END_TEST

/* ---- constant banks ---- */

static uint64_t c0(unsigned off, unsigned n) {
  uint64_t v = 0;
  ck_assert_uint_le(off + n, L.bank[0].size);
  memcpy(&v, L.bank[0].data + off, n);
  return v;
}

START_TEST(constant_banks_hold_what_the_launch_is) {
  static const wt_dims d = {{5, 6, 7}, {8, 3, 2}, 100};
  open_text(".smem 60\n.const2 0x11223344, 0x55667788\nBAR.SYNC 0x2\n.targets x\nBRX R2, 0x0\nx: EXIT");
  ck_assert_msg(build(d) == WT_OK, "%s", err);
  static const unsigned dims[] = {8, 3, 2, 5, 6, 7};
  for (unsigned i = 0; i < 6; i++) ck_assert_uint_eq(c0(4 * i, 4), dims[i]);
  ck_assert_uint_eq(c0(0x18, 8), WT_LAUNCH_SHARED_WINDOW);
  ck_assert_uint_eq(c0(0x20, 8), WT_LAUNCH_LOCAL_WINDOW);
  ck_assert_uint_eq(c0(0x2c, 4), 100);
  ck_assert_uint_eq(c0(0x10c, 4), 1);
  ck_assert(L.smem_static == 60 && L.smem == 160 && L.ctas == 210 && L.threads == 48);
  ck_assert_uint_eq(L.bank[2].size, 8);
  ck_assert_mem_eq(L.bank[2].data, ((const uint32_t[]){0x11223344, 0x55667788}), 8);
  ck_assert(!L.bank[1].data && !L.bank[3].data && !L.bank[4].data);
  ck_assert(L.regs == 8 && L.barriers == k->barriers && L.barriers == 3 && L.nbrx == 1 && L.brx == k->brx && L.code == k->code && L.n_insns == 3);
  L.rpc = malloc(8); /* the caller's, which is freed with the others */
  wt_launch_free(&L);
  lim.sms = 5, lim.number = 0x123456789;
  ck_assert_msg(build(d) == WT_OK, "%s", err);
  ck_assert_uint_eq(c0(0x10c, 4), 5);
  ck_assert_uint_eq(c0(0x30, 8), 0x123456789);
  ck_assert_uint_eq(L.bank[0].size, k->const0_size);
  wt_launch_free(&L);
  ck_assert_uint_gt(k->param_base, 0x110); /* with room for it alone, and not below */
  k->param_base = 0x110;
  ck_assert_msg(build(d) == WT_OK, "%s", err);
  ck_assert_uint_eq(c0(0x10c, 4), 5);
  wt_launch_free(&L);
  k->param_base = 0x10c;
  ck_assert_msg(build(d) == WT_OK, "%s", err);
  ck_assert_uint_eq(c0(0x10c, 4), 0);
  wt_launch_free(&L);
  k->param_base = 0x38;
  ck_assert_msg(build(d) == WT_OK, "%s", err);
  ck_assert_uint_eq(c0(0x30, 8), 0x123456789);
  wt_launch_free(&L);
  k->param_base = 0x37;
  ck_assert_msg(build(d) == WT_OK, "%s", err);
  ck_assert_uint_eq(c0(0x30, 8), 0);
  wt_launch_free(&L);
  mod->place[WT_CUBIN_CONST3] = 0x12345;
  for (k->param_base = 0x57; k->param_base < 0x59; k->param_base++) {
    ck_assert_msg(build(d) == WT_OK, "%s", err);
    ck_assert_uint_eq(c0(0x50, 8), k->param_base == 0x58 ? 0x12345 : 0);
    wt_launch_free(&L);
  }
  closed();
}
END_TEST

/* ---- which instructions can be reached ---- */

/* A figure for each instruction. */
static void ck_reached(const char *want, const char *body) {
  open_text(body);
  ck_assert_msg(build(one) == WT_OK, "%s: %s", body, err);
  for (size_t i = 0; i < L.n_insns && want[i]; i++)
    ck_assert_msg(L.reach[i] == want[i] - '0', "%s: instruction %zu is %sreached", body, i, L.reach[i] ? "" : "not ");
  wt_launch_free(&L);
  closed();
}
static void ck_refused(wt_status s, const char *says, const char *body) {
  open_text(body);
  ck_says(s, one, says);
  closed();
}

START_TEST(control_goes_to_targets_and_to_what_follows) {
  ck_reached("101", "BRA X\nEXIT\nX: EXIT");
  ck_reached("111", "@P0 BRA X\nEXIT\nX: EXIT");
  ck_reached("111", "BRA P0, X\nEXIT\nX: EXIT");
  ck_reached("110", "BRA !PT, X\nEXIT\nX: EXIT"); /* never */
  ck_reached("110", "@!PT BRA X\nEXIT\nX: EXIT");
  ck_reached("111", "BRA.DIV X\nEXIT\nX: EXIT"); /* by the state of the warp */
  ck_reached("111", "BRA.CONV X\nEXIT\nX: EXIT");
  ck_reached("111", "BSSY B0, X\nEXIT\nX: EXIT");
  ck_reached("111", "CALL.REL.NOINC X\nEXIT\nX: RET.REL.NODEC R2, 0x0");
  ck_reached("10", "EXIT\nEXIT");
  ck_reached("11", "@P0 EXIT\nEXIT");
  ck_reached("11", "EXIT P0\nEXIT");
  ck_reached("10", "RET.REL.NODEC R2, 0x0\nEXIT");
  ck_reached("11", "@P0 RET.REL.NODEC R2, 0x0\nEXIT");
  ck_reached("10101", ".targets X, Y\nBRX R2, 0x0\nEXIT\nX: EXIT\nEXIT\nY: EXIT");
  ck_reached("111", ".targets X\n@P0 BRX R2, 0x0\nEXIT\nX: EXIT");
  ck_reached("111", ".targets X\nBRX P0, R2, 0x0\nEXIT\nX: EXIT");
  ck_reached("1101", ".targets X\nCALL.REL.NOINC R2, 0x0\nEXIT\nEXIT\nX: RET.REL.NODEC R2, 0x0");
  ck_reached("1101", ".targets X\nCALL.ABS.NOINC R2, 0x0\nEXIT\nEXIT\nX: RET.ABS.NODEC R2, 0x0");
  ck_reached("1111", "X: NOP\n@P0 BRA Y\nBRA X\nY: EXIT"); /* a loop */
  ck_reached("11", "@!PT BRX R2, 0x0\nEXIT");              /* goes nowhere, so nobody has to say where */
  ck_reached("11", "@!PT CALL.REL.NOINC R2, 0x0\nEXIT");
}
END_TEST

#define NOBODY_SAYS ": the targets of this indirect branch or call are not in the file, name them (.targets)"
START_TEST(where_an_indirect_branch_goes_has_to_be_said) {
  ck_refused(WT_UNSUPPORTED, "0x0000" NOBODY_SAYS, "BRX R2, 0x0\nEXIT");
  ck_refused(WT_UNSUPPORTED, "0x0010" NOBODY_SAYS, "NOP\nCALL.REL.NOINC R2, 0x0\nEXIT");
  ck_refused(WT_UNSUPPORTED, "0x0010" NOBODY_SAYS, "NOP\nCALL.ABS.NOINC R2, 0x0\nEXIT");
  ck_refused(WT_UNSUPPORTED, "0x0010" NOBODY_SAYS, "@P0 BRA X\nBRX R2, 0x0\nX: BRX R2, 0x0\nEXIT"); /* the first of them */
  ck_refused(WT_UNSUPPORTED, "0x0010" NOBODY_SAYS, "BRA Y\nX: BRX R2, 0x0\nY: @P0 BRA X\nBRX R2, 0x0\nEXIT");
}
END_TEST

/* A call through a register enters functions of the file, when there is no table. */
START_TEST(a_call_through_a_register_enters_functions) {
  open_text("CALL.REL.NOINC R2, 0x0\nEXIT\nEXIT\nRET.REL.NODEC R2, 0x0\nRET.REL.NODEC R2, 0x0\nEXIT");
  k->func = malloc(2 * sizeof *k->func), k->nfunc = 2;
  k->func[0] = 3 * 16, k->func[1] = 4 * 16;
  ck_assert_msg(build(one) == WT_OK, "%s", err);
  for (unsigned i = 0; i < 6; i++) ck_assert_int_eq(L.reach[i], i != 2 && i != 5);
  ck_assert(L.nfunc == 2 && L.func == k->func);
  wt_launch_free(&L);
  closed();
  open_text(".targets X\nCALL.REL.NOINC R2, 0x0\nEXIT\nX: RET.REL.NODEC R2, 0x0\nRET.REL.NODEC R2, 0x0");
  k->func = malloc(sizeof *k->func), k->nfunc = 1, k->func[0] = 3 * 16;
  ck_assert_msg(build(one) == WT_OK, "%s", err);
  ck_assert(L.reach[2] && !L.reach[3]); /* the table knows better */
  wt_launch_free(&L);
  closed();
}
END_TEST

START_TEST(control_does_not_leave_the_code) {
  ck_refused(WT_UNSUPPORTED, "0x0010: control flow leaves the code for 0x20, end every path with EXIT", "NOP\nNOP");
  ck_refused(WT_UNSUPPORTED, "0x0000: control flow leaves the code for 0x18", "@P0 BRA 0x18\nEXIT");
  ck_refused(WT_UNSUPPORTED, "0x0000: control flow leaves the code for 0x100", "@P0 BRA 0x100\nNOP"); /* the first of two */
  ck_refused(WT_UNSUPPORTED, "0x0010: control flow leaves the code for 0x200", "BRA Y\nX: BRA 0x200\nY: @P0 BRA X\nBRA 0x300");
  ck_refused(WT_UNSUPPORTED, "0x0010: control flow leaves the code for 0x100", "NOP\n@P0 BRA 0x100");
}
END_TEST

START_TEST(accesses_of_global_and_local_memory_are_marked) {
  static const struct {
    int sensitive;
    const char *insn;
  } t[] = {{1, "LDG.E.SYS R0, [R2]"},
           {1, "LDG.E.SYS R0, [R2.U32+UR4]"},
           {1, "STG.E.SYS [R2], R0"},
           {1, "STG.E.SYS [R2.U32+UR4], R0"},
           {1, "LD.E.SYS R0, [R2]"},
           {1, "ST.E.SYS [R2], R0"},
           {1, "LDL R0, [R2]"},
           {1, "STL [R2], R0"},
           {0, "ATOMG.E.ADD.STRONG.GPU PT, R0, [R2], R4"},
           {0, "LDS R0, [R2]"},
           {0, "STS [R2], R0"},
           {0, "LDC R0, c[0x2][R2]"},
           {0, "RED.E.ADD.STRONG.GPU [R2], R0"},
           {0, "MOV R0, R1"}};
  for (unsigned i = 0; i < sizeof t / sizeof *t; i++) {
    char body[200];
    snprintf(body, sizeof body, "%s\nEXIT", t[i].insn);
    open_text(body);
    ck_assert_msg(build(one) == WT_OK, "%s: %s", body, err);
    ck_assert_msg(L.sens[0] == t[i].sensitive && !L.sens[1], "%s", body);
    wt_launch_free(&L);
    closed();
  }
}
END_TEST

/* ---- what is refused ---- */

START_TEST(registers_are_declared) {
  static const struct {
    const char *fits, *says, *beyond;
  } t[] = {{"MOV R7, R0", "uses R8, but the kernel declares 8 registers, declare more", "MOV R8, R0"},
           {"MOV R0, R7", "uses R8,", "MOV R0, R8"},
           {"LDG.E.64.SYS R6, [R2]", "uses R9,", "LDG.E.64.SYS R8, [R2]"},
           {"LDG.E.SYS R7, [R6]", "uses R9,", "LDG.E.SYS R7, [R8]"},
           {"IADD3 R7, R5, R6, RZ", "uses R10,", "IADD3 R0, R9, R10, R2"},
           {"MOV RZ, R1", "uses R11,", "IADD3 R8, R9, R10, R11"},
           {"UMOV UR20, 0x1", "uses R12,", "STG.E.SYS [R2], R12"}};
  char body[100];
  for (unsigned i = 0; i < sizeof t / sizeof *t; i++) {
    snprintf(body, sizeof body, "%s\nEXIT", t[i].fits);
    open_text(body);
    ck_ok(one);
    closed();
    snprintf(body, sizeof body, "NOP\n%s\nEXIT", t[i].beyond);
    ck_refused(WT_USAGE, t[i].says, body);
    ck_assert_msg(strstr(err, "0x0010 uses"), "%s", err);
  }
}
END_TEST

#define TENSOR "HMMA {raw:0x000fe200_0000000000007236}\n"
#define TENSORS TENSOR TENSOR TENSOR
START_TEST(what_is_refused_is_listed) {
  ck_refused(WT_UNSUPPORTED, "0x0000: unsupported instruction HMMA (HMMA", TENSOR "EXIT");
  ck_assert_msg(!strchr(err, '\n') && !strstr(err, "integers"), "%s", err); /* one alone needs no list */
  ck_refused(WT_UNSUPPORTED, "\n      6  HMMA, at 0x0000 0x0010 0x0020 0x0030 0x0040 0x0050", TENSORS TENSORS "EXIT");
  ck_assert_msg(!strstr(err, "...") && strstr(err, "\n  6 instructions of 1 kinds are refused:\n"), "%s", err);
  ck_refused(WT_UNSUPPORTED, "\n      7  HMMA, at 0x0000 0x0010 0x0020 0x0030 0x0040 0x0050 ...", TENSORS TENSORS TENSOR "EXIT");
  ck_refused(WT_USAGE, "0x0000 uses R9", "MOV R9, R0\n" TENSORS "EXIT"); /* what stands first is the message */
  ck_assert_msg(!strchr(err, '\n'), "%s", err);
  ck_refused(WT_UNSUPPORTED, "0x0000: unsupported instruction", TENSOR "MOV R9, R0\nEXIT");
  ck_assert_msg(!strchr(err, '\n') && !strstr(err, "R9"), "%s", err);
  ck_refused(WT_UNSUPPORTED, "unknown opcode", "WHATEVER {raw:0x000fe200_0000000000007fff}\nEXIT");
  ck_assert_msg(strstr(err, "(no known mnemonic, raw 0x00000000000fe2000000000000007fff)"), "%s", err);
}
END_TEST

START_TEST(a_message_is_cut_to_its_room) {
  open_text(TENSORS "EXIT");
  for (size_t n = 0; n < 400; n += 7) {
    char small[400];
    memset(small, '#', sizeof small);
    ck_assert_int_eq(wt_launch_build(&L, mod, NULL, &one, NULL, 0, &lim, small, n), WT_UNSUPPORTED);
    ck_assert(small[n] == '#' && (!n || memchr(small, 0, n)));
  }
  closed();
}
END_TEST

START_TEST(uniform_registers_where_paths_change_anywhere) {
  static const char *const uses[] = {"UMOV UR4, 0x1", "R2UR UR4, R0", "IADD3 R0, R1, UR4, RZ", "@UP0 UMOV UR4, 0x1", "LDG.E.SYS R0, [R2.U32+UR4]"};
  char body[100];
  for (unsigned i = 0; i < sizeof uses / sizeof *uses; i++) {
    snprintf(body, sizeof body, "NOP\n%s\nEXIT", uses[i]);
    open_text(body);
    ck_ok(one);
    lim.every = 1;
    ck_says(WT_UNSUPPORTED, one, "uses uniform registers, which all paths of a warp share: PATH_SWITCH=every cannot run it");
    ck_assert_msg(strstr(err, "0x0010: "), "%s", err);
    closed();
  }
}
END_TEST

/* ---- warps of 32 on other shapes ---- */

static void ck_width(unsigned warp_size, const char *insn, const char *why) {
  char body[100];
  snprintf(body, sizeof body, "MOV R0, R1\n%s\nEXIT", insn);
  open_text(body);
  lim.warp_size = warp_size, k->compiled = 1;
  if (why) {
    ck_says(WT_UNSUPPORTED, one, why);
    ck_assert_msg(strstr(err, "0x0010: ") && strstr(err, " is for warps of 32 threads, those of this shape have "), "%s", err);
    ck_assert_msg(strstr(err, "; use a shape with warps of 32"), "%s", err);
    k->compiled = 0; /* written for the warps of its shape */
  }
  ck_ok(one);
  closed();
}

START_TEST(code_for_warps_of_32_on_narrower_ones) {
  static const char from[] = "it takes values from lanes of other warps", waits[] = "it waits for lanes of other warps";
  ck_width(8, "SHFL.IDX PT, R4, R0, 0x0, 0x1f", from);
  ck_width(8, "SHFL.IDX PT, R4, R0, R1, 0x1f", from);
  ck_width(8, "SHFL.IDX PT, R4, R0, 0x0, R1", from);
  ck_width(8, "SHFL.IDX PT, R4, R0, R1, R2", from);
  ck_width(8, "MATCH.ANY R4, R0", "it compares values with lanes of other warps");
  ck_width(8, "VOTE.ANY R4, PT, P0", "it asks lanes of other warps");
  ck_width(8, "VOTE.ANY R4, PT, !PT", "it asks lanes of other warps");
  ck_width(8, "VOTE.ANY R4, PT, PT", NULL); /* who is here */
  ck_width(8, "VOTEU.ANY UR4, UPT, P0", "it asks lanes of other warps");
  ck_width(8, "VOTEU.ANY UR4, UPT, PT", NULL);
  ck_width(8, "NOP", "compiled code means __syncwarp() by it, which waits for lanes of other warps");
  ck_width(8, "WARPSYNC 0xff", NULL);
  ck_width(8, "WARPSYNC 0x8100", NULL); /* lanes of the second */
  ck_width(8, "WARPSYNC 0xff000000", NULL);
  ck_width(8, "WARPSYNC 0x1ff", waits);
  ck_width(8, "WARPSYNC 0x80800000", waits);
  ck_width(8, "WARPSYNC 0x80000001", waits);
  ck_width(16, "WARPSYNC 0x1ff", NULL);
  ck_width(16, "WARPSYNC 0x18000", waits);
  ck_width(8, "WARPSYNC R0", NULL); /* the oracle sees that */
  ck_width(8, "R2UR UR4, R0", NULL);
  ck_width(8, "S2R R0, SR_LANEID", NULL);
  ck_width(32, "SHFL.IDX PT, R4, R0, 0x0, 0x1f", NULL);
  ck_width(32, "S2R R0, SR_LANEID", NULL);
}
END_TEST

START_TEST(masks_that_only_the_oracle_sees) {
  static const char *const sync[] = {"WARPSYNC R0\nEXIT", "WARPSYNC c[0x2][0x0]\nEXIT"};
  for (unsigned i = 0; i < 2; i++) {
    open_text(sync[i]);
    lim.warp_size = 8, k->compiled = 1;
    ck_ok(one);
    lim.no_oracle = 1;
    ck_says(WT_UNSUPPORTED, one, "only the oracle sees whether it waits for lanes of other warps");
    closed();
  }
}
END_TEST

START_TEST(code_for_warps_of_32_on_wider_ones) {
  static const char mask[] = "it is a mask of 32 lanes", above[] = "its mask has no lanes above 31";
  ck_width(64, "R2UR UR4, R0", "it takes the value of one lane for that of another warp too");
  ck_width(64, "MATCH.ANY R4, R0", "it compares values with lanes of another warp");
  ck_width(64, "VOTE.ANY R4, PT, P0", "it asks lanes of another warp, and its masks have 32 bits");
  ck_width(64, "VOTEU.ANY UR4, UPT, PT", "it asks lanes of another warp");
  ck_width(64, "WARPSYNC 0xff", above);
  ck_width(64, "WARPSYNC R0", above);
  ck_width(64, "WARPSYNC c[0x2][0x0]", above);
  ck_width(64, "S2R R0, SR_LANEID", "it counts lanes up to 31");
  ck_width(64, "S2UR UR4, SR_LANEID", "it counts lanes up to 31");
  ck_width(64, "CS2R.32 R0, SR_LANEID", "it counts lanes up to 31");
  ck_width(64, "S2R R0, SR_EQMASK", mask);
  ck_width(64, "S2R R0, SR_GEMASK", mask);
  ck_width(64, "S2R R0, SR_LTMASK", mask);
  ck_width(64, "S2R R0, SR_TID.X", NULL);
  ck_width(64, "S2R R0, SR_CTAID.X", NULL);
  ck_width(64, "SHFL.IDX PT, R4, R0, 0x0, 0x1f", NULL);
  ck_width(64, "NOP", NULL);
}
END_TEST

/* ---- without a launch, without memory ---- */

START_TEST(the_code_alone_is_judged) {
  open_text("SHFL.IDX PT, R4, R0, 0x0, 0x1f\nEXIT");
  ck_assert_int_eq(wt_launch_check(mod, NULL, &lim, err, sizeof err), WT_OK);
  lim.warp_size = 8, k->compiled = 1;
  ck_assert_int_eq(wt_launch_check(mod, "k", &lim, err, sizeof err), WT_UNSUPPORTED);
  ck_assert_msg(strstr(err, "k.cubin: kernel k: 0x0000"), "%s", err);
  ck_assert_int_eq(wt_launch_check(mod, "none", &lim, err, sizeof err), WT_USAGE);
  snprintf(k->why, sizeof k->why, "it lacks a function");
  ck_assert_int_eq(wt_launch_check(mod, "k", &lim, err, sizeof err), WT_UNSUPPORTED);
  ck_assert_msg(strstr(err, "kernel k: it lacks a function"), "%s", err);
  closed();
}
END_TEST

static wt_status loader(void) {
  static const uint64_t value[4];
  static const wt_arg args[] = {{&value[0], 8}, {&value[1], 2}, {&value[2], 8}, {&value[3], 1}};
  return wt_launch_build(&L, mod, "params", &one, args, 4, &lim, err, sizeof err);
}

START_TEST(without_memory_there_is_no_launch) {
  unsigned n;
  open_file(LOADER);
  for (n = 0;; n++) {
    before_it_fails = n, fails_once = 1;
    wt_status s = loader();
    if (fails_once) break;
    static const wt_launch_desc none;
    ck_assert_int_eq(s, WT_USAGE);
    ck_assert_msg(strstr(err, "loader.cubin: kernel params: out of memory, free some"), "%s", err);
    ck_assert_mem_eq(&L, &none, sizeof L);
  }
  fails_once = 0;
  ck_assert_uint_ge(n, 7); /* three banks, marks of two kinds, the walk, the list */
  wt_launch_free(&L);
  ck_assert_int_eq(loader(), WT_OK);
  wt_launch_free(&L);
  closed();
}
END_TEST

int main(void) {
  Suite *s = suite_create("launches");
  TCase *t = tcase_create("launches");
  tcase_add_test(t, the_limits_themselves_are_allowed);
  tcase_add_test(t, a_kernel_may_bound_its_block);
  tcase_add_test(t, the_shape_is_filled_and_not_more);
  tcase_add_test(t, the_largest_block_is_known_without_a_launch);
  tcase_add_test(t, slots_of_a_cta_are_whole_groups);
  tcase_add_test(t, local_memory_of_a_thread);
  tcase_add_test(t, what_would_make_room);
  tcase_add_test(t, what_would_make_room_for_a_grid);
  tcase_add_test(t, constant_banks_hold_what_the_launch_is);
  tcase_add_test(t, control_goes_to_targets_and_to_what_follows);
  tcase_add_test(t, where_an_indirect_branch_goes_has_to_be_said);
  tcase_add_test(t, a_call_through_a_register_enters_functions);
  tcase_add_test(t, control_does_not_leave_the_code);
  tcase_add_test(t, accesses_of_global_and_local_memory_are_marked);
  tcase_add_test(t, registers_are_declared);
  tcase_add_test(t, what_is_refused_is_listed);
  tcase_add_test(t, a_message_is_cut_to_its_room);
  tcase_add_test(t, uniform_registers_where_paths_change_anywhere);
  tcase_add_test(t, code_for_warps_of_32_on_narrower_ones);
  tcase_add_test(t, masks_that_only_the_oracle_sees);
  tcase_add_test(t, code_for_warps_of_32_on_wider_ones);
  tcase_add_test(t, the_code_alone_is_judged);
  tcase_add_test(t, without_memory_there_is_no_launch);
  suite_add_tcase(s, t);
  return suite_run(s);
}
