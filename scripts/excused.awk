# excused.awk -v list=tests/mutants/excused.txt -v what="OPERATOR: OLD -> NEW" -v at=LINE -v nth=N FILE: a change that is excused as one without effect. Prints
# FILE with the line that stands in the list for it, which ends the program when the condition of the difference holds, and ends with 0; with 3, and
# without text, when the list says `same`: no condition can tell; with 1 when the change is not in the list. With files=1: the files that the list names.
# With changes=TEXT, what mutate.awk prints of FILE: entries that do not fit FILE any more, a line each. Entries end with an empty line:
#   FILE OPERATOR: OLD -> NEW [@N]     N: which of such changes of that line, from 1
#   - the line as it stands
#   + the line with never(CONDITION) in it, or: same
#   = why
function squeezed(s) { gsub(/[ \t]+/, " ", s); sub(/^ /, "", s); sub(/ $/, "", s); return s }
function entry() {
  if (head != "" && why != "" && new != "") { n++; where[n] = squeezed(head); old[n] = squeezed(line); to[n] = new }
  else if (head line new why != "") { n++; where[n] = squeezed(head != "" ? head : "(an-entry-without-head) " line); half[n] = 1 }
  head = line = new = why = ""
}
# what is wrong with entry i of FILE; "" when it still fits
function stale(i,   j, at, lines, nth, what, k) {
  for (j = 1; j < i; j++) if (where[j] == where[i] && old[j] == old[i]) return "is in the list twice"
  if (half[i]) return "has not all of -, + and ="
  for (j = 1; j <= FNR; j++) if (squeezed(src[j]) == old[i]) { lines++; at = j }
  if (!lines) return "its line is not in the file: " old[i]
  if (lines > 1 && to[i] != "same") return "its line is in the file " lines " times: " old[i]
  if (to[i] != "same" && to[i] !~ /never\(/) return "its + line has no never(...)"
  what = substr(where[i], length(FILENAME) + 2)
  nth = 1
  if (match(what, / @[0-9]+$/)) { nth = substr(what, RSTART + 2); what = substr(what, 1, RSTART - 1) }
  while ((getline l < changes) > 0) {
    split(l, k, " ")
    sub(/^[0-9]+ [0-9]+ /, "", l)
    if (k[2] == at && squeezed(l) == what) nth--
  }
  close(changes)
  return nth > 0 ? "mutate.awk makes no such change of line " at : ""
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
  if (files) {
    for (i = 1; i <= n; i++) if (split(where[i], word, " ") && !seen[word[1]]++) print word[1]
    exit
  }
}
{ src[FNR] = $0 }
END {
  if (files) exit 0
  if (changes != "") {
    for (i = 1; i <= n; i++) if (index(where[i], FILENAME " ") == 1 && (why = stale(i)) != "") print list ": " where[i] ": " why
    exit 0
  }
  key = squeezed(FILENAME " " what)
  for (i = 1; i <= n && status == 1; i++)
    if (!half[i] && (where[i] == key " @" nth || (nth == 1 && where[i] == key)) && old[i] == squeezed(src[at])) status = to[i] == "same" ? 3 : 0
  if (status == 0) {
    i--
    for (j = 1; j <= FNR; j++) print j == at ? to[i] : src[j]
  }
  exit status
}
