#!/bin/sh
# prove.sh BUILD: assertions of the RTL proved by k-induction with the SAT solver of Yosys, on the shape tiny, block by block.
# tests/proofs.txt says what each block's neighbours promise (assumed), what is only searched for counterexamples from the reset on, and how deep,
# and what is left out, with its reason. Then each proof is shown to be able to fail: with the break that tests/fixtures/assertions.txt has for an
# assertion, the proof of it alone must find a counterexample. STEMS: only these.
set -eu
cd "$(dirname "$0")/.."
build=$(cd "$1" && pwd) table=tests/proofs.txt
dir=$build/proofs bad=0 k=0
mkdir -p "$dir"

# sources STEM KEYS FROM ASSUMED OUT: the block's files under FROM/rtl with immediate assertions in $dir, and a reset of one cycle
sources() {
  rm -rf "$dir/in"
  mkdir "$dir/in"
  # shellcheck disable=SC2086
  "$build/area_check" emit "$dir/in" tiny $2
  scripts/rtl_deps.sh "wt_$1" "$dir/in/unused_modules" >"$dir/in/files"
  while read -r f; do
    awk -v assumed=" $4 " -v open=" $5 " -f scripts/proof.awk "$3/$f" >"$dir/in/$(basename "$f")"
  done <"$dir/in/files"
  sed -i "s/^endmodule/  logic wt_started = 1'b0;\n  always @(posedge clk) wt_started <= 1'b1;\n  always @* assume (rst_n == wt_started);\nendmodule/" "$dir/in/wt_$1.sv"
}

# solve STEM STEPS FLAGS: what no assertion needs is removed first, so that a datapath costs nothing. Prints proven, none (no counterexample in so
# many cycles), refuted, no induction, time or error.
solve() {
  names=$(sed "s#.*/#$dir/in/#" "$dir/in/files" | sed 's/.*/"&"/' | tr '\n' ' ')
  rc=0
  timeout 1200 yosys -e . -p "read_verilog -sv -formal \"$dir/in/wt_pkg.sv\"; read_verilog -sv -formal -DSYNTHESIS -Irtl $names; hierarchy -check -top wt_$1
    proc; flatten; opt; delete -port o:*; opt_clean -purge; memory_map; opt_clean -purge; async2sync; dffunmap; opt_clean -purge
    sat -verify -tempinduct $3 -prove-asserts -set-assumes -maxsteps $2" >"$dir/log" 2>&1 || rc=$?
  if grep -q 'Induction step proven' "$dir/log"; then echo proven
  elif [ $rc = 124 ]; then echo time
  elif grep -q 'proved base case for' "$dir/log"; then echo none
  else
    case $(grep -E '^\[(base case|induction step) [0-9]+\]' "$dir/log" | tail -n 1) in
      '[base'*) echo refuted ;;
      '[ind'*) echo 'no induction' ;;
      *) echo "error: $(grep -m 1 ERROR "$dir/log")" ;;
    esac
  fi
}

labels() { # the assertions of the block in $dir/in and its parts
  grep -hoE '^ *[A-Za-z0-9]+_A: assert property' $(cat "$dir/in/files") | sed 's/: assert.*//; s/^ *//' | sort -u
}
without() { awk -v not=" $2 " '{ for (i = 1; i <= NF; i++) if (!index(not, " " $i " ")) printf "%s ", $i }' <<T
$1
T
}

echo '| block | proved for ever, by induction | no counterexample from the reset on | broken, refuted |'
echo '|---|---|---|---|'
while IFS=@ read -r stem keys assumed deep depth out; do
  case " ${STEMS:-$stem} " in *" $stem "*) ;; *) continue ;; esac
  k=$((k + 1))
  [ "$keys" != - ] || keys=
  sources "$stem" "$keys" . '' ''
  all=$(labels)
  asked=$(without "$all" "$assumed $out")
  ever=$(without "$asked" "$deep")
  row="| $stem |"
  if [ -n "$ever" ]; then # the others are no help: they are left out
    sources "$stem" "$keys" . "$assumed" "$(without "$all" "$assumed $ever")"
    v=$(solve "$stem" 3 '')
    [ "$v" = proven ] || { echo "prove: $stem: $ever: $v" && bad=$((bad + 1)); } >&2
    row="$row $ever|"
  else row="$row |"
  fi
  if [ -n "$deep" ]; then
    sources "$stem" "$keys" . "$assumed" "$(without "$all" "$assumed $deep")"
    v=$(solve "$stem" "$depth" -tempinduct-baseonly)
    [ "$v" = none ] || { echo "prove: $stem: $deep to $depth: $v" && bad=$((bad + 1)); } >&2
    row="$row $deep: $depth cycles |"
  else row="$row |"
  fi
  shown='' missed=''
  for a in $asked; do # only the first break of an assertion: one is enough
    line=$(sed 's/ *@ */@/g' tests/fixtures/assertions.txt | grep "^$stem@$a@" | head -n 1)
    [ -n "$line" ] || { missed="$missed $a" && continue; }
    rm -rf "$dir/broken"
    mkdir "$dir/broken"
    cp -r rtl "$dir/broken/"
    sed -i "$(printf '%s\n' "$line" | cut -d@ -f4)" "$dir/broken/rtl/$(printf '%s\n' "$line" | cut -d@ -f3)"
    sources "$stem" "$keys" "$dir/broken" "$assumed" "$(without "$all" "$assumed $a")"
    v=$(solve "$stem" $((depth > 10 ? depth : 10)) -tempinduct-baseonly)
    if [ "$v" = refuted ]; then shown="$shown $a"; else missed="$missed $a ($v)"; fi
  done
  [ -z "$missed" ] || bad=$((bad + 1))
  echo "$row $(echo "$shown" | wc -w) of $(echo "$asked" | wc -w)${missed:+, not$missed} |"
done <<T
$(grep -v '^#' "$table" | sed 's/ *@ */@/g')
T
echo "prove: $k blocks, $bad findings" >&2
[ "$k" -gt 0 ] && [ $bad = 0 ]
