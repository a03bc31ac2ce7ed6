#!/bin/sh
# prove.sh BUILD: assertions of the RTL proved for every state that can be reached from the reset, on the shape tiny, block by block: Yosys makes a
# net of AND gates of the block, its ABC looks for an invariant (property-directed reachability) or finds a counterexample.
# tests/proofs.txt says what each block's neighbours promise (assumed), and which assertions have a counterexample all the same, because neighbours keep more
# promises than any assertion states. Then each proof is shown to be able to fail: with the break that tests/fixtures/assertions.txt has for an
# assertion (or where the rules of the control-flow units see an output inverted), a counterexample to it alone must be found. STEMS: only these.
set -eu
cd "$(dirname "$0")/.."
build=$(cd "$1" && pwd) table=tests/proofs.txt breaks=tests/fixtures/assertions.txt
dir=$build/proofs bad=0 k=0
mkdir -p "$dir"

# sources STEM KEYS FROM ASSUMED OUT: the block's files under FROM/rtl with immediate assertions in $dir, and a reset of one cycle
sources() {
  from=$3
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

# solve STEM [induction]: the assertions that have a counterexample, a line each, or "error: ..." or "time"; nothing if all hold. What no assertion needs is
# removed first, so that a datapath costs nothing; a flip-flop without a reset begins with any value, and so does what has none.
solve() {
  names=$(sed "s#.*/#$dir/in/#" "$dir/in/files" | sed 's/.*/"&"/' | tr '\n' ' ')
  rm -f "$dir/net.aig"
  if ! timeout 1200 yosys -e . -p "read_verilog -sv -formal \"$dir/in/wt_pkg.sv\"; read_verilog -sv -formal -DSYNTHESIS -I$from/rtl $names; hierarchy -check -top wt_$1
    proc; flatten; delete -port o:*; opt_clean -purge; opt; opt_clean -purge; memory_map; opt_clean -purge; async2sync; dffunmap; opt_clean -purge
    setundef -undriven -anyseq; setundef -anyseq; techmap; opt -fast; async2sync; dffunmap; techmap; abc -g AND -fast; opt_clean
    log ASSERTS; select -list t:\$assert; log END; write_aiger -zinit \"$dir/net.aig\"" >"$dir/log" 2>&1; then
    echo "error: $(grep -m 1 ERROR "$dir/log")"
    return
  fi
  sed -n '/^ASSERTS$/,/^END$/{//d; s,.*[/.],,; /./p}' "$dir/log" >"$dir/asserts"
  [ -s "$dir/asserts" ] || return 0 # all of them are constants that hold
  if [ "${2:-}" = induction ]; then # of the one assertion that there is: no run of five cycles from the reset breaks it, no step from four that hold it
    timeout 600 yosys-abc -c "read_aiger $dir/net.aig; fold; strash; bmc2 -F 6; ind -u -F 4" >"$dir/log" 2>&1 || true
    ! grep -q 'was asserted' "$dir/log" && grep -q 'No output failed in 5 frames' "$dir/log" && grep -q 'Networks are equivalent' "$dir/log" || cat "$dir/asserts"
    return 0
  fi
  timeout 1200 yosys-abc -c "read_aiger $dir/net.aig; fold; strash; scorr; pdr -a -T 1000" >"$dir/log" 2>&1 || true
  awk -v asserts="$dir/asserts" '
    BEGIN { while ((getline row < asserts) > 0) name[n++] = row }
    /^Output +[0-9]+ was asserted/ { print name[$2] }
    /^Properties:/ { seen = 1; gsub(/[=.]/, " "); if ($3 != n) print "error: " $3 " properties"; if ($9 > 0) print "time" }
    END { if (!seen) print "error: no verdict" }' "$dir/log"
}

labels() { # the assertions of the block in $dir/in and its parts
  grep -hoE '^ *[A-Za-z0-9]+_A: assert property' $(cat "$dir/in/files") | sed 's/: assert.*//; s/^ *//' | sort -u
}
without() { awk -v not=" $2 " '{ for (i = 1; i <= NF; i++) if (!index(not, " " $i " ")) printf "%s ", $i }' <<T
$1
T
}
lines() { grep -v '^#' "$1" | sed 's/ *@ */@/g'; }

echo '| block | proved for every reachable state | has a counterexample | broken, refuted |'
echo '|---|---|---|---|'
while IFS=@ read -r stem keys assumed out; do
  case " ${STEMS:-$stem} " in *" $stem "*) ;; *) continue ;; esac
  k=$((k + 1))
  [ "$keys" != - ] || keys=
  sources "$stem" "$keys" . '' ''
  all=$(labels)
  unasked=$(printf '%s\n' "$out" | tr ' ' '\n' | sed -n 's/^?//p' | tr '\n' ' ')
  asked=$(without "$all" "$assumed $(echo "$out" | tr -d '?')")
  counts=$(lines "$table" | awk -F@ -v s="$stem" '$1 == "induction" && $2 == s { print $3 }' | tr '\n' ' ')
  sources "$stem" "$keys" . "$assumed" "$unasked $counts"
  v=$(solve "$stem" | sort -u | tr '\n' ' ')
  for a in $counts; do
    sources "$stem" "$keys" . "$assumed" "$(without "$all" "$assumed $a")"
    v="$v$(solve "$stem" induction | tr '\n' ' ')"
  done
  wrong=$(without "$v" "$out") idle=$(without "$out" "$v $(printf '?%s ' $unasked)")
  [ -z "$wrong" ] || { echo "prove: $stem: $wrong" && bad=$((bad + 1)); } >&2
  [ -z "$idle" ] || { echo "prove: $stem: no counterexample to $idle" && bad=$((bad + 1)); } >&2
  shown='' missed=''
  for a in $asked; do
    file=$(sed -n "s/^@ $stem\.$a \([^ #]*\).*/\1/p" "$breaks")
    port=$(lines "$table" | awk -F@ -v a="$a" '$1 == "rule" && $2 == a { print $3; exit }')
    rm -rf "$dir/broken"
    mkdir "$dir/broken"
    cp -r rtl "$dir/broken/"
    if [ -n "$file" ]; then
      awk -v mode=apply -v lists="$breaks" -v id="$stem.$a" -f scripts/planted.awk >"$dir/broken/$file"
    elif [ -n "$port" ]; then
      sed -i "s/wt_cfu_rules u_rules (/&.$port(~$port), /" "$dir/broken/$(grep "/wt_$stem.sv" rtl/files.f)"
    else
      missed="$missed $a"
      continue
    fi
    sources "$stem" "$keys" "$dir/broken" "$assumed" "$(without "$all" "$assumed $a")"
    case $(solve "$stem" | sort -u) in
      error* | time* | '') missed="$missed $a" ;;
      *) shown="$shown $a" ;;
    esac
  done
  [ -z "$missed" ] || { echo "prove: $stem: not refuted when broken:$missed" && bad=$((bad + 1)); } >&2
  echo "| $stem | $asked| $out${out:+ }| $(echo "$shown" | wc -w) of $(echo "$asked" | wc -w)${missed:+, not$missed} |"
done <<T
$(lines "$table" | grep -v '^rule@\|^induction@')
T
echo "prove: $k blocks, $bad findings" >&2
[ "$k" -gt 0 ] && [ $bad = 0 ]
