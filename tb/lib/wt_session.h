/* wt_session.h - what a session is. Outside this room only tests look in here, those that break a machine on purpose or count what goes on in
 * it; everything else has its call in warptwin.h.
 */
#ifndef WT_SESSION_H
#define WT_SESSION_H
#include "lib/wt_ckpt.h"

struct wt_session {
  wt_options opt;
  wt_shape shape;
  wt_machine x;
  char *guest[WT_GUEST_MOST]; /* of wt_set_use */
  char watched[64];           /* the block of wt_set_activity, "" = none */
  char activity[1024];        /* its file */
  unsigned n_guests;
  struct wt_module **mods;
  unsigned n_mods;
  wt_counters counters;
  struct {
    uint64_t every; /* 0 = none */
    const char *dir, *note;
    wt_ckpt_kind kind;
    int start;     /* cycle 0, too */
    int leave_out; /* for tests: see wt_ckpt_more; 0 = none, else row + 1 */
    char last[1200];
  } save;
  wt_ckpt *from; /* the session goes on from there */
  FILE *output;  /* of kernels, NULL = nowhere */
  int cooperative;
  unsigned stack;       /* of wt_set_stack */
  uint64_t grids;       /* launches that were built, of which %gridid is the number */
  wt_addr grid_barrier; /* memory of the barrier of a grid, 0 = none yet */
  char error[8200], warnings[6000];
};
/* At the end of a launch: what its kernel printed, and assertions that failed. buffer = 0: it has none. The status of the launch. */
wt_status wt_session_output(wt_session *s, wt_addr buffer, const char *kernel, wt_status st);
/* Another checkpoint of the same shape and seed into a session of wt_session_resume that has not run yet. */
wt_status wt_session_reload(wt_session *s, const char *file);
/* What wt_error(NULL) says. */
void wt_session_open_failed(const char *why);
/* Before a run: the checkpoints that are wanted. */
void wt_session_visit(wt_session *s);
/* Calls fn after every clock edge and its comparison; it may change the machine to inject a fault. NULL = none. */
void wt_session_on_edge(wt_session *s, void (*fn)(void *ctx, struct wt_machine *x, uint64_t cycle), void *ctx);
#endif
