/* axpy.c - y = a * x + y on the C twin: assemble, load, launch, read back, metrics. */
#include <stdio.h>
#include <stdlib.h>
#include <warptwin.h>
#include <warptwin_asm.h>

enum { N = 1000, BLOCK = 128 };

/* Parameters: x, y (addresses), a, n (32-bit). nvcc -arch=sm_75 -cubin makes the same from CUDA; wt_module_load takes its file. */
static const char kernel[] = ".kernel axpy\n.regs 10\n.params 24, 8, 8, 4, 4\n"
                             "  S2R R6, SR_CTAID.X\n  S2R R0, SR_TID.X\n  IMAD R6, R6, c[0x0][0x0], R0\n"
                             "  ISETP.GE.AND P0, PT, R6, c[0x0][0x174], PT\n  @P0 EXIT\n  MOV R7, 0x4\n"
                             "  IMAD.WIDE R2, R6, R7, c[0x0][0x160]\n  IMAD.WIDE R4, R6, R7, c[0x0][0x168]\n"
                             "  LDG.E.SYS R2, [R2]\n  LDG.E.SYS R8, [R4]\n  IMAD R8, R2, c[0x0][0x170], R8\n  STG.E.SYS [R4], R8\n  EXIT\n.end\n";

static wt_session *s;
static void must(wt_status st) {
  if (st) fprintf(stderr, "axpy: %s\n", wt_error(s)), exit(st);
}

int main(void) {
  static int x[N], y[N];
  int a = 3, n = N;
  void *cubin;
  size_t bytes;
  char err[300];
  wt_module *m;
  wt_addr dx, dy;
  for (int i = 0; i < N; i++) x[i] = i, y[i] = 1000 * i;
  if (wt_assemble(kernel, "axpy", &cubin, &bytes, err, sizeof err)) return fprintf(stderr, "%s\n", err), 2;

  must(wt_session_open(&(wt_options){.backend = WT_BACKEND_C, .preset = "small"}, &s));
  must(wt_module_load_image(s, cubin, bytes, "axpy", &m));
  must(wt_alloc(s, sizeof x, &dx));
  must(wt_alloc(s, sizeof y, &dy));
  must(wt_copy_in(s, dx, x, sizeof x));
  must(wt_copy_in(s, dy, y, sizeof y));
  wt_dims dims = {{(N + BLOCK - 1) / BLOCK, 1, 1}, {BLOCK, 1, 1}, 0};
  wt_arg args[] = {{&dx, sizeof dx}, {&dy, sizeof dy}, {&a, sizeof a}, {&n, sizeof n}};
  must(wt_launch(s, m, NULL, &dims, args, 4));
  must(wt_copy_out(s, y, dy, sizeof y));
  const wt_counters *c = wt_stats(s);
  printf("%llu cycles, %llu warp instructions\n", (unsigned long long)c->cycles, (unsigned long long)c->warp_instructions);

  for (int i = 0; i < N; i++)
    if (y[i] != 1003 * i) return fprintf(stderr, "y[%d] is %d\n", i, y[i]), 1;
  wt_session_close(s);
  free(cubin);
  return 0;
}
