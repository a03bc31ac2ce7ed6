#!/bin/sh
# fault_model.sh BUILD PROGRAM [PART/OF]: the fault campaign with every expression of tests/faults/model.txt behind a selector in its C twin: variable
# wt_fault_pick holds the number of the row that counts, 0 = none. PART/OF: only some of the expressions are in it. The environment brings CC_C, CC_L, OBJS and LIBS
# as the Makefile has them.
set -eu
b=$1 program=$2 list=tests/faults/model.txt
dir=$program.tree
rm -rf "$dir"
awk -v mode=rows -v lists=$list -f scripts/planted.awk | while read -r _ _ f _; do mkdir -p "$dir/${f%/*}"; done
awk -v mode=select -v lists=$list -v tree="$dir" -v pick='wt_fault_pick == NUMBERu' -v first='extern unsigned wt_fault_pick;\n' -v share="${3:-0/1}" -f scripts/planted.awk
objs=$OBJS
for f in $(cd "$dir" && find . -name '*.c' | sed 's#^\./##'); do
  eval "$CC_C -w -O1 -g0 -I$(dirname "$f") -c $dir/$f -o $dir/${f%.c}.o"
  objs=$(echo "$objs" | sed "s#$b/${f%.c}\.o#$dir/${f%.c}.o#")
done
eval "$CC_C -c tools/fault_campaign.c -o $dir/fault_campaign.o"
eval "$CC_L -o $program $dir/fault_campaign.o $objs $LIBS"
