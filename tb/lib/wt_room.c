/* wt_room.c - why a CTA does not fit a shape, and what would help. */
#include "lib/wt_room.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "warptwin.h"

static uint64_t up(uint64_t n, uint64_t unit) { return (n + unit - 1) / unit * unit; }

/* What a CTA takes, in the units of the keys. */
typedef struct {
  uint64_t regs, warps, smem;
} takes;
static takes of(const wt_shape *S, const wt_room *w) {
  uint64_t warps = up(w->threads, S->SLOT_LANES) / S->SLOT_LANES;
  /* every sub-core has room for the warps of the first one, which gets most of them */
  const uint64_t rest = warps % (S->GANG * S->SUBCORES), most = warps / (S->GANG * S->SUBCORES) * S->GANG + (rest < S->GANG ? rest : S->GANG);
  return (takes){up(w->regs, S->RF_BANKS) * S->SLOT_LANES * S->SUBCORES * most, warps, (uint64_t)w->smem + w->dyn_smem};
}

/* The first double of `have` that is enough. */
static uint64_t enough(uint64_t have, uint64_t want) {
  while (have < want) have *= 2;
  return have;
}

/* Settings that make room for so many blocks of an SM at a time, " --set KEY=VALUE" each; nothing when no shape has as much. */
static void remedy(const wt_shape *S, takes t, uint64_t blocks, char *buf, size_t n) {
  wt_shape other = *S;
  const uint64_t row = 4 * S->SMEM_BANKS, smem = blocks > 1 ? up(t.smem, row) * blocks : t.smem;
  const struct {
    const char *key;
    uint64_t have, want;
  } keys[] = {
    {"REGS", S->REGS, t.regs * blocks}, {"WARPS", S->SM_SLOTS, t.warps * blocks}, {"SMEM_BYTES", S->SMEM_BYTES, smem}, {"CTAS", S->CTAS, blocks}};
  size_t at = 0;
  *buf = 0;
  for (unsigned i = 0; i < sizeof keys / sizeof *keys; i++) {
    char one[64], err[300];
    if (keys[i].want <= keys[i].have) continue;
    uint64_t value = keys[i].want >> 40 ? keys[i].want : i == 2 ? up(keys[i].want, row) : enough(keys[i].have, keys[i].want);
    snprintf(one, sizeof one, "%s=%llu", keys[i].key, (unsigned long long)value);
    if (wt_shape_set(&other, one, err, sizeof err)) {
      *buf = 0;
      return;
    }
    at += (size_t)snprintf(buf + at, at < n ? n - at : 0, " --set %s", one);
  }
  char err[300];
  if (wt_shape_check(&other, err, sizeof err) || wt_shape_runs(&other, err, sizeof err)) *buf = 0;
}

void wt_room_text(const wt_shape *S, const wt_room *w, char *buf, size_t n) {
  takes t = of(S, w);
  char more[200];
  remedy(S, t, 1, more, sizeof more);
  snprintf(buf, n,
           "a block of %u threads is more than " WT_SHAPE_TOO_SMALL ": registers %u x %u of %u, warps %llu of %u of %u threads, shared memory %zu + "
           "%zu of %u bytes, room for %u blocks at a time; %s%s",
           w->threads, w->regs, w->threads, S->REGS, (unsigned long long)t.warps, S->SM_SLOTS, S->SLOT_LANES, w->smem, w->dyn_smem, S->SMEM_BYTES,
           S->CTAS, *more ? "this makes room:" : "no value of REGS, WARPS and SMEM_BYTES makes room, take smaller blocks", more);
}

void wt_room_grid_text(const wt_shape *S, const wt_room *w, uint64_t ctas, uint64_t fit, char *buf, size_t n) {
  char more[200] = "";
  const uint64_t each = (ctas + S->SMS - 1) / S->SMS; /* of an SM */
  if (each <= UINT32_MAX) remedy(S, of(S, w), each, more, sizeof more);
  snprintf(buf, n, "a cooperative grid of %llu blocks, " WT_SHAPE_TOO_SMALL " room for %llu at a time; %s%s", (unsigned long long)ctas,
           (unsigned long long)fit, *more ? "this makes room:" : "no value of REGS, WARPS, SMEM_BYTES and CTAS makes room, make the grid smaller",
           more);
}
