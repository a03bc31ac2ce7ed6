#!/bin/sh
# Ends what start_slurm.sh started in DIR, jobs first; only processes whose ids stand there. Idempotent. --purge removes DIR too.
#   slurm_stop.sh [DIR [--purge]]
set -u
dir=${1:-${TMPDIR:-/tmp}/wt_farm.$(id -u)}
PATH=$PATH:/usr/sbin:/sbin
[ -d "$dir" ] || exit 0
dir=$(cd "$dir" && pwd -P)
[ -f "$dir/slurm.conf" ] || exit 0
export SLURM_CONF="$dir/slurm.conf"
grep -qs '^ClusterName=wtfarm$' "$SLURM_CONF" || { echo "slurm_stop: $dir is not one of start_slurm.sh" >&2; exit 2; }
# Ours by name, since an old pid file may name a stranger; one that ended but was not reaped (an init that does not wait) counts as gone.
lives() { grep -Eqs '^Name:.(munged|slurmctld|slurmd)$' "/proc/$1/status" && ! grep -qs '^State:.Z' "/proc/$1/status"; }
alive() { [ -s "$1" ] && lives "$(cat "$1")"; }

if alive "$dir/slurmctld.pid"; then
  timeout 10 scancel --user="$(id -un)" 2>/dev/null
  t=0
  while [ $t -lt 100 ] && [ -n "$(timeout 5 squeue -h -t running,completing 2>/dev/null)" ]; do t=$((t + 1)); sleep 0.1; done
fi
for p in "$dir"/slurmd_*.pid "$dir/slurmctld.pid" "$dir/munged.pid"; do
  alive "$p" || continue
  id=$(cat "$p") t=0
  kill "$id"
  while lives "$id"; do
    t=$((t + 1))
    [ $t -lt 100 ] || { kill -9 "$id"; break; }
    sleep 0.1
  done
done
rm -f "$dir"/slurmd_*.pid "$dir/slurmctld.pid" "$dir/munged.pid" "$dir/munge.sock" "$dir/munge.sock.lock"
[ "${2:-}" != --purge ] || rm -rf "$dir"
