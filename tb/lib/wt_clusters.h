/* wt_clusters.h - the clusters of a launch (CTA_SCHED=cluster), as the CTA scheduler is told of them. */
#ifndef WT_CLUSTERS_H
#define WT_CLUSTERS_H
#include "spec/wt_gpu.h"

/* From grid_x, grid_y, grid_z of c and keys of S: its rows tile_... and chunk_.... -1: more CTAs than it can count. Without clusters: 0 in all of them. */
int wt_clusters_config(wt_cfg_out *c, const wt_shape *S);
#endif
