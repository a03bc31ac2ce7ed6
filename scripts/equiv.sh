#!/bin/sh
# equiv.sh BUILD BASE [MODULE...]: Yosys proves each module (default: every block that reads a file of rtl changed since the commit BASE) equivalent to its form
# there, on SHAPE (tiny): from every state the same outputs and the same next state. Flip-flops are cut points by name; MAP names a file with a line
# "MODULE OLD NEW" for each that has another name now. PLANT=1: then an operator of each is changed, one after the other of six, and a proof has to fail.
# What is not proved is named, and the exit status 1.
set -eu
b=$1 base=$2 shape=${SHAPE:-tiny} bad=0 proved=0 noticed=0 n=0
shift 2
dir=$b/equiv
rm -rf "$dir" && mkdir -p "$dir/base" "$dir/pkg" "$dir/planted/scripts"
dir=$(cd "$dir" && pwd)
git archive "$base" rtl scripts/rtl_deps.sh | tar -x -C "$dir/base"
"$b/area_check" emit "$dir/pkg" "$shape"
cp scripts/rtl_deps.sh "$dir/planted/scripts"
blocks_of() { # the blocks that read a changed file; a text that differs in comments alone is the same
  git diff --name-only "$base" -- rtl | while read -r f; do
    strip() { sed 's/\/\/.*//; s/[ \t]*$//' "$1" 2>/dev/null | grep -v '^$' || true; }
    [ "$(strip "$f")" = "$(strip "$dir/base/$f")" ] || echo "$f"
  done >"$dir/changed"
  for f in cmodel/spec/blocks/*.def; do
    m=wt_$(basename "$f" .def)
    [ -f "$(ls rtl/*/"$m".sv 2>/dev/null)" ] || continue
    scripts/rtl_deps.sh "$m" >"$dir/reads"
    xargs sed -n 's/^ *`include "\([^"]*\)".*/rtl\/\1/p' <"$dir/reads" >>"$dir/included"
    cat "$dir/included" >>"$dir/reads" && rm "$dir/included"
    if grep -qxFf "$dir/changed" "$dir/reads"; then echo "$m"; fi
  done
}
same() { # same MODULE TREE
  mkdir -p "$dir/$1"
  awk -v m="$1" '$1 == m { print "rename", $2, $3 }' "${MAP:-/dev/null}" >"$dir/$1/names"
  scripts/rtl_same.sh "$dir/$1" "$dir/pkg" "$1" "$dir/base" '' "$2" '' "$dir/$1/names"
}
for m in ${*:-$(blocks_of)}; do
  n=$((n + 1))
  t0=$(date +%s)
  if same "$m" .; then
    proved=$((proved + 1))
    echo "equiv: $m: proved, $(($(date +%s) - t0)) s"
  else
    bad=1
    echo "equiv: $m: NOT proved: $(grep -v '^$' "$dir/$m/same.log" | tail -n 1)"
    continue
  fi
  [ -n "${PLANT:-}" ] || continue
  f=$(ls rtl/*/"$m".sv)
  rm -rf "$dir/planted/rtl" && cp -r rtl "$dir/planted/rtl"
  for k in 1 2 3 4 5 6; do # some places mean nothing on this shape
    awk -v k=$k '/ (&&?|\|\|?|==|!=) / && !/\/\// && ++seen == k { sub(/ && /, " || ") || sub(/ & /, " | ") || sub(/ == /, " != ") || sub(/ \| /, " \\& ") || sub(/ != /, " == ") }
      { print }' "$f" >"$dir/planted/$f"
    if ! cmp -s "$f" "$dir/planted/$f" && ! same "$m" "$dir/planted"; then noticed=$((noticed + 1)) && continue 2; fi
  done
  echo "equiv: $m: no planted change is noticed" && bad=1
done
echo "equiv: $proved of $n modules proved equal to $base on $shape${PLANT:+, $noticed planted changes noticed}"
exit $bad
