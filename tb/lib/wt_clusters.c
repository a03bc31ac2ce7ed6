/* wt_clusters.c - the clusters of a launch: what the host divides so that the machine need not. */
#include "lib/wt_clusters.h"

/* The highest divisor of n that is not above most. */
static uint32_t divisor(uint32_t n, uint32_t most) {
  uint32_t d = most < n ? most : n;
  while (n % d) d--;
  return d;
}

int wt_clusters_config(wt_cfg_out *c, const wt_shape *S) {
  const uint64_t plane = (uint64_t)c->grid_x * c->grid_y, all = plane * c->grid_z;
  uint64_t q = all / S->SMS;
  c->tile_x = c->chunk_ix = c->chunk_bx = c->chunk_n = 0;
  c->tile_y = c->chunk_iy = c->chunk_by = c->chunk_z = 0, c->chunk_more = 0;
  if (S->CTA_SCHED != WT_CTA_SCHED_cluster) return 0;
  if (all > UINT32_MAX) return -1;
  c->tile_x = S->CTA_ORDER == WT_CTA_ORDER_row ? c->grid_x : S->CTA_ORDER == WT_CTA_ORDER_column ? 1 : divisor(c->grid_x, S->CTA_TILE_X);
  c->tile_y = (uint16_t)(S->CTA_ORDER == WT_CTA_ORDER_row ? 1 : S->CTA_ORDER == WT_CTA_ORDER_column ? c->grid_y : divisor(c->grid_y, S->CTA_TILE_Y));
  c->chunk_n = (uint32_t)q, c->chunk_more = (uint8_t)(all % S->SMS);
  c->chunk_ix = (uint32_t)(q % c->tile_x), q /= c->tile_x;
  c->chunk_iy = (uint16_t)(q % c->tile_y), q /= c->tile_y;
  c->chunk_bx = (uint32_t)(q % (c->grid_x / c->tile_x)) * c->tile_x, q /= c->grid_x / c->tile_x;
  c->chunk_by = (uint16_t)(q % (c->grid_y / c->tile_y) * c->tile_y), q /= c->grid_y / c->tile_y;
  c->chunk_z = (uint16_t)q;
  return 0;
}
