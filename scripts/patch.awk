# patch.awk: a file with one stored change in it. awk -v list=CHANGES -v id=ID -f patch.awk FILE
#   @ ID ...   begins a change; its lines:
#   -text      occurs once in FILE (several lines: several -)
#   +text      stands there instead; a - after a + begins the next place of the same change
function put() { if (old != "") { from[++k] = old; to[k] = new } old = new = ""; plus = 0 }
BEGIN {
  while ((getline l < list) > 0) {
    if (l ~ /^[#@]/) { if (on) put(); on = 0 }
    if (l ~ /^@/) { split(l, w, " "); on = w[2] == id }
    else if (on && l ~ /^-/) { if (plus) put(); old = old (old == "" ? "" : "\n") substr(l, 2) }
    else if (on && l ~ /^\+/) { new = new (plus ? "\n" : "") substr(l, 2); plus = 1 }
  }
  if (on) put()
}
{ text = text $0 "\n" }
END {
  if (!k) { print id ": no such change, or an empty one, in " list > "/dev/stderr"; exit 1 }
  for (i = 1; i <= k; i++) {
    p = index(text, from[i])
    if (!p || index(substr(text, p + 1), from[i])) { print list ", " id ": does not occur once in " FILENAME ": " from[i] > "/dev/stderr"; exit 1 }
    text = substr(text, 1, p - 1) to[i] substr(text, p + length(from[i]))
  }
  printf "%s", text
}
