/* beside_kit.h - lock-step of a shape that is a preset but for some keys: every block's RTL beside the C machine. What is the same block in another shape is
 * built once, and the wiring is that of the presets, which run as whole machines. LONG=1: the whole machine of every shape.
 */
#ifndef WT_BESIDE_KIT_H
#define WT_BESIDE_KIT_H
#include <check.h>
#include <stdlib.h>

#include "lib/wt_session.h"

static inline void kit_beside(wt_session *s, wt_backend backend, const char *preset) {
  wt_shape plain;
  char err[200];
  if (backend != WT_BACKEND_COSIM || getenv("LONG")) return;
  ck_assert_int_eq(wt_shape_preset(&plain, preset, err, sizeof err), 0);
  if (wt_shape_hash(&plain) != wt_shape_hash(&s->shape)) ck_assert_msg(!wt_set_beside(s, "all"), "%s", wt_error(s));
}
#endif
