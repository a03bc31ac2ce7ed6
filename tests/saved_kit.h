/* saved_kit.h - what one object saves goes through the rows of a checkpoint into another of its kind. */
#ifndef SAVED_KIT_H
#define SAVED_KIT_H
#include "state/wt_saved.h"
#include "tests/suite.h"

/* Both lists are freed. */
static inline void saved_over(wt_saved *from, wt_saved *into) {
  static char bytes[1 << 20];
  ck_assert_uint_eq(from->n, into->n);
  for (unsigned i = 0; i < from->n; i++) {
    ck_assert_str_eq(from->row[i].name, into->row[i].name);
    ck_assert_pstr_eq(from->row[i].section, into->row[i].section);
    ck_assert_uint_le(wt_saved_bytes(&from->row[i]), sizeof bytes);
    wt_saved_get(&from->row[i], bytes);
    ck_assert_int_ge(wt_saved_put(&into->row[i], bytes, wt_saved_bytes(&from->row[i])), 0);
  }
  wt_saved_free(from), wt_saved_free(into);
}
#endif
