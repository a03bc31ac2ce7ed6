#!/bin/sh
# confine.sh BUILD CMD...: runs CMD with those programs, headers and libraries alone that a new Debian has after `./setup CMD...`: of the packages
# that setup takes for CMD, of what these depend on, of [bare] in packages.txt, and of Debian's minbase. What this machine has besides is not
# found, so that CMD fails here as it would there.
# They are links below BUILD/confined, a root for each list of packages: PATH leads to its programs, and the compilers, behind wrappers, take
# this root for the one that they are installed in. Of [optional] the programs that are installed come in, without what they depend on.
# What this does not see: programs and files that are named by an absolute path (in the tree: where nvcc usually lies, the daemons of Slurm, a
# second try for python3), the interpreter of an installed script (its package depends on it), modules of perl and python3, and libraries that a
# running program opens.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
build=$1
shift
packages=$("$here/setup" --packages "$@"; "$here/setup" --part bare)
optional=$("$here/setup" --part optional)
command -v dpkg-query >/dev/null || { echo "confine: not a Debian system" >&2; exit 2; }
state=$(mktemp)
trap 'rm -f "$state"' EXIT
dpkg-query -W -f='${Package}\t${Essential}\t${Priority}\t${Pre-Depends}, ${Depends}\t${Provides}\t${db:Status-Status}\t${Version}\n' >"$state"
root=$(pwd)/$build/confined/$({ echo "$packages" "$optional"; cat "$state" "$0" "$here/scripts/closure.awk"; } | sha256sum | cut -c1-16)
case $build in /*) root=${root#"$(pwd)/"} ;; esac

# A path of a package as it is after the merge of /bin and /lib with /usr, if it is a program, a header or what a linker looks for.
wanted() {
  sed -nE 's#^/(bin|sbin|lib[0-9x]*)/#/usr/\1/#
    \#^/usr/(s?bin/[^/]+$|include/|lib/gcc/)#p
    \#^/usr/lib[0-9x]*/([^/]*-linux-gnu[^/]*/)?[^/]+\.(so[.0-9]*|a|o)$#p' | sort -u |
    xargs -d '\n' sh -c 'find -L "$@" -maxdepth 0 ! -type d ! -type l 2>/dev/null; :' sh # no folders, and no links to nowhere
}
# The links that update-alternatives makes (awk, cc, c++): of the candidates among the files, the one with the highest priority. What comes along
# with one of these is a man page, or a second name that nobody uses.
alternatives() { # alternatives FILES
  update-alternatives --get-selections | while read -r name _; do update-alternatives --query "$name" 2>/dev/null; echo; done | awk -v files="$1" '
    function usr(f) { sub(/^\/s?bin\//, "/usr&", f); return f }
    BEGIN { while ((getline f <files) > 0) there[f] }
    /^Link: / { link = usr($2) }
    /^Alternative: / { to = usr($2) }
    /^Priority: / && to in there && (best == "" || $2 + 0 > top) { best = to; top = $2 + 0 }
    /^$/ { if (to == "") next; if (best != "" && link ~ /^\/usr\/s?bin\//) print link, best; best = to = "" }'
}
make_root() { # make_root DIR
  chmod 755 "$1"
  mkdir -p "$1/usr/bin" "$1/usr/sbin" "$1/usr/lib"
  awk -v want="$(echo "$packages" | tr '\n' ' ')" -f "$here/scripts/closure.awk" "$state" >"$1/packages"
  xargs dpkg -L <"$1/packages" | wanted >"$1/files"
  xargs -d '\n' cp -s --parents -t "$1" <"$1/files"
  alternatives "$1/files" | while read -r link to; do ln -sf "$to" "$1$link"; done
  for p in $optional; do dpkg -L "$p" 2>/dev/null || :; done | wanted | grep -E '^/usr/s?bin/' | xargs -r -d '\n' cp -s -n --parents -t "$1"
  for d in "$1"/usr/*; do ln -s "usr/${d##*/}" "$1/${d##*/}"; done
  # compilers by whatever name: they find their own parts beside the link by which they are called, and all else below it
  mkdir "$1/usr/compilers"
  for c in "$1"/usr/bin/*cc "$1"/usr/bin/*cc-* "$1"/usr/bin/*++ "$1"/usr/bin/*++-* "$1"/usr/bin/*cpp*; do
    real=$(readlink -f "$c") || continue
    case $real in
      *-gcc-[0-9]* | *-g++-[0-9]* | *-cpp-[0-9]*)
        rm "$c"
        ln -sf "$real" "$1/usr/compilers"
        printf '#!/bin/sh\nexec "%s" -no-canonical-prefixes "--sysroot=%s" "$@"\n' "$root/usr/compilers/${real##*/}" "$root" >"$c"
        chmod +x "$c" ;;
    esac
  done
}
if [ ! -d "$root" ]; then
  mkdir -p "${root%/*}"
  tmp=$(mktemp -d "${root%/*}/new.XXXXXX")
  trap 'rm -rf "$state" "$tmp"' EXIT
  make_root "$tmp"
  mv -T "$tmp" "$root" 2>/dev/null || [ -d "$root" ] # somebody else was faster
fi
rm -rf "$state" ${tmp:+"$tmp"}
trap - EXIT
# ways to other places in the caller's environment
unset CPATH C_INCLUDE_PATH CPLUS_INCLUDE_PATH LIBRARY_PATH COMPILER_PATH GCC_EXEC_PREFIX LD_LIBRARY_PATH LD_PRELOAD LD_RUN_PATH PKG_CONFIG_PATH \
  PKG_CONFIG_LIBDIR PYTHONPATH PYTHONHOME PERL5LIB VERILATOR_ROOT
path=$root/usr/bin
[ "$(id -u)" != 0 ] || path=$root/usr/sbin:$path
PATH=$path exec "$@"
