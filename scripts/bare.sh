#!/bin/sh
# bare.sh BUILD [COMMAND...]: does in a fresh Debian 12 what README.md tells a newcomer to do: a root of Debian's minbase with the packages of
# [bare] in packages.txt, a clone of what is committed here, and in it each COMMAND, as root; without one, the commands of the README.
# Wants root and debootstrap. Packages come from where apt of this machine has them from. http_proxy, https_proxy, no_proxy, WT_JOBS and
# WT_RTL_CFLAGS of the caller count, and nothing else of the environment.
# BUILD/bare keeps the minbase, the root and what was loaded. A command that has passed for a commit is not run again, and one that was stopped
# goes on where it was; for another commit the root is made anew. Mounts are in a namespace of their own, which ends with this script.
set -eu
tree=$(cd "$(dirname "$0")/.." && pwd -P)
[ "$(id -u)" = 0 ] || { echo "bare: only root can run debootstrap and chroot; run this as root" >&2; exit 2; }
for t in debootstrap chroot unshare git; do
  command -v $t >/dev/null || { echo "bare: $t is missing; install it with ./setup" >&2; exit 2; }
done
if [ -z "${BARE_INSIDE:-}" ]; then
  unshare --mount true 2>/dev/null || { echo "bare: this machine lets nobody mount (a container without CAP_SYS_ADMIN?)" >&2; exit 2; }
  BARE_INSIDE=1 exec unshare --mount "$0" "$@"
fi
trap 'exit 130' INT TERM
mkdir -p "$1/bare"
dir=$(cd "$1/bare" && pwd -P)
shift
exec 9>"$dir/lock"
flock -n 9 || { echo "bare: another one runs in $dir" >&2; exit 2; }

# The minbase, once; a copy of it for each commit.
include=$("$tree/setup" --part bare | paste -sd, -)
if [ "$(cat "$dir/base.done" 2>/dev/null)" != "$include" ]; then
  # shellcheck disable=SC2016 # words of apt
  mirror=$(apt-get indextargets --format '$(REPO_URI)' 'IDENTIFIER: Packages' 'CODENAME: bookworm' 'LABEL: Debian' 'COMPONENT: main' | head -n 1)
  [ -n "$mirror" ] || { echo "bare: no source of apt has Debian 12 (bookworm main)" >&2; exit 2; }
  eval "$(apt-config shell proxy Acquire::http::Proxy)"
  [ -z "${proxy:-}" ] || export http_proxy="$proxy"
  echo "bare: debootstrap --variant=minbase --include=$include bookworm"
  rm -rf "$dir/base" "$dir/base.done"
  debootstrap --variant=minbase --include="$include" bookworm "$dir/base" "$mirror" >"$dir/debootstrap.log" 2>&1 ||
    { tail -n 5 "$dir/debootstrap.log" >&2; echo "bare: debootstrap failed, see $dir/debootstrap.log" >&2; exit 2; }
  echo "$include" >"$dir/base.done"
fi
commit=$(git -C "$tree" rev-parse HEAD)
changed=$(git -C "$tree" status --porcelain | wc -l)
[ "$changed" = 0 ] || echo "bare: $changed files differ from the commit; what is committed is tried"
if [ "$(cat "$dir/root.done" 2>/dev/null)" != "$commit" ]; then
  rm -rf "$dir/root" "$dir/root.done"
  : >"$dir/passed"
  cp -a "$dir/base" "$dir/root"
  git clone -q "file://$tree" "$dir/root/root/warptwin"
  git -C "$dir/root/root/warptwin" checkout -q "$commit"
  echo "$commit" >"$dir/root.done"
fi

mount --make-rprivate /
mount -t proc proc "$dir/root/proc"
mount -t devpts -o newinstance,ptmxmode=0666 devpts "$dir/root/dev/pts"
mkdir -p "$dir/archives"
mount --bind "$dir/archives" "$dir/root/var/cache/apt/archives"

if [ $# = 0 ]; then
  eval "set -- $(sed -n "s/^\(\.\/setup [^#]*[^# ]\) *#.*/'\1'/p" "$tree/README.md" | paste -sd' ' -)"
  [ $# -gt 0 ] || { echo "bare: README.md has no line that begins with ./setup" >&2; exit 2; }
fi
bad=0
for c in "$@"; do
  log=$dir/$(echo "$c" | tr -c 'a-zA-Z0-9\n' _ | cut -c1-60).log t0=$(date +%s)
  if grep -qxF "$c" "$dir/passed"; then
    echo "bare: $c: passed before"
    continue
  fi
  echo "bare: $c"
  rm -f "$dir/ok"
  for v in http_proxy https_proxy no_proxy WT_JOBS WT_RTL_CFLAGS; do
    eval "[ -z \"\${$v:-}\" ] || echo \"export $v='\${$v}'\""
  done >"$dir/root/root/environment"
  { env -i HOME=/root TERM=dumb PATH=/usr/sbin:/usr/bin:/sbin:/bin chroot "$dir/root" sh -c ". /root/environment && cd /root/warptwin && $c" </dev/null 2>&1 &&
    echo "$c" >"$dir/ok"; } | tee "$log"
  if [ -s "$dir/ok" ]; then
    echo "$c" >>"$dir/passed"
    echo "bare: $c: passed, $(($(date +%s) - t0)) s"
  else
    echo "bare: $c: FAILED, $(($(date +%s) - t0)) s, see $log"
    bad=1
  fi
done
echo "bare: commit $(echo "$commit" | cut -c1-12) on Debian 12 minbase with $include: $([ $bad = 0 ] && echo passed || echo FAILED)"
exit $bad
