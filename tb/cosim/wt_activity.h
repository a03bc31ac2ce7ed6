/* wt_activity.h - how often the nets of a verilated module of a user change: toggles a cycle and duty of each bit, over the cycles of a launch, as Tcl for
 * OpenSTA (docs/user/size.md).
 *
 * Values are those just before a clock edge, when everything has settled: glitches within a cycle are not seen. Of a block with several instances the mean.
 */
#ifndef WT_ACTIVITY_H
#define WT_ACTIVITY_H
#include <stdio.h>

#include "cosim/wt_rtl.h"
#include "lib/wt_world.h"

typedef struct wt_activity wt_activity;
/* Names of what a text of SystemVerilog writes with `<=`, and of what ends in _q, a line each: to be freed. NULL: no memory. */
char *wt_activity_nets(const char *text);
/* Of the module's inputs and of those nets in it. ports: of the world's. NULL: no memory. */
wt_activity *wt_activity_new(const wt_rtl *r, const wt_block_world *w, const wt_rtl_var *const *ports, const char *nets);
void wt_activity_free(wt_activity *a);
void wt_activity_reset(wt_activity *a);
/* The values of now, once a cycle. */
void wt_activity_sample(wt_activity *a);
/* Lines "set_power_activity -input_ports ..." of inputs, "wt_flop NAME ACTIVITY DUTY" of the rest. */
void wt_activity_write(const wt_activity *a, FILE *f);
#endif
