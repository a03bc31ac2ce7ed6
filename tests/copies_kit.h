/* copies_kit.h - machines with several SMs or sub-cores, run by the command line: a kernel, its trace, kernels against their references. */
#ifndef WT_COPIES_KIT_H
#define WT_COPIES_KIT_H
#include "tests/cli_kit.h"

enum { WARPS = 8, MOST = 8192 };

/* Arguments of vecadd with that many CTAs of two warps, and with more of them. */
static inline char *vecadd_of(unsigned ctas, const char *more, char *buf, size_t n) {
  snprintf(buf, n,
           "run '%s/tests/kernels/vecadd.cubin' --grid %u --block 64 --arg in:a.bin --arg in:a.bin --arg out:%u:c.bin --arg i32:%u --config small %s",
           wt_root(), ctas, 256 * ctas, 64 * ctas, more);
  return buf;
}

typedef struct {
  unsigned long long cycle;
  unsigned sm, slot, cta, warp, pc;
} issued;
/* The trace of that name in dir, of SMs with so many slots; with one SM its lines name none. */
static inline unsigned trace_of(const char *name, issued *t, int several, unsigned slots) {
  static char text[1 << 19];
  unsigned n = 0;
  slurp(name, text, sizeof text);
  for (char *p = text; *p; p = strchr(p, '\n') + 1, n++) {
    ck_assert_uint_lt(n, MOST);
    issued *x = &t[n];
    *x = (issued){0};
    if (several) ck_assert_int_eq(sscanf(p, "%llu %u:%u %u,0,0 %u %x", &x->cycle, &x->sm, &x->slot, &x->cta, &x->warp, &x->pc), 6);
    else ck_assert_int_eq(sscanf(p, "%llu %u %u,0,0 %u %x", &x->cycle, &x->slot, &x->cta, &x->warp, &x->pc), 5);
    ck_assert_uint_lt(x->slot, slots);
  }
  return n;
}
static inline unsigned trace(const char *name, issued *t, int several) { return trace_of(name, t, several, WARPS); }

/* Every warp of that many CTAs has the same instructions in both traces of n. */
static inline void same_by_warp(const issued *a, const issued *b, unsigned n, unsigned ctas) {
  for (unsigned cta = 0; cta < ctas; cta++)
    for (unsigned w = 0; w < 2; w++) {
      unsigned k = 0;
      for (unsigned i = 0; i < n; i++) {
        if (a[i].cta != cta || a[i].warp != w) continue;
        while (k < n && (b[k].cta != cta || b[k].warp != w)) k++;
        ck_assert_uint_lt(k, n);
        ck_assert_uint_eq(a[i].pc, b[k++].pc);
      }
    }
}

/* Results as the references have them. */
static inline void passes(const char *keys, const char *kernels) {
  char args[600];
  snprintf(args, sizeof args, "regress --run --hosts '%s/kernels' --config small %s --only %s", wt_build_dir(), keys, kernels);
  const char *out = output(0, args);
  ck_assert_msg(strstr(out, "PASS") && strstr(out, ", 0 failed"), "%s: %s", args, out);
}

/* These lines of a run end as those of its resumed rest, which are at least so long. */
static inline void goes_on_alike(const char *of_whole, const char *of_rest, size_t least) {
  static char whole[1 << 19], rest[1 << 19];
  slurp(of_whole, whole, sizeof whole), slurp(of_rest, rest, sizeof rest);
  ck_assert_uint_gt(strlen(rest), least);
  ck_assert_str_eq(whole + strlen(whole) - strlen(rest), rest);
}
#endif
