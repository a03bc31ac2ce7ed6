#!/bin/sh
# A real Slurm on this machine without systemd: munged, slurmctld and NODES slurmd, all as the caller (root is not needed).
#   eval "$(slurm_start.sh [DIR [NODES [CPUS_PER_NODE]]])"     sets SLURM_CONF for sbatch, srun, squeue, scancel
# DIR holds everything: keys, configuration, state, logs. Needs Debian's slurm-wlm and munge.
set -eu
dir=${1:-${TMPDIR:-/tmp}/wt_farm.$(id -u)} nodes=${2:-1} cpus=${3:-$(nproc)}
PATH=$PATH:/usr/sbin:/sbin
for t in munged slurmctld slurmd sinfo; do
  command -v $t >/dev/null || { echo "slurm_start: $t is missing: apt-get install slurm-wlm munge" >&2; exit 2; }
done
mkdir -p "$dir"
dir=$(cd "$dir" && pwd -P)
chmod 700 "$dir"
[ ${#dir} -le 70 ] || { echo "slurm_start: the path of DIR is too long for the sockets in it (70 characters)" >&2; exit 2; }
if [ -s "$dir/slurmctld.pid" ] && grep -qs '^Name:.slurmctld' "/proc/$(cat "$dir/slurmctld.pid")/status" &&
   ! grep -qs '^State:.Z' "/proc/$(cat "$dir/slurmctld.pid")/status"; then
  echo "slurm_start: one already runs in $dir" >&2; exit 2
fi
"$(dirname "$0")/slurm_stop.sh" "$dir" # what a crash left behind
mkdir -p "$dir/state" "$dir/log"
host=$(hostname -s) user=$(id -un) base=${WT_FARM_PORT:-17117}
port=$((base + 1))

# munge: a key of its own and a socket of its own, so a site's munged is not touched. The socket's path has at most 107 characters.
[ -s "$dir/munge.key" ] || (umask 077; head -c 128 /dev/urandom > "$dir/munge.key")
munged --force --key-file="$dir/munge.key" --socket="$dir/munge.sock" --pid-file="$dir/munged.pid" --log-file="$dir/log/munged.log" \
  --seed-file="$dir/munge.seed" --num-threads=2 2>>"$dir/log/start.log"

{
  cat <<CONF
ClusterName=wtfarm
SlurmctldHost=$host(127.0.0.1)
SlurmUser=$user
SlurmdUser=$user
AuthType=auth/munge
AuthInfo=socket=$dir/munge.sock
CredType=cred/munge
SlurmctldPort=$base
CommunicationParameters=NoCtldInAddrAny,NoInAddrAny
StateSaveLocation=$dir/state
SlurmdSpoolDir=$dir/spool_%n
SlurmctldPidFile=$dir/slurmctld.pid
SlurmdPidFile=$dir/slurmd_%n.pid
SlurmctldLogFile=$dir/log/slurmctld.log
SlurmdLogFile=$dir/log/slurmd_%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
JobCompType=jobcomp/filetxt
JobCompLoc=$dir/log/jobcomp.txt
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerType=sched/backfill
SchedulerParameters=bf_interval=2,sched_interval=2,batch_sched_delay=0,sched_min_interval=100000
MpiDefault=none
MailProg=/bin/true
SwitchType=switch/none
MaxArraySize=10001
MaxJobCount=20000
MinJobAge=300
KillWait=5
SlurmdTimeout=30
SlurmctldTimeout=30
InactiveLimit=0
ReturnToService=2
JobRequeue=1
SlurmdParameters=config_overrides
CONF
  i=1
  while [ $i -le "$nodes" ]; do
    echo "NodeName=wtn$i NodeHostname=$host NodeAddr=127.0.0.1 Port=$((port + i - 1)) CPUs=$cpus State=UNKNOWN"
    i=$((i + 1))
  done
  echo "PartitionName=wt Nodes=ALL Default=YES MaxTime=INFINITE State=UP"
} > "$dir/slurm.conf"
export SLURM_CONF="$dir/slurm.conf"

slurmctld -f "$SLURM_CONF" 2>>"$dir/log/start.log"
i=1
while [ $i -le "$nodes" ]; do
  mkdir -p "$dir/spool_wtn$i"
  slurmd -f "$SLURM_CONF" -N wtn$i 2>>"$dir/log/start.log"
  i=$((i + 1))
done

t=0
until [ "$(sinfo -h -N -t idle -o %N 2>/dev/null | sort -u | wc -l)" -ge "$nodes" ]; do
  t=$((t + 1))
  [ $t -lt 1200 ] || { echo "slurm_start: the nodes are not idle after two minutes, see $dir/log" >&2; sinfo -N >&2 || :; exit 1; }
  sleep 0.1
done
echo "export SLURM_CONF=$SLURM_CONF"
