/* hashlock.c - host reference of hashlock.cu: sums by key; the order inside of a bucket is free. */
#include "warptwin_host.h"

enum { N = 48, KEYS = 20, BUCKETS = 8, SLOTS = 24, BLOCK = 32 };

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  uint64_t rng = ctx->seed;
  wt_module *m;
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));

  int32_t key[N], value[N], sum[KEYS] = {0}, seen[KEYS] = {0}, used[BUCKETS], keys[BUCKETS * SLOTS], sums[BUCKETS * SLOTS], n = N;
  static const int32_t zero[BUCKETS];
  wt_addr dk, dv, dl, du, dks, ds;
  wt_host_fill(&rng, key, N, 0, KEYS);
  wt_host_fill(&rng, value, N, 1, 100);
  for (int i = 0; i < N; i++) sum[key[i]] += value[i];
  WT_HOST_TRY(wt_host_in(s, key, sizeof key, &dk));
  WT_HOST_TRY(wt_host_in(s, value, sizeof value, &dv));
  WT_HOST_TRY(wt_host_in(s, zero, sizeof zero, &dl));
  WT_HOST_TRY(wt_host_in(s, zero, sizeof zero, &du));
  WT_HOST_TRY(wt_alloc(s, sizeof keys, &dks));
  WT_HOST_TRY(wt_alloc(s, sizeof sums, &ds));
  wt_arg args[] = {WT_HOST_ARG(dk), WT_HOST_ARG(dv), WT_HOST_ARG(dl), WT_HOST_ARG(du), WT_HOST_ARG(dks), WT_HOST_ARG(ds), WT_HOST_ARG(n)};
  WT_HOST_TRY(wt_host_launch(s, m, "hashlock", (N + BLOCK - 1) / BLOCK, BLOCK, args, WT_HOST_COUNT(args)));
  WT_HOST_TRY(wt_copy_out(s, used, du, sizeof used));
  WT_HOST_TRY(wt_copy_out(s, keys, dks, sizeof keys));
  WT_HOST_TRY(wt_copy_out(s, sums, ds, sizeof sums));
  for (int b = 0; b < BUCKETS; b++)
    for (int k = 0; k < used[b] && k < SLOTS; k++) {
      int32_t y = keys[b * SLOTS + k];
      if (y >= 0 && y < KEYS && !seen[y]++) WT_HOST_TRY(wt_host_same(ctx, "sum of a key", &sums[b * SLOTS + k], &sum[y], 1));
      else return snprintf(ctx->msg, ctx->msg_size, "key %d stands in bucket %d twice or by mistake", y, b), WT_DIFF;
    }
  for (int y = 0; y < KEYS; y++)
    if (sum[y] && !seen[y]) return snprintf(ctx->msg, ctx->msg_size, "key %d is missing", y), WT_DIFF;
  return WT_OK;
}
