/* wt_progress.h - how far a launch is, while it runs: lines on standard error, and for whoever asked (wt_set_progress). A few thousand cycles go by
 * between two looks at the clock.
 */
#ifndef WT_PROGRESS_H
#define WT_PROGRESS_H
#include <stddef.h>
#include <stdint.h>

#include "warptwin.h"

struct wt_running;
typedef struct {
  int quiet; /* no lines */
  void (*fn)(void *ctx, const wt_progress *now);
  void *ctx;
  /* of the launch that runs */
  uint64_t next; /* cycle of the next look; UINT64_MAX: not in this process */
  double began, said,
    stored; /* seconds; said: by whichever launch; stored: when a twin that runs alone was asked for its state, which takes a while */
  /* of all launches of the session, so that a program of many short ones is not silent */
  unsigned launches;
  double first;              /* began */
  uint64_t past, said_cycle; /* cycles of those that have ended, less those with which this one began; of all of them at the last line */
  int shown;                 /* a line stands on the terminal now */
  void (*more)(void *ctx, char *text, size_t n); /* what workers have done; NULL = there are none */
  void *more_ctx;
} wt_progress_to;

void wt_progress_begin(struct wt_running *u);
/* In the cycle that was asked for. */
void wt_progress_look(struct wt_running *u);
/* A line, if the last one is long enough ago. */
void wt_progress_line(struct wt_running *u);
/* The line on the terminal goes. whole: the launch has reached its end, which may be worth a line where it was too short for a look. */
void wt_progress_end(struct wt_running *u, int whole);
/* This process is a copy that only repeats or verifies. */
void wt_progress_leave(wt_progress_to *p);
#endif
