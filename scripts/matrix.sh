#!/bin/sh
# matrix.sh BUILD N SEED: N combinations of a preset and 4 to 12 keys that a shape takes, each with KERNELS kernels on the C twin with oracle and host
# references (RTL=M: the first M of them in lock-step, too). A combination is right when every kernel is, stops as the manifest says, or is refused; a shape
# that is refused must say so in one line with exit status 2, a kernel likewise. Everything else is printed with the command that shows it.
set -u
b=$1 n=$2 seed=$3 kernels=${KERNELS:-6} rtl=${RTL:-0} out=$1/matrix
rm -rf "$out"
mkdir -p "$out"
# which kernels: those whose end hangs on the control-flow unit (a stop by it in the manifest), and those that poll, only where all keys that decide it are
# the preset's
awk 'function kernel() { if (name != "") print kind == "" ? (name ~ /spin/ ? "free" : "any") : kind, name; name = kind = "" }
  /"name":/ { kernel(); name = $2 } /"stops":/ && /DIVERGENCE/ { kind = "free" } END { kernel() }' tests/kernels/manifest.json | tr -d '",' >"$out/kernels"
some() { # some KIND... SEED: names of kernels of these kinds, joined by commas
  awk -v seed="$2" -v kinds="$1" -v n="$kernels" 'BEGIN { srand(seed) } index(kinds, $1) { name[++m] = $2 }
    END { for (i = 0; i < n; i++) { k = 1 + int(rand() * m); printf "%s%s", (i ? "," : ""), name[k] } }' "$out/kernels"
}
progress=' DIVERGENCE= GROUPING= FORCE= YIELD_RELEASE= SCHED_AGE= PATH_POLICY= PATH_ORDER= RPC_DELAY= STACK_RPC= '
good=0 refused=0 bad=0 tried=0 cases=0 stopped=0
tell() { # tell WHY
  bad=$((bad + 1))
  echo "matrix: $1: warptwin $command"
  sed 's/^/    /' "$out/said" | tail -n 12
}
try() { # try [--run]: one combination
  command="regress $1 --config $config$sets --only $only"
  rm -f "$out/cases.xml"
  # shellcheck disable=SC2086
  timeout "${LIMIT:-300}" "$b/warptwin" $command --quiet --hosts "$b/kernels" --junit "$out/cases.xml" >"$out/said" 2>&1
  rc=$?
}
# Cases that ended in one line of refusal where the manifest foresees none: an instruction that this shape cannot run, or control codes that its latencies
# exceed. They are as good as a refused shape.
refusals() { grep -c '<failure message="\(unsupported\|hazard\)">' "$out/cases.xml"; }
wrong() { [ "$rc" != 1 ] || [ ! -f "$out/cases.xml" ] || [ "$(grep -c "<failure" "$out/cases.xml")" != "$(refusals)" ]; }

"$b/warptwin" --keys | grep -v '^WAR ' | awk -v n=$((n * 40)) -v seed="$seed" -f scripts/matrix.awk >"$out/draw"
while read -r config keys && [ $((good + bad)) -lt "$n" ]; do
  tried=$((tried + 1)) sets='' kinds='any free'
  for k in $keys; do
    sets="$sets --set $k"
    case $progress in *" ${k%%=*}="*) kinds=any ;; esac
  done
  only=$(some "$kinds" $((seed + tried)))
  try --run
  if [ $rc = 0 ] || ! wrong; then
    good=$((good + 1)) cases=$((cases + $(grep -c '<testcase' "$out/cases.xml"))) stopped=$((stopped + $(refusals)))
    if [ $good -le "$rtl" ]; then
      try ''
      [ $rc = 0 ] || ! wrong || tell "the twins: exit status $rc"
    fi
  elif [ $rc = 2 ] && [ "$(grep -cv ': not run[,:]' "$out/said")" = 1 ]; then
    refused=$((refused + 1))
  elif [ $rc = 124 ]; then
    tell "no end in ${LIMIT:-300} s"
  else
    tell "exit status $rc"
  fi
done <"$out/draw"
echo "matrix: $tried combinations of keys with seed $seed: $good right in $cases cases, $stopped of them refused, $refused shapes refused in a line each, $bad wrong"
[ $bad = 0 ] && [ $good -gt 0 ]
