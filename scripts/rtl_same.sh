#!/bin/sh
# rtl_same.sh TMP PKG MODULE ROOT OPTIONS ROOT2 OPTIONS2 [NAMES]: proves that MODULE, with PKG/wt_pkg.sv, says the same in both trees, read with these options: from
# every state, reachable or not, the same outputs and the same next state. Yosys makes gates of both, ABC compares them. TMP keeps the script and what both printed.
# NAMES: a file of `rename OLD NEW`, flip-flops that have another name in the second tree.
set -eu
tmp=$1 pkg=$2 m=$3
side() { # NAME ROOT OPTIONS [NAMES]
  deps=scripts/rtl_deps.sh
  [ ! -x "$2/$deps" ] || deps=$2/$deps
  printf 'read_verilog -sv -noassert -noassume %s -I%s/rtl "%s/wt_pkg.sv" %s\nhierarchy -check -top %s\nproc\n' "$3" "$2" "$pkg" \
    "$("$deps" "$m" | sed "s#^#$2/#" | tr '\n' ' ')" "$m"
  printf 'flatten\nopt_clean\nmemory_map\nopt_clean\nasync2sync\ndffunmap\nopt_clean\nrename -top %s\n' "$1"
  [ ! -s "${4:-}" ] || { echo "cd $1" && cat "$4" && echo 'cd ..'; }
  echo "design -stash $1"
}
{
  side gold "$4" "$5" "${8:-}"
  side gate "$6" "$7"
  echo 'design -copy-from gold -as gold gold
    design -copy-from gate -as gate gate
    expose -dff -evert-dff -shared gold gate
    techmap
    opt -full
    aigmap
    opt_clean'
  for s in gold gate; do echo "write_blif -top $s $tmp/$s.blif"; done
} >"$tmp/same.ys"
timeout "${SAME_SECONDS:-300}" yosys -q -s "$tmp/same.ys" >"$tmp/same.log" 2>&1
timeout "${SAME_SECONDS:-300}" yosys-abc -c "cec -C 100000000 -T ${SAME_SECONDS:-300} $tmp/gold.blif $tmp/gate.blif" >>"$tmp/same.log" 2>&1 || { echo "ERROR: no proof in ${SAME_SECONDS:-300} s" >>"$tmp/same.log" && exit 1; }
grep -q '^Networks are equivalent' "$tmp/same.log" || { echo "ERROR: $(grep -m1 -iE 'not equivalent|undecided|error' "$tmp/same.log" || echo 'no verdict')" >>"$tmp/same.log" && exit 1; }
