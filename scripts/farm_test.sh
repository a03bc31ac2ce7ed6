#!/bin/sh
# farm_test.sh BUILD [xargs|array|disk|slurm ...]: what happens to a farm in a bad world. 200 items; workers that are killed, tasks of an array that never start,
# a full disk, and with a real Slurm a slurmd and the slurmctld that are killed. In the end every item has one result, and the runs of each item are counted by the
# items themselves.
set -eu
b=$(cd "$1" && pwd)
shift
[ $# -gt 0 ] || set -- xargs array disk slurm
w=$b/warptwin
dir=$(mktemp -d "${TMPDIR:-/tmp}/wt_farm_test.XXXXXX")
mounted="" slurm=""
finish() {
  [ -z "$slurm" ] || "$here/slurm_stop.sh" "$slurm" --purge >/dev/null 2>&1 || :
  [ -z "$mounted" ] || umount "$mounted" 2>/dev/null || :
  rm -rf "$dir"
}
here=$(cd "$(dirname "$0")" && pwd)
trap finish EXIT
trap 'exit 130' INT TERM
fail() { echo "farm: $*" >&2; exit 1; }

# 180 small commands, each leaves a line where it ran, and 20 blocks in lock-step. The last ten commands wait for $dir/NAME.go, so that no machine is so fast,
# and no shell so late, that all is done before somebody is killed.
plan() { # plan NAME
  mkdir "$dir/$1.ran"
  for i in $(seq 180); do
    wait=
    [ "$i" -le 170 ] || wait="while [ -d $dir/$1.ran ] && [ ! -e $dir/$1.go ]; do sleep 0.1; done; "
    echo "${wait}echo run >>$dir/$1.ran/$i; sleep 0.0$((i % 5)); echo item $i"
  done >"$dir/$1.txt"
  "$w" farm plan "$dir/$1" --commands "$dir/$1.txt" --bench fetch --config tiny --cycles 500 --seeds 20 --tasks 8 >"$dir/$1.log"
  grep -q '^200 items' "$dir/$1.log" || fail "$(cat "$dir/$1.log")"
}
good() { # good NAME: complete, and counted once
  "$w" farm collect "$dir/$1" --json "$dir/$1.json" --junit "$dir/$1.xml" >"$dir/$1.log" || fail "$1: $(cat "$dir/$1.log")"
  grep -q 'PASS: 200 items' "$dir/$1.log" || fail "$1: $(cat "$dir/$1.log")"
  [ "$(ls "$dir/$1/results" | wc -l)" = 200 ] || fail "$1: $(ls -A "$dir/$1/results" | wc -l) files for 200 items"
  [ "$(grep -c '<testcase' "$dir/$1.xml")" = 200 ] || fail "$1: JUnit does not hold 200 items"
  [ "$(ls "$dir/$1.ran" | wc -l)" = 180 ] || fail "$1: $(ls "$dir/$1.ran" | wc -l) of 180 commands have run"
}
done_of() { ls "$dir/$1/results" 2>/dev/null | wc -l; }

on_xargs() {
  plan x
  # workers are killed again and again; whoever comes next does what is left
  for round in 1 2 3 4; do
    [ "$round" != 2 ] || : >"$dir/x.go"
    for i in 0 1 2 3; do "$w" farm work "$dir/x" --of $i/4 -q >/dev/null 2>&1 & eval "p$i=$!"; done
    sleep 0.4
    # shellcheck disable=SC2154 # p0 to p3 are set by eval
    kill -9 "$p0" "$p2" 2>/dev/null || :
    sleep 0.2
    kill -9 "$p1" "$p3" 2>/dev/null || :
    wait 2>/dev/null || :
    n=$(done_of x)
    [ "$round" != 1 ] || [ "$n" -lt 200 ] || fail "nothing was left to be killed: the test tests nothing"
  done
  "$w" farm collect "$dir/x" >"$dir/x.log" && [ "$n" -lt 200 ] && fail "a farm with missing results passes"
  # twice at the same time: no harm
  seq 0 3 | xargs -P4 -I{} "$w" farm work "$dir/x" --of {}/4 -q >/dev/null
  seq 0 3 | xargs -P4 -I{} "$w" farm work "$dir/x" --of {}/4 -q >/dev/null
  good x
  twice=$(cat "$dir"/x.ran/* | wc -l)
  # a result of another plan, and one that is cut short, do not count
  f=$dir/x/results/000007.json
  sed -i 's/"identity": "./"identity": "x/' "$f"
  head -c 40 "$dir/x/results/000008.json" >"$dir/cut" && mv "$dir/cut" "$dir/x/results/000008.json"
  ! "$w" farm collect "$dir/x" >"$dir/x.log" || fail "results of another plan count"
  grep -q '000007 .*of another plan' "$dir/x.log" && grep -q '000008 .*cannot be read' "$dir/x.log" || fail "$(cat "$dir/x.log")"
  "$w" farm plan "$dir/x" --missing >"$dir/x.log" && "$w" farm work "$dir/x" --list "$dir/x/missing.txt" -q
  good x
  echo "farm: workers killed in four rounds: 200 of 200 items, $((twice - 180)) of 180 commands ran more than once, none is counted twice"
}

# As sbatch does with a script of plan: a copy of it, and a process a task. task I of them does not start when I is in LOST
tasks() { sed -n 's/^#SBATCH --array=0-\([0-9]*\)$/\1/p' "$1"; }
array() { # array SCRIPT "LOST ..."
  cp "$1" "$dir/spooled"
  last=$(tasks "$1")
  for i in $(seq 0 "$last"); do
    case " $2 " in *" $i "*) continue ;; esac
    (cd / && SLURM_ARRAY_TASK_ID=$i SLURM_ARRAY_TASK_COUNT=$((last + 1)) sh "$dir/spooled" >/dev/null) || fail "task $i of $1 ends with $?"
  done
}
once() { # once NAME: no command has run twice
  for f in "$dir/$1".ran/*; do [ "$(wc -l <"$f")" = 1 ] || fail "command ${f##*/} has run $(wc -l <"$f") times"; done
}
lose() { # lose NAME N (items 0 to 19 are the blocks): the results of the last N commands are gone, and what the commands left
  for i in $(seq $((181 - $2)) 180); do rm "$dir/$1/results/$(printf '%06d' $((i + 19))).json" "$dir/$1.ran/$i"; done
}

on_array() {
  plan a
  : >"$dir/a.go"
  array "$dir/a/job.sbatch" "2 5"
  left=$((200 - $(done_of a)))
  [ $left = 50 ] || fail "two of eight tasks did not start, and $left of 200 items are missing"
  ! "$w" farm collect "$dir/a" >"$dir/a.log" || fail "a farm with missing results passes"
  [ "$(grep -c ': missing$' "$dir/a.log")" = 50 ] || fail "$(cat "$dir/a.log")"
  "$w" farm plan "$dir/a" --missing --tasks 4 >"$dir/a.log"
  grep -q "^50 items have no result: sbatch $dir/a/missing.sbatch" "$dir/a.log" && [ "$(tasks "$dir/a/missing.sbatch")" = 3 ] || fail "$(cat "$dir/a.log")"
  array "$dir/a/missing.sbatch" ""
  good a
  once a
  # fewer than tasks: an array as large as what is left; nothing left: it does nothing; and job.sbatch again does what is missing and no more
  lose a 3
  "$w" farm plan "$dir/a" --missing >"$dir/a.log"
  [ "$(tasks "$dir/a/missing.sbatch")" = 2 ] || fail "three items are missing, and the array is: $(grep array= "$dir/a/missing.sbatch")"
  array "$dir/a/missing.sbatch" ""
  lose a 9
  array "$dir/a/job.sbatch" ""
  "$w" farm plan "$dir/a" --missing >"$dir/a.log" && grep -q '^0 items have no result' "$dir/a.log" || fail "$(cat "$dir/a.log")"
  array "$dir/a/missing.sbatch" ""
  good a
  once a
  echo "farm: an array of which two tasks of eight never start: 50 items missing, done by an array of four; 200 of 200, no command has run twice"
}

on_full_disk() {
  if ! { mkdir "$dir/small" && mount -t tmpfs -o size=400k,nr_inodes=2000 none "$dir/small" 2>/dev/null; }; then
    echo "not run: farm on a full disk: no small file system can be mounted here"
    return
  fi
  mounted=$dir/small
  plan d
  : >"$dir/d.go"
  rmdir "$dir/d/results" && mkdir "$dir/small/results" && ln -s "$dir/small/results" "$dir/d/results"
  head -c 330000 /dev/zero >"$dir/small/ballast"
  status=0
  "$w" farm work "$dir/d" -q >/dev/null 2>"$dir/d.err" || status=$?
  [ $status = 2 ] || fail "a worker on a full disk ends with $status"
  [ "$(wc -l <"$dir/d.err")" = 1 ] && grep -q 'No space left.*undone' "$dir/d.err" || fail "a full disk is told so: $(cat "$dir/d.err")"
  [ "$(ls -A "$dir/small/results" | grep -c '^\.')" = 0 ] || fail "half a result is left on a full disk"
  n=$(done_of d)
  ! "$w" farm collect "$dir/d" -q >/dev/null || fail "a farm on a full disk passes"
  rm "$dir/small/ballast" && mount -o remount,size=4m "$dir/small"
  "$w" farm work "$dir/d" -q >/dev/null
  good d
  umount "$dir/small" && mounted=
  echo "farm: disk full after $n results: one line, no half file; 200 of 200 items after there was room"
}

alive() { squeue -h -u "$(id -un)" -o %T 2>/dev/null | wc -l; }
until_idle() { # until_idle NAME SECONDS: all results there, or no task left
  t=0
  while [ "$(done_of "$1")" -lt 200 ] && [ "$(alive)" -gt 0 ] && [ $t -lt "$2" ]; do sleep 0.5; t=$((t + 1)); done
}
on_slurm() {
  PATH=$PATH:/usr/sbin:/sbin
  for t in munged slurmctld slurmd sbatch; do
    command -v $t >/dev/null || { echo "not run: farm under a real Slurm: $t is not installed (Debian: slurm-wlm munge)"; return; }
  done
  # other ports when somebody has them
  for port in 17117 18117 19117; do
    slurm=$(mktemp -d /tmp/wtslurm.XXXXXX)
    conf=$(WT_FARM_PORT=$port "$here/slurm_start.sh" "$slurm" 2 2) && break
    "$here/slurm_stop.sh" "$slurm" --purge >/dev/null 2>&1 || :
    rm -rf "$slurm"
    slurm=""
  done
  [ -n "$slurm" ] || fail "Slurm does not start"
  eval "$conf"
  plan s
  t0=$(date +%s)
  sbatch "$dir/s/job.sbatch" >"$dir/s.log" || fail "sbatch: $(cat "$dir/s.log")"
  t=0
  until [ "$(done_of s)" -ge 5 ] || [ $t -ge 3000 ]; do sleep 0.1; t=$((t + 1)); done
  [ "$(done_of s)" -ge 5 ] || fail "no task of the array works: $(cat "$dir"/s/logs/* "$slurm"/log/slurmctld.log | tail -n 5)"
  # a slurmd, the slurmctld and the workers on one of the nodes
  kill -9 "$(cat "$slurm/slurmd_wtn2.pid")" 2>/dev/null || :
  kill -9 "$(cat "$slurm/slurmctld.pid")" 2>/dev/null || :
  killed=0
  for p in /proc/[0-9]*; do
    if [ "$(tr '\0' ' ' 2>/dev/null <"$p/cmdline" | grep -c "^$w farm work $dir/s ")" = 1 ] && [ $killed -lt 2 ]; then kill -9 "${p#/proc/}" 2>/dev/null && killed=$((killed + 1)); fi
  done
  at=$(done_of s)
  : >"$dir/s.go"
  [ "$at" -lt 200 ] || fail "all was done before anything was killed: the test tests nothing"
  sleep 1
  slurmctld -f "$SLURM_CONF" 2>/dev/null && slurmd -f "$SLURM_CONF" -N wtn2 2>/dev/null
  t=0
  until sinfo -h >/dev/null 2>&1 || [ $t -ge 1000 ]; do sleep 0.2; t=$((t + 1)); done
  until_idle s 120
  left=$((200 - $(done_of s)))
  # what is lost is a new array; ghosts of the old one are cancelled
  if [ $left -gt 0 ]; then
    scancel -u "$(id -un)" 2>/dev/null || :
    for n in wtn1 wtn2; do scontrol update nodename=$n state=resume 2>/dev/null || :; done
    "$w" farm plan "$dir/s" --missing >"$dir/s.log"
    sbatch "$dir/s/missing.sbatch" >"$dir/s.log" || fail "sbatch: $(cat "$dir/s.log")"
    until_idle s 600
    [ "$(done_of s)" -ge 200 ] || "$w" farm work "$dir/s" -q >/dev/null
  fi
  good s
  # some results are lost: only these are done by the array for what is missing
  lose s 25
  before=$(cat "$dir"/s.ran/* | wc -l)
  "$w" farm plan "$dir/s" --missing >"$dir/s.log"
  grep -q '^25 items have no result' "$dir/s.log" || fail "$(cat "$dir/s.log")"
  sbatch "$dir/s/missing.sbatch" >"$dir/s.log" || fail "sbatch: $(cat "$dir/s.log")"
  until_idle s 240
  good s
  after=$(cat "$dir"/s.ran/* | wc -l)
  [ $((after - before)) = 25 ] || fail "25 results were lost, and $((after - before)) commands have run again"
  echo "farm: Slurm: 25 results lost, 25 items done by missing.sbatch"
  echo "farm: Slurm, two nodes: slurmd, slurmctld and $killed workers killed after $at results; $left items done by a second array; 200 of 200, $(($(date +%s) - t0)) s"
  "$here/slurm_stop.sh" "$slurm" --purge >/dev/null 2>&1 || :
  slurm=
}

for part in "$@"; do
  case $part in
    xargs) on_xargs ;;
    array) on_array ;;
    disk) on_full_disk ;;
    slurm) on_slurm ;;
    *) fail "part $part: expected xargs, array, disk or slurm" ;;
  esac
done
