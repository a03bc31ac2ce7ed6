#!/bin/sh
# check_links.sh [ROOT]: every link of every page, those of the top folder and of tests included, leads to a file, and its #anchor to a heading of that page;
# docs/index.md lists every decision, and some page links every page of docs. Code is no text: fenced blocks and words in backquotes are left out.
set -eu
cd "${1:-$(dirname "$0")/..}"
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
find . \( -path ./build -o -path ./.git \) -prune -o -print | sed 's|^\./||' >"$tmp/files"
grep '\.md$' "$tmp/files" | LC_ALL=C sort >"$tmp/pages"
# shellcheck disable=SC2046
awk -v files="$tmp/files" '
  # the anchor that GitHub makes of a heading: small letters, no punctuation, hyphens for blanks; the n-th of its kind has -n behind it
  function slug(s) {
    gsub(/\]\([^)]*\)/, "", s)
    s = tolower(s)
    gsub(/[^-a-z0-9_ ]/, "", s)
    gsub(/ /, "-", s)
    return s
  }
  # DIR/LINK without . and ..
  function path(dir, link, part, n, i, out, m) {
    n = split(dir "/" link, part, "/")
    for (i = 1; i <= n; i++)
      if (part[i] == "..") m--
      else if (part[i] != "." && part[i] != "") out[++m] = part[i]
    link = ""
    for (i = 1; i <= m; i++) link = link (i > 1 ? "/" : "") out[i]
    return m < 0 ? ".." : link
  }
  BEGIN { while ((getline f <files) > 0) there[f] = 1 }
  FNR == 1 { code = 0; dir = FILENAME; if (!sub(/\/[^\/]*$/, "", dir)) dir = "" }
  /^ *```/ { code = !code; next }
  code { next }
  /^#+ / {
    s = $0
    sub(/^#+ +/, "", s)
    gsub(/`/, "", s)
    s = FILENAME "#" slug(s)
    if (s in heads) s = s "-" heads[s]++
    heads[s] = 1
  }
  {
    gsub(/`[^`]*`/, "")
    while (match($0, /\]\([^) ]+\)/)) {
      s = substr($0, RSTART + 2, RLENGTH - 3)
      $0 = substr($0, RSTART + RLENGTH)
      if (s ~ /^[a-z]+:/) continue
      link[++n] = s
      at[n] = FILENAME ":" FNR
      from[n] = FILENAME
      base[n] = dir
    }
  }
  END {
    for (i = 1; i <= n; i++) {
      s = a = link[i]
      sub(/#.*/, "", s)
      if (!sub(/^[^#]*#/, "", a)) a = ""
      f = s == "" ? from[i] : path(base[i], s)
      if (!(f in there)) print at[i] ": dead link: " link[i]
      else if (a != "" && !(f "#" a in heads)) print at[i] ": no heading for the anchor: " link[i]
      if (f != from[i]) linked[f] = 1
      if (from[i] == "docs/index.md") listed[f] = 1
    }
    for (f in there) {
      if (f ~ /^docs\/decisions\/.*\.md$/ && !(f in listed)) print "docs/index.md: the list of decisions lacks " f
      if (f ~ /^docs\/.*\.md$/ && !(f in linked)) print f ": no page links it"
    }
    print n > "/dev/stderr"
  }' $(cat "$tmp/pages") >"$tmp/found" 2>"$tmp/links"
if [ -s "$tmp/found" ]; then
  LC_ALL=C sort "$tmp/found"
  echo "lint: $(wc -l <"$tmp/found") links or pages to mend"
  exit 1
fi
echo "lint: $(cat "$tmp/links") links of $(wc -l <"$tmp/pages") pages lead somewhere"
