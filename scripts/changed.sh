# shellcheck shell=sh disable=SC2154,SC2153
# changed.sh, read by scripts: `built TEXT` compiles what is made of TEXT, the source $f with a change (of a header: all that reads it), and sets objs (what
# suites are linked with), mains (the command line beside it), cudas (the runtime library) and audits to the objects with it. 1: it does not compile, $dir/log
# says why. $b is the build, $dir a folder for what is made, $bld, if it is set, one with programs of the last change, $flags more of them for the
# compiler; the environment brings CC_C, OBJS and the like, as the Makefile has them (MUTANT_ENV).
built() {
  objs=$OBJS mains=$MAIN_OBJS cudas=$CUDA_OBJS audits=$AUDIT_OBJS
  rm -rf "$dir/read" "${bld:-$dir/read}"
  case $f in
    *.h) # quoted names are looked up there first
      mkdir -p "$dir/read/$(dirname "${f#*/}")" && cp "$1" "$dir/read/${f#*/}"
      # shellcheck disable=SC2046
      sources=$(grep -lsF " $f" $(printf '%s\n' $OBJS $MAIN_OBJS $CUDA_OBJS $AUDIT_OBJS | sort -u | sed 's/\.o$/.d/') | sed "s#^$b/##; s#\.d\$#.c#") ;;
    *) sources=$f ;;
  esac
  for c in $sources; do
    o=$dir/changed-$(basename "$c" .c).o
    [ "$c" = "$f" ] && text=$1 || text=$c
    eval "$CC_C -w ${flags:-} -iquote $dir/read -iquote $(dirname "$c") $NEVER -c $text -o $o" 2>"$dir/log" || return 1
    exchange="s#$b/${c%.c}\.o#$o#"
    objs=$(echo "$objs" | sed "$exchange") mains=$(echo "$mains" | sed "$exchange")
    cudas=$(echo "$cudas" | sed "$exchange") audits=$(echo "$audits" | sed "$exchange")
  done
}
