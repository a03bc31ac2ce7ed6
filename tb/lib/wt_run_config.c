/* wt_run_config.c - how many CTAs of a launch fit, and what the machine is told of it. */
#include <stdio.h>

#include "lib/wt_clusters.h"
#include "lib/wt_run.h"
#include "spec/wt_modes.h"

/* CTAs of `own` places each, `stride` from one to the next, in n places. */
static unsigned fit(unsigned n, unsigned own, unsigned stride) { return n < own ? 0 : (n - own) / stride + 1; }

/* CTAs whose warps all have one of the first `slots` slots of their sub-core: those are the ones that the register banks have rows for. */
static unsigned fit_registers(const wt_shape *S, unsigned slots, unsigned own, unsigned stride) {
  for (unsigned k = 0; k < S->CTAS; k++)
    for (unsigned w = k * stride; w < k * stride + own; w++)
      if (wt_slot_of(S, w) >= slots) return k;
  return S->CTAS;
}

unsigned wt_run_resident(const wt_shape *S, unsigned regs, unsigned warps_per_cta, unsigned stride, unsigned smem) {
  unsigned rpw = (regs + S->RF_BANKS - 1) / S->RF_BANKS * S->BEATS, row = 4 * S->SMEM_BANKS, smrows = (smem + row - 1) / row;
  unsigned n = S->CTAS, by_warps = fit(S->SM_SLOTS, warps_per_cta, stride),
           by_regs = fit_registers(S, S->RF_ROWS / (rpw ? rpw : 1), warps_per_cta, stride);
  if (by_warps < n) n = by_warps;
  if (by_regs < n) n = by_regs;
  if (smrows && S->SMEM_ROWS / smrows < n) n = S->SMEM_ROWS / smrows;
  if (S->CTA_LIMIT && S->CTA_LIMIT < n) n = S->CTA_LIMIT;
  return n;
}

int wt_run_config(wt_machine *x, const wt_launch_desc *L) {
  wt_m *m = x->m;
  const wt_shape *S = m->S;
  wt_cfg_out *c = &m->gpu->cfg;
  unsigned rpw = (L->regs + S->RF_BANKS - 1) / S->RF_BANKS * S->BEATS, row = 4 * S->SMEM_BANKS;
  unsigned smrows = (L->smem + row - 1) / row, wpc = L->warps_per_cta, n = wt_run_resident(S, L->regs, wpc, L->slots_per_cta, L->smem);
  if (!n) {
    snprintf(x->error, sizeof x->error,
             "%s: impossible grid/block: a CTA of %u warps with %u registers a thread and %u bytes of shared memory is more than " WT_SHAPE_TOO_SMALL,
             L->kernel, wpc, L->regs, L->smem);
    x->cause = WT_CAUSE_SHAPE;
    return -1;
  }
  wt_cfg_modes(m);
  c->local = L->stack;
  c->rpw = (uint16_t)rpw, c->smem = L->smem, c->smrows = (uint16_t)smrows;
  c->grid_x = L->grid[0], c->grid_y = (uint16_t)L->grid[1], c->grid_z = (uint16_t)L->grid[2];
  if (wt_clusters_config(c, S)) {
    snprintf(x->error, sizeof x->error,
             "%s: a grid of %llu CTAs is more than CTA_SCHED=cluster counts (4294967295): launch fewer, or take another CTA_SCHED", L->kernel,
             (unsigned long long)L->ctas);
    x->cause = WT_CAUSE_SHAPE;
    return -1;
  }
  c->block_x = (uint16_t)L->block[0], c->block_y = (uint16_t)L->block[1], c->block_z = (uint8_t)L->block[2];
  c->threads = (uint16_t)L->threads, c->wpc = (uint8_t)wpc, c->stride = (uint8_t)L->slots_per_cta, c->places = (uint8_t)L->places,
  c->maxcta = (uint8_t)n;
  c->start = 1;
  return 0;
}
