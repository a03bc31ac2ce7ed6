/* wt_guest_watch.c - tells whoever waits from outside which call of a user's block this process is in. */
#include <stdio.h>

#include "lib/wt_guest.h"

static wt_use_watch *watch;
void wt_watch_use(wt_use_watch *w) { watch = w; }

const char *wt_use_call(int in) {
  static const char *const names[] = {"", "open", "reset", "moore", "eval", "tick", "read", "save", "close"};
  return names[in >= 0 && in <= WT_GUEST_CLOSE ? in : 0];
}

void wt_guest_enter(const char *block, const char *file, uint64_t cycle, int in) {
  wt_use_watch *w = watch;
  if (!w) return;
  snprintf(w->block, sizeof w->block, "%s", block);
  snprintf(w->file, sizeof w->file, "%s", file);
  w->cycle = cycle, w->in = in, w->calls = w->calls + 1;
}

void wt_guest_leave(void) {
  if (watch) watch->in = WT_GUEST_IDLE;
}
