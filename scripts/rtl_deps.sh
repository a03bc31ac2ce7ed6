#!/bin/sh
# rtl_deps.sh MODULE|FILE [UNUSED]: the source files that it needs, one a line, relative to the root of the tree: every rtl file whose module
# name occurs in a file already taken, or in what that includes. UNUSED: file with names of modules to leave out (alternatives that a shape does not choose).
# One pass of awk: this runs before every launch that looks for its RTL in the cache.
set -eu
case $1 in *.sv) file=$(realpath "$1") ;; *) file= ;; esac
unused=$(tr '\n' ' ' <"${2:-/dev/null}")
cd "$(dirname "$0")/.."
LC_ALL=C awk -v start="$1" -v given="$file" -v unused="$unused" '
  function words(s, file) { # module names of a line
    sub(/\/\/.*/, "", s)
    while (match(s, /wt_[a-z0-9_]+/)) {
      if (RSTART == 1 || substr(s, RSTART - 1, 1) !~ /[A-Za-z0-9_]/) needs[file] = needs[file] " " substr(s, RSTART, RLENGTH)
      s = substr(s, RSTART + RLENGTH)
    }
  }
  function module(file) { sub(/.*\//, "", file); sub(/\.svh?$/, "", file); return file }
  FNR == 1 { if (FILENAME != given) file_of[module(FILENAME)] = FILENAME; else file_of[start] = FILENAME }
  /wt_/ { words($0, FILENAME) }
  END {
    n = split(unused, u, " ")
    for (i = 1; i <= n; i++) skip[u[i]] = 1
    todo[last = 1] = start
    for (at = 1; at <= last; at++) {
      m = todo[at]
      if (!(m in file_of) || m in skip || taken[m]++) continue
      if (file_of[m] !~ /h$/) print file_of[m]
      n = split(needs[file_of[m]], w, " ")
      for (i = 1; i <= n; i++)
        if (!(w[i] in taken) && w[i] in file_of) todo[++last] = w[i]
    }
    if (!length(taken)) exit 1
  }' rtl/*/*.sv rtl/*/*.svh ${file:+"$file"} || { echo "no module $1 under rtl/" >&2; exit 2; }
