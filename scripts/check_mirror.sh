#!/bin/sh
# check_mirror.sh BUILD: every block of machine.def has its rows, twins, test, stimulus and document in the folders of its group, nothing
# else lies there, every part of rtl/lib has its bench and its line in docs/blocks/lib.md, rtl/files.f lists exactly the sources, the generated wiring is fresh, and docs/index.md links every block.
set -eu
cd "$(dirname "$0")/.."
build=$1
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
miss() { echo "check-mirror: $*" >>"$tmp/found"; }

# stem of every block
sed -n 's/^\(BLOCK\|OPTION\)(\([a-z0-9_]*\),.*/\2/p; s/^CHOICE([a-z0-9_]*, *[a-z0-9_]*, *\([a-z0-9_]*\),.*/\1/p' cmodel/spec/machine.def >"$tmp/mach"
groups='front control issue operand exec mem cta'

while read -r stem; do
  def=cmodel/spec/blocks/$stem.def
  [ -f "$def" ] || { miss "$def is missing (rows of block $stem)"; continue; }
  head=$(sed -n 's/^BLOCK(\(.*\))$/\1/p' "$def" | tr -d ' ')
  group=$(echo "$head" | cut -d, -f2) drv=$(echo "$head" | cut -d, -f3)
  [ "$head" = "$stem,$group,$drv" ] || miss "$def: BLOCK($head) should be BLOCK($stem, group, prefix)"
  case " $groups " in *" $group "*) ;; *) miss "$def: '$group' is no group" ;; esac
  echo "$stem $group" >>"$tmp/blocks"
  echo "$drv $group" >>"$tmp/sockets"
  for f in "rtl/$group/wt_$stem.sv" "cmodel/$group/wt_$stem.c" "cmodel/$group/wt_$stem.h" "tests/$group/test_wt_$stem.c" \
    "docs/blocks/$group/wt_$stem.md" "tb/bench/stim_$stem.c"; do
    [ -f "$f" ] || miss "$f is missing (block $stem)"
  done
  grep -q "](blocks/$group/wt_$stem.md)" docs/index.md || miss "docs/index.md has no link to blocks/$group/wt_$stem.md"
done <"$tmp/mach"

# A file of a group is named after one of its blocks, a part of a block (wt_alu_lane.sv), the socket of alternatives (wt_cfu.h) or the group
# itself (test_wt_operand.c).
sort -u "$tmp/blocks" "$tmp/sockets" >"$tmp/owners"
owned() { # owned GROUP NAME
  while read -r stem group; do
    [ "$group" = "$1" ] || continue
    case $2 in "$stem" | "$stem"_* | "$1" | "$1"_*) return 0 ;; esac
  done <"$tmp/owners"
  return 1
}
stray() { # stray GROUP FILE PREFIX
  [ -e "$2" ] || return 0
  name=$(basename "$2")
  name=${name#"$3"}
  owned "$1" "${name%.*}" || miss "$2 belongs to no block of group $1"
}
for g in $groups; do
  for f in "rtl/$g"/* "cmodel/$g"/* "docs/blocks/$g"/*; do stray "$g" "$f" wt_; done
  for f in "tests/$g"/test_*.c; do stray "$g" "$f" test_wt_; done
done
for f in cmodel/spec/blocks/*.def tb/bench/stim_*.c; do
  name=$(basename "$f")
  name=${name#stim_}
  case $name in cfg.def | env.def | imem.def | cmem.def | place.def | smid.def) continue ;; esac
  grep -qx "${name%.*}" "$tmp/mach" || miss "$f belongs to no row of machine.def"
done

# parts of rtl/lib
for f in rtl/lib/*; do
  m=$(basename "$f" .sv)
  [ -f "tests/lib/test_$m.c" ] || miss "tests/lib/test_$m.c is missing (part $m)"
  grep -q "(../../rtl/lib/$m.sv)" docs/blocks/lib.md || miss "docs/blocks/lib.md does not list $m"
  grep -q 'wt_pkg::' "$f" && miss "$f takes numbers from wt_pkg: a part of the library has parameters"
done
for f in tests/lib/test_*.c; do
  m=$(basename "$f" .c)
  [ -f "rtl/lib/${m#test_}.sv" ] || miss "$f tests no part of rtl/lib"
done

# the source list
grep -v '^ *[#+]' rtl/files.f | grep . | sort >"$tmp/listed"
ls rtl/*/*.sv | sort >"$tmp/there"
comm -13 "$tmp/listed" "$tmp/there" | while read -r f; do miss "$f is not in rtl/files.f"; done
comm -23 "$tmp/listed" "$tmp/there" | while read -r f; do miss "rtl/files.f lists $f, which does not exist"; done

# generated wiring
mkdir -p "$tmp/gen/spec" "$tmp/rtl/top" "$tmp/rtl/ports" "$tmp/rtl/rows"
if "$build/gen_machine" cmodel/spec "$tmp/gen" "$tmp/rtl" 2>"$tmp/gen.log"; then
  (cd "$tmp" && ls rtl/*/*) >"$tmp/made"
  while read -r f; do
    cmp -s "$tmp/$f" "$f" || miss "$f is stale: 'make wiring' renews it"
  done <"$tmp/made"
  for f in rtl/top/* rtl/ports/* rtl/rows/*; do grep -qx "$f" "$tmp/made" || miss "$f is not made by gen_machine"; done
else
  miss "gen_machine refuses the rows: $(head -n 1 "$tmp/gen.log")"
fi

if [ -s "$tmp/found" ]; then
  cat "$tmp/found"
  echo "check-mirror: $(wc -l <"$tmp/found") findings"
  exit 1
fi
echo "check-mirror: $(wc -l <"$tmp/blocks") blocks complete on both sides"
