/* wt_reuse.h - who uses the lines of global memory again, and how far apart: counts of a run, from the requests of the load/store units.
 *
 * A request is what the coalescer made of an instruction: so many lanes of a warp, one line. It counts when the next level takes it. docs/user/pictures.md
 * describes the page, and the rule by which it says what may help.
 */
#ifndef WT_REUSE_H
#define WT_REUSE_H
#include "lib/wt_launch.h"
#include "lib/wt_lru.h"
#include "spec/wt_gpu.h"

/* Who had the line before. In the view of an SM, "other SM" and "nobody" are the first touches of that SM. */
typedef enum { WT_FROM_WARP, WT_FROM_CTA, WT_FROM_CTAS, WT_FROM_SMS, WT_FROM_NOBODY, WT_FROM_N } wt_from;
extern const char *const wt_from_names[WT_FROM_N];
typedef enum { WT_REUSE_LOAD, WT_REUSE_STORE, WT_REUSE_ATOMIC, WT_REUSE_KINDS } wt_reuse_kind;

/* Distances: 0, 1, 2 to 3, 4 to 7 ... */
enum { WT_REUSE_BINS = 34, WT_REUSE_SHARED = 33 };
typedef struct {
  uint64_t n[WT_FROM_N], loads[WT_FROM_N];
  uint64_t bin[WT_FROM_N][WT_REUSE_BINS];         /* of those with a distance */
  uint64_t load_bin[WT_FROM_N][WT_REUSE_BINS];    /* loads alone */
  uint64_t held[WT_FROM_N], load_held[WT_FROM_N]; /* distance below the lines of the cache */
} wt_reuse_view;

typedef struct {
  uint64_t n, from[WT_FROM_N]; /* in the view of its SM */
  uint64_t held;
  wt_reuse_kind kind;
} wt_reuse_pc;

typedef struct {
  uint32_t cta;
  uint16_t warp, sm;
} wt_reuse_who;
typedef struct {
  wt_lru lru;
  wt_reuse_who *who; /* had it last, of every place */
  uint32_t most;
} wt_reuse_stream;

typedef struct wt_reuse {
  const wt_shape *S;
  const wt_launch_desc *L;
  unsigned bytes;  /* of a line */
  uint32_t l1, l2; /* lines that they hold, 0: there is none */
  uint64_t kind[WT_REUSE_KINDS];
  wt_reuse_view in_sm, in_all;
  wt_reuse_stream *sm, all; /* of every SM; of all requests as one stream */
  wt_places shared;         /* pairs of a line and a CTA */
  uint32_t *ctas;           /* of every line: CTAs that touched it */
  uint64_t *touches;
  uint32_t most;
  wt_reuse_pc *pc;
} wt_reuse;
/* NULL: no memory. */
wt_reuse *wt_reuse_new(const wt_shape *S, const wt_launch_desc *L);
void wt_reuse_free(wt_reuse *r);
/* 0, or -1 without memory. */
int wt_reuse_touch(wt_reuse *r, wt_reuse_who who, wt_reuse_kind kind, uint32_t pc, uint64_t line);

/* wt_reuse_say.c. What may help, in sentences: so many, at most WT_REUSE_SAYS. */
enum { WT_REUSE_SAYS = 6, WT_REUSE_SAY = 400 };
typedef enum { WT_REUSE_FITS, WT_REUSE_STREAM, WT_REUSE_INTER, WT_REUSE_INTRA_WARP, WT_REUSE_INTRA_CTA, WT_REUSE_GROUPS } wt_reuse_group;
unsigned wt_reuse_says(const wt_reuse *r, char say[WT_REUSE_SAYS][WT_REUSE_SAY]);
/* Loads that the shape's L1 misses, or without one a cache of wt_reuse_enough bytes, by group; FITS: those that it hits. */
void wt_reuse_misses(const wt_reuse *r, uint64_t n[WT_REUSE_GROUPS]);
/* Bytes, a power of two of lines, that hold nine tenths of the loads that come again to their SM; 0: none come. */
uint64_t wt_reuse_enough(const wt_reuse *r);
/* wt_reuse_page.c */
void wt_reuse_html(FILE *f, const wt_reuse *r, const char *verdict);
#endif
