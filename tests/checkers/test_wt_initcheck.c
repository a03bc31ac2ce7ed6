/* test_wt_initcheck.c - reads of values that nobody wrote: each kind is found where it is and nowhere else, what only moves a value is not
 * reported, and nothing else of a run changes. */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "lib/wt_home.h"
#include "tests/kernel_kit.h"
#include "tests/suite.h"
#include "warptwin_host.h"

enum { THREADS = 40 };
#define HEAD ".kernel k\n.regs 24\n.smem 256\n.local 64\n.params 16,8,8\n  S2R R0, SR_TID.X\n  MOV R2, c[0x0][0x160]\n  MOV R3, c[0x0][0x164]\n"
#define TAIL "  EXIT\n.end\n"

/* One launch of the program; its two parameters are buffers of 256 bytes, of which the host writes the first 16 of the first. */
static wt_status run_on(wt_backend backend, const char *text, int on, char *warnings, size_t n) {
  static const unsigned char some[16] = {1, 2, 3};
  wt_session *s = kit_open(backend, "small", NULL, 3, 100000, 0);
  char program[2000];
  snprintf(program, sizeof program, HEAD "%s" TAIL, text);
  wt_module *m = kit_text(s, program, "k");
  wt_addr a[2] = {kit_alloc(s, 256, NULL), kit_alloc(s, 256, NULL)};
  ck_assert(!wt_copy_in(s, a[0], some, sizeof some));
  wt_set_initcheck(s, on);
  wt_status st = kit_launch(s, m, 1, THREADS, a, 2);
  snprintf(warnings, n, "%s", wt_warnings(s));
  wt_session_close(s);
  return st;
}

typedef struct {
  const char *text, *found; /* found: words of the one warning; NULL: there is none */
} program;

static const program programs[] = {
  /* registers and predicates */
  {"  IADD3 R5, R4, 0x1, RZ\n", "of CTA 0,0,0 reads R4, which nothing has written (40 reads"},
  {"  ISETP.EQ.AND P0, PT, R0, 0x21, PT\n  @P0 MOV R4, RZ\n  IADD3 R5, R4, 0x1, RZ\n", "reads R4, which nothing has written (39 reads"},
  {"  ISETP.NE.AND P0, PT, R0, 0x21, PT\n  @P0 MOV R4, RZ\n  IADD3 R5, R4, 0x1, RZ\n",
   "pc 0x0050, IADD3 R5, R4, 0x1, RZ: thread 33,0,0 of CTA 0,0,0 reads R4, which nothing has written (1 reads"},
  {"  IMAD.WIDE R4, R0, R0, R6\n", NULL /* two words, two places: below */},
  {"  @P2 IADD3 R5, R0, 0x1, RZ\n", "reads P2, which nothing has written (40 reads"},
  {"  SEL R5, R0, RZ, P3\n", "reads P3, which"},
  {"  P2R R5, PR, RZ, 0x4\n", "reads P2, which"},
  {"  UIADD3 UR4, UR5, 0x1, URZ\n", "reads UR5, which"},
  {"  USEL UR4, URZ, 0x1, UP1\n", "reads UP1, which"},
  {"  STG.E.SYS [R2], R7\n", "reads R7, which"},
  {"  STS [R8], R0\n", "reads R8, which"},
  /* memory */
  {"  LDG.E.SYS R5, [R2]\n", ""},
  {"  LDG.E.SYS R5, [R2+0x10]\n", "reads 4 bytes of global memory at 0x7f0000000010, not all of which have been written (40 reads"},
  {"  LDG.E.64.SYS R6, [R2+0x8]\n", ""},
  {"  STG.E.U8.SYS [R2+0x10], R0\n  LDG.E.U8.SYS R5, [R2+0x10]\n", ""},
  {"  STG.E.U8.SYS [R2+0x10], R0\n  LDG.E.U16.SYS R5, [R2+0x10]\n", "reads 2 bytes of global memory"},
  {"  MOV R6, 0x1\n  RED.E.ADD.STRONG.GPU [R2+0x20], R6\n",
   "reads 4 bytes of global memory at 0x7f0000000020, not all of which have been written (1 reads"},
  {"  STS [R0.X4], R0\n  BAR.SYNC 0x0\n  LDS R5, [R0.X4+0x40]\n",
   "reads 4 bytes of shared memory at 0xa0, not all of which have been written (16 reads"},
  {"  LDL R5, [RZ+0x8]\n", "reads 4 bytes of local memory at 0x8, not all of which have been written (40 reads"},
  {"  STL [RZ+0x8], R0\n  LDL R5, [RZ+0x8]\n  IADD3 R6, R5, 0x1, RZ\n", ""},
  /* what only moves nothing on */
  {"  MOV R5, R4\n  IMAD.MOV.U32 R6, RZ, RZ, R5\n  STL [RZ+0x4], R6\n  LDL R7, [RZ+0x4]\n", ""},
  {"  MOV R5, R4\n  STL [RZ+0x4], R5\n  LDL R7, [RZ+0x4]\n  IADD3 R8, R7, 0x1, RZ\n", "reads R7, which"},
  {"  PRMT R5, R0, 0x7610, R5\n  IADD3 R6, R5, 0x1, RZ\n", ""},
  {"  PRMT R5, R0, 0x7654, R5\n  IADD3 R6, R5, 0x1, RZ\n", "reads R5, which"},
  {"  ISETP.EQ.AND P0, PT, RZ, RZ, PT\n  SEL R5, R0, R9, P0\n  IADD3 R6, R5, 0x1, RZ\n", ""},
  {"  ISETP.EQ.AND P0, PT, RZ, RZ, PT\n  SEL R5, R9, R0, P0\n  IADD3 R6, R5, 0x1, RZ\n", "reads R5, which"},
};

static unsigned lines(const char *text) {
  unsigned n = *text != 0;
  for (; *text; text++) n += *text == '\n';
  return n;
}

START_TEST(each_kind) {
  char got[3000];
  for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
    const program *p = &programs[i];
    for (wt_backend b = WT_BACKEND_ORACLE; b <= WT_BACKEND_C; b++) {
      ck_assert_int_eq(run_on(b, p->text, 1, got, sizeof got), WT_OK);
      if (!p->found) continue;
      ck_assert_msg(strstr(got, p->found) != NULL && lines(got) == (*p->found != 0), "program %zu: %s", i, got);
    }
    ck_assert_int_eq(run_on(WT_BACKEND_C, p->text, 0, got, sizeof got), WT_OK);
    ck_assert_str_eq(got, "");
  }
  ck_assert_int_eq(run_on(WT_BACKEND_C, "  IMAD.WIDE R4, R0, R0, R6\n", 1, got, sizeof got), WT_OK);
  ck_assert_msg(lines(got) == 2 && strstr(got, "reads R6, ") && strstr(got, "reads R7, "), "%s", got);
}
END_TEST

/* On both twins: the values differ from run to run, the twins never do. */
START_TEST(no_difference_of_twins) {
  char got[3000];
  ck_assert_int_eq(run_on(WT_BACKEND_COSIM, "  IADD3 R5, R4, 0x1, RZ\n  STG.E.SYS [R2], R5\n", 1, got, sizeof got), WT_OK);
  ck_assert_msg(lines(got) == 1 && strstr(got, "reads R4, "), "%s", got);
}
END_TEST

/* nvcc's own code does not read what it has not written: of kernels whose host gives them everything. */
START_TEST(compiled_code_is_clean) {
  static const char *const clean[] = {"callk", "localsort", "fltdiv", "nbody", "bytes", "ddot", "reduce", "bigswitch"};
  for (size_t i = 0; i < sizeof clean / sizeof *clean; i++) {
    char so[1100], cubin[1100], msg[300] = "";
    int (*host)(wt_session *, const wt_host_ctx *) = NULL;
    snprintf(so, sizeof so, "%s/kernels/%s.so", wt_build_dir(), clean[i]);
    snprintf(cubin, sizeof cubin, "%s/tests/kernels/%s.cubin", wt_root(), clean[i]);
    void *lib = dlopen(so, RTLD_NOW | RTLD_LOCAL);
    ck_assert_msg(lib != NULL, "%s", dlerror());
    *(void **)&host = dlsym(lib, "wt_host");
    wt_session *s = kit_open(WT_BACKEND_C, "small", NULL, 3, 0, 0);
    const wt_host_ctx ctx = {cubin, 3, msg, sizeof msg, 0};
    ck_assert_msg(!host(s, &ctx), "%s: %s %s", clean[i], msg, wt_error(s));
    ck_assert_msg(!*wt_warnings(s), "%s: %s", clean[i], wt_warnings(s));
    wt_session_close(s);
    dlclose(lib);
  }
}
END_TEST

int main(void) {
  Suite *s = suite_create("wt_initcheck");
  TCase *t = tcase_create("wt_initcheck");
  tcase_set_timeout(t, 300);
  tcase_add_test(t, each_kind);
  tcase_add_test(t, no_difference_of_twins);
  tcase_add_test(t, compiled_code_is_clean);
  suite_add_tcase(s, t);
  return suite_run(s);
}
