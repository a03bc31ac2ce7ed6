#!/bin/sh
# man.sh BUILD VERSION: BUILD/man/warptwin.1 and a page for every command, from the texts of --help.
set -eu
build=$1 version=$2
mkdir -p "$build/man"
rm -f "$build"/man/*.1
page() { # page NAME SUMMARY <HELP >PAGE
  awk -v name="$1" -v summary="$2" -v version="$version" '
    function esc(s) { gsub(/\\/, "\\e", s); gsub(/-/, "\\-", s); if (s ~ /^[.\x27]/) s = "\\&" s; return s }
    function section(s) { print ".SH " s; in_text = 0 }
    BEGIN {
      upper = toupper(name)
      print ".TH \"" esc(upper) "\" 1 \"\" \"warptwin " version "\" \"Warptwin\""
      section("NAME"); print esc(name) " \\- " esc(summary)
    }
    tolower($0) ~ /^usage: / { sub(/^[Uu]sage: */, ""); section("SYNOPSIS"); print ".B " esc($0); section("DESCRIPTION"); next }
    /^ +-/ || /^  [a-z][a-z-]+ +[^ ]/ { # an option or a command and its text
      s = $0; sub(/^ +/, "", s)
      at = match(s, /   *|  /)
      print ".TP"
      if (s !~ /^-/) { at = index(s, " "); print ".B " esc(substr(s, 1, at - 1)); rest = substr(s, at) }
      else if (at) { print ".B " esc(substr(s, 1, at - 1)); rest = substr(s, at) }
      else { print ".B " esc(s); rest = "" }
      sub(/^ +/, "", rest); gsub(/  +/, "  ", rest)
      if (rest != "") print esc(rest)
      next
    }
    /^exit: / { sub(/^exit: */, ""); section("EXIT STATUS"); print esc($0); next }
    /^ *$/ { print ".PP"; next }
    { sub(/^ +/, ""); print esc($0) }'
}
"$build/warptwin" --help >"$build/man/help"
page warptwin "runs GPU kernels on a SIMT core twice, in C and in SystemVerilog" <"$build/man/help" >"$build/man/warptwin.1"
sed -n 's/^  \([a-z][a-z-]*\) .*/\1/p' "$build/man/help" | while read -r cmd; do
  summary=$(sed -n "s/^  $cmd  *\(.*   *\)\{0,1\}\([^ ].*\)/\2/p" "$build/man/help" | head -n 1)
  "$build/warptwin" "$cmd" --help | page "warptwin-$cmd" "$summary" >"$build/man/warptwin-$cmd.1"
done
rm "$build/man/help"
