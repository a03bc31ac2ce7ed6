/* draw_kit.h - made-up tables for suites of charts and differences. */
#ifndef DRAW_KIT_H
#define DRAW_KIT_H
#include "size/wt_size.h"
#include "text_kit.h"

static void has(const char *piece) { ck_assert_msg(strstr(text, piece), "no '%s' in\n%s", piece, text); }

/* The items are copied to the heap, where a sanitizer sees who looks behind the last. */
static wt_size of(const wt_size_item *item, unsigned n) {
  static wt_size_item *kept[8];
  static unsigned next;
  wt_size_item **to = &kept[next++ % 8];
  free(*to);
  *to = malloc(n * sizeof *item);
  ck_assert(*to != NULL);
  memcpy(*to, item, n * sizeof *item);
  wt_size z = {.item = *to, .n = n};
  wt_size_defaults(&z.opt);
  ck_assert(!wt_shape_preset(&z.S, "small", err, sizeof err));
  return z;
}
static const wt_size_view all = {NULL, NULL, "a<b & c\n", 0};
#endif
