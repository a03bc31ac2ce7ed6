#!/bin/sh
# digests.sh BUILD [update]: cycles and traces of every kernel on the C twin, on every preset that it fits, under every control-flow unit
# and the forms that change when something issues, against tests/kernels/digests.txt. A change that must not change any cycle leaves that
# file as it is; one that may, renews it and says why.
set -u
b=$1 list=tests/kernels/digests.txt new=$1/digests.txt
: >"$new"
part() {
  "$b/warptwin" regress --run --digest "$b/digests.part" "$@" >"$b/digests.log" || { tail -n 40 "$b/digests.log"; exit 1; }
  cat "$b/digests.part" >>"$new"
}
part --config small,default,thesis-tesla --set DIVERGENCE=hanoi_yr,hanoi,simt_stack,barrier,multipath
part --config small --set SCOREBOARD=coon --set SB_SPLIT=0,1 --set DIVERGENCE=hanoi_yr,multipath
part --config small,default --set SCHED=lrr,oldest,twolevel --set WAR=read,bloom
part --config small --set DIVERGENCE=barrier --set CB_MASKS=lane --set PATH_POLICY=block,minpc,oldest,rr
part --config small --set DIVERGENCE=multipath --set RPC_DELAY=none,yield,static --set OREC=0,1
part --config small --set DIVERGENCE=simt_stack --set STACK_RPC=bssy --set PATH_ORDER=majority,minority,taken
part --config small --set OPREAD=naive --set LAYOUT=naive --set LANES=4,16,32
rm -f "$b/digests.part" "$b/digests.log"
[ "${2:-}" = update ] && cp "$new" "$list"
diff "$list" "$new" && echo "digests: $(wc -l <"$list") runs as recorded"
