#!/bin/sh
# sanitized.sh BUILD: some suites once more, the files that they look at built with sanitizers: what goes beyond a table, is not freed or is not defined
# fails even where the result would be right. Everything else is linked as it is. The environment brings CC_C, CC_L, OBJS and LIBS as the Makefile has them.
# sanitized.sh --of FILE: the suites that run so for FILE; --flags: what FILE is built with. mutate.sh asks them the same way.
set -eu
# bounds-strict: a table that a structure ends with is one, too
san='-O1 -fsanitize=address,undefined,bounds-strict -fno-sanitize-recover=all -w'
# suite: files
list='
compared: tb/cosim/wt_lockstep.c tb/cosim/wt_pairs.c
checks: tb/lib/wt_check.c tb/lib/wt_checks.c tb/lib/wt_noend.c tb/lib/wt_tandem.c
noend: tb/lib/wt_noend.c
told: tb/lib/wt_tandem.c
depth_nets: cmodel/size/wt_depth.c
depth_wiring: cmodel/size/wt_depth.c cmodel/size/wt_depth_path.c cmodel/size/wt_levels.c
size_table: cmodel/size/wt_size.c cmodel/size/wt_size_declared.c cmodel/size/wt_size_model.c
size_text: cmodel/size/wt_size_json.c cmodel/size/wt_size_out.c cmodel/size/wt_size_diff.c
size_draw: cmodel/size/wt_size_plot.c cmodel/size/wt_size_doc.c cmodel/size/wt_size_diff.c
'
case $1 in
  --flags) echo "$san" && exit ;;
  --of) printf '%s' "$list" | awk -F ': ' -v f="$2" '{ n = split($2, files, " "); for (i = 1; i <= n; i++) if (files[i] == f) print $1 }' && exit ;;
esac
b=$1 dir=$1/sanitized
mkdir -p "$dir"
export WT_QUICK=1 CK_FORK=no ASAN_OPTIONS=quarantine_size_mb=1
for f in $(printf '%s' "$list" | sed 's/.*: //' | tr ' ' '\n' | sort -u); do
  eval "$CC_C $san -c $f -o $dir/$(basename "$f" .c).o"
done
printf '%s' "$list" | grep : | while IFS=: read -r t files; do
  objs=$OBJS
  for f in $files; do objs=$(echo "$objs" | sed "s#$b/${f%.c}\.o#$dir/$(basename "$f" .c).o#"); done
  eval "$CC_C -O0 -w -c $(echo tests/*/"test_wt_$t.c") -o $dir/test_wt_$t.o"
  eval "$CC_L -fsanitize=address,undefined $(sed -n "s#.*/test_wt_$t: LDFLAGS += ##p" scripts/test.mk) -o $dir/test_wt_$t $dir/test_wt_$t.o $objs $LIBS"
  "$dir/test_wt_$t" >"$dir/log" 2>&1 </dev/null || { cat "$dir/log" && exit 1; }
done
echo "sanitized: the suites $(printf '%s' "$list" | sed -n 's/:.*//p' | tr '\n' ' ')pass with the files that they look at built with sanitizers"
