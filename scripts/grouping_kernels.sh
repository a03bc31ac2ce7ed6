# shellcheck shell=sh disable=SC2154,SC2034
# grouping_kernels.sh: for scripts that ask `warptwin bound` (bounds.sh, packing.sh): the ten kernels, their inputs, and what the JSON says. Wants $dir and
# $warptwin.
kernels=tests/kernels
list="nested find_first nqueens@8 spmv@16 collatz mandel interp bigswitch exits twolevel"

# ints FILE N LEAST RANGE: N numbers of 32 bits, each LEAST .. LEAST + RANGE - 1
ints() {
  # shellcheck disable=SC2059
  printf "$(awk -v n="$2" -v least="$3" -v range="$4" 'BEGIN {
    for (x = 1; n-- > 0;) {
      for (u = i = 0; i < 2; i++) { x = (x * 69069 + 1) % 4294967296; u = u * 65536 + int(x / 65536) }
      v = least + int(u / 4294967296 * range)
      for (i = 0; i < 4; i++) { printf "\\%03o", v % 256; v = int(v / 256) }
    }
  }')" >"$1"
}
ints "$dir/nested" 1024 0 4294967296
ints "$dir/find_first" 24576 0 20
ints "$dir/collatz" 1024 1 3000

# bound KERNEL options: JSON of one kernel; CTAs of 256 threads, 1024 in all, where the manifest's are small
bound() {
  k=$1
  shift
  case $k in
    nested) set -- "$kernels/$k.cubin" --grid 4 --block 256 --arg "in:$dir/$k" --arg "out:4096:$dir/o" --arg i32:1024 --arg i32:6 "$@" ;;
    find_first) set -- "$kernels/$k.cubin" --grid 4 --block 256 --arg "in:$dir/$k" --arg "out:4096:$dir/o" --arg i32:1024 --arg i32:24 --arg i32:7 "$@" ;;
    collatz) set -- "$kernels/$k.cubin" --grid 4 --block 256 --arg "in:$dir/$k" --arg "out:4096:$dir/o" --arg i32:1024 --arg i32:150 "$@" ;;
    *@*) set -- "${k%@*}" --scale "${k#*@}" "$@" ;;
    *) set -- "$k" "$@" ;;
  esac
  "$warptwin" bound -q --json - "$@"
}
# values FILE: "NAME MEMBER VALUE" a line, NAME an engine, machine or -; the last peak of CROWN is that of its barriers
values() { awk -F'[":, ]+' '/"engine"/ { e = $3 } /"machine"/ { e = "machine" } NF > 2 { print (e == "" ? "-" : e), $2, $3 }' "$dir/$1"; }
