#!/bin/sh
# testfloat.sh BUILD GENERATOR [FUNCTION...]: vectors of Berkeley TestFloat on the RTL of the units with floating point, as a table.
# GENERATOR is its testfloat_gen, built elsewhere from release 3e; without FUNCTION all that an instruction does. A row is a function in its four
# rounding modes (a comparison has none, arithmetic on halves one), its vectors and the SHA-256 of their lines in the order RN, RM, RP, RZ. BUILD/testfloat/<function>.row is
# kept, so that a run that was stopped goes on. Exit 1 when a vector differs.
set -u
b=$1 gen=$2
shift 2
"$gen" -help >/dev/null 2>&1 || { echo "testfloat.sh: $gen does not run; it is testfloat_gen of Berkeley TestFloat 3e" >&2; exit 2; }
d=$b/testfloat
mkdir -p "$d"
if [ $# -eq 0 ]; then
  for t in f16 f32 f64; do for o in add sub mul mulAdd eq lt le; do set -- "$@" ${t}_$o; done; done
  for t in f16 f32 f64; do
    set -- "$@" ${t}_roundToInt
    for i in ui32 i32 ui64 i64; do set -- "$@" ${t}_to_$i ${i}_to_$t; done
    for o in f16 f32 f64; do [ $t = $o ] || set -- "$@" ${t}_to_$o; done
  done
fi

# Level 2 whole; where that is 40 millions and more, 10 millions of level 1, of mulAdd its 6 millions (of halves
# more: 10 millions).
range() {
  case $1 in
    f16_mulAdd) echo "-level 1 -n 10000000" ;;
    *_mulAdd) echo "-level 1" ;;
    f64_add | f64_sub | f64_mul | f64_eq | f64_lt | f64_le) echo "-level 1 -n 10000000" ;;
    *) echo "-level 2" ;;
  esac
}
option() {
  case $1 in RN) echo -rnear_even ;; RM) echo -rmin ;; RP) echo -rmax ;; *) echo -rminMag ;; esac
}
bad=0
echo '| function | level | vectors | SHA-256 | differences |'
echo '|---|---|---:|---|---:|'
for f; do
  if [ ! -f "$d/$f.row" ]; then
    : >"$d/$f.log"
    case $f in *_eq | *_lt | *_le | f16_add | f16_sub | f16_mul | f16_mulAdd) modes=RN ;; *) modes='RN RM RP RZ' ;; esac
    for m in $modes; do
      "$gen" $(option $m) $(range "$f") "$f" | tee "$d/pipe" | "$b/fp_vectors" file "$f" $m >>"$d/$f.log" || break
      cat "$d/pipe"
    done | sha256sum >"$d/sum"
    n=$(awk '/ = file$/ { n += $3 } END { print n }' "$d/$f.log") runs=$(grep -c ' [1-9][0-9]* vectors .* = file$' "$d/$f.log")
    [ "$runs" -eq $(echo $modes | wc -w) ] || { echo "testfloat.sh: $f: $(tail -n 1 "$d/$f.log")" >&2; bad=1; continue; }
    echo "| $f | $(range "$f" | sed 's/-level //; s/ -n /, first /') | $n | $(cut -c1-16 "$d/sum") | 0 |" >"$d/$f.row"
  fi
  cat "$d/$f.row"
done
rm -f "$d/pipe" "$d/sum"
exit $bad
