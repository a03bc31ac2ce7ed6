/* wt_recheck.h - one segment from a stored checkpoint to the next one: both twins in lock-step, without the C twin's run ahead.
 *
 * The checkpoint is loaded into both twins, every output and state bit is compared at every edge, every memory row at the end, and the state there must be that
 * of the next checkpoint. The segment of cycle 0 begins with the other twin's own reset. Segments that are all equal make an equal run.
 */
#ifndef WT_RECHECK_H
#define WT_RECHECK_H
#include "spec/wt_shape.h"
#include "warptwin.h"

typedef struct {
  uint64_t start, end;   /* cycles; end: where it stopped */
  char from[65], to[65]; /* hashes of the state there; to: "" when it did not get there */
  int ended;             /* the launch came to its end */
  int status;            /* a wt_status */
  char text[8000];       /* of what is not WT_OK */
} wt_rechecked;

/* s: of wt_session_resume on both twins, for any checkpoint of the run, not run yet; it is used up. until: cycle of the next checkpoint, state: its hash;
 * until = 0: to the end of the launch. */
void wt_recheck(wt_session *s, const char *file, uint64_t until, const char *state, wt_rechecked *r);

/* Goes on from the checkpoint of s (wt_session_resume) up to and with cycle `last`, for the waves that have been asked for. WT_OK also when the launch ended
 * before; *end is where it stopped. */
wt_status wt_resume_until(wt_session *s, uint64_t last, uint64_t *end);

/* The checkpoints of a run in a folder, in the order of their cycles. */
typedef struct {
  char *file;
  uint64_t cycle;
  char state[65], kernel[128];
  wt_shape shape;
} wt_recheck_point;
/* 0 and malloc'ed points, or -1 with one line in err (no folder, none there, of several runs). */
int wt_recheck_list(const char *dir, wt_recheck_point **list, size_t *n, char *err, size_t errn);
void wt_recheck_free(wt_recheck_point *list, size_t n);

/* SHA-256 as text: of bytes, of this program's file. */
void wt_hash_bytes(const void *data, size_t n, char hex[65]);
void wt_hash_program(char hex[65]);
#endif
