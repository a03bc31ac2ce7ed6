#!/bin/sh
# check_text.sh: house rules of the RTL that a grep finds with a friendlier message than the tools (the reasons: Yosys 0.23 refuses the
# construct or builds a wrong circuit from it), and plain-text rules of all sources.
set -eu
cd "$(dirname "$0")/.."
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
# bad MESSAGE: reads file:line:text lines
bad() { sed -n "1,5s|\$|   <- $1|p" >>"$tmp/found"; }
# the RTL without comments, strings and simulation-only parts, as file:line:text
code() {
  awk 'FNR == 1 { sim = 0 }
    /^`ifndef SYNTHESIS/ { sim = 1 } /^`endif/ { sim = 0 }
    { s = $0; sub(/\/\/.*/, "", s); gsub(/"[^"]*"/, "\"\"", s); if (!sim && s ~ /[^ ]/) print FILENAME ":" FNR ":" s }' rtl/*/*.sv
}
code >"$tmp/code"
rule() { grep -E "$1" "$tmp/code" | bad "$2" || true; }

rule '\bimport\b' 'qualify package items: wt_pkg::X'
rule '\b(return|break|continue|foreach)\b' 'assign the function name; use a found-flag'
rule "'\{" 'no assignment patterns'
rule '\binside\b|==\?|\bunique if\b' 'not in the common subset'
rule '\b[a-z0-9_]+_[te] +\[' 'array of a typedef: use a flat vector'
rule '\b[a-z0-9_]+_[te] +[a-z0-9_]+ *\[' 'memory of structs: use logic [X_W-1:0] mem [D]'
rule '\b(logic|wire|reg|bit) *(signed *)?\[[^]]*\] *\[' 'packed two-dimensional net: use a flat vector'
rule '\b(input|output) .*[a-z0-9_]+ *\[[^]]*\] *(,|$|\))' 'unpacked array port: use a flat vector'
rule '\b(parameter|localparam) +(type|string)\b' 'not in the common subset'
rule '\b(interface|modport)\b' 'kept out of this house: constants and layouts come from wt_pkg'
rule '\btypedef enum\b *([^l ]|$)' 'an enum has a width: typedef enum logic [n:0]'
rule "\\b[a-z0-9_]+_e'\\(" 'Yosys reads no cast to an enum: keep the signal a plain vector'
rule '[:(]`define\b' 'no macros: numbers come from wt_pkg'
rule "[~!] *[A-Za-z0-9_:]+'\\(|[=(?:,{] *[-&|^]+ *[A-Za-z0-9_:]+'\\(" "Yosys reads ~X'(y) as (~X)'(y): write ~(X'(y))"
rule "\b(parameter|localparam)\b.*= *'1" "Yosys builds the number 1 from it: write {W{1'b1}}"
rule "[?:] *'1\b" "Yosys builds the number 1 from it where the condition is constant: write {W{1'b1}}"
rule 'lint_off' 'waivers are in scripts/wt_lint.vlt only'
rule '\balways *@|\balways_latch\b' 'always_ff or always_comb: area-check looks for state in always_ff'
rule '\binitial\b' 'state comes from reset or stays unreset'
rule 'posedge [a-z_]+ or|negedge' 'one clock, synchronous reset'

for f in rtl/*/*.sv; do
  m=$(basename "$f" .sv)
  [ "$(sed 's|//.*||' "$f" | grep -cE '^ *module ')" = 1 ] || echo "$f:1:" | bad 'one module a file'
  grep -qE "^module $m\b" "$f" || echo "$f:1:" | bad "the module is named $m, after its file"
  head -n 2 "$f" | grep -q "^// $m:" || echo "$f:1:" | bad "starts with '// $m: what it is for'"
  grep -q '^`default_nettype none' "$f" || echo "$f:1:" | bad '`default_nettype none'
  [ "$(tail -n 1 "$f")" = '`default_nettype wire' ] || echo "$f:1:" | bad 'ends with `default_nettype wire'
done

# wide lines hide in a review. Several names that take their bits of a value in one statement break in silence when a name is added. The fields that a format of
# wt_decode sets and the write enables of a step of wt_multipath are sets, by choice: all of them 0, or all 1, whatever is added. A packed word may be taken apart into its fields.
rtl=$(find rtl -name '*.sv' ! -path 'rtl/top/*')
# shellcheck disable=SC2086
{
  awk 'length > 120 { print FILENAME ":" FNR ": " length " columns" }' $rtl | bad 'at most 120 columns'
  awk 'match($0, /localparam int unsigned [A-Z][A-Z]?[A-Z]? = [^;,]*/) { split(substr($0, RSTART + 24, RLENGTH - 24), w, " = ")
    if (w[1] in is && is[w[1]] != w[2]) print FILENAME ":" FNR ": " w[1] " is " is[w[1]] " elsewhere"
    if (w[2] ~ /^wt_pkg::/ && w[2] in named && named[w[2]] != w[1]) print FILENAME ":" FNR ": " w[2] " is " named[w[2]] " elsewhere"
    is[w[1]] = w[2]; named[w[2]] = w[1] }' $rtl | bad 'a short name has one meaning in the whole tree, and a number one short name'
  awk 'FNR == 1 { s = "" } { l = $0; sub(/\/\/.*/, "", l); s = s == "" ? l : s l
    if (s !~ /^ *(assign )?\{/) { s = ""; lines = 0; next }
    if (l !~ /;/ && ++lines < 9) next
    if (s ~ /^ *(assign )?\{[^}]*\} *<?= / && s !~ /\} = ([a-z_]+|[A-Z]+\047\([a-z_]+\));/ &&
      !(FILENAME ~ /wt_(multipath|decode)\.sv$/ && s ~ /\} = \047[01];/)) print FILENAME ":" FNR ":" $0
    s = ""; lines = 0 }' $rtl | bad 'one assignment a line'
}

# every waiver states its reason in the line above
awk '/^lint_off/ && prev !~ /^\/\// { print FILENAME ":" FNR ":" $0 } { prev = $0 }' scripts/wt_lint.vlt | bad 'waiver without a reason above it'

texts=$(find include examples rtl cmodel tb tests scripts tools docs -type f \( -name '*.[ch]' -o -name '*.cpp' -o -name '*.sv' -o -name '*.def' -o -name '*.sh' \
  -o -name '*.mk' -o -name '*.vlt' -o -name '*.md' -o -name '*.f' -o -name '*.sass' \) | sort)
texts="$texts Makefile setup .ci/run README.md CONTRIBUTING.md"
# shellcheck disable=SC2086
{
  LC_ALL=C grep -nP '[^\x00-\x7f]' $texts | bad 'non-ASCII' || true
  grep -nE '[[:space:]]+$' $texts | bad 'trailing blank' || true
  grep -nP '\t' $(printf '%s\n' $texts | grep -vE '(Makefile|\.mk)$') | bad 'tab' || true
  grep -nE '\b(TODO|FIXME|XXX)\b' $(printf '%s\n' $texts | grep -v '^scripts/check_text.sh') | bad 'unfinished work belongs in the tracker' || true
}
for f in $(printf '%s\n' $texts | grep -E '\.([ch]|cpp|sv|sh)$'); do
  [ "$(wc -l <"$f")" -lt 700 ] || echo "$f:700:" | bad 'files stay under 700 lines'
done
if [ -s "$tmp/found" ]; then
  cat "$tmp/found"
  exit 1
fi
echo "lint: text rules hold in $(printf '%s\n' $texts | wc -l) files"
