/* wt_unwritten.c - lines about reads of values that nobody wrote. */
#include "lib/wt_unwritten.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "isa/wt_dis.h"
#include "isa/wt_lines.h"
#include "oracle/wt_oracle_init.h"

static void what(const wt_unwritten *u, char *buf, size_t n) {
  static const char *const reg[] = {"R", "P", "UR", "UP"}, *const space[] = {"global", "shared", "local"};
  if (u->kind < WT_UNWRITTEN_GLOBAL) snprintf(buf, n, "%s%u, which nothing has written", reg[u->kind], u->number);
  else
    snprintf(buf, n, "%u bytes of %s memory at 0x%" PRIx64 ", not all of which have been written", u->number, space[u->kind - WT_UNWRITTEN_GLOBAL],
             u->addr);
}

/* The same place in one of these oracles, NULL: none has it. */
static const wt_unwritten *also(wt_oracle *const *o, unsigned n, const wt_unwritten *u) {
  for (unsigned i = 0; i < n; i++) {
    const wt_unwritten *x;
    for (unsigned left = wt_oracle_unwritten(o[i], &x); left; left--, x++)
      if (x->pc == u->pc && x->kind == u->kind) return x;
  }
  return NULL;
}

static void of_one(wt_oracle *const *o, unsigned all, unsigned i, const struct wt_module *m, const wt_launch_desc *L, char *text, size_t n) {
  const wt_unwritten *u;
  unsigned found = wt_oracle_unwritten(o[i], &u);
  const wt_cubin_kernel *k = NULL;
  char err[200], value[120], insn[WT_DIS_MAX], line[WT_DIS_MAX];
  if (!found || wt_module_kernel(m, L->kernel, &k, err, sizeof err)) return;
  for (; found; found--, u++) {
    uint64_t threads = u->threads;
    size_t used = strlen(text);
    if (also(o, i, u)) continue; /* its line stands there */
    for (unsigned later = i + 1; later < all; later++) {
      const wt_unwritten *x = also(&o[later], 1, u);
      threads += x ? x->threads : 0;
    }
    const char *at = wt_lines_find(&m->cubin, k, u->pc, line, sizeof line);
    what(u, value, sizeof value);
    wt_dis_short(L->code[u->pc / 16], u->pc, insn, sizeof insn);
    int len = snprintf(text + used, n - used,
                       "%skernel %s, pc 0x%04x%s%s%s, %s: thread %u,%u,%u of CTA %u,%u,%u reads %s (%" PRIu64 " reads by threads in all)",
                       used ? "\n" : "", L->kernel, u->pc, at ? " (" : "", at ? at : "", at ? ")" : "", insn, u->tid[0], u->tid[1], u->tid[2],
                       u->ctaid[0], u->ctaid[1], u->ctaid[2], value, threads);
    if ((size_t)len >= n - used) {
      text[used] = 0;
      return;
    }
  }
}

void wt_unwritten_text(wt_oracle *const *o, unsigned oracles, const struct wt_module *m, const wt_launch_desc *L, char *text, size_t n) {
  for (unsigned i = 0; i < oracles; i++) of_one(o, oracles, i, m, L, text, n);
}
