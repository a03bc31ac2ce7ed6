/* wt_lru.h - stack distances: of a stream of numbers, how many different others came since each was there last.
 *
 * A cache of C lines that replaces the least recently used one, wherever a line may lie, hits exactly when the distance is below C: one pass tells of every C.
 * Every number has a mark at the time when it came last; a Fenwick tree over time counts the marks behind a time, so a step takes O(log n) of n different
 * numbers. When the times run out, the marks move together: memory grows with the numbers, not with the stream.
 */
#ifndef WT_LRU_H
#define WT_LRU_H
#include <stddef.h>
#include <stdint.h>

/* Numbers by the order in which they came first. */
typedef struct {
  uint64_t *key;
  uint32_t *slot; /* of a hash table, open addressing; a place + 1, 0 = free */
  uint32_t n, most;
  uint32_t room; /* slots, a power of two */
} wt_places;
#define WT_PLACES_NONE UINT32_MAX
/* Its place, a new one if it is not there; WT_PLACES_NONE: no memory. */
uint32_t wt_places_of(wt_places *p, uint64_t key);
void wt_places_free(wt_places *p);

typedef struct {
  wt_places line;
  uint32_t *last; /* of every place: the time of its mark */
  uint32_t *tree, *at;
  uint32_t now, end; /* times 1 to now are used, of 1 to end */
  uint32_t most;     /* of last */
} wt_lru;
#define WT_LRU_FIRST UINT64_MAX
/* The number comes: its place into *place, its distance (WT_LRU_FIRST: it was not there before) into *distance. 0, or -1 without memory. */
int wt_lru_touch(wt_lru *l, uint64_t key, uint32_t *place, uint64_t *distance);
void wt_lru_free(wt_lru *l);
#endif
