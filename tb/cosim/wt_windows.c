/* wt_windows.c - which values share a window, and the two loops that compare. */
#include "cosim/wt_windows.h"

#include <stdbool.h>
#include <stdlib.h>

#include "lib/wt_min.h"

#if defined __x86_64__
#include <immintrin.h>
/* Byte shuffles come with AVX2. The first Zen processors work bit spreads out bit by bit: slower than the way without. */
static int usable(void) { return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") && !__builtin_cpu_is("amdfam17h"); }

__attribute__((target("avx2"))) static inline __m256i both(const char *const half[2]) {
  __m128i low = _mm_loadu_si128((const __m128i_u *)(const void *)half[0]), high = _mm_loadu_si128((const __m128i_u *)(const void *)half[1]);
  return _mm256_inserti128_si256(_mm256_castsi128_si256(low), high, 1);
}
__attribute__((target("avx2"))) static inline __m256i order(const uint8_t *from) { return _mm256_loadu_si256((const __m256i_u *)(const void *)from); }
__attribute__((target("avx2"))) static int windows_differ(const wt_window *x, const wt_window *end) {
  __m256i bad = _mm256_setzero_si256();
  for (; x < end; x++) {
    __m256i c = _mm256_shuffle_epi8(both(x->c), order(x->from_c)), r = _mm256_shuffle_epi8(both(x->rtl), order(x->from_rtl));
    bad = _mm256_or_si256(bad, _mm256_xor_si256(c, r));
  }
  return !_mm256_testz_si256(bad, bad);
}
__attribute__((target("bmi2"))) static int spreads_differ(const wt_spread *x, unsigned whole, unsigned n) {
  uint64_t bad = 0;
  const wt_spread *shifted = x + whole, *end = x + n;
#pragma GCC unroll 4
  for (; x < shifted; x++) bad |= (_pdep_u64(wt_bytes_word(x->rtl), x->mask) ^ wt_bytes_word(x->c)) & x->mask;
#pragma GCC unroll 4
  for (; x < end; x++) bad |= (_pdep_u64(wt_bytes_word(x->rtl) >> x->shift, x->mask) ^ wt_bytes_word(x->c)) & x->mask;
  return bad != 0;
}
#else /* nothing is ever added */
static int usable(void) { return 0; }
static int windows_differ(const wt_window *x, const wt_window *end) { return x != end; }
static int spreads_differ(const wt_spread *x, unsigned whole, unsigned n) { return x && (whole | n); }
#endif

int wt_windows_differ(const wt_windows *w) {
  return windows_differ(w->window, w->window + (w->halves + 1) / 2) | spreads_differ(w->spread, w->n_whole, w->n_spread);
}

/* ---- what may be read ---- */

int wt_readable_add(wt_spans *s, const void *at, size_t bytes) {
  wt_span *more = realloc(s->span, (s->n + 1) * sizeof *more);
  if (!more) return -1;
  s->span = more;
  more[s->n++] = (wt_span){at, (const char *)at + bytes};
  return 0;
}

static int by_address(const void *a, const void *b) {
  uintptr_t x = (uintptr_t)((const wt_span *)a)->from, y = (uintptr_t)((const wt_span *)b)->from;
  return x < y ? -1 : x > y;
}
/* Between two objects are at least 16 bytes of whoever manages the memory, or they are one object to him. */
static void join_spans(wt_spans *s) {
  wt_span *last = s->span;
  qsort(s->span, s->n, sizeof *s->span, by_address);
  for (const wt_span *x = s->span; x < s->span + s->n; x++) {
    if ((uintptr_t)x->from < (uintptr_t)last->to + WT_WINDOW) last->to = x->to;
    else *++last = *x;
  }
  s->n = (unsigned)(last + 1 - s->span);
}
void wt_readable_ready(wt_readable *m) {
  m->usable = usable();
  join_spans(&m->c);
  join_spans(&m->rtl);
}
void wt_readable_free(wt_readable *m) {
  free(m->c.span);
  free(m->rtl.span);
  *m = (wt_readable){0};
}

static int around(const void *p, const void *span) {
  const wt_span *x = span;
  return (uintptr_t)p < (uintptr_t)x->from ? -1 : (uintptr_t)p >= (uintptr_t)x->to;
}
/* Where to begin reading n bytes so that those from p on are among them, as many as there are; NULL: too few may be read. */
static const char *begin(const wt_spans *s, const char *p, unsigned n) {
  const wt_span *x = bsearch(p, s->span, s->n, sizeof *x, around);
  if (!x || (uintptr_t)(x->to - x->from) < n) return NULL;
  return (uintptr_t)(x->to - p) < n ? x->to - n : p;
}

/* ---- elements that are bits in the RTL ---- */

/* n elements from bit `bit` of rtl on, in the bytes from c on. False: they do not fit into 8 bytes of each twin. */
static bool spread(const wt_readable *m, wt_spread *s, const char *c, unsigned csize, unsigned elemw, unsigned n, const char *rtl, unsigned bit) {
  s->c = begin(&m->c, c, 8), s->rtl = begin(&m->rtl, rtl + bit / 8, 8);
  if (!s->c || !s->rtl) return false;
  s->shift = (uint64_t)(8 * (rtl + bit / 8 - s->rtl) + bit % 8);
  s->mask = 0;
  for (unsigned i = 0; i < n; i++) s->mask |= (~UINT64_C(0) >> (64 - elemw)) << (8 * (unsigned)(c - s->c) + 8 * csize * i);
  return s->shift + elemw * n <= 64;
}

int wt_windows_add_bits(wt_windows *w, const wt_readable *m, const void *c, unsigned csize, unsigned elemw, unsigned n, const void *rtl) {
  if (!m->usable || !csize || csize > 8 || elemw > 8 * csize) return 0;
  wt_spread *more = realloc(w->spread, (w->n_spread + n) * sizeof *more);
  if (!more) return -1;
  w->spread = more;
  wt_spread *s = more + w->n_spread;
  for (unsigned i = 0, k; i < n; i += k, s++)
    for (k = wt_min(8 / csize, n - i); !spread(m, s, (const char *)c + (size_t)i * csize, csize, elemw, k, rtl, i * elemw); k--)
      if (k == 1) return 0;
  w->n_spread = (unsigned)(s - more);
  return 1;
}

/* ---- windows ---- */

typedef struct {
  const char *c, *rtl;
  unsigned c_bytes, rtl_bytes, kind;
  bool taken;
} small;

static int by_rtl(const void *a, const void *b) {
  uintptr_t x = (uintptr_t)((const small *)a)->rtl, y = (uintptr_t)((const small *)b)->rtl;
  return x < y ? -1 : x > y;
}
static unsigned places(const small *v) { return v->c_bytes > v->rtl_bytes ? v->c_bytes : v->rtl_bytes; }
static bool within(const char *p, unsigned bytes, const char *from) {
  return (uintptr_t)p >= (uintptr_t)from && (uintptr_t)p + bytes <= (uintptr_t)from + WT_WINDOW;
}

/* Of the n values, sorted by their places in the RTL, those that a window from c and rtl on holds, into list: how many. */
static unsigned held(small *v, unsigned n, const char *c, const char *rtl, small **list) {
  unsigned found = 0, used = 0;
  for (unsigned i = 0; i < n && (uintptr_t)v[i].rtl < (uintptr_t)rtl + WT_WINDOW; i++)
    if (!v[i].taken && within(v[i].c, v[i].c_bytes, c) && within(v[i].rtl, v[i].rtl_bytes, rtl) && used + places(&v[i]) <= WT_WINDOW)
      list[found++] = &v[i], used += places(&v[i]);
  return found;
}

/* The best window for the first of n values, one that begins in the C twin with any of those beside it. False: it would hold no other; one value alone is
 * sooner compared by its pair. */
static bool best(const wt_readable *m, small *v, unsigned n, const char **c, const char **rtl) {
  small *list[WT_WINDOW];
  unsigned most = 1;
  *rtl = begin(&m->rtl, v->rtl, WT_WINDOW);
  for (unsigned i = 0; *rtl && i < n && (uintptr_t)v[i].rtl < (uintptr_t)v->rtl + WT_WINDOW; i++) {
    const char *from = begin(&m->c, v[i].c, WT_WINDOW);
    if (!within(v->c, v->c_bytes, from)) continue; /* nothing is, where too few bytes may be read */
    unsigned found = held(v, n, from, *rtl, list);
    if (found > most) most = found, *c = from;
  }
  return most > 1;
}

static int add(wt_windows *w, const char *c, const char *rtl, small **list, unsigned n) {
  unsigned half = w->halves % 2, at = half * WT_WINDOW;
  if (!half) {
    wt_window *more = realloc(w->window, (w->halves / 2 + 1) * sizeof *more);
    if (!more) return -1;
    w->window = more;
    wt_window *x = &more[w->halves / 2];
    memset(x->from_c, WT_NO_BYTE, sizeof x->from_c), memset(x->from_rtl, WT_NO_BYTE, sizeof x->from_rtl);
    x->c[1] = c, x->rtl[1] = rtl; /* until there is another */
  }
  wt_window *x = &w->window[w->halves++ / 2];
  x->c[half] = c, x->rtl[half] = rtl;
  for (unsigned i = 0; i < n; i++) {
    const small *v = list[i];
    for (unsigned k = 0; k < places(v); k++, at++) {
      if (k < v->c_bytes) x->from_c[at] = (uint8_t)(v->c + k - c);
      if (k < v->rtl_bytes) x->from_rtl[at] = (uint8_t)(v->rtl + k - rtl);
    }
    list[i]->taken = true;
  }
  return 0;
}

static int take(wt_windows *w, const wt_readable *m, small *v, unsigned n) {
  small *list[WT_WINDOW];
  const char *c, *rtl;
  for (unsigned i = 0; i < n; i++)
    if (!v[i].taken && best(m, v + i, n - i, &c, &rtl) && add(w, c, rtl, list, held(v + i, n - i, c, rtl, list))) return -1;
  return 0;
}

/* Those that need no shift to the front. */
static void sort_spreads(wt_windows *w) {
  for (unsigned i = 0; i < w->n_spread; i++) {
    wt_spread s = w->spread[i];
    if (s.shift) continue;
    w->spread[i] = w->spread[w->n_whole];
    w->spread[w->n_whole++] = s;
  }
}

int wt_windows_take(wt_windows *w, const wt_readable *m, wt_pairs *p) {
  sort_spreads(w);
  unsigned n = p->end[WT_PAIRS_16 - 1];
  wt_pairs rest = {0};
  if (!m->usable || !n) return 0;
  small *v = calloc(n, sizeof *v);
  if (!v) return -1;
  for (unsigned k = 0, i = 0; k < WT_PAIRS_16; k++)
    for (; i < p->end[k]; i++) v[i] = (small){p->pair[i].c, p->pair[i].rtl, 1u << k / 4, 1u << k % 4, k, false};
  qsort(v, n, sizeof *v, by_rtl);
  int bad = take(w, m, v, n);
  for (unsigned i = 0; i < n; i++)
    if (!v[i].taken) bad |= wt_pairs_add(&rest, v[i].c, v[i].c_bytes, v[i].rtl, v[i].rtl_bytes);
  for (unsigned i = n; i < p->n; i++) bad |= wt_pairs_add_bytes(&rest, p->pair[i].c, p->pair[i].rtl, i < p->end[WT_PAIRS_16] ? 16 : 32);
  free(v);
  wt_pairs_free(p);
  *p = rest;
  return bad;
}

void wt_windows_free(wt_windows *w) {
  free(w->window);
  free(w->spread);
  *w = (wt_windows){0};
}
