/* test_wt_quick.c - quick comparison of small values: values of every size and elements of every width, alone and in windows; what may be read around them, and
 * which of them share a window. Allocations are wrapped, and one fails.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/block_suite.h"
#define FAILS_REALLOC
#include "tests/fails_kit.h"

/* ---- values of every size ---- */
START_TEST(every_byte_of_every_size_is_compared) {
  static _Alignas(32) uint8_t c[16][8], rtl[16][8];
  wt_pairs p = {0};
  memset(c, 0, sizeof c), memset(rtl, 0, sizeof rtl);
  for (unsigned i = 0; i < 16; i++) {
    unsigned cs = 1u << i / 4, rs = 1u << i % 4;
    ck_assert(wt_pairs_fit(cs, rs));
    ck_assert_int_eq(wt_pairs_add(&p, c[i], cs, rtl[i], rs), 0);
    ck_assert_uint_eq(p.n, i + 1);
  }
  for (int joined = 0; joined < 2; joined++) {
    ck_assert(!wt_pairs_differ(&p));
    for (unsigned i = 0; i < 16; i++) {
      unsigned cs = 1u << i / 4, rs = 1u << i % 4;
      for (unsigned k = 0; k < 8; k++) { /* bytes that are not of the value are nobody's */
        c[i][k] ^= 0x80;
        ck_assert_msg(wt_pairs_differ(&p) == (k < cs), "%u bytes beside %u, byte %u of the first", cs, rs, k);
        c[i][k] ^= 0x80, rtl[i][k] ^= 1;
        ck_assert_msg(wt_pairs_differ(&p) == (k < rs), "%u bytes beside %u, byte %u of the second", cs, rs, k);
        if (k < cs && k < rs) c[i][k] ^= 1, ck_assert(!wt_pairs_differ(&p)), c[i][k] ^= 1;
        rtl[i][k] ^= 1;
      }
    }
    ck_assert_int_eq(wt_pairs_join(&p), 0);
  }
  wt_pairs_free(&p);
  ck_assert(p.pair == NULL && !p.n);
  for (unsigned i = 0; i < 10; i++) {
    ck_assert_int_eq(wt_pairs_fit(i, 4), i == 1 || i == 2 || i == 4 || i == 8);
    ck_assert_int_eq(wt_pairs_fit(4, i), i == 1 || i == 2 || i == 4 || i == 8);
  }
}
END_TEST

/* Values of any number of bytes, alone and beside each other: no byte more, none less; neighbours become one. */
START_TEST(every_byte_of_a_wide_value_is_compared) {
  static uint8_t c[300], rtl[300];
  for (unsigned bytes = 1; bytes < 100; bytes++)
    for (unsigned parts = 1; parts < 4; parts++) {
      wt_pairs p = {0};
      memset(c, 0x5a, sizeof c), memset(rtl, 0x5a, sizeof rtl);
      for (unsigned i = parts; i--;) ck_assert_int_eq(wt_pairs_add_bytes(&p, c + i * bytes, rtl + i * bytes, bytes), 0);
      unsigned n = p.n;
      ck_assert_int_eq(wt_pairs_join(&p), 0);
      ck_assert_uint_le(p.n, n);
      if (parts == 2 && bytes == 16) ck_assert(n == 2 && p.n == 1);
      if (parts == 1) ck_assert_uint_eq(n, bytes / 32 + (unsigned)wt_popcount(bytes % 32));
      ck_assert(!wt_pairs_differ(&p));
      for (unsigned k = 0; k < sizeof c; k++) {
        c[k] ^= 0x10;
        ck_assert_msg(wt_pairs_differ(&p) == (k < parts * bytes), "%u values of %u bytes, byte %u", parts, bytes, k);
        c[k] ^= 0x10;
      }
      wt_pairs_free(&p);
      for (unsigned k = 0; k < 100; k++) {
        rtl[k] ^= 4;
        ck_assert_int_eq(wt_bytes_differ((const char *)c, (const char *)rtl, bytes), k < bytes);
        rtl[k] ^= 4;
      }
    }
}
END_TEST
START_TEST(what_is_no_neighbour_in_both_stays_alone) {
  static _Alignas(32) uint8_t c[64], rtl[64];
  wt_pairs p = {0};
  for (unsigned k = 0; k < 64; k++) c[k] = rtl[k] = (uint8_t)k;
  memcpy(c, rtl + 8, 4), memcpy(c + 4, rtl, 4); /* neighbours here, not there */
  wt_pairs_add(&p, c, 4, rtl + 8, 4), wt_pairs_add(&p, c + 4, 4, rtl, 4);
  memcpy(c + 16, rtl + 16, 4), memcpy(c + 24, rtl + 20, 4); /* and the other way round */
  wt_pairs_add(&p, c + 16, 4, rtl + 16, 4), wt_pairs_add(&p, c + 24, 4, rtl + 20, 4);
  ck_assert_int_eq(wt_pairs_join(&p), 0);
  ck_assert_uint_eq(p.n, 4);
  ck_assert(!wt_pairs_differ(&p));
  for (unsigned k = 0; k < 64; k++) {
    int part = (k < 8) || (k >= 16 && k < 20) || (k >= 24 && k < 28);
    c[k] ^= 1;
    ck_assert_msg(wt_pairs_differ(&p) == part, "byte %u", k);
    c[k] ^= 1;
  }
  wt_pairs_free(&p);
}
END_TEST

/* Values of every size and elements of every width, strewn over two stretches of memory that hold nothing else, in another order in each: what is told differs
 * in exactly the bits of the values. A byte read beside the stretches is one that a sanitizer sees. */
enum { MAX_STREWN = 60, GAPS = 3 };
typedef struct {
  unsigned c_at, rtl_at, c_bytes, rtl_bytes; /* places in the stretches */
  unsigned csize, elemw, n;                  /* n > 1: elements; else a value of both sizes */
} strewn;
static unsigned stretch(strewn *v, unsigned n, int of_rtl, wt_rng *r) {
  unsigned order[MAX_STREWN], at = 0;
  for (unsigned i = 0; i < n; i++) order[i] = i;
  for (unsigned i = n; i > 1; i--) {
    unsigned k = wt_below(r, wt_below(r, 3) ? 4 : i), t = order[i - 1]; /* mostly near where it was */
    k = k < i ? i - 1 - k : 0;
    order[i - 1] = order[k], order[k] = t;
  }
  for (unsigned i = 0; i < n; i++) {
    strewn *x = &v[order[i]];
    if (i) at += wt_below(r, 20) ? wt_below(r, GAPS) : 8 + wt_below(r, 30); /* some are alone */
    *(of_rtl ? &x->rtl_at : &x->c_at) = at;
    at += of_rtl ? x->rtl_bytes : x->c_bytes;
  }
  return at;
}
static int of_value(const strewn *v, unsigned n, int of_rtl, unsigned bit) {
  for (unsigned i = 0; i < n; i++) {
    const strewn *x = &v[i];
    unsigned from = 8 * (of_rtl ? x->rtl_at : x->c_at), bytes = of_rtl ? x->rtl_bytes : x->c_bytes;
    if (bit < from || bit >= from + 8 * bytes) continue;
    if (x->n == 1) return 1;
    return of_rtl ? bit - from < x->elemw * x->n : (bit - from) % (8 * x->csize) < x->elemw;
  }
  return 0;
}
static void same_bit(const strewn *x, unsigned k, uint8_t *c, uint8_t *rtl) { /* bit k of the RTL's value into the C twin's */
  unsigned from = 8 * x->rtl_at + k, to = 8 * x->c_at + (x->n == 1 ? k : k / x->elemw * 8 * x->csize + k % x->elemw);
  unsigned bits = 8 * (x->c_bytes < x->rtl_bytes ? x->c_bytes : x->rtl_bytes), bit = rtl[from / 8] >> from % 8 & 1;
  if (x->n == 1 && k >= bits) rtl[from / 8] &= (uint8_t) ~(1u << from % 8);
  else c[to / 8] = (uint8_t)((c[to / 8] & ~(1u << to % 8)) | bit << to % 8);
}
START_TEST(strewn_values_are_compared_bit_by_bit) {
  wt_rng r = {(uint64_t)_i + 1};
  strewn v[MAX_STREWN];
  int uneven = _i % 4 == 2; /* more places than one window has */
  unsigned n = 1 + wt_below(&r, MAX_STREWN), by_window = 0, by_spread = 0, by_pair;
  wt_pairs p = {0};
  wt_windows w = {0};
  wt_readable m = {0};
  for (unsigned i = 0; i < n; i++) {
    strewn *x = &v[i];
    unsigned wide = uneven ? 2 * (i % 2) + wt_below(&r, 2) : wt_below(&r, 4);
    *x = (strewn){.csize = 1u << wide, .n = 1};
    x->c_bytes = x->csize, x->rtl_bytes = uneven ? 8u >> wide : wt_below(&r, 3) ? x->csize : 1u << wt_below(&r, 4);
    if (uneven || _i % 4 == 1 || wt_below(&r, 3)) continue; /* some are without elements */
    x->n = 2 + wt_below(&r, 20), x->elemw = 1 + wt_below(&r, 8 * x->csize);
    x->c_bytes = x->csize * x->n, x->rtl_bytes = (x->elemw * x->n + 7) / 8;
  }
  unsigned bytes[2] = {stretch(v, n, 0, &r), stretch(v, n, 1, &r)};
  uint8_t *at[2] = {malloc(bytes[0]), malloc(bytes[1])}; /* of the C twin, of the RTL */
  for (unsigned k = 0; k < 2; k++)
    for (unsigned i = 0; i < bytes[k]; i++) at[k][i] = (uint8_t)wt_below(&r, 256);
  for (unsigned i = 0; i < n; i++) {
    if (v[i].n == 1) memset(at[0] + v[i].c_at, 0, v[i].c_bytes);
    for (unsigned k = 0; k < (v[i].n == 1 ? 8 * v[i].rtl_bytes : v[i].elemw * v[i].n); k++) same_bit(&v[i], k, at[0], at[1]);
    ck_assert(!wt_readable_add(&m.c, at[0] + v[i].c_at, v[i].c_bytes) && !wt_readable_add(&m.rtl, at[1] + v[i].rtl_at, v[i].rtl_bytes));
  }
  wt_readable_ready(&m);
  int able = m.usable;
#if defined __x86_64__
  ck_assert_int_eq(able, __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") && !__builtin_cpu_is("amdfam17h"));
#endif
  if (_i % 8 == 7) m.usable = 0; /* as on a processor without the instructions */
  for (unsigned i = 0; i < n; i++) {
    const strewn *x = &v[i];
    int taken = x->n > 1 ? wt_windows_add_bits(&w, &m, at[0] + x->c_at, x->csize, x->elemw, x->n, at[1] + x->rtl_at) : 0;
    ck_assert(taken >= 0 && (m.usable || !taken));
    if (x->n > 1 && !taken) v[i--] = v[--n]; /* to be packed by others, so nobody's here */
    else if (x->n == 1) ck_assert_int_eq(wt_pairs_add(&p, at[0] + x->c_at, x->c_bytes, at[1] + x->rtl_at, x->rtl_bytes), 0);
  }
  ck_assert(!wt_pairs_join(&p) && (by_pair = p.n, !wt_windows_take(&w, &m, &p)));
  by_window = w.halves, by_spread = w.n_spread;
  if (!m.usable) ck_assert(!by_window && !by_spread && p.n == by_pair);
  else if (able && n > 40 && (uneven || _i % 4 == 1)) ck_assert_msg(by_window > 2 && p.n + 2 * by_window <= by_pair, "%u windows", by_window);
  else if (able && n > 40) ck_assert_msg(by_spread > 9, "%u spreads", by_spread);
  ck_assert(!wt_pairs_differ(&p) && !wt_windows_differ(&w));
  for (int k = 0; k < 2; k++)
    for (unsigned bit = 0; bit < 8 * bytes[k]; bit++) {
      at[k][bit / 8] ^= (uint8_t)(1u << bit % 8);
      ck_assert_msg((wt_pairs_differ(&p) | wt_windows_differ(&w)) == of_value(v, n, k, bit), "%s, bit %u of byte %u", k ? "RTL" : "C", bit % 8,
                    bit / 8);
      at[k][bit / 8] ^= (uint8_t)(1u << bit % 8);
    }
  wt_pairs_free(&p);
  wt_windows_free(&w), wt_readable_free(&m);
  ck_assert(!w.window && !w.spread && !m.c.span && !w.halves && !w.n_spread);
  free(at[0]), free(at[1]);
}
END_TEST

/* A window is filled: as many values as it has places, in whatever order; one more begins the next, and is alone there. */
START_TEST(a_window_holds_sixteen_values) {
  static uint8_t c[40], rtl[40];
  for (unsigned n = 16; n < 20; n++) {
    wt_pairs p = {0};
    wt_windows w = {0};
    wt_readable m = {0};
    ck_assert(!wt_readable_add(&m.c, c, sizeof c) && !wt_readable_add(&m.rtl, rtl, sizeof rtl));
    wt_readable_ready(&m);
    for (unsigned i = 0; i < n; i++) ck_assert_int_eq(wt_pairs_add(&p, c + i / 16 * 16 + 15 - i % 16, 1, rtl + i, 1), 0);
    ck_assert(!wt_pairs_join(&p) && !wt_windows_take(&w, &m, &p));
    if (m.usable) ck_assert_msg(p.n == (n == 17) && w.halves == (n < 18 ? 1 : 2), "%u values: %u alone, %u halves", n, p.n, w.halves);
    for (unsigned k = 0; k < sizeof c; k++) {
      unsigned of_c = k / 16 * 16 + 15 - k % 16 < n; /* the order is its own inverse */
      c[k] ^= 1;
      ck_assert_uint_eq(wt_pairs_differ(&p) | wt_windows_differ(&w), of_c);
      c[k] ^= 1, rtl[k] ^= 1;
      ck_assert_int_eq(wt_pairs_differ(&p) | wt_windows_differ(&w), k < n);
      rtl[k] ^= 1;
    }
    wt_pairs_free(&p);
    wt_windows_free(&w), wt_readable_free(&m);
  }
}
END_TEST

/* ---- what may be read ---- */
START_TEST(objects_near_each_other_are_one) {
  static char at[200];
  static const unsigned objects[][2] = {{45, 5}, {0, 10}, {26, 4}, {120, 1}, {45, 5}, {0, 10}, {26, 4}}; /* place, bytes; some are told of twice */
  static const unsigned joined[][2] = {{0, 10}, {26, 50}, {120, 121}}; /* 16 bytes between two are too many, 15 are not */
  wt_readable m = {0};
  for (unsigned i = 0; i < 7; i++) ck_assert(!wt_readable_add(&m.c, at + objects[i][0], objects[i][1]));
  ck_assert(!wt_readable_add(&m.rtl, at + 7, 3));
  wt_readable_ready(&m);
  ck_assert_uint_eq(m.c.n, 3);
  for (unsigned i = 0; i < 3; i++) ck_assert(m.c.span[i].from == at + joined[i][0] && m.c.span[i].to == at + joined[i][1]);
  ck_assert(m.rtl.n == 1 && m.rtl.span->from == at + 7 && m.rtl.span->to == at + 10);
  before_it_fails = 0, fails_once = 1;
  ck_assert_int_eq(wt_readable_add(&m.c, at, 1), -1);
  wt_readable_free(&m);
  ck_assert(!m.c.span && !m.rtl.span && !m.c.n && !m.rtl.n);
}
END_TEST

static wt_readable stretches(const char *c, unsigned c_bytes, const char *rtl, unsigned rtl_bytes) {
  wt_readable m = {0};
  ck_assert(!wt_readable_add(&m.c, c, c_bytes) && !wt_readable_add(&m.rtl, rtl, rtl_bytes));
  wt_readable_ready(&m);
  return m;
}
/* Eight bytes from the element on, or those at the end of what may be read; none where there are fewer, or nobody has told of the place. */
START_TEST(elements_are_read_with_what_is_around_them) {
  static char c[100], rtl[100]; /* of which bytes 30 to 49 and 30 to 59 may be read, and 80 to 86 */
  wt_readable m = {0};
  ck_assert(!wt_readable_add(&m.c, c + 80, 7) && !wt_readable_add(&m.c, c + 30, 20));
  ck_assert(!wt_readable_add(&m.rtl, rtl + 80, 7) && !wt_readable_add(&m.rtl, rtl + 30, 30));
  wt_readable_ready(&m);
  for (unsigned i = 0; m.usable && i < 90; i++)
    for (unsigned k = 0; k < 90; k++) {
      wt_windows w = {0};
      int told = i >= 30 && i < 50 && k >= 30 && k < 60;
      ck_assert_msg(wt_windows_add_bits(&w, &m, c + i, 1, 3, 1, rtl + k) == told, "bytes %u and %u", i, k);
      ck_assert_uint_eq(w.n_spread, told);
      if (told) {
        unsigned from_c = i < 42 ? i : 42, from_rtl = k < 52 ? k : 52;
        ck_assert(w.spread->c == c + from_c && w.spread->rtl == rtl + from_rtl);
        ck_assert(w.spread->mask == UINT64_C(7) << 8 * (i - from_c) && w.spread->shift == 8 * (k - from_rtl));
      }
      wt_windows_free(&w);
    }
  wt_readable_free(&m);
  m = stretches(c, 8, rtl, 8); /* eight bytes are enough */
  wt_windows w = {0};
  ck_assert_int_eq(wt_windows_add_bits(&w, &m, c + 7, 1, 3, 1, rtl + 2), m.usable);
  wt_windows_free(&w), wt_readable_free(&m);
}
END_TEST

/* As many elements as there are in eight bytes share a spread; those without a shift come first. */
START_TEST(elements_share_spreads) {
  static const struct {
    unsigned csize, elemw, n, rtl_at, spreads; /* spreads 0: they do not fit */
  } t[] = {
    {2, 5, 10, 0, 3},  {2, 5, 8, 0, 2},  {2, 5, 9, 0, 3},  {1, 1, 8, 0, 1},  {1, 1, 64, 0, 8}, {8, 64, 2, 0, 2}, {8, 64, 1, 57, 0},
    {8, 64, 2, 48, 2}, {8, 61, 2, 0, 0}, {8, 60, 2, 0, 2}, {4, 32, 2, 0, 1}, {4, 31, 3, 0, 2}, {1, 8, 8, 56, 1}, {1, 8, 8, 55, 1},
    {16, 8, 1, 0, 0},  {0, 8, 1, 0, 0},  {1, 9, 1, 0, 0},  {2, 17, 1, 0, 0}, {8, 64, 1, 8, 1},
  };
  static char c[160], rtl[64];
  wt_readable m = stretches(c, sizeof c, rtl, sizeof rtl);
  wt_windows w = {0};
  wt_pairs p = {0};
  unsigned n = 0, whole = 0;
  for (unsigned i = 0; m.usable && i < sizeof t / sizeof *t; i++) {
    ck_assert_msg(wt_windows_add_bits(&w, &m, c, t[i].csize, t[i].elemw, t[i].n, rtl + t[i].rtl_at) == (t[i].spreads > 0), "case %u", i);
    ck_assert_msg(w.n_spread == (n += t[i].spreads), "case %u: %u spreads, not %u", i, w.n_spread, n);
  }
  ck_assert_int_eq(wt_windows_take(&w, &m, &p), 0);
  for (unsigned i = 0; i < n; i++) whole += w.spread[i].shift == 0;
  ck_assert_uint_eq(w.n_whole, whole);
  for (unsigned i = 0; i < n; i++) ck_assert((w.spread[i].shift == 0) == (i < whole));
  ck_assert(!m.usable || (whole > 3 && whole < n));
  wt_windows_free(&w), wt_readable_free(&m);
}
END_TEST

/* Two values are enough for a window when they lie within 16 bytes in both twins and have room in it beside each other; one alone is none. */
START_TEST(values_near_each_other_share_a_window) {
  typedef struct {
    unsigned c_at, c_bytes, rtl_at, rtl_bytes;
  } value;
  static const struct {
    value v[4];
    unsigned halves, alone;
  } t[] = {
    {{{20, 1, 0, 1}}, 0, 1},
    {{{20, 1, 0, 1}, {35, 1, 15, 1}}, 1, 0},
    {{{20, 1, 0, 1}, {36, 1, 15, 1}}, 0, 2},
    {{{20, 1, 0, 1}, {35, 1, 16, 1}}, 0, 2},
    {{{20, 1, 0, 1}, {32, 4, 12, 4}}, 1, 0},
    {{{20, 1, 0, 1}, {33, 4, 12, 4}}, 0, 2},
    {{{20, 1, 0, 1}, {32, 4, 13, 4}}, 0, 2},
    {{{20, 1, 0, 1}, {5, 1, 3, 1}}, 1, 0},
    {{{20, 1, 0, 1}, {4, 1, 3, 1}}, 0, 2},
    {{{20, 2, 0, 1}, {5, 1, 3, 1}}, 0, 2},
    {{{20, 8, 0, 4}, {28, 8, 4, 2}}, 1, 0},
    {{{20, 1, 0, 8}, {22, 1, 8, 8}}, 1, 0},
    {{{20, 1, 0, 8}, {21, 1, 8, 4}, {22, 8, 12, 2}}, 1, 1},              /* the third has no room */
    {{{20, 1, 0, 1}, {6, 1, 1, 1}, {30, 1, 2, 1}, {35, 1, 3, 1}}, 1, 1}, /* the most that there may be */
    {{{20, 1, 0, 1}, {30, 1, 1, 1}, {35, 1, 2, 1}, {6, 1, 3, 1}}, 1, 1},
    {{{20, 1, 0, 1}, {60, 1, 1, 1}, {30, 1, 2, 1}, {65, 1, 3, 1}}, 2, 0}, /* the two between are others' */
    {{{78, 1, 60, 1}, {79, 1, 63, 1}}, 1, 0},                             /* at the end of what may be read */
    {{{64, 1, 48, 1}, {79, 1, 63, 1}}, 1, 0},
    {{{63, 1, 48, 1}, {79, 1, 63, 1}}, 0, 2},
  };
  static char c[80], rtl[64];
  wt_readable m = stretches(c, sizeof c, rtl, sizeof rtl);
  for (unsigned i = 0; m.usable && i < sizeof t / sizeof *t; i++)
    for (int wide = 0; wide < 2; wide++) { /* a wide value beside them stays as it is */
      wt_pairs p = {0};
      wt_windows w = {0};
      for (const value *v = t[i].v; v < t[i].v + 4 && v->c_bytes; v++)
        ck_assert(!wt_pairs_add(&p, c + v->c_at, v->c_bytes, rtl + v->rtl_at, v->rtl_bytes));
      if (wide) ck_assert(!wt_pairs_add_bytes(&p, c + 30, rtl + 10, 48));
      ck_assert(!wt_pairs_join(&p) && !wt_windows_take(&w, &m, &p));
      ck_assert_msg(w.halves == t[i].halves && p.n == t[i].alone + (wide ? 2 : 0), "case %u: %u halves, %u alone", i, w.halves, p.n);
      if (wide) ck_assert(p.end[WT_PAIRS_16 - 1] == t[i].alone && p.end[WT_PAIRS_16] == t[i].alone + 1);
      wt_pairs_free(&p), wt_windows_free(&w);
    }
  wt_readable_free(&m);
  m = stretches(c, 15, rtl, sizeof rtl); /* a twin with too little to read has no window */
  for (int k = 0; m.usable && k < 2; k++) {
    wt_pairs p = {0};
    wt_windows w = {0};
    ck_assert(!wt_pairs_add(&p, c, 1, rtl, 1) && !wt_pairs_add(&p, c + 2, 1, rtl + 3, 1) && !wt_windows_take(&w, &m, &p));
    ck_assert(!w.halves && p.n == 2);
    wt_pairs_free(&p), wt_readable_free(&m);
    m = stretches(c, sizeof c, rtl, 15);
  }
  wt_readable_free(&m);
  m = stretches(c, 16, rtl, 16); /* sixteen bytes are enough */
  wt_pairs p = {0};
  wt_windows w = {0};
  ck_assert(!wt_pairs_add(&p, c, 1, rtl, 1) && !wt_pairs_add(&p, c + 2, 1, rtl + 3, 1) && !wt_windows_take(&w, &m, &p));
  ck_assert(!m.usable || (w.halves == 1 && !p.n));
  wt_pairs_free(&p), wt_windows_free(&w), wt_readable_free(&m);
}
END_TEST

int main(void) {
  Suite *s = suite_create("wt_quick");
  TCase *tc = tcase_create("wt_quick");
  tcase_add_test(tc, every_byte_of_every_size_is_compared);
  tcase_add_test(tc, every_byte_of_a_wide_value_is_compared);
  tcase_add_test(tc, what_is_no_neighbour_in_both_stays_alone);
  tcase_add_test(tc, a_window_holds_sixteen_values);
  tcase_add_loop_test(tc, strewn_values_are_compared_bit_by_bit, 0, 80);
  tcase_add_test(tc, objects_near_each_other_are_one);
  tcase_add_test(tc, elements_are_read_with_what_is_around_them);
  tcase_add_test(tc, elements_share_spreads);
  tcase_add_test(tc, values_near_each_other_share_a_window);
  suite_add_tcase(s, tc);
  return suite_run(s);
}
