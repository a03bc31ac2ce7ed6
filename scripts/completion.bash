# Bash completion of warptwin: commands and options as --help tells them, presets and keys as --keys does.
_warptwin() {
  local program=${COMP_WORDS[0]} cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} words
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    words="--help --keys $("$program" --help 2>/dev/null | sed -n 's/^  \([a-z][a-z-]*\) .*/\1/p')"
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
    return
  fi
  case $prev in
    --config | -c | --base)
      words=$("$program" --keys 2>/dev/null | head -n 1 | grep -oE ' [a-z][a-z0-9-]*=' | tr -d ' =')
      mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
      return ;;
    --beside | --opaque | --use | --like | --block)
      mapfile -t COMPREPLY < <(compgen -W "$("$program" bench 2>/dev/null)" -- "$cur")
      if [ "$prev" = --use ]; then COMPREPLY=("${COMPREPLY[@]/%/=}"); compopt -o nospace 2>/dev/null; fi
      return ;;
    --set | -s | --over)
      words=$("$program" --keys 2>/dev/null | sed -n 's/^\([A-Z][A-Z_0-9]*\) .*/\1=/p')
      mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
      compopt -o nospace 2>/dev/null
      return ;;
  esac
  if [ "${COMP_WORDS[1]}" = sweep ] && [[ $cur == [A-Z]* ]]; then
    words=$("$program" --keys 2>/dev/null | sed -n 's/^\([A-Z][A-Z_0-9]*\) .*/\1=/p')
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
    compopt -o nospace 2>/dev/null
    return
  fi
  if [ "${COMP_WORDS[1]}" = block ] && [ "$COMP_CWORD" -eq 2 ]; then
    mapfile -t COMPREPLY < <(compgen -W "ports new lint" -- "$cur")
    return
  fi
  if [ "$prev" = bench ] || { [ "${COMP_WORDS[1]}" = block ] && [ "$prev" != new ] && [ "$COMP_CWORD" -eq 3 ]; }; then
    mapfile -t COMPREPLY < <(compgen -W "$("$program" bench 2>/dev/null)" -- "$cur")
    return
  fi
  if [[ $cur == -* ]]; then
    words=$("$program" "${COMP_WORDS[1]}" --help 2>/dev/null | grep -oE -- '--[a-z][a-z-]*=?' | sort -u)
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
    [[ ${COMPREPLY[0]-} == *= ]] && compopt -o nospace 2>/dev/null
    return
  fi
  mapfile -t COMPREPLY < <(compgen -f -- "$cur")
}
complete -o filenames -F _warptwin warptwin
