#!/bin/sh
# wraps.sh SUITE: what the linker is told for test_wt_SUITE: the functions that its text wraps (__wrap_NAME), or that fails_kit.h wraps for it.
set -eu
src=$(echo tests/*/"test_wt_$1.c")
sed -n 's/.*__wrap_\([A-Za-z0-9_]*\).*/\1/p; s/^#include.*fails_kit\.h".*/calloc/p; s/^#define FAILS_REALLOC.*/realloc/p' "$src" |
  sort -u | sed 's/^/-Wl,--wrap=/' | tr '\n' ' '
