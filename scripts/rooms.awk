# rooms.awk -v list=tests/mutants/rooms.txt: of each file on standard input a line "FILE ROOM WAY SUITE..."; with 1 when a file has no room or several.
# With rooms=1, and no input: a line "ROOM SHARE GOAL WAY" each.
function regex(p,   out, i, c) { # of a name with * and [..]
  for (i = 1; i <= length(p); i++) {
    c = substr(p, i, 1)
    if (c == "*") out = out "[^/]*"
    else if (c == ".") out = out "\\."
    else if (c == "!") out = out "^"
    else out = out c
  }
  return "^" out "$"
}
BEGIN {
  while ((getline l < list) > 0) {
    if (l ~ /^#/ || l ~ /^ *$/ || l ~ /^=/) continue
    if (l ~ /^@ /) {
      split(l, w, " "); room = w[2]; way = w[5]
      if (rooms) print room, w[3], w[4], way
      continue
    }
    to = l; sub(/^[^:]*:? */, "", to); sub(/:.*/, "", l)
    k = split(l, w, " ")
    for (i = 1; i <= k; i++) { n++; name[n] = w[i]; re[n] = regex(w[i]); at[n] = room " " way (to == "" ? "" : " " to) }
  }
  if (rooms) exit
}
{
  hits = 0
  for (i = 1; i <= n; i++) if ($0 ~ re[i]) { hits++; used[i] = 1; which = i; both = both " " name[i] }
  if (hits == 1) print $0, at[which]
  else { print list ": " $0 (hits ? " belongs to several:" both : " belongs to no room") >"/dev/stderr"; bad = 1 }
  both = ""
}
END {
  if (rooms) exit
  if (all) for (i = 1; i <= n; i++) if (!used[i]) { print list ": no file is called " name[i] >"/dev/stderr"; bad = 1 }
  exit bad
}
