#!/bin/sh
# check_rooms.sh [ROOT]: no header of an upper room is included below, and the command line uses public headers only, but for the list.
set -eu
cd "${1:-$(dirname "$0")/..}"
find include cmodel tb -name '*.[ch]' -o -name '*.cpp' | LC_ALL=C sort | xargs grep -n '^ *# *include *"' /dev/null | awk -F: '
  BEGIN {
    n = split("include cmodel/spec cmodel/files cmodel/state cmodel/isa cmodel/bound cmodel/oracle cmodel/size tb/lib tb/cosim tb/bench tb/cli tb/cuda tb/cuda/audit", room, " ")
    split("0 1 1 2 2 2 4 5 6 7 8 9 9 10", rank, " ")
    for (i = 1; i <= n; i++) level[room[i]] = rank[i]
    n = split("front control issue operand exec mem cta", room, " ")
    for (i = 1; i <= n; i++) level["cmodel/" room[i]] = 3
    # What developers get from the command line beside the library: shapes and sizes, assembler, benches, sources of the RTL; what exec and the
    # runtime library tell each other; ports of a block and modules of a user; children of a process, the clock, the program for wide shapes.
    n = split("spec/wt_paths.h spec/wt_shape.h bound/wt_bound.h isa/wt_asm.h isa/wt_cubin.h isa/wt_dis.h isa/wt_elfw.h files/wt_infile.h files/wt_outfile.h files/wt_xml.h size/wt_depth.h size/wt_size.h lib/wt_trace.h " \
              "lib/wt_distance.h lib/wt_guest.h lib/wt_home.h lib/wt_reap.h lib/wt_recheck.h lib/wt_seconds.h lib/wt_shrink.h lib/wt_steps.h lib/wt_wide.h lib/wt_world.h cosim/wt_gen.h cosim/wt_rtl.h cosim/wt_rtl_known.h cosim/wt_rtl_proc.h cosim/wt_rtl_src.h cosim/wt_rtl_sum.h cosim/wt_user.h bench/wt_bench.h bench/wt_bench_events.h " \
              "cuda/wt_cuda_env.h", allowed, " ")
    for (i = 1; i <= n; i++) tool[allowed[i]] = 1
  }
  function folder(path) { sub(/\/[^\/]*$/, "", path); return path }
  {
    from = folder($1)
    header = $0
    sub(/^[^"]*"/, "", header)
    sub(/".*/, "", header)
    if (header !~ /\//) to = header ~ /^(warptwin|wt_status)/ ? "include" : from
    else if (("cmodel/" folder(header)) in level) to = "cmodel/" folder(header)
    else to = "tb/" folder(header)
    if (header ~ /^tests\//) why = "tests lie above everything"
    else if (!(from in level) || !(to in level)) why = "no room has this header"
    else if (level[to] > level[from]) why = to " lies above " from
    else if (from == "tb/cli" && to != "tb/cli" && to != "include" && !(header in tool)) why = "the command line uses the headers of include/"
    else if (from == "tb/cuda" && to != "tb/cuda" && to != "include") why = "the runtime library uses the headers of include/"
    else next
    print $1 ":" $2 ": \"" header "\"   <- " why
    bad = 1
  }
  END { if (NR == 0) { print "check-rooms: no sources here"; bad = 1 } exit bad }'
echo "check-rooms: no header of an upper room is included below"
