# closure.awk: of installed packages, those named in want, those that every Debian has (essential, required, apt), and all that they depend on.
# Reads lines of dpkg-query: package, essential, priority, what it depends on, what it provides, status, with tabs between. Of alternatives
# it takes one that is there anyway, else the first that is installed, as apt would. Ends with 1 when a wanted one is not installed.
function name(s) {
  sub(/^ +/, "", s)
  sub(/[ (:].*/, "", s)
  return s
}
function take(p) {
  if (!(p in taken)) {
    taken[p]
    queue[++last] = p
  }
}
function choose(group,   alt, given, n, m, i, j) {
  n = split(group, alt, "|")
  for (i = 1; i <= n; i++) {
    alt[i] = name(alt[i])
    if (alt[i] in taken) return
    m = split(giver[alt[i]], given, " ")
    for (j = 1; j <= m; j++) if (given[j] in taken) return
  }
  for (i = 1; i <= n; i++) {
    if (alt[i] in depends) return take(alt[i])
    if (split(giver[alt[i]], given, " ")) return take(given[1])
  }
}
BEGIN { FS = "\t" }
$6 == "installed" {
  depends[$1] = $4
  n = split($5, provided, ",")
  for (i = 1; i <= n; i++) giver[name(provided[i])] = giver[name(provided[i])] " " $1
  if ($2 == "yes" || $3 == "required" || $1 == "apt") take($1)
}
END {
  n = split(want, wanted, " ")
  for (i = 1; i <= n; i++) {
    if (wanted[i] in depends) {
      take(wanted[i])
    } else {
      print "confine: package " wanted[i] " is not installed; ./setup installs it" >"/dev/stderr"
      bad = 1
    }
  }
  # what leaves a choice comes last: by then more is there
  while (first < last || chosen < choices) {
    if (first == last) {
      choose(choice[++chosen])
      continue
    }
    n = split(depends[queue[++first]], group, ",")
    for (i = 1; i <= n; i++) {
      if (group[i] ~ /\|/ || !(name(group[i]) in depends)) choice[++choices] = group[i]
      else take(name(group[i]))
    }
  }
  for (p in taken) print p
  exit bad
}
