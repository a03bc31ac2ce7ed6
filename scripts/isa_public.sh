#!/bin/sh
# isa_public.sh DIR BUILD [COMMIT]: how many kernels of public programs the machine runs, and with COMMIT, how many the instructions of
# cmodel/spec/isa.def at that commit would have sufficed for. DIR is that of scripts/cuda_public.sh, whose executables hold the kernels; a program of several
# translation units counts with its first cubin only if `warptwin check` takes it. Tables as in docs/results/isa_public.md.
set -eu
dir=${1:?the folder of scripts/cuda_public.sh}
build=${2:?a build} commit=${3:-HEAD}
root=$(cd "$(dirname "$0")/.." && pwd)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
git -C "$root" show "$commit:cmodel/spec/isa.def" >"$tmp/isa.def"

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
    END { out() }' >>"$tmp/now"
  "$build/warptwin" dis "$p" 2>/dev/null | awk -v set="$(set_of "$name")" -v program="$name" -v rows="$tmp/isa.def" '
    function out() { if (kernel != "") print set, program, kernel, fits }
    BEGIN {
      while ((getline line <rows) > 0)
        if (line ~ /^INSN\(/) { n = split(line, f, /[",)]+/); ok = line ~ / 1\)[^)]*$/; if (ok) has[f[3]] = 1; else if (!(f[3] in has)) has[f[3]] = 0 }
    }
    $1 == ".kernel" { out(); kernel = $2; fits = "yes"; next }
    /^  / {
      m = $1 ~ /^@/ ? $2 : $1
      split(m, part, ".")
      two = part[1] "." part[2]
      if (two in has ? !has[two] : !has[part[1]]) fits = "no"
    }
    END { out() }' >>"$tmp/then"
done
echo "| programs | kernels | accepted with the instructions of $commit | accepted |"
echo '|---|---|---|---|'
for set in rodinia polybench samples; do
  [ "$(grep -c "^$set " "$tmp/now")" = 0 ] || echo "| $set: $(grep "^$set " "$tmp/now" | cut -d ' ' -f 2 | sort -u | wc -l) programs | $(grep -c "^$set " "$tmp/now") | $(grep -c "^$set .* yes$" "$tmp/then" || true) | $(grep -c "^$set [^ ]* [^ ]* yes" "$tmp/now" || true) |"
done
echo
echo 'What the others need that is not there:'
echo
awk '$4 == "no" { n[$5 == "" ? "(no instruction: sizes or control flow)" : $5]++ } END { for (w in n) print "- " w ": " n[w] (n[w] == 1 ? " kernel" : " kernels") }' "$tmp/now" | LC_ALL=C sort
