/* wt_session.h - what the command line needs of a session beyond warptwin.h. */
#ifndef WT_SESSION_H
#define WT_SESSION_H
#include "lib/wt_run.h"

struct wt_session {
  wt_options opt;
  wt_shape shape;
  wt_machine x;
  wt_ls ls;
  struct wt_module **mods;
  unsigned n_mods;
  wt_counters counters;
  char error[8200];
};
/* Opens the session's machine (RTL included) now instead of at the first launch. */
wt_status wt_session_start(wt_session *s);
/* Metrics as JSON text (jansson), newline at the end; verdict included. 0 or -1. */
int wt_session_stats_json(const wt_session *s, FILE *f);
#endif
