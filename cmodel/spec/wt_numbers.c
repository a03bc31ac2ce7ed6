/* wt_numbers.c - the numbers of a shape by name. */
#include "spec/wt_numbers.h"

#include <string.h>

#include "spec/wt_bits.h"

int wt_number(const wt_shape *S, const char *name, uint32_t *value) {
#define IS(text, number) \
  if (!strcmp(name, text)) return *value = (uint32_t)(number), 0;
#define SKEY(key, ...) IS(#key, S->key)
#define NAMED(key, word, number) IS(#key "_" #word, number)
#include "spec/keys.def"
#define DERIVED(word, expr) IS(#word, S->word)
#include "spec/derived.def"
#define CONST(word, width, number) IS(#word, number)
#include "spec/consts.def"
#define STATE(tag, word, number, text) IS(#tag "_" #word, number)
#include "spec/states.def"
#define FIELD(s, f, w) IS(#s "_" #f "_L", s##_W_ - 1 - s##_##f##_E)
#include "spec/structs.def"
  IS("UOP_W", UOP_W)
  IS("HSRC_W", HSRC_W)
  IS("HCTL_W", HCTL_W)
  IS("ALUB_W", ALUB_W)
#undef IS
  return -1;
}
