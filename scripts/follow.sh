#!/bin/sh
# follow.sh PAGE: does what a tutorial says, in this folder. Lines of its code blocks that begin with "$ " are commands; the lines below one
# must be in what it prints, in this order. "..." stands for any text. All commands run in one shell. A block with a name behind its language
# (```c cmodel/issue/wt_x.c) is that file, written where it stands.
# follow.sh --edits PAGE: only those files and the commands that are a sed -i, each of which must change the file that it names last.
set -u
edits=
[ "$1" = --edits ] && edits=1 && shift
page=$1 work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
awk -v work="$work" '
  /^```/ {
    inside = !inside; file = ""
    if (inside && NF == 2) { file = work "/file." ++k; print "$ mkdir -p \"$(dirname " $2 ")\" && cp " file " " $2 }
    next
  }
  inside && file != "" { print > file }
  inside && file == ""' "$page" >"$work/blocks"
grep -q '^\$ ' "$work/blocks" || { echo "follow: no command in $page" >&2; exit 2; }
if [ "$edits" ]; then
  n=0
  grep -E '^\$ (sed -i|mkdir -p) ' "$work/blocks" | cut -c 3- >"$work/edits"
  while read -r line; do
    : >"$work/before"
    [ ! -f "${line##* }" ] || cp "${line##* }" "$work/before"
    sh -c "$line" || exit 1
    cmp -s "$work/before" "${line##* }" && { echo "this changes nothing: $line"; exit 1; }
    n=$((n + 1))
  done <"$work/edits"
  echo "follow: $n edits of $page, each changes its file"
  [ $n -gt 0 ]
  exit
fi
awk -v work="$work" '
  /^\$ / { n++; print "echo \"$ " n "\" >&3; { " substr($0, 3) "; } >" work "/out." n " 2>&1"; next }
  n { print > (work "/want." n) }' "$work/blocks" >"$work/commands"
sh "$work/commands" 3>"$work/log"
bad=0 n=0
while [ $n -lt "$(grep -c '^\$ ' "$work/blocks")" ]; do
  n=$((n + 1))
  [ -f "$work/want.$n" ] || continue
  awk -v n="$n" -v out="$work/out.$n" '
    function fits(have, want,   p, part, k, i) {
      k = split(want, part, /\.\.\./)
      if (k < 2) return have == want
      if (index(have, part[1]) != 1) return 0
      for (i = 1; i <= k; i++) {
        if (!(p = index(have, part[i])) && part[i] != "") return 0
        have = substr(have, p + length(part[i]))
      }
      return 1
    }
    /[^ ]/ {
      sub(/ *$/, "")
      while ((got = (getline line < out)) > 0) { sub(/ *$/, "", line); if (fits(line, $0)) break }
      if (got <= 0) { print "command " n " does not print: " $0; exit 1 }
    }' "$work/want.$n" || { bad=1; sed 's/^/  | /' "$work/out.$n"; }
done
[ $bad = 0 ] && echo "follow: $n commands of $page, as printed there"
exit $bad
