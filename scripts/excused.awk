# excused.awk -v list=tests/mutants/excused.txt -v what="OPERATOR: OLD -> NEW" -v at=LINE -v nth=N FILE: a change that is excused as one without effect. Prints
# FILE with the line that stands in the list for it, which ends the program when the condition of the difference holds, and ends with 0; with 3, and
# without text, when the list says `same`: no condition can tell; with 1 when the change is not in the list. Entries end with an empty line:
#   FILE OPERATOR: OLD -> NEW [@N]     N: which of such changes of that line, from 1
#   - the line as it stands
#   + the line with never(CONDITION) in it, or: same
#   = why
function squeezed(s) { gsub(/[ \t]+/, " ", s); sub(/^ /, "", s); sub(/ $/, "", s); return s }
function entry() {
  if (head != "" && why != "" && new != "") { n++; where[n] = squeezed(head); old[n] = squeezed(line); to[n] = new }
  head = line = new = why = ""
}
BEGIN {
  while ((getline l < list) > 0) {
    if (l ~ /^#/) continue
    if (l ~ /^[ \t]*$/) entry()
    else if (l ~ /^- /) line = substr(l, 3)
    else if (l ~ /^\+ /) new = substr(l, 3)
    else if (l ~ /^= /) why = substr(l, 3)
    else head = l
  }
  entry()
  status = 1
}
{ src[FNR] = $0 }
END {
  key = squeezed(FILENAME " " what)
  for (i = 1; i <= n && status == 1; i++)
    if ((where[i] == key " @" nth || (nth == 1 && where[i] == key)) && old[i] == squeezed(src[at])) status = to[i] == "same" ? 3 : 0
  if (status == 0) {
    i--
    for (j = 1; j <= FNR; j++) print j == at ? to[i] : src[j]
  }
  exit status
}
