# mutate_table.awk -v run="ROOM=.. N=.. SEED=.." -v least=L -v list=ROOMS TIMES FS='|' TRIED: a row a room of the lines "room|who|change|place" of TRIED, the
# rate of all and what a change took of a processor by the lines "user system" of TIMES; ROOMS has the goals; fails with fewer than L of a hundred noticed.
function interval(k, n,   p, z, d, c, h) { # Wilson, 95 %
  if (!n) return "-"
  p = k / n; z = 1.96; d = 1 + z * z / n; c = (p + z * z / (2 * n)) / d; h = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / d
  return sprintf("%.1f to %.1f %%", 100 * (c - h < 0 ? 0 : c - h), 100 * (c + h))
}
function rate(k, n) { return n ? sprintf("%.1f %%", 100 * k / n) : "-" }
function row(name) {
  printf "| %s | %d | %d | %d | %d | %s | %s | %s |\n", name, tried[name], excused[name], noticed[name], table[name],
    rate(noticed[name], tried[name] - excused[name]), interval(noticed[name], tried[name] - excused[name]), goal[name]
}
function count(what, kind) { what[kind]++; what["all"]++ }
function seconds(t,   m) { split(t, m, /[ms]/); return 60 * m[1] + m[2] }
BEGIN {
  goal["one twin, C"] = goal["one twin, RTL"] = "99 %"
  while ((getline l < list) > 0)
    if (l ~ /^@ /) { split(l, w, " "); gsub(/-/, " ", w[2]); goal[w[2]] = w[4] " %"; order[++rooms] = w[2] }
  order[++rooms] = "one twin, C"; order[++rooms] = "one twin, RTL"
}
FILENAME ~ /times$/ { spent += seconds($1) + seconds($2); next }
{ count(tried, $1); by[$2]++ }
$2 == "excused" { count(excused, $1); next }
$2 == "table" { count(table, $1); next } # knows no rule, so it is counted apart
$2 != "nobody" { count(noticed, $1) }
END {
  if (!tried["all"]) { print "mutate: nothing was tried"; exit 2 }
  for (b in by) printf "  %s: %d\n", b, by[b]
  print "| room | tried | excused | noticed | by the table of cycles alone | noticed of what is not excused | 95 % interval | goal |"
  print "|---|---:|---:|---:|---:|---:|---|---|"
  for (i = 1; i <= rooms; i++) if (order[i] in tried) row(order[i])
  row("all")
  k = noticed["all"]; n = tried["all"] - excused["all"]
  printf "mutate %s: %d of %d noticed, %s (95 %%: %s), %d excused; %.1f s of a core each\n", run, k, n, rate(k, n), interval(k, n), excused["all"], spent / tried["all"]
  if (100 * k < least * n) { print "mutate: fewer than " least " of a hundred"; exit 1 }
}
