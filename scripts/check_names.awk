# check_names.awk: awk -v exceptions=NAMES -f check_names.awk SOURCE... DOCUMENT... (check_names.sh; rows of blocks first). Names in backticks that nothing has.
# Sources are read without comments and strings. The spec and the generated wiring are known to every document; rows, C and RTL files of a block to its own,
# where a name that only one of the twins has is that twin's own (a variable), and no name that a document may use.
function stem_of(file,   s) {
  s = file
  sub(/.*\//, "", s); sub(/^wt_/, "", s); sub(/\..*/, "", s)
  while (s != "" && !(s in block)) if (!sub(/_[^_]*$/, "", s)) s = ""
  return s
}
function learn(text,   n, w, i) {
  gsub(/[^A-Za-z0-9_]+/, " ", text)
  n = split(text, w, " ")
  for (i = 1; i <= n; i++) {
    if (common) any[w[i]] = 1
    else { # the twin that has it: 1 rows, 2 C, 4 RTL
      if (kind == 4) sub(/_[qdrn]$/, "", w[i])
      if (!(at[stem, w[i]] ~ kind)) at[stem, w[i]] = at[stem, w[i]] kind
    }
  }
}
function known(w,   k) {
  if (length(w) == 1 || w in any || w in except) return 1
  k = at[stem, w]
  return k ~ /1/ || k ~ /2/ && k ~ /4/
}
function part(w,   v) { # the beginning of a group of names (cfu_upd, first_*), or the end of one (_last)
  sub(/_$/, "", w)
  for (v in any) if (index(v, w "_") == 1 || w ~ /^_/ && length(v) > length(w) && substr(v, length(v) - length(w) + 1) == w) return 1
  for (v in rows) if (rows[v] == stem && (index(v, stem SUBSEP w "_") == 1 || w ~ /^_/ && substr(v, length(v) - length(w) + 1) == w)) return 1
  return 0
}
BEGIN { n = split(exceptions, e, " "); for (i = 1; i <= n; i++) except[e[i]] = 1 }
FNR == 1 {
  if (FILENAME ~ /\/blocks\/[a-z0-9_]*\.def$/) { s = FILENAME; gsub(/.*\/|\.def$/, "", s); block[s] = 1 }
  stem = stem_of(FILENAME)
  doc = FILENAME ~ /\.md$/
  common = FILENAME ~ /^cmodel\/spec\/([a-z]*|ports\/.*)\.def$|^rtl\/(top|ports)\//
  kind = FILENAME ~ /\.def$/ ? 1 : FILENAME ~ /^rtl\// ? 4 : 2
  open = 0
}
!doc && (common || stem != "") {
  line = $0
  if (open) { if (!(i = index(line, "*/"))) next; line = substr(line, i + 2); open = 0 }
  gsub(/"([^"\\]|\\.)*"/, " ", line)
  while (i = index(line, "/*")) {
    tail = substr(line, i + 2)
    line = substr(line, 1, i - 1)
    if (i = index(tail, "*/")) line = line " " substr(tail, i + 2)
    else { open = 1; break }
  }
  sub(/\/\/.*/, "", line)
  learn(line)
  if (match(line, /^BLOCK\([^)]*/)) { split(substr(line, RSTART + 6, RLENGTH - 6), r, /, */); prefix = r[3] }
  more = kind == 1 && !common ? line : "" # what the block drives
  while (match(more, /OUTQ?\([a-z0-9_]+/)) {
    s = substr(more, RSTART, RLENGTH)
    more = substr(more, RSTART + RLENGTH)
    any[prefix "_" substr(s, index(s, "(") + 1)] = 1
  }
  if (kind == 1 && !common) { m = split(line, r, /[^A-Za-z0-9_]+/); for (i = 1; i <= m; i++) rows[stem, r[i]] = stem }
}
doc && stem in block {
  line = $0
  while (match(line, /`[^`]*`/)) {
    text = substr(line, RSTART + 1, RLENGTH - 2)
    line = substr(line, RSTART + RLENGTH)
    if (text ~ /\/|^(make|warptwin|mufu_table|--)/) continue # files, commands
    gsub(/[a-z0-9_]*\.(def|c|h|md|sv|svh|sass)/, " ", text)
    gsub(/[^A-Za-z0-9_]+/, " ", text)
    n = split(text, w, " ")
    for (i = 1; i <= n; i++)
      if (w[i] ~ /^[a-z_]/ && w[i] !~ /^wt_|[A-Z]/ && !known(w[i]) && !part(w[i])) {
        print FILENAME ":" FNR ": `" w[i] "` is no row, port, key or name of both twins of " stem
        bad = 1
      }
  }
}
END { exit bad }
