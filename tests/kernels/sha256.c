/* sha256.c - host reference of sha256.cu: SHA-256 as FIPS 180 writes it down; message 0 is "abc", whose digest is known. */
#include "warptwin_host.h"

enum { N = 40, BLOCK = 32 };

static const uint32_t K[64] = {0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01,
                               0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc,
                               0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147,
                               0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
                               0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08,
                               0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
                               0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};
static uint32_t rot(uint32_t x, int n) { return x >> n | x << (32 - n); }

static void digest_of(const uint32_t text[16], uint32_t h[8]) {
  static const uint32_t start[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  uint32_t w[64], v[8];
  memcpy(w, text, 64);
  for (int i = 16; i < 64; i++)
    w[i] =
      w[i - 16] + (rot(w[i - 15], 7) ^ rot(w[i - 15], 18) ^ w[i - 15] >> 3) + w[i - 7] + (rot(w[i - 2], 17) ^ rot(w[i - 2], 19) ^ w[i - 2] >> 10);
  memcpy(v, start, sizeof v);
  for (int i = 0; i < 64; i++) {
    uint32_t t1 = v[7] + (rot(v[4], 6) ^ rot(v[4], 11) ^ rot(v[4], 25)) + ((v[4] & v[5]) ^ (~v[4] & v[6])) + K[i] + w[i];
    uint32_t t2 = (rot(v[0], 2) ^ rot(v[0], 13) ^ rot(v[0], 22)) + ((v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]));
    memmove(v + 1, v, 7 * sizeof *v);
    v[4] += t1, v[0] = t1 + t2;
  }
  for (int i = 0; i < 8; i++) h[i] = start[i] + v[i];
}

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  uint64_t rng = ctx->seed;
  wt_module *m;
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));

  static const uint32_t abc[8] = {0xba7816bf, 0x8f01cfea, 0x414140de, 0x5dae2223, 0xb00361a3, 0x96177a9c, 0xb410ff61, 0xf20015ad};
  uint32_t text[N][16], want[N][8];
  int32_t n = N;
  wt_addr dt, dd;
  wt_host_fill_any(&rng, &text[0][0], N * 16);
  for (int i = 0; i < N; i++) text[i][14] = 0, text[i][15] = 55 * 8, text[i][13] = (text[i][13] & ~0xffu) | 0x80;
  memset(text[0], 0, sizeof text[0]);
  text[0][0] = 0x61626380, text[0][15] = 24;
  for (int i = 0; i < N; i++) digest_of(text[i], want[i]);
  WT_HOST_TRY(wt_host_same(ctx, "digest of abc", want[0], abc, 8));
  WT_HOST_TRY(wt_host_in(s, text, sizeof text, &dt));
  WT_HOST_TRY(wt_alloc(s, sizeof want, &dd));
  wt_arg args[] = {WT_HOST_ARG(dt), WT_HOST_ARG(dd), WT_HOST_ARG(n)};
  WT_HOST_TRY(wt_host_launch(s, m, "sha256", (N + BLOCK - 1) / BLOCK, BLOCK, args, 3));
  return wt_host_expect(s, ctx, "digest", dd, want, N * 8);
}
