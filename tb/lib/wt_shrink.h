/* wt_shrink.h - a smaller run in which the same field of the same block goes wrong first.
 *
 * Two ways, one after the other: the launch begun anew, with the memory of the checkpoint, and then with fewer CTAs, warps, lanes and instructions; and a
 * later start. Every attempt is a process of its own. What is kept is what was seen to fail.
 */
#ifndef WT_SHRINK_H
#define WT_SHRINK_H
#include "warptwin.h"

typedef struct {
  const char *file;                                        /* of a difference (wt_set_bundle) */
  const char *out;                                         /* the smaller one: the same kind of file */
  unsigned attempts;                                       /* at most; 0 = 400 */
  int later_only;                                          /* only a later start */
  void (*begin)(void *ctx, wt_session *s, uint64_t cycle); /* before every run, with the cycle in which it begins; or NULL */
  void (*say)(void *ctx, const char *text);                /* progress, or NULL */
  void *ctx;
} wt_shrink_opts;

typedef struct {
  unsigned grid[3], block[3];
  unsigned insns, insns_before;   /* instructions other than NOP that can be reached */
  uint64_t cycles, cycles_before; /* from the start of the file to the difference */
  unsigned attempts;
  int anew;          /* the launch begun anew fails too */
  char report[8000]; /* of the smaller run */
  char *listing;     /* its instructions; free it */
} wt_shrunk;

/* WT_OK; WT_DIFF: the difference does not come again; WT_USAGE. Else one line in err. */
wt_status wt_shrink(const wt_shrink_opts *o, wt_shrunk *r, char *err, size_t errn);
#endif
