#!/bin/sh
# soak_table.sh BUILD: sums over the steps of the random control-flow programs that `make soak` has finished, as a table.
set -eu
cd "$1/soak"
echo '| unit | preset | twins | programs | cycles | looks at the paths of a warp | differences | full table | starved by the scheduler | waits cut |'
echo '|---|---|---|---:|---:|---:|---:|---:|---:|---:|'
for f in randcf-*.done rtl-*.done; do
  [ -f "$f" ] && cat "${f%.done}.log"
done | awk -F', ' '
  /^randcf: / { # randcf: UNIT, PRESET, TWINS: N programs from S, N cycles, N looks ..., 0 differences, ...
    split($3, part, ": ")
    key = substr($1, 9) " | " $2 " | " part[1]
    programs[key] += part[2] + 0
    for (i = 4; i <= NF; i++) {
      if ($i ~ /cycles$/) cycles[key] += $i
      if ($i ~ /looks/) looks[key] += $i
      if ($i ~ /differences$/) differences[key] += $i
      if ($i ~ /full table/) full[key] += $i
      if ($i ~ /scheduler/) starved[key] += $i
    }
  }
  /waits cut/ { sub(/.*waits cut /, ""); cut[key] += $0 }
  END {
    for (k in programs)
      printf "| %s | %d | %.0f | %.0f | %d | %d | %d | %d |\n", k, programs[k], cycles[k], looks[k], differences[k], full[k], starved[k], cut[k]
  }' | sort
