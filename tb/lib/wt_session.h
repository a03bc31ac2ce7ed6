/* wt_session.h - what a session is. Outside this room only tests look in here, those that break a machine on purpose or count what goes on in
 * it; everything else has its call in warptwin.h.
 */
#ifndef WT_SESSION_H
#define WT_SESSION_H
#include "lib/wt_run.h"

struct wt_session {
  wt_options opt;
  wt_shape shape;
  wt_machine x;
  struct wt_module **mods;
  unsigned n_mods;
  wt_counters counters;
  FILE *output; /* of kernels, NULL = nowhere */
  char error[8200], warnings[6000];
};
/* Calls fn after every clock edge and its comparison; it may change the machine to inject a fault. NULL = none. */
void wt_session_on_edge(wt_session *s, void (*fn)(void *ctx, struct wt_machine *x, uint64_t cycle), void *ctx);
#endif
