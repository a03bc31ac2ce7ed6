#!/bin/sh
# isa_public.sh DIR BUILD: how many kernels of public programs the machine runs, and what the others need. DIR is that of scripts/cuda_public.sh, whose
# executables hold the kernels; a program of several translation units counts with its first cubin only if `warptwin check` takes it. Tables as in
# docs/results/isa_public.md.
set -eu
dir=${1:?the folder of scripts/cuda_public.sh}
build=${2:?a build}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

set_of() {
  case $1 in
    s_*) echo samples ;;
    *) [ -d "$dir/polybenchGpu/CUDA/$1" ] && echo polybench || echo rodinia ;;
  esac
}
# "SET PROGRAM KERNEL yes|no REASONS" a kernel
for p in "$dir"/bin/*; do
  name=$(basename "$p")
  "$build/warptwin" check "$p" 2>/dev/null | awk -v set="$(set_of "$name")" -v program="$name" '
    function out() { if (kernel != "") print set, program, kernel, runs, why }
    function add(w) {
      if (w == "INVALID") w = "TEX"
      if (index("," why ",", "," w ",") == 0) why = why (why == "" ? "" : ",") w
    }
    /^kernel  / || / kernels? runs?$/ || / run$/ { next }
    /^[^ ]/ { out(); kernel = $1; runs = $NF; why = ""; next }
    /^ *[0-9]+  / { w = $2 ~ /^@/ ? $3 : $2; sub(/[.,].*/, "", w); add(w); next }
    match($0, /instruction [@A-Z]/) { w = substr($0, RSTART + 12); sub(/^@[^ ]* /, "", w); sub(/[ .,].*/, "", w); add(w) }
    match($0, /needs [A-Za-z_]+, a function/) { add(substr($0, RSTART + 6, RLENGTH - 18)) }
    END { out() }' >>"$tmp/kernels"
done
echo '| programs | kernels | accepted |'
echo '|---|---:|---:|'
for set in rodinia polybench samples; do
  [ "$(grep -c "^$set " "$tmp/kernels")" = 0 ] || echo "| $set: $(grep "^$set " "$tmp/kernels" | cut -d ' ' -f 2 | sort -u | wc -l) programs | $(grep -c "^$set " "$tmp/kernels") | $(grep -c "^$set [^ ]* [^ ]* yes" "$tmp/kernels" || true) |"
done
echo
echo 'What the others need that is not there:'
echo
awk '$4 == "no" { n[$5 == "" ? "(no instruction: sizes or control flow)" : $5]++ } END { for (w in n) print "- " w ": " n[w] (n[w] == 1 ? " kernel" : " kernels") }' "$tmp/kernels" | LC_ALL=C sort
