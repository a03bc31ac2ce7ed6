#!/bin/sh
# wraps.sh SUITE: what the linker is told for test_wt_SUITE, from scripts/test.mk: the functions that the suite wraps. For scripts that link one themselves.
set -eu
sed -n "s#.*/test_wt_$1: LDFLAGS += ##p" scripts/test.mk
