/* fails_kit.h - an allocation fails: once, after as many others as before_it_fails says. For suites that are linked with --wrap=calloc; with FAILS_REALLOC,
 * defined before, also with --wrap=realloc. Other functions are wrapped by the suite, which asks fails(). A request for more than FAILS_LARGEST bytes gets
 * one byte, which nobody may touch. */
#ifndef FAILS_KIT_H
#define FAILS_KIT_H
#include <stdint.h>
#include <stdlib.h>

#ifndef FAILS_LARGEST
#define FAILS_LARGEST SIZE_MAX
#endif

static unsigned before_it_fails;
static int fails_once;
static int fails(void) { return fails_once && !before_it_fails-- && fails_once--; }
void *__real_calloc(size_t n, size_t size);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_calloc(size_t n, size_t size) {
  if (n && fails()) return NULL; /* room for nothing is no allocation */
  return size && n > FAILS_LARGEST / size ? __real_calloc(1, 1) : __real_calloc(n, size);
}
#ifdef FAILS_REALLOC
void *__real_realloc(void *p, size_t size);
void *__wrap_realloc(void *p, size_t size);
void *__wrap_realloc(void *p, size_t size) { return fails() ? NULL : __real_realloc(p, size); }
#endif
#endif
