#!/bin/sh
# unit_table.sh BUILD [JOBS]: programs that tell control-flow units apart, under every unit and every choice that a unit has, on the C twin with the
# oracle and the invariants of the paths: the tables of tests/golden/units.md. A cell is "warp instructions / cycles" of a run whose result is
# right, or the verdict of one that is stopped: livelock, deadlock, unsupported (a table of the unit is full, or it cannot do this), diff (the oracle
# objects: a wrong result if it went on). What the manifest says for the default modes is checked: exit 1 if it is not so.
set -eu
warptwin=$1/warptwin jobs=${2:-1} tmp=$1/unit_table.tmp
waits=spin_perthread,backoff,hashlock,two_locks,rec_lock,producer_consumer,maj_consumer,chain,nest_wait
calls=recurse,rec40,mutual,callk,indirect,virtuals
nests=deep6,deep8,deep10,nested,twolevel,exits,interp,bigswitch,find_first,collatz
syncs=bar2,sw2,tiles,warpmask
only=$waits,$calls,$nests,$syncs
mkdir -p "$tmp"
forms() { # forms FILE CHECKED TITLE:KEYS...: columns of one table; CHECKED=1: a run that does not end as the manifest says is an error
  file=$1 checked=$2 n=0
  shift 2
  : >"$tmp/$file"
  for f in "$@"; do
    n=$((n + 1))
    set_keys=
    for k in ${f#*:}; do set_keys="$set_keys --set $k"; done
    # shellcheck disable=SC2086 # keys are words
    "$warptwin" regress --run --config small --only "$only" --jobs "$jobs" -q $set_keys >"$tmp/out" || [ "$checked" = 0 ] || {
      cat "$tmp/out" >&2
      exit 1
    }
    awk -v n=$n -v title="${f%%:*}" '
      $2 == "small" { # name, shape, cycles, warp instructions, ipc, lanes, -, verdict, seconds
        out()
        row = $1
        for (i = 2; $i !~ /^[0-9]+$/; ) i++
        cycles = $i; insns = $(i + 1); verdict = $(i + 5)
        next
      }
      /^    / && why == "" { split($1, w, ":"); why = w[1] }
      # "the run ended; the manifest says that it is stopped": for a mode that the manifest does not tell apart, an end like any other
      function out() { if (row != "") print n "\t" title "\t" row "\t" (verdict == "ok" || why == "the" ? insns " / " cycles : why != "" ? why : verdict); why = "" }
      END { out() }' "$tmp/out" >>"$tmp/$file"
  done
  awk -F '\t' -v order="$only" '
    { title[$1] = $2; cell[$3, $1] = $4; if ($1 > n) n = $1 }
    END {
      m = split(order, name, ",")
      line = "| program |"; rule = "|---|"
      for (i = 1; i <= n; i++) { line = line " " title[i] " |"; rule = rule "---|" }
      print line; print rule
      for (k = 1; k <= m; k++) {
        line = "| " name[k] " |"
        for (i = 1; i <= n; i++) line = line " " cell[name[k], i] " |"
        print line
      }
    }' "$tmp/$file"
}
forms units 1 "hanoi_yr:DIVERGENCE=hanoi_yr" "hanoi:DIVERGENCE=hanoi" "simt_stack:DIVERGENCE=simt_stack" "simt_stack, bssy:DIVERGENCE=simt_stack STACK_RPC=bssy" \
  "barrier:DIVERGENCE=barrier" "barrier, lane:DIVERGENCE=barrier CB_MASKS=lane" "multipath:DIVERGENCE=multipath" \
  "multipath, static:DIVERGENCE=multipath RPC_DELAY=static" "multipath, yield:DIVERGENCE=multipath RPC_DELAY=yield"
echo
forms modes 0 "hanoi_yr, minority:DIVERGENCE=hanoi_yr PATH_ORDER=minority" "hanoi_yr, taken:DIVERGENCE=hanoi_yr PATH_ORDER=taken" \
  "hanoi_yr, YIELD_RELEASE=0:DIVERGENCE=hanoi_yr YIELD_RELEASE=0" "hanoi_yr, both 0:DIVERGENCE=hanoi_yr YIELD_RELEASE=0 FORCE=0" \
  "hanoi, minority:DIVERGENCE=hanoi PATH_ORDER=minority" "hanoi, REC_DEPTH=63:DIVERGENCE=hanoi REC_DEPTH=63" \
  "barrier, minpc:DIVERGENCE=barrier PATH_POLICY=minpc" "barrier, oldest:DIVERGENCE=barrier PATH_POLICY=oldest" "barrier, rr:DIVERGENCE=barrier PATH_POLICY=rr" \
  "lane, minpc:DIVERGENCE=barrier CB_MASKS=lane PATH_POLICY=minpc" "lane, rr:DIVERGENCE=barrier CB_MASKS=lane PATH_POLICY=rr" \
  "multipath, orec:DIVERGENCE=multipath OREC=1 RPC_DELAY=yield"
rm -r "$tmp"
