#!/bin/sh
# check_reads.sh BUILD: a block can read what its rows declare and nothing else: the file with all declared reads compiles, and with any single
# undeclared one (every other output of the drivers that it reads, a driver that it does not read, the module around it) it does not.
set -eu
cd "$(dirname "$0")/.."
file=$1/gen/wt_reads.c
compile() { gcc -std=c11 -fsyntax-only -I"$1/gen" -Icmodel "$2" "$file" 2>"$1/check_reads.log"; }
compile "$1" -DNONE || { cat "$1/check_reads.log"; echo "check-reads: a declared read does not compile"; exit 1; }
tokens=$(sed -n 's/^#ifdef \(READ_.*\)/\1/p' "$file")
# all at once: each must be an error of its own line
for t in $tokens; do echo "#define $t"; done >"$1/check_reads.h"
gcc -std=c11 -fsyntax-only -fmax-errors=0 -I"$1/gen" -Icmodel -include "$1/check_reads.h" "$file" 2>&1 | grep -c ': error: .*has no member named' >"$1/check_reads.n" || true
want=$(printf '%s\n' $tokens | wc -l) got=$(cat "$1/check_reads.n")
[ "$got" = "$want" ] || { echo "check-reads: $got of $want undeclared reads are errors"; exit 1; }
# and alone: one of every block
for t in $(printf '%s\n' $tokens | grep '_parent$'); do
  ! compile "$1" "-D$t" || { echo "check-reads: $t compiles"; exit 1; }
done
echo "check-reads: $want undeclared reads, none compiles"
