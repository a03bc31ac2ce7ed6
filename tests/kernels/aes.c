/* aes.c - host reference of aes.cu: AES-128 as FIPS 197 writes it down; block 0 and the key are those of its appendix B. */
#include "warptwin_host.h"

enum { N = 36, BLOCK = 32 };

static uint8_t times(uint8_t a, uint8_t b) {
  uint8_t r = 0;
  for (; b; b >>= 1, a = (uint8_t)(a << 1 ^ (a >> 7) * 0x1b))
    if (b & 1) r ^= a;
  return r;
}
static uint8_t substitute(uint8_t x) {
  uint8_t inv = 0, r = 0x63;
  for (int y = 1; x && y < 256; y++)
    if (times(x, (uint8_t)y) == 1) inv = (uint8_t)y;
  for (int i = 0; i < 5; i++) r ^= (uint8_t)(inv << i | inv >> (8 - i));
  return r;
}

static void encrypt(const uint8_t *in, uint8_t *out, const uint8_t *box, const uint8_t *key) {
  uint8_t s[16], r[16];
  for (int i = 0; i < 16; i++) s[i] = in[i] ^ key[i];
  for (int round = 1; round <= 10; round++) {
    for (int i = 0; i < 16; i++) r[i] = box[s[(i + 4 * (i % 4)) % 16]];
    for (int i = 0; i < 16; i++) {
      const uint8_t *c = r + i / 4 * 4;
      uint8_t mixed = times(c[i % 4], 2) ^ times(c[(i + 1) % 4], 3) ^ c[(i + 2) % 4] ^ c[(i + 3) % 4];
      s[i] = (round < 10 ? mixed : r[i]) ^ key[16 * round + i];
    }
  }
  memcpy(out, s, 16);
}

int wt_host(wt_session *s, const wt_host_ctx *ctx) {
  uint64_t rng = ctx->seed;
  wt_module *m;
  WT_HOST_TRY(wt_module_load(s, ctx->cubin_path, &m));

  static const uint8_t first[16] = {0x2b, 0x7e, 0x15, 0x16, 0x28, 0xae, 0xd2, 0xa6, 0xab, 0xf7, 0x15, 0x88, 0x09, 0xcf, 0x4f, 0x3c};
  static const uint8_t plain[16] = {0x32, 0x43, 0xf6, 0xa8, 0x88, 0x5a, 0x30, 0x8d, 0x31, 0x31, 0x98, 0xa2, 0xe0, 0x37, 0x07, 0x34};
  static const uint8_t cipher[16] = {0x39, 0x25, 0x84, 0x1d, 0x02, 0xdc, 0x09, 0xfb, 0xdc, 0x11, 0x85, 0x97, 0x19, 0x6a, 0x0b, 0x32};
  uint8_t box[256], key[176], in[N][16], want[N][16], rcon = 1;
  int32_t n = N;
  wt_addr di, dout;
  for (int i = 0; i < 256; i++) box[i] = substitute((uint8_t)i);
  memcpy(key, first, 16);
  for (int i = 16; i < 176; i += 4) {
    uint8_t t[4];
    for (int j = 0; j < 4; j++) t[j] = i % 16 ? key[i - 4 + j] : box[key[i - 4 + (j + 1) % 4]];
    if (i % 16 == 0) t[0] ^= rcon, rcon = times(rcon, 2);
    for (int j = 0; j < 4; j++) key[i + j] = key[i - 16 + j] ^ t[j];
  }
  for (int i = 0; i < N * 16; i++) in[i / 16][i % 16] = i < 16 ? plain[i] : (uint8_t)wt_host_next(&rng);
  for (int i = 0; i < N; i++) encrypt(in[i], want[i], box, key);
  WT_HOST_TRY(wt_host_same(ctx, "appendix B", want[0], cipher, 4));
  WT_HOST_TRY(wt_symbol_write(s, m, "box", box, sizeof box));
  WT_HOST_TRY(wt_symbol_write(s, m, "key", key, sizeof key));
  WT_HOST_TRY(wt_host_in(s, in, sizeof in, &di));
  WT_HOST_TRY(wt_alloc(s, sizeof want, &dout));
  wt_arg args[] = {WT_HOST_ARG(di), WT_HOST_ARG(dout), WT_HOST_ARG(n)};
  WT_HOST_TRY(wt_host_launch(s, m, "aes", (N + BLOCK - 1) / BLOCK, BLOCK, args, 3));
  return wt_host_expect(s, ctx, "cipher", dout, want, N * 4);
}
