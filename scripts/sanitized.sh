#!/bin/sh
# sanitized.sh BUILD: some suites once more, the files that they look at built with sanitizers: what goes beyond a table, is not freed or is not defined
# fails even where the result would be right. Everything else is linked as it is. The environment brings CC_C, CC_L, SAN_C, SAN_L, OBJS,
# LIBS and NEVER as the Makefile has them.
# sanitized.sh BUILD SUITE FILE TEXT DIR: one of them, with TEXT in the place of FILE (mutate_part.sh); DIR keeps what is built for the next text.
# sanitized.sh --of FILE: the suites that run so for FILE.
set -eu
# suite: files
list='
shapes: cmodel/spec/wt_shape.c cmodel/spec/wt_shape_text.c
rowset: cmodel/state/wt_rows.c
guest_rules: tb/lib/wt_guest_rules.c
guest_parts: tb/lib/wt_guest.c tb/lib/wt_world.c tb/cosim/wt_object_rtl.c
rtl_parts: tb/cosim/wt_rtl_src.c tb/cosim/wt_rtl_says.c tb/cosim/wt_gen.c
rtl_cache: tb/cosim/wt_rtl_known.c tb/cosim/wt_rtl_proc.c tb/cosim/wt_rtl_sum.c
rtl_builds: tb/cosim/wt_rtl.c
twin_parts: tb/cosim/wt_twin_rtl.c
quick: tb/cosim/wt_pairs.c tb/cosim/wt_windows.c
compared: tb/cosim/wt_lockstep.c tb/cosim/wt_ls_bind.c tb/cosim/wt_ls_step.c tb/cosim/wt_pairs.c tb/cosim/wt_windows.c
checks: tb/lib/wt_check.c tb/lib/wt_checks.c tb/lib/wt_noend.c tb/lib/wt_tandem.c
noend: tb/lib/wt_noend.c
told: tb/lib/wt_tandem.c
depth_nets: cmodel/size/wt_depth.c
depth_wiring: cmodel/size/wt_depth.c cmodel/size/wt_depth_path.c cmodel/size/wt_levels.c
size_table: cmodel/size/wt_size.c cmodel/size/wt_size_declared.c cmodel/size/wt_size_model.c
size_text: cmodel/size/wt_size.c cmodel/size/wt_size_declared.c cmodel/size/wt_size_json.c cmodel/size/wt_size_out.c cmodel/size/wt_size_diff.c
size_draw: cmodel/size/wt_size_plot.c cmodel/size/wt_size_doc.c cmodel/size/wt_size_diff.c
env: tb/lib/wt_env.c
memsys: tb/lib/wt_memsys.c tb/lib/wt_dram.c tb/lib/wt_l2.c
bound: cmodel/bound/wt_bound_count.c cmodel/bound/wt_bound_crown.c cmodel/bound/wt_bound_dwf.c cmodel/bound/wt_bound_input.c cmodel/bound/wt_bound_sim.c cmodel/bound/wt_bound_stack.c cmodel/bound/wt_bound_text.c
use: tb/lib/wt_use.c tb/lib/wt_lanes.c tb/lib/wt_performed.c
stats: tb/lib/wt_stats.c tb/lib/wt_use.c tb/lib/wt_lanes.c
agents: tb/lib/wt_agents.c
stimuli: tb/bench/wt_bench_draw.c
dwr: tb/bench/wt_dwr_example.c
areas: tb/lib/wt_mem.c
mem: tb/lib/wt_mem.c
launches: tb/lib/wt_launch.c
modules: tb/lib/wt_module.c tb/lib/wt_assemble.c
fault_words: tb/lib/wt_fault.c
loop_words: tb/lib/wt_verdict.c
culprit_words: tb/lib/wt_recent.c tb/lib/wt_difference.c
sem: cmodel/oracle/wt_sem.c cmodel/oracle/wt_sem_decode.c
sem_float: cmodel/oracle/wt_sem_float.c
oracle_exec: cmodel/oracle/wt_oracle_exec.c
oracle_saved: cmodel/oracle/wt_oracle_saved.c
oracle: cmodel/oracle/wt_oracle_run.c
oracle_init: cmodel/oracle/wt_oracle_init.c
oracle_l1: cmodel/oracle/wt_oracle_l1.c
oracle_later: cmodel/oracle/wt_oracle_later.c
oracle_marks: cmodel/oracle/wt_oracle_marks.c
oracle_told: cmodel/oracle/wt_oracle.c cmodel/oracle/wt_oracle_mem.c
oracle_books: cmodel/oracle/wt_oracle_meet.c
oracle_points: cmodel/oracle/wt_oracle_points.c
asm_text: cmodel/isa/wt_asm.c cmodel/isa/wt_asm_insn.c cmodel/isa/wt_asm_rows.c
cubin_parts: cmodel/isa/wt_cubin.c
cubin_link: cmodel/isa/wt_cubin_link.c
service: cmodel/isa/wt_service.c
lines: cmodel/isa/wt_lines.c
fatbin: cmodel/isa/wt_fatbin.c
draw: tb/lib/wt_draw.c tb/lib/wt_report.c tb/lib/wt_report_page.c
sessions: tb/lib/wt_session.c
home: tb/lib/wt_home.c
shrink: tb/lib/wt_shrink.c
recheck_rules: tb/lib/wt_recheck.c
segment_rules: tb/lib/wt_segments.c
trace_files: tb/lib/wt_trace.c tb/lib/wt_tracediff.c
hazard: tb/lib/wt_hazard.c
pipe: tb/lib/wt_pipe.c
wave_parts: tb/cosim/wt_wave.c tb/cosim/wt_wave_rows.c tb/cosim/wt_wave_warp.c tb/cosim/wt_wave_gtkw.c tb/cosim/wt_wave_names.c
checkers_run: tb/cosim/wt_ls_view.c
box: tb/lib/wt_box.c
ckpt_files: tb/lib/wt_ckpt.c tb/lib/wt_session_ckpt.c cmodel/state/wt_saved.c
'
files_of() { printf '%s' "$list" | sed -n "s/^$1: //p"; }
if [ "$1" = --of ]; then
  printf '%s' "$list" | awk -F ': ' -v f="$2" '{ n = split($2, files, " "); for (i = 1; i <= n; i++) if (files[i] == f) print $1 }'
  exit
fi
b=$1 only=${2:-} changed=${3:-} text=${4:-} dir=${5:-$1/sanitized}
[ -n "$only" ] || rm -rf "$dir"
mkdir -p "$dir"
export WT_QUICK=1 CK_FORK=no ASAN_OPTIONS=quarantine_size_mb=1
[ -z "$changed" ] || eval "$CC_C $SAN_C -I$(dirname "$changed") $NEVER -c $text -o $dir/changed.o"
run() { # SUITE
  objs=$OBJS
  for f in $(files_of "$1"); do
    o=$dir/$(basename "$f" .c).o
    if [ "$f" = "$changed" ]; then o=$dir/changed.o; elif [ ! -f "$o" ]; then eval "$CC_C $SAN_C -c $f -o $o"; fi
    objs=$(echo "$objs" | sed "s#$b/${f%.c}\.o#$o#")
  done
  [ -f "$dir/test_wt_$1.o" ] || eval "$CC_C -O0 -w -c $(echo tests/*/"test_wt_$1.c") -o $dir/test_wt_$1.o"
  eval "$CC_L $SAN_L $(scripts/wraps.sh "$1") -o $dir/test_wt_$1 $dir/test_wt_$1.o $objs $LIBS"
  (ulimit -t 120 && timeout 600 "$dir/test_wt_$1") >"$dir/log" 2>&1 </dev/null || { cat "$dir/log" && exit 1; }
}
if [ -n "$only" ]; then
  run "$only"
  exit
fi
suites=$(printf '%s' "$list" | sed -n 's/:.*//p')
for t in $suites; do run "$t"; done
echo "sanitized: the suites" $suites "pass with the files that they look at built with sanitizers"
