#!/bin/sh
# coverage.sh BUILD [PAGE]: runs BUILD/coverage, which was built to count, and writes a row a block: lines and branches of its C twin that the random
# stimuli reached, and the lines with a branch that was never taken. As the table of PAGE; without one, to the terminal.
set -eu
b=$1 page=${2:-}
[ -n "${KEEP:-}" ] || find "$b/cmodel" -name '*.gcda' -delete
[ -n "${KEEP:-}" ] || "$b/coverage" >"$b/coverage.blocks"
find "$b"/cmodel/*/ -name 'wt_*.gcda' | grep -Ev '/cmodel/(spec|isa|oracle|size)/' >"$b/coverage.list"
xargs gcov -b -c -t <"$b/coverage.list" 2>"$b/coverage.log" | awk -v blocks="$b/coverage.blocks" '
  BEGIN { while ((getline row < blocks) > 0) { split(row, p, " "); order[++n] = p[1]; cycles[p[1]] = p[2] } }
  function stem_of(file,   s) { # the longest block name that the name of the file begins with
    s = file; sub(/.*\/wt_/, "", s); sub(/\..*/, "", s)
    while (!(s in cycles) && s ~ /_/) sub(/_[^_]*$/, "", s)
    return s in cycles ? s : ""
  }
  / 0:Source:/ { src = $0; sub(/.*Source:/, "", src); s = src ~ /^cmodel\/(spec|isa|oracle|size)\// || src !~ /^cmodel\// ? "" : stem_of(src); sub(/.*\//, "", src); next }
  s == "" || /^ *(call|function|unconditional|-----)/ { next }
  /^branch/ { # a header of two units counts once, reached by either
    if (touch) next
    at = src ":" line " " ++way
    if (!(at in branch)) { branch[at]; all[s]++ }
    if ($3 != "never" && $4 > 0 && !(at in took)) { took[at]; taken[s]++ }
    next
  }
  {
    split($0, p, ":"); gsub(/[ *]/, "", p[1])
    if (!(p[2] + 0) || p[1] == "-") next
    line = p[2] + 0; way = 0; at = src ":" line
    touch = /WT_(TOUCH|PUT)/ # whether touched rows are noted is the harness alone to say
    if (!(at in seen)) { seen[at]; lines[s]++; place[++places] = at; of[at] = s }
    if (p[1] !~ /^[#=]/ && !(at in ran)) { ran[at]; reached[s]++ }
  }
  END {
    for (i = 1; i <= places; i++)
      for (k = 1; (place[i] " " k) in branch; k++)
        if (!((place[i] " " k) in took)) { where[of[place[i]]] = where[of[place[i]]] " " place[i]; break }
    print "| block | cycles | lines | reached | branches | taken | % | with a branch never taken |"
    print "|---|---:|---:|---:|---:|---:|---:|---|"
    for (i = 1; i <= n; i++) {
      s = order[i]
      printf "| %s | %d | %d | %d | %d | %d | %.1f |%s |\n", s, cycles[s], lines[s], reached[s], all[s], taken[s], all[s] ? 100 * taken[s] / all[s] : 100, where[s]
      L += lines[s]; R += reached[s]; A += all[s]; T += taken[s]
    }
    printf "| all | | %d | %d | %d | %d | %.1f | |\n", L, R, A, T, A ? 100 * T / A : 0
    exit A == 0
  }' >"$b/coverage.md"
if [ -n "$page" ]; then
  awk -v table="$b/coverage.md" '/^\| block /{ while ((getline r < table) > 0) print r; skip = 1 } skip && /^\|/ { next } { skip = 0; print }' "$page" >"$b/page.md"
  cp "$b/page.md" "$page"
else
  cat "$b/coverage.md"
fi
tail -n 1 "$b/coverage.md"
