/* wt_l2.h - tags of one L2 slice: lines of 128 bytes in sectors of 32, exact LRU. Rules: docs/blocks/top/wt_memory.md. */
#ifndef WT_L2_H
#define WT_L2_H
#include "state/wt_saved.h"
#include "spec/wt_shape.h"

/* No padding: compared as bytes. Sectors are bits 0 to 3. */
typedef struct {
  uint64_t line; /* number of the line in memory */
  uint8_t used, valid, dirty, pending;
  uint8_t rank; /* 0: used most recently of its set */
  uint8_t zero[3];
} wt_l2_line;
typedef struct {
  uint32_t sets, ways; /* 0: there is no L2 */
  wt_l2_line *line;    /* [set * ways + way] */
} wt_l2;

/* 0, or -1 without memory. */
int wt_l2_init(wt_l2 *l, const wt_shape *S);
void wt_l2_free(wt_l2 *l);
/* local: number of the line among those of the slice; it says the set. The place of the line, or -1. */
int wt_l2_find(const wt_l2 *l, uint64_t local, uint64_t line);
/* Where a new line goes: the first way that is not used, else the one used longest ago of those that wait for no sector; -1: all wait. */
int wt_l2_victim(const wt_l2 *l, uint64_t local);
/* The line is now there, empty, instead of what was. */
void wt_l2_install(wt_l2 *l, int at, uint64_t line);
void wt_l2_touch(wt_l2 *l, int at);
#endif
