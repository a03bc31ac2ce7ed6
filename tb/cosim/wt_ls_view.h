/* wt_ls_view.h - the RTL's control-flow unit as a machine of its own, so that what is checked on the C twin (wt_check.h) is checked on the
 * RTL's state as well: its tables are read through the state rows, the signals that the check follows through the outputs.
 */
#ifndef WT_LS_VIEW_H
#define WT_LS_VIEW_H
#include "cosim/wt_lockstep.h"

typedef struct {
  wt_m *m; /* NULL: not open */
  wt_bind *row;
  unsigned n;
} wt_ls_view;

/* For the machine l, not for one block. 0, or -1 without memory or when a row is missing. */
int wt_ls_view_open(wt_ls_view *v, const wt_ls *l);
/* v->m := the RTL's values of now, between wt_ls_drive and the clock edge. */
void wt_ls_view_read(wt_ls_view *v);
void wt_ls_view_close(wt_ls_view *v);
#endif
