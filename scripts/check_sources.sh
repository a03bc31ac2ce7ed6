#!/bin/sh
# check_sources.sh: docs/isa/second_sources.md has every suite and tool that takes something from the oracle, and the files that it names are there.
set -eu
cd "$(dirname "$0")/.."
page=docs/isa/second_sources.md bad=0
grep '^| [a-z]*/' $page | grep -oE '(tests|scripts|tools)/[A-Za-z0-9_./]+' | sort -u >"${TMPDIR:-/tmp}/named.$$"
trap 'rm -f "${TMPDIR:-/tmp}/named.$$"' EXIT
for f in $(grep -rlE '"(oracle/|([a-z]+/)*oracle_kit\.h)|wt_oracle_[a-z]+\(|wt_sem_[a-z]+\(|randops_gen\.h|randcf_gen\.h' tests tools --include='*.[ch]' | LC_ALL=C sort); do
  grep -qxF "$f" "${TMPDIR:-/tmp}/named.$$" || { echo "$page: $f asks the oracle and has no second source" && bad=1; }
done
while read -r f; do
  [ -e "$f" ] || { echo "$page: $f is not there" && bad=1; }
done <"${TMPDIR:-/tmp}/named.$$"
[ $bad = 0 ] || exit 1
echo "lint: every suite and tool that asks the oracle has a second source"
