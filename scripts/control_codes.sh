#!/bin/sh
# control_codes.sh BUILD: cycles of every kernel with a scoreboard and with control codes, on the C twin with the oracle, as docs/results/control_codes.md.
set -eu
warptwin=$1/warptwin out=$1/control_codes.tmp
"$warptwin" regress --run --config small,small-cc -q >"$out.a" || { tail -n 20 "$out.a"; exit 1; }
"$warptwin" regress --run --config small --set OPREAD=naive -q >"$out.b" || { tail -n 20 "$out.b"; exit 1; }
cat <<'TEXT'
# Control codes beside the scoreboard

`make control-codes` runs every kernel of tests/kernels on the C twin, with the oracle and the check of hazards beside it, and compares; `UPDATE=1` renews this page. The table has cycles.
`small` has the bit scoreboard and collectors. `naive` is the same with staged operands (`--set OPREAD=naive`), which is the machine of `small-cc` except for its scoreboard. `small-cc` has
no scoreboard: it obeys the stall counts and barriers of the compiled code ([wt_sb_codes](../blocks/issue/wt_sb_codes.md)), with 3 cycles more for fp32. A hazard ends a run with an error (HAZARDS=stop); none did.

A table of pending results finds hazards. It takes what an instruction reads and writes from the oracle's decoder, and what has been written from the machine's write-backs. A hazard is a register,
predicate or uniform register that is read before it is written, one that is written while an older result for it is pending, or a register that is overwritten before a
collector has read it. The report names both instructions, the cycles from issue to issue that the code gives, and those that the shape needs:

    $ warptwin run saxpy.cubin ... --config small-cc --set FP_EXTRA=0
    warptwin: note: SCOREBOARD=codes: results of the fp32 unit come later than stall counts of nvcc allow; FP_EXTRA=3 makes up for it, ...
    warptwin: hazard: kernel ...

| kernel | small | naive | small-cc | small-cc / naive |
|---|---:|---:|---:|---:|
TEXT
awk 'FNR == NR { if ($2 ~ /^small/ && $3 ~ /^[0-9]+$/) { if ($2 == "small") a[$1] = $3; else c[$1] = $3; if (!($1 in seen)) { seen[$1] = 1; order[++n] = $1 } } next }
  $2 == "small" { for (i = 3; i <= NF; i++) if ($i ~ /^[0-9]+$/) { b[$1] = $i; break } }
  END { for (i = 1; i <= n; i++) { k = order[i]; if (!(k in c) || !(k in b)) continue
          printf "| %s | %d | %d | %d | %.2f |\n", k, a[k], b[k], c[k], c[k] / b[k]; s += log(c[k] / b[k]); t += log(c[k] / a[k]); m++ }
        printf "\n%d kernels, 0 hazards. Geometric mean of small-cc over naive %.3f, over small %.3f.\n", m, exp(s / m), exp(t / m) }' "$out.a" "$out.b"
# a machine that is slower than the code assumes: the check must find it
"$warptwin" regress --run --config small-cc --set ALU_STAGES=2 -q >"$out.a" || true
printf '\nWith a second stage of the ALU (`--set ALU_STAGES=2`) predicates come a cycle too late: %s of the kernels end with a hazard.\n' "$(grep -c 'hazard: kernel' "$out.a")"
printf '\nFences are dear: behind ERRBAR, which nvcc puts at a fence, the code has a stall of 0 with the hint to yield, which is 45 cycles.\n'
rm -f "$out.a" "$out.b"
