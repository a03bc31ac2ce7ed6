/* subword.c - host reference of subword.cu. */
#include "warptwin_host.h"

enum { N = 1300, BLOCK = 128, GRID = (N + BLOCK - 1) / BLOCK };

typedef struct {
  int8_t sc[N];
  uint8_t uc[N];
  int16_t ss[N];
  uint16_t us[N];
} inputs;

typedef struct {
  uint8_t ob[N];
  int16_t oh[N];
  int32_t ow[N];
} outputs;

static void make_inputs(uint64_t *rng, inputs *in) {
  for (int i = 0; i < N; i++) {
    in->sc[i] = (int8_t)wt_host_next(rng);
    in->uc[i] = (uint8_t)wt_host_next(rng);
    in->ss[i] = (int16_t)wt_host_next(rng);
    in->us[i] = (uint16_t)wt_host_next(rng);
  }
}

/* What thread i puts into shared memory; threads beyond the end have fixed values. */
static int32_t shared_byte(const inputs *in, int i) { return i < N ? (int8_t)(in->sc[i] + in->uc[i]) : 1 + 3; }
static int32_t shared_half(const inputs *in, int i) { return i < N ? (uint16_t)(in->ss[i] ^ in->us[i]) : (2 ^ 4); }

static void expected(const inputs *in, outputs *out) {
  for (int i = 0; i < N; i++) {
    int t = i % BLOCK, o = i - t + BLOCK - 1 - t;
    int32_t a = in->sc[i], b = in->ss[i], c = in->uc[i], d = in->us[i];
    out->ow[i] = ((a + b * 5) ^ (c + d * 11)) + (shared_byte(in, o) ^ i) - shared_half(in, o) * 4;
    out->ob[i] = (uint8_t)(c ^ 0x5a);
    out->oh[i] = (int16_t)(d - t);
  }
}

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  inputs in;
  outputs want, got;
  int32_t n = N;
  uint64_t rng = ctx->seed;
  wt_module *m;
  wt_addr dsc, duc, dss, dus, dob, doh, dow;
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));
  make_inputs(&rng, &in);
  expected(&in, &want);
  WT_HOST_TRY(wt_host_in(s, in.sc, sizeof in.sc, &dsc));
  WT_HOST_TRY(wt_host_in(s, in.uc, sizeof in.uc, &duc));
  WT_HOST_TRY(wt_host_in(s, in.ss, sizeof in.ss, &dss));
  WT_HOST_TRY(wt_host_in(s, in.us, sizeof in.us, &dus));
  WT_HOST_TRY(wt_alloc(s, sizeof want.ob, &dob));
  WT_HOST_TRY(wt_alloc(s, sizeof want.oh, &doh));
  WT_HOST_TRY(wt_alloc(s, sizeof want.ow, &dow));
  wt_dims dims = {{GRID, 1, 1}, {BLOCK, 1, 1}, 0};
  wt_arg args[] = {WT_HOST_ARG(dsc), WT_HOST_ARG(duc), WT_HOST_ARG(dss), WT_HOST_ARG(dus),
                   WT_HOST_ARG(dob), WT_HOST_ARG(doh), WT_HOST_ARG(dow), WT_HOST_ARG(n)};
  WT_HOST_TRY(wt_launch(s, m, "subword", &dims, args, WT_HOST_COUNT(args)));
  WT_HOST_TRY(wt_copy_out(s, got.ob, dob, sizeof got.ob));
  WT_HOST_TRY(wt_copy_out(s, got.oh, doh, sizeof got.oh));
  WT_HOST_TRY(wt_host_same_sized(ctx, "ob", got.ob, want.ob, N, 1));
  WT_HOST_TRY(wt_host_same_sized(ctx, "oh", got.oh, want.oh, N, 2));
  return wt_host_expect(s, ctx, "ow", dow, want.ow, N);
}
