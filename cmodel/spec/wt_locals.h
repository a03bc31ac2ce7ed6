/* wt_locals.h - include inside a function that has `const wt_shape *S`: every key and derived number becomes a local of its own name, so
 * that expressions of the .def files can be evaluated for that shape. No include guard on purpose. */
#define SKEY(name, ...)          \
  const unsigned name = S->name; \
  (void)name;
#define MKEY(name, ...)                  \
  const unsigned name##_VALUE = S->name; \
  (void)name##_VALUE;
#define NAMED(key, name, value)          \
  const unsigned key##_##name = (value); \
  (void)key##_##name;
#include "spec/keys.def"
#define DERIVED(name, expr)      \
  const unsigned name = S->name; \
  (void)name;
#include "spec/derived.def"
#define CONST(name, width, value) \
  const unsigned name = (value);  \
  (void)name;
#include "spec/consts.def"
