/* deep.h - one level of the kernels deep6, deep8 and deep10: a loop with a branch, and the next level in its deeper side. k: the level, from 0;
 * first: loop bit of x at level 0. The host reference has its own words for it: deep_host.h. */
#define DEEP_LEVEL(k, first, deeper)                                                           \
  _Pragma("unroll 1") for (unsigned a = 0; a <= (x & ((first) << (k))); a += (first) << (k)) { \
    if ((x ^ acc) & (65536 << (k))) {                                                          \
      acc = acc * (2 * (k) + 3) + out[i];                                                      \
      out[i] = acc + (k);                                                                      \
      deeper                                                                                   \
    } else {                                                                                   \
      acc += out[i] ^ ((k) + 5);                                                               \
      out[i] = acc - (k);                                                                      \
    }                                                                                          \
    acc ^= acc >> 3;                                                                           \
  }
