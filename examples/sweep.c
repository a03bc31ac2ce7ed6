/* sweep.c CUBIN KEY VALUE... - a kernel with variables of its module (tests/kernels/globals.cubin), launched three times under every value of a
 * key of the shape: one session is one device, so the variables keep what earlier launches left in them. Prints cycles and the reason for
 * which most warp slots did not issue.
 */
#include <stdio.h>
#include <stdlib.h>
#include <warptwin.h>

enum { N = 1000, BLOCK = 100, LAUNCHES = 3 };

static wt_session *s;
static void must(wt_status st) {
  if (st) fprintf(stderr, "sweep: %s\n", wt_error(s)), exit(st);
}

static int run(const char *cubin, const char *assignment) {
  static int in[N], result[N];
  int weight[16], calls = 0, n = N;
  const char *set[] = {assignment, NULL};
  wt_module *m;
  wt_addr d;
  must(wt_session_open(&(wt_options){.backend = WT_BACKEND_C, .preset = "small", .set = set}, &s));
  must(wt_module_load(s, cubin, &m));
  must(wt_symbol_read(s, m, "weight", weight, sizeof weight)); /* as the source initialises it */
  for (int i = 0; i < 16; i++) weight[i] = -weight[i];
  must(wt_symbol_write(s, m, "weight", weight, sizeof weight));
  for (int i = 0; i < N; i++) in[i] = i;
  must(wt_alloc(s, sizeof in, &d));
  must(wt_copy_in(s, d, in, sizeof in));
  for (int k = 0; k < LAUNCHES; k++) {
    wt_dims dims = {{(N + BLOCK - 1) / BLOCK, 1, 1}, {BLOCK, 1, 1}, 0};
    wt_arg args[] = {{&d, sizeof d}, {&n, sizeof n}};
    must(wt_launch(s, m, "globals", &dims, args, 2));
  }
  must(wt_symbol_read(s, m, "calls", &calls, sizeof calls));
  must(wt_symbol_read(s, m, "result", result, sizeof result));
  for (int i = 0; i < N; i++)
    if (calls != LAUNCHES || result[i] != LAUNCHES * i * weight[i & 15]) return fprintf(stderr, "result[%d] is %d\n", i, result[i]), 1;

  const wt_counters *c = wt_stats(s);
  unsigned most = WT_ISSUED + 1;
  for (unsigned i = most; i < WT_REASONS; i++)
    if (c->slots[i] > c->slots[most]) most = i;
  printf("%-20s %8llu cycles, most slots wait for: %s\n", assignment, (unsigned long long)c->cycles, wt_reason(most));
  wt_session_close(s);
  s = NULL;
  return 0;
}

int main(int argc, char **argv) {
  int bad = 0;
  if (argc < 4) return fprintf(stderr, "usage: sweep tests/kernels/globals.cubin KEY VALUE...   (warptwin --keys)\n"), 2;
  for (int i = 3; !bad && i < argc; i++) {
    char assignment[100];
    snprintf(assignment, sizeof assignment, "%s=%s", argv[2], argv[i]);
    bad = run(argv[1], assignment);
  }
  return bad;
}
