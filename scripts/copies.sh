#!/bin/sh
# copies.sh BUILD: machines with two SMs and with two sub-cores (a build whose generator was told so: BUILD/copies/warptwin), the second of which
# has no neighbours: in lock-step its two twins are equal, and results, cycles, traces and metrics are those of the machine with one. ONLY:
# which to run.
set -eu
b=$1 kernels=${ONLY:-vecadd,bfs,shuffle,atomics} out=$1/copies
run() { # run NAME ARGS...
  name=$1
  shift
  "$out/warptwin" regress --hosts "$b/kernels" --config small --only "$kernels" --digest "$out/$name.digest" "$@" >"$out/$name.log" ||
    { cat "$out/$name.log"; exit 1; }
  # the digest without the name of the shape
  sed 's/ small [^ ]*//' "$out/$name.digest" >"$out/$name.plain"
}
run one --run --set SMS=1
for more in SMS SUBCORES; do
  run "$more" --set $more=2
  cmp "$out/one.plain" "$out/$more.plain" || { echo "copies: $more=2 runs otherwise than $more=1"; exit 1; }
done
echo "copies: $(wc -l <"$out/one.plain") kernels on both twins with SMS=2 and with SUBCORES=2: equal, and as with one"
