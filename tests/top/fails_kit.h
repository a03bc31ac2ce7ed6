/* fails_kit.h - an allocation fails: once, after as many others as before_it_fails says. For suites that are linked with --wrap=calloc; with FAILS_REALLOC,
 * defined before, also with --wrap=realloc. Other functions are wrapped by the suite, which asks fails(). */
#ifndef FAILS_KIT_H
#define FAILS_KIT_H
#include <stdlib.h>

static unsigned before_it_fails;
static int fails_once;
static int fails(void) { return fails_once && !before_it_fails-- && fails_once--; }
void *__real_calloc(size_t n, size_t size);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_calloc(size_t n, size_t size) { return n && fails() ? NULL : __real_calloc(n, size); } /* room for nothing is no allocation */
#ifdef FAILS_REALLOC
void *__real_realloc(void *p, size_t size);
void *__wrap_realloc(void *p, size_t size);
void *__wrap_realloc(void *p, size_t size) { return fails() ? NULL : __real_realloc(p, size); }
#endif
#endif
