#!/bin/sh
# rtl_deps.sh MODULE|FILE [UNUSED]: the source files that it needs, one a line: every rtl file whose module name occurs in a file already taken.
# UNUSED: file with names of modules to leave out (alternatives that a shape does not choose).
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
files='' todo=$1 unused=" $(cat "${2:-/dev/null}" | tr '\n' ' ') "
while [ -n "$todo" ]; do
  next=
  for mod in $todo; do
    case $unused in *" $mod "*) continue ;; esac
    case $mod in
      *.sv) f=$mod ;;
      *) f=$(ls "$root"/rtl/*/"$mod".sv 2>/dev/null || true) ;;
    esac
    [ -n "$f" ] || continue
    case " $files " in *" $f "*) continue ;; esac
    files="$files $f"
    next="$next $(sed 's|//.*||' "$f" | grep -oE '\bwt_[a-z0-9_]+' | sort -u | tr '\n' ' ')"
  done
  todo=$next
done
[ -n "$files" ] || { echo "no module $1 under rtl/" >&2; exit 2; }
printf '%s\n' $files
