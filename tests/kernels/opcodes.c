/* opcodes.c - host reference of opcodes.cu. */
#include "warptwin_host.h"

enum { BLOCK = 64, GRID = 2, T = BLOCK * GRID, ROWS = 12, LOG2N = 5, WORDS = 31 };

static int place_of_lowest(uint32_t v) { /* 1 for bit 0 */
  int n = 1;
  while (!(v & 1)) v >>= 1, n++;
  return n;
}

static wt_status uniform(wt_session *s, const wt_host_ctx *ctx, wt_module *m, const uint32_t *in, wt_addr din) {
  uint32_t want[T];
  int32_t n = 29, k = 70, limit = n * 2 - 1 < k + 3 ? n * 2 - 1 : k + 3;
  wt_addr out;
  for (int t = 0; t < T; t++) {
    int low = t / BLOCK * 4 - 2;
    want[t] = in[k - 1] + (uint32_t)place_of_lowest(T);
    if (t >= (low < 0 ? 0 : low) && t < limit) want[t] += in[t];
  }
  WT_HOST_TRY(wt_alloc(s, sizeof want, &out));
  wt_arg args[] = {WT_HOST_ARG(din), WT_HOST_ARG(out), WT_HOST_ARG(n), WT_HOST_ARG(k)};
  WT_HOST_TRY(wt_host_launch(s, m, "op_uniform", GRID, BLOCK, args, WT_HOST_COUNT(args)));
  return wt_host_expect(s, ctx, "uniform", out, want, T);
}

static wt_status column(wt_session *s, const wt_host_ctx *ctx, wt_module *m, const uint32_t *in, wt_addr din) {
  static uint32_t a[ROWS * BLOCK];
  uint32_t want[BLOCK] = {0};
  int32_t n = ROWS, k = 3;
  wt_addr da, out;
  for (uint32_t i = 0; i < ROWS * BLOCK; i++) a[i] = i * 2654435761u;
  for (int i = 0; i < n; i++)
    for (int t = 0; t < BLOCK; t++) want[t] += in[i * 8 + k] * a[i * BLOCK + t];
  WT_HOST_TRY(wt_host_in(s, a, sizeof a, &da));
  WT_HOST_TRY(wt_alloc(s, sizeof want, &out));
  wt_arg args[] = {WT_HOST_ARG(din), WT_HOST_ARG(da), WT_HOST_ARG(out), WT_HOST_ARG(n), WT_HOST_ARG(k)};
  WT_HOST_TRY(wt_host_launch(s, m, "op_column", 1, BLOCK, args, WT_HOST_COUNT(args)));
  return wt_host_expect(s, ctx, "column", out, want, BLOCK);
}

static wt_status sobol(wt_session *s, const wt_host_ctx *ctx, wt_module *m, uint32_t seed) {
  static const uint32_t table[2][WORDS] = {
    {1, 3, 5, 15, 17, 51, 85, 255, 257, 771, 1285, 3855, 4369, 13107, 21845, 65535, 65537, 7, 9, 11, 13, 19, 21, 23, 25, 27, 29, 31, 33, 35, 37},
    {2, 6, 10, 30, 34, 102, 170, 510, 514, 1542, 2570, 7710, 8738, 26214, 43690, 131070, 39, 41, 43, 45, 47, 49, 53, 55, 57, 59, 61, 63, 65, 67, 69}};
  enum { N = T + 20 };
  uint32_t want[N], n = N;
  wt_addr out;
  for (uint32_t i = 0; i < n; i++) {
    want[i] = 0;
    for (int b = 0; b < WORDS; b++) want[i] ^= (seed + i) >> b & 1 ? table[i & 1][b] : 0; /* a CTA has an even number of threads */
  }
  WT_HOST_TRY(wt_alloc(s, sizeof want, &out));
  wt_arg args[] = {WT_HOST_ARG(out), WT_HOST_ARG(seed), WT_HOST_ARG(n)};
  WT_HOST_TRY(wt_host_launch(s, m, "op_sobol", GRID, BLOCK, args, WT_HOST_COUNT(args)));
  return wt_host_expect(s, ctx, "sobol", out, want, N);
}

static wt_status vote(wt_session *s, const wt_host_ctx *ctx, wt_module *m, const uint32_t *in, wt_addr din) {
  uint32_t want[GRID] = {0};
  wt_addr out;
  for (int t = 0; t < T; t++) want[t / BLOCK] += in[t] & 1;
  WT_HOST_TRY(wt_alloc(s, sizeof want, &out));
  wt_arg args[] = {WT_HOST_ARG(din), WT_HOST_ARG(out)};
  WT_HOST_TRY(wt_host_launch(s, m, "op_vote", GRID, BLOCK, args, WT_HOST_COUNT(args)));
  return wt_host_expect(s, ctx, "vote", out, want, GRID);
}

static wt_status sum(wt_session *s, const wt_host_ctx *ctx, wt_module *m, const uint32_t *in, wt_addr din) {
  uint32_t want[GRID], n = T - 3;
  wt_addr sums;
  size_t size;
  for (uint32_t c = 0; c < GRID; c++) {
    want[c] = c;
    for (uint32_t i = 0; i < n; i += BLOCK) want[c] += in[i];
  }
  wt_arg args[] = {WT_HOST_ARG(din), WT_HOST_ARG(n)};
  WT_HOST_TRY(wt_host_launch(s, m, "op_sum", GRID, BLOCK, args, WT_HOST_COUNT(args)));
  WT_HOST_TRY(wt_module_symbol(s, m, "sums", &sums, &size));
  return wt_host_expect(s, ctx, "sum", sums, want, GRID);
}

/* Coefficient k of a block of n values, by its definition: the sign of a term is the parity of what the two numbers have in common. Radix 4 leaves the
 * coefficients where radix 2 does. */
static wt_status walsh(wt_session *s, const wt_host_ctx *ctx, wt_module *m, const uint32_t *in) {
  enum { N = 1 << LOG2N };
  float v[GRID * N], want[GRID * N];
  int32_t log2n = LOG2N;
  wt_addr din, out;
  for (int i = 0; i < GRID * N; i++) v[i] = (float)(in[i] % 200) - 100;
  for (int k = 0; k < GRID * N; k++) {
    want[k] = 0;
    for (int i = 0; i < N; i++) want[k] += v[k / N * N + i] * (__builtin_parity((unsigned)(i & k)) ? -1 : 1);
  }
  WT_HOST_TRY(wt_host_in(s, v, sizeof v, &din));
  WT_HOST_TRY(wt_alloc(s, sizeof want, &out));
  const wt_dims d = {{GRID, 1, 1}, {N / 4, 1, 1}, sizeof(float) * N};
  wt_arg args[] = {WT_HOST_ARG(out), WT_HOST_ARG(din), WT_HOST_ARG(log2n)};
  WT_HOST_TRY(wt_launch(s, m, "op_walsh", &d, args, WT_HOST_COUNT(args)));
  return wt_host_expect(s, ctx, "walsh", out, want, GRID * N);
}

static wt_status place(wt_session *s, const wt_host_ctx *ctx, wt_module *m, const uint32_t *in, int32_t which) {
  uint32_t shared[BLOCK], data[BLOCK], *p = which & 1 ? shared : data;
  wt_addr ddata, out;
  for (uint32_t t = 0; t < BLOCK; t++) shared[t] = t, data[t] = in[t] & 0xffff;
  WT_HOST_TRY(wt_host_in(s, data, sizeof data, &ddata));
  WT_HOST_TRY(wt_alloc(s, sizeof shared, &out));
  p[1] = 77, p[2] = 3 + (uint32_t)which;
  for (uint32_t t = 1; t < BLOCK; t += 2) p[3] += t;
  if (p[4] < BLOCK - 1) p[4] = BLOCK - 1;
  wt_arg args[] = {WT_HOST_ARG(ddata), WT_HOST_ARG(out), WT_HOST_ARG(which)};
  WT_HOST_TRY(wt_host_launch(s, m, "op_place", 1, BLOCK, args, WT_HOST_COUNT(args)));
  WT_HOST_TRY(wt_host_expect(s, ctx, "place", out, shared, BLOCK));
  return wt_host_expect(s, ctx, "data of place", ddata, data, BLOCK);
}

static wt_status either(wt_session *s, const wt_host_ctx *ctx, wt_module *m) {
  uint32_t shared[BLOCK], data[BLOCK] = {0}, which = 5;
  wt_addr ddata, out;
  for (uint32_t t = 0; t < BLOCK; t++) shared[t] = t;
  WT_HOST_TRY(wt_host_in(s, data, sizeof data, &ddata));
  WT_HOST_TRY(wt_alloc(s, sizeof shared, &out));
  for (uint32_t t = 0; t < BLOCK; t++) (t & 1 ? shared : data)[t] = t * 3 + which;
  for (uint32_t t = 0; t < BLOCK; t++) (t & 1 ? shared : data)[t ^ 2] += 5;
  for (uint32_t t = 0; t < BLOCK; t++) shared[t] += t & 1 ? 1000 : 3000;
  wt_arg args[] = {WT_HOST_ARG(ddata), WT_HOST_ARG(out), WT_HOST_ARG(which)};
  WT_HOST_TRY(wt_host_launch(s, m, "op_either", 1, BLOCK, args, WT_HOST_COUNT(args)));
  WT_HOST_TRY(wt_host_expect(s, ctx, "either", out, shared, BLOCK));
  return wt_host_expect(s, ctx, "data of either", ddata, data, BLOCK);
}

static wt_status match(wt_session *s, const wt_host_ctx *ctx, wt_module *m, const uint32_t *in, wt_addr din) {
  uint32_t want[BLOCK], never = 0;
  wt_addr out;
  for (int again = 1; again;) { /* nobody has it nor the next one */
    again = 0, never++;
    for (int t = 0; t < BLOCK; t++) again |= in[t] == never || in[t] == never + 1;
  }
  for (int t = 0; t < BLOCK; t++) {
    want[t] = 0;
    for (int l = 0; l < 32; l++) want[t] |= (uint32_t)((in[t / 32 * 32 + l] & 7) == (in[t] & 7)) << l;
    want[t] += 0xffffffffu * 3 + 1; /* all have the same upper part of three bits: 0 */
  }
  WT_HOST_TRY(wt_alloc(s, sizeof want, &out));
  wt_arg args[] = {WT_HOST_ARG(din), WT_HOST_ARG(out), WT_HOST_ARG(never)};
  WT_HOST_TRY(wt_host_launch(s, m, "op_match", 1, BLOCK, args, WT_HOST_COUNT(args)));
  return wt_host_expect(s, ctx, "match", out, want, BLOCK);
}

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  uint32_t in[T];
  uint64_t rng = ctx->seed;
  wt_module *m;
  wt_addr din;
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));
  wt_host_fill_any(&rng, in, T);
  WT_HOST_TRY(wt_host_in(s, in, sizeof in, &din));
  WT_HOST_TRY(uniform(s, ctx, m, in, din));
  WT_HOST_TRY(column(s, ctx, m, in, din));
  WT_HOST_TRY(sobol(s, ctx, m, in[0]));
  WT_HOST_TRY(vote(s, ctx, m, in, din));
  WT_HOST_TRY(sum(s, ctx, m, in, din));
  WT_HOST_TRY(walsh(s, ctx, m, in));
  WT_HOST_TRY(place(s, ctx, m, in, 0));
  WT_HOST_TRY(place(s, ctx, m, in, 1));
  WT_HOST_TRY(either(s, ctx, m));
  return match(s, ctx, m, in, din);
}
