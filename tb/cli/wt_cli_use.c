/* wt_cli_use.c - use of the sized structures beside their price. */
#include "cli/wt_cli_use.h"

#include <stdio.h>
#include <string.h>

/* mm2 of the structures of a list; -1: none of them is in this shape. */
static double price(const wt_size *z, const char *list) {
  int64_t um2 = 0;
  int there = 0;
  for (unsigned i = 0; i < z->n; i++)
    for (const char *p = list; *p; p += strspn(p, " ")) {
      size_t n = strcspn(p, " ");
      const char *id = z->item[i].id;
      if (!strncmp(id, p, n) && (!id[n] || id[n] == '.')) um2 += z->item[i].um2, there = 1;
      p += n;
    }
  return there ? (double)um2 * 1e-6 : -1;
}

void wt_cli_use(const wt_size *z, const wt_counters *const *c, size_t n, wt_cli_used u[WT_PEAKS]) {
  memset(u, 0, WT_PEAKS * sizeof *u);
  for (unsigned i = 0; i < WT_PEAKS; i++) {
    double weighted = 0, cycles = 0, mm2 = price(z, wt_peak_structures(i));
    u[i].room = n ? c[0]->room[i] : 0;
    u[i].priced = mm2 >= 0, u[i].mm2 = u[i].priced ? mm2 : 0;
    for (size_t k = 0; u[i].room && k < n; k++) {
      if (c[k]->peak[i] > u[i].peak) u[i].peak = c[k]->peak[i];
      u[i].full |= c[k]->full[i];
      weighted += wt_mean_use(c[k], i) * (double)c[k]->counted_cycles, cycles += (double)c[k]->counted_cycles;
    }
    u[i].mean = cycles > 0 ? weighted / cycles : 0;
  }
}

json_t *wt_cli_use_json(const wt_cli_used u[WT_PEAKS]) {
  json_t *j = json_object();
  for (unsigned i = 0; i < WT_PEAKS; i++) {
    if (!u[i].room) continue;
    json_t *o = json_pack("{s:i,s:i,s:f,s:b}", "of", (int)u[i].room, "peak", (int)u[i].peak, "mean", u[i].mean, "full", u[i].full);
    json_object_set_new(o, "mm2", u[i].priced ? json_real(u[i].mm2) : json_null());
    json_object_set_new(j, wt_peak_key(i), o);
  }
  return j;
}

const char *wt_cli_use_text(const wt_cli_used *u, char *buf, size_t n) {
  int k = u->room ? snprintf(buf, n, "%u of %u, mean %.2f", u->peak, u->room, u->mean) : snprintf(buf, n, "-");
  if (u->room && u->priced && k > 0 && (size_t)k < n) snprintf(buf + k, n - (size_t)k, ", %.6f mm2", u->mm2);
  return buf;
}
