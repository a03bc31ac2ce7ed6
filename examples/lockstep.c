/* lockstep.c CUBIN - runs vecadd of tests/kernels on both twins: at every clock edge every output and every state bit is compared, and the
 * oracle checks each instruction. The first run of a shape verilates its RTL (a minute or two), later ones find it in the cache.
 */
#include <stdio.h>
#include <stdlib.h>
#include <warptwin.h>

enum { N = 300, BLOCK = 64 };

static wt_session *s;
static void must(wt_status st) {
  if (st) fprintf(stderr, "lockstep: %s\n", wt_error(s)), exit(st);
}

int main(int argc, char **argv) {
  static int v[3][N];
  int n = N;
  wt_module *m;
  wt_addr d[3];
  if (argc != 2) return fprintf(stderr, "usage: lockstep tests/kernels/vecadd.cubin\n"), 2;

  must(wt_session_open(&(wt_options){.backend = WT_BACKEND_COSIM, .preset = "small", .seed = 1}, &s));
  wt_set_mismatch(s, "mismatch.fst"); /* should the twins ever differ: the waves of the last cycles */
  must(wt_module_load(s, argv[1], &m));
  for (int k = 0; k < 3; k++) {
    for (int i = 0; i < N; i++) v[k][i] = k < 2 ? (k + 1) * i : 0;
    must(wt_alloc(s, sizeof v[k], &d[k]));
    must(wt_copy_in(s, d[k], v[k], sizeof v[k]));
  }
  wt_dims dims = {{(N + BLOCK - 1) / BLOCK, 1, 1}, {BLOCK, 1, 1}, 0};
  wt_arg args[] = {{&d[0], 8}, {&d[1], 8}, {&d[2], 8}, {&n, 4}};
  must(wt_launch(s, m, NULL, &dims, args, 4)); /* a difference, a fault or a run without end is an error with its report */
  must(wt_copy_out(s, v[2], d[2], sizeof v[2]));
  for (int i = 0; i < N; i++)
    if (v[2][i] != 3 * i) return fprintf(stderr, "c[%d] is %d\n", i, v[2][i]), 1;

  const wt_counters *c = wt_stats(s);
  printf("%llu cycles, 0 differences in %llu flip-flop and %llu memory bits\n", (unsigned long long)c->cycles, (unsigned long long)c->ff_bits,
         (unsigned long long)c->mem_bits);
  wt_session_close(s);
  return 0;
}
