#!/bin/sh
# sanitized.sh BUILD: the suites of the comparator, of the checks and of the proof of no end once more, the files that they look at built with sanitizers: what goes
# beyond a table, is not freed or is not defined fails even where the result would be right. Everything else is linked as it is. The environment brings CC_C,
# CC_L, SAN_C, SAN_L, OBJS and LIBS as the Makefile has them; mutate_part.sh asks the same suites the same way.
set -eu
b=$1 dir=$1/sanitized objs=$OBJS
mkdir -p "$dir"
export WT_QUICK=1 CK_FORK=no ASAN_OPTIONS=quarantine_size_mb=1
for f in tb/cosim/wt_lockstep tb/cosim/wt_pairs tb/lib/wt_check tb/lib/wt_checks tb/lib/wt_noend tb/lib/wt_tandem; do
  eval "$CC_C $SAN_C -c $f.c -o $dir/$(basename $f).o"
  objs=$(echo "$objs" | sed "s#$b/$f\.o#$dir/$(basename $f).o#")
done
for t in compared checks noend; do
  eval "$CC_C -O0 -w -c tests/top/test_wt_$t.c -o $dir/test_wt_$t.o"
  eval "$CC_L $SAN_L $(sed -n "s#.*/test_wt_$t: LDFLAGS += ##p" scripts/test.mk) -o $dir/test_wt_$t $dir/test_wt_$t.o $objs $LIBS"
  "$dir/test_wt_$t" >"$dir/log" 2>&1 </dev/null || { cat "$dir/log" && exit 1; }
done
echo "sanitized: the suites compared, checks and noend pass with the files that check a run built with sanitizers"
